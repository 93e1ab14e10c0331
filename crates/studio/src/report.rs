//! One file that shows what a check found: verdicts, lanes, graphs, assumptions.
//!
//! The file is a page of the same parts as the studio's, with the answers to its questions inside.
//! It needs no engine and no network. `page/src/report/fill.ts` says what it holds, and makes the
//! same file in the studio.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use surmise::{Answer, Attempt, Check, Event, Failure, Host, Job, Limits, Request, Show};

use crate::{Desk, page};

/// Where the findings go, without the end of the tag.
const PLACE: &str = "<script type=\"application/json\" id=\"found\">";

/// So many of the assumptions that are proposed on the way are shown.
const MOST_DRAWN: usize = 200;

/// The name under which an assumption is drawn.
const CONJECTURE: &str = "conjecture.json";

/// Checks, and makes a page of what comes of it. The texts are those of the models, by name.
///
/// # Errors
/// As those of the check; what cannot be drawn is left out.
pub fn report(
    check: Check,
    texts: &[(String, String)],
    limits: Limits,
    host: &Arc<dyn Host>,
) -> Attempt<(String, Answer)> {
    let show = Show { models: check.models.clone(), input: check.input.clone(), ..Show::default() };
    let mut request = Request::new(check).within(limits);
    (request.follow, request.conjectures) = (true, true);
    let mut job = Job::start(request, Arc::clone(host));
    let (mut frames, mut since) = (Vec::new(), Vec::new());
    for event in job.events() {
        match event {
            Event::Conjecture { .. } if frames.len() < MOST_DRAWN => {
                let mut told = value(&event)?;
                let because = std::mem::take(&mut since);
                frames.push(json!({ "conjecture": told["conjecture"].take(), "because": because }));
            }
            Event::Narration { text } => since.push(text),
            _ => {}
        }
    }
    let answer = job.wait()?;
    let conjectures = frames.iter().map(|frame| drawn(&frame["conjecture"]["lts"], limits, host));
    let conjectures: Vec<Value> = conjectures.collect();
    let shown = parts(show, limits, Arc::clone(host));
    let found = json!({
        "texts": texts,
        "frames": frames,
        "since": since,
        "checked": value(&answer.finding)?,
        "shown": shown,
        "conjectures": conjectures,
    });
    // In a page, `</script>` would end the text, wherever it stands in a name.
    let found = found.to_string().replace('<', "\\u003c");
    let template = page::file("report.html").map(|file| file.text).unwrap_or_default();
    Ok((template.replacen(PLACE, &format!("{PLACE}{found}"), 1), answer))
}

/// What an assumption looks like.
fn drawn(lts: &Value, limits: Limits, host: &Arc<dyn Host>) -> Value {
    let texts = BTreeMap::from([(CONJECTURE.to_owned(), lts.to_string())]);
    let desk: Arc<dyn Host> = Arc::new(Desk::new(texts, Arc::clone(host)));
    let show = Show { models: vec![PathBuf::from(CONJECTURE)], ..Show::default() };
    parts(show, limits, desk).get_mut(0).map(Value::take).unwrap_or_default()
}

/// What parts look like; none if they cannot be had.
fn parts(show: Show, limits: Limits, host: Arc<dyn Host>) -> Value {
    let answer = Job::start(Request::new(show).within(limits), host).wait();
    let shown = answer.ok().and_then(|answer| value(&answer.finding).ok());
    shown.map_or_else(|| json!([]), |mut shown| shown["parts"].take())
}

fn value(what: &impl serde::Serialize) -> Attempt<Value> {
    serde_json::to_value(what)
        .map_err(|error| Failure::usage(format!("this cannot be written down: {error}")))
}
