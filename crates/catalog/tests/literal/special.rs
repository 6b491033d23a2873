//! The games that are written in Rust, against their definitions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use wythoff_catalog::Resolved;
use wythoff_catalog::special::{Class, Pile, Player, Special, SpecialPosition, position_of};

use crate::reading::{Piles, Reading, Recursion, for_each_point};
use crate::rules;
use wythoff_numbers::Random;

/// The names of the games of this file.
pub const GAMES: &[&str] = &[
    "end-wythoff",
    "golden-nugget",
    "n-vectors",
    "nimsum-wytlex",
    "ratwyt",
    "relaxed-growing",
    "star",
    "with-own-p",
    "wytlex",
];

fn special(spec: &str) -> std::sync::Arc<dyn Special> {
    match Resolved::parse(spec) {
        Ok(game) => game.special().cloned().unwrap_or_else(|| panic!("{spec} is not written in Rust")),
        Err(error) => panic!("{spec}: {}", error.message),
    }
}

fn small(position: &[Pile]) -> Piles {
    position.iter().map(|pile| u64::try_from(pile.whole().unwrap()).unwrap()).collect()
}

/// Options, legality, outcomes, winning moves, Grundy values and lists on the reading's box.
fn compare(reading: &Reading) {
    let spec = &reading.spec;
    let game = special(spec);
    let mut recursion = Recursion::new(reading, false);
    let mut lost = BTreeSet::new();
    for_each_point(&reading.sides, |point| {
        let position = position_of(point);
        if !(reading.is_position)(point) {
            assert!(game.outcome(&position).is_err(), "{spec}: {point:?} is a position");
            return;
        }
        let expected = reading.options(point);
        let found: BTreeSet<Piles> = game.options(&position).unwrap().iter().map(|to| small(to)).collect();
        assert_eq!(found, expected, "{spec}: options of {point:?}");
        let outcome = game.outcome(&position).unwrap();
        assert_eq!(outcome.class == Class::P, recursion.is_lost(point), "{spec}: {point:?}");
        for winning in &outcome.winning {
            let to = small(&winning.to);
            assert!(
                expected.contains(&reading.canonical(&to)) && recursion.is_lost(&to),
                "{spec}: {point:?}"
            );
        }
        for to in expected.iter().take(5) {
            assert!(game.legal(&position, &position_of(to)).is_ok(), "{spec}: {point:?} -> {to:?}");
        }
        if recursion.is_lost(point) {
            lost.insert(reading.canonical(point));
        }
        if let Ok(value) = game.grundy(&position) {
            assert_eq!(value, recursion.value(point), "{spec}: Grundy value of {point:?}");
        }
    });
    if reading.sides.iter().all(|side| *side == reading.sides[0]) {
        let found: BTreeSet<Piles> = game.p_below(reading.sides[0]).unwrap().into_iter().collect();
        assert_eq!(found, lost, "{spec}");
    }
}

/// GEO 2: points of the monoid that the vectors span; a move subtracts a positive multiple of one of them and
/// stays in the monoid.
fn in_monoid(point: &[u64], vectors: &[Piles]) -> bool {
    point.iter().all(|&x| x == 0)
        || vectors.iter().any(|v| {
            let left: Option<Piles> = point.iter().zip(v).map(|(x, v)| x.checked_sub(*v)).collect();
            left.is_some_and(|left| in_monoid(&left, vectors))
        })
}

