//! A game as the laboratory knows it: rules, parameters, sources, what is known, a small table.

use crate::clock::timed;
use crate::game::{Game, Header};
use crate::p::Range;
use crate::theory::{decide_special, decider_for};
use malachite::Natural;
use malachite::base::num::arithmetic::traits::Pow;
use serde::Serialize;
use std::time::Duration;
use wythoff_catalog::special::Pile;
use wythoff_catalog::{Kind, Resolved, View};
use wythoff_numbers::beatty::F_OF_ALPHA;
use wythoff_numbers::{Budget, within};
use wythoff_rules::{PileOrder, Rules, show_position};
use wythoff_theory::Refusal;

/// A game in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Description {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// Its title in the catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it is described.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<Vec<String>>,
    /// What is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
    /// Other names of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The rules in a sentence or two.
    pub words: Option<String>,
    /// The rules as text.
    pub rules: String,
    /// Its parameters: name, value in force, range.
    #[serde(skip)]
    pub parameters: Vec<(String, String, String)>,
    /// Whether positions that differ only by order are one.
    pub order: String,
    /// The names of what it remembers of earlier moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remembers: Vec<String>,
    /// What its theory decides; nothing where it has none.
    pub theory: Option<String>,
    /// The spec of the catalog that is the same game, for rules without a name there: their moves are proved equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_as: Option<String>,
    /// P-positions with small piles.
    pub positions: Option<Vec<String>>,
    /// Where the rule as printed differs.
    pub printed: Option<String>,
    /// Time spent computing.
    pub seconds: f64,
}

/// Time for the small table and the like.
const SHOWN_WITHIN: Duration = Duration::from_millis(500);

/// Memory for the same.
const SHOWN_HOLDING: u64 = 64 << 20;

impl Game {
    /// Rules, parameters, sources, what is known, and a small table.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let shown = Game::parse("wythoff")?.describe(&Budget::default());
    /// assert!(shown.positions.unwrap().contains(&"1,2".to_string()));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn describe(&self, budget: &Budget) -> Description {
        let game = &self.resolved;
        // What takes longer is left out: whoever wants to read the rules does not wait for a table.
        let memory = budget.memory().min(SHOWN_HOLDING);
        let short = budget.clone().within(SHOWN_WITHIN).with_memory(memory);
        let ((positions, printed), seconds) =
            timed(budget, || (small_table(self, &short), printed_difference(game, &short)));
        let entry = game.entry();
        Description {
            header: self.header(),
            title: entry.map(|e| e.title.to_string()),
            sources: entry.map(|e| e.sources.iter().map(|(p, l)| format!("{p} {l}")).collect()),
            notes: entry.map(|e| e.notes.to_vec()),
            aliases: entry.map(|e| e.aliases.iter().map(|a| a.to_string()).collect()).unwrap_or_default(),
            words: in_words(game),
            rules: rules_text(game),
            parameters: parameters(game),
            order: order_words(game),
            remembers: remembered(game).iter().map(|name| name.to_string()).collect(),
            theory: theory_words(game, &short),
            known_as: known_as(game, &short),
            positions,
            printed,
            seconds,
        }
    }
}

/// What rules that are not the catalog's are called there.
fn known_as(game: &Resolved, budget: &Budget) -> Option<String> {
    let rules = game.rules().filter(|_| game.entry().is_none())?;
    wythoff_catalog::names_of(rules, budget).into_iter().next()
}

/// Parameters with the values in force.
fn parameters(game: &Resolved) -> Vec<(String, String, String)> {
    let values = game.values();
    let told = |(name, default, range): (String, Option<String>, String)| {
        let value = values.iter().find(|(n, _)| *n == name).map(|(_, v)| v.to_string());
        // An alpha stands behind the f that it determines.
        let behind =
            values.iter().find_map(|(_, v)| v.to_string().strip_prefix(F_OF_ALPHA).map(String::from));
        let value =
            value.or(behind.filter(|_| name == "alpha")).or(default).unwrap_or_else(|| "none".to_string());
        (name, value, range)
    };
    game.entry().map(|e| e.parameters()).unwrap_or_default().into_iter().map(told).collect()
}

/// The rules in words, with who wins, where the catalog tells them.
fn in_words(game: &Resolved) -> Option<String> {
    let (rules, entry) = (game.rules()?, game.entry()?);
    let end = if rules.convention().misere { "The last mover loses." } else { "The last mover wins." };
    let told = entry.words.as_deref()?;
    Some(format!("{told} {end}"))
}

