//! Terms of huge index of the mex sequences that the catalogue of numbers follows term by term.
//!
//! The pairs with c_n = theta floor(n/mu) and c_n = k n + m by the window recursion (VIS-A-mexpoly), those of NIM(a,b) by their
//! morphism (VIS-A-nimab-poly).

use malachite::Natural;
use wythoff_numbers::catalogue::{Entry, Spec};

use crate::Refusal;
use crate::mex_window::MexWindow;
use crate::nim_ab::NimAb;

/// The term with index n of a named sequence such as `theta-mu-upper(theta=3,mu=2)`; `None` if it is no mex sequence, or
/// one whose differences do not grow.
///
/// ```
/// use malachite::{Natural, base::num::arithmetic::traits::Pow};
/// use wythoff_theory::far_term;
/// let n = Natural::from(10u32).pow(1000);
/// let (p, q) = (far_term("theta-mu-lower", &n).unwrap(), far_term("theta-mu-upper", &n).unwrap());
/// assert_eq!(q.unwrap() - p.unwrap(), n / Natural::from(2u32)); // theta = 1, mu = 2
/// ```
pub fn far_term(text: &str, n: &Natural) -> Result<Option<Natural>, Refusal> {
    let Ok(spec) = Spec::parse(text) else { return Ok(None) };
    let Some(entry) = wythoff_numbers::catalogue::sequences().iter().find(|entry| entry.name == spec.name)
    else {
        return Ok(None);
    };
    let number = |name: &str| value(&spec, entry, name);
    let pair = match entry.name {
        "kimberling" => MexWindow::theta_mu(1, 2)?.pair(n)?,
        "theta-mu-lower" | "theta-mu-upper" => match (number("theta"), number("mu")) {
            (Some(theta @ 1..), Some(mu @ 1..)) => MexWindow::theta_mu(theta, mu)?.pair(n)?,
            _ => return Ok(None),
        },
        "s-wythoff-lower" | "s-wythoff-upper" => match (number("k"), number("m")) {
            (Some(k @ 1..), Some(m)) => {
                let difference = move |n: &Natural| n * Natural::from(k) + Natural::from(m);
                MexWindow::after(1, vec![0], k, 1, difference)?.pair(n)?
            }
            _ => return Ok(None),
        },
        "nim-ab-x" | "nim-ab-y" => match (number("a"), number("b")) {
            (Some(a), Some(b @ 1..)) => NimAb::new(a, b, false)?.pair(n)?,
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let [lower, upper] = pair;
    Ok(Some(if entry.name.ends_with("-upper") || entry.name.ends_with("-y") { upper } else { lower }))
}

/// A parameter, or its default.
fn value(spec: &Spec, entry: &Entry, name: &str) -> Option<u64> {
    let given = spec.parameters.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    given.or_else(|| entry.parameters.iter().find(|p| p.name == name).map(|p| p.default))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff_numbers::catalogue::sequence;

    #[test]
    fn agree_with_the_terms_in_order() {
        for text in [
            "kimberling",
            "theta-mu-lower(theta=3,mu=2)",
            "theta-mu-upper(theta=2,mu=5)",
            "s-wythoff-lower(k=2,m=3)",
            "s-wythoff-upper(k=1,m=0)",
            "s-wythoff-upper",
            "nim-ab-x",
            "nim-ab-y(a=3,b=2)",
            "nim-ab-x(a=0,b=2)",
        ] {
            let sequence = sequence(text).unwrap();
            for (n, term) in (sequence.first_index()..).zip(sequence.terms().take(600)).step_by(7) {
                let far = far_term(text, &Natural::from(n)).unwrap().unwrap();
                assert_eq!(term.unwrap(), far, "{text} at {n}");
            }
        }
        assert_eq!(far_term("mancala", &Natural::from(5u32)), Ok(None));
        assert_eq!(far_term("theta-mu-lower(theta=0)", &Natural::from(5u32)), Ok(None));
    }
}
