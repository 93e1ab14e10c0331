//! Temporal properties of a program, whose states its language tells one by one.
//!
//! Nothing is known of the language. The action of a step is the number of the process that moves,
//! counted from 1, and τ is nobody's; which propositions are true in a state, the language says.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::certificate::program::ProgramClaim;
use surmise_model::{
    Context, Fairness, Halt, PlainSpace, Start, Stepper, Stop, Stopping, TemporalProperty,
};

use super::positions::{Budget, Graph};
use super::{chain, lasso, owed};
use crate::explore::No;
use crate::{AcceptedProgram, CheckedPremise, Refusal};

/// A step: who moves, and where it leads.
type Step = (usize, Vec<u64>);

/// Checks a verdict on a temporal property of a program.
pub(crate) fn check_program(
    space: &dyn PlainSpace,
    property: &TemporalProperty,
    claim: &ProgramClaim,
    context: &Context<'_>,
) -> Result<AcceptedProgram, Box<Refusal>> {
    let mut program = Program { stepper: space.stepper(), property, budget: Budget::new(context) };
    let mut initial = vec![0; space.words()];
    let begun = space.initial(&mut initial).map_err(stopped);
    let limited = |statement: &str, no: No| match no {
        No::Limit(reason) => {
            let statement = statement.to_owned();
            Box::new(Refusal::Limit { number: 1, statement, reason })
        }
        No::Word(_) => Box::new(Refusal::Mismatch("the program has no runs".to_owned())),
    };
    match claim {
        ProgramClaim::Holds => {
            let statement = format!("{} is true of all runs of the program", property.name);
            let graph = begun.and_then(|()| program.graph(&[initial]));
            let holds = graph.and_then(|graph| program.holds(graph));
            if !holds.map_err(|no| limited(&statement, no))? {
                let why = "a run violates it".to_owned();
                return Err(Box::new(Refusal::Invariant { statement, why }));
            }
            let states = program.budget.states();
            Ok(AcceptedProgram {
                holds: true,
                premises: vec![CheckedPremise { statement, states }],
            })
        }
        ProgramClaim::Violated(choices) | ProgramClaim::Repeats { choices, .. } => {
            let cycle = match claim {
                ProgramClaim::Repeats { cycle, .. } => Some(*cycle),
                _ => None,
            };
            let statement = "a run of the program violates it";
            let run = begun.and_then(|()| program.replay(initial, choices, cycle));
            match run.map_err(|no| limited(statement, no))? {
                Ok(()) => Ok(AcceptedProgram { holds: false, premises: Vec::new() }),
                Err((step, why)) => Err(Box::new(Refusal::Run { step, why: why.to_owned() })),
            }
        }
    }
}

struct Program<'a> {
    stepper: Box<dyn Stepper + 'a>,
    property: &'a TemporalProperty,
    budget: Budget<'a>,
}

