//! What the kernels need to know of rules: rays, runs of amounts, options.

use crate::error::SolveError;
use crate::kernel::{BandMoves, Ends, LastRun, Moves, Ray, RayMoves, Reach, Strand, VisitRun};
use crate::strands::pieces;
use std::cell::Cell;
use std::ops::ControlFlow;
use wythoff_numbers::Budget;
use wythoff_numbers::bits::next_set;
use wythoff_numbers::tuples::{arrangements, next_arrangement};
use wythoff_rules::{Pattern, PileOrder, Rules, Runs, Shape};

/// Most vectors that a family is written out as.
const MOST_VECTORS: u64 = 4096;

/// Families with unknown last amounts are asked amount by amount on boards with at most this many vectors.
const MOST_ASKED: u128 = 1 << 22;

/// Amounts that go with first amounts are few runs if no more than this.
const FEW_RUNS: usize = 16;

/// Which runs of amounts are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A few for each choice of first amounts, that can be worked out.
    FewRuns,
    /// Any, on small boards also where each vector must be asked for.
    AllRuns,
}

/// Whether the future of a position depends on nothing but its coordinates, which moves only lower.
pub(crate) fn is_closed(rules: &Rules) -> bool {
    rules.memory().is_empty() && rules.only_takes()
}

/// The moves of two piles as rays, strands and vectors, taken from the families that `choose` wants; `None` if some
/// family is none of these.
pub(crate) fn ray_moves(rules: &Rules, choose: impl Fn(usize) -> bool) -> Option<RayMoves> {
    if rules.coordinates().len() != 2 || !is_closed(rules) || rules.restricts_positions() {
        return None;
    }
    let number = |x: u64| usize::try_from(x).ok();
    let (mut rays, mut strands, mut vectors) = (Vec::new(), Vec::new(), Vec::new());
    let mut bands = Vec::new();
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
            Shape::Ray { vector, from, to: None } => {
                let start = (number(vector[0].checked_mul(from)?)?, number(vector[1].checked_mul(from)?)?);
                strands.push(Strand { down: number(vector[0])?, across: number(vector[1])?, start });
            }
            Shape::Ray { vector, from, to: Some(to) } if to.saturating_sub(from) < MOST_VECTORS => {
                for i in from..=to {
                    vectors.push((number(vector[0].checked_mul(i)?)?, number(vector[1].checked_mul(i)?)?));
                }
            }
            Shape::Invariant => bands.push(pattern.family()),
            _ => return None,
        }
    }
    if !bands.is_empty() {
        for moves in rules.fragment().ok()?.iter().filter(|moves| bands.contains(&moves.family)) {
            let (more, single) = pieces(moves)?;
            strands.extend(more);
            vectors.extend(single);
        }
    }
    let moves = RayMoves::new(rays, vectors).and_strands(strands);
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
        let end: Vec<usize> = end.iter().map(|x| *x as usize).collect();
        if rules.is_symmetric() {
            all.extend(arrangements(&end));
        } else {
            all.push(end);
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The moves on a board as runs of last amounts; `None` if some family depends on the position, or if the runs cannot
/// be found as wanted.
pub(crate) fn band_moves(
    rules: &Rules,
    sides: &[usize],
    wanted: Wanted,
    limits: &Budget,
) -> Result<Option<BandMoves>, SolveError> {
    if !is_closed(rules) || rules.restricts_positions() || rules.sorts_piles() || sides.contains(&0) {
        return Ok(None);
    }
    let mut patterns: Vec<Pattern<'_>> = rules.patterns().collect();
    if !patterns.iter().all(|pattern| pattern.shape() != Shape::Variant) {
        return Ok(None);
    }
    let turned = turned_families(rules, &mut patterns, sides, wanted, limits)?;
    let before = sides.iter().map(|side| *side as u64 - 1).collect();
    let mut asked = Asked { patterns, before, solvable: true, wanted };
    let moves = BandMoves::new(sides, rules.is_symmetric(), limits, |first, runs| {
        for family in &turned {
            runs.extend_from_slice(&family[first[0]]);
        }
        asked.runs(first, runs)
    })?;
    Ok(moves.filter(|_| asked.solvable))
}

/// Patterns that are asked for runs of last amounts.
struct Asked<'a> {
    patterns: Vec<Pattern<'a>>,
    /// A position with all the amounts that matter.
    before: Vec<u64>,
    /// Whether every pattern has answered so far.
    solvable: bool,
    wanted: Wanted,
}

