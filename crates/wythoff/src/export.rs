//! Data in the formats that other tools read, written to whatever takes bytes.

use crate::digits::Digits;
use crate::error::Error;
use crate::game::Game;
use crate::grundy::GrundyValues;
use crate::p::PPositions;
use crate::parquet::{self as columns, Column, Kind};
use crate::{latex, oeis, table};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::ops::Range;
use wythoff_numbers::{Budget, Stop};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Numbers separated by commas, with a header line.
    Csv,
    /// The answer as it serialises itself.
    Json,
    /// An OEIS b-file: an index and a value a line.
    Bfile,
    /// A NumPy array of 64-bit integers.
    Npy,
    /// A table that the independent checker reads.
    Table,
    /// Apache Parquet, for data frames: a column for each pile, and for the value.
    Parquet,
    /// A table for a paper.
    Latex,
    /// The draft of an entry of the OEIS.
    Oeis,
}

/// What is written.
#[derive(Clone, Copy)]
pub enum Data<'a> {
    /// P-positions; `below` is the bound of the whole box that they fill, where they do.
    Positions(&'a PPositions, Option<u64>),
    /// Grundy values.
    Values(&'a GrundyValues),
}

/// How a b-file is made of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bfile {
    /// Which pile's sequence, counted from 1.
    pub pile: usize,
    /// The index of the first term.
    pub offset: i64,
}

impl Default for Bfile {
    /// The first pile, from index 0.
    fn default() -> Bfile {
        Bfile { pile: 1, offset: 0 }
    }
}

impl Game {
    /// Writes data of this game in a format, within a budget: what is written when it is over is only a part.
    ///
    /// ```
    /// use wythoff::{Budget, Data, Format, Game, Range};
    /// let game = Game::parse("wythoff")?;
    /// let found = game.p(Range::Below(8), 0, None, &Budget::default())?;
    /// let mut bytes = Vec::new();
    /// let data = Data::Positions(&found, Some(8));
    /// game.export(data, Format::Csv, &Default::default(), &mut bytes, &Budget::default())?;
    /// assert_eq!(bytes, b"x,y\n0,0\n1,2\n3,5\n4,7\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(
        &self,
        data: Data<'_>,
        format: Format,
        bfile: &Bfile,
        out: &mut dyn Write,
        budget: &Budget,
    ) -> Result<(), Error> {
        let mut within = Within { out, budget, stopped: None };
        let written = self.export_to(data, format, bfile, &mut within);
        match within.stopped {
            Some(stop) => Err(Error::from(stop)),
            None => written,
        }
    }

    fn export_to(
        &self,
        data: Data<'_>,
        format: Format,
        bfile: &Bfile,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        match format {
            Format::Csv => Ok(csv(out, self, data)?),
            Format::Json => json(out, data),
            Format::Bfile => write_bfile(out, data, bfile),
            Format::Npy => npy(out, data),
            Format::Parquet => Ok(parquet(out, self, data)?),
            Format::Latex => Ok(latex::table(self, data, out)?),
            Format::Oeis => Ok(out.write_all(oeis::draft(self, data, bfile)?.as_bytes())?),
            Format::Table => {
                let rules = self.rules_for("the checker reads rules")?;
                match data {
                    Data::Positions(found, Some(bound)) => table::p_set(rules, bound, &found.positions, out),
                    Data::Positions(_, None) => {
                        let error = Error::input("a P-set is checked on a whole box");
                        Err(error.advise(crate::Advice::Below))
                    }
                    Data::Values(found) => table::grundy(rules, found, out),
                }
            }
        }
    }
}

/// Whoever takes bytes, as long as the budget lasts.
struct Within<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    stopped: Option<Stop>,
}

