//! The theories that rest on the rows: for each row the games that the theories name beside it (`wythoff_theory::cases`),
//! whose decider must decide every small position as the rules do, name a winning move that is legal and leads to a
//! P-position, and list the P-positions. Games in Rust, and what is no theory of one game, are listed here.

use crate::run::Scale;
use crate::support::p_of;
use crate::verdict::{agree, ensure};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;
use wythoff_catalog::special::{Class, Pile, Special, SpecialPosition, ThreeVectors, position_of};
use wythoff_catalog::{OnTop, Resolved};
use wythoff_numbers::tuples::next_below;
use wythoff_numbers::{Integer, Natural};
use wythoff_rules::Rules;
use wythoff_theory::end_wythoff::EndWythoff;
use wythoff_theory::growing::Growing;
use wythoff_theory::lexified_nimsum::{LexifiedNimsum, Xor};
use wythoff_theory::nim::WytK;
use wythoff_theory::ratwyt::RatWyt;
use wythoff_theory::t_wythoff::{Arithmetic, Recursive};
use wythoff_theory::three_vectors::obstruction;
use wythoff_theory::wytlex::Wytlex;
use wythoff_theory::{Decider, Refusal, cases, decider_for};

/// What decides a game in Rust.
type InTheory = fn() -> Result<Option<Box<dyn Decider>>, Refusal>;

/// Rows and games in Rust with finitely many options, the positions asked (all up to a number of piles and a size), and the
/// theory, where there is one.
const IN_RUST: &[(&str, &str, Positions, InTheory)] = &[
    ("LEX-T13", "wytlex(piles=2)", TWO_PILES, || Wytlex::decider(2).map(Some)),
    ("GEO-NV", "n-vectors(v=\"1 0; 0 1; 1 2\")", TWO_PILES, || Ok(None)),
    ("VIS-D-star", "star(of=\"wythoff\")", TWO_PILES, || Ok(None)),
    ("VIS-G-FO", "with-own-p(of=\"wythoff\")", TWO_PILES, || Ok(None)),
    ("VIS-G-endwyt", "end-wythoff", Positions::Piles { least: 1, most: 4 }, || {
        Ok(Some(Box::new(EndWythoff::new())))
    }),
    ("VIS-G-ratwyt", "ratwyt", Positions::Fractions, || Ok(Some(Box::new(RatWyt::new()?)))),
    ("LEX-O2", "nimsum-wytlex(piles=2,xor=two)", TWO_PILES, || Ok(None)),
    ("LEX-O2", "nimsum-wytlex(piles=2,xor=abs)", TWO_PILES, || Ok(None)),
];

const TWO_PILES: Positions = Positions::Piles { least: 2, most: 2 };

/// Which positions of a game in Rust are asked.
#[derive(Clone, Copy)]
enum Positions {
    /// From so many to so many piles.
    Piles { least: usize, most: usize },
    /// Pairs of fractions.
    Fractions,
}

impl Positions {
    fn all(self, scale: Scale) -> Vec<SpecialPosition> {
        match self {
            Positions::Piles { least, most } => (least..=most)
                .flat_map(|piles| {
                    let side = match piles {
                        1 | 2 => scale.bound(12, 20, 40),
                        3 => scale.bound(5, 8, 12),
                        _ => scale.bound(4, 5, 7),
                    };
                    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
                    for _ in 0..piles {
                        all = all
                            .iter()
                            .flat_map(|p| (0..side).map(move |x| [p.as_slice(), &[x]].concat()))
                            .collect();
                    }
                    // A row of piles has no empty ones, unless it is the end.
                    all.into_iter().filter(move |p| least == most || p.len() == 1 || !p.contains(&0))
                })
                .map(|p| position_of(&p))
                .collect(),
            Positions::Fractions => {
                let side = scale.bound(6u64, 8, 14);
                let pile = |p: u64, q: u64| Pile::ratio(Natural::from(p), Natural::from(q));
                let all: Vec<Pile> = (0..side)
                    .flat_map(|p| (1..side).map(move |q| (p, q)))
                    .filter(|(p, q)| gcd(*p, *q) == 1)
                    .filter_map(|(p, q)| pile(p, q))
                    .collect();
                all.iter().flat_map(|x| all.iter().map(move |y| vec![x.clone(), y.clone()])).collect()
            }
        }
    }
}

