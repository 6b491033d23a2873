//! The normal form says what the rules say, on every pair of positions of a box; equal games are found equal however they
//! are spelled, and what is found equal has the same options.

use super::*;
use crate::show_position;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The value of a term, if every symbol in it can be computed.
fn value(symbols: &Symbols, term: &Term, given: &[i128]) -> Option<i128> {
    let mut sum = term.constant;
    for (symbol, c) in &term.parts {
        let symbol = match (given.get(*symbol), symbols.opaque(*symbol)) {
            (Some(value), _) => *value,
            (None, Some(Opaque::Product(factors))) => {
                let mut product = 1;
                for factor in factors {
                    product *= value(symbols, &Term::symbol(*factor), given)?;
                }
                product
            }
            (None, Some(Opaque::Quotient(inner, m))) => value(symbols, inner, given)?.div_euclid(*m),
            _ => return None,
        };
        sum += c * symbol;
    }
    Some(sum)
}

fn holds(symbols: &Symbols, conjunction: &atom::Conjunction, given: &[i128]) -> Option<bool> {
    let mut all = true;
    for atom in &conjunction.atoms {
        let value = value(symbols, atom.term(), given)?;
        all &= match atom {
            Atom::Zero(_) => value == 0,
            Atom::AtLeast(_) => value >= 0,
            Atom::Divides(m, _) => value.rem_euclid(*m) == 0,
            Atom::Leaves(m, _) => value.rem_euclid(*m) != 0,
        };
    }
    Some(all)
}

fn positions(rules: &Rules, side: u64) -> Vec<Vec<u64>> {
    let all = rules.bounds.iter().fold(vec![Vec::new()], |all: Vec<Vec<u64>>, bound| {
        let side = bound.unwrap_or(side);
        all.iter().flat_map(|p| (0..side).map(move |x| [p.as_slice(), &[x]].concat())).collect()
    });
    all.into_iter().filter(|p| rules.is_position(p) == Ok(true)).collect()
}

/// The options of every position by the normal form, or `None` if it has parts that cannot be computed.
fn by_normal_form(rules: &Rules, side: u64) -> Option<BTreeMap<Vec<u64>, BTreeSet<Vec<u64>>>> {
    let mut relation = Relation::of(rules)?;
    let parts = relation.own.clone().unsorted(rules, &mut relation.decide).ok()?;
    let all = positions(rules, side);
    let mut out = BTreeMap::new();
    for x in &all {
        let mut options = BTreeSet::new();
        for y in &all {
            let taken = x.iter().zip(y).map(|(a, b)| i128::from(*a) - i128::from(*b));
            let given: Vec<i128> = taken.chain(y.iter().map(|b| i128::from(*b))).collect();
            for part in &parts {
                if holds(&relation.decide.symbols, &part.moves, &given)? {
                    options.insert(rules.canonical(y));
                }
            }
        }
        out.insert(x.clone(), options);
    }
    Some(out)
}

fn agrees(text: &str, side: u64) -> bool {
    let Ok(rules) = Rules::read(text) else { return false };
    if !rules.memory.is_empty() || !rules.only_takes() {
        return false;
    }
    let Some(normal) = by_normal_form(&rules, side) else { return false };
    for (position, options) in normal {
        let Ok(expected) = rules.options(&position) else { panic!("{text} fails at {position:?}") };
        let expected: BTreeSet<Vec<u64>> = expected.iter().map(|option| rules.canonical(option)).collect();
        assert_eq!(options, expected, "{text} at {}", show_position(&position));
    }
    true
}

/// The options of a game, sorted where it or the other one does not know that order does not matter.
fn in_any_order(rules: &Rules, other: &Rules, position: &[u64]) -> BTreeSet<Vec<u64>> {
    let mut options = rules.options(position).unwrap();
    if rules.is_symmetric() != other.is_symmetric() {
        options.iter_mut().for_each(|option| option.sort());
    }
    options.into_iter().collect()
}

