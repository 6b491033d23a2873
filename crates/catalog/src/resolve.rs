//! From a spec to a game that can be asked: rule text bound to its arguments, or one of the games in Rust.

use crate::entry::{Entry, Kind, entries, entry};
use crate::files::{Files, NoFiles, rule_text};
use crate::spec::Spec;
use crate::special::{
    Base, EndWythoff, GoldenNugget, NVectors, NimsumWytlex, RatWyt, Refused, Special, Star, WithOwnP, Wytlex,
    XorReading,
};
use malachite::{Integer, Natural};
use std::sync::{Arc, Mutex};
use wythoff_numbers::Real;
use wythoff_rules::{Argument, Formula, Native, RuleError, Rules, Source, Value, nearest};
use wythoff_solvers::{Budget, SolveError};

/// A game, ready to be asked.
#[derive(Clone)]
pub enum Resolved {
    /// A game in the rule language; the entry is `None` for rules of the user's own.
    Rules(Box<Rules>, Option<&'static Entry>),
    /// A game in Rust.
    Special(Arc<dyn Special>, &'static Entry, Vec<(String, Value)>),
    /// A sum of games.
    Sum(Vec<Resolved>),
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
            Spec::Rules(text) => Ok(Resolved::Rules(Box::new(Rules::read(text)?), None)),
            Spec::File { path, arguments } => {
                let source = Source { name: path.clone(), text: rule_text(files, path)? };
                let text = |(name, value): &(String, String)| (name.clone(), Argument::Text(value.clone()));
                let arguments: Vec<(String, Argument)> = arguments.iter().map(text).collect();
                Ok(Resolved::Rules(Box::new(Rules::bind(source, &arguments)?), None))
            }
            Spec::Sum(terms) => {
                let games = terms.iter().map(|term| Resolved::of(term, files));
                Ok(Resolved::Sum(games.collect::<Result<_, _>>()?))
            }
            Spec::Named { name, arguments } => {
                let entry = find(name)?;
                match &entry.kind {
                    Kind::Text(text) => {
                        let source = Source { name: format!("{}.game", entry.name), text: text.to_string() };
                        let arguments = arguments_of(entry, arguments)?;
                        Ok(Resolved::Rules(Box::new(Rules::bind(source, &arguments)?), Some(entry)))
                    }
                    Kind::Rust(_) => special(entry, arguments, files),
                }
            }
        }
    }

    /// The game's name; empty for rules of the user's own.
    pub fn name(&self) -> String {
        match self {
            Resolved::Rules(rules, _) => rules.name().to_string(),
            Resolved::Special(_, entry, _) => entry.name.to_string(),
            Resolved::Sum(terms) => terms.iter().map(Resolved::name).collect::<Vec<_>>().join(" + "),
        }
    }

    /// The parameters with their values.
    pub fn values(&self) -> Vec<(String, Value)> {
        match self {
            Resolved::Rules(rules, _) => rules.values().to_vec(),
            Resolved::Special(_, _, values) => values.clone(),
            Resolved::Sum(_) => Vec::new(),
        }
    }

    /// The catalog's entry, if the game has one.
    pub fn entry(&self) -> Option<&'static Entry> {
        match self {
            Resolved::Rules(_, entry) => *entry,
            Resolved::Special(_, entry, _) => Some(entry),
            Resolved::Sum(_) => None,
        }
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

fn refused(error: Refused) -> RuleError {
    let limit = error.cause == crate::special::Cause::Limit;
    let out = RuleError { limit, ..RuleError::plain(error.reason) };
    if error.hint.is_empty() { out } else { out.hint(error.hint) }
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
                None => Arc::new(Wytlex::new(piles).map_err(refused)?),
                Some(f) => {
                    let names: Vec<String> = (1..=piles).map(|i| format!("b{i}")).collect();
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let formula = Formula::read("f", &f, &names)?;
                    values.push(("f".into(), Value::Function(f.clone())));
                    let function = move |piles: &[Natural]| {
                        let values: Vec<Integer> = piles.iter().map(Integer::from).collect();
                        formula.value(&values).map_err(|e| e.to_string())
                    };
                    Arc::new(Wytlex::with_f(piles, f, Arc::new(function)).map_err(refused)?)
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
            Arc::new(NimsumWytlex::new(piles, reading).map_err(refused)?)
        }
        "end-wythoff" => {
            let piles = number("piles")?;
            values.push(("piles".into(), Value::Integer(Integer::from(piles))));
            Arc::new(EndWythoff::new(piles).map_err(refused)?)
        }
        "ratwyt" => Arc::new(RatWyt),
        "golden-nugget" => Arc::new(GoldenNugget::new()),
        "n-vectors" => {
            values.push(("v".into(), Value::Word(word("v"))));
            Arc::new(NVectors::parse_vectors(&word("v")).map_err(refused)?)
        }
        "star" | "with-own-p" => {
            let of = word("of");
            values.push(("of".into(), Value::Word(of.clone())));
            let base = base(&Resolved::parse_with(&of, files)?, &of)?;
            if entry.name == "star" {
                Arc::new(Star::new(base).map_err(refused)?)
            } else {
                Arc::new(WithOwnP::new(base).map_err(refused)?)
            }
        }
        other => return Err(RuleError::plain(format!("the game `{other}` is not built"))),
    };
    Ok(Resolved::Special(game, entry, values))
}

/// A game that another is made of.
fn base(of: &Resolved, spec: &str) -> Result<Base, RuleError> {
    let lift = |error: SolveError| Refused::no_answer(error.to_string());
    match of {
        Resolved::Rules(rules, _) => {
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
        Resolved::Special(special, _, _) => {
            let (one, two, three) = (special.clone(), special.clone(), special.clone());
            let piles = one.p_below(1).map_err(refused)?.first().map_or(0, Vec::len);
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
        Resolved::Sum(_) => Err(RuleError::plain("a sum has no P-positions of its own to take as moves")),
    }
}
