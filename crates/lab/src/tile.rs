//! Squares of the map: cut from tables that are computed on demand, grow by doubling, and are kept.
//!
//! P-positions are kept row by row, as the facade lists them, from a theory where the game has one; so a tile far out
//! needs no table of cells. Values are kept as a box of cells.

use crate::cache::{Cache, Kept};
use crate::event::Failure;
use crate::limits::Limits;
use crate::request::{Layer, Subject, TileRequest};
use std::ops::Range as Span;
use std::sync::Arc;
use wythoff::{Budget, Error, Game, Kind, Range, Stop, slice_pairs};

/// Where nothing is known, in tiles of P-positions.
const UNKNOWN: u16 = u16::MAX;

/// A table that tiles are cut from.
pub(crate) enum Table {
    Points(Points),
    Grid(Grid),
}

/// P-positions with both piles below a bound, row by row.
#[derive(Default)]
pub(crate) struct Points {
    below: u64,
    /// The least bound that was found to be too large.
    refused: Option<u64>,
    /// Where each row starts in `columns`; one more than there are rows.
    starts: Vec<u32>,
    /// The second piles, ascending in each row.
    columns: Vec<u32>,
}

/// Values on a box, one more than the value; 0 where there is none.
pub(crate) struct Grid {
    sides: [u64; 2],
    values: Vec<u16>,
    /// The least size that was found to be too large.
    refused: Option<u64>,
}

impl Kept for Table {
    fn bytes(&self) -> u64 {
        let fixed = 256;
        fixed
            + match self {
                Table::Points(points) => 4 * (points.starts.len() + points.columns.len()) as u64,
                Table::Grid(grid) => 2 * grid.values.len() as u64,
            }
    }
}

impl Points {
    /// Of positions in lexicographic order, each once; mirrored where order does not matter.
    fn new(below: u64, pairs: &[[u32; 2]], mirrored: bool) -> Points {
        let mirror = |[x, y]: &[u32; 2]| mirrored && x != y;
        let mut starts = vec![0u32; below as usize + 1];
        for pair in pairs {
            starts[pair[0] as usize + 1] += 1;
            if mirror(pair) {
                starts[pair[1] as usize + 1] += 1;
            }
        }
        for row in 1..starts.len() {
            starts[row] += starts[row - 1];
        }
        let mut columns = vec![0u32; starts.last().map_or(0, |end| *end as usize)];
        let mut next = starts.clone();
        let mut put = |row: u32, column: u32| {
            let at = &mut next[row as usize];
            columns[*at as usize] = column;
            *at += 1;
        };
        // In each row the mirrored ones come first: they are left of the diagonal.
        pairs.iter().filter(|pair| mirror(pair)).for_each(|[x, y]| put(*y, *x));
        pairs.iter().for_each(|[x, y]| put(*x, *y));
        Points { below, refused: None, starts, columns }
    }

    /// The second piles within a span of the row.
    fn row(&self, x: u64, span: &Span<u64>) -> &[u32] {
        if x >= self.below {
            return &[];
        }
        let row = &self.columns[self.starts[x as usize] as usize..self.starts[x as usize + 1] as usize];
        let from = row.partition_point(|y| u64::from(*y) < span.start);
        let to = row.partition_point(|y| u64::from(*y) < span.end);
        &row[from..to]
    }

    fn is_enough(&self, bound: u64) -> bool {
        self.below >= bound || self.refused.is_some_and(|refused| refused <= bound)
    }
}

impl Grid {
    fn is_enough(&self, sides: [u64; 2]) -> bool {
        (self.sides[0] >= sides[0] && self.sides[1] >= sides[1])
            || self.refused.is_some_and(|refused| refused <= sides[0].saturating_mul(sides[1]))
    }
}

/// The cells that a tile covers.
struct Window {
    xs: Span<u64>,
    ys: Span<u64>,
    level: u32,
    size: u64,
}

impl Window {
    fn new(tile: &TileRequest) -> Option<Window> {
        let side = tile.size << tile.level;
        let span = |at: u64| {
            let start = at.checked_mul(side)?;
            Some(start..start.checked_add(side)?)
        };
        Some(Window { xs: span(tile.x)?, ys: span(tile.y)?, level: tile.level, size: tile.size })
    }

    /// The pixel of a cell.
    fn pixel(&self, x: u64, y: u64) -> usize {
        (((y - self.ys.start) >> self.level) * self.size + ((x - self.xs.start) >> self.level)) as usize
    }

    /// The pixels all of whose cells are within a box.
    fn is_known(&self, column: u64, row: u64, sides: [u64; 2]) -> bool {
        let end = |start: u64, pixel: u64| start + ((pixel + 1) << self.level);
        end(self.xs.start, column) <= sides[0] && end(self.ys.start, row) <= sides[1]
    }

