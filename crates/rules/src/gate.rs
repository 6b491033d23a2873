//! Conditions on one position, asked for 64 neighbours at a time.
//!
//! Linear comparisons are intervals of the last pile, congruences are periodic, and both are put together by words of
//! bits; what is neither is worked out 64 positions at a time where its values are small, else position by position.

use crate::code::{Code, Effort, Node};
use crate::error::RuleError;
use crate::expr::{BinaryOp, Comparison};
use crate::lanes::{LANES, Lanes};
use crate::linear::Linear;
use crate::steady::Steady;
use crate::symmetry::normal;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff_numbers::Budget;

/// A condition on a position.
#[derive(Clone, Debug)]
pub struct Gate {
    mask: Mask,
}

impl Gate {
    pub(crate) fn new(mask: Mask) -> Gate {
        Gate { mask }
    }

    pub(crate) fn placed(&self, places: &[usize]) -> Gate {
        Gate { mask: self.mask.placed(places) }
    }

    /// What the condition says, the same for conditions that say the same.
    pub fn key(&self) -> String {
        self.mask.key()
    }

    /// Whether the condition holds of a position.
    pub fn holds(&self, position: &[u64]) -> Result<bool, RuleError> {
        let Some((last, first)) = position.split_last() else { return Ok(true) };
        Ok(self.word(first, *last, 1)? & 1 != 0)
    }

    /// For which of the positions `(first..., from), (first..., from + 1), ...` the condition holds, of those in
    /// `lanes`; the first in the lowest bit.
    pub fn word(&self, first: &[u64], from: u64, lanes: u64) -> Result<u64, RuleError> {
        self.mask.word(first, from, lanes)
    }

    /// The same for the words from number `at` on: bits stay set where the condition holds.
    pub fn words(&self, first: &[u64], at: u64, words: &mut [u64]) -> Result<(), RuleError> {
        self.mask.words(first, at, words)
    }

    /// The values of the last pile for which the condition holds, as `from..to`, if it is an interval for every
    /// position; `None` if that is not known.
    pub fn interval(&self, first: &[u64]) -> Option<(u64, u64)> {
        match &self.mask {
            Mask::Linear { coefficients, constant } => {
                let (rest, own) = along(coefficients, *constant, first);
                // Numbers of 64 bits are divided much faster.
                if let (Ok(rest), Ok(own)) = (i64::try_from(rest), i64::try_from(own))
                    && rest.unsigned_abs() < 1 << 62
                    && own != 0
                {
                    return Some(match own > 0 {
                        true => ((-rest.div_euclid(own)).max(0) as u64, u64::MAX),
                        false => (0, (rest.div_euclid(-own) + 1).max(0) as u64),
                    });
                }
                Some(match own {
                    0 if rest >= 0 => (0, u64::MAX),
                    0 => (0, 0),
                    _ if own > 0 => (clamp(-(rest.div_euclid(own))), u64::MAX),
                    _ => (0, clamp(rest.div_euclid(-own) + 1)),
                })
            }
            _ => None,
        }
    }

    /// A value of the last pile, at most `most`, up to which from `from` on the condition is known to hold; `from` if nothing
    /// is known.
    pub fn open_to(&self, first: &[u64], from: u64, most: u64) -> Result<u64, RuleError> {
        self.mask.same_to(first, from, most, true)
    }

    /// Whether the condition is known to hold or not alike at all positions that differ by multiples of a vector.
    pub fn is_same_along(&self, vector: &[u64]) -> bool {
        self.mask.is_same_along(vector)
    }

    /// Whether many words cost little more than a few: linear comparisons, what repeats, and what turns once.
    pub fn is_quick(&self) -> bool {
        self.mask.is_quick()
    }

    /// Whether the condition is a linear comparison, with its coefficients and its constant: their sum is at least 0.
    pub fn linear(&self) -> Option<(&[i64], i64)> {
        match &self.mask {
            Mask::Linear { coefficients, constant } => Some((coefficients, *constant)),
            _ => None,
        }
    }
}

fn clamp(n: i128) -> u64 {
    u64::try_from(n.max(0)).unwrap_or(u64::MAX)
}

/// The form for given first coordinates: its constant, and the coefficient of the last coordinate.
fn along(coefficients: &[i64], constant: i64, first: &[u64]) -> (i128, i128) {
    let rest: i128 = coefficients.iter().zip(first).map(|(c, x)| i128::from(*c) * i128::from(*x)).sum();
    (rest + i128::from(constant), i128::from(coefficients.last().copied().unwrap_or(0)))
}

/// A condition in the form in which it is asked.
#[derive(Clone, Debug)]
pub(crate) enum Mask {
    /// The form is at least 0.
    Linear {
        coefficients: Vec<i64>,
        constant: i64,
    },
    /// The form modulo the number of residues is one that is wanted.
    Residue {
        coefficients: Vec<i64>,
        constant: i64,
        residues: Arc<Residues>,
    },
    And(Box<Mask>, Box<Mask>),
    Or(Box<Mask>, Box<Mask>),
    Not(Box<Mask>),
    /// Anything else, and how it goes on along the last pile.
    Other(Measure, Steady),
}

