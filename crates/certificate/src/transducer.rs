//! Transducer certificates: Wythoff plus finitely many vectors, decided for every column.
//!
//! The game: two piles; a move takes any positive number from one pile, the same positive number from
//! both, or one of the listed vectors (p,q), with (q,p) listed too. Letter `x` of the word is 1 if
//! column `x` is the larger pile of a P-position, else 0.
//!
//! Column `x` with letter 0 has its P-position at the least `y` that is not the larger pile of an
//! earlier one, has a difference `y - x` not used by an earlier one, and has no vector to an earlier
//! one. Let `d` be the least unused difference; no later `y` lies before `F = x + d`, so letters before
//! `F` are settled. A *state* is what matters from then on: larger piles `>= F` already used, used
//! differences `> d`, and *cells* `(s,t)` with a vector to a placed P-position, all relative to
//! `(x, F)`. A cell is left out when it can never be a candidate: `t - F < s - x`, or its column or its
//! difference is used.
//!
//! Let `Q` be the listed states, `K` the sync length, `L` the window length, `S` the factors of length
//! `L` of the listed words, `x0` the origin. Checked here:
//! 1. each listed transition is the step that the rule makes;
//! 2. from the rules alone: `d(x0) >= L`, `d(x0) >=` every coordinate of a vector, the state at `x0` is
//!    the listed one, the transitions at `x0 .. x0+K` are listed, and every window that starts in
//!    `[x0, F(x0+K))` is in `S`;
//! 3. for each `u` in `S`: exactly one state of `Q` survives its first `K` letters; the other letters
//!    are read by listed transitions; and every factor of length `L` of the output that starts inside
//!    the output of `u[K]` is complete and in `S`.
//!
//! By induction every window from `x0` on is in `S` and every transition from `x0` on is listed: a
//! window that starts at or after `F(x0+K)` starts inside the output of a letter `z >= x0+K`, and the
//! window at `z-K` came earlier because `F(z) >= z + L`. So the transducer writes the whole word.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

/// The first line of such a certificate.
pub const HEADER: &str = "wyt-certificate 1 transducer";

/// Bounds that keep a hostile file from costing more than a few seconds.
const MOST_COLUMNS: usize = 40_000;
const MOST_LETTERS: usize = 1 << 24;
const LARGEST_OFFSET: usize = 1 << 13;

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
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Rejection {}

/// What an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The rules that it is about, as inline rule text.
    pub rules: String,
    /// The vectors adjoined to Wythoff's moves.
    pub vectors: Vec<(usize, usize)>,
    /// States of the transducer.
    pub states: usize,
    /// Transitions of the transducer.
    pub transitions: usize,
    /// Letters that synchronise it.
    pub sync: usize,
    /// Letters of a window.
    pub window: usize,
    /// Different windows.
    pub windows: usize,
    /// The column from which the transducer runs.
    pub origin: usize,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {}: from column {} on, the word of larger coordinates is written by the transducer of {} states and {} transitions ({} windows of {} letters, closed; {} letters synchronise)",
            self.rules, self.origin, self.states, self.transitions, self.windows, self.window, self.sync
        )
    }
}

/// A listed state: used columns, used differences, cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    used: BTreeSet<usize>,
    differences: BTreeSet<usize>,
    cells: BTreeSet<(usize, usize)>,
}

/// A listed transition.
#[derive(Clone, Debug)]
struct Transition {
    write: Vec<u8>,
    go: usize,
}

/// The certificate as read.
#[derive(Debug)]
struct Claim {
    vectors: Vec<(usize, usize)>,
    origin: usize,
    start: usize,
    sync: usize,
    window: usize,
    states: Vec<State>,
    transitions: Vec<[Option<Transition>; 2]>,
    words: Vec<Vec<u8>>,
}

/// Checks a certificate; says what it proves, or why it proves nothing.
pub fn check(text: &str) -> Result<Accepted, Rejection> {
    let claim = read(text)?;
    check_transitions(&claim)?;
    let windows: HashSet<&[u8]> = claim.words.iter().flat_map(|word| word.windows(claim.window)).collect();
    check_start(&claim, &windows)?;
    check_closure(&claim, &windows)?;
    let vectors: String = claim.vectors.iter().map(|(p, q)| format!(" ({p},{q})")).collect();
    Ok(Accepted {
        rules: format!("(i,0) (0,i) (i,i){vectors}"),
        states: claim.states.len(),
        transitions: claim.transitions.iter().flatten().flatten().count(),
        sync: claim.sync,
        window: claim.window,
        windows: windows.len(),
        origin: claim.origin,
        vectors: claim.vectors,
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
            let (state, write) = step(&claim.states[number], letter == 0, &claim.vectors);
            if write != listed.write || claim.states.get(listed.go) != Some(&state) {
                return reject(format!("state {number} reading {letter} does not do what is listed"));
            }
        }
    }
    Ok(())
}

