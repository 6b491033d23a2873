//! `wyt solve`: who wins, by which move, and how it is known.

mod proof;
mod special;

use crate::context::Context;
use crate::failure::Failure;
use crate::game::{GameArgs, called, position_text};
use crate::json;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wythoff_catalog::special::show;
use wythoff_catalog::{Resolved, View};
use wythoff_rules::{Outcome, Rules, parse_position, show_position};
use wythoff_solvers::{Play, Referee, State};
use wythoff_theory::Refusal;

/// Arguments of `wyt solve`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position, such as 6,10; @FILE or - reads one too long for a command line
    #[arg(value_name = "POS")]
    position: String,
    /// All winning moves, from the rules
    #[arg(long)]
    all: bool,
    /// How: from the rules, from the theory, or by an automaton that is proved first [default: the theory where there
    /// is one; a proof for piles that are too large for the rules]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// By a certificate of `wyt prove` or `wyt discover`: it is checked, its game is compared with SPEC, and it decides
    #[arg(long, value_name = "FILE", conflicts_with_all = ["by", "all"])]
    certificate: Option<PathBuf>,
    /// Seconds that a proof may take
    #[arg(long, value_name = "S", default_value_t = 30)]
    time: u64,
}

/// A method.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// From the rules
    Rules,
    /// From the theory
    Theory,
    /// By an automaton, proved first
    Proof,
}

/// The answer about one position.
struct Answer {
    outcome: String,
    /// Resulting positions of winning moves, as JSON and as text.
    moves: Vec<(Value, String)>,
    by: &'static str,
    cites: Vec<String>,
    reason: String,
    /// The Grundy value of a sum, or the value of a partizan game.
    value: Option<Value>,
    /// What was proved, and how.
    proof: Option<Value>,
}

/// Says who wins a position.
pub fn run(args: &Args, context: &Context) -> Result<(), Failure> {
    let game = args.game.resolve()?;
    let text = position_text(&args.position)?;
    let (answer, seconds) = context.timed(|| answer(&game, &text, args, context));
    let answer = answer?;
    context.finish();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        let mut object: Map<String, Value> = json::header(&game);
        object.insert("outcome".into(), json!(answer.outcome));
        object.insert("moves".into(), Value::Array(answer.moves.into_iter().map(|(v, _)| v).collect()));
        object.insert("by".into(), json!(answer.by));
        object.insert("cites".into(), json!(answer.cites));
        object.insert("reason".into(), json!(answer.reason));
        if let Some(proof) = answer.proof {
            object.insert("proof".into(), proof);
        }
        if let Some(value) = answer.value {
            object.insert("value".into(), value);
        }
        object.insert("seconds".into(), json!(seconds));
        writeln!(out, "{}", Value::Object(object))?;
    } else {
        let words = match answer.outcome.as_str() {
            "P" => "P: the player to move loses",
            "N" => "N: the player to move wins",
            "L" => "L: Left wins, whoever moves first",
            "R" => "R: Right wins, whoever moves first",
            other => other,
        };
        writeln!(out, "{words}")?;
        match &answer.value {
            Some(Value::String(value)) => writeln!(out, "value {value}")?,
            Some(value) => writeln!(out, "value {value}")?,
            None => {}
        }
        for (_, to) in &answer.moves {
            writeln!(out, "move to {to}")?;
        }
        let cites =
            if answer.cites.is_empty() { String::new() } else { format!(" ({})", answer.cites.join(", ")) };
        writeln!(out, "known by {}{cites}: {}", answer.by, answer.reason)?;
    }
    Ok(out.flush()?)
}

