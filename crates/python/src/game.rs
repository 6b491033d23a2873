//! Games and pictures.

use crate::error::{LimitError, WythoffError, raised};
use crate::position::{Given, count, shown};
use crate::run::{Limits, run};
use crate::stream::{self, Stream};
use crate::{read, text};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::sync::Arc;
use wythoff::{
    Bfile, Budget, Conventions, Data, Error, Files, Format, Method, NoFiles, PictureRequest,
    ProofRequest, Range, SolveRequest,
};

/// The one file that somebody named by its path, outside the spec: how the spec calls it, and its text. A spec itself
/// reaches no file.
struct OneFile(Option<(String, String)>);

impl Files for OneFile {
    fn read(&self, path: &str, most: usize) -> Result<String, wythoff::RuleError> {
        match &self.0 {
            Some((name, text)) if name == path && text.len() <= most => Ok(text.clone()),
            _ => NoFiles.read(path, most),
        }
    }
}

/// A game of the laboratory.
#[pyclass(module = "wythoff._core", frozen)]
pub struct Game {
    game: Arc<wythoff::Game>,
}

fn method(by: Option<&str>) -> PyResult<Option<Method>> {
    Ok(match by {
        None => None,
        Some("rules") => Some(Method::Rules),
        Some("theory") => Some(Method::Theory),
        Some("proof") => Some(Method::Proof),
        Some(other) => {
            return Err(WythoffError::new_err(format!(
                "there is no method `{other}`\n   = hint: it is one of: rules, theory, proof"
            )));
        }
    })
}

