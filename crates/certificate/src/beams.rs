//! Certificates of blocking games whose P-positions lie on parallel lines and on one more beam, for every column.
//!
//! The game: two piles. A move takes any number from one pile, or from both piles i and j, positive, with |i - j| < t. Before
//! each move fewer than k of the options are forbidden. So a position is P if and only if fewer than k of its options are;
//! and P is symmetric. The certificate has *lines*: points (r + qn, c + pn), p > q, for all integers n; an origin X; and a
//! length m.
//!
//! *Counts.* For x <= y and d = y - x the P-options of (x, y) are those in its column, in its row with a smaller
//! column, and in its band. Let rho(y) be the number of points of lines in row y, which depends on y mod p, and eps(d) the
//! number of those with a difference less than t from d, which depends on d mod p - q. With lines alone a cell
//! that is below them has rho(x) points in its column (by symmetry, those of row x), rho(y) in its row, eps(d) in its
//! band: `base(x, d) = rho(x) + rho(x + d) + eps(d)`. Checked: it is never less than k - 1. A cell with base k - 1 is *free*.
//!
//! *What is proved.* From column X on the P-positions (x, y), x <= y, are the points of the lines and *pairs*: a column
//! x that has free cells and is not the row of an earlier pair has one pair, in the first row y such that (x, y) is free and
//! neither row y nor difference y - x is that of an earlier pair. Letter x of the word is 1 if x is the row of a pair; the
//! word is written by a machine with finitely many states.
//!
//! *Why.* By induction on columns x >= X: the P-positions with smaller columns are as said. What the corner, the columns before
//! X, has beside the points of lines counts as earlier pairs; it is found by playing the game. Let d(x) be the least difference
//! that is not *dead*: some class of columns has free cells with it, and no earlier pair has it. Let F(x) = x + d(x), and let
//! Y(x) be the first row from which on points of lines are not all in columns before x, for rows and bands alike.
//! * Dead differences have k options: at X by counting the corner (for differences below d(X), of which the lines may lack
//!   points), later by base.
//! * Below Y(x): k options but for a free cell without an earlier pair in its column, row or difference. (Free differences are
//!   at least t apart, so that a pair counts in no other free band.) So the column has the pair that is said, and no more.
//! * Marks, rows and differences of pairs beyond F(x) and d(x), and the new pair lie within J of them: by the states of the
//!   machine. F(x) + J + t - 1 < Y(x) always, so that no pair is in a row or in the band of a cell from Y(x) on: d(x) is at
//!   most the difference that is left if every column with free cells before x used up the least one; this bound and Y grow
//!   by a fixed amount in a period, and it is checked for one. What else the corner has in bands, of differences without
//!   free cells, ends below Y(x) as well: this is checked with it.
//! * From Y(x) on there are lines only: with rho(x) and, in columns with free cells, one pair below. This is the same after a
//!   period of columns, so it is checked for one that the options are fewer than k exactly on the lines.

use crate::chain::{self, Effort};
use crate::transducer::Rejection;
use std::fmt;

/// The first line of such a certificate.
pub const HEADER: &str = "wyt-certificate 1 beams";

/// Bounds that keep a hostile file from costing more than a few seconds.
const MOST_COLUMNS: i64 = 2_000;
const MOST_STEPS: usize = 200_000_000;
const WIDEST: i64 = 64;
const MOST_PERIOD: i64 = 256;
const MOST_POINTS: usize = 128;
const MOST_MARKS: usize = 1 << 10;

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The rules that it is about.
    pub rules: String,
    /// The lines, in words.
    pub lines: String,
    /// States of the transducer.
    pub states: usize,
    /// Transitions of the transducer.
    pub transitions: usize,
    /// Links of its chain.
    pub links: usize,
    /// Letters of a link.
    pub length: usize,
    /// The column from which all this holds.
    pub origin: usize,
}

impl Accepted {
    /// What is proved of the game, for whoever has said which game it is.
    pub fn sentence(&self) -> String {
        let Accepted { lines, states, transitions, links, length, origin, .. } = self;
        format!(
            "from column {origin} on the P-positions (x, y), x <= y, are {lines}, and pairs, whose larger coordinates are a word that a transducer with {states} states and {transitions} transitions writes (proved: {links} links of {length} letters, closed)"
        )
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game\n{}\nin normal play: {}", self.rules, self.sentence())
    }
}

