//! From a diagram to an invariant that others can check, and to the number of its states.

use dashu_int::UBig;
use surmise_model::{Context, Invariant, Level, Lts, StateId, Stop, System};

use super::diagrams::{Diagrams, Distances, Node};
use super::space::Space;
use crate::automata::Pace;

/// The place of a node on its layer.
fn place(layer: &[Node], node: Node) -> usize {
    layer.binary_search(&node).unwrap_or_default()
}

/// A set of states as an invariant.
pub(super) fn invariant(
    system: &System,
    space: &Space<'_>,
    diagrams: &Diagrams<'_>,
    set: Distances,
) -> Result<Invariant, Stop> {
    let layers = diagrams.layers(set.node, space.depth())?;
    let written = layers.iter().enumerate().map(|(level, layer)| {
        let next = layers.get(level + 1).map_or(&[][..], Vec::as_slice);
        let row = |&node: &Node| {
            let edges = diagrams.edges(node).iter();
            edges.map(|edge| (edge.value, place(next, edge.below.node) as u32)).collect()
        };
        layer.iter().map(row).collect()
    });
    Ok(Invariant {
        layers: written.collect(),
        ..levels(system, space.parts.iter().copied().zip(space.ltss.iter().copied()))
    })
}

/// All tuples of local states: an invariant if nothing is wrong with any of them.
pub(super) fn everything(system: &System) -> Invariant {
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    let layer = |lts: &&Lts| vec![lts.states().map(|state| (state.raw(), 0)).collect()];
    let layers = ltss.iter().map(layer).collect();
    Invariant { layers, ..levels(system, ltss.iter().copied().enumerate()) }
}

/// Who is on which level, and what the states of a deterministic property mean.
fn levels<'l>(system: &System, parts: impl Iterator<Item = (usize, &'l Lts)>) -> Invariant {
    let mut result = Invariant::default();
    for (part, lts) in parts {
        result.levels.push(match system.component_ids().nth(part) {
            Some(id) => Level::Component(id),
            None => {
                result.property_states = lts.states().map(|state: StateId| vec![state]).collect();
                Level::Property
            }
        });
    }
    result
}

/// How many states a set has.
pub(super) fn count(
    space: &Space<'_>,
    diagrams: &Diagrams<'_>,
    set: Distances,
    context: &Context<'_>,
) -> Result<UBig, Stop> {
    let layers = diagrams.layers(set.node, space.depth())?;
    let mut below: Vec<UBig> = vec![UBig::from(1u8)];
    let mut pace = Pace::new(context);
    for (level, layer) in layers.iter().enumerate().rev() {
        pace.spend(layer.len())?;
        let next = layers.get(level + 1).map_or(&[][..], Vec::as_slice);
        let number = |&node: &Node| {
            diagrams.edges(node).iter().map(|edge| &below[place(next, edge.below.node)]).sum()
        };
        below = layer.iter().map(number).collect();
    }
    Ok(below.into_iter().sum())
}
