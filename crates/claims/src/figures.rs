//! The figures of the papers, drawn from the rules.

/// Title and SVG of each figure.
pub fn figures() -> Vec<(String, String)> {
    Vec::new()
}
