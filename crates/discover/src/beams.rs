//! Blocking games on two piles whose P-positions lie on parallel lines and on one more beam: the lines, as they show.
//!
//! Moves take from one pile, or from both amounts that differ by less than t, and fewer than k of the options are forbidden.
//! In every column there are k P-positions in all. Where those far up are a pattern that repeats, so many columns on and so
//! many rows up, the rest may be a game of pairs. This is a guess; the independent checker (`wythoff-certificate`, module
//! `beams`) proves it or does not.

use wythoff_rules::{Decision, Relation, Rules};
use wythoff_solvers::{Budget, p_below_into};

/// The P-positions with both piles below this are looked at.
const BELOW: u64 = 1500;

/// The longest repetition that is looked for.
const LONGEST: usize = 16;

/// The widest band, and the largest number of options that are forbidden, plus one.
const WIDEST: u64 = 16;

/// A blocking game and the lines that many of its P-positions seem to lie on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beams {
    block: u64,
    band: u64,
    /// The points repeat so many columns on, so many rows up.
    run: usize,
    rise: usize,
    /// Column and row of a point of each line, the column below `run`.
    points: Vec<(usize, i64)>,
    /// Columns whose P-positions are all below the bound.
    complete: usize,
}

impl Beams {
    /// The lines, if the game is of this kind, they show, and no automaton is to be expected: without the lines its
    /// P-positions would be Wythoff-like pairs whose differences grow by a whole number, or have a rational slope.
    ///
    /// ```
    /// use wythoff_discover::beams::Beams;
    /// use wythoff_rules::Rules;
    /// let rules = |text| Rules::read(text).unwrap();
    /// let beams = Beams::of(&rules("piles unordered x, y; move (i,0); move (i,i); block 5"), &Default::default());
    /// assert!(beams.unwrap().certificate(100, 6).contains("lines 2 5 : 0,1 0,2 0,3 1,3 1,4 1,5\n"));
    /// assert!(Beams::of(&rules("(i,0) (0,i) (i,i)"), &Default::default()).is_none());
    /// ```
    pub fn of(rules: &Rules, budget: &Budget) -> Option<Beams> {
        let (block, band) = blocked(rules)?;
        let mut columns: Vec<Vec<usize>> = vec![Vec::new(); BELOW as usize];
        let mut whole: Vec<u64> = vec![0; BELOW as usize];
        let mut place = |pair: &[u64]| {
            let (x, y) = (pair[0].min(pair[1]) as usize, pair[0].max(pair[1]) as usize);
            columns[x].push(y);
            whole[x] += 1;
            whole[y] += u64::from(x != y);
        };
        p_below_into(rules, BELOW, budget, &mut |chunk| chunk.chunks_exact(2).for_each(&mut place)).ok()?;
        columns.iter_mut().for_each(|rows| rows.sort_unstable());
        let complete = whole.iter().take_while(|count| **count == block).count();
        columns.truncate(complete);
        let (run, rise, points) = (1..=LONGEST).find_map(|run| repeated(&columns, run))?;
        let found = Beams { block, band, run, rise, points, complete };
        (!found.expects_automaton()).then_some(found)
    }

    /// Columns from which a proof may start.
    pub fn origins(&self) -> [usize; 2] {
        [self.complete / 4, self.complete / 2]
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
        let Beams { block, band, run, rise, points, .. } = self;
        let points: String = points.iter().map(|(x, y)| format!(" {x},{y}")).collect();
        format!(
            "wyt-certificate 1 beams\nblock {block} band {band}\nlines {run} {rise} :{points}\norigin {origin}\nchain {length}\nend\n"
        )
    }

    /// With columns and differences that have room for a pair in the ratio of a whole number, as Wythoff's game has 1, or in
    /// one that makes the slope of the pairs rational.
    fn expects_automaton(&self) -> bool {
        let (p, s) = (self.rise as i64, (self.rise - self.run) as i64);
        let band = self.band as i64;
        let row = |y: i64| self.points.iter().filter(|(_, c)| (y - c).rem_euclid(p) == 0).count();
        let near = |d: i64| {
            let on =
                |e: i64| self.points.iter().filter(|(r, c)| (e - c + *r as i64).rem_euclid(s) == 0).count();
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

/// How far up the topmost P-positions repeat after so many columns, and the points that do, if they do in all of the
/// second half.
fn repeated(columns: &[Vec<usize>], run: usize) -> Option<(usize, usize, Vec<(usize, i64)>)> {
    let half = columns.len() / 2;
    if columns.len() < 8 * LONGEST {
        return None;
    }
    let top = |x: usize| columns[x].last().copied();
    let rise = top(half + run)?.checked_sub(top(half)?).filter(|rise| *rise > run)?;
    let mut points = Vec::new();
    for x in half..half + run {
        for &y in &columns[x] {
            let mut further = (x..columns.len()).step_by(run).enumerate();
            if further.all(|(n, x)| columns[x].binary_search(&(y + n * rise)).is_ok()) {
                points.push((x % run, y as i64 - (rise * (x / run)) as i64));
            }
        }
    }
    points.sort_unstable();
    (!points.is_empty()).then_some((run, rise, points))
}
