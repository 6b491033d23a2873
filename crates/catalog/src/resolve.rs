//! From a spec to a game that can be asked: rule text bound to its arguments, or one of the games in Rust.

use crate::entry::{Entry, Kind, entries, entry};
use crate::files::{Files, NoFiles, rule_text};
use crate::spec::Spec;
use crate::special::{
    Base, Conventions, EndWythoff, GoldenNugget, Modified, NVectors, NimsumWytlex, RatWyt, Refused, Special,
    Star, WithOwnP, Wytlex, XorReading,
};
use malachite::{Integer, Natural};
use std::sync::{Arc, Mutex};
use wythoff_numbers::Real;
use wythoff_rules::{Argument, Formula, Native, RuleError, Rules, Source, Value, nearest, parse_position};
use wythoff_solvers::{Budget, SolveError};

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
        Resolved::of(&Spec::parse_with(text, files)?, files)
    }

    /// The game of a spec that has been read.
    pub fn of(spec: &Spec, files: &dyn Files) -> Result<Resolved, RuleError> {
        match spec {
            Spec::Rules(text) => Ok(Resolved::rule_text(Rules::read(text)?, None)),
            Spec::File { path, arguments } => {
                let source = Source { name: path.clone(), text: rule_text(files, path)? };
                let text = |(name, value): &(String, String)| (name.clone(), Argument::Text(value.clone()));
                let arguments: Vec<(String, Argument)> = arguments.iter().map(text).collect();
                Ok(Resolved::rule_text(Rules::bind(source, &arguments)?, None))
            }
            Spec::Sum(terms) => {
                let games = terms.iter().map(|term| Resolved::of(term, files));
                let game = Written::Sum(games.collect::<Result<_, _>>()?);
                Ok(Resolved { game, entry: None, values: Vec::new() })
            }
            Spec::Named { name, arguments } => {
                let entry = find(name)?;
                match &entry.kind {
                    Kind::Text(text) => {
                        let source = Source { name: format!("{}.game", entry.name), text: text.to_string() };
                        let arguments = arguments_of(entry, arguments)?;
                        Ok(Resolved::rule_text(Rules::bind(source, &arguments)?, Some(entry)))
                    }
                    Kind::Rust(_) => special(entry, arguments, files),
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
                return Err(RuleError::plain("conventions do not go on top of a sum")
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
            let small = |pile: &Natural| {
                u64::try_from(pile).map_err(|_| {
                    let message = "a pile is too large to be played from the rules";
                    RuleError { limit: true, ..RuleError::plain(message) }.hint("piles go up to 2^62")
                })
            };
            let piles = parse_position(text)?;
            rules.add_terminal(&piles.iter().map(small).collect::<Result<Vec<_>, _>>()?)?;
        }
        if self.pass {
            rules.set_pass();
        }
        Ok(())
    }

    /// The same for a game in Rust, whose moves are one family.
    fn conventions(&self, game: &dyn Special) -> Result<Conventions, RuleError> {
        let block = match &self.block {
            Some((_, Some(family))) => {
                return Err(RuleError::plain(format!("there is no family `{family}`"))
                    .hint("the moves of this game are one family: name none"));
            }
            Some((0, None)) => {
                return Err(RuleError::plain("blocking needs k from 1 on: up to k-1 options are blocked"));
            }
            Some((k, None)) => *k,
            None => 1,
        };
        let terminals = self.terminals.iter().map(|text| game.parse(text)).collect::<Result<_, _>>()?;
        Ok(Conventions { misere: self.misere, block, terminals, pass: self.pass })
    }
}

fn find(name: &str) -> Result<&'static Entry, RuleError> {
    entry(name).ok_or_else(|| {
        let error = RuleError::plain(format!("there is no game called `{name}`"));
        let names = entries().iter().flat_map(|e| std::iter::once(e.name).chain(e.aliases.iter().copied()));
        match nearest(name, names) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error.hint("`wyt games` lists them; your own rules go in quotes: '(i,0) (0,i) (i,i)'"),
        }
    })
}

/// How the f that belongs to an alpha is shown: this, and the alpha.
pub const F_OF_ALPHA: &str = "the f of RLX (39) for alpha = ";

