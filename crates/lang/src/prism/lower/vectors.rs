//! Who synchronises with whom.
//!
//! Composition operators are worked out once: what remains are *vectors*, each a set of modules
//! that do something together, each module with one of its own actions. Without a `system` block
//! there is one for every action: all modules in whose text it occurs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use surmise_model::{ActionId, ActionTable, IdOverflow};

use crate::prism::ast::{Ast, Name, System};
use crate::prism::program::{Module, Vector};
use crate::prism::resolve::Resolver;
use crate::suggest::closest;

/// More vectors are refused.
const MOST_VECTORS: usize = 100_000;

/// A vector on the way: what it is called outside (nothing if it is hidden, with its last name
/// kept), and its members.
#[derive(Clone)]
struct Draft {
    label: Option<String>,
    was: String,
    members: Vec<(usize, u32)>,
}

/// The vectors of a part of a system. The alphabet may have labels that no vector has: they block.
#[derive(Default)]
struct VectorSystem {
    alphabet: BTreeSet<String>,
    drafts: Vec<Draft>,
}

/// All vectors of a model.
pub(super) fn vectors(
    ast: &Ast<'_>,
    modules: &[Module],
    actions: &mut ActionTable,
    resolver: &mut Resolver<'_, '_>,
) -> Result<Vec<Vector>, IdOverflow> {
    let part = match &ast.system {
        None => all_parallel(modules),
        Some(system) => {
            let by_name =
                modules.iter().enumerate().map(|(i, module)| (module.name.as_str(), i)).collect();
            let used = vec![None; modules.len()];
            let mut composer = Composer { modules, by_name, used, resolver, vectors: 0 };
            let part = composer.part(system);
            for (index, module) in modules.iter().enumerate() {
                if composer.used[index].is_none() {
                    let name = &module.name;
                    let message = format!("the module `{name}` does not occur in the system");
                    composer.resolver.error(Default::default(), message);
                }
            }
            part
        }
    };
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    let mut vectors = Vec::new();
    for draft in part.drafts {
        let action = name(draft.label.as_deref().unwrap_or(&draft.was), &mut names, actions)?;
        let mut members = draft.members;
        members.sort_unstable();
        vectors.push(Vector { action, label: draft.label, members });
    }
    Ok(vectors)
}

/// An action for a vector: its label, or the label with a number if another vector has it already.
fn name(
    label: &str,
    taken: &mut FxHashMap<String, usize>,
    actions: &mut ActionTable,
) -> Result<ActionId, IdOverflow> {
    let count = taken.entry(label.to_owned()).or_insert(0);
    *count += 1;
    match *count {
        1 => actions.intern(label),
        number => actions.fresh(&format!("{label}.{number}")),
    }
}

/// Every action is one vector: all modules that have it.
fn all_parallel(modules: &[Module]) -> VectorSystem {
    let mut by_label: indexmap::IndexMap<&str, Vec<(usize, u32)>, rustc_hash::FxBuildHasher> =
        indexmap::IndexMap::default();
    for (index, module) in modules.iter().enumerate() {
        for (action, label) in module.alphabet.iter().enumerate() {
            by_label.entry(label).or_default().push((index, action as u32));
        }
    }
    let draft = |(label, members): (&str, _)| Draft {
        label: Some(label.to_owned()),
        was: String::new(),
        members,
    };
    VectorSystem { alphabet: BTreeSet::new(), drafts: by_label.into_iter().map(draft).collect() }
}

struct Composer<'c, 'a, 's> {
    modules: &'c [Module],
    by_name: FxHashMap<&'c str, usize>,
    /// Where each module occurs.
    used: Vec<Option<crate::prism::token::At>>,
    resolver: &'c mut Resolver<'a, 's>,
    vectors: usize,
}

