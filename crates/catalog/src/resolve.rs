//! From a spec to a game that can be asked: rule text bound to its arguments, or one of the games in Rust.

use crate::entry::{Entry, Kind, entries, entry};
use crate::files::{Files, NoFiles, rule_text};
use crate::spec::Spec;
use crate::special::{Base, Cause, Conventions, Given, Modified, Refused, Special};
use malachite::Natural;
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_rules::{
    Argument, ErrorKind, RuleError, Rules, Source, Value, nearest, parse_game, parse_position,
};
use wythoff_solvers::SolveError;

/// A game, ready to be asked. What the catalog says of it goes with its rules: nothing else can be put in their place.
#[derive(Clone)]
pub struct Resolved {
    game: Written,
    /// The catalog's entry; `None` for rules of the user's own and for sums.
    entry: Option<&'static Entry>,
    /// The parameters of a game in Rust.
    values: Vec<(String, Value)>,
}

/// How the game is written.
#[derive(Clone)]
enum Written {
    Rules(Box<Rules>),
    Special(Arc<dyn Special>),
    Sum(Vec<Resolved>),
}

/// A game by the way it is written, for those who treat the ways differently.
#[derive(Clone, Copy)]
pub enum View<'a> {
    /// In the rule language.
    Rules(&'a Rules),
    /// In Rust.
    Special(&'a Arc<dyn Special>),
    /// A sum of games.
    Sum(&'a [Resolved]),
}

impl Resolved {
    /// The game of a spec that names no file.
    ///
    /// ```
    /// use wythoff_catalog::Resolved;
    /// assert!(Resolved::parse("t-wythoff(t=3)").is_ok());
    /// let error = Resolved::parse("whythoff").err().unwrap();
    /// assert_eq!(error.message, "there is no game called `whythoff`");
    /// ```
    pub fn parse(text: &str) -> Result<Resolved, RuleError> {
        Resolved::parse_with(text, &NoFiles)
    }

    /// The game of a spec; files that it names come from `files`.
    ///
    /// ```
    /// use wythoff_catalog::{Files, Resolved};
    /// use wythoff_rules::RuleError;
    /// struct One;
    /// impl Files for One {
    ///     fn read(&self, path: &str, _most: usize) -> Result<String, RuleError> {
    ///         match path {
    ///             "my.game" => Ok("piles unordered x, y\nmove (i, 0)".to_string()),
    ///             other => Err(RuleError::plain(format!("there is no file `{other}`"))),
    ///         }
    ///     }
    /// }
    /// assert!(Resolved::parse_with("star(of=@my.game)", &One).is_ok());
    /// assert!(Resolved::parse_with("@/etc/passwd", &One).is_err());
    /// ```
    pub fn parse_with(text: &str, files: &dyn Files) -> Result<Resolved, RuleError> {
        Resolved::parse_within(text, files, &Budget::default())
    }

    /// The same, paid for by the budget of a request.
    pub fn parse_within(text: &str, files: &dyn Files, budget: &Budget) -> Result<Resolved, RuleError> {
        Resolved::of(&Spec::parse_with(text, files)?, files, budget)
    }

    /// The game of a spec that has been read.
    pub fn of(spec: &Spec, files: &dyn Files, budget: &Budget) -> Result<Resolved, RuleError> {
        match spec {
            Spec::Rules(text) => Ok(Resolved::rule_text(Rules::read_with(text, budget)?, None)),
            Spec::File { path, arguments } => {
                let source = Source::new(path.clone(), rule_text(files, path)?);
                let names = || {
                    let game = parse_game(&source.text).unwrap_or_default();
                    game.params.into_iter().map(|param| param.name).collect()
                };
                let arguments = texts(named(path, arguments, names)?);
                Ok(Resolved::rule_text(Rules::bind_with(source, &arguments, budget)?, None))
            }
            Spec::Sum(terms) => {
                let games = terms.iter().map(|term| Resolved::of(term, files, budget));
                let game = Written::Sum(games.collect::<Result<_, _>>()?);
                Ok(Resolved { game, entry: None, values: Vec::new() })
            }
            Spec::Named { name, arguments } => {
                let entry = find(name)?;
                let names = || entry.parameter_names().into_iter().map(str::to_string).collect();
                let arguments = named(name, arguments, names)?;
                for (parameter, value) in &arguments {
                    has_parameter(entry, parameter, value)?;
                }
                match &entry.kind {
                    Kind::Text(text) => {
                        let source = Source::new(format!("{}.game", entry.name), *text);
                        let rules = Rules::bind_with(source, &texts(arguments), budget)?;
                        Ok(Resolved::rule_text(rules, Some(entry)))
                    }
                    Kind::Rust(game) => {
                        let parameters = game.parameters;
                        let (special, values) =
                            (game.build)(&Given { parameters, arguments: &arguments, files, budget })?;
                        Ok(Resolved { game: Written::Special(special), entry: Some(entry), values })
                    }
                }
            }
        }
    }

    fn rule_text(rules: Rules, entry: Option<&'static Entry>) -> Resolved {
        let values = rules.values().to_vec();
        Resolved { game: Written::Rules(Box::new(rules)), entry, values }
    }

    /// The game by the way it is written.
    pub fn view(&self) -> View<'_> {
        match &self.game {
            Written::Rules(rules) => View::Rules(rules),
            Written::Special(special) => View::Special(special),
            Written::Sum(terms) => View::Sum(terms),
        }
    }

    /// The rules, for a game in the rule language.
    pub fn rules(&self) -> Option<&Rules> {
        match self.view() {
            View::Rules(rules) => Some(rules),
            _ => None,
        }
    }

    /// The rules alone, for a game in the rule language.
    pub fn into_rules(self) -> Option<Rules> {
        match self.game {
            Written::Rules(rules) => Some(*rules),
            _ => None,
        }
    }

    /// The game in Rust, if it is one.
    pub fn special(&self) -> Option<&Arc<dyn Special>> {
        match self.view() {
            View::Special(special) => Some(special),
            _ => None,
        }
    }

    /// The game's name; empty for rules of the user's own.
    pub fn name(&self) -> String {
        match (self.view(), self.entry) {
            (View::Rules(rules), _) => rules.name().to_string(),
            (View::Sum(terms), _) => terms.iter().map(Resolved::name).collect::<Vec<_>>().join(" + "),
            (View::Special(_), entry) => entry.map_or(String::new(), |entry| entry.name.to_string()),
        }
    }

    /// The parameters with their values.
    pub fn values(&self) -> &[(String, Value)] {
        &self.values
    }

    /// The catalog's entry, if the game has one.
    pub fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// The game with conventions on top of it.
    ///
    /// ```
    /// use wythoff_catalog::{OnTop, Resolved};
    /// let misere = OnTop { misere: true, ..OnTop::default() };
    /// let game = Resolved::parse("wythoff").unwrap().with(&misere).unwrap();
    /// assert!(game.rules().unwrap().convention().misere);
    /// assert!(Resolved::parse("nim + nim").unwrap().with(&misere).is_err());
    /// ```
    pub fn with(mut self, on_top: &OnTop) -> Result<Resolved, RuleError> {
        if *on_top == OnTop::default() {
            return Ok(self);
        }
        match &mut self.game {
            Written::Rules(rules) => on_top.apply(rules)?,
            Written::Special(game) => {
                let conventions = on_top.conventions(game.as_ref())?;
                *game = Arc::new(Modified::new(game.clone(), conventions)?);
            }
            Written::Sum(_) => {
                return Err(RuleError::new(ErrorKind::Convention, "conventions do not go on top of a sum")
                    .hint("a sum is solved by Grundy values, in normal play"));
            }
        }
        Ok(self)
    }
}

/// Conventions that are asked for on top of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnTop {
    /// The last mover loses.
    pub misere: bool,
    /// Up to so many options less one are blocked before each move: of one family, or of all.
    pub block: Option<(u64, Option<String>)>,
    /// The game ends at these positions too, as text.
    pub terminals: Vec<String>,
    /// These positions are N by decree, as text.
    pub forced_n: Vec<String>,
    /// Once in the game either player may pass, not from a terminal position.
    pub pass: bool,
}