/// Arguments as the rule language takes them; `alpha` of Relaxed Wythoff becomes its function f.
fn arguments_of(entry: &Entry, given: &[(String, String)]) -> Result<Vec<(String, Argument)>, RuleError> {
    let mut arguments = Vec::new();
    for (name, text) in given {
        if entry.name == "relaxed" && name == "alpha" {
            if given.iter().any(|(other, _)| other == "f") {
                return Err(RuleError::plain("give either `f` or `alpha`: alpha determines f"));
            }
            let shown = format!("{F_OF_ALPHA}{text}");
            arguments.push(("f".to_string(), Argument::Native(beatty_constraint(text)?, shown)));
        } else {
            arguments.push((name.clone(), Argument::Text(text.clone())));
        }
    }
    Ok(arguments)
}

/// The f of RLX (39): at x0 = floor(n alpha) the step of floor(n beta) less the step of floor(n alpha), 0 at other x0.
fn beatty_constraint(text: &str) -> Result<Native, RuleError> {
    let real = |text: &str| {
        Real::parse(text).map_err(|error| {
            RuleError::plain(format!("alpha: {error}")).hint("write it as in sqrt(2), pi/2, (1+sqrt(5))/2")
        })
    };
    let wrong = |what: String| RuleError::plain(what).hint("alpha is irrational with 1 < alpha < 2");
    let alpha = real(text)?;
    let above =
        |n: i64| alpha.cmp_rational(&malachite::Rational::from(n)).map(|o| o.is_gt()).unwrap_or(false);
    if !above(1) || above(2) {
        return Err(wrong(format!("alpha = {text} is not between 1 and 2")));
    }
    if alpha.is_irrational() == Some(false) {
        return Err(wrong(format!("alpha = {text} is rational")));
    }
    let beta = alpha.complement().map_err(|error| wrong(error.to_string()))?;
    let known = Mutex::new(Floors::default());
    Ok(Arc::new(move |arguments: &[Integer]| {
        let x0 = arguments.get(2).ok_or("f takes three arguments")?;
        let mut known = known.lock().map_err(|_| "the floors of alpha are not available")?;
        while known.a < *x0 {
            let n = &known.n + Integer::from(1);
            let a = alpha.floor_mul(&n).map_err(|e| e.to_string())?;
            let b = beta.floor_mul(&n).map_err(|e| e.to_string())?;
            let f = (&b - &known.b) - (&a - &known.a);
            known.constraints.push((a.clone(), f));
            (known.n, known.a, known.b) = (n, a, b);
        }
        Ok(match known.constraints.binary_search_by(|(a, _)| a.cmp(x0)) {
            Ok(at) => known.constraints[at].1.clone(),
            Err(_) => Integer::from(0),
        })
    }))
}

/// The last n for which floor(n alpha) and floor(n beta) were asked, with these floors, and for every n so far
/// floor(n alpha) with the constraint at it.
#[derive(Default)]
struct Floors {
    n: Integer,
    a: Integer,
    b: Integer,
    constraints: Vec<(Integer, Integer)>,
}

impl From<Refused> for RuleError {
    fn from(error: Refused) -> RuleError {
        let limit = error.cause == crate::special::Cause::Limit;
        let out = RuleError { limit, ..RuleError::plain(error.reason) };
        if error.hint.is_empty() { out } else { out.hint(error.hint) }
    }
}

