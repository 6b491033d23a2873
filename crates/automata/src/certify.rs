//! Certificates: a proof written down so that a small independent program can check it locally.
//!
//! A certificate holds the families, the numeration, the automaton S and, for every family f,
//!
//! * *labels*: states (phase, state of the target, smaller piles, atom states) of the family's automaton;
//! * *macros*: sets of labels, each with its transitions and a state of a minimal automaton D_f. A macro's
//!   successor is a **subset** of the computed successors, so whatever D_f accepts has an option in the target;
//! * the unions S ∪ D_f ∪ D_g ∪ ..., each included in the previous one and the family that was added.
//!
//! The last union contains every position: absorption. Stability needs no data; the checker explores. With
//! blocking the macros are multisets and exact: what they leave out is listed as *sterile*, a set of labels
//! closed under successors without an accepting one. The format is described in `docs/proving.md`.

use crate::error::AutomataError;
use std::fmt::Write;

use crate::absorption;
use crate::atoms::AtomState;
use crate::dfa::{Alphabet, Dfa};
use crate::family::{CompiledFamily, Keyed, Labels, Nfa, cap_repeats};
use crate::game::{Atom, Change, Convention, Coordinate, Game};
use crate::hash::{FastMap, Interner};
use crate::limits::{Limit, Limits};
use crate::prove::{Proof, Prover, Sizes};

impl Game {
    /// The lines that state the game in a certificate: coordinates, play, terminal positions, families. A
    /// checker's report repeats them, so that they can be compared with the game that was asked for.
    pub fn statement(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let coordinates = self.coordinates.iter().map(|c| match c {
            Coordinate::Pile => "pile".to_string(),
            Coordinate::Bounded(b) => b.to_string(),
        });
        lines.push(format!("coordinates {}", join(coordinates)));
        lines.push(match self.convention {
            Convention::Normal => "play normal".to_string(),
            Convention::Misere => "play misere".to_string(),
            Convention::Blocking(k) => format!("play blocking {k}"),
        });
        for t in &self.terminals {
            lines.push(format!("terminal {}", join(t)));
        }
        for family in &self.families {
            lines.push(format!("family {}", family.label.replace(['\n', '\r'], " ").trim()));
            let change = family.change.iter().map(|c| match c {
                Change::Same => "same",
                Change::Less => "less",
                Change::AtMost => "atmost",
                Change::Any => "any",
            });
            lines.push(format!("change {}", join(change)));
            if !family.blockable {
                lines.push("unblockable".to_string());
            }
            for atom in &family.atoms {
                let (before, after) = atom.coefficients();
                let bound = |b: &Option<i64>| b.map_or("-".to_string(), |b| b.to_string());
                let head = match atom {
                    Atom::Linear { lo, hi, .. } => format!("linear {} {}", bound(lo), bound(hi)),
                    Atom::Mod { modulus, residue, .. } => format!("mod {modulus} {residue}"),
                };
                lines.push(format!("{head} : {} : {}", join(before), join(after)));
            }
        }
        lines
    }
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join(" ")
}

impl Proof {
    /// The certificate of this proof. `rules`: the rules in the caller's words, repeated but not interpreted.
    pub fn certificate(&self, rules: &str, limits: &Limits) -> Result<String, AutomataError> {
        self.write_certificate(rules, absorption::EASY, limits)
    }

    fn write_certificate(&self, rules: &str, easy: usize, limits: &Limits) -> Result<String, AutomataError> {
        let prover = Prover::new(self.game(), self.numeration(), limits)?;
        let labelled = prover
            .game
            .families
            .iter()
            .map(|f| {
                CompiledFamily::new(
                    &prover.game,
                    f,
                    &prover.numeration,
                    &prover.alphabet,
                    Labels::Keep,
                    limits,
                )
            })
            .collect::<Result<Vec<_>, _>>()?;
        let mut writer = Writer { prover: &prover, labelled, text: String::new(), easy, limits };
        writer.header(rules);
        writer.automaton("set", self.dfa());
        match (prover.game.convention, &prover.ends) {
            (Convention::Blocking(k), _) => writer.blocking(self.dfa(), k)?,
            (_, None) => writer.part("absorption", self.dfa(), &[("set", self.dfa())])?,
            (_, Some(ends)) => {
                writer.automaton("ends", ends);
                writer.part("movable", &prover.universe, &[("ends", ends)])?;
                writer.part("absorption", self.dfa(), &[("set", self.dfa()), ("ends", ends)])?;
            }
        }
        writer.line("end certificate");
        Ok(writer.text)
    }
}

