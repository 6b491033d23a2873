//! The named numeration systems.

use super::{Entry, Parameter, Spec};
use crate::budget::Budget;
use crate::error::NumberError;
use crate::int::{Natural, parse_natural};
use crate::numeration::coefficients::{Coefficients, listed};
use crate::numeration::{
    Digits, LazyFibonacci, Parry, Positional, Recurrence, WytDigits, WytSystem, linear_wyt, ostrowski,
    t_wythoff, tribonacci, zeckendorf,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "zeckendorf",
        parameters: &[],
        description: "1, 2, 3, 5, 8, ..., no two ones adjacent",
        source: "VIS 7.2, Table 2",
    },
    Entry {
        name: "lazy",
        parameters: &[],
        description: "1, 2, 3, 5, 8, ..., no two zeros adjacent",
        source: "VIS section 1, Table 2",
    },
    Entry {
        name: "tribonacci",
        parameters: &[],
        description: "1, 2, 4, 7, 13, ..., no three ones adjacent",
        source: "VIS 3.2",
    },
    Entry {
        name: "multibonacci",
        parameters: &[Parameter { name: "k", default: "4" }],
        description: "each element the sum of the k before it, no k ones adjacent",
        source: "VIS 7.2",
    },
    Entry {
        name: "t-wythoff",
        parameters: &[Parameter { name: "t", default: "2" }],
        description: "p_0 = 1, p_1 = t+1, p_i = t p_(i-1) + p_(i-2), a digit t followed by 0",
        source: "VIS 4.1",
    },
    Entry {
        name: "linear",
        parameters: &[Parameter { name: "s", default: "2" }, Parameter { name: "t", default: "1" }],
        description: "u_0 = 1, u_1 = s+t, u_n = (s+t-1) u_(n-1) + s u_(n-2)",
        source: "WYF section 5",
    },
    Entry {
        name: "ostrowski",
        parameters: &[
            Parameter { name: "alpha", default: "sqrt(2)" },
            Parameter { name: "period", default: "" },
        ],
        description: "the denominators of the convergents of a quadratic irrational; or u_(j+1) = a_j u_j + u_(j-1) with the period a_0 a_1 ..., also `ostrowski 1 4`",
        source: "VIS 4.1",
    },
    Entry {
        name: "base",
        parameters: &[Parameter { name: "b", default: "10" }],
        description: "1, b, b^2, ..., digits below b; also `base 10`",
        source: "VIS 4.1",
    },
    Entry {
        name: "parry",
        parameters: &[Parameter { name: "c", default: "1 1 1" }],
        description: "u_n = c_1 u_(n-1) + ... + c_k u_(n-k), c_1 >= ... >= c_k; also `parry 1 1 1`",
        source: "VIS 7.2",
    },
    Entry {
        name: "wyt",
        parameters: &[Parameter { name: "t", default: "10" }],
        description: "m = m2 (t^2-1) + m1 t + m0, two digits below t and an unbounded one",
        source: "WYF Lemma 3",
    },
];

/// A named numeration system.
#[derive(Debug, Clone)]
pub enum System {
    /// A system with the fast method.
    Parry(Parry),
    /// Lazy Fibonacci representations.
    Lazy(LazyFibonacci),
    /// A recurrence given as text.
    Recurrence(Recurrence),
    /// The system of Wyt(t).
    Wyt(WytSystem),
}

impl System {
    /// The system with these coefficients.
    pub fn of(coefficients: &Coefficients) -> Result<System, NumberError> {
        Ok(match coefficients {
            Coefficients::Base(b) => System::Parry(Parry::constant(&[*b])?),
            Coefficients::Ostrowski(period) => System::Parry(Parry::periodic(period)?),
            Coefficients::Parry(c) => match Parry::constant(c) {
                Ok(fast) => System::Parry(fast),
                Err(_) => System::Recurrence(Recurrence::of_parry(c)?),
            },
        })
    }

    /// Its digits, where it is positional with small ones.
    pub fn positional(&self) -> Option<&dyn Positional> {
        match self {
            System::Parry(s) => Some(s),
            System::Lazy(s) => Some(s),
            System::Recurrence(s) => Some(s),
            System::Wyt(_) => None,
        }
    }

    /// The representation of n as text, the most significant digit first.
    pub fn represent(&self, n: &Natural) -> Result<String, NumberError> {
        self.represent_within(n, &Budget::default())
    }

    /// The same within a budget.
    pub fn represent_within(&self, n: &Natural, budget: &Budget) -> Result<String, NumberError> {
        Ok(match self {
            System::Wyt(s) => s.represent(n).to_string(),
            _ => self.digits(n, budget)?.map(|d| d.to_string()).unwrap_or_default(),
        })
    }

    /// The digits of n, where the system is positional with small digits.
    pub fn digits(&self, n: &Natural, budget: &Budget) -> Result<Option<Digits>, NumberError> {
        self.positional().map(|s| s.represent_within(n, budget)).transpose()
    }

    /// The coefficients of its positions, where they repeat from the first on: u_n is c_1 u_(n-1) + ... + c_k u_(n-k)
    /// with those of position n - 1. Such systems are read by finite automata.
    pub fn purely_periodic(&self) -> Option<&[Vec<u64>]> {
        match self {
            System::Parry(s) => s.purely_periodic(),
            System::Recurrence(s) => s.fast()?.purely_periodic(),
            System::Lazy(_) | System::Wyt(_) => None,
        }
    }

