//! `wyt moves`: the options of a position, or whether one move is legal.

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, position_text};
use crate::json;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::ControlFlow;
use wythoff_catalog::special::show;
use wythoff_catalog::{Resolved, View};
use wythoff_rules::{Legality, Rules, show_position};
use wythoff_solvers::{Referee, SolveError, State};

/// Arguments of `wyt moves`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position, such as 6,10; @FILE or - reads it
    #[arg(value_name = "POS")]
    position: String,
    /// Whether the move to this position is legal, by which family, or which condition it breaks
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    to: Option<String>,
}

/// Lists the options, or judges one move.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let text = position_text(&args.position)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    match &args.to {
        Some(to) => legality(&game, &text, &position_text(to)?, context, &mut out)?,
        None => {
            let (found, seconds) = context.timed(|| options(&game, &text, context));
            let (options, shown) = found?;
            if context.global.json {
                let mut object = json::header(&game);
                object.insert("count".into(), json!(options.len()));
                object.insert("options".into(), Value::Array(options));
                object.insert("seconds".into(), json!(seconds));
                writeln!(out, "{}", Value::Object(object))?;
            } else {
                for line in shown {
                    writeln!(out, "{line}")?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

/// What an option takes in memory until it is printed.
const OPTION_BYTES: u128 = 512;

/// Refuses to list more options than fit, before any is kept.
fn allow(rules: &Rules, state: &State, context: &Context) -> Result<(), Failure> {
    let (limits, mut count, mut full) = (context.budget(), 0u128, Ok(()));
    rules.for_each_option(&state.position, &state.memory, &mut |_| {
        count += 1;
        full = limits.allow("the list of options", count * OPTION_BYTES);
        if count % 4096 == 0 && full.is_ok() {
            full = limits.step(0, 0);
        }
        if full.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(full?)
}

/// The options as JSON and as text.
fn options(game: &Resolved, text: &str, context: &Context) -> Result<(Vec<Value>, Vec<String>), Failure> {
    match game.view() {
        View::Rules(rules) => {
            let state = super::solve::state(rules, text)?;
            allow(rules, &state, context)?;
            let options = Referee::new(rules).options(&state)?;
            let shown: Vec<String> = options.keys().map(|o| super::solve::show_state(rules, o)).collect();
            let values = if rules.memory().is_empty() && !rules.convention().pass {
                options.keys().map(|o| json::position(&o.position)).collect()
            } else {
                shown.iter().map(|s| json!(s)).collect()
            };
            Ok((values, shown))
        }
        View::Special(special) => {
            let _busy = context.busy();
            let options = special.options(&special.parse(text)?)?;
            Ok((
                options.iter().map(|o| json::special_position(o)).collect(),
                options.iter().map(|o| show(o)).collect(),
            ))
        }
        View::Sum(terms) => {
            let parts = super::grundy::sum_parts(terms, text)?;
            let (mut values, mut lines) = (Vec::new(), Vec::new());
            for (index, term) in terms.iter().enumerate() {
                for line in options(term, parts[index], context)?.1 {
                    let mut moved: Vec<&str> = parts.clone();
                    moved[index] = &line;
                    values.push(json!(moved.join(" + ")));
                    lines.push(moved.join(" + "));
                }
            }
            Ok((values, lines))
        }
    }
}

fn legality(
    game: &Resolved,
    from: &str,
    to: &str,
    context: &Context,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (judged, seconds) = context.timed(|| judge(game, from, to));
    let (legal, reasons) = judged?;
    if context.global.json {
        let mut object = json::header(game);
        object.insert("legal".into(), json!(legal));
        object.insert(
            if legal { "family" } else { "reasons" }.into(),
            if legal { json!(reasons[0]) } else { json!(reasons) },
        );
        object.insert("seconds".into(), json!(seconds));
        writeln!(out, "{}", Value::Object(object))?;
    } else if legal {
        writeln!(out, "legal, by {}", reasons[0])?;
    } else {
        writeln!(out, "not legal")?;
        for reason in reasons {
            writeln!(out, "  {reason}")?;
        }
    }
    Ok(())
}

/// Whether a move is legal, and the family or the reasons.
fn judge(game: &Resolved, from: &str, to: &str) -> Result<(bool, Vec<String>), Failure> {
    Ok(match game.view() {
        View::Rules(rules) => judge_by_rules(rules, from, to)?,
        View::Special(special) => match special.legal(&special.parse(from)?, &special.parse(to)?) {
            Ok(rule) => (true, vec![rule]),
            Err(reason) => (false, vec![reason]),
        },
        View::Sum(_) => return Err(Failure::input("--to is for one game, not for a sum")),
    })
}

fn judge_by_rules(rules: &Rules, from: &str, to: &str) -> Result<(bool, Vec<String>), Failure> {
    let state = super::solve::state(rules, from)?;
    let target = super::grundy::rules_position(rules, to.split(';').next().unwrap_or(to))?;
    // The memory that the position moved to is said to have is compared too.
    let wanted = if to.contains(';') { Some(super::solve::state(rules, to)?) } else { None };
    if rules.is_ended(&state.position) {
        return Ok((false, vec![format!("the game has ended at {}", show_position(&state.position))]));
    }
    let spends = |wanted: &State| wanted.passed && !state.passed;
    if rules.convention().pass
        && target == rules.canonical(&state.position)
        && wanted.as_ref().is_none_or(spends)
    {
        return Ok(judge_pass(rules, &state, wanted)?);
    }
    match rules.legality(&state.position, &state.memory, &target)? {
        Legality::Legal { family } => {
            let family = &rules.families()[family];
            let mut met = Vec::new();
            if let Some(wanted) = wanted {
                rules.for_each_option(&state.position, &state.memory, &mut |step| {
                    if rules.canonical(step.to) == target {
                        met.push(State {
                            position: target.clone(),
                            memory: step.memory.to_vec(),
                            passed: state.passed,
                        });
                    }
                    if met.last() == Some(&wanted) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
                if met.last() != Some(&wanted) {
                    met.sort();
                    met.dedup();
                    let met: Vec<String> = met.iter().map(|s| super::solve::show_state(rules, s)).collect();
                    let reason = format!("{}: {} leads to {}", family.label, family.text, met.join(" or "));
                    return Ok((false, vec![reason]));
                }
            }
            Ok((true, vec![format!("{}: {}", family.label, family.text)]))
        }
        Legality::Illegal { reasons } => Ok((false, reasons)),
    }
}

/// Whether a pass is legal: once in the game, not where there is no move, and it leaves the memory alone.
fn judge_pass(
    rules: &Rules,
    state: &State,
    wanted: Option<State>,
) -> Result<(bool, Vec<String>), SolveError> {
    let mut over = true;
    rules.for_each_option(&state.position, &state.memory, &mut |_| {
        over = false;
        ControlFlow::Break(())
    })?;
    let reason = if state.passed {
        "the pass is spent"
    } else if over {
        "no pass where there is no move"
    } else if wanted.is_some_and(|wanted| wanted.memory != state.memory) {
        "a pass changes nothing that is remembered"
    } else {
        return Ok((true, vec!["the pass, once in the game".to_string()]));
    };
    Ok((false, vec![reason.to_string()]))
}
