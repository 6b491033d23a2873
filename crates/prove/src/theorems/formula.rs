//! Statements about the P-positions of a game, as text: linear and modular conditions, `P(x, y)`, `N(x, y)`,
//! `and or not implies iff`, `forall x, y:`, `exists y:`, `exists unique y:`.
//!
//! Variables run over all nonnegative integers. Names of the game's piles that no quantifier binds are meant for all
//! positions; `P` and `N` alone speak of the position that they form. Where order does not matter to the rules every
//! order of the piles is a position of its own here.

use std::collections::BTreeMap;
use wythoff_automata::logic::{Formula, Variable};
use wythoff_rules::{ErrorKind, RuleError, Source, Span};

/// A formula with the names of its variables.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The text as it was given.
    pub text: String,
    /// The formula; what is free in it is meant for all values.
    pub formula: Formula,
    /// The names of the variables, by number.
    pub names: Vec<String>,
}

/// What the sets of a statement are: for `P`, and for `G(...) == g`.
#[derive(Debug, Clone)]
pub struct Vocabulary {
    /// The names of the piles.
    pub piles: Vec<String>,
    /// For each bounded coordinate of the game its number of values; `P` needs a number for each.
    pub bounded: Vec<u64>,
    /// The largest Grundy value that is known, where Grundy values are.
    pub grundy: Option<u32>,
    /// The value of the coordinate that says whether a pass is still there, as the game begins; 0 without a pass.
    pub start: usize,
}

impl Statement {
    /// Reads a statement about a game.
    ///
    /// ```
    /// use wythoff_prove::theorems::{Statement, Vocabulary};
    /// let piles = vec!["x".to_string(), "y".to_string()];
    /// let words = Vocabulary { piles, bounded: vec![], grundy: None, start: 0 };
    /// assert!(Statement::read("exists unique y: P(x, y)", &words).is_ok());
    /// assert!(Statement::read("y >= 2*x + 1 implies N", &words).is_ok());
    /// let error = Statement::read("x*y == 4 implies N", &words).unwrap_err();
    /// assert!(error.message.contains("not linear"));
    /// ```
    pub fn read(text: &str, words: &Vocabulary) -> Result<Statement, RuleError> {
        let mut reader = Reader {
            text,
            tokens: tokens(text)?,
            at: 0,
            depth: 0,
            words,
            names: words.piles.clone(),
            scope: words.piles.iter().cloned().zip(0..).collect(),
        };
        let formula = reader.sentence()?;
        Ok(Statement { text: text.trim().to_string(), formula, names: reader.names })
    }
}

/// How deep a statement may nest.
const DEPTH: usize = 100;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Name(String),
    Number(i64),
    Sign(&'static str),
}

const SIGNS: [&str; 16] =
    ["==", "!=", "<=", ">=", "=>", "<", ">", "=", "(", ")", ",", ":", "+", "-", "*", "|"];

fn wrong(text: &str, span: Span, message: impl Into<String>) -> RuleError {
    let source = Source { name: "statement".to_string(), text: text.to_string() };
    RuleError::at(ErrorKind::Syntax, message, span, &source)
}

fn tokens(text: &str) -> Result<Vec<(Token, Span)>, RuleError> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let start = text.len() - rest.len();
        let taken = if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        } else if c.is_ascii_alphabetic() || c == '_' {
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if c.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        } else {
            SIGNS.iter().find(|s| rest.starts_with(**s)).map_or(0, |s| s.len())
        };
        let span = Span { start, end: start + taken.max(1) };
        let word = &rest[..taken];
        let token = match c {
            _ if taken == 0 => return Err(wrong(text, span, format!("`{c}` has no meaning in a statement"))),
            _ if c.is_ascii_digit() => {
                let number = word.parse().map_err(|_| wrong(text, span, "a number does not fit 64 bits"))?;
                Token::Number(number)
            }
            _ if c.is_ascii_alphabetic() || c == '_' => Token::Name(word.to_string()),
            _ => Token::Sign(SIGNS.iter().find(|s| **s == word).copied().unwrap_or("")),
        };
        out.push((token, span));
        rest = &rest[taken..];
    }
    Ok(out)
}

