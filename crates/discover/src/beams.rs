//! Blocking games on two piles whose P-positions lie on lines of rational slope and on one more beam: what shows of them.
//!
//! Moves take from one pile, or from both amounts that differ by less than t, and fewer than k of the options are forbidden.
//! In every column there are k P-positions in all. Where the uppermost of all columns are a pattern that repeats, so many
//! columns on and so many rows up, for one slope or for several, they are taken for points of lines, and the rest may be written by
//! a machine; or all of them, with no lines at all. This is a guess; the independent checker (`wythoff-certificate`, module `beams`)
//! proves it or does not.

use wythoff_rules::{Decision, Relation, Rules};
use wythoff_solvers::{Budget, p_below_into};

/// The P-positions with both piles below this are looked at.
const BELOW: u64 = 1500;

/// The longest repetition that is looked for, in as many columns and eight times as many, and of lines of the same slope
/// together.
const LONGEST: usize = 26;
const LONGEST_TOGETHER: usize = 130;

/// The widest band, and the largest number of options that are forbidden, plus one.
const WIDEST: u64 = 20;

/// A blocking game, and the lines that many of its P-positions seem to lie on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beams {
    block: u64,
    band: u64,
    /// Those of the least slope first.
    lines: Vec<Lines>,
    /// The fewest P-positions on no line that a column had as the larger pile.
    low: u64,
    /// Columns whose P-positions are all below the bound.
    complete: usize,
}

/// Lines of one slope: their points repeat so many columns on, so many rows up.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lines {
    run: usize,
    rise: usize,
    /// Column and row of a point of each line, the column below `run`.
    points: Vec<(usize, i64)>,
}

impl Beams {
    /// What may be claimed of a game of this kind: with lines, if they show, then without.
    ///
    /// ```
    /// use wythoff_discover::beams::Beams;
    /// use wythoff_rules::Rules;
    /// let rules = |text| Rules::read(text).unwrap();
    /// let beams = Beams::of(&rules("piles unordered x, y; move (i,0); move (i,i); block 5"), &Default::default());
    /// assert!(beams[0].certificate(100, 6).contains("lines 2 5 : 0,1 0,2 0,3 1,3 1,4 1,5\n"));
    /// assert!(Beams::of(&rules("(i,0) (0,i) (i,i)"), &Default::default()).is_empty());
    /// ```
    pub fn of(rules: &Rules, budget: &Budget) -> Vec<Beams> {
        let Some((block, band)) = blocked(rules) else { return Vec::new() };
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); BELOW as usize];
        let mut whole: Vec<u64> = vec![0; BELOW as usize];
        let mut place = |pair: &[u64]| {
            let (x, y) = (pair[0].min(pair[1]) as usize, pair[0].max(pair[1]) as usize);
            columns[x].push(y);
            whole[x] += 1;
            whole[y] += u64::from(x != y);
        };
        let all = p_below_into(rules, BELOW, budget, &mut |chunk| chunk.chunks_exact(2).for_each(&mut place));
        if all.is_err() {
            return Vec::new();
        }
        columns.iter_mut().for_each(|rows| rows.sort_unstable());
        let complete = whole.iter().take_while(|count| **count == block).count();
        columns.truncate(complete);
        let before = |rows: &Vec<usize>| block.saturating_sub(rows.len() as u64);
        let low = columns[complete / 4..].iter().map(before).min().unwrap_or(0);
        let lines = lines(&columns);
        let with = Beams { block, band, lines, low: 0, complete };
        let without = Beams { lines: Vec::new(), low, ..with };
        let shown = !with.lines.is_empty() && !with.expects_automaton();
        shown.then_some(with).into_iter().chain([without]).collect()
    }

    /// Columns from which a proof may start.
    pub fn origins(&self) -> [usize; 3] {
        [self.complete / 4, self.complete / 2, self.complete]
    }

    /// Whether lines of P-positions show.
    pub fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// A position with so many P-options is none.
    pub fn options(&self) -> u64 {
        self.block
    }

    /// The game as a person writes it.
    pub fn text(&self) -> String {
        let Beams { block, band, .. } = self;
        match band {
            1 => format!("Wythoff, fewer than {block} options blocked"),
            t => format!("Nim with moves (i,j), |i - j| < {t}, fewer than {block} options blocked"),
        }
    }

    /// The claim for the checker: from this column on, shown by links of so many letters.
    pub fn certificate(&self, origin: usize, length: usize) -> String {
        let Beams { block, band, lines, low, .. } = self;
        let each = lines.iter().map(|Lines { run, rise, points }| {
            let points: String = points.iter().map(|(x, y)| format!(" {x},{y}")).collect();
            format!("lines {run} {rise} :{points}\n")
        });
        let lines: String = each.collect();
        let rows = if *low > 0 { format!("rows {low}\n") } else { String::new() };
        format!(
            "wyt-certificate 1 beams\nblock {block} band {band}\n{lines}{rows}origin {origin}\nchain {length}\nend\n"
        )
    }

    /// With lines of one slope, and columns and differences that have room for a pair in the ratio of a whole number, as
    /// Wythoff's game has 1, or in one that makes the slope of the pairs rational.
    fn expects_automaton(&self) -> bool {
        let [Lines { run, rise, points }] = &self.lines[..] else { return false };
        let (p, s) = (*rise as i64, (rise - run) as i64);
        let band = self.band as i64;
        let row = |y: i64| points.iter().filter(|(_, c)| (y - c).rem_euclid(p) == 0).count();
        let near = |d: i64| {
            let on = |e: i64| points.iter().filter(|(r, c)| (e - c + *r as i64).rem_euclid(s) == 0).count();
            (d - band + 1..d + band).map(on).sum::<usize>()
        };
        let free = |x: i64, d: i64| row(x) + row(x + d) + near(d) + 1 == self.block as usize;
        let columns = (0..p * s).filter(|&x| (0..p * s).any(|d| free(x, d))).count();
        let differences = (0..p * s).filter(|&d| (0..p * s).any(|x| free(x, d))).count();
        // The slope of the pairs satisfies s - 1/s = columns/differences.
        let square = columns * columns + 4 * differences * differences;
        differences > 0 && (columns.is_multiple_of(differences) || square.isqrt().pow(2) == square)
    }
}

