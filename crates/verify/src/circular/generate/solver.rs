//! The SAT solver: BatSat, which needs nothing but Rust, behind RustSAT's interface, and polling
//! the context while it works.

use batsat::{Callbacks, SolverInterface, lbool};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit};
use surmise_model::{Context, Reason, Stop};

/// The memory that a solver takes before it has seen anything, in bytes.
pub(super) const AT_FIRST: u64 = 4 << 20;

/// Asks the context whether to go on.
#[derive(Default)]
pub(super) struct Polling<'a> {
    context: Option<Context<'a>>,
}

impl Callbacks for Polling<'_> {
    fn stop(&self) -> bool {
        self.context.is_some_and(|context| context.check().is_err())
    }
}

/// An incremental instance: variables and clauses are only ever added.
pub(super) struct Solver<'a> {
    pub(super) inner: rustsat_batsat::Solver<Polling<'a>>,
    pub(super) variables: BasicVarManager,
    context: Context<'a>,
}

/// What a solver answers.
pub(super) enum Satisfiability {
    /// There is a model.
    Satisfiable,
    /// There is none, because of these of the assumptions; if there are none, for good.
    Unsatisfiable(Vec<Lit>),
}

impl<'a> Solver<'a> {
    pub(super) fn new(context: &Context<'a>) -> Self {
        let mut inner = rustsat_batsat::Solver::<Polling<'a>>::default();
        inner.batsat_mut().cb_mut().context = Some(*context);
        Self { inner, variables: BasicVarManager::default(), context: *context }
    }

    /// A variable that occurs nowhere yet.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables.new_var().pos_lit()
    }

    /// A variable that is tried with a value first.
    pub(super) fn fresh_trying(&mut self, value: bool) -> Lit {
        let literal = self.fresh();
        while self.inner.batsat_mut().num_vars() < literal.vidx32() {
            self.inner.batsat_mut().new_var_default();
        }
        let polarity = if value { lbool::TRUE } else { lbool::FALSE };
        self.inner.batsat_mut().new_var(polarity, true);
        literal
    }

    /// How much work there was so far, in conflicts: a measure that is the same on every machine.
    /// Where clauses are many and conflicts few, the work is in propagations.
    pub(super) fn effort(&self) -> u64 {
        /// So many propagations count as a conflict.
        const PROPAGATIONS: u64 = 128;
        let solver = self.inner.batsat_ref();
        solver.num_conflicts() + solver.num_propagations() / PROPAGATIONS
    }

    /// Adds a disjunction.
    pub(super) fn clause(&mut self, literals: &[Lit]) -> Result<(), Stop> {
        self.inner.add_clause_ref(Cl::new(literals)).map_err(impossible)
    }

    /// Whether there is a model in which all assumed literals are true.
    pub(super) fn solve(&mut self, assumed: &[Lit]) -> Result<Satisfiability, Stop> {
        if let Some(last) = self.variables.max_var() {
            self.inner.reserve(last).map_err(impossible)?;
        }
        match self.inner.solve_assumps(assumed).map_err(impossible)? {
            SolverResult::Sat => Ok(Satisfiability::Satisfiable),
            SolverResult::Unsat => {
                let core = self.inner.core().map_err(impossible)?;
                let blamed = |literal: &&Lit| core.iter().any(|c| c.var() == literal.var());
                Ok(Satisfiability::Unsatisfiable(assumed.iter().filter(blamed).copied().collect()))
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