/// One column: places a P-position if the column is free, and moves on to the next.
fn step(state: &State, free: bool, vectors: &[(usize, usize)]) -> (State, Vec<u8>) {
    let mut s = state.clone();
    if free {
        let candidate =
            |j: &usize| !s.used.contains(j) && !s.differences.contains(j) && !s.cells.contains(&(0, *j));
        let j = (0..).find(candidate).unwrap_or(0);
        s.used.insert(j);
        s.differences.insert(j);
        s.cells.extend(vectors.iter().map(|&(p, q)| (p, j + q)));
    }
    let rise = (0..).find(|j| !s.differences.contains(j)).unwrap_or(0);
    let write = (0..=rise).map(|j| u8::from(s.used.contains(&j))).collect();
    let ahead = State {
        used: s.used.range(rise + 1..).map(|j| j - rise - 1).collect(),
        differences: s.differences.range(rise..).map(|j| j - rise).collect(),
        cells: s
            .cells
            .iter()
            .filter(|(i, j)| *i >= 1 && *j > rise)
            .map(|(i, j)| (i - 1, j - rise - 1))
            .collect(),
    };
    (without_idle_cells(ahead), write)
}

/// Drops the cells that can never be candidates.
fn without_idle_cells(state: State) -> State {
    let State { used, differences, cells } = state;
    let live = |&(i, j): &(usize, usize)| j >= i && !used.contains(&j) && !differences.contains(&(j - i));
    let cells = cells.into_iter().filter(live).collect();
    State { used, differences, cells }
}

// 2. The start, from the rules.

/// The game solved column by column with no frontier: every `y` is tried.
struct Solved {
    partner: HashMap<usize, usize>,
    larger: Vec<bool>,
    difference: Vec<bool>,
    columns: usize,
}

impl Solved {
    fn letter(&self, column: usize) -> u8 {
        u8::from(column > 0 && self.larger.get(column) == Some(&true))
    }

    fn least_difference(&self) -> usize {
        self.difference.iter().position(|used| !used).unwrap_or(self.difference.len())
    }

    fn next_column(&mut self, vectors: &[(usize, usize)]) {
        let x = self.columns;
        if self.letter(x) == 0 {
            let is_p = |s: usize, t: usize| self.partner.get(&s.min(t)) == Some(&s.max(t));
            let leaps = |y: usize| vectors.iter().any(|&(p, q)| p <= x && q <= y && is_p(x - p, y - q));
            let taken = |set: &[bool], i: usize| set.get(i) == Some(&true);
            let free = |&y: &usize| !taken(&self.larger, y) && !taken(&self.difference, y - x) && !leaps(y);
            let y = (x..).find(free).unwrap_or(x);
            self.partner.insert(x, y);
            for (set, i) in [(&mut self.larger, y), (&mut self.difference, y - x)] {
                if set.len() <= i {
                    set.resize(i + 1, false);
                }
                set[i] = true;
            }
        }
        self.columns += 1;
    }

    /// The state before the next column, from all P-positions placed.
    fn state(&self, vectors: &[(usize, usize)]) -> State {
        let (x, d) = (self.columns, self.least_difference());
        let f = x + d;
        let joined = |(&a, &b): (&usize, &usize)| {
            let each = vectors.iter().map(move |&(p, q)| (a + p, b + q));
            each.map(|(s, t)| (s.min(t), s.max(t))).collect::<Vec<_>>()
        };
        without_idle_cells(State {
            used: (f..self.larger.len()).filter(|&y| self.larger[y]).map(|y| y - f).collect(),
            differences: (d..self.difference.len()).filter(|&e| self.difference[e]).map(|e| e - d).collect(),
            cells: self
                .partner
                .iter()
                .flat_map(joined)
                .filter(|&(s, t)| s >= x && t >= f)
                .map(|(s, t)| (s - x, t - f))
                .collect(),
        })
    }
}

