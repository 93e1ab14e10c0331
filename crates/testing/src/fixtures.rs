//! Systems that more than one suite is about, and what it takes to write such systems down.

use surmise_model::{ActionTable, Component, Lts, Property, StateId, System};

/// Transitions, each a source, an action and a target.
pub type Edges<'e, Name = &'e str> = &'e [(usize, Name, usize)];

/// The LTS with these transitions, whose actions are interned and make up its alphabet.
pub fn lts_of(actions: &mut ActionTable, edges: Edges<'_, impl AsRef<str>>) -> Lts {
    let mut builder = Lts::builder();
    for (source, action, target) in edges {
        let action = actions.intern(action.as_ref()).expect("few actions");
        builder.ensure_states(source.max(target) + 1);
        builder.add(StateId::of(*source), action, StateId::of(*target));
    }
    builder.build().expect("all states exist")
}

/// The system with these components and this property.
pub fn system_of<Name: AsRef<str>>(
    components: &[(&str, Edges<'_, Name>)],
    property: (&str, Edges<'_, Name>),
) -> System {
    let mut system = System::default();
    for &(name, edges) in components {
        let lts = lts_of(&mut system.actions, edges);
        system.components.push(Component::new(name, lts));
    }
    let lts = lts_of(&mut system.actions, property.1);
    system.properties.push(Property { name: property.0.to_owned(), lts });
    system
}

/// The communication channel of the papers: `Input = (input -> send -> ack -> Input)`,
/// `Output = (send -> output -> ack -> Output)`, and the property
/// `Order = (input -> output -> Order)`.
pub fn channel() -> System {
    system_of(
        &[
            ("Input", &[(0, "input", 1), (1, "send", 2), (2, "ack", 0)]),
            ("Output", &[(0, "send", 1), (1, "output", 2), (2, "ack", 0)]),
        ],
        ("Order", &[(0, "input", 1), (1, "output", 0)]),
    )
}
