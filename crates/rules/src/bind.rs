//! A game with its parameters bound: every name resolved, every family arranged over the piles, ready to be followed.

use crate::code::{Code, Effort, Function, Native, Node, TRIES};
use crate::compile::{Meaning, Scope};
use crate::error::{ErrorKind, RuleError, Source};
use crate::expr::{BinaryOp, Comparison, Expr, ExprKind};
use crate::game::{Game, Modifier, Move, ParamKind, PileNames, PileOrder, Range, Repeat, Takes};
use crate::linear::Linear;
use crate::names::{listed, nearest};
use crate::parse::{read_expr, read_game, read_list, read_vectors};
use crate::span::{Span, TextError};
use malachite::Integer;
use malachite::base::num::logic::traits::SignificantBits;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use wythoff_numbers::Budget;

/// Most piles and extra coordinates together.
pub const COORDINATES: usize = 12;

/// Most arranged families; a rule on many piles with many arrangements is refused.
const ARRANGEMENTS: usize = 20_000;

/// Most operations of a family's condition in all arrangements together.
const OPERATIONS: usize = 1 << 20;

/// Most steps of some ten nanoseconds for binding a game: well below a second.
const BINDING: u64 = 1 << 25;

/// Most bits of all parameters together.
const PARAMETER_BITS: u64 = 1 << 24;

/// Most different amounts in one family, and most memory cells.
const AMOUNTS: usize = 64;
const CELLS: usize = 16;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Integer(Integer),
    /// A function, as its text.
    Function(String),
    /// A list of numbers.
    List(Vec<Integer>),
    /// A list of vectors.
    Vectors(Vec<Vec<u64>>),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |items: Vec<String>, by: &str| items.join(by);
        match self {
            Value::Integer(n) => write!(f, "{n}"),
            Value::Function(text) | Value::Word(text) => f.write_str(text),
            Value::List(items) => f.write_str(&join(items.iter().map(|i| i.to_string()).collect(), ",")),
            Value::Vectors(vectors) => {
                let vector = |v: &Vec<u64>| join(v.iter().map(|i| i.to_string()).collect(), " ");
                f.write_str(&join(vectors.iter().map(vector).collect(), "; "))
            }
        }
    }
}

/// What a parameter is given as.
#[derive(Clone)]
pub enum Argument {
    /// Text, read as the parameter's kind asks.
    Text(String),
    /// A function computed outside the language, and the text that it is shown as.
    Native(Native, String),
}

/// A family of moves with its parameters bound, as written.
#[derive(Clone, Debug)]
pub struct Family {
    /// The family's label, or `move 1`, `move 2`, ... in the order written.
    pub label: String,
    /// The family as text.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

/// A variable of a family: the amounts that it runs through.
#[derive(Clone)]
pub(crate) struct Variable {
    pub slot: usize,
    pub lows: Vec<(Code, i64)>,
    pub highs: Vec<(Code, i64)>,
    pub list: Option<Arc<Vec<i64>>>,
}

/// A family applied to the piles in one arrangement.
#[derive(Clone)]
pub(crate) struct Arranged {
    /// Index of the family.
    pub family: usize,
    /// What is taken from each coordinate.
    pub takes: Vec<Code>,
    pub variables: Vec<Variable>,
    pub condition: Option<Code>,
    pub updates: Vec<(usize, Code)>,
    /// The condition's conjuncts, each with its text, to say which one a move breaks.
    pub conjuncts: Vec<(Code, String)>,
    /// Names that a condition may use, `x'` for a pile after the move, with their slots.
    pub names: Vec<(String, usize)>,
    /// `any`: the all-zero vector is passed over.
    pub skip_zero: bool,
    pub span: Span,
    /// How many coordinates the game has: slots below this are the coordinates before the move.
    pub coordinates: usize,
    /// The takes that are linear forms.
    pub linear: Vec<Option<Linear>>,
    /// For each variable, bounds that it has from every position, where some are known.
    pub ranges: Vec<(Option<i64>, Option<i64>)>,
    /// For each memory cell, a value that it never falls below, where one is known.
    pub remembered: Vec<Option<i64>>,
    /// The work of trying one tuple of amounts.
    pub cost: u64,
    /// For each variable, the coordinates whose supply limits it.
    pub caps: Vec<Vec<Cap>>,
    /// For each variable, a coordinate of which more is taken the larger it is, though not by a linear form.
    pub growing: Vec<Option<usize>>,
    /// For each variable, linear forms of it and of what is known before it that the condition wants not to be negative.
    pub narrow: Vec<Vec<Linear>>,
}

impl Arranged {
    /// The family without what it takes and what it says of that.
    pub fn without_amounts(&self) -> Arranged {
        Arranged {
            family: self.family,
            takes: Vec::new(),
            variables: Vec::new(),
            condition: None,
            updates: Vec::new(),
            conjuncts: Vec::new(),
            names: Vec::new(),
            skip_zero: self.skip_zero,
            span: self.span,
            coordinates: self.coordinates,
            linear: Vec::new(),
            ranges: Vec::new(),
            remembered: self.remembered.clone(),
            cost: self.cost,
            caps: Vec::new(),
            growing: Vec::new(),
            narrow: Vec::new(),
        }
    }

    /// Operations of everything that is worked out for one tuple of amounts.
    pub fn operations(&self) -> u64 {
        let bounds = self.variables.iter().flat_map(|v| v.lows.iter().chain(&v.highs)).map(|(code, _)| code);
        let codes = self.takes.iter().chain(&self.condition).chain(bounds);
        codes.map(|code| code.node.weight().operations).fold(0, u64::saturating_add)
    }
}

/// A coordinate that limits a variable: `factor * variable + rest <= pile`.
#[derive(Clone)]
pub(crate) struct Cap {
    pub coordinate: usize,
    pub factor: i64,
    /// What else the coordinate's take consists of, later variables at their least.
    pub rest: Linear,
}

/// Blocking: up to `k - 1` options may be blocked by the player who has just moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number k.
    pub k: u64,
    /// For each family, whether its moves can be blocked.
    pub families: Vec<bool>,
}

/// The conventions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Convention {
    /// The last mover loses.
    pub misere: bool,
    /// Options may be blocked.
    pub block: Option<Block>,
    /// The game ends at these positions too.
    pub terminals: Vec<Vec<u64>>,
    /// Once in the game either player may pass, not from a terminal position.
    pub pass: bool,
}

impl Convention {
    /// `normal` or `misere`.
    pub fn word(&self) -> &'static str {
        if self.misere { "misere" } else { "normal" }
    }

    /// Whether it is plain normal play.
    pub fn is_plain(&self) -> bool {
        *self == Convention::default()
    }
}

