//! The budget of the request that a theory works for.
//!
//! A theory is a function of the position; who waits for it, and how long, is no part of the theorem. So the budget is set
//! around the question ([`within`]), and what takes long looks at it ([`pay`]). Where none is set nothing ends a theory.

use crate::Refusal;
use malachite::Natural;
use malachite::base::num::logic::traits::SignificantBits;
use std::cell::RefCell;
use wythoff_numbers::Budget;

thread_local! {
    static PAYS: RefCell<Option<Budget>> = const { RefCell::new(None) };
}

/// Asks a theory within a budget; where that ends the answer is [`Refusal::Stopped`].
///
/// ```
/// use wythoff_numbers::{Budget, Natural};
/// use wythoff_theory::{Refusal, mex_window::MexWindow, within};
/// let budget = Budget::default();
/// budget.cancel();
/// let far = Natural::from(u64::MAX);
/// let pair = within(&budget, || MexWindow::theta_mu(2, 1)?.pair(&far));
/// assert!(matches!(pair, Err(Refusal::Stopped(_))));
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

/// Pays for so many units of work, about a nanosecond each.
pub(crate) fn pay(units: u64) -> Result<(), Refusal> {
    PAYS.with(|pays| pays.borrow().as_ref().map_or(Ok(()), |budget| Ok(budget.charge(units)?)))
}

/// Asks whether so much may be held, for what grows on the way.
pub(crate) fn hold(what: &'static str, bytes: u64) -> Result<(), Refusal> {
    PAYS.with(|pays| {
        pays.borrow().as_ref().map_or(Ok(()), |budget| Ok(budget.allow(what, u128::from(bytes))?))
    })
}

/// Bytes of a number in a list.
pub(crate) fn bytes_of(n: &Natural) -> u64 {
    n.significant_bits() / 8 + 48
}
