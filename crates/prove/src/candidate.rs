//! Sets that may be the P-positions, and how exactly they are known.
//!
//! A linear or modular condition and an automaton are decided exactly: the verdict is about the set itself. A set that
//! can only be asked position by position is learnt from a box; then the proof is about the learnt automaton, and all
//! that is known of the set is that it agrees on the box.

use crate::translate::Atoms;
use wythoff_automata::{Atom, SetText};
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

/// A condition on the coordinates of a position as lists of atoms, one of which must hold as a whole; an error names
/// what is not linear.
///
/// ```
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i)").unwrap();
/// assert_eq!(wythoff_prove::condition(&rules, "x == y").unwrap().len(), 1);
/// assert_eq!(wythoff_prove::condition(&rules, "x == y or (x + 2*y) mod 5 == 3").unwrap().len(), 2);
/// assert!(wythoff_prove::condition(&rules, "x*y == 4").is_err());
/// ```
pub fn condition(rules: &Rules, text: &str) -> Result<Vec<Vec<Atom>>, RuleError> {
    // A game whose only move takes from the first pile when the condition holds.
    let names = rules.coordinates();
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
        if let Some(atoms) = Atoms::of(&own) {
            any.push(atoms.all());
        }
    }
    Ok(any)
}
