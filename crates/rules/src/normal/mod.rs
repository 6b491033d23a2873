//! The normal form of a game's moves, and when two games have the same ones.
//!
//! Bound rules become a union of conjunctions of linear conditions and congruences on what is taken and what is left; what
//! is not linear is an unknown function of its arguments ([`term`]). In this form the spelling is gone: ranges and
//! conditions, absolute values and cases, ordered, unordered and sorted piles all say the same kind of thing. Whether one
//! union is contained in another is then decided exactly ([`decide`], [`omega`]), within a stated amount of work, or left
//! open. An answer that is not open is a proof: nothing is compared on examples, except to see quickly that two games differ.

mod atom;
mod decide;
mod omega;
mod read;
mod relation;
mod term;
#[cfg(test)]
mod tests;

use crate::bind::Rules;
use crate::error::RuleError;
use atom::Atom;
use decide::Decide;
use omega::Effort;
use relation::{Part, Reading, turned};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use term::{Opaque, Symbol, Symbols, Term};

/// Work for one comparison, in rows of the elimination: some tens of milliseconds.
const EFFORT: u64 = 150_000;

/// Why rules cannot be brought to normal form, or two of them not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outside {
    /// A number or a form is too large.
    Size,
    /// An expression has no meaning here.
    Meaning,
    /// The rules may fail where they are evaluated.
    Failure,
    /// The work would be too much.
    Effort,
}

/// What is known of a statement about two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It holds for every position.
    Holds,
    /// It does not.
    Fails,
    /// It is not decided: the rules have parts that are not linear and not the same, or the work would be too much.
    Open,
}

/// A quantity of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// What is taken from a coordinate.
    Taken(usize),
    /// What is left of a coordinate.
    Left(usize),
}

/// The moves of bound rules in normal form, to be compared with others.
///
/// ```
/// use wythoff_rules::{Decision, Rules, Relation};
/// let mine = Rules::read("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3").unwrap();
/// let text = "param t >= 1 = 3\npiles unordered x, y\nmove (i, 0)\nmove (k, l) where |k - l| < t";
/// let mut relation = Relation::of(&mine).unwrap();
/// assert_eq!(relation.is_same_game(&Rules::read(text).unwrap()), Decision::Holds);
/// assert_eq!(relation.is_same_game(&Rules::read(&text.replace("= 3", "= 4")).unwrap()), Decision::Fails);
/// ```
pub struct Relation<'a> {
    rules: &'a Rules,
    decide: Decide,
    own: Reading,
    probes: Vec<(Vec<u64>, Vec<Vec<u64>>)>,
}

/// In how many orders the piles of a sorted position can stand.
fn orders_of(position: &[u64]) -> u64 {
    let mut equal = 0;
    let mut orders = 1u64;
    for (i, pile) in position.iter().enumerate() {
        equal = if i > 0 && position[i - 1] == *pile { equal + 1 } else { 1 };
        // i! over the factorials of the runs of equal piles so far: 12 piles at most.
        orders = orders * (i as u64 + 1) / equal;
    }
    orders
}

/// The options of a position.
type Options = BTreeSet<Vec<u64>>;

