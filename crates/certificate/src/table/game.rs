//! A rule text as piles, memory and families of moves, and the moves from a state, tried one by one.

mod cases;
mod lines;
mod regions;
mod runs;

pub(super) use lines::Ray;
pub(super) use regions::{Gate, Moves, TRIED, TRIED_FOR_LISTS};
pub(super) use runs::Run;

use super::Failure;
use super::text::{Item, Op, Over, POWER, Reader, SIGNED, Sign, Term, Word, XOR, bad, words};
use super::value::Machine;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How piles stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Ordered,
    Unordered,
    Sorted,
}

/// Most coordinates, as the language has it.
pub(super) const COORDINATES: usize = 12;

/// Largest number that a position or a memory cell may hold.
const LARGEST: i128 = i64::MAX as i128;

/// A game whose parameters have values.
pub(crate) struct Game {
    machine: Machine,
    pub order: Order,
    pub piles: usize,
    /// For each coordinate, piles first, the bound that it stays below.
    pub bounds: Vec<Option<i128>>,
    /// The memory of a fresh start.
    pub fresh: Vec<i128>,
    /// The number of families.
    pub families: usize,
    /// What the text says besides the moves; empty for the rules of a table, whose head says it.
    pub modifiers: Modifiers,
    /// Whether some move may add to a coordinate, so that it is not plain that play ends.
    pub adds: bool,
    position: Option<Term>,
    start: Option<Term>,
    moves: Vec<Family>,
    /// Every order of the piles, for unordered ones; otherwise just the one written.
    arrangements: Vec<Vec<usize>>,
    /// What was tried of conditions that are not linear.
    tried: RefCell<runs::Known>,
}

/// What a text may say besides its moves.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub misere: bool,
    pub pass: bool,
    pub terminals: Vec<Vec<i128>>,
    /// How many options may be blocked, plus one, and by which families: by all if there are none.
    pub block: Option<(i128, Vec<usize>)>,
}

/// A family of moves: vectors from a list are families of their own, with the number of the line they came from.
#[derive(Clone)]
struct Family {
    number: usize,
    /// Which of all families it is.
    index: usize,
    takes: Vec<Term>,
    amounts: Vec<Amount>,
    condition: Option<Term>,
    /// The places that the condition speaks of.
    speaks: Vec<usize>,
    updates: Vec<(usize, Term)>,
    /// It has `any`: the zero vector is passed over.
    any: bool,
    /// For each amount a coordinate that it alone decides, and how much that loses for each step of it.
    read_back: Option<Vec<(usize, i128)>>,
    /// It adds to no coordinate.
    only_takes: bool,
}

impl Family {
    /// Whether its amounts can be read back and are so many that this is quicker than to try them.
    fn is_wide(&self) -> bool {
        self.amounts.len() >= 2 && self.read_back.is_some()
    }
}

/// What an amount runs through.
#[derive(Clone)]
struct Amount {
    place: usize,
    /// Bounds, each as a sign seen from the amount.
    bounds: Vec<(Sign, Term)>,
    list: Option<Vec<i128>>,
    /// A number that it is never below.
    least: Option<i128>,
    /// Coordinates that run out when it grows.
    supplies: Vec<Supply>,
    /// A coordinate that loses more with each step of it, if not always as much more; no later amount has a part in it.
    outgrown: Option<usize>,
}

/// A coordinate that loses `factor` for each step of an amount.
#[derive(Clone)]
struct Supply {
    coordinate: usize,
    factor: i128,
    /// Values for the later amounts with which the coordinate loses least.
    later: Vec<i128>,
}

/// Sees a move: what is left, what is remembered, the number of the family. Says whether to go on.
pub(crate) type See<'a> = &'a mut dyn FnMut(&[u64], &[i128], usize) -> Result<bool, Failure>;

/// The same for one family.
type Found<'a> = &'a mut dyn FnMut(&[u64], &[i128]) -> Result<bool, Failure>;

/// What a name stands for.
#[derive(Clone)]
enum Meaning {
    Number(i128),
    Place(usize),
    Pile(usize, Option<usize>),
    Function(usize, usize),
    List(Vec<i128>),
    Vectors(Vec<Vec<i128>>),
    Word(String, Vec<String>),
}

#[derive(Clone, Default)]
struct Names {
    known: BTreeMap<String, Meaning>,
    /// Places of the piles before the move, and after it.
    before: Vec<usize>,
    after: Vec<usize>,
}

impl Names {
    /// The term with every name replaced by what it stands for.
    fn resolve(&self, term: &Term) -> Result<Term, Failure> {
        let of = |t: &Term| self.resolve(t);
        let all = |terms: &[Term]| terms.iter().map(of).collect::<Result<Vec<_>, _>>();
        Ok(match term {
            Term::Number(n) => Term::Number(*n),
            Term::Name(name) => match self.known.get(name) {
                Some(Meaning::Number(n)) => Term::Number(*n),
                Some(Meaning::Place(place) | Meaning::Pile(place, _)) => Term::Place(*place),
                _ => return bad(format!("`{name}` is no number here")),
            },
            Term::After(name) => match self.known.get(name) {
                Some(Meaning::Pile(_, Some(after))) => Term::Place(*after),
                _ => return bad(format!("`{name}'` has no meaning here")),
            },
            Term::Apply(op, args) => Term::Apply(*op, all(args)?),
            Term::Chain(terms, signs) => match self.words(terms, signs)? {
                Some(holds) => Term::Number(i128::from(holds)),
                None => Term::Chain(all(terms)?, signs.clone()),
            },
            Term::Member(term, list) => match self.known.get(list) {
                Some(Meaning::List(values)) => Term::Among(Box::new(of(term)?), values.clone()),
                _ => return bad(format!("`{list}` is not a list")),
            },
            Term::Call(name, args) => match (self.known.get(name), args.as_slice()) {
                (Some(Meaning::Function(number, arity)), args) if args.len() == *arity => {
                    Term::Invoke(*number, all(args)?)
                }
                (None, [Term::Name(list)]) => match (name.as_str(), self.known.get(list)) {
                    ("dim", Some(Meaning::Vectors(v))) => Term::Number(v.first().map_or(0, Vec::len) as i128),
                    ("size", Some(Meaning::Vectors(v))) => Term::Number(v.len() as i128),
                    ("size", Some(Meaning::List(v))) => Term::Number(v.len() as i128),
                    _ => return bad(format!("`{name}` is not a function")),
                },
                _ => return bad(format!("`{name}` cannot be called so")),
            },
            Term::Summary(op, over) => {
                if self.before.is_empty() || (*over != Over::Before && self.after.is_empty()) {
                    return bad("there is no move to speak of here");
                }
                let pile = |i: usize| match over {
                    Over::Before => Term::Place(self.before[i]),
                    Over::After => Term::Place(self.after[i]),
                    Over::Taken => {
                        Term::Apply(Op::Sub, vec![Term::Place(self.before[i]), Term::Place(self.after[i])])
                    }
                };
                Term::Apply(*op, (0..self.before.len()).map(pile).collect())
            }
            Term::Place(_) | Term::Among(..) | Term::Invoke(..) => term.clone(),
        })
    }

