//! Certificates of blocking games whose P-positions lie on lines of rational slope and on one more beam, for every column.
//!
//! The game: two piles. A move takes any number from one pile, or from both piles i and j, positive, with |i - j| < t. Before
//! each move fewer than k of the options are forbidden. So a position is P if and only if fewer than k of its options are;
//! and P is symmetric. The certificate has *lines*: points (r + qn, c + pn), p > q, for all integers n, the same q and p for
//! lines of one slope, or none at all; the fewest *others*, P-positions on no line, that a row has, by classes of rows; an
//! origin X; and a length m.
//!
//! *Counts.* For x <= y and d = y - x the P-options of (x, y) are those in its column, in its row with a smaller
//! column, and in its band. Let rho(y) be the number of points of lines in row y, which is periodic, and eps(d) the
//! number of those with a difference less than t from d, which is periodic, too. A cell that is below all lines has rho(x)
//! points in its column (by symmetry, those of row x), rho(y) in its row, eps(d) in its band:
//! `base(x, d) = rho(x) + rho(x + d) + eps(d)`. A column *needs* so many others that k are reached for the least base in it.
//!
//! *What is proved.* From column X on the P-positions (x, y), x <= y, are the points of the lines and the others. Letter x of
//! the word is the number of others (a, x), a < x. Column x has as many more as it needs, each in the first row in which
//! base and others, in column, row and band, are fewer than k. The word is written by a machine with finitely many states.
//!
//! *Why.* By induction on columns x >= X: the P-positions with smaller columns are as said. What the corner, the columns before
//! X, has beside the points of lines counts as others; it is found by playing the game. A difference d is *dead* when base
//! and the others in its band and the fewest in row and column are k, for all classes of columns. Let d(x) be the least that
//! is not, F(x) = x + d(x), and Y(x) the first row from which on points of lines are not all in columns before x, for
//! rows and bands alike.
//! * No P-position has a dead difference, so rows before F(x) are settled, and have the fewest at least: at X this is counted,
//!   and later it is seen of each letter that is written.
//! * From F(x) to Y(x) the state has the exact counts: others in each row, and in the band of each difference. (The band of
//!   (x, y) has no P-position from row y on; those of the last t - 1 columns are kept until they are below.)
//! * Rows and bands with others beyond F(x) and d(x), and the new ones, lie within J of them: by the states of the
//!   machine. F(x) + J + t - 1 < Y(x) always, so that none is in a row or in the band of a cell from Y(x) on: to kill all
//!   differences up to d(x) takes as many others as they lack, columns have no more than they need, each helps only the
//!   differences in its band; this bound on d(x) and Y grow by a fixed amount in a period, and it is checked for one. What else the
//!   corner has in bands ends below Y(x) as well: this is checked with it.
//! * From Y(x) on there are lines only, with what the column needs below. Near lines of one slope those of steeper slopes are
//!   counted as in a base, those of others in the column alone; this is the same after a period of columns, so it is checked
//!   for one that the options are fewer than k exactly on the lines. Between two slopes they are k: by classes. That lines of
//!   two slopes are apart is checked for as many columns as both repeat in; later they are further apart.
//!
//! Without lines all P-positions are others, and the machine is all there is to check.

use crate::chain::{self, Effort, Held};
use crate::transducer::{Rejection, counted};
use std::fmt;

/// The first line of such a certificate.
pub const HEADER: &str = "wyt-certificate 1 beams";

