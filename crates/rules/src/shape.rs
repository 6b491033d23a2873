//! The shape of the moves: what a solver may know of a family beyond its options one by one.
//!
//! Every family is offered in each arrangement as a [`Pattern`]. A pattern is a single vector, a ray, or a set of
//! vectors for which it can be asked whether a given vector belongs, and which last components go with given
//! first ones, as intervals where the condition is linear in the amount.

use crate::bind::{Arranged, Rules};
use crate::code::{Code, Effort, Node};
use crate::error::RuleError;
use crate::expr::{BinaryOp, Comparison};
use crate::game::PileOrder;
use crate::rules::show_position;

/// What is taken, in the simplest form that says it all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Just these vectors, from every position.
    Vectors(Vec<Vec<u64>>),
    /// `i * vector` for `from <= i <= to`, from every position.
    Ray {
        /// The direction.
        vector: Vec<u64>,
        /// The smallest multiple.
        from: u64,
        /// The greatest multiple, if there is one.
        to: Option<u64>,
    },
    /// A set of vectors that is the same from every position.
    Invariant,
    /// The vectors depend on the position (or on memory).
    Variant,
}

/// The vectors of a family that are the same from every position; a negative component adds to its pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// These.
    Vectors(Vec<Vec<i64>>),
    /// The multiples of a vector.
    Ray {
        /// The direction.
        vector: Vec<i64>,
        /// The smallest multiple.
        from: u64,
        /// The greatest multiple, if there is one.
        to: Option<u64>,
    },
}

/// A run of amounts: `first, first + step, ..., last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The smallest amount.
    pub first: u64,
    /// The greatest amount.
    pub last: u64,
    /// The distance of neighbours.
    pub step: u64,
}

/// A family of moves in one arrangement over the coordinates.
#[derive(Clone, Copy)]
pub struct Pattern<'a> {
    rules: &'a Rules,
    arranged: &'a Arranged,
}

impl Rules {
    /// The families of moves, in every arrangement that is different.
    ///
    /// ```
    /// use wythoff_rules::{Rules, Shape};
    /// let rules = Rules::read("(2i,i) (1,3)").unwrap();
    /// let shapes: Vec<Shape> = rules.patterns().map(|p| p.shape()).collect();
    /// assert_eq!(shapes[0], Shape::Ray { vector: vec![2, 1], from: 1, to: None });
    /// assert_eq!(shapes[1], Shape::Vectors(vec![vec![1, 3]]));
    /// ```
    pub fn patterns(&self) -> impl Iterator<Item = Pattern<'_>> {
        self.arranged.iter().map(|arranged| Pattern { rules: self, arranged })
    }

    /// Whether `sorted` piles are declared: patterns then speak of sorted positions, and results are sorted again.
    pub fn sorts_piles(&self) -> bool {
        self.order() == PileOrder::Sorted
    }

    /// Whether positions are restricted by `position where`.
    pub fn restricts_positions(&self) -> bool {
        self.positions.is_some()
    }

    /// Whether a condition says where games may start.
    pub fn restricts_starts(&self) -> bool {
        self.starts.is_some()
    }
}

impl<'a> Pattern<'a> {
    /// Index of the family that this is an arrangement of.
    pub fn family(&self) -> usize {
        self.arranged.family
    }

    /// The simplest form that says which vectors are taken.
    pub fn shape(&self) -> Shape {
        let a = self.arranged;
        if !self.is_invariant() || !a.updates.is_empty() {
            return Shape::Variant;
        }
        let taken = |vector: Vec<i64>| vector.into_iter().map(u64::try_from).collect::<Result<Vec<u64>, _>>();
        let shape = match self.steps() {
            Some(Steps::Vectors(vectors)) => {
                vectors.into_iter().map(taken).collect::<Result<_, _>>().map(Shape::Vectors).ok()
            }
            Some(Steps::Ray { vector, from, to }) => {
                taken(vector).map(|vector| Shape::Ray { vector, from, to }).ok()
            }
            None => None,
        };
        shape.unwrap_or(Shape::Invariant)
    }

