//! LEX: Klein and Fraenkel, Lexicographic Wythoff. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
