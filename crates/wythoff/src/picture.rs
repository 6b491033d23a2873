//! Pictures of games: what is computed for them, and the words around them. One place for every face.

use crate::error::{Advice, Error};
use crate::evidence::By;
use crate::game::{Game, counted};

use malachite::Integer;
use serde::{Deserialize, Serialize};
use wythoff_catalog::View;
use wythoff_numbers::real::Real;
use wythoff_numbers::{Budget, Stop, catalogue};
use wythoff_plot::{
    Figure, MOST_PIXELS, Origin, PPositions, Pair, Palaces, PlotError, Ratios, Ray, RowPeriod, Slope,
    Terminal, Words,
};
use wythoff_rules::{Rules, Shape};
use wythoff_solvers::kernel::{AdditivePeriod, additive_period};

/// What a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PictureKind {
    /// P-positions on the quadrant.
    #[default]
    P,
    /// Grundy values as a heat map.
    Grundy,
    /// The ratios b/a of the pairs, one after the other.
    Ratio,
    /// Regions of a blocking game: how many P-positions each position sees (VIS Figure 4).
    Blocking,
    /// Outcomes of a blocking game alone.
    Outcomes,
    /// P-positions and the beams of N-positions that they send out, in colours (VIS Figure 1).
    Fill,
    /// The beams of each direction alone, a panel each (VIS Figure 5).
    Beams,
    /// Where the P-positions of two games differ.
    Difference,
    /// Where the Grundy values of two games differ.
    GrundyDifference,
    /// Additive periods of the rows of Grundy values, as far as they are seen.
    Periods,
}

/// A picture that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PictureRequest {
    /// What it shows.
    pub kind: PictureKind,
    /// Piles below this; a size that shows something where nothing is said.
    pub below: Option<u64>,
    /// Lines to draw: slopes as reals, `sqrt(2)`, `(1+sqrt(5))/2`, `1.618`.
    pub slopes: Vec<String>,
    /// Without title and caption.
    pub bare: bool,
    /// The piles after the first two, which are held: P-positions and Grundy values of more piles are drawn by slices.
    pub slice: Vec<u64>,
}

/// A picture, computed: it can be drawn in every form without computing again.
pub struct Picture {
    words: Words,
    data: Data,
}

enum Data {
    P {
        below: u64,
        positions: Vec<[u64; 2]>,
        mirrored: bool,
        slopes: Vec<Slope>,
    },
    Grundy {
        sides: [u64; 2],
        values: Vec<u32>,
    },
    Ratio {
        pairs: Vec<Pair>,
        lines: Vec<Slope>,
    },
    Palaces {
        side: u64,
        counts: Vec<u32>,
        k: u32,
        outcomes_only: bool,
    },
    Fill {
        below: u64,
        positions: Vec<[u64; 2]>,
        mirrored: bool,
        rays: Vec<Ray>,
        panels: bool,
    },
    Difference {
        below: u64,
        first: Vec<[u64; 2]>,
        second: Vec<[u64; 2]>,
        mirrored: [bool; 2],
        names: [String; 2],
    },
    GrundyDifference {
        sides: [u64; 2],
        first: Vec<u32>,
        second: Vec<u32>,
        names: [String; 2],
    },
    Periods(Vec<RowPeriod>),
    Array(Vec<Vec<String>>),
}

impl PictureKind {
    /// The bound of the piles where nothing is said.
    fn usual(self) -> u64 {
        match self {
            PictureKind::P | PictureKind::Difference | PictureKind::GrundyDifference => 60,
            PictureKind::Grundy => 20,
            PictureKind::Ratio => 2000,
            PictureKind::Blocking | PictureKind::Outcomes | PictureKind::Beams => 300,
            PictureKind::Fill => 16,
            PictureKind::Periods => 12,
        }
    }
}