fn answer(game: &Resolved, text: &str, args: &Args, context: &Context) -> Result<Answer, Failure> {
    if args.all && matches!(args.by, Some(By::Theory | By::Proof)) {
        return Err(Failure::input("--all looks at every option, which is done from the rules")
            .hint("without --all the theory or a proof gives one winning move"));
    }
    let by_proof = args.certificate.is_some() || args.by == Some(By::Proof);
    if by_proof && game.rules().is_none() {
        return Err(Failure::input(format!(
            "{} is not in the rule language, and a proof starts from rule text",
            called(game)
        )));
    }
    match game.view() {
        View::Special(special) => {
            let _busy = context.busy();
            if args.all {
                return special::all(special.as_ref(), text);
            }
            special::answer(game, special.as_ref(), text, args.by, context)
        }
        View::Sum(terms) => sum(terms, text, args, context),
        View::Rules(rules) => {
            if let Some(path) = &args.certificate {
                return proof::by_certificate(rules, text, path);
            }
            if args.by == Some(By::Proof) {
                return match by_transducer(rules, text, true, context)? {
                    Some(answer) => Ok(answer),
                    None => proof::by_proof(game, rules, text, args, context),
                };
            }
            let (mut refused, mut unproved) = (None, None);
            if args.by != Some(By::Rules) && !args.all {
                match by_theory(game, rules, text, args, context)? {
                    Ok(answer) => return Ok(answer),
                    Err(refusal) => refused = refusal.map(|r| format!("no theorem answers here: {r}")),
                }
                if let Some(answer) = by_transducer(rules, text, false, context)? {
                    return Ok(answer.although(refused));
                }
                if context.aside(|| is_large(text)) {
                    match proof::by_proof(game, rules, text, args, context) {
                        Ok(answer) => return Ok(answer.although(refused)),
                        Err(failure) => unproved = Some(failure.message),
                    }
                }
            }
            let played = state(rules, text).and_then(|state| by_rules(rules, &state, args, context));
            match played {
                Ok(answer) => Ok(answer.although(refused)),
                Err(failure) if failure.code == 3 => {
                    let unproved = unproved.map(|why| format!("a proof was tried too: {why}"));
                    Err(refused.into_iter().chain(unproved).fold(failure, Failure::hint))
                }
                Err(failure) => Err(failure),
            }
        }
    }
}

impl Answer {
    /// The same answer, saying why no theorem gave it.
    fn although(mut self, refused: Option<String>) -> Answer {
        if let Some(refused) = refused {
            self.reason += &format!("; {refused}");
        }
        self
    }
}

/// The answer of a theory, or why the game's theory gives none; nothing if it has none.
fn by_theory(
    game: &Resolved,
    rules: &Rules,
    text: &str,
    args: &Args,
    context: &Context,
) -> Result<Result<Answer, Option<Refusal>>, Failure> {
    let forced = args.by == Some(By::Theory);
    let decider = match wythoff_theory::decider_for(game) {
        Ok(Some(decider)) if !text.contains(';') => decider,
        Ok(_) if forced => {
            let failure = Failure::input(format!("no theory decides {}", called(game)));
            return Err(failure.hint(
                "--by rules computes it, for piles that are not too large; --by proof decides piles of any size",
            ));
        }
        Err(refusal) if forced => {
            return Err(Failure::input(refusal.to_string()).hint("--by rules computes it"));
        }
        Err(refusal) => return Ok(Err(Some(refusal))),
        _ => return Ok(Err(None)),
    };
    let mut position = context.aside(|| parse_position(text))?;
    if position.len() != rules.coordinates().len() {
        // The same words as for a position that the rules answer for.
        rules.check_position(&vec![0; position.len()])?;
    }
    if rules.is_symmetric() {
        position.sort();
    }
    match decider.decide(&position) {
        Ok(mut verdict) => {
            let remembered =
                verdict.winning.as_mut().map(|to| to.split_off(rules.coordinates().len().min(to.len())));
            sort_shown(rules, &mut verdict);
            let mut answer = context.aside(|| answered(verdict, "theorem"));
            for (value, text) in &mut answer.moves {
                for ((name, _), cell) in rules.memory().iter().zip(remembered.iter().flatten()) {
                    *text += &format!(";{name}={cell}");
                    *value = json!(text);
                }
            }
            Ok(Ok(answer))
        }
        Err(refusal) if forced => Err(Failure::input(refusal.to_string()).hint("--by rules computes it")),
        Err(refusal) => Ok(Err(Some(refusal))),
    }
}

