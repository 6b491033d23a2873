//! The rows of the ledger: what is claimed, where, and in which of three texts.

use serde::Serialize;
use std::sync::LazyLock;

/// A claim of a paper, in our words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its stable name, such as `LEX-T13`.
    pub id: &'static str,
    /// The paper: LEX, RLX, WYF, GEO, VIS, or NEW for results beyond the five.
    pub paper: &'static str,
    /// Where in the paper.
    pub locus: &'static str,
    /// What it is: theorem, table, conjecture, ...
    pub kind: &'static str,
    /// What the paper prints, in our words.
    pub printed: &'static str,
    /// How it is read here, where there is a choice; else empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub reading: &'static str,
    /// The corrected statement, where there is one; else empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub corrected: &'static str,
    /// Remarks: slips in print that leave the statement as it is, what is from the literature; may be empty.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
}

const FILES: [&str; 7] = [
    include_str!("../ledger/lex.tsv"),
    include_str!("../ledger/rlx.tsv"),
    include_str!("../ledger/wyf.tsv"),
    include_str!("../ledger/geo.tsv"),
    include_str!("../ledger/vis-a.tsv"),
    include_str!("../ledger/vis-b.tsv"),
    include_str!("../ledger/new.tsv"),
];

/// All rows, paper by paper in the order of the papers.
pub fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> =
        LazyLock::new(|| FILES.iter().flat_map(|file| file.lines().skip(1).map(row)).collect());
    &ROWS
}

fn row(line: &'static str) -> Row {
    let mut cells = line.split('\t').chain(std::iter::repeat(""));
    let mut next = || cells.next().unwrap_or("");
    Row {
        id: next(),
        paper: next(),
        locus: next(),
        kind: next(),
        printed: next(),
        reading: next(),
        corrected: next(),
        note: next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rows_are_well_formed() {
        for file in FILES {
            assert!(file.starts_with("id\tpaper\tlocus\tkind\tprinted\treading\tcorrected\tnote\n"));
            assert!(file.lines().all(|line| line.matches('\t').count() == 7));
        }
        let ids: BTreeSet<&str> = rows().iter().map(|row| row.id).collect();
        assert_eq!(ids.len(), rows().len());
        for row in rows() {
            let texts = [row.printed, row.reading, row.corrected, row.note];
            assert!(!row.printed.is_empty() && !row.locus.is_empty(), "{}", row.id);
            assert!(texts.iter().all(|text| !text.contains("Some(")), "{}", row.id);
        }
    }
}
