//! A search for P-positions that can be ended at any moment and gone on with later.

use crate::error::SolveError;
use crate::kernel::Frontier;
use crate::moves::ray_moves;
use crate::saved;
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_rules::Rules;

/// Which P-positions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The first so many in lexicographic order.
    First(usize),
    /// All with every pile below a bound.
    Below(u64),
}

/// A search by frontiers, for two piles whose moves are rays and vectors.
///
/// ```
/// use std::ops::ControlFlow;
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, PRun, Wanted};
/// let (rules, budget) = (Rules::read("(i,0) (0,i) (i,i)").unwrap(), Budget::default());
/// let mut run = PRun::new(&rules, Wanted::First(3), &budget).unwrap().unwrap();
/// let mut flat = Vec::new();
/// run.go_on(&budget, &mut |chunk| { flat.extend_from_slice(chunk); ControlFlow::Continue(()) }).unwrap();
/// assert!(run.is_done());
/// assert_eq!(flat, [0, 0, 1, 2, 3, 5]);
/// ```
pub struct PRun {
    /// None where nothing is wanted.
    search: Option<Frontier>,
    /// Positions still wanted.
    left: usize,
}

impl PRun {
    /// Before the first position; `None` if the game's P-positions are not found this way.
    pub fn new(rules: &Rules, wanted: Wanted, budget: &Budget) -> Result<Option<PRun>, SolveError> {
        if !rules.convention().is_plain() || rules.restricts_starts() || rules.restricts_positions() {
            return Ok(None);
        }
        let Some(moves) = ray_moves(rules, |_| true) else { return Ok(None) };
        let half = rules.is_symmetric();
        let (rows, columns, left) = match wanted {
            // Of the rows below 2n at least n are the smaller pile of a pair.
            Wanted::First(n) => (n.saturating_mul(2).max(64), None, n),
            Wanted::Below(bound) => {
                let Ok(bound) = usize::try_from(bound) else { return Ok(None) };
                (bound, Some(bound), usize::MAX)
            }
        };
        if left == 0 || rows == 0 {
            return Ok(Some(PRun { search: None, left: 0 }));
        }
        let search = Frontier::new(&moves, rows, columns, half, budget)?;
        Ok(search.map(|search| PRun { search: Some(search), left }))
    }

    /// Goes on to the end, or until told to stop. What was found has been handed over then, and a later call goes on after
    /// it.
    pub fn go_on(
        &mut self,
        budget: &Budget,
        sink: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let PRun { search: Some(search), left } = self else { return Ok(()) };
        search.run(budget, &mut |chunk| {
            let wanted = (*left).saturating_mul(2).min(chunk.len());
            *left -= wanted / 2;
            let told = if wanted > 0 { sink(&chunk[..wanted]) } else { ControlFlow::Continue(()) };
            if *left == 0 { ControlFlow::Break(()) } else { told }
        })
    }

    /// Whether all were handed over.
    pub fn is_done(&self) -> bool {
        self.left == 0 || self.search.as_ref().is_none_or(Frontier::is_done)
    }

    /// The state between two calls, to go on from later.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        saved::number(&mut bytes, self.left);
        if let Some(search) = &self.search {
            search.save(&mut bytes);
        }
        bytes
    }

    /// Takes on a state that a run for the same game and wish has saved; `false` if it is none.
    pub fn load(&mut self, mut bytes: &[u8]) -> bool {
        let from = &mut bytes;
        let Some(left) = saved::read(from) else { return false };
        self.left = left;
        self.search.as_mut().is_none_or(|search| search.load(from).is_some()) && from.is_empty()
    }
}
