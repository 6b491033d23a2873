//! The budget of the request that mathematics without a budget of its own works for.
//!
//! A theory is a function of the position, a comparison one of two numbers; who waits for it, and how long, is no part of the
//! theorem. So the budget is set around the question ([`within`]), and what takes long looks at it ([`pay`]). Where none is set
//! nothing ends it.
//!
//! It is a variable of the thread: a real number is compared deep inside of sums, lists and sorting, and a theory asks for it
//! through functions that hold for any numbers; a budget in the signature of each would be in every theorem. Nothing is shared
//! by it: [`within`] sets it for the call that it is given, puts back what was there, and no other thread sees it.

use crate::int::traits::*;
use crate::{Budget, Integer, Natural, Stop};
use std::cell::RefCell;

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

/// The budget that something is asked within; where there is none, one without limits.
pub fn asked_within() -> Budget {
    PAYS.with(|pays| pays.borrow().clone().unwrap_or_default())
}

/// Pays for so many units of work, about a nanosecond each.
pub fn pay(units: u64) -> Result<(), Stop> {
    PAYS.with(|pays| {
        let pays = pays.borrow();
        pays.as_ref().map_or(Ok(()), |budget| budget.charge(units))
    })
}

/// Asks whether so much may be held, for what grows on the way.
pub fn hold(what: &'static str, bytes: u64) -> Result<(), Stop> {
    PAYS.with(|pays| pays.borrow().as_ref().map_or(Ok(()), |budget| budget.allow(what, u128::from(bytes))))
}

/// A number in decimal, paid for by its length: some forty times as long as one multiplication of it.
pub fn decimal(n: &Integer) -> Result<String, Stop> {
    let bits = n.significant_bits();
    pay(DIGITS * bits)?;
    Ok(n.to_string())
}

/// Units of work for each bit of a number that is written in decimal.
const DIGITS: u64 = 40;

/// Bytes of a number in a list.
pub fn bytes_of(n: &Natural) -> u64 {
    n.significant_bits() / 8 + 48
}
