//! `wyt prove`: a theorem for all positions, a counterexample, or the limit that was reached.

mod theorems;

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, counted, game_of};
use crate::json;
use crate::output::Output;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use wythoff::Game;
use wythoff_automata::{Atom, Limits, Numeration, Proof, SetText, Witness, coq, walnut};
use wythoff_discover::game::leapers_of;
use wythoff_discover::leapers::{self, Leapers, PStream, certify_within};
use wythoff_prove::{
    Agreement, Attempt, Candidate, Outcome, Request, agreement, compared_below, condition, confirm,
    rules_text, shown,
};
use wythoff_rules::{Formula, Rules, show_position};
use wythoff_solvers::Budget;

/// What certificates begin with.
pub const CERTIFICATE: &[&str] =
    &["wythoff automaton certificate", "wythoff theorem certificate", "wyt-certificate"];

/// Arguments of `wyt prove`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Prove or refute a given set: a condition on the piles such as 'x == y', `beatty ALPHA`, `of SPEC` (the P-positions
    /// of another game), or @FILE (an automaton, or the set of a certificate)
    #[arg(long, value_name = "SET")]
    candidate: Option<String>,
    /// Write the proof here; `wyt check` re-checks it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Numeration: zeckendorf, base B, ostrowski A B ..., parry C1 C2 ... [default: likely ones in turn]
    #[arg(long, value_name = "SYSTEM")]
    numeration: Option<String>,
    /// Prove the sets of Grundy value 0, ..., G
    #[arg(long, value_name = "G")]
    grundy: Option<u32>,
    /// Largest number of states of any automaton on the way
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    states: usize,
    /// Largest pile for which P-positions are computed as data
    #[arg(long, value_name = "B")]
    data: Option<u64>,
    /// Write the obligations as a script with its files for the prover Walnut into this folder
    #[arg(long, value_name = "DIR")]
    walnut: Option<PathBuf>,
    /// Decide whether another game has the same P-positions (with --grundy G: as the set of Grundy value G)
    #[arg(long, value_name = "SPEC2")]
    same_as: Option<String>,
    /// With --same-as: compare only positions with a pile of at least N, and list the exceptions
    #[arg(long, value_name = "N", requires = "same_as")]
    beyond: Option<u64>,
    /// Decide a statement about the P-positions, such as 'exists unique y: P(x, y)' (repeatable)
    #[arg(long, value_name = "FORMULA")]
    implies: Vec<String>,
    /// All single moves that can be added without changing the P-positions
    #[arg(long)]
    redundant: bool,
    /// The theorem and its proof in LaTeX
    #[arg(long)]
    latex: bool,
    /// Write the proof as a theorem for Coq, with the theory that checks it, into this folder
    #[arg(long, value_name = "DIR")]
    coq: Option<PathBuf>,
}

/// Seconds after which the search ends where no other time is given.
const SECONDS: u64 = 120;