/// Rows and theories of another shape.
const OTHERS: &[(&str, fn(Scale) -> Result<(), String>)] = &[
    ("VIS-G-fibnim", fibonacci_nim),
    ("VIS-T-t-rec", |scale| strategies(scale, |t| boxed(Recursive::new(t)))),
    ("VIS-T-t-arith", |scale| strategies(scale, |t| boxed(Arithmetic::new(t)))),
    ("VIS-T-wytK-G2k", |scale| wyt_k_values(scale, &[4])),
    ("VIS-T-wytK-Gpow", |scale| wyt_k_values(scale, &[1, 2, 4])),
    ("LEX-T19", variable_wytlex),
    ("LEX-L12", wytlex_moves),
    ("LEX-O2", nimsum_wytlex_moves),
    ("RLX-T4L", growing_moves),
    ("GEO-CANON", three_vectors),
    ("GEO-C22", obstructions),
];

/// Checks the theories of a row.
pub fn check(id: &str, scale: Scale) -> Result<(), String> {
    for (_, game) in cases().filter(|(row, _)| *row == id) {
        decides(game, scale).map_err(|e| format!("the theory of {game}: {e}"))?;
    }
    for (_, game, positions, theory) in IN_RUST.iter().filter(|(row, ..)| *row == id) {
        let theory = theory().map_err(|e| e.to_string())?;
        let positions = positions.all(scale);
        consistent(game, &positions, theory.as_deref()).map_err(|e| format!("{game}: {e}"))?;
        for (name, misere, pass) in [("misère", true, false), ("with a pass", false, true)] {
            consistent_on_top(game, &positions, misere, pass).map_err(|e| format!("{game}, {name}: {e}"))?;
        }
    }
    OTHERS.iter().filter(|(row, _)| *row == id).try_for_each(|(_, check)| check(scale))
}

/// Whether a position is P, by its options alone.
fn lost(
    game: &dyn Special,
    position: &SpecialPosition,
    known: &mut HashMap<String, bool>,
) -> Result<bool, String> {
    let name = position.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    if let Some(lost) = known.get(&name) {
        return Ok(*lost);
    }
    let mut found = true;
    for option in game.options(position).map_err(|e| e.to_string())? {
        if lost(game, &option, known)? {
            found = false;
            break;
        }
    }
    known.insert(name, found);
    Ok(found)
}

/// A game in Rust and its theory: outcomes as by the options, moves legal and to P-positions, none from P-positions.
fn consistent(game: &str, positions: &[SpecialPosition], theory: Option<&dyn Decider>) -> Result<(), String> {
    let resolved = Resolved::parse(game).map_err(|e| e.to_string())?;
    let Some(game) = resolved.special() else {
        return Err("it is in the rule language".to_string());
    };
    let mut known = HashMap::new();
    let mut asked = 0;
    for position in positions {
        // Points outside the game have no outcome.
        let Ok(outcome) = game.outcome(position) else { continue };
        let is_lost = lost(game.as_ref(), position, &mut known)?;
        let options = game.options(position).map_err(|e| e.to_string())?;
        agree!(outcome.class == Class::P, is_lost, "the outcome of {position:?}");
        agree!(outcome.winning.is_empty(), is_lost || options.is_empty(), "the moves told from {position:?}");
        for winning in &outcome.winning {
            ensure!(options.contains(&winning.to), "{position:?} -> {:?} is no move", winning.to);
            ensure!(
                lost(game.as_ref(), &winning.to, &mut known)?,
                "{position:?} -> {:?} does not win",
                winning.to
            );
        }
        if let Some(theory) = theory {
            let numbers = game.numbers(position).map_err(|e| e.to_string())?;
            let verdict = theory.decide(&numbers).map_err(|e| e.to_string())?;
            agree!(verdict.outcome == wythoff_rules::Outcome::P, is_lost, "the theory of {position:?}");
            agree!(
                verdict.winning.is_none(),
                is_lost || options.is_empty(),
                "the move of the theory from {position:?}"
            );
            if let Some(to) = &verdict.winning.map(|to| game.position(to)) {
                ensure!(options.contains(to), "{position:?} -> {to:?}, by the theory, is no move");
                ensure!(
                    lost(game.as_ref(), to, &mut known)?,
                    "{position:?} -> {to:?}, by the theory, does not win"
                );
            }
        }
        asked += 1;
    }
    ensure!(asked > 10, "only {asked} positions were asked");
    Ok(())
}

