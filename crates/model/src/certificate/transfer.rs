//! A certificate about a system that has changed since: what it says is said of the system at hand.

use crate::{ComponentId, Proof, System};

use super::evidence::mismatch;
use super::{Certificate, Evidence, Mismatch, Reference};

/// A proof about a system as it was, said of the system as it is. Whether it is still one has to be
/// checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transferred {
    /// The proof.
    pub proof: Proof,
    /// The components that are not what they were.
    pub changed: Vec<ComponentId>,
    /// Whether the property is not what it was.
    pub property_changed: bool,
}

impl Certificate {
    /// The proof in it, said of a system that need not be the one it is about. Components stand for
    /// those of the same name, or failing that for those that are left, in order.
    ///
    /// # Errors
    /// There are more components or fewer, or there is no such property or action any more; or it
    /// holds no proof.
    pub fn transferred(&self, system: &System) -> Result<Transferred, Mismatch> {
        let (before, now) = (self.components.len(), system.components.len());
        if before != now {
            return mismatch(format!("there were {before} components, and there are {now}"));
        }
        let mut here: Vec<Option<Reference>> = system
            .components
            .iter()
            .map(|component| {
                let hash = component.lts.content_hash(&system.actions);
                Some(Reference { name: component.name.clone(), hash })
            })
            .collect();
        let mut changed = Vec::new();
        let mut stands_for: Vec<Option<Reference>> = vec![None; before];
        type Likeness = fn(&Reference, &Reference) -> bool;
        let likenesses: [Likeness; 3] =
            [|one, other| one == other, |one, other| one.name == other.name, |_, _| true];
        for (round, is_like) in likenesses.into_iter().enumerate() {
            for (written, place) in self.components.iter().zip(&mut stands_for) {
                let fits = |r: &Option<Reference>| r.as_ref().is_some_and(|r| is_like(written, r));
                if place.is_none()
                    && let Some(index) = here.iter().position(fits)
                {
                    *place = here[index].take();
                    if round > 0 {
                        changed.push(ComponentId::of(index));
                    }
                }
            }
        }
        let property = match &self.property {
            None => None,
            Some(Reference { name, .. }) => {
                let Some(found) = system.properties.iter().find(|p| p.name == *name) else {
                    return mismatch(format!("there is no property `{}`", name.escape_debug()));
                };
                let hash = found.lts.content_hash(&system.actions);
                Some(Reference { name: name.clone(), hash })
            }
        };
        changed.sort_unstable();
        let property_changed = property != self.property;
        let components = stands_for.into_iter().flatten().collect();
        let transferred = Self { components, property, ..self.clone() };
        match transferred.evidence(system)? {
            Evidence::Proof(mut proof) => {
                proof.rule.forget_simulations(&changed);
                Ok(Transferred { proof, changed, property_changed })
            }
            Evidence::Counterexample(_) => mismatch("it holds no proof".to_owned()),
        }
    }
}
