//! Outcomes, Grundy values and streams of P-positions from the rules alone.
