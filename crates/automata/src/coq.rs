//! Export of a proof to Coq: the certificate as an instance of the development in `coq/`, whose checker is written in
//! Coq and proved there to accept true theorems only.
//!
//! Nothing here has to be trusted. A reader of the instance compares the game, which stands first, with the rules; that
//! the set of the certificate is the set of its P-positions is what Coq checks.

use crate::error::AutomataError;
use std::fmt::Write;
use std::str::SplitWhitespace;

use crate::dfa::Dfa;
use crate::game::{Atom, Change, Convention, Coordinate, Family, Game};
use crate::limits::Limits;
use crate::logic::{Formula, Logic};
use crate::prove::{Proof, Prover};
use wythoff_numbers::numeration::Coefficients;

/// A file of the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the folder of the export.
    pub path: String,
    /// Contents.
    pub text: String,
}

/// The theory, in the order in which its files depend on each other.
const THEORY: &[(&str, &str)] = &[
    ("Numeration", include_str!("../../../coq/theory/Numeration.v")),
    ("Game", include_str!("../../../coq/theory/Game.v")),
    ("Automata", include_str!("../../../coq/theory/Automata.v")),
    ("Families", include_str!("../../../coq/theory/Families.v")),
    ("Macros", include_str!("../../../coq/theory/Macros.v")),
    ("Counting", include_str!("../../../coq/theory/Counting.v")),
    ("Terminals", include_str!("../../../coq/theory/Terminals.v")),
    ("Checker", include_str!("../../../coq/theory/Checker.v")),
    ("Grundy", include_str!("../../../coq/theory/Grundy.v")),
];

/// The files of the theory, and a script that compiles them and then all instances beside it.
pub fn theory() -> Vec<File> {
    let mut files: Vec<File> = THEORY
        .iter()
        .map(|(name, text)| File { path: format!("theory/{name}.v"), text: (*text).to_string() })
        .collect();
    let names = THEORY.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    let text = format!(
        "#!/bin/sh\n# Compiles the theory, then checks every instance in this folder and prints its theorem.\nset -e\n\
         cd \"$(dirname \"$0\")\"\nfor f in {names}; do\n  \
         [ theory/$f.vo -nt theory/$f.v ] || coqc -q -Q theory Wythoff theory/$f.v\ndone\n\
         for f in *.v; do\n  echo \"$f\"\n  coqc -q -Q theory Wythoff \"$f\"\ndone\n"
    );
    files.push(File { path: "check.sh".into(), text });
    files
}

/// A file name for the instance of a game with this name.
pub fn file_name(game: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = game.chars().map(letter).collect();
    let name: String = name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
    let name = &name[..name.len().min(60)];
    let prefix = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { "" } else { "game_" };
    format!("{prefix}{name}.v")
}

/// The instance of a proof: a file of Coq that states its theorem and proves it. `rules`: the rules in the caller's words,
/// repeated in a comment.
pub fn instance(proof: &Proof, rules: &str, limits: &Limits) -> Result<String, AutomataError> {
    if proof.game().coordinates.iter().any(|c| *c != Coordinate::Pile) {
        let told = proof.game().coordinates.iter().enumerate().filter_map(|(i, c)| match c {
            Coordinate::Pile => None,
            Coordinate::Bounded(values) => Some(format!(
                "\npile {} is the coordinate with {values} values: no move leaves larger ones",
                i + 1
            )),
        });
        let rules = rules.trim_end().to_string() + &told.collect::<String>();
        let text = instance(&with_piles_alone(proof, limits)?, &rules, limits)?;
        return Ok(text + &values(proof.game()).unwrap_or_default());
    }
    let (game, numeration) = (proof.game(), proof.numeration());
    let system = match numeration.coefficients() {
        Coefficients::Ostrowski(a) if a.as_slice() == [1] => "zeckendorf".to_string(),
        Coefficients::Ostrowski(a) => format!("ostrowski {}", list(a)),
        Coefficients::Base(b) => format!("base {b}"),
        Coefficients::Parry(_) => {
            return Err(AutomataError::Coq("numeration systems other than base and Ostrowski"));
        }
    };
    let certificate = proof.certificate(rules, limits)?;
    let piles = game.coordinates.len();
    let radix = u64::from(numeration.max_digit()) + 1;
    let prover = Prover::new(game, numeration, limits)?;
    let everything = automaton(&prover.universe);
    let closing = match &prover.extra {
        Some(extra) => {
            let base = prover.ends.as_ref().unwrap_or(proof.dfa());
            let rest = base.difference(extra, limits)?;
            format!("(Some ({},\n    {}))", automaton(extra), automaton(&rest))
        }
        None => "None".to_string(),
    };
    let mut reader = Reader { lines: certificate.lines().enumerate().peekable(), at: 0, piles, radix };
    reader.instance(&system, &everything, &closing).ok_or(AutomataError::CoqLine(reader.at))
}

