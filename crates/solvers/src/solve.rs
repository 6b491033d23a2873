//! The one door to the solvers: a question about a game's rules, answered by the fastest method that the shape of
//! the rules allows. (Contract with the catalog, the claims and the command line: the signatures here are fixed.)

use crate::error::SolveError;
use crate::limits::Limits;
use crate::referee::{Referee, grundy_makes_sense};
use wythoff_rules::{Outcome, Rules};

/// P-positions and how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PList {
    /// Each once, canonical, in lexicographic order; fresh starts where the game has memory.
    pub positions: Vec<Vec<u64>>,
    /// The method that found them.
    pub method: &'static str,
}

/// All P-positions with every pile below `bound` (bounded extra coordinates run through their whole range).
pub fn p_below(rules: &Rules, bound: u64, limits: &Limits<'_>) -> Result<PList, SolveError> {
    let mut referee = Referee::new(rules);
    let mut positions = Vec::new();
    let mut failure = None;
    let sides: Vec<u64> = rules.bounds().iter().map(|b| b.unwrap_or(bound)).collect();
    for_each_canonical(rules, &sides, &mut |position| {
        let judged = judge(rules, &mut referee, position).and_then(|p| limits.step(0, 0).map(|()| p));
        match judged {
            Ok(true) => positions.push(position.to_vec()),
            Ok(false) => {}
            Err(error) => failure = Some(error),
        }
        failure.is_none()
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(PList { positions, method: "the referee" }),
    }
}

fn judge(rules: &Rules, referee: &mut Referee<'_>, position: &[u64]) -> Result<bool, SolveError> {
    if !rules.is_position(position)? || !rules.is_start(position)? {
        return Ok(false);
    }
    let start = referee.start(position);
    Ok(referee.outcome(&start)? == Outcome::P)
}

/// The first `n` P-positions in lexicographic order, where the rules bound every row (all P-positions with the same
/// first pile); refused otherwise, with `--below` as the way out.
pub fn p_first(rules: &Rules, n: usize, limits: &Limits<'_>) -> Result<PList, SolveError> {
    let mut bound = 64;
    loop {
        let found = p_below(rules, bound, limits)?;
        let complete: Vec<Vec<u64>> =
            found.positions.into_iter().filter(|p| p.iter().all(|x| *x < bound / 4)).take(n).collect();
        if complete.len() == n || bound > 1 << 20 {
            return Ok(PList { positions: complete, method: found.method });
        }
        bound *= 2;
    }
}

/// The Grundy values on a box with the given sides (one for each coordinate).
pub fn grundy_table(rules: &Rules, sides: &[u64], limits: &Limits<'_>) -> Result<GrundyTable, SolveError> {
    grundy_makes_sense(rules)?;
    let mut referee = Referee::new(rules);
    let mut values = Vec::new();
    let mut failure = None;
    for_each(sides, &mut |position| {
        let start = referee.start(position);
        match referee.grundy(&start) {
            Ok(value) => values.push(value as u32),
            Err(error) => failure = Some(SolveError::from(error)),
        }
        if let Err(error) = limits.step(0, 0) {
            failure = Some(error);
        }
        failure.is_none()
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(GrundyTable { sides: sides.to_vec(), values, method: "the referee" }),
    }
}

/// Grundy values on a box, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrundyTable {
    /// The side of the box in each coordinate.
    pub sides: Vec<u64>,
    /// The values, the last coordinate running fastest.
    pub values: Vec<u32>,
    /// The method that found them.
    pub method: &'static str,
}

fn for_each(sides: &[u64], visit: &mut dyn FnMut(&[u64]) -> bool) {
    if sides.contains(&0) {
        return;
    }
    let mut position = vec![0; sides.len()];
    loop {
        if !visit(&position) {
            return;
        }
        let Some(at) = (0..sides.len()).rev().find(|c| position[*c] + 1 < sides[*c]) else { return };
        position[at] += 1;
        position[at + 1..].fill(0);
    }
}

fn for_each_canonical(rules: &Rules, sides: &[u64], visit: &mut dyn FnMut(&[u64]) -> bool) {
    for_each(sides, &mut |position| {
        if rules.is_symmetric() && position.windows(2).any(|w| w[0] > w[1]) { true } else { visit(position) }
    });
}
