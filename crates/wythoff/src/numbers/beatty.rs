//! Beatty sequences: terms, membership, complements, exact covers, splitting systems, and which line data lie on.

use super::{ended, integer_lines};
use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use crate::json;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use wythoff_numbers::NumberError;
use wythoff_numbers::beatty::{self as numbers, Beatty, Cover, Within, exact_cover_within, within};
use wythoff_numbers::int::{Integer, Rational};
use wythoff_numbers::spectrum::fit_integers;
use wythoff_numbers::{Budget, Real};

/// Partial quotients and convergents shown.
const QUOTIENTS: usize = 12;
/// Partial quotients looked for in a fraction, whose expansion ends.
const QUOTIENTS_OF_FRACTION: usize = 200;
/// Most sequences of a splitting system: the moduli double.
const MOST_SEQUENCES: u64 = 26;
/// Most residues in the search for splitting systems, and most sequences.
const LONGEST_PERIOD: u64 = 512;
const SEARCHED_SEQUENCES: u64 = 8;
/// Bytes of a term that is listed.
const TERM: u128 = 48;

fn real(text: &str) -> Result<Real, Error> {
    Real::parse(text).map_err(|error| {
        let (shown, told) = (short(text), Error::from(error));
        Error { message: format!("`{shown}`: {}", told.message), ..told }
    })
}

/// A text as an error repeats it.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

fn sequence(alpha: &str, gamma: &str) -> Result<Beatty, Error> {
    Ok(Beatty::new(real(alpha)?, real(gamma)?)?)
}

/// A term floor(n alpha + gamma).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeattyTerm {
    /// The term.
    #[serde(serialize_with = "json::one_integer")]
    pub value: Integer,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// One term floor(n alpha + gamma), n of any size.
pub fn beatty_at(alpha: &str, gamma: &str, n: &Integer, budget: &Budget) -> Result<BeattyTerm, Error> {
    let (value, seconds) = timed(budget, || -> Result<Integer, Error> {
        budget.check()?;
        Ok(sequence(alpha, gamma)?.term(n)?)
    });
    Ok(BeattyTerm { value: value?, grounds: Grounds::DEFINITION, seconds })
}

/// Whether an integer is a term.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Membership {
    /// Whether it is.
    pub contains: bool,
    /// The index of it.
    #[serde(serialize_with = "optional")]
    pub index: Option<Integer>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

fn optional<S: Serializer>(n: &Option<Integer>, to: S) -> Result<S::Ok, S::Error> {
    match n {
        Some(n) => json::one_integer(n, to),
        None => to.serialize_none(),
    }
}

/// Whether an integer of any size is a term floor(n alpha + gamma), and which.
pub fn beatty_contains(alpha: &str, gamma: &str, m: &Integer, budget: &Budget) -> Result<Membership, Error> {
    let (index, seconds) = timed(budget, || -> Result<Option<Integer>, Error> {
        budget.check()?;
        Ok(sequence(alpha, gamma)?.index_of(m)?)
    });
    let index = index?;
    Ok(Membership { contains: index.is_some(), index, grounds: Grounds::DEFINITION, seconds })
}

/// Whether every term of one sequence is a term of another (Bang).
#[derive(Clone, Debug, PartialEq)]
pub struct Containment {
    /// What was found.
    pub found: Within,
    /// What it rests on.
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

impl Serialize for Containment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        let pair =
            |(x, y): &(Integer, Integer)| [json::Whole(x), json::Whole(y)].map(|n| serde_json::json!(n));
        match &self.found {
            Within::Always { relation } => {
                object.serialize_entry("contained", &true)?;
                if let Some(relation) = relation {
                    object.serialize_entry("relation", &pair(relation))?;
                }
            }
            Within::Not { first } => {
                object.serialize_entry("contained", &false)?;
                if let Some((n, term)) = first {
                    object.serialize_entry("index", &json::Whole(n))?;
                    object.serialize_entry("term", &json::Whole(term))?;
                }
            }
            Within::Open { tried } => {
                object.serialize_entry("contained", &())?;
                object.serialize_entry("tried", tried)?;
            }
        }
        self.grounds.entries(&mut object)?;
        object.serialize_entry("seconds", &self.seconds)?;
        object.end()
    }
}

