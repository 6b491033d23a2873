//! P-positions: the first ones, or all below a bound, in one flat buffer.

use crate::clock::timed;
use crate::error::{Advice, Error};
use crate::evidence::{By, Evidence, Method, OWN_RULES, Question, Way, ways};
use crate::game::{Game, Header};
use crate::json;
use crate::theory::asked;
use serde::ser::{Serialize, Serializer};
use std::ops::ControlFlow;
use std::time::Duration;
use wythoff_catalog::View;
use wythoff_numbers::{Budget, Stop};
use wythoff_solvers::SolveError;
use wythoff_theory::Refusal;

/// Which P-positions are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// The first so many in lexicographic order.
    First(usize),
    /// All with every pile below a bound.
    Below(u64),
}

/// Positions in one flat buffer, in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Positions {
    width: usize,
    flat: Vec<u64>,
}

impl Positions {
    /// From positions of `width` piles each, one after the other.
    pub fn new(width: usize, flat: Vec<u64>) -> Positions {
        Positions { width: width.max(1), flat }
    }

    /// Piles of each position.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.flat.len() / self.width.max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.flat.is_empty()
    }

    /// All piles, position after position.
    pub fn flat(&self) -> &[u64] {
        &self.flat
    }

    /// All piles, position after position.
    pub fn into_flat(self) -> Vec<u64> {
        self.flat
    }

    /// The positions.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        self.flat.chunks_exact(self.width.max(1))
    }

    /// The last position alone; none where there are none.
    pub fn last(&self) -> Positions {
        let start = self.flat.len().saturating_sub(self.width);
        Positions::new(self.width, self.flat[start..].to_vec())
    }
}

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(json::Row))
    }
}

/// P-positions and how they are known.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PPositions {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `normal` or `misere`.
    pub convention: &'static str,
    /// What they rest on.
    pub by: By,
    /// Rows of the ledger that they rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<String>,
    /// In lexicographic order.
    pub positions: Positions,
    /// The method, for people.
    pub method: String,
    /// Interrupted: these are all up to the last one, but not all that were asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Time spent computing.
    pub seconds: f64,
}

impl PPositions {
    /// All but the positions.
    pub(crate) fn clone_frame(&self) -> PPositions {
        PPositions {
            header: self.header.clone(),
            convention: self.convention,
            by: self.by,
            cites: self.cites.clone(),
            positions: Positions::default(),
            method: self.method.clone(),
            partial: self.partial,
            seconds: self.seconds,
        }
    }
}

/// P-positions that were handed over as they were found, and how they are known.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PStream {
    /// The game.
    #[serde(flatten)]
    pub header: Header,
    /// `normal` or `misere`.
    pub convention: &'static str,
    /// What they rest on.
    pub by: By,
    /// Rows of the ledger that they rest on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<String>,
    /// How many were handed over.
    pub count: u64,
    /// The method, for people.
    pub method: String,
    /// Interrupted: these are all up to the last one, but not all that were asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// Time spent computing, without the time that the taker needed.
    pub seconds: f64,
}

/// What a way found.
struct Found {
    evidence: Evidence,
    partial: bool,
}

/// Time after the end of a search in which what it found is still taken.
const DELIVERY: Duration = Duration::from_millis(50);

/// Whoever takes positions, in flat chunks.
type Sink<'a> = dyn FnMut(&[u64]) + 'a;

