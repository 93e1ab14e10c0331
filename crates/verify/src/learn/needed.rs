//! What a group of components needs of its environment: the weakest assumption, or something
//! smaller that does.
//!
//! The weakest assumption can be exponentially larger than the group, its property and its
//! environment together, and nobody reads an assumption of a hundred thousand states. What the
//! environment itself does, as far as the alphabet shows it, is an assumption as well if the group
//! has the property in its company; so it is handed out where the weakest one is too far away.

use surmise_model::{
    Alphabet, Claim, Component, ComponentId, Context, Lts, Outcome, Property, PropertyId, Stop,
    System,
};

use super::weakest::{weakest_assumption, weakest_within};
use crate::assume::OpenSystem;
use crate::assume::view::smallest_with_traces;
use crate::search::{self, SearchOptions};

/// An assumption that is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needed {
    /// An environment satisfies it if and only if the group has the property in its company.
    Weakest(Lts),
    /// What the components outside do. An environment that does no more is safe; others may be,
    /// too.
    Environment(Lts),
    /// There is none: the group can violate the property without any environment.
    Hopeless,
}

impl Needed {
    /// How many subsets of states are looked at for the weakest assumption before something else is
    /// tried, if nobody asks for more.
    pub const PATIENCE: usize = 1 << 13;
}

/// The weakest assumption of some components over an alphabet, for a property or else for the mere
/// absence of π; or what the components outside do, if that is enough and the weakest one takes a
/// look at more subsets of states than `patience`.
pub fn needed_assumption(
    system: &System,
    group: &[ComponentId],
    claimed: Option<PropertyId>,
    alphabet: &Alphabet,
    patience: usize,
    context: &Context<'_>,
) -> Result<Needed, Stop> {
    let open = OpenSystem::new(system, group, claimed);
    let weakest = |found: Option<Lts>| found.map_or(Needed::Hopeless, Needed::Weakest);
    let actions = &system.actions;
    if patience < usize::MAX && !open.outside.is_empty() {
        if let Some(found) = weakest_within(&open, alphabet, patience, actions, context)? {
            return Ok(weakest(found));
        }
        if let Some(environment) = environment(system, &open, alphabet, context)? {
            context.narrate(|| {
                "the weakest assumption is large: what the other components do is taken instead"
                    .to_owned()
            });
            return Ok(Needed::Environment(environment));
        }
    }
    weakest_assumption(&open, alphabet, actions, context).map(weakest)
}

/// The components outside as far as an alphabet shows them, if they are small and enough for the
/// group to have the property. What they do on their way to their own π is their own concern.
fn environment(
    system: &System,
    open: &OpenSystem<'_>,
    alphabet: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let outside: Vec<Lts> = open.outside.iter().map(|lts| lts.without_error()).collect();
    let outside: Vec<&Lts> = outside.iter().collect();
    let bounds = (Needed::PATIENCE, Needed::PATIENCE);
    let Some(lts) = smallest_with_traces(&outside, alphabet, bounds, context)? else {
        return Ok(None);
    };
    let component = |lts: &Lts| Component::new(String::new(), lts.clone());
    let property = |lts: &Lts| Property { name: String::new(), lts: lts.clone() };
    let together = System {
        actions: system.actions.clone(),
        components: open.group.iter().copied().chain([&lts]).map(component).collect(),
        properties: open.property().map(property).into_iter().collect(),
        ..System::default()
    };
    let claimed = open.property().map(|_| Claim::Property(PropertyId::of(0)));
    let claims: Vec<Claim> = claimed.into_iter().chain([Claim::NoError]).collect();
    for report in search::check(&together, &claims, &SearchOptions::default(), context) {
        match report.outcome {
            Outcome::Holds(_) => {}
            Outcome::Violated(_) => return Ok(None),
            Outcome::Unknown(unknown) => return Err(Stop(unknown.reason)),
        }
    }
    Ok(Some(lts))
}
