//! A system in which given assumptions stand for their groups: how `learn` and `agar` use them.
//!
//! That a group keeps to its assumption is looked at first, and by itself. After that the
//! assumption takes the group's place, and the engine works on that system. What it shows is true
//! of the original, too, with the same assumptions: a group is on the left of a premise only, and
//! does no more than what stood for it. So the certificate is one about the original groups, and
//! says nothing new to the checker. (Simulations are about what stood for a group; they are left
//! out, and the checker compares traces.) A violation is one if the groups themselves can do it; if
//! not, an assumption allows too much, and its author is told what.

use std::borrow::Cow;

use surmise_model::{ActionId, Assumption, ComponentId, Context, Edge, Lts, Stop};

use super::by_hand::{broken, too_weak};
use super::concrete::Concrete;
use super::decompose::Groups;
use super::frame::Conclusion;
use super::interface::between;
use super::problem::path_along;
use super::refines::{Refines, refines};
use super::weave::weave;
use super::{Given, Problem, by_group};

/// A problem, and the same with given assumptions in the place of some groups.
pub(super) struct Standing<'p, 'a> {
    problem: &'p Problem<'a>,
    groups: &'p Groups,
    /// The groups for which something stands.
    replaced: Vec<usize>,
    /// The problem with what stands for them.
    pub(super) instead: Problem<'a>,
}

impl<'p, 'a> Standing<'p, 'a> {
    /// Puts given assumptions in the place of their groups, if these keep to them.
    pub(super) fn new(
        given: &[Given],
        problem: &'p Problem<'a>,
        groups: &'p Groups,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut instead = problem.clone();
        let mut replaced = Vec::new();
        for (index, assumption) in
            by_group(given, problem, groups, context)?.into_iter().enumerate()
        {
            let Some(assumption) = assumption else { continue };
            let group = &groups[index];
            if let Refines::Not(trace) = refines(&problem.group(group), &assumption, context)? {
                return Err(broken(problem, group, &trace));
            }
            // The first member stands for all.
            let nobody = Lts::builder().ensure_states(1).build()?;
            let stand_ins = std::iter::once(assumption).chain(std::iter::repeat(nobody));
            for (member, stand_in) in group.iter().zip(stand_ins) {
                instead.components[member.index()] = Cow::Owned(stand_in);
            }
            replaced.push(index);
        }
        Ok(Self { problem, groups, replaced, instead })
    }

    /// What a conclusion about the other system says about the original.
    pub(super) fn about_original(
        &self,
        conclusion: Conclusion,
        context: &Context<'_>,
    ) -> Result<Conclusion, Stop> {
        match conclusion {
            Conclusion::Holds(kind, mut assumptions) => {
                let drop_simulation = |assumption: &mut Assumption| assumption.simulation = None;
                if !self.replaced.is_empty() {
                    assumptions.iter_mut().for_each(drop_simulation);
                }
                Ok(Conclusion::Holds(kind, assumptions))
            }
            Conclusion::Violated(mut word) => {
                for &index in &self.replaced {
                    word = self
                        .follow(index, &word, context)?
                        .ok_or_else(|| too_weak(self.problem, &self.groups[index], &word))?;
                }
                Ok(Conclusion::Violated(word))
            }
            circular @ Conclusion::HoldsInCircle(..) => Ok(circular),
        }
    }

    /// A word with what a group does besides woven in, if the group itself can do the word.
    fn follow(
        &self,
        index: usize,
        word: &[ActionId],
        context: &Context<'_>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let group = &self.groups[index];
        let others = self.groups.iter().enumerate().filter(|(other, _)| *other != index);
        let others: Vec<ComponentId> = others.flat_map(|(_, group)| group).copied().collect();
        let interface = between(
            &self.problem.group_alphabet(&others),
            self.problem.property.alphabet(),
            &self.problem.group_alphabet(group),
        );
        let concrete = Concrete::compose(&self.problem.group(group), context)?;
        // What stood for the group may have spoken of actions that are the group's own.
        let known = |action: &&ActionId| {
            interface.contains(**action) || !concrete.lts.alphabet().contains(**action)
        };
        let word: Vec<ActionId> = word.iter().filter(known).copied().collect();
        let run = path_along(&concrete.lts, &word, &interface, context)?;
        Ok(run.map(|run| {
            let actions = run.iter().map(|&Edge { action, .. }| action);
            let actions: Vec<ActionId> = actions.filter(|action| !action.is_tau()).collect();
            weave(&word, &[(&actions, &interface)])
        }))
    }
}
