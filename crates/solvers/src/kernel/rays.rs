//! Moves on two piles that do not look at the piles: rays, strands and single vectors, and the lines they run along.
//!
//! A ray is {i·v : 1 <= i <= limit}. The cells from which a ray's moves reach each other form a *line*; two cells
//! of one line are joined by a move if no limit is between them. A strand is {start + i·v : i >= 0}: a band such as
//! |k - l| < 3 is a bundle of them.

/// The multiples i·(down, across) with 1 <= i <= limit of a vector that is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// What one step takes from the first pile (the row).
    pub down: usize,
    /// What one step takes from the second pile (the column).
    pub across: usize,
    /// The largest multiple, if there is one.
    pub limit: Option<usize>,
}

impl Ray {
    /// All multiples of a vector.
    pub fn new(down: usize, across: usize) -> Ray {
        Ray { down, across, limit: None }
    }

    /// The multiples of a vector up to a largest.
    pub fn limited(down: usize, across: usize, limit: usize) -> Ray {
        Ray { down, across, limit: Some(limit) }
    }

    /// The ray with the piles exchanged.
    pub(crate) fn mirrored(self) -> Ray {
        Ray { down: self.across, across: self.down, ..self }
    }

    /// If the vector is a multiple of the step, which.
    fn multiple(self, (down, across): (usize, usize)) -> Option<usize> {
        let times = down.checked_div(self.down).or(across.checked_div(self.across)).unwrap_or(0);
        let same = |step: usize, whole: usize| step.checked_mul(times) == Some(whole);
        (times > 0 && same(self.down, down) && same(self.across, across)).then_some(times)
    }

    fn holds_ray(self, other: Ray) -> bool {
        self.multiple((other.down, other.across)).is_some_and(|times| match (self.limit, other.limit) {
            (None, _) => true,
            (Some(own), Some(limit)) => limit.checked_mul(times).is_some_and(|most| most <= own),
            (Some(_), None) => false,
        })
    }

    fn holds_vector(self, vector: (usize, usize)) -> bool {
        self.multiple(vector).is_some_and(|times| self.limit.is_none_or(|limit| times <= limit))
    }
}

/// The vectors start + i·(down, across) for all i >= 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strand {
    /// What one step takes from the first pile (the row).
    pub down: usize,
    /// What one step takes from the second pile (the column).
    pub across: usize,
    /// The first vector.
    pub start: (usize, usize),
}

impl Strand {
    fn mirrored(self) -> Strand {
        Strand { down: self.across, across: self.down, start: (self.start.1, self.start.0) }
    }

    /// Whether a vector is on the strand.
    fn holds(self, (a, b): (usize, usize)) -> bool {
        let beyond = a.checked_sub(self.start.0).zip(b.checked_sub(self.start.1));
        let ray = Ray::new(self.down, self.across);
        beyond.is_some_and(|rest| rest == (0, 0) || ray.multiple(rest).is_some())
    }

    /// Whether it holds all of another.
    fn holds_strand(self, other: Strand) -> bool {
        (self.down, self.across) == (other.down, other.across) && self.holds(other.start)
    }
}

/// A set of moves on two piles made of rays, strands and single vectors, none of them superfluous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RayMoves {
    rays: Vec<Ray>,
    strands: Vec<Strand>,
    vectors: Vec<(usize, usize)>,
}

impl RayMoves {
    /// The union of rays and vectors. Zero vectors are no moves and are left out.
    ///
    /// ```
    /// use wythoff_solvers::kernel::{Ray, RayMoves};
    /// let moves = RayMoves::new([Ray::new(1, 0), Ray::new(2, 0), Ray::limited(0, 1, 1)], [(3, 0), (0, 1)]);
    /// assert_eq!(moves.rays(), [Ray::new(1, 0)]);
    /// assert_eq!(moves.vectors(), [(0, 1)]);
    /// ```
    pub fn new(
        rays: impl IntoIterator<Item = Ray>,
        vectors: impl IntoIterator<Item = (usize, usize)>,
    ) -> RayMoves {
        let (mut long, mut vectors): (Vec<Ray>, Vec<_>) = (Vec::new(), vectors.into_iter().collect());
        for ray in rays {
            match ray.limit {
                _ if (ray.down, ray.across) == (0, 0) => {}
                Some(0) => {}
                Some(1) => vectors.push((ray.down, ray.across)),
                _ => long.push(ray),
            }
        }
        long.sort();
        long.dedup();
        let rays: Vec<Ray> =
            long.iter().filter(|r| !long.iter().any(|o| o != *r && o.holds_ray(**r))).copied().collect();
        vectors.retain(|v| *v != (0, 0) && !rays.iter().any(|r| r.holds_vector(*v)));
        vectors.sort();
        vectors.dedup();
        RayMoves { rays, strands: Vec::new(), vectors }
    }

