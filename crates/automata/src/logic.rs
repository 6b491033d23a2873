//! First-order statements about sets of positions, decided by automata.
//!
//! Variables run over all nonnegative integers. The sets {x : a formula holds of x} are built from below: linear and
//! modular conditions as for moves, membership by an automaton of positions, `not`, `and`, `or` by products, and
//! `exists` by forgetting the digits of a variable and determinising (Büchi's argument, in any numeration in which
//! addition is an automaton). Every set that is met is kept, minimal, as a [`Step`]: a checker that recomputes each from
//! the ones before needs no search.

use crate::dfa::{Alphabet, Dfa};
use crate::error::AutomataError;
use crate::game::{Atom, Game};
use crate::hash::Interner;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::prove::Prover;
use crate::smallest::{self, Accepted};

/// A variable, by its number.
pub type Variable = usize;

/// A formula; its variables run over the nonnegative integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// Always, or never.
    Constant(bool),
    /// The variables are the piles of a position of a set; `mode` numbers the values of its bounded coordinates.
    Member {
        /// Which of the sets.
        set: usize,
        /// The value of the bounded coordinates, first coordinate fastest.
        mode: usize,
        /// One variable a pile.
        piles: Vec<Variable>,
    },
    /// lo <= sum of coefficient · variable <= hi.
    Linear {
        /// Coefficients of the variables.
        terms: Vec<(Variable, i64)>,
        /// The lower bound.
        lo: Option<i64>,
        /// The upper bound.
        hi: Option<i64>,
    },
    /// sum of coefficient · variable = residue modulo a number.
    Mod {
        /// Coefficients of the variables.
        terms: Vec<(Variable, i64)>,
        /// The modulus.
        modulus: u32,
        /// The residue.
        residue: u32,
    },
    /// It does not hold.
    Not(Box<Formula>),
    /// Both hold.
    And(Box<Formula>, Box<Formula>),
    /// One of them holds.
    Or(Box<Formula>, Box<Formula>),
    /// It holds for some value of the variable.
    Exists(Variable, Box<Formula>),
}

impl Formula {
    /// a implies b.
    pub fn implies(a: Formula, b: Formula) -> Formula {
        Formula::Or(Box::new(Formula::Not(Box::new(a))), Box::new(b))
    }

    /// Both or neither.
    pub fn iff(a: Formula, b: Formula) -> Formula {
        let one_way = Formula::implies(a.clone(), b.clone());
        Formula::And(Box::new(one_way), Box::new(Formula::implies(b, a)))
    }

    /// It holds for every value of the variable.
    pub fn all(variable: Variable, formula: Formula) -> Formula {
        Formula::Not(Box::new(Formula::Exists(variable, Box::new(Formula::Not(Box::new(formula))))))
    }
}

/// The tuples that satisfy a formula: an automaton that reads one digit a variable, variables in increasing order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The variables of the tuples, increasing.
    pub variables: Vec<Variable>,
    /// The minimal automaton.
    pub dfa: Dfa,
}

/// One step of a decision: what was done with the relations on top of the stack, and what came of it.
#[derive(Debug, Clone)]
pub struct Step {
    /// The step, as a certificate has it: `set 0 0 : 0 1`, `linear 0 - : 0 1 1 -1`, `not`, `and`, `or`, `exists 1`.
    pub name: String,
    /// The relation on top of the stack afterwards.
    pub relation: Relation,
}

/// Decides formulas about sets of positions in one numeration.
pub struct Logic<'a> {
    numeration: &'a Numeration,
    sets: Vec<&'a Dfa>,
    limits: &'a Limits,
    /// What was done, in order.
    pub steps: Vec<Step>,
}

/// Most variables at once.
const VARIABLES: usize = 8;