pub fn n_vectors(dice: &mut Random) -> Reading {
    let dimension = dice.between(1, 2) as usize;
    let count = dice.between(1, 4);
    let mut vectors: Vec<Piles> =
        (0..count).map(|_| (0..dimension).map(|_| dice.between(0, 3)).collect()).collect();
    vectors.retain(|v: &Piles| v.iter().any(|&x| x > 0));
    vectors.push(vec![1; dimension]);
    let line = |v: &Piles| v.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let text = vectors.iter().map(line).collect::<Vec<_>>().join("; ");
    let again = vectors.clone();
    let reading = Reading::taking(format!("n-vectors(v=\"{text}\")"), &vec![8; dimension], move |from, t| {
        let left: Piles = from.iter().zip(t).map(|(x, t)| x - t).collect();
        let multiple = |v: &Piles| (1..9).any(|k| t.iter().zip(v).all(|(t, v)| *t == k * v));
        vectors.iter().any(multiple) && in_monoid(&left, &vectors)
    });
    let mut symmetric: Vec<Piles> = again.iter().map(|v| v.iter().rev().copied().collect()).collect();
    let mut sorted = again.clone();
    symmetric.sort();
    symmetric.dedup();
    sorted.sort();
    sorted.dedup();
    Reading {
        is_position: Box::new(move |point| in_monoid(point, &again)),
        symmetric: symmetric == sorted,
        ..reading
    }
}

/// A game that others are made of, and its P-positions in its box, in every order of the piles.
fn base(dice: &mut Random) -> (Reading, BTreeSet<Piles>) {
    let names = ["wythoff", "t-wythoff", "connell", "wyt-f", "nim-ab", "maharaja", "nim", "vector", "radius"];
    let name = *dice.pick(&names);
    let (_, draw) = rules::GAMES.iter().find(|(n, _)| *n == name).unwrap();
    let reading = draw(dice);
    let mut recursion = Recursion::new(&reading, false);
    let mut lost = BTreeSet::new();
    for_each_point(&reading.sides, |point| {
        if recursion.is_lost(point) {
            lost.insert(point.to_vec());
        }
    });
    (reading, lost)
}

/// VIS 2: the moves of the star are the nonzero P-positions.
pub fn star(dice: &mut Random) -> Reading {
    let (of, lost) = base(dice);
    let symmetric = symmetric_by_rules(&of);
    let spec = format!("star(of={})", of.spec);
    Reading { symmetric, ..Reading::taking(spec, &of.sides, move |_, t| lost.contains(t)) }
}

/// VIS 4.3: the moves of the game and its nonzero P-positions.
pub fn with_own_p(dice: &mut Random) -> Reading {
    let (of, lost) = base(dice);
    let symmetric = symmetric_by_rules(&of);
    let (spec, sides) = (format!("with-own-p(of={})", of.spec), of.sides.clone());
    let own = Reading::taking(spec, &sides, move |_, t| lost.contains(t));
    let (spec, own) = (own.spec, own.options);
    let options = move |from: &[u64]| {
        let mut to = (of.options)(from);
        to.extend(own(from));
        to
    };
    Reading { options: Box::new(options), symmetric, ..Reading::taking(spec, &sides, |_, _| false) }
}

/// Labelled piles with the same vectors in both orders are shown once.
fn symmetric_by_rules(reading: &Reading) -> bool {
    reading.symmetric
        || Resolved::parse(&reading.spec)
            .is_ok_and(|g| g.rules().is_some_and(wythoff_rules::Rules::is_symmetric))
}

/// All ways to match the piles of two positions.
fn for_each_matching(to: &[u64], mut visit: impl FnMut(&[u64])) {
    fn go(done: usize, to: &mut Piles, visit: &mut dyn FnMut(&[u64])) {
        if done == to.len() {
            visit(to);
        }
        for next in done..to.len() {
            to.swap(done, next);
            go(done + 1, to, visit);
            to.swap(done, next);
        }
    }
    go(0, &mut to.to_vec(), &mut visit);
}

fn sorted(piles: &[u64]) -> Piles {
    let mut piles = piles.to_vec();
    piles.sort_unstable();
    piles
}

