//! VIS 7.1 and 7.2: the Wythoff array and its relatives.

use super::{integer, lower, natural, text, upper};
use crate::run::Scale;
use crate::support::{budget, floor, p_below, phi, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::NumberError;
use wythoff_numbers::Random;
use wythoff_numbers::arrays::Array;
use wythoff_numbers::arrays::dispersion::{
    Violation, check_interspersion, dispersion, is_fractal, lower_trim, row_numbers, upper_trim,
};
use wythoff_numbers::numeration::{Positional, zeckendorf};
use wythoff_numbers::{Integer, Quadratic};

/// F(0) = 0, F(1) = 1, ..., as far as machine integers go.
pub(super) fn fibonacci() -> Vec<u64> {
    let mut list = vec![0u64, 1];
    while let Some(next) = list[list.len() - 2].checked_add(list[list.len() - 1]) {
        list.push(next);
    }
    list
}

/// Rows that start with the least number not used before and a second entry computed from it, continued by the
/// Fibonacci recurrence; `columns` entries a row.
fn least_unused(rows: usize, columns: usize, second: &dyn Fn(u64) -> Option<u64>) -> Option<Vec<Vec<u64>>> {
    let mut used = BTreeSet::new();
    let mut array = Vec::new();
    let mut first = 1;
    for _ in 0..rows {
        while used.contains(&first) {
            first += 1;
        }
        let mut row = vec![first, second(first)?];
        while row.len() < columns {
            row.push(row[row.len() - 2] + row[row.len() - 1]);
        }
        used.extend(row.iter().copied());
        array.push(row);
    }
    Some(array)
}

/// The Wythoff array as the paper builds it: the least unused number A_n, then B_n, then the recurrence.
pub(super) fn wythoff(rows: usize, columns: usize) -> Result<Vec<Vec<u64>>, String> {
    let partner: BTreeMap<u64, u64> = wythoff_pairs(4 * rows + 10).into_iter().collect();
    // Enough columns that a number below the last first entry cannot come later in its row.
    let array = least_unused(rows, columns.max(30), &|a| partner.get(&a).copied());
    let array = array.ok_or("a first entry is not a lower Wythoff number")?;
    Ok(array.into_iter().map(|row| row.into_iter().take(columns).collect()).collect())
}

/// D(i,j) = W(i,2j) - W(i,2j-1).
fn difference(rows: usize, columns: usize) -> Result<Vec<Vec<u64>>, String> {
    let w = wythoff(rows, 2 * columns)?;
    Ok(w.iter().map(|row| row.chunks(2).map(|pair| pair[1] - pair[0]).collect()).collect())
}

/// The nearest integer to a phi: floor(a phi + 1/2).
fn nearest(a: u64) -> Option<u64> {
    Some(floor(&phi().ok()?, 2 * a).ok()?.div_ceil(2))
}

fn stolarsky_rows(rows: usize, columns: usize) -> Result<Vec<Vec<u64>>, String> {
    let array = least_unused(rows, columns.max(30), &nearest).ok_or("a second entry is missing")?;
    Ok(array.into_iter().map(|row| row.into_iter().take(columns).collect()).collect())
}

fn big(array: &[Vec<u64>]) -> Vec<Vec<Integer>> {
    array.iter().map(|row| row.iter().copied().map(integer).collect()).collect()
}

/// Which axiom of interspersions a corner breaks.
fn violation(corner: &[Vec<Integer>]) -> Result<Option<Violation>, String> {
    check_interspersion(corner, &budget()).map_err(text)
}

fn corner(array: Array, rows: usize, columns: u64) -> Result<Vec<Vec<Integer>>, String> {
    array.rows(columns).take(rows).collect::<Result<_, _>>().map_err(text)
}

/// floor((n+1) phi) - 1, the shift of the Zeckendorf digits of n.
fn shifted(n: &Integer) -> Integer {
    Quadratic::golden().floor_mul(&(n + Integer::from(1))) - Integer::from(1)
}

// VIS-7.1-brousseau
pub(super) fn brousseau(_: Scale) -> Checked {
    Finding::unchecked("history; the rule of the ordering is not given")
}

// VIS-7.1-stolarsky: least unused number a, nearest integer to a phi, then the recurrence: every integer once.
pub(super) fn stolarsky(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 10), (200, 14), (1000, 18));
    let built = big(&stolarsky_rows(rows, columns)?);
    agree!(corner(Array::Stolarsky, rows, columns as u64)?, built, "entries");
    agree!(violation(&built)?, None, "interspersion, so every integer once");
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

