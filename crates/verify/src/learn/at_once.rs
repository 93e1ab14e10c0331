//! The same for several groups at once, on several threads. Under SYM-N the inquiries about the
//! groups know nothing of each other until premise n + 1 brings their assumptions together.
//!
//! Each has counts of its own, which are added up in the order of the groups until one of them ends
//! the work. So the result is that of one after the other. Those after the one that ends it are
//! stopped: one after the other they would not have begun.
//!
//! Who follows the reasoning, or sees conjectures, gets one after the other: it is told in the
//! order in which it happens.

use surmise_model::{Context, Count, Interrupt, Statistics};

use super::narration::Narration;
use super::progress::Progress;
use crate::assume::in_parallel::in_parallel;
use crate::assume::words::Told;

impl<'a> Progress<'a> {
    /// The surroundings of what is done for a group.
    pub(super) fn of_group(&self, place: usize) -> Context<'a> {
        Context { interrupt: &self.stops[place], ..self.context }
    }

    /// Does the same for all groups, until one of them ends it.
    pub(super) fn for_each<T: Send, R: Send, E: Send>(
        &mut self,
        groups: &mut [T],
        work: impl Fn(&mut T, &mut Progress<'a>) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let before = self.effort();
        let threads = self.options.threads.min(groups.len());
        let observer = self.context.observer;
        let one_by_one = threads <= 1
            || self.last_effort < self.worth_threads
            || observer.follows()
            || observer.sees_conjectures();
        let results = match one_by_one {
            true => groups.iter_mut().map(|group| work(group, self)).collect(),
            false => self.at_once(groups, threads, work),
        };
        self.last_effort = self.effort() - before;
        results
    }

    fn at_once<T: Send, R: Send, E: Send>(
        &mut self,
        groups: &mut [T],
        threads: usize,
        work: impl Fn(&mut T, &mut Progress<'a>) -> Result<R, E> + Sync,
    ) -> Result<Vec<R>, E> {
        let alone = |(place, group)| (place, group, self.alone(place, threads));
        let items: Vec<(usize, &mut T, Self)> = groups.iter_mut().enumerate().map(alone).collect();
        let stops = self.stops;
        let done = in_parallel(items, threads, |(place, group, mut progress)| {
            let result = work(group, &mut progress);
            if result.is_err() {
                stops[place + 1..].iter().for_each(Interrupt::cancel);
            }
            (result, progress.statistics)
        });
        let mut results = Vec::with_capacity(done.len());
        for (result, counted) in done {
            self.add(&counted);
            results.push(result?);
        }
        Ok(results)
    }

    /// For what is done for a group beside others, with counts of its own.
    fn alone(&self, place: usize, threads: usize) -> Self {
        let context = self.of_group(place);
        let Narration { problem, groups, rule, .. } = self.narration;
        let narration = Narration { context, problem, groups, rule, told: Told::default() };
        let mut options = self.options.clone();
        options.threads = (options.threads / threads).max(1);
        let statistics = Statistics::default();
        Self { context, statistics, narration, options, ..*self }
    }

    /// Adds what was counted apart.
    fn add(&mut self, counted: &Statistics) {
        for (count, value) in counted.iter() {
            match count {
                Count::LargestAssumption
                | Count::LongestCounterexample
                | Count::QueryStates
                | Count::LookAhead
                | Count::PremiseStates(_)
                | Count::Bytes => self.statistics.raise(count, value),
                _ => self.statistics.add(count, value),
            }
        }
    }

    /// About how much was done so far.
    fn effort(&self) -> u64 {
        self.statistics.of(Count::States) + self.statistics.of(Count::MembershipQueries)
    }
}

#[cfg(test)]
mod tests {
    use surmise_model::{Claim, Limits, Outcome, PropertyId, Reason, Report, RuleKind};
    use surmise_testing::{Shape, random_system, seeds};

    use super::*;
    use crate::assume::decompose::Decomposition;
    use crate::learn::{LearnOptions, check};

    /// Whatever the number of threads, the report is the same, to the last count, also if a limit
    /// ends it.
    #[test]
    fn threads_make_no_difference() {
        let shapes = [
            Shape::default(),
            Shape { states: 2..=5, actions: 3..=6, errors: 4, cycles: true, ..Shape::default() },
        ];
        let [mut holds, mut violated, mut limited] = [0; 3];
        for seed in seeds(300, 10_000) {
            let system = random_system(seed, &shapes[seed as usize % 2]);
            let claim = Claim::Property(PropertyId::of(0));
            // Conjectures of two states are enough to look for something else.
            let patience = if seed % 3 == 0 { 2 } else { LearnOptions::default().patience };
            let states = (seed % 4 == 0).then_some(4 + seed / 4 % 20);
            let limits = Limits { states, ..Limits::default() };
            let context = Context { limits, ..Context::unlimited() };
            let report = |threads: usize| -> Report {
                let (rule, decomposition) = (RuleKind::Sym, Decomposition::Listed);
                let options = LearnOptions {
                    rule,
                    decomposition,
                    patience,
                    threads,
                    worth_threads: 1,
                    ..LearnOptions::default()
                };
                let mut report = check(&system, claim, &options, &context);
                report.statistics.set(Count::Bytes, 0);
                report
            };
            let one = report(1);
            for threads in [2, 4] {
                let (one, several) = (format!("{one:?}"), format!("{:?}", report(threads)));
                assert_eq!(one, several, "seed {seed}, {threads} threads");
            }
            match &one.outcome {
                Outcome::Holds(_) => holds += 1,
                Outcome::Violated(_) => violated += 1,
                Outcome::Unknown(unknown) => {
                    assert!(matches!(unknown.reason, Reason::StateLimit(_)), "seed {seed}");
                    limited += 1;
                }
            }
        }
        assert!(holds > 50 && violated > 50 && limited > 5, "{holds} {violated} {limited}");
    }
}
