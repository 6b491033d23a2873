//! What the learner asks: is this position in the set? Tables computed elsewhere answer through [`Oracle`].

use std::ops::ControlFlow;

use crate::game::{Convention, Coordinate, Game};

/// A set of positions known on a box.
pub trait Oracle {
    /// Whether the position is in the set; `None` if this is not known. Must be known when every pile is
    /// below [`Oracle::bound`].
    fn contains(&self, position: &[u64]) -> Option<bool>;

    /// All positions with piles below this are known.
    fn bound(&self) -> u64;

    /// Visits the members of the set whose coordinates are below `ends` (piles: at most [`Oracle::bound`]).
    /// The default scans the whole box; sparse sets should do better.
    fn members(&self, ends: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        let mut position = vec![0u64; ends.len()];
        if ends.contains(&0) {
            return;
        }
        loop {
            if self.contains(&position) == Some(true) && visit(&position).is_break() {
                return;
            }
            let mut i = ends.len();
            loop {
                if i == 0 {
                    return;
                }
                i -= 1;
                position[i] += 1;
                if position[i] < ends[i] {
                    break;
                }
                position[i] = 0;
            }
        }
    }
}

/// A set given by its members on a box, kept by first coordinate.
#[derive(Debug, Clone)]
pub struct PositionTable {
    bound: u64,
    /// `rows[x]`: the other coordinates of the members with first coordinate x, sorted.
    rows: Vec<Vec<Vec<u64>>>,
}

impl PositionTable {
    /// The set of the given positions, complete for coordinates below `bound`; others are ignored. `bound`
    /// must not be below the number of values of a bounded coordinate.
    pub fn new<I: IntoIterator<Item = Vec<u64>>>(bound: u64, members: I) -> Self {
        let mut rows: Vec<Vec<Vec<u64>>> = vec![Vec::new(); bound as usize];
        for member in members {
            if let Some((&x, rest)) = member.split_first()
                && member.iter().all(|&v| v < bound)
            {
                rows[x as usize].push(rest.to_vec());
            }
        }
        for row in &mut rows {
            row.sort_unstable();
            row.dedup();
        }
        PositionTable { bound, rows }
    }

    /// The P-positions of a game with all piles below `bound`, by the definition: positions in order, each
    /// compared with the P-positions found so far. Cubic or worse; for small boxes. `None` if the first
    /// coordinate is not a pile or the box has more than 2^24 positions. The bound is raised to the number of
    /// values of the bounded coordinates.
    pub fn by_rules(game: &Game, bound: u64) -> Option<Self> {
        if game.coordinates.first() != Some(&Coordinate::Pile) {
            return None;
        }
        let bounded = game.coordinates.iter().map(|c| match c {
            Coordinate::Pile => 0,
            Coordinate::Bounded(b) => u64::from(*b),
        });
        let bound = bound.max(bounded.max().unwrap_or(0));
        let ends: Vec<u64> = game
            .coordinates
            .iter()
            .map(|c| match c {
                Coordinate::Pile => bound,
                Coordinate::Bounded(b) => u64::from(*b),
            })
            .collect();
        let size = ends.iter().try_fold(1u64, |a, &b| a.checked_mul(b)).filter(|&n| n <= 1 << 24)?;
        // Moves decrease the sum of the piles, or leave the piles and decrease that of the rest.
        let mut positions: Vec<Vec<u64>> = (0..size)
            .map(|mut code| {
                ends.iter()
                    .map(|&end| {
                        let v = code % end;
                        code /= end;
                        v
                    })
                    .collect()
            })
            .collect();
        let sums = |p: &[u64]| -> (u64, u64) {
            let piles: u64 = game.piles().iter().map(|&i| p[i]).sum();
            (piles, p.iter().sum::<u64>() - piles)
        };
        positions.sort_by_cached_key(|p| sums(p));
        let mut members: Vec<Vec<u64>> = Vec::new();
        for (i, x) in positions.iter().enumerate() {
            let terminal = game.terminals.contains(x);
            let lost = match game.convention {
                Convention::Normal => terminal || !members.iter().any(|y| game.is_option(x, y)),
                Convention::Misere => {
                    !terminal
                        && !members.iter().any(|y| game.is_option(x, y))
                        && positions[..i].iter().any(|y| game.is_option(x, y))
                }
                Convention::Blocking(k) => {
                    let reached = |blockable: bool| {
                        members
                            .iter()
                            .filter(|y| {
                                game.families.iter().any(|f| f.blockable == blockable && f.contains(x, y))
                            })
                            .count()
                    };
                    terminal || (reached(false) == 0 && reached(true) < usize::from(k))
                }
            };
            if lost {
                members.push(x.clone());
            }
        }
        Some(Self::new(bound, members))
    }

    /// The members in order.
    pub fn positions(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.rows.iter().enumerate().flat_map(|(x, row)| {
            row.iter().map(move |rest| std::iter::once(x as u64).chain(rest.iter().copied()).collect())
        })
    }
}

impl Oracle for PositionTable {
    fn contains(&self, position: &[u64]) -> Option<bool> {
        let (&x, rest) = position.split_first()?;
        if position.iter().any(|&v| v >= self.bound) {
            return None;
        }
        Some(self.rows.get(x as usize)?.binary_search_by(|r| r.as_slice().cmp(rest)).is_ok())
    }

    fn bound(&self) -> u64 {
        self.bound
    }

    fn members(&self, ends: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        let Some((&end, rest_ends)) = ends.split_first() else { return };
        let mut position = Vec::new();
        for (x, row) in self.rows.iter().enumerate().take(end as usize) {
            for rest in row {
                if rest.iter().zip(rest_ends).all(|(a, b)| a < b) {
                    position.clear();
                    position.push(x as u64);
                    position.extend_from_slice(rest);
                    if visit(&position).is_break() {
                        return;
                    }
                }
            }
        }
    }
}
