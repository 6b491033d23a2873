//! The budget of the request that mathematics without a budget of its own works for.
//!
//! A theory is a function of the position, a comparison one of two numbers; who waits for it, and how long, is no part of the
//! theorem. So the budget is set around the question ([`within`]), and what takes long looks at it ([`pay`]). Where none is set
//! nothing ends it.

use crate::int::traits::*;
use crate::{Budget, Natural, Stop};
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    static PAYS: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// Asks something within a budget; where that ends the answer is an error that says so.
///
/// ```
/// use wythoff_numbers::{Budget, NumberError, Real, within};
/// let (x, y) = (Real::parse("root(z^9-7, 1.2)").unwrap(), Real::parse("sqrt(2)").unwrap());
/// let budget = Budget::default();
/// budget.cancel();
/// assert!(matches!(within(&budget, || x.compare(&y)), Err(NumberError::Stopped(_))));
/// assert!(x.compare(&y).is_ok());
/// ```
pub fn within<T>(budget: &Budget, ask: impl FnOnce() -> T) -> T {
    /// Puts back what was there, after a panic too.
    struct Back(Option<Budget>);
    impl Drop for Back {
        fn drop(&mut self) {
            let back = self.0.take();
            PAYS.with(|pays| *pays.borrow_mut() = back);
        }
    }
    let _back = Back(PAYS.with(|pays| pays.borrow_mut().replace(budget.clone())));
    ask()
}

/// What cannot be ended once it is begun and takes longer than this is not begun if there is no time for it.
const LONG: u64 = 1 << 23;

/// Pays for so many units of work, about a nanosecond each.
pub fn pay(units: u64) -> Result<(), Stop> {
    PAYS.with(|pays| {
        let pays = pays.borrow();
        let Some(budget) = pays.as_ref() else { return Ok(()) };
        budget.charge(units)?;
        let late = |left: Duration| left < Duration::from_nanos(units);
        if units >= LONG && budget.time_left().is_some_and(late) { Err(Stop::Time) } else { Ok(()) }
    })
}

/// Asks whether so much may be held, for what grows on the way.
pub fn hold(what: &'static str, bytes: u64) -> Result<(), Stop> {
    PAYS.with(|pays| pays.borrow().as_ref().map_or(Ok(()), |budget| budget.allow(what, u128::from(bytes))))
}

/// Bytes of a number in a list.
pub fn bytes_of(n: &Natural) -> u64 {
    n.significant_bits() / 8 + 48
}