/// Which residues are wanted, and for each step of the last pile that was asked for 64 of them from each residue on.
#[derive(Debug)]
pub(crate) struct Residues {
    wanted: Vec<bool>,
    words: std::sync::OnceLock<(usize, Vec<u64>)>,
}

/// Of so many words each is asked.
const FEW_WORDS: usize = 4;

/// Most residues for which words are kept.
const MOST_KEPT: usize = 1024;

impl Residues {
    pub fn new(wanted: Vec<bool>) -> Arc<Residues> {
        Arc::new(Residues { wanted, words: std::sync::OnceLock::new() })
    }

    /// The residues `at, at + step, ...`, the first in the lowest bit.
    fn word(&self, at: usize, step: usize) -> u64 {
        if self.wanted.len() <= MOST_KEPT {
            let all = || (step, (0..self.wanted.len()).map(|at| self.written(at, step)).collect());
            let (kept, words) = self.words.get_or_init(all);
            if *kept == step {
                return words[at];
            }
        }
        self.written(at, step)
    }

    fn written(&self, mut at: usize, step: usize) -> u64 {
        let mut word = 0;
        for bit in 0..64 {
            word |= u64::from(self.wanted[at]) << bit;
            at += step;
            if at >= self.wanted.len() {
                at -= self.wanted.len();
            }
        }
        word
    }
}

impl Mask {
    /// A condition whose slots from `base` on are the coordinates, paid for by a request.
    pub fn new(code: &Code, base: usize, count: usize, budget: &Budget) -> Mask {
        let inner = |node: &Node| {
            let code = Code { node: node.clone(), source: code.source.clone() };
            Box::new(Mask::new(&code, base, count, budget))
        };
        match &code.node {
            Node::And(a, b) => Mask::And(inner(a), inner(b)),
            Node::Or(a, b) => Mask::Or(inner(a), inner(b)),
            Node::Not(a) => Mask::Not(inner(a)),
            Node::If(c, a, b) => Mask::Or(
                Box::new(Mask::And(inner(c), inner(a))),
                Box::new(Mask::And(Box::new(Mask::Not(inner(c))), inner(b))),
            ),
            Node::Compare(a, rest) => {
                let mut left = a.as_ref();
                let mut all: Option<Mask> = None;
                for (comparison, right) in rest {
                    let one = compared(code, *comparison, left, right, base, count, budget);
                    all = Some(match all {
                        Some(before) => Mask::And(Box::new(before), Box::new(one)),
                        None => one,
                    });
                    left = right;
                }
                all.unwrap_or(Mask::Linear { coefficients: vec![0; count], constant: 0 })
            }
            _ => Mask::other(Measure::new(code.clone(), base, count, budget)),
        }
    }

    fn other(measure: Measure) -> Mask {
        let steady = measure.steady();
        Mask::Other(measure, steady)
    }

    fn placed(&self, places: &[usize]) -> Mask {
        let vector = |v: &Vec<i64>| {
            let mut out = vec![0; v.len()];
            places.iter().zip(v).for_each(|(place, c)| out[*place] = *c);
            out
        };
        let inner = |mask: &Mask| Box::new(mask.placed(places));
        match self {
            Mask::Linear { coefficients, constant } => {
                Mask::Linear { coefficients: vector(coefficients), constant: *constant }
            }
            Mask::Residue { coefficients, constant, residues } => Mask::Residue {
                coefficients: vector(coefficients),
                constant: *constant,
                // Another pile may be the last one.
                residues: Residues::new(residues.wanted.clone()),
            },
            Mask::And(a, b) => Mask::And(inner(a), inner(b)),
            Mask::Or(a, b) => Mask::Or(inner(a), inner(b)),
            Mask::Not(a) => Mask::Not(inner(a)),
            Mask::Other(measure, _) => Mask::other(measure.placed(places)),
        }
    }

    fn key(&self) -> String {
        match self {
            Mask::Linear { coefficients, constant } => format!("{coefficients:?} + {constant}"),
            Mask::Residue { coefficients, constant, residues } => {
                format!("{coefficients:?} + {constant} in {:?}", residues.wanted)
            }
            Mask::And(a, b) => format!("({} and {})", a.key(), b.key()),
            Mask::Or(a, b) => format!("({} or {})", a.key(), b.key()),
            Mask::Not(a) => format!("not {}", a.key()),
            Mask::Other(measure, _) => measure.key(),
        }
    }

