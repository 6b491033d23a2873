//! Families of moves as lines: what the fast solvers live on.
//!
//! A *sheet* is {start + j·step : 0 <= j < count} for one step (a line), or the same with several steps (a band, a
//! cone, a plane), together with gates: a condition on the position moved from, one on the position moved to, and
//! comparisons between the two. A family's amounts are the integer points of a polyhedron, perhaps in residue classes.
//! For one amount that is a few progressions. For two it is the union of g + N·r1 + N·r2 over the points g from which
//! neither extreme ray can be subtracted: subtracting rays from a point of the polyhedron ends at such a g, and adding
//! them never leaves it, so nothing is missed and nothing is added.

use crate::bind::{Arranged, Rules, Variable};
use crate::code::{Code, Effort, Node, Stop};
use crate::expr::{BinaryOp, Comparison};
use crate::fragment::{cases, has_cases, look_through, opposite};
use crate::game::PileOrder;
use crate::gate::{Gate, Mask, Residues};
use crate::linear::Linear;
use crate::steady::{Rise, rise};
use std::cell::RefCell;

/// Most disjuncts of a condition, and most sheets of a game.
const MOST_CASES: usize = 256;
const MOST_SHEETS: usize = 4096;

/// Most amounts that are tried one by one.
const MOST_TRIED: i64 = 1 << 16;

/// Most points that are tried for the corners of a polyhedron.
const MOST_POINTS: i128 = 1 << 20;

/// Most residues that amounts are split into.
const MOST_RESIDUES: i64 = 64;

/// Most residues of an end that a condition is split into.
const MOST_SPLIT: i64 = 8;

/// A step of a sheet: `j * vector` for `0 <= j < count`, without end if there is no count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stride {
    /// The direction, not zero.
    pub vector: Vec<u64>,
    /// How many multiples, 0 included; at least 2.
    pub count: Option<u64>,
}

/// What is taken: `start` and any multiples of the strides, if the gates let it pass.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Index of the family.
    pub family: usize,
    /// The least that is taken, not zero.
    pub start: Vec<u64>,
    /// The strides; none for a single vector, one for a line.
    pub strides: Vec<Stride>,
    /// What must hold of the position moved from.
    pub source: Vec<Gate>,
    /// What must hold of the position moved to.
    pub target: Vec<Gate>,
    /// Comparisons between the two; only lines have them.
    pub between: Vec<Between>,
}

/// `before(position) + after(option) >= 0`.
#[derive(Clone, Debug)]
pub struct Between {
    /// The part that looks at the position moved from.
    pub before: crate::gate::Measure,
    /// The part that looks at the position moved to.
    pub after: crate::gate::Measure,
}

impl Rules {
    /// The moves as sheets over the board as it lies (piles that are sorted again after a move stand in every order),
    /// or `None` if some family is none. With `most`, what is said holds where no more than that is taken from a pile.
    /// If `strict`, sorted piles that are equal stand in one order only, so that no option comes twice.
    ///
    /// ```
    /// let sheets = |text: &str| wythoff_rules::Rules::read(text).unwrap().sheets(None, false);
    /// let band = sheets("(k,l) where |k - l| < 2").unwrap();
    /// assert_eq!(band.iter().map(|s| s.start.clone()).collect::<Vec<_>>(), [[1, 1], [1, 2], [2, 1]]);
    /// assert_eq!(sheets("(k,l) for k >= 1, l >= 0 where l < k").unwrap()[0].strides.len(), 2);
    /// assert!(sheets("(k,l) where k*l < 9").is_none());
    /// ```
    pub fn sheets(&self, most: Option<u64>, strict: bool) -> Option<Vec<Sheet>> {
        self.sheets_and_rest(most, strict).filter(|(_, rest)| rest.is_empty()).map(|(sheets, _)| sheets)
    }

    /// The same of the families that are sheets, and which are not, as [`Rules::runs`] takes them.
    pub fn sheets_and_rest(&self, most: Option<u64>, strict: bool) -> Option<(Vec<Sheet>, Vec<usize>)> {
        self.sheets_if(most, strict, false, &|_, _| true)
    }

    /// The same, but families that are not wanted as sheets are left, too: told by their index and their sheets. If `singly`, a
    /// few amounts with comparisons of both ends are vectors, of which the position moved from tells all.
    pub fn sheets_if(
        &self,
        most: Option<u64>,
        strict: bool,
        singly: bool,
        wanted: &dyn Fn(usize, &[Sheet]) -> bool,
    ) -> Option<(Vec<Sheet>, Vec<usize>)> {
        if !self.memory.is_empty() || self.positions.is_some() || !self.only_takes() {
            return None;
        }
        let (mut all, mut rest) = (Vec::new(), Vec::new());
        let effort = self.effort_of_reading();
        for (at, arranged) in self.arranged.iter().enumerate() {
            match (Reader { rules: self, arranged, most, singly, effort: &effort }).sheets() {
                Some(sheets) if wanted(arranged.family, &sheets) => all.extend(sheets),
                _ => rest.push(at),
            }
            if all.len() > MOST_SHEETS {
                return None;
            }
        }
        if self.order() != PileOrder::Sorted {
            return Some((all, rest));
        }
        let count = self.coordinates.len();
        if count > 4 {
            return None;
        }
        let mut out = Vec::new();
        for places in crate::symmetry::permutations(count) {
            let sorted = places.windows(2).map(|pair| {
                let mut coefficients = vec![0; count];
                coefficients[pair[1]] += 1;
                coefficients[pair[0]] -= 1;
                Mask::Linear { coefficients, constant: -i64::from(strict && pair[0] > pair[1]) }
            });
            let sorted: Vec<Gate> = sorted.map(Gate::new).collect();
            for sheet in &all {
                let mut sheet = sheet.placed(&places);
                sheet.source.splice(0..0, sorted.iter().cloned());
                out.push(sheet);
            }
        }
        (out.len() <= MOST_SHEETS).then_some((out, rest))
    }

    /// What reading all families may cost.
    pub(crate) fn effort_of_reading(&self) -> RefCell<Effort<'_>> {
        let mut effort = self.effort();
        effort.limit(READING);
        RefCell::new(effort)
    }

    /// How many amounts a family has that is not made of sheets.
    pub fn amounts_of(&self, rest: usize) -> usize {
        self.arranged.get(rest).map_or(0, |arranged| arranged.variables.len())
    }
}

impl Sheet {
    /// The sheet with the two piles exchanged.
    pub fn mirrored(&self) -> Sheet {
        self.placed(&[1, 0])
    }

    /// What the sheet says, the same for sheets that say the same.
    pub fn key(&self) -> String {
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all.dedup();
            all.join(" & ")
        };
        let gates = |gates: &[Gate]| sorted(gates.iter().map(Gate::key).collect());
        let mut strides = self.strides.clone();
        strides.sort();
        let between = self.between.iter().map(|b| format!("{} + {}", b.before.key(), b.after.key()));
        format!(
            "{:?} {strides:?} [{}] [{}] [{}]",
            self.start,
            gates(&self.source),
            gates(&self.target),
            sorted(between.collect()),
        )
    }

    /// The sheet with coordinate c standing at `places[c]`.
    fn placed(&self, places: &[usize]) -> Sheet {
        let vector = |v: &Vec<u64>| {
            let mut out = vec![0; v.len()];
            places.iter().zip(v).for_each(|(place, x)| out[*place] = *x);
            out
        };
        let gates = |gates: &[Gate]| gates.iter().map(|gate| gate.placed(places)).collect();
        Sheet {
            family: self.family,
            start: vector(&self.start),
            strides: (self.strides.iter())
                .map(|s| Stride { vector: vector(&s.vector), count: s.count })
                .collect(),
            source: gates(&self.source),
            target: gates(&self.target),
            between: (self.between.iter())
                .map(|b| Between { before: b.before.placed(places), after: b.after.placed(places) })
                .collect(),
        }
    }
}

/// `coefficients · variables + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

impl Form {
    fn at(&self, point: &[i64]) -> i128 {
        let sum: i128 =
            self.coefficients.iter().zip(point).map(|(c, v)| i128::from(*c) * i128::from(*v)).sum();
        sum + i128::from(self.constant)
    }

