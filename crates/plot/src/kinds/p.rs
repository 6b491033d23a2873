//! P-positions on the quadrant.

use super::both_ways;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Slope, Words};

/// P-positions and what is drawn with them.
#[derive(Clone, Debug, Default)]
pub struct PPositions<'a> {
    /// Every coordinate is below this.
    pub below: u64,
    /// The positions.
    pub positions: &'a [[u64; 2]],
    /// Whether order does not matter: then each is drawn both ways.
    pub mirrored: bool,
    /// Lines from the origin.
    pub slopes: Vec<Slope>,
}

/// P-positions on the quadrant, with the diagonal and the lines asked for.
///
/// ```
/// use wythoff_plot::{PPositions, Words, p};
/// let positions = [[0, 0], [1, 2], [3, 5], [4, 7]];
/// let picture = PPositions { below: 8, positions: &positions, mirrored: true, slopes: Vec::new() };
/// let figure = p(&picture, Words::new("Wythoff Nim")).unwrap();
/// assert!(figure.svg().unwrap().starts_with("<svg"));
/// ```
pub fn p<'a>(picture: &PPositions<'a>, words: Words) -> Result<Figure<'a>, PlotError> {
    if picture.below == 0 {
        return Err(PlotError::Empty("the board has no cells"));
    }
    let points = both_ways(picture.positions, picture.mirrored).map(|(x, y)| (x, y, 1)).collect();
    let board = Board {
        heading: String::new(),
        columns: picture.below,
        rows: picture.below,
        origin: Origin::LowerLeft,
        ink: Ink::Points(points),
        palette: vec![Rgb::WHITE, Rgb::BLACK],
        diagonal: true,
        slopes: picture.slopes.clone(),
        legend: Legend::None,
        numbers: None,
    };
    Ok(Figure { watch: None, words, body: Body::Boards(vec![board]) })
}