    fn blank(&self, known: [u64; 2]) -> Vec<u16> {
        let mut pixels = vec![0; (self.size * self.size) as usize];
        if !self.is_known(self.size - 1, self.size - 1, known) {
            for row in 0..self.size {
                for column in 0..self.size {
                    if !self.is_known(column, row, known) {
                        pixels[(row * self.size + column) as usize] = UNKNOWN;
                    }
                }
            }
        }
        pixels
    }
}

/// Tiles, and the tables that they are cut from.
pub(crate) struct Tiles {
    tables: Cache<Table>,
    limits: Limits,
}

impl Tiles {
    pub(crate) fn new(limits: &Limits) -> Tiles {
        Tiles { tables: Cache::new(limits.cache_bytes), limits: limits.clone() }
    }

    /// A tile as little-endian numbers of 16 bits, row by row.
    pub(crate) fn draw(&self, tile: &TileRequest, budget: &Budget) -> Result<Vec<u8>, Failure> {
        let beyond = || Failure::limit(format!("piles go up to {} on the map", self.limits.tile_piles));
        let window = Window::new(tile).filter(|w| w.xs.start.max(w.ys.start) < self.limits.tile_piles);
        let window = window.ok_or_else(|| beyond().about("x"))?;
        let game = tile.of.game(budget)?;
        let pixels = match tile.layer {
            Layer::P => p_tile(&*self.points(&game, &tile.of, tile, &window, budget)?, &window, budget)?,
            Layer::Difference => {
                let text = tile.other.as_deref().ok_or_else(|| {
                    Failure::input("a difference is of two games, and one is given").about("other")
                })?;
                let other = tile.of.beside(text, budget)?;
                let beside = Subject { game: text.to_string(), on: tile.of.on.clone() };
                let first = self.points(&game, &tile.of, tile, &window, budget)?;
                let second = self.points(&other, &beside, tile, &window, budget)?;
                difference_tile(&first, &second, &window, budget)?
            }
            Layer::Grundy | Layer::Palace => {
                let grid = self.grid(&game, tile, &window, budget)?;
                grid_tile(&grid, &window)
            }
        };
        Ok(pixels.iter().flat_map(|pixel| pixel.to_le_bytes()).collect())
    }

    /// Whether a tile can be cut from what is kept, or needs no more than a small corner of the board.
    pub(crate) fn is_quick(&self, tile: &TileRequest) -> bool {
        let (Some(window), Ok(slice)) = (Window::new(tile), piles(&tile.slice)) else { return true };
        if window.xs.end.max(window.ys.end) <= SMALL && slice.is_empty() {
            return true;
        }
        let has = |of: &Subject| {
            let needed = self.needed(&window, &slice);
            let enough = |table: &Table| matches!(table, Table::Points(points) if points.is_enough(needed));
            self.tables.has(&p_key(of, &slice), enough)
        };
        match tile.layer {
            Layer::P => has(&tile.of),
            Layer::Difference => {
                let game = tile.other.clone().unwrap_or_default();
                has(&tile.of) && has(&Subject { game, on: tile.of.on.clone() })
            }
            Layer::Grundy | Layer::Palace => {
                let sides = self.sides(&window, &slice, false);
                let enough = |table: &Table| matches!(table, Table::Grid(grid) if grid.is_enough(sides));
                self.tables.has(&grid_key(tile, &slice, sides), enough)
            }
        }
    }

    /// The bound of the P-positions that a window shows.
    fn needed(&self, window: &Window, slice: &[u64]) -> u64 {
        let deepest = slice.iter().max().map_or(0, |pile| pile + 1);
        window.xs.end.max(window.ys.end).max(deepest).min(self.limits.tile_piles)
    }

    /// The smallest box of powers of two around a window that is allowed.
    fn sides(&self, window: &Window, slice: &[u64], one_pile: bool) -> [u64; 2] {
        let depth = slice.iter().try_fold(1u64, |cells, pile| cells.checked_mul(pile + 1));
        let cells = depth.map_or(0, |depth| self.limits.tile_cells / depth.max(1));
        let mut sides = [window.xs.end.next_power_of_two(), window.ys.end.next_power_of_two()];
        if one_pile {
            sides[1] = 1;
        }
        while sides[0].saturating_mul(sides[1]) > cells && sides != [1, 1] {
            let larger = usize::from(sides[1] > sides[0]);
            sides[larger] /= 2;
        }
        sides
    }

