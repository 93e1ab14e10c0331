//! What a comparison shows.

use std::io::{self, Write};

use surmise::{Compared, DistinguishingFormula, Relation, count};

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
    if compared.same_traces == Some(true) {
        writeln!(out, "They have the same traces; what differs is when they choose.")?;
    }
    if let Some(difference) = &compared.difference {
        match difference.trace.is_empty() {
            true => writeln!(out, "Already before the first action:")?,
            false => writeln!(out, "A shortest trace that tells them apart:")?,
        }
        for action in &difference.trace {
            writeln!(out, "\t{action}")?;
        }
        writeln!(out, "  {left} {}", difference.left)?;
        writeln!(out, "  {right} {}", difference.right)?;
    }
    let by_choice = matches!(compared.relation, Relation::Strong | Relation::Branching);
    match &compared.formula {
        Some(formula) => show_formula(compared, formula, out),
        None if by_choice && !compared.related => {
            writeln!(
                out,
                "No formula that says why is shown: it looks too far ahead, or there was no time."
            )
        }
        None => Ok(()),
    }
}

/// What is true of one of the two.
fn show_formula(
    compared: &Compared,
    formula: &DistinguishingFormula,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mut one, mut other) = (&compared.left, &compared.right);
    if formula.true_of == "right" {
        std::mem::swap(&mut one, &mut other);
    }
    writeln!(out, "This is true of {one}, and not of {other}:")?;
    for line in &formula.words {
        writeln!(out, "  {line}")?;
    }
    match &formula.formula {
        Some(written) => writeln!(out, "As a formula: {written}"),
        None => {
            let long = count(formula.operators, "operator");
            writeln!(out, "As a formula it is too long to be shown: {long}.")
        }
    }
}