/// A game in Rust in misère play or with a pass: outcomes and moves as by the options of the plain game.
fn consistent_on_top(
    game: &str,
    positions: &[SpecialPosition],
    misere: bool,
    pass: bool,
) -> Result<(), String> {
    type Known = HashMap<(SpecialPosition, bool), bool>;
    fn lost(
        game: &dyn Special,
        at: &(SpecialPosition, bool),
        misere: bool,
        known: &mut Known,
    ) -> Result<bool, String> {
        if let Some(lost) = known.get(at) {
            return Ok(*lost);
        }
        let options = game.options(&at.0).map_err(|e| e.to_string())?;
        let mut found = !(misere && options.is_empty());
        let passed = (at.1 && !options.is_empty()).then(|| (at.0.clone(), false));
        for to in options.into_iter().map(|to| (to, at.1)).chain(passed) {
            if lost(game, &to, misere, known)? {
                found = false;
                break;
            }
        }
        known.insert(at.clone(), found);
        Ok(found)
    }
    let plain = Resolved::parse(game).map_err(|e| e.to_string())?;
    let on_top = OnTop { misere, pass, ..OnTop::default() };
    let changed = Resolved::parse(game).and_then(|game| game.with(&on_top)).map_err(|e| e.to_string())?;
    let (Some(plain), Some(changed)) = (plain.special(), changed.special()) else {
        return Err("it is in the rule language".to_string());
    };
    let mut known = Known::new();
    for position in positions {
        if plain.outcome(position).is_err() {
            continue;
        }
        let outcome = changed.outcome(position).map_err(|e| e.to_string())?;
        let is_lost = lost(plain.as_ref(), &(position.clone(), pass), misere, &mut known)?;
        let options = plain.options(position).map_err(|e| e.to_string())?;
        agree!(outcome.class == Class::P, is_lost, "the outcome of {position:?}");
        agree!(outcome.winning.is_empty(), is_lost || options.is_empty(), "the moves told from {position:?}");
        for winning in &outcome.winning {
            let passes = pass && winning.to == *position;
            ensure!(passes || options.contains(&winning.to), "{position:?} -> {:?} is no move", winning.to);
            let to = (winning.to.clone(), pass && !passes);
            ensure!(
                lost(plain.as_ref(), &to, misere, &mut known)?,
                "{position:?} -> {:?} does not win",
                winning.to
            );
        }
    }
    Ok(())
}

/// The winning move that a game in Rust tells by its rules, or that the position is lost.
fn by_rules(game: &dyn Special) -> impl Fn(&[u64]) -> Told {
    |position| {
        let outcome = game.outcome(&position_of(position)).map_err(|e| e.to_string())?;
        agree!(outcome.winning.is_empty(), outcome.class == Class::P, "the moves told from {position:?}");
        let numbers = |to: &SpecialPosition| game.numbers(to).map_err(|e| e.to_string());
        outcome.winning.first().map(|winning| small(&numbers(&winning.to)?)).transpose()
    }
}

/// The same by a theory.
fn by_theory(theory: &dyn Decider) -> impl Fn(&[u64]) -> Told {
    |position| {
        let naturals: Vec<Natural> = position.iter().map(|x| Natural::from(*x)).collect();
        let verdict = theory.decide(&naturals).map_err(|e| e.to_string())?;
        verdict.winning.map(|to| small(&to)).transpose()
    }
}

/// Where a winning move leads; nothing at a P-position.
type Told = Result<Option<Vec<u64>>, String>;

