//! Formulas of the safety kind as properties: an LTS that allows the runs of which the formula is
//! true, and that every engine and every rule can check.
//!
//! A property sees actions and nothing else: no silent step, no stop, no state of a component. So
//! the formula has to speak of actions and fluents, and in each state of its
//! [good prefixes](good_prefixes) it must make no difference that a step happens, or that the run
//! stops, of which it does not speak. A state of the LTS is a good prefix's and the values of the
//! fluents.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Alphabet, Context, Lts, Meaning, Reason, Start, StateId, Stop, System,
    TemporalProperty,
};

use super::{Automaton, Guard, Letter, good_prefixes};

/// How many states the LTS may have.
const LARGEST: usize = 10_000;

/// A property that a system has only if the temporal property holds; nothing, if the formula is not
/// of the kind that is needed. If the system violates it, the run shows a bad prefix.
///
/// # Errors
/// If the context says so.
pub fn monitor(
    system: &System,
    property: &TemporalProperty,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    if !is_about_actions(property) {
        return Ok(None);
    }
    let good = match good_prefixes(&property.formula, context) {
        Ok(Some(good)) => good,
        Ok(None) | Err(Stop(Reason::Unsupported(_))) => return Ok(None),
        Err(stop) => return Err(stop),
    };
    let open = system.open_actions(property);
    // Actions that may happen at any time push aside those that give way; a formula's do not.
    if system.priority.is_some() && !open.is_empty() {
        return Ok(None);
    }
    let known = system.alphabet().union(&open);
    let actions: Vec<ActionId> =
        property.alphabet().iter().filter(|&action| known.contains(action)).collect();
    explored(&good, property, &actions, context)
}

/// Whether a formula speaks of actions and fluents alone.
pub(super) fn is_about_actions(property: &TemporalProperty) -> bool {
    let is_seen =
        |meaning: &Meaning| matches!(meaning, Meaning::Actions(_) | Meaning::Fluent { .. });
    property.propositions.iter().all(|proposition| is_seen(&proposition.meaning))
        && property.propositions.len() <= Guard::PROPOSITIONS
}

/// The propositions that are fluents, and which of them are true at first.
pub(super) fn fluents(property: &TemporalProperty) -> (Letter, Letter) {
    let (mut lasting, mut initially): (Letter, Letter) = (0, 0);
    for (number, proposition) in property.propositions.iter().enumerate() {
        if let Meaning::Fluent { initially: is_true, .. } = proposition.meaning {
            lasting |= 1 << number;
            initially |= Letter::from(is_true) << number;
        }
    }
    (lasting, initially)
}

/// What is true after an action.
pub(super) fn letter(property: &TemporalProperty, action: ActionId, fluents: Letter) -> Letter {
    let mut letter = fluents;
    for (number, proposition) in property.propositions.iter().enumerate() {
        let bit: Letter = 1 << number;
        let (on, off) = match &proposition.meaning {
            Meaning::Actions(those) => (those.contains(action), false),
            Meaning::Fluent { on, off, .. } => (on.contains(action), off.contains(action)),
            Meaning::States { .. } | Meaning::Predicate(_) => (false, false),
        };
        letter = if on { letter | bit } else { letter };
        letter = if off { letter & !bit } else { letter };
    }
    letter
}

fn explored(
    good: &Automaton,
    property: &TemporalProperty,
    actions: &[ActionId],
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let (lasting, initially) = fluents(property);
    let after = |state: u32, letter: Letter| {
        let mut row = good.row(state).iter();
        row.find(|edge| edge.guard.admits(letter)).map(|edge| edge.target)
    };
    let first = match property.start {
        Start::FirstStep => Some(0),
        Start::InitialState => after(0, initially),
    };
    let Some(first) = first else { return Ok(None) };
    let mut states: IndexSet<(u32, Letter), FxBuildHasher> = IndexSet::default();
    states.insert((first, initially));
    let mut rows: Vec<Vec<(ActionId, usize)>> = Vec::new();
    while let Some(&(state, fluents)) = states.get_index(rows.len()) {
        context.check()?;
        if after(state, fluents) != Some(state) || states.len() > LARGEST {
            return Ok(None);
        }
        let mut row = Vec::new();
        for &action in actions {
            let letter = letter(property, action, fluents);
            if let Some(next) = after(state, letter) {
                row.push((action, states.insert_full((next, letter & lasting)).0));
            }
        }
        rows.push(row);
    }
    // What changes nothing and is never forbidden need not be seen.
    let matters = |action: &ActionId| {
        rows.iter().enumerate().any(|(state, row)| !row.contains(&(*action, state)))
    };
    let alphabet: Alphabet = actions.iter().copied().filter(matters).collect();
    let mut builder = Lts::builder();
    builder.ensure_states(rows.len()).extend_alphabet(alphabet.iter());
    builder.initial(StateId::of(0));
    for (state, row) in rows.iter().enumerate() {
        for &(action, target) in row.iter().filter(|(action, _)| alphabet.contains(*action)) {
            builder.add(StateId::of(state), action, StateId::of(target));
        }
    }
    let built = builder.build().map_err(|error| Stop::internal(error.to_string()))?;
    Ok(Some(built))
}
