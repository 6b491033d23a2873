//! How the options of cell after cell are gone through when what may be taken is the same everywhere.
//!
//! A [`Region`] M of vectors that has every vector of M + s in it, for some shift s, is M + s and a rest: the options of a
//! cell c are those of c - s and the few that the rest gives. The rest may have a shift of its own. A ray is one cell and a
//! shift, a band some cells and a shift, a cone a shift and two rays; what has none is gone through span by span. That M + s
//! lies in M is looked at for every vector in the box.

use std::collections::{BTreeMap, BTreeSet};

/// From one number to another, both included.
pub(super) type Span = (u64, u64);

/// For each vector that is taken from all coordinates but the last, what is taken from that one; spans in order, apart.
pub(super) type Region = BTreeMap<Vec<u64>, Vec<Span>>;

/// A region: what a shift leads back to, the regions inside, and single steps.
pub(super) struct Plan {
    pub shift: Option<Vec<u64>>,
    /// Plans before this one.
    pub inner: Vec<usize>,
    pub steps: Vec<(Vec<u64>, Span)>,
}

/// Spans up to this long are cells to look at, longer ones windows.
pub(super) const SHORT: u64 = 4;

/// A region that costs no more than this is left as it is.
const FEW: u64 = 2;
const SOME: u64 = 24;

/// Rows that may be left out of what is shifted.
const LOOSE: usize = 8;

/// How often a rest is planned again.
const DEPTH: usize = 4;

/// Most spans that are looked at cell by cell.
pub(super) const SPANS: usize = 1 << 18;

/// Plans for a region in a box, of which the last is the whole; `None` if it has more spans than that.
pub(super) fn plans(region: Region, below: &[u64], most: usize) -> Option<Vec<Plan>> {
    let mut all = Vec::new();
    let small = region.values().map(Vec::len).sum::<usize>() <= most;
    small.then(|| plan(region, below, 0, &mut all))?;
    Some(all)
}

fn plan(region: Region, below: &[u64], depth: usize, all: &mut Vec<Plan>) -> usize {
    let cost = cost(&region);
    let best = if cost > FEW && depth < DEPTH { best_shift(&region, below) } else { None };
    let mut made = Plan { shift: None, inner: Vec::new(), steps: Vec::new() };
    match best {
        Some((shift, Rests { rests, loose })) => {
            for rest in rests {
                match self::cost(&rest) {
                    0..=SOME => made.steps.extend(steps(rest)),
                    _ => made.inner.push(plan(rest, below, depth + 1, all)),
                }
            }
            made.shift = Some(shift);
            if !loose.is_empty() {
                all.push(made);
                let inner = vec![all.len() - 1];
                made = Plan { shift: None, inner, steps: steps(loose).collect() };
            }
        }
        None => made.steps.extend(steps(region)),
    }
    all.push(made);
    all.len() - 1
}

fn steps(region: Region) -> impl Iterator<Item = (Vec<u64>, Span)> {
    region.into_iter().flat_map(|(prefix, spans)| spans.into_iter().map(move |span| (prefix.clone(), span)))
}

/// About how much the steps of a region cost at a cell.
fn cost(region: &Region) -> u64 {
    region.values().flatten().map(|(low, high)| (high - low + 1).min(SHORT)).sum()
}

/// Regions with more rows are first looked at in a corner of this side.
const ROWS: usize = 1 << 12;
const CORNER: u64 = 24;

