//! What is decided about conjunctions: whether one can hold, and whether it is covered by others.

use super::Outside;
use super::atom::{Atom, Conjunction};
use super::omega::{Effort, Row, System, has_solution};
use super::term::{Opaque, Symbol, Symbols, Term};

/// The symbols in use, the bounds of the coordinates, and the work that may still be done.
pub(crate) struct Decide {
    pub symbols: Symbols,
    /// For each coordinate the bound below which it stays, if it has one.
    pub bounds: Vec<Option<u64>>,
    pub effort: Effort,
}

impl Decide {
    /// Whether a conjunction holds for some move between positions, symbols for what is not linear being free.
    pub fn can_hold(&mut self, conjunction: &Conjunction) -> Result<bool, Outside> {
        let system = self.system(conjunction)?;
        has_solution(system, &mut self.effort)
    }

    fn system(&self, conjunction: &Conjunction) -> Result<System, Outside> {
        let mut columns: Vec<Symbol> = Vec::new();
        let mut rows: Vec<(Term, bool)> = Vec::new();
        // What is known of a symbol may speak of others.
        let mut waiting: Vec<Term> = conjunction.atoms.iter().map(|atom| atom.term().clone()).collect();
        while let Some(term) = waiting.pop() {
            for (symbol, _) in &term.parts {
                if !columns.contains(symbol) {
                    columns.push(*symbol);
                    let mut known = Vec::new();
                    self.known_of(*symbol, &mut known)?;
                    rows.extend(known.iter().map(|term| (term.clone(), false)));
                    waiting.extend(known);
                }
            }
        }
        self.positions(&mut columns, &mut rows)?;
        self.products(conjunction, &columns, &mut rows);
        let mut fresh = 0;
        for atom in &conjunction.atoms {
            match atom {
                Atom::Zero(t) => rows.push((t.clone(), true)),
                Atom::AtLeast(t) => rows.push((t.clone(), false)),
                Atom::Divides(..) | Atom::Leaves(..) => fresh += 1,
            }
        }
        let width = columns.len() + fresh;
        let row = |term: &Term| {
            let mut coefficients = vec![0; width];
            for (symbol, c) in &term.parts {
                let at = columns.iter().position(|s| s == symbol).ok_or(Outside::Meaning)?;
                coefficients[at] = *c;
            }
            Ok(Row { coefficients, constant: term.constant })
        };
        let mut system = System::default();
        for (term, is_zero) in &rows {
            let row = row(term)?;
            if *is_zero { system.equations.push(row) } else { system.inequalities.push(row) }
        }
        let mut next = columns.len();
        for atom in &conjunction.atoms {
            match atom {
                Atom::Divides(m, t) => {
                    let mut row = row(t)?;
                    row.coefficients[next] = -m;
                    next += 1;
                    system.equations.push(row);
                }
                Atom::Leaves(m, t) => {
                    // 1 <= t - m q <= m - 1.
                    let mut above = row(&t.shifted(-1)?)?;
                    above.coefficients[next] = -m;
                    let mut below = row(&t.times(-1)?.shifted(m - 1)?)?;
                    below.coefficients[next] = *m;
                    next += 1;
                    system.inequalities.extend([above, below]);
                }
                _ => {}
            }
        }
        Ok(system)
    }

    /// What a quotient is: 0 <= term - m q <= m - 1.
    fn known_of(&self, symbol: Symbol, known: &mut Vec<Term>) -> Result<(), Outside> {
        if let Some(Opaque::Quotient(inner, m)) = self.symbols.opaque(symbol) {
            let rest = inner.plus(&Term::symbol(symbol), -m)?;
            known.push(rest.times(-1)?.shifted(m - 1)?);
            known.push(rest);
        }
        Ok(())
    }

    /// A product of numbers that are at least a, b, ... >= 0 is at least a b ....
    fn products(&self, conjunction: &Conjunction, columns: &[Symbol], rows: &mut Vec<(Term, bool)>) {
        let least = |symbol: Symbol| {
            let stated = conjunction.atoms.iter().filter_map(|atom| match atom {
                Atom::AtLeast(t) if t.parts == [(symbol, 1)] => Some(-t.constant),
                _ => None,
            });
            let pile = symbol.checked_sub(self.symbols.coordinates).filter(|c| *c < self.symbols.coordinates);
            stated.chain(pile.map(|_| 0)).max().filter(|least| (0..1 << 20).contains(least))
        };
        for symbol in columns {
            if let Some(Opaque::Product(factors)) = self.symbols.opaque(*symbol)
                && factors.len() <= 4
                && let Some(product) = factors.iter().map(|f| least(*f)).product::<Option<i128>>()
            {
                rows.push((Term { parts: vec![(*symbol, 1)], constant: -product }, false));
            }
        }
    }

    /// Positions before and after the move are positions. What is left of an unbounded pile matters only where a condition
    /// speaks of it.
    fn positions(&self, columns: &mut Vec<Symbol>, rows: &mut Vec<(Term, bool)>) -> Result<(), Outside> {
        for (coordinate, bound) in self.bounds.iter().enumerate() {
            let (taken, left) = (self.symbols.taken(coordinate), self.symbols.left(coordinate));
            if !(columns.contains(&left) || bound.is_some() && columns.contains(&taken)) {
                continue;
            }
            for symbol in [taken, left] {
                if !columns.contains(&symbol) {
                    columns.push(symbol);
                }
            }
            for term in [Term::symbol(left), self.symbols.before(coordinate)] {
                if let Some(bound) = bound {
                    rows.push((term.times(-1)?.shifted(i128::from(*bound) - 1)?, false));
                }
                rows.push((term, false));
            }
        }
        Ok(())
    }

    /// Whether an amount that could not be read back stands in a conjunction: it can then not be denied.
    pub fn has_amounts(&self, conjunction: &Conjunction) -> bool {
        let mut found = false;
        for atom in &conjunction.atoms {
            self.symbols.visit(atom.term(), &mut |symbol| {
                found |= matches!(self.symbols.opaque(symbol), Some(Opaque::Amount(_)));
            });
        }
        found
    }

    /// Whether a conjunction holds only where one of the others does.
    pub fn covered(&mut self, conjunction: &Conjunction, others: &[Conjunction]) -> Result<bool, Outside> {
        if others.contains(conjunction) {
            return Ok(true);
        }
        if !self.can_hold(conjunction)? {
            return Ok(true);
        }
        let mut meeting = Vec::new();
        for other in others {
            if !self.has_amounts(other)
                && let Some(both) = conjunction.and(other)?
                && self.can_hold(&both)?
            {
                meeting.push(other);
            }
        }
        self.outside_all(conjunction, &meeting)
    }

    /// Whether nothing of a conjunction that can hold is outside all the others.
    fn outside_all(&mut self, conjunction: &Conjunction, others: &[&Conjunction]) -> Result<bool, Outside> {
        let Some((first, rest)) = others.split_first() else { return Ok(false) };
        let mut inside = conjunction.clone();
        for atom in &first.atoms {
            for negation in atom.negation()? {
                if let Some(out) = inside.with(negation)?
                    && self.can_hold(&out)?
                    && !self.outside_all(&out, rest)?
                {
                    return Ok(false);
                }
            }
            if !inside.add(atom.clone())? {
                return Ok(true);
            }
        }
        Ok(true)
    }
}
