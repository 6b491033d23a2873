//! Tokens to games and expressions, by recursive descent.

use crate::error::{RuleError, Source};
use crate::expr::{Aggregate, BinaryOp, Builtin, Comparison, Expr, ExprKind, PileVector};
use crate::game::{
    Component, Game, Modifier, Move, Param, ParamKind, PileNames, PileOrder, Piles, Range, Repeat, Takes,
};
use crate::lexer::{Lexeme, Token, tokens};
use crate::names::nearest;
use crate::span::{Span, TextError};
use malachite::Integer;
use malachite::base::num::conversion::traits::FromStringBase;

type Parsed<T> = Result<T, TextError>;

/// Deepest nesting of an expression; deeper texts are refused rather than overflowing the stack.
const DEPTH: usize = 64;

/// Most operations in one expression: as deep as a chain `a + a + ...` can grow.
const OPERATIONS: usize = 1000;

/// Most parameters of a game, and most arguments of a function.
const PARAMETERS: usize = 256;
const ARGUMENTS: usize = 32;

/// Longest rule text that is read, in bytes.
pub const TEXT_LIMIT: usize = 1 << 20;

const STATEMENTS: [&str; 20] = [
    "game", "title", "alias", "words", "printed", "proved", "source", "note", "param", "require", "piles",
    "extra", "memory", "position", "start", "move", "misere", "block", "terminal", "pass",
];

const WORDS: [&str; 26] = [
    "and", "or", "not", "if", "then", "else", "in", "div", "mod", "xor", "for", "where", "any", "min", "max",
    "floor", "sqrt", "popcount", "gcd", "sum", "count", "of", "below", "before", "after", "taken",
];

/// Reads a game: a file of statements, or inline rules that start with a parenthesis.
///
/// ```
/// let game = wythoff_rules::parse_game("(i,0) (0,i) (i,i)").unwrap();
/// assert_eq!(game.moves.len(), 3);
/// let error = wythoff_rules::parse_game("(i,0) (0,i) (i,,i)").unwrap_err();
/// assert_eq!(error.message, "expected an amount, found `,`");
/// ```
pub fn parse_game(text: &str) -> Result<Game, RuleError> {
    shown(text, read_game)
}

/// Reads one expression.
///
/// ```
/// let f = wythoff_rules::parse_expr("k^2 + 9").unwrap();
/// assert_eq!(f.to_string(), "k^2 + 9");
/// ```
pub fn parse_expr(text: &str) -> Result<Expr, RuleError> {
    shown(text, read_expr)
}

/// Reads a list of integers such as `1, 2, 4`.
pub fn parse_list(text: &str) -> Result<Vec<Expr>, RuleError> {
    shown(text, read_list)
}

/// Reads a list of vectors such as `1 2; 2 1`.
pub fn parse_vectors(text: &str) -> Result<Vec<Vec<Expr>>, RuleError> {
    shown(text, read_vectors)
}

/// Whether a text is rules, and not the name of a game: a vector, several lines, or a statement.
///
/// ```
/// use wythoff_rules::is_rule_text;
/// assert!(is_rule_text("piles sorted x <= y; move (i, 0); move (0, i)"));
/// assert!(!is_rule_text("wythoff + nim"));
/// ```
pub fn is_rule_text(text: &str) -> bool {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let statement = is_statement(first) && !rest.trim().is_empty() && !rest.trim().starts_with('+');
    text.starts_with('(') || text.contains('\n') || statement
}

/// Whether a word starts statements.
pub(crate) fn is_statement(word: &str) -> bool {
    STATEMENTS.contains(&word)
}

fn shown<T>(text: &str, read: fn(&str) -> Parsed<T>) -> Result<T, RuleError> {
    read(text).map_err(|error| RuleError::located(error, &Source::new("rules", text)))
}

pub(crate) fn read_game(text: &str) -> Parsed<Game> {
    let mut parser = Parser::new(text)?;
    parser.split_statements();
    let game = parser.game()?;
    parser.expect_end()?;
    Ok(game)
}

pub(crate) fn read_expr(text: &str) -> Parsed<Expr> {
    let mut parser = Parser::new(text)?;
    let expr = parser.expr()?;
    parser.expect_end()?;
    Ok(expr)
}

pub(crate) fn read_list(text: &str) -> Parsed<Vec<Expr>> {
    let mut parser = Parser::new(text)?;
    let list = parser.comma_separated()?;
    parser.expect_end()?;
    Ok(list)
}

pub(crate) fn read_vectors(text: &str) -> Parsed<Vec<Vec<Expr>>> {
    let mut parser = Parser::new(text)?;
    let vectors = parser.vectors()?;
    parser.expect_end()?;
    Ok(vectors)
}