// VIS-7.1-ref141
pub(super) fn citation_141(_: Scale) -> Checked {
    Finding::unchecked(
        "bibliography: entry 141 has ten pages and is of 1976, so it is not the one-page article",
    )
}

const TABLE_6: [[u64; 11]; 8] = [
    [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144],
    [4, 7, 11, 18, 29, 47, 76, 123, 199, 322, 521],
    [6, 10, 16, 26, 42, 68, 110, 178, 288, 466, 754],
    [9, 15, 24, 39, 63, 102, 165, 267, 432, 699, 1131],
    [12, 20, 32, 52, 84, 136, 220, 356, 576, 932, 1508],
    [14, 23, 37, 60, 97, 157, 254, 411, 665, 1076, 1741],
    [17, 28, 45, 73, 118, 191, 309, 500, 809, 1309, 2118],
    [19, 31, 50, 81, 131, 212, 343, 555, 898, 1453, 2351],
];

// VIS-7.1-array: Table 6, and every positive integer occurs.
pub(super) fn table_6(scale: Scale) -> Checked {
    agree!(wythoff(8, 11)?, TABLE_6, "Table 6");
    let rows = scale.bound(60, 500, 5000);
    let built = wythoff(rows, 25)?;
    agree!(corner(Array::Wythoff, rows, 25)?, big(&built), "entries");
    let numbers: BTreeSet<u64> = built.iter().flatten().copied().collect();
    let last = built[rows - 1][0];
    ensure!((1..=last).all(|n| numbers.contains(&n)), "an integer up to {last} is missing");
    Finding::holds(format!("the 8 x 11 corner; {rows} x 25 entries; the integers to {last}"))
}

// VIS-7.1-array-formula: W(i,j) = F(j+1) floor(i phi) + (i-1) F(j).
pub(super) fn formula(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((60, 12), (500, 20), (5000, 30));
    let f = fibonacci();
    let l = lower(rows as u64)?;
    for (i, row) in wythoff(rows, columns)?.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            agree!(f[j + 2] * l[i] + i as u64 * f[j + 1], *entry, "W({},{})", i + 1, j + 1);
        }
    }
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

// VIS-7.1-array-pairs: the pairs in each row are P-positions of Wythoff's game.
pub(super) fn pairs(scale: Scale) -> Checked {
    let bound = scale.bound(200, 2000, 20_000);
    let p: BTreeSet<Vec<u64>> = p_below("wythoff", bound)?.into_iter().collect();
    let mut met = BTreeSet::from([vec![0, 0]]);
    for row in wythoff(bound as usize / 4 + 2, 26)? {
        for pair in row.chunks(2).filter(|pair| pair[1] < bound) {
            ensure!(p.contains(pair), "{pair:?} is not a P-position");
            met.insert(pair.to_vec());
        }
    }
    agree!(met.len(), p.len(), "P-positions met");
    Finding::holds(format!("all P-positions below {bound} from the rules, each once"))
}

// VIS-7.1-array-fib: each row satisfies the Fibonacci recurrence (entries from their Zeckendorf digits).
pub(super) fn fibonacci_rows(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 10), (200, 20), (1000, 40));
    for i in 1..=rows {
        let i = integer(i);
        let entry = |j| Array::Zeckendorf.entry(&i, j).map_err(text);
        for j in 3..=columns {
            agree!(entry(j)?, entry(j - 1)? + entry(j - 2)?, "row {i}, column {j}");
        }
    }
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

// VIS-7.1-array-precursion: extended to the left, W contains every Fibonacci sequence that is eventually positive.
pub(super) fn precursion(scale: Scale) -> Checked {
    let most = scale.bound(6, 20, 60);
    let mut seeds: Vec<(i64, i64)> =
        (-most..=most).flat_map(|u| (-most..=most).map(move |v| (u, v))).collect();
    seeds.sort_by_key(|(u, v)| u.abs() + v.abs());
    let (mut absent, mut present) = (Vec::new(), 0);
    for (u, v) in seeds {
        let (mut x, mut y) = (Integer::from(u), Integer::from(v));
        for _ in 0..30 {
            (x, y) = (y.clone(), x + y);
        }
        if y <= 0 {
            absent.push((u, v));
            continue;
        }
        // Far enough out the sequence runs along a row; the row extended to the left comes back to the start.
        let (row, column) = Array::Wythoff.locate(&x).map_err(text)?;
        let (mut a, mut b) = (x, Array::Wythoff.entry(&row, column + 1).map_err(text)?);
        agree!(b, y, "after {a} in row {row}, from {u}, {v}");
        for _ in 0..30 {
            (a, b) = (&b - &a, a);
        }
        agree!((a, b), (Integer::from(u), Integer::from(v)), "row {row}, 30 steps to the left");
        present += 1;
    }
    let Some(first) = absent.first() else { return Err("every sequence is in the array".to_string()) };
    let negative = absent.iter().find(|p| *p != first).ok_or("only one sequence is absent")?;
    Finding::clarified("sequences that are eventually positive: each once; the zero sequence and the eventually negative ones: absent", format!(
            "all {present} eventually positive sequences with |x_0|, |x_1| <= {most}; {} others absent",
            absent.len()
        )).fails_at(found(Some(format!("the sequence from {first:?} is not in the array, nor the one from {negative:?}")), "")?)
    .command("wyt array wythoff")
}

