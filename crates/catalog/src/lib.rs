//! The games of the papers under stable names, with parameters and sources.

mod entry;
mod files;
mod naming;
mod resolve;
mod spec;
pub mod special;

pub use entry::{Entry, Kind, entries, entry};
pub use files::{FILE_LIMIT, Files, NoFiles};
pub use naming::{Names, names_of};
pub use resolve::{OnTop, Resolved, View};
pub use spec::Spec;
