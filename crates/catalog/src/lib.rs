//! The games of the papers under stable names, with parameters and sources.

mod entry;
mod files;
mod resolve;
mod spec;
pub mod special;
mod words;

pub use entry::{Entry, Kind, Parameter, entries, entry};
pub use files::{FILE_LIMIT, Files, NoFiles};
pub use resolve::{F_OF_ALPHA, OnTop, Resolved, View};
pub use spec::Spec;
pub use words::words;
