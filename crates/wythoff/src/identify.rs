//! Which known game this is: the same game under its names, and games with the same P-positions or Grundy values.

use crate::clock::timed;
use crate::error::Error;
use crate::game::{Game, Header};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::Duration;
use wythoff_automata::{Limits, Proof};
use wythoff_catalog::{Kind, Names, entries};
use wythoff_numbers::{Budget, Stop};
use wythoff_prove::theorems::{Side, prove_alike, same};
use wythoff_prove::{Outcome, Request};
use wythoff_rules::Rules;

/// How it is known that two games agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// For all positions: the moves are the same, one theory decides both, or the prover shows it.
    Proof,
    /// Computed from the rules, up to a bound.
    Rules,
}

/// A game of the catalog that agrees with the one asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Its spec.
    pub spec: String,
    /// How it is known.
    pub by: Agreement,
    /// Compared for all piles below this; nothing where it holds for all positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
}

/// What a game is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identified {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// The theory that decides it, with its parameters.
    pub theory: Option<String>,
    /// Rows of the ledger that the theory rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<&'static str>,
    /// The same game under other names, the simplest first.
    pub same_game: Vec<Known>,
    /// Other games with the same P-positions.
    pub same_p: Vec<Known>,
    /// Other games with the same Grundy values.
    pub same_grundy: Vec<Known>,
    /// Ended before everything was compared.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Time spent computing.
    pub seconds: f64,
}

/// Piles below this are compared, by the number of coordinates.
fn bound(coordinates: usize) -> u64 {
    match coordinates {
        0..=2 => 60,
        3 => 16,
        _ => 6,
    }
}

/// Time that proofs that games have the same P-positions may take together where nothing else ends them.
const PROOFS: Duration = Duration::from_secs(10);

impl Game {
    /// The game under its names in the catalog, decided for all positions; and games of the catalog, with their default
    /// parameters, that have its P-positions or Grundy values. That the P-positions are the same is proved where one
    /// theory decides both games or the prover finds a proof in short time.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let game = Game::parse("(i,0) (0,i) (k,l) where k - l < 3 and l - k < 3")?;
    /// let known = game.identify(&Budget::default())?;
    /// assert_eq!(known.same_game[0].spec, "t-wythoff(t=3)");
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn identify(&self, budget: &Budget) -> Result<Identified, Error> {
        self.identified(&Names::default(), true, budget)
    }

    /// The same without the prover, in a few milliseconds where `names` is that of games asked about before: thousands of
    /// games can be asked, and the answer does not depend on how fast the machine is.
    pub fn identify_at_once(&self, names: &Names, budget: &Budget) -> Result<Identified, Error> {
        self.identified(names, false, budget)
    }

    fn identified(&self, names: &Names, proofs: bool, budget: &Budget) -> Result<Identified, Error> {
        let rules = self.rules_for("games are compared by their rules")?;
        let (found, seconds) = timed(budget, || {
            let theory = wythoff_theory::recognise(rules).ok().flatten();
            let cites = theory.as_ref().map_or(Vec::new(), |known| known.cites(self.coordinates()));
            let found = self.unknown(theory.map(|known| known.statement()), cites);
            let mut search = Search { game: self, rules, budget, proofs, proof: None, values: None, found };
            let ended = search.names(names).and_then(|()| search.others());
            Identified { partial: ended.is_err(), ..search.found }
        });
        Ok(Identified { seconds, ..found })
    }

    fn unknown(&self, theory: Option<String>, cites: Vec<&'static str>) -> Identified {
        let header = self.header();
        let (same_game, same_p, same_grundy) = (Vec::new(), Vec::new(), Vec::new());
        Identified { header, theory, cites, same_game, same_p, same_grundy, partial: false, seconds: 0.0 }
    }
}

/// What is found of a game, as far as the budget goes.
struct Search<'a> {
    game: &'a Game,
    rules: &'a Rules,
    budget: &'a Budget,
    /// Whether the prover is asked.
    proofs: bool,
    /// The proof of the game's P-positions, once it was looked for.
    proof: Option<Option<Box<Proof>>>,
    /// Its Grundy values, once they were computed.
    values: Option<Option<Vec<u32>>>,
    found: Identified,
}

