//! Deciding goals about the same product: what is reachable, what is wrong there, and the way to
//! it.
//!
//! First the set of reachable states alone, which is enough where nothing is wrong. Only where
//! something is, it is computed again with its [history](super::history), from which a run is read;
//! and then with distances, from which a shortest one is. Distances can take far more than the set:
//! where there are many states, and nobody insists, they may take as much again.

use surmise_model::{
    ActionId, Context, Count, Invariant, Lts, Outcome, Proof, Reason, Report, Rule, StateId,
    Statistics, Step, Stop, System, Trace, Unknown,
};

use super::SymbolicOptions;
use super::badness::{Danger, Found, deadlocks, first_danger, nearest, nearest_danger};
use super::diagrams::{Diagrams, Distances};
use super::history::{History, run_to};
use super::invariant::{count, everything, invariant};
use super::path::Paths;
use super::saturation::saturate;
use super::space::Space;
use crate::automata::{complete_with_error, worth};
use crate::order::order;
use crate::search::{self, Goal, SearchOptions, counterexample, end, free_actions};

/// What is known about a goal.
enum Finding {
    Nothing,
    Holds(Invariant),
    /// There is a violation.
    Violation,
    /// And this is a run to it.
    Run {
        trace: Trace,
        /// Whether it is known that there is none shorter.
        shortest: bool,
    },
}

/// So many states are few: whoever has no more gets a shortest run, whatever it takes.
const FEW: u64 = 100_000;
/// What so many states cost, at ten transitions each, in units of work: distances may take that
/// much wherever they are wanted.
const WORTH: u64 = 10 * FEW;

