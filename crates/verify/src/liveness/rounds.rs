//! How often a run comes close to violating a formula, counted: at most so many *rounds* is a
//! property that every engine can check.
//!
//! A formula is false of a run if the automaton of its negation takes transitions of each of its
//! acceptance sets infinitely often. A round is over when there has been one of each since the
//! round before, one set after the other, and at least one step. If no run has more than *k*
//! rounds, for whatever *k*, the formula is true of all (Claessen and Sörensson, "A liveness
//! checking algorithm that counts", FMCAD 2012). There is such a *k* for every finite system of
//! whose runs the formula is true, but none that tells that it is false.
//!
//! The automaton guesses. So what is counted is the largest number of rounds that any of its runs
//! has: a state of the monitor has, for each state that the automaton can be in, how far a run to
//! there can be. What ends farther behind stays behind, so that the farthest is enough. A run that
//! accepts stays in one strongly connected component in the end, with all sets in it; what happens
//! elsewhere does not count, and the count begins anew on entry.
//!
//! A property sees no silent steps. If the formula does not see hidden steps, the monitor sees its
//! actions and [as many others](super::recurring) as every run without end has infinitely many of;
//! else it has to see every step. Runs that stop are for others to exclude.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Alphabet, Context, Lts, Meaning, Start, StateId, Stop, System, TemporalKind,
    TemporalProperty,
};

use super::monitor::{fluents, is_about_actions, letter};
use super::recurring::recurring;
use super::translation::translate;
use super::{Automaton, Letter, Steps, Transition, sees_hidden_steps};
use crate::strong_components::{Next, strong_components};

/// How many states a monitor may have.
const LARGEST: usize = 10_000;

/// How far a run of the automaton is, which is in this state: how many sets it has seen in turn.
type Way = (u32, u32);

/// Whether rounds of a temporal property might be counted, at first sight.
pub fn can_be_counted(system: &System, property: &TemporalProperty) -> bool {
    let is_formula = match property.kind {
        TemporalKind::Assert | TemporalKind::Formula | TemporalKind::Ltl => true,
        // The search decides these without an automaton, or on a program.
        TemporalKind::Progress
        | TemporalKind::DefaultProgress
        | TemporalKind::Never
        | TemporalKind::Acceptance
        | TemporalKind::NonProgress => false,
    };
    // Actions that may happen at any time push aside those that give way; a formula's do not.
    let is_open = !system.actions_at_any_time(property).is_empty();
    is_formula
        && is_about_actions(property)
        && !system.components.is_empty()
        && !(system.priority.is_some() && is_open)
}

/// Counts the rounds of runs that might violate a temporal property.
#[derive(Debug)]
pub struct Rounds<'a> {
    property: &'a TemporalProperty,
    /// Of the runs that violate it.
    automaton: Automaton,
    /// The strongly connected component of each state.
    component_of: Vec<u32>,
    /// Whether a component has all acceptance sets.
    accepts: Vec<bool>,
    /// What a monitor sees.
    actions: Vec<ActionId>,
}

impl<'a> Rounds<'a> {
    /// Gets ready to count; nothing, if that is impossible.
    ///
    /// # Errors
    /// If something gets too large, or the context says so.
    pub fn new(
        system: &System,
        property: &'a TemporalProperty,
        context: &Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        if !can_be_counted(system, property) {
            return Ok(None);
        }
        let Some(actions) = seen(system, property, context)? else { return Ok(None) };
        let automaton = translate(&property.formula.negated(), context)?;
        let edge = |state: usize, number: usize| {
            let row = automaton.row(state as u32);
            row.get(number).map_or(Next::Done, |edge| Next::To(edge.target as usize))
        };
        let (component_of, count) = strong_components(automaton.num_states(), context, edge)?;
        let mut sets = vec![None; count];
        for (state, row) in automaton.rows().enumerate() {
            for edge in row {
                let own = component_of[state];
                if own == component_of[edge.target as usize] {
                    *sets[own as usize].get_or_insert(0) |= edge.sets;
                }
            }
        }
        let accepts = sets.iter().map(|&sets| sets == Some(automaton.all_sets())).collect();
        let actions = actions.iter().collect();
        Ok(Some(Self { property, automaton, component_of, accepts, actions }))
    }

