//! A case study's components, composed: the whole of it, or the groups of a rule.

use std::io;

use surmise_lang::prism::{CompileOptions, compile};
use surmise_model::{ActionId, ActionTable, Context, Lpts, ProbabilisticSystem, compose};

fn wrong(what: &dyn std::fmt::Debug) -> io::Error {
    io::Error::other(format!("{what:?}"))
}

fn components(source: &str) -> io::Result<ProbabilisticSystem> {
    let model = compile(source, &CompileOptions::default()).map_err(|errors| wrong(&errors))?;
    let components = model.components(&[], &Context::unlimited()).map_err(|halt| wrong(&halt))?;
    Ok(components.0)
}

/// A PRISM text as one LPTS, over the actions of another one.
pub(super) fn whole(source: &str, like: Option<&str>) -> io::Result<Lpts> {
    let system = components(source)?;
    let lpts = system.compose(&Context::unlimited()).map_err(|stop| wrong(&stop))?.lpts;
    let Some(like) = like else { return Ok(lpts) };
    let mut actions = components(like)?.actions;
    let number = |action: ActionId, actions: &mut ActionTable| match action.is_tau() {
        true => ActionId::TAU,
        false => actions.intern(system.actions.name(action)).unwrap_or(ActionId::TAU),
    };
    let numbers: Vec<ActionId> = (0..=system.actions.iter().count())
        .map(|i| number(ActionId::of(i), &mut actions))
        .collect();
    lpts.renamed(|action| numbers[action.index()]).map_err(|error| wrong(&error))
}

/// How many states each group has, of those that `--split` names.
pub(super) fn group_sizes(source: &str, split: &str) -> io::Result<Vec<usize>> {
    let system = components(source)?;
    let size = |group: &str| {
        let is_meant = |name: &str| group.split(',').any(|member| member == name);
        let parts = system.components.iter().filter(|component| is_meant(&component.name));
        let parts: Vec<&Lpts> = parts.map(|component| &component.lpts).collect();
        let composed = compose(&parts, &Context::unlimited()).map_err(|stop| wrong(&stop))?;
        Ok(composed.lpts.num_states())
    };
    split.split('|').map(size).collect()
}