impl Game {
    /// A picture of the game; `other` is the second game of a difference.
    ///
    /// ```
    /// use wythoff::{Budget, Game, PictureRequest};
    /// let budget = Budget::default();
    /// let picture = Game::parse("wythoff")?.picture(&PictureRequest::default(), None, &budget)?;
    /// assert!(picture.svg(&budget)?.contains("P-positions of wythoff"));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn picture(
        &self,
        request: &PictureRequest,
        other: Option<&Game>,
        budget: &Budget,
    ) -> Result<Picture, Error> {
        let kind = request.kind;
        let sliced = matches!(kind, PictureKind::P | PictureKind::Grundy) && self.coordinates() > 2;
        if self.coordinates() != request.slice.len().saturating_add(2) || (!sliced && self.coordinates() != 2)
        {
            let hint = match sliced {
                true => format!("hold {}: give a slice", counted(self.coordinates() - 2, "pile")),
                false => "draw a game of two piles; of more piles slices of P-positions and of Grundy values"
                    .to_string(),
            };
            return Err(Error::input(format!(
                "pictures are of two piles, and {} has {}",
                self.called(),
                self.coordinates()
            ))
            .hint(hint));
        }
        if !request.slopes.is_empty() && !matches!(kind, PictureKind::P | PictureKind::Ratio) {
            return Err(Error::input("lines of slope are drawn with P-positions or ratios")
                .hint("leave the slopes out, or ask for another kind"));
        }
        let below = request.below.unwrap_or(kind.usual());
        if below == 0 {
            return Err(
                Error::input("a picture needs piles from 0 on").hint("ask for piles below 20 or more")
            );
        }
        let slopes = request.slopes.iter().map(|text| slope(text)).collect::<Result<Vec<_>, _>>()?;
        let held: Vec<String> = (self.coordinate_names().iter().skip(2).zip(&request.slice))
            .map(|(name, pile)| format!(", {name} = {pile}"))
            .collect();
        let name = self.title() + &held.concat();
        let second = || {
            other.ok_or_else(|| {
                Error::input("a difference is of two games, and one is given")
                    .hint("name the second game")
                    .advise(Advice::SecondGame)
            })
        };
        let (title, data, known) = match kind {
            PictureKind::P => {
                let (positions, known) = self.pairs_in(below, &request.slice, budget)?;
                let data = Data::P { below, positions, mirrored: self.is_symmetric(), slopes };
                (format!("P-positions of {name}, piles below {below}"), data, known)
            }
            PictureKind::Grundy => {
                let (sides, values, known) = self.values_in([below, below], &request.slice, budget)?;
                (
                    format!("Grundy values of {name}, piles below {below}"),
                    Data::Grundy { sides, values },
                    known,
                )
            }
            PictureKind::Ratio => {
                let (positions, known) = self.pairs(below, budget)?;
                let upper = whole_pairs(&positions, below);
                let pairs = upper.iter().zip(0..).map(|(&[a, b], at)| Pair { at, a, b }).collect();
                let title = format!("Ratios b/a of the P-positions (a, b) of {name}, piles below {below}");
                (title, Data::Ratio { pairs, lines: slopes }, known)
            }
            PictureKind::Blocking | PictureKind::Outcomes => {
                let k = self.rules().and_then(|rules| rules.convention().block.as_ref()).map(|block| block.k);
                let k = k.and_then(|k| u32::try_from(k).ok()).ok_or_else(|| {
                    Error::input("this picture is of a game with blocking")
                        .hint("let up to k - 1 options be blocked")
                })?;
                check_cells(below, budget)?;
                let counts = self.palace_numbers([below, below], budget)?.values;
                let outcomes_only = kind == PictureKind::Outcomes;
                let title = match outcomes_only {
                    true => format!("Outcomes of {name}, piles below {below}"),
                    false => {
                        format!("How many P-positions each position of {name} sees, piles below {below}")
                    }
                };
                (
                    title,
                    Data::Palaces { side: below, counts, k, outcomes_only },
                    "Known by the rules: counting P-options".to_string(),
                )
            }
            PictureKind::Fill | PictureKind::Beams => {
                check_cells(below, budget)?;
                let panels = kind == PictureKind::Beams;
                let rays = rays(self.rules_for("fill rules are of moves along lines")?, panels);
                if rays.is_empty() {
                    return Err(Error::input(
                        "no move of this game goes along a line, so that it has no fill rule",
                    )
                    .hint("draw its P-positions"));
                }
                let (mut positions, known) = self.pairs(below, budget)?;
                if !panels {
                    // The picture shows how the last pair that fits in both orders comes about.
                    positions.retain(|[x, y]| x.max(y) * 8 <= below * 7);
                }
                let title = format!(
                    "{} of {name}, piles below {below}",
                    if panels { "Fill rules" } else { "The fill rule" }
                );
                (title, Data::Fill { below, positions, mirrored: self.is_symmetric(), rays, panels }, known)
            }
            PictureKind::Difference => {
                let other = second()?;
                let (first, known) = self.pairs(below, budget)?;
                let (second, also) = other.pairs(below, budget)?;
                let names = [name.clone(), other.title()];
                let mirrored = [self.is_symmetric(), other.is_symmetric()];
                let title = format!("P-positions of {name} and of {}, piles below {below}", names[1]);
                let known = if known == also { known } else { format!("{known}; {also}") };
                (title, Data::Difference { below, first, second, mirrored, names }, known)
            }
            PictureKind::GrundyDifference => {
                let other = second()?;
                let (sides, first, known) = self.values([below, below], budget)?;
                let (_, second, _) = other.values([below, below], budget)?;
                let names = [name.clone(), other.title()];
                let title = format!("Grundy values of {name} and of {}, piles below {below}", names[1]);
                (title, Data::GrundyDifference { sides, first, second, names }, known)
            }
            PictureKind::Periods => {
                let columns = below.saturating_mul(below).saturating_mul(40).clamp(2000, 100_000);
                let (sides, values, known) = self.values([below, columns], budget)?;
                let rows = values.chunks(sides[1].max(1) as usize).zip(0u64..);
                let periods: Vec<RowPeriod> = rows
                    .filter_map(|(values, row)| {
                        let seen = seen_period(values)?;
                        Some(RowPeriod { row, preperiod: seen.start as u64, period: seen.period as u64 })
                    })
                    .collect();
                if periods.is_empty() {
                    return Err(Error::input(format!("no row shows a period in {columns} values"))
                        .hint("allow more columns, or draw the values"));
                }
                let known = format!(
                    "{known}; {} of {below} rows show a period over the last half of {columns} values, which is seen and not proved",
                    periods.len()
                );
                (
                    format!("Additive periods of the Grundy rows of {name}, rows below {below}"),
                    Data::Periods(periods),
                    known,
                )
            }
        };
        let mut words = Words { names: self.axes(kind), ..Words::default() };
        if !request.bare {
            words.title = title;
            words.caption.push(self.in_words());
            if let Some(other) =
                other.filter(|_| matches!(kind, PictureKind::Difference | PictureKind::GrundyDifference))
            {
                words.caption.push(other.in_words());
            }
            words.caption.push(format!("{known}."));
        }
        Ok(Picture { words, data })
    }

    fn axes(&self, kind: PictureKind) -> [String; 2] {
        let mut names = self.coordinate_names().into_iter();
        match kind {
            PictureKind::Ratio => ["n".to_string(), String::new()],
            PictureKind::Periods => ["row".to_string(), String::new()],
            _ => [names.next().unwrap_or_default(), names.next().unwrap_or_default()],
        }
    }

    /// P-positions with both piles below a bound, and how they are known.
    fn pairs(&self, below: u64, budget: &Budget) -> Result<(Vec<[u64; 2]>, String), Error> {
        self.pairs_in(below, &[], budget)
    }

    /// The same in a slice.
    fn pairs_in(&self, below: u64, slice: &[u64], budget: &Budget) -> Result<(Vec<[u64; 2]>, String), Error> {
        let found = self.p_slice(below, slice, budget)?;
        let known = match found.by {
            By::Rules => format!("Known by the rules: {}", found.method),
            by if found.cites.is_empty() => format!("Known by {by}: {}", found.method),
            by => format!("Known by {by} ({}): {}", found.cites.join(", "), found.method),
        };
        let pairs = found.positions.iter().map(|position| match position {
            [x] => [*x, 0],
            [x, y, ..] => [*x, *y],
            [] => [0, 0],
        });
        Ok((pairs.collect(), known))
    }

    fn values(&self, sides: [u64; 2], budget: &Budget) -> Result<([u64; 2], Vec<u32>, String), Error> {
        self.values_in(sides, &[], budget)
    }

    fn values_in(
        &self,
        sides: [u64; 2],
        slice: &[u64],
        budget: &Budget,
    ) -> Result<([u64; 2], Vec<u32>, String), Error> {
        let table = self.grundy_slice(sides, slice, budget)?;
        match table.sides[..] {
            [x, y] if !table.partial => {
                Ok(([x, y], table.values, format!("Known by {}: {}", table.by, table.method)))
            }
            _ => {
                budget.check()?;
                Err(Error::interrupted("interrupted"))
            }
        }
    }

    /// The game's name with its parameters, as a title has it.
    pub fn title(&self) -> String {
        let header = self.header();
        let params: Vec<String> =
            header.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        match params.is_empty() {
            true => header.game,
            false => format!("{}({})", header.game, params.join(", ").replace('"', "")),
        }
    }

    /// The rules and what goes on top, in one sentence.
    pub fn in_words(&self) -> String {
        let mut text = match self.resolved.view() {
            View::Rules(rules) => {
                let piles = rules.coordinates().join(", ");
                let order = match rules.is_symmetric() {
                    true => "order does not matter",
                    false => "order matters",
                };
                let families: Vec<&str> =
                    rules.families().iter().map(|family| family.text.as_str()).collect();
                format!("{}: piles {piles} ({order}); take {}", self.title(), families.join(" or "))
            }
            View::Special(special) => {
                format!(
                    "{}: {}",
                    self.title(),
                    special.rules().split_whitespace().collect::<Vec<_>>().join(" ")
                )
            }
            View::Sum(_) => self.title(),
        };
        text = text.trim_end_matches('.').to_string();
        if self.convention() == "misere" {
            text += "; misère play";
        }
        let header = self.header();
        if let Some(k) = header.block.as_ref().and_then(|block| block["k"].as_u64()) {
            text += &format!("; up to {} options are blocked before each move", k.saturating_sub(1));
        }
        for end in &header.terminals {
            text += &format!("; the game ends at {end} too");
        }
        for position in &header.forced_n {
            text += &format!("; at {position} whoever is to move has won");
        }
        if header.pass {
            text += "; one pass in the game";
        }
        text + "."
    }
}

