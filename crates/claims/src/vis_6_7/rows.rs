//! VIS 6.1: additive periodicity of the rows of Grundy values, by Landman's machine.

use super::text;
use crate::run::Scale;
use crate::support::{go_on, pairs_below, rules, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::HashMap;
use wythoff_theory::grundy_rows::GrundyRow;

/// Grundy values of a game from its rules, `values[y][x]`.
pub(super) fn table(spec: &str, rows: usize, columns: usize) -> Result<Vec<Vec<u32>>, String> {
    let sides = [rows as u64, columns as u64];
    let table =
        wythoff_solvers::grundy_table(&rules(spec)?, &sides, &crate::support::budget()).map_err(text)?;
    Ok(table.values.chunks(columns).map(<[u32]>::to_vec).collect())
}

/// Grundy values by the definition: the mex over the options, looked at one by one.
pub(super) fn literal_table(
    rows: usize,
    columns: usize,
    options: &dyn Fn(usize, usize) -> Vec<(usize, usize)>,
) -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; columns]; rows];
    let mut seen: Vec<usize> = vec![usize::MAX; 2 * (rows + columns) + rows * rows + 1];
    for y in 0..rows {
        for x in 0..columns {
            let stamp = y * columns + x;
            for (b, a) in options(y, x) {
                if let Some(mark) = seen.get_mut(values[b][a] as usize) {
                    *mark = stamp;
                }
            }
            values[y][x] = seen.iter().position(|mark| *mark != stamp).unwrap_or(seen.len()) as u32;
        }
    }
    values
}

/// The least period p with G(x+p) = G(x) + p on the second half of a row, and the least start from which it holds.
pub(super) fn additive_period(row: &[u32]) -> Option<(usize, usize)> {
    let half = row.len() / 2;
    let holds = |x: usize, p: usize| row[x + p] == row[x] + p as u32;
    let period = (1..half / 2).find(|p| (half..row.len() - p).all(|x| holds(x, *p)))?;
    let start = (0..half).rev().find(|x| !holds(*x, period)).map_or(0, |x| x + 1);
    Some((start, period))
}

// VIS-6.1-bounds: x - 2y <= G(x,y) <= x + y.
pub(super) fn bounds(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((60, 60), (300, 300), (1500, 1500));
    for (y, row) in table("wythoff", rows, columns)?.iter().enumerate() {
        for (x, g) in row.iter().enumerate() {
            let g = *g as usize;
            ensure!(x <= g + 2 * y && g <= x + y, "G({x},{y}) = {g}");
        }
    }
    Finding::holds(format!("all x < {columns}, y < {rows}"))
}

// VIS-6.1-H: H = G - x + 2y lies in 0..3y, so each row of H is bounded.
pub(super) fn h(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((8, 500), (30, 5000), (60, 50_000));
    let mut largest = Vec::new();
    for (y, row) in table("wythoff", rows, columns)?.iter().enumerate() {
        let h = row.iter().enumerate().map(|(x, g)| i64::from(*g) - x as i64 + 2 * y as i64);
        let (least, most) = h.fold((i64::MAX, i64::MIN), |(l, m), h| (l.min(h), m.max(h)));
        ensure!(least >= 0 && most <= 3 * y as i64, "row {y}: H from {least} to {most}");
        largest.push(most);
    }
    Finding::holds(format!("rows y < {rows}, x < {columns}")).detail(format!("largest H by row: {largest:?}"))
}

/// Landman's machine, word for word: for each row i strings of 3i + 1 bits by H-value.
struct Landman {
    left: Vec<Vec<bool>>,
    down: Vec<Vec<bool>>,
    slant: Vec<Vec<bool>>,
}

impl Landman {
    /// Column 0: nothing used yet; the H-values below 2i stand for negative Grundy values and are preset.
    fn new(y: usize) -> Landman {
        let empty: Vec<Vec<bool>> = (0..=y).map(|i| vec![false; 3 * i + 1]).collect();
        let left = (0..=y).map(|i| (0..3 * i + 1).map(|h| h < 2 * i).collect()).collect();
        Landman { left, down: empty.clone(), slant: empty }
    }

