//! Tables that can be checked again: P-sets and Sprague–Grundy values on a box, with the rules they are for.
//!
//! The checker shares no code with the rule language or the solvers: it has its own reader of rule texts, its own
//! moves (tried one by one), and nothing but the definitions. A P-set is right if and only if no move leads from a
//! listed position to a listed one and from every other position some move does (with the changes that misère
//! play and blocking bring); a table of values is right if and only if every value is the least that no option
//! has. Where the file does not say what an option is worth, because something is remembered there or the pass is
//! spent, the checker works it out.
//!
//! # What it costs
//!
//! Families that take the same vectors everywhere, behind gates on the piles before or after the move ([`game`], regions), are
//! not tried move by move: what they lead to is carried on from cell to cell along a shift ([`plan`]). A P-set then costs a pass
//! over the words of each row for each shift and step (64 cells together, [`rows`]), a table of values a look at the values
//! below its own for each cell and shift (64 together, [`sets`]). Rays, bands, cones, residue classes and gated ones of any
//! number of piles are of this kind. Where moves of a P-set are blocked or there is a pass, and no gates, the options that are
//! lost are counted along the same shifts ([`counts`]). Of a P-set, other families of one amount, such as those that compare the
//! piles before and after the move, cost an evaluation for each listed cell of their line ([`lines`]). Positions
//! at which the game ends have no options, whatever the moves. Where values are listed, moves blocked or a pass is there, families
//! that compare both ends by linear terms lead to runs of cells ([`game`], runs): an evaluation for each cell and choice of all
//! amounts but the last, and a look for each move; terms that are not linear in the amount an evaluation for each value of it and
//! of the piles that they speak of, and what is not linear in what it takes an evaluation for each move. What is left costs an evaluation for each move from each position (of a P-set, where there are
//! several amounts, for each listed position instead): terms that are not linear and speak of all piles, P-sets of several amounts
//! that compare both ends, games that remember something or do not start everywhere.
//!
//! # The file
//!
//! A text of lines, each ended by a newline. Nothing else may stand in it, not even empty lines.
//!
//! ```text
//! wyt-table 1
//! kind p-set
//! convention normal
//! rules
//!   param  t >= 1 = 2
//!   piles  unordered x, y
//!   move   nim: (i, 0)
//!   move   both: (k, l) where |k - l| < t
//! below 10,10
//! merged yes
//! data
//! 0,0
//! 1,3
//! 2,6
//! 4,8
//! end 4
//! ```
//!
//! - `kind p-set` or `kind grundy`.
//! - `convention normal` or `convention misere`; then, each on a line of its own and only where it applies:
//!   `block K` (up to K-1 options may be blocked) or `block K of 1,3` (only by moves of the first and the third
//!   `move` of the rules), `terminal 1,2` (the game ends there; one line for each position), `pass`.
//! - `rules`, and then the rule text, each line indented by two spaces. Every parameter has its value as default.
//!   The statements `misere`, `block`, `terminal` and `pass` do not occur: the lines above say that.
//! - `below` has a bound for each coordinate, extra ones included (theirs is the bound of the rules). The table is
//!   for all positions below it.
//! - `merged yes` if positions that differ only by order are one; `no` otherwise. A merged P-set has the same bound
//!   for all piles and lists positions with their piles in nondecreasing order.
//! - `data`. For a P-set each P-position from which the game may start (`position where` and `start where` of the
//!   rules hold) on a line, coordinates joined by commas, in lexicographic order. For values one line for
//!   each choice of all coordinates but the last, in lexicographic order (a single line if there is but one
//!   coordinate): the values for the last coordinate from 0 on, joined by commas, `-` where the game may not start.
//!   Values of a merged game are written for the whole box.
//! - `end N`, N the number of lines since `data`.

mod counts;
pub(crate) mod game;
mod lines;
mod plan;
mod rows;
mod sets;
mod text;
mod value;

use crate::automaton::escaped;
use counts::Counts;
use game::{Game, Moves, Order, Run, TRIED, TRIED_FOR_LISTS};
use plan::{Region, merge, without};
use rows::{Listed, Rows};
use sets::Sets;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

/// Work that [`check_table`] may do, in operations of the rules: minutes.
pub const WORK: u64 = 1 << 35;

/// Most cells of a P-set, a byte each, and of a table of values, eight bytes each.
const CELLS: u64 = 1 << 28;
const VALUES: u64 = 1 << 26;

/// Most cells where moves may add to a pile, so that it has to be seen that play ends.
const ADDING: u64 = 1 << 22;

/// Bytes that states of which the file says nothing may take, and lists of positions.
const BYTES: usize = 1 << 29;

/// What a table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The positions lost for the player to move.
    PSet,
    /// Sprague–Grundy values.
    Grundy,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::PSet => "p-set",
            Kind::Grundy => "grundy",
        })
    }
}

/// What a table that is right says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What it lists.
    pub kind: Kind,
    /// `normal` or `misere`, with blocking, terminals and pass after it.
    pub convention: String,
    /// The rules it is for.
    pub rules: String,
    /// The bound of each coordinate.
    pub below: Vec<u64>,
    /// How many positions were checked.
    pub cells: u64,
    /// How many of them are P-positions (of value 0).
    pub lost: u64,
}

/// Why a table is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The file is cut short, or is not of the form described.
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The rules in the file are no rules of a game, or fail at some position.
    Rules {
        /// What is wrong with them.
        what: String,
    },
    /// The table is wrong.
    Wrong {
        /// The first position at which it is.
        cell: Vec<u64>,
        /// Why.
        why: String,
    },
    /// The table is too large to be checked, or its rules too hard.
    Limit {
        /// What is too large.
        what: String,
    },
}

impl fmt::Display for Failure {
    /// Words of the file are shown as [`escaped`] has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Malformed { line, what } => write!(f, "line {line}: {}", escaped(what)),
            Failure::Rules { what } => write!(f, "the rules in the file: {}", escaped(what)),
            Failure::Wrong { cell, why } => write!(f, "wrong at {}: {why}", show(cell)),
            Failure::Limit { what } => write!(f, "not checked: {}", escaped(what)),
        }
    }
}

impl std::error::Error for Failure {}

/// Checks a table, by its own rules and every position in it.
///
/// [`WORK`] bounds what it costs.
///
/// ```
/// use wythoff_certificate::table::{Failure, check_table};
/// let table = "wyt-table 1\nkind p-set\nconvention normal\nrules\n  (i,0) (0,i) (i,i)\nbelow 5,5\nmerged yes\ndata\n0,0\n1,2\nend 2\n";
/// assert_eq!(check_table(table).unwrap().lost, 2);
/// let forged = table.replace("1,2", "1,3");
/// let Err(Failure::Wrong { cell, why }) = check_table(&forged) else { panic!() };
/// assert_eq!(cell, [1, 2]);
/// assert_eq!(why, "it is not listed, and no move leads from it to a listed position");
/// ```
pub fn check_table(text: &str) -> Result<Report, Failure> {
    check_table_within(text, WORK)
}

