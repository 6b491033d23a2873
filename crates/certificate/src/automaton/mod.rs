//! Checks a certificate that an automaton accepts exactly the P-positions of a game, for all positions.
//!
//! What is checked, and why it is a proof. Positions are tuples of piles written in a numeration system, all
//! piles with the same number of digits. Every move decreases (checked), and every option of a position fits
//! in words of the same length. By induction along moves there is exactly one set S such that, in normal play,
//!
//! * *stable*: no position of S has an option in S. Checked by exploring all pairs (x in S, option in S);
//! * *absorbing*: every other position has an option in S. For each family f the certificate has labelled
//!   states of the automaton that guesses an option, *macros* (sets of labels) and a machine D_f. Checked: the
//!   labels of a macro's successor are among the computed successors of its labels, and macros accept where
//!   D_f does; so what D_f accepts has an option in S. Then a chain of automata, each contained in the one
//!   before together with one D_f, whose last accepts every position;
//!
//! and it is the set of P-positions. Extra terminal positions must be in S and need not be stable. In misère
//! play a second automaton `ends` is checked in the same way to be the terminal positions (no option at all);
//! S must avoid it, and its positions need no option in S. With blocking at most k - 1 options the macros are
//! multisets that must equal the computed successors, up to labels that are shown to be sterile; so D_f
//! counts options exactly up to k, and S must be the positions with fewer than k.
//!
//! No determinisation, minimisation, learning or rule language is involved, and no code of the prover.

pub(crate) mod arithmetic;
mod compare;
pub(crate) mod families;
mod statement;
pub(crate) mod text;

pub use compare::Comparison;
pub use statement::{Play, Statement};

use std::collections::{HashMap, HashSet};
use std::fmt;

use arithmetic::{Bound, Condition, Known, Numeration};
use families::{Change, Conditions, Family, Label, Space, label_bytes};
use text::Lines;

/// Why a certificate is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckError {
    /// The line of the certificate, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
    /// In which way.
    pub kind: ErrorKind,
}

/// In which way a certificate is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// It is no proof of what it says.
    Wrong,
    /// The text is no certificate: cut off, or a word or number is out of place.
    Malformed,
    /// A bound of the check was reached: the certificate may be right all the same.
    Limit,
}

/// What is wrong, before it is said on which line.
#[derive(Debug, Clone)]
pub(crate) struct Reason {
    message: String,
    kind: ErrorKind,
}

impl From<String> for Reason {
    fn from(message: String) -> Reason {
        Reason { message, kind: ErrorKind::Wrong }
    }
}

impl From<&str> for Reason {
    fn from(message: &str) -> Reason {
        Reason::from(message.to_string())
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for CheckError {}

/// Text from a file as it may be shown: control characters, and those that turn or hide text, by their numbers.
///
/// ```
/// use wythoff_certificate::automaton::escaped;
/// assert_eq!(escaped("nim\u{1b}[2J \u{202e}x"), "nim\\u{1b}[2J \\u{202e}x");
/// assert_eq!(escaped("Wythoff’s π"), "Wythoff’s π");
/// ```
pub fn escaped(text: &str) -> String {
    let hidden = |c: char| {
        let code = c as u32;
        c.is_control()
            || matches!(code, 0xad | 0x61c | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff)
            || matches!(code, 0xfff9..=0xfffb | 0xe0000..=0xe0fff)
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if hidden(c) => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    out
}

/// The theorem that an accepted certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The rules in the words of whoever made the certificate: repeated, **not** checked.
    pub rules: Vec<String>,
    /// The numeration system.
    pub numeration: String,
    /// The lines that state the game in the certificate; this is what was checked.
    pub statement: Vec<String>,
    /// What they say.
    pub game: Statement,
    /// States of the automaton of the P-positions.
    pub states: usize,
    /// Elementary steps of the check.
    pub steps: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.rules {
            writeln!(f, "rules as told (not checked): {}", escaped(line))?;
        }
        for line in self.game.words() {
            writeln!(f, "{line}")?;
        }
        writeln!(
            f,
            "proved: the P-positions of this game are the words of an automaton with {} states",
            self.states
        )?;
        write!(f, "in the numeration {}, for all positions", self.numeration)
    }
}

/// What a check may cost, so that no file makes it run for long or fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Elementary steps.
    pub steps: u64,
    /// Bytes held at once, besides the text itself.
    pub bytes: u64,
}

impl Default for Bounds {
    /// A few seconds and 1 GiB.
    fn default() -> Self {
        Bounds { steps: 400_000_000, bytes: 1 << 30 }
    }
}

fn too_much(most: String) -> Reason {
    Reason { message: format!("the certificate asks for more than {most}"), kind: ErrorKind::Limit }
}

/// Counts elementary steps, and bytes that are held.
pub(crate) struct Work {
    bounds: Bounds,
    steps: u64,
    bytes: u64,
}

impl Work {
    pub(crate) fn new(bounds: Bounds) -> Work {
        Work { bounds, steps: 0, bytes: 0 }
    }

    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Reason> {
        self.steps = self.steps.saturating_add(steps as u64);
        let most = self.bounds.steps;
        if self.steps > most {
            return Err(too_much(format!("{most} steps")));
        }
        Ok(())
    }

    /// Something of this size is about to be held. Callers count what a vector or table may have grown to.
    pub(crate) fn keep(&mut self, bytes: usize) -> Result<(), Reason> {
        self.bytes = self.bytes.saturating_add(bytes as u64);
        let most = self.bounds.bytes;
        if self.bytes > most {
            return Err(too_much(format!("{most} bytes of memory")));
        }
        Ok(())
    }