    /// These moves and some strands. One that begins with its own step is a ray.
    ///
    /// ```
    /// use wythoff_solvers::kernel::{Ray, RayMoves, Strand};
    /// let near = [(1, 1), (1, 2), (2, 1), (2, 3)].map(|start| Strand { down: 1, across: 1, start });
    /// let moves = RayMoves::default().and_strands(near);
    /// assert_eq!(moves.rays(), [Ray::new(1, 1)]);
    /// assert_eq!(moves.strands().len(), 2);
    /// ```
    pub fn and_strands(self, strands: impl IntoIterator<Item = Strand>) -> RayMoves {
        let (straight, mut strands): (Vec<Strand>, Vec<Strand>) = strands
            .into_iter()
            .chain(self.strands)
            .filter(|s| (s.down, s.across) != (0, 0))
            .partition(|s| s.start == (s.down, s.across));
        let rays = self.rays.into_iter().chain(straight.iter().map(|s| Ray::new(s.down, s.across)));
        let RayMoves { rays, mut vectors, .. } = RayMoves::new(rays, self.vectors);
        strands.sort();
        strands.dedup();
        let covered = |strand: &Strand| {
            let ray = |r: &Ray| (r.down, r.across, r.limit) == (strand.down, strand.across, None);
            rays.iter().any(|r| ray(r) && r.holds_vector(strand.start))
                || strands.iter().any(|other| other != strand && other.holds_strand(*strand))
        };
        let strands: Vec<Strand> = strands.iter().filter(|strand| !covered(strand)).copied().collect();
        vectors.retain(|v| !strands.iter().any(|strand| strand.holds(*v)));
        RayMoves { rays, strands, vectors }
    }

    /// The rays, none inside another.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// The strands, none inside another or inside a ray along it.
    pub fn strands(&self) -> &[Strand] {
        &self.strands
    }

    /// The single vectors, none on a ray or a strand.
    pub fn vectors(&self) -> &[(usize, usize)] {
        &self.vectors
    }

    /// The moves with the piles exchanged.
    pub(crate) fn mirrored(&self) -> RayMoves {
        let vectors = self.vectors.iter().map(|&(a, b)| (b, a));
        let moves = RayMoves::new(self.rays.iter().map(|ray| ray.mirrored()), vectors);
        moves.and_strands(self.strands.iter().map(|strand| strand.mirrored()))
    }

    /// Whether the piles may be exchanged.
    pub fn is_symmetric(&self) -> bool {
        self.rays.iter().all(|r| self.rays.contains(&r.mirrored()))
            && self.strands.iter().all(|s| self.strands.contains(&s.mirrored()))
            && self.vectors.iter().all(|&(a, b)| self.vectors.contains(&(b, a)))
    }

    /// Whether any positive number may be taken from the second pile alone, so that a row holds at most one P-position.
    pub fn empties_rows(&self) -> bool {
        self.rays.contains(&Ray::new(0, 1))
    }

    /// If the moves that stay in the row are the positive multiples of a number, which: a row then holds at most one
    /// P-position in each residue class of columns.
    pub fn row_step(&self) -> Option<usize> {
        let mut along = self.rays.iter().filter(|ray| ray.down == 0);
        let step = along.next().filter(|ray| ray.limit.is_none())?.across;
        let outside = |across: usize| !across.is_multiple_of(step);
        let leaves = along.next().is_some()
            || self
                .strands
                .iter()
                .any(|s| s.start.0 == 0 && (outside(s.start.1) || (s.down == 0 && outside(s.across))))
            || self.vectors.iter().any(|v| v.0 == 0 && outside(v.1));
        (!leaves).then_some(step)
    }