    /// The vectors of an invariant family, where they are a list or a ray.
    ///
    /// ```
    /// use wythoff_rules::{Rules, Steps};
    /// let rules = Rules::read("(i,0) (0,i) (2i,-i)").unwrap();
    /// let last = rules.patterns().last().and_then(|pattern| pattern.steps());
    /// assert_eq!(last, Some(Steps::Ray { vector: vec![2, -1], from: 1, to: None }));
    /// ```
    pub fn steps(&self) -> Option<Steps> {
        let free = self.is_invariant() && self.arranged.updates.is_empty();
        free.then(|| self.vectors().or_else(|| self.ray())).flatten()
    }

    /// Whether the vectors are the same from every position and with every memory.
    pub fn is_invariant(&self) -> bool {
        let first_variable = self.first_variable();
        let mut free = true;
        {
            let mut visit = |slot: usize| free &= slot >= first_variable;
            for take in &self.arranged.takes {
                take.node.slots(&mut visit);
            }
            for variable in &self.arranged.variables {
                variable.lows.iter().chain(&variable.highs).for_each(|(code, _)| code.node.slots(&mut visit));
            }
        }
        free && match &self.arranged.condition {
            None => true,
            Some(condition) => self.speaks_of_amounts(&condition.node),
        }
    }

    /// Whether a condition reads only amounts: variables, or a pile before minus the same pile after.
    fn speaks_of_amounts(&self, node: &Node) -> bool {
        let (count, after) = (self.arranged.coordinates, self.after());
        let mut only_variables = true;
        node.slots(&mut |slot| only_variables &= slot >= self.first_variable());
        if only_variables {
            return true;
        }
        if let Some(linear) = node.linear() {
            return (0..count).all(|c| linear.coefficient(c) == -linear.coefficient(after + c))
                && (count..after).all(|m| linear.coefficient(m) == 0);
        }
        let all = |nodes: &[Node]| nodes.iter().all(|n| self.speaks_of_amounts(n));
        match node {
            Node::Negate(a) | Node::Abs(a) | Node::Not(a) | Node::In(a, _) | Node::Popcount(a, _) => {
                self.speaks_of_amounts(a)
            }
            Node::Floor(a, _) | Node::Sqrt(a, _) => self.speaks_of_amounts(a),
            Node::And(a, b) | Node::Or(a, b) | Node::Binary(_, a, b, _) => {
                self.speaks_of_amounts(a) && self.speaks_of_amounts(b)
            }
            Node::Min(args)
            | Node::Max(args)
            | Node::Gcd(args, _)
            | Node::Sum(args)
            | Node::Xor(args)
            | Node::Count(args) => all(args),
            Node::Call(_, args, _) => all(args),
            Node::If(c, a, b) => [c, a, b].iter().all(|n| self.speaks_of_amounts(n)),
            Node::Compare(a, rest) => {
                // x' >= x - 3 speaks of an amount although neither side does.
                let mut sides: Vec<&Node> = vec![a];
                sides.extend(rest.iter().map(|(_, b)| b));
                sides.iter().all(|n| self.speaks_of_amounts(n))
                    || sides.windows(2).all(|pair| {
                        let difference =
                            pair[0].linear().zip(pair[1].linear()).and_then(|(a, b)| a.plus(&b, -1));
                        difference.is_some_and(|d| {
                            (0..count).all(|c| d.coefficient(c) == -d.coefficient(after + c))
                                && (count..after).all(|m| d.coefficient(m) == 0)
                        })
                    })
            }
            Node::Const(_) | Node::Big(_) | Node::Slot(_) => false,
        }
    }

    fn after(&self) -> usize {
        self.arranged.coordinates + self.rules.memory().len()
    }

    fn first_variable(&self) -> usize {
        self.after() + self.arranged.coordinates
    }

