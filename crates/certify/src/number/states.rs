//! The states of a probabilistic model, numbered breadth-first from the initial ones, each with its
//! choices.

use surmise_model::{
    Context, Halt, PackedStates, ProbabilityId, Rational, StateId, StateSpace, Successors,
};

/// A model, state by state.
#[derive(Debug, Clone)]
pub struct NumberedStates {
    /// The first so many states are initial.
    pub initial: usize,
    /// All states.
    pub states: Vec<NumberedState>,
}

/// A state: what it gives by itself, and its choices.
#[derive(Debug, Clone)]
pub struct NumberedState {
    /// What it gives.
    pub reward: Rational,
    /// The choices; there is at least one.
    pub choices: Vec<NumberedChoice>,
}

/// A choice.
#[derive(Debug, Clone)]
pub struct NumberedChoice {
    /// What it gives together with its state.
    pub reward: Rational,
    /// Where it leads, with positive probabilities that sum to 1.
    pub branches: Vec<(usize, Rational)>,
}

/// What a model is: its states with their choices, their words, and who has none of its own.
pub type Visited = (NumberedStates, PackedStates, Vec<StateId>);

impl NumberedStates {
    /// Visits all states of a space, with the rewards of the first structure that it looks at, if
    /// there is one. A state without choices stays where it is; in a chain one of several is taken
    /// with equal chances.
    ///
    /// # Errors
    /// When the context says stop, or the model is wrong in a state.
    pub fn visit(space: &mut dyn StateSpace, context: &Context<'_>) -> Result<Visited, Halt> {
        let mut words = PackedStates::new(space.words());
        space.initial(context, &mut |state| Ok(words.insert(state).map(|_| ())?))?;
        let initial = words.len();
        let has_rewards = space.num_rewards() > 0;
        let (mut states, mut deadlocks) = (Vec::new(), Vec::new());
        let mut successors = Successors::default();
        while states.len() < words.len() {
            context.check_states(words.len() as u64)?;
            let source = states.len();
            let state = words.state(StateId::of(source)).to_vec();
            successors.clear();
            space.successors(&state, &mut successors)?;
            let mut given = |action| match has_rewards {
                true => space.reward(0, action),
                false => Ok(None),
            };
            let own = given(None)?;
            let mut more = Vec::new();
            for (action, _, _) in successors.choices() {
                more.push(given(Some(action))?);
            }
            let value = |id: Option<ProbabilityId>, space: &mut dyn StateSpace| match id {
                Some(id) => space.probabilities().value(id).clone(),
                None => Rational::ZERO,
            };
            let own = value(own, space);
            let mut choices: Vec<NumberedChoice> = Vec::new();
            for ((_, weights, targets), more) in successors.choices().zip(more) {
                let mut branches: Vec<(usize, Rational)> = Vec::new();
                for (&weight, target) in weights.iter().zip(targets.chunks(state.len().max(1))) {
                    let weight = value(Some(weight), space);
                    if !weight.is_zero() {
                        branches.push((words.insert(target)?.0.index(), weight));
                    }
                }
                choices.push(NumberedChoice { reward: &own + &value(more, space), branches });
            }
            if choices.is_empty() {
                deadlocks.push(StateId::of(source));
                let branches = vec![(source, Rational::ONE)];
                choices.push(NumberedChoice { reward: own.clone(), branches });
            }
            if space.is_chain() {
                choices = vec![mixed(&choices)];
            }
            states.push(NumberedState { reward: own, choices });
        }
        Ok((Self { initial, states }, words, deadlocks))
    }
}

/// One choice instead of several, each as probable as the others.
fn mixed(choices: &[NumberedChoice]) -> NumberedChoice {
    let share = Rational::new(1, choices.len() as i64).unwrap_or(Rational::ONE);
    let rewards: Rational = choices.iter().map(|choice| &choice.reward).sum();
    let branches = choices.iter().flat_map(|choice| &choice.branches);
    let branches = branches.map(|(target, weight)| (*target, weight * &share)).collect();
    NumberedChoice { reward: &rewards * &share, branches }
}
