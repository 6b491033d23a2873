//! VIS section 3.2: Wythoff Nim and words; with the two games of section 2 that remember the last move.

use super::vectors::{same_options, tuples, variance};
use super::{Pairs, big, text};
use crate::run::Scale;
use crate::support::{p_below, pairs_below, rules, wythoff_pairs};
use crate::verdict::{Checked, Finding, With, agree, ensure, found};
use malachite::base::num::arithmetic::traits::Pow;
use std::collections::{BTreeSet, HashMap};
use wythoff_automata::Limits;
use wythoff_automata::logic::{Formula, Logic};
use wythoff_numbers::Natural;
use wythoff_numbers::numeration::{Digits, Positional, tribonacci};
use wythoff_numbers::words::Morphism;
use wythoff_theory::Decider;
use wythoff_theory::tribonacci::Tribonacci;

// VIS-G-fibnim: one pile, first less than all, then at most twice the last: P if and only if the pile is a Fibonacci number.
pub(super) fn fibonacci_nim(scale: Scale) -> Checked {
    let side = scale.bound(60, 120, 400);
    /// Whether the player to move wins a pile of n who may take up to `most`.
    fn wins(n: u64, most: u64, known: &mut HashMap<(u64, u64), bool>) -> bool {
        let most = most.min(n);
        if let Some(known) = known.get(&(n, most)) {
            return *known;
        }
        let won = (1..=most).any(|i| !wins(n - i, 2 * i, known));
        known.insert((n, most), won);
        won
    }
    let mut known = HashMap::new();
    let own: Vec<Vec<u64>> = (1..side).filter(|n| !wins(*n, n - 1, &mut known)).map(|n| vec![n]).collect();
    let mut fibonacci = vec![1u64, 2];
    while let [.., a, b] = fibonacci[..] {
        if a + b >= side {
            break;
        }
        fibonacci.push(a + b);
    }
    agree!(own, fibonacci.into_iter().map(|n| vec![n]).collect::<Vec<_>>(), "by the definition");
    agree!(p_below("fibonacci-nim", side)?, own, "rules");
    Finding::holds(format!("piles below {side}"))
}

// VIS-G-imitation: two-pile Nim where an imitation is forbidden: the fresh starts that are P are Wythoff's pairs.
pub(super) fn imitation(scale: Scale) -> Checked {
    let side = scale.bound(14, 24, 50);
    let pairs: Pairs = wythoff_pairs(side as usize).into_iter().filter(|p| p.1 < side).collect();
    agree!(pairs_below("imitation-nim(m=1)", side)?, pairs, "fresh starts");
    Finding::holds(format!("piles below {side}"))
}

/// The first letters of the word that a morphism fixes, by applying it again and again.
fn fixed_word(rules: &[(char, &str)], length: usize) -> String {
    let mut word = String::from("a");
    while word.len() < length {
        let image = |c: char| rules.iter().find(|(from, _)| *from == c).map_or("", |(_, to)| *to);
        word = word.chars().map(image).collect();
    }
    word.chars().take(length).collect()
}

const FIBONACCI: &[(char, &str)] = &[('a', "ab"), ('b', "a")];
const TRIBONACCI: &[(char, &str)] = &[('a', "ab"), ('b', "ac"), ('c', "a")];

/// The places of a letter, from 1, after a leading 0.
fn places(word: &str, letter: char) -> Vec<u64> {
    let found = (1u64..).zip(word.chars()).filter(|(_, c)| *c == letter).map(|(n, _)| n);
    [0].into_iter().chain(found).collect()
}

/// The letters of the library's word.
fn library_word(morphism: Morphism, length: usize) -> Result<String, String> {
    Ok(morphism.word('a').map_err(text)?.letters().take(length).collect())
}

// VIS-D-fibmorph: a -> ab, b -> a; the word is fixed.
pub(super) fn fibonacci_morphism(scale: Scale) -> Checked {
    let length = scale.bound(2_000, 50_000, 1_000_000);
    let word = fixed_word(FIBONACCI, length);
    agree!(library_word(Morphism::fibonacci(), length)?, word, "letters");
    let image = Morphism::fibonacci().apply(&word).map_err(text)?;
    ensure!(image.starts_with(&word), "the word is not fixed");
    Finding::holds(format!("{length} letters"))
}