/// The same game with a pile for each bounded coordinate, and no move where that pile is larger than the coordinate can
/// be; proved again. Such positions are the end of the game, so P but for misère play.
fn with_piles_alone(proof: &Proof, limits: &Limits) -> Result<Proof, AutomataError> {
    let mut game = proof.game().clone();
    let count = game.coordinates.len();
    let mut bounds = Vec::new();
    for (i, coordinate) in game.coordinates.iter_mut().enumerate() {
        if let Coordinate::Bounded(values) = *coordinate {
            bounds.push((i, i64::from(values) - 1));
            *coordinate = Coordinate::Pile;
        }
    }
    for family in &mut game.families {
        if family.change.contains(&Change::Any) {
            return Err(AutomataError::Coq("bounded coordinates that may grow"));
        }
        for (i, most) in &bounds {
            let unit: Vec<i64> = (0..count).map(|j| i64::from(j == *i)).collect();
            family.atoms.push(Atom::before(&unit, None, Some(*most)));
        }
    }
    // For each value of the bounded coordinates the piles of its P-positions; and what lies beyond.
    let at = |i: usize, lo: i64, hi: Option<i64>| Formula::Linear { terms: vec![(i, 1)], lo: Some(lo), hi };
    let mut set = Formula::Constant(false);
    let either = |a: Formula, b: Formula| Formula::Or(Box::new(a), Box::new(b));
    for mode in 0..proof.game().modes() {
        let mut here = Formula::Member { set: 0, mode, piles: proof.game().piles() };
        let values = proof.game().mode_values(mode);
        for (i, _) in &bounds {
            let value = i64::try_from(values[*i]).unwrap_or(i64::MAX);
            here = Formula::And(Box::new(here), Box::new(at(*i, value, Some(value))));
        }
        set = either(set, here);
    }
    if game.convention != Convention::Misere {
        for (i, most) in &bounds {
            set = either(set, at(*i, most + 1, None));
        }
    }
    let numeration = proof.numeration();
    let set = Logic::new(numeration, vec![proof.dfa()], limits).relation(&set)?;
    let verdict = Prover::new(&game, numeration, limits)?.prove(&set.dfa, limits)?;
    verdict.proved().map(|proof| *proof).ok_or(AutomataError::Coq("this game with piles alone"))
}

/// What a game with a Nim pile beside it says of Grundy values: a second theorem, for the game alone.
fn values(game: &Game) -> Option<String> {
    let Some(Coordinate::Bounded(count)) = game.coordinates.last() else { return None };
    let (count, most) = (game.coordinates.len() - 1, count.checked_sub(1)?);
    let mut alone = game.clone();
    alone.coordinates.pop();
    alone.families.pop();
    for family in &mut alone.families {
        family.change.pop();
        for atom in &mut family.atoms {
            let (Atom::Linear { before, after, .. } | Atom::Mod { before, after, .. }) = atom;
            before.pop();
            after.pop();
        }
    }
    alone.terminals.iter_mut().for_each(|terminal| {
        terminal.pop();
    });
    let piles = alone.coordinates.iter().all(|c| *c == Coordinate::Pile);
    if !piles || alone.convention != Convention::Normal || alone.clone().plus_nim_pile(most) != *game {
        return None;
    }
    let families: Vec<String> = alone.families.iter().map(family).collect::<Option<_>>()?;
    let terminals = alone.terminals.iter().map(list);
    Some(format!(
        "\n(* The game without the pile beside it, and its values. *)\n\
         From Wythoff Require Import Grundy.\n\
         Definition alone : game := Game {count} Normal {} {}.\n\n\
         Theorem grundy_values : forall (x : position) (v : N), length x = {count}%nat -> v <= {most} ->\n  \
         (in_set certificate (x ++ [v]) = true <-> grundy alone x = v).\n\
         Proof.\n  intros x v Hx Hv.\n  \
         assert (length (x ++ [v]) = {}%nat) as Hl by (rewrite app_length, Hx; reflexivity).\n  \
         rewrite (p_positions _ Hl).\n  \
         exact (grundy_plus alone {most} eq_refl eq_refl eq_refl x v Hx Hv).\nQed.\n\n\
         Check grundy_values.\nPrint Assumptions grundy_values.\n",
        list(terminals),
        lines(&families),
        count + 1,
    ))
}

