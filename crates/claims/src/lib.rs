//! The ledger: one small function for each claim of the papers.
