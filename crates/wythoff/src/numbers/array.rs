//! Named arrays and trees, and arrays that somebody gives: corners, entries, axioms, fractal sequences.

use super::integer_lines;
use crate::clock::timed;
use crate::error::Error;
use crate::evidence::Grounds;
use crate::json;
use serde::Serialize;
use serde::ser::Serializer;
use wythoff_numbers::Budget;
use wythoff_numbers::arrays::dispersion::{
    check_interspersion, is_fractal, lower_trim, row_numbers, upper_trim,
};
use wythoff_numbers::catalogue::{self, NamedArray};
use wythoff_numbers::int::{Integer, Rational};
use wythoff_numbers::trees::Tree;

/// An array, or a tree whose generations are its rows.
#[derive(Debug)]
pub struct Array {
    name: String,
    what: What,
}

#[derive(Debug)]
enum What {
    Named(NamedArray),
    Tree(Tree),
    Given(Vec<Vec<Integer>>),
}

/// An entry of an array, or a node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node(pub Rational);

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match Integer::try_from(&self.0) {
            Ok(whole) => json::one_integer(&whole, to),
            Err(_) => to.serialize_str(&self.0.to_string()),
        }
    }
}

/// The first rows and columns of an array, or the first nodes of the first generations of a tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Corner {
    /// The name as it was asked for.
    pub name: String,
    /// The rows.
    pub values: Vec<Vec<Node>>,
    /// Which rows go on; of a tree some end within the corner.
    #[serde(skip)]
    pub more: Vec<bool>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// One entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The name as it was asked for.
    pub name: String,
    /// The entry.
    pub value: Node,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Whether a corner keeps the four axioms of an interspersion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axioms {
    /// The name as it was asked for.
    pub name: String,
    /// Whether it does.
    pub interspersion: bool,
    /// Which axiom is broken, and where.
    pub violation: Option<String>,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// The row numbers of 1, 2, 3, ... in an array, and their trims.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fractal {
    /// The name as it was asked for.
    pub name: String,
    /// The row of each integer.
    pub rows: Vec<u64>,
    /// Without the first occurrence of each number.
    pub lower_trim: Vec<u64>,
    /// Lowered by one, without what becomes 0.
    pub upper_trim: Vec<u64>,
    /// Whether the lower trim is the sequence again, as far as the corner shows.
    pub fractal: bool,
    /// What it rests on.
    #[serde(flatten)]
    pub grounds: Grounds,
    /// Time spent computing.
    pub seconds: f64,
}

/// Generations of a tree that are walked; each may be almost twice as long as the one before.
const GENERATIONS: usize = 20;

impl Array {
    /// An array or a tree by its name and parameters.
    pub fn parse(name: &str) -> Result<Array, Error> {
        let tree = catalogue::trees().iter().any(|tree| tree.name == name);
        let what = match tree {
            true => What::Tree(catalogue::tree(name)?),
            false => What::Named(catalogue::array(name)?),
        };
        Ok(Array { name: name.to_string(), what })
    }

    /// An array given as text: a row a line, numbers with commas or white space between them.
    pub fn given(name: &str, text: &str, budget: &Budget) -> Result<Array, Error> {
        let rows = integer_lines(text, budget)?;
        if rows.is_empty() {
            return Err(Error::input("there are no rows")
                .hint("write a row a line, numbers with commas between them"));
        }
        Ok(Array { name: name.to_string(), what: What::Given(rows) })
    }

    /// Whether this is a tree, whose rows are generations.
    pub fn is_tree(&self) -> bool {
        matches!(self.what, What::Tree(_))
    }

    /// The first rows and columns; of an array that was given, all of it.
    pub fn corner(&self, rows: usize, columns: usize, budget: &Budget) -> Result<Corner, Error> {
        let (found, seconds) = timed(budget, || -> Result<(Vec<Vec<Node>>, Vec<bool>), Error> {
            if let What::Tree(tree) = &self.what {
                let generations = generations(*tree, rows, budget)?;
                let more = generations.iter().map(|row| row.len() > columns).collect();
                let cut = |row: Vec<Rational>| row.into_iter().take(columns).map(Node).collect();
                return Ok((generations.into_iter().map(cut).collect(), more));
            }
            let corner = self.entries(rows, columns, budget)?;
            let nodes = |row: Vec<Integer>| row.into_iter().map(|n| Node(Rational::from(n))).collect();
            let more = vec![true; corner.len()];
            Ok((corner.into_iter().map(nodes).collect(), more))
        });
        let (values, more) = found?;
        Ok(Corner { name: self.name.clone(), values, more, grounds: Grounds::DEFINITION, seconds })
    }