    /// What is held now; [`Work::release`] gives back what came after.
    pub(crate) fn mark(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn release(&mut self, mark: u64) {
        self.bytes = mark;
    }
}

/// A deterministic automaton; state 0 is dead. Rows hold (letter, state), sorted by letter.
pub(crate) struct Dfa {
    pub(crate) starts: Vec<usize>,
    pub(crate) output: Vec<u8>,
    pub(crate) rows: Vec<Vec<(u32, usize)>>,
}

impl Dfa {
    fn empty(modes: usize) -> Self {
        Dfa { starts: vec![0; modes], output: vec![0], rows: vec![vec![]] }
    }

    /// The memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.starts.len() + self.rows.iter().map(|row| 32 + 16 * row.len()).sum::<usize>()
    }

    pub(crate) fn next(&self, state: usize, letter: u32) -> usize {
        let row = &self.rows[state];
        // In a row without gaps a letter stands at its own place.
        match row.get(letter as usize) {
            Some(&(here, next)) if here == letter => next,
            _ => row.binary_search_by_key(&letter, |step| step.0).map_or(0, |i| row[i].1),
        }
    }
}

/// Walks all tuples of states that the words of the first automaton reach together; `fine(states, outputs)`
/// must hold at each.
pub(crate) fn walk<const N: usize>(
    automata: &[&Dfa; N],
    work: &mut Work,
    fine: impl Fn(&[usize; N], &[u8; N]) -> bool,
    wrong: &str,
) -> Result<(), Reason> {
    let mark = work.mark();
    let mut seen: HashSet<[usize; N]> = HashSet::new();
    let mut stack: Vec<[usize; N]> = Vec::new();
    for mode in 0..automata[0].starts.len() {
        let tuple = automata.map(|a| a.starts[mode]);
        if seen.insert(tuple) {
            stack.push(tuple);
        }
    }
    while let Some(tuple) = stack.pop() {
        let outputs = std::array::from_fn(|i| automata[i].output[tuple[i]]);
        if !fine(&tuple, &outputs) {
            return Err(wrong.into());
        }
        for &(letter, first) in &automata[0].rows[tuple[0]] {
            work.spend(N)?;
            let next =
                std::array::from_fn(|i| if i == 0 { first } else { automata[i].next(tuple[i], letter) });
            if seen.insert(next) {
                // Both the table and the stack may have grown to twice what they hold.
                work.keep(4 * (8 + 8 * N))?;
                stack.push(next);
            }
        }
    }
    work.release(mark);
    Ok(())
}

/// Checks a certificate. Never panics and never runs long, whatever the text.
///
/// The whole of a small one, Nim on two piles in base 2: the set is "equal digits"; each family has two
/// labels (target state 1; no pile, or the moving pile, already smaller) and two macros.
///
/// ```
/// let certificate = "\
/// wythoff automaton certificate 1
/// rules Nim on two piles
/// numeration base 2
/// coordinates pile pile
/// play normal
/// family nim 0
/// change less same
/// family nim 1
/// change same less
/// automaton set 1
/// starts 1
/// s 1 0,0>1 1,1>1
/// part absorption
/// options 0
/// automaton machine 2
/// starts 1
/// s 0 0,0>1 1,0>2 1,1>1
/// s 1 0,0>2 1,0>2 0,1>2 1,1>2
/// labels 2 0
/// l 0 1 0
/// l 0 1 1
/// macros 2
/// first 0
/// m 1 0 : 0,0>0 1,0>1 1,1>0
/// m 2 1 : 0,0>1 1,0>1 0,1>1 1,1>1
/// options 1
/// automaton machine 2
/// starts 1
/// s 0 0,0>1 0,1>2 1,1>1
/// s 1 0,0>2 1,0>2 0,1>2 1,1>2
/// labels 2 0
/// l 0 1 0
/// l 0 1 2
/// macros 2
/// first 0
/// m 1 0 : 0,0>0 0,1>1 1,1>0
/// m 2 1 : 0,0>1 1,0>1 0,1>1 1,1>1
/// base set
/// add family 0
/// automaton union 2
/// starts 1
/// s 1 0,0>1 1,0>2 1,1>1
/// s 1 0,0>2 1,0>2 0,1>2 1,1>2
/// add family 1
/// automaton union 1
/// starts 1
/// s 1 0,0>1 1,0>1 0,1>1 1,1>1
/// end part
/// end certificate
/// ";
/// let report = wythoff_certificate::automaton::check(certificate).unwrap();
/// assert_eq!(report.states, 1);
/// assert_eq!(report.game.words()[1], "move nim 0: x0' < x0, x1' = x1");
/// // Unequal piles cannot be added to the set: from (1,0) there would be a move to (0,0) inside it.
/// let forged = certificate.replacen("s 1 0,0>1 1,1>1", "s 1 0,0>1 1,0>1 1,1>1", 1);
/// assert!(wythoff_certificate::automaton::check(&forged).is_err());
/// ```
pub fn check(certificate: &str) -> Result<Report, CheckError> {
    check_within(certificate, Bounds::default())
}

/// [`check`] within other bounds.
pub fn check_within(certificate: &str, bounds: Bounds) -> Result<Report, CheckError> {
    check_parts(certificate, bounds).map(|(report, _)| report)
}

