//! P-positions one chunk after the other, computed while Python works on the one before.

use crate::error::raised;
use crate::run::{Far, Limits, budget, wait};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use wythoff::{Budget, Error, Method, Range};

/// Chunks that wait to be taken.
const AHEAD: usize = 2;

/// A stream of P-positions; it ends when it is dropped.
#[pyclass(module = "wythoff._core")]
pub struct Stream {
    receive: Mutex<Receiver<Message>>,
    budget: Budget,
    far: Far,
}

enum Message {
    Chunk(Vec<i64>),
    Failed(Error),
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.budget.cancel();
    }
}

/// Starts the computation.
pub fn start(
    game: Arc<wythoff::Game>,
    range: Option<Range>,
    skip: usize,
    method: Option<Method>,
    chunk: usize,
    limits: &Limits,
) -> PyResult<Stream> {
    let (budget, far) = budget(limits)?;
    let (send, receive) = sync_channel(AHEAD);
    let mine = budget.clone();
    std::thread::spawn(move || {
        let numbers = chunk.saturating_mul(game.coordinates().max(1));
        let (mut waiting, mut large) = (Vec::new(), false);
        let ended = delivered(&game, range, skip, method, &mine, &mut |flat| {
            for pile in flat {
                let Ok(pile) = i64::try_from(*pile) else {
                    large = true;
                    return mine.cancel();
                };
                waiting.push(pile);
                if waiting.len() == numbers
                    && send.send(Message::Chunk(std::mem::take(&mut waiting))).is_err()
                {
                    return mine.cancel();
                }
            }
        });
        if !waiting.is_empty() {
            let _ = send.send(Message::Chunk(waiting));
        }
        if large {
            let error = Error::limit("a pile does not fit 63 bits").hint("ask for fewer positions");
            let _ = send.send(Message::Failed(error));
        } else if let Err(error) = ended {
            let _ = send.send(Message::Failed(error));
        }
    });
    Ok(Stream { receive: Mutex::new(receive), budget, far })
}

/// Positions that a stream begins with.
const START: usize = 1 << 14;

/// Hands the positions over. Few first, then four times as many, until there are enough: who takes some does not wait for
/// all, and all cost a third more.
fn delivered(
    game: &wythoff::Game,
    range: Option<Range>,
    skip: usize,
    method: Option<Method>,
    budget: &Budget,
    sink: &mut dyn FnMut(&[u64]),
) -> Result<(), Error> {
    let whole = |partial: bool| match partial {
        true => Err(budget
            .check()
            .err()
            .map_or_else(|| Error::limit("the positions are not complete"), Error::from)),
        false => Ok(()),
    };
    let all = match range {
        Some(below @ Range::Below(_)) => {
            return whole(game.p_into(below, skip, method, budget, sink)?.partial);
        }
        Some(Range::First(n)) => n,
        None => usize::MAX,
    };
    let (mut had, mut next) = (0, START);
    while had < all {
        let asked = next.min(all - had);
        let found = game.p_into(Range::First(asked), skip.saturating_add(had), method, budget, sink)?;
        whole(found.partial)?;
        // Fewer than were asked for: there are no more.
        if found.count < asked as u64 {
            break;
        }
        (had, next) = (had + asked, next.saturating_mul(4));
    }
    Ok(())
}

#[pymethods]
impl Stream {
    /// The next chunk, flat; nothing at the end.
    #[pyo3(signature = (progress=None))]
    fn next<'py>(
        &mut self,
        py: Python<'py>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
        let receive = self.receive.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        match wait(py, receive, &self.budget, &self.far, progress.as_ref())? {
            None => Ok(None),
            Some(Message::Chunk(flat)) => Ok(Some(flat.into_pyarray(py))),
            Some(Message::Failed(error)) => Err(raised(py, error)),
        }
    }
}
