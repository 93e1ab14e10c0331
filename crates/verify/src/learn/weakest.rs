//! The weakest assumption of a group about an environment that nobody knows.
//!
//! Giannakopoulou, Păsăreanu and Barringer, "Assumption generation for software component
//! verification" (ASE 2002), and definition 2 of "Learning to divide and conquer": the one LTS over
//! an interface Σ that an environment satisfies if and only if the group has the property in its
//! company. Nothing need be learned here: it is the whole of the subset automaton that answers
//! membership queries.

use surmise_model::{Alphabet, ComponentId, Context, Lts, StateId, Stop};

use super::lazy_subsets::LazySubsets;
use super::view::view;
use crate::assume::{Problem, words};
use crate::automata::minimise_dfa;

/// The actions through which an environment can influence a group or its property: those that the
/// group shares with the rest of the system, and those of the property that are not its own. If
/// the group is the whole system, all actions of both.
pub fn interface(problem: &Problem<'_>, group: &[ComponentId]) -> Alphabet {
    let rest: Vec<ComponentId> =
        problem.system().component_ids().filter(|id| !group.contains(id)).collect();
    let reach = problem.group_alphabet(group).union(problem.property.alphabet());
    match rest.is_empty() {
        true => reach,
        false => reach.intersection(&problem.group_alphabet(&rest)),
    }
}

/// The weakest assumption of a group for the problem's property over an interface, minimal; `None` if
/// no environment helps, because the group can violate the property on its own.
pub fn weakest_assumption(
    problem: &Problem<'_>,
    group: &[ComponentId],
    interface: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let parts = view(&problem.group(group), &problem.property, interface, context)?;
    let mut subsets = LazySubsets::new(parts, interface.iter().collect(), context);
    if subsets.initial()?.is_error() {
        context.narrate(|| {
            let alphabet = words::alphabet(&problem.actions, interface);
            format!("a violation can be reached without any action of {alphabet}")
        });
        return Ok(None);
    }
    let mut builder = Lts::builder();
    builder.extend_alphabet(interface.iter());
    let mut next = 0;
    while next < subsets.len() {
        let source = StateId::of(next);
        builder.ensure_states(next + 1);
        for symbol in 0..subsets.actions().len() {
            let target = subsets.step(source, symbol)?;
            if !target.is_error() {
                builder.ensure_states(target.index() + 1);
                builder.add(source, subsets.actions()[symbol], target);
            }
        }
        next += 1;
    }
    context.narrate(|| {
        let states = words::states(subsets.product_states());
        let alphabet = words::alphabet(&problem.actions, interface);
        let subsets = words::states(subsets.len());
        format!("with the property there are {states}; seen through {alphabet} they make {subsets}")
    });
    drop(subsets);
    let weakest = minimise_dfa(&builder.build()?, context)?;
    context
        .narrate(|| format!("the smallest equivalent has {}", words::states(weakest.num_states())));
    Ok(Some(weakest))
}
