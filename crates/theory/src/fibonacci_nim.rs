//! Fibonacci Nim (VIS-G-fibnim): one pile; the first move takes from 1 to n - 1, each later one at most
//! twice the number taken last; who takes the last counter wins.
//!
//! Take the smallest part of the Zeckendorf expansion of n if that is allowed; otherwise the position is
//! lost. At the start it is lost exactly when n is a Fibonacci number.

use malachite::Natural;
use wythoff_numbers::int::traits::*;
use wythoff_rules::Outcome;

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Form, Shape, Theory, found, plain};
use crate::shown::{show_number, show_position};
use crate::t_wythoff::digits::Positional;

const CITES: [&str; 1] = ["VIS-G-fibnim"];

/// Fibonacci Nim. A position is (n) at the start, or (n, number taken last); (n, 0) is also the start.
/// O(M(n) log n) for n digits.
///
/// ```
/// use malachite::Natural;
/// use wythoff_theory::{Decider, FibonacciNim};
/// let verdict = FibonacciNim::new()?.decide(&[Natural::from(11u32)])?;
/// assert_eq!(verdict.winning, Some(vec![Natural::from(8u32), Natural::from(3u32)]));
/// # Ok::<(), wythoff_theory::Refusal>(())
/// ```
pub struct FibonacciNim {
    zeckendorf: Positional,
}

impl FibonacciNim {
    /// The game; it has no parameter.
    pub fn new() -> Result<FibonacciNim, Refusal> {
        match Positional::new(1, 1) {
            Some(zeckendorf) => Ok(FibonacciNim { zeckendorf }),
            None => Err(Refusal::Limit("the Fibonacci numeration is out of range".into())),
        }
    }
}

impl Decider for FibonacciNim {
    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        let (n, last) = match position {
            [n] => (n, &Natural::ZERO),
            [n, last] => (n, last),
            _ => {
                return Err(Refusal::Position(format!(
                    "expected the pile, or the pile and the number taken last; found {} numbers",
                    position.len()
                )));
            }
        };
        let lost =
            |reason: String| Verdict { outcome: Outcome::P, winning: None, reason, cites: CITES.to_vec() };
        let Some((zeros, part)) = self.zeckendorf.last_weight(n) else {
            return Ok(lost("Nothing is left to take.".into()));
        };
        let most = if *last == 0 { n - Natural::ONE } else { (last << 1u32).min(n.clone()) };
        let name = format!(
            "The smallest part of the Zeckendorf expansion of the pile is F_{} = {}",
            zeros + 2,
            show_number(&part)
        );
        if part > most {
            return Ok(lost(format!(
                "{name}, and at most {} may be taken: whatever is taken, the other player can take the \
                 smallest part of the rest.",
                show_number(&most)
            )));
        }
        let to = vec![n - &part, part];
        let reason = format!(
            "{name}, which may be taken: then the smallest part of the rest exceeds twice as much. Move to \
             {} (pile, number taken).",
            show_position(&to)
        );
        Ok(Verdict { outcome: Outcome::N, winning: Some(to), reason, cites: CITES.to_vec() })
    }

    /// The lost starts: 1, 2, 3, 5, 8, ...
    fn p_positions(&self) -> Option<Box<dyn Iterator<Item = Vec<u64>> + Send + '_>> {
        let fibonacci = std::iter::successors(Some((1u64, 2u64)), |&(a, b)| Some((b, a.checked_add(b)?)));
        Some(Box::new(fibonacci.map(|(a, _)| vec![a])))
    }
}

/// Fibonacci Nim, what was taken last being remembered.
pub(crate) const THEORY: Theory = Theory {
    forms: &[Form {
        theory: "Fibonacci Nim",
        rules: Shape::Exactly(
            "piles ordered n\nmemory last = 0\nstart where n >= 1\nmove (i) where if last == 0 then i < n else i <= 2*last then last = i",
        ),
        read: |look| plain(look.rules.piles() == 1 && look.rules.memory().len() == 1),
        decider: |_| found(FibonacciNim::new()?),
    }],
    cases: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Dice, Referee};

    fn options(p: &[u64]) -> Vec<Vec<u64>> {
        let most = if p[1] == 0 { p[0].saturating_sub(1) } else { p[0].min(2 * p[1]) };
        (1..=most).map(|k| vec![p[0] - k, k]).collect()
    }

    #[test]
    fn agrees_with_the_rule() {
        let mut referee = Referee::new(options);
        let theory = FibonacciNim::new().unwrap();
        referee.check(&theory, &[60, 20], "fibonacci-nim");
        let starts: Vec<u64> = theory.p_positions().unwrap().map(|p| p[0]).take_while(|&n| n < 100).collect();
        let expected: Vec<u64> = (1..100).filter(|&n| referee.is_p(&[n, 0])).collect();
        assert_eq!(starts, expected);
    }

    #[test]
    fn a_huge_pile_is_played_consistently() {
        let (theory, mut dice) = (FibonacciNim::new().unwrap(), Dice::new(8));
        let mut position = vec![dice.natural(40)];
        for _ in 0..6 {
            let verdict = theory.decide(&position).unwrap();
            let Some(to) = verdict.winning else { panic!("{}", verdict.reason) };
            assert_eq!(theory.is_p(&to), Ok(true));
            let most = (&to[1] << 1u32).min(to[0].clone());
            if most == 0 {
                break;
            }
            let taken = dice.up_to(&most);
            position = vec![&to[0] - &taken, taken];
        }
    }
}
