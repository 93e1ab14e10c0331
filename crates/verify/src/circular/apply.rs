//! Algorithm 2, ApplyAG: the premises of the simplified rule are checked, and their counterexamples
//! analysed.
//!
//! As in the paper's implementation, there is more than one counterexample in an iteration, at most
//! n·Σ|gi|. Premises are independent of each other and are checked side by side; what is found
//! is analysed in the order of the premises, so that the result does not depend on the threads.

use surmise_model::{ActionId, Context, Lts, Stop};

use super::acr::{Acr, Applied, Held, Suspect, internal};
use super::premise::{Ahead, Checked, counterexamples_to_property};
use super::rule::Simplified;
use crate::assume::in_parallel::in_parallel;
use crate::departures::Departure;
use crate::search::SearchOptions;

impl Acr<'_> {
    /// ApplyAG. A premise that held for the same assumptions before is not checked again.
    pub(super) fn apply_ag(&mut self, assumptions: &[Lts]) -> Result<Applied, Stop> {
        let all = self.rule.relevant.iter().copied().map(Some).chain([None]);
        let open: Vec<Option<usize>> =
            all.filter(|&premise| !self.still_holds(premise, assumptions)).collect();
        let check = Check {
            rule: &self.rule,
            left: &self.premises,
            property: self.property,
            context: self.progress.context,
            lazy: self.options.departures.has(Departure::LazyPremises),
            assumptions,
        };
        let checked = check.all(&open, self.options.threads);
        let mut failed = 0;
        for (premise, checked) in open.into_iter().zip(checked) {
            let checked = checked?;
            self.progress.checked(&checked.statistics);
            if checked.words.is_empty() {
                self.note_held(premise, &checked, assumptions);
                continue;
            }
            failed += 1;
            for word in checked.words {
                self.progress.fails(premise, &self.rule, &word);
                let suspect = match premise {
                    // Lines 2 to 5.
                    Some(group) => self.update_constraints(group, &word)?,
                    // Lines 6 to 12.
                    None => self.refute(&word)?,
                };
                if let Some(suspect) = suspect {
                    return Ok(Applied::False(suspect));
                }
            }
        }
        self.progress.open = failed;
        if failed > 0 {
            return Ok(Applied::Continue);
        }
        let uses =
            |held: &Option<Held>| held.as_ref().map_or_else(Vec::new, |held| held.uses.clone());
        Ok(Applied::True(self.held.iter().map(uses).collect()))
    }

    /// Whether a premise held for these assumptions, as far as it uses them.
    fn still_holds(&self, premise: Option<usize>, assumptions: &[Lts]) -> bool {
        self.held[premise.unwrap_or(assumptions.len())].as_ref().is_some_and(|held| {
            let now = held.uses.iter().chain(&premise).map(|&of| &assumptions[of]);
            now.eq(&held.ltss)
        })
    }

    fn note_held(&mut self, premise: Option<usize>, checked: &Checked, assumptions: &[Lts]) {
        let allowed = premise.map_or(&self.rule.last, |group| &self.rule.uses[group]);
        let uses: Vec<usize> = checked.needed.iter().map(|&place| allowed[place]).collect();
        let ltss = uses.iter().chain(&premise).map(|&of| assumptions[of].clone()).collect();
        self.held[premise.unwrap_or(assumptions.len())] = Some(Held { uses, ltss });
    }

    /// Lines 6 to 12: a word of all assumptions that violates P. One of them has to exclude it,
    /// unless all groups can do it: then it is returned.
    fn refute(&mut self, word: &[ActionId]) -> Result<Option<Suspect>, Stop> {
        if self.all_allow(self.rule.last.clone(), word)? {
            return Ok(Some(Suspect::Violation(word.to_vec())));
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
    /// Whether an assumption joins a search only when it is needed.
    lazy: bool,
    assumptions: &'s [Lts],
}

impl Check<'_, '_> {
    /// The counterexamples to all premises, in their order.
    fn all(&self, premises: &[Option<usize>], threads: usize) -> Vec<Result<Checked, Stop>> {
        let total: usize = self.assumptions.iter().map(Lts::num_states).sum();
        let most = (self.assumptions.len() * total).div_ceil(premises.len().max(1));
        in_parallel(premises.to_vec(), threads, |premise| self.one(premise, most))
    }

    /// At most so many counterexamples to the premise of a group, or else to the last one.
    fn one(&self, premise: Option<usize>, most: usize) -> Result<Checked, Stop> {
        let options = SearchOptions::default();
        let surroundings = (&options, &self.context);
        let of =
            |set: &[usize]| -> Vec<&Lts> { set.iter().map(|&i| &self.assumptions[i]).collect() };
        match premise.map(|group| (group, self.left[group].as_ref())) {
            Some((group, Some(ahead))) => {
                let (used, own) = (of(&self.rule.uses[group]), &self.assumptions[group]);
                ahead.counterexamples((group + 1, most), (&used, self.lazy), own, surroundings)
            }
            Some((_, None)) => Err(internal("there is no such premise")),
            None => {
                let last = of(&self.rule.last);
                let number = self.assumptions.len() + 1;
                let last = (&last[..], self.lazy);
                counterexamples_to_property((number, most), last, self.property, surroundings)
            }
        }
    }
}