/// What is told of two or more whole piles: the outcomes given, moves legal and to P-positions, none from P-positions.
fn tells(
    told: impl Fn(&[u64]) -> Told,
    positions: impl Iterator<Item = Vec<u64>>,
    is_lost: impl Fn(&[u64]) -> bool,
    legal: impl Fn(&[u64], &[u64]) -> bool,
) -> Result<(), String> {
    for position in positions {
        let winning = told(&position)?;
        agree!(winning.is_none(), is_lost(&position), "the outcome of {position:?}");
        if let Some(mut to) = winning {
            to.sort_unstable();
            ensure!(legal(&position, &to), "{position:?} -> {to:?} is no move");
            ensure!(is_lost(&to), "{position:?} -> {to:?} is no P-position");
        }
    }
    Ok(())
}

/// Relaxed Wythoff with a pile that grows: moves legal by the bare inequality, to the pairs of the greedy search.
fn growing_moves(scale: Scale) -> Result<(), String> {
    type F = fn(u64, u64, u64) -> i64;
    let side = scale.bound(14u64, 30, 60);
    let games: [(&str, F); 3] = [
        ("2", |_, _, _| 2),
        ("1 + (x1+2*y1+x0) mod 4", |x1, y1, x0| 1 + ((x1 + 2 * y1 + x0) % 4) as i64),
        (
            "if x1+y1 == 0 and x0 == 3 then 9 else 1",
            |x1, y1, x0| {
                if (x1, y1, x0) == (0, 0, 3) { 9 } else { 1 }
            },
        ),
    ];
    for (text, f) in games {
        let resolved =
            Resolved::parse(&format!("relaxed-growing(f=\"{text}\")")).map_err(|e| e.to_string())?;
        let game = resolved.special().ok_or("the game is in the rule language")?;
        let pairs: BTreeSet<Vec<u64>> =
            crate::rlx::growing(&f, side as usize).into_iter().map(|(a, b)| vec![a, b]).collect();
        let legal = |from: &[u64], to: &[u64]| {
            let (x0, y0, x1, y1) = (from[0], from[1], to[0], to[1]);
            let takes = (x0 == x1 && y1 < y0) || (y0 == y1 && x1 < x0) || (y1 == x0 && x1 < y0);
            takes || x1 < x0 && (y0 as i64 - y1 as i64) - (x0 as i64 - x1 as i64) < f(x1, y1, x0)
        };
        let all = || (0..side).flat_map(|x| (x..side).map(move |y| vec![x, y]));
        let theory = Growing::new(Arc::new(move |values: &[Natural; 3]| {
            let values = small(values)?;
            Ok(Integer::from(f(values[0], values[1], values[2])))
        }));
        tells(by_rules(game.as_ref()), all(), |p| pairs.contains(p), legal)
            .and_then(|()| tells(by_theory(&theory), all(), |p| pairs.contains(p), legal))
            .map_err(|e| format!("f = {text}: {e}"))?;
    }
    Ok(())
}

