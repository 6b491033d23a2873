//! Games as move families of linear and modular conditions: the prover's input.
//!
//! A position is a tuple of coordinates: piles, and extra coordinates with finitely many values. Its options
//! are the tuples that differ from it by the pattern of some family and satisfy all atoms of that family.

use crate::error::AutomataError;
use std::fmt;

/// A coordinate of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coordinate {
    /// A pile: any nonnegative integer; moves never increase it.
    Pile,
    /// A value from 0 to one less than this.
    Bounded(u32),
}

/// How a family changes one coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// x' = x.
    Same,
    /// x' < x.
    Less,
    /// x' <= x.
    AtMost,
    /// Any x'; only for bounded coordinates.
    Any,
}

/// A condition on a position x and its option x', one coefficient a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Atom {
    /// lo <= before · x + after · x' <= hi, either bound may be missing.
    Linear {
        /// Coefficients of x.
        before: Vec<i64>,
        /// Coefficients of x'.
        after: Vec<i64>,
        /// The lower bound.
        lo: Option<i64>,
        /// The upper bound.
        hi: Option<i64>,
    },
    /// before · x + after · x' = residue modulo `modulus`.
    Mod {
        /// Coefficients of x.
        before: Vec<i64>,
        /// Coefficients of x'.
        after: Vec<i64>,
        /// The modulus.
        modulus: u32,
        /// The residue.
        residue: u32,
    },
}

impl Atom {
    /// lo <= c · (x - x') <= hi: a condition on the amounts taken.
    pub fn taken(c: &[i64], lo: Option<i64>, hi: Option<i64>) -> Self {
        Atom::Linear { before: c.to_vec(), after: c.iter().map(|v| -v).collect(), lo, hi }
    }

    /// lo <= c · x <= hi: a condition on the position.
    pub fn before(c: &[i64], lo: Option<i64>, hi: Option<i64>) -> Self {
        Atom::Linear { before: c.to_vec(), after: vec![0; c.len()], lo, hi }
    }

    /// lo <= c · x' <= hi: a condition on the option.
    pub fn after(c: &[i64], lo: Option<i64>, hi: Option<i64>) -> Self {
        Atom::Linear { before: vec![0; c.len()], after: c.to_vec(), lo, hi }
    }

    /// c · (x - x') = residue modulo `modulus`.
    pub fn taken_mod(c: &[i64], modulus: u32, residue: u32) -> Self {
        Atom::Mod { before: c.to_vec(), after: c.iter().map(|v| -v).collect(), modulus, residue }
    }

    /// The coefficients of x and of x'.
    pub fn coefficients(&self) -> (&[i64], &[i64]) {
        match self {
            Atom::Linear { before, after, .. } | Atom::Mod { before, after, .. } => (before, after),
        }
    }

    /// Whether the condition holds for x and x'.
    pub fn holds(&self, x: &[u64], y: &[u64]) -> bool {
        let (before, after) = self.coefficients();
        let dot = |c: &[i64], p: &[u64]| -> i128 {
            c.iter().zip(p).map(|(&c, &v)| i128::from(c) * i128::from(v)).sum()
        };
        let sum = dot(before, x) + dot(after, y);
        match self {
            Atom::Linear { lo, hi, .. } => {
                lo.is_none_or(|lo| sum >= i128::from(lo)) && hi.is_none_or(|hi| sum <= i128::from(hi))
            }
            Atom::Mod { modulus, residue, .. } => {
                sum.rem_euclid(i128::from(*modulus)) == i128::from(*residue)
            }
        }
    }
}

/// The largest coefficient, bound and modulus: with them no sum of the constructions leaves 64 bits unnoticed.
const COEFFICIENT: u64 = 1_000_000;
const BOUND: u64 = 1_000_000_000_000;
const MODULUS: u32 = 1000;

/// A set of moves: a pattern of changes and a conjunction of atoms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Family {
    /// A short name for reports; no line breaks.
    pub label: String,
    /// One change a coordinate.
    pub change: Vec<Change>,
    /// All of these must hold.
    pub atoms: Vec<Atom>,
    /// Whether options of this family may be blocked (in games with blocking).
    pub blockable: bool,
}

impl Family {
    /// A family with the given pattern and no atoms.
    pub fn new(label: &str, change: &[Change]) -> Self {
        Family { label: label.to_string(), change: change.to_vec(), atoms: Vec::new(), blockable: true }
    }

