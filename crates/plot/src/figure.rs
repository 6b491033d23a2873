//! A figure: what is drawn, the words around it, and where everything stands. One description for every back end.

use crate::axis::{self, ticks, whole};
use crate::cells::Cells;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::font;
use crate::map::{self, MOST_PIXELS};
use crate::raster::{self, Scale};
use crate::scene::{Anchor, Mark, Point, Scene, Shape, Text, UNIT};
use crate::svg;
use crate::terminal::{self, Terminal};
use crate::tikz;

/// The words around a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Above the picture: what it shows, of which game.
    pub title: String,
    /// Below the picture, a paragraph each: the rules of the game, and how the picture is known.
    pub caption: Vec<String>,
    /// The names of the two coordinates.
    pub names: [String; 2],
}

impl Words {
    /// A title, the coordinates called x and y.
    pub fn new(title: impl Into<String>) -> Words {
        Words { title: title.into(), caption: Vec::new(), names: ["x".to_string(), "y".to_string()] }
    }

    /// The same with a paragraph more below the picture.
    pub fn caption(mut self, paragraph: impl Into<String>) -> Words {
        self.caption.push(paragraph.into());
        self
    }
}

/// A line from the origin, or, where ratios are drawn, across the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slope {
    /// The slope is `rise / run`; a near enough fraction for a line.
    pub rise: u64,
    /// See `rise`.
    pub run: u64,
    /// What is written at its end: `1.618`.
    pub label: String,
}

/// Where position 0,0 is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// As in a coordinate system.
    #[default]
    LowerLeft,
    /// As on a page of the papers on blocking.
    UpperLeft,
}

/// Whether to go on, asked every few milliseconds.
pub(crate) type Watch<'a> = Option<&'a dyn Fn() -> bool>;

/// Ends what should not go on.
pub(crate) fn go_on(watch: Watch<'_>) -> Result<(), PlotError> {
    if watch.is_none_or(|go_on| go_on()) { Ok(()) } else { Err(PlotError::Ended) }
}

/// A figure, ready to be written.
pub struct Figure<'a> {
    pub(crate) watch: Watch<'a>,
    pub(crate) words: Words,
    pub(crate) body: Body<'a>,
}

pub(crate) enum Body<'a> {
    Boards(Vec<Board<'a>>),
    Scatter(Scatter),
    Table(Table),
}

/// A board of cells.
pub(crate) struct Board<'a> {
    pub heading: String,
    pub columns: u64,
    pub rows: u64,
    pub origin: Origin,
    pub ink: Ink<'a>,
    /// The colour of each class; that of class 0 is the background.
    pub palette: Vec<Rgb>,
    pub diagonal: bool,
    pub slopes: Vec<Slope>,
    pub legend: Legend,
    /// Numbers in the cells, where there is room.
    pub numbers: Option<Box<dyn Fn(u64, u64) -> String + 'a>>,
}

/// What is on a board.
pub(crate) enum Ink<'a> {
    /// A class for every cell.
    Cells(Box<dyn Cells + 'a>),
    /// Few cells with a class from 1 on: x, y, class.
    Points(Vec<(u64, u64, u8)>),
}

/// What the colours mean.
pub(crate) enum Legend {
    None,
    Classes(Vec<(u8, String)>),
    /// Colours from the first class to the last of the range, with numbers at parts of 1000; a class of its own below.
    Bar {
        first: u8,
        last: u8,
        numbers: Vec<(i64, String)>,
        below: Option<(u8, String)>,
    },
}

/// Points over an axis.
pub(crate) struct Scatter {
    pub series: Vec<Series>,
    /// The range of x, and of y in fixed numbers.
    pub x: (i128, i128),
    pub y: (i128, i128),
    pub y_name: String,
    pub logarithmic: bool,
    /// Lines across, by their fixed height.
    pub guides: Vec<(i128, String)>,
}