/// The induction starts: point 2 above.
fn check_start(claim: &Claim, windows: &HashSet<&[u8]>) -> Result<(), Rejection> {
    let mut game = Solved { partner: HashMap::new(), larger: Vec::new(), difference: Vec::new(), columns: 0 };
    while game.columns < claim.origin {
        game.next_column(&claim.vectors);
    }
    let d = game.least_difference();
    let reach = claim.vectors.iter().map(|&(p, q)| p.max(q)).max().unwrap_or(0);
    if d < claim.window || d < reach {
        return reject(format!(
            "at column {} the least unused difference is {d}: too near the start for this window or these vectors",
            claim.origin
        ));
    }
    if claim.states.get(claim.start) != Some(&game.state(&claim.vectors)) {
        return reject("the state at the origin is not the listed one");
    }
    let mut state = claim.start;
    let mut end = claim.origin + d;
    for column in claim.origin..claim.origin + claim.sync {
        let Some(transition) =
            claim.transitions.get(state).and_then(|pair| pair[usize::from(game.letter(column))].as_ref())
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
        game.next_column(&claim.vectors);
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
    next: Vec<[Option<usize>; 2]>,
}

impl<'a> Survivors<'a> {
    fn new(claim: &'a Claim) -> Survivors<'a> {
        let all: Vec<usize> = (0..claim.states.len()).collect();
        Survivors { claim, sets: vec![all.clone()], names: HashMap::from([(all, 0)]), next: vec![[None; 2]] }
    }

    fn of(&mut self, letters: &[u8]) -> &[usize] {
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
                        self.sets.push(after);
                        self.next.push([None; 2]);
                    }
                    self.next[name][letter] = Some(found);
                    found
                }
            };
        }
        &self.sets[name]
    }
}

/// The induction goes on: point 3 above. The windows of a listed word share their letters, so each
/// word is read once; a window only adds that its own first letters leave the state of that reading.
fn check_closure(claim: &Claim, windows: &HashSet<&[u8]>) -> Result<(), Rejection> {
    let mut survivors = Survivors::new(claim);
    for (number, word) in claim.words.iter().enumerate() {
        let fault = |what: &str, at: usize| reject(format!("word {number}, window {at}: {what}"));
        let &[first] = survivors.of(&word[..claim.sync]) else {
            return fault("its first letters do not leave one state", 0);
        };
        let mut state = first;
        let mut written = Vec::with_capacity(2 * word.len());
        let mut ends = vec![0];
        for (at, &letter) in word[claim.sync..].iter().enumerate() {
            if at + claim.window <= word.len() && *survivors.of(&word[at..at + claim.sync]) != [state] {
                return fault("its first letters do not leave one state", at);
            }
            let Some(transition) = claim.transitions[state][usize::from(letter)].as_ref() else {
                return fault("it needs a transition that is not listed", at);
            };
            written.extend_from_slice(&transition.write);
            ends.push(written.len());
            state = transition.go;
        }
        for at in 0..=word.len() - claim.window {
            let end = ends[at + claim.window - claim.sync];
            for begin in ends[at]..ends[at + 1] {
                if begin + claim.window > end {
                    return fault("it writes too little", at);
                }
                if !windows.contains(&written[begin..begin + claim.window]) {
                    return fault("it writes a window that is not listed", at);
                }
            }
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

fn read(text: &str) -> Result<Claim, Rejection> {
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
    line.keyword("origin")?;
    let origin = line.number_below(MOST_COLUMNS)?;
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
        let differences = line.items(offset)?;
        line.keyword("cells")?;
        let cells = line.items(pair)?;
        if differences.contains(&0) {
            return line.fault("difference 0 is the least unused one and cannot be used");
        }
        line.end()?;
        states.push(State { used, differences, cells });
    }

    let mut line = next("the transitions")?;
    line.keyword("transitions")?;
    let listed = line.number_below(2 * LARGEST_OFFSET)?;
    line.end()?;
    let mut transitions: Vec<[Option<Transition>; 2]> = vec![[None, None]; count];
    for _ in 0..listed {
        let mut line = next("a transition")?;
        line.keyword("read")?;
        let from = line.number_below(count)?;
        let letter = line.number_below(2)?;
        line.keyword("write")?;
        let write = line.word()?;
        let Some(write) = write.chars().map(|c| c.to_digit(2).map(|d| d as u8)).collect::<Option<Vec<u8>>>()
        else {
            return line.fault("only the letters 0 and 1 are written");
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
    let mut total = 0;
    for _ in 0..count {
        let mut line = next("a word")?;
        line.keyword("word")?;
        let length = line.number_below(MOST_LETTERS)?;
        let digits = line.word()?;
        if length < window || digits.len() != length.div_ceil(4) {
            return line.fault("the word is shorter than a window, or its length is not the one given");
        }
        let Some(mut letters) = letters(digits) else {
            return line.fault("hexadecimal digits expected");
        };
        if letters.drain(length..).any(|letter| letter != 0) {
            return line.fault("letters beyond the end of the word");
        }
        total += letters.len();
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
    Ok(Claim {
        vectors: vectors.into_iter().collect(),
        origin,
        start,
        sync,
        window,
        states,
        transitions,
        words,
    })
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
