//! The ledger as a document: the papers, errata first, then section by section each claim with its status.

mod errata;
mod html;
mod text;

pub use errata::{errata_latex, errata_markdown};
pub use html::html;
pub use text::markdown;

use crate::ledger::{Row, rows};
use crate::run::Result;
use crate::verdict::Status;

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The sign that rows begin with.
    pub sign: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
}

/// The papers in their order; the last one is what is beyond them.
pub const PAPERS: [Paper; 6] = [
    Paper { sign: "LEX", title: "Lexicographic Wythoff", authors: "D. Klein, A. S. Fraenkel" },
    Paper { sign: "RLX", title: "Relaxed Wythoff has all Beatty solutions", authors: "J. Kay, G. Polanco" },
    Paper { sign: "WYF", title: "A class of Wythoff-like games", authors: "A. S. Fraenkel, Y. Tanny" },
    Paper {
        sign: "GEO",
        title: "Geometrical extensions of Wythoff's game",
        authors: "E. Duchêne, S. Gravier",
    },
    Paper {
        sign: "VIS",
        title: "Wythoff Wisdom",
        authors: "E. Duchêne, A. S. Fraenkel, V. Gurvich, N. B. Ho, C. Kimberling, U. Larsson",
    },
    Paper {
        sign: "NEW",
        title: "Beyond the papers",
        authors: "found with this program, or in recent literature",
    },
];

/// The signs of the papers, in their order.
pub fn papers() -> impl Iterator<Item = &'static str> {
    PAPERS.iter().map(|paper| paper.sign)
}

const WHAT: &str = "Every definition, table, construction, theorem, conjecture and remark of five papers on \
Wythoff's game and its relatives, in our words, executed. A check computes both sides by different routes: the \
rules of the game on one side, what is claimed on the other. Each claim has up to three texts: what is printed, how \
it is read here, and the corrected statement. Where what is printed fails, the counterexample that the check finds is \
shown with a command that reproduces it. References to print are to the copies at hand.";

/// How sure a finding is.
pub(crate) fn how_sure(result: &Result) -> &'static str {
    match result.finding.status {
        Status::Scan => "scan suspect",
        Status::Clarified => "a matter of reading",
        Status::Unchecked => "by reading",
        _ if result.finding.proved => "proved",
        Status::Holds => "holds as far as it was run",
        Status::Answered => "as far as it was run",
        _ => "found by search",
    }
}

/// The number of results of a status.
pub(crate) fn count(results: &[&Result], status: Status) -> usize {
    results.iter().filter(|r| r.finding.status == status).count()
}

pub(crate) fn status_words(result: &Result) -> String {
    let word = result.finding.status.word();
    if result.finding.proved { format!("{word} (proved)") } else { word.to_string() }
}

/// "470 hold (12 of them proved), 52 are corrected, ...": a sentence of counts, for documents that cite them.
pub fn summary(results: &[Result]) -> String {
    counts(&results.iter().collect::<Vec<_>>())
}

pub(crate) fn counts(results: &[&Result]) -> String {
    let of = |status: &Status| match count(results, *status) {
        0 => None,
        n => {
            let proved = results.iter().filter(|r| r.finding.status == *status && r.finding.proved).count();
            let proved = if proved > 0 { format!(" ({proved} proved)") } else { String::new() };
            Some(format!("{n} {status}{proved}"))
        }
    };
    Status::ALL.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

/// The counts of the recorded statuses as a sentence: what documents say of the ledger.
pub fn recorded() -> String {
    let claims = crate::run::claims();
    let of = |status: Status| claims.iter().filter(|claim| claim.expected == status).count();
    let counts: Vec<String> =
        Status::ALL.into_iter().filter(|s| of(*s) > 0).map(|s| format!("{} {s}", of(s))).collect();
    format!("{} rows: {}.", claims.len(), counts.join(", "))
}

/// The section of a row, where its place in the paper names one: `S4.3 Conj 5` is in section 4.3.
fn section(row: &Row) -> Option<String> {
    let place = row.locus;
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let number = text[..end].trim_end_matches('.');
        (!number.is_empty()).then(|| number.to_string())
    };
    let marks = ["Section ", "sec.", "S"];
    marks.iter().find_map(|mark| place.strip_prefix(mark).and_then(number)).or_else(|| number(place))
}

/// The rows in the order of the paper, cut where a new section begins.
pub(crate) fn sections<'a>(results: &[&'a Result]) -> Sections<&'a Result> {
    cut(results.iter().copied(), |result| result.row)
}

/// The rows of a paper in its order, cut where a new section begins.
pub fn sections_of(sign: &str) -> Sections<&'static Row> {
    cut(rows().iter().filter(|row| row.paper == sign), |row| row)
}

/// Sections with their numbers, where they have one.
type Sections<T> = Vec<(Option<String>, Vec<T>)>;

