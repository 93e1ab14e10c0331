//! What is read as one LTS: the components of a file, or of several, composed with the properties
//! beside them.

use std::mem::take;
use std::path::Path;

use surmise_lang::compose;
use surmise_model::{
    ActionTable, Component, Context, Lts, ProbabilisticComponent, Reason, Stop, System,
};

use super::content::{Content, Reduction};
use super::loaded::Loaded;
use super::options::InputOptions;
use super::probabilistic::{Either, Probabilistic, either};
use crate::{Attempt, Failure, Files, Remark, warning};

/// Reads a file as one LTS over the actions of what is loaded already. Several components, and
/// properties beside them, are composed.
pub fn component(
    path: &Path,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
    loaded: &mut Loaded,
) -> Attempt<Component> {
    let before = (loaded.system.components.len(), loaded.system.properties.len());
    let (priority, termination) =
        (loaded.system.priority.take(), take(&mut loaded.system.termination));
    loaded.add(path, options, files, context)?;
    let content = loaded.contents.pop();
    let own_priority = std::mem::replace(&mut loaded.system.priority, priority);
    let own_termination = std::mem::replace(&mut loaded.system.termination, termination);
    let parts = System {
        components: loaded.system.components.split_off(before.0),
        properties: loaded.system.properties.split_off(before.1),
        hidden: loaded.system.hidden.clone(),
        priority: own_priority,
        termination: own_termination,
        ..System::default()
    };
    one(parts, content.as_ref(), path, &mut loaded.remarks, context)
}

/// What is in a file as one LTS, whichever kind it is.
pub enum EitherComponent {
    /// An LTS, and the names of its actions.
    Plain(Component, ActionTable),
    /// A probabilistic one, and the names of its actions.
    Probabilistic(ProbabilisticComponent, ActionTable),
}

/// Reads a file as one LTS or one LPTS, with remarks. Several components, and properties beside
/// them, are composed.
///
/// # Errors
/// All mistakes in the file; that it cannot be had; that it takes too long.
pub fn either_component(
    path: &Path,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<(EitherComponent, Vec<Remark>)> {
    match either(&[path.to_owned()], options, files, context)? {
        Either::Plain(Loaded { mut system, contents, mut remarks, .. }) => {
            let actions = take(&mut system.actions);
            let component = one(system, contents.first(), path, &mut remarks, context)?;
            Ok((EitherComponent::Plain(component, actions), remarks))
        }
        Either::Probabilistic(loaded) => {
            let component = loaded.composed(context)?;
            let Probabilistic { system, remarks, .. } = loaded;
            Ok((EitherComponent::Probabilistic(component, system.actions), remarks))
        }
    }
}

/// The parts of one file as one LTS.
fn one(
    mut parts: System,
    content: Option<&Content>,
    path: &Path,
    remarks: &mut Vec<Remark>,
    context: &Context<'_>,
) -> Attempt<Component> {
    match (parts.components.len(), parts.properties.len()) {
        // A property by itself is an LTS like any other.
        (0, 1) => {
            let property = parts.properties.remove(0);
            Ok(Component::new(property.name, property.lts))
        }
        (0, _) => Err(Failure::usage(format!("{} holds no component", path.display()))),
        (1, 0)
            if parts.priority.is_none()
                && content.is_none_or(|content| content.reduce.is_none()) =>
        {
            Ok(parts.components.remove(0))
        }
        _ => composition(&parts, content, remarks, context),
    }
}

/// What was read as one LTS: all components, and all properties completed with π.
///
/// # Errors
/// When the context says stop.
pub fn composed(mut loaded: Loaded, context: &Context<'_>) -> Attempt<(Component, Loaded)> {
    // What one of several files asks to be made small is a part of the whole and left as it is.
    let mut contents = std::mem::take(&mut loaded.contents);
    let content = if contents.len() == 1 { contents.pop() } else { None };
    let component = composition(&loaded.system, content.as_ref(), &mut loaded.remarks, context)?;
    Ok((component, loaded))
}

/// The composition of a system as LTSA builds it.
fn composition(
    system: &System,
    content: Option<&Content>,
    remarks: &mut Vec<Remark>,
    context: &Context<'_>,
) -> Attempt<Component> {
    let System { components, properties, .. } = system;
    let mut lts = compose(system, context)?;
    let names = components.iter().map(|c| &c.name).chain(properties.iter().map(|p| &p.name));
    let name = match content.and_then(|content| content.process.clone()) {
        Some(process) => process,
        None => names.map(String::as_str).collect::<Vec<_>>().join("||"),
    };
    if let Some(reduce) = content.and_then(|content| content.reduce.as_ref()) {
        reduced(&mut lts, reduce, &name, remarks, context)?;
    }
    Ok(Component::new(name, lts))
}

/// Makes the composition small. If that takes too much room it stays as it is, with a warning.
fn reduced(
    lts: &mut Lts,
    reduce: &Reduction,
    name: &str,
    remarks: &mut Vec<Remark>,
    context: &Context<'_>,
) -> Attempt<()> {
    match reduce(lts, context) {
        Ok(small) => *lts = small,
        Err(Stop(Reason::Unsupported(why))) => {
            let message = format!("{name} was not made minimal: {why}");
            remarks.push(Remark::bare(warning(message)));
        }
        Err(stop) => return Err(stop.into()),
    }
    Ok(())
}