/// [`check_within`], with the set that was checked.
pub(crate) fn check_parts(certificate: &str, bounds: Bounds) -> Result<(Report, Dfa), CheckError> {
    let mut work = Work::new(bounds);
    let mut lines = Lines::new(certificate);
    let header = lines.expect("wythoff")?;
    if header != ["automaton", "certificate", "1"] {
        return Err(lines.malformed("this is no automaton certificate of version 1"));
    }
    let mut rules = Vec::new();
    while lines.optional("rules").is_some() {
        work.keep(64 + 2 * lines.tail().len()).map_err(|m| lines.error(m))?;
        rules.push(lines.tail().to_string());
    }
    let words = lines.expect("numeration")?;
    let numeration = words.join(" ");
    let system = Numeration::parse(&words).map_err(|m| lines.malformed(m))?;
    let mut game = read_game(&mut lines, &mut work)?;
    let stated = game.stated();
    let space = Space::new(system, &game.coordinates).map_err(|m| lines.error(m))?;
    for family in &mut game.families {
        family.prepare(&space.piles);
    }
    let mut checker = Checker { space, game, work };
    let set = checker.proof(&mut lines)?;
    let states = set.output.len() - 1;
    if lines.remaining() > 0 {
        return Err(lines.malformed("text after the end of the certificate"));
    }
    let Checker { game, work, .. } = checker;
    let steps = work.steps;
    let report = Report { rules, numeration, statement: game.statement, game: stated, states, steps };
    Ok((report, set))
}

struct Game {
    /// `None`: a pile; otherwise the number of values.
    coordinates: Vec<Option<i64>>,
    play: Play,
    terminals: Vec<Vec<i64>>,
    families: Vec<Family>,
    statement: Vec<String>,
}

impl Game {
    fn stated(&self) -> Statement {
        let (coordinates, terminals) = (self.coordinates.clone(), self.terminals.clone());
        Statement { coordinates, play: self.play, terminals, families: self.families.clone() }
    }
}

fn read_game(lines: &mut Lines, work: &mut Work) -> Result<Game, CheckError> {
    let mut statement = Vec::new();
    let words = lines.expect("coordinates")?;
    statement.push(lines.line().to_string());
    let coordinates = words
        .iter()
        .map(|w| if *w == "pile" { Ok(None) } else { lines.number(Some(w), 1, 1024).map(Some) })
        .collect::<Result<Vec<_>, _>>()?;
    let piles = coordinates.iter().filter(|c| c.is_none()).count();
    let values = coordinates.iter().flatten().try_fold(1i64, |a, b| a.checked_mul(*b));
    if piles == 0 || piles > 8 || coordinates.len() > 16 || values.is_none_or(|v| v > 1024) {
        return Err(
            lines.error("from 1 to 8 piles and at most 1024 values of the other coordinates are handled")
        );
    }
    let words = lines.expect("play")?;
    statement.push(lines.line().to_string());
    let play = match words.as_slice() {
        ["normal"] => Play::Normal,
        ["misere"] => Play::Misere,
        ["blocking", k] => Play::Blocking(lines.number(Some(k), 1, 60)? as u8),
        _ => return Err(lines.error("play must be `normal`, `misere` or `blocking K`")),
    };
    let n = coordinates.len();
    let mut terminals = Vec::new();
    while let Some(words) = lines.optional("terminal") {
        work.keep(512 + 2 * lines.line().len()).map_err(|m| lines.error(m))?;
        statement.push(lines.line().to_string());
        let t = lines.numbers(&words, 0, 1_000_000_000_000)?;
        if t.len() != n || t.iter().zip(&coordinates).any(|(v, c)| c.is_some_and(|c| *v >= c)) {
            return Err(lines.error("this terminal position is no position of the game"));
        }
        terminals.push(t);
    }
    let mut families = Vec::new();
    while lines.optional("family").is_some() {
        statement.push(lines.line().to_string());
        let label = lines.tail().to_string();
        work.keep(1024 + 8 * label.len()).map_err(|m| lines.error(m))?;
        let words = lines.expect("change")?;
        statement.push(lines.line().to_string());
        let change = words
            .iter()
            .map(|w| Change::parse(w).ok_or_else(|| lines.error(format!("`{}` is no change", escaped(w)))))
            .collect::<Result<Vec<_>, _>>()?;
        if change.len() != n {
            return Err(lines.error(format!("{n} changes are needed")));
        }
        let blockable = lines.optional("unblockable").is_none();
        if !blockable {
            statement.push(lines.line().to_string());
        }
        let mut conditions = Vec::new();
        loop {
            let linear = lines.optional("linear");
            let Some(words) = linear.clone().or_else(|| lines.optional("mod")) else { break };
            let line = lines.line();
            // The line, its words, the coefficients three times, and the condition in readable form.
            work.keep(512 + 8 * line.len()).map_err(|m| lines.error(m))?;
            statement.push(line.to_string());
            let parts: Vec<&[&str]> = words.split(|w| *w == ":").collect();
            let &[bound, before, after] = parts.as_slice() else {
                return Err(lines.error("a condition is `bounds : coefficients before : coefficients after`"));
            };
            let before = lines.numbers(before, -1_000_000, 1_000_000)?;
            let after = lines.numbers(after, -1_000_000, 1_000_000)?;
            if before.len() != n || after.len() != n || bound.len() != 2 {
                return Err(lines.error(format!("two bounds and twice {n} coefficients are needed")));
            }
            let far = 1_000_000_000_000;
            let bound = if linear.is_some() {
                let end =
                    |w: &str| if w == "-" { Ok(None) } else { lines.number(Some(&w), -far, far).map(Some) };
                Bound::Linear(end(bound[0])?, end(bound[1])?)
            } else {
                let m = lines.number(Some(&bound[0]), 1, 1000)?;
                Bound::Mod(m, lines.number(Some(&bound[1]), 0, m - 1)?)
            };
            conditions.push(Condition { before, after, bound, positive: 0, negative: 0 });
        }
        let family = Family::new(label, change, conditions, blockable);
        family.terminates(&coordinates).map_err(|m| lines.error(m))?;
        families.push(family);
    }
    Ok(Game { coordinates, play, terminals, families, statement })
}

