//! Certificates with one thing changed. Nearly all must be rejected; each one that is accepted must state a
//! true theorem, which is checked here against the rules that it states, position by position.

use crate::zoo::*;
use std::collections::BTreeMap;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::{
    Atom, Change, Convention, Coordinate, Family, Game, Limits, Numeration, Oracle, PositionTable,
};
use wythoff_certificate::automaton::{Report, check};
use wythoff_numbers::Random;

fn certificate(game: &Game, system: &str, bound: u64) -> String {
    let table = PositionTable::by_rules(game, bound).unwrap();
    let outcome = learn(game, &numeration(system), &table, &Options::default()).unwrap();
    outcome.proved().unwrap().certificate("", &Limits::default()).unwrap()
}

/// The game that a report speaks of.
fn game_of(report: &Report) -> Game {
    let mut game = Game::new(0);
    let numbers = |words: &[&str]| -> Vec<i64> { words.iter().map(|w| w.parse().unwrap()).collect() };
    for line in &report.statement {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "coordinates" => {
                game.coordinates = words[1..]
                    .iter()
                    .map(|w| w.parse().map_or(Coordinate::Pile, Coordinate::Bounded))
                    .collect();
            }
            "play" => {
                game.convention = match words[1] {
                    "normal" => Convention::Normal,
                    "misere" => Convention::Misere,
                    _ => Convention::Blocking(words[2].parse().unwrap()),
                }
            }
            "terminal" => game.terminals.push(numbers(&words[1..]).iter().map(|&v| v as u64).collect()),
            "family" => game.families.push(Family::new("f", &[])),
            "change" => {
                game.families.last_mut().unwrap().change = words[1..]
                    .iter()
                    .map(|w| match *w {
                        "same" => Change::Same,
                        "less" => Change::Less,
                        "atmost" => Change::AtMost,
                        _ => Change::Any,
                    })
                    .collect();
            }
            "unblockable" => game.families.last_mut().unwrap().blockable = false,
            kind => {
                let parts: Vec<&[&str]> = words[1..].split(|w| *w == ":").collect();
                let (before, after) = (numbers(parts[1]), numbers(parts[2]));
                let end = |w: &str| w.parse::<i64>().ok();
                let atom = if kind == "linear" {
                    Atom::Linear { before, after, lo: end(parts[0][0]), hi: end(parts[0][1]) }
                } else {
                    let (modulus, residue) = (parts[0][0].parse().unwrap(), parts[0][1].parse().unwrap());
                    Atom::Mod { before, after, modulus, residue }
                };
                game.families.last_mut().unwrap().atoms.push(atom);
            }
        }
    }
    game
}

/// The outputs of the certificate's automaton `set` on positions.
struct Set {
    starts: Vec<usize>,
    rows: Vec<(u8, BTreeMap<String, usize>)>,
    numeration: Numeration,
    game: Game,
}