/// A family as the theory has it.
fn family(family: &Family) -> Option<String> {
    let change = |change: &Change| match change {
        Change::Same => Some("Same"),
        Change::Less => Some("Less"),
        Change::AtMost => Some("AtMost"),
        Change::Any => None,
    };
    let changes: Vec<&str> = family.change.iter().map(change).collect::<Option<_>>()?;
    let end = |end: &Option<i64>| match end {
        None => "None".to_string(),
        Some(end) => format!("(Some {}%Z)", integer(&end.to_string())),
    };
    let condition = |atom: &Atom| {
        let (before, after) = atom.coefficients();
        let bound = match atom {
            Atom::Linear { lo, hi, .. } => format!("Between {} {}", end(lo), end(hi)),
            Atom::Mod { modulus, residue, .. } => format!("Modulo {modulus} {residue}"),
        };
        format!("Condition {}%Z {}%Z ({bound})", list(before), list(after))
    };
    let conditions: Vec<String> = family.atoms.iter().map(condition).collect();
    let (name, blockable) = (family.label.replace('"', "\"\""), family.blockable);
    Some(format!("Family \"{name}\" {} {} {blockable}", list(changes), list(conditions)))
}

/// `[a; b; c]`
fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join("; "))
}

/// `[a; b; c]` with a line for each entry.
fn lines(items: &[String]) -> String {
    format!("[\n    {}]", items.join(";\n    "))
}

/// The states of an automaton: outputs and transitions.
fn automaton(dfa: &Dfa) -> String {
    let row = |s: u32| {
        let steps =
            dfa.row(s).iter().enumerate().filter(|(_, t)| **t != 0).map(|(l, t)| format!("({l}, {t})"));
        format!("({}, {})", dfa.output(s), list(steps))
    };
    let rows: Vec<String> = (1..=dfa.states() as u32).map(row).collect();
    format!("Automaton {} {}", dfa.starts()[0], lines(&rows))
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.replace('"', "'").replace("(*", "( *").replace("*)", "* )")
}

/// An integer as an argument.
fn integer(word: &str) -> String {
    if word.starts_with('-') { format!("({word})") } else { word.to_string() }
}

/// Translates a certificate line by line. Every method reads its lines and gives a term of Coq.
struct Reader<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// The number of the line read last.
    at: usize,
    piles: usize,
    radix: u64,
}