/// The certificate as read.
struct Claim {
    /// Fewer options than this are forbidden.
    block: i64,
    /// Amounts from both piles differ by less than this.
    band: i64,
    /// A point of a line, and the step to the next: columns and rows.
    run: i64,
    rise: i64,
    points: Vec<(i64, i64)>,
    origin: i64,
    length: usize,
}

/// Checks a certificate; says what it proves, or why it proves nothing.
pub fn check(text: &str) -> Result<Accepted, Rejection> {
    check_within(text, &Effort::default())
}

/// [`check`] with a bound of one's own on what the chain may cost.
pub fn check_within(text: &str, effort: &Effort) -> Result<Accepted, Rejection> {
    let claim = read(text)?;
    let cells = Cells::new(&claim)?;
    let mut work = Work(0);
    let corner = Corner::play(&claim, &mut work)?;
    let Start { state: start, letters, farthest } = cells.start(&corner, &mut work)?;
    let rule = |state: &State, letter: usize| {
        let (next, written, _) = cells.step(state, letter);
        Some((next, written))
    };
    let mut machine = chain::Machine::new(2, &rule);
    let (least, marked) = (letters.len() as i64, start.differences.len());
    let closed = chain::close(&mut machine, start, &letters, claim.length, effort)?;
    let reach = |&(state, letter): &(usize, usize)| {
        let state = machine.state(state);
        let (_, _, placed) = cells.step(state, letter);
        state.used.iter().chain(&state.differences).chain(&placed).copied().max().unwrap_or(0)
    };
    let reach = closed.transitions.iter().map(reach).max().unwrap_or(0);
    cells.below_the_lines(least, marked, reach, farthest, &mut work)?;
    cells.on_the_lines(&mut work)?;
    Ok(Accepted {
        rules: claim.rules(),
        lines: claim.lines(),
        states: closed.states,
        transitions: closed.transitions.len(),
        links: closed.links,
        length: claim.length,
        origin: claim.origin as usize,
    })
}

fn reject<T>(reason: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection { line: 0, reason: reason.into() })
}

impl Claim {
    fn rules(&self) -> String {
        let both = match self.band {
            1 => "move both: (i, i)\n".to_string(),
            t => format!("move both: (i, j) for i, j >= 1 where |i - j| < {t}\n"),
        };
        format!("piles unordered x, y\nmove nim: (i, 0)\n{both}block {}\n", self.block)
    }

    fn lines(&self) -> String {
        let each = self.points.iter().map(|(x, y)| {
            let term = |start: i64, step: i64| {
                let n = if step == 1 { "n".to_string() } else { format!("{step}n") };
                match start {
                    0 => n,
                    _ if start < 0 => format!("{n} - {}", -start),
                    _ => format!("{n} + {start}"),
                }
            };
            format!("({}, {})", term(*x, self.run), term(*y, self.rise))
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// The difference of a point grows by this along a line.
    fn widening(&self) -> i64 {
        self.rise - self.run
    }

    /// The rows of the points of lines in a column.
    fn rows(&self, x: i64) -> impl Iterator<Item = i64> + '_ {
        let here = self.points.iter().filter(move |(r, _)| (x - r).rem_euclid(self.run) == 0);
        here.map(move |(r, c)| c + (x - r) / self.run * self.rise)
    }

    /// The columns of the points of lines in a row.
    fn columns(&self, y: i64) -> impl Iterator<Item = i64> + '_ {
        let here = self.points.iter().filter(move |(_, c)| (y - c).rem_euclid(self.rise) == 0);
        here.map(move |(r, c)| r + (y - c) / self.rise * self.run)
    }

    /// The points of lines, as columns and differences, whose difference is less than t from this one.
    fn in_band(&self, d: i64) -> impl Iterator<Item = (i64, i64)> + '_ {
        (d - self.band + 1..d + self.band).flat_map(move |e| {
            let here = self.points.iter().filter(move |(r, c)| (e - c + r).rem_euclid(self.widening()) == 0);
            here.map(move |(r, c)| (r + (e - c + r) / self.widening() * self.run, e))
        })
    }

    /// Points of lines in a row, in columns before x.
    fn row_before(&self, y: i64, x: i64) -> i64 {
        self.columns(y).filter(|&column| column < x).count() as i64
    }

