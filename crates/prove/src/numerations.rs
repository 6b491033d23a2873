//! In which numeration the P-positions may be recognised by a small automaton: guesses, best first.
//!
//! Floating point only orders the guesses here; every guess is then proved or refuted exactly.

use wythoff_automata::Numeration;

/// Largest base tried: two piles in base b need b^2 letters.
const LARGEST_BASE: u64 = 63;

/// Numerations to try for a set of positions that is complete below `bound`.
pub fn numerations(positions: &[Vec<u64>], bound: u64) -> Vec<Numeration> {
    let mut out: Vec<Numeration> = Vec::new();
    let push = |numeration: Result<Numeration, wythoff_automata::NumerationError>,
                out: &mut Vec<Numeration>| {
        if let Ok(numeration) = numeration {
            if !out.iter().any(|known| known.to_string() == numeration.to_string()) {
                out.push(numeration);
            }
        }
    };
    let piles = positions.first().map_or(2, Vec::len);
    if piles == 2 {
        for period in periods(positions, bound) {
            push(u32::try_from(period).map_err(|_| wrong()).and_then(Numeration::base), &mut out);
        }
        // Continued fractions of the ratio of the piles far out, closest first.
        let mut ratios: Vec<f64> = Vec::new();
        let far = positions.iter().filter(|p| p[0] > 0 && p[1] > bound / 2);
        for position in far {
            let ratio = position[1].max(position[0]) as f64 / position[0].min(position[1]) as f64;
            if !ratios.iter().any(|r| (r - ratio).abs() < 0.05) {
                ratios.push(ratio);
            }
        }
        let mut guesses: Vec<(f64, Vec<u32>)> = Vec::new();
        for period in candidate_periods() {
            let slope = slope(&period);
            let distance = ratios.iter().map(|r| (r - slope).abs()).fold(f64::INFINITY, f64::min);
            guesses.push((distance, period));
        }
        // A pile of size n shows the slope to about 1/n; of several that fit the shortest period comes first.
        let tolerance = (16.0 / bound as f64).max(0.01);
        guesses.retain(|(distance, _)| *distance < tolerance);
        guesses.sort_by(|a, b| a.1.len().cmp(&b.1.len()).then(a.0.total_cmp(&b.0)));
        for (_, period) in guesses.iter().take(4) {
            push(Numeration::ostrowski(period), &mut out);
        }
    }
    push(Ok(Numeration::zeckendorf()), &mut out);
    push(Numeration::base(2), &mut out);
    push(Numeration::base(3), &mut out);
    if piles == 3 {
        push(Numeration::parry(&[1, 1, 1]), &mut out);
    }
    out
}

fn wrong() -> wythoff_automata::NumerationError {
    wythoff_automata::NumerationError::Syntax("period".to_string())
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
    let most = LARGEST_BASE.min(bound / 4);
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
