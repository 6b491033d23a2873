//! Transducer certificates: Wythoff's game and games like it, decided for every column.
//!
//! The game: two piles. A move takes i from one and j from the other, where min(i,j) < b ("near Nim", b = 1 for Nim), or
//! both are positive and |i - j| < t (the "band", t = 1 for the diagonal; then i must also be a multiple of m), or it is
//! one of the listed vectors (p,q), with (q,p) listed too. Moves of the band can be blocked: before each move fewer
//! than k of the options that they lead to are forbidden. Letter `x` of the word is 1 if column `x` is the larger pile of
//! a P-position, else 0.
//!
//! *Columns.* Each column has at most one P-position, for a move of Nim joins two. Column `x` with letter 0 has its
//! P-position at the least `y >= x` that is not the larger pile of an earlier one, has a difference `y - x` that fewer
//! than k earlier ones `(a,b)` with `x - a` a multiple of m have, and has no vector to an earlier one.
//! Let `d` be the least difference that is not used up for all classes of columns modulo m; no later `y` lies before
//! `F = x + d`, so letters before `F` are settled. A *state* is what matters from then on: larger piles `>= F` already
//! used, uses of differences `>= d`, and *cells* `(s,t)` with a vector to a placed P-position, all relative to `(x, F)`.
//! A cell is left out when it can never be a candidate: `t - F < s - x`, or its column or its difference is used.
//!
//! *Bands and neighbours of Nim (t > 1 or b > 1).* Here a state must use no pile `>= F`, a step must place its
//! P-position at `F` itself, and at the origin no difference above `d` is used; so none ever is. A P-position `(a,c)`
//! uses the differences `c-a .. c-a+t-1` for all later columns: their cells are beyond row `c`. (The others that it uses,
//! also with its piles exchanged, are below `d` and used up already.) It bars the columns
//! `a .. a+b-1`, and as many from column `c` on, since later rows are larger; `quiet` says how many columns from `x` on are
//! barred, and they have no P-position. Later rows are at least b larger than `c`, since `F` increases with every column.
//!
//! *Layers* (Wythoff's moves alone). The positions of Grundy value g are those with no option of value g that have no
//! smaller value: so they are found as the P-positions are, in columns, but for the positions of the layers before, which
//! are excluded. A letter has a bit for each layer, a state the used piles and differences of each, and `d` is the least
//! difference that some layer can still use. With a pass there are two layers, without it and with it: to pass is to move to
//! the first, which is excluded from the second but for (0,0), where nobody may pass.
//!
//! Let `Q` be the listed states, `K` the sync length, `L` the window length, `S` the factors of length
//! `L` of the listed words, `x0` the origin. Checked here:
//! 1. each listed transition is the step that the rule makes;
//! 2. from the rules alone: `d(x0) >= L`, `d(x0) >=` b, t and every coordinate of a vector, the state at `x0` is
//!    the listed one, the transitions at `x0 .. x0+K` are listed, and every window that starts in
//!    `[x0, F(x0+K))` is in `S`;
//! 3. for each `u` in `S` and each state of `Q` that survives its first `K` letters: the other letters
//!    are read by listed transitions; and every factor of length `L` of the output that starts inside
//!    the output of `u[K]` is complete and in `S`.
//!
//! By induction every window from `x0` on is in `S` and every transition from `x0` on is listed: a
//! window that starts at or after `F(x0+K)` starts inside the output of a letter `z >= x0+K`, and the
//! window at `z-K` came earlier because `F(z) >= z + L`. So the transducer writes the whole word.
//!
//! *Chains.* Instead of listing anything a certificate may give a length m: then the module `chain` finds the states that follow from
//! the one at the origin, with m letters before each, and shows that they are finitely many.

use crate::automaton::escaped;
use crate::chain::{self, Effort, Held};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

/// The first line of such a certificate.
pub const HEADER: &str = "wyt-certificate 1 transducer";

/// Bounds that keep a hostile file from costing more than a few seconds.
const MOST_COLUMNS: usize = 40_000;
const MOST_LETTERS: usize = 1 << 24;
const LARGEST_OFFSET: usize = 1 << 13;
const WIDEST: usize = 65;
const MOST_STEPS: usize = 100_000_000;
const MOST_WINDOWED: usize = 1 << 30;
const MOST_SURVIVORS: usize = 1 << 24;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line of the file, from 1; 0 if the fault is in no single line.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&escaped(&self.reason))
    }
}

impl std::error::Error for Rejection {}

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The rules that it is about, as inline rule text.
    pub rules: String,
    /// The vectors adjoined to the other moves.
    pub vectors: Vec<(usize, usize)>,
    /// How play ends, and what may be blocked, in words.
    pub play: String,
    /// States of the transducer.
    pub states: usize,
    /// Transitions of the transducer.
    pub transitions: usize,
    /// Letters that synchronise it.
    pub sync: usize,
    /// Letters of a window.
    pub window: usize,
    /// Different windows; of a chain its links.
    pub windows: usize,
    /// Whether the proof is a chain.
    pub chained: bool,
    /// The column from which the transducer runs.
    pub origin: usize,
}

