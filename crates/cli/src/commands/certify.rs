//! `surmise certify`: is the certificate right?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use surmise_certify::{
    Accepted, AcceptedConformance, AcceptedFormula, CheckedPremise, Refusal, check,
    check_conformance, check_formula,
};
use surmise_model::certificate::Evidence;
use surmise_model::{Claim, Context, FormulaCertificate, System, Violation};

use surmise::check::{Wanted, choose};
use surmise::load::Formulated;
use surmise::{Attempt, Failure, Name, count, load};

use super::input::{self, AnyCertificate};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::InputArgs;
use crate::limits::LimitArgs;
use crate::render::{BAD, FAINT, GOOD, OPEN};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  A proof, found by learning, checked again by code that knows nothing of learning:
    surmise check model.lts --method learn --certificate proof.json
    surmise certify model.lts proof.json
  The property in a file of its own:
    surmise certify client.aut server.aut proof.json --property mutex.aut
  A probabilistic system and its specification:
    surmise certify sensor.prism proof.json --specification spec.prism
  A formula, which the certificate names:
    surmise check sensor.prism --property 'P<=0.01 [ F \"fail\" ]' --certificate proof.json
    surmise certify sensor.prism proof.json

Exit status: 0 the certificate is right, 1 it is not, 2 wrong usage or input, 3 undecided.";

