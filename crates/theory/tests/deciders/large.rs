//! Numbers of many digits, drawn at random.

use malachite::Natural;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

use wythoff_numbers::Random;

/// Bits of a number of a thousand digits.
pub const BITS: u64 = 3322;

/// Numbers of many bits.
pub trait Large {
    /// A number of about this many bits.
    fn natural(&mut self, bits: u64) -> Natural;
    /// A number from 1 to n, of any order of magnitude; 0 only for n = 0.
    fn up_to(&mut self, n: &Natural) -> Natural;
}

impl Large for Random {
    fn natural(&mut self, bits: u64) -> Natural {
        let limbs = bits.div_ceil(64);
        let n = Natural::from_owned_limbs_asc((0..limbs).map(|_| self.bits()).collect());
        n >> (limbs * 64 - bits)
    }

    fn up_to(&mut self, n: &Natural) -> Natural {
        if *n == 0u32 {
            return Natural::ZERO;
        }
        let bits = self.between(1, n.significant_bits());
        self.natural(bits) % n + Natural::ONE
    }
}
