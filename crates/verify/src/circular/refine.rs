//! Algorithm 5, AlphaRefine: a violation of the abstract system is one of the system, or shows
//! which actions the assumptions have to see.
//!
//! Two departures from the paper. Lines 4 to 7 take a trace of each group by itself and ask whether
//! any two of them agree on what they share. Three that agree pairwise need not fit together, each
//! waiting for the next: `ab`, `bc` and `ca`. Here the violation is extended by one group after the
//! other, so that there is always one word to compare with; and a group follows what others do if
//! it can, so that violations are found earlier.

use surmise_model::{Alphabet, Stop};

use super::acr::{Acr, Found, Suspect, internal};
use crate::assume::weave::restrict;

impl Acr<'_> {
    /// AlphaRefine: what is wrong in the system; or the alphabet has grown.
    pub(super) fn alpha_refine(&mut self, suspect: &Suspect) -> Result<Option<Found>, Stop> {
        let context = self.progress.context;
        // Groups that are not concerned have none of these actions: they do nothing.
        let (trace, broken, mut concerned, used) = match suspect {
            Suspect::Violation(trace) => {
                (trace, None, self.property.alphabet().clone(), &self.rule.last)
            }
            Suspect::Broken(group, trace) => {
                let own = self.groups[*group].visible.clone();
                (trace, Some(*group), own, &self.rule.uses[*group])
            }
        };
        used.iter().for_each(|&of| concerned.union_with(&self.groups[of].visible));
        let mut trace = restrict(trace, &concerned);
        // Who breaks an assumption is asked first, and whose assumption is given last. Groups whose
        // assumptions the broken premise may not use are not asked: they cannot excuse it.
        let may_excuse =
            |of: &usize| broken.is_none_or(|group| group == *of || self.sets[group].contains(of));
        let mut order: Vec<usize> = (0..self.groups.len()).filter(may_excuse).collect();
        order.sort_by_key(|&of| (Some(of) != broken, self.groups[of].given.is_some()));
        // Lines 4 to 7.
        let mut word = trace.clone();
        let mut over = self.alphabet.clone();
        let mut added = Alphabet::new();
        let (mut last, mut weak) = (None, None);
        for of in order {
            let group = &self.groups[of];
            if let Some(longer) = group.extend_fully(&word, &over, &context)? {
                word = longer;
                over.union_with(&group.alphabet);
                if Some(of) == broken {
                    // The others need not take part in what breaks it.
                    last = word.pop();
                    trace.pop();
                }
                continue;
            }
            if group.given.is_some() {
                weak = Some(of);
                continue;
            }
            let own = restrict(&trace, &group.visible);
            let Some(alone) = group.extend_fully(&own, &group.visible, &context)? else {
                return Err(internal("a group cannot do what was found to be one of its traces"));
            };
            // Line 9.
            let shared = group.alphabet.intersection(&over);
            let (alone, together) = (restrict(&alone, &shared), restrict(&word, &shared));
            let more = self.options.alphabet.new_actions(&alone, &together, &self.alphabet);
            self.progress.differs(&together, &alone, &more);
            added.union_with(&more);
        }
        if added.is_empty() {
            // Nobody had to be left out: the word is one of the system, or of what the premise may
            // use.
            if broken.is_none() {
                self.progress.real(&word);
            }
            word.extend(last);
            return Ok(Some(match (weak, broken) {
                (Some(group), _) => Found::TooWeak(group, word),
                (None, Some(group)) => Found::Broken(group, word),
                (None, None) => Found::Violation(word),
            }));
        }
        // Lines 10 to 12.
        for incremental in self.traces.iter_mut().filter(|incremental| !incremental.full) {
            let group = &self.groups[incremental.group];
            let full = group.extend_fully(&incremental.trace, &self.alphabet, &context)?;
            incremental.trace =
                full.ok_or_else(|| internal("a group cannot do its counterexample"))?;
            incremental.full = true;
        }
        self.set_alphabet(self.alphabet.union(&added))?;
        let traces = std::mem::take(&mut self.traces);
        for incremental in &traces {
            self.constrain(&incremental.trace, incremental.group, incremental.line)?;
        }
        self.traces = traces;
        Ok(None)
    }
}