    /// The P-positions that a window needs.
    fn points(
        &self,
        game: &Game,
        of: &Subject,
        tile: &TileRequest,
        window: &Window,
        budget: &Budget,
    ) -> Result<Shared<Points>, Failure> {
        let slice = slice(game, &tile.slice)?;
        let needed = self.needed(window, &slice);
        let table = self.tables.get(
            &p_key(of, &slice),
            budget,
            |table| matches!(table, Table::Points(points) if points.is_enough(needed)),
            |old| {
                let old = match old {
                    Some(Table::Points(points)) => Some(points),
                    _ => None,
                };
                let bound = needed.next_power_of_two().min(self.limits.tile_piles);
                grown(game, &slice, bound, old, budget).map(Table::Points)
            },
        )?;
        Ok(Shared(table, |table| match table {
            Table::Points(points) => Some(points),
            Table::Grid(_) => None,
        }))
    }

    /// The values that a window needs.
    fn grid(
        &self,
        game: &Game,
        tile: &TileRequest,
        window: &Window,
        budget: &Budget,
    ) -> Result<Shared<Grid>, Failure> {
        let slice = slice(game, &tile.slice)?;
        let sides = self.sides(window, &slice, game.coordinates() == 1);
        let table = self.tables.get(
            &grid_key(tile, &slice, sides),
            budget,
            |table| matches!(table, Table::Grid(grid) if grid.is_enough(sides)),
            |old| {
                let old = match old {
                    Some(Table::Grid(grid)) => Some(grid),
                    _ => None,
                };
                filled(game, &slice, sides, tile.layer == Layer::Palace, old, budget).map(Table::Grid)
            },
        )?;
        Ok(Shared(table, |table| match table {
            Table::Grid(grid) => Some(grid),
            Table::Points(_) => None,
        }))
    }
}

/// Boxes up to this side are filled while one waits.
const SMALL: u64 = 128;

fn p_key(of: &Subject, slice: &[u64]) -> String {
    format!("p {} {slice:?}", of.key())
}

/// Boxes of another form are kept apart: a long one is not given up for a square one.
fn grid_key(tile: &TileRequest, slice: &[u64], sides: [u64; 2]) -> String {
    let form = sides[0].ilog2() as i64 - sides[1].ilog2() as i64;
    format!("{:?} {} {slice:?} {form}", tile.layer, tile.of.key())
}

/// One kind of a shared table.
struct Shared<T>(Arc<Table>, fn(&Table) -> Option<&T>);

impl<T> std::ops::Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // A key names one kind of table.
        (self.1)(&self.0).expect("a table of the kind that its key names")
    }
}

/// The piles of a slice as they are written.
fn piles(text: &str) -> Result<Vec<u64>, Failure> {
    let wrong = |_| Failure::input("a slice is numbers with commas between them").about("slice");
    let parts = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
    parts.map(|pile| pile.parse::<u32>().map(u64::from).map_err(wrong)).collect()
}

/// The piles after the first two; all empty where nothing is said.
pub(crate) fn slice(game: &Game, text: &str) -> Result<Vec<u64>, Failure> {
    let (more, piles) = (game.coordinates().saturating_sub(2), piles(text)?);
    match piles.len() {
        0 => Ok(vec![0; more]),
        n if n == more => Ok(piles),
        n => {
            let message = format!("the slice has {n} piles, and the game {more} after the first two");
            Err(Failure::input(message).about("slice"))
        }
    }
}

/// Least bound of the P-positions that are kept.
const LEAST: u64 = 64;

/// The P-positions below a bound; where that takes more than is allowed, as many as could be had.
fn grown(
    game: &Game,
    slice: &[u64],
    bound: u64,
    old: Option<&Points>,
    budget: &Budget,
) -> Result<Points, Failure> {
    let (mut bound, mut refused) = (bound.max(LEAST), None);
    loop {
        // Half of the time is left for a smaller one.
        let half = budget.time_left().map_or(budget.clone(), |left| budget.clone().within(left / 2));
        let error = match game.p(Range::Below(bound), 0, None, &half) {
            Ok(found) if !found.partial => {
                let mirrored = game.is_symmetric();
                let pairs = slice_pairs(found.positions.iter(), slice, mirrored);
                let pairs: Vec<[u32; 2]> =
                    pairs.into_iter().map(|pair| pair.map(|pile| pile as u32)).collect();
                return Ok(Points { refused, ..Points::new(bound, &pairs, mirrored) });
            }
            Ok(_) => half.check().err().map_or_else(|| Error::from(Stop::Time), Error::from),
            Err(error) if error.kind == Kind::Limit => error,
            Err(error) => return Err(error.into()),
        };
        budget.check().map_err(Error::from)?;
        refused = Some(bound);
        bound /= 4;
        if let Some(old) = old.filter(|old| old.below >= bound) {
            let (starts, columns) = (old.starts.clone(), old.columns.clone());
            return Ok(Points { below: old.below, refused, starts, columns });
        }
        if bound < LEAST {
            return Err(error.into());
        }
    }
}

