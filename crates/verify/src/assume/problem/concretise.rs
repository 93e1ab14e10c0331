//! From a word of visible actions back to a run of the system.
//!
//! A word that contains every visible action of a run fixes what each component does up to its own
//! choices, and those are independent of the others': component by component, a search for a path
//! along the word restricted to that component's alphabet, then all paths side by side. So a
//! counterexample of n components takes n small searches, never one in their product.

use surmise_model::{
    ActionId, ComponentId, Context, Counterexample, StateId, Step, Stop, Trace, Violation,
};

use super::{Problem, path_along};

impl Problem<'_> {
    /// The run of the system that performs a word, up to the first violation in it.
    ///
    /// The word is over the actions of this problem. It has to contain every visible action of the
    /// run: of components, and of the property where no component has them. `None` if the system
    /// cannot perform the word, or nothing is wrong with it.
    pub fn counterexample(
        &self,
        word: &[ActionId],
        context: &Context<'_>,
    ) -> Result<Option<Counterexample>, Stop> {
        let mut paths = Vec::with_capacity(self.components.len());
        for component in &self.components {
            match path_along(component, word, component.alphabet(), context)? {
                Some(path) => paths.push(path.into_iter().peekable()),
                None => return Ok(None),
            }
        }
        let initial = self.system.components.iter().map(|c| c.lts.initial()).collect();
        let mut run = Run { problem: self, trace: Trace { initial, steps: Vec::new() } };
        let mut property = self.property.initial();
        if let Some(violation) = run.violation(property) {
            return Ok(Some(run.end(violation)));
        }
        for &action in word {
            let takes_part = |member: usize| self.components[member].alphabet().contains(action);
            // The silent steps on the way, one by one; then everybody's share of the action.
            for (member, path) in paths.iter_mut().enumerate().filter(|(m, _)| takes_part(*m)) {
                while let Some(edge) = path.next_if(|edge| edge.action.is_tau()) {
                    run.step(ActionId::TAU, [(member, edge.target)]);
                    if let Some(violation) = run.violation(property) {
                        return Ok(Some(run.end(violation)));
                    }
                }
            }
            let shares = paths.iter_mut().enumerate().filter(|(m, _)| takes_part(*m));
            run.step(action, shares.filter_map(|(m, path)| Some((m, path.next()?.target))));
            if self.property.alphabet().contains(action) {
                let next = self.property.successors(property, action).next();
                property = next.unwrap_or(StateId::ERROR);
            }
            if let Some(violation) = run.violation(property) {
                return Ok(Some(run.end(violation)));
            }
        }
        Ok(None)
    }
}

/// A run under construction, in the states of the system as its author wrote it.
struct Run<'p, 'a> {
    problem: &'p Problem<'a>,
    trace: Trace,
}

impl Run<'_, '_> {
    /// Adds a step in which some components move, given with their new states in normal form.
    fn step(&mut self, action: ActionId, moves: impl IntoIterator<Item = (usize, StateId)>) {
        let mut states = self.trace.last_states().to_vec();
        for (member, target) in moves {
            let original = &self.problem.system.components[member].lts;
            let is_error = target.index() == original.num_states();
            states[member] = if is_error { StateId::ERROR } else { target };
        }
        self.trace.steps.push(Step { action, states });
    }

    /// What is wrong after the last step, the property then being in the given state. A step may
    /// violate the property and lead into π at once: then it is the property that counts.
    fn violation(&self, property: StateId) -> Option<Violation> {
        let broken = self.problem.claimed.filter(|_| property.is_error());
        let in_error = self.trace.last_states().iter().position(|state| state.is_error());
        let in_error = in_error.map(|member| Violation::Error(ComponentId::of(member)));
        broken.map(Violation::Property).or(in_error)
    }

    fn end(self, violation: Violation) -> Counterexample {
        Counterexample { violation, trace: self.trace, shortest: false }
    }
}
