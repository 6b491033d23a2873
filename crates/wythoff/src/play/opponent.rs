//! The program's side: the winning move where there is one, a mistake now and then where it is asked to be weak.

use super::{Choice, Match};
use crate::error::{Error, Kind};
use crate::position::Position;
use crate::solve::SolveRequest;
use malachite::Natural;
use wythoff_numbers::{Budget, Random};

/// Moves looked at before the program gives up looking for a bad one.
const TRIES: usize = 32;

/// The draws of one turn.
pub(super) struct Draws(Random);

impl Draws {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.bits()) * bound as u128) >> 64) as usize
    }
}

impl Match {
    /// The draws of this turn: they depend on the seed and on the moves made, not on how often anybody looked.
    fn draws(&self) -> Draws {
        let turn = self.rounds.len() as u64 * 2 + u64::from(self.blocked.is_some());
        let mut random = Random::new(self.setup.seed ^ turn.wrapping_mul(0xd134_2543_de82_ef95));
        random.bits();
        Draws(random)
    }

    /// Whether the program errs this time.
    fn errs(&self, draws: &mut Draws) -> bool {
        draws.below(100) >= usize::from(self.setup.level)
    }

    /// The program's move.
    pub(super) fn choose(&mut self, budget: &Budget) -> Result<Position, Error> {
        let mut draws = self.draws();
        let errs = self.errs(&mut draws);
        let best = self.winning_move(budget)?;
        if let Some(best) = best.clone().filter(|_| !errs) {
            return Ok(best);
        }
        let mut moves = self.some_moves(&mut draws, budget)?;
        if !errs {
            // From a lost position the longest game: whoever takes little leaves the other much to get wrong.
            let total = |to: &Position| to.piles().map(|piles| piles.into_iter().sum::<Natural>());
            moves.sort_by_cached_key(|to| std::cmp::Reverse(total(to)));
            moves.truncate(moves.len().div_ceil(4));
        }
        for _ in 0..TRIES.min(moves.len()) {
            let to = moves.swap_remove(draws.below(moves.len()));
            // A mistake is a move that does not win.
            if !errs || moves.is_empty() || self.is_lost(&to, budget)? != Some(true) {
                return Ok(to);
            }
        }
        moves.pop().or(best).ok_or_else(|| {
            Error::limit(format!("no move from {} is found", self.position())).hint("play from smaller piles")
        })
    }

    fn winning_move(&mut self, budget: &Budget) -> Result<Option<Position>, Error> {
        if self.game.blocked() > 0 {
            return Ok(self.open_wins(budget)?.into_iter().next());
        }
        match self.game.solve(&self.position().clone(), &SolveRequest::default(), budget) {
            Ok(solved) => Ok(solved.moves.first().map(|to| self.reread(to))),
            Err(error) if error.kind == Kind::Interrupted => Err(error),
            // Nobody knows who wins: any move will do.
            Err(_) => Ok(None),
        }
    }

    /// Moves from here: all, or some where there are too many.
    fn some_moves(&self, draws: &mut Draws, budget: &Budget) -> Result<Vec<Position>, Error> {
        if let Some(choices) = self.listed(budget)? {
            let open = choices.into_iter().filter(|choice| !self.blocked().contains(&choice.to));
            return Ok(open.map(|choice| choice.to).collect());
        }
        let piles = self.position().piles().unwrap_or_default();
        let mut moves: Vec<Position> = Vec::new();
        for taken in takings(&piles, draws) {
            let left = piles.iter().zip(&taken).map(|(pile, taken)| (pile - taken).to_string());
            let to = left.collect::<Vec<_>>().join(",");
            if let Ok(judged) = self.game.legal(self.position(), &to, budget)
                && judged.legal
                && let Ok(to) = self.after(&to)
                && !moves.contains(&to)
            {
                moves.push(to);
            }
        }
        Ok(moves)
    }

    /// What the program forbids: winning options of the other.
    pub(super) fn choose_blocked(&mut self, most: u64, budget: &Budget) -> Result<Vec<Position>, Error> {
        let mut draws = self.draws();
        if !self.errs(&mut draws) {
            return self.threats(most, budget);
        }
        // At random, like somebody who does not see what threatens.
        let mut blockable: Vec<Choice> =
            self.choices(budget)?.into_iter().filter(|choice| choice.blockable).collect();
        let mut blocked = Vec::new();
        while (blocked.len() as u64) < most && !blockable.is_empty() {
            blocked.push(blockable.swap_remove(draws.below(blockable.len())).to);
        }
        Ok(blocked)
    }
}

/// Amounts that games usually allow: little or a random part from one pile, the same from several.
fn takings(piles: &[Natural], draws: &mut Draws) -> Vec<Vec<Natural>> {
    let mut amounts: Vec<Natural> = [1u32, 2, 3].map(Natural::from).to_vec();
    let smallest = piles.iter().filter(|pile| **pile > 0u32).min().cloned().unwrap_or_default();
    for pile in piles {
        // A part of 64 bits is fine enough for a guess.
        amounts.push((pile * Natural::from(draws.0.bits())) >> 64u64);
    }
    amounts.push((&smallest * Natural::from(draws.0.bits())) >> 64u64);
    let mut all = Vec::new();
    for amount in amounts.iter().filter(|amount| **amount > 0u32) {
        for set in 1u32..1 << piles.len().min(6) {
            let take =
                |place: usize| if set >> place & 1 == 1 { amount.clone() } else { Natural::from(0u32) };
            let taken: Vec<Natural> = (0..piles.len()).map(take).collect();
            if taken.iter().zip(piles).all(|(taken, pile)| taken <= pile) {
                all.push(taken);
            }
        }
    }
    all
}
