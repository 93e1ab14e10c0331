//! Modules written out: one that renames another has the other's text under other names.

use rustc_hash::FxHashMap;

use crate::prism::ast::{Ast, Body, Command, Module, Name, Variable};
use crate::prism::resolve::{Renaming, Resolver};
use crate::suggest::closest;

/// A module with the text it stands for.
pub(crate) struct Instance<'a, 's> {
    pub(crate) name: Name<'s>,
    pub(crate) variables: &'a [Variable<'s>],
    pub(crate) commands: &'a [Command<'s>],
    pub(crate) renaming: Renaming<'s>,
}

impl<'s> Instance<'_, 's> {
    /// A name of the text as it is in this module.
    pub(crate) fn renamed(&self, name: &'s str) -> &'s str {
        self.renaming.of(name)
    }
}

/// All modules whose text is known.
pub(crate) fn instances<'a, 's>(
    ast: &'a Ast<'s>,
    resolver: &mut Resolver<'_, 's>,
) -> Vec<Instance<'a, 's>> {
    let mut by_name: FxHashMap<&str, &Module<'s>> = FxHashMap::default();
    for module in &ast.modules {
        if let Some(before) = by_name.insert(module.name.text, module) {
            let message = format!("the module `{}` is defined twice", module.name.text);
            let error = resolver.error(module.name.at, message);
            error.related.push((before.name.at.span(), "first here".into()));
        }
    }
    let mut instances = Vec::new();
    for (index, module) in ast.modules.iter().enumerate() {
        let mut renaming = Renaming { module: index, ..Renaming::default() };
        let mut current = module;
        let mut steps = 0;
        let (variables, commands) = loop {
            match &current.body {
                Body::Written { variables, commands } => break (&variables[..], &commands[..]),
                Body::Renamed { from, renaming: names } => {
                    renaming = before(names, &renaming);
                    steps += 1;
                    match by_name.get(from.text) {
                        Some(next) if steps <= ast.modules.len() => current = next,
                        Some(_) => {
                            resolver.error(from.at, "the module is a renaming of itself");
                            break (&[][..], &[][..]);
                        }
                        None => {
                            let help = closest(from.text, by_name.keys().copied());
                            let help = help.map(|name| format!("did you mean `{name}`?"));
                            let message = format!("there is no module `{}`", from.text);
                            resolver.error(from.at, message).help = help;
                            break (&[][..], &[][..]);
                        }
                    }
                }
            }
            if steps > MAX_RENAMINGS {
                resolver.error(module.name.at, "a module that is renamed too often");
                break (&[][..], &[][..]);
            }
        };
        instances.push(Instance { name: module.name, variables, commands, renaming });
    }
    instances
}

/// Longer chains of renamings are refused.
const MAX_RENAMINGS: usize = 100;

/// The renaming that does `first` and then `second`.
fn before<'s>(first: &[(Name<'s>, Name<'s>)], second: &Renaming<'s>) -> Renaming<'s> {
    let mut both = second.clone();
    for (old, new) in first {
        both.names.insert(old.text, second.of(new.text));
    }
    both
}
