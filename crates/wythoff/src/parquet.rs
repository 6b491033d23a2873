//! Apache Parquet: tables of columns that data frames read.
//!
//! The small part of the format that numbers and words need, written here: one page for each column of a row group, not
//! compressed; integers as bit-packed differences (which makes rising sequences smaller than general compression would),
//! words as they are. The `parquet` crate would bring thirty others and most of a minute of compiling for the same bytes.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

/// Rows of a row group.
const GROUP: usize = 1 << 20;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Signed integers of 64 bits.
    Int64,
    /// Unsigned integers of 32 bits.
    UInt32,
    /// True or false.
    Bool,
    /// Words.
    Text,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// There is none.
    Null,
    /// An integer; of a column of 32 bits its low 32 bits.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// Words.
    Text(Cow<'a, str>),
}

/// A column: its name, what it holds, and its value in each row.
pub struct Column<'a> {
    name: String,
    kind: Kind,
    values: Values<'a>,
}

/// Adds the integers of a range of rows to a list.
type Fill<'a> = Box<dyn Fn(Range<usize>, &mut Vec<i64>) + 'a>;

/// Where the values of a column come from.
enum Values<'a> {
    /// One by one.
    Cells(Box<dyn Fn(usize) -> Cell<'a> + 'a>),
    /// Integers in every row, many at a time.
    Integers(Fill<'a>),
}

impl<'a> Column<'a> {
    /// The column of these values. A value that is not of the column's kind is none.
    pub fn new(name: &str, kind: Kind, at: impl Fn(usize) -> Cell<'a> + 'a) -> Column<'a> {
        Column { name: name.to_string(), kind, values: Values::Cells(Box::new(at)) }
    }

    /// The column of integers, one in every row, that `fill` adds to a list for a range of rows: for long tables.
    pub fn integers(name: &str, kind: Kind, fill: impl Fn(Range<usize>, &mut Vec<i64>) + 'a) -> Column<'a> {
        Column { name: name.to_string(), kind, values: Values::Integers(Box::new(fill)) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it holds.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its value in a row.
    pub fn cell(&self, row: usize) -> Cell<'a> {
        match &self.values {
            Values::Cells(at) => at(row),
            Values::Integers(fill) => {
                let mut one = Vec::new();
                fill(row..row + 1, &mut one);
                one.first().map_or(Cell::Null, |value| Cell::Int(*value))
            }
        }
    }
}

/// Writes a table of so many rows; `words` are kept beside it under their names.
///
/// ```
/// use wythoff::parquet::{Cell, Column, Kind, write};
/// let squares = Column::new("square", Kind::Int64, |row| Cell::Int((row * row) as i64));
/// let mut bytes = Vec::new();
/// write(&mut bytes, 10, &[squares], &[])?;
/// assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(
    out: &mut dyn Write,
    rows: usize,
    columns: &[Column<'_>],
    words: &[(&str, &str)],
) -> io::Result<()> {
    out.write_all(b"PAR1")?;
    let (mut offset, mut groups) = (4u64, Vec::new());
    let mut from = 0;
    while from < rows {
        let to = rows.min(from.saturating_add(GROUP));
        let mut chunks = Vec::new();
        for column in columns {
            let page = page(column, from..to)?;
            out.write_all(&page)?;
            chunks.push((offset, page.len() as u64));
            offset += page.len() as u64;
        }
        groups.push((to - from, chunks));
        from = to;
    }
    let footer = footer(rows, columns, &groups, words);
    out.write_all(&footer)?;
    let length = u32::try_from(footer.len()).map_err(|_| too_large())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(b"PAR1")
}

fn too_large() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "a page of Parquet holds at most 2 GiB")
}

impl Kind {
    /// The number of the physical type.
    fn physical(self) -> i64 {
        match self {
            Kind::Bool => 0,
            Kind::UInt32 => 1,
            Kind::Int64 => 2,
            Kind::Text => 6,
        }
    }