    /// The number that a representation stands for.
    pub fn value(&self, text: &str) -> Result<Natural, NumberError> {
        self.value_within(text, &Budget::default())
    }

    /// The same within a budget.
    pub fn value_within(&self, text: &str, budget: &Budget) -> Result<Natural, NumberError> {
        match (self, self.positional()) {
            (System::Wyt(s), _) => {
                let parts: Vec<&str> = text.split('.').collect();
                let syntax =
                    |at| NumberError::Syntax { at, expected: "three digits, as in `124.6.9`".to_owned() };
                let [m2, m1, m0] = parts[..] else { return Err(syntax(text.len())) };
                let digit =
                    |part: &str, at: usize| parse_natural(part).map_err(|e| syntax(at + e.at().unwrap_or(0)));
                Ok(s.value(&WytDigits {
                    m2: digit(m2, 0)?,
                    m1: digit(m1, m2.len() + 1)?,
                    m0: digit(m0, m2.len() + m1.len() + 2)?,
                }))
            }
            (_, Some(s)) => {
                budget.need("the digits", text.len() as u128 * 10)?;
                Ok(s.value_within(&Digits::parse(text)?, budget)?)
            }
            (_, None) => Ok(parse_natural(text).map_err(|e| NumberError::Syntax {
                at: e.at().unwrap_or(0),
                expected: "a digit".to_owned(),
            })?),
        }
    }

    /// The first elements of the basis.
    pub fn basis(&self, count: usize) -> Result<Vec<Natural>, NumberError> {
        match (self, self.positional()) {
            (System::Wyt(s), _) => Ok(s.basis().into_iter().take(count).collect()),
            (_, Some(s)) => Ok(s.basis(count)?),
            (_, None) => Ok(Vec::new()),
        }
    }
}

/// A numeration system by its name and parameters, by its name and coefficients such as `base 10`, `ostrowski 1 4` or
/// `parry 1 1 1`, or a recurrence such as `u(n)=2u(n-1)+u(n-2); 1, 3`: the one spelling for representations and proofs.
///
/// ```
/// use wythoff_numbers::{Natural, catalogue::system};
/// let n = Natural::from(100u32);
/// let same = |one: &str, other: &str| system(one).unwrap().represent(&n) == system(other).unwrap().represent(&n);
/// assert!(same("ostrowski 3", "t-wythoff(t=3)") && same("parry 1 1 1", "tribonacci") && same("base 7", "base(b=7)"));
/// assert_eq!(system("zeckendorf").unwrap().represent(&n).unwrap(), "1000010100");
/// assert_eq!(system("wyt(t=7)").unwrap().represent(&n).unwrap(), "2.0.4");
/// assert_eq!(system("u(n)=10u(n-1); 1").unwrap().represent(&n).unwrap(), "100");
/// ```
pub fn system(text: &str) -> Result<System, NumberError> {
    if text.contains(';') {
        return Ok(System::Recurrence(Recurrence::parse(text)?));
    }
    if let Some(written) = Coefficients::parse(text)? {
        return System::of(&written);
    }
    let spec = Spec::parse(text)?;
    let entry = spec.entry("system", ENTRIES)?;
    let number = |name: &str, least: u64| spec.number(entry, name, least, 1 << 31);
    Ok(match entry.name {
        "zeckendorf" => System::Parry(zeckendorf()),
        "lazy" => System::Lazy(LazyFibonacci::new()),
        "tribonacci" => System::Parry(tribonacci()),
        "multibonacci" => {
            let k = spec.number(entry, "k", 2, 64)?;
            System::Parry(Parry::constant(&vec![1; usize::try_from(k).unwrap_or(2)])?)
        }
        "t-wythoff" => System::Parry(t_wythoff(number("t", 1)?)?),
        "linear" => System::Parry(linear_wyt(number("s", 1)?, number("t", 1)?)?),
        "base" => System::Parry(Parry::constant(&[spec.number(entry, "b", 2, 1 << 31)?])?),
        "parry" => System::of(&Coefficients::Parry(listed(spec.text(entry, "c"))?))?,
        "ostrowski" if !spec.text(entry, "period").is_empty() => {
            System::Parry(Parry::periodic(&listed(spec.text(entry, "period"))?)?)
        }
        "wyt" => System::Wyt(WytSystem::new(Natural::from(number("t", 2)?))?),
        _ => {
            let alpha = spec.real(entry, "alpha")?;
            let quadratic = alpha.as_quadratic().ok_or_else(|| NumberError::Value {
                parameter: "alpha".to_owned(),
                value: spec.text(entry, "alpha").to_owned(),
                cause: "expected a quadratic irrational such as sqrt(2) or (1+sqrt(5))/2".to_owned(),
            })?;
            System::Parry(ostrowski(quadratic)?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Representations are read back as the number they were written for, where single digits are above 9 too.
    #[test]
    fn digits_are_read_as_they_are_written() {
        let names = [
            "base 10",
            "base 11",
            "base 100",
            "t-wythoff(t=12)",
            "ostrowski 1 40",
            "parry 30 2",
            "wyt(t=30)",
            "lazy",
        ];
        for name in names {
            let system = system(name).unwrap();
            for n in (0..1500u32).map(Natural::from) {
                let text = system.represent(&n).unwrap();
                assert_eq!(system.value(&text).unwrap(), n, "{name}: {text}");
            }
        }
    }
}