struct Checker {
    space: Space,
    game: Game,
    work: Work,
}

/// One family's part of a certificate.
struct Options {
    machine: Dfa,
    labels: Vec<Label>,
    /// The first sterile label; those from here on are sterile.
    sterile: usize,
    index: HashMap<Label, usize>,
    macros: Vec<Macro>,
    first: Vec<Option<usize>>,
}

struct Macro {
    state: usize,
    /// Labels, sorted; repeated in multisets.
    members: Vec<usize>,
    steps: Vec<(u32, usize)>,
}

/// The successors of labels that were asked for, by label and letter.
struct Memo {
    conditions: Conditions,
    lists: Vec<Vec<Option<Vec<Option<usize>>>>>,
}

impl Checker {
    /// The rest of the certificate: automata and parts. Returns the set.
    fn proof(&mut self, lines: &mut Lines) -> Result<Dfa, CheckError> {
        let set = self.automaton(lines, "set")?;
        self.words_are_valid(&set).map_err(|m| lines.error(m))?;
        let extra = self.terminal_automaton().map_err(|m| lines.error(m))?;
        match self.game.play {
            Play::Normal => {
                let wrong = "a terminal position is outside the set";
                self.walk(&[&extra, &set], |o| o[0] == 0 || o[1] > 0, wrong).map_err(|m| lines.error(m))?;
                self.no_moves(&set, &extra, &set, "in the set, with an option in the set")
                    .map_err(|m| lines.error(m))?;
                self.part(lines, "absorption", &set, &[("set", &set)])?;
            }
            Play::Misere => {
                let ends = self.automaton(lines, "ends")?;
                self.words_are_valid(&ends).map_err(|m| lines.error(m))?;
                let wrong = "a terminal position is not among the ends";
                self.walk(&[&extra, &ends], |o| o[0] == 0 || o[1] > 0, wrong).map_err(|m| lines.error(m))?;
                let all = self.space.universe(&mut self.work).map_err(|m| lines.error(m))?;
                self.no_moves(&ends, &extra, &all, "among the ends, with an option")
                    .map_err(|m| lines.error(m))?;
                self.part(lines, "movable", &all, &[("ends", &ends)])?;
                let wrong = "a position of the set is terminal";
                self.walk(&[&set, &ends], |o| o[0] == 0 || o[1] == 0, wrong).map_err(|m| lines.error(m))?;
                let none = Dfa::empty(self.space.modes.len());
                self.no_moves(&set, &none, &set, "in the set, with an option in the set")
                    .map_err(|m| lines.error(m))?;
                self.part(lines, "absorption", &set, &[("set", &set), ("ends", &ends)])?;
            }
            Play::Blocking(k) => {
                let wrong = "a terminal position is outside the set";
                self.walk(&[&extra, &set], |o| o[0] == 0 || o[1] > 0, wrong).map_err(|m| lines.error(m))?;
                self.disjoint().map_err(|m| lines.error(m))?;
                self.counting(lines, &set, &extra, k)?;
            }
        }
        if lines.expect("end")? != ["certificate"] {
            return Err(lines.error("expected `end certificate`"));
        }
        Ok(set)
    }

    fn walk<const N: usize>(
        &mut self,
        automata: &[&Dfa; N],
        fine: impl Fn(&[u8; N]) -> bool,
        wrong: &str,
    ) -> Result<(), Reason> {
        walk(automata, &mut self.work, |_, outputs| fine(outputs), wrong)
    }

    fn words_are_valid(&mut self, dfa: &Dfa) -> Result<(), Reason> {
        let all = self.space.universe(&mut self.work)?;
        let wrong = "the automaton accepts a word that represents no position";
        walk(&[dfa, &all], &mut self.work, |s, o| s[0] == 0 || (s[1] != 0 && (o[0] == 0 || o[1] > 0)), wrong)
    }

    fn automaton(&mut self, lines: &mut Lines, name: &str) -> Result<Dfa, CheckError> {
        let words = lines.expect("automaton")?;
        if words.first() != Some(&name) {
            return Err(lines.error(format!("expected the automaton `{name}`")));
        }
        let n = lines.count(words.get(1))?;
        let words = lines.expect("starts")?;
        let starts: Vec<usize> = lines.numbers(&words, 0, n as i64)?.iter().map(|&s| s as usize).collect();
        if starts.len() != self.space.modes.len() {
            return Err(lines.error(format!("{} start states are needed", self.space.modes.len())));
        }
        let mut dfa = Dfa { starts, output: vec![0], rows: vec![vec![]] };
        for _ in 0..n {
            let words = lines.expect("s")?;
            dfa.output.push(lines.number(words.first(), 0, 60)? as u8);
            dfa.rows.push(self.steps(lines, &words[1..], n)?);
        }
        Ok(dfa)
    }

