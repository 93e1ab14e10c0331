//! What is read as one LTS: the components of a file, or of several, composed with the properties
//! beside them.

use std::path::{Path, PathBuf};

use surmise_model::{Alphabet, Component, Context, Lts, Property, Stop, System};
use surmise_verify::automata::{complete_with_error, compose, hide};

use super::{LoadArgs, file, systems};
use crate::failure::{Failure, Outcome, warning};
use crate::render::diagnostics::Remark;
use crate::session::Session;

/// Makes an LTS smaller, or says why not.
pub(super) type Reduction = fn(&Lts) -> Result<Lts, String>;

/// What the components and properties of a file are together.
pub(super) struct Whole {
    pub(super) name: String,
    /// Makes the composition as small as the file asks for.
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
            let parts = Together { components: &components, properties: &properties };
            composition(&parts, &system.hidden, whole.as_ref(), session, context)
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
    let parts = Together { components: &system.components, properties: &system.properties };
    let component = composition(&parts, &system.hidden, whole, session, context)?;
    Ok((component, system))
}

/// What is composed.
struct Together<'a> {
    components: &'a [Component],
    properties: &'a [Property],
}

fn composition(
    parts: &Together<'_>,
    hidden: &Alphabet,
    whole: Option<&Whole>,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<Component> {
    let Together { components, properties } = parts;
    let completed: Vec<Lts> = properties
        .iter()
        .map(|property| complete_with_error(&property.lts, context))
        .collect::<Result<_, Stop>>()?;
    let ltss: Vec<&Lts> = components.iter().map(|c| &c.lts).chain(&completed).collect();
    let mut lts = hide(&compose(&ltss, context)?, hidden);
    let names = components.iter().map(|c| &c.name).chain(properties.iter().map(|p| &p.name));
    let name = match whole {
        Some(whole) => whole.name.clone(),
        None => names.map(String::as_str).collect::<Vec<_>>().join("||"),
    };
    if let Some(reduce) = whole.and_then(|whole| whole.reduce) {
        match reduce(&lts) {
            Ok(small) => lts = small,
            Err(why) => {
                session
                    .remark(Remark::bare(warning(format!("{name} was not made minimal: {why}"))));
            }
        }
    }
    Ok(Component::new(name, lts))
}
