//! The numbers of the papers: sequences, words, arrays and trees, numeration systems.

use crate::event::{Event, Failure};
use crate::request::{NumbersKind, NumbersRequest};
use serde_json::json;
use wythoff::Budget;
use wythoff::numbers::{Array, Named, Sequence, letters, names as names_of, represent};

/// Every name that can be asked for.
pub(crate) fn names() -> Event {
    Event::answer(&json!({
        "sequence": names_of(Named::Sequences).names,
        "word": names_of(Named::Words).names,
        "array": names_of(Named::Arrays).names,
        "system": names_of(Named::Systems).names,
    }))
}

/// What a name stands for.
pub(crate) fn numbers(asked: &NumbersRequest, budget: &Budget) -> Result<Event, Failure> {
    let name = asked.name.trim();
    let about = |error: wythoff::Error| Failure::from(error).about("name");
    Ok(match asked.kind {
        NumbersKind::Sequence => {
            let sequence = Sequence::parse(name).map_err(about)?;
            Event::answer(&sequence.first(asked.count as u64, budget)?)
        }
        NumbersKind::Word => Event::answer(&letters(name, asked.count as u64, budget).map_err(about)?),
        NumbersKind::Array => {
            let array = Array::parse(name).map_err(about)?;
            Event::answer(&array.corner(asked.count, asked.columns, budget)?)
        }
        NumbersKind::System => Event::answer(&represent(name, &asked.number, budget)?),
    })
}
