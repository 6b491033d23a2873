//! Ratios b/a of the pairs of a game over their number: a stripe, or beams that split.

use crate::axis::ONE;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Body, Figure, Scatter, Series, Slope, Words};
use crate::scene::Mark;

/// A pair (a, b) and where it stands on the axis: its number n, or a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Place on the axis.
    pub at: u64,
    /// The smaller part; pairs with 0 have no ratio and are left out.
    pub a: u64,
    /// The larger part.
    pub b: u64,
}

/// Pairs and the lines that they may tend to.
#[derive(Clone, Debug, Default)]
pub struct Ratios<'a> {
    /// The pairs.
    pub pairs: &'a [Pair],
    /// Heights with a name.
    pub lines: Vec<Slope>,
}

/// The ratios b/a, over the axis; extreme ones of the first few pairs may lie outside.
pub fn ratio<'a>(picture: &Ratios<'_>, words: Words) -> Result<Figure<'a>, PlotError> {
    let fixed = |b: u64, a: u64| (a > 0).then(|| i128::from(b) * ONE / i128::from(a));
    let drawn = picture.pairs.iter().filter_map(|pair| Some((i128::from(pair.at), fixed(pair.b, pair.a)?)));
    let points: Vec<(i128, i128)> = drawn.collect();
    let last = points.iter().map(|p| p.0).max().ok_or(PlotError::Empty("no pair has a ratio"))?;
    let guides: Vec<(i128, String)> = picture
        .lines
        .iter()
        .filter_map(|line| Some((fixed(line.rise, line.run)?, line.label.clone())))
        .collect();
    // The first tenth settles; its few wild ratios would flatten everything else.
    let settled = points.iter().filter(|p| p.0 * 10 >= last).map(|p| p.1).chain(guides.iter().map(|g| g.0));
    let (low, high) = settled.fold((i128::MAX, i128::MIN), |(low, high), y| (low.min(y), high.max(y)));
    let room = ((high - low) / 10).max(ONE / 1000);
    let scatter = Scatter {
        series: vec![Series { label: String::new(), colour: Rgb::BLUE, mark: Mark::Disc, points }],
        x: (0, last.max(1)),
        y: (low - room, high + room),
        y_name: "b/a".to_string(),
        logarithmic: false,
        guides,
    };
    Ok(Figure { watch: None, words, body: Body::Scatter(scatter) })
}
