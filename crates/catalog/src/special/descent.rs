//! P-positions from the rules alone, for games in which a position may have options without end but every move leads down
//! in lexicographic order.
//!
//! The P-positions are met in that order: the next one is the least position, after those that are known, that moves to none
//! of them. It is found pile by pile. A beginning that has a move to a known P-position whatever follows it is passed over;
//! one that has none can be gone on with, since finitely many P-positions take finitely many sizes of the next pile
//! ([`Descends::reaches`] promises both). Each beginning is tried on all P-positions before it: cubic in their number.

use super::SpecialOutcome;
use super::position::{Pile, SpecialPosition};
use super::refused::Refused;
use malachite::Natural;
use malachite::base::num::basic::traits::One;
use wythoff_numbers::Budget;

/// Sizes of one pile that are tried before a P-position is given up.
const MOST_TRIED: u32 = 1 << 17;

/// The largest first pile of a position that is decided.
const MOST_FIRST: u32 = 2_000;

/// A game of sorted piles whose moves lead down in lexicographic order.
pub(super) trait Descends {
    /// Whether every position that begins with these piles and comes after the P-position `to` moves to it. Of a whole
    /// position this says whether the move is legal; of all sizes of a next pile it holds for finitely many, or the
    /// beginning has such a move by itself.
    fn reaches(&self, beginning: &[Natural], to: &[Natural]) -> Result<bool, Refused>;
}

/// The P-positions met so far.
pub(super) struct Descent<'a, G> {
    game: &'a G,
    piles: usize,
    lost: Vec<Vec<Natural>>,
    budget: &'a Budget,
}

impl<'a, G: Descends> Descent<'a, G> {
    /// Before the first P-position.
    pub fn new(game: &'a G, piles: usize, budget: &'a Budget) -> Self {
        Descent { game, piles, lost: Vec::new(), budget }
    }

    /// Goes to the next P-position; `false`, and nothing is met, where its first pile is larger than `most`.
    pub fn advance(&mut self, most: &Natural) -> Result<bool, Refused> {
        let first = self.lost.last().and_then(|last| last.first()).cloned().unwrap_or_default();
        let mut position = vec![first];
        let mut tried = 0;
        loop {
            if position.len() == 1 && position[0] > *most {
                return Ok(false);
            }
            if self.target(&position, &self.lost)?.is_some() {
                tried += 1;
                if tried > MOST_TRIED {
                    let reason = format!("the next P-position was not among {MOST_TRIED} that were tried");
                    return Err(Refused::limit(reason).hint("ask for fewer positions"));
                }
                position.iter_mut().next_back().into_iter().for_each(|pile| *pile += Natural::ONE);
            } else if position.len() < self.piles {
                position.extend(position.last().cloned());
            } else {
                self.lost.push(position);
                return Ok(true);
            }
        }
    }

    /// The first of these P-positions that every later position with this beginning moves to.
    fn target<'p>(
        &self,
        beginning: &[Natural],
        lost: &'p [Vec<Natural>],
    ) -> Result<Option<&'p [Natural]>, Refused> {
        self.budget.charge(lost.len() as u64)?;
        for to in lost {
            if self.game.reaches(beginning, to)? {
                return Ok(Some(to));
            }
        }
        Ok(None)
    }

    /// Who wins a sorted position, and a winning move.
    pub fn outcome(mut self, position: &[Natural]) -> Result<SpecialOutcome, Refused> {
        let first = &position[0];
        if *first > MOST_FIRST {
            let reason = format!("the smallest pile is above {MOST_FIRST}, as far as the rules are followed");
            return Err(Refused::limit(reason).hint("ask for a position with a smaller smallest pile"));
        }
        while self.lost.last().is_none_or(|last| last[..] < *position) && self.advance(first)? {}
        let earlier = self.lost.partition_point(|to| to[..] < *position);
        Ok(SpecialOutcome::impartial(self.target(position, &self.lost[..earlier])?.map(piles_of)))
    }

    /// Hands over the first `n` P-positions, one by one.
    pub fn first_into(mut self, n: usize, sink: &mut dyn FnMut(&[u64])) -> Result<(), Refused> {
        for found in 0..n {
            self.budget.step(found as u64, n as u64)?;
            self.advance(&Natural::from(u64::MAX))?;
            self.lost.last().and_then(|last| small(last)).into_iter().for_each(|last| sink(&last));
        }
        Ok(())
    }

    /// The P-positions with every pile below a bound.
    pub fn below(mut self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        let Some(most) = bound.checked_sub(1) else { return Ok(Vec::new()) };
        while self.advance(&Natural::from(most))? {}
        Ok(self.lost.iter().filter_map(|p| small(p)).filter(|p| p.iter().all(|x| *x < bound)).collect())
    }
}

fn small(position: &[Natural]) -> Option<Vec<u64>> {
    position.iter().map(|pile| u64::try_from(pile).ok()).collect()
}

/// A position of whole piles.
pub(super) fn piles_of(position: &[Natural]) -> SpecialPosition {
    position.iter().cloned().map(Pile::Whole).collect()
}