    /// Reads `digits>target` steps, targets from 0 to `most`, letters strictly increasing after sorting.
    fn steps(&mut self, lines: &Lines, words: &[&str], most: usize) -> Result<Vec<(u32, usize)>, CheckError> {
        self.work.spend(words.len()).map_err(|m| lines.error(m))?;
        self.work.keep(96 + 16 * words.len()).map_err(|m| lines.error(m))?;
        let mut row = Vec::with_capacity(words.len());
        for word in words {
            let (digits, target) = word
                .split_once('>')
                .ok_or_else(|| lines.error(format!("`{}` is no transition", escaped(word))))?;
            let target = lines.number(Some(&target), 0, most as i64)? as usize;
            let letter = self
                .space
                .letter(digits)
                .ok_or_else(|| lines.error(format!("`{}` is no letter", escaped(word))))?;
            row.push((letter, target));
        }
        row.sort_unstable();
        if row.windows(2).any(|w| w[0].0 == w[1].0) {
            return Err(lines.error("two transitions for one letter"));
        }
        Ok(row)
    }

    /// The automaton of the extra terminal positions: all piles equal to theirs, as linear conditions.
    fn terminal_automaton(&mut self) -> Result<Dfa, Reason> {
        let piles = self.space.piles.clone();
        let unit = |i: usize| (0..piles.len()).map(|j| i64::from(i == j)).collect::<Vec<_>>();
        // Each condition with its coefficients.
        let size = piles.len() * (std::mem::size_of::<Condition>() + 32 + 16 * piles.len());
        self.work.keep(self.game.terminals.len().saturating_mul(size))?;
        let conditions: Vec<Vec<Condition>> = self
            .game
            .terminals
            .iter()
            .map(|t| {
                let condition = |(i, &p): (usize, &usize)| Condition {
                    before: unit(i),
                    after: vec![0; piles.len()],
                    bound: Bound::Linear(Some(t[p]), Some(t[p])),
                    positive: 1,
                    negative: 0,
                };
                piles.iter().enumerate().map(condition).collect()
            })
            .collect();
        let system = &self.space.system;
        let all = self.space.universe(&mut self.work)?;
        // A state: a state of the universe, the phase, and what is known of the terminal positions still possible.
        type State = (usize, usize, Vec<(usize, Vec<Known>)>);
        let bytes = |state: &State| {
            let known = |k: &Vec<Known>| 48 + k.len() * (40 + 8 * (system.degree() + 1));
            4 * (64 + state.2.iter().map(|(_, k)| known(k)).sum::<usize>())
        };
        let mut ids: HashMap<State, usize> = HashMap::new();
        let mut states: Vec<State> = Vec::new();
        let mut dfa = Dfa::empty(self.space.modes.len());
        let work = &mut self.work;
        let mut id = |state: State, states: &mut Vec<State>, work: &mut Work| -> Result<usize, Reason> {
            if state.2.is_empty() {
                return Ok(0);
            }
            if let Some(known) = ids.get(&state) {
                return Ok(*known);
            }
            work.keep(bytes(&state))?;
            states.push(state.clone());
            ids.insert(state, states.len());
            Ok(states.len())
        };
        for (mode, values) in self.space.modes.iter().enumerate() {
            let here = |t: &Vec<i64>| (0..t.len()).all(|i| piles.contains(&i) || values[i] == t[i]);
            let mut known = Vec::new();
            for (i, (t, list)) in self.game.terminals.iter().zip(&conditions).enumerate() {
                work.spend(1)?;
                let start = || list.iter().map(|c| c.start(system, 0)).collect::<Option<Vec<Known>>>();
                known.extend(if here(t) { start().map(|k| (i, k)) } else { None });
            }
            dfa.starts[mode] = id((all.starts[mode], 0, known), &mut states, work)?;
        }
        let mut at = 0;
        while at < states.len() {
            let (valid, phase, known) = states[at].clone();
            let met =
                |(i, k): &(usize, Vec<Known>)| conditions[*i].iter().zip(k).all(|(c, k)| c.holds(system, k));
            dfa.output.push(u8::from(phase == 0 && known.iter().any(met)));
            let index = (phase + system.period() - 1) % system.period();
            let mut row = Vec::new();
            for &(letter, next_valid) in &all.rows[valid] {
                work.spend(1 + known.len() * piles.len())?;
                let x = &self.space.digits[letter as usize];
                let y = vec![0; x.len()];
                let mut next = Vec::new();
                for (i, k) in &known {
                    let mut stepped = Some(Vec::with_capacity(k.len()));
                    for (c, k) in conditions[*i].iter().zip(k) {
                        match (c.step(system, k, index, c.weight(x, &y))?, &mut stepped) {
                            (Some(k), Some(all)) => all.push(k),
                            _ => {
                                stepped = None;
                                break;
                            }
                        }
                    }
                    next.extend(stepped.map(|k| (*i, k)));
                }
                let target = id((next_valid, index, next), &mut states, work)?;
                if target != 0 {
                    row.push((letter, target));
                }
            }
            work.keep(32 + 32 * row.len())?;
            dfa.rows.push(row);
            at += 1;
        }
        Ok(dfa)
    }

    /// No x in `source` but not in `excused` has an option in `target`.
    fn no_moves(&mut self, source: &Dfa, excused: &Dfa, target: &Dfa, wrong: &str) -> Result<(), Reason> {
        for family in &self.game.families {
            let found = self.space.has_move(source, excused, target, family, &mut self.work)?;
            if found {
                let label = escaped(&family.label);
                return Err(format!("family `{label}`: a position is {wrong}").into());
            }
        }
        Ok(())
    }