/// Proves or refutes.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    // A place that cannot be written to is told before the proof.
    if let Some(path) = &args.certificate {
        Output::over(path, CERTIFICATE, context)?;
    }
    for folder in args.walnut.iter().chain(&args.coq) {
        folder_is_free(folder, context)?;
    }
    let game = args.game.resolve()?;
    let Some(rules) = game.rules() else {
        return Err(Failure::input(format!(
            "{} is not in the rule language, and a proof starts from rule text",
            game.called()
        )));
    };
    // One span of time for all that follows, certificates included.
    let limits = Limits { states: args.states, budget: context.budget_for(SECONDS) };
    if let (Some(certificate), seconds) = context.timed(|| by_transducer(args, rules, &limits.budget)) {
        return transducer(args, &game, &certificate, seconds, context);
    }
    let numeration = args
        .numeration
        .as_deref()
        .map(|text| {
            text.parse::<Numeration>().map_err(|e| Failure::input(format!("--numeration {text}: {e}")))
        })
        .transpose()?;
    let given = args.candidate.as_deref().map(|text| Given::read(text, rules, args, &limits)).transpose()?;
    // What is known position by position is no candidate for a proof: it is held against the P-positions.
    let exact = given.as_ref().filter(|given| !matches!(given.set, Set::Asked(_)));
    let request = Request {
        candidate: exact.map(Given::candidate),
        numeration,
        grundy: args.grundy,
        states: Some(args.states),
        data: args.data,
        source: None,
    };
    let (result, seconds) = context.timed(|| game.search_proof(rules, request, &limits.budget));
    context.finish();
    let (outcome, attempts) = result
        .map_err(|error| Failure::from(error).hint("`wyt discover` still finds patterns, without a proof"))?;
    if let Some(Given { set: Set::Asked(set), .. }) = &given {
        return fits(&game, rules, set.as_ref(), &outcome, seconds, context);
    }
    if let (Outcome::Proved(proof), true) = (&outcome, args.asks_more()) {
        return theorems::decide(args, &game, rules, proof, &limits, seconds, context);
    }
    let mut object = json::object(&game.header());
    let mut lines: Vec<String> = Vec::new();
    let mut missing = None;
    match &outcome {
        Outcome::Proved(proof) => {
            let (numeration, states) = (proof.numeration().to_string(), proof.dfa().states());
            object.insert("verdict".into(), json!("proved"));
            object.insert("numeration".into(), json!(numeration));
            object.insert("states".into(), json!(states));
            object.insert("prover_seconds".into(), json!(proof.elapsed().as_secs_f64()));
            lines.push(match (&given, args.grundy) {
                (Some(Given { exact: Some(set), .. }), _) => {
                    format!("proved for all positions: the P-positions are exactly {set} ({}, piles written in {numeration})", counted(states, "state"))
                }
                (_, Some(g)) => format!("proved for all positions: those of Grundy value 0 to {g} are recognised by {}, piles written in {numeration}", counted(states, "state")),
                _ => format!("proved for all positions: the P-positions are recognised by {}, piles written in {numeration}", counted(states, "state")),
            });
            missing = files(args, rules, proof, &limits, &mut object, &mut lines, context)?;
            let written = args.certificate.is_some() && missing.is_none();
            let (told, latex) = theorems::told(args, &game, rules, proof, written);
            object.insert("account".into(), json!(told));
            if args.latex {
                object.insert("latex".into(), json!(latex));
                lines = vec![told];
            } else {
                lines.push(told);
            }
        }
        Outcome::Refuted { position, witness, numeration } => {
            let sorted = |p: &[u64]| match &given {
                Some(given) => shown(rules, &given.candidate(), p),
                None => p.to_vec(),
            };
            let why = reason(witness, &sorted);
            let sure = match given.as_ref().map(|g| confirm(rules, &g.candidate(), position, witness)) {
                Some(Ok(Some(false))) => {
                    return Err(Failure::check(format!(
                        "the rules do not confirm the counterexample {}",
                        show_position(position)
                    )));
                }
                Some(Ok(Some(true))) => "; the rules confirm it",
                _ => "",
            };
            object.insert("verdict".into(), json!("refuted"));
            object.insert("numeration".into(), json!(numeration));
            object.insert("counterexample".into(), position_value(&sorted(position)));
            object.insert("reason".into(), json!(why));
            object.insert("confirmed".into(), json!(!sure.is_empty()));
            lines.push(format!("refuted at {}: {why}{sure}", show_position(&sorted(position))));
        }
        Outcome::Unknown { limit } => {
            object.insert("verdict".into(), json!("unknown"));
            object.insert("limit".into(), json!(limit));
            let tried = attempts
                .iter()
                .map(|a| json!({"numeration": a.numeration, "below": a.below, "at_least": a.at_least, "result": a.result}));
            object.insert("tried".into(), Value::Array(tried.collect()));
            lines.push(format!("unknown: {limit}"));
            for attempt in &attempts {
                let Attempt { numeration, below, at_least, result, .. } = attempt;
                let least = match at_least {
                    0 => String::new(),
                    least => format!("; no automaton has fewer than {}", counted(*least, "state")),
                };
                lines.push(format!("  {numeration}, from piles below {below}: {result}{least}"));
            }
            lines.push("  raise --states, --time or --data, or give --numeration; `wyt discover` looks for other patterns".to_string());
        }
    }
    object.insert("seconds".into(), json!(seconds));
    print(object, &lines, context)?;
    if context.cancelled() && matches!(outcome, Outcome::Unknown { .. }) {
        return Err(Failure::interrupted("interrupted before a verdict"));
    }
    match missing {
        None => Ok(()),
        Some(why) => {
            Err(Failure::limit(format!("the verdict stands, but its certificate was not written: {why}"))
                .hint("allow more with --time, --states or --memory"))
        }
    }
}