/// Refuses maps with more cells along a side than are drawn, before they are computed.
fn check_cells(below: u64, budget: &Budget) -> Result<(), Error> {
    if below > MOST_PIXELS {
        let message = format!("a picture of {below} cells is more than the {MOST_PIXELS} that are drawn");
        return Err(Error::limit(message).hint("P-positions alone are drawn at any size"));
    }
    Ok(budget.need("the cells of the picture", u128::from(below) * u128::from(below))?)
}

/// The pairs a <= b as far as they are complete: where the steepest beam leaves the box the others would go on alone.
fn whole_pairs(positions: &[[u64; 2]], below: u64) -> Vec<[u64; 2]> {
    let mut upper: Vec<[u64; 2]> = positions.iter().copied().filter(|[a, b]| a <= b).collect();
    let far = upper.iter().filter(|[a, b]| b * 4 >= below && *a > 0);
    let times = |x: u64, y: u64| u128::from(x) * u128::from(y);
    if let Some(&[a, b]) = far.max_by(|p, q| times(p[1], q[0]).cmp(&times(q[1], p[0]))) {
        upper.retain(|[x, _]| times(*x, b) <= times(below, a));
    }
    upper
}

/// The period that a row of values shows over its last half at least: a few equal steps at the end are no period.
fn seen_period(values: &[u32]) -> Option<AdditivePeriod> {
    let found = [3, 9, 27, 81, 243].into_iter().filter_map(|repeats| additive_period(values, repeats));
    found.into_iter().find(|period| period.start * 2 <= values.len())
}