    /// H(x,0), ..., H(x,y), with Down built from below.
    fn column(&mut self) -> Option<Vec<usize>> {
        let mut values = Vec::new();
        for i in 0..self.left.len() {
            let mut down = vec![false; 3 * i + 1];
            for (lower, h) in values.iter().enumerate() {
                *down.get_mut(h + 2 * (i - lower))? = true;
            }
            self.down[i] = down;
            let free = |h: &usize| !(self.left[i][*h] || self.down[i][*h] || self.slant[i][*h]);
            values.push((0..3 * i + 1).find(free)?);
        }
        Some(values)
    }

    /// The strings for the next column: Left moves down by one, Slant(i) is Slant(i-1) with H(x,i-1), moved up by one.
    fn advance(&mut self, values: &[usize]) {
        for i in (0..self.left.len()).rev() {
            self.left[i][values[i]] = true;
            self.left[i].remove(0);
            self.left[i].push(false);
            let mut slant = vec![false; 3 * i + 1];
            if i > 0 {
                for (h, bit) in self.slant[i - 1].iter().enumerate() {
                    slant[h + 1] = *bit || h == values[i - 1];
                }
            }
            self.slant[i] = slant;
        }
    }
}

// VIS-6.1-fsm: the machine computes H(x,0..y) column by column.
pub(super) fn machine(scale: Scale) -> Checked {
    let (y, columns) = scale.bound((8, 150), (20, 2500), (40, 10_000));
    let table = table("wythoff", y + 1, columns)?;
    let mut machine = Landman::new(y);
    for x in 0..columns {
        let values = machine.column().ok_or_else(|| format!("no free bit in column {x}"))?;
        for (i, h) in values.iter().enumerate() {
            let from_rules = table[i].get(x).map(|g| *g as usize + 2 * i);
            agree!(Some(h + x), from_rules, "H({x},{i}) + x");
        }
        machine.advance(&values);
    }
    Finding::holds(format!("rows 0..{y}, x < {columns}"))
}

// VIS-6.1-periodic: every row is additively periodic from some column on.
pub(super) fn periodic(scale: Scale) -> Checked {
    let y = scale.bound(8u64, 24, 60);
    let periods = GrundyRow::up_to(y, 1 << 24).map_err(text)?;
    let columns = periods.iter().map(|row| row.preperiod() + 3 * row.period()).max().unwrap_or(0);
    for (i, row) in table("wythoff", y as usize + 1, columns)?.iter().enumerate() {
        let (start, p) = (periods[i].preperiod(), periods[i].period());
        let holds = |x: usize| row[x + p] == row[x] + p as u32;
        ensure!((start..columns - p).all(holds), "row {i} from {start} on with period {p}");
        ensure!(start == 0 || !holds(start - 1), "row {i}: the period starts before {start}");
    }
    Finding::holds(format!("rows 0..{y}: the machine's state repeats; x < {columns} from the rules"))
}

/// Pre-period and period of rows 0..20 and 100, as recorded.
const PERIODS: [(usize, (usize, usize)); 22] = [
    (0, (0, 1)),
    (1, (0, 3)),
    (2, (0, 3)),
    (3, (8, 6)),
    (4, (9, 12)),
    (5, (27, 24)),
    (6, (37, 12)),
    (7, (92, 24)),
    (8, (102, 24)),
    (9, (127, 24)),
    (10, (224, 24)),
    (11, (277, 48)),
    (12, (347, 48)),
    (13, (382, 96)),
    (14, (613, 96)),
    (15, (693, 96)),
    (16, (771, 192)),
    (17, (865, 192)),
    (18, (919, 384)),
    (19, (1032, 384)),
    (20, (1165, 384)),
    (100, (168_066, 12_288)),
];

