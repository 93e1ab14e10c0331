//! Reading for a question: what there is to say about the files is said at once.

use std::path::{Path, PathBuf};

use surmise_model::Component;

use super::loaded::Loaded;
use super::options::InputOptions;
use super::probabilistic::{Either, either};
use super::whole::{EitherComponent, component, either_component};
use crate::Attempt;
use crate::desk::Desk;

/// Files as one system, with or without probabilities.
pub(crate) fn either_told(
    models: &[PathBuf],
    input: &InputOptions,
    desk: Desk<'_>,
) -> Attempt<Either> {
    let mut loaded = either(models, input, desk.files(), desk.context)?;
    let remarks = match &mut loaded {
        Either::Plain(loaded) => &mut loaded.remarks,
        Either::Probabilistic(loaded) => &mut loaded.remarks,
    };
    desk.remark_all(std::mem::take(remarks));
    Ok(loaded)
}

/// A file as one LTS over the actions of what is loaded already.
pub(crate) fn component_told(
    model: &Path,
    input: &InputOptions,
    loaded: &mut Loaded,
    desk: Desk<'_>,
) -> Attempt<Component> {
    let component = component(model, input, desk.files(), desk.context, loaded)?;
    desk.remark_all(std::mem::take(&mut loaded.remarks));
    Ok(component)
}

/// A file as one LTS, with or without probabilities.
pub(crate) fn either_component_told(
    model: &Path,
    input: &InputOptions,
    desk: Desk<'_>,
) -> Attempt<EitherComponent> {
    let (component, remarks) = either_component(model, input, desk.files(), desk.context)?;
    desk.remark_all(remarks);
    Ok(component)
}