    /// `on == nim` where `on` is a word.
    fn words(&self, terms: &[Term], signs: &[Sign]) -> Result<Option<bool>, Failure> {
        let Some(Term::Name(name)) = terms.first() else { return Ok(None) };
        let Some(Meaning::Word(word, words)) = self.known.get(name) else { return Ok(None) };
        match (terms, signs) {
            ([_, Term::Name(other)], [sign @ (Sign::Eq | Sign::Ne)]) if words.contains(other) => {
                Ok(Some((word == other) == (*sign == Sign::Eq)))
            }
            _ => bad(format!("`{name}` is a word")),
        }
    }
}

/// A line `move ...` as read, names not yet resolved.
struct Line {
    label: Option<String>,
    vector: Vec<(Option<Term>, Spread)>,
    /// `2*i*w`: the factor and the name of the vector.
    multiple: Option<(Option<Term>, String)>,
    bounds: Vec<(String, Vec<(Sign, Term)>)>,
    lists: Vec<(String, Numbers)>,
    condition: Option<Term>,
    updates: Vec<(String, Term)>,
}

/// What an amount runs through.
enum Numbers {
    /// A list parameter.
    Named(String),
    /// `{1, 4, 9}`
    Written(Vec<Term>),
}

/// How many piles a component is for.
enum Spread {
    One,
    Times(Term),
    Rest,
}

/// A parameter as read.
enum Param {
    Number(Vec<(Sign, Term)>, Term, Option<Term>),
    Function(Vec<String>, Term),
    List(Vec<Term>),
    Vectors(Vec<Vec<Term>>),
    Word(Vec<String>, String),
}

/// The statements of a text, names not yet resolved.
#[derive(Default)]
struct Statements {
    params: Vec<(String, Param)>,
    requires: Vec<Term>,
    order: Option<Order>,
    piles: Vec<String>,
    counted: Option<(String, Term)>,
    extras: Vec<(String, Term)>,
    memory: Vec<(String, Term)>,
    position: Option<Term>,
    start: Option<Term>,
    moves: Vec<Line>,
    misere: bool,
    pass: bool,
    terminals: Vec<Vec<Term>>,
    block: Option<(Term, Vec<String>)>,
}

/// Longer rule texts are refused: their words are held at once.
const TEXT: usize = 1 << 20;

impl Game {
    /// Reads a rule text whose parameters have their values as defaults.
    pub fn read(text: &str, work: u64) -> Result<Game, Failure> {
        if text.len() > TEXT {
            return Err(Failure::Limit { what: format!("the rules have more than {TEXT} bytes") });
        }
        let items = words(text)?;
        let mut statements = Statements::default();
        if matches!(items.first(), Some(Item { word: Word::Sign("("), .. })) {
            let mut reader = Reader::new(&items);
            while !reader.done() {
                statements.moves.push(line(&mut reader)?);
                while reader.eat(",") || reader.eat(";") {}
            }
        } else {
            let starts: Vec<usize> = (0..items.len()).filter(|i| *i == 0 || items[*i].opens).collect();
            for (index, start) in starts.iter().enumerate() {
                let end = starts.get(index + 1).copied().unwrap_or(items.len());
                statement(&items[*start..end], &mut statements)?;
            }
        }
        build(statements, Machine::new(work))
    }

    /// Whether a tuple within bounds is a position of the game.
    pub fn is_position(&self, position: &[u64]) -> Result<bool, Failure> {
        self.satisfies(&self.position, position)
    }

    /// Whether the game may start there.
    pub fn is_start(&self, position: &[u64]) -> Result<bool, Failure> {
        self.satisfies(&self.start, position)
    }

    /// Whether some tuples are no positions, or none from which the game may start.
    pub fn restricts_positions(&self) -> bool {
        self.position.is_some() || self.start.is_some()
    }

    /// The families whose moves can be blocked, by number; `None` for all of them.
    pub fn blocked_families(&self) -> Option<Vec<usize>> {
        self.modifiers.block.as_ref().map(|(_, list)| list.clone()).filter(|list| !list.is_empty())
    }

    /// Whether the game may not start from every position.
    pub fn restricts_starts(&self) -> bool {
        self.start.is_some()
    }

    fn satisfies(&self, condition: &Option<Term>, position: &[u64]) -> Result<bool, Failure> {
        let Some(condition) = condition else { return Ok(true) };
        let mut places: Vec<i128> = position.iter().map(|p| i128::from(*p)).collect();
        if self.order != Order::Ordered {
            places.sort_unstable();
        }
        places.extend(&self.fresh);
        self.machine.holds(condition, &places)
    }

    /// Calls `see` with every move from a state: what is left, what is remembered, the number of the family. Stops
    /// when it says `false`.
    ///
    /// The piles left stand where they stood. Arrangements of equal piles that differ only in the places are gone
    /// through only if `every_place` is set. Without `with_wide`, families that [`Game::leads`] answers are left out.
    pub fn moves(
        &self,
        position: &[u64],
        memory: &[i128],
        every_place: bool,
        with_wide: bool,
        see: See<'_>,
    ) -> Result<(), Failure> {
        self.moves_of(position, memory, every_place, &|f| with_wide || !f.is_wide(), see)
    }

    /// The same without memory, for the families that are neither covered nor, unless they are wanted, wide.
    pub fn other_moves(
        &self,
        position: &[u64],
        covered: &[bool],
        with_wide: bool,
        see: See<'_>,
    ) -> Result<(), Failure> {
        let wanted = |f: &Family| !covered[f.index] && (with_wide || !f.is_wide());
        self.moves_of(position, &[], false, &wanted, see)
    }

    /// How many families there are, those of a list of vectors counted one by one.
    pub fn family_count(&self) -> usize {
        self.moves.len()
    }

    /// Counts a step of the work that is allowed.
    pub fn step(&self) -> Result<(), Failure> {
        self.machine.step()
    }

    /// Counts so many steps.
    pub fn charge(&self, steps: u64) -> Result<(), Failure> {
        self.machine.charge(steps)
    }

