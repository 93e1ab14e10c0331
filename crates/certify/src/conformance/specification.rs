//! A specification: what it does not speak about, it allows at any time, and stays where it is.

use surmise_model::{ActionId, Lpts, ProbabilisticSystem, Rational, StateId};

/// A specification of a system.
pub(super) struct Specification<'a> {
    system: &'a ProbabilisticSystem,
    lpts: &'a Lpts,
    /// Whether it has silent steps: then silent and hidden steps of the system are matched by
    /// those.
    speaks_of_silence: bool,
}

impl<'a> Specification<'a> {
    pub(super) fn new(system: &'a ProbabilisticSystem, lpts: &'a Lpts) -> Self {
        let speaks_of_silence = lpts.transitions().any(|(_, choice)| choice.action.is_tau());
        Self { system, lpts, speaks_of_silence }
    }

    pub(super) fn initial(&self) -> u32 {
        self.lpts.initial().raw()
    }

    pub(super) fn is_state(&self, state: u32) -> bool {
        (state as usize) < self.lpts.num_states()
    }

    /// What a state can do when the system does an action: distributions, in order.
    pub(super) fn transitions(&self, state: u32, action: ActionId) -> Vec<Vec<(u32, Rational)>> {
        let is_silent = action.is_tau() || self.system.hidden.contains(action);
        let own = match is_silent {
            true => self.speaks_of_silence.then_some(ActionId::TAU),
            false => self.lpts.alphabet().contains(action).then_some(action),
        };
        let Some(own) = own else { return vec![vec![(state, Rational::ONE)]] };
        let choices = self.lpts.choices_on(StateId::of(state as usize), own);
        let distribution = |id| {
            let branches = self.lpts.distribution(id).iter();
            branches.map(|(state, weight)| (state.raw(), weight.clone())).collect()
        };
        choices.iter().map(|choice| distribution(choice.distribution)).collect()
    }
}
