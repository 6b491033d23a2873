//! The words of a rule text, and expressions made of them. Written from the guide to the rule language alone.

use super::Failure;

/// What a word of the text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Name(String),
    Number(String),
    Quote(String),
    Sign(&'static str),
}

/// A word, and what stands before it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub word: Word,
    /// Nothing stands between it and the word before.
    pub glued: bool,
    /// It opens a line without indentation: a new statement.
    pub opens: bool,
}

/// Two-character signs stand before the one-character signs that they begin with.
const SIGNS: [&str; 25] = [
    "...", "==", "!=", "<=", ">=", "(", ")", "[", "]", ",", ";", ":", "=", "<", ">", "+", "-", "*", "/", "^",
    "|", "'", "{", "}", ".",
];

/// Names that an expression cannot use for a number.
const RESERVED: [&str; 26] = [
    "and", "or", "not", "if", "then", "else", "in", "div", "mod", "xor", "for", "where", "any", "min", "max",
    "floor", "sqrt", "popcount", "gcd", "sum", "count", "of", "below", "before", "after", "taken",
];

pub(super) fn bad<T>(what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Rules { what: what.into() })
}

/// Cuts a text into words; `#` starts a comment.
pub(super) fn words(text: &str) -> Result<Vec<Item>, Failure> {
    let text = text.replace('≤', "<=").replace('≥', ">=").replace('≠', "!=").replace('…', "...");
    let mut items = Vec::new();
    let (mut glued, mut line_start, mut indented) = (false, true, false);
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        if first == '\n' {
            (glued, line_start, indented) = (false, true, false);
            rest = &rest[1..];
            continue;
        }
        if first.is_whitespace() {
            glued = false;
            indented |= line_start;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if first == '#' {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        }
        let run = |good: fn(char) -> bool| rest.find(|c| !good(c)).unwrap_or(rest.len());
        let (word, length) = if first.is_ascii_digit() {
            let length = run(|c| c.is_ascii_digit());
            (Word::Number(rest[..length].to_string()), length)
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = run(|c| c.is_ascii_alphanumeric() || c == '_');
            (Word::Name(rest[..length].to_string()), length)
        } else if first == '"' {
            let Some(length) = rest[1..].find('"') else { return bad("a quotation mark is never closed") };
            (Word::Quote(rest[1..=length].to_string()), length + 2)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Word::Sign(sign), sign.len())
        } else {
            return bad(format!("the character `{first}` has no meaning"));
        };
        items.push(Item { word, glued, opens: line_start && !indented });
        (glued, line_start, indented) = (true, false, false);
        rest = &rest[length..];
    }
    Ok(items)
}

/// Operations, by the number of their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Slash,
    Pow,
    Xor,
    Neg,
    Abs,
    Floor,
    Sqrt,
    Ones,
    Min,
    Max,
    Gcd,
    Sum,
    XorAll,
    Count,
    Not,
    And,
    Or,
    If,
}

/// A comparison sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Sign {
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Sign::Eq => a == b,
            Sign::Ne => a != b,
            Sign::Lt => a < b,
            Sign::Le => a <= b,
            Sign::Gt => a > b,
            Sign::Ge => a >= b,
        }
    }

    /// The sign read from the other side.
    pub fn turned(self) -> Sign {
        match self {
            Sign::Lt => Sign::Gt,
            Sign::Le => Sign::Ge,
            Sign::Gt => Sign::Lt,
            Sign::Ge => Sign::Le,
            same => same,
        }
    }
}

/// Piles before the move, after it, or what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Before,
    After,
    Taken,
}

/// An expression; names are replaced by places when their meaning is known.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Number(i128),
    Name(String),
    After(String),
    Apply(Op, Vec<Term>),
    /// `a < b <= c`.
    Chain(Vec<Term>, Vec<Sign>),
    /// `a in K`.
    Member(Box<Term>, String),
    Call(String, Vec<Term>),
    /// `sum(taken)`.
    Summary(Op, Over),
    /// A number that the position, the memory or an amount gives.
    Place(usize),
    /// `a in 1, 2, 4`.
    Among(Box<Term>, Vec<i128>),
    /// A function of the game, by number.
    Invoke(usize, Vec<Term>),
}

