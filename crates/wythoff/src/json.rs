//! Numbers and positions as scripts rely on them: exact integers, decimal strings above 2^53.

use crate::digits::Digits;
use malachite::{Integer, Natural};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::{Map, Value, json};
use wythoff_catalog::special::Pile;

const EXACT: u64 = 1 << 53;

/// A number, or a decimal string where a reader would lose digits.
pub(crate) fn number(n: u64) -> Value {
    if n <= EXACT { json!(n) } else { json!(n.to_string()) }
}

/// The same as text, and a byte after it.
#[inline]
pub(crate) fn digits(text: &mut Digits, n: u64, then: u8) {
    if n <= EXACT {
        text.number(n, then);
    } else {
        text.text(b"\"");
        text.number(n, b'"');
        text.text(&[then]);
    }
}

/// The same for integers of any size.
pub(crate) fn natural(n: &Natural) -> Value {
    u64::try_from(n).map_or_else(|_| json!(n.to_string()), number)
}

/// A natural number as [`natural`] writes it, without a tree of JSON values.
pub(crate) fn one_natural<S: Serializer>(n: &Natural, to: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(n) {
        Ok(small) if small <= EXACT => to.serialize_u64(small),
        _ => to.serialize_str(&n.to_string()),
    }
}

pub(crate) fn integer(n: &Integer) -> Value {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() <= EXACT => json!(small),
        _ => json!(n.to_string()),
    }
}

/// An integer as [`integer`] writes it, without a tree of JSON values.
pub(crate) fn one_integer<S: Serializer>(n: &Integer, to: S) -> Result<S::Ok, S::Error> {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() <= EXACT => to.serialize_i64(small),
        _ => to.serialize_str(&n.to_string()),
    }
}

/// Integers of any size.
pub(crate) fn integers<S: Serializer>(list: &[Integer], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(list.iter().map(Whole))
}

/// An integer of any size.
pub(crate) struct Whole<'a>(pub(crate) &'a Integer);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        one_integer(self.0, to)
    }
}

/// A position.
pub(crate) fn position(position: &[u64]) -> Value {
    Value::Array(position.iter().map(|x| number(*x)).collect())
}

/// A position of a game in Rust: rationals are strings.
pub(crate) fn special_position(position: &[Pile]) -> Value {
    Value::Array(position.iter().map(|p| p.whole().map_or_else(|| json!(p.to_string()), natural)).collect())
}

/// Writes a number of a large table as [`number`] does, without a tree of JSON values.
struct Exact(u64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 <= EXACT { to.serialize_u64(self.0) } else { to.serialize_str(&self.0.to_string()) }
    }
}

/// A row of numbers.
pub(crate) struct Row<'a>(pub(crate) &'a [u64]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|n| Exact(*n)))
    }
}

/// Values in row-major order as arrays in arrays.
pub(crate) struct Nested<'a> {
    /// The values.
    pub(crate) values: &'a [u32],
    /// The sides of the box.
    pub(crate) sides: &'a [u64],
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let [_, sides @ ..] = self.sides else { return to.serialize_none() };
        if sides.is_empty() {
            return to.collect_seq(self.values);
        }
        let width = sides.iter().product::<u64>() as usize;
        let mut rows = to.serialize_seq(None)?;
        for values in self.values.chunks(width.max(1)) {
            rows.serialize_element(&Nested { values, sides })?;
        }
        rows.end()
    }
}

/// A parameter's value.
pub(crate) fn parameter(value: &wythoff_rules::Value) -> Value {
    match value {
        wythoff_rules::Value::Integer(n) => integer(n),
        wythoff_rules::Value::List(items) => Value::Array(items.iter().map(integer).collect()),
        wythoff_rules::Value::Vectors(vectors) => Value::Array(vectors.iter().map(|v| position(v)).collect()),
        text => json!(text.to_string()),
    }
}

/// An object of JSON, in the order in which its members are given.
pub(crate) type Object = Map<String, Value>;
