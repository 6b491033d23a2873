//! A game being played: the person's moves come from Python, the program answers.

use crate::game::Game;
use crate::position::{Given, shown};
use crate::run::{Limits, run};
use crate::{read, text};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wythoff::play::{self, Player, Turn};
use wythoff::{Budget, Error};

/// A game being played.
#[pyclass(module = "wythoff._core", frozen)]
pub struct Match {
    played: Arc<Mutex<play::Match>>,
}

fn locked(played: &Mutex<play::Match>) -> MutexGuard<'_, play::Match> {
    played.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets the program do what is its to do.
fn answered(played: &mut play::Match, budget: &Budget) -> Result<(), Error> {
    while let Turn::Move { player: Player::Program } | Turn::Block { player: Player::Program, .. } =
        played.turn(budget)?
    {
        played.program(budget)?;
        budget.check()?;
    }
    Ok(())
}

impl Match {
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        question: impl FnOnce(&mut play::Match, &Budget) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let played = self.played.clone();
        run(py, limits, move |budget| question(&mut locked(&played), budget))
    }
}

#[pymethods]
impl Match {
    #[new]
    fn new(py: Python<'_>, game: &Game, start: Given, setup: &str, limits: Limits) -> PyResult<Match> {
        let (start, setup) = (start.of(py, game.inner())?, read(setup)?);
        let game = game.inner().clone();
        let played = run(py, &limits, move |budget| {
            let mut played = play::Match::new(game, start, setup, budget)?;
            answered(&mut played, budget)?;
            Ok(played)
        })?;
        Ok(Match { played: Arc::new(Mutex::new(played)) })
    }

    /// The position now.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        shown(py, locked(&self.played).position())
    }

    /// The moves so far, as JSON.
    fn rounds(&self) -> PyResult<String> {
        text(&locked(&self.played).rounds())
    }

    /// What happens next, as JSON.
    fn turn(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        text(&self.ask(py, &limits, |played, budget| played.turn(budget))?)
    }

    /// What the person does, a move or the options that are forbidden, and what the program answers; a refusal is an
    /// error.
    fn person(&self, py: Python<'_>, done: Vec<Given>, limits: Limits) -> PyResult<()> {
        let texts: Vec<String> = done.iter().map(Given::text).collect();
        let done = if texts.is_empty() { "none".to_string() } else { texts.join(" ") };
        self.ask(py, &limits, move |played, budget| match played.person(&done, budget)? {
            play::Done::Made => answered(played, budget),
            play::Done::Refused(reasons) => Err(Error::input(format!("not allowed: {}", reasons.join("; ")))),
        })
    }

    /// Takes the person's last move back; whether there was one.
    fn take_back(&self) -> bool {
        locked(&self.played).take_back()
    }

    /// What a wise friend would say, as JSON.
    fn hint(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        text(&self.ask(py, &limits, |played, budget| played.hint(budget))?)
    }

    /// Every move judged, as JSON.
    fn review(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        text(&self.ask(py, &limits, |played, budget| played.review(budget))?)
    }
}