/// The four axioms looked at one by one on a corner, (I1) up to the largest number that the corner must show.
fn literal_interspersion(corner: &[Vec<u64>]) -> bool {
    let all: Vec<u64> = corner.iter().flatten().copied().collect();
    let last = corner.last().map_or(0, |row| row[0]);
    let shown = corner.iter().map(|row| row[row.len() - 1]).min().unwrap_or(0).min(last);
    let once =
        (1..=shown).all(|n| all.contains(&n)) && all.iter().collect::<BTreeSet<_>>().len() == all.len();
    let increase = corner.iter().all(|row| row.is_sorted_by(|a, b| a < b))
        && (0..corner[0].len()).all(|j| corner.is_sorted_by(|a, b| a[j] < b[j]));
    let between = corner.iter().all(|u| {
        corner.iter().filter(|v| *v != u).all(|v| {
            (0..u.len() - 2).all(|i| {
                (0..v.len() - 1).all(|h| {
                    !(u[i] < v[h] && v[h] < u[i + 1]) || (u[i + 1] < v[h + 1] && v[h + 1] < u[i + 2])
                })
            })
        })
    });
    once && increase && between
}

// VIS-7.1-interspersion-def: the tester against the four axioms, on corners of W and on spoiled ones.
pub(super) fn interspersion_definition(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((60, 8), (400, 12), (3000, 16));
    let mut random = scale.random(71);
    let mut rejected = 0;
    for trial in 0..trials {
        let mut corner = wythoff(rows, 6)?;
        // Nothing, an exchange of two entries, or an entry raised.
        let place = |random: &mut Random| (random.below(rows as u64) as usize, random.below(6) as usize);
        let ((i, j), (k, l)) = (place(&mut random), place(&mut random));
        match trial % 3 {
            1 => (corner[i][j], corner[k][l]) = (corner[k][l], corner[i][j]),
            2 => corner[i][j] += 1 + random.below(3),
            _ => {}
        }
        let found = violation(&big(&corner))?;
        agree!(found.is_none(), literal_interspersion(&corner), "{corner:?}: {found:?}");
        rejected += u32::from(found.is_some());
    }
    ensure!(rejected > 0, "no spoiled corner was rejected");
    Finding::holds(format!("{trials} corners of {rows} x 6 entries, {rejected} of them spoiled and rejected"))
}

// VIS-7.1-array-interspersion: W is an interspersion.
pub(super) fn wythoff_is_interspersion(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 10), (150, 14), (600, 20));
    agree!(violation(&big(&wythoff(rows, columns)?))?, None, "W");
    ensure!(literal_interspersion(&wythoff(20, 8)?), "W by the axioms");
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

/// The dispersion by its definition: t(n), s(t(n)), s(s(t(n))), ...; t the complement of s.
fn literal_dispersion(s: &dyn Fn(u64) -> u64, rows: usize, columns: usize) -> Vec<Vec<u64>> {
    // Enough for complements that thin out like the squares.
    let bound = (rows * rows + 20 * rows + 20) as u64;
    let values: BTreeSet<u64> = (1..=bound).map(s).collect();
    let complement = (1..=bound).filter(|m| !values.contains(m)).take(rows);
    complement.map(|t| std::iter::successors(Some(t), |n| Some(s(*n))).take(columns).collect()).collect()
}

