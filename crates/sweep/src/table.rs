//! Rows as a table: a column for each name of the grid, for the spec, and for each field of each answer.

use crate::plan::Plan;
use serde_json::Value;
use wythoff::parquet::{Cell, Column, Kind};
use wythoff::{Error, parquet as format};

/// The columns of rows, which are in the order of the plan's games.
pub fn columns<'a>(plan: &'a Plan, rows: &'a [Value]) -> Vec<Column<'a>> {
    let cases = plan.grid().cases();
    let mut columns = Vec::new();
    for (index, name) in plan.grid().names().into_iter().enumerate() {
        let value = move |row: usize| {
            cases.get(row).and_then(|case| case.at.get(index)).map(|(_, value)| value.as_str())
        };
        let whole = |row: usize| value(row).and_then(|text| text.parse::<i64>().ok());
        columns.push(if (0..cases.len()).all(|row| whole(row).is_some()) {
            Column::new(name, Kind::Int64, move |row| {
                value(row).and_then(|text| text.parse().ok()).map_or(Cell::Null, Cell::Int)
            })
        } else {
            Column::new(name, Kind::Text, move |row| {
                value(row).map_or(Cell::Null, |text| Cell::Text(text.into()))
            })
        });
    }
    let mut fields: Vec<(String, Vec<String>)> = Vec::new();
    let mut field = |path: &[&str]| {
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        let name = path.iter().filter(|part| *part != "answers").cloned().collect::<Vec<_>>().join(".");
        if !fields.iter().any(|(known, _)| *known == name) {
            fields.push((name, path));
        }
    };
    field(&["spec"]);
    for row in rows {
        row.as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| *name != "answers")
            .for_each(|(name, _)| field(&[name]));
    }
    for question in plan.questions() {
        let question = question.to_string();
        for row in rows {
            let answer = row["answers"][&question].as_object();
            answer.into_iter().flatten().for_each(|(name, _)| field(&["answers", &question, name]));
        }
    }
    for (name, path) in fields {
        let values: Vec<Option<&Value>> = rows
            .iter()
            .map(|row| {
                path.iter().try_fold(row, |value, part| value.get(part)).filter(|value| !value.is_null())
            })
            .collect();
        let all = |test: fn(&Value) -> bool| values.iter().flatten().all(|value| test(value));
        let kind = match () {
            () if all(Value::is_boolean) => Kind::Bool,
            () if all(Value::is_i64) => Kind::Int64,
            () => Kind::Text,
        };
        columns.push(Column::new(&name, kind, move |row| match values.get(row).copied().flatten() {
            None => Cell::Null,
            Some(value) => match (kind, value) {
                (Kind::Bool, _) => value.as_bool().map_or(Cell::Null, Cell::Bool),
                (Kind::Int64, _) => value.as_i64().map_or(Cell::Null, Cell::Int),
                (_, Value::String(text)) => Cell::Text(text.as_str().into()),
                (_, other) => Cell::Text(other.to_string().into()),
            },
        }));
    }
    columns
}

/// The rows of a plan as a Parquet file; `rows` are lines of JSON in the order of its games.
pub fn parquet(plan: &Plan, rows: &[String]) -> Result<Vec<u8>, Error> {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            serde_json::from_str(row).map_err(|error| {
                Error::check(format!("a row is damaged: {error}")).hint("remove the folder and sweep again")
            })
        })
        .collect::<Result<_, _>>()?;
    let mut bytes = Vec::new();
    format::write(&mut bytes, rows.len(), &columns(plan, &rows), &[("sweep", &plan.header().to_string())])
        .map_err(|error| Error::limit(error.to_string()))?;
    Ok(bytes)
}
