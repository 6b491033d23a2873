//! The moves of bound rules as a union of conjunctions: what is taken, what is left, what is remembered.

use super::Outside;
use super::atom::{Atom, Conjunction};
use super::decide::Decide;
use super::read::Reader;
use super::term::{Opaque, Symbol, Term};
use crate::bind::{Arranged, Rules};
use crate::code::Code;
use crate::game::PileOrder;

/// Most conjunctions of one game.
const PARTS: usize = 4096;

/// Most piles whose orders are gone through one by one.
const ORDERED: usize = 4;

/// Moves of which all conditions hold, and whether they can be blocked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub moves: Conjunction,
    pub blockable: bool,
}

/// A game's moves, positions and starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The moves; of sorted piles those of a position that is sorted.
    pub parts: Vec<Part>,
    /// Positions, of the coordinates that are left.
    pub positions: Vec<Conjunction>,
    /// Positions that the game may start from.
    pub starts: Vec<Conjunction>,
    /// Whether the moves speak of sorted piles.
    pub sorted: bool,
}

impl Reading {
    pub fn of(rules: &Rules, decide: &mut Decide) -> Result<Reading, Outside> {
        let positions = set(rules, &rules.positions, decide)?;
        let starts = set(rules, &rules.starts, decide)?;
        let sorted = rules.order() == PileOrder::Sorted;
        let before = before(rules, decide, &positions)?;
        let mut parts = Vec::new();
        for arranged in &rules.arranged {
            let block = rules.convention.block.as_ref();
            let blockable = block.is_some_and(|block| block.families[arranged.family]);
            for moves in family(rules, arranged, decide, &before, &positions)? {
                parts.push(Part { moves, blockable });
            }
            if parts.len() > PARTS {
                return Err(Outside::Size);
            }
        }
        parts.sort();
        parts.dedup();
        Ok(Reading { parts, positions, starts, sorted })
    }

    /// The moves from positions in any order.
    pub fn unsorted(&self, rules: &Rules, decide: &mut Decide) -> Result<Vec<Part>, Outside> {
        if !self.sorted {
            return Ok(self.parts.clone());
        }
        let mut out = Vec::new();
        for places in permutations(rules.piles)? {
            let (piles, coordinates) = (rules.piles, decide.symbols.coordinates);
            let placed = move |symbol: Symbol| {
                let (start, at) = (symbol - symbol % coordinates.max(1), symbol % coordinates.max(1));
                (symbol < 2 * coordinates && at < piles).then(|| Term::symbol(start + places[at]))
            };
            for part in &self.parts {
                if let Some(moves) = part.moves.replaced(&mut decide.symbols, &placed)? {
                    out.push(Part { moves, blockable: part.blockable });
                }
            }
        }
        out.sort();
        out.dedup();
        Ok(out)
    }
}