/// Points of one kind.
pub(crate) struct Series {
    pub label: String,
    pub colour: Rgb,
    pub mark: Mark,
    pub points: Vec<(i128, i128)>,
}

/// Numbers in rows and columns.
pub(crate) struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<String>)>,
    /// Rows and columns that are shaded.
    pub shaded: Box<dyn Fn(usize, usize) -> bool>,
}

/// The side of a picture within its frame.
const SIDE: i64 = 480 * UNIT;
const PANEL: i64 = 300 * UNIT;
const MARGIN: i64 = 14 * UNIT;
const SMALL: i64 = 11 * UNIT;
const LARGE: i64 = 15 * UNIT;
const LINE: i64 = 15 * UNIT;
/// Cells at least this large have lines between them.
const GRID: i64 = 7 * UNIT;
/// A position is never drawn smaller.
const DOT: i64 = 3 * UNIT / 2;

impl<'a> Figure<'a> {
    /// The same, drawn only as long as it is told to go on; [`PlotError::Ended`] otherwise.
    pub fn watched(self, go_on: &'a dyn Fn() -> bool) -> Figure<'a> {
        Figure { watch: Some(go_on), ..self }
    }

    /// The figure as SVG.
    pub fn svg(&self) -> Result<String, PlotError> {
        svg::write(&self.scene()?.0)
    }

    /// The figure as a TikZ picture, for LaTeX.
    pub fn tikz(&self) -> Result<String, PlotError> {
        tikz::write(&self.scene()?.0)
    }

    /// The figure as PNG, its frame about `pixels` wide: a whole number of pixels for each cell where they fit.
    pub fn png(&self, pixels: u32) -> Result<Vec<u8>, PlotError> {
        let pixels = i64::from(pixels.max(64));
        if pixels as u64 > MOST_PIXELS {
            return Err(PlotError::TooLarge { asked: pixels as u64, what: "pixels", most: MOST_PIXELS });
        }
        let (scene, side) = self.scene()?;
        // A whole number of pixels a cell; cells finer than pixels share them.
        let cells = i64::try_from(self.cells().max(1)).unwrap_or(i64::MAX);
        let pixels = if cells <= pixels { pixels / cells * cells } else { pixels };
        raster::png(&scene, Scale { pixels, length: side })
    }

    /// The board alone as PNG, a pixel a cell, without axes and words.
    pub fn map(&self) -> Result<Vec<u8>, PlotError> {
        let Body::Boards(boards) = &self.body else { return Err(PlotError::NoCells) };
        let board = boards.first().ok_or(PlotError::NoCells)?;
        let down = board.origin == Origin::UpperLeft;
        match &board.ink {
            Ink::Cells(cells) => map::png(cells.as_ref(), &board.palette, down, self.watch),
            Ink::Points(_) => map::png(&board.sparse(), &board.palette, down, self.watch),
        }
    }

    /// The figure in characters, for a terminal.
    pub fn terminal(&self, terminal: &Terminal) -> Result<String, PlotError> {
        terminal::draw(self, terminal)
    }

    /// The cells along the longer side of the board, or 0 for pictures without cells.
    pub fn cells(&self) -> u64 {
        match &self.body {
            Body::Boards(boards) => boards.first().map_or(0, |board| board.columns.max(board.rows)),
            _ => 0,
        }
    }

    /// The shapes, and the length that the pixels of a PNG are counted along.
    fn scene(&self) -> Result<(Scene<'_>, i64), PlotError> {
        let mut layout = Layout { shapes: Vec::new(), top: MARGIN };
        if !self.words.title.is_empty() {
            layout.top += LARGE;
            let at = (MARGIN, layout.top);
            layout.write(at, Anchor::Start, LARGE, true, &self.words.title);
            layout.top += 10 * UNIT;
        }
        let (right, side) = match &self.body {
            Body::Boards(boards) => layout.boards(boards, &self.words.names)?,
            Body::Scatter(scatter) => layout.scatter(scatter, &self.words.names),
            Body::Table(table) => layout.table(table),
        };
        let title = font::width(&self.words.title, LARGE) * 9 / 8 + 2 * MARGIN;
        let width = right.max(title.min(2 * SIDE)).max(200 * UNIT) + MARGIN;
        for paragraph in &self.words.caption {
            layout.top += 4 * UNIT;
            for line in wrap(paragraph, width - 2 * MARGIN, SMALL) {
                layout.top += LINE;
                layout.write((MARGIN, layout.top), Anchor::Start, SMALL, false, &line);
            }
        }
        let height = layout.top + MARGIN;
        let scene = Scene {
            watch: self.watch,
            width,
            height,
            title: self.words.title.clone(),
            description: self.words.caption.join(" "),
            shapes: layout.shapes,
        };
        Ok((scene, side))
    }
}

impl Board<'_> {
    /// Points as cells.
    pub(crate) fn sparse(&self) -> crate::cells::Sparse {
        let Ink::Points(points) = &self.ink else {
            return crate::cells::Sparse::new(self.columns, self.rows, Vec::new());
        };
        let cells = points.iter().map(|(x, y, class)| (*y, *x, *class)).collect();
        crate::cells::Sparse::new(self.columns, self.rows, cells)
    }
}