    /// No two families share an option.
    fn disjoint(&mut self) -> Result<(), Reason> {
        let all = self.space.universe(&mut self.work)?;
        let none = Dfa::empty(self.space.modes.len());
        for (i, f) in self.game.families.iter().enumerate() {
            for g in &self.game.families[..i] {
                self.work.spend(1)?;
                let Some(mut both) = f.meet(g) else { continue };
                both.prepare_again(&self.space.piles);
                if self.space.has_move(&all, &none, &all, &both, &mut self.work)? {
                    let (first, second) = (escaped(&g.label), escaped(&f.label));
                    return Err(format!("families `{first}` and `{second}` share an option").into());
                }
            }
        }
        Ok(())
    }

    /// Every position is in one of `base` or has an option in `target`.
    fn part(
        &mut self,
        lines: &mut Lines,
        name: &str,
        target: &Dfa,
        base: &[(&str, &Dfa)],
    ) -> Result<(), CheckError> {
        if lines.expect("part")? != [name] {
            return Err(lines.error(format!("expected `part {name}`")));
        }
        let mut machines = Vec::new();
        for f in 0..self.game.families.len() {
            let mark = self.work.mark();
            let (options, memo) = self.options(lines, f)?;
            self.subset_macros(f, target, &options, memo).map_err(|m| lines.error(m))?;
            // Of a family only its machine is held.
            self.work.release(mark);
            self.work.keep(options.machine.bytes()).map_err(|m| lines.error(m))?;
            machines.push(options.machine);
        }
        let words = lines.expect("base")?;
        if words != [base[0].0] {
            return Err(lines.error(format!("expected `base {}`", base[0].0)));
        }
        let mark = self.work.mark();
        let mut union: Option<Dfa> = None;
        while let Some(words) = lines.optional("add") {
            let added = match words.as_slice() {
                ["family", i] => {
                    let i = lines.number(Some(i), 0, machines.len() as i64 - 1)?;
                    &machines[i as usize]
                }
                [name] => base.iter().find(|b| b.0 == *name).ok_or_else(|| lines.error("no such set"))?.1,
                _ => return Err(lines.error("expected `add family N` or `add SET`")),
            };
            let next = self.automaton(lines, "union")?;
            let previous = union.as_ref().unwrap_or(base[0].1);
            let wrong = "a union accepts a word that none of its parts accepts";
            self.walk(&[&next, previous, added], |o| o[0] == 0 || o[1] > 0 || o[2] > 0, wrong)
                .map_err(|m| lines.error(m))?;
            self.work.release(mark);
            self.work.keep(next.bytes()).map_err(|m| lines.error(m))?;
            union = Some(next);
        }
        let all = self.space.universe(&mut self.work).map_err(|m| lines.error(m))?;
        let last = union.as_ref().unwrap_or(base[0].1);
        self.walk(&[&all, last], |o| o[0] == 0 || o[1] > 0, "the last union misses a position")
            .map_err(|m| lines.error(m))?;
        self.end_part(lines)
    }

    fn end_part(&self, lines: &mut Lines) -> Result<(), CheckError> {
        if lines.expect("end")? != ["part"] {
            return Err(lines.error("expected `end part`"));
        }
        Ok(())
    }

    /// The set is exactly the positions with fewer than k options in it (unblockable ones count as k).
    fn counting(&mut self, lines: &mut Lines, set: &Dfa, extra: &Dfa, k: u8) -> Result<(), CheckError> {
        if lines.expect("part")? != ["counting"] {
            return Err(lines.error("expected `part counting`"));
        }
        let all = self.space.universe(&mut self.work).map_err(|m| lines.error(m))?;
        let mut machines: Vec<Option<Dfa>> = Vec::new();
        for f in 0..self.game.families.len() {
            let mark = self.work.mark();
            let (options, memo) = self.options(lines, f)?;
            self.exact_macros(f, set, &all, &options, memo, k).map_err(|m| lines.error(m))?;
            self.work.release(mark);
            self.work.keep(options.machine.bytes()).map_err(|m| lines.error(m))?;
            machines.push(Some(options.machine));
        }
        let mark = self.work.mark();
        let mut sum = Dfa::empty(self.space.modes.len());
        while let Some(words) = lines.optional("add") {
            let ["family", i] = words.as_slice() else { return Err(lines.error("expected `add family N`")) };
            let i = lines.number(Some(i), 0, machines.len() as i64 - 1)? as usize;
            let Some(added) = machines[i].take() else {
                return Err(lines.error("a family is added twice"));
            };
            let next = self.automaton(lines, "union")?;
            let wrong = "a sum of counts is wrong";
            let fine = |o: &[u8; 4]| o[0] == 0 || o[1] == o[2].saturating_add(o[3]).min(k);
            self.walk(&[&all, &next, &sum, &added], fine, wrong).map_err(|m| lines.error(m))?;
            self.work.release(mark);
            self.work.keep(next.bytes()).map_err(|m| lines.error(m))?;
            sum = next;
        }
        if machines.iter().any(Option::is_some) {
            return Err(lines.error("a family is missing in the sum"));
        }
        let fine = |o: &[u8; 4]| o[0] == 0 || if o[2] > 0 { o[1] < k || o[3] > 0 } else { o[1] >= k };
        self.walk(
            &[&all, &sum, set, extra],
            fine,
            "the set is not the positions with fewer than k options in it",
        )
        .map_err(|m| lines.error(m))?;
        self.end_part(lines)
    }

