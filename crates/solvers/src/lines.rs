//! From rules to tracks on a board: sheets are cut to the board, short ones taken apart, bundles of parallel lines
//! made bands, and gates and windows worked out.

use crate::error::SolveError;
use crate::kernel::{Gates, Stride, Track, Tracks, multiples};
use std::collections::{BTreeMap, BTreeSet};
use wythoff_numbers::Budget;
use wythoff_rules::{Gate, Rules, Sheet};

/// Lines with at most this many cells are single vectors.
const FEW: usize = 8;

/// Parallel lines are joined to bands from this many on.
const BUNDLE: usize = 5;

/// Most tracks and single vectors that a game is taken apart into.
const MOST_TRACKS: usize = 4096;

/// The moves as tracks on a board, or `None` if they are none. Piles that may be exchanged are told once if `halves`;
/// blocking needs every option once.
pub(crate) fn tracks<'a>(
    rules: &'a Rules,
    sides: &[usize],
    halves: bool,
    budget: &Budget,
) -> Result<Option<Tracks<'a>>, SolveError> {
    let count = rules.coordinates().len();
    if sides.len() != count || sides.contains(&0) {
        return Ok(None);
    }
    let most = sides.iter().max().map(|side| *side as u64);
    let block = rules.convention().block.as_ref();
    let Some(sheets) = rules.sheets(most, block.is_some()) else { return Ok(None) };
    let square = count == 2 && sides[0] == sides[1] && halves && rules.is_symmetric() && block.is_none();
    let halved = if square { halved(&sheets) } else { None };
    let half = halved.is_some();
    let sheets = halved.unwrap_or_else(|| sheets.into_iter().map(|sheet| (sheet, false)).collect());
    let mut build =
        Build { sides, gates: Vec::new(), names: BTreeMap::new(), tracks: Vec::new(), compared: Vec::new() };
    for (sheet, twice) in sheets {
        let blockable = block.is_some_and(|block| block.families[sheet.family]);
        if build.add(sheet, twice, blockable).is_none() {
            return Ok(None);
        }
    }
    let Build { gates, tracks, compared, .. } = build;
    let gates = RuleGates { gates };
    let mut tracks = bundled(without_superfluous(tracks, sides), sides);
    let mut windows = Vec::new();
    for (track, sheet) in &compared {
        let found = windows_of(track, sheet, &gates, sides, budget)?;
        let Some(found) = found else { return Ok(None) };
        tracks.push(Track { window: Some(windows.len()), ..track.clone() });
        windows.push(found);
    }
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
    let mirrored = |track: &Track| Track {
        start: track.start.iter().rev().copied().collect(),
        strides: (track.strides.iter())
            .map(|s| Stride { vector: s.vector.iter().rev().copied().collect(), count: s.count })
            .collect(),
        ..track.clone()
    };
    let distinct: Vec<bool> = (tracks.iter())
        .map(|track| {
            let mut others =
                tracks.iter().flat_map(|o| [Some(o.clone()), (half && o.twice).then(|| mirrored(o))]);
            rules.convention().terminals.is_empty() && others.any(|o| o.is_some_and(|o| ray(track, &o)))
        })
        .collect();
    tracks.iter_mut().zip(distinct).for_each(|(track, distinct)| track.distinct = distinct);
    Ok(Some(Tracks { sides: sides.to_vec(), tracks, gates: Box::new(gates), windows, half }))
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
            self.gates.push(AskedGate { gates: gates.to_vec(), least: least.to_vec() });
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
            if self.sides.len() != 2 || self.sides.iter().any(|side| *side > 1 << 16) {
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
        track.strides.sort_by_key(|stride| (stride.count.is_none(), size(stride)));
        let finite = track.strides.iter().filter(|stride| stride.count.is_some()).count();
        let short = track
            .strides
            .iter()
            .position(|stride| size(stride) <= if track.strides.len() == 1 { FEW } else { 2 });
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

/// Tracks of which none lies inside another with the same gates.
fn without_superfluous(tracks: Vec<Track>, sides: &[usize]) -> Vec<Track> {
    // A line inside a line: starts on it and goes the same way, no further.
    let holds = |big: &Track, small: &Track| {
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
                let zero = vec![0; sides.len()];
                let Some(step) = times(&stride.vector, &zero, &own.vector) else { return false };
                let last = own.count.map(|count| first + step * (count - 1));
                last.map_or(stride.count.is_none(), within)
            }
            _ => false,
        }
    };
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

/// A conjunction of conditions, and the least position at which a move asks for it.
struct AskedGate {
    gates: Vec<Gate>,
    least: Vec<usize>,
}