impl Accepted {
    /// What is proved of the game, for whoever has said which game it is.
    pub fn sentence(&self) -> String {
        let Accepted { states, transitions, origin, windows, window, sync, .. } = self;
        let closed = match self.chained {
            true => format!("{windows} links of {window} letters, closed"),
            false => format!("{windows} windows of {window} letters, closed; {sync} letters before them"),
        };
        format!(
            "a transducer with {} and {} writes the word of larger coordinates from column {origin} on (proved: {closed})",
            counted(*states, "state"),
            counted(*transitions, "transition"),
        )
    }
}

/// So many of them.
pub(crate) fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game\n{}\nin {}: {}", self.rules, self.play, self.sentence())
    }
}

/// The moves beside the vectors, and how play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    near: usize,
    band: usize,
    step: usize,
    block: usize,
    misere: bool,
    /// Grundy values up to this, not only P-positions.
    values: usize,
    /// Once in the game either player may pass.
    pass: bool,
}

const WYTHOFF: Kind = Kind { near: 1, band: 1, step: 1, block: 1, misere: false, values: 0, pass: false };

impl Kind {
    /// Whether P-positions must have the least difference that is left.
    fn is_strict(&self) -> bool {
        self.band > 1 || self.near > 1
    }

    /// One letter for each set of layers of which a column can be the larger pile.
    fn letters(&self) -> usize {
        2 << (self.values + usize::from(self.pass))
    }

    /// The game as rule text: in one line for Wythoff's moves, with its conventions otherwise.
    fn rules(&self, vectors: &[(usize, usize)]) -> String {
        if *self == (Kind { values: self.values, ..WYTHOFF }) {
            let vectors: String = vectors.iter().map(|(p, q)| format!(" ({p},{q})")).collect();
            return format!("(i,0) (0,i) (i,i){vectors}");
        }
        let mut text = String::from("piles unordered x, y\n");
        text += &match self.near {
            1 => "move nim: (i, 0)\n".to_string(),
            b => format!("move near: (i, j) for i, j >= 0 where i + j > 0 and min(i, j) < {b}\n"),
        };
        text += &match (self.band, self.step) {
            (1, 1) => "move both: (i, i)\n".to_string(),
            (1, m) => format!("move both: (i, i) where i mod {m} == 0\n"),
            (t, _) => format!("move both: (i, j) for i, j >= 1 where |i - j| < {t}\n"),
        };
        for (p, q) in vectors.iter().filter(|(p, q)| p <= q) {
            text += &format!("move ({p}, {q})\n");
        }
        match (self.block, self.misere) {
            (1, false) => {}
            (1, true) => text += "misere\n",
            (k, _) => text += &format!("block {k} of both\n"),
        }
        text += if self.pass { "pass\n" } else { "" };
        text
    }

    fn play(&self) -> String {
        if self.pass {
            return "normal play, once in the game either player may pass where there is a move; two words, of the game when the pass is gone and of the game as it begins".to_string();
        }
        if self.values > 0 {
            return format!(
                "normal play, the positions of each Grundy value from 0 to {}, a word for each",
                self.values
            );
        }
        match (self.block, self.misere) {
            (1, false) => "normal play".to_string(),
            (1, true) => "misère play".to_string(),
            (k, _) => {
                format!("normal play, fewer than {k} options by the moves that take from both piles blocked")
            }
        }
    }
}

/// A listed state: used columns, uses of differences by classes of columns, cells, columns that are barred.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    used: BTreeSet<usize>,
    differences: BTreeMap<(usize, usize), usize>,
    cells: BTreeSet<(usize, usize)>,
    quiet: usize,
    /// For each layer after the first its used larger piles and its used differences.
    upper: Vec<(BTreeSet<usize>, BTreeSet<usize>)>,
}

impl Held for State {
    fn bytes(&self) -> usize {
        // Nodes of trees are half full or more, and have an unused end each.
        let set = |numbers: usize| 256 + 32 * numbers;
        let upper: usize = self.upper.iter().map(|(used, over)| set(used.len()) + set(over.len())).sum();
        set(self.used.len()) + 4 * set(self.differences.len()) + 2 * set(self.cells.len()) + upper + 128
    }
}

impl State {
    fn is_full(&self, difference: usize, class: usize, kind: &Kind) -> bool {
        self.differences.get(&(difference, class)).is_some_and(|uses| *uses >= kind.block)
    }

    /// Whether no layer and no class of columns can use the difference.
    fn is_over(&self, difference: usize, kind: &Kind) -> bool {
        (0..kind.step).all(|class| self.is_full(difference, class, kind))
            && self.upper.iter().all(|(_, differences)| differences.contains(&difference))
    }
}

/// A listed transition.
#[derive(Clone, Debug)]
struct Transition {
    write: Vec<u8>,
    go: usize,
}

/// A certificate as read: its states and windows are listed, or they follow from the rule.
enum Read {
    Listed(Claim),
    Chained { vectors: Vec<(usize, usize)>, kind: Kind, origin: usize, length: usize },
}

/// The certificate as read.
#[derive(Debug)]
struct Claim {
    vectors: Vec<(usize, usize)>,
    kind: Kind,
    origin: usize,
    start: usize,
    sync: usize,
    window: usize,
    states: Vec<State>,
    transitions: Vec<Vec<Option<Transition>>>,
    words: Vec<Vec<u8>>,
}

/// Checks a certificate; says what it proves, or why it proves nothing.
pub fn check(text: &str) -> Result<Accepted, Rejection> {
    check_within(text, &Effort::default())
}

