//! VIS, sections 1 to 3. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
