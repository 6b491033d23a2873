//! t-Wythoff: a Nim move, or k, l > 0 from the two piles with |k - l| < t (VIS 4.1).
//!
//! Its P-positions (A_n, B_n) are known in three ways that share no code here: [`Recursive`] by mex alone,
//! [`Algebraic`] by floors alone, [`Arithmetic`] by the digits of a numeration system alone. [`Misere`] is
//! the game in which the last mover loses.
//!
//! No answers are made here.

mod algebraic;
mod arithmetic;
pub(crate) mod digits;
mod misere;
mod needed;
mod recursive;

pub use algebraic::{Algebraic, Place};
pub use arithmetic::Arithmetic;
pub use misere::Misere;
pub use needed::needed_at;
pub use recursive::Recursive;

use crate::form::{Form, Look, Shape, Theory, found, numbers};

/// t-Wythoff in normal and in misère play.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "t-Wythoff",
            rules: Shape::Exactly(
                "param t >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < t",
            ),
            read: |look| numbers(differences(look).map(|t| [("t", t)])),
            decider: |form| found(Algebraic::new(form.int("t")?)?),
        },
        Form {
            theory: "misère t-Wythoff",
            rules: Shape::Exactly(
                "param t >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < t\nmisere",
            ),
            read: |look| {
                numbers(differences(look).filter(|_| look.rules.convention().misere).map(|t| [("t", t)]))
            },
            decider: |form| found(Misere::new(form.int("t")?)?),
        },
        // The moves from both piles may be those of Relaxed Wythoff with constant f = t, or any in between: the P-positions are the
        // same (RLX-T1), and the winning moves are among t-Wythoff's.
        Form {
            theory: "t-Wythoff, relaxed",
            rules: Shape::Between(
                "param t >= 1 = 2\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < t",
                "param t >= 1 = 2\npiles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where x' <= y' and l - k < t",
            ),
            read: |look| numbers(differences(look).map(|t| [("t", t)])),
            decider: |form| found(Algebraic::new(form.int("t")?)?),
        },
    ],
    cases: &[
        ("VIS-C-holladay4", &["holladay(k=2)"]),
        ("VIS-T-t-alg", &["t-wythoff(t=2)", "t-wythoff(t=3)"]),
        ("VIS-T-mis1", &["misère wythoff"]),
        ("VIS-T-mis-t-alg", &["misère t-wythoff(t=2)", "misère t-wythoff(t=3)", "misère t-wythoff(t=1)"]),
        ("VIS-T-mis-t-rec", &["misère fraenkel", "misère holladay-printed(k=1)"]),
        ("VIS-G-holladay", &["holladay-printed(k=1)", "holladay-printed(k=2)", "holladay(k=3)"]),
        ("VIS-T-holladay", &["misère holladay(k=1)", "misère holladay(k=2)", "misère holladay(k=3)"]),
    ],
};

/// How many more than 1 go with 1, the larger pile losing more.
fn differences(look: &Look<'_>) -> Option<u64> {
    if look.is_pair() { look.bounded(|d| look.takes_apart(1, d)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decider::Decider;
    use crate::referee::{Dice, Referee, both, check_huge, nim, wythoff_option};
    use malachite::Natural;

    fn rule(t: u64) -> impl Fn(&[u64]) -> Vec<Vec<u64>> {
        move |p| {
            let mut to = nim(p);
            to.extend(both(p, |k, l| k.abs_diff(l) < t));
            to
        }
    }

    #[test]
    fn the_three_strategies_agree_with_the_rule() {
        for t in [1, 2, 3, 5, 8, 40, 100] {
            let mut referee = Referee::new(rule(t));
            let strategies: [(&str, Box<dyn Decider>); 3] = [
                ("recursive", Box::new(Recursive::new(t).unwrap())),
                ("algebraic", Box::new(Algebraic::new(t).unwrap())),
                ("arithmetic", Box::new(Arithmetic::new(t).unwrap())),
            ];
            for (name, theory) in &strategies {
                referee.check(theory.as_ref(), &[34, 41], &format!("{name} t={t}"));
                referee.check_stream(theory.as_ref(), 41, name);
            }
        }
    }

    #[test]
    fn misere_agrees_with_the_rule() {
        for t in [1, 2, 3, 4, 7, 40, 100] {
            let mut referee = Referee::misere(rule(t));
            let theory = Misere::new(t).unwrap();
            referee.check(&theory, &[34, 41], &format!("misere t={t}"));
            referee.check_stream(&theory, 41, "misere");
        }
    }

    #[test]
    fn strategies_agree_on_longer_piles() {
        let mut dice = Dice::new(4);
        for t in [1u64, 2, 7, 1000, 4_000_000_000] {
            let algebraic = Algebraic::new(t).unwrap();
            let arithmetic = Arithmetic::new(t).unwrap();
            for limbs in [1, 2, 3, 9, 60] {
                for _ in 0..4 {
                    let x = dice.natural(limbs);
                    let lower = algebraic.lower(&x);
                    assert_eq!(arithmetic.lower(&x), lower);
                    for y in [
                        &lower + &x * Natural::from(t),
                        &x + &lower,
                        &lower + Natural::from(t),
                        lower.clone(),
                    ] {
                        let position = [lower.clone(), y];
                        let (a, b) =
                            (algebraic.decide(&position).unwrap(), arithmetic.decide(&position).unwrap());
                        assert_eq!(
                            (a.outcome, &a.winning),
                            (b.outcome, &b.winning),
                            "{}\n{}",
                            a.reason,
                            b.reason
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn recursive_agrees_far_from_the_origin() {
        for t in [1u64, 2, 3, 10] {
            let (recursive, algebraic) = (Recursive::new(t).unwrap(), Algebraic::new(t).unwrap());
            for n in [50_000u64, 50_001, 61_803] {
                let a = algebraic.lower(&Natural::from(n));
                let b = &a + Natural::from(n * t);
                for y in [b.clone(), &b + Natural::from(1u32), &a + Natural::from(t * 777 + t - 1)] {
                    let (r, g) =
                        (recursive.decide(&[a.clone(), y.clone()]), algebraic.decide(&[a.clone(), y]));
                    assert_eq!(r.unwrap().winning, g.unwrap().winning);
                }
            }
        }
    }

    #[test]
    fn huge_piles_are_consistent() {
        let mut dice = Dice::new(5);
        for t in [1u64, 2, 9] {
            let theories: [Box<dyn Decider>; 3] = [
                Box::new(Algebraic::new(t).unwrap()),
                Box::new(Arithmetic::new(t).unwrap()),
                Box::new(Misere::new(t).unwrap()),
            ];
            for theory in &theories {
                for _ in 0..4 {
                    let x = dice.natural(50);
                    let y = &x + dice.up_to(&x);
                    check_huge(theory.as_ref(), &[x, y], &mut dice, 40, |p, d| wythoff_option(p, t, d));
                }
            }
        }
    }

    #[test]
    fn parameters_out_of_range_are_refused() {
        assert!(Recursive::new(0).is_err() && Algebraic::new(0).is_err());
        assert!(Arithmetic::new(0).is_err() && Misere::new(0).is_err());
        assert!(Arithmetic::new(1 << 32).is_err());
        let far = [Natural::from(1u64 << 40), Natural::from(1u64 << 41)];
        assert!(Recursive::new(2).unwrap().decide(&far).is_err());
        assert!(Algebraic::new(2).unwrap().decide(&far[..1]).is_err());
    }
}
