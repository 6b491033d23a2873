//! What a game is called: the specs of the catalog whose rules are the same game, decided for all positions.
//!
//! Values for a game's parameters are guessed from the numbers, functions and vectors of the rules; a guess becomes a name
//! only where [`Relation::is_same_game`] holds. The list of names may be incomplete, never wrong.

use crate::entry::{Entry, Kind, entries};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock, RwLock};
use wythoff_numbers::Budget;
use wythoff_rules::{
    Argument, Decision, ExprKind, Game, ParamKind, PileNames, Quantity, Relation, Rules, Shape, Source,
    Value, parse_game,
};

/// Most assignments of values that are tried for one game of the catalog.
const ASSIGNMENTS: usize = 400;

/// Most numbers that are tried for one parameter.
const NUMBERS: usize = 24;

/// The specs of all games of the catalog that are the same game as these rules, conventions included, the simplest first;
/// those that were found when the budget is over.
///
/// ```
/// use wythoff_catalog::names_of;
/// use wythoff_rules::Rules;
/// let rules = Rules::read("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3").unwrap();
/// assert_eq!(names_of(&rules, &Default::default())[0], "t-wythoff(t=3)");
/// let wythoff = Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// assert_eq!(names_of(&wythoff, &Default::default())[0], "wythoff");
/// ```
pub fn names_of(rules: &Rules, budget: &Budget) -> Vec<String> {
    Names::default().of(rules, budget)
}

/// What naming games sees of the catalog, remembered from game to game: it changes no answer, and lets thousands of games be
/// named one after the other.
#[derive(Debug, Default)]
pub struct Names {
    /// What was seen of games of the catalog with values for their parameters.
    seen: RwLock<HashMap<Called, Glances>>,
}

/// Most that is remembered.
const REMEMBERED: usize = 1 << 19;

impl Names {
    /// The same as [`names_of`].
    pub fn of(&self, rules: &Rules, budget: &Budget) -> Vec<String> {
        named(rules, self, budget)
    }

    fn seen(&self, game: &Called) -> Option<Glances> {
        self.seen.read().ok()?.get(game).cloned()
    }

    fn keep(&self, game: Option<Called>, glances: Glances) {
        if let (Some(game), Ok(mut known)) = (game, self.seen.write())
            && (known.len() < REMEMBERED || known.contains_key(&game))
        {
            known.insert(game, glances);
        }
    }
}

fn named(rules: &Rules, names: &Names, budget: &Budget) -> Vec<String> {
    let Some(mut relation) = Relation::of(rules) else { return Vec::new() };
    let (clues, mut mine) = (Clues::of(rules, &relation), Mine::of(rules));
    let mut found: Vec<(Rank, String)> = Vec::new();
    for (entry, text, game) in parsed() {
        if !clues.may_be(game) {
            continue;
        }
        for arguments in clues.assignments(game) {
            let called = Called::new(entry.name, &arguments);
            if budget.check().is_err() {
                break;
            }
            // Most guesses are wrong, and at a glance.
            let mut theirs = called.as_ref().and_then(|called| names.seen(called));
            if theirs.as_ref().is_some_and(|theirs| mine.differs(theirs)) {
                continue;
            }
            let source = Source { name: format!("{}.game", entry.name), text: text.to_string() };
            let Ok(mut known) = Rules::bind_game(game.clone(), source, &arguments) else {
                names.keep(called, Glances::none());
                continue;
            };
            let theirs = theirs.get_or_insert_default();
            let differ = (0..=GLANCES.len()).any(|at| {
                theirs.look(&known, at);
                mine.differs(theirs)
            });
            names.keep(called, theirs.clone());
            if differ || mine.has_more(&known) {
                continue;
            }
            if adopt_convention(&mut known, rules).is_some()
                && relation.is_same_game(&known) == Decision::Holds
            {
                let spec = spec(entry, game, &known, arguments);
                if found.iter().all(|(_, other)| *other != spec.1) {
                    found.push(spec);
                }
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, spec)| spec).collect()
}

/// The catalog's games in the rule language, read once; those with fewer parameters first, so that a search that is ended has
/// the simplest names.
fn parsed() -> &'static [(&'static Entry, &'static str, Game)] {
    static PARSED: OnceLock<Vec<(&'static Entry, &'static str, Game)>> = OnceLock::new();
    PARSED.get_or_init(|| {
        let read = |entry: &'static Entry| match entry.kind {
            Kind::Text(text) => Some((entry, text, parse_game(text).ok()?)),
            _ => None,
        };
        let mut games: Vec<_> = entries().iter().filter_map(read).collect();
        games.sort_by_key(|(entry, _, game)| (game.params.len(), entry.name));
        games
    })
}

