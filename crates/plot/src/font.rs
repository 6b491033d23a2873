//! Letters for pictures made of pixels: each is a few strokes, so that one alphabet serves every size.
//!
//! The grid of a letter has 40 units to the em: capitals are 28 high, small letters 20, descenders reach -8. A stroke is
//! `M x y` (start), `L x y` (line), `A cx cy rx ry from to` (arc of an ellipse, sixteenths of a turn from the east,
//! counter-clockwise), `O cx cy rx ry` (a whole ellipse).

/// Units of the grid in one em.
pub(crate) const EM: i64 = 40;

/// Space around a letter.
const BEARING: i64 = 6;

/// Room of a space.
const SPACE: i64 = 11;

/// Cosines of 32nds of a turn from 0 to a quarter, in 1024ths.
const COSINES: [i64; 9] = [1024, 1004, 946, 851, 724, 569, 392, 200, 0];

/// A letter's width and strokes. Coordinates within are in 16ths of a unit of the grid.
pub(crate) struct Glyph {
    /// Room that the letter takes, in units of the grid.
    pub advance: i64,
    /// Lines, each through two points or more.
    pub strokes: Vec<Vec<(i64, i64)>>,
}

/// Fractions of a grid unit in strokes.
pub(crate) const FINE: i64 = 16;

/// The room of a text of this size, in the unit of the size.
pub(crate) fn width(text: &str, size: i64) -> i64 {
    text.chars().map(|c| advance(c) * size).sum::<i64>() / EM
}

fn advance(c: char) -> i64 {
    if c == ' ' || c == '\u{a0}' { SPACE } else { found(c).0 + BEARING }
}

/// The strokes of a letter; of one that is not here, an empty box.
pub(crate) fn glyph(c: char) -> Glyph {
    if c == ' ' || c == '\u{a0}' {
        return Glyph { advance: SPACE, strokes: Vec::new() };
    }
    let (width, path) = found(c);
    Glyph { advance: width + BEARING, strokes: read(path) }
}

fn found(c: char) -> (i64, &'static str) {
    let same = match c {
        '−' | '‐' => '-',
        '‘' | '’' | '′' => '\'',
        '“' | '”' => '"',
        other => other,
    };
    GLYPHS.iter().find(|(letter, ..)| *letter == same).map_or(MISSING, |(_, width, path)| (*width, path))
}

const MISSING: (i64, &str) = (14, "M 0 0 L 14 0 L 14 24 L 0 24 L 0 0");

/// The point of an ellipse at 32nds of a turn.
fn around(turn: i64, rx: i64, ry: i64) -> (i64, i64) {
    let cosine = |turn: i64| {
        let turn = turn.rem_euclid(32);
        let folded = if turn > 16 { 32 - turn } else { turn };
        if folded > 8 { -COSINES[(16 - folded) as usize] } else { COSINES[folded as usize] }
    };
    (rx * FINE * cosine(turn) / 1024, ry * FINE * cosine(turn - 8) / 1024)
}

fn read(path: &str) -> Vec<Vec<(i64, i64)>> {
    let mut strokes: Vec<Vec<(i64, i64)>> = Vec::new();
    let mut words = path.split_ascii_whitespace();
    let mut open = false;
    while let Some(command) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
        if command == "M" || command == "L" {
            let point = (number() * FINE, number() * FINE);
            match strokes.last_mut() {
                Some(stroke) if command == "L" && open => stroke.push(point),
                _ => strokes.push(vec![point]),
            }
            open = true;
            continue;
        }
        let (cx, cy, rx, ry) = (number() * FINE, number() * FINE, number(), number());
        let whole = command == "O";
        let (from, to) = if whole { (0, 32) } else { (2 * number(), 2 * number()) };
        let steps = (to - from).abs();
        let arc = (0..=steps).map(|step| {
            let (dx, dy) = around(from + step * (to - from).signum(), rx, ry);
            (cx + dx, cy + dy)
        });
        match strokes.last_mut() {
            Some(stroke) if open && !whole => stroke.extend(arc),
            _ => strokes.push(arc.collect()),
        }
        open = !whole;
    }
    strokes
}