/// The lexified nim-sum game on three piles, where the rule determines the outcome: the P-positions told are not joined by
/// a move, and from each other position the move told is legal and leads to one.
fn nimsum_wytlex_moves(scale: Scale) -> Result<(), String> {
    let side = scale.bound(8u64, 12, 20);
    for (name, read) in [("two", (|x| x) as fn(i64) -> i64), ("abs", i64::abs)] {
        let resolved =
            Resolved::parse(&format!("nimsum-wytlex(piles=3,xor={name})")).map_err(|e| e.to_string())?;
        let game = resolved.special().ok_or("the game is in the rule language")?;
        let legal = |from: &[u64], to: &[u64]| {
            const ORDERS: [[usize; 3]; 6] =
                [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            to < from
                && ORDERS.iter().any(|order| {
                    let change = [0, 1, 2].map(|i| from[i] as i64 - to[order[i]] as i64);
                    change.iter().filter(|c| **c != 0).count() == 1
                        || change.iter().fold(0, |sum, c| sum ^ read(*c)) == 0
                })
        };
        let all =
            || (0..2u64).flat_map(|x| (x..side).flat_map(move |y| (y..side).map(move |z| vec![x, y, z])));
        let reading = if name == "two" { Xor::TwosComplement } else { Xor::Absolute };
        let theory = LexifiedNimsum::new(3, reading).map_err(|e| e.to_string())?;
        let (rules, theory) = (by_rules(game.as_ref()), by_theory(&theory));
        for told in [&rules as &dyn Fn(&[u64]) -> Told, &theory] {
            let mut lost: Vec<Vec<u64>> = Vec::new();
            let mut won = 0;
            for p in all() {
                // What is not determined is refused; from the rules that is more.
                let Ok(winning) = told(&p) else { continue };
                let Some(mut to) = winning else {
                    ensure!(!lost.iter().any(|q| legal(&p, q)), "xor={name}: {p:?} moves to a P-position");
                    lost.push(p);
                    continue;
                };
                won += 1;
                to.sort_unstable();
                ensure!(legal(&p, &to), "xor={name}: {p:?} -> {to:?} is no move");
                ensure!(told(&to)?.is_none(), "xor={name}: {p:?} -> {to:?} is no P-position");
            }
            ensure!(lost.len() > 2 && won > 20, "xor={name}: {} P-positions, {won} others", lost.len());
        }
    }
    Ok(())
}

/// Wythoff plus a vector, decided by its transducer: against the rules.
pub fn leaper_decides(
    certificate: &wythoff_discover::leapers::Certificate,
    spec: &str,
    scale: Scale,
) -> Result<(), String> {
    let theory = wythoff_discover::leapers::LeaperTheory::new(certificate);
    against_rules(&theory, &crate::support::rules(spec)?, scale.bound(24, 40, 80))
        .map_err(|e| format!("the transducer of {spec}: {e}"))
}

/// Wytlex(3) and (4), whose options are infinitely many: moves legal by Definition 3, and to P-positions.
fn wytlex_moves(scale: Scale) -> Result<(), String> {
    for (piles, side) in [(3usize, scale.bound(8, 14, 24)), (4, scale.bound(4, 6, 9))] {
        let theory = Wytlex::new(piles).map_err(|e| e.to_string())?;
        let candidates: BTreeSet<Vec<u64>> =
            crate::lex::plain(piles, 4 * side as usize).into_iter().collect();
        for p in crate::lex::sorted_box(piles, side) {
            let big: Vec<Natural> = p.iter().map(|x| Natural::from(*x)).collect();
            let is_lost = candidates.contains(&p);
            let verdict = theory.decide(&big).map_err(|e| e.to_string())?;
            agree!(verdict.outcome == wythoff_rules::Outcome::P, is_lost, "{p:?}");
            agree!(
                verdict.winning.is_none(),
                is_lost,
                "{p:?}: a move from a P-position, or none from an N-position"
            );
            if let Some(to) = verdict.winning {
                let mut to = small(&to)?;
                to.sort_unstable();
                ensure!(crate::lex::literal(&p, &to), "{p:?} -> {to:?} is no move");
                ensure!(candidates.contains(&to), "{p:?} -> {to:?} is no P-position");
            }
        }
        // The game of the catalog, which plays by the same list.
        let resolved = Resolved::parse(&format!("wytlex(piles={piles})")).map_err(|e| e.to_string())?;
        let game = resolved.special().ok_or("the game is in the rule language")?;
        let all = crate::lex::sorted_box(piles, side);
        tells(by_rules(game.as_ref()), all.into_iter(), |p| candidates.contains(p), crate::lex::literal)?;
    }
    Ok(())
}

/// Piles as machine integers.
fn small(piles: &[Natural]) -> Result<Vec<u64>, String> {
    piles.iter().map(|x| u64::try_from(x).map_err(|_| format!("the pile {x} is too large"))).collect()
}

/// Fibonacci Nim with the number taken last, by its rule.
fn fibonacci_nim(scale: Scale) -> Result<(), String> {
    let side = scale.bound(30, 60, 200usize);
    let theory = wythoff_theory::FibonacciNim::new().map_err(|e| e.to_string())?;
    // lost[n][m]: n tokens, of which up to m may be taken.
    let mut lost = vec![vec![true; side + 1]; side + 1];
    for n in 1..=side {
        for most in 1..=side {
            lost[n][most] = (1..=n.min(most)).all(|k| !lost[n - k][(2 * k).min(side)]);
        }
    }
    for n in 1..=side {
        for last in 1..=side / 2 {
            let position = [n, last].map(|x| Natural::from(x as u64));
            let found = theory.is_p(&position).map_err(|e| e.to_string())?;
            agree!(found, lost[n][2 * last], "{n} tokens after {last} were taken");
            let verdict = theory.decide(&position).map_err(|e| e.to_string())?;
            agree!(verdict.winning.is_none(), found, "{n} tokens after {last}: the move");
            if let Some(to) = verdict.winning {
                let to = small(&to)?;
                let [left, taken] = to[..] else { return Err(format!("{to:?} is no position")) };
                let (left, taken) = (left as usize, taken as usize);
                ensure!(
                    left + taken == n && (1..=2 * last).contains(&taken),
                    "({n},{last}) -> {to:?} is no move"
                );
                ensure!(lost[left][(2 * taken).min(side)], "({n},{last}) -> {to:?} does not win");
            }
        }
    }
    Ok(())
}

type Theory = Result<Box<dyn Decider>, String>;

fn boxed<D: Decider + 'static>(theory: Result<D, Refusal>) -> Theory {
    theory.map(|theory| Box::new(theory) as Box<dyn Decider>).map_err(|e| e.to_string())
}

