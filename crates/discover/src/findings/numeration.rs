//! Numeration patterns of a pair (a_n, b_n): a_n are the numbers that end in an even number of zeros, and b_n is a_n
//! with a zero appended, in base b or a system of Ostrowski type (WYF section on Wyt(t); VIS 4.1; ledger VIS rows on
//! the arithmetic strategy).

use super::Finding;
use super::Numbers;
use super::data::Pairs;

/// A system of weights u_0 = 1 < u_1 < … with the greedy digits.
struct System {
    name: String,
    /// The partial quotients; empty for a base.
    period: Vec<u64>,
    weights: Vec<u64>,
}

impl System {
    fn says(&self, pattern: &'static str) -> Numbers {
        Numbers::Numeration { pattern, period: self.period.clone(), system: self.name.clone() }
    }

    fn base(b: u64) -> System {
        let weights = std::iter::successors(Some(1u64), |&u| u.checked_mul(b)).take_while(|&u| u < 1 << 62);
        System { name: format!("base {b}"), period: Vec::new(), weights: weights.collect() }
    }

    /// u_{j+1} = a_j u_j + u_{j-1} with u_{-1} = u_0 = 1 and a periodic.
    fn ostrowski(period: &[u64]) -> System {
        let mut weights = vec![1u64];
        let mut before = 1u64;
        for &a in period.iter().cycle() {
            let last = weights[weights.len() - 1];
            match a.checked_mul(last).and_then(|u| u.checked_add(before)).filter(|&u| u < 1 << 62) {
                Some(next) => weights.push(next),
                None => break,
            }
            before = last;
        }
        // With a_0 = 1 the weights would start 1, 2; larger a_0 start 1, a_0 + 1.
        let list: Vec<String> = period.iter().map(u64::to_string).collect();
        let name = match period {
            [1] => "Zeckendorf's system".to_string(),
            _ => format!("the Ostrowski system of period {}", list.join(",")),
        };
        System { name, period: period.to_vec(), weights }
    }

    /// Greedy digits, least significant first; empty for 0.
    fn digits(&self, mut n: u64) -> Vec<u64> {
        let length = self.weights.partition_point(|&u| u <= n);
        let mut digits = vec![0; length];
        for (digit, &weight) in digits.iter_mut().zip(&self.weights).rev() {
            *digit = n / weight;
            n %= weight;
        }
        digits
    }

    /// The value of the digits with a zero appended.
    fn shifted(&self, n: u64) -> Option<u64> {
        let digits = self.digits(n);
        let terms = digits.iter().zip(self.weights.get(1..)?);
        terms.map(|(d, u)| d.checked_mul(*u)).try_fold(0u64, |sum, term| sum.checked_add(term?))
    }

    fn ends_evenly(&self, n: u64) -> bool {
        self.digits(n).iter().take_while(|&&d| d == 0).count() % 2 == 0
    }
}

/// The systems tried: bases, constant and period-2 Ostrowski types.
fn systems() -> Vec<System> {
    let bases = (2..=16).map(System::base);
    let constant = (1..=9).map(|t| System::ostrowski(&[t]));
    let mixed = (2..=9).flat_map(|k| [System::ostrowski(&[1, k]), System::ostrowski(&[k, 1])]);
    bases.chain(constant).chain(mixed).collect()
}

pub(super) fn of_pairs(pairs: &Pairs) -> Vec<Finding> {
    let (Some(&last), true) = (pairs.a.last(), pairs.a[0] == 0 && pairs.b[0] == 0) else {
        return Vec::new();
    };
    // Sparse sequences do not split the integers, and need not be spread out to see it.
    if last > 64 * pairs.len() as i64 {
        return Vec::new();
    }
    let mut lower = vec![false; last as usize + 1];
    for &a in &pairs.a {
        lower[a as usize] = true;
    }
    let mut found = Vec::new();
    for system in systems() {
        let even = (1..=last as u64).all(|m| lower[m as usize] == system.ends_evenly(m));
        let shift = pairs.a.iter().zip(&pairs.b).all(|(&a, &b)| system.shifted(a as u64) == Some(b as u64));
        if even {
            found.push(Finding::new(
                "numeration",
                format!("m >= 1 is some a_n iff it ends in an even number of zeros in {}", system.name),
                format!("piles up to {last}"),
                system.says("trailing zeros even"),
            ));
        }
        if shift {
            found.push(Finding::new(
                "numeration",
                format!("b_n is a_n with a zero appended in {}", system.name),
                pairs.bound(),
                system.says("left shift"),
            ));
        }
    }
    found
}
