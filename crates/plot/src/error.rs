//! What cannot be drawn.

/// Why a picture was not drawn.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("there is nothing to draw: {0}")]
    Empty(&'static str),
    /// A flat slice does not have a value for each cell.
    #[error("{found} values were given for {columns} x {rows} cells")]
    Shape {
        /// Values given.
        found: usize,
        /// Cells across.
        columns: u64,
        /// Cells up.
        rows: u64,
    },
    /// More pixels, or more cells, than are drawn.
    #[error("a picture of {asked} {what} is more than the {most} that are drawn")]
    TooLarge {
        /// Pixels or cells asked for, along one side.
        asked: u64,
        /// What is counted.
        what: &'static str,
        /// Most along one side.
        most: u64,
    },
    /// The picture has no cells of its own, so that a pixel a cell means nothing.
    #[error("this picture is not made of cells: a pixel a cell means nothing")]
    NoCells,
    /// Whoever watches ended it.
    #[error("the picture was not drawn to its end")]
    Ended,
    /// The encoder refused.
    #[error("the PNG could not be written: {0}")]
    Encoder(String),
}
