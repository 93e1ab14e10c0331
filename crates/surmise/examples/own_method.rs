//! A method of one's own: random walks, which find violations and prove nothing.
//!
//! The book goes through it line by line (`docs/book/src/own-method.md`).

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use surmise::methods::{Method, MethodOptions};
use surmise::model::{
    ActionId, Claim, Component, Context, Count, Counterexample, Lts, Outcome, Property, PropertyId,
    Reason, Report, StateId, Statistics, Step, Stop, System, Trace, Unknown, Violation,
};
use surmise::{Attempt, Failure};

/// How many walks there are, and how long they may be.
const WALKS: u64 = 100;
const LONGEST: usize = 100;

/// Walks at random through the system until the property is violated.
pub(crate) struct Walk;

impl Method for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn summary(&self) -> &'static str {
        "Look for violations by random walks"
    }

    /// Properties that a walk can follow: deterministic ones, about actions that somebody has.
    fn judges(&self, system: &System, claim: Claim) -> bool {
        let Claim::Property(id) = claim else { return false };
        let property = &system.property(id).lts;
        system.priority.is_none()
            && property.is_deterministic()
            && property.alphabet().is_subset(&system.alphabet())
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        _: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let judged = claims.iter().map(|&claim| match claim {
            Claim::Property(id) => Ok(walks(system, id, context)),
            _ => Err(Failure::usage("walks are about properties")),
        });
        judged.collect()
    }
}

/// What the walks found, and what they counted.
fn walks(system: &System, property: PropertyId, context: &Context<'_>) -> Report {
    // The same seed every time: same input, same output.
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut statistics, mut steps) = (Statistics::default(), 0);
    let mut outcome = None;
    for _ in 0..WALKS {
        match walk(system, property, &mut rng, &mut steps, context) {
            Ok(None) => {}
            Ok(Some(found)) => outcome = Some(Outcome::Violated(found)),
            Err(Stop(reason)) => {
                let known = format!("{steps} steps of walks violate nothing");
                outcome = Some(Outcome::Unknown(Unknown::new(reason, known)));
            }
        }
        if outcome.is_some() {
            break;
        }
    }
    statistics.set(Count::Transitions, steps);
    let nothing = || {
        let reason = Reason::Unsupported("walks prove nothing".to_owned());
        Outcome::Unknown(Unknown::new(reason, format!("{WALKS} walks violate nothing")))
    };
    Report { outcome: outcome.unwrap_or_else(nothing), statistics }
}

/// One walk. It ends at a violation, where nothing is possible, in π, or when it is long enough.
fn walk(
    system: &System,
    property: PropertyId,
    rng: &mut fastrand::Rng,
    steps: &mut u64,
    context: &Context<'_>,
) -> Result<Option<Counterexample>, Stop> {
    let initial: Vec<StateId> = system.components.iter().map(|one| one.lts.initial()).collect();
    let (judge, mut place) =
        (&system.property(property).lts, system.property(property).lts.initial());
    let mut trace = Trace { initial, steps: Vec::new() };
    while trace.steps.len() < LONGEST && !trace.last_states().contains(&StateId::ERROR) {
        // Whoever works says how much, in units of about a transition, and asks whether to go on.
        context.interrupt.work(1);
        context.check()?;
        *steps += 1;
        let Some(step) = random_step(system, trace.last_states(), rng) else { break };
        let action = step.action;
        trace.steps.push(step);
        if trace.last_states().contains(&StateId::ERROR) {
            break;
        }
        if !action.is_tau() && judge.alphabet().contains(action) {
            match judge.successors(place, action).next() {
                Some(next) => place = next,
                None => {
                    let violation = Violation::Property(property);
                    return Ok(Some(Counterexample { violation, trace, shortest: false }));
                }
            }
        }
    }
    Ok(None)
}

/// A step that is possible, chosen at random; nothing in a deadlock.
fn random_step(system: &System, states: &[StateId], rng: &mut fastrand::Rng) -> Option<Step> {
    let mut possible: Vec<(ActionId, Option<usize>)> = Vec::new();
    for (index, component) in system.components.iter().enumerate() {
        for edge in component.lts.edges(states[index]) {
            // A silent step is a component's own; in all others, everybody takes part who has them.
            if edge.action.is_tau() {
                possible.push((edge.action, Some(index)));
            } else if is_possible(system, states, edge.action) {
                possible.push((edge.action, None));
            }
        }
    }
    let &(action, alone) = possible.get(rng.usize(..possible.len().max(1)))?;
    let mut after = states.to_vec();
    for (index, component) in system.components.iter().enumerate() {
        let moves = alone.map_or(component.lts.alphabet().contains(action), |one| one == index);
        if moves {
            let targets: Vec<StateId> = component.lts.successors(states[index], action).collect();
            after[index] = targets[rng.usize(..targets.len())];
        }
    }
    Some(Step { action, states: after })
}

/// Whether everybody who has an action can do it.
fn is_possible(system: &System, states: &[StateId], action: ActionId) -> bool {
    system.components.iter().zip(states).all(|(component, &state)| {
        !component.lts.alphabet().contains(action)
            || component.lts.successors(state, action).next().is_some()
    })
}

/// A process that does some actions in turn, for ever.
fn cycle(system: &mut System, actions: &[&str]) -> Attempt<Lts> {
    let mut lts = Lts::builder();
    lts.ensure_states(actions.len());
    for (index, name) in actions.iter().enumerate() {
        let action =
            system.actions.intern(name).map_err(|full| Failure::usage(full.to_string()))?;
        lts.add(StateId::of(index), action, StateId::of((index + 1) % actions.len()));
    }
    lts.build().map_err(|wrong| Failure::usage(wrong.to_string()))
}

pub(crate) fn main() -> Attempt<()> {
    let mut system = System::default();
    for (name, actions) in [("left", ["get", "put"]), ("right", ["take", "give"])] {
        let lts = cycle(&mut system, &actions)?;
        system.components.push(Component::new(name, lts));
    }
    let lts = cycle(&mut system, &["get", "take", "put", "give"])?;
    system.properties.push(Property { name: "IN_TURN".to_owned(), lts });
    let claims: Vec<Claim> = system.property_ids().map(Claim::Property).collect();
    let context = Context::unlimited();
    for report in Walk.check(&system, &claims, &MethodOptions::default(), &context)? {
        match report.outcome {
            Outcome::Violated(run) => {
                let actions = run.trace.actions().map(|action| system.actions.name(action));
                println!("violated: {}", actions.collect::<Vec<_>>().join(" "));
            }
            other => println!("{other:?}"),
        }
    }
    Ok(())
}
