//! Theorems about a proved game: `--implies`, `--same-as`, `--redundant`, and the account of a proof.

use super::{Args, number_value, position_value, print, write_certificate};
use crate::context::Context;
use crate::failure::Failure;
use crate::game::{counted, game_of};
use crate::json;
use serde_json::{Value, json};
use wythoff::Game;
use wythoff_automata::{Limits, Proof, ProveError};
use wythoff_prove::theorems::{Side, TheoremError, account, implies, prove_alike, redundant, same};
use wythoff_prove::{Outcome, Request};
use wythoff_rules::{Rules, show_position};

impl Args {
    /// Whether something is asked about the P-positions beyond what they are.
    pub fn asks_more(&self) -> bool {
        !self.implies.is_empty() || self.same_as.is_some() || self.redundant
    }
}

/// Moves below this are shown.
const SHOWN: u64 = 8;

/// Exceptions that are shown.
const EXCEPTIONS: usize = 40;

/// What is said, and the certificates of it.
#[derive(Default)]
struct Answer {
    object: serde_json::Map<String, Value>,
    lines: Vec<String>,
    certificates: Vec<String>,
}

/// Decides what was asked about a game whose P-positions are proved.
pub fn decide(
    args: &Args,
    game: &Game,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    seconds: f64,
    context: &Context,
) -> Result<(), Failure> {
    let mut answer = Answer { object: json::object(&game.header()), ..Answer::default() };
    answer.object.insert("numeration".into(), json!(proof.numeration().to_string()));
    answer.object.insert("states".into(), json!(proof.dfa().states()));
    answer.object.insert("verdict".into(), json!("proved"));
    let (result, more) = context.timed(|| -> Result<(), TheoremError> {
        for statement in &args.implies {
            by_formula(args, statement, rules, proof, limits, &mut answer)?;
        }
        if args.redundant {
            added(args, rules, proof, limits, &mut answer)?;
        }
        Ok(())
    });
    let result = match (result, &args.same_as) {
        (Ok(()), Some(spec)) => compared(args, spec, rules, proof, limits, context, &mut answer)?,
        (result, _) => result,
    };
    context.finish();
    if let Err(error) = result {
        match error {
            TheoremError::Prove(ProveError::Limit(limit)) => {
                answer.object.insert("verdict".into(), json!("unknown"));
                answer.object.insert("limit".into(), json!(limit.to_string()));
                answer.lines.push(format!("unknown: {limit}"));
            }
            other => return Err(failure(other)),
        }
    }
    if let (Some(path), [first, rest @ ..]) = (&args.certificate, answer.certificates.as_slice()) {
        write_certificate(path, first, &mut answer.object, &mut answer.lines, context)?;
        for (index, text) in rest.iter().enumerate() {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}", index + 2));
            write_certificate(
                std::path::Path::new(&name),
                text,
                &mut answer.object,
                &mut answer.lines,
                context,
            )?;
        }
    }
    answer.object.insert("seconds".into(), json!(seconds + more));
    print(answer.object, &answer.lines, context)
}

fn failure(error: TheoremError) -> Failure {
    match error {
        TheoremError::Statement(error) => Failure::from(error),
        TheoremError::Question(what) => Failure::input(what),
        TheoremError::Prove(ProveError::Limit(limit)) => Failure::limit(limit.to_string()),
        other => Failure::limit(other.to_string()),
    }
}

fn by_formula(
    args: &Args,
    statement: &str,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), TheoremError> {
    let decided = implies(rules, proof, statement, limits)?;
    let largest = counted(decided.largest, "state");
    let mut told =
        json!({"statement": decided.statement, "holds": decided.holds, "largest": decided.largest});
    if decided.holds {
        answer.lines.push(format!("proved for all positions: {statement} (largest automaton {largest})"));
        if args.certificate.is_some() {
            answer.certificates.push(decided.certificate(&[(rules, proof)], limits)?);
        }
    } else {
        answer.object.insert("verdict".into(), json!("refuted"));
        let shown: Vec<String> = decided.counterexample.iter().map(|(n, v)| format!("{n} = {v}")).collect();
        let values: serde_json::Map<String, Value> =
            decided.counterexample.iter().map(|(n, v)| (n.clone(), number_value(*v))).collect();
        told["counterexample"] = Value::Object(values.clone());
        answer.object.insert("counterexample".into(), Value::Object(values));
        let at = if shown.is_empty() { String::new() } else { format!(" at {}", shown.join(", ")) };
        answer.lines.push(format!("refuted{at}: {statement}"));
    }
    let list = answer.object.entry("theorems").or_insert_with(|| json!([]));
    if let Value::Array(list) = list {
        list.push(told);
    }
    Ok(())
}

