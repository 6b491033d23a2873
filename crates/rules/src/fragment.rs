//! The linear fragment: rules as families of linear and modular conditions on a position and its option.
//!
//! A family's amounts are eliminated (each is read back from a coordinate that it alone determines), its condition
//! is brought to disjunctive form, and every disjunct becomes a conjunction of forms >= 0 and congruences. What is
//! not linear, such as products of piles, ratios or memory, is outside, and the condition that is outside is named.

use crate::bind::{Arranged, Rules};
use crate::code::{Function, Node};
use crate::error::{ErrorKind, RuleError};
use crate::expr::{BinaryOp, Comparison};
use crate::game::{PileNames, PileOrder};
use crate::linear::Linear;
use crate::quotients::{Reading, family_text, quotient_in, with_quotient};
use crate::span::Span;
use std::cell::Cell;

/// Most conjunctions that one family may fall into.
const CONJUNCTIONS: usize = 512;

/// `sum of before[i] x_i + sum of after[i] x'_i + constant`, x a position and x' its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Coefficients of the position.
    pub before: Vec<i64>,
    /// Coefficients of the option.
    pub after: Vec<i64>,
    /// The constant.
    pub constant: i64,
}

/// A condition on a position and its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The form is at least 0.
    AtLeastZero(Form),
    /// The form is 0 modulo a number.
    Divisible(Form, u64),
}

/// Moves of one family: all of the conditions hold. Coordinates never grow unless they are bounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjunction {
    /// Index of the family.
    pub family: usize,
    /// The conditions.
    pub conditions: Vec<Condition>,
}

/// Most piles that are sorted: every order of them makes families of its own.
const MOST_SORTED: usize = 5;

/// Most families of a game on sorted piles.
const MOST_TOLD: usize = 4096;

impl Rules {
    /// The rules as conjunctions of linear and modular conditions on unsorted positions, or what is outside.
    ///
    /// ```
    /// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (k,l) where |k - l| < 2").unwrap();
    /// assert_eq!(rules.fragment().unwrap().len(), 3);
    /// let outside = wythoff_rules::Rules::read("(i,0) (0,i) (k,l) where k*l < 9").unwrap();
    /// assert!(outside.fragment().unwrap_err().message.contains("outside the linear fragment"));
    /// ```
    pub fn fragment(&self) -> Result<Vec<Conjunction>, RuleError> {
        self.check_plain()?;
        let mut out = Vec::new();
        for arranged in &self.arranged {
            let eliminate = Eliminate::new(self, arranged, Reading::Refused)?;
            let families = eliminate.conjunctions()?;
            for permutation in self.labellings() {
                for conditions in &families {
                    let mut conditions: Vec<Condition> =
                        conditions.iter().map(|c| permuted(c, &permutation)).collect();
                    // `sorted`: the rule speaks of the piles in increasing order.
                    if self.order() == PileOrder::Sorted {
                        conditions.extend(sorted(&permutation));
                    }
                    let conjunction = Conjunction { family: arranged.family, conditions };
                    if !out.contains(&conjunction) {
                        out.push(conjunction);
                    }
                }
            }
        }
        Ok(out)
    }

