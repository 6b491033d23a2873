//! Export of a proof's obligations to Walnut, for a second opinion, and import of Walnut automata.
//!
//! The files go into a Walnut directory: the numeration as a custom base (validity and addition; Zeckendorf and base b are
//! Walnut's own), the set as an automaton, a script, and the game in words. For each family i it defines `NAME_mi`: "x has an option in the set by
//! family i", written as a formula from the rules, and then asks for `NAME_stable_i` and `NAME_absorb`; all
//! must come out TRUE. Walnut's words may have any length, so the automata here are closed under leading zeros
//! first; with that, periods above 1 work too. Blocking would need formulas with k distinct witnesses and
//! is not exported.

use crate::error::AutomataError;
use std::fmt::Write;

use crate::atoms::AtomMachine;
use crate::dfa::{Alphabet, Dfa};
use crate::game::{Atom, Change, Convention, Family, Game};
use crate::hash::Interner;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::prove::{Proof, Prover};
use wythoff_numbers::numeration::Coefficients;

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the Walnut directory.
    pub path: String,
    /// Contents.
    pub text: String,
}

/// The files that state a proof to Walnut. `name` prefixes every definition.
///
/// ```
/// use wythoff_automata::{learn, walnut, Family, Game, Limits, Numeration, PositionTable};
/// let game = Game::new(2)
///     .family(Family::nim(2, 0))
///     .family(Family::nim(2, 1))
///     .family(Family::ray("diagonal", &[1, 1]));
/// let table = PositionTable::by_rules(&game, 40).unwrap();
/// let outcome = learn::learn(&game, &Numeration::zeckendorf(), &table, &learn::Options::default()).unwrap();
/// let files = walnut::export(&outcome.proved().unwrap(), "wyt", &Limits::default()).unwrap();
/// assert_eq!(files[0].path, "Automata Library/wyt_s0.txt");
/// let script = &files.last().unwrap().text;
/// assert!(script.contains(r#"def wyt_m2 "?msd_fib Ep,q p<a & q<b & a+q=p+b & $wyt_s0(p,q)":"#));
/// assert!(script.contains(r#"eval wyt_absorb0 "?msd_fib Aa,b $wyt_s0(a,b) | $wyt_m0(a,b)"#));
/// ```
pub fn export(proof: &Proof, name: &str, limits: &Limits) -> Result<Vec<File>, AutomataError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(plain) {
        return Err(AutomataError::WalnutName(name.to_string()));
    }
    let game = proof.game();
    if matches!(game.convention, Convention::Blocking(_)) {
        return Err(AutomataError::WalnutBlocking);
    }
    let prover = Prover::new(game, proof.numeration(), limits)?;
    let mut files = Vec::new();
    let base = match proof.numeration().coefficients() {
        Coefficients::Base(b) => format!("msd_{b}"),
        // Walnut's own Fibonacci numeration: then the adder is not ours either.
        Coefficients::Ostrowski(a) | Coefficients::Parry(a)
            if is_fibonacci(proof.numeration().coefficients(), a) =>
        {
            "msd_fib".to_string()
        }
        _ => {
            let base = format!("msd_{name}");
            files.extend(custom_base(proof.numeration(), &base, limits)?);
            base
        }
    };
    let tracks = vec![base.clone(); prover.alphabet.tracks].join(" ");
    for mode in 0..game.modes() {
        let set = any_length(proof.dfa(), mode, proof.numeration(), limits)?;
        let text = automaton_text(&tracks, &set, &prover.alphabet);
        files.push(File { path: format!("Automata Library/{name}_s{mode}.txt"), text });
    }
    files.push(File { path: format!("{name}_game.txt"), text: about(game, name) });
    files.push(File { path: format!("Command Files/{name}.txt"), text: script(game, name, &base) });
    Ok(files)
}

