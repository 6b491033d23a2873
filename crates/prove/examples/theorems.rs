//! Writes `docs/theorems.md`: every game of a list proved, its certificate checked by the independent checker, and the
//! theorems that the program finds about it by itself; then families of games over a range of a parameter.
//!
//! ```text
//! cargo run --release -p wythoff-prove --example theorems > docs/theorems.md
//! ```

use sha2::{Digest, Sha256};
use std::time::{Duration, Instant};
use wythoff_automata::{Limits, Proof};
use wythoff_catalog::Resolved;
use wythoff_certificate::{automaton, beams, theorem, transducer};
use wythoff_discover::beams::Beams;
use wythoff_discover::first_closed;
use wythoff_discover::game::leapers_of;
use wythoff_discover::leapers::{self, Kind, Leapers, PStream, certify_within};
use wythoff_prove::theorems::{Found, find, implies};
use wythoff_prove::{AgainstRules, Outcome, Request, against_rules, prove, rules_text};
use wythoff_rules::Rules;
use wythoff_solvers::Budget;

/// A game of the list: its spec, conventions on top of it, and what the literature has.
#[derive(Clone)]
struct Entry {
    spec: String,
    misere: bool,
    block: u64,
    pass: bool,
    /// The sets of Grundy value 0 to this, not only the P-positions.
    values: u32,
    /// The game also ends at every position with at most so many tokens.
    ends: u64,
    literature: &'static str,
}

fn plain(spec: &str, literature: &'static str) -> Entry {
    Entry { spec: spec.to_string(), misere: false, block: 1, pass: false, values: 0, ends: 0, literature }
}

fn misere(spec: &str, literature: &'static str) -> Entry {
    Entry { misere: true, ..plain(spec, literature) }
}

fn blocking(spec: &str, block: u64, literature: &'static str) -> Entry {
    Entry { block, ..plain(spec, literature) }
}

const CATALOG: &str = "its source in the catalog";
const UNSEEN: &str = "not in the papers at hand";
const NEW: &str = "**new**, not in the papers at hand";
const ENDS: &str = "the P-positions: Komaki, Miyadera, Murakami (arXiv 2605.01435; k = 2 also 2510.11767); the automaton: **new**";
const BLOCKED: &str = "**new**: Larsson (arXiv 1010.5816) conjectures the asymptotics";
const PASS: &str = "**new** as a proof for all positions; Miyadera, Manabe, Fukui (arXiv 1711.04960) relate it to {G = 1}, see also Hu, Sleator, Tsin (arXiv 2408.02851)";

