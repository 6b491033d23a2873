//! `wythoff._core`: the facade for Python. Answers cross as JSON text or as arrays; the Python side gives them types.
//!
//! Long calls release the interpreter, work in a thread of their own, and look every 20 ms whether Ctrl-C was pressed.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wythoff::{Budget, Conventions, Data, Error, Files, Format, Kind, Method, NoFiles, Range, SolveRequest};

pyo3::create_exception!(
    _core,
    WythoffError,
    PyValueError,
    "What was asked is wrong: message, place and hint."
);
pyo3::create_exception!(_core, LimitError, WythoffError, "A limit of the budget or of a method was reached.");
pyo3::create_exception!(_core, CheckError, WythoffError, "A check failed: a file says what is not so.");

/// The Python exception of an error; its text is the message, then the place and the hints.
fn raised(error: Error) -> PyErr {
    let advice = error.advice.map_or(String::new(), |advice| format!("\n   = hint: {}", advised(advice)));
    let text = format!(
        "{}{}{}{advice}",
        error.message,
        if error.detail.is_empty() { "" } else { "\n" },
        error.detail.trim_end()
    );
    match error.kind {
        Kind::Input => WythoffError::new_err(text),
        Kind::Check => CheckError::new_err(text),
        Kind::Limit if error.advice == Some(wythoff::Advice::MoreMemory) => PyMemoryError::new_err(text),
        Kind::Limit => LimitError::new_err(text),
        Kind::Interrupted => PyKeyboardInterrupt::new_err(text),
    }
}

/// Advice in the words of this face.
fn advised(advice: wythoff::Advice) -> &'static str {
    use wythoff::Advice;
    match advice {
        Advice::ByRules => "method=\"rules\" computes it",
        Advice::ByProof => "method=\"proof\" decides piles of any size",
        Advice::AnyMethod => "leave out method",
        Advice::Below => "use below=",
        Advice::MoreMemory => "ask for less, or allow more with memory=",
        Advice::MoreTime => "ask for less, or allow more with timeout=",
        Advice::OnePosition => "ask about one position with solve() or value()",
        Advice::HowMany => "give first= or below=",
    }
}

/// What a call may use, as Python gives it.
#[derive(FromPyObject)]
struct Limits {
    #[pyo3(item)]
    memory: u64,
    #[pyo3(item)]
    threads: usize,
    #[pyo3(item)]
    timeout: Option<f64>,
    #[pyo3(item)]
    progress: Option<Py<PyAny>>,
}

/// Time between two looks at the interpreter's signals.
const LOOK: Duration = Duration::from_millis(20);

/// Runs `work` without the interpreter, ends it at Ctrl-C, tells how far it is.
fn run<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (done, total) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (told, of) = (done.clone(), total.clone());
    let mut budget = Budget::default().with_memory(limits.memory).with_threads(limits.threads).with_progress(
        Arc::new(move |d, t| {
            told.store(d, Ordering::Relaxed);
            of.store(t, Ordering::Relaxed);
        }),
    );
    if let Some(seconds) = limits.timeout {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| WythoffError::new_err("timeout is a number of seconds from 0 on"))?;
        budget = budget.within(time);
    }
    let (send, receive) = channel();
    let receive = Mutex::new(receive);
    let mine = budget.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = send.send(work(&mine));
        });
        let mut looks = 0u32;
        loop {
            let answer = py.detach(|| match receive.lock() {
                Ok(receive) => receive.recv_timeout(LOOK),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            match answer {
                Ok(answer) => return answer.map_err(raised),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(LimitError::new_err("the computation ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        budget.cancel();
                        return Err(interrupt);
                    }
                    looks += 1;
                    if let (Some(progress), true) = (&limits.progress, looks % 10 == 0) {
                        let (done, total) = (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed));
                        if let Err(error) = progress.call1(py, (done, total)) {
                            budget.cancel();
                            return Err(error);
                        }
                    }
                }
            }
        }
    })
}

fn text<T: serde::Serialize>(answer: &T) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| WythoffError::new_err(error.to_string()))
}

fn method(name: Option<&str>) -> PyResult<Option<Method>> {
    match name {
        None => Ok(None),
        Some("rules") => Ok(Some(Method::Rules)),
        Some("theory") => Ok(Some(Method::Theory)),
        Some("proof") => Ok(Some(Method::Proof)),
        Some(other) => Err(WythoffError::new_err(format!(
            "there is no method `{other}`\n   = hint: it is one of: rules, theory, proof"
        ))),
    }
}

/// One rule file that Python has read.
struct Given(Option<String>);

impl Files for Given {
    fn read(&self, path: &str, most: usize) -> Result<String, wythoff::RuleError> {
        match &self.0 {
            Some(text) if text.len() <= most => Ok(text.clone()),
            _ => NoFiles.read(path, most),
        }
    }
}

