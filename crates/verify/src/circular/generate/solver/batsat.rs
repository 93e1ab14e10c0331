//! BatSat, which needs nothing but Rust.

use batsat::{Callbacks, SolverInterface, lbool};
use rustsat::types::Lit;
use surmise_model::{Context, Stop};

/// The solver.
pub(super) type Library<'a> = rustsat_batsat::Solver<Polling<'a>>;

/// Asks the context whether to go on.
#[derive(Default)]
pub(in crate::circular::generate) struct Polling<'a> {
    context: Option<Context<'a>>,
}

impl Callbacks for Polling<'_> {
    fn stop(&self) -> bool {
        self.context.is_some_and(|context| context.check().is_err())
    }
}

/// A solver that polls a context.
pub(super) fn new<'a>(context: &Context<'a>) -> Library<'a> {
    let mut solver = Library::default();
    solver.batsat_mut().cb_mut().context = Some(*context);
    solver
}

/// A new variable is tried with a value first. No later one is known to the solver.
pub(super) fn prefer(solver: &mut Library<'_>, literal: Lit, value: bool) -> Result<(), Stop> {
    while solver.batsat_mut().num_vars() < literal.vidx32() {
        solver.batsat_mut().new_var_default();
    }
    let polarity = if value { lbool::TRUE } else { lbool::FALSE };
    solver.batsat_mut().new_var(polarity, true);
    Ok(())
}

/// How many conflicts there were so far.
pub(super) fn conflicts(solver: &Library<'_>) -> u64 {
    solver.batsat_ref().num_conflicts()
}
