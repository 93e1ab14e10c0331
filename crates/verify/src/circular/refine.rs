//! Algorithm 5, AlphaRefine: a violation of the abstract system is one of the system, or shows which
//! actions the assumptions have to see.
//!
//! Two departures from the paper. Lines 4 to 7 take a trace of each group by itself and ask whether
//! any two of them agree on what they share. Three that agree pairwise need not fit together, each
//! waiting for the next: `ab`, `bc` and `ca`. Here the violation is extended by one group after the
//! other, so that there is always one word to compare with; and a group follows what others do if it
//! can, so that violations are found earlier.

use surmise_model::{ActionId, Alphabet, Stop};

use super::acr::{Acr, internal};
use crate::assume::weave::restrict;

impl Acr<'_> {
    /// AlphaRefine: a word of the system, all actions included; or the alphabet has grown.
    pub(super) fn alpha_refine(
        &mut self,
        violation: &[ActionId],
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let context = self.progress.context;
        // Groups outside S(G(n+1)) have none of these actions: they do nothing.
        let mut concerned = self.property.alphabet().clone();
        self.rule.last.iter().for_each(|&of| concerned.union_with(&self.groups[of].visible));
        let violation = restrict(violation, &concerned);
        // Lines 4 to 7.
        let mut word = violation.clone();
        let mut over = self.alphabet.clone();
        let mut added = Alphabet::new();
        for group in &self.groups {
            if let Some(longer) = group.extend_fully(&word, &over, &context)? {
                word = longer;
                over.union_with(&group.alphabet);
                continue;
            }
            let own = restrict(&violation, &group.visible);
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
            // Nobody had to be left out: the word is one of the system.
            self.progress.real(&word);
            return Ok(Some(word));
        }
        // Lines 10 to 12.
        let context = self.progress.context;
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
