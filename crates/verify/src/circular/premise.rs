//! The premises as searches: `M ⊨ G ▷ g`, which looks one step ahead, and `G ⊨ P`.
//!
//! Definition 3: if σ is in all of G, and M does σa, then σa is in g. The *last* action may leave
//! G. The paper labels states with err_a where M can do a and g cannot. Here err_a is an action, a
//! second name of a under which M can do it and nobody in G has a say; g answers it by π wherever
//! it refuses a. Then a counterexample is a run into π, and the fast search finds a shortest one.
//!
//! One search finds several counterexamples: each ends in another pair of a state of g and an
//! action.
//!
//! What fewer assumptions are enough for, more are, too; and a counterexample that is found with
//! fewer is one if the others allow it as it is. So a search starts with no assumption at all, and
//! one joins when it has refused a counterexample. Of 64 clients, none needs to know of another:
//! with all of them in the product, there would be 2^63 states. That is a
//! [departure](crate::Departure::LazyPremises): without it all join at once.

use std::borrow::Cow;

use surmise_model::{
    ActionId, Alphabet, Context, Count, Edge, Lts, Reason, StateId, Statistics, Stop, Trace,
};

use super::group::Group;
use crate::assume::premise::count_premise;
use crate::assume::state_after;
use crate::search::{SearchOptions, Several, search_several};

/// One left-hand side, ready to be searched with different assumptions.
pub(super) struct Ahead<'a> {
    /// The components, in which every shared action has its second name.
    parts: Vec<Cow<'a, Lts>>,
    /// The actions of g that somebody in G has, too: there it matters to look ahead.
    shared: Alphabet,
    /// The second name of action a is a + this.
    offset: usize,
}

impl<'a> Ahead<'a> {
    /// For a group with its assumption's alphabet, and the alphabets of the assumptions it may use.
    /// No action has an id of `offset` or more.
    pub(super) fn new<'s>(
        group: &Group<'a>,
        used: impl IntoIterator<Item = &'s Alphabet>,
        offset: usize,
    ) -> Result<Self, Stop> {
        let mut others = Alphabet::new();
        used.into_iter().for_each(|alphabet| others.union_with(alphabet));
        let mut ahead =
            Self { parts: Vec::new(), shared: group.visible.intersection(&others), offset };
        for part in &group.seen {
            let shared = part.alphabet().intersection(&ahead.shared);
            ahead.parts.push(match shared.is_empty() {
                true => part.clone(),
                false => Cow::Owned(ahead.with_second_names(part, &shared)?),
            });
        }
        Ok(ahead)
    }

    fn second(&self, action: ActionId) -> ActionId {
        ActionId::of(action.index() + self.offset)
    }

    fn with_second_names(&self, part: &Lts, shared: &Alphabet) -> Result<Lts, Stop> {
        let mut builder = Lts::builder();
        builder.ensure_states(part.num_states()).initial(part.initial());
        builder.extend_alphabet(part.alphabet().iter());
        builder.extend_alphabet(shared.iter().map(|action| self.second(action)));
        for (source, edge) in part.transitions() {
            builder.add(source, edge.action, edge.target);
            if shared.contains(edge.action) {
                builder.add(source, self.second(edge.action), edge.target);
            }
        }
        Ok(builder.build()?)
    }

    /// At most so many counterexamples σa to a premise.
    pub(super) fn counterexamples(
        &self,
        (premise, most): (usize, usize),
        (used, lazy): (&[&Lts], bool),
        guarantee: &Lts,
        surroundings: (&SearchOptions, &Context<'_>),
    ) -> Result<Checked, Stop> {
        let watcher = self.watcher(guarantee)?;
        let own = self.parts.iter().map(|part| &**part).collect();
        let question = PremiseSearch { premise, own, assumptions: used, lazy, watcher: &watcher };
        question.several(most, surroundings, |run| {
            let mut word = run.visible();
            if let Some(last) = word.last_mut().filter(|last| last.index() >= self.offset) {
                *last = ActionId::of(last.index() - self.offset);
            }
            let last = word.len().saturating_sub(1);
            (word, last)
        })
    }

    /// g with π where it refuses an action.
    fn watcher(&self, guarantee: &Lts) -> Result<Lts, Stop> {
        let mut builder = Lts::builder();
        builder.ensure_states(guarantee.num_states()).initial(guarantee.initial());
        builder.extend_alphabet(self.shared.iter().map(|action| self.second(action)));
        builder.extend_alphabet(guarantee.alphabet().iter());
        for state in guarantee.states() {
            for action in guarantee.alphabet().iter() {
                match guarantee.successors(state, action).next() {
                    Some(target) => {
                        builder.add(state, action, target);
                    }
                    None => {
                        let name = match self.shared.contains(action) {
                            true => self.second(action),
                            false => action,
                        };
                        builder.add(state, name, StateId::ERROR);
                    }
                }
            }
        }
        Ok(builder.build()?)
    }
}

