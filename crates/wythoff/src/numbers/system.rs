//! Representations in numeration systems: digits of a number, the number of digits, shifts.

use super::natural;
use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use serde::ser::{Serialize, SerializeMap, Serializer};
use wythoff_numbers::Budget;
use wythoff_numbers::catalogue::{self, System};
use wythoff_numbers::numeration::Digits;

/// What a representation was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepresentationKind {
    /// The digits of a number.
    Digits,
    /// The number that digits stand for.
    Value,
    /// The number of zeros at the end.
    TrailingZeros,
}

/// A number in a numeration system.
#[derive(Clone, Debug, PartialEq)]
pub struct Representation {
    /// The system as it was asked for.
    pub system: String,
    /// What the text is.
    pub kind: RepresentationKind,
    /// The digits, the most significant first, or a number.
    pub text: String,
    /// What it rests on.
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

impl Serialize for Representation {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let key = match self.kind {
            RepresentationKind::Digits => "digits",
            RepresentationKind::Value => "value",
            RepresentationKind::TrailingZeros => "trailing_zeros",
        };
        let mut object = to.serialize_map(Some(3))?;
        object.serialize_entry("system", &self.system)?;
        object.serialize_entry(key, &self.text)?;
        self.grounds.entries(&mut object)?;
        object.serialize_entry("seconds", &self.seconds)?;
        object.end()
    }
}

fn answer(
    system: &str,
    kind: RepresentationKind,
    budget: &Budget,
    compute: impl FnOnce(&System) -> Result<String, Error>,
) -> Result<Representation, Error> {
    let found = catalogue::system(system)?;
    let (text, seconds) = timed(budget, || compute(&found));
    Ok(Representation {
        system: system.to_string(),
        kind,
        text: text?,
        grounds: Grounds::DEFINITION,
        seconds,
    })
}

/// The digits of a number.
pub fn represent(system: &str, n: &str, budget: &Budget) -> Result<Representation, Error> {
    let written = |system: &System| Ok(system.represent_within(&natural(n)?, budget)?);
    answer(system, RepresentationKind::Digits, budget, written)
}

/// The number that digits stand for.
pub fn represented(system: &str, digits: &str, budget: &Budget) -> Result<Representation, Error> {
    let value = |system: &System| Ok(system.value_within(digits.trim(), budget)?.to_string());
    answer(system, RepresentationKind::Value, budget, value)
}

/// Places by which digits are shifted at most.
const FARTHEST_SHIFT: i64 = 1 << 24;

/// The number that the digits of n stand for when they are shifted to the left, or to the right if `places` is negative.
pub fn shifted(system: &str, n: &str, places: i64, budget: &Budget) -> Result<Representation, Error> {
    if places > FARTHEST_SHIFT {
        return Err(Error::limit(format!("digits are shifted by at most {FARTHEST_SHIFT} places"))
            .hint("shift by fewer places, several times if need be"));
    }
    let distance = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
    answer(system, RepresentationKind::Value, budget, |found| {
        let digits = digits(system, found, n, budget)?;
        let moved = if places < 0 { digits.shifted_right(distance) } else { digits.shifted_left(distance) };
        Ok(found.value_within(&moved.to_string(), budget)?.to_string())
    })
}

/// The number of zeros at the end of the digits of n.
pub fn trailing_zeros(system: &str, n: &str, budget: &Budget) -> Result<Representation, Error> {
    let zeros = |found: &System| Ok(digits(system, found, n, budget)?.trailing_zeros().to_string());
    answer(system, RepresentationKind::TrailingZeros, budget, zeros)
}

fn digits(name: &str, system: &System, n: &str, budget: &Budget) -> Result<Digits, Error> {
    system.digits(&natural(n)?, budget)?.ok_or_else(|| {
        Error::input(format!("the digits of `{name}` cannot be shifted: its basis has three elements"))
            .hint("shift in a system whose basis grows without end, such as zeckendorf")
    })
}
