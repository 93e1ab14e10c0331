//! What is read for a command that checks nothing.

use std::path::{Path, PathBuf};

use surmise::load::{self, Either, Loaded};
use surmise::{Attempt, Failure, Source};
use surmise_model::certificate::conformance::CONFORMANCE_FORMAT;
use surmise_model::certificate::formula::FORMULA_FORMAT;
use surmise_model::certificate::{FORMAT, ReadError};
use surmise_model::{Certificate, Component, ConformanceCertificate, Context, FormulaCertificate};

use crate::arguments::InputArgs;
use crate::session::Session;

/// A file as one LTS over the actions of what is loaded already.
pub(super) fn component(
    model: &Path,
    input: &InputArgs,
    session: &Session,
    context: &Context<'_>,
    loaded: &mut Loaded,
) -> Attempt<Component> {
    let component = load::component(model, &input.options(), &session.disk, context, loaded)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    Ok(component)
}

/// What was read as one LTS, properties included.
pub(super) fn composed(
    loaded: Loaded,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<(Component, Loaded)> {
    let (component, mut loaded) = load::composed(loaded, context)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    Ok((component, loaded))
}

/// Files as one system, with or without probabilities.
pub(super) fn either(
    models: &[PathBuf],
    input: &InputArgs,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Either> {
    let mut loaded = load::either(models, &input.options(), &session.disk, context)?;
    let remarks = match &mut loaded {
        Either::Plain(loaded) => &mut loaded.remarks,
        Either::Probabilistic(loaded) => &mut loaded.remarks,
    };
    session.remark_all(std::mem::take(remarks));
    Ok(loaded)
}

/// What a certificate takes in memory, at the worst, for each byte of its text.
const MEMORY_PER_BYTE: u64 = 20;

/// A certificate about traces or deadlock.
pub(super) fn certificate(
    path: &Path,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Certificate> {
    read_certificate(path, Certificate::read, "it shows no trace", session, context)
}

/// A certificate that needs no specification.
pub(super) enum AnyCertificate {
    /// About traces or deadlock.
    Traces(Certificate),
    /// About a formula.
    Formula(FormulaCertificate),
}

/// A certificate that needs no specification, of either kind.
pub(super) fn any_certificate(
    path: &Path,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<AnyCertificate> {
    let read = |text: &[u8], context: &Context<'_>| match Certificate::read(text, context) {
        Err(ReadError::Format(format)) if format == FORMULA_FORMAT => {
            FormulaCertificate::read(text, context).map(AnyCertificate::Formula)
        }
        read => read.map(AnyCertificate::Traces),
    };
    read_certificate(path, read, "say which: --specification FILE", session, context)
}

/// A certificate about conformance.
pub(super) fn conformance_certificate(
    path: &Path,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<ConformanceCertificate> {
    let help = "it is about no specification: leave --specification out";
    read_certificate(path, ConformanceCertificate::read, help, session, context)
}

fn read_certificate<C>(
    path: &Path,
    read: impl Fn(&[u8], &Context<'_>) -> Result<C, ReadError>,
    if_other: &str,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<C> {
    let source = Source::open(path, &session.disk, context)?;
    let text = source.bytes(context)?;
    context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    read(&text, context).map_err(|error| match error {
        ReadError::Stopped(stop) => stop.into(),
        ReadError::Format(format)
            if [FORMAT, CONFORMANCE_FORMAT, FORMULA_FORMAT].contains(&&*format) =>
        {
            let message = format!("{}: {}", source.name, ReadError::Format(format));
            Failure::usage_with_help(message, if_other)
        }
        error => Failure::usage(format!("{}: {error}", source.name)),
    })
}
