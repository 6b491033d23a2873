//! Statements that make sense for a proved game, tried by themselves: what holds is a theorem for all positions.

use super::{Decided, Side, implies, prove_alike, redundant, same};
use crate::candidate::Candidate;
use crate::error::ProveFailure;
use crate::search::{Outcome, Request, prove};
use serde::Serialize;
use wythoff_automata::AutomataError;
use wythoff_automata::{Atom, Change, Convention, Family, Game, Limits, Proof, Prover, SetText};
use wythoff_rules::Rules;

/// A theorem that was found.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// What kind it is: `rows`, `differences`, `slope`, `beatty`, `same`, `misere`, `redundant`, `family`, `symmetric`.
    pub kind: String,
    /// The theorem, in words.
    pub statement: String,
    /// The formula that was decided, if it is one.
    pub formula: Option<String>,
}

/// Largest step of differences that is tried.
const STEPS: u64 = 12;

/// Largest integer slope, and largest constant, that are tried.
const SLOPES: u64 = 8;
const OFFSETS: [u64; 8] = [0, 1, 2, 4, 8, 16, 64, 256];

/// Tries the statements that make sense for a game whose P-positions are proved. `others` are games, by name, that may
/// have the same P-positions. A statement that reaches a limit is passed over.
pub fn find(
    rules: &Rules,
    proof: &Proof,
    others: &[(String, Rules)],
    limits: &Limits,
) -> Result<Vec<Found>, ProveFailure> {
    let mut search = Search { rules, proof, limits, found: Vec::new() };
    if rules.piles() == 2 && rules.coordinates().len() == 2 {
        search.pairs()?;
    }
    search.misere()?;
    search.same_as(others)?;
    search.families()?;
    search.moves()?;
    Ok(search.found)
}

/// Pairs that are looked at before a formula is proved.
const PAIRS: u64 = 60;

/// The P-positions in a formula, where they are Beatty's pairs. The P-positions of t-Wythoff are the pairs (floor(n alpha),
/// floor(n alpha) + tn) with alpha = (2 - t + sqrt(t^2 + 4))/2 (Fraenkel 1982), so a set that is proved to be theirs, too, is
/// just these pairs.
pub fn formula(rules: &Rules, proof: &Proof, limits: &Limits) -> Option<String> {
    if rules.piles() != 2 || proof.game().coordinates.len() != 2 {
        return None;
    }
    let set = SetText { numeration: proof.numeration().clone(), piles: 2, dfa: proof.dfa().clone() };
    let inside = |x: u64, y: u64| set.contains(&[x, y]) == Some(true);
    let step = (1..=STEPS).find(|step| inside(1, 1 + step))?;
    let smaller = |n: u64| ((n * n * (step * step + 4)).isqrt() + 2 * n - step * n) / 2;
    let fits = |n: u64| inside(smaller(n), smaller(n) + step * n);
    if !(0..PAIRS).all(fits) {
        return None;
    }
    let wythoff = t_wythoff(step);
    let alike = |a: &Family, b: &Family| a.change == b.change && a.atoms == b.atoms;
    let game = proof.game();
    let is_wythoff = game.convention == Convention::Normal
        && game.terminals.is_empty()
        && game.families.len() == wythoff.families.len()
        && wythoff.families.iter().all(|family| game.families.iter().any(|other| alike(family, other)));
    let proved = || {
        let prover = Prover::new(&wythoff, proof.numeration(), limits).ok()?;
        prover.prove(proof.dfa(), limits).ok()?.proved()
    };
    (is_wythoff || proved().is_some()).then(|| beatty_pairs(step))
}

/// Nim on two piles, and (k, l) with |k - l| < t, both positive.
fn t_wythoff(t: u64) -> Game {
    let band = Atom::Linear {
        before: vec![1, -1],
        after: vec![-1, 1],
        lo: Some(1 - t as i64),
        hi: Some(t as i64 - 1),
    };
    let both = Family::new("band", &[Change::Less, Change::Less]).with(band);
    Game::new(2).family(Family::nim(2, 0)).family(Family::nim(2, 1)).family(both)
}

/// The pairs whose larger parts are the smaller ones plus t, 2t, ...
fn beatty_pairs(step: u64) -> String {
    let alpha = match step {
        1 => "(1 + sqrt(5))/2".to_string(),
        t => format!("({} + sqrt({}))/2", 2 - t as i64, t * t + 4),
    };
    let n = if step == 1 { "n".to_string() } else { format!("{step}n") };
    format!(
        "the P-positions (x, y), x <= y, are (floor(n alpha), floor(n alpha) + {n}), n >= 0, with alpha = {alpha}"
    )
}

