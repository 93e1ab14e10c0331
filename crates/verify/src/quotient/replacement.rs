//! Replacing groups by their quotients, one after the other.
//!
//! For two groups this is the paper: M stays, N is replaced; except that a quotient may have
//! equivalent states again, so that it is replaced until nothing shrinks, which is cheap. More are
//! left open there. Here each group in turn is N, and all others, replaced already or not, are M;
//! so it goes round until nothing shrinks. Each replacement is invertible, so that after any number
//! of them the system violates the property if and only if the original does. To check that is one
//! search in the product of what is left.
//!
//! A violation found there is one of the system, but perhaps by another run: first the same word is
//! tried on every group by itself; if one cannot do it, the system is searched, which must find a
//! run.

use surmise_model::{
    ActionId, ComponentId, Context, Count, Lts, ProposedFor, Reason, Stop, Substitute, Trace,
};

use super::anytime::{self, End, is_limit};
use super::classes::Classes;
use super::exact;
use super::progress::Progress;
use super::proof::proof;
use super::replaced_group::ReplacedGroup;
use super::seen::Seen;
use super::{Labels, QuotientOptions, Replace};
use crate::assume::Problem;
use crate::assume::decompose::Groups;
use crate::assume::frame::Conclusion;
use crate::assume::interface::between;
use crate::automata::{afterwards, compose, worth};
use crate::departures::Departure;

/// The groups of a system on their way to quotients.
pub(super) struct Replacement<'p> {
    problem: &'p Problem<'p>,
    groups: &'p Groups,
    options: &'p QuotientOptions,
    parts: Vec<ReplacedGroup>,
    /// Why the work was stopped, if it was.
    stopped: Option<Reason>,
    /// After how much work a refinement pauses, so that what there is by then can be tried, if it
    /// does.
    pause: Option<u64>,
    /// Whether one has paused.
    paused: bool,
    /// Whether it is known by now that the property is violated. Nothing has to be told apart then.
    violated: bool,
}

impl<'p> Replacement<'p> {
    /// Nothing is replaced yet.
    pub(super) fn new(
        problem: &'p Problem<'p>,
        groups: &'p Groups,
        options: &'p QuotientOptions,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut parts = Vec::with_capacity(groups.len());
        for (index, group) in groups.iter().enumerate() {
            let others = groups.iter().enumerate().filter(|(other, _)| *other != index);
            let others: Vec<_> = others.flat_map(|(_, group)| group).copied().collect();
            let interface = between(
                &problem.group_alphabet(&others),
                problem.property.alphabet(),
                &problem.group_alphabet(group),
            );
            let names = problem.group_names(group);
            parts.push(ReplacedGroup::new(
                names.join(" ‖ "),
                &problem.group(group),
                interface,
                context,
            )?);
        }
        let (stopped, pause, paused, violated) = (None, None, false, false);
        Ok(Self { problem, groups, options, parts, stopped, pause, paused, violated })
    }

    /// Replaces groups until nothing shrinks, and decides; now and then it is tried before. If
    /// there are too many states, what there is by then is used: it is as sound and as invertible.
    /// Whoever is stopped by a clock or for want of memory decides nothing: a verdict does not
    /// depend on these.
    pub(super) fn conclude(&mut self, progress: &mut Progress<'_>) -> Result<Conclusion, Stop> {
        progress.statistics.set(Count::LargestAssumption, self.largest());
        // Who asks for steps gets them.
        let pauses = self.options.steps.is_none()
            && !self.options.measure
            && self.departs(Departure::EarlyVerdict);
        let mut units = if pauses { self.options.pause.max(1) } else { u64::MAX };
        loop {
            self.pause = Some(units);
            self.replace_all(progress)?;
            if !std::mem::take(&mut self.paused) {
                break;
            }
            if let Some(conclusion) = self.try_to_decide(units, progress)? {
                progress.has_tried();
                return Ok(conclusion);
            }
            units = units.saturating_mul(2);
        }
        let Some(reason) = self.stopped.clone() else { return self.decide(progress) };
        if !matches!(reason, Reason::StateLimit(_) | Reason::WorkLimit) {
            return Err(Stop(reason));
        }
        let context = progress.context;
        let decided = afterwards(&context, |context| {
            progress.within(context, |progress| self.decide(progress))
        });
        decided.map_err(|Stop(after)| match is_limit(&after) {
            true => Stop(reason),
            false => Stop(after),
        })
    }