impl Asked<'_> {
    /// The runs of last amounts that go with first amounts.
    fn runs(&mut self, first: &[usize], runs: &mut Vec<LastRun>) -> Result<(), SolveError> {
        let mut taken: Vec<u64> = first.iter().map(|amount| *amount as u64).collect();
        let most = self.before[first.len()];
        let vectors = self.before.iter().fold(1u128, |all, most| all.saturating_mul(u128::from(*most) + 1));
        for pattern in &self.patterns {
            if !self.solvable {
                return Ok(());
            }
            if let Some(found) = pattern.last_amounts(&self.before, &taken)? {
                runs.extend(found.iter().map(|run| LastRun {
                    step: run.step.clamp(1, u64::from(u32::MAX)) as u32,
                    first: run.first as u32,
                    last: run.last as u32,
                }));
                self.solvable = self.wanted == Wanted::AllRuns || runs.len() <= FEW_RUNS;
                continue;
            }
            self.solvable = self.wanted == Wanted::AllRuns && vectors <= MOST_ASKED;
            taken.push(0);
            for amount in 0..=most {
                if !self.solvable {
                    break;
                }
                taken[first.len()] = amount;
                match pattern.accepts(&self.before, &taken)? {
                    Some(true) => runs.push(LastRun { step: 1, first: amount as u32, last: amount as u32 }),
                    Some(false) => {}
                    None => self.solvable = false,
                }
            }
            taken.pop();
        }
        Ok(())
    }
}

/// A family of two unordered piles comes as (k,l) and as (l,k). Often one of them is linear in the last amount and the
/// other is not, as in k <= l < k^2: the quicker is asked and turned around. Takes such families out of the patterns,
/// and returns their runs for each first amount.
fn turned_families(
    rules: &Rules,
    patterns: &mut Vec<Pattern<'_>>,
    sides: &[usize],
    wanted: Wanted,
    limits: &Budget,
) -> Result<Vec<Vec<Vec<LastRun>>>, SolveError> {
    let mut turned = Vec::new();
    if sides.len() != 2 || rules.order() != PileOrder::Unordered {
        return Ok(turned);
    }
    let side = sides[0].max(sides[1]);
    for family in 0..rules.families().len() {
        let both: Vec<Pattern<'_>> = patterns.iter().filter(|p| p.family() == family).copied().collect();
        let [one, other] = both[..] else { continue };
        if one.shape() != Shape::Invariant || other.shape() != Shape::Invariant {
            continue;
        }
        // Both say the same, so it does not matter for the answer which is taken.
        let corner = vec![side as u64 - 1; 2];
        let is_solved = |pattern: Pattern<'_>| -> Result<bool, SolveError> {
            Ok(pattern.last_amounts(&corner, &[side as u64 / 2])?.is_some())
        };
        let quicker = if !is_solved(one)? && is_solved(other)? { other } else { one };
        let mut asked = Asked { patterns: vec![quicker], before: corner.clone(), solvable: true, wanted };
        // Lists of runs both ways and of what changes from one to the next, each with room for the four that a list begins with.
        const LIST: usize = size_of::<Vec<LastRun>>() + 4 * size_of::<LastRun>() + 16;
        limits.need("the amounts of a family", side as u128 * 3 * LIST as u128)?;
        let mut rows = vec![Vec::new(); side];
        for (first, runs) in rows.iter_mut().enumerate() {
            if first % 256 == 0 {
                limits.step(0, 1)?;
            }
            asked.runs(&[first], runs)?;
        }
        if asked.solvable && rows.iter().flatten().all(|run| run.step == 1) {
            let across = transposed(&rows, limits)?;
            rows.iter_mut().zip(across).for_each(|(row, more)| row.extend(more));
            patterns.retain(|pattern| pattern.family() != family);
            turned.push(rows);
        }
    }
    Ok(turned)
}

