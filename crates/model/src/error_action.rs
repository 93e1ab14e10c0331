//! The error state π of a component as an action: how engines that reason about traces see it.
//!
//! Assume-guarantee rules speak about traces, and a trace does not say who is in π. So engines and
//! the certificate checker give every component that has a π an action of its own for it, which
//! every property forbids. The names are part of the meaning of a [`Proof`](crate::Proof), whose
//! assumptions may mention them; therefore they are fixed here, once. The transformation itself is
//! everybody's own, so that a mistake in one is not a mistake in all.
//!
//! - Let `M` be a component with π ([`Lts::has_error`](crate::Lts::has_error)) and `n` states. In
//!   the normal form of `M`, π is an ordinary state with the number `n`, and its only transition is
//!   a loop on the error action of `M`. Steps into π keep their action and lead to `n`; if π is the
//!   initial state, `n` is. The error action joins the alphabet of `M`, and nobody else's: it
//!   happens as soon as `M` is in `n`, whatever the others do.
//! - In the normal form of a property, all error actions of the system join the alphabet, without
//!   transitions. If no property is asked for, a property of one state stands in for it.
//!
//! A system reaches π or violates a property exactly if the normal forms of its components violate
//! that of the property: the error action of `M` can happen exactly where `M` has reached π.

use crate::{ActionId, ActionTable, Claim, IdOverflow, System};

/// The error actions of a system's components, and the action table that knows them too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorActions {
    /// The system's actions under their own ids, then the error actions.
    pub table: ActionTable,
    /// The error action of every component, in the system's order, if it has a π.
    pub of: Vec<Option<ActionId>>,
}

impl System {
    /// Names the error actions for a claim: in the order of the components, `NAME.error`, with as
    /// many `'` behind it as make it different from every action of the components, of the claim's
    /// property and from the error actions before it. Other properties play no role.
    pub fn error_actions(&self, claim: Claim) -> Result<ErrorActions, IdOverflow> {
        let mut used = self.alphabet();
        match claim {
            Claim::Property(id) => used.union_with(self.property(id).lts.alphabet()),
            Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => {}
        }
        let mut table = self.actions.clone();
        let mut of = Vec::with_capacity(self.components.len());
        for component in &self.components {
            if !component.lts.has_error() {
                of.push(None);
                continue;
            }
            let mut name = format!("{}.error", component.name);
            let action = loop {
                let action = table.intern(&name)?;
                if !action.is_tau() && used.insert(action) {
                    break action;
                }
                name.push('\'');
            };
            of.push(Some(action));
        }
        Ok(ErrorActions { table, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Component, Lts, Property, PropertyId, StateId};

    /// Components M, M and M, the first and the last with an error.
    fn system() -> System {
        let mut system = System::default();
        let a = system.actions.intern("a").unwrap();
        for target in [StateId::ERROR, StateId::of(0), StateId::ERROR] {
            let mut builder = Lts::builder();
            builder.ensure_states(1).add(StateId::of(0), a, target);
            system.components.push(Component::new("M", builder.build().unwrap()));
        }
        system
    }

    fn names(system: &System, claim: Claim) -> Vec<Option<String>> {
        let errors = system.error_actions(claim).unwrap();
        errors.of.iter().map(|id| id.map(|id| errors.table.name(id).to_owned())).collect()
    }

    #[test]
    fn every_component_with_an_error_has_an_action_of_its_own() {
        let expected = [Some("M.error".to_owned()), None, Some("M.error'".to_owned())];
        assert_eq!(names(&system(), Claim::NoError), expected);
    }

    #[test]
    fn only_the_property_in_question_plays_a_role() {
        let mut system = system();
        let taken = system.actions.intern("M.error").unwrap();
        for alphabet in [vec![], vec![taken]] {
            let mut builder = Lts::builder();
            builder.ensure_states(1).extend_alphabet(alphabet);
            system.properties.push(Property { name: "P".into(), lts: builder.build().unwrap() });
        }
        let first = |claim| names(&system, claim)[0].clone().unwrap();
        assert_eq!(first(Claim::Property(PropertyId::of(0))), "M.error");
        assert_eq!(first(Claim::Property(PropertyId::of(1))), "M.error'");
        assert_eq!(first(Claim::NoError), "M.error");
    }
}