/// The P-positions that are asked for; nothing where there is to be no end.
fn range(first: Option<u64>, below: Option<u64>) -> PyResult<Option<Range>> {
    match (count(first, "first")?, below) {
        (Some(n), None) => Ok(Some(Range::First(n))),
        (None, Some(bound)) => Ok(Some(Range::Below(bound))),
        (None, None) => Ok(None),
        _ => {
            Err(WythoffError::new_err("first= and below= were both given\n   = hint: leave one of them out"))
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, conventions, file=None))]
    fn new(py: Python<'_>, spec: &str, conventions: &str, file: Option<(String, String)>) -> PyResult<Game> {
        let conventions: Conventions = read(conventions)?;
        let game = wythoff::Game::parse_with(spec, &OneFile(file)).and_then(|game| game.with(&conventions));
        Ok(Game { game: Arc::new(game.map_err(|error| raised(py, error))?) })
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

    /// The array of P-positions, flat, its width, and the rest of the answer.
    #[pyo3(signature = (first, below, skip, by, limits))]
    fn p<'py>(
        &self,
        py: Python<'py>,
        first: Option<u64>,
        below: Option<u64>,
        skip: usize,
        by: Option<&str>,
        limits: Limits,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, usize, String)> {
        let range = range(first, below)?.ok_or_else(|| {
            WythoffError::new_err("how many P-positions?\n   = hint: give first=, below= or lazy=True")
        })?;
        let (game, by) = (self.game.clone(), method(by)?);
        let mut found = run(py, &limits, move |budget| game.p(range, skip, by, budget))?;
        let positions = std::mem::take(&mut found.positions);
        let (width, flat) = (positions.width(), positions.into_flat());
        // All at once: a search that may end early takes several times as long.
        if flat.iter().fold(0, |bits, pile| bits | pile) > i64::MAX as u64 {
            return Err(LimitError::new_err("a pile does not fit 63 bits"));
        }
        // Mapped in place: the same allocation, every value checked above.
        let signed: Vec<i64> = flat.into_iter().map(|pile| pile as i64).collect();
        Ok((signed.into_pyarray(py), width, text(&found)?))
    }

    /// P-positions chunk by chunk; without `first` and `below` there is no end.
    #[pyo3(signature = (first, below, skip, by, chunk, limits))]
    fn stream(
        &self,
        first: Option<u64>,
        below: Option<u64>,
        skip: usize,
        by: Option<&str>,
        chunk: usize,
        limits: Limits,
    ) -> PyResult<Stream> {
        stream::start(self.game.clone(), range(first, below)?, skip, method(by)?, chunk.max(1), &limits)
    }

    /// The Grundy values of a box, flat, its sides, and the rest of the answer.
    fn grundy_table<'py>(
        &self,
        py: Python<'py>,
        sides: Vec<u64>,
        limits: Limits,
    ) -> PyResult<(Bound<'py, PyArray1<u32>>, Vec<u64>, String)> {
        let game = self.game.clone();
        let mut found = run(py, &limits, move |budget| game.grundy_table(&sides, budget))?;
        let (values, sides) =
            (std::mem::take(&mut found.values), std::mem::replace(&mut found.sides, vec![0]));
        Ok((values.into_pyarray(py), sides, text(&found)?))
    }

    fn grundy_at(&self, py: Python<'_>, position: Given, limits: Limits) -> PyResult<String> {
        let (game, position) = (self.game.clone(), position.of(py, &self.game)?);
        text(&run(py, &limits, move |budget| game.grundy(&position, budget))?)
    }

    /// The answer, and the positions that winning moves lead to.
    #[pyo3(signature = (position, all, by, certificate, limits))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: Given,
        all: bool,
        by: Option<&str>,
        certificate: Option<String>,
        limits: Limits,
    ) -> PyResult<(String, Bound<'py, PyList>)> {
        let (game, position, method) = (self.game.clone(), position.of(py, &self.game)?, method(by)?);
        let mut solved = run(py, &limits, move |budget| {
            let certificate = certificate.as_deref();
            game.solve(&position, &SolveRequest { all, method, certificate, proof_time: None }, budget)
        })?;
        let moves = std::mem::take(&mut solved.moves);
        let moves: Vec<Bound<'_, PyAny>> = moves.iter().map(|to| shown(py, to)).collect::<PyResult<_>>()?;
        Ok((text(&solved)?, PyList::new(py, moves)?))
    }

    fn options<'py>(&self, py: Python<'py>, position: Given, limits: Limits) -> PyResult<Bound<'py, PyList>> {
        let (game, position) = (self.game.clone(), position.of(py, &self.game)?);
        let found = run(py, &limits, move |budget| game.options(&position, budget))?;
        let options: Vec<Bound<'_, PyAny>> =
            found.options.iter().map(|to| shown(py, to)).collect::<PyResult<_>>()?;
        PyList::new(py, options)
    }

    fn legal(&self, py: Python<'_>, from: Given, to: Given, limits: Limits) -> PyResult<String> {
        let (game, from) = (self.game.clone(), from.of(py, &self.game)?);
        text(&run(py, &limits, move |budget| game.legal(&from, &to.text(), budget))?)
    }

    fn describe(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, |game, budget| Ok(game.describe(budget)))
    }

    #[pyo3(signature = (below, deep, limits))]
    fn discover(&self, py: Python<'_>, below: Option<u64>, deep: bool, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, move |game, budget| game.discover(below, deep, budget))
    }

    fn slopes(&self, py: Python<'_>, first: usize, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, move |game, budget| game.slopes(first, budget))
    }

    fn identify(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, |game, budget| game.identify(budget))
    }

    /// What came of looking for a proof, certificates after the first, and files for Walnut and Coq: folder, name, text.
    #[pyo3(signature = (request, file, limits))]
    fn prove(
        &self,
        py: Python<'_>,
        request: &str,
        file: Option<(String, String)>,
        limits: Limits,
    ) -> PyResult<(String, Vec<String>, Vec<(String, String, String)>)> {
        let (game, request): (_, ProofRequest) = (self.game.clone(), read(request)?);
        let mut proved = run(py, &limits, move |budget| game.prove_with(&request, &OneFile(file), budget))?;
        let more = std::mem::take(&mut proved.more_certificates);
        let mut files = Vec::new();
        for (folder, some) in [("walnut", &proved.walnut_files), ("coq", &proved.coq_files)] {
            files.extend(some.iter().map(|file| (folder.to_string(), file.path.clone(), file.text.clone())));
        }
        Ok((text(&proved)?, more, files))
    }

    fn discover_grundy(&self, py: Python<'_>, sides: Vec<u64>, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, move |game, budget| game.discover_grundy(&sides, budget))
    }

    fn periods(&self, py: Python<'_>, first: u64, last: u64, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, move |game, budget| game.row_periods(first..=last, budget))
    }

    /// Palace numbers, or the cells of the automaton: palace number less k.
    fn palace(
        &self,
        py: Python<'_>,
        rows: u64,
        columns: u64,
        automaton: bool,
        limits: Limits,
    ) -> PyResult<String> {
        match automaton {
            false => self.ask(py, &limits, move |game, budget| game.palace_numbers([rows, columns], budget)),
            true => self.ask(py, &limits, move |game, budget| game.palace_automaton([rows, columns], budget)),
        }
    }

    /// Whether a move can be adjoined, or all that cannot.
    #[pyo3(signature = (vector, below, limits))]
    fn adjoin(&self, py: Python<'_>, vector: Option<Given>, below: u64, limits: Limits) -> PyResult<String> {
        match vector.map(|vector| vector.text()) {
            Some(vector) => self.ask(py, &limits, move |game, budget| game.adjoin(&vector, below, budget)),
            None => self.ask(py, &limits, move |game, budget| game.not_adjoinable(below, budget)),
        }
    }

    /// Whether a move can be removed, or what each is needed for.
    #[pyo3(signature = (vector, below, limits))]
    fn remove(&self, py: Python<'_>, vector: Option<Given>, below: u64, limits: Limits) -> PyResult<String> {
        match vector.map(|vector| vector.text()) {
            Some(vector) => self.ask(py, &limits, move |game, budget| game.remove(&vector, below, budget)),
            None => self.ask(py, &limits, move |game, budget| game.move_uses(below, budget)),
        }
    }

    fn theorems(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        self.ask(py, &limits, |game, budget| game.theorems(budget))
    }

    /// The P-positions below a bound, or the Grundy values of a box, compared with those of another game.
    #[pyo3(signature = (other, below, sides, limits))]
    fn compare(
        &self,
        py: Python<'_>,
        other: &Game,
        below: u64,
        sides: Option<Vec<u64>>,
        limits: Limits,
    ) -> PyResult<String> {
        let other = other.game.clone();
        self.ask(py, &limits, move |game, budget| match sides {
            None => game.compare_p(&other, below, budget),
            Some(sides) => game.compare_grundy(&other, &sides, budget),
        })
    }

    /// Whether the P-positions are those of another game, for all positions.
    fn same(&self, py: Python<'_>, other: &Game, limits: Limits) -> PyResult<String> {
        let other = other.game.clone();
        self.ask(py, &limits, move |game, budget| game.same_p(&other, budget))
    }

    #[pyo3(signature = (request, other, limits))]
    fn picture(
        &self,
        py: Python<'_>,
        request: &str,
        other: Option<&Game>,
        limits: Limits,
    ) -> PyResult<Picture> {
        let request: PictureRequest = read(request)?;
        let (game, other) = (self.game.clone(), other.map(|other| other.game.clone()));
        let picture = run(py, &limits, move |budget| game.picture(&request, other.as_deref(), budget))?;
        Ok(Picture { picture: Arc::new(picture), limits: limits.quiet() })
    }

    /// P-positions, or the Grundy values of a box, in a format of other tools.
    #[pyo3(signature = (first, below, sides, format, pile, offset, limits))]
    #[allow(clippy::too_many_arguments, reason = "the Python side names them")]
    fn export<'py>(
        &self,
        py: Python<'py>,
        first: Option<u64>,
        below: Option<u64>,
        sides: Option<Vec<u64>>,
        format: &str,
        pile: usize,
        offset: i64,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format: Format = serde_json::from_value(format.into()).map_err(|_| {
            WythoffError::new_err(format!(
                "there is no format `{format}`\n   = hint: it is one of: csv, json, bfile, npy, table, parquet, latex, oeis"
            ))
        })?;
        let (game, bfile, asked) = (self.game.clone(), Bfile { pile, offset }, range(first, below)?);
        let bytes = run(py, &limits, move |budget| exported(&game, asked, sides, format, &bfile, budget))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Where sequences of the game stand in a copy of the OEIS, as JSON.
    #[pyo3(signature = (stripped, names, limits))]
    fn oeis(
        &self,
        py: Python<'_>,
        stripped: std::path::PathBuf,
        names: Option<std::path::PathBuf>,
        limits: Limits,
    ) -> PyResult<String> {
        // Opened here, so that a file that is not there is Python's own exception.
        let stripped = std::fs::File::open(stripped)?;
        let names = names.map(std::fs::File::open).transpose()?;
        self.ask(py, &limits, move |game, budget| {
            crate::tools::looked_up(&game.sequences(budget)?, stripped, names, budget)
        })
    }
}