    fn moves_of(
        &self,
        position: &[u64],
        memory: &[i128],
        every_place: bool,
        wanted: &dyn Fn(&Family) -> bool,
        see: See<'_>,
    ) -> Result<(), Failure> {
        let mut piles: Vec<i128> = position.iter().map(|p| i128::from(*p)).collect();
        if self.order == Order::Sorted {
            piles.sort_unstable();
        }
        let mut seen: Vec<Vec<i128>> = Vec::new();
        let mut placed = vec![0; piles.len()];
        for arrangement in &self.arrangements {
            let place = |c: usize| arrangement.get(c).copied().unwrap_or(c);
            let mut places: Vec<i128> = (0..piles.len()).map(|c| piles[place(c)]).collect();
            if self.arrangements.len() > 1 && !every_place {
                if seen.contains(&places) {
                    continue;
                }
                seen.push(places.clone());
            }
            places.extend(memory);
            places.resize(2 * self.bounds.len() + self.fresh.len(), 0);
            for family in self.moves.iter().filter(|f| wanted(f)) {
                let mut found = |to: &[u64], memory: &[i128]| {
                    to.iter().enumerate().for_each(|(c, left)| placed[place(c)] = *left);
                    see(&placed, memory, family.number)
                };
                if !self.assign(family, 0, &mut places, &mut found)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether there are families, besides those that are covered, whose amounts can be read back from what is taken.
    pub fn has_wide(&self, covered: &[bool]) -> bool {
        self.moves.iter().any(|family| family.is_wide() && !covered[family.index])
    }

    /// A listed position, in lexicographic order, to which a move of such a family leads, without memory.
    pub fn leads<'a>(
        &self,
        from: &[u64],
        listed: &'a [Vec<u64>],
        covered: &[bool],
    ) -> Result<Option<&'a Vec<u64>>, Failure> {
        let mut piles = from.to_vec();
        if self.order == Order::Sorted {
            piles.sort_unstable();
        }
        let wide: Vec<(&Family, &[(usize, i128)])> = self
            .moves
            .iter()
            .filter(|family| family.is_wide() && !covered[family.index])
            .filter_map(|family| Some((family, family.read_back.as_deref()?)))
            .collect();
        // Where nothing is added, what is larger in some pile is not reached: most of what is listed need not be tried.
        let only_takes = wide.iter().all(|(family, _)| family.only_takes);
        let near = match only_takes {
            true => listed.partition_point(|to| to[0] <= piles[0]),
            false => listed.len(),
        };
        let mut places = Vec::with_capacity(2 * piles.len() + COORDINATES);
        for to in &listed[..near] {
            if to == from || (only_takes && to.iter().zip(&piles).any(|(left, pile)| left > pile)) {
                continue;
            }
            for arrangement in &self.arrangements {
                let place = |c: usize| arrangement.get(c).copied().unwrap_or(c);
                places.clear();
                places.extend((0..piles.len()).map(|c| i128::from(piles[place(c)])));
                places.extend((0..piles.len()).map(|c| i128::from(to[place(c)])));
                for (family, read_back) in &wide {
                    self.machine.step()?;
                    if self.takes(family, read_back, &mut places)? {
                        return Ok(Some(to));
                    }
                    places.truncate(2 * piles.len());
                }
            }
        }
        Ok(None)
    }

    /// Whether a family takes just what is missing after the move; the amounts are read back from it.
    fn takes(
        &self,
        family: &Family,
        read_back: &[(usize, i128)],
        places: &mut Vec<i128>,
    ) -> Result<bool, Failure> {
        let count = self.bounds.len();
        let fixed = places.len();
        places.resize(fixed + family.amounts.len(), 0);
        let mut values = [0; COORDINATES];
        for (value, (coordinate, factor)) in values.iter_mut().zip(read_back) {
            let rest = self.machine.value(&family.takes[*coordinate], places)?;
            let taken = places[*coordinate] - places[count + coordinate];
            match taken.checked_sub(rest) {
                Some(spare) if spare.rem_euclid(*factor) == 0 => *value = spare.div_euclid(*factor),
                _ => return Ok(false),
            }
        }
        places.truncate(fixed);
        for (amount, value) in family.amounts.iter().zip(values) {
            let low = amount.least.is_none_or(|least| least <= value);
            if !low || amount.list.as_ref().is_some_and(|list| !list.contains(&value)) {
                return Ok(false);
            }
            for (sign, bound) in &amount.bounds {
                if !sign.holds(value, self.machine.value(bound, places)?) {
                    return Ok(false);
                }
            }
            places.push(value);
        }
        for (coordinate, take) in family.takes.iter().enumerate() {
            if self.machine.value(take, places)? != places[coordinate] - places[count + coordinate] {
                return Ok(false);
            }
        }
        family.condition.as_ref().map_or(Ok(true), |condition| self.machine.holds(condition, places))
    }

    /// Tries the values of one amount after the other. Places: coordinates before the move, memory, coordinates
    /// after it, then the amounts that have values.
    fn assign(
        &self,
        family: &Family,
        index: usize,
        places: &mut Vec<i128>,
        found: Found<'_>,
    ) -> Result<bool, Failure> {
        let Some(amount) = family.amounts.get(index) else { return self.finish(family, places, found) };
        let (mut low, mut high) = (amount.least, None::<i128>);
        for (sign, bound) in &amount.bounds {
            let bound = self.machine.value(bound, places)?;
            let (from, to) = ends(*sign, bound);
            low = low.max(from);
            high = [high, to].into_iter().flatten().min();
        }
        for supply in &amount.supplies {
            places.push(0);
            places.extend(&supply.later);
            let rest = self.machine.value(&family.takes[supply.coordinate], places);
            places.truncate(amount.place);
            if let Some(spare) = places[supply.coordinate].checked_sub(rest?) {
                high = Some(spare.div_euclid(supply.factor)).into_iter().chain(high).min();
            }
        }
        let mut each = |value: i128, places: &mut Vec<i128>| {
            self.machine.step()?;
            places.push(value);
            for (sign, bound) in amount.bounds.iter().filter(|(sign, _)| *sign == Sign::Ne) {
                if !sign.holds(value, self.machine.value(bound, places)?) {
                    places.truncate(amount.place);
                    return Ok(true);
                }
            }
            let go_on = self.assign(family, index + 1, places, found);
            places.truncate(amount.place);
            go_on
        };
        match (&amount.list, low, high) {
            (Some(list), low, high) => {
                for value in list {
                    let fits = low.is_none_or(|low| low <= *value) && high.is_none_or(|high| *value <= high);
                    if fits && !each(*value, places)? {
                        return Ok(false);
                    }
                }
            }
            (None, Some(low), high) if high.is_some() || amount.outgrown.is_some() => {
                for value in low..=high.unwrap_or(LARGEST) {
                    if let Some(coordinate) = amount.outgrown {
                        places.push(value);
                        let taken = self.machine.value(&family.takes[coordinate], places);
                        places.truncate(amount.place);
                        if taken? > places[coordinate] {
                            break;
                        }
                    }
                    if !each(value, places)? {
                        return Ok(false);
                    }
                }
            }
            _ => return bad("nothing bounds an amount"),
        }
        Ok(true)
    }

    /// All amounts have values: whether the piles suffice, the result is a position and the condition holds.
    fn finish(&self, family: &Family, places: &mut [i128], found: Found<'_>) -> Result<bool, Failure> {
        let count = self.bounds.len();
        let after = count + self.fresh.len();
        let mut to = [0; COORDINATES];
        for (coordinate, take) in family.takes.iter().enumerate() {
            let taken = self.machine.value(take, places)?;
            let Some(left) = places[coordinate].checked_sub(taken).filter(|left| *left <= LARGEST) else {
                return Err(Failure::Limit { what: "a move makes a pile too large".to_string() });
            };
            if left < 0 || self.bounds[coordinate].is_some_and(|bound| left >= bound) {
                return Ok(true);
            }
            to[coordinate] = left as u64;
        }
        let to = &to[..count];
        for (coordinate, left) in to.iter().enumerate() {
            places[after + coordinate] = i128::from(*left);
        }
        let still = (0..count).all(|c| places[c] == places[after + c]);
        if (still && family.any) || !self.is_position(to)? {
            return Ok(true);
        }
        if let Some(condition) = &family.condition
            && !self.machine.holds(condition, places)?
        {
            return Ok(true);
        }
        if still {
            return bad("a move changes nothing, so the game need not end");
        }
        if family.updates.is_empty() {
            return found(to, &places[count..after]);
        }
        // All cells change at once: what they become is worked out from what they were.
        let mut memory = places[count..after].to_vec();
        for (cell, value) in &family.updates {
            let value = self.machine.value(value, places)?;
            if value.unsigned_abs() >= LARGEST as u128 {
                return Err(Failure::Limit { what: "a memory cell holds a number too large".to_string() });
            }
            memory[*cell] = value;
        }
        found(to, &memory)
    }
}

/// The least and the greatest number that stand so to a bound.
fn ends(sign: Sign, bound: i128) -> (Option<i128>, Option<i128>) {
    match sign {
        Sign::Ge => (Some(bound), None),
        Sign::Gt => (bound.checked_add(1), None),
        Sign::Le => (None, Some(bound)),
        Sign::Lt => (None, bound.checked_sub(1)),
        Sign::Eq => (Some(bound), Some(bound)),
        Sign::Ne => (None, None),
    }
}

/// How much a term grows when the number at a place grows by 1, if that is always the same.
fn slope(term: &Term, place: usize) -> Option<i128> {
    match term {
        Term::Number(_) => Some(0),
        Term::Place(p) => Some(i128::from(*p == place)),
        Term::Apply(Op::Add, args) => slope(&args[0], place)?.checked_add(slope(&args[1], place)?),
        Term::Apply(Op::Sub, args) => slope(&args[0], place)?.checked_sub(slope(&args[1], place)?),
        Term::Apply(Op::Neg, args) => slope(&args[0], place)?.checked_neg(),
        Term::Apply(Op::Sum, args) => args.iter().try_fold(0i128, |sum, a| sum.checked_add(slope(a, place)?)),
        Term::Apply(Op::Mul, args) => match (constant(&args[0]), constant(&args[1])) {
            (Some(factor), _) => slope(&args[1], place)?.checked_mul(factor),
            (_, Some(factor)) => slope(&args[0], place)?.checked_mul(factor),
            _ if uses(term, place) => None,
            _ => Some(0),
        },
        _ if uses(term, place) => None,
        _ => Some(0),
    }
}

/// The value of a term without names.
fn constant(term: &Term) -> Option<i128> {
    let mut fixed = true;
    visit(term, &mut |t| fixed &= !matches!(t, Term::Place(_) | Term::Invoke(..)));
    if fixed { Machine::new(1000).value(term, &[]).ok() } else { None }
}

fn uses(term: &Term, place: usize) -> bool {
    let mut found = false;
    visit(term, &mut |t| found |= matches!(t, Term::Place(p) if *p == place));
    found
}

/// A number that a term is never below, amounts being never below theirs.
fn least(term: &Term, amounts: &[Amount], coordinates: usize) -> Option<i128> {
    let of = |t: &Term| least(t, amounts, coordinates);
    if let Some(value) = constant(term) {
        return Some(value);
    }
    match term {
        Term::Place(place) if *place < coordinates => Some(0),
        Term::Place(place) => amounts.iter().find(|a| a.place == *place)?.least,
        Term::Apply(Op::Add | Op::Sum, args) => args.iter().try_fold(0i128, |sum, a| sum.checked_add(of(a)?)),
        Term::Apply(Op::Sub, args) => of(&args[0])?.checked_sub(constant(&args[1])?),
        Term::Apply(Op::Mul, args) => of(&args[0])?
            .checked_mul(of(&args[1])?)
            .filter(|_| of(&args[0]) >= Some(0) && of(&args[1]) >= Some(0)),
        Term::Apply(Op::Pow, args) => {
            let power = u32::try_from(of(&args[1])?).ok()?;
            // A power of 0 falls when the exponent leaves 0.
            let from = i128::from(constant(&args[1]).is_none());
            of(&args[0]).filter(|base| *base >= from)?.checked_pow(power)
        }
        Term::Apply(Op::Abs | Op::Ones | Op::Count, _) => Some(0),
        Term::Apply(Op::Div | Op::Mod, args) => {
            (of(&args[0]) >= Some(0) && of(&args[1]) >= Some(1)).then_some(0)
        }
        Term::Apply(Op::Max, args) => args.iter().filter_map(of).max(),
        Term::Apply(Op::Min, args) => args.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().min(),
        _ => None,
    }
}

/// The places that a term speaks of, each once, in order.
fn places_of(term: &Term) -> Vec<usize> {
    let mut places = Vec::new();
    visit(term, &mut |part| {
        if let Term::Place(place) = part {
            places.push(*place);
        }
    });
    places.sort_unstable();
    places.dedup();
    places
}

fn visit(term: &Term, see: &mut dyn FnMut(&Term)) {
    see(term);
    match term {
        Term::Apply(_, terms) | Term::Chain(terms, _) | Term::Call(_, terms) | Term::Invoke(_, terms) => {
            terms.iter().for_each(|t| visit(t, see));
        }
        Term::Member(t, _) | Term::Among(t, _) => visit(t, see),
        Term::Number(_) | Term::Name(_) | Term::After(_) | Term::Summary(..) | Term::Place(_) => {}
    }
}

/// What is said twice could be read in two ways.
fn once<T>(slot: &mut Option<T>, value: T, what: &str) -> Result<(), Failure> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => bad(format!("`{what}` is stated twice")),
    }
}

