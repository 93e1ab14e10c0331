//! An LTS as JSON: everything an [`Lts`] is, also what `.aut` cannot say.
//!
//! ```json
//! { "format": "surmise-lts", "name": "SERVER", "states": 2, "initial": 0, "end": null,
//!   "alphabet": ["grant", "request"],
//!   "transitions": [[0, "request", 1], [1, "grant", 0], [1, "tau", -1]] }
//! ```
//!
//! A transition is `[from, action, to]`; `"tau"` is silent and `-1` is the error state π, which may
//! be the initial state, too. `alphabet` lists every action of the transitions and those without
//! any; without it, it is the actions of the transitions. `name`, `initial` (0) and `end` (none)
//! may be absent.

mod polled;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use self::polled::Polled;
use crate::read::plausible_states;
use crate::{
    ActionId, ActionTable, Alphabet, Context, Diagnostic, IdOverflow, Lts, ReadError, Reading,
    Span, StateId,
};

/// The value of the member `format`.
const FORMAT: &str = "surmise-lts";

const EXAMPLE: &str =
    r#"an LTS reads {"format": "surmise-lts", "states": 2, "transitions": [[0, "a", 1]]}"#;

/// [`Polled`] reads it.
#[derive(Serialize)]
struct File<'a> {
    format: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    states: u64,
    initial: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
    alphabet: Option<Vec<Name<'a>>>,
    transitions: Vec<Transition<'a>>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "a transition, as in [0, \"action\", 1]")]
struct Transition<'a>(i64, #[serde(borrow)] Name<'a>, i64);

#[derive(Serialize, Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// What a text takes in memory, at the worst, for each of its bytes.
const MEMORY_PER_BYTE: u64 = 20;