/// Letter, width, strokes.
const GLYPHS: &[(char, i64, &str)] = &[
    ('0', 16, "O 8 14 8 14"),
    ('1', 16, "M 3 22 L 9 28 L 9 0"),
    ('2', 16, "A 8 20 8 8 7 -2 L 0 0 L 16 0"),
    ('3', 16, "A 8 21 7 7 6 -4 A 8 7 8 7 4 -6"),
    ('4', 16, "M 12 0 L 12 28 L 0 8 L 16 8"),
    ('5', 16, "M 15 28 L 3 28 L 1 15 A 7 9 9 9 6 -6"),
    ('6', 16, "O 8 9 8 9 M 14 28 A 14 9 14 19 4 8"),
    ('7', 16, "M 0 28 L 16 28 L 5 0"),
    ('8', 16, "O 8 21 7 7 O 8 7 8 7"),
    ('9', 16, "O 8 19 8 9 M 16 19 A 2 19 14 19 0 -4"),
    ('A', 20, "M 0 0 L 10 28 L 20 0 M 4 10 L 16 10"),
    ('B', 17, "M 0 0 L 0 28 L 9 28 A 9 21 7 7 4 -4 L 0 14 M 9 14 A 9 7 8 7 4 -4 L 0 0"),
    ('C', 20, "A 12 14 12 14 2 14"),
    ('D', 19, "M 0 0 L 0 28 L 7 28 A 7 14 12 14 4 -4 L 0 0"),
    ('E', 15, "M 15 28 L 0 28 L 0 0 L 15 0 M 0 14 L 13 14"),
    ('F', 14, "M 14 28 L 0 28 L 0 0 M 0 14 L 12 14"),
    ('G', 21, "A 12 14 12 14 2 14 L 21 4 L 21 13 L 13 13"),
    ('H', 18, "M 0 0 L 0 28 M 18 0 L 18 28 M 0 14 L 18 14"),
    ('I', 2, "M 1 0 L 1 28"),
    ('J', 12, "M 12 28 L 12 8 A 6 8 6 8 0 -8"),
    ('K', 17, "M 0 0 L 0 28 M 16 28 L 0 11 M 6 17 L 17 0"),
    ('L', 14, "M 0 28 L 0 0 L 14 0"),
    ('M', 22, "M 0 0 L 0 28 L 11 6 L 22 28 L 22 0"),
    ('N', 18, "M 0 0 L 0 28 L 18 0 L 18 28"),
    ('O', 24, "O 12 14 12 14"),
    ('P', 16, "M 0 0 L 0 28 L 8 28 A 8 20 8 8 4 -4 L 0 12"),
    ('Q', 24, "O 12 14 12 14 M 15 7 L 23 -2"),
    ('R', 17, "M 0 0 L 0 28 L 8 28 A 8 20 8 8 4 -4 L 0 12 M 8 12 L 17 0"),
    ('S', 17, "A 9 21 8 7 2 12 A 8 7 9 7 4 -6"),
    ('T', 18, "M 0 28 L 18 28 M 9 28 L 9 0"),
    ('U', 18, "M 0 28 L 0 9 A 9 9 9 9 8 16 L 18 28"),
    ('V', 18, "M 0 28 L 9 0 L 18 28"),
    ('W', 26, "M 0 28 L 6 0 L 13 24 L 20 0 L 26 28"),
    ('X', 17, "M 0 28 L 17 0 M 17 28 L 0 0"),
    ('Y', 18, "M 0 28 L 9 13 L 18 28 M 9 13 L 9 0"),
    ('Z', 17, "M 0 28 L 17 28 L 0 0 L 17 0"),
    ('a', 14, "O 7 10 7 10 M 14 20 L 14 0"),
    ('b', 14, "M 0 28 L 0 0 O 7 10 7 10"),
    ('c', 13, "A 8 10 8 10 2 14"),
    ('d', 14, "M 14 28 L 14 0 O 7 10 7 10"),
    ('e', 15, "M 1 11 L 15 11 A 8 10 7 10 0 14"),
    ('f', 9, "M 4 0 L 4 22 A 9 22 5 6 8 4 M 0 19 L 9 19"),
    ('g', 14, "O 7 10 7 10 M 14 20 L 14 -2 A 7 -2 7 6 0 -6"),
    ('h', 14, "M 0 0 L 0 28 M 0 13 A 7 13 7 7 8 0 L 14 0"),
    ('i', 2, "M 1 0 L 1 20 M 1 27 L 1 27"),
    ('j', 5, "M 4 20 L 4 -4 A 0 -4 4 4 0 -4 M 4 27 L 4 27"),
    ('k', 13, "M 0 0 L 0 28 M 12 20 L 0 8 M 5 12 L 13 0"),
    ('l', 2, "M 1 0 L 1 28"),
    ('m', 22, "M 0 0 L 0 20 M 0 14 A 5 14 5 6 8 0 L 10 0 M 10 14 A 16 14 6 6 8 0 L 22 0"),
    ('n', 14, "M 0 0 L 0 20 M 0 13 A 7 13 7 7 8 0 L 14 0"),
    ('o', 16, "O 8 10 8 10"),
    ('p', 14, "M 0 20 L 0 -8 O 7 10 7 10"),
    ('q', 14, "M 14 20 L 14 -8 O 7 10 7 10"),
    ('r', 9, "M 0 0 L 0 20 M 0 12 A 8 12 8 8 8 4"),
    ('s', 12, "A 6 15 6 5 2 12 A 6 5 6 5 4 -6"),
    ('t', 9, "M 4 26 L 4 5 A 9 5 5 5 8 12 M 0 20 L 9 20"),
    ('u', 14, "M 0 20 L 0 7 A 7 7 7 7 8 16 M 14 20 L 14 0"),
    ('v', 14, "M 0 20 L 7 0 L 14 20"),
    ('w', 20, "M 0 20 L 5 0 L 10 18 L 15 0 L 20 20"),
    ('x', 13, "M 0 20 L 13 0 M 13 20 L 0 0"),
    ('y', 14, "M 0 20 L 7 0 M 14 20 L 4 -8"),
    ('z', 13, "M 0 20 L 13 20 L 0 0 L 13 0"),
    ('.', 2, "M 1 0 L 1 1"),
    (',', 3, "M 2 1 L 0 -5"),
    (':', 2, "M 1 1 L 1 2 M 1 16 L 1 17"),
    (';', 3, "M 2 1 L 0 -5 M 2 16 L 2 17"),
    ('!', 2, "M 1 28 L 1 9 M 1 0 L 1 1"),
    ('?', 14, "A 7 21 7 7 7 -4 L 7 8 M 7 0 L 7 1"),
    ('\'', 2, "M 1 28 L 1 20"),
    ('"', 8, "M 1 28 L 1 20 M 7 28 L 7 20"),
    ('`', 4, "M 0 28 L 4 23"),
    ('(', 6, "A 10 11 10 19 5 11"),
    (')', 6, "A -4 11 10 19 3 -3"),
    ('[', 6, "M 6 30 L 0 30 L 0 -6 L 6 -6"),
    (']', 6, "M 0 30 L 6 30 L 6 -6 L 0 -6"),
    ('{', 8, "A 8 24 4 6 4 8 L 4 16 L 0 12 L 4 8 L 4 0 A 8 0 4 6 8 12"),
    ('}', 8, "A 0 24 4 6 4 0 L 4 16 L 8 12 L 4 8 L 4 0 A 0 0 4 6 0 -4"),
    ('+', 16, "M 0 11 L 16 11 M 8 3 L 8 19"),
    ('-', 10, "M 0 11 L 10 11"),
    ('–', 15, "M 0 11 L 15 11"),
    ('—', 26, "M 0 11 L 26 11"),
    ('*', 12, "M 6 28 L 6 16 M 1 25 L 11 19 M 11 25 L 1 19"),
    ('/', 12, "M 0 -3 L 12 30"),
    ('\\', 12, "M 0 30 L 12 -3"),
    ('=', 16, "M 0 7 L 16 7 M 0 15 L 16 15"),
    ('≠', 16, "M 0 7 L 16 7 M 0 15 L 16 15 M 4 1 L 12 21"),
    ('<', 15, "M 15 19 L 0 11 L 15 3"),
    ('>', 15, "M 0 19 L 15 11 L 0 3"),
    ('≤', 15, "M 15 22 L 0 14 L 15 6 M 0 1 L 15 1"),
    ('≥', 15, "M 0 22 L 15 14 L 0 6 M 0 1 L 15 1"),
    ('≈', 16, "A 4 14 4 3 8 0 A 12 14 4 3 8 16 M 0 6 A 4 6 4 3 8 0 A 12 6 4 3 8 16"),
    ('~', 16, "A 4 10 4 4 8 0 A 12 10 4 4 8 16"),
    ('|', 2, "M 1 31 L 1 -7"),
    ('_', 18, "M 0 -6 L 18 -6"),
    ('#', 18, "M 4 0 L 8 28 M 11 0 L 15 28 M 1 9 L 17 9 M 2 19 L 18 19"),
    ('%', 24, "O 5 22 5 6 O 19 6 5 6 M 20 28 L 4 0"),
    ('&', 20, "M 20 0 L 5 19 A 9 22 5 6 9 0 L 3 13 A 8 7 8 7 6 14 L 19 14"),
    ('@', 28, "O 14 11 6 7 M 20 18 L 20 8 A 24 8 4 4 8 16 L 28 12 A 14 11 14 16 0 13"),
    ('^', 12, "M 0 20 L 6 28 L 12 20"),
    ('$', 16, "A 8 20 8 6 2 12 A 8 8 8 6 4 -6 M 8 31 L 8 -3"),
    ('×', 14, "M 0 4 L 14 18 M 14 4 L 0 18"),
    ('·', 2, "M 1 11 L 1 12"),
    ('…', 22, "M 1 0 L 1 1 M 11 0 L 11 1 M 21 0 L 21 1"),
    ('°', 8, "O 4 24 4 4"),
    ('²', 9, "A 4 25 4 4 7 -2 L 0 16 L 9 16"),
    ('√', 20, "M 0 12 L 4 14 L 9 0 L 16 30 L 22 30"),
    ('∞', 26, "O 6 10 6 6 O 19 10 7 6"),
    ('→', 22, "M 0 11 L 22 11 M 15 17 L 22 11 L 15 5"),
    ('α', 18, "O 7 10 7 10 M 18 20 L 12 8 L 18 0"),
    ('β', 14, "M 0 -8 L 0 22 A 6 22 6 6 8 -3 L 5 15 M 6 15 A 6 8 8 8 4 -8"),
    ('φ', 18, "O 9 10 9 10 M 9 28 L 9 -8"),
    ('è', 15, "M 1 11 L 15 11 A 8 10 7 10 0 14 M 5 29 L 9 24"),
    ('é', 15, "M 1 11 L 15 11 A 8 10 7 10 0 14 M 11 29 L 7 24"),
    ('ê', 15, "M 1 11 L 15 11 A 8 10 7 10 0 14 M 4 24 L 8 29 L 12 24"),
    ('ä', 14, "O 7 10 7 10 M 14 20 L 14 0 M 4 27 L 4 27 M 11 27 L 11 27"),
    ('ö', 16, "O 8 10 8 10 M 5 27 L 5 27 M 11 27 L 11 27"),
    ('ü', 14, "M 0 20 L 0 7 A 7 7 7 7 8 16 M 14 20 L 14 0 M 4 27 L 4 27 M 10 27 L 10 27"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_ascii_is_drawn_within_its_room() {
        for c in (33u8..127).map(char::from) {
            assert!(GLYPHS.iter().any(|(letter, ..)| *letter == c), "{c}");
            let letter = glyph(c);
            let points = letter.strokes.iter().flatten();
            let (low, high) = (points.clone().map(|p| p.0).min(), points.clone().map(|p| p.0).max());
            assert!(low.unwrap() >= -2 * FINE, "{c}: {low:?}");
            assert!(high.unwrap() <= (letter.advance - BEARING + 2) * FINE, "{c}: {high:?}");
            assert!(points.clone().all(|p| (-9 * FINE..=32 * FINE).contains(&p.1)), "{c}");
        }
    }

    #[test]
    fn paths_are_spelt_right() {
        for (letter, _, path) in GLYPHS {
            let mut words = path.split_ascii_whitespace();
            while let Some(command) = words.next() {
                let numbers = match command {
                    "M" | "L" => 2,
                    "O" => 4,
                    "A" => 6,
                    other => panic!("{letter}: {other}"),
                };
                for _ in 0..numbers {
                    assert!(words.next().is_some_and(|word| word.parse::<i64>().is_ok()), "{letter}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_letter_is_a_box() {
        assert_eq!(glyph('漢').strokes.len(), 1);
        assert_eq!(width("11", 40), 44);
    }
}
