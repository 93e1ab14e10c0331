//! One group, one property, and the search for an assumption between them.
//!
//! This is the part that all rules have in common (Giannakopoulou et al., "Learning to divide and
//! conquer", sections 3.2 and 5.3): a learner that converges on the weakest assumption of a group M
//! for a property P; oracle 1, which makes it strong enough; and the analysis of a trace that
//! contradicts it, which makes it weaker, enriches its alphabet, or confirms a violation. Rules
//! differ in where the contradictions come from.

use std::borrow::Cow;

use surmise_model::{ActionId, Alphabet, Context, Count, Lts, Stop};

use super::goal::{Goal, Setup};
use super::learner::{Learner, Membership};
use super::narration::{Lesson, Origin};
use super::progress::Progress;
use super::replacement::{Patience, Replacement};
use super::teacher::Teacher;
use crate::assume::view::view;
use crate::assume::weave::restrict;
use crate::assume::word_lts::performing;

/// What comes of the search for an assumption.
pub(super) enum Proposal<'l> {
    /// This one is strong enough: oracle 1 accepts it.
    Assumption(&'l Lts),
    /// There is none over the present alphabet: M can violate P whatever the environment does with
    /// those actions.
    Hopeless,
    /// The environment can do this, and as far as Σ shows it M cannot live with it. All visible
    /// actions of the environment are in it, and perhaps M's.
    Refuted(Vec<ActionId>),
    /// Assumptions for all groups that are as good as any. Oracle 1 was not asked.
    Everybody(Vec<Lts>),
}

/// The search for an assumption.
pub(super) struct Inquiry<'a> {
    setup: Setup<'a>,
    pub(super) goal: Goal<'a>,
    /// Σ, the assumption's alphabet.
    alphabet: Alphabet,
    /// M ‖ P_err as far as Σ shows it, part by part.
    view: Vec<Cow<'a, Lts>>,
    teacher: Teacher<'a>,
    learner: Box<dyn Learner>,
    /// Whether the learner was started. It is not if the language it would learn is empty.
    started: bool,
    /// What oracle 1 accepted, unless something has contradicted it since.
    assumption: Option<Lts>,
    patience: Patience,
}

impl<'a> Inquiry<'a> {
    /// Begins with an alphabet within the interface.
    pub(super) fn new(
        setup: Setup<'a>,
        goal: Goal<'a>,
        alphabet: Alphabet,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        debug_assert!(alphabet.is_subset(&goal.interface));
        let view = view(&goal.group, &goal.property, &alphabet, setup.departures, context)?;
        let teacher = Teacher::new(view.clone(), &alphabet, context)?;
        let learner = (setup.make_learner)(alphabet.len());
        let (started, assumption) = (false, None);
        let patience = Patience::new(&setup);
        Ok(Self { setup, goal, alphabet, view, teacher, learner, started, assumption, patience })
    }

    /// Σ_I.
    pub(super) fn interface(&self) -> &Alphabet {
        &self.goal.interface
    }

    /// What oracle 1 accepted last.
    pub(super) fn into_assumption(self) -> Option<Lts> {
        self.assumption
    }

