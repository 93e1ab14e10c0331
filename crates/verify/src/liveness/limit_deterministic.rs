//! Automata that are deterministic from where acceptance counts, for fair choice.
//!
//! Under fair choice a system behaves like a Markov chain whose probabilities do not matter, and a
//! wrong guess of an automaton must not look like a way out. So there is a part that guesses and
//! accepts nothing, and a *settled* part that is deterministic and complete: no letter is without a
//! transition, if need be into a sink that rejects. The guessing part leads to the settled one, and
//! never back. A run of the system can be accepted, with positive probability, if and only if a
//! settled state of the product is reachable such that from all that it can reach, each acceptance
//! set can be reached (Courcoubetis and Yannakakis, "The complexity of probabilistic verification",
//! Journal of the ACM 42, 1995, section 4).
//!
//! Each strongly connected component that accepts has a settled copy. If it is not deterministic,
//! its copy has sets of its states, with a breakpoint: those that have seen an acceptance set since
//! the last time all had. Why that is enough, with several sets, too: along an accepting run, the
//! sets that grow from its states are smaller the later they start, so from some state on all that
//! start later become the same; then whatever the run sees, all see soon.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Reason, Stop};

use super::automaton::{Automaton, Guard, Transition};
use super::letters::told_apart;
use super::translation::merge_guards;
use crate::strong_components::{Next, strong_components};

/// How many settled states there may be.
const LARGEST: usize = 100_000;

/// An automaton with a part that guesses and one that is deterministic and complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitDeterministic {
    automaton: Automaton,
    first_settled: u32,
}

impl LimitDeterministic {
    /// The automaton. It has at least one acceptance set, which only transitions between settled
    /// states are in.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Whether a state is in the deterministic part.
    pub fn is_settled(&self, state: u32) -> bool {
        state >= self.first_settled
    }
}

/// What a settled state stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Settled {
    /// A state of a component that is deterministic.
    State(u32),
    /// States of a component, those of them that have seen the set, and the set.
    Subset { all: Vec<u32>, seen: Vec<u32>, set: u32 },
    /// Nothing is accepted any more.
    Sink,
}

struct Construction<'a> {
    automaton: &'a Automaton,
    component: Vec<u32>,
    /// For each component whether it accepts, and whether it is deterministic within itself.
    accepts: Vec<bool>,
    deterministic: Vec<bool>,
    settled: IndexMap<Settled, (), FxBuildHasher>,
}

/// An equivalent automaton that is deterministic in the limit.
///
/// # Errors
/// If it gets too large, or the context says so.
pub fn limit_deterministic(
    automaton: &Automaton,
    context: &Context<'_>,
) -> Result<LimitDeterministic, Stop> {
    let states = automaton.num_states() as u32;
    let mut construction = Construction::new(automaton, context)?;
    let first_settled = match (0..states).all(|state| automaton.is_deterministic_in(state)) {
        // Nothing has to be guessed.
        true => {
            construction.component.fill(0);
            construction.settled.insert(Settled::State(0), ());
            0
        }
        false => states,
    };
    let mut rows: Vec<Vec<Transition>> = Vec::new();
    for state in 0..first_settled {
        rows.push(construction.guessing(state, first_settled));
    }
    while rows.len() - (first_settled as usize) < construction.settled.len() {
        context.check()?;
        if construction.settled.len() > LARGEST {
            let message = format!("the deterministic automaton has more than {LARGEST} states");
            return Err(Stop(Reason::Unsupported(message)));
        }
        let here = rows.len() - first_settled as usize;
        let mut row = construction.settled_row(here, first_settled, context)?;
        merge_guards(&mut row);
        rows.push(row);
    }
    let automaton = Automaton::new(rows, automaton.num_sets().max(1));
    Ok(LimitDeterministic { automaton, first_settled })
}