// VIS-7.1-dispersion-def
pub(super) fn dispersion_definition(scale: Scale) -> Checked {
    let (rows, columns) = (scale.bound(10, 40, 200), 3);
    let rules: [(&str, &dyn Fn(u64) -> u64); 5] = [
        ("2n", &|n| 2 * n),
        ("3n - 1", &|n| 3 * n - 1),
        ("n^2 + 1", &|n| n * n + 1),
        ("n + 1 + floor(n/3)", &|n| n + 1 + n / 3),
        ("n + 2 + floor(sqrt(n))", &|n| n + 2 + n.isqrt()),
    ];
    for (name, s) in rules {
        let by_definition = literal_dispersion(s, rows, columns);
        let function = |n: &Integer| u64::try_from(n).map_or(Integer::from(0), |n| integer(s(n)));
        agree!(dispersion(function, rows, columns).map_err(text)?, big(&by_definition), "s(n) = {name}");
    }
    let refused = dispersion(|n| n + n - Integer::from(1), rows, columns);
    agree!(refused, Err(NumberError::ContainsOne), "s(n) = 2n - 1, which contains 1");
    Finding::holds(format!("5 sequences, {rows} rows, {columns} columns"))
}

/// Numbers as `wyt seq` prints them.
fn list(terms: impl Iterator<Item = u64>) -> String {
    terms.map(|x| x.to_string()).collect::<Vec<_>>().join(", ")
}

// VIS-7.1-array-dispersion: W is the dispersion of floor((n+1) phi) - 1; its first column is A(A(n)), not L.
pub(super) fn wythoff_as_dispersion(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 8), (300, 14), (2000, 20));
    let w = wythoff(rows, columns)?;
    let l = lower(4 * rows as u64)?;
    let n = (0..rows).find(|n| w[*n][0] != l[*n]).ok_or("the first column is L")?;
    let u: BTreeSet<u64> = upper(4 * rows as u64)?.into_iter().collect();
    let outside = w[0].iter().skip(1).find(|x| !u.contains(x)).ok_or("the rest consists of upper numbers")?;
    let refused = dispersion(|n| Quadratic::golden().floor_mul(n), rows, columns);
    agree!(refused, Err(NumberError::ContainsOne), "the dispersion of L");
    for (i, row) in w.iter().enumerate() {
        agree!(row[0], l[l[i] as usize - 1], "W({},1) = L(L({}))", i + 1, i + 1);
    }
    agree!(
        dispersion(shifted, rows, columns).map_err(text)?,
        big(&w),
        "the dispersion of floor((n+1) phi) - 1"
    );
    Finding::corrected(
        found(Some(format!(
            "W({0},1) = {1}, L({0}) = {2}; and {outside} stands in row 1 beyond column 1 but is a lower number",
            n + 1,
            w[n][0],
            l[n]
        )), "")?,
        format!("first column L(L(n)), dispersion of floor((n+1) phi) - 1: {rows} rows, {columns} columns"),
    )
    .shown_by(
        format!("wyt seq 'wythoff-column(j=1)' --first {0} && wyt seq lower-wythoff --first {0} && wyt seq 'wythoff-row(i=1)' --first 5", n + 1),
        [
            list(w.iter().take(n + 1).map(|row| row[0])),
            list(l.iter().take(n + 1).copied()),
            list(w[0].iter().take(5).copied()),
        ],
    )
}

/// A random increasing sequence without 1, about half of the integers up to `bound`; beyond it, all of them.
fn random_sequence(random: &mut Random, bound: u64) -> impl Fn(&Integer) -> Integer + use<> {
    let list: Vec<u64> = (2..=bound).filter(|_| random.below(2) == 0).collect();
    move |n| {
        let index = u64::try_from(n).unwrap_or(0).saturating_sub(1);
        let beyond = index.saturating_sub(list.len() as u64);
        integer(list.get(index as usize).copied().unwrap_or(bound + 1 + beyond))
    }
}

// VIS-7.1-disp-equiv: an array is an interspersion iff it is a dispersion.
pub(super) fn equivalence(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((15, 12), (60, 20), (400, 30));
    let mut random = scale.random(80);
    for trial in 0..trials {
        let array = dispersion(random_sequence(&mut random, 4000), rows, 6).map_err(text)?;
        agree!(violation(&array)?, None, "random dispersion {trial}: {array:?}");
    }
    let rows = scale.bound(60, 300, 1500);
    let arrays =
        [("W", wythoff(rows, 24)?), ("D", difference(rows, 12)?), ("Stolarsky", stolarsky_rows(rows, 24)?)];
    for (name, array) in arrays {
        // The sequence must be the complement of the first column, in increasing order.
        let column: BTreeSet<u64> = array.iter().map(|row| row[0]).collect();
        let last = array[rows - 1][0];
        let s: Vec<u64> = (1..last).filter(|n| !column.contains(n)).collect();
        let mut followed = 0;
        for pair in array.iter().flat_map(|row| row.windows(2)).filter(|pair| pair[1] < last) {
            agree!(s[pair[0] as usize - 1], pair[1], "{name}: after {}", pair[0]);
            followed += 1;
        }
        ensure!(followed > rows / 4, "{name}: only {followed} steps");
    }
    Finding::holds(format!("{trials} random dispersions; W, D and Stolarsky's array, {rows} rows"))
}