    /// Two games of the linear fragment, as texts, between whose moves those of these rules lie: in the first quotients of
    /// piles go to `most` and moves with other quotients are left out, in the second these may be any. `None` if there
    /// is no quotient by something that is not constant; an error if something else is outside.
    ///
    /// ```
    /// use wythoff_rules::Rules;
    /// let text = "piles sorted x <= y\nmove (i, 0)\nmove (0, i)\nmove (t, t) where x' >= 1 and y' div x' == y div x";
    /// let rules = Rules::read(text).unwrap();
    /// assert!(rules.fragment().is_err());
    /// let (below, above) = rules.bounded_quotients(1).unwrap().unwrap();
    /// let (below, above) = (Rules::read(&below).unwrap(), Rules::read(&above).unwrap());
    /// let has = |rules: &Rules, from, to: &[u64]| rules.options(from).unwrap().contains(&to.to_vec());
    /// assert!(has(&rules, &[4, 6], &[3, 5]) && has(&below, &[4, 6], &[3, 5]));
    /// assert!(has(&rules, &[4, 9], &[3, 8]) && !has(&below, &[4, 9], &[3, 8]) && has(&above, &[4, 9], &[3, 8]));
    /// ```
    pub fn bounded_quotients(&self, most: u32) -> Result<Option<(String, String)>, RuleError> {
        self.check_plain()?;
        // The texts say what is taken, never what is added.
        let plain = self.is_normal_play() && self.piles_never_grow();
        if !plain || self.bounds.iter().any(Option::is_some) {
            return Ok(None);
        }
        let Some(mut game) = self.bound_game() else { return Ok(None) };
        let most = i64::from(most);
        let mut texts = [String::new(), String::new()];
        let mut bounded = vec![false; game.moves.len()];
        for arranged in &self.arranged {
            if Eliminate::new(self, arranged, Reading::Refused)?.conjunctions().is_ok() {
                continue;
            }
            let Some(written) = game.moves.get(arranged.family) else { return Ok(None) };
            for (text, reading) in texts.iter_mut().zip([Reading::Below(most), Reading::Above(most)]) {
                for conditions in possible(Eliminate::new(self, arranged, reading)?.conjunctions()?) {
                    let family = family_text(written.label.as_deref(), self.coordinates(), &conditions);
                    *text += &format!("move   {family}\n");
                }
            }
            bounded[arranged.family] = true;
        }
        if !bounded.contains(&true) {
            return Ok(None);
        }
        let mut keep = bounded.iter().map(|bounded| !bounded);
        game.moves.retain(|_| keep.next().unwrap_or(true));
        (game.name, game.title) = (String::new(), None);
        (game.sources, game.notes) = (Vec::new(), Vec::new());
        game.piles.names = PileNames::Listed(self.coordinates().to_vec());
        Ok(Some(texts.map(|text| format!("{game}{text}")).into()))
    }

