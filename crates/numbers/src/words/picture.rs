//! Two-dimensional words fixed by a morphism with rectangular images, and the picture of Wythoff's P-positions.
//!
//! The 13-letter morphism (ledger VIS-C-2Dmorph) generates a quarter plane in which the letters a, e, g, j, l stand
//! exactly at the P-positions. The letter at huge coordinates is found by descending through heights and widths.

use super::Levels;
use crate::error::NumberError;
use crate::int::Natural;
use crate::int::traits::*;

/// A morphism whose images are rectangles of letters, all of one height in a row and one width in a column.
///
/// ```
/// use wythoff_numbers::{Natural, words::Picture};
/// let wythoff = Picture::wythoff();
/// let at = |x: u32, y: u32| wythoff.letter(&x.into(), &y.into()).unwrap();
/// assert!(Picture::is_p_letter(at(1, 2)) && Picture::is_p_letter(at(6, 10)) && !Picture::is_p_letter(at(6, 9)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    letters: Vec<char>,
    /// Rows of letters, never empty.
    images: Vec<Vec<Vec<usize>>>,
    start: usize,
}

/// The morphism of Wythoff's P-positions.
const WYTHOFF: &str = "a->[ab;cd],b->[i;e],c->[ij],d->[i],e->[fb],f->[gb;hd],g->[fb;hd],h->[im],i->[im;hd],j->[k;c],\
                       k->[lm;cd],l->[km;cd],m->[i;h]";

impl Picture {
    /// Reads `a->[ab;cd],b->[i;e],...`, rows separated by `;`; the first letter starts the picture.
    pub fn parse(text: &str) -> Result<Picture, NumberError> {
        let mut rules: Vec<(char, Vec<Vec<char>>)> = Vec::new();
        let mut at = 0;
        for part in text.split(',') {
            rules.push(parse_rule(part, at)?);
            at += part.len() + 1;
        }
        let letters: Vec<char> = rules.iter().map(|r| r.0).collect();
        for (i, c) in letters.iter().enumerate() {
            if letters[..i].contains(c) {
                return Err(NumberError::Syntax { at: 0, expected: format!("one image for `{c}`, not two") });
            }
        }
        let index = |c: &char| letters.iter().position(|l| l == c).ok_or(NumberError::Letter(*c));
        let mut images = Vec::new();
        for (_, rows) in &rules {
            let rows: Result<Vec<Vec<usize>>, NumberError> =
                rows.iter().map(|row| row.iter().map(index).collect()).collect();
            images.push(rows?);
        }
        let picture = Picture { letters, images, start: 0 };
        if picture.images[0][0][0] != 0 {
            return Err(NumberError::NotProlongable(picture.letters[0]));
        }
        picture.check_shapes()?;
        Ok(picture)
    }

    /// The picture of Wythoff's P-positions.
    pub fn wythoff() -> Picture {
        // The text above parses; a picture of one letter would stand in if it did not, and the tests would say so.
        Picture::parse(WYTHOFF).unwrap_or(Picture {
            letters: vec!['a'],
            images: vec![vec![vec![0]]],
            start: 0,
        })
    }

    /// Whether a letter of [`Picture::wythoff`] marks a P-position.
    pub fn is_p_letter(letter: char) -> bool {
        matches!(letter, 'a' | 'e' | 'g' | 'j' | 'l')
    }

    /// Heights (or widths) one step on: of the first column (or row) of each image.
    fn grow(&self, sizes: &[Natural], vertical: bool) -> Vec<Natural> {
        self.images
            .iter()
            .map(|rows| {
                if vertical {
                    rows.iter().map(|row| &sizes[row[0]]).sum()
                } else {
                    rows[0].iter().map(|&x| &sizes[x]).sum()
                }
            })
            .collect()
    }

    /// Letters of one row must have one height for ever, those of one column one width. Sizes are sums over a linear
    /// recurrence of order the number of letters, so as many steps decide.
    fn check_shapes(&self) -> Result<(), NumberError> {
        for vertical in [true, false] {
            let mut sizes = vec![Natural::ONE; self.letters.len()];
            for _ in 0..=2 * self.letters.len() {
                for rows in &self.images {
                    for (r, row) in rows.iter().enumerate() {
                        for (c, &x) in row.iter().enumerate() {
                            let mate = if vertical { rows[r][0] } else { rows[0][c] };
                            if sizes[x] != sizes[mate] {
                                return Err(NumberError::Shape(self.letters[x], self.letters[mate]));
                            }
                        }
                    }
                }
                sizes = self.grow(&sizes, vertical);
            }
        }
        Ok(())
    }

