//! A compiled program as a space to be searched.

use std::sync::atomic::{AtomicBool, Ordering};

use surmise_model::{ActionId, Context, FoundStep, Halt, PlainSpace, Reason, Stepper, Stop};

use super::super::program::Program;
use super::super::run::State;
use super::layout::{LOCATION, Layout, Room};
use super::machine::{Machine, Trouble};
use super::seen::Seen;
use super::statements::Statements;
use super::successors::{Arrived, Ended, Successors, Visitor};

/// The states of a program. Kind 0 of badness is that something goes wrong, the others are the
/// program's predicates. A step that goes wrong leads to a state that is marked and has no steps.
/// The action of a step is the number of the process that moves first, counted from 1.
pub(crate) struct ProgramSpace<'a> {
    program: &'a Program,
    statements: Statements,
    layout: Layout,
    initial: Vec<u64>,
    /// Whether a run goes on after a failed assertion, as with SPIN's option `-c0`.
    goes_on: bool,
    /// The claim whose propositions are told.
    claim: Option<usize>,
    /// Whether a value did not fit into its place.
    outgrown: AtomicBool,
    context: &'a Context<'a>,
}

impl<'a> ProgramSpace<'a> {
    /// The space of a program, unless its states are too wide or its expressions too deep.
    pub(crate) fn new(
        program: &'a Program,
        seen: &Seen,
        room: Room,
        (goes_on, claim): (bool, Option<usize>),
        context: &'a Context<'a>,
    ) -> Option<Self> {
        let layout = Layout::new(program, seen, room)?;
        let statements = Statements::new(program).ok()?;
        let initial = layout.pack(program, &seen.initial)?;
        let outgrown = AtomicBool::new(false);
        Some(Self { program, statements, layout, initial, goes_on, claim, outgrown, context })
    }

    /// Whether a value did not fit into its place: what was found out does not count then.
    pub(crate) fn is_outgrown(&self) -> bool {
        self.outgrown.load(Ordering::Relaxed)
    }

    /// A state as `run` knows it, and whether something went wrong on the way to it.
    pub(crate) fn state(&self, words: &[u64]) -> (State, bool) {
        (self.layout.unpack(self.program, words), self.is_wrong(words))
    }

    fn is_wrong(&self, words: &[u64]) -> bool {
        self.layout.wrong.get(words) != 0
    }

    /// Whether a predicate is satisfied.
    fn satisfies(&self, predicate: usize, machine: &mut Machine<'_>) -> Result<bool, Trouble> {
        Ok(machine.value(self.statements.predicates[predicate], 0)? != 0)
    }
}

impl PlainSpace for ProgramSpace<'_> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn initial(&self, state: &mut [u64]) -> Result<(), Halt> {
        state.copy_from_slice(&self.initial);
        Ok(())
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        let successors = Successors::new(&self.statements, &self.layout);
        Box::new(Stepping { space: self, successors })
    }

    fn kinds(&self) -> usize {
        1 + self.statements.predicates.len()
    }

    fn is_bad(&self, kind: usize, state: &[u64]) -> bool {
        let Some(predicate) = kind.checked_sub(1) else { return self.is_wrong(state) };
        if self.is_wrong(state) {
            return false;
        }
        let mut machine = Machine::new(&self.statements, &self.layout);
        machine.words.copy_from_slice(state);
        self.satisfies(predicate, &mut machine).unwrap_or(false)
    }

    fn may_end(&self, state: &[u64]) -> bool {
        let processes = self.layout.processes.get(state) as usize;
        let stops = |&(base, _): &(u32, u32)| {
            let get = |place: u32| self.layout.fields[place as usize].get(state);
            self.statements.kinds[get(base) as usize].stops[get(base + LOCATION) as usize]
        };
        self.is_wrong(state) || self.layout.frames[..processes].iter().all(stops)
    }
}

/// Finds the steps of states, for one thread.
struct Stepping<'a> {
    space: &'a ProgramSpace<'a>,
    successors: Successors<'a>,
}

impl Stepper for Stepping<'_> {
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt> {
        self.tell(state, false, found).map(|_| ())
    }

    fn some_steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<bool, Halt> {
        self.tell(state, true, found)
    }

    fn letter(&mut self, state: &[u64]) -> Result<u128, Halt> {
        let space = self.space;
        let Some(claim) = space.claim else { return Ok(0) };
        let machine = &mut self.successors.machine;
        machine.words.copy_from_slice(state);
        let mut letter = 0;
        for (number, &value) in space.statements.asked[claim].iter().enumerate() {
            match machine.value(value, 0) {
                Ok(value) => letter |= u128::from(value != 0) << number,
                Err(Trouble::Wide) => return Err(Stop::internal("a claim sets nothing").into()),
                Err(Trouble::Fault(fault)) => {
                    let name = &space.program.claims[claim].name;
                    let why = format!("{name} looks at a state, and {}", fault.shown());
                    return Err(Stop(Reason::Unsupported(why)).into());
                }
            }
        }
        Ok(letter)
    }
}

impl Stepping<'_> {
    /// Tells the steps of a state, or some that stand for all, and gives whether it is these.
    fn tell(
        &mut self,
        state: &[u64],
        reduces: bool,
        found: &mut FoundStep<'_>,
    ) -> Result<bool, Halt> {
        let space = self.space;
        if space.is_wrong(state) {
            return Ok(false);
        }
        if !space.program.predicates.is_empty() {
            self.look(state)?;
        }
        let (wrong, goes_on) = (space.layout.wrong, space.goes_on);
        let mut marked = Vec::new();
        let visit: &mut Visitor<'_> = &mut |words, arrived, mover| match arrived {
            Arrived::Well => found(ActionId::of(1 + mover), words),
            Arrived::Wrong if goes_on => found(ActionId::of(1 + mover), words),
            Arrived::Broken if goes_on => Ok(()),
            Arrived::Wrong | Arrived::Broken => {
                marked.clear();
                marked.extend_from_slice(words);
                wrong.set(&mut marked, 1);
                found(ActionId::of(1 + mover), &marked)
            }
        };
        let ended = match reduces {
            true => self.successors.expand_one(state, space.context, visit),
            false => Ok(false),
        };
        let ended = ended.and_then(|reduced| match reduced {
            true => Ok(true),
            false => self.successors.expand(state, space.context, visit).map(|()| false),
        });
        match ended {
            Ok(reduced) => Ok(reduced),
            Err(Ended::Stop(stop)) => Err(Halt::Stop(stop)),
            Err(Ended::Wide) => {
                space.outgrown.store(true, Ordering::Relaxed);
                Err(Halt::Stop(Stop::internal("a value does not fit, and all begins again")))
            }
        }
    }

    /// Looks whether the predicates mean something in a state.
    fn look(&mut self, state: &[u64]) -> Result<(), Halt> {
        let machine = &mut self.successors.machine;
        machine.words.copy_from_slice(state);
        for (number, (text, _)) in self.space.program.predicates.iter().enumerate() {
            match self.space.satisfies(number, machine) {
                Ok(_) => {}
                Err(Trouble::Wide) => return Err(Stop::internal("a predicate sets nothing").into()),
                Err(Trouble::Fault(fault)) => {
                    let why = format!("predicate '{text}': {}", fault.shown());
                    return Err(Stop(Reason::Unsupported(why)).into());
                }
            }
        }
        Ok(())
    }
}