/// One statement of a file.
fn statement(items: &[Item], out: &mut Statements) -> Result<(), Failure> {
    let mut reader = Reader::new(items);
    let keyword = reader.any_name()?;
    match keyword.as_str() {
        "game" | "title" | "alias" | "words" | "printed" | "proved" | "source" | "note" => {
            return remark(&items[1..]);
        }
        "param" => {
            let name = reader.name()?;
            let param = param(&mut reader)?;
            out.params.push((name, param));
        }
        "require" => {
            out.requires.push(reader.expression()?);
            reader.quote()?;
        }
        "piles" => piles(&mut reader, out)?,
        "extra" => {
            let name = reader.name()?;
            reader.need_name("below")?;
            out.extras.push((name, reader.expression()?));
        }
        "memory" => {
            let name = reader.name()?;
            reader.need("=")?;
            out.memory.push((name, reader.expression()?));
        }
        "position" => {
            reader.need_name("where")?;
            once(&mut out.position, reader.expression()?, "position")?;
        }
        "start" => {
            reader.need_name("where")?;
            once(&mut out.start, reader.expression()?, "start")?;
        }
        "move" => out.moves.push(line(&mut reader)?),
        "misere" => out.misere = true,
        "pass" => out.pass = true,
        "terminal" => {
            reader.need("(")?;
            out.terminals.push(reader.several()?);
            reader.need(")")?;
        }
        "block" => {
            let count = reader.expression()?;
            let mut families = Vec::new();
            if reader.eat_name("of") {
                families.push(reader.name()?);
                while reader.eat(",") {
                    families.push(reader.name()?);
                }
            }
            once(&mut out.block, (count, families), "block")?;
        }
        other => return bad(format!("the statement `{other}` does not belong to rules")),
    }
    if reader.done() {
        Ok(())
    } else {
        bad(format!("the statement `{keyword}` does not end where it should"))
    }
}

