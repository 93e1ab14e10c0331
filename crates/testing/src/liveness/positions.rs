//! All positions of all runs: what has just happened, who moved, and where everybody is.

use std::collections::BTreeMap;

use surmise_model::{
    ActionId, Alphabet, Lts, Meaning, Start, StateId, Stopping, System, TemporalProperty,
};

use crate::product::successors;

/// A position, told apart by all that a formula or fairness can ask about.
type Position = (Option<ActionId>, Vec<usize>, Vec<StateId>, Vec<bool>);

/// The graph of positions.
pub(super) struct Positions {
    /// Which propositions are true.
    pub(super) letters: Vec<Vec<bool>>,
    /// Where a component is in π. Such a position leads to itself.
    pub(super) in_error: Vec<bool>,
    /// Who has just moved or is unable to.
    pub(super) served: Vec<Vec<bool>>,
    pub(super) next: Vec<Vec<usize>>,
    pub(super) initial: Vec<usize>,
}

impl Positions {
    pub(super) fn new(system: &System, property: &TemporalProperty) -> Self {
        let mut graph = Self {
            letters: Vec::new(),
            in_error: Vec::new(),
            served: Vec::new(),
            next: Vec::new(),
            initial: Vec::new(),
        };
        let tuple: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
        if tuple.iter().any(|state| state.is_error()) {
            return graph;
        }
        let before = property.propositions.iter().map(|proposition| match &proposition.meaning {
            Meaning::Fluent { initially, .. } => *initially,
            Meaning::Actions(_) | Meaning::States { .. } | Meaning::Predicate(_) => false,
        });
        let initial: Position = (None, Vec::new(), tuple, before.collect());
        let first = match property.start {
            Start::InitialState => vec![initial],
            Start::FirstStep => after(system, property, &initial),
        };
        let mut numbers: BTreeMap<Position, usize> = BTreeMap::new();
        let mut all: Vec<Position> = Vec::new();
        let mut number = |position: Position, all: &mut Vec<Position>| {
            *numbers.entry(position.clone()).or_insert_with(|| {
                all.push(position);
                all.len() - 1
            })
        };
        graph.initial = first.into_iter().map(|position| number(position, &mut all)).collect();
        let mut here = 0;
        while let Some(position) = all.get(here).cloned() {
            here += 1;
            graph.look_at(system, property, &position);
            let next = after(system, property, &position);
            graph.next.push(next.into_iter().map(|next| number(next, &mut all)).collect());
        }
        graph
    }

    fn look_at(&mut self, system: &System, property: &TemporalProperty, position: &Position) {
        let (action, movers, tuple, fluents) = position;
        let letter =
            property.propositions.iter().zip(fluents).map(
                |(proposition, fluent)| match &proposition.meaning {
                    Meaning::Actions(actions) => {
                        action.is_some_and(|action| actions.contains(action))
                    }
                    Meaning::Fluent { .. } => *fluent,
                    Meaning::States { component, states } => {
                        states.contains(&tuple[component.index()])
                    }
                    Meaning::Predicate(_) => false,
                },
            );
        self.letters.push(letter.collect());
        let in_error = tuple.iter().any(|state| state.is_error());
        self.in_error.push(in_error);
        let possible = if in_error { Vec::new() } else { steps(system, property, tuple) };
        let served = (0..tuple.len()).map(|component| {
            movers.contains(&component)
                || !possible.iter().any(|(_, movers, _)| movers.contains(&component))
        });
        self.served.push(served.collect());
    }
}

/// The positions that can come next.
fn after(system: &System, property: &TemporalProperty, position: &Position) -> Vec<Position> {
    let (_, _, tuple, fluents) = position;
    if tuple.iter().any(|state| state.is_error()) {
        return vec![position.clone()];
    }
    let steps = steps(system, property, tuple);
    if steps.is_empty() {
        return match property.stopping {
            Stopping::Stays => vec![(None, Vec::new(), tuple.clone(), fluents.clone())],
            Stopping::Ignored => Vec::new(),
        };
    }
    let step = |(action, movers, tuple): (ActionId, Vec<usize>, Vec<StateId>)| {
        let fluents = property.propositions.iter().zip(fluents).map(|(proposition, &before)| {
            match &proposition.meaning {
                Meaning::Fluent { on, .. } if on.contains(action) => true,
                Meaning::Fluent { off, .. } if off.contains(action) => false,
                _ => before,
            }
        });
        let fluents = fluents.collect();
        (Some(action), movers, tuple, fluents)
    };
    steps.into_iter().map(step).collect()
}

/// All steps: the action, who moves, and where that leads.
fn steps(
    system: &System,
    property: &TemporalProperty,
    tuple: &[StateId],
) -> Vec<(ActionId, Vec<usize>, Vec<StateId>)> {
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    let mut steps = Vec::new();
    for (i, lts) in ltss.iter().enumerate() {
        for target in lts.successors(tuple[i], ActionId::TAU) {
            let mut next = tuple.to_vec();
            next[i] = target;
            steps.push((ActionId::TAU, vec![i], next));
        }
    }
    for (action, next) in successors(&ltss, tuple) {
        if !action.is_tau() {
            let has = |&i: &usize| ltss[i].alphabet().contains(action);
            steps.push((action, (0..ltss.len()).filter(has).collect(), next));
        }
    }
    let known = system.alphabet();
    let of_properties = system.properties.iter().flat_map(|p| p.lts.alphabet().iter());
    let free: Alphabet = of_properties.filter(|&action| !known.contains(action)).collect();
    steps.extend(free.iter().map(|action| (action, Vec::new(), tuple.to_vec())));
    if let Some(priority) = &system.priority {
        let is_low = |action: ActionId| match action {
            ActionId::TAU => priority.tau_is_low,
            action => priority.low.contains(action),
        };
        if steps.iter().any(|(action, ..)| !is_low(*action)) {
            steps.retain(|(action, ..)| !is_low(*action));
        }
    }
    if property.is_open {
        let foreign = property.alphabet().difference(&known).difference(&free);
        steps.extend(foreign.iter().map(|action| (action, Vec::new(), tuple.to_vec())));
    }
    steps
}