impl Set {
    fn read(text: &str, report: &Report) -> Set {
        let mut lines = text.lines().skip_while(|l| !l.starts_with("automaton set")).skip(1);
        let words: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let starts = words[1..].iter().map(|w| w.parse().unwrap()).collect();
        let mut rows = vec![(0, BTreeMap::new())];
        for line in lines.take_while(|l| l.starts_with("s ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let steps = words[2..].iter().map(|w| w.split_once('>').unwrap());
            let steps = steps.map(|(l, t)| (l.to_string(), t.parse().unwrap())).collect();
            rows.push((words[1].parse().unwrap(), steps));
        }
        Set { starts, rows, numeration: report.numeration.parse().unwrap(), game: game_of(report) }
    }

    fn contains(&self, position: &[u64]) -> bool {
        let piles = self.game.piles();
        let length = piles.iter().map(|&i| self.numeration.length(position[i])).max().unwrap();
        let words: Vec<Vec<u8>> =
            piles.iter().map(|&i| self.numeration.digits(position[i], length).unwrap()).collect();
        let mut mode = 0;
        for (i, c) in self.game.coordinates.iter().enumerate().rev() {
            if let Coordinate::Bounded(b) = c {
                mode = mode * *b as usize + position[i] as usize;
            }
        }
        let mut state = self.starts[mode];
        for i in 0..words[0].len() {
            let letter = words.iter().map(|w| w[i].to_string()).collect::<Vec<_>>().join(",");
            state = self.rows[state].1.get(&letter).copied().unwrap_or(0);
        }
        self.rows[state].0 > 0
    }
}

/// Whether the theorem of an accepted certificate holds on a box.
fn is_true(text: &str, report: &Report, bound: u64) -> bool {
    let set = Set::read(text, report);
    let table = PositionTable::by_rules(&set.game, bound).unwrap();
    let ends: Vec<u64> = set
        .game
        .coordinates
        .iter()
        .map(|c| match c {
            Coordinate::Pile => bound,
            Coordinate::Bounded(b) => u64::from(*b),
        })
        .collect();
    let size: u64 = ends.iter().product();
    (0..size).all(|mut code| {
        let position: Vec<u64> = ends
            .iter()
            .map(|&end| {
                let v = code % end;
                code /= end;
                v
            })
            .collect();
        table.contains(&position) == Some(set.contains(&position))
    })
}

/// One change of the text, with its name; `None` if the chosen place offers none.
fn mutate(text: &str, random: &mut Random) -> Option<(&'static str, String)> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    // Choose among kinds of lines first, so that the few lines of the statement are hit often.
    let kinds = [
        "linear",
        "mod",
        "change",
        "numeration",
        "play",
        "family",
        "terminal",
        "starts",
        "s",
        "l",
        "m",
        "first",
        "add",
        "labels",
        "macros",
        "automaton",
        "options",
    ];
    let kind = kinds[random.index(kinds.len())];
    let places: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].split(' ').next() == Some(kind)).collect();
    if places.is_empty() {
        return None;
    }
    let at = places[random.index(places.len())];
    let name = match random.index(10) {
        0 => {
            lines.remove(at);
            "drop a line"
        }
        1 => {
            let copy = lines[at].clone();
            lines.insert(at, copy);
            "repeat a line"
        }
        2 => {
            let other = places[random.index(places.len())];
            lines.swap(at, other);
            "swap two lines of a kind"
        }
        3 => {
            // A line less where the count is adjusted too.
            let counted = match kind {
                "s" => "automaton",
                "l" => "labels",
                "m" => "macros",
                _ => return None,
            };
            let head = (0..at).rev().find(|&i| lines[i].starts_with(counted))?;
            let number = if counted == "automaton" { 2 } else { 1 };
            let mut words: Vec<String> = lines[head].split(' ').map(str::to_string).collect();
            words[number] = (words[number].parse::<i64>().ok()? - 1).to_string();
            lines[head] = words.join(" ");
            lines.remove(at);
            "drop a line and count one less"
        }
        4 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let i = 1 + random.index(words.len() - 1);
            if i >= words.len() {
                return None;
            }
            words.remove(i);
            lines[at] = words.join(" ");
            "drop a word"
        }
        n => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            let i = 1 + random.index(words.len().max(2) - 1);
            let word = words.get(i)?.clone();
            let by = [1i64, -1, 2, -2, 5][n - 5];
            let change = |t: &str| t.parse::<i64>().ok().map(|v| (v + by).to_string());
            let (name, new) = if let Some((letter, target)) = word.split_once('>') {
                ("change a target", format!("{letter}>{}", change(target)?))
            } else if word.contains(',') {
                let mut values: Vec<String> = word.split(',').map(str::to_string).collect();
                let j = random.index(values.len());
                values[j] = change(&values[j])?;
                ("change a value of a label", values.join(","))
            } else {
                let other = ["same", "less", "atmost", "any", "misere", "T", "-", "0,0,0"];
                let new = change(&word).unwrap_or_else(|| other[random.index(other.len())].to_string());
                let name = match kind {
                    "linear" | "mod" => "change a number of a rule",
                    "change" => "change a change",
                    "numeration" => "change the numeration",
                    "s" => "change an output",
                    "m" => "change a member or state of a macro",
                    _ => "change a number or word",
                };
                (name, new)
            };
            words[i] = new;
            lines[at] = words.join(" ");
            name
        }
    };
    let mutated = lines.join("\n") + "\n";
    (mutated != text).then_some((name, mutated))
}