/// A remark is one name, or several with commas between them, quotations, or both: nothing that could be taken for a rule.
fn remark(items: &[Item]) -> Result<(), Failure> {
    let (begins, rest) =
        items.split_at(items.iter().take_while(|item| !matches!(item.word, Word::Quote(_))).count());
    let plain = |item: &Item| matches!(item.word, Word::Name(_) | Word::Number(_) | Word::Sign("-" | "'"));
    let one_name = |part: &[Item]| {
        part.iter().all(plain)
            && part.iter().filter(|item| matches!(item.word, Word::Name(_)) && !item.glued).count() <= 1
    };
    let names = begins.split(|item| matches!(item.word, Word::Sign(","))).all(one_name);
    if names && rest.iter().all(|item| matches!(item.word, Word::Quote(_))) {
        return Ok(());
    }
    bad("a remark is a name and a quotation")
}

fn param(reader: &mut Reader<'_>) -> Result<Param, Failure> {
    if reader.eat_name("in") {
        let mut words = vec![reader.any_name()?];
        while reader.eat(",") {
            words.push(reader.any_name()?);
        }
        reader.need("=")?;
        let word = reader.any_name()?;
        if !words.contains(&word) {
            return bad(format!("`{word}` is not one of the words"));
        }
        return Ok(Param::Word(words, word));
    }
    if reader.eat_name("list") {
        reader.need("=")?;
        return Ok(Param::List(reader.several()?));
    }
    if reader.eat_name("vectors") {
        reader.need("=")?;
        let mut vectors = vec![Vec::new()];
        while !reader.done() {
            if reader.eat(";") {
                vectors.push(Vec::new());
            } else if let Some(vector) = vectors.last_mut() {
                vector.push(reader.binding(SIGNED)?);
                reader.eat(",");
            }
        }
        return Ok(Param::Vectors(vectors));
    }
    if reader.eat("(") {
        let mut arguments = vec![reader.name()?];
        while reader.eat(",") {
            arguments.push(reader.name()?);
        }
        reader.need(")")?;
        // The number that may stand in place of the function; a file has the function itself.
        if reader.eat_name("of") {
            reader.name()?;
        }
        reader.need("=")?;
        return Ok(Param::Function(arguments, reader.expression()?));
    }
    let mut bounds = Vec::new();
    while let Some(sign) = reader.sign() {
        bounds.push((sign, reader.binding(XOR)?));
    }
    reader.need("=")?;
    let value = reader.expression()?;
    let condition = if reader.eat_name("where") { Some(reader.expression()?) } else { None };
    Ok(Param::Number(bounds, value, condition))
}

fn piles(reader: &mut Reader<'_>, out: &mut Statements) -> Result<(), Failure> {
    let order = match reader.any_name()?.as_str() {
        "ordered" => Order::Ordered,
        "unordered" => Order::Unordered,
        "sorted" => Order::Sorted,
        other => return bad(format!("piles cannot be `{other}`")),
    };
    once(&mut out.order, order, "piles")?;
    let first = reader.name()?;
    if reader.eat("[") {
        out.counted = Some((first, reader.expression()?));
        return reader.need("]");
    }
    out.piles.push(first);
    while reader.eat(if order == Order::Sorted { "<=" } else { "," }) {
        out.piles.push(reader.name()?);
    }
    Ok(())
}

/// What follows `move`.
fn line(reader: &mut Reader<'_>) -> Result<Line, Failure> {
    let mut line = Line {
        label: reader.label()?,
        vector: Vec::new(),
        multiple: None,
        bounds: Vec::new(),
        lists: Vec::new(),
        condition: None,
        updates: Vec::new(),
    };
    if reader.at_vector() {
        reader.need("(")?;
        loop {
            let amount = if reader.eat_name("any") { None } else { Some(reader.expression()?) };
            let spread = if reader.eat("...") {
                Spread::Rest
            } else if amount.is_none() && reader.eat("^") {
                Spread::Times(reader.binding(POWER)?)
            } else {
                Spread::One
            };
            line.vector.push((amount, spread));
            if !reader.eat(",") {
                break;
            }
        }
        reader.need(")")?;
    } else {
        line.multiple = Some(match reader.binding(XOR)? {
            Term::Name(name) => (None, name),
            Term::Apply(Op::Mul, mut args) => match (args.pop(), args.pop()) {
                (Some(Term::Name(name)), factor) => (factor, name),
                _ => return bad("a move takes a vector, or a multiple of one from a list"),
            },
            _ => return bad("a move takes a vector, or a multiple of one from a list"),
        });
    }
    if reader.eat_name("for") {
        ranges(reader, &mut line)?;
    }
    if reader.eat_name("where") {
        line.condition = Some(reader.expression()?);
    }
    if reader.eat_name("then") {
        loop {
            let cell = reader.name()?;
            reader.need("=")?;
            line.updates.push((cell, reader.expression()?));
            if !reader.eat(",") {
                break;
            }
        }
    }
    Ok(line)
}

fn ranges(reader: &mut Reader<'_>, line: &mut Line) -> Result<(), Failure> {
    let mut waiting: Vec<String> = Vec::new();
    let named = |term: &Term| match term {
        Term::Name(name) => Ok(name.clone()),
        _ => bad("a range speaks of one amount"),
    };
    loop {
        let first = reader.binding(XOR)?;
        if reader.eat_name("in") {
            let numbers = match reader.braces()? {
                Some(terms) => Numbers::Written(terms),
                None => Numbers::Named(reader.name()?),
            };
            line.lists.push((named(&first)?, numbers));
        } else {
            let (mut terms, mut signs) = (vec![first], Vec::new());
            while let Some(sign) = reader.sign() {
                signs.push(sign);
                terms.push(reader.binding(XOR)?);
            }
            let (amount, bounds) = match (signs.as_slice(), terms.as_slice()) {
                ([], [name]) => (named(name)?, None),
                ([sign], [name @ Term::Name(_), bound]) => (named(name)?, Some(vec![(*sign, bound.clone())])),
                ([sign], [bound, name]) => (named(name)?, Some(vec![(sign.turned(), bound.clone())])),
                ([low, high], [from, name, to]) => {
                    (named(name)?, Some(vec![(low.turned(), from.clone()), (*high, to.clone())]))
                }
                _ => return bad("a range has at most two bounds"),
            };
            waiting.push(amount);
            if let Some(bounds) = bounds {
                line.bounds.extend(waiting.drain(..).map(|amount| (amount, bounds.clone())));
            }
        }
        if !reader.eat(",") {
            break;
        }
    }
    if waiting.is_empty() { Ok(()) } else { bad("a range has no bound") }
}