/// How far a set that is known position by position agrees with the P-positions: never a proof.
fn fits(
    game: &Game,
    rules: &Rules,
    set: &(dyn Fn(&[u64]) -> bool + Sync),
    outcome: &Outcome,
    seconds: f64,
    context: &Context,
) -> Result<(), Failure> {
    let proof = match outcome {
        Outcome::Proved(proof) => Some(&**proof),
        _ => None,
    };
    let (found, more) = context.timed(|| agreement(rules, set, proof, context.budget()));
    context.finish();
    let found = found.map_err(|error| Failure::from(wythoff::Error::from(error)))?;
    let mut object = json::object(&game.header());
    let mut lines = Vec::new();
    let against = if proof.is_some() { "the proved P-positions" } else { "the P-positions by the rules" };
    match found {
        Agreement::Fits { below } => {
            object.insert("verdict".into(), json!("fits"));
            object.insert("bound".into(), json!(below));
            lines.push(format!(
                "fits: the set agrees with {against} on all positions with piles below {below}; beyond, nothing is proved of it"
            ));
        }
        Agreement::Differs { position, lost } => {
            let shown = if rules.is_symmetric() { rules.canonical(&position) } else { position };
            let why = if lost {
                "it is a P-position and outside the set"
            } else {
                "it is in the set and no P-position"
            };
            object.insert("verdict".into(), json!("refuted"));
            object.insert("counterexample".into(), position_value(&shown));
            object.insert("reason".into(), json!(why));
            lines.push(format!("refuted at {}: {why}", show_position(&shown)));
        }
    }
    if let Some(proof) = proof {
        let (numeration, states) = (proof.numeration().to_string(), proof.dfa().states());
        object.insert("numeration".into(), json!(numeration));
        object.insert("states".into(), json!(states));
        lines.push(format!(
            "the P-positions themselves are proved for all positions: {}, piles written in {numeration}",
            counted(states, "state")
        ));
    }
    object.insert("seconds".into(), json!(seconds + more));
    print(object, &lines, context)
}

/// Pairs on which a game is compared with Wythoff's.
const COMPARED: usize = 1000;

/// Wythoff plus finitely many vectors, where nothing else is asked for: a transducer with a finite certificate. Where
/// the vectors seem to change nothing, the automaton of Wythoff's game says more.
fn by_transducer(args: &Args, rules: &Rules, budget: &Budget) -> Option<leapers::Certificate> {
    let plain = args.candidate.is_none()
        && args.numeration.is_none()
        && args.grundy.is_none()
        && args.data.is_none()
        && args.walnut.is_none()
        && args.coq.is_none()
        && !args.latex
        && !args.asks_more();
    let leapers = leapers_of(rules).filter(|_| plain)?;
    let wythoff = PStream::new(&Leapers::new(&[]).ok()?);
    if PStream::new(&leapers).take(COMPARED).eq(wythoff.take(COMPARED)) {
        return None;
    }
    let quick = certify_within(&leapers, &leapers::Limits::default(), budget);
    quick.or_else(|_| certify_within(&leapers, &leapers::Limits::deep(), budget)).ok()
}

/// Says what a transducer's certificate proves.
fn transducer(
    args: &Args,
    game: &Game,
    certificate: &leapers::Certificate,
    seconds: f64,
    context: &Context,
) -> Result<(), Failure> {
    context.finish();
    let mut object = json::object(&game.header());
    let mut lines = vec![format!("proved for all positions: {}", certificate.statement())];
    object.insert("verdict".into(), json!("proved"));
    object.insert("kind".into(), json!("transducer"));
    object.insert("states".into(), json!(certificate.machine().states().len()));
    object.insert("statement".into(), json!(certificate.statement()));
    if let Some(path) = &args.certificate {
        write_certificate(path, &certificate.text(), &mut object, &mut lines, context)?;
    }
    object.insert("seconds".into(), json!(seconds));
    print(object, &lines, context)
}

fn write_certificate(
    path: &Path,
    text: &str,
    object: &mut serde_json::Map<String, Value>,
    lines: &mut Vec<String>,
    context: &Context,
) -> Result<(), Failure> {
    Output::over(path, CERTIFICATE, context)?.write_text(text)?;
    let path = path.display();
    object.insert("certificate".into(), json!(path.to_string()));
    lines.push(format!("certificate: {path} ({} bytes); re-check it with `wyt check {path}`", text.len()));
    Ok(())
}

fn print(object: serde_json::Map<String, Value>, lines: &[String], context: &Context) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    if context.global.json {
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        writeln!(out, "{}", lines.join("\n"))?;
    }
    Ok(())
}

/// A position for scripts: numbers above 2^53 as decimal strings.
fn position_value(position: &[u64]) -> Value {
    Value::Array(position.iter().map(|x| number_value(*x)).collect())
}

