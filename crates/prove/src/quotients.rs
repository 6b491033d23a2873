//! Conditions on quotients of piles: outside the linear fragment, and yet proved.
//!
//! The moves of the rules lie between those of two games of the fragment ([`Rules::bounded_quotients`]). Let S be the
//! P-positions of the game below, and stable in the game above. Then S is absorbing in the rules, which have
//! all moves of the game below, and stable in them, for their moves are moves of the game above: so S is the set
//! of their P-positions. A set that is absorbing with fewer moves is so with more, so what is asked of the game above is
//! that S is the set of its P-positions, too; both are proofs of the usual kind, with certificates.

use crate::candidate::Candidate;
use crate::error::ProveFailure;
use crate::search::{Outcome, Request, Source, prove};
use std::collections::BTreeSet;
use wythoff_automata::{Proof, SetText};
use wythoff_numbers::Budget;
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::Rules;
use wythoff_solvers::p_below;

/// The same P-positions, proved for a game with fewer and for a game with more moves than the rules have.
pub struct Between {
    /// Quotients up to this are told apart.
    pub most: u32,
    /// The game with fewer moves.
    pub below: Rules,
    /// Its P-positions.
    pub proof: Box<Proof>,
    /// The game with more moves.
    pub above: Rules,
    /// The same set for it.
    pub bound: Box<Proof>,
}

/// Bounds of the quotients that are tried.
const MOST: [u32; 6] = [1, 2, 3, 4, 6, 8];

/// Piles below this tell whether a bound can be right.
const LOOKED_AT: u64 = 40;

/// Proves the P-positions of rules with quotients of piles; `None` if there are none, or if no bound of them gives a proof.
/// An error says what else is outside the fragment.
pub fn prove_between(
    rules: &Rules,
    states: Option<usize>,
    budget: &Budget,
) -> Result<Option<Between>, ProveFailure> {
    // The rules have fewer cases than the games of the fragment, and their P-positions are the ones that are wanted.
    let proposed = |bound: u64| Some(p_below(rules, bound, budget).ok()?.positions);
    let mut lost = None;
    for most in MOST {
        let Some((below, above)) = rules.bounded_quotients(most)? else { return Ok(None) };
        let (below, above) = (Rules::read(&below)?, Rules::read(&above)?);
        if lost.is_none() {
            lost = Some(lost_below(rules, budget)?);
        }
        if lost.as_ref() != Some(&lost_below(&below, budget)?) || lost != Some(lost_below(&above, budget)?) {
            continue;
        }
        let source: Option<Source<'_>> =
            if below.is_symmetric() == rules.is_symmetric() { Some(&proposed) } else { None };
        let request = Request { states, source, ..Request::default() };
        let Outcome::Proved(proof) = prove(&below, &request, budget)?.0 else { continue };
        let set = SetText {
            numeration: proof.numeration().clone(),
            piles: rules.piles(),
            dfa: proof.dfa().clone(),
        };
        let request = Request {
            candidate: Some(Candidate::Automaton(Box::new(set))),
            numeration: Some(proof.numeration().clone()),
            states,
            ..Request::default()
        };
        if let Outcome::Proved(bound) = prove(&above, &request, budget)?.0 {
            return Ok(Some(Between { most, below, proof, above, bound }));
        }
    }
    Ok(None)
}

/// The P-positions on a small box, in every order of the piles.
fn lost_below(rules: &Rules, budget: &Budget) -> Result<BTreeSet<Vec<u64>>, ProveFailure> {
    let found = p_below(rules, LOOKED_AT, budget)?.positions;
    Ok(match rules.is_symmetric() {
        true => found.iter().flat_map(|position| arrangements(position)).collect(),
        false => found.into_iter().collect(),
    })
}