    /// Reads the labels, macros and machine of family f.
    fn options(&mut self, lines: &mut Lines, f: usize) -> Result<(Options, Memo), CheckError> {
        let words = lines.expect("options")?;
        if lines.number(words.first(), 0, i64::MAX)? as usize != f {
            return Err(lines.error(format!("expected the options of family {f}")));
        }
        let machine = self.automaton(lines, "machine")?;
        let words = lines.expect("labels")?;
        let count = lines.count(words.first())?;
        let sterile = lines.number(words.get(1), 0, count as i64)? as usize;
        let system = &self.space.system;
        let count_of_conditions = self.game.families[f].conditions.len();
        let mut conditions = Conditions::new(&self.space, &self.game.families[f], &mut self.work)
            .map_err(|m| lines.error(m))?;
        let mut labels = Vec::new();
        let mut index = HashMap::new();
        for i in 0..count {
            let words = lines.expect("l")?;
            if words.len() != 3 + count_of_conditions {
                return Err(lines.error("a label has a phase, a state, a mask and one entry a condition"));
            }
            let phase = lines.number(words.first(), 0, system.period() as i64 - 1)?;
            let state = lines.number(words.get(1), 1, u32::MAX.into())?;
            let smaller = lines.number(words.get(2), 0, 255)?;
            let mut label = vec![phase as u32, state as u32, smaller as u32];
            for (c, word) in words[3..].iter().enumerate() {
                let values: Vec<&str> = word.split(',').collect();
                let far = i64::MAX / 4;
                let known = match values.as_slice() {
                    ["T"] => Known::True,
                    v if v.len() == system.degree() + 1 => Known::Value(lines.numbers(v, -far, far)?),
                    _ => {
                        return Err(lines.error(format!(
                            "`{}` is neither T nor {} values",
                            escaped(word),
                            system.degree() + 1
                        )));
                    }
                };
                label.push(conditions.number(c, known, &mut self.work).map_err(|m| lines.error(m))?);
            }
            self.work.keep(2 * label_bytes(&label)).map_err(|m| lines.error(m))?;
            if index.insert(label.clone(), i).is_some() {
                return Err(lines.error("a label is listed twice"));
            }
            labels.push(label);
        }
        let words = lines.expect("macros")?;
        let n = lines.count(words.first())?;
        let words = lines.expect("first")?;
        let start = |w: &&str| {
            if *w == "-" {
                Ok(None)
            } else {
                lines.number(Some(w), 0, n as i64 - 1).map(|s| Some(s as usize))
            }
        };
        let first = words.iter().map(start).collect::<Result<Vec<_>, _>>()?;
        if first.len() != self.space.modes.len() {
            return Err(lines.error("one first macro for each value of the bounded coordinates is needed"));
        }
        let mut macros = Vec::new();
        for _ in 0..n {
            let words = lines.expect("m")?;
            let state = lines.number(words.first(), 0, machine.output.len() as i64 - 1)? as usize;
            let colon = words.iter().position(|w| *w == ":").ok_or_else(|| lines.error("`:` is missing"))?;
            let members = lines.numbers(words.get(1..colon).unwrap_or(&[]), 0, count as i64 - 1)?;
            self.work.keep(64 + 16 * members.len()).map_err(|m| lines.error(m))?;
            let mut members: Vec<usize> = members.iter().map(|&m| m as usize).collect();
            members.sort_unstable();
            let steps = self.steps(lines, &words[colon + 1..], n.saturating_sub(1))?;
            macros.push(Macro { state, members, steps });
        }
        let memo = Memo { conditions, lists: vec![Vec::new(); labels.len()] };
        Ok((Options { machine, labels, sterile: count - sterile, index, macros, first }, memo))
    }

