//! From rules to tracks on a board: sheets are cut to the board, short ones taken apart, bundles of parallel lines
//! made bands, and gates and windows worked out.

use crate::error::SolveError;
use crate::kernel::{
    FewPerRow, Gates, Jumps, Others, Rest, Spans, SpansOfRows, Stride, Strips, Track, Tracks, VisitRun,
    Window,
};
use crate::kernel::{multiples, next};
use crate::windows;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use wythoff_numbers::Budget;
use wythoff_rules::{Asked, Gate, Measure, Rules, Runs, Sheet, SolvedFor, Strip};

/// Lines with at most this many cells are single vectors.
const FEW: usize = 8;

/// Parallel lines are joined to bands from this many on.
const BUNDLE: usize = 5;

/// Most tracks and single vectors that a game is taken apart into.
const MOST_TRACKS: usize = 4096;

/// What the tracks are for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Piles that may be exchanged are told once, and comparisons become a window for each cell.
    Grundy,
    /// The same, and families that are no sheets are left to be asked of each position.
    GrundyAndRest,
    /// The same, and they must be told as spans of rows.
    GrundyAndSpans,
    /// Every track is told, and comparisons are asked from the target.
    Outcomes,
    /// The same, and families that are no sheets must be told as spans of rows.
    OutcomesAndSpans,
    /// The same, and they must be told by both ends of a move.
    OutcomesAndJumps,
    /// The same, and so must be what compares both ends.
    OutcomesByJumps,
}

impl Purpose {
    fn is_outcomes(self) -> bool {
        !matches!(self, Purpose::Grundy | Purpose::GrundyAndRest | Purpose::GrundyAndSpans)
    }

    fn is_jumps(self) -> bool {
        matches!(self, Purpose::OutcomesAndJumps | Purpose::OutcomesByJumps)
    }

    /// How families that are no sheets are told as spans, if they are.
    fn spans(self) -> Option<SolvedFor> {
        match self {
            Purpose::GrundyAndSpans => Some(SolvedFor::Targets),
            Purpose::OutcomesAndSpans => Some(SolvedFor::Sources),
            _ => None,
        }
    }
}

/// The moves as tracks on a board, or `None` if they are none. Blocking needs every option once.
pub(crate) fn tracks<'a>(
    rules: &'a Rules,
    sides: &[usize],
    purpose: Purpose,
    budget: &Budget,
) -> Result<Option<Tracks<'a>>, SolveError> {
    tracks_but(rules, sides, purpose, &[], budget)
}

