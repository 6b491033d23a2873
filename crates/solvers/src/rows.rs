//! The first P-positions in lexicographic order, where a row (all P-positions with the same first pile) is finite.
//!
//! With one pile it always is. With two, moves of the second pile alone that never stop, such as i·q for all i >= m,
//! leave at most m P-positions in each residue class mod q of a row: two of them are less than m steps apart. If those
//! moves can be blocked, k - 1 of them, this holds of the k-th. So boxes are doubled until every class of every row
//! that matters has its first (k-th) P-position, with room for those that may follow.
//!
//! With more piles, where anything may be taken from the piles after the first, no P-position of a row is above another in
//! all of them: such a set is finite (Dickson). A row is whole in a box when it has, for each pile after the first, a
//! P-position whose others are empty: whatever is outside is above one of these.

use crate::error::SolveError;
use crate::remembered::LEAST_AMOUNTS;
use crate::solve::{COUNTED_JUMPS, JUMPS, PList, all_orders, list_in_box};
use std::collections::BTreeMap;
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::next_below;
use wythoff_rules::{Decision, Relation, Rules, Run, Shape};

/// How far a family that is not a plain ray is asked for moves of the second pile alone.
const FAR: u64 = 1 << 16;

/// The widest box in which the end of a row, or more rows with P-positions, are looked for.
const WIDEST: u64 = 1 << 20;

/// Rows in which more P-positions are looked for if none was found in all but the first of them.
const BARREN: u64 = 1 << 13;

/// The largest box of three piles or more in which they are looked for.
const MOST_CELLS: u128 = 1 << 25;

/// The side of the first box that is looked at, unless fewer are asked for.
const AT_FIRST: u64 = 1024;

/// In how many rows there are `n` P-positions, going by how many there are in the first ones, if that says anything.
fn rows_wanted(rows: u64, found: usize, n: usize) -> Option<u64> {
    let wanted = u128::from(rows) * n as u128 / found.max(1) as u128;
    u64::try_from(wanted).ok().filter(|_| found >= 256)
}

/// Whether a method keeps a bit for each cell.
fn has_table(method: &str) -> bool {
    method.starts_with("rows of bits") || method.starts_with("counting P-options")
}

/// Units of work to bring one position into every order and to sort it among the others.
const ORDERED: u64 = 400;

/// Cells times the length of their lines that a method may look at while it only looks for more rows: some seconds. With
/// one P-position in all, as in Nim on one pile, it would look for ever.
fn most_looks(method: &str) -> u128 {
    match method {
        "lines of play" | "table of options" => 1 << 29,
        "list of P-positions" => 1 << 33,
        JUMPS | COUNTED_JUMPS => 1 << 38,
        LEAST_AMOUNTS => 1 << 54,
        _ => u128::MAX,
    }
}

