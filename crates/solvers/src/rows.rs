//! The first P-positions in lexicographic order, where a row (all P-positions with the same first pile) is finite.
//!
//! With one pile it always is. With two, moves of the second pile alone that never stop, such as i·q for all i >= m,
//! leave at most m P-positions in each residue class mod q of a row: two of them are less than m steps apart. If those
//! moves can be blocked, k - 1 of them, this holds of the k-th. So boxes are doubled until every class of every row
//! that matters has its first (k-th) P-position, with room for those that may follow.

use crate::error::SolveError;
use crate::solve::{PList, all_orders, list_in_box};
use std::collections::BTreeMap;
use wythoff_numbers::Budget;
use wythoff_rules::{Rules, Run, Shape};

/// How far a family that is not a plain ray is asked for moves of the second pile alone.
const FAR: u64 = 1 << 16;

/// The widest box in which the end of a row, or more rows with P-positions, are looked for.
const WIDEST: u64 = 1 << 20;

/// Cells times the length of their lines that a method may look at while it only looks for more rows: some seconds. With
/// one P-position in all, as in Nim on one pile, it would look for ever.
fn most_looks(method: &str) -> u128 {
    match method {
        "lines of play" | "table of options" => 1 << 29,
        "list of P-positions" => 1 << 33,
        _ => u128::MAX,
    }
}

/// What a box costs a method that looks at the options of each state.
fn looks(rules: &Rules, rows: u64, columns: u64) -> u128 {
    let (rows, columns) = (u128::from(rows), if rules.piles() == 1 { 1 } else { u128::from(columns) });
    let remembered = if rules.memory().is_empty() { 1 } else { rows + columns };
    rows.saturating_mul(columns).saturating_mul(rows + columns).saturating_mul(remembered)
}

/// The first `n` P-positions, or why there is no such thing.
pub(crate) fn first_by_rows(rules: &Rules, n: usize, limits: &Budget) -> Result<PList, SolveError> {
    limits.need("the list of P-positions", n as u128 * 48)?;
    let Some(tail) = Tail::find(rules)? else {
        return Err(SolveError::Refused {
            what: "the first P-positions are not known to be finitely many in each row (first pile)"
                .to_string(),
            hint: String::new(),
        });
    };
    let (mut rows, mut columns) = (64.max(n as u64), 64.max(n as u64));
    let mut kept = Vec::new();
    let first = looks(rules, rows, columns);
    loop {
        // A box that is not done has rows that are not: what is kept is what the last one settled.
        let found = tail.positions(rules, rows, columns, limits);
        let found = found.map_err(|error| error.keeping(|| std::mem::take(&mut kept)))?;
        let settled = tail.settled_rows(rules, &found.positions, rows, columns);
        let mut positions = Vec::new();
        for position in found.positions {
            let canonical = !rules.is_symmetric() || position.is_sorted();
            if position[0] < settled && canonical && rules.is_start(&position)? {
                positions.push(position);
            }
        }
        if positions.len() >= n {
            positions.truncate(n);
            return Ok(PList { positions, method: found.method });
        }
        // A box of twice the side, and no more than what was asked for at first sixty-four times over.
        let next = looks(rules, rows.saturating_mul(2), columns.saturating_mul(2));
        let beyond = next > most_looks(found.method).max(first.saturating_mul(64));
        if settled == rows && (beyond || rows >= WIDEST.max(4 * n as u64)) {
            return Err(SolveError::Refused {
                what: match positions.len() {
                    0 => format!("there is no P-position with first pile below {rows}"),
                    1 => format!("there is only one P-position with first pile below {rows}"),
                    found => format!("there are only {found} P-positions with first pile below {rows}"),
                },
                hint: String::new(),
            });
        }
        kept = positions;
        if settled == rows {
            rows = rows.saturating_mul(2);
        } else if beyond || columns >= WIDEST {
            return Err(SolveError::Refused {
                what: format!(
                    "no end of the P-positions with first pile {settled} was found below {columns}"
                ),
                hint: String::new(),
            });
        }
        columns = columns.max(rows).saturating_mul(2);
    }
}