/// The same, but some families are told by both ends of a move although they are lines.
pub(crate) fn tracks_but<'a>(
    rules: &'a Rules,
    sides: &[usize],
    purpose: Purpose,
    left: &[usize],
    budget: &Budget,
) -> Result<Option<Tracks<'a>>, SolveError> {
    let count = rules.coordinates().len();
    if sides.len() != count || sides.contains(&0) {
        return Ok(None);
    }
    let most = sides.iter().max().map(|side| *side as u64);
    let block = rules.convention().block.as_ref();
    let wanted = |family: usize, sheets: &[Sheet]| {
        let compares = purpose == Purpose::OutcomesByJumps && sheets.iter().any(|s| !s.between.is_empty());
        !compares && !left.contains(&family)
    };
    let Some((sheets, rest)) = rules.sheets_if(most, block.is_some(), purpose.is_outcomes(), &wanted) else {
        return Ok(None);
    };
    let strips = match purpose.spans().filter(|_| sides.iter().all(|side| *side < 1 << 31)) {
        None if rest.is_empty() => None,
        Some(_) if rest.is_empty() => return Ok(None),
        Some(solved_for) => match rules.strips(&rest, solved_for) {
            Some(strips) => Some(strips),
            None => return Ok(None),
        },
        None if purpose == Purpose::GrundyAndRest && !sheets.is_empty() => None,
        None if purpose.is_jumps() => None,
        None => return Ok(None),
    };
    let jumps = if purpose.is_jumps() {
        // Rules that speak of sorted piles are asked of sorted pairs only.
        let square = sides.len() == 2 && sides[0] == sides[1] && rules.is_symmetric();
        let told = rest.is_empty() || (rules.sorts_piles() && !square);
        let rows = sides[..count - 1].iter().fold(1u128, |rows, side| rows.saturating_mul(*side as u128));
        if told || rows.max(u128::from(most.unwrap_or(0))) >= 1 << 31 {
            return Ok(None);
        }
        budget.need("the rows of the board", rows * 4 * (count as u128 - 1))?;
        match JumpsOfRules::new(rules, &rest, sides) {
            Some(jumps) => Some(jumps),
            None => return Ok(None),
        }
    } else {
        None
    };
    let square = count == 2
        && sides[0] == sides[1]
        && !purpose.is_outcomes()
        && rules.is_symmetric()
        && block.is_none();
    let halved = if square { halved(&sheets) } else { None };
    let half = halved.is_some();
    let sheets = halved.unwrap_or_else(|| sheets.into_iter().map(|sheet| (sheet, false)).collect());
    let mut build = Build {
        sides,
        purpose,
        gates: Vec::new(),
        names: BTreeMap::new(),
        tracks: Vec::new(),
        compared: Vec::new(),
    };
    for (sheet, twice) in sheets {
        let blockable = block.is_some_and(|block| block.families[sheet.family]);
        if build.add(sheet, twice, blockable).is_none() {
            return Ok(None);
        }
    }
    let anywhere = vec![0; count];
    let strip_gates = (strips.iter().flatten())
        .map(|strip| (build.gate(&strip.source, &anywhere), build.gate(&strip.target, &anywhere)))
        .collect();
    let Build { gates, tracks, mut compared, .. } = build;
    compared.retain(|(track, _)| !is_superfluous(track, &tracks));
    let mut gates = RuleGates { gates, compared: Vec::new(), turns: Vec::new(), sides: sides.to_vec() };
    let mut tracks = bundled(without_overlap(without_superfluous(tracks)), sides);
    if purpose.is_outcomes() {
        let pieces = compared.iter().cloned().flat_map(|(track, sheet)| evenly(track, sheet, sides));
        let pieces: Vec<(Track, Sheet)> = pieces.take(compared.len() + MOST_PIECES).collect();
        if pieces.len() < compared.len() + MOST_PIECES {
            compared = pieces;
        }
    }
    let mut windows = Vec::new();
    for (number, (track, sheet)) in compared.iter().enumerate() {
        tracks.push(Track { window: Some(number), ..track.clone() });
        if purpose.is_outcomes() {
            // Along a line the sources of a target are then in one piece.
            if !sheet.between.iter().all(|between| is_monotone(&between.before, track, sides)) {
                return Ok(None);
            }
            continue;
        }
        let Some(found) = windows::window(track, &sheet.between, &gates, sides, budget)? else {
            return Ok(None);
        };
        // At extra ends the value is 0 whatever is within reach.
        let distinct = found.distinct && rules.convention().terminals.is_empty();
        windows.push(Window { distinct, ..found });
    }
    let places = |(_, sheet): &(Track, Sheet)| sheet.between.iter().map(|_| AtomicUsize::new(0)).collect();
    gates.turns = compared.iter().map(places).collect();
    gates.compared = compared;
    // Where all smaller multiples of a stride are moves too, values on its lines differ within reach.
    let ray = |track: &Track, other: &Track| {
        let (Some(own), Some(stride)) = (track.strides.first(), other.strides.first()) else { return false };
        other.strides.len() == 1
            && other.start == own.vector
            && stride.vector == own.vector
            && other.source.is_none()
            && other.target.is_none()
            && other.window.is_none()
            && own.count.zip(stride.count).is_none_or(|(own, other)| own <= other)
            && (own.count.is_some() || stride.count.is_none())
    };
    let distinct: Vec<bool> = (tracks.iter())
        .map(|track| {
            let mut others =
                tracks.iter().flat_map(|o| [Some(o.clone()), (half && o.twice).then(|| exchanged(o))]);
            rules.convention().terminals.is_empty() && others.any(|o| o.is_some_and(|o| ray(track, &o)))
        })
        .collect();
    tracks.iter_mut().zip(distinct).for_each(|(track, distinct)| track.distinct = distinct);
    let few_per_row = if count != 2 || block.is_some() {
        None
    } else if rules.is_symmetric() && tracks.iter().any(|track| gates.is_larger(track)) {
        Some(FewPerRow::Larger)
    } else {
        let tails =
            tracks.iter().filter_map(tail).min_by_key(|(step, from)| (step.saturating_mul(*from), *step));
        tails.map(|(step, from)| FewPerRow::Second { step, from })
    };
    let rest = (!rest.is_empty()).then(|| match (strips, jumps) {
        (_, Some(jumps)) => Others::Jumps(Box::new(jumps)),
        (Some(strips), None) => {
            let spans = SpansOfRules { strips, budget: budget.clone(), asked: Mutex::default() };
            Others::Spans(Strips { gates: strip_gates, spans: Box::new(spans) })
        }
        (None, None) => {
            let sorts = rules.sorts_piles();
            let runs = rules.runs(Some(&rest), most.unwrap_or(0));
            Others::Asked(Box::new(RestOfRules { runs, sorts }))
        }
    });
    let (sides, gates) = (sides.to_vec(), Box::new(gates));
    Ok(Some(Tracks { sides, tracks, gates, windows, few_per_row, half, rest }))
}

/// Families of two amounts as spans of rows.
struct SpansOfRules {
    strips: Vec<Strip>,
    budget: Budget,
    /// What is used again from question to question, one for each thread that asks at the time.
    asked: Mutex<Vec<Asked>>,
}

impl SpansOfRules {
    fn told(&self, ask: impl FnOnce(&mut Asked) -> bool) -> Result<(), SolveError> {
        let lists = || self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let mut asked = lists().pop().unwrap_or_default();
        let told = ask(&mut asked);
        lists().push(asked);
        if told { Ok(()) } else { Err(SolveError::not_this_way("a bound of an amount cannot be worked out")) }
    }
}

impl Spans for SpansOfRules {
    fn spans(
        &self,
        strip: usize,
        (x, y): (usize, usize),
        taken: usize,
        out: &mut SpansOfRows,
    ) -> Result<(), SolveError> {
        if taken == 0 {
            self.budget.check()?;
        }
        let strip = &self.strips[strip];
        self.told(|asked| strip.spans(x as u64, y as u64, taken as u64, asked, out))
    }

    fn sources(
        &self,
        strip: usize,
        row: usize,
        below: usize,
        targets: &[(u32, u32)],
        out: &mut SpansOfRows,
    ) -> Result<(), SolveError> {
        let strip = &self.strips[strip];
        self.told(|asked| strip.sources(row as u64, below as u64, targets, asked, out))
    }
}

