//! Positions of any size by an automaton that is proved on the spot, or whose certificate is checked on the spot.

use super::{Answer, Args};
use crate::context::Context;
use crate::failure::Failure;
use crate::game::counted;
use crate::json;
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use wythoff_automata::{Convention, Limits, Numeration, SetText};
use wythoff_catalog::Resolved;
use wythoff_certificate::{automaton, transducer};
use wythoff_discover::game::leapers_of;
use wythoff_discover::leapers::{Certificate, LeaperTheory};
use wythoff_numbers::Natural;
use wythoff_prove::{Outcome, PlayError, Player, ProveFailure, Request, compare};
use wythoff_rules::{Rules, parse_position};
use wythoff_theory::Decider;

/// Proves the P-positions within the time allowed, then decides.
pub fn by_proof(
    game: &Resolved,
    rules: &Rules,
    text: &str,
    args: &Args,
    context: &Context,
) -> Result<Answer, Failure> {
    let position = position(rules, text)?;
    let budget = context.budget().clone().within(Duration::from_secs(args.time));
    let request = Request::default();
    let (outcome, _) =
        super::super::prove::search(game, rules, request, &budget).map_err(|error| match error {
            ProveFailure::Rules(error) => Failure::from(error),
            ProveFailure::Solve(error) => Failure::from(error),
            ProveFailure::Prove(error) => Failure::input(error.to_string()),
        })?;
    let proof = match outcome {
        Outcome::Proved(proof) => proof,
        Outcome::Unknown { .. } if context.cancelled() => {
            return Err(Failure::interrupted("interrupted before a proof was found"));
        }
        Outcome::Unknown { limit } => {
            return Err(Failure::limit(format!("no proof was found: {limit}")).hint(
                "`wyt prove` says more, and may be given other limits; its certificate can be used here",
            ));
        }
        Outcome::Refuted { .. } => return Err(Failure::limit("no proof was found")),
    };
    let player = Player::new(rules, &proof).map_err(failed)?;
    answer(&player, &position, "proved from the rules just now")
}

/// Checks a certificate by independent code, compares its game with the rules, then decides.
pub fn by_certificate(rules: &Rules, text: &str, path: &Path) -> Result<Answer, Failure> {
    let position = position(rules, text)?;
    let place = path.display();
    let certificate = std::fs::read_to_string(path)
        .map_err(|e| Failure::input(format!("the file `{place}` cannot be read: {e}")))?;
    if certificate.lines().next().map(str::trim) == Some(transducer::HEADER) {
        return by_transducer_certificate(rules, &position, &certificate, &place.to_string());
    }
    let report = automaton::check(&certificate).map_err(|e| Failure::check(format!("{place}: {e}")))?;
    let numeration = report.numeration.parse::<Numeration>();
    let numeration = numeration.map_err(|e| Failure::input(format!("{place}: {e}")))?;
    let compared = compare(rules, &report.statement, &numeration, &Limits::default())
        .map_err(|e| Failure::input(e.to_string()))?;
    if let Some(first) = compared.differences.first() {
        return Err(Failure::check(format!("{place} is not about this game; {first}"))
            .hint(format!("`wyt check {place}` shows what it is about")));
    }
    let set = SetText::read(&certificate).map_err(|e| Failure::input(format!("{place}: {e}")))?;
    let player = Player::of_set(rules, &set, compared.grundy).map_err(failed)?;
    answer(&player, &position, &checked(&place.to_string()))
}

/// The same with the certificate of a transducer: Wythoff plus finitely many vectors.
fn by_transducer_certificate(
    rules: &Rules,
    position: &[Natural],
    certificate: &str,
    place: &str,
) -> Result<Answer, Failure> {
    let accepted = transducer::check(certificate).map_err(|e| Failure::check(format!("{place}: {e}")))?;
    let read = Certificate::read(certificate).map_err(|e| Failure::input(format!("{place}: {e}")))?;
    if leapers_of(rules).as_ref() != Some(read.machine().leapers()) {
        let about = &accepted.rules;
        return Err(Failure::check(format!("{place} is not about this game; it is about {about}"))
            .hint(format!("`wyt check {place}` shows what it is about")));
    }
    let decided = LeaperTheory::new(&read).decide(position);
    let mut verdict = decided.map_err(|e| Failure::input(e.to_string()))?;
    super::sort_shown(rules, &mut verdict);
    let mut answer = super::answered(verdict, "proof");
    let how = checked(place);
    answer.reason += &format!(" {}{}", how[..1].to_uppercase(), &how[1..]);
    answer.proof = Some(json!({"states": accepted.states, "statement": accepted.to_string(), "how": how}));
    Ok(answer)
}

fn checked(place: &str) -> String {
    format!("the certificate {place} was checked, and its game is this one")
}

fn answer(player: &Player, position: &[Natural], how: &str) -> Result<Answer, Failure> {
    let decision = player.decide(position).map_err(failed)?;
    let (states, numeration) = (player.states(), player.numeration().to_string());
    let mut reason = format!(
        "the P-positions are those that {} accept{}, piles written in {numeration}; {how}",
        counted(states, "state"),
        if states == 1 { "s" } else { "" }
    );
    if !decision.lost && decision.to.is_none() {
        reason += match player.game().convention {
            Convention::Blocking(_) => "; a winning move depends on what is blocked",
            _ => "; the game is over here, and whoever cannot move wins",
        };
    }
    let shown = |to: &Vec<Natural>| {
        let text = to.iter().map(Natural::to_string).collect::<Vec<_>>().join(",");
        (json::huge_position(to), text)
    };
    Ok(Answer {
        outcome: if decision.lost { "P" } else { "N" }.to_string(),
        moves: decision.to.iter().map(shown).collect(),
        by: "proof",
        cites: Vec::new(),
        reason,
        value: None,
        proof: Some(json!({
            "states": states,
            "numeration": numeration,
            "statement": player.game().statement(),
            "how": how,
        })),
    })
}

fn position(rules: &Rules, text: &str) -> Result<Vec<Natural>, Failure> {
    if text.contains(';') {
        return Err(Failure::input("a proof speaks of positions without memory of earlier moves"));
    }
    let mut position = parse_position(text)?;
    if position.len() != rules.coordinates().len() {
        // The same words as for a position that the rules answer for.
        rules.check_position(&vec![0; position.len()])?;
    }
    if rules.is_symmetric() {
        position.sort();
    }
    Ok(position)
}

fn failed(error: PlayError) -> Failure {
    match error {
        PlayError::Rules(error) => Failure::from(error),
        illegal @ PlayError::Illegal(_) => Failure::check(illegal.to_string()),
        other => Failure::input(other.to_string()),
    }
}