/// A game with its parameters bound.
#[derive(Clone)]
pub struct Rules {
    pub(crate) game: Arc<Game>,
    pub(crate) source: Arc<Source>,
    pub(crate) values: Vec<(String, Value)>,
    pub(crate) coordinates: Vec<String>,
    pub(crate) piles: usize,
    pub(crate) bounds: Vec<Option<u64>>,
    pub(crate) memory: Vec<(String, i64)>,
    pub(crate) positions: Option<Code>,
    pub(crate) starts: Option<Code>,
    pub(crate) families: Vec<Family>,
    pub(crate) arranged: Vec<Arranged>,
    pub(crate) symmetric: bool,
    pub(crate) convention: Convention,
    /// The convention that the game's own text asks for.
    pub(crate) own_convention: Convention,
    /// Positions that are off the board because whoever is to move there has won; canonical, sorted.
    pub(crate) forced_n: Vec<Vec<u64>>,
    pub(crate) functions: BTreeMap<String, Arc<Function>>,
    pub(crate) tries: u64,
    pub(crate) budget: Budget,
}

impl Rules {
    /// Reads and binds a game: `rules` in the rule language, `arguments` for its parameters.
    ///
    /// ```
    /// use wythoff_rules::Rules;
    /// let rules = Rules::read("(i,0) (0,i) (i,i)").unwrap();
    /// assert!(rules.is_symmetric());
    /// assert!(Rules::read("(i,0) (0,-i)").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Rules, RuleError> {
        Rules::read_with(text, &Budget::default())
    }

    /// The same, paid for by the budget of a request, as is every question that is asked of the rules afterwards.
    ///
    /// ```
    /// use wythoff_numbers::Budget;
    /// use wythoff_rules::{ErrorKind, Rules};
    /// let budget = Budget::default().with_work(1_000_000);
    /// let rules = Rules::read_with("(i) where gcd(3^9999 + i, 2^9999 + i*x) > 0", &budget).unwrap();
    /// let error = rules.options(&[5000]).unwrap_err();
    /// assert!(matches!(error.kind, ErrorKind::Stopped(_)) && error.place.is_some());
    /// ```
    pub fn read_with(text: &str, budget: &Budget) -> Result<Rules, RuleError> {
        Rules::bind_with(Source::new("rules", text), &[], budget)
    }

    /// Binds the game of a text to arguments for its parameters, and checks that it is a game.
    pub fn bind(source: Source, arguments: &[(String, Argument)]) -> Result<Rules, RuleError> {
        Rules::bind_with(source, arguments, &Budget::default())
    }

    /// The same, paid for by the budget of a request.
    pub fn bind_with(
        source: Source,
        arguments: &[(String, Argument)],
        budget: &Budget,
    ) -> Result<Rules, RuleError> {
        let work = RefCell::new(Effort::new(BINDING, budget));
        let game = read_game(&source.text).map_err(|error| RuleError::located(error, &source))?;
        let paid = work.borrow_mut().spend(source.text.len() as u64 * 8);
        paid.map_err(|kind| RuleError::at(kind, "the text is too long", Span::default(), &source))?;
        Rules::bound(game, source, arguments, budget, work)
    }

    /// Binds a game that has been read already.
    pub fn bind_game(
        game: Game,
        source: Source,
        arguments: &[(String, Argument)],
    ) -> Result<Rules, RuleError> {
        let budget = Budget::default();
        let work = RefCell::new(Effort::new(BINDING, &budget));
        Rules::bound(game, source, arguments, &budget, work)
    }

    fn bound(
        game: Game,
        source: Source,
        arguments: &[(String, Argument)],
        budget: &Budget,
        work: RefCell<Effort<'_>>,
    ) -> Result<Rules, RuleError> {
        let source = Arc::new(source);
        let scope = Scope { source: source.clone(), ..Scope::default() };
        let mut binder = Binder { game: &game, scope, work };
        let values = binder.parameters(arguments)?;
        let at = |error: TextError| RuleError::located(error, &source);
        binder.requirements()?;
        let (names, order) = binder.piles().map_err(at)?;
        let mut rules = Rules {
            piles: names.len(),
            bounds: vec![None; names.len()],
            coordinates: names,
            game: Arc::new(game.clone()),
            source: source.clone(),
            values,
            memory: Vec::new(),
            positions: None,
            starts: None,
            families: Vec::new(),
            arranged: Vec::new(),
            symmetric: false,
            convention: Convention::default(),
            own_convention: Convention::default(),
            forced_n: Vec::new(),
            functions: binder.functions(),
            tries: TRIES,
            budget: budget.clone(),
        };
        binder.fill(&mut rules, order)?;
        binder.pay_for_comparing(&rules)?;
        rules.symmetric = rules.bounds.iter().all(Option::is_none)
            && (order != PileOrder::Ordered || crate::symmetry::is_symmetric(&rules));
        if order != PileOrder::Ordered && rules.bounds.iter().any(Option::is_some) {
            let message = "a game with an extra coordinate has ordered piles";
            return Err(RuleError::new(ErrorKind::Meaning, message)
                .hint("write `piles ordered ...` and each move in every arrangement"));
        }
        binder.modifiers(&mut rules)?;
        rules.own_convention = rules.convention.clone();
        crate::check::check(&rules, &mut binder.work.borrow_mut())?;
        Ok(rules)
    }

    /// From now on a request pays for what the rules are asked.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// The work that one question may cost.
    pub(crate) fn effort(&self) -> Effort<'_> {
        Effort::new(self.tries, &self.budget)
    }
}

struct Binder<'a, 'b> {
    game: &'a Game,
    scope: Scope,
    /// What binding has cost so far.
    work: RefCell<Effort<'b>>,
}

impl Binder<'_, '_> {
    fn at(&self, error: TextError) -> RuleError {
        RuleError::located(error, &self.scope.source)
    }

    /// Pays for some steps; what they were for is named if there are too many.
    fn pay(&self, steps: u64, span: Span, what: &str) -> Result<(), RuleError> {
        let paid = self.work.borrow_mut().spend(steps);
        paid.map_err(|kind| self.at(TextError::new(span, what).of(kind)))
    }

    /// Every family is written out and compared with itself, for each two neighbouring piles.
    fn pay_for_comparing(&self, rules: &Rules) -> Result<(), RuleError> {
        for arranged in &rules.arranged {
            let steps = (16 + 16 * arranged.operations()).saturating_mul(1 + rules.coordinates.len() as u64);
            self.pay(steps, arranged.span, "there is too much to compare in these moves")?;
        }
        Ok(())
    }

