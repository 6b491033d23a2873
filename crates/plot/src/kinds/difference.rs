//! Two games on one board: what they share, and what only one of them has.

use super::{both_ways, check_shape};
use crate::cells::Dense;
use crate::colour::Rgb;
use crate::error::PlotError;
use crate::figure::{Board, Body, Figure, Ink, Legend, Origin, Words};
use std::collections::HashMap;

/// The classes, from the least to the most striking: later ones lie on earlier ones.
const BOTH: u8 = 1;
const SECOND: u8 = 2;
const FIRST: u8 = 3;

fn board<'a>(below: (u64, u64), ink: Ink<'a>, names: [String; 3]) -> Board<'a> {
    let [both, first, second] = names;
    Board {
        heading: String::new(),
        columns: below.0,
        rows: below.1,
        origin: Origin::LowerLeft,
        ink,
        palette: vec![Rgb::WHITE, Rgb(0x99, 0x99, 0x99), Rgb::ORANGE, Rgb::BLUE],
        diagonal: false,
        slopes: Vec::new(),
        legend: Legend::Classes(vec![(BOTH, both), (FIRST, first), (SECOND, second)]),
        numbers: None,
    }
}

/// P-positions of two games: of both, only of the first, only of the second. `names` are those of the games;
/// `mirrored` says for each whether order does not matter.
pub fn difference<'a>(
    below: u64,
    first: &[[u64; 2]],
    second: &[[u64; 2]],
    mirrored: [bool; 2],
    names: [&str; 2],
    words: Words,
) -> Result<Figure<'a>, PlotError> {
    if below == 0 {
        return Err(PlotError::Empty("the board has no cells"));
    }
    let mut classes: HashMap<(u64, u64), u8> = both_ways(first, mirrored[0]).map(|p| (p, FIRST)).collect();
    for position in both_ways(second, mirrored[1]) {
        classes.entry(position).and_modify(|class| *class = BOTH).or_insert(SECOND);
    }
    // Of a hash table's order nothing may be seen.
    let mut points: Vec<(u64, u64, u8)> = classes.into_iter().map(|((x, y), class)| (x, y, class)).collect();
    points.sort_unstable();
    let names =
        ["P in both".to_string(), format!("P only in {}", names[0]), format!("P only in {}", names[1])];
    Ok(Figure {
        watch: None,
        words,
        body: Body::Boards(vec![board((below, below), Ink::Points(points), names)]),
    })
}

/// Where the Grundy values of two games differ, and whose is larger; `first[x * rows + y]` and the same for the second.
pub fn grundy_difference<'a>(
    columns: u64,
    rows: u64,
    first: &[u32],
    second: &[u32],
    names: [&str; 2],
    words: Words,
) -> Result<Figure<'a>, PlotError> {
    check_shape(first.len(), columns, rows)?;
    check_shape(second.len(), columns, rows)?;
    let class = |(a, b): (&u32, &u32)| match a.cmp(b) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => FIRST,
        std::cmp::Ordering::Less => SECOND,
    };
    let classes = first.iter().zip(second).map(class).collect();
    let ink = Ink::Cells(Box::new(Dense { columns, rows, classes }));
    let larger = |name: &str| format!("larger in {name}");
    let mut board = board((columns, rows), ink, ["equal".to_string(), larger(names[0]), larger(names[1])]);
    board.palette[usize::from(BOTH)] = Rgb::WHITE;
    Ok(Figure { watch: None, words, body: Body::Boards(vec![board]) })
}
