//! Exploring a [`StateSpace`] breadth-first, to count or to keep.

use surmise_model::{
    Context, Event, Halt, IdOverflow, PackedStates, Probabilities, ProbabilityId, Rational,
    StateId, StateSpace, Successors,
};

use super::markov::MarkovModel;
use super::rewards::Rewards;

/// How large a model is. A deadlock counts with the self-loop that it gets where probabilities are
/// computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Reachable states.
    pub states: u64,
    /// Of these, how many are initial.
    pub initial: u64,
    /// Choices of all states; in a Markov chain one of each.
    pub choices: u64,
    /// Branches of all choices: different states that a choice may lead to.
    pub branches: u64,
    /// States without a choice of their own.
    pub deadlocks: u64,
    /// Heap memory of the set of states, in bytes.
    pub bytes: u64,
}

/// A model that was explored and kept.
#[derive(Debug, Clone)]
pub struct Exploration {
    /// The model.
    pub model: MarkovModel,
    /// Its states, to evaluate conditions in.
    pub states: PackedStates,
    /// The deadlocks, sorted.
    pub deadlocks: Vec<StateId>,
    /// The reward structures that the space looks at.
    pub rewards: Vec<Rewards>,
    /// Its sizes.
    pub sizes: Sizes,
}

/// Counts the states, choices and branches of a model; keeps nothing but the set of states.
///
/// # Errors
/// When the context says stop, or the model is wrong in a state.
pub fn measure(space: &mut dyn StateSpace, context: &Context<'_>) -> Result<Sizes, Halt> {
    run(space, context, None).map(|exploration| exploration.sizes)
}

/// Explores a model and keeps it.
///
/// # Errors
/// When the context says stop, or the model is wrong in a state.
pub fn explore(space: &mut dyn StateSpace, context: &Context<'_>) -> Result<Exploration, Halt> {
    run(space, context, Some(MarkovModel::new()))
}

fn run(
    space: &mut dyn StateSpace,
    context: &Context<'_>,
    mut model: Option<MarkovModel>,
) -> Result<Exploration, Halt> {
    let words = space.words();
    let mut states = PackedStates::new(words);
    let mut sizes = Sizes::default();
    space.initial(context, &mut |state| {
        let (id, _) = states.insert(state)?;
        if id.index().is_multiple_of(1024) {
            context.reserve(states.heap_bytes() as u64 / 2)?;
        }
        context.check_states(states.len() as u64)
    })?;
    sizes.initial = states.len() as u64;
    let mut deadlocks = Vec::new();
    let mut successors = Successors::default();
    let mut state = vec![0; words];
    let mut row = Row::default();
    let mut rewards = vec![Rewards::default(); space.num_rewards()];
    let nothing = match rewards.is_empty() {
        true => ProbabilityId::ONE,
        false => space.probabilities().intern(&Rational::ZERO)?,
    };
    let mut next = 0;
    while next < states.len() {
        if next.is_multiple_of(1024) {
            context.reserve(states.heap_bytes() as u64 / 2)?;
        }
        context.check_states(states.len() as u64)?;
        if next.is_multiple_of(1 << 16) {
            context.observer.event(&Event::Searching {
                states: states.len() as u64,
                waiting: (states.len() - next) as u64,
                depth: 0,
                bytes: states.heap_bytes() as u64,
            });
        }
        let source = StateId::of(next);
        state.copy_from_slice(states.state(source));
        successors.clear();
        space.successors(&state, &mut successors)?;
        row.clear();
        for (_, probabilities, targets) in successors.choices() {
            for (&probability, target) in probabilities.iter().zip(targets.chunks_exact(words)) {
                let (target, _) = states.insert(target)?;
                row.branches.push((target.raw(), probability));
            }
            row.ends.push(row.branches.len());
        }
        if successors.is_empty() {
            deadlocks.push(source);
            row.branches.push((source.raw(), ProbabilityId::ONE));
            row.ends.push(1);
        } else if space.is_chain() {
            row.choose_uniformly(space.probabilities())?;
        }
        row.merge(space.probabilities())?;
        sizes.choices += row.ends.len() as u64;
        sizes.branches += row.branches.len() as u64;
        if let Some(model) = &mut model {
            row.append(model)?;
            for (number, rewards) in rewards.iter_mut().enumerate() {
                collect(space, number, &successors, row.ends.len(), nothing, rewards)?;
            }
        }
        next += 1;
    }
    sizes.states = states.len() as u64;
    sizes.deadlocks = deadlocks.len() as u64;
    sizes.bytes = states.heap_bytes() as u64;
    let mut model = model.unwrap_or_default();
    model.probabilities = space.probabilities().clone();
    model.initial = (0..sizes.initial as usize).map(StateId::of).collect();
    Ok(Exploration { model, states, deadlocks, rewards, sizes })
}

