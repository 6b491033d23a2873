//! Rules of the linear fragment as the prover's games.

use std::collections::BTreeMap;
use wythoff_automata::{Atom, Change, Convention, Coordinate, Family, Game, Limits, Prover};
use wythoff_numbers::tuples::arrangements;
use wythoff_rules::{Condition, Conjunction, Form, RuleError, Rules};

/// The game of the rules, or the condition that is outside the linear fragment.
///
/// ```
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// let game = wythoff_prove::translate(&rules).unwrap();
/// assert!(game.is_option(&[3, 5], &[1, 3]) && !game.is_option(&[3, 5], &[1, 4]));
/// ```
pub fn translate(rules: &Rules) -> Result<Game, RuleError> {
    let convention = rules.convention();
    let mut game = Game::new(rules.piles());
    for bound in rules.bounds().iter().flatten() {
        let values =
            u32::try_from(*bound).map_err(|_| RuleError::plain("a coordinate has too many values"))?;
        game = game.bounded(values);
    }
    for conjunction in rules.fragment()? {
        let refuse = |what: String| rules.outside(conjunction.family, &what);
        let Some(atoms) = Atoms::of(&conjunction.conditions).map_err(refuse)? else { continue };
        // In the prover's games piles never grow.
        let count = game.coordinates.len();
        if !rules.piles_never_grow() && (0..rules.piles()).any(|pile| atoms.taken(pile, count).0 < Some(0)) {
            let family = &rules.families()[conjunction.family];
            return Err(refuse(format!("`{}` may add to a pile", family.text)));
        }
        for family in families(rules, &game.coordinates, &conjunction, &atoms)? {
            family.check_numbers(game.coordinates.len()).map_err(|error| refuse(error.to_string()))?;
            game = game.family(family);
        }
    }
    for terminal in &convention.terminals {
        for place in if rules.is_symmetric() { arrangements(terminal) } else { vec![terminal.clone()] } {
            game = game.terminal(&place);
        }
    }
    if convention.misere {
        game = game.convention(Convention::Misere);
    }
    if let Some(block) = &convention.block {
        let k = u8::try_from(block.k)
            .map_err(|_| RuleError::plain("too many options are blocked for a proof"))?;
        game = game.convention(Convention::Blocking(k));
    }
    if convention.pass {
        game = with_pass(game)?;
    }
    game.validate().map_err(|error| RuleError::plain(format!("outside the linear fragment: {error}")))?;
    Ok(game)
}

/// Positions without a move that a game with a pass may have.
const ENDS: usize = 200;

/// The game with one more coordinate, last: 1 while the pass is there, 0 when it is gone. A player may pass where there is
/// a move: everywhere but at finitely many positions, which become terminal.
fn with_pass(game: Game) -> Result<Game, RuleError> {
    let refuse = |what: &str| Err(RuleError::plain(format!("outside the linear fragment: {what}")));
    if matches!(game.convention, Convention::Blocking(_)) {
        return refuse("a pass together with blocking");
    }
    if game.coordinates.iter().any(|c| *c != Coordinate::Pile) {
        return refuse("a pass together with a coordinate that is no pile");
    }
    let limits = Limits { states: 20_000, ..Limits::default() };
    let Ok(Some(ends)) = Prover::without_moves(&game, ENDS, &limits) else {
        return refuse("a pass where infinitely many positions have no move, so that nobody may pass there");
    };
    let mut game = game.plus_nim_pile(1);
    if let Some(pass) = game.families.last_mut() {
        pass.label = "pass".to_string();
    }
    for mut end in ends {
        end.push(1);
        game = game.terminal(&end);
    }
    Ok(game)
}

/// The value of a proof's last coordinate at which it speaks of the game as it begins: a pass that is still there.
pub(crate) fn at_start(rules: &Rules) -> usize {
    usize::from(rules.convention().pass)
}

/// From so many piles on a family says which is the first to fall and leaves the others open: not all that stay or fall are
/// told apart.
const MANY: usize = 3;

