//! The data: sets of P-positions with what is known of their completeness, and the pairs (a_n, b_n) in them.

use crate::error::DiscoverError;

/// Coordinates stay below this, so that all products of two fit in 128 bits.
const LARGEST: u64 = 1 << 60;

/// Most points that a box is expanded to.
const MOST_POINTS: usize = 1 << 23;

/// A set of P-positions, complete on a box.
#[derive(Clone, Debug)]
pub struct Positions {
    positions: Vec<Vec<u64>>,
    piles: usize,
    below: u64,
    unordered: bool,
}

impl Positions {
    /// Positions of a game with unordered piles, each sorted and listed once; every P-position with all
    /// piles below `below` is there, and there may be more.
    pub fn unordered(positions: Vec<Vec<u64>>, below: u64) -> Result<Positions, DiscoverError> {
        let made = Positions::ordered(positions, below)?;
        match made.positions.iter().position(|p| !p.is_sorted()) {
            Some(at) => Err(DiscoverError::Unsorted(at)),
            None => Ok(Positions { unordered: true, ..made }),
        }
    }

    /// Positions of a game with ordered piles; complete as for [`Positions::unordered`].
    pub fn ordered(mut positions: Vec<Vec<u64>>, below: u64) -> Result<Positions, DiscoverError> {
        let piles = positions.first().map_or(0, Vec::len);
        for (at, position) in positions.iter().enumerate() {
            if position.len() != piles {
                return Err(DiscoverError::Piles(at, position.len(), piles));
            }
            if position.iter().any(|&x| x >= LARGEST) {
                return Err(DiscoverError::LargePile(at));
            }
        }
        positions.sort();
        positions.dedup();
        Ok(Positions { positions, piles, below, unordered: false })
    }

    /// The number of piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// Complete below this.
    pub fn below(&self) -> u64 {
        self.below
    }

    /// Whether each position stands for all its arrangements.
    pub fn is_unordered(&self) -> bool {
        self.unordered
    }

    /// The positions in lexicographic order.
    pub fn list(&self) -> &[Vec<u64>] {
        &self.positions
    }

    /// The positions with all piles below the bound, every arrangement of each; none if these are too many.
    pub(super) fn box_points(&self) -> Vec<Vec<u64>> {
        let most: usize = if self.unordered { (1..=self.piles.min(12)).product() } else { 1 };
        if most.saturating_mul(self.positions.len()) > MOST_POINTS {
            return Vec::new();
        }
        let inside = self.positions.iter().filter(|p| p.iter().all(|&x| x < self.below));
        if self.unordered {
            inside.flat_map(|p| wythoff_numbers::tuples::arrangements(p)).collect()
        } else {
            inside.cloned().collect()
        }
    }

    /// `piles below 500`.
    pub(super) fn bound(&self) -> String {
        format!("piles below {}", self.below)
    }

    /// The sequences of first, second, … coordinates while the rows are complete; for three or more piles.
    pub(super) fn coordinates(&self) -> Vec<(String, Vec<i64>)> {
        if self.piles < 3 || !self.unordered {
            return Vec::new();
        }
        let known = self.covered();
        let rows: Vec<&Vec<u64>> = self.positions.iter().take_while(|p| p[0] < known).collect();
        // One position a row, or the coordinates are no sequences.
        if rows.len() < 8 || rows.windows(2).any(|w| w[0][0] == w[1][0]) {
            return Vec::new();
        }
        let sequence = |i: usize| rows.iter().map(|p| p[i] as i64).collect();
        (0..self.piles).map(|i| (format!("p{}", i + 1), sequence(i))).collect()
    }

    /// The least pile size below the bound that no listed position has.
    fn covered(&self) -> u64 {
        let mut sizes: Vec<u64> =
            self.positions.iter().flatten().copied().filter(|&x| x < self.below).collect();
        sizes.sort_unstable();
        sizes.dedup();
        (0..).zip(&sizes).find(|(i, x)| i != *x).map_or(sizes.len() as u64, |(i, _)| i)
    }
}

/// P-positions (a_n, b_n), a_n <= b_n increasing in a_n, one for each a_n, without gaps.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The smaller coordinates.
    pub a: Vec<i64>,
    /// The larger coordinates.
    pub b: Vec<i64>,
}

impl Pairs {
    /// The pairs of an unordered two-pile set as far as no row can be missing: all of them if the larger coordinate
    /// increases along the list, else up to the first size below the bound that occurs in no listed position.
    pub fn of(positions: &Positions) -> Option<Pairs> {
        if positions.piles != 2 || !positions.unordered {
            return None;
        }
        let rising = positions.positions.windows(2).all(|w| w[0][1] < w[1][1]);
        let known = if rising { u64::MAX } else { positions.covered() };
        let rows: Vec<&Vec<u64>> = positions.positions.iter().take_while(|p| p[0] < known).collect();
        if rows.len() < 8 || rows.windows(2).any(|w| w[0][0] == w[1][0]) {
            return None;
        }
        let a = rows.iter().map(|p| p[0] as i64).collect();
        let b = rows.iter().map(|p| p[1] as i64).collect();
        Some(Pairs { a, b })
    }

    pub fn len(&self) -> usize {
        self.a.len()
    }

    /// `n < 2000`.
    pub fn bound(&self) -> String {
        format!("n < {}", self.len())
    }
}
