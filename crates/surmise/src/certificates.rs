//! Certificates in files.

use std::path::Path;

use surmise_model::Certificate;
use surmise_model::certificate::{AnyCertificate, ReadError};

use crate::desk::Desk;
use crate::{Attempt, Failure, Source};

/// What a certificate takes in memory, at the worst, for each byte of its text.
const MEMORY_PER_BYTE: u64 = 20;

/// Reads a certificate, whatever it is about.
pub(crate) fn read(path: &Path, desk: Desk<'_>) -> Attempt<AnyCertificate> {
    let source = Source::open(path, desk.files(), desk.context)?;
    let text = source.bytes(desk.context)?;
    desk.context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    AnyCertificate::read(&text, desk.context).map_err(|error| match error {
        ReadError::Stopped(stop) => stop.into(),
        error => Failure::usage(format!("{}: {error}", source.name)),
    })
}

/// Reads a certificate about traces or deadlock.
pub(crate) fn of_traces(path: &Path, desk: Desk<'_>) -> Attempt<Certificate> {
    match read(path, desk)? {
        AnyCertificate::Claim(certificate) => Ok(certificate),
        other => {
            let message = format!("{}: {}", path.display(), other.unexpected());
            Err(Failure::usage_with_help(message, "it shows no trace"))
        }
    }
}
