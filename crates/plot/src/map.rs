//! A map of cells as PNG, a pixel a cell: indexed colours, with as few bits a pixel as there are colours.

use crate::cells::Cells;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Watch, go_on};
use std::io::Write;

/// Most pixels along a side of a picture.
pub const MOST_PIXELS: u64 = 20_000;

/// An empty row for a map; refuses maps that are too large.
pub(crate) fn line(cells: &dyn Cells) -> Result<Vec<u8>, PlotError> {
    let longest = cells.columns().max(cells.rows());
    if cells.columns().min(cells.rows()) == 0 {
        return Err(PlotError::Empty("the board has no cells"));
    }
    if longest > MOST_PIXELS {
        return Err(PlotError::TooLarge { asked: longest, what: "cells", most: MOST_PIXELS });
    }
    Ok(vec![0; cells.columns() as usize])
}

/// The map as PNG; row 0 is the lowest, or the highest where `down`.
pub(crate) fn png(
    cells: &dyn Cells,
    palette: &[Rgb],
    down: bool,
    watch: Watch<'_>,
) -> Result<Vec<u8>, PlotError> {
    let mut line = line(cells)?;
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, cells.columns() as u32, cells.rows() as u32);
    let (depth, bits) = match palette.len() {
        0..=2 => (png::BitDepth::One, 1),
        3..=4 => (png::BitDepth::Two, 2),
        5..=16 => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    };
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect::<Vec<u8>>());
    encoder.set_compression(png::Compression::Balanced);
    let mut header = encoder.write_header().map_err(encoder_error)?;
    {
        let mut stream = header.stream_writer().map_err(encoder_error)?;
        let mut packed = vec![0u8; (line.len() * bits).div_ceil(8)];
        for drawn in 0..cells.rows() {
            go_on(watch)?;
            cells.paint(if down { drawn } else { cells.rows() - 1 - drawn }, &mut line);
            pack(&line, bits, &mut packed);
            stream.write_all(&packed).map_err(|error| PlotError::Encoder(error.to_string()))?;
        }
        stream.finish().map_err(encoder_error)?;
    }
    header.finish().map_err(encoder_error)?;
    Ok(out)
}

pub(crate) fn encoder_error(error: png::EncodingError) -> PlotError {
    PlotError::Encoder(error.to_string())
}

/// Several pixels a byte, the first in the highest bits, as PNG has them.
fn pack(line: &[u8], bits: usize, packed: &mut [u8]) {
    if bits == 8 {
        packed.copy_from_slice(line);
        return;
    }
    let per = 8 / bits;
    for (byte, pixels) in packed.iter_mut().zip(line.chunks(per)) {
        *byte = pixels.iter().enumerate().fold(0, |byte, (i, pixel)| byte | pixel << (8 - bits * (i + 1)));
    }
}
