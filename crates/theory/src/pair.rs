//! Two unordered piles: read from a position, sorted, and answered in the order in which they were given.
//!
//! Judged by: VIS-T2, WYF-T9

use malachite::Natural;
use wythoff_rules::Outcome;

use crate::decider::{Refusal, Verdict};
use crate::shown::show_position;

/// A position of two unordered piles, x <= y.
pub(crate) struct Pair {
    /// The smaller pile.
    pub x: Natural,
    /// The larger pile.
    pub y: Natural,
    swapped: bool,
}

impl Pair {
    /// Reads a position of exactly two piles.
    pub fn of(position: &[Natural]) -> Result<Pair, Refusal> {
        match position {
            [x, y] if x <= y => Ok(Pair { x: x.clone(), y: y.clone(), swapped: false }),
            [y, x] => Ok(Pair { x: x.clone(), y: y.clone(), swapped: true }),
            _ => Err(Refusal::Position(format!(
                "expected two piles, found {}: give the two pile sizes",
                position.len()
            ))),
        }
    }

    /// The verdict P.
    pub fn lost(&self, reason: impl Into<String>, cites: &[&'static str]) -> Verdict {
        Verdict { outcome: Outcome::P, winning: None, reason: reason.into(), cites: cites.to_vec() }
    }

    /// The verdict N, with the move to `x` left of the smaller pile and `y` left of the larger one.
    pub fn won(&self, x: Natural, y: Natural, reason: impl AsRef<str>, cites: &[&'static str]) -> Verdict {
        let to = if self.swapped { vec![y, x] } else { vec![x, y] };
        let reason = format!("{} Move to {}.", reason.as_ref(), show_position(&to));
        Verdict { outcome: Outcome::N, winning: Some(to), reason, cites: cites.to_vec() }
    }

    /// The verdict of an [`Answer`].
    pub fn answer(&self, answer: Answer, cites: &[&'static str]) -> Verdict {
        match answer.to {
            None => self.lost(answer.case, cites),
            Some((x, y)) => self.won(x, y, answer.case, cites),
        }
    }
}

/// What a theory of pairs says of x <= y: what the two piles become (`None`: it is a P-position), and the
/// case.
pub(crate) struct Answer {
    /// What is left of the smaller and of the larger pile after the winning move.
    pub to: Option<(Natural, Natural)>,
    /// The case of the theorem.
    pub case: String,
}

impl Answer {
    /// A P-position, by this case.
    pub fn lost(case: String) -> Answer {
        Answer { to: None, case }
    }

    /// A move to (x, y), by this case.
    pub fn won(x: Natural, y: Natural, case: String) -> Answer {
        Answer { to: Some((x, y)), case }
    }
}

/// `hypothesis` of `theorem` fails.
pub(crate) fn fails<T>(theorem: &'static str, hypothesis: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Hypothesis { theorem, hypothesis: hypothesis.into() })
}
