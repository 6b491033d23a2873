//! The text of a real number: a small recursive descent that reports byte offsets.

use super::Real;
use crate::error::NumberError;
use crate::int::traits::*;
use crate::int::{Integer, Rational, parse_decimal, parse_integer};
use crate::quadratic::Quadratic;

/// Nesting beyond this is refused rather than risked on the stack.
const DEPTH: usize = 100;

/// Operations in one text; evaluation recurses along them.
const OPERATIONS: usize = 1000;

/// Largest degree of a polynomial in `root(...)`.
const DEGREE: usize = 100;

/// Largest size of a value in bits, by the shape of the expression.
const SIZE: u64 = 1 << 22;

/// Largest exponent after `^`.
const EXPONENT: u32 = 256;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    operations: usize,
}

pub(super) fn parse(text: &str) -> Result<Real, NumberError> {
    let mut parser = Parser { text, at: 0, depth: 0, operations: 0 };
    let value = parser.sum()?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.expected("an operator or the end"));
    }
    Ok(value)
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.blanks();
        self.rest().chars().next()
    }

    fn accept(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn require(&mut self, c: char, expected: &'static str) -> Result<(), NumberError> {
        if self.accept(c) { Ok(()) } else { Err(self.expected(expected)) }
    }

    fn expected(&mut self, expected: &'static str) -> NumberError {
        self.blanks();
        let found = match self.rest().chars().next() {
            None => "the end of the text".to_owned(),
            Some(c) if c.is_alphabetic() => {
                format!(
                    "`{}`",
                    self.rest().chars().take_while(|c| c.is_alphanumeric()).take(20).collect::<String>()
                )
            }
            Some(c) => format!("`{c}`"),
        };
        NumberError::Unexpected { at: self.at, expected, found }
    }

    /// Counts an operation; a text with too many is refused.
    fn operation(&mut self) -> Result<(), NumberError> {
        self.operations += 1;
        if self.operations > OPERATIONS { Err(self.expected("a shorter expression")) } else { Ok(()) }
    }

    /// Refuses a value that would need too many bits.
    fn sized(&mut self, bits: u64) -> Result<(), NumberError> {
        if bits > SIZE { Err(self.expected("smaller numbers and powers before this place")) } else { Ok(()) }
    }

    fn sum(&mut self) -> Result<Real, NumberError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.expected("fewer nested brackets and signs"));
        }
        let mut value = self.product()?;
        loop {
            self.operation()?;
            if self.accept('+') {
                value = value.add(&self.product()?);
            } else if self.accept('-') {
                value = value.sub(&self.product()?);
            } else {
                self.depth -= 1;
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Real, NumberError> {
        let mut value = self.signed()?;
        loop {
            self.operation()?;
            self.blanks();
            let at = self.at;
            if self.accept('*') {
                let factor = self.signed()?;
                self.sized(value.size().saturating_add(factor.size()))?;
                value = value.mul(&factor);
            } else if self.accept('/') {
                let divisor = self.signed()?;
                self.sized(value.size().saturating_add(divisor.size()))?;
                value = value.div(&divisor).map_err(|e| at_place(at, e))?;
            } else {
                return Ok(value);
            }
        }
    }

    fn signed(&mut self) -> Result<Real, NumberError> {
        let mut negative = false;
        while self.accept('-') {
            negative = !negative;
        }
        let value = self.power()?;
        Ok(if negative { value.neg() } else { value })
    }

    fn power(&mut self) -> Result<Real, NumberError> {
        let base = self.atom()?;
        if !self.accept('^') {
            return Ok(base);
        }
        self.blanks();
        let at = self.at;
        let exponent = self.digits().and_then(|d| d.parse::<u32>().ok()).filter(|k| *k <= EXPONENT);
        match exponent {
            Some(k) => {
                self.sized(base.size().saturating_mul(u64::from(k)))?;
                Ok(base.pow(k))
            }
            None => {
                self.at = at;
                Err(self.expected("an exponent from 0 to 256"))
            }
        }
    }

    /// A run of digits at the current place.
    fn digits(&mut self) -> Option<String> {
        self.blanks();
        let run: String = self.rest().chars().take_while(char::is_ascii_digit).collect();
        self.at += run.len();
        (!run.is_empty()).then_some(run)
    }

    fn decimal(&mut self) -> Result<Rational, NumberError> {
        self.blanks();
        let start = self.at;
        let length = self.rest().bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
        match parse_decimal(&self.rest()[..length]) {
            Ok(value) => {
                self.at = start + length;
                Ok(value)
            }
            Err(e) => {
                self.at = start + e.at().unwrap_or(0);
                Err(self.expected("a number"))
            }
        }
    }

    fn atom(&mut self) -> Result<Real, NumberError> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let value = self.sum()?;
                self.require(')', "`)`")?;
                Ok(value)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => Ok(Real::from(self.decimal()?)),
            Some(c) if c.is_alphabetic() => self.name(),
            _ => Err(self.expected("a number, `pi`, `e`, `phi`, `sqrt(`, `root(` or `(`")),
        }
    }

    fn name(&mut self) -> Result<Real, NumberError> {
        let at = self.at;
        let name: String = self.rest().chars().take_while(|c| c.is_alphanumeric()).collect();
        match name.as_str() {
            "pi" | "π" => self.at += name.len(),
            "e" => self.at += name.len(),
            "phi" | "φ" => self.at += name.len(),
            "sqrt" | "root" => {
                self.at += name.len();
                self.require('(', "`(`")?;
            }
            _ => return Err(self.expected("a number, `pi`, `e`, `phi`, `sqrt(`, `root(` or `(`")),
        }
        match name.as_str() {
            "pi" | "π" => Ok(Real::pi()),
            "e" => Ok(Real::e()),
            "phi" | "φ" => Ok(Real::from(Quadratic::golden())),
            "sqrt" => {
                let radicand = self.sum()?;
                self.require(')', "`)`")?;
                radicand.sqrt().map_err(|e| at_place(at, e))
            }
            _ => {
                let polynomial = self.polynomial()?;
                self.require(',', "`,` and a decimal near the root")?;
                let negative = self.accept('-');
                let near = self.decimal()?;
                self.require(')', "`)`")?;
                let near = if negative { -near } else { near };
                Real::nearest_root(&polynomial, &near).map_err(|e| at_place(at, e))
            }
        }
    }

    /// A sum of terms c, c z, c z^k in one variable, constant term first in the result.
    fn polynomial(&mut self) -> Result<Vec<Integer>, NumberError> {
        self.blanks();
        let start = self.at;
        let mut coefficients = vec![Integer::ZERO];
        let mut variable = None;
        let mut negative = self.accept('-');
        loop {
            let number = self.digits();
            let mut coefficient = match &number {
                Some(digits) => parse_integer(digits).map_err(|_| self.expected("a coefficient"))?,
                None => Integer::ONE,
            };
            if negative {
                coefficient = -coefficient;
            }
            let times = number.is_some() && self.accept('*');
            let mut power = 0usize;
            match self.peek() {
                Some(c) if c.is_alphabetic() => {
                    if *variable.get_or_insert(c) != c {
                        return Err(self.expected("the same variable as before"));
                    }
                    self.at += c.len_utf8();
                    power = 1;
                    if self.accept('^') {
                        self.blanks();
                        let at = self.at;
                        power = match self.digits().and_then(|d| d.parse().ok()).filter(|k| *k <= DEGREE) {
                            Some(k) => k,
                            None => {
                                self.at = at;
                                return Err(self.expected("an exponent from 0 to 100"));
                            }
                        };
                    }
                }
                _ if number.is_none() || times => return Err(self.expected("a polynomial such as z^3-z-1")),
                _ => {}
            }
            if coefficients.len() <= power {
                coefficients.resize(power + 1, Integer::ZERO);
            }
            coefficients[power] += coefficient;
            if self.accept('+') {
                negative = false;
            } else if self.accept('-') {
                negative = true;
            } else {
                break;
            }
        }
        if coefficients.iter().skip(1).all(|c| *c == 0) {
            self.at = start;
            return Err(self.expected("a polynomial that is not constant"));
        }
        Ok(coefficients)
    }
}

fn at_place(at: usize, cause: NumberError) -> NumberError {
    match cause {
        NumberError::Unexpected { .. } | NumberError::Part { .. } => cause,
        _ => NumberError::Part { at, cause: Box::new(cause) },
    }
}