/// Breaks a text into lines of at most this width. Readers' letters may be wider than ours by a tenth.
fn wrap(text: &str, width: i64, size: i64) -> Vec<String> {
    let room = width * 9 / 10;
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if font::width(&longer, size) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // A word that is longer than a line is cut.
        for c in word.chars() {
            if font::width(&line, size) + size > room {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Shapes so far, and how far down they reach.
struct Layout<'s> {
    shapes: Vec<Shape<'s>>,
    top: i64,
}

impl<'s> Layout<'s> {
    fn write(&mut self, at: Point, anchor: Anchor, size: i64, bold: bool, text: &str) {
        let text = text.to_string();
        self.shapes.push(Shape::Text(Text { at, anchor, size, bold, colour: Rgb::TEXT, text }));
    }

    fn line(&mut self, from: Point, to: Point, width: i64, colour: Rgb, dashed: bool) {
        self.shapes.push(Shape::Line { from, to, width, colour, dashed });
    }

    /// Boards side by side; gives the right end and the longer side of a board.
    fn boards<'a: 's>(
        &mut self,
        boards: &'s [Board<'a>],
        names: &[String; 2],
    ) -> Result<(i64, i64), PlotError> {
        let side = if boards.len() > 1 { PANEL } else { SIDE };
        let first = boards.first().ok_or(PlotError::Empty("there is no board"))?;
        let up = axis_width(first.rows);
        let start = self.top + names_height(names) + labels_height(boards);
        let (mut left, mut right, mut below) = (MARGIN + up + 12 * UNIT, 0, start);
        for board in boards {
            let longest = board.columns.max(board.rows);
            if board.columns.min(board.rows) == 0 {
                return Err(PlotError::Empty("the board has no cells"));
            }
            let scaled =
                |cells: u64| (i128::from(side) * i128::from(cells) / i128::from(longest)).max(1) as i64;
            let size = (scaled(board.columns), scaled(board.rows));
            let frame = Frame { at: (left, start), size, board };
            self.board(&frame, names)?;
            right = left + size.0 + self.slope_labels(&frame);
            below = below.max(start + size.1);
            left = right + up + 30 * UNIT;
        }
        let legend = boards.last().map(|board| self.legend(board, right + 16 * UNIT, start, below));
        self.top = below + 26 * UNIT;
        Ok((right.max(legend.unwrap_or(0)), side))
    }

    fn board<'a: 's>(&mut self, frame: &Frame<'s, 'a>, names: &[String; 2]) -> Result<(), PlotError> {
        let (board, at, size) = (frame.board, frame.at, frame.size);
        let cell = frame.cell();
        match &board.ink {
            Ink::Cells(cells) => {
                map::line(cells.as_ref())?;
                let down = board.origin == Origin::UpperLeft;
                self.shapes.push(Shape::Image {
                    at,
                    size,
                    cells: cells.as_ref(),
                    palette: &board.palette,
                    down,
                });
                self.lines(frame);
            }
            Ink::Points(points) => {
                if board.palette.first().is_some_and(|c| *c != Rgb::WHITE) {
                    self.shapes.push(Shape::Rect { at, size, fill: board.palette[0] });
                }
                // Under the positions, which they would hide.
                self.lines(frame);
                for (class, colour) in board.palette.iter().enumerate().skip(1) {
                    let own = points.iter().filter(|(x, y, of)| {
                        usize::from(*of) == class && *x < board.columns && *y < board.rows
                    });
                    let mut centres: Vec<Point> = own.map(|(x, y, _)| frame.centre(*x, *y)).collect();
                    if cell < UNIT / 4 {
                        // Finer than any eye or printer: nearly equal marks are one.
                        centres.iter_mut().for_each(|c| *c = (c.0 / 250 * 250, c.1 / 250 * 250));
                    }
                    centres.sort_unstable();
                    centres.dedup();
                    self.shapes.push(Shape::Marks {
                        mark: Mark::Square,
                        centres,
                        side: cell.max(DOT),
                        colour: *colour,
                    });
                }
            }
        }
        if cell >= GRID {
            for x in 1..board.columns {
                let x = at.0 + frame.across(x);
                self.line((x, at.1), (x, at.1 + size.1), UNIT / 2, Rgb::GRID, false);
            }
            for y in 1..board.rows {
                let y = at.1 + size.1 * y as i64 / board.rows as i64;
                self.line((at.0, y), (at.0 + size.0, y), UNIT / 2, Rgb::GRID, false);
            }
        }
        self.numbers(frame);
        self.shapes.push(Shape::Frame { at, size, width: UNIT, colour: Rgb::FRAME });
        self.axes(frame, names);
        Ok(())
    }

    /// The diagonal and the slope lines.
    fn lines(&mut self, frame: &Frame<'_, '_>) {
        let board = frame.board;
        if board.diagonal {
            let end = board.columns.min(board.rows);
            let (from, to) = (frame.corner(0, 0), frame.corner(end, end));
            self.line(from, to, UNIT * 3 / 4, Rgb::FRAME, true);
        }
        for slope in &board.slopes {
            if let Some((from, to, _)) = frame.slope(slope) {
                self.line(from, to, UNIT, Rgb::VERMILION, false);
            }
        }
    }

    fn numbers(&mut self, frame: &Frame<'_, '_>) {
        let (board, cell) = (frame.board, frame.cell());
        let Some(number) = &board.numbers else { return };
        if cell < 12 * UNIT {
            return;
        }
        let (columns, rows) = (board.columns, board.rows);
        let mut line = vec![0; columns as usize];
        for y in 0..rows {
            if let Ink::Cells(cells) = &board.ink {
                cells.paint(y, &mut line);
            }
            for x in 0..columns {
                let text = number(x, y);
                let room = font::width(&text, 1000).max(1);
                let size = (cell * 850 / room).min(cell * 55 / 100).min(14 * UNIT);
                let ground = board.palette.get(usize::from(line[x as usize])).copied();
                let centre = frame.centre(x, y);
                let at = (centre.0, centre.1 + size * 36 / 100);
                let colour = ground.unwrap_or(Rgb::WHITE).ink();
                self.shapes.push(Shape::Text(Text {
                    at,
                    anchor: Anchor::Middle,
                    size,
                    bold: false,
                    colour,
                    text,
                }));
            }
        }
    }

    fn axes(&mut self, frame: &Frame<'_, '_>, names: &[String; 2]) {
        let (board, at, size) = (frame.board, frame.at, frame.size);
        let most = if size.0 < SIDE { 6 } else { 10 };
        let few = |cells: u64, length: i64| {
            most.min(length / (34 * UNIT)).max(if cells <= 12 { 12 } else { 1 }).into()
        };
        for tick in ticks(0, i128::from(board.columns - 1), few(board.columns, size.0)) {
            let x = frame.centre(tick as u64, 0).0;
            let low = at.1 + size.1;
            self.line((x, low + UNIT), (x, low + 4 * UNIT), UNIT / 2, Rgb::FRAME, false);
            self.write((x, low + 15 * UNIT), Anchor::Middle, SMALL, false, &whole(tick));
        }
        for tick in ticks(0, i128::from(board.rows - 1), few(board.rows, size.1)) {
            let y = frame.centre(0, tick as u64).1;
            self.line((at.0 - 4 * UNIT, y), (at.0 - UNIT, y), UNIT / 2, Rgb::FRAME, false);
            self.write((at.0 - 7 * UNIT, y + 4 * UNIT), Anchor::End, SMALL, false, &whole(tick));
        }
        // The names stand at the ends of the axes, as on a blackboard.
        self.write((at.0 + size.0 / 2, at.1 + size.1 + 27 * UNIT), Anchor::Middle, SMALL, false, &names[0]);
        let head = at.1 - 7 * UNIT;
        if board.heading.is_empty() {
            let long = font::width(&names[1], SMALL) > at.0 - 4 * UNIT;
            let (x, anchor) = if long { (MARGIN, Anchor::Start) } else { (at.0 - 4 * UNIT, Anchor::End) };
            self.write((x, head), anchor, SMALL, false, &names[1]);
        } else {
            self.write((at.0, head), Anchor::Start, SMALL, true, &board.heading);
        }
    }

    /// Writes the labels at the ends of slope lines; gives the room taken to the right of the frame.
    fn slope_labels(&mut self, frame: &Frame<'_, '_>) -> i64 {
        let (mut room, mut taken): (i64, Vec<(Point, i64)>) = (0, Vec::new());
        for slope in &frame.board.slopes {
            let Some((_, end, right)) = frame.slope(slope) else { continue };
            let width = font::width(&slope.label, SMALL) * 9 / 8;
            let (mut at, anchor) = if right {
                room = room.max(width + 8 * UNIT);
                ((end.0 + 5 * UNIT, end.1 + 4 * UNIT), Anchor::Start)
            } else {
                ((end.0, end.1 - 6 * UNIT), Anchor::Middle)
            };
            // Labels that would lie on each other are moved apart.
            let apart = |wide: i64| (width + wide) / 2 + 8 * UNIT;
            while let Some(&(other, wide)) = taken.iter().find(|(other, wide)| {
                (other.1 - at.1).abs() < 12 * UNIT && (other.0 - at.0).abs() < apart(*wide)
            }) {
                at = if right { (at.0, other.1 + 13 * UNIT) } else { (other.0 + apart(wide), at.1) };
            }
            taken.push((at, width));
            self.shapes.push(Shape::Text(Text {
                at,
                anchor,
                size: SMALL,
                bold: false,
                colour: Rgb::VERMILION,
                text: slope.label.clone(),
            }));
        }
        room
    }

    /// The legend from `left` on; gives its right end.
    fn legend(&mut self, board: &Board<'_>, left: i64, top: i64, below: i64) -> i64 {
        let swatch = 12 * UNIT;
        let mut right = left;
        let entries: &[(u8, String)] = match &board.legend {
            Legend::None => return 0,
            Legend::Classes(entries) => entries,
            Legend::Bar { below: Some(entry), .. } => std::slice::from_ref(entry),
            Legend::Bar { .. } => &[],
        };
        let mut y = top;
        for (class, label) in entries {
            let fill = board.palette.get(usize::from(*class)).copied().unwrap_or(Rgb::WHITE);
            self.shapes.push(Shape::Rect { at: (left, y), size: (swatch, swatch), fill });
            self.shapes.push(Shape::Frame {
                at: (left, y),
                size: (swatch, swatch),
                width: UNIT / 2,
                colour: Rgb::FRAME,
            });
            self.write((left + swatch + 6 * UNIT, y + 10 * UNIT), Anchor::Start, SMALL, false, label);
            right = right.max(left + swatch + 8 * UNIT + font::width(label, SMALL) * 9 / 8);
            y += 18 * UNIT;
        }
        let Legend::Bar { first, last, numbers, .. } = &board.legend else { return right };
        let colours = board.palette.get(usize::from(*first)..=usize::from(*last)).unwrap_or_default();
        let (y, height) = (y + 6 * UNIT, (below - y - 12 * UNIT).clamp(60 * UNIT, 240 * UNIT));
        // Small values below, as on the axis.
        for (i, fill) in colours.iter().rev().enumerate() {
            let edge = |i: usize| y + height * i as i64 / colours.len() as i64;
            let size = (swatch, edge(i + 1) - edge(i));
            self.shapes.push(Shape::Rect { at: (left, edge(i)), size, fill: *fill });
        }
        self.shapes.push(Shape::Frame {
            at: (left, y),
            size: (swatch, height),
            width: UNIT / 2,
            colour: Rgb::FRAME,
        });
        for (part, label) in numbers {
            let at = y + height - height * part / 1000;
            self.line((left + swatch, at), (left + swatch + 4 * UNIT, at), UNIT / 2, Rgb::FRAME, false);
            self.write((left + swatch + 7 * UNIT, at + 4 * UNIT), Anchor::Start, SMALL, false, label);
            right = right.max(left + swatch + 9 * UNIT + font::width(label, SMALL) * 9 / 8);
        }
        right
    }

    fn scatter(&mut self, scatter: &Scatter, names: &[String; 2]) -> (i64, i64) {
        let labels = scatter.y_ticks();
        let widest = labels.iter().map(|(_, label)| font::width(label, SMALL)).max().unwrap_or(0) * 9 / 8;
        let (left, top) = (MARGIN + widest + 8 * UNIT, self.top + 18 * UNIT);
        let size = (SIDE, SIDE * 5 / 8);
        let across = |x: i128| left + part(x - scatter.x.0, scatter.x.1 - scatter.x.0, size.0);
        let up = |y: i128| top + size.1 - part(y - scatter.y.0, scatter.y.1 - scatter.y.0, size.1);
        let low = top + size.1;
        for (height, label) in &labels {
            let y = up(*height);
            self.line((left, y), (left + size.0, y), UNIT / 2, Rgb::GRID, false);
            self.write((left - 6 * UNIT, y + 4 * UNIT), Anchor::End, SMALL, false, label);
        }
        for series in &scatter.series {
            let within = |(x, y): &&(i128, i128)| {
                (scatter.x.0..=scatter.x.1).contains(x) && (scatter.y.0..=scatter.y.1).contains(y)
            };
            let mut centres: Vec<Point> = series
                .points
                .iter()
                .filter(within)
                .map(|(x, y)| (across(*x) / 250 * 250, up(*y) / 250 * 250))
                .collect();
            centres.sort_unstable();
            centres.dedup();
            let few = series.points.len() <= 200;
            let side = if few { 6 * UNIT } else { 2 * UNIT };
            let mark = if few || series.mark == Mark::Square { series.mark } else { Mark::Disc };
            self.shapes.push(Shape::Marks { mark, centres, side, colour: series.colour });
        }
        let mut right = left + size.0;
        let mut taken: Vec<i64> = Vec::new();
        for (height, label) in scatter.guides.iter().filter(|(h, _)| (scatter.y.0..=scatter.y.1).contains(h))
        {
            let y = up(*height);
            self.line((left, y), (left + size.0, y), UNIT, Rgb::VERMILION, true);
            let mut at = y + 4 * UNIT;
            while let Some(other) = taken.iter().find(|other| (*other - at).abs() < 12 * UNIT) {
                at = other + 13 * UNIT;
            }
            taken.push(at);
            let text = label.clone();
            let place = (left + size.0 + 6 * UNIT, at);
            self.shapes.push(Shape::Text(Text {
                at: place,
                anchor: Anchor::Start,
                size: SMALL,
                bold: false,
                colour: Rgb::VERMILION,
                text,
            }));
            right = right.max(place.0 + font::width(label, SMALL) * 9 / 8);
        }
        self.shapes.push(Shape::Frame { at: (left, top), size, width: UNIT, colour: Rgb::FRAME });
        for tick in ticks(scatter.x.0, scatter.x.1, 8) {
            self.line(
                (across(tick), low + UNIT),
                (across(tick), low + 4 * UNIT),
                UNIT / 2,
                Rgb::FRAME,
                false,
            );
            self.write((across(tick), low + 15 * UNIT), Anchor::Middle, SMALL, false, &whole(tick));
        }
        self.write((left + size.0 / 2, low + 28 * UNIT), Anchor::Middle, SMALL, false, &names[0]);
        self.write((left, top - 7 * UNIT), Anchor::Start, SMALL, false, &scatter.y_name);
        if scatter.series.len() > 1 {
            let mut y = top + 4 * UNIT;
            for series in &scatter.series {
                let at = (left + size.0 + 16 * UNIT, y + 6 * UNIT);
                self.shapes.push(Shape::Marks {
                    mark: series.mark,
                    centres: vec![at],
                    side: 6 * UNIT,
                    colour: series.colour,
                });
                self.write((at.0 + 8 * UNIT, y + 10 * UNIT), Anchor::Start, SMALL, false, &series.label);
                right = right.max(at.0 + 10 * UNIT + font::width(&series.label, SMALL) * 9 / 8);
                y += 18 * UNIT;
            }
        }
        self.top = low + 28 * UNIT;
        (right, SIDE)
    }

    fn table(&mut self, table: &Table) -> (i64, i64) {
        let size = 12 * UNIT;
        let room = |text: &str| font::width(text, size) * 9 / 8 + 14 * UNIT;
        let columns = table.columns.len().max(table.rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0));
        let mut edges = vec![MARGIN + table.rows.iter().map(|(name, _)| room(name)).max().unwrap_or(0)];
        for column in 0..columns {
            let head = table.columns.get(column).map_or(0, |name| room(name));
            let cells = table.rows.iter().filter_map(|(_, row)| row.get(column)).map(|cell| room(cell)).max();
            edges.push(edges[column] + head.max(cells.unwrap_or(0)));
        }
        let high = 19 * UNIT;
        let right = *edges.last().unwrap_or(&MARGIN);
        let grey = Rgb(0xe8, 0xee, 0xf4);
        let mut y = self.top + 4 * UNIT;
        for (column, name) in table.columns.iter().enumerate() {
            self.write((edges[column + 1] - 7 * UNIT, y + 13 * UNIT), Anchor::End, size, true, name);
        }
        y += high;
        self.line((MARGIN, y), (right, y), UNIT, Rgb::FRAME, false);
        for (row, (name, cells)) in table.rows.iter().enumerate() {
            self.write((edges[0] - 7 * UNIT, y + 13 * UNIT), Anchor::End, size, true, name);
            for (column, cell) in cells.iter().enumerate() {
                if (table.shaded)(row, column) {
                    let wide = edges[column + 1] - edges[column];
                    self.shapes.push(Shape::Rect { at: (edges[column], y), size: (wide, high), fill: grey });
                }
                self.write((edges[column + 1] - 7 * UNIT, y + 13 * UNIT), Anchor::End, size, false, cell);
            }
            y += high;
        }
        self.line((edges[0], self.top + 4 * UNIT), (edges[0], y), UNIT, Rgb::FRAME, false);
        self.top = y;
        (right, (right - MARGIN).max(100 * UNIT))
    }
}

