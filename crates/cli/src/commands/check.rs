//! `surmise check`: does the system have the property?

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use surmise::check::{self, Answer as Answered, Wanted, choose, questions};
use surmise::formula::is_formula;
use surmise::load;
use surmise::report::{CheckReport, ClaimReport, OutcomeReport, VerdictReport};
use surmise::{Attempt, Failure, Name, Named, Remark, warning};
use surmise_model::{Claim, Context, Outcome, System};
use surmise_verify::vacuity::vacuity;

use super::conformance::{ConformanceArgs, Conformed};
use super::evidence::{EvidenceArgs, Several};
use super::formula::{self, Formulas, Wishes};
use super::given::{Given, given};
use super::plot::Recorder;
use super::probability::{Computed, ProbabilityArgs};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::{InputArgs, MethodArgs};
use crate::choice::choice;
use crate::limits::{Clock, LimitArgs};
use crate::render::{self, TraceStyle};
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
    #[command(flatten)]
    conformance: ConformanceArgs,
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

/// The verdicts.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    #[serde(flatten)]
    report: CheckReport,
    #[serde(skip)]
    trace: TraceStyle,
    #[serde(skip)]
    ignore_unchecked: bool,
}

/// What a check says: verdicts of claims, whether an assumption is kept, whether a specification or a formula is, or
/// probabilities.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Judged {
    Claims(Checked),
    Given(Given),
    Conformance(Box<Conformed>),
    Formulas(Formulas),
    Probabilities(Computed),
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Judged> {
    let Arguments { models, probability, input, ignore_unchecked, .. } = arguments;
    let Arguments { conformance, method, evidence, .. } = arguments;
    arguments.limits.within(session, |context, clock| match &arguments.given {
        Some(file) => given(file, models, &input.options(), session, context).map(Judged::Given),
        None if probability.probabilities.is_empty() => {
            match conformance.check(models, method, evidence, input, session, context)? {
                Some(conformed) => Ok(Judged::Conformance(Box::new(conformed))),
                None => of_properties(arguments, session, context, clock),
            }
        }
        None => probability
            .compute(models, input, *ignore_unchecked, session, context, clock)
            .map(Judged::Probabilities),
    })
}

/// Checks formulas of a probabilistic system, or else claims.
fn of_properties(
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
    clock: &Clock,
) -> Attempt<Judged> {
    let Arguments { models, properties, method, evidence, input, .. } = arguments;
    match properties.iter().any(|property| is_formula(property)) {
        false => plotted(arguments, session, context, clock).map(Judged::Claims),
        true if arguments.deadlock || arguments.plot.is_some() => {
            Err(Failure::usage("--deadlock and --plot mean nothing beside a formula"))
        }
        true => {
            let wishes = Wishes { method, evidence, input };
            let found = formula::check(models, properties, &wishes, session, context, clock)?;
            Ok(Judged::Formulas(found))
        }
    }
}

/// Checks claims, and draws how an assumption shrank if that is wanted.
fn plotted(
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
    clock: &Clock,
) -> Attempt<Checked> {
    let Some(path) = &arguments.plot else { return check(arguments, session, context, clock) };
    session.disk.refuse_inputs([path.as_path()])?;
    let recorder = Recorder::new(context.observer);
    let recorded = Context { observer: &recorder, ..*context };
    let checked = check(arguments, session, &recorded, clock)?;
    recorder.draw(path, session)?;
    Ok(checked)
}

