//! The Walnut export: automata files are read back and compared with arithmetic, and the formulas are
//! evaluated on a small box by a little evaluator of their own, and for all numbers by a program beside the tests.

use crate::zoo::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use wythoff_automata::learn::{Options, learn};
use wythoff_automata::walnut::{File, export, import};
use wythoff_automata::{Atom, Change, Family, Game, Limits, PositionTable, Prover};

/// Formulas on numbers below `bound`.
struct World {
    bound: u64,
    defs: BTreeMap<String, (Vec<char>, String)>,
    sets: BTreeMap<String, Set>,
}

type Set = Box<dyn Fn(&[u64]) -> bool>;

type Values = BTreeMap<char, u64>;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    world: &'a World,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(token.as_bytes());
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn letters(&mut self) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_') {
            self.at += 1;
        }
        String::from_utf8(self.text[start..self.at].to_vec()).unwrap()
    }

    fn formula(&mut self, v: &Values) -> bool {
        let mut value = self.or(v);
        while self.eat("=>") {
            let right = self.or(v);
            value = !value || right;
        }
        value
    }

    fn or(&mut self, v: &Values) -> bool {
        let mut value = self.and(v);
        while self.eat("|") {
            value |= self.and(v);
        }
        value
    }

    fn and(&mut self, v: &Values) -> bool {
        let mut value = self.unary(v);
        while self.eat("&") {
            value &= self.unary(v);
        }
        value
    }

    fn unary(&mut self, v: &Values) -> bool {
        if self.eat("~") {
            return !self.unary(v);
        }
        if self.eat("(") {
            let value = self.formula(v);
            assert!(self.eat(")"));
            return value;
        }
        for (quantifier, all) in [("E", false), ("A", true)] {
            if self.eat(quantifier) {
                let mut names = Vec::new();
                loop {
                    names.push(self.letters().chars().next().unwrap());
                    if !self.eat(",") {
                        break;
                    }
                }
                let start = self.at;
                let mut result = all;
                let n = names.len() as u32;
                for code in 0..self.world.bound.pow(n) {
                    let mut inner = v.clone();
                    for (i, name) in names.iter().enumerate() {
                        inner.insert(*name, code / self.world.bound.pow(i as u32) % self.world.bound);
                    }
                    self.at = start;
                    let value = self.formula(&inner);
                    if all { result &= value } else { result |= value }
                }
                return result;
            }
        }
        if self.eat("$") {
            let name = self.letters();
            assert!(self.eat("("));
            let mut args = Vec::new();
            loop {
                args.push(self.term(v));
                if !self.eat(",") {
                    break;
                }
            }
            assert!(self.eat(")"));
            if let Some(set) = self.world.sets.get(&name) {
                return set(&args);
            }
            let (free, body) = &self.world.defs[&name];
            assert_eq!(free.len(), args.len(), "{name} has the variables {free:?}");
            let inner: Values = free.iter().copied().zip(args).collect();
            return self.world.truth(body, &inner);
        }
        let left = self.term(v);
        for op in ["<=", ">=", "<", ">", "="] {
            if self.eat(op) {
                let right = self.term(v);
                return match op {
                    "<=" => left <= right,
                    ">=" => left >= right,
                    "<" => left < right,
                    ">" => left > right,
                    _ => left == right,
                };
            }
        }
        panic!("{}", String::from_utf8_lossy(&self.text[self.at..]))
    }

    fn term(&mut self, v: &Values) -> u64 {
        let mut sum = 0;
        loop {
            self.space();
            let word = self.letters();
            let value = |w: &str| w.parse().unwrap_or_else(|_| v[&w.chars().next().unwrap()]);
            let mut product: u64 = value(&word);
            while self.eat("*") {
                product *= value(&self.letters());
            }
            sum += product;
            if !self.eat("+") {
                return sum;
            }
        }
    }
}

impl World {
    fn truth(&self, body: &str, v: &Values) -> bool {
        let mut reader = Reader { text: body.as_bytes(), at: 0, world: self };
        let value = reader.formula(v);
        reader.space();
        assert_eq!(reader.at, body.len(), "{body}");
        value
    }

    /// Runs a script; the names of the `eval`s that are false.
    fn run(&mut self, script: &str, piles: usize) -> Vec<String> {
        let mut failures = Vec::new();
        for line in script.lines() {
            let (head, rest) = line.split_once(" \"?").unwrap();
            let (_, body) = rest.split_once(' ').unwrap();
            let body = body.strip_suffix("\":").unwrap().to_string();
            let (kind, name) = head.split_once(' ').unwrap();
            if kind == "def" {
                let free = ('a'..'p').take(piles).collect();
                self.defs.insert(name.to_string(), (free, body));
            } else if !self.truth(&body, &Values::new()) {
                failures.push(name.to_string());
            }
        }
        failures
    }
}

