//! A stochastic tree on the terminal: a line for each node, with the probability of getting there,
//! and under it what happens and what the specification cannot match, or what of a formula holds
//! there.

use std::io::{self, Write};

use surmise::conformance::{MatchReport, NodeReport, RefutationReport, StepReport, TreeReport};
use surmise::{Name, join};

use super::{BAD, FAINT, STRONG};

/// More lines than these need not be read.
const MOST_LINES: usize = 80;

/// Shows a tree from its root. A subtree that was shown before is only named.
pub(crate) fn show(
    tree: &TreeReport,
    components: &[Name],
    specification: &Name,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut drawn = Drawn {
        tree,
        components,
        specification,
        seen: vec![false; tree.nodes.len()],
        lines: 0,
        out,
    };
    drawn.node(0, "", "  ", "  ")?;
    let left = drawn.seen.iter().filter(|seen| !**seen).count();
    match left {
        0 => Ok(()),
        _ => writeln!(out, "  {FAINT}… {left} more nodes: --format json has them all{FAINT:#}"),
    }
}

struct Drawn<'a> {
    tree: &'a TreeReport,
    components: &'a [Name],
    specification: &'a Name,
    seen: Vec<bool>,
    lines: usize,
    out: &'a mut dyn Write,
}

impl Drawn<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.lines += 1;
        writeln!(self.out, "{text}")
    }

    /// Shows a node: how one gets there, in the first line; what is indented, in the others.
    fn node(&mut self, index: usize, by: &str, first: &str, others: &str) -> io::Result<()> {
        let NodeReport { states, transitions, refuted, holds, probability } =
            &self.tree.nodes[index];
        let states = self.components.iter().zip(states);
        let states: Vec<String> = states.map(|(name, state)| format!("{name} {state}")).collect();
        let mut states = states.join(", ");
        if !holds.is_empty() {
            states += &format!(" {BAD}{}{BAD:#}", join(holds, ", "));
        }
        if std::mem::replace(&mut self.seen[index], true) && !transitions.is_empty() {
            return self
                .line(format_args!("{first}{by}{states} {FAINT}as node {index} above{FAINT:#}"));
        }
        let number = if transitions.is_empty() {
            String::new()
        } else {
            format!("{FAINT}{index}:{FAINT:#} ")
        };
        let from_here = match probability.as_deref().filter(|_| !transitions.is_empty()) {
            Some(probability) => format!(" {FAINT}from here {probability}{FAINT:#}"),
            None => String::new(),
        };
        self.line(format_args!("{first}{by}{number}{states}{from_here}"))?;
        for (place, step) in transitions.iter().enumerate() {
            if self.lines >= MOST_LINES {
                return Ok(());
            }
            let is_last = place + 1 == transitions.len();
            let (start, indent) = if is_last { ("└ ", "  ") } else { ("├ ", "│ ") };
            let StepReport { action, by, branches } = step;
            self.line(format_args!(
                "{others}{start}{STRONG}{action}{STRONG:#} {FAINT}by {}{FAINT:#}",
                join(by, ", ")
            ))?;
            let inner = format!("{others}{indent}");
            for refutation in refuted.iter().filter(|refutation| refutation.transition == place) {
                self.refutation(refutation, step, &inner)?;
            }
            for (place, branch) in branches.iter().enumerate() {
                let is_last = place + 1 == branches.len();
                let (start, indent) = if is_last { ("└ ", "  ") } else { ("├ ", "│ ") };
                let by = match &*branch.probability {
                    "1" => String::new(),
                    probability => format!("{STRONG}{probability}{STRONG:#} "),
                };
                let (first, others) = (format!("{inner}{start}"), format!("{inner}{indent}"));
                self.node(branch.node, &by, &first, &others)?;
            }
        }
        Ok(())
    }

    fn refutation(
        &mut self,
        refutation: &RefutationReport,
        step: &StepReport,
        indent: &str,
    ) -> io::Result<()> {
        let RefutationReport { state, matches, .. } = refutation;
        let (name, action) = (self.specification, &step.action);
        if matches.is_empty() {
            return self.line(format_args!("{indent}{BAD}✗{BAD:#} {name} {state} cannot {action}"));
        }
        for (place, found) in matches.iter().enumerate() {
            let MatchReport { witness, probability, matched } = found;
            let which =
                if matches.len() == 1 { String::new() } else { format!(" (way {})", place + 1) };
            if matched == "0" {
                let line = format_args!(
                    "{indent}{BAD}✗{BAD:#} {name} {state} can {action}{which}, but not what follows"
                );
                self.line(line)?;
                continue;
            }
            let branches: Vec<String> =
                witness.iter().map(|place| (place + 1).to_string()).collect();
            let what = match &*branches {
                [one] => format!("branch {one}"),
                several => format!("branches {}", several.join(", ")),
            };
            self.line(format_args!(
                "{indent}{BAD}✗{BAD:#} {name} {state} can {action}{which}, but {what} with {probability}, and it has {matched} to match"
            ))?;
        }
        Ok(())
    }
}
