//! Options of a position, straight from the rules: every family, every amount, every condition.

use crate::bind::{Arranged, COORDINATES, Rules};
use crate::code::{Code, Effort};
use crate::error::{ErrorKind, RuleError};
use crate::game::PileOrder;
use crate::lanes::Lanes;
use crate::rules::show_position;
use crate::runs::{Along, Inner, VisitRuns};
use std::ops::ControlFlow;

/// Amounts lie between minus this and this; piles do too, so that nothing is ever past 64 bits.
const LARGEST: i64 = crate::LARGEST_PILE as i64;

/// Games with more coordinates are asked amount by amount.
const MOST_COORDINATES: usize = 8;

/// A move: the family it belongs to, and the state it leads to.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Index of the family.
    pub family: usize,
    /// The position moved to, sorted where order does not matter (but not with blocking, which counts options).
    pub to: &'a [u64],
    /// The memory after the move.
    pub memory: &'a [i64],
}

impl Rules {
    /// Calls `visit` with every move from a state; the same option may come by several moves. Stops when told to.
    ///
    /// Costs one evaluation for each tuple of amounts that the piles allow.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
    /// let mut options = Vec::new();
    /// rules.for_each_option(&[1, 2], &[], &mut |step| {
    ///     options.push(step.to.to_vec());
    ///     ControlFlow::Continue(())
    /// }).unwrap();
    /// assert_eq!(options, [[0, 2], [1, 1], [0, 1], [0, 1]]);
    /// ```
    pub fn for_each_option(
        &self,
        position: &[u64],
        memory: &[i64],
        visit: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> Result<(), RuleError> {
        let mut walk = Walk::new(self, position, memory)?;
        for arranged in &self.arranged {
            if walk.family(arranged, &mut |walk| walk.emit(arranged, visit))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The same, but every position moved to has its piles in the order in which the move leaves them, as on a board.
    pub fn for_each_move(
        &self,
        position: &[u64],
        memory: &[i64],
        visit: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> Result<(), RuleError> {
        let mut walk = Walk::new(self, position, memory)?;
        walk.as_left = true;
        for arranged in &self.arranged {
            if walk.family(arranged, &mut |walk| walk.emit(arranged, visit))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// All options of a state without memory, each once, in lexicographic order.
    pub fn options(&self, position: &[u64]) -> Result<Vec<Vec<u64>>, RuleError> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let each = (size_of::<Vec<u64>>() + 16 + 8 * position.len()) as u128;
        let mut room = Ok(());
        self.for_each_option(position, &self.fresh_memory(), &mut |step| {
            if options.len().is_multiple_of(1024) {
                // The vector doubles when it grows.
                room = self.budget.allow("the options", 2 * each * (options.len() as u128 + 1024));
            }
            if room.is_err() {
                return ControlFlow::Break(());
            }
            options.push(step.to.to_vec());
            ControlFlow::Continue(())
        })?;
        room.map_err(|stop| {
            RuleError::from(stop).hint("ask for a smaller position").at_position(show_position(position))
        })?;
        options.sort();
        options.dedup();
        Ok(options)
    }
}

/// The slots of a move being tried: coordinates before, memory, coordinates after, variables.
pub(crate) struct Walk<'a> {
    rules: &'a Rules,
    position: Vec<u64>,
    pub slots: Vec<i64>,
    pub to: Vec<u64>,
    memory: Vec<i64>,
    /// What may be left of each coordinate: amounts that follow from it are not searched for.
    goal: Option<Vec<Vec<u64>>>,
    /// Positions moved to are not sorted.
    as_left: bool,
    effort: Effort<'a>,
    /// The slots of neighbouring amounts, where conditions are worked out for them together.
    lanes: Vec<Lanes>,
    /// Runs without any option are told too.
    pub tells_all: bool,
    /// Amounts that the condition does not allow may be passed over.
    narrows: bool,
}

/// What a last amount leaves, told by how much it is past its least value.
struct Line {
    /// From which to which every pile stays within its bounds; nowhere if `to` is less.
    from: i64,
    to: i64,
    /// What one more takes.
    step: [i64; MOST_COORDINATES],
    /// Where nothing is taken at all.
    still: Option<i64>,
}

pub(crate) type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Walk<'a>) -> Result<ControlFlow<()>, RuleError>;

impl<'a> Walk<'a> {
    pub fn new(rules: &'a Rules, position: &[u64], memory: &[i64]) -> Result<Walk<'a>, RuleError> {
        if position.len() != rules.coordinates.len() || memory.len() != rules.memory.len() {
            rules.check_position(position)?;
            let names: Vec<&str> = rules.memory.iter().map(|(name, _)| name.as_str()).collect();
            return Err(RuleError::new(ErrorKind::Position, "a state has a value for each memory cell")
                .hint(format!("the cells are: {}", names.join(", "))));
        }
        let mut position = position.to_vec();
        // `sorted`: the rule speaks of the smaller and the larger pile.
        if rules.order() == PileOrder::Sorted {
            position.sort_unstable();
        }
        Ok(Walk::from(rules, position, memory))
    }

    /// The same for a game without memory, the piles standing as they are.
    pub fn as_written(rules: &'a Rules, position: &[u64]) -> Walk<'a> {
        Walk::from(rules, position.to_vec(), &[])
    }

    fn from(rules: &'a Rules, position: Vec<u64>, memory: &[i64]) -> Walk<'a> {
        let mut slots: Vec<i64> = position.iter().map(|p| *p as i64).collect();
        slots.extend_from_slice(memory);
        slots.extend(position.iter().map(|_| 0));
        let to = position.clone();
        let (memory, effort) = (memory.to_vec(), rules.effort());
        let (goal, as_left, lanes, tells_all) = (None, false, Vec::new(), false);
        Walk { rules, position, slots, to, memory, goal, as_left, effort, lanes, tells_all, narrows: false }
    }

    /// From now on only moves that lead to this position, in any order where order does not matter, need be met;
    /// others may be passed over.
    pub fn aim(&mut self, goal: &[u64]) {
        let each = |x: &u64| if self.rules.is_symmetric() { goal.to_vec() } else { vec![*x] };
        self.goal = Some(goal.iter().map(each).collect());
    }

    /// Tries at most so many amounts in all.
    pub fn limit(&mut self, tries: u64) {
        self.effort.limit(tries);
    }

    fn located<T>(&self, result: Result<T, RuleError>) -> Result<T, RuleError> {
        result.map_err(|error| error.at_position(show_position(&self.position)))
    }

    /// All moves of a family that its condition allows.
    pub fn family(
        &mut self,
        arranged: &'a Arranged,
        visit: Visit<'_, 'a>,
    ) -> Result<ControlFlow<()>, RuleError> {
        self.narrows = true;
        let done = self.family_unconditionally(arranged, &mut |walk| match &arranged.condition {
            Some(condition) if !walk.holds(condition)? => Ok(ControlFlow::Continue(())),
            _ => visit(walk),
        });
        self.narrows = false;
        done
    }

    /// All moves of a family that the piles allow, whatever its condition says.
    pub fn family_unconditionally(
        &mut self,
        arranged: &'a Arranged,
        visit: Visit<'_, 'a>,
    ) -> Result<ControlFlow<()>, RuleError> {
        let fixed = self.rules.coordinates.len() * 2 + self.rules.memory.len();
        self.slots.truncate(fixed);
        self.slots.resize(fixed + arranged.variables.len(), 0);
        self.assign(arranged, 0, visit)
    }

    fn assign(
        &mut self,
        arranged: &'a Arranged,
        index: usize,
        visit: Visit<'_, 'a>,
    ) -> Result<ControlFlow<()>, RuleError> {
        let Some(variable) = arranged.variables.get(index) else { return self.take(arranged, visit) };
        let (mut low, mut high) = self.bounds(arranged, index)?;
        if self.narrows {
            (low, high) = self.narrowed(arranged, index, low, high);
        }
        let aimed = self.aimed(arranged, index);
        if let Some(list) = aimed.as_ref().or(variable.list.as_deref()) {
            let listed = |v: &&i64| variable.list.as_ref().is_none_or(|list| list.contains(v));
            for value in list.iter().filter(|v| low <= **v && **v <= high).filter(listed) {
                self.try_one(arranged)?;
                self.slots[variable.slot] = *value;
                if self.assign(arranged, index + 1, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        self.check_bounds(arranged, low, high)?;
        let mut value = low;
        while value <= high {
            self.try_one(arranged)?;
            self.slots[variable.slot] = value;
            if self.assign(arranged, index + 1, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            value += 1;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The least and the greatest value of a variable, those before it being known.
    fn bounds(&mut self, arranged: &'a Arranged, index: usize) -> Result<(i64, i64), RuleError> {
        let variable = &arranged.variables[index];
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        if let Some(list) = variable.list.as_deref() {
            // What grows does so from the least that is listed on.
            let (Some(least), Some(most)) = (list.first(), list.last()) else { return Ok((1, 0)) };
            (low, high) = (*least, *most);
        }
        for (code, shift) in &variable.lows {
            low = low.max(self.clamped(code)?.saturating_add(*shift));
        }
        for (code, shift) in &variable.highs {
            high = high.min(self.clamped(code)?.saturating_add(*shift));
        }
        for cap in &arranged.caps[index] {
            let mut budget = self.slots[cap.coordinate] as i128 - i128::from(cap.rest.constant);
            for (slot, c) in &cap.rest.terms {
                budget -= i128::from(*c) * i128::from(self.slots[*slot]);
            }
            let most = budget.div_euclid(i128::from(cap.factor));
            high = high.min(i64::try_from(most).unwrap_or(if most < 0 { -1 } else { i64::MAX }));
        }
        if let Some(coordinate) = arranged.growing[index] {
            high = self.largest(arranged, variable.slot, coordinate, low, high)?;
        }
        Ok((low, high))
    }

    /// The bounds of a variable, and what the condition says of it by linear forms.
    fn narrowed(&self, arranged: &Arranged, index: usize, mut low: i64, mut high: i64) -> (i64, i64) {
        let slot = arranged.variables[index].slot;
        for form in &arranged.narrow[index] {
            let known = form.terms.iter().filter(|(s, _)| **s != slot);
            let mut known = known.map(|(s, c)| i128::from(*c) * i128::from(self.slots[*s]));
            let rest = known.try_fold(i128::from(form.constant), i128::checked_add);
            let (Some(rest), factor) = (rest, i128::from(form.coefficient(slot))) else { continue };
            // factor v + rest >= 0
            match factor {
                1.. => {
                    let least = -(rest.div_euclid(factor));
                    low =
                        low.max(i64::try_from(least).unwrap_or(if least < 0 { i64::MIN } else { i64::MAX }));
                }
                _ => {
                    let most = rest.div_euclid(-factor);
                    high =
                        high.min(i64::try_from(most).unwrap_or(if most < 0 { i64::MIN } else { i64::MAX }));
                }
            }
        }
        (low, high)
    }

    /// The values between two bounds are tried one after the other, none of them past 2^62.
    fn check_bounds(&self, arranged: &Arranged, low: i64, high: i64) -> Result<(), RuleError> {
        if low <= high && (low > LARGEST || high < -LARGEST) {
            return self.refused(arranged, "an amount of this move is past 2^62");
        }
        Ok(())
    }

    /// The moves of a family that its condition allows, each a run of its own.
    pub fn one_by_one(
        &mut self,
        arranged: &'a Arranged,
        visit: VisitRuns<'_>,
    ) -> Result<ControlFlow<()>, RuleError> {
        self.family(arranged, &mut |walk| Ok(walk.hand_on(arranged, visit)))
    }

    fn hand_on(&self, arranged: &Arranged, visit: VisitRuns<'_>) -> ControlFlow<()> {
        let after = self.rules.coordinates.len() + self.rules.memory.len();
        let to = &self.slots[after..after + self.rules.coordinates.len()];
        visit(Along { family: arranged.family, to, step: &[0; COORDINATES][..to.len()], lanes: 1 })
    }

    /// The moves of a family whose takes grow evenly with its last amount, from the variable `index` on. What the condition
    /// says of the amounts of a single variable may be known: 64 to a word, from the least on.
    pub fn along(
        &mut self,
        inner: &Inner<'a>,
        index: usize,
        known: Option<&[u64]>,
        visit: VisitRuns<'_>,
    ) -> Result<ControlFlow<()>, RuleError> {
        let arranged = inner.arranged;
        if index == 0 {
            let fixed = self.rules.coordinates.len() * 2 + self.rules.memory.len();
            self.slots.truncate(fixed);
            self.slots.resize(fixed + arranged.variables.len(), 0);
        }
        if index + 1 == arranged.variables.len() {
            return self.along_last(inner, index, known, visit);
        }
        let variable = &arranged.variables[index];
        let (low, high) = self.bounds(arranged, index)?;
        if variable.list.is_none() {
            self.check_bounds(arranged, low, high)?;
        }
        let listed = variable.list.as_deref().map(|list| list.iter().copied());
        let all = (low..=high).take(if listed.is_some() { 0 } else { usize::MAX });
        for value in listed.into_iter().flatten().filter(|v| low <= *v && *v <= high).chain(all) {
            self.try_one(arranged)?;
            self.slots[variable.slot] = value;
            if self.along(inner, index + 1, None, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn along_last(
        &mut self,
        inner: &Inner<'a>,
        index: usize,
        known: Option<&[u64]>,
        visit: VisitRuns<'_>,
    ) -> Result<ControlFlow<()>, RuleError> {
        let arranged = inner.arranged;
        let (low, high) = self.bounds(arranged, index)?;
        if low > high {
            return Ok(ControlFlow::Continue(()));
        }
        self.check_bounds(arranged, low, high)?;
        let count = self.rules.coordinates.len();
        let (slot, after) = (arranged.variables[index].slot, count + self.rules.memory.len());
        let Some(Line { from, to, step, still }) = self.line(arranged, slot, low, high)? else {
            // Something is out of the ordinary: it is told amount by amount.
            return self.assign(arranged, index, &mut |walk| match &arranged.condition {
                Some(condition) if !walk.holds(condition)? => Ok(ControlFlow::Continue(())),
                _ => Ok(walk.hand_on(arranged, visit)),
            });
        };
        let first: [i64; MOST_COORDINATES] =
            std::array::from_fn(|c| self.slots.get(after + c).copied().unwrap_or(0));
        let (mut j, mut left) = (from, [0i64; MOST_COORDINATES]);
        while j <= to {
            for c in 0..count {
                left[c] = first[c] - j * step[c];
                self.slots[after + c] = left[c];
            }
            self.slots[slot] = low + j;
            let mut lanes = if to - j >= 63 { !0 } else { (1u64 << (to - j + 1)) - 1 };
            self.effort.owe(u64::from(lanes.count_ones()) / 16);
            if let Err(kind) = self.effort.spend(arranged.cost.saturating_mul(8)) {
                return self.ended(arranged, kind, "too many amounts are to be tried for this move");
            }
            if let Some(lane) = still.map(|still| still - j).filter(|lane| (0..64).contains(lane)) {
                lanes &= !(1 << lane);
            }
            if let Some(words) = known {
                lanes &= words.get(j as usize / 64).copied().unwrap_or(0);
            } else if let Some(condition) = &arranged.condition {
                lanes = self.allowed_lanes(inner, condition, slot, &left[..count], &step[..count], lanes)?;
            }
            if lanes != 0 || self.tells_all {
                let run = Along { family: arranged.family, to: &left[..count], step: &step[..count], lanes };
                if visit(run).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            j += 64;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes what the least amount leaves, and tells what more leaves; `None` where that is not plain.
    fn line(
        &mut self,
        arranged: &'a Arranged,
        slot: usize,
        low: i64,
        high: i64,
    ) -> Result<Option<Line>, RuleError> {
        const PLAIN: i64 = 1 << 40;
        let is_plain = |value: i64| value.unsigned_abs() <= PLAIN.unsigned_abs();
        let count = self.rules.coordinates.len();
        let after = count + self.rules.memory.len();
        let mut step = [0; MOST_COORDINATES];
        if count > MOST_COORDINATES || !is_plain(low) {
            return Ok(None);
        }
        let (mut from, mut to) = (0, high.min(PLAIN).saturating_sub(low));
        let mut moves = false;
        for c in 0..count {
            self.slots[slot] = low;
            let least = self.clamped(&arranged.takes[c])?;
            let more = match &arranged.linear[c] {
                Some(linear) => linear.coefficient(slot),
                None => {
                    self.slots[slot] = low + 1;
                    self.clamped(&arranged.takes[c])?.saturating_sub(least)
                }
            };
            let left = self.slots[c].saturating_sub(least);
            if ![least, more, left].into_iter().all(is_plain) {
                return Ok(None);
            }
            let bound = self.rules.bounds[c].map(|bound| i64::try_from(bound).unwrap_or(i64::MAX));
            if more < 0 && bound.is_none() {
                return Ok(None);
            }
            let last = bound.unwrap_or(i64::MAX).saturating_sub(1);
            // 0 <= left - j * more <= last.
            match more {
                0 if left < 0 || left > last => to = -1,
                0 => {}
                1.. => {
                    to = to.min(left.div_euclid(more));
                    from = from.max(left.saturating_sub(last).saturating_add(more - 1).div_euclid(more));
                }
                _ => {
                    to = to.min(last.saturating_sub(left).div_euclid(-more));
                    from = from.max((-left).saturating_add(-more - 1).div_euclid(-more));
                }
            }
            moves |= more != 0;
            step[c] = more;
            self.slots[after + c] = left;
        }
        self.slots[slot] = low;
        let taken = |c: usize| self.slots[c] - self.slots[after + c];
        let still = (0..count).find(|c| step[*c] != 0).map(|c| -taken(c) / step[c]);
        let still = still.filter(|j| {
            *j >= 0 && (0..count).all(|c| taken(c).saturating_add(j.saturating_mul(step[c])) == 0)
        });
        // What takes nothing is passed over, or a mistake that the plain way tells.
        if !moves || still.is_some() && !arranged.skip_zero {
            return Ok(None);
        }
        Ok(Some(Line { from, to, step, still }))
    }

    /// Of some neighbouring amounts those that the condition allows.
    fn allowed_lanes(
        &mut self,
        inner: &Inner<'a>,
        condition: &Code,
        slot: usize,
        left: &[i64],
        step: &[i64],
        lanes: u64,
    ) -> Result<u64, RuleError> {
        const FEW: u32 = 6;
        let count = left.len();
        let after = count + self.rules.memory.len();
        let (mut allowed, mut rest) = (0, lanes);
        if let Some(used) = inner.lanes.as_ref().filter(|_| lanes.count_ones() >= FEW) {
            self.lanes.resize(self.slots.len(), Lanes::zero());
            let mut plain = true;
            for at in used {
                let lane = match *at {
                    s if s == slot => Lanes::affine(i128::from(self.slots[s]), 1),
                    s if s >= after && s < after + count => {
                        Lanes::affine(i128::from(left[s - after]), -step[s - after])
                    }
                    s => Lanes::constant(self.slots[s]),
                };
                match lane {
                    Some(lane) => self.lanes[*at] = lane,
                    None => plain = false,
                }
            }
            if plain && let Some(found) = condition.node.lanes(&self.lanes) {
                rest = lanes & found.unknown;
                allowed = found.truths() & lanes & !rest;
            }
        }
        let least = self.slots[slot];
        while rest != 0 {
            let lane = rest.trailing_zeros();
            rest &= rest - 1;
            self.slots[slot] = least + i64::from(lane);
            for c in 0..count {
                self.slots[after + c] = left[c] - i64::from(lane) * step[c];
            }
            if self.holds(condition)? {
                allowed |= 1 << lane;
            }
        }
        self.slots[slot] = least;
        Ok(allowed)
    }

    /// The largest value of a variable, up to `high`, for which the pile suffices: what is taken of it grows with the
    /// variable.
    fn largest(
        &mut self,
        arranged: &'a Arranged,
        slot: usize,
        coordinate: usize,
        low: i64,
        high: i64,
    ) -> Result<i64, RuleError> {
        let take = &arranged.takes[coordinate];
        let suffices = |walk: &mut Self, value: i64| -> Result<bool, RuleError> {
            walk.slots[slot] = value;
            Ok(walk.clamped(take)? <= walk.slots[coordinate])
        };
        // Steps that double until one is too far, then halves of what is left.
        let (mut good, mut step) = (low.saturating_sub(1), 1i64);
        let mut bad = loop {
            let probe = good.saturating_add(step);
            if probe == good || probe > high {
                break high.saturating_add(1);
            }
            if !suffices(self, probe)? {
                break probe;
            }
            (good, step) = (probe, step.saturating_mul(2));
        };
        while bad.saturating_sub(good) > 1 {
            let middle = good + (bad - good) / 2;
            if suffices(self, middle)? { good = middle } else { bad = middle }
        }
        Ok(good)
    }

    /// The amounts that lead to the goal, in increasing order, where a take is linear in this one and in what is known
    /// already.
    fn aimed(&self, arranged: &Arranged, index: usize) -> Option<Vec<i64>> {
        let goal = self.goal.as_ref()?;
        let slot = arranged.variables[index].slot;
        let later = |s: &usize| arranged.variables[index + 1..].iter().any(|v| v.slot == *s);
        let solved = |(coordinate, linear): (usize, &Option<crate::linear::Linear>)| {
            let linear = linear.as_ref()?;
            let factor = i128::from(linear.coefficient(slot));
            if factor == 0 || linear.terms.keys().any(later) {
                return None;
            }
            let mut rest = i128::from(self.slots[coordinate]) - i128::from(linear.constant);
            for (s, c) in linear.terms.iter().filter(|(s, _)| **s != slot) {
                rest = rest.checked_sub(i128::from(*c) * i128::from(*self.slots.get(*s)?))?;
            }
            let taken = goal.get(coordinate)?.iter().filter_map(|left| rest.checked_sub(i128::from(*left)));
            let amounts = taken.filter(|t| t % factor == 0).filter_map(|t| i64::try_from(t / factor).ok());
            let mut amounts: Vec<i64> = amounts.collect();
            amounts.sort_unstable();
            amounts.dedup();
            Some(amounts)
        };
        arranged.linear.iter().enumerate().find_map(solved)
    }

    /// All variables have values: what is left, and whether the piles allow it.
    fn take(&mut self, arranged: &'a Arranged, visit: Visit<'_, 'a>) -> Result<ControlFlow<()>, RuleError> {
        let after = self.rules.coordinates.len() + self.rules.memory.len();
        let mut moved = false;
        for (coordinate, take) in arranged.takes.iter().enumerate() {
            let amount = self.clamped(take)?;
            let left = match self.slots[coordinate].checked_sub(amount) {
                Some(left) if left < 0 => return Ok(ControlFlow::Continue(())),
                Some(left) if left <= LARGEST => left,
                _ => return self.refused(arranged, "this move makes a pile too large"),
            };
            if self.rules.bounds[coordinate].is_some_and(|bound| left as u64 >= bound) {
                return Ok(ControlFlow::Continue(()));
            }
            moved |= amount != 0;
            self.slots[after + coordinate] = left;
            self.to[coordinate] = left as u64;
        }
        if !moved {
            if arranged.skip_zero || !self.allowed(arranged)? {
                return Ok(ControlFlow::Continue(()));
            }
            let message = "this move changes nothing, so the game need not end";
            let error = RuleError::at(ErrorKind::Game, message, arranged.span, &self.rules.source)
                .hint("let the amounts start at 1, or add a condition such as `where i + j > 0`");
            return self.located(Err(error));
        }
        if self.rules.positions.is_some() && !self.rules.is_position(&self.to)? {
            return Ok(ControlFlow::Continue(()));
        }
        visit(self)
    }

    /// One more tuple of amounts is tried.
    fn try_one(&mut self, arranged: &Arranged) -> Result<(), RuleError> {
        // Trying a tuple is more than an operation: amounts are subtracted, the option is handed on.
        self.effort.owe(4);
        match self.effort.spend(arranged.cost) {
            Ok(()) => Ok(()),
            Err(kind) => self.ended(arranged, kind, "too many amounts are to be tried for this move"),
        }
    }

    fn refused<T>(&self, arranged: &Arranged, message: &str) -> Result<T, RuleError> {
        self.ended(arranged, ErrorKind::Limit, message)
    }

    fn ended<T>(&self, arranged: &Arranged, kind: ErrorKind, message: &str) -> Result<T, RuleError> {
        self.located(Err(RuleError::at(kind, message, arranged.span, &self.rules.source)))
    }

    pub fn clamped(&mut self, code: &Code) -> Result<i64, RuleError> {
        let value = code.clamped(&self.slots, &mut self.effort);
        self.located(value)
    }

    fn holds(&mut self, condition: &Code) -> Result<bool, RuleError> {
        let holds = condition.holds(&self.slots, &mut self.effort);
        self.located(holds)
    }

    fn allowed(&mut self, arranged: &Arranged) -> Result<bool, RuleError> {
        arranged.condition.as_ref().map_or(Ok(true), |c| self.holds(c))
    }

    /// The first conjunct of the condition that does not hold.
    pub fn broken(&mut self, arranged: &Arranged) -> Result<Option<String>, RuleError> {
        for (code, text) in &arranged.conjuncts {
            if !self.holds(code)? {
                return Ok(Some(text.clone()));
            }
        }
        Ok(None)
    }

    /// Hands the move on, the position canonical and the memory updated.
    fn emit(
        &mut self,
        arranged: &Arranged,
        visit: &mut dyn FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RuleError> {
        let count = self.rules.coordinates.len();
        if !self.rules.memory.is_empty() {
            self.memory.copy_from_slice(&self.slots[count..count + self.rules.memory.len()]);
            for (cell, update) in &arranged.updates {
                self.memory[*cell] = match self.clamped(update)? {
                    i64::MIN | i64::MAX => {
                        return self.refused(arranged, "a memory cell holds numbers below 2^63");
                    }
                    value => value,
                };
            }
        }
        // With blocking every place of the board counts: (x-i, x) and (x, x-i) are two options of (x, x).
        if self.rules.convention.block.is_none() && !self.as_left {
            self.rules.canonicalise(&mut self.to);
        }
        Ok(visit(Step { family: arranged.family, to: &self.to, memory: &self.memory }))
    }
}