/// Families that are told by both ends of a move.
struct JumpsOfRules<'a> {
    /// Those that lie on no lines, if there are any.
    others: Option<wythoff_rules::Jumps<'a>>,
    /// Those that do, and what they take.
    on_lines: Vec<wythoff_rules::Jumps<'a>>,
    lines: Vec<(Vec<usize>, Vec<usize>)>,
    /// Of a game with blocking.
    blocked: Option<BlockedJumps<'a>>,
    rules: &'a Rules,
    /// The first coordinates of each row.
    firsts: Vec<u32>,
    piles: usize,
    most_options: usize,
}

/// Those that cannot be blocked, those that can, and the tracks that can.
struct BlockedJumps<'a> {
    free: wythoff_rules::Jumps<'a>,
    blockable: wythoff_rules::Jumps<'a>,
    tracks: wythoff_rules::Jumps<'a>,
}

impl<'a> JumpsOfRules<'a> {
    fn new(rules: &'a Rules, rest: &[usize], sides: &[usize]) -> Option<JumpsOfRules<'a>> {
        let all = |wanted: &dyn Fn(usize, usize) -> bool| {
            let families = rules.patterns().enumerate().filter(|(at, p)| wanted(*at, p.family()));
            rules.jumps(&families.map(|(at, _)| at).collect::<Vec<usize>>())
        };
        let blocked = match &rules.convention().block {
            None => None,
            Some(block) => Some(BlockedJumps {
                free: all(&|at, family| rest.contains(&at) && !block.families[family])?,
                blockable: all(&|at, family| rest.contains(&at) && block.families[family])?,
                tracks: all(&|at, family| !rest.contains(&at) && block.families[family])?,
            }),
        };
        let (mut others, mut on_lines, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for at in rest {
            let numbers = |v: Vec<u64>| -> Option<Vec<usize>> {
                v.into_iter().map(|x| usize::try_from(x).ok()).collect()
            };
            let line: Option<(Vec<usize>, Vec<usize>)> =
                rules.line_of(*at).and_then(|(start, step)| Some((numbers(start)?, numbers(step)?)));
            // Its moves must all stay in the row, or all leave it.
            let last = sides.len() - 1;
            let stays = |taken: &[usize]| taken[..last].iter().all(|taken| *taken == 0);
            match line.filter(|(start, step)| !stays(start) || stays(step)) {
                Some(line) => {
                    on_lines.push(rules.jumps(&[*at])?);
                    lines.push(line);
                }
                None => others.push(*at),
            }
        }
        let (first, piles) = (&sides[..sides.len() - 1], sides.len());
        let (mut firsts, mut place) = (Vec::new(), vec![0; first.len()]);
        for _ in 0..first.iter().product::<usize>() {
            firsts.extend(place.iter().map(|x| *x as u32));
            next(&mut place, first);
        }
        let side = sides.iter().copied().max().unwrap_or(0);
        let options = |at: &usize| side.saturating_pow(rules.amounts_of(*at) as u32);
        // Where all are counted lines count as well.
        let counted = if blocked.is_some() { rest } else { &others };
        let most_options = counted.iter().map(options).fold(0, usize::saturating_add);
        let others = if others.is_empty() { None } else { Some(rules.jumps(&others)?) };
        Some(JumpsOfRules { others, on_lines, lines, blocked, rules, firsts, piles, most_options })
    }

    fn first(&self, row: usize) -> &[u32] {
        let count = self.piles - 1;
        &self.firsts[row * count..][..count]
    }

    /// Calls with the coordinates of a cell.
    fn with_cell<T>(&self, (row, column): (usize, usize), call: impl FnOnce(&[u64]) -> T) -> T {
        let mut place = [0u64; 8];
        place.iter_mut().zip(self.first(row)).for_each(|(a, x)| *a = u64::from(*x));
        place[self.piles - 1] = column as u64;
        call(&place[..self.piles])
    }

    /// Calls with the coordinates of up to 64 cells, one after the other.
    fn with_cells<T>(&self, cells: &[(u32, u32)], call: impl FnOnce(&[u32]) -> T) -> T {
        let mut flat = [0u32; 64 * 8];
        for (place, (row, column)) in flat.chunks_exact_mut(self.piles).zip(cells) {
            place[..self.piles - 1].copy_from_slice(self.first(*row as usize));
            place[self.piles - 1] = *column;
        }
        call(&flat[..cells.len() * self.piles])
    }
}

impl Jumps for JumpsOfRules<'_> {
    fn sources(&self, row: usize, from: usize, lanes: u64, target: (u32, u32)) -> Result<u64, SolveError> {
        self.with_cell((row, from), |cell| {
            let (row, from) = (&cell[..self.piles - 1], cell[self.piles - 1]);
            let Some(others) = &self.others else { return Ok(0) };
            self.with_cells(&[target], |target| Ok(others.sources(row, from, lanes, target)?))
        })
    }

    fn lines(&self) -> &[(Vec<usize>, Vec<usize>)] {
        &self.lines
    }

    fn has_others(&self) -> bool {
        self.others.is_some()
    }

    fn on_line(
        &self,
        line: usize,
        row: usize,
        from: usize,
        lanes: u64,
        targets: &[(u32, u32); 64],
    ) -> Result<u64, SolveError> {
        self.with_cell((row, from), |cell| {
            let (row, from) = (&cell[..self.piles - 1], cell[self.piles - 1]);
            self.with_cells(targets, |targets| Ok(self.on_lines[line].pairs(row, from, lanes, targets)?))
        })
    }

    fn on_line_to(
        &self,
        line: usize,
        cell: (usize, usize),
        lanes: u64,
        targets: &[(u32, u32)],
    ) -> Result<u64, SolveError> {
        self.with_cell(cell, |cell| {
            self.with_cells(targets, |targets| Ok(self.on_lines[line].targets(cell, lanes, targets)?))
        })
    }

    fn counted_sources(
        &self,
        row: usize,
        from: usize,
        lanes: u64,
        target: (u32, u32),
    ) -> Result<(u64, u64), SolveError> {
        let Some(BlockedJumps { free, blockable, tracks }) = &self.blocked else { return Ok((0, 0)) };
        self.with_cell((row, from), |cell| {
            let (row, from) = (&cell[..self.piles - 1], cell[self.piles - 1]);
            self.with_cells(&[target], |target| {
                let wins = free.sources(row, from, lanes, target)?;
                let more = blockable.sources(row, from, lanes & !wins, target)?;
                Ok((wins, more & !tracks.sources(row, from, more, target)?))
            })
        })
    }

    fn targets(&self, cell: (usize, usize), lanes: u64, targets: &[(u32, u32)]) -> Result<u64, SolveError> {
        self.with_cell(cell, |cell| {
            let Some(others) = &self.others else { return Ok(0) };
            self.with_cells(targets, |targets| Ok(others.targets(cell, lanes, targets)?))
        })
    }

    fn counted(
        &self,
        cell: (usize, usize),
        lanes: u64,
        targets: &[(u32, u32)],
    ) -> Result<(u64, u64), SolveError> {
        let Some(BlockedJumps { free, blockable, tracks }) = &self.blocked else {
            return Ok((0, 0));
        };
        self.with_cell(cell, |cell| {
            self.with_cells(targets, |targets| {
                let wins = free.targets(cell, lanes, targets)?;
                if wins != 0 {
                    return Ok((wins, 0));
                }
                let more = blockable.targets(cell, lanes, targets)?;
                Ok((0, more & !tracks.targets(cell, more, targets)?))
            })
        })
    }

    fn most_options(&self) -> usize {
        self.most_options
    }

    fn has_move(&self, cell: (usize, usize)) -> Result<bool, SolveError> {
        let mut any = false;
        self.with_cell(cell, |cell| {
            self.rules.for_each_option(cell, &[], &mut |_| {
                any = true;
                ControlFlow::Break(())
            })
        })?;
        Ok(any)
    }
}

/// Families that are no sheets.
struct RestOfRules<'a> {
    runs: Runs<'a>,
    /// The rules speak of the piles in increasing order.
    sorts: bool,
}

