//! From a proof to play: positions of any size decided in one pass over their digits, with a winning move.
//!
//! Numbers become digits and digits numbers by halving, O(M(n) log n) for n digits. Every winning move is checked
//! against the conditions of the rules, in exact integers, before it is given.

use crate::compare::has_nim_pile;
use crate::error::ProveFailure;
use crate::translate::translate;
use wythoff_automata::AutomataError;
use wythoff_automata::{Convention, Decider, Game, Numeration, Proof, SetText};
use wythoff_numbers::NumberError;
use wythoff_numbers::catalogue::System;
use wythoff_numbers::numeration::{Digits, Positional};
use wythoff_numbers::{Integer, Natural};
use wythoff_rules::{Condition, Conjunction, Form, Rules};

/// Who wins a position, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Whether it is a P-position.
    pub lost: bool,
    /// A P-position that a legal move leads to. None from a P-position, from a terminal position in misère play, and with
    /// blocking, where it depends on what is blocked.
    pub to: Option<Vec<Natural>>,
    /// The winning move is to pass: the piles stay as they are.
    pub passes: bool,
}

/// A game with a proved automaton.
///
/// ```
/// use wythoff_prove::{Outcome, Player, Request, prove};
/// use wythoff_numbers::Natural;
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i) (1,3) (3,1)").unwrap();
/// let (outcome, _) = prove(&rules, &Request::default(), &Default::default()).unwrap();
/// let Outcome::Proved(proof) = outcome else { panic!("Wythoff with a redundant vector") };
/// let player = Player::new(&rules, &proof).unwrap();
/// let decision = player.decide(&[Natural::from(6u32), Natural::from(10u32)]).unwrap();
/// assert!(decision.lost && decision.to.is_none());
/// ```
pub struct Player {
    decider: Decider,
    system: System,
    conjunctions: Vec<Conjunction>,
    bounds: Vec<Option<u64>>,
    terminals: Vec<Vec<u64>>,
    symmetric: bool,
    /// The proof has one coordinate more, with this value here: 0 for the Nim pile of Grundy values, which is empty, 1
    /// for a pass that is still there.
    more: Option<u64>,
}

impl Player {
    /// A player by a proof of these rules.
    pub fn new(rules: &Rules, proof: &Proof) -> Result<Player, ProveFailure> {
        Player::with(rules, Decider::new(proof)?)
    }

    /// A player by the set of a certificate. The caller has had the certificate checked, and has compared its
    /// statement with the rules ([`crate::compare()`]); `grundy` is what the comparison said.
    pub fn of_set(rules: &Rules, set: &SetText, grundy: Option<u32>) -> Result<Player, ProveFailure> {
        let mut game = translate(rules)?;
        if let Some(g) = grundy {
            game = game.plus_nim_pile(g);
        }
        Player::with(rules, Decider::of_set(&game, &set.numeration, &set.dfa)?)
    }

    fn with(rules: &Rules, decider: Decider) -> Result<Player, ProveFailure> {
        Ok(Player {
            system: System::of(decider.numeration().coefficients())?,
            conjunctions: rules.fragment()?,
            bounds: rules.bounds().to_vec(),
            terminals: rules.convention().terminals.clone(),
            symmetric: rules.is_symmetric(),
            more: match rules.convention().pass {
                true => Some(1),
                false => has_nim_pile(decider.game(), rules).then_some(0),
            },
            decider,
        })
    }

    /// The game that was proved.
    pub fn game(&self) -> &Game {
        self.decider.game()
    }

    /// The numeration of the automaton.
    pub fn numeration(&self) -> &Numeration {
        self.decider.numeration()
    }

    /// States of the automaton.
    pub fn states(&self) -> usize {
        self.decider.states()
    }

    /// Decides a position. Linear in the number of digits once they are in the automaton's numeration.
    pub fn decide(&self, position: &[Natural]) -> Result<Decision, ProveFailure> {
        self.decide_with(position, self.more)
    }

    /// Decides a position of a game with a pass when the pass is gone.
    pub fn decide_passed(&self, position: &[Natural]) -> Result<Decision, ProveFailure> {
        match self.more {
            Some(1) => self.decide_with(position, Some(0)),
            _ => Err(ProveFailure::Position("this game has no pass".to_string())),
        }
    }

