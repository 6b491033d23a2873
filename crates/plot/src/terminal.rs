//! A figure in characters: two blocks a cell where they fit, then half blocks, then dots of Braille.

use crate::axis::{ticks, whole};
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Scatter, Table};
use crate::map;
use std::fmt::Write;

/// The room and the abilities of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Characters across.
    pub columns: usize,
    /// Lines that a picture may take.
    pub lines: usize,
    /// Whether it shows colours (24 bits).
    pub colour: bool,
}

impl Default for Terminal {
    fn default() -> Terminal {
        Terminal { columns: 80, lines: 40, colour: false }
    }
}

/// Shades by darkness, where there are no colours.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The dots of a Braille character, row by row from the top, left before right.
const BRAILLE: [u32; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

pub(crate) fn draw(figure: &Figure<'_>, terminal: &Terminal) -> Result<String, PlotError> {
    let terminal = &Terminal { columns: terminal.columns.max(20), lines: terminal.lines.max(5), ..*terminal };
    let mut out = String::new();
    if !figure.words.title.is_empty() {
        let _ = writeln!(out, "{}", plain(&figure.words.title));
    }
    match &figure.body {
        Body::Boards(boards) => {
            for board in boards {
                if !board.heading.is_empty() {
                    let _ = writeln!(out, "{}", plain(&board.heading));
                }
                board_into(&mut out, board, terminal)?;
            }
            if let Some(board) = boards.last() {
                legend_into(&mut out, board, terminal);
            }
        }
        Body::Scatter(scatter) => scatter_into(&mut out, scatter, terminal),
        Body::Table(table) => table_into(&mut out, table),
    }
    for paragraph in &figure.words.caption {
        let mut line = String::new();
        for word in plain(paragraph).split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > terminal.columns {
                let _ = writeln!(out, "{line}");
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if !line.is_empty() {
            let _ = writeln!(out, "{line}");
        }
    }
    Ok(out)
}

/// Without characters that would command the terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Classes of a board on a smaller or equal grid, the highest row first.
struct Sampled {
    columns: usize,
    rows: usize,
    classes: Vec<u8>,
}

impl Sampled {
    fn new(board: &Board<'_>, columns: usize, rows: usize) -> Result<Sampled, PlotError> {
        let mut classes = vec![0u8; columns * rows];
        let down = board.origin == Origin::UpperLeft;
        let place = |row: usize| if down { row } else { rows - 1 - row };
        match &board.ink {
            Ink::Points(points) => {
                for (x, y, class) in points.iter().filter(|p| p.0 < board.columns && p.1 < board.rows) {
                    let along = |v: u64, n: usize, cells: u64| {
                        (u128::from(v) * n as u128 / u128::from(cells)) as usize
                    };
                    let (column, row) = (along(*x, columns, board.columns), along(*y, rows, board.rows));
                    let cell = &mut classes[place(row) * columns + column];
                    *cell = (*cell).max(*class);
                }
            }
            Ink::Cells(cells) => {
                let mut line = map::line(cells.as_ref())?;
                for row in 0..rows {
                    let middle = |i: usize, n: usize, of: u64| (2 * i as u64 + 1) * of / (2 * n as u64);
                    cells.paint(middle(row, rows, board.rows), &mut line);
                    for column in 0..columns {
                        classes[place(row) * columns + column] =
                            line[middle(column, columns, board.columns) as usize];
                    }
                }
            }
        }
        Ok(Sampled { columns, rows, classes })
    }

    fn at(&self, column: usize, row: usize) -> u8 {
        if column < self.columns && row < self.rows { self.classes[row * self.columns + column] } else { 0 }
    }
}

/// How many cells a character holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pen {
    /// Two characters a cell.
    Wide,
    /// Two cells a character, one above the other.
    Half,
    /// Eight cells a character, filled or not.
    Braille,
    /// One cell, shaded, in a character of twice the height.
    Shade,
}

fn board_into(out: &mut String, board: &Board<'_>, terminal: &Terminal) -> Result<(), PlotError> {
    if board.columns.min(board.rows) == 0 {
        return Err(PlotError::Empty("the board has no cells"));
    }
    let gutter = whole(i128::from(board.rows - 1)).chars().count() + 1;
    let room = terminal.columns.saturating_sub(gutter + 1).max(8);
    let (columns, rows) = (board.columns, board.rows);
    let two_colours = board.palette.len() <= 2;
    let fits = |wide: usize, high: usize| columns <= wide as u64 && rows <= high as u64;
    let pen = if fits(room / 2, terminal.lines) {
        Pen::Wide
    } else if (terminal.colour || two_colours) && (fits(room, 2 * terminal.lines) || !two_colours) {
        Pen::Half
    } else if two_colours {
        Pen::Braille
    } else {
        Pen::Shade
    };
    // Samples of a square picture, in samples of this pen.
    let (wide, high) = match pen {
        Pen::Wide => (room / 2, terminal.lines),
        Pen::Half => (room, 2 * terminal.lines),
        Pen::Braille => (2 * room, 4 * terminal.lines),
        Pen::Shade => (room, 2 * terminal.lines),
    };
    let (w, h) = fitted(columns, rows, wide, high);
    let sampled = Sampled::new(board, w, if pen == Pen::Shade { h.div_ceil(2) } else { h })?;
    let lines = match pen {
        Pen::Wide | Pen::Shade => sampled.rows,
        Pen::Half => sampled.rows.div_ceil(2),
        Pen::Braille => sampled.rows.div_ceil(4),
    };
    let across = match pen {
        Pen::Wide => 2 * sampled.columns,
        Pen::Half | Pen::Shade => sampled.columns,
        Pen::Braille => sampled.columns.div_ceil(2),
    };
    // A number at the axis belongs to the line in which its cell lies.
    let mut numbers = vec![String::new(); lines];
    for tick in ticks(0, i128::from(rows - 1), (lines as i128 / 3).max(1)) {
        let part = |length: usize| ((2 * tick + 1) * length as i128 / (2 * i128::from(rows))) as usize;
        let line = part(lines).min(lines - 1);
        let line = if board.origin == Origin::UpperLeft { line } else { lines - 1 - line };
        numbers[line] = whole(tick);
    }
    for (line, number) in numbers.iter().enumerate() {
        let mut text = format!("{number:>width$} ", width = gutter - 1);
        for column in 0..across {
            character(&mut text, board, &sampled, pen, column, line, terminal.colour);
        }
        if terminal.colour {
            text.push_str("\x1b[0m");
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    let place = |tick: i128| ((2 * tick + 1) * across as i128 / (2 * i128::from(columns))) as usize;
    let _ =
        writeln!(out, "{}", axis_line(gutter, &ticks(0, i128::from(columns - 1), across as i128 / 8), place));
    Ok(())
}

/// The largest grid of at most this size with the form of the board, no finer than it.
fn fitted(columns: u64, rows: u64, wide: usize, high: usize) -> (usize, usize) {
    let (columns, rows) = (u128::from(columns), u128::from(rows));
    let (wide, high) = ((wide as u128).min(columns), (high as u128).min(rows));
    let (w, h) = if wide * rows <= high * columns {
        (wide, wide * rows / columns)
    } else {
        (high * columns / rows, high)
    };
    (w.max(1) as usize, h.max(1) as usize)
}

fn character(
    out: &mut String,
    board: &Board<'_>,
    sampled: &Sampled,
    pen: Pen,
    column: usize,
    line: usize,
    colour: bool,
) {
    let of = |class: u8| board.palette.get(usize::from(class)).copied().unwrap_or(Rgb::WHITE);
    match pen {
        Pen::Wide | Pen::Shade => {
            let class = sampled.at(if pen == Pen::Wide { column / 2 } else { column }, line);
            if colour {
                out.push_str(&background(of(class)));
                out.push(' ');
            } else {
                out.push(shade(of(class), board));
            }
        }
        Pen::Half => {
            let (above, below) = (sampled.at(column, 2 * line), sampled.at(column, 2 * line + 1));
            if colour {
                let _ = write!(out, "{}{}▀", foreground(of(above)), background(of(below)));
            } else {
                out.push(match (above > 0, below > 0) {
                    (false, false) => ' ',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (true, true) => '█',
                });
            }
        }
        Pen::Braille => {
            let filled = |i: usize| sampled.at(2 * column + i % 2, 4 * line + i / 2) > 0;
            out.push(braille((0..8).filter(|i| filled(*i)).fold(0, |dots, i| dots | BRAILLE[i])));
        }
    }
}

fn braille(dots: u32) -> char {
    if dots == 0 { ' ' } else { char::from_u32(0x2800 + dots).unwrap_or(' ') }
}

/// The shade of a colour; the background is always empty. Where the legend has few colours, each has a shade of its own.
fn shade(colour: Rgb, board: &Board<'_>) -> char {
    let background = board.palette.first().copied().unwrap_or(Rgb::WHITE);
    if colour == background {
        return ' ';
    }
    if let Legend::Classes(entries) = &board.legend {
        let named = entries.iter().filter_map(|(class, _)| board.palette.get(usize::from(*class)).copied());
        let mut named: Vec<Rgb> = named.filter(|named| *named != background).collect();
        named.sort_unstable_by_key(|named| std::cmp::Reverse(named.lightness()));
        named.dedup();
        if let (2..=4, Some(rank)) = (named.len(), named.iter().position(|named| *named == colour)) {
            return SHADES[1 + rank * 3 / (named.len() - 1)];
        }
    }
    let dark = 255_000 - colour.lightness();
    SHADES[(1 + dark as usize * 4 / 255_001).min(4)]
}

fn foreground(c: Rgb) -> String {
    format!("\x1b[38;2;{};{};{}m", c.0, c.1, c.2)
}

fn background(c: Rgb) -> String {
    format!("\x1b[48;2;{};{};{}m", c.0, c.1, c.2)
}

/// Numbers under an axis; one that would touch its neighbour is left out.
fn axis_line(gutter: usize, ticks: &[i128], place: impl Fn(i128) -> usize) -> String {
    let mut line = " ".repeat(gutter);
    for tick in ticks {
        let (text, at) = (whole(*tick), gutter + place(*tick));
        let length = line.chars().count();
        if at >= length {
            line.push_str(&" ".repeat(at - length));
            line.push_str(&text);
            line.push(' ');
        }
    }
    line.trim_end().to_string()
}

fn legend_into(out: &mut String, board: &Board<'_>, terminal: &Terminal) {
    let of = |class: u8| board.palette.get(usize::from(class)).copied().unwrap_or(Rgb::WHITE);
    let swatch = |class: u8| {
        if terminal.colour {
            format!("{}  \x1b[0m", background(of(class)))
        } else {
            let shade = shade(of(class), board);
            format!("[{shade}]")
        }
    };
    let entries: Vec<String> = match &board.legend {
        Legend::None => return,
        Legend::Classes(entries) => {
            entries.iter().map(|(class, label)| format!("{} {}", swatch(*class), plain(label))).collect()
        }
        Legend::Bar { first, last, numbers, below } => {
            let one = below.iter().map(|(class, label)| format!("{} {}", swatch(*class), plain(label)));
            let ends =
                numbers.first().map(|n| (*first, n)).into_iter().chain(numbers.last().map(|n| (*last, n)));
            one.chain(ends.map(|(class, (_, label))| format!("{} {}", swatch(class), plain(label)))).collect()
        }
    };
    let _ = writeln!(out, "{}", entries.join("  "));
}

fn scatter_into(out: &mut String, scatter: &Scatter, terminal: &Terminal) {
    let labels = scatter.y_ticks();
    let gutter = labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0) + 1;
    let (columns, lines) = (terminal.columns.saturating_sub(gutter + 1).max(8), terminal.lines.min(24));
    let mut dots = vec![0u32; columns * lines];
    let along = |value: i128, (low, high): (i128, i128), n: usize| {
        ((value - low) * n as i128 / (high - low + 1).max(1)).clamp(0, n as i128 - 1) as usize
    };
    for (x, y) in scatter.series.iter().flat_map(|series| &series.points) {
        if (scatter.x.0..=scatter.x.1).contains(x) && (scatter.y.0..=scatter.y.1).contains(y) {
            let (column, row) =
                (along(*x, scatter.x, 2 * columns), 4 * lines - 1 - along(*y, scatter.y, 4 * lines));
            dots[row / 4 * columns + column / 2] |= BRAILLE[row % 4 * 2 + column % 2];
        }
    }
    let mut numbers = vec![String::new(); lines];
    for (height, label) in labels {
        numbers[lines - 1 - along(height, scatter.y, lines)] = label;
    }
    let _ = writeln!(out, "{}", plain(&scatter.y_name));
    for (line, number) in dots.chunks(columns).zip(&numbers) {
        let text: String = line.iter().map(|dots| braille(*dots)).collect();
        let _ = writeln!(out, "{}", format!("{number:>width$} {text}", width = gutter - 1).trim_end());
    }
    let place = |tick: i128| along(tick, scatter.x, columns);
    let _ =
        writeln!(out, "{}", axis_line(gutter, &ticks(scatter.x.0, scatter.x.1, columns as i128 / 10), place));
    for (_, label) in &scatter.guides {
        let _ = writeln!(out, "line: {}", plain(label));
    }
}

fn table_into(out: &mut String, table: &Table) {
    let head = ("".to_string(), table.columns.clone());
    let rows: Vec<&(String, Vec<String>)> = std::iter::once(&head).chain(&table.rows).collect();
    let columns = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let length = |text: &String| text.chars().count();
    let first = rows.iter().map(|(name, _)| length(name)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| rows.iter().filter_map(|(_, row)| row.get(i)).map(length).max().unwrap_or(0))
        .collect();
    for (name, cells) in rows {
        let cells: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{:>width$}", plain(cell))).collect();
        let _ = writeln!(out, "{}", format!("{:>first$} | {}", plain(name), cells.join(" ")).trim_end());
    }
}