/// A line through the corner of the quadrant, to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SlopeLine {
    /// It rises by this
    pub rise: u64,
    /// over this: a fraction near enough to draw.
    pub run: u64,
    /// What is written beside it.
    pub label: String,
}

/// The line of a slope that somebody wrote: `1.618`, `sqrt(2)`, `(1+sqrt(5))/2`.
///
/// ```
/// let line = wythoff::slope_line("sqrt(2)")?;
/// assert_eq!((line.rise, line.label.as_str()), (1_414_213_562, "sqrt(2) = 1.4142"));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn slope_line(text: &str) -> Result<SlopeLine, Error> {
    slope(text).map(|Slope { rise, run, label }| SlopeLine { rise, run, label })
}

/// A line by its slope: a fraction near enough, and its decimals.
fn slope(text: &str) -> Result<Slope, Error> {
    const RUN: u64 = 1_000_000_000;
    /// Characters of a wrong text that an error shows.
    const LONGEST: usize = 60;
    let wrong = |what: String| {
        let shown: String = text.chars().take(LONGEST).collect();
        let more = if shown.len() < text.len() { "..." } else { "" };
        let what: String = what.chars().take(4 * LONGEST).collect();
        Error::input(format!("the slope `{}{more}`: {what}", shown.escape_debug()))
            .hint("write 1.618, sqrt(2) or (1+sqrt(5))/2")
    };
    let real = Real::parse(text).map_err(|error| wrong(error.to_string()))?;
    let scaled = real.floor_mul(&Integer::from(RUN)).map_err(|error| wrong(error.to_string()))?;
    let rise =
        u64::try_from(&scaled).map_err(|_| wrong("it must be from 0 to ten thousand million".to_string()))?;
    let decimals = real.to_decimal(4).map_err(|error| wrong(error.to_string()))?;
    let label =
        if text.trim().starts_with(|c: char| c.is_ascii_digit()) && !text.contains(['+', '/', '*', '(']) {
            text.trim().to_string()
        } else {
            format!("{} = {decimals}", text.trim())
        };
    Ok(Slope { rise, run: RUN, label })
}

