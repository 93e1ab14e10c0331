//! The SAT solver: a library behind RustSAT's interface, polling the context while it works. BatSat needs
//! nothing but Rust; the feature `cadical` of the crate puts CaDiCaL in its place.

#[cfg(not(feature = "cadical"))]
#[path = "batsat.rs"]
mod library;
#[cfg(feature = "cadical")]
#[path = "cadical.rs"]
mod library;

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit};
use surmise_model::{Context, Reason, Stop};

use library::Library;

/// The memory that a solver takes before it has seen anything, in bytes.
pub(super) const AT_FIRST: u64 = 4 << 20;

/// An incremental instance: variables and clauses are only ever added.
pub(super) struct Solver<'a> {
    pub(super) inner: Library<'a>,
    pub(super) variables: BasicVarManager,
    context: Context<'a>,
}

/// What a solver answers.
pub(super) enum Answer {
    /// There is a model.
    Satisfiable,
    /// There is none, because of these of the assumptions; if there are none, for good.
    Unsatisfiable(Vec<Lit>),
}

impl<'a> Solver<'a> {
    pub(super) fn new(context: &Context<'a>) -> Self {
        let (inner, variables) = (library::new(context), BasicVarManager::default());
        Self { inner, variables, context: *context }
    }

    /// A variable that occurs nowhere yet.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables.new_var().pos_lit()
    }

    /// A variable that is tried with a value first.
    pub(super) fn fresh_trying(&mut self, value: bool) -> Result<Lit, Stop> {
        let literal = self.fresh();
        library::prefer(&mut self.inner, literal, value)?;
        Ok(literal)
    }

    /// How many conflicts there were so far: a measure of work that is the same on every machine.
    pub(super) fn conflicts(&self) -> u64 {
        library::conflicts(&self.inner)
    }

    /// Adds a disjunction.
    pub(super) fn clause(&mut self, literals: &[Lit]) -> Result<(), Stop> {
        self.inner.add_clause_ref(Cl::new(literals)).map_err(impossible)
    }

    /// Whether there is a model in which all assumed literals are true.
    pub(super) fn solve(&mut self, assumed: &[Lit]) -> Result<Answer, Stop> {
        if let Some(last) = self.variables.max_var() {
            self.inner.reserve(last).map_err(impossible)?;
        }
        match self.inner.solve_assumps(assumed).map_err(impossible)? {
            SolverResult::Sat => Ok(Answer::Satisfiable),
            SolverResult::Unsat => {
                let core = self.inner.core().map_err(impossible)?;
                let blamed = |literal: &&Lit| core.iter().any(|c| c.var() == literal.var());
                Ok(Answer::Unsatisfiable(assumed.iter().filter(blamed).copied().collect()))
            }
            SolverResult::Interrupted => {
                self.context.check()?;
                Err(Stop(Reason::Internal("the SAT solver gave up".to_owned())))
            }
        }
    }

    /// Whether a literal is true in the model that was found.
    pub(super) fn is_true(&self, literal: Lit) -> Result<bool, Stop> {
        Ok(self.inner.lit_val(literal).map_err(impossible)?.to_bool_with_def(false))
    }
}

/// An error that the solver reports and that our use of it cannot cause.
pub(super) fn impossible(error: impl std::fmt::Display) -> Stop {
    Stop(Reason::Internal(format!("the SAT solver: {error}")))
}