/// One of the games in Rust.
fn special(
    entry: &'static Entry,
    given: &[(String, String)],
    files: &dyn Files,
) -> Result<Resolved, RuleError> {
    let Kind::Rust(parameters) = &entry.kind else { return Err(RuleError::plain("not a game in Rust")) };
    for (name, _) in given {
        if !parameters.iter().any(|p| p.name == name) {
            let known: Vec<&str> = parameters.iter().map(|p| p.name).collect();
            let error = RuleError::plain(format!("`{}` has no parameter `{name}`", entry.name));
            return Err(if known.is_empty() {
                error.hint("it has no parameters")
            } else {
                error.hint(format!("its parameters are: {}", known.join(", ")))
            });
        }
    }
    let text = |name: &str| {
        let given = given.iter().find(|(n, _)| n == name).map(|(_, text)| text.clone());
        given.or_else(|| {
            parameters.iter().find(|p| p.name == name).and_then(|p| p.default.map(str::to_string))
        })
    };
    let number = |name: &str| -> Result<usize, RuleError> {
        let text = text(name).unwrap_or_default();
        text.trim().parse().map_err(|_| {
            RuleError::plain(format!("the parameter `{name}` is `{text}`, which is not a number of piles"))
        })
    };
    let word = |name: &str| text(name).unwrap_or_default();
    let mut values: Vec<(String, Value)> = Vec::new();
    let game: Arc<dyn Special> = match entry.name {
        "wytlex" => {
            let piles = number("piles")?;
            values.push(("piles".into(), Value::Integer(Integer::from(piles))));
            match text("f") {
                None => Arc::new(Wytlex::new(piles)?),
                Some(f) => {
                    let names: Vec<String> = (1..=piles).map(|i| format!("b{i}")).collect();
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let formula = Formula::read("f", &f, &names)?;
                    values.push(("f".into(), Value::Function(f.clone())));
                    let function = move |piles: &[Natural]| {
                        let values: Vec<Integer> = piles.iter().map(Integer::from).collect();
                        formula.value(&values).map_err(|e| e.to_string())
                    };
                    Arc::new(Wytlex::with_f(piles, f, Arc::new(function))?)
                }
            }
        }
        "nimsum-wytlex" => {
            let piles = number("piles")?;
            let reading = match word("xor").as_str() {
                "two" => XorReading::TwosComplement,
                "abs" => XorReading::Absolute,
                other => {
                    let error = RuleError::plain(format!("the parameter `xor` cannot be `{other}`"));
                    return Err(error.hint("it is one of: two, abs"));
                }
            };
            values.push(("piles".into(), Value::Integer(Integer::from(piles))));
            values.push(("xor".into(), Value::Word(word("xor"))));
            Arc::new(NimsumWytlex::new(piles, reading)?)
        }
        "end-wythoff" => {
            let piles = number("piles")?;
            values.push(("piles".into(), Value::Integer(Integer::from(piles))));
            Arc::new(EndWythoff::new(piles)?)
        }
        "ratwyt" => Arc::new(RatWyt),
        "golden-nugget" => Arc::new(GoldenNugget::new()),
        "n-vectors" => {
            values.push(("v".into(), Value::Word(word("v"))));
            Arc::new(NVectors::parse_vectors(&word("v"))?)
        }
        "star" | "with-own-p" => {
            let of = word("of");
            values.push(("of".into(), Value::Word(of.clone())));
            let base = base(&Resolved::parse_with(&of, files)?, &of)?;
            if entry.name == "star" { Arc::new(Star::new(base)?) } else { Arc::new(WithOwnP::new(base)?) }
        }
        other => return Err(RuleError::plain(format!("the game `{other}` is not built"))),
    };
    Ok(Resolved { game: Written::Special(game), entry: Some(entry), values })
}

/// A game that another is made of.
fn base(of: &Resolved, spec: &str) -> Result<Base, RuleError> {
    let lift = |error: SolveError| Refused::no_answer(error.to_string());
    match of.view() {
        View::Rules(rules) => {
            let (rules, again) = (rules.clone(), rules.clone());
            Ok(Base {
                spec: spec.to_string(),
                piles: rules.coordinates().len(),
                unordered: rules.is_symmetric(),
                p_below: Arc::new(move |bound| {
                    Ok(wythoff_solvers::p_below(&rules, bound, &Budget::default()).map_err(lift)?.positions)
                }),
                options: Some(Arc::new(move |position| {
                    again.options(position).map_err(|e| Refused::no_answer(e.to_string()))
                })),
            })
        }
        View::Special(special) => {
            let (one, two, three) = (special.clone(), special.clone(), special.clone());
            let piles = one.p_below(1)?.first().map_or(0, Vec::len);
            Ok(Base {
                spec: spec.to_string(),
                piles,
                unordered: three.unordered(),
                p_below: Arc::new(move |bound| one.p_below(bound)),
                options: Some(Arc::new(move |position| {
                    let position = crate::special::position_of(position);
                    let small = |pile: &crate::special::Pile| {
                        let whole = pile.whole().and_then(|n| u64::try_from(n).ok());
                        whole.ok_or_else(|| Refused::no_answer("an option is not made of small whole piles"))
                    };
                    two.options(&position)?.iter().map(|o| o.iter().map(small).collect()).collect()
                })),
            })
        }
        View::Sum(_) => Err(RuleError::plain("a sum has no P-positions of its own to take as moves")),
    }
}
