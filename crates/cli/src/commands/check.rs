//! `surmise check`: does the system have the property?

use std::path::{Path, PathBuf};

use clap::Args;
use surmise::check::Wanted;
use surmise::conformance::EngineKind;
use surmise::formula::is_formula;
use surmise::{Attempt, Check, Conform, Failure, Keep, Measure, Named, Question, Satisfy};

use crate::arguments::{EvidenceArgs, InputArgs, MethodArgs};
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::render::{Told, TraceStyle};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  Everything that a model declares: its properties, its error states, deadlock:
    surmise check model.lts
  Two components and a property, each an .aut file:
    surmise check client.aut server.aut --property mutex.aut
  One property, and deadlock, too; within limits, for a program:
    surmise check model.lts --property MUTEX --deadlock --timeout 60s --memory 4GiB --format json
  With a proof or a counterexample that can be checked independently:
    surmise check client.aut server.aut --property mutex.aut --certificate mutex.json
    surmise certify client.aut server.aut mutex.json --property mutex.aut
  Components with probabilities against a specification, by assumptions about them:
    surmise check sensor.prism --specification spec.prism --method agar --certificate proof.json
  A formula of a PRISM model, by assumptions about its modules:
    surmise check sensor.prism --property 'P<=0.01 [ !\"off\" U \"lost\" ]' --method agar
  A probability of a PRISM model, and whether another is small enough:
    surmise check protocol.prism --const N=3 --prob 'Pmax=? [ F \"done\" ]'
    surmise check protocol.prism --const N=3 --prob 'P<=0.01 [ F \"lost\" ]'

Exit status: 0 all of it holds, 1 something is violated, 2 wrong usage or input, 3 something is
undecided, or was declared and cannot be checked yet.";

/// Check properties of components that run side by side
///
/// Components synchronise on the actions that their alphabets share. A property is an LTS that
/// allows the traces it has; actions that are not in its alphabet do not concern it. Without
/// --property, all properties of the model are checked, that no component reaches its own error
/// state, and that there is no deadlock, like LTSA's safety check. Every claim has a verdict of its
/// own; the shortest counterexample comes first.
///
/// In reports, π is the error state, τ (`tau`) a step that nobody sees, ⟨A⟩ M ⟨P⟩ says that M has the
/// property P wherever A is kept, and a `'` behind a name tells an action apart that would otherwise
/// have the name of another.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Check this property: the name of one in the models, or a file; or, of a PRISM model, a formula of
    /// weak-safety pCTL, `P<=0.01 [ F "fail" ]`; can be repeated
    #[arg(short, long = "property", value_name = "NAME|FILE|FORMULA")]
    properties: Vec<String>,
    /// Check that there is no deadlock, also if properties are named
    #[arg(short, long, overrides_with = "no_deadlock")]
    deadlock: bool,
    /// Do not look for deadlocks
    #[arg(long)]
    no_deadlock: bool,
    /// Exit with 0 although the model declares what cannot be checked yet
    #[arg(long)]
    ignore_unchecked: bool,
    /// How to show a counterexample
    #[arg(long, value_parser = choice::<TraceStyle>(), default_value = TraceStyle::Lanes.name())]
    #[arg(value_name = "STYLE")]
    trace: TraceStyle,
    /// Check only that components keep to an assumption in a file, which was made about all of them or
    /// about those that are named: by simulation or else by inclusion of traces
    #[arg(long, value_name = "[NAME,…=]FILE", conflicts_with_all = ["properties", "deadlock"])]
    given: Option<String>,
    /// Check that the system, which may have probabilities, conforms to the one in this file: that it
    /// is strongly simulated by it. What the specification does not speak about may happen at any time
    #[arg(short, long, value_name = "FILE", conflicts_with_all = BESIDE_SPECIFICATION)]
    specification: Option<PathBuf>,
    /// Write the question, about the whole system, for an SMT solver: `sat` means that it conforms
    #[arg(long, value_name = "FILE.smt2", requires = "specification")]
    smt: Option<PathBuf>,
    /// Who decides simulations [default: flow]
    #[arg(long, value_parser = choice::<EngineKind>(), value_name = "ENGINE")]
    #[arg(requires = "specification")]
    engine: Option<EngineKind>,
    #[command(flatten)]
    method: MethodArgs,
    /// Draw the size of the assumption over the steps of refinement (`quotient` with --labels modal)
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    probability: ProbabilityArgs,
    #[command(flatten)]
    evidence: EvidenceArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What the arguments of a check cannot have beside a specification.
