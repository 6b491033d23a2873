//! The moves of a family from a position as runs: cells of the table that lie at equal distances.
//!
//! With the position and all amounts but the last fixed, what a move takes is linear in the last amount, and so are the piles
//! that it leaves. A comparison of linear terms then holds on a span of amounts; conditions made of such comparisons, of
//! `min`, `max`, absolute values, quotients by positive numbers and remainders hold on a few spans. They cost an evaluation for
//! each position (and each choice of the other amounts) instead of one for each move.
//!
//! Where a condition is of another kind the values of the last amount are tried one by one, once for all positions of which it
//! says the same: `i*i <= x` once for each x. What is not linear in what it takes is not guessed at: its moves are tried one by
//! one, and each is a run of its own.

use super::super::text::{Op, Sign, Term};
use super::{Amount, COORDINATES, Failure, Family, Game, ends};
use std::collections::HashMap;

/// Cells that moves lead to: `first`, and then always `back` cells before the last, `count` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Run {
    pub first: usize,
    pub back: usize,
    pub count: u64,
    /// The number of the family.
    pub family: usize,
}

impl Run {
    /// The first and the last of the cells, where they follow each other.
    pub fn side_by_side(self) -> Option<(usize, usize)> {
        (self.back == 1)
            .then(|| self.first.checked_sub(self.count as usize - 1))
            .flatten()
            .map(|low| (low, self.first))
    }

    /// The cells.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.count as usize).map(move |step| self.first - step * self.back)
    }
}

/// A number that depends on the last amount: so much, and so much for each of it.
type Linear = (i128, i128);

/// Amounts from one to another, both included, in order.
type Spans = Vec<(i128, i128)>;

/// Most spans of tried amounts that are kept.
const KEPT: usize = 1 << 21;

/// Of which amounts conditions hold, as far as they were tried: by family, and by what its condition speaks of.
#[derive(Default)]
pub(super) struct Known {
    known: HashMap<(usize, Vec<i128>), Tried>,
    spans: usize,
}

struct Tried {
    from: i128,
    to: i128,
    spans: Spans,
}

impl Known {
    fn take(&mut self, key: &(usize, Vec<i128>)) -> Option<Tried> {
        let tried = self.known.remove(key)?;
        self.spans -= 1 + tried.spans.len();
        Some(tried)
    }

    fn keep(&mut self, key: (usize, Vec<i128>), tried: Tried) {
        self.spans += 1 + tried.spans.len();
        if self.spans > KEPT {
            self.known.clear();
            self.spans = 1 + tried.spans.len();
        }
        self.known.insert(key, tried);
    }
}

/// `None` where something is not of the kind described, or does not fit.
type Maybe<T> = Result<Option<T>, Failure>;

