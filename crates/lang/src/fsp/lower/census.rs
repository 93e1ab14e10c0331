//! How many processes a composition has, counted before any of them is built.
//!
//! Labels of a million processes take seconds to make, only to find out that there are too many. So
//! indices are enumerated here without making a label; a set in braces counts as its largest
//! member, because two of its labels may be the same. The result is never more than there is: what
//! is refused here would be refused later, with the same words.
//!
//! Whatever is wrong otherwise is left to those who build, who say it in their order.

use std::cell::Cell;

use super::super::ast::{
    Call, Composite, CompositeBody, CompositeId, Domain, LabelId, LabelPart, Operand, PartKind,
    SetId,
};
use super::super::evaluate::{Evaluated, Failed, Scope};
use super::{Lowering, MAX_DEPTH};

/// How many bindings of indices are looked at before those who build have to count themselves.
const MAX_VISITS: u64 = 1_000_000;

/// What is known of the number of processes.
#[derive(Default)]
struct Census {
    /// At least so many.
    processes: Cell<u64>,
    visits: Cell<u64>,
    /// Composite processes inside each other.
    depth: Cell<usize>,
}

impl Census {
    /// One more binding of indices was looked at.
    fn visit(&self) -> Evaluated<()> {
        self.visits.set(self.visits.get() + 1);
        if self.visits.get() > MAX_VISITS { Err(Failed) } else { Ok(()) }
    }
}

impl Lowering<'_> {
    /// Refuses a composite process that certainly has too many processes.
    pub(super) fn refuse_crowds(&mut self, composite: &Composite, scope: Scope) -> Evaluated<()> {
        let outer = std::mem::replace(&mut self.evaluator.scope, scope);
        let known = self.evaluator.diagnostics.len();
        let census = Census::default();
        let counted = self.count_body(composite.body, 1, &census);
        self.evaluator.scope = outer;
        let is_crowd = census.processes.get() > self.limits.leaves as u64;
        if counted.is_err() && !is_crowd && self.evaluator.stopped.is_none() {
            // Not known, or wrong in another way.
            self.evaluator.diagnostics.truncate(known);
            return Ok(());
        }
        counted
    }

    /// Counts a body that stands there so many times.
    fn count_body(&mut self, body: CompositeId, times: u64, census: &Census) -> Evaluated<()> {
        self.evaluator.poll()?;
        census.visit()?;
        let ast = self.ast;
        match &ast[body] {
            CompositeBody::If { condition, then, otherwise } => {
                match (self.evaluator.holds(*condition)?, otherwise) {
                    (true, _) => self.count_body(*then, times, census),
                    (false, Some(otherwise)) => self.count_body(*otherwise, times, census),
                    (false, None) => Ok(()),
                }
            }
            CompositeBody::Forall { ranges, body } => {
                self.count_label(Some(*ranges), times, census, &mut |lowering, times| {
                    lowering.count_body(*body, times, census)
                })
            }
            CompositeBody::Instance { prefix, what, .. } => {
                self.count_label(*prefix, times, census, &mut |lowering, times| match what {
                    Operand::Call(call) => lowering.count_call(call, times, census),
                    Operand::Group(bodies) => {
                        bodies.iter().try_for_each(|&body| lowering.count_body(body, times, census))
                    }
                })
            }
        }
    }

    fn count_call(&mut self, call: &Call, times: u64, census: &Census) -> Evaluated<()> {
        census.processes.set(census.processes.get().saturating_add(times));
        if census.processes.get() > self.limits.leaves as u64 {
            return Err(self.crowd(call.name.at));
        }
        let name = call.name;
        let composite = match self.processes.contains_key(&name.symbol) {
            true => None,
            false => self.composites.get(&name.symbol).copied(),
        };
        let Some(composite) = composite else { return Ok(()) };
        if census.depth.get() >= MAX_DEPTH {
            return Err(Failed);
        }
        let actual = call.arguments.as_deref();
        let arguments = self.arguments(&composite.parameters, actual, name.at)?;
        let scope = self.scope(&composite.parameters, &arguments);
        let outer = std::mem::replace(&mut self.evaluator.scope, scope);
        census.depth.set(census.depth.get() + 1);
        let counted = self.count_body(composite.body, times, census);
        census.depth.set(census.depth.get() - 1);
        self.evaluator.scope = outer;
        counted
    }

    /// Calls something for every binding of a label's indices, with how many times it stands there.
    fn count_label(
        &mut self,
        label: Option<LabelId>,
        times: u64,
        census: &Census,
        then: &mut dyn FnMut(&mut Self, u64) -> Evaluated<()>,
    ) -> Evaluated<()> {
        let ast = self.ast;
        let parts: Vec<&LabelPart> =
            label.map_or_else(Vec::new, |label| ast.parts(label).collect());
        let outer = self.evaluator.scope.indices.len();
        let counted = self.count_parts(&parts, times, census, then);
        self.evaluator.scope.indices.truncate(outer);
        counted
    }

    fn count_parts(
        &mut self,
        parts: &[&LabelPart],
        times: u64,
        census: &Census,
        then: &mut dyn FnMut(&mut Self, u64) -> Evaluated<()>,
    ) -> Evaluated<()> {
        let Some((part, rest)) = parts.split_first() else { return then(self, times) };
        let PartKind::Variable(name, domain) = part.kind else {
            let here = self.values_of(part, census)?;
            return self.count_parts(rest, times.saturating_mul(here), census, then);
        };
        if let Domain::Set(set) = self.ast[domain] {
            let here = self.labels_at_least(set, census)?;
            if here > self.limits.leaves as u64 {
                // Too many to give each of them a name; how many there are is enough.
                return self.count_parts(rest, times.saturating_mul(here), census, then);
            }
        }
        let values = self.evaluator.values(part)?;
        let outer = self.evaluator.scope.indices.len();
        for position in 0..values.len() {
            self.evaluator.poll()?;
            census.visit()?;
            self.evaluator.scope.indices.push((name, values.get(position)));
            let counted = self.count_parts(rest, times, census, then);
            self.evaluator.scope.indices.truncate(outer);
            counted?;
        }
        Ok(())
    }

    /// How many values a part has that names no index: never more than there are.
    fn values_of(&mut self, part: &LabelPart, census: &Census) -> Evaluated<u64> {
        match part.kind {
            PartKind::Set(set) => self.labels_at_least(set, census),
            // Some of the left ones may be among the right ones.
            PartKind::Difference(..) => Ok(0),
            _ => Ok(self.evaluator.values(part)?.len()),
        }
    }

    /// How many labels a set has at least. Sets are nested as deep as the parser allows.
    fn labels_at_least(&mut self, set: SetId, census: &Census) -> Evaluated<u64> {
        let ast = self.ast;
        let Ok(labels) = ast.labels_of(set) else {
            return Ok(self.evaluator.set(set)?.len() as u64);
        };
        let mut most = 0;
        for &label in labels {
            let mut count = 0u64;
            self.count_label(Some(label), 1, census, &mut |_, times| {
                count = count.saturating_add(times);
                Ok(())
            })?;
            most = most.max(count);
        }
        Ok(most)
    }
}
