//! In which numeration the P-positions may be recognised by a small automaton: guesses, best first.
//!
//! Floating point only orders the guesses here; every guess is then proved or refuted exactly.

use wythoff_automata::{Numeration, NumerationError};

/// Largest base tried: two piles in base b need b^2 letters.
const LARGEST_BASE: u64 = 32;

/// Largest period looked for.
const LARGEST_PERIOD: u64 = 63;

/// Numerations that the positions suggest, and those that are worth a try with any set.
#[derive(Debug, Default)]
pub struct Numerations {
    /// Suggested by periods and slopes, in groups: those of one group are equally likely, and which of them is best
    /// shows when automata are fitted.
    pub likely: Vec<Vec<Numeration>>,
    /// The usual ones.
    pub usual: Vec<Numeration>,
}

/// Numerations to try for a set of positions that is complete below `bound`.
///
/// ```
/// let pairs = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18], [12, 20]];
/// let found = wythoff_prove::numerations(&pairs.map(|p| p.to_vec()), 21);
/// assert!(found.likely.iter().flatten().any(|n| n.to_string() == "ostrowski 1"));
/// ```
pub fn numerations(positions: &[Vec<u64>], bound: u64) -> Numerations {
    let mut groups = Groups::default();
    let piles = positions.first().map_or(2, Vec::len);
    if piles == 2 {
        for period in periods(positions, bound) {
            // Residues modulo the period show in the last digits of its divisors, too, with fewer letters.
            groups.start();
            for base in (2..=period.min(LARGEST_BASE)).filter(|d| period % d == 0) {
                groups.push(u32::try_from(base).ok().map(Numeration::base));
            }
        }
        groups.start();
        for period in slopes(positions, bound) {
            // The slope tells the continued fraction, not where its period begins.
            for turn in 0..period.len() {
                let turned = [&period[turn..], &period[..turn]].concat();
                groups.push(Some(Numeration::ostrowski(&turned)));
            }
        }
    }
    let likely = groups.take();
    groups.start();
    for other in [Ok(Numeration::zeckendorf()), Numeration::base(2), Numeration::base(3)] {
        groups.push(Some(other));
    }
    if piles == 3 {
        groups.push(Some(Numeration::parry(&[1, 1, 1])));
    }
    Numerations { likely, usual: groups.take().concat() }
}

/// Groups of numerations, each numeration once.
#[derive(Default)]
struct Groups {
    groups: Vec<Vec<Numeration>>,
    names: Vec<String>,
}

impl Groups {
    fn start(&mut self) {
        self.groups.push(Vec::new());
    }

    /// The groups so far that have members.
    fn take(&mut self) -> Vec<Vec<Numeration>> {
        let mut groups = std::mem::take(&mut self.groups);
        groups.retain(|group| !group.is_empty());
        groups
    }

    fn push(&mut self, numeration: Option<Result<Numeration, NumerationError>>) {
        if let (Some(Ok(numeration)), Some(group)) = (numeration, self.groups.last_mut()) {
            let name = numeration.to_string();
            if !self.names.contains(&name) {
                self.names.push(name);
                group.push(numeration);
            }
        }
    }
}

/// Periods of continued fractions that fit the ratio of the piles far out, shortest and closest first.
fn slopes(positions: &[Vec<u64>], bound: u64) -> Vec<Vec<u32>> {
    let mut ratios: Vec<f64> = Vec::new();
    for position in positions.iter().filter(|p| p[0] > 0 && p[1] > bound / 2) {
        let ratio = position[1].max(position[0]) as f64 / position[0].min(position[1]) as f64;
        if !ratios.iter().any(|r| (r - ratio).abs() < 0.05) {
            ratios.push(ratio);
        }
    }
    // A pile of size n shows the slope r to a few times r^2/n; of several that fit the shortest periods are taken, and
    // a short table does not tell more of them apart.
    let mut guesses: Vec<(f64, Vec<u32>)> = Vec::new();
    for period in candidate_periods() {
        let slope = slope(&period);
        let distance = ratios.iter().map(|r| (r - slope).abs()).fold(f64::INFINITY, f64::min);
        if distance < (16.0 + 2.0 * slope * slope) / bound as f64 {
            guesses.push((distance, period));
        }
    }
    guesses.sort_by(|a, b| a.1.len().cmp(&b.1.len()).then(a.0.total_cmp(&b.0)));
    let shortest = guesses.first().map_or(0, |(_, period)| period.len());
    let most = if bound < 1_000 { 1 } else { 2 };
    guesses.into_iter().filter(|g| g.1.len() == shortest).take(most).map(|(_, period)| period).collect()
}

/// Numbers p such that the set is carried into itself by (p, p), or by (p, 0).
fn periods(positions: &[Vec<u64>], bound: u64) -> Vec<u64> {
    let set: std::collections::HashSet<(u64, u64)> =
        positions.iter().flat_map(|p| [(p[0], p[1]), (p[1], p[0])]).collect();
    let fits = |p: u64, dx: u64, dy: u64| {
        set.iter().all(|&(x, y)| {
            x + dx * p >= bound || y + dy * p >= bound || set.contains(&(x + dx * p, y + dy * p))
        }) && set.iter().all(|&(x, y)| x < dx * p || y < dy * p || set.contains(&(x - dx * p, y - dy * p)))
    };
    let most = LARGEST_PERIOD.min(bound / 4);
    let diagonal = (2..=most).find(|p| fits(*p, 1, 1));
    let axis = (2..=most).find(|p| fits(*p, 1, 0));
    axis.into_iter().chain(diagonal).collect()
}

/// Periods of the continued fractions [1; 1, a, b, a, b, ...] that are tried.
fn candidate_periods() -> Vec<Vec<u32>> {
    let mut out: Vec<Vec<u32>> = (1..=40).map(|t| vec![t]).collect();
    for a in 1..=12 {
        for b in 1..=12 {
            if a != b {
                out.push(vec![a, b]);
            }
        }
    }
    out
}

/// The growth of the pair in this numeration: B/A where B is A shifted by one period's last digit.
fn slope(period: &[u32]) -> f64 {
    // The value of the purely periodic continued fraction [a_1; a_2, ..., a_k, a_1, ...], read backwards.
    let mut x = 1.0;
    for _ in 0..60 {
        for a in period.iter() {
            x = f64::from(*a) + 1.0 / x;
        }
    }
    x
}
