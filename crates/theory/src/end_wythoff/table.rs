//! The table of the rows (a, K, b) of End-Wythoff for one middle K, at any size (VIS-T-end-type, VIS-A-end-poly).
//!
//! It depends only on l and r, for which (K, l) and (r, K) are P: (0,l) and (r,0) are P, and for a, b >= 1 the rule is Wythoff's. If K is P,
//! l = r = 0 and the table is Wythoff's. Else call (u, u+d) above the diagonal an upper pair and (v+e, v) below it a lower one. The
//! least row without a pair starts the next upper pair, u_n, and the least column the next lower one, v_n:
//! u = integers >= 1 except r and the v_n + e_n, v = integers >= 1 except l and the u_n + d_n. Here d_n = 0, 1, 2, ... without l and e_n = 1, 2, ...
//! without r, except for a few pairs around the one that would have used column l (or row r), which exchange their differences. So
//! the rows near x depend on the columns near x/phi, and those on the rows near x/phi^2: O(log x) windows of bounded width.

use std::collections::BTreeMap;

use malachite::base::num::arithmetic::traits::{FloorSqrt, SaturatingSub};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Natural};
use wythoff_numbers::Quadratic;

use crate::Refusal;
use crate::shown::show_number;
use wythoff_numbers::{bytes_of, hold, pay};

/// Rows and columns that are filled directly.
const BASE: u64 = 2048;

/// Pairs at each end of a window that must lie outside the window they explain: more than an exchange of differences can move.
const MARGIN: usize = 12;

/// The two kinds of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// (u, u + d).
    Upper,
    /// (v + e, v).
    Lower,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::Upper { Side::Lower } else { Side::Upper }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// What is known of an integer as a row (side `Upper`) or a column (side `Lower`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    /// It starts a pair of its own side.
    Start,
    /// It ends the pair of the other side whose index is this much beyond the window's `ends_from`.
    End(u64),
    /// It is r (or l), or 0.
    Special,
}

struct Window {
    low: Natural,
    /// The index of the first start at or after `low`.
    first: Natural,
    ends_from: Natural,
    cells: Vec<Cell>,
}

/// The P-positions (a, K, b) of one middle K.
pub struct Table {
    l: Natural,
    r: Natural,
    /// Differences that are not the regular ones, by side and index.
    exchanged: [BTreeMap<Natural, Natural>; 2],
    /// The cells below [`BASE`], by side.
    base: [Vec<Cell>; 2],
}

impl Table {
    /// The table with (0,l) and (r,0) as P-positions; both must be 0, or both positive.
    pub fn new(l: Natural, r: Natural) -> Result<Table, Refusal> {
        if (l == 0u32) != (r == 0u32) {
            return Err(Refusal::Position(format!(
                "l = {} and r = {} do not belong to one middle: K is P iff both are 0",
                show_number(&l),
                show_number(&r)
            )));
        }
        let mut table = Table { l, r, exchanged: Default::default(), base: Default::default() };
        if table.l != 0u32 {
            table.fill_base();
            let mut sides = [Side::Upper, Side::Lower];
            if table.r < table.l {
                sides.reverse();
            }
            for side in sides {
                table.find_exchange(side)?;
            }
        }
        Ok(table)
    }

    /// The b with (K, b) in P.
    pub fn l(&self) -> &Natural {
        &self.l
    }

    /// The a with (a, K) in P.
    pub fn r(&self) -> &Natural {
        &self.r
    }

    /// The b for which (a, K, b) is P.
    pub fn right_of(&self, a: &Natural) -> Result<Natural, Refusal> {
        self.partner(Side::Upper, a)
    }

    /// The a for which (a, K, b) is P.
    pub fn left_of(&self, b: &Natural) -> Result<Natural, Refusal> {
        self.partner(Side::Lower, b)
    }

    /// The P-position (a, K, b) with b - a as given.
    pub fn on_diagonal(&self, difference: &Integer) -> Result<[Natural; 2], Refusal> {
        let side = if *difference >= 0 { Side::Upper } else { Side::Lower };
        let gap = difference.unsigned_abs_ref();
        if self.l == 0u32 {
            let a = lower_wythoff(gap);
            let pair = [a.clone(), a + gap];
            return Ok(if side == Side::Upper { pair } else { swapped(pair) });
        }
        if gap == self.skipped(side) {
            let pair = [Natural::ZERO, gap.clone()];
            return Ok(if side == Side::Upper { pair } else { swapped(pair) });
        }
        let exchanged = self.exchanged[side.index()].iter().find(|(_, difference)| *difference == gap);
        let n = exchanged.map_or_else(|| self.regular_index(side, gap), |(n, _)| n.clone());
        let start = self.start(side, &n)?;
        let pair = [start.clone(), start + gap];
        Ok(if side == Side::Upper { pair } else { swapped(pair) })
    }