    fn is_same_along(&self, vector: &[u64]) -> bool {
        let along = |coefficients: &[i64]| -> i128 {
            coefficients.iter().zip(vector).map(|(c, x)| i128::from(*c) * i128::from(*x)).sum()
        };
        match self {
            Mask::Linear { coefficients, .. } => along(coefficients) == 0,
            Mask::Residue { coefficients, residues, .. } => {
                along(coefficients).rem_euclid(residues.wanted.len() as i128) == 0
            }
            Mask::And(a, b) | Mask::Or(a, b) => a.is_same_along(vector) && b.is_same_along(vector),
            Mask::Not(a) => a.is_same_along(vector),
            Mask::Other(measure, _) => {
                let mut seen = Vec::new();
                measure.looks_at(&mut seen);
                seen.iter().all(|place| vector.get(*place) == Some(&0))
            }
        }
    }

    fn is_quick(&self) -> bool {
        match self {
            Mask::Linear { .. } | Mask::Residue { .. } => true,
            Mask::And(a, b) | Mask::Or(a, b) => a.is_quick() && b.is_quick(),
            Mask::Not(a) => a.is_quick(),
            Mask::Other(_, steady) => match steady {
                Steady::Repeats(period) => *period <= SHORT_PERIOD,
                Steady::Turns => true,
                Steady::Unknown => false,
            },
        }
    }

    /// A value of the last pile, at most `most`, up to which from `from` on the condition is known to be `value`.
    fn same_to(&self, first: &[u64], from: u64, most: u64, value: bool) -> Result<u64, RuleError> {
        if from >= most {
            return Ok(most);
        }
        match self {
            Mask::Linear { coefficients, constant } => {
                let (rest, own) = along(coefficients, *constant, first);
                let here = rest + own * i128::from(from);
                Ok(match (here >= 0) == value {
                    false => from,
                    true if own == 0 || (own > 0) == value => most,
                    // It turns where the form changes its sign.
                    true if value => clamp(rest.div_euclid(-own) + 1).min(most),
                    true => clamp(-(rest.div_euclid(own))).min(most),
                })
            }
            Mask::Residue { coefficients, residues, .. } => {
                let m = residues.wanted.len() as u64;
                let own = coefficients.last().map_or(0, |own| own.rem_euclid(m as i64));
                self.same_in_period(first, from, most, value, if own == 0 { 1 } else { m })
            }
            Mask::And(a, b) | Mask::Or(a, b) => {
                let own = a.same_to(first, from, most, value)?;
                if value == matches!(self, Mask::And(..)) {
                    return b.same_to(first, from, own, value);
                }
                Ok(if own == most { own } else { own.max(b.same_to(first, from, most, value)?) })
            }
            Mask::Not(a) => a.same_to(first, from, most, !value),
            Mask::Other(_, Steady::Repeats(period)) => self.same_in_period(first, from, most, value, *period),
            Mask::Other(_, Steady::Turns) => {
                let is_same = |at: u64| self.word(first, at, 1).map(|word| (word != 0) == value);
                if !is_same(from)? {
                    return Ok(from);
                }
                if is_same(most - 1)? {
                    return Ok(most);
                }
                // It is the same up to `low`; at `high` it is not, or that is too far.
                let (mut low, mut step) = (from, 64);
                let mut high = loop {
                    let at = low.saturating_add(step);
                    if at >= most {
                        break most;
                    }
                    if !is_same(at)? {
                        break at;
                    }
                    (low, step) = (at, step * 2);
                };
                while low + 1 < high {
                    let middle = low + (high - low) / 2;
                    if is_same(middle)? { low = middle } else { high = middle }
                }
                Ok(high)
            }
            Mask::Other(_, Steady::Unknown) => Ok(from),
        }
    }

    /// The same of a condition that repeats: what it is throughout a period it is for ever.
    fn same_in_period(
        &self,
        first: &[u64],
        from: u64,
        most: u64,
        value: bool,
        period: u64,
    ) -> Result<u64, RuleError> {
        let mut at = from;
        while at < (from + period).min(most) {
            let word = self.word(first, at, !0)?;
            let same = if value { word.trailing_ones() } else { word.trailing_zeros() };
            at += u64::from(same);
            if same < 64 {
                return Ok(at.min(most));
            }
        }
        Ok(most)
    }

