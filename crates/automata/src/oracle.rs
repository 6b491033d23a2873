//! What the learner asks: is this position in the set? Tables computed elsewhere answer through [`Oracle`].

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::game::{Atom, Change, Convention, Coordinate, Family, Game};

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
    /// `rows[x]`: the other coordinates of the members with first coordinate x, sorted, one member after the other: sets
    /// that fill the plane have millions. Where there is no other coordinate, a 0 stands for the member.
    rows: Vec<Vec<u64>>,
    /// How many other coordinates there are.
    others: usize,
}

impl PositionTable {
    /// The set of the given positions, complete for coordinates below `bound`; others are ignored. `bound`
    /// must not be below the number of values of a bounded coordinate.
    pub fn new<I: IntoIterator<Item = Vec<u64>>>(bound: u64, members: I) -> Self {
        let mut rows: Vec<Vec<u64>> = vec![Vec::new(); bound as usize];
        let mut others = 0;
        for member in members {
            if let Some((&x, rest)) = member.split_first()
                && member.iter().all(|&v| v < bound)
            {
                others = rest.len();
                rows[x as usize].extend_from_slice(Self::numbers(rest));
            }
        }
        for row in &mut rows {
            let mut members: Vec<&[u64]> = row.chunks(others.max(1)).collect();
            if !members.is_sorted_by(|a, b| a < b) {
                members.sort_unstable();
                members.dedup();
                *row = members.concat();
            }
        }
        PositionTable { bound, rows, others }
    }

    /// What stands for the coordinates after the first.
    fn numbers(rest: &[u64]) -> &[u64] {
        if rest.is_empty() { &[0] } else { rest }
    }

    /// The other coordinates of the members with this first one.
    fn row(&self, x: usize) -> impl Iterator<Item = &[u64]> {
        self.rows[x].chunks(self.others.max(1)).map(|numbers| &numbers[..self.others])
    }

