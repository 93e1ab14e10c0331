//! A text that was read: it can be made components of, or be searched as it is.

use surmise_model::{
    ActionId, Context, Counterexample, Diagnostic, Fairness, Meaning, PlainSpace, Proposition,
    Reason, Start, Stop, Stopping, System, TemporalKind, TemporalProperty,
};

use super::ast::Ast;
use super::compile::{CompileOptions, Compiled, compile_read, kept, program};
use super::compiled::{ProgramSpace, Room, Seen};
use super::lower::{Ending, along};
use super::never::Watched;
use super::program::{Never, Program};
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
    let is_unknown = |claim: &KeptDefinition| !matches!(claim.kind, "ltl" | "never");
    for claim in kept(&ast).into_iter().filter(is_unknown) {
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

    /// What the text declares and nobody checks: claims that are not among [`Read::claims`].
    pub fn unchecked(&self) -> Vec<KeptDefinition> {
        let mut claims = self.ast.claims.iter().filter(|claim| !claim.given).peekable();
        let mut unchecked = kept(&self.ast);
        // Those that could be read are in the order of the text.
        unchecked.retain(|kept| {
            claims
                .next_if(|claim| claim.at.span() == kept.span)
                .is_none_or(|claim| !self.program.claims.iter().any(|made| made.name == claim.name))
        });
        unchecked
    }

    /// The claims about runs that the search of the program can judge. Their propositions are those
    /// that the states of [`Read::search`] tell.
    pub fn claims(&self) -> impl Iterator<Item = TemporalProperty> {
        self.program.claims.iter().map(|claim| {
            let name = |(number, name): (usize, &String)| Proposition {
                name: name.clone(),
                meaning: Meaning::Predicate(number as u32),
            };
            let stays = matches!(claim.kind, TemporalKind::Never | TemporalKind::NonProgress);
            TemporalProperty {
                name: claim.name.clone(),
                kind: claim.kind,
                formula: claim.formula.clone(),
                propositions: claim.names.iter().enumerate().map(name).collect(),
                fairness: Fairness::None,
                start: Start::InitialState,
                // A claim that watches goes on by itself.
                stopping: if stays { Stopping::Ignored } else { Stopping::Stays },
                is_open: false,
            }
        })
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
        asked: Asked,
        context: &Context<'_>,
        mut work: impl FnMut(&States<'_>) -> T,
    ) -> Result<T, Stop> {
        let seen = Seen::new(&self.program, context)?.map_err(before_the_first_step)?;
        for room in Room::ALL {
            let space = ProgramSpace::new(&self.program, &seen, room, asked.parts(), context);
            let Some(space) = space else { break };
            let form = match self.never(asked) {
                Some(never) => Form::WatchedCompiled(Watched { space, never }),
                None => Form::Compiled(space),
            };
            let states = States { text: self, asked, form };
            let done = work(&states);
            if !states.is_outgrown() {
                return Ok(done);
            }
            context.check()?;
        }
        self.defined(asked, context).map(|states| work(&states))
    }

    /// Its states by their definition.
    ///
    /// # Errors
    /// If something goes wrong before the first step.
    pub fn defined<'a>(
        &'a self,
        asked: Asked,
        context: &'a Context<'a>,
    ) -> Result<States<'a>, Stop> {
        let space = NaiveSpace::new(&self.program, asked.parts(), context);
        let space = space.map_err(before_the_first_step)?;
        let form = match self.never(asked) {
            Some(never) => Form::WatchedDefined(Watched { space, never }),
            None => Form::Defined(space),
        };
        Ok(States { text: self, asked, form })
    }

    fn never(&self, asked: Asked) -> Option<&Never> {
        match asked {
            Asked::Claim(claim) => self.program.claims.get(claim)?.never.as_ref(),
            Asked::States | Asked::Everything => None,
        }
    }
}

/// What is asked about the states of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Which are bad. A run ends where something goes wrong.
    States,
    /// Which are bad; a run goes on after a failed assertion, as with SPIN's option `-c0`.
    Everything,
    /// What the claim with this number, of those that [`Read::claims`] gives, speaks of. Runs go
    /// on after a failed assertion.
    Claim(usize),
}

impl Asked {
    /// Whether runs go on, and the claim whose propositions are told.
    fn parts(self) -> (bool, Option<usize>) {
        match self {
            Self::States => (false, None),
            Self::Everything => (true, None),
            Self::Claim(claim) => (true, Some(claim)),
        }
    }
}

