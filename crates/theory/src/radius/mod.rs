//! Wythoff's game with bounded moves (GEO section 5, Problems 27 and 28).
//!
//! [`Radius`]: every move takes at most R. [`RadiusNim`]: only the Nim moves are bounded.
//! [`RadiusDiagonal`]: only the diagonal ones. [`BoundedTWythoff`]: t-Wythoff with every amount bounded.

mod bounded_t;
mod diagonal;
mod nim;
mod queen;

pub use bounded_t::BoundedTWythoff;
pub use diagonal::RadiusDiagonal;
pub use nim::RadiusNim;
pub use queen::Radius;
