//! Drawing: positions, Grundy values, palace numbers, ratios, arrays in; SVG, PNG, TikZ and characters for a terminal out.
//! No mathematics: what is drawn has been computed elsewhere. Whole numbers throughout, so that the same input gives the
//! same bytes on every machine; colours that survive print and colour-blind readers; what a user typed is escaped.
//!
//! ```
//! use wythoff_plot::{PPositions, Slope, Terminal, Words, p};
//! let positions = [[0, 0], [1, 2], [3, 5], [4, 7]];
//! let golden = Slope { rise: 1618, run: 1000, label: "1.618".to_string() };
//! let picture = PPositions { below: 8, positions: &positions, mirrored: true, slopes: vec![golden] };
//! let words = Words::new("P-positions of Wythoff Nim").caption("Rules: (i,0) (0,i) (i,i).");
//! let figure = p(&picture, words).unwrap();
//! let (svg, png) = (figure.svg().unwrap(), figure.png(800).unwrap());
//! assert!(svg.contains("1.618") && png.starts_with(b"\x89PNG"));
//! println!("{}", figure.terminal(&Terminal::default()).unwrap());
//! ```

mod axis;
mod cells;
mod colour;
mod error;
mod figure;
mod font;
mod kinds;
mod map;
mod raster;
mod scene;
mod svg;
mod terminal;
mod tikz;

pub use error::PlotError;
pub use figure::{Figure, Origin, Slope, Words};
pub use kinds::{
    PPositions, Pair, Palaces, Ratios, Ray, RowPeriod, array, beams, difference, fill, grundy,
    grundy_difference, p, palaces, periods, ratio,
};
pub use map::MOST_PIXELS;
pub use terminal::Terminal;