    /// The growth along a direction.
    fn along(&self, direction: &[i64]) -> i128 {
        self.at(direction) - i128::from(self.constant)
    }
}

/// A conjunction of conditions, told apart by what they look at.
#[derive(Clone, Default)]
pub(crate) struct Case {
    /// Forms in the amounts that are at least 0, and forms that a number divides.
    pub amounts: Vec<Form>,
    pub residues: Vec<(Form, i64)>,
    /// Conditions on the amounts that are not linear.
    pub others: Vec<Node>,
    /// Conditions on several amounts and the ends.
    pub mixed: Vec<Node>,
    pub source: Vec<Mask>,
    pub target: Vec<Mask>,
    /// Comparisons of both ends, of families with one amount or none.
    pub between: Vec<Between>,
}

impl Case {
    fn and(&self, other: &Case) -> Case {
        let mut both = self.clone();
        both.amounts.extend_from_slice(&other.amounts);
        both.residues.extend_from_slice(&other.residues);
        both.others.extend_from_slice(&other.others);
        both.mixed.extend_from_slice(&other.mixed);
        both.source.extend_from_slice(&other.source);
        both.target.extend_from_slice(&other.target);
        both.between.extend_from_slice(&other.between);
        both
    }
}

/// What is taken in terms of the variables: a start and strides.
type Part = (Vec<i64>, Vec<(Vec<i64>, Option<u64>)>);

pub(crate) struct Reader<'a, 'b> {
    pub rules: &'a Rules,
    pub arranged: &'a Arranged,
    pub most: Option<u64>,
    /// A few amounts with comparisons of both ends are taken apart.
    pub singly: bool,
    /// What conditions that are tried have cost, of all families together.
    pub effort: &'a RefCell<Effort<'b>>,
}

/// Variables with no more values than this are taken apart where nothing else goes.
const FEW_VALUES: usize = 16;

/// Most steps for conditions that are tried: some ten milliseconds. Families that need more are no sheets.
const READING: u64 = 1 << 20;

impl Reader<'_, '_> {
    fn sheets(&self) -> Option<Vec<Sheet>> {
        if !self.arranged.updates.is_empty() {
            return None;
        }
        let whole = self.whole();
        if self.singly && whole.iter().flatten().any(|sheet| !sheet.between.is_empty()) {
            return self.value_by_value().or(whole);
        }
        whole.or_else(|| self.value_by_value())
    }

    /// Each value of a variable that has a few as a family of its own.
    fn value_by_value(&self) -> Option<Vec<Sheet>> {
        let a = self.arranged;
        let few = |at: usize| -> Option<(usize, Vec<i64>)> {
            let values: Vec<i64> = match (&a.variables[at].list, a.ranges.get(at)) {
                (Some(list), _) => list.iter().copied().take(FEW_VALUES + 1).collect(),
                (None, Some((Some(low), Some(high)))) => (*low..=*high).take(FEW_VALUES + 1).collect(),
                _ => return None,
            };
            (values.len() <= FEW_VALUES).then_some((at, values))
        };
        let (at, values) = (0..a.variables.len()).find_map(few)?;
        let mut all = Vec::new();
        for value in values {
            let one = self.with_value(at, value);
            self.effort.borrow_mut().spend(16 + one.operations()).ok()?;
            all.extend(Reader { arranged: &one, ..*self }.sheets()?);
            if all.len() > MOST_SHEETS {
                return None;
            }
        }
        Some(all)
    }

