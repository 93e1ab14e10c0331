//! Strong simulation decided by an SMT solver, with the same evidence as ours (section 6 of the CAV
//! 2012 paper).
//!
//! The left side is composed, all of it. Where the solver finds a relation, each pair that is
//! needed gets weight functions of its own, so that nothing has to be believed. Where it finds
//! none, the transitions in its unsatisfiable core are a sub-structure of the left side, usually a
//! small one, of which the tree is made as always.

use rustc_hash::FxHashSet;
use surmise_model::{
    Composition, Context, Lpts, MatchedStep, RelatedPair, StateId, StochasticTree, Stop, compose,
};

use super::smt::{SmtAnswer, SmtQuestion, SmtSolver, named_by_core};
use super::weights::weights;
use super::{Simulated, simulate};

/// Whether the right side strongly simulates the parts of the left side, composed, as a solver
/// says.
///
/// # Errors
/// When the context says stop; if the solver has no answer, or a wrong one.
pub fn simulate_by_solver(
    left: &[&Lpts],
    right: &Lpts,
    solver: &dyn SmtSolver,
    context: &Context<'_>,
) -> Result<Simulated, Stop> {
    let whole = compose(left, context)?;
    let states = whole.lpts.num_states() as u64;
    let mut question = SmtQuestion::new(&whole.lpts, right, context)?;
    let (commands, terms) = (std::mem::take(&mut question.commands), question.terms());
    let pairs = terms.len() as u64;
    let evidence = match solver.answer(commands, terms, context)? {
        SmtAnswer::Sat(values) => Ok(relation(&whole, right, &question.related(&values))?),
        SmtAnswer::Unsat(core) => {
            let part = named_by_core(&whole.lpts, core.iter().map(String::as_str))?;
            match simulate(&[&part], right, context)?.evidence {
                Err(tree) => Err(in_parts(tree, &part, &whole)?),
                Ok(_) => return Err(Stop::internal("a core of the solver that shows nothing")),
            }
        }
    };
    Ok(Simulated { evidence, states, pairs })
}

/// The pairs of a relation that the initial one needs, with weight functions.
fn relation(
    whole: &Composition,
    right: &Lpts,
    related: &FxHashSet<(StateId, StateId)>,
) -> Result<Vec<RelatedPair>, Stop> {
    let left = &whole.lpts;
    let start = (left.initial(), right.initial());
    let (mut found, mut known) = (vec![start], FxHashSet::from_iter([start]));
    let mut relation = Vec::new();
    let mut next = 0;
    while let Some(&(s, t)) = found.get(next) {
        next += 1;
        let mut steps = Vec::new();
        for (place, choice) in left.row(s).zip(left.choices(s)) {
            let below = left.distribution(choice.distribution);
            let targets: Vec<StateId> = below.support().collect();
            let matched = right.choices_on(t, choice.action).iter().find_map(|other| {
                let above = right.distribution(other.distribution);
                let is_related = |row: usize, state| related.contains(&(targets[row], state));
                Some((other.distribution, weights(below, above, is_related)?))
            });
            let Some((matched_by, weights)) = matched else {
                return Err(Stop::internal("a relation of the solver that is no simulation"));
            };
            let columns: Vec<StateId> = right.distribution(matched_by).support().collect();
            let weights = weights.into_iter().map(|(row, column, weight)| {
                let pair = (targets[row], columns[column]);
                if known.insert(pair) {
                    found.push(pair);
                }
                (whole.tuple(pair.0).into(), pair.1, weight)
            });
            let weights = weights.collect();
            let factors = whole.factors(place).into();
            steps.push(MatchedStep { action: choice.action, factors, matched_by, weights });
        }
        relation.push(RelatedPair { left: whole.tuple(s).into(), right: t, steps });
    }
    Ok(relation)
}

/// A tree of a sub-structure of a composition as one of its parts.
fn in_parts(
    mut tree: StochasticTree,
    part: &Lpts,
    whole: &Composition,
) -> Result<StochasticTree, Stop> {
    for node in &mut tree.nodes {
        let state = node.tuple[0];
        for transition in &mut node.transitions {
            let own = transition.factors[0].map(|id| part.distribution(id));
            let mut row = whole.lpts.row(state).zip(whole.lpts.choices(state));
            let same = row.find(|(_, choice)| {
                let other = whole.lpts.distribution(choice.distribution);
                let is_equal = own.is_some_and(|own| own.iter().eq(other.iter()));
                choice.action == transition.action && is_equal
            });
            let Some((place, _)) = same else {
                return Err(Stop::internal("a sub-structure with more transitions"));
            };
            transition.factors = whole.factors(place).into();
        }
        node.tuple = whole.tuple(state).into();
    }
    Ok(tree)
}
