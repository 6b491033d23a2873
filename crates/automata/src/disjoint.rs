//! Families made disjoint as sets of options: f minus g is the union of "f, the first conditions of g hold,
//! the next one fails", and the failure of a linear or modular condition is again linear or modular.

use crate::dfa::{Alphabet, Dfa};
use crate::error::AutomataError;
use crate::family::{CompiledFamily, Labels, Nfa};
use crate::game::{Atom, Change, Coordinate, Family, Game};
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;

/// What the emptiness test needs.
pub(crate) struct Space<'a> {
    pub(crate) game: &'a Game,
    pub(crate) numeration: &'a Numeration,
    pub(crate) alphabet: &'a Alphabet,
    pub(crate) universe: &'a Dfa,
    pub(crate) limits: &'a Limits,
}

impl Space<'_> {
    /// Whether the family has any move at all.
    fn is_inhabited(&self, family: &Family) -> Result<bool, Limit> {
        let compiled = CompiledFamily::new(
            self.game,
            family,
            self.numeration,
            self.alphabet,
            Labels::Drop,
            self.limits,
        )?;
        let period = self.numeration.period();
        let phases = self.universe.phases(period);
        let modes = self.game.modes();
        let nfa = Nfa::build(&compiled, self.universe, &phases, period, modes, self.limits)?;
        Ok(nfa.starts.iter().any(|s| !s.is_empty()))
    }

    fn overlap(&self, f: &Family, g: &Family) -> Result<bool, Limit> {
        let Some(mut both) = (0..f.change.len()).try_fold(f.clone(), |mut both, i| {
            both.change[i] = meet(both.change[i], g.change[i])?;
            Some(both)
        }) else {
            return Ok(false);
        };
        both.atoms.extend(g.atoms.iter().cloned());
        self.is_inhabited(&both)
    }

    /// The pieces of f outside g, pairwise disjoint.
    fn minus(&self, f: &Family, g: &Family) -> Result<Vec<Family>, Limit> {
        let mut pieces = Vec::new();
        let mut rest = f.clone();
        let n = f.change.len();
        let mut keep = |piece: Option<Family>| -> Result<(), Limit> {
            if let Some(mut piece) = piece
                && self.is_inhabited(&piece)?
            {
                piece.label = format!("{} ({})", f.label, pieces.len() + 1);
                pieces.push(piece);
            }
            Ok(())
        };
        for i in 0..n {
            let with_change = |change: Change| {
                meet(rest.change[i], change).map(|c| {
                    let mut piece = rest.clone();
                    piece.change[i] = c;
                    piece
                })
            };
            let with_bound = |lo: Option<i64>, hi: Option<i64>| {
                let mut c = vec![0; n];
                c[i] = 1;
                Some(rest.clone().with(Atom::taken(&c, lo, hi)))
            };
            match (self.game.coordinates[i], g.change[i]) {
                (Coordinate::Pile, Change::Same) => keep(with_change(Change::Less))?,
                (Coordinate::Pile, Change::Less) => keep(with_change(Change::Same))?,
                (Coordinate::Pile, _) | (_, Change::Any) => {}
                (Coordinate::Bounded(_), Change::Same) => {
                    keep(with_bound(Some(1), None))?;
                    keep(with_bound(None, Some(-1)))?;
                }
                (Coordinate::Bounded(_), Change::Less) => keep(with_bound(None, Some(0)))?,
                (Coordinate::Bounded(_), Change::AtMost) => keep(with_bound(None, Some(-1)))?,
            }
            match with_change(g.change[i]) {
                Some(piece) => rest = piece,
                None => return Ok(pieces),
            }
        }
        for atom in &g.atoms {
            match atom {
                Atom::Linear { before, after, lo, hi } => {
                    let side = |lo: Option<i64>, hi: Option<i64>| {
                        let atom = Atom::Linear { before: before.clone(), after: after.clone(), lo, hi };
                        Some(rest.clone().with(atom))
                    };
                    if let Some(lo) = lo {
                        keep(side(None, Some(lo - 1)))?;
                    }
                    if let Some(hi) = hi {
                        keep(side(Some(hi + 1), None))?;
                    }
                }
                Atom::Mod { before, after, modulus, residue } => {
                    for r in (0..*modulus).filter(|r| r != residue) {
                        let (before, after) = (before.clone(), after.clone());
                        keep(Some(rest.clone().with(Atom::Mod {
                            before,
                            after,
                            modulus: *modulus,
                            residue: r,
                        })))?;
                    }
                }
            }
            rest = rest.with(atom.clone());
        }
        Ok(pieces)
    }

    /// The same moves by disjoint families. A blockable and an unblockable family that overlap are refused.
    pub(crate) fn disjoint(&self, families: &[Family]) -> Result<Result<Vec<Family>, AutomataError>, Limit> {
        let mut result: Vec<Family> = Vec::new();
        for (i, f) in families.iter().enumerate() {
            let mut pieces = vec![f.clone()];
            for g in &families[..i] {
                let mut next = Vec::new();
                for piece in pieces {
                    if !self.overlap(&piece, g)? {
                        next.push(piece);
                        continue;
                    }
                    if f.blockable != g.blockable {
                        let (first, second) = (g.label.clone(), f.label.clone());
                        return Ok(Err(AutomataError::Overlap { first, second }));
                    }
                    next.extend(self.minus(&piece, g)?);
                }
                pieces = next;
            }
            result.extend(pieces);
        }
        Ok(Ok(result))
    }
}

/// Both changes at once; `None` if they exclude each other.
fn meet(a: Change, b: Change) -> Option<Change> {
    use Change::{Any, AtMost, Less, Same};
    match (a, b) {
        (x, y) if x == y => Some(x),
        (Any, x) | (x, Any) => Some(x),
        (AtMost, x) | (x, AtMost) => Some(x),
        (Same, Less) | (Less, Same) => None,
        _ => None,
    }
}
