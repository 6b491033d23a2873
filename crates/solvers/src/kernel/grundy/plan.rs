//! What is worked out before a table is computed: how lines are numbered, which of them share sets, what gates are open.

use super::lanes::Lanes;
use super::slots::*;
use super::union::Registers;
use super::{GROUP, MOST_READ, PAIRS, TILE, WORDS};
use crate::error::SolveError;
use crate::kernel::spans::Met;
use crate::kernel::tracks::{Open, Others, Track, Tracks};
use wythoff_numbers::Budget;

pub(super) struct Plan<'a> {
    pub(super) moves: &'a Tracks<'a>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Sides of the coordinates before the last two.
    pub(super) first: Vec<usize>,
    pub(super) half: bool,
    pub(super) slots: Vec<Slot>,
    pub(super) singles: Vec<Single>,
    pub(super) open: Vec<Open>,
    pub(super) lines: usize,
    pub(super) groups: usize,
    /// How many latest targets, heights of stacks, and latest targets before others are kept.
    pub(super) latest: usize,
    pub(super) heights: usize,
    pub(super) before: usize,
    /// Whether any slot has more than one stride.
    pub(super) has_sheets: bool,
    /// Extra ends as places in the table, sorted.
    pub(super) ends: Vec<usize>,
    /// How many slots cells read, and those on which they note their values.
    pub(super) reads: usize,
    pub(super) feeds: Vec<Feed>,
    /// The slots of which cells reach a part: those that they read, with their latest targets, and those on which they note
    /// their values.
    pub(super) parts_read: Vec<(usize, Latest)>,
    pub(super) parts_fed: Vec<usize>,
    /// The first of the lines of cells that have moves which lie on no tracks.
    pub(super) own: usize,
    /// The sides of a box at the origin whose values are known; none if nothing is.
    pub(super) known: Vec<usize>,
    pub(super) registers: Registers,
    /// Two groups are looked at together while so many eighths of the cells look further than the first.
    pub(super) pairs: usize,
}

/// Bytes of gates that are no matter.
pub(super) const GATES: u128 = 1 << 20;

