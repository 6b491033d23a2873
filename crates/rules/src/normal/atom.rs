//! Conditions on terms, and conjunctions of them kept tidy: each condition in its simplest form, the tighter of two that are
//! parallel, and nothing that contradicts itself in plain sight.

use super::Outside;
use super::term::{Symbol, Symbols, Term, gcd};

/// A condition on a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Atom {
    /// The term is 0.
    Zero(Term),
    /// The term is 0 or more.
    AtLeast(Term),
    /// The number divides the term.
    Divides(i128, Term),
    /// The number does not divide the term.
    Leaves(i128, Term),
}

/// A condition that may be settled already.
enum Simple {
    Settled(bool),
    Open(Atom),
}

impl Atom {
    pub fn term(&self) -> &Term {
        match self {
            Atom::Zero(t) | Atom::AtLeast(t) | Atom::Divides(_, t) | Atom::Leaves(_, t) => t,
        }
    }

    /// The same condition on another term.
    pub fn on(&self, term: Term) -> Atom {
        match self {
            Atom::Zero(_) => Atom::Zero(term),
            Atom::AtLeast(_) => Atom::AtLeast(term),
            Atom::Divides(m, _) => Atom::Divides(*m, term),
            Atom::Leaves(m, _) => Atom::Leaves(*m, term),
        }
    }

    /// What holds where this does not: one of these.
    pub fn negation(&self) -> Result<Vec<Atom>, Outside> {
        Ok(match self {
            Atom::Zero(t) => vec![Atom::AtLeast(t.shifted(-1)?), Atom::AtLeast(t.times(-1)?.shifted(-1)?)],
            Atom::AtLeast(t) => vec![Atom::AtLeast(t.times(-1)?.shifted(-1)?)],
            Atom::Divides(m, t) => vec![Atom::Leaves(*m, t.clone())],
            Atom::Leaves(m, t) => vec![Atom::Divides(*m, t.clone())],
        })
    }

    fn simple(self) -> Result<Simple, Outside> {
        let divided = |t: &Term, by: i128, constant: i128| Term {
            parts: t.parts.iter().map(|(s, c)| (*s, c / by)).collect(),
            constant,
        };
        Ok(match self {
            Atom::Zero(t) if t.is_constant() => Simple::Settled(t.constant == 0),
            Atom::Zero(t) => {
                let g = t.content();
                if t.constant % g != 0 {
                    return Ok(Simple::Settled(false));
                }
                let sign = t.parts[0].1.signum();
                Simple::Open(Atom::Zero(divided(&t, g * sign, t.constant / (g * sign))))
            }
            Atom::AtLeast(t) if t.is_constant() => Simple::Settled(t.constant >= 0),
            Atom::AtLeast(t) => {
                let g = t.content();
                Simple::Open(Atom::AtLeast(divided(&t, g, t.constant.div_euclid(g))))
            }
            Atom::Divides(m, t) => match residues(m, &t)? {
                Ok((m, t)) => Simple::Open(Atom::Divides(m, t)),
                Err(divides) => Simple::Settled(divides),
            },
            Atom::Leaves(m, t) => match residues(m, &t)? {
                Ok((m, t)) => Simple::Open(Atom::Leaves(m, t)),
                Err(divides) => Simple::Settled(!divides),
            },
        })
    }
}

/// The congruence t = 0 mod m with least residues, or whether it always holds (or never).
fn residues(m: i128, t: &Term) -> Result<Result<(i128, Term), bool>, Outside> {
    let reduced = |sign: i128| {
        let parts = t.parts.iter().map(|(s, c)| (*s, (sign * c).rem_euclid(m))).filter(|(_, c)| *c != 0);
        Term { parts: parts.collect(), constant: (sign * t.constant).rem_euclid(m) }
    };
    // A number and its negative have the same divisors.
    let t = reduced(1).min(reduced(-1));
    let common = gcd(t.content(), m);
    if t.constant % common != 0 {
        return Ok(Err(false));
    }
    if common == m {
        return Ok(Err(true));
    }
    let parts = t.parts.iter().map(|(s, c)| (*s, c / common)).collect();
    Ok(Ok((m / common, Term { parts, constant: t.constant / common })))
}