/// Notes what a state and its choices give. Where choices became one, it gives their average.
fn collect(
    space: &mut dyn StateSpace,
    number: usize,
    successors: &Successors,
    choices: usize,
    nothing: ProbabilityId,
    rewards: &mut Rewards,
) -> Result<(), Halt> {
    let own = space.reward(number, None)?.unwrap_or(nothing);
    rewards.states.push(own);
    let mut given = Vec::with_capacity(choices);
    for (action, _, _) in successors.choices() {
        given.push(space.reward(number, Some(action))?);
    }
    if given.len() > choices && given.iter().any(Option::is_some) {
        let table = space.probabilities();
        let sum: Rational = given.iter().flatten().map(|&id| table.value(id)).sum();
        let share = Rational::new(1, given.len() as i64).unwrap_or(Rational::ONE);
        given = vec![Some(table.intern(&(&sum * &share))?)];
    }
    given.resize(choices, None);
    for more in given {
        rewards.choices.push(match more {
            None => own,
            Some(more) if own == nothing => more,
            Some(more) => space.probabilities().sum(own, more)?,
        });
    }
    Ok(())
}

/// The choices of one state.
#[derive(Default)]
struct Row {
    branches: Vec<(u32, ProbabilityId)>,
    /// Where the branches of each choice end.
    ends: Vec<usize>,
}

impl Row {
    fn clear(&mut self) {
        self.branches.clear();
        self.ends.clear();
    }

    /// Makes one choice of several, each as probable as the others.
    fn choose_uniformly(&mut self, table: &mut Probabilities) -> Result<(), IdOverflow> {
        if let Some(share) = Rational::new(1, self.ends.len() as i64)
            && self.ends.len() > 1
        {
            let share = table.intern(&share)?;
            for (_, probability) in &mut self.branches {
                *probability = table.product(share, *probability)?;
            }
            self.ends.clear();
            self.ends.push(self.branches.len());
        }
        Ok(())
    }

    /// Adds up the branches of a choice that lead to the same state.
    fn merge(&mut self, table: &mut Probabilities) -> Result<(), IdOverflow> {
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            let choice = &mut self.branches[start..*end];
            if choice.len() > 1 {
                choice.sort_unstable_by_key(|&(target, _)| target);
            }
            let first = kept;
            for index in start..*end {
                let (target, probability) = self.branches[index];
                if kept > first && self.branches[kept - 1].0 == target {
                    let sum = table.sum(self.branches[kept - 1].1, probability)?;
                    self.branches[kept - 1].1 = sum;
                } else {
                    self.branches[kept] = (target, probability);
                    kept += 1;
                }
            }
            start = *end;
            *end = kept;
        }
        self.branches.truncate(kept);
        Ok(())
    }

    fn append(&self, model: &mut MarkovModel) -> Result<(), IdOverflow> {
        let base = model.targets.len();
        for &(target, probability) in &self.branches {
            model.targets.push(target);
            model.weights.push(probability);
        }
        for end in &self.ends {
            let end = u32::try_from(base + end).map_err(|_| IdOverflow { kind: "branches" })?;
            model.choices.push(end);
        }
        model.rows.push((model.choices.len() - 1) as u32);
        Ok(())
    }
}
