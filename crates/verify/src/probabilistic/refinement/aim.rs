//! What is to be shown of a system, whatever that is: the first premise of the rule, and the replay
//! of what speaks against it.

use surmise_model::{Atom, ComponentId, Context, Lpts, Statistics, StochasticTree, Stop};

use super::labels::PartLabels;

/// The parts that the first premise is about: the first group and the first assumption.
pub(crate) struct Premise<'a> {
    pub(crate) parts: Vec<&'a Lpts>,
    /// Of each condition of the aim, who knows it.
    pub(crate) labels: PartLabels<'a>,
}

/// Something to be shown that carries over from what simulates to what is simulated.
pub(crate) trait Aim {
    /// What shows the first premise.
    type Evidence;

    /// Conditions that an abstraction must not mix.
    fn atoms(&self) -> &[Atom];

    /// Decides the first premise: what shows it, or a tree of its parts that speaks against it.
    fn premise(
        &self,
        premise: &Premise<'_>,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Result<Self::Evidence, StochasticTree>, Stop>;

    /// Checks that a tree of the components in this order speaks against it.
    fn replay(
        &self,
        tree: &StochasticTree,
        order: &[ComponentId],
        parts: &[&Lpts],
    ) -> Result<(), String>;

    /// What such a tree is, in words.
    fn against(&self) -> &'static str;
}