// VIS-6.1-table, NEW-ROWS: pre-periods and periods; every period is 1 or 3 * 2^k.
pub(crate) fn table_of_periods(scale: Scale) -> Checked {
    let y = scale.bound(20u64, 60, 110);
    let periods = GrundyRow::up_to(y, 1 << 26).map_err(text)?;
    for (i, row) in periods.iter().enumerate() {
        let third = row.period() / 3;
        ensure!(
            row.period() == 1 || (row.period() == 3 * third && third.is_power_of_two()),
            "row {i} has period {}",
            row.period()
        );
    }
    for (i, recorded) in PERIODS.iter().filter(|(i, _)| *i as u64 <= y) {
        agree!((periods[*i].preperiod(), periods[*i].period()), *recorded, "row {i}");
    }
    // The same from the rules: the period seen on a long stretch of the table.
    let few = scale.bound(9, 13, 20);
    for (i, row) in table("wythoff", few, 2 * (periods[few - 1].preperiod() + 500))?.iter().enumerate() {
        let found = additive_period(row);
        agree!(found, Some((periods[i].preperiod(), periods[i].period())), "row {i} from the rules");
    }
    let last = &periods[y as usize];
    Finding::holds(format!("rows 0..{y} by repetition of the state, rows below {few} from the rules"))
        .detail(format!("row {y}: pre-period {}, period {}", last.preperiod(), last.period()))
}

/// Distinct states of the machine of rows 0..y until one repeats.
fn visited(y: usize) -> Result<usize, String> {
    let mut machine = Landman::new(y);
    let mut seen = HashMap::new();
    for x in 0.. {
        go_on(1 << 10)?;
        if seen.insert((machine.left.clone(), machine.slant.clone()), x).is_some() {
            return Ok(x);
        }
        let values = machine.column().ok_or_else(|| format!("no free bit in column {x}"))?;
        machine.advance(&values);
    }
    Err("no state repeats".to_string())
}

// VIS-6.1-states: the number of stored bits is O(y^2); the states that occur grow faster.
pub(super) fn states(scale: Scale) -> Checked {
    let sizes: &[usize] = scale.bound(&[5, 10, 20], &[5, 10, 20, 30], &[5, 10, 20, 40]);
    let mut counts = Vec::new();
    for &y in sizes {
        let states = visited(y)?;
        let machine = Landman::new(y);
        let strings = [&machine.left, &machine.down, &machine.slant];
        let bits: usize = strings.iter().flat_map(|s| s.iter()).map(Vec::len).sum();
        // 3 (1 + 4 + ... + (3y+1)) = 3 (y+1)(3y+2)/2.
        agree!(2 * bits, 3 * (y + 1) * (3 * y + 2), "bits for y = {y}");
        ensure!(bits >= 64 || states <= 1 << bits, "y = {y}: {states} states from {bits} bits");
        counts.push((y, states));
    }
    let faster = counts.windows(2).all(|w| w[1].1 * w[0].0 * w[0].0 > w[0].1 * w[1].0 * w[1].0);
    ensure!(faster, "(y, states): {counts:?}: not faster than y^2");
    Finding::clarified("O(y^2) bits are stored: holds; O(y^2) states: the states visited, below, grow faster on the rows computed, and no run decides a limit", format!("3(y+1)(3y+2)/2 stored bits for y = {sizes:?}, so at most 2^O(y^2) states")).fails_at(found(Some(format!("states / y^2 increases: (y, states that occur) = {counts:?}")), "")?)
}

// VIS-6.1-symmetry: G(x,y) = G(y,x), so columns are periodic too.
pub(super) fn symmetry(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((9, 400), (21, 3500), (30, 10_000));
    let queen = |y: usize, x: usize| {
        let mut to: Vec<(usize, usize)> = (0..x).map(|a| (y, a)).chain((0..y).map(|b| (b, x))).collect();
        to.extend((1..=x.min(y)).map(|t| (y - t, x - t)));
        to
    };
    let (wide, tall) = (table("wythoff", rows, columns)?, table("wythoff", columns, rows)?);
    for y in 0..rows {
        let column: Vec<u32> = tall.iter().map(|line| line[y]).collect();
        ensure!(column == wide[y], "column {y} is not row {y}");
        ensure!(additive_period(&column).is_some(), "column {y} shows no period");
    }
    let side = scale.bound(25, 60, 120);
    let literal = literal_table(side, side, &queen);
    agree!(literal, table("wythoff", side, side)?, "the table by the definition");
    Finding::holds(format!("columns 0..{}, {columns} values each", rows - 1))
}

