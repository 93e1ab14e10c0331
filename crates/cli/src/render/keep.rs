//! Whether components keep to an assumption.

use std::io::{self, Write};

use surmise::{Kept, join};

/// Whether they do, and what follows.
pub(crate) fn show(kept: &Kept, out: &mut dyn Write) -> io::Result<()> {
    let (components, file) = (join(&kept.components, ", "), &kept.assumption);
    match &kept.trace {
        Some(trace) => {
            let trace = join(trace, ", ");
            writeln!(out, "{components} does not keep to {file}: it can do ⟨{trace}⟩")?;
            writeln!(out, "  what was shown with {file} has to be shown again")
        }
        None => {
            writeln!(out, "{components} keeps to {file} (by {})", kept.by.unwrap_or_default())?;
            writeln!(out, "  what was shown with {file} is still true")
        }
    }
}
