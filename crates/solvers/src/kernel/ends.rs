//! Where the game is over, and who has won then.

/// The convention on two piles: misère or not, and positions at which the game ends besides those without a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    misere: bool,
    /// Extra ends, sorted.
    extra: Vec<(usize, usize)>,
}

impl Ends {
    /// Misère play or normal play, and extra ends.
    pub fn new(misere: bool, extra: impl IntoIterator<Item = (usize, usize)>) -> Ends {
        let mut extra: Vec<_> = extra.into_iter().collect();
        extra.sort_unstable();
        extra.dedup();
        Ends { misere, extra }
    }

    /// Whether the player who cannot move wins.
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// The extra ends in lexicographic order.
    pub fn extra(&self) -> &[(usize, usize)] {
        &self.extra
    }

    /// The columns of the extra ends of a row, in increasing order.
    pub(crate) fn in_row(&self, row: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let from = self.extra.partition_point(|end| end.0 < row);
        self.extra[from..].iter().take_while(move |end| end.0 == row).map(|end| end.1)
    }

    /// Whether the game ends at a position although there may be moves.
    pub(crate) fn contains(&self, row: usize, column: usize) -> bool {
        self.extra.binary_search(&(row, column)).is_ok()
    }
}
