//! `wyt beatty`: terms, membership, complements, exact covers, splitting systems, and which line data lies on.

use super::{integer, show};
use crate::context::Context;
use crate::count::number;
use crate::failure::Failure;
use crate::game::position_text;
use wythoff::numbers::{self, BeattyPair, BeattyPairRequest, Covered, Integer, Spectrum, Within};

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
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u64>)]
    first: u64,
    /// One term floor(n alpha + gamma), n of any size
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    at: Option<String>,
    /// Whether an integer of any size is a term, and which
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    contains: Option<String>,
    /// Whether every floor(n BETA) is a term (Bang's test), by the relation a (1 - 1/ALPHA) + b/BETA = 1
    #[arg(long, value_name = "BETA", conflicts_with_all = ["beta", "at", "contains"])]
    contains_all: Option<String>,
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

/// `wyt beatty`.
pub fn beatty(args: &BeattyArgs, context: &Context) -> Result<(), Failure> {
    let budget = context.budget();
    if let Some(list) = &args.cover {
        let found = numbers::beatty_cover(list, budget)?;
        return show(&found, &cover(&found), context);
    }
    if let Some(m) = args.splitting {
        return splitting(m, args.period, context);
    }
    let gamma = args.gamma.as_str();
    if let Some(file) = &args.spectrum {
        let line = args.alpha.as_deref().map(|alpha| (alpha, gamma));
        let found = numbers::spectrum(&data(file)?, args.start, line, budget)?;
        return show(&found, &spectrum(&found), context);
    }
    let Some(alpha) = &args.alpha else {
        return Err(Failure::input("a modulus is needed")
            .hint("write `wyt beatty ALPHA`, such as 'wyt beatty sqrt(2)'"));
    };
    if let Some(at) = &args.at {
        let found = numbers::beatty_at(alpha, gamma, &integer(at)?, budget)?;
        return show(&found, &found.value.to_string(), context);
    }
    if let Some(x) = &args.contains {
        let found = numbers::beatty_contains(alpha, gamma, &integer(x)?, budget)?;
        let text = match &found.index {
            Some(n) => format!("yes, at n = {n}"),
            None => "no".to_string(),
        };
        return show(&found, &text, context);
    }
    if let Some(beta) = &args.contains_all {
        if args.gamma != "0" {
            return Err(Failure::input("Bang's test is for sequences floor(n ALPHA), without --gamma")
                .hint("leave out --gamma"));
        }
        let found = numbers::beatty_within(beta, alpha, budget)?;
        return show(&found, &containment(&found.found), context);
    }
    let asked = BeattyPairRequest {
        alpha: alpha.clone(),
        gamma: Some(args.gamma.clone()),
        beta: args.beta.clone(),
        delta: args.delta.clone(),
        first: args.first,
    };
    let found = numbers::beatty_pair(&asked, budget)?;
    show(&found, &pair(&found, args.beta.is_none()), context)
}

