//! A program as a space to be searched, by its definition: what certificates are checked with.
//!
//! A state is a number: it is kept here when it is first met.

use std::sync::{Mutex, PoisonError};

use surmise_model::{ActionId, Context, FoundStep, Halt, PlainSpace, Reason, Stepper, Stop};

use super::super::program::Program;
use super::explore::may_stop;
use super::{Expander, Fault, Machine, State, Store};

/// The states of a program as `run` finds them. Badness and marks are those of
/// [`ProgramSpace`](super::super::compiled::ProgramSpace); the steps of a state are told in the
/// order in which SPIN tries them.
pub(crate) struct NaiveSpace<'a> {
    program: &'a Program,
    initial: State,
    states: Mutex<Store>,
    /// Whether a run goes on after a failed assertion.
    goes_on: bool,
    /// The claim whose propositions are told.
    claim: Option<usize>,
    context: &'a Context<'a>,
}

impl<'a> NaiveSpace<'a> {
    /// The space of a program.
    ///
    /// # Errors
    /// What goes wrong before the first step.
    pub(crate) fn new(
        program: &'a Program,
        (goes_on, claim): (bool, Option<usize>),
        context: &'a Context<'a>,
    ) -> Result<Self, Fault> {
        let initial = Expander::new(program, false, true).initial()?;
        Ok(Self { program, initial, states: Mutex::default(), goes_on, claim, context })
    }

    /// A state, and whether something went wrong on the way to it.
    pub(crate) fn state(&self, words: &[u64]) -> (State, bool) {
        let mut state = State::default();
        let states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        states.get((words[0] >> 1) as u32, self.program, &mut state);
        (state, words[0] & 1 != 0)
    }

    fn number(&self, state: &State, wrong: bool) -> u64 {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        u64::from(states.insert(state).0) << 1 | u64::from(wrong)
    }

    fn satisfies(&self, predicate: usize, state: &State) -> Result<bool, Fault> {
        let mut machine = Machine::new(self.program);
        machine.state.clone_from(state);
        Ok(machine.value(&self.program.predicates[predicate].1, 0)? != 0)
    }
}

impl PlainSpace for NaiveSpace<'_> {
    fn words(&self) -> usize {
        1
    }

    fn initial(&self, state: &mut [u64]) -> Result<(), Halt> {
        state[0] = self.number(&self.initial, false);
        Ok(())
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(Naive { space: self, expander: Expander::new(self.program, false, true) })
    }

    fn kinds(&self) -> usize {
        1 + self.program.predicates.len()
    }

    fn is_bad(&self, kind: usize, state: &[u64]) -> bool {
        let (state, wrong) = self.state(state);
        match kind.checked_sub(1) {
            None => wrong,
            Some(predicate) => !wrong && self.satisfies(predicate, &state).unwrap_or(false),
        }
    }

    fn may_end(&self, state: &[u64]) -> bool {
        let (state, wrong) = self.state(state);
        wrong || may_stop(self.program, &state)
    }
}

/// Finds the steps of states, for one thread.
struct Naive<'a> {
    space: &'a NaiveSpace<'a>,
    expander: Expander<'a>,
}

impl Stepper for Naive<'_> {
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt> {
        let space = self.space;
        let (state, wrong) = space.state(state);
        if wrong {
            return Ok(());
        }
        for (number, (text, _)) in space.program.predicates.iter().enumerate() {
            space.satisfies(number, &state).map_err(|fault| {
                let why = format!("predicate '{text}': {}", fault.shown());
                Halt::Stop(Stop(Reason::Unsupported(why)))
            })?;
        }
        self.expander.expand(&state, space.context, &mut |arrival| {
            let wrong = !arrival.faults.is_empty();
            let mover = ActionId::of(1 + arrival.process);
            match space.goes_on {
                true if arrival.ends => Ok(()),
                true => found(mover, &[space.number(arrival.state, false)]),
                false => found(mover, &[space.number(arrival.state, wrong)]),
            }
        })?;
        Ok(())
    }

    fn letter(&mut self, state: &[u64]) -> Result<u128, Halt> {
        let space = self.space;
        let Some(claim) = space.claim.map(|claim| &space.program.claims[claim]) else {
            return Ok(0);
        };
        let mut machine = Machine::new(space.program);
        machine.state = space.state(state).0;
        let mut letter = 0;
        for (number, asked) in claim.asked.iter().enumerate() {
            let value = machine.value(asked, 0).map_err(|fault| {
                let why = format!("{} looks at a state, and {}", claim.name, fault.shown());
                Halt::Stop(Stop(Reason::Unsupported(why)))
            })?;
            letter |= u128::from(value != 0) << number;
        }
        Ok(letter)
    }
}