    /// The same for the words from number `at` on. What repeats along the last pile is worked out for a period, and what turns
    /// once where it turns.
    fn words(&self, first: &[u64], at: u64, words: &mut [u64]) -> Result<(), RuleError> {
        match self {
            Mask::And(a, b) => {
                a.words(first, at, words)?;
                return b.words(first, at, words);
            }
            Mask::Or(a, b) => {
                let mut held = words.to_vec();
                a.words(first, at, &mut held)?;
                let mut rest: Vec<u64> = words.iter().zip(&held).map(|(word, held)| word & !held).collect();
                b.words(first, at, &mut rest)?;
                words.iter_mut().zip(held.iter().zip(rest)).for_each(|(word, (a, b))| *word = a | b);
                return Ok(());
            }
            Mask::Not(a) => {
                let mut held = words.to_vec();
                a.words(first, at, &mut held)?;
                words.iter_mut().zip(held).for_each(|(word, held)| *word &= !held);
                return Ok(());
            }
            // Neither is asked only where it must be; what cannot be worked out elsewhere is asked word by word.
            Mask::Other(_, Steady::Repeats(period)) => {
                let repeats = usize::try_from(period >> period.trailing_zeros().min(6)).unwrap_or(usize::MAX);
                if repeats < words.len() && self.repeat(first, at, words, repeats).is_ok() {
                    return Ok(());
                }
            }
            Mask::Other(_, Steady::Turns) => {
                if words.len() > FEW_WORDS && self.turn(first, at, words).is_ok() {
                    return Ok(());
                }
            }
            Mask::Residue { residues, .. } => {
                let period = residues.wanted.len() as u64;
                let repeats = (period >> period.trailing_zeros().min(6)) as usize;
                if repeats < words.len() {
                    return self.repeat(first, at, words, repeats);
                }
            }
            Mask::Linear { coefficients, constant } => {
                let (rest, own) = along(coefficients, *constant, first);
                // From here on it holds, or up to here it does.
                let turn = match own {
                    0 => 0,
                    _ if own > 0 => -(rest.div_euclid(own)),
                    _ => rest.div_euclid(-own) + 1,
                };
                for (word, number) in words.iter_mut().zip(at..) {
                    let behind = above(turn - i128::from(number * 64));
                    *word &= match own {
                        0 if rest >= 0 => !0,
                        0 => 0,
                        _ if own > 0 => behind,
                        _ => !behind,
                    };
                }
                return Ok(());
            }
            Mask::Other(_, Steady::Unknown) => {}
        }
        for (word, number) in words.iter_mut().zip(at..) {
            *word = self.word(first, number * 64, *word)?;
        }
        Ok(())
    }

    /// Words of a condition that repeats after so many of them; they are changed if all is well.
    fn repeat(&self, first: &[u64], at: u64, words: &mut [u64], repeats: usize) -> Result<(), RuleError> {
        let mut period = Vec::with_capacity(repeats);
        for (start, number) in (0..repeats).zip(at..) {
            let wanted = words.iter().skip(start).step_by(repeats).fold(0, |all, word| all | word);
            period.push(self.word(first, number * 64, wanted)?);
        }
        words.iter_mut().zip(period.iter().cycle()).for_each(|(word, held)| *word &= held);
        Ok(())
    }

    /// Words of a condition that turns at most once; they are changed if all is well.
    fn turn(&self, first: &[u64], at: u64, words: &mut [u64]) -> Result<(), RuleError> {
        let Some(low) = words.iter().position(|word| *word != 0) else { return Ok(()) };
        let high = words.iter().rposition(|word| *word != 0).unwrap_or(low);
        let from = (at + low as u64) * 64 + u64::from(words[low].trailing_zeros());
        let to = (at + high as u64 + 1) * 64 - u64::from(words[high].leading_zeros());
        let holds = self.word(first, from, 1)? != 0;
        let turn = self.same_to(first, from, to, holds)?;
        for (word, number) in words.iter_mut().zip(at..) {
            let before = !above(i128::from(turn) - i128::from(number * 64));
            *word &= if holds { before } else { !before };
        }
        Ok(())
    }

    fn word(&self, first: &[u64], from: u64, lanes: u64) -> Result<u64, RuleError> {
        if lanes == 0 {
            return Ok(0);
        }
        Ok(lanes
            & match self {
                Mask::Linear { coefficients, constant } => {
                    let (rest, own) = along(coefficients, *constant, first);
                    let rest = rest + own * i128::from(from);
                    match own {
                        0 => {
                            if rest >= 0 {
                                !0
                            } else {
                                0
                            }
                        }
                        // rest + own * bit >= 0.
                        _ if own > 0 => above(-(rest.div_euclid(own))),
                        _ => !above(rest.div_euclid(-own) + 1),
                    }
                }
                Mask::Residue { coefficients, constant, residues } => {
                    let m = residues.wanted.len() as i128;
                    let (rest, own) = along(coefficients, *constant, first);
                    let sum = rest + own * i128::from(from);
                    // Numbers of 64 bits are divided much faster.
                    let at = match (i64::try_from(sum), i64::try_from(m)) {
                        (Ok(sum), Ok(m)) => sum.rem_euclid(m) as usize,
                        _ => sum.rem_euclid(m) as usize,
                    };
                    residues.word(at, own.rem_euclid(m) as usize)
                }
                Mask::And(a, b) => {
                    let lanes = a.word(first, from, lanes)?;
                    b.word(first, from, lanes)?
                }
                Mask::Or(a, b) => {
                    let held = a.word(first, from, lanes)?;
                    held | b.word(first, from, lanes & !held)?
                }
                Mask::Not(a) => !a.word(first, from, lanes)?,
                Mask::Other(measure, _) => {
                    let (mut word, mut rest) = (0, lanes);
                    if lanes.count_ones() >= FEW
                        && let Some(found) = measure.lanes(first, from)
                    {
                        rest = lanes & found.unknown;
                        word = found.truths() & lanes & !rest;
                    }
                    if rest == 0 {
                        return Ok(word);
                    }
                    let mut slots = measure.slots(first);
                    while rest != 0 {
                        let bit = rest.trailing_zeros();
                        rest &= rest - 1;
                        let held = measure.at(&mut slots, from + u64::from(bit))? != 0;
                        word |= u64::from(held) << bit;
                    }
                    word
                }
            })
    }
}

