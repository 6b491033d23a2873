//! A drawing before it is SVG or pixels: shapes in thousandths of a unit, the origin at the upper left. Whole numbers
//! only, so that the same picture has the same bytes everywhere.

use crate::cells::Cells;
use crate::colour::Rgb;
use crate::figure::Watch;

/// A unit of a drawing (a pixel of SVG), in the numbers that shapes are written in.
pub(crate) const UNIT: i64 = 1000;

/// A point, in thousandths of a unit.
pub(crate) type Point = (i64, i64);

/// Where a text stands from its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The form of a mark, so that series are told apart without colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Square,
    Disc,
    Ring,
}

/// Words in a drawing.
pub(crate) struct Text {
    pub at: Point,
    pub anchor: Anchor,
    /// The em.
    pub size: i64,
    pub bold: bool,
    pub colour: Rgb,
    pub text: String,
}

/// One thing drawn; later ones lie on earlier ones.
pub(crate) enum Shape<'a> {
    Rect {
        at: Point,
        size: Point,
        fill: Rgb,
    },
    Frame {
        at: Point,
        size: Point,
        width: i64,
        colour: Rgb,
    },
    Line {
        from: Point,
        to: Point,
        width: i64,
        colour: Rgb,
        dashed: bool,
    },
    Text(Text),
    /// Many equal marks, by their centres.
    Marks {
        mark: Mark,
        centres: Vec<Point>,
        side: i64,
        colour: Rgb,
    },
    /// A map of cells; the first row of cells is the lowest, or the highest where `down`.
    Image {
        at: Point,
        size: Point,
        cells: &'a dyn Cells,
        palette: &'a [Rgb],
        down: bool,
    },
}

/// A drawing.
pub(crate) struct Scene<'a> {
    pub watch: Watch<'a>,
    pub width: i64,
    pub height: i64,
    /// What it shows, for those who do not see it.
    pub title: String,
    pub description: String,
    pub shapes: Vec<Shape<'a>>,
}