/// Reads one LTS. Its action names are added to `actions`.
pub fn read_json(
    text: &[u8],
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<Reading, ReadError> {
    context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    let mut input = serde_json::Deserializer::from_slice(text);
    let file = Polled(context).deserialize(&mut input).and_then(|file| input.end().map(|()| file));
    let file = match file {
        Ok(file) => file,
        Err(error) => {
            context.check()?;
            return Err(ReadError::Malformed(vec![syntax_error(text, &error, EXAMPLE)]));
        }
    };
    context.check()?;
    let name = file.name.as_deref().map(str::to_owned);
    match lower(&file, actions) {
        Ok(lts) => Ok(Reading { lts, name, diagnostics: Vec::new() }),
        Err(wrong) => Err(ReadError::Malformed(vec![wrong.diagnostic(text)])),
    }
}

/// The place that the JSON parser complains about.
pub(crate) fn syntax_error(text: &[u8], error: &serde_json::Error, example: &str) -> Diagnostic {
    let start: usize = text
        .split_inclusive(|&byte| byte == b'\n')
        .take(error.line().saturating_sub(1))
        .map(<[u8]>::len)
        .sum();
    let place = (start + error.column().saturating_sub(1)).min(text.len());
    // The parser's text ends with the position, which the span says better.
    let whole = error.to_string();
    let message = whole.rsplit_once(" at line ").map_or(&*whole, |(message, _)| message);
    // Nor does anybody know the types of our language.
    let message = message.replace("expected u64", "expected a number that is not negative");
    let message = message.replace("expected i64", "expected a whole number");
    Diagnostic::error(Span::new(place, (place + 1).min(text.len())), message)
        .label("here")
        .help(example)
}

/// A mistake in what the JSON says, and where it says so.
struct Wrong {
    message: String,
    member: &'static str,
    /// Which of the transitions, if it is one.
    index: Option<usize>,
}

impl Wrong {
    fn new(member: &'static str, message: impl Into<String>) -> Self {
        Self { message: message.into(), member, index: None }
    }

    /// The message with its place, which is looked for only now.
    fn diagnostic(self, text: &[u8]) -> Diagnostic {
        let span_of = |value: &RawValue| {
            let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
            Span::new(start, start + value.get().len())
        };
        let members: Option<BTreeMap<String, &RawValue>> = serde_json::from_slice(text).ok();
        let value = members.and_then(|members| members.get(self.member).copied());
        let span = match (value, self.index) {
            (Some(value), Some(index)) => serde_json::from_str::<Vec<&RawValue>>(value.get())
                .ok()
                .and_then(|transitions| transitions.get(index).map(|one| span_of(one))),
            (Some(value), None) => Some(span_of(value)),
            (None, _) => None,
        };
        Diagnostic { span, ..Diagnostic::error(Span::default(), self.message) }
    }
}

fn lower(file: &File<'_>, actions: &mut ActionTable) -> Result<Lts, Wrong> {
    if file.format != FORMAT {
        let message = format!("the format is `{}`, not `{FORMAT}`", file.format);
        return Err(Wrong::new("format", message));
    }
    if !plausible_states(file.states, file.transitions.len() as u64) {
        let transitions = file.transitions.len();
        let message = format!("{} states, but only {transitions} transitions", file.states);
        return Err(Wrong::new("states", message));
    }
    let state = |number: i64, member: &'static str, index: Option<usize>| match number {
        -1 => Ok(StateId::ERROR),
        0.. if number.unsigned_abs() < file.states => Ok(StateId::of(number as usize)),
        _ => Err(Wrong { message: format!("state {number} does not exist"), member, index }),
    };
    let mut builder = Lts::builder();
    builder.ensure_states(file.states as usize);
    builder.initial(state(file.initial, "initial", None)?);
    if let Some(end) = file.end {
        let end = state(i64::try_from(end).unwrap_or(i64::MAX), "end", None)?;
        builder.end(end);
    }
    let mut alphabet = Alphabet::new();
    for Name(name) in file.alphabet.iter().flatten() {
        let overflow = |overflow: IdOverflow| Wrong::new("alphabet", overflow.to_string());
        let action = actions.intern(name).map_err(overflow)?;
        if action.is_tau() {
            return Err(Wrong::new("alphabet", "`tau` is silent and in no alphabet"));
        }
        alphabet.insert(action);
    }
    builder.reserve(file.transitions.len());
    for (index, Transition(source, Name(name), target)) in file.transitions.iter().enumerate() {
        let (member, at) = ("transitions", Some(index));
        let wrong = |message: String| Wrong { message, member, index: at };
        let action = actions.intern(name).map_err(|overflow| wrong(overflow.to_string()))?;
        if file.alphabet.is_some() && !action.is_tau() && !alphabet.contains(action) {
            return Err(wrong(format!("the action `{name}` is not in the alphabet")));
        }
        let source = state(*source, member, at)?;
        if source.is_error() {
            return Err(wrong("the error state has no way out".to_owned()));
        }
        builder.add(source, action, state(*target, member, at)?);
    }
    builder.extend_alphabet(alphabet.iter());
    builder.build().map_err(|error| Wrong::new("transitions", error.to_string()))
}

/// Writes one LTS. What is written reads back as the same LTS.
pub fn write_json(
    out: &mut dyn Write,
    lts: &Lts,
    name: Option<&str>,
    actions: &ActionTable,
) -> io::Result<()> {
    let number = |state: StateId| if state.is_error() { -1 } else { state.index() as i64 };
    let label = |action: ActionId| Name(Cow::Borrowed(actions.name(action)));
    let alphabet = actions.names(lts.alphabet()).into_iter().map(|name| Name(Cow::Borrowed(name)));
    let head = File {
        format: Cow::Borrowed(FORMAT),
        name: name.map(Cow::Borrowed),
        states: lts.num_states() as u64,
        initial: number(lts.initial()),
        end: lts.end().map(|end| end.index() as u64),
        alphabet: Some(alphabet.collect()),
        transitions: Vec::new(),
    };
    // One transition a line: readable, and kind to line-based tools.
    let head = serde_json::to_string(&head)?;
    let head = head.strip_suffix("]}").expect("the transitions come last");
    write!(out, "{head}")?;
    for (index, (source, edge)) in lts.transitions().enumerate() {
        out.write_all(if index == 0 { b"\n  " } else { b",\n  " })?;
        let transition = (source.index(), label(edge.action), number(edge.target));
        serde_json::to_writer(&mut *out, &transition)?;
    }
    out.write_all(b"\n]}\n")
}
