//! Numeration automata, the prover and its learner.