/// A shift that leaves little, if it leaves less than half, and what it leaves: of all short shifts the best, or, where there
/// are many rows, the first that does as well as it does in a corner.
fn best_shift(region: &Region, below: &[u64]) -> Option<(Vec<u64>, Rests)> {
    let most = cost(region) / 2 + 1;
    let tried = |shift: Vec<u64>, region: &Region, below: &[u64]| {
        let rests = rests(region, &shift, below)?;
        let left = rests.rests.iter().chain([&rests.loose]).map(cost).sum::<u64>();
        Some((left, shift, rests))
    };
    let best = if region.len() <= ROWS {
        let all = shifts(below.len()).into_iter().filter_map(|shift| tried(shift, region, below));
        all.filter(|(left, ..)| *left < most).min_by_key(|(left, ..)| *left)
    } else {
        let sides: Vec<u64> = below.iter().map(|side| (*side).min(CORNER)).collect();
        let corner = within(region, &sides);
        let most_there = cost(&corner) / 2 + 1;
        let all = shifts(below.len()).into_iter().filter_map(|shift| tried(shift, &corner, &sides));
        let mut all: Vec<(u64, Vec<u64>, Rests)> = all.filter(|(left, ..)| *left < most_there).collect();
        all.sort_by_key(|(left, ..)| *left);
        let mut all = all.into_iter().filter_map(|(_, shift, _)| tried(shift, region, below));
        all.find(|(left, ..)| *left < most)
    };
    best.map(|(_, shift, rests)| (shift, rests))
}

/// All short shifts of so many coordinates.
fn shifts(coordinates: usize) -> Vec<Vec<u64>> {
    let longest: u64 = match coordinates {
        1 => 64,
        2 => 12,
        3 => 3,
        _ => 1,
    };
    let (mut all, mut shift) = (Vec::new(), vec![0; coordinates]);
    while let Some(c) = (0..coordinates).rev().find(|c| shift[*c] < longest) {
        shift[c] += 1;
        shift[c + 1..].fill(0);
        all.push(shift.clone());
    }
    all
}

/// A region in a smaller box.
fn within(region: &Region, below: &[u64]) -> Region {
    let width = below[below.len() - 1];
    let inside = region.iter().filter(|(prefix, _)| prefix.iter().zip(below).all(|(x, side)| x < side));
    let cut = inside.map(|(prefix, spans)| {
        let spans = spans.iter().filter(|(low, _)| *low < width);
        (prefix.clone(), spans.map(|(low, high)| (*low, (*high).min(width - 1))).collect())
    });
    cut.filter(|(_, spans): &(Vec<u64>, Vec<Span>)| !spans.is_empty()).collect()
}

/// What a shift leaves: where nothing is led back to, below that, and beyond; and rows that are not shifted.
struct Rests {
    rests: [Region; 3],
    loose: Region,
}

/// What a region has besides itself shifted; `None` if it does not have nearly all of that. The few rows whose shift it does
/// not have, as where a cone begins, are left out of what is shifted.
fn rests(region: &Region, shift: &[u64], below: &[u64]) -> Option<Rests> {
    let (by, width) = (shift[shift.len() - 1], below[below.len() - 1]);
    let mut back: BTreeMap<Vec<u64>, Vec<Span>> = BTreeMap::new();
    let mut loose: BTreeSet<&Vec<u64>> = BTreeSet::new();
    // A shift leads to later rows, or goes on in the row: those are decided first.
    for (prefix, spans) in region.iter().rev() {
        let to: Vec<u64> = prefix.iter().zip(shift).map(|(x, step)| x + step).collect();
        if to.iter().zip(below).any(|(x, side)| x >= side) {
            continue;
        }
        let inside = spans.iter().filter(|(low, _)| low + by < width);
        let moved: Vec<Span> = inside.map(|(low, high)| (low + by, (high + by).min(width - 1))).collect();
        let there = region.get(&to).filter(|_| !loose.contains(&to)).map_or(&[][..], Vec::as_slice);
        if without(&moved, there).is_empty() {
            back.insert(to, moved);
        } else {
            loose.insert(prefix);
            if loose.len() > LOOSE {
                return None;
            }
        }
    }
    let (mut rests, mut out) = ([const { Region::new() }; 3], Region::new());
    for (prefix, spans) in region {
        if loose.contains(prefix) {
            out.insert(prefix.clone(), spans.clone());
            continue;
        }
        let moved = back.get(prefix).map_or(&[][..], Vec::as_slice);
        for span in without(spans, moved) {
            let side = moved.first().map_or(0, |first| if span.1 < first.0 { 1 } else { 2 });
            rests[side].entry(prefix.clone()).or_default().push(span);
        }
    }
    Some(Rests { rests, loose: out })
}

