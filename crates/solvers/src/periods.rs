//! Additive periods of the rows of a game's Grundy table, where the moves are rays, strands and vectors.

use crate::error::SolveError;
use crate::kernel::RowMachine;
use crate::moves::ray_moves;
use crate::referee::grundy_makes_sense;
use wythoff_numbers::Budget;
use wythoff_rules::Rules;

/// The machine of the rows 0 up to `last` (the first pile; with `exchanged` the second) of a game's Grundy table; `None` if rows are not known to be
/// additively periodic: the moves must be rays, strands and vectors, any number from the second pile among them, and all others
/// must take from the first pile.
///
/// ```
/// use wythoff_rules::Rules;
/// use wythoff_solvers::{Budget, row_machine};
/// let (rules, budget) = (Rules::read("(i,0) (0,i) (i,i)").unwrap(), Budget::default());
/// let mut machine = row_machine(&rules, false, 5, &budget).unwrap().unwrap();
/// machine.go_on(&budget, &mut || false).unwrap();
/// let fifth = machine.periods().unwrap()[5];
/// assert_eq!((fifth.preperiod, fifth.period), (27, 24));
/// ```
pub fn row_machine(
    rules: &Rules,
    exchanged: bool,
    last: usize,
    budget: &Budget,
) -> Result<Option<RowMachine>, SolveError> {
    grundy_makes_sense(rules)?;
    let convention = rules.convention();
    if !convention.is_plain() || !rules.memory().is_empty() {
        return Ok(None);
    }
    match ray_moves(rules, |_| true) {
        Some(moves) if exchanged => RowMachine::new(&moves.mirrored(), last, budget),
        Some(moves) => RowMachine::new(&moves, last, budget),
        None => Ok(None),
    }
}
