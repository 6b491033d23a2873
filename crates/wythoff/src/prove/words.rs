//! What a transducer proves, as theorem and proof in a mathematician's words.

use crate::game::counted;
use wythoff_discover::leapers::Kind;

/// A transducer that was proved to write its own word.
pub(super) struct Sizes {
    pub(super) states: usize,
    pub(super) transitions: usize,
    pub(super) origin: usize,
    pub(super) closed: Closed,
}

/// What was closed.
pub(super) enum Closed {
    Windows { windows: usize, letters: usize, before: usize },
    Links { links: usize, letters: usize },
}

/// Theorem and proof for games whose columns have one P-position each.
pub(super) fn of_columns(kind: &Kind, sizes: &Sizes) -> (String, String) {
    let (words, positions) = match kind {
        Kind { pass: true, .. } => (
            "Let w be the infinite word whose letter w(x) says of the game without its pass, and of the game as it begins, \
             whether there is a P-position (a, x) with a < x: one bit each."
                .to_string(),
            "P-positions",
        ),
        Kind { values: 0, .. } => (
            "Let w be the infinite word whose letter w(x) is 1 if there is a P-position (a, x) with a < x, and 0 otherwise."
                .to_string(),
            "P-positions",
        ),
        Kind { values, .. } => (
            format!(
                "Let w be the infinite word whose letter w(x) says, for each v from 0 to {values}, whether there is a position \
                 (a, x) with a < x of Grundy value v: one bit each."
            ),
            "positions of each of these values",
        ),
    };
    let Sizes { origin, .. } = sizes;
    let theorem = format!(
        "{words} {} and its transitions say in which row y >= x column x has its position (x, y), if it has one.",
        reads(sizes)
    );
    let first = match kind {
        Kind { values: 0, pass: false, .. } => "",
        _ => " This is done for one word after the other, the positions of those before being excluded.",
    };
    let near = match kind.near {
        1 => String::new(),
        2 => " The columns that come next after each of the piles of a P-position have none.".to_string(),
        b => format!(" The next {} columns after each of the piles of a P-position have none.", b - 1),
    };
    let to = match kind.block {
        1 => "no move leads".to_string(),
        k => format!("no move on one pile, and fewer than {k} on both, lead"),
    };
    let counted = if kind.block > 1 { ", and how often" } else { "" };
    let misere = if kind.misere { ", in misère play beyond the terminal position" } else { "" };
    let proof = format!(
        "A column has at most one position (x, y), x <= y, of a kind, since a move on one pile joins two; its row is the first \
         from which {to} to those of smaller columns. So the {positions} are found column \
         by column{misere}.{near}{first} Let d(x) be the least difference y - x that is not used up before column x, and \
         F(x) = x + d(x): the letters before F(x) are settled there. A state is what matters from then on: which rows from F(x) \
         on are used, which differences from d(x) on{counted}, and which cells further moves exclude, all relative to x and F(x). \
         The columns before {origin} were found by playing. {}",
        closed(sizes)
    );
    (theorem, proof)
}

/// Theorem and proof for blocking games with so many P-options at least at an N-position, and with lines in words, if there are any.
pub(super) fn of_lines(options: u64, lines: &str, sizes: &Sizes) -> (String, String) {
    let Sizes { origin, .. } = sizes;
    let reads = reads(sizes);
    let rows = "and its transitions say in which rows y >= x column x has those P-positions (x, y).";
    let theorem = match lines {
        "" => format!(
            "Let w be the infinite word whose letter w(x) is the number of P-positions (a, x) with a < x. {reads} {rows}"
        ),
        lines => format!(
            "For x >= {origin} the P-positions (x, y), x <= y, are {lines}, for all n, and others; let w(x) be the number of others (a, x) with a < x. \
             {reads} {rows}"
        ),
    };
    let play = format!(
        "A position is P if and only if fewer than {options} of its options are, so columns are filled one after the other. The \
         columns before {origin} were filled by playing."
    );
    let state = "The state of a column counts those in each row and band of differences that is not settled";
    let proof = match lines {
        "" => format!("{play} {state}. {}", closed(sizes)),
        _ => format!(
            "{play} How many points of lines are among the options of a cell below them depends on its column and its difference \
             modulo fixed numbers, and so does how many others a column needs. {state}. {} That the others stay below the lines was \
             checked by counting what they use up in a period of columns; that near the lines of each slope, and between them, \
             exactly their points have fewer than {options} such options, for a period of columns as well.",
            closed(sizes)
        ),
    };
    (theorem, proof)
}

fn reads(sizes: &Sizes) -> String {
    let Sizes { states, transitions, origin, .. } = sizes;
    format!(
        "From x = {origin} on a deterministic transducer with {} and {} reads the letters w(x) one by one and writes the letters of \
         the same word from a place F(x) > x on, so that it always has what it is to read;",
        counted(*states, "state"),
        counted(*transitions, "transition"),
    )
}

fn closed(sizes: &Sizes) -> String {
    match sizes.closed {
        Closed::Windows { before: 0, letters: 1, .. } => {
            "Every letter can be read in every state, and every transition is the step that the rules make: so no other state occurs."
                .to_string()
        }
        Closed::Windows { windows, letters, before } => format!(
            "Every transition is the step that the rules make, and the {windows} words of {letters} letters that occur in w from \
             there on are closed: what any state writes that can have read the first {before} letters of one is made of \
             them again. So by induction no other state and no other word occurs."
        ),
        Closed::Links { links, letters } => format!(
            "Call the state at x, the {letters} letters from x on, and the state at F(x) a link. What is written at x says which \
             letters follow which state from F(x) on; the least set that contains the link of the first column and is closed \
             under going on by one letter has {links} links. So by induction no other state occurs."
        ),
    }
}

/// Who checked what.
pub(super) fn checked(closed: &Closed, certificate: bool) -> String {
    match (closed, certificate) {
        (Closed::Windows { .. }, true) => {
            "The proof was found by the prover and written down as a certificate, to be checked by a program that shares no code \
             with the prover, plays the game up to there by its rules, and makes each step again."
        }
        (Closed::Windows { .. }, false) => {
            "The proof was found by the prover; no certificate was written, so nothing else has checked it."
        }
        (Closed::Links { .. }, true) => {
            "The states and links were computed by the checker, which shares no code with what proposed them; the certificate states the \
             game, the first column and the length of a link, and whoever checks it repeats the computation."
        }
        (Closed::Links { .. }, false) => {
            "The states and links were computed by the checker, which shares no code with what proposed them; no certificate was \
             written."
        }
    }
    .to_string()
}
