//! WYF: Fraenkel and Tanny, A class of Wythoff-like games. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
