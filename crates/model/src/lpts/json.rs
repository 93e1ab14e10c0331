//! An LPTS as JSON.
//!
//! ```json
//! { "format": "surmise-lpts", "name": "SENDER", "states": 2, "initial": 0,
//!   "alphabet": ["input", "send"],
//!   "transitions": [[0, "input", [[1, "1"]]], [1, "send", [[0, "9/10"], [1, "1/10"]]]] }
//! ```
//!
//! A transition is `[from, action, distribution]`, a distribution a list of `[state, probability]`,
//! and a probability a text, so that no reader rounds it: `"1/3"`, `"0.1"`, `"1e-30"`. `"tau"` is
//! silent. `alphabet`, `name` and `initial` may be absent, as in the JSON of an LTS.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::Lpts;
use crate::json::syntax_error;
use crate::read::plausible_states;
use crate::{ActionTable, Alphabet, Context, Diagnostic, Rational, ReadError, Span, StateId};

/// An LPTS that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LptsReading {
    /// The LPTS.
    pub lpts: Lpts,
    /// Its name, if the text gives one.
    pub name: Option<String>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// The value of the member `format`: what tells an LPTS from an LTS.
pub const LPTS_FORMAT: &str = "surmise-lpts";
const EXAMPLE: &str = r#"an LPTS reads {"format": "surmise-lpts", "states": 2, "transitions": [[0, "a", [[0, "1/3"], [1, "2/3"]]]]}"#;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    states: u64,
    #[serde(default)]
    initial: u64,
    #[serde(borrow, default)]
    alphabet: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    transitions: Vec<Transition<'a>>,
}

/// What a text takes in memory, at the worst, for each of its bytes.
const MEMORY_PER_BYTE: u64 = 20;

type Transition<'a> = (u64, Text<'a>, Vec<(u64, Text<'a>)>);

#[derive(Serialize, Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads one LPTS. Its action names are added to `actions`.
pub fn read_lpts_json(
    text: &[u8],
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<LptsReading, ReadError> {
    context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    let file: File<'_> = serde_json::from_slice(text)
        .map_err(|error| ReadError::Malformed(vec![syntax_error(text, &error, EXAMPLE)]))?;
    let name = file.name.as_deref().map(str::to_owned);
    match lower(&file, actions) {
        Ok(lpts) => Ok(LptsReading { lpts, name, diagnostics: Vec::new() }),
        Err(message) => Err(ReadError::Malformed(vec![Diagnostic {
            span: None,
            ..Diagnostic::error(Span::default(), message)
        }])),
    }
}

fn lower(file: &File<'_>, actions: &mut ActionTable) -> Result<Lpts, String> {
    if file.format != LPTS_FORMAT {
        return Err(format!("the format is `{}`, not `{LPTS_FORMAT}`", file.format));
    }
    let branches: usize = file.transitions.iter().map(|(_, _, branches)| branches.len() + 1).sum();
    if !plausible_states(file.states, branches as u64) {
        let transitions = file.transitions.len();
        return Err(format!("{} states, but only {transitions} transitions", file.states));
    }
    let state = |number: u64, place: &dyn Fn() -> String| match number < file.states {
        true => Ok(StateId::of(number as usize)),
        false => Err(format!("{}: state {number} does not exist", place())),
    };
    let mut builder = Lpts::builder();
    builder.ensure_states(file.states as usize);
    builder.initial(state(file.initial, &|| "initial".into())?);
    let mut alphabet = Alphabet::new();
    for Text(name) in file.alphabet.iter().flatten() {
        let action = actions.intern(name).map_err(|overflow| overflow.to_string())?;
        if action.is_tau() {
            return Err("alphabet: `tau` is silent and in no alphabet".into());
        }
        alphabet.insert(action);
    }
    for (index, (source, Text(name), branches)) in file.transitions.iter().enumerate() {
        let place = || format!("transitions[{index}]");
        let action = actions.intern(name).map_err(|overflow| overflow.to_string())?;
        if file.alphabet.is_some() && !action.is_tau() && !alphabet.contains(action) {
            return Err(format!("{}: the action `{name}` is not in the alphabet", place()));
        }
        let mut distribution = Vec::with_capacity(branches.len());
        for (target, Text(text)) in branches {
            let probability: Rational = text
                .parse()
                .map_err(|error| format!("{}: the probability `{text}` is {error}", place()))?;
            distribution.push((state(*target, &place)?, probability));
        }
        let sum: Rational = distribution.iter().map(|(_, probability)| probability).sum();
        if !sum.is_one() {
            return Err(format!("{}: the probabilities sum to {sum}, not to 1", place()));
        }
        let source = state(*source, &place)?;
        builder.add(source, action, distribution.iter().map(|(target, p)| (*target, p)));
    }
    builder.extend_alphabet(alphabet.iter());
    builder.build().map_err(|error| error.to_string())
}

/// Writes one LPTS. What is written reads back as the same LPTS.
pub fn write_lpts_json(
    out: &mut dyn Write,
    lpts: &Lpts,
    name: Option<&str>,
    actions: &ActionTable,
) -> io::Result<()> {
    let alphabet = actions.names(lpts.alphabet()).into_iter().map(|name| Text(Cow::Borrowed(name)));
    let head = File {
        format: Cow::Borrowed(LPTS_FORMAT),
        name: name.map(Cow::Borrowed),
        states: lpts.num_states() as u64,
        initial: lpts.initial().index() as u64,
        alphabet: Some(alphabet.collect()),
        transitions: Vec::new(),
    };
    // One transition a line: readable, and kind to line-based tools.
    let head = serde_json::to_string(&head)?;
    let head = head.strip_suffix("]}").expect("the transitions come last");
    write!(out, "{head}")?;
    for (index, (source, choice)) in lpts.transitions().enumerate() {
        out.write_all(if index == 0 { b"\n  " } else { b",\n  " })?;
        let branches = lpts.distribution(choice.distribution).iter();
        let transition: Transition<'_> = (
            source.index() as u64,
            Text(Cow::Borrowed(actions.name(choice.action))),
            branches.map(|(s, p)| (s.index() as u64, Text(Cow::Owned(p.to_string())))).collect(),
        );
        serde_json::to_writer(&mut *out, &transition)?;
    }
    out.write_all(b"\n]}\n")
}