/// Games besides the catalog's, and conventions on them.
fn variants() -> Vec<Entry> {
    vec![
        plain("t-wythoff(t=1)", "Wythoff 1907"),
        plain("t-wythoff(t=3)", "Fraenkel 1982"),
        plain("t-wythoff(t=4)", "Fraenkel 1982"),
        plain("t-wythoff(t=5)", "Fraenkel 1982"),
        plain("w-translate(k=1)", "Ho 2012"),
        plain("w-translate(k=3)", "Ho 2012"),
        plain("(i,0) (0,i) (i,i) (1,3) (3,1)", "an instance of Duchêne, Fraenkel, Nowakowski, Rigo 2010"),
        plain("(i,0) (0,i) (2i,i) (i,2i)", UNSEEN),
        plain("(i,0) (0,i) (k,l) where |k-l| <= 1 and k + l >= 3", UNSEEN),
        misere("wythoff", "Fraenkel 1984"),
        misere("t-wythoff(t=2)", "Fraenkel 1984"),
        misere("r-wythoff", UNSEEN),
        blocking("wythoff", 3, "Larsson 2011"),
        blocking("wythoff", 4, BLOCKED),
        blocking("wythoff", 8, BLOCKED),
        blocking("wythoff", 14, BLOCKED),
        blocking("t-wythoff(t=2)", 3, NEW),
        blocking("t-wythoff(t=2)", 4, NEW),
        blocking("t-wythoff(t=3)", 3, NEW),
        blocking("t-wythoff(t=3)", 4, NEW),
        blocking("t-wythoff(t=3)", 5, NEW),
        Entry { ends: 1, ..plain("wythoff", ENDS) },
        Entry { ends: 2, ..plain("wythoff", ENDS) },
        Entry { ends: 3, ..plain("wythoff", ENDS) },
        Entry { ends: 4, ..plain("wythoff", ENDS) },
        Entry { ends: 8, ..plain("wythoff", ENDS) },
        Entry { values: 1, ..plain("r-wythoff", UNSEEN) },
        Entry { values: 1, ..plain("e-wythoff", UNSEEN) },
        Entry { values: 2, ..plain("r-wythoff", UNSEEN) },
        Entry { values: 3, ..plain("r-wythoff", UNSEEN) },
        Entry { values: 4, ..plain("e-wythoff", UNSEEN) },
        Entry { values: 3, ..plain("t-wythoff(t=2)", UNSEEN) },
        Entry { values: 2, ..plain("t-wythoff(t=4)", UNSEEN) },
        Entry { values: 1, ..plain("nim(piles=2)", "Bouton 1901") },
        // By transducers.
        plain("maharaja", CATALOG),
        plain("maharaja(p=2,q=3)", CATALOG),
        misere("maharaja", NEW),
        misere("maharaja(p=2,q=3)", NEW),
        plain("(i,0) (0,i) (i,i) where i mod 2 == 0", "**new**; for the [2,2] vector game an algorithm"),
        plain("(i,0) (0,i) (i,i) where i mod 3 == 0", NEW),
        misere("(i,0) (0,i) (i,i) where i mod 3 == 0", NEW),
        plain("(i,0) (0,i) (i,i) where i mod 4 == 0", NEW),
        plain("maharaja(p=5,q=8)", NEW),
        plain("maharaja(p=6,q=10)", NEW),
        plain("maharaja(p=7,q=11)", NEW),
        plain("blocking-wythoff(k=5)", BLOCKED),
        plain("blocking-wythoff(k=2,t=2)", NEW),
        plain("blocking-wythoff(k=2,t=3)", NEW),
        plain("blocking-wythoff(k=2,t=4)", NEW),
        plain("blocking-wythoff(k=2,t=5)", NEW),
        plain("blocking-wythoff(k=10)", BLOCKED),
        plain("blocking-wythoff(k=12)", BLOCKED),
        plain("blocking-wythoff(k=19)", BLOCKED),
        plain("blocking-wythoff(k=2,t=6)", NEW),
        plain("blocking-wythoff(k=2,t=7)", NEW),
        plain("blocking-wythoff(k=2,t=8)", NEW),
        plain("blocking-wythoff(k=3,t=4)", NEW),
        plain("blocking-wythoff(k=3,t=5)", NEW),
        plain("blocking-wythoff(k=3,t=6)", NEW),
        plain("blocking-wythoff(k=4,t=4)", NEW),
        plain("blocking-wythoff(k=5,t=2)", NEW),
        plain("blocking-wythoff(k=5,t=4)", NEW),
        plain("blocking-wythoff(k=6,t=2)", NEW),
        plain("blocking-wythoff(k=6,t=3)", NEW),
        plain("blocking-wythoff(k=7,t=2)", NEW),
        plain("blocking-wythoff(k=7,t=3)", NEW),
        plain("blocking-wythoff(k=8,t=3)", NEW),
        plain("blocking-wythoff(k=8,t=4)", NEW),
        plain("blocking-wythoff(k=9,t=3)", NEW),
        plain("blocking-wythoff(k=10,t=3)", NEW),
        plain("blocking-wythoff(k=11,t=2)", NEW),
        plain("blocking-wythoff(k=11,t=3)", NEW),
        plain("blocking-wythoff(k=12,t=2)", NEW),
        plain("blocking-wythoff(k=12,t=4)", NEW),
        plain("blocking-wythoff(k=13,t=2)", NEW),
        plain("blocking-wythoff(k=13,t=3)", NEW),
        plain("blocking-wythoff(k=14,t=3)", NEW),
        plain("blocking-wythoff(k=15,t=3)", NEW),
        plain("blocking-wythoff(k=16,t=3)", NEW),
        plain("blocking-wythoff(k=17,t=2)", NEW),
        plain("blocking-wythoff(k=18,t=2)", NEW),
        plain("blocking-wythoff(k=19,t=2)", NEW),
        plain("blocking-wythoff(k=2,on=diagonal)", CATALOG),
        plain("blocking-wythoff(k=5,on=diagonal)", CATALOG),
        plain("blocking-wythoff(k=2,on=diagonal,t=3)", NEW),
        plain("nim-ab(a=1,b=2)", "the recursion: its source in the catalog"),
        plain("nim-ab(a=2,b=3)", "the recursion: its source in the catalog"),
        misere("nim-ab(a=1,b=2)", "the recursion: its source in the catalog"),
        misere("nim-ab(a=2,b=2)", NEW),
        misere("nim-ab(a=3,b=3)", NEW),
        misere("nim-ab(a=4,b=2)", NEW),
        Entry { pass: true, ..plain("wythoff", PASS) },
        Entry { pass: true, ..plain("r-wythoff", NEW) },
        Entry {
            values: 1,
            ..plain("wythoff", "**new**; for Grundy values of Wythoff's game bounds are known")
        },
        Entry {
            values: 2,
            ..plain("wythoff", "**new**; for Grundy values of Wythoff's game bounds are known")
        },
    ]
}

