//! What every theory offers: the outcome of a position of any size, a winning move, and the reason.

use malachite::Natural;
use std::ops::ControlFlow;
use thiserror::Error;
use wythoff_numbers::Stop;
use wythoff_numbers::mex::MexPairs;
use wythoff_numbers::pay;
use wythoff_rules::Outcome;

/// The answer of a theory about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins.
    pub outcome: Outcome,
    /// A P-position that can be moved to; `None` for a P-position.
    pub winning: Option<Vec<Natural>>,
    /// Why, in one readable paragraph: the case of the theorem and the quantities in it.
    pub reason: String,
    /// Ledger rows that the answer rests on, such as `WYF-T9`.
    pub cites: Vec<&'static str>,
}

/// The P-positions (a, upper(n, a)), n = 0, 1, ..., a the least number not used before; they end where `upper` does.
pub(crate) fn mex_pairs(upper: impl FnMut(u64, u64) -> Option<u64>) -> impl Iterator<Item = Vec<u64>> {
    MexPairs::with_upper(1, upper).map(|(a, b)| vec![a, b])
}

/// Why a theory does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A hypothesis of the theorem does not hold for these parameters.
    #[error("{theorem} does not apply: {hypothesis}")]
    Hypothesis {
        /// The theorem whose hypothesis fails.
        theorem: &'static str,
        /// The hypothesis, and how it fails here.
        hypothesis: String,
    },
    /// The position is not one of this game's.
    #[error("{0}")]
    Position(String),
    /// A stated limit was reached.
    #[error("{0}")]
    Limit(String),
    /// The budget of the request ended it.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Whoever takes the positions of a list, and says when it is enough.
pub type Visit<'a> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'a;

/// A theory of one game with its parameters bound: decides positions of any size.
pub trait Decider: Send + Sync {
    /// Whether the position is P; cheaper than [`Decider::decide`] where no move is needed.
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.decide(position).map(|verdict| verdict.outcome == Outcome::P)
    }

    /// The outcome, a winning move if there is one, and the reason.
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal>;

    /// The P-positions in lexicographic order (each once, piles nondecreasing where the game is
    /// symmetric), if the theory lists them. A list has finitely many with each first pile: it is read until that passes a
    /// bound.
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        None
    }

    /// The same positions one after the other, until told to stop; `false` if the theory does not list them, refused where it
    /// gives out. A theory that can do so without a list for each position says it here.
    fn p_stream(&self, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        let Some(mut stream) = self.p_positions() else { return Ok(false) };
        let _ = stream.try_for_each(|position| visit(&position));
        Ok(true)
    }

    /// Those with every pile below a bound, in the same order.
    fn p_below(&self, bound: u64, visit: &mut Visit<'_>) -> Result<bool, Refusal> {
        stream_below(self, bound, visit)
    }

    /// The P-positions as a linear and modular condition on the piles x <= y <= z, in the rule language, where they are
    /// that: a candidate for a proof.
    fn condition(&self) -> Option<&'static str> {
        None
    }
}

/// Positions that are passed over between two payments.
const PACE: u64 = 1024;

/// [`Decider::p_below`] from the stream, which ends where the first pile, that never decreases, passes the bound.
pub(crate) fn stream_below<D: Decider + ?Sized>(
    theory: &D,
    bound: u64,
    visit: &mut Visit<'_>,
) -> Result<bool, Refusal> {
    let (mut stopped, mut passed) = (Ok(()), 0);
    let listed = theory.p_stream(&mut |position| {
        if position.first().is_none_or(|first| *first >= bound) {
            return ControlFlow::Break(());
        }
        if position.iter().all(|pile| *pile < bound) {
            return visit(position);
        }
        passed += 1;
        if passed % PACE == 0 {
            stopped = pay(PACE);
        }
        if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    stopped?;
    Ok(listed)
}
