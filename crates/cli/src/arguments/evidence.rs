//! What is done with the evidence for a verdict.

use std::path::PathBuf;

use clap::Args;
use clap::builder::FalseyValueParser;
use surmise::write::FileFormat;
use surmise::{Confirm, EvidenceOptions};

/// What to do with the evidence.
#[derive(Debug, Args)]
#[command(next_help_heading = "Evidence")]
pub(crate) struct EvidenceArgs {
    /// Write the proof or the counterexample to a file that `surmise certify` checks; if there are
    /// several verdicts, to one file each, with their names before the extension
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write counterexamples to a file, in the same way: as a certificate, or in the Informal Trace
    /// Format if its name ends with .itf.json; with --specification, a tree as .svg, .dot, .json,
    /// .prism or .aut
    #[arg(long, value_name = "FILE")]
    counterexample: Option<PathBuf>,
    /// Write the assumptions of proofs, or those that a `quotient` without a verdict got to, to files,
    /// in the same way, with A1, A2, … before the extension if there are several: .svg and .dot draw
    /// them, .lts, .aut and .json tell them
    #[arg(long, value_name = "FILE", value_parser = lts_file)]
    assumptions: Option<PathBuf>,
    /// Let the independent checker confirm every verdict before it is reported
    #[arg(long, env = "SURMISE_SELF_CHECK", hide_env_values = true)]
    #[arg(value_parser = FalseyValueParser::new())]
    self_check: bool,
}

/// The name of a file whose extension tells the format of an LTS.
fn lts_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match FileFormat::of(&path) {
        Some(_) => Ok(path),
        None => Err("the extension has to be .svg, .dot, .lts, .aut or .json".to_owned()),
    }
}

impl EvidenceArgs {
    /// What was chosen.
    pub(crate) fn options(&self) -> EvidenceOptions {
        EvidenceOptions {
            certificate: self.certificate.clone(),
            counterexample: self.counterexample.clone(),
            assumptions: self.assumptions.clone(),
            confirm: self.self_check.then(Confirm::default),
        }
    }
}