/// Bounds that keep a hostile file from costing more than a few seconds.
const MOST_COLUMNS: i64 = 2_000;
const MOST_STEPS: usize = 200_000_000;
const WIDEST: i64 = 64;
const MOST_RUN: i64 = 130;
const MOST_SLOPES: usize = 8;
const MOST_PERIOD: i64 = 2_048;
const MOST_REPEATED: i64 = 1 << 24;
const MOST_POINTS: usize = 256;
/// Lines that are all named in words.
const MOST_NAMED: usize = 24;
const MOST_MARKS: usize = 1 << 10;

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The rules that it is about.
    pub rules: String,
    /// The lines, in words; empty if there are none.
    pub lines: String,
    /// The most P-positions on no line that a column needs.
    pub others: usize,
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
        let Accepted { lines, others, states, transitions, links, length, origin, .. } = self;
        let what = match (lines.as_str(), others) {
            ("", _) => "how many P-positions (a, x), a < x, each column x has, is".to_string(),
            (_, 1) => format!(
                "the P-positions (x, y), x <= y, are {lines}, and pairs, whose larger coordinates are"
            ),
            _ => format!(
                "the P-positions (x, y), x <= y, are {lines}, and others; how many of these (a, x), a < x, each column x has, is"
            ),
        };
        format!(
            "from column {origin} on {what} a word that a transducer with {} and {} writes (proved: {links} links of {length} letters, closed)",
            counted(*states, "state"),
            counted(*transitions, "transition"),
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
    /// Those of the least slope first.
    lines: Vec<Line>,
    /// The fewest others in a row, by its class.
    low: Vec<i64>,
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
    let mut work = Work::new(effort.go_on);
    let corner = Corner::play(&claim, &mut work)?;
    let start = cells.start(&corner, &mut work)?;
    let rule = |state: &State, letter: usize| {
        let (next, written, _) = cells.step(state, letter)?;
        Some((next, written))
    };
    let others = cells.need.iter().copied().max().unwrap_or(0) as usize;
    let mut machine = chain::Machine::new(others + 1, &rule, effort.bytes);
    let closed = chain::close(&mut machine, start.state.clone(), &start.letters, claim.length, effort)?;
    let reach = |&(state, letter): &(usize, usize)| {
        let state = machine.state(state);
        let placed = cells.step(state, letter).map(|(_, _, placed)| placed).unwrap_or_default();
        let counted = state.rows.len().max(state.bands.len()) as i64;
        state.recent.iter().map(|(d, _)| *d).chain(placed).fold(counted, i64::max)
    };
    let reach = closed.transitions.iter().map(reach).max().unwrap_or(0);
    cells.below_the_lines(&start, reach, &mut work)?;
    cells.on_the_lines(&mut work)?;
    Ok(Accepted {
        rules: claim.rules(),
        lines: claim.in_words(),
        others,
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

    /// The lines, each by its points; of many how many there are of each slope.
    fn in_words(&self) -> String {
        if self.points() > MOST_NAMED {
            let each = self.lines.iter().map(|line| {
                let common = gcd(line.run, line.rise);
                let slope = match line.run / common {
                    1 => (line.rise / common).to_string(),
                    run => format!("{}/{run}", line.rise / common),
                };
                let Line { run, rise, points, .. } = line;
                format!("{} of slope {slope} (+{run}n, +{rise}n)", points.len())
            });
            let each = each.collect::<Vec<_>>().join(" and ");
            return format!("the points of the lines that the certificate lists, {each}");
        }
        let each = self.lines.iter().flat_map(|line| {
            line.points.iter().map(|(x, y)| {
                let term = |start: i64, step: i64| {
                    let n = if step == 1 { "n".to_string() } else { format!("{step}n") };
                    match start {
                        0 => n,
                        _ if start < 0 => format!("{n} - {}", -start),
                        _ => format!("{n} + {start}"),
                    }
                };
                format!("({}, {})", term(*x, line.run), term(*y, line.rise))
            })
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// Points of lines in one repetition of each slope.
    fn points(&self) -> usize {
        self.lines.iter().map(|line| line.points.len()).sum()
    }
}

/// Parallel lines: points, one of each line in the first columns, and the step to the next, in columns and rows.
struct Line {
    run: i64,
    rise: i64,
    points: Vec<(i64, i64)>,
    /// The points by classes: columns modulo the run, rows modulo the rise, differences modulo what they grow by.
    by_column: Vec<Vec<(i64, i64)>>,
    by_row: Vec<Vec<(i64, i64)>>,
    by_difference: Vec<Vec<(i64, i64)>>,
}

impl Line {
    fn new(run: i64, rise: i64, points: Vec<(i64, i64)>) -> Line {
        let classes = |modulus: i64, number: fn(&(i64, i64)) -> i64| {
            let mut classes = vec![Vec::new(); modulus as usize];
            points.iter().for_each(|p| classes[number(p).rem_euclid(modulus) as usize].push(*p));
            classes
        };
        let by_column = classes(run, |(r, _)| *r);
        let by_row = classes(rise, |(_, c)| *c);
        let by_difference = classes(rise - run, |(r, c)| c - r);
        Line { run, rise, points, by_column, by_row, by_difference }
    }

    /// The difference of a point grows by this along a line.
    fn widening(&self) -> i64 {
        self.rise - self.run
    }

    /// The rows of the points of lines in a column.
    fn rows(&self, x: i64) -> impl Iterator<Item = i64> + '_ {
        let here = &self.by_column[x.rem_euclid(self.run) as usize];
        here.iter().map(move |(r, c)| c + (x - r) / self.run * self.rise)
    }

    /// The columns of the points of lines in a row.
    fn columns(&self, y: i64) -> impl Iterator<Item = i64> + '_ {
        let here = &self.by_row[y.rem_euclid(self.rise) as usize];
        here.iter().map(move |(r, c)| r + (y - c) / self.rise * self.run)
    }

    /// The points of lines, as columns and differences, whose difference is less than t from this one.
    fn in_band(&self, d: i64, band: i64) -> impl Iterator<Item = (i64, i64)> + '_ {
        (d - band + 1..d + band).flat_map(move |e| {
            let here = &self.by_difference[e.rem_euclid(self.widening()) as usize];
            here.iter().map(move |(r, c)| (r + (e - c + r) / self.widening() * self.run, e))
        })
    }

    /// Points of lines in a row, in columns before x.
    fn row_before(&self, y: i64, x: i64) -> i64 {
        self.columns(y).filter(|&column| column < x).count() as i64
    }

    /// Points of lines that a move of the band leads to from (x, x + d).
    fn band_before(&self, d: i64, x: i64, band: i64) -> i64 {
        self.in_band(d, band).filter(|&(column, e)| column < x && column + e < x + d).count() as i64
    }

    /// The first row that has, or whose band in column x has, a point of a line that is not yet behind.
    fn first_row(&self, x: i64, band: i64) -> i64 {
        let ahead = |from: i64| {
            (from..from + self.run).flat_map(|column| self.rows(column).map(move |y| (column, y)))
        };
        let row = ahead(x).map(|(_, y)| y).min();
        let difference = ahead(x - band + 1).map(|(column, y)| y - column).min();
        row.into_iter().chain(difference.map(|e| x + e - band + 1)).min().unwrap_or(0)
    }

    /// The first row from which on all points in the column are below, and none is behind in a row or a band.
    fn last_row(&self, x: i64, band: i64) -> i64 {
        let past = (x - self.run + 1..=x).flat_map(|column| self.rows(column).map(move |y| (column, y)));
        past.map(|(column, y)| (y + 1).max(x + y - column + band)).max().unwrap_or(0)
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

/// Counts steps, and asks now and then whether to go on.
struct Work<'a> {
    steps: usize,
    asked: usize,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Work<'a> {
    fn new(go_on: &'a dyn Fn() -> bool) -> Work<'a> {
        Work { steps: 0, asked: 0, go_on }
    }

    fn spend(&mut self, steps: usize) -> Result<(), Rejection> {
        self.steps += steps;
        if self.steps > MOST_STEPS {
            return reject("more steps than this checker takes");
        }
        if self.steps >> 16 > self.asked {
            self.asked = self.steps >> 16;
            if !(self.go_on)() {
                return reject("the check was interrupted");
            }
        }
        Ok(())
    }
}

/// What matters from a column on: its class, that of the least difference, and what the other P-positions leave there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    column: i64,
    difference: i64,
    /// How many are in each row from F on.
    rows: Vec<i64>,
    /// How many the band of each difference from the least on has, as far as it matters.
    bands: Vec<i64>,
    /// Those of the last t - 1 columns that are not yet below all cells of their bands: difference and age.
    recent: Vec<(i64, i64)>,
}

impl Held for State {
    fn bytes(&self) -> usize {
        let lists = self.rows.capacity() + self.bands.capacity() + 2 * self.recent.capacity();
        std::mem::size_of::<State>() + 8 * lists + 64
    }
}

/// What the corner leaves at the origin.
struct Start {
    state: State,
    /// The least difference that is not dead.
    least: i64,
    /// The letters before F.
    letters: Vec<u8>,
    /// The last difference in whose band the corner has, or will have when it is all behind, more than points of lines.
    farthest: i64,
}

/// What the lines leave to others, by classes of columns and differences.
struct Cells<'a> {
    claim: &'a Claim,
    period: i64,
    /// Points of lines in a row, and in the band of a difference, when all are behind.
    rho: Vec<i64>,
    eps: Vec<i64>,
    /// How many others a column has in all, and the fewest that a row has.
    need: Vec<i64>,
    low: Vec<i64>,
    /// A difference is dead when its band has so many others; more than `most` do not matter.
    demand: Vec<i64>,
    most: Vec<i64>,
    /// All this is told by the column and the difference modulo these.
    by_column: i64,
    by_difference: i64,
    /// What the lines and the others give a column repeats after so many.
    alone: i64,
    /// Steps that it takes to count the points that a cell has in its column, row and band.
    in_a_cell: usize,
}

impl<'a> Cells<'a> {
    fn new(claim: &'a Claim) -> Result<Cells<'a>, Rejection> {
        let mut period = claim.low.len() as i64;
        for line in &claim.lines {
            for part in [line.rise, line.widening()] {
                period = lcm(period, part)?;
                if period > MOST_PERIOD {
                    return reject("the lines have a longer period than this checker follows");
                }
            }
        }
        let (k, size) = (claim.block, period as usize);
        let all = |count: &dyn Fn(&Line, i64) -> usize| -> Vec<i64> {
            (0..period).map(|c| claim.lines.iter().map(|line| count(line, c) as i64).sum()).collect()
        };
        let rho = all(&|line, y| line.columns(y).count());
        let eps = all(&|line, d| line.in_band(d, claim.band).count());
        let low: Vec<i64> = (0..size).map(|x| claim.low[x % claim.low.len()]).collect();
        let row = |x: usize, d: usize| (x + d) % size;
        let base = |x: usize, d: usize| rho[x] + rho[row(x, d)] + eps[d];
        let least = |x: usize| (0..size).map(|d| base(x, d)).min().unwrap_or(0);
        let need: Vec<i64> = (0..size).map(|x| (k - least(x)).max(0)).collect();
        let open = |d: usize, x: usize| k - base(x, d) - low[x];
        let most: Vec<i64> = (0..size).map(|d| (0..size).map(|x| open(d, x)).max().unwrap_or(0)).collect();
        let demand: Vec<i64> =
            (0..size).map(|d| (0..size).map(|x| open(d, x) - low[row(x, d)]).max().unwrap_or(0)).collect();
        if demand.iter().all(|count| *count <= 0) {
            return reject("the lines leave no room for other P-positions");
        }
        let known = |x: usize, d: usize| {
            let y = row(x, d);
            (base(x, d).min(k), need[x], low[x], need[y], low[y])
        };
        let divides = |m: &usize| size.is_multiple_of(*m);
        let same = |a: usize, b: usize| (0..size).all(|d| known(a, d) == known(b, d));
        let by_column = (1..=size).filter(divides).find(|m| (*m..size).all(|x| same(x, x % m)));
        let same = |a: usize, b: usize| (0..size).all(|x| known(x, a) == known(x, b));
        let by_difference = (1..=size).filter(divides).find(|m| (*m..size).all(|d| same(d, d % m)));
        let (by_column, by_difference) =
            (by_column.unwrap_or(size) as i64, by_difference.unwrap_or(size) as i64);
        let alone = |x: usize| rho[x] + need[x];
        let alone = (1..=size).filter(divides).find(|m| (*m..size).all(|x| alone(x) == alone(x % m)));
        let alone = alone.unwrap_or(size) as i64;
        let in_a_cell = claim.lines.iter().map(|line| {
            let most = |classes: &[Vec<(i64, i64)>]| classes.iter().map(Vec::len).max().unwrap_or(0);
            let band = 2 * claim.band as usize * (1 + most(&line.by_difference));
            2 + most(&line.by_column) + most(&line.by_row) + band
        });
        let in_a_cell = in_a_cell.sum();
        Ok(Cells {
            claim,
            period,
            rho,
            eps,
            need,
            low,
            demand,
            most,
            by_column,
            by_difference,
            alone,
            in_a_cell,
        })
    }

    fn class(&self, number: i64) -> usize {
        number.rem_euclid(self.period) as usize
    }

    /// Points of lines among the options of a cell below the lines.
    fn base(&self, x: i64, d: i64) -> i64 {
        self.rho[self.class(x)] + self.rho[self.class(x + d)] + self.eps[self.class(d)]
    }

    /// Whether a row may have so many others.
    fn may_have(&self, y: i64, others: i64) -> bool {
        (self.low[self.class(y)]..=self.need[self.class(y)]).contains(&others)
    }

    /// The state at the origin and the letters before F, from what the corner has beside the points of lines.
    fn start(&self, corner: &Corner, work: &mut Work) -> Result<Start, Rejection> {
        let Claim { block: k, band: t, origin, ref lines, .. } = *self.claim;
        // The last point of each line before the origin is then in a column, and bounds the differences of those before.
        if lines.iter().any(|line| origin < line.run) || origin < t {
            return reject("the origin is before the lines have had a point each");
        }
        let mut recent = Vec::new();
        for x in origin - t + 1..origin {
            let on_lines: Vec<i64> = lines.iter().flat_map(|line| line.rows(x)).collect();
            if !on_lines.iter().all(|y| corner.positions.binary_search(&(x, *y)).is_ok()) {
                return reject("a column just before the origin lacks a point of a line");
            }
            let others = corner.positions.iter().filter(|p| p.0 == x && !on_lines.contains(&p.1));
            recent.extend(others.map(|(_, y)| (y - x, origin - x)));
        }
        let mut farthest = recent.iter().map(|(d, _)| d + t - 1).max().unwrap_or(0);
        // Beyond the last row of the corner and of the lines before the origin nothing is marked.
        let before = |line: &'a Line| (origin - line.run..origin).flat_map(|x| line.rows(x));
        let last = lines.iter().flat_map(before).max().unwrap_or(0);
        let end = (corner.rows.len() as i64).max(last).max(origin) + 2 * t;
        let mut others = Vec::new();
        for y in origin..end {
            work.spend(1 + self.claim.points())?;
            let behind: i64 = lines.iter().map(|line| line.row_before(y, origin)).sum();
            let more = corner.row(y) - behind;
            if more < 0 {
                return reject(format!("row {y} lacks a point of a line"));
            }
            others.push(more);
        }
        let mut least = 0;
        loop {
            let band = corner.options_in_band(origin, origin + least, work)?;
            let open = |x: i64| {
                let (x, y) = (self.class(x), self.class(x + least));
                self.rho[x] + self.rho[y] + self.low[x] + self.low[y] + band < k
            };
            if (0..self.period).any(open) {
                break;
            }
            work.spend(self.period as usize)?;
            least += 1;
        }
        if least < t {
            return reject("the origin is too near the start for this band");
        }
        let mut bands = Vec::new();
        for d in least..end {
            work.spend(1 + 2 * t as usize * self.claim.points())?;
            let behind: i64 = lines.iter().map(|line| line.band_before(d, origin, t)).sum();
            let more = corner.options_in_band(origin, origin + d, work)? - behind;
            if more < 0 {
                return reject(format!("difference {d} lacks a point of a line"));
            }
            if more > 0 {
                farthest = d.max(farthest);
            }
            bands.push(more);
        }
        let frontier = (origin + least).min(end);
        let rows = others.split_off((frontier - origin) as usize);
        others.resize(least as usize, 0);
        let wrong = (origin..).zip(&others).find(|(y, more)| !self.may_have(*y, **more));
        if let Some((y, more)) = wrong {
            return reject(format!("row {y} has {more} P-positions beside the lines, not as many as it may"));
        }
        let letters = others.iter().map(|more| *more as u8).collect();
        let recent = recent.into_iter().map(|(d, age)| (d - least, age)).collect();
        let state = State { column: origin, difference: least, rows, bands, recent };
        let state = self.plain(state);
        if self.demand[self.class(least)] <= state.bands.first().copied().unwrap_or(0) {
            return reject("the least difference that is left is dead by the lines");
        }
        if state.rows.len().max(state.bands.len()) > MOST_MARKS {
            return reject("rows or differences are used farther ahead than this checker keeps");
        }
        Ok(Start { state, least, letters, farthest })
    }

    /// Without what does not matter: so that equal states look alike.
    fn plain(&self, mut state: State) -> State {
        let t = self.claim.band;
        state.column = state.column.rem_euclid(self.by_column);
        state.difference = state.difference.rem_euclid(self.by_difference);
        for (d, count) in (state.difference..).zip(&mut state.bands) {
            *count = (*count).min(self.most[self.class(d)].max(0));
        }
        for list in [&mut state.rows, &mut state.bands] {
            list.truncate(list.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1));
        }
        state.recent.retain(|&(d, age)| age < t && d >= age);
        state.recent.sort_unstable();
        state
    }

    /// One column: the state after it, the letters that are settled, and where its other P-positions are.
    fn step(&self, state: &State, letter: usize) -> Option<(State, Vec<u8>, Vec<i64>)> {
        let t = self.claim.band;
        let State { column, difference, mut rows, mut bands, mut recent } = state.clone();
        let add = |list: &mut Vec<i64>, at: i64| {
            if let Ok(at) = usize::try_from(at) {
                list.resize(list.len().max(at + 1), 0);
                list[at] += 1;
            }
        };
        let at = |list: &[i64], j: i64| list.get(j as usize).copied().unwrap_or(0);
        let (mut others, mut placed) = (letter as i64, Vec::new());
        let need = self.need[self.class(column)];
        let mut j = 0;
        // Beyond rows and bands the next period has a cell with too few options.
        while others < need {
            if self.base(column, difference + j) + others + at(&rows, j) + at(&bands, j) < self.claim.block {
                placed.push(j);
                add(&mut rows, j);
                others += 1;
            }
            j += 1;
        }
        for (d, age) in &mut recent {
            add(&mut bands, *d - *age);
            *age += 1;
        }
        for &j in &placed {
            (j..j + t).for_each(|d| add(&mut bands, d));
            recent.push((j, 1));
        }
        let dead = |j: &i64| at(&bands, *j) >= self.demand[self.class(difference + j)];
        let risen = (0..).take_while(dead).count() as i64;
        let written: Vec<i64> = (0..=risen).map(|j| at(&rows, j)).collect();
        let row = column + difference;
        if !(row..).zip(&written).all(|(y, others)| self.may_have(y, *others)) {
            return None;
        }
        let after = State {
            column: column + 1,
            difference: difference + risen,
            rows: rows.split_off(rows.len().min(risen as usize + 1)),
            bands: bands.split_off(bands.len().min(risen as usize)),
            recent: recent.into_iter().map(|(d, age)| (d - risen, age)).collect(),
        };
        if after.rows.len().max(after.bands.len()) > MOST_MARKS {
            return None;
        }
        Some((self.plain(after), written.iter().map(|n| *n as u8).collect(), placed))
    }

    /// From the origin on all others are below the lines: they lie within `reach` of the least difference, and beyond the
    /// difference `farthest` the corner has lines only.
    fn below_the_lines(&self, start: &Start, reach: i64, work: &mut Work) -> Result<(), Rejection> {
        let Claim { band: t, origin, .. } = *self.claim;
        let Some(lowest) = self.claim.lines.first() else { return Ok(()) };
        let demand = |d: i64| self.demand[self.class(d)].max(0);
        // One that is placed helps to kill at most so many differences.
        let helps = |e: &i64| (e - t + 1..e + t).filter(|d| demand(*d) > 0).count() as i64;
        let has_others = |e: &i64| (0..self.period).any(|x| self.base(x, *e) < self.claim.block);
        let helps = (0..self.period).filter(has_others).map(|e| helps(&e)).max().unwrap_or(0);
        let supply = |x: i64| helps * (self.need[self.class(x)] - self.low[self.class(x)]).max(0);
        // The bound on the least difference grows by `growth` in `turn` columns: what is asked and supplied repeats.
        let asked: i64 = (0..self.by_difference).map(demand).sum();
        let supplied: i64 = (0..self.by_column).map(supply).sum();
        let turn = lowest.run * self.by_column * asked;
        let growth = lowest.run * self.by_difference * supplied;
        if turn + growth > lowest.rise * self.by_column * asked {
            return reject("the others may come up to the lines");
        }
        let bands = &start.state.bands;
        let left = |d: i64| (demand(d) - bands.get((d - start.least) as usize).copied().unwrap_or(0)).max(0);
        let (mut bound, mut room) = (start.least, helps * start.state.recent.len() as i64);
        // A run further on the first row is higher by the rise.
        work.spend(2 * lowest.points.len() * (lowest.run * lowest.run) as usize)?;
        let first_rows: Vec<i64> = (0..lowest.run).map(|x| lowest.first_row(x, t)).collect();
        let first_row = |x: i64| first_rows[(x % lowest.run) as usize] + x / lowest.run * lowest.rise;
        for x in origin..origin + turn {
            work.spend(2)?;
            while left(bound) <= room {
                work.spend(1)?;
                room -= left(bound);
                bound += 1;
            }
            // One counts in bands up to t - 1 beyond its difference.
            if x + start.farthest.max(bound + reach + t - 1) >= first_row(x) {
                return reject(format!("in column {x} the others may come up to the lines"));
            }
            room += supply(x);
        }
        Ok(())
    }

    /// From the first row of the lines on the P-positions are their points: near the lines of each slope, and between.
    fn on_the_lines(&self, work: &mut Work) -> Result<(), Rejection> {
        let Claim { block, band, origin, ref lines, .. } = *self.claim;
        for (number, line) in lines.iter().enumerate() {
            let (lower, steeper) = (&lines[..number], &lines[number + 1..]);
            let below = |x: i64| {
                let in_column: usize = lower.iter().map(|line| line.rows(x).count()).sum();
                self.rho[self.class(x)] + self.need[self.class(x)] + in_column as i64
            };
            let above = |d: i64, y: i64| -> i64 {
                let each = steeper.iter();
                each.map(|line| (line.columns(y).count() + line.in_band(d, band).count()) as i64).sum()
            };
            // All this repeats, along the lines, after so many columns, and what is above after so many differences.
            let mut columns =
                lcm(lcm(line.run, self.alone)?, lower.iter().try_fold(1, |all, line| lcm(all, line.run))?)?;
            let mut differences = 1;
            for next in steeper {
                columns = lcm(columns, line.run * (next.rise / gcd(next.rise, line.rise)))?;
                columns = lcm(columns, line.run * (next.widening() / gcd(next.widening(), line.widening())))?;
                columns = lcm(columns, next.rise)?;
                differences = lcm(differences, lcm(next.rise, next.widening())?)?;
            }
            for x in origin..origin + columns {
                work.spend(4 * line.points.len())?;
                let rows: Vec<i64> = line.rows(x).collect();
                let below = below(x);
                let last = line.last_row(x, band);
                for y in line.first_row(x, band)..last {
                    work.spend(self.in_a_cell)?;
                    let column = below + rows.iter().filter(|row| **row < y).count() as i64;
                    let own = line.row_before(y, x) + line.band_before(y - x, x, band);
                    if (column + own + above(y - x, y) < block) != rows.contains(&y) {
                        return reject(format!(
                            "a P-position of column {x} modulo {columns} is not on the lines, or the reverse"
                        ));
                    }
                }
                // From there to the next lines, or on for ever.
                let column = below + rows.len() as i64;
                for d in 0..differences {
                    work.spend(self.in_a_cell)?;
                    if column + above(d, x + d) < block {
                        return reject(format!("column {x} has too few P-positions"));
                    }
                }
            }
            // Both rows grow by their slopes in so many columns.
            let Some(next) = steeper.first() else { continue };
            for x in origin..origin + lcm(line.run, next.run)? {
                work.spend(2 * self.claim.points() * (line.run + next.run) as usize)?;
                if line.last_row(x, band) > next.first_row(x, band) {
                    return reject(format!("in column {x} lines of two slopes meet"));
                }
            }
        }
        Ok(())
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: i64, b: i64) -> Result<i64, Rejection> {
    let multiple = (a / gcd(a, b)).checked_mul(b).filter(|m| *m <= MOST_REPEATED);
    multiple.ok_or_else(|| Rejection {
        line: 0,
        reason: "the lines have a longer period than this checker follows".to_string(),
    })
}

/// Reads `block K band T`, `lines RUN RISE : X,Y ..` for each slope, `rows L ..`, `origin X`, `chain LENGTH`, `end`.
fn read(text: &str) -> Result<Claim, Rejection> {
    let mut lines = text.lines().enumerate().peekable();
    let fault = |line: usize, expected: &str| Rejection { line, reason: format!("`{expected}` expected") };
    let number =
        |word: &str, least: i64, most: i64| word.parse::<i64>().ok().filter(|n| (least..=most).contains(n));
    let mut next = |expected: &str| -> Result<(usize, Vec<&str>), Rejection> {
        match lines.next() {
            Some((i, line)) if line.len() < 1 << 16 => Ok((i + 1, line.split_whitespace().collect())),
            Some((i, _)) => Err(Rejection { line: i + 1, reason: "the line is too long".to_string() }),
            None => reject(format!("the text ends where `{expected}` should follow")),
        }
    };
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
    let (mut slopes, mut low) = (Vec::<Line>::new(), vec![0]);
    let (mut line, mut words) = next("origin X")?;
    while words.first() == Some(&"lines") && slopes.len() < MOST_SLOPES {
        let read = read_line(&words[1..]).map_err(|reason| Rejection { line, reason })?;
        if slopes.last().is_some_and(|last| last.rise * read.run >= read.rise * last.run) {
            return Err(Rejection { line, reason: "lines of a smaller slope come first".to_string() });
        }
        slopes.push(read);
        (line, words) = next("origin X")?;
    }
    if words.first() == Some(&"rows") {
        let each = words[1..].iter().map(|word| number(word, 0, WIDEST)).collect::<Option<Vec<_>>>();
        low = each
            .filter(|low| (1..=WIDEST as usize).contains(&low.len()))
            .ok_or_else(|| fault(line, "rows L .."))?;
        (line, words) = next("origin X")?;
    }
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
        None => Ok(Claim { block, band, lines: slopes, low, origin, length }),
        Some((i, _)) => Err(Rejection { line: i + 1, reason: "text after `end`".to_string() }),
    }
}

/// Reads `RUN RISE : X,Y ..`.
fn read_line(words: &[&str]) -> Result<Line, String> {
    let number =
        |word: &str, least: i64, most: i64| word.parse::<i64>().ok().filter(|n| (least..=most).contains(n));
    let point = |word: &&str| {
        let (x, y) = word.split_once(',')?;
        Some((number(x, 0, MOST_RUN)?, number(y, -MOST_COLUMNS, MOST_COLUMNS)?))
    };
    let read = match words {
        [run, rise, ":", points @ ..] => {
            let points = points.iter().map(point).collect::<Option<Vec<_>>>();
            number(run, 1, MOST_RUN).zip(number(rise, 2, MOST_RUN)).zip(points)
        }
        _ => None,
    };
    let ((run, rise), mut points) = read.ok_or("`lines RUN RISE : X,Y ..` expected")?;
    points.sort_unstable();
    if run >= rise
        || points.is_empty()
        || points.len() > MOST_POINTS
        || points.windows(2).any(|w| w[0] == w[1])
        || points.iter().any(|p| p.0 >= run)
    {
        return Err(
            "lines rise faster than they run, and each is named once by its point in the first columns"
                .into(),
        );
    }
    Ok(Line::new(run, rise, points))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the P-positions (x, y), x <= y, of each column: options are counted one by one.
    fn played(k: i64, t: i64, columns: i64) -> Vec<Vec<i64>> {
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut in_row: Vec<Vec<i64>> = Vec::new();
        for x in 0..columns {
            let (mut here, mut y) = (Vec::new(), x);
            in_row.resize(in_row.len().max(x as usize + 1), Vec::new());
            let left = in_row[x as usize].len() as i64;
            while left + (here.len() as i64) < k {
                in_row.resize(in_row.len().max(y as usize + 1), Vec::new());
                let mut options = left + here.len() as i64 + in_row[y as usize].len() as i64;
                // In a column the rows ascend; with its piles exchanged a P-position is in its row.
                for a in (0..x).rev() {
                    if options >= k {
                        break;
                    }
                    let (from, to) = ((y - x + a - t + 1).max(0), (y - x + a + t - 1).min(y - 1));
                    options += found[a as usize].iter().filter(|b| (from..=to).contains(*b)).count() as i64;
                    let exchanged = in_row[a as usize].iter().filter(|b| **b < a && (from..=to).contains(*b));
                    options += exchanged.count() as i64;
                }
                if options < k {
                    here.push(y);
                }
                y += 1;
            }
            for &y in &here {
                if y > x {
                    in_row[y as usize].push(x);
                }
            }
            found.push(here);
        }
        found
    }

    /// The P-positions that a certificate says, from its origin on, for so many columns: lines, and what the machine places.
    fn told(text: &str, columns: i64) -> Vec<Vec<i64>> {
        let claim = read(text).expect("a certificate");
        let cells = Cells::new(&claim).expect("cells");
        let corner = Corner::play(&claim, &mut Work::new(&|| true)).expect("a corner");
        let Start { mut state, mut letters, least, .. } =
            cells.start(&corner, &mut Work::new(&|| true)).expect("a start");
        let mut difference = least;
        let mut found = Vec::new();
        for x in claim.origin..claim.origin + columns {
            let letter = letters[(x - claim.origin) as usize];
            let (next, written, placed) = cells.step(&state, usize::from(letter)).expect("a step");
            let others = placed.iter().map(|j| x + difference + j);
            let mut rows: Vec<i64> = claim.lines.iter().flat_map(|line| line.rows(x)).chain(others).collect();
            rows.sort_unstable();
            found.push(rows);
            difference += written.len() as i64 - 1;
            letters.extend(written);
            state = next;
        }
        found
    }

    const CLAIMS: [&str; 9] = [
        "block 5 band 1\nlines 2 5 : 0,1 0,2 0,3 1,3 1,4 1,5\norigin 100\nchain 6",
        "block 10 band 1\nlines 5 10 : 0,-7 1,-4 2,-2 3,-3 4,1\nlines 2 5 : 0,-1 0,0 0,1 0,6 0,7 0,8 1,0 1,2 1,4 1,8 1,9 1,10\norigin 150\nchain 4",
        "block 2 band 3\nlines 1 4 : 0,1\norigin 60\nchain 4",
        "block 4 band 1\nrows 1\norigin 60\nchain 4",
        "block 9 band 3\nrows 1\norigin 100\nchain 3",
        "block 5 band 2\nrows 1\norigin 60\nchain 3",
        "block 6 band 2\nrows 1\norigin 60\nchain 3",
        "block 3 band 4\norigin 60\nchain 3",
        "block 7 band 3\nrows 1\norigin 60\nchain 4",
    ];

    /// Wythoff's game with 18 options blocked: lines of two slopes, and thousands of states.
    const MANY_STATES: &str = "\
        block 19 band 1\n\
        lines 26 65 : 0,-13 0,-7 0,4 0,6 0,7 1,-5 1,-4 1,6 1,8 1,9 2,-3 2,-2 2,8 2,10 2,11 3,0 3,1 3,12 3,13 \
        3,14 4,2 4,3 4,14 4,15 4,16 5,5 5,7 5,17 5,18 5,19 6,7 6,9 6,19 6,20 6,21 7,10 7,11 7,22 7,23 7,24 \
        8,12 8,13 8,24 8,25 8,26 9,15 9,16 9,27 9,28 9,29 10,17 10,20 10,29 10,30 10,32 11,19 11,22 11,32 \
        11,33 11,34 12,21 12,25 12,33 12,35 12,36 13,23 13,27 13,37 13,38 13,39 14,26 14,30 14,39 14,40 \
        14,41 15,28 15,34 15,42 15,43 15,45 16,31 16,36 16,44 16,45 16,47 17,34 17,35 17,46 17,48 17,49 \
        18,37 18,40 18,48 18,50 18,51 19,40 19,42 19,52 19,53 19,54 20,38 20,46 20,54 20,55 20,56 21,41 \
        21,49 21,57 21,58 21,59 22,43 22,47 22,59 22,60 22,61 23,47 23,50 23,62 23,63 23,64 24,51 24,53 \
        24,64 24,65 24,66 25,55 25,56 25,67 25,68 25,69\n\
        lines 5 13 : 0,0 0,1 0,2 0,3 0,4 0,5 0,6 0,7 1,3 1,4 1,5 1,6 1,7 1,8 1,9 1,10 2,5 2,6 2,7 2,8 2,9 \
        2,10 2,11 2,12 3,8 3,9 3,10 3,11 3,12 3,13 3,14 3,15 4,11 4,12 4,13 4,14 4,15 4,16 4,17 4,18\n\
        origin 287\n\
        chain 2";

    #[test]
    fn machines_place_what_play_has() {
        for claim in CLAIMS.into_iter().chain([MANY_STATES]) {
            let text = format!("{HEADER}\n{claim}\nend\n");
            let accepted = check(&text).unwrap_or_else(|why| panic!("{text}{why}"));
            let numbers = read(&text).expect("a certificate");
            let found = played(numbers.block, numbers.band, numbers.origin + 120);
            assert_eq!(found[numbers.origin as usize..], told(&text, 120), "{text}{accepted}");
        }
    }

    /// What is looked at once the chain is closed ends when asked to.
    #[test]
    fn a_check_of_lines_is_interrupted() {
        let claim = read(&format!("{HEADER}\n{MANY_STATES}\nend\n")).expect("a certificate");
        let cells = Cells::new(&claim).expect("cells");
        let interrupted = cells.on_the_lines(&mut Work::new(&|| false)).map_err(|why| why.reason);
        assert_eq!(interrupted, Err("the check was interrupted".to_string()));
        assert!(cells.on_the_lines(&mut Work::new(&|| true)).is_ok());
    }

    /// What is changed in a certificate is refused, or true of the game that it then speaks of.
    #[test]
    fn changed_claims_are_refused_or_true() {
        let (mut refused, mut accepted) = (0, 0);
        let mut games = std::collections::HashMap::new();
        for claim in CLAIMS {
            let text = format!("{HEADER}\n{claim}\nend\n");
            let words: Vec<&str> = text.split_inclusive([' ', ',', '\n']).collect();
            for (at, word) in words.iter().enumerate().skip(3) {
                let end = &word[word.len() - 1..];
                let Ok(number) = word[..word.len() - 1].parse::<i64>() else { continue };
                for other in [0, number - 1, number + 1, number + 2, number / 2, 2 * number + 3] {
                    let changed = format!("{other}{end}");
                    let mutant: String = words
                        .iter()
                        .enumerate()
                        .map(|(i, w)| if i == at { &changed[..] } else { w })
                        .collect();
                    let effort = Effort { links: 1 << 14, ..Effort::default() };
                    if check_within(&mutant, &effort).is_err() {
                        refused += 1;
                        continue;
                    }
                    accepted += 1;
                    let Claim { block, band, origin, .. } = read(&mutant).expect("a certificate");
                    let game: &Vec<Vec<i64>> =
                        games.entry((block, band)).or_insert_with(|| played(block, band, 330));
                    let columns = 330 - origin.min(330);
                    let from = origin.min(330) as usize;
                    assert_eq!(game[from..], told(&mutant, columns), "{mutant}");
                }
            }
        }
        assert!(refused > 100 && accepted > 20, "{refused} {accepted}");
    }
}