/// The directions in which P-positions send out beams: the rays of the rules, the steep ones alone where they come in
/// pairs and all are drawn on one board.
fn rays(rules: &Rules, panels: bool) -> Vec<Ray> {
    let mut rays: Vec<Ray> = Vec::new();
    for pattern in rules.patterns() {
        let Shape::Ray { vector, from: 1, to: None } = pattern.shape() else { continue };
        let [dx, dy] = vector[..] else { continue };
        let part = |d: u64| match d {
            0 => "0".to_string(),
            1 => "t".to_string(),
            d => format!("{d}t"),
        };
        let ray = Ray { dx, dy, label: format!("({},{})", part(dx), part(dy)) };
        // By symmetry the flat beams are the mirror of the steep ones.
        let drawn = !rules.is_symmetric() || dx <= dy;
        if drawn && !rays.contains(&ray) {
            rays.push(ray);
        }
    }
    rays.sort_by_key(|ray| (ray.dx, ray.dy));
    rays.truncate(if panels { 4 } else { 5 });
    rays
}

/// The corner of one of the arrays of the papers as a picture.
pub fn array_picture(name: &str, rows: usize, columns: usize) -> Result<Picture, Error> {
    if rows.saturating_mul(columns) > 10_000 {
        return Err(Error::limit("a picture of an array has at most 10000 numbers")
            .hint("ask for fewer rows or columns"));
    }
    let corner = catalogue::array(name).and_then(|array| array.corner(rows, columns))?;
    let rows: Vec<Vec<String>> =
        corner.iter().map(|row| row.iter().map(|number| number.to_string()).collect()).collect();
    let words = Words::new(format!("The array {name}"));
    Ok(Picture { words, data: Data::Array(rows) })
}

