//! Temporal properties, by their definition: what [`TemporalProperty`] says of positions, runs and
//! fairness, and no automaton that anybody else has made.
//!
//! 1. `positions`: the graph of all positions of all runs;
//! 2. `lasso`: one run that repeats itself, and whether a formula is true of it;
//! 3. `owed`: whether a formula is true of all runs, or of all that are weakly fair, by unfolding
//!    what is owed at each position if it is false; and whether a beginning of a run leaves no way
//!    for it to be true;
//! 4. `chain`: whether it is true of all runs under fair choice, by taking one temporal operator
//!    after the other;
//! 5. `monitor`: whether it is true of all runs that a property allows;
//! 6. `recurrence`: whether all runs have infinitely many steps that a property sees;
//! 7. `program`: the same questions about a program, whose states a language tells.

mod chain;
mod lasso;
mod monitor;
mod owed;
mod positions;
mod program;
mod recurrence;

use surmise_model::{Context, Counterexample, Fairness, Stopping, System, TemporalProperty};

use crate::Refusal;
use crate::explore::No;
pub(crate) use monitor::check_monitor;
use positions::{Budget, Graph, Runs};
pub(crate) use program::check_program;
pub(crate) use recurrence::check_recurrence;

/// Whether a temporal property holds; gives how many states were visited.
pub(crate) fn holds(
    system: &System,
    property: &TemporalProperty,
    context: &Context<'_>,
) -> Result<u64, No> {
    let mut budget = Budget::new(context);
    let runs = Runs::new(system, property);
    let graph = Graph::new(&runs, &mut budget)?;
    let is_true = match property.fairness {
        Fairness::None | Fairness::Weak => owed::holds(&graph, property, &mut budget)?,
        Fairness::Choice => chain::holds(graph, property, &mut budget)?,
    };
    match is_true {
        true => Ok(budget.states()),
        false => Err(No::Word(Vec::new())),
    }
}

/// Checks what a run, which is one of the system, shows: that it can go on as it says, is fair, and
/// that the temporal property is false of it. Under fair choice, that it is false of fair runs that
/// begin like this.
pub(crate) fn check_run(
    system: &System,
    property: &TemporalProperty,
    run: &Counterexample,
    cycle: Option<usize>,
    context: &Context<'_>,
) -> Result<(), Refusal> {
    let steps = run.trace.steps.len();
    let refuse = |why: &str| Err(Refusal::Run { step: steps, why: why.to_owned() });
    let runs = Runs::new(system, property);
    let Some(cycle) = cycle else {
        // Any beginning of a run can go on to a fair one then.
        if property.stopping == Stopping::Ignored {
            return refuse("it may stop, and runs that stop do not count");
        }
        if system.components.iter().any(|component| component.lts.has_error()) {
            return refuse("it may enter an error state, and such runs do not count");
        }
        let letters: Vec<Vec<bool>> =
            lasso::prefix(&runs, run).iter().map(|position| runs.letter(position)).collect();
        let mut budget = Budget::new(context);
        return match owed::is_bad_prefix(&property.formula, &letters, &mut budget) {
            Ok(true) => Ok(()),
            Ok(false) => refuse("it may still go on so that the formula is true of it"),
            Err(No::Limit(reason)) => Err(Refusal::Limit {
                number: 1,
                statement: format!("runs that begin like this violate {}", property.name),
                reason,
            }),
            Err(No::Word(_)) => refuse("the run cannot go on"),
        };
    };
    if cycle > steps {
        return refuse("the cycle starts behind its end");
    }
    if let Err(why) = lasso::check(&runs, run, cycle) {
        return refuse(why);
    }
    match property.fairness {
        Fairness::None | Fairness::Weak => Ok(()),
        Fairness::Choice => {
            let mut budget = Budget::new(context);
            let beginning = lasso::positions(&runs, run, cycle).0;
            let count = cycle + usize::from(runs.starts_early());
            let all = Graph::behind(&runs, &beginning[..count], &mut budget);
            match all.and_then(|graph| chain::holds(graph, property, &mut budget)) {
                Ok(false) => Ok(()),
                Ok(true) => refuse("fair runs that begin like this have the property"),
                Err(No::Limit(reason)) => Err(Refusal::Limit {
                    number: 1,
                    statement: format!("fair runs that begin like this violate {}", property.name),
                    reason,
                }),
                Err(No::Word(_)) => refuse("the run cannot go on"),
            }
        }
    }
}
