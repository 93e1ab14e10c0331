//! `surmise compare`: are two LTSs the same, and if not, what shows it?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use surmise::conformance::{TreeReport, simulated};
use surmise::load::{self, Loaded};
use surmise::{Attempt, Name, Named};
use surmise_model::Context;
use surmise_verify::automata::{
    Bisimulation, Distinction, Observation, bisimilar, trace_equivalence, trace_inclusion,
};

use super::input;
use crate::answer::{Answer, Screen, Status};
use crate::arguments::InputArgs;
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::render::{BAD, GOOD, STRONG, tree};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  Do both have the same traces?
    surmise compare server.aut simplified.aut
  Is every trace of the first one of the second?
    surmise compare implementation.aut specification.aut --by inclusion
  Do they also make the same choices?
    surmise compare server.aut simplified.aut --by branching
  Can the second do whatever the first does, step by step, with the same probabilities?
    surmise compare implementation.prism specification.prism --by simulation
  Two processes of one model:
    surmise compare model.lts --left-process BUFFER --right-process TWOBUF";

/// Compare two LTSs, and show what tells them apart
///
/// Traces are compared without silent steps. A shortest trace that one of the two has and the other
/// has not, or that leads only one of them into the error state, is shown. The exit status is 1 if
/// they differ.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The first file; `-` is standard input
    #[arg(value_name = "LEFT")]
    left: PathBuf,
    /// The second file [default: the first, for another process of it]
    #[arg(value_name = "RIGHT", required_unless_present = "right_process")]
    right: Option<PathBuf>,
    /// The process of the first file, if it is an FSP model, instead of --process
    #[arg(long, value_name = "NAME")]
    left_process: Option<String>,
    /// The process of the second file, if it is an FSP model, instead of --process
    #[arg(long, value_name = "NAME")]
    right_process: Option<String>,
    /// What it means to be the same
    #[arg(long, visible_alias = "relation", value_parser = choice::<Relation>())]
    #[arg(default_value = "traces")]
    #[arg(value_name = "RELATION")]
    by: Relation,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What it means to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Relation {
    /// Both have the same traces.
    Traces,
    /// All traces of the left are traces of the right.
    Inclusion,
    /// They are strongly bisimilar.
    Strong,
    /// They are branching bisimilar.
    Branching,
    /// The right simulates the left.
    Simulation,
}

impl Named for Relation {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Traces, "traces", "Both have the same traces"),
        (Self::Inclusion, "inclusion", "All traces of the left are traces of the right"),
        (Self::Strong, "strong", "They are strongly bisimilar"),
        (
            Self::Branching,
            "branching",
            "They are branching bisimilar: silent steps that decide nothing do not count",
        ),
        (
            Self::Simulation,
            "simulation",
            "The right strongly simulates the left; both may have probabilities",
        ),
    ];
}

/// The result.
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    left: String,
    right: String,
    relation: Relation,
    related: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    /// What the right does not simulate.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<TreeReport>,
}

/// What tells them apart.
#[derive(Debug, Serialize)]
struct Difference {
    trace: Vec<Name>,
    left: &'static str,
    right: &'static str,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Compared> {
    if arguments.by == Relation::Simulation {
        return arguments
            .limits
            .within(session, |context, _| simulation(arguments, session, context));
    }
    arguments.limits.within(session, |context, _| {
        let mut loaded = Loaded::default();
        let mut read = |path: &Path, process: &Option<String>| {
            let input = match process {
                Some(process) => arguments.input.for_process(process),
                None => arguments.input.clone(),
            };
            input::component(path, &input, session, context, &mut loaded)
        };
        let (first, second) = (&arguments.left, arguments.right.as_ref());
        let second = second.unwrap_or(first);
        let left = read(first, &arguments.left_process)?;
        let right = read(second, &arguments.right_process)?;
        let (left, right) = (&left.lts, &right.lts);
        let (related, distinction) = match arguments.by {
            Relation::Inclusion => {
                let distinction = trace_inclusion(left, right, context)?;
                (distinction.is_none(), distinction)
            }
            Relation::Traces => {
                let distinction = trace_equivalence(left, right, context)?;
                (distinction.is_none(), distinction)
            }
            Relation::Strong | Relation::Branching | Relation::Simulation => {
                let by = match arguments.by {
                    Relation::Strong => Bisimulation::Strong,
                    _ => Bisimulation::Branching,
                };
                match bisimilar(left, right, by, context)? {
                    true => (true, None),
                    // A trace says it best, if there is one.
                    false => (false, trace_equivalence(left, right, context)?),
                }
            }
        };
        let difference =
            distinction.map(|distinction| Difference::new(&loaded.system, &distinction));
        Ok(Compared {
            left: named(first, arguments.left_process.as_deref()),
            right: named(second, arguments.right_process.as_deref()),
            relation: arguments.by,
            related,
            difference,
            tree: None,
        })
    })
}

/// Compares by simulation: both sides may have probabilities.
fn simulation(
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Compared> {
    let options = |process: &Option<String>| match process {
        Some(process) => arguments.input.for_process(process).options(),
        None => arguments.input.options(),
    };
    let (first, second) = (&arguments.left, arguments.right.as_ref().unwrap_or(&arguments.left));
    let (left, right) = (options(&arguments.left_process), options(&arguments.right_process));
    let sides = [(first.as_path(), &left), (second.as_path(), &right)];
    let mut asked = load::side_by_side(sides, &session.disk, context)?;
    session.remark_all(std::mem::take(&mut asked.loaded.remarks));
    let tree = simulated(&asked, context)?;
    Ok(Compared {
        left: named(first, arguments.left_process.as_deref()),
        right: named(second, arguments.right_process.as_deref()),
        relation: arguments.by,
        related: tree.is_none(),
        difference: None,
        tree,
    })
}

/// What is compared, as a user would say it.
fn named(path: &Path, process: Option<&str>) -> String {
    let file = path.display();
    process.map_or_else(|| file.to_string(), |process| format!("{file} {}", Name::from(process)))
}

impl Difference {
    fn new(system: &surmise_model::System, distinction: &Distinction) -> Self {
        let Distinction { trace, left, right } = distinction;
        let trace = trace.iter().map(|&action| Name::from(system.actions.name(action))).collect();
        Self { trace, left: observed(*left), right: observed(*right) }
    }
}

/// What a trace is to an LTS, in words.
fn observed(observation: Observation) -> &'static str {
    match observation {
        Observation::Absent => "does not have this trace",
        Observation::Safe => "has this trace",
        Observation::Error => "goes into its error state on this trace",
    }
}

impl Answer for Compared {
    fn status(&self) -> Status {
        if self.related { Status::Success } else { Status::Violated }
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        let Self { left, right, .. } = self;
        let style = if self.related { GOOD } else { BAD };
        let verdict = match (self.relation, self.related) {
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
        if let Some(found) = &self.tree {
            return tree::show(found, &["left".into()], &"right".into(), out);
        }
        let Some(difference) = &self.difference else {
            let by_choice = matches!(self.relation, Relation::Strong | Relation::Branching);
            return match by_choice && !self.related {
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
}