/// [`check`] with a bound of one's own on what a chain may cost.
pub fn check_within(text: &str, effort: &Effort) -> Result<Accepted, Rejection> {
    let claim = match read(text)? {
        Read::Listed(claim) => claim,
        Read::Chained { vectors, kind, origin, length } => {
            return check_chain(vectors, &kind, origin, length, effort);
        }
    };
    check_transitions(&claim)?;
    let windows: HashSet<&[u8]> = claim.words.iter().flat_map(|word| word.windows(claim.window)).collect();
    check_start(&claim, &windows)?;
    check_closure(&claim, &windows)?;
    Ok(Accepted {
        rules: claim.kind.rules(&claim.vectors),
        play: claim.kind.play(),
        states: claim.states.len(),
        transitions: claim.transitions.iter().flatten().flatten().count(),
        sync: claim.sync,
        window: claim.window,
        windows: windows.len(),
        chained: false,
        origin: claim.origin,
        vectors: claim.vectors,
    })
}

/// A chain from the state and the letters at the origin, which come from the rules.
fn check_chain(
    vectors: Vec<(usize, usize)>,
    kind: &Kind,
    origin: usize,
    length: usize,
    effort: &Effort,
) -> Result<Accepted, Rejection> {
    let mut game = solved_to(kind, &vectors, origin, 1)?;
    let end = origin + game.least_difference();
    let letters: Vec<u8> = (origin..end).map(|column| game.letter(column)).collect();
    let rule = |state: &State, letter: usize| step(state, letter, &vectors, kind);
    let mut machine = chain::Machine::new(kind.letters(), &rule, effort.bytes);
    let closed = chain::close(&mut machine, game.state(), &letters, length, effort)?;
    Ok(Accepted {
        rules: kind.rules(&vectors),
        play: kind.play(),
        states: closed.states,
        transitions: closed.transitions.len(),
        sync: 0,
        window: length,
        windows: closed.links,
        chained: true,
        origin,
        vectors,
    })
}

fn reject<T>(reason: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection { line: 0, reason: reason.into() })
}

// 1. Transitions.

/// Each listed transition is the step that the rule makes.
fn check_transitions(claim: &Claim) -> Result<(), Rejection> {
    for (number, pair) in claim.transitions.iter().enumerate() {
        for (letter, transition) in pair.iter().enumerate() {
            let Some(listed) = transition else { continue };
            let step = step(&claim.states[number], letter, &claim.vectors, &claim.kind);
            let Some((state, write)) = step else {
                return reject(format!(
                    "state {number} reading {letter} skips a difference: not such a game"
                ));
            };
            if write != listed.write || claim.states.get(listed.go) != Some(&state) {
                return reject(format!("state {number} reading {letter} does not do what is listed"));
            }
        }
    }
    Ok(())
}

/// One column: places a P-position if the column is free, and moves on to the next. `None` if a P-position must be at the
/// frontier and is not.
fn step(state: &State, letter: usize, vectors: &[(usize, usize)], kind: &Kind) -> Option<(State, Vec<u8>)> {
    let mut s = state.clone();
    let free = letter & 1 == 0;
    let placed = free && s.quiet == 0;
    let mut rows = Vec::new();
    if placed {
        let candidate =
            |j: &usize| !s.used.contains(j) && !s.is_full(*j, 0, kind) && !s.cells.contains(&(0, *j));
        let j = (0..).find(candidate)?;
        if kind.is_strict() && (j > 0 || !s.used.is_empty()) {
            return None;
        }
        rows.push(j);
        s.used.insert(j);
        for difference in j..j + kind.band {
            *s.differences.entry((difference, 0)).or_insert(0) += 1;
        }
        s.cells.extend(vectors.iter().map(|&(p, q)| (p, j + q)));
    }
    // A position of a later layer is in none of the layers before.
    for (number, (used, differences)) in s.upper.iter_mut().enumerate() {
        if letter >> (number + 1) & 1 == 0 {
            let candidate = |j: &usize| !used.contains(j) && !differences.contains(j) && !rows.contains(j);
            let j = (0..).find(candidate)?;
            used.insert(j);
            differences.insert(j);
            rows.push(j);
        }
    }
    let rise = (0..).find(|j| !s.is_over(*j, kind))?;
    let letter_at = |j: usize| {
        let bits = std::iter::once(&s.used).chain(s.upper.iter().map(|(used, _)| used));
        bits.enumerate().map(|(bit, used)| u8::from(used.contains(&j)) << bit).sum()
    };
    let write = (0..=rise).map(letter_at).collect();
    let upper = s.upper.iter().map(|(used, differences)| {
        let used = used.range(rise + 1..).map(|j| j - rise - 1).collect();
        (used, differences.range(rise..).map(|j| j - rise).collect())
    });
    let turned = |class: usize| (class + kind.step - 1) % kind.step;
    let ahead = State {
        used: s.used.range(rise + 1..).map(|j| j - rise - 1).collect(),
        differences: s
            .differences
            .iter()
            .filter(|((j, _), _)| *j >= rise)
            .map(|((j, class), uses)| ((j - rise, turned(*class)), *uses))
            .collect(),
        cells: s
            .cells
            .iter()
            .filter(|(i, j)| *i >= 1 && *j > rise)
            .map(|(i, j)| (i - 1, j - rise - 1))
            .collect(),
        quiet: if !free || placed { kind.near - 1 } else { s.quiet.saturating_sub(1) },
        upper: upper.collect(),
    };
    Some((plain(ahead, kind), write))
}

