//! Terms: integer combinations of symbols. A symbol is a coordinate of a move (what is taken, what is left), a memory cell,
//! or an expression that is not linear, named once: a product, a quotient, a nim-sum.
//!
//! Equal expressions become equal terms as far as sums, products and whole quotients go; what is left apart is compared as
//! an unknown function of its arguments, which can only hide an equality, never make one up.

use super::Outside;
use std::collections::HashMap;

/// A symbol, by its number in [`Symbols`].
pub(crate) type Symbol = usize;

/// Most factors of a product, and most products of a term.
const FACTORS: usize = 32;
const PRODUCTS: usize = 256;

/// constant + sum of coefficient * symbol, in order of the symbols, with no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term {
    pub parts: Vec<(Symbol, i128)>,
    pub constant: i128,
}

impl Term {
    pub fn constant(constant: i128) -> Term {
        Term { parts: Vec::new(), constant }
    }

    pub fn symbol(symbol: Symbol) -> Term {
        Term { parts: vec![(symbol, 1)], constant: 0 }
    }

    pub fn is_constant(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn coefficient(&self, symbol: Symbol) -> i128 {
        self.parts.binary_search_by_key(&symbol, |(s, _)| *s).map_or(0, |at| self.parts[at].1)
    }

    /// self + factor * other.
    pub fn plus(&self, other: &Term, factor: i128) -> Result<Term, Outside> {
        let fits = |n: Option<i128>| n.filter(|n| n.unsigned_abs() < 1 << 100).ok_or(Outside::Size);
        let mut parts = Vec::with_capacity(self.parts.len() + other.parts.len());
        let (mut a, mut b) = (self.parts.iter().peekable(), other.parts.iter().peekable());
        loop {
            let (symbol, coefficient) = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some((s, c)), None) => (*s, *c),
                (None, Some((s, c))) => (*s, fits(c.checked_mul(factor))?),
                (Some((s, c)), Some((r, d))) if s == r => {
                    (*s, fits(c.checked_add(fits(d.checked_mul(factor))?))?)
                }
                (Some((s, c)), Some((r, _))) if s < r => (*s, *c),
                (Some(_), Some((r, d))) => (*r, fits(d.checked_mul(factor))?),
            };
            a.next_if(|(s, _)| *s == symbol);
            b.next_if(|(s, _)| *s == symbol);
            if coefficient != 0 {
                parts.push((symbol, coefficient));
            }
        }
        let constant = fits(self.constant.checked_add(fits(other.constant.checked_mul(factor))?))?;
        Ok(Term { parts, constant })
    }

    pub fn shifted(&self, by: i128) -> Result<Term, Outside> {
        self.plus(&Term::constant(by), 1)
    }

    pub fn times(&self, factor: i128) -> Result<Term, Outside> {
        Term::default().plus(self, factor)
    }

    /// The greatest common divisor of the coefficients, 0 for a constant.
    pub fn content(&self) -> i128 {
        self.parts.iter().fold(0, |g, (_, c)| gcd(g, *c))
    }
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// What a symbol beyond the coordinates stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Opaque {
    /// A product of symbols, in increasing order.
    Product(Vec<Symbol>),
    /// floor(term / m), m >= 2, coefficients and constant of the term from 0 to m - 1.
    Quotient(Term, i128),
    /// Any other operation: how it is written, `#` for each argument, and the arguments.
    Operation(String, Vec<Term>),
    /// A function computed outside the language, by its address, and its arguments.
    Native(usize, Vec<Term>),
    /// An amount that cannot be read back from what is taken.
    Amount(usize),
}

/// The symbols of all games that are compared with each other.
pub(crate) struct Symbols {
    pub coordinates: usize,
    pub memory: usize,
    opaque: Vec<Opaque>,
    numbers: HashMap<Opaque, Symbol>,
}

impl Symbols {
    pub fn new(coordinates: usize, memory: usize) -> Symbols {
        Symbols { coordinates, memory, opaque: Vec::new(), numbers: HashMap::new() }
    }

    /// What is taken from a coordinate.
    pub fn taken(&self, coordinate: usize) -> Symbol {
        coordinate
    }

