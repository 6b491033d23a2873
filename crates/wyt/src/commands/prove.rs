//! `wyt prove`: a theorem for all positions, a counterexample, or the limit that was reached.

use super::export::write_whole;
use crate::context::{CANCEL, Context};
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff_automata::{Limits, Numeration, Witness, walnut};
use wythoff_catalog::Resolved;
use wythoff_prove::{Candidate, Outcome, ProveFailure, Request, prove};
use wythoff_rules::{Formula, show_position};

/// Arguments of `wyt prove`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Prove a given set instead: `beatty ALPHA`, `of SPEC` (the P-positions of another game), or a condition on the
    /// piles such as 'x == y'
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
    /// Seconds after which the search ends
    #[arg(long, value_name = "S", default_value_t = 120)]
    time: u64,
    /// Largest pile for which P-positions are computed as data
    #[arg(long, value_name = "B")]
    data: Option<u64>,
    /// Write the obligations as a script with its files for the prover Walnut into this folder
    #[arg(long, value_name = "DIR")]
    walnut: Option<PathBuf>,
}

/// Proves or refutes.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let Resolved::Rules(rules, _) = &game else {
        return Err(Failure::input(format!(
            "`{}` is not in the rule language, and a proof starts from rule text",
            game.name()
        )));
    };
    let candidate = args.candidate.as_deref().map(|text| candidate(text, rules)).transpose()?;
    let numeration = args
        .numeration
        .as_deref()
        .map(|text| {
            text.parse::<Numeration>().map_err(|e| Failure::input(format!("--numeration {text}: {e}")))
        })
        .transpose()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let watched = cancel.clone();
    std::thread::spawn(move || {
        while !watched.load(Ordering::Relaxed) {
            watched.store(CANCEL.load(Ordering::Relaxed), Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    let limits = Limits {
        states: args.states,
        memory: usize::try_from(context.memory_bytes()).unwrap_or(usize::MAX),
        deadline: Some(Instant::now() + Duration::from_secs(args.time)),
        cancel: Some(cancel),
    };
    // The theory may propose the P-positions; what is proved is about the rules.
    let theory = wythoff_theory::decider_for(&game).ok().flatten();
    let proposed = |bound: u64| {
        let stream = theory.as_ref()?.p_positions()?;
        Some(stream.take_while(|p| p[0] < bound).filter(|p| p.iter().all(|x| *x < bound)).collect())
    };
    let request = Request {
        source: Some(&proposed),
        candidate: candidate.as_deref(),
        numeration,
        grundy: args.grundy,
        limits: limits.clone(),
        data: args.data,
    };
    let (result, seconds) = context.timed(|| prove(rules, &request, &context.limits()));
    context.finish();
    let (outcome, attempts) = result.map_err(|error| match error {
        ProveFailure::Rules(error) => {
            Failure::from(error).hint("`wyt discover` still finds patterns, without a proof")
        }
        ProveFailure::Solve(error) => Failure::from(error),
        ProveFailure::Prove(error) => Failure::input(error.to_string()),
    })?;
    let mut object = json::header(&game);
    let mut lines: Vec<String> = Vec::new();
    match &outcome {
        Outcome::Proved(proof) => {
            let (numeration, states) = (proof.numeration().to_string(), proof.dfa().states());
            object.insert("verdict".into(), json!("proved"));
            object.insert("numeration".into(), json!(numeration));
            object.insert("states".into(), json!(states));
            object.insert("prover_seconds".into(), json!(proof.elapsed().as_secs_f64()));
            let what = match args.grundy {
                Some(g) => format!("the positions of Grundy value 0 to {g}"),
                None => "the P-positions".to_string(),
            };
            lines.push(format!("proved for all positions: {what} are recognised by {states} states, piles written in {numeration}"));
            if let Some(path) = &args.certificate {
                let text = proof
                    .certificate(&crate::table::bound_game(rules)?.to_string(), &limits)
                    .map_err(|e| Failure::limit(e.to_string()))?;
                write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
                object.insert("certificate".into(), json!(path.display().to_string()));
                lines.push(format!(
                    "certificate: {} ({} bytes); re-check it with `wyt check {0}`",
                    path.display(),
                    text.len()
                ));
            }
            if let Some(folder) = &args.walnut {
                let files =
                    walnut::export(proof, "wyt", &limits).map_err(|e| Failure::input(e.to_string()))?;
                for file in &files {
                    let path = folder.join(&file.path);
                    if let Some(parent) = path.parent() {
                        std::fs::create_dir_all(parent).map_err(|e| {
                            Failure::input(format!("`{}` cannot be made: {e}", parent.display()))
                        })?;
                    }
                    write_whole(&path, |out| Ok(out.write_all(file.text.as_bytes())?))?;
                }
                lines.push(format!("{} files for Walnut in {}", files.len(), folder.display()));
            }
        }
        Outcome::Refuted { position, witness, numeration } => {
            let at = show_position(position);
            let why = match witness {
                Witness::StableBroken { option, .. } => {
                    format!("it is in the set, and so is its option {}", show_position(option))
                }
                Witness::NotAbsorbed => "it is outside the set, and none of its options is in it".to_string(),
                Witness::Terminal => "it is terminal, and on the wrong side".to_string(),
                Witness::TooMany { .. } => "it is in the set, and too many of its options are".to_string(),
                Witness::TooFew { .. } => {
                    "it is outside the set, and all its options in the set can be blocked".to_string()
                }
            };
            object.insert("verdict".into(), json!("refuted"));
            object.insert("numeration".into(), json!(numeration));
            object.insert("counterexample".into(), json::position(position));
            object.insert("reason".into(), json!(why));
            lines.push(format!("refuted at {at}: {why}"));
        }
        Outcome::Unknown { limit } => {
            object.insert("verdict".into(), json!("unknown"));
            object.insert("limit".into(), json!(limit));
            lines.push(format!("unknown: {limit}"));
            for attempt in &attempts {
                lines.push(format!("  {}: {}", attempt.numeration, attempt.result));
            }
            lines.push("  raise --states, --time or --data, or give --numeration".to_string());
        }
    }
    object.insert("seconds".into(), json!(seconds));
    let mut out = std::io::stdout().lock();
    if context.global.json {
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        writeln!(out, "{}", lines.join("\n"))?;
    }
    Ok(())
}

/// A set given in words.
fn candidate(text: &str, rules: &wythoff_rules::Rules) -> Result<Box<dyn Candidate>, Failure> {
    if let Some(alpha) = text.strip_prefix("beatty ") {
        let real = |e: wythoff_numbers::real::RealError| Failure::input(format!("--candidate {text}: {e}"));
        let alpha = wythoff_numbers::Real::parse(alpha).map_err(real)?;
        let beta = alpha.complement().map_err(real)?;
        // The pairs (floor(n alpha), floor(n beta)) with small terms.
        let mut pairs = std::collections::HashSet::new();
        for n in 0..1024u64 {
            let n = wythoff_numbers::Integer::from(n);
            let (a, b) = (alpha.floor_mul(&n).map_err(real)?, beta.floor_mul(&n).map_err(real)?);
            if let (Ok(a), Ok(b)) = (u64::try_from(&a), u64::try_from(&b)) {
                pairs.insert((a.min(b), a.max(b)));
            }
        }
        return Ok(Box::new(move |p: &[u64]| {
            p.len() == 2 && pairs.contains(&(p[0].min(p[1]), p[0].max(p[1])))
        }));
    }
    if let Some(spec) = text.strip_prefix("of ") {
        let Resolved::Rules(other, _) = Resolved::parse(spec)? else {
            return Err(Failure::input(format!("--candidate {text}: the game must be in the rule language")));
        };
        let below = if other.coordinates().len() > 2 { 24 } else { 256 };
        let found = wythoff_solvers::p_below(&other, below, &wythoff_solvers::Limits::default())?;
        let set: std::collections::HashSet<Vec<u64>> = found.positions.into_iter().collect();
        return Ok(Box::new(move |p: &[u64]| set.contains(&other.canonical(p))));
    }
    // A condition becomes 1 or 0.
    let names: Vec<&str> = rules.coordinates().iter().map(String::as_str).collect();
    let formula = Formula::read("candidate", &format!("if {text} then 1 else 0"), &names)?;
    Ok(Box::new(move |p: &[u64]| {
        let values: Vec<wythoff_numbers::Integer> =
            p.iter().map(|x| wythoff_numbers::Integer::from(*x)).collect();
        formula.value(&values).is_ok_and(|v| v == 1)
    }))
}
