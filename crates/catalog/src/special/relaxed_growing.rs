//! Relaxed Wythoff by its bare inequality (RLX Definition 2): pile B may grow when pile A shrinks, so that a position has
//! options without end.
//!
//! From x0 <= y0 a move of the second kind leads to x1 <= y1 with x1 < x0 and (y0-y1)-(x0-x1) < f(x1,y1,x0).

use super::KnownAs;
use super::descent::{Descends, Descent, piles_of};
use super::in_rust::{Built, Given, InRust, Parameter};
use super::position::{self, Pile, SpecialPosition, whole_piles};
use super::refused::{NotLegal, Refused};
use super::{Special, SpecialOutcome};
use malachite::{Integer, Natural};
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_rules::{Formula, RuleError, Value};

/// The function f(x1, y1, x0); an error says why it has no value.
pub type Constraint = Arc<dyn Fn(&[Integer; 3], &Budget) -> Result<Integer, String> + Send + Sync>;

/// Relaxed Wythoff in which a pile may grow.
///
/// ```
/// use wythoff_catalog::Resolved;
/// let game = Resolved::parse("relaxed-growing(f=\"if x1+y1 == 0 and x0 == 3 then 100 else 1\")").unwrap();
/// let game = game.special().unwrap();
/// assert_eq!(game.p_first(4).unwrap(), [[0, 0], [1, 2], [3, 103], [4, 105]]);
/// let from = game.parse("3,5").unwrap();
/// assert!(game.legal(&from, &game.parse("1,9").unwrap()).is_ok());
/// ```
#[derive(Clone)]
pub struct RelaxedGrowing {
    text: String,
    f: Constraint,
    budget: Budget,
}

impl RelaxedGrowing {
    fn value(&self, x1: &Natural, y1: &Natural, x0: &Natural) -> Result<Integer, Refused> {
        let f = (self.f)(&[Integer::from(x1), Integer::from(y1), Integer::from(x0)], &self.budget);
        let f = f.map_err(|why| Refused::input(format!("f({x1},{y1},{x0}): {why}")))?;
        if f < 0 {
            return Err(
                Refused::input(format!("f({x1},{y1},{x0}) = {f} is negative")).hint("f must be at least 0")
            );
        }
        Ok(f)
    }

    fn sorted(&self, position: &[Pile]) -> Result<[Natural; 2], Refused> {
        let mut piles = whole_piles(position, Some(2))?;
        piles.sort();
        let y = piles.pop().unwrap_or_default();
        Ok([piles.pop().unwrap_or_default(), y])
    }

    fn descent(&self) -> Descent<'_, RelaxedGrowing> {
        Descent::new(self, 2, &self.budget)
    }

    fn legal_sorted(
        &self,
        [x0, y0]: [&Natural; 2],
        [x1, y1]: [&Natural; 2],
    ) -> Result<Result<String, String>, Refused> {
        // Taking from one pile: one size stays, the other falls.
        let takes =
            (x1 == x0 && y1 < y0) || (y1 == y0 && x1 < x0) || (y1 == x0 && x1 < y0) || (x1 == y0 && y1 < x0);
        if takes {
            return Ok(Ok("nim: take from one pile".to_string()));
        }
        if x1 >= x0 {
            return Ok(Err(format!("the smaller pile must fall: {x1} is not below {x0}")));
        }
        let gain = Integer::from(y0) - Integer::from(y1) - Integer::from(x0) + Integer::from(x1);
        let f = self.value(x1, y1, x0)?;
        Ok(if gain < f {
            Ok(format!("both: (y0-y1)-(x0-x1) = {gain} is below f = {f}"))
        } else {
            Err(format!("(y0-y1)-(x0-x1) = {gain} is not below f = {f}"))
        })
    }
}

impl Descends for RelaxedGrowing {
    /// A pile of the target is kept and the other one lowered to its partner. Of the second piles y0 those below
    /// x0 + f + y1 - x1, and y1, lead to a target whose first pile is below x0.
    fn reaches(&self, beginning: &[Natural], to: &[Natural]) -> Result<bool, Refused> {
        match (beginning, to) {
            ([x0, y0], [x1, y1]) => Ok(self.legal_sorted([x0, y0], [x1, y1])?.is_ok()),
            _ => Ok(to.contains(&beginning[0])),
        }
    }
}

impl Special for RelaxedGrowing {
    fn known_as(&self) -> Option<KnownAs> {
        Some(KnownAs::RelaxedGrowing { f: self.f.clone() })
    }

    fn within(&self, budget: &Budget) -> Arc<dyn Special> {
        Arc::new(RelaxedGrowing { budget: budget.clone(), ..self.clone() })
    }

    fn spec(&self) -> String {
        format!("relaxed-growing(f=\"{}\")", self.text)
    }

    fn rules(&self) -> String {
        format!(
            "Two unordered piles x0 <= y0; f = {}.\n\
             Take any positive number from one pile; or make any piles x1 <= y1 with x1 < x0 and\n\
             (y0-y1)-(x0-x1) < f(x1,y1,x0). The second pile may grow. Last mover wins.",
            self.text
        )
    }

