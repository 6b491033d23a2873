//! A drawing as pixels. It is drawn in bands of rows, so that 20,000 x 20,000 pixels need little memory; edges are
//! softened by sixteen samples a pixel, all in whole numbers.

use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::go_on;
use crate::font;
use crate::map::{self, MOST_PIXELS};
use crate::scene::{Anchor, Mark, Point, Scene, Shape, Text, UNIT};
use std::io::Write;

/// Rows of a band.
const BAND: i64 = 128;

/// Positions within a pixel.
const FINE: i64 = 64;

/// Samples of a pixel along a side.
const SAMPLES: i64 = 4;

/// Pixels for a length of the drawing: `pixels` to `length` thousandths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub pixels: i64,
    pub length: i64,
}

impl Scale {
    /// Whole pixels, rounded.
    fn whole(self, value: i64) -> i64 {
        let scaled = 2 * value * self.pixels + self.length;
        scaled.div_euclid(2 * self.length)
    }

    /// Pixels in 64ths.
    fn fine(self, value: i64) -> i64 {
        (value * self.pixels * FINE).div_euclid(self.length)
    }
}

/// The drawing as PNG, red, green and blue.
pub(crate) fn png(scene: &Scene<'_>, scale: Scale) -> Result<Vec<u8>, PlotError> {
    let (width, height) = (scale.whole(scene.width).max(1), scale.whole(scene.height).max(1));
    // The frame around the largest map still fits.
    let most = MOST_PIXELS * 3;
    let longest = width.max(height) as u64;
    if longest > most {
        return Err(PlotError::TooLarge { asked: longest, what: "pixels", most });
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let _ = encoder.add_itxt_chunk("Title".to_string(), scene.title.clone());
    let _ = encoder.add_itxt_chunk("Description".to_string(), scene.description.clone());
    let mut header = encoder.write_header().map_err(map::encoder_error)?;
    {
        let mut stream = header.stream_writer().map_err(map::encoder_error)?;
        let mut top = 0;
        while top < height {
            let rows = BAND.min(height - top);
            let mut canvas =
                Canvas { width, top, rows, scale, pixels: vec![255; (width * rows * 3) as usize] };
            for shape in &scene.shapes {
                go_on(scene.watch)?;
                canvas.draw(shape)?;
            }
            stream.write_all(&canvas.pixels).map_err(|error| PlotError::Encoder(error.to_string()))?;
            top += rows;
        }
        stream.finish().map_err(map::encoder_error)?;
    }
    header.finish().map_err(map::encoder_error)?;
    Ok(out)
}

/// A band of rows.
struct Canvas {
    width: i64,
    top: i64,
    rows: i64,
    scale: Scale,
    pixels: Vec<u8>,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape<'_>) -> Result<(), PlotError> {
        let scale = self.scale;
        match shape {
            Shape::Rect { at, size, fill } => {
                // By the corners, so that neighbours leave no gap.
                let (x, y) = (scale.whole(at.0), scale.whole(at.1));
                let (right, below) = (scale.whole(at.0 + size.0), scale.whole(at.1 + size.1));
                self.rect(x, y, (right - x).max(1), (below - y).max(1), *fill);
            }
            Shape::Frame { at, size, width, colour } => {
                // Around the inside, which keeps its cells whole.
                let stroke = scale.whole(*width).max(1);
                let (x, y) = (scale.whole(at.0), scale.whole(at.1));
                let (w, h) = (scale.whole(size.0), scale.whole(size.1));
                self.rect(x - stroke, y - stroke, w + 2 * stroke, stroke, *colour);
                self.rect(x - stroke, y + h, w + 2 * stroke, stroke, *colour);
                self.rect(x - stroke, y, stroke, h, *colour);
                self.rect(x + w, y, stroke, h, *colour);
            }
            Shape::Line { from, to, width, colour, dashed } => {
                let stroke = scale.fine(*width).max(FINE);
                let [a, b] = [from, to].map(|p| (scale.fine(p.0), scale.fine(p.1)));
                if *dashed {
                    for (a, b) in dashes(a, b, scale.fine(5 * UNIT), scale.fine(3 * UNIT)) {
                        self.stroke(a, b, stroke, *colour);
                    }
                } else {
                    self.stroke(a, b, stroke, *colour);
                }
            }
            Shape::Text(text) => self.text(text),
            Shape::Marks { mark, centres, side, colour } => {
                for centre in centres {
                    self.mark(*mark, *centre, *side, *colour);
                }
            }
            Shape::Image { at, size, cells, palette, down } => {
                let (x, y) = (scale.whole(at.0), scale.whole(at.1));
                let (w, h) = (scale.whole(size.0), scale.whole(size.1));
                let (columns, rows) = (cells.columns() as i64, cells.rows() as i64);
                let (mut line, mut painted) = (map::line(*cells)?, -1);
                for pixel in y.max(self.top)..(y + h).min(self.top + self.rows) {
                    let drawn = (pixel - y) * rows / h.max(1);
                    let row = if *down { drawn } else { rows - 1 - drawn };
                    if row != painted {
                        cells.paint(row as u64, &mut line);
                        painted = row;
                    }
                    for across in 0..w.min(self.width - x) {
                        let class = usize::from(line[(across * columns / w) as usize]);
                        let colour = palette.get(class).copied().unwrap_or(Rgb::WHITE);
                        self.set(x + across, pixel, colour);
                    }
                }
            }
        }
        Ok(())
    }

    fn set(&mut self, x: i64, y: i64, colour: Rgb) {
        let y = y - self.top;
        if (0..self.width).contains(&x) && (0..self.rows).contains(&y) {
            let at = ((y * self.width + x) * 3) as usize;
            self.pixels[at..at + 3].copy_from_slice(&[colour.0, colour.1, colour.2]);
        }
    }

    /// Covers a pixel by `part` of sixteen.
    fn cover(&mut self, x: i64, y: i64, colour: Rgb, part: u32) {
        let row = y - self.top;
        if part > 0 && (0..self.width).contains(&x) && (0..self.rows).contains(&row) {
            let at = ((row * self.width + x) * 3) as usize;
            let under = Rgb(self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]);
            self.set(x, y, under.towards(colour, part, (SAMPLES * SAMPLES) as u32));
        }
    }

    fn rect(&mut self, x: i64, y: i64, w: i64, h: i64, colour: Rgb) {
        for row in y.max(self.top)..(y + h).min(self.top + self.rows) {
            for column in x.max(0)..(x + w).min(self.width) {
                self.set(column, row, colour);
            }
        }
    }

    /// Colours the samples of a mask.
    fn blend(&mut self, mask: &Mask, colour: Rgb) {
        for (row, line) in mask.samples.chunks(mask.width.max(1) as usize).enumerate() {
            for (column, samples) in line.iter().enumerate() {
                self.cover(mask.left + column as i64, mask.top + row as i64, colour, samples.count_ones());
            }
        }
    }

    fn stroke(&mut self, a: Point, b: Point, width: i64, colour: Rgb) {
        let reach = width / 2 + FINE;
        let mut mask = self
            .mask((a.0.min(b.0) - reach, a.1.min(b.1) - reach), (a.0.max(b.0) + reach, a.1.max(b.1) + reach));
        mask.stroke(a, b, width);
        self.blend(&mask, colour);
    }

    /// An empty mask for a rectangle, as far as it lies in this band.
    fn mask(&self, low: Point, high: Point) -> Mask {
        let (left, right) = (low.0.div_euclid(FINE).max(0), (high.0.div_euclid(FINE) + 1).min(self.width));
        let (top, below) =
            (low.1.div_euclid(FINE).max(self.top), (high.1.div_euclid(FINE) + 1).min(self.top + self.rows));
        let (width, rows) = ((right - left).max(0), (below - top).max(0));
        Mask { left, top, width, rows, samples: vec![0; (width * rows) as usize] }
    }

    fn mark(&mut self, mark: Mark, centre: Point, side: i64, colour: Rgb) {
        let scale = self.scale;
        let (x, y, side) = (scale.fine(centre.0), scale.fine(centre.1), scale.fine(side).max(FINE));
        if (y + side).div_euclid(FINE) < self.top || (y - side).div_euclid(FINE) >= self.top + self.rows {
            return;
        }
        match mark {
            Mark::Square => {
                // Whole pixels: a mark of one pixel is one pixel.
                let whole = (side + FINE / 2) / FINE;
                let (left, up) = (
                    (x - whole * FINE / 2 + FINE / 2).div_euclid(FINE),
                    (y - whole * FINE / 2 + FINE / 2).div_euclid(FINE),
                );
                self.rect(left, up, whole, whole, colour);
            }
            Mark::Disc => self.stroke((x, y), (x, y), side, colour),
            Mark::Ring => {
                let (outer, thick) = (side / 2, (scale.fine(UNIT)).max(FINE));
                let inner = (outer - thick).max(0);
                let within = |p: Point| {
                    let square = (p.0 - x).pow(2) + (p.1 - y).pow(2);
                    square <= outer * outer && square >= inner * inner
                };
                for row in (y - side).div_euclid(FINE)..=(y + side).div_euclid(FINE) {
                    for column in (x - side).div_euclid(FINE)..=(x + side).div_euclid(FINE) {
                        let part = samples(column, row, within);
                        self.cover(column, row, colour, part.count_ones());
                    }
                }
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let scale = self.scale;
        let width = font::width(&text.text, text.size);
        let start = match text.anchor {
            Anchor::Start => text.at.0,
            Anchor::Middle => text.at.0 - width / 2,
            Anchor::End => text.at.0 - width,
        };
        let (em, base) = (scale.fine(text.size), scale.fine(text.at.1));
        let (above, below) = ((base - em).div_euclid(FINE), (base + em).div_euclid(FINE));
        if below < self.top || above >= self.top + self.rows {
            return;
        }
        let mut mask =
            self.mask((scale.fine(start) - em, base - em), (scale.fine(start + width) + em, base + em));
        // A fine stroke for small letters would fade.
        let stroke = (em * if text.bold { 5 } else { 3 } / font::EM).max(FINE);
        let unit = font::EM * font::FINE;
        let mut pen = 0;
        for c in text.text.chars() {
            let glyph = font::glyph(c);
            let left = scale.fine(start) + (pen + 3) * em / font::EM;
            for line in &glyph.strokes {
                let place = |p: &Point| (left + p.0 * em / unit, base - p.1 * em / unit);
                if let [dot] = line.as_slice() {
                    mask.stroke(place(dot), place(dot), stroke);
                }
                for pair in line.windows(2) {
                    mask.stroke(place(&pair[0]), place(&pair[1]), stroke);
                }
            }
            pen += glyph.advance;
        }
        self.blend(&mask, text.colour);
    }
}

/// Which samples of the pixels of a rectangle are covered, sixteen bits a pixel: what overlaps counts once.
struct Mask {
    left: i64,
    top: i64,
    width: i64,
    rows: i64,
    samples: Vec<u16>,
}

impl Mask {
    /// All points nearer to a segment than half the width; everything in 64ths of a pixel.
    fn stroke(&mut self, a: Point, b: Point, width: i64) {
        let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let reach = width / 2 + FINE;
        let first = (a.1 - reach).div_euclid(FINE).max(self.top);
        let last = (b.1 + reach).div_euclid(FINE).min(self.top + self.rows - 1);
        for row in first..=last {
            // The part of the segment that this row can see.
            let (low, high) = (row * FINE - reach, (row + 1) * FINE + reach);
            let at =
                |y: i64| (a.1 < b.1).then(|| a.0 + (b.0 - a.0) * (y.clamp(a.1, b.1) - a.1) / (b.1 - a.1));
            let (from, to) = (at(low).unwrap_or(a.0), at(high).unwrap_or(b.0));
            let left = (from.min(to) - reach).div_euclid(FINE).max(self.left);
            let right = (from.max(to) + reach).div_euclid(FINE).min(self.left + self.width - 1);
            for column in left..=right {
                let at = (row - self.top) * self.width + column - self.left;
                self.samples[at as usize] |= samples(column, row, |p| is_near(p, a, b, width));
            }
        }
    }
}

/// The samples of a pixel that are within, a bit each.
fn samples(column: i64, row: i64, within: impl Fn(Point) -> bool) -> u16 {
    let step = FINE / SAMPLES;
    let mut bits = 0;
    for j in 0..SAMPLES {
        for i in 0..SAMPLES {
            let at = (column * FINE + i * step + step / 2, row * FINE + j * step + step / 2);
            bits = bits << 1 | u16::from(within(at));
        }
    }
    bits
}

fn is_near(p: Point, a: Point, b: Point, width: i64) -> bool {
    let square = |x: i64, y: i64| i128::from(x).pow(2) + i128::from(y).pow(2);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = i128::from(p.0 - a.0) * i128::from(dx) + i128::from(p.1 - a.1) * i128::from(dy);
    let length = square(dx, dy);
    let reach = i128::from(width).pow(2);
    if along <= 0 {
        4 * square(p.0 - a.0, p.1 - a.1) <= reach
    } else if along >= length {
        4 * square(p.0 - b.0, p.1 - b.1) <= reach
    } else {
        let across = i128::from(p.0 - a.0) * i128::from(dy) - i128::from(p.1 - a.1) * i128::from(dx);
        4 * across.pow(2) <= reach * length
    }
}

/// The dashes of a line.
fn dashes(a: Point, b: Point, on: i64, off: i64) -> Vec<(Point, Point)> {
    let length = ((b.0 - a.0).pow(2) + (b.1 - a.1).pow(2)).isqrt().max(1);
    let (on, step) = (on.max(1), (on + off).max(2));
    let at = |t: i64| (a.0 + (b.0 - a.0) * t / length, a.1 + (b.1 - a.1) * t / length);
    (0..=length / step).map(|i| (at(i * step), at((i * step + on).min(length)))).collect()
}
