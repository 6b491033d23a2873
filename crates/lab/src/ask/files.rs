//! What is taken away: pictures and data.

use crate::event::{Event, Failure};
use crate::request::{ExportRequest, PictureFormat, PictureOf, What};
use crate::tile;
use wythoff::{Bfile, Budget, Data, Format, PictureRequest, Range};

/// A picture.
pub(crate) fn picture(asked: &PictureOf, budget: &Budget) -> Result<Event, Failure> {
    let game = asked.of.game(budget)?;
    let other = asked.with.as_deref().map(|text| asked.of.beside(text, budget)).transpose()?;
    let request = PictureRequest {
        kind: asked.kind,
        below: asked.below,
        slopes: asked.slopes.clone(),
        bare: asked.bare,
        slice: tile::slice(&game, &asked.slice)?,
    };
    let drawn = game.picture(&request, other.as_ref(), budget)?;
    Ok(match asked.format {
        PictureFormat::Svg => Event::Bytes("image/svg+xml", drawn.svg(budget)?.into_bytes()),
        PictureFormat::Png => Event::Bytes("image/png", drawn.png(asked.pixels, budget)?),
    })
}

/// Piles of an export where nothing is said.
const USUAL: u64 = 100;

/// Data for other tools.
pub(crate) fn export(asked: &ExportRequest, budget: &Budget) -> Result<Event, Failure> {
    let game = asked.of.game(budget)?;
    let below = asked.below.unwrap_or(USUAL);
    let bfile = Bfile { pile: asked.pile.unwrap_or(1), ..Bfile::default() };
    let mut bytes = Vec::new();
    let slice = asked
        .slice
        .as_deref()
        .filter(|text| !text.is_empty())
        .map(|text| tile::slice(&game, text))
        .transpose()?;
    if slice.is_some() && asked.format == Format::Table {
        return Err(
            Failure::input("a table that is checked is of a whole box, not of a slice").about("slice")
        );
    }
    let written = match asked.what {
        What::P => {
            let (found, whole) = match (&slice, asked.first) {
                (Some(slice), _) => (game.p_slice(below, slice, budget)?, None),
                (None, Some(count)) => (game.p(Range::First(count), 0, None, budget)?, None),
                (None, None) => (game.p(Range::Below(below), 0, None, budget)?, Some(below)),
            };
            whole_or_stopped(found.partial, budget)?;
            game.export(Data::Positions(&found, whole), asked.format, &bfile, &mut bytes, budget)
        }
        What::Grundy => {
            let found = match &slice {
                Some(slice) => game.grundy_slice([below, below], slice, budget)?,
                None => game.grundy_table(&[below], budget)?,
            };
            whole_or_stopped(found.partial, budget)?;
            game.export(Data::Values(&found), asked.format, &bfile, &mut bytes, budget)
        }
    };
    written?;
    let kind = match asked.format {
        Format::Csv => "text/csv; charset=utf-8",
        Format::Json => "application/json",
        Format::Npy | Format::Parquet => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    Ok(Event::Bytes(kind, bytes))
}

/// A file holds all that was asked for, or there is none.
fn whole_or_stopped(partial: bool, budget: &Budget) -> Result<(), Failure> {
    match partial {
        true => Ok(budget.check().map_err(wythoff::Error::from)?),
        false => Ok(()),
    }
}
