//! CaDiCaL, which needs a C++ compiler, and libclang for its bindings.

use rustsat::solvers::{ControlSignal, GetInternalStats, PhaseLit, Terminate};
use rustsat::types::Lit;
use surmise_model::{Context, Stop};

use super::impossible;

/// The solver.
pub(super) type Library<'a> = rustsat_cadical::CaDiCaL<'a, 'static>;

/// A solver that polls a context.
pub(super) fn new<'a>(context: &Context<'a>) -> Library<'a> {
    let (mut solver, context) = (Library::default(), *context);
    solver.attach_terminator(move || match context.check() {
        Ok(()) => ControlSignal::Continue,
        Err(_) => ControlSignal::Terminate,
    });
    solver
}

/// A new variable is tried with a value first.
pub(super) fn prefer(solver: &mut Library<'_>, literal: Lit, value: bool) -> Result<(), Stop> {
    solver.phase_lit(if value { literal } else { !literal }).map_err(impossible)
}

/// How many conflicts there were so far.
pub(super) fn conflicts(solver: &Library<'_>) -> u64 {
    solver.conflicts() as u64
}
