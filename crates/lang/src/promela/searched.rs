//! A text that was read: it can be made components of, or be searched as it is.

use surmise_model::{Context, Counterexample, Diagnostic, PlainSpace, Reason, Stop, System};

use super::ast::Ast;
use super::compile::{CompileOptions, Compiled, compile_read, kept, program};
use super::compiled::{ProgramSpace, Room, Seen};
use super::lower::{Ending, along};
use super::program::Program;
use super::run::{Expander, Fault, NaiveSpace, State};
use super::{KeptDefinition, predicate_property};
use crate::CompileError;
use crate::in_order::in_order;

/// A text that was read.
#[derive(Debug)]
pub struct Read {
    pub(super) source: String,
    pub(super) ast: Ast,
    pub(super) program: Program,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text.
///
/// # Errors
/// All mistakes in it, or why the work was stopped.
pub fn read(
    source: &str,
    options: &CompileOptions<'_>,
    context: &Context<'_>,
) -> Result<Read, CompileError> {
    let (ast, program, mut diagnostics) = program(source, options, context)?;
    for claim in kept(&ast) {
        let name = match claim.name.as_str() {
            "" => String::new(),
            name => format!(" `{name}`"),
        };
        let message = format!("`{}`{name} is not checked yet", claim.kind);
        diagnostics.push(Diagnostic::warning(claim.span, message));
    }
    Ok(Read { source: source.to_owned(), ast, program, diagnostics: in_order(diagnostics) })
}

impl Read {
    /// Makes components of it.
    ///
    /// # Errors
    /// Why the work was stopped.
    pub fn components(
        &self,
        options: &CompileOptions<'_>,
        context: &Context<'_>,
    ) -> Result<Compiled, CompileError> {
        compile_read(self, options, context)
    }

    /// Claims that are kept and not checked yet.
    pub fn kept(&self) -> Vec<KeptDefinition> {
        kept(&self.ast)
    }

    /// Whether the text has an assertion, be it one that always holds.
    pub fn asserts(&self) -> bool {
        self.program.asserts()
    }

    /// The names of the properties that its predicates are.
    pub fn properties(&self) -> impl Iterator<Item = String> {
        self.program.predicates.iter().map(|(text, _)| predicate_property(text))
    }

    /// The names of the processes that run from the start.
    pub fn processes(&self) -> impl Iterator<Item = &str> {
        self.program.active.iter().map(|&kind| self.program.processes[kind].name.as_str())
    }

    /// Has its states searched. They are packed for the values that were seen near the initial
    /// state; where one turns out not to fit, the work is done again with more room.
    ///
    /// # Errors
    /// If the context says so, or if something goes wrong before the first step.
    pub fn search<T>(
        &self,
        goes_on: bool,
        context: &Context<'_>,
        mut work: impl FnMut(&States<'_>) -> T,
    ) -> Result<T, Stop> {
        let seen = Seen::new(&self.program, context)?.map_err(before_the_first_step)?;
        for room in Room::ALL {
            let space = ProgramSpace::new(&self.program, &seen, room, goes_on, context);
            let Some(space) = space else { break };
            let states = States { text: self, form: Form::Compiled(space) };
            let done = work(&states);
            if let Form::Compiled(space) = &states.form
                && !space.is_outgrown()
            {
                return Ok(done);
            }
            context.check()?;
        }
        self.defined(goes_on, context).map(|states| work(&states))
    }

    /// Its states by their definition.
    ///
    /// # Errors
    /// If something goes wrong before the first step.
    pub fn defined<'a>(
        &'a self,
        goes_on: bool,
        context: &'a Context<'a>,
    ) -> Result<States<'a>, Stop> {
        let space = NaiveSpace::new(&self.program, goes_on, context);
        let space = space.map_err(before_the_first_step)?;
        Ok(States { text: self, form: Form::Defined(space) })
    }
}

fn before_the_first_step(fault: Fault) -> Stop {
    Stop(Reason::Unsupported(format!("before the first step, {}", fault.shown())))
}

/// The states of a text, for a search.
pub struct States<'a> {
    text: &'a Read,
    form: Form<'a>,
}

enum Form<'a> {
    Compiled(ProgramSpace<'a>),
    Defined(NaiveSpace<'a>),
}

/// A run in words.
#[derive(Debug)]
pub struct Told {
    /// The components that take part, as far as the run goes.
    pub system: System,
    /// The run as one of these components.
    pub counterexample: Counterexample,
    /// Which of the steps of each state it takes, counted from 0 as [`Read::defined`] tells them.
    pub choices: Vec<u32>,
}

impl States<'_> {
    /// The states to be searched.
    pub fn space(&self) -> &dyn PlainSpace {
        match &self.form {
            Form::Compiled(space) => space,
            Form::Defined(space) => space,
        }
    }

    /// Whether the order of packed states is always the same, whoever finds them first.
    pub fn is_ordered(&self) -> bool {
        matches!(self.form, Form::Compiled(_))
    }

    /// Replays a run by the definition of the program, and tells it.
    ///
    /// # Errors
    /// If the context says so, or if it is no run of the program that ends like that.
    pub fn tell(
        &self,
        run: &[&[u64]],
        ending: Ending,
        context: &Context<'_>,
    ) -> Result<Told, Stop> {
        let unpack = |words: &&[u64]| match &self.form {
            Form::Compiled(space) => space.state(words).0,
            Form::Defined(space) => space.state(words).0,
        };
        let run: Vec<State> = run.iter().map(unpack).collect();
        let Read { ast, program, source, .. } = self.text;
        let choices = choices(program, &run, ending, context)?;
        let (system, counterexample) = along((ast, program, source), &run, ending, context)?;
        Ok(Told { system, counterexample, choices })
    }
}

/// Replays a run: which step is taken in each state.
fn choices(
    program: &Program,
    run: &[State],
    ending: Ending,
    context: &Context<'_>,
) -> Result<Vec<u32>, Stop> {
    let no_run = || Stop::internal("a run of the search is none of the program");
    let mut expander = Expander::new(program, false, true);
    let initial = expander.initial().map_err(|_| no_run())?;
    if run.first() != Some(&initial) {
        return Err(no_run());
    }
    let mut choices = Vec::with_capacity(run.len());
    for (index, pair) in run.windows(2).enumerate() {
        let wrong = index + 2 == run.len() && ending == Ending::Error;
        let (mut count, mut found) = (0, None);
        expander.expand(&pair[0], context, &mut |arrival| {
            if found.is_none() && *arrival.state == pair[1] && arrival.faults.is_empty() != wrong {
                found = Some(count);
            }
            count += 1;
            Ok(())
        })?;
        choices.push(found.ok_or_else(no_run)?);
    }
    Ok(choices)
}