impl Picture {
    fn figure(&self) -> Result<Figure<'_>, PlotError> {
        let words = self.words.clone();
        match &self.data {
            Data::P { below, positions, mirrored, slopes } => {
                let slopes = slopes.clone();
                wythoff_plot::p(&PPositions { below: *below, positions, mirrored: *mirrored, slopes }, words)
            }
            Data::Grundy { sides: [x, y], values } => wythoff_plot::grundy(*x, *y, values, words),
            Data::Ratio { pairs, lines } => {
                wythoff_plot::ratio(&Ratios { pairs, lines: lines.clone() }, words)
            }
            Data::Palaces { side, counts, k, outcomes_only } => {
                let (columns, rows, outcomes_only) = (*side, *side, *outcomes_only);
                let origin = Origin::UpperLeft;
                wythoff_plot::palaces(&Palaces { columns, rows, counts, k: *k, origin, outcomes_only }, words)
            }
            Data::Fill { below, positions, mirrored, rays, panels: true } => {
                wythoff_plot::beams(*below, positions, *mirrored, rays, words)
            }
            Data::Fill { below, positions, mirrored, rays, panels: false } => {
                wythoff_plot::fill(*below, positions, *mirrored, rays, words)
            }
            Data::Difference { below, first, second, mirrored, names } => {
                let names = [names[0].as_str(), names[1].as_str()];
                wythoff_plot::difference(*below, first, second, *mirrored, names, words)
            }
            Data::GrundyDifference { sides: [x, y], first, second, names } => {
                let names = [names[0].as_str(), names[1].as_str()];
                wythoff_plot::grundy_difference(*x, *y, first, second, names, words)
            }
            Data::Periods(rows) => wythoff_plot::periods(rows, words),
            Data::Array(rows) => wythoff_plot::array(rows, words),
        }
    }

    /// Draws within the budget.
    fn drawn<T>(
        &self,
        budget: &Budget,
        draw: impl FnOnce(Figure<'_>) -> Result<T, PlotError>,
    ) -> Result<T, Error> {
        let go_on = || budget.check().is_ok();
        if let Data::Fill { below, positions, rays, .. } = &self.data {
            // Beams are drawn without a look, about a nanosecond for each cell, half the board long.
            let beams = (positions.len() as u64).saturating_mul(rays.len() as u64);
            budget.charge(beams.saturating_mul(*below))?;
        }
        match draw(self.figure()?.watched(&go_on)) {
            Err(PlotError::Ended) => Err(budget.check().err().unwrap_or(Stop::Time).into()),
            drawn => Ok(drawn?),
        }
    }

    /// As SVG text.
    pub fn svg(&self, budget: &Budget) -> Result<String, Error> {
        self.drawn(budget, |figure| figure.svg())
    }

    /// As a TikZ picture, for LaTeX.
    pub fn tikz(&self, budget: &Budget) -> Result<String, Error> {
        self.drawn(budget, |figure| figure.tikz())
    }

    /// As PNG, its frame about `pixels` wide; where nothing is said a pixel a cell at least.
    pub fn png(&self, pixels: Option<u32>, budget: &Budget) -> Result<Vec<u8>, Error> {
        self.drawn(budget, |figure| {
            let usual = figure.cells().clamp(1000, MOST_PIXELS) as u32;
            figure.png(pixels.unwrap_or(usual))
        })
    }

    /// The board alone as PNG, a pixel a cell.
    pub fn map(&self, budget: &Budget) -> Result<Vec<u8>, Error> {
        self.drawn(budget, |figure| figure.map())
    }

    /// In characters.
    pub fn terminal(&self, terminal: &Terminal) -> Result<String, Error> {
        Ok(self.figure()?.terminal(terminal)?)
    }
}

impl From<PlotError> for Error {
    fn from(error: PlotError) -> Error {
        let message = error.to_string();
        match error {
            PlotError::TooLarge { .. } | PlotError::Ended => Error::limit(message).hint("ask for less"),
            PlotError::NoCells => Error::input(message).hint("ask for the whole figure"),
            PlotError::Empty(_) => {
                Error::input(message).hint("ask for more positions").advise(Advice::HowMany)
            }
            PlotError::Shape { .. } | PlotError::Encoder(_) => {
                Error::check(message).hint("this is a fault of the program: please report the picture")
            }
        }
    }
}