    fn partner(&self, side: Side, x: &Natural) -> Result<Natural, Refusal> {
        if self.l == 0u32 {
            return Ok(wythoff_partner(x));
        }
        if *x == 0u32 {
            return Ok(self.skipped(side).clone());
        }
        let window = self.window(side, x.clone(), 1)?;
        match window.cells.first() {
            Some(Cell::Start) => Ok(x + self.difference(side, &window.first)),
            Some(Cell::End(offset)) => {
                Ok(x - self.difference(side.other(), &(window.ends_from + Natural::from(*offset))))
            }
            _ => Ok(Natural::ZERO),
        }
    }

    /// The difference that the side does not use, since (0,l) or (r,0) does.
    fn skipped(&self, side: Side) -> &Natural {
        if side == Side::Upper { &self.l } else { &self.r }
    }

    /// The row (column) that starts no pair of the side, since (r,0) or (0,l) uses it.
    fn excluded(&self, side: Side) -> &Natural {
        if side == Side::Upper { &self.r } else { &self.l }
    }

    /// The n-th difference without exchanges: 0, 1, ... above the diagonal and 1, 2, ... below it, leaving out the skipped one.
    fn regular(&self, side: Side, n: &Natural) -> Natural {
        let plain = if side == Side::Upper { n - Natural::ONE } else { n.clone() };
        if plain < *self.skipped(side) { plain } else { plain + Natural::ONE }
    }

    fn regular_index(&self, side: Side, gap: &Natural) -> Natural {
        let plain = if gap < self.skipped(side) { gap.clone() } else { gap - Natural::ONE };
        if side == Side::Upper { plain + Natural::ONE } else { plain }
    }

    fn difference(&self, side: Side, n: &Natural) -> Natural {
        self.exchanged[side.index()].get(n).cloned().unwrap_or_else(|| self.regular(side, n))
    }

    /// Fills the first rows and columns by the definition, and notes the exchanged differences.
    fn fill_base(&mut self) {
        let small = |x: &Natural| u64::try_from(x).ok().filter(|&x| x < 4 * BASE);
        let skipped = [small(&self.l), small(&self.r)];
        let excluded = [small(&self.r), small(&self.l)];
        let reach = (4 * BASE) as usize;
        let mut cells: [Vec<Option<Cell>>; 2] = [vec![None; reach], vec![None; reach]];
        let mut taken = [vec![false; reach], vec![false; reach]];
        for side in 0..2 {
            cells[side][0] = Some(Cell::Special);
            if let Some(x) = excluded[side] {
                cells[side][x as usize] = Some(Cell::Special);
            }
            if let Some(x) = skipped[side] {
                taken[side][x as usize] = true;
            }
        }
        taken[1][0] = true;
        let mut front = [1usize, 1];
        let mut least = [0usize, 1];
        let mut count = [0u64; 2];
        loop {
            for side in 0..2 {
                while cells[side].get(front[side]).is_some_and(Option::is_some) {
                    front[side] += 1;
                }
                while taken[side].get(least[side]) == Some(&true) {
                    least[side] += 1;
                }
            }
            let side = usize::from(front[0] > front[1]);
            let start = front[side];
            if start >= BASE as usize {
                break;
            }
            let free = |d: &usize| !taken[side][*d] && cells[1 - side][start + d].is_none();
            let Some(d) = (least[side]..reach - start).find(free) else { break };
            count[side] += 1;
            taken[side][d] = true;
            cells[side][start] = Some(Cell::Start);
            cells[1 - side][start + d] = Some(Cell::End(count[side]));
            let n = Natural::from(count[side]);
            let kind = [Side::Upper, Side::Lower][side];
            if self.regular(kind, &n) != d {
                self.exchanged[side].insert(n, Natural::from(d));
            }
        }
        self.base = cells.map(|column| {
            column.into_iter().take(BASE as usize).map(|cell| cell.unwrap_or(Cell::Special)).collect()
        });
    }

