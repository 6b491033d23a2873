//! `wyt beatty`: terms, membership, complements, exact covers, splitting systems, and which line data lies on.

use super::{integer, join, number};
use crate::context::Context;
use crate::failure::Failure;
use crate::game::position_text;
use serde_json::{Value, json};
use std::io::Write;
use wythoff_numbers::beatty::{
    Beatty, BeattyError, Cover, exact_cover, fraenkel_splitting, not_complementary, search_splittings,
};
use wythoff_numbers::int::{Rational, parse_integer};
use wythoff_numbers::real::RealError;
use wythoff_numbers::spectrum::fit_integers;
use wythoff_numbers::{Integer, Real};

/// Arguments of `wyt beatty`.
#[derive(clap::Args)]
pub struct BeattyArgs {
    /// The modulus, such as sqrt(2), (1+sqrt(5))/2, pi/2, root(z^3-z^2-z-1, 1.8)
    #[arg(required_unless_present_any = ["cover", "splitting", "spectrum"])]
    alpha: Option<String>,
    /// A second modulus, or by default the one with 1/alpha + 1/beta = 1
    beta: Option<String>,
    /// Offset of the first sequence
    #[arg(long, default_value = "0", allow_hyphen_values = true)]
    gamma: String,
    /// Offset of the second sequence [default: 0, or the one that fits gamma if beta is not given]
    #[arg(long, allow_hyphen_values = true)]
    delta: Option<String>,
    /// The first N terms
    #[arg(long, value_name = "N", default_value_t = 12)]
    first: usize,
    /// One term floor(n alpha + gamma), n of any size
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    at: Option<String>,
    /// Whether an integer of any size is a term, and which
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    contains: Option<String>,
    /// Whether sequences floor(n ALPHA + GAMMA) split the positive integers, as in --cover 7/4 7/2,-1 7,-3
    #[arg(long, value_name = "ALPHA[,GAMMA]", num_args = 1.., conflicts_with = "alpha")]
    cover: Option<Vec<String>>,
    /// Fraenkel's M sequences that split the positive integers; with --period, all others of that period
    #[arg(long, value_name = "M", conflicts_with_all = ["alpha", "cover"])]
    splitting: Option<u64>,
    /// The period of the splittings looked for
    #[arg(long, value_name = "P", requires = "splitting")]
    period: Option<u64>,
    /// Whether the integers in a file are floor(n a + b) for some a and b; with ALPHA, also whether for a = ALPHA, b = GAMMA
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cover", "splitting", "beta"])]
    spectrum: Option<String>,
    /// The index of the first integer in the file
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, requires = "spectrum")]
    start: i64,
}

/// Partial quotients and convergents shown.
const QUOTIENTS: usize = 12;
/// Partial quotients looked for in a fraction, whose expansion ends.
const QUOTIENTS_OF_FRACTION: usize = 200;
/// Most sequences of a splitting system: the moduli double.
const MOST_SEQUENCES: u64 = 26;
/// Most residues in the search for splitting systems, and most sequences.
const LONGEST_PERIOD: u64 = 512;
const SEARCHED_SEQUENCES: u64 = 8;

fn real(text: &str) -> Result<Real, Failure> {
    Real::parse(text).map_err(|e| Failure::input(format!("`{text}`: {e}")))
}

fn fault(error: BeattyError) -> Failure {
    Failure::input(error.to_string())
}

/// An answer: a JSON object, or lines of text.
struct Answer {
    object: Value,
    text: String,
}