fn before_the_first_step(fault: Fault) -> Stop {
    Stop(Reason::Unsupported(format!("before the first step, {}", fault.shown())))
}

/// The states of a text, for a search.
pub struct States<'a> {
    text: &'a Read,
    asked: Asked,
    form: Form<'a>,
}

enum Form<'a> {
    Compiled(ProgramSpace<'a>),
    Defined(NaiveSpace<'a>),
    WatchedCompiled(Watched<'a, ProgramSpace<'a>>),
    WatchedDefined(Watched<'a, NaiveSpace<'a>>),
}

/// A state, and where a `never` claim is, if one watches.
type Place = (State, Option<u64>);

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
            Form::WatchedCompiled(space) => space,
            Form::WatchedDefined(space) => space,
        }
    }

    /// Whether a value did not fit into its place.
    fn is_outgrown(&self) -> bool {
        match &self.form {
            Form::Compiled(space) | Form::WatchedCompiled(Watched { space, .. }) => {
                space.is_outgrown()
            }
            Form::Defined(_) | Form::WatchedDefined(_) => false,
        }
    }

    fn place(&self, words: &[u64]) -> Place {
        match &self.form {
            Form::Compiled(space) => (space.state(words).0, None),
            Form::Defined(space) => (space.state(words).0, None),
            Form::WatchedCompiled(Watched { space, .. }) => {
                let last = words.len() - 1;
                (space.state(&words[..last]).0, Some(words[last]))
            }
            Form::WatchedDefined(Watched { space, .. }) => {
                let last = words.len() - 1;
                (space.state(&words[..last]).0, Some(words[last]))
            }
        }
    }

    /// Whether the order of packed states is always the same, whoever finds them first.
    pub fn is_ordered(&self) -> bool {
        matches!(self.form, Form::Compiled(_) | Form::WatchedCompiled(_))
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
        let run: Vec<State> = run.iter().map(|words| self.place(words).0).collect();
        let Read { ast, program, source, .. } = self.text;
        let choices = choices(program, &run, ending, context)?;
        let (system, counterexample) = along((ast, program, source), &run, ending, context)?;
        Ok(Told { system, counterexample, choices })
    }

    /// Replays a run that violates a temporal property by the definition of the program, and tells
    /// it: each step with who moves, and the number of the first that repeats; nothing, if the
    /// property is false however the run goes on.
    ///
    /// # Errors
    /// If the context says so, or if it is no run of the program.
    pub fn tell_lasso(
        &self,
        initial: &[u64],
        steps: &[(ActionId, Vec<u64>)],
        cycle: Option<usize>,
        context: &Context<'_>,
    ) -> Result<Told, Stop> {
        let no_run = || Stop::internal("a run of the search is none of the program");
        let defined = self.text.defined(self.asked, context)?;
        let (space, mut here) = (defined.space(), vec![0; defined.space().words()]);
        space.initial(&mut here).map_err(|_| no_run())?;
        if defined.place(&here) != self.place(initial) {
            return Err(no_run());
        }
        let mut stepper = space.stepper();
        let mut choices = Vec::with_capacity(steps.len());
        // Where the claim moves alone, the program stays: what is left are its own steps.
        let mut run = vec![self.place(initial).0];
        let (mut repeats, mut count) = (None, 0);
        for (index, (action, words)) in steps.iter().enumerate() {
            context.check()?;
            let wanted = self.place(words);
            let mut found: Option<(u32, Vec<u64>)> = None;
            let mut number = 0;
            let told = stepper.steps(&here, &mut |mover, target| {
                if found.is_none() && mover == *action && defined.place(target) == wanted {
                    found = Some((number, target.to_vec()));
                }
                number += 1;
                Ok(())
            });
            told.map_err(|_| no_run())?;
            let (choice, target) = found.ok_or_else(no_run)?;
            choices.push(choice);
            here = target;
            if cycle == Some(index) {
                repeats = Some(count);
            }
            if !action.is_tau() {
                run.push(wanted.0);
                count += 1;
            }
        }
        let ending = match cycle {
            Some(_) => Ending::Repeats(repeats.unwrap_or(count)),
            None => Ending::Begins,
        };
        let Read { ast, program, source, .. } = self.text;
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
