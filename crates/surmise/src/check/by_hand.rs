//! Assumptions that a user wrote: a component, and a file with what is assumed of it.

use std::path::PathBuf;

use surmise_lang::closest;
use surmise_lang::fsp::name_when_read_again;
use surmise_model::{ActionId, Alphabet, Context, Lts, System};
use surmise_verify::assume::Given;

use crate::load::{self, InputOptions, Loaded};
use crate::resolve::component;
use crate::{Attempt, Failure, Files, OptionName, few};

/// Reads the files of assumptions, each an LTS over actions of its component.
pub fn given(
    assumed: &[(String, PathBuf)],
    loaded: &mut Loaded,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Vec<Given>> {
    let wrong = |message: String| Failure::usage(message).concerning(OptionName::Assume);
    let mut result: Vec<Given> = Vec::with_capacity(assumed.len());
    for (name, file) in assumed {
        let of = component(&loaded.system, name, OptionName::Assume)?;
        if result.iter().any(|given| given.component == of) {
            return Err(wrong(format!("two assumptions are given for `{name}`")));
        }
        let options = options.for_property();
        let read = load::component(file, &options, files, context, loaded)?;
        let own = &loaded.system.component(of);
        let foreign: Alphabet = read.lts.alphabet().difference(own.lts.alphabet());
        if !foreign.is_empty() {
            let actions = &loaded.system.actions;
            let own: Vec<&str> = actions.names(own.lts.alphabet());
            let names = actions.names(&foreign);
            let near = names.first().and_then(|name| closest(name, own.iter().copied()));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its actions are {}", few(&own, 8)),
            };
            let message = format!(
                "{} speaks of actions that {name} does not have: {}",
                file.display(),
                few(&names, 5)
            );
            return Err(wrong(message).help(help));
        }
        result.push(Given { component: of, lts: read.lts });
    }
    Ok(result)
}

/// The same assumption with the actions that stand for error states under their own names: FSP
/// cannot write those.
///
/// # Errors
/// There are too many actions.
pub fn with_error_actions(assumption: &Lts, system: &mut System) -> Attempt<Lts> {
    let mut alphabet = assumption.alphabet().clone();
    let mut renamed: Vec<(ActionId, ActionId)> = Vec::new();
    for component in &system.components {
        let name = format!("{}.error", component.name);
        let written = system.actions.get(&name_when_read_again(&name));
        if let Some(written) = written.filter(|&action| {
            alphabet.contains(action)
                && !system.components.iter().any(|c| c.lts.alphabet().contains(action))
        }) {
            let name = system.actions.intern(&name);
            let name = name.map_err(|error| Failure::usage(error.to_string()))?;
            alphabet.remove(written);
            alphabet.insert(name);
            renamed.push((written, name));
        }
    }
    let name = |action| renamed.iter().find(|(written, _)| *written == action);
    Ok(assumption.renamed(&alphabet, |action| name(action).map_or(action, |(_, name)| *name)))
}