/// One conjunction, split so that every coordinate either stays or falls.
fn families(
    rules: &Rules,
    coordinates: &[Coordinate],
    conjunction: &Conjunction,
    atoms: &Atoms,
) -> Result<Vec<Family>, RuleError> {
    let label = rules.families()[conjunction.family].label.clone();
    let blockable = rules.convention().block.as_ref().is_none_or(|b| b.families[conjunction.family]);
    let mut patterns: Vec<Vec<Change>> = vec![Vec::new()];
    let piles = (0..coordinates.len()).filter(|index| coordinates[*index] == Coordinate::Pile);
    let many = piles.clone().count() >= MANY;
    let certain = piles.clone().any(|index| atoms.taken(index, coordinates.len()).0 >= Some(1));
    for (index, coordinate) in coordinates.iter().enumerate() {
        let (least, most) = atoms.taken(index, coordinates.len());
        let choices: Vec<Change> = match coordinate {
            _ if most == Some(0) && least == Some(0) => vec![Change::Same],
            Coordinate::Bounded(_) => vec![Change::Any],
            Coordinate::Pile if least >= Some(1) => vec![Change::Less],
            Coordinate::Pile if most == Some(0) => vec![Change::Same],
            Coordinate::Pile => vec![Change::Same, Change::Less],
        };
        patterns = patterns
            .iter()
            .flat_map(|p| {
                let fallen = certain || p.contains(&Change::Less);
                let fallen = many && fallen && *coordinate == Coordinate::Pile;
                let choices: &[Change] =
                    if fallen && choices.len() > 1 { &[Change::AtMost] } else { &choices };
                choices.iter().map(|c| [p.as_slice(), &[*c]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    let mut out = Vec::new();
    for change in patterns {
        let falls = change.iter().zip(coordinates).any(|(c, k)| *c == Change::Less && *k == Coordinate::Pile);
        for change in if falls { vec![change] } else { bounded_falls(rules, &change)? } {
            if atoms.allow(&change) {
                let atoms = atoms.list(&change);
                out.push(Family { label: label.clone(), change, atoms, blockable });
            }
        }
    }
    Ok(out)
}

/// The patterns of moves that leave all piles: since every game ends, a bounded coordinate falls.
fn bounded_falls(rules: &Rules, change: &[Change]) -> Result<Vec<Vec<Change>>, RuleError> {
    let bounded: Vec<usize> = (0..change.len()).filter(|c| change[*c] == Change::Any).collect();
    if bounded.len() > 1 && !rules.only_takes() {
        let message = "outside the linear fragment: with the piles as they are, one coordinate may rise and another fall";
        return Err(RuleError::plain(message));
    }
    let mut patterns = vec![change.to_vec()];
    for at in bounded {
        patterns = patterns
            .iter()
            .flat_map(|p| {
                [Change::Same, Change::Less].map(|c| {
                    let mut p = p.clone();
                    p[at] = c;
                    p
                })
            })
            .collect();
    }
    Ok(patterns.into_iter().filter(|p| p.contains(&Change::Less)).collect())
}

/// Coefficients before and after the move.
type Coefficients = (Vec<i64>, Vec<i64>);

/// The bounds lo and hi.
type Bounds = (Option<i64>, Option<i64>);

/// Conditions gathered by their linear form: lo <= form <= hi.
pub(crate) struct Atoms {
    linear: BTreeMap<Coefficients, Bounds>,
    modular: Vec<Atom>,
}

impl Atoms {
    /// `None` if the conditions contradict each other; an error names a number that is too large. All sums are
    /// taken in 128 bits, where what fits 64 bits cannot overflow: a condition that wrapped around would be another.
    pub(crate) fn of(conditions: &[Condition]) -> Result<Option<Atoms>, String> {
        let mut atoms = Atoms { linear: BTreeMap::new(), modular: Vec::new() };
        for condition in conditions {
            let possible = match condition {
                Condition::AtLeastZero(form) => atoms.at_least_zero(form)?,
                Condition::Divisible(form, modulus) => atoms.divisible(form, *modulus)?,
            };
            if !possible {
                return Ok(None);
            }
        }
        let possible = atoms.linear.values().all(|(lo, hi)| lo.zip(*hi).is_none_or(|(lo, hi)| lo <= hi));
        Ok(possible.then_some(atoms))
    }

    /// Whether the condition is possible.
    fn at_least_zero(&mut self, form: &Form) -> Result<bool, String> {
        let coefficients = || form.before.iter().chain(&form.after).map(|c| i128::from(*c));
        let Some(first) = coefficients().find(|c| *c != 0) else { return Ok(form.constant >= 0) };
        let common = coefficients().fold(0, gcd);
        let sign = if first < 0 { -1 } else { 1 };
        let scaled = |v: &[i64]| v.iter().map(|c| narrow(sign * i128::from(*c) / common)).collect();
        let key: (Result<Vec<i64>, String>, Result<Vec<i64>, String>) =
            (scaled(&form.before), scaled(&form.after));
        let entry = self.linear.entry((key.0?, key.1?)).or_insert((None, None));
        // common * scaled form >= -constant, or <= constant where the sign was turned.
        let constant = i128::from(form.constant);
        if sign > 0 {
            let lo = narrow(-constant.div_euclid(common))?;
            entry.0 = Some(entry.0.map_or(lo, |old| old.max(lo)));
        } else {
            let hi = narrow(constant.div_euclid(common))?;
            entry.1 = Some(entry.1.map_or(hi, |old| old.min(hi)));
        }
        Ok(true)
    }

    /// Whether the condition is possible.
    fn divisible(&mut self, form: &Form, modulus: u64) -> Result<bool, String> {
        if modulus == 0 {
            return Err("a modulus is 0".to_string());
        }
        let m = i128::from(modulus);
        let reduced = |v: &[i64]| v.iter().map(|c| i128::from(*c).rem_euclid(m)).collect::<Vec<i128>>();
        let (before, after) = (reduced(&form.before), reduced(&form.after));
        let residue = (-i128::from(form.constant)).rem_euclid(m);
        // What divides all coefficients and the modulus divides the residue, or nothing satisfies the condition.
        let common = before.iter().chain(&after).fold(m, |g, c| gcd(g, *c));
        if residue % common != 0 {
            return Ok(false);
        }
        if common == m {
            return Ok(true);
        }
        let modulus = u32::try_from(m / common)
            .map_err(|_| format!("a congruence modulo {}, which does not fit 32 bits", m / common))?;
        let residue = u32::try_from(residue / common).map_err(|_| "a residue is too large".to_string())?;
        let divided =
            |v: Vec<i128>| v.into_iter().map(|c| narrow(c / common)).collect::<Result<Vec<i64>, _>>();
        self.modular.push(Atom::Mod { before: divided(before)?, after: divided(after)?, modulus, residue });
        Ok(true)
    }

    /// Whether the linear conditions on amounts, each by itself, leave room for a pattern: an amount is 0 where the
    /// coordinate stays, at least 1 where it falls. With two piles the diagonal has no move that leaves one of them.
    fn allow(&self, change: &[Change]) -> bool {
        self.linear.iter().all(|((before, after), (lo, hi))| {
            if before.iter().zip(after).any(|(b, a)| *b != -*a) {
                return true;
            }
            let (mut least, mut most) = (Some(0i64), Some(0i64));
            for (c, change) in before.iter().zip(change).filter(|(c, _)| **c != 0) {
                match change {
                    Change::Same => {}
                    Change::Less if *c > 0 => (least, most) = (least.and_then(|n| n.checked_add(*c)), None),
                    Change::Less => (least, most) = (None, most.and_then(|n| n.checked_add(*c))),
                    _ => (least, most) = (None, None),
                }
            }
            least.zip(*hi).is_none_or(|(least, hi)| least <= hi)
                && most.zip(*lo).is_none_or(|(most, lo)| most >= lo)
        })
    }

    /// What is known of the amount taken from one coordinate alone.
    fn taken(&self, coordinate: usize, count: usize) -> (Option<i64>, Option<i64>) {
        let mut before = vec![0; count];
        before[coordinate] = 1;
        let after = before.iter().map(|c: &i64| -c).collect();
        self.linear.get(&(before, after)).copied().unwrap_or((None, None))
    }

    /// The conditions that the pattern of changes does not say already.
    fn list(&self, change: &[Change]) -> Vec<Atom> {
        let mut out = Vec::new();
        for ((before, after), (lo, hi)) in &self.linear {
            if !said(change, before, after, *lo, *hi) {
                out.push(Atom::Linear { before: before.clone(), after: after.clone(), lo: *lo, hi: *hi });
            }
        }
        out.extend(self.modular.iter().cloned());
        out
    }

    /// All the conditions.
    pub(crate) fn all(&self) -> Vec<Atom> {
        let linear = self.linear.iter().map(|((before, after), (lo, hi))| Atom::Linear {
            before: before.clone(),
            after: after.clone(),
            lo: *lo,
            hi: *hi,
        });
        linear.chain(self.modular.iter().cloned()).collect()
    }
}

/// Whether a pattern that some coordinate falls in says lo <= before · x + after · x' <= hi: the condition is about
/// the amount taken from one coordinate, or about the sum of all amounts.
fn said(change: &[Change], before: &[i64], after: &[i64], lo: Option<i64>, hi: Option<i64>) -> bool {
    if before.iter().zip(after).any(|(b, a)| *b != -*a) {
        return false;
    }
    if before.iter().all(|c| *c == 1) {
        return !change.contains(&Change::Any) && lo <= Some(1) && hi.is_none();
    }
    let mut taken = before.iter().zip(change).filter(|(c, _)| **c != 0);
    match (taken.next(), taken.next()) {
        (Some((1, Change::Same)), None) => lo <= Some(0) && hi.is_none_or(|hi| hi >= 0),
        (Some((1, Change::Less)), None) => lo <= Some(1) && hi.is_none(),
        (Some((1, Change::AtMost)), None) => lo <= Some(0) && hi.is_none(),
        _ => false,
    }
}

/// As a number of the prover, or the complaint that it is none.
fn narrow(n: i128) -> Result<i64, String> {
    i64::try_from(n).map_err(|_| format!("the number {n} does not fit 64 bits"))
}

/// Of numbers that came from 64 bits; never negative.
fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