    /// The value of an expression that names nothing that changes.
    fn integer(&self, scope: &Scope, expr: &Expr) -> Result<Integer, RuleError> {
        let code = scope.integer(expr).map_err(|error| RuleError::located(error, &scope.source))?;
        self.pay(1 + code.node.weight().operations / 16, expr.span, "working out the values takes too long")?;
        code.value(&[], &mut self.work.borrow_mut())
    }

    /// Whether a condition holds that names nothing that changes.
    fn holds(&self, condition: &Expr) -> Result<bool, RuleError> {
        let code = self.scope.truth(condition).map_err(|error| self.at(error))?;
        let steps = 4 + code.node.weight().operations / 4;
        self.pay(steps, condition.span, "working out the values takes too long")?;
        code.holds(&[], &mut self.work.borrow_mut())
    }

    // Parameters.

    fn parameters(&mut self, arguments: &[(String, Argument)]) -> Result<Vec<(String, Value)>, RuleError> {
        let params = &self.game.params;
        let arguments = &crate::slope::replaced(params, arguments)?;
        for (name, _) in arguments {
            if !params.iter().any(|p| p.name == *name) {
                let known: Vec<&str> = params.iter().map(|p| p.name.as_str()).collect();
                let message = format!("{} has no parameter `{name}`", self.title());
                let error = RuleError::new(ErrorKind::Parameter, message);
                return Err(match (nearest(name, known.iter().copied()), known.is_empty()) {
                    (Some(near), _) => error.hint(format!("did you mean `{near}`?")),
                    (None, true) => error.hint("it has no parameters"),
                    (None, false) => error.hint(format!("its parameters are: {}", listed(known))),
                });
            }
        }
        // A default may name other parameters, later ones too: bind what can be bound until nothing is left.
        let mut bound: BTreeMap<&str, Value> = BTreeMap::new();
        let mut bits = 0u64;
        let mut waiting: Vec<&crate::game::Param> = params.iter().collect();
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut still = Vec::new();
            let mut first = None;
            for param in waiting {
                let given: Vec<_> =
                    arguments.iter().filter(|(name, _)| *name == param.name).map(|(_, a)| a).collect();
                if given.len() > 1 {
                    let message = format!("the parameter `{}` is given twice", param.name);
                    return Err(RuleError::new(ErrorKind::Parameter, message).hint("give it once"));
                }
                self.pay(8 + 8 * self.scope.names.len() as u64, param.span, "there are too many parameters")?;
                match self.parameter(param, given.first().copied()) {
                    Err(error) if error.is_limit() => return Err(error),
                    Ok((value, meaning)) => {
                        if let Value::Integer(number) = &value {
                            bits = bits.saturating_add(number.significant_bits());
                        }
                        if bits > PARAMETER_BITS {
                            let message =
                                format!("the parameters have more than {PARAMETER_BITS} bits together");
                            return Err(self.at(TextError::new(param.span, message).limit()));
                        }
                        self.scope.names.insert(param.name.clone(), meaning);
                        bound.insert(&param.name, value);
                    }
                    Err(error) if given.is_empty() => {
                        first.get_or_insert(error);
                        still.push(param);
                    }
                    Err(error) => return Err(error),
                }
            }
            if let (Some(error), true) = (first, still.len() == before) {
                return Err(error);
            }
            waiting = still;
        }
        for param in params {
            self.check_range(param)?;
        }
        Ok(params.iter().map(|p| (p.name.clone(), bound[p.name.as_str()].clone())).collect())
    }

    fn functions(&self) -> BTreeMap<String, Arc<Function>> {
        let functions = self.scope.names.iter().filter_map(|(name, meaning)| match meaning {
            Meaning::Function(function, _) => Some((name.clone(), function.clone())),
            _ => None,
        });
        functions.collect()
    }

    fn title(&self) -> String {
        if self.game.name.is_empty() { "this game".to_string() } else { format!("`{}`", self.game.name) }
    }

    /// A scope for the text of one parameter: the same names, another text to show.
    fn parameter_scope(&self, name: &str, text: &str) -> Scope {
        let source = Arc::new(Source { name: format!("parameter {name}"), text: text.to_string() });
        Scope { source, ..self.scope.clone() }
    }

    fn parameter(
        &self,
        param: &crate::game::Param,
        given: Option<&Argument>,
    ) -> Result<(Value, Meaning), RuleError> {
        let name = &param.name;
        let text = match given {
            Some(Argument::Text(text)) => Some(text.as_str()),
            Some(Argument::Native(native, shown)) => {
                let ParamKind::Function { arguments, .. } = &param.kind else {
                    let message = format!("the parameter `{name}` is not a function");
                    return Err(RuleError::new(ErrorKind::Parameter, message).hint("give it as text"));
                };
                let function = Arc::new(Function::Native(native.clone()));
                return Ok((Value::Function(shown.clone()), Meaning::Function(function, arguments.len())));
            }
            None => None,
        };
        let scope = match text {
            Some(text) => self.parameter_scope(name, text),
            None => self.scope.clone(),
        };
        let at = |error: TextError| RuleError::located(error, &scope.source);
        let integer = |expr: &Expr| self.integer(&scope, expr);
        match &param.kind {
            ParamKind::Integer { default, .. } => {
                let value = match text {
                    Some(text) => integer(&read_expr(text).map_err(at)?)?,
                    None => integer(default)?,
                };
                Ok((Value::Integer(value.clone()), Meaning::Integer(Arc::new(value))))
            }
            ParamKind::Function { arguments, default, .. } => {
                let body = match text {
                    Some(text) => read_expr(text).map_err(at)?,
                    None => default.clone(),
                };
                let mut inner = scope.clone();
                // Other parameters are known inside a function only where the game's own text defines it.
                if text.is_some() {
                    inner.names.clear();
                }
                for (slot, argument) in arguments.iter().enumerate() {
                    inner.names.insert(argument.clone(), Meaning::Slot(slot));
                }
                let code = inner.integer(&body).map_err(at)?;
                let weight = code.node.weight();
                let function = Arc::new(Function::Code(code, weight));
                Ok((Value::Function(body.to_string()), Meaning::Function(function, arguments.len())))
            }
            ParamKind::List(default) => {
                let items = match text {
                    Some(text) => read_list(text).map_err(at)?,
                    None => default.clone(),
                };
                let mut values = items.iter().map(integer).collect::<Result<Vec<_>, _>>()?;
                values.sort();
                values.dedup();
                Ok((Value::List(values.clone()), Meaning::List(Arc::new(values))))
            }
            ParamKind::Vectors(default) => {
                let vectors = match text {
                    Some(text) => read_vectors(text).map_err(at)?,
                    None => default.clone(),
                };
                let mut values: Vec<Vec<u64>> = Vec::new();
                for vector in &vectors {
                    let mut value = Vec::new();
                    for item in vector {
                        let number = integer(item)?;
                        value.push(u64::try_from(&number).map_err(|_| {
                            at(TextError::new(
                                item.span,
                                format!("{number} cannot stand in a vector: amounts are from 0 to 2^64"),
                            ))
                        })?);
                    }
                    if value.iter().all(|c| *c == 0) {
                        return Err(at(TextError::new(
                            vector[0].span,
                            "the zero vector is no move: it changes nothing",
                        )));
                    }
                    if let Some(first) = values.first().filter(|first| first.len() != value.len()) {
                        let message = format!(
                            "this vector has {} components, the first has {}",
                            value.len(),
                            first.len()
                        );
                        return Err(at(TextError::new(vector[0].span, message)));
                    }
                    values.push(value);
                }
                Ok((Value::Vectors(values.clone()), Meaning::Vectors(Arc::new(values))))
            }
            ParamKind::Choice { words, default } => {
                let word = text.unwrap_or(default).trim().to_string();
                if !words.contains(&word) {
                    let message = format!("the parameter `{name}` cannot be `{word}`");
                    return Err(RuleError::new(ErrorKind::Parameter, message)
                        .hint(format!("it is one of: {}", listed(words.iter().map(String::as_str)))));
                }
                Ok((Value::Word(word.clone()), Meaning::Word(Arc::new(words.clone()), word)))
            }
        }
    }

    fn check_range(&self, param: &crate::game::Param) -> Result<(), RuleError> {
        let ParamKind::Integer { bounds, condition, .. } = &param.kind else { return Ok(()) };
        let Some(Meaning::Integer(value)) = self.scope.names.get(&param.name) else { return Ok(()) };
        let out_of_range = |needed: String| {
            let message = format!("the parameter `{}` is {}, out of range", param.name, shown(value));
            Err(RuleError::new(ErrorKind::Parameter, message).hint(format!("it must satisfy {needed}")))
        };
        for (comparison, bound) in bounds {
            let limit = self.integer(&self.scope, bound)?;
            if !comparison.holds(value.as_ref(), &limit) {
                return out_of_range(format!("{} {} {bound}", param.name, comparison.sign()));
            }
        }
        match condition {
            Some(condition) if !self.holds(condition)? => out_of_range(condition.to_string()),
            _ => Ok(()),
        }
    }

    fn requirements(&self) -> Result<(), RuleError> {
        for (condition, message) in &self.game.requires {
            if !self.holds(condition)? {
                return Err(RuleError::new(ErrorKind::Parameter, message.clone())
                    .hint(format!("needed: {condition}")));
            }
        }
        Ok(())
    }

    // Piles.

    fn piles(&self) -> Result<(Vec<String>, PileOrder), TextError> {
        let names = match &self.game.piles.names {
            PileNames::Listed(names) => names.clone(),
            PileNames::Counted(name, count) => {
                let value = self.scope.integer(count)?;
                let number = value.value(&[], &mut self.work.borrow_mut()).ok().filter(|n| *n >= 1);
                let number = number.ok_or_else(|| {
                    TextError::new(count.span, "the number of piles must be 1 or more").of(ErrorKind::Meaning)
                })?;
                let number = usize::try_from(&number).unwrap_or(usize::MAX);
                if number > COORDINATES {
                    return Err(TextError::new(
                        count.span,
                        format!("a game has at most {COORDINATES} piles"),
                    )
                    .limit());
                }
                (1..=number).map(|i| format!("{name}{i}")).collect()
            }
            PileNames::FromVectors => {
                let longest = self.game.moves.iter().map(|m| match &m.takes {
                    Takes::Vector(components) => components.len(),
                    Takes::Multiple(..) => 0,
                });
                let number = longest.max().unwrap_or(0);
                let letters = ["x", "y", "z", "w"];
                (0..number).map(|i| letters.get(i).map_or(format!("x{}", i + 1), |s| s.to_string())).collect()
            }
        };
        if names.len() + self.game.extras.len() > COORDINATES {
            let span = self.game.moves.first().map_or(Span::default(), |m| m.span);
            return Err(TextError::new(span, format!("a game has at most {COORDINATES} piles")).limit());
        }
        Ok((names, self.game.piles.order))
    }

    fn fresh(&self, name: &str, scope: &Scope) -> Result<(), RuleError> {
        if scope.names.contains_key(name) {
            return Err(RuleError::new(ErrorKind::Name, format!("the name `{name}` stands for two things"))
                .hint("rename one of them"));
        }
        Ok(())
    }

    /// Extra coordinates, memory, conditions on positions, and the families in every arrangement.
    fn fill(&self, rules: &mut Rules, order: PileOrder) -> Result<(), RuleError> {
        let at = |error: TextError| self.at(error);
        for (name, bound) in &self.game.extras {
            let value = self.integer(&self.scope, bound)?;
            let small = u64::try_from(&value).ok().filter(|b| (1..=1 << 32).contains(b));
            let bound = small.ok_or_else(|| {
                let message = format!("the coordinate `{name}` has {} values", shown(&value));
                at(TextError::new(bound.span, message).of(ErrorKind::Meaning).hint("it needs from 1 to 2^32"))
            })?;
            rules.coordinates.push(name.clone());
            rules.bounds.push(Some(bound));
        }
        let count = rules.coordinates.len();
        // Slots: coordinates before the move, memory, coordinates after the move, then the family's variables.
        let mut scope = self.scope.clone();
        for (slot, name) in rules.coordinates.iter().enumerate() {
            self.fresh(name, &scope)?;
            scope.names.insert(name.clone(), Meaning::Pile(slot, None));
        }
        scope.before = (0..rules.piles).collect();
        for (index, (name, initial)) in self.game.memory.iter().enumerate() {
            self.fresh(name, &scope)?;
            if index == CELLS {
                let message = format!("a game has at most {CELLS} memory cells");
                return Err(at(TextError::new(initial.span, message).limit()));
            }
            let value = self.integer(&self.scope, initial)?;
            let value = i64::try_from(&value).map_err(|_| {
                at(TextError::new(initial.span, "a memory cell holds numbers below 2^63").limit())
            })?;
            rules.memory.push((name.clone(), value));
            scope.names.insert(name.clone(), Meaning::Slot(count + index));
        }
        let condition = |expr: &Option<Expr>| expr.as_ref().map(|e| scope.truth(e).map_err(at)).transpose();
        let names = scope.names.len() as u64;
        rules.positions = condition(&self.game.positions)?;
        rules.starts = condition(&self.game.starts)?;
        for (index, family) in self.game.moves.iter().enumerate() {
            let label = family.label.clone().unwrap_or_else(|| format!("move {}", index + 1));
            let text = Move { label: None, ..family.clone() }.to_string();
            rules.families.push(Family { label, text, span: family.span });
            self.pay(64 + 8 * names, family.span, "there are too many families of moves")?;
            self.arrange(rules, &scope, index, family, order)?;
            if rules.arranged.len() > ARRANGEMENTS {
                let message =
                    format!("the families have more than {ARRANGEMENTS} arrangements over the piles");
                return Err(at(TextError::new(family.span, message).limit()));
            }
        }
        Ok(())
    }

    /// One family over the piles: as written, or in every different arrangement.
    fn arrange(
        &self,
        rules: &mut Rules,
        scope: &Scope,
        index: usize,
        family: &Move,
        order: PileOrder,
    ) -> Result<(), RuleError> {
        // (k, l) and (l, k) under a symmetric condition are the same moves.
        let mut known: BTreeSet<String> = BTreeSet::new();
        let size = family.condition.as_ref().map_or(1, operations);
        let names = scope.names.len() + family.ranges.len();
        for (takes, skip_zero) in self.takes(rules, scope, family)? {
            let piles = rules.piles;
            let identity: Vec<usize> = (0..piles).collect();
            let arrangements = if order == PileOrder::Unordered {
                // Where the family names no pile, arrangements of equal amounts are the same.
                let key = |p: usize| {
                    if self.names_piles(rules, family) { p.to_string() } else { takes[p].to_string() }
                };
                let keys: Vec<String> = (0..piles).map(key).collect();
                distinct_arrangements(&keys, ARRANGEMENTS).ok_or_else(|| {
                    let message =
                        format!("this family has more than {ARRANGEMENTS} arrangements over the piles");
                    self.at(TextError::new(family.span, message).limit())
                })?
            } else {
                vec![identity]
            };
            if arrangements.len().saturating_mul(size) > OPERATIONS {
                let message = "this family is too large to be arranged over the piles";
                return Err(self.at(TextError::new(family.span, message).limit()));
            }
            let steps = (64 + 8 * names + 64 * rules.coordinates.len() + 32 * size) as u64;
            for arrangement in arrangements {
                self.pay(steps, family.span, "this family is too large to be arranged over the piles")?;
                let arranged = self.arranged(rules, scope, index, family, &takes, skip_zero, &arrangement)?;
                if known.insert(crate::symmetry::key(rules, &arranged)) {
                    rules.arranged.push(arranged);
                }
            }
        }
        Ok(())
    }

    fn names_piles(&self, rules: &Rules, family: &Move) -> bool {
        let mut found = false;
        let mut visit = |e: &Expr| {
            if let ExprKind::Name(name) | ExprKind::After(name) = &e.kind {
                found |= rules.coordinates[..rules.piles].contains(name);
            }
        };
        match &family.takes {
            Takes::Vector(components) => {
                components.iter().filter_map(|c| c.amount.as_ref()).for_each(|e| e.walk(&mut visit));
            }
            Takes::Multiple(factor, _) => factor.iter().for_each(|e| e.walk(&mut visit)),
        }
        for range in &family.ranges {
            if let Range::Bounds(_, bounds) = range {
                bounds.iter().for_each(|(_, e)| e.walk(&mut visit));
            }
        }
        family.condition.iter().for_each(|e| e.walk(&mut visit));
        family.updates.iter().for_each(|(_, e)| e.walk(&mut visit));
        found
    }

    /// The amounts for each coordinate, `any` given names of its own; one entry a vector of a list.
    fn takes(
        &self,
        rules: &Rules,
        scope: &Scope,
        family: &Move,
    ) -> Result<Vec<(Vec<Expr>, bool)>, RuleError> {
        let at = |span: Span, message: String| self.at(TextError::new(span, message).of(ErrorKind::Meaning));
        let count = rules.coordinates.len();
        match &family.takes {
            Takes::Multiple(factor, vector) => {
                let list = family.ranges.iter().find_map(|r| match r {
                    Range::In(variable, list) if variable == vector => Some(list),
                    _ => None,
                });
                let vectors = match list.map(|l| scope.names.get(l)) {
                    Some(Some(Meaning::Vectors(vectors))) => vectors,
                    _ => {
                        let message = format!("`{vector}` does not run through a list of vectors");
                        return Err(at(family.span, message)
                            .hint(format!("add `for {vector} in v`, with `param v vectors = ...`")));
                    }
                };
                let mut out = Vec::new();
                for vector in vectors.iter() {
                    if vector.len() != count {
                        let message = format!(
                            "a vector has {} components, and the game {count} coordinates",
                            vector.len()
                        );
                        return Err(at(family.span, message));
                    }
                    let times = |c: &u64| {
                        let number = Expr { kind: ExprKind::Number(Integer::from(*c)), span: family.span };
                        match factor {
                            _ if *c == 0 => number,
                            None => number,
                            Some(factor) => Expr {
                                kind: ExprKind::Binary(
                                    BinaryOp::Mul,
                                    Box::new(factor.clone()),
                                    Box::new(number),
                                ),
                                span: family.span,
                            },
                        }
                    };
                    out.push((vector.iter().map(times).collect(), false));
                }
                Ok(out)
            }
            Takes::Vector(components) => {
                let mut takes: Vec<Expr> = Vec::new();
                let mut rest: Option<usize> = None;
                let mut any = 0;
                let mut skip_zero = false;
                let mut amount = |component: &crate::game::Component, any: &mut usize| match &component.amount
                {
                    Some(amount) => amount.clone(),
                    None => {
                        skip_zero = true;
                        *any += 1;
                        Expr { kind: ExprKind::Name(format!("any {any}")), span: family.span }
                    }
                };
                let mut spread = Vec::new();
                for component in components {
                    let times = match &component.repeat {
                        Repeat::Once => 1,
                        Repeat::Times(expr) => {
                            let value = self.integer(&self.scope, expr)?;
                            usize::try_from(&value).ok().filter(|n| *n <= COORDINATES).ok_or_else(|| {
                                at(expr.span, format!("`any` cannot stand for {} piles", shown(&value)))
                            })?
                        }
                        Repeat::Rest => {
                            if rest.replace(0).is_some() {
                                return Err(at(family.span, "`...` stands twice in one vector".to_string()));
                            }
                            usize::MAX
                        }
                    };
                    spread.push(times);
                }
                let given: usize = spread.iter().filter(|t| **t != usize::MAX).sum();
                if given > count || (rest.is_none() && given != count) {
                    let message =
                        format!("this vector has {given} components, and the game {count} coordinates");
                    let names = rules.coordinates.join(", ");
                    return Err(at(family.span, message).hint(format!("the coordinates are: {names}")));
                }
                for (component, times) in components.iter().zip(spread) {
                    let times = if times == usize::MAX { count - given } else { times };
                    for _ in 0..times {
                        let expr = amount(component, &mut any);
                        takes.push(expr);
                    }
                }
                Ok(vec![(takes, skip_zero)])
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn arranged(
        &self,
        rules: &Rules,
        scope: &Scope,
        index: usize,
        family: &Move,
        takes: &[Expr],
        skip_zero: bool,
        arrangement: &[usize],
    ) -> Result<Arranged, RuleError> {
        let at = |error: TextError| self.at(error);
        let (count, memory) = (rules.coordinates.len(), rules.memory.len());
        let after = count + memory;
        let first_variable = after + count;
        let place = |coordinate: usize| arrangement.get(coordinate).copied().unwrap_or(coordinate);
        // Names of piles mean what stands at their place in this arrangement.
        let mut scope = scope.clone();
        for (coordinate, name) in rules.coordinates.iter().enumerate() {
            if scope.names.contains_key(name) {
                let slot = place(coordinate);
                scope.names.insert(name.clone(), Meaning::Pile(slot, Some(after + slot)));
            }
        }
        scope.after = (0..rules.piles).map(|pile| after + pile).collect();
        // Variables: those of the vector first, then those of the ranges.
        let mut names: Vec<String> = Vec::new();
        let note = |name: &str, names: &mut Vec<String>| {
            if names.len() <= AMOUNTS && !scope.names.contains_key(name) && !names.iter().any(|n| n == name) {
                names.push(name.to_string());
            }
        };
        for take in takes {
            take.walk(&mut |e| {
                if let ExprKind::Name(name) = &e.kind {
                    note(name, &mut names);
                }
            });
        }
        let vector_name = match &family.takes {
            Takes::Multiple(_, vector) => Some(vector),
            Takes::Vector(_) => None,
        };
        for range in &family.ranges {
            let variables = match range {
                Range::Bounds(variables, _) => variables.as_slice(),
                Range::In(variable, _) | Range::Among(variable, _) => std::slice::from_ref(variable),
            };
            for variable in variables {
                if scope.names.contains_key(variable) {
                    let message = format!("`{variable}` is not an amount: it already has a value here");
                    let inline = matches!(self.game.piles.names, PileNames::FromVectors)
                        && rules.coordinates.contains(variable);
                    let hint = if inline {
                        "the piles of rules without `piles` are called x, y, z, w, x5, ...; call amounts otherwise"
                    } else {
                        "put conditions on it after `where`"
                    };
                    return Err(at(TextError::new(family.span, message).of(ErrorKind::Meaning)).hint(hint));
                }
                if Some(variable) != vector_name {
                    note(variable, &mut names);
                }
            }
        }
        if names.len() > AMOUNTS {
            let message = format!("a family has at most {AMOUNTS} different amounts");
            return Err(at(TextError::new(family.span, message).limit()));
        }
        let slot_of = |name: &str| names.iter().position(|n| n == name).map(|i| first_variable + i);
        let mut full = scope.clone();
        for name in &names {
            if let Some(slot) = slot_of(name) {
                full.names.insert(name.clone(), Meaning::Slot(slot));
            }
        }
        let before_the_move = |code: &Code, expr: &Expr| {
            let mut uses_after = false;
            code.node.slots(&mut |slot| uses_after |= (after..after + count).contains(&slot));
            if !uses_after {
                return Ok(());
            }
            let message = "an amount cannot depend on the piles after the move";
            Err(at(TextError::new(expr.span, message).of(ErrorKind::Meaning))
                .hint("put the condition after `where`"))
        };
        let mut extra_conditions: Vec<Expr> = Vec::new();
        let mut variables = Vec::new();
        // A bound may use the variables before it; the scope grows as they are declared.
        let mut growing = scope.clone();
        growing.after = Vec::new();
        for name in &names {
            let slot = slot_of(name).unwrap_or(first_variable);
            let mut variable = Variable { slot, lows: Vec::new(), highs: Vec::new(), list: None };
            let mut mentioned = false;
            for range in &family.ranges {
                match range {
                    Range::In(v, list) if v == name => match scope.names.get(list) {
                        Some(Meaning::List(values)) => {
                            variable.list = Some(small_values(values));
                            mentioned = true;
                        }
                        _ => {
                            let message = format!("`{list}` is not a list of numbers");
                            return Err(at(TextError::new(family.span, message).of(ErrorKind::Meaning))
                                .hint("write the numbers, as in `i in 1, 4, 9`"));
                        }
                    },
                    Range::Among(v, numbers) if v == name => {
                        let values = scope.numbers(numbers).map_err(at)?;
                        variable.list = Some(small_values(&values));
                        mentioned = true;
                    }
                    Range::Bounds(vs, bounds) if vs.contains(name) => {
                        for (comparison, bound) in bounds {
                            let code = growing.integer(bound).map_err(at)?;
                            before_the_move(&code, bound)?;
                            match comparison {
                                Comparison::AtLeast => variable.lows.push((code, 0)),
                                Comparison::Greater => variable.lows.push((code, 1)),
                                Comparison::AtMost => variable.highs.push((code, 0)),
                                Comparison::Less => variable.highs.push((code, -1)),
                                Comparison::Equal => {
                                    variable.lows.push((code.clone(), 0));
                                    variable.highs.push((code, 0));
                                }
                                Comparison::Unequal => {
                                    let name = Expr { kind: ExprKind::Name(name.clone()), span: family.span };
                                    let rest = vec![(*comparison, bound.clone())];
                                    let kind = ExprKind::Compare(Box::new(name), rest);
                                    extra_conditions.push(Expr { kind, span: family.span });
                                }
                            }
                        }
                        mentioned |= !variable.lows.is_empty();
                    }
                    _ => {}
                }
            }
            if !mentioned {
                let least = i64::from(!name.starts_with("any "));
                let code = Code { node: Node::Const(least), source: scope.source.clone() };
                variable.lows.push((code, 0));
            }
            growing.names.insert(name.clone(), Meaning::Slot(slot));
            variables.push(variable);
        }
        let mut placed: Vec<Option<Code>> = vec![None; count];
        let before_only = Scope { after: Vec::new(), ..full.clone() };
        for (coordinate, take) in takes.iter().enumerate() {
            let code = before_only.integer(take).map_err(at)?;
            before_the_move(&code, take)?;
            placed[place(coordinate)] = Some(code);
        }
        let mut condition: Option<Code> = match &family.condition {
            Some(expr) => Some(full.truth(expr).map_err(at)?),
            None => None,
        };
        for expr in &extra_conditions {
            let code = full.truth(expr).map_err(at)?;
            condition = Some(match condition {
                Some(Code { node, source }) => {
                    Code { node: Node::And(Box::new(node), Box::new(code.node)), source }
                }
                None => code,
            });
        }
        if matches!(condition, Some(Code { node: Node::Const(1), .. })) {
            condition = None;
        }
        let mut updates = Vec::new();
        for (name, value) in &family.updates {
            let cell = rules.memory.iter().position(|(n, _)| n == name).ok_or_else(|| {
                let message = format!("there is no memory cell `{name}`");
                at(TextError::new(family.span, message).of(ErrorKind::Name))
                    .hint(format!("declare it: `memory {name} = 0`"))
            })?;
            updates.push((cell, full.integer(value).map_err(at)?));
        }
        let mut conjuncts = Vec::new();
        for expr in family.condition.iter().flat_map(conjuncts_of).chain(&extra_conditions) {
            conjuncts.push((full.truth(expr).map_err(at)?, expr.to_string()));
        }
        let mut slots: Vec<(String, usize)> = Vec::new();
        for (coordinate, name) in rules.coordinates.iter().enumerate() {
            slots.push((name.clone(), place(coordinate)));
            slots.push((format!("{name}'"), after + place(coordinate)));
        }
        slots.extend(rules.memory.iter().enumerate().map(|(cell, (name, _))| (name.clone(), count + cell)));
        let own = names.iter().enumerate().filter(|(_, name)| !name.starts_with("any "));
        slots.extend(own.map(|(i, name)| (name.clone(), first_variable + i)));
        let takes: Vec<Code> = placed.into_iter().flatten().collect();
        let linear: Vec<Option<Linear>> = takes.iter().map(|take| take.node.linear()).collect();
        for variable in &mut variables {
            // `i <= x` where i is taken from x says no more than the pile does.
            let supplied = |(bound, shift): &(Code, i64)| match bound.node {
                Node::Slot(pile) if *shift >= 0 => {
                    linear.get(pile).and_then(Option::as_ref).is_some_and(|take| {
                        take.terms.len() == 1 && take.coefficient(variable.slot) == 1 && take.constant >= 0
                    })
                }
                _ => false,
            };
            variable.highs =
                std::mem::take(&mut variable.highs).into_iter().filter(|h| !supplied(h)).collect();
            // `where i in K` is a range, unless another one is given.
            let unbounded = variable.highs.is_empty() && variable.list.is_none();
            let from_one = matches!(variable.lows.as_slice(), [(Code { node: Node::Const(1), .. }, 0)]);
            let among = conjuncts.iter().find_map(|(code, _)| match &code.node {
                Node::In(value, list) if matches!(**value, Node::Slot(s) if s == variable.slot) => Some(list),
                _ => None,
            });
            if let (true, Some(list)) = (unbounded && from_one, among) {
                variable.list =
                    Some(Arc::new(small_values(list).iter().copied().filter(|value| *value >= 1).collect()));
                variable.lows.clear();
            }
        }
        let mut arranged = Arranged {
            family: index,
            takes,
            variables,
            condition,
            updates,
            conjuncts,
            names: slots,
            skip_zero,
            span: family.span,
            coordinates: count,
            linear,
            ranges: Vec::new(),
            remembered: Vec::new(),
            caps: Vec::new(),
            growing: Vec::new(),
            narrow: Vec::new(),
            cost: 0,
        };
        // The bounds of a variable speak of those before it.
        for variable in 0..arranged.variables.len() {
            arranged.ranges.push(crate::check::variable_range(&arranged, variable));
        }
        arranged.cost = 1 + arranged.operations() / 16;
        arranged.caps = (0..arranged.variables.len()).map(|v| caps_of(&arranged, v)).collect();
        arranged.growing = (0..arranged.variables.len()).map(|v| growing_with(&arranged, v)).collect();
        arranged.narrow = narrowing(&arranged, after);
        Ok(arranged)
    }

    // Conventions.

    fn modifiers(&self, rules: &mut Rules) -> Result<(), RuleError> {
        let at = |error: TextError| self.at(error);
        for modifier in &self.game.modifiers {
            match modifier {
                Modifier::Misere => rules.set_misere()?,
                Modifier::Pass => rules.set_pass(),
                Modifier::Terminal(position) => {
                    let mut piles = Vec::new();
                    for e in position {
                        let value = self.integer(&self.scope, e)?;
                        piles.push(u64::try_from(&value).map_err(|_| {
                            let message = format!("{} is not a pile", shown(&value));
                            at(TextError::new(e.span, message).of(ErrorKind::Position))
                        })?);
                    }
                    rules.add_terminal(&piles)?;
                }
                Modifier::Block { count, families, condition } => {
                    let applies = match condition {
                        Some(condition) => self.holds(condition)?,
                        None => true,
                    };
                    if applies {
                        let k = self.integer(&self.scope, count)?;
                        let k = u64::try_from(&k).map_err(|_| {
                            let message = format!("blocking needs k from 1 on, and this is {}", shown(&k));
                            at(TextError::new(count.span, message).of(ErrorKind::Convention))
                        })?;
                        self.pay_for_comparing(rules)?;
                        let names: Vec<&str> = families.iter().map(String::as_str).collect();
                        rules.set_block(k, &names)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// A number for a message: a long one by its length.
pub(crate) fn shown(value: &Integer) -> String {
    match value.significant_bits() {
        0..=1024 => value.to_string(),
        bits => format!("a number of {bits} bits"),
    }
}

/// The values of a list that an amount can have at all, in increasing order.
fn small_values(values: &[Integer]) -> Arc<Vec<i64>> {
    let mut small: Vec<i64> = values.iter().filter_map(|v| i64::try_from(v).ok()).collect();
    small.sort_unstable();
    small.dedup();
    Arc::new(small)
}

/// How many operations and operands an expression has.
fn operations(expr: &Expr) -> usize {
    let mut count = 0;
    expr.walk(&mut |_| count += 1);
    count
}

/// The conjuncts of a condition, left to right.
fn conjuncts_of(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::And(a, b) => [conjuncts_of(a), conjuncts_of(b)].concat(),
        _ => vec![expr],
    }
}

/// A coordinate of which more is taken the larger a variable is, by an amount that is no linear form and that no later
/// variable is part of: i^2, 2^i.
fn growing_with(arranged: &Arranged, variable: usize) -> Option<usize> {
    let slot = arranged.variables[variable].slot;
    let later = &arranged.variables[variable + 1..];
    (0..arranged.takes.len()).find(|coordinate| {
        let node = &arranged.takes[*coordinate].node;
        let mut open = false;
        node.slots(&mut |s| open |= later.iter().any(|v| v.slot == s));
        arranged.linear[*coordinate].is_none() && !open && crate::check::grows(node, slot, arranged)
    })
}

/// For each variable the linear forms that the condition wants not to be negative, in which no later variable stands.
///
/// Only comparisons of linear forms before everything else in the condition count: they cannot fail, and what stands behind
/// them is not looked at where they do not hold, so that amounts may be passed over unseen.
fn narrowing(arranged: &Arranged, after: usize) -> Vec<Vec<Linear>> {
    let mut forms = Vec::new();
    for (code, _) in &arranged.conjuncts {
        let Some(more) = not_negative(&code.node, arranged, after) else { break };
        forms.extend(more);
    }
    let mut narrow = vec![Vec::new(); arranged.variables.len()];
    for form in forms {
        let last = arranged.variables.iter().rposition(|variable| form.coefficient(variable.slot) != 0);
        if let Some(last) = last {
            narrow[last].push(form);
        }
    }
    narrow
}

/// A condition as linear forms that are not to be negative, where it is comparisons of linear forms; `!=` narrows nothing.
fn not_negative(node: &Node, arranged: &Arranged, after: usize) -> Option<Vec<Linear>> {
    let Node::Compare(first, rest) = node else { return None };
    let mut forms = Vec::new();
    let mut left = first.as_ref();
    for (comparison, right) in rest {
        let (small, large, apart) = match comparison {
            Comparison::Less => (left, right, 1),
            Comparison::AtMost | Comparison::Equal | Comparison::Unequal => (left, right, 0),
            Comparison::Greater => (right, left, 1),
            Comparison::AtLeast => (right, left, 0),
        };
        // |a| <= b is a <= b and -a <= b; the other way round it would be a choice.
        let (inner, both) = match small {
            Node::Abs(inner) => (inner.as_ref(), true),
            other => (other, *comparison == Comparison::Equal),
        };
        let (small_form, large_form) =
            (taken_apart(inner, arranged, after)?, taken_apart(large, arranged, after)?);
        let equal_to_size = *comparison == Comparison::Equal && matches!(small, Node::Abs(_));
        if *comparison != Comparison::Unequal && !equal_to_size {
            let spare = large_form.clone().plus(&Linear::constant(apart), -1)?;
            forms.push(spare.clone().plus(&small_form, -1)?);
            if both {
                let other = if *comparison == Comparison::Equal {
                    small_form.plus(&large_form, -1)?
                } else {
                    spare.plus(&small_form, 1)?
                };
                forms.push(other);
            }
        }
        left = right;
    }
    Some(forms)
}

/// A linear form in which what a move leaves is what there was without what is taken.
fn taken_apart(node: &Node, arranged: &Arranged, after: usize) -> Option<Linear> {
    let form = node.linear()?;
    let mut plain = Linear::constant(form.constant);
    for (slot, factor) in &form.terms {
        match slot.checked_sub(after).filter(|c| *c < arranged.coordinates) {
            Some(c) => {
                plain = plain.plus(&Linear { constant: 0, terms: [(c, 1)].into() }, *factor)?;
                plain = plain.plus(arranged.linear[c].as_ref()?, factor.checked_neg()?)?;
            }
            None => plain = plain.plus(&Linear { constant: 0, terms: [(*slot, 1)].into() }, *factor)?,
        }
    }
    Some(plain)
}

/// The coordinates that limit a variable: their take grows with it, and nothing later can make up for it.
fn caps_of(arranged: &Arranged, variable: usize) -> Vec<Cap> {
    let slot = arranged.variables[variable].slot;
    let mut caps = Vec::new();
    for (coordinate, linear) in arranged.linear.iter().enumerate() {
        let Some(linear) = linear else { continue };
        let factor = linear.coefficient(slot);
        if factor <= 0 {
            continue;
        }
        let mut rest = linear.clone();
        rest.terms.remove(&slot);
        let usable = arranged.variables[variable + 1..].iter().all(|later| {
            let c = rest.coefficient(later.slot);
            if c == 0 {
                return true;
            }
            rest.terms.remove(&later.slot);
            let least = crate::check::least(&Node::Slot(later.slot), arranged);
            match least.and_then(|least| least.checked_mul(c)).and_then(|t| rest.constant.checked_add(t)) {
                Some(constant) if c > 0 => {
                    rest.constant = constant;
                    true
                }
                _ => false,
            }
        });
        if usable {
            caps.push(Cap { coordinate, factor, rest });
        }
    }
    caps
}

/// The different ways to arrange things with the given keys: each is the place that every thing goes to.
fn distinct_arrangements(keys: &[String], limit: usize) -> Option<Vec<Vec<usize>>> {
    fn extend(
        keys: &[String],
        places: &mut Vec<usize>,
        free: &mut Vec<bool>,
        out: &mut Vec<Vec<usize>>,
        limit: usize,
    ) -> bool {
        let thing = places.len();
        if thing == keys.len() {
            out.push(places.clone());
            return out.len() <= limit;
        }
        // Equal things keep their order, so that each arrangement is met once.
        let from = (0..thing).rev().find(|t| keys[*t] == keys[thing]).map_or(0, |t| places[t] + 1);
        for place in from..keys.len() {
            if free[place] {
                free[place] = false;
                places.push(place);
                if !extend(keys, places, free, out, limit) {
                    return false;
                }
                places.pop();
                free[place] = true;
            }
        }
        true
    }
    // Distinct `any` amounts are alike too.
    let alike: Vec<String> =
        keys.iter().map(|k| if k.starts_with("any ") { "any".to_string() } else { k.clone() }).collect();
    let mut out = Vec::new();
    extend(&alike, &mut Vec::new(), &mut vec![true; keys.len()], &mut out, limit).then_some(out)
}
