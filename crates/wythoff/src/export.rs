//! Data in the formats that other tools read, written to whatever takes bytes.

use crate::error::Error;
use crate::game::Game;
use crate::grundy::GrundyValues;
use crate::p::PPositions;
use crate::parquet::{self as columns, Cell, Column, Kind};
use crate::{latex, oeis, table};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

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

/// Why data were not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The format does not hold these data.
    #[error(transparent)]
    Refused(#[from] Error),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Game {
    /// Writes data of this game in a format.
    ///
    /// ```
    /// use wythoff::{Budget, Data, Format, Game, Range};
    /// let game = Game::parse("wythoff")?;
    /// let found = game.p(Range::Below(8), 0, None, &Budget::default())?;
    /// let mut bytes = Vec::new();
    /// game.export(Data::Positions(&found, Some(8)), Format::Csv, &Default::default(), &mut bytes)?;
    /// assert_eq!(bytes, b"x,y\n0,0\n1,2\n3,5\n4,7\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(
        &self,
        data: Data<'_>,
        format: Format,
        bfile: &Bfile,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        match format {
            Format::Csv => Ok(csv(out, self, data)?),
            Format::Json => json(out, data),
            Format::Bfile => write_bfile(out, data, bfile),
            Format::Npy => npy(out, data),
            Format::Parquet => Ok(parquet(out, self, data)?),
            Format::Latex => Ok(out.write_all(latex::table(self, data).as_bytes())?),
            Format::Oeis => Ok(out.write_all(oeis::draft(self, data, bfile)?.as_bytes())?),
            Format::Table => {
                let rules = self.rules_for("the checker reads rules")?;
                match data {
                    Data::Positions(found, Some(bound)) => table::p_set(rules, bound, &found.positions, out),
                    Data::Positions(_, None) => {
                        let error = Error::input("a P-set is checked on a whole box");
                        Err(error.advise(crate::Advice::Below).into())
                    }
                    Data::Values(found) => table::grundy(rules, found, out),
                }
            }
        }
    }
}

/// A line of numbers joined by commas, made in one buffer.
struct Line {
    bytes: Vec<u8>,
    digits: itoa::Buffer,
}

impl Line {
    fn new() -> Line {
        Line { bytes: Vec::new(), digits: itoa::Buffer::new() }
    }

    fn push(&mut self, number: impl itoa::Integer) {
        if !self.bytes.is_empty() {
            self.bytes.push(b',');
        }
        self.bytes.extend_from_slice(self.digits.format(number).as_bytes());
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.bytes.push(b'\n');
        out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}

fn csv(out: &mut dyn Write, game: &Game, data: Data<'_>) -> io::Result<()> {
    let (names, mut line) = (game.coordinate_names(), Line::new());
    match data {
        Data::Positions(found, _) => {
            writeln!(out, "{}", names.join(","))?;
            for position in found.positions.iter() {
                position.iter().for_each(|pile| line.push(*pile));
                line.end(out)?;
            }
        }
        Data::Values(found) => {
            writeln!(out, "{},value", names.join(","))?;
            let mut at = vec![0u64; found.sides.len()];
            for value in &found.values {
                at.iter().for_each(|pile| line.push(*pile));
                line.push(*value);
                line.end(out)?;
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
    Ok(())
}

fn json(out: &mut dyn Write, data: Data<'_>) -> Result<(), ExportError> {
    match data {
        Data::Positions(found, _) => serde_json::to_writer(&mut *out, found),
        Data::Values(found) => serde_json::to_writer(&mut *out, found),
    }
    .map_err(io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// A b-file by the rules of the OEIS: consecutive indices, a space, a value, a line feed, nothing else.
fn write_bfile(out: &mut dyn Write, data: Data<'_>, bfile: &Bfile) -> Result<(), ExportError> {
    let mut digits = (itoa::Buffer::new(), itoa::Buffer::new());
    for (index, value) in (bfile.offset..).zip(terms(data, bfile)?) {
        out.write_all(digits.0.format(index).as_bytes())?;
        out.write_all(b" ")?;
        out.write_all(digits.1.format(value).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The one sequence that an entry of the OEIS holds: one pile of the P-positions, the values of one pile, or a table of
/// two piles read by antidiagonals.
pub(crate) fn terms(data: Data<'_>, bfile: &Bfile) -> Result<Vec<u64>, ExportError> {
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
                Err(error.hint("export P-positions, or another format").into())
            }
        },
    }
}

/// A column for each coordinate, and for Grundy values one more.
fn parquet(out: &mut dyn Write, game: &Game, data: Data<'_>) -> Result<(), ExportError> {
    let names = game.coordinate_names();
    let header = |header: &crate::Header| serde_json::to_string(header).map_err(io::Error::from);
    match data {
        Data::Positions(found, _) => {
            let (flat, width) = (found.positions.flat(), found.positions.width());
            if flat.iter().any(|pile| i64::try_from(*pile).is_err()) {
                return Err(Error::limit("a number does not fit 63 bits").hint("export CSV instead").into());
            }
            let pile = |index: usize| move |row: usize| Cell::Int(flat[row * width + index] as i64);
            let piles = names.iter().enumerate().take(width);
            let table: Vec<Column<'_>> =
                piles.map(|(i, name)| Column::new(name, Kind::Int64, pile(i))).collect();
            Ok(columns::write(out, found.positions.len(), &table, &[("wythoff", &header(&found.header)?)])?)
        }
        Data::Values(found) => {
            let sides = &found.sides;
            let mut table = Vec::new();
            for (index, name) in names.iter().enumerate().take(sides.len()) {
                let below: u64 = sides[index + 1..].iter().product::<u64>().max(1);
                let side = sides[index].max(1);
                table.push(Column::new(name, Kind::Int64, move |row| {
                    Cell::Int((row as u64 / below % side) as i64)
                }));
            }
            let value = |row: usize| Cell::Int(i64::from(found.values[row]));
            table.push(Column::new("value", Kind::UInt32, value));
            Ok(columns::write(out, found.values.len(), &table, &[("wythoff", &header(&found.header)?)])?)
        }
    }
}

/// Bytes before the header of a `.npy` file: the magic word, the version and the header's length.
const NPY_PREFIX: usize = 10;

/// Numbers that are written at a time.
const PIECE: usize = 8192;

/// NumPy's format 1.0: a magic word, a header of a multiple of 64 bytes, and 64-bit integers, little-endian.
fn npy(out: &mut dyn Write, data: Data<'_>) -> Result<(), ExportError> {
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