/// The value of an expression that is of the kind described.
macro_rules! known {
    ($value:expr) => {
        match $value {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}

impl Game {
    /// Whether the moves of all wanted families can be runs at all: nothing is remembered, piles only shrink, and every
    /// arrangement that is left is a position.
    pub(in super::super) fn may_run(&self) -> bool {
        !self.adds && self.fresh.is_empty() && !self.restricts_positions()
    }

    /// The moves from a position, besides those of covered families, in a box with these sides. `false` if some of them are
    /// no runs; then `out` is of no use.
    pub(in super::super) fn runs(
        &self,
        position: &[u64],
        covered: &[bool],
        sides: &[u64],
        out: &mut Vec<Run>,
    ) -> Result<bool, Failure> {
        out.clear();
        // Sorted piles are taken from in order, which may lead out of a box that is not square.
        if self.sorts() && sides.windows(2).any(|pair| pair[0] != pair[1]) {
            return Ok(false);
        }
        let mut piles: Vec<i128> = position.iter().map(|p| i128::from(*p)).collect();
        if self.sorts() {
            piles.sort_unstable();
        }
        for arrangement in &self.arrangements {
            let place = |c: usize| arrangement.get(c).copied().unwrap_or(c);
            let places: Vec<Linear> = (0..piles.len()).map(|c| (piles[place(c)], 0)).collect();
            // How many cells a pile of each coordinate is worth where it stands.
            let mut worth = [0; COORDINATES];
            (0..piles.len()).for_each(|c| worth[c] = sides[place(c) + 1..].iter().product::<u64>());
            for family in self.moves.iter().filter(|family| !covered[family.index]) {
                let mut from =
                    At { game: self, family, worth: &worth[..piles.len()], places: places.clone() };
                from.places.resize(2 * piles.len(), (0, 0));
                let before = out.len();
                if from.assign(0, out)?.is_none() {
                    out.truncate(before);
                    let mut places: Vec<i128> = (0..piles.len()).map(|c| piles[place(c)]).collect();
                    self.single(family, &mut places, &worth, out)?;
                }
            }
        }
        Ok(true)
    }

    /// The moves of a family from a position, each a run of one cell.
    fn single(
        &self,
        family: &Family,
        places: &mut Vec<i128>,
        worth: &[u64],
        out: &mut Vec<Run>,
    ) -> Result<(), Failure> {
        places.resize(2 * places.len(), 0);
        let mut found = |to: &[u64], _: &[i128]| {
            let cell: u64 = to.iter().zip(worth).map(|(left, worth)| left * worth).sum();
            out.push(Run { first: cell as usize, back: 0, count: 1, family: family.number });
            Ok(true)
        };
        self.assign(family, 0, places, &mut found).map(drop)
    }
}

/// A position with some amounts of a family.
struct At<'a> {
    game: &'a Game,
    family: &'a Family,
    worth: &'a [u64],
    /// Coordinates before the move, after it, amounts.
    places: Vec<Linear>,
}

impl At<'_> {
    /// Tries the values of one amount after the other, but of the last all at once.
    fn assign(&mut self, index: usize, out: &mut Vec<Run>) -> Maybe<()> {
        let Some(amount) = self.family.amounts.get(index) else {
            return self.finish(vec![(0, 0)], out);
        };
        let last = index + 1 == self.family.amounts.len();
        let values = known!(self.values(amount)?);
        if last {
            self.places.push((0, 1));
            let done = self.finish(values, out);
            self.places.truncate(amount.place);
            return done;
        }
        for (low, high) in values {
            for value in low..=high {
                self.game.step()?;
                self.places.push((value, 0));
                let done = self.assign(index + 1, out);
                self.places.truncate(amount.place);
                known!(done?);
            }
        }
        Ok(Some(()))
    }

    /// What an amount may be, as far as its own bounds and the piles say.
    fn values(&self, amount: &Amount) -> Maybe<Spans> {
        let (mut low, mut high) = (amount.least, None::<i128>);
        let mut not = Vec::new();
        for (sign, bound) in &amount.bounds {
            let (bound, slope) = known!(self.linear(bound, &self.places)?);
            if slope != 0 {
                return Ok(None);
            }
            let (from, to) = ends(*sign, bound);
            if *sign == Sign::Ne {
                not.push((bound, bound));
            }
            low = low.max(from);
            high = [high, to].into_iter().flatten().min();
        }
        for supply in &amount.supplies {
            let mut places = self.places.clone();
            places.push((0, 0));
            places.extend(supply.later.iter().map(|value| (*value, 0)));
            let (rest, _) = known!(self.linear(&self.family.takes[supply.coordinate], &places)?);
            let spare = known!(self.places[supply.coordinate].0.checked_sub(rest));
            high = Some(spare.div_euclid(supply.factor)).into_iter().chain(high).min();
        }
        let high = known!(high);
        let mut spans: Spans = match &amount.list {
            Some(list) => {
                let mut list = list.clone();
                list.sort_unstable();
                list.dedup();
                list.retain(|value| low.is_none_or(|low| low <= *value) && *value <= high);
                list.into_iter().map(|value| (value, value)).collect()
            }
            None => vec![(known!(low), high)],
        };
        spans.retain(|(low, high)| low <= high);
        for point in not {
            spans = without(&spans, &[point]);
        }
        Ok(Some(spans))
    }

    /// The last amount is one of these: the moves as runs.
    fn finish(&mut self, amounts: Spans, out: &mut Vec<Run>) -> Maybe<()> {
        if amounts.is_empty() {
            return Ok(Some(()));
        }
        let count = self.worth.len();
        let (mut cell, mut back) = (0i128, 0i128);
        let mut always = false;
        let mut amounts = amounts;
        for (coordinate, take) in self.family.takes.iter().enumerate() {
            let (taken, step) = known!(self.linear(take, &self.places)?);
            let left = (known!(self.places[coordinate].0.checked_sub(taken)), known!(step.checked_neg()));
            self.places[count + coordinate] = left;
            amounts = known!(solve(left, amounts));
            // What is taken is never negative, so that something is taken wherever it grows or begins above nothing.
            always |=
                step > 0 && amounts.first().is_none_or(|(low, _)| *low >= 1) || (taken > 0 && step >= 0);
            let worth = i128::from(self.worth[coordinate]);
            cell = known!(left.0.checked_mul(worth).and_then(|part| cell.checked_add(part)));
            back = known!(step.checked_mul(worth).and_then(|part| back.checked_add(part)));
        }
        if !always && self.family.any {
            amounts = without(&amounts, &[(0, 0)]);
            always = back > 0;
        }
        if !always || back < 0 {
            return Ok(None);
        }
        if let Some(condition) = &self.family.condition {
            amounts = match self.holds(condition, &self.places, amounts.clone())? {
                Some(amounts) => amounts,
                None => self.tried(condition, amounts)?,
            };
        }
        for (low, high) in amounts {
            let first = low.checked_mul(back).and_then(|taken| cell.checked_sub(taken));
            let run = Run {
                first: known!(first.and_then(|first| usize::try_from(first).ok())),
                back: known!(usize::try_from(back).ok()),
                count: known!((high - low).checked_add(1).and_then(|count| u64::try_from(count).ok())),
                family: self.family.number,
            };
            self.game.charge(1 + run.count / 16)?;
            out.push(run);
        }
        Ok(Some(()))
    }

    /// Where a condition of any kind holds, of these amounts; what is known of the like is not tried again.
    fn tried(&self, condition: &Term, amounts: Spans) -> Result<Spans, Failure> {
        let [(low, high)] = amounts[..] else { return self.try_all(condition, &amounts) };
        let count = self.worth.len();
        let spoken = &self.family.speaks;
        let piles = (0..count).filter(|c| spoken.contains(c) || spoken.contains(&(count + c)));
        if piles.count() == count {
            return self.try_all(condition, &amounts);
        }
        // The amount itself is the same whatever is known.
        let known = spoken.iter().filter_map(|place| self.places.get(*place));
        let key = (self.family.index, known.map(|(value, _)| *value).collect::<Vec<_>>());
        let mut tried = self.game.tried.borrow_mut();
        let mut entry = tried.take(&key).filter(|entry| entry.from == low);
        let done = entry.as_ref().map_or(low, |entry| entry.to + 1);
        if done <= high {
            let more = self.try_all(condition, &[(done, high)])?;
            let before = entry.map_or(Vec::new(), |entry| entry.spans);
            entry = Some(Tried { from: low, to: high, spans: union(before, more) });
        }
        let Some(entry) = entry else { return Ok(amounts) };
        let found = common(&amounts, &entry.spans);
        tried.keep(key, entry);
        Ok(found)
    }

    /// Tries amounts one by one.
    fn try_all(&self, condition: &Term, amounts: &[(i128, i128)]) -> Result<Spans, Failure> {
        let (mut found, mut values) = (Spans::new(), vec![0; self.places.len()]);
        for (low, high) in amounts {
            for amount in *low..=*high {
                for (value, (start, slope)) in values.iter_mut().zip(&self.places) {
                    // Piles lie in the box, and so do amounts.
                    *value = start + slope * amount;
                }
                if self.game.machine.holds(condition, &values)? {
                    match found.last_mut() {
                        Some((_, last)) if *last + 1 == amount => *last = amount,
                        _ => found.push((amount, amount)),
                    }
                }
            }
        }
        Ok(found)
    }

    /// A term as a linear one.
    fn linear(&self, term: &Term, places: &[Linear]) -> Maybe<Linear> {
        self.game.step()?;
        let of = |term: &Term| self.linear(term, places);
        if let Term::Place(place) = term {
            return Ok(places.get(*place).copied());
        }
        if let Term::Number(number) = term {
            return Ok(Some((*number, 0)));
        }
        if let Term::Apply(op, args) = term {
            match (op, &args[..]) {
                (Op::Add, [a, b]) => return Ok(plus(known!(of(a)?), known!(of(b)?))),
                (Op::Sub, [a, b]) => return Ok(minus(known!(of(a)?), known!(of(b)?))),
                (Op::Neg, [a]) => return Ok(minus((0, 0), known!(of(a)?))),
                (Op::Sum, args) => {
                    let mut sum = (0, 0);
                    for arg in args {
                        sum = known!(plus(sum, known!(of(arg)?)));
                    }
                    return Ok(Some(sum));
                }
                (Op::Mul, [a, b]) => {
                    return Ok(match (known!(of(a)?), known!(of(b)?)) {
                        ((factor, 0), other) | (other, (factor, 0)) => times(other, factor),
                        _ => None,
                    });
                }
                _ => {}
            }
        }
        // Everything else must not depend on the amount at all.
        let mut fixed = true;
        super::visit(term, &mut |part| {
            fixed &= !matches!(part, Term::Place(place) if places.get(*place).is_none_or(|(_, slope)| *slope != 0));
        });
        if !fixed {
            return Ok(None);
        }
        let values: Vec<i128> = places.iter().map(|(value, _)| *value).collect();
        Ok(Some((self.game.machine.value(term, &values)?, 0)))
    }

    /// Where a condition holds, of these amounts. As where it is evaluated, what stands behind `and` and `or` is looked at only
    /// where it decides.
    fn holds(&self, term: &Term, places: &[Linear], within: Spans) -> Maybe<Spans> {
        if within.is_empty() {
            return Ok(Some(within));
        }
        match term {
            Term::Apply(Op::And, args) => {
                let first = known!(self.holds(&args[0], places, within)?);
                self.holds(&args[1], places, first)
            }
            Term::Apply(Op::Or, args) => {
                let first = known!(self.holds(&args[0], places, within.clone())?);
                let rest = without(&within, &first);
                Ok(Some(union(first, known!(self.holds(&args[1], places, rest)?))))
            }
            Term::Apply(Op::Not, args) => {
                let holds = known!(self.holds(&args[0], places, within.clone())?);
                Ok(Some(without(&within, &holds)))
            }
            Term::Apply(Op::If, args) => {
                let chosen = known!(self.holds(&args[0], places, within.clone())?);
                let other = without(&within, &chosen);
                let yes = known!(self.holds(&args[1], places, chosen)?);
                Ok(Some(union(yes, known!(self.holds(&args[2], places, other)?))))
            }
            Term::Chain(terms, signs) => {
                let mut within = within;
                for (sides, sign) in terms.windows(2).zip(signs) {
                    if within.is_empty() {
                        break;
                    }
                    within = known!(self.compare(&sides[0], *sign, &sides[1], places, within)?);
                }
                Ok(Some(within))
            }
            Term::Among(term, list) => {
                let (value, slope) = known!(self.linear(term, places)?);
                if slope == 0 {
                    return Ok(Some(if list.contains(&value) { within } else { Vec::new() }));
                }
                let mut points = Vec::new();
                for wanted in list {
                    let more = known!(wanted.checked_sub(value));
                    if more % slope == 0 {
                        points.push((more / slope, more / slope));
                    }
                }
                points.sort_unstable();
                points.dedup();
                Ok(Some(common(&within, &points)))
            }
            Term::Number(_) | Term::Place(_) | Term::Invoke(..) => {
                self.compare(term, Sign::Ne, &Term::Number(0), places, within)
            }
            _ => Ok(None),
        }
    }

    fn compare(&self, a: &Term, sign: Sign, b: &Term, places: &[Linear], within: Spans) -> Maybe<Spans> {
        // a >= b, by the side that is linear.
        let (left, right) = (self.linear(a, places)?, self.linear(b, places)?);
        let at_least = |swapped: bool, within: &Spans| {
            let within = within.clone();
            match (left, right) {
                (Some(left), Some(right)) => {
                    let more = if swapped { minus(right, left) } else { minus(left, right) };
                    Ok(more.and_then(|more| solve(more, within)))
                }
                (None, Some(right)) => {
                    self.reaches(a, swapped, known!(signed(right, swapped)), places, within)
                }
                (Some(left), None) => {
                    self.reaches(b, !swapped, known!(signed(left, !swapped)), places, within)
                }
                (None, None) => Ok(None),
            }
        };
        Ok(Some(match sign {
            Sign::Ge => known!(at_least(false, &within)?),
            Sign::Le => known!(at_least(true, &within)?),
            Sign::Lt => without(&within, &known!(at_least(false, &within)?)),
            Sign::Gt => without(&within, &known!(at_least(true, &within)?)),
            Sign::Eq | Sign::Ne => {
                let one = known!(at_least(false, &within)?);
                let both = known!(at_least(true, &one)?);
                if sign == Sign::Eq { both } else { without(&within, &both) }
            }
        }))
    }

    /// Where a term, or its negative, is at least a linear one.
    fn reaches(
        &self,
        term: &Term,
        negative: bool,
        least: Linear,
        places: &[Linear],
        within: Spans,
    ) -> Maybe<Spans> {
        if within.is_empty() {
            return Ok(Some(within));
        }
        if let Some(value) = self.linear(term, places)? {
            let value = known!(signed(value, negative));
            return Ok(minus(value, least).and_then(|more| solve(more, within)));
        }
        let Term::Apply(op, args) = term else { return Ok(None) };
        match (op, &args[..]) {
            (Op::Neg, [a]) => self.reaches(a, !negative, least, places, within),
            (Op::Add | Op::Sub, [a, b]) => {
                let b_negative = negative != (*op == Op::Sub);
                match (self.linear(a, places)?, self.linear(b, places)?) {
                    (_, Some(b)) => {
                        let least = known!(minus(least, known!(signed(b, b_negative))));
                        self.reaches(a, negative, least, places, within)
                    }
                    (Some(a), _) => {
                        let least = known!(minus(least, known!(signed(a, negative))));
                        self.reaches(b, b_negative, least, places, within)
                    }
                    _ => Ok(None),
                }
            }
            (Op::Max | Op::Min, args) => {
                let any = (*op == Op::Max) != negative;
                let mut found = if any { Vec::new() } else { within.clone() };
                for arg in args {
                    let one = known!(self.reaches(arg, negative, least, places, within.clone())?);
                    found = if any { union(found, one) } else { common(&found, &one) };
                }
                Ok(Some(found))
            }
            (Op::Abs, [a]) => {
                let one = known!(self.reaches(a, false, least, places, within.clone())?);
                let other = known!(self.reaches(a, true, least, places, within)?);
                Ok(Some(if negative { common(&one, &other) } else { union(one, other) }))
            }
            (Op::Div, [a, b]) => {
                // For b > 0: a div b >= c means a >= c b, and a div b <= c means a < (c + 1) b.
                let (a, b) = (known!(self.linear(a, places)?), known!(self.linear(b, places)?));
                let (c, 0) = least else { return Ok(None) };
                let positive = known!(solve(known!(minus(b, (1, 0))), within.clone()));
                if positive != within {
                    return Ok(None);
                }
                let more = if negative {
                    // -(a div b) >= c, so a div b <= -c.
                    let above = known!(times(b, known!(c.checked_neg().and_then(|c| c.checked_add(1)))));
                    minus(above, a).and_then(|more| minus(more, (1, 0)))
                } else {
                    times(b, c).and_then(|below| minus(a, below))
                };
                Ok(more.and_then(|more| solve(more, within)))
            }
            (Op::Mod, [a, b]) => {
                let (a, b) = (known!(self.linear(a, places)?), known!(self.linear(b, places)?));
                let ((least, 0), (1.., 0)) = (least, b) else { return Ok(None) };
                let mut found = Vec::new();
                for (low, high) in within {
                    self.game.charge(1 + u64::try_from((high - low) / 8).unwrap_or(u64::MAX))?;
                    let mut value = known!(a.1.checked_mul(low).and_then(|part| part.checked_add(a.0)));
                    value = value.rem_euclid(b.0);
                    let step = a.1.rem_euclid(b.0);
                    for amount in low..=high {
                        if (if negative { -value } else { value }) >= least {
                            found.push((amount, amount));
                        }
                        value = known!(value.checked_add(step)) % b.0;
                    }
                }
                Ok(Some(union(found, Vec::new())))
            }
            _ => Ok(None),
        }
    }
}

