//! Functions as rule text: closed forms from Beatty sequences, decision trees from tables.

use super::pair::Lines;
use wythoff_numbers::Quadratic;

/// `floor(n*(alpha)+(gamma))` for an integer expression n.
fn term(n: &str, slope: &Quadratic, constant: &Quadratic) -> String {
    if constant.to_string() == "0" {
        format!("floor(({n})*({slope}))")
    } else {
        format!("floor(({n})*({slope})+({constant}))")
    }
}

impl Lines<'_> {
    /// a_n.
    pub fn a(&self, n: &str) -> String {
        term(n, self.alpha, self.gamma)
    }

    /// b_n.
    pub fn b(&self, n: &str) -> String {
        term(n, self.beta, self.delta)
    }

    /// The n with a_n = x, where x is a term: the least n with n alpha + gamma >= x.
    pub fn index(&self, x: &str) -> String {
        if self.gamma.to_string() == "0" {
            format!("(-floor(-({x})/({})))", self.alpha)
        } else {
            format!("(-floor((({})-({x}))/({})))", self.gamma, self.alpha)
        }
    }
}

/// The function of `variable` that has the given values at the given places, in increasing order, and `other`
/// elsewhere, as a balanced tree of comparisons.
pub(super) fn table(variable: &str, values: &[(u64, u64)], other: u64) -> String {
    match values {
        [] => other.to_string(),
        [(place, value)] => format!("if {variable} == {place} then {value} else {other}"),
        _ => {
            let (low, high) = values.split_at(values.len() / 2);
            let split = high[0].0;
            format!(
                "if {variable} < {split} then ({}) else ({})",
                table(variable, low, other),
                table(variable, high, other)
            )
        }
    }
}
