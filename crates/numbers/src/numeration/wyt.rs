//! The two-digit system of Wyt(t), t constant (WYF Lemma 3): m = m2 (t^2 - 1) + m1 t + m0.
//!
//! Every m >= 0 is written so in one way with 0 <= m0, m1 < t, m2 >= 0 and not m0 = m1 = t - 1: the greedy rule
//! on the finite basis 1, t, t^2 - 1, whose last digit is unbounded.

use crate::error::NumberError;
use std::fmt;

use crate::int::Natural;
use crate::int::traits::*;

/// The system with basis 1, t, t^2 - 1, t >= 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WytSystem {
    t: Natural,
}

/// The digits of m = m2 (t^2 - 1) + m1 t + m0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WytDigits {
    /// The unbounded digit.
    pub m2: Natural,
    /// The digit of t.
    pub m1: Natural,
    /// The digit of 1.
    pub m0: Natural,
}

impl WytSystem {
    /// The system of Wyt(t).
    pub fn new(t: Natural) -> Result<WytSystem, NumberError> {
        if t < 2u32 {
            return Err(NumberError::System(format!("the system of Wyt(t) needs t >= 2, not t = {t}")));
        }
        Ok(WytSystem { t })
    }

    /// The basis 1, t, t^2 - 1.
    pub fn basis(&self) -> [Natural; 3] {
        [Natural::ONE, self.t.clone(), (&self.t).square() - Natural::ONE]
    }

    /// The representation of m. O(M(m)).
    ///
    /// ```
    /// use wythoff_numbers::{Natural, numeration::WytSystem};
    /// let system = WytSystem::new(Natural::from(10u32)).unwrap();
    /// let digits = system.represent(&Natural::from(12345u32));
    /// assert_eq!(digits.to_string(), "124.6.9"); // 124*99 + 6*10 + 9
    /// ```
    pub fn represent(&self, m: &Natural) -> WytDigits {
        let [_, t, top] = self.basis();
        let (m2, rest) = m.div_mod(top);
        let (m1, m0) = rest.div_mod(t);
        WytDigits { m2, m1, m0 }
    }

    /// The number that digits stand for.
    pub fn value(&self, digits: &WytDigits) -> Natural {
        let [_, t, top] = self.basis();
        &digits.m2 * top + &digits.m1 * t + &digits.m0
    }

    /// Whether the digits obey the conditions of the Lemma.
    pub fn is_canonical(&self, digits: &WytDigits) -> bool {
        let last = &self.t - Natural::ONE;
        digits.m0 < self.t && digits.m1 < self.t && !(digits.m0 == last && digits.m1 == last)
    }
}

impl fmt::Display for WytDigits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}.{}", self.m2, self.m1, self.m0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn one_representation_each() {
        for t in 2..=8u32 {
            let system = WytSystem::new(Natural::from(t)).unwrap();
            let mut by_value: HashMap<Natural, WytDigits> = HashMap::new();
            for m2 in 0..6u32 {
                for m1 in 0..t {
                    for m0 in 0..t {
                        let digits = WytDigits { m2: m2.into(), m1: m1.into(), m0: m0.into() };
                        if system.is_canonical(&digits) {
                            assert!(by_value.insert(system.value(&digits), digits).is_none());
                        }
                    }
                }
            }
            for m in 0..6 * (t * t - 1) {
                assert_eq!(by_value[&Natural::from(m)], system.represent(&Natural::from(m)));
            }
        }
        assert!(WytSystem::new(Natural::ONE).is_err());
    }
}
