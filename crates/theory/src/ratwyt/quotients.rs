//! The partial quotients of a fraction and back, subquadratic: the half-gcd of Lehmer, Knuth and Schönhage.
//!
//! With M the product of the matrices (q 1; 1 0) of some quotients, (x, y) = M (x', y'), and x' > y' >= 0 says that these are the
//! first quotients of x/y. Quotients found from leading digits are taken back one by one until this holds whatever the
//! other digits are.

use malachite::Natural;
use malachite::base::num::arithmetic::traits::{DivMod, Parity};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;

/// Numbers of up to this many bits are divided one quotient at a time.
const SHORT: u64 = 512;

/// A product of matrices (q 1; 1 0): the rows (a b) and (c d).
struct Product {
    a: Natural,
    b: Natural,
    c: Natural,
    d: Natural,
}

impl Product {
    fn one() -> Product {
        Product { a: Natural::ONE, b: Natural::ZERO, c: Natural::ZERO, d: Natural::ONE }
    }

    /// Times (q 1; 1 0).
    fn push(&mut self, q: &Natural) {
        let (a, c) = (&self.a * q + &self.b, &self.c * q + &self.d);
        self.b = std::mem::replace(&mut self.a, a);
        self.d = std::mem::replace(&mut self.c, c);
    }

    /// Without its last factor (q 1; 1 0).
    fn pop(&mut self, q: &Natural) {
        let (b, d) = (&self.a - q * &self.b, &self.c - q * &self.d);
        self.a = std::mem::replace(&mut self.b, b);
        self.c = std::mem::replace(&mut self.d, d);
    }

    fn times(&self, other: &Product) -> Product {
        Product {
            a: &self.a * &other.a + &self.b * &other.c,
            b: &self.a * &other.b + &self.b * &other.d,
            c: &self.c * &other.a + &self.d * &other.c,
            d: &self.c * &other.b + &self.d * &other.d,
        }
    }

    /// (x', y') with (x, y) = M (x', y'), M a product of an even or odd number of factors.
    fn solve(&self, x: &Natural, y: &Natural, odd: bool) -> (Natural, Natural) {
        let (dx, by, ay, cx) = (&self.d * x, &self.b * y, &self.a * y, &self.c * x);
        if odd { (by - dx, cx - ay) } else { (dx - by, ay - cx) }
    }

    /// Whether x' > y' >= 0 for all x and y that begin with the digits from which u and v came.
    fn is_certain(&self, u: &Natural, v: &Natural, odd: bool) -> bool {
        let (down, up, below) = if odd { (&self.d, &self.c, &self.a) } else { (&self.b, &self.a, &self.c) };
        v >= below && *u >= v + up + down
    }
}

/// x and y on their way down Euclid's algorithm.
struct Pair {
    x: Natural,
    y: Natural,
}

impl Pair {
    /// One division, y > 0.
    fn step(&mut self, product: &mut Product, list: &mut Vec<Natural>) {
        let (q, rest) = (&self.x).div_mod(&self.y);
        self.x = std::mem::replace(&mut self.y, rest);
        product.push(&q);
        list.push(q);
    }

    /// Divides, x >= y, until y has at most half as many digits as x had, adds the quotients to the list, and gives
    /// their product. O(M(n) log n).
    fn halve(&mut self, list: &mut Vec<Natural>) -> Product {
        let bits = self.x.significant_bits();
        let goal = bits / 2 + 1;
        let mut product = Product::one();
        if bits > SHORT {
            self.halve_leading(bits / 2, &mut product, list);
            if self.y.significant_bits() > goal {
                self.step(&mut product, list);
            }
            // As many leading digits as lead to the goal.
            let drop = (2 * goal).saturating_sub(self.x.significant_bits());
            if self.y.significant_bits() > goal && self.x.significant_bits() - drop <= bits - bits / 8 {
                self.halve_leading(drop, &mut product, list);
            }
        }
        while self.y.significant_bits() > goal {
            self.step(&mut product, list);
        }
        product
    }