/// For each last amount the runs of first amounts that go with it.
fn transposed(rows: &[Vec<LastRun>], limits: &Budget) -> Result<Vec<Vec<LastRun>>, SolveError> {
    let side = rows.len();
    let mut changes: Vec<Vec<usize>> = vec![Vec::new(); side + 1];
    for (first, runs) in rows.iter().enumerate() {
        let mut runs: Vec<(usize, usize)> =
            runs.iter().map(|r| (r.first as usize, r.last as usize + 1)).collect();
        runs.sort_unstable();
        let mut end = 0;
        for (from, to) in runs {
            let from = from.max(end);
            if from < to {
                changes[from.min(side)].push(first);
                changes[to.min(side)].push(first);
                end = to;
            }
        }
    }
    let mut active = vec![0u64; side.div_ceil(64)];
    let mut out = Vec::with_capacity(side);
    for (at, change) in changes[..side].iter().enumerate() {
        if at % 256 == 0 {
            limits.step(0, 1)?;
        }
        change.iter().for_each(|first| active[first / 64] ^= 1 << (first % 64));
        let mut runs = Vec::new();
        let mut end = 0;
        while let Some(first) = next_set(&active, end, 0).filter(|first| *first < side) {
            end = next_set(&active, first, !0).unwrap_or(side).min(side);
            runs.push(LastRun { step: 1, first: first as u32, last: end as u32 - 1 });
        }
        out.push(runs);
    }
    Ok(out)
}

/// The options of a game without memory, straight from the rules.
pub(crate) struct RuleMoves<'a> {
    rules: &'a Rules,
    runs: Runs<'a>,
    /// Those that cannot be blocked, and those that can.
    by_block: [Runs<'a>; 2],
    ends: Vec<Vec<u64>>,
}

impl<'a> RuleMoves<'a> {
    /// No pile that is asked for in runs has more than `most`.
    pub fn new(rules: &'a Rules, most: u64) -> RuleMoves<'a> {
        let ends = all_ends(rules).into_iter().map(|end| end.into_iter().map(|x| x as u64).collect());
        let block = rules.convention().block.as_ref();
        let by_block = [false, true].map(|blockable| {
            let own = |family: usize| block.is_some_and(|block| block.families[family] == blockable);
            let families = rules.patterns().enumerate().filter(|(_, pattern)| own(pattern.family()));
            rules.runs(Some(&families.map(|(at, _)| at).collect::<Vec<usize>>()), most)
        });
        RuleMoves { rules, runs: rules.runs(None, most), by_block, ends: ends.collect() }
    }
}

/// The relation between positions of a game without memory: the families are asked for one vector at a time.
pub(crate) struct RuleReach<'a> {
    patterns: Vec<Pattern<'a>>,
    moves: RuleMoves<'a>,
    empties_rows: bool,
    /// Patterns asked since the last look at the budget.
    asked: Cell<usize>,
}

