//! What can be asked of a bound game, and the conventions that go on top of any.

use crate::bind::{Block, Convention, Family, Rules, Value};
use crate::code::{Code, Effort, Node, VALUE_BITS};
use crate::compile::Scope;
use crate::error::{ErrorKind, RuleError};
use crate::expr::{Comparison, Expr, ExprKind};
use crate::game::{Game, PileOrder, Piles};
use crate::names::{listed, nearest};
use crate::parse::read_expr;
use malachite::Natural;
use malachite::base::num::arithmetic::traits::UnsignedAbs;
use malachite::base::num::conversion::traits::FromStringBase;
use std::sync::Arc;

/// The largest pile that is played from the rules: what is left of it and what is taken fit 64 bits with a sign.
pub const LARGEST_PILE: u64 = i64::MAX as u64 / 2;

/// Most extra positions at which a game ends.
const TERMINALS: usize = 4096;

/// Most positions that are N by decree, in every order; each is looked at wherever a move ends.
const FORCED: usize = 256;

impl Rules {
    /// The game's name; empty for inline rules.
    pub fn name(&self) -> &str {
        &self.game.name
    }

    /// The game as written.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The parameters with their values, in the order declared.
    pub fn values(&self) -> &[(String, Value)] {
        &self.values
    }

    /// Names of all coordinates: the piles, then the extra ones.
    pub fn coordinates(&self) -> &[String] {
        &self.coordinates
    }

    /// How many coordinates are piles.
    pub fn piles(&self) -> usize {
        self.piles
    }

    /// For each coordinate, the bound below which its values stay; `None` for a pile.
    pub fn bounds(&self) -> &[Option<u64>] {
        &self.bounds
    }

    /// Names of the memory cells with their values at the start.
    pub fn memory(&self) -> &[(String, i64)] {
        &self.memory
    }

    /// The memory of a fresh start.
    pub fn fresh_memory(&self) -> Vec<i64> {
        self.memory.iter().map(|(_, value)| *value).collect()
    }