impl Game {
    /// P-positions in lexicographic order, each once; the first `from` are left out.
    ///
    /// A cancelled search gives what it has, marked `partial`.
    ///
    /// ```
    /// use wythoff::{Budget, Game, Range};
    /// let game = Game::parse("wythoff")?;
    /// let found = game.p(Range::First(3), 0, None, &Budget::default())?;
    /// assert_eq!(found.positions.flat(), [0, 0, 1, 2, 3, 5]);
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn p(
        &self,
        range: Range,
        from: usize,
        method: Option<Method>,
        budget: &Budget,
    ) -> Result<PPositions, Error> {
        let width = self.coordinates();
        if let Range::First(n) = range {
            budget.need(LIST, bytes(n, width))?;
        }
        let (mut flat, mut full, mut over, mut cut) = (Vec::new(), None, None, false);
        let found = self.p_into(range, from, method, budget, &mut |chunk| {
            // A search that is ended delivers what is complete, which may be much: some of it, if it takes long.
            if matches!(budget.check(), Err(Stop::Time)) {
                cut |= budget.now() > *over.get_or_insert(budget.now()) + DELIVERY;
            }
            if cut || full.is_some() {
                return;
            }
            match budget.grow(LIST, &mut flat, chunk.len()) {
                Ok(()) => flat.extend_from_slice(chunk),
                Err(stop) => (full, flat) = (Some(stop), Vec::new()),
            }
        })?;
        if let Some(stop) = full {
            return Err(stop.into());
        }
        Ok(PPositions {
            header: found.header,
            convention: found.convention,
            by: found.by,
            cites: found.cites,
            positions: Positions::new(width, flat),
            method: found.method,
            partial: found.partial || cut,
            seconds: found.seconds,
        })
    }