    /// The P-positions of a game with all piles below `bound`, by the definition: positions in order of their
    /// sums, each P-position marking the positions that can move to it. `None` if the game is not
    /// valid, its first coordinate is no pile, or the box has more than 2^24 positions. The bound is raised to the number of values of the
    /// bounded coordinates.
    pub fn by_rules(game: &Game, bound: u64) -> Option<Self> {
        if game.validate().is_err() || game.coordinates.first() != Some(&Coordinate::Pile) {
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
        let code = |p: &[u64]| p.iter().zip(&ends).rev().fold(0u64, |c, (&v, &end)| c * end + v) as usize;
        let decode = |code: u32, position: &mut Vec<u64>| {
            let mut rest = u64::from(code);
            position.clear();
            for &end in &ends {
                position.push(rest % end);
                rest /= end;
            }
        };
        // Moves decrease the sum of the piles, or leave the piles and decrease that of the rest.
        let piles = game.piles();
        let mut x = Vec::new();
        let mut order: Vec<(u64, u64, u32)> = Vec::with_capacity(size as usize);
        for at in 0..size as u32 {
            decode(at, &mut x);
            let sum: u64 = piles.iter().map(|&i| x[i]).sum();
            order.push((sum, x.iter().sum::<u64>() - sum, at));
        }
        order.sort_unstable();
        // Options in the set, counted up to 255: those that can be blocked, and the others.
        let mut free = vec![0u8; size as usize];
        let mut blockable = vec![0u8; size as usize];
        let mut members: Vec<Vec<u64>> = Vec::new();
        let mut y = Vec::new();
        for (i, &(_, _, code_of_x)) in order.iter().enumerate() {
            decode(code_of_x, &mut x);
            let at = code_of_x as usize;
            let terminal = game.terminals.contains(&x);
            let lost = match game.convention {
                Convention::Normal => terminal || free[at] | blockable[at] == 0,
                Convention::Misere => {
                    !terminal
                        && free[at] | blockable[at] == 0
                        && order[..i].iter().any(|&(_, _, before)| {
                            decode(before, &mut y);
                            game.is_option(&x, &y)
                        })
                }
                Convention::Blocking(k) => terminal || (free[at] == 0 && blockable[at] < k),
            };
            if lost {
                members.push(x.clone());
                for (f, family) in game.families.iter().enumerate() {
                    let count = if family.blockable { &mut blockable } else { &mut free };
                    sources(family, &x, &ends, &mut |y| {
                        // An option reached in two ways is one option.
                        if !game.families[..f].iter().any(|g| g.contains(y, &x)) {
                            let slot = &mut count[code(y)];
                            *slot = slot.saturating_add(1);
                        }
                    });
                }
            }
        }
        Some(Self::new(bound, members))
    }

    /// The members in order.
    pub fn positions(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        (0..self.rows.len()).flat_map(|x| {
            self.row(x).map(move |rest| std::iter::once(x as u64).chain(rest.iter().copied()).collect())
        })
    }
}

/// Visits the positions below `ends` that have `option` as an option by the family: all coordinates but the
/// last moving one run freely, the last within the bounds that the linear atoms leave.
fn sources(family: &Family, option: &[u64], ends: &[u64], visit: &mut dyn FnMut(&[u64])) {
    let moving: Vec<usize> = (0..ends.len()).filter(|&i| family.change[i] != Change::Same).collect();
    let Some((&last, others)) = moving.split_last() else { return };
    let least = |i: usize| match family.change[i] {
        Change::Less => option[i] + 1,
        Change::Any => 0,
        Change::Same | Change::AtMost => option[i],
    };
    let mut x = option.to_vec();
    for &i in others {
        x[i] = least(i);
        if x[i] >= ends[i] {
            return;
        }
    }
    loop {
        let (mut from, mut to) = (least(last) as i128, ends[last] as i128 - 1);
        x[last] = 0;
        for atom in &family.atoms {
            if let Atom::Linear { before, after, lo, hi } = atom
                && before[last] != 0
            {
                let dot = |c: &[i64], p: &[u64]| -> i128 {
                    c.iter().zip(p).map(|(&c, &v)| i128::from(c) * i128::from(v)).sum()
                };
                let rest = dot(before, &x) + dot(after, option);
                // lo - rest <= c x <= hi - rest, turned round if c is negative.
                let mut c = i128::from(before[last]);
                let mut low = lo.map(|b| i128::from(b) - rest);
                let mut high = hi.map(|b| i128::from(b) - rest);
                if c < 0 {
                    c = -c;
                    (low, high) = (high.map(|b| -b), low.map(|b| -b));
                }
                if let Some(b) = low {
                    from = from.max(-(-b).div_euclid(c));
                }
                if let Some(b) = high {
                    to = to.min(b.div_euclid(c));
                }
            }
        }
        for v in from..=to {
            x[last] = v as u64;
            if family.contains(&x, option) {
                visit(&x);
            }
        }
        let Some(&i) = others.iter().rev().find(|&&i| x[i] + 1 < ends[i]) else { return };
        x[i] += 1;
        for &j in others.iter().filter(|&&j| j > i) {
            x[j] = least(j);
        }
    }
}

impl Oracle for PositionTable {
    fn contains(&self, position: &[u64]) -> Option<bool> {
        let (&x, rest) = position.split_first()?;
        if position.iter().any(|&v| v >= self.bound) {
            return None;
        }
        let row = self.rows.get(x as usize)?;
        let width = self.others.max(1);
        let member = |at: usize| &row[at * width..(at + 1) * width];
        let (mut low, mut high) = (0, row.len() / width);
        while low < high {
            let middle = (low + high) / 2;
            match member(middle).cmp(Self::numbers(rest)) {
                Ordering::Equal => return Some(true),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Some(false)
    }

    fn bound(&self) -> u64 {
        self.bound
    }

    fn members(&self, ends: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        let Some((&end, rest_ends)) = ends.split_first() else { return };
        let mut position = Vec::new();
        for x in 0..self.rows.len().min(end as usize) {
            for rest in self.row(x) {
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

/// A symmetric set of pairs with at most one partner for every pile size: y = partner(x) iff x = partner(y). Where the
/// partner of one of the two piles is known, it knows the answer however large the other is.
#[derive(Debug, Clone)]
pub struct PairTable {
    partner: Vec<Partner>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Partner {
    None,
    At(u64),
    /// Either none, or not below the bound.
    Beyond,
}

impl PairTable {
    /// The table of the partners of x = 0, 1, 2, ...; `None`: x occurs in no pair.
    pub fn new(partner: Vec<Option<u64>>) -> Self {
        PairTable { partner: partner.into_iter().map(|y| y.map_or(Partner::None, Partner::At)).collect() }
    }

    /// The table of pairs (a, b) in which every pile size occurs, up to the first that occurs in none of them.
    pub fn from_pairs<I: IntoIterator<Item = (u64, u64)>>(pairs: I) -> Self {
        let pairs: Vec<(u64, u64)> = pairs.into_iter().collect();
        let mut table = Self::below(pairs.len() as u64 * 2 + 1, pairs);
        let known = table.partner.iter().position(|p| *p == Partner::Beyond).unwrap_or(table.partner.len());
        table.partner.truncate(known);
        table
    }

    /// The set of the given pairs, complete for both piles below `bound`; larger partners may be given.
    pub fn below<I: IntoIterator<Item = (u64, u64)>>(bound: u64, pairs: I) -> Self {
        let mut partner = vec![Partner::Beyond; usize::try_from(bound).unwrap_or(usize::MAX)];
        for (a, b) in pairs {
            for (x, y) in [(a, b), (b, a)] {
                if let Some(slot) = usize::try_from(x).ok().and_then(|x| partner.get_mut(x)) {
                    *slot = Partner::At(y);
                }
            }
        }
        PairTable { partner }
    }
}

impl Oracle for PairTable {
    fn contains(&self, position: &[u64]) -> Option<bool> {
        let &[x, y] = position else { return None };
        let of = |v: u64| self.partner.get(usize::try_from(v).ok()?).copied();
        let (first, second) = (of(x), of(y));
        for (known, other) in [(first, y), (second, x)] {
            match known {
                Some(Partner::At(partner)) => return Some(partner == other),
                Some(Partner::None) => return Some(false),
                _ => {}
            }
        }
        // Below the bound every pair is known.
        first.and(second).map(|_| false)
    }

    fn bound(&self) -> u64 {
        self.partner.len() as u64
    }

    fn members(&self, ends: &[u64], visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>) {
        let &[end_x, end_y] = ends else { return };
        for (x, &y) in self.partner.iter().enumerate().take(end_x as usize) {
            if let Partner::At(y) = y
                && y < end_y
                && visit(&[x as u64, y]).is_break()
            {
                return;
            }
        }
    }
}