/// Families: the name of the parameter, its range, and the game for each value.
type Range = (&'static str, std::ops::RangeInclusive<u64>, fn(u64) -> Entry);

const RANGES: &[Range] = &[
    ("t-wythoff(t)", 1..=8, |t| plain(&format!("t-wythoff(t={t})"), "")),
    ("t-wythoff(t), misère play", 2..=6, |t| misere(&format!("t-wythoff(t={t})"), "")),
    ("w-translate(k)", 1..=6, |k| plain(&format!("w-translate(k={k})"), "")),
    ("dr(k)", 2..=5, |k| plain(&format!("dr(k={k})"), "")),
    ("radius(r)", 1..=8, |r| plain(&format!("radius(r={r})"), "")),
    ("blocking-wythoff(k,on=diagonal)", 2..=10, |k| {
        plain(&format!("blocking-wythoff(k={k},on=diagonal)"), "")
    }),
    ("nim-ab(a=1,b)", 2..=8, |b| plain(&format!("nim-ab(a=1,b={b})"), "")),
];

/// Games whose theorems `coq/check` has Coq check, as they are called here.
const COQ: &[&str] = &[
    "wythoff",
    "wythoff, misère play",
    "t-wythoff",
    "t-wythoff(t=1)",
    "t-wythoff(t=2)",
    "t-wythoff(t=3)",
    "t-wythoff(t=4)",
    "t-wythoff(t=5)",
    "r-wythoff",
    "w-translate",
    "w-translate(k=1)",
    "w-translate(k=3)",
    "radius",
    "dr",
    "nim",
    "blocking-wythoff",
    "wythoff, blocking 3",
    "wythoff, blocking 4",
    "nim(piles=2), Grundy values 0 to 1",
    "r-wythoff, Grundy values 0 to 1",
];

/// Seconds for one proof, and for the theorems about it.
const SECONDS: u64 = 60;

impl Entry {
    fn name(&self) -> String {
        let mut name = self.spec.clone();
        name += if self.misere { ", misère play" } else { "" };
        if self.block > 1 {
            name += &format!(", blocking {}", self.block);
        }
        name += if self.pass { ", a pass" } else { "" };
        if self.ends > 0 {
            name += &format!(", ends at x + y <= {}", self.ends);
        }
        if self.values > 0 {
            name += &format!(", Grundy values 0 to {}", self.values);
        }
        name
    }

    fn rules(&self) -> Option<Rules> {
        let game = Resolved::parse(&self.spec).ok()?;
        let mut rules = game.rules()?.clone();
        if self.misere {
            rules.set_misere().ok()?;
        }
        if self.block > 1 {
            rules.set_block(self.block, &[]).ok()?;
        }
        if self.pass {
            rules.set_pass();
        }
        for x in 0..=self.ends {
            for y in x..=self.ends - x {
                if self.ends > 0 && x + y > 0 {
                    rules.add_terminal(&[x, y]).ok()?;
                }
            }
        }
        Some(rules)
    }
}

/// Processor time of the whole process where the system tells it, else time by the clock: tables are made on busy machines.
fn now(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").ok();
    // After the name in parentheses: the 12th and 13th fields, in hundredths of a second.
    let ticks = told.and_then(|text| {
        let fields = text.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
        fields.map(|field| field.parse::<f64>().ok()).sum::<Option<f64>>()
    });
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

fn limits() -> Limits {
    Limits { budget: Budget::default().within(Duration::from_secs(SECONDS)), ..Limits::default() }
}

/// A proof that the independent checker accepted.
enum Proved {
    Automaton(Box<Proof>),
    Transducer(leapers::Certificate),
    /// Certificate, states, statement.
    Chain(String, usize, String),
}

impl Proved {
    fn states(&self) -> usize {
        match self {
            Proved::Automaton(proof) => proof.dfa().states(),
            Proved::Transducer(found) => found.machine().states().len(),
            Proved::Chain(_, states, _) => *states,
        }
    }

    fn numeration(&self) -> String {
        match self {
            Proved::Automaton(proof) => proof.numeration().to_string(),
            Proved::Transducer(_) | Proved::Chain(..) => "transducer".to_string(),
        }
    }
}

fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).map(|b| format!("{b:02x}")).collect::<String>()
}

