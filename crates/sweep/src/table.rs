//! Rows as a table: a column for each name of the grid, for the spec, and for each field of each answer. A row is read and
//! let go before the next one, so that a table takes the memory of its cells and no more.

use crate::plan::Plan;
use serde_json::Value;
use std::collections::HashMap;
use wythoff::parquet::{Cell, Column, Kind};
use wythoff::{Error, parquet};

/// A value of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Words.
    Text(Box<str>),
    /// A list or an object, as JSON.
    Json(Box<str>),
}

impl From<&Value> for Held {
    fn from(value: &Value) -> Held {
        match value {
            Value::Bool(value) => Held::Bool(*value),
            Value::String(text) => Held::Text(text.as_str().into()),
            other => match other.as_i64() {
                Some(number) => Held::Int(number),
                None => Held::Json(other.to_string().into()),
            },
        }
    }
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct TableColumn {
    /// The name of the grid, `spec`, or the question and the field of its answer: `p first=10.count`.
    pub name: String,
    /// The cells, one for each row; nothing where the row has no such field.
    pub cells: Vec<Option<Held>>,
}

impl TableColumn {
    /// What it holds: `bool`, `int`, `json`, or `text` where the cells differ.
    pub fn kind(&self) -> &'static str {
        let all = |test: fn(&Held) -> bool| self.cells.iter().flatten().all(test);
        match () {
            () if all(|cell| matches!(cell, Held::Bool(_))) => "bool",
            () if all(|cell| matches!(cell, Held::Int(_))) => "int",
            () if all(|cell| matches!(cell, Held::Json(_))) => "json",
            () => "text",
        }
    }

    fn column(&self) -> Column<'_> {
        let kind = match self.kind() {
            "bool" => Kind::Bool,
            "int" => Kind::Int64,
            _ => Kind::Text,
        };
        Column::new(&self.name, kind, move |row| match self.cells.get(row).and_then(Option::as_ref) {
            None => Cell::Null,
            Some(Held::Bool(value)) if kind == Kind::Bool => Cell::Bool(*value),
            Some(Held::Int(value)) if kind == Kind::Int64 => Cell::Int(*value),
            Some(Held::Bool(value)) => Cell::Text(value.to_string().into()),
            Some(Held::Int(value)) => Cell::Text(value.to_string().into()),
            Some(Held::Text(text) | Held::Json(text)) => Cell::Text(text.as_ref().into()),
        })
    }
}

/// The rows of a sweep as columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns: the names of the grid, the spec, then fields question by question.
    pub columns: Vec<TableColumn>,
    rows: usize,
}

impl Table {
    /// The table of rows that come in the order of the plan's games, each a line of JSON.
    pub fn new<T: AsRef<str>>(
        plan: &Plan,
        rows: impl IntoIterator<Item = Result<T, Error>>,
    ) -> Result<Table, Error> {
        let names: Vec<String> = plan.grid().names().iter().map(ToString::to_string).collect();
        let questions: Vec<String> = plan.questions().iter().map(ToString::to_string).collect();
        let mut table = Growing::default();
        for (case, row) in plan.grid().cases().iter().zip(rows) {
            let row = row?;
            let row: Value = serde_json::from_str(row.as_ref()).map_err(|error| {
                Error::check(format!("a row is damaged: {error}")).hint("remove the folder and sweep again")
            })?;
            for (index, (name, (_, value))) in names.iter().zip(&case.at).enumerate() {
                let held = value.parse().map_or_else(|_| Held::Text(value.as_str().into()), Held::Int);
                table.put([0, index], name, held);
            }
            for (index, (field, value)) in row.as_object().into_iter().flatten().enumerate() {
                // The spec comes first.
                if field != "answers" && !value.is_null() {
                    table.put([1, if field == "spec" { 0 } else { 1 + index }], field, value.into());
                }
            }
            for (index, question) in questions.iter().enumerate() {
                for (field, value) in row["answers"][question].as_object().into_iter().flatten() {
                    if !value.is_null() {
                        table.put([2, index], &format!("{question}.{field}"), value.into());
                    }
                }
            }
            table.rows += 1;
        }
        Ok(table.finish())
    }

    /// As a Parquet file that keeps the words of the sweep's header beside the columns.
    pub fn parquet(&self, plan: &Plan) -> Result<Vec<u8>, Error> {
        let (mut bytes, header) = (Vec::new(), plan.header().to_string());
        let columns: Vec<Column<'_>> = self.columns.iter().map(TableColumn::column).collect();
        parquet::write(&mut bytes, self.rows, &columns, &[("sweep", &header)])
            .map_err(|error| Error::limit(error.to_string()))?;
        Ok(bytes)
    }
}

/// A table to which rows are still added.
#[derive(Default)]
struct Growing {
    columns: Vec<([usize; 2], TableColumn)>,
    places: HashMap<String, usize>,
    rows: usize,
}

impl Growing {
    /// Puts a cell into the row that is being read; `order` is where a new column belongs.
    fn put(&mut self, order: [usize; 2], name: &str, value: Held) {
        let place = match self.places.get(name) {
            Some(place) => *place,
            None => {
                let column = TableColumn { name: name.to_string(), cells: Vec::new() };
                self.columns.push((order, column));
                self.places.insert(name.to_string(), self.columns.len() - 1);
                self.columns.len() - 1
            }
        };
        let cells = &mut self.columns[place].1.cells;
        // A field that is named twice in a row keeps its first value.
        if cells.len() <= self.rows {
            cells.resize(self.rows, None);
            cells.push(Some(value));
        }
    }

    fn finish(mut self) -> Table {
        self.columns.sort_by_key(|(order, _)| *order);
        let whole = |(_, mut column): (_, TableColumn)| {
            column.cells.resize(self.rows, None);
            column
        };
        Table { columns: self.columns.into_iter().map(whole).collect(), rows: self.rows }
    }
}