/// Whether every floor(n beta) is a floor(m alpha), n, m >= 1: Bang's test.
///
/// ```
/// use wythoff::numbers::{Within, beatty_within};
/// let found = beatty_within("(3+sqrt(5))/2", "(1+sqrt(5))/2", &Default::default())?.found;
/// assert_eq!(found, Within::Not { first: Some((1.into(), 2.into())) });
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn beatty_within(beta: &str, alpha: &str, budget: &Budget) -> Result<Containment, Error> {
    let read = || Ok::<_, Error>((real(beta)?, real(alpha)?));
    let (inner, outer) = wythoff_numbers::within(budget, read)?;
    let (found, seconds) = timed(budget, || within(&inner, &outer, budget));
    let found = found?;
    let grounds = match &found {
        Within::Not { first: Some(_) } | Within::Open { .. } => Grounds::DEFINITION,
        Within::Always { .. } | Within::Not { first: None } => Grounds::theorem("VIS-T-bang"),
    };
    Ok(Containment { found, grounds, seconds })
}

/// Which pair of sequences is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BeattyPairRequest {
    /// The modulus of the first.
    pub alpha: String,
    /// Its additive constant; 0 where nothing is said.
    pub gamma: Option<String>,
    /// The modulus of the second; the one that can be complementary where nothing is said.
    pub beta: Option<String>,
    /// Its additive constant; where nothing is said 0, or the one that fits if there is no `beta` either.
    pub delta: Option<String>,
    /// Terms that are listed.
    pub first: u64,
}

/// The first terms of a sequence and of its complement, and whether it is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeattyPair {
    /// The modulus as it was written.
    pub alpha: String,
    /// The terms.
    #[serde(serialize_with = "json::integers")]
    pub first: Vec<Integer>,
    /// Partial quotients of the modulus; nothing where it has none that can be computed.
    #[serde(serialize_with = "optional_list", skip_serializing_if = "Option::is_none")]
    pub continued_fraction: Option<Vec<Integer>>,
    /// Whether the expansion goes on.
    #[serde(skip)]
    pub goes_on: bool,
    /// Why there is no expansion.
    #[serde(skip)]
    pub no_expansion: Option<String>,
    /// Convergents p/q.
    #[serde(serialize_with = "fractions", skip_serializing_if = "Vec::is_empty")]
    pub convergents: Vec<(Integer, Integer)>,
    /// The modulus of the second sequence, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<String>,
    /// Its terms.
    #[serde(serialize_with = "optional_list", skip_serializing_if = "Option::is_none")]
    pub second: Option<Vec<Integer>>,
    /// Whether every positive integer is in exactly one of the two; nothing where that is not settled.
    pub complementary: Option<bool>,
    /// Why not.
    pub obstruction: Option<String>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

fn optional_list<S: Serializer>(list: &Option<Vec<Integer>>, to: S) -> Result<S::Ok, S::Error> {
    json::integers(list.as_deref().unwrap_or_default(), to)
}

fn fractions<S: Serializer>(list: &[(Integer, Integer)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().map(|(p, q)| [json::Whole(p), json::Whole(q)]))
}

/// The first terms of floor(n alpha + gamma) and of its complement, and whether the two split the positive integers.
///
/// ```
/// use wythoff::numbers::{BeattyPairRequest, beatty_pair};
/// let asked = BeattyPairRequest { alpha: "sqrt(2)".into(), first: 3, ..Default::default() };
/// let pair = beatty_pair(&asked, &Default::default())?;
/// assert_eq!((pair.complementary, pair.second.unwrap()[0].clone()), (Some(true), 3.into()));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn beatty_pair(asked: &BeattyPairRequest, budget: &Budget) -> Result<BeattyPair, Error> {
    let (pair, seconds) = timed(budget, || pair(asked, budget));
    let pair = pair?;
    let grounds = match pair.complementary {
        Some(_) => Grounds::theorem("VIS-T-nonhom"),
        None => Grounds::DEFINITION,
    };
    Ok(BeattyPair { grounds, seconds, ..pair })
}

