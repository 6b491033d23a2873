//! One JSON object on standard output: the answer of the library as it serialises itself.

use crate::summary::Summary;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes an answer on a line of its own.
pub fn write(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")
}

/// Writes an answer, whose data were taken out, with the summary in their place.
pub fn write_summary(
    out: &mut impl Write,
    answer: &impl Serialize,
    data: &str,
    summary: &Summary,
) -> io::Result<()> {
    let Value::Object(mut object) = serde_json::to_value(answer)? else { return Ok(()) };
    object.shift_remove(data);
    object.insert("count".into(), json!(summary.count));
    object.insert("last".into(), summary.last.clone());
    object.insert("sha256".into(), json!(summary.sha256));
    write(out, &object)
}