/// LEX 6: earlier in the order, and for some matching one pile changes, or the changes have nim-sum 0.
fn nimsum_is_legal(from: &[u64], to: &[u64], absolute: bool) -> bool {
    let (from, to) = (sorted(from), sorted(to));
    let mut legal = false;
    for_each_matching(&to, |to| {
        let taken: Vec<i64> = from.iter().zip(to).map(|(a, b)| *a as i64 - *b as i64).collect();
        let one = taken.iter().filter(|t| **t != 0).count() == 1;
        let sum = taken.iter().fold(0, |sum, t| sum ^ if absolute { t.abs() } else { *t });
        legal |= one || sum == 0;
    });
    to < from && legal
}

pub fn nimsum_wytlex(dice: &mut Random) -> Reading {
    let absolute = *dice.pick(&[true, false]);
    let word = if absolute { "abs" } else { "two" };
    let options = move |from: &[u64]| {
        let total = from.iter().sum::<u64>() + 1;
        let mut to = Vec::new();
        for_each_point(&[total, 2 * total], |point| {
            if nimsum_is_legal(from, point, absolute) {
                to.push(point.to_vec());
            }
        });
        to
    };
    let spec = format!("nimsum-wytlex(piles=2,xor={word})");
    Reading { options: Box::new(options), ..Reading::taking(spec, &[8, 8], |_, _| false) }
}

/// The games of which each position has finitely many options with machine-sized piles, and how they are drawn.
pub const FINITE: &[rules::Drawn] =
    &[("n-vectors", n_vectors), ("nimsum-wytlex", nimsum_wytlex), ("star", star), ("with-own-p", with_own_p)];

#[test]
fn games_with_finitely_many_options() {
    for (name, draw) in FINITE {
        for seed in 0..6 {
            let reading = draw(&mut Random::new(seed));
            assert!(reading.spec.starts_with(name));
            compare(&reading);
        }
    }
}

#[test]
fn nimsum_wytlex_on_more_piles() {
    let mut dice = Random::new(4);
    for (word, absolute) in [("two", false), ("abs", true)] {
        for piles in 2..5 {
            let game = special(&format!("nimsum-wytlex(piles={piles},xor={word})"));
            for _ in 0..200 {
                let mut draw = || (0..piles).map(|_| dice.between(0, 9)).collect::<Piles>();
                let (from, to) = (draw(), draw());
                let found = game.legal(&position_of(&from), &position_of(&to)).is_ok();
                assert_eq!(found, nimsum_is_legal(&from, &to, absolute), "{from:?} -> {to:?}, {word}");
            }
        }
    }
}

/// LEX Definition 3: for some matching two piles of which one does not change, or both by the same amount.
fn wytlex_is_legal(from: &[u64], to: &[u64]) -> bool {
    let (from, to) = (sorted(from), sorted(to));
    let mut legal = false;
    for_each_matching(&to, |to| {
        let taken: Vec<i64> = from.iter().zip(to).map(|(a, b)| *a as i64 - *b as i64).collect();
        legal |=
            (0..taken.len()).any(|i| (0..i).any(|j| taken[i] == 0 || taken[j] == 0 || taken[i] == taken[j]));
    });
    to < from && legal
}

/// Functions of the piles moved to, as written and as computed.
type OfPiles = (&'static str, fn(&[u64]) -> u64);
const OF_PILES: &[OfPiles] = &[
    ("1", |_| 1),
    ("2", |_| 2),
    ("3", |_| 3),
    ("b1+1", |b| b[0] + 1),
    ("1+b2-b1", |b| 1 + b[1] - b[0]),
    ("if b1 mod 2 == 0 then 1 else 4", |b| if b[0] % 2 == 0 { 1 } else { 4 }),
];

/// LEX Definition 16: earlier in the order, and a shared pile, or a difference of A in that of B plus [0, f(B)).
fn variable_is_legal(from: &[u64], to: &[u64], f: fn(&[u64]) -> u64) -> bool {
    let (from, to) = (sorted(from), sorted(to));
    let differences = |piles: &[u64]| -> Vec<u64> {
        (0..piles.len()).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| piles[j] - piles[i]).collect()
    };
    let (wide, shared) = (f(&to), from.iter().any(|pile| to.contains(pile)));
    let near = |a: u64| differences(&to).into_iter().any(|b| b <= a && a < b + wide);
    to < from && (shared || differences(&from).into_iter().any(near))
}