fn pair(asked: &BeattyPairRequest, budget: &Budget) -> Result<BeattyPair, Error> {
    budget.need("the terms", u128::from(asked.first) * TERM * 2)?;
    let first = sequence(&asked.alpha, asked.gamma.as_deref().unwrap_or("0"))?;
    let second = second(&first, asked)?;
    let terms = |s: &Beatty| -> Result<Vec<Integer>, Error> {
        let term = |n: u64| {
            budget.step(n, asked.first)?;
            Ok(s.term(&Integer::from(n))?)
        };
        (1..=asked.first).map(term).collect()
    };
    let mut answer = BeattyPair {
        alpha: asked.alpha.clone(),
        first: terms(&first)?,
        continued_fraction: None,
        goes_on: false,
        no_expansion: None,
        convergents: Vec::new(),
        beta: None,
        second: None,
        complementary: None,
        obstruction: None,
        grounds: Grounds::DEFINITION,
        seconds: 0.0,
    };
    // The expansion of a fraction ends; one more quotient than is shown tells.
    let rational = matches!(first.alpha().to_rational(), Ok(Some(_)));
    let shown = if rational { QUOTIENTS_OF_FRACTION } else { QUOTIENTS };
    match first.alpha().continued_fraction(shown + 1) {
        Ok(mut quotients) => {
            answer.goes_on = quotients.len() > shown;
            quotients.truncate(shown);
            answer.convergents = first.alpha().convergents(quotients.len().min(QUOTIENTS))?;
            answer.continued_fraction = Some(quotients);
        }
        Err(why) => answer.no_expansion = Some(why.to_string()),
    }
    let second = match second {
        Ok(second) => second,
        Err(why) => {
            (answer.complementary, answer.obstruction) = (Some(false), Some(why));
            return Ok(answer);
        }
    };
    answer.second = Some(terms(&second)?);
    answer.beta = Some(second.alpha().to_string());
    match numbers::not_complementary(&first, &second, budget) {
        Ok(why) => {
            answer.complementary = Some(why.is_none());
            answer.obstruction = why.map(|why| why.to_string());
        }
        // The terms stand; whether the two are complementary is not known.
        Err(why) => {
            let why = Error::from(why);
            if ended(&why) {
                return Err(why);
            }
            answer.obstruction = Some(why.message);
        }
    }
    Ok(answer)
}

/// The second sequence, or why there is none.
fn second(first: &Beatty, asked: &BeattyPairRequest) -> Result<Result<Beatty, String>, Error> {
    let delta = asked.delta.as_deref().map(real).transpose()?;
    if let Some(beta) = &asked.beta {
        return Ok(Ok(Beatty::new(real(beta)?, delta.unwrap_or(Real::from(0)))?));
    }
    match (first.complement(), delta) {
        (Ok(second), Some(delta)) => Ok(Ok(Beatty::new(second.alpha().clone(), delta)?)),
        (Ok(second), None) => Ok(Ok(second)),
        (Err(why @ NumberError::NoComplement(_)), _) => Ok(Err(why.to_string())),
        (Err(error), _) => Err(Error::from(error)),
    }
}

/// Whether sequences cover the positive integers exactly.
#[derive(Clone, Debug, PartialEq)]
pub enum Covered {
    /// Every positive integer is in exactly one of them.
    Exact {
        /// The common period; nothing for irrational moduli.
        period: Option<u64>,
        /// Time spent computing.
        seconds: f64,
    },
    /// One is not.
    Defect {
        /// The least such integer.
        at: Integer,
        /// How often it is hit.
        times: u64,
        /// Time spent computing.
        seconds: f64,
    },
}