/// How often each change was made, and how often it was accepted for each reason.
type Tally = BTreeMap<&'static str, (usize, BTreeMap<&'static str, usize>)>;

/// Why an accepted change is no fault of the checker, besides that the theorem it states is true.
fn explanation(original: &Report, mutated: &Report) -> &'static str {
    let (before, after) = (game_of(original), game_of(mutated));
    if before != after {
        "another game, for which the same proof is good"
    } else if original.statement != mutated.statement {
        "only the name of a family"
    } else {
        "the same theorem by a proof that is still inductive"
    }
}

/// Runs mutations on a certificate. Accepted ones must be true: the P-positions of the rules as stated in the
/// mutated text are compared with the automaton in it.
fn run(text: &str, count: usize, seed: u64, bound: u64, tally: &mut Tally) {
    let original = check(text).unwrap();
    assert!(is_true(text, &original, bound));
    let mut random = Random::new(seed);
    let mut tried = 0;
    while tried < count {
        let Some((name, mutated)) = mutate(text, &mut random) else { continue };
        tried += 1;
        let entry = tally.entry(name).or_default();
        entry.0 += 1;
        if let Ok(report) = check(&mutated) {
            assert!(is_true(&mutated, &report, bound), "{name}: a false theorem was accepted\n{report}");
            *entry.1.entry(explanation(&original, &report)).or_default() += 1;
        }
    }
}

fn all(scale: usize) -> Tally {
    let cases = [
        (wythoff(), "zeckendorf", 60, 300, 16),
        (r_wythoff(), "zeckendorf", 60, 200, 16),
        (misere(vector(1, 2)), "base 2", 32, 200, 16),
        (connell(2), "ostrowski 2", 200, 100, 16),
        (radius(2), "base 3", 30, 200, 16),
        (blocking(radius(1), 2), "base 2", 60, 250, 16),
        (three_vectors(1, 4, 2), "base 2", 40, 150, 12),
        (wythoff().terminal(&[1, 1]), "zeckendorf", 200, 100, 16),
        (nim(3), "base 2", 16, 100, 6),
    ];
    // The seed of the property tests draws other mutations here, too.
    let seed = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(11);
    let mut tally = Tally::new();
    for (i, (game, system, bound, count, small)) in cases.into_iter().enumerate() {
        run(&certificate(&game, system, bound), count * scale, i as u64 ^ seed, small, &mut tally);
    }
    tally
}

#[test]
fn mutated_certificates_are_rejected_or_true() {
    let tally = all(1);
    println!("{tally:#?}");
    let tried: usize = tally.values().map(|t| t.0).sum();
    let accepted: usize = tally.values().flat_map(|t| t.1.values()).sum();
    assert!(tried >= 1000);
    assert!(accepted * 5 < tried, "{accepted} of {tried} accepted");
}

#[test]
#[ignore = "minutes"]
fn many_mutated_certificates() {
    println!("{:#?}", all(20));
}

#[test]
fn truncated_and_foreign_texts_are_rejected() {
    let text = certificate(&wythoff(), "zeckendorf", 60);
    let lines: Vec<&str> = text.lines().collect();
    for n in (0..lines.len()).step_by(3) {
        assert!(check(&lines[..n].join("\n")).is_err(), "cut at line {n}");
    }
    for n in (0..text.len() - 1).step_by(97) {
        assert!(check(&text[..n]).is_err(), "cut at byte {n}");
    }
    for foreign in
        ["", "\n\n", "wythoff", "wythoff automaton certificate 2", "not a certificate at all", "\u{0}\u{ff}"]
    {
        assert!(check(foreign).is_err());
    }
    let more = format!("{text}more\n");
    assert_eq!(check(&more).unwrap_err().message, "text after the end of the certificate");
}

#[test]
fn absurd_sizes_are_refused() {
    let head =
        "wythoff automaton certificate 1\nnumeration base 250\ncoordinates pile pile pile\nplay normal\n";
    assert!(check(head).unwrap_err().message.contains("letters"));
    let head = "wythoff automaton certificate 1\nnumeration base 2\ncoordinates pile\nplay normal\n\
                automaton set 99999999999\nstarts 1\n";
    assert!(check(head).unwrap_err().message.contains("cut off"));
}
