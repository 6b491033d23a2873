//! Lines of which cells reach a part: for each value the latest target that has it.

use super::board::Board;
use super::plan::Plan;
use super::scratch::{Run, Scratch, bits_of};
use super::slots::{Along, Latest, NONE_WITHIN, Part, Slot, Stack};
use super::union::Union;
use super::{GROUP, TILE, WORDS};

impl Plan<'_> {
    /// Lists the first targets within reach of the cells of an antidiagonal on lines of which they reach a part, having
    /// taken in what cells do not note themselves.
    #[inline(always)]
    pub(super) unsafe fn gather_part(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        at: usize,
        (latest, part): (Latest, &Part),
        run: Run,
    ) {
        let slot = &self.slots[at];
        let cells = match scratch.shifts[at] {
            Some(_) => run.within(slot.row, slot.column, slot.mirrored),
            None => 0..0,
        };
        let (lane, mut first) = (scratch.lanes[at], [NONE_WITHIN; TILE]);
        // SAFETY: as the caller promises; windows are as large as the board.
        unsafe {
            match part {
                Part::Back(most) => {
                    for k in cells.clone() {
                        let here = latest.along.of(&scratch.place, run.place(k, slot.mirrored));
                        first[k] = here.saturating_sub(*most) as u16;
                    }
                }
                Part::Window(index, stack) => {
                    let window = &self.moves.windows[*index];
                    let here = self.window_places(window, run, slot.mirrored);
                    for k in cells.clone() {
                        first[k] = *window.from.get_unchecked(here.at(k));
                    }
                    if let Some((stack, to)) = stack.as_ref().zip(window.to.as_ref()) {
                        for k in cells.clone().filter(|k| first[*k] != NONE_WITHIN) {
                            let (a, b) = run.place(k, slot.mirrored);
                            let here = latest.along.of(&scratch.place, (a, b)) - latest.taken;
                            let end = usize::from(to[a * self.columns + b]);
                            self.stack_up(board, slot, (latest, stack), lane.at(k), (a, b), here, end);
                        }
                    }
                }
            }
            // Where no cell reaches a target, the table that it would be in does not exist.
            let is_stacked = matches!(part, Part::Window(_, Some(_)));
            if slot.start != slot.stride && !is_stacked && !cells.is_empty() {
                let back = (slot.rows, slot.row, slot.column);
                let targets = self.behind(run, back, slot.mirrored);
                let mut open = self.open_at(slot.target, slot.mirrored, run, back) & bits_of(&cells);
                while open != 0 {
                    let k = open.trailing_zeros() as usize;
                    open &= open - 1;
                    let value = board.values.get(targets.at(k)) as usize;
                    let place = run.place(k, slot.mirrored);
                    let target = latest.along.of(&scratch.place, place) - latest.taken;
                    *board.latest.at_mut(latest.at(lane.at(k), value)) = target as u16 + 1;
                }
            }
            let Some(list) = slot.listed else { return };
            if slot.source.is_some() {
                let open = self.open_at(slot.source, slot.mirrored, run, (0, 0, 0));
                for k in cells {
                    first[k] = if open >> k & 1 != 0 { first[k] } else { NONE_WITHIN };
                }
            }
            scratch.within_reach[list] = first;
        }
    }

    /// Makes a line hold the targets before one of them, the one nearest to the cell being `here`.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    unsafe fn stack_up(
        &self,
        board: &Board<'_>,
        slot: &Slot,
        (latest, stack): (Latest, &Stack),
        id: usize,
        (a, b): (usize, usize),
        here: usize,
        end: usize,
    ) {
        let (row, column) = (a - slot.row, b - slot.column);
        let (down, across) = stack.stride.stride;
        let step = if matches!(latest.along, Along::Row) { down } else { across };
        // SAFETY: as the caller promises; tables are as large as the board, and lists as long as there are lines.
        unsafe {
            let nearest = stack.stride.from((row, column));
            // Targets are counted from the edge.
            let wanted = nearest + 1 - ((here + 1).saturating_sub(end).div_ceil(step)).min(nearest + 1);
            let target = |n: usize| (row - (nearest - n) * down, column - (nearest - n) * across);
            let height = board.heights.at_mut(stack.heights + id);
            while (*height as usize) < wanted {
                let n = *height as usize;
                let (row, column) = target(n);
                *height += 1;
                if self.is_open(slot.target, row, column) {
                    let value = self.value(board, row, column);
                    let latest = board.latest.at_mut(latest.at(id, value));
                    *board.before.at_mut(stack.before + row * self.columns + column) = *latest;
                    *latest = (here - (nearest - n) * step) as u16 + 1;
                }
            }
            while *height as usize > wanted {
                *height -= 1;
                let (row, column) = target(*height as usize);
                if self.is_open(slot.target, row, column) {
                    let value = self.value(board, row, column);
                    *board.latest.at_mut(latest.at(id, value)) =
                        board.before.get(stack.before + row * self.columns + column);
                }
            }
        }
    }

    /// Notes the values of the cells of an antidiagonal on lines of which cells reach a part.
    #[inline(always)]
    pub(super) unsafe fn feed_part(&self, board: &Board<'_>, scratch: &Scratch, at: usize, run: Run) {
        let slot = &self.slots[at];
        let Some(latest) = slot.latest else { return };
        let open = self.open_at(slot.target, slot.mirrored, run, (0, 0, 0));
        // SAFETY: as the caller promises.
        unsafe {
            let lane = scratch.lanes[at];
            for k in (0..run.len).filter(|k| open >> k & 1 != 0) {
                let here = latest.along.of(&scratch.place, run.place(k, slot.mirrored));
                let value = *scratch.values.get_unchecked(k) as usize;
                *board.latest.at_mut(latest.at(lane.at(k), value)) = here as u16 + 1;
            }
        }
    }

    /// As [`Plan::look_all`] where there are lines of which cells reach a part: first the sets of all cells, so that the
    /// latest targets of the values which they leave open are under way when they are looked at.
    ///
    /// # Safety
    /// As for [`Plan::settle`].
    #[inline(always)]
    pub(super) unsafe fn look_at_parts<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &mut Scratch,
        len: usize,
        group: &mut [u32; TILE],
    ) {
        let mut open = [0u32; TILE];
        let mut asked: [u8; TILE] = std::array::from_fn(|k| k as u8);
        let mut left = len;
        // SAFETY: as the caller promises.
        unsafe {
            while left > 0 {
                for k in asked.get_unchecked(..left) {
                    let k = *k as usize;
                    let here = *group.get_unchecked(k) as usize;
                    let mut union = U::none();
                    for read in &scratch.reads {
                        let place = board.groups.start.wrapping_add(here * self.lines + read.lane.at(k));
                        union.add_if(read.open >> k & 1 != 0, place);
                    }
                    for list in &scratch.near {
                        union.add_value(*list.get_unchecked(k) as usize, here);
                    }
                    let set = union.write(scratch.sets.get_unchecked_mut(k));
                    *open.get_unchecked_mut(k) = set;
                    let value = here * GROUP + set.trailing_zeros() as usize % WORDS * 64;
                    for (slot, latest) in &self.parts_read {
                        let line = scratch.lanes.get_unchecked(*slot).at(k);
                        U::fetch(board.latest.start.wrapping_add(latest.at(line, value)));
                    }
                }
                let again = std::mem::take(&mut left);
                for at in 0..again {
                    let k = *asked.get_unchecked(at);
                    *asked.get_unchecked_mut(left) = k;
                    let k = k as usize;
                    let group = group.get_unchecked_mut(k);
                    match self.first_out_of_reach::<U>(board, scratch, k, *group, *open.get_unchecked(k)) {
                        Some(value) => *scratch.values.get_unchecked_mut(k) = value,
                        None => left += 1,
                    }
                    *group += 1;
                }
            }
        }
    }

    /// The first value of a group that neither the sets of a cell hold nor a target within reach has.
    #[inline(always)]
    unsafe fn first_out_of_reach<U: Union>(
        &self,
        board: &Board<'_>,
        scratch: &Scratch,
        k: usize,
        group: u32,
        mut open: u32,
    ) -> Option<u32> {
        // SAFETY: as the caller promises.
        unsafe {
            while open != 0 {
                let at = open.trailing_zeros() as usize % WORDS;
                let first = group as usize * GROUP + at * 64;
                let mut word = scratch.sets.get_unchecked(k)[at];
                for ((slot, latest), reach) in self.parts_read.iter().zip(&scratch.within_reach) {
                    let line = scratch.lanes.get_unchecked(*slot).at(k);
                    word |= U::above(board.some_latest(latest.at(line, first)), *reach.get_unchecked(k));
                }
                if word != !0 {
                    return Some(first as u32 + word.trailing_ones());
                }
                open &= open - 1;
            }
        }
        None
    }
}