/// What a box costs a method that looks at the options of each state.
fn looks(rules: &Rules, rows: u64, columns: u64) -> u128 {
    let others = rules.piles().saturating_sub(1) as u32;
    let (rows, columns) = (u128::from(rows), u128::from(columns).saturating_pow(others));
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
    // Boxes of three piles grow with the third power of the side.
    let side = if rules.piles() > 2 { 8 } else { 64.max(n as u64) };
    // A smaller one tells how many rows there will be.
    let (mut rows, mut columns) = (side.min(AT_FIRST), side.min(AT_FIRST));
    let mut kept = Vec::new();
    let mut first = looks(rules, rows, columns);
    loop {
        // A box that is not done has rows that are not: what is kept is what the last one settled.
        let found = tail.positions(rules, rows, columns, limits);
        let found = found.map_err(|error| error.keeping(|| std::mem::take(&mut kept)))?;
        let settled = tail.settled_rows(rules, &found.positions, rows, columns);
        let (mut positions, mut beyond_settled) = (Vec::new(), Vec::new());
        for position in found.positions {
            let canonical = !rules.is_symmetric() || position.is_sorted();
            if canonical && rules.is_start(&position)? {
                let settled = position[0] < settled;
                if settled { &mut positions } else { &mut beyond_settled }.push(position);
            }
        }
        if positions.len() + beyond_settled.len() <= MOST_TARGETS {
            let every = [&positions[..], &beyond_settled[..]].concat();
            if are_all(rules, &every, rows.min(columns)) {
                if every.len() < n {
                    return Err(only(every.len(), ""));
                }
                positions = every;
            }
        }
        if positions.len() >= n {
            positions.truncate(n);
            return Ok(PList { positions, method: found.method });
        }
        let wanted = rows_wanted(settled, positions.len(), n).filter(|_| rules.piles() == 2);
        if let Some(wanted) = wanted {
            let side = wanted.saturating_mul(columns.max(rows) / rows);
            if looks(rules, wanted, side) / 64 > most_looks(found.method) {
                return Err(SolveError::Refused {
                    what: format!(
                        "so many P-positions are in some {wanted} rows, too many for the method that finds them ({})",
                        found.method
                    ),
                    hint: String::new(),
                });
            }
            if has_table(found.method) {
                limits.need("the table", u128::from(wanted) * u128::from(side) / 8)?;
            }
        }
        // A box of twice the side, and no more than what was asked for at first sixty-four times over.
        let next = looks(rules, rows.saturating_mul(2), columns.saturating_mul(2));
        let cells = u128::from(columns).saturating_mul(2).saturating_pow(rules.piles() as u32);
        let many = rules.piles() > 2 && cells > MOST_CELLS;
        let beyond = many || next > most_looks(found.method).max(first.saturating_mul(64));
        let last = positions.last().map_or(0, |last| last[0]);
        let barren = rows >= BARREN.max((last + 1).saturating_mul(64)) && rows >= side;
        if settled == rows && (rows >= side && beyond || barren || rows >= WIDEST.max(4 * n as u64)) {
            return Err(only(positions.len(), &format!(" with first pile below {rows}")));
        }
        kept = positions;
        if settled == rows {
            rows = rows.saturating_mul(2).max(wanted.map_or(0, |wanted| (wanted + wanted / 16).min(side)));
            if rows <= side {
                first = looks(rules, rows, columns.max(rows));
            }
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

/// That there are no more P-positions.
fn only(found: usize, place: &str) -> SolveError {
    let what = match found {
        0 => format!("there is no P-position{place}"),
        1 => format!("there is only one P-position{place}"),
        found => format!("there are only {found} P-positions{place}"),
    };
    SolveError::Refused { what, hint: String::new() }
}

/// Whether a few P-positions, those of a box, are certain to be all: from wherever one pile is larger than all that is taken at
/// least to reach them, a family without conditions leads to one. It is asked of endless amounts from single piles, or from
/// several each by itself, which go on evenly: one period of positions stands for all.
pub(crate) fn are_all(rules: &Rules, positions: &[Vec<u64>], box_side: u64) -> bool {
    let convention = rules.convention();
    let piles = rules.piles();
    let plain = convention.block.is_none() && rules.coordinates().len() == piles;
    if !plain || positions.is_empty() || positions.len() > MOST_TARGETS {
        return false;
    }
    let Some((sheets, _)) = rules.sheets_and_rest(None, false) else { return false };
    let one_pile = |vector: &[u64]| vector.iter().filter(|v| **v > 0).count() == 1;
    let open = sheets.into_iter().filter(|sheet| {
        let free = sheet.source.is_empty() && sheet.target.is_empty() && sheet.between.is_empty();
        free && sheet.strides.iter().all(|stride| stride.count.is_none() && one_pile(&stride.vector))
    });
    let open: Vec<_> = open.take(MOST_TARGETS).collect();
    let targets = all_orders(rules, positions.to_vec());
    // Beyond this only steps matter.
    let most = |all: &mut dyn Iterator<Item = u64>| all.max().unwrap_or(0);
    let reached = most(&mut targets.iter().flatten().copied());
    let start = most(&mut open.iter().flat_map(|sheet| sheet.start.iter().copied()));
    let end = convention.terminals.iter().flatten().copied().max().map_or(0, |end| end + 1);
    let far = reached.saturating_add(start).saturating_add(1).max(end);
    let steps = open.iter().flat_map(|sheet| &sheet.strides).flat_map(|stride| &stride.vector);
    let period = steps.filter(|step| **step > 0).try_fold(1u64, |all, step| {
        let (mut a, mut b) = (all, *step);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (all / a).checked_mul(*step).filter(|period| *period <= MOST_PERIOD)
    });
    let side = far.saturating_add(period.unwrap_or(u64::MAX));
    if far > box_side || u128::from(side).saturating_pow(piles as u32) > MOST_TRIED {
        return false;
    }
    let leads = |position: &[u64], target: &[u64]| {
        open.iter().any(|sheet| {
            (0..piles).all(|pile| {
                let step: u64 =
                    sheet.strides.iter().map(|stride| stride.vector[pile]).find(|v| *v > 0).unwrap_or(0);
                let rest =
                    position[pile].checked_sub(target[pile]).and_then(|x| x.checked_sub(sheet.start[pile]));
                rest.is_some_and(|rest| rest == 0 || step > 0 && rest % step == 0)
            })
        })
    };
    let mut position = vec![0; piles];
    loop {
        let outside = position.iter().any(|x| *x >= far);
        if outside && !targets.iter().any(|target| leads(&position, target)) {
            return false;
        }
        if !next_below(&mut position, &vec![side; piles]) {
            return true;
        }
    }
}

/// Most P-positions and families, longest period and most positions with which it is tried.
const MOST_TARGETS: usize = 16;
const MOST_PERIOD: u64 = 60;
const MOST_TRIED: u128 = 1 << 16;

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

/// Moves of the second pile alone: i·step for all i >= from. With one pile, nothing is needed; with three or more, that
/// anything may be taken from those after the first.
enum Tail {
    OnePile,
    Anything,
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
            _ => return Ok(takes_anything(rules).then_some(Tail::Anything)),
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
        let mut found = list_in_box(rules, &sides, false, limits)?;
        if rows == columns {
            limits.charge(ORDERED * found.positions.len() as u64)?;
            found.positions = all_orders(rules, found.positions);
        }
        Ok(found)
    }

    /// How many first rows have all their P-positions in the box.
    fn settled_rows(&self, rules: &Rules, positions: &[Vec<u64>], rows: u64, columns: u64) -> u64 {
        let far_end = rules.convention().terminals.iter().flatten().max().map_or(0, |end| end + 1);
        let (before, step, from) = match self {
            Tail::OnePile => return rows,
            _ if far_end > columns => return 0,
            Tail::Anything => return whole_rows(positions, rules.piles(), rows),
            Tail::Second { before, step, from } => (before, step, from),
        };
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

/// Whether anything may be taken from the piles after the first, whatever they are.
fn takes_anything(rules: &Rules) -> bool {
    let plain = rules.coordinates().len() == rules.piles()
        && rules.memory().is_empty()
        && rules.convention().block.is_none()
        && !rules.restricts_positions();
    let text = format!("(0{})", ",any".repeat(rules.piles() - 1));
    let Ok(anything) = Rules::read(&text) else { return false };
    plain
        && Relation::of(rules)
            .is_some_and(|mut relation| relation.contains_moves_of(&anything) == Decision::Holds)
}

/// How many first rows have, for each pile after the first, a P-position whose others are empty.
fn whole_rows(positions: &[Vec<u64>], piles: usize, rows: u64) -> u64 {
    let mut ends: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    for position in positions {
        for pile in 1..piles {
            let alone = (1..piles).all(|other| other == pile || position[other] == 0);
            ends.entry(position[0]).or_insert_with(|| vec![false; piles])[pile] |= alone;
        }
    }
    let whole = |row: &u64| ends.get(row).is_some_and(|ends| ends[1..].iter().all(|end| *end));
    (0..rows).find(|row| !whole(row)).unwrap_or(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::p_below;

    #[test]
    fn rows_of_three_piles_where_anything_may_be_taken_are_those_of_a_box() {
        for (text, size) in
            [("(i,0,0) (0,any,any)", 14), ("(i,0,0) (0,any,any) (i,i,i)", 14), ("(any,any,any)", 9)]
        {
            let rules = Rules::read(text).unwrap();
            let limits = Budget::default();
            let boxed = p_below(&rules, size, &limits).unwrap().positions;
            match first_by_rows(&rules, 8, &limits) {
                Ok(found) => {
                    // Only rows that end well inside the box are compared.
                    let inside = found.positions.iter().take_while(|p| p.iter().all(|x| 2 * x < size));
                    let inside: Vec<_> = inside.collect();
                    assert!(!inside.is_empty(), "{text}");
                    assert!(
                        inside.iter().zip(&boxed).all(|(a, b)| **a == *b),
                        "{text}: {inside:?} {boxed:?}"
                    );
                }
                Err(error) => assert!(boxed.len() < 8, "{text}: {error} {boxed:?}"),
            }
        }
        // The last has finite rows too, and no box shows where they end.
        let refused = ["(i,0,0) (0,i,0) (0,0,i)", "(0,i,any)", "piles unordered x, y, z\nmove (0, any, any)"];
        for text in refused {
            let found = first_by_rows(&Rules::read(text).unwrap(), 3, &Budget::default());
            assert!(matches!(found, Err(SolveError::Refused { .. })), "{text}: {found:?}");
        }
    }

    /// What was kept of a table is right whatever the order of its sides, and in the order that was asked for.
    #[test]
    fn parts_of_tables_are_parts_of_the_whole() {
        let texts = [
            "piles ordered x, y\nextra i below 3\nmove (k, 0, 0)\nmove (0, k, 0)\nmove (0, 0, k)\nmove (p, 2*p, i - j) for p >= 1, 0 <= j < 3",
            "piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, j, 0) where (i + j) mod 5 == 2",
        ];
        for text in texts {
            let rules = Rules::read(text).unwrap();
            for sides in [[3, 40, 3], [40, 3, 3], [12, 30, 3], [5, 9, 3]] {
                let whole = crate::grundy_table(&rules, &sides, &Budget::default()).unwrap();
                for work in [20u64, 60, 120, 400] {
                    let looks = std::sync::atomic::AtomicU64::new(0);
                    let clock = std::sync::Arc::new(move || {
                        let look = looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        std::time::Duration::from_millis(look)
                    });
                    let limits =
                        Budget::default().with_clock(clock).within(std::time::Duration::from_millis(work));
                    let Err(SolveError::Stopped { table: Some(part), .. }) =
                        crate::grundy_table(&rules, &sides, &limits)
                    else {
                        continue;
                    };
                    let mut at = 0;
                    crate::solve::for_each(&part.sides, &mut |position| {
                        let cell = position.iter().zip(&sides).fold(0, |cell, (x, side)| cell * side + x);
                        assert_eq!(
                            part.values[at], whole.values[cell as usize],
                            "{text} {sides:?} {position:?}"
                        );
                        at += 1;
                        Ok(())
                    })
                    .unwrap();
                }
            }
        }
    }
}