struct Search<'a> {
    rules: &'a Rules,
    proof: &'a Proof,
    limits: &'a Limits,
    found: Vec<Found>,
}

/// A limit decides nothing, and the next question may be smaller; but a budget that is over ends the search.
fn or_limit<T>(result: Result<T, ProveFailure>, limits: &Limits) -> Result<Option<T>, ProveFailure> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(ProveFailure::Prove(AutomataError::Limit(limit))) => match limits.budget.check() {
            Ok(()) => Ok(None),
            Err(_) => Err(AutomataError::Limit(limit).into()),
        },
        Err(other) => Err(other),
    }
}

impl Search<'_> {
    fn add(&mut self, kind: &str, statement: impl Into<String>, formula: Option<&str>) {
        let formula = formula.map(str::to_string);
        self.found.push(Found { kind: kind.to_string(), statement: statement.into(), formula });
    }

    fn decide(&self, formula: &str) -> Result<Option<Decided>, ProveFailure> {
        or_limit(implies(self.rules, self.proof, formula, self.limits), self.limits)
    }

    fn holds(&mut self, kind: &str, formula: &str, statement: &str) -> Result<bool, ProveFailure> {
        let holds = self.decide(formula)?.is_some_and(|decided| decided.holds);
        if holds {
            self.add(kind, statement, Some(formula));
        }
        Ok(holds)
    }

    /// Two piles: rows, differences, slopes, and the form of Beatty pairs.
    fn pairs(&mut self) -> Result<(), ProveFailure> {
        let symmetric = self.holds(
            "symmetric",
            "forall a, b: P(a, b) iff P(b, a)",
            "(x, y) is a P-position if and only if (y, x) is",
        )?;
        let row = "forall a: exists unique b: P(a, b)";
        let one = self.holds("rows", row, "every row has exactly one P-position")?;
        if !one {
            let formula = "forall a, b, c: P(a, b) and P(a, c) implies b = c";
            let most = self.holds("rows", formula, "every row has at most one P-position")?;
            if !most {
                let formula = "forall a: exists b: P(a, b)";
                self.holds("rows", formula, "every row has a P-position")?;
            }
        }
        // Where a P-position may lie: below lines of integer slope.
        for slope in 1..=SLOPES {
            let mut held = false;
            for offset in OFFSETS {
                let formula = format!("forall a, b: P(a, b) and a <= b implies b <= {slope}*a + {offset}");
                let line = match (slope, offset) {
                    (1, 0) => "x".to_string(),
                    (1, c) => format!("x + {c}"),
                    (k, 0) => format!("{k}x"),
                    (k, c) => format!("{k}x + {c}"),
                };
                let told = format!("in every P-position (x, y) with x <= y, y <= {line}");
                if self.decide(&formula)?.is_some_and(|decided| decided.holds) {
                    self.add("slope", told, Some(&formula));
                    held = true;
                    break;
                }
            }
            if held {
                break;
            }
        }
        if !(symmetric && one) {
            return Ok(());
        }
        let formula =
            "forall a: a >= 1 implies ((exists b: b > a and P(a, b)) iff not (exists b: b < a and P(b, a)))";
        let complementary = self.holds(
            "rows",
            formula,
            "the smaller and the larger piles of the P-positions other than (0, 0) are complementary: every n >= 1 is just one of them",
        )?;
        let formula =
            "forall a, b, c, d: P(a, b) and a < b and P(c, d) and c < d and a < c implies d - c > b - a";
        let growing = self.holds(
            "differences",
            formula,
            "of two P-positions (x, y), x < y, that with the larger x has the larger difference y - x",
        )?;
        for step in 1..=STEPS {
            let only = format!("forall a, b: P(a, b) and b >= a implies (b - a) mod {step} == 0");
            if step > 1 && !self.decide(&only)?.is_some_and(|decided| decided.holds) {
                continue;
            }
            let every = format!("forall n: exists unique a: P(a, a + {step}*n)");
            if !self.decide(&every)?.is_some_and(|decided| decided.holds) {
                continue;
            }
            let told = if step == 1 {
                "every difference y - x occurs in exactly one P-position (x, y), x <= y".to_string()
            } else {
                format!(
                    "the differences y - x of P-positions (x, y), x <= y, are the multiples of {step}, each once"
                )
            };
            self.add("differences", told, Some(&every));
            let origin = self.decide("P(0, 0)")?.is_some_and(|decided| decided.holds);
            if complementary && growing && origin {
                // Complementary sequences a_n < b_n = a_n + tn are unique, and Beatty's: Fraenkel (1982).
                self.add("beatty", beatty_pairs(step), None);
            }
            break;
        }
        Ok(())
    }

    fn side(&self) -> Side<'_> {
        Side { rules: self.rules, proof: self.proof, grundy: 0 }
    }

    /// Normal and misère play compared.
    fn misere(&mut self) -> Result<(), ProveFailure> {
        let mut other = self.rules.clone();
        if self.proof.game().convention != Convention::Normal || other.set_misere().is_err() {
            return Ok(());
        }
        let Ok(Outcome::Proved(alike)) =
            prove_alike(self.side(), &other, Request::default(), &self.limits.budget.clone())
        else {
            return Ok(());
        };
        let second = Side { rules: &other, proof: &alike, grundy: 0 };
        let Some(found) = or_limit(same(self.side(), second, None, self.limits), self.limits)? else {
            return Ok(());
        };
        if found.holds {
            self.add("misere", "misère play has the same P-positions", None);
        } else if found.complete {
            let list: Vec<String> = found.exceptions.iter().map(|(p, _)| shown(p)).collect();
            self.add(
                "misere",
                format!("misère and normal play have the same P-positions but for {}", list.join(", ")),
                None,
            );
        }
        Ok(())
    }

    /// Other games with the same P-positions.
    fn same_as(&mut self, others: &[(String, Rules)]) -> Result<(), ProveFailure> {
        for (name, other) in others {
            let alike = other.piles() == self.rules.piles()
                && other.coordinates().len() == self.rules.coordinates().len()
                && self.proof.game().coordinates.len() == other.coordinates().len();
            if !alike {
                continue;
            }
            let set = SetText {
                numeration: self.proof.numeration().clone(),
                piles: other.piles(),
                dfa: self.proof.dfa().clone(),
            };
            let request =
                Request { candidate: Some(Candidate::Automaton(Box::new(set))), ..Request::default() };
            if let Ok((Outcome::Proved(_), _)) = prove(other, &request, &self.limits.budget) {
                self.add("same", format!("the P-positions are those of {name}"), None);
            }
        }
        Ok(())
    }

    /// Families of moves without which the P-positions are the same.
    fn families(&mut self) -> Result<(), ProveFailure> {
        let game = self.proof.game();
        if game.convention != Convention::Normal {
            return Ok(());
        }
        for family in self.rules.families() {
            let mut fewer = game.clone();
            fewer.families.retain(|f| f.label != family.label);
            if fewer.families.len() == game.families.len() || fewer.families.is_empty() {
                continue;
            }
            let proved = Prover::new(&fewer, self.proof.numeration(), self.limits)
                .and_then(|prover| prover.prove(self.proof.dfa(), self.limits));
            if proved.is_ok_and(|verdict| verdict.proved().is_some()) {
                let text = format!("without the moves {} the P-positions are the same", family.text);
                self.add("family", text, None);
            }
        }
        Ok(())
    }

    /// The moves that can be added.
    fn moves(&mut self) -> Result<(), ProveFailure> {
        if self.proof.game().convention != Convention::Normal
            || self.proof.game().coordinates.len() != self.rules.piles()
        {
            return Ok(());
        }
        if let Some(found) = or_limit(redundant(self.rules, self.proof, 6, self.limits), self.limits)? {
            let some: Vec<String> = found.others.iter().take(8).map(|m| shown(m)).collect();
            let others = match found.others_below {
                Some(_) if found.others.is_empty() => "every move can be added".to_string(),
                Some(bound) => {
                    format!("only moves with all amounts below {bound} cannot: {}", some.join(", "))
                }
                None => format!("the least that cannot be added are {}", some.join(", ")),
            };
            self.add(
                "redundant",
                format!(
                    "the single moves that can be added without changing the P-positions are recognised by {} states; {others}",
                    found.states
                ),
                None,
            );
        }
        Ok(())
    }
}

fn shown(position: &[u64]) -> String {
    let list: Vec<String> = position.iter().map(u64::to_string).collect();
    format!("({})", list.join(","))
}