/// Checks a table with at most so much work.
pub fn check_table_within(text: &str, work: u64) -> Result<Report, Failure> {
    let total = text.split('\n').count();
    let Some(whole) = text.strip_suffix('\n') else {
        let what = "the file is cut short: its last line does not end".to_string();
        return Err(Failure::Malformed { line: total.max(1), what });
    };
    let mut lines = Lines { rest: whole.split('\n').peekable(), at: 0, total: total - 1 };
    let head = Head::read(&mut lines)?;
    let game = Game::read(&head.rules, work)?;
    if game.modifiers != game::Modifiers::default() {
        let what = "`misere`, `block`, `terminal` and `pass` do not belong to the rules of a table: its head says them";
        return Err(Failure::Rules { what: what.to_string() });
    }
    head.fits(&game, &lines)?;
    let claims = Claims::read(&mut lines, &head, &game)?;
    let Ways { along, lines, covered, done } = Ways::new(&game, &head, &claims)?;
    let wide = game.has_wide(&done);
    let listed = if wide { claims.arrangements(&head)? } else { Vec::new() };
    let terminals = head.terminals.iter().map(|t| head.canonical(t)).collect();
    let (worked_out, bytes) = (HashMap::new(), 0);
    let lost = claims.lost();
    Checker {
        game,
        head,
        claims,
        listed,
        terminals,
        worked_out,
        bytes,
        along,
        lines,
        covered,
        done,
        wide,
        lost,
    }
    .check()
}

/// The lines of a file, read one by one.
struct Lines<'a> {
    rest: std::iter::Peekable<std::str::Split<'a, char>>,
    at: usize,
    total: usize,
}

impl<'a> Lines<'a> {
    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::Malformed { line: self.at.max(1), what: what.into() })
    }

    fn last<T>(&self, what: &str) -> Result<T, Failure> {
        Err(Failure::Malformed { line: self.total.max(1), what: what.to_string() })
    }

    fn next(&mut self) -> Result<&'a str, Failure> {
        match self.rest.next() {
            Some(line) => {
                self.at += 1;
                Ok(line)
            }
            None => self.last("the file is cut short"),
        }
    }

    /// What follows a word at the start of the next line.
    fn after(&mut self, word: &str) -> Result<&'a str, Failure> {
        let line = self.next()?;
        match line.strip_prefix(word) {
            Some("") => Ok(""),
            Some(rest) if rest.starts_with(' ') => Ok(&rest[1..]),
            _ => self.wrong(format!("`{word}` is missing")),
        }
    }

    /// What follows a word at the start of the next line, if it starts so.
    fn after_if(&mut self, word: &str) -> Option<&'a str> {
        let rest = self.rest.peek()?.strip_prefix(word)?;
        if !rest.is_empty() && !rest.starts_with(' ') {
            return None;
        }
        self.rest.next();
        self.at += 1;
        Some(rest.trim_start_matches(' '))
    }
}

/// A number as the file writes it: digits without a sign or a leading zero.
fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(',').map(number).collect()
}

fn show(position: &[u64]) -> String {
    position.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(",")
}

/// What stands before the data.
struct Head {
    kind: Kind,
    misere: bool,
    block: Option<(u64, Vec<u64>)>,
    terminals: Vec<Vec<u64>>,
    pass: bool,
    rules: String,
    below: Vec<u64>,
    /// The coordinates, the one with the smallest bound first.
    sides: Vec<usize>,
    merged: bool,
}

impl Head {
    fn read(lines: &mut Lines<'_>) -> Result<Head, Failure> {
        match lines.after("wyt-table") {
            Ok("1") => {}
            Ok(version) => {
                return lines.wrong(format!("version {version} is unknown; this is a checker for 1"));
            }
            Err(_) => return lines.wrong("this is not a table: its first line is not `wyt-table 1`"),
        }
        let kind = match lines.after("kind")? {
            "p-set" => Kind::PSet,
            "grundy" => Kind::Grundy,
            other => return lines.wrong(format!("the kind `{other}` is neither `p-set` nor `grundy`")),
        };
        let misere = match lines.after("convention")? {
            "normal" => false,
            "misere" => true,
            other => {
                return lines.wrong(format!("the convention `{other}` is neither `normal` nor `misere`"));
            }
        };
        let mut block = None;
        if let Some(rest) = lines.after_if("block") {
            let (k, families) = rest.split_once(" of ").map_or((rest, None), |(k, f)| (k, Some(f)));
            let families = families.map_or(Some(Vec::new()), numbers);
            match (number(k).filter(|k| *k >= 1), families) {
                (Some(k), Some(families)) => block = Some((k, families)),
                _ => return lines.wrong("`block` needs a number from 1 on, and families by number"),
            }
        }
        let mut terminals = Vec::new();
        while let Some(rest) = lines.after_if("terminal") {
            match numbers(rest) {
                Some(position) => terminals.push(position),
                None => return lines.wrong("`terminal` needs a position"),
            }
        }
        let pass = lines.after_if("pass").is_some();
        lines.after("rules")?;
        let mut rules = String::new();
        while let Some(line) = lines.rest.peek().and_then(|line| line.strip_prefix("  ")) {
            rules += line;
            rules.push('\n');
            lines.next()?;
        }
        let Some(below) = numbers(lines.after("below")?) else { return lines.wrong("`below` needs bounds") };
        let merged = match lines.after("merged")? {
            "yes" => true,
            "no" => false,
            _ => return lines.wrong("`merged` is `yes` or `no`"),
        };
        if kind == Kind::Grundy && (misere || block.is_some()) {
            return lines.wrong("values are defined for normal play without blocking");
        }
        if misere && block.is_some() {
            return lines.wrong("blocking and misère play do not go together");
        }
        lines.after("data")?;
        let mut sides: Vec<usize> = (0..below.len()).collect();
        sides.sort_by_key(|c| below[*c]);
        Ok(Head { kind, misere, block, terminals, pass, rules, below, sides, merged })
    }

    /// Whether the head and the rules speak of the same game.
    fn fits(&self, game: &Game, lines: &Lines<'_>) -> Result<(), Failure> {
        let count = game.bounds.len();
        if self.below.len() != count {
            return lines
                .wrong(format!("`below` has {} bounds, and the game {count} coordinates", self.below.len()));
        }
        for (below, bound) in self.below.iter().zip(&game.bounds) {
            if bound.is_some_and(|bound| i128::from(*below) != bound) {
                return lines.wrong("the bound of an extra coordinate is that of the rules");
            }
        }
        let square = self.below.windows(2).all(|w| w[0] == w[1]);
        if game.order != Order::Ordered && !self.merged {
            return lines.wrong("positions of piles without an order are merged");
        }
        if self.merged && (count > game.piles || (self.kind == Kind::PSet && !square)) {
            return lines.wrong("a merged table has piles with one bound, and no extra coordinate");
        }
        if self.terminals.iter().any(|t| t.len() != count) {
            return lines.wrong("a terminal position has the wrong number of piles");
        }
        let families = self.block.iter().flat_map(|(_, families)| families);
        if families.clone().any(|f| *f == 0 || *f > game.families as u64) {
            return lines.wrong("`block` names a family that is not there");
        }
        // The text does not say that moves know no order: then each end is named in every order.
        let known = |t: Vec<u64>| self.terminals.contains(&t);
        if self.merged
            && game.order == Order::Ordered
            && !self.terminals.iter().all(|t| arrangements(t).into_iter().all(known))
        {
            return lines
                .wrong("a merged table of ordered piles names its terminal positions in every order");
        }
        let cells = self.below.iter().try_fold(1u64, |cells, side| cells.checked_mul(*side));
        let most = match self.kind {
            _ if game.adds => ADDING,
            Kind::PSet => CELLS,
            Kind::Grundy => VALUES,
        };
        match cells.filter(|cells| *cells <= most) {
            Some(_) => Ok(()),
            None => Err(Failure::Limit { what: format!("the table has more than {most} cells") }),
        }
    }