    /// Reads what is remembered of earlier moves, `last=4`: the cell and its value. A value that no play comes to,
    /// where that can be told, is refused.
    ///
    /// ```
    /// let game = "piles ordered n\nmemory last = 0\nmove (i) where i != last then last = i";
    /// let rules = wythoff_rules::Rules::read(game).unwrap();
    /// assert_eq!(rules.parse_memory("last=4").unwrap(), (0, 4));
    /// assert!(rules.parse_memory("lsat=4").unwrap_err().hints[0].contains("`last`"));
    /// assert!(rules.parse_memory("last=-1").is_err());
    /// ```
    pub fn parse_memory(&self, text: &str) -> Result<(usize, i64), RuleError> {
        let names: Vec<&str> = self.memory.iter().map(|(name, _)| name.as_str()).collect();
        let write = |error: RuleError| match names.first() {
            Some(name) => error.hint(format!("what is remembered is written after the piles: ;{name}=4")),
            None => error.hint("this game remembers nothing: give the piles alone"),
        };
        let Some((name, value)) = text.split_once('=') else {
            let message = format!("`{}` is not NAME=VALUE", text.trim());
            return Err(write(RuleError::new(ErrorKind::Position, message)));
        };
        let (name, value) = (name.trim(), value.trim());
        let Some(cell) = names.iter().position(|n| *n == name) else {
            let message = format!("the game remembers nothing called `{name}`");
            let error = RuleError::new(ErrorKind::Name, message);
            return Err(match nearest(name, names.iter().copied()) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None if names.is_empty() => write(error),
                None => error.hint(format!("it remembers: {}", names.join(", "))),
            });
        };
        let digits = value.strip_prefix('-').unwrap_or(value);
        if digits.is_empty() || digits.chars().any(|c| !c.is_ascii_digit()) {
            let message = format!("{name}={value}: `{value}` is not a whole number");
            return Err(write(RuleError::new(ErrorKind::Position, message)));
        }
        let number = value.parse::<i64>().ok().filter(|n| n.unsigned_abs() <= i64::MAX as u64 / 2);
        let number = number.ok_or_else(|| {
            let message = format!("{name}={value}: a memory cell is played up to 2^62");
            RuleError::new(ErrorKind::Limit, message).hint("give a smaller one")
        })?;
        match crate::check::least_remembered(self)[cell] {
            Some(least) if number < least => {
                let message = format!("{name}={value} is out of range");
                Err(RuleError::new(ErrorKind::Position, message)
                    .hint(format!("in play {name} is never below {least}")))
            }
            _ => Ok((cell, number)),
        }
    }

    /// The families of moves, as written.
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// How the piles were declared.
    pub fn order(&self) -> PileOrder {
        self.game.piles.order
    }

    /// Whether positions that differ only by order are one position, shown sorted.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The conventions: misère, blocking, extra ends, a pass.
    pub fn convention(&self) -> &Convention {
        &self.convention
    }

    /// Whether conventions have been put on top of what the game's own text asks for.
    pub fn is_modified(&self) -> bool {
        self.convention != self.own_convention || !self.forced_n.is_empty()
    }

    /// The positions that are N by decree.
    pub fn forced_n(&self) -> &[Vec<u64>] {
        &self.forced_n
    }

    /// Whether every move takes amounts of 0 or more from every coordinate, so that a box is closed under moves.
    pub fn only_takes(&self) -> bool {
        self.never_adds(|_| true)
    }

    /// Whether no move adds to a pile; a bounded coordinate may rise.
    pub fn piles_never_grow(&self) -> bool {
        self.never_adds(|coordinate| self.bounds()[coordinate].is_none())
    }

    fn never_adds(&self, to: impl Fn(usize) -> bool) -> bool {
        self.arranged.iter().all(|a| {
            let takes = a.takes.iter().enumerate().filter(|(coordinate, _)| to(*coordinate));
            takes.map(|(_, take)| crate::check::least(&take.node, a)).all(|least| least >= Some(0))
        })
    }

    /// Most work for the options of one position, in steps of some ten nanoseconds; [`TRIES`](crate::TRIES) unless
    /// set. A position that needs more is refused.
    pub fn limit_tries(&mut self, tries: u64) {
        self.tries = tries;
    }

    /// The last mover loses.
    pub fn set_misere(&mut self) -> Result<(), RuleError> {
        if self.convention.block.is_some() {
            return Err(blocked_and_misere());
        }
        if !self.forced_n.is_empty() {
            let message = "forced N-positions go with normal play without a pass";
            return Err(RuleError::new(ErrorKind::Convention, message).hint("drop one of the two"));
        }
        self.convention.misere = true;
        Ok(())
    }

    /// Once in the game either player may pass, not from a terminal position.
    pub fn set_pass(&mut self) {
        self.convention.pass = true;
    }

    /// The game that goes on once the pass has been used.
    pub fn after_the_pass(&self) -> Rules {
        let mut rules = self.clone();
        rules.convention.pass = false;
        rules
    }

    /// Up to `k - 1` options may be blocked: of the families named, or of all.
    pub fn set_block(&mut self, k: u64, families: &[&str]) -> Result<(), RuleError> {
        if k == 0 {
            let message = "blocking needs k from 1 on: up to k-1 options are blocked";
            return Err(RuleError::new(ErrorKind::Convention, message).hint("k = 1 blocks nothing"));
        }
        if self.convention.misere {
            return Err(blocked_and_misere());
        }
        let mut blockable = vec![families.is_empty(); self.families.len()];
        for name in families {
            let mut found = false;
            for (index, family) in self.families.iter().enumerate() {
                if family.label == *name {
                    blockable[index] = true;
                    found = true;
                }
            }
            if !found {
                let labels: Vec<&str> = self.families.iter().map(|f| f.label.as_str()).collect();
                let error = RuleError::new(ErrorKind::Name, format!("there is no family `{name}`"));
                return Err(match nearest(name, labels.iter().copied()) {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error.hint(format!("the families are: {}", listed(labels))),
                });
            }
        }
        self.convention.block = (k > 1).then_some(Block { k, families: blockable });
        if self.symmetric && self.order() == PileOrder::Ordered {
            self.symmetric = crate::symmetry::is_symmetric(self);
        }
        Ok(())
    }

    /// The game ends at this position too: of piles that are declared `ordered` at this one alone, else in every order in which
    /// the game has it.
    ///
    /// ```
    /// use wythoff_rules::Rules;
    /// let mut rules = Rules::read("piles ordered x, y; move (i,0); move (0,i)").unwrap();
    /// rules.add_terminal(&[1, 2]).unwrap();
    /// assert!(rules.is_ended(&[1, 2]) && !rules.is_ended(&[2, 1]) && !rules.is_symmetric());
    /// let mut rules = Rules::read("(i,0) (0,i)").unwrap();
    /// rules.add_terminal(&[1, 2]).unwrap();
    /// assert!(rules.is_ended(&[1, 2]) && rules.is_ended(&[2, 1]) && rules.is_symmetric());
    /// ```
    pub fn add_terminal(&mut self, position: &[u64]) -> Result<(), RuleError> {
        self.check_position(position)?;
        self.tell_orders_apart(position);
        let position = self.canonical(position);
        if let Err(at) = self.convention.terminals.binary_search(&position) {
            if self.convention.terminals.len() == TERMINALS {
                let message = format!("a game ends at no more than {TERMINALS} extra positions");
                return Err(RuleError::new(ErrorKind::Limit, message).hint("name fewer"));
            }
            self.convention.terminals.insert(at, position);
        }
        Ok(())
    }

    /// Whether the text declares the piles `ordered`; inline rules declare nothing.
    fn says_order(&self) -> bool {
        self.order() == PileOrder::Ordered && self.game.piles != Piles::default()
    }

    /// What is said of one position of piles that are declared `ordered` is said of that order alone, whatever the moves are:
    /// order matters from then on, unless the piles are equal.
    fn tell_orders_apart(&mut self, position: &[u64]) {
        if self.says_order() && position.windows(2).any(|two| two[0] != two[1]) {
            self.symmetric = false;
        }
    }

    /// Whoever is to move at this position has won, whatever the moves are. In normal play nobody moves there, and so it
    /// is taken off the board, as by `position where`. Misère play and a pass ask whether there is any move, and do not
    /// go with it.
    ///
    /// ```
    /// let mut rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
    /// rules.add_forced_n(&[1, 2]).unwrap();
    /// assert!(rules.is_symmetric() && !rules.is_position(&[2, 1]).unwrap());
    /// assert_eq!(rules.options(&[1, 3]).unwrap(), [[0, 1], [0, 2], [0, 3], [1, 1]]);
    /// ```
    pub fn add_forced_n(&mut self, position: &[u64]) -> Result<(), RuleError> {
        let refused =
            |message: &str, hint: &str| Err(RuleError::new(ErrorKind::Convention, message).hint(hint));
        if self.convention.misere || self.convention.pass {
            return refused("forced N-positions go with normal play without a pass", "drop one of the two");
        }
        let canonical = if self.says_order() { position.to_vec() } else { self.canonical(position) };
        let Err(at) = self.forced_n.binary_search(&canonical) else { return Ok(()) };
        self.check_position(position)?;
        if self.is_ended(position) {
            return refused("a position where the game ends is P, and no forced N-position", "name another");
        }
        self.tell_orders_apart(position);
        // Of piles without an order the condition sees them sorted; else every order has to be said.
        let mut orders = vec![canonical.clone()];
        if self.order() != PileOrder::Ordered {
            orders[0][..self.piles].sort_unstable();
        } else if self.symmetric {
            orders = wythoff_numbers::tuples::arrangements(&canonical);
        }
        if self.forced_n.len().saturating_add(1).saturating_mul(orders.len()) > FORCED {
            let message = format!("no more than {FORCED} positions are N by decree, every order counted");
            return Err(RuleError::new(ErrorKind::Limit, message).hint("name fewer"));
        }
        for order in orders {
            let is = |(name, value): (&String, &u64)| format!("{name} == {value}");
            let here: Vec<String> = self.coordinates.iter().zip(&order).map(is).collect();
            let condition = read_expr(&format!("not ({})", here.join(" and ")))
                .map_err(|error| RuleError::located(error, &self.source))?;
            let equal = |(slot, value): (usize, &u64)| {
                let value = Node::Const(i64::try_from(*value).unwrap_or(i64::MAX));
                Node::Compare(Box::new(Node::Slot(slot)), vec![(Comparison::Equal, value)])
            };
            let all = order.iter().enumerate().map(equal).reduce(|a, b| Node::And(Box::new(a), Box::new(b)));
            let node = Node::Not(Box::new(all.unwrap_or(Node::Const(1))));
            self.positions = Some(match self.positions.take() {
                Some(code) => Code { node: Node::And(Box::new(code.node), Box::new(node)), ..code },
                None => Code { node, source: self.source.clone() },
            });
            let game = Arc::make_mut(&mut self.game);
            game.positions = Some(match game.positions.take() {
                Some(before) => {
                    Expr { span: before.span, kind: ExprKind::And(Box::new(before), Box::new(condition)) }
                }
                None => condition,
            });
        }
        self.forced_n.insert(at, canonical);
        Ok(())
    }

    /// The position as it is shown: sorted where order does not matter.
    pub fn canonical(&self, position: &[u64]) -> Vec<u64> {
        let mut out = position.to_vec();
        self.canonicalise(&mut out);
        out
    }

    /// Sorts a position in place where order does not matter.
    pub fn canonicalise(&self, position: &mut [u64]) {
        if self.symmetric {
            position.sort_unstable();
        }
    }

    /// Whether a tuple is a position of the game: the right length, within bounds, and as `position where` says.
    pub fn check_position(&self, position: &[u64]) -> Result<(), RuleError> {
        let names = self.coordinates.join(", ");
        if position.len() != self.coordinates.len() {
            let (given, needed) = (position.len(), self.coordinates.len());
            let piles = if given == 1 { "pile" } else { "piles" };
            let message = format!("the position has {given} {piles}, and the game {needed}");
            return Err(RuleError::new(ErrorKind::Position, message)
                .hint(format!("give {names}, separated by commas")));
        }
        for ((value, bound), name) in position.iter().zip(&self.bounds).zip(&self.coordinates) {
            if *value > LARGEST_PILE {
                let message = format!("the pile {name} = {value} is too large to be played from the rules");
                return Err(RuleError::new(ErrorKind::Limit, message).hint("piles are below 2^62"));
            }
            if bound.is_some_and(|bound| *value >= bound) {
                let last = bound.unwrap_or(1) - 1;
                let message = format!("{name} = {value} is out of range");
                return Err(RuleError::new(ErrorKind::Position, message)
                    .hint(format!("{name} runs from 0 to {last}")));
            }
        }
        if self.forced_n.binary_search(&self.canonical(position)).is_ok() {
            let message =
                format!("{} is N by decree: whoever is to move there has won", show_position(position));
            return Err(RuleError::new(ErrorKind::Position, message).hint("ask for another position"));
        }
        if !self.is_position(position)? {
            let condition = self.game.positions.as_ref().map_or(String::new(), |e| e.to_string());
            let message = format!("{} is not a position of the game", show_position(position));
            return Err(
                RuleError::new(ErrorKind::Position, message).hint(format!("positions satisfy {condition}"))
            );
        }
        Ok(())
    }

    /// Whether the game may start from a position: as `start where` says.
    pub fn is_start(&self, position: &[u64]) -> Result<bool, RuleError> {
        self.condition_holds(&self.starts, position)
    }

    /// Whether a tuple within bounds is a position, as `position where` says.
    pub fn is_position(&self, position: &[u64]) -> Result<bool, RuleError> {
        self.condition_holds(&self.positions, position)
    }

    fn condition_holds(&self, code: &Option<crate::code::Code>, position: &[u64]) -> Result<bool, RuleError> {
        let Some(code) = code else { return Ok(true) };
        let mut slots: Vec<i64> = position.iter().map(|p| *p as i64).collect();
        // Of piles without an order the first is the smallest.
        if self.order() != PileOrder::Ordered {
            slots[..self.piles].sort_unstable();
        }
        slots.extend(self.fresh_memory());
        code.holds(&slots, &mut self.effort()).map_err(|e| e.at_position(show_position(position)))
    }

    /// Whether the game ends at a position by an extra terminal.
    pub fn is_ended(&self, position: &[u64]) -> bool {
        let terminals = &self.convention.terminals;
        !terminals.is_empty() && terminals.binary_search(&self.canonical(position)).is_ok()
    }
}

