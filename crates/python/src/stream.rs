//! P-positions one chunk after the other, computed while Python works on the one before.

use crate::error::raised;
use crate::run::{Far, Limits, budget, wait};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use wythoff::{Budget, Error, Method, Range, Stop};

/// Chunks that wait to be taken.
const AHEAD: usize = 2;

/// A stream of P-positions; it ends when it is dropped.
#[pyclass(module = "wythoff._core")]
pub struct Stream {
    receive: Mutex<Receiver<Message>>,
    budget: Budget,
    far: Far,
}

enum Message {
    Chunk(Vec<i64>),
    Failed(Error),
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.budget.cancel();
    }
}

/// Starts the computation.
pub fn start(
    game: Arc<wythoff::Game>,
    range: Option<Range>,
    skip: usize,
    method: Option<Method>,
    chunk: usize,
    limits: &Limits,
) -> PyResult<Stream> {
    let (budget, far) = budget(limits)?;
    let (send, receive) = sync_channel(AHEAD);
    let mine = budget.clone();
    std::thread::spawn(move || {
        let numbers = chunk.saturating_mul(game.coordinates().max(1));
        let (mut waiting, mut large) = (Vec::new(), false);
        let ended = game.p_stream(range, skip, method, &mine, &mut |_, flat| {
            for pile in flat {
                let Ok(pile) = i64::try_from(*pile) else {
                    large = true;
                    return Err(Stop::Work);
                };
                waiting.push(pile);
                if waiting.len() == numbers
                    && send.send(Message::Chunk(std::mem::take(&mut waiting))).is_err()
                {
                    mine.cancel();
                    return Err(Stop::Cancelled);
                }
            }
            Ok(())
        });
        if !waiting.is_empty() {
            let _ = send.send(Message::Chunk(waiting));
        }
        if let Err(error) = ended {
            let error = if large { Error::limit("a pile does not fit 63 bits") } else { error };
            let _ = send.send(Message::Failed(error));
        }
    });
    Ok(Stream { receive: Mutex::new(receive), budget, far })
}

#[pymethods]
impl Stream {
    /// The next chunk, flat; nothing at the end.
    #[pyo3(signature = (progress=None))]
    fn next<'py>(
        &mut self,
        py: Python<'py>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
        let receive = self.receive.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        match wait(py, receive, &self.budget, &self.far, progress.as_ref())? {
            None => Ok(None),
            Some(Message::Chunk(flat)) => Ok(Some(flat.into_pyarray(py))),
            Some(Message::Failed(error)) => Err(raised(py, error)),
        }
    }
}