/// Deepest nest of expressions, and most operations of one.
const DEPTH: usize = 64;
const OPERATIONS: usize = 1000;

/// Reads words from the left.
pub(super) struct Reader<'a> {
    items: &'a [Item],
    at: usize,
    depth: usize,
    operations: usize,
}

impl<'a> Reader<'a> {
    pub fn new(items: &'a [Item]) -> Reader<'a> {
        Reader { items, at: 0, depth: 0, operations: 0 }
    }

    pub fn peek(&self) -> Option<&'a Word> {
        self.items.get(self.at).map(|item| &item.word)
    }

    pub fn done(&self) -> bool {
        self.at >= self.items.len()
    }

    fn next_is(&self, ahead: usize, sign: &str) -> bool {
        matches!(self.items.get(self.at + ahead), Some(Item { word: Word::Sign(s), .. }) if *s == sign)
    }

    pub fn eat(&mut self, sign: &str) -> bool {
        let found = self.next_is(0, sign);
        self.at += usize::from(found);
        found
    }

    pub fn eat_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Some(Word::Name(n)) if n == name);
        self.at += usize::from(found);
        found
    }

    pub fn need(&mut self, sign: &str) -> Result<(), Failure> {
        if self.eat(sign) { Ok(()) } else { bad(format!("`{sign}` is missing before {}", self.shown())) }
    }

    pub fn need_name(&mut self, name: &str) -> Result<(), Failure> {
        if self.eat_name(name) { Ok(()) } else { bad(format!("`{name}` is missing before {}", self.shown())) }
    }

    fn shown(&self) -> String {
        match self.peek() {
            None => "the end".to_string(),
            Some(Word::Name(s) | Word::Number(s) | Word::Quote(s)) => format!("`{s}`"),
            Some(Word::Sign(s)) => format!("`{s}`"),
        }
    }

    /// A name of the game's own.
    pub fn name(&mut self) -> Result<String, Failure> {
        match self.peek() {
            Some(Word::Name(name)) if !RESERVED.contains(&name.as_str()) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => bad(format!("a name is missing before {}", self.shown())),
        }
    }

    /// Any name, reserved ones too.
    pub fn any_name(&mut self) -> Result<String, Failure> {
        match self.peek() {
            Some(Word::Name(name)) => {
                self.at += 1;
                Ok(name.clone())
            }
            _ => bad(format!("a word is missing before {}", self.shown())),
        }
    }

    pub fn quote(&mut self) -> Result<(), Failure> {
        match self.peek() {
            Some(Word::Quote(_)) => {
                self.at += 1;
                Ok(())
            }
            _ => bad(format!("a quotation is missing before {}", self.shown())),
        }
    }

    /// `label:` before a move.
    pub fn label(&mut self) -> Result<Option<String>, Failure> {
        if matches!(self.peek(), Some(Word::Name(_))) && self.next_is(1, ":") {
            let label = self.name()?;
            self.at += 1;
            return Ok(Some(label));
        }
        Ok(None)
    }

    /// A parenthesis that closes before `*` or `^` is no vector but a factor.
    pub fn at_vector(&self) -> bool {
        if !self.next_is(0, "(") {
            return false;
        }
        let mut open = 0;
        let mut ahead = 0;
        while self.at + ahead < self.items.len() {
            open += i32::from(self.next_is(ahead, "("));
            open -= i32::from(self.next_is(ahead, ")"));
            ahead += 1;
            if open == 0 {
                break;
            }
        }
        !self.next_is(ahead, "*") && !self.next_is(ahead, "^")
    }

    pub fn sign(&mut self) -> Option<Sign> {
        let Some(Word::Sign(sign)) = self.peek() else { return None };
        let sign = match *sign {
            "==" => Sign::Eq,
            "!=" => Sign::Ne,
            "<" => Sign::Lt,
            "<=" => Sign::Le,
            ">" => Sign::Gt,
            ">=" => Sign::Ge,
            _ => return None,
        };
        self.at += 1;
        Some(sign)
    }

    /// Expressions separated by commas.
    pub fn several(&mut self) -> Result<Vec<Term>, Failure> {
        let mut terms = vec![self.expression()?];
        while self.eat(",") {
            terms.push(self.expression()?);
        }
        Ok(terms)
    }

    /// `{1, 4, 9}`, where it comes next.
    pub fn braces(&mut self) -> Result<Option<Vec<Term>>, Failure> {
        if !self.eat("{") {
            return Ok(None);
        }
        let numbers = self.several()?;
        self.need("}")?;
        Ok(Some(numbers))
    }

    pub fn expression(&mut self) -> Result<Term, Failure> {
        self.binding(OR)
    }

    /// An expression whose operators all bind at least this tightly.
    pub fn binding(&mut self, least: u8) -> Result<Term, Failure> {
        if self.depth == 0 {
            self.operations = 0;
        }
        self.depth += 1;
        if self.depth > 4 * DEPTH {
            return Err(Failure::Limit { what: "an expression nests too deep".to_string() });
        }
        let term = self.climb(least);
        self.depth -= 1;
        term
    }

    fn climb(&mut self, least: u8) -> Result<Term, Failure> {
        let mut left = self.operand()?;
        loop {
            self.operations += 1;
            if self.operations > 4 * OPERATIONS {
                return Err(Failure::Limit { what: "an expression has too many operations".to_string() });
            }
            let Some((op, level)) = self.operator().filter(|(_, level)| *level >= least) else {
                return Ok(left);
            };
            if level == COMPARE {
                left = self.comparison(left)?;
                continue;
            }
            self.at += 1;
            let right = match op {
                // `^` takes a signed power to its right; the others lean left.
                Op::Pow => self.binding(SIGNED)?,
                _ => self.binding(level + 1)?,
            };
            left = Term::Apply(op, vec![left, right]);
        }
    }

    fn comparison(&mut self, left: Term) -> Result<Term, Failure> {
        if self.eat_name("in") {
            let Some(numbers) = self.braces()? else { return Ok(Term::Member(Box::new(left), self.name()?)) };
            let equal = |number| Term::Chain(vec![left.clone(), number], vec![Sign::Eq]);
            let any = numbers.into_iter().map(equal).reduce(|a, b| Term::Apply(Op::Or, vec![a, b]));
            return any.map_or_else(|| bad("there is nothing between `{` and `}`"), Ok);
        }
        let (mut terms, mut signs) = (vec![left], Vec::new());
        while let Some(sign) = self.sign() {
            signs.push(sign);
            terms.push(self.binding(COMPARE + 1)?);
        }
        Ok(Term::Chain(terms, signs))
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(Op, u8)> {
        Some(match self.peek()? {
            Word::Name(name) => match name.as_str() {
                "or" => (Op::Or, OR),
                "and" => (Op::And, AND),
                "in" => (Op::And, COMPARE),
                "xor" => (Op::Xor, XOR),
                "div" => (Op::Div, PRODUCT),
                "mod" => (Op::Mod, PRODUCT),
                _ => return None,
            },
            Word::Sign(sign) => match *sign {
                "==" | "!=" | "<" | "<=" | ">" | ">=" => (Op::And, COMPARE),
                "+" => (Op::Add, SUM),
                "-" => (Op::Sub, SUM),
                "*" => (Op::Mul, PRODUCT),
                "/" => (Op::Slash, PRODUCT),
                "^" => (Op::Pow, POWER),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn operand(&mut self) -> Result<Term, Failure> {
        let Some(word) = self.peek().cloned() else { return bad("a value is missing at the end") };
        match word {
            Word::Number(digits) => {
                self.at += 1;
                let Ok(value) = digits.parse() else {
                    return Err(Failure::Limit { what: format!("the number {digits} is too long") });
                };
                // `2i` is 2 times i, and `2i^2` is 2 times i^2.
                let product = matches!(
                    self.items.get(self.at),
                    Some(Item { word: Word::Name(n), glued: true, .. }) if !RESERVED.contains(&n.as_str())
                );
                if product {
                    let factor = self.binding(POWER)?;
                    return Ok(Term::Apply(Op::Mul, vec![Term::Number(value), factor]));
                }
                Ok(Term::Number(value))
            }
            Word::Sign("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.need(")")?;
                Ok(inner)
            }
            Word::Sign("|") => {
                self.at += 1;
                let inner = self.expression()?;
                self.need("|")?;
                Ok(Term::Apply(Op::Abs, vec![inner]))
            }
            Word::Sign("-") => {
                self.at += 1;
                Ok(Term::Apply(Op::Neg, vec![self.binding(SIGNED)?]))
            }
            Word::Name(name) => self.named(&name),
            _ => bad(format!("a value is missing before {}", self.shown())),
        }
    }

    fn named(&mut self, name: &str) -> Result<Term, Failure> {
        self.at += 1;
        let opened = self.next_is(0, "(");
        let glued = self.items.get(self.at).is_some_and(|item| item.glued);
        match name {
            "not" => Ok(Term::Apply(Op::Not, vec![self.binding(NOT)?])),
            "if" => {
                let condition = self.expression()?;
                self.need_name("then")?;
                let yes = self.expression()?;
                self.need_name("else")?;
                let no = self.expression()?;
                Ok(Term::Apply(Op::If, vec![condition, yes, no]))
            }
            "min" | "max" | "gcd" | "popcount" | "floor" | "sqrt" | "sum" | "xor" | "count" => {
                self.function(name)
            }
            _ if RESERVED.contains(&name) => bad(format!("`{name}` is no value")),
            _ if opened && glued => {
                self.need("(")?;
                let args = self.several()?;
                self.need(")")?;
                Ok(Term::Call(name.to_string(), args))
            }
            _ if self.next_is(0, "'") && glued => {
                self.at += 1;
                Ok(Term::After(name.to_string()))
            }
            _ => Ok(Term::Name(name.to_string())),
        }
    }

    fn function(&mut self, name: &str) -> Result<Term, Failure> {
        self.need("(")?;
        let over = match self.peek() {
            Some(Word::Name(n)) if n == "before" => Some(Over::Before),
            Some(Word::Name(n)) if n == "after" => Some(Over::After),
            Some(Word::Name(n)) if n == "taken" => Some(Over::Taken),
            _ => None,
        };
        if let Some(over) = over {
            let op = match name {
                "sum" => Op::Sum,
                "xor" => Op::XorAll,
                "min" => Op::Min,
                "max" => Op::Max,
                "count" => Op::Count,
                _ => return bad(format!("`{name}` does not sum up piles")),
            };
            self.at += 1;
            self.need(")")?;
            return Ok(Term::Summary(op, over));
        }
        let args = self.several()?;
        self.need(")")?;
        let op = match (name, args.len()) {
            ("min", _) => Op::Min,
            ("max", _) => Op::Max,
            ("gcd", _) => Op::Gcd,
            ("popcount", 1) => Op::Ones,
            ("floor", 1) => Op::Floor,
            ("sqrt", 1) => Op::Sqrt,
            _ => return bad(format!("`{name}` cannot be applied so")),
        };
        Ok(Term::Apply(op, args))
    }
}

// How tightly operators bind, loosest first.
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARE: u8 = 4;
/// What may stand beside a comparison.
pub(super) const XOR: u8 = 5;
const SUM: u8 = 6;
const PRODUCT: u8 = 7;
/// A power with a sign before it.
pub(super) const SIGNED: u8 = 8;
pub(super) const POWER: u8 = 9;
