//! The moves of a family as a region: what may be taken, whatever the piles are.
//!
//! A family whose conditions speak of the amounts alone, of the piles before the move alone or of those after it alone takes
//! the same vectors everywhere, from the cells and to the cells that its gates let through. For each vector of the first
//! coordinates the last one runs through spans: solved for, where the conditions are linear in the amount that decides it,
//! and otherwise tried out.
//!
//! Costs an evaluation of the conditions for each value of the other amounts that fits the box, or for each vector.

use super::super::plan::{Region, merge};
use super::{
    Amount, Failure, Family, Game, Machine, Op, Order, Sign, Term, constant, permutations, replaced, slope,
    uses, visit,
};

/// Most vectors of amounts that are worth trying for a table with a value in each cell.
pub(in super::super) const TRIED: u64 = 1 << 22;
/// And for a list, which is gone through again for each cell otherwise.
pub(in super::super) const TRIED_FOR_LISTS: u64 = 1 << 25;

/// Most arrangements of the piles.
const ARRANGEMENTS: usize = 24;

/// Deepest nest of functions that is looked into.
const CALLS: usize = 8;

/// What the moves of a family, or of one arrangement of it, take.
pub(in super::super) struct Moves {
    /// The number of the family.
    pub number: usize,
    pub region: Region,
    /// What must hold of the piles before the move.
    pub source: Option<Gate>,
    /// And of those after it.
    pub target: Option<Gate>,
}

/// A condition on a position.
pub(in super::super) struct Gate {
    terms: Vec<Term>,
    /// Where the coordinates of the rules stand in the position.
    arrangement: Vec<usize>,
    /// They must be in order: the rules speak of the smaller pile first.
    sorted: bool,
    /// The terms speak of the piles after the move.
    after: bool,
}

/// The conditions of a family by what they speak of.
#[derive(Default)]
struct Parts {
    shape: Vec<Part>,
    source: Vec<Term>,
    target: Vec<Term>,
}

/// A condition on the amounts.
enum Part {
    Compare(Term, Sign, Term),
    Other(Term),
}

impl Game {
    /// The regions of the families that have one in a box with these sides, after so many tries, and which families those are.
    pub(in super::super) fn regions(
        &self,
        below: &[u64],
        tries: u64,
    ) -> Result<(Vec<Moves>, Vec<bool>), Failure> {
        let identity: Vec<usize> = (0..below.len()).collect();
        let arrangements = match self.order {
            Order::Ordered => vec![identity],
            _ if self.piles > 4 => Vec::new(),
            _ => permutations(self.piles),
        };
        let none = !self.fresh.is_empty() || arrangements.is_empty() || arrangements.len() > ARRANGEMENTS;
        let (mut all, mut covered) = (Vec::new(), vec![false; self.moves.len()]);
        for (family, covered) in self.moves.iter().zip(&mut covered) {
            if !none && let Some(moves) = self.regions_of(family, &arrangements, below, tries)? {
                all.extend(moves);
                *covered = true;
            }
        }
        Ok((all, covered))
    }

    fn regions_of(
        &self,
        family: &Family,
        arrangements: &[Vec<usize>],
        below: &[u64],
        tries: u64,
    ) -> Result<Option<Vec<Moves>>, Failure> {
        let Some(parts) = self.parts(family) else { return Ok(None) };
        let gated = !parts.source.is_empty() || !parts.target.is_empty();
        let mut all: Vec<(Region, &Vec<usize>)> = Vec::new();
        let symmetric = is_symmetric(family, &parts.shape);
        for arrangement in arrangements {
            let region = match all.first() {
                Some((region, _)) if symmetric => region.clone(),
                _ => match self.region(family, &parts.shape, arrangement, below, tries)? {
                    Some(region) => region,
                    None => return Ok(None),
                },
            };
            all.push((region, arrangement));
        }
        let mut sorted = self.order == Order::Sorted;
        if !gated && (!sorted || all.iter().all(|(region, _)| *region == all[0].0)) {
            // Arrangements that take the same are one, and it does not matter which pile is the smaller.
            sorted = false;
            let mut distinct: Vec<(Region, &Vec<usize>)> = Vec::new();
            for one in all {
                if !distinct.iter().any(|(region, _)| *region == one.0) {
                    distinct.push(one);
                }
            }
            all = distinct;
        }
        let gate = |terms: &[Term], arrangement: &[usize], sorted: bool, after: bool| {
            let (terms, arrangement) = (terms.to_vec(), arrangement.to_vec());
            (sorted || !terms.is_empty()).then_some(Gate { terms, arrangement, sorted, after })
        };
        let moves = all.into_iter().map(|(region, arrangement)| Moves {
            number: family.number,
            region,
            source: gate(&parts.source, arrangement, sorted, false),
            target: gate(&parts.target, arrangement, false, true),
        });
        Ok(Some(moves.collect()))
    }

