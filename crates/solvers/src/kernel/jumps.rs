//! Cells of a row from which moves lead to P-positions, where a move is told by its ends alone: for families that are no lines,
//! beside those that are. Lines leave few cells of a row open, and P-positions are few where rows are lines: the cells that
//! are left are held against the list of P-positions.
//!
//! Most of these cells have many P-options, and neighbours often the same: what answered lately is asked first, for 64
//! neighbouring cells at a time. A cell that is left is held against all, 64 P-positions at a time: those of the nearest rows
//! first, then those of the nearest columns.
//!
//! Cost: some questions for 64 cells that are won, and for each P-position one for 64 P-positions before it.

use crate::error::SolveError;
use wythoff_numbers::Budget;

/// Positions that are asked for at a time.
pub const LANES: usize = 64;

/// Moves of a board of two piles that are told by their ends.
pub trait Jumps: Sync {
    /// Of the cells `(row, from), (row, from + 1), ...` in `lanes` those from which a move leads to a target, which is no
    /// larger in either pile and none of them.
    fn sources(&self, row: usize, from: usize, lanes: u64, target: (u32, u32)) -> Result<u64, SolveError>;

    /// Of up to 64 targets those in `lanes`, each as above, to which a move leads from a cell.
    fn targets(&self, cell: (usize, usize), lanes: u64, targets: &[(u32, u32)]) -> Result<u64, SolveError>;

    /// Whether any move leads from a cell.
    fn has_move(&self, cell: (usize, usize)) -> Result<bool, SolveError>;
}

/// More P-positions than this many a row are not few.
const FEW: usize = 8;

/// As many may be there before rows count.
const AT_FIRST: usize = 512;

/// How many that answered lately are kept.
const LATELY: usize = 4;

/// Cells that are asked for one by one rather than together, if there are no more.
const ALONE: u32 = 4;

/// The P-positions that are known.
#[derive(Default)]
pub(crate) struct Known {
    /// Those of the last rows, no more than 64.
    last: Vec<(u32, u32)>,
    /// All, by columns.
    columns: Vec<(u32, u32)>,
    /// Those that answered lately, the last in front.
    lately: Vec<(u32, u32)>,
}

impl Known {
    /// Takes in a P-position; refuses if they are not few.
    pub fn insert(&mut self, (row, column): (usize, usize)) -> Result<(), SolveError> {
        if self.columns.len() > FEW * row + AT_FIRST {
            return Err(SolveError::not_this_way("there are too many P-positions to look at each"));
        }
        if self.last.len() == LANES {
            self.last.drain(..LANES / 2);
        }
        let cell = (row as u32, column as u32);
        self.last.push(cell);
        let place = self.columns.partition_point(|other| (other.1, other.0) < (cell.1, cell.0));
        self.columns.insert(place, cell);
        Ok(())
    }

    /// Whether no move leads from the first open cell of 64 to a P-position that is known. Others among them that are found
    /// to have such a move are closed, and so is it if it has.
    pub fn is_left(
        &mut self,
        jumps: &dyn Jumps,
        row: usize,
        word: usize,
        open: &mut u64,
        budget: &Budget,
    ) -> Result<bool, SolveError> {
        let first = *open & open.wrapping_neg();
        let mut at = 0;
        while at < self.lately.len() && open.count_ones() > ALONE {
            let found = self.sources(jumps, row, word, *open, self.lately[at])?;
            *open &= !found;
            if found != 0 {
                self.lately[..=at].rotate_right(1);
            }
            at += 1;
        }
        if *open & first == 0 {
            return Ok(false);
        }
        budget.check()?;
        let cell = (row, word * 64 + first.trailing_zeros() as usize);
        let Some(target) = self.target(jumps, cell)? else { return Ok(true) };
        *open &= !(first | self.sources(jumps, row, word, *open, target)?);
        self.lately.retain(|other| *other != target);
        self.lately.truncate(LATELY - 1);
        self.lately.insert(0, target);
        Ok(false)
    }

    /// Of the open cells of 64 those from which a move leads to a P-position.
    pub fn sources(
        &self,
        jumps: &dyn Jumps,
        row: usize,
        word: usize,
        open: u64,
        target: (u32, u32),
    ) -> Result<u64, SolveError> {
        // Along the row only what lies behind a P-position can lead to it.
        let least = target.1 as usize + usize::from(target.0 as usize == row);
        let inside = match least.saturating_sub(word * 64) {
            cut @ 0..64 => !0 << cut,
            _ => 0,
        };
        let lanes = open & inside;
        if lanes == 0 { Ok(0) } else { jumps.sources(row, word * 64, lanes, target) }
    }

    /// A P-position that a move from a cell leads to.
    fn target(&self, jumps: &dyn Jumps, cell: (usize, usize)) -> Result<Option<(u32, u32)>, SolveError> {
        let before = self.columns.partition_point(|other| other.1 as usize <= cell.1);
        let near = |(_, column): &(u32, u32)| *column as usize <= cell.1;
        let mut lanes =
            self.last.iter().enumerate().fold(0, |lanes, (lane, p)| lanes | u64::from(near(p)) << lane);
        for some in std::iter::once(&self.last[..]).chain(self.columns[..before].rchunks(LANES)) {
            let lanes = std::mem::replace(&mut lanes, !0) & !0 >> (LANES - some.len().max(1));
            let found = if lanes == 0 { 0 } else { jumps.targets(cell, lanes, some)? };
            if found != 0 {
                return Ok(Some(some[63 - found.leading_zeros() as usize]));
            }
        }
        Ok(None)
    }
}
