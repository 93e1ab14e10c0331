//! SMT solvers as other programs: z3, Yices or cvc5, whichever is on the path.
//!
//! A solver does not listen while it thinks. So somebody else waits for it, and we go on looking at
//! the interrupt; when that is raised we go, and the solver ends with its input.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use easy_smt::{ContextBuilder, Response};
use surmise::model::{Context, Reason, Stop};
use surmise::{Attempt, Failure, SmtAnswer, SmtSolver};

/// The solvers that we know how to start, in the order in which they are looked for.
const KNOWN: [(&str, &[&str]); 3] = [
    ("z3", &["-smt2", "-in"]),
    ("yices-smt2", &["--incremental"]),
    ("cvc5", &["--quiet", "--lang=smt2", "--incremental"]),
];

/// How often we look whether somebody wants us to stop.
const PATIENCE: Duration = Duration::from_millis(20);

/// How many values are asked for at once.
const VALUES: usize = 500;

/// A solver.
#[derive(Debug, Clone)]
pub(crate) struct Solver {
    program: PathBuf,
    name: &'static str,
    arguments: &'static [&'static str],
}

impl Solver {
    /// The first one that is on the path.
    pub(crate) fn on_the_path() -> Attempt<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let find = |(name, arguments): (&'static str, &'static [&'static str])| {
            let program = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            let mut programs = folders.iter().map(|folder| folder.join(&program));
            Some(Self { program: programs.find(|file| file.is_file())?, name, arguments })
        };
        KNOWN.into_iter().find_map(find).ok_or_else(|| {
            Failure::usage_with_help(
                "--engine smt: there is no SMT solver on the path",
                "install z3 (`pip install z3-solver`), Yices (`yices-smt2`) or cvc5, or leave --engine out",
            )
        })
    }
}

impl surmise::Solver for Solver {
    fn name(&self) -> &str {
        self.name
    }
}

impl SmtSolver for Solver {
    fn answer(
        &self,
        commands: Vec<String>,
        terms: Vec<String>,
        context: &Context<'_>,
    ) -> Result<SmtAnswer, Stop> {
        let (sender, receiver) = mpsc::channel();
        let Self { program, name, arguments } = self.clone();
        thread::spawn(move || {
            // Nobody may be listening any more.
            let _ = sender.send(converse(&program, arguments, &commands, &terms));
        });
        let failed = |error: &dyn std::fmt::Display| {
            Stop(Reason::Unsupported(format!("{name} does not answer: {error}")))
        };
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(answer) => {
                    // A solver that was interrupted together with us says so first.
                    context.check()?;
                    return answer.map_err(|error| failed(&error));
                }
                Err(RecvTimeoutError::Timeout) => context.check()?,
                Err(error @ RecvTimeoutError::Disconnected) => return Err(failed(&error)),
            }
        }
    }
}

/// Asks a solver.
fn converse(
    program: &Path,
    arguments: &[&str],
    commands: &[String],
    terms: &[String],
) -> io::Result<SmtAnswer> {
    let mut solver = ContextBuilder::new().solver(program).solver_args(arguments).build()?;
    for command in commands {
        let command = solver.atom(command.as_str());
        solver.raw_send(command)?;
        let reply = solver.raw_recv()?;
        if solver.get_atom(reply) != Some("success") {
            return Err(io::Error::other(solver.display(reply).to_string()));
        }
    }
    match solver.check()? {
        Response::Sat => {
            let mut values = Vec::with_capacity(terms.len());
            for chunk in terms.chunks(VALUES) {
                let asked = chunk.iter().map(|term| solver.atom(term.as_str())).collect();
                let answer = solver.get_value(asked)?;
                values.extend(
                    answer.iter().map(|(_, value)| solver.get_atom(*value) == Some("true")),
                );
            }
            Ok(SmtAnswer::Sat(values))
        }
        Response::Unsat => {
            let core = solver.get_unsat_core()?;
            let names = solver.get_list(core).unwrap_or_default().iter();
            let names = names.filter_map(|&name| solver.get_atom(name)).map(str::to_owned);
            Ok(SmtAnswer::Unsat(names.collect()))
        }
        Response::Unknown => Err(io::Error::other("it says `unknown`")),
    }
}
