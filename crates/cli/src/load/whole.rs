//! What is read as one LTS: the components of a file, or of several, composed with the properties
//! beside them.

use std::mem::take;
use std::path::{Path, PathBuf};

use surmise_lang::fsp::{Reduction, compose};
use surmise_model::{Component, Context, Reason, Stop, System};

use super::{LoadArgs, file, systems};
use crate::failure::{Failure, Outcome, warning};
use crate::render::diagnostics::Remark;
use crate::session::Session;

/// What the components and properties of a file are together.
pub(super) struct Whole {
    pub(super) name: String,
    /// What the file asks for as a whole.
    pub(super) reduce: Option<Reduction>,
}

/// Reads a file as one LTS over the actions of a system. Several components, and properties beside
/// them, are composed.
pub(crate) fn component(
    path: &Path,
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
    system: &mut System,
) -> Outcome<Component> {
    let before = (system.components.len(), system.properties.len());
    let whole = file(path, options, session, context, system)?;
    let mut components = system.components.split_off(before.0);
    let mut properties = system.properties.split_off(before.1);
    let (priority, termination) = (system.priority.take(), take(&mut system.termination));
    match (components.len(), properties.len()) {
        // A property by itself is an LTS like any other.
        (0, 1) => {
            let property = properties.remove(0);
            Ok(Component::new(property.name, property.lts))
        }
        (0, _) => Err(Failure::usage(format!("{} holds no component", path.display()))),
        (1, 0) if whole.as_ref().is_none_or(|whole| whole.reduce.is_none()) => {
            Ok(components.remove(0))
        }
        _ => {
            let parts = System {
                components,
                properties,
                hidden: system.hidden.clone(),
                priority,
                termination,
                ..System::default()
            };
            composition(&parts, whole.as_ref(), session, context)
        }
    }
}

/// Reads files as one LTS: all components, and all properties completed with π.
pub(crate) fn composed(
    paths: &[PathBuf],
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<(Component, System)> {
    let (system, wholes) = systems(paths, options, session, context)?;
    // What one of several files asks to be made small is a part of the whole and left as it is.
    let whole = match &wholes[..] {
        [whole] => whole.as_ref(),
        _ => None,
    };
    let component = composition(&system, whole, session, context)?;
    Ok((component, system))
}

fn composition(
    system: &System,
    whole: Option<&Whole>,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<Component> {
    let System { components, properties, .. } = system;
    let mut lts = compose(system, context)?;
    let names = components.iter().map(|c| &c.name).chain(properties.iter().map(|p| &p.name));
    let name = match whole {
        Some(whole) => whole.name.clone(),
        None => names.map(String::as_str).collect::<Vec<_>>().join("||"),
    };
    if let Some(reduce) = whole.and_then(|whole| whole.reduce) {
        match reduce.apply(&lts, context) {
            Ok(small) => lts = small,
            Err(Stop(Reason::Unsupported(why))) => {
                let message = format!("{name} was not made minimal: {why}");
                session.remark(Remark::bare(warning(message)));
            }
            Err(stop) => return Err(stop.into()),
        }
    }
    Ok(Component::new(name, lts))
}
