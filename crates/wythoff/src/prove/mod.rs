//! Proofs for all positions: the P-positions, a set that somebody proposes, and statements about what was proved.

mod between;
mod candidate;
mod differ;
mod families;
mod files;
mod formula;
mod sorted;
mod statements;
mod theorems;
mod transducers;
mod words;

pub use families::{FamilyTheorems, Member, Schema, family_theorems};
pub use files::ProofFile;
pub use formula::Formula;
pub use statements::{AddedMoves, Exception, Statement};
pub use theorems::{Theorem, Theorems};

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::{By, Question, Way, ways};
use crate::game::{Game, Header, counted};
use crate::json::number;
use candidate::{Given, Set};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::time::Duration;
use wythoff_automata::{Limits, Numeration, Proof, Witness};
use wythoff_catalog::{Files, NoFiles};
use wythoff_numbers::Budget;
use wythoff_prove::theorems::account;
use wythoff_prove::{
    Agreement, Attempt, Candidate, Outcome, Request, agreement, condition, confirm, prove, shown,
};
use wythoff_rules::{Rules, show_position};
use wythoff_theory::Decider;

/// A small automaton of a game that has a transducer already is looked for so long: those found take a fiftieth of it, so
/// that a busy machine finds them, too.
const SHORT: Duration = Duration::from_secs(3);

/// What is to be proved.
///
/// ```
/// use wythoff::{Budget, Game, NoFiles, ProofRequest};
/// let request: ProofRequest = serde_json::from_str(r#"{"implies": ["exists unique y: P(x, y)"]}"#).unwrap();
/// let proved = Game::parse("wythoff")?.prove_with(&request, &NoFiles, &Budget::default())?;
/// assert!(proved.theorems[0].holds);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProofRequest {
    /// A set to be proved or refuted instead of one that is found: a condition on the piles such as `x == y`, `beatty
    /// ALPHA`, `of SPEC` (the P-positions of another game), or `@FILE` (an automaton, or the set of a certificate).
    pub candidate: Option<String>,
    /// The numeration to use; likely ones are tried where none is given.
    pub numeration: Option<String>,
    /// The sets of Grundy value 0 to this instead of the P-positions alone.
    pub grundy: Option<u32>,
    /// Most states of any automaton on the way.
    pub states: Option<usize>,
    /// Largest pile for which P-positions are computed as data.
    pub data: Option<u64>,
    /// Statements about the P-positions that are decided.
    pub implies: Vec<String>,
    /// Another game: whether it has the same P-positions.
    pub same_as: Option<String>,
    /// With `same_as`: only positions with a pile of at least this are compared.
    pub beyond: Option<u64>,
    /// All single moves that can be added without changing the P-positions.
    pub redundant: bool,
    /// With certificates.
    pub certificate: bool,
    /// With the theorem and its proof in LaTeX.
    pub latex: bool,
    /// The automaton as a drawing.
    pub dot: bool,
    /// With the obligations as files for the prover Walnut.
    pub walnut: bool,
    /// With the theorem and the theory that checks it as files for Coq.
    pub coq: bool,
}

impl ProofRequest {
    /// Whether something is asked about the P-positions beyond what they are.
    fn asks_more(&self) -> bool {
        !self.implies.is_empty() || self.same_as.is_some() || self.redundant
    }

    /// Whether all that is asked about the P-positions is if another game has the same.
    fn asks_sameness_alone(&self) -> bool {
        self.implies.is_empty() && !self.redundant && self.same_as.is_some()
    }

    /// Whether nothing is asked that only an automaton answers.
    fn is_plain(&self) -> bool {
        let ProofRequest { certificate, states, grundy, latex, .. } = *self;
        *self == ProofRequest { certificate, states, grundy, latex, ..ProofRequest::default() }
    }
}

/// What came of looking for a proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proved {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `proved`, `refuted`, `unknown`, or `fits`: a set that is known position by position agrees as far as said.
    pub verdict: &'static str,
    /// A proof, where it is proved or refuted; the rules, where something is only known as far as it was computed.
    pub by: By,
    /// `automaton` or `transducer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The numeration in which piles are written, for an automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// States of the automaton or transducer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The theorem, what refutes it, or what was tried, in words.
    pub statement: String,
    /// The set in a formula, where one fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<Formula>,
    /// Time spent on the proof itself, without finding it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prover_seconds: Option<f64>,
    /// Piles below this were compared, where the verdict is `fits`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
    /// Where a set or a statement fails: a position, or the values of the variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Value>,
    /// What is wrong there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether the rules, looked at alone, say the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
    /// The limit that was reached, where the verdict is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// What was tried, where the verdict is `unknown`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
    /// The statements that were decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub theorems: Vec<Statement>,
    /// The moves that can be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<AddedMoves>,
    /// Positions at which two games differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptions: Option<Vec<Exception>>,
    /// Whether all of them are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptions_complete: Option<bool>,
    /// All of them have every pile below this, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<u64>,
    /// The theorem and its proof, told in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The same for a paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The automaton as a drawing, in the language DOT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dot: Option<String>,
    /// The certificate, for [`crate::check`]; or the file that a face wrote it to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// Why there is none, where one was asked for: the verdict stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_missing: Option<String>,
    /// Certificates after the first, where several statements were decided.
    #[serde(skip)]
    pub more_certificates: Vec<String>,
    /// The file with the theorem for Coq.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coq: Option<String>,
    /// The files for Coq, that one first.
    #[serde(skip)]
    pub coq_files: Vec<ProofFile>,
    /// The files for Walnut.
    #[serde(skip)]
    pub walnut_files: Vec<ProofFile>,
    /// Time spent computing.
    pub seconds: f64,
}

