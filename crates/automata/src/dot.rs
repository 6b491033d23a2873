//! The automaton of a proof as a drawing for Graphviz.

use crate::dfa::Alphabet;
use crate::prove::Proof;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Proof {
    /// The automaton in the language DOT: an arrow for each step, with the digits of the piles that it reads, most
    /// significant first; P-positions end in a double circle.
    ///
    /// ```
    /// use wythoff_automata::{Family, Game, Numeration, PositionTable, learn};
    /// let game = Game::new(1).family(Family::ray("two", &[2]));
    /// let table = PositionTable::by_rules(&game, 40).unwrap();
    /// let found = learn::learn(&game, &Numeration::base(2).unwrap(), &table, &learn::Options::default());
    /// let dot = found.unwrap().proved().unwrap().dot();
    /// assert!(dot.starts_with("digraph") && dot.contains("shape=doublecircle"));
    /// ```
    pub fn dot(&self) -> String {
        let dfa = self.dfa();
        let mut text = format!(
            "digraph automaton {{\n  // piles written in {}\n  rankdir=LR;\n  node [shape=circle];\n",
            self.numeration()
        );
        for (mode, start) in dfa.starts().iter().enumerate().filter(|(_, start)| **start != 0) {
            let _ = writeln!(text, "  start{mode} [shape=point];\n  start{mode} -> {start};");
        }
        let Ok(alphabet) = Alphabet::new(self.game(), self.numeration()) else { return text + "}\n" };
        for state in 1..=dfa.states() as u32 {
            if dfa.output(state) != 0 {
                let _ = writeln!(text, "  {state} [shape=doublecircle];");
            }
            let mut steps: BTreeMap<u32, Vec<String>> = BTreeMap::new();
            for (letter, &to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != 0) {
                let digits: Vec<String> = alphabet.digits(letter).iter().map(u8::to_string).collect();
                steps.entry(to).or_default().push(format!("({})", digits.join(",")));
            }
            for (to, digits) in steps {
                let _ = writeln!(text, "  {state} -> {to} [label=\"{}\"];", digits.join(" "));
            }
        }
        text + "}\n"
    }
}
