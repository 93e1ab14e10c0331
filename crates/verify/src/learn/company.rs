//! Assumptions for all groups at once under rule SYM-N, from what the groups do in each other's
//! company.
//!
//! SYM-N weighs assumptions against each other, so that what the environment of a group does cannot
//! take the place of its assumption, as it can under the other rules. What can is this: let Li be
//! the traces of group i over Σi = Σ_I, and Ei those of its environment. Ai has the words that stay
//! within Li ∩ Ei, and all words whose first letter to leave it *leaves Li*; if only Ei is left,
//! the word is not in Ai.
//!
//! If no run of all groups violates P, these are as good as any:
//!
//! - Premise i: a word of Ai that is a trace of Mi never left Li, so it is in Li ∩ Ei: it is what a
//!   run of all groups shows, and does not violate P.
//! - Premise n + 1: let w violate P. It is no run of all groups, so there is a first letter at
//!   which some Li is left. Before it all groups go together, and so each of them is within its Li
//!   ∩ Ei. Hence w is in that Ai, and not in its complement.
//!
//! And if there is such a run, some premise i ≤ n finds it: Ai ∩ Li is Li ∩ Ei. The property has no
//! part in these assumptions, which is why they can be much smaller than the weakest ones.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use crate::assume::interface::alphabet_of;
use crate::assume::view::smallest_with_traces;
use crate::automata::minimise_dfa;

/// A group among the others.
pub(super) struct Member<'a> {
    pub(super) group: Vec<&'a Lts>,
    /// The components of all other groups.
    pub(super) environment: Vec<&'a Lts>,
    /// Σ_I: what it shares with any of them, and the property's actions.
    pub(super) interface: Alphabet,
}

/// All groups.
pub(super) struct Company<'a>(pub(super) Vec<Member<'a>>);

impl Company<'_> {
    /// The assumptions of all groups, each as small as possible, if all of them have at most so
    /// many states and are found without looking at many more.
    pub(super) fn assumptions(
        &self,
        states: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Lts>>, Stop> {
        let mut all = Vec::with_capacity(self.0.len());
        for member in &self.0 {
            match member.assumption(states, context)? {
                Some(assumption) if assumption.num_states() <= states => all.push(assumption),
                _ => return Ok(None),
            }
        }
        Ok(Some(all))
    }
}

impl Member<'_> {
    /// What the group does in company, if that is found with about so many states.
    fn assumption(&self, states: usize, context: &Context<'_>) -> Result<Option<Lts>, Stop> {
        let bounds = (16 * states, 4 * states);
        let traces_of = |parts: &[&Lts]| {
            let seen = self.interface.intersection(&alphabet_of(parts.iter().copied()));
            smallest_with_traces(parts, &seen, bounds, context)
        };
        let Some(group) = traces_of(&self.group)? else { return Ok(None) };
        let Some(environment) = traces_of(&self.environment)? else { return Ok(None) };
        match within_both_or_outside(&group, &environment, &self.interface, 4 * states, context)? {
            Some(assumption) => minimise_dfa(&assumption, context).map(Some),
            None => Ok(None),
        }
    }
}

/// The words over an alphabet that stay within two deterministic LTSs, or leave the first one
/// before or together with the second; unless there are more pairs than that.
fn within_both_or_outside(
    group: &Lts,
    environment: &Lts,
    alphabet: &Alphabet,
    most: usize,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    /// Where an action leads: nowhere if it is the LTS's and not possible.
    fn step(lts: &Lts, state: StateId, action: ActionId) -> Option<StateId> {
        match lts.alphabet().contains(action) {
            true => lts.edges_on(state, action).first().map(|edge| edge.target),
            false => Some(state),
        }
    }
    // State 0 is for those who have left the group's traces: they may do everything.
    let (free, first) = (StateId::of(0), 1);
    let mut pairs: IndexSet<(StateId, StateId), FxBuildHasher> = IndexSet::default();
    pairs.insert((group.initial(), environment.initial()));
    let mut builder = Lts::builder();
    builder.extend_alphabet(alphabet.iter()).initial(StateId::of(first));
    for action in alphabet.iter() {
        builder.add(free, action, free);
    }
    let mut next = 0;
    while let Some(&(inside, outside)) = pairs.get_index(next) {
        context.check()?;
        for action in alphabet.iter() {
            let target = match (step(group, inside, action), step(environment, outside, action)) {
                (None, _) => free,
                (Some(_), None) => continue,
                (Some(inside), Some(outside)) => {
                    StateId::of(first + pairs.insert_full((inside, outside)).0)
                }
            };
            builder.add(StateId::of(first + next), action, target);
        }
        if pairs.len() > most {
            return Ok(None);
        }
        next += 1;
    }
    builder.ensure_states(first + pairs.len());
    Ok(Some(builder.build()?))
}

#[cfg(test)]
mod tests {
    use surmise_model::{Claim, PropertyId};
    use surmise_testing::{NaiveProduct, Shape, random_system, seeds};

    use super::*;
    use crate::assume::Problem;
    use crate::automata::complement_with_stop;
    use crate::learn::symmetric::{company, violated_property};

    #[test]
    fn all_premises_hold_if_and_only_if_the_system_is_safe() {
        let context = Context::unlimited();
        let shape = Shape { components: 2..=4, cycles: true, ..Shape::default() };
        let (mut safe, mut unsafe_ones) = (0, 0);
        for seed in seeds(500, 10_000) {
            let system = random_system(seed, &shape);
            let problem =
                Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
            if problem.property.initial().is_error() {
                continue;
            }
            let violates = |parts: &[&Lts]| NaiveProduct::new(parts).error_depth.is_some();
            let groups: Vec<Vec<&Lts>> =
                problem.components.iter().map(|lts| vec![&**lts]).collect();
            let whole: Vec<&Lts> = groups.concat().into_iter().chain([&problem.property]).collect();
            let company = company(&groups, problem.property.alphabet());
            let all = company.assumptions(1 << 20, &context).unwrap().unwrap();
            let premise = |(group, assumption): (&Vec<&Lts>, &Lts)| {
                !violates(&[&[assumption, &problem.property], &group[..]].concat())
            };
            let is_safe = groups.iter().zip(&all).all(premise);
            assert_eq!(is_safe, !violates(&whole), "seed {seed}");
            if !is_safe {
                unsafe_ones += 1;
                continue;
            }
            safe += 1;
            let stop = problem.actions.clone().fresh("stop").unwrap();
            let mut last: Vec<Lts> = all
                .iter()
                .map(|assumption| complement_with_stop(assumption, stop, &context).unwrap())
                .collect();
            last.push(violated_property(&problem.property, stop).unwrap());
            assert!(!violates(&last.iter().collect::<Vec<_>>()), "seed {seed}: the last premise");
        }
        assert!(safe > 50 && unsafe_ones > 50, "{safe} safe, {unsafe_ones} not");
    }
}