/// The gates of rules.
struct RuleGates {
    gates: Vec<AskedGate>,
}

impl Gates for RuleGates {
    fn row(&self, gate: usize, first: &[usize], words: &mut [u64]) -> Result<(), SolveError> {
        let AskedGate { gates, least } = &self.gates[gate];
        if first.iter().zip(least).any(|(x, least)| x < least) {
            words.fill(0);
            return Ok(());
        }
        let first: Vec<u64> = first.iter().map(|x| *x as u64).collect();
        let from = least.last().copied().unwrap_or(0);
        for (at, word) in words.iter_mut().enumerate() {
            *word = match from.saturating_sub(at * 64) {
                0 => !0,
                1..64 => !0 << (from % 64),
                _ => 0,
            };
            for gate in gates {
                *word = gate.word(&first, at as u64 * 64, *word)?;
            }
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.gates.len()
    }
}

/// For each cell which cells of its target's line, counted from the edge, are within reach; `None` if along some line
/// they are not in one piece, since what is compared neither rises nor falls along it.
fn windows_of(
    track: &Track,
    sheet: &Sheet,
    gates: &RuleGates,
    sides: &[usize],
    budget: &Budget,
) -> Result<Option<Vec<(u32, u32)>>, SolveError> {
    let (&[rows, columns], [stride]) = (sides, &track.strides[..]) else { return Ok(None) };
    let cells = rows * columns;
    budget.need("the comparisons", cells as u128 * (8 + 16 * sheet.between.len() as u128))?;
    // Both parts at all cells where the gates are open.
    let mut parts = Vec::new();
    let width = columns.div_ceil(64);
    let (mut source, mut target) = (vec![!0u64; width], vec![!0u64; cells.div_ceil(64) + width]);
    let mut open = vec![false; cells];
    parts.resize_with(sheet.between.len(), || (vec![0i64; cells], vec![0i64; cells]));
    for x in 0..rows {
        if x % 16 == 0 {
            budget.step(0, 1)?;
        }
        track.source.map_or(Ok(()), |gate| gates.row(gate, &[x], &mut source))?;
        track.target.map_or(Ok(()), |gate| gates.row(gate, &[x], &mut target[..width]))?;
        let holds = |words: &[u64], y: usize| words[y / 64] >> (y % 64) & 1 != 0;
        let row = x * columns..(x + 1) * columns;
        for y in 0..columns {
            open[x * columns + y] = holds(&target, y);
        }
        for (between, (before, after)) in sheet.between.iter().zip(&mut parts) {
            let asked = |y: usize| x >= track.start[0] && y >= track.start[1] && holds(&source, y);
            between.before.row(&[x as u64], asked, &mut before[row.clone()])?;
            between.after.row(&[x as u64], |y| holds(&target, y), &mut after[row.clone()])?;
        }
    }
    let mut windows = vec![(0u32, 0u32); cells];
    let (down, across) = (stride.vector[0], stride.vector[1]);
    let mut line: Vec<usize> = Vec::new();
    let mut marked: Vec<u32> = Vec::new();
    for base in 0..cells {
        let (bx, by) = (base / columns, base % columns);
        if bx >= down && by >= across {
            continue;
        }
        line.clear();
        marked.clear();
        let (mut x, mut y) = (bx, by);
        while x < rows && y < columns {
            if open[x * columns + y] {
                marked.push(line.len() as u32);
            }
            line.push(x * columns + y);
            (x, y) = (x + down, y + across);
        }
        let mut rising = Vec::new();
        for (_, after) in &parts {
            let values = || marked.iter().map(|k| after[line[*k as usize]]);
            let (up, dn) = (values().is_sorted(), values().rev().is_sorted());
            if !up && !dn {
                return Ok(None);
            }
            rising.push(up);
        }
        for (n, cell) in line.iter().enumerate() {
            let (x, y) = (cell / columns + track.start[0], cell % columns + track.start[1]);
            if x >= rows || y >= columns {
                break;
            }
            let here = x * columns + y;
            let least = stride.count.map_or(0, |count| (n + 1).saturating_sub(count));
            let mut low = marked.partition_point(|k| (*k as usize) < least);
            let mut high = marked.partition_point(|k| *k as usize <= n);
            for ((before, after), rising) in parts.iter().zip(&rising) {
                let holds = |k: &u32| after[line[*k as usize]].saturating_add(before[here]) >= 0;
                if *rising {
                    low = low.max(marked.partition_point(|k| !holds(k)));
                } else {
                    high = high.min(marked.partition_point(holds));
                }
            }
            if low < high {
                windows[here] = (marked[low], marked[high - 1] + 1);
            }
        }
    }
    Ok(Some(windows))
}
