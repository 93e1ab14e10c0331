//! What a comparison shows.

use std::io::{self, Write};

use surmise::{Compared, Relation};

use super::{BAD, GOOD, STRONG, tree};

/// Whether two LTSs are the same, and what tells them apart.
pub(crate) fn show(compared: &Compared, out: &mut dyn Write) -> io::Result<()> {
    let Compared { left, right, .. } = compared;
    let style = if compared.related { GOOD } else { BAD };
    let verdict = match (compared.relation, compared.related) {
        (Relation::Traces, true) => "the traces are the same",
        (Relation::Traces, false) => "the traces differ",
        (Relation::Inclusion, true) => "the traces are included",
        (Relation::Inclusion, false) => "the traces are not included",
        (Relation::Strong, true) => "strongly bisimilar",
        (Relation::Strong, false) => "not strongly bisimilar",
        (Relation::Branching, true) => "branching bisimilar",
        (Relation::Branching, false) => "not branching bisimilar",
        (Relation::Simulation, true) => "the second simulates the first",
        (Relation::Simulation, false) => "the second does not simulate the first",
    };
    writeln!(out, "{STRONG}{left}, {right}{STRONG:#}: {style}{verdict}{style:#}")?;
    if let Some(found) = &compared.tree {
        return tree::show(found, &["left".into()], &"right".into(), out);
    }
    let Some(difference) = &compared.difference else {
        let by_choice = matches!(compared.relation, Relation::Strong | Relation::Branching);
        return match by_choice && !compared.related {
            true => {
                writeln!(out, "They have the same traces; what differs is when they choose.")
            }
            false => Ok(()),
        };
    };
    match difference.trace.is_empty() {
        true => writeln!(out, "Already before the first action:")?,
        false => writeln!(out, "A shortest trace that tells them apart:")?,
    }
    for action in &difference.trace {
        writeln!(out, "\t{action}")?;
    }
    writeln!(out, "  {left} {}", difference.left)?;
    writeln!(out, "  {right} {}", difference.right)
}
