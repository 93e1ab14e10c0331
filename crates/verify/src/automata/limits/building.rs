//! Building an [`Lts`] within the limits of a [`Context`].

use surmise_model::{Context, Edge, Lts, LtsBuilder, StateId, Stop};

/// What an [`LtsBuilder`] can do if it has to ask before it allocates.
pub(crate) trait BuildWithin {
    /// Makes room for so many more transitions.
    fn make_room(&mut self, transitions: usize, context: &Context<'_>) -> Result<(), Stop>;

    /// Freezes the LTS.
    fn build_within(&mut self, context: &Context<'_>) -> Result<Lts, Stop>;
}

impl BuildWithin for LtsBuilder {
    fn make_room(&mut self, transitions: usize, context: &Context<'_>) -> Result<(), Stop> {
        let (now, then) = (self.num_transitions(), self.num_transitions() + transitions);
        let grown = then.next_power_of_two();
        if grown > now.next_power_of_two() {
            context.reserve((grown * size_of::<(StateId, Edge)>()) as u64)?;
            self.reserve(grown - now);
        }
        Ok(())
    }

    fn build_within(&mut self, context: &Context<'_>) -> Result<Lts, Stop> {
        let rows = self.num_transitions() * size_of::<Edge>();
        let offsets = 2 * self.num_states() * size_of::<u32>();
        context.reserve((rows + offsets) as u64)?;
        Ok(self.build()?)
    }
}