    /// Points of lines that a move of the band leads to from (x, x + d).
    fn band_before(&self, d: i64, x: i64) -> i64 {
        self.in_band(d).filter(|&(column, e)| column < x && column + e < x + d).count() as i64
    }

    /// The first row that has, or whose band in column x has, a point of a line that is not yet behind.
    fn first_row(&self, x: i64) -> i64 {
        let ahead = |from: i64| {
            (from..from + self.run).flat_map(|column| self.rows(column).map(move |y| (column, y)))
        };
        let row = ahead(x).map(|(_, y)| y).min();
        let difference = ahead(x - self.band + 1).map(|(column, y)| y - column).min();
        let band = difference.map(|e| x + e - self.band + 1);
        row.into_iter().chain(band).min().unwrap_or(0)
    }
}

/// The P-positions before the origin, by the definition.
struct Corner {
    band: i64,
    /// (x, y), x <= y, in the order of columns.
    positions: Vec<(i64, i64)>,
    /// How many are in each row, in smaller columns.
    rows: Vec<i64>,
    /// The columns of those with each difference.
    by_difference: Vec<Vec<i64>>,
}

impl Corner {
    fn play(claim: &Claim, work: &mut Work) -> Result<Corner, Rejection> {
        let (k, band) = (claim.block, claim.band);
        let mut corner = Corner { band, positions: Vec::new(), rows: Vec::new(), by_difference: Vec::new() };
        for x in 0..claim.origin {
            let (mut column, mut y) = (corner.row(x), x);
            let first = corner.positions.len();
            while column < k {
                work.spend(1)?;
                let row = column + corner.row(y);
                if row < k && row + corner.options_in_band(x, y, work)? < k {
                    corner.positions.push((x, y));
                    column += 1;
                }
                y += 1;
            }
            for at in first..corner.positions.len() {
                let y = corner.positions[at].1;
                let (row, difference) = (y as usize, (y - x) as usize);
                corner.rows.resize(corner.rows.len().max(row + 1), 0);
                corner.rows[row] += i64::from(y > x);
                let differences = corner.by_difference.len().max(difference + 1);
                corner.by_difference.resize(differences, Vec::new());
                corner.by_difference[difference].push(x);
            }
        }
        Ok(corner)
    }

    fn row(&self, y: i64) -> i64 {
        usize::try_from(y).ok().and_then(|y| self.rows.get(y)).copied().unwrap_or(0)
    }

    /// P-positions of the corner, in either order of the piles, that a move of the band leads to from (x, y).
    fn options_in_band(&self, x: i64, y: i64, work: &mut Work) -> Result<i64, Rejection> {
        let mut options = 0;
        for e in y - x - self.band + 1..y - x + self.band {
            let list = self.by_difference.get(e.unsigned_abs() as usize).map_or(&[][..], |list| list);
            work.spend(1 + list.len())?;
            // With its piles exchanged (a, a - e) has the difference e.
            let smaller = |a: &&i64| match e >= 0 {
                true => **a < x && **a + e < y,
                false => **a - e < x && **a < y,
            };
            options += list.iter().filter(smaller).count() as i64;
        }
        Ok(options)
    }
}

/// Counts steps.
struct Work(usize);

impl Work {
    fn spend(&mut self, steps: usize) -> Result<(), Rejection> {
        self.0 += steps;
        if self.0 > MOST_STEPS { reject("more steps than this checker takes") } else { Ok(()) }
    }
}

/// What matters from a column on: its class, that of the least difference, and what pairs have used beyond.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    column: i64,
    difference: i64,
    /// Rows from F on, less F; differences from the least on, less that. Sorted.
    used: Vec<i64>,
    differences: Vec<i64>,
}

/// What the corner leaves at the origin.
struct Start {
    state: State,
    /// The letters before F.
    letters: Vec<u8>,
    /// The last difference in whose band the corner has, or will have when it is all behind, more than points of lines.
    farthest: i64,
}

/// Which cells are free, by classes of columns and differences.
struct Cells<'a> {
    claim: &'a Claim,
    period: i64,
    free: Vec<bool>,
    /// Classes of columns, and of differences, that have free cells.
    columns: Vec<bool>,
    differences: Vec<bool>,
    /// Free cells are told by the column and the difference modulo these.
    by_column: i64,
    by_difference: i64,
}

