//! Sets that may be the P-positions, and how exactly they are known.
//!
//! A linear or modular condition and an automaton are decided exactly: the verdict is about the set itself. A set that
//! can only be asked position by position is learnt from a box; then the proof is about the learnt automaton, and all
//! that is known of the set is that it agrees on the box.

use crate::translate::Atoms;
use wythoff_automata::{Atom, SetText};
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::{Condition, RuleError, Rules};

/// A set of positions that is to be proved or refuted.
pub enum Candidate<'a> {
    /// Known position by position.
    Asked(&'a (dyn Fn(&[u64]) -> bool + Sync)),
    /// A disjunction of conjunctions of linear and modular conditions; see [`condition`].
    Condition(Vec<Vec<Atom>>),
    /// An automaton.
    Automaton(Box<SetText>),
}

/// All piles below this are asked of a candidate that is known position by position.
pub fn asked_below(coordinates: usize) -> u64 {
    match coordinates {
        0..=2 => 256,
        3 => 40,
        _ => 10,
    }
}

impl Candidate<'_> {
    /// Whether a position is in the set; `None` if it has not the shape of the set's positions.
    pub fn contains(&self, position: &[u64]) -> Option<bool> {
        match self {
            Candidate::Asked(asked) => Some(asked(position)),
            Candidate::Condition(any) => {
                Some(any.iter().any(|all| all.iter().all(|atom| atom.holds(position, position))))
            }
            Candidate::Automaton(set) => set.contains(position),
        }
    }
}

/// Games with more piles than this whose order does not matter have too many orders for a condition on sorted piles.
const SORTED: usize = 5;

/// A condition on the coordinates of a position as lists of atoms, one of which must hold as a whole; an error names
/// what is not linear. Where order does not matter the condition speaks of the sorted piles, the first being the
/// smallest, and there are atoms for each order.
///
/// ```
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i)").unwrap();
/// assert_eq!(wythoff_prove::condition(&rules, "x == y").unwrap().len(), 2);
/// let set = wythoff_prove::Candidate::Condition(wythoff_prove::condition(&rules, "y == x + 1").unwrap());
/// assert_eq!((set.contains(&[3, 4]), set.contains(&[4, 3]), set.contains(&[3, 3])), (Some(true), Some(true), Some(false)));
/// assert!(wythoff_prove::condition(&rules, "x*y == 4").is_err());
/// ```
pub fn condition(rules: &Rules, text: &str) -> Result<Vec<Vec<Atom>>, RuleError> {
    // A game whose only move takes from the first pile when the condition holds.
    let names = rules.coordinates();
    if rules.is_symmetric() && names.len() > SORTED {
        return Err(RuleError::plain("the piles have too many orders"));
    }
    let taken = (0..).map(|i| format!("amount{i}")).find(|n| !names.contains(n)).unwrap_or_default();
    let mut game = format!("piles ordered {}\n", names[..rules.piles()].join(", "));
    for (name, bound) in names.iter().zip(rules.bounds()) {
        if let Some(bound) = bound {
            game += &format!("extra {name} below {bound}\n");
        }
    }
    let zeros = ", 0".repeat(names.len().saturating_sub(1));
    game += &format!("move ({taken}{zeros}) where {text}\n");
    let mut any = Vec::new();
    for conjunction in Rules::read(&game)?.fragment()? {
        // What speaks of the option says how much is taken; the rest is the condition.
        let own: Vec<Condition> = conjunction
            .conditions
            .into_iter()
            .filter(|condition| match condition {
                Condition::AtLeastZero(form) | Condition::Divisible(form, _) => {
                    form.after.iter().all(|c| *c == 0)
                }
            })
            .collect();
        let outside = |what: String| RuleError::plain(format!("outside the linear fragment: {what}"));
        if let Some(atoms) = Atoms::of(&own).map_err(outside)? {
            any.push(atoms.all());
        }
    }
    if !rules.is_symmetric() {
        return Ok(any);
    }
    let places: Vec<u64> = (0..names.len() as u64).collect();
    let orders = arrangements(&places);
    Ok(orders.iter().flat_map(|order| any.iter().map(move |all| sorted_as(order, all))).collect())
}

/// That the piles sorted are those at the places `order`, and the atoms hold for them.
fn sorted_as(order: &[u64], all: &[Atom]) -> Vec<Atom> {
    let none = vec![0i64; order.len()];
    // What is said of the j-th smallest pile is said of the pile at its place.
    let placed = |coefficients: &[i64]| {
        let mut out = none.clone();
        for (place, c) in order.iter().zip(coefficients) {
            out[*place as usize] = *c;
        }
        out
    };
    let ascending = order.windows(2).map(|pair| {
        let mut before = none.clone();
        (before[pair[0] as usize], before[pair[1] as usize]) = (-1, 1);
        Atom::Linear { before, after: none.clone(), lo: Some(0), hi: None }
    });
    let moved = all.iter().map(|atom| match atom {
        Atom::Linear { before, lo, hi, .. } => {
            Atom::Linear { before: placed(before), after: none.clone(), lo: *lo, hi: *hi }
        }
        Atom::Mod { before, modulus, residue, .. } => {
            Atom::Mod { before: placed(before), after: none.clone(), modulus: *modulus, residue: *residue }
        }
    });
    ascending.chain(moved).collect()
}