    fn convention(&self) -> String {
        let mut out = if self.misere { "misere" } else { "normal" }.to_string();
        if let Some((k, families)) = &self.block {
            out += &format!(", block {k}");
            if !families.is_empty() {
                out += &format!(" of {}", show(families));
            }
        }
        for terminal in &self.terminals {
            out += &format!(", terminal {}", show(terminal));
        }
        out + if self.pass { ", pass" } else { "" }
    }

    /// The cell of a position: its index in the box, the last coordinate running fastest.
    fn cell(&self, position: &[u64]) -> Option<usize> {
        let mut cell = 0;
        for (p, side) in position.iter().zip(&self.below) {
            if p >= side {
                return None;
            }
            cell = cell * *side as usize + *p as usize;
        }
        Some(cell)
    }

    /// The cell that speaks of a position: its own, or that of another arrangement if positions are merged.
    fn cell_of(&self, position: &[u64]) -> Option<usize> {
        if !self.merged {
            return self.cell(position);
        }
        if self.kind == Kind::Grundy
            && let Some(cell) = self.cell(position)
        {
            return Some(cell);
        }
        // The largest pile along the longest side: if any arrangement is in the box, that one is.
        let mut piles = [0; game::COORDINATES];
        let piles = &mut piles[..position.len()];
        piles.copy_from_slice(position);
        piles.sort_unstable();
        let mut arranged = [0; game::COORDINATES];
        self.sides.iter().zip(piles).for_each(|(side, pile)| arranged[*side] = *pile);
        self.cell(&arranged[..position.len()])
    }

    /// The position as it is compared with others: in order where positions are merged.
    fn canonical(&self, position: &[u64]) -> Vec<u64> {
        let mut position = position.to_vec();
        if self.merged {
            position.sort_unstable();
        }
        position
    }

    /// The positions that one stands for: all arrangements where positions are merged.
    fn arranged(&self, position: &[u64]) -> Vec<Vec<u64>> {
        if self.merged { arrangements(position) } else { vec![position.to_vec()] }
    }

    /// All that is listed, in every arrangement where positions are merged.
    fn whole(&self, listed: &Listed) -> Listed {
        let cells = self.below.iter().product::<u64>() as usize;
        let mut whole = Listed::new(cells, self.below.last().map_or(0, |side| *side as usize));
        for cell in listed.cells() {
            let arranged = self.arranged(&self.position(cell));
            arranged.iter().filter_map(|position| self.cell(position)).for_each(|cell| whole.set(cell));
        }
        whole
    }

    /// Whether a move of a family may be blocked.
    fn may_block(&self, family: usize) -> bool {
        self.block
            .as_ref()
            .is_some_and(|(_, families)| families.is_empty() || families.contains(&(family as u64 + 1)))
    }

    /// The position of a cell.
    fn position(&self, mut cell: usize) -> Vec<u64> {
        let mut position = vec![0; self.below.len()];
        for (x, side) in position.iter_mut().zip(&self.below).rev() {
            (*x, cell) = ((cell % *side as usize) as u64, cell / *side as usize);
        }
        position
    }

    /// The next position of the box in lexicographic order.
    fn advance(&self, position: &mut [u64]) -> bool {
        for c in (0..position.len()).rev() {
            if position[c] + 1 < self.below[c] {
                position[c] += 1;
                return true;
            }
            position[c] = 0;
        }
        false
    }
}

/// Why a P-set is wrong at a position.
fn not_so(claim: u64, found: u64, lost: u64) -> String {
    let listed = if claim == 0 { "is listed" } else { "is not listed" };
    let outcome = if found == 0 { "P" } else { "N" };
    format!("it {listed}, and it is {outcome}: {lost} of its options are P")
}

/// A position with its coordinates in every order, each once.
fn arrangements(position: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for x in position {
        let placed = all.iter().flat_map(|some: &Vec<u64>| {
            (0..=some.len()).map(move |at| [&some[..at], &[*x], &some[at..]].concat())
        });
        all = placed.collect();
        all.sort_unstable();
        all.dedup();
    }
    all
}

/// No claim: the game may not start there.
const NOTHING: u64 = u64::MAX;

/// What the data say of each cell: 0 for P and 1 for N, or the value.
enum Claims {
    Listed(Listed),
    Values(Vec<u64>),
}

impl Claims {
    /// How many positions a P-set lists.
    fn lost(&self) -> u64 {
        match self {
            Claims::Listed(listed) => listed.count(),
            Claims::Values(_) => 0,
        }
    }

    fn read(lines: &mut Lines<'_>, head: &Head, game: &Game) -> Result<Claims, Failure> {
        let first = lines.at;
        let cells = head.below.iter().product::<u64>() as usize;
        let claims = match head.kind {
            Kind::PSet => Claims::Listed(Claims::listed(lines, head, game, cells)?),
            Kind::Grundy => Claims::Values(Claims::values(lines, head, cells)?),
        };
        let count = lines.at - first;
        match number(lines.after("end")?) {
            Some(n) if n == count as u64 => {}
            _ => return lines.wrong(format!("`end` should count {count} lines of data")),
        }
        if lines.rest.peek().is_some() {
            lines.at += 1;
            return lines.wrong("there is something after the end");
        }
        Ok(claims)
    }

