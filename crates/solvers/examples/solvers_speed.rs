//! Times of the solvers next to straight loops compiled with the same flags, in one run, from rule texts alone.
//!
//! `cargo run --release -p wythoff-solvers --example solvers_speed`

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wythoff_rules::Rules;
use wythoff_solvers::{Budget, PList, SolveError, grundy_table, p_below, p_first};

fn main() {
    println!("Grundy tables, one thread");
    let wythoff = "(i,0) (0,i) (i,i)";
    for (side, target) in [(1_000, 40.0), (4_000, 50.0), (10_000, 40.0)] {
        grundy(wythoff, side, Some(target));
    }
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_nanos() as u64);
    for draw in 0..3 {
        let rays = wythoff_rulegen::sample_rays(seed.wrapping_add(draw));
        grundy(&rays, 2_000, None);
    }
    println!("P-positions, one thread");
    outcome(wythoff, 100_000, 0.5);
    outcome("(i,0) (0,i) (i,i) (i,2i) (2i,i)", 100_000, 0.5);
    outcome("(i,0) (0,i) (i,i) (3i,5i) (7i,2i) (1,2)", 100_000, 0.5);
    let near = "(i,0) (0,i) (k,l) for k>=1, l>=1 where |k-l| < 3";
    let squares = "piles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < k^2 + 9";
    outcome(near, 20_000, 2.0);
    outcome(squares, 20_000, 2.0);
    println!("Grundy tables of condition games, one thread");
    grundy(near, 1_000, None);
    grundy(squares, 1_000, None);
    println!("the first 1,000,000 P-positions, one thread");
    let first =
        |text: &str| found(text, "first", 1_000_000, 2.0, |rules, limits| p_first(rules, 1_000_000, limits));
    first(wythoff);
    first("(i,0) (0,i) (i,i) (2i,3i) (3i,2i)");
    first("(i,0) (0,i) (i,i) (1,2) (2,1)");
    first(near);
    first("(i,0) (0,i) (k,l) where |k-l| < 100");
    first("piles unordered x, y\nmove (i, 0)\nmove (k, l) where k <= l < k + 7");
    println!("three piles below 200, one thread");
    let cube = |text: &str| found(text, "below", 200, 10.0, |rules, limits| p_below(rules, 200, limits));
    cube("piles unordered x, y, z\nmove (i, 0, 0)\nmove (any, any, any) where xor(taken) == 0");
    cube("piles unordered x, y, z\nmove (i, 0, 0)\nmove (i, i, i)");
    println!("two piles, one option blocked, one thread");
    let blocked =
        |text: &str| found(text, "below", 2_000, 2.0, |rules, limits| p_below(rules, 2_000, limits));
    blocked("piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (i, i)\nblock 2");
    blocked("piles ordered x, y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where |k - l| < 3\nblock 2");
}

