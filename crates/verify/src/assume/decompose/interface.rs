//! How large the interface is [between](crate::assume::interface::between) some of the components,
//! with the property, and the others: counted while components change sides, rather than from its
//! definition each time.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::assume::Problem;

/// The actions of a problem, those that the same components share taken together.
pub(super) struct Sharing {
    /// The classes of actions.
    classes: Vec<Class>,
    /// For each component, the classes it has actions of.
    of_component: Vec<Vec<usize>>,
}

struct Class {
    owners: u32,
    in_property: bool,
    actions: u32,
}

impl Sharing {
    pub(super) fn new(problem: &Problem<'_>) -> Self {
        let mut owners: IndexMap<_, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for (index, component) in problem.components.iter().enumerate() {
            for action in component.alphabet().iter() {
                owners.entry(action).or_default().push(index);
            }
        }
        let mut classes: IndexMap<(Vec<usize>, bool), u32, FxBuildHasher> = IndexMap::default();
        for (action, owners) in owners {
            let in_property = problem.property.alphabet().contains(action);
            *classes.entry((owners, in_property)).or_insert(0) += 1;
        }
        let mut of_component = vec![Vec::new(); problem.components.len()];
        for (class, (owners, _)) in classes.keys().enumerate() {
            owners.iter().for_each(|&owner| of_component[owner].push(class));
        }
        let classes = classes
            .into_iter()
            .map(|((owners, in_property), actions)| Class {
                owners: owners.len() as u32,
                in_property,
                actions,
            })
            .collect();
        Self { classes, of_component }
    }

    pub(super) fn num_components(&self) -> usize {
        self.of_component.len()
    }
}

/// A line between components: those inside stand with the property, the others face them.
#[derive(Clone)]
pub(super) struct Boundary<'s> {
    sharing: &'s Sharing,
    /// How many owners of each class are inside.
    inside: Vec<u32>,
    /// How many actions of the outside are also the inside's or the property's.
    interface: u32,
}

impl<'s> Boundary<'s> {
    /// Nobody is inside but the property.
    pub(super) fn new(sharing: &'s Sharing) -> Self {
        let of_property = sharing.classes.iter().filter(|class| class.in_property);
        Self {
            sharing,
            inside: vec![0; sharing.classes.len()],
            interface: of_property.map(|class| class.actions).sum(),
        }
    }

    /// The size of the interface.
    pub(super) fn interface(&self) -> u32 {
        self.interface
    }

    /// Takes a component inside.
    pub(super) fn enter(&mut self, component: usize) {
        self.shift(component, |inside| inside + 1);
    }

    /// Puts a component outside.
    pub(super) fn leave(&mut self, component: usize) {
        self.shift(component, |inside| inside - 1);
    }

    fn shift(&mut self, component: usize, change: impl Fn(u32) -> u32) {
        for &index in &self.sharing.of_component[component] {
            let class = &self.sharing.classes[index];
            let crosses = |inside: u32| (inside > 0 || class.in_property) && inside < class.owners;
            let inside = self.inside[index];
            let shifted = change(inside);
            self.interface -= if crosses(inside) { class.actions } else { 0 };
            self.interface += if crosses(shifted) { class.actions } else { 0 };
            self.inside[index] = shifted;
        }
    }
}
