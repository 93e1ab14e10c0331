//! What the independent checker says of a certificate.

use std::io::{self, Write};

use surmise::{Certified, CheckedPremise, count};

use super::{BAD, FAINT, GOOD, OPEN};

/// Whether it is right, and why.
pub(crate) fn show(certified: &Certified, out: &mut dyn Write) -> io::Result<()> {
    match certified {
        Certified::Accepted { shows, premises } => {
            writeln!(out, "{GOOD}accepted{GOOD:#}: {shows}")?;
            for CheckedPremise { statement, states } in premises {
                let states = count(*states, "state");
                writeln!(out, "  {statement}  {FAINT}({states}){FAINT:#}")?;
            }
            Ok(())
        }
        Certified::Refused { reason, .. } => writeln!(out, "{BAD}refused{BAD:#}: {reason}"),
        Certified::Undecided { reason } => writeln!(out, "{OPEN}undecided{OPEN:#}: {reason}"),
    }
}
