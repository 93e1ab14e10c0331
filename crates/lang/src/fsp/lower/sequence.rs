//! Sequential composition: `P; Q(2); R` inside a primitive process.
//!
//! Every process before the last is copied in. Its END is the beginning of the next one; the END of
//! the last copy is the state that the reference names.

use std::rc::Rc;

use surmise_model::{Diagnostic, Lts, StateId};

use super::super::ast::Call;
use super::super::evaluate::Evaluated;
use super::super::token::At;
use super::Lowering;
use super::primitive::Primitive;
use super::states::ERROR;
use crate::suggest::closest;

impl Lowering<'_> {
    /// The first state of the sequence, which ends at `target`.
    pub(super) fn sequence(
        &mut self,
        primitive: &mut Primitive<'_>,
        calls: &[Call],
        target: u32,
        at: At,
    ) -> Evaluated<u32> {
        // From the last to the first, so that every copy knows where it ends.
        let mut machines = Vec::with_capacity(calls.len());
        for call in calls {
            machines.push(self.sequential(call)?);
        }
        let mut target = target;
        for lts in machines.iter().rev() {
            target = self.insert(primitive, lts, target, at)?;
        }
        Ok(target)
    }

    /// The LTS of a process that may be followed by others.
    fn sequential(&mut self, call: &Call) -> Evaluated<Rc<Lts>> {
        let name = call.name;
        let arguments = call.arguments.as_deref();
        let lts = if let Some(&process) = self.processes.get(&name.symbol) {
            let arguments = self.arguments(&process.parameters, arguments, name.at)?;
            let machine = self.machine(process, arguments, name.at)?;
            Rc::new(machine.lts.clone())
        } else if let Some(&composite) = self.composites.get(&name.symbol) {
            let arguments = self.arguments(&composite.parameters, arguments, name.at)?;
            let leaves = self.composite(composite, &arguments, name.at)?;
            let leaf = self.compose_leaves(&leaves, None, name)?;
            Rc::new(self.materialise(&leaf)?)
        } else {
            let text = self.ast.text(name.symbol);
            let known = self.processes.keys().chain(self.composites.keys());
            let help = closest(text, known.map(|&known| self.ast.text(known)));
            let message = format!("there is no process `{text}`");
            let mut error = Diagnostic::error(name.at.span(), message);
            error.help = help.map(|name| format!("did you mean `{name}`?"));
            return Err(self.evaluator.report(error));
        };
        if lts.end().is_none() {
            let text = self.ast.text(name.symbol);
            let message = format!("`{text}` never ends, so nothing can come after it");
            let error = Diagnostic::error(name.at.span(), message).help("a process ends with END");
            return Err(self.evaluator.report(error));
        }
        Ok(lts)
    }

    /// Copies an LTS in; the copy of its first state.
    fn insert(
        &mut self,
        primitive: &mut Primitive<'_>,
        lts: &Lts,
        target: u32,
        at: At,
    ) -> Evaluated<u32> {
        let states = &mut primitive.states;
        states.alphabet.union_with(lts.alphabet());
        self.count_states(lts.num_states() as u64, at)?;
        self.evaluator.step(lts.num_transitions() as u64, at)?;
        let base = states.add(lts.num_states() as u32);
        let copy = |state: StateId| match state {
            state if state.is_error() => ERROR,
            state if lts.end() == Some(state) => target,
            state => base + state.raw(),
        };
        for (from, edge) in lts.transitions() {
            states.transitions.push((base + from.raw(), edge.action, copy(edge.target)));
        }
        Ok(copy(lts.initial()))
    }
}
