//! Checks a certificate of a statement about the P-positions of one or more games, for all positions.
//!
//! The file holds the automaton certificates of the games, which are checked first, and then the statement as steps on
//! a stack: conditions, membership in a checked set, `not`, `and`, `or`, `exists`. After each step stands the automaton
//! that is claimed to accept just the tuples for which it holds, one digit a variable, piles most significant digit
//! first and all of the same length. Every claim is checked against the ones before by walking through all states that
//! words reach together: conditions by exact arithmetic, `not`, `and` and `or` by their truth tables. For `exists` the
//! automaton below is followed on all values of the variable at once, which may have more digits than the other
//! variables: it starts from every state that blocks of zeros in their places lead to. So each automaton accepts, among
//! the words of any length, those of the tuples that satisfy its formula, by induction on the steps.
//!
//! ```text
//! wythoff theorem certificate 1
//! told TEXT                                   any number of lines, repeated only
//! names x y                                   the variables, numbered from 0
//! games 1                                     so many automaton certificates follow, whole
//! wythoff automaton certificate 1
//! ...
//! end certificate
//! set 0 0 : 0 1                               game, value of its bounded coordinates : variables
//! automaton step 7
//! ...
//! linear 1 - : 0 1 1 -1                       bounds : variable, coefficient, variable, coefficient ...
//! mod 3 1 : 0 1                               modulus, residue : the same
//! not, and, or, exists 1, true, false
//! conclude all                                the last step holds for all values; or `conclude set`: it is a set
//! end theorem
//! ```

use crate::automaton::arithmetic::{Bound, Condition, Known, Numeration};
use crate::automaton::families::Space;
use crate::automaton::text::Lines;
use crate::automaton::{
    Bounds, CheckError, Dfa, ErrorKind, Reason, Report, Work, check_parts, escaped, walk,
};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::Hash;

/// The first words of such a certificate.
pub const HEADER: &str = "wythoff theorem certificate 1";

/// Most variables at once, and most games.
const VARIABLES: usize = 8;
const GAMES: usize = 8;

/// What was proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theorem {
    /// What the file says of it: repeated, **not** checked.
    pub told: Vec<String>,
    /// The games whose P-positions the statement is about: P, or P1, P2, ....
    pub games: Vec<Report>,
    /// The statement that was checked, in words.
    pub statement: String,
    /// Whether it holds for all values of its variables; otherwise it describes the set of an automaton.
    pub holds: bool,
    /// States of the last automaton.
    pub states: usize,
    /// Steps of the statement.
    pub steps: usize,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, game) in self.games.iter().enumerate() {
            let name = if self.games.len() == 1 { "P".to_string() } else { format!("P{}", i + 1) };
            writeln!(
                f,
                "{name} is the set of P-positions of this game ({} states, {}):",
                game.states, game.numeration
            )?;
            for line in game.game.words() {
                writeln!(f, "  {line}")?;
            }
        }
        write!(f, "proved: {}", self.statement)
    }
}

/// The tuples that satisfy a step.
struct Relation {
    variables: Vec<usize>,
    dfa: Dfa,
    text: String,
}

/// Checks a theorem's certificate.
pub fn check(certificate: &str) -> Result<Theorem, CheckError> {
    check_within(certificate, Bounds::default())
}

/// [`check`] within other bounds.
pub fn check_within(certificate: &str, bounds: Bounds) -> Result<Theorem, CheckError> {
    let (head, games, rest) = parts(certificate)?;
    let mut lines = Lines::new(head.text);
    if lines.expect("wythoff")? != ["theorem", "certificate", "1"] {
        return Err(lines.malformed("this is no theorem certificate of version 1"));
    }
    let mut told = Vec::new();
    while lines.optional("told").is_some() {
        told.push(lines.tail().to_string());
    }
    let names = distinct(&lines.expect("names")?);
    if lines.remaining() > 0 {
        return Err(lines.malformed("expected `games N` after the names"));
    }
    let mut reports = Vec::new();
    let mut sets: Vec<Dfa> = Vec::new();
    // One budget for all games and the statement.
    let mut left = bounds;
    for game in &games {
        let (report, set) = check_parts(game.text, left).map_err(|error| game.at(error))?;
        left.steps = left.steps.saturating_sub(report.steps);
        left.bytes = left.bytes.saturating_sub(set.bytes() as u64);
        reports.push(report);
        sets.push(set);
    }
    let system = reports[0].numeration.clone();
    if reports.iter().any(|r| r.numeration != system) {
        return Err(lines.error("the games are written in different numerations"));
    }
    let mut lines = Lines::new(rest.text);
    let single = reports.len() == 1;
    let mut checker = Checker {
        system,
        names,
        single,
        reports: &reports,
        sets: &sets,
        spaces: HashMap::new(),
        work: Work::new(left),
    };
    let (last, holds, steps) = checker.steps(&mut lines).map_err(|error| rest.at(error))?;
    let statement = if holds {
        let all: Vec<String> = last.variables.iter().map(|v| checker.name(*v)).collect();
        let all = if all.is_empty() { String::new() } else { format!("for all {}: ", all.join(", ")) };
        format!("{all}{}", last.text)
    } else {
        let all: Vec<String> = last.variables.iter().map(|v| checker.name(*v)).collect();
        format!("the automaton accepts ({}) if and only if {}", all.join(", "), last.text)
    };
    let states = last.dfa.output.len() - 1;
    Ok(Theorem { told, games: reports, statement, holds, states, steps })
}