/// A game of the laboratory.
#[pyclass(module = "wythoff._core", frozen)]
struct Game {
    game: wythoff::Game,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, conventions, rules_file=None))]
    fn new(spec: &str, conventions: &str, rules_file: Option<String>) -> PyResult<Game> {
        let conventions: Conventions =
            serde_json::from_str(conventions).map_err(|error| WythoffError::new_err(error.to_string()))?;
        let game =
            wythoff::Game::parse_with(spec, &Given(rules_file)).and_then(|game| game.with(&conventions));
        Ok(Game { game: game.map_err(raised)? })
    }

    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    #[getter]
    fn piles(&self) -> usize {
        self.game.coordinates()
    }

    #[getter]
    fn coordinates(&self) -> Vec<String> {
        self.game.coordinate_names()
    }

    #[getter]
    fn symmetric(&self) -> bool {
        self.game.is_symmetric()
    }

    fn header(&self) -> PyResult<String> {
        text(&self.game.header())
    }

    /// The array of P-positions, flat, its width, and the rest of the answer.
    #[pyo3(signature = (first, below, skip, by, limits))]
    #[allow(clippy::too_many_arguments, reason = "the Python side calls it by name")]
    fn p<'py>(
        &self,
        py: Python<'py>,
        first: Option<usize>,
        below: Option<u64>,
        skip: usize,
        by: Option<&str>,
        limits: Limits,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, usize, String)> {
        let range = match (first, below) {
            (Some(n), None) => Range::First(n),
            (None, Some(bound)) => Range::Below(bound),
            _ => {
                return Err(WythoffError::new_err("how many P-positions?\n   = hint: give first= or below="));
            }
        };
        let by = method(by)?;
        let mut found = run(py, &limits, |budget| self.game.p(range, skip, by, budget))?;
        let positions = std::mem::take(&mut found.positions);
        let (width, flat) = (positions.width(), positions.into_flat());
        if flat.iter().any(|pile| i64::try_from(*pile).is_err()) {
            return Err(LimitError::new_err("a pile does not fit 63 bits"));
        }
        // Mapped in place: the same allocation, every value checked above.
        let signed: Vec<i64> = flat.into_iter().map(|pile| pile as i64).collect();
        Ok((signed.into_pyarray(py), width, text(&found)?))
    }

    /// The Grundy values of a box, flat, its sides, and the rest of the answer.
    fn grundy_table<'py>(
        &self,
        py: Python<'py>,
        sides: Vec<u64>,
        limits: Limits,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Vec<u64>, String)> {
        let mut found = run(py, &limits, |budget| self.game.grundy_table(&sides, budget))?;
        let (values, sides) =
            (std::mem::take(&mut found.values), std::mem::replace(&mut found.sides, vec![0]));
        Ok((values.into_pyarray(py), sides, text(&found)?))
    }

    fn grundy_at(&self, py: Python<'_>, position: &str, limits: Limits) -> PyResult<String> {
        let position = self.game.position(position).map_err(raised)?;
        text(&run(py, &limits, |budget| self.game.grundy(&position, budget))?)
    }

    #[pyo3(signature = (position, all, by, certificate, limits))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &str,
        all: bool,
        by: Option<&str>,
        certificate: Option<&str>,
        limits: Limits,
    ) -> PyResult<String> {
        let position = self.game.position(position).map_err(raised)?;
        let request = SolveRequest { all, method: method(by)?, certificate, proof_time: None };
        text(&run(py, &limits, |budget| self.game.solve(&position, &request, budget))?)
    }

    fn options(&self, py: Python<'_>, position: &str, limits: Limits) -> PyResult<String> {
        let position = self.game.position(position).map_err(raised)?;
        text(&run(py, &limits, |budget| self.game.options(&position, budget))?)
    }

    fn legal(&self, py: Python<'_>, from: &str, to: &str, limits: Limits) -> PyResult<String> {
        let from = self.game.position(from).map_err(raised)?;
        text(&run(py, &limits, |budget| self.game.legal(&from, to, budget))?)
    }

    fn describe(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        text(&run(py, &limits, |budget| Ok(self.game.describe(budget)))?)
    }

    #[pyo3(signature = (below, deep, limits))]
    fn discover(&self, py: Python<'_>, below: Option<u64>, deep: bool, limits: Limits) -> PyResult<String> {
        text(&run(py, &limits, |budget| self.game.discover(below, deep, budget))?)
    }

    fn prove(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        text(&run(py, &limits, |budget| self.game.prove(budget))?)
    }

    /// P-positions below a bound in a format of other tools.
    fn export<'py>(
        &self,
        py: Python<'py>,
        below: u64,
        format: &str,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format: Format = serde_json::from_str(&format!("\"{format}\"")).map_err(|_| {
            WythoffError::new_err(format!(
                "there is no format `{format}`\n   = hint: it is one of: csv, json, bfile, npy, table"
            ))
        })?;
        let bytes = run(py, &limits, |budget| {
            let (found, mut bytes) = (self.game.p(Range::Below(below), 0, None, budget)?, Vec::new());
            let written = self.game.export(
                Data::Positions(&found, Some(below)),
                format,
                &Default::default(),
                &mut bytes,
            );
            written.map_err(|error| match error {
                wythoff::ExportError::Refused(error) => error,
                wythoff::ExportError::Io(error) => Error::limit(error.to_string()),
            })?;
            Ok(bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// The catalog, as JSON.
#[pyfunction]
#[pyo3(signature = (word=None))]
fn catalog(word: Option<&str>) -> PyResult<String> {
    text(&wythoff::catalog(word))
}

/// Checks the text of a table or certificate.
#[pyfunction]
fn check(py: Python<'_>, contents: &str, limits: Limits) -> PyResult<String> {
    text(&run(py, &limits, |budget| wythoff::check(contents, budget))?)
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(catalog, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add("WythoffError", py.get_type::<WythoffError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("CheckError", py.get_type::<CheckError>())
}