    /// The positions of a P-set, of a merged one in every arrangement.
    fn arrangements(&self, head: &Head) -> Result<Vec<Vec<u64>>, Failure> {
        let Claims::Listed(listed) = self else { return Ok(Vec::new()) };
        let most = BYTES / (80 + 8 * head.below.len());
        let mut all: Vec<Vec<u64>> = Vec::new();
        for cell in listed.cells() {
            let position = head.position(cell);
            for arranged in head.arranged(&position) {
                if head.cell(&arranged).is_none() {
                    continue;
                }
                if all.len() >= most {
                    return Err(Failure::Limit { what: "too many positions in all orders".to_string() });
                }
                all.push(arranged);
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn listed(lines: &mut Lines<'_>, head: &Head, game: &Game, cells: usize) -> Result<Listed, Failure> {
        let mut listed = Listed::new(cells, head.below.last().map_or(0, |side| *side as usize));
        let mut last: Option<Vec<u64>> = None;
        while lines.rest.peek().is_some_and(|line| !line.starts_with("end")) {
            let line = lines.next()?;
            let Some(position) = numbers(line).filter(|p| p.len() == head.below.len()) else {
                return lines
                    .wrong(format!("`{}` is not a position", line.chars().take(40).collect::<String>()));
            };
            let Some(cell) = head.cell(&position) else {
                return lines.wrong("the position is outside the box");
            };
            if head.merged && !position.is_sorted() {
                return lines.wrong("the piles of the position are not in order");
            }
            if last.as_ref().is_some_and(|last| *last >= position) {
                return lines.wrong("the positions are not in order");
            }
            if !game.is_position(&position)? || !game.is_start(&position)? {
                return lines.wrong("the game cannot start from this position");
            }
            listed.set(cell);
            last = Some(position);
        }
        Ok(listed)
    }

    fn values(lines: &mut Lines<'_>, head: &Head, cells: usize) -> Result<Vec<u64>, Failure> {
        let width = head.below.last().copied().unwrap_or(0) as usize;
        let mut values = Vec::new();
        while values.len() < cells {
            let line = lines.next()?;
            let before = values.len();
            for part in line.split(',') {
                match if part == "-" { Some(NOTHING) } else { number(part).filter(|v| *v < NOTHING) } {
                    Some(value) => values.push(value),
                    None => return lines.wrong(format!("a value is missing; the row should have {width}")),
                }
            }
            if values.len() - before != width {
                return lines.wrong(format!("the row has {} values, not {width}", values.len() - before));
            }
        }
        Ok(values)
    }
}

/// A state: a position with what is remembered there, and whether the pass is spent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    position: Vec<u64>,
    memory: Vec<i128>,
    passed: bool,
}

/// The values that options have, 64 of them in a word.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    fn word(&mut self, at: usize) -> &mut u64 {
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        &mut self.0[at]
    }

    fn mark(&mut self, value: u64) {
        *self.word((value / 64) as usize) |= 1 << (value % 64);
    }

    /// Marks the values of runs of cells up to one; others do not matter.
    fn mark_runs(&mut self, runs: &[Run], values: &[u64], most: u64) {
        self.word((most / 64) as usize);
        for cell in runs.iter().flat_map(|run| run.cells()) {
            let value = values[cell];
            if value <= most {
                self.0[(value / 64) as usize] |= 1 << (value % 64);
            }
        }
    }

    /// The least value that no option has.
    fn mex(&self) -> u64 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        64 * full as u64 + self.0.get(full).map_or(0, |word| u64::from(word.trailing_ones()))
    }
}

/// How cells are looked at where what may be taken is the same everywhere.
enum Along {
    /// A P-set, with all arrangements of what is listed where positions are merged.
    Rows(Rows, Listed),
    Values(Sets),
}

/// Most regions that are followed.
const REGIONS: usize = 128;

/// How the options of cells are looked at, where the file says what each of them is worth.
struct Ways {
    along: Option<Along>,
    lines: Option<lines::Lines>,
    /// The families that are followed along regions, and those that need not be tried move by move.
    covered: Vec<bool>,
    done: Vec<bool>,
}

impl Ways {
    fn new(game: &Game, head: &Head, claims: &Claims) -> Result<Ways, Failure> {
        let none = vec![false; game.family_count()];
        let mut ways = Ways { along: None, lines: None, covered: none.clone(), done: none.clone() };
        let plain = head.block.is_none() && !head.pass;
        if !plain || head.below.contains(&0) || game.restricts_positions() {
            return Ok(ways);
        }
        let tries = match claims {
            Claims::Listed(_) => TRIED_FOR_LISTS,
            Claims::Values(_) => TRIED,
        };
        let (mut moves, mut covered) = game.regions(&head.below, tries)?;
        if moves.len() > REGIONS {
            (moves, covered) = (Vec::new(), none.clone());
        }
        let square = head.below.windows(2).all(|pair| pair[0] == pair[1]);
        let follows = matches!(claims, Claims::Listed(_)) && (square || !game.sorts());
        let (families, lined) = if follows { game.lines(&covered) } else { (Vec::new(), none) };
        if moves.is_empty() && families.is_empty() {
            return Ok(ways);
        }
        ways.along = match claims {
            Claims::Values(values) => {
                Sets::new(moves, &head.below, bound(values, game.adds), BYTES).map(Along::Values)
            }
            Claims::Listed(listed) => {
                let whole = head.whole(listed);
                let position = |cell: usize| head.position(cell);
                Rows::new(game, moves, &head.below, &whole, &position, BYTES)?
                    .map(|rows| Along::Rows(rows, whole))
            }
        };
        if ways.along.is_some() {
            ways.covered = covered;
            ways.lines = lines::Lines::new(families, &head.below, BYTES);
        }
        ways.done = match &ways.lines {
            Some(_) => ways.covered.iter().zip(lined).map(|(one, other)| *one || other).collect(),
            None => ways.covered.clone(),
        };
        Ok(ways)
    }
}

/// How a P-set is checked by counting where moves are blocked or a pass is there and what may be taken is the same everywhere.
struct Counted {
    /// The listed positions, and those that are lost when the pass is spent.
    whole: Listed,
    passed: Listed,
    every: Listed,
    /// Moves that cannot be blocked and moves that can, of which so many may be: with the pass, and when it is spent.
    free: [Counts; 2],
    blockable: [Counts; 2],
    k: u64,
    /// All moves, to tell whether there is one.
    moves: Counts,
}

impl Counted {
    /// `None` where moves are neither blocked nor is there a pass, or some take different vectors in different places.
    fn new(game: &Game, head: &Head, claims: &Claims) -> Result<Option<Counted>, Failure> {
        let Claims::Listed(listed) = claims else { return Ok(None) };
        let plain = head.block.is_none() && !head.pass;
        if plain || head.below.contains(&0) || game.restricts_positions() || game.adds {
            return Ok(None);
        }
        let (moves, covered) = game.regions(&head.below, TRIED)?;
        if !covered.iter().all(|covered| *covered)
            || moves.iter().any(|moves| moves.source.is_some() || moves.target.is_some())
        {
            return Ok(None);
        }
        // What two moves reach is one option, which can be blocked if each of them can: a region has only what none before it
        // has, those that cannot be blocked first.
        let (blocked, free): (Vec<Moves>, Vec<Moves>) =
            moves.into_iter().partition(|moves| head.may_block(moves.number));
        let mut known = Region::new();
        let mut apart = |moves: Vec<Moves>| -> Vec<Region> {
            let regions = moves.into_iter().map(|Moves { region, .. }| {
                let mut new = Region::new();
                for (prefix, spans) in region {
                    let before = known.entry(prefix.clone()).or_default();
                    let left = without(&spans, before);
                    before.extend(&left);
                    merge(before);
                    if !left.is_empty() {
                        new.insert(prefix, left);
                    }
                }
                new
            });
            regions.collect()
        };
        let (free, blockable) = (apart(free), apart(blocked));
        let all: Vec<Region> = free.iter().chain(&blockable).cloned().collect();
        let counts = |regions: &[Region]| Counts::new(regions, &head.below, BYTES / 8);
        let all_counts = (counts(&free), counts(&free), counts(&blockable), counts(&blockable), counts(&all));
        let (Some(free), Some(free_passed), Some(blockable), Some(blockable_passed), Some(moves)) =
            all_counts
        else {
            return Ok(None);
        };
        let (whole, cells) = (head.whole(listed), head.below.iter().product::<u64>() as usize);
        let width = head.below.last().map_or(0, |side| *side as usize);
        Ok(Some(Counted {
            whole,
            passed: Listed::new(cells, width),
            every: Listed::every(cells, width),
            free: [free, free_passed],
            blockable: [blockable, blockable_passed],
            k: head.block.as_ref().map_or(1, |(k, _)| *k),
            moves,
        }))
    }