/// The bits from `bit` on.
fn above(bit: i128) -> u64 {
    match bit {
        ..=0 => !0,
        1..64 => !0 << bit,
        _ => 0,
    }
}

fn compared(
    code: &Code,
    comparison: Comparison,
    a: &Node,
    b: &Node,
    base: usize,
    count: usize,
    budget: &Budget,
) -> Mask {
    let whole = || {
        let node = Node::Compare(Box::new(a.clone()), vec![(comparison, b.clone())]);
        Mask::other(Measure::new(Code { node, source: code.source.clone() }, base, count, budget))
    };
    let vector = |l: &Linear| -> Vec<i64> { (0..count).map(|c| l.coefficient(base + c)).collect() };
    let small = |l: &Linear| l.terms.values().chain([&l.constant]).all(|c| c.unsigned_abs() < 1 << 60);
    if let Node::Binary(BinaryOp::Mod, value, modulus, _) = a
        && let (Some(value), Some(modulus), Some(bound)) = (value.linear(), modulus.linear(), b.linear())
        && modulus.is_constant()
        && bound.is_constant()
        && (1..=1 << 12).contains(&modulus.constant)
    {
        let m = modulus.constant;
        let residues = (0..m).map(|r| comparison.holds(&r, &bound.constant)).collect();
        let coefficients = vector(&value).iter().map(|c| c.rem_euclid(m)).collect();
        return Mask::Residue {
            coefficients,
            constant: value.constant.rem_euclid(m),
            residues: Residues::new(residues),
        };
    }
    let Some(form) = a.linear().zip(b.linear()).and_then(|(a, b)| a.plus(&b, -1)).filter(small) else {
        return whole();
    };
    let at_least = |sign: i64, shift: i64| Mask::Linear {
        coefficients: vector(&form).iter().map(|c| c * sign).collect(),
        constant: form.constant * sign - shift,
    };
    let both = || Mask::And(Box::new(at_least(1, 0)), Box::new(at_least(-1, 0)));
    match comparison {
        Comparison::AtLeast => at_least(1, 0),
        Comparison::Greater => at_least(1, 1),
        Comparison::AtMost => at_least(-1, 0),
        Comparison::Less => at_least(-1, 1),
        Comparison::Equal => both(),
        Comparison::Unequal => Mask::Not(Box::new(both())),
    }
}

/// Of what repeats after no more than this many words are few.
const SHORT_PERIOD: u64 = 16;

/// Fewer positions than this are asked one by one.
const FEW: u32 = 6;

/// A number that depends on a position.
#[derive(Clone)]
pub struct Measure {
    kind: Kind,
    /// Where each coordinate of the expression stands on the board.
    places: Vec<usize>,
}

#[derive(Clone)]
enum Kind {
    Linear(Vec<i64>, i64),
    /// The expression, its first slot that is a coordinate, whether it may be worked out by lanes, and who pays for long
    /// numbers in it.
    Code(Code, usize, bool, Budget),
    Searched(Arc<Searched>),
}

/// A number that is looked up: `factor * (first + how many entries are below the bound) + linear`.
struct Searched {
    bound: Measure,
    /// Entries that never fall.
    table: Arc<Vec<i64>>,
    first: i64,
    /// Entries equal to the bound count as below it.
    inclusive: bool,
    factor: i64,
    linear: Measure,
    /// How many entries were below the last bound: those asked one after the other differ little.
    near: AtomicUsize,
}

impl Searched {
    /// How many entries are below a bound, searched for from a place near by.
    fn below(&self, bound: i64, near: usize) -> usize {
        let is_below = |entry: i64| entry < bound || self.inclusive && entry == bound;
        let (mut low, mut high) = (near.min(self.table.len()), near.min(self.table.len()));
        let mut step = 1;
        while high < self.table.len() && is_below(self.table[high]) {
            low = high + 1;
            high = (high + step).min(self.table.len());
            step *= 2;
        }
        step = 1;
        while low > 0 && !is_below(self.table[low - 1]) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        low + self.table[low..high.max(low)].partition_point(|entry| is_below(*entry))
    }

    fn with(&self, below: usize, linear: i64) -> i64 {
        let found = self.first.saturating_add(below as i64);
        found.saturating_mul(self.factor).saturating_add(linear)
    }
}