impl<'a> Construction<'a> {
    fn new(automaton: &'a Automaton, context: &Context<'_>) -> Result<Self, Stop> {
        let edge = |state: usize, place: usize| {
            let edge = automaton.row(state as u32).get(place);
            edge.map_or(Next::Done, |edge| Next::To(edge.target as usize))
        };
        let (component, count) = strong_components(automaton.num_states(), context, edge)?;
        let mut seen = vec![None; count];
        let mut deterministic = vec![true; count];
        for (state, row) in automaton.rows().enumerate() {
            let here = component[state] as usize;
            let inside: Vec<&Transition> = row
                .iter()
                .filter(|edge| component[edge.target as usize] as usize == here)
                .collect();
            for (place, edge) in inside.iter().enumerate() {
                *seen[here].get_or_insert(0) |= edge.sets;
                let overlaps = |other: &&Transition| edge.guard.and(other.guard).is_some();
                deterministic[here] &= !inside[..place].iter().any(overlaps);
            }
        }
        let accepts = seen.iter().map(|seen| *seen == Some(automaton.all_sets())).collect();
        let settled = IndexMap::default();
        Ok(Self { automaton, component, accepts, deterministic, settled })
    }

    fn number(&mut self, settled: Settled, first_settled: u32) -> u32 {
        first_settled + self.settled.insert_full(settled, ()).0 as u32
    }

    /// The transitions of a state that guesses: its own, and those by which it settles.
    fn guessing(&mut self, state: u32, first_settled: u32) -> Vec<Transition> {
        let mut row = Vec::new();
        for edge in self.automaton.row(state) {
            row.push(Transition { sets: 0, ..*edge });
            let component = self.component[edge.target as usize] as usize;
            if self.accepts[component] {
                let settled = match self.deterministic[component] {
                    true => Settled::State(edge.target),
                    false => Settled::Subset { all: vec![edge.target], seen: Vec::new(), set: 0 },
                };
                let target = self.number(settled, first_settled);
                row.push(Transition { guard: edge.guard, target, sets: 0 });
            }
        }
        row
    }

    /// The transitions of a settled state: one for each letter.
    fn settled_row(
        &mut self,
        here: usize,
        first_settled: u32,
        context: &Context<'_>,
    ) -> Result<Vec<Transition>, Stop> {
        let (settled, ()) = self.settled.get_index(here).expect("numbered before it is looked at");
        let settled = settled.clone();
        let members = match &settled {
            Settled::Sink => {
                let target = first_settled + here as u32;
                return Ok(vec![Transition { guard: Guard::ALL, target, sets: 0 }]);
            }
            Settled::State(state) => std::slice::from_ref(state),
            Settled::Subset { all, .. } => all,
        };
        let component = self.component[members[0] as usize];
        let edges: Vec<(u32, Transition)> = members
            .iter()
            .flat_map(|&state| self.automaton.row(state).iter().map(move |&edge| (state, edge)))
            .filter(|(_, edge)| self.component[edge.target as usize] == component)
            .collect();
        let guards: Vec<Guard> = edges.iter().map(|(_, edge)| edge.guard).collect();
        let mut row = Vec::new();
        for (guard, places) in told_apart(&guards, context)? {
            let possible: Vec<(u32, Transition)> = places.iter().map(|&at| edges[at]).collect();
            let (next, sets) = self.step(&settled, &possible);
            row.push(Transition { guard, target: self.number(next, first_settled), sets });
        }
        Ok(row)
    }

    /// Where the transitions that a letter allows lead, and which sets they see.
    fn step(&self, settled: &Settled, possible: &[(u32, Transition)]) -> (Settled, u64) {
        let everything = self.automaton.all_sets().max(1);
        let Some((_, first)) = possible.first() else { return (Settled::Sink, 0) };
        let Settled::Subset { seen, set, .. } = settled else {
            let sets = if self.automaton.num_sets() == 0 { everything } else { first.sets };
            return (Settled::State(first.target), sets);
        };
        let sorted = |states: &mut dyn Iterator<Item = u32>| {
            let mut states: Vec<u32> = states.collect();
            states.sort_unstable();
            states.dedup();
            states
        };
        let all = sorted(&mut possible.iter().map(|(_, edge)| edge.target));
        let sees = |(source, edge): &&(u32, Transition)| {
            let of_set = self.automaton.num_sets() == 0 || edge.sets >> set & 1 == 1;
            of_set || seen.binary_search(source).is_ok()
        };
        let seen = sorted(&mut possible.iter().filter(sees).map(|(_, edge)| edge.target));
        if seen != all {
            return (Settled::Subset { all, seen, set: *set }, 0);
        }
        // All have seen it: on to the next set, and after the last one a round is complete.
        let last = *set + 1 >= self.automaton.num_sets();
        let set = if last { 0 } else { set + 1 };
        let sets = if last { everything } else { 0 };
        (Settled::Subset { all, seen: Vec::new(), set }, sets)
    }
}