impl<'a> Cells<'a> {
    fn new(claim: &'a Claim) -> Result<Cells<'a>, Rejection> {
        let (p, s) = (claim.rise, claim.widening());
        let period = p / gcd(p, s) * s;
        if period > MOST_PERIOD {
            return reject("the lines have a longer period than this checker follows");
        }
        let size = period as usize;
        let rows: Vec<i64> = (0..period).map(|y| claim.columns(y).count() as i64).collect();
        let mut free = vec![false; size * size];
        let (mut columns, mut differences) = (vec![false; size], vec![false; size]);
        for d in 0..size {
            let band = claim.in_band(d as i64).count() as i64;
            for x in 0..size {
                let base = rows[x] + rows[(x + d) % size] + band;
                if base < claim.block - 1 {
                    return reject("a cell below the lines has too few options on them");
                }
                if base == claim.block - 1 {
                    free[x * size + d] = true;
                    (columns[x], differences[d]) = (true, true);
                }
            }
        }
        let near = |d: usize| (1..claim.band as usize).any(|e| differences[d] && differences[(d + e) % size]);
        if (0..size).any(near) {
            return reject("two differences with free cells are nearer than the band is wide");
        }
        let lost = |i: usize| free[i] && !columns[(i / size + i % size) % size];
        if (0..size * size).any(lost) {
            return reject("a free cell is in a row whose column has none");
        }
        let divides = |m: &usize| size.is_multiple_of(*m);
        let mut modulo = (1..=size).filter(divides);
        let by_column =
            modulo.find(|m| (0..size * size).all(|i| free[i] == free[i / size % m * size + i % size]));
        let mut modulo = (1..=size).filter(divides);
        let by_difference =
            modulo.find(|m| (0..size * size).all(|i| free[i] == free[i / size * size + i % size % m]));
        let (by_column, by_difference) =
            (by_column.unwrap_or(size) as i64, by_difference.unwrap_or(size) as i64);
        Ok(Cells { claim, period, free, columns, differences, by_column, by_difference })
    }

    fn is_free(&self, x: i64, d: i64) -> bool {
        self.free[(x.rem_euclid(self.period) * self.period + d.rem_euclid(self.period)) as usize]
    }

    fn has_free(&self, list: &[bool], class: i64) -> bool {
        list[class.rem_euclid(self.period) as usize]
    }

    /// The state at the origin and the letters before F, from what the corner has beside the points of lines.
    fn start(&self, corner: &Corner, work: &mut Work) -> Result<Start, Rejection> {
        let Claim { block: k, band: t, run, origin, .. } = *self.claim;
        // The last point of each line before the origin is then in a column, and bounds the differences of those before.
        if origin < run {
            return reject("the origin is before the lines have had a point each");
        }
        let mut farthest = 0;
        for x in origin - t + 1..origin {
            let here = |y: i64| corner.positions.binary_search(&(x, y)).is_ok();
            if x < 0 || !self.claim.rows(x).all(here) {
                return reject("a column just before the origin lacks a point of a line");
            }
            let others =
                corner.positions.iter().filter(|p| p.0 == x && !self.claim.rows(x).any(|y| y == p.1));
            for (_, y) in others {
                if !self.has_free(&self.differences, y - x) {
                    return reject("a pair just before the origin has a difference without free cells");
                }
                farthest = farthest.max(y - x + t - 1);
            }
        }
        // Beyond the last row of the corner and of the lines before the origin nothing is marked.
        let last = (origin - run..origin).flat_map(|x| self.claim.rows(x)).max().unwrap_or(0);
        let end = (corner.rows.len() as i64).max(last).max(origin) + 2 * t;
        let mut marked = Vec::new();
        for y in origin..end {
            work.spend(self.claim.points.len())?;
            let more = corner.row(y) - self.claim.row_before(y, origin);
            if !(0..=1).contains(&more) || (more == 1 && !self.has_free(&self.columns, y)) {
                return reject(format!("row {y} has not the P-positions of lines and at most one pair"));
            }
            if more == 1 {
                marked.push(y);
            }
        }
        let rows: Vec<i64> = (0..self.period).map(|y| self.claim.columns(y).count() as i64).collect();
        let mut least = 0;
        loop {
            let band = corner.options_in_band(origin, origin + least, work)?;
            let sum = |x: usize| rows[x] + rows[(x + least as usize) % rows.len()] + band;
            if (0..rows.len()).any(|x| sum(x) < k) {
                break;
            }
            work.spend(rows.len())?;
            least += 1;
        }
        if least < t {
            return reject("the origin is too near the start for this band");
        }
        let mut differences = Vec::new();
        for d in least..end {
            work.spend(2 * t as usize * self.claim.points.len())?;
            let more = corner.options_in_band(origin, origin + d, work)? - self.claim.band_before(d, origin);
            if more < 0 {
                return reject(format!("difference {d} lacks a point of a line"));
            }
            if more > 0 {
                farthest = d.max(farthest);
            }
            if more > 0 && self.has_free(&self.differences, d) {
                differences.push(d - least);
            }
        }
        if !self.has_free(&self.differences, least) || differences.first() == Some(&0) {
            return reject("the least difference that is left has no free cells");
        }
        if marked.len().max(differences.len()) > MOST_MARKS {
            return reject("more rows or differences are used before the origin than this checker keeps");
        }
        let frontier = origin + least;
        let letters = (origin..frontier).map(|y| u8::from(marked.binary_search(&y).is_ok())).collect();
        let state = State {
            column: origin.rem_euclid(self.by_column),
            difference: least.rem_euclid(self.by_difference),
            used: marked.into_iter().filter(|&y| y >= frontier).map(|y| y - frontier).collect(),
            differences,
        };
        Ok(Start { state, letters, farthest })
    }

    /// One column: the state after it, the letters that are settled, and where its pair is, if it has one.
    fn step(&self, state: &State, letter: usize) -> (State, Vec<u8>, Option<i64>) {
        let mut next = state.clone();
        let class = |j: i64| state.difference + j;
        let mut placed = None;
        if letter == 0 && self.has_free(&self.columns, state.column) {
            let fits = |j: &i64| {
                self.is_free(state.column, class(*j))
                    && !state.used.contains(j)
                    && !state.differences.contains(j)
            };
            placed = (0..).find(fits);
            next.used.extend(placed);
            next.differences.extend(placed);
            next.used.sort_unstable();
            next.differences.sort_unstable();
        }
        let dead = |j: &i64| next.differences.contains(j) || !self.has_free(&self.differences, class(*j));
        let risen = (0..).take_while(dead).count() as i64;
        let letters = (0..=risen).map(|j| u8::from(next.used.contains(&j))).collect();
        let after = State {
            column: (state.column + 1).rem_euclid(self.by_column),
            difference: (state.difference + risen).rem_euclid(self.by_difference),
            used: next.used.iter().filter(|j| **j > risen).map(|j| j - risen - 1).collect(),
            differences: next.differences.iter().filter(|j| **j >= risen).map(|j| j - risen).collect(),
        };
        (after, letters, placed)
    }

    /// From the origin on everything that pairs do is below the lines: `least` is the least difference there, `marked` of
    /// those beyond are used, marks and pairs lie within `reach`, and beyond the difference `farthest` the corner has lines
    /// only.
    fn below_the_lines(
        &self,
        least: i64,
        marked: usize,
        reach: i64,
        farthest: i64,
        work: &mut Work,
    ) -> Result<(), Rejection> {
        let Claim { band, run, rise, origin, .. } = *self.claim;
        let count = |list: &[bool]| list.iter().filter(|has| **has).count() as i64;
        let (columns, differences) = (count(&self.columns), count(&self.differences));
        // In so many columns the bound on the least difference grows by run * columns * period.
        let turn = run * self.period * differences;
        if turn + run * columns * self.period > rise * self.period * differences {
            return reject("the pairs may come up to the lines");
        }
        let free = |d: &i64| self.has_free(&self.differences, *d);
        let mut left = (least..).filter(free).skip(marked);
        let mut bound = left.next().unwrap_or(least);
        for x in origin..origin + turn {
            work.spend(2 * self.claim.points.len() * run as usize)?;
            // A pair counts in bands up to t - 1 beyond its difference.
            if x + farthest.max(bound + reach + band - 1) >= self.claim.first_row(x) {
                return reject(format!("in column {x} the pairs may come up to the lines"));
            }
            if self.has_free(&self.columns, x) {
                bound = left.next().unwrap_or(bound);
            }
        }
        Ok(())
    }

    /// From the first row of the lines on the P-positions are their points.
    fn on_the_lines(&self, work: &mut Work) -> Result<(), Rejection> {
        let Claim { block, band, run, origin, .. } = *self.claim;
        for x in origin..origin + run * self.period {
            let rows: Vec<i64> = self.claim.rows(x).collect();
            let below = self.claim.columns(x).count() as i64 + i64::from(self.has_free(&self.columns, x));
            let top = rows.iter().copied().max().unwrap_or(0);
            for y in self.claim.first_row(x)..=top {
                work.spend(2 * band as usize * self.claim.points.len())?;
                let column = below + rows.iter().filter(|row| **row < y).count() as i64;
                let options = column + self.claim.row_before(y, x) + self.claim.band_before(y - x, x);
                if (options < block) != rows.contains(&y) {
                    return reject(format!(
                        "a P-position of column {x} modulo {} is not on the lines, or the reverse",
                        run * self.period
                    ));
                }
            }
            if below + (rows.len() as i64) < block {
                return reject(format!("column {x} has too few P-positions"));
            }
        }
        Ok(())
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Reads `block K band T`, `lines RUN RISE : X,Y ..`, `origin X`, `chain LENGTH`, `end`.
fn read(text: &str) -> Result<Claim, Rejection> {
    let mut lines = text.lines().enumerate();
    let mut next = |expected: &str| -> Result<(usize, Vec<&str>), Rejection> {
        match lines.next() {
            Some((i, line)) if line.len() < 1 << 16 => Ok((i + 1, line.split_whitespace().collect())),
            Some((i, _)) => Err(Rejection { line: i + 1, reason: "the line is too long".to_string() }),
            None => reject(format!("the text ends where `{expected}` should follow")),
        }
    };
    let fault = |line: usize, expected: &str| Rejection { line, reason: format!("`{expected}` expected") };
    let number =
        |word: &str, least: i64, most: i64| word.parse::<i64>().ok().filter(|n| (least..=most).contains(n));
    let (line, words) = next(HEADER)?;
    if words.join(" ") != HEADER {
        return Err(fault(line, HEADER));
    }
    let expected = "block K band T";
    let (line, words) = next(expected)?;
    let read = match words[..] {
        ["block", k, "band", t] => number(k, 2, WIDEST).zip(number(t, 1, WIDEST)),
        _ => None,
    };
    let (block, band) = read.ok_or_else(|| fault(line, expected))?;
    let expected = "lines RUN RISE : X,Y ..";
    let (line, words) = next(expected)?;
    let point = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        Some((number(x, 0, WIDEST)?, number(y, -MOST_COLUMNS, MOST_COLUMNS)?))
    };
    let read = match words[..] {
        ["lines", run, rise, ":", ref points @ ..] => {
            let points = points.iter().map(point).collect::<Option<Vec<_>>>();
            number(run, 1, WIDEST).zip(number(rise, 2, WIDEST)).zip(points)
        }
        _ => None,
    };
    let ((run, rise), mut points) = read.ok_or_else(|| fault(line, expected))?;
    points.sort_unstable();
    if run >= rise
        || points.is_empty()
        || points.len() > MOST_POINTS
        || points.windows(2).any(|w| w[0] == w[1])
        || points.iter().any(|p| p.0 >= run)
    {
        let reason =
            "lines rise faster than they run, and each is named once by its point in the first columns";
        return Err(Rejection { line, reason: reason.to_string() });
    }
    let (line, words) = next("origin X")?;
    let read = match words[..] {
        ["origin", x] => number(x, 1, MOST_COLUMNS),
        _ => None,
    };
    let origin = read.ok_or_else(|| fault(line, "origin X"))?;
    let (line, words) = next("chain LENGTH")?;
    let read = match words[..] {
        ["chain", length] => number(length, 1, 60),
        _ => None,
    };
    let length = read.ok_or_else(|| fault(line, "chain LENGTH"))? as usize;
    let (line, words) = next("end")?;
    if words != ["end"] {
        return Err(fault(line, "end"));
    }
    match lines.next() {
        None => Ok(Claim { block, band, run, rise, points, origin, length }),
        Some((i, _)) => Err(Rejection { line: i + 1, reason: "text after `end`".to_string() }),
    }
}