/// One of the strategies of t-Wythoff.
fn strategies(scale: Scale, theory: impl Fn(u64) -> Theory) -> Result<(), String> {
    for t in 1..=3 {
        let rules = crate::support::rules(&format!("t-wythoff(t={t})"))?;
        against_rules(theory(t)?.as_ref(), &rules, scale.bound(24, 40, 80))
            .map_err(|e| format!("t = {t}: {e}"))?;
    }
    Ok(())
}

/// The Grundy values of Wyt_K by formula.
fn wyt_k_values(scale: Scale, set: &[u64]) -> Result<(), String> {
    let side = scale.bound(24, 48, 128);
    let theory = WytK::new(set).map_err(|e| e.to_string())?;
    let list: Vec<String> = set.iter().map(u64::to_string).collect();
    let table = crate::support::grundy(&format!("wyt-k(K=\"{}\")", list.join(",")), side)?;
    for (x, row) in (0u64..).zip(&table) {
        for (y, value) in (0u64..).zip(row) {
            let found = theory.grundy(&[x, y].map(Natural::from)).map_err(|e| e.to_string())?;
            agree!(found, Natural::from(*value), "K = {set:?}, ({x},{y})");
        }
    }
    Ok(())
}

/// Variable Wytlex(3,f): the construction of the theory against the game in Rust.
fn variable_wytlex(scale: Scale) -> Result<(), String> {
    let side = scale.bound(30, 60, 200);
    let reach = |piles: &[Natural]| match piles {
        [_, second, third] => Ok(Natural::from(1u32) + third - second),
        _ => Err("three piles are expected".to_string()),
    };
    let theory = Wytlex::variable(3, Arc::new(reach)).map_err(|e| e.to_string())?;
    let mut listed: Vec<Vec<u64>> = Vec::new();
    for position in theory.stream() {
        let position = position.map_err(|e| e.to_string())?;
        if position.first().is_none_or(|first| *first >= side) {
            break;
        }
        if position.iter().all(|pile| *pile < side) {
            listed.push(position.iter().filter_map(|pile| u64::try_from(pile).ok()).collect());
        }
    }
    let mut below = Vec::new();
    let taken = theory.p_below(side, &mut |position| {
        below.push(position.to_vec());
        ControlFlow::Continue(())
    });
    ensure!(taken.map_err(|e| e.to_string())?, "nothing is listed");
    agree!(below, listed, "below {side}");
    let game = "wytlex(piles=3,f=\"1 + b3 - b2\")";
    // Definition 16, literally: a size stays, or a difference of A lies in [d, d + f(B)) for a difference d of B.
    let legal = |a: &[u64], b: &[u64]| {
        let differences = |p: &[u64]| [p[1] - p[0], p[2] - p[0], p[2] - p[1]];
        let near = |d: u64, e: u64| (e..e + 1 + b[2] - b[1]).contains(&d);
        b < a
            && (a.iter().any(|x| b.contains(x))
                || differences(a).iter().any(|d| differences(b).iter().any(|e| near(*d, *e))))
    };
    let resolved = Resolved::parse(game).map_err(|e| e.to_string())?;
    let special = resolved.special().ok_or("the game is in the rule language")?;
    let lost: BTreeSet<Vec<u64>> =
        crate::lex::construction(3, 9, &crate::lex::one_plus).into_iter().collect();
    let all = crate::lex::sorted_box(3, scale.bound(6, 8, 8));
    tells(by_rules(special.as_ref()), all.into_iter(), |p| lost.contains(p), legal)
        .map_err(|e| format!("{game}: {e}"))
}