    /// Finds the pairs of a side that exchange differences because one of them would end at l (or r), beyond the base.
    fn find_exchange(&mut self, side: Side) -> Result<(), Refusal> {
        let target = self.skipped(side).clone();
        let near = over_phi(&target);
        if near <= BASE - 256 {
            return Ok(());
        }
        let window = self.window(side, near.saturating_sub(Natural::from(32u32)), 96)?;
        let starts = window.cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Start);
        let starts: Vec<Natural> = starts.map(|(offset, _)| &window.low + Natural::from(offset)).collect();
        let end = |i: usize| &starts[i] + self.regular(side, &(&window.first + Natural::from(i)));
        let Some(hit) = (0..starts.len()).find(|&i| end(i) == target) else { return Ok(()) };
        let least = self.regular(side, &(&window.first + Natural::from(hit)));
        let mut used_ends = vec![target];
        let mut used: Vec<usize> = Vec::new();
        let mut found = Vec::new();
        for (i, start) in starts.iter().enumerate().skip(hit) {
            let free =
                |d: &usize| !used.contains(d) && !used_ends.contains(&(start + &least + Natural::from(*d)));
            let Some(d) = (0..64).find(free) else { break };
            used.push(d);
            used_ends.push(start + &least + Natural::from(d));
            if d != i - hit {
                found.push((&window.first + Natural::from(i), &least + Natural::from(d)));
            }
            if used.iter().max() == Some(&(used.len() - 1)) {
                self.exchanged[side.index()].extend(found);
                return Ok(());
            }
        }
        Err(Refusal::Hypothesis {
            theorem: "VIS-T-end-diff",
            hypothesis: "the differences around the column l (or the row r) do not settle".into(),
        })
    }

    /// u_n or v_n, n >= 1.
    fn start(&self, side: Side, n: &Natural) -> Result<Natural, Refusal> {
        let middle = n + over_phi(n);
        let mut reach = 16u64;
        loop {
            let low = (&middle).saturating_sub(Natural::from(reach)).max(Natural::ONE);
            let window = self.window(side, low, 2 * reach)?;
            if window.first <= *n {
                let skip = u64::try_from(&(n - &window.first)).unwrap_or(u64::MAX);
                let mut starts = window.cells.iter().enumerate().filter(|(_, cell)| **cell == Cell::Start);
                if let Some((offset, _)) = starts.nth(skip as usize) {
                    return Ok(window.low + Natural::from(offset));
                }
            }
            reach = wider(reach)?;
        }
    }

    /// The cells low, ..., low + width - 1 of a side, low >= 1.
    fn window(&self, side: Side, low: Natural, width: u64) -> Result<Window, Refusal> {
        let mut slack = 24;
        loop {
            if let Some(window) = self.climb(side, low.clone(), width, slack)? {
                return Ok(window);
            }
            slack = wider(slack)?;
        }
    }

    /// Goes down by 1/phi, changing sides, to the base, and computes the windows on the way back; `None` if one was too narrow.
    fn climb(&self, side: Side, low: Natural, width: u64, slack: u64) -> Result<Option<Window>, Refusal> {
        let (mut chain, mut bytes) = (vec![(side, low, width)], 0);
        let phi = InversePhi::new(chain[0].1.significant_bits() + 16);
        while let Some((side, low, width)) =
            chain.last().filter(|(_, low, width)| low + Natural::from(*width) > BASE)
        {
            bytes += bytes_of(low);
            hold("the chain of windows", bytes)?;
            pay(64 + low.significant_bits())?;
            let below = phi.times(low).saturating_sub(Natural::from(slack)).max(Natural::ONE);
            // 1/phi < 5/8.
            let wide = width.checked_mul(5).map(|w| w / 8 + 2 * slack + 4);
            let wide = wide.filter(|&w| w < BASE / 2).ok_or_else(too_wide)?;
            chain.push((side.other(), below, wide));
        }
        let mut current: Option<Window> = None;
        for (side, low, width) in chain.iter().rev() {
            pay(64 + *width + low.significant_bits() / 8)?;
            current = match &current {
                None => Some(self.base_window(*side, low, *width)),
                Some(child) => match self.above(*side, child, low, *width) {
                    Some(window) => Some(window),
                    None => return Ok(None),
                },
            };
        }
        Ok(current)
    }

    fn base_window(&self, side: Side, low: &Natural, width: u64) -> Window {
        let from = u64::try_from(low).unwrap_or(0) as usize;
        let cells = &self.base[side.index()];
        let starts = cells[..from].iter().filter(|cell| **cell == Cell::Start).count();
        Window {
            low: low.clone(),
            first: Natural::from(starts + 1),
            ends_from: Natural::ZERO,
            cells: cells[from..from + width as usize].to_vec(),
        }
    }

    /// The window of a side from the pairs of the other side that start in `child`.
    fn above(&self, side: Side, child: &Window, low: &Natural, width: u64) -> Option<Window> {
        let other = side.other();
        let mut cells = vec![Cell::Start; width as usize];
        let starts = child
            .cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| **cell == Cell::Start)
            .map(|(offset, _)| offset);
        let starts: Vec<usize> = starts.collect();
        let last = &child.first + Natural::from(starts.len());
        // Ends relative to low; the regular differences of consecutive indices rise by 1, with one jump.
        let least = self.regular(other, &child.first);
        let shift = i64::try_from(&(Integer::from(&child.low + &least) - Integer::from(low))).ok()?;
        let jump = u64::try_from(&(self.skipped(other).saturating_sub(&least))).unwrap_or(u64::MAX);
        let rise = |i: u64| i + u64::from(least < *self.skipped(other) && i >= jump);
        let exchanged = self.exchanged[other.index()].range(&child.first..&last);
        let mut odd = exchanged.map(|(n, d)| Some((u64::try_from(&(n - &child.first)).ok()?, d))).peekable();
        let (mut before, mut early, mut late) = (0u64, 0, 0);
        for (i, &offset) in starts.iter().enumerate() {
            let mut end = i128::from(shift) + offset as i128 + i128::from(rise(i as u64));
            if let Some(Some((_, d))) = odd.next_if(|entry| entry.is_some_and(|(n, _)| n == i as u64)) {
                let moved = Integer::from(&child.low + Natural::from(offset) + d) - Integer::from(low);
                end = i128::from(i64::try_from(&moved).ok()?);
            }
            before += u64::from(end < 0);
            early += usize::from(end < 0 && i < MARGIN);
            late += usize::from(end >= i128::from(width) && i + MARGIN >= starts.len());
            if let Some(cell) = usize::try_from(end).ok().and_then(|end| cells.get_mut(end)) {
                *cell = Cell::End(i as u64);
            }
        }
        if starts.len() < 2 * MARGIN || late < MARGIN || (early < MARGIN && child.first != 1u32) {
            return None;
        }
        let excluded = self.excluded(side);
        if excluded >= low {
            let place = u64::try_from(&(excluded - low)).unwrap_or(u64::MAX);
            if let Some(cell) = cells.get_mut(place as usize) {
                *cell = Cell::Special;
            }
        }
        // Of the integers 1, ..., low - 1: the ends of the other side, and perhaps the excluded one, start no pair.
        let ends = &child.first - Natural::ONE + Natural::from(before);
        let first = low - ends - Natural::from(u8::from(excluded < low));
        Some(Window { low: low.clone(), first, ends_from: child.first.clone(), cells })
    }
}