/// `wyt beatty`.
pub fn beatty(args: &BeattyArgs, context: &Context) -> Result<(), Failure> {
    let (answer, seconds) = context.timed(|| answer(args));
    let Answer { mut object, text } = answer?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if context.global.json {
        object["seconds"] = json!(seconds);
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(out.flush()?)
}

fn answer(args: &BeattyArgs) -> Result<Answer, Failure> {
    if let Some(list) = &args.cover {
        return cover(list);
    }
    if let Some(m) = args.splitting {
        return match args.period {
            Some(period) => splittings(m, period),
            None => splitting(m),
        };
    }
    let first = match &args.alpha {
        Some(alpha) => Some(Beatty::new(real(alpha)?, real(&args.gamma)?).map_err(fault)?),
        None => None,
    };
    if let Some(file) = &args.spectrum {
        return spectrum(file, args.start, first.as_ref());
    }
    let Some(first) = first else { return Err(Failure::input("a modulus is needed")) };
    if let Some(at) = &args.at {
        let term = first.term(&integer(at)?).map_err(fault)?;
        return Ok(Answer { object: json!({"value": number(&term)}), text: term.to_string() });
    }
    if let Some(x) = &args.contains {
        let index = first.index_of(&integer(x)?).map_err(fault)?;
        let text = match &index {
            Some(n) => format!("yes, at n = {n}"),
            None => "no".to_string(),
        };
        let object = json!({"contains": index.is_some(), "index": index.as_ref().map(number)});
        return Ok(Answer { object, text });
    }
    pair(&first, args)
}

/// The second sequence, or why there is none.
fn second(first: &Beatty, args: &BeattyArgs) -> Result<Result<Beatty, String>, Failure> {
    let delta = args.delta.as_deref().map(real).transpose()?;
    if let Some(beta) = &args.beta {
        return Ok(Ok(Beatty::new(real(beta)?, delta.unwrap_or(Real::from(0))).map_err(fault)?));
    }
    match (first.complement(), delta) {
        (Ok(second), Some(delta)) => Ok(Ok(Beatty::new(second.alpha().clone(), delta).map_err(fault)?)),
        (Ok(second), None) => Ok(Ok(second)),
        (Err(BeattyError::Real(why @ RealError::NoComplement(_))), _) => Ok(Err(why.to_string())),
        (Err(error), _) => Err(fault(error)),
    }
}

/// The first terms of a sequence and of its complement, and whether it is one.
fn pair(first: &Beatty, args: &BeattyArgs) -> Result<Answer, Failure> {
    let terms = |b: &Beatty| -> Result<Vec<Integer>, Failure> {
        (1..=args.first as u64).map(|n| b.term(&Integer::from(n)).map_err(fault)).collect()
    };
    let second = second(first, args)?;
    let a = terms(first)?;
    let mut object = json!({
        "alpha": args.alpha,
        "first": Value::Array(a.iter().map(number).collect()),
    });
    let mut text = String::new();
    // The expansion of a fraction ends; one more quotient than is shown tells.
    let rational = matches!(first.alpha().to_rational(), Ok(Some(_)));
    let shown = if rational { QUOTIENTS_OF_FRACTION } else { QUOTIENTS };
    match first.alpha().continued_fraction(shown + 1) {
        Ok(mut quotients) => {
            let more = if quotients.len() <= shown { "" } else { ", ..." };
            quotients.truncate(shown);
            text += &match &quotients[..] {
                [whole, part @ ..] if !part.is_empty() => {
                    format!("alpha = [{whole}; {}{more}]\n", join(part))
                }
                whole => format!("alpha = [{}]\n", join(whole)),
            };
            let convergents = first.alpha().convergents(quotients.len().min(QUOTIENTS));
            let convergents = convergents.map_err(|e| Failure::input(e.to_string()))?;
            let fractions: Vec<String> = convergents.iter().map(|(p, q)| format!("{p}/{q}")).collect();
            text += &format!("convergents {}\n", fractions.join(", "));
            object["continued_fraction"] = Value::Array(quotients.iter().map(number).collect());
            object["convergents"] =
                Value::Array(convergents.iter().map(|(p, q)| json!([number(p), number(q)])).collect());
        }
        Err(why) => text += &format!("alpha: no continued fraction: {why}\n"),
    }
    let second = match second {
        Ok(second) => second,
        Err(why) => {
            text += &format!("first   {}\nno second sequence: {why}\n", join(&a));
            object["complementary"] = json!(false);
            object["obstruction"] = json!(why);
            return Ok(Answer { object, text });
        }
    };
    let b = terms(&second)?;
    if args.beta.is_none() {
        text += &format!("beta = {}\n", second.alpha());
    }
    text += &format!("first   {}\nsecond  {}\n", join(&a), join(&b));
    object["beta"] = json!(second.alpha().to_string());
    object["second"] = Value::Array(b.iter().map(number).collect());
    match not_complementary(first, &second) {
        Ok(together) => {
            object["complementary"] = json!(together.is_none());
            object["obstruction"] = json!(together.as_ref().map(|why| why.to_string()));
            text += &match together {
                None => "complementary: every positive integer is in exactly one of the two\n".to_string(),
                Some(why) => format!("not complementary: {why}\n"),
            };
        }
        // The terms stand; whether the two are complementary is not known.
        Err(why) => {
            object["complementary"] = Value::Null;
            object["obstruction"] = json!(why.to_string());
            text += &format!("complementary or not is not settled: {why}\n");
        }
    }
    Ok(Answer { object, text })
}

/// A sequence written ALPHA or ALPHA,GAMMA; a comma inside root(...) is part of ALPHA.
fn sequence(text: &str) -> Result<Beatty, Failure> {
    let mut depth = 0i64;
    let comma = text.char_indices().find(|&(_, c)| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        c == ',' && depth == 0
    });
    let (alpha, gamma) = match comma {
        Some((at, _)) => (&text[..at], &text[at + 1..]),
        None => (text, "0"),
    };
    Beatty::new(real(alpha)?, real(gamma)?).map_err(fault)
}