/// [a,b,c] has the P-positions of Nim exactly if no two positions of nim-sum 0 are joined by a move.
fn obstructions(scale: Scale) -> Result<(), String> {
    let side = scale.bound(14, 20, 40);
    for (a, c) in [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4)] {
        for b in (a + 1..a + 2 * c).filter(|b| gcd(gcd(a, *b), c) == 1) {
            let joined = obstruction(a, b, c).map_err(|e| e.to_string())?;
            let near = joined.as_ref().is_some_and(|j| j.from.iter().all(|x| *x < u128::from(side)));
            let lost = crate::support::p_below(&format!("three-vectors(a={a},b={b},c={c})"), side)?;
            let nim = lost.iter().all(|p| p.iter().fold(0, |sum, x| sum ^ x) == 0);
            ensure!(nim || joined.is_some(), "[{a},{b},{c}] is not Nim, and nothing joins two positions");
            ensure!(!nim || !near, "[{a},{b},{c}] is Nim, and {joined:?}");
        }
    }
    Ok(())
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Vectors with c v3 = a v1 + b v2 are recognised as [a,b,c].
fn three_vectors(_: Scale) -> Result<(), String> {
    for (a, b, c) in [(1, 3, 2), (3, 2, 4), (2, 5, 6)] {
        let found = ThreeVectors::of([&[c, 0], &[0, c], &[a, b]]).map_err(|e| e.to_string())?;
        agree!((found.a, found.b, found.c), (a, b, c), "[{a},{b},{c}]");
    }
    Ok(())
}

/// The theory of a game against its rules.
fn decides(game: &str, scale: Scale) -> Result<(), String> {
    let (spec, misere) = match game.strip_prefix("misère ") {
        Some(spec) => (spec, true),
        None => (game, false),
    };
    let mut resolved = Resolved::parse(spec).map_err(|e| e.to_string())?;
    resolved = resolved.with(&OnTop { misere, ..OnTop::default() }).map_err(|e| e.to_string())?;
    let Some(rules) = resolved.rules() else {
        return Err("it is not in the rule language".to_string());
    };
    let theory = decider_for(rules).map_err(|e| e.to_string())?.ok_or("there is none")?;
    let side = match rules.piles() {
        1 | 2 => scale.bound(24, 40, 80),
        3 => scale.bound(10, 14, 20),
        _ => scale.bound(5, 6, 9),
    };
    against_rules(theory.as_ref(), rules, side)
}

/// A theory against rules, on all positions below a bound.
fn against_rules(theory: &dyn Decider, rules: &Rules, side: u64) -> Result<(), String> {
    let lost: BTreeSet<Vec<u64>> = p_of(rules, side)?.into_iter().collect();
    let sides: Vec<u64> = rules.bounds().iter().map(|bound| bound.unwrap_or(side).min(side)).collect();
    let mut position = vec![0; sides.len()];
    loop {
        if rules.is_position(&position).map_err(|e| e.to_string())? {
            decides_one(theory, rules, &lost, &position)?;
        }
        if !next_below(&mut position, &sides) {
            break;
        }
    }
    if let Some(stream) = theory.p_positions() {
        // A list may go on for ever below a bound, as the pairs (0, an) do.
        let most = side.saturating_pow(rules.piles() as u32) as usize;
        let listed = stream.take(most).take_while(|p| p.first().is_some_and(|x| *x < side));
        let listed: BTreeSet<Vec<u64>> =
            listed.filter(|p| p.iter().all(|x| *x < side)).map(|p| rules.canonical(&p)).collect();
        agree!(listed, lost, "the list of P-positions below {side}");
    }
    Ok(())
}

