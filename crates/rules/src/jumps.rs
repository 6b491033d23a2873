//! Families as a question of both ends: does a move lead from here to there? What is taken is the difference of the ends, and
//! where it tells the amounts nothing is left to be tried.
//!
//! The answer is worked out for 64 pairs of ends at a time, one end the same in all of them: a few ns each. Where that does not
//! go, each pair is worked out by itself.

use crate::bind::{Arranged, Rules};
use crate::check::least;
use crate::code::{Code, Effort, Node};
use crate::error::RuleError;
use crate::expr::{BinaryOp, Comparison};
use crate::lanes::{LANES, Lanes};
use crate::linear::Linear;
use crate::rules::show_position;
use malachite::Integer;
use std::sync::Arc;
use wythoff_numbers::Budget;

/// Factors and constants of amounts stay below this, so that reading an amount back does not overflow.
const MOST: i64 = 1 << 40;

/// Most piles.
const MOST_PILES: usize = 8;

/// Families that are told by both ends of a move.
pub struct Jumps<'a> {
    rules: &'a Rules,
    /// For each family what must hold of the piles before and after the move, and whether that may be worked out by lanes.
    families: Vec<(Code, bool)>,
}

impl Rules {
    /// The families that [`Rules::sheets_and_rest`] leaves as questions of both ends, or `None` if the ends of some do not tell
    /// its amounts. Where piles are sorted the first end must be.
    ///
    /// ```
    /// let rules = wythoff_rules::Rules::read("piles ordered x, y\nmove (k,l) where gcd(k,l) == 1").unwrap();
    /// let jumps = rules.jumps(&[0]).unwrap();
    /// // From (5,4), (5,5), ... to (2,2).
    /// assert_eq!(jumps.sources(&[5], 4, 0b1111, &[2, 2]).unwrap(), 0b1101);
    /// assert_eq!(jumps.targets(&[5, 4], 0b11, &[3, 2, 2, 2]).unwrap(), 0b10);
    /// ```
    pub fn jumps(&self, rest: &[usize]) -> Option<Jumps<'_>> {
        if self.coordinates.len() > MOST_PILES
            || self.bounds.iter().any(Option::is_some)
            || !self.memory.is_empty()
            || self.positions.is_some()
            || !self.only_takes()
        {
            return None;
        }
        let told = |at: &usize| self.told_by_ends(self.arranged.get(*at)?);
        Some(Jumps { rules: self, families: rest.iter().map(told).collect::<Option<_>>()? })
    }

    /// What a family takes, `start + n * step` for numbers n from 0 on of which conditions may leave some, if it has one amount
    /// and takes so.
    ///
    /// ```
    /// let rules = wythoff_rules::Rules::read("(i, 2i + 3) where gcd(i, x) == 1").unwrap();
    /// assert_eq!(rules.line_of(0), Some((vec![1, 5], vec![1, 2])));
    /// ```
    pub fn line_of(&self, at: usize) -> Option<(Vec<u64>, Vec<u64>)> {
        let a = self.arranged.get(at)?;
        let [variable] = &a.variables[..] else { return None };
        let (Some(least), _) = *a.ranges.first()? else { return None };
        let (mut start, mut step) = (Vec::new(), Vec::new());
        for linear in &a.linear {
            let linear = linear.as_ref()?;
            if linear.terms.iter().any(|(slot, c)| *slot != variable.slot && *c != 0) {
                return None;
            }
            let factor = linear.coefficient(variable.slot);
            let taken = factor.checked_mul(least)?.checked_add(linear.constant)?;
            start.push(u64::try_from(taken).ok()?);
            step.push(u64::try_from(factor).ok()?);
        }
        step.iter().any(|step| *step > 0).then_some((start, step))
    }

    /// Whether some family may take nothing at all, as far as its text tells. Where it does, that is an error, and ways that look
    /// at two different ends would not meet it.
    pub fn may_stand_still(&self) -> bool {
        self.arranged.iter().any(|a| self.stands_still(a, self.between_ends(a).as_ref()))
    }

    fn told_by_ends(&self, a: &Arranged) -> Option<(Code, bool)> {
        let node = self.between_ends(a)?;
        let has_lanes = node.has_lanes();
        (!self.stands_still(a, Some(&node))).then(|| (Code { node, source: self.source.clone() }, has_lanes))
    }

    /// What must hold of both ends of a move, if they tell its amounts.
    fn between_ends(&self, a: &Arranged) -> Option<Node> {
        if !a.updates.is_empty() {
            return None;
        }
        let count = a.coordinates;
        let binary = |op, a: Node, b: Node, span| Node::Binary(op, a.into(), b.into(), span);
        let taken = |coordinate: usize| {
            binary(BinaryOp::Sub, Node::Slot(coordinate), Node::Slot(count + coordinate), a.span)
        };
        // Each amount by a coordinate from which it alone is taken.
        let mut amounts = Vec::new();
        for variable in &a.variables {
            let (coordinate, factor, constant) =
                a.linear.iter().enumerate().find_map(|(coordinate, linear)| {
                    let linear = linear.as_ref().filter(|linear| linear.terms.len() == 1)?;
                    let factor = linear.coefficient(variable.slot);
                    let small = (1..MOST).contains(&factor) && (-MOST..MOST).contains(&linear.constant);
                    small.then_some((coordinate, factor, linear.constant))
                })?;
            let mut amount = taken(coordinate);
            if constant != 0 {
                amount = binary(BinaryOp::Sub, amount, Node::Const(constant), a.span);
            }
            if factor != 1 {
                amount = binary(BinaryOp::Div, amount, Node::Const(factor), a.span);
            }
            amounts.push((variable.slot, amount, (factor == 1).then_some(coordinate)));
        }
        let put = |slot: usize| {
            let amount = amounts.iter().find(|(own, ..)| *own == slot);
            amount.map_or(Node::Slot(slot), |(_, amount, _)| amount.clone())
        };
        let compared =
            |a: Node, comparison: Comparison, b: Node| Node::Compare(a.into(), vec![(comparison, b)]);
        // What is taken comes first: only where the amounts are whole numbers there is something to say of them.
        let mut all = Vec::new();
        for (coordinate, take) in a.takes.iter().enumerate() {
            if !amounts.iter().any(|(_, _, read)| *read == Some(coordinate)) {
                all.push(compared(take.node.with_slots(&put), Comparison::Equal, taken(coordinate)));
            }
        }
        for variable in &a.variables {
            for (sign, bounds) in
                [(Comparison::AtLeast, &variable.lows), (Comparison::AtMost, &variable.highs)]
            {
                for (code, shift) in bounds {
                    let bound = Node::Sum(vec![code.node.with_slots(&put), Node::Const(*shift)]);
                    all.push(compared(put(variable.slot), sign, bound));
                }
            }
            if let Some(list) = &variable.list {
                let list = list.iter().map(|value| Integer::from(*value)).collect();
                all.push(Node::In(put(variable.slot).into(), Arc::new(list)));
            }
        }
        all.extend(a.condition.as_ref().map(|condition| condition.node.with_slots(&put)));
        let node = all.into_iter().reduce(|a, b| Node::And(a.into(), b.into())).unwrap_or(Node::Const(1));
        let mut known = true;
        node.slots(&mut |slot| known &= slot < 2 * count);
        known.then_some(node)
    }
}