    /// The least vector of every ray and strand, and the single ones: where none of them fits there is no move.
    pub(crate) fn least(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rays = self.rays.iter().map(|r| (r.down, r.across));
        rays.chain(self.strands.iter().map(|s| s.start)).chain(self.vectors.iter().copied())
    }

    /// Calls `visit` with every move that a position allows, each once unless two rays or strands share it.
    pub fn for_each(&self, row: usize, column: usize, mut visit: impl FnMut(usize, usize)) {
        for ray in &self.rays {
            let (mut a, mut b) = (ray.down, ray.across);
            let mut left = ray.limit.unwrap_or(usize::MAX);
            while a <= row && b <= column && left > 0 {
                visit(a, b);
                (a, b, left) = (a + ray.down, b + ray.across, left - 1);
            }
        }
        for strand in &self.strands {
            let (mut a, mut b) = strand.start;
            while a <= row && b <= column {
                visit(a, b);
                (a, b) = (a + strand.down, b + strand.across);
            }
        }
        for &(a, b) in &self.vectors {
            if a <= row && b <= column {
                visit(a, b);
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Random moves: a few rays with or without limits, a few strands, and a few vectors.
    pub(crate) fn any_moves() -> impl Strategy<Value = RayMoves> {
        moves_with(prop_oneof![2 => Just(vec![]), 1 => proptest::collection::vec(any_strand(), 0..4)])
    }

    /// Random moves without strands.
    pub(crate) fn any_rays() -> impl Strategy<Value = RayMoves> {
        moves_with(Just(Vec::new()))
    }

    fn moves_with(strands: impl Strategy<Value = Vec<Strand>>) -> impl Strategy<Value = RayMoves> {
        let step = prop_oneof![
            3 => Just((1usize, 0usize)), 3 => Just((0, 1)), 2 => Just((1, 1)), 3 => (0usize..4, 0usize..4)
        ];
        let limit = prop_oneof![3 => Just(None), 1 => (0usize..9).prop_map(Some)];
        let ray = (step, limit).prop_map(|((down, across), limit)| Ray { down, across, limit });
        let rays = proptest::collection::vec(ray, 0..5);
        let vectors = proptest::collection::vec((0usize..6, 0usize..6), 0..4);
        (rays, strands, vectors, any::<bool>()).prop_map(|(mut rays, mut strands, mut vectors, symmetric)| {
            if symmetric {
                rays.extend(rays.clone().into_iter().map(Ray::mirrored));
                strands.extend(strands.clone().into_iter().map(Strand::mirrored));
                vectors.extend(vectors.clone().into_iter().map(|(a, b)| (b, a)));
            }
            RayMoves::new(rays, vectors).and_strands(strands)
        })
    }

    fn any_strand() -> impl Strategy<Value = Strand> {
        let start = (0usize..5, 0usize..5).prop_filter("a move", |start| *start != (0, 0));
        (0usize..3, 0usize..3, start).prop_map(|(down, across, start)| Strand { down, across, start })
    }

    proptest! {
        #[test]
        fn leaving_out_what_is_superfluous_changes_no_move(
            rays in proptest::collection::vec((0usize..4, 0usize..4, proptest::option::of(0usize..6)), 0..5),
            strands in proptest::collection::vec(any_strand(), 0..4),
            vectors in proptest::collection::vec((0usize..6, 0usize..6), 0..4),
        ) {
            let rays: Vec<Ray> = rays.into_iter().map(|(down, across, limit)| Ray { down, across, limit }).collect();
            let plain = RayMoves {
                rays: rays.iter().filter(|r| (r.down, r.across) != (0, 0)).copied().collect(),
                strands: strands.iter().filter(|s| (s.down, s.across) != (0, 0)).copied().collect(),
                vectors: vectors.iter().filter(|v| **v != (0, 0)).copied().collect(),
            };
            let moves = |m: &RayMoves| {
                let mut all = std::collections::BTreeSet::new();
                m.for_each(12, 13, |a, b| { all.insert((a, b)); });
                all
            };
            prop_assert_eq!(moves(&plain), moves(&RayMoves::new(rays, vectors).and_strands(strands)));
        }
    }
}
