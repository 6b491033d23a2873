//! Which theory decides a game: found from its rules, whatever they are called and however they are spelled.
//!
//! Every theory says which rules it decides ([`Form`]). Parameters are read off the game's moves, the form is bound to them,
//! and the two are compared for all positions. Inline rules, files and games with a name go the same way, and so do misère
//! play and blocking, which are part of a form. What is not decided is not claimed.
//!
//! No answers are made here.

use malachite::Natural;
use wythoff_rules::{Decision, Relation, Rules, Source, Value};

use crate::decider::{Decider, Refusal, Verdict};
use crate::form::{Bound, Form, Guess, Look, Shape, Theory};
use crate::t_wythoff;
use wythoff_numbers::pay;

/// The theories, as the build finds them.
const THEORIES: &[Theory] = include!(concat!(env!("OUT_DIR"), "/theories.rs"));

/// The forms of all theories, narrow ones first.
fn forms() -> Vec<&'static Form> {
    let mut forms: Vec<&Form> = THEORIES.iter().flat_map(|theory| theory.forms).collect();
    forms.sort_by_key(|form| form.width());
    forms
}

/// Rows of the ledger with the games in which a theory that rests on them is compared with the rules: names of the catalog,
/// or rule text; `misère ` before a game is its misère play.
///
/// ```
/// assert!(wythoff_theory::cases().any(|case| case == ("VIS-T2", "wythoff")));
/// ```
pub fn cases() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = THEORIES.iter().flat_map(|theory| theory.cases);
    rows.flat_map(|(row, games)| games.iter().map(|game| (*row, *game)))
}

/// A game whose theory is known.
pub struct Recognised {
    /// The theory, as people call it: `t-Wythoff`.
    pub theory: &'static str,
    /// The parameters of the theory's rules with the values that give this game.
    pub parameters: Vec<(String, Value)>,
    /// Whether the theory's rules are this game, or only have its P-positions.
    pub exact: bool,
    /// Decides positions of any size.
    pub decider: Box<dyn Decider>,
}

impl Recognised {
    /// The theory with its parameters: `t-Wythoff, t = 3`.
    pub fn statement(&self) -> String {
        let values = self.parameters.iter().map(|(name, value)| format!("{name} = {value}"));
        std::iter::once(self.theory.to_string()).chain(values).collect::<Vec<_>>().join(", ")
    }

    /// Rows of the ledger that the theory rests on.
    pub fn cites(&self, coordinates: usize) -> Vec<&'static str> {
        let verdict = |pile: u32| self.decider.decide(&vec![Natural::from(pile); coordinates]).ok();
        verdict(0).or_else(|| verdict(1)).map_or(Vec::new(), |verdict| verdict.cites)
    }
}

/// The theory of a game, if one is known to decide it; an error where the game is of a theory's form and the theory's
/// hypotheses are not met.
///
/// ```
/// use wythoff_rules::Rules;
/// let rules = Rules::read("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3").unwrap();
/// let known = wythoff_theory::recognise(&rules).unwrap().unwrap();
/// assert_eq!(known.statement(), "t-Wythoff, t = 3");
/// let vectors = Rules::read("(i,0) (0,i) (i,2i)").unwrap();
/// assert_eq!(wythoff_theory::recognise(&vectors).unwrap().unwrap().theory, "the vector game");
/// let unknown = Rules::read("(i,0) (0,i) (i,i) (1,2)").unwrap();
/// assert!(wythoff_theory::recognise(&unknown).unwrap().is_none());
/// ```
pub fn recognise(rules: &Rules) -> Result<Option<Recognised>, Refusal> {
    let Some(mut relation) = Relation::of(rules) else { return Ok(None) };
    let mut refusal = None;
    for form in forms() {
        pay(1024)?;
        let guesses = (form.read)(&Look::new(rules, &relation));
        for guess in guesses {
            pay(1024)?;
            let Some(known) = bound_form(form, &guess, rules, &mut relation) else { continue };
            match (form.decider)(&Bound { rules: &known }) {
                Ok(decider) => return Ok(Some(recognised(form, rules, &known, decider))),
                Err(error) => drop(refusal.get_or_insert(error)),
            }
        }
    }
    refusal.map_or(Ok(None), Err)
}

/// The decider of [`recognise`].
pub fn decider_for(rules: &Rules) -> Result<Option<Box<dyn Decider>>, Refusal> {
    Ok(recognise(rules)?.map(|known| known.decider))
}

/// The t of a game whose moves are those of t-Wythoff, in normal play.
///
/// ```
/// let rules = wythoff_rules::Rules::read("(i,0) (0,i) (i,i)").unwrap();
/// assert_eq!(wythoff_theory::t_of(&rules), Some(1));
/// ```
pub fn t_of(rules: &Rules) -> Option<u64> {
    let (mut relation, form) = (Relation::of(rules)?, t_wythoff::THEORY.forms.first()?);
    let guesses = (form.read)(&Look::new(rules, &relation));
    let known = guesses.iter().find_map(|guess| bound_form(form, guess, rules, &mut relation))?;
    Bound { rules: &known }.int("t").ok()
}

/// The form bound to a guess, if the game is then proved to be of the form.
fn bound_form(form: &Form, guess: &Guess, rules: &Rules, relation: &mut Relation<'_>) -> Option<Rules> {
    let bind = |text: &str| {
        let source = Source { name: form.theory.to_string(), text: text.to_string() };
        let arguments: Vec<_> = guess.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        Rules::bind(source, &arguments).ok()
    };
    match form.rules {
        Shape::Exactly(text) => {
            let known = bind(text)?;
            (relation.is_same_game(&known) == Decision::Holds).then_some(known)
        }
        Shape::Between(least, most) => {
            if !rules.convention().is_plain() {
                return None;
            }
            let (least, most) = (bind(least)?, bind(most)?);
            let between = relation.contains_moves_of(&least) == Decision::Holds
                && relation.is_within_moves_of(&most) == Decision::Holds;
            between.then_some(least)
        }
    }
}

fn recognised(form: &Form, rules: &Rules, known: &Rules, decider: Box<dyn Decider>) -> Recognised {
    let exact = matches!(form.rules, Shape::Exactly(_));
    // A theory lists each position once, sorted: no list for rules that tell orders apart.
    let listed = rules.is_symmetric() == known.is_symmetric();
    Recognised {
        theory: form.theory,
        parameters: known.values().to_vec(),
        exact,
        decider: if listed { decider } else { Box::new(Unlisted(decider)) },
    }
}

/// A theory without its list of P-positions.
struct Unlisted(Box<dyn Decider>);

impl Decider for Unlisted {
    fn is_p(&self, position: &[Natural]) -> Result<bool, Refusal> {
        self.0.is_p(position)
    }

    fn decide(&self, position: &[Natural]) -> Result<Verdict, Refusal> {
        self.0.decide(position)
    }
}