/// Drops the cells that can never be candidates, and uses beyond what blocking allows.
fn plain(mut state: State, kind: &Kind) -> State {
    for uses in state.differences.values_mut() {
        *uses = (*uses).min(kind.block);
    }
    let cells = std::mem::take(&mut state.cells);
    let live = |&(i, j): &(usize, usize)| {
        j >= i && !state.used.contains(&j) && !state.is_full(j - i, i % kind.step, kind)
    };
    state.cells = cells.into_iter().filter(live).collect();
    state
}

// 2. The start, from the rules.

/// The game solved column by column with no frontier: every `y` is tried, by the definition.
struct Solved<'a> {
    kind: &'a Kind,
    vectors: &'a [(usize, usize)],
    /// The row of the P-position in each column, `usize::MAX` if there is none so far; with piles exchanged, too.
    row: Vec<usize>,
    larger: Vec<bool>,
    /// The columns of the P-positions `(a, b)`, in either order of the piles, with `b - a` and with `a - b`.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    columns: usize,
    /// The least difference that is used up for no class, looked for from the last on.
    least: usize,
    upper: Vec<Upper>,
    /// P-positions that were looked at, so that no file makes this long.
    looked: Cell<usize>,
}

/// A layer after the first, solved.
#[derive(Clone, Default)]
struct Upper {
    row: HashMap<usize, usize>,
    larger: BTreeSet<usize>,
    differences: BTreeSet<usize>,
}

impl Upper {
    fn least_difference(&self) -> usize {
        (0..).find(|e| !self.differences.contains(e)).unwrap_or(0)
    }
}

const NONE: usize = usize::MAX;

