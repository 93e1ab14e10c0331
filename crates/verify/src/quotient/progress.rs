//! What is told and counted while components are replaced by their quotients.

use surmise_model::{ActionId, ActionTable, Context, Count, Event, Lts, Statistics, Stop, Trace};

use super::anytime::{End, Refined};
use super::refinement::Refinement;
use crate::assume::premise::check_premise;
use crate::assume::words;
use crate::search::{Finding, Search, SearchOptions, search};

/// The surroundings of a run, and its counts so far.
pub(super) struct Progress<'a> {
    pub(super) context: Context<'a>,
    pub(super) statistics: Statistics,
    actions: &'a ActionTable,
    options: SearchOptions,
    /// Who is looked at.
    about: String,
    /// The size of the last assumption that was looked at.
    last: usize,
}

impl<'a> Progress<'a> {
    pub(super) fn new(context: &Context<'a>, actions: &'a ActionTable, threads: usize) -> Self {
        let mut statistics = Statistics::default();
        let counts = [
            Count::Refinements,
            Count::Replacements,
            Count::LabelledSteps,
            Count::LargestAssumption,
            Count::States,
        ];
        counts.into_iter().for_each(|count| statistics.set(count, 0));
        statistics.set(Count::PremiseStates(1), 0);
        Self {
            context: *context,
            statistics,
            actions,
            options: SearchOptions { threads, ..SearchOptions::default() },
            about: String::new(),
            last: 0,
        }
    }

    /// Does something in other surroundings, and counts it here.
    pub(super) fn within<T>(
        &mut self,
        context: &Context<'_>,
        work: impl FnOnce(&mut Progress<'_>) -> T,
    ) -> T {
        let mut inner = Progress {
            context: *context,
            statistics: std::mem::take(&mut self.statistics),
            about: std::mem::take(&mut self.about),
            options: self.options.clone(),
            ..*self
        };
        let done = work(&mut inner);
        let Progress { statistics, about, last, .. } = inner;
        (self.statistics, self.about, self.last) = (statistics, about, last);
        done
    }

    /// Notes whose quotient is made, and how large it is now.
    pub(super) fn looks_at(&mut self, group: &str, property: &str, states: usize) {
        self.about = format!("{group} for {property}");
        self.last = states;
        let text = || format!("{group}: {}", words::states(states));
        self.context.narrate(text);
        self.context.progress(text);
    }

    /// Notes how large what others do is, if it was built.
    pub(super) fn surroundings(&self, states: usize) {
        self.context.narrate(|| format!("  beside {} of the others and P", words::states(states)));
    }

    /// Notes a step of refinement, and the size of the assumption if it was looked at.
    pub(super) fn refined(&mut self, refinement: &Refinement<'_>, size: Option<usize>) {
        let (steps, classes) = (refinement.steps(), refinement.places().classes());
        self.context.observer.event(&Event::Refined {
            about: &self.about,
            steps: steps as u64,
            classes: classes as u64,
            assumption: size.map(|size| size as u64),
        });
        if let Some(size) = size.filter(|&size| size != self.last) {
            self.last = size;
            self.context
                .narrate(|| format!("  step {steps}: |M abstract| = {classes}, |A| = {size}"));
        }
    }

    /// Notes that refinement ended.
    pub(super) fn ended(&mut self, refined: &Refined) {
        let (steps, size) = (refined.steps, refined.classes.count);
        self.statistics.add(Count::Refinements, steps as u64);
        match &refined.end {
            End::Smallest => {
                self.context.narrate(|| {
                    format!("  after {steps} steps it cannot become smaller: |A| = {size}")
                });
            }
            End::Violated => {
                self.context.narrate(|| format!("  after {steps} steps the property is violated"));
            }
            End::Paused => {
                self.context.narrate(|| format!("  after {steps} steps it is tried: |A| = {size}"));
            }
            End::Enough | End::Stopped(_) => {
                self.statistics.add(Count::InterruptedAfter, steps as u64);
                self.context.narrate(|| format!("  interrupted after {steps} steps: |A| = {size}"));
            }
        }
    }

    /// Notes that the verdict did not wait until assumptions were refined to the end.
    pub(super) fn has_tried(&mut self) {
        let steps = self.statistics.of(Count::Refinements);
        self.statistics.set(Count::InterruptedAfter, steps);
    }

    /// Notes that a group is replaced by its quotient.
    pub(super) fn replaced(&mut self, group: &str, before: usize, after: usize) {
        self.statistics.add(Count::Replacements, u64::from(after < before));
        self.context.narrate(|| match after < before {
            true => {
                format!("  {group} is replaced by {} instead of {before}", words::states(after))
            }
            false => format!("  no two states of {group} are equivalent"),
        });
    }

    /// Searches for a violation of the property: a shortest run to π, if there is one.
    pub(super) fn check_premise(&mut self, parts: &[&Lts]) -> Result<Option<Trace>, Stop> {
        let Self { options, statistics, context, .. } = self;
        let found = check_premise(1, parts, options, statistics, context)?;
        self.context.narrate(|| match &found {
            None => "the quotients have the property, and so does the system".to_owned(),
            Some(trace) => {
                let visible: Vec<ActionId> =
                    trace.actions().filter(|action| !action.is_tau()).collect();
                let trace = words::trace(self.actions, &visible);
                format!("the quotients violate the property, and so does the system: {trace}")
            }
        });
        Ok(found)
    }

    /// Searches the system itself for a run that violates the property.
    pub(super) fn search(&mut self, parts: &[&Lts]) -> Result<Option<Trace>, Stop> {
        let Search { finding, statistics } = search(parts, &self.options, &self.context);
        self.statistics.add(Count::States, statistics.of(Count::States));
        match finding {
            Finding::Error { trace, .. } => Ok(Some(trace)),
            Finding::Stopped(stop) => Err(stop),
            Finding::Exhausted => Ok(None),
        }
    }

    /// Notes how a violation of the quotients became one of the system.
    pub(super) fn recovered(&self, word: &[ActionId], searched: bool) {
        self.context.narrate(|| {
            let how = if searched { "another run" } else { "the same run" };
            format!("  {how} of the system shows it: {}", words::trace(self.actions, word))
        });
    }

    /// What is known if the run ends now.
    pub(super) fn known(&self) -> String {
        let (steps, replacements) =
            (self.statistics.of(Count::Refinements), self.statistics.of(Count::Replacements));
        let after = match (steps, replacements) {
            (0, 1) => "1 replacement".to_owned(),
            (0, _) => format!("{replacements} replacements"),
            (1, _) => "1 step".to_owned(),
            _ => format!("{steps} steps"),
        };
        let size = self.statistics.of(Count::LargestAssumption);
        format!(
            "interrupted after {after}: |A| = {size}; it is not known whether the property holds with that"
        )
    }
}