// VIS-7.1-fractal: the number of the row of W that contains n.
pub(super) fn row_number_sequence(scale: Scale) -> Checked {
    let printed = [1, 1, 1, 2, 1, 3, 2, 1, 4, 3, 2, 5, 1, 6, 4, 3, 7, 2, 8, 5, 1];
    let rows = scale.bound(100, 1000, 5000);
    let f = row_numbers(&big(&wythoff(rows, 25)?), &budget()).map_err(text)?;
    agree!(f[..21], printed[..], "f");
    for (n, row) in (1..).zip(&f) {
        agree!(Array::Wythoff.locate(&integer(n)).map_err(text)?.0, *row, "row of {n}");
    }
    Finding::holds(format!("21 printed terms; the row of each n <= {}", f.len()))
}

/// f(1), ..., f(count) from the Zeckendorf digits of n.
fn rows_of(count: u64) -> Result<Vec<u64>, String> {
    let row = |n| Array::Wythoff.locate(&integer(n)).map_err(text);
    (1..=count)
        .map(|n| u64::try_from(&row(n)?.0).map_err(|_| "a row number is out of range".to_string()))
        .collect()
}

// VIS-7.1-lowertrim: f without first occurrences is f.
pub(super) fn lower_trim_of_f(scale: Scale) -> Checked {
    let count = scale.bound(1000, 20_000, 300_000);
    let f = rows_of(count)?;
    let trimmed = lower_trim(&f);
    ensure!(f.starts_with(&trimmed), "the lower trim of f is not f");
    ensure!(trimmed.len() as u64 > count / 2, "only {} terms are left", trimmed.len());
    Finding::holds(format!("{count} terms, {} after the trim", trimmed.len()))
}

// VIS-7.1-fractal-general: the same for any interspersion.
pub(super) fn fractal_in_general(scale: Scale) -> Checked {
    let (trials, rows) = scale.bound((10, 40), (40, 150), (200, 400));
    let mut random = scale.random(85);
    let mut arrays = vec![
        ("D".to_string(), big(&difference(rows, 12)?)),
        ("Stolarsky".to_string(), big(&stolarsky_rows(rows, 24)?)),
    ];
    for trial in 0..trials {
        let sequence = random_sequence(&mut random, 20 * rows as u64);
        arrays.push((format!("random dispersion {trial}"), dispersion(sequence, rows, 40).map_err(text)?));
    }
    for (name, array) in arrays {
        let f = row_numbers(&array, &budget()).map_err(text)?;
        ensure!(f.len() >= rows, "{name}: only {} terms", f.len());
        ensure!(is_fractal(&f), "{name}: {f:?}");
    }
    Finding::holds(format!("D, Stolarsky's array and {trials} random dispersions, {rows} rows"))
}

// VIS-7.1-uppertrim: f - 1 without zeros is a fractal sequence, that of W without its first row.
pub(super) fn upper_trim_of_f(scale: Scale) -> Checked {
    let count = scale.bound(1000, 20_000, 300_000);
    let trimmed = upper_trim(&rows_of(count)?);
    ensure!(is_fractal(&trimmed), "the upper trim is not fractal");
    // W without row 1, its entries numbered in increasing order, is again an interspersion.
    let rows = scale.bound(30, 100, 300);
    let w = wythoff(rows, 12)?;
    let fibonacci = fibonacci();
    let rank = |x: &u64| x - fibonacci[2..].iter().filter(|f| *f < x).count() as u64;
    let ranked: Vec<Vec<u64>> = w[1..].iter().map(|row| row.iter().map(rank).collect()).collect();
    agree!(violation(&big(&ranked))?, None, "W without row 1");
    let f = row_numbers(&big(&ranked), &budget()).map_err(text)?;
    ensure!(trimmed.starts_with(&f) && f.len() > rows, "the row numbers of W without row 1: {f:?}");
    Finding::holds(format!("{count} terms; W without row 1, {rows} rows"))
}

// VIS-7.1-oeisW
pub(super) fn index_of_w(_: Scale) -> Checked {
    Finding::unchecked(
        "an index in an encyclopedia: the array is A035513; A033513 counts matchings of the 10 x n grid",
    )
}