fn files(game: &Game, system: &str, bound: u64) -> Vec<File> {
    let table = PositionTable::by_rules(game, bound).unwrap();
    let outcome = learn(game, &numeration(system), &table, &Options::default()).unwrap();
    export(&outcome.proved().unwrap(), "wyt", &Limits::default()).unwrap()
}

fn text<'a>(files: &'a [File], end: &str) -> &'a str {
    &files.iter().find(|f| f.path.ends_with(end)).unwrap().text
}

/// Ten games with a numeration, the size of a table that determines their automaton, and that of a box to evaluate on.
fn ten_games() -> [(Game, &'static str, u64, u64); 10] {
    [
        (wythoff(), "zeckendorf", 60, 9),
        (t_wythoff(2), "ostrowski 2", 300, 9),
        (misere(t_wythoff(2)), "ostrowski 2", 300, 8),
        (connell(2), "ostrowski 2", 300, 7),
        (w_translate(2), "zeckendorf", 200, 8),
        (wythoff().terminal(&[3, 0]).terminal(&[0, 3]), "zeckendorf", 300, 8),
        (three_vectors(1, 4, 2), "base 2", 40, 6),
        (r_wythoff(), "zeckendorf", 100, 8),
        (radius(2), "base 2", 60, 7),
        (nim(2), "base 2", 40, 7),
    ]
}

/// Ten games and ten with the start state of the set turned round: their files are written to a folder, a prover is asked
/// for all its answers, and every `eval` must be TRUE of the first and one FALSE of the others.
fn twenty_scripts(home: &Path, answers: impl Fn(&str) -> Vec<bool>) {
    for (number, (game, system, table, _)) in ten_games().into_iter().enumerate() {
        let table = PositionTable::by_rules(&game, table).unwrap();
        let outcome = learn(&game, &numeration(system), &table, &Options::default()).unwrap();
        let proof = outcome.proved().unwrap();
        for altered in [false, true] {
            let name = format!("wyt{number}{}", if altered { "altered" } else { "" });
            let mut evals = 0;
            for file in export(&proof, &name, &Limits::default()).unwrap() {
                let mut text = file.text.clone();
                if altered && file.path.ends_with("_s0.txt") {
                    let accepts = text.lines().any(|line| line == "0 1");
                    let (from, to) = if accepts { ("\n0 1\n", "\n0 0\n") } else { ("\n0 0\n", "\n0 1\n") };
                    text = text.replacen(from, to, 1);
                    assert_ne!(text, file.text, "the set was not altered");
                }
                if file.path.starts_with("Command Files") {
                    evals = text.lines().filter(|line| line.starts_with("eval ")).count();
                }
                let path = home.join(&file.path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            let said = answers(&name);
            assert_eq!(said.len(), evals, "{name}");
            assert_eq!(said.contains(&false), altered, "{name}: {said:?}");
        }
    }
}

/// Runs a real Walnut where the environment names one: `WALNUT=/path/of/walnut.sh cargo test -p wythoff-automata --test all
/// a_real_walnut -- --ignored`.
#[test]
#[ignore = "needs WALNUT, the path of walnut.sh"]
fn a_real_walnut_says_the_same() {
    let walnut = PathBuf::from(std::env::var_os("WALNUT").expect("WALNUT names walnut.sh"));
    let home = walnut.parent().unwrap();
    twenty_scripts(home, |name| {
        let mut child = Command::new(&walnut)
            .current_dir(home)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let script = format!("load {name}.txt;\nexit;\n");
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), script.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let answer = |line: &str| ["FALSE", "TRUE"].iter().position(|word| line.trim() == *word);
        said.lines().filter_map(answer).map(|truth| truth == 1).collect()
    });
}

/// The scripts as written out, decided for all numbers by a program that is not Walnut and shares no code with this crate.
#[test]
fn another_program_decides_the_scripts() {
    let python = if cfg!(windows) { "python" } else { "python3" };
    if Command::new(python).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {python}");
        return;
    }
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/walnut/decide.py");
    let home = std::env::temp_dir().join(format!("wythoff-walnut-{}", std::process::id()));
    twenty_scripts(&home, |name| {
        let output = Command::new(python).arg(&program).arg(&home).arg(name).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        said.lines().map(|line| line.ends_with(" TRUE")).collect()
    });
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn formulas_are_true_of_the_set_and_false_of_others() {
    for (game, system, table, small) in ten_games() {
        let files = files(&game, system, table);
        let script = text(&files, "Command Files/wyt.txt");
        let rules = PositionTable::by_rules(&game, small).unwrap();
        let world = |edit: Option<[u64; 2]>| {
            let mut world = World { bound: small, defs: BTreeMap::new(), sets: BTreeMap::new() };
            for m in 0..3u64 {
                let rules = rules.clone();
                let bounded = game.coordinates.len() - game.piles().len();
                world.sets.insert(
                    format!("wyt_s{m}"),
                    Box::new(move |p| {
                        use wythoff_automata::Oracle;
                        let mut position = p.to_vec();
                        position.extend(std::iter::repeat_n(m, bounded));
                        (rules.contains(&position) == Some(true)) != (edit.is_some_and(|e| e[..] == *p))
                    }),
                );
            }
            world
        };
        assert_eq!(world(None).run(script, 2), Vec::<String>::new(), "{game:?}");
        assert!(!world(Some([1, 2])).run(script, 2).is_empty(), "{game:?}");
        assert!(!world(Some([3, 3])).run(script, 2).is_empty(), "{game:?}");
    }
}

/// In Zeckendorf's numeration, written in any way, the adder is Walnut's own.
#[test]
fn zeckendorf_is_walnut_s_own() {
    for system in ["zeckendorf", "ostrowski 1 1", "parry 1 1"] {
        let files = files(&wythoff(), system, 300);
        assert!(files.iter().all(|f| !f.path.starts_with("Custom Bases")), "{system}");
        assert!(text(&files, "wyt_s0.txt").starts_with("msd_fib msd_fib\n"));
        let set = import(text(&files, "wyt_s0.txt"), &wythoff(), &numeration("zeckendorf")).unwrap();
        let limits = Limits::default();
        let prover = Prover::new(&wythoff(), &numeration("zeckendorf"), &limits).unwrap();
        assert!(prover.prove(&set, &limits).unwrap().proved().is_some(), "{system}");
    }
}

/// No definition without piles, and no variable that is only compared with itself: Walnut takes both for constants.
#[test]
fn every_definition_speaks_of_all_piles() {
    // A move that only one value of the bounded coordinate has.
    let gated = Family::new("gated", &[Change::Less, Change::Same, Change::Any]).with(Atom::before(
        &[0, 0, 1],
        Some(1),
        Some(1),
    ));
    let bounded = Game::new(2).bounded(2).family(Family::nim(3, 0)).family(Family::nim(3, 1)).family(gated);
    for (game, system) in
        [(misere(wythoff()), "zeckendorf"), (bounded, "base 2"), (misere(connell(2)), "ostrowski 2")]
    {
        let Ok(outcome) = learn(
            &game,
            &numeration(system),
            &PositionTable::by_rules(&game, 200).unwrap(),
            &Options::default(),
        ) else {
            panic!("{game:?}")
        };
        let Some(proof) = outcome.proved() else { panic!("{game:?}") };
        let files = export(&proof, "wyt", &Limits::default()).unwrap();
        for line in text(&files, "Command Files/wyt.txt").lines().filter(|line| line.starts_with("def")) {
            assert!(line.contains('a') && line.contains('b'), "{line}");
            for wrong in ["a=a", "b=b", " 0>=", " 0=", " 0<=", "(0"] {
                assert!(!line.contains(wrong), "{line}");
            }
        }
    }
}

/// The adder and the set, with any number of leading zeros, for periods 1 and 2.
#[test]
fn automata_files_read_back() {
    for (game, system) in [(nim(2), "ostrowski 1 2"), (t_wythoff(2), "ostrowski 2")] {
        let files = files(&game, system, 300);
        let numeration = numeration(system);
        let limits = Limits::default();
        let base = usize::from(numeration.max_digit()) + 1;
        // Words of any length, as Walnut reads them: digits from the least significant.
        let word = |n: u64, length: usize| -> Vec<u8> {
            let digits = numeration.digits(n, length + 1).unwrap();
            digits[digits.len() - length..].to_vec()
        };
        let adder = import(text(&files, "msd_wyt_addition.txt"), &Game::new(3), &numeration).unwrap();
        let length = numeration.length(30) + 1;
        for x in 0..10 {
            for y in 0..10 {
                for z in 0..20 {
                    for length in [length, length + 1] {
                        let words = [word(x, length), word(y, length), word(z, length)];
                        let letters: Vec<u32> = (0..length)
                            .map(|i| words.iter().rev().fold(0, |l, w| l * base as u32 + u32::from(w[i])))
                            .collect();
                        assert_eq!(adder.run(0, &letters) != 0, x + y == z, "{system}: {x} + {y} = {z}");
                    }
                }
            }
        }
        // The set proves itself again after a round trip.
        let set = import(text(&files, "wyt_s0.txt"), &game, &numeration).unwrap();
        let prover = Prover::new(&game, &numeration, &limits).unwrap();
        assert!(prover.prove(&set, &limits).unwrap().proved().is_some());
    }
    assert!(import("msd_fib msd_fib\n\n0 1\n0 7 -> 0\n", &wythoff(), &numeration("zeckendorf")).is_err());
    assert!(import("msd_fib msd_fib\n\n0 1\n0 1 -> 5\n", &wythoff(), &numeration("zeckendorf")).is_err());
}
