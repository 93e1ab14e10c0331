//! `surmise check`: does the system have the property?

use std::path::{Path, PathBuf};

use clap::Args;
use surmise::check::{Wanted, WantedTemporal};
use surmise::conformance::EngineKind;
use surmise::formula::is_formula;
use surmise::model::Fairness;
use surmise::{
    Attempt, Check, Conform, Describe, Failure, Keep, Measure, Named, Question, Satisfy,
    outside_brackets,
};

use crate::arguments::{EvidenceArgs, InputArgs, MethodArgs};
use crate::choice::choice;
use crate::limits::LimitArgs;
use crate::render::{Told, TraceStyle};
use crate::session::Session;

const MORE: &str = "\
All options and examples: `surmise help check`. Those of a method: `surmise help METHOD`.";

const EXAMPLES: &str = "\
`surmise help METHOD` shows the options of one method.

Examples:
  Everything that a model declares: its properties, its error states, deadlock:
    surmise check model.lts
  Two components and a property, each an .aut file:
    surmise check client.aut server.aut --property mutex.aut
  One property and deadlock, within limits, as JSON:
    surmise check model.lts --property MUTEX --deadlock --timeout 60s --memory 4GiB --format json
  A proof or a counterexample that can be checked independently:
    surmise check client.aut server.aut --property mutex.aut --certificate mutex.json
    surmise certify client.aut server.aut mutex.json --property mutex.aut
  Components with probabilities against a specification, using assumptions about them:
    surmise check sensor.prism --specification spec.prism --method agar --certificate proof.json
  A formula about a PRISM model, using assumptions about its modules:
    surmise check sensor.prism --property 'P<=0.01 [ !\"off\" U \"lost\" ]' --method agar
  What a PRISM model has, and all properties of a file:
    surmise check protocol.prism --const N=3
    surmise check protocol.prism protocol.props --const N=3
  A probability in it, an expected reward, and whether another probability is small enough:
    surmise check protocol.prism --const N=3 --property 'Pmax=? [ F \"done\" ]'
    surmise check protocol.prism --const N=3 --property 'R{\"time\"}max=? [ F \"done\" ]'
    surmise check protocol.prism --const N=3 --property 'P<=0.01 [ F \"lost\" ]'

Exit status: 0 everything holds, 1 something is violated, 2 wrong usage or input, 3 something is
undecided, or declared but cannot be checked yet.";