/// The names by which variables are shown: as the file has them, made different from each other and from the words of a
/// statement, so that it reads in one way only.
fn distinct(given: &[&str]) -> Vec<String> {
    const WORDS: [&str; 13] =
        ["all", "and", "false", "for", "if", "is", "mod", "not", "or", "that", "there", "true", "with"];
    let mut names: Vec<String> = Vec::new();
    let mut taken: HashSet<String> = HashSet::new();
    for name in given {
        let plain = name.len() <= 20
            && name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !WORDS.contains(name);
        let name = if plain { name } else { "v" };
        let mut own = name.to_string();
        for number in 2.. {
            if !taken.contains(&own) {
                break;
            }
            own = format!("{name}_{number}");
        }
        taken.insert(own.clone());
        names.push(own);
    }
    names
}

/// A part of the file, with the number of lines before it.
struct Part<'a> {
    text: &'a str,
    before: usize,
}

impl Part<'_> {
    fn at(&self, mut error: CheckError) -> CheckError {
        error.line += self.before;
        error
    }
}

/// What stands before the games, the games, and what stands after them.
fn parts(text: &str) -> Result<(Part<'_>, Vec<Part<'_>>, Part<'_>), CheckError> {
    let malformed = |line: usize, message: &str| CheckError {
        line,
        message: message.to_string(),
        kind: ErrorKind::Malformed,
    };
    let (mut offset, mut number) = (0, 0);
    let mut rest = text;
    let mut line = || -> Option<(&str, usize, usize)> {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find('\n').map_or(rest.len(), |i| i + 1);
        let (this, after) = rest.split_at(end);
        (rest, offset, number) = (after, offset + end, number + 1);
        Some((this.trim_end(), offset, number))
    };
    let (count, mut start, mut before) = loop {
        let Some((this, offset, number)) = line() else {
            return Err(malformed(1, "the line `games N` is missing"));
        };
        if let Some(count) = this.strip_prefix("games ") {
            let count = count.parse::<usize>().ok().filter(|n| (1..=GAMES).contains(n));
            break (count.ok_or_else(|| malformed(number, "from 1 to 8 games are handled"))?, offset, number);
        }
    };
    let head_end = start;
    let mut games = Vec::new();
    while games.len() < count {
        let Some((this, offset, number)) = line() else {
            return Err(malformed(before + 1, "a game's certificate is cut off"));
        };
        if this == "end certificate" {
            games.push(Part { text: &text[start..offset], before });
            (start, before) = (offset, number);
        }
    }
    let head = text[..head_end].rfind("games ").map_or("", |at| &text[..at]);
    Ok((Part { text: head, before: 0 }, games, Part { text: &text[start..], before }))
}

struct Checker<'a> {
    system: String,
    names: Vec<String>,
    /// One game alone is called P.
    single: bool,
    reports: &'a [Report],
    sets: &'a [Dfa],
    /// Letters and the automaton of all tuples, for each number of variables.
    spaces: HashMap<usize, (Space, Dfa)>,
    work: Work,
}

