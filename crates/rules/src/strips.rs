//! Families of two amounts, one from each of two piles, as strips: for each number taken from the first pile those that may
//! be taken from the second are an interval, whose ends depend on the position. `k <= x div 2 and l <= k`, `k + l <= min(x,y)`
//! and the like are no few lines, but a span of each row. Solved for the second pile instead, the same conditions say from which
//! positions of a row a given one is reached.
//!
//! The ends are worked out for 64 numbers from the first pile, or 64 positions that are reached, at a time: a few ns each.

use crate::bind::Rules;
use crate::code::Node;
use crate::expr::{BinaryOp, Comparison};
use crate::fragment::{look_through, opposite};
use crate::game::PileOrder;
use crate::gate::Gate;
use crate::lanes::{LANES, Lanes};
use crate::lines::{Case, Reader, flatten, gates, multiple};

/// `factor * unknown >= bound`, or at most it.
#[derive(Clone)]
struct Limit {
    factor: i64,
    bound: Node,
}

/// What the conditions of a strip are solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedFor {
    /// What is taken from the second pile, and so what is left of it: [`Strip::spans`].
    Targets,
    /// The second pile before the move, by which something is taken from the first: [`Strip::sources`].
    Sources,
}

/// A part of a family: what may be taken from the second pile is one interval for each number from the first.
#[derive(Clone)]
pub struct Strip {
    /// What must hold of the position moved from.
    pub source: Vec<Gate>,
    /// What must hold of the position moved to.
    pub target: Vec<Gate>,
    lows: Vec<Limit>,
    highs: Vec<Limit>,
    /// What must hold of the position and the number from the first pile.
    masks: Vec<Node>,
    /// The slots that are looked at.
    used: Vec<usize>,
    /// The slots of the first pile after the move, and of what is taken from it.
    after: usize,
    taken: usize,
    skip_zero: bool,
}

/// Numbers in the second pile, for 64 numbers taken from the first: from the first number of each up to, but not with, the second.
pub type Spans = [(u32, u32); LANES];

/// What is used again from question to question.
#[derive(Default)]
pub struct Asked {
    slots: Vec<Lanes>,
}

impl Rules {
    /// The families that [`Rules::sheets_and_rest`] leaves as strips, or `None` if some family is none.
    ///
    /// ```
    /// let rules = wythoff_rules::Rules::read("piles ordered x, y\nmove (k,l) where k <= x div 2 and l <= k").unwrap();
    /// let strips = rules.strips(&[0], wythoff_rules::SolvedFor::Targets).unwrap();
    /// let mut spans = [(0, 0); 64];
    /// // From (5, 4): 1 from both, or 2 from the first pile and 1 or 2 from the second.
    /// assert!(strips[0].spans(5, 4, 1, &mut Default::default(), &mut spans));
    /// assert_eq!(spans[..2], [(3, 4), (2, 4)]);
    /// assert!(spans[2..].iter().all(|(from, to)| from >= to));
    /// ```
    pub fn strips(&self, rest: &[usize], solved_for: SolvedFor) -> Option<Vec<Strip>> {
        if self.coordinates.len() != 2
            || self.bounds.iter().any(Option::is_some)
            || !self.memory.is_empty()
            || self.positions.is_some()
            || self.order() == PileOrder::Sorted
        {
            return None;
        }
        let effort = self.effort_of_reading();
        let mut strips = Vec::new();
        for at in rest {
            let arranged = self.arranged.get(*at)?;
            strips.extend(
                Reader { rules: self, arranged, most: None, singly: false, effort: &effort }
                    .strips(solved_for)?,
            );
        }
        (strips.len() <= MOST_STRIPS).then_some(strips)
    }
}

/// Most strips: each costs some ns a cell and number that may be taken from the first pile.
const MOST_STRIPS: usize = 16;

impl Reader<'_, '_> {
    fn strips(&self, solved_for: SolvedFor) -> Option<Vec<Strip>> {
        let a = self.arranged;
        let [Some(first), Some(second)] = &a.linear[..] else { return None };
        let alone = |linear: &crate::linear::Linear| match linear.terms.iter().next() {
            Some((slot, 1)) if linear.terms.len() == 1 && linear.constant == 0 => Some(*slot),
            _ => None,
        };
        let (taken, open) = (alone(first)?, alone(second)?);
        let is_plain = a.variables.len() == 2 && a.variables.iter().all(|variable| variable.list.is_none());
        if !is_plain || !a.updates.is_empty() || taken == open || taken.min(open) < self.first_variable() {
            return None;
        }
        self.cases()?.iter().map(|case| self.strip(case, taken, open, solved_for)).collect()
    }