/// Positions whose options are looked at first, for two piles: amounts up to 16, then up to 97.
const GLANCES: [[u64; 2]; 2] = [[10, 16], [60, 97]];

/// Most options that are looked at.
const OPTIONS: usize = 1 << 14;

/// Two equal piles from which moves with larger amounts are tried.
const FAR: u64 = 1 << 20;

/// Most moves that are tried there.
const TRIED: usize = 8;

/// What was seen of a game: the digests of the options of some positions, as far as they were looked at, the piles sorted,
/// so that the same game has the same however it is written; then the vectors and the steps of rays that are written in
/// its rules, as far as they are moves far out.
#[derive(Clone, Debug, Default)]
struct Glances {
    seen: [Seen; GLANCES.len()],
    moves: Option<Arc<[[u64; 2]]>>,
    /// The values are none that the game takes.
    none: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    NotYet,
    /// There was nothing to see, or too much.
    Nothing,
    Digest(u64),
}

impl Glances {
    /// Of values that a game does not take.
    fn none() -> Glances {
        Glances { none: true, ..Glances::default() }
    }

    /// Looks at the options of one of the positions, or after the last at moves far out, if that was not done before.
    fn look(&mut self, rules: &Rules, at: usize) {
        match self.seen.get_mut(at) {
            Some(seen) if *seen == Seen::NotYet => *seen = options_at(rules, &GLANCES[at]),
            Some(_) => {}
            None => _ = self.moves.get_or_insert_with(|| moves_of(rules)),
        }
    }
}

