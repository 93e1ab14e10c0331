//! What was written.

use std::io::{self, Write};

use super::check::show_explanation;
use surmise::{Assumed, Name, Written, count, join};

/// The text itself, or where it is.
pub(crate) fn show(written: &Written, out: &mut dyn Write) -> io::Result<()> {
    if let Some(text) = &written.text {
        return out.write_all(text.as_bytes());
    }
    let states = count(written.states as u64, "state");
    let transitions = count(written.transitions as u64, "transition");
    let file = written.file.as_deref().unwrap_or_default();
    writeln!(out, "{}: {states}, {transitions} → {file}", written.name)
}

/// The assumption, or that there is none.
pub(crate) fn show_assumed(assumed: &Assumed, out: &mut dyn Write) -> io::Result<()> {
    match &assumed.assumption {
        Some(written) => {
            show(written, out)?;
            match &assumed.explanation {
                Some(explanation) => show_explanation(explanation, "", out),
                None => Ok(()),
            }
        }
        None => writeln!(
            out,
            "no environment helps: {} can violate {} without it",
            join(&assumed.components, ", "),
            assumed.property.as_ref().map_or("the absence of errors".into(), Name::to_string),
        ),
    }
}