impl<'a> Relation<'a> {
    /// The moves of a game in normal form; `None` where they cannot be brought to it.
    pub fn of(rules: &'a Rules) -> Option<Relation<'a>> {
        let symbols = Symbols::new(rules.coordinates.len(), rules.memory.len());
        let mut decide =
            Decide { symbols, bounds: rules.bounds.clone(), effort: Effort::new(EFFORT, &rules.budget) };
        let own = Reading::of(rules, &mut decide).ok()?;
        let mut probes = Vec::new();
        if rules.memory.is_empty() {
            for position in small_positions(rules) {
                if let Ok(options) = rules.options(&position) {
                    probes.push((position, options));
                }
            }
        }
        Some(Relation { rules, decide, own, probes })
    }

    /// Whether another text says the same game: the same positions, starts, moves and conventions.
    pub fn is_same_game(&mut self, other: &Rules) -> Decision {
        if !self.alike(other) || !self.same_convention(other) {
            return Decision::Fails;
        }
        if self.seen_apart(other, |mine, theirs| mine == theirs) {
            return Decision::Fails;
        }
        self.compared(other, |relation, theirs, other| {
            if relation.own == *theirs {
                return Ok(true);
            }
            Ok(relation.same_sets(theirs)?
                && relation.included(other, theirs, true)?
                && relation.included(other, theirs, false)?)
        })
    }

    /// Whether every move of the other game is a move of this one, positions being the same.
    pub fn contains_moves_of(&mut self, other: &Rules) -> Decision {
        if !self.alike(other) || self.seen_apart(other, |mine, theirs| theirs.is_subset(mine)) {
            return Decision::Fails;
        }
        self.compared(other, |relation, theirs, other| {
            Ok(relation.same_sets(theirs)? && relation.included(other, theirs, false)?)
        })
    }

    /// Whether every move of this game is a move of the other one, positions being the same.
    pub fn is_within_moves_of(&mut self, other: &Rules) -> Decision {
        if !self.alike(other) || self.seen_apart(other, |mine, theirs| mine.is_subset(theirs)) {
            return Decision::Fails;
        }
        self.compared(other, |relation, theirs, other| {
            Ok(relation.same_sets(theirs)? && relation.included(other, theirs, true)?)
        })
    }

    /// Every condition "less than so much is taken from this coordinate" whose bound can be written with the names given:
    /// the bound, plus the quantities given, as an expression of the rule language.
    ///
    /// ```
    /// use wythoff_rules::{Quantity, Relation, Rules};
    /// let rules = Rules::read("(i,0) (0,i) (k,l) where k <= l <= k*k + 8").unwrap();
    /// let name = |q| (q == Quantity::Taken(0)).then(|| "k".to_string());
    /// assert_eq!(Relation::of(&rules).unwrap().bounds_on(1, &[], &name), ["k^2 + 9"]);
    /// ```
    pub fn bounds_on(
        &self,
        coordinate: usize,
        plus: &[(Quantity, i64)],
        name: &dyn Fn(Quantity) -> Option<String>,
    ) -> Vec<String> {
        let count = self.decide.symbols.coordinates;
        let named = |symbol: Symbol| match symbol {
            s if s < count => name(Quantity::Taken(s)),
            s if s < 2 * count => name(Quantity::Left(s - count)),
            _ => None,
        };
        let symbol_of = |quantity: &Quantity| match quantity {
            Quantity::Taken(c) => self.decide.symbols.taken(*c),
            Quantity::Left(c) => self.decide.symbols.left(*c),
        };
        let mut out: Vec<String> = Vec::new();
        for part in &self.own.parts {
            for atom in &part.moves.atoms {
                let (Atom::AtLeast(term) | Atom::Zero(term)) = atom else { continue };
                let taken = self.decide.symbols.taken(coordinate);
                if term.coefficient(taken) != -1 || matches!(atom, Atom::Zero(_)) {
                    continue;
                }
                let mut bound = term.plus(&Term::symbol(taken), 1).and_then(|t| t.shifted(1));
                for (quantity, times) in plus {
                    let quantity = Term::symbol(symbol_of(quantity));
                    bound = bound.and_then(|t| t.plus(&quantity, i128::from(*times)));
                }
                let written = bound.ok().and_then(|bound| self.decide.symbols.written(&bound, &named));
                out.extend(written.filter(|text| !out.contains(text)));
            }
        }
        out
    }

    /// The numbers in the conditions, in increasing order: what parameters may have been.
    pub fn numbers(&self) -> Vec<u64> {
        let mut out: Vec<u64> = Vec::new();
        let mut note = |n: i128| out.extend(u64::try_from(n.unsigned_abs()).ok());
        let mut terms: Vec<&Term> = Vec::new();
        for part in &self.own.parts {
            for atom in &part.moves.atoms {
                if let Atom::Divides(m, _) | Atom::Leaves(m, _) = atom {
                    note(*m);
                }
                terms.push(atom.term());
            }
        }
        for term in &terms {
            note(term.constant);
            term.parts.iter().for_each(|(_, c)| note(*c));
            self.decide.symbols.visit(term, &mut |symbol| {
                if let Some(Opaque::Quotient(inner, m)) = self.decide.symbols.opaque(symbol) {
                    note(*m);
                    note(inner.constant);
                }
            });
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether a look at a few positions shows that the options do not stand so to each other.
    fn seen_apart(&self, other: &Rules, stand: impl Fn(&Options, &Options) -> bool) -> bool {
        let sorted = self.rules.is_symmetric() != other.is_symmetric();
        let options = |options: &[Vec<u64>]| -> Options {
            let mut options = options.to_vec();
            if sorted {
                options.iter_mut().for_each(|option| option.sort_unstable());
            }
            options.into_iter().collect()
        };
        self.probes.iter().any(|(position, mine)| {
            other.is_position(position) != Ok(true)
                || other.options(position).is_ok_and(|theirs| !stand(&options(mine), &options(&theirs)))
        })
    }

    /// The same coordinates and memory.
    fn alike(&self, other: &Rules) -> bool {
        let values = |rules: &Rules| rules.memory.iter().map(|(_, value)| *value).collect::<Vec<_>>();
        self.rules.piles == other.piles
            && self.rules.bounds == other.bounds
            && values(self.rules) == values(other)
    }

    /// The same convention, the families that can be blocked being compared with the moves.
    fn same_convention(&self, other: &Rules) -> bool {
        let (mine, theirs) = (&self.rules.convention, &other.convention);
        let count = |block: &Option<crate::bind::Block>| block.as_ref().map(|block| block.k);
        mine.misere == theirs.misere
            && mine.pass == theirs.pass
            && self.same_ends(other)
            && count(&mine.block) == count(&theirs.block)
    }

    /// The same ends. A game that tells orders apart names each of them, another one of all orders.
    fn same_ends(&self, other: &Rules) -> bool {
        let (one, two) = (self.rules, other);
        let (mine, theirs) = (&one.convention.terminals, &two.convention.terminals);
        if one.is_symmetric() == two.is_symmetric() {
            return mine == theirs;
        }
        let (sorted, apart) = if one.is_symmetric() { (mine, theirs) } else { (theirs, mine) };
        let orders = sorted.iter().map(|end| orders_of(end)).fold(0, u64::saturating_add);
        let in_order = |end: &Vec<u64>| {
            let mut end = end.clone();
            end.sort_unstable();
            sorted.binary_search(&end).is_ok()
        };
        orders == apart.len() as u64 && apart.iter().all(in_order)
    }

    fn compared(
        &mut self,
        other: &Rules,
        ask: impl Fn(&mut Self, &Reading, &Rules) -> Result<bool, Outside>,
    ) -> Decision {
        if self.rules.budget.check().is_err() {
            return Decision::Open;
        }
        self.decide.effort = Effort::new(EFFORT, &self.rules.budget);
        let Ok(theirs) = Reading::of(other, &mut self.decide) else { return Decision::Open };
        match ask(self, &theirs, other) {
            Ok(true) => Decision::Holds,
            Ok(false) if self.is_linear(&self.own) && self.is_linear(&theirs) => Decision::Fails,
            _ => Decision::Open,
        }
    }

    /// Whether every symbol of the moves is known completely.
    fn is_linear(&self, reading: &Reading) -> bool {
        let mut linear = true;
        for part in &reading.parts {
            for atom in &part.moves.atoms {
                self.decide.symbols.visit(atom.term(), &mut |symbol| {
                    let opaque = self.decide.symbols.opaque(symbol);
                    linear &= matches!(opaque, None | Some(Opaque::Quotient(..)));
                });
            }
        }
        linear
    }

    /// The same positions and starts.
    fn same_sets(&mut self, theirs: &Reading) -> Result<bool, Outside> {
        let own = self.own.clone();
        for (mine, other) in [(&own.positions, &theirs.positions), (&own.starts, &theirs.starts)] {
            for (these, those) in [(mine, other), (other, mine)] {
                for set in these {
                    if !self.decide.covered(set, those)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Whether my moves are among theirs (`mine`), or theirs among mine.
    fn included(&mut self, other: &Rules, theirs: &Reading, mine: bool) -> Result<bool, Outside> {
        let own = self.own.clone();
        let blocked = self.rules.convention.block.is_some();
        let in_order = |a, b| if mine { (a, b) } else { (b, a) };
        // Moves of sorted piles are first compared as such where both are.
        if own.sorted && theirs.sorted {
            let (these, those) = in_order(&own.parts, &theirs.parts);
            if self.parts_included(these, those, blocked)? {
                return Ok(true);
            }
        }
        let own = own.unsorted(self.rules, &mut self.decide)?;
        let theirs = theirs.unsorted(other, &mut self.decide)?;
        let (these, those) = in_order(&own, &theirs);
        if self.parts_included(these, those, blocked)? {
            return Ok(true);
        }
        // Options that differ by order are one where order does not matter, unless they are counted.
        let one = self.rules.is_symmetric() && other.is_symmetric();
        if !one || blocked || !self.rules.memory.is_empty() {
            return Ok(false);
        }
        let those = turned(those, self.rules, &mut self.decide)?;
        self.parts_included(these, &those, false)
    }

    fn parts_included(&mut self, these: &[Part], those: &[Part], blocked: bool) -> Result<bool, Outside> {
        let all = |parts: &[Part]| parts.iter().map(|part| part.moves.clone()).collect::<Vec<_>>();
        let free = |parts: &[Part]| {
            parts.iter().filter(|part| !part.blockable).map(|part| part.moves.clone()).collect::<Vec<_>>()
        };
        let mut questions = vec![(all(these), all(those))];
        if blocked {
            questions.push((free(these), free(those)));
        }
        for (these, those) in &questions {
            for moves in these {
                if !self.decide.covered(moves, those)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// A few positions of a game, to see quickly that another has other options there. Of many piles few have anything in them.
fn small_positions(rules: &Rules) -> Vec<Vec<u64>> {
    let few: &[[u64; 4]] = &[[1, 2, 3, 1], [4, 4, 4, 2], [2, 5, 1, 0], [7, 3, 5, 1], [6, 8, 0, 1]];
    let many: &[[u64; 4]] = &[[2, 2, 2, 2], [1, 2, 3, 1], [3, 1, 0, 0]];
    let within = |pattern: &[u64; 4]| {
        let value = |(c, bound): (usize, &Option<u64>)| {
            let value = pattern.get(c).copied().unwrap_or(0);
            bound.map_or(value, |bound| value % bound)
        };
        rules.canonical(&rules.bounds.iter().enumerate().map(value).collect::<Vec<_>>())
    };
    let patterns = if rules.piles <= 3 { few } else { many };
    patterns.iter().map(within).filter(|position| rules.is_position(position) == Ok(true)).collect()
}

impl Rules {
    /// Whether there is a move from one position to another, at the start of a game.
    pub fn has_move(&self, from: &[u64], to: &[u64]) -> Result<bool, RuleError> {
        let wanted = self.canonical(to);
        let mut walk = crate::walk::Walk::new(self, &self.canonical(from), &self.fresh_memory())?;
        walk.limit(LOOKED_AT);
        walk.aim(&wanted);
        for arranged in &self.arranged {
            let found = walk.family(arranged, &mut |walk| {
                let reached = self.canonical(&walk.to) == wanted;
                Ok(if reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if found.is_break() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Most amounts that are tried to find one move.
const LOOKED_AT: u64 = 1 << 12;