impl Game {
    /// The game of the facade.
    pub fn inner(&self) -> &wythoff::Game {
        &self.game
    }

    /// An answer of the facade as JSON.
    fn ask<T: serde::Serialize + Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        question: impl FnOnce(&wythoff::Game, &Budget) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<String> {
        let game = self.game.clone();
        text(&run(py, limits, move |budget| question(&game, budget))?)
    }
}

fn exported(
    game: &wythoff::Game,
    range: Option<Range>,
    sides: Option<Vec<u64>>,
    format: Format,
    bfile: &Bfile,
    budget: &Budget,
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let cut = || budget.check().err().map_or_else(|| Error::limit("the data are not complete"), Error::from);
    let written = match (range, sides) {
        (Some(range), None) => {
            let found = game.p(range, 0, None, budget)?;
            if found.partial {
                return Err(cut());
            }
            let below = if let Range::Below(bound) = range { Some(bound) } else { None };
            game.export(Data::Positions(&found, below), format, bfile, &mut bytes, budget)
        }
        (None, Some(sides)) => {
            let found = game.grundy_table(&sides, budget)?;
            if found.partial {
                return Err(cut());
            }
            game.export(Data::Values(&found), format, bfile, &mut bytes, budget)
        }
        _ => {
            return Err(Error::input("what is to be exported?")
                .hint("P-positions with first= or below=, or Grundy values with size="));
        }
    };
    written?;
    Ok(bytes)
}

/// A picture, computed: it is drawn in every form without computing again.
#[pyclass(module = "wythoff._core", frozen)]
pub struct Picture {
    picture: Arc<wythoff::Picture>,
    limits: Limits,
}

#[pymethods]
impl Picture {
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let picture = self.picture.clone();
        run(py, &self.limits, move |budget| picture.svg(budget))
    }

    fn tikz(&self, py: Python<'_>) -> PyResult<String> {
        let picture = self.picture.clone();
        run(py, &self.limits, move |budget| picture.tikz(budget))
    }

    #[pyo3(signature = (pixels=None))]
    fn png<'py>(&self, py: Python<'py>, pixels: Option<u32>) -> PyResult<Bound<'py, PyBytes>> {
        let picture = self.picture.clone();
        Ok(PyBytes::new(py, &run(py, &self.limits, move |budget| picture.png(pixels, budget))?))
    }
}