/// Check a certificate against the models it is about, independently of whoever wrote it
///
/// Every premise of a proof is checked again, and every step of a counterexample, by slow and simple
/// code that shares nothing with the engines. docs/certificates.md explains the format.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "surmise certify [OPTIONS] <MODEL>... <CERTIFICATE>")]
pub(crate) struct Arguments {
    /// Files with the components, then the certificate; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A property, as for `surmise check`: only needed if it is in a file of its own, or if a formula
    /// is not to be taken from the certificate
    #[arg(short, long = "property", value_name = "NAME|FILE")]
    properties: Vec<String>,
    /// The specification that a certificate about conformance is about
    #[arg(short, long, value_name = "FILE", conflicts_with = "properties")]
    specification: Option<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub(crate) enum Certified {
    /// The certificate is right.
    Accepted {
        /// What it shows.
        shows: String,
        /// The premises of a proof.
        premises: Vec<Premise>,
    },
    /// It is not.
    Refused {
        /// What is wrong.
        reason: String,
        /// The premise that is false, if one is.
        premise: Option<String>,
        /// The trace that shows it.
        trace: Option<Vec<String>>,
    },
    /// A limit was reached before one could tell.
    Undecided {
        /// What is not known.
        reason: String,
    },
}

/// A premise that is true.
#[derive(Debug, Serialize)]
pub(crate) struct Premise {
    statement: String,
    states: u64,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Certified> {
    arguments.limits.within(session, |context, _| certify(arguments, session, context))
}

fn certify(arguments: &Arguments, session: &Session, context: &Context<'_>) -> Attempt<Certified> {
    let Some((certificate, models @ [_, ..])) = arguments.files.split_last() else {
        let help = "surmise certify model.lts certificate.json";
        return Err(Failure::usage_with_help("models and a certificate are needed", help));
    };
    if let Some(specification) = &arguments.specification {
        return conforms(models, specification, certificate, arguments, session, context);
    }
    let certificate = match input::any_certificate(certificate, session, context)? {
        AnyCertificate::Traces(certificate) => certificate,
        AnyCertificate::Formula(certificate) => {
            return has_formula(models, &certificate, arguments, session, context);
        }
    };
    let mut input = arguments.input.options();
    // What was chosen of the models when the certificate was written need not be chosen again.
    if let Some(subject) = &certificate.subject {
        if input.fsp.process.is_none() {
            input.fsp.process.clone_from(&subject.process);
        }
        if input.fsp.parameters.is_empty() {
            input.fsp.parameters.clone_from(&subject.parameters);
        }
    }
    let mut properties = arguments.properties.clone();
    let wanted = Wanted { properties: properties.clone(), deadlock: Some(false) };
    let models = wanted.models(models, &session.disk);
    let mut loaded = load::system(&models, &input, &session.disk, context)?;
    if let Some(property) = &certificate.property {
        let defined = loaded.contents.iter().flat_map(|content| &content.not_part);
        let is_defined = defined.clone().any(|name| *name == property.name);
        let is_wanted = properties.contains(&property.name);
        if is_defined && !is_wanted {
            properties.push(property.name.clone());
        }
    }
    if !properties.is_empty() {
        let wanted = Wanted { properties, deadlock: Some(false) };
        choose(&wanted, &mut loaded, &input, &session.disk, context)?;
    }
    session.remark_all(std::mem::take(&mut loaded.remarks));
    let system = &loaded.system;
    Ok(match check(system, &certificate, context) {
        Ok(accepted) => Certified::accepted(system, accepted),
        Err(refusal) => Certified::refused(*refusal),
    })
}

/// Checks a certificate about conformance.
fn conforms(
    models: &[PathBuf],
    specification: &Path,
    certificate: &Path,
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Certified> {
    let certificate = input::conformance_certificate(certificate, session, context)?;
    let options = arguments.input.options();
    let mut asked = load::specified(models, specification, &options, &session.disk, context)?;
    session.remark_all(std::mem::take(&mut asked.loaded.remarks));
    Ok(match check_conformance(&asked.loaded.system, &asked.specification, &certificate, context) {
        Ok(AcceptedConformance { conforms, premises }) => {
            let verb = if conforms { "conforms" } else { "does not conform" };
            let shows = format!("the system {verb} to {}", Name::from(&*asked.name));
            Certified::Accepted {
                shows,
                premises: premises.into_iter().map(Premise::new).collect(),
            }
        }
        Err(refusal) => Certified::refused(*refusal),
    })
}

/// Checks a certificate about a formula: the one that the user writes, or else the one that it names.
fn has_formula(
    models: &[PathBuf],
    certificate: &FormulaCertificate,
    arguments: &Arguments,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Certified> {
    let text = match &arguments.properties[..] {
        [] => &certificate.formula,
        [text] => text,
        _ => return Err(Failure::usage("--property: a certificate is about one formula")),
    };
    let options = arguments.input.options();
    let mut asked = load::formulated(models, text, &options, &session.disk, context)?;
    session.remark_all(std::mem::take(&mut asked.remarks));
    let Formulated { system, atoms, formula, .. } = &asked;
    Ok(match check_formula(system, atoms, &formula.negation, certificate, context) {
        Ok(AcceptedFormula { holds, premises }) => {
            let verb = if holds { "has" } else { "does not have" };
            Certified::Accepted {
                shows: format!("the system {verb} {}", Name::from(&*formula.text)),
                premises: premises.into_iter().map(Premise::new).collect(),
            }
        }
        Err(refusal) => Certified::refused(*refusal),
    })
}

impl Premise {
    fn new(CheckedPremise { statement, states }: CheckedPremise) -> Self {
        Self { statement, states }
    }
}

impl Certified {
    fn accepted(system: &System, accepted: Accepted) -> Self {
        let shows = match &accepted.evidence {
            Evidence::Proof(proof) => match proof.claim {
                Claim::Property(id) => {
                    format!("property {} holds", Name::from(system.property(id).name.as_str()))
                }
                Claim::NoError => "no component reaches an error of its own".to_owned(),
                Claim::NoDeadlock => "there is no deadlock".to_owned(),
            },
            Evidence::Counterexample(counterexample) => match counterexample.violation {
                Violation::Property(id) => {
                    format!("property {} is violated", Name::from(&*system.property(id).name))
                }
                Violation::Error(id) => {
                    format!("{} reaches its error state", Name::from(&*system.component(id).name))
                }
                Violation::Deadlock => "there is a deadlock".to_owned(),
            },
        };
        Self::Accepted {
            shows,
            premises: accepted.premises.into_iter().map(Premise::new).collect(),
        }
    }

    fn refused(refusal: Refusal) -> Self {
        let reason = refusal.to_string();
        match refusal {
            Refusal::Limit { .. } => Self::Undecided { reason },
            Refusal::Premise { statement, trace, .. } => {
                Self::Refused { reason, premise: Some(statement), trace: Some(trace) }
            }
            Refusal::Invariant { statement, .. } => {
                Self::Refused { reason, premise: Some(statement), trace: None }
            }
            _ => Self::Refused { reason, premise: None, trace: None },
        }
    }
}

impl Answer for Certified {
    fn status(&self) -> Status {
        match self {
            Self::Accepted { .. } => Status::Success,
            Self::Refused { .. } => Status::Violated,
            Self::Undecided { .. } => Status::Undecided,
        }
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        match self {
            Self::Accepted { shows, premises } => {
                writeln!(out, "{GOOD}accepted{GOOD:#}: {shows}")?;
                for Premise { statement, states } in premises {
                    let states = count(*states, "state");
                    writeln!(out, "  {statement}  {FAINT}({states}){FAINT:#}")?;
                }
                Ok(())
            }
            Self::Refused { reason, .. } => writeln!(out, "{BAD}refused{BAD:#}: {reason}"),
            Self::Undecided { reason } => writeln!(out, "{OPEN}undecided{OPEN:#}: {reason}"),
        }
    }
}
