//! The prover and what is around it: proofs, refutations, certificates, exports.

mod certificates;
mod decide;
mod hard;
mod mutations;
mod proved;
mod refuted;
mod timing;
mod walnut;
mod zoo;
