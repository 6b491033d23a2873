//! Errors of the facade as Python exceptions: the text has message, place and hints, and so have the attributes.

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use wythoff::{Advice, Error, Kind};

pyo3::create_exception!(
    wythoff,
    WythoffError,
    PyValueError,
    "What was asked is wrong: message, place and hints, as attributes too."
);
pyo3::create_exception!(
    wythoff,
    LimitError,
    WythoffError,
    "A limit of the budget or of a method was reached."
);
pyo3::create_exception!(wythoff, CheckError, WythoffError, "A check failed: a file says what is not so.");

/// The Python exception of an error.
pub fn raised(py: Python<'_>, error: Error) -> PyErr {
    let mut hints = error.hints;
    let mut shown = error.message.clone();
    for line in error.detail.trim_end().lines() {
        shown = shown + "\n" + line;
    }
    if let Some(advice) = error.advice {
        shown += &format!("\n   = hint: {}", advised(advice));
        hints.push(advised(advice).to_string());
    }
    let memory = matches!(error.advice, Some(Advice::MoreMemory | Advice::LessMemory));
    let raised = match error.kind {
        Kind::Input => WythoffError::new_err(shown),
        Kind::Check => CheckError::new_err(shown),
        Kind::Limit if memory => return PyMemoryError::new_err(shown),
        Kind::Limit => LimitError::new_err(shown),
        Kind::Interrupted => return PyKeyboardInterrupt::new_err(shown),
    };
    let value = raised.value(py);
    let place = error.place.map(|place| (place.start, place.end));
    let set = value
        .setattr("message", error.message)
        .and_then(|()| value.setattr("place", place))
        .and_then(|()| value.setattr("hints", hints));
    set.err().unwrap_or(raised)
}

/// Advice in the words of this face.
fn advised(advice: Advice) -> &'static str {
    match advice {
        Advice::ByRules => "method=\"rules\" computes it",
        Advice::ByProof => "method=\"proof\" decides piles of any size",
        Advice::AnyMethod => "leave out method",
        Advice::Below => "use below=",
        Advice::MoreMemory => {
            "ask for less, iterate with lazy=True, or allow more with Game(..., memory=BYTES)"
        }
        Advice::LessMemory => "ask for less, or iterate with lazy=True",
        Advice::MoreTime => "ask for less, or allow more with timeout=",
        Advice::OnePosition => "ask about one position with solve() or value()",
        Advice::SecondGame => "give other=",
        Advice::Ranges => "give each variable its range",
        Advice::HowMany => "give first= or below=",
        Advice::Patterns => "discover() still finds patterns, without a proof",
    }
}