    fn vectors(&self) -> Option<Steps> {
        let a = self.arranged;
        let values: Vec<Option<i64>> = match a.variables.as_slice() {
            [] => vec![None],
            [variable] => variable.list.as_ref()?.iter().map(|v| Some(*v)).collect(),
            _ => return None,
        };
        let (mut vectors, mut effort) = (Vec::new(), self.effort());
        for value in values {
            let mut slots = vec![0i64; self.first_variable()];
            slots.extend(value);
            if !self.in_ranges(&slots, &mut effort).ok()? {
                continue;
            }
            let mut vector = Vec::new();
            for take in &a.takes {
                vector.push(take.clamped(&slots, &mut effort).ok()?);
            }
            slots[..vector.len()].copy_from_slice(&vector);
            let allowed = match &a.condition {
                Some(condition) => condition.holds(&slots, &mut effort).ok()?,
                None => true,
            };
            if allowed && vector.iter().any(|c| *c != 0) {
                vectors.push(vector);
            }
        }
        Some(Steps::Vectors(vectors))
    }

    fn ray(&self) -> Option<Steps> {
        let a = self.arranged;
        let [variable] = a.variables.as_slice() else { return None };
        if a.condition.is_some() || variable.list.is_some() {
            return None;
        }
        let mut vector = Vec::new();
        for linear in &a.linear {
            let linear = linear.as_ref().filter(|l| l.constant == 0)?;
            vector.push(linear.coefficient(variable.slot));
        }
        let constant = |code: &crate::code::Code| code.node.fast(&[]).ok();
        let slots = vec![0i64; self.first_variable()];
        let value = |code: &crate::code::Code| {
            constant(code).or_else(|| code.clamped(&slots, &mut self.effort()).ok())
        };
        let mut from = i64::MIN;
        for (code, shift) in &variable.lows {
            from = from.max(value(code)?.checked_add(*shift)?);
        }
        let mut to: Option<i64> = None;
        for (code, shift) in &variable.highs {
            let high = value(code)?.saturating_add(*shift);
            to = Some(to.map_or(high, |t| t.min(high)));
        }
        let from = u64::try_from(from).ok().filter(|f| *f >= 1)?;
        let to = match to {
            Some(to) if to < from as i64 => return Some(Steps::Vectors(Vec::new())),
            Some(to) => Some(to as u64),
            None => None,
        };
        Some(Steps::Ray { vector, from, to })
    }

    /// Whether taking `taken` from `before` is a move of this pattern (the piles suffice, the condition holds,
    /// the result is a position). `None` if amounts cannot be read back from what was taken.
    ///
    /// `before` must be sorted if the rules say `sorted`. The memory is that of a fresh start.
    pub fn accepts(&self, before: &[u64], taken: &[u64]) -> Result<Option<bool>, RuleError> {
        let Some(plan) = self.inverse() else { return Ok(None) };
        if before.iter().zip(taken).any(|(b, t)| t > b) || taken.iter().all(|t| *t == 0) {
            return Ok(Some(false));
        }
        let mut slots = self.slots(before, taken);
        for (variable, coordinate) in self.arranged.variables.iter().zip(&plan) {
            let Some(value) = self.read_back(*coordinate, variable.slot, taken[*coordinate]) else {
                return Ok(Some(false));
            };
            slots[variable.slot] = value;
        }
        self.allowed(&slots, before, Some(taken), &mut self.effort()).map(Some)
    }

    /// The runs of last components that go with given first components, from `before`; at most `before`'s last pile.
    /// `None` if the last component cannot be solved for, and the vectors must be tried one by one.
    ///
    /// Where the condition is linear in the amount this costs a few evaluations, however long the runs.
    pub fn last_amounts(&self, before: &[u64], first: &[u64]) -> Result<Option<Vec<Run>>, RuleError> {
        let last = self.arranged.coordinates - 1;
        if first.iter().zip(before).any(|(t, b)| t > b) {
            return Ok(Some(Vec::new()));
        }
        let mut taken = first.to_vec();
        taken.push(0);
        let mut slots = self.slots(before, &taken);
        let mut open: Option<&crate::bind::Variable> = None;
        for variable in &self.arranged.variables {
            match (0..last).find(|c| self.determines(*c, variable.slot)) {
                Some(coordinate) => match self.read_back(coordinate, variable.slot, first[coordinate]) {
                    Some(value) => slots[variable.slot] = value,
                    None => return Ok(Some(Vec::new())),
                },
                None if open.is_none() && self.determines(last, variable.slot) => open = Some(variable),
                None => return Ok(None),
            }
        }
        match open {
            None => self.fixed_last(before, &mut slots),
            Some(variable) => match self.first_amounts_fit(first, &slots, variable)? {
                Some(exact) => self.solved_last(before, &mut slots, variable, exact),
                None => Ok(Some(Vec::new())),
            },
        }
    }