impl<'a> Solved<'a> {
    fn new(kind: &'a Kind, vectors: &'a [(usize, usize)]) -> Solved<'a> {
        let (row, larger, above, below) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let upper = vec![Upper::default(); kind.values + usize::from(kind.pass)];
        Solved { kind, vectors, row, larger, above, below, columns: 0, least: 0, upper, looked: Cell::new(0) }
    }

    /// Settles the next column, within what a check may cost.
    fn go_on(&mut self) -> Result<(), Rejection> {
        self.next_column();
        match self.looked.get() > MOST_STEPS {
            true => reject("more steps than this checker takes"),
            false => Ok(()),
        }
    }

    fn letter(&self, column: usize) -> u8 {
        if column == 0 {
            return 0;
        }
        let upper =
            self.upper.iter().zip(1..).map(|(layer, bit)| u8::from(layer.larger.contains(&column)) << bit);
        u8::from(self.larger.get(column) == Some(&true)) + upper.sum::<u8>()
    }

    fn row(&self, column: usize) -> usize {
        self.row.get(column).copied().unwrap_or(NONE)
    }

    /// The least difference that some class of columns may still use.
    fn least_difference(&mut self) -> usize {
        while (0..self.kind.step).all(|class| self.uses(self.least, class) >= self.kind.block) {
            self.least += 1;
        }
        self.upper.iter().map(Upper::least_difference).fold(self.least, usize::min)
    }

    /// P-positions that a move of the band leads to from `(x, x + difference)`, for every `x` that is congruent to the
    /// column and not settled yet.
    fn uses(&self, difference: usize, column: usize) -> usize {
        let (x, y) = (self.columns, self.columns + difference);
        let congruent = |a: usize| column.abs_diff(a).is_multiple_of(self.kind.step);
        self.in_band(difference, |a, b| a < x && b < y && congruent(a))
    }

    /// P-positions, in either order of the piles, with a difference near this one.
    fn in_band(&self, difference: usize, counts: impl Fn(usize, usize) -> bool) -> usize {
        let reach = self.kind.band - 1;
        let above = self.above.iter().enumerate().take(difference + reach + 1);
        let above = above.skip(difference.saturating_sub(reach));
        let above = above.flat_map(|(e, list)| list.iter().map(move |&a| (a, a + e)));
        let below = self.below.iter().enumerate().skip(1).take(reach.saturating_sub(difference));
        let below = below.flat_map(|(e, list)| list.iter().map(move |&a| (a, a - e)));
        let near = above.chain(below).inspect(|_| self.looked.set(self.looked.get() + 1));
        let found = near.filter(|&(a, b)| counts(a, b)).count();
        self.looked.set(self.looked.get() + self.kind.band + self.kind.near);
        found
    }

    /// Options of `(x, y)` by the band that are P-positions.
    fn band_options(&self, x: usize, y: usize) -> usize {
        self.in_band(y - x, |a, b| a < x && b < y && (x - a).is_multiple_of(self.kind.step))
    }

    /// Whether `(x, y)`, `y >= x`, is a P-position, all with a smaller column or row being known.
    fn is_p(&self, x: usize, y: usize) -> bool {
        if self.kind.misere && (x, y) == (0, 0) {
            return false;
        }
        // A P-position with another pile equal or just below, and the other pile not larger. The piles of those that are
        // known are below x or are y.
        let near = self.kind.near - 1;
        let barred = |this: usize, other: usize| {
            (this.saturating_sub(near)..=this).any(|c| self.row(c) != NONE && self.row(c) <= other)
        };
        if barred(x, y) || barred(y, x) {
            return false;
        }
        let leaps = self.vectors.iter().any(|&(p, q)| p <= x && q <= y && self.row(x - p) == y - q);
        !leaps && self.band_options(x, y) < self.kind.block
    }

    fn next_column(&mut self) {
        let x = self.columns;
        self.first_layer(x);
        // A position is in the first layer that none of its options is in: so in none before, and no option in this one.
        for number in 0..self.upper.len() {
            let Upper { row, differences, .. } = &self.upper[number];
            if row.contains_key(&x) {
                continue;
            }
            let before = |y: usize| {
                let passed = self.kind.pass && (x, y) == (0, 0);
                let upper = self.upper[..number].iter().any(|layer| layer.row.get(&x) == Some(&y));
                !passed && (self.row(x) == y || upper)
            };
            let free = |y: &usize| !row.contains_key(y) && !differences.contains(&(y - x)) && !before(*y);
            let Some(y) = (x..).find(free) else { return };
            let layer = &mut self.upper[number];
            layer.row.extend([(x, y), (y, x)]);
            layer.larger.insert(y);
            layer.differences.insert(y - x);
        }
    }

    fn first_layer(&mut self, x: usize) {
        self.columns += 1;
        if self.row(x) != NONE {
            return;
        }
        // Beyond the rows and differences used so far nothing but the column bars: if that does, there is none.
        let end =
            self.larger.len().max(x + self.above.len()) + self.kind.near + self.kind.band + self.reach() + 1;
        let Some(y) = (x..=x.max(end)).find(|&y| self.is_p(x, y)) else { return };
        let set = |list: &mut Vec<usize>, i: usize, value: usize| {
            if list.len() <= i {
                list.resize(i + 1, NONE);
            }
            list[i] = value;
        };
        set(&mut self.row, x, y);
        set(&mut self.row, y, x);
        if self.larger.len() <= y {
            self.larger.resize(y + 1, false);
        }
        self.larger[y] = true;
        for (side, a) in [(&mut self.above, x), (&mut self.below, y)] {
            if side.len() <= y - x {
                side.resize(y - x + 1, Vec::new());
            }
            side[y - x].push(a);
        }
    }

    fn reach(&self) -> usize {
        self.vectors.iter().map(|&(p, q)| p.max(q)).max().unwrap_or(0)
    }

    /// The state before the next column, from all P-positions placed.
    fn state(&mut self) -> State {
        let (x, d) = (self.columns, self.least_difference());
        let f = x + d;
        let joined = |a: usize| {
            let b = self.row(a);
            let each = self.vectors.iter().map(move |&(p, q)| (a + p, b + q));
            each.map(|(s, t)| (s.min(t), s.max(t))).collect::<Vec<_>>()
        };
        let placed = (0..x).filter(|&a| self.row(a) != NONE && self.row(a) >= a);
        let step = self.kind.step;
        let mut differences = BTreeMap::new();
        for e in d..self.above.len() + self.kind.band {
            for class in 0..step {
                let uses = self.uses(e, x + class);
                if uses > 0 {
                    differences.insert((e - d, class), uses);
                }
            }
        }
        let near = self.kind.near - 1;
        let last = (x.saturating_sub(near)..x).rev().find(|&c| self.row(c) != NONE);
        let state = State {
            used: (f..self.larger.len()).filter(|&y| self.larger[y]).map(|y| y - f).collect(),
            differences,
            cells: placed
                .flat_map(joined)
                .filter(|&(s, t)| s >= x && t >= f)
                .map(|(s, t)| (s - x, t - f))
                .collect(),
            quiet: last.map_or(0, |c| c + near + 1 - x),
            upper: self
                .upper
                .iter()
                .map(|layer| {
                    let used = layer.larger.range(f..).map(|y| y - f).collect();
                    (used, layer.differences.range(d..).map(|e| e - d).collect())
                })
                .collect(),
        };
        plain(state, self.kind)
    }
}

/// The game solved up to the origin, where the least unused difference must be large enough for the moves and be at least
/// what is given.
fn solved_to<'a>(
    kind: &'a Kind,
    vectors: &'a [(usize, usize)],
    origin: usize,
    least: usize,
) -> Result<Solved<'a>, Rejection> {
    let mut game = Solved::new(kind, vectors);
    while game.columns < origin {
        game.go_on()?;
    }
    let d = game.least_difference();
    if d < [least, game.reach(), kind.band, kind.near].into_iter().max().unwrap_or(0) {
        return reject(format!(
            "at column {origin} the least unused difference is {d}: too near the start for this window or these moves"
        ));
    }
    if kind.is_strict() && game.above.len() > d + 1 {
        return reject(
            "a difference beyond the least unused one is used, and the moves have a band or neighbours",
        );
    }
    Ok(game)
}

