//! Nim and the games with its P-positions or with a Grundy function like its own.
//!
//! [`Nim`], [`MooreNim`], [`FraenkelZusman`], [`AllOrOne`] on an odd number of piles, [`EqualPiles`] (Nim
//! on two piles with moves that change nothing), [`CyclicNimhoff`], and [`WytK`] for the sets K that are
//! settled.
//!
//! No answers are made here.

mod bouton;
mod equal_piles;
mod fraenkel_zusman;
mod moore;
mod nimhoff;
mod wyt_k;

pub use bouton::{AllOrOne, Nim};
pub use equal_piles::EqualPiles;
pub use fraenkel_zusman::FraenkelZusman;
pub use moore::MooreNim;
pub use nimhoff::CyclicNimhoff;
pub use wyt_k::WytK;

use malachite::Natural;
use wythoff_rules::{Argument, Outcome, Value};

use crate::decider::{Refusal, Verdict};
use crate::form::{Form, Guess, Look, Shape, Theory, found, numbers, plain};
use crate::shown::show_position;

/// The position, if it has the number of piles of the game.
fn piles(position: &[Natural], expected: usize) -> Result<&[Natural], Refusal> {
    if position.len() == expected {
        Ok(position)
    } else {
        Err(Refusal::Position(format!("expected {expected} piles, found {}", position.len())))
    }
}

