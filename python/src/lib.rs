//! The native part of the Python package: requests go in and answers come out, both as JSON.
//!
//! What Python programmers see is written in Python, in `surmise_checker`. This part is thin: it
//! starts a job, waits for it without holding the interpreter's lock, passes events on, and looks
//! every now and then whether somebody pressed Ctrl-C.

mod host;

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use surmise::methods::METHODS;
use surmise::{Answer, Attempt, Failure, Job, Remark, Request};

use crate::host::Memory;

/// How often to look whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// What was written, by name.
type Files<'py> = Vec<(String, Bound<'py, PyBytes>)>;

/// Answers a request. `texts` are files in memory; all others are read from the disk, and what the
/// answer writes is returned and written nowhere. `hear` is called with every event, as JSON.
///
/// The answer is `{"answer": …}`, `{"wrong": [diagnostics]}` or `{"stopped": …}`; `interrupted`
/// says that somebody pressed Ctrl-C.
#[pyfunction]
#[pyo3(signature = (request, texts, hear=None))]
fn ask<'py>(
    py: Python<'py>,
    request: &str,
    texts: Vec<(String, Vec<u8>)>,
    hear: Option<Bound<'py, PyAny>>,
) -> PyResult<(String, Files<'py>, bool)> {
    let request: Request =
        serde_json::from_str(request).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let host = Arc::new(Memory::new(texts));
    let mut job = Job::start(request, host.clone());
    let events = Mutex::new(job.events());
    let (silent, mut interrupted) = (hear.is_none(), false);
    loop {
        let event = py.detach(|| {
            let events = events.lock().unwrap_or_else(PoisonError::into_inner);
            let (since, mut event) = (Instant::now(), events.recv_timeout(GLANCE));
            // Where nobody listens, the lock of the interpreter is taken only to see signals.
            while silent && event.is_ok() && since.elapsed() < GLANCE {
                event = events.recv_timeout(GLANCE);
            }
            event
        });
        if let Err(raised) = py.check_signals() {
            job.cancel();
            if !raised.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(raised);
            }
            interrupted = true;
        }
        match (event, &hear) {
            (Ok(event), Some(hear)) => {
                let text = serde_json::to_string(&event);
                let text = text.map_err(|error| PyValueError::new_err(error.to_string()))?;
                // If it raises, the job is dropped, and so stopped.
                hear.call1((text,))?;
            }
            (Ok(_), None) | (Err(RecvTimeoutError::Timeout), _) => {}
            (Err(RecvTimeoutError::Disconnected), _) => break,
        }
    }
    let outcome = py.detach(|| written(job.wait()));
    let outcome = outcome.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let files = host.written();
    let files = files.into_iter().map(|(name, text)| (name, PyBytes::new(py, &text)));
    Ok((outcome, files.collect(), interrupted))
}

/// What came of a request, as JSON.
fn written(attempt: Attempt<Answer>) -> Result<String, serde_json::Error> {
    let all = |remarks: &[Remark]| -> Result<Vec<Value>, serde_json::Error> {
        let remarks: std::io::Result<Vec<Value>> = remarks.iter().map(Remark::json).collect();
        remarks.map_err(serde_json::Error::io)
    };
    match attempt {
        Ok(answer) => Ok(format!("{{\"answer\":{}}}", serde_json::to_string(&answer)?)),
        Err(Failure::Wrong(remarks)) => Ok(json!({ "wrong": all(&remarks)? }).to_string()),
        Err(Failure::Stopped(stopped)) => Ok(json!({ "stopped": {
            "limit": stopped.limit(),
            "reason": stopped.reason.to_string(),
            "diagnostics": all(&stopped.remarks)?,
        } })
        .to_string()),
    }
}

/// The methods, each with whether it finds assumptions.
#[pyfunction]
fn methods() -> Vec<(&'static str, bool)> {
    METHODS.iter().map(|method| (method.name(), method.finds_assumptions())).collect()
}

/// The native part of `surmise_checker`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(methods, module)?)
}
