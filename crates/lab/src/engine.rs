//! The engine: answers requests, and keeps the tables that tiles are cut from.

use crate::ask;
use crate::event::{Event, Failure};
use crate::limits::Limits;
use crate::request::Request;
use crate::tile::Tiles;
use serde_json::json;
use wythoff::Budget;

/// Answers requests; shared by all of them.
pub struct Engine {
    name: &'static str,
    limits: Limits,
    tiles: Tiles,
}

/// Where an answer's parts go as they are found.
pub(crate) type Tell<'a> = &'a mut dyn FnMut(Event);

impl Engine {
    /// An engine with a name, `server` or `worker`, and limits.
    pub fn new(name: &'static str, limits: Limits) -> Engine {
        Engine { name, tiles: Tiles::new(&limits), limits }
    }

    /// What it allows.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether a request is answered at once: a click, or a tile of a table that is there.
    pub fn is_quick(&self, request: &Request) -> bool {
        match request {
            Request::Tile(tile) => self.tiles.is_quick(tile),
            request => request.is_click(),
        }
    }

    /// Answers: parts as they are found, then one last event. The budget's clock, flag and progress are the caller's; its
    /// memory and time are cut to the limits.
    pub fn answer(&self, request: &Request, budget: &Budget, tell: Tell<'_>) {
        let budget = self.limits.within(budget, request.time(&self.limits));
        let last = self.last(request, &budget, tell).unwrap_or_else(Event::Failed);
        tell(last);
    }

    fn last(&self, request: &Request, budget: &Budget, tell: Tell<'_>) -> Result<Event, Failure> {
        match request {
            Request::Engine => Ok(Event::answer(&json!({
                "engine": self.name,
                "version": env!("CARGO_PKG_VERSION"),
                "limits": self.limits,
            }))),
            Request::Games { word } => ask::game::games(word.as_deref(), budget),
            Request::Read(of) => ask::game::read(of, budget),
            Request::Describe(of) => ask::game::describe(of, budget),
            Request::Solve { of, position, all, board } => {
                ask::position::solve(of, position, *all, *board, &self.limits, budget)
            }
            Request::Moves { of, position, to, board } => match to {
                Some(to) => ask::position::legal(of, position, to, budget),
                None => ask::position::moves(of, position, *board, &self.limits, budget),
            },
            Request::Written { of, position } => ask::position::written(of, position, budget),
            Request::Slopes { of, first } => ask::game::slopes(of, *first, budget),
            Request::Line { slope } => ask::game::line(slope),
            Request::Tile(tile) => {
                Ok(Event::Bytes("application/octet-stream", self.tiles.draw(tile, budget)?))
            }
            Request::First { of, count, from } => ask::game::first(of, *count, *from, budget),
            Request::Identify(of) => ask::game::identify(of, budget),
            Request::Discover { of, below, theorems } => {
                ask::game::discover(of, *below, *theorems, budget, tell)
            }
            Request::Prove { of, candidate, walnut, .. } => {
                ask::game::prove(of, candidate.as_deref(), *walnut, budget)
            }
            Request::Play(play) => ask::play::play(play, &self.limits, budget),
            Request::Picture(picture) => ask::files::picture(picture, budget),
            Request::Export(export) => ask::files::export(export, budget),
            Request::Ledger => Ok(ask::ledger::ledger()),
            Request::Claim { id } => ask::ledger::claim(id, budget),
            Request::Names => Ok(ask::numbers::names()),
            Request::Numbers(asked) => ask::numbers::numbers(asked, budget),
        }
    }
}