/// Wythoff plus finitely many vectors: a transducer with a finite certificate decides piles of any size. Small
/// piles are left to the rules.
fn by_transducer(
    rules: &Rules,
    text: &str,
    also_small: bool,
    context: &Context,
) -> Result<Option<Answer>, Failure> {
    let leapers = wythoff_discover::game::leapers_of(rules).filter(|l| !l.vectors().is_empty());
    let Some(leapers) = leapers else { return Ok(None) };
    let position = context.aside(|| parse_position(text))?;
    let small = position.iter().all(|n| u64::try_from(n).is_ok_and(|n| n < 100_000));
    if position.len() != 2 || (small && !also_small) {
        return Ok(None);
    }
    let Ok(certificate) =
        wythoff_discover::leapers::certify(&leapers, &wythoff_discover::leapers::Limits::default())
    else {
        return Ok(None);
    };
    let theory = wythoff_discover::leapers::LeaperTheory::new(&certificate);
    match wythoff_theory::Decider::decide(&theory, &position) {
        Ok(mut verdict) => {
            sort_shown(rules, &mut verdict);
            Ok(Some(context.aside(|| answered(verdict, "proof"))))
        }
        Err(_) => Ok(None),
    }
}

/// Where order does not matter a move leads to a sorted position, in the words of the reason too.
fn sort_shown(rules: &Rules, verdict: &mut wythoff_theory::Verdict) {
    if let Some(to) = verdict.winning.as_mut().filter(|_| rules.is_symmetric()) {
        to.sort();
        sort_told(&mut verdict.reason);
    }
}

/// Sorts the piles in the last sentence of a reason: `Move to (3, 1).`
fn sort_told(reason: &mut String) {
    const MOVE: &str = "Move to (";
    let Some(at) = reason.rfind(MOVE).map(|at| at + MOVE.len()) else { return };
    let Some(told) = reason[at..].strip_suffix(").") else { return };
    let mut piles: Vec<&str> = told.split(", ").collect();
    if piles.iter().all(|pile| pile.chars().all(|c| c.is_ascii_digit())) {
        piles.sort_by_key(|pile| (pile.len(), *pile));
        let told = piles.join(", ");
        reason.replace_range(at.., &format!("{told})."));
    }
}

/// Positions with more than this many others below them are left to a proof before the rules are asked.
const LARGE: u64 = 10_000_000_000;

fn is_large(text: &str) -> bool {
    let Ok(position) = parse_position(text) else { return false };
    let below = position.iter().try_fold(1u64, |n, x| n.checked_mul(u64::try_from(x).ok()?.checked_add(1)?));
    below.is_none_or(|cells| cells > LARGE)
}

fn answered(verdict: wythoff_theory::Verdict, by: &'static str) -> Answer {
    let shown = |to: &Vec<malachite::Natural>| {
        // Decimal digits of huge piles are computed once.
        let piles: Vec<String> = to.iter().map(|n| n.to_string()).collect();
        let value = |text: &String| match text.parse::<u64>() {
            Ok(small) if small <= 1 << 53 => json!(small),
            _ => json!(text),
        };
        (Value::Array(piles.iter().map(value).collect()), piles.join(","))
    };
    Answer {
        outcome: verdict.outcome.to_string(),
        moves: verdict.winning.iter().map(shown).collect(),
        by,
        cites: verdict.cites.iter().map(|c| c.to_string()).collect(),
        reason: verdict.reason,
        value: None,
        proof: None,
    }
}