// VIS-7.1-leftjust: rows of W extended to the left to the first pair a > b; each pair once, except (0,0).
pub(super) fn left_justified(scale: Scale) -> Checked {
    let most = scale.bound(8i64, 20, 50);
    // The row that holds the sequence a, b, a + b, ...; the largest row needed.
    let mut last = 1;
    for a in 0..=most {
        for b in 0..=most {
            let (mut x, mut y) = (Integer::from(a), Integer::from(b));
            if (a, b) == (0, 0) {
                continue;
            }
            for _ in 0..24 {
                (x, y) = (y.clone(), x + y);
            }
            let row = Array::Wythoff.locate(&x).map_err(text)?.0;
            last = last.max(u64::try_from(&row).map_err(|_| "a row is out of range")?);
        }
    }
    let mut starts: BTreeMap<(i64, i64), u32> = BTreeMap::new();
    let mut neighbours: BTreeMap<(i64, i64), u32> = BTreeMap::new();
    for (i, row) in (1u64..).zip(wythoff(last as usize, 2)?) {
        let (mut a, mut b) = (row[0] as i64, row[1] as i64);
        while a <= b {
            *neighbours.entry((a, b)).or_default() += 1;
            (a, b) = (b - a, a);
        }
        ensure!(b >= 0, "row {i} starts with ({a},{b})");
        *starts.entry((a, b)).or_default() += 1;
        let entry = |j| Array::LeftJustified.entry(&integer(i), j).map_err(text);
        agree!((entry(1)?, entry(2)?), (Integer::from(a), Integer::from(b)), "row {i}");
        // The rest of the row, to the right of the first two entries of W.
        let (mut c, mut d) = (row[1] as i64, (row[0] + row[1]) as i64);
        while c <= most {
            *neighbours.entry((c, d)).or_default() += 1;
            (c, d) = (d, c + d);
        }
    }
    let mut missing = Vec::new();
    for a in 0..=most {
        for b in 0..=most {
            let count = if a > b { starts.get(&(a, b)) } else { neighbours.get(&(a, b)) };
            match count {
                Some(1) => {}
                None => missing.push((a, b)),
                Some(more) => return Err(format!("({a},{b}) occurs {more} times")),
            }
        }
    }
    agree!(missing, [(0, 0)], "pairs that do not occur");
    Finding::clarified(
        "(c,d) != (0,0): each pair once; (0,0) never occurs",
        format!("all other pairs of integers up to {most} occur once, in rows 1..{last}"),
    )
}

const TABLE_7: [[u64; 9]; 6] = [
    [1, 2, 5, 13, 34, 89, 233, 610, 1597],
    [3, 7, 18, 47, 123, 322, 843, 2207, 5778],
    [4, 10, 26, 68, 178, 466, 1220, 3194, 8362],
    [6, 15, 39, 102, 267, 699, 1830, 4791, 12543],
    [8, 20, 52, 136, 356, 932, 2440, 6388, 16724],
    [9, 23, 60, 157, 411, 1076, 2817, 7375, 19308],
];

// VIS-7.1-D: Table 7.
pub(super) fn table_7(scale: Scale) -> Checked {
    agree!(difference(6, 9)?, TABLE_7, "Table 7");
    let (rows, columns) = scale.bound((50, 8), (400, 12), (3000, 15));
    let built = big(&difference(rows, columns)?);
    agree!(corner(Array::Difference, rows, columns as u64)?, built, "entries");
    Finding::holds(format!("the 6 x 9 corner; {rows} x {columns} entries"))
}

// VIS-7.1-D1: neighbours in column j of D differ by F(2j) or F(2j+1).
pub(super) fn d1(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((50, 8), (400, 12), (3000, 15));
    let f = fibonacci();
    for (i, pair) in difference(rows, columns)?.windows(2).enumerate() {
        for j in 0..columns {
            let step = pair[1][j] - pair[0][j];
            ensure!(
                [f[2 * j + 2], f[2 * j + 3]].contains(&step),
                "column {}, rows {}, {}: {step}",
                j + 1,
                i + 1,
                i + 2
            );
        }
    }
    Finding::holds(format!("{rows} rows, {columns} columns: F(2j) or F(2j+1)"))
}