    /// The family with a value for a variable.
    fn with_value(&self, at: usize, value: i64) -> Arranged {
        let a = self.arranged;
        let own = a.variables[at].slot;
        let put = |slot: usize| match slot.cmp(&own) {
            std::cmp::Ordering::Less => Node::Slot(slot),
            std::cmp::Ordering::Equal => Node::Const(value),
            std::cmp::Ordering::Greater => Node::Slot(slot - 1),
        };
        let code = |code: &Code| Code { node: code.node.with_slots(&put), source: code.source.clone() };
        let bounds = |all: &[(Code, i64)]| all.iter().map(|(bound, shift)| (code(bound), *shift)).collect();
        // The bounds that the variable had are conditions now.
        let variable = &a.variables[at];
        let bounded = [(Comparison::AtLeast, &variable.lows), (Comparison::AtMost, &variable.highs)];
        let conditions = bounded.into_iter().flat_map(|(sign, all)| {
            all.iter().map(move |(bound, shift)| {
                let bound = Node::Sum(vec![bound.node.with_slots(&put), Node::Const(*shift)]);
                Node::Compare(Node::Const(value).into(), vec![(sign, bound)])
            })
        });
        let conditions =
            conditions.chain(a.condition.iter().map(|condition| condition.node.with_slots(&put)));
        let condition = conditions.reduce(|a, b| Node::And(a.into(), b.into()));
        let takes: Vec<Code> = a.takes.iter().map(code).collect();
        let variables =
            a.variables.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, v)| Variable {
                slot: if v.slot > own { v.slot - 1 } else { v.slot },
                lows: bounds(&v.lows),
                highs: bounds(&v.highs),
                list: v.list.clone(),
            });
        let mut ranges = a.ranges.clone();
        ranges.remove(at);
        Arranged {
            linear: takes.iter().map(|take| take.node.linear()).collect(),
            takes,
            variables: variables.collect(),
            condition: condition.map(|node| Code { node, source: self.rules.source.clone() }),
            ranges,
            ..a.without_amounts()
        }
    }

    fn whole(&self) -> Option<Vec<Sheet>> {
        let a = self.arranged;
        if a.linear.iter().any(Option::is_none) {
            return self.scattered();
        }
        // Amounts must be linear in the variables alone, and every variable must matter.
        for linear in &a.linear {
            let linear = linear.as_ref()?;
            if linear.terms.iter().any(|(slot, c)| *slot < self.first_variable() || *c < 0 || *c > 1 << 40) {
                return None;
            }
        }
        let steps: Vec<Vec<i64>> = a.variables.iter().map(|v| self.step(v)).collect();
        if steps.iter().any(|step| step.iter().all(|c| *c == 0)) {
            return None;
        }
        let mut out = Vec::new();
        for case in self.cases()? {
            for (start, strides) in self.cover(&case)? {
                // The points of a bounded region have been tried one by one.
                let untried = a.variables.len() > 1 && !case.others.is_empty() && !strides.is_empty();
                if untried || !case.mixed.is_empty() {
                    out.extend(self.on_line(&case, &start, &strides, untried)?);
                } else {
                    self.emit(&case, &start, &strides, &steps, &mut out)?;
                }
                if out.len() > MOST_SHEETS {
                    return None;
                }
            }
        }
        Some(out)
    }

    /// What must hold of a move, as cases of which one is enough.
    pub fn cases(&self) -> Option<Vec<Case>> {
        let a = self.arranged;
        let mut cases = vec![Case::default()];
        for variable in &a.variables {
            let own = Node::Slot(variable.slot);
            for (sign, bounds) in
                [(Comparison::AtLeast, &variable.lows), (Comparison::AtMost, &variable.highs)]
            {
                for (code, shift) in bounds {
                    let bound = Node::Sum(vec![code.node.clone(), Node::Const(*shift)]);
                    cases = and(cases, self.compare(sign, &own, &bound)?)?;
                }
            }
        }
        if let Some(condition) = &a.condition {
            cases = and(cases, self.truth(&condition.node, true)?)?;
        }
        Some(cases)
    }

    /// Several amounts of which one says the others, as after `k == 2*l`, are a family of one amount (or none): it is read
    /// with that amount in the place of all, and with the conditions that were left for it.
    fn on_line(
        &self,
        case: &Case,
        start: &[i64],
        strides: &[(Vec<i64>, Option<u64>)],
        untried: bool,
    ) -> Option<Vec<Sheet>> {
        let (a, slot) = (self.arranged, self.first_variable());
        let stride = match strides {
            [] => None,
            [stride] => Some(stride),
            _ => return None,
        };
        let put = |own: usize| match own.checked_sub(slot) {
            None => Node::Slot(own),
            Some(at) => {
                let more = stride.map(|(step, _)| multiple(step[at], &Node::Slot(slot)));
                Node::Sum([Node::Const(start[at])].into_iter().chain(more).collect())
            }
        };
        let conditions = case.mixed.iter().chain(case.others.iter().filter(|_| untried));
        let condition =
            conditions.map(|node| node.with_slots(&put)).reduce(|a, b| Node::And(a.into(), b.into()));
        let code = |node: Node| Code { node, source: self.rules.source.clone() };
        let takes: Vec<Code> = a.takes.iter().map(|take| code(take.node.with_slots(&put))).collect();
        let last = |count: u64| i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(1);
        let variable = |(_, count): &(Vec<i64>, Option<u64>)| Variable {
            slot,
            lows: vec![(code(Node::Const(0)), 0)],
            highs: count.map(|count| (code(Node::Const(last(count))), 0)).into_iter().collect(),
            list: None,
        };
        let line = Arranged {
            linear: takes.iter().map(|take| take.node.linear()).collect(),
            takes,
            variables: stride.iter().map(|stride| variable(stride)).collect(),
            condition: condition.map(code),
            ranges: stride.iter().map(|(_, count)| (Some(0), count.map(last))).collect(),
            ..a.without_amounts()
        };
        self.effort.borrow_mut().spend(16 + line.operations()).ok()?;
        let mut sheets = Reader { arranged: &line, ..*self }.sheets()?;
        for sheet in &mut sheets {
            sheet.source.extend(gates(&case.source));
            sheet.target.extend(gates(&case.target));
            sheet.between.extend_from_slice(&case.between);
        }
        Some(sheets)
    }

    /// Vectors one by one, where what is taken grows with a single amount in another way than evenly, such as `(i^2, i)`.
    fn scattered(&self) -> Option<Vec<Sheet>> {
        let (a, most) = (self.arranged, self.most?);
        let [variable] = &a.variables[..] else { return None };
        let alone = |node: &Node| {
            let mut alone = true;
            node.slots(&mut |slot| alone &= slot == variable.slot);
            alone
        };
        let ways = |slot: usize| Rise { up: slot == variable.slot, down: false, natural: true };
        let grows = |take: &Code| alone(&take.node) && rise(&take.node, &ways).is_some_and(|rise| !rise.down);
        if variable.list.is_some()
            || !a.takes.iter().all(grows)
            || a.condition.as_ref().is_some_and(|condition| !alone(&condition.node))
        {
            return None;
        }
        let bound = |(code, shift): &(Code, i64)| {
            code.node.linear().filter(|bound| bound.is_constant())?.constant.checked_add(*shift)
        };
        let bounds = |all: &[(Code, i64)]| all.iter().map(bound).collect::<Option<Vec<i64>>>();
        let low = bounds(&variable.lows)?.into_iter().max().unwrap_or(0).max(0);
        let high = bounds(&variable.highs)?.into_iter().min().unwrap_or(i64::MAX);
        let mut slots = vec![0; variable.slot + 1];
        let mut out: Vec<Sheet> = Vec::new();
        for amount in low..=high {
            slots[variable.slot] = amount;
            let mut effort = self.effort.borrow_mut();
            effort.spend(1).ok()?;
            let takes: Option<Vec<u64>> = a
                .takes
                .iter()
                .map(|take| u64::try_from(take.clamped(&slots, &mut effort).ok()?).ok())
                .collect();
            let start = takes?;
            // It never takes less again.
            if start.iter().any(|take| *take > most) {
                return Some(out);
            }
            if out.len() >= MOST_SHEETS || amount - low > MOST_TRIED {
                return None;
            }
            let condition = a.condition.as_ref();
            let holds = condition.map_or(Ok(true), |condition| condition.holds(&slots, &mut effort)).ok()?;
            if !holds || out.last().is_some_and(|before| before.start == start) {
                continue;
            }
            if start.iter().all(|take| *take == 0) {
                if a.skip_zero {
                    continue;
                }
                return None;
            }
            let (strides, source, target, between) = Default::default();
            out.push(Sheet { family: a.family, start, strides, source, target, between });
        }
        Some(out)
    }

    fn count(&self) -> usize {
        self.arranged.coordinates
    }

    pub fn after(&self) -> usize {
        self.count() + self.rules.memory.len()
    }

    pub fn first_variable(&self) -> usize {
        self.after() + self.count()
    }

    /// What one more of a variable takes.
    fn step(&self, variable: &Variable) -> Vec<i64> {
        let of = |l: &Option<Linear>| l.as_ref().map_or(0, |l| l.coefficient(variable.slot));
        self.arranged.linear.iter().map(of).collect()
    }

    /// A sheet for a part, the vector that takes nothing left out.
    fn emit(
        &self,
        case: &Case,
        start: &[i64],
        strides: &[(Vec<i64>, Option<u64>)],
        steps: &[Vec<i64>],
        out: &mut Vec<Sheet>,
    ) -> Option<()> {
        let vector = |point: &[i64], constants: bool| -> Option<Vec<u64>> {
            let component = |c: usize| {
                let mut sum =
                    if constants { i128::from(self.arranged.linear[c].as_ref()?.constant) } else { 0 };
                sum += steps.iter().zip(point).map(|(s, v)| i128::from(s[c]) * i128::from(*v)).sum::<i128>();
                u64::try_from(sum).ok()
            };
            (0..self.count()).map(component).collect()
        };
        let start = vector(start, true)?;
        let mut found = Vec::new();
        for (step, count) in strides {
            if *count != Some(1) {
                found.push(Stride { vector: vector(step, false)?, count: *count });
            }
        }
        let sheet = Sheet {
            family: self.arranged.family,
            start,
            strides: found,
            source: gates(&case.source).collect(),
            target: gates(&case.target).collect(),
            between: case.between.clone(),
        };
        if !sheet.between.is_empty() && sheet.strides.len() > 1 {
            return None;
        }
        if sheet.start.iter().any(|c| *c > 0) {
            out.push(sheet);
            return Some(());
        }
        // A family that may take nothing by mistake is an error that the plain method tells.
        if !self.arranged.skip_zero {
            return None;
        }
        for (index, stride) in sheet.strides.iter().enumerate() {
            let mut part = sheet.clone();
            part.start = stride.vector.clone();
            part.strides.drain(..index);
            part.strides[0].count = stride.count.map(|count| count - 1);
            part.strides.retain(|stride| stride.count != Some(1));
            out.push(part);
        }
        Some(())
    }

    // Conditions.

    fn truth(&self, node: &Node, wanted: bool) -> Option<Vec<Case>> {
        match node {
            Node::Const(value) => {
                Some(if (*value != 0) == wanted { vec![Case::default()] } else { Vec::new() })
            }
            Node::Not(a) => self.truth(a, !wanted),
            Node::And(a, b) | Node::Or(a, b) if matches!(node, Node::And(..)) == wanted => {
                and(self.truth(a, wanted)?, self.truth(b, wanted)?)
            }
            Node::Compare(a, rest) if rest.len() == 1 || wanted => {
                let mut out = vec![Case::default()];
                let mut left = a.as_ref();
                for (comparison, right) in rest {
                    let comparison = if wanted { *comparison } else { opposite(*comparison) };
                    out = and(out, self.compare(comparison, left, right)?)?;
                    left = right;
                }
                Some(out)
            }
            // What looks at one end only need not be taken apart.
            _ if self.kinds(node) == Some(Kinds::Source) || self.kinds(node) == Some(Kinds::Target) => {
                self.opaque(node, wanted)
            }
            Node::And(a, b) | Node::Or(a, b) => {
                Some([self.truth(a, wanted)?, self.truth(b, wanted)?].concat())
            }
            Node::If(c, a, b) => {
                let holds = and(self.truth(c, true)?, self.truth(a, wanted)?)?;
                let fails = and(self.truth(c, false)?, self.truth(b, wanted)?)?;
                Some([holds, fails].concat())
            }
            Node::Compare(a, rest) => {
                let (mut out, mut left) = (Vec::new(), a.as_ref());
                for (comparison, right) in rest {
                    out.extend(self.compare(opposite(*comparison), left, right)?);
                    left = right;
                }
                Some(out)
            }
            Node::In(a, list) if list.len() <= 16 => {
                let comparison = if wanted { Comparison::Equal } else { Comparison::Unequal };
                let mut out = if wanted { Vec::new() } else { vec![Case::default()] };
                for value in list.iter() {
                    let one = self.compare(comparison, a, &Node::Const(i64::try_from(value).ok()?))?;
                    out = if wanted { [out, one].concat() } else { and(out, one)? };
                }
                Some(out)
            }
            _ => self.opaque(node, wanted),
        }
    }

    fn compare(&self, comparison: Comparison, a: &Node, b: &Node) -> Option<Vec<Case>> {
        let whole = || Node::Compare(Box::new(a.clone()), vec![(comparison, b.clone())]);
        if let Node::Binary(BinaryOp::Mod, value, modulus, span) = a {
            if let Some(cases) = self.residue(comparison, value, modulus, b) {
                return Some(cases);
            }
            if let Some(cases) = self.two_residues(comparison, a, b) {
                return Some(cases);
            }
            // |k - l| mod 3, in the cases of what is divided.
            if has_cases(value) && self.kinds(&whole()).is_none() {
                let mut out = Vec::new();
                for (guard, case) in cases(value) {
                    let rest = Node::Binary(BinaryOp::Mod, case.into(), modulus.clone(), *span);
                    out.extend(and(self.truth(&guard, true)?, self.compare(comparison, &rest, b)?)?);
                }
                return (out.len() <= MOST_CASES).then_some(out);
            }
        }
        if let Node::Binary(BinaryOp::Mod, ..) = b
            && !matches!(a, Node::Binary(BinaryOp::Mod, ..))
        {
            return self.compare(comparison.mirrored(), b, a);
        }
        if has_cases(a) || has_cases(b) {
            if matches!(self.kinds(&whole()), Some(Kinds::Source | Kinds::Target)) {
                return self.opaque(&whole(), true);
            }
            let (a, b, comparison) =
                if has_cases(a) { (a, b, comparison) } else { (b, a, comparison.mirrored()) };
            // |e| < b is two comparisons, no cases.
            if let (Node::Abs(inner), Comparison::Less | Comparison::AtMost) = (a, comparison) {
                let minus = Node::Negate(inner.clone());
                return and(self.compare(comparison, inner, b)?, self.compare(comparison, &minus, b)?);
            }
            let mut out = Vec::new();
            for (guard, case) in cases(a) {
                out.extend(and(self.truth(&guard, true)?, self.compare(comparison, &case, b)?)?);
            }
            return (out.len() <= MOST_CASES).then_some(out);
        }
        let linear = |node: &Node| look_through(node)?.linear();
        match linear(a).zip(linear(b)) {
            Some((a, b)) => self.sign(comparison, &a.plus(&b, -1)?),
            None => self.opaque(&whole(), true),
        }
    }

    /// Two residues that do not look at the same end, as in `k mod 2 == l mod 2` and `x' mod 2 == y mod 2`: of equal moduli by
    /// their difference where they are to be equal and that is enough, else residue by residue of the second.
    fn two_residues(&self, comparison: Comparison, a: &Node, b: &Node) -> Option<Vec<Case>> {
        let (Node::Binary(BinaryOp::Mod, v, m, span), Node::Binary(BinaryOp::Mod, w, n, _)) = (a, b) else {
            return None;
        };
        let constant = |node: &Node| Some(node.linear().filter(Linear::is_constant)?.constant);
        let (first, second) = (constant(m)?, constant(n)?);
        let both = self.kinds(a).zip(self.kinds(b));
        if !(1..=16).contains(&second) || both.is_some_and(|(a, b)| a == b) {
            return None;
        }
        if first == second && matches!(comparison, Comparison::Equal | Comparison::Unequal) {
            let difference = Node::Binary(BinaryOp::Sub, v.clone(), w.clone(), *span);
            let cases = self.residue(comparison, &difference, m, &Node::Const(0));
            if cases.is_some() {
                return cases;
            }
        }
        let mut out = Vec::new();
        for residue in 0..second {
            let residue = Node::Const(residue);
            let there = self.compare(Comparison::Equal, b, &residue)?;
            out.extend(and(there, self.compare(comparison, a, &residue)?)?);
        }
        (out.len() <= MOST_CASES).then_some(out)
    }

    /// form (comparison) 0.
    fn sign(&self, comparison: Comparison, form: &Linear) -> Option<Vec<Case>> {
        let up = |shift: i64| self.at_least_zero(&form.clone().plus(&Linear::constant(1), shift)?);
        let down = |shift: i64| {
            self.at_least_zero(&Linear::default().plus(form, -1)?.plus(&Linear::constant(1), shift)?)
        };
        Some(match comparison {
            Comparison::AtLeast => vec![up(0)?],
            Comparison::Greater => vec![up(-1)?],
            Comparison::AtMost => vec![down(0)?],
            Comparison::Less => vec![down(-1)?],
            Comparison::Equal => vec![up(0)?.and(&down(0)?)],
            Comparison::Unequal => vec![up(-1)?, down(-1)?],
        })
    }

    /// The form in terms of the position moved from and the variables.
    fn from_source(&self, form: &Linear) -> Option<(Vec<i64>, Form)> {
        let mut out = Linear::constant(form.constant);
        for (slot, c) in &form.terms {
            let part = if *slot < self.count() || *slot >= self.first_variable() {
                Linear { constant: 0, terms: [(*slot, 1)].into() }
            } else {
                // x' = x - what is taken.
                let coordinate = slot.checked_sub(self.after())?;
                let x = Linear { constant: 0, terms: [(coordinate, 1)].into() };
                x.plus(self.arranged.linear[coordinate].as_ref()?, -1)?
            };
            out = out.plus(&part, *c)?;
        }
        let position = (0..self.count()).map(|c| out.coefficient(c)).collect();
        let coefficients = self.arranged.variables.iter().map(|v| out.coefficient(v.slot)).collect();
        Some((position, Form { coefficients, constant: out.constant }))
    }

    /// The same form in terms of the position moved to and the variables.
    fn from_target(&self, position: &[i64], form: &Form) -> Option<Form> {
        let mut out = form.clone();
        for (c, linear) in position.iter().zip(&self.arranged.linear) {
            let linear = linear.as_ref()?;
            out.constant = out.constant.checked_add(c.checked_mul(linear.constant)?)?;
            for (own, variable) in out.coefficients.iter_mut().zip(&self.arranged.variables) {
                *own = own.checked_add(c.checked_mul(linear.coefficient(variable.slot))?)?;
            }
        }
        Some(out)
    }

    fn at_least_zero(&self, form: &Linear) -> Option<Case> {
        let (position, amounts) = self.from_source(form)?;
        let mut case = Case::default();
        if position.iter().all(|c| *c == 0) {
            case.amounts.push(amounts);
            return Some(case);
        }
        if amounts.coefficients.iter().all(|c| *c == 0) {
            case.source.push(Mask::Linear { coefficients: position, constant: amounts.constant });
            return Some(case);
        }
        let target = self.from_target(&position, &amounts)?;
        if target.coefficients.iter().all(|c| *c == 0) {
            case.target.push(Mask::Linear { coefficients: position, constant: target.constant });
            return Some(case);
        }
        let Some((coordinate, linear, g)) = self.supply(&[]) else {
            let terms = form.terms.iter().map(|(slot, c)| multiple(*c, &Node::Slot(*slot)));
            let sum = Node::Sum(terms.chain([Node::Const(form.constant)]).collect());
            let compared = vec![(Comparison::AtLeast, Node::Const(0))];
            case.mixed.push(Node::Compare(Box::new(sum), compared));
            return Some(case);
        };
        let beta = amounts.coefficients[0];
        let mut before = position.iter().map(|c| c.checked_mul(g)).collect::<Option<Vec<i64>>>()?;
        before[coordinate] = before[coordinate].checked_add(beta)?;
        let mut after = vec![0; self.count()];
        after[coordinate] = -beta;
        let constant = amounts.constant.checked_mul(g)?.checked_sub(beta.checked_mul(linear.constant)?)?;
        case.between.push(Between {
            before: crate::gate::Measure::linear(before, constant),
            after: crate::gate::Measure::linear(after, 0),
        });
        Some(case)
    }

    /// A coordinate of which a single variable v takes: g·v = x - x' - constant, with the form and g. One of those that are
    /// looked at anyway if there is one: what depends on a single coordinate is soon seen to rise or fall along a line.
    fn supply(&self, seen: &[usize]) -> Option<(usize, &Linear, i64)> {
        let [variable] = self.arranged.variables.as_slice() else { return None };
        let of = |at: usize| {
            let linear = self.arranged.linear[at].as_ref()?;
            Some((at, linear, linear.coefficient(variable.slot))).filter(|(_, _, g)| *g > 0)
        };
        seen.iter().copied().chain(0..self.count()).find_map(of)
    }

    /// value mod m compared with a constant.
    fn residue(&self, comparison: Comparison, value: &Node, modulus: &Node, b: &Node) -> Option<Vec<Case>> {
        let linear = |node: &Node| look_through(node)?.linear();
        let (value, modulus, bound) = (linear(value)?, linear(modulus)?, linear(b)?);
        let m = modulus.constant;
        if !modulus.is_constant() || !bound.is_constant() || !(1..=1 << 16).contains(&m) {
            return None;
        }
        let (position, amounts) = self.from_source(&value)?;
        let divides = |c: &i64| c % m == 0;
        let fits: Vec<i64> = (0..m).filter(|r| comparison.holds(r, &bound.constant)).collect();
        let wrapped = |mut coefficients: Vec<i64>, constant: i64| -> Mask {
            coefficients.iter_mut().for_each(|c| *c = c.rem_euclid(m));
            let residues = (0..m).map(|r| comparison.holds(&r, &bound.constant)).collect();
            Mask::Residue {
                coefficients,
                constant: constant.rem_euclid(m),
                residues: Residues::new(residues),
            }
        };
        let mut case = Case::default();
        if amounts.coefficients.iter().all(divides) {
            case.source.push(wrapped(position, amounts.constant));
            return Some(vec![case]);
        }
        let target = self.from_target(&position, &amounts)?;
        if target.coefficients.iter().all(divides) {
            case.target.push(wrapped(position, target.constant));
            return Some(vec![case]);
        }
        if fits.len() > 16 {
            return None;
        }
        if position.iter().all(divides) {
            let one = |r: &i64| {
                let form = Form { constant: amounts.constant.checked_sub(*r)?, ..amounts.clone() };
                Some(Case { residues: vec![(form, m)], ..Case::default() })
            };
            return fits.iter().map(one).collect();
        }
        // Both: each residue of the amounts leaves a condition on the position.
        if amounts.coefficients.len() != 1 || m > 16 {
            return None;
        }
        let each = |v: i64| {
            let own = Form { coefficients: vec![1], constant: -v };
            let constant = amounts.coefficients[0].checked_mul(v)?.checked_add(amounts.constant)?;
            let source = vec![wrapped(position.clone(), constant)];
            Some(Case { residues: vec![(own, m)], source, ..Case::default() })
        };
        (0..m).map(each).collect()
    }

    /// Which ends a condition looks at; `None` if it looks at variables too.
    fn kinds(&self, node: &Node) -> Option<Kinds> {
        let (mut source, mut target, mut variables) = (false, false, false);
        node.slots(&mut |slot| match slot {
            s if s < self.after() => source = true,
            s if s < self.first_variable() => target = true,
            _ => variables = true,
        });
        match (source, target, variables) {
            (_, _, true) => None,
            (true, false, _) => Some(Kinds::Source),
            (false, true, _) => Some(Kinds::Target),
            _ => Some(Kinds::Both),
        }
    }

    /// A residue of one end in a condition that looks at more: the condition in each of its cases, as `i <= x mod 3 + x'`.
    fn by_residue(&self, node: &Node, wanted: bool) -> Option<Vec<Case>> {
        let residue = |part: &Node| -> Option<(Linear, i64)> {
            let Node::Binary(BinaryOp::Mod, value, modulus, _) = part else { return None };
            let one_end = matches!(self.kinds(value), Some(Kinds::Source | Kinds::Target));
            let m = modulus.linear().filter(|m| one_end && m.is_constant())?.constant;
            (2..=MOST_SPLIT).contains(&m).then_some(())?;
            Some((look_through(value)?.linear()?, m))
        };
        let mut found: Vec<(&Node, (Linear, i64))> = Vec::new();
        node.each(&mut |part| {
            if let Some(own) = residue(part).filter(|own| found.iter().all(|(_, other)| other != own)) {
                found.push((part, own));
            }
        });
        // All of them are split one after the other.
        let all = found.iter().fold(1i64, |all, (_, (_, m))| all.saturating_mul(*m));
        let (part, first) = found.into_iter().next().filter(|_| all <= MOST_RESIDUES)?;
        let mut out = Vec::new();
        for r in 0..first.1 {
            let there = node.with(&|part| (residue(part)? == first).then_some(Node::Const(r)));
            let here = self.compare(Comparison::Equal, part, &Node::Const(r))?;
            out.extend(and(here, self.truth(&there, wanted)?)?);
        }
        (out.len() <= MOST_CASES).then_some(out)
    }

    /// A condition that is not linear.
    fn opaque(&self, node: &Node, wanted: bool) -> Option<Vec<Case>> {
        if !matches!(self.kinds(node), Some(Kinds::Source | Kinds::Target))
            && let Some(cases) = self.by_residue(node, wanted)
        {
            return Some(cases);
        }
        let truth = if wanted { node.clone() } else { Node::Not(Box::new(node.clone())) };
        let code = Code { node: truth.clone(), source: self.rules.source.clone() };
        let mut case = Case::default();
        match self.kinds(node) {
            Some(Kinds::Source) => case.source.push(Mask::new(&code, 0, self.count(), &self.rules.budget)),
            Some(Kinds::Target) => {
                case.target.push(Mask::new(&code, self.after(), self.count(), &self.rules.budget))
            }
            // What is always taken is told by where it is taken from.
            Some(Kinds::Both) if self.arranged.variables.is_empty() => {
                let constant = |c: usize| Some(self.arranged.linear.get(c)?.as_ref()?.constant);
                let taken = (0..self.count()).map(constant).collect::<Option<Vec<i64>>>()?;
                let put = |slot: usize| match slot.checked_sub(self.after()).and_then(|c| taken.get(c)) {
                    Some(taken) => Node::Sum(vec![Node::Slot(slot - self.after()), Node::Const(-taken)]),
                    None => Node::Slot(slot),
                };
                let code = Code { node: truth.with_slots(&put), source: self.rules.source.clone() };
                case.source.push(Mask::new(&code, 0, self.count(), &self.rules.budget));
            }
            // Of several amounts the ends do not say which was taken.
            Some(Kinds::Both) if self.arranged.variables.len() > 1 => case.mixed.push(truth),
            Some(Kinds::Both) => return self.between(node, wanted),
            None => {
                let mut others = false;
                node.slots(&mut |slot| others |= slot < self.first_variable());
                match (others, self.arranged.variables.len()) {
                    (false, _) => case.others.push(truth),
                    (true, 1) => return self.bounded(node, wanted),
                    (true, _) => case.mixed.push(truth),
                }
            }
        }
        Some(vec![case])
    }

    /// A comparison of which every term looks at one end only.
    fn between(&self, node: &Node, wanted: bool) -> Option<Vec<Case>> {
        let Node::Compare(a, rest) = node else { return None };
        let [(comparison, b)] = rest.as_slice() else { return None };
        let comparison = if wanted { *comparison } else { opposite(*comparison) };
        let mut terms = Vec::new();
        flatten(a, 1, &mut terms);
        flatten(b, -1, &mut terms);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (sign, term) in terms {
            match self.kinds(&term)? {
                Kinds::Source => before.push((sign, term)),
                Kinds::Target => after.push((sign, term)),
                Kinds::Both => {
                    let mut slots = 0;
                    term.slots(&mut |_| slots += 1);
                    if slots > 0 {
                        return None;
                    }
                    before.push((sign, term));
                }
            }
        }
        // up: a - b - shift >= 0; down: b - a - shift >= 0.
        let one = |sign: i64, shift: i64| {
            let sum = |terms: &[(i64, Node)], shift: i64| {
                let signed = |(s, node): &(i64, Node)| {
                    if s * sign > 0 { node.clone() } else { Node::Negate(Box::new(node.clone())) }
                };
                let all = terms.iter().map(signed).chain([Node::Const(-shift)]).collect();
                Code { node: Node::Sum(all), source: self.rules.source.clone() }
            };
            let between = Between {
                before: crate::gate::Measure::new(sum(&before, shift), 0, self.count(), &self.rules.budget),
                after: crate::gate::Measure::new(
                    sum(&after, 0),
                    self.after(),
                    self.count(),
                    &self.rules.budget,
                ),
            };
            Case { between: vec![between], ..Case::default() }
        };
        Some(match comparison {
            Comparison::AtLeast => vec![one(1, 0)],
            Comparison::Greater => vec![one(1, 1)],
            Comparison::AtMost => vec![one(-1, 0)],
            Comparison::Less => vec![one(-1, 1)],
            Comparison::Equal => vec![one(1, 0).and(&one(-1, 0))],
            Comparison::Unequal => vec![one(1, 1), one(-1, 1)],
        })
    }

    /// A comparison of a single variable with the ends, the variable apart from them: `i <= x div 2`, `i*i <= x'`. What is
    /// linear in the variable is said by both ends, since it is what is taken; what only rises or only falls with it on the
    /// board bounds it by a number that is looked up.
    fn bounded(&self, node: &Node, wanted: bool) -> Option<Vec<Case>> {
        let Node::Compare(a, rest) = node else { return None };
        let [(comparison, b)] = rest.as_slice() else { return None };
        let comparison = if wanted { *comparison } else { opposite(*comparison) };
        let mut seen = Vec::new();
        node.slots(&mut |slot| match slot {
            s if s < self.count() => seen.push(s),
            s if (self.after()..self.first_variable()).contains(&s) => seen.push(s - self.after()),
            _ => {}
        });
        let supply = self.supply(&seen)?;
        let mut terms = Vec::new();
        for (sign, side) in [(1, a.as_ref()), (-1, b)] {
            flatten(&look_through(side).unwrap_or_else(|| side.clone()), sign, &mut terms);
        }
        let mut sum = Apart::default();
        for (sign, term) in terms {
            let (mut source, mut target, mut variable) = (false, false, false);
            term.slots(&mut |slot| match slot {
                s if s < self.after() => source = true,
                s if s < self.first_variable() => target = true,
                _ => variable = true,
            });
            match (source, target, variable) {
                (false, true, false) => sum.after.push((sign, term)),
                (_, false, false) => sum.before.push((sign, term)),
                (false, false, true) => match term.linear() {
                    Some(linear) => {
                        let c = linear.coefficient(self.arranged.variables[0].slot);
                        sum.times = sum.times.checked_add(c.checked_mul(sign)?)?;
                        sum.before.push((sign, Node::Const(linear.constant)));
                    }
                    None => sum.own.push((sign, term)),
                },
                _ => return None,
            }
        }
        // up: a - b - shift >= 0; down: b - a - shift >= 0.
        let one = |sign: i64, shift: i64| {
            let between = match sum.own.is_empty() {
                true => self.linearly_bounded(&sum, supply, sign, shift),
                false => self.looked_up(&sum, supply, sign, shift),
            };
            Some(Case { between: vec![between?], ..Case::default() })
        };
        Some(match comparison {
            Comparison::AtLeast => vec![one(1, 0)?],
            Comparison::Greater => vec![one(1, 1)?],
            Comparison::AtMost => vec![one(-1, 0)?],
            Comparison::Less => vec![one(-1, 1)?],
            Comparison::Equal => vec![one(1, 0)?.and(&one(-1, 0)?)],
            Comparison::Unequal => vec![one(1, 1)?, one(-1, 1)?],
        })
    }

    /// A sum, its linear terms added up: what cancels out is not looked at.
    fn measure(&self, terms: Vec<Node>, base: usize) -> crate::gate::Measure {
        let (mut linear, mut rest) = (Linear::default(), Vec::new());
        for term in terms {
            match term.linear().and_then(|own| linear.clone().plus(&own, 1)) {
                Some(sum) => linear = sum,
                None => rest.push(term),
            }
        }
        rest.extend(linear.terms.iter().map(|(slot, c)| multiple(*c, &Node::Slot(*slot))));
        rest.push(Node::Const(linear.constant));
        let code = Code { node: Node::Sum(rest), source: self.rules.source.clone() };
        crate::gate::Measure::new(code, base, self.count(), &self.rules.budget)
    }

    /// sign * (before + after + times·v) - shift >= 0.
    fn linearly_bounded(
        &self,
        sum: &Apart,
        (coordinate, linear, g): (usize, &Linear, i64),
        sign: i64,
        shift: i64,
    ) -> Option<Between> {
        let times = sum.times.checked_mul(sign)?;
        let constant = g.checked_mul(shift)?.checked_add(times.checked_mul(linear.constant)?)?;
        let scaled = |terms: &[(i64, Node)]| -> Option<Vec<Node>> {
            terms.iter().map(|(s, node)| Some(multiple(s.checked_mul(sign)?.checked_mul(g)?, node))).collect()
        };
        let (mut before, mut after) = (scaled(&sum.before)?, scaled(&sum.after)?);
        before.push(Node::Const(constant.checked_neg()?));
        before.push(multiple(times, &Node::Slot(coordinate)));
        after.push(multiple(times.checked_neg()?, &Node::Slot(self.after() + coordinate)));
        Some(Between { before: self.measure(before, 0), after: self.measure(after, self.after()) })
    }

    /// The same with parts that are not linear in the variable: they are tabulated, and must rise or fall all the way.
    fn looked_up(
        &self,
        sum: &Apart,
        (coordinate, linear, g): (usize, &Linear, i64),
        sign: i64,
        shift: i64,
    ) -> Option<Between> {
        let variable = &self.arranged.variables[0];
        let most = i64::try_from(self.most?).ok()?;
        let low = self.arranged.ranges.first()?.0?;
        let high = most.checked_sub(linear.constant)?.div_euclid(g);
        if high.checked_sub(low)? >= MOST_POINTS as i64 || linear.constant.unsigned_abs() > 1 << 40 {
            return None;
        }
        let mut slots = vec![0; self.first_variable().max(variable.slot + 1)];
        let mut table = Vec::new();
        for v in low..=high {
            slots[variable.slot] = v;
            let mut value = sum.times.checked_mul(v)?;
            for (s, node) in &sum.own {
                value = value.checked_add(s.checked_mul(node.fast(&slots).ok()?)?)?;
            }
            table.push(value.checked_mul(sign)?);
        }
        // table(v) >= bound, where the bound is shift - sign * (the rest).
        let rises = table.windows(2).all(|pair| pair[0] <= pair[1]);
        if !rises && !table.windows(2).all(|pair| pair[0] >= pair[1]) {
            return None;
        }
        let (ends, base, own_end) = match (&sum.before[..], &sum.after[..]) {
            (before, []) => (before.to_vec(), 0, true),
            (before, after) if before.iter().all(|(_, node)| matches!(node, Node::Const(_))) => {
                ([before, after].concat(), self.after(), false)
            }
            _ => return None,
        };
        let turn = if rises { 1 } else { -1 };
        if !rises {
            table.iter_mut().for_each(|value| *value = value.saturating_neg());
        }
        let mut bound: Vec<Node> = ends.iter().map(|(s, node)| multiple(-s * sign * turn, node)).collect();
        bound.push(Node::Const(shift * turn));
        // Rising: v is at least the first with table(v) >= bound. Falling: at most the last with -table(v) <= -bound.
        let unit = |slot: usize| {
            let mut coefficients = vec![0; self.count()];
            coefficients[slot] = turn;
            coefficients
        };
        let (here, there) = (unit(coordinate), unit(coordinate).iter().map(|c| -c).collect::<Vec<_>>());
        let found = |linear: crate::gate::Measure| {
            let inner = self.measure(bound.clone(), base);
            let first = if rises { low } else { low - 1 };
            crate::gate::Measure::searched(inner, table.clone(), first, !rises, -turn * g, linear)
        };
        let linear_measure = crate::gate::Measure::linear;
        let constant = -turn * linear.constant;
        Some(if own_end {
            Between { before: found(linear_measure(here, constant)), after: linear_measure(there, 0) }
        } else {
            Between { before: linear_measure(here, constant), after: found(linear_measure(there, 0)) }
        })
    }

    // Amounts.

    /// The amounts of a case as starts and strides in the variables.
    fn cover(&self, case: &Case) -> Option<Vec<Part>> {
        let variables = &self.arranged.variables;
        // No amount in it: always or never.
        if case.amounts.iter().any(|f| f.coefficients.iter().all(|c| *c == 0) && f.constant < 0) {
            return Some(Vec::new());
        }
        if let Some((lows, highs)) = self.box_of(case) {
            // Bounded on all sides, or a list for each variable.
            let ends: Option<Vec<i64>> = highs.into_iter().collect();
            if let Some(highs) = ends
                && variables.len() != 1
            {
                return self.finite(case, &lows, &highs);
            }
            return match variables.len() {
                0 => Some(vec![(Vec::new(), Vec::new())]),
                1 => self.progressions(case, lows[0]),
                2 if variables.iter().all(|v| v.list.is_none()) => self.planar(case, &lows),
                _ => self.boxed(case),
            };
        }
        None
    }

    /// The least value of each variable, and the greatest where there is one; `None` if there is no least.
    pub fn box_of(&self, case: &Case) -> Option<(Vec<i64>, Vec<Option<i64>>)> {
        let count = self.arranged.variables.len();
        let mut lows: Vec<Option<i64>> = vec![None; count];
        let mut highs: Vec<Option<i64>> = vec![None; count];
        for (at, variable) in self.arranged.variables.iter().enumerate() {
            if let Some(list) = &variable.list {
                (lows[at], highs[at]) = (list.iter().min().copied(), list.iter().max().copied());
            }
        }
        for _ in 0..6 {
            for form in &case.amounts {
                for at in 0..count {
                    let own = i128::from(form.coefficients[at]);
                    // own * v >= -(the rest at its greatest).
                    let mut rest = Some(i128::from(form.constant));
                    for other in (0..count).filter(|o| *o != at) {
                        let c = i128::from(form.coefficients[other]);
                        let bound = if c > 0 { highs[other] } else { lows[other] };
                        rest =
                            if c == 0 { rest } else { rest.zip(bound).map(|(r, b)| r + c * i128::from(b)) };
                    }
                    let Some(rest) = rest.filter(|_| own != 0) else { continue };
                    if own > 0 {
                        let low = i64::try_from(-(rest.div_euclid(own))).ok()?;
                        lows[at] = Some(lows[at].map_or(low, |l| l.max(low)));
                    } else {
                        let high = i64::try_from(rest.div_euclid(-own)).ok()?;
                        highs[at] = Some(highs[at].map_or(high, |h| h.min(high)));
                    }
                }
            }
        }
        Some((lows.into_iter().collect::<Option<Vec<_>>>()?, highs))
    }

    fn fits(&self, case: &Case, point: &[i64]) -> Option<bool> {
        if !case.amounts.iter().all(|form| form.at(point) >= 0)
            || !case.residues.iter().all(|(form, m)| form.at(point).rem_euclid(i128::from(*m)) == 0)
        {
            return Some(false);
        }
        for (variable, value) in self.arranged.variables.iter().zip(point) {
            if variable.list.as_ref().is_some_and(|list| !list.contains(value)) {
                return Some(false);
            }
        }
        if case.others.is_empty() {
            return Some(true);
        }
        let mut slots = vec![0; self.first_variable()];
        slots.extend_from_slice(point);
        for node in &case.others {
            let mut effort = self.effort.borrow_mut();
            effort.spend(1).ok()?;
            let holds = match node.fast(&slots) {
                Ok(value) => value != 0,
                Err(Stop::Overflow) => {
                    let code = Code { node: node.clone(), source: self.rules.source.clone() };
                    code.holds(&slots, &mut effort).ok()?
                }
            };
            if !holds {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Every point of a small box, joined to progressions where they are in line.
    fn finite(&self, case: &Case, lows: &[i64], highs: &[i64]) -> Option<Vec<Part>> {
        let mut points = 1i128;
        for (low, high) in lows.iter().zip(highs) {
            points = points.checked_mul((i128::from(*high) - i128::from(*low) + 1).max(0))?;
        }
        if points > MOST_POINTS {
            return None;
        }
        let (mut found, mut point) = (Vec::new(), lows.to_vec());
        if points == 0 {
            return Some(found);
        }
        loop {
            if self.fits(case, &point)? {
                found.push((point.clone(), Vec::new()));
                if found.len() > MOST_SHEETS {
                    return None;
                }
            }
            let Some(at) = (0..point.len()).rev().find(|c| point[*c] < highs[*c]) else { return Some(found) };
            point[at] += 1;
            point[at + 1..].copy_from_slice(&lows[at + 1..]);
        }
    }

    fn modulus(&self, case: &Case) -> Option<i64> {
        let m = case.residues.iter().try_fold(1i64, |all, (_, m)| (all / gcd(all, *m)).checked_mul(*m))?;
        (m <= MOST_RESIDUES).then_some(m)
    }

    /// One variable: a few progressions.
    fn progressions(&self, case: &Case, low: i64) -> Option<Vec<Part>> {
        let mut high: Option<i64> = None;
        for form in case.amounts.iter().filter(|form| form.coefficients[0] < 0) {
            let most = i128::from(form.constant).div_euclid(-i128::from(form.coefficients[0]));
            let most = i64::try_from(most).ok()?;
            high = Some(high.map_or(most, |h| h.min(most)));
        }
        let simple = case.others.is_empty() && self.arranged.variables[0].list.is_none();
        if !simple {
            return self.sampled(case, low, high);
        }
        let m = self.modulus(case)?;
        let mut out = Vec::new();
        for residue in 0..m {
            let first = low.checked_add((residue - low).rem_euclid(m))?;
            if !case.residues.iter().all(|(form, m)| form.at(&[first]).rem_euclid(i128::from(*m)) == 0) {
                continue;
            }
            match high {
                Some(high) if first > high => {}
                Some(high) => {
                    out.push((vec![first], vec![(vec![m], Some(((high - first) / m + 1) as u64))]));
                }
                None => out.push((vec![first], vec![(vec![m], None)])),
            }
        }
        Some(out)
    }

    /// One variable and a condition that must be tried: all values that matter on the board.
    fn sampled(&self, case: &Case, low: i64, high: Option<i64>) -> Option<Vec<Part>> {
        let most = i64::try_from(self.most?).ok()?;
        let variable = &self.arranged.variables[0];
        let mut high = high.unwrap_or(i64::MAX);
        for linear in self.arranged.linear.iter().flatten() {
            let c = linear.coefficient(variable.slot);
            if c > 0 {
                high = high.min((most.saturating_sub(linear.constant)).div_euclid(c));
            }
        }
        let mut values = Vec::new();
        if let Some(list) = &variable.list {
            for value in list.iter().filter(|v| low <= **v && **v <= high) {
                if self.fits(case, &[*value])? {
                    values.push(*value);
                }
            }
        } else {
            if high.saturating_sub(low) > 1 << 20 {
                return None;
            }
            for value in low..=high {
                if self.fits(case, &[value])? {
                    values.push(value);
                }
            }
        }
        values.sort_unstable();
        progressions_of(&values, low, high)
    }

    /// Two variables: corners of the polyhedron and its extreme rays.
    fn planar(&self, case: &Case, lows: &[i64]) -> Option<Vec<Part>> {
        let m = self.modulus(case)?;
        let unit = |at: usize| Form {
            coefficients: (0..2).map(|c| i64::from(c == at)).collect(),
            constant: -lows[at],
        };
        let mut forms: Vec<Form> = case.amounts.clone();
        forms.extend([unit(0), unit(1)]);
        forms.retain(|form| form.coefficients.iter().any(|c| *c != 0));
        let small = |form: &Form| {
            form.coefficients.iter().all(|c| c.unsigned_abs() < 1 << 31)
                && form.constant.unsigned_abs() < 1 << 40
        };
        if !forms.iter().all(small) {
            return None;
        }
        let mut rays: Vec<[i64; 2]> = Vec::new();
        for form in &forms {
            let (a, b) = (form.coefficients[0], form.coefficients[1]);
            let g = gcd(a, b);
            rays.extend([[b / g, -a / g], [-b / g, a / g]]);
        }
        rays.retain(|ray| ray.iter().all(|c| *c >= 0) && forms.iter().all(|f| f.along(ray) >= 0));
        let cross = |a: &[i64; 2], b: &[i64; 2]| {
            i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0])
        };
        rays.sort_by(|a, b| 0.cmp(&cross(a, b)));
        let (first, last) = (*rays.first()?, *rays.last()?);
        let scaled = |ray: [i64; 2]| Some([ray[0].checked_mul(m)?, ray[1].checked_mul(m)?]);
        let steps: Vec<[i64; 2]> =
            if first == last { vec![scaled(first)?] } else { vec![scaled(first)?, scaled(last)?] };
        // Corners are where two forms are small: at most a step of a ray, or the width of the band.
        let slack = |form: &Form| {
            let by_step = steps.iter().map(|step| form.along(step)).max().unwrap_or(0);
            let opposite = forms
                .iter()
                .filter(|o| o.coefficients.iter().zip(&form.coefficients).all(|(a, b)| *a == -*b));
            let width = opposite.map(|o| i128::from(o.constant) + i128::from(form.constant)).min();
            by_step.max(width.unwrap_or(0)).max(0)
        };
        let mut ends = [i128::from(lows[0]), i128::from(lows[1])];
        for a in &forms {
            for b in &forms {
                let det = i128::from(a.coefficients[0]) * i128::from(b.coefficients[1])
                    - i128::from(a.coefficients[1]) * i128::from(b.coefficients[0]);
                if det == 0 {
                    continue;
                }
                for s in [0, slack(a)] {
                    for t in [0, slack(b)] {
                        let (s, t) = (s - i128::from(a.constant), t - i128::from(b.constant));
                        let x = s.checked_mul(i128::from(b.coefficients[1]))?
                            - t.checked_mul(i128::from(a.coefficients[1]))?;
                        let y = t.checked_mul(i128::from(a.coefficients[0]))?
                            - s.checked_mul(i128::from(b.coefficients[0]))?;
                        ends[0] = ends[0].max(x.div_euclid(det) + 1);
                        ends[1] = ends[1].max(y.div_euclid(det) + 1);
                    }
                }
            }
        }
        let sizes = [ends[0] - i128::from(lows[0]) + 1, ends[1] - i128::from(lows[1]) + 1];
        if sizes[0].checked_mul(sizes[1])? > MOST_POINTS {
            return None;
        }
        let inside = |point: [i64; 2]| {
            forms.iter().all(|form| form.at(&point) >= 0)
                && case.residues.iter().all(|(f, m)| f.at(&point).rem_euclid(i128::from(*m)) == 0)
        };
        let mut out = Vec::new();
        for x in lows[0]..=ends[0] as i64 {
            for y in lows[1]..=ends[1] as i64 {
                let corner = inside([x, y]) && !steps.iter().any(|step| inside([x - step[0], y - step[1]]));
                if corner {
                    out.push((vec![x, y], steps.iter().map(|step| (step.to_vec(), None)).collect()));
                    if out.len() > MOST_SHEETS {
                        return None;
                    }
                }
            }
        }
        Some(out)
    }

    /// Any number of variables, each with conditions of its own only.
    fn boxed(&self, case: &Case) -> Option<Vec<Part>> {
        if !case.others.is_empty() {
            return None;
        }
        let count = self.arranged.variables.len();
        let mut out: Vec<Part> = vec![(Vec::new(), Vec::new())];
        let alone = |form: &Form| form.coefficients.iter().filter(|c| **c != 0).count() <= 1;
        if !case.amounts.iter().all(alone) || !case.residues.iter().all(|(form, _)| alone(form)) {
            return None;
        }
        for at in 0..count {
            if self.arranged.variables[at].list.is_some() {
                return None;
            }
            let own =
                |form: &Form| Form { coefficients: vec![form.coefficients[at]], constant: form.constant };
            let mine = |form: &&Form| form.coefficients[at] != 0;
            let single = Case {
                amounts: case.amounts.iter().filter(mine).map(own).collect(),
                residues: (case.residues.iter().filter(|(form, _)| mine(&form)))
                    .map(|(form, m)| (own(form), *m))
                    .collect(),
                ..Case::default()
            };
            let low = (single.amounts.iter().filter(|form| form.coefficients[0] > 0))
                .map(|form| -(form.constant.div_euclid(form.coefficients[0])))
                .max()?;
            let parts = self.progressions(&single, low)?;
            let mut next = Vec::new();
            for (start, strides) in &out {
                for (first, more) in &parts {
                    let mut start = start.clone();
                    start.extend(first);
                    let mut strides = strides.clone();
                    for (step, steps) in more {
                        let mut vector = vec![0; count];
                        vector[at] = step[0];
                        strides.push((vector, *steps));
                    }
                    next.push((start, strides));
                }
            }
            out = next;
        }
        Some(out)
    }
}