    fn begin(&mut self, row: usize, first: &[u64]) {
        let all = self.free.iter_mut().chain(&mut self.blockable).chain([&mut self.moves]);
        all.for_each(|counts| counts.begin(row, first));
    }

    /// What the next cell of a row is worth, and how many of its options are P.
    fn arrive(&mut self, cell: usize, column: usize, head: &Head, ended: bool) -> (u64, u64) {
        let has_moves = self.moves.arrive(column, &self.every) > 0 && !ended;
        let mut worth = |layer: usize, listed: &Listed, more: u64| {
            let free = u64::from(self.free[layer].arrive(column, listed)) + more;
            let blockable = u64::from(self.blockable[layer].arrive(column, listed));
            let won = if has_moves { free > 0 || blockable >= self.k } else { head.misere };
            (u64::from(won), free + blockable)
        };
        let mut lost_by_pass = false;
        if head.pass {
            lost_by_pass = worth(1, &self.passed, 0).0 == 0;
            if lost_by_pass {
                self.passed.set(cell);
            }
        }
        worth(0, &self.whole, u64::from(lost_by_pass))
    }
}

/// What each cell is worth, before or after the pass.
enum Layer<'a> {
    Listed(Listed),
    Values(Cow<'a, [u64]>),
}

impl Layer<'_> {
    /// One of the same kind for so many cells of which nothing is known.
    fn empty(&self, cells: usize, head: &Head) -> Layer<'static> {
        match self {
            Layer::Listed(_) => {
                Layer::Listed(Listed::new(cells, head.below.last().map_or(0, |side| *side as usize)))
            }
            Layer::Values(_) => Layer::Values(Cow::Owned(vec![NOTHING; cells])),
        }
    }

    fn get(&self, cell: usize) -> u64 {
        match self {
            Layer::Listed(listed) => u64::from(!listed.get(cell)),
            Layer::Values(values) => values[cell],
        }
    }

    fn set(&mut self, cell: usize, worth: u64) {
        match self {
            Layer::Listed(listed) if worth == 0 => listed.set(cell),
            Layer::Listed(_) => {}
            Layer::Values(values) => values.to_mut()[cell] = worth,
        }
    }

    /// What a cell with these moves is worth, and how many of its options are lost; `by_pass` is what a pass leads to.
    fn worth(&self, runs: &[Run], head: &Head, by_pass: Option<u64>) -> (u64, u64) {
        match self {
            Layer::Values(values) => {
                let mut seen = Seen::default();
                // A value has at most as many values below it as there are options.
                let options = runs.iter().map(|run| run.count).sum::<u64>();
                seen.mark_runs(runs, values, options);
                by_pass.into_iter().filter(|worth| *worth <= options).for_each(|worth| seen.mark(worth));
                (seen.mex(), 0)
            }
            Layer::Listed(_) if runs.is_empty() => (u64::from(head.misere), 0),
            Layer::Listed(listed) => {
                let mut lost: Vec<(usize, bool)> = Vec::new();
                for run in runs {
                    let blockable = head.may_block(run.family);
                    match run.side_by_side().filter(|(low, high)| listed.in_a_row(*low, *high)) {
                        Some((low, high)) => {
                            lost.extend(listed.between(low, high).map(|cell| (cell, blockable)));
                        }
                        None => {
                            let found = run.cells().filter(|cell| listed.get(*cell));
                            lost.extend(found.map(|cell| (cell, blockable)));
                        }
                    }
                }
                // What two moves reach is one option, which can be blocked if each of them can.
                lost.sort_unstable();
                lost.dedup_by_key(|(cell, _)| *cell);
                let by_pass = u64::from(by_pass == Some(0));
                let free = lost.iter().filter(|(_, blockable)| !blockable).count() as u64 + by_pass;
                let blockable = lost.len() as u64 + by_pass - free;
                let k = head.block.as_ref().map_or(1, |(k, _)| *k);
                (u64::from(free > 0 || blockable >= k), free + blockable)
            }
        }
    }
}

/// A bound on the values up to the first that is wrong: options come before their position, and the least value that they
/// do not have is at most one more than the largest so far. Where moves add to a pile, no value is as large as the table.
fn bound(values: &[u64], adds: bool) -> u64 {
    let said = values.iter().filter(|value| **value != NOTHING);
    if adds {
        return said.copied().max().map_or(1, |most| most.min(values.len() as u64) + 1);
    }
    let mut bound = 0;
    for value in said {
        if *value > bound {
            break;
        }
        bound = bound.max(value + 1);
    }
    bound + 1
}

struct Checker {
    game: Game,
    head: Head,
    claims: Claims,
    /// The positions that a P-set lists, of a merged one in every arrangement.
    listed: Vec<Vec<u64>>,
    /// Positions at which the game ends.
    terminals: HashSet<Vec<u64>>,
    /// States of which the file says nothing.
    worked_out: HashMap<State, u64>,
    /// The memory that they take.
    bytes: usize,
    /// What is known of cells together, and by lines; the families of which it is, and of which either is.
    along: Option<Along>,
    lines: Option<lines::Lines>,
    covered: Vec<bool>,
    done: Vec<bool>,
    /// Whether other families have several amounts.
    wide: bool,
    /// Cells that are claimed to be P, as they stand in the file.
    lost: u64,
}

impl State {
    /// The memory that it takes in a table, which may be half empty.
    fn bytes(&self) -> usize {
        2 * (std::mem::size_of::<State>() + 48 + 8 * self.position.len() + 16 * self.memory.len())
    }
}

