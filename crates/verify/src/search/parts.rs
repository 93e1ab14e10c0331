//! What a search composes: LTSs side by side, some of which only watch, and which steps give way.

use surmise_model::{ActionId, Lts, Priority, StateId, Stop};

/// The parts of a product.
///
/// Who moves into π ends the run. A *monitor* watches for violations of a property: it is
/// deterministic and refuses nothing. It says so when the property is violated, by moving into π
/// or, if the run is to go on for others to watch, into its last state, the sink, where it stays.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'a> {
    /// All of them, the monitors last.
    pub(super) ltss: &'a [&'a Lts],
    /// The parts from this one on are monitors.
    pub(super) first_monitor: usize,
    /// Whether the last state of every monitor is a sink.
    pub(super) sinks: bool,
    /// Which steps give way to which, if any do.
    pub(super) priority: Option<Precedence<'a>>,
}

/// Which steps give way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Precedence<'a> {
    pub(super) priority: &'a Priority,
    /// Whether something that is no step of a part can always happen and does not give way, so
    /// that whatever does never happens.
    pub(super) always: bool,
}

impl<'a> Parts<'a> {
    /// LTSs that all end the run when they move into π.
    pub(super) fn plain(ltss: &'a [&'a Lts]) -> Self {
        Self { ltss, first_monitor: ltss.len(), sinks: false, priority: None }
    }

    /// Whether a monitor in this state has found a violation.
    pub(super) fn has_violation(&self, part: usize, state: StateId) -> bool {
        let is_sink = || self.sinks && state.index() + 1 == self.ltss[part].num_states();
        part >= self.first_monitor && (state.is_error() || is_sink())
    }

    /// Whether a monitor finds a violation in a step of its own.
    pub(super) fn violates(&self, part: usize, from: StateId, to: StateId) -> bool {
        from != to && self.has_violation(part, to)
    }

    /// Whether a part's step ends the run.
    pub(super) fn is_end(&self, part: usize, to: StateId) -> bool {
        part < self.first_monitor && to.is_error()
    }
}

impl Precedence<'_> {
    /// Whether a step on the action gives way.
    pub(super) fn is_low(self, action: ActionId) -> bool {
        match action.is_tau() {
            true => self.priority.tau_is_low,
            false => self.priority.low.contains(action),
        }
    }

    /// The LTSs with those transitions alone that give way, or with those alone that do not. They
    /// keep their alphabets, and so block the other actions.
    pub(super) fn restrict(self, ltss: &[&Lts], low: bool) -> Result<Vec<Lts>, Stop> {
        let restrict = |lts: &&Lts| {
            let mut builder = Lts::builder();
            builder.ensure_states(lts.num_states()).initial(lts.initial());
            builder.extend_alphabet(lts.alphabet().iter());
            for (source, edge) in lts.transitions() {
                if self.is_low(edge.action) == low {
                    builder.add(source, edge.action, edge.target);
                }
            }
            Ok(builder.build()?)
        };
        ltss.iter().map(restrict).collect()
    }
}
