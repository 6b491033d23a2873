//! VIS, sections 4 and 5. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