impl Scatter {
    /// Heights with their numbers.
    pub(crate) fn y_ticks(&self) -> Vec<(i128, String)> {
        let (low, high) = self.y;
        if !self.logarithmic {
            let heights = ticks(low, high, 7);
            let numbers = axis::decimals(&heights);
            return heights.into_iter().zip(numbers).collect();
        }
        let powers = (0..20).map(|k| 10u64.pow(k)).map(|value| (axis::log2(value), whole(value.into())));
        powers.filter(|(height, _)| (low..=high).contains(height)).collect()
    }
}

/// `value / whole` of a length.
fn part(value: i128, whole: i128, length: i64) -> i64 {
    (value * i128::from(length) / whole.max(1)) as i64
}

fn axis_width(cells: u64) -> i64 {
    font::width(&whole(i128::from(cells.saturating_sub(1))), SMALL) * 9 / 8
}

fn names_height(names: &[String; 2]) -> i64 {
    if names[1].is_empty() { 8 * UNIT } else { 18 * UNIT }
}

/// Room above the frame for the labels of steep slope lines.
fn labels_height(boards: &[Board<'_>]) -> i64 {
    let steep = boards.iter().any(|b| b.slopes.iter().any(|s| s.rise > s.run));
    if steep { 6 * UNIT } else { 0 }
}

/// A board and its place.
struct Frame<'s, 'a> {
    at: Point,
    size: Point,
    board: &'s Board<'a>,
}

impl Frame<'_, '_> {
    /// The side of a cell.
    fn cell(&self) -> i64 {
        self.size.0 / i64::try_from(self.board.columns).unwrap_or(i64::MAX)
    }

    fn across(&self, x: u64) -> i64 {
        (i128::from(self.size.0) * i128::from(x) / i128::from(self.board.columns)) as i64
    }

    /// The lower left corner of a cell, as the eye of the reader has it: where the cell of the origin begins.
    fn corner(&self, x: u64, y: u64) -> Point {
        let up = (i128::from(self.size.1) * i128::from(y) / i128::from(self.board.rows)) as i64;
        let height = if self.board.origin == Origin::UpperLeft { up } else { self.size.1 - up };
        (self.at.0 + self.across(x), self.at.1 + height)
    }

    fn centre(&self, x: u64, y: u64) -> Point {
        let along = |v: u64, cells: u64, length: i64| {
            (i128::from(length) * (2 * i128::from(v) + 1) / (2 * i128::from(cells))) as i64
        };
        let up = along(y, self.board.rows, self.size.1);
        let height = if self.board.origin == Origin::UpperLeft { up } else { self.size.1 - up };
        (self.at.0 + along(x, self.board.columns, self.size.0), self.at.1 + height)
    }

    /// The line from the centre of the cell of the origin to where it leaves the frame, and whether that is at the right.
    fn slope(&self, slope: &Slope) -> Option<(Point, Point, bool)> {
        let from = self.centre(0, 0);
        let (rise, run) = (i128::from(slope.rise), i128::from(slope.run));
        if rise == 0 && run == 0 {
            return None;
        }
        let wide = i128::from(self.at.0 + self.size.0 - from.0);
        let down = self.board.origin == Origin::UpperLeft;
        let edge = if down { self.at.1 + self.size.1 } else { self.at.1 };
        let high = i128::from((edge - from.1).abs());
        let right = rise * wide <= high * run;
        let (dx, dy) = if right { (wide, rise * wide / run) } else { (high * run / rise, high) };
        let dy = if down { dy } else { -dy };
        Some((from, (from.0 + dx as i64, from.1 + dy as i64), right))
    }
}