/// The names of what the game remembers of earlier moves.
fn remembered(game: &Resolved) -> Vec<&str> {
    match game.view() {
        View::Rules(rules) => rules.memory().iter().map(|(name, _)| name.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Which positions a theory decides, as a probe with piles of forty digits shows; or the hypothesis that fails.
fn theory_words(game: &Resolved, budget: &Budget) -> Option<String> {
    const EVERY: &str = "positions of any size are decided (a winning move with it)";
    let huge = |index: u64| Natural::from(10u32).pow(40) + Natural::from(index);
    if let Some(special) = game.special() {
        let probe: Vec<Pile> = (0..special.piles() as u64).map(|i| Pile::from(huge(i))).collect();
        return match decide_special(game, special.as_ref(), &probe, budget) {
            Ok(found) => found.map(|_| EVERY.to_string()),
            Err(refusal) => Some(limited(&refusal)),
        };
    }
    let rules = game.rules()?;
    match decider_for(game, budget) {
        Ok(None) | Err(Refusal::Stopped(_)) => None,
        Err(refusal) => Some(format!("none for these parameters: {refusal}")),
        Ok(Some(decider)) => {
            let coordinate = |(i, bound): (usize, &Option<u64>)| match bound {
                Some(_) => Natural::from(0u32),
                None => huge(i as u64),
            };
            let probe: Vec<Natural> = rules.bounds().iter().enumerate().map(coordinate).collect();
            Some(match within(budget, || decider.decide(&probe)) {
                Ok(_) => EVERY.to_string(),
                Err(refusal) => limited(&refusal),
            })
        }
    }
}

/// The limit that the probe met, without what it says of the probe itself.
fn limited(refusal: &Refusal) -> String {
    let text = refusal.to_string();
    let limit = text.split("; here").next().unwrap_or_default();
    format!("positions are decided up to a limit: {limit}")
}

fn rules_text(game: &Resolved) -> String {
    match (game.view(), game.entry()) {
        (View::Rules(rules), Some(entry)) => match entry.kind {
            // The rules proper; title, sources and notes are shown on their own.
            Kind::Text(text) => {
                let hidden = ["game", "title", "alias", "words", "printed", "proved", "source", "note"];
                let is_rule = |line: &&str| !hidden.contains(&line.split(' ').next().unwrap_or_default());
                let shown = text.lines().filter(is_rule);
                let shown: Vec<String> = shown.map(|line| in_force(line, rules)).collect();
                format!("{}\n{}", shown.join("\n"), convention_words(rules))
            }
            Kind::Rust(_) => String::new(),
        },
        (View::Rules(rules), None) => {
            let text = rules.game().to_string();
            let shown: Vec<String> = text.lines().map(|line| in_force(line, rules)).collect();
            format!("{}\n{}", shown.join("\n"), convention_words(rules))
        }
        (View::Special(special), _) => special.rules(),
        (View::Sum(terms), _) => {
            let names: Vec<String> = terms.iter().map(Resolved::name).collect();
            format!("a move is a move in one of the games {}", names.join(", "))
        }
    }
}

/// The line of a parameter with its value in place of the default.
fn in_force(line: &str, rules: &Rules) -> String {
    let Some(rest) = line.strip_prefix("param ") else { return line.to_string() };
    let name: String = rest.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let (said, condition) = match line.split_once(" where ") {
        Some((said, condition)) => (said, format!(" where {condition}")),
        None => (line, String::new()),
    };
    match (said.rsplit_once(" = "), rules.values().iter().find(|(n, _)| *n == name)) {
        (Some((declared, _)), Some((_, value))) => format!("{declared} = {value}{condition}"),
        _ => line.to_string(),
    }
}

fn convention_words(rules: &Rules) -> String {
    let convention = rules.convention();
    let mut words = Vec::new();
    if convention.misere {
        words.push("misère play: the last mover loses".to_string());
    }
    if let Some(block) = &convention.block {
        let families: Vec<&str> = (rules.families().iter().zip(&block.families))
            .filter(|(_, blockable)| **blockable)
            .map(|(f, _)| f.label.as_str())
            .collect();
        words.push(format!(
            "before each move up to {} options of {} are blocked",
            block.k - 1,
            families.join(", ")
        ));
    }
    for terminal in &convention.terminals {
        words.push(format!("the game ends at {}", show_position(terminal)));
    }
    for position in rules.forced_n() {
        words.push(format!("at {} whoever is to move has won", show_position(position)));
    }
    if convention.pass {
        words.push("once in the game either player may pass".to_string());
    }
    words.join("\n")
}

/// Whether positions that differ only by order are one position.
fn order_words(game: &Resolved) -> String {
    match game.view() {
        View::Rules(rules) => {
            let names = rules.coordinates().join(", ");
            let order = match (rules.is_symmetric(), rules.order()) {
                _ if rules.coordinates().len() == 1 => "one pile",
                (true, PileOrder::Ordered) => {
                    "the moves are symmetric: positions that differ only by order are one, shown sorted"
                }
                (true, _) => "positions that differ only by order are one position, shown sorted",
                (false, _) => "ordered: positions that differ by order are different",
            };
            let memory: Vec<String> = rules.memory().iter().map(|(n, v)| format!("{n}={v}")).collect();
            let memory = if memory.is_empty() {
                String::new()
            } else {
                format!(
                    "; a position with history is written with what is remembered, as in {};{} (at the start: {})",
                    vec!["8"; rules.coordinates().len()].join(","),
                    rules.memory().iter().map(|(n, _)| format!("{n}=1")).collect::<Vec<_>>().join(";"),
                    memory.join(", ")
                )
            };
            format!("position ({names}); {order}{memory}")
        }
        View::Special(special) if special.piles() == 1 => "one pile".to_string(),
        View::Special(special) if special.unordered() => {
            "positions that differ only by order are one position, shown sorted".to_string()
        }
        View::Special(_) => "ordered: positions that differ by order are different".to_string(),
        View::Sum(_) => "a position has a part for each game: 3,5 + 4".to_string(),
    }
}

/// Positions in the small table, at most; with fewer than a few the box is made larger.
const SHOWN: usize = 16;
const FEW: usize = 6;

fn small_table(game: &Game, budget: &Budget) -> Option<Vec<String>> {
    let positions = match game.resolved.view() {
        View::Rules(rules) => {
            let bounds = match rules.coordinates().len() {
                1 => [60, 120],
                2 => [20, 80],
                3 => [9, 30],
                4 => [5, 9],
                _ => [3, 4],
            };
            let listed = |bound| wythoff_solvers::p_below(rules, bound, budget).ok();
            let found = listed(bounds[0])?.positions;
            if found.len() >= FEW { found } else { listed(bounds[1]).map_or(found, |more| more.positions) }
        }
        View::Special(_) => {
            let listed = |range| game.p(range, 0, None, budget).ok().filter(|found| !found.partial);
            let ranges = [Range::First(10), Range::Below(30), Range::Below(8), Range::Below(2)];
            let found = ranges.into_iter().find_map(listed)?.positions;
            found.iter().map(<[u64]>::to_vec).collect()
        }
        View::Sum(_) => return None,
    };
    Some(positions.iter().take(SHOWN).map(|p| show_position(p)).collect())
}

/// Where the rule as printed differs: the smallest position with another outcome.
fn printed_difference(game: &Resolved, budget: &Budget) -> Option<String> {
    let printed = game.entry()?.printed.as_deref()?;
    let rules = game.rules()?;
    let given: Vec<String> = game.values().iter().map(|(n, v)| format!("{n}=\"{v}\"")).collect();
    let spec = if given.is_empty() { printed.to_string() } else { format!("{printed}({})", given.join(",")) };
    let other = Resolved::parse(&spec).ok()?.into_rules()?;
    let bound = if rules.coordinates().len() > 2 { 14 } else { 40 };
    let every_order = |rules: &Rules| -> Option<std::collections::BTreeSet<Vec<u64>>> {
        let found = wythoff_solvers::p_below(rules, bound, budget).ok()?.positions;
        let mut all = std::collections::BTreeSet::new();
        for position in found {
            if rules.is_symmetric() {
                all.extend(wythoff_numbers::tuples::arrangements(&position))
            } else {
                all.insert(position);
            }
        }
        Some(all)
    };
    let (ours, theirs) = (every_order(rules)?, every_order(&other)?);
    let smallest =
        ours.symmetric_difference(&theirs).min_by_key(|p| (p.iter().sum::<u64>(), (*p).clone()))?;
    let (here, there) = if ours.contains(smallest) { ("P", "N") } else { ("N", "P") };
    Some(format!(
        "the rule as printed in the text at hand is kept as `{printed}`; the smallest position where they differ is {}: {here} here, {there} there",
        show_position(smallest)
    ))
}
