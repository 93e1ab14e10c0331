//! The system as its author wrote it: what can happen in one of its states, and when it has ended.
//!
//! A state is one state of each component. Components move together on the actions that they share,
//! and the system's priority says which steps give way to which. An action of a property that no
//! component has may happen at any time, and then nobody moves. When a component is in π, the run
//! is over.

use surmise_model::{ActionId, Alphabet, Claim, Context, StateId, System, Termination};

use crate::explore::{No, Visited, all_actions, steps};
use crate::machine::Machine;
use crate::temporal;

/// A system, seen as a whole.
pub(crate) struct Whole<'a> {
    system: &'a System,
    /// The components. The last state of each is π.
    pub(crate) components: Vec<Machine>,
    /// The actions of properties that no component has.
    pub(crate) free: Alphabet,
    /// All actions, free or not.
    actions: Alphabet,
}

impl<'a> Whole<'a> {
    pub(crate) fn new(system: &'a System) -> Self {
        let components: Vec<Machine> =
            system.components.iter().map(|component| Machine::written(&component.lts)).collect();
        let mut of_properties = Alphabet::new();
        for property in &system.properties {
            of_properties.union_with(property.lts.alphabet());
        }
        let of_components = all_actions(&components);
        let free = of_properties.difference(&of_components);
        Self { system, components, free, actions: of_properties.union(&of_components) }
    }

    /// The states of the components by their numbers, π included.
    pub(crate) fn numbers(&self, states: &[StateId]) -> Vec<u32> {
        let number = |(i, state): (usize, &StateId)| match state.is_error() {
            true => self.error(i),
            false => state.raw(),
        };
        states.iter().enumerate().map(number).collect()
    }

    fn error(&self, component: usize) -> u32 {
        self.components[component].rows.len() as u32 - 1
    }

    /// Whether a component is in π.
    pub(crate) fn in_error(&self, state: &[u32]) -> bool {
        state.iter().enumerate().any(|(i, &local)| local == self.error(i))
    }

    /// Whether an action is possible: everybody who has it offers it; of τ, somebody does.
    fn is_offered(&self, state: &[u32], action: ActionId) -> bool {
        let offers = |i: usize| self.components[i].targets(state[i], action).next().is_some();
        let has = |i: usize| self.components[i].alphabet.contains(action);
        let mut everybody = 0..state.len();
        match action.is_tau() {
            true => everybody.any(offers),
            false => {
                (self.free.contains(action) || everybody.clone().any(has))
                    && everybody.all(|i| !has(i) || offers(i))
            }
        }
    }

    /// τ and all actions.
    fn everything(&self) -> impl Iterator<Item = ActionId> {
        [ActionId::TAU].into_iter().chain(self.actions.iter())
    }

    pub(crate) fn is_low(&self, action: ActionId) -> bool {
        self.system.priority.as_ref().is_some_and(|priority| match action.is_tau() {
            true => priority.tau_is_low,
            false => priority.low.contains(action),
        })
    }

    /// Whether actions that give way may happen: nothing else can.
    pub(crate) fn lets_low_happen(&self, state: &[u32]) -> bool {
        let is_possible = |action| !self.is_low(action) && self.is_offered(state, action);
        self.system.priority.is_none() || !self.everything().any(is_possible)
    }

    /// Whether an action leads from one state to another: τ moves one component alone, any other
    /// action all that have it, and nobody else.
    pub(crate) fn is_step(&self, before: &[u32], action: ActionId, after: &[u32]) -> bool {
        let moves =
            |i: usize| self.components[i].targets(before[i], action).any(|to| to == after[i]);
        let stays = |i: usize| before[i] == after[i];
        let has = |i: usize| self.components[i].alphabet.contains(action);
        let mut everybody = 0..before.len();
        let is_joint = match action.is_tau() {
            true => {
                let alone = |i: usize| (0..before.len()).all(|j| j == i || stays(j));
                everybody.any(|i| moves(i) && alone(i))
            }
            false => {
                (self.free.contains(action) || everybody.clone().any(has))
                    && everybody.all(|i| if has(i) { moves(i) } else { stays(i) })
            }
        };
        is_joint && (!self.is_low(action) || self.lets_low_happen(before))
    }

    /// Whether anything can happen.
    pub(crate) fn can_move(&self, state: &[u32]) -> bool {
        self.everything().any(|action| self.is_offered(state, action))
    }

    /// Whether the system has ended, by its own rule.
    pub(crate) fn has_ended(&self, state: &[u32]) -> bool {
        self.end().is_some_and(|end| end.iter().all(|&(i, local)| state[i] == local))
    }

    /// The components that have to be at their ends when the system has ended, and these; `None` if
    /// it never ends.
    pub(crate) fn end(&self) -> Option<Vec<(usize, u32)>> {
        let end = |i: usize| Some((i, self.system.components[i].lts.end()?.raw()));
        match &self.system.termination {
            Termination::Never => None,
            Termination::When(ids) => ids.iter().map(|id| end(id.index())).collect(),
            Termination::ByAlphabets => {
                let (ending, endless): (Vec<usize>, Vec<usize>) =
                    (0..self.components.len()).partition(|&i| end(i).is_some());
                let actions = |of: &[usize]| all_actions(of.iter().map(|&i| &self.components[i]));
                let covered = actions(&endless).is_subset(&actions(&ending));
                (covered && !ending.is_empty())
                    .then(|| ending.into_iter().filter_map(end).collect())
            }
        }
    }
}

/// Whether a claim is true, by visiting every state of the system; gives how many there are. With a
/// property, a state is followed by the set of states that the property may be in.
pub(crate) fn holds(system: &System, claim: Claim, context: &Context<'_>) -> Result<u64, No> {
    if let Claim::Temporal(id) = claim {
        return temporal::holds(system, system.temporal_property(id), context);
    }
    let whole = Whole::new(system);
    let property = match claim {
        Claim::Property(id) => Some(Machine::forbidding(&system.property(id).lts)),
        Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => None,
    };
    // What is wrong with a state as such. A property is violated by steps, which are looked at
    // below.
    let is_bad = |tuple: &[u32]| match claim {
        Claim::Property(_) | Claim::Temporal(_) => false,
        Claim::NoError => whole.in_error(tuple),
        Claim::NoDeadlock => {
            !whole.in_error(tuple) && !whole.can_move(tuple) && !whole.has_ended(tuple)
        }
    };
    let initial: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
    let count = initial.len();
    let mut state = whole.numbers(&initial);
    if let Some(property) = &property {
        let start = property.start();
        if start.is_empty() {
            return Err(No::Word(Vec::new()));
        }
        state.extend(start);
    }
    let machines: Vec<&Machine> = whole.components.iter().collect();
    let mut visited = Visited::new(context, &state)?;
    let mut number = 0;
    while let Some(state) = visited.get(number) {
        let (tuple, set) = state.split_at(count);
        if is_bad(tuple) {
            return Err(No::Word(visited.word(number, ActionId::TAU)));
        }
        // A run ends in π, whatever is claimed.
        if !whole.in_error(tuple) {
            let low = whole.lets_low_happen(tuple);
            let allowed = |action| low || !whole.is_low(action);
            steps(&machines, &whole.free, allowed, tuple, |action, tuple| {
                let mut next = tuple.to_vec();
                if let Some(property) = &property {
                    let set = property.after(set, action);
                    if set.is_empty() {
                        return Err(No::Word(visited.word(number, action)));
                    }
                    next.extend(set);
                }
                visited.add(&next, number, action)
            })?;
        }
        number += 1;
    }
    Ok(visited.len())
}
