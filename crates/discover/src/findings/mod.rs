//! Structure in computed data: P-positions, Grundy rows, integer sequences.
//!
//! A [`Finding`] says one thing in one sentence and how far it was checked. It fits the data; it is not
//! proved. All comparisons are exact.

mod additive;
mod automaton;
mod complement;
mod data;
mod difference;
mod grundy;
mod morphism;
mod named;
mod numbers;
mod numeration;
mod recurrence;
mod residue;
mod slope;
mod spectrum;
mod word;

pub use data::Positions;
pub use morphism::{Morphism, fixed_by};
pub use named::{Named, name_in};
pub use numbers::{Fit, Numbers};
pub use recurrence::{Recurrence, recurrence};

use crate::chains::first_closed;
use crate::error::DiscoverError;
use crate::leapers::{self, Leapers};
use data::Pairs;
use spectrum::Expected;
use wythoff_numbers::{Budget, Stop};

/// One thing that the data show.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is about: `slope`, `beatty`, `difference`, `word`, `morphism`, `period`, `residue`,
    /// `nim-sum`, `symmetry`, `recurrence`, `complementary`, `numeration`, `automaton` or `transducer`.
    pub kind: &'static str,
    /// One readable sentence.
    pub statement: String,
    /// How far it was checked, such as `n < 2000` or `piles below 5000`.
    pub bound: String,
    /// The numbers in it.
    pub data: Numbers,
}

impl Finding {
    fn new(
        kind: &'static str,
        statement: impl Into<String>,
        bound: impl Into<String>,
        data: Numbers,
    ) -> Finding {
        Finding { kind, statement: statement.into(), bound: bound.into(), data }
    }
}

/// What a set of P-positions shows.
///
/// ```
/// use wythoff_discover::findings::{Positions, of_positions};
/// // Wythoff's pairs below 30.
/// let pairs = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18], [12, 20], [14, 23], [16, 26], [17, 28]];
/// let positions = Positions::unordered(pairs.map(Vec::from).to_vec(), 30)?;
/// let found = of_positions(&positions);
/// assert!(found.iter().any(|f| f.statement == "b_n = a_n + n for every n" && f.bound == "n < 12"));
/// # Ok::<(), wythoff_discover::DiscoverError>(())
/// ```
pub fn of_positions(positions: &Positions) -> Vec<Finding> {
    of_positions_telling(positions, &Budget::default(), &mut |_| {})
}

/// The same, each finding told as it is found, until the budget ends it.
pub fn of_positions_telling(
    positions: &Positions,
    budget: &Budget,
    tell: &mut dyn FnMut(&Finding),
) -> Vec<Finding> {
    let mut told = Told { found: Vec::new(), tell };
    // Why it ends is the budget's to say.
    let _ = tell_all(positions, budget, &mut told);
    told.found
}

fn tell_all(positions: &Positions, budget: &Budget, told: &mut Told<'_>) -> Result<(), Stop> {
    told.add(residue::of_positions(positions, budget)?);
    budget.check()?;
    // A residue pattern fills the plane; beams would be noise.
    if told.found.iter().all(|f| f.kind != "residue") {
        told.add(slope::of_positions(positions));
        budget.check()?;
    }
    if let Some(pairs) = Pairs::of(positions) {
        told.add(complement::of_pairs(&pairs));
        budget.check()?;
        told.add(difference::of_pairs(&pairs));
        budget.check()?;
        let first = difference::slope_of(&pairs);
        let alpha = first.as_ref().map(|e| e.slope.clone()).or_else(|| spectrum::slope_of(0, &pairs.a));
        let second = alpha.and_then(|alpha| alpha.complement().ok());
        let second =
            second.map(|slope| Expected { slope, reason: "complementary to the slope of a".to_string() });
        told.add(of_named("a", 0, &pairs.a, first.as_ref()));
        budget.check()?;
        told.add(of_named("b", 0, &pairs.b, second.as_ref()));
        budget.check()?;
        told.add(numeration::of_pairs(&pairs));
    } else {
        for (name, terms) in positions.coordinates() {
            told.add(spectrum::of_terms(&name, 0, &terms));
            budget.check()?;
        }
    }
    budget.check()?;
    told.add(automaton::of_positions(positions, &told.found, budget)?);
    Ok(())
}

/// Findings so far, and who hears of the next ones.
struct Told<'a> {
    found: Vec<Finding>,
    tell: &'a mut dyn FnMut(&Finding),
}

impl Told<'_> {
    fn add(&mut self, more: impl IntoIterator<Item = Finding>) {
        for finding in more {
            (self.tell)(&finding);
            self.found.push(finding);
        }
    }
}

/// The beams of a set of pairs: where the ratios y/x of the far ones lie.
pub fn slopes(positions: &Positions) -> Vec<Finding> {
    slope::of_positions(positions)
}

/// What an integer sequence shows; `start` is the index of its first term.
pub fn of_sequence(start: i64, terms: &[i64]) -> Vec<Finding> {
    of_named("s", start, terms, None)
}

/// What a table of Grundy values shows: `rows[x][y]`.
pub fn of_rows(rows: &[Vec<u64>]) -> Result<Vec<Finding>, DiscoverError> {
    grundy::of_rows(rows)
}

/// The transducer of "Wythoff plus finitely many vectors", or how far none was found. This one is proved:
/// the closed windows of the certificate, or its chain, cover every column.
pub fn of_leapers(leapers: &Leapers, limits: &leapers::Limits, budget: &Budget) -> (Finding, Option<String>) {
    let why = match leapers::certify_within(leapers, limits, budget) {
        Ok(found) => {
            let data = Numbers::Transducer {
                from: found.origin(),
                states: found.machine().states().len(),
                sync: found.sync(),
                transitions: found.machine().transitions(),
                window: found.length(),
                windows: found.windows().len(),
            };
            return (transducer(found.statement(), found.origin(), data), Some(found.text()));
        }
        Err(why) => why,
    };
    // No number of letters may tell the state where a chain is closed all the same.
    if let Some((text, found)) =
        first_closed(&|length| leapers.chain(length), &wythoff_certificate::transducer::check_within, budget)
    {
        let from = found.origin as u64;
        let data = Numbers::Transducer {
            from,
            states: found.states,
            sync: found.sync,
            transitions: found.transitions,
            window: found.window,
            windows: found.windows,
        };
        return (transducer(format!("{}: {}", leapers.text(), found.sentence()), from, data), Some(text));
    }
    let statement = format!(
        "no finite transducer for the word of larger coordinates was found: {why}; and no chain was seen to close"
    );
    let bound = format!("windows up to {}", limits.window);
    (Finding::new("transducer", statement, bound, Numbers::None), None)
}

fn transducer(statement: String, from: u64, data: Numbers) -> Finding {
    Finding::new("transducer", statement, format!("proved for every column from {from} on"), data)
}

/// One sequence under its name.
fn of_named(name: &str, start: i64, terms: &[i64], expected: Option<&Expected>) -> Vec<Finding> {
    let mut found = spectrum::guided(name, start, terms, expected);
    // A Beatty sequence repeats a convergent of its slope for a while: that is no period.
    let irrational = spectrum::slope_of(start, terms).is_some();
    let period = additive::of_terms(name, start, terms).filter(|_| !irrational);
    if period.is_none() {
        found.extend(recurrence::of_terms(name, start, terms));
    }
    found.extend(period);
    found.extend(word::of_terms(name, start, terms));
    found
}