    /// The number of what the physical type stands for, where it is not itself.
    fn converted(self) -> Option<i64> {
        match self {
            Kind::Text => Some(0),
            Kind::UInt32 => Some(13),
            Kind::Bool | Kind::Int64 => None,
        }
    }

    /// The number of the encoding: packed differences, or plain.
    fn encoding(self) -> i64 {
        match self {
            Kind::Int64 | Kind::UInt32 => 5,
            Kind::Bool | Kind::Text => 0,
        }
    }
}

/// The encoding of the levels that say where a value is.
const RLE: i64 = 3;

/// One page: its header, where there are values, and the values.
fn page(column: &Column<'_>, rows: Range<usize>) -> io::Result<Vec<u8>> {
    let count = rows.len();
    let (mut levels, mut body) = (Levels::default(), Vec::new());
    let mut integers: Vec<i64> = Vec::new();
    let (mut bits, mut held) = (0u8, 0u32);
    let one_by_one = match &column.values {
        Values::Cells(_) => rows,
        Values::Integers(fill) => {
            fill(rows, &mut integers);
            levels.push_run(integers.len());
            0..0
        }
    };
    for row in one_by_one {
        let there = match (column.kind, column.cell(row)) {
            (Kind::Int64 | Kind::UInt32, Cell::Int(value)) => {
                integers.push(value);
                true
            }
            (Kind::Bool, Cell::Bool(value)) => {
                bits |= u8::from(value) << held;
                held += 1;
                if held == 8 {
                    body.push(bits);
                    (bits, held) = (0, 0);
                }
                true
            }
            (Kind::Text, Cell::Text(text)) => {
                let length = u32::try_from(text.len()).map_err(|_| too_large())?;
                body.extend_from_slice(&length.to_le_bytes());
                body.extend_from_slice(text.as_bytes());
                true
            }
            _ => false,
        };
        levels.push(there);
    }
    if held > 0 {
        body.push(bits);
    }
    match column.kind {
        Kind::Int64 => differences(&integers, &mut body, u64::MAX, |a, b| a.wrapping_sub(b)),
        Kind::UInt32 => {
            // The same bits with a sign, and differences that wrap around at 32 of them.
            integers.iter_mut().for_each(|value| *value = i64::from(*value as u32 as i32));
            let minus = |a: i64, b: i64| i64::from((a as i32).wrapping_sub(b as i32));
            differences(&integers, &mut body, u64::from(u32::MAX), minus);
        }
        Kind::Bool | Kind::Text => {}
    }
    let levels = levels.finish();
    let size = i32::try_from(4 + levels.len() + body.len()).map_err(|_| too_large())?;
    let mut header = Thrift::default();
    header.int(1, I32, 0);
    header.int(2, I32, i64::from(size));
    header.int(3, I32, i64::from(size));
    header.open(5);
    header.int(1, I32, count as i64);
    header.int(2, I32, column.kind.encoding());
    header.int(3, I32, RLE);
    header.int(4, I32, RLE);
    header.close();
    header.close();
    let mut page = header.bytes;
    page.extend_from_slice(&(levels.len() as u32).to_le_bytes());
    page.extend_from_slice(&levels);
    page.extend_from_slice(&body);
    Ok(page)
}

/// Whether there is a value in each row, as runs.
#[derive(Default)]
struct Levels {
    bytes: Vec<u8>,
    run: u64,
    there: bool,
}

impl Levels {
    fn push(&mut self, there: bool) {
        if self.run > 0 && there != self.there {
            self.flush();
        }
        self.there = there;
        self.run += 1;
    }

    /// So many values that are there.
    fn push_run(&mut self, count: usize) {
        if count > 0 {
            self.push(true);
            self.run += count as u64 - 1;
        }
    }

    fn flush(&mut self) {
        if self.run > 0 {
            varint(&mut self.bytes, self.run << 1);
            self.bytes.push(u8::from(self.there));
        }
        self.run = 0;
    }

    fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.bytes
    }
}

