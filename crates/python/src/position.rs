//! Positions between Python and the facade: integers of any size as their bytes, everything else as text.

use crate::error::{WythoffError, raised};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use wythoff::{Game, Natural, Position};

/// A position as Python gives it.
#[derive(FromPyObject)]
pub enum Given {
    /// As it is written.
    Text(String),
    /// The piles, each as the bytes of its number, the least first.
    Piles(Vec<Vec<u8>>),
}

impl Given {
    /// As it is written.
    pub fn text(&self) -> String {
        match self {
            Given::Text(text) => text.clone(),
            Given::Piles(piles) => {
                piles.iter().map(|pile| natural(pile).to_string()).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// The position of a game.
    pub fn of(&self, py: Python<'_>, game: &Game) -> PyResult<Position> {
        game.position(&self.text()).map_err(|error| raised(py, error))
    }
}

/// The number whose bytes these are, the least first.
pub fn natural(bytes: &[u8]) -> Natural {
    let limb = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |limb, byte| limb << 8 | u64::from(*byte));
    Natural::from_owned_limbs_asc(bytes.chunks(8).map(limb).collect())
}

/// The bytes of a number, the least first.
pub fn bytes(number: &Natural) -> Vec<u8> {
    number.to_limbs_asc().iter().flat_map(|limb| limb.to_le_bytes()).collect()
}

/// A position for Python: a tuple of integers, or text where there is more to it than piles.
pub fn shown<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
    let Some(piles) = position.piles().filter(|_| position.to_json().is_array()) else {
        return Ok(position.to_string().into_pyobject(py)?.into_any());
    };
    let whole = |pile: &Natural| {
        py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes(pile)), "little"))
    };
    let piles: Vec<Bound<'_, PyAny>> = piles.iter().map(whole).collect::<PyResult<_>>()?;
    Ok(PyTuple::new(py, piles)?.into_any())
}

/// A number of positions or a bound.
pub fn count<T: TryFrom<u64>>(value: Option<u64>, what: &str) -> PyResult<Option<T>> {
    let large = |_| WythoffError::new_err(format!("{what} is too large for this machine"));
    value.map(|value| T::try_from(value).map_err(|_| ()).map_err(large)).transpose()
}