/// Whether the words are those of Zeckendorf: weights 1, 2, 3, 5, ..., no two ones in a row.
fn is_fibonacci(system: &Coefficients, list: &[u64]) -> bool {
    let ones = list.iter().all(|a| *a == 1);
    ones && (matches!(system, Coefficients::Ostrowski(_)) || list.len() == 2)
}

/// The automaton of words of any length that are accepted after padding with zeros to a multiple of the
/// period: a subset construction from the states after 0, 1, ..., P - 1 zeros.
fn any_length(dfa: &Dfa, mode: usize, numeration: &Numeration, limits: &Limits) -> Result<Dfa, Limit> {
    let letters = dfa.letters();
    let mut starts = Vec::new();
    let mut state = dfa.starts()[mode];
    for _ in 0..numeration.period() {
        starts.push(state);
        state = dfa.next(state, 0);
    }
    let tidy = |mut list: Vec<u32>| {
        list.retain(|&s| s != 0);
        list.sort_unstable();
        list.dedup();
        list
    };
    let mut sets: Interner<u32> = Interner::new();
    sets.intern(&[]);
    let start = sets.intern(&tidy(starts)).0 as u32;
    let mut delta = vec![0; letters];
    let mut output = vec![0];
    let mut at = 1;
    while at < sets.len() {
        limits.check("an automaton for Walnut", sets.len(), sets.bytes() + sets.len() * letters * 4)?;
        let set = sets.get(at).to_vec();
        output.push(u8::from(set.iter().any(|&s| dfa.output(s) != 0)));
        for letter in 0..letters as u32 {
            let next = tidy(set.iter().map(|&s| dfa.next(s, letter)).collect());
            delta.push(sets.intern(&next).0 as u32);
        }
        at += 1;
    }
    Ok(Dfa::raw(letters, delta, output, vec![start]).minimised())
}

fn custom_base(numeration: &Numeration, base: &str, limits: &Limits) -> Result<Vec<File>, AutomataError> {
    let digits = (0..=numeration.max_digit()).map(|d| d.to_string()).collect::<Vec<_>>().join(",");
    let mut files = Vec::new();
    for (tracks, suffix) in [(1, ""), (3, "_addition")] {
        let game = Game::new(tracks);
        let alphabet = Alphabet::new(&game, numeration)?;
        let universe = Dfa::universe(numeration, &alphabet, 1);
        let dfa = if tracks == 1 { universe } else { adder(numeration, &alphabet, &universe, limits)? };
        let dfa = any_length(&dfa, 0, numeration, limits)?;
        let header = vec![format!("{{{digits}}}"); tracks].join(" ");
        let text = automaton_text(&header, &dfa, &alphabet);
        files.push(File { path: format!("Custom Bases/{base}{suffix}.txt"), text });
    }
    Ok(files)
}

/// x + y = z on valid words.
fn adder(
    numeration: &Numeration,
    alphabet: &Alphabet,
    universe: &Dfa,
    limits: &Limits,
) -> Result<Dfa, Limit> {
    let c = [1, 1, -1];
    let atom = Atom::before(&c, Some(0), Some(0));
    let machine = AtomMachine::labelled(numeration, &atom, &c, &[0; 3], &[Change::Same; 3], &[0], limits)?
        .minimised(&[0]);
    let letters = alphabet.letters();
    let mut pairs: Interner<u32> = Interner::new();
    pairs.intern(&[0, 0]);
    let start = pairs.intern(&[universe.starts()[0], machine.start(0)]).0 as u32;
    let mut delta = vec![0; letters];
    let mut output = vec![0];
    let mut at = 1;
    while at < pairs.len() {
        limits.check("an adder", pairs.len(), pairs.bytes())?;
        let &[valid, state] = pairs.get(at) else { break };
        output.push(u8::from(universe.output(valid) != 0 && machine.accepts(state)));
        for letter in 0..letters {
            let d = alphabet.digits(letter);
            let e = i64::from(d[0]) + i64::from(d[1]) - i64::from(d[2]);
            let next = [universe.next(valid, letter as u32), machine.next(state, (e - machine.least) as u32)];
            delta.push(if next.contains(&0) { 0 } else { pairs.intern(&next).0 as u32 });
        }
        at += 1;
    }
    Ok(Dfa::raw(letters, delta, output, vec![start]).minimised())
}