impl Checker {
    fn check(mut self) -> Result<Report, Failure> {
        if self.game.adds {
            self.ends()?;
        }
        let mut position = vec![0; self.head.below.len()];
        let (mut cells, mut lost) = (0, 0);
        let mut inside = !self.head.below.contains(&0);
        // Moves of unordered and sorted piles know no order; of ordered piles every arrangement is checked, so
        // that nothing hangs on their being symmetric.
        let representatives = self.head.kind == Kind::PSet && self.game.order != Order::Ordered;
        if let Some(counted) = Counted::new(&self.game, &self.head, &self.claims)? {
            cells = self.check_counted(counted, representatives)?;
            inside = false;
        } else if let Some((checked, zeros)) = self.check_runs(representatives)? {
            (cells, lost, inside) = (checked, zeros, false);
            self.lost = if self.head.kind == Kind::Grundy { lost } else { self.lost };
        } else if matches!(self.along, Some(Along::Rows(..))) {
            cells = self.check_rows(representatives)?;
            inside = false;
        }
        if !inside {
            lost = self.lost;
        }
        while inside {
            if let (Some(Along::Values(sets)), Claims::Values(values)) = (&mut self.along, &self.claims) {
                sets.arrive(&self.game, &position, values)?;
            }
            if !representatives || position.is_sorted() {
                let claim = self.claim(&position)?;
                if let Some(claim) = claim {
                    self.check_cell(&position, claim)?;
                    cells += 1;
                    lost += u64::from(claim == 0);
                }
            }
            inside = self.head.advance(&mut position);
        }
        if self.head.merged && self.head.kind == Kind::PSet {
            lost = self.lost;
        }
        let (kind, convention) = (self.head.kind, self.head.convention());
        Ok(Report { kind, convention, rules: self.head.rules, below: self.head.below, cells, lost })
    }

    /// Where moves may add to a pile: that play ends all the same, since otherwise more than one table would be right.
    /// Of games with memory every move must make the total smaller. Of others a position is settled when all its
    /// options are, and in the end all must be.
    fn ends(&self) -> Result<(), Failure> {
        if !self.game.fresh.is_empty() {
            return Ok(());
        }
        let count = self.head.below.iter().product::<u64>() as u32;
        let mut open: Vec<u32> = (0..count).collect();
        open.sort_by_key(|cell| self.head.position(*cell as usize).iter().sum::<u64>());
        let mut settled = vec![false; count as usize];
        while !open.is_empty() {
            let before = open.len();
            let mut failure = None;
            open.retain(|cell| {
                let is = failure.is_none()
                    && self.settles(*cell as usize, &settled).unwrap_or_else(|why| {
                        failure = Some(why);
                        false
                    });
                settled[*cell as usize] |= is;
                !is
            });
            if let Some(why) = failure {
                return Err(why);
            }
            if open.len() == before {
                return Err(Failure::Rules { what: "the game could go on for ever".to_string() });
            }
            // By totals first, then along the coordinates.
            open.sort_unstable();
        }
        Ok(())
    }

    /// Whether all options of the position of a cell are settled.
    fn settles(&self, cell: usize, settled: &[bool]) -> Result<bool, Failure> {
        let position = self.head.position(cell);
        let mut all = true;
        if !self.game.is_position(&position)? || self.is_ended(&position) {
            return Ok(true);
        }
        self.game.moves(&position, &[], true, true, &mut |to, _, _| {
            let own = self.head.cell(to);
            let cell = if self.game.order == Order::Ordered { own } else { own.or(self.head.cell_of(to)) };
            let Some(cell) = cell else {
                let what = format!("a move leads to {}, out of the box", show(to));
                return Err(Failure::Limit { what });
            };
            all &= settled[cell];
            Ok(all)
        })?;
        Ok(all)
    }

    /// Checks a P-set row by row; only cells that are listed and those that no region settles are looked at. Says how many
    /// positions were checked.
    fn check_rows(&mut self, representatives: bool) -> Result<u64, Failure> {
        let (width, count) = (self.head.below.last().map_or(0, |side| *side), self.head.below.len());
        let rows = self.head.below[..count - 1].iter().product::<u64>() as usize;
        let (mut cells, mut position) = (0, vec![0; count]);
        let ends: BTreeSet<Vec<u64>> =
            self.head.terminals.iter().flat_map(|t| self.head.arranged(t)).collect();
        for row in 0..rows {
            let first = &position[..count - 1];
            // Where only the sorted arrangement is checked, a row begins at its diagonal or not at all.
            let least = match first.last() {
                Some(last) if representatives && first.is_sorted() => *last,
                Some(_) if representatives => width,
                _ => 0,
            };
            cells += width - least.min(width);
            let mut columns = Vec::new();
            if let Some(Along::Rows(rows, whole)) = &mut self.along {
                rows.arrive(&self.game, row, first, whole, least < width)?;
                columns = rows.unsettled(row, whole);
                if let Some(lines) = &mut self.lines {
                    let mut listed = position.clone();
                    for column in whole.columns(row) {
                        listed[count - 1] = column as u64;
                        lines.add(&listed)?;
                    }
                }
            }
            // What moves would reach does not matter where the game ends.
            let [from, to] = [0, width].map(|column| [first, &[column][..]].concat());
            let before = columns.len();
            columns.extend(ends.range(from..to).map(|end| end[count - 1] as usize));
            if columns.len() > before {
                columns.sort_unstable();
                columns.dedup();
            }
            self.game.step()?;
            for column in columns.into_iter().filter(|column| *column as u64 >= least) {
                position[count - 1] = column as u64;
                if let Some(claim) = self.claim(&position)? {
                    self.check_cell(&position, claim)?;
                }
            }
            position[count - 1] = width - 1;
            self.head.advance(&mut position);
        }
        Ok(cells)
    }

    /// Checks a P-set by counting, cell by cell. Says how many positions were checked.
    fn check_counted(&mut self, mut counted: Counted, representatives: bool) -> Result<u64, Failure> {
        let (mut position, mut cells) = (vec![0; self.head.below.len()], 0);
        let last = position.len() - 1;
        let width = self.head.below[last] as usize;
        for cell in 0..self.head.below.iter().product::<u64>() as usize {
            let column = cell % width;
            if column == 0 {
                self.game.charge(width as u64)?;
                counted.begin(cell / width, &position[..last]);
            }
            let (found, lost) = counted.arrive(cell, column, &self.head, self.is_ended(&position));
            if !representatives || position.is_sorted() {
                cells += 1;
                let claim = u64::from(!counted.whole.get(cell));
                if found != claim {
                    return Err(Failure::Wrong { cell: position, why: not_so(claim, found, lost) });
                }
            }
            self.head.advance(&mut position);
        }
        Ok(cells)
    }