impl<'a> RuleReach<'a> {
    /// The relation on a box with the given sides.
    pub fn new(rules: &'a Rules, sides: &[usize]) -> Result<RuleReach<'a>, SolveError> {
        let patterns: Vec<Pattern<'a>> = rules.patterns().collect();
        let corner: Vec<u64> = sides.iter().map(|side| (*side as u64).saturating_sub(1)).collect();
        let moves = RuleMoves::new(rules, corner.iter().copied().max().unwrap_or(0));
        let (&most, nothing) = (corner.last().unwrap_or(&0), vec![0; corner.len().saturating_sub(1)]);
        let mut empties_rows = false;
        for pattern in patterns.iter().filter(|p| moves.ends.is_empty() && p.shape() != Shape::Variant) {
            let runs = pattern.last_amounts(&corner, &nothing)?.unwrap_or_default();
            empties_rows |= runs.iter().any(|run| run.step == 1 && run.first <= 1 && run.last >= most);
        }
        empties_rows &= !rules.restricts_positions();
        Ok(RuleReach { patterns, moves, empties_rows, asked: Cell::new(0) })
    }

    /// Whether some family takes just this.
    fn takes(&self, from: &[u64], to: &[u64]) -> Result<Option<bool>, SolveError> {
        let Some(taken) = from.iter().zip(to).map(|(x, a)| x.checked_sub(*a)).collect::<Option<Vec<u64>>>()
        else {
            return Ok(Some(false));
        };
        // Ten piles have hundreds of patterns, and millions of orders in which they are asked.
        let asked = self.asked.get() + self.patterns.len();
        self.asked.set(asked % ASKED);
        if asked >= ASKED {
            wythoff_numbers::pay(asked as u64 * PATTERN)?;
        }
        for pattern in &self.patterns {
            match pattern.accepts(from, &taken)? {
                Some(false) => {}
                answer => return Ok(answer),
            }
        }
        Ok(Some(false))
    }
}

/// Patterns that are asked between two looks at the budget, and what each costs.
const ASKED: usize = 1 << 10;
const PATTERN: u64 = 1 << 10;

impl Reach for RuleReach<'_> {
    fn reaches(&self, from: &[u64], to: &[u64]) -> Result<Option<bool>, SolveError> {
        if !self.moves.rules.is_symmetric() {
            return self.takes(from, to);
        }
        let mut to = to.to_vec();
        loop {
            match self.takes(from, &to)? {
                Some(false) => {}
                answer => return Ok(answer),
            }
            if !next_arrangement(&mut to) {
                return Ok(Some(false));
            }
        }
    }

    fn empties_rows(&self) -> bool {
        self.empties_rows
    }

    fn has_move(&self, from: &[u64]) -> Result<bool, SolveError> {
        let mut any = false;
        self.moves.for_each_option(from, &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        })?;
        Ok(any)
    }

    fn is_position(&self, position: &[u64]) -> Result<bool, SolveError> {
        self.moves.is_position(position)
    }

    fn is_end(&self, position: &[u64]) -> bool {
        self.moves.is_end(position)
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

    fn for_each_run(
        &self,
        position: &[u64],
        blockable: Option<bool>,
        visit: VisitRun<'_>,
    ) -> Result<(), SolveError> {
        let runs = blockable.map_or(&self.runs, |blockable| &self.by_block[usize::from(blockable)]);
        Ok(runs.for_each(position, &mut |run| visit(run.to, run.step, run.lanes))?)
    }

    fn is_position(&self, position: &[u64]) -> Result<bool, SolveError> {
        Ok(!self.rules.restricts_positions() || self.rules.is_position(position)?)
    }

    fn is_end(&self, position: &[u64]) -> bool {
        !self.ends.is_empty() && self.ends.iter().any(|end| end == position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turning_around(rows in proptest::collection::vec(proptest::collection::vec((0u32..70, 0u32..9), 0..4), 1..70)) {
            let side = rows.len() as u32;
            let rows: Vec<Vec<LastRun>> = rows
                .iter()
                .map(|runs| {
                    runs.iter()
                        .filter(|(first, _)| *first < side)
                        .map(|&(first, more)| LastRun { step: 1, first, last: (first + more).min(side - 1) })
                        .collect()
                })
                .collect();
            let holds = |runs: &[LastRun], x: usize| runs.iter().any(|r| (r.first..=r.last).contains(&(x as u32)));
            let turned = transposed(&rows, &Budget::default()).unwrap();
            for (a, row) in rows.iter().enumerate() {
                for (b, column) in turned.iter().enumerate() {
                    prop_assert_eq!(holds(row, b), holds(column, a));
                }
            }
        }
    }
}
