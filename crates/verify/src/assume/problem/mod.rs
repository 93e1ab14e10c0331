//! A verification problem in normal form: what the engines that reason about traces work on.
//!
//! Assume-guarantee rules know neither a component's own π nor a non-deterministic property.
//! [`Problem::new`] takes both away, in the way that [`ErrorActions`] lays down;
//! [`Problem::counterexample`] leads back: from a word of visible actions to a run of the system as
//! its author wrote it.

mod concretise;
mod path;

use std::borrow::Cow;

use surmise_model::{
    ActionTable, Alphabet, BuildError, Claim, ComponentId, Conjecture, Context, ErrorActions, Lts,
    LtsBuilder, PropertyId, ProposedFor, Reason, StateId, Stop, System,
};

use super::interface::alphabet_of;
use crate::automata::complete_with_error;

pub(crate) use path::path_along;

/// A system and one property of it, in normal form.
#[derive(Debug, Clone)]
pub struct Problem<'a> {
    system: &'a System,
    /// What is claimed: a property, or else the mere absence of π.
    claimed: Option<PropertyId>,
    /// The system's actions under their own ids, then the error actions.
    pub actions: ActionTable,
    /// The components in normal form, without π, in the system's order.
    pub components: Vec<Cow<'a, Lts>>,
    /// P_err: the property, deterministic, and complete over its alphabet with π; the error
    /// actions of all components are in the alphabet and lead to π. If π is the initial state, the
    /// property allows nothing.
    pub property: Lts,
}

impl<'a> Problem<'a> {
    /// Brings a claim about a property of a system, or else the mere absence of π, into normal
    /// form.
    ///
    /// # Errors
    /// The claim is not about traces, or a limit is reached.
    pub fn new(system: &'a System, claim: Claim, context: &Context<'_>) -> Result<Self, Stop> {
        let claimed = match claim {
            Claim::Property(id) => Some(id),
            Claim::NoError => None,
            Claim::NoDeadlock => {
                let why = "traces do not show a deadlock".to_owned();
                return Err(Stop(Reason::Unsupported(why)));
            }
            Claim::Temporal(_) => {
                let why = "finite traces do not show a temporal property".to_owned();
                return Err(Stop(Reason::Unsupported(why)));
            }
        };
        let ErrorActions { table, of } = system.error_actions(claim)?;
        let mut components = Vec::with_capacity(of.len());
        for (component, error) in system.components.iter().zip(&of) {
            context.check()?;
            components.push(match *error {
                None => Cow::Borrowed(&component.lts),
                Some(error) => {
                    let lts = error_as_action(&component.lts, error)?;
                    Cow::Owned(lts)
                }
            });
        }
        let errors: Alphabet = of.into_iter().flatten().collect();
        let property = property_error(system, claimed, &errors, context)?;
        Ok(Self { system, claimed, actions: table, components, property })
    }

    /// The system as its author wrote it.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// What is claimed, as reports name it.
    pub fn claim_name(&self) -> &'a str {
        self.claimed.map_or("no error", |id| &self.system.property(id).name)
    }

    /// The names of the components of a group.
    pub fn group_names(&self, members: &[ComponentId]) -> Vec<&'a str> {
        members.iter().map(|&id| &*self.system.component(id).name).collect()
    }

    /// Shows an assumption for a group that is proposed for a purpose: number `place`, counted
    /// from 1.
    pub(crate) fn propose(
        &self,
        (place, number): (usize, u64),
        members: &[ComponentId],
        purpose: ProposedFor,
        lts: &Lts,
        context: &Context<'_>,
    ) {
        context.conjecture(|| {
            let group = self.group_names(members).into_iter().map(str::to_owned).collect();
            Conjecture::new((place, number), group, purpose, lts, &self.actions)
        });
    }

    /// The components of a group, in normal form.
    pub fn group(&self, members: &[ComponentId]) -> Vec<&Lts> {
        members.iter().map(|member| &*self.components[member.index()]).collect()
    }

    /// All actions of a group of components.
    pub fn group_alphabet(&self, members: &[ComponentId]) -> Alphabet {
        alphabet_of(members.iter().map(|member| &*self.components[member.index()]))
    }
}

/// P_err of a property, or of none, which also forbids all of some actions.
pub(super) fn property_error(
    system: &System,
    property: Option<PropertyId>,
    forbidden: &Alphabet,
    context: &Context<'_>,
) -> Result<Lts, Stop> {
    let allowed = match property {
        Some(id) => system.property(id).lts.clone(),
        None => anything()?,
    };
    complete_with_error(&allowed.with_alphabet(forbidden), context)
}

/// The property that allows everything and speaks about nothing.
fn anything() -> Result<Lts, BuildError> {
    Lts::builder().ensure_states(1).build()
}

/// π as an ordinary last state whose only transition is a loop on the error action.
fn error_as_action(lts: &Lts, error: surmise_model::ActionId) -> Result<Lts, BuildError> {
    let last = StateId::new(lts.num_states())?;
    let ordinary = |state: StateId| if state.is_error() { last } else { state };
    let mut builder = copy_without_transitions(lts, lts.num_states() + 1);
    builder.initial(ordinary(lts.initial()));
    for (source, edge) in lts.transitions() {
        builder.add(source, edge.action, ordinary(edge.target));
    }
    builder.add(last, error, last);
    builder.build()
}

fn copy_without_transitions(lts: &Lts, states: usize) -> LtsBuilder {
    let mut builder = Lts::builder();
    builder.ensure_states(states).extend_alphabet(lts.alphabet().iter());
    if let Some(end) = lts.end() {
        builder.end(end);
    }
    builder
}

#[cfg(test)]
mod tests;
