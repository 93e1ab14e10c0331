//! `surmise certify`: is the certificate right?

use std::path::PathBuf;

use clap::Args;
use surmise::{Attempt, Certify, Failure};

use crate::arguments::InputArgs;
use crate::limits::LimitArgs;
use crate::render::Told;
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
  A number, with a bound of every state that one step confirms:
    surmise check die.prism --prob 'P=? [ F \"six\" ]' --certificate six.json
    surmise certify die.prism six.json

Exit status: 0 the certificate is right, 1 it is not, 2 wrong usage or input, 3 undecided.";

/// Check a certificate against the models it is about, independently of whoever wrote it
///
/// Every premise of a proof is checked again, and every step of a counterexample, by slow and
/// simple code that shares nothing with the engines. docs/certificates.md explains the format.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "surmise certify [OPTIONS] <MODEL>... <CERTIFICATE>")]
pub(crate) struct Arguments {
    /// Files with the components, then the certificate; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A property, as for `surmise check`: needed only if it is in a file of its own, or if a
    /// formula should not be taken from the certificate
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

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Told> {
    let Some((certificate, models @ [_, ..])) = arguments.files.split_last() else {
        let help = "surmise certify model.lts certificate.json";
        return Err(Failure::usage_with_help("models and a certificate are needed", help));
    };
    let question = Certify {
        models: models.to_vec(),
        input: arguments.input.options(),
        certificate: certificate.clone(),
        properties: arguments.properties.clone(),
        specification: arguments.specification.clone(),
    };
    Told::ask(question, &arguments.limits, session)
}