impl Rest for RestOfRules<'_> {
    fn for_each_run(&self, position: &[u64], visit: VisitRun<'_>) -> Result<(), SolveError> {
        if !self.sorts || position.is_sorted() {
            return Ok(self.runs.for_each(position, &mut |run| visit(run.to, run.step, run.lanes))?);
        }
        // What is taken from the smallest pile is taken where that stands.
        let mut places: Vec<usize> = (0..position.len()).collect();
        places.sort_by_key(|place| position[*place]);
        let (mut to, mut step) = (vec![0; places.len()], vec![0; places.len()]);
        self.runs.for_each(position, &mut |run| {
            for (at, place) in places.iter().enumerate() {
                (to[*place], step[*place]) = (run.to[at], run.step[at]);
            }
            visit(&to, &step, run.lanes)
        })?;
        Ok(())
    }
}

/// Of sheets and their mirror images one each, if all have theirs: `true` says that the other is left out.
fn halved(sheets: &[Sheet]) -> Option<Vec<(Sheet, bool)>> {
    let own: Vec<String> = sheets.iter().map(Sheet::key).collect();
    let known: BTreeSet<&String> = own.iter().collect();
    let (mut out, mut seen) = (Vec::new(), BTreeSet::new());
    for (sheet, key) in sheets.iter().zip(&own) {
        let mirror = sheet.mirrored().key();
        if !known.contains(&mirror) {
            return None;
        }
        if seen.contains(&mirror) || !seen.insert(key.clone()) {
            continue;
        }
        // On its own diagonal a line is its own mirror image cell by cell.
        let even = |v: &[u64]| v[0] == v[1];
        let own_image = mirror == *key && even(&sheet.start) && sheet.strides.iter().all(|s| even(&s.vector));
        out.push((sheet.clone(), !own_image));
    }
    Some(out)
}

struct Build<'a> {
    sides: &'a [usize],
    purpose: Purpose,
    gates: Vec<AskedGate>,
    names: BTreeMap<String, usize>,
    tracks: Vec<Track>,
    /// Tracks with comparisons of both ends.
    compared: Vec<(Track, Sheet)>,
}

