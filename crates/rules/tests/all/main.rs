//! The rule language: what it means, what it refuses, what it costs.

mod errors;
mod evaluation;
mod fragment;
mod guide;
mod hostile;
mod kinds;
mod language;
mod legality;
mod printing;
mod shapes;
