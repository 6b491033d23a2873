//! JSON as scripts rely on it: exact integers, decimal strings above 2^53.

use malachite::{Integer, Natural};
use serde_json::{Map, Value, json};
use wythoff_catalog::Resolved;
use wythoff_catalog::special::Pile;

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

/// The start of every answer: the game and its parameters.
pub fn header(game: &Resolved) -> Map<String, Value> {
    let mut object = Map::new();
    let name = match game {
        Resolved::Rules(rules, None) if rules.name().is_empty() => rules.game().to_string(),
        other => other.name(),
    };
    object.insert("game".into(), json!(name));
    let mut params = Map::new();
    for (name, value) in game.values() {
        let value = match value {
            wythoff_rules::Value::Integer(n) => integer(&n),
            wythoff_rules::Value::List(items) => Value::Array(items.iter().map(integer).collect()),
            wythoff_rules::Value::Vectors(vectors) => {
                Value::Array(vectors.iter().map(|v| position(v)).collect())
            }
            text => json!(text.to_string()),
        };
        params.insert(name, value);
    }
    object.insert("params".into(), Value::Object(params));
    if let Resolved::Rules(rules, _) = game {
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