fn plus(a: Linear, b: Linear) -> Option<Linear> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn minus(a: Linear, b: Linear) -> Option<Linear> {
    Some((a.0.checked_sub(b.0)?, a.1.checked_sub(b.1)?))
}

fn times(a: Linear, factor: i128) -> Option<Linear> {
    Some((a.0.checked_mul(factor)?, a.1.checked_mul(factor)?))
}

fn signed(a: Linear, negative: bool) -> Option<Linear> {
    if negative { minus((0, 0), a) } else { Some(a) }
}

/// Where a linear term is not negative, of these amounts.
fn solve((value, slope): Linear, within: Spans) -> Option<Spans> {
    let all = match slope {
        0 if value >= 0 => return Some(within),
        0 => return Some(Vec::new()),
        // value + slope i >= 0
        1.. => (value.checked_neg()?.checked_add(slope - 1)?.div_euclid(slope), i128::MAX),
        _ => (i128::MIN, value.div_euclid(slope.checked_neg()?)),
    };
    Some(common(&within, &[all]))
}

/// What two lists of spans have together.
fn common(a: &[(i128, i128)], b: &[(i128, i128)]) -> Spans {
    let (mut out, mut i, mut j) = (Vec::new(), 0, 0);
    while i < a.len() && j < b.len() {
        let (low, high) = (a[i].0.max(b[j].0), a[i].1.min(b[j].1));
        if low <= high {
            out.push((low, high));
        }
        if a[i].1 <= b[j].1 { i += 1 } else { j += 1 }
    }
    out
}

