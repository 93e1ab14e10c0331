//! Assumptions that a user wrote: `COMPONENT=FILE`.

use std::path::Path;

use surmise_lang::closest;
use surmise_lang::fsp::name_when_read_again;
use surmise_model::{ActionId, Alphabet, Context, Lts, System};
use surmise_verify::assume::Given;
use surmise_verify::assume::decompose::outside_brackets;

use crate::load::{self, InputOptions, Loaded};
use crate::methods::assumptions::component;
use crate::{Attempt, Failure, Files, few};

/// Reads the files of assumptions, each an LTS over actions of its component.
pub fn given(
    texts: &[String],
    loaded: &mut Loaded,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Vec<Given>> {
    let mut result: Vec<Given> = Vec::with_capacity(texts.len());
    for text in texts {
        let name = outside_brackets(text, '=').next().unwrap_or_default();
        let Some(file) = text[name.len()..].strip_prefix('=').filter(|file| !file.is_empty())
        else {
            return Err(Failure::usage_with_help(
                format!("--assume: `{text}` does not name a component and a file"),
                "write COMPONENT=FILE, for example server=server.aut",
            ));
        };
        let of = component(&loaded.system, name, "--assume")?;
        if result.iter().any(|given| given.component == of) {
            let message = format!("--assume: two assumptions are given for `{name}`");
            return Err(Failure::usage(message));
        }
        let options = options.for_property();
        let read = load::component(Path::new(file), &options, files, context, loaded)?;
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
                "--assume: {file} speaks of actions that {name} does not have: {}",
                few(&names, 5)
            );
            return Err(Failure::usage_with_help(message, help));
        }
        result.push(Given { component: of, lts: read.lts });
    }
    Ok(result)
}

/// The same assumption with the actions that stand for error states under their own names: FSP cannot write those.
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