impl std::fmt::Debug for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            Kind::Linear(coefficients, constant) => write!(f, "Measure({coefficients:?} + {constant})"),
            Kind::Code(..) | Kind::Searched(_) => f.write_str("Measure"),
        }
    }
}

impl Measure {
    pub(crate) fn linear(coefficients: Vec<i64>, constant: i64) -> Measure {
        Measure { places: (0..coefficients.len()).collect(), kind: Kind::Linear(coefficients, constant) }
    }

    pub(crate) fn new(code: Code, base: usize, count: usize, budget: &Budget) -> Measure {
        let by_lanes = code.node.has_lanes();
        Measure { kind: Kind::Code(code, base, by_lanes, budget.clone()), places: (0..count).collect() }
    }

    /// `factor * (first + how many entries are below the bound) + linear`; entries never fall.
    pub(crate) fn searched(
        bound: Measure,
        table: Vec<i64>,
        first: i64,
        inclusive: bool,
        factor: i64,
        linear: Measure,
    ) -> Measure {
        let places = linear.places.clone();
        let searched = Searched {
            bound,
            table: Arc::new(table),
            first,
            inclusive,
            factor,
            linear,
            near: AtomicUsize::default(),
        };
        Measure { kind: Kind::Searched(Arc::new(searched)), places }
    }

    pub(crate) fn placed(&self, places: &[usize]) -> Measure {
        let kind = match &self.kind {
            Kind::Searched(s) => Kind::Searched(Arc::new(Searched {
                bound: s.bound.placed(places),
                linear: s.linear.placed(places),
                table: s.table.clone(),
                near: AtomicUsize::default(),
                ..**s
            })),
            kind => kind.clone(),
        };
        Measure { kind, places: self.places.iter().map(|place| places[*place]).collect() }
    }

    /// The only coordinate of the board that matters, if there is one.
    pub fn coordinate(&self) -> Option<usize> {
        let mut seen = Vec::new();
        self.looks_at(&mut seen);
        seen.sort_unstable();
        seen.dedup();
        if let [one] = seen[..] { Some(one) } else { None }
    }

    /// Whether no other coordinate of the board matters.
    pub fn is_of(&self, coordinate: usize) -> bool {
        let mut seen = Vec::new();
        self.looks_at(&mut seen);
        seen.iter().all(|one| *one == coordinate)
    }

    fn looks_at(&self, seen: &mut Vec<usize>) {
        match &self.kind {
            Kind::Linear(coefficients, _) => {
                let own = self.places.iter().zip(coefficients).filter(|(_, c)| **c != 0);
                seen.extend(own.map(|(place, _)| *place));
            }
            Kind::Code(code, base, ..) => code.node.slots(&mut |slot| {
                seen.extend(slot.checked_sub(*base).and_then(|c| self.places.get(c)));
            }),
            Kind::Searched(s) => {
                s.bound.looks_at(seen);
                s.linear.looks_at(seen);
            }
        }
    }

    /// The constant that this and another add up to everywhere, if their forms tell so: as the two halves of an equation do.
    pub fn sum_with(&self, other: &Measure) -> Option<i64> {
        if let (Kind::Linear(own, constant), Kind::Linear(others, more)) = (&self.kind, &other.kind) {
            let cancel = own.iter().zip(others).all(|(a, b)| a.checked_add(*b) == Some(0));
            return constant.checked_add(*more).filter(|_| cancel && self.places == other.places);
        }
        let ((own, mut plus, mut minus), (more, mut added, mut taken)) = (self.signed()?, other.signed()?);
        [&mut plus, &mut minus, &mut added, &mut taken].into_iter().for_each(|terms| terms.sort());
        own.checked_add(more).filter(|_| plus == taken && minus == added)
    }

    /// The constant of a sum, and what its terms say, those with a sign apart.
    fn signed(&self) -> Option<(i64, Vec<String>, Vec<String>)> {
        let Kind::Code(Code { node: Node::Sum(terms), .. }, base, ..) = &self.kind else { return None };
        let rename =
            |slot: usize| slot.checked_sub(*base).and_then(|c| self.places.get(c)).copied().unwrap_or(slot);
        let (mut constant, mut plus, mut minus) = (0i64, Vec::new(), Vec::new());
        for term in terms {
            match (term, term.linear().filter(|linear| linear.is_constant())) {
                (_, Some(linear)) => constant = constant.checked_add(linear.constant)?,
                (Node::Negate(inner), None) => minus.push(normal(inner, &rename)),
                (term, None) => plus.push(normal(term, &rename)),
            }
        }
        Some((constant, plus, minus))
    }