/// At most so many counterexamples to `G ⊨ P`, P being given completed with π.
pub(super) fn counterexamples_to_property(
    (premise, most): (usize, usize),
    (assumptions, lazy): (&[&Lts], bool),
    property: &Lts,
    surroundings: (&SearchOptions, &Context<'_>),
) -> Result<Checked, Stop> {
    let question = PremiseSearch { premise, own: Vec::new(), assumptions, lazy, watcher: property };
    question.several(most, surroundings, |run| {
        let word = run.visible();
        let all = word.len();
        (word, all)
    })
}

/// What came of checking a premise.
#[derive(Default)]
pub(super) struct Checked {
    /// Counterexamples.
    pub(super) words: Vec<Vec<ActionId>>,
    /// The places of the assumptions that took part: if there is no counterexample, the premise
    /// holds with these alone.
    pub(super) needed: Vec<usize>,
    pub(super) statistics: Statistics,
}

/// Once there is a counterexample, looking for others may take so many states more than twice those
/// before.
const FEW: u64 = 1000;

/// Who takes part in the search of a premise.
struct PremiseSearch<'s> {
    /// Its number.
    premise: usize,
    /// Those who always do.
    own: Vec<&'s Lts>,
    /// Those who may have to, or, as in the paper, do from the start.
    assumptions: &'s [&'s Lts],
    lazy: bool,
    /// The one whose steps into π are sought.
    watcher: &'s Lts,
}