/// Numbers with commas between them.
fn join(list: &[Integer]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn pair(found: &BeattyPair, beta_is_told: bool) -> String {
    let mut lines = Vec::new();
    let more = if found.goes_on { ", ..." } else { "" };
    match found.continued_fraction.as_deref() {
        Some([whole, part @ ..]) if !part.is_empty() => {
            lines.push(format!("alpha = [{whole}; {}{more}]", join(part)));
        }
        Some(whole) => lines.push(format!("alpha = [{}]", join(whole))),
        None => {
            let why = found.no_expansion.as_deref().unwrap_or_default();
            lines.push(format!("alpha: no continued fraction: {why}"));
        }
    }
    if found.continued_fraction.is_some() {
        let fractions: Vec<String> = found.convergents.iter().map(|(p, q)| format!("{p}/{q}")).collect();
        lines.push(format!("convergents {}", fractions.join(", ")));
    }
    if let Some(beta) = found.beta.as_ref().filter(|_| beta_is_told) {
        lines.push(format!("beta = {beta}"));
    }
    lines.push(format!("first   {}", join(&found.first)));
    let why = found.obstruction.as_deref().unwrap_or_default();
    let Some(second) = &found.second else {
        lines.push(format!("no second sequence: {why}"));
        return lines.join("\n");
    };
    lines.push(format!("second  {}", join(second)));
    lines.push(match found.complementary {
        Some(true) => "complementary: every positive integer is in exactly one of the two".to_string(),
        Some(false) => format!("not complementary: {why}"),
        None => format!("complementary or not is not settled: {why}"),
    });
    lines.join("\n")
}

fn containment(found: &Within) -> String {
    match found {
        Within::Always { relation: Some((a, b)) } => {
            format!("yes: a (1 - 1/alpha) + b/beta = 1 for a = {a}, b = {b}")
        }
        Within::Always { relation: None } => "yes".to_string(),
        Within::Not { first: Some((n, term)) } => format!("no: the term {term}, at n = {n}, is none"),
        Within::Not { first: None } => "no: no positive integers satisfy the relation".to_string(),
        Within::Open { tried } => format!("not settled: all terms up to n = {tried} are"),
    }
}

fn cover(found: &Covered) -> String {
    match found {
        Covered::Exact { period: Some(period), .. } => {
            format!("exact: every positive integer is in exactly one of them (period {period})")
        }
        Covered::Exact { period: None, .. } => {
            "exact: every positive integer is in exactly one of them, two complementary sequences split by progressions"
                .to_string()
        }
        Covered::Defect { at, times, .. } => {
            let what = match times {
                _ if *at < 1 => "is not positive".to_string(),
                0 => "is in none".to_string(),
                1 => "is in one".to_string(),
                _ => format!("is hit {times} times"),
            };
            format!("not exact: {at} {what}")
        }
    }
}

fn splitting(m: u64, period: Option<u64>, context: &Context) -> Result<(), Failure> {
    let line = |sequences: &Vec<[String; 2]>| -> String {
        sequences.iter().map(|s| s.join(",")).collect::<Vec<_>>().join(" ")
    };
    let Some(period) = period else {
        let found = numbers::fraenkel_splitting(m, context.budget())?;
        let text = format!(
            "{}\nexact: every positive integer is in exactly one of them (period {}), tested",
            line(&found.sequences),
            found.period
        );
        return show(&found, &text, context);
    };
    let found = numbers::splittings(m, period, context.budget())?;
    let text = match found.splittings.len() {
        0 => format!(
            "no {m} sequences with distinct rational moduli and period {period} split the positive integers"
        ),
        _ => found.splittings.iter().map(line).collect::<Vec<_>>().join("\n"),
    };
    show(&found, &text, context)
}

/// The text of a file, or standard input.
fn data(file: &str) -> Result<String, Failure> {
    if file == "-" {
        position_text(file)
    } else {
        position_text(&format!("@{}", file.trim_start_matches('@')))
    }
}

fn spectrum(found: &Spectrum) -> String {
    if !found.spectrum {
        return format!("no: {}", found.reason.as_deref().unwrap_or_default());
    }
    let (first, last) = (found.first_index.unwrap_or_default(), found.last_index.unwrap_or_default());
    let mut lines = vec![format!("yes: floor(n a + b) for n = {first}, ..., {last}")];
    lines.push(match &found.slopes {
        Some([least, greatest]) => format!("a between {least} and {greatest}, both excluded"),
        None => "one term: every a fits".to_string(),
    });
    if let Some([a, b]) = &found.witness {
        lines.push(format!("such as a = {a}, b = {b}"));
    }
    let corners = |list: &[[String; 2]]| -> String {
        list.iter().map(|[a, b]| format!("({a}, {b})")).collect::<Vec<_>>().join(" ")
    };
    if let (Some(lower), Some(upper)) = (&found.lower, &found.upper) {
        lines.push(format!("all (a,b): from the boundary {}, its ends excluded,", corners(lower)));
        let upper = if upper.is_empty() { "without corners".to_string() } else { corners(upper) };
        lines.push(format!("up to the boundary {upper} between the same ends, excluded"));
    }
    if let (Some([a, b]), Some(fits)) = (&found.line, found.fits) {
        lines.push(format!("a = {a}, b = {b}: {}", if fits { "fits" } else { "does not fit" }));
    }
    lines.join("\n")
}