    /// Where order does not matter, the game on sorted piles as a text with ordered ones: from piles that are sorted a move
    /// leads to the sorted option; other tuples have no moves and are no options. `None` for conventions other than
    /// normal play, bounded coordinates, piles that grow, and where there would be too many families.
    ///
    /// ```
    /// use wythoff_rules::Rules;
    /// let rules = Rules::read("piles unordered x, y, z\nmove (i, 0, 0)").unwrap();
    /// let sorted = Rules::read(&rules.on_sorted_piles().unwrap().unwrap()).unwrap();
    /// assert!(sorted.options(&[1, 2, 4]).unwrap().contains(&vec![0, 1, 2]));
    /// assert!(sorted.options(&[2, 1, 4]).unwrap().is_empty());
    /// ```
    pub fn on_sorted_piles(&self) -> Result<Option<String>, RuleError> {
        self.check_plain()?;
        let plain = self.is_normal_play() && self.bounds.iter().all(Option::is_none);
        let names = self.coordinates();
        let count = names.len();
        if !plain || count > MOST_SORTED || !self.is_symmetric() || !self.piles_never_grow() {
            return Ok(None);
        }
        let identity: Vec<usize> = (0..count).collect();
        let mut text = format!("piles  ordered {}\n", names.join(", "));
        let mut told = std::collections::BTreeSet::new();
        for arranged in &self.arranged {
            let label = self.game().moves.get(arranged.family).and_then(|written| written.label.as_deref());
            for conditions in possible(Eliminate::new(self, arranged, Reading::Refused)?.conjunctions()?) {
                for places in crate::symmetry::permutations(count) {
                    let mut all: Vec<Condition> =
                        conditions.iter().map(|c| with_option(c, &places)).collect();
                    // Pile i becomes pile places[i] of the option; none grows.
                    all.extend(places.iter().enumerate().filter(|(pile, place)| pile != *place).map(
                        |(pile, place)| {
                            let mut form =
                                Form { before: vec![0; count], after: vec![0; count], constant: 0 };
                            (form.before[pile], form.after[*place]) = (1, -1);
                            Condition::AtLeastZero(form)
                        },
                    ));
                    all.extend(sorted(&identity));
                    all.extend(sorted(&identity).map(|condition| match condition {
                        Condition::AtLeastZero(Form { before, after, constant }) => {
                            Condition::AtLeastZero(Form { before: after, after: before, constant })
                        }
                        other => other,
                    }));
                    let family = family_text(label, names, &all);
                    if !told.contains(&family) {
                        text += &format!("move   {family}\n");
                        told.insert(family);
                    }
                    if told.len() > MOST_TOLD {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some(text))
    }

    /// The same game without coordinates that have a single value, as a text with ordered piles. `None` if there are
    /// none, if other coordinates are bounded, and for conventions other than normal play.
    ///
    /// ```
    /// use wythoff_rules::Rules;
    /// let rules = Rules::read("piles ordered x, y\nextra i below 1\nmove (k, 0, 0)\nmove (2*k, 2*k, i)").unwrap();
    /// let two = Rules::read(&rules.without_single_values().unwrap().unwrap()).unwrap();
    /// assert_eq!(two.options(&[3, 2]).unwrap().len(), 4);
    /// ```
    pub fn without_single_values(&self) -> Result<Option<String>, RuleError> {
        let kept: Vec<usize> = (0..self.bounds.len()).filter(|c| self.bounds[*c] != Some(1)).collect();
        let normal = self.is_normal_play() && self.piles_never_grow();
        let plain = normal && kept.iter().all(|c| self.bounds[*c].is_none());
        if !plain || kept.len() == self.bounds.len() {
            return Ok(None);
        }
        let names: Vec<String> = kept.iter().map(|c| self.coordinates()[*c].clone()).collect();
        let mut text = format!("piles  ordered {}\n", names.join(", "));
        // A move changes something.
        let moved = Form { before: vec![1; kept.len()], after: vec![-1; kept.len()], constant: -1 };
        for conjunction in self.fragment()? {
            let keep = |list: &[i64]| kept.iter().map(|c| list[*c]).collect::<Vec<i64>>();
            let reduced =
                |form: &Form| Form { before: keep(&form.before), after: keep(&form.after), ..form.clone() };
            let mut conditions = vec![Condition::AtLeastZero(moved.clone())];
            conditions.extend(conjunction.conditions.iter().map(|condition| match condition {
                Condition::AtLeastZero(form) => Condition::AtLeastZero(reduced(form)),
                Condition::Divisible(form, modulus) => Condition::Divisible(reduced(form), *modulus),
            }));
            for conditions in possible(vec![conditions]) {
                text += &format!("move   {}\n", family_text(None, &names, &conditions));
            }
        }
        Ok(Some(text))
    }

    /// Whoever cannot move loses, and nothing else is agreed.
    fn is_normal_play(&self) -> bool {
        let convention = self.convention();
        !convention.misere
            && convention.block.is_none()
            && !convention.pass
            && convention.terminals.is_empty()
    }

    /// Refuses games with memory and restricted positions.
    fn check_plain(&self) -> Result<(), RuleError> {
        if !self.memory.is_empty() {
            return Err(RuleError::plain("outside the linear fragment: the game remembers earlier moves")
                .hint("`memory` is what remembers them"));
        }
        if self.positions.is_some() {
            return Err(RuleError::plain(
                "outside the linear fragment: `position where` restricts the positions",
            )
            .hint("rules whose positions are all tuples of piles can be in it"));
        }
        Ok(())
    }

    /// The error that a family, by its index, is outside the linear fragment, with its place in the text.
    pub fn outside(&self, family: usize, what: &str) -> RuleError {
        match self.families().get(family) {
            Some(family) => self.outside_at(family.span, what),
            None => RuleError::plain(format!("outside the linear fragment: {what}")).hint(
                "what is linear: sums of piles and amounts times numbers, compared, and their remainders",
            ),
        }
    }

    fn outside_at(&self, span: Span, what: &str) -> RuleError {
        let message = format!("outside the linear fragment: {what}");
        RuleError::at(ErrorKind::Unsupported, message, span, &self.source)
    }

    /// The ways in which the sorted piles may stand on the board: one, unless the rules say `sorted`.
    fn labellings(&self) -> Vec<Vec<usize>> {
        match self.order() {
            PileOrder::Sorted => crate::symmetry::permutations(self.coordinates.len()),
            _ => vec![(0..self.coordinates.len()).collect()],
        }
    }
}

/// Without conditions on constants, and without the conjunctions in which one of them fails.
fn possible(conjunctions: Disjunction) -> Disjunction {
    let constant = |condition: &Condition| {
        let (Condition::AtLeastZero(form) | Condition::Divisible(form, _)) = condition;
        if form.before.iter().chain(&form.after).any(|c| *c != 0) {
            return None;
        }
        Some(match condition {
            Condition::AtLeastZero(form) => form.constant >= 0,
            Condition::Divisible(form, modulus) => {
                i128::from(form.constant) % i128::from((*modulus).max(1)) == 0
            }
        })
    };
    let stays = |all: &Vec<Condition>| all.iter().all(|condition| constant(condition) != Some(false));
    let without = |mut all: Vec<Condition>| {
        all.retain(|condition| constant(condition).is_none());
        all
    };
    conjunctions.into_iter().filter(stays).map(without).collect()
}

fn permuted(condition: &Condition, places: &[usize]) -> Condition {
    let form = |form: &Form| {
        let mut out = Form { before: vec![0; places.len()], after: vec![0; places.len()], ..form.clone() };
        for (coordinate, place) in places.iter().enumerate() {
            out.before[*place] = form.before[coordinate];
            out.after[*place] = form.after[coordinate];
        }
        out
    };
    match condition {
        Condition::AtLeastZero(f) => Condition::AtLeastZero(form(f)),
        Condition::Divisible(f, m) => Condition::Divisible(form(f), *m),
    }
}

/// The condition where pile i becomes pile places[i] of the option.
fn with_option(condition: &Condition, places: &[usize]) -> Condition {
    let moved = |form: &Form| {
        let mut after = vec![0; places.len()];
        for (coordinate, place) in places.iter().enumerate() {
            after[*place] = form.after[coordinate];
        }
        Form { after, ..form.clone() }
    };
    match condition {
        Condition::AtLeastZero(f) => Condition::AtLeastZero(moved(f)),
        Condition::Divisible(f, m) => Condition::Divisible(moved(f), *m),
    }
}

/// x at places[0] <= x at places[1] <= ...
fn sorted(places: &[usize]) -> impl Iterator<Item = Condition> + '_ {
    places.windows(2).map(|pair| {
        let mut before = vec![0; places.len()];
        before[pair[1]] = 1;
        before[pair[0]] = -1;
        Condition::AtLeastZero(Form { before, after: vec![0; places.len()], constant: 0 })
    })
}

/// One family with its amounts read back from the coordinates.
struct Eliminate<'a> {
    rules: &'a Rules,
    arranged: &'a Arranged,
    /// For each variable: divisor * variable = form over the coordinates.
    variables: Vec<(usize, i64, Linear)>,
    reading: Reading,
}

/// A disjunction of conjunctions of conditions.
type Disjunction = Vec<Vec<Condition>>;

impl<'a> Eliminate<'a> {
    fn new(rules: &'a Rules, arranged: &'a Arranged, reading: Reading) -> Result<Eliminate<'a>, RuleError> {
        let count = arranged.coordinates;
        let mut eliminate = Eliminate { rules, arranged, variables: Vec::new(), reading };
        for variable in &arranged.variables {
            let found = (0..count).find_map(|coordinate| {
                let linear = arranged.linear[coordinate].as_ref()?;
                let factor = linear.coefficient(variable.slot);
                // The take may also speak of the coordinates themselves, as in `i - j`.
                let others = linear.terms.keys().all(|slot| *slot == variable.slot || *slot < count);
                if factor == 0 || !others {
                    return None;
                }
                // factor * variable = x - x' - the rest of the take.
                let taken = Linear { constant: 0, terms: [(coordinate, 1), (count + coordinate, -1)].into() };
                let mut rest = linear.clone();
                rest.terms.remove(&variable.slot);
                let form = taken.plus(&rest, -1)?;
                if factor > 0 {
                    Some((factor, form))
                } else {
                    Some((factor.checked_neg()?, Linear::default().plus(&form, -1)?))
                }
            });
            let (factor, form) =
                found.ok_or_else(|| eliminate.outside("an amount cannot be read back from what is taken"))?;
            eliminate.variables.push((variable.slot, factor, form));
        }
        Ok(eliminate)
    }