    fn strip(&self, case: &Case, taken: usize, second: usize, solved_for: SolvedFor) -> Option<Strip> {
        // All that a case says: nothing may be left out.
        let Case { amounts, residues, others, mixed, source, target, between } = case;
        if !between.is_empty() {
            return None;
        }
        let after = self.after();
        let mut strip = Strip {
            source: gates(source).collect(),
            target: gates(target).collect(),
            lows: Vec::new(),
            highs: Vec::new(),
            masks: Vec::new(),
            used: Vec::new(),
            after,
            taken,
            skip_zero: self.arranged.skip_zero,
        };
        let unknown = match solved_for {
            SolvedFor::Targets => Unknown { open: second, tied: after + 1, sign: -1, known: 1 },
            SolvedFor::Sources => Unknown { open: 1, tied: second, sign: 1, known: after + 1 },
        };
        if solved_for == SolvedFor::Sources {
            let at = self.arranged.variables.iter().position(|variable| variable.slot == taken)?;
            let (lows, _) = self.box_of(case)?;
            // Moves along the row are no spans of other rows.
            if lows[at] < 1 {
                return None;
            }
        }
        let form = |form: &crate::lines::Form| {
            let terms = form.coefficients.iter().zip(&self.arranged.variables);
            let terms = terms.map(|(c, variable)| multiple(*c, &Node::Slot(variable.slot)));
            Node::Sum(terms.chain([Node::Const(form.constant)]).collect())
        };
        for amounts in amounts {
            unknown.limit(Comparison::AtLeast, &form(amounts), &Node::Const(0), &mut strip)?;
        }
        for (amounts, m) in residues {
            let rest = (BinaryOp::Mod, form(amounts).into(), Node::Const(*m).into(), self.arranged.span);
            let rest = Node::Binary(rest.0, rest.1, rest.2, rest.3);
            unknown.limit(Comparison::Equal, &rest, &Node::Const(0), &mut strip)?;
        }
        for node in mixed.iter().chain(others) {
            unknown.condition(node, true, &mut strip)?;
        }
        let mut used = Vec::new();
        let bounds = strip.lows.iter().chain(&strip.highs).map(|limit| &limit.bound);
        bounds.chain(&strip.masks).for_each(|node| node.slots(&mut |slot| used.push(slot)));
        used.sort_unstable();
        used.dedup();
        strip.used = used;
        Some(strip)
    }
}

/// The slot that conditions are solved for, and one that is `sign` times it less `sign` times a known one: what is left of the
/// second pile is what was there less what is taken.
struct Unknown {
    open: usize,
    tied: usize,
    sign: i64,
    known: usize,
}

impl Unknown {
    fn is_free(&self, node: &Node) -> bool {
        let mut free = true;
        node.slots(&mut |slot| free &= slot != self.open && slot != self.tied);
        free
    }

