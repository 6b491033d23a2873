//! Palace numbers of blocking games: how many P-positions each cell sees; and the cellular automaton that computes them
//! for Wythoff's game (VIS 8.2, Theorem 7).

use crate::clock::timed;
use crate::error::Error;
use crate::evidence::By;
use crate::game::{Game, Header};
use crate::json;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use wythoff_catalog::View;
use wythoff_numbers::{Budget, within};
use wythoff_theory::blocking_ca::PalaceTable;
use wythoff_theory::t_of;

/// Palace numbers on a box of two piles.
#[derive(Clone, Debug, PartialEq)]
pub struct PalaceNumbers {
    /// The game.
    pub header: Header,
    /// Up to k - 1 options are blocked: a cell is P if its palace number is below k.
    pub k: u64,
    /// The sides of the box.
    pub sides: Vec<u64>,
    /// The numbers, the second coordinate running fastest.
    pub values: Vec<u32>,
    /// The rules.
    pub by: By,
    /// Time spent computing.
    pub seconds: f64,
}

impl PalaceNumbers {
    /// Whether a cell with this palace number is a P-position.
    pub fn is_p(&self, value: u32) -> bool {
        u64::from(value) < self.k
    }
}

impl Serialize for PalaceNumbers {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        self.header.entries(&mut object)?;
        object.serialize_entry("k", &self.k)?;
        object.serialize_entry("values", &json::Nested { values: &self.values, sides: &self.sides })?;
        object.serialize_entry("by", &self.by)?;
        object.serialize_entry("seconds", &self.seconds)?;
        object.end()
    }
}

impl Game {
    /// The palace number of every cell of a box: how many of its options are P-positions, counted on the board, where
    /// (x-i,x) and (x,x-i) are two. Without blocking, k = 1.
    ///
    /// ```
    /// use wythoff::{Block, Budget, Conventions, Game};
    /// let blocked = Conventions { block: Some(Block { k: 2, family: None }), ..Default::default() };
    /// let game = Game::parse("wythoff")?.with(&blocked)?;
    /// assert_eq!(game.palace_numbers([2, 4], &Budget::default())?.values, [0, 1, 2, 2, 1, 3, 2, 1]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn palace_numbers(&self, [rows, columns]: [u64; 2], budget: &Budget) -> Result<PalaceNumbers, Error> {
        let rules = self.rules_for("palace numbers are counted from rules")?;
        let (values, seconds) =
            timed(budget, || wythoff_solvers::palace_numbers(rules, rows, columns, budget));
        let k = rules.convention().block.as_ref().map_or(1, |block| block.k);
        let (header, sides) = (self.header(), vec![rows, columns]);
        Ok(PalaceNumbers { header, k, sides, values: values?, by: By::Rules, seconds })
    }

    /// The cells of the cellular automaton of k-Blocking Wythoff Nim (VIS Theorem 7) on a box, each from six neighbours
    /// without asking the rules; refused for any other game.
    ///
    /// ```
    /// use wythoff::{Budget, Game};
    /// let found = Game::parse("blocking-wythoff(k=2)")?.palace_automaton([2, 4], &Budget::default())?;
    /// assert_eq!(found.values, [[-2, -1, 0, 0], [-1, 1, 0, -1]]);
    /// assert!(Game::parse("t-wythoff(t=2)")?.palace_automaton([2, 4], &Budget::default()).is_err());
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn palace_automaton(
        &self,
        [rows, columns]: [u64; 2],
        budget: &Budget,
    ) -> Result<PalaceAutomaton, Error> {
        let k = self.blocks_wythoff(budget)?;
        let cells = u128::from(rows) * u128::from(columns);
        budget.need("the table", cells.saturating_mul(16))?;
        let (rows, columns) = (rows as usize, columns as usize);
        let (values, seconds) = timed(budget, || -> Result<Vec<Vec<i64>>, Error> {
            let table = PalaceTable::new(k, rows, columns).map_err(|why| Error::input(why.to_string()))?;
            let cell = |x: usize, y: usize| table.palace(x, y).map_or(0, |n| i64::from(n) - i64::from(k));
            Ok((0..rows).map(|x| (0..columns).map(|y| cell(x, y)).collect()).collect())
        });
        let (header, cites) = (self.header(), vec!["NEW-BLOCK-CA"]);
        Ok(PalaceAutomaton { header, k, values: values?, by: By::Theorem, cites, seconds })
    }

    /// The k of k-Blocking Wythoff Nim, if this is that game.
    fn blocks_wythoff(&self, budget: &Budget) -> Result<u32, Error> {
        let other = || {
            Error::input("the automaton is that of Wythoff's game with any options blocked")
                .hint("palace numbers of other games are counted from the rules")
        };
        let View::Rules(rules) = self.resolved.view() else { return Err(other()) };
        let k = match &rules.convention().block {
            Some(block) if block.families.iter().all(|blockable| *blockable) => block.k,
            Some(_) => return Err(other()),
            None => 1,
        };
        let mut plain = rules.clone();
        plain.set_block(1, &[])?;
        if within(budget, || t_of(&plain)) != Some(1) {
            return Err(other());
        }
        u32::try_from(k).map_err(|_| Error::input(format!("k = {k}: the automaton takes k up to 2^30")))
    }
}

/// The cells of the automaton of Theorem 7: palace number less k.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PalaceAutomaton {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// Up to k - 1 options are blocked: a cell is P if its value is negative.
    pub k: u32,
    /// The values by rows.
    pub values: Vec<Vec<i64>>,
    /// A theorem.
    pub by: By,
    /// Its row in the ledger.
    pub cites: Vec<&'static str>,
    /// Time spent computing.
    pub seconds: f64,
}

impl PalaceAutomaton {
    /// Whether a cell with this value is a P-position.
    pub fn is_p(&self, value: i64) -> bool {
        value < 0
    }
}