/// Values of a block, and of its parts, of packed differences.
const BLOCK: usize = 128;
const PART: usize = 32;

/// Integers as differences, each part of a block in as many bits as its largest needs; `mask` has the bits of an integer.
fn differences(values: &[i64], out: &mut Vec<u8>, mask: u64, minus: impl Fn(i64, i64) -> i64) {
    varint(out, BLOCK as u64);
    varint(out, (BLOCK / PART) as u64);
    varint(out, values.len() as u64);
    zigzag(out, values.first().copied().unwrap_or(0));
    let mut steps = [0i64; BLOCK];
    let mut last = values.first().copied().unwrap_or(0);
    for block in values.get(1..).unwrap_or_default().chunks(BLOCK) {
        let steps = &mut steps[..block.len()];
        for (step, value) in steps.iter_mut().zip(block) {
            (*step, last) = (minus(*value, last), *value);
        }
        let least = steps.iter().copied().min().unwrap_or(0);
        zigzag(out, least);
        let mut above = [0u64; BLOCK];
        above.iter_mut().zip(&*steps).for_each(|(above, step)| *above = minus(*step, least) as u64 & mask);
        let (parts, _) = above.as_chunks::<PART>();
        let widths: [u32; BLOCK / PART] =
            std::array::from_fn(|part| 64 - parts[part].iter().fold(0, |all, x| all | x).leading_zeros());
        widths.iter().for_each(|width| out.push(*width as u8));
        // A part that begins behind the last value has no bytes.
        for (part, width) in parts.iter().zip(widths).take(block.len().div_ceil(PART)) {
            let (mut bits, mut held) = (0u128, 0);
            for value in part {
                bits |= u128::from(*value) << held;
                held += width;
                if held >= 64 {
                    out.extend_from_slice(&(bits as u64).to_le_bytes());
                    bits >>= 64;
                    held -= 64;
                }
            }
            out.extend_from_slice(&(bits as u64).to_le_bytes()[..held as usize / 8]);
        }
    }
}