/// Conditions that all hold, in increasing order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Conjunction {
    pub atoms: Vec<Atom>,
}

impl Conjunction {
    /// The conjunction with one condition more; `None` if that cannot be.
    pub fn with(&self, atom: Atom) -> Result<Option<Conjunction>, Outside> {
        let mut out = self.clone();
        Ok(out.add(atom)?.then_some(out))
    }

    /// Adds a condition, and says whether the conjunction can still hold.
    pub fn add(&mut self, atom: Atom) -> Result<bool, Outside> {
        let atom = match atom.simple()? {
            Simple::Settled(holds) => return Ok(holds),
            Simple::Open(atom) => atom,
        };
        match &atom {
            Atom::Divides(..) | Atom::Leaves(..) => {
                if let Some([opposite]) = atom.negation().ok().as_deref()
                    && self.atoms.contains(opposite)
                {
                    return Ok(false);
                }
                self.insert(atom);
                Ok(true)
            }
            Atom::Zero(term) => self.add_zero(term.clone()),
            Atom::AtLeast(term) => self.add_at_least(term.clone()),
        }
    }

    fn insert(&mut self, atom: Atom) {
        if let Err(at) = self.atoms.binary_search(&atom) {
            self.atoms.insert(at, atom);
        }
    }

    fn add_zero(&mut self, term: Term) -> Result<bool, Outside> {
        let opposite = term.times(-1)?;
        let mut holds = true;
        self.atoms.retain(|atom| match atom {
            Atom::Zero(t) if t.parts == term.parts => {
                holds &= t.constant == term.constant;
                false
            }
            Atom::AtLeast(t) if t.parts == term.parts => {
                holds &= t.constant >= term.constant;
                false
            }
            Atom::AtLeast(t) if t.parts == opposite.parts => {
                holds &= t.constant >= opposite.constant;
                false
            }
            _ => true,
        });
        self.insert(Atom::Zero(term));
        Ok(holds)
    }

    fn add_at_least(&mut self, term: Term) -> Result<bool, Outside> {
        let opposite = term.times(-1)?;
        for (at, atom) in self.atoms.iter().enumerate() {
            match atom {
                Atom::Zero(t) if t.parts == term.parts => return Ok(term.constant >= t.constant),
                Atom::Zero(t) if t.parts == opposite.parts => return Ok(term.constant >= -t.constant),
                Atom::AtLeast(t) if t.parts == term.parts => {
                    if term.constant < t.constant {
                        self.atoms.remove(at);
                        return self.add_at_least(term);
                    }
                    return Ok(true);
                }
                Atom::AtLeast(t) if t.parts == opposite.parts => {
                    let room = t.constant.checked_add(term.constant).ok_or(Outside::Size)?;
                    if room < 0 {
                        return Ok(false);
                    }
                    if room == 0 {
                        self.atoms.remove(at);
                        return self.add(Atom::Zero(term));
                    }
                }
                _ => {}
            }
        }
        self.insert(Atom::AtLeast(term));
        Ok(true)
    }

    /// Both conjunctions; `None` if that cannot be.
    pub fn and(&self, other: &Conjunction) -> Result<Option<Conjunction>, Outside> {
        let mut out = self.clone();
        for atom in &other.atoms {
            if !out.add(atom.clone())? {
                return Ok(None);
            }
        }
        Ok(Some(out))
    }

    /// The conjunction with symbols replaced; `None` if it cannot hold.
    pub fn replaced(
        &self,
        symbols: &mut Symbols,
        by: &dyn Fn(Symbol) -> Option<Term>,
    ) -> Result<Option<Conjunction>, Outside> {
        let mut out = Conjunction::default();
        for atom in &self.atoms {
            let term = symbols.replaced(atom.term(), by)?;
            if !out.add(atom.on(term))? {
                return Ok(None);
            }
        }
        Ok(Some(out))
    }
}