/// Puts spans in order, and those that touch together.
pub(super) fn merge(spans: &mut Vec<Span>) {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans.iter() {
        match merged.last_mut() {
            Some(last) if span.0 <= last.1.saturating_add(1) => last.1 = last.1.max(span.1),
            _ => merged.push(*span),
        }
    }
    *spans = merged;
}

/// The parts of spans that are in none of the others; both in order and apart.
pub(super) fn without(spans: &[Span], others: &[Span]) -> Vec<Span> {
    let mut left = Vec::new();
    let mut others = others.iter().peekable();
    for (low, high) in spans {
        let mut from = *low;
        while let Some((start, end)) = others.peek().copied().filter(|(start, _)| start <= high) {
            if *start > from {
                left.push((from, start - 1));
            }
            from = from.max(end.saturating_add(1));
            if end > high {
                break;
            }
            others.next();
        }
        if from <= *high {
            left.push((from, *high));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(of: impl Fn(u64, u64) -> bool, side: u64) -> Region {
        let mut region = Region::new();
        for x in 0..side {
            let mut spans: Vec<Span> = (0..side).filter(|y| of(x, *y)).map(|y| (y, y)).collect();
            merge(&mut spans);
            if !spans.is_empty() {
                region.insert(vec![x], spans);
            }
        }
        region
    }

    /// The vectors of a plan in a box.
    fn vectors(plans: &[Plan], at: usize, side: u64) -> Vec<Vec<bool>> {
        let mut all = vec![vec![false; side as usize]; side as usize];
        for (prefix, (low, high)) in &plans[at].steps {
            all[prefix[0] as usize][*low as usize..=*high as usize].fill(true);
        }
        for inner in &plans[at].inner {
            for (row, other) in all.iter_mut().zip(vectors(plans, *inner, side)) {
                row.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
            }
        }
        if let Some(shift) = &plans[at].shift {
            let (dx, dy) = (shift[0] as usize, shift[1] as usize);
            for x in 0..side as usize {
                for y in 0..side as usize {
                    if x >= dx && y >= dy {
                        all[x][y] |= all[x - dx][y - dy];
                    }
                }
            }
        }
        all
    }

    type Shape = (&'static str, fn(u64, u64) -> bool, usize);

    #[test]
    fn plans_have_the_vectors_of_their_region_and_few_steps() {
        let side = 200;
        let shapes: [Shape; 8] = [
            ("a ray", |x, y| x >= 1 && 2 * x == 3 * y, 2),
            ("a row", |x, y| x == 0 && y >= 1, 1),
            ("a band", |x, y| x >= 1 && y >= 1 && x.abs_diff(y) < 5, 9),
            ("a cone", |x, y| x >= 1 && y >= x && y < 2 * x + 3, 30),
            ("a cone with two sides", |x, y| x >= 1 && y >= 1 && x <= 2 * y + 1 && y <= 3 * x, 30),
            ("classes", |x, y| x >= 1 && y >= 1 && (x + y) % 3 == 0, 24),
            ("squares", |x, y| y == 0 && [1, 4, 9, 16, 25, 36, 49].contains(&x), 7),
            ("a parabola", |x, y| x >= 1 && y >= x && y < x * x + 9, 70),
        ];
        for (name, of, most) in shapes {
            let plans = plans(region(of, side), &[side, side], SPANS).unwrap();
            let found = vectors(&plans, plans.len() - 1, side);
            for x in 0..side {
                for y in 0..side {
                    assert_eq!(found[x as usize][y as usize], of(x, y), "{name} at {x},{y}");
                }
            }
            let steps: usize = plans.iter().map(|plan| plan.steps.len()).sum();
            assert!(steps <= most, "{name}: {steps} steps");
        }
    }

    #[test]
    fn spans_without_others() {
        assert_eq!(without(&[(1, 9)], &[(3, 4), (9, 12)]), [(1, 2), (5, 8)]);
        assert_eq!(without(&[(1, 2), (5, 6)], &[(2, 5)]), [(1, 1), (6, 6)]);
        assert_eq!(without(&[(1, 2)], &[(0, 7)]), []);
        assert_eq!(without(&[(4, 5)], &[(0, 3), (6, 7)]), [(4, 5)]);
    }
}