const BESIDE_SPECIFICATION: &[&str] =
    &["properties", "deadlock", "no_deadlock", "trace", "given", "probabilities", "assume", "plot"];

/// What they cannot have beside a probability.
const BESIDE_PROBABILITIES: &[&str] = &[
    "properties",
    "deadlock",
    "no_deadlock",
    "method",
    "trace",
    "certificate",
    "counterexample",
    "assumptions",
];

/// Which probabilities to compute.
#[derive(Debug, Args)]
#[command(next_help_heading = "Probabilities")]
struct ProbabilityArgs {
    /// Compute a probability of a PRISM model, or compare it with a bound: `Pmax=? [ F "goal" ]`,
    /// `P<=0.01 [ !a U b ]`, or a file of such properties; can be repeated
    #[arg(long = "prob", value_name = "PROPERTY|FILE", conflicts_with_all = BESIDE_PROBABILITIES)]
    probabilities: Vec<String>,
    /// How close the bounds should be where a probability is not computed exactly [default: 1e-10]
    #[arg(long, value_name = "NUMBER", value_parser = precision, requires = "probabilities")]
    precision: Option<f64>,
}

fn precision(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1.0 => Ok(number),
        _ => Err("write a number between 0 and 1, for example 1e-6".into()),
    }
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let question = arguments.question()?;
    Ok(Told::ask(question, &arguments.limits, session)?.in_style(arguments.trace))
}

impl Arguments {
    /// What is asked: it follows from which arguments there are.
    fn question(&self) -> Attempt<Question> {
        if let Some(given) = &self.given {
            return Ok(self.keep(given).into());
        }
        if let Some(specification) = &self.specification {
            return Ok(self.conform(specification)?.into());
        }
        if !self.probability.probabilities.is_empty() {
            return Ok(self.measure().into());
        }
        match self.properties.iter().any(|property| is_formula(property)) {
            false => Ok(self.check()?.into()),
            true if self.deadlock || self.plot.is_some() => {
                Err(Failure::usage("--deadlock and --plot mean nothing beside a formula"))
            }
            true => Ok(self.satisfy()?.into()),
        }
    }

    fn check(&self) -> Attempt<Check> {
        Ok(Check {
            models: self.models.clone(),
            input: self.input.options(),
            wanted: Wanted {
                properties: (!self.properties.is_empty()).then(|| self.properties.clone()),
                errors: None,
                deadlock: match (self.deadlock, self.no_deadlock) {
                    (true, _) => Some(true),
                    (false, true) => Some(false),
                    (false, false) => None,
                },
            },
            method: Some(self.method.method()?),
            options: self.method.options(),
            assume: self.method.assume.clone(),
            evidence: self.evidence.options(),
            plot: self.plot.clone(),
            ignore_unchecked: self.ignore_unchecked,
        })
    }

    /// An assumption in a file, and about whom it is: all components, or those before a `=`.
    fn keep(&self, given: &str) -> Keep {
        let (about, assumption) = match given.split_once('=') {
            Some((names, file)) if !Path::new(given).exists() => {
                (names.split(',').map(|name| name.trim().to_owned()).collect(), file)
            }
            _ => (Vec::new(), given),
        };
        Keep {
            models: self.models.clone(),
            input: self.input.options(),
            assumption: assumption.into(),
            about,
        }
    }

    fn conform(&self, specification: &Path) -> Attempt<Conform> {
        Ok(Conform {
            models: self.models.clone(),
            input: self.input.options(),
            specification: specification.to_owned(),
            method: self.method.conformance()?,
            options: self.method.options(),
            engine: self.engine.unwrap_or_default(),
            smt: self.smt.clone(),
            evidence: self.evidence.options(),
        })
    }

    fn satisfy(&self) -> Attempt<Satisfy> {
        Ok(Satisfy {
            models: self.models.clone(),
            input: self.input.options(),
            formulas: self.properties.clone(),
            method: self.method.conformance()?,
            options: self.method.options(),
            evidence: self.evidence.options(),
        })
    }

    fn measure(&self) -> Measure {
        Measure {
            models: self.models.clone(),
            input: self.input.options(),
            properties: self.probability.probabilities.clone(),
            precision: self.probability.precision,
            ignore_left_out: self.ignore_unchecked,
        }
    }
}