impl Build<'_> {
    /// The number of a gate that is asked at positions not less than `least`.
    fn gate(&mut self, gates: &[Gate], least: &[usize]) -> Option<usize> {
        if gates.is_empty() {
            return None;
        }
        let key = gates.iter().map(Gate::key).collect::<Vec<_>>().join(" & ");
        let number = *self.names.entry(key).or_insert_with(|| {
            let mut gates = gates.to_vec();
            // What is linear is asked first, and the rest where that leaves anything.
            gates.sort_by_key(|gate| gate.linear().is_none());
            self.gates.push(AskedGate { gates, least: least.to_vec() });
            self.gates.len() - 1
        });
        self.gates[number].least.iter_mut().zip(least).for_each(|(a, b)| *a = (*a).min(*b));
        Some(number)
    }

    fn add(&mut self, sheet: Sheet, twice: bool, blockable: bool) -> Option<()> {
        let number = |v: &[u64]| v.iter().map(|x| usize::try_from(*x).ok()).collect::<Option<Vec<usize>>>();
        // What leaves the board is no move on it.
        let Some(start) =
            number(&sheet.start).filter(|start| start.iter().zip(self.sides).all(|(x, s)| x < s))
        else {
            return Some(());
        };
        let mut strides = Vec::new();
        for stride in &sheet.strides {
            let Some(vector) = number(&stride.vector) else { continue };
            let count = stride.count.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
            strides.push(Stride { vector, count });
        }
        let source = self.gate(&sheet.source, &start);
        let target = self.gate(&sheet.target, &vec![0; start.len()]);
        let track = Track { start, strides, source, target, window: None, twice, distinct: false, blockable };
        if !sheet.between.is_empty() {
            let [stride] = &track.strides[..] else { return None };
            let far = !self.purpose.is_outcomes() && self.sides.iter().any(|side| *side > 1 << 16);
            if self.sides.len() != 2 || far {
                return None;
            }
            let _ = stride;
            self.compared.push((track, sheet));
            return Some(());
        }
        self.place(track)
    }

    /// Cuts a track to the board and takes apart what is short.
    fn place(&mut self, mut track: Track) -> Option<()> {
        if track.start.iter().zip(self.sides).any(|(x, side)| x >= side) {
            return Some(());
        }
        let room: Vec<usize> = self.sides.iter().zip(&track.start).map(|(side, x)| side - x).collect();
        for stride in &mut track.strides {
            let most = multiples(stride, &room) + 1;
            stride.count = stride.count.filter(|count| *count < most);
        }
        track.strides.retain(|stride| stride.count != Some(1) && multiples(stride, &room) > 0);
        let size = |stride: &Stride| stride.count.unwrap_or(multiples(stride, &room) + 1);
        // Within a row of the table an accumulator is used again at once.
        let far = |stride: &Stride| stride.vector.iter().rev().take_while(|v| **v == 0).count();
        track.strides.sort_by_key(|stride| (stride.count.is_none(), far(stride), size(stride)));
        let finite = track.strides.iter().filter(|stride| stride.count.is_some()).count();
        // A limited ray needs no counters.
        let ray = track.source.is_none() && track.target.is_none();
        let ray = ray && track.strides.first().is_some_and(|stride| stride.vector == track.start);
        let few = if track.strides.len() == 1 && !ray { FEW } else { 2 };
        let short = track.strides.iter().position(|stride| size(stride) <= few);
        if let Some(at) = short.or((finite > 1).then_some(0)) {
            let stride = track.strides.remove(at);
            for i in 0..size(&stride) {
                let mut part = track.clone();
                part.start.iter_mut().zip(&stride.vector).for_each(|(x, v)| *x += i * v);
                self.place(part)?;
            }
            return Some(());
        }
        self.tracks.push(track);
        (self.tracks.len() <= MOST_TRACKS).then_some(())
    }
}

/// How often a vector fits between two others, if just so.
fn times(vector: &[usize], from: &[usize], to: &[usize]) -> Option<usize> {
    let rest: Option<Vec<usize>> = to.iter().zip(from).map(|(t, f)| t.checked_sub(*f)).collect();
    let rest = rest?;
    let (x, v) = rest.iter().zip(vector).find(|(_, v)| **v > 0)?;
    let times = x / v;
    rest.iter().zip(vector).all(|(x, v)| *x == times * v).then_some(times)
}

/// Whether a line lies inside a line: starts on it and goes the same way, no further.
fn lies_inside(small: &Track, big: &Track) -> bool {
    let [stride] = &big.strides[..] else { return false };
    if big.target.is_some() && big.target != small.target
        || big.source.is_some() && big.source != small.source
        || big.twice != small.twice
        || big.blockable != small.blockable
    {
        return false;
    }
    let Some(first) = times(&stride.vector, &big.start, &small.start) else { return false };
    let within = |k: usize| stride.count.is_none_or(|count| k < count);
    match &small.strides[..] {
        [] => within(first),
        [own] => {
            let zero = vec![0; big.start.len()];
            let Some(step) = times(&stride.vector, &zero, &own.vector) else { return false };
            let last =
                own.count.map(|count| first.saturating_add(step.saturating_mul(count.saturating_sub(1))));
            last.map_or(stride.count.is_none(), within)
        }
        _ => false,
    }
}

/// Whether all moves of a track that compares both ends are those of another anyway, or of its mirror image.
fn is_superfluous(track: &Track, others: &[Track]) -> bool {
    let mirrored = |o: &Track| o.twice && o.source.is_none() && o.target.is_none();
    others.iter().any(|o| lies_inside(track, o) || mirrored(o) && lies_inside(track, &exchanged(o)))
}

