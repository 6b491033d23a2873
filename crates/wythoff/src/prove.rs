//! Proofs for all positions, and theorems about what was proved.

use crate::clock::timed;
use crate::error::Error;
use crate::game::{Game, Header};
use serde::Serialize;
use wythoff_automata::{Limits, Numeration, ProveError};
use wythoff_catalog::Resolved;
use wythoff_discover::game::leapers_of;
use wythoff_discover::leapers::{self, Leapers, PStream};
use wythoff_numbers::Budget;
use wythoff_prove::theorems::{Found, TheoremError, find};
use wythoff_prove::{Attempt, Candidate, Outcome, Request, SETTLED, condition, prove, rules_text};
use wythoff_rules::Rules;

/// What came of looking for a proof of a game's P-positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proved {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `proved` or `unknown`.
    pub verdict: &'static str,
    /// `automaton` or `transducer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The numeration in which piles are written, for an automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// States of the automaton or transducer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The theorem, or what was tried, in words.
    pub statement: String,
    /// The limit that was reached, where the verdict is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The certificate, for [`crate::check`]; missing where it did not fit the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// Time spent computing.
    pub seconds: f64,
}

/// What was proved of a game without being asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Theorems {
    /// The numeration of the automaton of the P-positions.
    pub numeration: String,
    /// Its states.
    pub states: usize,
    /// The theorems.
    pub found: Vec<Found>,
}

/// Pairs on which a game is compared with Wythoff's before a transducer is looked for.
const COMPARED: usize = 1000;