impl Write for Within<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.budget.check() {
            Ok(()) => self.out.write(bytes),
            Err(stop) => {
                let error = io::Error::other(stop.to_string());
                self.stopped = Some(stop);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Text on its way, handed on in pieces.
pub(crate) struct Piped<'a> {
    pub text: Digits,
    out: &'a mut dyn Write,
}

/// Bytes of text that are handed on at a time.
const TEXT: usize = 1 << 16;

impl<'a> Piped<'a> {
    pub fn new(out: &'a mut dyn Write) -> Piped<'a> {
        Piped { text: Digits::default(), out }
    }

    /// Between two rows.
    #[inline]
    pub fn rest(&mut self) -> io::Result<()> {
        if self.text.len() >= TEXT { self.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}

fn csv(out: &mut dyn Write, game: &Game, data: Data<'_>) -> io::Result<()> {
    let (names, mut piped) = (game.coordinate_names(), Piped::new(out));
    match data {
        Data::Positions(found, _) => {
            piped.text.text(names.join(",").as_bytes());
            piped.text.text(b"\n");
            for position in found.positions.iter() {
                piped.text.row(position.iter().copied());
                piped.rest()?;
            }
        }
        Data::Values(found) => {
            // Of a slice the first two piles have columns.
            piped.text.text(names[..found.sides.len().min(names.len())].join(",").as_bytes());
            piped.text.text(b",value\n");
            let columns = found.sides.last().copied().unwrap_or(1).max(1) as usize;
            let mut at = vec![0u64; found.sides.len().saturating_sub(1)];
            for row in found.values.chunks(columns) {
                // The piles before the last are the same all along the row.
                let mut first = Digits::default();
                at.iter().for_each(|pile| first.number(*pile, b','));
                for (column, value) in row.iter().enumerate() {
                    piped.text.text(first.as_bytes());
                    if !found.sides.is_empty() {
                        piped.text.number(column as u64, b',');
                    }
                    piped.text.number(u64::from(*value), b'\n');
                    piped.rest()?;
                }
                for (x, side) in at.iter_mut().zip(&found.sides).rev() {
                    *x += 1;
                    if *x < *side {
                        break;
                    }
                    *x = 0;
                }
            }
        }
    }
    piped.flush()
}

fn json(out: &mut dyn Write, data: Data<'_>) -> Result<(), Error> {
    match data {
        Data::Positions(found, _) => found.write_json(out)?,
        Data::Values(found) => found.write_json(out)?,
    };
    Ok(())
}

impl PPositions {
    /// Writes the answer as it serialises itself, on a line, at the speed of the disk.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (before, after) = split(&self.clone_frame(), "\"positions\":[]")?;
        out.write_all(before.as_bytes())?;
        let mut piped = Piped::new(out);
        piped.text.text(b"\"positions\":[");
        for (index, position) in self.positions.iter().enumerate() {
            piped.text.text(if index == 0 { b"[" } else { b",[" });
            array(&mut piped.text, position.iter().copied());
            piped.rest()?;
        }
        piped.text.text(b"]");
        piped.text.text(after.as_bytes());
        piped.text.text(b"\n");
        piped.flush()
    }
}

impl GrundyValues {
    /// Writes the answer as it serialises itself, on a line, at the speed of the disk.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let (before, after) = split(&self.clone_frame(), "\"values\":[]")?;
        out.write_all(before.as_bytes())?;
        let mut piped = Piped::new(out);
        piped.text.text(b"\"values\":");
        nested(&mut piped, &self.sides, &self.values)?;
        piped.text.text(after.as_bytes());
        piped.text.text(b"\n");
        piped.flush()
    }
}

/// What is before and after the data of an answer without data.
fn split(frame: &impl Serialize, empty: &str) -> io::Result<(String, String)> {
    let text = serde_json::to_string(frame)?;
    // Quotes in a string are escaped, so this is the field.
    let (before, after) = text.split_once(empty).unwrap_or((&text, ""));
    Ok((before.to_string(), after.to_string()))
}

/// The numbers of an array and its end.
fn array(text: &mut Digits, numbers: impl Iterator<Item = u64>) {
    let mut empty = true;
    for number in numbers {
        empty = false;
        crate::json::digits(text, number, b',');
    }
    if !empty {
        text.pop();
    }
    text.text(b"]");
}

fn nested(piped: &mut Piped<'_>, sides: &[u64], values: &[u32]) -> io::Result<()> {
    piped.text.text(b"[");
    match sides {
        [] | [_] => {
            array(&mut piped.text, values.iter().map(|value| u64::from(*value)));
            piped.rest()
        }
        [side, rest @ ..] => {
            let below = values.len() / (*side as usize).max(1);
            for (index, part) in values.chunks(below.max(1)).enumerate() {
                if index > 0 {
                    piped.text.text(b",");
                }
                nested(piped, rest, part)?;
            }
            piped.text.text(b"]");
            Ok(())
        }
    }
}

/// A b-file by the rules of the OEIS: consecutive indices, a space, a value, a line feed, nothing else.
fn write_bfile(out: &mut dyn Write, data: Data<'_>, bfile: &Bfile) -> Result<(), Error> {
    let mut piped = Piped::new(out);
    for (index, value) in (bfile.offset..).zip(terms(data, bfile)?) {
        if index < 0 {
            piped.text.text(b"-");
        }
        piped.text.number(index.unsigned_abs(), b' ');
        piped.text.number(value, b'\n');
        piped.rest()?;
    }
    Ok(piped.flush()?)
}

/// The one sequence that an entry of the OEIS holds: one pile of the P-positions, the values of one pile, or a table of
/// two piles read by antidiagonals. Its indices fit 64 bits.
pub(crate) fn terms(data: Data<'_>, bfile: &Bfile) -> Result<Vec<u64>, Error> {
    let terms = sequence(data, bfile)?;
    match bfile.offset.checked_add_unsigned(terms.len() as u64) {
        Some(_) => Ok(terms),
        None => {
            let error = Error::input(format!("offset {}: the indices do not fit 64 bits", bfile.offset));
            Err(error.hint("the offset of a sequence is usually 0 or 1"))
        }
    }
}

fn sequence(data: Data<'_>, bfile: &Bfile) -> Result<Vec<u64>, Error> {
    match data {
        Data::Positions(found, _) => {
            let width = found.positions.width();
            let pile = bfile.pile.checked_sub(1).filter(|pile| *pile < width).ok_or_else(|| {
                Error::input(format!("there is no pile {}", bfile.pile))
                    .hint(format!("the game has piles 1 to {width}"))
            })?;
            Ok(found.positions.iter().map(|position| position[pile]).collect())
        }
        Data::Values(found) => match found.sides[..] {
            [_] => Ok(found.values.iter().map(|value| u64::from(*value)).collect()),
            [rows, columns] => {
                let (side, columns) = (rows.min(columns) as usize, columns as usize);
                let cells = (0..side).flat_map(|sum| (0..=sum).map(move |x| x * columns + sum - x));
                Ok(cells.map(|cell| u64::from(found.values[cell])).collect())
            }
            _ => {
                let error = Error::input("an entry holds one sequence: tables of one or two piles");
                Err(error.hint("export P-positions, or another format"))
            }
        },
    }
}

/// A column for each coordinate, and for Grundy values one more.
fn parquet(out: &mut dyn Write, game: &Game, data: Data<'_>) -> Result<(), Error> {
    let names = game.coordinate_names();
    let header = |header: &crate::Header| serde_json::to_string(header).map_err(io::Error::from);
    match data {
        Data::Positions(found, _) => {
            let (flat, width) = (found.positions.flat(), found.positions.width());
            if flat.iter().any(|pile| i64::try_from(*pile).is_err()) {
                return Err(Error::limit("a number does not fit 63 bits").hint("export CSV instead"));
            }
            let pile = |index: usize| {
                move |rows: Range<usize>, to: &mut Vec<i64>| {
                    let rows = &flat[rows.start * width..rows.end * width];
                    to.extend(rows.chunks_exact(width).map(|position| position[index] as i64));
                }
            };
            let piles = names.iter().enumerate().take(width);
            let table: Vec<Column<'_>> =
                piles.map(|(i, name)| Column::integers(name, Kind::Int64, pile(i))).collect();
            Ok(columns::write(out, found.positions.len(), &table, &[("wythoff", &header(&found.header)?)])?)
        }
        Data::Values(found) => {
            let sides = &found.sides;
            let mut table = Vec::new();
            for (index, name) in names.iter().enumerate().take(sides.len()) {
                let below: u64 = sides[index + 1..].iter().product::<u64>().max(1);
                let side = sides[index].max(1);
                table.push(Column::integers(name, Kind::Int64, move |rows, to| {
                    let mut row = rows.start as u64;
                    if below == 1 {
                        let start = (row % side) as i64;
                        to.extend((start..side as i64).chain((0..side as i64).cycle()).take(rows.len()));
                        return;
                    }
                    // The same number in `below` rows, then the next.
                    while row < rows.end as u64 {
                        let end = (row / below + 1).saturating_mul(below).min(rows.end as u64);
                        to.resize(to.len() + (end - row) as usize, (row / below % side) as i64);
                        row = end;
                    }
                }));
            }
            let value = |rows: Range<usize>, to: &mut Vec<i64>| {
                to.extend(found.values[rows].iter().map(|value| i64::from(*value)));
            };
            table.push(Column::integers("value", Kind::UInt32, value));
            Ok(columns::write(out, found.values.len(), &table, &[("wythoff", &header(&found.header)?)])?)
        }
    }
}

/// Bytes before the header of a `.npy` file: the magic word, the version and the header's length.
const NPY_PREFIX: usize = 10;

/// Numbers that are written at a time.
const PIECE: usize = 8192;

/// NumPy's format 1.0: a magic word, a header of a multiple of 64 bytes, and 64-bit integers, little-endian.
fn npy(out: &mut dyn Write, data: Data<'_>) -> Result<(), Error> {
    let shape = match data {
        Data::Positions(found, _) => vec![found.positions.len() as u64, found.positions.width() as u64],
        Data::Values(found) => found.sides.clone(),
    };
    let sides: String = shape.iter().map(|side| format!("{side}, ")).collect();
    let header = format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({sides}), }}");
    let length = (NPY_PREFIX + header.len() + 1).next_multiple_of(64) - NPY_PREFIX;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(length as u16).to_le_bytes())?;
    writeln!(out, "{header:width$}", width = length - 1)?;
    let mut bytes = Vec::with_capacity(PIECE * 8);
    match data {
        Data::Positions(found, _) => {
            for piece in found.positions.flat().chunks(PIECE) {
                bytes.clear();
                for value in piece {
                    let value = i64::try_from(*value).map_err(|_| {
                        Error::limit("a number does not fit 63 bits").hint("export CSV instead")
                    })?;
                    bytes.extend_from_slice(&value.to_le_bytes());
                }
                out.write_all(&bytes)?;
            }
        }
        Data::Values(found) => {
            for piece in found.values.chunks(PIECE) {
                bytes.clear();
                piece.iter().for_each(|value| bytes.extend_from_slice(&i64::from(*value).to_le_bytes()));
                out.write_all(&bytes)?;
            }
        }
    }
    Ok(())
}