impl OnTop {
    fn apply(&self, rules: &mut Rules) -> Result<(), RuleError> {
        if self.misere {
            rules.set_misere()?;
        }
        if let Some((k, family)) = &self.block {
            rules.set_block(*k, family.as_deref().as_slice())?;
        }
        for text in &self.terminals {
            rules.add_terminal(&small_position(text)?)?;
        }
        if self.pass {
            rules.set_pass();
        }
        for text in &self.forced_n {
            rules.add_forced_n(&small_position(text)?)?;
        }
        Ok(())
    }

    /// The same for a game in Rust, whose moves are one family.
    fn conventions(&self, game: &dyn Special) -> Result<Conventions, RuleError> {
        let block = match &self.block {
            Some((_, Some(family))) => {
                return Err(RuleError::new(ErrorKind::Name, format!("there is no family `{family}`"))
                    .hint("the moves of this game are one family: name none"));
            }
            Some((0, None)) => {
                let message = "blocking needs k from 1 on: up to k-1 options are blocked";
                return Err(RuleError::new(ErrorKind::Convention, message).hint("k = 1 blocks nothing"));
            }
            Some((k, None)) => *k,
            None => 1,
        };
        if !self.forced_n.is_empty() {
            let message =
                "forced N-positions go on top of games whose moves are written in the rule language";
            return Err(
                RuleError::new(ErrorKind::Convention, message).hint("this game has a program of its own")
            );
        }
        let terminals = self.terminals.iter().map(|text| game.parse(text)).collect::<Result<_, _>>()?;
        Ok(Conventions { misere: self.misere, block, terminals, pass: self.pass })
    }
}

/// A position whose piles can be played from the rules.
fn small_position(text: &str) -> Result<Vec<u64>, RuleError> {
    let small = |pile: &Natural| {
        u64::try_from(pile).map_err(|_| {
            let message = "a pile is too large to be played from the rules";
            RuleError::new(ErrorKind::Limit, message).hint("piles are below 2^62")
        })
    };
    parse_position(text)?.iter().map(small).collect()
}

