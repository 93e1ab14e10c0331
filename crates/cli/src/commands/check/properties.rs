//! Which properties are meant: by name in the models, or as files of their own. And what to know
//! about them before they are checked.

use std::path::Path;

use surmise_model::{
    Alphabet, Context, Diagnostic, Edge, Lts, Property, PropertyId, StateId, System,
};
use surmise_verify::automata::determinise;

use crate::failure::{Failure, Outcome, warning};
use crate::load::{self, LoadArgs};
use crate::render::diagnostics::Remark;
use crate::render::few;
use crate::session::Session;

/// The properties to check: those that are asked for, or else all that the models have. Files are
/// read and added to the system. Beside them come all properties as their authors wrote them.
pub(crate) fn choose(
    wanted: &[String],
    system: &mut System,
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<(Vec<PropertyId>, Vec<Property>)> {
    let mut chosen = Vec::new();
    for name in wanted {
        let found = system.properties.iter().position(|property| property.name == *name);
        let id = match found {
            Some(index) => PropertyId::of(index),
            None => from_file(name, system, options, session, context)?,
        };
        if !chosen.contains(&id) {
            chosen.push(id);
        }
    }
    if wanted.is_empty() {
        chosen = system.property_ids().collect();
    }
    let written = system.properties.clone();
    for &id in &chosen {
        prepare(id, system, session, context)?;
    }
    Ok((chosen, written))
}

/// Reads a property and adds it to the system.
pub(in crate::commands) fn from_file(
    name: &str,
    system: &mut System,
    options: &LoadArgs,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<PropertyId> {
    let path = Path::new(name);
    if let Some(kind) = session.kept(name) {
        return Err(Failure::usage_with_help(
            format!("checking `{kind} {name}` is not supported yet"),
            "safety properties can be checked: `property P = …`",
        ));
    }
    if name != "-" && !path.exists() {
        let known: Vec<&str> = system.properties.iter().map(|p| p.name.as_str()).collect();
        let help = match known.is_empty() {
            true => {
                "the models have no properties of their own: give a file, as in -p p.aut".into()
            }
            false => format!("the models have the properties {}", few(&known, 8)),
        };
        let message = format!("there is no property and no file `{name}`");
        return Err(Failure::usage_with_help(message, help));
    }
    let component = load::component(path, &options.for_property(), session, context, system)?;
    if system.properties.iter().any(|property| property.name == component.name) {
        let message = format!("there is a property `{}` already", component.name);
        return Err(Failure::usage_with_help(message, format!("rename {name}")));
    }
    let id = PropertyId::of(system.properties.len());
    system.properties.push(Property { name: component.name, lts: component.lts });
    Ok(id)
}

/// Makes a property fit to be checked, and says what one should know about it.
fn prepare(
    id: PropertyId,
    system: &mut System,
    session: &Session,
    context: &Context<'_>,
) -> Outcome<()> {
    let known = system.alphabet();
    let Property { name, lts } = &mut system.properties[id.index()];
    let remark = |diagnostic: Diagnostic| session.remark(Remark::bare(diagnostic));
    if lts.initial().is_error() {
        let message = format!("the property {name} starts in the error state: it allows nothing");
        return Err(Failure::usage(message));
    }
    if lts.has_error() {
        *lts = without_error(lts);
        remark(Diagnostic::note(format!(
            "the transitions of property {name} to the error state were left out: whatever a \
             property does not allow is an error"
        )));
    }
    if !lts.is_deterministic() {
        let before = lts.num_states();
        *lts = determinise(lts, context)?;
        remark(Diagnostic::note(format!(
            "the property {name} was made deterministic: {before} states became {}",
            lts.num_states()
        )));
    }
    let foreign: Alphabet = lts.alphabet().difference(&known);
    if !foreign.is_empty() {
        let names = system.actions.names(&foreign);
        let (is, them) = if names.len() == 1 { ("is", "it") } else { ("are", "them") };
        remark(
            warning(format!("{} of property {name} {is} in no component", few(&names, 5)))
                .help(format!("{them} may happen at any time; is there a misspelling?")),
        );
    }
    Ok(())
}

/// The same LTS without its transitions to π.
fn without_error(lts: &Lts) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(lts.alphabet().iter());
    if let Some(end) = lts.end() {
        builder.end(end);
    }
    for (source, Edge { action, target }) in lts.transitions() {
        if target != StateId::ERROR {
            builder.add(source, action, target);
        }
    }
    builder.build().expect("the states are those of an LTS")
}
