//! Families of games: every member proved, and how numeration, states and theorems go on with the parameter. What holds
//! for the whole range is a theorem for each value in it; that it goes on is a conjecture, and is called one.

use super::theorems::Theorem;
use crate::clock::timed;
use crate::error::{Error, Kind};
use crate::game::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use wythoff_numbers::Budget;

/// One game of a family.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Member {
    /// The value of the parameter.
    pub value: i64,
    /// The game.
    pub game: String,
    /// Whether its P-positions are proved for all positions.
    pub proved: bool,
    /// `automaton` or `transducer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The numeration of the automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numeration: Option<String>,
    /// States of the automaton or transducer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The theorems that were found about it.
    pub findings: Vec<Theorem>,
    /// Why it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Time spent on it.
    pub seconds: f64,
}

/// A statement with the parameter in it: proved for the values that are listed, conjectured for all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Schema {
    /// What kind it is: `states`, `numeration`, or that of the theorems.
    pub kind: String,
    /// The statement; every number in it is a polynomial in the parameter.
    pub statement: String,
    /// The values for which it is proved.
    pub proved_for: Vec<i64>,
}

/// What was proved of a family of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FamilyTheorems {
    /// The name of the parameter.
    pub parameter: String,
    /// The games, in order.
    pub members: Vec<Member>,
    /// What they have in common: proved for the range, conjectured beyond it.
    pub schemas: Vec<Schema>,
    /// Time spent computing.
    pub seconds: f64,
}

/// Values of the parameter for which a statement must be proved before it is called a schema.
const EVIDENCE: usize = 3;

/// Proves the games of a family, each with its value of the parameter, and says how the answers go on with it. Each game
/// gets its share of the time that is left.
///
/// ```
/// use wythoff::{Budget, Game, family_theorems};
/// let games = (1..=4).map(|t| Ok((t, Game::parse(&format!("t-wythoff(t={t})"))?)));
/// let games = games.collect::<Result<Vec<_>, wythoff::Error>>()?;
/// let found = family_theorems("t", games, &Budget::default())?;
/// assert!(found.schemas.iter().any(|s| s.statement == "the automaton of the P-positions has 2t + 5 states"));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn family_theorems(
    parameter: &str,
    games: Vec<(i64, Game)>,
    budget: &Budget,
) -> Result<FamilyTheorems, Error> {
    let (members, seconds) = timed(budget, || {
        let count = games.len();
        let share = |index: usize| match budget.time_left() {
            Some(left) => budget.clone().within(left / (count - index).max(1) as u32),
            None => budget.clone().within(Duration::from_secs(300)),
        };
        let each = games.iter().enumerate();
        each.map(|(index, (value, game))| member(*value, game, &share(index))).collect::<Result<Vec<_>, _>>()
    });
    let members = members?;
    let schemas = schemas(parameter, &members);
    Ok(FamilyTheorems { parameter: parameter.to_string(), members, schemas, seconds })
}

fn member(value: i64, game: &Game, budget: &Budget) -> Result<Member, Error> {
    let (found, seconds) = timed(budget, || game.theorems(budget));
    let mut member = Member {
        value,
        game: game.name(),
        proved: false,
        kind: None,
        numeration: None,
        states: None,
        findings: Vec::new(),
        limit: None,
        seconds,
    };
    match found {
        Ok(found) => {
            (member.proved, member.kind, member.findings) = (true, Some("automaton"), found.found);
            (member.numeration, member.states) = (Some(found.numeration), Some(found.states));
        }
        // Without an automaton there may be a transducer.
        Err(error) if error.kind == Kind::Limit => {
            let (proved, seconds) = timed(budget, || game.prove(budget));
            let proved = proved?;
            member.proved = proved.verdict == "proved";
            (member.kind, member.numeration) = (proved.kind, proved.numeration);
            (member.states, member.limit) = (proved.states, proved.limit);
            member.seconds += seconds;
        }
        Err(error) => return Err(error),
    }
    Ok(member)
}

/// A sentence taken apart: the words between its numbers, and the numbers. Before a variable that stands alone there is a
/// 1 that is not written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Skeleton(Vec<String>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    number: i64,
    written: bool,
}