    /// An assumption that oracle 1 accepts, if there is one.
    pub(super) fn propose(&mut self, progress: &mut Progress<'a>) -> Result<Proposal<'_>, Stop> {
        if self.teacher.rejects_everything()? {
            progress.narration.hopeless(self.goal.premise, &self.alphabet);
            return Ok(Proposal::Hopeless);
        }
        if !self.started {
            self.learner.start(&mut self.teacher)?;
            self.started = true;
        }
        while self.assumption.is_none() {
            let learned = self.learner.hypothesis().to_lts(self.teacher.actions())?;
            self.teacher.report(&mut progress.statistics);
            let replacement = self.patience.replacement(
                &learned,
                (&self.goal, &self.setup),
                (&self.alphabet, &mut self.teacher),
                progress,
            )?;
            let (assumption, from) = match replacement {
                None => (learned, None),
                Some(Replacement::Assumption(lts, from)) => (lts, Some(from)),
                Some(Replacement::OverInterface(lts)) => {
                    let interface = self.goal.interface.clone();
                    self.enrich(&interface, progress)?;
                    (lts, Some(Origin::Environment))
                }
                Some(Replacement::Violation(trace)) => return Ok(Proposal::Refuted(trace)),
                Some(Replacement::Everybody(all)) => return Ok(Proposal::Everybody(all)),
            };
            progress.conjecture(self.goal.premise, &assumption);
            // Oracle 1.
            let mut parts = vec![&assumption];
            parts.extend(self.view.iter().map(|part| &**part));
            let violation = progress.find_violation(self.goal.premise, &parts)?;
            progress.narration.strong_enough(self.goal.premise, violation.as_deref());
            match (violation, from) {
                (None, _) => self.assumption = Some(assumption),
                (Some(word), None) => self.refine(&word, Lesson::Forbid, progress)?,
                (Some(word), Some(Origin::Environment)) => {
                    let trace = self.goal.environment_trace(&word, &self.alphabet, progress)?;
                    return Ok(Proposal::Refuted(trace));
                }
                (Some(_), Some(Origin::Weakest)) => {
                    return Err(Stop::internal("the weakest assumption is not strong enough"));
                }
            }
        }
        let what = "an assumption was accepted and is not there";
        self.assumption.as_ref().map(Proposal::Assumption).ok_or_else(|| Stop::internal(what))
    }

    /// Takes note that the environment can do what the assumption, if there is one, forbids.
    pub(super) fn contradicted(&self, trace: &[ActionId], progress: &Progress<'a>) {
        if self.assumption.is_some() {
            progress.narration.refused_by_environment(self.goal.premise, trace);
        }
    }

    /// If a trace that contradicts the assumption is one that M can live with, learns to allow it
    /// and says so.
    pub(super) fn weaken(
        &mut self,
        trace: &[ActionId],
        progress: &mut Progress<'a>,
    ) -> Result<bool, Stop> {
        if self.teacher.rejects_everything()? {
            return Ok(false);
        }
        // The query ⟨t↓Σ⟩ M ⟨P⟩.
        let symbols = self.teacher.symbols(trace);
        let harmless = self.teacher.contains(&symbols)?;
        if harmless {
            progress.narration.harmless(self.goal.premise);
            self.refine(trace, Lesson::Allow, progress)?;
        }
        self.teacher.report(&mut progress.statistics);
        Ok(harmless)
    }

    /// The extended analysis of a trace t that M cannot live with as far as Σ shows it: if
    /// `⟨t↓Σ_I⟩ M ⟨P⟩` is violated indeed, M's part in that; otherwise enriches Σ and starts again.
    pub(super) fn confirm(
        &mut self,
        trace: &[ActionId],
        progress: &mut Progress<'a>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let exact = performing(&restrict(trace, &self.goal.interface), &self.goal.interface)?;
        if let Some(word) = self.goal.violation(&exact, progress)? {
            progress.narration.real(self.goal.premise, &word);
            return Ok(Some(word));
        }
        let coarse = performing(&restrict(trace, &self.alphabet), &self.alphabet)?;
        let Some(spurious) = self.goal.violation(&coarse, progress)? else {
            return Err(Stop::internal("a search does not find what a membership query knows of"));
        };
        // Proposition 8: over Σ_I the two traces differ.
        let added = self.setup.refinement.new_actions(
            &restrict(&spurious, &self.goal.interface),
            &restrict(trace, &self.goal.interface),
            &self.alphabet,
        );
        if added.is_empty() {
            return Err(Stop::internal("over the whole interface a violation is spurious"));
        }
        progress.enriched(self.goal.premise, (&spurious, trace), &added);
        self.enrich(&added.intersection(&self.goal.interface), progress)?;
        self.patience.renew(&self.setup);
        Ok(None)
    }

    /// Adds actions to Σ and starts again.
    fn enrich(&mut self, added: &Alphabet, progress: &Progress<'a>) -> Result<(), Stop> {
        self.alphabet.union_with(added);
        let Goal { group, property, .. } = &self.goal;
        let departures = self.setup.departures;
        self.view = view(group, property, &self.alphabet, departures, &progress.context)?;
        self.teacher.change_alphabet(self.view.clone(), &self.alphabet)?;
        self.learner = (self.setup.make_learner)(self.alphabet.len());
        (self.started, self.assumption) = (false, None);
        Ok(())
    }

    /// Learns from a word on which assumption and language differ.
    fn refine(
        &mut self,
        word: &[ActionId],
        lesson: Lesson,
        progress: &mut Progress<'a>,
    ) -> Result<(), Stop> {
        self.assumption = None;
        let before = self.learner.hypothesis().num_states();
        let symbols = self.teacher.symbols(word);
        let suffix = self.learner.refine(&symbols, &mut self.teacher)?;
        let Some(suffix) = suffix.filter(|_| before < self.learner.hypothesis().num_states())
        else {
            return Err(Stop::internal("a counterexample does not refine the conjecture"));
        };
        progress.statistics.add(Count::Refinements, 1);
        progress.statistics.raise(Count::LongestCounterexample, symbols.len() as u64);
        let word = |symbols| self.teacher.word(symbols);
        let words = || (word(&symbols), word(&suffix));
        progress.narration.lesson(self.goal.premise, lesson, words);
        Ok(())
    }
}