    fn decide_with(&self, position: &[Natural], more: Option<u64>) -> Result<Decision, ProveFailure> {
        let (words, bounded) = self.words(position, more)?;
        let refused = |error: AutomataError| ProveFailure::Position(error.to_string());
        let lost = self.decider.is_p(&words, &bounded).map_err(refused)?;
        if lost || matches!(self.game().convention, Convention::Blocking(_)) {
            return Ok(Decision { lost, to: None, passes: false });
        }
        let Some(found) = self.decider.winning_move(&words, &bounded).map_err(refused)? else {
            return Ok(Decision { lost, to: None, passes: false });
        };
        if found.bounded.len() == bounded.len() && found.bounded.last() < bounded.last() && more == Some(1) {
            return Ok(Decision { lost, to: Some(position.to_vec()), passes: true });
        }
        let mut piles = found.words.iter();
        let mut rest = found.bounded.iter();
        let mut to = Vec::with_capacity(position.len());
        for bound in &self.bounds {
            let value = match bound {
                None => piles.next().map(|word| self.number(word)).transpose()?,
                Some(_) => rest.next().map(|v| Natural::from(*v)),
            };
            to.push(value.ok_or_else(|| ProveFailure::Position("a coordinate is missing".to_string()))?);
        }
        if !self.is_legal(position, &to) {
            let shown: Vec<String> = to.iter().map(Natural::to_string).collect();
            return Err(ProveFailure::Illegal(shown.join(",")));
        }
        if self.symmetric {
            to.sort();
        }
        Ok(Decision { lost, to: Some(to), passes: false })
    }

    /// The digits of the piles, most significant first and equally many, and the bounded coordinates.
    fn words(
        &self,
        position: &[Natural],
        more: Option<u64>,
    ) -> Result<(Vec<Vec<u8>>, Vec<u64>), ProveFailure> {
        let shape = |what: String| ProveFailure::Position(what);
        if position.len() != self.bounds.len() {
            return Err(shape(format!(
                "the position has {} coordinates, the game has {}",
                position.len(),
                self.bounds.len()
            )));
        }
        let mut digits: Vec<Digits> = Vec::new();
        let mut bounded = Vec::new();
        for (value, bound) in position.iter().zip(&self.bounds) {
            match bound {
                None => digits.push(self.digits()?.represent(value)?),
                Some(bound) => bounded.push(
                    u64::try_from(value)
                        .ok()
                        .filter(|v| v < bound)
                        .ok_or_else(|| shape(format!("a coordinate must be below {bound}")))?,
                ),
            }
        }
        bounded.extend(more);
        let longest = digits.iter().map(Digits::len).max().unwrap_or(0);
        let length = longest.next_multiple_of(self.numeration().period());
        let word = |d: &Digits| -> Result<Vec<u8>, ProveFailure> {
            let byte =
                |i: usize| u8::try_from(d.digit(i)).map_err(|_| shape("a digit is too large".to_string()));
            (0..length).rev().map(byte).collect()
        };
        Ok((digits.iter().map(word).collect::<Result<_, _>>()?, bounded))
    }

    /// The digits of numbers of any size.
    fn digits(&self) -> Result<&dyn Positional, NumberError> {
        let none = || NumberError::System(format!("{} has no digits", self.numeration()));
        self.system.positional().ok_or_else(none)
    }

    fn number(&self, word: &[u8]) -> Result<Natural, NumberError> {
        self.digits()?.value(&Digits::new(word.iter().rev().map(|d| u64::from(*d)).collect()))
    }

    /// Whether the rules have a move from one position to the other, by their own conditions.
    pub fn is_legal(&self, from: &[Natural], to: &[Natural]) -> bool {
        let ended = |t: &Vec<u64>| {
            let mut here: Vec<Natural> = from.to_vec();
            if self.symmetric {
                here.sort();
            }
            here.iter().zip(t).all(|(a, b)| *a == *b)
        };
        let falls = from.iter().zip(to).zip(&self.bounds).all(|((a, b), bound)| match bound {
            None => b <= a,
            Some(bound) => *b < *bound,
        });
        if !falls || from == to || from.len() != to.len() || self.terminals.iter().any(ended) {
            return false;
        }
        self.conjunctions.iter().any(|conjunction| {
            conjunction.conditions.iter().all(|condition| match condition {
                Condition::AtLeastZero(form) => value(form, from, to) >= 0,
                Condition::Divisible(form, modulus) => {
                    *modulus != 0 && value(form, from, to) % Integer::from(*modulus) == 0
                }
            })
        })
    }
}

fn value(form: &Form, from: &[Natural], to: &[Natural]) -> Integer {
    let mut sum = Integer::from(form.constant);
    for (coefficients, position) in [(&form.before, from), (&form.after, to)] {
        for (c, x) in coefficients.iter().zip(position).filter(|(c, _)| **c != 0) {
            sum += Integer::from(*c) * Integer::from(x);
        }
    }
    sum
}