/// Decides goals: one property, or several that concern the components alone. Counterexamples are
/// not replayed.
pub(super) fn decide(
    system: &System,
    goals: &[Goal<'_>],
    options: &SymbolicOptions,
    context: &Context<'_>,
) -> Vec<Report> {
    let mut account = Account {
        statistics: Statistics::default(),
        findings: goals.iter().map(|_| Finding::Nothing).collect(),
    };
    let stop = match account.work(system, goals, options, context) {
        Ok(true) => None,
        // A run of no steps: nothing that takes a diagram.
        Ok(false) => {
            let (outcomes, statistics) =
                search::decide(system, goals, &SearchOptions::default(), context);
            let report = |outcome| Report { outcome, statistics: statistics.clone() };
            return outcomes.into_iter().map(report).collect();
        }
        Err(stop) => Some(stop),
    };
    let Account { statistics, findings } = account;
    // Who is paid by somebody and stopped may be asked again, and must not give another answer than
    // who was not stopped. Only when time is up nobody asks again.
    let goes_on = |Stop(reason): &Stop| match reason {
        Reason::Cancelled | Reason::MemoryLimit(_) | Reason::WorkLimit => {
            context.interrupt.is_paid()
        }
        Reason::Internal(_) => true,
        Reason::TimeLimit | Reason::StateLimit(_) | Reason::Unsupported(_) => false,
    };
    let conclude = |(&goal, finding): (&Goal<'_>, Finding)| {
        let unknown = |known: &str| {
            let impossible =
                || Reason::Internal("nothing was found, and nobody stopped".to_owned());
            let reason = stop.clone().map_or_else(impossible, |Stop(reason)| reason);
            Outcome::Unknown(Unknown::new(reason, known))
        };
        let outcome = match finding {
            Finding::Holds(invariant) => {
                let rule = Rule::Invariant(invariant);
                Outcome::Holds(Proof { claim: goal.claim(), rule })
            }
            Finding::Run { shortest: false, .. } if stop.as_ref().is_some_and(goes_on) => {
                unknown("it is violated, and a shorter run that shows it was looked for")
            }
            Finding::Run { trace, shortest } => {
                Outcome::Violated(counterexample(system, goal, trace, shortest))
            }
            Finding::Violation => unknown("it is violated, but no run that shows it was found yet"),
            Finding::Nothing => unknown("not all reachable states were found yet"),
        };
        Report { outcome, statistics: statistics.clone() }
    };
    goals.iter().zip(findings).map(conclude).collect()
}

/// What was found and counted, also if the work is stopped.
struct Account {
    statistics: Statistics,
    findings: Vec<Finding>,
}

impl Account {
    /// Finds out about all goals; or says that a part is in π from the start.
    fn work(
        &mut self,
        system: &System,
        goals: &[Goal<'_>],
        options: &SymbolicOptions,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let monitor = match goals {
            [Goal::Property(_, lts)] => Some(complete_with_error(lts, context)?),
            _ => None,
        };
        let components = system.components.iter().map(|component| &component.lts);
        let ltss: Vec<&Lts> = components.chain(&monitor).collect();
        if ltss.iter().any(|lts| lts.initial().is_error()) {
            return Ok(false);
        }
        let is_free = !free_actions(system).is_empty();
        for (goal, finding) in goals.iter().zip(&mut self.findings) {
            // What can always happen on its own leaves no deadlock to look for.
            if matches!(goal, Goal::NoDeadlock) && is_free {
                *finding = Finding::Holds(everything(system));
            }
        }
        if self.findings.iter().all(|finding| matches!(finding, Finding::Holds(_))) {
            return Ok(true);
        }
        let space = Space::new(&ltss, order(&ltss, context)?);
        let Some(spent) = self.reach(system, goals, &space, context)? else { return Ok(true) };
        let few = self.statistics.of(Count::States) <= FEW;
        if options.shortest || few {
            self.measure(system, goals, &space, context)?;
            return Ok(true);
        }
        let measured = worth(spent.max(WORTH), context, |context| {
            self.measure(system, goals, &space, context)
        });
        if let Err(stop) = measured {
            // It is stopped itself, or has done what this was worth.
            context.check()?;
            if stop != Stop(Reason::WorkLimit) {
                return Err(stop);
            }
            context.narrate(|| "a shortest run was not found with as much work again".to_owned());
        }
        Ok(true)
    }

    fn count(&mut self, diagrams: &Diagrams<'_>) {
        self.statistics.add(Count::Nodes, diagrams.len() as u64);
        self.statistics.raise(Count::Bytes, diagrams.bytes());
    }

    /// Finds the reachable states, and whether something is wrong with them; if so, runs to that,
    /// and the work that it took.
    fn reach(
        &mut self,
        system: &System,
        goals: &[Goal<'_>],
        space: &Space<'_>,
        context: &Context<'_>,
    ) -> Result<Option<u64>, Stop> {
        context.progress(|| "reachable states".to_owned());
        let mut diagrams = Diagrams::new(context);
        let reached = saturate(space, 0, &mut diagrams, None);
        let judged = reached.and_then(|reached| {
            self.statistics.set_exactly(Count::States, count(space, &diagrams, reached, context)?);
            narrate_reached(space, &diagrams, reached, context)?;
            for (&goal, finding) in goals.iter().zip(&mut self.findings) {
                if !matches!(finding, Finding::Nothing) {
                    continue;
                }
                let is_bad = match goal {
                    Goal::NoDeadlock => {
                        let end = end_levels(system, space);
                        !deadlocks(space, &mut diagrams, reached, end.as_deref())?.is_none()
                    }
                    Goal::Property(..) | Goal::NoError => {
                        let dangers = dangers(system, space, goal);
                        first_danger(&dangers, space, &mut diagrams, reached)?.is_some()
                    }
                };
                *finding = match is_bad {
                    true => Finding::Violation,
                    false => Finding::Holds(invariant(system, space, &diagrams, reached)?),
                };
            }
            self.witness(system, goals, space, &mut diagrams, context)
        });
        self.count(&diagrams);
        judged.map(|found| found.then(|| diagrams.work()))
    }

    /// Finds runs to what is wrong, by how the reachable states are found. Says whether something
    /// is.
    fn witness(
        &mut self,
        system: &System,
        goals: &[Goal<'_>],
        space: &Space<'_>,
        diagrams: &mut Diagrams<'_>,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        if !self.findings.iter().any(|finding| matches!(finding, Finding::Violation)) {
            return Ok(false);
        }
        context.progress(|| "a run to what is wrong".to_owned());
        let mut history = History::default();
        let reached = saturate(space, 0, diagrams, Some(&mut history))?;
        for (&goal, finding) in goals.iter().zip(&mut self.findings) {
            if matches!(finding, Finding::Violation) {
                let bad = Bad::nearest(system, goal, space, diagrams, reached)?;
                let trace = run_to(bad.values.clone(), space, diagrams, &history, context)?;
                let trace = bad.after(trace, space);
                context.narrate(|| format!("a run of {} steps shows it", trace.steps.len()));
                *finding = Finding::Run { trace, shortest: false };
            }
        }
        Ok(true)
    }

    /// Finds the distances of reachable states, and shortest runs to what is wrong.
    fn measure(
        &mut self,
        system: &System,
        goals: &[Goal<'_>],
        space: &Space<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        context.progress(|| "distances of reachable states".to_owned());
        let mut diagrams = Diagrams::new(context);
        let distances = saturate(space, 1, &mut diagrams, None);
        let measured = distances.and_then(|distances| {
            for (&goal, finding) in goals.iter().zip(&mut self.findings) {
                if matches!(finding, Finding::Run { .. }) {
                    let bad = Bad::nearest(system, goal, space, &mut diagrams, distances)?;
                    let paths = Paths::new(space, &diagrams, distances);
                    let trace = paths.to(bad.values.clone(), bad.distance, context)?;
                    *finding = Finding::Run { trace: bad.after(trace, space), shortest: true };
                }
            }
            Ok(())
        });
        self.count(&diagrams);
        measured
    }
}

fn narrate_reached(
    space: &Space<'_>,
    diagrams: &Diagrams<'_>,
    reached: Distances,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let nodes: usize = diagrams.layers(reached.node, space.depth())?.iter().map(Vec::len).sum();
    let made = diagrams.len();
    context.narrate(|| {
        format!(
            "the reachable states are a diagram of {nodes} nodes on {} levels; {made} were made",
            space.depth()
        )
    });
    Ok(())
}

/// Steps by which something goes wrong.
fn dangers(system: &System, space: &Space<'_>, goal: Goal<'_>) -> Vec<Danger> {
    let is_property = match goal {
        Goal::Property(..) => true,
        Goal::NoError => false,
        Goal::NoDeadlock => return Vec::new(),
    };
    let concerned = |&level: &usize| (space.parts[level] >= system.components.len()) == is_property;
    (0..space.depth()).filter(concerned).flat_map(|level| Danger::of(space, level)).collect()
}

/// Where the system has ended, by growing levels.
fn end_levels(system: &System, space: &Space<'_>) -> Option<Vec<(u32, StateId)>> {
    let mut ends = vec![None; space.depth()];
    end(system)?.into_iter().for_each(|(part, state)| ends[part] = Some(state));
    let levels = space.parts.iter().enumerate();
    Some(levels.filter_map(|(level, &part)| Some((level as u32, ends[part]?))).collect())
}

/// A state with which something is wrong.
struct Bad {
    distance: u32,
    /// By level.
    values: Vec<StateId>,
    /// The step by which it goes wrong, if it takes one: the action, and the states after it.
    step: Option<(ActionId, Vec<StateId>)>,
}

impl Bad {
    /// One that is nearest.
    fn nearest(
        system: &System,
        goal: Goal<'_>,
        space: &Space<'_>,
        diagrams: &mut Diagrams<'_>,
        distances: Distances,
    ) -> Result<Self, Stop> {
        let lost = || Stop::internal("what is wrong with a reachable state is nowhere");
        let dangers = match goal {
            Goal::Property(..) | Goal::NoError => dangers(system, space, goal),
            Goal::NoDeadlock => {
                let end = end_levels(system, space);
                let bad = deadlocks(space, diagrams, distances, end.as_deref())?;
                let (distance, values) = nearest(diagrams, bad).ok_or_else(lost)?;
                return Ok(Self { distance, values, step: None });
            }
        };
        let found = nearest_danger(&dangers, space, diagrams, distances)?;
        let Found { danger, distance, values } = found.ok_or_else(lost)?;
        let mut after = values.clone();
        for &level in &danger.levels {
            let level_of = level as usize;
            after[level_of] = match level == danger.level {
                true => StateId::ERROR,
                false => {
                    let edges = space.ltss[level_of].edges_on(values[level_of], danger.action);
                    edges.first().ok_or_else(lost)?.target
                }
            };
        }
        Ok(Self { distance, values, step: Some((danger.action, after)) })
    }

    /// A run to it, and to what is wrong with it.
    fn after(self, mut trace: Trace, space: &Space<'_>) -> Trace {
        if let Some((action, after)) = self.step {
            trace.steps.push(Step { action, states: space.by_part(&after) });
        }
        trace
    }
}