struct Writer<'a> {
    prover: &'a Prover,
    labelled: Vec<CompiledFamily>,
    text: String,
    /// Families with more states are put off.
    easy: usize,
    limits: &'a Limits,
}

/// A set (or multiset) of labels with its state of the minimal automaton and its transitions.
struct Macro {
    state: u32,
    members: Vec<u32>,
    steps: Vec<(u32, u32)>,
}

/// Labels and macros of one family.
struct Macros {
    /// Keys of the labels, each with its phase.
    labels: Vec<(usize, Vec<u32>)>,
    /// How many labels at the end are sterile.
    sterile: usize,
    macros: Vec<Macro>,
    /// The first macro for each value of the bounded coordinates.
    starts: Vec<Option<u32>>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn header(&mut self, rules: &str) {
        self.line("wythoff automaton certificate 1");
        for line in rules.lines() {
            self.line(format!("rules {line}").trim_end());
        }
        self.line(&format!("numeration {}", self.prover.numeration));
        for line in self.prover.game.statement() {
            self.line(&line);
        }
    }

    fn automaton(&mut self, name: &str, dfa: &Dfa) {
        self.line(&format!("automaton {name} {}", dfa.states()));
        self.line(&format!("starts {}", join(dfa.starts())));
        for s in 1..=dfa.states() as u32 {
            let _ = write!(self.text, "s {}", dfa.output(s));
            for (letter, &t) in dfa.row(s).iter().enumerate() {
                if t != 0 {
                    push_step(&mut self.text, &self.prover.alphabet, letter, t);
                }
            }
            self.text.push('\n');
        }
    }

    /// The parts of a proof that every position is in `base` or has an option in `target`.
    fn part(&mut self, name: &str, target: &Dfa, base: &[(&str, &Dfa)]) -> Result<(), AutomataError> {
        self.line(&format!("part {name}"));
        let mut union = base[0].1.clone();
        for (_, dfa) in &base[1..] {
            union = union.sum(dfa, 1, self.limits)?;
        }
        let nfas = self.prover.nfas(target, self.limits)?;
        let (universe, families) = (&self.prover.universe, &self.prover.game.families);
        let cover = absorption::cover(universe, families, &nfas, &union, self.easy, self.limits)?;
        for (f, machine) in cover.machines.iter().enumerate() {
            let macros = self.subsets(f, target, machine)?;
            self.family(f, machine, &macros);
        }
        self.line(&format!("base {}", base[0].0));
        for (name, _) in &base[1..] {
            self.line(&format!("add {name}"));
            self.automaton("union", &union);
        }
        for (i, union) in &cover.steps {
            self.line(&format!("add family {i}"));
            self.automaton("union", union);
        }
        self.line("end part");
        Ok(())
    }

    /// The parts of a proof that counts options up to k.
    fn blocking(&mut self, set: &Dfa, k: u8) -> Result<(), AutomataError> {
        self.line("part counting");
        let machines = self.prover.counts(set, k, self.limits, &mut Sizes::default())?;
        for (f, machine) in machines.iter().enumerate() {
            let cap = if self.prover.game.families[f].blockable { k } else { 1 };
            let macros = self.multisets(f, set, machine, cap)?;
            self.family(f, machine, &macros);
        }
        let mut sum = Dfa::empty(self.prover.alphabet.letters(), self.prover.game.modes());
        for i in absorption::order(&self.prover.game.families, &machines) {
            sum = sum.sum(&machines[i], k, self.limits)?;
            self.line(&format!("add family {i}"));
            self.automaton("union", &sum);
        }
        self.line("end part");
        Ok(())
    }