/// Steps that a condition without unknowns may take to be worked out.
const TRIED: u64 = 1 << 12;

impl Rules {
    /// Whether nothing in the text of a family, or in what must hold of both ends of its moves, keeps it from taking nothing.
    fn stands_still(&self, a: &Arranged, between: Option<&Node>) -> bool {
        let same = |slot: usize| Node::Slot(if slot < a.coordinates { slot } else { slot - a.coordinates });
        let constant =
            |part: &Node| part.linear().filter(Linear::is_constant).map(|l| Node::Const(l.constant));
        !a.skip_zero
            && !a.takes.iter().any(|take| least(&take.node, a) >= Some(1))
            && between.is_none_or(|node| !self.never_holds(&node.with_slots(&same).with(&constant), a))
    }

    /// Whether a condition fails whatever the position, as bounds of its parts tell.
    fn never_holds(&self, node: &Node, a: &Arranged) -> bool {
        match node {
            Node::And(one, other) => self.never_holds(one, a) || self.never_holds(other, a),
            Node::Or(one, other) => self.never_holds(one, a) && self.never_holds(other, a),
            _ if asks_nothing(node) => {
                let code = Code { node: node.clone(), source: self.source.clone() };
                matches!(code.holds(&[], &mut Effort::new(TRIED, &Budget::default())), Ok(false))
            }
            Node::Compare(first, rest) => {
                let firsts = std::iter::once(&**first).chain(rest.iter().map(|(_, node)| node));
                firsts.zip(rest).any(|(one, (comparison, other))| {
                    let beyond = |one: &Node, other: &Node| {
                        let (one, other) = (one.clone().into(), other.clone().into());
                        least(&Node::Binary(BinaryOp::Sub, one, other, a.span), a)
                    };
                    let (over, under) = (beyond(one, other), beyond(other, one));
                    match comparison {
                        Comparison::Equal => over >= Some(1) || under >= Some(1),
                        Comparison::Unequal => over >= Some(0) && under >= Some(0),
                        Comparison::Less => over >= Some(0),
                        Comparison::AtMost => over >= Some(1),
                        Comparison::Greater => under >= Some(0),
                        Comparison::AtLeast => under >= Some(1),
                    }
                })
            }
            _ => false,
        }
    }
}

