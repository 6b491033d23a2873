//! A plan: which games, which questions, which limits.

use crate::grid::Grid;
use crate::question::Question;
use crate::shard::{Limits, Shard};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use wythoff::{Conventions, Error, Names};

/// Which games are asked which questions, within which limits.
#[derive(Clone, Debug)]
pub struct Plan {
    grid: Grid,
    questions: Vec<Question>,
    limits: Limits,
    conventions: Conventions,
    /// What its games have in common, seen once.
    names: Arc<Names>,
}

impl Plan {
    /// The plan to ask these questions of the games of a grid.
    pub fn new<Q: AsRef<str>>(grid: Grid, questions: &[Q], limits: Limits) -> Result<Plan, Error> {
        let mut read: Vec<Question> = Vec::new();
        for text in questions {
            let question: Question = text.as_ref().parse()?;
            if !read.contains(&question) {
                read.push(question);
            }
        }
        if read.is_empty() {
            return Err(Error::input("a sweep asks at least one question").hint(crate::question::ALL));
        }
        let (conventions, names) = Default::default();
        Ok(Plan { grid, questions: read, limits, conventions, names })
    }

    /// The same with conventions on top of every game.
    pub fn with(mut self, conventions: Conventions) -> Plan {
        self.conventions = conventions;
        self
    }

    /// The games.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// The shard of a game.
    pub fn shard<'a>(&'a self, spec: &'a str) -> Shard<'a> {
        let Plan { questions, limits, conventions, names, .. } = self;
        Shard { spec, conventions, questions, limits, names }
    }

    /// The shards, in the order of the games.
    pub fn shards(&self) -> impl ExactSizeIterator<Item = Shard<'_>> {
        self.grid.cases().iter().map(|case| self.shard(&case.spec))
    }

    /// What the first line of a store says about the sweep.
    pub fn header(&self) -> Value {
        let games = match &self.grid.template {
            Some((template, ranges)) => json!({"template": template, "for": ranges}),
            None => {
                let mut digest = Sha256::new();
                self.grid.cases().iter().for_each(|case| {
                    digest.update(&case.spec);
                    digest.update(b"\n");
                });
                json!({"specs": crate::shard::hex(&digest.finalize())})
            }
        };
        let ask: Vec<String> = self.questions.iter().map(ToString::to_string).collect();
        json!({"games": games, "count": self.grid.cases().len(), "ask": ask, "limits": self.limits})
    }
}
