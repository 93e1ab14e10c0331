//! Positions of runs: what has just happened, where everybody is, and which positions can be next.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Alphabet, Context, Fairness, Meaning, Reason, Start, StateId, Stop, Stopping, System,
    TemporalProperty,
};

use crate::explore::{MEMORY, No, STATES, steps};
use crate::machine::Machine;
use crate::whole::Whole;

/// How much may still be visited.
pub(super) struct Budget<'a> {
    context: &'a Context<'a>,
    states: u64,
    bytes: u64,
}

impl<'a> Budget<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        Self { context, states: 0, bytes: 0 }
    }

    /// How many states were visited.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// One state more, which takes so many bytes.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), No> {
        if self.states.is_multiple_of(256) {
            self.poll()?;
        }
        let limits = self.context.limits;
        let (states, memory) = (limits.states.unwrap_or(STATES), limits.memory.unwrap_or(MEMORY));
        self.states += 1;
        self.bytes += bytes as u64;
        match (self.states > states, self.bytes > memory) {
            (true, _) => Err(No::Limit(Reason::StateLimit(states))),
            (_, true) => Err(No::Limit(Reason::MemoryLimit(memory))),
            (false, false) => Ok(()),
        }
    }

    /// Whether to go on at all.
    pub(super) fn poll(&self) -> Result<(), No> {
        self.context.check().map_err(|Stop(reason)| No::Limit(reason))
    }
}

/// A position of a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// What has just happened; nothing at the beginning, and where the run has stopped.
    pub(super) action: Option<ActionId>,
    /// Where the components are.
    pub(super) tuple: Vec<u32>,
    /// Which fluents are true, by propositions.
    pub(super) fluents: Vec<bool>,
    /// Who has just moved or is unable to, if that matters.
    pub(super) served: Vec<bool>,
}

/// The runs that a temporal property is about.
pub(super) struct Runs<'a> {
    pub(super) whole: Whole<'a>,
    pub(super) property: &'a TemporalProperty,
    initial: Vec<StateId>,
    /// The actions of the formula that may happen at any time.
    open: Alphabet,
}

/// A step: the action, who moves, and where it leads.
type Step = (ActionId, Vec<usize>, Vec<u32>);

impl<'a> Runs<'a> {
    pub(super) fn new(system: &'a System, property: &'a TemporalProperty) -> Self {
        let whole = Whole::new(system);
        let open = system.open_actions(property).difference(&whole.free);
        let initial = system.components.iter().map(|c| c.lts.initial()).collect();
        Self { whole, property, initial, open }
    }

    /// Whether the initial state is a position, too.
    pub(super) fn starts_early(&self) -> bool {
        self.property.start == Start::InitialState
    }

    /// Where nothing has happened yet.
    pub(super) fn beginning(&self) -> Position {
        let fluents = self.property.propositions.iter();
        let fluents =
            fluents.map(|p| matches!(p.meaning, Meaning::Fluent { initially: true, .. })).collect();
        let tuple = self.whole.numbers(&self.initial);
        let served = self.served(&tuple, &[]);
        Position { action: None, tuple, fluents, served }
    }

    /// All steps from a state.
    pub(super) fn steps(&self, tuple: &[u32]) -> Vec<Step> {
        let mut all: Vec<Step> = Vec::new();
        if self.whole.in_error(tuple) {
            return all;
        }
        let low = self.whole.lets_low_happen(tuple);
        let allowed = |action| low || !self.whole.is_low(action);
        for (i, machine) in self.whole.components.iter().enumerate() {
            if allowed(ActionId::TAU) {
                for target in machine.targets(tuple[i], ActionId::TAU) {
                    let mut next = tuple.to_vec();
                    next[i] = target;
                    all.push((ActionId::TAU, vec![i], next));
                }
            }
        }
        let machines: Vec<&Machine> = self.whole.components.iter().collect();
        let visible = |action: ActionId| !action.is_tau() && allowed(action);
        let found = steps(&machines, &self.whole.free, visible, tuple, |action, next| {
            all.push((action, self.movers(action), next.to_vec()));
            Ok(())
        });
        debug_assert!(found.is_ok(), "nothing stops it");
        all.extend(self.open.iter().map(|action| (action, Vec::new(), tuple.to_vec())));
        all
    }

    /// Who takes part in an action but τ.
    pub(super) fn movers(&self, action: ActionId) -> Vec<usize> {
        let components = self.whole.components.iter().enumerate();
        components.filter(|(_, c)| c.alphabet.contains(action)).map(|(i, _)| i).collect()
    }

    /// Who has moved, or can make no step, if fairness asks.
    pub(super) fn served(&self, tuple: &[u32], movers: &[usize]) -> Vec<bool> {
        if self.property.fairness != Fairness::Weak {
            return Vec::new();
        }
        let steps = self.steps(tuple);
        let is_able = |i: usize| steps.iter().any(|(_, movers, _)| movers.contains(&i));
        (0..tuple.len()).map(|i| movers.contains(&i) || !is_able(i)).collect()
    }