fn lost(reason: impl Into<String>, cites: &[&'static str]) -> Verdict {
    Verdict { outcome: Outcome::P, winning: None, reason: reason.into(), cites: cites.to_vec() }
}

fn won(to: Vec<Natural>, reason: impl AsRef<str>, cites: &[&'static str]) -> Verdict {
    let reason = format!("{} Move to {}.", reason.as_ref(), show_position(&to));
    Verdict { outcome: Outcome::N, winning: Some(to), reason, cites: cites.to_vec() }
}

/// Nim and the games with a Grundy function like its own, on any number of piles; and Wyt_K.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "Nim",
            rules: Shape::Exactly("param piles >= 1 = 3\npiles unordered x[piles]\nmove (i, 0...)"),
            read: |look| of_piles(look, |first, n| first(1) && (n == 1 || !first(2))),
            decider: |form| found(Nim::new(form.rules.piles())?),
        },
        Form {
            theory: "all or one",
            rules: Shape::Exactly(
                "param piles >= 1 = 4\npiles unordered x[piles]\nmove (i, 0...)\nmove (i...)",
            ),
            read: |look| of_piles(look, |first, n| n > 2 && first(1) && !first(2) && first(n)),
            decider: |form| found(AllOrOne::new(form.rules.piles())?),
        },
        Form {
            theory: "the Fraenkel-Zusman game",
            rules: Shape::Exactly(
                "param piles >= 2 = 3\npiles unordered x[piles]\nmove (any^(piles - 1), 0)\nmove (i...)",
            ),
            read: |look| of_piles(look, |first, n| n > 2 && first(1) && first(n - 1) && first(n)),
            decider: |form| found(FraenkelZusman::new(form.rules.piles())?),
        },
        Form {
            theory: "Moore's Nim",
            rules: Shape::Exactly(
                "param piles >= 1 = 4\nparam k >= 1 = 2 where k <= piles\npiles unordered x[piles]\nmove (any^k, 0...)",
            ),
            read: |look| {
                let piles = look.piles().filter(|n| *n > 1).unwrap_or(0);
                let k = (1..=piles).take_while(|k| look.takes(&ones(*k, piles))).count() as u64;
                numbers((k >= 2).then_some([("piles", piles as u64), ("k", k)]))
            },
            decider: |form| found(MooreNim::new(form.rules.piles(), form.int("k")? as usize)?),
        },
        Form {
            theory: "cyclic Nimhoff",
            rules: Shape::Exactly(
                "param h >= 1 = 4\nparam piles >= 1 = 2\npiles unordered x[piles]\nmove (i, 0...)\nmove (any...) where sum(taken) < h",
            ),
            read: |look| {
                let piles = look.piles().filter(|n| *n > 1).unwrap_or(0);
                let vector = |s: u64| [&[1, s], vec![0; piles.saturating_sub(2)].as_slice()].concat();
                let h = (piles > 1).then(|| look.bounded(|s| look.takes(&vector(s)))).flatten();
                numbers(h.map(|s| [("h", s + 2), ("piles", piles as u64)]))
            },
            decider: |form| found(CyclicNimhoff::new(form.int("h")?, form.rules.piles())?),
        },
        Form {
            theory: "Wyt_K",
            rules: Shape::Exactly(
                "param K list = 1\npiles unordered x, y\nmove (i, 0)\nmove (k, k) for k in K",
            ),
            read: |look| {
                if !look.is_pair() || look.far_out(|n| look.takes(&[n, n])) {
                    return Vec::new();
                }
                let set: Vec<String> =
                    look.every(|n| look.takes(&[n, n])).iter().map(u64::to_string).collect();
                if set.is_empty() { Vec::new() } else { vec![vec![("K", Argument::Text(set.join(",")))]] }
            },
            decider: |form| {
                let Some(Value::List(items)) = form.value("K") else {
                    return Err(Refusal::Limit("no K".into()));
                };
                let small: Vec<u64> = items.iter().filter_map(|k| u64::try_from(k).ok()).collect();
                found(WytK::new(&small)?)
            },
        },
        // Two-pile games with the P-positions of Nim: unequal piles can be made equal, equal ones do not stay so.
        Form {
            theory: "equal piles",
            rules: Shape::Between(
                "piles ordered x, y\nmove (i, 0) where x' == y'\nmove (0, i) where x' == y'",
                "piles unordered x, y\nmove (any, any) where x != y or x' != y'",
            ),
            read: |look| {
                plain(look.is_pair() && look.moves(&[1, 3], &[1, 1]) && look.moves(&[3, 1], &[1, 1]))
            },
            decider: |_| found(EqualPiles::new()),
        },
    ],
    cases: &[
        ("LEX-FZ", &["fraenkel-zusman(piles=3)"]),
        ("LEX-MOORE", &["moore-nim(piles=3,k=2)", "moore-nim(piles=4,k=2)"]),
        ("WYF-G6n", &["cyclic-nimhoff(h=3,piles=2)", "cyclic-nimhoff(h=4,piles=3)"]),
        ("GEO-NIM", &["nim(piles=2)", "nim(piles=3)"]),
        ("GEO-T9", &["all-or-one(piles=3)"]),
        ("VIS-T-wytK-P1", &["wyt-k(K=\"3\")", "wyt-k(K=\"4\")"]),
        ("VIS-T-wytK-Gpow", &["wyt-k(K=\"1,2,4\")"]),
        ("VIS-G-wytK", &["wyt-k(K=\"2\")", "wyt-k(K=\"1,2\")", "wyt-k(K=\"1,4,5\")"]),
        ("LEX-D1", &["fraenkel-zusman(piles=2)"]),
        ("VIS-G-nheap", &["all-or-one(piles=2)", "all-or-one(piles=5)"]),
        ("VIS-G-knl", &["unequal", "nim-plus(k=2,l=3)"]),
    ],
};

/// The first `k` of so many piles lose 1.
fn ones(k: usize, piles: usize) -> Vec<u64> {
    (0..piles).map(|pile| u64::from(pile < k)).collect()
}

/// A game on n piles alone, of which it is asked whether 1 can be taken from each of the first k.
fn of_piles(look: &Look<'_>, fits: impl Fn(&dyn Fn(usize) -> bool, usize) -> bool) -> Vec<Guess> {
    let Some(piles) = look.piles() else { return Vec::new() };
    let first = |k: usize| look.takes(&ones(k, piles));
    numbers(fits(&first, piles).then_some([("piles", piles as u64)]))
}
