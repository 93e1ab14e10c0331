//! Certificates in files.

use std::path::Path;

use surmise_model::certificate::conformance::CONFORMANCE_FORMAT;
use surmise_model::certificate::formula::FORMULA_FORMAT;
use surmise_model::certificate::{FORMAT, ReadError};
use surmise_model::{Certificate, ConformanceCertificate, Context, FormulaCertificate};

use crate::desk::Desk;
use crate::{Attempt, Failure, Source};

/// What a certificate takes in memory, at the worst, for each byte of its text.
const MEMORY_PER_BYTE: u64 = 20;

/// A certificate.
pub(crate) enum AnyCertificate {
    /// About traces or deadlock.
    Traces(Certificate),
    /// About conformance.
    Conformance(ConformanceCertificate),
    /// About a formula.
    Formula(FormulaCertificate),
}

/// Reads a certificate, whatever it is about.
pub(crate) fn read(path: &Path, desk: Desk<'_>) -> Attempt<AnyCertificate> {
    let read = |text: &[u8], context: &Context<'_>| match Certificate::read(text, context) {
        Err(ReadError::Format(format)) if format == FORMULA_FORMAT => {
            FormulaCertificate::read(text, context).map(AnyCertificate::Formula)
        }
        Err(ReadError::Format(format)) if format == CONFORMANCE_FORMAT => {
            ConformanceCertificate::read(text, context).map(AnyCertificate::Conformance)
        }
        read => read.map(AnyCertificate::Traces),
    };
    read_by(path, read, desk)
}

/// Reads a certificate about traces or deadlock.
pub(crate) fn of_traces(path: &Path, desk: Desk<'_>) -> Attempt<Certificate> {
    read_by(path, Certificate::read, desk)
}

fn read_by<C>(
    path: &Path,
    read: impl Fn(&[u8], &Context<'_>) -> Result<C, ReadError>,
    desk: Desk<'_>,
) -> Attempt<C> {
    let source = Source::open(path, desk.files(), desk.context)?;
    let text = source.bytes(desk.context)?;
    desk.context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    read(&text, desk.context).map_err(|error| match error {
        ReadError::Stopped(stop) => stop.into(),
        ReadError::Format(format)
            if [FORMAT, CONFORMANCE_FORMAT, FORMULA_FORMAT].contains(&&*format) =>
        {
            let message = format!("{}: {}", source.name, ReadError::Format(format));
            Failure::usage_with_help(message, "it shows no trace")
        }
        error => Failure::usage(format!("{}: {error}", source.name)),
    })
}
