//! What goes over the wire between page and engine: an envelope in, lines of JSON out.
//!
//! The first lines are events, as they come; the last one is the answer or why there is none. The
//! server and the WebAssembly write the same lines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use surmise::{Answer, Attempt, Event, Failure, Remark, Request, Stopped};

use crate::Desk;

/// A request, and the texts that it is about.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The request.
    pub request: Request,
    /// Texts by name, before the files of the same names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
}

/// An event as a line.
pub fn event_line(event: &Event) -> String {
    line(serde_json::to_value(event).map(|event| json!({ "told": event })))
}

/// The last line: the answer with what was written on the way, or why there is none.
pub fn last_line(result: Attempt<Answer>, desk: &Desk) -> String {
    line(match result {
        Ok(answer) => serde_json::to_value(answer)
            .map(|answer| json!({ "answer": answer, "files": desk.written() })),
        Err(failure) => Ok(json!({ "failure": failed(failure) })),
    })
}

fn failed(failure: Failure) -> serde_json::Value {
    let (reason, limit, remarks) = match failure {
        Failure::Wrong(remarks) => (None, None, remarks),
        Failure::Stopped(stopped) => {
            let limit = stopped.limit();
            let Stopped { reason, remarks } = stopped;
            (Some(reason.to_string()), Some(limit), remarks)
        }
    };
    let diagnostics: Vec<_> = remarks.iter().map(Remark::json).filter_map(Result::ok).collect();
    json!({ "stopped": reason, "limit": limit, "diagnostics": diagnostics })
}

fn line(value: Result<serde_json::Value, serde_json::Error>) -> String {
    let unwritable = |error: serde_json::Error| {
        let message = format!("this cannot be written down: {error}");
        json!({ "failure": { "stopped": message, "limit": "internal", "diagnostics": [] } })
    };
    let mut line = value.unwrap_or_else(unwritable).to_string();
    line.push('\n');
    line
}