impl<'a> Reader<'a> {
    /// The words of the next line after `keyword`, if it begins with it.
    fn optional(&mut self, keyword: &str) -> Option<SplitWhitespace<'a>> {
        let (number, line) = *self.lines.peek()?;
        let mut words = line.split_whitespace();
        if words.next() != Some(keyword) {
            return None;
        }
        self.at = number + 1;
        self.lines.next();
        Some(words)
    }

    fn instance(&mut self, system: &str, everything: &str, closing: &str) -> Option<String> {
        self.optional("wythoff")?;
        let mut rules = Vec::new();
        while let Some(words) = self.optional("rules") {
            rules.push(comment(&words.collect::<Vec<_>>().join(" ")));
        }
        self.optional("numeration")?;
        self.optional("coordinates")?;
        let mut words = self.optional("play")?;
        let convention = words.next()?;
        let play = match convention {
            "normal" => "Normal".to_string(),
            "misere" => "Misere".to_string(),
            "blocking" => format!("(Blocking {})", words.next()?),
            _ => return None,
        };
        let mut terminals = Vec::new();
        while let Some(words) = self.optional("terminal") {
            terminals.push(list(words));
        }
        let mut families = Vec::new();
        while let Some(words) = self.optional("family") {
            families.push(self.family(&words.collect::<Vec<_>>().join(" "))?);
        }
        let set = self.automaton("set")?;
        let proof = match convention {
            "normal" => format!("ByCover\n  ({})", self.cover()?),
            "misere" => {
                let ends = self.automaton("ends")?;
                let movable = self.cover()?;
                let absorption = self.cover()?;
                format!("ByEnds\n  ({ends})\n  ({everything})\n  ({movable})\n  ({absorption})")
            }
            _ => {
                let (counts, sums) = self.counts()?;
                format!("ByCounts\n  ({everything})\n  {counts}\n  {sums}")
            }
        };
        self.optional("end")?;
        let mut text = String::new();
        let _ = writeln!(text, "(* The P-positions of a game, for all positions, proved by an automaton.");
        rules.iter().for_each(|line| {
            let _ = writeln!(text, "   Rules as told: {line}");
        });
        let _ = write!(
            text,
            "   Compare the game below with them; everything else is checked. *)\n\n\
             From Wythoff Require Import Numeration Game Automata Families Macros Checker.\n\
             From Coq Require Import String NArith ZArith List.\n\
             Import Datatypes ListNotations.\n\
             Local Open Scope N_scope.\n\n\
             (* The game. *)\n\
             Definition rules : game := Game {} {play} {} {}.\n\n\
             (* The set: an automaton that reads the digits of the piles, most significant first. A letter is a number,\n   \
             the sum of the digits times powers of {}, first pile first. *)\n\
             Definition p_set : automaton :=\n  {set}.\n\n\
             (* The evidence. *)\n\
             Definition proof : evidence := {proof}.\n\n\
             Definition certificate : certificate := Certificate ({system}) rules {}\n  {closing}\n  p_set proof.\n\n\
             Lemma accepted : check certificate = true.\n\
             Proof. vm_cast_no_check (eq_refl true). Qed.\n\n\
             Theorem p_positions : forall x : position, length x = {}%nat ->\n  \
             (in_set certificate x = true <-> P_position rules x).\n\
             Proof. exact (accepted_correct certificate accepted). Qed.\n\n\
             Check p_positions.\n\
             Print Assumptions p_positions.\n",
            self.piles,
            list(terminals),
            lines(&families),
            self.radix,
            self.radix,
            self.piles,
        );
        Some(text)
    }

    fn family(&mut self, name: &str) -> Option<String> {
        let changes: Option<Vec<&str>> = self
            .optional("change")?
            .map(|word| match word {
                "same" => Some("Same"),
                "less" => Some("Less"),
                "atmost" => Some("AtMost"),
                _ => None,
            })
            .collect();
        let blockable = self.optional("unblockable").is_none();
        let mut conditions = Vec::new();
        loop {
            let (linear, words) = if let Some(words) = self.optional("linear") {
                (true, words)
            } else if let Some(words) = self.optional("mod") {
                (false, words)
            } else {
                break;
            };
            let words: Vec<&str> = words.collect();
            let parts: Vec<&[&str]> = words.split(|w| *w == ":").collect();
            let &[&[a, b], before, after] = parts.as_slice() else { return None };
            let end =
                |w: &str| if w == "-" { "None".to_string() } else { format!("(Some {}%Z)", integer(w)) };
            let bound = if linear {
                format!("Between {} {}", end(a), end(b))
            } else {
                format!("Modulo {} {}", integer(a), integer(b))
            };
            conditions.push(format!("Condition {}%Z {}%Z ({bound})", list(before), list(after)));
        }
        Some(format!(
            "Family \"{}\" {} {} {blockable}",
            name.replace('"', "\"\""),
            list(changes?),
            list(conditions)
        ))
    }

    /// The number of a letter.
    fn letter(&self, text: &str) -> Option<u64> {
        let mut code = 0;
        for digit in text.rsplit(',') {
            code = code * self.radix + digit.parse::<u64>().ok()?;
        }
        Some(code)
    }

    fn steps<'b>(&self, words: impl Iterator<Item = &'b str>) -> Option<String> {
        let mut steps = Vec::new();
        for word in words {
            let (letter, to) = word.split_once('>')?;
            steps.push(format!("({}, {to})", self.letter(letter)?));
        }
        Some(list(steps))
    }

    fn automaton(&mut self, name: &str) -> Option<String> {
        let mut words = self.optional("automaton")?;
        if words.next() != Some(name) {
            return None;
        }
        let start = self.optional("starts")?.next()?;
        let mut rows = Vec::new();
        while let Some(mut words) = self.optional("s") {
            rows.push(format!("({}, {})", words.next()?, self.steps(words)?));
        }
        Some(format!("Automaton {start} {}", lines(&rows)))
    }

    fn parts(&mut self) -> Option<String> {
        self.optional("part")?;
        let mut parts = Vec::new();
        while self.optional("options").is_some() {
            parts.push(self.options()?);
        }
        Some(lines(&parts))
    }

    fn cover(&mut self) -> Option<String> {
        let parts = self.parts()?;
        self.optional("base")?;
        let mut unions = Vec::new();
        while let Some(mut words) = self.optional("add") {
            let what = match words.next()? {
                "ends" => "Ends".to_string(),
                "family" => format!("By {}", words.next()?),
                _ => return None,
            };
            unions.push(format!("({what}, {})", self.automaton("union")?));
        }
        self.optional("end")?;
        Some(format!("Cover {parts} {}", lines(&unions)))
    }

    fn counts(&mut self) -> Option<(String, String)> {
        let parts = self.parts()?;
        let mut sums = Vec::new();
        while let Some(mut words) = self.optional("add") {
            let family = words.nth(1)?;
            sums.push(format!("({family}%nat, {})", self.automaton("union")?));
        }
        self.optional("end")?;
        Some((parts, lines(&sums)))
    }

    fn options(&mut self) -> Option<String> {
        let machine = self.automaton("machine")?;
        let mut words = self.optional("labels")?;
        let (count, sterile): (usize, usize) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut labels = Vec::new();
        while let Some(words) = self.optional("l") {
            labels.push(self.label(words)?);
        }
        self.optional("macros")?;
        let first = match self.optional("first")?.next()? {
            "-" => "None".to_string(),
            i => format!("(Some {i})"),
        };
        let mut macros = Vec::new();
        while let Some(mut words) = self.optional("m") {
            let state = words.next()?;
            let members = list(words.by_ref().take_while(|w| *w != ":"));
            macros.push(format!("({state}, {members}, {})", self.steps(words)?));
        }
        let live = count.checked_sub(sterile)?;
        Some(format!("Options ({machine}) {} {live} {} {first}", lines(&labels), lines(&macros)))
    }

    fn label(&self, mut words: SplitWhitespace<'_>) -> Option<String> {
        let (phase, state) = (words.next()?, words.next()?);
        let mask: u32 = words.next()?.parse().ok()?;
        let smaller = list((0..self.piles).map(|i| mask >> i & 1 == 1));
        let mut knowns = Vec::new();
        for word in words {
            let v: Vec<&str> = word.split(',').collect();
            // The last value is a constant, 0 where all coordinates are piles.
            knowns.push(match v.as_slice() {
                ["T"] => "Settled".to_string(),
                [p, "0"] => format!("Value {} 0", integer(p)),
                [p, q, "0"] => format!("Value {} {}", integer(p), integer(q)),
                _ => return None,
            });
        }
        Some(format!("Label {phase} {state} {smaller} {}", list(knowns)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Options, learn};
    use crate::numeration::Numeration;
    use crate::oracle::PositionTable;

    fn written(game: &Game, system: &str) -> Result<String, AutomataError> {
        let numeration: Numeration = system.parse().unwrap();
        let table = PositionTable::by_rules(game, 60).unwrap();
        let outcome = learn(game, &numeration, &table, &Options::default()).unwrap();
        instance(&outcome.proved().unwrap(), "a rule with *) and \"quotes\"", &Limits::default())
    }

    #[test]
    fn an_instance_states_its_game() {
        let wythoff = Game::new(2)
            .family(Family::nim(2, 0))
            .family(Family::nim(2, 1))
            .family(Family::ray("diagonal", &[1, 1]));
        let text = written(&wythoff, "zeckendorf").unwrap();
        for part in [
            "Rules as told: a rule with * ) and 'quotes'",
            "Definition rules : game := Game 2 Normal [] [",
            "Family \"nim 0\" [Less; Same] [] true;",
            "Family \"diagonal\" [Less; Less] [Condition [1; -1]%Z [-1; 1]%Z (Between (Some 0%Z) (Some 0%Z))] true]",
            "Certificate (zeckendorf) rules 2\n  None\n  p_set proof",
            "Theorem p_positions : forall x : position, length x = 2%nat ->",
        ] {
            assert!(text.contains(part), "{part} is missing");
        }
        let nim = Game::new(2).family(Family::nim(2, 0)).family(Family::nim(2, 1));
        assert!(written(&nim, "ostrowski 2").unwrap().contains("Certificate (ostrowski [2]) rules"));
        let misere = written(&wythoff.convention(Convention::Misere), "ostrowski 1").unwrap();
        assert!(misere.contains("Game 2 Misere [] [") && misere.contains("evidence := ByEnds"));
    }

    #[test]
    fn counting_has_its_own_evidence() {
        let nim = Game::new(2)
            .family(Family::nim(2, 0))
            .family(Family::nim(2, 1))
            .convention(Convention::Blocking(2));
        let text = written(&nim, "base 2").unwrap();
        assert!(text.contains("Game 2 (Blocking 2) [] [") && text.contains("evidence := ByCounts"));
        assert!(text.contains("Certificate (base 2) rules"));
    }

    #[test]
    fn extra_terminal_positions_are_part_of_the_game() {
        let ends = Game::new(2).family(Family::nim(2, 0)).family(Family::nim(2, 1)).terminal(&[1, 0]);
        let text = written(&ends, "base 2").unwrap();
        assert!(text.contains("Game 2 Normal [[1; 0]] [") && text.contains("(Some (Automaton 1 ["));
    }

    #[test]
    fn bounded_coordinates_become_piles() {
        let nim = Game::new(1).family(Family::nim(1, 0));
        let text = written(&nim.clone().plus_nim_pile(1), "base 2").unwrap();
        let bound = "Condition [0; 1]%Z [0; 0]%Z (Between None (Some 1%Z))";
        assert!(text.contains("Definition rules : game := Game 2 Normal [] ["));
        assert!(text.contains(&format!("Family \"nim pile\" [Same; Less] [{bound}] true")), "{text}");
        assert!(text.contains(
            "Definition alone : game := Game 1 Normal [] [\n    Family \"nim 0\" [Less] [] true]."
        ));
        assert!(text.contains("grundy alone x = v"));
        let mut pair = Game::new(1).bounded(2).convention(Convention::Misere);
        pair = pair.family(Family::nim(2, 0)).family(Family::nim(2, 1));
        assert!(written(&pair, "base 2").unwrap().contains("Game 2 Misere"));
    }

    #[test]
    fn what_the_theory_lacks_is_refused() {
        let nim = Game::new(1).family(Family::nim(1, 0));
        assert!(matches!(written(&nim, "parry 1 1 1"), Err(AutomataError::Coq(_))));
        let mut any = Family::nim(2, 0);
        any.change[1] = crate::game::Change::Any;
        let switch = Game::new(1).bounded(2).family(any);
        assert!(matches!(written(&switch, "base 2"), Err(AutomataError::Coq(_))));
    }

    #[test]
    fn file_names_are_names_of_modules() {
        assert_eq!(file_name("t-wythoff(t=2)"), "t_wythoff_t_2.v");
        assert_eq!(file_name("(i,0) (0,i)"), "i_0_0_i.v");
        assert_eq!(file_name("(1,0)"), "game_1_0.v");
        assert_eq!(file_name(&"(i,0) ".repeat(100)).len(), 62);
    }
}
