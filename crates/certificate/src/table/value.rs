//! The value of an expression, in checked 128-bit arithmetic: what does not fit is refused, never cut.

use super::Failure;
use super::text::{Op, Term, bad};
use std::cell::Cell;

/// How deep functions may call each other.
const CALLS: usize = 64;

/// What evaluation needs besides the numbers: the functions of the game, and the work that may still be done.
pub(super) struct Machine {
    pub functions: Vec<Term>,
    left: Cell<u64>,
}

type Value<T> = Result<T, Failure>;

fn fits<T>(value: Option<T>) -> Value<T> {
    value.ok_or_else(|| Failure::Limit { what: "a value has more than 127 bits".to_string() })
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The quotient rounded down.
fn floor_div(a: i128, b: i128) -> Value<i128> {
    if b == 0 {
        return bad("division by zero");
    }
    let quotient = fits(a.checked_div(b))?;
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

impl Machine {
    pub fn new(work: u64) -> Machine {
        Machine { functions: Vec::new(), left: Cell::new(work) }
    }

    /// Counts one step of work.
    pub fn step(&self) -> Value<()> {
        self.charge(1)
    }

    /// Counts so many steps.
    pub fn charge(&self, steps: u64) -> Value<()> {
        match self.left.get().checked_sub(steps) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(Failure::Limit { what: "the check takes more work than was allowed".to_string() }),
        }
    }

    /// The value of a term; conditions are 1 or 0.
    pub fn value(&self, term: &Term, places: &[i128]) -> Value<i128> {
        self.deep(term, places, 0)
    }

    /// Whether a condition holds.
    pub fn holds(&self, term: &Term, places: &[i128]) -> Value<bool> {
        Ok(self.value(term, places)? != 0)
    }

    fn deep(&self, term: &Term, places: &[i128], calls: usize) -> Value<i128> {
        self.step()?;
        let of = |t: &Term| self.deep(t, places, calls);
        match term {
            Term::Number(n) => Ok(*n),
            Term::Place(place) => match places.get(*place) {
                Some(value) => Ok(*value),
                None => bad("a number is used where it has no value"),
            },
            Term::Apply(op, args) => match (op, args.as_slice()) {
                (Op::If, [c, yes, no]) => of(if of(c)? != 0 { yes } else { no }),
                (Op::And, [a, b]) => Ok(i128::from(of(a)? != 0 && of(b)? != 0)),
                (Op::Or, [a, b]) => Ok(i128::from(of(a)? != 0 || of(b)? != 0)),
                (Op::Not, [a]) => Ok(i128::from(of(a)? == 0)),
                (Op::Floor, [a]) => self.real(a, places, calls)?.floor(),
                (_, args) => {
                    let mut values = [0; 2];
                    if let (true, Some(first)) = (args.len() <= 2, args.first()) {
                        values[0] = of(first)?;
                        if let Some(second) = args.get(1) {
                            values[1] = of(second)?;
                        }
                        return arithmetic(*op, &values[..args.len()]);
                    }
                    arithmetic(*op, &args.iter().map(of).collect::<Value<Vec<_>>>()?)
                }
            },
            Term::Chain(terms, signs) => {
                let Some(first) = terms.first() else { return Ok(1) };
                let mut left = of(first)?;
                for (sign, term) in signs.iter().zip(&terms[1..]) {
                    let right = of(term)?;
                    if !sign.holds(left, right) {
                        return Ok(0);
                    }
                    left = right;
                }
                Ok(1)
            }
            Term::Among(term, list) => Ok(i128::from(list.contains(&of(term)?))),
            Term::Invoke(function, args) => {
                if calls == CALLS {
                    return Err(Failure::Limit { what: "functions call each other too deep".to_string() });
                }
                let values = args.iter().map(of).collect::<Value<Vec<_>>>()?;
                match self.functions.get(*function) {
                    Some(body) => self.deep(body, &values, calls + 1),
                    None => bad("a function has no meaning yet"),
                }
            }
            Term::Name(name) | Term::After(name) | Term::Member(_, name) | Term::Call(name, _) => {
                bad(format!("`{name}` has no meaning here"))
            }
            Term::Summary(..) => bad("there is no move to speak of here"),
        }
    }

    /// A number inside `floor`.
    fn real(&self, term: &Term, places: &[i128], calls: usize) -> Value<Root> {
        if let Term::Apply(op, args) = term {
            let of = |t: &Term| self.real(t, places, calls);
            match (op, args.as_slice()) {
                (Op::Neg, [a]) => return of(a)?.scaled(-1),
                (Op::Add, [a, b]) => return of(a)?.plus(&of(b)?),
                (Op::Sub, [a, b]) => return of(a)?.plus(&of(b)?.scaled(-1)?),
                (Op::Mul, [a, b]) => return of(a)?.times(&of(b)?),
                (Op::Slash, [a, b]) => return of(a)?.times(&of(b)?.inverse()?),
                (Op::Sqrt, [a]) => {
                    let n = self.deep(a, places, calls)?;
                    if n < 0 {
                        return bad("the square root of a negative number");
                    }
                    return Ok(Root { a: 0, b: 1, n, c: 1 });
                }
                _ => {}
            }
        }
        Ok(Root { a: self.deep(term, places, calls)?, b: 0, n: 0, c: 1 })
    }
}

fn arithmetic(op: Op, v: &[i128]) -> Value<i128> {
    match (op, v) {
        (Op::Add, [a, b]) => fits(a.checked_add(*b)),
        (Op::Sub, [a, b]) => fits(a.checked_sub(*b)),
        (Op::Mul, [a, b]) => fits(a.checked_mul(*b)),
        (Op::Div, [a, b]) => floor_div(*a, *b),
        (Op::Mod, [a, b]) => {
            // a - b floor(a/b), without the product: the remainder takes the sign of b.
            let quotient_exists = floor_div(*a, *b);
            if *b == -1 {
                return Ok(0);
            }
            quotient_exists?;
            let remainder = a % b;
            Ok(if remainder != 0 && (remainder < 0) != (*b < 0) { remainder + b } else { remainder })
        }
        (Op::Pow, [_, b]) if *b < 0 => bad("a negative exponent"),
        (Op::Pow, [a, b]) if (-1..=1).contains(a) => Ok(match (a, b % 2) {
            (_, _) if *b == 0 => 1,
            (-1, 0) => 1,
            (a, _) => *a,
        }),
        (Op::Pow, [a, b]) => fits(u32::try_from(*b).ok().and_then(|b| a.checked_pow(b))),
        (Op::Xor, [a, b]) => Ok(a ^ b),
        (Op::Neg, [a]) => fits(a.checked_neg()),
        (Op::Abs, [a]) => fits(a.checked_abs()),
        (Op::Ones, [a]) if *a < 0 => bad("`popcount` of a negative number"),
        (Op::Ones, [a]) => Ok(i128::from(a.count_ones())),
        (Op::Min, v) => Ok(v.iter().copied().min().unwrap_or(0)),
        (Op::Max, v) => Ok(v.iter().copied().max().unwrap_or(0)),
        (Op::Gcd, v) => fits(i128::try_from(v.iter().fold(0, |g, a| gcd(g, a.unsigned_abs()))).ok()),
        (Op::Sum, v) => v.iter().try_fold(0, |sum: i128, a| fits(sum.checked_add(*a))),
        (Op::XorAll, v) => Ok(v.iter().fold(0, |sum, a| sum ^ a)),
        (Op::Count, v) => Ok(v.iter().filter(|a| **a != 0).count() as i128),
        _ => bad("`/` and `sqrt` stand inside `floor` only"),
    }
}

/// The number (a + b sqrt n)/c, c > 0.
struct Root {
    a: i128,
    b: i128,
    n: i128,
    c: i128,
}

impl Root {
    /// In lowest terms, so that numbers stay small; b = 0 where n is a square.
    fn reduced(self) -> Value<Root> {
        let Root { mut a, mut b, n, c } = self;
        let root = n.isqrt();
        if b != 0 && root * root == n {
            a = fits(b.checked_mul(root).and_then(|b| a.checked_add(b)))?;
            b = 0;
        }
        let common = gcd(gcd(a.unsigned_abs(), b.unsigned_abs()), c.unsigned_abs());
        let common = fits(i128::try_from(common).ok())?.max(1);
        Ok(Root { a: a / common, b: b / common, n: if b == 0 { 0 } else { n }, c: c / common })
    }

    fn root_with(&self, other: &Root) -> Value<i128> {
        match (self.b, other.b) {
            (0, _) => Ok(other.n),
            (_, 0) => Ok(self.n),
            _ if self.n == other.n => Ok(self.n),
            _ => bad("two different square roots meet inside one `floor`"),
        }
    }

    fn scaled(self, by: i128) -> Value<Root> {
        Ok(Root { a: fits(self.a.checked_mul(by))?, b: fits(self.b.checked_mul(by))?, ..self })
    }

    fn plus(self, other: &Root) -> Value<Root> {
        let n = self.root_with(other)?;
        let cross = |p: i128, q: i128| {
            fits(p.checked_mul(other.c).and_then(|l| l.checked_add(q.checked_mul(self.c)?)))
        };
        let c = fits(self.c.checked_mul(other.c))?;
        Root { a: cross(self.a, other.a)?, b: cross(self.b, other.b)?, n, c }.reduced()
    }

    fn times(self, other: &Root) -> Value<Root> {
        let n = self.root_with(other)?;
        let two = |p: i128, q: i128, r: i128, s: i128| {
            fits(p.checked_mul(q).and_then(|l| l.checked_add(r.checked_mul(s)?)))
        };
        let roots = fits(self.b.checked_mul(other.b))?;
        let a = two(self.a, other.a, roots, n)?;
        let b = two(self.a, other.b, self.b, other.a)?;
        Root { a, b, n, c: fits(self.c.checked_mul(other.c))? }.reduced()
    }

    /// c (a - b sqrt n)/(a^2 - b^2 n).
    fn inverse(self) -> Value<Root> {
        let Root { a, b, n, c } = self.reduced()?;
        let squares = fits(b.checked_mul(b).and_then(|s| s.checked_mul(n)))?;
        let norm = fits(a.checked_mul(a).and_then(|s| s.checked_sub(squares)))?;
        if norm == 0 {
            return bad("division by zero");
        }
        let sign = norm.signum();
        let a = fits(a.checked_mul(c).and_then(|a| a.checked_mul(sign)))?;
        let b = fits(b.checked_mul(c).and_then(|b| b.checked_mul(-sign)))?;
        Root { a, b, n, c: fits(norm.checked_abs())? }.reduced()
    }

    fn floor(self) -> Value<i128> {
        let Root { a, b, n, c } = self.reduced()?;
        let square = fits(b.checked_mul(b).and_then(|s| s.checked_mul(n)))?;
        let root = square.isqrt();
        let whole = match b < 0 {
            false => root,
            true if root * root == square => -root,
            true => -root - 1,
        };
        floor_div(fits(a.checked_add(whole))?, c)
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::{Reader, words};
    use super::*;

    fn value(text: &str) -> Value<i128> {
        let items = words(text)?;
        let term = Reader::new(&items).expression()?;
        Machine::new(1000).value(&term, &[])
    }

    #[test]
    fn operators_bind_as_the_guide_says() {
        for (text, expected) in [
            ("-2^2", -4),
            ("2^3^2", 512),
            ("1 + 2*3 xor 1", 6),
            ("7 div 2*2", 6),
            ("-7 div 2", -4),
            ("-7 mod 3", 2),
            ("7 mod -3", -2),
            ("|3 - 5|", 2),
            ("if 1 < 2 < 3 then 4 else 5 + 6", 4),
            ("if 1 < 3 < 3 then 4 else 5 + 6", 11),
            ("1 + (if not 1 == 2 and 2 == 2 then 1 else 2)", 2),
            ("min(3, 1, 2) + max(3, 1) + gcd(12, 18) + popcount(7)", 13),
            ("floor((1 + sqrt(5))/2*10)", 16),
            ("floor(-sqrt(2))", -2),
            ("floor(sqrt(16)/(sqrt(9) - 1))", 2),
            ("(-1)^9223372036854775807", -1),
        ] {
            assert_eq!(value(text).unwrap(), expected, "{text}");
        }
        for text in ["1 div 0", "2^(-1)", "2^200", "floor(sqrt(-1))", "1/2", "popcount(-1)", "1 +", "|1"] {
            assert!(value(text).is_err(), "{text}");
        }
    }
}