// VIS-C-fibword: the prefix printed is wrong from letter 20 on.
pub(super) fn fibonacci_prefix(_: Scale) -> Checked {
    let printed = "abaababaabaababaabaababa";
    let word = fixed_word(FIBONACCI, printed.len());
    let wrong: Vec<usize> =
        (1..).zip(word.chars().zip(printed.chars())).filter(|(_, (x, y))| x != y).map(|(n, _)| n).collect();
    let first = wrong.first().ok_or("the prefix is right")?;
    let upper = places(&word, 'b');
    Finding::scan(found(Some(format!("letter {first} is wrong")), "")?, format!("{} letters", printed.len()))
        .detail(format!("letters {wrong:?} are wrong; the prefix is {word}, with b at {:?}", &upper[1..]))
        .shown_by("wyt word fibonacci", [word.clone()])
}

// VIS-T-fibword: a stands at the places A_n, b at the places B_n.
pub(super) fn fibonacci_places(scale: Scale) -> Checked {
    let length = scale.bound(500usize, 3_000, 10_000);
    let word = fixed_word(FIBONACCI, length);
    let (a, b) = (places(&word, 'a'), places(&word, 'b'));
    let pairs: Pairs = a.into_iter().zip(b).collect();
    agree!(pairs_below("wythoff", length as u64 + 1)?, pairs, "places and P-positions");
    Finding::holds(format!("{length} letters"))
}

// VIS-T-kmorph: the same for k-Wythoff with a -> a^k b, b -> a.
pub(super) fn k_places(scale: Scale) -> Checked {
    let length = scale.bound(400usize, 1_500, 5_000);
    for k in 1..=6u16 {
        let image = "a".repeat(usize::from(k)) + "b";
        let word = fixed_word(&[('a', &image), ('b', "a")], length);
        agree!(library_word(Morphism::k_wythoff(k), length)?, word, "k = {k}");
        let pairs: Pairs = places(&word, 'a').into_iter().zip(places(&word, 'b')).collect();
        agree!(pairs_below(&format!("t-wythoff(t={k})"), length as u64 + 1)?, pairs, "k = {k}");
    }
    Finding::holds(format!("k <= 6, {length} letters; k-Wythoff with |i - j| < k"))
}

// VIS-D-tribmorph: a -> ab, b -> ac, c -> a.
pub(super) fn tribonacci_morphism(scale: Scale) -> Checked {
    let length = scale.bound(2_000, 50_000, 1_000_000);
    let word = fixed_word(TRIBONACCI, length);
    agree!(library_word(Morphism::tribonacci(), length)?, word, "letters");
    let image = Morphism::tribonacci().apply(&word).map_err(text)?;
    ensure!(image.starts_with(&word), "the word is not fixed");
    Finding::holds(format!("{length} letters"))
}

// VIS-C-tribword: the prefix printed.
pub(super) fn tribonacci_prefix(_: Scale) -> Checked {
    let printed = "abacabaabacababacabaabacabacabaabacababaca";
    agree!(fixed_word(TRIBONACCI, printed.len()), printed, "prefix");
    Finding::holds(format!("{} letters", printed.len()))
}

/// (A_n, B_n, C_n) from the word.
fn triples(length: usize) -> Vec<Vec<u64>> {
    let word = fixed_word(TRIBONACCI, length);
    let [a, b, c] = ['a', 'b', 'c'].map(|letter| places(&word, letter));
    a.into_iter().zip(b).zip(c).map(|((a, b), c)| vec![a, b, c]).collect()
}

// VIS-TAB3: the triples for n = 0..15.
pub(super) fn table_3(_: Scale) -> Checked {
    let a = [0, 1, 3, 5, 7, 8, 10, 12, 14, 16, 18, 20, 21, 23, 25, 27];
    let b = [0, 2, 6, 9, 13, 15, 19, 22, 26, 30, 33, 37, 39, 43, 46, 50];
    let c = [0, 4, 11, 17, 24, 28, 35, 41, 48, 55, 61, 68, 72, 79, 85, 92];
    let printed: Vec<Vec<u64>> = (0..16).map(|n| vec![a[n], b[n], c[n]]).collect();
    agree!(triples(92), printed, "Table 3");
    Finding::holds("n <= 15")
}