impl Search<'_> {
    fn names(&mut self, names: &Names) -> Result<(), Stop> {
        let known = |spec| Known { spec, by: Agreement::Proof, bound: None };
        self.found.same_game = names.of(self.rules, self.budget).into_iter().map(known).collect();
        self.budget.step(0, 0)
    }

    fn others(&mut self) -> Result<(), Stop> {
        let (rules, below) = (self.rules, bound(self.rules.coordinates().len()));
        let Some(mine) = lost(rules, below, self.budget) else { return self.budget.check() };
        // Proofs take a part of the time that is left.
        let share = self.budget.time_left().map_or(PROOFS, |left| PROOFS.min(left / 2));
        let proving = self.budget.clone().within(share);
        let all = catalogued();
        for (index, entry) in all.iter().enumerate() {
            self.budget.step(index as u64, all.len() as u64)?;
            let other = &entry.rules;
            let alike = other.bounds() == rules.bounds() && other.memory().len() == rules.memory().len();
            let said = self.found.same_game.iter().any(|known| known.spec == entry.name);
            if !alike || said || other.convention() != rules.convention() {
                continue;
            }
            if entry.lost(self.budget) != Some(&mine) {
                continue;
            }
            let spec = entry.name.to_string();
            let known = match self.one_theory(entry) || self.proofs && self.one_proof(other, &proving) {
                true => Known { spec: spec.clone(), by: Agreement::Proof, bound: None },
                false => Known { spec: spec.clone(), by: Agreement::Rules, bound: Some(below) },
            };
            self.found.same_p.push(known);
            // Where Grundy values agree P-positions do.
            let values = self.values.get_or_insert_with(|| table(rules, self.budget));
            if values.is_some() && values.as_ref() == entry.values(self.budget) {
                let bound = Some(below.min(TABLE));
                self.found.same_grundy.push(Known { spec, by: Agreement::Rules, bound });
            }
        }
        self.budget.check()
    }

    /// Whether one theory with the same parameters decides both for all positions.
    fn one_theory(&self, other: &Entry) -> bool {
        self.found.theory.is_some() && &self.found.theory == other.theory()
    }

    /// Whether the prover shows that the P-positions are the same.
    fn one_proof(&mut self, other: &Rules, budget: &Budget) -> bool {
        let (game, rules) = (self.game, self.rules);
        let proof =
            self.proof.get_or_insert_with(|| match game.search_proof(rules, Request::default(), budget) {
                Ok((Outcome::Proved(proof), _)) => Some(proof),
                _ => None,
            });
        let Some(proof) = proof.as_deref() else { return false };
        let mine = Side { rules, proof, grundy: 0 };
        let Ok(Outcome::Proved(alike)) = prove_alike(mine, other, Request::default(), budget) else {
            return false;
        };
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let theirs = Side { rules: other, proof: &alike, grundy: 0 };
        same(mine, theirs, None, &limits).is_ok_and(|found| found.holds)
    }
}

/// Side of the tables of Grundy values that are compared, at most.
const TABLE: u64 = 30;

/// A game of the catalog with its default parameters, and what is compared with it. These are constants: they are computed
/// once, when they are first needed, and at nobody's cost, so that a request pays the same whether it is the first or not.
struct Entry {
    name: &'static str,
    rules: Rules,
    lost: OnceLock<Option<BTreeSet<Vec<u64>>>>,
    values: OnceLock<Option<Vec<u32>>>,
    theory: OnceLock<Option<String>>,
}

fn catalogued() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let bound = |entry: &'static wythoff_catalog::Entry| {
            let Kind::Text(text) = entry.kind else { return None };
            let (lost, values, theory) = Default::default();
            Some(Entry { name: entry.name, rules: Rules::read(text).ok()?, lost, values, theory })
        };
        entries().iter().filter_map(bound).collect()
    })
}

impl Entry {
    /// Its P-positions below the bound that is compared.
    fn lost(&self, budget: &Budget) -> Option<&BTreeSet<Vec<u64>>> {
        let below = bound(self.rules.coordinates().len());
        once(&self.lost, budget, |budget| lost(&self.rules, below, budget))
    }

    /// Its Grundy values.
    fn values(&self, budget: &Budget) -> Option<&Vec<u32>> {
        once(&self.values, budget, |budget| table(&self.rules, budget))
    }

    /// What its theory says.
    fn theory(&self) -> &Option<String> {
        let theory = || wythoff_theory::recognise(&self.rules).ok().flatten().map(|known| known.statement());
        self.theory.get_or_init(theory)
    }
}

/// What was computed before, or is now; a computation that was cancelled is not remembered.
fn once<'a, T>(
    cell: &'a OnceLock<Option<T>>,
    request: &Budget,
    compute: impl FnOnce(&Budget) -> Option<T>,
) -> Option<&'a T> {
    if cell.get().is_none() {
        let budget = Budget::default().with_cancel(request.cancel_flag());
        let found = compute(&budget);
        budget.check().ok()?;
        let _ = cell.set(found);
    }
    cell.get().and_then(Option::as_ref)
}

/// The P-positions with piles below a bound; `None` where they are not computed within the budget.
fn lost(rules: &Rules, below: u64, budget: &Budget) -> Option<BTreeSet<Vec<u64>>> {
    let mut found = wythoff_solvers::p_below(rules, below, budget).ok()?.positions;
    // A pair of piles may be told apart by the rules and not by the P-positions: then each is listed once, sorted.
    if !rules.is_symmetric() && rules.bounds() == [None, None] {
        let all: BTreeSet<Vec<u64>> = found.iter().cloned().collect();
        if all.iter().all(|p| all.contains(&vec![p[1], p[0]])) {
            found.retain(|p| p[0] <= p[1]);
        }
    }
    Some(found.into_iter().collect())
}

/// The Grundy values on the box that is compared; `None` where they are not computed within the budget.
fn table(rules: &Rules, budget: &Budget) -> Option<Vec<u32>> {
    let side = bound(rules.coordinates().len()).min(TABLE);
    let sides: Vec<u64> = rules.bounds().iter().map(|bound| bound.unwrap_or(side)).collect();
    wythoff_solvers::grundy_table(rules, &sides, budget).ok().map(|table| table.values)
}
