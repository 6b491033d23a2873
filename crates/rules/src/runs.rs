//! Options of a position in runs: for each family and each choice of all amounts but the last, the options along the last
//! one, 64 at a time, which conditions are worked out for together. What a condition says of one amount and one pile alone is
//! worked out once for each number in the pile.

use crate::bind::{Arranged, Rules};
use crate::code::Node;
use crate::error::RuleError;
use crate::expr::BinaryOp;
use crate::linear::Linear;
use crate::walk::Walk;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// Options that lie in line.
#[derive(Clone, Copy, Debug)]
pub struct Along<'a> {
    /// Index of the family.
    pub family: usize,
    /// The first, its piles in the order in which the move leaves them.
    pub to: &'a [i64],
    /// What each takes more than the one before.
    pub step: &'a [i64],
    /// Which of the 64 from the first on are options, the first in the lowest bit.
    pub lanes: u64,
}

/// What is told of runs, and when it has heard enough.
pub type VisitRuns<'v> = &'v mut dyn FnMut(Along<'_>) -> ControlFlow<()>;

/// The families of a game without memory, ready to be asked for the options of many positions.
pub struct Runs<'a> {
    rules: &'a Rules,
    families: Vec<Inner<'a>>,
}

/// A family and its last amount.
pub(crate) struct Inner<'a> {
    pub arranged: &'a Arranged,
    /// What is taken grows evenly with the last amount.
    pub affine: bool,
    /// The slots that the condition looks at, if it may be worked out by lanes.
    pub lanes: Option<Vec<usize>>,
    known: Option<Known>,
}

/// Most numbers of a pile for which it is kept what a condition says: some 30 MB.
const MOST_KNOWN: u64 = 1 << 14;

/// The amounts that a condition allows, for each number in the only pile that it looks at, counted from the least; nothing
/// where it cannot be worked out for all that the board has room for.
struct Known {
    coordinate: usize,
    amounts: Vec<OnceLock<Option<Vec<u64>>>>,
}

impl Known {
    fn of(rules: &Rules, arranged: &Arranged, most: u64) -> Option<Known> {
        let [variable] = arranged.variables.as_slice() else { return None };
        let condition = arranged.condition.as_ref()?;
        let only = |linear: &Option<Linear>| {
            linear.as_ref().is_some_and(|l| l.terms.iter().all(|(slot, c)| *slot == variable.slot && *c >= 0))
        };
        if most >= MOST_KNOWN
            || variable.list.is_some()
            || rules.bounds().iter().any(Option::is_some)
            || !rules.memory().is_empty()
            || !arranged.linear.iter().all(only)
        {
            return None;
        }
        let count = arranged.coordinates;
        let mut seen = Vec::new();
        let mut see = |node: &Node| {
            node.slots(&mut |slot| seen.extend((slot < 2 * count).then_some(slot % count)));
        };
        see(&condition.node);
        variable.lows.iter().chain(&variable.highs).for_each(|(code, _)| see(&code.node));
        seen.sort_unstable();
        seen.dedup();
        let [coordinate] = seen[..] else { return None };
        Some(Known { coordinate, amounts: (0..=most).map(|_| OnceLock::new()).collect() })
    }
}

impl Rules {
    /// The moves in runs, of all families, or of those that [`Rules::sheets_and_rest`] leaves.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let rules = wythoff_rules::Rules::read("(i,0) (i,i) where i*i <= x").unwrap();
    /// let mut found = Vec::new();
    /// rules.runs(None, 5).for_each(&[5, 2], &mut |run| {
    ///     found.push((run.to.to_vec(), run.lanes));
    ///     ControlFlow::Continue(())
    /// }).unwrap();
    /// assert_eq!(found, [(vec![4, 2], 0b11111), (vec![4, 1], 0b11)]);
    /// ```
    ///
    /// No pile that is asked for has more than `most`.
    pub fn runs(&self, only: Option<&[usize]>, most: u64) -> Runs<'_> {
        let wanted = |(at, _): &(usize, &Arranged)| only.is_none_or(|only| only.contains(at));
        let families = self.arranged.iter().enumerate().filter(wanted).map(|(_, arranged)| {
            let last = arranged.variables.last().filter(|last| last.list.is_none());
            let even = |slot: usize| arranged.takes.iter().all(|take| degree(&take.node, slot).is_some());
            let lanes = arranged.condition.as_ref().filter(|code| code.node.has_lanes()).map(|code| {
                let mut slots = Vec::new();
                code.node.slots(&mut |slot| slots.push(slot));
                slots.sort_unstable();
                slots.dedup();
                slots
            });
            let affine = last.is_some_and(|last| even(last.slot));
            let known = Known::of(self, arranged, most).filter(|_| affine);
            Inner { arranged, affine, lanes, known }
        });
        Runs { rules: self, families: families.collect() }
    }
}

impl Runs<'_> {
    /// Calls `visit` with every run of options until told to stop. An option may come several times, and what `position
    /// where` forbids may be among them.
    pub fn for_each(&self, position: &[u64], visit: VisitRuns<'_>) -> Result<(), RuleError> {
        let mut walk = Walk::new(self.rules, position, &[])?;
        for inner in &self.families {
            let done = if inner.affine {
                let known = inner.known.as_ref().and_then(|known| self.known(inner, known, &walk));
                walk.along(inner, 0, known, visit)?
            } else {
                walk.one_by_one(inner.arranged, visit)?
            };
            if done.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// What is known of the amounts that a family has, for the pile as it is.
    fn known<'k>(&self, inner: &Inner<'_>, known: &'k Known, walk: &Walk<'_>) -> Option<&'k [u64]> {
        let pile = usize::try_from(walk.slots[known.coordinate]).ok()?;
        let find = || {
            // All other piles have as much as may be asked for.
            let mut position = vec![known.amounts.len() as u64 - 1; inner.arranged.coordinates];
            position[known.coordinate] = pile as u64;
            let mut walk = Walk::as_written(self.rules, &position);
            walk.tells_all = true;
            let (mut words, mut in_line) = (Vec::new(), true);
            let all = walk.along(inner, 0, None, &mut |run| {
                words.push(run.lanes);
                in_line &= run.step.iter().any(|step| *step != 0);
                ControlFlow::Continue(())
            });
            all.ok().filter(|_| in_line).map(|_| words)
        };
        known.amounts.get(pile)?.get_or_init(find).as_deref()
    }
}

/// 1 if an expression is linear in a slot, whatever it is in others, 0 if it does not depend on it; `None` otherwise.
fn degree(node: &Node, slot: usize) -> Option<u32> {
    match node {
        Node::Slot(own) => Some(u32::from(*own == slot)),
        Node::Negate(a) => degree(a, slot),
        Node::Sum(args) => args.iter().try_fold(0, |most, a| Some(most.max(degree(a, slot)?))),
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b, _) => Some(degree(a, slot)?.max(degree(b, slot)?)),
        Node::Binary(BinaryOp::Mul, a, b, _) => {
            Some(degree(a, slot)? + degree(b, slot)?).filter(|degree| *degree <= 1)
        }
        _ => {
            let mut mentioned = false;
            node.slots(&mut |own| mentioned |= own == slot);
            (!mentioned).then_some(0)
        }
    }
}