/// The induction starts: point 2 above.
fn check_start(claim: &Claim, windows: &HashSet<&[u8]>) -> Result<(), Rejection> {
    let mut game = solved_to(&claim.kind, &claim.vectors, claim.origin, claim.window)?;
    let d = game.least_difference();
    if claim.states.get(claim.start) != Some(&game.state()) {
        return reject("the state at the origin is not the listed one");
    }
    let mut state = claim.start;
    let mut end = claim.origin + d;
    for column in claim.origin..claim.origin + claim.sync {
        let Some(transition) =
            claim.transitions.get(state).and_then(|row| row.get(usize::from(game.letter(column)))?.as_ref())
        else {
            return reject(format!("the transition at column {column} is not listed"));
        };
        end += transition.write.len();
        state = transition.go;
    }
    while game.columns + game.least_difference() < end + claim.window {
        if game.columns > MOST_COLUMNS {
            return reject("the start of the word is longer than this checker follows");
        }
        game.go_on()?;
    }
    let letters: Vec<u8> = (claim.origin..end + claim.window).map(|column| game.letter(column)).collect();
    for (offset, window) in letters.windows(claim.window).take(end - claim.origin).enumerate() {
        if !windows.contains(window) {
            return reject(format!("the window at column {} is not listed", claim.origin + offset));
        }
    }
    Ok(())
}

// 3. Closure.

/// The sets of states that words leave, named as they are met.
struct Survivors<'a> {
    claim: &'a Claim,
    sets: Vec<Vec<usize>>,
    names: HashMap<Vec<usize>, usize>,
    next: Vec<Vec<Option<usize>>>,
    /// States in all sets together.
    kept: usize,
}

impl<'a> Survivors<'a> {
    fn new(claim: &'a Claim) -> Survivors<'a> {
        let all: Vec<usize> = (0..claim.states.len()).collect();
        let (kept, names) = (all.len(), HashMap::from([(all.clone(), 0)]));
        Survivors { claim, sets: vec![all], names, next: vec![vec![None; claim.kind.letters()]], kept }
    }

    fn of(&mut self, letters: &[u8]) -> Result<&[usize], Rejection> {
        let mut name = 0;
        for &letter in letters {
            let letter = usize::from(letter);
            name = match self.next[name][letter] {
                Some(known) => known,
                None => {
                    let moved =
                        self.sets[name].iter().filter_map(|&q| self.claim.transitions[q][letter].as_ref());
                    let after: BTreeSet<usize> = moved.map(|t| t.go).collect();
                    let after: Vec<usize> = after.into_iter().collect();
                    let fresh = self.sets.len();
                    let found = *self.names.entry(after.clone()).or_insert(fresh);
                    if found == fresh {
                        self.kept += after.len() + 8;
                        if self.kept > MOST_SURVIVORS {
                            return reject("more sets of states than this checker keeps");
                        }
                        self.sets.push(after);
                        self.next.push(vec![None; self.claim.kind.letters()]);
                    }
                    self.next[name][letter] = Some(found);
                    found
                }
            };
        }
        Ok(&self.sets[name])
    }
}

/// The induction goes on: point 3 above. The windows of a listed word share their letters, so where the first letters of
/// all of them leave the one state of a single reading, each word is read once.
fn check_closure(claim: &Claim, windows: &HashSet<&[u8]>) -> Result<(), Rejection> {
    let mut survivors = Survivors::new(claim);
    let mut steps = 0;
    for (number, word) in claim.words.iter().enumerate() {
        let last = word.len() - claim.window;
        if let Some((written, ends)) = one_reading(claim, &mut survivors, word)? {
            for at in 0..=last {
                let part = &written[ends[at]..ends[at + claim.window - claim.sync]];
                check_written(claim, windows, part, ends[at + 1] - ends[at])
                    .or_else(|what| reject(format!("word {number}, window {at}: {what}")))?;
            }
            continue;
        }
        for at in 0..=last {
            let window = &word[at..at + claim.window];
            for state in survivors.of(&window[..claim.sync])?.to_vec() {
                steps += window.len();
                if steps > MOST_STEPS {
                    return reject("more steps than this checker takes");
                }
                reading(claim, state, &window[claim.sync..])
                    .and_then(|(_, written, ends)| check_written(claim, windows, &written, ends[1]))
                    .or_else(|what| reject(format!("word {number}, window {at}: {what}")))?;
            }
        }
    }
    Ok(())
}

/// What a word makes of itself after its first letters, and where the output of each letter ends, if the first letters of
/// each of its windows leave the one state of this reading.
fn one_reading(
    claim: &Claim,
    survivors: &mut Survivors<'_>,
    word: &[u8],
) -> Result<Option<(Vec<u8>, Vec<usize>)>, Rejection> {
    let &[first] = survivors.of(&word[..claim.sync])? else { return Ok(None) };
    let Ok((states, written, ends)) = reading(claim, first, &word[claim.sync..]) else { return Ok(None) };
    for at in 0..=word.len() - claim.window {
        if *survivors.of(&word[at..at + claim.sync])? != [states[at]] {
            return Ok(None);
        }
    }
    Ok(Some((written, ends)))
}

/// The states before each letter, what is written, and where the output of each letter ends.
type Reading = (Vec<usize>, Vec<u8>, Vec<usize>);

fn reading(claim: &Claim, mut state: usize, letters: &[u8]) -> Result<Reading, &'static str> {
    let mut written = Vec::with_capacity(2 * letters.len());
    let (mut states, mut ends) = (vec![state], vec![0]);
    for &letter in letters {
        let Some(transition) = claim.transitions[state][usize::from(letter)].as_ref() else {
            return Err("it needs a transition that is not listed");
        };
        written.extend_from_slice(&transition.write);
        ends.push(written.len());
        state = transition.go;
        states.push(state);
    }
    Ok((states, written, ends))
}