    fn outside(&self, what: &str) -> RuleError {
        self.rules.outside_at(self.arranged.span, what)
    }

    /// Numbers are exact or refused: a form that wrapped around would state another game.
    fn too_large(&self) -> RuleError {
        self.outside("a coefficient does not fit 64 bits")
    }

    fn conjunctions(&self) -> Result<Disjunction, RuleError> {
        let count = self.arranged.coordinates;
        let mut all = Vec::new();
        for (_, divisor, form) in &self.variables {
            if *divisor > 1 {
                all.push(Condition::Divisible(self.form(form)?, *divisor as u64));
            }
        }
        // Every coordinate loses just what the family says.
        for (coordinate, linear) in self.arranged.linear.iter().enumerate() {
            let linear = linear.as_ref().ok_or_else(|| self.outside("an amount is not linear"))?;
            let taken = Linear { constant: 0, terms: [(coordinate, 1), (count + coordinate, -1)].into() };
            let (form, _) = self.substituted(&self.plus(&taken, linear, -1)?)?;
            if !(form.is_constant() && form.constant == 0) {
                let form = self.form(&form)?;
                all.push(Condition::AtLeastZero(negated(&form).ok_or_else(|| self.too_large())?));
                all.push(Condition::AtLeastZero(form));
            }
        }
        let mut out: Disjunction = vec![all];
        for (variable, (slot, ..)) in self.arranged.variables.iter().zip(&self.variables) {
            let own = Node::Slot(*slot);
            for (code, shift) in &variable.lows {
                let bound = shifted(&code.node, *shift);
                out = self.and(out, self.compare(Comparison::AtLeast, &own, &bound)?)?;
            }
            for (code, shift) in &variable.highs {
                let bound = shifted(&code.node, *shift);
                out = self.and(out, self.compare(Comparison::AtMost, &own, &bound)?)?;
            }
            if let Some(list) = &variable.list {
                let mut any = Vec::new();
                for value in list.iter() {
                    any.extend(self.compare(Comparison::Equal, &own, &Node::Const(*value))?);
                }
                out = self.and(out, any)?;
            }
        }
        if let Some(condition) = &self.arranged.condition {
            out = self.and(out, self.truth(&condition.node, true)?)?;
        }
        // Something is taken.
        let mut moved = Linear::default();
        for coordinate in 0..count {
            moved.terms.insert(coordinate, 1);
            moved.terms.insert(count + coordinate, -1);
        }
        if self.rules.bounds.iter().all(Option::is_none) {
            let moved = Condition::AtLeastZero(self.form(&self.plus(&moved, &Linear::constant(1), -1)?)?);
            out = self.and(out, vec![vec![moved]])?;
        }
        Ok(out)
    }