/// The number k and the band t, if the game is of this kind: compared for all positions.
fn blocked(rules: &Rules) -> Option<(u64, u64)> {
    let convention = rules.convention();
    let block = convention.block.as_ref()?;
    let plain = rules.coordinates().len() == 2
        && rules.piles() == 2
        && rules.is_symmetric()
        && !convention.misere
        && !convention.pass
        && block.families.iter().all(|all| *all)
        && (2..=WIDEST).contains(&block.k);
    if !plain {
        return None;
    }
    let far = 2 * WIDEST;
    let options = rules.options(&[2 * far, 2 * far]).ok()?;
    let band = (1..=WIDEST).find(|t| !options.contains(&vec![far, far + t]))?;
    let both = match band {
        1 => "move both: (i, i)".to_string(),
        t => format!("move both: (i, j) for i, j >= 1 where |i - j| < {t}"),
    };
    let text = format!("piles unordered x, y\nmove nim: (i, 0)\n{both}\nblock {}\n", block.k);
    let written = Rules::read(&text).ok()?;
    (Relation::of(rules)?.is_same_game(&written) == Decision::Holds).then_some((block.k, band))
}

/// The uppermost P-positions of all columns, the ones below those and so on: of those that repeat in all of the second half, the
/// points, by slopes, the least slope first.
fn lines(columns: &[Vec<usize>]) -> Vec<Lines> {
    let half = columns.len() / 2;
    let longest = LONGEST.min(columns.len() / 8);
    let row = |x: usize, rank: usize| columns[x][columns[x].len() - 1 - rank];
    let ranks = columns[half..].iter().map(Vec::len).min().unwrap_or(0);
    let mut found: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    for rank in 0..ranks {
        let repeats = |run: &usize| {
            let rise = row(half + run, rank).checked_sub(row(half, rank)).filter(|rise| rise > run)?;
            (half..columns.len() - run).all(|x| row(x + run, rank) == row(x, rank) + rise).then_some(rise)
        };
        let Some((run, rise)) = (1..=longest).find_map(|run| Some((run, repeats(&run)?))) else { continue };
        match found.iter_mut().find(|(r, p, _)| r * rise == p * run) {
            Some((r, p, ranks)) => {
                let together = *r / gcd(*r, run) * run;
                (*p, *r) = (*p * together / *r, together);
                ranks.push(rank);
            }
            None => found.push((run, rise, vec![rank])),
        }
    }
    found.retain(|(run, _, _)| *run <= LONGEST_TOGETHER && half + run <= columns.len());
    found.sort_by_key(|(run, rise, _)| rise * 1_000_000 / run);
    let points = |run: usize, rise: usize, ranks: &[usize]| {
        let all = (half..half + run).flat_map(|x| ranks.iter().map(move |rank| (x, *rank)));
        let mut points: Vec<(usize, i64)> =
            all.map(|(x, rank)| (x % run, row(x, rank) as i64 - (rise * (x / run)) as i64)).collect();
        points.sort_unstable();
        points
    };
    let each =
        found.into_iter().map(|(run, rise, ranks)| Lines { run, rise, points: points(run, rise, &ranks) });
    each.collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