/// A track of two piles with the piles exchanged.
fn exchanged(track: &Track) -> Track {
    let turned = |v: &[usize]| v.iter().rev().copied().collect();
    let strides = track.strides.iter().map(|s| Stride { vector: turned(&s.vector), count: s.count });
    Track { start: turned(&track.start), strides: strides.collect(), ..track.clone() }
}

/// Tracks of which none lies inside another with the same gates.
fn without_superfluous(tracks: Vec<Track>) -> Vec<Track> {
    let holds = |big: &Track, small: &Track| lies_inside(small, big);
    let mut kept: Vec<Track> = Vec::new();
    for (at, track) in tracks.iter().enumerate() {
        let same = |o: &Track| o.start == track.start && o.strides == track.strides && holds(o, track);
        let inside = tracks
            .iter()
            .enumerate()
            .any(|(other, o)| other != at && holds(o, track) && !(holds(track, o) && other > at));
        if !inside && !kept.iter().any(same) {
            kept.push(track.clone());
        }
    }
    kept
}

/// Sheets with the same endless strides: where one more step of a stride leads into another sheet, only what takes no
/// step of it is left to be told.
fn without_overlap(mut tracks: Vec<Track>) -> Vec<Track> {
    let endless = |track: &Track| track.strides.len() == 2 && track.strides.iter().all(|s| s.count.is_none());
    let holds = |track: &Track, vector: &[usize]| {
        let (one, other) = (&track.strides[0].vector, &track.strides[1].vector);
        (0..4).any(|i| {
            let from: Vec<usize> = track.start.iter().zip(one).map(|(x, v)| x + i * v).collect();
            times(other, &from, vector).is_some()
        })
    };
    for at in 0..tracks.len() {
        for stride in 0..2 {
            if !endless(&tracks[at]) {
                break;
            }
            let track = &tracks[at];
            let step: Vec<usize> =
                track.start.iter().zip(&track.strides[stride].vector).map(|(x, v)| x + v).collect();
            let same = |other: &Track| {
                endless(other)
                    && other.strides.iter().all(|s| track.strides.contains(s))
                    && (other.source, other.target) == (track.source, track.target)
                    && (other.twice, other.blockable) == (track.twice, track.blockable)
            };
            let covered =
                tracks.iter().enumerate().any(|(o, other)| o != at && same(other) && holds(other, &step));
            if covered {
                tracks[at].strides.remove(stride);
            }
        }
    }
    without_superfluous(tracks)
}

/// Parallel lines whose starts are in line, as bands: a window for the inner stride.
fn bundled(tracks: Vec<Track>, sides: &[usize]) -> Vec<Track> {
    type Key = (Vec<usize>, Option<usize>, Option<usize>, bool, bool);
    let mut bundles: BTreeMap<Key, Vec<Track>> = BTreeMap::new();
    let mut out = Vec::new();
    for track in tracks {
        match &track.strides[..] {
            [stride] if stride.count.is_none() => {
                let key = (stride.vector.clone(), track.source, track.target, track.twice, track.blockable);
                bundles.entry(key).or_default().push(track);
            }
            _ => out.push(track),
        }
    }
    for (_, lines) in bundles {
        if lines.len() < BUNDLE {
            out.extend(lines);
            continue;
        }
        // Each start once, so that no vector comes twice.
        let mut open: BTreeSet<Vec<usize>> = lines.iter().map(|line| line.start.clone()).collect();
        while let Some(from) = open.first().cloned() {
            // The direction in which most starts follow.
            let mut best: (usize, Vec<usize>) = (0, Vec::new());
            for coordinate in 0..sides.len() {
                for step in 1..=8 {
                    let mut vector = vec![0; sides.len()];
                    vector[coordinate] = step;
                    let mut length = 1;
                    let mut at = from.clone();
                    loop {
                        at[coordinate] += step;
                        if !open.contains(&at) {
                            break;
                        }
                        length += 1;
                    }
                    if length > best.0 {
                        best = (length, vector);
                    }
                }
            }
            let (length, vector) = best;
            let mut track = lines[0].clone();
            track.start = from.clone();
            if length < 3 {
                open.remove(&from);
                out.push(track);
                continue;
            }
            for i in 0..length {
                open.remove(&from.iter().zip(&vector).map(|(x, v)| x + i * v).collect::<Vec<_>>());
            }
            track.strides.insert(0, Stride { vector, count: Some(length) });
            out.push(track);
        }
    }
    out
}

/// The number all multiples of which, from how many on, a track takes from the second pile, wherever that is.
fn tail(track: &Track) -> Option<(usize, usize)> {
    let [stride] = &track.strides[..] else { return None };
    let always = track.source.is_none() && track.target.is_none() && track.window.is_none();
    let (step, first) = (stride.vector[1], track.start[1]);
    (always
        && track.start[0] == 0
        && stride.vector[0] == 0
        && stride.count.is_none()
        && first.is_multiple_of(step))
    .then(|| (step, first / step))
}

/// A conjunction of conditions, and the least position at which a move asks for it.
struct AskedGate {
    gates: Vec<Gate>,
    least: Vec<usize>,
}

/// The gates of rules.
struct RuleGates {
    gates: Vec<AskedGate>,
    /// Tracks with comparisons, by the number of their window.
    compared: Vec<(Track, Sheet)>,
    /// Where each comparison of each of them turned when it was last asked: targets asked one after the other differ little.
    turns: Vec<Vec<AtomicUsize>>,
    sides: Vec<usize>,
}