/// What was found about a proved game: each statement, with the hash of its certificate where it is a formula. The
/// certificate of a formula is checked here; the other statements compare proofs, or follow from those before them.
fn account(rules: &Rules, proof: &Proof, found: Vec<Found>) -> Vec<String> {
    let certified = |formula: &str| {
        let decided = implies(rules, proof, formula, &limits()).ok()?;
        let certificate = decided.certificate(&[(rules, proof)], &limits()).ok()?;
        let checked = theorem::check(&certificate).ok().filter(|checked| checked.holds);
        checked.map(|_| format!(" (`{}`)", hash(&certificate)))
    };
    let line = |found: Found| {
        let proof = found.formula.as_deref().and_then(certified).unwrap_or_default();
        found.statement + &proof
    };
    found.into_iter().map(line).collect()
}

/// The proof, its seconds, and the hash of its certificate or what is wrong with it.
fn proved(rules: &Rules, values: u32) -> Result<(Proved, f64, String), String> {
    let start = Instant::now();
    let began = now(start);
    let budget = limits().budget;
    let leapers = match values {
        // Vectors that seem to change nothing: the automaton of Wythoff's game says more.
        0 => leapers_of(rules).filter(|found| {
            let wythoff = Leapers::new(&[]).ok().map(|wythoff| PStream::new(&wythoff).take(1000));
            !wythoff.is_some_and(|wythoff| PStream::new(found).take(1000).eq(wythoff))
        }),
        values => leapers_of(rules)
            .filter(|found| Leapers::new(&[]).is_ok_and(|wythoff| *found == wythoff))
            .and_then(|_| Leapers::of_kind(&[], Kind { values, ..Kind::default() }).ok()),
    };
    let windows = |l: &Leapers| certify_within(l, &leapers::Limits::default(), &budget).ok();
    let closed = || chained(rules, leapers.as_ref(), values, true, &budget);
    let found = match leapers.as_ref().and_then(windows).map(Proved::Transducer).or_else(closed) {
        Some(found) => found,
        None => {
            let alone = chained(rules, None, values, false, &budget);
            // Where a machine may do, no long search for an automaton.
            let (states, data) = alone.as_ref().map(|_| (1000, 1500)).unzip();
            let asked =
                Request { grundy: (values > 0).then_some(values), states, data, ..Request::default() };
            match (prove(rules, &asked, &budget), alone) {
                (Ok((Outcome::Proved(proof), _)), _) => Proved::Automaton(proof),
                (_, Some(alone)) => alone,
                (Ok(_), None) => return Err(format!("no proof in {SECONDS} s")),
                (Err(error), None) => return Err(error.to_string()),
            }
        }
    };
    let seconds = now(start) - began;
    let told = match &found {
        Proved::Transducer(found) => {
            transducer::check(&found.text()).map_err(|error| format!("rejected: {error}"))?;
            format!("`{}`", hash(&found.text()))
        }
        Proved::Chain(text, ..) => format!("`{}`", hash(text)),
        Proved::Automaton(proof) => {
            match proof.certificate(&rules_text(rules).unwrap_or_default(), &limits()) {
                Ok(certificate) => {
                    let report =
                        automaton::check(&certificate).map_err(|error| format!("rejected: {error}"))?;
                    let same = matches!(against_rules(&report, &limits()), AgainstRules::Same { .. });
                    format!(
                        "`{}`{}",
                        hash(&certificate),
                        if same { "" } else { " (rules text not compared)" }
                    )
                }
                Err(error) => format!("none: {error}"),
            }
        }
    };
    Ok((found, seconds, told))
}

