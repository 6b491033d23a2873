//! Statements about a game whose P-positions are proved: a formula, another game with the same ones, moves to add.

use super::{ProofRequest, Proved, values};
use crate::error::Error;
use crate::game::{Game, counted};
use crate::json;
use serde::{Serialize, Serializer};
use serde_json::Value;
use wythoff_automata::AutomataError;
use wythoff_automata::{Limits, Proof};
use wythoff_catalog::Files;
use wythoff_prove::ProveFailure;
use wythoff_prove::theorems::{Redundant, Side, account, implies, prove_alike, redundant, same};
use wythoff_prove::{Outcome, Request};
use wythoff_rules::{Rules, show_position};

/// A statement, decided for all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statement {
    /// The statement.
    pub statement: String,
    /// Whether it holds.
    pub holds: bool,
    /// States of the largest automaton on the way.
    pub largest: usize,
    /// Values of the variables for which it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Value>,
}

/// Moves that can be added without changing the P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AddedMoves {
    /// What they are, in words.
    pub statement: String,
    /// States of their automaton.
    pub states: usize,
    /// Those with amounts below this are listed.
    pub below: u64,
    /// Those that can be added.
    #[serde(serialize_with = "positions")]
    pub moves: Vec<Vec<u64>>,
    /// Those that cannot: they join two P-positions.
    #[serde(serialize_with = "positions")]
    pub others: Vec<Vec<u64>>,
    /// All that cannot be added have amounts below this, where they are finitely many.
    pub others_below: Option<u64>,
    /// The set as the text of an automaton.
    pub automaton: String,
}

/// A position that is in one of two sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exception {
    /// The position.
    #[serde(serialize_with = "position")]
    pub position: Vec<u64>,
    /// `first` or `second`: the set that it is in.
    #[serde(rename = "in")]
    pub of: &'static str,
}

fn position<S: Serializer>(position: &[u64], to: S) -> Result<S::Ok, S::Error> {
    json::Row(position).serialize(to)
}

fn positions<S: Serializer>(list: &[Vec<u64>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().map(|position| json::Row(position)))
}

/// Moves below this are listed.
const LISTED: u64 = 8;

/// Exceptions that a theorem names, if there are no more.
const NAMED: usize = 12;

/// A proved game, and what was decided about it so far.
struct Decision<'a> {
    rules: &'a Rules,
    proof: &'a Proof,
    request: &'a ProofRequest,
    limits: &'a Limits,
    proved: Proved,
    certificates: Vec<String>,
    /// What is proved about the P-positions.
    held: Vec<String>,
}

impl Game {
    /// Decides what is asked about the P-positions that were proved.
    pub(super) fn statements(
        &self,
        rules: &Rules,
        proof: &Proof,
        request: &ProofRequest,
        files: &dyn Files,
        limits: &Limits,
    ) -> Result<Proved, Error> {
        let other = match &request.same_as {
            Some(spec) => Some(Game::parse_within(spec, files, &limits.budget)?),
            None => None,
        };
        let proved = self.by_automaton(proof, "proved", String::new());
        let mut decision =
            Decision { rules, proof, request, limits, proved, certificates: Vec::new(), held: Vec::new() };
        match decision.all(other.as_ref()) {
            Ok(()) => {}
            Err(Undecided::Theorem(ProveFailure::Prove(AutomataError::Limit(limit)))) => {
                decision.unknown(limit.to_string());
            }
            Err(Undecided::Theorem(error)) => return Err(error.into()),
            Err(Undecided::Question(error)) => return Err(error),
        }
        let Decision { mut proved, certificates, held, .. } = decision;
        let mut certificates = certificates.into_iter();
        proved.certificate = certificates.next();
        proved.more_certificates = certificates.collect();
        if request.latex || !held.is_empty() {
            let name = self.name();
            let name = if name.is_empty() { "this" } else { &name };
            let told = account(name, rules, proof, &held, proved.certificate.is_some());
            proved.latex = request.latex.then(|| told.latex());
            proved.account = Some(if request.latex { told.latex() } else { told.english() });
        }
        Ok(proved)
    }
}

/// Why something was not decided.
enum Undecided {
    Theorem(ProveFailure),
    Question(Error),
}

impl From<ProveFailure> for Undecided {
    fn from(error: ProveFailure) -> Undecided {
        Undecided::Theorem(error)
    }
}