    /// Whether a gate lets a position through.
    pub(in super::super) fn passes(&self, gate: &Gate, position: &[u64]) -> Result<bool, Failure> {
        let place = |c: usize| gate.arrangement.get(c).copied().unwrap_or(c);
        let count = position.len();
        if gate.sorted && (1..self.piles).any(|c| position[place(c - 1)] > position[place(c)]) {
            return Ok(false);
        }
        let mut places = vec![0; 2 * count];
        let from = if gate.after { count } else { 0 };
        (0..count).for_each(|c| places[from + c] = i128::from(position[place(c)]));
        for term in &gate.terms {
            if !self.machine.holds(term, &places)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The conditions of a family, if each speaks of one thing and none can fail.
    fn parts(&self, family: &Family) -> Option<Parts> {
        let plain = family.only_takes && family.updates.is_empty();
        if !plain || family.amounts.iter().any(|amount| amount.least.is_none_or(|least| least < 0)) {
            return None;
        }
        let mut all = Vec::new();
        for amount in &family.amounts {
            for (sign, bound) in &amount.bounds {
                all.push(Term::Chain(vec![Term::Place(amount.place), bound.clone()], vec![*sign]));
            }
            if let Some(list) = &amount.list {
                all.push(Term::Among(Box::new(Term::Place(amount.place)), list.clone()));
            }
        }
        if let Some(condition) = &family.condition {
            all.push(condition.clone());
        }
        let mut parts = Parts::default();
        for term in all {
            self.split(family, &term, &mut parts)?;
        }
        let takes_safely = family.takes.iter().all(|take| self.is_safe(take, 0));
        let takes_alone = family.takes.iter().all(|take| self.speaks_of(take) == (false, false));
        (takes_safely && takes_alone).then_some(parts)
    }

    /// Whether a term speaks of the piles before a move, and after it.
    fn speaks_of(&self, term: &Term) -> (bool, bool) {
        let count = self.bounds.len();
        ((0..count).any(|c| uses(term, c)), (count..2 * count).any(|c| uses(term, c)))
    }

    fn split(&self, family: &Family, term: &Term, parts: &mut Parts) -> Option<()> {
        match term {
            Term::Apply(Op::And, args) => {
                return args.iter().try_for_each(|arg| self.split(family, arg, parts));
            }
            Term::Chain(terms, signs) if signs.len() > 1 => {
                return signs.iter().enumerate().try_for_each(|(i, sign)| {
                    let pair = Term::Chain(terms[i..i + 2].to_vec(), vec![*sign]);
                    self.split(family, &pair, parts)
                });
            }
            _ => {}
        }
        let amounts = family.amounts.iter().any(|amount| uses(term, amount.place));
        if !self.is_safe(term, 0) {
            return None;
        }
        match (self.speaks_of(term), amounts) {
            ((true, false), false) => parts.source.push(term.clone()),
            ((false, true), false) => parts.target.push(term.clone()),
            ((false, false), _) => compare(term, &mut parts.shape),
            _ if is_implied(family, term) => {}
            _ => return None,
        }
        Some(())
    }

    /// Whether the value of a term exists whatever the numbers in it are, unless it is too large.
    pub(super) fn is_safe(&self, term: &Term, calls: usize) -> bool {
        let mut safe = calls < CALLS;
        visit(term, &mut |t| match t {
            Term::Apply(Op::Div | Op::Mod | Op::Slash, args) => {
                safe &= args.get(1).and_then(constant).is_some_and(|by| by != 0);
            }
            Term::Apply(Op::Pow, args) => {
                safe &= args.get(1).and_then(constant).is_some_and(|by| (0..=8).contains(&by));
            }
            Term::Apply(Op::Sqrt, _) => safe = false,
            Term::Invoke(function, _) if safe => {
                safe &=
                    self.machine.functions.get(*function).is_some_and(|body| self.is_safe(body, calls + 1));
            }
            _ => {}
        });
        safe
    }

    /// What a family takes with the coordinates of its rules standing so; `None` if that cannot be gone through.
    fn region(
        &self,
        family: &Family,
        shape: &[Part],
        arrangement: &[usize],
        below: &[u64],
        tries: u64,
    ) -> Result<Option<Region>, Failure> {
        let count = below.len();
        let place = |c: usize| arrangement.get(c).copied().unwrap_or(c);
        let Some(last) = (0..count).find(|c| place(*c) == count - 1) else { return Ok(None) };
        let solved = family.amounts.iter().find(|amount| decides(family, amount, last, shape));
        let tried: Vec<&Amount> =
            family.amounts.iter().filter(|a| solved.is_none_or(|s| s.place != a.place)).collect();
        let mut ranges = Vec::new();
        for amount in &tried {
            let sides = (0..count).filter_map(|c| most(family, amount, c, below[place(c)]));
            let (Some(high), Some(low)) = (sides.min(), amount.least) else { return Ok(None) };
            ranges.push((low, high));
        }
        let sizes = ranges.iter().map(|(low, high)| u64::try_from(high - low + 1).unwrap_or(0));
        if sizes.into_iter().try_fold(1u64, |all, size| all.checked_mul(size)).is_none_or(|all| all > tries) {
            return Ok(None);
        }
        let mut region = Region::new();
        let mut places = vec![0; 2 * count + family.amounts.len()];
        let mut values: Vec<i128> = ranges.iter().map(|(low, _)| *low).collect();
        let mut more = ranges.iter().all(|(low, high)| low <= high);
        while more {
            self.machine.step()?;
            tried.iter().zip(&values).for_each(|(amount, value)| places[amount.place] = *value);
            let mut prefix = vec![0; count - 1];
            let mut inside = true;
            for c in (0..count).filter(|c| *c != last) {
                let taken = self.machine.value(&family.takes[c], &places)?;
                match u64::try_from(taken).ok().filter(|taken| *taken < below[place(c)]) {
                    Some(taken) => prefix[place(c)] = taken,
                    None => inside = false,
                }
            }
            if inside && let Some((low, high)) = self.span(family, shape, solved, last, &places, below)? {
                let zero = low == 0 && prefix.iter().all(|taken| *taken == 0);
                if zero && !family.any {
                    return Ok(None);
                }
                let low = low + u64::from(zero);
                if low <= high {
                    region.entry(prefix).or_default().push((low, high));
                }
            }
            more = false;
            for (value, (low, high)) in values.iter_mut().zip(&ranges).rev() {
                if *value < *high {
                    *value += 1;
                    more = true;
                    break;
                }
                *value = *low;
            }
        }
        region.values_mut().for_each(merge);
        Ok(Some(region))
    }

    /// What may be taken of the last coordinate when all amounts but the one that is solved for have values.
    fn span(
        &self,
        family: &Family,
        shape: &[Part],
        solved: Option<&Amount>,
        last: usize,
        places: &[i128],
        below: &[u64],
    ) -> Result<Option<(u64, u64)>, Failure> {
        let offset = self.machine.value(&family.takes[last], places)?;
        let side = i128::from(below[below.len() - 1]) - 1;
        let (mut low, mut high) = (0, 0);
        if let Some(amount) = solved {
            (low, high) = (amount.least.unwrap_or(0), side - offset);
        }
        for part in shape {
            let (a, sign, b) = match part {
                Part::Compare(a, sign, b) => (a, *sign, b),
                Part::Other(term) if self.machine.holds(term, places)? => continue,
                Part::Other(_) => return Ok(None),
            };
            let (left, right) = (self.machine.value(a, places)?, self.machine.value(b, places)?);
            let grows =
                solved.map_or(Some(0), |amount| slope(b, amount.place)?.checked_sub(slope(a, amount.place)?));
            let (Some(spare), Some(grows)) = (right.checked_sub(left), grows) else { return Ok(None) };
            if grows == 0 {
                if !sign.holds(left, right) {
                    return Ok(None);
                }
                continue;
            }
            // The amount i has spare + grows i >= least, or <= most.
            let (least, most) = match sign {
                Sign::Lt => (Some(1), None),
                Sign::Le => (Some(0), None),
                Sign::Gt => (None, Some(-1)),
                Sign::Ge => (None, Some(0)),
                Sign::Eq => (Some(0), Some(0)),
                Sign::Ne => return Ok(None),
            };
            for (bound, from_below) in [(least, grows > 0), (most, grows < 0)] {
                let Some(bound) = bound else { continue };
                let Some(rest) = i128::checked_sub(bound, spare) else { return Ok(None) };
                match from_below {
                    true => low = low.max(ceiling(rest, grows)),
                    false => high = high.min(floor(rest, grows)),
                }
            }
        }
        let ends = (low.checked_add(offset), high.checked_add(offset));
        let (Some(low), Some(high)) = ends else { return Ok(None) };
        let span = (u64::try_from(low.max(0)).ok(), u64::try_from(high.min(side)).ok());
        Ok(match span {
            (Some(low), Some(high)) if low <= high => Some((low, high)),
            _ => None,
        })
    }
}

/// Whether a family takes the same wherever its coordinates stand: each loses an amount of its own, of which nothing is said
/// alone, and what is said of all of them stays so when two of them change places.
fn is_symmetric(family: &Family, shape: &[Part]) -> bool {
    let alone = |amount: &Amount| amount.bounds.is_empty() && amount.list.is_none();
    let alike = family.amounts.windows(2).all(|pair| pair[0].least == pair[1].least);
    let own = family.takes.len() == family.amounts.len()
        && family.amounts.iter().all(|amount| {
            alone(amount)
                && family.takes.iter().any(|take| matches!(take, Term::Place(p) if *p == amount.place))
        });
    own && alike
        && family.amounts.windows(2).all(|pair| {
            let (a, b) = (pair[0].place, pair[1].place);
            let swap = |term: &Term| {
                replaced(term, &|part| match part {
                    Term::Place(p) if *p == a => Some(Term::Place(b)),
                    Term::Place(p) if *p == b => Some(Term::Place(a)),
                    _ => None,
                })
            };
            shape.iter().all(|part| match part {
                Part::Compare(left, sign, right) => {
                    let (left, right) = (swap(left), swap(right));
                    shape.iter().any(|other| {
                        matches!(other, Part::Compare(l, s, r) if s == sign && same(l, &left) && same(r, &right))
                    })
                }
                Part::Other(term) => {
                    let term = swap(term);
                    shape.iter().any(|other| matches!(other, Part::Other(t) if same(t, &term)))
                }
            })
        })
}

/// Whether two terms say the same but for the order in which they name what is added, multiplied and so on.
fn same(a: &Term, b: &Term) -> bool {
    let all = |a: &[Term], b: &[Term]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (a, b) {
        (Term::Number(a), Term::Number(b)) => a == b,
        (Term::Place(a), Term::Place(b)) => a == b,
        (Term::Apply(op, a), Term::Apply(other, b)) if op == other && in_any_order(*op) => {
            let mut left: Vec<&Term> = b.iter().collect();
            let mut take = |a: &Term| left.iter().position(|b| same(a, b)).map(|at| left.swap_remove(at));
            a.len() == b.len() && a.iter().all(|a| take(a).is_some())
        }
        (Term::Apply(op, a), Term::Apply(other, b)) => op == other && all(a, b),
        (Term::Chain(a, signs), Term::Chain(b, others)) => signs == others && all(a, b),
        (Term::Among(a, list), Term::Among(b, other)) => list == other && same(a, b),
        (Term::Invoke(f, a), Term::Invoke(g, b)) => f == g && all(a, b),
        _ => false,
    }
}

fn in_any_order(op: Op) -> bool {
    use Op::{Add, Count, Gcd, Max, Min, Mul, Sum, Xor, XorAll};
    matches!(op, Add | Mul | Xor | Min | Max | Gcd | Sum | XorAll | Count)
}

fn floor(a: i128, b: i128) -> i128 {
    if b < 0 { (-a).div_euclid(-b) } else { a.div_euclid(b) }
}

fn ceiling(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

/// A comparison, with |a| < b as two.
fn compare(term: &Term, shape: &mut Vec<Part>) {
    let Term::Chain(terms, signs) = term else { return shape.push(Part::Other(term.clone())) };
    let ([a, b], [sign]) = (&terms[..], &signs[..]) else { return shape.push(Part::Other(term.clone())) };
    let (a, sign, b) = match b {
        Term::Apply(Op::Abs, _) => (b, sign.turned(), a),
        _ => (a, *sign, b),
    };
    match a {
        Term::Apply(Op::Abs, inner) if matches!(sign, Sign::Lt | Sign::Le) && inner.len() == 1 => {
            shape.push(Part::Compare(inner[0].clone(), sign, b.clone()));
            shape.push(Part::Compare(Term::Apply(Op::Neg, inner.clone()), sign, b.clone()));
        }
        _ => shape.push(Part::Compare(a.clone(), sign, b.clone())),
    }
}

/// Whether a condition says no more than that an amount is at most the pile that it, or a power of it, is taken from.
fn is_implied(family: &Family, term: &Term) -> bool {
    let Term::Chain(terms, signs) = term else { return false };
    match (&terms[..], &signs[..]) {
        ([Term::Place(amount), Term::Place(pile)], [Sign::Le])
        | ([Term::Place(pile), Term::Place(amount)], [Sign::Ge]) => {
            family.takes.get(*pile).is_some_and(|take| power_of(take, *amount))
        }
        _ => false,
    }
}

/// Whether a term is an amount or a power of it: at least the amount, which is not negative.
fn power_of(term: &Term, place: usize) -> bool {
    match term {
        Term::Place(p) => *p == place,
        Term::Apply(Op::Pow, args) => {
            matches!(args[..], [Term::Place(p), _] if p == place) && constant(&args[1]) >= Some(1)
        }
        _ => false,
    }
}

/// The most that an amount can be so that a coordinate below this bound suffices, if the coordinate says so.
fn most(family: &Family, amount: &Amount, coordinate: usize, below: u64) -> Option<i128> {
    let (take, side) = (&family.takes[coordinate], i128::from(below) - 1);
    if power_of(take, amount.place) {
        return Some(side);
    }
    let factor = slope(take, amount.place).filter(|factor| *factor > 0)?;
    let others = family.amounts.iter().all(|other| slope(take, other.place).is_some_and(|s| s >= 0));
    let zeros = vec![0; family.amounts.iter().map(|a| a.place + 1).max().unwrap_or(0)];
    let rest = Machine::new(1000).value(take, &zeros).ok()?;
    (others && rest >= 0).then(|| side / factor)
}

/// Whether an amount is what is taken of a coordinate, but for what others add, has no part in another, and all conditions
/// are linear in it.
fn decides(family: &Family, amount: &Amount, coordinate: usize, shape: &[Part]) -> bool {
    let takes = family.takes.iter().enumerate().all(|(c, take)| match c == coordinate {
        true => slope(take, amount.place) == Some(1),
        false => !uses(take, amount.place),
    });
    let linear = |part: &Part| match part {
        Part::Compare(a, sign, b) => {
            let slopes = (slope(a, amount.place), slope(b, amount.place));
            matches!(slopes, (Some(a), Some(b)) if a == b || *sign != Sign::Ne)
        }
        Part::Other(term) => !uses(term, amount.place),
    };
    takes && shape.iter().all(linear)
}
