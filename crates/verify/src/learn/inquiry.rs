//! One group, one property, and the search for an assumption between them.
//!
//! This is the part that all rules have in common (Giannakopoulou et al., "Learning to divide and
//! conquer", sections 3.2 and 5.3): a learner that converges on the weakest assumption of a group M
//! for a property P; oracle 1, which makes it strong enough; and the analysis of a trace that
//! contradicts it, which makes it weaker, enriches its alphabet, or confirms a violation. Rules
//! differ in where the contradictions come from.

use std::borrow::Cow;
use std::sync::Arc;

use surmise_model::{ActionId, Alphabet, Context, Count, Lts, StateId, Stop};

use super::company::Company;
use super::learner::{Learner, Membership};
use super::narration::Lesson;
use super::progress::Progress;
use super::replacement::{Origin, Replacement};
use super::teacher::Teacher;
use crate::assume::AlphabetRefinement;
use crate::assume::view::view;
use crate::assume::weave::restrict;

/// Makes a learner for an alphabet of so many symbols.
pub(super) type MakeLearner = dyn Fn(usize) -> Box<dyn Learner> + Sync;

/// What is the same for all groups.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub(super) make_learner: &'a MakeLearner,
    pub(super) refinement: AlphabetRefinement,
    /// The alphabet to start with instead of the refinement's own choice.
    pub(super) start: Option<&'a Alphabet>,
    /// How large a conjecture has to be for something else to be tried in its place.
    pub(super) patience: usize,
}

impl Setup<'_> {
    /// The alphabet to start with for an interface and a property's alphabet.
    pub(super) fn initial(&self, interface: &Alphabet, property: &Alphabet) -> Alphabet {
        match self.start {
            Some(start) => start.intersection(interface),
            None => self.refinement.initial(interface, property),
        }
    }
}

/// What an assumption is for: `⟨A⟩ M ⟨P⟩`.
pub(super) struct Goal<'a> {
    /// Which premise this is, counting from 1.
    pub(super) premise: usize,
    /// The components of M.
    pub(super) group: Vec<&'a Lts>,
    /// P_err.
    pub(super) property: Lts,
    /// Everybody else who plays a role.
    pub(super) environment: Vec<&'a Lts>,
    /// All groups, if their assumptions are weighed against each other, as under SYM-N. Otherwise it is
    /// enough that the environment keeps to the assumption.
    pub(super) company: Option<Arc<Company<'a>>>,
    /// Σ_I, beyond which the environment cannot help.
    pub(super) interface: Alphabet,
}

/// What comes of the search for an assumption.
pub(super) enum Proposal<'l> {
    /// This one is strong enough: oracle 1 accepts it.
    Assumption(&'l Lts),
    /// There is none over the present alphabet: M can violate P whatever the environment does with
    /// those actions.
    Hopeless,
    /// The environment can do this, and as far as Σ shows it M cannot live with it. All visible actions
    /// of the environment are in it, and perhaps M's.
    Refuted(Vec<ActionId>),
    /// Assumptions for all groups that are as good as any. Oracle 1 was not asked.
    Everybody(Vec<Lts>),
}

/// The search for an assumption.
pub(super) struct Inquiry<'a> {
    pub(super) setup: Setup<'a>,
    pub(super) goal: Goal<'a>,
    /// Σ, the assumption's alphabet.
    pub(super) alphabet: Alphabet,
    /// M ‖ P_err as far as Σ shows it, part by part.
    view: Vec<Cow<'a, Lts>>,
    pub(super) teacher: Teacher<'a>,
    learner: Box<dyn Learner>,
    /// Whether the learner was started. It is not if the language it would learn is empty.
    started: bool,
    /// What oracle 1 accepted, unless something has contradicted it since.
    assumption: Option<Lts>,
    /// How large the next conjecture has to be for that.
    pub(super) patience: usize,
    /// How many states of M and its environment were searched for a violation: none is there.
    pub(super) looked_ahead: u64,
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
        let view = view(&goal.group, &goal.property, &alphabet, context)?;
        let teacher = Teacher::new(view.clone(), &alphabet, context)?;
        let learner = (setup.make_learner)(alphabet.len());
        let (started, assumption) = (false, None);
        let (patience, looked_ahead) = (setup.patience, 0);
        Ok(Self {
            setup,
            goal,
            alphabet,
            view,
            teacher,
            learner,
            started,
            assumption,
            patience,
            looked_ahead,
        })
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
            let (assumption, from) = match self.replacement(&learned, progress)? {
                None => (learned, None),
                Some(Replacement::Assumption(lts, from)) => (lts, Some(from)),
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
                    let trace = self.environment_trace(&word, &self.alphabet, progress)?;
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
        let exact = trace_lts(&restrict(trace, &self.goal.interface), &self.goal.interface)?;
        if let Some(word) = self.violation(&exact, progress)? {
            progress.narration.real(self.goal.premise, &word);
            return Ok(Some(word));
        }
        let coarse = trace_lts(&restrict(trace, &self.alphabet), &self.alphabet)?;
        let Some(spurious) = self.violation(&coarse, progress)? else {
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
        self.patience = self.setup.patience;
        Ok(None)
    }

    /// Adds actions to Σ and starts again.
    pub(super) fn enrich(&mut self, added: &Alphabet, progress: &Progress<'a>) -> Result<(), Stop> {
        self.alphabet.union_with(added);
        let Goal { group, property, .. } = &self.goal;
        self.view = view(group, property, &self.alphabet, &progress.context)?;
        self.teacher.change_alphabet(self.view.clone(), &self.alphabet)?;
        self.learner = (self.setup.make_learner)(self.alphabet.len());
        (self.started, self.assumption) = (false, None);
        Ok(())
    }

    /// A violation of `⟨A⟩ M ⟨P⟩`: the visible actions of a shortest run to it, all of M's.
    pub(super) fn violation(
        &self,
        assumption: &Lts,
        progress: &mut Progress<'a>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let mut parts = vec![assumption];
        parts.extend(&self.goal.group);
        parts.push(&self.goal.property);
        progress.find_violation(self.goal.premise, &parts)
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

/// The LTS that performs a trace over an alphabet and nothing else of it.
fn trace_lts(trace: &[ActionId], alphabet: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(trace.len() + 1).extend_alphabet(alphabet.iter());
    for (place, &action) in trace.iter().enumerate() {
        builder.add(StateId::of(place), action, StateId::of(place + 1));
    }
    Ok(builder.build()?)
}
