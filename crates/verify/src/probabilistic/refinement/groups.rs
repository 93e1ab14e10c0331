//! Which components stand together: the divisions of
//! [`assume::decompose`](crate::assume::decompose), for probabilistic systems.

use surmise_model::{
    Claim, Component, ComponentId, Context, Lpts, Lts, ProbabilisticSystem, Property, PropertyId,
    Stop, System,
};

use crate::assume::Problem;
use crate::assume::decompose::Decomposition;

/// A system with the same components, alphabets and steps, but without probabilities: enough to
/// divide it.
///
/// # Errors
/// If there is more of something than can be numbered.
pub fn skeleton(system: &ProbabilisticSystem, specification: &Lpts) -> Result<System, Stop> {
    let component = |component: &surmise_model::ProbabilisticComponent| -> Result<Component, Stop> {
        Ok(Component::new(component.name.clone(), steps(&component.lpts)?))
    };
    let mut property = Lts::builder();
    property.ensure_states(1).extend_alphabet(specification.alphabet().iter());
    let components: Result<Vec<Component>, Stop> =
        system.components.iter().map(component).collect();
    Ok(System {
        actions: system.actions.clone(),
        components: components?,
        properties: vec![Property { name: String::new(), lts: property.build()? }],
        ..System::default()
    })
}

fn steps(lpts: &Lpts) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(lpts.num_states()).initial(lpts.initial());
    builder.extend_alphabet(lpts.alphabet().iter());
    for (source, choice) in lpts.transitions() {
        for target in lpts.distribution(choice.distribution).support() {
            builder.add(source, choice.action, target);
        }
    }
    Ok(builder.build()?)
}

/// The groups of a division.
///
/// # Errors
/// When the context says stop; if the division does not fit.
pub fn groups(
    system: &ProbabilisticSystem,
    specification: &Lpts,
    decomposition: &Decomposition,
    context: &Context<'_>,
) -> Result<Vec<Vec<ComponentId>>, Stop> {
    let skeleton = skeleton(system, specification)?;
    let problem = Problem::new(&skeleton, Claim::Property(PropertyId::of(0)), context)?;
    decomposition.groups(&problem, context)
}
