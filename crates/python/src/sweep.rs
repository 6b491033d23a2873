//! Sweeps: the crate `wythoff-sweep` for Python. What is asked of a game and what its row holds is decided there.

use crate::error::raised;
use crate::run::{Limits, run};
use crate::{read, text};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wythoff::Error;
use wythoff_sweep::{Grid, Held, Table};

/// Which games are asked which questions, within which limits.
#[pyclass(module = "wythoff._core", frozen)]
pub struct Plan {
    plan: Arc<wythoff_sweep::Plan>,
}

/// A plan for these games: a template with ranges, or a list of specs.
fn plan(
    grid: Grid,
    ask: &[String],
    each: &str,
    conventions: &str,
) -> PyResult<Result<wythoff_sweep::Plan, Error>> {
    let (each, conventions) = (read(each)?, read(conventions)?);
    Ok(wythoff_sweep::Plan::new(grid, ask, each).map(|plan| plan.with(conventions)))
}

#[pymethods]
impl Plan {
    #[new]
    fn new(
        py: Python<'_>,
        template: Option<&str>,
        ranges: Vec<String>,
        specs: Vec<String>,
        ask: Vec<String>,
        each: &str,
        conventions: &str,
    ) -> PyResult<Plan> {
        let grid = match template {
            Some(template) => Grid::read(template, &ranges).map_err(|error| raised(py, error))?,
            None => Grid::list(specs),
        };
        let plan = plan(grid, &ask, each, conventions)?.map_err(|error| raised(py, error))?;
        Ok(Plan { plan: Arc::new(plan) })
    }

    /// The specs of the games, in order.
    fn specs(&self) -> Vec<String> {
        self.plan.grid().cases().iter().map(|case| case.spec.clone()).collect()
    }

    /// The questions, as they are written canonically.
    fn questions(&self) -> Vec<String> {
        self.plan.questions().iter().map(ToString::to_string).collect()
    }

    /// What the first line of a store says of the sweep.
    fn header(&self) -> PyResult<String> {
        text(&self.plan.header())
    }

    /// The columns of rows in the order of the games: name, kind (`bool`, `int`, `text` or `json`) and values.
    fn columns<'py>(&self, py: Python<'py>, rows: Vec<String>) -> PyResult<Vec<Column<'py>>> {
        let table = Table::new(&self.plan, rows.iter().map(|row| Ok(row.as_str())))
            .map_err(|error| raised(py, error))?;
        let value = |cell: &Option<Held>| -> PyResult<Bound<'py, PyAny>> {
            Ok(match cell {
                None => py.None().into_bound(py),
                Some(Held::Bool(value)) => value.into_pyobject(py)?.to_owned().into_any(),
                Some(Held::Int(value)) => value.into_pyobject(py)?.into_any(),
                Some(Held::Text(value) | Held::Json(value)) => value.as_ref().into_pyobject(py)?.into_any(),
            })
        };
        let column = |column: &wythoff_sweep::TableColumn| {
            let cells = column.cells.iter().map(value).collect::<PyResult<Vec<_>>>()?;
            Ok((column.name.clone(), column.kind().to_string(), cells))
        };
        table.columns.iter().map(column).collect()
    }
}

type Column<'py> = (String, String, Vec<Bound<'py, PyAny>>);

/// The rows of some games, one after the other: what a worker of a cluster does.
#[pyfunction]
pub fn rows(
    py: Python<'_>,
    specs: Vec<String>,
    ask: Vec<String>,
    each: &str,
    conventions: &str,
    limits: Limits,
) -> PyResult<Vec<String>> {
    let plan = plan(Grid::list(specs), &ask, each, conventions)?.map_err(|error| raised(py, error))?;
    run(py, &limits, move |budget| wythoff_sweep::run(&plan, None, 1, budget))
}

/// The specs of a text with one a line.
#[pyfunction]
pub fn specs(text: &str) -> Vec<String> {
    Grid::lines(text).cases().iter().map(|case| case.spec.clone()).collect()
}

/// Runs a sweep on the threads of this machine. With a store the rows are in it afterwards, without they are given back.
#[pyfunction]
#[pyo3(signature = (plan, store, limits))]
pub fn sweep(py: Python<'_>, plan: &Plan, store: Option<&Store>, limits: Limits) -> PyResult<Vec<String>> {
    let (plan, threads) = (plan.plan.clone(), limits.threads);
    let store = store.map(|store| store.store.clone());
    run(py, &limits, move |budget| match store {
        None => wythoff_sweep::run(&plan, None, threads, budget),
        Some(store) => {
            let mut store = locked(&store);
            let open = store.as_mut().ok_or_else(closed)?;
            wythoff_sweep::run(&plan, Some(open), threads, budget)
        }
    })
}

/// Rows on disk that a kill leaves whole.
#[pyclass(module = "wythoff._core", frozen)]
pub struct Store {
    store: Arc<Mutex<Option<wythoff_sweep::Store>>>,
}

fn locked(store: &Mutex<Option<wythoff_sweep::Store>>) -> MutexGuard<'_, Option<wythoff_sweep::Store>> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> Error {
    Error::input("the store is closed").hint("open it again")
}

impl Store {
    /// Works on the open store.
    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut wythoff_sweep::Store) -> Result<T, Error> + Send,
    ) -> PyResult<T>
    where
        T: Send,
    {
        let store = &self.store;
        let done = py.detach(move || work(locked(store).as_mut().ok_or_else(closed)?));
        done.map_err(|error| raised(py, error))
    }
}

#[pymethods]
impl Store {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf, plan: &Plan, resume: bool) -> PyResult<Store> {
        let store =
            wythoff_sweep::Store::open(&folder, &plan.plan, resume).map_err(|error| raised(py, error))?;
        Ok(Store { store: Arc::new(Mutex::new(Some(store))) })
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |store| Ok(store.len()))
    }

    /// The specs of the games that have no row yet, each once.
    fn missing(&self, py: Python<'_>, plan: &Plan) -> PyResult<Vec<String>> {
        let plan = &plan.plan;
        self.with(py, |store| Ok(store.missing(plan).iter().map(|shard| shard.spec().to_string()).collect()))
    }

    /// Appends the rows of some games and puts them on disk.
    fn add(&self, py: Python<'_>, plan: &Plan, rows: Vec<(String, String)>) -> PyResult<()> {
        let plan = &plan.plan;
        self.with(py, |store| {
            rows.iter().try_for_each(|(spec, row)| store.add(plan.shard(spec).key(), row))?;
            store.sync()
        })
    }

    /// All rows are there: puts them in the order of the games, and the table beside them.
    fn finish(&self, py: Python<'_>, plan: &Plan) -> PyResult<()> {
        let plan = &plan.plan;
        self.with(py, |store| store.finish(plan))
    }

    /// The rows, in the order of the games.
    fn rows(&self, py: Python<'_>, plan: &Plan) -> PyResult<Vec<String>> {
        let plan = &plan.plan;
        self.with(py, |store| store.rows(plan).collect())
    }

    /// Lets go of the file; a sweep that was interrupted and still works on it does so when it ends.
    fn close(&self) {
        if let Ok(mut store) = self.store.try_lock() {
            drop(store.take());
        }
    }
}