// VIS-7.1-D2: column 1 of W lies in column 1 of D, which is L.
pub(super) fn d2(scale: Scale) -> Checked {
    let rows = scale.bound(100, 1000, 10_000);
    let column: Vec<u64> = difference(rows, 1)?.iter().map(|row| row[0]).collect();
    agree!(column, lower(rows as u64)?, "column 1 of D");
    let set: BTreeSet<u64> = column.iter().copied().collect();
    let last = column[rows - 1];
    let first = wythoff(rows, 1)?;
    let outside = first.iter().map(|row| row[0]).filter(|x| *x <= last).find(|x| !set.contains(x));
    agree!(outside, None, "a first entry of W outside column 1 of D");
    Finding::holds(format!("first entries up to {last}"))
}

// VIS-7.1-D3: D(i,j) = W(i,2j-2) for j >= 2.
pub(super) fn d3(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((50, 8), (400, 12), (3000, 15));
    let w = wythoff(rows, 2 * columns)?;
    for (i, row) in difference(rows, columns)?.iter().enumerate() {
        for j in 2..=columns {
            agree!(row[j - 1], w[i][2 * j - 3], "D({},{j})", i + 1);
        }
    }
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

// VIS-7.1-D4: D is an interspersion.
pub(super) fn d4(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 6), (150, 10), (600, 14));
    agree!(violation(&big(&difference(rows, columns)?))?, None, "D");
    Finding::holds(format!("{rows} rows, {columns} columns"))
}

// VIS-7.1-D5: D is the dispersion of U; W is not that of L but of floor((n+1) phi) - 1.
pub(super) fn d5(scale: Scale) -> Checked {
    let (rows, columns) = scale.bound((30, 6), (300, 10), (2000, 14));
    let u = |n: &Integer| Quadratic::golden().floor_mul(n) + n;
    agree!(
        dispersion(u, rows, columns).map_err(text)?,
        big(&difference(rows, columns)?),
        "the dispersion of U"
    );
    let l = |n: &Integer| Quadratic::golden().floor_mul(n);
    agree!(dispersion(l, rows, columns), Err(NumberError::ContainsOne), "the dispersion of L");
    // Nor do the steps along the rows of W follow L.
    let w = wythoff(rows, columns)?;
    let (from, to) = (w[0][0], w[0][1]);
    agree!(
        dispersion(shifted, rows, columns).map_err(text)?,
        big(&w),
        "the dispersion of floor((n+1) phi) - 1"
    );
    Finding::corrected(
        found(Some(format!("L(1) = 1, so L has no dispersion; in W {from} is followed by {to}")), "")?,
        format!("D is the dispersion of U, W that of floor((n+1) phi) - 1: {rows} rows, {columns} columns"),
    )
    .shown_by(
        "wyt seq lower-wythoff --first 5 && wyt seq 'wythoff-row(i=1)' --first 5",
        ["1, 3, 4".to_string(), list(w[0].iter().take(5).copied())],
    )
}

// VIS-7.2-zeck-unique: one sum of Fibonacci numbers without neighbours for each positive integer.
pub(super) fn zeckendorf_unique(scale: Scale) -> Checked {
    let digits = scale.bound(12u32, 18, 22);
    let f = fibonacci();
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    let system = zeckendorf();
    for word in (1u64..1 << digits).filter(|word| word & (word >> 1) == 0) {
        let value = (0..digits).filter(|i| word >> i & 1 == 1).map(|i| f[i as usize + 2]).sum();
        *counts.entry(value).or_default() += 1;
        let greedy = system.represent(&natural(value)).map_err(text)?;
        agree!(greedy.to_string(), format!("{word:b}"), "the representation of {value}");
    }
    let bound = f[digits as usize + 2];
    for n in 1..bound {
        agree!(counts.get(&n), Some(&1), "representations of {n}");
    }
    Finding::holds(format!("each 1 <= n < {bound}, all words of {digits} digits"))
}

/// Columns j = 1.. of the Zeckendorf array: the n whose least term is F(j+1), in increasing order.
fn by_least_term(bound: u64, columns: usize) -> Result<Vec<Vec<u64>>, String> {
    let system = zeckendorf();
    let mut array = vec![Vec::new(); columns];
    for n in 1..=bound {
        let zeros = system.represent(&natural(n)).map_err(text)?.trailing_zeros();
        if let Some(column) = array.get_mut(zeros) {
            column.push(n);
        }
    }
    Ok(array)
}

// VIS-7.2-zarray: column j lists the n with least term F(j+1); row 1 is F_2, F_3, ...
pub(super) fn zeckendorf_array(scale: Scale) -> Checked {
    let bound = scale.bound(1000, 20_000, 200_000);
    let f = fibonacci();
    for (j, column) in (1u64..).zip(by_least_term(bound, 10)?) {
        agree!(column[0], f[j as usize + 1], "row 1, column {j}");
        for (i, n) in (1..).zip(column) {
            agree!(Array::Zeckendorf.entry(&integer(i), j).map_err(text)?, n, "Z({i},{j})");
        }
    }
    Finding::holds(format!("10 columns, the numbers to {bound}"))
}