/// Check properties of components that run side by side
///
/// Components synchronise on the actions that their alphabets share. A property is an LTS that
/// allows the traces it has; it says nothing about actions outside its alphabet. Without
/// --property, everything is checked that LTSA's safety check covers: all properties of the model,
/// that no component reaches its own error state, and that there is no deadlock; and the progress
/// properties and assertions of the model. Every claim gets its own verdict; the shortest
/// counterexample comes first.
///
/// In reports, π is the error state, τ (`tau`) is an invisible step, and ⟨A⟩ M ⟨P⟩ means that M has
/// the property P in every environment that keeps A. A `'` after a name distinguishes an action
/// from another one of the same name.
#[derive(Debug, Args)]
#[command(after_help = MORE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input. A file of properties of a PRISM model
    /// (.props, .pctl) may stand beside it
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Check this property: its name, a file, or a formula
    ///
    /// For a PRISM model it is a property in PRISM's language, such as `P<=0.01 [ F "fail" ]`,
    /// `Rmin=? [ C<=10 ]` or `S=? [ x>1 ]`, which is computed on the whole model. With a method, or
    /// if evidence is asked for, it is a formula of weak-safety pCTL, and components are taken
    /// apart. Can be repeated.
    #[arg(short, long = "property", value_name = "PROPERTY")]
    properties: Vec<String>,
    /// Check for deadlock, even if properties are named
    #[arg(short, long, overrides_with = "no_deadlock")]
    deadlock: bool,
    /// Do not look for deadlocks
    #[arg(long, hide_short_help = true)]
    no_deadlock: bool,
    /// Exit with 0 even if the model declares something that cannot be checked yet
    #[arg(long, hide_short_help = true)]
    ignore_unchecked: bool,
    /// Say the assumptions of proofs in sentences
    #[arg(long)]
    explain: bool,
    /// Try what the last check found first, and keep what this one finds
    ///
    /// The folder keeps proofs and counterexamples. After an edit, a proof is tried first: its
    /// premises are checked again, and no assumptions have to be found. What is in the folder is
    /// not believed, whoever wrote it. Where $SURMISE_REUSE_KEY is a secret of 16 characters or
    /// more, premises about components that have not changed are not even checked again: they are
    /// sealed with it.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    reuse: Option<PathBuf>,
    /// How to show a counterexample
    #[arg(long, value_parser = choice::<TraceStyle>(), default_value = TraceStyle::Lanes.name())]
    #[arg(value_name = "STYLE", hide_short_help = true)]
    trace: TraceStyle,
    /// Check only that components keep this assumption
    ///
    /// The assumption is about all components, or about those that are named. It is checked by
    /// simulation, or failing that by inclusion of traces.
    #[arg(long, value_name = "[NAME,…=]FILE", conflicts_with_all = ["properties", "deadlock"])]
    #[arg(hide_short_help = true)]
    given: Option<String>,
    /// Check that the system conforms to this one
    ///
    /// That is, the system, which may have probabilities, is strongly simulated by the
    /// specification. Actions outside the alphabet of the specification may happen at any time.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = BESIDE_SPECIFICATION)]
    specification: Option<PathBuf>,
    /// Write the question about the whole system for an SMT solver: `sat` means that it conforms
    #[arg(long, value_name = "FILE.smt2", requires = "specification", hide_short_help = true)]
    smt: Option<PathBuf>,
    /// How to decide simulations [default: flow]
    #[arg(long, value_parser = choice::<EngineKind>(), value_name = "ENGINE")]
    #[arg(requires = "specification", hide_short_help = true)]
    engine: Option<EngineKind>,
    #[command(flatten)]
    method: MethodArgs,
    /// Draw the size of the assumption over the steps of refinement (with --labels modal)
    #[arg(long, value_name = "FILE.svg")]
    #[arg(help_heading = "Options of the method quotient", hide_short_help = true)]
    plot: Option<PathBuf>,
    #[command(flatten)]
    temporal: TemporalArgs,
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
const BESIDE_SPECIFICATION: &[&str] = &[
    "properties",
    "deadlock",
    "no_deadlock",
    "trace",
    "given",
    "probabilities",
    "assume",
    "plot",
    "explain",
    "reuse",
];

/// What they cannot have beside a probability.
const BESIDE_PROBABILITIES: &[&str] =
    &["deadlock", "no_deadlock", "method", "trace", "counterexample", "assumptions"];

/// Temporal properties, and how they are judged.
#[derive(Debug, Args)]
#[command(next_help_heading = "Temporal properties")]
struct TemporalArgs {
    /// Check this formula of linear temporal logic, or those of a file
    ///
    /// For example `[](request -> <> grant)`. Propositions are actions, sets of actions such as
    /// `{a, b}`, fluents, and states of components such as `client@2`; of a Promela program,
    /// expressions. `fluent F = <a, {b, c}>
    /// initially 0` defines a fluent for the formulas after it. A file has one of them on each
    /// line. Can be repeated.
    #[arg(long = "ltl", value_name = "FORMULA|FILE")]
    formulas: Vec<String>,
    /// Which runs are fair [default: choice for FSP, none for other languages]
    #[arg(long = "fair", value_name = "FAIRNESS", value_parser = choice::<Fairness>())]
    #[arg(hide_short_help = true)]
    fairness: Option<Fairness>,
    /// Check that every action happens again and again, as LTSA's default progress check
    #[arg(long, hide_short_help = true)]
    progress: bool,
}

