//! VIS, sections 6 and 7. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