/// The values on a box; where that takes more than is allowed, on as large a one as could be had.
fn filled(
    game: &Game,
    slice: &[u64],
    sides: [u64; 2],
    palace: bool,
    old: Option<&Grid>,
    budget: &Budget,
) -> Result<Grid, Failure> {
    let (mut sides, mut refused) = (sides, None);
    loop {
        let half = budget.time_left().map_or(budget.clone(), |left| budget.clone().within(left / 2));
        let found = match palace {
            true => game.palace_numbers([sides[0], sides[1]], &half).map(|found| (sides, found.values, 1)),
            false => game
                .grundy_slice(sides, slice, &half)
                .map(|table| ([table.sides[0], table.sides[1]], table.values, 1)),
        };
        let error = match found {
            Ok((sides, values, plus)) => {
                let value = |value: &u32| (value.saturating_add(plus)).min(u32::from(UNKNOWN)) as u16;
                return Ok(Grid { sides, values: values.iter().map(value).collect(), refused });
            }
            Err(error) if error.kind == Kind::Limit => error,
            Err(error) => return Err(error.into()),
        };
        budget.check().map_err(Error::from)?;
        refused = Some(sides[0].saturating_mul(sides[1]));
        sides = sides.map(|side| side.div_ceil(2));
        if let Some(old) = old.filter(|old| old.sides[0] >= sides[0] && old.sides[1] >= sides[1]) {
            return Ok(Grid { sides: old.sides, values: old.values.clone(), refused });
        }
        if sides[0].max(sides[1]) < LEAST {
            return Err(error.into());
        }
    }
}

/// Rows between two looks at the budget.
const PACE: u64 = 1 << 14;

/// For each pixel the number of P-positions in it.
fn p_tile(points: &Points, window: &Window, budget: &Budget) -> Result<Vec<u16>, Failure> {
    let mut pixels = window.blank([points.below; 2]);
    for x in window.xs.start..window.xs.end.min(points.below) {
        if x % PACE == 0 {
            budget.check().map_err(Error::from)?;
        }
        for y in points.row(x, &window.ys) {
            let pixel = &mut pixels[window.pixel(x, u64::from(*y))];
            // A pixel part of which is not known shows what is known of it.
            *pixel = if *pixel == UNKNOWN { 1 } else { (*pixel + 1).min(UNKNOWN - 1) };
        }
    }
    Ok(pixels)
}

/// P in the first game alone, in the second alone, in both: one bit each.
const FIRST: u16 = 1;
const SECOND: u16 = 2;
const BOTH: u16 = 4;

/// For each pixel which of the three kinds are in it.
fn difference_tile(
    first: &Points,
    second: &Points,
    window: &Window,
    budget: &Budget,
) -> Result<Vec<u16>, Failure> {
    let known = first.below.min(second.below);
    let mut pixels = window.blank([known; 2]);
    let ys = window.ys.start..window.ys.end.min(known);
    for x in window.xs.start..window.xs.end.min(known) {
        if x % PACE == 0 {
            budget.check().map_err(Error::from)?;
        }
        let (mut one, mut other) = (first.row(x, &ys), second.row(x, &ys));
        loop {
            let (y, kind) = match (one, other) {
                ([], []) => break,
                ([a, ..], [b, ..]) if a == b => (*a, BOTH),
                ([a, ..], [b, ..]) if a < b => (*a, FIRST),
                ([a, ..], []) => (*a, FIRST),
                (_, [b, ..]) => (*b, SECOND),
            };
            if kind != SECOND {
                one = &one[1..];
            }
            if kind != FIRST {
                other = &other[1..];
            }
            let pixel = &mut pixels[window.pixel(x, u64::from(y))];
            *pixel = if *pixel == UNKNOWN { kind } else { *pixel | kind };
        }
    }
    Ok(pixels)
}

/// For each pixel the value at its first cell.
fn grid_tile(grid: &Grid, window: &Window) -> Vec<u16> {
    let [width, height] = grid.sides;
    let mut pixels = vec![0; (window.size * window.size) as usize];
    for row in 0..window.size {
        let y = window.ys.start + (row << window.level);
        for column in 0..window.size {
            let x = window.xs.start + (column << window.level);
            if x < width && y < height {
                pixels[(row * window.size + column) as usize] = grid.values[(x * height + y) as usize];
            }
        }
    }
    pixels
}
