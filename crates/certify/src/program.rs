//! Certificates about programs: states that a language tells, one by one.
//!
//! Nothing is known here of the language. It hands over its states as its own definition of a
//! program finds them, not as the search did that wrote the certificate.

use surmise_model::certificate::program::{ProgramCertificate, ProgramClaim, ProgramSubject};
use surmise_model::{ActionId, Context, Halt, PlainSpace, Reason, Stepper, Stop, TemporalProperty};

use crate::explore::{No, Visited};
use crate::{CheckedPremise, Refusal};

/// What a certificate about a program was found to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedProgram {
    /// Whether what is claimed is true.
    pub holds: bool,
    /// That all states were visited, if it is.
    pub premises: Vec<CheckedPremise>,
}

/// Checks a certificate against the states of the program it is said to be about. A state is bad in
/// way 0 if something went wrong, and in the ways after it if it violates these properties.
///
/// # Errors
/// Why it is not accepted.
pub fn check_program(
    space: &dyn PlainSpace,
    properties: &[String],
    certificate: &ProgramCertificate,
    context: &Context<'_>,
) -> Result<AcceptedProgram, Box<Refusal>> {
    let wrong = match &certificate.subject {
        ProgramSubject::NoError => Wrong::Bad(0),
        ProgramSubject::NoDeadlock => Wrong::Deadlock,
        ProgramSubject::Property(name) => {
            let place = properties.iter().position(|property| property == name);
            let unknown = || Refusal::Mismatch(format!("the program has no property `{name}`"));
            Wrong::Bad(1 + place.ok_or_else(unknown)?)
        }
        ProgramSubject::Temporal { .. } => {
            let why = "what is claimed of runs that go on for ever is about no single state";
            return Err(Box::new(Refusal::Mismatch(why.to_owned())));
        }
    };
    let program = Program { space, wrong, context };
    match &certificate.claim {
        ProgramClaim::Holds => {
            let states = program.visit()?;
            let statement = "no reachable state of the program is bad".to_owned();
            Ok(AcceptedProgram {
                holds: true,
                premises: vec![CheckedPremise { statement, states }],
            })
        }
        ProgramClaim::Violated(choices) => {
            program.replay(choices)?;
            Ok(AcceptedProgram { holds: false, premises: Vec::new() })
        }
        ProgramClaim::Repeats { .. } => {
            let why = "what is claimed of states is not violated by going on for ever";
            Err(Box::new(Refusal::Mismatch(why.to_owned())))
        }
    }
}

/// Checks a certificate about a temporal property against the states of the program it is said to
/// be about. The propositions are those that the states tell.
///
/// # Errors
/// Why it is not accepted.
pub fn check_temporal_program(
    space: &dyn PlainSpace,
    property: &TemporalProperty,
    claim: &ProgramClaim,
    context: &Context<'_>,
) -> Result<AcceptedProgram, Box<Refusal>> {
    crate::temporal::check_program(space, property, claim, context)
}

#[derive(Debug, Clone, Copy)]
enum Wrong {
    Bad(usize),
    Deadlock,
}

/// A program, and what would be wrong with a state of it.
struct Program<'a> {
    space: &'a dyn PlainSpace,
    wrong: Wrong,
    context: &'a Context<'a>,
}

impl Program<'_> {
    fn initial(&self) -> Result<Vec<u64>, Box<Refusal>> {
        let mut state = vec![0; self.space.words()];
        self.space.initial(&mut state).map_err(stopped)?;
        Ok(state)
    }

    /// The states that the steps of a state lead to, in their order.
    fn targets(
        &self,
        stepper: &mut dyn Stepper,
        state: &[u64],
    ) -> Result<Vec<Vec<u64>>, Box<Refusal>> {
        let mut targets = Vec::new();
        let told = stepper.steps(state, &mut |_, target| {
            self.context.check()?;
            targets.push(target.to_vec());
            Ok(())
        });
        told.map_err(stopped).map(|()| targets)
    }

    /// Whether a state with so many steps is bad.
    fn is_bad(&self, state: &[u64], steps: usize) -> bool {
        match self.wrong {
            Wrong::Bad(kind) => self.space.is_bad(kind, state),
            Wrong::Deadlock => steps == 0 && !self.space.may_end(state),
        }
    }

    /// Visits all states; gives how many there are, if none is bad.
    fn visit(&self) -> Result<u64, Box<Refusal>> {
        let halves = |state: &[u64]| -> Vec<u32> {
            state.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).collect()
        };
        let whole = |halves: &[u32]| -> Vec<u64> {
            halves.chunks(2).map(|two| u64::from(two[0]) | u64::from(two[1]) << 32).collect()
        };
        let limit = |no: No| match no {
            No::Limit(reason) => limited(reason),
            No::Word(_) => limited(Reason::Internal("a word is no limit".to_owned())),
        };
        let mut stepper = self.space.stepper();
        let mut visited = Visited::new(self.context, &halves(&self.initial()?)).map_err(limit)?;
        let mut number = 0;
        while let Some(state) = visited.get(number) {
            let state = whole(&state);
            let targets = self.targets(&mut *stepper, &state)?;
            if self.is_bad(&state, targets.len()) {
                let why = format!("state number {number} is bad");
                let statement = "no reachable state of the program is bad".to_owned();
                return Err(Box::new(Refusal::Invariant { statement, why }));
            }
            for target in targets {
                visited.add(&halves(&target), number, ActionId::TAU).map_err(limit)?;
            }
            number += 1;
        }
        Ok(visited.len())
    }

    /// Takes the steps that a run takes, and looks whether its last state is bad.
    fn replay(&self, choices: &[u32]) -> Result<(), Box<Refusal>> {
        let mut stepper = self.space.stepper();
        let mut state = self.initial()?;
        for (index, &choice) in choices.iter().enumerate() {
            let targets = self.targets(&mut *stepper, &state)?;
            let count = targets.len();
            state = targets.into_iter().nth(choice as usize).ok_or_else(|| {
                let why = format!("there is no step {choice}, but {count} steps from 0 on");
                Box::new(Refusal::Run { step: index + 1, why })
            })?;
        }
        let steps = self.targets(&mut *stepper, &state)?.len();
        match self.is_bad(&state, steps) {
            true => Ok(()),
            false => {
                let why = "the state at its end is not bad".to_owned();
                Err(Box::new(Refusal::Run { step: choices.len(), why }))
            }
        }
    }
}

fn limited(reason: Reason) -> Box<Refusal> {
    let statement = "no reachable state of the program is bad".to_owned();
    Box::new(Refusal::Limit { number: 1, statement, reason })
}

fn stopped(halt: Halt) -> Box<Refusal> {
    match halt {
        Halt::Stop(Stop(reason)) => limited(reason),
        Halt::Fault(diagnostic) => Box::new(Refusal::Mismatch(diagnostic.message)),
    }
}
