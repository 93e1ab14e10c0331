//! The states whose probability is 0 or 1, found in the graph alone: no number is needed for them,
//! and without them no iteration can be fooled (Baier and Katoen, "Principles of Model Checking",
//! 10.1.1 and 10.6.1; de Alfaro's Prob0 and Prob1 algorithms).

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Extreme, Stop};

use super::markov::MarkovModel;

/// States of probability 0, and states of probability 1.
pub(super) struct Qualitative {
    pub(super) zero: FixedBitSet,
    pub(super) one: FixedBitSet,
}

/// Finds both sets for the probability of reaching the goal through states of `until`.
pub(super) fn qualitative(
    model: &MarkovModel,
    extreme: Extreme,
    until: &FixedBitSet,
    goal: &FixedBitSet,
    context: &Context<'_>,
) -> Result<Qualitative, Stop> {
    let back = Backwards::new(model, context)?;
    // States that may take a step on the way to the goal.
    let mut open = until.clone();
    open.difference_with(goal);
    let (zero, one);
    match extreme {
        // In a chain the goal is reached for certain where nothing leads to where it cannot be; the
        // rounds of the general case, one for each step of a long way, are spared.
        _ if model.is_chain() => {
            zero = complement(&back.some_path(&open, goal));
            one = complement(&back.some_path(&open, &zero));
        }
        Extreme::Maximal => {
            zero = complement(&back.some_path(&open, goal));
            one = back.some_almost_surely(model, &open, goal, &zero, |_, _| {}, context)?;
        }
        Extreme::Minimal => {
            zero = complement(&back.every_choice(model, &open, goal));
            one = complement(&back.some_path(&open, &zero));
        }
    }
    Ok(Qualitative { zero, one })
}

/// For each state from which every way to choose misses the goal with some probability, when that
/// is seen: first those from which the goal cannot be reached, then, again and again, those that
/// cannot go on towards it without a risk of going to a state that was seen before.
pub(super) fn missing_stages(
    model: &MarkovModel,
    goal: &FixedBitSet,
    context: &Context<'_>,
) -> Result<Vec<Option<u32>>, Stop> {
    let back = Backwards::new(model, context)?;
    let open = complement(goal);
    let zero = complement(&back.some_path(&open, goal));
    let mut stages = vec![None; model.num_states()];
    zero.ones().for_each(|state| stages[state] = Some(0));
    let mut stage = 0;
    let shrunk = |before: &FixedBitSet, after: &FixedBitSet| {
        stage += 1;
        before.difference(after).for_each(|state| stages[state] = Some(stage));
    };
    back.some_almost_surely(model, &open, goal, &zero, shrunk, context)?;
    Ok(stages)
}

pub(super) fn complement(set: &FixedBitSet) -> FixedBitSet {
    let mut other = set.clone();
    other.toggle_range(..);
    other
}

/// Which choices lead to a state.
pub(super) struct Backwards {
    pub(super) source: Vec<u32>,
    offsets: Vec<u32>,
    choices: Vec<u32>,
}

impl Backwards {
    pub(super) fn new(model: &MarkovModel, context: &Context<'_>) -> Result<Self, Stop> {
        let (states, branches) = (model.num_states(), model.num_branches());
        context.reserve(4 * (states + 2 * branches) as u64)?;
        let mut source = vec![0; model.num_choices()];
        let mut offsets = vec![0u32; states + 1];
        for state in 0..states {
            for choice in model.choices(state) {
                source[choice] = state as u32;
            }
        }
        for &target in &model.targets {
            offsets[target as usize + 1] += 1;
        }
        for state in 0..states {
            offsets[state + 1] += offsets[state];
        }
        let mut next = offsets.clone();
        let mut choices = vec![0; branches];
        for choice in 0..model.num_choices() {
            for &target in model.targets(choice) {
                choices[next[target as usize] as usize] = choice as u32;
                next[target as usize] += 1;
            }
        }
        Ok(Self { source, offsets, choices })
    }

    pub(super) fn leading_to(&self, state: usize) -> &[u32] {
        &self.choices[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }

    /// The states that can reach the goal through open states.
    fn some_path(&self, open: &FixedBitSet, goal: &FixedBitSet) -> FixedBitSet {
        let mut found = goal.clone();
        let mut waiting: Vec<usize> = goal.ones().collect();
        while let Some(state) = waiting.pop() {
            for &choice in self.leading_to(state) {
                let source = self.source[choice as usize] as usize;
                if open.contains(source) && !found.put(source) {
                    waiting.push(source);
                }
            }
        }
        found
    }

    /// The states that have a positive probability of reaching the goal whatever is chosen.
    fn every_choice(
        &self,
        model: &MarkovModel,
        open: &FixedBitSet,
        goal: &FixedBitSet,
    ) -> FixedBitSet {
        let mut found = goal.clone();
        let mut waiting: Vec<usize> = goal.ones().collect();
        let mut seen = FixedBitSet::with_capacity(model.num_choices());
        let mut left: Vec<u32> =
            (0..model.num_states()).map(|state| model.choices(state).len() as u32).collect();
        while let Some(state) = waiting.pop() {
            for &choice in self.leading_to(state) {
                if seen.put(choice as usize) {
                    continue;
                }
                let source = self.source[choice as usize] as usize;
                left[source] -= 1;
                if left[source] == 0 && open.contains(source) && !found.put(source) {
                    waiting.push(source);
                }
            }
        }
        found
    }

    /// The states from which some way to choose reaches the goal with probability 1: the largest
    /// set from which one can go on towards the goal without a risk of leaving the set. It is
    /// found by leaving states out, and told each time with what is left of it.
    fn some_almost_surely(
        &self,
        model: &MarkovModel,
        open: &FixedBitSet,
        goal: &FixedBitSet,
        zero: &FixedBitSet,
        mut shrunk: impl FnMut(&FixedBitSet, &FixedBitSet),
        context: &Context<'_>,
    ) -> Result<FixedBitSet, Stop> {
        let mut safe = complement(zero);
        loop {
            context.check()?;
            let stays = |choice: u32| {
                model.targets(choice as usize).iter().all(|&target| safe.contains(target as usize))
            };
            let mut found = goal.clone();
            let mut waiting: Vec<usize> = goal.ones().collect();
            while let Some(state) = waiting.pop() {
                for &choice in self.leading_to(state) {
                    let source = self.source[choice as usize] as usize;
                    if open.contains(source) && !found.contains(source) && stays(choice) {
                        found.insert(source);
                        waiting.push(source);
                    }
                }
            }
            if found == safe {
                return Ok(found);
            }
            assert!(found.is_subset(&safe), "the set only shrinks");
            shrunk(&safe, &found);
            safe = found;
        }
    }
}