#[test]
fn wytlex() {
    let mut dice = Random::new(9);
    for round in 0..12 {
        let piles = dice.between(2, 4) as usize;
        let (text, f) = OF_PILES[round % OF_PILES.len()];
        let plain = round < 4;
        let game = special(&if plain {
            format!("wytlex(piles={piles})")
        } else {
            format!("wytlex(piles={piles},f=\"{text}\")")
        });
        let legal = |from: &[u64], to: &[u64]| {
            if plain { wytlex_is_legal(from, to) } else { variable_is_legal(from, to, f) }
        };
        for _ in 0..150 {
            let mut draw = || (0..piles).map(|_| dice.between(0, 12)).collect::<Piles>();
            let (from, to) = (draw(), draw());
            let found = game.legal(&position_of(&from), &position_of(&to)).is_ok();
            assert_eq!(found, legal(&from, &to), "{}: {from:?} -> {to:?}", game.spec());
        }
        // No P-position moves to another; every other position that starts no later than the last moves to one.
        let listed = game.p_first(6).unwrap();
        for from in &listed {
            assert!(!listed.iter().any(|to| legal(from, to)), "{}: {from:?}", game.spec());
        }
        for _ in 0..150 {
            let mut from = vec![dice.between(0, listed[5][0])];
            from.extend((1..piles).map(|_| dice.between(0, 60)));
            let from = sorted(&from);
            let wins = listed.iter().any(|to| legal(&from, to));
            let outcome = game.outcome(&position_of(&from)).unwrap();
            assert!(wins != listed.contains(&from), "{}: {from:?}", game.spec());
            assert_eq!(outcome.class == Class::N, wins, "{}: {from:?}", game.spec());
            for winning in &outcome.winning {
                assert!(legal(&from, &small(&winning.to)) && listed.contains(&small(&winning.to)));
            }
        }
    }
}

/// VIS 4.5: from either end pile, or the same from both; an emptied end vanishes.
fn end_options(row: &[u64]) -> BTreeSet<Piles> {
    let trimmed = |mut row: Piles| {
        while row.first() == Some(&0) {
            row.remove(0);
        }
        while row.last() == Some(&0) {
            row.pop();
        }
        row
    };
    let mut to = BTreeSet::new();
    let end = row.len().saturating_sub(1);
    for amount in 1..=row.iter().copied().max().unwrap_or(0) {
        for ends in [vec![0], vec![end], if end > 0 { vec![0, end] } else { vec![0] }] {
            if ends.iter().all(|&i| row[i] >= amount) {
                let mut left = row.to_vec();
                ends.iter().for_each(|&i| left[i] -= amount);
                to.insert(trimmed(left));
            }
        }
    }
    to
}

fn end_is_lost(row: &[u64], known: &mut HashMap<Piles, bool>) -> bool {
    if let Some(&lost) = known.get(row) {
        return lost;
    }
    let lost = !end_options(row).iter().any(|to| end_is_lost(to, known));
    known.insert(row.to_vec(), lost);
    lost
}

#[test]
fn end_wythoff() {
    let game = special("end-wythoff");
    let mut known = HashMap::new();
    let mut dice = Random::new(77);
    for _ in 0..150 {
        let piles = dice.between(1, 5);
        let row: Piles = (0..piles).map(|_| dice.between(1, [0, 30, 20, 8, 5, 4][piles as usize])).collect();
        let position = position_of(&row);
        let found: BTreeSet<Piles> = game.options(&position).unwrap().iter().map(|to| small(to)).collect();
        let expected = end_options(&row).into_iter().map(|to| if to.is_empty() { vec![0] } else { to });
        assert_eq!(found, expected.collect(), "{row:?}");
        let outcome = game.outcome(&position).unwrap();
        assert_eq!(outcome.class == Class::P, end_is_lost(&row, &mut known), "{row:?}");
    }
}