    /// The same positions as by [`Game::p`], handed to `sink` in flat chunks as they are found and not kept: one position
    /// after the other, as many numbers each as the game has coordinates.
    ///
    /// ```
    /// use wythoff::{Budget, Game, Range};
    /// let mut sum = 0;
    /// let game = Game::parse("wythoff")?;
    /// let found = game.p_into(Range::Below(8), 0, None, &Budget::default(), &mut |chunk| sum += chunk.iter().sum::<u64>())?;
    /// assert_eq!((found.count, sum), (4, 22));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn p_into(
        &self,
        range: Range,
        from: usize,
        method: Option<Method>,
        budget: &Budget,
        sink: &mut dyn FnMut(&[u64]),
    ) -> Result<PStream, Error> {
        let width = self.coordinates();
        let mut skipped = from.saturating_mul(width);
        let (mut count, mut taking) = (0, Duration::ZERO);
        let mut counted = |chunk: &[u64]| {
            let rest = &chunk[skipped.min(chunk.len())..];
            skipped -= chunk.len() - rest.len();
            count += (rest.len() / width.max(1)) as u64;
            if !rest.is_empty() {
                let start = budget.now();
                sink(rest);
                taking += budget.now().saturating_sub(start);
            }
        };
        let (found, seconds) = timed(budget, || self.find_p(range, from, method, budget, &mut counted));
        let found = found?;
        Ok(PStream {
            header: self.header(),
            convention: self.convention(),
            by: found.evidence.by,
            cites: found.evidence.cites,
            count,
            method: found.evidence.reason,
            partial: found.partial,
            seconds: (seconds - taking.as_secs_f64()).max(0.0),
        })
    }

    fn find_p(
        &self,
        range: Range,
        from: usize,
        method: Option<Method>,
        budget: &Budget,
        sink: &mut Sink<'_>,
    ) -> Result<Found, Error> {
        let question = match range {
            Range::First(_) => Question::First,
            // No solver fills a box of a game in Rust at once.
            Range::Below(bound) if bound <= SMALL && self.rules().is_some() => Question::SmallBox,
            Range::Below(_) => Question::LargeBox,
        };
        let range = match range {
            Range::First(n) => Range::First(n.saturating_add(from)),
            below => below,
        };
        let mut delivered = 0;
        for way in ways(question, method) {
            match way {
                Way::Kernel if self.rules().is_none() => {}
                Way::Theorem => {
                    if let Some(found) = self.p_by_theory(range, budget, sink, &mut delivered)? {
                        return Ok(found);
                    }
                }
                _ => {
                    // A theory that gave out early has handed over the beginning.
                    let mut rest = |chunk: &[u64]| {
                        let passed = delivered.min(chunk.len());
                        delivered -= passed;
                        if passed < chunk.len() {
                            sink(&chunk[passed..]);
                        }
                    };
                    return self.p_by_rules(range, budget, &mut rest);
                }
            }
        }
        if method == Some(Method::Proof) {
            let error = Error::input("a proof decides positions one by one; it lists none");
            return Err(error.advise(Advice::AnyMethod));
        }
        let why = match crate::theory::decider_for(&self.resolved, budget) {
            _ if self.is_modified_special() => NO_THEORY.to_string(),
            Err(refusal) => refusal.to_string(),
            Ok(_) => format!("no theory lists the P-positions of {}", self.called()),
        };
        Err(Error::input(why).advise(Advice::ByRules))
    }

    fn p_by_rules(&self, range: Range, budget: &Budget, sink: &mut Sink<'_>) -> Result<Found, Error> {
        match self.resolved.view() {
            View::Rules(rules) => {
                // What was looked at before the rules may have taken all the time there was.
                if let Err(Stop::Cancelled | Stop::Time) = budget.check() {
                    return Ok(Found { evidence: Evidence::rules("interrupted"), partial: true });
                }
                let found = match range {
                    Range::First(n) => wythoff_solvers::p_first_into(rules, n, budget, sink),
                    Range::Below(bound) => wythoff_solvers::p_below_into(rules, bound, budget, sink),
                };
                let (method, partial) = match found {
                    Err(SolveError::Stopped { why: Stop::Cancelled | Stop::Time, .. }) => {
                        ("interrupted", true)
                    }
                    found => (found?, false),
                };
                Ok(Found { evidence: Evidence::rules(method), partial })
            }
            View::Special(special) => {
                let special = special.within(budget);
                let whole = match range {
                    Range::First(n) => special.p_first_into(n, budget, sink),
                    Range::Below(bound) => special.p_below_into(bound, budget, sink),
                };
                let partial = match whole {
                    // What was handed over is right as far as it goes.
                    Err(_) if matches!(budget.check(), Err(Stop::Cancelled | Stop::Time)) => true,
                    whole => whole.map(|()| false)?,
                };
                Ok(Found { evidence: Evidence::rules(OWN_RULES), partial })
            }
            View::Sum(_) => {
                Err(Error::input("the P-positions of a sum are not listed: they are those where the Grundy values of its terms have nim-sum 0")
                    .hint("list the Grundy values of each term by itself, and take those that are equal")
                    .advise(Advice::OnePosition))
            }
        }
    }

    /// From the theory, where one lists P-positions. `delivered` counts the numbers that were handed over.
    fn p_by_theory(
        &self,
        range: Range,
        budget: &Budget,
        sink: &mut Sink<'_>,
        delivered: &mut usize,
    ) -> Result<Option<Found>, Error> {
        if self.is_modified_special() {
            return Ok(None);
        }
        let Ok(Some(decider)) = crate::theory::decider_for(&self.resolved, budget) else { return Ok(None) };
        let wanted = match range {
            Range::First(n) => n,
            Range::Below(_) => usize::MAX,
        };
        let first = matches!(range, Range::First(_));
        let total = if first { wanted as u64 } else { 0 };
        let (mut chunk, mut count) = (Vec::with_capacity(CHUNK), 0);
        let mut stopped = None;
        let mut visit = |position: &[u64]| {
            if count == wanted {
                return ControlFlow::Break(());
            }
            if count % PACE == 0
                && let Err(stop) = budget.step(count as u64, total)
            {
                stopped = Some(stop);
                return ControlFlow::Break(());
            }
            chunk.extend_from_slice(position);
            count += 1;
            if chunk.len() + position.len() > CHUNK {
                *delivered += chunk.len();
                sink(&chunk);
                chunk.clear();
            }
            ControlFlow::Continue(())
        };
        let listed = asked(budget, || match range {
            Range::First(_) => decider.p_stream(&mut visit),
            Range::Below(bound) => decider.p_below(bound, &mut visit),
        });
        let listed = match listed {
            Ok(listed) => listed,
            Err(Refusal::Stopped(stop)) => {
                stopped = Some(stop);
                true
            }
            // What a construction does not reach the rules, that take longer, do not reach either.
            Err(refusal @ Refusal::Limit(_)) => {
                return Err(
                    Error::limit(refusal.to_string()).hint("ask for fewer positions, or for smaller piles")
                );
            }
            Err(refusal) => return Err(Error::input(refusal.to_string()).advise(Advice::ByRules)),
        };
        let partial = matches!(stopped, Some(Stop::Cancelled | Stop::Time));
        if let Some(stop) = stopped.filter(|_| !partial) {
            return Err(stop.into());
        }
        *delivered += chunk.len();
        sink(&chunk);
        // A theory that gives out early leaves the rest to the rules.
        if !listed || first && count < wanted && !partial {
            return Ok(None);
        }
        let cites = crate::theory::cites(decider.as_ref(), self.coordinates());
        let evidence = Evidence::theorem(&cites, "the theory's stream");
        Ok(Some(Found { evidence, partial }))
    }
}