#[derive(PartialEq, Eq)]
enum Kinds {
    Source,
    Target,
    Both,
}

/// A sum as its terms.
/// A sum of terms, those that look at the position moved from, at the one moved to, and at a variable alone.
#[derive(Default)]
struct Apart {
    before: Vec<(i64, Node)>,
    after: Vec<(i64, Node)>,
    /// How often the variable is taken, and what is not linear in it.
    times: i64,
    own: Vec<(i64, Node)>,
}

pub(crate) fn gates(masks: &[Mask]) -> impl Iterator<Item = Gate> + '_ {
    masks.iter().cloned().map(Gate::new)
}

pub(crate) fn multiple(factor: i64, node: &Node) -> Node {
    match factor {
        0 => Node::Const(0),
        1 => node.clone(),
        -1 => Node::Negate(Box::new(node.clone())),
        _ => Node::Binary(
            BinaryOp::Mul,
            Box::new(Node::Const(factor)),
            Box::new(node.clone()),
            crate::span::Span::default(),
        ),
    }
}

pub(crate) fn flatten(node: &Node, sign: i64, out: &mut Vec<(i64, Node)>) {
    match node {
        Node::Negate(a) => flatten(a, -sign, out),
        Node::Binary(BinaryOp::Add, a, b, _) => {
            flatten(a, sign, out);
            flatten(b, sign, out);
        }
        Node::Binary(BinaryOp::Sub, a, b, _) => {
            flatten(a, sign, out);
            flatten(b, -sign, out);
        }
        Node::Sum(args) => args.iter().for_each(|a| flatten(a, sign, out)),
        other => out.push((sign, other.clone())),
    }
}

