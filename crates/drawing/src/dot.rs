//! Graphviz text, written as it goes: a graph of millions of states takes no memory.

use std::io::Write;

use surmise_model::{Context, StateId};

use crate::Failed;
use crate::picture::{Kind, Picture};
use crate::text::shown;

/// So many states are written before somebody is asked whether to go on.
const BETWEEN_CHECKS: usize = 256;

/// Writes an LTS as a Graphviz graph.
pub fn write_dot(
    out: &mut dyn Write,
    picture: &Picture<'_>,
    context: &Context<'_>,
) -> Result<(), Failed> {
    writeln!(out, "digraph {} {{", quoted(&shown(picture.name, 200)))?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(out, "  node [shape=circle];")?;
    writeln!(out, "  start [shape=point];")?;
    for state in picture.states() {
        if !state.is_error() && state.index() % BETWEEN_CHECKS == 0 {
            context.check()?;
        }
        let id = node(state);
        let mut attributes: Vec<String> = Vec::new();
        let name = picture.name_of(state);
        if name != id {
            attributes.push(format!("label={}", quoted(&name)));
        }
        if name.chars().count() > 3 {
            attributes.push("shape=oval".into());
        }
        let marks = match picture.kind(state) {
            Kind::Plain => "",
            Kind::End => "peripheries=2",
            Kind::Deadlock => "style=filled, fillcolor=\"#ffe9b8\"",
            Kind::Error => "color=red, fontcolor=red",
            Kind::Distribution => "shape=point",
        };
        attributes.extend((!marks.is_empty()).then(|| marks.to_owned()));
        if picture.is_on_run(state) {
            attributes.push("penwidth=2".into());
        }
        match attributes.is_empty() {
            true => writeln!(out, "  {id};")?,
            false => writeln!(out, "  {id} [{}];", attributes.join(", "))?,
        }
    }
    writeln!(out, "  start -> {};", node(picture.lts.initial()))?;
    for state in picture.lts.states() {
        if state.index() % BETWEEN_CHECKS == 0 {
            context.check()?;
        }
        for arrow in picture.arrows(state) {
            let lines: Vec<&str> = arrow.lines.iter().map(|line| line.text.as_str()).collect();
            let label = quoted(&lines.join("\n"));
            let run = if arrow.is_on_run() { ", color=\"#c2410c\", penwidth=2" } else { "" };
            let (source, target) = (node(state), node(arrow.target));
            writeln!(out, "  {source} -> {target} [label={label}{run}];")?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

fn node(state: StateId) -> String {
    if state.is_error() { "error".into() } else { state.index().to_string() }
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