fn automaton_text(header: &str, dfa: &Dfa, alphabet: &Alphabet) -> String {
    let mut text = format!("{header}\n");
    if dfa.starts()[0] == 0 {
        text.push_str("\n0 0\n");
        return text;
    }
    // Minimal automata are numbered from their start state, which is Walnut's state 0.
    for s in 1..=dfa.states() as u32 {
        let _ = write!(text, "\n{} {}\n", s - 1, u8::from(dfa.output(s) != 0));
        for (letter, &t) in dfa.row(s).iter().enumerate() {
            if t != 0 {
                let digits = alphabet.digits(letter).iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                let _ = writeln!(text, "{digits} -> {}", t - 1);
            }
        }
    }
    text
}

/// Reads an automaton in Walnut's format on the piles of a game: a header line, then for each state a line
/// `state output` and lines `digits -> state`. The first state is the start.
pub fn import(text: &str, game: &Game, numeration: &Numeration) -> Result<Dfa, AutomataError> {
    let alphabet = Alphabet::new(game, numeration)?;
    let wrong = |line: usize, message: &str| AutomataError::WalnutText {
        line: line + 1,
        message: message.to_string(),
    };
    // (name, output, (letter, name of the target, line))
    type Entry = (u64, u8, Vec<(usize, u64, usize)>);
    let mut states: Vec<Entry> = Vec::new();
    let mut header = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if !header {
            header = true;
            continue;
        }
        let number = |w: &str| w.parse::<u64>().map_err(|_| wrong(at, &format!("`{w}` is no number")));
        if let Some((digits, target)) = line.split_once("->") {
            let digits = digits.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()?;
            if digits.len() != alphabet.tracks || digits.iter().any(|&d| d >= alphabet.base as u64) {
                return Err(wrong(at, "wrong number of digits, or a digit too large for the numeration"));
            }
            let letter = digits.iter().rev().fold(0, |l, &d| l * alphabet.base + d as usize);
            let target = number(target.trim())?;
            let last = states.last_mut().ok_or_else(|| wrong(at, "a transition before the first state"))?;
            last.2.push((letter, target, at));
        } else {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[name, output] = words.as_slice() else {
                return Err(wrong(at, "expected `state output` or `digits -> state`"));
            };
            let output = u8::from(number(output)? != 0);
            states.push((number(name)?, output, Vec::new()));
        }
    }
    let letters = alphabet.letters();
    let mut delta = vec![0u32; letters * (states.len() + 1)];
    let mut output = vec![0];
    for (i, (_, out, steps)) in states.iter().enumerate() {
        output.push(*out);
        for &(letter, target, at) in steps {
            let found = states.iter().position(|s| s.0 == target);
            let found = found.ok_or_else(|| wrong(at, "this state does not exist"))?;
            delta[(i + 1) * letters + letter] = found as u32 + 1;
        }
    }
    let start = u32::from(!states.is_empty());
    Ok(Dfa::raw(letters, delta, output, vec![start; game.modes()]))
}

/// Piles before are a, b, c, ...; after p, q, r, ...: in alphabetical order, as Walnut binds them.
fn before(i: usize) -> char {
    (b'a' + i as u8) as char
}

fn after(i: usize) -> char {
    (b'p' + i as u8) as char
}

/// What the script is about. A file of its own, since not every Walnut knows comments.
fn about(game: &Game, name: &str) -> String {
    format!(
        "The game that Command Files/{name}.txt is about; every `eval` there must be TRUE.\n\n{}\n",
        game.statement().join("\n")
    )
}