fn decides_one(
    theory: &dyn Decider,
    rules: &Rules,
    lost: &BTreeSet<Vec<u64>>,
    position: &[u64],
) -> Result<(), String> {
    let piles: Vec<Natural> = position.iter().map(|x| Natural::from(*x)).collect();
    let is_lost = lost.contains(&rules.canonical(position));
    agree!(theory.is_p(&piles).map_err(|e| e.to_string())?, is_lost, "{position:?} is P");
    let verdict = theory.decide(&piles).map_err(|e| e.to_string())?;
    agree!(verdict.outcome == wythoff_rules::Outcome::P, is_lost, "{position:?}, decided");
    let options: Vec<Vec<u64>> = rules.options(position).map_err(|e| e.to_string())?;
    let options: BTreeSet<Vec<u64>> = options.iter().map(|to| rules.canonical(to)).collect();
    agree!(verdict.winning.is_none(), is_lost || options.is_empty(), "{position:?}: a winning move");
    let Some(target) = verdict.winning else { return Ok(()) };
    let target = rules.canonical(&small(&target)?);
    ensure!(options.contains(&target), "{position:?}: {target:?} is no move");
    ensure!(lost.contains(&target), "{position:?}: {target:?} is no P-position");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff_catalog::names_of;

    #[test]
    fn every_row_with_a_theory_is_in_the_ledger() {
        let others = IN_RUST.iter().map(|(row, ..)| *row).chain(OTHERS.iter().map(|(row, _)| *row));
        for row in cases().map(|(row, _)| row).chain(others) {
            assert!(crate::ledger::rows().iter().any(|r| r.id == row), "{row}");
        }
    }

    /// Conventions on top of the games of the catalog: a theory that answers for one goes through the same checks.
    #[test]
    fn deciders_of_other_conventions_are_right() {
        let plain = OnTop::default();
        let block = |k: u64| OnTop { block: Some((k, None)), ..OnTop::default() };
        let end = |text: &str| OnTop { terminals: vec![text.to_string()], ..OnTop::default() };
        let tops = [
            block(2),
            block(3),
            OnTop { pass: true, ..plain.clone() },
            OnTop { pass: true, misere: true, ..plain.clone() },
            end("0,1"),
            end("1,2"),
            OnTop { misere: true, ..end("1,2") },
        ];
        let (mut asked, mut wrong) = (0, Vec::new());
        for entry in wythoff_catalog::entries() {
            for top in &tops {
                let Ok(resolved) = Resolved::parse(entry.name).and_then(|game| game.with(top)) else {
                    continue;
                };
                let Some(rules) = resolved.rules() else { continue };
                let Ok(Some(theory)) = decider_for(rules) else { continue };
                asked += 1;
                let side = if rules.piles() <= 2 { 16 } else { 6 };
                if let Err(why) = against_rules(theory.as_ref(), rules, side) {
                    wrong.push(format!("{} with {top:?}: {why}", entry.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(asked > 0, "no theory answers for blocking");
    }

    /// A theory that answers for a game of the catalog, in whichever convention, goes through the checks: under the game's
    /// own name, or that of another with the same rules.
    #[test]
    fn every_decider_of_the_catalog_is_checked() {
        let mut missing = Vec::new();
        for entry in wythoff_catalog::entries() {
            for misere in [false, true] {
                let on_top = OnTop { misere, ..OnTop::default() };
                let Ok(resolved) = Resolved::parse(entry.name).and_then(|game| game.with(&on_top)) else {
                    continue;
                };
                if !matches!(resolved.rules().map(decider_for), Some(Ok(Some(_)))) {
                    continue;
                }
                // By its own check, with the number taken last.
                if entry.name == "fibonacci-nim" {
                    continue;
                }
                let convention = if misere { "misère " } else { "" };
                let checked = |name: &str| {
                    let wanted = format!("{convention}{name}");
                    cases().any(|(_, game)| game == wanted || game.starts_with(&format!("{wanted}(")))
                };
                let others = || resolved.rules().map(|rules| names_of(rules, &crate::support::budget()));
                let other = |name: &String| checked(name.split('(').next().unwrap_or_default());
                if !checked(entry.name) && !others().is_some_and(|names| names.iter().any(other)) {
                    missing.push(format!("{convention}{}", entry.name));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
