//! One game of a sweep: a pure function of spec, questions and limits, with a key that is the digest of these.

use crate::question::Question;
use crate::store::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use wythoff::{Advice, Budget, Conventions, Error, Game, Kind, Names};

/// What one game may use, for all of its questions together.
///
/// `steps` makes a row the same on every machine: the laboratory's computations look at their budget at fixed places, and
/// each look is a step. The time is what protects a sweep from a game that looks rarely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes.
    pub memory: u64,
    /// Looks at the budget.
    pub steps: Option<u64>,
    /// Thousandths of a second.
    pub milliseconds: u64,
}

impl Default for Limits {
    /// 1 GiB, and ten seconds.
    fn default() -> Limits {
        Limits { memory: 1 << 30, steps: None, milliseconds: 10_000 }
    }
}

impl Limits {
    /// A budget for one game, on one thread: answers never depend on the number of threads, steps would. The flag is set
    /// when time, not steps, ended it.
    fn budget(&self, outer: &Budget) -> (Budget, Arc<AtomicBool>) {
        let (start, clock) = (outer.now(), outer.clone());
        let passed = move || clock.now().saturating_sub(start);
        let (time, late) = (Duration::from_millis(self.milliseconds), Arc::new(AtomicBool::new(false)));
        let budget = Budget::default().with_memory(self.memory).with_cancel(outer.cancel_flag());
        let (looks, over) = (AtomicU64::new(0), late.clone());
        let budget = match self.steps {
            None => budget.with_clock(Arc::new(passed)).within(time),
            Some(steps) => budget
                .with_clock(Arc::new(move || {
                    if passed() >= time {
                        over.store(true, Ordering::Relaxed);
                        return Duration::MAX;
                    }
                    Duration::from_nanos(looks.fetch_add(1, Ordering::Relaxed))
                }))
                .within(Duration::from_nanos(steps)),
        };
        (budget, late)
    }
}

/// The digest of what a row is a function of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub(crate) [u8; 32]);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl Key {
    /// The key that is written so, if it is one.
    pub fn read(text: &str) -> Option<Key> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
        }
        (hex(&bytes) == text).then_some(Key(bytes))
    }
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One game, what it is asked, and what it may use.
#[derive(Clone, Copy, Debug)]
pub struct Shard<'a> {
    pub(crate) spec: &'a str,
    pub(crate) conventions: &'a Conventions,
    pub(crate) questions: &'a [Question],
    pub(crate) limits: &'a Limits,
    pub(crate) names: &'a Names,
}