/// The moves, each followed by every change of places of the piles: where order does not matter these are the same.
pub(crate) fn turned(parts: &[Part], rules: &Rules, decide: &mut Decide) -> Result<Vec<Part>, Outside> {
    let mut out = Vec::new();
    for places in permutations(rules.piles)? {
        let coordinates = decide.symbols.coordinates;
        let placed = move |symbol: Symbol| {
            if symbol >= 2 * coordinates {
                return None;
            }
            let at = symbol % coordinates;
            let other = coordinates + *places.get(at)?;
            if symbol >= coordinates {
                return Some(Term::symbol(other));
            }
            // What is taken is what was there less what is left.
            let own = coordinates + at;
            let parts = vec![(at, 1), (own, 1)];
            Term { parts, constant: 0 }.plus(&Term::symbol(other), -1).ok()
        };
        for part in parts {
            if let Some(moves) = part.moves.replaced(&mut decide.symbols, &placed)? {
                out.push(Part { moves, blockable: part.blockable });
            }
        }
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// Every order of so many piles.
fn permutations(piles: usize) -> Result<Vec<Vec<usize>>, Outside> {
    if piles > ORDERED {
        return Err(Outside::Size);
    }
    Ok(crate::symmetry::permutations(piles))
}

/// values[0] <= values[1] <= ...
fn increasing(values: &[Term]) -> Result<Conjunction, Outside> {
    let mut out = Conjunction::default();
    for pair in values.windows(2) {
        out.add(Atom::AtLeast(pair[1].plus(&pair[0], -1)?))?;
    }
    Ok(out)
}

/// The tuples that satisfy a condition on a position, in terms of what is left. Of piles without an order the first is
/// the smallest.
fn set(rules: &Rules, code: &Option<Code>, decide: &mut Decide) -> Result<Vec<Conjunction>, Outside> {
    let Some(code) = code else { return Ok(vec![Conjunction::default()]) };
    let left: Vec<Term> =
        (0..rules.coordinates.len()).map(|c| Term::symbol(decide.symbols.left(c))).collect();
    if rules.order() == PileOrder::Ordered {
        return condition(rules, code, &left, &Conjunction::default(), decide);
    }
    let mut out = Vec::new();
    for places in permutations(rules.piles)? {
        let sorted: Vec<Term> = places.iter().map(|place| left[*place].clone()).collect();
        out.extend(condition(rules, code, &sorted, &increasing(&sorted)?, decide)?);
    }
    out.sort();
    out.dedup();
    Ok(out)
}

fn condition(
    rules: &Rules,
    code: &Code,
    piles: &[Term],
    under: &Conjunction,
    decide: &mut Decide,
) -> Result<Vec<Conjunction>, Outside> {
    let fresh = rules.memory.iter().map(|(_, value)| Term::constant(i128::from(*value)));
    let slots: Vec<Term> = piles.iter().cloned().chain(fresh).collect();
    Reader::new(decide).truth(&code.node, true, &slots, under)
}

/// What holds of the position that is moved from.
fn before(
    rules: &Rules,
    decide: &mut Decide,
    positions: &[Conjunction],
) -> Result<Vec<Conjunction>, Outside> {
    let count = rules.coordinates.len();
    if rules.order() == PileOrder::Sorted {
        let piles: Vec<Term> = (0..count).map(|c| decide.symbols.before(c)).collect();
        let sorted = increasing(&piles)?;
        return match &rules.positions {
            Some(code) => condition(rules, code, &piles, &sorted, decide),
            None => Ok(vec![sorted]),
        };
    }
    let coordinates = decide.symbols.coordinates;
    let mut out = Vec::new();
    for position in positions {
        let moved_from = |symbol: Symbol| {
            let coordinate = symbol.checked_sub(coordinates).filter(|c| *c < coordinates)?;
            Some(Term { parts: vec![(coordinate, 1), (symbol, 1)], constant: 0 })
        };
        out.extend(position.replaced(&mut decide.symbols, &moved_from)?);
    }
    Ok(out)
}

/// One family in one arrangement.
fn family(
    rules: &Rules,
    arranged: &Arranged,
    decide: &mut Decide,
    before: &[Conjunction],
    positions: &[Conjunction],
) -> Result<Vec<Conjunction>, Outside> {
    let (count, memory) = (rules.coordinates.len(), rules.memory.len());
    let mut slots: Vec<Term> = (0..count).map(|c| decide.symbols.before(c)).collect();
    slots.extend((0..memory).map(|cell| Term::symbol(decide.symbols.remembered(cell))));
    slots.extend((0..count).map(|c| Term::symbol(decide.symbols.left(c))));
    for amount in 0..arranged.variables.len() {
        slots.push(Term::symbol(decide.symbols.name(Opaque::Amount(amount))));
    }
    let mut states: Vec<Conjunction> = before.to_vec();
    for variable in &arranged.variables {
        let own = slots[variable.slot].clone();
        let bounds = variable.lows.iter().map(|bound| (bound, 1));
        for ((code, shift), sign) in bounds.chain(variable.highs.iter().map(|bound| (bound, -1))) {
            let mut next = Vec::new();
            for state in &states {
                for (state, bound) in Reader::new(decide).integer(&code.node, &slots, state)? {
                    let room = own.plus(&bound, -1)?.shifted(-i128::from(*shift))?.times(sign)?;
                    next.extend(state.with(Atom::AtLeast(room))?);
                }
            }
            states = next;
        }
        if let Some(list) = &variable.list {
            let mut next = Vec::new();
            for state in &states {
                for value in list.iter() {
                    next.extend(state.with(Atom::Zero(own.shifted(-i128::from(*value))?))?);
                }
            }
            states = next;
        }
        if states.len() > PARTS {
            return Err(Outside::Size);
        }
    }
    for (coordinate, take) in arranged.takes.iter().enumerate() {
        let taken = Term::symbol(decide.symbols.taken(coordinate));
        let mut next = Vec::new();
        for state in &states {
            for (state, amount) in Reader::new(decide).integer(&take.node, &slots, state)? {
                next.extend(state.with(Atom::Zero(taken.plus(&amount, -1)?))?);
            }
        }
        states = next;
    }
    if arranged.skip_zero {
        // `any` is from 0 on, and something is taken.
        let parts = (0..count).map(|c| (decide.symbols.taken(c), 1)).collect();
        let total = Term { parts, constant: -1 };
        let moved = states.iter().map(|state| state.with(Atom::AtLeast(total.clone())));
        states = moved.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    }
    states = product(&states, positions)?;
    if let Some(condition) = &arranged.condition {
        let mut next = Vec::new();
        for state in &states {
            next.extend(Reader::new(decide).truth(&condition.node, true, &slots, state)?);
        }
        states = next;
    }
    for cell in 0..memory {
        let noted = Term::symbol(decide.symbols.noted(cell));
        let mut next = Vec::new();
        for state in &states {
            match arranged.updates.iter().find(|(updated, _)| *updated == cell) {
                Some((_, update)) => {
                    for (state, value) in Reader::new(decide).integer(&update.node, &slots, state)? {
                        next.extend(state.with(Atom::Zero(noted.plus(&value, -1)?))?);
                    }
                }
                None => {
                    let kept = Term::symbol(decide.symbols.remembered(cell));
                    next.extend(state.with(Atom::Zero(noted.plus(&kept, -1)?))?);
                }
            }
        }
        states = next;
    }
    let takes = |c: usize| crate::check::least(&arranged.takes[c].node, arranged);
    if arranged.skip_zero && !(0..count).all(|c| takes(c) >= Some(0)) {
        return Err(Outside::Meaning);
    }
    let moves = (0..count).any(|c| takes(c) >= Some(1));
    let mut out = Vec::new();
    for state in states {
        let Some(state) = without_amounts(state, arranged.variables.len(), decide)? else { continue };
        let Some(state) = settled(state, decide)? else { continue };
        // Rules that may take nothing are refused where they are played.
        if !moves && may_stand_still(&state, decide)? {
            return Err(Outside::Failure);
        }
        out.push(state);
    }
    Ok(out)
}

fn product(a: &[Conjunction], b: &[Conjunction]) -> Result<Vec<Conjunction>, Outside> {
    if a.len() * b.len() > PARTS {
        return Err(Outside::Size);
    }
    let mut out = Vec::new();
    for a in a {
        for b in b {
            out.extend(a.and(b)?);
        }
    }
    Ok(out)
}

/// Whether a move of these may take nothing at all.
fn may_stand_still(state: &Conjunction, decide: &mut Decide) -> Result<bool, Outside> {
    let mut still = state.clone();
    for coordinate in 0..decide.symbols.coordinates {
        if !still.add(Atom::Zero(Term::symbol(decide.symbols.taken(coordinate))))? {
            return Ok(false);
        }
    }
    decide.can_hold(&still)
}

/// The conjunction with its amounts read back from what is taken, or eliminated where that is exact.
fn without_amounts(
    mut state: Conjunction,
    amounts: usize,
    decide: &mut Decide,
) -> Result<Option<Conjunction>, Outside> {
    for amount in 0..amounts {
        let symbol = decide.symbols.name(Opaque::Amount(amount));
        let deep = |decide: &Decide, atom: &Atom| {
            let mut count = 0;
            decide.symbols.visit(atom.term(), &mut |s| count += usize::from(s == symbol));
            count > usize::from(atom.term().coefficient(symbol) != 0)
        };
        let determining = state.atoms.iter().filter(|atom| {
            matches!(atom, Atom::Zero(t) if t.coefficient(symbol) != 0) && !deep(decide, atom)
        });
        let next = match determining.min_by_key(|atom| atom.term().coefficient(symbol).abs()).cloned() {
            Some(atom) => read_back(&state, &atom, symbol, decide)?,
            None => eliminated(&state, symbol, decide)?,
        };
        match next {
            Some(next) => state = next,
            None => return Ok(None),
        }
    }
    Ok(Some(state))
}

/// The conjunction with every coordinate that is a number replaced by it.
fn settled(mut state: Conjunction, decide: &mut Decide) -> Result<Option<Conjunction>, Outside> {
    let mut known: Vec<(Symbol, i128)> = Vec::new();
    loop {
        let next = state.atoms.iter().find_map(|atom| match atom {
            Atom::Zero(t) => match t.parts.as_slice() {
                [(symbol, 1)] if known.iter().all(|(s, _)| s != symbol) => Some((*symbol, -t.constant)),
                _ => None,
            },
            _ => None,
        });
        let Some((symbol, value)) = next else { return Ok(Some(state)) };
        known.push((symbol, value));
        let number = |s: Symbol| (s == symbol).then(|| Term::constant(value));
        let Some(replaced) = state.replaced(&mut decide.symbols, &number)? else { return Ok(None) };
        let equation = Term::symbol(symbol).shifted(-value)?;
        match replaced.with(Atom::Zero(equation))? {
            Some(replaced) => state = replaced,
            None => return Ok(None),
        }
    }
}

/// c v + r = 0: v is -r/c, and c divides r.
fn read_back(
    state: &Conjunction,
    equation: &Atom,
    symbol: Symbol,
    decide: &mut Decide,
) -> Result<Option<Conjunction>, Outside> {
    let c = equation.term().coefficient(symbol);
    let rest = equation.term().plus(&Term::symbol(symbol), -c)?;
    let (divisor, dividend) = (c.abs(), rest.times(-c.signum())?);
    let mut out = Conjunction::default();
    if !out.add(Atom::Divides(divisor, dividend.clone()))? {
        return Ok(None);
    }
    // Inside products and other operations the exact quotient stands for it.
    let value = decide.symbols.quotient(&dividend, divisor)?;
    for atom in state.atoms.iter().filter(|atom| *atom != equation) {
        let a = atom.term().coefficient(symbol);
        let others = atom.term().plus(&Term::symbol(symbol), -a)?;
        let others = decide.symbols.replaced(&others, &|s| (s == symbol).then(|| value.clone()))?;
        let scaled = others.times(divisor)?.plus(&dividend, a)?;
        let modulus = |m: i128| m.checked_mul(divisor).ok_or(Outside::Size);
        let atom = match atom {
            Atom::Zero(_) => Atom::Zero(scaled),
            Atom::AtLeast(_) => Atom::AtLeast(scaled),
            Atom::Divides(m, _) => Atom::Divides(modulus(*m)?, scaled),
            Atom::Leaves(m, _) => Atom::Leaves(modulus(*m)?, scaled),
        };
        if !out.add(atom)? {
            return Ok(None);
        }
    }
    Ok(Some(out))
}

/// There is such an amount: every lower bound is below every upper one, where all of one kind have coefficient 1. What
/// cannot be eliminated so is kept.
fn eliminated(state: &Conjunction, symbol: Symbol, decide: &Decide) -> Result<Option<Conjunction>, Outside> {
    let mentions = |atom: &Atom| {
        let mut found = false;
        decide.symbols.visit(atom.term(), &mut |s| found |= s == symbol);
        found
    };
    let (about, free): (Vec<&Atom>, Vec<&Atom>) = state.atoms.iter().partition(|atom| mentions(atom));
    let plain = about.iter().all(|atom| {
        let mut count = 0;
        decide.symbols.visit(atom.term(), &mut |s| count += usize::from(s == symbol));
        matches!(atom, Atom::AtLeast(_)) && count == 1 && atom.term().coefficient(symbol) != 0
    });
    let side = |sign: i128| about.iter().filter(move |a| a.term().coefficient(symbol).signum() == sign);
    let exact = [1, -1].iter().any(|sign| side(*sign).all(|a| a.term().coefficient(symbol) == *sign));
    if !(plain && exact) {
        return Ok(Some(state.clone()));
    }
    let mut out = Conjunction { atoms: free.into_iter().cloned().collect() };
    for lower in side(1) {
        for upper in side(-1) {
            let (a, b) = (lower.term().coefficient(symbol), -upper.term().coefficient(symbol));
            let row = lower.term().times(b)?.plus(upper.term(), a)?;
            if !out.add(Atom::AtLeast(row))? {
                return Ok(None);
            }
        }
    }
    Ok(Some(out))
}