    /// Checks a table with blocked moves or a pass by runs of cells. Says how many positions were checked, and of how many
    /// the value is 0; `None` if moves are no runs.
    fn check_runs(&self, representatives: bool) -> Result<Option<(u64, u64)>, Failure> {
        let cells = self.head.below.iter().product::<u64>() as usize;
        if (self.head.block.is_none() && !self.head.pass) || !self.game.may_run() || cells == 0 {
            return Ok(None);
        }
        let fresh = match &self.claims {
            Claims::Values(_) if cells > BYTES / 8 => return Ok(None),
            Claims::Values(values) => Layer::Values(Cow::Borrowed(values)),
            Claims::Listed(listed) => Layer::Listed(self.head.whole(listed)),
        };
        let mut passed = fresh.empty(if self.head.pass { cells } else { 0 }, &self.head);
        let (none, mut runs) = (vec![false; self.game.family_count()], Vec::new());
        let (mut position, mut checked, mut zeros) = (vec![0; self.head.below.len()], 0, 0);
        for cell in 0..cells {
            if self.is_ended(&position) {
                runs.clear();
            } else if !self.game.runs(&position, &none, &self.head.below, &mut runs)? {
                return Ok(None);
            }
            runs.retain(|run| run.count > 0);
            let by_pass = match self.head.pass {
                true => {
                    let (worth, _) = passed.worth(&runs, &self.head, None);
                    passed.set(cell, worth);
                    Some(worth).filter(|_| !runs.is_empty())
                }
                false => None,
            };
            let (found, lost) = fresh.worth(&runs, &self.head, by_pass);
            let claim = fresh.get(cell);
            if !representatives || position.is_sorted() {
                checked += 1;
                zeros += u64::from(claim == 0);
                if found != claim {
                    let why = match self.head.kind {
                        Kind::Grundy => format!("its value is {found}, and the table says {claim}"),
                        Kind::PSet => not_so(claim, found, lost),
                    };
                    return Err(Failure::Wrong { cell: position, why });
                }
            }
            self.head.advance(&mut position);
        }
        Ok(Some((checked, zeros)))
    }

    /// What the file says of a fresh start; nothing if the game cannot start there.
    fn claim(&self, position: &[u64]) -> Result<Option<u64>, Failure> {
        let Some(cell) = self.head.cell_of(position) else {
            let what = format!("a move leads to {}, out of the box", show(position));
            return Err(Failure::Limit { what });
        };
        let may_start = self.game.is_position(position)? && self.game.is_start(position)?;
        match &self.claims {
            Claims::Listed(listed) => Ok(may_start.then_some(u64::from(!listed.get(cell)))),
            Claims::Values(values) => match (may_start, values[cell]) {
                (false, NOTHING) => Ok(None),
                (true, NOTHING) => {
                    Err(Failure::Wrong { cell: position.to_vec(), why: "it has no value".to_string() })
                }
                (false, _) => {
                    let why = "it has a value, and the game cannot start there".to_string();
                    Err(Failure::Wrong { cell: position.to_vec(), why })
                }
                (true, value) => Ok(Some(value)),
            },
        }
    }

    /// Whether the file says what a state is worth: a fresh start from which the game may start.
    fn said(&self, state: &State) -> Result<Option<u64>, Failure> {
        if state.passed || state.memory != self.game.fresh {
            return Ok(None);
        }
        self.claim(&state.position)
    }

    /// The options of a state, each with whether it can be blocked (by whatever move it is reached).
    fn options(&self, state: &State) -> Result<BTreeMap<State, bool>, Failure> {
        let mut options = BTreeMap::new();
        for (option, blockable) in self.moves_from(state, self.head.block.is_some())? {
            options.entry(option).and_modify(|b| *b &= blockable).or_insert(blockable);
        }
        Ok(options)
    }

    /// What the moves of a state lead to, each with whether it can be blocked: one may come several times.
    fn moves_from(&self, state: &State, blocking: bool) -> Result<Vec<(State, bool)>, Failure> {
        let mut options = Vec::new();
        if self.is_ended(&state.position) {
            return Ok(options);
        }
        self.game.moves(&state.position, &state.memory, blocking, true, &mut |to, memory, family| {
            let blockable = self.head.may_block(family);
            let total = |p: &[u64]| p.iter().map(|x| u128::from(*x)).sum::<u128>();
            if self.game.adds && !memory.is_empty() && total(to) >= total(&state.position) {
                return Err(Failure::Rules {
                    what: "a move does not make the total smaller, and the game remembers something"
                        .to_string(),
                });
            }
            let option = State { position: to.to_vec(), memory: memory.to_vec(), passed: state.passed };
            options.push((option, blockable));
            Ok(true)
        })?;
        if self.head.pass && !state.passed && !options.is_empty() {
            options.push((State { passed: true, ..state.clone() }, false));
        }
        Ok(options)
    }

    fn is_ended(&self, position: &[u64]) -> bool {
        !self.terminals.is_empty() && self.terminals.contains(&self.head.canonical(position))
    }

    /// What a state is worth when its options are known.
    fn worth(&self, options: &BTreeMap<State, bool>, known: &dyn Fn(&State) -> u64) -> u64 {
        if self.head.kind == Kind::Grundy {
            let mut values: Vec<u64> = options.keys().map(known).collect();
            values.sort_unstable();
            values.dedup();
            return (0..).zip(&values).take_while(|(i, v)| i == *v).count() as u64;
        }
        if options.is_empty() {
            return u64::from(self.head.misere);
        }
        let lost = |blockable: bool| {
            options.iter().filter(|(o, b)| **b == blockable && known(o) == 0).count() as u64
        };
        let k = self.head.block.as_ref().map_or(1, |(k, _)| *k);
        u64::from(lost(false) > 0 || lost(true) >= k)
    }

    fn check_cell(&mut self, position: &[u64], claim: u64) -> Result<(), Failure> {
        let plain = self.head.block.is_none() && !self.head.pass && self.game.fresh.is_empty();
        if plain && !self.is_ended(position) && !self.game.restricts_starts() {
            return self.check_plain_cell(position, claim);
        }
        let memory = self.game.fresh.clone();
        let state = State { position: position.to_vec(), memory, passed: false };
        if self.one_is_enough() {
            let found = self.settle(&state)?;
            return match found == claim {
                true => Ok(()),
                false => Err(Failure::Wrong {
                    cell: position.to_vec(),
                    why: not_so(claim, found, self.lost_options(&state)?),
                }),
            };
        }
        let options = self.options(&state)?;
        for option in options.keys() {
            self.work_out(option)?;
        }
        let mut values: BTreeMap<&State, u64> = BTreeMap::new();
        for option in options.keys() {
            values.insert(option, self.value(option)?.unwrap_or(0));
        }
        let found = self.worth(&options, &|o| values.get(o).copied().unwrap_or(0));
        if found == claim {
            return Ok(());
        }
        let why = match self.head.kind {
            Kind::Grundy => format!("its value is {found}, and the table says {claim}"),
            Kind::PSet => not_so(claim, found, values.values().filter(|v| **v == 0).count() as u64),
        };
        Err(Failure::Wrong { cell: position.to_vec(), why })
    }