    /// Divides by the quotients that the digits above the lowest `drop` decide while they are halved.
    fn halve_leading(&mut self, drop: u64, product: &mut Product, list: &mut Vec<Natural>) {
        let mut leading = Pair { x: &self.x >> drop, y: &self.y >> drop };
        if leading.y == 0u32 {
            return;
        }
        let from = list.len();
        let mut found = leading.halve(list);
        while list.len() > from && !found.is_certain(&leading.x, &leading.y, (list.len() - from).odd()) {
            let Some(q) = list.pop() else { break };
            found.pop(&q);
            let above = &q * &leading.x + &leading.y;
            leading.y = std::mem::replace(&mut leading.x, above);
        }
        if list.len() > from {
            (self.x, self.y) = found.solve(&self.x, &self.y, (list.len() - from).odd());
            *product = product.times(&found);
        }
    }
}

/// The partial quotients of x/y, y > 0, the first of which may be 0. O(M(n) log^2 n) for n digits.
pub(super) fn quotients(x: &Natural, y: &Natural) -> Vec<Natural> {
    let mut pair = Pair { x: x.clone(), y: y.clone() };
    let mut list = Vec::new();
    // The first division puts the larger number first.
    let mut rest = Product::one();
    while pair.y != 0u32 {
        if pair.x >= pair.y
            && pair.x.significant_bits() > SHORT
            && 2 * pair.y.significant_bits() > pair.x.significant_bits() + 2
        {
            pair.halve(&mut list);
        } else {
            pair.step(&mut rest, &mut list);
            rest = Product::one();
        }
    }
    list
}

/// The numerator and denominator of [q_0; q_1, ...] in lowest terms; 1 and 0 for no quotients.
pub(super) fn evaluate(list: &[Natural]) -> (Natural, Natural) {
    let product = product_of(list);
    (product.a, product.c)
}

fn product_of(list: &[Natural]) -> Product {
    if list.len() <= 16 {
        let mut product = Product::one();
        list.iter().for_each(|q| product.push(q));
        return product;
    }
    let (left, right) = list.split_at(list.len() / 2);
    product_of(left).times(&product_of(right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Dice;

    /// The quotients one by one.
    fn plain(x: &Natural, y: &Natural) -> Vec<Natural> {
        let (mut x, mut y) = (x.clone(), y.clone());
        let mut list = Vec::new();
        while y != 0u32 {
            let (q, rest) = (&x).div_mod(&y);
            list.push(q);
            x = std::mem::replace(&mut y, rest);
        }
        list
    }

    #[test]
    fn agree_with_euclid() {
        let mut dice = Dice::new(61);
        for limbs in [1, 2, 7, 9, 17, 30, 64, 200] {
            for _ in 0..8 {
                let (x, y) = (dice.natural(limbs), dice.natural(limbs) + Natural::ONE);
                for (x, y) in
                    [(&x, &y), (&(&x + &y), &y), (&x, &(&x + &y)), (&(&x * &y), &(&x + Natural::ONE))]
                {
                    let list = quotients(x, y);
                    assert_eq!(list, plain(x, y), "{limbs} limbs");
                    let (p, q) = evaluate(&list);
                    assert_eq!(p * y, q * x);
                }
            }
        }
    }

    #[test]
    fn hard_quotients() {
        // Golden, all ones; and a few huge quotients between small ones.
        let ones = vec![Natural::ONE; 5000];
        let mut mixed: Vec<Natural> = (0..400u64).map(|k| Natural::from(1 + k % 5)).collect();
        for (place, bits) in [(10, 700u64), (150, 3000), (151, 40), (390, 9000)] {
            mixed[place] = Natural::ONE << bits;
        }
        for mut list in [ones, mixed] {
            // The last quotient of an expansion is not 1.
            list.push(Natural::from(2u32));
            let (x, y) = evaluate(&list);
            assert_eq!(quotients(&x, &y), list);
        }
        assert_eq!(quotients(&Natural::ZERO, &Natural::ONE), [Natural::ZERO]);
    }
}
