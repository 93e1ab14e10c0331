//! Writing `.aut`, and saying what it cannot say.

use std::io::{self, Write};

use crate::{ActionId, ActionTable, Alphabet, Diagnostic, Lts, Severity, StateId};

/// How to write `.aut`.
#[derive(Debug, Clone, Copy)]
pub struct AutWriteOptions<'a> {
    /// The label of silent transitions: `tau` for mCRL2 and LTSA, `i` for CADP.
    pub tau: &'a str,
}

impl Default for AutWriteOptions<'_> {
    fn default() -> Self {
        Self { tau: "tau" }
    }
}

/// Writes one LTS and returns warnings about what is lost or may be misread.
///
/// The initial state becomes state 0, as LTSA expects it, by changing places with the state that
/// was 0. Transitions to π get the target `-1`, as LTSA writes them. A label with a line break is
/// an error of kind [`io::ErrorKind::InvalidData`].
pub fn write_aut(
    out: &mut dyn Write,
    lts: &Lts,
    actions: &ActionTable,
    options: &AutWriteOptions<'_>,
) -> io::Result<Vec<Diagnostic>> {
    let used: Alphabet = lts.transitions().map(|(_, edge)| edge.action).collect();
    check_labels(&used, actions)?;
    let initial = lts.initial();
    let (first, number) = match initial {
        StateId::ERROR => (StateId::of(0), "-1"),
        state => (state, "0"),
    };
    // Its own inverse: the initial state and state 0 change places.
    let renumbered = |state: StateId| match state {
        StateId::ERROR => state,
        state if state == first => StateId::of(0),
        state if state.index() == 0 => first,
        state => state,
    };
    writeln!(out, "des ({number}, {}, {})", lts.num_transitions(), lts.num_states())?;
    for source in lts.states() {
        for edge in lts.edges(renumbered(source)) {
            let label = match edge.action {
                ActionId::TAU => options.tau,
                action => actions.name(action),
            };
            write!(out, "({}, \"{label}\", ", source.index())?;
            match renumbered(edge.target) {
                StateId::ERROR => writeln!(out, "-1)")?,
                target => writeln!(out, "{})", target.index())?,
            }
        }
    }
    let mut remarks = remarks(lts.alphabet(), &used, actions, options);
    if lts.end().is_some() {
        let message =
            ".aut cannot express successful termination: the end state becomes a deadlock";
        let warning = Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) };
        remarks.push(warning.help("the JSON format keeps it"));
    }
    Ok(remarks)
}

/// Refuses labels that .aut cannot express.
pub(super) fn check_labels(used: &Alphabet, actions: &ActionTable) -> io::Result<()> {
    match used.iter().map(|id| actions.name(id)).find(|name| name.contains('\n')) {
        None => Ok(()),
        Some(label) => {
            let message =
                format!("the label {label:?} has a line break, which .aut cannot express");
            Err(io::Error::new(io::ErrorKind::InvalidData, message))
        }
    }
}

/// What a reader of the file will not see, or not see right.
pub(super) fn remarks(
    alphabet: &Alphabet,
    used: &Alphabet,
    actions: &ActionTable,
    options: &AutWriteOptions<'_>,
) -> Vec<Diagnostic> {
    let mut remarks = Vec::new();
    let mut warn = |message: String, help: &str| {
        let warning = Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) };
        remarks.push(warning.help(help));
    };
    let unused = alphabet.difference(used);
    if !unused.is_empty() {
        let names = actions.names(&unused);
        let few = names[..names.len().min(5)].join(", ");
        let more = if names.len() > 5 { ", …" } else { "" };
        warn(
            format!(
                ".aut cannot express actions without transitions: {few}{more} will be no part of \
                 the alphabet"
            ),
            "the JSON format keeps them",
        );
    }
    let names = || used.iter().map(|action| actions.name(action));
    if let Some(label) = names().find(|name| name.contains(',')) {
        warn(format!("the label `{label}` has a comma"), "LTSA cuts labels at commas");
    }
    if let Some(label) = names().find(|&name| name == "i" || name == options.tau) {
        warn(
            format!("the visible action `{label}` will be read as silent"),
            "rename it, or read the file with another name for the silent action",
        );
    }
    remarks
}
