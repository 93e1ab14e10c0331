//! Several runs into π by one exploration: for each way in which one of the parts, the watcher,
//! moves into π, a shortest one.

use surmise_model::{ActionId, Context, Lts, StateId, Statistics, Stop, Trace};

use super::composed::{Badness, Sought};
use super::driver::Enough;
use super::parts::Parts;
use super::{SearchOptions, explore};

/// Runs into π.
pub(crate) struct Several {
    /// The runs, the shortest first, those of the same length in the order in which they were asked
    /// for.
    pub(crate) runs: Vec<Trace>,
    /// Why the search was stopped, if it was.
    pub(crate) stop: Option<Stop>,
    pub(crate) statistics: Statistics,
}

/// Searches the product of LTSs for runs into π of the last of them, the watcher: one for each of
/// these states and actions by which it moves into π. The search ends after the level on which
/// there are `most`, or when it would take more than `few` states besides twice those that were met
/// until the first was found. If there is no run and it was not stopped, there is none to be found.
pub(crate) fn search_several(
    parts: &[&Lts],
    refusals: &[(StateId, ActionId)],
    (most, few): (usize, u64),
    options: &SearchOptions,
    context: &Context<'_>,
) -> Several {
    let watcher = parts.len() - 1;
    let badness: Vec<Badness> =
        refusals.iter().map(|&(state, action)| Badness::Refusal(watcher, state, action)).collect();
    let enough = Enough { kinds: most, states: few };
    let sought = Sought { enough, ..Sought::all(&badness) };
    let explored = explore(Parts::plain(parts), sought, options, context);
    let mut runs: Vec<Trace> = explored.traces.into_iter().flatten().collect();
    runs.sort_by_key(|run| run.steps.len());
    Several { runs, stop: explored.stop, statistics: explored.statistics }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use surmise_testing::{Shape, random_lts, seeds};

    use super::super::{Finding, search};
    use super::*;

    /// A watcher that moves into π in one way alone.
    fn only(watcher: &Lts, refusal: (StateId, ActionId)) -> Lts {
        let mut builder = Lts::builder();
        builder.ensure_states(watcher.num_states()).initial(watcher.initial());
        builder.extend_alphabet(watcher.alphabet().iter());
        for (source, edge) in watcher.transitions() {
            if !edge.target.is_error() || (source, edge.action) == refusal {
                builder.add(source, edge.action, edge.target);
            }
        }
        builder.build().unwrap()
    }

    /// Each run is as long as the one that a search for it alone finds, in the order of their
    /// lengths, and none is missed; with a bound there are the first of them.
    #[test]
    fn every_run_is_a_shortest_one_of_its_kind() {
        let context = Context::unlimited();
        let shape = Shape { tau: 10, cycles: true, errors: 0, ..Shape::default() };
        let watching = Shape { errors: 40, tau: 0, ..shape.clone() };
        let (mut several, mut none) = (0, 0);
        for seed in seeds(3_000, 30_000) {
            let mut rng = Rng::with_seed(seed);
            let actions: Vec<ActionId> = (1..=rng.usize(2..=6)).map(ActionId::of).collect();
            let mut parts: Vec<Lts> = (0..rng.usize(1..=3))
                .map(|_| random_lts(&mut rng, &actions, &shape, false))
                .collect();
            let watcher = random_lts(&mut rng, &actions, &watching, true);
            if watcher.initial().is_error() {
                continue;
            }
            let mut refusals: Vec<(StateId, ActionId)> = watcher
                .transitions()
                .filter(|(_, edge)| edge.target.is_error() && !edge.action.is_tau())
                .map(|(state, edge)| (state, edge.action))
                .collect();
            refusals.dedup();
            if refusals.is_empty() {
                continue;
            }
            let mut expected: Vec<usize> = Vec::new();
            for &refusal in &refusals {
                parts.push(only(&watcher, refusal));
                let ltss: Vec<&Lts> = parts.iter().collect();
                let found = search(&ltss, &SearchOptions::default(), &context).finding;
                if let Finding::Error { trace, .. } = found {
                    expected.push(trace.steps.len());
                }
                parts.pop();
            }
            expected.sort_unstable();
            parts.push(watcher);
            let ltss: Vec<&Lts> = parts.iter().collect();
            for threads in [1, 2] {
                let options = SearchOptions { threads, ..SearchOptions::default() };
                for most in [usize::MAX, 1, 2] {
                    let bounds = (most, u64::MAX);
                    let found = search_several(&ltss, &refusals, bounds, &options, &context);
                    assert_eq!(found.stop, None, "seed {seed}");
                    let lengths: Vec<usize> = found.runs.iter().map(|r| r.steps.len()).collect();
                    assert_eq!(lengths, expected[..lengths.len()], "seed {seed}");
                    assert!(lengths.len() >= most.min(expected.len()), "seed {seed}");
                    let ends = |run: &Trace| run.last_states().last().unwrap().is_error();
                    assert!(found.runs.iter().all(ends), "seed {seed}");
                }
            }
            several += usize::from(expected.len() > 2);
            none += usize::from(expected.is_empty());
        }
        assert!(several > 20 && none > 5, "{several} {none}");
    }
}
