//! A game of three piles and more by slices: the piles after the first two are held, and two are left to look at.

use crate::error::Error;
use crate::game::Game;
use crate::grundy::GrundyValues;
use crate::p::{PPositions, Positions, Range};
use wythoff_numbers::{Budget, Stop};

/// The first two piles of the positions in a slice, in lexicographic order; of games in which order does not matter the
/// smaller one first.
pub fn slice_pairs<'a>(
    positions: impl ExactSizeIterator<Item = &'a [u64]>,
    slice: &[u64],
    mirrored: bool,
) -> Vec<[u64; 2]> {
    let mut found = Vec::with_capacity(if slice.is_empty() { positions.len() } else { 0 });
    found.extend(positions.filter_map(|position| match position {
        [x] => Some([*x, 0]),
        [x, y] => Some([*x, *y]),
        [x, y, rest @ ..] if !mirrored => (rest == slice).then_some([*x, *y]),
        all => without(all, slice),
    }));
    if !slice.is_empty() {
        found.sort_unstable();
        found.dedup();
    }
    found
}

/// The two piles of a sorted position that are left when those of the slice are taken out.
fn without(position: &[u64], slice: &[u64]) -> Option<[u64; 2]> {
    let mut rest = position.to_vec();
    for pile in slice {
        let at = rest.iter().position(|x| x == pile)?;
        rest.remove(at);
    }
    rest.try_into().ok()
}

impl Game {
    /// The P-positions of a slice with the first two piles below a bound, all piles written out; of games in which order
    /// does not matter the smaller of the two first.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let found = Game::parse("nim(piles=3)")?.p_slice(4, &[1], &Budget::default())?;
    /// assert_eq!(found.positions.flat(), [0, 1, 1, 2, 3, 1]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn p_slice(&self, below: u64, slice: &[u64], budget: &Budget) -> Result<PPositions, Error> {
        let deepest = slice.iter().max().map_or(0, |pile| pile.saturating_add(1));
        let mut found = self.p(Range::Below(below.max(deepest)), 0, None, budget)?;
        if found.partial {
            return Err(budget.check().err().unwrap_or(Stop::Time).into());
        }
        if !slice.is_empty() {
            let pairs = slice_pairs(found.positions.iter(), slice, self.is_symmetric());
            let shown = pairs.iter().filter(|pair| pair.iter().all(|pile| *pile < below));
            let flat = shown.flat_map(|pair| pair.iter().chain(slice).copied()).collect();
            found.positions = Positions::new(self.coordinates(), flat);
        }
        Ok(found)
    }

    /// The Grundy values of a slice: a table of two sides, whole or nothing. A game of one pile has one column.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let table = Game::parse("nim(piles=3)")?.grundy_slice([2, 3], &[1], &Budget::default())?;
    /// assert_eq!((table.sides, table.values), (vec![2, 3], vec![1, 0, 3, 0, 1, 2]));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn grundy_slice(
        &self,
        sides: [u64; 2],
        slice: &[u64],
        budget: &Budget,
    ) -> Result<GrundyValues, Error> {
        let mut all = if self.coordinates() == 1 { vec![sides[0]] } else { sides.to_vec() };
        all.extend(slice.iter().map(|pile| pile.saturating_add(1)));
        let mut table = self.grundy_table(&all, budget)?;
        if table.partial {
            return Err(budget.check().err().unwrap_or(Stop::Time).into());
        }
        let depths = || table.sides.iter().skip(2);
        let depth: u64 = depths().product();
        let at = slice.iter().zip(depths()).fold(0, |at, (z, side)| at * side + z);
        if depth != 1 {
            table.values =
                table.values.chunks(depth.max(1) as usize).map(|column| column[at as usize]).collect();
        }
        table.sides = vec![table.sides[0], table.sides.get(1).copied().unwrap_or(1)];
        Ok(table)
    }
}