    fn plus(&self, a: &Linear, b: &Linear, factor: i64) -> Result<Linear, RuleError> {
        a.clone().plus(b, factor).ok_or_else(|| self.too_large())
    }

    /// The form with variables replaced, times the factor that clears their divisors.
    fn substituted(&self, linear: &Linear) -> Result<(Linear, i64), RuleError> {
        let mut factor = 1i64;
        for (slot, divisor, _) in &self.variables {
            if linear.coefficient(*slot) != 0 {
                let common = gcd(factor, *divisor);
                factor = (factor / common).checked_mul(*divisor).ok_or_else(|| self.too_large())?;
            }
        }
        let mut out = self.plus(&Linear::default(), linear, factor)?;
        for (slot, divisor, form) in &self.variables {
            let c = out.coefficient(*slot);
            if c != 0 {
                out.terms.remove(slot);
                out = self.plus(&out, form, c / divisor)?;
            }
        }
        Ok((out, factor))
    }

    fn form(&self, linear: &Linear) -> Result<Form, RuleError> {
        let count = self.arranged.coordinates;
        if linear.terms.keys().any(|slot| *slot >= 2 * count) {
            return Err(self.outside("a condition speaks of something that is no pile"));
        }
        Ok(Form {
            before: (0..count).map(|c| linear.coefficient(c)).collect(),
            after: (0..count).map(|c| linear.coefficient(count + c)).collect(),
            constant: linear.constant,
        })
    }

    fn and(&self, a: Disjunction, b: Disjunction) -> Result<Disjunction, RuleError> {
        if a.len().saturating_mul(b.len()) > CONJUNCTIONS {
            return Err(self.outside(&format!("the condition falls into more than {CONJUNCTIONS} cases")));
        }
        Ok(a.iter().flat_map(|x| b.iter().map(move |y| [x.as_slice(), y.as_slice()].concat())).collect())
    }

