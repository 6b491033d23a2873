//! The laboratory's protocol: one question as JSON in, a sequence of events out.
//!
//! A [`Request`] is read from the bytes that a page sends, [`Engine::answer`] answers it within a budget. The same code
//! answers in the server and, compiled to WebAssembly, inside the page. It knows no file, no network and no clock but the
//! budget's, and it holds no mathematics: every answer is the facade's.
//!
//! ```
//! use wythoff::Budget;
//! use wythoff_lab::{Engine, Event, Limits, Request};
//! let engine = Engine::new("worker", Limits::worker());
//! let request = Request::read(br#"{"ask":"solve","game":"wythoff","position":"6,10"}"#, engine.limits()).unwrap();
//! let mut lines = Vec::new();
//! engine.answer(&request, &Budget::default(), &mut |event: Event| lines.push(event.line()));
//! assert!(lines.last().unwrap().starts_with(r#"{"answer":{"game":"wythoff","params":{},"outcome":"P""#));
//! ```

mod ask;
mod cache;
mod engine;
mod event;
mod limits;
mod request;
mod tile;

pub use engine::Engine;
pub use event::{Event, Failure, telling};
pub use limits::Limits;
pub use request::{Layer, On, Request};