/// The game that the statements describe.
fn build(statements: Statements, mut machine: Machine) -> Result<Game, Failure> {
    let mut names = Names::default();
    parameters(&statements, &mut names, &mut machine)?;
    for condition in &statements.requires {
        if !machine.holds(&names.resolve(condition)?, &[])? {
            return bad("the parameters do not satisfy what the game requires");
        }
    }
    let order = statements.order.unwrap_or(Order::Ordered);
    let mut coordinates = pile_names(&statements, &names, &machine)?;
    let piles = coordinates.len();
    let mut bounds = vec![None; piles];
    for (name, bound) in &statements.extras {
        let bound = machine.value(&names.resolve(bound)?, &[])?;
        if bound < 1 {
            return bad(format!("the coordinate `{name}` has no values"));
        }
        coordinates.push(name.clone());
        bounds.push(Some(bound));
    }
    let count = coordinates.len();
    if piles == 0 || count > COORDINATES || (order != Order::Ordered && count > piles) {
        return bad("the game has no piles, too many, or an extra coordinate beside piles without an order");
    }
    let mut fresh = Vec::new();
    for (_, initial) in &statements.memory {
        fresh.push(machine.value(&names.resolve(initial)?, &[])?);
    }
    let after = count + fresh.len();
    let mut taken: Vec<&String> = statements.params.iter().map(|(name, _)| name).collect();
    for name in coordinates.iter().chain(statements.memory.iter().map(|(name, _)| name)) {
        taken.push(name);
    }
    taken.sort();
    if let Some(twice) = taken.windows(2).find(|pair| pair[0] == pair[1]) {
        return bad(format!("the name `{}` has two meanings", twice[0]));
    }
    for (place, name) in coordinates.iter().enumerate() {
        names.known.insert(name.clone(), Meaning::Pile(place, None));
    }
    for (cell, (name, _)) in statements.memory.iter().enumerate() {
        names.known.insert(name.clone(), Meaning::Place(count + cell));
    }
    names.before = (0..piles).collect();
    let condition = |term: &Option<Term>| term.as_ref().map(|t| names.resolve(t)).transpose();
    let (position, start) = (condition(&statements.position)?, condition(&statements.start)?);
    let mut during = names.clone();
    for (place, name) in coordinates.iter().enumerate() {
        if let Some(Meaning::Pile(..)) = names.known.get(name) {
            during.known.insert(name.clone(), Meaning::Pile(place, Some(after + place)));
        }
    }
    during.after = (0..piles).map(|pile| after + pile).collect();
    let memory: Vec<&str> = statements.memory.iter().map(|(name, _)| name.as_str()).collect();
    let layout = Layout { count, after, memory };
    let mut moves = Vec::new();
    for (number, line) in statements.moves.iter().enumerate() {
        moves.extend(families(number, line, &during, &layout, &machine)?);
    }
    let arrangements = match order {
        Order::Unordered if piles > 7 => {
            return Err(Failure::Limit { what: "more than 7 unordered piles".to_string() });
        }
        Order::Unordered => permutations(piles),
        _ => vec![(0..piles).collect()],
    };
    let families = statements.moves.len();
    let adds = moves.iter().any(|family| !family.only_takes);
    let modifiers = modifiers(&statements, &names, &machine, count)?;
    let game = Game {
        machine,
        order,
        piles,
        bounds,
        fresh,
        families,
        modifiers,
        adds,
        position,
        start,
        moves,
        arrangements,
        tried: RefCell::default(),
    };
    Ok(game.by_cases())
}

fn modifiers(
    statements: &Statements,
    names: &Names,
    machine: &Machine,
    count: usize,
) -> Result<Modifiers, Failure> {
    let mut terminals = Vec::new();
    for terms in &statements.terminals {
        let values = terms.iter().map(|t| machine.value(&names.resolve(t)?, &[]));
        let values = values.collect::<Result<Vec<i128>, Failure>>()?;
        if values.len() != count || values.iter().any(|v| *v < 0) {
            return bad("a terminal position is no position of the game");
        }
        terminals.push(values);
    }
    let mut block = None;
    if let Some((k, labels)) = &statements.block {
        let k = machine.value(&names.resolve(k)?, &[])?;
        let mut families = Vec::new();
        for label in labels {
            let of = |line: &Line| line.label.as_ref() == Some(label);
            let found = (0..statements.moves.len()).filter(|i| of(&statements.moves[*i]));
            let before = families.len();
            families.extend(found);
            if families.len() == before {
                return bad(format!("`block` names `{label}`, and there is no such family"));
            }
        }
        block = Some((k, families));
    }
    Ok(Modifiers { misere: statements.misere, pass: statements.pass, terminals, block })
}

/// Where things stand among the places.
struct Layout<'a> {
    count: usize,
    after: usize,
    memory: Vec<&'a str>,
}

/// Parameters in the order in which their values become known.
fn parameters(statements: &Statements, names: &mut Names, machine: &mut Machine) -> Result<(), Failure> {
    let mut waiting: Vec<&(String, Param)> = statements.params.iter().collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut still = Vec::new();
        let mut failure = None;
        for param in waiting {
            match parameter(&param.1, names, machine) {
                Ok(meaning) => {
                    names.known.insert(param.0.clone(), meaning);
                }
                Err(why) => {
                    failure.get_or_insert(why);
                    still.push(param);
                }
            }
        }
        if let (Some(failure), true) = (failure, still.len() == before) {
            return Err(failure);
        }
        waiting = still;
    }
    for (name, param) in &statements.params {
        let (Param::Number(bounds, _, condition), Some(Meaning::Number(value))) =
            (param, names.known.get(name))
        else {
            continue;
        };
        for (sign, bound) in bounds {
            if !sign.holds(*value, machine.value(&names.resolve(bound)?, &[])?) {
                return bad(format!("the parameter `{name}` is out of range"));
            }
        }
        if let Some(condition) = condition
            && !machine.holds(&names.resolve(condition)?, &[])?
        {
            return bad(format!("the parameter `{name}` is out of range"));
        }
    }
    Ok(())
}

fn parameter(param: &Param, names: &Names, machine: &mut Machine) -> Result<Meaning, Failure> {
    let values = |terms: &[Term], machine: &Machine| {
        terms.iter().map(|t| machine.value(&names.resolve(t)?, &[])).collect::<Result<Vec<_>, Failure>>()
    };
    Ok(match param {
        Param::Number(_, value, _) => Meaning::Number(machine.value(&names.resolve(value)?, &[])?),
        Param::Function(arguments, body) => {
            let mut inside = names.clone();
            for (place, argument) in arguments.iter().enumerate() {
                inside.known.insert(argument.clone(), Meaning::Place(place));
            }
            let body = inside.resolve(body)?;
            machine.functions.push(body);
            Meaning::Function(machine.functions.len() - 1, arguments.len())
        }
        Param::List(terms) => Meaning::List(values(terms, machine)?),
        Param::Vectors(vectors) => {
            Meaning::Vectors(vectors.iter().map(|v| values(v, machine)).collect::<Result<_, _>>()?)
        }
        Param::Word(words, word) => Meaning::Word(word.clone(), words.clone()),
    })
}