    /// The indices of the successors of a label under a letter, computed once; successors without an index are `None`.
    fn remembered<'m>(
        &mut self,
        memo: &'m mut Memo,
        f: usize,
        target: &Dfa,
        o: &Options,
        (label, letter): (usize, u32),
    ) -> Result<&'m [Option<usize>], Reason> {
        let lists = &mut memo.lists[label];
        if lists.is_empty() {
            self.work.keep(24 * self.space.digits.len())?;
            *lists = vec![None; self.space.digits.len()];
        }
        let list = &mut lists[letter as usize];
        if list.is_none() {
            let mut found = Vec::new();
            let family = (&self.game.families[f], &mut memo.conditions);
            let labels = &o.labels[label];
            self.space.successors(family, target, labels, letter, &mut self.work, &mut |next, _| {
                found.push(o.index.get(next).copied());
                Ok(())
            })?;
            self.work.keep(16 + 16 * found.len())?;
            *list = Some(found);
        }
        Ok(list.as_deref().unwrap_or_default())
    }

    /// Whatever the machine accepts has an option in the target.
    fn subset_macros(&mut self, f: usize, target: &Dfa, o: &Options, mut memo: Memo) -> Result<(), Reason> {
        for mode in 0..o.first.len() {
            if o.machine.starts[mode] == 0 {
                continue;
            }
            let first = o.first[mode].ok_or("a first macro is missing")?;
            let m = o.macros.get(first).ok_or("a first macro does not exist")?;
            let family = (&self.game.families[f], &mut memo.conditions);
            let starts = self.space.first_labels(family, target, mode, &mut self.work)?;
            let starts: HashSet<usize> = starts.iter().filter_map(|l| o.index.get(l).copied()).collect();
            if m.state != o.machine.starts[mode] || !m.members.iter().all(|l| starts.contains(l)) {
                return Err("a first macro is not made of first labels".into());
            }
        }
        // The round in which each label was last reached; a round is one macro and letter.
        let (mut reached, mut round) = (vec![0usize; o.labels.len()], 0);
        for m in &o.macros {
            self.space.same_phase(m.members.iter().map(|&l| &o.labels[l]), target)?;
            if o.machine.output[m.state] > 0 {
                let family = (&self.game.families[f], &memo.conditions);
                let accepting = |&l: &usize| self.space.accepts(family, target, &o.labels[l]);
                if !m.members.iter().any(accepting) {
                    return Err("a macro does not accept although its machine does".into());
                }
            }
            for &(letter, next) in &o.machine.rows[m.state] {
                if next == 0 {
                    continue;
                }
                let i = m.steps.binary_search_by_key(&letter, |s| s.0);
                let to = i.map_err(|_| "a macro lacks a transition that its machine has")?;
                let to = &o.macros[m.steps[to].1];
                if to.state != next {
                    return Err("a macro and its machine move differently".into());
                }
                round += 1;
                for &l in &m.members {
                    let list = self.remembered(&mut memo, f, target, o, (l, letter))?;
                    self.work.spend(1 + list.len())?;
                    list.iter().flatten().for_each(|&n| reached[n] = round);
                }
                if to.members.iter().any(|&l| reached[l] != round) {
                    return Err("a macro's successor has a label that is not reached".into());
                }
            }
        }
        Ok(())
    }

    /// The machine counts the options in the target exactly, up to k (to 1, times k, if unblockable).
    fn exact_macros(
        &mut self,
        f: usize,
        target: &Dfa,
        all: &Dfa,
        o: &Options,
        mut memo: Memo,
        k: u8,
    ) -> Result<(), Reason> {
        let (cap, unit) = if self.game.families[f].blockable { (usize::from(k), 1) } else { (1, k) };
        self.space.same_states(&o.labels, target)?;
        // Sterile labels lead to sterile labels only and never accept.
        for l in o.sterile..o.labels.len() {
            if self.space.accepts((&self.game.families[f], &memo.conditions), target, &o.labels[l]) {
                return Err("a sterile label accepts".into());
            }
            for letter in 0..self.space.digits.len() as u32 {
                let next = self.remembered(&mut memo, f, target, o, (l, letter))?;
                if next.iter().any(|n| n.is_none_or(|n| n < o.sterile)) {
                    return Err("a sterile label leads to one that is not".into());
                }
            }
        }
        let capped = |counts: HashMap<usize, usize>| -> Vec<usize> {
            let mut list: Vec<usize> =
                counts.into_iter().flat_map(|(l, n)| std::iter::repeat_n(l, n.min(cap))).collect();
            list.sort_unstable();
            list
        };
        let mut stack: Vec<(usize, usize)> = Vec::new();
        let mut seen: HashSet<(usize, usize)> = HashSet::new();
        for mode in 0..o.first.len() {
            let mut counts: HashMap<usize, usize> = HashMap::new();
            let family = (&self.game.families[f], &mut memo.conditions);
            for label in self.space.first_labels(family, target, mode, &mut self.work)? {
                let l = *o.index.get(&label).ok_or("a first label is not listed")?;
                if l < o.sterile {
                    *counts.entry(l).or_default() += 1;
                }
            }
            let expected = capped(counts);
            match o.first[mode].and_then(|m| o.macros.get(m).map(|found| (m, found))) {
                Some((m, found)) if found.members == expected && found.state == o.machine.starts[mode] => {
                    if seen.insert((all.starts[mode], m)) {
                        stack.push((all.starts[mode], m));
                    }
                }
                None if expected.is_empty() && o.machine.starts[mode] == 0 => {}
                _ => return Err("a first macro is wrong".into()),
            }
        }
        while let Some((valid, at)) = stack.pop() {
            let m = &o.macros[at];
            if all.output[valid] > 0 {
                let family = (&self.game.families[f], &memo.conditions);
                let accepting = |l: &&usize| self.space.accepts(family, target, &o.labels[**l]);
                let count = m.members.iter().filter(accepting).count().min(cap) as u8;
                if o.machine.output[m.state] != count * unit {
                    return Err("a machine's count is wrong".into());
                }
            }
            for &(letter, next_valid) in &all.rows[valid] {
                let mut counts: HashMap<usize, usize> = HashMap::new();
                for &l in &m.members {
                    let list = self.remembered(&mut memo, f, target, o, (l, letter))?;
                    self.work.spend(1 + list.len())?;
                    for n in list {
                        let n = n.ok_or("a successor is not listed")?;
                        if n < o.sterile {
                            *counts.entry(n).or_default() += 1;
                        }
                    }
                }
                let expected = capped(counts);
                let next = o.machine.next(m.state, letter);
                let step = m.steps.binary_search_by_key(&letter, |s| s.0);
                match step.map(|i| m.steps[i].1) {
                    Ok(to) if o.macros[to].members == expected && o.macros[to].state == next => {
                        if seen.insert((next_valid, to)) {
                            self.work.keep(96)?;
                            stack.push((next_valid, to));
                        }
                    }
                    Err(_) if expected.is_empty() && next == 0 => {}
                    _ => return Err("a macro's successor is wrong".into()),
                }
            }
        }
        Ok(())
    }
}
