//! The rows of the ledger: what is claimed, where, and what is wrong in print.

use std::sync::LazyLock;

/// A claim of a paper, in our words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its stable name, such as `LEX-T13`.
    pub id: &'static str,
    /// The paper: LEX, RLX, WYF, GEO, VIS, or NEW for results found here.
    pub paper: &'static str,
    /// Where in the paper.
    pub locus: &'static str,
    /// What it is: theorem, table, conjecture, ...
    pub kind: &'static str,
    /// What is claimed.
    pub statement: &'static str,
    /// What is wrong or ambiguous as printed in the text at hand, and the correction; may be empty.
    pub erratum: &'static str,
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
    Row { id: next(), paper: next(), locus: next(), kind: next(), statement: next(), erratum: next() }
}