/// VIS 4.8: p/q to (p-q)/q if p >= q, else to p/(q-p), until 0.
fn steps((mut p, mut q): (u64, u64)) -> Vec<(u64, u64)> {
    let mut path = vec![(p, q)];
    while p > 0 {
        if p >= q {
            p -= q
        } else {
            q -= p
        }
        path.push((p, if p == 0 { 1 } else { q }));
    }
    path
}

#[test]
fn ratwyt() {
    type Pair = ((u64, u64), (u64, u64));
    fn options((a, b): Pair) -> Vec<Pair> {
        let (first, second) = (steps(a), steps(b));
        let mut to: Vec<Pair> = first[1..].iter().map(|a| (*a, b)).collect();
        to.extend(second[1..].iter().map(|b| (a, *b)));
        to.extend(first[1..].iter().zip(&second[1..]).map(|(a, b)| (*a, *b)));
        to
    }
    fn is_lost(pair: Pair, known: &mut BTreeMap<Pair, bool>) -> bool {
        if let Some(&lost) = known.get(&pair) {
            return lost;
        }
        let lost = !options(pair).into_iter().any(|to| is_lost(to, known));
        known.insert(pair, lost);
        lost
    }
    let game = special("ratwyt");
    let mut known = BTreeMap::new();
    let mut dice = Random::new(5);
    let text = |(p, q): (u64, u64)| format!("{p}/{q}");
    for _ in 0..200 {
        let mut draw = || loop {
            let (p, q) = (dice.between(0, 12), dice.between(1, 12));
            if (2..=p.max(q)).all(|d| p % d != 0 || q % d != 0) {
                return (p, q);
            }
        };
        let pair = (draw(), draw());
        let parse = |pair: Pair| game.parse(&format!("{},{}", text(pair.0), text(pair.1))).unwrap();
        let position = parse(pair);
        let found: BTreeSet<String> =
            game.options(&position).unwrap().iter().map(|to| format!("{to:?}")).collect();
        let expected: BTreeSet<String> =
            options(pair).into_iter().map(|to| format!("{:?}", parse(to))).collect();
        assert_eq!(found, expected, "{pair:?}");
        assert_eq!(game.outcome(&position).unwrap().class == Class::P, is_lost(pair, &mut known), "{pair:?}");
    }
}

#[test]
fn golden_nugget() {
    // Lower and upper Wythoff numbers by mex, the paper's first definition.
    const MOST: usize = 41;
    let mut owner: Vec<Option<Player>> = vec![None; 3 * MOST];
    for n in 1.. {
        let Some(a) = (1..MOST).find(|&a| owner[a].is_none()) else { break };
        owner[a] = Some(Player::Left);
        owner[a + n] = Some(Player::Right);
    }
    // Whether Left, and Right, win each pile by moving first.
    let mut wins: [Vec<bool>; 2] = [Vec::new(), Vec::new()];
    for pile in 0..MOST {
        let by = |who: usize, player| {
            (1..=pile).any(|taken| owner[taken] == Some(player) && !wins[1 - who][pile - taken])
        };
        let (left, right) = (by(0, Player::Left), by(1, Player::Right));
        wins[0].push(left);
        wins[1].push(right);
    }
    let game = special("golden-nugget");
    for (pile, (left, right)) in wins[0].iter().zip(&wins[1]).enumerate() {
        let class = match (left, right) {
            (false, false) => Class::P,
            (true, true) => Class::N,
            (true, false) => Class::L,
            (false, true) => Class::R,
        };
        let position: SpecialPosition = position_of(&[pile as u64]);
        assert_eq!(game.outcome(&position).unwrap().class, class, "{pile}");
        let found: BTreeSet<Piles> = game.options(&position).unwrap().iter().map(|to| small(to)).collect();
        assert_eq!(found.len(), pile, "every smaller pile is an option of one player or the other");
    }
}