/// A numeration that was tried, and what was seen last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tried {
    /// The numeration.
    pub numeration: String,
    /// The P-positions with piles below this were known.
    pub below: u64,
    /// No automaton of the P-positions in it has fewer states.
    pub at_least: usize,
    /// How it ended.
    pub result: String,
}

impl From<Attempt> for Tried {
    fn from(attempt: Attempt) -> Tried {
        let Attempt { numeration, below, at_least, result, .. } = attempt;
        Tried { numeration, below, at_least, result }
    }
}

impl Game {
    /// Proves the P-positions for all positions, with a certificate, or says which limit was reached.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let proved = Game::parse("(i,0) (0,i) (i,i)")?.prove(&Budget::default())?;
    /// assert_eq!((proved.verdict, proved.states), ("proved", Some(7)));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn prove(&self, budget: &Budget) -> Result<Proved, Error> {
        self.prove_with(&ProofRequest { certificate: true, ..ProofRequest::default() }, &NoFiles, budget)
    }

    /// Proves or refutes what is asked for. A candidate or another game may name files, which come from the source that
    /// is passed in.
    ///
    /// ```
    /// use wythoff::{Budget, Game, NoFiles, ProofRequest};
    /// let request = ProofRequest { candidate: Some("x == y".to_string()), ..ProofRequest::default() };
    /// let proved = Game::parse("wythoff")?.prove_with(&request, &NoFiles, &Budget::default())?;
    /// assert_eq!((proved.verdict, proved.counterexample), ("refuted", Some(serde_json::json!([1, 1]))));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn prove_with(
        &self,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Proved, Error> {
        let rules = self.rules_for("a proof starts from rule text")?;
        let (proved, seconds) = timed(budget, || {
            // Where another game differs far out there is nothing to prove; near the origin the exceptions may be all.
            let differing = self.differences(request, files, budget)?;
            if let Some(found) = differing.as_ref().filter(|found| found.go_on) {
                return Ok(self.apart(found.clone()));
            }
            let proved = self.proof(rules, request, files, budget);
            match (proved, differing) {
                (Ok(Proved { verdict: "unknown", .. }), Some(found)) => Ok(self.apart(found)),
                (proved, _) => proved,
            }
        });
        Ok(Proved { seconds, ..proved? })
    }

    /// The kinds of proof, one after the other.
    fn proof(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Proved, Error> {
        for way in ways(Question::Proof, None) {
            let proved = match way {
                Way::Transducer => self.transducer(rules, request, budget),
                Way::Beams => {
                    let found = self.beams(rules, request, budget);
                    found.map(|found| self.small_automaton_or(found, rules, request, files, budget))
                }
                Way::Quotients => self.with_quotients(rules, request, files, budget)?,
                _ => Some(self.sorted_or_not(rules, request, files, budget)?),
            };
            if let Some(proved) = proved {
                return Ok(proved);
            }
        }
        Err(Error::limit("no kind of proof applies to this game").advise(Advice::Patterns))
    }

    /// The proof by beams, or a small automaton where that may be as easy to find.
    fn small_automaton_or(
        &self,
        found: transducers::Beam,
        rules: &Rules,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Proved {
        let small = ProofRequest { data: Some(1500), states: Some(1000), ..request.clone() };
        let short = budget.clone().within(budget.time_left().map_or(SHORT, |left| left.min(SHORT)));
        let automaton = || self.sorted_or_not(rules, &small, files, &short).ok();
        let automaton = (!found.has_lines).then(automaton).flatten();
        automaton.filter(|proved| proved.verdict == "proved").unwrap_or(found.proved)
    }

    fn proved(&self, verdict: &'static str, statement: String) -> Proved {
        Proved {
            header: self.header(),
            verdict,
            by: if matches!(verdict, "proved" | "refuted") { By::Proof } else { By::Rules },
            kind: None,
            numeration: None,
            states: None,
            statement,
            formula: None,
            prover_seconds: None,
            bound: None,
            counterexample: None,
            reason: None,
            confirmed: None,
            limit: None,
            tried: Vec::new(),
            theorems: Vec::new(),
            redundant: None,
            exceptions: None,
            exceptions_complete: None,
            corner: None,
            account: None,
            latex: None,
            dot: None,
            certificate: None,
            certificate_missing: None,
            more_certificates: Vec::new(),
            coq: None,
            coq_files: Vec::new(),
            walnut_files: Vec::new(),
            seconds: 0.0,
        }
    }

    fn automaton(
        &self,
        rules: &Rules,
        request: &ProofRequest,
        files: &dyn Files,
        budget: &Budget,
    ) -> Result<Proved, Error> {
        let numeration = request.numeration.as_deref().map(numeration).transpose()?;
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let limits = Limits { states: request.states.unwrap_or(limits.states), ..limits };
        let given = match &request.candidate {
            Some(_) if request.grundy.is_some() => {
                return Err(Error::input(
                    "a candidate is a set of P-positions, and Grundy values are asked for",
                ));
            }
            Some(text) => Some(self.candidate(text, rules, numeration.as_ref(), files, &limits)?),
            None => None,
        };
        // What is known position by position is no candidate for a proof: it is held against the P-positions.
        let exact = given.as_ref().filter(|given| !matches!(given.set, Set::Asked(_)));
        let asked = Request {
            candidate: exact.map(Given::candidate),
            numeration,
            grundy: request.grundy,
            states: request.states,
            data: request.data,
            source: None,
        };
        let found = self.search_proof(rules, asked, budget);
        let (outcome, attempts) = found.map_err(|error| match error.advice {
            None => error.advise(Advice::Patterns),
            Some(_) => error,
        })?;
        if let Some(Given { set: Set::Asked(set), .. }) = &given {
            return self.fits(rules, set.as_ref(), &outcome, budget);
        }
        match outcome {
            Outcome::Proved(proof) if request.asks_more() => {
                self.statements(rules, &proof, request, files, &limits)
            }
            Outcome::Proved(proof) => {
                let exact = given.and_then(|given| given.exact);
                self.whole(rules, &proof, exact.as_deref(), request, &limits)
            }
            Outcome::Refuted { position, witness, numeration } => {
                let refuted = self.refuted(rules, given.as_ref(), &position, &witness)?;
                Ok(Proved { numeration: Some(numeration), ..refuted })
            }
            Outcome::Unknown { limit } => {
                let told = |a: &Attempt| format!("{}: {}", a.numeration, a.result);
                let told = attempts.iter().map(told).collect::<Vec<_>>().join("; ");
                let statement = match told.is_empty() {
                    true => "no proof was found".to_string(),
                    false => format!("no proof was found; tried: {told}"),
                };
                let tried = attempts.into_iter().map(Tried::from).collect();
                Ok(Proved { limit: Some(limit), tried, ..self.proved("unknown", statement) })
            }
        }
    }

    /// The answer where an automaton is proved.
    fn by_automaton(&self, proof: &Proof, verdict: &'static str, statement: String) -> Proved {
        Proved {
            kind: Some("automaton"),
            numeration: Some(proof.numeration().to_string()),
            states: Some(proof.dfa().states()),
            prover_seconds: Some(proof.elapsed().as_secs_f64()),
            ..self.proved(verdict, statement)
        }
    }

    /// The set is proved: the theorem, and what was asked for beside it.
    fn whole(
        &self,
        rules: &Rules,
        proof: &Proof,
        exact: Option<&str>,
        request: &ProofRequest,
        limits: &Limits,
    ) -> Result<Proved, Error> {
        let (numeration, states) = (proof.numeration(), counted(proof.dfa().states(), "state"));
        let theorem = match (exact, request.grundy) {
            (Some(set), _) => {
                format!("the P-positions are exactly {set} ({states}, piles written in {numeration})")
            }
            (_, Some(g)) => format!(
                "those of Grundy value 0 to {g} are recognised by {states}, piles written in {numeration}"
            ),
            _ => format!("the P-positions are recognised by {states}, piles written in {numeration}"),
        };
        let mut proved = self.by_automaton(proof, "proved", format!("proved for all positions: {theorem}"));
        if exact.is_none() && request.grundy.is_none() {
            proved.formula = self.formula(rules, proof, limits);
        }
        proved.dot = request.dot.then(|| proof.dot());
        files::make(&mut proved, rules, proof, request, limits)?;
        let name = self.name();
        let name = if name.is_empty() { "this" } else { &name };
        let told = account(name, rules, proof, &[], proved.certificate.is_some());
        proved.latex = request.latex.then(|| told.latex());
        proved.account = Some(if request.latex { told.latex() } else { told.english() });
        Ok(proved)
    }

    /// The candidate is not the set of P-positions; the rules alone are asked whether they agree.
    fn refuted(
        &self,
        rules: &Rules,
        given: Option<&Given>,
        position: &[u64],
        witness: &Witness,
    ) -> Result<Proved, Error> {
        let sorted = |p: &[u64]| match given {
            Some(given) => shown(rules, &given.candidate(), p),
            None => p.to_vec(),
        };
        let why = reason(witness, &sorted);
        let confirmed = match given.map(|given| confirm(rules, &given.candidate(), position, witness)) {
            Some(Ok(Some(false))) => {
                let at = show_position(position);
                return Err(Error::check(format!("the rules do not confirm the counterexample {at}")));
            }
            Some(Ok(Some(true))) => true,
            _ => false,
        };
        let at = sorted(position);
        let sure = if confirmed { "; the rules confirm it" } else { "" };
        let statement = format!("refuted at {}: {why}{sure}", show_position(&at));
        Ok(Proved {
            counterexample: Some(crate::json::position(&at)),
            reason: Some(why),
            confirmed: Some(confirmed),
            ..self.proved("refuted", statement)
        })
    }

    /// How far a set that is known position by position agrees with the P-positions: never a proof.
    fn fits(
        &self,
        rules: &Rules,
        set: &(dyn Fn(&[u64]) -> bool + Sync),
        outcome: &Outcome,
        budget: &Budget,
    ) -> Result<Proved, Error> {
        let proof = match outcome {
            Outcome::Proved(proof) => Some(&**proof),
            _ => None,
        };
        let against = if proof.is_some() { "the proved P-positions" } else { "the P-positions by the rules" };
        let with = |verdict, statement: String| match proof {
            Some(proof) => self.by_automaton(proof, verdict, statement),
            None => self.proved(verdict, statement),
        };
        Ok(match agreement(rules, set, proof, budget)? {
            Agreement::Fits { below } => {
                let statement = format!(
                    "fits: the set agrees with {against} on all positions with piles below {below}; beyond, \
                     nothing is proved of it"
                );
                Proved { bound: Some(below), ..with("fits", statement) }
            }
            Agreement::Differs { position, lost } => {
                let at = if rules.is_symmetric() { rules.canonical(&position) } else { position };
                let why = match lost {
                    true => "it is a P-position and outside the set",
                    false => "it is in the set and no P-position",
                };
                let statement = format!("refuted at {}: {why}", show_position(&at));
                let (counterexample, reason) = (Some(crate::json::position(&at)), Some(why.to_string()));
                Proved { counterexample, reason, ..with("refuted", statement) }
            }
        })
    }

    /// Looks for a proof; the theory may propose the P-positions, what is proved is about the rules.
    pub(crate) fn search_proof(
        &self,
        rules: &Rules,
        request: Request<'_>,
        budget: &Budget,
    ) -> Result<(Outcome, Vec<Attempt>), Error> {
        let theory = crate::theory::decider_for(&self.resolved, budget).ok().flatten();
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
        let proposed = |bound: u64| p_positions(theory.as_deref()?, bound);
        Ok(prove(rules, &Request { source: Some(&proposed), ..request }, budget)?)
    }
}

/// The P-positions with piles below a bound as a theory lists them.
fn p_positions(theory: &dyn Decider, bound: u64) -> Option<Vec<Vec<u64>>> {
    let stream = theory.p_positions()?;
    Some(stream.take_while(|p| p[0] < bound).filter(|p| p.iter().all(|x| *x < bound)).collect())
}

/// The numeration that a text names.
fn numeration(text: &str) -> Result<Numeration, Error> {
    text.parse().map_err(|error| Error::input(format!("the numeration `{text}`: {error}")))
}

/// Values of variables, as scripts read them.
fn values(list: &[(String, u64)]) -> Value {
    Value::Object(list.iter().map(|(name, value)| (name.clone(), number(*value))).collect::<Map<_, _>>())
}

/// What is wrong at a position.
fn reason(witness: &Witness, sorted: &dyn Fn(&[u64]) -> Vec<u64>) -> String {
    match witness {
        Witness::StableBroken { option, .. } => {
            format!("it is in the set, and so is its option {}", show_position(&sorted(option)))
        }
        Witness::NotAbsorbed => "it is outside the set, and none of its options is in it".to_string(),
        Witness::Terminal => "it is terminal, and on the wrong side".to_string(),
        Witness::TooMany { .. } => "it is in the set, and too many of its options are".to_string(),
        Witness::TooFew { .. } => {
            "it is outside the set, and all its options in the set can be blocked".to_string()
        }
    }
}