impl Shard<'_> {
    /// The game.
    pub fn spec(&self) -> &str {
        self.spec
    }

    /// The key of its row.
    pub fn key(&self) -> Key {
        let questions: Vec<String> = self.questions.iter().map(ToString::to_string).collect();
        let content = json!([VERSION, self.spec, self.conventions, questions, self.limits]).to_string();
        Key(Sha256::digest(content.as_bytes()).into())
    }

    /// The row, as one line of JSON: `{"spec":…,"answers":{"p first=3":{…},…}}`. A game that is wrong has `error` instead
    /// of answers; a question that it refuses has `error` in its answer, and one that exceeds a limit has `limit`:
    /// `time`, `steps`, `memory`, or what was reached.
    ///
    /// Only cancelling `outer` is an error: then there is no row. Its clock is what time is counted by.
    pub fn row(&self, outer: &Budget) -> Result<String, Error> {
        // Thousands of rules that nobody has seen: a fault of the program in one of them is a row too.
        let row = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.answered(outer)));
        row.unwrap_or_else(|_| {
            Ok(json!({"spec": self.spec, "error": "the program failed at this game"}).to_string())
        })
    }

    fn answered(&self, outer: &Budget) -> Result<String, Error> {
        let mut row = Map::from_iter([("spec".to_string(), json!(self.spec))]);
        if !self.conventions.is_plain() {
            row.insert("conventions".to_string(), json!(self.conventions));
        }
        match Game::parse(self.spec).and_then(|game| game.with(self.conventions)) {
            Err(error) => {
                row.insert("error".to_string(), json!(error.message));
            }
            Ok(game) => {
                let (budget, late) = self.limits.budget(outer);
                let mut answers = Map::new();
                for question in self.questions {
                    let answer = match question.ask(&game, self.names, &budget) {
                        Ok(answer) => answer,
                        Err(error) => self.unanswered(error, &budget, &late)?,
                    };
                    answers.insert(question.to_string(), answer);
                }
                row.insert("answers".to_string(), Value::Object(answers));
            }
        }
        outer.check()?;
        Ok(Value::Object(row).to_string())
    }

    /// What a row says instead of an answer.
    fn unanswered(&self, error: Error, budget: &Budget, late: &AtomicBool) -> Result<Value, Error> {
        if error.kind == Kind::Interrupted {
            return Err(error);
        }
        if budget.check().is_err() {
            let by_steps = self.limits.steps.is_some() && !late.load(Ordering::Relaxed);
            return Ok(json!({"limit": if by_steps { "steps" } else { "time" }}));
        }
        Ok(match (error.kind, error.advice) {
            (Kind::Limit, Some(Advice::MoreMemory | Advice::LessMemory)) => json!({"limit": "memory"}),
            (Kind::Limit, _) => json!({"limit": error.message}),
            _ => json!({"error": error.message}),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Plan};

    fn row(spec: &str, ask: &[&str], limits: Limits) -> Value {
        let plan = Plan::new(Grid::list([spec]), ask, limits).unwrap();
        let row = plan.shard(spec).row(&Budget::default()).unwrap();
        serde_json::from_str(&row).unwrap()
    }

    #[test]
    fn an_answer_is_that_of_the_library() {
        let row = row("wythoff", &["p first=3", "grundy size=2x4", "prove", "identify"], Limits::default());
        let answers = &row["answers"];
        // printf '0,0\n1,2\n3,5\n' | sha256sum
        assert!(answers["p first=3"]["sha256"].as_str().unwrap().starts_with("0c9b71a4"));
        assert_eq!(answers["p first=3"]["last"], json!([3, 5]));
        assert_eq!(answers["grundy size=2x4"]["max"], 4);
        assert_eq!(answers["prove"]["verdict"], "proved");
        assert_eq!(answers["identify"]["same_game"][0]["spec"], "wythoff");
    }

    #[test]
    fn a_game_beyond_its_limits_is_a_row_that_says_so() {
        let few = Limits { steps: Some(3), ..Limits::default() };
        let cut = row("(i,0) (0,i) (i,i) (5i,8i)", &["p below=20000"], few);
        assert_eq!(cut["answers"]["p below=20000"], json!({"limit": "steps"}));
        let short = Limits { milliseconds: 0, ..Limits::default() };
        assert_eq!(row("nim", &["p first=9"], short)["answers"]["p first=9"], json!({"limit": "time"}));
        let small = Limits { memory: 1000, ..Limits::default() };
        let cut = row("wythoff", &["grundy size=1000"], small);
        assert_eq!(cut["answers"]["grundy size=1000"], json!({"limit": "memory"}));
    }

    #[test]
    fn a_game_that_is_wrong_is_a_row_that_says_so() {
        assert_eq!(
            row("whythoff", &["prove"], Limits::default())["error"],
            "there is no game called `whythoff`"
        );
        let refused = row("wythoff + nim", &["prove"], Limits::default());
        assert!(refused["answers"]["prove"]["error"].as_str().unwrap().contains("rule"), "{refused}");
    }

    #[test]
    fn keys_are_of_the_content() {
        let key = |spec: &str, ask: &str, limits: Limits| {
            Plan::new(Grid::list([spec]), &[ask], limits).unwrap().shard(spec).key()
        };
        let one = key("nim", "p first=10^3", Limits::default());
        assert_eq!(one, key("nim", "p first=1000", Limits::default()));
        assert_ne!(one, key("nim ", "p first=1000", Limits::default()));
        assert_ne!(one, key("nim", "p first=1001", Limits::default()));
        assert_ne!(one, key("nim", "p first=1000", Limits { steps: Some(9), ..Limits::default() }));
        assert_eq!(Key::read(&one.to_string()), Some(one));
        assert_eq!(Key::read("zz"), None);
    }

    #[test]
    fn steps_are_the_same_on_every_run() {
        let limits = Limits { steps: Some(400), milliseconds: 600_000, ..Limits::default() };
        let ask = ["p below=3000", "prove", "discover"];
        let once = row("(i,0) (0,i) (2i,3i)", &ask, limits.clone());
        assert_eq!(once, row("(i,0) (0,i) (2i,3i)", &ask, limits));
    }
}
