//! What the kernels need to know of rules: rays, runs of amounts, options.

use crate::error::SolveError;
use crate::kernel::{BandMoves, Ends, LastRun, Moves, Ray, RayMoves};
use crate::limits::Limits;
use std::ops::ControlFlow;
use wythoff_rules::{Pattern, Rules, Shape};

/// Most vectors that a family is written out as.
const MOST_VECTORS: u64 = 4096;

/// Families with unknown last amounts are asked amount by amount on boards with at most this many vectors.
const MOST_ASKED: u128 = 1 << 22;

/// Whether the future of a position depends on nothing but its coordinates, which moves only lower.
pub(crate) fn is_closed(rules: &Rules) -> bool {
    rules.memory().is_empty() && rules.only_takes()
}

/// The moves of two piles as rays and vectors, taken from the families that `choose` wants; `None` if some family is
/// neither.
pub(crate) fn ray_moves(rules: &Rules, choose: impl Fn(usize) -> bool) -> Option<RayMoves> {
    if rules.coordinates().len() != 2 || !is_closed(rules) || rules.restricts_positions() {
        return None;
    }
    let number = |x: u64| usize::try_from(x).ok();
    let (mut rays, mut vectors) = (Vec::new(), Vec::new());
    for pattern in rules.patterns().filter(|pattern| choose(pattern.family())) {
        match pattern.shape() {
            Shape::Vectors(all) => {
                for vector in all {
                    vectors.push((number(vector[0])?, number(vector[1])?));
                }
            }
            Shape::Ray { vector, from: 1, to } => {
                let limit = to.map(number);
                let limit = if to.is_some() { Some(limit??) } else { None };
                rays.push(Ray { down: number(vector[0])?, across: number(vector[1])?, limit });
            }
            Shape::Ray { vector, from, to: Some(to) } if to.saturating_sub(from) < MOST_VECTORS => {
                for i in from..=to {
                    vectors.push((number(vector[0].checked_mul(i)?)?, number(vector[1].checked_mul(i)?)?));
                }
            }
            _ => return None,
        }
    }
    let moves = RayMoves::new(rays, vectors);
    // A sorted pair is sorted again after the move: the same as unordered piles if the moves do not tell them apart.
    (!rules.sorts_piles() || moves.is_symmetric()).then_some(moves)
}

/// The extra ends of two piles, in every order where order does not matter.
pub(crate) fn ends(rules: &Rules) -> Ends {
    let pair = |p: &Vec<u64>| (p[0] as usize, p[1] as usize);
    let convention = rules.convention();
    let pairs = convention.terminals.iter().filter(|p| p.len() == 2).map(pair);
    let mirrored = pairs.clone().filter(|_| rules.is_symmetric()).map(|(x, y)| (y, x));
    Ends::new(convention.misere, pairs.clone().chain(mirrored))
}

/// The extra ends, in every order where order does not matter.
pub(crate) fn all_ends(rules: &Rules) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for end in &rules.convention().terminals {
        let mut end: Vec<usize> = end.iter().map(|x| *x as usize).collect();
        if rules.is_symmetric() {
            end.sort_unstable();
            arrangements(&mut end, 0, &mut all);
        } else {
            all.push(end);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// All orders of a tuple, from place `at` on.
pub(crate) fn arrangements<T: Copy>(tuple: &mut Vec<T>, at: usize, out: &mut Vec<Vec<T>>) {
    if at + 1 >= tuple.len() {
        out.push(tuple.clone());
        return;
    }
    for i in at..tuple.len() {
        tuple.swap(at, i);
        arrangements(tuple, at + 1, out);
        tuple.swap(at, i);
    }
}

/// The moves on a board as runs of last amounts; `None` if some family depends on the position, or if the runs cannot
/// be found without asking for every vector and there are too many.
pub(crate) fn band_moves(
    rules: &Rules,
    sides: &[usize],
    limits: &Limits<'_>,
) -> Result<Option<BandMoves>, SolveError> {
    if !is_closed(rules) || rules.restricts_positions() || rules.sorts_piles() || sides.contains(&0) {
        return Ok(None);
    }
    let patterns: Vec<Pattern<'_>> = rules.patterns().collect();
    if !patterns.iter().all(|pattern| pattern.shape() != Shape::Variant) {
        return Ok(None);
    }
    let cells = sides.iter().fold(1u128, |cells, side| cells.saturating_mul(*side as u128));
    let before: Vec<u64> = sides.iter().map(|side| *side as u64 - 1).collect();
    let mut taken = vec![0; sides.len()];
    let mut solvable = true;
    let moves = BandMoves::new(sides, rules.is_symmetric(), limits, |first, runs| {
        if !solvable {
            return Ok(());
        }
        taken.iter_mut().zip(first).for_each(|(taken, amount)| *taken = *amount as u64);
        let (last, first) = (first.len(), first.len());
        for pattern in &patterns {
            if let Some(found) = pattern.last_amounts(&before, &taken[..first])? {
                runs.extend(found.iter().map(|run| LastRun {
                    step: run.step.clamp(1, u64::from(u32::MAX)) as u32,
                    first: run.first as u32,
                    last: run.last as u32,
                }));
                continue;
            }
            if cells > MOST_ASKED {
                solvable = false;
                return Ok(());
            }
            for amount in 0..sides[last] as u32 {
                taken[last] = u64::from(amount);
                match pattern.accepts(&before, &taken)? {
                    Some(true) => runs.push(LastRun { step: 1, first: amount, last: amount }),
                    Some(false) => {}
                    None => {
                        solvable = false;
                        return Ok(());
                    }
                }
            }
            taken[last] = 0;
        }
        Ok(())
    })?;
    Ok(moves.filter(|_| solvable))
}

/// The options of a game without memory, straight from the rules.
pub(crate) struct RuleMoves<'a> {
    rules: &'a Rules,
    ends: Vec<Vec<u64>>,
}

impl<'a> RuleMoves<'a> {
    pub fn new(rules: &'a Rules) -> RuleMoves<'a> {
        RuleMoves { rules, ends: rules.convention().terminals.clone() }
    }
}

impl Moves for RuleMoves<'_> {
    fn for_each_option(
        &self,
        position: &[u64],
        visit: &mut dyn FnMut(&[u64], bool) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let block = self.rules.convention().block.as_ref();
        let can_be_blocked = |family: usize| block.is_some_and(|block| block.families[family]);
        self.rules.for_each_option(position, &[], &mut |step| visit(step.to, can_be_blocked(step.family)))?;
        Ok(())
    }

    fn is_position(&self, position: &[u64]) -> Result<bool, SolveError> {
        Ok(!self.rules.restricts_positions() || self.rules.is_position(position)?)
    }

    fn is_end(&self, position: &[u64]) -> bool {
        !self.ends.is_empty() && self.ends.iter().any(|end| end == position)
    }
}
