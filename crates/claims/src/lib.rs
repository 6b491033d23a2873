//! The ledger: one small function for each claim of the papers.
//!
//! A row of the ledger (`ledger/*.tsv`) has three texts: what a paper prints, in our words; how it is read here, where
//! there is a choice; and the corrected statement, where there is one. A [`Claim`] runs it: it computes both sides by
//! different routes up to a bound and reports a [`Status`]. A printed statement that is known to be false is not a
//! failure of the program: the status recorded for the row says so, and the program fails if it finds anything else.
//! A check that breaks off, or meets a failure that is not recorded, is an error and refutes nothing.

// A check reads as its paper does: tables of functions, and indices as in the text.
#![allow(clippy::type_complexity, clippy::needless_range_loop)]

mod figures;
mod geo;
mod ledger;
mod lex;
mod new;
mod proof;
mod report;
mod rlx;
mod run;
mod support;
mod theories;
mod verdict;
mod vis_1_3;
mod vis_4_5;
mod vis_6_7;
mod vis_8;
mod wyf;

pub use figures::{Figure, figures};
pub use ledger::{Row, rows};
pub use report::{
    PAPERS, Paper, errata_latex, errata_markdown, html, lines, markdown, papers, recorded, sections_of,
    summary,
};
pub use run::{Claim, Result, Scale, Size, claim, claims, run};
pub use verdict::{Checked, Finding, Found, Status};