/// A chain that the checker closes: of a game like Wythoff's, or of a blocking game with lines.
fn chained(
    rules: &Rules,
    leapers: Option<&Leapers>,
    values: u32,
    lines: bool,
    budget: &Budget,
) -> Option<Proved> {
    if let Some(leapers) = leapers {
        let claim = |length: usize| leapers.chain(length);
        let (text, found) = first_closed(&claim, &transducer::check_within, budget)?;
        return Some(Proved::Chain(text, found.states, format!("{}: {}", leapers.text(), found.sentence())));
    }
    if values > 0 {
        return None;
    }
    Beams::of(rules, budget).into_iter().filter(|seen| seen.has_lines() == lines).find_map(|seen| {
        seen.origins().into_iter().find_map(|origin| {
            let claim = |length: usize| seen.certificate(origin, length);
            let (text, found) = first_closed(&claim, &beams::check_within, budget)?;
            Some(Proved::Chain(text, found.states, format!("{}: {}", seen.text(), found.sentence())))
        })
    })
}

fn main() {
    println!(
        "# Theorems\n\nGenerated by `cargo run --release -p wythoff-prove --example theorems > docs/theorems.md`; do not edit.\n\n\
         For each game: the P-positions are those that an automaton with so many states accepts, piles written in the \
         numeration given, for all positions; or a transducer with so many states writes the word of larger piles, or of how many \
         P-positions each column has as its larger pile, which it reads further back, from a column on: below, under the game's \
         name, stands which column, and on which lines other P-positions lie. Every certificate was accepted by the independent checker, and those of automata were compared with \
         the rules text in them. Of a hash the first 16 digits are given; `wyt prove GAME --certificate FILE` writes the same file. \
         Seconds are processor time for the whole way from the rules, data and guesses included, on one core. \
         `coq/check` has Coq check the theorems marked so. **new**: as far as the papers at hand and those named go.\n"
    );
    println!(
        "| game | numeration | states | seconds | certificate (sha256) | Coq | literature |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    let settled: Vec<&str> =
        wythoff_catalog::entries().iter().filter(|entry| entry.proved).map(|entry| entry.name).collect();
    let catalog = settled.iter().map(|name| plain(name, CATALOG));
    let entries: Vec<Entry> = catalog.chain(variants()).collect();
    let mut accounts = Vec::new();
    let others: Vec<(String, Rules)> =
        settled.iter().filter_map(|name| Some((name.to_string(), plain(name, "").rules()?))).collect();
    for entry in &entries {
        let name = entry.name();
        eprintln!("{name}");
        let Some(rules) = entry.rules() else {
            println!("| `{name}` | | | | not in the rule language | | |");
            continue;
        };
        let (found, seconds, hash) = match proved(&rules, entry.values) {
            Ok(found) => found,
            Err(why) => {
                println!("| `{name}` | | | | {why} | | |");
                continue;
            }
        };
        let coq = if COQ.contains(&name.as_str()) { "yes" } else { "" };
        let (numeration, states) = (found.numeration(), found.states());
        let table = name.replace('|', "\\|");
        println!(
            "| `{table}` | {numeration} | {states} | {} | {hash} | {coq} | {} |",
            shown(seconds),
            entry.literature
        );
        match found {
            Proved::Transducer(found) => accounts.push((name, vec![found.statement()])),
            Proved::Chain(_, _, statement) => accounts.push((name, vec![statement])),
            Proved::Automaton(proof) => {
                let own =
                    |other: &str| !entry.misere && !entry.pass && entry.block == 1 && other == entry.spec;
                let mine: Vec<(String, Rules)> =
                    others.iter().filter(|(other, _)| !own(other)).cloned().collect();
                if let Ok(found) = find(&rules, &proof, &mine, &limits()) {
                    let found = account(&rules, &proof, found);
                    accounts.push((name, found));
                }
            }
        }
    }
    println!(
        "\n## Families\n\nEach value of the range is proved; that the states go on like this is a conjecture.\n\n\
         | family | range | states | seconds each, at most | schema |\n| --- | --- | --- | --- | --- |"
    );
    for (name, range, entry) in RANGES {
        eprintln!("{name}");
        let mut states = Vec::new();
        let mut most = 0f64;
        for value in range.clone() {
            match entry(value).rules().map(|rules| proved(&rules, 0)) {
                Some(Ok((found, seconds, _))) => {
                    states.push((value, found.states()));
                    most = most.max(seconds);
                }
                _ => break,
            }
        }
        let listed: Vec<String> = states.iter().map(|(_, s)| s.to_string()).collect();
        let range = match (states.first(), states.last()) {
            (Some((first, _)), Some((last, _))) => format!("{first}..{last}"),
            _ => "none".to_string(),
        };
        println!("| {name} | {range} | {} | {} | {} |", listed.join(", "), shown(most), schema(&states));
    }
    println!(
        "\n## What follows\n\nFor all positions. A hash is that of the theorem's own certificate, which the independent \
         checker accepted; the other statements compare proofs of games, or follow from those before them.\n"
    );
    for (name, found) in accounts {
        println!("### `{name}`\n");
        for statement in &found {
            println!("* {statement}");
        }
        println!();
    }
}

/// Seconds roughly, so that the page is the same on the next machine.
fn shown(seconds: f64) -> &'static str {
    match seconds {
        s if s < 0.1 => "< 0.1",
        s if s < 1.0 => "< 1",
        s if s < 10.0 => "< 10",
        _ => "< 60",
    }
}

/// States as a linear function of the parameter, where they are one.
fn schema(states: &[(u64, usize)]) -> String {
    let &[(first, low), (second, next), .., _] = states else { return String::new() };
    let slope = (next as i64 - low as i64) / (second as i64 - first as i64);
    let constant = low as i64 - slope * first as i64;
    if states.iter().any(|(n, s)| slope * *n as i64 + constant != *s as i64) {
        return "not linear".to_string();
    }
    match (slope, constant) {
        (0, c) => format!("{c}"),
        (1, 0) => "n".to_string(),
        (a, 0) => format!("{a}n"),
        (1, c) => format!("n {} {}", if c < 0 { '-' } else { '+' }, c.abs()),
        (a, c) => format!("{a}n {} {}", if c < 0 { '-' } else { '+' }, c.abs()),
    }
}
