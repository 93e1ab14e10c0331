//! Graphviz text.

use std::io::{self, Write};

use surmise_model::StateId;

use super::Writable;
use super::picture::{arrows, state_name};
use crate::Name;

/// Writes an LTS as a Graphviz graph.
pub(super) fn write(out: &mut impl Write, writable: &Writable<'_>) -> io::Result<()> {
    let Writable { name, lts, .. } = writable;
    writeln!(out, "digraph {} {{", quoted(&Name::from(*name).to_string()))?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(out, "  node [shape=circle];")?;
    writeln!(out, "  start [shape=point];")?;
    for state in lts.states() {
        let end = if lts.end() == Some(state) { " [shape=doublecircle]" } else { "" };
        writeln!(out, "  {}{end};", node(state))?;
    }
    if lts.has_error() {
        writeln!(out, "  {} [label=\"π\", color=red, fontcolor=red];", node(StateId::ERROR))?;
    }
    writeln!(out, "  start -> {};", node(lts.initial()))?;
    for arrow in arrows(writable) {
        let label = quoted(&arrow.labels.join("\n"));
        writeln!(out, "  {} -> {} [label={label}];", node(arrow.source), node(arrow.target))?;
    }
    writeln!(out, "}}")
}

fn node(state: StateId) -> String {
    if state.is_error() { "error".into() } else { state_name(state) }
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            other => result.push(other),
        }
    }
    result + "\""
}