impl Serialize for Covered {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("exact", &matches!(self, Covered::Exact { .. }))?;
        let seconds = match self {
            Covered::Exact { period, seconds } => {
                object.serialize_entry("period", period)?;
                seconds
            }
            Covered::Defect { at, times, seconds } => {
                object.serialize_entry("at", &json::Whole(at))?;
                object.serialize_entry("times", times)?;
                seconds
            }
        };
        // A common period is looked at whole; irrational moduli have none.
        match self {
            Covered::Exact { period: None, .. } => Grounds::theorem("VIS-T-nonhom"),
            _ => Grounds::DEFINITION,
        }
        .entries(&mut object)?;
        object.serialize_entry("seconds", seconds)?;
        object.end()
    }
}

/// Whether sequences, each written ALPHA or ALPHA,GAMMA, split the positive integers.
pub fn beatty_cover(sequences: &[String], budget: &Budget) -> Result<Covered, Error> {
    let sequences = sequences.iter().map(|text| written(text)).collect::<Result<Vec<_>, _>>()?;
    let (cover, seconds) = timed(budget, || exact_cover_within(&sequences, budget));
    Ok(match cover? {
        Cover::Exact { period } => Covered::Exact { period: Some(period), seconds },
        Cover::Aperiodic => Covered::Exact { period: None, seconds },
        Cover::Defect { at, times } => Covered::Defect { at, times, seconds },
    })
}

/// A sequence written ALPHA or ALPHA,GAMMA; a comma inside root(...) is part of ALPHA.
fn written(text: &str) -> Result<Beatty, Error> {
    let mut depth = 0i64;
    let comma = text.char_indices().find(|&(_, c)| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        c == ',' && depth == 0
    });
    let (alpha, gamma) = match comma {
        Some((at, _)) => (&text[..at], &text[at + 1..]),
        None => (text, "0"),
    };
    sequence(alpha, gamma)
}

/// Fraenkel's sequences that split the positive integers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Splitting {
    /// Modulus and additive constant of each.
    pub sequences: Vec<[String; 2]>,
    /// Whether they were tested to split them.
    pub exact: bool,
    /// The common period.
    pub period: u64,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

fn listed(sequences: &[Beatty]) -> Vec<[String; 2]> {
    sequences.iter().map(|s| [s.alpha().to_string(), s.gamma().to_string()]).collect()
}

/// Fraenkel's m sequences that split the positive integers, tested.
pub fn fraenkel_splitting(m: u64, budget: &Budget) -> Result<Splitting, Error> {
    if !(1..=MOST_SEQUENCES).contains(&m) {
        return Err(Error::input(format!("a splitting of {m}: from 1 to {MOST_SEQUENCES} sequences"))
            .hint("the moduli double: ask for fewer"));
    }
    let sequences = numbers::fraenkel_splitting(m);
    let (cover, seconds) = timed(budget, || exact_cover_within(&sequences, budget));
    let Cover::Exact { period } = cover? else {
        return Err(Error::check(format!("Fraenkel's {m} sequences do not split the positive integers")));
    };
    Ok(Splitting {
        sequences: listed(&sequences),
        exact: true,
        period,
        grounds: Grounds::DEFINITION,
        seconds,
    })
}

/// All splittings of a period into sequences with distinct moduli.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Splittings {
    /// The number of sequences.
    pub sequences: u64,
    /// The period.
    pub period: u64,
    /// Modulus and additive constant of each sequence of each.
    pub splittings: Vec<Vec<[String; 2]>>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// All ways to split the positive integers by m sequences with distinct rational moduli and this period.