fn taken_apart(sentence: &str) -> Option<(Skeleton, Vec<Slot>)> {
    let (mut words, mut slots) = (vec![String::new()], Vec::new());
    let chars: Vec<char> = sentence.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let before = at.checked_sub(1).map(|i| chars[i]);
        let alone = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let negative = chars[at] == '-' && before == Some('(');
        let digits = at + usize::from(negative);
        let end = (digits..chars.len()).find(|i| !chars[*i].is_ascii_digit()).unwrap_or(chars.len());
        let ends_word = !chars.get(at + 1).is_some_and(|c| c.is_alphanumeric() || *c == '_');
        if end > digits && alone {
            let number = chars[at..end].iter().collect::<String>().parse().ok()?;
            slots.push(Slot { number, written: true });
            words.push(String::new());
            at = end;
        } else {
            if matches!(chars[at], 'n' | 'x') && alone && ends_word {
                slots.push(Slot { number: 1, written: false });
                words.push(String::new());
            }
            words.last_mut()?.push(chars[at]);
            at += 1;
        }
    }
    Some((Skeleton(words), slots))
}

/// A polynomial of degree at most 2 with integer coefficients, constant first, that has these values; it must be
/// determined by fewer of them than there are.
fn polynomial(points: &[(i64, i64)]) -> Option<[i64; 3]> {
    let divided = |a: (i64, i64), b: (i64, i64)| {
        let (run, rise) = (b.0.checked_sub(a.0)?, b.1.checked_sub(a.1)?);
        (rise.checked_rem(run)? == 0).then(|| rise / run)
    };
    let first = *points.first()?;
    let mut tried = vec![[first.1, 0, 0]];
    if let (Some(second), true) = (points.get(1), points.len() >= EVIDENCE) {
        let slope = divided(first, *second);
        tried.extend(slope.and_then(|b| Some([first.1.checked_sub(b.checked_mul(first.0)?)?, b, 0])));
        if let (Some(third), true, Some(slope)) = (points.get(2), points.len() > EVIDENCE, slope) {
            let bend = divided((first.0, slope), (third.0, divided(*second, *third)?));
            tried.extend(bend.and_then(|a| {
                let b = slope.checked_sub(a.checked_mul(first.0.checked_add(second.0)?)?)?;
                let square = a.checked_mul(first.0.checked_mul(first.0)?)?;
                Some([first.1.checked_sub(square)?.checked_sub(b.checked_mul(first.0)?)?, b, a])
            }));
        }
    }
    let value = |[c, b, a]: &[i64; 3], t: i64| {
        let t = i128::from(t);
        i128::from(*a) * t * t + i128::from(*b) * t + i128::from(*c)
    };
    tried.into_iter().find(|p| points.iter().all(|(t, v)| value(p, *t) == i128::from(*v)))
}