impl<'a> Logic<'a> {
    /// About these sets, automata of positions in the numeration.
    pub fn new(numeration: &'a Numeration, sets: Vec<&'a Dfa>, limits: &'a Limits) -> Logic<'a> {
        Logic { numeration, sets, limits, steps: Vec::new() }
    }

    fn alphabet(&self, tracks: usize) -> Result<Alphabet, AutomataError> {
        if tracks > VARIABLES {
            return Err(Limit::Variables { limit: VARIABLES }.into());
        }
        Alphabet::new(&Game::new(tracks), self.numeration)
    }

    fn letters(&self, tracks: usize) -> Result<usize, AutomataError> {
        if tracks == 0 { Ok(1) } else { Ok(self.alphabet(tracks)?.letters()) }
    }

    /// All tuples of so many numbers.
    fn universe(&self, tracks: usize) -> Result<Dfa, AutomataError> {
        if tracks > 0 {
            return Ok(Dfa::universe(self.numeration, &self.alphabet(tracks)?, 1));
        }
        // No numbers: words of the one letter there is, of any length that is a multiple of the period.
        let period = self.numeration.period() as u32;
        let delta = (0..=period).map(|s| if s == 0 { 0 } else { s % period + 1 }).collect();
        let output = (0..=period).map(|s| u8::from(s == 1)).collect();
        Ok(Dfa::raw(1, delta, output, vec![1]))
    }

    /// The tuples that satisfy a formula.
    pub fn relation(&mut self, formula: &Formula) -> Result<Relation, AutomataError> {
        let (name, relation) = match formula {
            Formula::Constant(truth) => {
                let all = self.universe(0)?;
                let dfa = if *truth { all } else { Dfa::empty(1, 1) };
                (if *truth { "true" } else { "false" }.to_string(), Relation { variables: Vec::new(), dfa })
            }
            Formula::Member { set, mode, piles } => {
                let list: Vec<String> = piles.iter().map(usize::to_string).collect();
                (format!("set {set} {mode} : {}", list.join(" ")), self.member(*set, *mode, piles)?)
            }
            Formula::Linear { terms, lo, hi } => {
                let bound = |b: &Option<i64>| b.map_or("-".to_string(), |b| b.to_string());
                let name = format!("linear {} {} : {}", bound(lo), bound(hi), listed(terms));
                let atom = |before: Vec<i64>| Atom::before(&before, *lo, *hi);
                (name, self.atom(terms, &atom)?)
            }
            Formula::Mod { terms, modulus, residue } => {
                let name = format!("mod {modulus} {residue} : {}", listed(terms));
                let atom = |before: Vec<i64>| {
                    let after = vec![0; before.len()];
                    Atom::Mod { before, after, modulus: *modulus, residue: *residue }
                };
                (name, self.atom(terms, &atom)?)
            }
            Formula::Not(a) => {
                let a = self.relation(a)?;
                let dfa = self.universe(a.variables.len())?.difference(&a.dfa, self.limits)?;
                ("not".to_string(), Relation { variables: a.variables, dfa })
            }
            Formula::And(a, b) | Formula::Or(a, b) => {
                let (a, b) = (self.relation(a)?, self.relation(b)?);
                let mut variables = [a.variables.clone(), b.variables.clone()].concat();
                variables.sort_unstable();
                variables.dedup();
                let (a, b) = (self.cylinder(&a, &variables)?, self.cylinder(&b, &variables)?);
                let and = matches!(formula, Formula::And(..));
                let dfa = if and { a.intersection(&b, self.limits)? } else { a.sum(&b, 1, self.limits)? };
                (if and { "and" } else { "or" }.to_string(), Relation { variables, dfa })
            }
            Formula::Exists(variable, a) => {
                let a = self.relation(a)?;
                (format!("exists {variable}"), self.exists(*variable, a)?)
            }
        };
        self.steps.push(Step { name, relation: relation.clone() });
        Ok(relation)
    }

    /// The set of a game with its piles named by variables, which may repeat.
    fn member(&self, set: usize, mode: usize, piles: &[Variable]) -> Result<Relation, AutomataError> {
        let source = *self.sets.get(set).ok_or(Limit::Variables { limit: self.sets.len() })?;
        let letters = self.letters(piles.len())?;
        if source.letters() != letters || mode >= source.starts().len() {
            let (need_letters, need_starts) = (letters, mode + 1);
            let (letters, starts) = (source.letters(), source.starts().len());
            return Err(AutomataError::Automaton { letters, starts, need_letters, need_starts });
        }
        let delta = (0..=source.states() as u32).flat_map(|s| source.row(s).iter().copied()).collect();
        let output = (0..=source.states() as u32).map(|s| u8::from(source.output(s) != 0)).collect();
        let dfa = Dfa::raw(letters, delta, output, vec![source.starts()[mode]]);
        let mut variables = piles.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let dfa = self.renamed(&dfa, piles, &variables)?;
        Ok(Relation { variables, dfa })
    }

    fn atom(
        &self,
        terms: &[(Variable, i64)],
        atom: &dyn Fn(Vec<i64>) -> Atom,
    ) -> Result<Relation, AutomataError> {
        let mut variables: Vec<Variable> = terms.iter().map(|t| t.0).collect();
        variables.sort_unstable();
        variables.dedup();
        if variables.is_empty() {
            let holds = atom(Vec::new()).holds(&[], &[]);
            let dfa = if holds { self.universe(0)? } else { Dfa::empty(1, 1) };
            return Ok(Relation { variables, dfa });
        }
        let coefficient =
            |v: &Variable| terms.iter().filter(|t| t.0 == *v).map(|t| i128::from(t.1)).sum::<i128>();
        let before = variables.iter().map(|v| i64::try_from(coefficient(v)));
        let before =
            before.collect::<Result<Vec<i64>, _>>().map_err(|_| Limit::Numbers { what: "a condition" })?;
        let prover = Prover::new(&Game::new(variables.len()), self.numeration, self.limits)?;
        let dfa = prover.set_of(&[vec![atom(before)]], self.limits)?;
        Ok(Relation { variables, dfa })
    }

    /// The same automaton on more variables.
    fn cylinder(&self, relation: &Relation, onto: &[Variable]) -> Result<Dfa, AutomataError> {
        if relation.variables == onto {
            return Ok(relation.dfa.clone());
        }
        self.renamed(&relation.dfa, &relation.variables, onto)
    }

    /// An automaton on tracks named `from`, read on the tracks `onto`, which has them all.
    fn renamed(&self, dfa: &Dfa, from: &[Variable], onto: &[Variable]) -> Result<Dfa, AutomataError> {
        let letters = self.letters(onto.len())?;
        let base = usize::from(self.numeration.max_digit()) + 1;
        let digit = |letter: usize, track: usize| letter / base.pow(track as u32) % base;
        let place = |v: &Variable| onto.iter().position(|o| o == v).unwrap_or(0);
        let map: Vec<u32> = (0..letters)
            .map(|letter| from.iter().rev().fold(0, |l, v| l * base as u32 + digit(letter, place(v)) as u32))
            .collect();
        let mut delta = Vec::with_capacity((dfa.states() + 1) * letters);
        for state in 0..=dfa.states() as u32 {
            self.limits.check("a relation", state as usize, delta.len() * 4)?;
            delta.extend(map.iter().map(|l| dfa.next(state, *l)));
        }
        let output = (0..=dfa.states() as u32).map(|s| dfa.output(s)).collect();
        let read = Dfa::raw(letters, delta, output, dfa.starts().to_vec());
        Ok(read.intersection(&self.universe(onto.len())?, self.limits)?)
    }

    /// The tuples that have some value of the variable.
    fn exists(&self, variable: Variable, relation: Relation) -> Result<Relation, AutomataError> {
        let Some(track) = relation.variables.iter().position(|v| *v == variable) else {
            return Ok(relation);
        };
        let mut variables = relation.variables;
        variables.remove(track);
        let letters = self.letters(variables.len())?;
        let base = usize::from(self.numeration.max_digit()) + 1;
        let low = base.pow(track as u32);
        let dfa = &relation.dfa;
        // The letters that leave the other digits as they are.
        let hidden = |letter: usize| {
            let (below, above) = (letter % low, letter / low);
            (0..base).map(move |d| (below + d * low + above * low * base) as u32)
        };
        let tidy = |mut list: Vec<u32>| {
            list.retain(|s| *s != 0);
            list.sort_unstable();
            list.dedup();
            list
        };
        let step = |set: &[u32], letter: usize| {
            tidy(set.iter().flat_map(|s| hidden(letter).map(|l| dfa.next(*s, l))).collect())
        };
        // The value may have more digits than the others: blocks of zeros there, anything here.
        let mut start = tidy(vec![dfa.starts()[0]]);
        loop {
            let next = (0..self.numeration.period()).fold(start.clone(), |set, _| step(&set, 0));
            let more = tidy([start.clone(), next].concat());
            if more == start {
                break;
            }
            start = more;
        }
        let mut sets: Interner<u32> = Interner::new();
        sets.intern(&[]);
        let first = sets.intern(&start).0 as u32;
        let (mut delta, mut output) = (vec![0u32; letters], vec![0u8]);
        let mut at = 1;
        while at < sets.len() {
            self.limits.check("a projection", sets.len(), sets.bytes() + sets.len() * letters * 4)?;
            let set = sets.get(at).to_vec();
            output.push(u8::from(set.iter().any(|s| dfa.output(*s) != 0)));
            for letter in 0..letters {
                delta.push(sets.intern(&step(&set, letter)).0 as u32);
            }
            at += 1;
        }
        Ok(Relation { variables, dfa: Dfa::raw(letters, delta, output, vec![first]).minimised() })
    }

    /// A tuple outside the relation, with as few digits as possible; `None` if it holds of all tuples.
    pub fn counterexample(&self, relation: &Relation) -> Result<Option<Vec<u64>>, AutomataError> {
        let outside = self.universe(relation.variables.len())?.difference(&relation.dfa, self.limits)?;
        self.first(&Relation { variables: relation.variables.clone(), dfa: outside })
    }

    /// A tuple of the relation, with as few digits as possible and then the least sum; `None` if it is empty.
    pub fn first(&self, relation: &Relation) -> Result<Option<Vec<u64>>, AutomataError> {
        if relation.dfa.starts()[0] == 0 {
            return Ok(None);
        }
        if relation.variables.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let game = Game::new(relation.variables.len());
        let alphabet = self.alphabet(relation.variables.len())?;
        let graph = Accepted(&relation.dfa);
        let Some(word) = smallest::shortest(&graph, 1, self.limits)? else { return Ok(None) };
        let word = smallest::least(&graph, word, &game, self.numeration, &alphabet, self.limits);
        let value = |track: usize| self.numeration.value(&alphabet.track(&word.letters, track));
        let values = (0..relation.variables.len()).map(value).collect::<Option<Vec<u64>>>();
        Ok(Some(values.ok_or(Limit::Length { digits: word.letters.len() })?))
    }

    /// The tuples of the relation below a bound, in lexicographic order, at most so many, and whether these are all
    /// there are below it.
    pub fn below(
        &self,
        relation: &Relation,
        bound: u64,
        most: usize,
    ) -> Result<(Vec<Vec<u64>>, bool), AutomataError> {
        let tracks = relation.variables.len();
        if tracks == 0 {
            let some = relation.dfa.starts()[0] != 0;
            return Ok((if some { vec![Vec::new()] } else { Vec::new() }, true));
        }
        let alphabet = self.alphabet(tracks)?;
        let length = self.numeration.length(bound.saturating_sub(1));
        let mut found = Vec::new();
        let mut word: Vec<u32> = Vec::new();
        let whole =
            self.enumerate(&relation.dfa, relation.dfa.starts()[0], length, &mut word, &mut |word| {
                let value = |track: usize| self.numeration.value(&alphabet.track(word, track));
                if let Some(tuple) = (0..tracks).map(value).collect::<Option<Vec<u64>>>()
                    && tuple.iter().all(|v| *v < bound)
                {
                    found.push(tuple);
                }
                found.len() <= most
            })?;
        found.sort();
        found.truncate(most);
        Ok((found, whole))
    }

    /// Calls `visit` with every accepted word of a length until it says no; whether all were visited.
    fn enumerate(
        &self,
        dfa: &Dfa,
        state: u32,
        left: usize,
        word: &mut Vec<u32>,
        visit: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Result<bool, AutomataError> {
        if state == 0 {
            return Ok(true);
        }
        if left == 0 {
            return Ok(dfa.output(state) == 0 || visit(word));
        }
        self.limits.check("a list of positions", 0, 0)?;
        for letter in 0..dfa.letters() as u32 {
            word.push(letter);
            let all = self.enumerate(dfa, dfa.next(state, letter), left - 1, word, visit)?;
            word.pop();
            if !all {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The steps as lines of a certificate, each with its automaton.
    pub fn lines(&self) -> Result<Vec<String>, AutomataError> {
        let mut out = Vec::new();
        let base = usize::from(self.numeration.max_digit()) + 1;
        for step in &self.steps {
            let Relation { variables, dfa } = &step.relation;
            out.push(step.name.clone());
            out.push(format!("automaton step {}", dfa.states()));
            out.push(format!("starts {}", dfa.starts()[0]));
            for state in 1..=dfa.states() as u32 {
                let mut line = format!("s {}", dfa.output(state));
                for (letter, to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != 0) {
                    let digit = |track: usize| (letter / base.pow(track as u32) % base).to_string();
                    let digits: Vec<String> = (0..variables.len()).map(digit).collect();
                    // Without variables there is one letter, written `-`.
                    let digits = if digits.is_empty() { "-".to_string() } else { digits.join(",") };
                    line += &format!(" {digits}>{to}");
                }
                out.push(line);
            }
        }
        Ok(out)
    }
}

fn listed(terms: &[(Variable, i64)]) -> String {
    terms.iter().map(|(v, c)| format!("{v} {c}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether a formula holds of values, quantifiers bounded: the definition.
    fn holds(formula: &Formula, values: &mut Vec<u64>, below: u64, set: &dyn Fn(&[u64]) -> bool) -> bool {
        let sum = |terms: &[(Variable, i64)], values: &[u64]| -> i64 {
            terms.iter().map(|(v, c)| c * values[*v] as i64).sum()
        };
        match formula {
            Formula::Constant(truth) => *truth,
            Formula::Member { piles, .. } => set(&piles.iter().map(|v| values[*v]).collect::<Vec<_>>()),
            Formula::Linear { terms, lo, hi } => {
                let sum = sum(terms, values);
                lo.is_none_or(|lo| sum >= lo) && hi.is_none_or(|hi| sum <= hi)
            }
            Formula::Mod { terms, modulus, residue } => {
                (sum(terms, values) - i64::from(*residue)).rem_euclid(i64::from(*modulus)) == 0
            }
            Formula::Not(a) => !holds(a, values, below, set),
            Formula::And(a, b) => holds(a, values, below, set) && holds(b, values, below, set),
            Formula::Or(a, b) => holds(a, values, below, set) || holds(b, values, below, set),
            Formula::Exists(v, a) => (0..below).any(|value| {
                let old = std::mem::replace(&mut values[*v], value);
                let found = holds(a, values, below, set);
                values[*v] = old;
                found
            }),
        }
    }

    /// Formulas on the variables 0, 1, 2 whose witnesses, if there are any, are small.
    fn formulas() -> impl Strategy<Value = Formula> {
        let term = proptest::collection::vec((0usize..3, -2i64..3), 1..3);
        let leaf = prop_oneof![
            (0usize..3, 0usize..3).prop_map(|(a, b)| Formula::Member { set: 0, mode: 0, piles: vec![a, b] }),
            (term.clone(), -3i64..4, 0i64..3).prop_map(|(terms, lo, w)| Formula::Linear {
                terms,
                lo: Some(lo),
                hi: Some(lo + w)
            }),
            (term, 2u32..4, 0u32..2).prop_map(|(terms, modulus, residue)| Formula::Mod {
                terms,
                modulus,
                residue
            }),
        ];
        leaf.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|a| Formula::Not(Box::new(a))),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::And(Box::new(a), Box::new(b))),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Formula::Or(Box::new(a), Box::new(b))),
                // Bounded by x + 7, so that a search below 7 more than the others decides it.
                (0usize..3, 0usize..3, inner).prop_map(|(v, x, a)| {
                    let near = Formula::Linear { terms: vec![(v, 1), (x, -1)], lo: None, hi: Some(7) };
                    let near = if v == x {
                        Formula::Linear { terms: vec![(v, 1)], lo: None, hi: Some(7) }
                    } else {
                        near
                    };
                    Formula::Exists(v, Box::new(Formula::And(Box::new(near), Box::new(a))))
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn relations_agree_with_the_definition(formula in formulas(), system in 0usize..4) {
            let numeration: Numeration =
                ["zeckendorf", "base 2", "ostrowski 2", "ostrowski 1 2"][system].parse().unwrap();
            let limits = Limits::default();
            // The set: y = x or y = x + 2.
            let prover = Prover::new(&Game::new(2), &numeration, &limits).unwrap();
            let apart = |d: i64| vec![Atom::before(&[-1, 1], Some(d), Some(d))];
            let set = prover.set_of(&[apart(0), apart(2)], &limits).unwrap();
            let member = |p: &[u64]| p[1] == p[0] || p[1] == p[0] + 2;
            let mut logic = Logic::new(&numeration, vec![&set], &limits);
            let relation = logic.relation(&formula).unwrap();
            let alphabet = Alphabet::new(&Game::new(relation.variables.len().max(1)), &numeration).unwrap();
            for code in 0..125u64 {
                let mut values = vec![code % 5, code / 5 % 5, code / 25];
                let length = numeration.length(5) + numeration.period();
                let words: Vec<Vec<u8>> =
                    relation.variables.iter().map(|v| numeration.digits(values[*v], length).unwrap()).collect();
                let letters = if words.is_empty() {
                    vec![0; length]
                } else {
                    alphabet.word(&words).unwrap()
                };
                let found = relation.dfa.run(0, &letters) != 0;
                prop_assert_eq!(found, holds(&formula, &mut values, 30, &member), "{:?} {:?}", formula, code);
            }
        }
    }
}