    fn family(&mut self, f: usize, machine: &Dfa, m: &Macros) {
        self.line(&format!("options {f}"));
        self.automaton("machine", machine);
        self.line(&format!("labels {} {}", m.labels.len(), m.sterile));
        for (phase, key) in &m.labels {
            let _ = write!(self.text, "l {phase} {} {}", key[0], key[1]);
            for (atom, &state) in self.labelled[f].atoms.iter().zip(&key[2..]) {
                match &atom.labels[state as usize] {
                    AtomState::True => self.text.push_str(" T"),
                    AtomState::Value(v) => {
                        let list = v.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
                        let _ = write!(self.text, " {list}");
                    }
                }
            }
            self.text.push('\n');
        }
        self.line(&format!("macros {}", m.macros.len()));
        self.line(&format!(
            "first {}",
            join(m.starts.iter().map(|s| s.map_or("-".into(), |s| s.to_string())))
        ));
        for Macro { state, members, steps } in &m.macros {
            let _ = write!(self.text, "m {state} {} :", join(members));
            for &(letter, t) in steps {
                push_step(&mut self.text, &self.prover.alphabet, letter as usize, t);
            }
            self.text.push('\n');
        }
    }

    /// Macros as sets: one representative of each bisimulation class is enough.
    fn subsets(&self, f: usize, target: &Dfa, machine: &Dfa) -> Result<Macros, Limit> {
        let period = self.prover.numeration.period();
        let phases = target.phases(period);
        let modes = self.prover.game.modes();
        let Keyed { nfa, keys, .. } =
            Nfa::build_with_keys(&self.labelled[f], target, &phases, period, modes, self.limits)?;
        let (class, _) = nfa.bisimulation(1, self.limits)?;
        // Macros by machine state and set of classes; several may differ in their representatives.
        let mut classes: Interner<u32> = Interner::new();
        let mut bucket: Vec<Vec<u32>> = Vec::new();
        let mut macros: Vec<Macro> = Vec::new();
        let mut find = |d: u32, all: &[u32], macros: &mut Vec<Macro>| -> u32 {
            // `all` is sorted; the least representative of each class.
            let mut chosen: Vec<(u32, u32)> = all.iter().map(|&s| (class[s as usize], s)).collect();
            chosen.sort_unstable();
            chosen.dedup_by_key(|c| c.0);
            let mut key = vec![d];
            key.extend(chosen.iter().map(|c| c.0));
            let (id, new) = classes.intern(&key);
            if new {
                bucket.push(Vec::new());
            }
            let known = bucket[id]
                .iter()
                .find(|&&m| macros[m as usize].members.iter().all(|s| all.binary_search(s).is_ok()));
            if let Some(&m) = known {
                return m;
            }
            let mut members: Vec<u32> = chosen.iter().map(|c| c.1).collect();
            members.sort_unstable();
            macros.push(Macro { state: d, members, steps: Vec::new() });
            bucket[id].push(macros.len() as u32 - 1);
            macros.len() as u32 - 1
        };
        let mut starts = Vec::new();
        for mode in 0..modes {
            let mut all = nfa.starts[mode].clone();
            all.sort_unstable();
            all.dedup();
            let d = machine.starts()[mode];
            starts.push((d != 0).then(|| find(d, &all, &mut macros)));
        }
        let mut at = 0;
        while at < macros.len() {
            self.limits.check("a certificate", macros.len(), macros.len() * 200)?;
            let d = macros[at].state;
            let mut moves: Vec<(u32, u32)> = Vec::new();
            for &s in &macros[at].members {
                moves.extend_from_slice(nfa.edges(s));
            }
            moves.sort_unstable();
            moves.dedup();
            let mut steps = Vec::new();
            for group in moves.chunk_by(|a, b| a.0 == b.0) {
                let letter = group[0].0;
                let next = machine.next(d, letter);
                if next != 0 {
                    let all: Vec<u32> = group.iter().map(|m| m.1).collect();
                    steps.push((letter, find(next, &all, &mut macros)));
                }
            }
            macros[at].steps = steps;
            at += 1;
        }
        // Number the labels that occur.
        let mut number: FastMap<u32, u32> = FastMap::default();
        let mut labels = Vec::new();
        for m in &mut macros {
            for s in &mut m.members {
                let key = &keys[*s as usize];
                *s = *number.entry(*s).or_insert_with(|| {
                    labels.push((phases[key[0] as usize], key.clone()));
                    labels.len() as u32 - 1
                });
            }
        }
        Ok(Macros { labels, sterile: 0, macros, starts })
    }