fn added(
    args: &Args,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), TheoremError> {
    let found = redundant(rules, proof, SHOWN, limits)?;
    answer.lines.push(format!("proved: {}", found.statement));
    answer.lines.push(format!(
        "these moves are recognised by {}, written in {}; all of them can be added at once",
        counted(found.states, "state"),
        proof.numeration()
    ));
    let show = |list: &[Vec<u64>]| {
        let shown: Vec<String> = list.iter().map(|m| format!("({})", show_position(m))).collect();
        if shown.is_empty() { "none".to_string() } else { shown.join(" ") }
    };
    answer.lines.push(format!("below {SHOWN} they are {}", show(&found.moves)));
    answer.lines.push(match found.others_below {
        Some(bound) => {
            format!("those that cannot be added have all amounts below {bound}: {}", show(&found.others))
        }
        None => format!("below {SHOWN} those that cannot be added are {}", show(&found.others)),
    });
    let moves = |list: &[Vec<u64>]| Value::Array(list.iter().map(|m| position_value(m)).collect());
    answer.object.insert(
        "redundant".into(),
        json!({
            "statement": found.statement,
            "states": found.states,
            "below": found.below,
            "moves": moves(&found.moves),
            "others": moves(&found.others),
            "others_below": found.others_below,
            "automaton": found.set,
        }),
    );
    if args.certificate.is_some() {
        answer.certificates.push(found.certificate(rules, proof, limits)?);
    }
    Ok(())
}

/// The other game: proved in the numeration of the first, and compared.
fn compared(
    args: &Args,
    spec: &str,
    rules: &Rules,
    proof: &Proof,
    limits: &Limits,
    context: &Context,
    answer: &mut Answer,
) -> Result<Result<(), TheoremError>, Failure> {
    let other = game_of(spec)?;
    let Some(second) = other.rules() else {
        let message = format!("--same-as {spec}: {} is not in the rule language", other.called());
        return Err(Failure::input(message));
    };
    let side = Side { rules, proof, grundy: args.grundy.unwrap_or(0) };
    let request = Request { states: Some(args.states), data: args.data, ..Request::default() };
    let alike = match context.timed(|| prove_alike(side, second, request, &limits.budget)).0 {
        Ok(Outcome::Proved(proof)) => Some(proof),
        Ok(_) => None,
        Err(error) => return Ok(Err(error.into())),
    };
    let Some(alike) = alike else {
        // Perhaps the other game's own numeration serves both.
        let request = Request { states: Some(args.states), ..Request::default() };
        let found = other.search_proof(second, request, &limits.budget);
        let what = match found {
            Ok((Outcome::Proved(own), _)) => format!(
                "the P-positions of {spec} are proved in {}, those of the first game in {}; give --numeration to compare them in one",
                own.numeration(),
                proof.numeration()
            ),
            _ => format!("the P-positions of {spec} are not proved in {}", proof.numeration()),
        };
        answer.object.insert("verdict".into(), json!("unknown"));
        answer.object.insert("limit".into(), json!(what));
        answer.lines.push(format!("unknown: {what}"));
        return Ok(Ok(()));
    };
    let result = context.timed(|| -> Result<(), TheoremError> {
        let found = same(side, Side { rules: second, proof: &alike, grundy: 0 }, args.beyond, limits)?;
        let list = found.exceptions.iter().take(EXCEPTIONS);
        let shown: Vec<String> =
            list.map(|(p, first)| format!("{} ({})", show_position(p), if *first { "first" } else { "second" })).collect();
        let exceptions = found
            .exceptions
            .iter()
            .map(|(p, first)| json!({"position": position_value(p), "in": if *first { "first" } else { "second" }}));
        answer.object.insert("exceptions".into(), Value::Array(exceptions.collect()));
        answer.object.insert("exceptions_complete".into(), json!(found.complete));
        answer.object.insert("corner".into(), json!(found.corner));
        answer.object.insert("statement".into(), json!(found.statement));
        if found.holds {
            answer.lines.push(format!("proved for all positions: {}", found.statement));
        } else {
            answer.object.insert("verdict".into(), json!("refuted"));
            if let Some((position, _)) = found.exceptions.first() {
                answer.object.insert("counterexample".into(), position_value(position));
            }
            answer.lines.push("refuted: the sets of positions differ".to_string());
            if found.decided.holds && found.complete {
                answer.lines.push(format!("but it is proved that {}", found.statement));
                if let Some(corner) = found.corner {
                    answer.lines.push(format!("--beyond {corner} asks for just that"));
                }
            }
        }
        if !shown.is_empty() {
            let more = if found.complete && found.exceptions.len() <= EXCEPTIONS { "" } else { " and more" };
            answer.lines.push(format!("in one set alone: {}{more}", shown.join(", ")));
        }
        if args.certificate.is_some() && found.decided.holds {
            answer.certificates.push(found.decided.certificate(&[(rules, proof), (second, &alike)], limits)?);
        }
        Ok(())
    });
    Ok(result.0)
}

/// The account of a proof, for people or for a paper.
pub fn told(args: &Args, game: &Game, rules: &Rules, proof: &Proof, certificate: bool) -> (String, String) {
    let name = game.name();
    let name = if name.is_empty() { "this".to_string() } else { name };
    let told = account(&name, rules, proof, &[], certificate);
    let shown = if args.latex { told.latex() } else { told.english() };
    (shown, told.latex())
}
