//! An LTS as a small program that watches a stream of actions and says which one breaks it.
//!
//! An assumption is worth most where the environment it speaks about really runs: beside a log, a
//! simulator, a test bench. A monitor is what an LTS allows, made deterministic ([`determinise`]):
//! a trace that can lead to π counts as one that does. It ignores actions outside the alphabet of
//! the LTS, since the LTS says nothing about them.
//!
//! Every language gets the same tables, so that a language is a template and nothing else: the
//! actions in the order of their bytes, and the steps of each state as a row of pairs.

mod c;
mod python;
mod rust;

use std::fmt::Display;
use std::io::Write;

use surmise_model::{ActionTable, Context, Edge, Lts, StateId, shown_name};
use surmise_verify::automata::determinise;

use super::unwritable;
use crate::Attempt;

/// Writes the monitor of an LTS.
pub(super) fn write(
    out: &mut dyn Write,
    name: &str,
    (lts, actions): (&Lts, &ActionTable),
    language: Language,
    context: &Context<'_>,
) -> Attempt<()> {
    let tables = Tables::of(name, lts, actions, context)?;
    let text = match language {
        Language::Rust => rust::program(&tables),
        Language::Python => python::program(&tables),
        Language::C => c::program(&tables),
    };
    out.write_all(text.as_bytes()).map_err(|error| unwritable(&error))
}

/// The language of a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Rust, for `rustc` alone.
    Rust,
    /// Python 3.
    Python,
    /// C99.
    C,
}

/// What a monitor knows.
struct Tables {
    /// What it was made from: a line that fits into a comment.
    origin: String,
    /// The actions that it speaks about, in the order of their bytes.
    actions: Vec<String>,
    /// For each state the allowed actions, by number and in order, and where they lead.
    rows: Vec<Vec<(usize, usize)>>,
    /// Where it starts; nothing if nothing at all is allowed, not even to start.
    initial: Option<usize>,
}

impl Tables {
    fn of(name: &str, lts: &Lts, table: &ActionTable, context: &Context<'_>) -> Attempt<Self> {
        let lts = determinise(lts, context)?;
        let actions: Vec<String> =
            table.names(lts.alphabet()).into_iter().map(str::to_owned).collect();
        let number = |edge: &Edge| {
            let name = table.name(edge.action);
            actions.binary_search_by(|action| action.as_str().cmp(name)).ok()
        };
        let row = |state: StateId| {
            // A step into π is not allowed, so it has no place in the row.
            let mut row: Vec<(usize, usize)> = (lts.edges(state).iter())
                .filter(|edge| !edge.target.is_error())
                .filter_map(|edge| Some((number(edge)?, edge.target.index())))
                .collect();
            row.sort_unstable();
            row
        };
        let states = lts.num_states();
        Ok(Self {
            origin: format!("{}, {}", shown_name(name), crate::count(states as u64, "state")),
            rows: lts.states().map(row).collect(),
            initial: (!lts.initial().is_error()).then(|| lts.initial().index()),
            actions,
        })
    }

    /// Where the row of each state begins in one list of all rows, and where the last one ends.
    fn offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        offsets.extend(self.rows.iter().scan(0, |end, row| {
            *end += row.len();
            Some(*end)
        }));
        offsets
    }
}

/// Words with a comma after each, in lines of at most 100 columns.
fn lines(words: impl Iterator<Item = impl Display>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let word = word.to_string();
        if column > 0 && column + word.len() + 2 > 100 {
            text.push('\n');
            column = 0;
        }
        text.push_str(if column == 0 { "    " } else { " " });
        column += word.len() + if column == 0 { 5 } else { 2 };
        text.push_str(&word);
        text.push(',');
    }
    text
}