impl Composer<'_, '_, '_> {
    fn part(&mut self, system: &System<'_>) -> VectorSystem {
        match system {
            System::Module(name) => self.module(name),
            System::Parallel(operands) => {
                let mut parts = operands.iter();
                let first = parts.next().map(|part| self.part(part)).unwrap_or_default();
                parts.fold(first, |left, part| {
                    let right = self.part(part);
                    let shared = left.alphabet.intersection(&right.alphabet).cloned().collect();
                    self.synchronised(left, right, &shared)
                })
            }
            System::Interleaved(operands) => {
                let mut whole = VectorSystem::default();
                for operand in operands {
                    let part = self.part(operand);
                    whole = self.synchronised(whole, part, &BTreeSet::new());
                }
                whole
            }
            System::Over(left, actions, right) => {
                let (left, right) = (self.part(left), self.part(right));
                let shared = actions.iter().map(|name| name.text.to_owned()).collect();
                self.synchronised(left, right, &shared)
            }
            System::Hide(inside, actions) => {
                let mut part = self.part(inside);
                for name in actions {
                    part.alphabet.remove(name.text);
                }
                for draft in &mut part.drafts {
                    if actions.iter().any(|name| draft.label.as_deref() == Some(name.text)) {
                        draft.was = draft.label.take().unwrap_or_default();
                    }
                }
                part
            }
            System::Rename(inside, renaming) => {
                let mut part = self.part(inside);
                let map: BTreeMap<&str, &str> =
                    renaming.iter().map(|(old, new)| (old.text, new.text)).collect();
                let new = |label: String| map.get(&*label).map_or(label, |&new| new.to_owned());
                part.alphabet = part.alphabet.into_iter().map(new).collect();
                for draft in &mut part.drafts {
                    draft.label = draft.label.take().map(new);
                }
                part
            }
        }
    }

    fn module(&mut self, name: &Name<'_>) -> VectorSystem {
        let Some(&index) = self.by_name.get(name.text) else {
            let help = closest(name.text, self.by_name.keys().copied());
            let help = help.map(|name| format!("did you mean `{name}`?"));
            let message = format!("there is no module `{}`", name.text);
            self.resolver.error(name.at, message).help = help;
            return VectorSystem::default();
        };
        if let Some(before) = self.used[index].replace(name.at) {
            let message = format!("the module `{}` occurs twice in the system", name.text);
            let error = self.resolver.error(name.at, message);
            error.related.push((before.span(), "first here".into()));
        }
        let alphabet = &self.modules[index].alphabet;
        let draft = |(action, label): (usize, &String)| Draft {
            label: Some(label.clone()),
            was: String::new(),
            members: vec![(index, action as u32)],
        };
        VectorSystem {
            alphabet: alphabet.iter().cloned().collect(),
            drafts: alphabet.iter().enumerate().map(draft).collect(),
        }
    }

    /// Both parts side by side: shared labels together, the others alone.
    fn synchronised(
        &mut self,
        left: VectorSystem,
        right: VectorSystem,
        shared: &BTreeSet<String>,
    ) -> VectorSystem {
        let is_shared =
            |draft: &Draft| draft.label.as_ref().is_some_and(|label| shared.contains(label));
        let (left_together, mut drafts): (Vec<Draft>, Vec<Draft>) =
            left.drafts.into_iter().partition(is_shared);
        let (right_together, right_alone): (Vec<Draft>, Vec<Draft>) =
            right.drafts.into_iter().partition(is_shared);
        drafts.extend(right_alone);
        'all: for one in &left_together {
            for other in right_together.iter().filter(|other| other.label == one.label) {
                self.vectors += 1;
                if self.vectors > MOST_VECTORS {
                    if self.vectors == MOST_VECTORS + 1 {
                        let message = "too many ways in which modules synchronise";
                        self.resolver.error(Default::default(), message);
                    }
                    break 'all;
                }
                let members = one.members.iter().chain(&other.members).copied().collect();
                drafts.push(Draft { members, ..one.clone() });
            }
        }
        VectorSystem { alphabet: left.alphabet.union(&right.alphabet).cloned().collect(), drafts }
    }
}