struct Parser {
    lexemes: Vec<Lexeme>,
    at: usize,
    depth: usize,
    /// Operations read so far in the present outermost expression.
    operations: usize,
    /// Inside `floor`, where `/` and `sqrt` have a meaning.
    in_floor: bool,
    /// In a file a statement ends where the next line starts flush left.
    in_file: bool,
}

impl Parser {
    fn new(text: &str) -> Parsed<Parser> {
        if text.len() > TEXT_LIMIT {
            let span = Span { start: TEXT_LIMIT, end: TEXT_LIMIT };
            return Err(TextError::new(span, format!("the text is longer than {TEXT_LIMIT} bytes")).limit());
        }
        Ok(Parser { lexemes: tokens(text)?, at: 0, depth: 0, operations: 0, in_floor: false, in_file: false })
    }

    // Tokens.

    fn peek(&self) -> &Lexeme {
        &self.lexemes[self.at.min(self.lexemes.len() - 1)]
    }

    fn after(&self) -> &Lexeme {
        &self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)]
    }

    fn previous_span(&self) -> Span {
        self.lexemes[self.at.saturating_sub(1)].span
    }

    /// The statement has ended: the text has, or a new line starts flush left.
    fn ended(&self) -> bool {
        self.peek().token == Token::End || (self.in_file && self.peek().flush_left)
    }

    fn at_sign(&self, sign: &str) -> bool {
        !self.ended() && matches!(&self.peek().token, Token::Sign(s) if *s == sign)
    }

    fn at_word(&self, word: &str) -> bool {
        !self.ended() && matches!(&self.peek().token, Token::Ident(s) if s == word)
    }

    fn eat_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect_sign(&mut self, sign: &str) -> Parsed<Span> {
        if self.eat_sign(sign) { Ok(self.previous_span()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn expect_end(&self) -> Parsed<()> {
        if self.peek().token == Token::End { Ok(()) } else { Err(self.expected("the end of the text")) }
    }

    fn found(&self) -> String {
        if self.ended() {
            return "the end".to_string();
        }
        match &self.peek().token {
            Token::Ident(s) | Token::Number(s) => format!("`{s}`"),
            Token::Text(s) => format!("\"{s}\""),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".to_string(),
        }
    }

    /// The error "expected this, found that", at the present token.
    fn expected(&self, what: &str) -> TextError {
        let span = if self.ended() {
            let last = self.previous_span();
            Span { start: last.end, end: last.end + 1 }
        } else {
            self.peek().span
        };
        let error = TextError::new(span, format!("expected {what}, found {}", self.found()));
        match self.instead() {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }

    /// What this language writes for what people write elsewhere.
    fn instead(&self) -> Option<&'static str> {
        if self.ended() {
            return None;
        }
        let before = |n: usize| self.at.checked_sub(n).map(|at| &self.lexemes[at].token);
        let after = |sign: &str| matches!(before(1), Some(Token::Sign(s)) if *s == sign);
        match &self.peek().token {
            Token::Ident(word) => match word.as_str() {
                "or" => Some("moves stand one after the other, without a word between them"),
                "is" | "even" | "odd" | "divides" => {
                    Some("an even i is `i mod 2 == 0`; i divides x is `x mod i == 0`")
                }
                "if" | "when" | "unless" | "with" => {
                    Some("a condition stands after `where`: `(i, 0) where i <= 3`")
                }
                "not" => Some("write `not (i in {1, 2})`"),
                _ => None,
            },
            Token::Sign(sign) => match *sign {
                "=" => Some("did you mean `==`?"),
                "." => Some("a range is `1 <= i <= 3`, a list `i in {1, 2, 3}`"),
                "[" => Some("a list stands in braces: `i in {1, 2, 3}`"),
                "*" if after("*") => Some("a power is `i^2`"),
                ">" if after("<") => Some("unequal is `!=`"),
                "|" => Some("2 divides i is `i mod 2 == 0`; `|k - l|` is an absolute value"),
                "(" if matches!(before(2), Some(Token::Ident(word)) if word == "move") => {
                    Some("the name of a move ends with a colon: `move nim: (i, 0)`")
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A name of the user's own: not a word of the language.
    fn name(&mut self, what: &str) -> Parsed<String> {
        match &self.peek().token {
            Token::Ident(s) if !self.ended() => {
                if WORDS.contains(&s.as_str()) {
                    return Err(TextError::new(self.peek().span, format!("`{s}` is a word of the language"))
                        .hint("choose another name"));
                }
                let s = s.clone();
                self.at += 1;
                Ok(s)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn quoted(&mut self) -> Parsed<String> {
        match &self.peek().token {
            Token::Text(s) if !self.ended() => {
                let s = s.clone();
                self.at += 1;
                Ok(s)
            }
            _ => Err(self.expected("a text in quotation marks")),
        }
    }

    // Games.

    /// On one line statements are separated by semicolons: what follows one is read as a line of its own.
    fn split_statements(&mut self) {
        let keyword = |lexeme: &Lexeme| match &lexeme.token {
            Token::Ident(word) => is_statement(word),
            token => *token == Token::End,
        };
        let mut kept: Vec<Lexeme> = Vec::with_capacity(self.lexemes.len());
        for mut lexeme in std::mem::take(&mut self.lexemes) {
            if kept.last().is_some_and(|last| last.token == Token::Sign(";")) && keyword(&lexeme) {
                kept.pop();
                (lexeme.spaced, lexeme.fresh_line, lexeme.flush_left) = (true, true, true);
            }
            kept.push(lexeme);
        }
        self.lexemes = kept;
    }

    /// Inline rules, `(i,0) (0,i) (k,l) for k >= 1, l >= 1 where |k - l| < 3`, are moves on ordered piles; other texts are
    /// statements. Statements may follow inline rules too.
    fn game(&mut self) -> Parsed<Game> {
        let mut game = Game::default();
        let inline = self.at_sign("(");
        while self.at_sign("(") {
            game.moves.push(self.move_family()?);
            while self.eat_sign(",") || self.eat_sign(";") {}
        }
        if inline && !self.peek().flush_left {
            return Ok(game);
        }
        self.in_file = true;
        let mut piles_seen = inline;
        while self.peek().token != Token::End {
            let lexeme = self.peek().clone();
            let keyword = match &lexeme.token {
                Token::Ident(s) => s.clone(),
                _ => {
                    return Err(self
                        .raw_expected(&lexeme, "a statement such as `move`")
                        .hint(format!("a line starts with one of: {}", STATEMENTS.join(", "))));
                }
            };
            if !lexeme.fresh_line {
                return Err(self.raw_expected(&lexeme, "the end of the line"));
            }
            if !lexeme.flush_left && self.at > 0 {
                return Err(self.raw_expected(&lexeme, "the end of the statement").hint(
                    "an indented line goes on with the statement above it; start statements flush left",
                ));
            }
            // The keyword itself is flush left; what follows belongs to the statement until the next one.
            self.at += 1;
            self.statement(&mut game, &keyword, lexeme.span, &mut piles_seen)?;
            if !self.ended() {
                return Err(self.expected("the end of the line"));
            }
        }
        self.in_file = false;
        if game.moves.is_empty() {
            let span = self.peek().span;
            return Err(TextError::new(span, "the game has no moves")
                .hint("add a line such as `move (i, 0) for i >= 1`"));
        }
        Ok(game)
    }

    fn raw_expected(&self, lexeme: &Lexeme, what: &str) -> TextError {
        let found = match &lexeme.token {
            Token::Ident(s) | Token::Number(s) => format!("`{s}`"),
            Token::Text(s) => format!("\"{s}\""),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end".to_string(),
        };
        TextError::new(lexeme.span, format!("expected {what}, found {found}"))
    }

    fn statement(&mut self, game: &mut Game, keyword: &str, span: Span, piles_seen: &mut bool) -> Parsed<()> {
        match keyword {
            "game" => game.name = self.hyphenated()?,
            "title" => game.title = Some(self.quoted()?),
            "alias" => {
                game.aliases.push(self.hyphenated()?);
                while self.eat_sign(",") {
                    game.aliases.push(self.hyphenated()?);
                }
            }
            "words" => game.words = Some(self.quoted()?),
            "printed" => game.printed = Some(self.hyphenated()?),
            "proved" => game.proved = true,
            "source" => {
                let paper = self.name("the paper's name")?;
                game.sources.push((paper, self.quoted()?));
            }
            "note" => game.notes.push(self.quoted()?),
            "param" => {
                let param = self.param(span)?;
                let known = || game.params.iter().flat_map(Param::names);
                if let Some(name) = param.names().find(|name| known().any(|other| other == *name)) {
                    let message = format!("the parameter `{name}` is declared twice");
                    return Err(TextError::new(param.span, message));
                }
                if game.params.len() == PARAMETERS {
                    let message = format!("a game has at most {PARAMETERS} parameters");
                    return Err(TextError::new(param.span, message).limit());
                }
                game.params.push(param);
            }
            "require" => {
                let condition = self.expr()?;
                game.requires.push((condition, self.quoted()?));
            }
            "piles" => {
                if std::mem::replace(piles_seen, true) {
                    return Err(TextError::new(span, "the piles are declared twice")
                        .hint("rules that start with a vector have the piles x, y, z, w, x5, ... already"));
                }
                game.piles = self.piles()?;
            }
            "extra" => {
                let name = self.name("the name of a coordinate")?;
                self.expect_word("below")?;
                game.extras.push((name, self.expr()?));
            }
            "memory" => {
                let name = self.name("the name of a memory cell")?;
                self.expect_sign("=")?;
                game.memory.push((name, self.expr()?));
            }
            "position" => {
                self.expect_word("where")?;
                game.positions = Some(self.expr()?);
            }
            "start" => {
                self.expect_word("where")?;
                game.starts = Some(self.expr()?);
            }
            "move" => game.moves.push(self.move_family()?),
            "misere" => game.modifiers.push(Modifier::Misere),
            "pass" => game.modifiers.push(Modifier::Pass),
            "block" => {
                let count = self.expr()?;
                let mut families = Vec::new();
                if self.eat_word("of") {
                    families.push(self.name("the label of a family")?);
                    while self.eat_sign(",") {
                        families.push(self.name("the label of a family")?);
                    }
                }
                let condition = if self.eat_word("if") { Some(self.expr()?) } else { None };
                game.modifiers.push(Modifier::Block { count, families, condition });
            }
            "terminal" => {
                self.expect_sign("(")?;
                let position = self.comma_separated()?;
                self.expect_sign(")")?;
                game.modifiers.push(Modifier::Terminal(position));
            }
            other => {
                let error = TextError::new(span, format!("there is no statement `{other}`"));
                return Err(match nearest(other, STATEMENTS) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(format!("a line starts with one of: {}", STATEMENTS.join(", "))),
                });
            }
        }
        Ok(())
    }

    /// A game's name: words and numbers joined by hyphens.
    fn hyphenated(&mut self) -> Parsed<String> {
        let mut name = String::new();
        while !self.ended() {
            match &self.peek().token {
                Token::Ident(s) | Token::Number(s) => name += s,
                Token::Sign("-") => name.push('-'),
                _ => break,
            }
            self.at += 1;
        }
        if name.is_empty() { Err(self.expected("the name of the game")) } else { Ok(name) }
    }

    fn param(&mut self, span: Span) -> Parsed<Param> {
        let name = self.name("the name of a parameter")?;
        let span = span.to(self.previous_span());
        let kind = if self.eat_word("in") {
            let mut words = vec![self.word()?];
            while self.eat_sign(",") {
                words.push(self.word()?);
            }
            self.expect_sign("=")?;
            let place = self.peek().span;
            let default = self.word()?;
            if !words.contains(&default) {
                return Err(TextError::new(
                    place,
                    format!("the default `{default}` is not one of the words"),
                ));
            }
            ParamKind::Choice { words, default }
        } else if self.eat_word("list") {
            self.expect_sign("=")?;
            ParamKind::List(self.comma_separated()?)
        } else if self.eat_word("vectors") {
            self.expect_sign("=")?;
            ParamKind::Vectors(self.vectors()?)
        } else if self.eat_sign("(") {
            let mut arguments = vec![self.name("the name of an argument")?];
            while self.eat_sign(",") {
                let argument = self.name("the name of an argument")?;
                if arguments.contains(&argument) {
                    let message = format!("the argument `{argument}` is named twice");
                    return Err(TextError::new(self.previous_span(), message));
                }
                if arguments.len() == ARGUMENTS {
                    let message = format!("a function has at most {ARGUMENTS} arguments");
                    return Err(TextError::new(self.previous_span(), message).limit());
                }
                arguments.push(argument);
            }
            self.expect_sign(")")?;
            let slope = if self.eat_word("of") { Some(self.name("the name of a slope")?) } else { None };
            if slope.is_some() && arguments.len() != crate::slope::ARGUMENTS {
                let message = "a slope stands in place of a function of x', y' and x: of three arguments";
                return Err(TextError::new(self.previous_span(), message));
            }
            self.expect_sign("=")?;
            ParamKind::Function { arguments, slope, default: self.expr()? }
        } else {
            let mut bounds = Vec::new();
            while let Some(comparison) = self.comparison() {
                bounds.push((comparison, self.bound()?));
            }
            self.expect_sign("=")?;
            let default = self.expr()?;
            let condition = if self.eat_word("where") { Some(self.expr()?) } else { None };
            ParamKind::Integer { bounds, default, condition }
        };
        Ok(Param { name, kind, span })
    }

    /// Any identifier, words of the language included.
    fn word(&mut self) -> Parsed<String> {
        match &self.peek().token {
            Token::Ident(s) if !self.ended() => {
                let s = s.clone();
                self.at += 1;
                Ok(s)
            }
            _ => Err(self.expected("a word")),
        }
    }

    fn piles(&mut self) -> Parsed<Piles> {
        let order = match self.word()?.as_str() {
            "ordered" => PileOrder::Ordered,
            "unordered" => PileOrder::Unordered,
            "sorted" => PileOrder::Sorted,
            other => {
                return Err(TextError::new(self.previous_span(), format!("piles cannot be `{other}`"))
                    .hint("piles are `ordered`, `unordered` or `sorted`"));
            }
        };
        let first = self.name("the name of a pile")?;
        if self.eat_sign("[") {
            let count = self.expr()?;
            self.expect_sign("]")?;
            return Ok(Piles { order, names: PileNames::Counted(first, count) });
        }
        let mut names = vec![first];
        let sign = if order == PileOrder::Sorted { "<=" } else { "," };
        while self.eat_sign(sign) {
            names.push(self.name("the name of a pile")?);
        }
        if matches!(self.peek().token, Token::Ident(_)) && !self.ended() {
            let all = if order == PileOrder::Sorted { "x <= y" } else { "x, y" };
            return Err(self.expected(&format!("`{sign}`")).hint(format!("the piles are told as `{all}`")));
        }
        Ok(Piles { order, names: PileNames::Listed(names) })
    }

    fn move_family(&mut self) -> Parsed<Move> {
        let start = self.peek().span;
        let labelled = matches!(self.peek().token, Token::Ident(_)) && self.after().token == Token::Sign(":");
        let label = if labelled && !self.ended() {
            let label = self.name("a label")?;
            self.at += 1;
            Some(label)
        } else {
            None
        };
        let takes = if self.at_vector() { self.vector()? } else { self.multiple()? };
        let ranges = if self.eat_word("for") { self.ranges()? } else { Vec::new() };
        let condition = if self.eat_word("where") { Some(self.expr()?) } else { None };
        let mut updates = Vec::new();
        if self.eat_word("then") {
            loop {
                let name = self.name("the name of a memory cell")?;
                self.expect_sign("=")?;
                updates.push((name, self.expr()?));
                if !self.eat_sign(",") {
                    break;
                }
            }
        }
        Ok(Move { label, takes, ranges, condition, updates, span: start.to(self.previous_span()) })
    }

    /// A parenthesis opens a vector, unless what it closes is a factor as in `(i + 1)*w`.
    fn at_vector(&self) -> bool {
        let mut open = 0usize;
        for (index, lexeme) in self.lexemes.iter().enumerate().skip(self.at) {
            match lexeme.token {
                Token::Sign("(") => open += 1,
                Token::Sign(")") if open <= 1 => {
                    let next = self.lexemes.get(index + 1);
                    let factor = next.is_some_and(|n| matches!(n.token, Token::Sign("*" | "^")));
                    return self.at_sign("(") && !factor;
                }
                Token::Sign(")") => open -= 1,
                _ if open == 0 => break,
                _ => {}
            }
        }
        self.at_sign("(")
    }

    fn vector(&mut self) -> Parsed<Takes> {
        self.expect_sign("(")?;
        let mut components = vec![self.component()?];
        while self.eat_sign(",") {
            components.push(self.component()?);
        }
        self.expect_sign(")")?;
        Ok(Takes::Vector(components))
    }

    fn component(&mut self) -> Parsed<Component> {
        if self.at_sign(",") || self.at_sign(")") {
            return Err(self.expected("an amount"));
        }
        let amount = if self.eat_word("any") { None } else { Some(self.expr()?) };
        let repeat = if self.eat_sign("...") {
            Repeat::Rest
        } else if amount.is_none() && self.eat_sign("^") {
            Repeat::Times(self.nested(Parser::power_level)?)
        } else {
            Repeat::Once
        };
        Ok(Component { amount, repeat })
    }

    /// `w`, `i*w`, `2*i*w`: the last factor is a vector from a list.
    fn multiple(&mut self) -> Parsed<Takes> {
        let span = self.peek().span;
        let expr = self.bound()?;
        let error = || {
            TextError::new(
                span,
                "expected a vector such as `(i, 0)`, or `i*w` with `w` from a list of vectors",
            )
        };
        match expr.kind {
            ExprKind::Name(name) => Ok(Takes::Multiple(None, name)),
            ExprKind::Binary(BinaryOp::Mul, factor, vector) => match vector.kind {
                ExprKind::Name(name) => Ok(Takes::Multiple(Some(*factor), name)),
                _ => Err(error()),
            },
            _ => Err(error()),
        }
    }

    fn ranges(&mut self) -> Parsed<Vec<Range>> {
        let mut ranges = Vec::new();
        let mut waiting: Vec<String> = Vec::new();
        loop {
            let span = self.peek().span;
            let first = self.bound()?;
            if self.eat_word("in") {
                let ExprKind::Name(variable) = first.kind else {
                    return Err(TextError::new(span, "expected a variable before `in`"));
                };
                if !waiting.is_empty() {
                    return Err(TextError::new(span, "give each variable its own list"));
                }
                ranges.push(match self.numbers()? {
                    Some(numbers) => Range::Among(variable, numbers),
                    None => Range::In(variable, self.name("the name of a list, or numbers")?),
                });
            } else {
                let mut chain = vec![first];
                let mut signs = Vec::new();
                while let Some(comparison) = self.comparison() {
                    signs.push(comparison);
                    chain.push(self.bound()?);
                }
                self.range(chain, &signs, span, &mut waiting, &mut ranges)?;
            }
            if !self.eat_sign(",") {
                break;
            }
        }
        if waiting.is_empty() { Ok(ranges) } else { Err(self.expected("a bound such as `>= 1`")) }
    }

    /// One item of a range list: a bare variable, `v >= a`, `a <= v`, or `a <= v <= b`.
    fn range(
        &self,
        mut chain: Vec<Expr>,
        signs: &[Comparison],
        span: Span,
        waiting: &mut Vec<String>,
        ranges: &mut Vec<Range>,
    ) -> Parsed<()> {
        let wrong = || {
            TextError::new(span, "expected a range such as `i >= 1` or `1 <= i <= r`")
                .hint("put other conditions after `where`")
        };
        let is_name = |e: &Expr| matches!(e.kind, ExprKind::Name(_));
        let name_of = |e: &Expr| match &e.kind {
            ExprKind::Name(name) => Ok(name.clone()),
            _ => Err(wrong()),
        };
        match signs {
            [] => waiting.push(name_of(&chain[0])?),
            // With names on both sides, as in `i >= m`, the variable is the left one.
            [sign] if is_name(&chain[0]) => {
                waiting.push(name_of(&chain[0])?);
                let bound = chain.swap_remove(1);
                ranges.push(Range::Bounds(std::mem::take(waiting), vec![(*sign, bound)]));
            }
            [sign] => {
                let variable = name_of(&chain[1])?;
                let bound = chain.swap_remove(0);
                waiting.push(variable);
                ranges.push(Range::Bounds(std::mem::take(waiting), vec![(sign.mirrored(), bound)]));
            }
            [low, high] => {
                waiting.push(name_of(&chain[1])?);
                let upper = chain.swap_remove(2);
                let lower = chain.swap_remove(0);
                ranges.push(Range::Bounds(
                    std::mem::take(waiting),
                    vec![(low.mirrored(), lower), (*high, upper)],
                ));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn vectors(&mut self) -> Parsed<Vec<Vec<Expr>>> {
        let mut vectors = Vec::new();
        loop {
            let mut vector = Vec::new();
            while !self.ended() && !self.at_sign(";") {
                vector.push(self.nested(Parser::unary_level)?);
                self.eat_sign(",");
            }
            if vector.is_empty() {
                return Err(self.expected("a vector such as `1 2`"));
            }
            vectors.push(vector);
            if !self.eat_sign(";") {
                return Ok(vectors);
            }
        }
    }

    /// `{1, 4, 9}`, or `1, 4, 9`: what a value is one of.
    fn numbers(&mut self) -> Parsed<Option<Vec<Expr>>> {
        if self.eat_sign("{") {
            let numbers = self.comma_separated()?;
            self.expect_sign("}")?;
            return Ok(Some(numbers));
        }
        let mut numbers = Vec::new();
        while matches!(self.peek().token, Token::Number(_)) && !self.ended() {
            numbers.push(self.primary()?);
            // `1, 4, 2 <= k` goes on with another range after the second number.
            let number = matches!(self.after().token, Token::Number(_)) && !self.after().flush_left;
            let compared = matches!(
                self.lexemes.get(self.at + 2).map(|lexeme| &lexeme.token),
                Some(Token::Sign("<" | "<=" | ">" | ">=" | "==" | "!="))
            );
            if !number || compared || !self.eat_sign(",") {
                break;
            }
        }
        Ok((!numbers.is_empty()).then_some(numbers))
    }

    fn comma_separated(&mut self) -> Parsed<Vec<Expr>> {
        let mut out = vec![self.expr()?];
        while self.eat_sign(",") {
            out.push(self.expr()?);
        }
        Ok(out)
    }

    // Expressions, loosest first.

    fn expr(&mut self) -> Parsed<Expr> {
        self.nested(Parser::or_level)
    }

    /// An expression that comparisons may follow.
    fn bound(&mut self) -> Parsed<Expr> {
        self.nested(Parser::xor_level)
    }

    /// An expression of some level, one deeper than what it stands in; the outermost starts counting afresh.
    fn nested(&mut self, level: fn(&mut Parser) -> Parsed<Expr>) -> Parsed<Expr> {
        if self.depth == 0 {
            self.operations = 0;
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(
                TextError::new(self.peek().span, format!("expressions nest deeper than {DEPTH}")).limit()
            );
        }
        let expr = level(self);
        self.depth -= 1;
        expr
    }

    fn or_level(&mut self) -> Parsed<Expr> {
        let mut left = self.and_level()?;
        while self.eat_word("or") {
            let right = self.and_level()?;
            left = self.both(left, right, ExprKind::Or)?;
        }
        Ok(left)
    }

    fn and_level(&mut self) -> Parsed<Expr> {
        let mut left = self.not_level()?;
        while self.eat_word("and") {
            let right = self.not_level()?;
            left = self.both(left, right, ExprKind::And)?;
        }
        Ok(left)
    }

    fn not_level(&mut self) -> Parsed<Expr> {
        let span = self.peek().span;
        if self.eat_word("not") {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(TextError::new(span, format!("expressions nest deeper than {DEPTH}")).limit());
            }
            let inner = self.not_level()?;
            self.depth -= 1;
            let span = span.to(inner.span);
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        self.compare_level()
    }

    fn compare_level(&mut self) -> Parsed<Expr> {
        let first = self.xor_level()?;
        if self.eat_word("in") {
            let first = Box::new(first);
            let from = first.span;
            let kind = match self.numbers()? {
                Some(numbers) => ExprKind::Among(first, numbers),
                None => ExprKind::In(first, self.name("the name of a list, or numbers")?),
            };
            return Ok(Expr { kind, span: from.to(self.previous_span()) });
        }
        let mut rest = Vec::new();
        while let Some(comparison) = self.comparison() {
            rest.push((comparison, self.xor_level()?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let span = first.span.to(self.previous_span());
        Ok(Expr { kind: ExprKind::Compare(Box::new(first), rest), span })
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let comparison = match &self.peek().token {
            _ if self.ended() => return None,
            Token::Sign("==") => Comparison::Equal,
            Token::Sign("!=") => Comparison::Unequal,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::AtMost,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    fn xor_level(&mut self) -> Parsed<Expr> {
        let mut left = self.sum_level()?;
        while self.at_word("xor") && !matches!(self.after().token, Token::Sign("(") if !self.after().spaced) {
            self.at += 1;
            let right = self.sum_level()?;
            left = self.binary(BinaryOp::Xor, left, right)?;
        }
        // `a xor(b)` reads as an operator too: an aggregate cannot follow an operand.
        while self.eat_word("xor") {
            let right = self.sum_level()?;
            left = self.binary(BinaryOp::Xor, left, right)?;
        }
        Ok(left)
    }

    fn sum_level(&mut self) -> Parsed<Expr> {
        let mut left = self.product_level()?;
        loop {
            let op = if self.eat_sign("+") {
                BinaryOp::Add
            } else if self.eat_sign("-") {
                BinaryOp::Sub
            } else {
                return Ok(left);
            };
            let right = self.product_level()?;
            left = self.binary(op, left, right)?;
        }
    }

    fn product_level(&mut self) -> Parsed<Expr> {
        let mut left = self.unary_level()?;
        loop {
            let op = if self.eat_sign("*") {
                BinaryOp::Mul
            } else if self.eat_word("div") {
                BinaryOp::Div
            } else if self.eat_word("mod") {
                BinaryOp::Mod
            } else if self.at_sign("/") {
                if !self.in_floor {
                    return Err(TextError::new(
                        self.peek().span,
                        "`/` has a meaning only inside `floor(...)`",
                    )
                    .hint("write `a div b`, or `floor(a/b)`"));
                }
                self.at += 1;
                BinaryOp::Quotient
            } else {
                return Ok(left);
            };
            let right = self.unary_level()?;
            left = self.binary(op, left, right)?;
        }
    }

    fn unary_level(&mut self) -> Parsed<Expr> {
        let span = self.peek().span;
        if self.eat_sign("-") {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(TextError::new(span, format!("expressions nest deeper than {DEPTH}")).limit());
            }
            let inner = self.unary_level()?;
            self.depth -= 1;
            let span = span.to(inner.span);
            return Ok(Expr { kind: ExprKind::Negate(Box::new(inner)), span });
        }
        self.power_level()
    }

    fn power_level(&mut self) -> Parsed<Expr> {
        let base = self.primary()?;
        // `2i` is 2*i, and `2i^2` is 2*(i^2).
        let product = !self.ended() && !self.peek().spaced && matches!(base.kind, ExprKind::Number(_));
        if let (true, Token::Ident(word)) = (product, &self.peek().token)
            && !WORDS.contains(&word.as_str())
        {
            let factor = self.power_level()?;
            return self.binary(BinaryOp::Mul, base, factor);
        }
        if self.eat_sign("^") {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(
                    TextError::new(base.span, format!("expressions nest deeper than {DEPTH}")).limit()
                );
            }
            let exponent = self.unary_level()?;
            self.depth -= 1;
            return self.binary(BinaryOp::Pow, base, exponent);
        }
        Ok(base)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        if self.ended() {
            return Err(self.expected("a value"));
        }
        let lexeme = self.peek().clone();
        let span = lexeme.span;
        match lexeme.token {
            Token::Number(digits) => {
                self.at += 1;
                let value = Integer::from_string_base(10, &digits)
                    .ok_or_else(|| TextError::new(span, "this is not a number"))?;
                Ok(Expr { kind: ExprKind::Number(value), span })
            }
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.expr()?;
                let end = self.expect_sign(")")?;
                Ok(Expr { kind: inner.kind, span: span.to(end) })
            }
            Token::Sign("|") => {
                self.at += 1;
                let inner = self.expr()?;
                let end = self.expect_sign("|")?;
                Ok(Expr { kind: ExprKind::Abs(Box::new(inner)), span: span.to(end) })
            }
            Token::Ident(word) => self.word_expr(word, span),
            _ => Err(self.expected("a value")),
        }
    }

    fn word_expr(&mut self, word: String, span: Span) -> Parsed<Expr> {
        let called = self.after().token == Token::Sign("(") && !self.after().spaced;
        match word.as_str() {
            "if" => {
                self.at += 1;
                let condition = self.expr()?;
                self.expect_word("then")?;
                let yes = self.expr()?;
                self.expect_word("else")?;
                let no = self.expr()?;
                let span = span.to(no.span);
                Ok(Expr { kind: ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span })
            }
            "floor" | "sqrt" => {
                self.at += 1;
                self.expect_sign("(")?;
                if word == "sqrt" && !self.in_floor {
                    return Err(TextError::new(span, "`sqrt` has a meaning only inside `floor(...)`")
                        .hint("write `floor(sqrt(k))`"));
                }
                let outer = std::mem::replace(&mut self.in_floor, true);
                let inner = Box::new(self.expr()?);
                self.in_floor = outer;
                let span = span.to(self.expect_sign(")")?);
                let kind = if word == "floor" { ExprKind::Floor(inner) } else { ExprKind::Sqrt(inner) };
                Ok(Expr { kind, span })
            }
            "min" | "max" | "gcd" | "popcount" | "sum" | "count" | "xor" => self.builtin(&word, span),
            _ if WORDS.contains(&word.as_str()) => Err(self.expected("a value")),
            _ if called => {
                self.at += 2;
                let args = self.comma_separated()?;
                let span = span.to(self.expect_sign(")")?);
                Ok(Expr { kind: ExprKind::Call(word, args), span })
            }
            _ => {
                self.at += 1;
                if self.at_sign("'") && !self.peek().spaced {
                    self.at += 1;
                    return Ok(Expr { kind: ExprKind::After(word), span: span.to(self.previous_span()) });
                }
                Ok(Expr { kind: ExprKind::Name(word), span })
            }
        }
    }

    fn builtin(&mut self, word: &str, span: Span) -> Parsed<Expr> {
        self.at += 1;
        self.expect_sign("(")?;
        let vector = match &self.peek().token {
            Token::Ident(s) if s == "before" => Some(PileVector::Before),
            Token::Ident(s) if s == "after" => Some(PileVector::After),
            Token::Ident(s) if s == "taken" => Some(PileVector::Taken),
            _ => None,
        };
        let aggregate = match word {
            "sum" => Some(Aggregate::Sum),
            "xor" => Some(Aggregate::Xor),
            "min" => Some(Aggregate::Min),
            "max" => Some(Aggregate::Max),
            "count" => Some(Aggregate::Count),
            _ => None,
        };
        if let (Some(vector), Some(aggregate)) = (vector, aggregate)
            && self.after().token == Token::Sign(")")
        {
            self.at += 2;
            let span = span.to(self.previous_span());
            return Ok(Expr { kind: ExprKind::Aggregate(aggregate, vector), span });
        }
        let which = match word {
            "min" => Builtin::Min,
            "max" => Builtin::Max,
            "popcount" => Builtin::Popcount,
            "gcd" => Builtin::Gcd,
            _ => return Err(self.expected("`before`, `after` or `taken`")),
        };
        let args = self.comma_separated()?;
        let span = span.to(self.expect_sign(")")?);
        if which == Builtin::Popcount && args.len() != 1 {
            return Err(TextError::new(span, "`popcount` takes one argument"));
        }
        Ok(Expr { kind: ExprKind::Builtin(which, args), span })
    }

    fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Parsed<Expr> {
        self.both(left, right, |a, b| ExprKind::Binary(op, a, b))
    }

    fn both(
        &mut self,
        left: Expr,
        right: Expr,
        make: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let span = left.span.to(right.span);
        self.operations += 1;
        if self.operations > OPERATIONS {
            let message = format!("an expression has more than {OPERATIONS} operations");
            return Err(TextError::new(span, message).limit());
        }
        Ok(Expr { kind: make(Box::new(left), Box::new(right)), span })
    }
}