    /// Any positive number from coordinate `i` alone, of `n`.
    pub fn nim(n: usize, i: usize) -> Self {
        let change: Vec<Change> = (0..n).map(|j| if i == j { Change::Less } else { Change::Same }).collect();
        Self::new(&format!("nim {i}"), &change)
    }

    /// The moves i·v, i >= 1, for a nonzero vector v of nonnegative integers.
    pub fn ray(label: &str, v: &[u64]) -> Self {
        let mut family = Self::new(label, &pattern(v));
        let n = v.len();
        let Some(first) = v.iter().position(|&a| a > 0) else { return family };
        // v_j · (amount from the first) = v_first · (amount from j), and i = amount / v_first is an integer.
        for j in (first + 1..n).filter(|&j| v[j] > 0) {
            let mut c = vec![0; n];
            c[first] = size(v[j]);
            c[j] = -size(v[first]);
            family.atoms.push(Atom::taken(&c, Some(0), Some(0)));
        }
        if v[first] > 1 {
            let mut c = vec![0; n];
            c[first] = 1;
            family.atoms.push(Atom::taken_mod(&c, u32::try_from(v[first]).unwrap_or(u32::MAX), 0));
        }
        family
    }

    /// The single move v, a nonzero vector of nonnegative integers.
    pub fn vector(v: &[u64]) -> Self {
        let name = v.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let mut family = Self::new(&format!("vector {name}"), &pattern(v));
        for (j, &a) in v.iter().enumerate().filter(|(_, a)| **a > 0) {
            let mut c = vec![0; v.len()];
            c[j] = 1;
            family.atoms.push(Atom::taken(&c, Some(size(a)), Some(size(a))));
        }
        family
    }

    /// Adds an atom.
    pub fn with(mut self, atom: Atom) -> Self {
        self.atoms.push(atom);
        self
    }

    /// Renames the family.
    pub fn named(mut self, label: &str) -> Self {
        self.label = label.to_string();
        self
    }

    /// Marks the family as one whose options cannot be blocked.
    pub fn unblockable(mut self) -> Self {
        self.blockable = false;
        self
    }