/// `2t + 5`, and whether it is a sum.
fn shown([c, b, a]: [i64; 3], t: &str) -> (String, bool) {
    let mut text = String::new();
    let terms = [(a, format!("{t}^2")), (b, t.to_string()), (c, String::new())];
    let mut count = 0;
    for (factor, power) in terms.iter().filter(|(factor, _)| *factor != 0) {
        let sign = match (*factor < 0, text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let size = factor.unsigned_abs();
        let size = if size == 1 && !power.is_empty() { String::new() } else { size.to_string() };
        text += &format!("{sign}{size}{power}");
        count += 1;
    }
    (if text.is_empty() { "0".to_string() } else { text }, count > 1)
}

/// The sentences of the members that are the same but for numbers, each of which is a polynomial in the parameter.
fn schemas(parameter: &str, members: &[Member]) -> Vec<Schema> {
    /// The numbers of a sentence for a value of the parameter.
    type Lines = Vec<(i64, Vec<Slot>)>;
    let mut groups: BTreeMap<(usize, String, Skeleton, usize), Lines> = BTreeMap::new();
    for member in members.iter().filter(|member| member.proved) {
        let kind = member.kind.unwrap_or_default();
        let mut sentences: Vec<(String, String)> = Vec::new();
        let states = member.states.unwrap_or_default();
        sentences.push(("states".into(), format!("the {kind} of the P-positions has {states} states")));
        if let Some(numeration) = &member.numeration {
            sentences.push(("numeration".into(), format!("piles are written in {numeration}")));
        }
        let found = member.findings.iter();
        sentences.extend(found.map(|theorem| (theorem.kind.clone(), theorem.statement.clone())));
        let mut seen: BTreeMap<(String, Skeleton), usize> = BTreeMap::new();
        for (order, (kind, sentence)) in sentences.into_iter().enumerate() {
            let Some((skeleton, slots)) = taken_apart(&sentence) else { continue };
            let number = seen.entry((kind.clone(), skeleton.clone())).or_default();
            let key = (order.min(2), kind, skeleton, *number);
            groups.entry(key).or_default().push((member.value, slots));
            *number += 1;
        }
    }
    let mut schemas = Vec::new();
    for ((_, kind, Skeleton(words), _), lines) in groups {
        if lines.len() < EVIDENCE {
            continue;
        }
        let polynomials = (0..words.len() - 1).map(|slot| {
            polynomial(&lines.iter().map(|(value, slots)| (*value, slots[slot].number)).collect::<Vec<_>>())
        });
        let Some(polynomials) = polynomials.collect::<Option<Vec<_>>>() else { continue };
        let mut statement = words[0].clone();
        for (slot, (polynomial, after)) in polynomials.into_iter().zip(&words[1..]).enumerate() {
            let written = lines.iter().any(|(_, slots)| slots[slot].written);
            let (text, sum) = shown(polynomial, parameter);
            let factor = after.starts_with(|c: char| c.is_alphabetic());
            statement += &match (written || text != "1", factor, sum) {
                (false, ..) => String::new(),
                (true, true, true) => format!("({text})"),
                (true, true, false) if polynomial[1..] != [0, 0] => format!("{text} "),
                _ => text,
            };
            statement += after;
        }
        schemas.push(Schema { kind, statement, proved_for: lines.iter().map(|(value, _)| *value).collect() });
    }
    schemas
}

impl Schema {
    /// The values for which it is proved, as a range where they are one: `1..8`.
    pub fn range(&self) -> String {
        let consecutive = self.proved_for.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(1));
        match (self.proved_for.first(), self.proved_for.last()) {
            (Some(first), Some(last)) if consecutive && first < last => format!("{first}..{last}"),
            _ => self.proved_for.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_determined_by_fewer_points_than_there_are() {
        assert_eq!(polynomial(&[(1, 7), (2, 9), (3, 11)]), Some([5, 2, 0]));
        assert_eq!(polynomial(&[(1, 5), (2, 8), (3, 13), (4, 20)]), Some([4, 0, 1]));
        assert_eq!(polynomial(&[(1, 5), (2, 8), (3, 13)]), None);
        assert_eq!(polynomial(&[(2, 3), (4, 3)]), Some([3, 0, 0]));
        assert_eq!(polynomial(&[(1, 8), (2, 19), (3, 13), (4, 25)]), None);
        assert_eq!(polynomial(&[(1, i64::MIN), (2, i64::MAX), (3, 0), (4, 0)]), None);
    }

    #[test]
    fn numbers_are_taken_out_of_sentences() {
        let parts = |text: &str| taken_apart(text).unwrap();
        let (one, two) = (parts("y <= x + 1 in (1 + sqrt(5))/2"), parts("y <= 2x + 1 in (-1 + sqrt(13))/2"));
        assert_eq!(one.0, two.0);
        let numbers = |slots: &[Slot]| slots.iter().map(|slot| slot.number).collect::<Vec<_>>();
        assert_eq!((numbers(&one.1), numbers(&two.1)), (vec![1, 1, 1, 5, 2], vec![2, 1, -1, 13, 2]));
        assert_eq!(shown([5, 2, 0], "t"), ("2t + 5".to_string(), true));
        assert_eq!(shown([2, -1, 0], "t"), ("-t + 2".to_string(), true));
    }
}