fn asks_nothing(node: &Node) -> bool {
    let mut nothing = true;
    node.slots(&mut |_| nothing = false);
    nothing
}

impl Jumps<'_> {
    /// Of the positions `(row..., from), (row..., from + 1), ...` in `lanes`, the first in the lowest bit, those from which a move
    /// leads to a target. It differs from them; piles have less than 2^31.
    pub fn sources(&self, row: &[u64], from: u64, lanes: u64, target: &[u32]) -> Result<u64, RuleError> {
        let Some((last, first)) = target.split_last() else { return Ok(0) };
        if first.iter().zip(row).any(|(a, x)| u64::from(*a) > *x) {
            return Ok(0);
        }
        let lanes = match u64::from(*last).saturating_sub(from) {
            cut @ 0..64 => lanes & !0 << cut,
            _ => 0,
        };
        let before = row.iter().map(|x| Lanes::constant(*x as i64)).chain([Lanes::counting(from as i64)]);
        let after = target.iter().map(|a| Lanes::constant(i64::from(*a)));
        self.asked(before.chain(after), lanes)
    }

    /// Of the positions `(row..., from), (row..., from + 1), ...` in `lanes` those from which a move leads each to its own of 64
    /// targets, which are given one after the other. Both differ.
    pub fn pairs(&self, row: &[u64], from: u64, mut lanes: u64, targets: &[u32]) -> Result<u64, RuleError> {
        let count = row.len() + 1;
        let before = row.iter().map(|x| Lanes::constant(*x as i64)).chain([Lanes::counting(from as i64)]);
        let mut all = [[0i64; LANES]; MOST_PILES];
        for (c, values) in all.iter_mut().enumerate().take(count) {
            for (lane, value) in values.iter_mut().enumerate() {
                *value = targets.get(lane * count + c).map_or(0, |a| i64::from(*a));
                // What has more is no target.
                let pile = row.get(c).copied().unwrap_or(from + lane as u64);
                lanes &= !(u64::from(*value as u64 > pile) << lane);
            }
        }
        self.asked(before.chain(all.into_iter().take(count).map(Lanes::given)), lanes)
    }

    /// Of up to 64 targets, one after the other, those in `lanes` to which a move leads from a position. They differ from it.
    pub fn targets(&self, from: &[u64], mut lanes: u64, targets: &[u32]) -> Result<u64, RuleError> {
        let count = from.len();
        let before = from.iter().map(|x| Lanes::constant(*x as i64));
        let last = (targets.len() / count.max(1)).saturating_sub(1);
        let mut all = [[0i64; LANES]; MOST_PILES];
        for ((c, values), x) in all.iter_mut().enumerate().zip(from) {
            for (lane, value) in values.iter_mut().enumerate() {
                *value = targets.get(lane.min(last) * count + c).map_or(0, |a| i64::from(*a));
            }
            // What has more is no target.
            let inside = |bits: u64, (lane, a): (usize, &i64)| bits | u64::from(*a as u64 <= *x) << lane;
            lanes &= values.iter().enumerate().fold(0, inside);
        }
        self.asked(before.chain(all.into_iter().take(count).map(Lanes::given)), lanes)
    }

    fn asked(&self, slots: impl Iterator<Item = Option<Lanes>>, lanes: u64) -> Result<u64, RuleError> {
        if lanes == 0 {
            return Ok(0);
        }
        let Some(slots) = slots.collect::<Option<Vec<Lanes>>>() else { return Ok(0) };
        let mut all = 0;
        for (code, has_lanes) in &self.families {
            let rest = lanes & !all;
            if rest == 0 {
                break;
            }
            let told = if *has_lanes { code.node.holds_in(&slots, rest) } else { None };
            let (holds, mut unknown) = told.unwrap_or((0, rest));
            all |= holds & !unknown;
            if unknown == 0 {
                continue;
            }
            let mut effort = self.rules.effort();
            while unknown != 0 {
                let lane = unknown.trailing_zeros() as usize;
                unknown &= unknown - 1;
                let piles: Vec<i64> = slots.iter().map(|slot| slot.values[lane]).collect();
                let before: Vec<u64> = piles[..piles.len() / 2].iter().map(|x| *x as u64).collect();
                let at = |error: RuleError| error.at_position(show_position(&before));
                all |= u64::from(code.holds(&piles, &mut effort).map_err(at)?) << lane;
            }
        }
        Ok(all)
    }
}
