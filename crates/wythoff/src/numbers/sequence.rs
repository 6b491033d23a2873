//! Named sequences: the first terms, or one of any index.

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use crate::json;
use serde::Serialize;
use wythoff_numbers::Budget;
use wythoff_numbers::catalogue;
use wythoff_numbers::int::Integer;
use wythoff_numbers::int::traits::{SignificantBits, UnsignedAbs};

/// A sequence by its name and parameters.
#[derive(Debug)]
pub struct Sequence {
    name: String,
    sequence: catalogue::Sequence,
}

/// The first terms of a sequence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Terms {
    /// The name as it was asked for.
    pub name: String,
    /// The index of the first term.
    pub first_index: u64,
    /// The terms.
    #[serde(serialize_with = "json::integers")]
    pub values: Vec<Integer>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// One term of a sequence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Term {
    /// The name as it was asked for.
    pub name: String,
    /// The index.
    #[serde(serialize_with = "json::one_integer")]
    pub index: Integer,
    /// The term.
    #[serde(serialize_with = "json::one_integer")]
    pub value: Integer,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Bytes that a term takes beside its digits.
const TERM: u64 = 32;

impl Sequence {
    /// A sequence by its name and parameters, such as `beatty(alpha="pi/2")`.
    pub fn parse(name: &str) -> Result<Sequence, Error> {
        Ok(Sequence { name: name.to_string(), sequence: catalogue::sequence(name)? })
    }

    /// The index of its first term.
    pub fn first_index(&self) -> u64 {
        self.sequence.first_index()
    }

    /// One term. One of huge index comes from the theory of its game where the terms are otherwise followed in order.
    pub fn at(&self, index: &Integer, budget: &Budget) -> Result<Term, Error> {
        let (value, seconds) = timed(budget, || self.term(index, budget));
        Ok(Term {
            name: self.name.clone(),
            index: index.clone(),
            value: value?,
            grounds: Grounds::DEFINITION,
            seconds,
        })
    }

    fn term(&self, index: &Integer, budget: &Budget) -> Result<Integer, Error> {
        if !self.sequence.has_formula() && *index >= self.first_index() {
            budget.check()?;
            let far = wythoff_numbers::within(budget, || {
                wythoff_theory::far_term(&self.name, &index.unsigned_abs())
            });
            if let Some(term) =
                far.map_err(|refusal| Error::limit(refusal.to_string()).hint("ask for an earlier term"))?
            {
                return Ok(Integer::from(term));
            }
        }
        Ok(self.sequence.term_within(index, budget)?)
    }

    /// The first terms.
    pub fn first(&self, count: u64, budget: &Budget) -> Result<Terms, Error> {
        let (mut values, mut bytes) = (Vec::new(), 0);
        budget.need("the terms", u128::from(count) * u128::from(TERM))?;
        let hold = &mut |term: Integer| -> Result<(), Error> {
            bytes += TERM + term.significant_bits() / 8;
            budget.allow("the terms", u128::from(bytes))?;
            values.push(term);
            Ok(())
        };
        let (done, seconds) = timed(budget, || self.each(count, budget, hold));
        done?;
        Ok(Terms {
            name: self.name.clone(),
            first_index: self.first_index(),
            values,
            grounds: Grounds::DEFINITION,
            seconds,
        })
    }

    /// Gives the first terms one by one, without holding them; fewer where the sequence ends.
    pub fn each<E: From<Error>>(
        &self,
        count: u64,
        budget: &Budget,
        give: &mut dyn FnMut(Integer) -> Result<(), E>,
    ) -> Result<(), E> {
        for (done, term) in (0..count).zip(self.sequence.terms_within(budget)) {
            give(term.map_err(Error::from)?)?;
            if done.is_multiple_of(1 << 8) {
                budget.step(done, count).map_err(Error::from)?;
            }
        }
        Ok(())
    }
}