    /// The condition (or its negation) in disjunctive form.
    fn truth(&self, node: &Node, wanted: bool) -> Result<Disjunction, RuleError> {
        match node {
            Node::Const(value) => Ok(if (*value != 0) == wanted { vec![Vec::new()] } else { Vec::new() }),
            Node::Not(a) => self.truth(a, !wanted),
            Node::And(a, b) | Node::Or(a, b) => {
                let (a, b) = (self.truth(a, wanted)?, self.truth(b, wanted)?);
                if matches!(node, Node::And(..)) == wanted { self.and(a, b) } else { Ok([a, b].concat()) }
            }
            Node::If(c, a, b) => {
                let holds = self.and(self.truth(c, true)?, self.truth(a, wanted)?)?;
                let fails = self.and(self.truth(c, false)?, self.truth(b, wanted)?)?;
                Ok([holds, fails].concat())
            }
            Node::In(a, list) => {
                let comparison = if wanted { Comparison::Equal } else { Comparison::Unequal };
                let mut out = if wanted { Vec::new() } else { vec![Vec::new()] };
                for value in list.iter() {
                    let value = i64::try_from(value).map_err(|_| self.too_large())?;
                    let one = self.compare(comparison, a, &Node::Const(value))?;
                    out = if wanted { [out, one].concat() } else { self.and(out, one)? };
                }
                Ok(out)
            }
            Node::Compare(a, rest) => {
                let mut out = if wanted { vec![Vec::new()] } else { Vec::new() };
                let mut left = a.as_ref();
                for (comparison, right) in rest {
                    let comparison = if wanted { *comparison } else { opposite(*comparison) };
                    let one = self.compare(comparison, left, right)?;
                    out = if wanted { self.and(out, one)? } else { [out, one].concat() };
                    left = right;
                }
                Ok(out)
            }
            _ => Err(self.outside("a condition is not a comparison")),
        }
    }