    /// The common case, without a list of the options: the file says what each of them is worth.
    fn check_plain_cell(&self, position: &[u64], claim: u64) -> Result<(), Failure> {
        let mut reached: Option<Vec<u64>> = None;
        let mut moves = 0u64;
        let mut seen = Seen::default();
        let sets = self.head.kind == Kind::PSet;
        let cells: u64 = self.head.below.iter().product();
        if let Some(Along::Values(sets)) = &self.along
            && self.covered.iter().all(|covered| *covered)
            && sets.is_least(claim)
        {
            return Ok(());
        }
        if let Some(Along::Rows(rows, whole)) = &self.along
            && rows.reaches(position.last().map_or(0, |y| *y as usize))
        {
            reached = self.target(position, whole)?;
        }
        let settled = reached.is_some();
        let mut see = |to: &[u64], _: &[i128], _: usize| {
            let value = self.claim(to)?.unwrap_or(0);
            moves += 1;
            if sets && value == 0 {
                reached = Some(to.to_vec());
                // One move to a listed position settles it.
                return Ok(false);
            }
            // No value is as large as the number of cells: a forged one must not cost memory.
            if !sets && value <= claim && value < cells {
                seen.mark(value);
            }
            Ok(true)
        };
        let runs = match &self.claims {
            Claims::Values(_) if self.game.may_run() => self.runs(position)?,
            _ => None,
        };
        if let (Some(runs), Claims::Values(values)) = (runs, &self.claims) {
            seen.mark_runs(&runs, values, claim.min(cells));
        } else if !settled {
            self.game.other_moves(position, &self.done, !(sets && self.wide), &mut see)?;
        }
        if let Some(Along::Values(values)) = &self.along {
            values.add(&mut seen.0);
        }
        if let Some(lines) = self.lines.as_ref().filter(|_| reached.is_none()) {
            let mut from = position.to_vec();
            if self.game.sorts() {
                from.sort_unstable();
            }
            reached = lines.option(&self.game, &from)?;
        }
        if sets && self.wide && reached.is_none() {
            // Families with several amounts have too many moves: is there one to a listed position?
            reached = self.game.leads(position, &self.listed, &self.done)?.cloned();
        }
        if self.head.misere && reached.is_none() && moves == 0 {
            self.game.moves(position, &[], false, true, &mut |_, _, _| {
                moves += 1;
                Ok(false)
            })?;
        }
        let why = if sets {
            match (claim, reached) {
                (0, Some(to)) => {
                    format!("it is listed, and a move leads from it to {}, which is listed", show(&to))
                }
                (0, None) if moves == 0 && self.head.misere => {
                    "it is listed, and there is no move: in misère play that wins".to_string()
                }
                (1, None) if moves > 0 || !self.head.misere => {
                    "it is not listed, and no move leads from it to a listed position".to_string()
                }
                _ => return Ok(()),
            }
        } else {
            let mex = seen.mex();
            if mex == claim {
                return Ok(());
            }
            match mex < claim {
                true => format!("no option has the value {mex}, and the table says {claim}"),
                false => format!("an option has the value {claim} too"),
            }
        };
        Err(Failure::Wrong { cell: position.to_vec(), why })
    }

    /// The moves of families that are not covered, as runs of cells.
    fn runs(&self, position: &[u64]) -> Result<Option<Vec<Run>>, Failure> {
        let mut runs = Vec::new();
        Ok(self.game.runs(position, &self.done, &self.head.below, &mut runs)?.then_some(runs))
    }

    /// A listed position that a move leads to, tried move by move.
    fn target(&self, position: &[u64], whole: &Listed) -> Result<Option<Vec<u64>>, Failure> {
        let mut target = None;
        self.game.moves(position, &[], false, true, &mut |to, _, _| {
            if self.head.cell(to).is_some_and(|cell| whole.get(cell)) {
                target = Some(to.to_vec());
            }
            Ok(target.is_none())
        })?;
        Ok(target)
    }

    /// What a state is worth: as the file says, or as it was worked out.
    fn value(&self, state: &State) -> Result<Option<u64>, Failure> {
        match self.said(state)? {
            Some(value) => Ok(Some(value)),
            None => Ok(self.worked_out.get(state).copied()),
        }
    }

    /// Whether one option that is lost settles what a state is worth.
    fn one_is_enough(&self) -> bool {
        self.head.kind == Kind::PSet && self.head.block.is_none()
    }

    /// How many options of a state are lost.
    fn lost_options(&mut self, state: &State) -> Result<u64, Failure> {
        let mut lost = 0;
        for option in self.options(state)?.into_keys() {
            self.work_out(&option)?;
            lost += u64::from(self.value(&option)? == Some(0));
        }
        Ok(lost)
    }

    /// What a state is worth where one lost option settles it: options are looked at until there is one. That play ends is
    /// known, so that no state comes after itself.
    fn settle(&mut self, state: &State) -> Result<u64, Failure> {
        let mut stack = vec![(state.clone(), self.moves_from(state, false)?, 0)];
        let mut waiting = 0;
        loop {
            let Some((of, options, at)) = stack.last_mut() else {
                return Err(Failure::Limit { what: "nothing is left to look at".to_string() });
            };
            let next = options.get(*at).map(|(option, _)| option);
            let value = match next {
                Some(option) => self.value(option)?,
                None => None,
            };
            let worth = match (next, value) {
                (Some(_), Some(0)) => 1,
                (Some(_), Some(_)) => {
                    *at += 1;
                    continue;
                }
                (Some(option), None) => {
                    let option = option.clone();
                    let options = self.moves_from(&option, false)?;
                    waiting += options.len() * option.bytes();
                    if self.bytes.saturating_add(waiting) > BYTES {
                        return Err(Failure::Limit { what: "too many states besides the table".to_string() });
                    }
                    stack.push((option, options, 0));
                    continue;
                }
                (None, _) if options.is_empty() => u64::from(self.head.misere),
                (None, _) => 0,
            };
            waiting = waiting.saturating_sub(options.len() * of.bytes());
            match stack.pop() {
                Some((state, ..)) if !stack.is_empty() => {
                    self.bytes += state.bytes();
                    self.worked_out.insert(state, worth);
                }
                _ => return Ok(worth),
            }
        }
    }

    /// Works out a state of which the file says nothing, after all that it depends on.
    fn work_out(&mut self, state: &State) -> Result<(), Failure> {
        if self.value(state)?.is_some() {
            return Ok(());
        }
        if self.one_is_enough() {
            let worth = self.settle(state)?;
            self.bytes += state.bytes();
            self.worked_out.insert(state.clone(), worth);
            return Ok(());
        }
        if self.bytes > BYTES {
            return Err(Failure::Limit { what: "too many states besides the table".to_string() });
        }
        let mut stack = vec![(state.clone(), false)];
        while let Some((state, ready)) = stack.pop() {
            if self.value(&state)?.is_some() {
                continue;
            }
            let options = self.options(&state)?;
            let mut values = BTreeMap::new();
            let mut open = Vec::new();
            for option in options.keys() {
                match self.value(option)? {
                    Some(value) => {
                        values.insert(option, value);
                    }
                    None => open.push(option.clone()),
                }
            }
            if open.is_empty() {
                let worth = self.worth(&options, &|o| values.get(o).copied().unwrap_or(0));
                self.bytes += state.bytes();
                self.worked_out.insert(state, worth);
                continue;
            }
            if ready {
                return Err(Failure::Rules { what: "the game could go on for ever".to_string() });
            }
            let waiting = (stack.len() + open.len()).saturating_mul(state.bytes());
            if self.bytes.saturating_add(waiting) > BYTES {
                return Err(Failure::Limit { what: "too many states besides the table".to_string() });
            }
            stack.push((state, true));
            stack.extend(open.into_iter().map(|option| (option, false)));
        }
        Ok(())
    }
}