fn and(a: Vec<Case>, b: Vec<Case>) -> Option<Vec<Case>> {
    if a.len().saturating_mul(b.len()) > MOST_CASES {
        return None;
    }
    Some(a.iter().flat_map(|x| b.iter().map(move |y| x.and(y))).collect())
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Increasing values between two ends as single ones and progressions up to the end.
fn progressions_of(values: &[i64], low: i64, high: i64) -> Option<Vec<Part>> {
    let single = |v: &i64| (vec![*v], Vec::new());
    if values.len() <= 24 {
        return Some(values.iter().map(single).collect());
    }
    let width = usize::try_from(high - low + 1).ok()?;
    let mut held = vec![false; width];
    values.iter().for_each(|v| held[(v - low) as usize] = true);
    for m in 1..=16usize.min(width) {
        // How far down from the end the set repeats.
        let mut from = width.saturating_sub(m);
        while from > 0 && held[from - 1] == held[from - 1 + m] {
            from -= 1;
        }
        let before = held[..from].iter().filter(|h| **h).count();
        if before > 24 || width - from < 2 * m {
            continue;
        }
        let mut out: Vec<Part> = (0..from).filter(|i| held[*i]).map(|i| single(&(low + i as i64))).collect();
        for i in (from..from + m).filter(|i| held[*i]) {
            let count = ((width - 1 - i) / m + 1) as u64;
            out.push((vec![low + i as i64], vec![(vec![m as i64], Some(count))]));
        }
        return Some(out);
    }
    None
}