    /// What the expression says, the same for expressions that say the same.
    pub(crate) fn key(&self) -> String {
        match &self.kind {
            Kind::Linear(coefficients, constant) => {
                let mut on_board = vec![0; coefficients.len()];
                self.places.iter().zip(coefficients).for_each(|(place, c)| on_board[*place] = *c);
                format!("{on_board:?} + {constant}")
            }
            Kind::Searched(s) => {
                // A table is told by its first entries and a sum over all.
                let sum = s.table.iter().fold(0u64, |sum, x| sum.wrapping_mul(0x0100_0000_01b3) ^ *x as u64);
                let table = (s.first, s.inclusive, s.factor, s.table.len(), sum);
                format!("{table:?} {} {}", s.bound.key(), s.linear.key())
            }
            Kind::Code(code, base, ..) => normal(&code.node, &|slot| {
                slot.checked_sub(*base).and_then(|c| self.places.get(c)).copied().unwrap_or(slot)
            }),
        }
    }

    /// The values at `(first..., from), (first..., from + 1), ...`, where `wanted` says so.
    pub fn row(
        &self,
        first: &[u64],
        wanted: &dyn Fn(usize) -> bool,
        out: &mut [i64],
    ) -> Result<(), RuleError> {
        if let Kind::Searched(s) = &self.kind {
            let mut linear = vec![0; out.len()];
            s.bound.row(first, wanted, out)?;
            s.linear.row(first, wanted, &mut linear)?;
            let mut near = 0;
            for (_, (out, linear)) in out.iter_mut().zip(linear).enumerate().filter(|(y, _)| wanted(*y)) {
                near = s.below(*out, near);
                *out = s.with(near, linear);
            }
            return Ok(());
        }
        let mut slots = self.slots(first);
        for (index, chunk) in out.chunks_mut(LANES).enumerate() {
            let from = index * LANES;
            let asked =
                (0..chunk.len()).fold(0u64, |bits, lane| bits | u64::from(wanted(from + lane)) << lane);
            let mut rest = asked;
            if asked.count_ones() >= FEW
                && let Some(found) = self.lanes(first, from as u64)
            {
                chunk.copy_from_slice(&found.values[..chunk.len()]);
                rest &= found.unknown;
            }
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                chunk[lane] = self.at(&mut slots, (from + lane) as u64)?;
            }
        }
        Ok(())
    }

    /// The values at `(first..., from), (first..., from + 1), ...`; `None` if they may be too large.
    fn lanes(&self, first: &[u64], from: u64) -> Option<Lanes> {
        let from = i64::try_from(from).ok()?;
        let last = self.places.len().checked_sub(1)?;
        match &self.kind {
            Kind::Linear(coefficients, constant) => {
                let mut sum = i128::from(*constant);
                let mut own = 0;
                for (place, c) in self.places.iter().zip(coefficients) {
                    match first.get(*place).filter(|_| *place != last) {
                        Some(x) => sum += i128::from(*c) * i128::from(*x),
                        None => own = *c,
                    }
                }
                Lanes::affine(sum + i128::from(own) * i128::from(from), own)
            }
            Kind::Code(code, base, true, _) => {
                let mut slots = vec![Lanes::constant(0)?; *base];
                for place in &self.places {
                    slots.push(match first.get(*place).filter(|_| *place != last) {
                        Some(x) => Lanes::constant(i64::try_from(*x).ok()?)?,
                        None => Lanes::counting(from)?,
                    });
                }
                code.node.lanes(&slots)
            }
            Kind::Code(_, _, false, _) | Kind::Searched(_) => None,
        }
    }

    /// The value at a position, cut to 64 bits.
    pub fn value(&self, position: &[u64]) -> Result<i64, RuleError> {
        let Some((last, first)) = position.split_last() else { return Ok(0) };
        if let Kind::Searched(s) = &self.kind {
            let bound = s.bound.value(position)?;
            let below = s.below(bound, s.near.load(Ordering::Relaxed));
            s.near.store(below, Ordering::Relaxed);
            return Ok(s.with(below, s.linear.value(position)?));
        }
        // Few slots need no memory of their own.
        let mut few = [0; 8];
        let (size, _) = self.size();
        if size <= few.len() {
            self.write_slots(first, &mut few[..size]);
            return self.at(&mut few[..size], *last);
        }
        self.at(&mut self.slots(first), *last)
    }

    /// How a condition goes on along the last coordinate of the board.
    fn steady(&self) -> Steady {
        let last = self.places.iter().position(|place| *place + 1 == self.places.len());
        match (&self.kind, last) {
            (Kind::Code(code, base, ..), Some(last)) => Steady::of(&code.node, base + last),
            _ => Steady::Unknown,
        }
    }

    /// Whether the value never turns along any line of a direction with no negative component: it only rises or only
    /// falls. Told of linear forms, of quotients of two of them with divisors that never fall, and of either with a
    /// constant added or its sign changed.
    pub fn is_monotone(&self) -> bool {
        match &self.kind {
            Kind::Linear(..) => true,
            Kind::Code(code, ..) => monotone(&code.node),
            Kind::Searched(_) => false,
        }
    }

    /// A number by whose multiples steps of any direction change the value evenly, if the form tells one: linear forms divided
    /// by constants, and sums of such.
    pub fn even_step(&self) -> Option<u64> {
        match &self.kind {
            Kind::Linear(..) => Some(1),
            Kind::Code(code, ..) => even_step(&code.node),
            Kind::Searched(_) => None,
        }
    }

    /// How many slots there are, and which is the first coordinate's.
    fn size(&self) -> (usize, usize) {
        match &self.kind {
            Kind::Linear(..) | Kind::Searched(_) => (self.places.len(), 0),
            Kind::Code(_, base, ..) => (base + self.places.len(), *base),
        }
    }

    /// Slots with everything but the last coordinate.
    fn slots(&self, first: &[u64]) -> Vec<i64> {
        let mut slots = vec![0; self.size().0];
        self.write_slots(first, &mut slots);
        slots
    }

    fn write_slots(&self, first: &[u64], slots: &mut [i64]) {
        let (_, base) = self.size();
        for (coordinate, place) in self.places.iter().enumerate() {
            if let Some(x) = first.get(*place) {
                slots[base + coordinate] = i64::try_from(*x).unwrap_or(i64::MAX);
            }
        }
    }

    fn at(&self, slots: &mut [i64], last: u64) -> Result<i64, RuleError> {
        let own = self.places.iter().position(|place| *place + 1 == self.places.len()).unwrap_or(0);
        let last = i64::try_from(last).unwrap_or(i64::MAX);
        match &self.kind {
            Kind::Linear(coefficients, constant) => {
                slots[own] = last;
                let sum: i128 =
                    coefficients.iter().zip(slots.iter()).map(|(c, x)| i128::from(*c) * i128::from(*x)).sum();
                let sum = sum + i128::from(*constant);
                Ok(i64::try_from(sum).unwrap_or(if sum < 0 { i64::MIN } else { i64::MAX }))
            }
            Kind::Code(code, base, _, budget) => {
                slots[base + own] = last;
                code.clamped(slots, &mut Effort::alone(budget))
            }
            Kind::Searched(_) => {
                slots[own] = last;
                let mut position = vec![0; self.places.len()];
                for (place, x) in self.places.iter().zip(slots.iter()) {
                    position[*place] = u64::try_from(*x).unwrap_or(0);
                }
                self.value(&position)
            }
        }
    }
}