fn blocked_and_misere() -> RuleError {
    let message = "blocking and misère play do not go together";
    RuleError::new(ErrorKind::Convention, message).hint("drop one of the two")
}

/// A position as people write it: `6,10`.
pub fn show_position(position: &[u64]) -> String {
    position.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(",")
}

/// Reads a position such as `6,10` with piles of any size, separated by commas or by lines.
///
/// ```
/// use wythoff_rules::parse_position;
/// assert_eq!(parse_position("6, 10").unwrap().len(), 2);
/// assert_eq!(parse_position("6\n10^30\n").unwrap()[1].to_string(), format!("1{}", "0".repeat(30)));
/// assert_eq!(parse_position("(6,10)"), parse_position("6,10"));
/// assert_eq!(parse_position("(2+3)*2,(1)"), parse_position("10,1"));
/// assert!(parse_position("6,-1").is_err());
/// assert!(!parse_position("6,1\tx").unwrap_err().message.contains('\t'));
/// ```
pub fn parse_position(text: &str) -> Result<Vec<Natural>, RuleError> {
    split_position(text).into_iter().map(parse_pile).collect()
}

/// The piles of a position as they are written, separated by commas or by lines; a comma at the end of a line that
/// another one follows is not one more separator.
pub fn split_position(text: &str) -> Vec<&str> {
    let text = without_parentheses(text.trim());
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let Some((last, before)) = lines.split_last() else { return vec![""] };
    let before = before.iter().map(|line| line.strip_suffix(',').unwrap_or(line));
    before.chain([*last]).flat_map(|line| line.split(',')).map(str::trim).collect()
}