/// Whether every window that begins in the first letters written is complete and listed.
fn check_written(
    claim: &Claim,
    windows: &HashSet<&[u8]>,
    written: &[u8],
    first: usize,
) -> Result<(), &'static str> {
    for begin in 0..first {
        let Some(window) = written.get(begin..begin + claim.window) else {
            return Err("it writes too little");
        };
        if !windows.contains(window) {
            return Err("it writes a window that is not listed");
        }
    }
    Ok(())
}

// The text.

/// The words of one line, taken one by one.
struct Line<'a> {
    number: usize,
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Line<'a> {
    fn fault<T>(&self, reason: impl Into<String>) -> Result<T, Rejection> {
        Err(Rejection { line: self.number, reason: reason.into() })
    }

    fn keyword(&mut self, expected: &str) -> Result<(), Rejection> {
        match self.words.next() {
            Some(word) if word == expected => Ok(()),
            _ => self.fault(format!("`{expected}` expected")),
        }
    }

    fn word(&mut self) -> Result<&'a str, Rejection> {
        match self.words.next() {
            Some(word) => Ok(word),
            None => self.fault("the line is too short"),
        }
    }

    fn number_below(&mut self, limit: usize) -> Result<usize, Rejection> {
        let word = self.word()?;
        match word.parse() {
            Ok(n) if n < limit => Ok(n),
            _ => self.fault(format!("a number below {limit} expected, not `{word}`")),
        }
    }

    /// Items up to the next keyword or the end of the line.
    fn items<T: Ord>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<BTreeSet<T>, Rejection> {
        let mut items = BTreeSet::new();
        while let Some(word) = self.words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            match parse(word) {
                Some(item) => items.insert(item),
                None => {
                    return self.fault(format!("`{word}` is not an offset or a pair below {LARGEST_OFFSET}"));
                }
            };
        }
        Ok(items)
    }

    fn end(mut self) -> Result<(), Rejection> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => self.fault(format!("`{word}` is one word too many")),
        }
    }
}

fn offset(word: &str) -> Option<usize> {
    word.parse().ok().filter(|&n| n < LARGEST_OFFSET)
}

fn pair(word: &str) -> Option<(usize, usize)> {
    let (p, q) = word.split_once(',')?;
    Some((offset(p)?, offset(q)?))
}