/// Most steps that are taken together.
const MOST_EVEN: u64 = 12;

fn even_step(node: &Node) -> Option<u64> {
    if node.linear().is_some() {
        return Some(1);
    }
    let constant =
        |node: &Node| node.linear().filter(|linear| linear.is_constant()).map(|linear| linear.constant);
    let together = |mut all: &mut dyn Iterator<Item = &Node>| {
        Iterator::try_fold(&mut all, 1, |all: u64, node| {
            let own = even_step(node)?;
            let (mut a, mut b) = (all, own);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            Some(all / a * own).filter(|step| *step <= MOST_EVEN)
        })
    };
    match node {
        Node::Negate(a) => even_step(a),
        Node::Binary(BinaryOp::Div | BinaryOp::Mod, a, b, _) if a.linear().is_some() => {
            constant(b).and_then(|d| u64::try_from(d).ok()).filter(|d| (1..=MOST_EVEN).contains(d))
        }
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b, _) => together(&mut [&**a, &**b].into_iter()),
        Node::Binary(BinaryOp::Mul, a, b, _) if constant(a).is_some() => even_step(b),
        Node::Binary(BinaryOp::Mul, a, b, _) if constant(b).is_some() => even_step(a),
        Node::Sum(all) => together(&mut all.iter()),
        _ => None,
    }
}

fn monotone(node: &Node) -> bool {
    if node.linear().is_some() {
        return true;
    }
    let constant = |node: &Node| node.linear().is_some_and(|linear| linear.is_constant());
    // (a0 + a1 t) / (b0 + b1 t) has a derivative of one sign as long as the divisor has one.
    let quotient = |a: &Node, b: &Node| {
        let positive = |l: Linear| l.constant >= 0 && l.terms.values().all(|c| *c >= 0);
        a.linear().is_some() && b.linear().is_some_and(positive)
    };
    match node {
        Node::Negate(a) => monotone(a),
        Node::Binary(BinaryOp::Div, a, b, _) => quotient(a, b),
        Node::Floor(a, _) => {
            matches!(a.as_ref(), Node::Binary(BinaryOp::Quotient, a, b, _) if quotient(a.as_ref(), b.as_ref()))
        }
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b, _) => {
            (constant(a) && monotone(b)) || (constant(b) && monotone(a))
        }
        Node::Sum(args) => {
            let mut rest = args.iter().filter(|a| !constant(a));
            rest.next().is_none_or(monotone) && rest.next().is_none()
        }
        _ => false,
    }
}