fn cover(list: &[String]) -> Result<Answer, Failure> {
    let sequences = list.iter().map(|text| sequence(text)).collect::<Result<Vec<_>, _>>()?;
    Ok(match exact_cover(&sequences).map_err(fault)? {
        Cover::Exact { period } => Answer {
            object: json!({"exact": true, "period": period}),
            text: format!("exact: every positive integer is in exactly one of them (period {period})"),
        },
        Cover::Aperiodic => Answer {
            object: json!({"exact": true, "period": null}),
            text: "exact: every positive integer is in exactly one of them, two complementary sequences split by progressions"
                .to_string(),
        },
        Cover::Defect { at, times } => {
            let what = match times {
                _ if at < 1 => "is not positive".to_string(),
                0 => "is in none".to_string(),
                1 => "is in one".to_string(),
                _ => format!("is hit {times} times"),
            };
            Answer { object: json!({"exact": false, "at": number(&at), "times": times}), text: format!("not exact: {at} {what}") }
        }
    })
}

/// Sequences as moduli and offsets.
fn listed(sequences: &[Beatty]) -> (Value, String) {
    let rows: Vec<Value> =
        sequences.iter().map(|s| json!([s.alpha().to_string(), s.gamma().to_string()])).collect();
    let shown: Vec<String> = sequences.iter().map(|s| format!("{},{}", s.alpha(), s.gamma())).collect();
    (Value::Array(rows), shown.join(" "))
}

fn splitting(m: u64) -> Result<Answer, Failure> {
    if !(1..=MOST_SEQUENCES).contains(&m) {
        return Err(Failure::input(format!("--splitting {m}: from 1 to {MOST_SEQUENCES} sequences")));
    }
    let sequences = fraenkel_splitting(m);
    let exact = exact_cover(&sequences).map_err(fault)?;
    let Cover::Exact { period } = exact else {
        return Err(Failure::check(format!("Fraenkel's {m} sequences do not split the positive integers")));
    };
    let (rows, text) = listed(&sequences);
    let object = json!({"sequences": rows, "exact": true, "period": period});
    let text =
        format!("{text}\nexact: every positive integer is in exactly one of them (period {period}), tested");
    Ok(Answer { object, text })
}

