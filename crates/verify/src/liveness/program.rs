//! The runs of a program whose states are told one by one: no components, and propositions that the
//! program itself evaluates.
//!
//! Fairness is about processes. The action of a step is the number of the process that moves,
//! counted from 1; τ is nobody's. A process that does not exist is unable to move.

use surmise_model::{
    ActionId, Context, Fairness, Halt, PlainSpace, Reason, Start, Statistics, Stepper, Stop,
    Stopping, TemporalProperty,
};

use super::lasso::Lasso;
use super::product::Marks;
use super::runs::{Field, Moved, Runs, Steps};
use super::truth::{is_false_however, is_true};
use super::{Asked, Guard, Letter};

/// So many processes fairness can be about.
const MOST_PROCESSES: usize = 64;

/// A run of a space that violates a temporal property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpaceLasso {
    /// The words of the initial state.
    pub initial: Vec<u64>,
    /// Each step with the words of the state it leads to.
    pub steps: Vec<(ActionId, Vec<u64>)>,
    /// The number of the first step that repeats; if there is no such step, the run stops. Nothing,
    /// if the property is false however the run goes on.
    pub cycle: Option<usize>,
}

/// Looks for a run of a space that violates a temporal property. The propositions of the property
/// are those that the space tells, by their numbers.
///
/// # Errors
/// If the context says so, or if the model is wrong in a state that is reached.
pub fn find_in_space(
    space: &dyn PlainSpace,
    property: &TemporalProperty,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Option<SpaceLasso>, Stop> {
    if property.propositions.len() > Guard::PROPOSITIONS {
        let most = Guard::PROPOSITIONS;
        let why = format!("a formula has more than {most} different propositions");
        return Err(Stop(Reason::Unsupported(why)));
    }
    let goes_on = property.stopping == Stopping::Stays;
    let found = Asked::search(property, goes_on, context, |asked| {
        let runs = ProgramRuns::new(space, property, asked.observer());
        asked.find(runs, property, statistics, context)
    })?;
    let words = space.words();
    let cut = |mut state: Vec<u64>| {
        state.truncate(words);
        state
    };
    Ok(found.map(|Lasso { initial, steps, cycle }| SpaceLasso {
        initial: cut(initial),
        steps: steps.into_iter().map(|(action, state)| (action, cut(state))).collect(),
        cycle,
    }))
}

/// The runs of a space.
pub(super) struct ProgramRuns<'a> {
    space: &'a dyn PlainSpace,
    stepper: Box<dyn Stepper + 'a>,
    stopping: Stopping,
    observer: Field,
    /// The steps of a state, before it is known what is true where they lead.
    told: Vec<ActionId>,
    states: Vec<u64>,
}

impl<'a> ProgramRuns<'a> {
    fn new(space: &'a dyn PlainSpace, property: &TemporalProperty, observer: usize) -> Self {
        // Where the observer is gets a word of its own, if it can be in several places.
        let bits = if observer > 1 { 32 } else { 0 };
        Self {
            space,
            stepper: space.stepper(),
            stopping: property.stopping,
            observer: Field { word: space.words(), shift: 0, bits },
            told: Vec::new(),
            states: Vec::new(),
        }
    }
}

impl Runs for ProgramRuns<'_> {
    fn words(&self) -> usize {
        self.space.words() + usize::from(self.observer.bits > 0)
    }

    fn observer(&self) -> Field {
        self.observer
    }

    fn movers(&self) -> usize {
        MOST_PROCESSES
    }

    fn initial(&mut self, state: &mut [u64]) -> Result<Option<Letter>, Stop> {
        let state = &mut state[..self.space.words()];
        self.space.initial(state).map_err(stopped)?;
        self.stepper.letter(state).map(Some).map_err(stopped)
    }

    fn expand(
        &mut self,
        from: &[u64],
        asks_who: bool,
        steps: &mut Steps,
        _: &Context<'_>,
    ) -> Result<bool, Stop> {
        let Self { space, stepper, stopping, told, states, .. } = self;
        let from = &from[..space.words()];
        told.clear();
        states.clear();
        let all = stepper.steps(from, &mut |action, state| {
            told.push(action);
            states.extend_from_slice(state);
            Ok(())
        });
        all.map_err(stopped)?;
        for (&action, state) in told.iter().zip(states.chunks_exact(space.words())) {
            let movers = if asks_who { mover(action)? } else { 0 };
            let moved = Moved { action: Some(action), alone: 0 };
            let letter = stepper.letter(state).map_err(stopped)?;
            steps.add(moved, movers, letter)[..state.len()].copy_from_slice(state);
        }
        if told.is_empty() && *stopping == Stopping::Stays {
            let letter = stepper.letter(from).map_err(stopped)?;
            let moved = Moved { action: None, alone: 0 };
            steps.add(moved, 0, letter)[..from.len()].copy_from_slice(from);
        }
        Ok(false)
    }
}

