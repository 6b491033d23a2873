//! The forms of rules that theories decide: a rule text with parameters, how the parameters are read off a game's moves,
//! and the decider that they give.
//!
//! Values read off are guesses. What makes them a claim is that the form, bound to them, has the same moves as the game,
//! which is decided for all positions ([`wythoff_rules::Relation`]).
//!
//! No answers are made here.

use wythoff_rules::{Argument, Quantity, Relation, Rules, Value};

use crate::decider::{Decider, Refusal};

/// A decider, or why a theory whose form fits does not apply.
pub(crate) type Found = Result<Box<dyn Decider>, Refusal>;

/// Values for the parameters of a form.
pub(crate) type Guess = Vec<(&'static str, Argument)>;

/// What a module says of its theory: `THEORY`, which the build collects.
pub(crate) struct Theory {
    /// The rules that it decides.
    pub forms: &'static [Form],
    /// Rows of the ledger that it rests on, each with games, as the catalog or rule text says them (`misère ` before a game
    /// is its misère play), that the check of the row compares it with.
    pub cases: &'static [(&'static str, &'static [&'static str])],
}

/// A form of rules and its theory.
pub(crate) struct Form {
    /// The theory, as people call it.
    pub theory: &'static str,
    /// The rules.
    pub rules: Shape,
    /// Values of the parameters that a game of this form must have, from its moves; none if it cannot be one.
    pub read: fn(&Look<'_>) -> Vec<Guess>,
    /// The decider, from the form bound to its values.
    pub decider: fn(&Bound<'_>) -> Found,
}

impl Form {
    /// How wide a form is: a parameter that is a function or a list is wider than numbers, rules between two are wider than
    /// rules that are just these. Where several forms fit a game, the narrowest says most of it.
    pub fn width(&self) -> (usize, bool, usize) {
        let (text, between) = match self.rules {
            Shape::Exactly(text) => (text, false),
            Shape::Between(least, _) => (least, true),
        };
        let parameters = || text.lines().filter_map(|line| line.strip_prefix("param "));
        let numbers = parameters().filter(|parameter| parameter.contains(">=")).count();
        (parameters().count() - numbers, between, numbers)
    }
}

/// The rules of a form.
pub(crate) enum Shape {
    /// Just these.
    Exactly(&'static str),
    /// All moves of the first text and none beyond the second, in normal play: the winning moves of the theory are among the
    /// first, and no move of the second joins two of its P-positions.
    Between(&'static str, &'static str),
}

/// The decider as a form gives it.
pub(crate) fn found(decider: impl Decider + 'static) -> Found {
    Ok(Box::new(decider))
}

/// A game is of the form, which has no parameters, or it is not.
pub(crate) fn plain(fits: bool) -> Vec<Guess> {
    if fits { vec![Vec::new()] } else { Vec::new() }
}

/// One guess of whole numbers, or none.
pub(crate) fn numbers<const N: usize>(values: Option<[(&'static str, u64); N]>) -> Vec<Guess> {
    let text = |(name, value): (&'static str, u64)| (name, Argument::Text(value.to_string()));
    values.into_iter().map(|values| values.map(text).to_vec()).collect()
}

/// A form bound to values.
pub(crate) struct Bound<'a> {
    pub rules: &'a Rules,
}

impl Bound<'_> {
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.rules.values().iter().find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// An integer parameter; parameters too large for a machine word are left to the rules.
    pub fn int(&self, name: &str) -> Result<u64, Refusal> {
        match self.value(name) {
            Some(Value::Integer(n)) => u64::try_from(n)
                .map_err(|_| Refusal::Limit(format!("the parameter {name} = {n} does not fit 64 bits"))),
            _ => Err(Refusal::Limit(format!("there is no integer parameter {name}"))),
        }
    }
}

/// Piles so large that no bound of a rule is near, most of the time; and where a function is computed outside the language,
/// term by term, piles for which it is.
const FAR: u64 = 1 << 44;
const FAR_TERM_BY_TERM: u64 = 1 << 8;

/// Amounts are tried one by one up to this.
const NEAR: u64 = 40;

/// A game's moves as a form looks at them.
pub(crate) struct Look<'a> {
    pub rules: &'a Rules,
    relation: &'a Relation<'a>,
    numbers: Vec<u64>,
    far: u64,
}

impl<'a> Look<'a> {
    pub fn new(rules: &'a Rules, relation: &'a Relation<'a>) -> Look<'a> {
        let far = if rules.bound_game().is_some() { FAR } else { FAR_TERM_BY_TERM };
        let numbers = relation.numbers().into_iter().filter(|n| (1..1 << 30).contains(n)).collect();
        Look { rules, relation, numbers, far }
    }

    /// The number of piles, of a game that has nothing else.
    pub fn piles(&self) -> Option<usize> {
        (self.rules.piles() == self.rules.coordinates().len() && self.rules.memory().is_empty())
            .then(|| self.rules.piles())
    }

    /// Whether it is played on two piles.
    pub fn is_pair(&self) -> bool {
        self.piles() == Some(2)
    }

    /// Whether there is a move between two positions.
    pub fn moves(&self, from: &[u64], to: &[u64]) -> bool {
        self.rules.has_move(from, to).unwrap_or(false)
    }

    /// Whether a vector can be taken from large equal piles.
    pub fn takes(&self, vector: &[u64]) -> bool {
        let to: Option<Vec<u64>> = vector.iter().map(|t| self.far.checked_sub(*t)).collect();
        to.is_some_and(|to| self.moves(&vec![self.far; vector.len()], &to))
    }

    /// Whether so much can be taken from the first and the second of two large piles, the second the larger.
    pub fn takes_apart(&self, first: u64, second: u64) -> bool {
        let far = self.far;
        first <= far && second <= far && self.moves(&[far, 3 * far], &[far - first, 3 * far - second])
    }

    /// The greatest n such that something holds for 1, ..., n, if it holds for an initial run: 0 if not even for 1, `None` if
    /// there is no end.
    pub fn run(&self, holds: impl Fn(u64) -> bool) -> Option<u64> {
        if !holds(1) {
            return Some(0);
        }
        let mut known = 1;
        while holds(known * 2) {
            known *= 2;
            if known >= self.far / 8 {
                return None;
            }
        }
        let mut fails = known * 2;
        while fails - known > 1 {
            let middle = known + (fails - known) / 2;
            if holds(middle) { known = middle } else { fails = middle }
        }
        Some(known)
    }

    /// The greatest n >= 1 of a run that ends.
    pub fn bounded(&self, holds: impl Fn(u64) -> bool) -> Option<u64> {
        self.run(holds).filter(|n| *n >= 1)
    }

    /// A large pile.
    pub fn far(&self) -> u64 {
        self.far
    }

    /// Whether something holds for an amount past every bound.
    pub fn far_out(&self, holds: impl Fn(u64) -> bool) -> bool {
        holds(self.far / 4 + 1)
    }

    /// The least n for which something holds, among small numbers and those that the rules speak of.
    pub fn least(&self, holds: impl Fn(u64) -> bool) -> Option<u64> {
        self.candidates().find(|n| holds(*n))
    }

    /// Every n for which something holds, among small numbers and those that the rules speak of.
    pub fn every(&self, holds: impl Fn(u64) -> bool) -> Vec<u64> {
        self.candidates().filter(|n| holds(*n)).collect()
    }

    fn candidates(&self) -> impl Iterator<Item = u64> + '_ {
        (1..=NEAR).chain(self.numbers.iter().copied().filter(|n| *n > NEAR))
    }

    /// The first two numbers for which something holds, among those that the rules speak of and their products.
    pub fn pair(&self, holds: impl Fn(u64, u64) -> bool) -> Option<(u64, u64)> {
        let few: Vec<u64> = self.numbers.iter().copied().take(8).chain([1]).collect();
        let mut all: Vec<u64> = few.iter().flat_map(|a| few.iter().map(move |b| a * b)).collect();
        all.retain(|n| *n < self.far);
        all.sort_unstable();
        all.dedup();
        all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))).find(|(a, b)| holds(*a, *b))
    }

    /// Functions of the named quantities below which the amount taken from a coordinate stays.
    pub fn bounds_on(
        &self,
        coordinate: usize,
        plus: &[(Quantity, i64)],
        name: &dyn Fn(Quantity) -> Option<String>,
    ) -> Vec<String> {
        self.relation.bounds_on(coordinate, plus, name)
    }

    /// The functions that the game's own parameters are, with their arguments called by these names.
    pub fn functions(&self, arguments: &[&str]) -> Vec<Argument> {
        self.rules.function_arguments(arguments)
    }
}
