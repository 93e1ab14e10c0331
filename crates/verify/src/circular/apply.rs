//! Algorithm 2, ApplyAG: the premises of the simplified rule are checked, and their counterexamples
//! analysed.
//!
//! As in the paper's implementation, there is more than one counterexample in an iteration, at most
//! n·Σ|gi|. Premises are independent of each other and are checked side by side; what is found
//! is analysed in the order of the premises, so that the result does not depend on the threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use surmise_model::{ActionId, Context, Lts, Statistics, Stop};

use super::acr::{Acr, Applied};
use super::premise::{Ahead, counterexamples_to_property};
use super::rule::Simplified;
use crate::search::SearchOptions;

/// The counterexamples to one premise, and what it took to find them.
type Checked = Result<(Vec<Vec<ActionId>>, Statistics), Stop>;

impl Acr<'_> {
    /// ApplyAG.
    pub(super) fn apply_ag(&mut self, assumptions: &[Lts]) -> Result<Applied, Stop> {
        let mut premises: Vec<Option<usize>> =
            self.rule.relevant.iter().copied().map(Some).collect();
        premises.push(None);
        let check = Check {
            rule: &self.rule,
            left: &self.premises,
            property: self.property,
            context: self.progress.context,
            assumptions,
        };
        let checked = check.all(&premises, self.options.threads);
        let mut holds = true;
        for (premise, checked) in premises.into_iter().zip(checked) {
            let (words, statistics) = checked?;
            self.progress.checked(&statistics);
            holds &= words.is_empty();
            for word in words {
                self.progress.fails(premise, &self.rule, &word);
                let violation = match premise {
                    // Lines 2 to 5.
                    Some(group) => self.update_constraints(group, &word)?,
                    // Lines 6 to 12.
                    None => self.refute(&word)?,
                };
                if let Some(trace) = violation {
                    return Ok(Applied::False(trace));
                }
            }
        }
        Ok(if holds { Applied::True } else { Applied::Continue })
    }

    /// Lines 6 to 12: a word of all assumptions that violates P. One of them has to exclude it, unless
    /// all groups can do it: then it is returned.
    fn refute(&mut self, word: &[ActionId]) -> Result<Option<Vec<ActionId>>, Stop> {
        if self.all_allow(self.rule.last.clone(), word)? {
            return Ok(Some(word.to_vec()));
        }
        let constraints = &mut self.constraints;
        let excluded = self.rule.last.iter().map(|&of| constraints.forbid(word, of));
        let clause: Vec<_> = excluded.collect();
        self.add_constraint(clause)?;
        Ok(None)
    }
}

/// The premises, with assumptions to check them for.
struct Check<'s, 'a> {
    rule: &'s Simplified,
    left: &'s [Option<Ahead<'a>>],
    property: &'s Lts,
    context: Context<'s>,
    assumptions: &'s [Lts],
}

impl Check<'_, '_> {
    /// The counterexamples to all premises, in their order.
    fn all(&self, premises: &[Option<usize>], threads: usize) -> Vec<Checked> {
        let total: usize = self.assumptions.iter().map(Lts::num_states).sum();
        let most = (self.assumptions.len() * total).div_ceil(premises.len());
        let threads = threads.clamp(1, premises.len());
        if threads == 1 {
            return premises.iter().map(|&premise| self.one(premise, most)).collect();
        }
        let next = AtomicUsize::new(0);
        let work = || -> Vec<(usize, Checked)> {
            let mine =
                || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&p| p < premises.len());
            std::iter::from_fn(mine).map(|p| (p, self.one(premises[p], most))).collect()
        };
        let mut checked: Vec<(usize, Checked)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(ScopedJoinHandle::join);
            done.flat_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        checked.sort_unstable_by_key(|&(place, _)| place);
        checked.into_iter().map(|(_, checked)| checked).collect()
    }

    /// At most so many counterexamples to the premise of a group, or else to the last one.
    fn one(&self, premise: Option<usize>, most: usize) -> Checked {
        let options = SearchOptions::default();
        let surroundings = (&options, &self.context);
        let of =
            |set: &[usize]| -> Vec<&Lts> { set.iter().map(|&i| &self.assumptions[i]).collect() };
        match premise.map(|group| (group, self.left[group].as_ref())) {
            Some((group, Some(ahead))) => {
                let (used, own) = (of(&self.rule.uses[group]), &self.assumptions[group]);
                ahead.counterexamples((group + 1, most), &used, own, surroundings)
            }
            Some((_, None)) => Ok((Vec::new(), Statistics::default())),
            None => {
                let last = of(&self.rule.last);
                let number = self.assumptions.len() + 1;
                counterexamples_to_property((number, most), &last, self.property, surroundings)
            }
        }
    }
}