    /// Checks that the family speaks of `n` coordinates and that its numbers are in range.
    pub fn check_numbers(&self, n: usize) -> Result<(), AutomataError> {
        let lengths = std::iter::once(self.change.len())
            .chain(self.atoms.iter().flat_map(|a| [a.coefficients().0.len(), a.coefficients().1.len()]));
        if let Some(given) = lengths.into_iter().find(|&l| l != n) {
            return Err(AutomataError::FamilyShape { family: self.label.clone(), given, expected: n });
        }
        for atom in &self.atoms {
            let (before, after) = atom.coefficients();
            let wrong = |what: String| Err(AutomataError::Size { family: self.label.clone(), what });
            if let Some(c) = before.iter().chain(after).find(|c| c.unsigned_abs() > COEFFICIENT) {
                return wrong(format!("the coefficient {c} is beyond 10^6"));
            }
            match atom {
                Atom::Linear { lo, hi, .. } => {
                    if let Some(b) = [lo, hi].into_iter().flatten().find(|b| b.unsigned_abs() > BOUND) {
                        return wrong(format!("the bound {b} is beyond 10^12"));
                    }
                }
                Atom::Mod { modulus, residue, .. } => {
                    if !(1..=MODULUS).contains(modulus) || residue >= modulus {
                        return wrong(format!(
                            "the congruence to {residue} modulo {modulus} is beyond the modulus {MODULUS}"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether y is an option of x by this family.
    pub fn contains(&self, x: &[u64], y: &[u64]) -> bool {
        let pattern = self.change.iter().zip(x.iter().zip(y)).all(|(change, (a, b))| match change {
            Change::Same => a == b,
            Change::Less => b < a,
            Change::AtMost => b <= a,
            Change::Any => true,
        });
        pattern && self.atoms.iter().all(|atom| atom.holds(x, y))
    }
}

/// As a coefficient; what does not fit is refused by [`Game::validate`].
fn size(a: u64) -> i64 {
    i64::try_from(a).unwrap_or(i64::MAX)
}

fn pattern(v: &[u64]) -> Vec<Change> {
    v.iter().map(|&a| if a > 0 { Change::Less } else { Change::Same }).collect()
}

/// Who wins, and what may be blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
    /// Normal play; before each move the opponent forbids at most k - 1 of the blockable options.
    Blocking(u8),
}

/// A game: coordinates, families, convention, extra terminal positions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    /// The coordinates of a position.
    pub coordinates: Vec<Coordinate>,
    /// The moves: the union of the families.
    pub families: Vec<Family>,
    /// How play ends.
    pub convention: Convention,
    /// Positions from which no move is allowed although the families have one.
    pub terminals: Vec<Vec<u64>>,
}

impl Game {
    /// A game on `piles` piles in normal play, without moves so far.
    pub fn new(piles: usize) -> Self {
        Game {
            coordinates: vec![Coordinate::Pile; piles],
            families: Vec::new(),
            convention: Convention::Normal,
            terminals: Vec::new(),
        }
    }

    /// Adds a coordinate with values 0 .. values - 1. Add it before the families.
    pub fn bounded(mut self, values: u32) -> Self {
        self.coordinates.push(Coordinate::Bounded(values));
        self
    }

    /// Adds a family.
    pub fn family(mut self, family: Family) -> Self {
        self.families.push(family);
        self
    }

    /// Sets the convention.
    pub fn convention(mut self, convention: Convention) -> Self {
        self.convention = convention;
        self
    }

    /// Adds a terminal position.
    pub fn terminal(mut self, position: &[u64]) -> Self {
        self.terminals.push(position.to_vec());
        self
    }

    /// This game plus one Nim pile of at most `g`: a new last coordinate.
    ///
    /// By Sprague and Grundy (x, m) is a P-position of the sum iff G(x) = m, so a proof for the sum is a
    /// proof of the sets {G = 0}, ..., {G = g}. Only for normal play.
    pub fn plus_nim_pile(mut self, g: u32) -> Self {
        for family in &mut self.families {
            family.change.push(Change::Same);
            for atom in &mut family.atoms {
                match atom {
                    Atom::Linear { before, after, .. } | Atom::Mod { before, after, .. } => {
                        before.push(0);
                        after.push(0);
                    }
                }
            }
        }
        self.coordinates.push(Coordinate::Bounded(g.saturating_add(1)));
        let n = self.coordinates.len();
        self.families.push(Family::nim(n, n - 1).named("nim pile"));
        // A terminal x has G(x) = 0. With tokens left in the new pile (x, m) moves to (x, 0), which is P, so
        // whether the families also apply there does not matter.
        for terminal in &mut self.terminals {
            terminal.push(0);
        }
        self
    }

    /// The coordinates that are piles.
    pub fn piles(&self) -> Vec<usize> {
        (0..self.coordinates.len()).filter(|&i| self.coordinates[i] == Coordinate::Pile).collect()
    }

    /// Whether y is an option of x.
    pub fn is_option(&self, x: &[u64], y: &[u64]) -> bool {
        !self.terminals.iter().any(|t| t == x) && self.families.iter().any(|f| f.contains(x, y))
    }

    /// Whether the tuple is a position.
    pub fn is_position(&self, x: &[u64]) -> bool {
        x.len() == self.coordinates.len()
            && x.iter().zip(&self.coordinates).all(|(&v, c)| match c {
                Coordinate::Pile => true,
                Coordinate::Bounded(b) => v < u64::from(*b),
            })
    }

    /// Checks that every move decreases and that all numbers are in range.
    pub fn validate(&self) -> Result<(), AutomataError> {
        let n = self.coordinates.len();
        let piles = self.piles().len();
        if piles == 0 || piles > 8 {
            return Err(AutomataError::Piles(piles));
        }
        let mut modes = 1u64;
        for c in &self.coordinates {
            if let Coordinate::Bounded(b) = c {
                modes = modes.saturating_mul(u64::from(*b));
            }
        }
        if modes == 0 || modes > 1024 {
            return Err(AutomataError::Bounded);
        }
        if let Convention::Blocking(k) = self.convention
            && (k == 0 || k > 60)
        {
            return Err(AutomataError::Blocking(k));
        }
        if let Some(t) = self.terminals.iter().find(|t| !self.is_position(t)) {
            return Err(AutomataError::Terminal(t.clone()));
        }
        for family in &self.families {
            let label = || family.label.clone();
            family.check_numbers(n)?;
            let (mut less_pile, mut moved_pile, mut less_bounded, mut any) = (false, false, false, false);
            for (change, c) in family.change.iter().zip(&self.coordinates) {
                match (c, change) {
                    (Coordinate::Pile, Change::Any) => return Err(AutomataError::Grows(label())),
                    (Coordinate::Pile, Change::Less) => less_pile = true,
                    (Coordinate::Pile, Change::AtMost) => moved_pile = true,
                    (Coordinate::Bounded(_), Change::Less) => less_bounded = true,
                    (Coordinate::Bounded(_), Change::Any) => any = true,
                    _ => {}
                }
            }
            if !less_pile && (moved_pile || any || !less_bounded) {
                return Err(AutomataError::Termination(label()));
            }
        }
        Ok(())
    }

    /// The number of values of the bounded coordinates together.
    pub(crate) fn modes(&self) -> usize {
        self.bounds().iter().map(|&(_, b)| b as usize).product()
    }

    fn bounds(&self) -> Vec<(usize, u32)> {
        self.coordinates
            .iter()
            .enumerate()
            .filter_map(|(i, c)| match c {
                Coordinate::Pile => None,
                Coordinate::Bounded(b) => Some((i, *b)),
            })
            .collect()
    }

    /// The values of the bounded coordinates in a mode, as a tuple over all coordinates (piles 0).
    pub(crate) fn mode_values(&self, mut mode: usize) -> Vec<u64> {
        let mut values = vec![0; self.coordinates.len()];
        for (i, b) in self.bounds() {
            values[i] = (mode % b as usize) as u64;
            mode /= b as usize;
        }
        values
    }

    /// The mode of a position.
    pub(crate) fn mode_of(&self, position: &[u64]) -> usize {
        let mut mode = 0;
        for (i, b) in self.bounds().into_iter().rev() {
            mode = mode * b as usize + position[i] as usize;
        }
        mode
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.label)?;
        for (i, change) in self.change.iter().enumerate() {
            let sign = match change {
                Change::Same => "=",
                Change::Less => "<",
                Change::AtMost => "<=",
                Change::Any => "any",
            };
            write!(f, "{}x{i}' {sign}", if i > 0 { ", " } else { "" })?;
            if *change != Change::Any {
                write!(f, " x{i}")?;
            }
        }
        for atom in &self.atoms {
            let (before, after) = atom.coefficients();
            let mut sum = String::new();
            let named =
                before.iter().map(|c| (c, "")).zip(0..).chain(after.iter().map(|c| (c, "'")).zip(0..));
            for ((&c, prime), i) in named.filter(|((c, _), _)| **c != 0) {
                let sign = if c < 0 { "-" } else { "+" };
                let size = if c.abs() == 1 { String::new() } else { format!("{}*", c.abs()) };
                sum += &format!("{}{size}x{i}{prime}", if sum.is_empty() && c > 0 { "" } else { sign });
            }
            match atom {
                Atom::Linear { lo: Some(lo), hi: Some(hi), .. } if lo == hi => write!(f, "; {sum} = {lo}")?,
                Atom::Linear { lo, hi, .. } => {
                    write!(f, "; ")?;
                    if let Some(lo) = lo {
                        write!(f, "{lo} <= ")?;
                    }
                    write!(f, "{sum}")?;
                    if let Some(hi) = hi {
                        write!(f, " <= {hi}")?;
                    }
                }
                Atom::Mod { modulus, residue, .. } => write!(f, "; {sum} = {residue} mod {modulus}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_and_vectors_mean_their_multiples() {
        let ray = Family::ray("r", &[2, 0, 3]);
        for i in 0..20u64 {
            for j in 0..20u64 {
                let expected = i > 0 && i % 2 == 0 && j == i / 2 * 3;
                assert_eq!(ray.contains(&[20, 5, 30], &[20 - i, 5, 30 - j]), expected);
            }
        }
        assert!(Family::vector(&[2, 3]).contains(&[5, 5], &[3, 2]));
        assert!(!Family::vector(&[2, 3]).contains(&[5, 5], &[3, 3]));
    }

    #[test]
    fn refuses_moves_that_need_not_end() {
        let idle = Game::new(2).family(Family::new("idle", &[Change::AtMost, Change::Same]));
        assert_eq!(idle.validate(), Err(AutomataError::Termination("idle".into())));
        let up = Game::new(1).bounded(3).family(Family::new("up", &[Change::Same, Change::Any]));
        assert_eq!(up.validate(), Err(AutomataError::Termination("up".into())));
        let grow = Game::new(1).family(Family::new("grow", &[Change::Any]));
        assert_eq!(grow.validate(), Err(AutomataError::Grows("grow".into())));
        let fine = Game::new(1).bounded(3).family(Family::new("fine", &[Change::Less, Change::Any]));
        assert_eq!(fine.validate(), Ok(()));
    }

    #[test]
    fn families_read_back() {
        let family = Family::ray("ray", &[2, 3]);
        assert_eq!(
            family.to_string(),
            "ray: x0' < x0, x1' < x1; 3*x0-2*x1-3*x0'+2*x1' = 0; x0-x0' = 0 mod 2"
        );
    }
}