fn script(game: &Game, name: &str, base: &str) -> String {
    let piles = game.piles().len();
    let modes = game.modes();
    let x: Vec<char> = (0..piles).map(before).collect();
    let list = |v: &[char]| v.iter().map(char::to_string).collect::<Vec<_>>().join(",");
    let args = list(&x);
    let mut text = String::new();
    let misere = game.convention == Convention::Misere;
    let mut into_set: Vec<Vec<String>> = vec![Vec::new(); modes];
    let mut movable: Vec<Vec<String>> = vec![Vec::new(); modes];
    for (f, family) in game.families.iter().enumerate() {
        for m in 0..modes {
            let mut ways = Vec::new();
            let mut any = Vec::new();
            for m2 in 0..modes {
                if let Some(formula) = move_formula(game, family, m, m2) {
                    let y: Vec<char> = (0..piles).map(|i| option_variable(game, family, i)).collect();
                    ways.push(format!("{formula}${name}_s{m2}({})", list(&y)));
                    // Walnut forgets variables that a formula does not mention, and takes `a=a` for TRUE; `a>=0`
                    // keeps them.
                    let kept =
                        y.iter().filter(|c| **c < 'p').map(|c| format!("{c}>=0 & ")).collect::<String>();
                    any.push(format!("{formula}{kept}").trim_end_matches(" & ").to_string());
                }
            }
            if ways.is_empty() {
                continue;
            }
            let suffix = if modes == 1 { format!("{f}") } else { format!("{f}x{m}") };
            let hidden: Vec<char> =
                (0..piles).map(|i| option_variable(game, family, i)).filter(|c| *c >= 'p').collect();
            let quantified = |list_of: &[String]| {
                let body =
                    list_of.iter().map(|w| if list_of.len() > 1 { format!("({w})") } else { w.clone() });
                let body = body.collect::<Vec<_>>().join(" | ");
                match (hidden.is_empty(), list_of.len() > 1) {
                    (true, _) => body,
                    (false, true) => format!("E{} ({body})", list(&hidden)),
                    (false, false) => format!("E{} {body}", list(&hidden)),
                }
            };
            let _ = writeln!(text, "def {name}_m{suffix} \"?{base} {}\":", quantified(&ways));
            into_set[m].push(format!("${name}_m{suffix}({args})"));
            if misere {
                let _ = writeln!(text, "def {name}_v{suffix} \"?{base} {}\":", quantified(&any));
                movable[m].push(format!("${name}_v{suffix}({args})"));
            }
        }
    }
    for m in 0..modes {
        let set = format!("${name}_s{m}({args})");
        let terminals: Vec<String> = game
            .terminals
            .iter()
            .filter(|t| game.mode_of(t) == m)
            .map(|t| {
                let equal = game
                    .piles()
                    .iter()
                    .enumerate()
                    .map(|(i, &p)| format!("{}={}", before(i), t[p]))
                    .collect::<Vec<_>>();
                format!("({})", equal.join(" & "))
            })
            .collect();
        let extra = terminals.join(" | ");
        let stuck = match (misere, movable[m].is_empty(), terminals.is_empty()) {
            (false, ..) => extra.clone(),
            (true, true, true) => "a>=0".to_string(),
            (true, true, false) => format!("a>=0 | {extra}"),
            (true, false, true) => format!("~({})", movable[m].join(" | ")),
            (true, false, false) => format!("~({}) | {extra}", movable[m].join(" | ")),
        };
        if !stuck.is_empty() {
            let relation = if misere { "~" } else { "" };
            let _ = writeln!(text, "eval {name}_ends{m} \"?{base} A{args} ({stuck}) => {relation}{set}\":");
        }
        for (i, reach) in into_set[m].iter().enumerate() {
            let unless = if extra.is_empty() { String::new() } else { format!(" & ~({extra})") };
            let _ =
                writeln!(text, "eval {name}_stable{m}x{i} \"?{base} ~(E{args} {set} & {reach}{unless})\":");
        }
        let mut cover = vec![set];
        cover.extend(into_set[m].iter().cloned());
        if misere {
            cover.push(format!("({stuck})"));
        }
        let _ = writeln!(text, "eval {name}_absorb{m} \"?{base} A{args} {}\":", cover.join(" | "));
    }
    text
}