/// Which probabilities to compute.
#[derive(Debug, Args)]
#[command(next_help_heading = "Probabilities")]
struct ProbabilityArgs {
    /// Compute a probability or a reward in a PRISM model
    ///
    /// Or compare it with a bound: for example `Pmax=? [ F "goal" ]` or `P<=0.01 [ !a U b ]`, or a
    /// file of such properties. Can be repeated.
    #[arg(long = "prob", value_name = "PROPERTY|FILE", conflicts_with_all = BESIDE_PROBABILITIES)]
    probabilities: Vec<String>,
    /// How close bounds should be, relative to the number, if it is not computed exactly [default:
    /// 1e-6]
    #[arg(long, value_name = "NUMBER", value_parser = precision)]
    #[arg(hide_short_help = true)]
    precision: Option<f64>,
    /// The precision is meant absolutely
    #[arg(long, hide_short_help = true)]
    absolute: bool,
    /// Compute numbers exactly, whatever that takes
    #[arg(long, hide_short_help = true, conflicts_with = "precision")]
    exact: bool,
    /// Write the numbers as a table, or draw them over a constant with several values (`--const
    /// N=1:10`)
    #[arg(long = "table", value_name = "FILE.csv|FILE.svg", hide_short_help = true)]
    tables: Vec<PathBuf>,
    /// Write how to choose so that the number is attained: the chain that is left, or the choices
    #[arg(long, value_name = "FILE.prism|FILE.json", hide_short_help = true)]
    strategy: Option<PathBuf>,
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
    let ProbabilityArgs { precision, absolute, exact, ref tables, ref strategy, .. } =
        arguments.probability;
    let of_numbers =
        precision.is_some() || absolute || exact || !tables.is_empty() || strategy.is_some();
    if of_numbers && !matches!(question, Question::Measure(_)) {
        let message = "--precision, --absolute, --exact, --table and --strategy are for numbers of \
                       a PRISM model";
        return Err(Failure::usage(message));
    }
    if arguments.reuse.is_some() && !matches!(question, Question::Check(_)) {
        let message = "--reuse is for checks of components without probabilities";
        return Err(Failure::usage(message));
    }
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
        let (models, files) = self.models_and_properties();
        if !self.probability.probabilities.is_empty() || !files.is_empty() {
            if !self.properties.iter().all(|property| is_formula(property)) {
                return Err(Failure::usage("--property names no formula beside probabilities"));
            }
            return Ok(self.measure(models, &files).into());
        }
        if self.asks_for_nothing() && self.input.is_prism(&models) {
            return Ok(Describe { models, input: self.input.options() }.into());
        }
        let formulas = self.properties.iter().any(|property| is_formula(property));
        // A number, or what is asked without a method or evidence, is computed on the whole model.
        let number = self.properties.iter().any(|property| property.contains("=?"));
        let plain = self.method.is_default() && self.evidence.is_empty();
        if formulas && (number || plain) && !self.deadlock && self.plot.is_none() {
            return Ok(self.measure(models, &files).into());
        }
        match formulas {
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
                temporal: WantedTemporal {
                    formulas: self.temporal.formulas.clone(),
                    fairness: self.temporal.fairness,
                    progress: self.temporal.progress,
                },
            },
            method: Some(self.method.method()?),
            options: self.method.options(),
            assume: self.method.assume.clone(),
            evidence: self.evidence.options(),
            plot: self.plot.clone(),
            ignore_unchecked: self.ignore_unchecked,
            explain: self.explain,
            reuse: self.reuse.clone(),
        })
    }

    /// An assumption in a file, and about whom it is: all components, or those before a `=`.
    fn keep(&self, given: &str) -> Keep {
        let names = outside_brackets(given, '=').next().unwrap_or_default();
        let (about, assumption) = match given[names.len()..].strip_prefix('=') {
            Some(file) if !Path::new(given).exists() => {
                (outside_brackets(names, ',').map(|name| name.trim().to_owned()).collect(), file)
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

    /// The models, and files of properties of a PRISM model that stand beside it.
    fn models_and_properties(&self) -> (Vec<PathBuf>, Vec<String>) {
        let is_properties = |path: &&PathBuf| {
            let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
            extension.is_some_and(|e| ["props", "prop", "pctl", "csl"].contains(&&*e))
        };
        let (files, models): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.models.iter().partition(is_properties);
        let files = files.into_iter().map(|path| path.display().to_string()).collect();
        (models.into_iter().cloned().collect(), files)
    }

    /// Whether nothing but a model is given.
    fn asks_for_nothing(&self) -> bool {
        self.properties.is_empty() && !self.deadlock && self.method.is_default()
    }

    fn measure(&self, models: Vec<PathBuf>, files: &[String]) -> Measure {
        let asked = [files, &self.properties, &self.probability.probabilities];
        Measure {
            models,
            input: self.input.options(),
            properties: asked.into_iter().flatten().cloned().collect(),
            precision: self.probability.precision,
            absolute: self.probability.absolute,
            exact: self.probability.exact,
            tables: self.probability.tables.clone(),
            strategy: self.probability.strategy.clone(),
            evidence: self.evidence.options(),
            ignore_left_out: self.ignore_unchecked,
        }
    }
}
