//! Wythoff's game with bounded moves (GEO section 5, Problems 27 and 28).
//!
//! [`Radius`]: every move takes at most R. [`RadiusNim`]: only the Nim moves are bounded.
//! [`RadiusDiagonal`]: only the diagonal ones. [`BoundedTWythoff`]: t-Wythoff with every amount bounded.
//!
//! No answers are made here.

mod bounded_t;
mod diagonal;
mod nim;
mod queen;

pub use bounded_t::BoundedTWythoff;
pub use diagonal::RadiusDiagonal;
pub use nim::RadiusNim;
pub use queen::Radius;

use crate::form::{Form, Look, Shape, Theory, found, numbers};

/// The bounded moves, in the order of the problems.
pub(crate) const THEORY: Theory = Theory {
    forms: &[
        Form {
            theory: "the R-radius game",
            rules: Shape::Exactly(
                "param r >= 1 = 3\npiles unordered x, y\nmove (i, 0) for 1 <= i <= r\nmove (i, i) for 1 <= i <= r",
            ),
            read: |look| numbers(nim(look).filter(|_| !look.takes(&[1, 2])).map(|r| [("r", r)])),
            decider: |form| found(Radius::new(form.int("r")?)?),
        },
        Form {
            theory: "bounded Nim moves",
            rules: Shape::Exactly(
                "param r >= 1 = 3\npiles unordered x, y\nmove (i, 0) for 1 <= i <= r\nmove (i, i)",
            ),
            read: |look| numbers(nim(look).filter(|_| !look.takes(&[1, 2])).map(|r| [("r", r)])),
            decider: |form| found(RadiusNim::new(form.int("r")?)?),
        },
        Form {
            theory: "bounded diagonal moves",
            rules: Shape::Exactly(
                "param r >= 1 = 3\npiles unordered x, y\nmove (i, 0)\nmove (i, i) for 1 <= i <= r",
            ),
            read: |look| {
                let fits = look.is_pair() && !look.takes(&[1, 2]);
                let r = if fits { look.bounded(|i| look.takes(&[i, i])) } else { None };
                numbers(r.map(|r| [("r", r)]))
            },
            decider: |form| found(RadiusDiagonal::new(form.int("r")?)?),
        },
        Form {
            theory: "bounded t-Wythoff",
            rules: Shape::Exactly(
                "param t >= 1 = 2\nparam r >= 1 = 5\npiles unordered x, y\nmove (i, 0) for 1 <= i <= r\nmove (k, l) for 1 <= k <= r, 1 <= l <= r where |k - l| < t",
            ),
            read: |look| {
                let t = nim(look).and_then(|_| look.bounded(|d| look.takes(&[1, d])));
                numbers(nim(look).zip(t).map(|(r, t)| [("t", t), ("r", r)]))
            },
            decider: |form| found(BoundedTWythoff::new(form.int("t")?, form.int("r")?)?),
        },
    ],
    cases: &[
        ("GEO-KING", &["king(k=1)", "king(k=2)"]),
        ("GEO-T25", &["radius(r=4)"]),
        ("GEO-P27a", &["radius-diagonal(r=3)"]),
        ("GEO-P27b", &["radius-nim(r=4)"]),
        ("GEO-P28", &["bounded-t-wythoff(t=2,r=5)"]),
        ("VIS-G-holladay-other", &["holladay-side(k=2,amounts=equal)", "holladay-side(k=3,amounts=any)"]),
    ],
};

/// The most that a Nim move takes.
fn nim(look: &Look<'_>) -> Option<u64> {
    if look.is_pair() { look.bounded(|i| look.takes(&[i, 0])) } else { None }
}
