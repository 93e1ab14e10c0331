//! The assumption as a product of its own: what some components have to be like, as far as others
//! and a property are concerned.
//!
//! Whatever replaces the components and refines the assumption is as good company for the others as
//! they are: the first two scenarios of the paper's introduction, documentation and certification.

use surmise_model::{
    ActionTable, Claim, Component, ComponentId, Context, Count, Lts, Reason, Stop, System,
};

use super::QuotientOptions;
use super::progress::Progress;
use super::proof::last;
use super::replacement::Replacement;
use crate::assume::Problem;

/// An assumption about components.
#[derive(Debug, Clone)]
pub struct Synthesis {
    /// The assumption, over the actions that others or the property share with the components.
    pub lts: Lts,
    /// The system's actions under their own ids, and those that stand for error states.
    pub actions: ActionTable,
    /// States of the components themselves.
    pub states: usize,
    /// How many times an abstraction was refined.
    pub steps: u64,
    /// Whether the refinement was left before its end.
    pub interrupted: bool,
    /// Why it was stopped, if it was. The assumption is as sound and as invertible.
    pub stopped: Option<Reason>,
    /// Whether the claim is true of the others with the assumption, and so with the components, if
    /// that was found out.
    pub holds: Option<bool>,
}

/// Finds the assumption about some components that others need for a claim. Components that are
/// neither do not count.
pub fn synthesise(
    system: &System,
    about: &[ComponentId],
    for_whom: &[ComponentId],
    claim: Claim,
    options: &QuotientOptions,
    context: &Context<'_>,
) -> Result<Synthesis, Stop> {
    if system.priority.is_some() {
        let why = "a system with priorities cannot be judged part by part";
        return Err(Stop(Reason::Unsupported(why.to_owned())));
    }
    let chosen: Vec<ComponentId> = for_whom.iter().chain(about).copied().collect();
    let component = |&id: &ComponentId| -> Component { system.component(id).clone() };
    let concerned = System { components: chosen.iter().map(component).collect(), ..system.clone() };
    let mut groups: Vec<Vec<ComponentId>> =
        (0..for_whom.len()).map(|place| vec![ComponentId::of(place)]).collect();
    groups.push((for_whom.len()..chosen.len()).map(ComponentId::of).collect());
    let problem = Problem::new(&concerned, claim, context)?;
    let mut progress = Progress::new(context, &problem.actions, options.threads);
    let mut replacement = Replacement::new(&problem, &groups, options, context)?;
    let stopped = replacement.replace_last(&mut progress)?;
    let holds = replacement.have_property(&mut progress)?;
    let part = replacement.last();
    let assumption = last(part, &part.interface, context)?;
    let statistics = &progress.statistics;
    Ok(Synthesis {
        lts: assumption.lts,
        states: part.concrete.lts.num_states(),
        steps: statistics.of(Count::Refinements),
        interrupted: statistics.get(Count::InterruptedAfter).is_some(),
        stopped,
        holds,
        actions: problem.actions.clone(),
    })
}
