//! An LPTS as a graph that can be drawn: a transition leads to a small point for its distribution,
//! and from there an arrow with a probability to each state. What leads to one state alone needs no
//! point.

use indexmap::IndexMap;
use surmise_model::{ActionTable, Context, DistributionId, Lpts, Lts, StateId, Stop};

/// States, and behind them points for distributions.
pub struct Distributions {
    /// The states of the LPTS, then the points.
    pub lts: Lts,
    /// Actions, and probabilities as if they were some.
    pub actions: ActionTable,
    /// The number of the first point.
    pub points: usize,
}

impl Distributions {
    /// Makes the points of an LPTS.
    ///
    /// # Errors
    /// When the context says stop, or there are too many.
    pub fn of(lpts: &Lpts, actions: &ActionTable, context: &Context<'_>) -> Result<Self, Stop> {
        let points = lpts.num_states();
        let mut actions = actions.clone();
        let mut builder = Lts::builder();
        builder.extend_alphabet(lpts.alphabet().iter());
        let mut count = points;
        for state in lpts.states() {
            context.check()?;
            // Transitions of a state with the same distribution share a point.
            let mut own: IndexMap<DistributionId, StateId> = IndexMap::new();
            for choice in lpts.choices(state) {
                let distribution = lpts.distribution(choice.distribution);
                if let Some(target) = distribution.dirac() {
                    builder.add(state, choice.action, target);
                    continue;
                }
                let known = own.get(&choice.distribution).copied();
                let point = known.map_or_else(|| StateId::new(count), Ok)?;
                builder.add(state, choice.action, point);
                if known.is_some() {
                    continue;
                }
                own.insert(choice.distribution, point);
                count += 1;
                for (target, probability) in distribution.iter() {
                    builder.add(point, actions.intern(&probability.to_string())?, target);
                }
            }
        }
        builder.ensure_states(count).initial(lpts.initial());
        Ok(Self { lts: builder.build()?, actions, points })
    }
}
