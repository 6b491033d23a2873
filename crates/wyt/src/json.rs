//! JSON as scripts rely on it: exact integers, decimal strings above 2^53.

use malachite::{Integer, Natural};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value, json};
use wythoff_catalog::special::Pile;
use wythoff_catalog::{Resolved, View};

const EXACT: u64 = 1 << 53;

/// A number, or a decimal string where a reader would lose digits.
pub fn number(n: u64) -> Value {
    if n <= EXACT { json!(n) } else { json!(n.to_string()) }
}

/// The same for integers of any size.
pub fn natural(n: &Natural) -> Value {
    u64::try_from(n).map_or_else(|_| json!(n.to_string()), number)
}

fn integer(n: &Integer) -> Value {
    match i64::try_from(n) {
        Ok(small) if small.unsigned_abs() <= EXACT => json!(small),
        _ => json!(n.to_string()),
    }
}

/// A position.
pub fn position(position: &[u64]) -> Value {
    Value::Array(position.iter().map(|x| number(*x)).collect())
}

/// A position with piles of any size.
pub fn huge_position(position: &[Natural]) -> Value {
    Value::Array(position.iter().map(natural).collect())
}

/// A position of a game in Rust: rationals are strings.
pub fn special_position(position: &[Pile]) -> Value {
    Value::Array(position.iter().map(|p| p.whole().map_or_else(|| json!(p.to_string()), natural)).collect())
}

/// An answer with much data in it, written as it is: the data is never a tree of JSON values, which would take many
/// times its room.
pub struct Answer<'a, T> {
    /// What comes before the data.
    pub head: &'a Map<String, Value>,
    /// The name of the data, and the data.
    pub data: Option<(&'static str, T)>,
    /// What comes after it.
    pub tail: &'a Map<String, Value>,
}

impl<T: Serialize> Serialize for Answer<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        for (key, value) in self.head {
            object.serialize_entry(key, value)?;
        }
        if let Some((key, data)) = &self.data {
            object.serialize_entry(key, data)?;
        }
        for (key, value) in self.tail {
            object.serialize_entry(key, value)?;
        }
        object.end()
    }
}

/// Writes an answer on a line of its own.
pub fn write(out: &mut impl std::io::Write, answer: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}

/// Positions, one array each.
pub struct Positions<'a>(pub &'a [Vec<u64>]);

impl Serialize for Positions<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|p| position(p)))
    }
}

/// Values in row-major order as arrays in arrays.
pub struct Nested<'a> {
    /// The values.
    pub values: &'a [u32],
    /// The sides of the box.
    pub sides: &'a [u64],
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

/// The game's name; rules without one as they are written.
fn name(game: &Resolved) -> String {
    match game.view() {
        View::Rules(rules) if rules.name().is_empty() => rules.game().to_string(),
        View::Sum(terms) => {
            terms.iter().map(|term| name(term).trim().to_string()).collect::<Vec<_>>().join(" + ")
        }
        _ => game.name(),
    }
}

/// The start of every answer: the game and its parameters.
pub fn header(game: &Resolved) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("game".into(), json!(name(game)));
    let mut params = Map::new();
    for (name, value) in game.values() {
        let value = match value {
            wythoff_rules::Value::Integer(n) => integer(n),
            wythoff_rules::Value::List(items) => Value::Array(items.iter().map(integer).collect()),
            wythoff_rules::Value::Vectors(vectors) => {
                Value::Array(vectors.iter().map(|v| position(v)).collect())
            }
            text => json!(text.to_string()),
        };
        params.insert(name.clone(), value);
    }
    object.insert("params".into(), Value::Object(params));
    if let Some(special) = game.special()
        && let Some(conventions) = special.conventions()
    {
        if conventions.block > 1 {
            object.insert("block".into(), json!({"k": number(conventions.block), "families": "all"}));
        }
        if !conventions.terminals.is_empty() {
            let terminals = conventions.terminals.iter().map(|p| special_position(p)).collect();
            object.insert("terminals".into(), Value::Array(terminals));
        }
        if conventions.pass {
            object.insert("pass".into(), json!(true));
        }
    }
    if let Some(rules) = game.rules() {
        let convention = rules.convention();
        if let Some(block) = &convention.block {
            let families = rules.families().iter().zip(&block.families);
            let labels: Vec<&str> =
                families.filter(|(_, in_it)| **in_it).map(|(f, _)| f.label.as_str()).collect();
            let all = labels.len() == block.families.len();
            let families = if all { json!("all") } else { json!(labels) };
            object.insert("block".into(), json!({"k": number(block.k), "families": families}));
        }
        if !convention.terminals.is_empty() {
            let terminals = convention.terminals.iter().map(|p| position(p)).collect();
            object.insert("terminals".into(), Value::Array(terminals));
        }
        if convention.pass {
            object.insert("pass".into(), json!(true));
        }
    }
    object
}