fn number_value(n: u64) -> Value {
    if n <= 1 << 53 { json!(n) } else { json!(n.to_string()) }
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

/// Writes the certificate and the script for Walnut that were asked for. A certificate that a limit kept from being
/// written takes nothing from the verdict: the reason is told.
fn files(
    args: &Args,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    object: &mut serde_json::Map<String, Value>,
    lines: &mut Vec<String>,
    context: &Context,
) -> Result<Option<String>, Failure> {
    let mut missing = None;
    if let Some(path) = &args.certificate {
        let rules = rules_text(rules).unwrap_or_else(|| rules.name().to_string());
        match proof.certificate(&rules, limits) {
            Ok(text) => write_certificate(path, &text, object, lines, context)?,
            Err(error) => {
                object.insert("certificate".into(), Value::Null);
                object.insert("certificate_missing".into(), json!(error.to_string()));
                lines.push(format!("no certificate was written: {error}"));
                missing = Some(error.to_string());
            }
        }
    }
    if let Some(folder) = &args.walnut {
        let files = walnut::export(proof, "wyt", limits).map_err(|e| Failure::input(e.to_string()))?;
        for file in &files {
            write_below(folder, &file.path, &file.text, context)?;
        }
        lines.push(format!("{} files for Walnut in {}", files.len(), folder.display()));
    }
    if let Some(folder) = &args.coq {
        write_coq(folder, rules, proof, limits, object, lines, context)?;
    }
    Ok(missing)
}

/// Writes the theorem for Coq and the theory that checks it.
fn write_coq(
    folder: &Path,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    object: &mut serde_json::Map<String, Value>,
    lines: &mut Vec<String>,
    context: &Context,
) -> Result<(), Failure> {
    let text = rules_text(rules).unwrap_or_else(|| rules.name().to_string());
    let instance = coq::instance(proof, &text, limits).map_err(|e| Failure::input(format!("--coq: {e}")))?;
    let name = coq::file_name(rules.name());
    write_below(folder, &name, &instance, context)?;
    for file in coq::theory() {
        write_below(folder, &file.path, &file.text, context)?;
    }
    let (path, script) = (folder.join(&name), folder.join("check.sh"));
    object.insert("coq".into(), json!(path.display().to_string()));
    lines.push(format!("theorem for Coq: {}; check it with `sh {}`", path.display(), script.display()));
    Ok(())
}

/// A folder that does not exist yet or is empty; any folder where files may be replaced.
fn folder_is_free(folder: &Path, context: &Context) -> Result<(), Failure> {
    match std::fs::read_dir(folder).map(|mut found| found.next().is_some()) {
        Ok(true) if !context.global.force => {
            Err(Failure::input(format!("the folder `{}` is not empty", folder.display()))
                .hint("--force replaces the files in it that have the names of the new ones"))
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::input(format!("the folder `{}` cannot be used: {error}", folder.display()))
                .hint("name a folder that is empty or not there yet"))
        }
        _ => Ok(()),
    }
}

/// Writes a file below a folder, which is made if need be.
fn write_below(folder: &Path, name: &str, text: &str, context: &Context) -> Result<(), Failure> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|e| Failure::input(format!("`{}` cannot be made: {e}", parent.display())))?;
    }
    Output::at(&path, context)?.write_text(text)
}

/// A set given by the user.
struct Given {
    set: Set,
    /// What the set is, in words, if a verdict is about the set itself and not about what was learnt from a box.
    exact: Option<String>,
}

/// Whether a position is in a set.
type Membership = Box<dyn Fn(&[u64]) -> bool + Sync>;

enum Set {
    Asked(Membership),
    Condition(Vec<Vec<Atom>>),
    Automaton(Box<SetText>),
}

