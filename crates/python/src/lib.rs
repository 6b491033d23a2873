//! `wythoff._core`: the facade for Python. Answers cross as JSON text or as arrays; the Python side gives them types.

mod error;
mod game;
mod ledger;
mod play;
mod position;
mod run;
mod stream;
mod sweep;
mod tools;

use pyo3::prelude::*;
use run::Limits;
use serde::Serialize;

/// An answer as JSON.
fn text(answer: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| error::LimitError::new_err(error.to_string()))
}

/// A value that the Python side wrote as JSON.
fn read<T: serde::de::DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| error::WythoffError::new_err(error.to_string()))
}

/// The catalog, as JSON.
#[pyfunction]
#[pyo3(signature = (word=None))]
fn catalog(word: Option<&str>) -> PyResult<String> {
    text(&wythoff::catalog(word))
}

/// Checks the text of a table or certificate.
#[pyfunction]
fn check(py: Python<'_>, contents: String, limits: Limits) -> PyResult<String> {
    text(&run::run(py, &limits, move |budget| wythoff::check(&contents, budget))?)
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<game::Game>()?;
    module.add_class::<game::Picture>()?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<play::Match>()?;
    module.add_class::<sweep::Plan>()?;
    module.add_class::<sweep::Store>()?;
    module.add_function(wrap_pyfunction!(catalog, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(tools::ask, module)?)?;
    module.add_function(wrap_pyfunction!(tools::oeis, module)?)?;
    module.add_function(wrap_pyfunction!(tools::decimal, module)?)?;
    module.add_function(wrap_pyfunction!(tools::bytes_of, module)?)?;
    module.add_function(wrap_pyfunction!(ledger::ledger, module)?)?;
    module.add_function(wrap_pyfunction!(ledger::verify, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::sweep, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::rows, module)?)?;
    module.add_function(wrap_pyfunction!(sweep::specs, module)?)?;
    module.add("WythoffError", py.get_type::<error::WythoffError>())?;
    module.add("LimitError", py.get_type::<error::LimitError>())?;
    module.add("CheckError", py.get_type::<error::CheckError>())
}
