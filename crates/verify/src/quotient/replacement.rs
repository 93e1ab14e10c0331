//! Replacing groups by their quotients, one after the other.
//!
//! For two groups this is the paper: M stays, N is replaced; except that a quotient may have equivalent states
//! again, so that it is replaced until nothing shrinks, which is cheap. More are left open there. Here each group
//! in turn is N, and all others, replaced already or not, are M; so it goes round until nothing shrinks. Each
//! replacement is invertible, so that after any number of them the system violates the property if and only if
//! the original does. To check that is one search in the product of what is left.
//!
//! A violation found there is one of the system, but perhaps by another run: first the same word is tried
//! on every group by itself; if one cannot do it, the system is searched, which must find a run.

use surmise_model::{ActionId, Assumption, Context, Count, Lts, Reason, Stop, Trace};

use super::anytime::{self, End, afterwards, is_limit};
use super::classes::Classes;
use super::exact;
use super::part::Part;
use super::progress::Progress;
use super::proof::{last, proof};
use super::{Labels, QuotientOptions, Replace};
use crate::assume::Problem;
use crate::assume::decompose::Groups;
use crate::assume::frame::Conclusion;
use crate::assume::interface::between;
use crate::automata::compose;

/// The groups of a system on their way to quotients.
pub(super) struct Replacement<'p> {
    problem: &'p Problem<'p>,
    options: &'p QuotientOptions,
    parts: Vec<Part>,
    /// Why the work was stopped, if it was.
    stopped: Option<Reason>,
}

impl<'p> Replacement<'p> {
    /// Nothing is replaced yet.
    pub(super) fn new(
        problem: &'p Problem<'p>,
        groups: &Groups,
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
            let system = problem.system();
            let names: Vec<&str> = group.iter().map(|&id| &*system.component(id).name).collect();
            parts.push(Part::new(names.join(" ‖ "), &problem.group(group), interface, context)?);
        }
        Ok(Self { problem, options, parts, stopped: None })
    }

    /// Replaces groups until nothing shrinks, and decides. If the work is stopped before, what there is by then
    /// is used: it is as sound and as invertible.
    pub(super) fn conclude(&mut self, progress: &mut Progress<'_>) -> Result<Conclusion, Stop> {
        self.replace_all(progress)?;
        let Some(reason) = self.stopped.clone() else { return self.decide(progress) };
        progress.context = afterwards(&progress.context);
        self.decide(progress).map_err(|Stop(after)| match is_limit(&after) {
            true => Stop(reason),
            false => Stop(after),
        })
    }

    /// Searches the product of what is left.
    fn decide(&self, progress: &mut Progress<'_>) -> Result<Conclusion, Stop> {
        let mut parts: Vec<&Lts> = self.parts.iter().map(|part| &part.quotient).collect();
        parts.push(&self.problem.property);
        match progress.check_premise(&parts)? {
            None => proof(&self.parts, &self.problem.property, progress),
            Some(trace) => self.recover(&trace, progress).map(Conclusion::Violated),
        }
    }

    /// Replaces the last group only, by its quotient towards all others. Tells why that was stopped, if it was.
    pub(super) fn replace_last(
        &mut self,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Reason>, Stop> {
        self.replace(self.parts.len() - 1, progress)?;
        Ok(self.stopped.clone())
    }

    /// The last group.
    pub(super) fn last(&self) -> &Part {
        &self.parts[self.parts.len() - 1]
    }

    /// The assumption about the second of two groups, as it is now.
    pub(super) fn assumption(&self, context: &Context<'_>) -> Result<Option<Assumption>, Stop> {
        match &self.parts[..] {
            [_, part] => last(part, &part.interface, &afterwards(context)).map(Some),
            _ => Ok(None),
        }
    }

    /// Round after round, until nothing changes; a group is looked at again if another one has changed since.
    /// Of two groups the first one stays as it is.
    fn replace_all(&mut self, progress: &mut Progress<'_>) -> Result<(), Stop> {
        let order = self.order();
        let mut stale = vec![true; self.parts.len()];
        while order.iter().any(|&index| stale[index]) {
            for &index in &order {
                if std::mem::take(&mut stale[index]) && self.replace(index, progress)? {
                    let others = stale.iter_mut().enumerate().filter(|(other, _)| *other != index);
                    others.for_each(|(_, stale)| *stale = true);
                }
                if self.stopped.is_some() {
                    return Ok(());
                }
            }
        }
        Ok(())
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
        let system = self.problem.system();
        let property = self.problem.claim().property().map(|id| &*system.property(id).name);
        progress.looks_at(&self.parts[index].name, property.unwrap_or("no error"), before);
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
        let sizes = self.parts.iter().skip(1).map(|part| part.quotient.num_states());
        let largest = sizes.max().unwrap_or(0) as u64;
        progress.statistics.set(Count::LargestAssumption, largest);
        Ok(classes.count < before)
    }

    /// The others and the property.
    fn rest(&self, index: usize) -> Vec<&Lts> {
        let others = self.parts.iter().enumerate().filter(|(other, _)| *other != index);
        others.map(|(_, part)| &part.quotient).collect()
    }

    /// The equivalence without abstraction, and that of the quotient, and so on.
    fn exact(&self, index: usize, progress: &mut Progress<'_>) -> Result<Classes, Stop> {
        let mut rest = self.rest(index);
        rest.push(&self.problem.property);
        let surroundings = compose(&rest, &progress.context)?;
        progress.surroundings(surroundings.num_states());
        let mut process = self.parts[index].quotient.clone();
        let mut classes = Classes::identity(process.num_states());
        loop {
            let (further, steps) = exact::equivalence(&surroundings, &process, &progress.context)?;
            progress.statistics.add(Count::LabelledSteps, steps);
            classes = classes.then(&further);
            if further.count == process.num_states() || further.count == 1 {
                return Ok(classes);
            }
            process = further.quotient(&process, &progress.context)?;
        }
    }

    /// The equivalence as far as abstractions of the others are refined.
    fn modal(&mut self, index: usize, progress: &mut Progress<'_>) -> Result<Classes, Stop> {
        let (process, property) = (&self.parts[index].quotient, &self.problem.property);
        let refined =
            anytime::refine(process, &self.rest(index), property, self.options, progress)?;
        progress.ended(&refined);
        if let End::Stopped(reason) = refined.end {
            self.stopped = Some(reason);
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