fn footer(
    rows: usize,
    columns: &[Column<'_>],
    groups: &[(usize, Vec<(u64, u64)>)],
    words: &[(&str, &str)],
) -> Vec<u8> {
    let mut meta = Thrift::default();
    meta.int(1, I32, 1);
    meta.list(2, STRUCT, columns.len() + 1);
    meta.element(|root| {
        root.text(4, "schema");
        root.int(5, I32, columns.len() as i64);
    });
    for column in columns {
        meta.element(|leaf| {
            leaf.int(1, I32, column.kind.physical());
            leaf.int(3, I32, 1);
            leaf.text(4, &column.name);
            if let Some(converted) = column.kind.converted() {
                leaf.int(6, I32, converted);
            }
        });
    }
    meta.int(3, I64, rows as i64);
    meta.list(4, STRUCT, groups.len());
    for (count, chunks) in groups {
        meta.element(|group| {
            group.list(1, STRUCT, chunks.len());
            for ((offset, size), column) in chunks.iter().zip(columns) {
                group.element(|chunk| {
                    chunk.int(2, I64, *offset as i64);
                    chunk.open(3);
                    chunk.int(1, I32, column.kind.physical());
                    chunk.list(2, I32, 2);
                    chunk.raw(column.kind.encoding());
                    chunk.raw(RLE);
                    chunk.list(3, BINARY, 1);
                    chunk.raw_text(&column.name);
                    chunk.int(4, I32, 0);
                    chunk.int(5, I64, *count as i64);
                    chunk.int(6, I64, *size as i64);
                    chunk.int(7, I64, *size as i64);
                    chunk.int(9, I64, *offset as i64);
                    chunk.close();
                });
            }
            group.int(2, I64, chunks.iter().map(|(_, size)| *size as i64).sum());
            group.int(3, I64, *count as i64);
        });
    }
    if !words.is_empty() {
        meta.list(5, STRUCT, words.len());
        for (name, value) in words {
            meta.element(|pair| {
                pair.text(1, name);
                pair.text(2, value);
            });
        }
    }
    meta.text(6, concat!("wythoff version ", env!("CARGO_PKG_VERSION")));
    meta.close();
    meta.bytes
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Thrift's compact protocol: fields by their number, as far as they grow by less than 16.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: u8,
    outer: Vec<u8>,
}

impl Thrift {
    fn field(&mut self, number: u8, kind: u8) {
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }

    fn int(&mut self, number: u8, kind: u8, value: i64) {
        self.field(number, kind);
        self.raw(value);
    }

    fn text(&mut self, number: u8, text: &str) {
        self.field(number, BINARY);
        self.raw_text(text);
    }

    fn raw(&mut self, value: i64) {
        zigzag(&mut self.bytes, value);
    }

    fn raw_text(&mut self, text: &str) {
        varint(&mut self.bytes, text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn list(&mut self, number: u8, kind: u8, count: usize) {
        self.field(number, LIST);
        match u8::try_from(count) {
            Ok(few) if few < 15 => self.bytes.push(few << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, count as u64);
            }
        }
    }

    fn open(&mut self, number: u8) {
        self.field(number, STRUCT);
        self.outer.push(self.last);
        self.last = 0;
    }

    fn close(&mut self) {
        self.bytes.push(0);
        self.last = self.outer.pop().unwrap_or(0);
    }

    /// A structure in a list.
    fn element(&mut self, fill: impl FnOnce(&mut Thrift)) {
        self.outer.push(self.last);
        self.last = 0;
        fill(self);
        self.close();
    }
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(out: &mut Vec<u8>, value: i64) {
    varint(out, (value << 1 ^ value >> 63) as u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads packed differences, as the format describes them.
    fn read(bytes: &[u8]) -> Vec<i64> {
        let mut at = 0;
        let varint = |at: &mut usize| {
            let (mut value, mut shift) = (0u64, 0);
            loop {
                let byte = bytes[*at];
                *at += 1;
                value |= u64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    return value;
                }
            }
        };
        let signed = |value: u64| (value >> 1) as i64 ^ -((value & 1) as i64);
        let (block, parts) = (varint(&mut at) as usize, varint(&mut at) as usize);
        let count = varint(&mut at) as usize;
        let mut values = vec![signed(varint(&mut at))];
        while values.len() < count {
            let least = signed(varint(&mut at));
            let widths = bytes[at..at + parts].to_vec();
            at += parts;
            for width in widths.into_iter().map(usize::from) {
                let part = &bytes[at..];
                for index in 0..block / parts {
                    if values.len() == count {
                        break;
                    }
                    let bit =
                        |k: usize| u64::from(part[(index * width + k) / 8] >> ((index * width + k) % 8) & 1);
                    let above = (0..width).fold(0, |value, k| value | bit(k) << k);
                    let last = values[values.len() - 1];
                    values.push(last.wrapping_add(least).wrapping_add(above as i64));
                }
                if values.len() < count {
                    at += block / parts * width / 8;
                }
            }
        }
        values.truncate(count);
        values
    }

    #[test]
    fn packed_differences_are_read_back() {
        let mut long: Vec<i64> = (0..1000).map(|n| n * 1618 / 1000).collect();
        long.extend([i64::MAX, i64::MIN, 0, -1, 5]);
        for values in [vec![], vec![7], vec![3, 3, 3], long] {
            let mut bytes = Vec::new();
            differences(&values, &mut bytes, u64::MAX, |a, b| a.wrapping_sub(b));
            assert_eq!(read(&bytes), values);
        }
    }

    #[test]
    fn rising_sequences_are_small() {
        let values: Vec<i64> = (0..100_000).map(|n| n * 2618 / 1000).collect();
        let mut bytes = Vec::new();
        differences(&values, &mut bytes, u64::MAX, |a, b| a.wrapping_sub(b));
        assert!(bytes.len() < 20_000, "{}", bytes.len());
    }
}