    fn compare(&self, comparison: Comparison, a: &Node, b: &Node) -> Result<Disjunction, RuleError> {
        match (a, b) {
            (Node::If(c, yes, no), other) => {
                let holds = self.and(self.truth(c, true)?, self.compare(comparison, yes, other)?)?;
                let fails = self.and(self.truth(c, false)?, self.compare(comparison, no, other)?)?;
                Ok([holds, fails].concat())
            }
            (_, Node::If(..)) => self.compare(comparison.mirrored(), b, a),
            _ if self.reading != Reading::Refused && quotient_in(a).is_some() => {
                self.by_quotient(comparison, a, b)
            }
            _ if self.reading != Reading::Refused && quotient_in(b).is_some() => {
                self.by_quotient(comparison.mirrored(), b, a)
            }
            (Node::Abs(inner), _) => {
                let minus = Node::Negate(inner.clone());
                self.extreme(comparison, &[(**inner).clone(), minus], b, true)
            }
            (Node::Max(args), _) => self.extreme(comparison, args, b, true),
            (Node::Min(args), _) => self.extreme(comparison, args, b, false),
            (_, Node::Abs(_) | Node::Max(_) | Node::Min(_)) => self.compare(comparison.mirrored(), b, a),
            (Node::Binary(BinaryOp::Mod, value, modulus, _), _) => {
                self.residue(comparison, value, modulus, b)
            }
            (_, Node::Binary(BinaryOp::Mod, ..)) => self.compare(comparison.mirrored(), b, a),
            _ if has_cases(a) => {
                let mut out = Vec::new();
                for (guard, case) in cases(a) {
                    out.extend(self.and(self.truth(&guard, true)?, self.compare(comparison, &case, b)?)?);
                }
                Ok(out)
            }
            _ if has_cases(b) => self.compare(comparison.mirrored(), b, a),
            _ => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                let (difference, _) = self.substituted(&self.plus(&a, &b, -1)?)?;
                self.sign(comparison, &difference)
            }
        }
    }

    /// The first quotient in a, one of finitely many numbers or, in the game above, anything.
    fn by_quotient(&self, comparison: Comparison, a: &Node, b: &Node) -> Result<Disjunction, RuleError> {
        let (Reading::Below(most) | Reading::Above(most), Some((dividend, divisor))) =
            (self.reading, quotient_in(a))
        else {
            return Err(self.outside("a quotient of piles"));
        };
        let times = |q: i64| {
            let span = Span::default();
            Node::Binary(BinaryOp::Mul, Box::new(Node::Const(q)), Box::new(divisor.clone()), span)
        };
        let mut out = Vec::new();
        for q in 0..=most {
            let mut case = self.compare(Comparison::AtLeast, &divisor, &Node::Const(1))?;
            case = self.and(case, self.compare(Comparison::AtLeast, &dividend, &times(q))?)?;
            case = self.and(case, self.compare(Comparison::Less, &dividend, &times(q + 1))?)?;
            out.extend(self.and(case, self.compare(comparison, &with_quotient(a, q), b)?)?);
        }
        if matches!(self.reading, Reading::Above(_)) {
            out.extend(self.compare(Comparison::AtMost, &divisor, &Node::Const(0))?);
            out.extend(self.compare(Comparison::Less, &dividend, &Node::Const(0))?);
            out.extend(self.compare(Comparison::AtLeast, &dividend, &times(most + 1))?);
        }
        Ok(out)
    }

    /// Greatest (or least) of several, compared with b.
    fn extreme(
        &self,
        comparison: Comparison,
        args: &[Node],
        b: &Node,
        greatest: bool,
    ) -> Result<Disjunction, RuleError> {
        let all = match comparison {
            Comparison::Less | Comparison::AtMost => greatest,
            Comparison::Greater | Comparison::AtLeast => !greatest,
            Comparison::Equal => {
                let low = self.extreme(Comparison::AtMost, args, b, greatest)?;
                return self.and(low, self.extreme(Comparison::AtLeast, args, b, greatest)?);
            }
            Comparison::Unequal => {
                let low = self.extreme(Comparison::Less, args, b, greatest)?;
                return Ok([low, self.extreme(Comparison::Greater, args, b, greatest)?].concat());
            }
        };
        let mut out = if all { vec![Vec::new()] } else { Vec::new() };
        for arg in args {
            let one = self.compare(comparison, arg, b)?;
            out = if all { self.and(out, one)? } else { [out, one].concat() };
        }
        Ok(out)
    }

    /// value mod m compared with a constant: the residues that satisfy it.
    fn residue(
        &self,
        comparison: Comparison,
        value: &Node,
        modulus: &Node,
        b: &Node,
    ) -> Result<Disjunction, RuleError> {
        if has_cases(value) {
            let mut out = Vec::new();
            for (guard, case) in cases(value) {
                out.extend(
                    self.and(self.truth(&guard, true)?, self.residue(comparison, &case, modulus, b)?)?,
                );
            }
            return Ok(out);
        }
        let (modulus, bound) = (self.linear(modulus)?, self.linear(b)?);
        if !modulus.is_constant() || !bound.is_constant() || !(1..=1 << 16).contains(&modulus.constant) {
            return Err(self.outside("`mod` needs a constant modulus and a constant to compare with"));
        }
        let m = modulus.constant;
        let (value, factor) = self.substituted(&self.linear(value)?)?;
        let scaled = m.checked_mul(factor).ok_or_else(|| self.outside("a modulus is too large"))?;
        let mut out = Vec::new();
        for residue in 0..m {
            if comparison.holds(&residue, &bound.constant) {
                // value = residue (mod m), both sides times the factor that cleared the divisors.
                let shifted = self.plus(&value, &Linear::constant(residue), -factor)?;
                out.push(vec![Condition::Divisible(self.form(&shifted)?, scaled as u64)]);
            }
        }
        Ok(out)
    }

    /// form (comparison) 0.
    fn sign(&self, comparison: Comparison, form: &Linear) -> Result<Disjunction, RuleError> {
        let at_least =
            |form: Linear| -> Result<Condition, RuleError> { Ok(Condition::AtLeastZero(self.form(&form)?)) };
        let up = |shift: i64| self.plus(form, &Linear::constant(1), shift).and_then(at_least);
        let down = |shift: i64| {
            let minus = self.plus(&Linear::default(), form, -1)?;
            self.plus(&minus, &Linear::constant(1), shift).and_then(at_least)
        };
        Ok(match comparison {
            Comparison::AtLeast => vec![vec![up(0)?]],
            Comparison::Greater => vec![vec![up(-1)?]],
            Comparison::AtMost => vec![vec![down(0)?]],
            Comparison::Less => vec![vec![down(-1)?]],
            Comparison::Equal => vec![vec![up(0)?, down(0)?]],
            Comparison::Unequal => vec![vec![up(-1)?], vec![down(-1)?]],
        })
    }

    /// An expression as a linear form over coordinates before, coordinates after, and variables. A call of a linear
    /// function is looked through.
    fn linear(&self, node: &Node) -> Result<Linear, RuleError> {
        let outside = || self.outside("an expression is not linear in the piles and amounts");
        let looked_through = look_through(node).ok_or_else(outside)?;
        looked_through.linear().ok_or_else(outside)
    }
}