fn find(name: &str) -> Result<&'static Entry, RuleError> {
    entry(name).ok_or_else(|| {
        let error = RuleError::new(ErrorKind::Name, format!("there is no game called `{name}`"));
        let aliases = |e: &'static Entry| e.aliases.iter().map(String::as_str).chain([e.name]);
        match nearest(name, entries().iter().flat_map(aliases)) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint("`wythoff` is one; rules of your own start with a vector: (i,0) (0,i) (i,i)"),
        }
    })
}

/// Arguments as the rule language takes them.
fn texts(arguments: Vec<(String, String)>) -> Vec<(String, Argument)> {
    arguments.into_iter().map(|(name, value)| (name, Argument::Text(value))).collect()
}

/// Arguments with their names: a value alone is for the only parameter.
fn named(
    game: &str,
    given: &[(String, String)],
    names: impl Fn() -> Vec<String>,
) -> Result<Vec<(String, String)>, RuleError> {
    if given.iter().all(|(name, _)| !name.is_empty()) {
        return Ok(given.to_vec());
    }
    let names = names();
    match (given, names.as_slice()) {
        ([(_, value)], [name]) => Ok(vec![(name.clone(), value.clone())]),
        (_, []) => {
            let message = format!("`{game}` has no parameters");
            Err(RuleError::new(ErrorKind::Parameter, message).hint(format!("write `{game}` alone")))
        }
        ([(_, value), ..], [name, ..]) => {
            let message = format!("`{game}` does not tell which parameter is {value}");
            let error = RuleError::new(ErrorKind::Parameter, message);
            Err(error.hint(format!("its parameters are: {}; write {game}({name}={value})", names.join(", "))))
        }
        ([], _) => Ok(Vec::new()),
    }
}

/// Refuses a parameter that a game does not have; another game that has it may be meant.
fn has_parameter(entry: &Entry, name: &str, value: &str) -> Result<(), RuleError> {
    let known = entry.parameter_names();
    if known.contains(&name) {
        return Ok(());
    }
    let error = RuleError::new(ErrorKind::Parameter, format!("`{}` has no parameter `{name}`", entry.name));
    let kin = |other: &&Entry| other.name.contains(entry.name) && other.parameter_names().contains(&name);
    let order = |other: &&Entry| (!other.name.starts_with(entry.name), other.name.len());
    let meant = entries().iter().filter(kin).min_by_key(order);
    Err(match (nearest(name, known.iter().copied()), meant, known.is_empty()) {
        (Some(near), _, _) => error.hint(format!("did you mean `{near}`?")),
        (None, Some(other), _) => {
            error.hint(format!("`{}` has it: write {}({name}={value})", other.name, other.name))
        }
        (None, None, true) => error.hint("it has no parameters"),
        (None, None, false) => error.hint(format!("its parameters are: {}", known.join(", "))),
    })
}

impl From<Refused> for RuleError {
    fn from(error: Refused) -> RuleError {
        let kind = match error.cause {
            Cause::Limit => ErrorKind::Limit,
            Cause::Input => ErrorKind::Parameter,
            Cause::NoAnswer => ErrorKind::Unsupported,
        };
        let out = RuleError::new(kind, error.reason);
        if error.hint.is_empty() { out } else { out.hint(error.hint) }
    }
}

/// A game that another is made of.
pub(crate) fn base_of(of: &Resolved, spec: &str) -> Result<Base, RuleError> {
    match of.view() {
        View::Rules(rules) => {
            let (rules, again) = (rules.clone(), rules.clone());
            let (piles, unordered) = (rules.coordinates().len(), rules.is_symmetric());
            let lift = |error: SolveError| match error {
                SolveError::Stopped { why, .. } => Refused::from(why),
                other => Refused::no_answer(other.to_string()),
            };
            let p_below = Arc::new(move |bound, budget: &Budget| {
                Ok(wythoff_solvers::p_below(&rules, bound, budget).map_err(lift)?.positions)
            });
            let options = Arc::new(move |position: &[u64], _: &Budget| {
                again.options(position).map_err(|e| Refused::no_answer(e.to_string()))
            });
            Ok(Base::new(spec, piles, unordered, p_below).with_options(options))
        }
        View::Special(special) => {
            let (one, two) = (special.clone(), special.clone());
            let piles = one.piles();
            let options = Arc::new(move |position: &[u64], budget: &Budget| {
                let position = crate::special::position_of(position);
                let small = |pile: &crate::special::Pile| {
                    let whole = pile.whole().and_then(|n| u64::try_from(n).ok());
                    whole.ok_or_else(|| Refused::no_answer("an option is not made of small whole piles"))
                };
                two.within(budget).options(&position)?.iter().map(|o| o.iter().map(small).collect()).collect()
            });
            let p_below = Arc::new(move |bound, budget: &Budget| one.within(budget).p_below(bound));
            Ok(Base::new(spec, piles, special.unordered(), p_below).with_options(options))
        }
        View::Sum(_) => Err(RuleError::plain("a sum has no P-positions of its own to take as moves")
            .hint("take one of its games")),
    }
}