/// The process that moves, as a bit.
fn mover(action: ActionId) -> Result<Marks, Stop> {
    match action.index().checked_sub(1) {
        None => Ok(0),
        Some(process) if process < MOST_PROCESSES => Ok(1 << process),
        Some(_) => Err(Stop(Reason::Unsupported(format!(
            "weak fairness is about no more than {MOST_PROCESSES} processes"
        )))),
    }
}

fn stopped(halt: Halt) -> Stop {
    match halt {
        Halt::Stop(stop) => stop,
        Halt::Fault(diagnostic) => Stop(Reason::Unsupported(diagnostic.message)),
    }
}

/// Replays a run that takes, in each state, the step with this number: whether it goes on as it
/// says, is fair if it has to be, and the formula is false of it. Whether a run ends up where this
/// one does under fair choice is for the checker of certificates to say.
///
/// # Errors
/// If the model is wrong in a state on the way.
pub fn replay_in_space(
    space: &dyn PlainSpace,
    property: &TemporalProperty,
    choices: &[u32],
    cycle: Option<usize>,
) -> Result<bool, Stop> {
    let mut stepper = space.stepper();
    let mut here = vec![0; space.words()];
    space.initial(&mut here).map_err(stopped)?;
    let mut states = vec![here.clone()];
    // Who moves in each step, and who could.
    let mut moves: Vec<(ActionId, Vec<ActionId>)> = Vec::new();
    let tell = |here: &[u64], stepper: &mut dyn Stepper| {
        let mut steps: Vec<(ActionId, Vec<u64>)> = Vec::new();
        let told = stepper.steps(here, &mut |action, state| {
            steps.push((action, state.to_vec()));
            Ok(())
        });
        told.map_err(stopped).map(|()| steps)
    };
    for &choice in choices {
        let steps = tell(&here, &mut *stepper)?;
        let Some((action, state)) = steps.get(choice as usize).cloned() else { return Ok(false) };
        moves.push((action, steps.into_iter().map(|(action, _)| action).collect()));
        here.clone_from(&state);
        states.push(state);
    }
    let first = usize::from(property.start == Start::FirstStep);
    let told = |state: &[u64], stepper: &mut dyn Stepper| -> Result<Vec<bool>, Stop> {
        let letter = stepper.letter(state).map_err(stopped)?;
        let propositions = 0..property.propositions.len();
        Ok(propositions.map(|number| letter >> number & 1 == 1).collect())
    };
    let Some(cycle) = cycle else {
        let letters = states[first..].iter().map(|state| told(state, &mut *stepper));
        let letters = letters.collect::<Result<Vec<_>, Stop>>()?;
        let goes_on = property.stopping == Stopping::Stays;
        return Ok(goes_on && is_false_however(&property.formula, &letters));
    };
    let stops = cycle == choices.len();
    let goes_on = match stops {
        true => property.stopping == Stopping::Stays && tell(&here, &mut *stepper)?.is_empty(),
        false => cycle < choices.len() && states[cycle] == here,
    };
    if !goes_on {
        return Ok(false);
    }
    let round = &moves[cycle..];
    let able = round.iter().flat_map(|(_, able)| able);
    let is_served = |&process: &ActionId| {
        let serves = |(mover, able): &(ActionId, Vec<ActionId>)| {
            *mover == process || !able.contains(&process)
        };
        process.is_tau() || round.iter().any(serves)
    };
    let is_fair = property.fairness != Fairness::Weak || able.into_iter().all(is_served);
    let mut letters: Vec<Vec<bool>> = Vec::new();
    let again = states.get(cycle + 1..).unwrap_or_default();
    let last = if stops { &states[states.len() - 1..] } else { again };
    for state in states[first..].iter().chain(last) {
        letters.push(told(state, &mut *stepper)?);
    }
    let again = letters.len() - last.len();
    Ok(is_fair && !is_true(&property.formula, &letters, again))
}