    /// The position that a step leads to.
    pub(super) fn step(&self, from: &Position, (action, movers, tuple): Step) -> Position {
        let fluents = self.property.propositions.iter().zip(&from.fluents);
        let fluents = fluents.map(|(proposition, &before)| match &proposition.meaning {
            Meaning::Fluent { on, off, .. } => {
                on.contains(action) || before && !off.contains(action)
            }
            Meaning::Actions(_) | Meaning::States { .. } | Meaning::Predicate(_) => before,
        });
        let served = self.served(&tuple, &movers);
        Position { action: Some(action), fluents: fluents.collect(), tuple, served }
    }

    /// The position after which a run has stopped, if that counts.
    pub(super) fn stopped(&self, from: &Position) -> Option<Position> {
        let stays = self.property.stopping == Stopping::Stays;
        stays.then(|| {
            let served = self.served(&from.tuple, &[]);
            Position { action: None, served, ..from.clone() }
        })
    }

    /// The positions that can be next. π leads to itself.
    fn after(&self, position: &Position) -> Vec<Position> {
        if self.whole.in_error(&position.tuple) {
            return vec![position.clone()];
        }
        let steps = self.steps(&position.tuple);
        match steps.is_empty() {
            true => self.stopped(position).into_iter().collect(),
            false => steps.into_iter().map(|step| self.step(position, step)).collect(),
        }
    }

    /// Which propositions are true at a position.
    pub(super) fn letter(&self, position: &Position) -> Vec<bool> {
        let Position { action, tuple, fluents, .. } = position;
        let propositions = self.property.propositions.iter().zip(fluents);
        let letter = propositions.map(|(proposition, &fluent)| match &proposition.meaning {
            Meaning::Actions(actions) => action.is_some_and(|action| actions.contains(action)),
            Meaning::Fluent { .. } => fluent,
            Meaning::States { component, states } => {
                let here = tuple[component.index()];
                states.iter().any(|state| state.raw() == here)
            }
            // Components have no such thing, and whoever reads a certificate refuses it.
            Meaning::Predicate(_) => false,
        });
        letter.collect()
    }
}

/// The graph of all positions, by numbers.
pub(super) struct Graph {
    pub(super) letters: Vec<Vec<bool>>,
    /// Whether a component is in π.
    pub(super) in_error: Vec<bool>,
    pub(super) served: Vec<Vec<bool>>,
    pub(super) next: Vec<Vec<usize>>,
    pub(super) initial: Vec<usize>,
}

impl Graph {
    /// All positions.
    pub(super) fn new(runs: &Runs<'_>, budget: &mut Budget<'_>) -> Result<Self, No> {
        Self::behind(runs, &[], budget)
    }

    /// Those positions of all runs that begin with these; none if these are not to be the first.
    pub(super) fn behind(
        runs: &Runs<'_>,
        beginning: &[Position],
        budget: &mut Budget<'_>,
    ) -> Result<Self, No> {
        let mut graph = Self {
            letters: Vec::new(),
            in_error: Vec::new(),
            served: Vec::new(),
            next: Vec::new(),
            initial: Vec::new(),
        };
        let start = runs.beginning();
        if runs.whole.in_error(&start.tuple) {
            return Ok(graph);
        }
        // One after the other, and only then all that can happen.
        for (number, position) in beginning.iter().enumerate() {
            graph.look_at(runs, position, budget)?;
            graph.next.push(vec![number + 1]);
        }
        let first = match beginning.last() {
            Some(last) => runs.after(last),
            None if runs.starts_early() => vec![start],
            None => runs.after(&start),
        };
        let offset = beginning.len();
        let mut found: IndexMap<Position, (), FxBuildHasher> = IndexMap::default();
        let mut number = |position: Position| offset + found.insert_full(position, ()).0;
        let first: Vec<usize> = first.into_iter().map(&mut number).collect();
        match graph.next.last_mut() {
            Some(next) => {
                *next = first;
                graph.initial = vec![0];
            }
            None => graph.initial = first,
        }
        let mut here = 0;
        while let Some((position, ())) = found.get_index(here) {
            let position = position.clone();
            graph.look_at(runs, &position, budget)?;
            let next = runs.after(&position);
            let number = |position: Position| offset + found.insert_full(position, ()).0;
            graph.next.push(next.into_iter().map(number).collect());
            here += 1;
        }
        Ok(graph)
    }

    fn look_at(
        &mut self,
        runs: &Runs<'_>,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), No> {
        budget.spend(16 * (position.tuple.len() + position.fluents.len()) + 256)?;
        self.letters.push(runs.letter(position));
        self.in_error.push(runs.whole.in_error(&position.tuple));
        self.served.push(position.served.clone());
        Ok(())
    }
}
