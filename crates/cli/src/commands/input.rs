//! What is read for a command that checks nothing.

use std::path::{Path, PathBuf};

use surmise_model::{Certificate, Component, Context};
use surmise_workbench::load::{self, Loaded};
use surmise_workbench::{Attempt, Failure, Source};

use crate::arguments::InputArgs;
use crate::session::Session;

/// Files as one system.
pub(super) fn system(
    models: &[PathBuf],
    input: &InputArgs,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Loaded> {
    let mut loaded = load::system(models, &input.options(), &session.disk, context)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    Ok(loaded)
}

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

/// Files as one LTS, properties included.
pub(super) fn composed(
    models: &[PathBuf],
    input: &InputArgs,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<(Component, Loaded)> {
    let (component, mut loaded) = load::composed(models, &input.options(), &session.disk, context)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    Ok((component, loaded))
}

/// What a certificate takes in memory, at the worst, for each byte of its text.
const MEMORY_PER_BYTE: u64 = 20;

/// A certificate.
pub(super) fn certificate(
    path: &Path,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Certificate> {
    let source = Source::open(path, &session.disk, context)?;
    let text = source.bytes(context)?;
    context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
    Certificate::from_json(&text)
        .map_err(|error| Failure::usage(format!("{}: {error}", source.name)))
}