fn pile_names(statements: &Statements, names: &Names, machine: &Machine) -> Result<Vec<String>, Failure> {
    if let Some((name, count)) = &statements.counted {
        let count = machine.value(&names.resolve(count)?, &[])?;
        if !(1..=COORDINATES as i128).contains(&count) {
            return bad("the number of piles is out of range");
        }
        return Ok((1..=count).map(|i| format!("{name}{i}")).collect());
    }
    if statements.order.is_some() {
        return Ok(statements.piles.clone());
    }
    let longest = statements.moves.iter().map(|line| line.vector.len()).max().unwrap_or(0);
    let letters = ["x", "y", "z", "w"];
    Ok((0..longest).map(|i| letters.get(i).map_or(format!("x{}", i + 1), |s| s.to_string())).collect())
}

/// The families of a line: one, or one for each vector of a list.
fn families(
    number: usize,
    line: &Line,
    names: &Names,
    layout: &Layout<'_>,
    machine: &Machine,
) -> Result<Vec<Family>, Failure> {
    let Some((factor, vector)) = &line.multiple else {
        return Ok(vec![family(
            number,
            line,
            spread(line, names, layout, machine)?,
            names,
            layout,
            machine,
        )?]);
    };
    let list = line.lists.iter().find(|(name, _)| name == vector).map(|(_, list)| list);
    let named = list.and_then(|list| match list {
        Numbers::Named(list) => names.known.get(list),
        Numbers::Written(_) => None,
    });
    let Some(Meaning::Vectors(vectors)) = named else {
        return bad(format!("`{vector}` does not run through a list of vectors"));
    };
    let mut made = Vec::new();
    for vector in vectors {
        if vector.len() != layout.count || vector.iter().any(|c| *c < 0) {
            return bad("a vector does not fit the piles");
        }
        let takes = vector.iter().map(|c| match (c, factor) {
            (0, _) | (_, None) => Term::Number(*c),
            (_, Some(factor)) => Term::Apply(Op::Mul, vec![factor.clone(), Term::Number(*c)]),
        });
        made.push(family(number, line, takes.map(Some).collect(), names, layout, machine)?);
    }
    Ok(made)
}

/// The amounts for each coordinate; none for `any`.
fn spread(
    line: &Line,
    names: &Names,
    layout: &Layout<'_>,
    machine: &Machine,
) -> Result<Vec<Option<Term>>, Failure> {
    let mut counts = Vec::new();
    for (_, spread) in &line.vector {
        counts.push(match spread {
            Spread::One => Some(1),
            Spread::Rest => None,
            Spread::Times(count) => {
                let count = machine.value(&names.resolve(count)?, &[])?;
                let Some(count) = usize::try_from(count).ok().filter(|c| *c <= COORDINATES) else {
                    return bad("`any` cannot stand for so many piles");
                };
                Some(count)
            }
        });
    }
    let given: usize = counts.iter().flatten().sum();
    let rests = counts.iter().filter(|c| c.is_none()).count();
    if given > layout.count || rests > 1 || (rests == 0 && given != layout.count) {
        return bad("a vector does not fit the piles");
    }
    let mut takes = Vec::new();
    for ((amount, _), count) in line.vector.iter().zip(counts) {
        for _ in 0..count.unwrap_or(layout.count - given) {
            takes.push(amount.clone());
        }
    }
    Ok(takes)
}

fn family(
    number: usize,
    line: &Line,
    takes: Vec<Option<Term>>,
    names: &Names,
    layout: &Layout<'_>,
    machine: &Machine,
) -> Result<Family, Failure> {
    let mut order: Vec<String> = Vec::new();
    let mut any = 0;
    let takes: Vec<Term> = takes
        .into_iter()
        .map(|take| {
            take.unwrap_or_else(|| {
                any += 1;
                Term::Name(format!("any {any}"))
            })
        })
        .collect();
    let note = |name: &str, order: &mut Vec<String>| {
        if !names.known.contains_key(name) && !order.iter().any(|n| n == name) {
            order.push(name.to_string());
        }
    };
    for take in &takes {
        visit(take, &mut |t| {
            if let Term::Name(name) = t {
                note(name, &mut order);
            }
        });
    }
    let vector = line.multiple.as_ref().map(|(_, vector)| vector);
    for name in line.bounds.iter().map(|(name, _)| name).chain(line.lists.iter().map(|(name, _)| name)) {
        if names.known.contains_key(name) {
            return bad(format!("`{name}` is not an amount"));
        }
        if Some(name) != vector {
            note(name, &mut order);
        }
    }
    let first = layout.after + layout.count;
    let mut inside = names.clone();
    let mut amounts: Vec<Amount> = Vec::new();
    for (index, name) in order.iter().enumerate() {
        let mut amount = Amount {
            place: first + index,
            bounds: Vec::new(),
            list: None,
            least: None,
            supplies: vec![],
            outgrown: None,
        };
        for (_, bounds) in line.bounds.iter().filter(|(n, _)| n == name) {
            for (sign, bound) in bounds {
                // A bound knows the amounts before it, and nothing of what the move leaves.
                let bound = inside.resolve(bound)?;
                if (0..layout.count).any(|c| uses(&bound, layout.after + c)) {
                    return bad("a bound cannot depend on what the move leaves");
                }
                amount.bounds.push((*sign, bound));
            }
        }
        for (_, list) in line.lists.iter().filter(|(n, _)| n == name) {
            amount.list = Some(match list {
                Numbers::Written(terms) => {
                    let value = |term: &Term| machine.value(&names.resolve(term)?, &[]);
                    terms.iter().map(value).collect::<Result<_, _>>()?
                }
                Numbers::Named(list) => match names.known.get(list) {
                    Some(Meaning::List(values)) => values.clone(),
                    _ => return bad(format!("`{list}` is not a list of numbers")),
                },
            });
        }
        let from_below = |sign: &Sign| matches!(sign, Sign::Ge | Sign::Gt | Sign::Eq);
        let lows = amount.bounds.iter().filter(|(sign, _)| from_below(sign));
        let known = lows.clone().filter_map(|(sign, bound)| {
            least(bound, &amounts, layout.count)?.checked_add(i128::from(*sign == Sign::Gt))
        });
        amount.least = match (&amount.list, lows.clone().next()) {
            // An amount of which nothing is said starts at 1, `any` at 0.
            (None, None) => Some(i128::from(!name.starts_with("any "))),
            (Some(list), None) => list.iter().copied().min(),
            _ => known.max(),
        };
        inside.known.insert(name.clone(), Meaning::Place(amount.place));
        amounts.push(amount);
    }
    let mut resolved = Vec::new();
    for take in &takes {
        let take = inside.resolve(take)?;
        if (0..layout.count).any(|c| uses(&take, layout.after + c)) {
            return bad("an amount cannot depend on what the move leaves");
        }
        resolved.push(take);
    }
    for index in 0..amounts.len() {
        amounts[index].supplies = supplies(&resolved, &amounts, index);
        amounts[index].outgrown = outgrown(&resolved, &amounts, index, layout.count);
    }
    let condition = line.condition.as_ref().map(|t| inside.resolve(t)).transpose()?;
    let condition = condition.map(|condition| plainer(&condition, &resolved, layout, machine));
    let mut updates = Vec::new();
    for (cell, value) in &line.updates {
        let Some(cell) = layout.memory.iter().position(|name| name == cell) else {
            return bad(format!("there is no memory cell `{cell}`"));
        };
        updates.push((cell, inside.resolve(value)?));
    }
    // A move that may add could leave the box, and must be seen.
    let only_takes = resolved.iter().all(|take| least(take, &amounts, layout.count) >= Some(0));
    let read_back = if only_takes { decided(&resolved, &amounts) } else { None };
    Ok(Family {
        number,
        index: 0,
        takes: resolved,
        amounts,
        speaks: condition.as_ref().map_or(Vec::new(), places_of),
        condition,
        updates,
        any: any > 0,
        read_back,
        only_takes,
    })
}

