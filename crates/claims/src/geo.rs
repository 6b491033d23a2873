//! GEO: Duchêne and Gravier, Geometrical extensions of Wythoff's game. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