fn options_at(rules: &Rules, position: &[u64]) -> Seen {
    if rules.bounds() != [None, None] || !rules.memory().is_empty() {
        return Seen::Nothing;
    }
    let mut options = Vec::new();
    let looked = rules.for_each_option(position, &[], &mut |step| {
        if let [x, y] = *step.to {
            options.push([x.min(y), x.max(y)]);
        }
        if options.len() < OPTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if looked.is_err() || options.len() >= OPTIONS {
        return Seen::Nothing;
    }
    options.sort_unstable();
    options.dedup();
    let mut digest = DefaultHasher::new();
    options.hash(&mut digest);
    Seen::Digest(digest.finish())
}

/// Some moves from equal piles far out; none where they cannot be told.
fn moves_of(rules: &Rules) -> Arc<[[u64; 2]]> {
    if rules.bounds() != [None, None] || !rules.memory().is_empty() {
        return Arc::new([]);
    }
    let written = rules.patterns().flat_map(|pattern| match pattern.shape() {
        Shape::Vectors(some) => some,
        Shape::Ray { vector, from: 1, to: None } => vec![vector],
        _ => Vec::new(),
    });
    let pairs = written.filter_map(|vector| <[u64; 2]>::try_from(vector).ok());
    pairs.take(TRIED).filter(|vector| is_move(rules, *vector) == Some(true)).collect()
}

/// Whether amounts can be taken from equal piles far out, in some order; nothing where that is not known.
fn is_move(rules: &Rules, [a, b]: [u64; 2]) -> Option<bool> {
    let (x, y) = (FAR.checked_sub(a)?, FAR.checked_sub(b)?);
    let legal = |to: [u64; 2]| rules.has_move(&[FAR, FAR], &to).ok();
    Some(legal([x, y])? || legal([y, x])?)
}

/// The rules that are to be named, and what was seen of them: whether some moves are theirs.
struct Mine<'a> {
    rules: &'a Rules,
    seen: Glances,
    moves: HashMap<[u64; 2], bool>,
}

impl<'a> Mine<'a> {
    fn of(rules: &'a Rules) -> Mine<'a> {
        let mut seen = Glances::default();
        (0..GLANCES.len()).for_each(|at| seen.look(rules, at));
        Mine { rules, seen, moves: HashMap::new() }
    }

    /// Whether a move that is written in the rules is none of another game.
    fn has_more(&mut self, known: &Rules) -> bool {
        if self.rules.bound_game().is_none() || known.bounds() != [None, None] || !known.memory().is_empty() {
            return false;
        }
        let moves = self.seen.moves.get_or_insert_with(|| moves_of(self.rules));
        moves.iter().any(|vector| is_move(known, *vector) == Some(false))
    }

    /// Whether another game was seen to be a different one.
    fn differs(&mut self, theirs: &Glances) -> bool {
        let differ = |(mine, theirs): (&Seen, &Seen)| match (mine, theirs) {
            (Seen::Digest(mine), Seen::Digest(theirs)) => mine != theirs,
            _ => false,
        };
        if theirs.none || self.seen.seen.iter().zip(&theirs.seen).any(differ) {
            return true;
        }
        // A function computed outside the language is asked term by term: not far out.
        let plain = self.rules.bounds() == [None, None] && self.rules.memory().is_empty();
        if self.rules.bound_game().is_none() || !plain {
            return false;
        }
        let (rules, known) = (self.rules, &mut self.moves);
        let mut has = |vector: &[u64; 2]| {
            *known.entry(*vector).or_insert_with(|| is_move(rules, *vector).unwrap_or(true))
        };
        theirs.moves.iter().flat_map(|moves| moves.iter()).any(|vector| !has(vector))
    }
}

/// A game of the catalog with values for its parameters, by which what was seen of it is remembered.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Called(String);

impl Called {
    /// None where a value is a function computed outside the language, which has no text to remember it by.
    fn new(name: &str, arguments: &[(String, Argument)]) -> Option<Called> {
        let mut text = name.to_string();
        for (_, argument) in arguments {
            let Argument::Text(value) = argument else { return None };
            text.extend(["\n", value]);
        }
        Some(Called(text))
    }
}

/// A name keeps its rules' convention, if they have one; misère play, extra ends and a pass go on top of any other.
fn adopt_convention(known: &mut Rules, rules: &Rules) -> Option<()> {
    let convention = rules.convention();
    if known.convention().is_plain() && convention.block.is_none() {
        if convention.misere {
            known.set_misere().ok()?;
        }
        if convention.pass {
            known.set_pass();
        }
        for position in &convention.terminals {
            known.add_terminal(position).ok()?;
        }
    }
    Some(())
}

/// What the rules give to guess from.
struct Clues<'a> {
    rules: &'a Rules,
    numbers: Vec<u64>,
    diagonal: String,
    vectors: String,
    rays: String,
    functions: [Vec<Argument>; 2],
}

impl<'a> Clues<'a> {
    fn of(rules: &'a Rules, relation: &Relation<'_>) -> Clues<'a> {
        let written = relation.numbers();
        // Values next to the numbers written, their halves, and what they are multiples of.
        let mut numbers: BTreeSet<u64> = (0..=3).collect();
        for n in written.iter().take(NUMBERS) {
            numbers.extend([*n, n + 1, n.saturating_sub(1), n / 2]);
            numbers.extend(written.iter().filter(|m| **m > 1 && n.is_multiple_of(**m)).map(|m| n / m));
        }
        numbers.extend(rules.convention().block.as_ref().map(|block| block.k));
        let own = rules.values().iter().filter_map(|(_, value)| match value {
            Value::Integer(n) => u64::try_from(n).ok(),
            _ => None,
        });
        numbers.extend(own);
        let (mut vectors, mut rays) = (Vec::new(), Vec::new());
        for pattern in rules.patterns() {
            match pattern.shape() {
                Shape::Vectors(some) => vectors.extend(some),
                Shape::Ray { vector, from: 1, to: None } => rays.push(vector),
                _ => {}
            }
        }
        let listed = |vectors: &[Vec<u64>]| {
            let one = |v: &Vec<u64>| v.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            vectors.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        // A function computed outside the language is asked term by term.
        let far = if rules.bound_game().is_some() { 1 << 40 } else { 1 << 8 };
        let equal = |n: &u64| {
            rules.coordinates().len() == 2 && rules.has_move(&[far, far], &[far - n, far - n]) == Ok(true)
        };
        let diagonal: Vec<String> = numbers
            .iter()
            .filter(|n| (1..far).contains(*n))
            .filter(|n| equal(n))
            .map(u64::to_string)
            .collect();
        let of_amount = |quantity| (quantity == Quantity::Taken(0)).then(|| "k".to_string());
        let of_piles = |quantity| match quantity {
            Quantity::Left(0) => Some("x1".to_string()),
            Quantity::Left(1) => Some("y1".to_string()),
            Quantity::Taken(0) => Some("(x0 - x1)".to_string()),
            _ => None,
        };
        let functions = if rules.coordinates().len() == 2 {
            [
                relation.bounds_on(1, &[], &of_amount),
                relation.bounds_on(1, &[(Quantity::Taken(0), -1)], &of_piles),
            ]
        } else {
            Default::default()
        };
        let [mut one, mut three] = functions.map(|f| f.into_iter().map(Argument::Text).collect::<Vec<_>>());
        one.extend(rules.function_arguments(&["k"]));
        three.extend(rules.function_arguments(&["x1", "y1", "x0"]));
        Clues {
            rules,
            numbers: numbers.into_iter().collect(),
            diagonal: diagonal.join(","),
            vectors: listed(&vectors),
            rays: listed(&rays),
            functions: [one, three],
        }
    }

    /// Whether a game has as many piles, extra coordinates and memory cells.
    fn may_be(&self, game: &Game) -> bool {
        let piles = match &game.piles.names {
            PileNames::Listed(names) => names.len() == self.rules.piles(),
            _ => true,
        };
        let extras = self.rules.coordinates().len() - self.rules.piles();
        piles && game.extras.len() == extras && game.memory.len() == self.rules.memory().len()
    }

    /// Values for all parameters, as guessed.
    fn assignments(&self, game: &Game) -> Vec<Vec<(String, Argument)>> {
        let count = match &game.piles.names {
            PileNames::Counted(_, expr) => match &expr.kind {
                ExprKind::Name(name) => Some(name.as_str()),
                _ => None,
            },
            _ => None,
        };
        let mut out: Vec<Vec<(String, Argument)>> = vec![Vec::new()];
        for param in &game.params {
            let text = |text: String| Argument::Text(text);
            let values: Vec<Argument> = match &param.kind {
                ParamKind::Integer { .. } if count == Some(param.name.as_str()) => {
                    vec![text(self.rules.piles().to_string())]
                }
                ParamKind::Integer { .. } => self.numbers.iter().map(|n| text(n.to_string())).collect(),
                ParamKind::Choice { words, .. } => words.iter().cloned().map(text).collect(),
                ParamKind::Function { arguments, .. } => match arguments.len() {
                    1 => self.functions[0].clone(),
                    3 => self.functions[1].clone(),
                    _ => Vec::new(),
                },
                ParamKind::List(_) => vec![text(self.diagonal.clone())],
                ParamKind::Vectors(_) => vec![text(self.vectors.clone()), text(self.rays.clone())],
            };
            out = out
                .iter()
                .flat_map(|known| {
                    values.iter().map(move |value| {
                        let mut longer = known.clone();
                        longer.push((param.name.clone(), value.clone()));
                        longer
                    })
                })
                .take(ASSIGNMENTS)
                .collect();
        }
        out
    }
}

/// How simple a name is: kept as printed, functions among the values, values that must be said, sources that know it.
type Rank = (bool, usize, usize, std::cmp::Reverse<usize>, &'static str);

/// The spec of a bound game, without values that follow from the others: a default may depend on them.
fn spec(
    entry: &'static Entry,
    game: &Game,
    known: &Rules,
    mut needed: Vec<(String, Argument)>,
) -> (Rank, String) {
    for at in (0..needed.len()).rev() {
        let dropped = needed.remove(at);
        let rest =
            Rules::bind_game(game.clone(), Source { name: String::new(), text: String::new() }, &needed);
        if rest.map_or(true, |rest| rest.values() != known.values()) {
            needed.insert(at, dropped);
        }
    }
    let is_needed = |name: &str| needed.iter().any(|(needed, _)| needed == name);
    let mut functions = 0;
    let mut said = Vec::new();
    for (name, value) in known.values().iter().filter(|(name, _)| is_needed(name)) {
        let text = value.to_string();
        functions += usize::from(matches!(value, Value::Function(_) | Value::Vectors(_)));
        let bare = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        said.push(if bare { format!("{name}={text}") } else { format!("{name}=\"{text}\"") });
    }
    let printed = entries().iter().any(|other| other.printed.as_deref() == Some(entry.name));
    let rank = (printed, functions, said.len(), std::cmp::Reverse(entry.sources.len()), entry.name);
    let spec =
        if said.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, said.join(",")) };
    (rank, spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is remembered of one game changes no name of another.
    #[test]
    fn memory_changes_no_name() {
        let names = Names::default();
        for text in [
            "(i,0) (0,i) (i,i)",
            "(i,0) (0,i)",
            "(i,0) (0,i) (i,i) (1,2) (2,1)",
            "(i,0) (0,i) (i,i) for i < 5",
        ] {
            let rules = Rules::read(text).unwrap();
            let found = names.of(&rules, &Budget::default());
            assert_eq!(found, names_of(&rules, &Budget::default()), "{text}");
            assert_eq!(found, names.of(&rules, &Budget::default()), "{text}");
            assert!(!found.is_empty(), "{text}");
        }
    }

    /// The default of j in W_{j,k} is k: a name reads back as the game that it was given to.
    #[test]
    fn a_name_says_what_does_not_follow() {
        let entry = entries().iter().find(|entry| entry.name == "w-translate").unwrap();
        let Kind::Text(text) = entry.kind else { panic!("it is written in the rule language") };
        for (j, k, name) in
            [(2, 3, "w-translate(k=3,j=2)"), (3, 3, "w-translate(k=3)"), (2, 2, "w-translate")]
        {
            let arguments =
                [("j", j), ("k", k)].map(|(name, value)| (name.into(), Argument::Text(value.to_string())));
            let source = Source { name: String::new(), text: text.to_string() };
            let rules = Rules::bind(source, &arguments).unwrap();
            assert_eq!(names_of(&rules, &Budget::default())[0], name);
        }
    }
}
