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
    /// Write the proof or counterexample for `surmise certify`
    ///
    /// If there are several verdicts, each gets a file of its own, with its name before the
    /// extension.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write the counterexample
    ///
    /// If there are several, files are named as those of certificates. It is a certificate, or a
    /// trace in the Informal Trace Format if the name ends with .itf.json; with --specification it
    /// is a tree as .svg, .dot, .json, .prism or .aut.
    #[arg(long, value_name = "FILE")]
    counterexample: Option<PathBuf>,
    /// Write or draw the assumptions
    ///
    /// The formats are .lts, .aut, .json, .svg and .dot, or .rs, .py and .c for programs that
    /// watch a stream of actions. These are the assumptions of proofs, or
    /// those that a `quotient` without a verdict has found so far. If there are several, A1, A2, …
    /// is put before the extension.
    #[arg(long, value_name = "FILE", value_parser = lts_file)]
    assumptions: Option<PathBuf>,
    /// Confirm every verdict by the independent checker
    #[arg(long, env = "SURMISE_SELF_CHECK", hide_env_values = true)]
    #[arg(value_parser = FalseyValueParser::new())]
    self_check: bool,
}

/// The name of a file whose extension tells the format of an LTS.
fn lts_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match FileFormat::of(&path) {
        Some(_) => Ok(path),
        None => {
            Err("the extension has to be .svg, .dot, .lts, .aut, .json, .rs, .py or .c".to_owned())
        }
    }
}

impl EvidenceArgs {
    /// Whether no evidence is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        let files = [&self.certificate, &self.counterexample, &self.assumptions];
        files.iter().all(|file| file.is_none()) && !self.self_check
    }

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