    /// Whether the first amounts can be those of this pattern, one variable being open: `None` if they cannot,
    /// otherwise whether that is settled without the open variable.
    fn first_amounts_fit(
        &self,
        first: &[u64],
        slots: &[i64],
        open: &crate::bind::Variable,
    ) -> Result<Option<bool>, RuleError> {
        let is_open = |code: &Code| {
            let mut open_too = false;
            code.node.slots(&mut |slot| open_too |= slot == open.slot);
            open_too
        };
        let mut settled = true;
        for (take, amount) in self.arranged.takes.iter().zip(first) {
            if is_open(take) {
                settled = false;
            } else if take.clamped(slots, &mut self.effort())? != *amount as i64 {
                return Ok(None);
            }
        }
        for variable in self.arranged.variables.iter().filter(|v| v.slot != open.slot) {
            let value = slots[variable.slot];
            for (code, shift) in &variable.lows {
                if is_open(code) {
                    settled = false;
                } else if value < code.clamped(slots, &mut self.effort())?.saturating_add(*shift) {
                    return Ok(None);
                }
            }
            for (code, shift) in &variable.highs {
                if is_open(code) {
                    settled = false;
                } else if value > code.clamped(slots, &mut self.effort())?.saturating_add(*shift) {
                    return Ok(None);
                }
            }
            if variable.list.as_ref().is_some_and(|list| !list.contains(&value)) {
                return Ok(None);
            }
        }
        Ok(Some(settled))
    }

    /// The last component is a function of the first ones.
    fn fixed_last(&self, before: &[u64], slots: &mut [i64]) -> Result<Option<Vec<Run>>, RuleError> {
        let last = self.arranged.coordinates - 1;
        let amount = self.arranged.takes[last].clamped(slots, &mut self.effort())?;
        let supply = before[last];
        let Some(amount) = u64::try_from(amount).ok().filter(|a| *a <= supply) else {
            return Ok(Some(Vec::new()));
        };
        slots[self.after() + last] = (supply - amount) as i64;
        let taken: Vec<u64> = (0..=last).map(|c| (slots[c] - slots[self.after() + c]) as u64).collect();
        let allowed =
            taken.iter().any(|t| *t > 0) && self.allowed(slots, before, Some(&taken), &mut self.effort())?;
        Ok(Some(if allowed { vec![Run { first: amount, last: amount, step: 1 }] } else { Vec::new() }))
    }