    /// Searches the product of what is left, if that takes no more than about so many units of
    /// work.
    fn try_to_decide(
        &self,
        units: u64,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Conclusion>, Stop> {
        /// What it takes to begin.
        const LEAST: u64 = 1 << 14;
        let context = progress.context;
        let decided = worth(units.max(LEAST), &context, |context| {
            progress.within(context, |progress| self.decide(progress))
        });
        match decided {
            Ok(conclusion) => Ok(Some(conclusion)),
            Err(Stop(Reason::WorkLimit | Reason::StateLimit(_))) => context.check().map(|()| None),
            Err(stop) => Err(stop),
        }
    }

    /// Searches the product of what is left.
    fn decide(&self, progress: &mut Progress<'_>) -> Result<Conclusion, Stop> {
        match progress.check_premise(&self.all())? {
            None => proof(&self.parts, &self.problem.property, progress),
            Some(trace) => self.recover(&trace, progress).map(Conclusion::Violated),
        }
    }

    /// Replaces the last group only, by its quotient towards all others. Tells why that was
    /// stopped, if it was.
    pub(super) fn replace_last(
        &mut self,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Reason>, Stop> {
        let last = self.parts.len() - 1;
        self.replace(last, progress)?;
        if self.violated {
            let one = Classes::one(self.parts[last].quotient.num_states());
            self.parts[last].merge(&one, &progress.context)?;
        }
        Ok(self.stopped.clone())
    }

    /// Whether the groups have the property as they are now, if a bounded search tells.
    pub(super) fn have_property(&self, progress: &mut Progress<'_>) -> Result<Option<bool>, Stop> {
        if self.violated {
            return Ok(Some(false));
        }
        let context = progress.context;
        let found = afterwards(&context, |context| {
            progress.within(context, |progress| progress.check_premise(&self.all()))
        });
        match found {
            Ok(found) => Ok(Some(found.is_none())),
            Err(Stop(reason)) if is_limit(&reason) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// The last group.
    pub(super) fn last(&self) -> &ReplacedGroup {
        &self.parts[self.parts.len() - 1]
    }

    /// What stands for each group, and the property.
    fn all(&self) -> Vec<&Lts> {
        self.parts.iter().map(|part| &part.quotient).chain([&self.problem.property]).collect()
    }

    /// What can stand for groups now, for each that has become smaller.
    pub(super) fn substitutes(
        &self,
        groups: &Groups,
        context: &Context<'_>,
    ) -> Result<Vec<Substitute>, Stop> {
        let smaller =
            |part: &ReplacedGroup| part.quotient.num_states() < part.concrete.lts.num_states();
        let parts = groups.iter().zip(&self.parts).filter(|(_, part)| smaller(part));
        let substitute = |(group, part): (&Vec<ComponentId>, &ReplacedGroup)| {
            let seen = |context: &Context<'_>| Seen::new(&part.quotient, &part.interface, context);
            let Seen { lts, .. } = afterwards(context, seen)?;
            Ok(Substitute { group: group.clone(), lts })
        };
        parts.map(substitute).collect()
    }

    /// The states of the largest quotient. The first group's is nobody's assumption.
    fn largest(&self) -> u64 {
        let sizes = self.parts.iter().skip(1).map(|part| part.quotient.num_states());
        match self.violated {
            true => 1,
            false => sizes.max().unwrap_or(0) as u64,
        }
    }

    /// Round after round, until nothing changes; a group is looked at again if another one has
    /// changed since, unless there are to be no [rounds](Departure::Rounds). Of two groups the
    /// first one stays as it is.
    fn replace_all(&mut self, progress: &mut Progress<'_>) -> Result<(), Stop> {
        let order = self.order();
        let mut stale = vec![true; self.parts.len()];
        while order.iter().any(|&index| stale[index]) {
            for &index in &order {
                if std::mem::take(&mut stale[index])
                    && self.replace(index, progress)?
                    && self.departs(Departure::Rounds)
                {
                    let others = stale.iter_mut().enumerate().filter(|(other, _)| *other != index);
                    others.for_each(|(_, stale)| *stale = true);
                }
                if self.stopped.is_some() || self.paused || self.violated {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn departs(&self, departure: Departure) -> bool {
        self.options.departures.has(departure)
    }

    /// Who is replaced, in this order.
    fn order(&self) -> Vec<usize> {
        if self.parts.len() <= 2 {
            return (1..self.parts.len()).collect();
        }
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        match self.options.replace {
            Replace::Largest => {
                order.sort_by_key(|&i| std::cmp::Reverse(self.parts[i].quotient.num_states()));
            }
            Replace::FewestShared => order.sort_by_key(|&i| self.parts[i].interface.len()),
            Replace::Listed => {}
        }
        order
    }

    /// Replaces a group by its quotient towards all others; tells whether that is smaller.
    fn replace(&mut self, index: usize, progress: &mut Progress<'_>) -> Result<bool, Stop> {
        let before = self.parts[index].quotient.num_states();
        progress.looks_at(&self.parts[index].name, self.problem.claim_name(), before);
        let classes = match self.options.labels {
            Labels::Exact => self.exact(index, progress),
            Labels::Modal => self.modal(index, progress),
        };
        let classes = match classes {
            Err(Stop(reason)) if is_limit(&reason) => {
                self.stopped = Some(reason);
                return Ok(false);
            }
            classes => classes?,
        };
        let part = &mut self.parts[index];
        progress.replaced(&part.name, before, classes.count);
        part.merge(&classes, &progress.context)?;
        let (group, number) = (&self.groups[index], progress.statistics.of(Count::Replacements));
        let (place, purpose) = ((index + 1, number), ProposedFor::Quotient);
        let lts = &self.parts[index].quotient;
        self.problem.propose(place, group, purpose, lts, &progress.context);
        progress.statistics.set(Count::LargestAssumption, self.largest());
        Ok(classes.count < before)
    }

    /// The others and the property.
    fn rest(&self, index: usize) -> Vec<&Lts> {
        let others = self.parts.iter().enumerate().filter(|(other, _)| *other != index);
        others.map(|(_, part)| &part.quotient).collect()
    }

    /// The equivalence without abstraction, and that of the quotient, and so on: as long as all of
    /// it costs no more than to build M ‖ N ‖ P and to label that forward and backward.
    fn exact(&mut self, index: usize, progress: &mut Progress<'_>) -> Result<Classes, Stop> {
        let departures = self.options.departures;
        let mut rest = self.rest(index);
        rest.push(&self.problem.property);
        let context = progress.context;
        let surroundings = compose(&rest, &context)?;
        progress.surroundings(surroundings.num_states());
        let mut process = self.parts[index].quotient.clone();
        let first = exact::equivalence(&surroundings, &process, departures, &context)?;
        // Forward labels look at each step of M ‖ N ‖ P once, as building it would.
        let mut left = first.forward;
        let mut classes = Classes::identity(process.num_states());
        let mut next = Some(first);
        while let Some(found) = next {
            progress.statistics.add(Count::LabelledSteps, found.steps());
            classes = classes.then(&found.classes);
            self.violated |= found.violated && departures.has(Departure::OneState);
            if !departures.has(Departure::Rounds) {
                break;
            }
            if self.violated || found.classes.count == process.num_states() || classes.count == 1 {
                break;
            }
            process = found.classes.quotient(&process, &context)?;
            next = exact::equivalence_within(left, &surroundings, &process, departures, &context)?;
            match &next {
                Some(found) => left -= found.steps(),
                None => progress.statistics.add(Count::LabelledSteps, left),
            }
        }
        Ok(classes)
    }

    /// The equivalence as far as abstractions of the others are refined.
    fn modal(&mut self, index: usize, progress: &mut Progress<'_>) -> Result<Classes, Stop> {
        let (process, property) = (&self.parts[index].quotient, &self.problem.property);
        let refined = anytime::refine(
            process,
            &self.rest(index),
            property,
            (self.options, self.pause),
            progress,
        )?;
        progress.ended(&refined);
        match refined.end {
            End::Stopped(reason) => self.stopped = Some(reason),
            End::Paused => self.paused = true,
            End::Violated => self.violated = true,
            End::Smallest | End::Enough => {}
        }
        Ok(refined.classes)
    }

    /// A word of the system that violates the property, given a run of the quotients that does.
    fn recover(&self, trace: &Trace, progress: &mut Progress<'_>) -> Result<Vec<ActionId>, Stop> {
        let visible = |trace: &Trace| -> Vec<ActionId> {
            trace.actions().filter(|action| !action.is_tau()).collect()
        };
        let mut word = Some(visible(trace));
        for part in &self.parts {
            let Some(known) = word.take() else { break };
            word = part.follow(&known, &progress.context)?;
        }
        if let Some(word) = word {
            progress.recovered(&word, false);
            return Ok(word);
        }
        let mut parts: Vec<&Lts> = self.problem.components.iter().map(|lts| &**lts).collect();
        parts.push(&self.problem.property);
        let found = progress.search(&parts)?;
        let found =
            found.ok_or_else(|| Stop::internal("quotient: a violation is not invertible"))?;
        let word = visible(&found);
        progress.recovered(&word, true);
        Ok(word)
    }
}