/// Whether a sum has an absolute value, an extreme or a case distinction in it, as 2*max(x, y) has.
pub(crate) fn has_cases(node: &Node) -> bool {
    match node {
        Node::Abs(_) | Node::Max(_) | Node::Min(_) | Node::If(..) => true,
        Node::Negate(a) => has_cases(a),
        Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b, _) => has_cases(a) || has_cases(b),
        Node::Sum(args) => args.iter().any(has_cases),
        _ => false,
    }
}

/// The cases of the first of these in an expression: the condition of each, and the expression there.
pub(crate) fn cases(node: &Node) -> Vec<(Node, Node)> {
    let inside = |inner: &Node, put: &dyn Fn(Node) -> Node| -> Vec<(Node, Node)> {
        cases(inner).into_iter().map(|(guard, case)| (guard, put(case))).collect()
    };
    let by_extreme = |args: &[Node], comparison: Comparison| -> Vec<(Node, Node)> {
        let guard = |arg: &Node| {
            let all = args
                .iter()
                .map(|other| Node::Compare(Box::new(arg.clone()), vec![(comparison, other.clone())]));
            all.reduce(|a, b| Node::And(Box::new(a), Box::new(b))).unwrap_or(Node::Const(1))
        };
        args.iter().map(|arg| (guard(arg), arg.clone())).collect()
    };
    match node {
        Node::Abs(a) => by_extreme(&[(**a).clone(), Node::Negate(a.clone())], Comparison::AtLeast),
        Node::Max(args) => by_extreme(args, Comparison::AtLeast),
        Node::Min(args) => by_extreme(args, Comparison::AtMost),
        Node::If(c, a, b) => {
            vec![((**c).clone(), (**a).clone()), (Node::Not(c.clone()), (**b).clone())]
        }
        Node::Negate(a) => inside(a, &|case| Node::Negate(Box::new(case))),
        Node::Binary(op, a, b, span) if has_cases(a) => {
            inside(a, &|case| Node::Binary(*op, Box::new(case), b.clone(), *span))
        }
        Node::Binary(op, a, b, span) => {
            inside(b, &|case| Node::Binary(*op, a.clone(), Box::new(case), *span))
        }
        Node::Sum(args) => {
            let at = args.iter().position(has_cases).unwrap_or(0);
            inside(&args[at], &|case| {
                let mut args = args.clone();
                args[at] = case;
                Node::Sum(args)
            })
        }
        _ => Vec::new(),
    }
}

/// Most operations of an expression in which functions are replaced by their bodies.
const MOST_OPERATIONS: u64 = 4096;

/// The expression with calls of functions in the rule language replaced by their bodies; `None` if that is too long.
pub(crate) fn look_through(node: &Node) -> Option<Node> {
    let boxed = |n: &Node| look_through(n).map(Box::new);
    Some(match node {
        Node::Call(function, args, _) => match function.as_ref() {
            Function::Code(code, _) => {
                let args: Option<Vec<Node>> = args.iter().map(look_through).collect();
                let args = args?;
                // Functions of functions double at each step.
                let of = |node: &Node| node.weight().operations.saturating_add(1);
                let longest = args.iter().map(of).max().unwrap_or(1);
                if of(&code.node).saturating_mul(longest) > MOST_OPERATIONS {
                    return None;
                }
                let missing = Cell::new(false);
                let put = |slot: usize| {
                    args.get(slot).cloned().unwrap_or_else(|| {
                        missing.set(true);
                        Node::Const(0)
                    })
                };
                Some(code.node.with_slots(&put)).filter(|_| !missing.get())?
            }
            Function::Native(_) => return None,
        },
        Node::Negate(a) => Node::Negate(boxed(a)?),
        Node::Binary(op, a, b, span) => Node::Binary(*op, boxed(a)?, boxed(b)?, *span),
        Node::Sum(args) => Node::Sum(args.iter().map(look_through).collect::<Option<_>>()?),
        other => other.clone(),
    })
}

fn shifted(node: &Node, shift: i64) -> Node {
    if shift == 0 { node.clone() } else { Node::Sum(vec![node.clone(), Node::Const(shift)]) }
}

fn negated(form: &Form) -> Option<Form> {
    let minus = |v: &[i64]| v.iter().map(|c| c.checked_neg()).collect::<Option<Vec<i64>>>();
    let constant = form.constant.checked_neg()?;
    Some(Form { before: minus(&form.before)?, after: minus(&form.after)?, constant })
}

pub(crate) fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Unequal,
        Comparison::Unequal => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtMost => Comparison::Greater,
    }
}

/// Of positive numbers.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