    /// The last component is a multiple of one variable: solve the condition for it.
    fn solved_last(
        &self,
        before: &[u64],
        slots: &mut [i64],
        variable: &crate::bind::Variable,
        settled: bool,
    ) -> Result<Option<Vec<Run>>, RuleError> {
        let last = self.arranged.coordinates - 1;
        let supply = i128::from(before[last]);
        let Some(linear) = &self.arranged.linear[last] else { return Ok(None) };
        let (factor, constant) = (i128::from(linear.coefficient(variable.slot)), i128::from(linear.constant));
        // The amount lies between 0 and the supply.
        let least = -(constant.div_euclid(factor));
        let most = (supply - constant).div_euclid(factor);
        let (Ok(mut low), Ok(mut high)) = (i64::try_from(least), i64::try_from(most)) else {
            return Ok(None);
        };
        if low == i64::MIN || high == i64::MAX {
            return Ok(None);
        }
        for (code, shift) in &variable.lows {
            low = low.max(code.clamped(slots, &mut self.effort())?.saturating_add(*shift));
        }
        for (code, shift) in &variable.highs {
            high = high.min(code.clamped(slots, &mut self.effort())?.saturating_add(*shift));
        }
        if low > high {
            return Ok(Some(Vec::new()));
        }
        let unknown = Unknown {
            slot: variable.slot,
            after: self.after() + last,
            after_form: (-factor, supply - constant),
            low,
            high,
        };
        let (mut set, mut exact) = match &self.arranged.condition {
            Some(condition) => unknown.solve(&condition.node, slots),
            None => (vec![(low, high)], true),
        };
        // A restriction of positions, a list, or the zero vector must be looked at amount by amount.
        let rest_zero = (0..last).all(|c| slots[c] == slots[self.after() + c]);
        exact &= settled && !self.rules.restricts_positions() && variable.list.is_none();
        if rest_zero && exact {
            set = set.into_iter().flat_map(|run| without(run, -constant, factor)).collect();
        }
        if !exact {
            let mut tested = Vec::new();
            let mut effort = self.effort();
            for (from, to) in set {
                for value in from..=to {
                    effort.spend(self.arranged.cost).map_err(|kind| {
                        let message = "too many amounts are to be tried for this move";
                        let error = RuleError::at(kind, message, self.arranged.span, &self.rules.source);
                        error.at_position(show_position(before))
                    })?;
                    slots[variable.slot] = value;
                    let amount = factor * i128::from(value) + constant;
                    slots[self.after() + last] = (supply - amount) as i64;
                    let taken: Vec<u64> =
                        (0..=last).map(|c| (slots[c] - slots[self.after() + c]) as u64).collect();
                    if taken.iter().any(|t| *t > 0)
                        && self.allowed(slots, before, Some(&taken), &mut effort)?
                    {
                        match tested.last_mut() {
                            Some((_, end)) if *end + 1 == value => *end = value,
                            _ => tested.push((value, value)),
                        }
                    }
                }
            }
            set = tested;
        }
        let run = |(from, to): (i64, i64)| Run {
            first: (factor * i128::from(from) + constant) as u64,
            last: (factor * i128::from(to) + constant) as u64,
            step: factor as u64,
        };
        Ok(Some(set.into_iter().map(run).collect()))
    }

    fn slots(&self, before: &[u64], taken: &[u64]) -> Vec<i64> {
        let mut slots: Vec<i64> = before.iter().map(|b| *b as i64).collect();
        slots.extend(self.rules.fresh_memory());
        slots.extend(before.iter().zip(taken).map(|(b, t)| *b as i64 - *t as i64));
        slots.resize(self.first_variable() + self.arranged.variables.len(), 0);
        slots
    }

    /// For each variable a coordinate whose take is a multiple of that variable alone, if there are such.
    fn inverse(&self) -> Option<Vec<usize>> {
        let find = |v: &crate::bind::Variable| {
            (0..self.arranged.coordinates).find(|coordinate| self.determines(*coordinate, v.slot))
        };
        self.arranged.variables.iter().map(find).collect()
    }

    fn determines(&self, coordinate: usize, slot: usize) -> bool {
        self.arranged.linear[coordinate]
            .as_ref()
            .is_some_and(|l| l.terms.len() == 1 && l.coefficient(slot) > 0)
    }

    /// The variable's value if its coordinate loses `amount`.
    fn read_back(&self, coordinate: usize, slot: usize, amount: u64) -> Option<i64> {
        let linear = self.arranged.linear[coordinate].as_ref()?;
        let factor = linear.coefficient(slot);
        let rest = i64::try_from(amount).ok()?.checked_sub(linear.constant)?;
        (rest.rem_euclid(factor) == 0).then(|| rest.div_euclid(factor))
    }