    /// A property that a system has if none of its runs has more than so many rounds; nothing, if
    /// it gets too large.
    ///
    /// # Errors
    /// If the context says so.
    pub fn at_most(&self, rounds: u32, context: &Context<'_>) -> Result<Option<Lts>, Stop> {
        let (lasting, initially) = fluents(self.property);
        let first = match self.property.start {
            Start::FirstStep => vec![(0, 0)],
            // What is true before the first step is no step.
            Start::InitialState => {
                let row = self.automaton.row(0).iter();
                let row = row.filter(|edge| edge.guard.admits(initially));
                farthest(row.map(|edge| (edge.target, 0)).collect())
            }
        };
        let mut states: IndexSet<(Vec<Way>, Letter), FxBuildHasher> = IndexSet::default();
        states.insert((first, initially));
        let mut builder = Lts::builder();
        builder.extend_alphabet(self.actions.iter().copied()).initial(StateId::of(0));
        let mut next = 0;
        while let Some((ways, fluents)) = states.get_index(next).cloned() {
            context.check()?;
            if states.len() > LARGEST {
                return Ok(None);
            }
            for &action in &self.actions {
                let letter = letter(self.property, action, fluents);
                if let Some(ways) = self.step(&ways, letter, rounds) {
                    // Where nothing can be violated any more, nothing matters.
                    let fluents = if ways.is_empty() { 0 } else { letter & lasting };
                    let target = states.insert_full((ways, fluents)).0;
                    builder.add(StateId::of(next), action, StateId::of(target));
                }
            }
            next += 1;
        }
        builder.ensure_states(states.len());
        let built = builder.build().map_err(|error| Stop::internal(error.to_string()))?;
        Ok(Some(built))
    }

    /// How far runs can be after a step; nothing, if one has had more rounds than allowed.
    fn step(&self, ways: &[Way], letter: Letter, rounds: u32) -> Option<Vec<Way>> {
        let last = (rounds + 1) * self.sets_of_round();
        let mut after = Vec::new();
        for &(state, far) in ways {
            for edge in self.automaton.row(state).iter().filter(|edge| edge.guard.admits(letter)) {
                let far = self.far(state, far, *edge);
                if far >= last {
                    return None;
                }
                after.push((edge.target, far));
            }
        }
        Some(farthest(after))
    }

    /// How many sets have to be seen for a round. Without any, every step is one.
    fn sets_of_round(&self) -> u32 {
        self.automaton.num_sets().max(1)
    }

    /// How far a run is that takes a transition: past the sets that come next in turn and have it,
    /// but not past the end of the round.
    fn far(&self, state: u32, mut far: u32, edge: Transition) -> u32 {
        let component = self.component_of[state as usize];
        if component != self.component_of[edge.target as usize] || !self.accepts[component as usize]
        {
            return 0;
        }
        let sets = self.sets_of_round();
        loop {
            let is_in = self.automaton.num_sets() == 0 || edge.sets >> (far % sets) & 1 == 1;
            if !is_in {
                return far;
            }
            far += 1;
            if far.is_multiple_of(sets) {
                return far;
            }
        }
    }
}

/// The farthest way to each state.
fn farthest(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_unstable_by(|one, other| other.cmp(one));
    ways.dedup_by_key(|way| way.0);
    ways
}

/// What a monitor has to see; nothing, if it cannot see enough.
fn seen(
    system: &System,
    property: &TemporalProperty,
    context: &Context<'_>,
) -> Result<Option<Alphabet>, Stop> {
    let at_any_time = system.actions_at_any_time(property);
    let known = system.alphabet().union(&at_any_time);
    let mut actions: Letter = 0;
    for (number, proposition) in property.propositions.iter().enumerate() {
        actions |= Letter::from(matches!(proposition.meaning, Meaning::Actions(_))) << number;
    }
    let before = (property.start == Start::FirstStep).then(|| fluents(property).1);
    if !sees_hidden_steps(&property.formula, Steps { actions, before }, context)? {
        let own = property.alphabet().intersection(&known).union(&at_any_time);
        return recurring(system, own, context);
    }
    let is_silent = |lts: &Lts| lts.transitions().any(|(_, edge)| edge.action.is_tau());
    let has_silent = system.components.iter().any(|component| is_silent(&component.lts));
    Ok((!has_silent).then_some(known))
}