    fn condition(&self, node: &Node, wanted: bool, strip: &mut Strip) -> Option<()> {
        match node {
            _ if self.is_free(node) => {
                strip.mask(if wanted { node.clone() } else { Node::Not(node.clone().into()) })
            }
            Node::Not(inner) => self.condition(inner, !wanted, strip),
            Node::Compare(a, rest) => match &rest[..] {
                [(comparison, b)] => {
                    let comparison = if wanted { *comparison } else { opposite(*comparison) };
                    self.limit(comparison, a, b, strip)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `a` compared with `b`, as a limit of the amount where it is linear in it.
    fn limit(&self, comparison: Comparison, a: &Node, b: &Node, strip: &mut Strip) -> Option<()> {
        if self.is_free(a) && self.is_free(b) {
            return strip.mask(Node::Compare(a.clone().into(), vec![(comparison, b.clone())]));
        }
        if let Some(()) = self.quotient(comparison, a, b, strip) {
            return Some(());
        }
        let mut terms = Vec::new();
        for (sign, side) in [(1, a), (-1, b)] {
            flatten(&look_through(side).unwrap_or_else(|| side.clone()), sign, &mut terms);
        }
        // factor * unknown + the rest.
        let (mut factor, mut rest) = (0i64, Vec::new());
        for (sign, term) in terms {
            if self.is_free(&term) {
                rest.push((sign, term));
                continue;
            }
            let linear = term.linear()?;
            for (slot, c) in &linear.terms {
                let c = c.checked_mul(sign)?;
                if *slot == self.open {
                    factor = factor.checked_add(c)?;
                } else if *slot == self.tied {
                    let c = c.checked_mul(self.sign)?;
                    factor = factor.checked_add(c)?;
                    rest.push((c.checked_neg()?, Node::Slot(self.known)));
                } else {
                    rest.push((c, Node::Slot(*slot)));
                }
            }
            rest.push((sign, Node::Const(linear.constant)));
        }
        // factor * unknown >= bound is what is meant, or <=; with a negative factor the other way round.
        let (factor, turned) = (factor.checked_abs()?, factor < 0);
        let bound = |shift: i64| {
            let sign = if turned { 1 } else { -1 };
            let mut terms = vec![Node::Const(-sign * shift)];
            for (c, node) in &rest {
                terms.push(multiple(c.checked_mul(sign)?, node));
            }
            Some(Limit { factor, bound: Node::Sum(terms) }).filter(|limit| limit.bound.has_lanes())
        };
        if factor == 0 {
            let sum = Node::Sum(rest.iter().map(|(c, node)| multiple(*c, node)).collect());
            return strip.mask(Node::Compare(sum.into(), vec![(comparison, Node::Const(0))]));
        }
        let (lows, highs) = match turned {
            false => (&mut strip.lows, &mut strip.highs),
            true => (&mut strip.highs, &mut strip.lows),
        };
        match comparison {
            Comparison::AtLeast => lows.push(bound(0)?),
            Comparison::Greater => lows.push(bound(1)?),
            Comparison::AtMost => highs.push(bound(0)?),
            Comparison::Less => highs.push(bound(-1)?),
            Comparison::Equal => {
                lows.push(bound(0)?);
                highs.push(bound(0)?);
            }
            Comparison::Unequal => return None,
        }
        Some(())
    }
}

impl Unknown {
    /// A quotient compared with what is free: e div c >= f just if e >= c * f, and e div c <= f just if e < c * (f + 1).
    fn quotient(&self, comparison: Comparison, a: &Node, b: &Node, strip: &mut Strip) -> Option<()> {
        let (Node::Binary(BinaryOp::Div, e, c, _), true) = (a, self.is_free(b)) else {
            return match b {
                Node::Binary(BinaryOp::Div, ..) if self.is_free(a) => {
                    self.quotient(comparison.mirrored(), b, a, strip)
                }
                _ => None,
            };
        };
        let c = c.linear().filter(|c| c.is_constant() && c.constant > 0)?.constant;
        let times = |shift: i64| multiple(c, &Node::Sum(vec![b.clone(), Node::Const(shift)]));
        match comparison {
            Comparison::AtLeast => self.limit(Comparison::AtLeast, e, &times(0), strip),
            Comparison::Greater => self.limit(Comparison::AtLeast, e, &times(1), strip),
            Comparison::AtMost => self.limit(Comparison::Less, e, &times(1), strip),
            Comparison::Less => self.limit(Comparison::Less, e, &times(0), strip),
            Comparison::Equal => {
                self.limit(Comparison::AtLeast, e, &times(0), strip)?;
                self.limit(Comparison::Less, e, &times(1), strip)
            }
            Comparison::Unequal => None,
        }
    }
}

impl Strip {
    fn mask(&mut self, mask: Node) -> Option<()> {
        let has_lanes = mask.has_lanes();
        self.masks.push(mask);
        has_lanes.then_some(())
    }

    /// What may be left of the second pile by moves from `(x, y)` that take `k`, `k + 1`, ... from the first, as far as that
    /// suffices; the piles have less than 2^31. `false` if that cannot be told here.
    pub fn spans(&self, x: u64, y: u64, k: u64, asked: &mut Asked, out: &mut Spans) -> bool {
        self.worked_out(x as i64, y as i64, k as i64, asked, out).is_some()
    }

    /// The numbers `y` of the second pile, below a bound, with which a move leads from `(x, y)` to each of up to 64 positions;
    /// these have less in the first pile. `false` if that cannot be told here.
    pub fn sources(
        &self,
        x: u64,
        below: u64,
        targets: &[(u32, u32)],
        asked: &mut Asked,
        out: &mut Spans,
    ) -> bool {
        let place = |lane: usize| targets.get(lane).or(targets.last()).copied().unwrap_or((0, 0));
        let rows = std::array::from_fn(|lane| i64::from(place(lane).0));
        let columns: [i64; LANES] = std::array::from_fn(|lane| i64::from(place(lane).1));
        let x = x as i64;
        let slot = |slot: usize| match slot {
            0 => Lanes::constant(x),
            s if s == self.after => Lanes::given(rows),
            s if s == self.after + 1 => Lanes::given(columns),
            s if s == self.taken => Lanes::given(rows.map(|row| x - row)),
            _ => None,
        };
        let highs = [below as i64 - 1; LANES];
        let Some((lows, highs)) = self.interval(slot, !0, asked, columns, highs) else { return false };
        for (lane, span) in out.iter_mut().enumerate() {
            *span = (lows[lane] as u32, (highs[lane] + 1).max(lows[lane]) as u32);
        }
        true
    }

    fn worked_out(&self, x: i64, y: i64, k: i64, asked: &mut Asked, out: &mut Spans) -> Option<()> {
        let lanes = (x - k + 1).clamp(0, LANES as i64) as usize;
        let within = if lanes == LANES { !0 } else { (1u64 << lanes) - 1 };
        let slot = |slot: usize| match slot {
            0 => Lanes::constant(x),
            1 => Lanes::constant(y),
            s if s == self.after => Lanes::affine(i128::from(x - k), -1),
            s if s == self.taken => Lanes::counting(k),
            _ => None,
        };
        let (mut lows, highs) = self.interval(slot, within, asked, [0; LANES], [y; LANES])?;
        if k == 0 && lows[0] == 0 && highs[0] >= 0 {
            // What takes nothing is passed over, or a mistake that is told elsewhere.
            if !self.skip_zero {
                return None;
            }
            lows[0] = 1;
        }
        for (lane, span) in out.iter_mut().enumerate() {
            let is_some = within >> lane & 1 != 0 && lows[lane] <= highs[lane];
            *span = if is_some { ((y - highs[lane]) as u32, (y - lows[lane] + 1) as u32) } else { (0, 0) };
        }
        Some(())
    }

    /// The least and the greatest unknown in each lane, from given ones on; the greatest is less where there is none, but
    /// neither is past those given.
    fn interval(
        &self,
        slot: impl Fn(usize) -> Option<Lanes>,
        within: u64,
        asked: &mut Asked,
        mut lows: [i64; LANES],
        mut highs: [i64; LANES],
    ) -> Option<([i64; LANES], [i64; LANES])> {
        asked.slots.resize(asked.slots.len().max(self.used.last().map_or(0, |last| last + 1)), Lanes::zero());
        for used in &self.used {
            asked.slots[*used] = slot(*used)?;
        }
        let (least, most) = (lows, highs);
        for mask in &self.masks {
            let holds = mask.lanes(&asked.slots).filter(|holds| holds.unknown & within == 0)?;
            let holds = holds.truths();
            for (lane, high) in highs.iter_mut().enumerate().filter(|(lane, _)| holds >> lane & 1 == 0) {
                *high = least[lane] - 1;
            }
        }
        for Limit { factor, bound } in &self.lows {
            let bound = bound.lanes(&asked.slots).filter(|bound| bound.unknown & within == 0)?;
            for (low, bound) in lows.iter_mut().zip(&bound.values) {
                let least = if *factor == 1 { *bound } else { -(-*bound).div_euclid(*factor) };
                *low = (*low).max(least);
            }
        }
        for Limit { factor, bound } in &self.highs {
            let bound = bound.lanes(&asked.slots).filter(|bound| bound.unknown & within == 0)?;
            for (high, bound) in highs.iter_mut().zip(&bound.values) {
                let most = if *factor == 1 { *bound } else { bound.div_euclid(*factor) };
                *high = (*high).min(most);
            }
        }
        for lane in 0..LANES {
            lows[lane] = lows[lane].min(most[lane] + 1);
            highs[lane] = highs[lane].max(least[lane] - 1);
        }
        Some((lows, highs))
    }
}