    /// The work that one question may cost.
    fn effort(&self) -> Effort<'a> {
        self.rules.effort()
    }

    /// Every variable is within its range.
    fn in_ranges(&self, slots: &[i64], effort: &mut Effort) -> Result<bool, RuleError> {
        for variable in &self.arranged.variables {
            let value = slots[variable.slot];
            for (code, shift) in &variable.lows {
                if value < code.clamped(slots, effort)?.saturating_add(*shift) {
                    return Ok(false);
                }
            }
            for (code, shift) in &variable.highs {
                if value > code.clamped(slots, effort)?.saturating_add(*shift) {
                    return Ok(false);
                }
            }
            if variable.list.as_ref().is_some_and(|list| !list.contains(&value)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ranges, takes and condition hold for full slots, and the result is a position.
    fn allowed(
        &self,
        slots: &[i64],
        before: &[u64],
        taken: Option<&[u64]>,
        effort: &mut Effort,
    ) -> Result<bool, RuleError> {
        let located = |e: RuleError| e.at_position(show_position(before));
        if !self.in_ranges(slots, effort).map_err(located)? {
            return Ok(false);
        }
        if let Some(taken) = taken {
            for (take, amount) in self.arranged.takes.iter().zip(taken) {
                if take.clamped(slots, effort).map_err(located)? != *amount as i64 {
                    return Ok(false);
                }
            }
        }
        if let Some(condition) = &self.arranged.condition
            && !condition.holds(slots, effort).map_err(located)?
        {
            return Ok(false);
        }
        if self.rules.restricts_positions() {
            let to: Vec<u64> = slots[self.after()..self.first_variable()].iter().map(|s| *s as u64).collect();
            return self.rules.is_position(&to);
        }
        Ok(true)
    }
}

/// The run without the value at which `factor * value == zero`.
fn without((from, to): (i64, i64), zero: i128, factor: i128) -> Vec<(i64, i64)> {
    let hole = i64::try_from(zero.div_euclid(factor)).ok().filter(|hole| (from..=to).contains(hole));
    let Some(hole) = hole.filter(|_| zero.rem_euclid(factor) == 0) else { return vec![(from, to)] };
    [(from, hole - 1), (hole + 1, to)].into_iter().filter(|(a, b)| a <= b).collect()
}

/// Solving a condition for one variable, the others having values.
struct Unknown {
    slot: usize,
    /// The slot of the last pile after the move, and its form factor * variable + constant.
    after: usize,
    after_form: (i128, i128),
    low: i64,
    high: i64,
}

/// Deepest nest of `|.|`, `min` and `max` that is solved.
const NESTED: usize = 5;

/// Disjoint increasing intervals, and whether they are exactly the solutions or only contain them.
type Solutions = (Vec<(i64, i64)>, bool);

impl Unknown {
    fn everything(&self, exact: bool) -> Solutions {
        (vec![(self.low, self.high)], exact)
    }

    fn solve(&self, node: &Node, slots: &[i64]) -> Solutions {
        if self.is_free(node) {
            return match node.fast(slots) {
                Ok(0) => (Vec::new(), true),
                Ok(_) => self.everything(true),
                Err(_) => self.everything(false),
            };
        }
        match node {
            Node::And(a, b) => both(self.solve(a, slots), self.solve(b, slots)),
            Node::Or(a, b) => either(self.solve(a, slots), self.solve(b, slots)),
            Node::Not(a) => self.complement(self.solve(a, slots)),
            Node::If(c, a, b) => {
                let holds = self.solve(c, slots);
                let fails = self.complement(holds.clone());
                either(both(holds, self.solve(a, slots)), both(fails, self.solve(b, slots)))
            }
            Node::Compare(a, rest) => {
                let mut left = a.as_ref();
                let mut out = self.everything(true);
                for (comparison, right) in rest {
                    out = both(out, self.compare(*comparison, left, right, slots, 0));
                    left = right;
                }
                out
            }
            _ => self.everything(false),
        }
    }

    fn complement(&self, (set, exact): Solutions) -> Solutions {
        if !exact {
            return self.everything(false);
        }
        let mut out = Vec::new();
        let mut next = self.low;
        for (from, to) in set {
            if next < from {
                out.push((next, from - 1));
            }
            next = to + 1;
        }
        if next <= self.high {
            out.push((next, self.high));
        }
        (out, true)
    }

    fn compare(&self, comparison: Comparison, a: &Node, b: &Node, slots: &[i64], depth: usize) -> Solutions {
        // Each |.| doubles the comparisons: deep nests are left to trying.
        if depth > NESTED {
            return self.everything(false);
        }
        let inside = depth + 1;
        match (a, b) {
            (Node::Abs(inner), _) => {
                // |e| < b is e < b and -b < e; |e| > b is their complement.
                let minus_b = Node::Negate(Box::new(b.clone()));
                let sides = |x: Comparison| {
                    both(
                        self.compare(x, inner, b, slots, inside),
                        self.compare(x, &minus_b, inner, slots, inside),
                    )
                };
                match comparison {
                    Comparison::Less | Comparison::AtMost => sides(comparison),
                    Comparison::Greater => self.complement(sides(Comparison::AtMost)),
                    Comparison::AtLeast => self.complement(sides(Comparison::Less)),
                    Comparison::Equal => {
                        both(sides(Comparison::AtMost), self.complement(sides(Comparison::Less)))
                    }
                    Comparison::Unequal => self.complement(both(
                        sides(Comparison::AtMost),
                        self.complement(sides(Comparison::Less)),
                    )),
                }
            }
            (_, Node::Abs(_)) => self.compare(comparison.mirrored(), b, a, slots, inside),
            (Node::Min(args) | Node::Max(args), _) => {
                let each = |x: &Node| self.compare(comparison, x, b, slots, inside);
                let is_min = matches!(a, Node::Min(_));
                match comparison {
                    Comparison::Less | Comparison::AtMost if is_min => join(args, each, either),
                    Comparison::Less | Comparison::AtMost => join(args, each, both),
                    Comparison::Greater | Comparison::AtLeast if is_min => join(args, each, both),
                    Comparison::Greater | Comparison::AtLeast => join(args, each, either),
                    _ => self.everything(false),
                }
            }
            (_, Node::Min(_) | Node::Max(_)) => self.compare(comparison.mirrored(), b, a, slots, inside),
            (Node::Xor(_) | Node::Binary(BinaryOp::Xor, ..), _) if self.is_free(b) => {
                let equal = || {
                    let (open, rest) = self.xor_of(a, slots)?;
                    let value = rest ^ b.fast(slots).ok()?;
                    Some(self.compare(Comparison::Equal, open, &Node::Const(value), slots, inside))
                };
                match (comparison, equal()) {
                    (Comparison::Equal, Some(found)) => found,
                    (Comparison::Unequal, Some(found)) => self.complement(found),
                    _ => self.everything(false),
                }
            }
            (_, Node::Xor(_) | Node::Binary(BinaryOp::Xor, ..)) if self.is_free(a) => {
                self.compare(comparison.mirrored(), b, a, slots, inside)
            }
            _ => match (self.affine(a, slots), self.affine(b, slots)) {
                (Some((a1, a0)), Some((b1, b0))) => self.linear(comparison, a1 - b1, a0 - b0),
                _ => self.everything(false),
            },
        }
    }

    /// Solutions of factor * v + constant (comparison) 0 between the bounds.
    fn linear(&self, comparison: Comparison, factor: i128, constant: i128) -> Solutions {
        if factor == 0 {
            return if comparison.holds(&constant, &0) { self.everything(true) } else { (Vec::new(), true) };
        }
        let floor = |n: i128, d: i128| n.div_euclid(d);
        let cut = |from: i128, to: i128| {
            let (from, to) = (from.max(i128::from(self.low)), to.min(i128::from(self.high)));
            (if from <= to { vec![(from as i64, to as i64)] } else { Vec::new() }, true)
        };
        let (low, high) = (i128::from(self.low), i128::from(self.high));
        // v <= -constant/factor for positive factor; the sign turns for a negative one.
        let at_most = |bound: i128| {
            if factor > 0 { cut(low, floor(bound, factor)) } else { cut(-floor(bound, -factor), high) }
        };
        match comparison {
            Comparison::AtMost => at_most(-constant),
            Comparison::Less => at_most(-constant - 1),
            Comparison::Greater => self.complement(at_most(-constant)),
            Comparison::AtLeast => self.complement(at_most(-constant - 1)),
            Comparison::Equal => both(at_most(-constant), self.complement(at_most(-constant - 1))),
            Comparison::Unequal => {
                self.complement(both(at_most(-constant), self.complement(at_most(-constant - 1))))
            }
        }
    }

    /// A nim-sum as its one term with the unknown, and the sum of the others: x ^ c = d just if x = c ^ d.
    fn xor_of<'n>(&self, node: &'n Node, slots: &[i64]) -> Option<(&'n Node, i64)> {
        let terms: Vec<&Node> = match node {
            Node::Xor(args) => args.iter().collect(),
            Node::Binary(BinaryOp::Xor, a, b, _) => vec![a, b],
            _ => return None,
        };
        let (mut open, mut rest) = (None, 0);
        for term in terms {
            if self.is_free(term) {
                rest ^= term.fast(slots).ok()?;
            } else if open.replace(term).is_some() {
                return None;
            }
        }
        Some((open?, rest))
    }

    fn is_free(&self, node: &Node) -> bool {
        let mut free = true;
        node.slots(&mut |slot| free &= slot != self.slot && slot != self.after);
        free
    }

    /// The expression as factor * variable + constant, both small enough to be added and compared.
    fn affine(&self, node: &Node, slots: &[i64]) -> Option<(i128, i128)> {
        let small = |n: i128| n.unsigned_abs() < 1 << 120;
        self.unchecked_affine(node, slots).filter(|(factor, constant)| small(*factor) && small(*constant))
    }

    fn unchecked_affine(&self, node: &Node, slots: &[i64]) -> Option<(i128, i128)> {
        if self.is_free(node) {
            return node.fast(slots).ok().map(|value| (0, i128::from(value)));
        }
        let sum =
            |(a1, a0): (i128, i128), (b1, b0): (i128, i128), sign: i128| (a1 + sign * b1, a0 + sign * b0);
        match node {
            Node::Slot(slot) if *slot == self.slot => Some((1, 0)),
            Node::Slot(_) => Some(self.after_form),
            Node::Negate(a) => Some(sum((0, 0), self.affine(a, slots)?, -1)),
            Node::Binary(BinaryOp::Add, a, b, _) => {
                Some(sum(self.affine(a, slots)?, self.affine(b, slots)?, 1))
            }
            Node::Binary(BinaryOp::Sub, a, b, _) => {
                Some(sum(self.affine(a, slots)?, self.affine(b, slots)?, -1))
            }
            Node::Binary(BinaryOp::Mul, a, b, _) => {
                let ((a1, a0), (b1, b0)) = (self.affine(a, slots)?, self.affine(b, slots)?);
                if a1 == 0 {
                    Some((a0.checked_mul(b1)?, a0.checked_mul(b0)?))
                } else if b1 == 0 {
                    Some((b0.checked_mul(a1)?, b0.checked_mul(a0)?))
                } else {
                    None
                }
            }
            Node::Sum(args) => args.iter().try_fold((0, 0), |s, a| Some(sum(s, self.affine(a, slots)?, 1))),
            _ => None,
        }
    }
}

fn join(
    args: &[Node],
    each: impl Fn(&Node) -> Solutions,
    combine: impl Fn(Solutions, Solutions) -> Solutions,
) -> Solutions {
    args.iter().map(each).reduce(combine).unwrap_or((Vec::new(), true))
}

fn both((a, exact_a): Solutions, (b, exact_b): Solutions) -> Solutions {
    let mut out = Vec::new();
    for (a0, a1) in &a {
        for (b0, b1) in &b {
            let (from, to) = (*a0.max(b0), *a1.min(b1));
            if from <= to {
                out.push((from, to));
            }
        }
    }
    out.sort_unstable();
    (out, exact_a && exact_b)
}

fn either((a, exact_a): Solutions, (b, exact_b): Solutions) -> Solutions {
    let mut all: Vec<(i64, i64)> = a.into_iter().chain(b).collect();
    all.sort_unstable();
    let mut out: Vec<(i64, i64)> = Vec::new();
    for (from, to) in all {
        match out.last_mut() {
            Some((_, end)) if from <= end.saturating_add(1) => *end = (*end).max(to),
            _ => out.push((from, to)),
        }
    }
    (out, exact_a && exact_b)
}
