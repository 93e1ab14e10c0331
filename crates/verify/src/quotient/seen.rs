//! A quotient as others see it: over the actions that they share with it, without hidden steps.
//!
//! What only N does is hidden in the assumption about it, and an assumption has no τ: so a step of
//! it is any number of hidden steps and then a visible one. That has the traces of the quotient,
//! and the simulation that a certificate carries can be checked without looking for hidden steps.

use surmise_model::{Alphabet, Context, Edge, Lts, StateId, Stop};

/// An assumption, and where the states of the quotient are in it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) lts: Lts,
    /// π for states in which no visible step ends.
    number: Vec<StateId>,
}

impl Seen {
    /// Hides everything but some actions.
    pub(super) fn new(
        quotient: &Lts,
        visible: &Alphabet,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut number = vec![StateId::ERROR; quotient.num_states()];
        let mut order = vec![quotient.initial()];
        number[quotient.initial().index()] = StateId::of(0);
        let mut builder = Lts::builder();
        builder.extend_alphabet(quotient.alphabet().intersection(visible).iter());
        let mut hidden: Vec<StateId> = Vec::new();
        let mut met = vec![usize::MAX; quotient.num_states()];
        let mut source = 0;
        while let Some(&state) = order.get(source) {
            context.check()?;
            let mut row: Vec<Edge> = Vec::new();
            met[state.index()] = source;
            hidden.push(state);
            while let Some(at) = hidden.pop() {
                for &edge in quotient.edges(at) {
                    if visible.contains(edge.action) {
                        row.push(edge);
                    } else if std::mem::replace(&mut met[edge.target.index()], source) != source {
                        hidden.push(edge.target);
                    }
                }
            }
            row.sort_unstable();
            row.dedup();
            for Edge { action, target } in row {
                let place = &mut number[target.index()];
                if place.is_error() {
                    *place = StateId::new(order.len())?;
                    order.push(target);
                }
                builder.add(StateId::of(source), action, *place);
            }
            source += 1;
        }
        builder.ensure_states(order.len());
        Ok(Self { lts: builder.build()?, number })
    }

    /// The state for a state of the quotient in which a visible step ends.
    pub(super) fn state_of(&self, state: StateId) -> Result<StateId, Stop> {
        let number = self.number[state.index()];
        match number.is_error() {
            true => Err(Stop::internal("quotient: a visible step ends in no state")),
            false => Ok(number),
        }
    }
}