impl Checker<'_> {
    fn name(&self, variable: usize) -> String {
        self.names.get(variable).cloned().unwrap_or_default()
    }

    /// The number of a variable, which must have a name.
    fn variable(&self, lines: &Lines, word: Option<&&str>) -> Result<usize, CheckError> {
        Ok(lines.number(word, 0, self.names.len() as i64 - 1)? as usize)
    }

    /// Makes sure that the letters of so many variables are known.
    fn prepare(&mut self, tracks: usize) -> Result<(), Reason> {
        if tracks > VARIABLES {
            return Err(format!("more than {VARIABLES} variables at once").into());
        }
        if !self.spaces.contains_key(&tracks) {
            let words: Vec<&str> = self.system.split(' ').collect();
            let space = Space::new(Numeration::parse(&words)?, &vec![None; tracks])?;
            let all = space.universe(&mut self.work)?;
            self.spaces.insert(tracks, (space, all));
        }
        Ok(())
    }

    fn steps(&mut self, lines: &mut Lines) -> Result<(Relation, bool, usize), CheckError> {
        let mut stack: Vec<Relation> = Vec::new();
        let mut steps = 0;
        loop {
            if let Some(words) = lines.optional("conclude") {
                let holds = match words.as_slice() {
                    ["all"] => true,
                    ["set"] => false,
                    _ => return Err(lines.malformed("expected `conclude all` or `conclude set`")),
                };
                if lines.expect("end")? != ["theorem"] || lines.remaining() > 0 {
                    return Err(lines.malformed("expected `end theorem`, and nothing after it"));
                }
                let (Some(last), true) = (stack.pop(), stack.is_empty()) else {
                    return Err(lines.error("the steps do not end in one formula"));
                };
                if holds {
                    let all = &self.spaces[&last.variables.len()].1;
                    let fine = |_: &[usize; 2], o: &[u8; 2]| o[0] == 0 || o[1] > 0;
                    walk(
                        &[all, &last.dfa],
                        &mut self.work,
                        fine,
                        "the statement does not hold for all values",
                    )
                    .map_err(|m| lines.error(m))?;
                }
                return Ok((last, holds, steps));
            }
            let relation = self.step(lines, &mut stack)?;
            stack.push(relation);
            steps += 1;
        }
    }

    fn step(&mut self, lines: &mut Lines, stack: &mut Vec<Relation>) -> Result<Relation, CheckError> {
        let missing = "the stack has no formula for this step";
        if let Some(words) = lines.optional("set") {
            return self.set(lines, &words);
        }
        for kind in ["linear", "mod"] {
            if let Some(words) = lines.optional(kind) {
                return self.condition(lines, kind, &words);
            }
        }
        for (kind, truth) in [("true", true), ("false", false)] {
            if lines.optional(kind).is_some() {
                let dfa = self.claimed(lines, 0)?;
                self.agree(&dfa, 0, (), |_, _, _, _| Ok(()), |_| Ok(truth), |_| 0)
                    .map_err(|m| lines.error(m))?;
                return Ok(Relation { variables: Vec::new(), dfa, text: kind.to_string() });
            }
        }
        if lines.optional("not").is_some() {
            let a = stack.pop().ok_or_else(|| lines.error(missing))?;
            let dfa = self.claimed(lines, a.variables.len())?;
            let all = &self.spaces[&a.variables.len()].1;
            let fine = |_: &[usize; 3], o: &[u8; 3]| o[0] == 0 || (o[1] > 0) != (o[2] > 0);
            walk(&[all, &dfa, &a.dfa], &mut self.work, fine, "`not` is wrong").map_err(|m| lines.error(m))?;
            let text = format!("not ({})", a.text);
            return Ok(Relation { variables: a.variables, dfa, text });
        }
        for kind in ["and", "or"] {
            if lines.optional(kind).is_some() {
                let b = stack.pop().ok_or_else(|| lines.error(missing))?;
                let a = stack.pop().ok_or_else(|| lines.error(missing))?;
                return self.both(lines, kind, a, b);
            }
        }
        let words = lines.expect("exists")?;
        let variable = self.variable(lines, words.first())?;
        let a = stack.pop().ok_or_else(|| lines.error(missing))?;
        self.exists(lines, variable, a)
    }

    /// The automaton that is claimed after a step: letters of so many variables, valid words only.
    fn claimed(&mut self, lines: &mut Lines, tracks: usize) -> Result<Dfa, CheckError> {
        self.prepare(tracks).map_err(|m| lines.error(m))?;
        let words = lines.expect("automaton")?;
        if words.first() != Some(&"step") {
            return Err(lines.malformed("expected the automaton `step`"));
        }
        let n = lines.count(words.get(1))?;
        let words = lines.expect("starts")?;
        if words.len() != 1 {
            return Err(lines.malformed("one start state is needed"));
        }
        let start = lines.number(words.first(), 0, n as i64)? as usize;
        let mut dfa = Dfa { starts: vec![start], output: vec![0], rows: vec![vec![]] };
        for _ in 0..n {
            let words = lines.expect("s")?;
            dfa.output.push(lines.number(words.first(), 0, 60)? as u8);
            self.work.spend(words.len()).map_err(|m| lines.error(m))?;
            self.work.keep(96 + 16 * words.len()).map_err(|m| lines.error(m))?;
            let mut row = Vec::with_capacity(words.len());
            for word in &words[1..] {
                let wrong = || lines.malformed(format!("`{}` is no transition", escaped(word)));
                let (digits, to) = word.split_once('>').ok_or_else(wrong)?;
                let letter = if tracks == 0 && digits == "-" {
                    Some(0)
                } else {
                    self.spaces[&tracks].0.letter(digits)
                };
                row.push((letter.ok_or_else(wrong)?, lines.number(Some(&to), 0, n as i64)? as usize));
            }
            row.sort_unstable();
            if row.windows(2).any(|w| w[0].0 == w[1].0) {
                return Err(lines.error("two transitions for one letter"));
            }
            dfa.rows.push(row);
        }
        let all = &self.spaces[&tracks].1;
        let fine = |s: &[usize; 2], o: &[u8; 2]| s[0] == 0 || (s[1] != 0 && (o[0] == 0 || o[1] > 0));
        walk(&[&dfa, all], &mut self.work, fine, "the automaton accepts a word that represents no numbers")
            .map_err(|m| lines.error(m))?;
        Ok(dfa)
    }

    /// Whether the claimed automaton accepts just the words that lead `start` to something that holds. `step` gets the
    /// digits of a letter and the index of its digits modulo the period.
    fn agree<T: Clone + Eq + Hash>(
        &mut self,
        claimed: &Dfa,
        tracks: usize,
        start: T,
        step: impl Fn(&T, u32, usize, &mut Work) -> Result<T, Reason>,
        holds: impl Fn(&T) -> Result<bool, Reason>,
        bytes: impl Fn(&T) -> usize,
    ) -> Result<(), Reason> {
        let (space, all) = &self.spaces[&tracks];
        let work = &mut self.work;
        let mark = work.mark();
        let period = space.system.period();
        let first = (all.starts[0], claimed.starts[0], 0usize, start);
        let mut seen: HashSet<(usize, usize, usize, T)> = HashSet::from([first.clone()]);
        let mut stack = vec![first];
        while let Some((a, c, phase, t)) = stack.pop() {
            if all.output[a] > 0 && (claimed.output[c] > 0) != holds(&t)? {
                return Err("the automaton of a step is wrong".into());
            }
            let index = (phase + period - 1) % period;
            for &(letter, next) in &all.rows[a] {
                work.spend(2)?;
                let node = (next, claimed.next(c, letter), index, step(&t, letter, index, work)?);
                if !seen.contains(&node) {
                    work.keep(4 * (48 + bytes(&node.3)))?;
                    seen.insert(node.clone());
                    stack.push(node);
                }
            }
        }
        work.release(mark);
        Ok(())
    }

    /// The letter of some of the variables, from a letter of all of them.
    fn projection(&self, all: &[usize], some: &[usize]) -> Result<Vec<u32>, Reason> {
        let (wide, narrow) = (&self.spaces[&all.len()].0, &self.spaces[&some.len()].0);
        let place = |v: &usize| all.iter().position(|o| o == v).ok_or("a variable is missing");
        let places = some.iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let base = narrow.base();
        let letter = |digits: &Vec<u64>| places.iter().rev().fold(0, |l, p| l * base + digits[*p]) as u32;
        Ok(wide.digits.iter().map(letter).collect())
    }

    fn set(&mut self, lines: &mut Lines, words: &[&str]) -> Result<Relation, CheckError> {
        let (Some(colon), 2) = (words.iter().position(|w| *w == ":"), words.len().min(2)) else {
            return Err(lines.malformed("expected `set GAME MODE : VARIABLES`"));
        };
        let game = lines.number(words.first(), 0, self.sets.len() as i64 - 1)? as usize;
        let modes = self.sets[game].starts.len();
        let mode = lines.number(words.get(1), 0, modes as i64 - 1)? as usize;
        let piles = words[colon + 1..].iter().map(|w| self.variable(lines, Some(w)));
        let piles = piles.collect::<Result<Vec<usize>, _>>()?;
        let report = &self.reports[game];
        let wanted = report.game.coordinates().iter().filter(|c| c.is_none()).count();
        if colon != 2 || piles.len() != wanted {
            return Err(lines.malformed(format!("the set has {wanted} piles")));
        }
        let mut variables = piles.clone();
        variables.sort_unstable();
        variables.dedup();
        let names: Vec<String> = piles.iter().map(|v| self.name(*v)).collect();
        let own = if self.single { "P".to_string() } else { format!("P{}", game + 1) };
        let bounded: Vec<String> = report.game.mode(mode).iter().map(i64::to_string).collect();
        let bounded = if bounded.is_empty() { String::new() } else { format!("; {}", bounded.join(", ")) };
        let text = format!("{own}({}{bounded})", names.join(", "));
        let dfa = self.claimed(lines, variables.len())?;
        self.prepare(piles.len()).map_err(|m| lines.error(m))?;
        let map = self.projection(&variables, &piles).map_err(|m| lines.error(m))?;
        let set = &self.sets[game];
        let step = |s: &usize, letter: u32, _: usize, _: &mut Work| Ok(set.next(*s, map[letter as usize]));
        self.agree(&dfa, variables.len(), set.starts[mode], step, |s| Ok(set.output[*s] > 0), |_| 0)
            .map_err(|m| lines.error(m))?;
        Ok(Relation { variables, dfa, text })
    }

    fn condition(&mut self, lines: &mut Lines, kind: &str, words: &[&str]) -> Result<Relation, CheckError> {
        if words.get(2) != Some(&":") || words.len().is_multiple_of(2) {
            return Err(
                lines.malformed("expected two bounds, `:`, and pairs of a variable and a coefficient")
            );
        }
        let far = 1_000_000_000_000;
        let bound = if kind == "linear" {
            let end = |w: &str| if w == "-" { Ok(None) } else { lines.number(Some(&w), -far, far).map(Some) };
            Bound::Linear(end(words[0])?, end(words[1])?)
        } else {
            let m = lines.number(Some(&words[0]), 1, 1000)?;
            Bound::Mod(m, lines.number(Some(&words[1]), 0, m - 1)?)
        };
        let mut terms: Vec<(usize, i64)> = Vec::new();
        for pair in words[3..].chunks(2) {
            let variable = self.variable(lines, pair.first())?;
            terms.push((variable, lines.number(pair.get(1), -1_000_000, 1_000_000)?));
        }
        let mut variables: Vec<usize> = terms.iter().map(|t| t.0).collect();
        variables.sort_unstable();
        variables.dedup();
        let sum = |v: &usize| terms.iter().filter(|t| t.0 == *v).map(|t| t.1).sum::<i64>();
        let before: Vec<i64> = variables.iter().map(sum).collect();
        if before.iter().any(|c| c.abs() > 1_000_000) {
            return Err(lines.malformed("a coefficient is beyond 10^6"));
        }
        let text = self.shown(&before, &variables, &bound);
        let positive = before.iter().filter(|c| **c > 0).sum();
        let negative = -before.iter().filter(|c| **c < 0).sum::<i64>();
        let after = vec![0; before.len()];
        let condition = Condition { before, after, bound, positive, negative };
        let dfa = self.claimed(lines, variables.len())?;
        let words: Vec<&str> = self.system.split(' ').collect();
        let system = Numeration::parse(&words).map_err(|m| lines.error(m))?;
        let digits = self.spaces[&variables.len()].0.digits.clone();
        let zeros = vec![0; variables.len()];
        let start = condition.start(&system, 0);
        let step = |known: &Option<Known>, letter: u32, index: usize, _: &mut Work| match known {
            None => Ok(None),
            Some(known) => {
                let weight = condition.weight(&digits[letter as usize], &zeros);
                Ok(condition.step(&system, known, index, weight)?)
            }
        };
        let holds = |known: &Option<Known>| Ok(known.as_ref().is_some_and(|k| condition.holds(&system, k)));
        self.agree(&dfa, variables.len(), start, step, holds, |_| 128).map_err(|m| lines.error(m))?;
        Ok(Relation { variables, dfa, text })
    }

    fn shown(&self, coefficients: &[i64], variables: &[usize], bound: &Bound) -> String {
        let mut sum = String::new();
        for (c, v) in coefficients.iter().zip(variables).filter(|(c, _)| **c != 0) {
            let sign = match (*c < 0, sum.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let size = if c.abs() == 1 { String::new() } else { format!("{} ", c.abs()) };
            sum += &format!("{sign}{size}{}", self.name(*v));
        }
        let sum = if sum.is_empty() { "0".to_string() } else { sum };
        match bound {
            Bound::Linear(Some(lo), Some(hi)) if lo == hi => format!("{sum} = {lo}"),
            Bound::Linear(Some(lo), Some(hi)) => format!("{lo} <= {sum} <= {hi}"),
            Bound::Linear(Some(lo), None) => format!("{sum} >= {lo}"),
            Bound::Linear(None, Some(hi)) => format!("{sum} <= {hi}"),
            Bound::Linear(None, None) => "true".to_string(),
            Bound::Mod(m, r) => format!("{sum} = {r} mod {m}"),
        }
    }

    fn both(
        &mut self,
        lines: &mut Lines,
        kind: &str,
        a: Relation,
        b: Relation,
    ) -> Result<Relation, CheckError> {
        let mut variables = [a.variables.clone(), b.variables.clone()].concat();
        variables.sort_unstable();
        variables.dedup();
        let dfa = self.claimed(lines, variables.len())?;
        let left = self.projection(&variables, &a.variables).map_err(|m| lines.error(m))?;
        let right = self.projection(&variables, &b.variables).map_err(|m| lines.error(m))?;
        let step = |s: &(usize, usize), letter: u32, _: usize, _: &mut Work| {
            Ok((a.dfa.next(s.0, left[letter as usize]), b.dfa.next(s.1, right[letter as usize])))
        };
        let holds = |s: &(usize, usize)| {
            let (x, y) = (a.dfa.output[s.0] > 0, b.dfa.output[s.1] > 0);
            Ok(if kind == "and" { x && y } else { x || y })
        };
        let start = (a.dfa.starts[0], b.dfa.starts[0]);
        self.agree(&dfa, variables.len(), start, step, holds, |_| 0).map_err(|m| lines.error(m))?;
        Ok(Relation { variables, dfa, text: format!("({} {kind} {})", a.text, b.text) })
    }

    fn exists(&mut self, lines: &mut Lines, variable: usize, a: Relation) -> Result<Relation, CheckError> {
        let mut variables = a.variables.clone();
        variables.retain(|v| *v != variable);
        let dfa = self.claimed(lines, variables.len())?;
        let text = format!("there is {} with ({})", self.name(variable), a.text);
        let map = self.projection(&a.variables, &variables).map_err(|m| lines.error(m))?;
        // For each state and letter of the other variables, where the values of this one lead.
        let mut leads: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
        for (state, row) in a.dfa.rows.iter().enumerate() {
            for &(letter, to) in row.iter().filter(|(_, to)| *to != 0) {
                self.work.keep(64).map_err(|m| lines.error(m))?;
                leads.entry((state, map[letter as usize])).or_default().push(to);
            }
        }
        let tidy = |mut list: Vec<usize>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let step = |set: &Vec<usize>, letter: u32, _: usize, work: &mut Work| {
            let mut next = Vec::new();
            for state in set {
                let to = leads.get(&(*state, letter)).map_or(&[][..], |list| list);
                work.spend(1 + to.len())?;
                next.extend(to);
            }
            Ok::<Vec<usize>, Reason>(tidy(next))
        };
        let period = self.spaces[&variables.len()].0.system.period();
        let mut start = if a.dfa.starts[0] == 0 { Vec::new() } else { vec![a.dfa.starts[0]] };
        loop {
            let mut next = start.clone();
            for _ in 0..period {
                next = step(&next, 0, 0, &mut self.work).map_err(|m| lines.error(m))?;
            }
            let more = tidy([start.clone(), next].concat());
            if more == start {
                break;
            }
            start = more;
        }
        let holds = |set: &Vec<usize>| Ok(set.iter().any(|s| a.dfa.output[*s] > 0));
        self.agree(&dfa, variables.len(), start, step, holds, |set| 16 + 8 * set.len())
            .map_err(|m| lines.error(m))?;
        Ok(Relation { variables, dfa, text })
    }
}