impl RuleGates {
    /// Whether a track takes any number from the second pile wherever that is not the smaller one.
    fn is_larger(&self, track: &Track) -> bool {
        let [stride] = &track.strides[..] else { return false };
        let always = |gate: &Gate| {
            gate.linear().is_some_and(|(c, constant)| c[1] >= 0 && c[0] + c[1] >= 0 && constant >= 0)
        };
        track.start == [0, 1]
            && stride.vector == [0, 1]
            && stride.count.is_none()
            && track.target.is_none()
            && track.window.is_none()
            && track.source.is_none_or(|gate| self.gates[gate].gates.iter().all(always))
    }
}

/// Calls with the same numbers, without an allocation for a few.
fn with_numbers<T>(numbers: &[usize], call: impl FnOnce(&[u64]) -> T) -> T {
    let mut few = [0u64; 4];
    match few.get_mut(..numbers.len()) {
        Some(few) => {
            few.iter_mut().zip(numbers).for_each(|(a, b)| *a = *b as u64);
            call(few)
        }
        None => call(&numbers.iter().map(|x| *x as u64).collect::<Vec<u64>>()),
    }
}

impl Gates for RuleGates {
    fn row(&self, gate: usize, first: &[usize], words: &mut [u64]) -> Result<(), SolveError> {
        let AskedGate { gates, least } = &self.gates[gate];
        if first.iter().zip(least).any(|(x, least)| x < least) {
            words.fill(0);
            return Ok(());
        }
        let first: Vec<u64> = first.iter().map(|x| *x as u64).collect();
        // Linear conditions leave an interval, whatever else there is need be asked inside it only.
        let (mut from, mut to) = (least.last().copied().unwrap_or(0) as u64, words.len() as u64 * 64);
        for (low, high) in gates.iter().filter_map(|gate| gate.interval(&first)) {
            (from, to) = (from.max(low), to.min(high));
        }
        words.fill(0);
        let rest: Vec<&Gate> = gates.iter().filter(|gate| gate.linear().is_none()).collect();
        if from >= to {
            return Ok(());
        }
        let (begin, end) = (from / 64, to.div_ceil(64));
        let words = &mut words[begin as usize..end as usize];
        words.fill(!0);
        words[0] = !0 << (from % 64);
        if let Some(last) = words.last_mut() {
            *last &= !0 >> (end * 64 - to);
        }
        for gate in rest {
            gate.words(&first, begin, words)?;
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.gates.len()
    }

    fn word(&self, gate: usize, first: &[usize], from: usize, lanes: u64) -> Result<u64, SolveError> {
        with_numbers(first, |first| {
            let mut word = lanes;
            for gate in &self.gates[gate].gates {
                word = gate.word(first, from as u64, word)?;
            }
            Ok(word)
        })
    }

    fn interval(&self, gate: usize, first: &[usize]) -> Option<(usize, usize)> {
        with_numbers(first, |first| {
            let mut all = (0, usize::MAX);
            for gate in &self.gates[gate].gates {
                let (from, to) = gate.interval(first)?;
                let number = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
                all = (all.0.max(number(from)), all.1.min(number(to)));
            }
            Some(all)
        })
    }

    fn is_same_along(&self, gate: usize, vector: &[usize]) -> bool {
        with_numbers(vector, |vector| self.gates[gate].gates.iter().all(|gate| gate.is_same_along(vector)))
    }

    fn is_quick(&self, gate: usize) -> bool {
        self.gates[gate].gates.iter().all(Gate::is_quick)
    }

    fn open_to(&self, gate: usize, first: &[usize], from: usize, most: usize) -> Result<usize, SolveError> {
        with_numbers(first, |first| {
            let mut to = most as u64;
            for gate in &self.gates[gate].gates {
                to = gate.open_to(first, from as u64, to)?;
            }
            Ok(to as usize)
        })
    }

    fn are_apart(&self, one: usize, other: usize) -> bool {
        let linear = |gate: usize| self.gates[gate].gates.iter().filter_map(Gate::linear);
        // Two linear forms that are opposite but for a constant cannot both be at least 0 if that is negative.
        let opposite = |a: (&[i64], i64), b: (&[i64], i64)| {
            a.0.iter().zip(b.0).all(|(a, b)| a.checked_add(*b) == Some(0))
                && i128::from(a.1) + i128::from(b.1) < 0
        };
        linear(one).any(|a| linear(other).any(|b| opposite(a, b)))
    }

    fn is_shut_behind(&self, gate: usize, position: &[usize], vector: &[usize]) -> bool {
        // A linear form that is negative and does not grow.
        self.gates[gate].gates.iter().filter_map(Gate::linear).any(|(coefficients, constant)| {
            let along = |v: &[usize]| -> i128 {
                coefficients.iter().zip(v).map(|(c, x)| i128::from(*c) * *x as i128).sum()
            };
            along(vector) <= 0 && along(position) + i128::from(constant) < 0
        })
    }

    fn reach(
        &self,
        window: usize,
        target: &[usize],
        most: usize,
    ) -> Result<Option<(usize, usize)>, SolveError> {
        let &[x, y] = target else { return Ok(None) };
        self.reach_within(window, [x, y], [self.sides[0], self.sides[1]], most)
    }

    fn reaches_by_rows(&self, window: usize) -> bool {
        self.compared[window].1.between.iter().all(|b| b.before.is_of(0) && b.after.is_of(0))
    }

    fn reach_of_row(
        &self,
        window: usize,
        row: usize,
        most: usize,
    ) -> Result<Option<(usize, usize)>, SolveError> {
        self.reach_within(window, [row, 0], [self.sides[0], usize::MAX], most)
    }
}

impl RuleGates {
    /// From which step to which a track with a window leads to a target, on a board with these sides.
    fn reach_within(
        &self,
        window: usize,
        [x, y]: [usize; 2],
        sides: [usize; 2],
        most: usize,
    ) -> Result<Option<(usize, usize)>, SolveError> {
        let (track, sheet) = &self.compared[window];
        let stride = &track.strides[0];
        let start = [x + track.start[0], y + track.start[1]];
        if start.iter().zip(&sides).any(|(x, side)| x >= side) {
            return Ok(None);
        }
        let room = [sides[0] - start[0], sides[1] - start[1]];
        let last = most.min(multiples(stride, &room)).min(stride.count.map_or(usize::MAX, |count| count - 1));
        let here = [x as u64, y as u64];
        let (mut from, mut to) = (0, last);
        for (between, near) in sheet.between.iter().zip(&self.turns[window]) {
            let after = between.after.value(&here)?;
            let holds = |j: usize| -> Result<bool, SolveError> {
                let source = [0, 1].map(|c: usize| (start[c] + j * stride.vector[c]) as u64);
                Ok(between.before.value(&source)?.saturating_add(after) >= 0)
            };
            // The first j at which it is no longer as at the beginning.
            let turn = |at_first: bool| -> Result<usize, SolveError> {
                let (mut low, mut high, mut step) = (0, last + 1, 1);
                let mut at = near.load(Ordering::Relaxed).clamp(1, last);
                loop {
                    let same = holds(at)? == at_first;
                    if same {
                        low = at
                    } else {
                        high = at
                    }
                    let next = if same { at.saturating_add(step) } else { at.saturating_sub(step) };
                    // Past the place where it turns, or at an end of what is asked.
                    if next <= low || next >= high {
                        break;
                    }
                    (at, step) = (next, step * 2);
                }
                while low + 1 < high {
                    let middle = low + (high - low) / 2;
                    if holds(middle)? == at_first { low = middle } else { high = middle }
                }
                near.store(high, Ordering::Relaxed);
                Ok(high)
            };
            match (holds(0)?, holds(last)?) {
                (true, true) => {}
                (false, false) => return Ok(None),
                (true, false) => to = to.min(turn(true)? - 1),
                (false, true) => from = from.max(turn(false)?),
            }
        }
        Ok((from <= to).then_some((from, to)))
    }
}

/// A line whose comparisons change evenly in several steps together, as `i <= x div 2 + y div 3` does in six, as so many lines.
fn evenly(track: Track, sheet: Sheet, sides: &[usize]) -> Vec<(Track, Sheet)> {
    let uneven = sheet.between.iter().filter(|between| !is_monotone(&between.before, &track, sides));
    let steps: Option<Vec<u64>> = uneven.map(|between| between.before.even_step()).collect();
    let (Some(steps), [stride]) = (steps, &track.strides[..]) else { return vec![(track, sheet)] };
    let step = steps.iter().fold(1, |all, step| lcm(all, *step)) as usize;
    if step == 1 || step > MOST_PIECES {
        return vec![(track, sheet)];
    }
    let piece = |r: usize| {
        let start: Vec<usize> = track.start.iter().zip(&stride.vector).map(|(x, v)| x + r * v).collect();
        let count = stride.count.map(|count| count.saturating_sub(r).div_ceil(step));
        let vector = stride.vector.iter().map(|v| v * step).collect();
        let inside = start.iter().zip(sides).all(|(x, side)| x < side) && count != Some(0);
        inside.then(|| {
            (Track { start, strides: vec![Stride { vector, count }], ..track.clone() }, sheet.clone())
        })
    };
    (0..step).filter_map(piece).collect()
}

/// Most lines that lines with comparisons are taken apart into.
const MOST_PIECES: usize = 16;

fn lcm(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor.max(1) * b
}

/// Most values of a coordinate that are looked at one by one.
const MOST_VALUES: usize = 1 << 22;

/// Whether a number never turns along the line of a track: by its form, or, if it depends on one coordinate alone, by its
/// values on the board.
fn is_monotone(measure: &Measure, track: &Track, sides: &[usize]) -> bool {
    let evenly = |m: u64| track.strides.iter().flat_map(|s| &s.vector).all(|v| (*v as u64).is_multiple_of(m));
    if measure.is_monotone() || measure.even_step().is_some_and(evenly) {
        return true;
    }
    let (Some(coordinate), [stride]) = (measure.coordinate(), &track.strides[..]) else { return false };
    let (least, step, side) = (track.start[coordinate], stride.vector[coordinate], sides[coordinate]);
    if step == 0 {
        return true;
    }
    if side > MOST_VALUES {
        return false;
    }
    let mut position = vec![0; sides.len()];
    let mut values = Vec::with_capacity(side);
    for x in least..side {
        position[coordinate] = x as u64;
        let Ok(value) = measure.value(&position) else { return false };
        values.push(value);
    }
    let mut pairs = values.iter().zip(values.iter().skip(step));
    pairs.clone().all(|(a, b)| a <= b) || pairs.all(|(a, b)| a >= b)
}