/// constant + sum of coefficient · variable.
#[derive(Clone, Debug, Default)]
struct Term {
    constant: i64,
    terms: BTreeMap<Variable, i64>,
}

impl Term {
    fn plus(mut self, other: &Term, factor: i64) -> Option<Term> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (v, c) in &other.terms {
            let old = self.terms.get(v).copied().unwrap_or(0);
            self.terms.insert(*v, old.checked_add(c.checked_mul(factor)?)?);
        }
        self.terms.retain(|_, c| *c != 0);
        Some(self)
    }

    fn variable(&self) -> Option<Variable> {
        match self.terms.iter().next() {
            Some((v, 1)) if self.terms.len() == 1 && self.constant == 0 => Some(*v),
            _ => None,
        }
    }

    fn list(&self) -> Vec<(Variable, i64)> {
        self.terms.iter().map(|(v, c)| (*v, *c)).collect()
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    words: &'a Vocabulary,
    names: Vec<String>,
    scope: BTreeMap<String, Variable>,
}

impl Reader<'_> {
    fn span(&self) -> Span {
        let end = Span { start: self.text.len(), end: self.text.len() };
        self.tokens.get(self.at).map_or(end, |t| t.1)
    }

    fn error(&self, message: impl Into<String>) -> RuleError {
        wrong(self.text, self.span(), message)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(s)) if *s == sign);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Name(n)) if n == word);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, sign: &str) -> Result<(), RuleError> {
        if self.eat(sign) { Ok(()) } else { Err(self.error(format!("`{sign}` is missing here"))) }
    }

    /// A whole statement; outer `forall`s leave their variables free, so that a counterexample has values.
    fn sentence(&mut self) -> Result<Formula, RuleError> {
        while matches!(self.peek(), Some(Token::Name(n)) if n == "forall") {
            self.at += 1;
            self.bound_names()?;
        }
        let formula = self.iff()?;
        if self.at < self.tokens.len() {
            return Err(self.error("the statement should end here"));
        }
        Ok(formula)
    }

    /// `x, y:` after a quantifier; what the names stood for before.
    fn bound_names(&mut self) -> Result<Vec<(String, Option<Variable>, Variable)>, RuleError> {
        let mut bound = Vec::new();
        loop {
            let Some(Token::Name(name)) = self.peek().cloned() else {
                return Err(self.error("a variable is missing here"));
            };
            if RESERVED.contains(&name.as_str()) {
                return Err(self.error(format!("`{name}` is no name for a variable")));
            }
            self.at += 1;
            let fresh = self.names.len();
            self.names.push(name.clone());
            bound.push((name.clone(), self.scope.insert(name, fresh), fresh));
            if !self.eat(",") {
                break;
            }
        }
        self.need(":")?;
        Ok(bound)
    }

    fn iff(&mut self) -> Result<Formula, RuleError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("the statement nests too deep"));
        }
        let mut left = self.implies()?;
        while self.eat_word("iff") {
            left = Formula::iff(left, self.implies()?);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implies(&mut self) -> Result<Formula, RuleError> {
        let left = self.or()?;
        if self.eat_word("implies") || self.eat("=>") {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(self.error("the statement nests too deep"));
            }
            let right = self.implies()?;
            self.depth -= 1;
            return Ok(Formula::implies(left, right));
        }
        Ok(left)
    }

    fn or(&mut self) -> Result<Formula, RuleError> {
        let mut left = self.and()?;
        while self.eat_word("or") {
            left = Formula::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Formula, RuleError> {
        let mut left = self.unary()?;
        while self.eat_word("and") {
            left = Formula::And(Box::new(left), Box::new(self.unary()?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Formula, RuleError> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error("the statement nests too deep"));
        }
        let formula = self.simple();
        self.depth -= 1;
        formula
    }

    fn simple(&mut self) -> Result<Formula, RuleError> {
        if self.eat_word("not") {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        for (word, truth) in [("true", true), ("false", false)] {
            if self.eat_word(word) {
                return Ok(Formula::Constant(truth));
            }
        }
        if self.eat_word("forall") {
            return self
                .quantified(&mut |bound, body| bound.iter().rev().fold(body, |f, v| Formula::all(*v, f)));
        }
        if self.eat_word("exists") {
            if self.eat_word("unique") {
                return self.unique();
            }
            return self.quantified(&mut |bound, body| {
                bound.iter().rev().fold(body, |f, v| Formula::Exists(*v, Box::new(f)))
            });
        }
        for word in ["P", "N", "G"] {
            let called = matches!(self.tokens.get(self.at + 1), Some((Token::Sign("("), _)));
            let shadowed = self.scope.contains_key(word) && !called;
            if !shadowed && self.eat_word(word) {
                return self.predicate(word);
            }
        }
        if matches!(self.peek(), Some(Token::Sign("("))) {
            // A parenthesis holds a formula or a term: whichever can be read.
            let (at, depth, names, scope) = (self.at, self.depth, self.names.len(), self.scope.clone());
            self.at += 1;
            if let Ok(inner) = self.iff()
                && self.eat(")")
                && !matches!(
                    self.peek(),
                    Some(Token::Sign("==" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*"))
                )
                && !matches!(self.peek(), Some(Token::Name(n)) if n == "mod")
            {
                return Ok(inner);
            }
            (self.at, self.depth, self.scope) = (at, depth, scope);
            self.names.truncate(names);
        }
        self.comparison()
    }

    fn quantified(
        &mut self,
        put: &mut dyn FnMut(&[Variable], Formula) -> Formula,
    ) -> Result<Formula, RuleError> {
        let bound = self.bound_names()?;
        let body = self.iff()?;
        let variables: Vec<Variable> = bound.iter().map(|b| b.2).collect();
        self.unbind(bound);
        Ok(put(&variables, body))
    }

    fn unbind(&mut self, bound: Vec<(String, Option<Variable>, Variable)>) {
        for (name, before, _) in bound.into_iter().rev() {
            match before {
                Some(variable) => self.scope.insert(name, variable),
                None => self.scope.remove(&name),
            };
        }
    }

    /// There is a value, and no two: the body is read twice, the second time for another value.
    fn unique(&mut self) -> Result<Formula, RuleError> {
        let start = self.at;
        let bound = self.bound_names()?;
        let [(_, _, first)] = bound.as_slice() else {
            return Err(self.error("`exists unique` binds one variable"));
        };
        let first = *first;
        let body = self.iff()?;
        let end = self.at;
        self.unbind(bound);
        self.at = start;
        let bound = self.bound_names()?;
        let second = bound[0].2;
        let other = self.iff()?;
        self.at = end;
        self.unbind(bound);
        let less = Formula::Linear { terms: vec![(first, 1), (second, -1)], lo: None, hi: Some(-1) };
        let two =
            Formula::And(Box::new(body.clone()), Box::new(Formula::And(Box::new(other), Box::new(less))));
        let two = Formula::Exists(first, Box::new(Formula::Exists(second, Box::new(two))));
        let one = Formula::Exists(first, Box::new(body));
        Ok(Formula::And(Box::new(one), Box::new(Formula::Not(Box::new(two)))))
    }

    /// `P`, `P(x, y)`, `N(x, y)`, `G(x, y) == 1`.
    fn predicate(&mut self, word: &str) -> Result<Formula, RuleError> {
        let own: Vec<Term> =
            (0..self.words.piles.len()).map(|v| Term { constant: 0, terms: [(v, 1)].into() }).collect();
        let mut args = own;
        if self.eat("(") {
            args = vec![self.term()?];
            while self.eat(",") {
                args.push(self.term()?);
            }
            self.need(")")?;
        }
        let piles = self.words.piles.len();
        if args.len() != piles + self.words.bounded.len() {
            let count = piles + self.words.bounded.len();
            return Err(self.error(format!("`{word}` speaks of {count} numbers here")));
        }
        let mut mode = self.words.start;
        let mut stride = 1usize;
        for (arg, count) in args[piles..].iter().zip(&self.words.bounded) {
            let value = u64::try_from(arg.constant).ok().filter(|v| arg.terms.is_empty() && v < count);
            let Some(value) = value else {
                return Err(self.error(format!("a bounded coordinate needs a number below {count}")));
            };
            mode += value as usize * stride;
            stride *= *count as usize;
        }
        if word == "G" {
            let most = self.words.grundy.ok_or_else(|| {
                self.error("Grundy values are not known here").hint("ask for the sets of Grundy value 0 to g")
            })?;
            if !(self.eat("==") || self.eat("=")) {
                return Err(self.error("`G(...)` is compared with a number by `==`"));
            }
            match self.peek() {
                Some(Token::Number(g)) if *g <= i64::from(most) => mode += *g as usize * stride,
                _ => return Err(self.error(format!("a Grundy value from 0 to {most} is missing here"))),
            }
            self.at += 1;
        }
        args.truncate(piles);
        let mut defined = Vec::new();
        let mut variables = Vec::new();
        for arg in &args {
            variables.push(match arg.variable() {
                Some(variable) => variable,
                None => {
                    let fresh = self.names.len();
                    self.names.push(format!("t{fresh}"));
                    let own = Term { constant: 0, terms: [(fresh, 1)].into() };
                    defined.push((fresh, self.equal(&own, arg)?));
                    fresh
                }
            });
        }
        let member = Formula::Member { set: 0, mode, piles: variables };
        let member = defined.into_iter().fold(member, |f, (fresh, is)| {
            Formula::Exists(fresh, Box::new(Formula::And(Box::new(is), Box::new(f))))
        });
        Ok(if word == "N" { Formula::Not(Box::new(member)) } else { member })
    }

    fn too_large(&self) -> RuleError {
        self.error("a number does not fit 64 bits")
    }

    fn difference(&self, a: &Term, b: &Term) -> Result<Term, RuleError> {
        a.clone().plus(b, -1).ok_or_else(|| self.too_large())
    }

    fn equal(&self, a: &Term, b: &Term) -> Result<Formula, RuleError> {
        let difference = self.difference(a, b)?;
        let bound = Some(difference.constant.checked_neg().ok_or_else(|| self.too_large())?);
        Ok(Formula::Linear { terms: difference.list(), lo: bound, hi: bound })
    }

    fn comparison(&mut self) -> Result<Formula, RuleError> {
        let mut left = self.term()?;
        if self.eat_word("mod") {
            return self.congruence(left);
        }
        let mut out: Option<Formula> = None;
        while let Some(Token::Sign(sign @ ("==" | "=" | "!=" | "<" | "<=" | ">" | ">="))) =
            self.peek().cloned()
        {
            self.at += 1;
            let right = self.term()?;
            let difference = self.difference(&left, &right)?;
            let zero = difference.constant.checked_neg().ok_or_else(|| self.too_large())?;
            let one = |by: i64| zero.checked_add(by).ok_or_else(|| self.too_large());
            let linear =
                |lo: Option<i64>, hi: Option<i64>| Formula::Linear { terms: difference.list(), lo, hi };
            let this = match sign {
                "==" | "=" => linear(Some(zero), Some(zero)),
                "!=" => Formula::Not(Box::new(linear(Some(zero), Some(zero)))),
                "<" => linear(None, Some(one(-1)?)),
                "<=" => linear(None, Some(zero)),
                ">" => linear(Some(one(1)?), None),
                _ => linear(Some(zero), None),
            };
            out = Some(match out {
                None => this,
                Some(before) => Formula::And(Box::new(before), Box::new(this)),
            });
            left = right;
        }
        out.ok_or_else(|| self.error("a comparison is missing here"))
    }

    /// `t mod m == r`, after `mod`.
    fn congruence(&mut self, value: Term) -> Result<Formula, RuleError> {
        let Some(Token::Number(modulus)) = self.peek().cloned() else {
            return Err(self.error("`mod` needs a number"));
        };
        let modulus = u32::try_from(modulus).ok().filter(|m| (1..=1000).contains(m));
        let modulus = modulus.ok_or_else(|| self.error("a modulus is from 1 to 1000"))?;
        self.at += 1;
        let negated = self.eat("!=");
        if !negated && !self.eat("==") && !self.eat("=") {
            return Err(self.error("`mod` is compared with a number by `==` or `!=`"));
        }
        let Some(Token::Number(residue)) = self.peek().cloned() else {
            return Err(self.error("`mod` is compared with a number"));
        };
        self.at += 1;
        let m = i64::from(modulus);
        let residue = residue.rem_euclid(m) - value.constant.rem_euclid(m);
        let residue = u32::try_from(residue.rem_euclid(m)).unwrap_or(0);
        let terms = value.list().into_iter().map(|(v, c)| (v, c.rem_euclid(m))).collect();
        let formula = Formula::Mod { terms, modulus, residue };
        Ok(if negated { Formula::Not(Box::new(formula)) } else { formula })
    }

    fn term(&mut self) -> Result<Term, RuleError> {
        let mut sum = Term::default();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            let product = self.product()?;
            sum = sum.plus(&product, sign).ok_or_else(|| self.too_large())?;
            sign = if self.eat("+") {
                1
            } else if self.eat("-") {
                -1
            } else {
                return Ok(sum);
            };
        }
    }

    /// `2*x`, `2x`, `x*2`, `(x + y)*3`.
    fn product(&mut self) -> Result<Term, RuleError> {
        let mut product = self.factor()?;
        loop {
            let after_number = product.terms.is_empty()
                && matches!(self.tokens.get(self.at.wrapping_sub(1)), Some((Token::Number(_), _)))
                && matches!(self.peek(), Some(Token::Name(n)) if self.scope.contains_key(n));
            if !self.eat("*") && !after_number {
                return Ok(product);
            }
            let other = self.factor()?;
            let (constant, linear) = if product.terms.is_empty() {
                (product.constant, other)
            } else if other.terms.is_empty() {
                (other.constant, product)
            } else {
                return Err(self.error("a product of variables is not linear"));
            };
            product = Term::default().plus(&linear, constant).ok_or_else(|| self.too_large())?;
        }
    }

    fn factor(&mut self) -> Result<Term, RuleError> {
        match self.peek().cloned() {
            Some(Token::Number(constant)) => {
                self.at += 1;
                Ok(Term { constant, terms: BTreeMap::new() })
            }
            Some(Token::Name(name)) => {
                let Some(variable) = self.scope.get(&name).copied() else {
                    let known: Vec<&str> = self.scope.keys().map(String::as_str).collect();
                    let error = self.error(format!("there is no variable `{name}`"));
                    return Err(error.hint(format!("here are {}", known.join(", "))));
                };
                self.at += 1;
                Ok(Term { constant: 0, terms: [(variable, 1)].into() })
            }
            Some(Token::Sign("(")) => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(self.error("the statement nests too deep"));
                }
                self.at += 1;
                let inner = self.term()?;
                self.need(")")?;
                self.depth -= 1;
                Ok(inner)
            }
            _ => Err(self.error("a number or a variable is missing here")),
        }
    }
}

const RESERVED: [&str; 11] =
    ["forall", "exists", "unique", "and", "or", "not", "implies", "iff", "mod", "true", "false"];