// VIS-6.1-fig3: the sets L' (left, bounded), D (down), S (slant) of H-values are what the three strings hold.
pub(super) fn figure_3(scale: Scale) -> Checked {
    let (y, columns) = scale.bound((6, 80), (12, 400), (20, 1500));
    let table = table("wythoff", y + 1, columns)?;
    let mut machine = Landman::new(y);
    for x in 0..columns {
        let values = machine.column().ok_or_else(|| format!("no free bit in column {x}"))?;
        for i in 0..=y {
            let string = |options: Vec<u32>, negative: bool| -> Vec<bool> {
                let mut bits = vec![false; 3 * i + 1];
                for (h, bit) in bits.iter_mut().enumerate() {
                    let g = h as i64 + x as i64 - 2 * i as i64;
                    *bit = (negative && g < 0) || options.iter().any(|v| i64::from(*v) == g);
                }
                bits
            };
            let left = string((0..x).map(|a| table[i][a]).collect(), true);
            let down = string((0..i).map(|b| table[b][x]).collect(), false);
            let slant = string((1..=x.min(i)).map(|t| table[i - t][x - t]).collect(), false);
            agree!(machine.left[i], left, "left of ({x},{i})");
            agree!(machine.down[i], down, "below ({x},{i})");
            agree!(machine.slant[i], slant, "slant of ({x},{i})");
        }
        machine.advance(&values);
    }
    Finding::holds(format!("the three sets from the rules, rows 0..{y}, x < {columns}"))
        .detail("the figure itself is not in the text at hand")
}

/// The options of F-Wythoff: Nim moves, and equal removals that keep floor(b/a) and leave both piles positive.
fn f_options(y: usize, x: usize) -> Vec<(usize, usize)> {
    let mut to: Vec<(usize, usize)> = (0..x).map(|a| (y, a)).chain((0..y).map(|b| (b, x))).collect();
    let (a, b) = (x.min(y), x.max(y));
    to.extend((1..a).filter(|t| (b - t) / (a - t) == b / a).map(|t| (y - t, x - t)));
    to
}

// VIS-6.1-F: P-positions of F-Wythoff: (0,0) and Wythoff's pairs moved by (1,1).
pub(super) fn f_wythoff(scale: Scale) -> Checked {
    let side = scale.bound(60, 200, 500);
    let pairs = wythoff_pairs(side as usize).into_iter().map(|(a, b)| (a + 1, b + 1));
    let expected: Vec<(u64, u64)> = [(0, 0)].into_iter().chain(pairs.take_while(|p| p.1 < side)).collect();
    agree!(pairs_below("f-wythoff", side)?, expected, "P-positions");
    let small = scale.bound(30, 60, 120);
    agree!(table("f-wythoff", small, small)?, literal_table(small, small, &f_options), "Grundy values");
    Finding::holds(format!("P-positions below {side}, Grundy values below {small}"))
}

// VIS-6.1-F-periodic: rows of F-Wythoff are additively periodic.
pub(super) fn f_periodic(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((7, 250), (9, 800), (12, 3000));
    let mut periods = Vec::new();
    for (y, row) in literal_table(rows, columns, &f_options).iter().enumerate() {
        periods.push(additive_period(row).ok_or_else(|| format!("row {y} shows no period below {columns}"))?);
    }
    let first = [(0, 1), (0, 2), (4, 4), (5, 2), (11, 12), (13, 6), (25, 24)];
    agree!(periods[..7], first[..], "(pre-period, period) of rows 0..6");
    Finding::holds(format!("rows 0..{}, x < {columns}; seen on the second half", rows - 1))
        .detail(format!("(pre-period, period): {periods:?}"))
}