fn read(text: &str) -> Rules {
    Rules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Time that this thread has had, where the system tells (other programs then disturb less); else time that has passed.
fn now(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// The least of a few runs, each long enough for the clock.
fn best<T>(runs: usize, mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    let clock = Instant::now();
    for _ in 0..runs {
        let start = now(clock);
        let mut answer = black_box(work());
        let mut times = 1;
        while now(clock).saturating_sub(start) < Duration::from_millis(40) {
            answer = black_box(work());
            times += 1;
        }
        let took = now(clock).saturating_sub(start) / times;
        if best.as_ref().is_none_or(|(least, _)| took < *least) {
            best = Some((took, answer));
        }
    }
    best.unwrap_or_else(|| unreachable!("there is a run"))
}

fn grundy(text: &str, side: u64, target: Option<f64>) {
    let rules = read(text);
    let limits = Budget::default().with_memory(12 << 30);
    let runs = if side > 4_000 { 2 } else { 3 };
    let (time, table) = best(runs, || grundy_table(&rules, &[side, side], &limits).expect("enough memory"));
    let speed = (side * side) as f64 / time.as_secs_f64() / 1e6;
    let target = target.map_or(String::new(), |t| format!(" (target {t})"));
    // The straight loops are cubic: timed on a smaller board, compared cell by cell there.
    let small = side.min(300);
    let options = Options::new(&rules, small);
    let (plain, values) = best(1, || options.grundy());
    let own = grundy_table(&rules, &[small, small], &limits).expect("enough memory").values;
    assert!(own == values, "{text}");
    let (quick, _) = best(3, || grundy_table(&rules, &[small, small], &limits).expect("enough memory"));
    println!(
        "  {:40} {side:6}^2  {:9.1} ms  {speed:6.1} Mcells/s{target}  [{}; {:.0} times straight loops at {small}^2]",
        text.replace('\n', "; "),
        time.as_secs_f64() * 1e3,
        table.method,
        plain.as_secs_f64() / quick.as_secs_f64(),
    );
}

fn outcome(text: &str, bound: u64, target: f64) {
    found(text, "below", bound, target, |rules, limits| p_below(rules, bound, limits));
}

/// Times a question for P-positions, and all P-positions of a small board next to straight loops, with the same answer.
fn found(
    text: &str,
    what: &str,
    amount: u64,
    target: f64,
    ask: impl Fn(&Rules, &Budget) -> Result<PList, SolveError>,
) {
    let rules = read(text);
    let limits = Budget::default().with_memory(12 << 30);
    let runs = if target > 5.0 { 1 } else { 3 };
    let (time, found) = best(runs, || ask(&rules, &limits).expect("an answer"));
    let small = if rules.piles() == 2 { amount.min(300) } else { 30 };
    let options = Options::new(&rules, small);
    let (plain, lost) = best(1, || options.lost(rules.is_symmetric()));
    let (quick, own) = best(3, || p_below(&rules, small, &limits).expect("an answer"));
    assert!(own.positions == lost, "{text}");
    println!(
        "  {:60} {what} {amount:7}  {:9.1} ms (target {:.0})  {} found  [{}; {:.0} times straight loops below {small}]",
        text.replace('\n', "; "),
        time.as_secs_f64() * 1e3,
        target * 1e3,
        found.positions.len(),
        found.method,
        plain.as_secs_f64() / quick.as_secs_f64(),
    );
}

/// The baseline: all vectors of the game in a list, and straight loops.
struct Options {
    side: usize,
    /// The amounts (0 for a pile that is not there), and how far back that is in the table; in lexicographic order.
    vectors: Vec<([usize; 3], usize)>,
    piles: usize,
    /// The mover wins with this many P-options.
    enough: u64,
}

impl Options {
    /// The moves of a game whose amounts do not depend on the position, read off the options of the far corner.
    fn new(rules: &Rules, side: u64) -> Options {
        let (piles, side) = (rules.piles(), side as usize);
        let corner = vec![side as u64 - 1; piles];
        let options = rules.options(&corner).expect("amounts that fit");
        let mut vectors: Vec<Vec<usize>> = Vec::new();
        for option in options {
            let mut taken: Vec<usize> = option.iter().map(|x| side - 1 - *x as usize).collect();
            vectors.push(taken.clone());
            // The options of a game without order are sorted: with three piles or fewer turning gives all orders.
            for _ in 0..if rules.is_symmetric() { piles } else { 0 } {
                taken.rotate_left(1);
                vectors.push(taken.clone());
                vectors.push(taken.iter().rev().copied().collect());
            }
        }
        vectors.sort_unstable();
        vectors.dedup();
        let enough = rules.convention().block.as_ref().map_or(1, |block| block.k);
        let back = |v: &[usize]| v.iter().fold(0, |index, x| index * side + x);
        let padded = |v: &[usize]| std::array::from_fn(|pile| v.get(pile).copied().unwrap_or(0));
        Options { side, vectors: vectors.iter().map(|v| (padded(v), back(v))).collect(), piles, enough }
    }

    /// The vectors that a position allows.
    fn at(&self, [x, y, z]: [usize; 3]) -> impl Iterator<Item = usize> + '_ {
        let near = self.vectors.iter().take_while(move |(v, _)| v[0] <= x);
        near.filter(move |(v, _)| v[1] <= y && v[2] <= z).map(|(_, back)| *back)
    }

    fn for_each_cell(&self, mut visit: impl FnMut([usize; 3], usize)) {
        let depth = if self.piles == 3 { self.side } else { 1 };
        for x in 0..self.side {
            for y in 0..self.side {
                for z in 0..depth {
                    visit([x, y, z], (x * self.side + y) * depth + z);
                }
            }
        }
    }

    fn grundy(&self) -> Vec<u32> {
        let mut values = vec![0u32; self.side.pow(self.piles as u32)];
        let mut seen = vec![usize::MAX; self.vectors.len() + 1];
        self.for_each_cell(|position, cell| {
            self.at(position).for_each(|back| seen[values[cell - back] as usize] = cell);
            values[cell] = seen.iter().position(|s| *s != cell).unwrap_or(0) as u32;
        });
        values
    }

    /// The P-positions; only sorted ones if order does not matter.
    fn lost(&self, sorted: bool) -> Vec<Vec<u64>> {
        let mut lost = vec![false; self.side.pow(self.piles as u32)];
        let mut found = Vec::new();
        self.for_each_cell(|position, cell| {
            let mut options = self.at(position).filter(|back| lost[cell - back]);
            lost[cell] = options.nth(self.enough as usize - 1).is_none();
            if lost[cell] && (!sorted || position[..self.piles].is_sorted()) {
                found.push(position[..self.piles].iter().map(|x| *x as u64).collect());
            }
        });
        found
    }
}
