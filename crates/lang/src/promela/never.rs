//! A program and a `never` claim that watches it, as one space.
//!
//! The claim moves first, in the initial state, and then after each step of the program; where the
//! program has stopped, it moves alone. Where it cannot move, the run ends, and is none that it
//! describes. It does not matter who computes the program's steps: a compiled program, or `run`.

use surmise_model::{ActionId, FoundStep, Halt, PlainSpace, Stepper};

use super::program::Never;

/// The claim before its first move.
const BEFORE: u64 = u64::MAX;
/// The claim where it could not move: nothing comes after that. The step is there all the same, as
/// fairness asks who could have moved.
const BLOCKED: u64 = u64::MAX - 1;

/// A space and a claim. A state has one word more: where the claim is. What is told of it is
/// whether the claim is where an `accept` label marks it, and whether it has come to its end.
pub(super) struct Watched<'a, S> {
    pub(super) space: S,
    pub(super) never: &'a Never,
}

impl<S: PlainSpace> PlainSpace for Watched<'_, S> {
    fn words(&self) -> usize {
        self.space.words() + 1
    }

    fn initial(&self, state: &mut [u64]) -> Result<(), Halt> {
        let words = self.space.words();
        self.space.initial(&mut state[..words])?;
        state[words] = BEFORE;
        Ok(())
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        let mut blocked = vec![0; self.words()];
        let words = self.space.words();
        // Any state will do. If there is none, nobody gets there.
        let _ = self.space.initial(&mut blocked[..words]);
        blocked[words] = BLOCKED;
        Box::new(Watching {
            never: self.never,
            stepper: self.space.stepper(),
            told: Vec::new(),
            states: Vec::new(),
            next: vec![0; self.words()],
            blocked,
        })
    }

    fn kinds(&self) -> usize {
        0
    }

    fn is_bad(&self, _: usize, _: &[u64]) -> bool {
        false
    }

    fn may_end(&self, _: &[u64]) -> bool {
        true
    }
}

/// Finds the steps of states, for one thread.
struct Watching<'a> {
    never: &'a Never,
    stepper: Box<dyn Stepper + 'a>,
    told: Vec<ActionId>,
    states: Vec<u64>,
    next: Vec<u64>,
    /// Where all steps lead after which the claim cannot move.
    blocked: Vec<u64>,
}

impl Stepper for Watching<'_> {
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt> {
        let words = state.len() - 1;
        let (inner, place) = (&state[..words], state[words]);
        self.told.clear();
        self.states.clear();
        if place == BLOCKED {
            return Ok(());
        }
        if place == u64::from(self.never.end) {
            // Nothing has to follow: the run is bad already.
            return Ok(found(ActionId::TAU, state)?);
        }
        if place != BEFORE {
            let Self { stepper, told, states, .. } = self;
            stepper.steps(inner, &mut |action, target| {
                told.push(action);
                states.extend_from_slice(target);
                Ok(())
            })?;
        }
        if self.told.is_empty() {
            self.told.push(ActionId::TAU);
            self.states.extend_from_slice(inner);
        }
        let here = if place == BEFORE { self.never.initial } else { place as u32 };
        for (action, target) in self.told.iter().zip(self.states.chunks_exact(words)) {
            let letter = self.stepper.letter(target)?;
            self.next[..words].copy_from_slice(target);
            let mut moves = false;
            for step in &self.never.rows[here as usize] {
                if letter & step.positive == step.positive && letter & step.negative == 0 {
                    moves = true;
                    self.next[words] = u64::from(step.target);
                    found(*action, &self.next)?;
                }
            }
            if !moves {
                found(*action, &self.blocked)?;
            }
        }
        Ok(())
    }

    fn letter(&mut self, state: &[u64]) -> Result<u128, Halt> {
        let place = state[state.len() - 1];
        let accepts = self.never.accepts.get(place as usize) == Some(&true);
        let ended = place == u64::from(self.never.end);
        Ok(u128::from(accepts) | u128::from(ended) << 1)
    }
}