fn splittings(m: u64, period: u64) -> Result<Answer, Failure> {
    if !(2..=SEARCHED_SEQUENCES).contains(&m) || !(1..=LONGEST_PERIOD).contains(&period) {
        return Err(Failure::input(format!(
            "splittings are looked for with 2 to {SEARCHED_SEQUENCES} sequences and periods up to {LONGEST_PERIOD}"
        )));
    }
    let found = search_splittings(m as usize, period);
    let systems: Vec<(Value, String)> =
        found.iter().map(|splitting| listed(&splitting.sequences())).collect();
    let text = match systems.len() {
        0 => format!(
            "no {m} sequences with distinct rational moduli and period {period} split the positive integers"
        ),
        _ => systems.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n"),
    };
    let rows: Vec<Value> = systems.into_iter().map(|(rows, _)| rows).collect();
    Ok(Answer { object: json!({"sequences": m, "period": period, "splittings": rows}), text })
}

/// The integers of a file, separated by commas or white space.
fn data(file: &str) -> Result<Vec<Integer>, Failure> {
    let text = if file == "-" {
        position_text(file)?
    } else {
        position_text(&format!("@{}", file.trim_start_matches('@')))?
    };
    let mut terms = Vec::new();
    for (line, row) in text.lines().enumerate() {
        for word in row.split([',', ' ', '\t']).filter(|word| !word.is_empty()) {
            let term = parse_integer(word)
                .map_err(|_| Failure::input(format!("line {}: `{word}` is not an integer", line + 1)))?;
            terms.push(term);
        }
    }
    if terms.is_empty() {
        return Err(Failure::input("there are no integers in the file")
            .hint("write them with commas or white space between them"));
    }
    Ok(terms)
}

fn spectrum(file: &str, start: i64, line: Option<&Beatty>) -> Result<Answer, Failure> {
    let terms = data(file)?;
    if start.checked_add(terms.len() as i64).is_none() {
        return Err(Failure::input(format!("--start {start}: the indices do not fit 64 bits")));
    }
    let fitted = match fit_integers(start, &terms) {
        Ok(fitted) => fitted,
        Err(why) => {
            let object = json!({"spectrum": false, "index": why.index, "reason": why.to_string()});
            return Ok(Answer { object, text: format!("no: {why}") });
        }
    };
    let last = fitted.next_index() - 1;
    let mut text = format!("yes: floor(n a + b) for n = {start}, ..., {last}\n");
    let mut object = json!({"spectrum": true, "first_index": start, "last_index": last});
    if let (Some(least), Some(greatest)) = fitted.slopes() {
        text += &format!("a between {least} and {greatest}, both excluded\n");
        object["slopes"] = json!([least.to_string(), greatest.to_string()]);
    } else {
        text += "one term: every a fits\n";
    }
    if let Some((a, b)) = fitted.witness() {
        text += &format!("such as a = {a}, b = {b}\n");
        object["witness"] = json!([a.to_string(), b.to_string()]);
    }
    if let Some(lines) = fitted.lines() {
        let corners = |list: &[(Rational, Rational)]| -> Vec<String> {
            list.iter().map(|(a, b)| format!("({a}, {b})")).collect()
        };
        let (lower, upper) = (corners(&lines.lower), corners(&lines.upper));
        text += &format!("all (a,b): from the boundary {}, its ends excluded,\n", lower.join(" "));
        text += &format!(
            "up to the boundary {} between the same ends, excluded\n",
            if upper.is_empty() { "without corners".to_string() } else { upper.join(" ") }
        );
        let pairs = |list: &[(Rational, Rational)]| -> Value {
            list.iter().map(|(a, b)| json!([a.to_string(), b.to_string()])).collect()
        };
        object["lower"] = pairs(&lines.lower);
        object["upper"] = pairs(&lines.upper);
    }
    if let Some(line) = line {
        let fits = fitted.fits(line.alpha(), line.gamma()).map_err(|e| Failure::input(e.to_string()))?;
        text += &format!(
            "a = {}, b = {}: {}\n",
            line.alpha(),
            line.gamma(),
            if fits { "fits" } else { "does not fit" }
        );
        object["fits"] = json!(fits);
    }
    Ok(Answer { object, text })
}
