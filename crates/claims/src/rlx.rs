//! RLX: Kay and Polanco, Relaxed Wythoff has all Beatty solutions. In the order of the paper.

use crate::run::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