fn cut<T>(items: impl Iterator<Item = T>, row: impl Fn(&T) -> &'static Row) -> Sections<T> {
    let mut out: Sections<T> = Vec::new();
    for result in items {
        // A row that names no section stays with the one before; so does one that points back.
        let number = section(row(&result)).filter(|new| {
            let last = out.iter().rev().find_map(|(number, _)| number.as_deref());
            last.is_none_or(|last| order(new) > order(last))
        });
        match (number, out.last_mut()) {
            (None, Some((_, rows))) => rows.push(result),
            (number, _) => out.push((number, vec![result])),
        }
    }
    out
}

fn order(number: &str) -> Vec<u32> {
    number.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// What there is to say below what is printed, as label and text; commands have the label `run`.
pub fn lines(result: &Result) -> Vec<(&'static str, String)> {
    let (row, finding) = (result.row, &result.finding);
    let mut lines = Vec::new();
    if !row.reading.is_empty() {
        lines.push(("read as", row.reading.to_string()));
    }
    if let Some(counterexample) = &finding.counterexample {
        let label = match (finding.status, row.reading.is_empty()) {
            (Status::Clarified, _) => "a reading fails at",
            (_, true) => "as printed, fails at",
            (_, false) => "read so, fails at",
        };
        lines.push((label, counterexample.clone()));
    }
    if !row.corrected.is_empty() {
        lines.push((
            if finding.status == Status::Clarified { "clear" } else { "corrected" },
            row.corrected.to_string(),
        ));
    }
    if !finding.bound.is_empty() {
        let label = match finding.status {
            Status::Unchecked => "not run",
            Status::Open => "searched",
            _ => "checked",
        };
        lines.push((label, finding.bound.clone()));
    }
    if let Some(detail) = &finding.detail {
        let label = match finding.status {
            Status::Answered => "answer",
            Status::Clarified => "readings",
            Status::Error => "error",
            _ => "found",
        };
        lines.push((label, detail.clone()));
    }
    if !row.note.is_empty() {
        lines.push(("note", row.note.to_string()));
    }
    if finding.status != Status::Unchecked {
        lines.push(("run", finding.command.clone().unwrap_or_else(|| format!("wyt verify {}", row.id))));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Scale, claim as claim_of, run};

    pub(super) fn results(ids: &[&str]) -> Vec<Result> {
        let wanted: Vec<_> = ids.iter().filter_map(|id| claim_of(id)).collect();
        run(&wanted, Scale::SMALL, &|_| {}, &wythoff_numbers::Budget::default().with_threads(2))
    }

    #[test]
    fn a_page_shows_status_counterexample_and_command() {
        let results = results(&["GEO-KING", "GEO-T18s", "GEO-CANON", "LEX-ABS2"]);
        let page = html(&results, &[]);
        for part in [
            "holds (proved)",
            "id=\"GEO-T18s\"",
            "as printed, fails at",
            "a reading fails at",
            "<code>wyt ",
            "not run",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("<figure>"));
        let text = markdown(&results);
        assert!(text.contains("## GEO: ") && text.contains("**corrected**") && text.contains("- run: `wyt "));
    }

    #[test]
    fn a_corrected_text_is_never_shown_as_failing() {
        for result in results(&["GEO-T18s", "VIS-T-mis-t-rec", "LEX-TAB2A"]) {
            let lines = lines(&result);
            let place = |wanted: &str| lines.iter().position(|(label, _)| *label == wanted);
            assert!(place("as printed, fails at") < place("corrected"), "{lines:?}");
        }
    }

    /// Counts in documents are written by this test (`WYTHOFF_BLESS=1`), and compared by it.
    #[test]
    fn counts_in_documents_are_those_of_the_ledger() {
        for document in ["README.md", "docs/ledger.md"] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
            let text = std::fs::read_to_string(&path).unwrap();
            let (before, rest) = text.split_once("<!-- counts: begin -->\n").expect(document);
            let (found, after) = rest.split_once("<!-- counts: end -->").expect(document);
            let wanted = format!("{}\n", recorded());
            if std::env::var_os("WYTHOFF_BLESS").is_some() {
                let text = format!("{before}<!-- counts: begin -->\n{wanted}<!-- counts: end -->{after}");
                std::fs::write(&path, text).unwrap();
            } else {
                assert_eq!(found, wanted, "{document}: run with WYTHOFF_BLESS=1");
            }
        }
    }

    #[test]
    fn sections_follow_the_paper() {
        let results = results(&["VIS-T1", "VIS-T3", "VIS-6.2-R-P"]);
        let all: Vec<&Result> = results.iter().collect();
        let numbers: Vec<Option<String>> = sections(&all).into_iter().map(|(number, _)| number).collect();
        assert_eq!(numbers, [Some("1".into()), Some("3.1".into()), Some("6.2".into())]);
    }
}