#[test]
fn the_normal_form_has_the_moves_of_the_rules() {
    for (text, side) in [
        ("(i,0) (0,i) (i,i)", 8),
        ("(i,0) (0,2i) (3i,2i) (1,2)", 8),
        ("(i,0) (0,i) (k,l) where |k - l| < 3", 7),
        ("(i,0) (0,i) (k,l) where k <= l < k^2 + 2", 8),
        ("piles unordered x, y\nmove (2*i, 0)\nmove (k, l) where |k - l| < 4 and (k - l) mod 2 == 0", 7),
        ("piles sorted x <= y\nmove (0, i)\nmove (i, i)\nmove (k, l) for k >= 1, l >= 0 where l < k", 7),
        ("piles sorted x <= y\nmove (i, 0)\nmove (i, i) where x' >= 1 and y' >= 2", 7),
        ("piles unordered x[3]\nmove (any, any, 0) where count(taken) < 2 or sum(taken) > 3", 4),
        ("piles unordered x, y\nmove (any, any) where xor(taken) == 0\nmove (i, 0)", 7),
        ("piles sorted x <= y\nposition where x >= 1\nmove (0, 2*k) where y' >= 1", 7),
        ("(2i,0) (0,i) (3i,j) where i mod 3 == 1 or j div 2 == i", 8),
        ("piles ordered x, y, z\nmove (i, j, k) where 2*max(i, j, k) <= i + j + k", 5),
        ("(i + j, i) (0, i)", 8),
        (
            "piles sorted x <= y\nmove (i,0)\nmove (0,i)\nmove (k,l) where |k - l| < (if (y - x) mod 3 == 0 then 2 else 1)",
            7,
        ),
    ] {
        assert!(agrees(text, side), "{text}");
    }
}