/// A search for P-positions that can be saved and gone on with, from the rules.
pub struct PRun {
    answer: PStream,
    run: wythoff_solvers::PRun,
}

impl Game {
    /// The search for the same positions as by [`Game::p_into`], from the rules, to be ended at any moment and gone on with
    /// later. Refused where the method that finds them cannot be saved: it is done for two piles whose moves are rays and
    /// vectors, any number from one pile among them.
    pub fn p_run(&self, range: Range, budget: &Budget) -> Result<PRun, Error> {
        let rules = self.rules_for("a search that can be resumed is made from rules")?;
        let wanted = match range {
            Range::First(n) => wythoff_solvers::Wanted::First(n),
            Range::Below(bound) => wythoff_solvers::Wanted::Below(bound),
        };
        let run = wythoff_solvers::PRun::new(rules, wanted, budget)?.ok_or_else(|| {
            Error::input(format!("the search for P-positions of {} cannot be resumed", self.called()))
                .hint("it can for two piles, rays and vectors, any number from one pile among them")
        })?;
        let evidence = Evidence::rules("row sweep");
        let answer = PStream {
            header: self.header(),
            convention: self.convention(),
            by: evidence.by,
            cites: evidence.cites,
            count: 0,
            method: evidence.reason,
            partial: false,
            seconds: 0.0,
        };
        Ok(PRun { answer, run })
    }
}

impl PRun {
    /// Goes on to the end, or until the taker of positions says so; what was found has been handed over then. Says whether
    /// it is done.
    pub fn go_on(
        &mut self,
        budget: &Budget,
        sink: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let (done, seconds) = timed(budget, || self.run.go_on(budget, sink));
        self.answer.seconds += seconds;
        match done {
            Err(SolveError::Stopped { why: Stop::Cancelled, .. }) => Err(Error::interrupted("interrupted")),
            done => {
                done?;
                Ok(self.run.is_done())
            }
        }
    }

    /// The answer of a search that is done, by which so many were handed over in all.
    pub fn answer(&self, count: u64) -> PStream {
        PStream { count, ..self.answer.clone() }
    }

    /// The state between two calls.
    pub fn save(&self) -> Vec<u8> {
        self.run.save()
    }

    /// Takes on a state that a search for the same positions of the same game has saved; `false` if it is none.
    pub fn load(&mut self, state: &[u8]) -> bool {
        self.run.load(state)
    }
}

/// Bytes of a list.
fn bytes(count: usize, width: usize) -> u128 {
    count as u128 * width as u128 * 8
}

/// Numbers that are handed over at a time.
const CHUNK: usize = 1 << 13;

/// What takes the memory.
const LIST: &str = "the list of P-positions";

/// P-positions between two looks at the budget.
const PACE: usize = 4096;

/// Up to this bound the solvers fill a box at once.
const SMALL: u64 = 200_000;

/// Why no theory answers for a game in Rust with conventions.
pub(crate) const NO_THEORY: &str = "no theory decides this game with conventions on top";