impl<'a> Plan<'a> {
    pub(super) fn new(
        moves: &'a Tracks<'a>,
        ends: &[Vec<usize>],
        registers: Registers,
        budget: &Budget,
    ) -> Result<Option<Plan<'a>>, SolveError> {
        // A single pile is a board with one row.
        let lift = |v: &[usize], with: usize| if v.len() == 1 { vec![with, v[0]] } else { v.to_vec() };
        let sides = lift(&moves.sides, 1);
        let (first, last) = sides.split_at(sides.len() - 2);
        let (rows, columns) = (last[0], last[1]);
        let place = |v: &[usize]| v.iter().zip(&sides).fold(0, |at, (x, side)| at * side + x);
        let inside = |end: &&Vec<usize>| {
            end.len() == moves.sides.len() && end.iter().zip(&moves.sides).all(|(x, s)| x < s)
        };
        let mut ends: Vec<usize> = ends.iter().filter(inside).map(|end| place(&lift(end, 0))).collect();
        ends.sort_unstable();
        let groups = moves.longest_play() / GROUP + 1;
        let mut plan = Plan {
            moves,
            rows,
            columns,
            first: first.to_vec(),
            half: moves.half,
            slots: Vec::new(),
            singles: Vec::new(),
            open: Vec::new(),
            lines: 0,
            groups,
            latest: 0,
            heights: 0,
            before: 0,
            has_sheets: moves.tracks.iter().any(|track| track.strides.len() > 1),
            ends,
            reads: 0,
            feeds: Vec::new(),
            parts_read: Vec::new(),
            parts_fed: Vec::new(),
            own: 0,
            known: Vec::new(),
            registers,
            pairs: PAIRS,
        };
        let strides =
            |t: &Track| -> Vec<Vec<usize>> { t.strides.iter().map(|s| lift(&s.vector, 0)).collect() };
        let lines = |t: &Track| {
            let sets = strides(t).iter().map(|v| Lanes::count(v, &sides)).fold(0, u128::saturating_add);
            if is_partial(t) && !slides(t, moves) { 0 } else { sets }
        };
        let sets = moves.tracks.iter().map(lines).fold(0, u128::saturating_add);
        let latest = moves.tracks.iter().filter(|t| keeps_latest(t, moves)).filter_map(|t| {
            let lines = Lanes::count(strides(t).first()?, &sides);
            Some(room_for(lines).saturating_mul((groups * GROUP) as u128))
        });
        let latest = latest.fold(0, u128::saturating_add);
        let gates = Open::bytes(&moves.sides) * moves.gates.count() as u128;
        // Nothing is gained where gates take much more than the table itself.
        if gates > 32 * moves.cells() + GATES {
            return Ok(None);
        }
        let bytes = moves.cells() * 4
            + sets.saturating_mul((groups * WORDS * 8 + 4) as u128)
            + latest * 2
            + moves.windows.iter().filter(|window| window.to.is_some()).count() as u128 * moves.cells() * 2
            + gates;
        if let Some(Others::Jumps(_)) = &moves.rest {
            return Ok(None);
        }
        if let Some(Others::Spans(strips)) = &moves.rest {
            let met = Met::bytes(rows, groups * GROUP).saturating_mul(rows as u128);
            if bytes.saturating_add(met.saturating_mul(strips.gates.len() as u128))
                > u128::from(budget.memory())
            {
                return Ok(None);
            }
        }
        budget.need("the sets of values on lines", bytes)?;
        if latest > 0 && sides.iter().any(|side| *side >= usize::from(u16::MAX)) {
            return Ok(None);
        }
        for track in &moves.tracks {
            let lifted = lift(&track.start, 0);
            let start = &lifted;
            let (start_first, start_last) = start.split_at(first.len());
            let table_rows =
                |v: &[usize]| v[..v.len() - 1].iter().zip(&sides).fold(0, |at, (x, side)| at * side + x);
            let images: &[bool] = if track.twice { &[false, true] } else { &[false] };
            if track.strides.is_empty() {
                for mirrored in images {
                    plan.singles.push(Single {
                        row: start_last[0],
                        column: start_last[1],
                        first: start_first.to_vec(),
                        rows: table_rows(start),
                        source: track.source,
                        target: track.target,
                        mirrored: *mirrored,
                    });
                }
                continue;
            }
            let vectors = strides(track);
            let (keeps_latest, slides) = (keeps_latest(track, moves), slides(track, moves));
            let partial = is_partial(track) && !slides;
            let (mut lines, mut behind_last) = (0, plan.lines);
            for mirrored in images {
                let place = |v: &[usize]| if *mirrored { exchanged(v) } else { v.to_vec() };
                let (start, stride) = (place(start), place(&vectors[0]));
                // Lines without sets are numbered for themselves, and mirror images share theirs.
                let base = if partial { 0 } else { plan.lines };
                let mut levels: Vec<Lanes> = Vec::new();
                for vector in &vectors {
                    let from = levels.last().map_or(base, |lanes| lanes.end);
                    levels.push(Lanes::new(from, vector, &sides));
                }
                (lines, behind_last) = (levels[0].end - base, levels.last().map_or(base, |lanes| lanes.end));
                let coordinate = match track.window {
                    Some(window) => moves.windows[window].coordinate,
                    None => vectors[0].iter().rposition(|v| *v > 0).unwrap_or(0),
                };
                let behind =
                    track.strides[0].count.filter(|_| !partial && track.window.is_none()).map(|count| {
                        let back: Vec<usize> = vectors[0].iter().map(|v| v.saturating_mul(count)).collect();
                        Behind {
                            row: back[last_two(&back)],
                            column: back[back.len() - 1],
                            first: back[..first.len()].to_vec(),
                            rows: table_rows(&back),
                            along: back[coordinate],
                        }
                    });
                let latest = Latest {
                    base: plan.latest,
                    lines: room_for(lines as u128) as usize,
                    along: match coordinate.checked_sub(first.len()) {
                        None => Along::First(coordinate),
                        Some(0) => Along::Row,
                        Some(_) => Along::Column,
                    },
                    taken: lifted[coordinate],
                };
                let straight = track.start == track.strides[0].vector;
                let often =
                    || Often::new((vectors[0][first.len()], vectors[0][first.len() + 1]), rows, columns);
                let part = match (track.window, track.strides[0].count) {
                    _ if !partial => None,
                    (Some(index), _) => {
                        let returns = moves.windows[index].to.is_some();
                        let stack = returns.then(|| Stack {
                            heights: plan.heights,
                            before: plan.before,
                            stride: often(),
                        });
                        Some(Part::Window(index, stack))
                    }
                    (None, Some(count)) => {
                        let back = vectors[0][coordinate].saturating_mul(count - 1);
                        Some(Part::Back(lifted[coordinate].saturating_add(back)))
                    }
                    (None, None) => None,
                };
                let slides = track.window.filter(|_| slides).map(|window| Sliding {
                    window,
                    lows: plan.heights,
                    stride: often(),
                    along: latest.along,
                });
                plan.slots.push(Slot {
                    row: start_last[0],
                    column: start_last[1],
                    first: start_first.to_vec(),
                    rows: table_rows(&lifted),
                    start,
                    stride,
                    levels,
                    base,
                    source: track.source,
                    target: track.target,
                    mirrored: *mirrored,
                    behind,
                    latest: keeps_latest.then_some(latest),
                    ray: straight && track.strides.len() == 1 && !partial,
                    part,
                    slides,
                    read: None,
                    listed: None,
                    shared: None,
                });
            }
            if !partial {
                plan.lines = behind_last;
            }
            if keeps_latest {
                plan.latest += room_for(lines as u128) as usize * groups * GROUP;
            }
            if let Some(window) = track.window {
                plan.heights += lines;
                plan.before += if moves.windows[window].to.is_some() { rows * columns } else { 0 };
            }
        }
        // Cells of an antidiagonal have a line each for the moves that lie on no tracks.
        plan.own = plan.lines;
        if moves.rest.is_some() {
            plan.lines += TILE * budget.threads().max(1);
        }
        if plan.slots.len() + usize::from(moves.rest.is_some()) > MOST_READ {
            return Ok(None);
        }
        plan.open = moves.open(budget)?;
        plan.leave_out_closed(moves);
        Ok(Some(plan))
    }

    /// How many antidiagonals a tile has: few where cells take long, so that a request to stop is soon seen.
    pub(super) fn tile_sums(&self) -> usize {
        if self.moves.rest.is_some() { TILE / 4 } else { 2 * TILE }
    }

    /// Tells what each slot is for. On half a board a slot or its mirror image may never be open beside the diagonal,
    /// where both are the same: then one of them need not be read, nor fed unless its lines cross the diagonal.
    pub(super) fn leave_out_closed(&mut self, moves: &Tracks<'_>) {
        let mut idle = vec![(false, false); self.slots.len()];
        let mut at = 0;
        for track in moves.tracks.iter().filter(|track| !track.strides.is_empty()) {
            if self.half && track.twice {
                let below = track.source.is_some_and(|gate| !self.open[gate].anywhere(|x| (0, x)));
                let columns = self.columns;
                let above = !below
                    && track.source.is_some_and(|gate| !self.open[gate].anywhere(|x| (x + 1, columns)));
                let stays_below = track.strides.iter().all(|s| s.vector[0] >= s.vector[1]);
                let stays_above = track.strides.iter().all(|s| s.vector[0] <= s.vector[1]);
                idle[at] = (below, below && stays_below);
                idle[at + 1] = (above, above && stays_above);
            }
            at += if track.twice { 2 } else { 1 };
        }
        let mut idle = idle.into_iter();
        let mut reads = Vec::new();
        self.slots.retain(|_| {
            let (unread, unfed) = idle.next().unwrap_or_default();
            if !unfed {
                reads.push(!unread);
            }
            !unfed
        });
        self.share(moves);
        for (at, (slot, read)) in self.slots.iter_mut().zip(reads).enumerate() {
            if let Some(part) = &slot.part {
                let straight = slot.start == slot.stride && !matches!(part, Part::Window(_, Some(_)));
                self.parts_fed.extend(straight.then_some(at));
                if let Some(latest) = slot.latest.filter(|_| read) {
                    slot.listed = Some(self.parts_read.len());
                    self.parts_read.push((at, latest));
                }
                continue;
            }
            if slot.ray {
                self.feeds.push(Feed { slot: at, target: slot.target, mirrored: slot.mirrored });
            }
            if read {
                slot.read = Some(self.reads);
                self.reads += 1;
            }
        }
        self.reads += usize::from(moves.rest.is_some());
    }

    /// Finds slots that can read the sets of a ray with the same stride. When a cell p is settled such a set holds all cells
    /// of the line that are settled: those behind `p - start`, which the slot wants, and perhaps `p - start + m * stride`.
    /// None of these may lie beside p, since it may be settled or not, and those before p must be options anyway.
    pub(super) fn share(&mut self, moves: &Tracks<'_>) {
        let plain = |t: &&Track| t.source.is_none() && t.target.is_none() && t.window.is_none();
        let mut always = Vec::new();
        for track in moves.tracks.iter().filter(plain) {
            let ray = match &track.strides[..] {
                [] => false,
                [stride] if stride.count.is_none() && stride.vector == track.start => true,
                _ => continue,
            };
            let vector = if track.start.len() == 1 { vec![0, track.start[0]] } else { track.start.clone() };
            always.extend(track.twice.then(|| (exchanged(&vector), ray)));
            always.push((vector, ray));
        }
        let is_option = |w: &[usize]| {
            always.iter().any(|(vector, ray)| {
                let Some((x, v)) = w.iter().zip(vector).find(|(_, v)| **v > 0) else { return false };
                let times = x / v;
                times > 0 && (*ray || times == 1) && w.iter().zip(vector).all(|(x, v)| *x == times * v)
            })
        };
        let shared = |slot: &Slot| {
            // What a limit puts out of reach stays in the sets of a ray.
            let limited = slot.behind.is_some() || slot.part.is_some() || slot.slides.is_some();
            if slot.ray || slot.levels.len() > 1 || slot.target.is_some() || limited {
                return None;
            }
            // On half a board the lines of even strides are noted on one side of the diagonal only; what lies next to it is
            // read by the mirror image.
            let last = slot.start.len() - 1;
            if self.half
                && slot.stride[0] == slot.stride[1]
                && (slot.source.is_some() || slot.start[last - 1].abs_diff(slot.start[last]) > 1)
            {
                return None;
            }
            let mut left: Vec<isize> = slot.start.iter().map(|x| *x as isize).collect();
            loop {
                left.iter_mut().zip(&slot.stride).for_each(|(x, v)| *x -= *v as isize);
                if left.iter().all(|x| *x <= 0) {
                    break;
                }
                let before: Option<Vec<usize>> = left.iter().map(|x| usize::try_from(*x).ok()).collect();
                if !is_option(&before?) {
                    return None;
                }
            }
            self.slots.iter().position(|other| {
                other.ray
                    && other.target.is_none()
                    && other.behind.is_none()
                    && other.slides.is_none()
                    && other.stride == slot.stride
            })
        };
        let found: Vec<Option<usize>> = self.slots.iter().map(shared).collect();
        self.slots.iter_mut().zip(found).for_each(|(slot, shared)| slot.shared = shared);
    }
}