/// A step whose multiples i·step, i >= from, are all among the amounts, as far as these go. Amounts of another residue,
/// such as 1, 4, 7, ..., bound nothing: 0, 2, 5, 8, ... has no such difference.
fn multiples(runs: &[Run]) -> Option<(u64, u64)> {
    let single: Vec<u64> = runs.iter().filter(|run| run.first == run.last).map(|run| run.first).collect();
    // Amounts that are listed one by one may be a run too: those that go down from the last in equal steps.
    let mut all = runs.to_vec();
    if let [.., before, last] = single[..] {
        let step = last - before;
        let first = single.iter().rev().scan(last, |next, amount| {
            (*amount == *next).then(|| *next = next.saturating_sub(step)).map(|()| *amount)
        });
        all.extend(first.last().map(|first| Run { first, last, step }));
    }
    let endless = all.iter().find(|run| {
        let long = run.last + run.step > FAR && run.last - run.first >= FAR / 2;
        long && run.first.is_multiple_of(run.step)
    });
    endless.map(|run| (run.step, (run.first / run.step).max(1)))
}

/// Moves of the second pile alone: i·step for all i >= from. With one pile, nothing is needed.
enum Tail {
    OnePile,
    Second {
        /// How many P-positions of a class may be before another: 0, or k - 1 if the moves can be blocked.
        before: u64,
        step: u64,
        from: u64,
    },
}

impl Tail {
    fn find(rules: &Rules) -> Result<Option<Tail>, SolveError> {
        match rules.piles() {
            1 => return Ok(Some(Tail::OnePile)),
            2 => {}
            _ => return Ok(None),
        }
        let block = rules.convention().block.as_ref();
        let mut best: Option<(u64, u64, u64)> = None;
        for pattern in rules.patterns() {
            let before =
                block.filter(|block| block.families[pattern.family()]).map_or(0, |block| block.k - 1);
            let tail = match pattern.shape() {
                Shape::Ray { vector, from, to: None } => {
                    let alone = vector[1] > 0 && vector.iter().enumerate().all(|(c, v)| c == 1 || *v == 0);
                    alone.then_some((vector[1], from))
                }
                Shape::Invariant if rules.coordinates().len() == 2 => {
                    multiples(&pattern.last_amounts(&[FAR, FAR], &[0])?.unwrap_or_default())
                }
                _ => None,
            };
            let tail = tail.map(|(step, from)| (before, step, from));
            best = best.into_iter().chain(tail).min();
        }
        Ok(best.map(|(before, step, from)| Tail::Second { before, step, from }))
    }

    /// The P-positions in a box of so many rows, in every order where order does not matter.
    fn positions(
        &self,
        rules: &Rules,
        rows: u64,
        columns: u64,
        limits: &Budget,
    ) -> Result<PList, SolveError> {
        let sides: Vec<u64> = rules
            .bounds()
            .iter()
            .enumerate()
            .map(|(c, bound)| bound.unwrap_or(if c == 0 { rows } else { columns }))
            .collect();
        let mut found = list_in_box(rules, &sides, limits)?;
        if rows == columns {
            found.positions = all_orders(rules, found.positions);
        }
        Ok(found)
    }

    /// How many first rows have all their P-positions in the box.
    fn settled_rows(&self, rules: &Rules, positions: &[Vec<u64>], rows: u64, columns: u64) -> u64 {
        let Tail::Second { before, step, from } = self else { return rows };
        let far_end = rules.convention().terminals.iter().flatten().max().map_or(0, |end| end + 1);
        if far_end > columns {
            return 0;
        }
        // How many P-positions each class of each row has with room behind, for each value of the extra coordinates.
        let mut seen: BTreeMap<(u64, u64, &[u64]), u64> = BTreeMap::new();
        for position in positions {
            if position[1].saturating_add(from.saturating_mul(*step)) <= columns {
                *seen.entry((position[0], position[1] % step, &position[2..])).or_insert(0) += 1;
            }
        }
        let mut complete: BTreeMap<u64, u64> = BTreeMap::new();
        for ((row, ..), count) in &seen {
            *complete.entry(*row).or_insert(0) += u64::from(count > before);
        }
        let classes = rules.bounds()[2..].iter().flatten().product::<u64>().saturating_mul(*step);
        (0..rows).find(|row| complete.get(row).copied().unwrap_or(0) < classes).unwrap_or(rows)
    }
}