/// The variable of pile i after the move: that before it if the pile stays.
fn option_variable(game: &Game, family: &Family, i: usize) -> char {
    if family.change[game.piles()[i]] == Change::Same { before(i) } else { after(i) }
}

/// The conditions of a move between two values of the bounded coordinates, each followed by ` & `.
fn move_formula(game: &Game, family: &Family, m: usize, m2: usize) -> Option<String> {
    let piles = game.piles();
    let (x, y) = (game.mode_values(m), game.mode_values(m2));
    let mut formula = String::new();
    for (i, change) in family.change.iter().enumerate() {
        let fits = match (piles.iter().position(|&p| p == i), change) {
            (Some(t), Change::Less) => {
                let _ = write!(formula, "{}<{} & ", after(t), before(t));
                true
            }
            (Some(t), Change::AtMost) => {
                let _ = write!(formula, "{}<={} & ", after(t), before(t));
                true
            }
            (Some(_), _) | (None, Change::Any) => true,
            (None, Change::Same) => x[i] == y[i],
            (None, Change::Less) => y[i] < x[i],
            (None, Change::AtMost) => y[i] <= x[i],
        };
        if !fits {
            return None;
        }
    }
    for atom in &family.atoms {
        let (b, a) = atom.coefficients();
        let constant: i64 = (0..x.len()).map(|i| b[i] * x[i] as i64 + a[i] * y[i] as i64).sum();
        let mut terms: Vec<(i64, char)> = Vec::new();
        for (t, &p) in piles.iter().enumerate() {
            if family.change[p] == Change::Same {
                terms.push((b[p] + a[p], before(t)));
            } else {
                terms.push((b[p], before(t)));
                terms.push((a[p], after(t)));
            }
        }
        let side = |sign: i64, number: i64| -> String {
            let mut parts: Vec<String> = terms
                .iter()
                .filter(|(c, _)| c * sign > 0)
                .map(|(c, v)| if c.abs() == 1 { v.to_string() } else { format!("{}*{v}", c.abs()) })
                .collect();
            if number > 0 || parts.is_empty() {
                parts.push(number.max(0).to_string());
            }
            parts.join("+")
        };
        // A condition without piles is settled here: Walnut would make a definition without arguments of it.
        if terms.iter().all(|(c, _)| *c == 0) {
            let holds = match atom {
                Atom::Linear { lo, hi, .. } => {
                    lo.is_none_or(|lo| constant >= lo) && hi.is_none_or(|hi| constant <= hi)
                }
                Atom::Mod { modulus, residue, .. } => {
                    (constant - i64::from(*residue)).rem_euclid(i64::from(*modulus)) == 0
                }
            };
            if !holds {
                return None;
            }
            continue;
        }
        // left - right + constant, compared with a bound.
        let compare = |relation: &str, bound: i64| {
            let b = bound - constant;
            format!("{}{relation}{} & ", side(1, -b), side(-1, b))
        };
        match atom {
            Atom::Linear { lo: Some(lo), hi: Some(hi), .. } if lo == hi => formula += &compare("=", *lo),
            Atom::Linear { lo, hi, .. } => {
                if let Some(lo) = lo {
                    formula += &compare(">=", *lo);
                }
                if let Some(hi) = hi {
                    formula += &compare("<=", *hi);
                }
            }
            Atom::Mod { modulus, residue, .. } => {
                let b = (i64::from(*residue) - constant).rem_euclid(i64::from(*modulus));
                let (left, right) = (side(1, 0), side(-1, b));
                let more = |side: &str| match side {
                    "0" => format!("{modulus}*k"),
                    _ => format!("{side}+{modulus}*k"),
                };
                let _ = write!(formula, "(Ek {left}={} | {}={right}) & ", more(&right), more(&left));
            }
        }
    }
    Some(formula)
}