fn read(text: &str) -> Result<Read, Rejection> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| Line { number: i + 1, words: line.split_whitespace().peekable() });
    let mut next = |what: &str| match lines.next() {
        Some(line) => Ok(line),
        None => reject(format!("the text ends where {what} should follow")),
    };
    let mut line = next("the header")?;
    for word in HEADER.split(' ') {
        line.keyword(word)?;
    }
    line.end()?;

    let mut line = next("the vectors")?;
    line.keyword("vectors")?;
    let vectors = line.items(pair)?;
    if vectors.iter().any(|&(p, q)| (p, q) == (0, 0) || !vectors.contains(&(q, p))) {
        return line.fault("a vector is zero, or lacks its mirror image");
    }
    line.end()?;

    let mut line = next("the origin")?;
    let mut kind = WYTHOFF;
    if line.words.peek() == Some(&"kind") {
        line.keyword("kind")?;
        for (word, slot) in [
            ("near", &mut kind.near),
            ("band", &mut kind.band),
            ("step", &mut kind.step),
            ("block", &mut kind.block),
        ] {
            line.keyword(word)?;
            *slot = line.number_below(WIDEST)?;
            if *slot == 0 {
                return line.fault(format!("`{word}` must be positive"));
            }
        }
        line.keyword("play")?;
        kind.misere = match line.word()? {
            "normal" => false,
            "misere" => true,
            "pass" => {
                kind.pass = true;
                false
            }
            _ => return line.fault("`normal`, `misere` or `pass` expected"),
        };
        if line.words.peek() == Some(&"values") {
            line.keyword("values")?;
            kind.values = line.number_below(3)?;
        }
        let several = kind.values > 0 || kind.pass;
        if several
            && (Kind { values: 0, pass: false, ..kind } != WYTHOFF
                || !vectors.is_empty()
                || (kind.pass && kind.values > 0))
        {
            return line.fault("Grundy values, or a pass, go with Wythoff's moves alone");
        }
        if kind.band > 1 && kind.step > 1 {
            return line.fault("a band has step 1");
        }
        if kind.block > 1 && (kind.misere || kind.near > 1 || !vectors.is_empty()) {
            return line.fault("blocking goes with Nim and the band alone, in normal play");
        }
        line.end()?;
        line = next("the origin")?;
    }
    line.keyword("origin")?;
    let origin = line.number_below(MOST_COLUMNS)?;
    if line.words.peek().is_none() {
        let mut line = next("the length of a chain")?;
        line.keyword("chain")?;
        let length = line.number_below(61)?;
        line.end()?;
        let mut line = next("`end`")?;
        line.keyword("end")?;
        line.end()?;
        if lines.next().is_some() {
            return reject("text after `end`");
        }
        return Ok(Read::Chained { vectors: vectors.into_iter().collect(), kind, origin, length });
    }
    line.keyword("state")?;
    let start = line.number_below(LARGEST_OFFSET)?;
    line.end()?;

    let mut line = next("the sync length")?;
    line.keyword("sync")?;
    let sync = line.number_below(LARGEST_OFFSET)?;
    line.end()?;

    let mut line = next("the window length")?;
    line.keyword("window")?;
    let window = line.number_below(LARGEST_OFFSET)?;
    if window <= sync {
        return line.fault("a window must be longer than the sync length");
    }
    line.end()?;

    let mut line = next("the states")?;
    line.keyword("states")?;
    let count = line.number_below(LARGEST_OFFSET)?;
    line.end()?;
    let mut states = Vec::new();
    for number in 0..count {
        let mut line = next("a state")?;
        line.keyword("state")?;
        line.keyword(&number.to_string())?;
        line.keyword("used")?;
        let used = line.items(offset)?;
        line.keyword("differences")?;
        let mut differences = BTreeMap::new();
        while let Some(word) = line.words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
            let Some(mark) = pair(word).or_else(|| Some((offset(word)?, 0))).filter(|(_, c)| *c < kind.step)
            else {
                return line.fault(format!("`{word}` is no offset with a class below {}", kind.step));
            };
            *differences.entry(mark).or_insert(0) += 1;
        }
        line.keyword("cells")?;
        let cells = line.items(pair)?;
        let mut quiet = 0;
        if line.words.peek() == Some(&"quiet") {
            line.keyword("quiet")?;
            quiet = line.number_below(kind.near)?;
        }
        let mut upper = Vec::new();
        for _ in 0..kind.values + usize::from(kind.pass) {
            line.keyword("layer")?;
            let used = line.items(offset)?;
            line.keyword("differences")?;
            upper.push((used, line.items(offset)?));
        }
        let state = State { used, differences, cells, quiet, upper };
        if state.is_over(0, &kind) {
            return line.fault("difference 0 is the least unused one and cannot be used up");
        }
        if kind.is_strict() && !state.used.is_empty() {
            return line.fault("with a band or neighbours of Nim moves no pile beyond the frontier is used");
        }
        line.end()?;
        states.push(state);
    }

    let mut line = next("the transitions")?;
    line.keyword("transitions")?;
    let listed = line.number_below(kind.letters() * LARGEST_OFFSET)?;
    line.end()?;
    let mut transitions: Vec<Vec<Option<Transition>>> = vec![vec![None; kind.letters()]; count];
    for _ in 0..listed {
        let mut line = next("a transition")?;
        line.keyword("read")?;
        let from = line.number_below(count)?;
        let letter = line.number_below(kind.letters())?;
        line.keyword("write")?;
        let write = line.word()?;
        let radix = kind.letters() as u32;
        let Some(write) =
            write.chars().map(|c| c.to_digit(radix).map(|d| d as u8)).collect::<Option<Vec<u8>>>()
        else {
            return line.fault(format!("letters below {radix} expected"));
        };
        line.keyword("go")?;
        let go = line.number_below(count)?;
        if transitions[from][letter].replace(Transition { write, go }).is_some() {
            return line.fault("this transition is listed twice");
        }
        line.end()?;
    }

    let mut line = next("the words")?;
    line.keyword("words")?;
    let count = line.number_below(MOST_LETTERS)?;
    line.end()?;
    let mut words = Vec::new();
    let (mut total, mut windowed) = (0, 0usize);
    for _ in 0..count {
        let mut line = next("a word")?;
        line.keyword("word")?;
        let length = line.number_below(MOST_LETTERS)?;
        let digits = line.word()?;
        let packed = kind.letters() == 2;
        if length < window || digits.len() != if packed { length.div_ceil(4) } else { length } {
            return line.fault("the word is shorter than a window, or its length is not the one given");
        }
        let unpacked = || {
            let radix = kind.letters() as u32;
            digits.chars().map(|c| c.to_digit(radix).map(|d| d as u8)).collect::<Option<Vec<u8>>>()
        };
        let Some(mut letters) = (if packed { letters(digits) } else { unpacked() }) else {
            return line.fault("digits expected");
        };
        if letters.drain(length..).any(|letter| letter != 0) {
            return line.fault("letters beyond the end of the word");
        }
        total += letters.len();
        windowed = windowed.saturating_add((length - window + 1).saturating_mul(window));
        if windowed > MOST_WINDOWED {
            return line.fault(format!("the windows have more than {MOST_WINDOWED} letters together"));
        }
        if total > MOST_LETTERS {
            return line.fault(format!("the words have more than {MOST_LETTERS} letters together"));
        }
        line.end()?;
        words.push(letters);
    }
    let mut line = next("`end`")?;
    line.keyword("end")?;
    line.end()?;
    if lines.next().is_some() {
        return reject("text after `end`");
    }
    Ok(Read::Listed(Claim {
        vectors: vectors.into_iter().collect(),
        kind,
        origin,
        start,
        sync,
        window,
        states,
        transitions,
        words,
    }))
}

/// Four letters a hexadecimal digit.
fn letters(digits: &str) -> Option<Vec<u8>> {
    let mut letters = Vec::with_capacity(4 * digits.len());
    for digit in digits.chars() {
        let value = digit.to_digit(16)?;
        letters.extend([8, 4, 2, 1].map(|bit| u8::from(value & bit != 0)));
    }
    Some(letters)
}