impl Game {
    /// Proves the P-positions for all positions, or says which limit was reached.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let proved = Game::parse("(i,0) (0,i) (i,i)")?.prove(&Budget::default())?;
    /// assert_eq!((proved.verdict, proved.states), ("proved", Some(7)));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn prove(&self, budget: &Budget) -> Result<Proved, Error> {
        let rules = self.rules_for("a proof starts from rule text")?;
        let (proved, seconds) = timed(budget, || match self.transducer(rules, budget) {
            Some(proved) => Ok(proved),
            None => self.automaton(rules, budget),
        });
        Ok(Proved { seconds, ..proved? })
    }

    fn proved(&self, verdict: &'static str, statement: String) -> Proved {
        Proved {
            header: self.header(),
            verdict,
            kind: None,
            numeration: None,
            states: None,
            statement,
            limit: None,
            certificate: None,
            seconds: 0.0,
        }
    }

    /// Wythoff plus finitely many vectors: a transducer with a finite certificate. Where the vectors seem to change
    /// nothing, the automaton of Wythoff's game says more.
    fn transducer(&self, rules: &Rules, budget: &Budget) -> Option<Proved> {
        let leapers = leapers_of(rules)?;
        let wythoff = PStream::new(&Leapers::new(&[]).ok()?);
        if PStream::new(&leapers).take(COMPARED).eq(wythoff.take(COMPARED)) {
            return None;
        }
        let found = leapers::certify_within(&leapers, &leapers::Limits::default(), budget).ok()?;
        Some(Proved {
            kind: Some("transducer"),
            states: Some(found.machine().states().len()),
            certificate: Some(found.text()),
            ..self.proved("proved", format!("proved for all positions: {}", found.statement()))
        })
    }

    fn automaton(&self, rules: &Rules, budget: &Budget) -> Result<Proved, Error> {
        let (outcome, attempts) = self.search_proof(rules, Request::default(), budget)?;
        let proof = match outcome {
            Outcome::Proved(proof) => proof,
            Outcome::Unknown { limit } => {
                let tried: Vec<String> =
                    attempts.iter().map(|a| format!("{}: {}", a.numeration, a.result)).collect();
                return Ok(Proved {
                    limit: Some(limit),
                    ..self.proved("unknown", format!("no proof was found; tried: {}", tried.join("; ")))
                });
            }
            Outcome::Refuted { .. } => return Err(Error::limit("no proof was found")),
        };
        let (numeration, states) = (proof.numeration().to_string(), proof.dfa().states());
        let text = rules_text(rules).unwrap_or_else(|| rules.name().to_string());
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let statement = format!(
            "proved for all positions: the P-positions are recognised by {}, piles written in {numeration}",
            crate::game::counted(states, "state")
        );
        Ok(Proved {
            kind: Some("automaton"),
            numeration: Some(numeration),
            states: Some(states),
            certificate: proof.certificate(&text, &limits).ok(),
            ..self.proved("proved", statement)
        })
    }

    /// Looks for a proof; the theory may propose the P-positions, what is proved is about the rules.
    pub fn search_proof(
        &self,
        rules: &Rules,
        request: Request<'_>,
        budget: &Budget,
    ) -> Result<(Outcome, Vec<Attempt>), Error> {
        let theory = wythoff_theory::decider_for(&self.resolved).ok().flatten();
        // What the theory says in a formula is a candidate; the proof is about the rules, and a wrong one is refuted.
        let open = request.candidate.is_none() && request.grundy.is_none() && request.data.is_none();
        if let Some(text) = theory.as_ref().and_then(|theory| theory.condition()).filter(|_| open)
            && let Ok(any) = condition(rules, text)
        {
            // A linear and modular condition has its smallest automata in a base.
            let numeration = request.numeration.clone().or_else(|| Numeration::base(2).ok());
            let states = request.states;
            let candidate = Some(Candidate::Condition(any));
            let asked = Request { candidate, numeration, states, ..Request::default() };
            // Half of the time at most: the search from a table comes after it.
            let half = budget.time_left().map_or(budget.clone(), |left| budget.clone().within(left / 2));
            if let Ok((proved @ Outcome::Proved(_), attempts)) = prove(rules, &asked, &half) {
                return Ok((proved, attempts));
            }
        }
        let proposed = |bound: u64| {
            let stream = theory.as_ref()?.p_positions()?;
            Some(stream.take_while(|p| p[0] < bound).filter(|p| p.iter().all(|x| *x < bound)).collect())
        };
        Ok(prove(rules, &Request { source: Some(&proposed), ..request }, budget)?)
    }

    /// Proves the P-positions and tries the statements that make sense for the game; what holds is returned.
    ///
    /// ```
    /// let theorems = wythoff::Game::parse("wythoff")?.theorems(&Default::default())?;
    /// assert!(theorems.found.iter().any(|t| t.statement == "every row has exactly one P-position"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn theorems(&self, budget: &Budget) -> Result<Theorems, Error> {
        let Some(rules) = self.rules() else {
            return Err(Error::input("theorems are looked for where the rules are in the rule language"));
        };
        let proof = match self.search_proof(rules, Request::default(), budget)?.0 {
            Outcome::Proved(proof) => proof,
            Outcome::Unknown { limit } => {
                return Err(Error::limit(format!("the P-positions are not proved: {limit}")));
            }
            Outcome::Refuted { .. } => return Err(Error::check("the P-positions were refuted")),
        };
        // Games that may have the same P-positions: those of the catalog that are proved in short time.
        let own = self.name();
        let mut others = Vec::new();
        for name in SETTLED.iter().filter(|name| **name != own) {
            if let Ok(other) = Resolved::parse(name)
                && let Some(other) = other.rules()
            {
                others.push((name.to_string(), other.clone()));
            }
        }
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let found = find(rules, &proof, &others, &limits).map_err(|error| match error {
            TheoremError::Statement(error) => Error::from(error),
            TheoremError::Search(error) => Error::from(error),
            TheoremError::Prove(ProveError::Limit(limit)) => Error::limit(limit.to_string()),
            other => Error::limit(other.to_string()),
        })?;
        Ok(Theorems { numeration: proof.numeration().to_string(), states: proof.dfa().states(), found })
    }
}