/// Longest term, in operations, that a function is replaced by; those that it calls are left in it.
const PLAIN: usize = 200;

/// A condition that says the same: what a pile loses is what is taken from it, and a function of sums is what it stands for.
fn plainer(term: &Term, takes: &[Term], layout: &Layout<'_>, machine: &Machine) -> Term {
    let of = |term: &Term| plainer(term, takes, layout, machine);
    let all = |terms: &[Term]| terms.iter().map(of).collect::<Vec<Term>>();
    match term {
        Term::Apply(Op::Sub, args) => match &args[..] {
            [Term::Place(before), Term::Place(after)]
                if *before < layout.count && *after == layout.after + before =>
            {
                takes[*before].clone()
            }
            _ => Term::Apply(Op::Sub, all(args)),
        },
        Term::Apply(op, args) => Term::Apply(*op, all(args)),
        Term::Chain(terms, signs) => Term::Chain(all(terms), signs.clone()),
        Term::Among(term, list) => Term::Among(Box::new(of(term)), list.clone()),
        Term::Invoke(function, args) => {
            let args = all(args);
            let plain = args.iter().all(is_sum);
            let longest = args.iter().map(size).max().unwrap_or(1);
            let body = machine.functions.get(*function).filter(|body| plain && size(body) * longest <= PLAIN);
            body.map_or_else(|| Term::Invoke(*function, args.clone()), |body| with_arguments(body, &args))
        }
        _ => term.clone(),
    }
}

/// Whether evaluating a term cannot fail, but for its size.
fn is_sum(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Place(_) => true,
        Term::Apply(Op::Add | Op::Sub | Op::Mul | Op::Neg | Op::Sum, args) => args.iter().all(is_sum),
        _ => false,
    }
}

fn size(term: &Term) -> usize {
    let mut parts = 0;
    visit(term, &mut |_| parts += 1);
    parts
}

/// The body of a function with its arguments in their places.
fn with_arguments(body: &Term, args: &[Term]) -> Term {
    replaced(body, &|part| match part {
        Term::Place(place) => args.get(*place).cloned(),
        _ => None,
    })
}

/// A term with other terms in the place of some of its parts.
fn replaced(term: &Term, by: &dyn Fn(&Term) -> Option<Term>) -> Term {
    if let Some(other) = by(term) {
        return other;
    }
    let all = |terms: &[Term]| terms.iter().map(|term| replaced(term, by)).collect();
    match term {
        Term::Apply(op, terms) => Term::Apply(*op, all(terms)),
        Term::Chain(terms, signs) => Term::Chain(all(terms), signs.clone()),
        Term::Among(term, list) => Term::Among(Box::new(replaced(term, by)), list.clone()),
        Term::Invoke(function, terms) => Term::Invoke(*function, all(terms)),
        _ => term.clone(),
    }
}

/// For each amount a coordinate that no other amount has a part in, with how much it loses for each step.
fn decided(takes: &[Term], amounts: &[Amount]) -> Option<Vec<(usize, i128)>> {
    let alone = |amount: &Amount, take: &Term| {
        amounts.iter().all(|other| other.place == amount.place || !uses(take, other.place))
    };
    let find = |amount: &Amount| {
        takes.iter().enumerate().find_map(|(coordinate, take)| {
            let factor = slope(take, amount.place).filter(|f| *f > 0 && alone(amount, take))?;
            Some((coordinate, factor))
        })
    };
    amounts.iter().map(find).collect()
}

/// The coordinates whose supply bounds an amount: they lose by it, and no later amount gives back.
fn supplies(takes: &[Term], amounts: &[Amount], index: usize) -> Vec<Supply> {
    let mut supplies = Vec::new();
    for (coordinate, take) in takes.iter().enumerate() {
        let Some(factor) = slope(take, amounts[index].place).filter(|f| *f > 0) else { continue };
        let later = amounts[index + 1..].iter().map(|later| match (slope(take, later.place)?, later.least) {
            (0, _) => Some(0),
            (1.., least) => least,
            _ => None,
        });
        if let Some(later) = later.collect() {
            supplies.push(Supply { coordinate, factor, later });
        }
    }
    supplies
}

/// A coordinate that loses more with each step of an amount, as by `i^2` and `2^i`, whatever the later amounts are.
fn outgrown(takes: &[Term], amounts: &[Amount], index: usize, coordinates: usize) -> Option<usize> {
    let (place, later) = (amounts[index].place, &amounts[index + 1..]);
    takes.iter().position(|take| {
        let open = later.iter().any(|amount| uses(take, amount.place));
        !open && slope(take, place).is_none() && grows(take, place, amounts, coordinates)
    })
}

/// Whether a term grows by at least 1 whenever the number at a place does.
fn grows(term: &Term, place: usize, amounts: &[Amount], coordinates: usize) -> bool {
    let least = |term: &Term| least(term, amounts, coordinates);
    let grows = |term: &Term| grows(term, place, amounts, coordinates);
    let free = |term: &Term| !uses(term, place);
    match term {
        Term::Place(p) => *p == place,
        Term::Apply(Op::Add | Op::Sum, args) => {
            args.iter().any(grows) && args.iter().all(|arg| free(arg) || grows(arg))
        }
        Term::Apply(Op::Sub, args) => grows(&args[0]) && free(&args[1]),
        Term::Apply(Op::Mul, args) => {
            let by = |a: &Term, b: &Term| {
                grows(a) && least(b) >= Some(1) && (free(b) || least(a) >= Some(0) && grows(b))
            };
            by(&args[0], &args[1]) || by(&args[1], &args[0])
        }
        Term::Apply(Op::Pow, args) => {
            let (base, power) = (&args[0], &args[1]);
            grows(base) && least(base) >= Some(0) && free(power) && least(power) >= Some(1)
                || free(base) && least(base) >= Some(2) && grows(power) && least(power) >= Some(0)
        }
        _ => false,
    }
}

/// Every order of the numbers below `count`.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                let free: Vec<usize> = (0..count).filter(|i| !start.contains(i)).collect();
                free.into_iter().map(move |i| [start.as_slice(), &[i]].concat())
            })
            .collect();
    }
    all
}