    /// What is left of a coordinate.
    pub fn left(&self, coordinate: usize) -> Symbol {
        self.coordinates + coordinate
    }

    /// A memory cell before the move.
    pub fn remembered(&self, cell: usize) -> Symbol {
        2 * self.coordinates + cell
    }

    /// A memory cell after the move.
    pub fn noted(&self, cell: usize) -> Symbol {
        2 * self.coordinates + self.memory + cell
    }

    /// A coordinate before the move: what is taken and what is left.
    pub fn before(&self, coordinate: usize) -> Term {
        Term { parts: vec![(self.taken(coordinate), 1), (self.left(coordinate), 1)], constant: 0 }
    }

    pub fn opaque(&self, symbol: Symbol) -> Option<&Opaque> {
        self.opaque.get(symbol.checked_sub(2 * (self.coordinates + self.memory))?)
    }

    pub fn name(&mut self, opaque: Opaque) -> Symbol {
        let next = 2 * (self.coordinates + self.memory) + self.opaque.len();
        let Symbols { opaque: all, numbers, .. } = self;
        *numbers.entry(opaque).or_insert_with_key(|opaque| {
            all.push(opaque.clone());
            next
        })
    }

    pub fn product(&mut self, a: &Term, b: &Term) -> Result<Term, Outside> {
        if a.is_constant() {
            return b.times(a.constant);
        }
        if b.is_constant() {
            return a.times(b.constant);
        }
        if a.parts.len() * b.parts.len() > PRODUCTS {
            return Err(Outside::Size);
        }
        let mut out = a.times(b.constant)?;
        out = out.plus(&b.times(a.constant)?, 1)?;
        out.constant = a.constant.checked_mul(b.constant).ok_or(Outside::Size)?;
        for (s, c) in &a.parts {
            for (r, d) in &b.parts {
                let mut factors = [self.factors(*s), self.factors(*r)].concat();
                if factors.len() > FACTORS {
                    return Err(Outside::Size);
                }
                factors.sort_unstable();
                let symbol = self.name(Opaque::Product(factors));
                out = out.plus(&Term::symbol(symbol), c.checked_mul(*d).ok_or(Outside::Size)?)?;
            }
        }
        Ok(out)
    }

    fn factors(&self, symbol: Symbol) -> Vec<Symbol> {
        match self.opaque(symbol) {
            Some(Opaque::Product(factors)) => factors.clone(),
            _ => vec![symbol],
        }
    }

    /// floor(term / m) for m >= 1.
    pub fn quotient(&mut self, term: &Term, m: i128) -> Result<Term, Outside> {
        let mut whole = Term::constant(term.constant.div_euclid(m));
        let mut rest = Term::constant(term.constant.rem_euclid(m));
        for (symbol, c) in &term.parts {
            whole = whole.plus(&Term::symbol(*symbol), c.div_euclid(m))?;
            rest = rest.plus(&Term::symbol(*symbol), c.rem_euclid(m))?;
        }
        if rest.is_constant() {
            return Ok(whole);
        }
        let symbol = self.name(Opaque::Quotient(rest, m));
        whole.plus(&Term::symbol(symbol), 1)
    }

    pub fn operation(&mut self, written: &str, arguments: Vec<Term>) -> Term {
        Term::symbol(self.name(Opaque::Operation(written.to_string(), arguments)))
    }

    /// The term with symbols replaced, inside products and other operations too.
    pub fn replaced(&mut self, term: &Term, by: &dyn Fn(Symbol) -> Option<Term>) -> Result<Term, Outside> {
        let mut out = Term::constant(term.constant);
        for (symbol, c) in &term.parts {
            let value = match by(*symbol) {
                Some(value) => value,
                None => match self.opaque(*symbol).cloned() {
                    None | Some(Opaque::Amount(_)) => Term::symbol(*symbol),
                    Some(opaque) => self.replaced_in(*symbol, opaque, by)?,
                },
            };
            out = out.plus(&value, *c)?;
        }
        Ok(out)
    }