/// Reads a position with what is remembered of earlier moves: `20;last=4`.
pub fn state(rules: &Rules, text: &str) -> Result<State, Failure> {
    let mut parts = text.trim().split(';');
    let position = super::grundy::rules_position(rules, parts.next().unwrap_or_default())?;
    let mut memory = rules.fresh_memory();
    let (mut passed, mut given) = (None, vec![false; memory.len()]);
    let twice = |name: &str| Failure::input(format!("`{name}` is given twice")).hint("give each name once");
    for part in parts {
        let (name, value) =
            part.split_once('=').map_or((part.trim(), None), |(n, v)| (n.trim(), Some(v.trim())));
        if name == "passed" && !rules.memory().iter().any(|(n, _)| n == name) {
            if !rules.convention().pass {
                return Err(Failure::input("this game has no pass").hint("--pass adds one"));
            }
            let spent = match value {
                None | Some("1") => true,
                Some("0") => false,
                Some(other) => {
                    let message = format!("passed={other}: the pass is spent (1) or not (0)");
                    return Err(Failure::input(message).hint("write ;passed=1"));
                }
            };
            if passed.replace(spent).is_some() {
                return Err(twice(name));
            }
            continue;
        }
        let (cell, value) = rules.parse_memory(part)?;
        if std::mem::replace(&mut given[cell], true) {
            return Err(twice(name));
        }
        memory[cell] = value;
    }
    let passed = passed.unwrap_or(false);
    if memory == rules.fresh_memory() && !rules.is_start(&position)? {
        return Err(Failure::input(format!("a game does not start from {}", show_position(&position))));
    }
    Ok(State { position, memory, passed })
}

/// A state as it is written: `20;last=4`.
pub fn show_state(rules: &Rules, state: &State) -> String {
    let mut text = show_position(&state.position);
    for ((name, fresh), value) in rules.memory().iter().zip(&state.memory) {
        if value != fresh {
            text += &format!(";{name}={value}");
        }
    }
    if state.passed {
        text += ";passed=1";
    }
    text
}

/// Up to this many positions the referee answers.
const SMALL: u64 = 1_000;

/// Up to this many positions below the given one lines of play are followed where the box, whose sides are equal, has
/// more than [`BOX`] positions; two piles need no table of the box.
const NARROW: u64 = 40_000;
const BOX: u64 = 4_000_000;

/// Whether the box is the way to the outcome of a position.
fn fills_its_box(position: &[u64], cells: Option<u64>) -> bool {
    let side = position.iter().max().map_or(1, |most| most.saturating_add(1));
    let whole = position.iter().try_fold(1u64, |n, _| n.checked_mul(side));
    position.len() <= 2 || cells.is_none_or(|cells| cells > NARROW) || whole.is_some_and(|whole| whole <= BOX)
}

fn by_rules(rules: &Rules, state: &State, args: &Args, context: &Context) -> Result<Answer, Failure> {
    let cells = state.position.iter().try_fold(1u64, |n, x| n.checked_mul(x.saturating_add(1)));
    let plain = rules.memory().is_empty() && !rules.convention().pass && rules.only_takes();
    let (outcome, winning, reason) = if plain && cells.is_some_and(|cells| cells <= SMALL) {
        let mut referee = Referee::new(rules);
        let outcome = referee.outcome(state)?;
        let winning = referee.winning(state)?;
        (outcome, winning, "the referee followed every line of play".to_string())
    } else if !plain || !fills_its_box(&state.position, cells) {
        let mut play = Play::new(rules, context.budget());
        let outcome = play.outcome(state)?;
        let winning = play.winning(state)?;
        (outcome, winning, "lines of play were followed as far as they decide".to_string())
    } else {
        from_box(rules, state, context)?
    };
    let mut moves: Vec<(Value, String)> = Vec::new();
    let with_state = !rules.memory().is_empty() || rules.convention().pass;
    let mut winning: Vec<State> = winning;
    for option in &mut winning {
        rules.canonicalise(&mut option.position);
    }
    // With blocking, places that differ by order are options of their own.
    winning.sort();
    winning.dedup();
    for option in winning.iter().take(if args.all { usize::MAX } else { 1 }) {
        let text = show_state(rules, option);
        let value = if with_state { json!(text) } else { json::position(&option.position) };
        moves.push((value, text));
    }
    let outcome = outcome.to_string();
    Ok(Answer { outcome, moves, by: "rules", cites: Vec::new(), reason, value: None, proof: None })
}