fn check(
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
    clock: &Clock,
) -> Attempt<Checked> {
    let method = arguments.method.method()?;
    let mut options = arguments.method.options(arguments.plot.is_some());
    options.refuse_unknown(method)?;
    arguments.evidence.refuse(method)?;
    let input = arguments.input.options();
    let mut properties = arguments.properties.clone();
    if !properties.is_empty() {
        properties.extend(input.properties());
    }
    let wanted = Wanted {
        properties,
        deadlock: match (arguments.deadlock, arguments.no_deadlock) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        },
    };
    let models = wanted.models(&arguments.models, &session.disk);
    let mut loaded = load::system(&models, &input, &session.disk, context)?;
    let chosen = choose(&wanted, &mut loaded, &input, &session.disk, context)?;
    let assume = &arguments.method.assume;
    options.given = check::given(assume, &mut loaded, &input, &session.disk, context)?;
    options.refuse_unknown(method)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    session.remark_all(check::hints(&loaded.system).into_iter().map(Remark::bare));
    if chosen.claims.is_empty() {
        return Err(Failure::usage("there is nothing to check"));
    }
    let labels = chosen.claims.iter().map(|&claim| ClaimReport::new(&loaded.system, claim));
    let labels: Vec<ClaimReport> = labels.collect();
    arguments.evidence.refuse_inputs(&labels, session)?;
    let questions = questions(&loaded.system, &chosen.claims, method);
    let mut answers: Vec<Answered> = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let ask = |context: &Context<'_>| question.answer(&loaded.system, &options, context);
        answers.extend(clock.share(questions.len() - index, context, ask)?);
    }
    // What comes first in a report; claims that are equal in that keep their order.
    answers.sort_by_key(Answered::rank);
    let mut report = CheckReport::new(&loaded, &chosen, method.name());
    let several = Several {
        claims: chosen.claims.len() > 1,
        with_assumptions: answers.iter().filter(|answer| !answer.assumptions().is_empty()).count()
            > 1,
    };
    for mut answer in answers {
        let evidence = arguments.evidence.take(&loaded, several, &mut answer, session, context)?;
        warn_if_vacuous(&loaded.system, &answer, session, context);
        report.verdicts.push(VerdictReport::new(&loaded.system, &answer, evidence)?);
    }
    Ok(Checked { report, trace: arguments.trace, ignore_unchecked: arguments.ignore_unchecked })
}

fn warn_if_vacuous(system: &System, answer: &Answered, session: &Session, context: &Context<'_>) {
    let id = match answer.claim {
        Claim::Property(id) => id,
        Claim::NoError | Claim::NoDeadlock => return,
    };
    if let Outcome::Holds(_) = &answer.report.outcome
        && !system.components.is_empty()
        && let Some(vacuity) = vacuity(system, id, context)
    {
        let name = Name::from(system.property(id).name.as_str());
        session.remark(Remark::bare(warning(format!("property {name} holds, but {vacuity}"))));
    }
}

impl Answer for Judged {
    fn status(&self) -> Status {
        match self {
            Self::Claims(checked) => checked.status(),
            Self::Probabilities(computed) => computed.status(),
            Self::Given(given) => given.status(),
            Self::Conformance(conformed) => conformed.status(),
            Self::Formulas(formulas) => formulas.status(),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        match self {
            Self::Claims(checked) => checked.show(out, screen),
            Self::Probabilities(computed) => computed.show(out, screen),
            Self::Given(given) => given.show(out, screen),
            Self::Conformance(conformed) => conformed.show(out, screen),
            Self::Formulas(formulas) => formulas.show(out, screen),
        }
    }
}

impl Answer for Checked {
    fn status(&self) -> Status {
        let status = |verdict: &VerdictReport| match verdict.outcome {
            OutcomeReport::Holds { .. } => Status::Success,
            OutcomeReport::Violated { .. } => Status::Violated,
            OutcomeReport::Undecided { .. } => Status::Undecided,
        };
        let statuses = || self.report.verdicts.iter().map(status);
        let unchecked = self.report.unchecked.iter().any(|unchecked| unchecked.is_claim);
        // A violation is a fact, whatever else is undecided.
        match statuses().any(|status| status == Status::Violated) {
            true => Status::Violated,
            false if unchecked && !self.ignore_unchecked => Status::Undecided,
            false => statuses().max().unwrap_or(Status::Success),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        render::check::show(&self.report, self.trace, out, screen)
    }
}