    /// Macros as exact multisets of the labels that are not sterile.
    fn multisets(&self, f: usize, target: &Dfa, machine: &Dfa, cap: u8) -> Result<Macros, Limit> {
        let period = self.prover.numeration.period();
        let phases = target.phases(period);
        let modes = self.prover.game.modes();
        let universe = &self.prover.universe;
        let Keyed { nfa, keys, dropped: sterile } =
            Nfa::build_with_keys(&self.labelled[f], target, &phases, period, modes, self.limits)?;
        let mut sets: Interner<u32> = Interner::new();
        let mut macros: Vec<Macro> = Vec::new();
        let mut valid: Vec<u32> = Vec::new();
        // The slice: state of the universe, then the members.
        let mut find = |d: u32, v: u32, members: &[u64], macros: &mut Vec<Macro>, valid: &mut Vec<u32>| {
            let mut key = vec![v];
            key.extend(members.iter().map(|&s| s as u32));
            let (id, new) = sets.intern(&key);
            if new {
                macros.push(Macro { state: d, members: key[1..].to_vec(), steps: Vec::new() });
                valid.push(v);
            }
            id as u32
        };
        let mut starts = Vec::new();
        for mode in 0..modes {
            let mut members: Vec<u64> = nfa.starts[mode].iter().map(|&s| u64::from(s)).collect();
            members.sort_unstable();
            cap_repeats(&mut members, cap);
            let d = machine.starts()[mode];
            let some = !members.is_empty();
            starts.push(some.then(|| find(d, universe.starts()[mode], &members, &mut macros, &mut valid)));
        }
        let mut at = 0;
        while at < macros.len() {
            self.limits.check("a certificate", macros.len(), macros.len() * 200)?;
            let d = macros[at].state;
            let mut moves: Vec<u64> = Vec::new();
            for &s in &macros[at].members {
                moves.extend(nfa.edges(s).iter().map(|&(l, t)| u64::from(l) << 32 | u64::from(t)));
            }
            moves.sort_unstable();
            cap_repeats(&mut moves, cap);
            let mut steps = Vec::new();
            for group in moves.chunk_by(|a, b| a >> 32 == b >> 32) {
                let letter = (group[0] >> 32) as u32;
                let v = universe.next(valid[at], letter);
                if v != 0 {
                    let members: Vec<u64> = group.iter().map(|&m| m & 0xFFFF_FFFF).collect();
                    steps.push((letter, find(machine.next(d, letter), v, &members, &mut macros, &mut valid)));
                }
            }
            macros[at].steps = steps;
            at += 1;
        }
        let dropped = sterile.len();
        let labels = keys.into_iter().chain(sterile).map(|key| (phases[key[0] as usize], key)).collect();
        Ok(Macros { labels, sterile: dropped, macros, starts })
    }
}

fn push_step(text: &mut String, alphabet: &Alphabet, letter: usize, target: u32) {
    for (i, d) in alphabet.digits(letter).iter().enumerate() {
        let _ = write!(text, "{}{d}", if i == 0 { ' ' } else { ',' });
    }
    let _ = write!(text, ">{target}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Family;
    use crate::learn::{Options, learn};
    use crate::numeration::Numeration;
    use crate::oracle::PositionTable;

    /// Families that are put off are used only along words still missing; the certificate is accepted.
    #[test]
    fn late_families_are_certified() {
        let mut game = Game::new(2);
        for family in [Family::nim(2, 0), Family::nim(2, 1), Family::ray("diagonal", &[1, 1])] {
            game = game.family(family);
        }
        for convention in [Convention::Normal, Convention::Misere] {
            game.convention = convention;
            let table = PositionTable::by_rules(&game, 100).unwrap();
            let outcome = learn(&game, &Numeration::zeckendorf(), &table, &Options::default()).unwrap();
            let proof = outcome.proved().unwrap();
            let limits = Limits::default();
            let usual = proof.certificate("", &limits).unwrap();
            for easy in [0, 70] {
                let text = proof.write_certificate("", easy, &limits).unwrap();
                assert_ne!(text, usual);
                wythoff_certificate::automaton::check(&text).unwrap();
            }
        }
    }
}