    fn entries(&self, rows: usize, columns: usize, budget: &Budget) -> Result<Vec<Vec<Integer>>, Error> {
        match &self.what {
            What::Named(array) => Ok(array.corner_within(rows, columns, budget)?),
            What::Given(corner) => Ok(corner.clone()),
            What::Tree(_) => Err(Error::input(format!("`{}` is a tree", self.name))
                .hint("the axioms and the fractal sequence are about arrays")),
        }
    }

    /// One entry; rows and columns are counted from 1 and may have any size.
    pub fn entry(&self, row: &Integer, column: u64, budget: &Budget) -> Result<Item, Error> {
        let (value, seconds) = timed(budget, || match &self.what {
            What::Named(array) => Ok(Node(array.entry_within(row, column, budget)?.into())),
            What::Tree(tree) => self.node(*tree, row, column, budget),
            What::Given(corner) => {
                let index = |n: Option<usize>| n.and_then(|n| n.checked_sub(1));
                let row = index(usize::try_from(row).ok()).and_then(|i| corner.get(i));
                let entry = row.and_then(|row| row.get(index(usize::try_from(column).ok())?));
                let outside = || {
                    Error::input("the array that was given has no entry there")
                        .hint("rows and columns are counted from 1 on")
                };
                Ok(Node(Rational::from(entry.ok_or_else(outside)?.clone())))
            }
        });
        Ok(Item { name: self.name.clone(), value: value?, grounds: Grounds::DEFINITION, seconds })
    }

    fn node(&self, tree: Tree, row: &Integer, column: u64, budget: &Budget) -> Result<Node, Error> {
        let outside = || {
            Error::input(format!("there is no node {column} in generation {row} of `{}`", self.name))
                .hint("generations and nodes are counted from 1 on")
        };
        let count = usize::try_from(row).map_err(|_| outside())?;
        let last = generations(tree, count, budget)?.pop().ok_or_else(outside)?;
        let index = usize::try_from(column).ok().and_then(|column| column.checked_sub(1));
        Ok(Node(index.and_then(|index| last.into_iter().nth(index)).ok_or_else(outside)?))
    }

    /// Whether the corner keeps the four axioms of an interspersion.
    pub fn axioms(&self, rows: usize, columns: usize, budget: &Budget) -> Result<Axioms, Error> {
        let (broken, seconds) = timed(budget, || -> Result<_, Error> {
            let corner = self.entries(rows, columns, budget)?;
            Ok(check_interspersion(&corner, budget)?)
        });
        let violation = broken?.map(|broken| broken.to_string());
        Ok(Axioms {
            name: self.name.clone(),
            interspersion: violation.is_none(),
            violation,
            grounds: Grounds::DEFINITION,
            seconds,
        })
    }

    /// The row numbers of 1, 2, 3, ... as far as the corner shows them: a fractal sequence if the array is an
    /// interspersion.
    pub fn fractal(&self, rows: usize, columns: usize, budget: &Budget) -> Result<Fractal, Error> {
        let (numbers, seconds) = timed(budget, || -> Result<_, Error> {
            let corner = self.entries(rows, columns, budget)?;
            Ok(row_numbers(&corner, budget)?)
        });
        let rows = numbers?;
        Ok(Fractal {
            name: self.name.clone(),
            lower_trim: lower_trim(&rows),
            upper_trim: upper_trim(&rows),
            fractal: is_fractal(&rows),
            rows,
            grounds: Grounds::DEFINITION,
            seconds,
        })
    }
}

/// The first generations of a tree.
fn generations(tree: Tree, count: usize, budget: &Budget) -> Result<Vec<Vec<Rational>>, Error> {
    if count > GENERATIONS {
        return Err(Error::limit(format!("generation {count} of a tree is too long to be written out"))
            .hint(format!("generations are walked up to {GENERATIONS}")));
    }
    let mut found = Vec::new();
    for generation in tree.generations().take(count) {
        budget.step(found.len() as u64, count as u64)?;
        found.push(generation);
    }
    Ok(found)
}