impl PremiseSearch<'_> {
    /// At most so many counterexamples, each to another refusal of the watcher: as many as one
    /// exploration finds. An assumption takes part once it has refused a word that was found
    /// without it; then there is another exploration, for what is not found yet. `read` gives the
    /// word of a run, and how much of it the assumptions have to allow.
    fn several(
        &self,
        most: usize,
        (options, context): (&SearchOptions, &Context<'_>),
        read: impl Fn(&Trace) -> (Vec<ActionId>, usize),
    ) -> Result<Checked, Stop> {
        let refuses =
            |(state, edge): (StateId, Edge)| edge.target.is_error().then_some((state, edge.action));
        let mut open: Vec<(StateId, ActionId)> =
            self.watcher.transitions().filter_map(refuses).collect();
        let mut checked = Checked::default();
        if !self.lazy {
            checked.needed.extend(0..self.assumptions.len());
        }
        while checked.words.len() < most && !open.is_empty() {
            let needed = checked.needed.iter().map(|&place| self.assumptions[place]);
            let parts: Vec<&Lts> =
                self.own.iter().copied().chain(needed).chain([self.watcher]).collect();
            let within = match checked.words.is_empty() {
                true => *context,
                false => context.at_most(checked.statistics.of(Count::States) + FEW),
            };
            let left = (most - checked.words.len(), FEW);
            let Several { runs, stop, statistics } =
                search_several(&parts, &open, left, options, &within);
            count_premise(self.premise, &statistics, &mut checked.statistics);
            let any = !runs.is_empty() || !checked.words.is_empty();
            match stop {
                Some(Stop(Reason::StateLimit(_))) if any => {}
                Some(stop) => return Err(stop),
                None => {}
            }
            let mut joining: Vec<usize> = Vec::new();
            for run in runs {
                let (word, assumed) = read(&run);
                let refusing = (0..self.assumptions.len())
                    .filter(|&p| state_after(self.assumptions[p], &word[..assumed]).is_none());
                let before = joining.len();
                joining.extend(refusing);
                if joining.len() == before && checked.words.len() < most {
                    let refusal = self.refusal(&run);
                    open.retain(|&other| Some(other) != refusal);
                    checked.words.push(word);
                }
            }
            debug_assert!(joining.iter().all(|place| !checked.needed.contains(place)));
            if joining.is_empty() {
                break;
            }
            checked.needed.extend(joining);
            checked.needed.sort_unstable();
            checked.needed.dedup();
        }
        Ok(checked)
    }

    /// Where the watcher is before the last step of a run, and the action of that step.
    fn refusal(&self, run: &Trace) -> Option<(StateId, ActionId)> {
        let (last, before) = run.steps.split_last()?;
        let states = before.last().map_or(&run.initial, |step| &step.states);
        Some((*states.last()?, last.action))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use surmise_testing::{Shape, random_lts, random_property, seeds, triangle};

    use super::*;
    use crate::departures::Departures;

    /// Against the definition: a premise fails if and only if it should, with a shortest word
    /// first, and all words found are counterexamples.
    #[test]
    fn premises_look_one_step_ahead() {
        let context = Context::unlimited();
        let shape = Shape { tau: 15, ..Shape::default() };
        let (mut fail, mut left, mut more) = (0, 0, 0);
        for seed in seeds(800, 20_000) {
            let mut rng = Rng::with_seed(seed);
            let actions: Vec<ActionId> = (1..=rng.usize(2..=5)).map(ActionId::of).collect();
            let components: Vec<Lts> = (0..rng.usize(1..=2))
                .map(|_| random_lts(&mut rng, &actions, &shape, false))
                .collect();
            let own: Vec<ActionId> = {
                let mut all = Alphabet::new();
                components.iter().for_each(|lts| all.union_with(lts.alphabet()));
                all.iter().collect()
            };
            let guarantee = random_property(&mut rng, &own, &shape);
            let used: Vec<Lts> = (0..rng.usize(0..=2))
                .map(|_| random_property(&mut rng, &actions, &shape))
                .collect();
            // Everything that somebody else has is visible, as in the algorithm.
            let mut visible = guarantee.alphabet().clone();
            used.iter().for_each(|lts| visible.union_with(lts.alphabet()));
            let guarantee = {
                let own: Alphabet = own.iter().copied().collect();
                guarantee.with_alphabet(&visible.intersection(&own))
            };
            let parts: Vec<&Lts> = components.iter().collect();
            let group =
                Group::new(parts.clone(), None, &visible, Departures::ALL, &context).unwrap();
            let ahead = Ahead::new(&group, used.iter().map(Lts::alphabet), 10).unwrap();
            let used: Vec<&Lts> = used.iter().collect();
            let options = SearchOptions::default();
            let lazy = seed % 2 == 0;
            let checked = ahead
                .counterexamples((1, 5), (&used, lazy), &guarantee, (&options, &context))
                .unwrap();
            let words = checked.words;
            let expected = triangle(&parts, &used, &guarantee);
            assert_eq!(words.is_empty(), expected.is_none(), "seed {seed}");
            fail += usize::from(!words.is_empty());
            more += words.len().saturating_sub(1);
            for word in &words {
                let word: Vec<ActionId> = word
                    .iter()
                    .copied()
                    .filter(|a| {
                        group.visible.contains(*a)
                            || used.iter().any(|lts| lts.alphabet().contains(*a))
                    })
                    .collect();
                let (_, before) = word.split_last().unwrap();
                let allows = |lts: &Lts, word: &[ActionId]| {
                    let own: Vec<ActionId> =
                        word.iter().copied().filter(|&a| lts.alphabet().contains(a)).collect();
                    surmise_testing::observe(lts, &own) == surmise_testing::NaiveObservation::Safe
                };
                assert!(used.iter().all(|lts| allows(lts, before)), "seed {seed}");
                assert!(!allows(&guarantee, &word) && allows(&guarantee, before), "seed {seed}");
                left += usize::from(!used.iter().all(|lts| allows(lts, &word)));
            }
        }
        assert!(fail > 100 && left > 20 && more > 15, "{fail} {left} {more}");
    }
}
