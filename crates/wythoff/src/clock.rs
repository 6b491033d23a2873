//! Seconds spent on an answer, by the budget's clock.

use wythoff_numbers::Budget;

/// The value of `compute`, and the seconds it took.
pub(crate) fn timed<T>(budget: &Budget, compute: impl FnOnce() -> T) -> (T, f64) {
    let start = budget.now();
    let value = compute();
    (value, budget.now().saturating_sub(start).as_secs_f64())
}