/// A position as people write it in words, `(6,10)`, without its parentheses; those of a sum within a pile stay.
fn without_parentheses(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let Some(inner) = inner.filter(|inner| inner.contains(',')) else { return text };
    let mut depth = 0i64;
    let closed = inner.bytes().all(|byte| {
        depth += i64::from(byte == b'(') - i64::from(byte == b')');
        depth >= 0
    });
    if closed { inner } else { text }
}

/// Most steps for working out a pile that is written as an expression: some tens of milliseconds.
const PILE_STEPS: u64 = 1 << 22;

/// Reads one pile: digits, or numbers with operations between them, as in `10^30 + 7`.
pub fn parse_pile(text: &str) -> Result<Natural, RuleError> {
    let digits = text.trim();
    let wrong = |what: &str| {
        let shown: String = digits.chars().take(40).flat_map(char::escape_debug).collect();
        RuleError::new(ErrorKind::Position, format!("`{shown}` is not a pile: {what}"))
            .hint("piles are whole numbers from 0 on, separated by commas: 6,10")
    };
    if digits.is_empty() {
        return Err(wrong("there is no number"));
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return Natural::from_string_base(10, digits).ok_or_else(|| wrong("it is not a number"));
    }
    let sums = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || "^*+-()".contains(c);
    if let Some(bad) = digits.chars().find(|c| !sums(*c)) {
        return Err(wrong(&format!("the character `{}` is not a digit", bad.escape_debug())));
    }
    let limited = |mut error: RuleError| {
        error.place = None;
        if error.is_limit() {
            error.hint(format!(
                "a pile written with operations has at most {VALUE_BITS} bits; write the digits"
            ))
        } else {
            wrong(&error.message)
        }
    };
    let source = crate::error::Source::new("position", digits);
    let located = |error| limited(RuleError::located(error, &source));
    let code = Scope::default().integer(&read_expr(digits).map_err(located)?).map_err(located)?;
    let mut effort = Effort::default();
    effort.limit(PILE_STEPS);
    let value = code.value(&[], &mut effort).map_err(limited)?;
    if value < 0 {
        return Err(wrong("a pile cannot be negative"));
    }
    Ok(value.unsigned_abs())
}