pub fn splittings(m: u64, period: u64, budget: &Budget) -> Result<Splittings, Error> {
    if !(2..=SEARCHED_SEQUENCES).contains(&m) || !(1..=LONGEST_PERIOD).contains(&period) {
        return Err(Error::input(format!(
            "splittings are looked for with 2 to {SEARCHED_SEQUENCES} sequences and periods up to {LONGEST_PERIOD}"
        )).hint("ask for fewer sequences or a shorter period"));
    }
    let (found, seconds) = timed(budget, || numbers::search_splittings(m as usize, period, budget));
    let splittings = found?.iter().map(|splitting| listed(&splitting.sequences())).collect();
    Ok(Splittings { sequences: m, period, splittings, grounds: Grounds::DEFINITION, seconds })
}

/// Whether integers are floor(n a + b) for some a and b.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spectrum {
    /// Whether they are.
    pub spectrum: bool,
    /// Where they fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// Why they fail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The index of the first integer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_index: Option<i64>,
    /// The index of the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_index: Option<i64>,
    /// The slope lies between these, both excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slopes: Option<[String; 2]>,
    /// One slope and constant that fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<[String; 2]>,
    /// Corners of the lower boundary of all that fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Vec<[String; 2]>>,
    /// Corners of the upper boundary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Vec<[String; 2]>>,
    /// Whether the line that was asked about fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits: Option<bool>,
    /// The line that was asked about.
    #[serde(skip)]
    pub line: Option<[String; 2]>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Whether the integers of a text are floor(n a + b) for n = start, ..., and whether for the line (alpha, gamma).
pub fn spectrum(
    data: &str,
    start: i64,
    line: Option<(&str, &str)>,
    budget: &Budget,
) -> Result<Spectrum, Error> {
    let (found, seconds) = timed(budget, || fitted(data, start, line, budget));
    Ok(Spectrum { seconds, ..found? })
}

fn fitted(data: &str, start: i64, line: Option<(&str, &str)>, budget: &Budget) -> Result<Spectrum, Error> {
    let line = line.map(|(alpha, gamma)| sequence(alpha, gamma)).transpose()?;
    let terms: Vec<Integer> = integer_lines(data, budget)?.into_iter().flatten().collect();
    if terms.is_empty() {
        return Err(Error::input("there are no integers in the file")
            .hint("write them with commas or white space between them"));
    }
    if start.checked_add(terms.len() as i64).is_none() {
        return Err(Error::input(format!("start {start}: the indices do not fit 64 bits"))
            .hint("count the terms from a smaller start"));
    }
    let mut answer = Spectrum {
        spectrum: true,
        index: None,
        reason: None,
        first_index: None,
        last_index: None,
        slopes: None,
        witness: None,
        lower: None,
        upper: None,
        fits: None,
        line: line.as_ref().map(|line| [line.alpha().to_string(), line.gamma().to_string()]),
        grounds: Grounds::DEFINITION,
        seconds: 0.0,
    };
    let fitted = match fit_integers(start, &terms) {
        Ok(fitted) => fitted,
        Err(why) => {
            (answer.spectrum, answer.index, answer.reason) = (false, Some(why.index), Some(why.to_string()));
            return Ok(answer);
        }
    };
    (answer.first_index, answer.last_index) = (Some(start), Some(fitted.next_index() - 1));
    if let (Some(least), Some(greatest)) = fitted.slopes() {
        answer.slopes = Some([least.to_string(), greatest.to_string()]);
    }
    answer.witness = fitted.witness().map(|(a, b)| [a.to_string(), b.to_string()]);
    if let Some(lines) = fitted.lines() {
        let corners = |list: &[(Rational, Rational)]| -> Vec<[String; 2]> {
            list.iter().map(|(a, b)| [a.to_string(), b.to_string()]).collect()
        };
        (answer.lower, answer.upper) = (Some(corners(&lines.lower)), Some(corners(&lines.upper)));
    }
    if let Some(line) = line {
        answer.fits = Some(fitted.fits(line.alpha(), line.gamma())?);
    }
    Ok(answer)
}