impl Given {
    fn candidate(&self) -> Candidate<'_> {
        match &self.set {
            Set::Asked(asked) => Candidate::Asked(asked.as_ref()),
            Set::Condition(any) => Candidate::Condition(any.clone()),
            Set::Automaton(set) => Candidate::Automaton(set.clone()),
        }
    }

    fn read(text: &str, rules: &Rules, args: &Args, limits: &Limits) -> Result<Given, Failure> {
        if args.grundy.is_some() {
            return Err(Failure::input("--candidate is about the P-positions and does not go with --grundy"));
        }
        if let Some(path) = text.strip_prefix('@') {
            return Given::file(path, rules, args);
        }
        if let Some(alpha) = text.strip_prefix("beatty ") {
            return Given::beatty(text, alpha);
        }
        if let Some(spec) = text.strip_prefix("of ") {
            return Given::game(text, spec, args, limits);
        }
        let names: Vec<&str> = rules.coordinates().iter().map(String::as_str).collect();
        let formula = Formula::read_condition("candidate", text, &names).map_err(|error| {
            Failure::from(error).hint(format!(
                "a candidate is a condition on {}, `beatty ALPHA`, `of SPEC` or @FILE",
                names.join(", ")
            ))
        })?;
        if let Ok(any) = condition(rules, text) {
            return Ok(Given { set: Set::Condition(any), exact: Some(format!("those with {text}")) });
        }
        let piles = rules.clone();
        let asked = move |p: &[u64]| {
            let values: Vec<wythoff_numbers::Integer> =
                piles.canonical(p).iter().map(|x| wythoff_numbers::Integer::from(*x)).collect();
            formula.value(&values).is_ok_and(|v| v == 1)
        };
        Ok(Given { set: Set::Asked(Box::new(asked)), exact: None })
    }

    /// An automaton file, or the set of a certificate.
    fn file(path: &str, rules: &Rules, args: &Args) -> Result<Given, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Failure::input(format!("the file `{path}` cannot be read: {e}")))?;
        let set = SetText::read(&text).map_err(|e| {
            Failure::input(format!("{path}, {e}"))
                .hint("an automaton file has `numeration`, `automaton set N`, `starts` and a line `s` for each state; see docs/proving.md")
        })?;
        if set.piles != rules.piles() {
            return Err(Failure::input(format!(
                "{path}: its letters have {} digits, the game has {} piles",
                set.piles,
                rules.piles()
            )));
        }
        let other = args.numeration.as_deref().and_then(|n| n.parse::<Numeration>().ok());
        if other.is_some_and(|n| n.to_string() != set.numeration.to_string()) {
            return Err(Failure::input(format!(
                "{path} is written in {}; leave --numeration out",
                set.numeration
            )));
        }
        let exact = Some(format!("those that {path} accepts"));
        Ok(Given { set: Set::Automaton(Box::new(set)), exact })
    }

    /// The pairs (floor(n alpha), floor(n beta)), 1/alpha + 1/beta = 1.
    fn beatty(text: &str, alpha: &str) -> Result<Given, Failure> {
        let real = |e: wythoff_numbers::real::RealError| Failure::input(format!("--candidate {text}: {e}"));
        let alpha = wythoff_numbers::Real::parse(alpha).map_err(real)?;
        let beta = alpha.complement().map_err(real)?;
        let mut pairs = std::collections::HashSet::new();
        for n in 0..=compared_below(2) {
            let n = wythoff_numbers::Integer::from(n);
            let (a, b) = (alpha.floor_mul(&n).map_err(real)?, beta.floor_mul(&n).map_err(real)?);
            if let (Ok(a), Ok(b)) = (u64::try_from(&a), u64::try_from(&b)) {
                pairs.insert((a.min(b), a.max(b)));
            }
        }
        let asked = move |p: &[u64]| p.len() == 2 && pairs.contains(&(p[0].min(p[1]), p[0].max(p[1])));
        Ok(Given { set: Set::Asked(Box::new(asked)), exact: None })
    }

    /// The P-positions of another game: proved, or else computed on a box.
    fn game(text: &str, spec: &str, args: &Args, limits: &Limits) -> Result<Given, Failure> {
        let game = game_of(spec)?;
        let Some(other) = game.rules() else {
            return Err(Failure::input(format!("--candidate {text}: the game must be in the rule language")));
        };
        let request = Request { states: Some(args.states), ..Request::default() };
        if let Ok((Outcome::Proved(proof), _)) = game.search_proof(other, request, &limits.budget) {
            let (numeration, dfa) = (proof.numeration().clone(), proof.dfa().clone());
            let set = SetText { numeration, piles: other.piles(), dfa };
            return Ok(Given { set: Set::Automaton(Box::new(set)), exact: Some(format!("those of {spec}")) });
        }
        let below = compared_below(other.coordinates().len());
        let found = wythoff_solvers::p_below(other, below, &limits.budget)?;
        let set: std::collections::HashSet<Vec<u64>> = found.positions.into_iter().collect();
        let other = other.clone();
        let asked = move |p: &[u64]| set.contains(&other.canonical(p));
        Ok(Given { set: Set::Asked(Box::new(asked)), exact: None })
    }
}