impl Program<'_> {
    fn steps(&mut self, state: &[u64]) -> Result<Vec<Step>, No> {
        let mut steps = Vec::new();
        let told = self.stepper.steps(state, &mut |action, target| {
            steps.push((action.index(), target.to_vec()));
            Ok(())
        });
        told.map_err(stopped).map(|()| steps)
    }

    fn letter(&mut self, state: &[u64]) -> Result<Vec<bool>, No> {
        let letter = self.stepper.letter(state).map_err(stopped)?;
        let numbers = 0..self.property.propositions.len();
        Ok(numbers.map(|number| letter >> number & 1 == 1).collect())
    }

    fn stays(&self) -> bool {
        self.property.stopping == Stopping::Stays
    }

    /// The graph of all positions of all runs that begin with these states. A position is a state,
    /// and who has moved there: nobody (0) at the beginning, and where the run has stopped.
    fn graph(&mut self, beginning: &[Vec<u64>]) -> Result<Graph, No> {
        let mut graph = Graph {
            letters: Vec::new(),
            in_error: Vec::new(),
            served: Vec::new(),
            next: Vec::new(),
            initial: Vec::new(),
        };
        let mut found: IndexSet<(usize, Vec<u64>), FxBuildHasher> = IndexSet::default();
        let offset = beginning.len() - 1;
        for (number, state) in beginning[..offset].iter().enumerate() {
            graph.letters.push(self.letter(state)?);
            graph.next.push(vec![number + 1]);
        }
        found.insert((0, beginning[offset].clone()));
        // Who could move at each position, and who has just moved.
        let mut able: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new()); offset];
        let mut here = 0;
        while let Some((mover, state)) = found.get_index(here).cloned() {
            self.budget.spend(16 * state.len() + 256)?;
            graph.letters.push(self.letter(&state)?);
            let steps = self.steps(&state)?;
            able.push((mover, steps.iter().map(|&(mover, _)| mover).collect()));
            let mut next: Vec<usize> = Vec::new();
            if steps.is_empty() && self.stays() {
                next.push(offset + found.insert_full((0, state)).0);
            }
            next.extend(steps.into_iter().map(|step| offset + found.insert_full(step).0));
            graph.next.push(next);
            here += 1;
        }
        graph.in_error = vec![false; graph.letters.len()];
        let most = able.iter().flat_map(|(_, able)| able.iter().copied()).max().unwrap_or(0);
        let served = |(mover, able): &(usize, Vec<usize>)| -> Vec<bool> {
            (1..=most).map(|process| process == *mover || !able.contains(&process)).collect()
        };
        graph.served = able.iter().map(served).collect();
        graph.initial = match (self.property.start, offset) {
            (Start::FirstStep, 0) => graph.next[0].clone(),
            (Start::FirstStep, _) => vec![1],
            (Start::InitialState, _) => vec![0],
        };
        Ok(graph)
    }

    fn holds(&mut self, graph: Graph) -> Result<bool, No> {
        match self.property.fairness {
            Fairness::None | Fairness::Weak => owed::holds(&graph, self.property, &mut self.budget),
            Fairness::Choice => chain::holds(graph, self.property, &mut self.budget),
        }
    }

    /// Takes the steps of a run, and looks whether it shows a violation: if not, at which step it
    /// fails to, and why.
    fn replay(
        &mut self,
        initial: Vec<u64>,
        choices: &[u32],
        cycle: Option<usize>,
    ) -> Result<Result<(), (usize, &'static str)>, No> {
        let count = choices.len();
        let mut states = vec![initial];
        let mut moves: Vec<(usize, Vec<usize>)> = Vec::new();
        for (index, &choice) in choices.iter().enumerate() {
            self.budget.spend(64)?;
            let steps = self.steps(&states[index])?;
            let able = steps.iter().map(|&(mover, _)| mover).collect();
            let Some((mover, state)) = steps.into_iter().nth(choice as usize) else {
                return Ok(Err((index + 1, "there is no such step")));
            };
            moves.push((mover, able));
            states.push(state);
        }
        let first = usize::from(self.property.start == Start::FirstStep);
        let Some(cycle) = cycle else {
            if !self.stays() {
                return Ok(Err((count, "it may stop, and runs that stop do not count")));
            }
            let letters = states[first..].iter().map(|state| self.letter(state));
            let letters = letters.collect::<Result<Vec<_>, No>>()?;
            let formula = &self.property.formula;
            return Ok(match owed::is_bad_prefix(formula, &letters, &mut self.budget)? {
                true => Ok(()),
                false => Err((count, "it may still go on so that the formula is true of it")),
            });
        };
        if cycle > count {
            return Ok(Err((count, "the cycle starts behind its end")));
        }
        if cycle == count {
            if !self.steps(&states[count])?.is_empty() {
                return Ok(Err((count, "the program can still move at the end")));
            }
            if !self.stays() {
                return Ok(Err((count, "it stops, and runs that stop do not count")));
            }
        } else if states[cycle] != states[count] {
            return Ok(Err((count, "its cycle does not lead back to where it starts")));
        }
        if self.property.fairness == Fairness::Weak {
            let round = &moves[cycle..];
            let starves = |process: usize| {
                let denied = |(mover, able): &(usize, Vec<usize>)| {
                    *mover != process && able.contains(&process)
                };
                process > 0 && round.iter().all(denied)
            };
            let mut able = round.iter().flat_map(|(_, able)| able.iter().copied());
            if able.any(starves) {
                return Ok(Err((
                    count,
                    "a process could always move on the cycle, and never does",
                )));
            }
        }
        let again = if cycle == count { count } else { cycle + 1 };
        let mut letters = Vec::new();
        for state in states[first..].iter().chain(&states[again..]) {
            letters.push(self.letter(state)?);
        }
        let repeats = states.len() - first;
        if lasso::is_true(&self.property.formula, &letters, repeats) {
            return Ok(Err((count, "the formula is true of it")));
        }
        if self.property.fairness == Fairness::Choice {
            let graph = self.graph(&states[..=cycle])?;
            if self.holds(graph)? {
                return Ok(Err((count, "fair runs that begin like this have the property")));
            }
        }
        Ok(Ok(()))
    }
}

fn stopped(halt: Halt) -> No {
    match halt {
        Halt::Stop(Stop(reason)) => No::Limit(reason),
        Halt::Fault(diagnostic) => {
            No::Limit(surmise_model::Reason::Unsupported(diagnostic.message))
        }
    }
}