#[test]
fn games_that_are_the_same_are_found_so() {
    for (one, other) in [
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (k, 0)\nmove (d, d)"),
        ("(i,0) (0,i) (i,i)", "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (i, i)"),
        ("(i,0) (0,i) (i,i)", "(i,j) for i, j >= 0 where i + j > 0 and (i == j or i*j == 0)"),
        ("(i,0) (0,i) (i,i)", "(i,j) for i, j >= 0 where i + j > 0 and (i == j or min(i, j) == 0)"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (any, 0)\nmove (any, any) where xor(taken) == 0"),
        ("(i,0) (0,i) (i,i)", "(i,0) (0,i) (2i,2i) (i,i) where i mod 2 == 1"),
        ("(i,0) (0,i) (i,i)", "(i,0) (0,i) (i,i) (3,3) (0,4) (2i,2i)"),
        ("(i,0) (0,i) (k,l) where |k - l| < 3", "(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3"),
        ("(i,0) (0,i) (k,l) where |k - l| < 3", "(i,0) (0,i) (i,i) (i,i+1) (i+1,i) (i,i+2) (i+2,i)"),
        ("(i,0) (0,i) (k,l) where k <= l < k^2 + 9", "(0,i) (i,0) (k,l) where k*k >= l - 8 and l >= k"),
        ("(2i,0) (0,2i) (i,i)", "piles unordered x, y\nmove (i, 0) where i mod 2 == 0\nmove (d, d)"),
        ("(i,0) (0,i)", "piles unordered x[2]\nmove (i, 0...)"),
        (
            // Moves that would exchange the piles lead where others lead that do not.
            "piles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < 5",
            "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (k, l) where x' <= y' and |k - l| < 5",
        ),
        (
            "piles ordered n\nmemory last = 0\nmove (i) where i != last then last = i",
            "piles ordered n\nmemory m = 0\nmove (j) where j < m or j > m then m = j",
        ),
    ] {
        let (one, other) = (Rules::read(one).unwrap(), Rules::read(other).unwrap());
        let found = Relation::of(&one).unwrap().is_same_game(&other);
        assert_eq!(found, Decision::Holds, "{} and {}", one.game(), other.game());
        assert_eq!(Relation::of(&other).unwrap().is_same_game(&one), Decision::Holds, "{}", other.game());
    }
}

#[test]
fn games_that_differ_far_away_are_told_apart() {
    for (one, other) in [
        ("(i,0) (0,i) (i,i)", "(i,0) (0,i) (i,i) (1000001,1000000)"),
        ("(i,0) (0,i) (i,i)", "(i,0) (0,i) (i,i) where i != 1000000"),
        ("(i,0) (0,i) (k,l) where |k - l| < 3", "(i,0) (0,i) (k,l) where |k - l| < 3 or k + l > 10^12"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (i, 0)\nmove (i, i) where x + y != 10^9"),
        ("(i,0) (0,i) (i,i)", "piles sorted x <= y\nmove (0, i)\nmove (i, i)"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nposition where x < 10^9\nmove (i, 0)\nmove (i, i)"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\nmisere"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\nblock 2"),
        ("(i,0) (0,i) (i,i)", "piles unordered x, y\nmove (i, 0)\nmove (i, i)\nterminal (1, 1)"),
    ] {
        let (one, other) = (Rules::read(one).unwrap(), Rules::read(other).unwrap());
        assert_eq!(Relation::of(&one).unwrap().is_same_game(&other), Decision::Fails, "{}", other.game());
    }
}

#[test]
fn what_is_not_linear_is_never_taken_for_something_else() {
    for (one, other) in [
        ("(i,0) (0,i) (k,l) where k <= l < k^2", "(i,0) (0,i) (k,l) where k <= l < k^2 + 1"),
        ("(i,0) (0,i) (k,l) where k <= l < 2^k", "(i,0) (0,i) (k,l) where k <= l < 3^k"),
        ("(i,0) (0,i) (k,l) where k*l < 9", "(i,0) (0,i) (k,l) where k*l < 10"),
        ("(i,0) (0,i) (k,l) where popcount(k) == popcount(l)", "(i,0) (0,i) (i,i)"),
    ] {
        let (one, other) = (Rules::read(one).unwrap(), Rules::read(other).unwrap());
        assert_ne!(Relation::of(&one).unwrap().is_same_game(&other), Decision::Holds, "{}", other.game());
    }
    // Rules that fail somewhere are left alone.
    assert!(Relation::of(&Rules::read("(i,0) (0,i) (k,l) where k mod (l - 3) == 0").unwrap()).is_none());
}

#[test]
fn blocking_asks_which_moves_can_be_blocked() {
    let text = "piles unordered x, y\nmove nim: (i, 0)\nmove diagonal: (i, i)\nblock 2 of nim";
    let rules = |text: &str| Rules::read(text).unwrap();
    let one = rules(text);
    let same = rules("piles ordered x, y\nmove r: (i, 0)\nmove r: (0, i)\nmove b: (j, j)\nblock 2 of r");
    let other = rules(&text.replace("of nim", "of diagonal"));
    assert_eq!(Relation::of(&one).unwrap().is_same_game(&same), Decision::Holds);
    assert_eq!(Relation::of(&one).unwrap().is_same_game(&other), Decision::Fails);
}

proptest! {
    #[test]
    fn random_games_have_the_moves_of_their_normal_form(text in wythoff_rulegen::two_pile_game()) {
        agrees(&text, 7);
    }

    #[test]
    fn random_rays_are_what_they_are(text in wythoff_rulegen::two_pile_rays()) {
        prop_assert!(agrees(&text, 9));
    }

    #[test]
    fn random_games_are_the_same_as_themselves_and_what_is_the_same_has_the_same_options(
        one in wythoff_rulegen::two_pile_game(), other in wythoff_rulegen::two_pile_game(),
    ) {
        let (Ok(one), Ok(other)) = (Rules::read(&one), Rules::read(&other)) else { return Ok(()) };
        let Some(mut relation) = Relation::of(&one) else { return Ok(()) };
        prop_assert_eq!(relation.is_same_game(&one), Decision::Holds);
        if relation.is_same_game(&other) == Decision::Holds {
            for position in positions(&one, 9) {
                prop_assert_eq!(in_any_order(&one, &other, &position), in_any_order(&other, &one, &position));
            }
        }
    }

    #[test]
    fn random_rays_are_equal_exactly_where_their_options_are(
        one in wythoff_rulegen::two_pile_rays(), other in wythoff_rulegen::two_pile_rays(),
    ) {
        let (one, other) = (Rules::read(&one).unwrap(), Rules::read(&other).unwrap());
        let same = Relation::of(&one).unwrap().is_same_game(&other);
        let equal = positions(&one, 24)
            .iter()
            .all(|position| in_any_order(&one, &other, position) == in_any_order(&other, &one, position));
        prop_assert!(same != Decision::Open);
        prop_assert!(same != Decision::Holds || equal);
    }
}