fn too_wide() -> Refusal {
    Refusal::Limit("the window recursion needs too wide a window".into())
}

fn wider(reach: u64) -> Result<u64, Refusal> {
    if reach >= BASE / 8 { Err(too_wide()) } else { Ok(reach * 2) }
}

fn swapped([a, b]: [Natural; 2]) -> [Natural; 2] {
    [b, a]
}

/// 1/phi in fixed point.
struct InversePhi {
    bits: u64,
    value: Natural,
}

impl InversePhi {
    fn new(bits: u64) -> InversePhi {
        // 1/phi = (sqrt(5) - 1)/2.
        let root = (Natural::from(5u32) << (2 * bits)).floor_sqrt();
        InversePhi { bits, value: (root - (Natural::ONE << bits)) >> 1u32 }
    }

    /// x/phi, less than 2 too small.
    fn times(&self, x: &Natural) -> Natural {
        let drop = self.bits.saturating_sub(x.significant_bits() + 8);
        ((&self.value >> drop) * x) >> (self.bits - drop)
    }
}

/// floor(x/phi).
fn over_phi(x: &Natural) -> Natural {
    lower_wythoff(x) - x
}

/// floor(n phi).
fn lower_wythoff(n: &Natural) -> Natural {
    Quadratic::golden().floor_mul(&Integer::from(n)).unsigned_abs_ref().clone()
}

/// The other member of the Wythoff pair that contains x.
fn wythoff_partner(x: &Natural) -> Natural {
    if *x == 0u32 {
        return Natural::ZERO;
    }
    let below = over_phi(x);
    let n = &below + Natural::ONE;
    if lower_wythoff(&n) == *x { x + n } else { below }
}