    /// The letter in row x and column y, both from 0.
    pub fn letter(&self, x: &Natural, y: &Natural) -> Result<char, NumberError> {
        if x.max(y).significant_bits() > super::INDEX_BITS {
            return Err(NumberError::WordTooFar);
        }
        let ones = vec![Natural::ONE; self.letters.len()];
        // Both sizes grow together; a size that stalls as long as there are letters has stopped.
        let size = self.letters.len();
        let mut first = ones.clone();
        first.extend(ones);
        let grow = |w: &[Natural]| -> Vec<Natural> {
            let mut next = self.grow(&w[..size], true);
            next.extend(self.grow(&w[size..], false));
            next
        };
        let (mut stalled, mut before) = (0, None);
        let (mut levels, top) = Levels::new(first, grow, |w| {
            let now = (w[self.start].clone(), w[size + self.start].clone());
            let enough = now.0 > *x && now.1 > *y;
            stalled = if before.as_ref() == Some(&now) { stalled + 1 } else { 0 };
            before = Some(now);
            enough || stalled > size
        })?;
        let last = levels.at(top);
        if last[self.start] <= *x || last[size + self.start] <= *y {
            return Err(NumberError::NotProlongable(self.letters[self.start]));
        }
        let (mut x, mut y, mut letter) = (x.clone(), y.clone(), self.start);
        for level in (0..top).rev() {
            let w = levels.at(level);
            let rows = &self.images[letter];
            let (mut r, mut c) = (0, 0);
            while r + 1 < rows.len() && x >= w[rows[r][0]] {
                x -= &w[rows[r][0]];
                r += 1;
            }
            while c + 1 < rows[0].len() && y >= w[size + rows[0][c]] {
                y -= &w[size + rows[0][c]];
                c += 1;
            }
            letter = rows[r][c];
        }
        Ok(self.letters[letter])
    }

    /// The first `rows` rows and `columns` columns, by iterating the morphism.
    pub fn corner(&self, rows: usize, columns: usize) -> Vec<Vec<char>> {
        let mut now = vec![vec![self.start]];
        while now.len() < rows || now[0].len() < columns {
            let mut next: Vec<Vec<usize>> = Vec::new();
            for row in &now {
                let height = self.images[row[0]].len();
                for r in 0..height {
                    next.push(
                        row.iter().flat_map(|&x| self.images[x][r].iter().copied()).take(columns).collect(),
                    );
                }
                if next.len() >= rows {
                    break;
                }
            }
            if next == now {
                break;
            }
            now = next;
        }
        now.iter()
            .take(rows)
            .map(|row| row.iter().take(columns).map(|&x| self.letters[x]).collect())
            .collect()
    }
}

fn parse_rule(part: &str, at: usize) -> Result<(char, Vec<Vec<char>>), NumberError> {
    let mistake = |offset: usize, expected: &str| NumberError::Syntax {
        at: at + offset,
        expected: expected.to_owned(),
    };
    let Some(arrow) = part.find("->") else { return Err(mistake(part.len(), "`->`, as in `a->[ab;cd]`")) };
    let mut chars = part[..arrow].trim().chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else {
        return Err(mistake(0, "one letter before `->`"));
    };
    let body = part[arrow + 2..].trim();
    let inner = body
        .strip_prefix('[')
        .and_then(|b| b.strip_suffix(']'))
        .ok_or_else(|| mistake(arrow + 2, "rows in brackets, as in `[ab;cd]`"))?;
    let rows: Vec<Vec<char>> = inner.split(';').map(|row| row.trim().chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    if width == 0 || rows.iter().any(|row| row.len() != width) {
        return Err(mistake(arrow + 2, "rows of one length, with at least one letter"));
    }
    Ok((letter, rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Integer;
    use crate::quadratic::Quadratic;
    use std::collections::HashSet;

    #[test]
    fn p_letters_stand_at_the_p_positions() {
        let picture = Picture::wythoff();
        let corner = picture.corner(144, 144);
        // From the mex rule, not from the golden ratio.
        let mut p: HashSet<(usize, usize)> = HashSet::new();
        let mut used = [false; 400];
        for n in 0..100 {
            let a = used.iter().position(|u| !u).unwrap();
            used[a] = true;
            if a + n < 400 {
                used[a + n] = true;
            }
            p.extend([(a, a + n), (a + n, a)]);
        }
        for (x, row) in corner.iter().enumerate() {
            assert_eq!(row.len(), 144);
            for (y, &letter) in row.iter().enumerate() {
                assert_eq!(Picture::is_p_letter(letter), p.contains(&(x, y)), "({x},{y})");
                if (x * 7 + y) % 5 == 0 {
                    assert_eq!(picture.letter(&Natural::from(x), &Natural::from(y)).unwrap(), letter);
                }
            }
        }
    }

    #[test]
    fn huge_positions() {
        let picture = Picture::wythoff();
        let phi = Quadratic::golden();
        for n in [Integer::from(10).pow(50), Integer::from(3).pow(333)] {
            let a = Natural::exact_from(phi.floor_mul(&n));
            let b = &a + Natural::exact_from(&n);
            assert!(Picture::is_p_letter(picture.letter(&a, &b).unwrap()));
            assert!(Picture::is_p_letter(picture.letter(&b, &a).unwrap()));
            assert!(!Picture::is_p_letter(picture.letter(&a, &(&b + Natural::ONE)).unwrap()));
        }
    }

    #[test]
    fn mistakes() {
        assert!(matches!(Picture::parse("a->ab"), Err(NumberError::Syntax { at: 3, .. })));
        assert!(matches!(Picture::parse("a->[ab;c]"), Err(NumberError::Syntax { .. })));
        assert!(matches!(Picture::parse("a->[ab],b->[a;b]"), Err(NumberError::Shape(..))));
        assert!(matches!(Picture::parse("a->[ba],b->[b]"), Err(NumberError::NotProlongable('a'))));
        let stuck = Picture::parse("a->[a]").unwrap();
        assert!(stuck.letter(&Natural::ONE, &Natural::ZERO).is_err());
    }
}
