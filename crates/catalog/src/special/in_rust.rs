//! How a game in Rust says what it is: its name, title, sources and parameters stand in its own file.
//!
//! No answers are made here.

use super::Special;
use super::star::Base;
use crate::files::Files;
use crate::resolve::{Resolved, base_of};
use std::sync::Arc;
use wythoff_numbers::Budget;
use wythoff_rules::{ErrorKind, RuleError, Value};

/// A game in Rust, as the catalog lists it.
pub struct InRust {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Paper and place.
    pub(crate) sources: &'static [(&'static str, &'static str)],
    pub(crate) notes: &'static [&'static str],
    pub(crate) parameters: &'static [Parameter],
    pub(crate) build: fn(&Given<'_>) -> Result<Built, RuleError>,
}

/// A parameter of a game in Rust.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value if none is given; `None` if it may be left out.
    pub default: Option<&'static str>,
    /// What it may be.
    pub range: &'static str,
}

/// The game and the values of its parameters.
pub(crate) type Built = (Arc<dyn Special>, Vec<(String, Value)>);

/// What a game in Rust is made from.
pub(crate) struct Given<'a> {
    pub parameters: &'static [Parameter],
    pub arguments: &'a [(String, String)],
    pub files: &'a dyn Files,
    pub budget: &'a Budget,
}

impl Given<'_> {
    /// The text of a parameter: as given, or its default.
    pub fn text(&self, name: &str) -> Option<&str> {
        let given = self.arguments.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str());
        given.or_else(|| self.parameters.iter().find(|p| p.name == name)?.default)
    }

    /// A number of piles.
    pub fn number(&self, name: &str) -> Result<usize, RuleError> {
        let text = self.text(name).unwrap_or_default();
        text.trim().parse().map_err(|_| {
            let message = format!("the parameter `{name}` is `{text}`, which is not a number of piles");
            RuleError::new(ErrorKind::Parameter, message).hint(format!("write a number, as in {name}=3"))
        })
    }

    /// The game that this one is made of.
    pub fn base(&self, spec: &str) -> Result<Base, RuleError> {
        base_of(&Resolved::parse_within(spec, self.files, self.budget)?, spec)
    }
}