/// The rules, with the piles as they are labelled.
fn tribonacci_rule(p: &[u64], v: &[u64]) -> bool {
    let left: Vec<u64> = p.iter().zip(v).map(|(x, t)| x - t).collect();
    let most = v.iter().max().copied().unwrap_or(0);
    let total: u64 = v.iter().sum();
    let balanced = 2 * most <= total;
    let leap = (0..3).any(|i| {
        let (one, two) = (v[(i + 1) % 3], v[(i + 2) % 3]);
        one == two && v[i] > 2 * one
    });
    let forbidden = left[0] < left[2] && left[2] < left[1];
    if v.contains(&0) { total > 0 } else { balanced || (leap && !forbidden) }
}

// VIS-G-trib: on sorted piles the P-positions are the triples; with the piles labelled at will, as printed, they are not even
// closed under permutation.
pub(super) fn tribonacci_rules(scale: Scale) -> Checked {
    let side = scale.bound(9, 13, 16);
    let cells = tuples(3, side);
    let once: Vec<Vec<u64>> = cells.iter().filter(|p| p.is_sorted()).cloned().collect();
    same_options("tribonacci", &once, &tribonacci_rule)?;
    same_options("tribonacci-printed", &tuples(3, 6), &tribonacci_rule)?;
    let far = scale.bound(14, 20, 30);
    let lost: BTreeSet<Vec<u64>> = p_below("tribonacci-printed", far)?.into_iter().collect();
    let mirrored = |p: &Vec<u64>| {
        [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
            .map(|order| order.map(|i| p[i]).to_vec())
            .into_iter()
            .find(|q| !lost.contains(q))
    };
    let odd = lost.iter().filter_map(|p| Some((p.iter().max().copied(), p.clone(), mirrored(p)?))).min();
    let (_, p, q) = odd.ok_or_else(|| format!("labelled piles below {far}: closed under permutation"))?;
    let right: Vec<Vec<u64>> = triples(far as usize).into_iter().filter(|t| t[2] < far).collect();
    agree!(p_below("tribonacci", far)?, right, "sorted piles");
    Finding::clarified("a <= b <= c before the move: the P-positions are the triples; piles labelled at will: not even closed under permutation", format!("sorted piles: options below {side}, P-positions below {far}")).fails_at(found(Some(format!("labelled piles: {p:?} is P and {q:?} is not")), "")?)
    .shown_by(
        format!("wyt solve tribonacci-printed {0},{1},{2} && wyt solve tribonacci-printed {3},{4},{5}", p[0], p[1], p[2], q[0], q[1], q[2]),
        ["P: the player to move loses", "N: the player to move wins"],
    )
}

// VIS-T-trib: P = the triples (A_n, B_n, C_n).
pub(super) fn tribonacci_game(scale: Scale) -> Checked {
    let side = scale.bound(26u64, 32, 56);
    let right: Vec<Vec<u64>> = triples(side as usize).into_iter().filter(|t| t[2] < side).collect();
    agree!(p_below("tribonacci", side)?, right, "rules and word");
    let theory = Tribonacci::new();
    for p in tuples(3, side.min(18)).into_iter().filter(|p| p.is_sorted()) {
        let is_p = theory.is_p(&p.iter().map(|x| big(*x)).collect::<Vec<_>>()).map_err(text)?;
        agree!(is_p, right.contains(&p), "{p:?}");
    }
    Finding::holds(format!("sorted piles below {side}"))
}

// VIS-C-trib-poly: with r the Tribonacci word of n-1: A_n - 1 = [r0], B_n - 1 = [r01], C_n - 1 = [r011].
pub(super) fn tribonacci_numeration(scale: Scale) -> Checked {
    let length = scale.bound(3_000, 50_000, 300_000);
    let (system, theory) = (tribonacci(), Tribonacci::new());
    let found = triples(length);
    for (n, triple) in (0u64..).zip(&found).skip(1) {
        let r = system.represent(&big(n - 1)).map_err(text)?.to_string();
        let value = |tail: &str| {
            let digits = Digits::parse(&format!("{r}{tail}")).map_err(text)?;
            system.value(&digits).map(|x| x + big(1)).map_err(text)
        };
        let by_digits = [value("0")?, value("01")?, value("011")?];
        agree!(by_digits.to_vec(), triple.iter().map(|x| big(*x)).collect::<Vec<_>>(), "n = {n}");
        agree!(theory.triple(&big(n)).map_err(text)?, by_digits, "n = {n}");
    }
    let digits = scale.bound(100, 1_000, 10_000);
    let far = Natural::from(10u32).pow(digits);
    let [a, b, c] = theory.triple(&far).map_err(text)?;
    // The three letters of the n-th triple in the word, by counting letters.
    let word = Morphism::tribonacci().word('a').map_err(text)?;
    for (letter, place) in ['a', 'b', 'c'].into_iter().zip([&a, &b, &c]) {
        agree!(word.occurrence(letter, &far).map_err(text)?, *place, "10^{digits}, {letter}");
    }
    ensure!(theory.is_p(&[a.clone(), b.clone(), c.clone()]).map_err(text)?, "n = 10^{digits}");
    ensure!(!theory.is_p(&[a, b, c + big(1)]).map_err(text)?, "n = 10^{digits}, one more");
    Finding::holds(format!("{} triples, and n = 10^{digits}", found.len()))
}

// VIS-C-trib-noninv: what can be taken from one position cannot be taken from another.
pub(super) fn tribonacci_variant(scale: Scale) -> Checked {
    let side = scale.bound(9, 12, 14);
    let once: Vec<Vec<u64>> = tuples(3, side).into_iter().filter(|p| p.is_sorted()).collect();
    same_options("tribonacci", &once, &tribonacci_rule)?;
    let (v, yes, no) =
        variance(&once, &tribonacci_rule).ok_or_else(|| format!("sorted piles below {side}: invariant"))?;
    Finding::holds(format!("sorted piles below {side}"))
        .detail(format!("{v:?} can be taken from {yes:?}, not from {no:?}"))
}

// VIS-A-decideinv: whether invariant rules exist for a set of P-positions. A vector that is a difference of two of them can be
// no move; a position outside from which every step into the set is such a difference has no move, so that there are none.
pub(super) fn deciding_invariance(scale: Scale) -> Checked {
    let side = scale.bound(12u64, 16, 24);
    // On sets known to be invariant the test must find nothing.
    let wythoff: Vec<Vec<u64>> =
        wythoff_pairs(8 * side as usize).into_iter().map(|(a, b)| vec![a, b]).collect();
    let nim: Vec<Vec<u64>> = (0..8 * side).map(|i| vec![i, i]).collect();
    for (name, set) in [("Wythoff", &wythoff), ("Nim", &nim)] {
        agree!(not_absorbed(set, side), None, "{name}");
    }
    // Two piles, for all positions: by automata, and on a square with the differences of many members.
    let mut decided = Vec::new();
    for spec in ["wythoff", "t-wythoff(t=2)", "w-translate(k=1)", "w-translate(k=2)", "blocking-wythoff(k=3)"]
    {
        let stuck = without_invariant_move(spec)?;
        let listed = p_below(spec, 12 * side)?;
        match &stuck {
            None => {
                agree!(not_absorbed(&listed, side), None, "{spec}: by automata every position has a move")
            }
            Some(p) if p.iter().all(|x| *x < side) => {
                ensure!(not_absorbed(&listed, side).is_some(), "{spec}: by automata {p:?} has no move");
            }
            Some(_) => {}
        }
        decided.push(match stuck {
            None => format!("{spec}: invariant rules exist"),
            Some(p) => format!("{spec}: none, ({},{}) has no move", p[0], p[1]),
        });
    }
    let set = triples(16 * side as usize);
    // One blocked position would prove that there are none.
    agree!(
        not_absorbed(&set, side),
        None,
        "the Tribonacci P-positions: a position without an invariant move"
    );
    Finding::open(
        format!(
            "vectors that join no two of {} Tribonacci P-positions, as moves from everywhere, piles below {side}",
            set.len()
        ),
        format!(
            "every other position has such a move into the set, so that nothing speaks against invariant rules as far as it was run; three piles are beyond the automata here. Two piles, decided for all positions by automata: {}; the algorithm of [32] is named, not described",
            decided.join("; ")
        ),
    )
}

// VIS-C-otherwords: games from other words.
pub(super) fn other_words(_: Scale) -> Checked {
    Finding::unchecked("the rules of those games are not given")
}

/// The first position outside the P-positions of a two-pile game without a move into them by a vector that joins no two of
/// them; `None` if every position has one, so that these vectors, from everywhere, are invariant rules for the set.
fn without_invariant_move(spec: &str) -> Result<Option<Vec<u64>>, String> {
    let request = wythoff_prove::Request::default();
    let proved = wythoff_prove::prove(&rules(spec)?, &request, &crate::support::budget()).map_err(text)?.0;
    let wythoff_prove::Outcome::Proved(proof) = proved else { return Err(format!("{spec} is not settled")) };
    let limits = Limits::default();
    let member = |set: usize, x: usize, y: usize| Formula::Member { set, mode: 0, piles: vec![x, y] };
    let sum = |x: usize, y: usize, z: usize| Formula::Linear {
        terms: vec![(x, 1), (y, -1), (z, -1)],
        lo: Some(0),
        hi: Some(0),
    };
    let some_of_all = |parts: [Formula; 4]| {
        let all = parts.into_iter().reduce(|a, b| Formula::And(Box::new(a), Box::new(b)));
        let all = all.unwrap_or(Formula::Constant(true));
        (2..6).fold(all, |inner, variable| Formula::Exists(variable, Box::new(inner)))
    };
    // Variables 0 and 1 are a vector, 2, 3 and 4, 5 two P-positions that it joins.
    let joins = some_of_all([member(0, 2, 3), member(0, 4, 5), sum(4, 2, 0), sum(5, 3, 1)]);
    let vector = Formula::Linear { terms: vec![(0, 1), (1, 1)], lo: Some(1), hi: None };
    let free = Formula::And(Box::new(vector), Box::new(Formula::Not(Box::new(joins))));
    let free = Logic::new(proof.numeration(), vec![proof.dfa()], &limits).relation(&free).map_err(text)?;
    // Variables 0 and 1 are a position, 2, 3 a P-position and 4, 5 the vector that leads to it.
    let mut logic = Logic::new(proof.numeration(), vec![proof.dfa(), &free.dfa], &limits);
    let moves = some_of_all([member(0, 2, 3), member(1, 4, 5), sum(0, 2, 4), sum(1, 3, 5)]);
    let outside = Formula::Not(Box::new(Formula::Or(Box::new(member(0, 0, 1)), Box::new(moves))));
    let stuck = logic.relation(&outside).map_err(text)?;
    logic.first(&stuck).map_err(text)
}

/// All orders of a position.
fn orders(p: &[u64]) -> BTreeSet<Vec<u64>> {
    if p.len() <= 1 {
        return BTreeSet::from([p.to_vec()]);
    }
    let mut found = BTreeSet::new();
    for i in 0..p.len() {
        let mut rest = p.to_vec();
        let first = rest.remove(i);
        found.extend(orders(&rest).into_iter().map(|tail| [vec![first], tail].concat()));
    }
    found
}

/// The first sorted position below a side outside a set (closed under orders) from which every vector into the set is a
/// difference of two members, in some order.
fn not_absorbed(set: &[Vec<u64>], side: u64) -> Option<Vec<u64>> {
    let less =
        |x: &[u64], y: &[u64]| x.iter().zip(y).map(|(x, y)| x.checked_sub(*y)).collect::<Option<Vec<u64>>>();
    let mut differences = BTreeSet::new();
    for (n, p) in set.iter().enumerate() {
        for q in set[..n].iter().flat_map(|q| orders(q)) {
            if let Some(mut taken) = less(p, &q).filter(|taken| taken.iter().all(|x| *x < side)) {
                taken.sort_unstable();
                differences.insert(taken);
            }
        }
    }
    let small: Vec<Vec<u64>> =
        set.iter().filter(|p| p.iter().all(|x| *x < side)).flat_map(|p| orders(p)).collect();
    let piles = set.first()?.len();
    tuples(piles, side).into_iter().filter(|p| p.is_sorted() && !small.contains(p)).find(|position| {
        small.iter().filter_map(|p| less(position, p)).all(|mut taken| {
            taken.sort_unstable();
            differences.contains(&taken)
        })
    })
}