    fn piles(&self) -> usize {
        2
    }

    fn unordered(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<SpecialPosition, Refused> {
        Ok(piles_of(&self.sorted(&position::parse_piles(text)?)?))
    }

    fn legal(&self, from: &[Pile], to: &[Pile]) -> Result<String, NotLegal> {
        let (from, to) = (self.sorted(from)?, self.sorted(to)?);
        Ok(self.legal_sorted(from.each_ref(), to.each_ref())??)
    }

    fn options(&self, from: &[Pile]) -> Result<Vec<SpecialPosition>, Refused> {
        let [x, y] = self.sorted(from)?;
        if x != 0u32 {
            let reason = "the second pile may grow without end, so there are infinitely many options";
            return Err(
                Refused::no_answer(reason).hint("ask for one winning move, or whether a given move is legal")
            );
        }
        let top = u64::try_from(&y).ok().filter(|top| *top <= 1_000_000);
        let top = top.ok_or_else(|| Refused::limit("the options are too many to list"))?;
        Ok((0..top).map(|y| position::position_of(&[0, y])).collect())
    }

    fn p_below(&self, bound: u64) -> Result<Vec<Vec<u64>>, Refused> {
        self.descent().below(bound)
    }

    fn p_first(&self, n: usize) -> Result<Vec<Vec<u64>>, Refused> {
        let mut found = Vec::new();
        self.descent().first_into(n, &mut |position| found.push(position.to_vec()))?;
        Ok(found)
    }

    fn p_first_into(&self, n: usize, budget: &Budget, sink: &mut dyn FnMut(&[u64])) -> Result<(), Refused> {
        Descent::new(self, 2, budget).first_into(n, sink)
    }

    fn outcome(&self, position: &[Pile]) -> Result<SpecialOutcome, Refused> {
        self.descent().outcome(&self.sorted(position)?)
    }

    fn grundy(&self, _: &[Pile]) -> Result<u64, Refused> {
        let reason = "positions have infinitely many options, so a Grundy value would be an ordinal";
        Err(Refused::no_answer(reason).hint("ask for the outcome"))
    }
}

/// The game's entry in the catalog.
pub(crate) const GAME: InRust = InRust {
    name: "relaxed-growing",
    title: "Relaxed Wythoff in which a pile may grow",
    sources: &[("RLX", "Definition 2")],
    notes: &[
        "Definition 2 by its bare inequality; `relaxed` is the reading in which both piles fall (RLX-D2AMB, RLX-T4).",
        "The P-positions are b = a + the largest f(a_k,b_k,a) + b_k - a_k over the earlier ones, where f(0,0,1) >= 1 (RLX-T4L).",
    ],
    parameters: &[Parameter { name: "f", default: Some("2"), range: "a function of x1, y1, x0, at least 0" }],
    build,
};

fn build(given: &Given<'_>) -> Result<Built, RuleError> {
    let text = given.text("f").unwrap_or("2");
    let formula = Formula::read("f", text, &["x1", "y1", "x0"])?;
    let f = move |values: &[Integer; 3], budget: &Budget| {
        formula.value_within(values, budget).map_err(|e| e.to_string())
    };
    let game = RelaxedGrowing { text: text.to_string(), f: Arc::new(f), budget: Budget::default() };
    Ok((Arc::new(game), vec![("f".to_string(), Value::Function(text.to_string()))]))
}

#[cfg(test)]
mod tests {
    use crate::Resolved;
    use crate::special::{Class, position_of};

    /// No move joins two of the P-positions, and every other position moves to one by a legal move: the definition.
    #[test]
    fn the_p_positions_are_stable_and_absorbing() {
        for f in
            ["2", "0", "if x1+y1 == 0 and x0 == 3 then 9 else 1", "x0 mod 3", "1 + (x1 + 2*y1 + x0) mod 4"]
        {
            let game = Resolved::parse(&format!("relaxed-growing(f=\"{f}\")")).unwrap();
            let game = game.special().unwrap();
            let lost = game.p_first(30).unwrap();
            for p in &lost {
                for q in &lost {
                    assert!(game.legal(&position_of(p), &position_of(q)).is_err(), "f = {f}: {p:?} -> {q:?}");
                }
            }
            for (x, y) in (0..14u64).flat_map(|x| (x..40).map(move |y| (x, y))) {
                let (from, is_lost) = (position_of(&[x, y]), lost.contains(&vec![x, y]));
                let outcome = game.outcome(&from).unwrap();
                assert_eq!(outcome.class == Class::P, is_lost, "f = {f}: ({x},{y})");
                if let Some(winning) = outcome.winning.first() {
                    assert!(game.legal(&from, &winning.to).is_ok(), "f = {f}: ({x},{y}) -> {:?}", winning.to);
                    assert_eq!(game.outcome(&winning.to).unwrap().class, Class::P, "f = {f}: ({x},{y})");
                }
            }
        }
    }
}
