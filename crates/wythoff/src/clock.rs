//! The seconds spent on an answer, by the budget's clock, and whose budget it is.

use wythoff_numbers::{Budget, within};

/// The value of `compute`, paid for by the budget, and the seconds it took.
pub(crate) fn timed<T>(budget: &Budget, compute: impl FnOnce() -> T) -> (T, f64) {
    let start = budget.now();
    let value = within(budget, compute);
    (value, budget.now().saturating_sub(start).as_secs_f64())
}