impl Decision<'_> {
    fn all(&mut self, other: Option<&Game>) -> Result<(), Undecided> {
        for statement in &self.request.implies {
            self.formula(statement)?;
        }
        if self.request.redundant {
            self.added()?;
        }
        match other {
            Some(other) => self.compared(other),
            None => Ok(()),
        }
    }

    /// Adds a sentence to what is said.
    fn say(&mut self, sentence: &str) {
        if !self.proved.statement.is_empty() {
            self.proved.statement.push('\n');
        }
        self.proved.statement += sentence;
    }

    fn unknown(&mut self, limit: String) {
        self.say(&format!("unknown: {limit}"));
        (self.proved.verdict, self.proved.limit) = ("unknown", Some(limit));
    }

    fn formula(&mut self, statement: &str) -> Result<(), ProveFailure> {
        let decided = implies(self.rules, self.proof, statement, self.limits)?;
        let counterexample = (!decided.holds).then(|| values(&decided.counterexample));
        if decided.holds {
            let largest = counted(decided.largest, "state");
            self.say(&format!("proved for all positions: {statement} (largest automaton {largest})"));
            if self.request.certificate {
                self.certificates.push(decided.certificate(&[(self.rules, self.proof)], self.limits)?);
            }
        } else {
            let at: Vec<String> = decided.counterexample.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let at = if at.is_empty() { String::new() } else { format!(" at {}", at.join(", ")) };
            self.say(&format!("refuted{at}: {statement}"));
            (self.proved.verdict, self.proved.counterexample) = ("refuted", counterexample.clone());
        }
        let (statement, holds, largest) = (decided.statement, decided.holds, decided.largest);
        self.held.extend(holds.then(|| format!("for all positions: {statement}")));
        self.proved.theorems.push(Statement { statement, holds, largest, counterexample });
        Ok(())
    }

    fn added(&mut self) -> Result<(), ProveFailure> {
        let found = redundant(self.rules, self.proof, LISTED, self.limits)?;
        if self.request.certificate {
            self.certificates.push(found.certificate(self.rules, self.proof, self.limits)?);
        }
        self.say(&format!("proved: {}", found.statement));
        self.held.push(format!(
            "{}; these moves are those that an automaton with {} accepts",
            found.statement,
            counted(found.states, "state")
        ));
        let Redundant { statement, states, below, moves, others, others_below, set, .. } = found;
        let automaton = set;
        self.proved.redundant =
            Some(AddedMoves { statement, states, below, moves, others, others_below, automaton });
        Ok(())
    }

    /// The other game: proved in the numeration of the first, and compared.
    fn compared(&mut self, other: &Game) -> Result<(), Undecided> {
        let second = other.rules_for("a proof starts from rule text").map_err(Undecided::Question)?;
        let side = Side { rules: self.rules, proof: self.proof, grundy: self.request.grundy.unwrap_or(0) };
        let states = Some(self.limits.states);
        let request = Request { states, data: self.request.data, ..Request::default() };
        let alike = match prove_alike(side, second, request, &self.limits.budget) {
            Ok(Outcome::Proved(proof)) => proof,
            Err(error) => return Err(Undecided::Theorem(error)),
            Ok(_) => {
                // Perhaps the other game's own numeration serves both.
                let request = Request { states, ..Request::default() };
                let (spec, mine) = (other.spec(), self.proof.numeration());
                let what = match other.search_proof(second, request, &self.limits.budget) {
                    Ok((Outcome::Proved(own), _)) => format!(
                        "the P-positions of {spec} are proved in {}, those of the first game in {mine}; a numeration \
                         that serves both would compare them",
                        own.numeration(),
                    ),
                    _ => format!("the P-positions of {spec} are not proved in {mine}"),
                };
                self.unknown(what);
                return Ok(());
            }
        };
        let theirs = Side { rules: second, proof: &alike, grundy: 0 };
        let found = same(side, theirs, self.request.beyond, self.limits)?;
        let exception = |(position, first): &(Vec<u64>, bool)| Exception {
            position: position.clone(),
            of: if *first { "first" } else { "second" },
        };
        self.proved.exceptions = Some(found.exceptions.iter().map(exception).collect());
        (self.proved.exceptions_complete, self.proved.corner) = (Some(found.complete), found.corner);
        let few = found.complete && (1..=NAMED).contains(&found.exceptions.len());
        let each = found.exceptions.iter().map(|(position, _)| format!("({})", show_position(position)));
        let named = match few {
            true => format!(": {}", each.collect::<Vec<_>>().join(", ")),
            false => String::new(),
        };
        if found.holds {
            self.say(&format!("proved for all positions: {}", found.statement));
            self.held.push(found.statement.clone() + &named);
        } else {
            self.proved.verdict = "refuted";
            if let Some((position, _)) = found.exceptions.first() {
                self.proved.counterexample = Some(json::position(position));
            }
            self.say("refuted: the sets of positions differ");
            if found.decided.holds && found.complete {
                self.say(&format!("but it is proved that {}", found.statement));
                self.held.push(found.statement.clone() + &named);
            }
        }
        if self.request.certificate && found.decided.holds {
            let games = [(self.rules, self.proof), (second, &*alike)];
            self.certificates.push(found.decided.certificate(&games, self.limits)?);
        }
        Ok(())
    }
}