/// The outcome from all P-positions with piles up to the largest.
fn from_box(
    rules: &Rules,
    state: &State,
    context: &Context,
) -> Result<(Outcome, Vec<State>, String), Failure> {
    let bound = state.position.iter().zip(rules.bounds()).filter(|(_, b)| b.is_none()).map(|(x, _)| *x).max();
    let bound = bound.unwrap_or(0).saturating_add(1);
    let found = wythoff_solvers::p_below(rules, bound, context.budget())?;
    let reason = format!("all P-positions with piles below {bound} were computed, by {}", found.method);
    let lost: HashSet<Vec<u64>> = found.positions.into_iter().collect();
    if lost.contains(&state.position) {
        return Ok((Outcome::P, Vec::new(), reason));
    }
    let mut winning: HashSet<Vec<u64>> = HashSet::new();
    rules.for_each_option(&state.position, &state.memory, &mut |step| {
        if lost.contains(step.to) {
            winning.insert(step.to.to_vec());
        }
        ControlFlow::Continue(())
    })?;
    let mut winning: Vec<Vec<u64>> = winning.into_iter().collect();
    winning.sort();
    let states = winning.into_iter().map(|position| State { position, ..state.clone() }).collect();
    Ok((Outcome::N, states, reason))
}

/// A sum by Sprague and Grundy: P if and only if the nim-sum of the values is 0.
fn sum(terms: &[Resolved], text: &str, args: &Args, context: &Context) -> Result<Answer, Failure> {
    if args.by == Some(By::Theory) {
        let failure = Failure::input("a sum is solved by the Grundy values of its games, from the rules");
        return Err(failure.hint("drop --by theory"));
    }
    let parts = super::grundy::sum_parts(terms, text)?;
    let mut values = Vec::new();
    for (term, part) in terms.iter().zip(&parts) {
        values.push(super::grundy::value_at(term, part, context)?);
    }
    let total = values.iter().fold(0, |sum, v| sum ^ v);
    let mut moves = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let wanted = total ^ values[index];
        if total == 0 || (wanted > values[index] && moves.is_empty() && !args.all && index + 1 < terms.len())
        {
            continue;
        }
        for option in term_options(term, parts[index])? {
            if super::grundy::value_at(term, &option, context)? == wanted {
                let mut moved: Vec<&str> = parts.clone();
                moved[index] = &option;
                let line = moved.join(" + ");
                moves.push((json!(line), line));
                if !args.all {
                    break;
                }
            }
        }
        if !args.all && !moves.is_empty() {
            break;
        }
    }
    let shown: Vec<String> = values.iter().map(|v| v.to_string()).collect();
    Ok(Answer {
        outcome: if total == 0 { "P" } else { "N" }.to_string(),
        moves,
        by: "rules",
        cites: Vec::new(),
        reason: format!("the Grundy values are {}, their nim-sum is {total}", shown.join(", ")),
        value: Some(json::number(total)),
        proof: None,
    })
}

fn term_options(term: &Resolved, text: &str) -> Result<Vec<String>, Failure> {
    match term.view() {
        View::Rules(rules) => {
            let options = Referee::new(rules).options(&state(rules, text)?)?;
            Ok(options.keys().map(|o| show_state(rules, o)).collect())
        }
        View::Special(special) => {
            Ok(special.options(&special.parse(text)?)?.iter().map(|o| show(o)).collect())
        }
        View::Sum(_) => Err(Failure::input("sums do not nest")),
    }
}