    fn replaced_in(
        &mut self,
        symbol: Symbol,
        opaque: Opaque,
        by: &dyn Fn(Symbol) -> Option<Term>,
    ) -> Result<Term, Outside> {
        let each = |symbols: &mut Symbols, arguments: &[Term]| -> Result<Vec<Term>, Outside> {
            arguments.iter().map(|argument| symbols.replaced(argument, by)).collect()
        };
        Ok(match opaque {
            Opaque::Product(factors) => {
                let mut out = Term::constant(1);
                for factor in factors {
                    let factor = self.replaced(&Term::symbol(factor), by)?;
                    out = self.product(&out, &factor)?;
                }
                out
            }
            Opaque::Quotient(inner, m) => {
                let inner = self.replaced(&inner, by)?;
                self.quotient(&inner, m)?
            }
            Opaque::Operation(written, arguments) => {
                let mut arguments = each(self, &arguments)?;
                if super::read::commutes(&written) {
                    arguments.sort();
                }
                self.operation(&written, arguments)
            }
            Opaque::Native(function, arguments) => {
                let arguments = each(self, &arguments)?;
                Term::symbol(self.name(Opaque::Native(function, arguments)))
            }
            Opaque::Amount(_) => Term::symbol(symbol),
        })
    }

    /// Calls `visit` with every symbol of a term, those inside others too.
    pub fn visit(&self, term: &Term, visit: &mut dyn FnMut(Symbol)) {
        for (symbol, _) in &term.parts {
            visit(*symbol);
            match self.opaque(*symbol) {
                Some(Opaque::Product(factors)) => {
                    factors.iter().for_each(|f| self.visit(&Term::symbol(*f), visit));
                }
                Some(Opaque::Quotient(inner, _)) => self.visit(inner, visit),
                Some(Opaque::Operation(_, arguments) | Opaque::Native(_, arguments)) => {
                    arguments.iter().for_each(|a| self.visit(a, visit));
                }
                Some(Opaque::Amount(_)) | None => {}
            }
        }
    }

    /// The term as the rule language writes it, where every symbol has a name.
    pub fn written(&self, term: &Term, name: &dyn Fn(Symbol) -> Option<String>) -> Option<String> {
        let mut parts: Vec<(usize, String, i128)> = Vec::new();
        for (symbol, c) in &term.parts {
            let (degree, text) = match (name(*symbol), self.opaque(*symbol)) {
                (Some(name), _) => (1, name),
                (None, Some(Opaque::Product(factors))) => (factors.len(), self.powers(factors, name)?),
                (None, Some(Opaque::Quotient(inner, m))) => {
                    (1, format!("(({}) div {m})", self.written(inner, name)?))
                }
                (None, Some(Opaque::Operation(written, arguments))) => {
                    let mut text = String::new();
                    let mut arguments = arguments.iter();
                    for c in written.chars() {
                        match c {
                            '#' => text.push_str(&format!("({})", self.written(arguments.next()?, name)?)),
                            c => text.push(c),
                        }
                    }
                    (1, format!("({text})"))
                }
                _ => return None,
            };
            parts.push((degree, text, *c));
        }
        // The highest power first, as people write polynomials.
        parts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let mut out = String::new();
        for (_, text, c) in &parts {
            let sign = match (out.is_empty(), *c < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let times = if c.unsigned_abs() == 1 { String::new() } else { format!("{}*", c.unsigned_abs()) };
            out.push_str(&format!("{sign}{times}{text}"));
        }
        match (out.is_empty(), term.constant) {
            (true, c) => Some(c.to_string()),
            (false, 0) => Some(out),
            (false, c) if c < 0 => Some(format!("{out} - {}", c.unsigned_abs())),
            (false, c) => Some(format!("{out} + {c}")),
        }
    }

    fn powers(&self, factors: &[Symbol], name: &dyn Fn(Symbol) -> Option<String>) -> Option<String> {
        let mut out: Vec<String> = Vec::new();
        for run in factors.chunk_by(|a, b| a == b) {
            let base = self.written(&Term::symbol(run[0]), name)?;
            out.push(if run.len() == 1 { base } else { format!("{base}^{}", run.len()) });
        }
        Some(out.join("*"))
    }
}