// VIS-7.2-shift: the shift of the digits is floor((n+1) phi) - 1, and W(i,j+1) = s(W(i,j)).
pub(super) fn shift(scale: Scale) -> Checked {
    let bound = scale.bound(1000, 20_000, 200_000);
    let system = zeckendorf();
    let next = |n: u64| system.shift(&natural(n)).map(Integer::from).map_err(text);
    for n in 1..bound {
        agree!(next(n)?, shifted(&integer(n)), "s({n})");
    }
    let rows = scale.bound(30, 200, 1000);
    for pair in wythoff(rows, 12)?.iter().flat_map(|row| row.windows(2)) {
        agree!(next(pair[0])?, pair[1], "s({})", pair[0]);
    }
    Finding::holds(format!("n < {bound}; {rows} rows of W"))
}

// VIS-7.2-Z=W: the Zeckendorf array is the Wythoff array.
pub(super) fn zeckendorf_is_wythoff(scale: Scale) -> Checked {
    let rows = scale.bound(40, 300, 2000);
    let w = wythoff(rows, 8)?;
    let z = by_least_term(w[rows - 1][7], 8)?;
    for j in 0..8 {
        let column: Vec<u64> = w.iter().map(|row| row[j]).collect();
        agree!(z[j][..rows], column[..], "column {}", j + 1);
    }
    Finding::holds(format!("{rows} rows, 8 columns"))
}

// VIS-7.2-higher: Zeckendorf arrays of order 3 and 4: column j lists the n whose greedy expansion ends in j - 1 zeros; every
// integer once, rows by the recurrence of the order, an interspersion.
pub(super) fn higher(scale: Scale) -> Checked {
    let bound = scale.bound(400u64, 4000, 40_000);
    for order in [3usize, 4] {
        // 1, 2, 4, ...: each the sum of `order` before it.
        let mut basis: Vec<u64> = (0..order as u32).map(|i| 1 << i).collect();
        while basis[basis.len() - 1] < 64 * bound {
            basis.push(basis[basis.len() - order..].iter().sum());
        }
        let digits = |mut n: u64| -> Vec<u64> {
            let mut out: Vec<u64> = basis
                .iter()
                .rev()
                .map(|u| {
                    let d = n / u;
                    n %= u;
                    d
                })
                .collect();
            out.reverse();
            out
        };
        let mut columns: Vec<Vec<u64>> = vec![Vec::new(); basis.len()];
        for n in 1..=bound {
            let word = digits(n);
            ensure!(
                word.iter().all(|d| *d <= 1)
                    && word.windows(order).all(|w| w.iter().sum::<u64>() < order as u64),
                "order {order}: the digits of {n}"
            );
            columns[word.iter().take_while(|d| **d == 0).count()].push(n);
        }
        // Row i: its first entry shifted again and again.
        let shifted = |n: u64, by: usize| -> u64 {
            digits(n)
                .iter()
                .enumerate()
                .filter(|(_, d)| **d == 1)
                .map(|(i, _)| basis.get(i + by).copied().unwrap_or(0))
                .sum()
        };
        let rows: Vec<Vec<u64>> = columns[0]
            .iter()
            .take(scale.bound(12, 40, 120))
            .map(|n| (0..8).map(|j| shifted(*n, j)).collect())
            .collect();
        for (i, row) in rows.iter().enumerate() {
            for j in 0..8 {
                if row[j] <= bound {
                    agree!(
                        columns[j].get(i),
                        Some(&row[j]),
                        "order {order}, row {}, column {}",
                        i + 1,
                        j + 1
                    );
                }
            }
            for j in order..8 {
                agree!(
                    row[j],
                    row[j - order..j].iter().sum::<u64>(),
                    "order {order}, row {}: the recurrence",
                    i + 1
                );
            }
        }
        let corner: Vec<Vec<u64>> = rows.iter().take(10).map(|r| r[..5].to_vec()).collect();
        agree!(violation(&big(&corner))?, None, "order {order}: interspersion");
    }
    Finding::holds(format!(
        "arrays of order 3 and 4, the integers to {bound}: each once, rows by the recurrence, interspersions"
    ))
    .detail("defined here by the greedy expansions; the arrays of the references are only named")
}