/// What the first has and the second has not.
fn without(a: &[(i128, i128)], b: &[(i128, i128)]) -> Spans {
    let mut out = Vec::new();
    let mut from = 0;
    for (low, high) in a {
        while from < b.len() && b[from].1 < *low {
            from += 1;
        }
        let (mut low, mut at) = (Some(*low), from);
        while let Some(start) = low.filter(|_| at < b.len() && b[at].0 <= *high) {
            if start < b[at].0 {
                out.push((start, b[at].0 - 1));
            }
            low = b[at].1.checked_add(1).filter(|next| next <= high);
            at += 1;
        }
        if let Some(start) = low {
            out.push((start, *high));
        }
    }
    out
}

/// What either has, neighbours joined.
fn union(mut a: Spans, b: Spans) -> Spans {
    a.extend(b);
    a.sort_unstable();
    let mut out: Spans = Vec::with_capacity(a.len());
    for (low, high) in a {
        match out.last_mut() {
            Some(last) if last.1.checked_add(1).is_none_or(|next| low <= next) => last.1 = last.1.max(high),
            _ => out.push((low, high)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SIDE: u64 = 9;

    /// Whether the moves of a game are runs, which are then the moves tried one by one.
    fn agree(text: &str, piles: usize) -> bool {
        let Ok(game) = Game::read(text, 1 << 30) else { return false };
        if !game.may_run() || game.bounds.len() != piles {
            return false;
        }
        let (none, sides) = (vec![false; game.family_count()], vec![SIDE; piles]);
        let (mut runs, mut all) = (Vec::new(), true);
        for cell in 0..SIDE.pow(piles as u32) {
            let position: Vec<u64> = (0..piles as u32).rev().map(|c| cell / SIDE.pow(c) % SIDE).collect();
            let mut tried = BTreeSet::new();
            let done = game.moves(&position, &[], true, true, &mut |to, _, family| {
                tried.insert((to.iter().fold(0, |cell, x| cell * SIDE + x) as usize, family));
                Ok(true)
            });
            let is = game.runs(&position, &none, &sides, &mut runs);
            let (Ok(()), Ok(is)) = (done, is) else { return false };
            let found: BTreeSet<_> =
                runs.iter().flat_map(|run| run.cells().map(|cell| (cell, run.family))).collect();
            assert!(!is || found == tried, "{text} at {position:?}: {found:?}, not {tried:?}");
            all &= is;
        }
        all
    }

    #[test]
    fn comparisons_of_both_ends_are_runs() {
        for text in [
            "(i,0) (0,i) (i,i) where x' >= 1 and y' div x' == y div x",
            "piles sorted x <= y\nmove (i,0)\nmove (0,i)\nmove (i,i) where x' >= 1 and y' div x' == y div x",
            "(i,0) where i <= x' (0,i) where not (i > y' or y < 3) (i,i)",
            "(k,l) where k <= x div 2 and l <= k",
            "(k,l) where |k - l| < min(x', 3) or max(k, l) == y'",
            "(i,0) where i != x' (0,i) where (x + i) mod 3 >= 1 (2*i+1,i) for i != 2",
            "(any,any) where x' < y",
            "(any,any) where sum(taken) < 4 and max(taken) != y'",
            "param f(a, b) = a + 2*b\npiles ordered x, y\nmove (k,l) where |l - k| < f(x', y)",
            "(i,0) where if y > 2 then i <= 2 else x' - |y - i| > -i",
        ] {
            assert!(agree(text, 2), "{text}");
        }
    }

    #[test]
    fn what_is_not_linear_is_tried_once() {
        for text in [
            "(i,0) where i*i <= x (0,i)",
            "(i,0) where gcd(i, x) == 1 (0,i)",
            "(i,0) where x' xor i > 2 (0,i) where i*y' mod 5 != 2",
            "(i,0) where i*i <= x + y (i,i) where gcd(x', y') > 1",
            "(k,l) where k*l <= x and l xor x < 6",
            "(i,0) for i != 3 where i*i != x (0,i)",
            "piles unordered x, y\nmove (i,0) where i*i <= x",
        ] {
            assert!(agree(text, 2), "{text}");
        }
        // What is taken is not linear in the amount: each move is a run.
        assert!(agree("(i^2,0) where i*x > 3 (0,i)", 2));
        assert!(agree("(0,3*i) (i^2,i) (k,l) where x' >= y'", 2));
        assert!(agree("piles unordered x, y\nmove (2^i,j) where i + j < x", 2));
        assert!(agree("(i,0,0) where gcd(i, x + z) == 1 (0,i,i) where i*x < y", 3));
    }

    #[test]
    fn runs_are_the_moves() {
        use proptest::strategy::{Strategy, ValueTree};
        use proptest::test_runner::TestRunner;
        let mut runner = TestRunner::deterministic();
        let mut runs = 0;
        for _ in 0..400 {
            let Ok(tree) = wythoff_rulegen::two_pile_game().new_tree(&mut runner) else { continue };
            runs += usize::from(agree(&tree.current(), 2));
        }
        assert!(runs >= 100, "{runs} of 400");
    }
}
