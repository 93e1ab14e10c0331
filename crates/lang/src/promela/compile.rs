//! Compiling a text: what comes in, what comes out.

use surmise_model::{Context, Diagnostic, Limits, Stop, System, ValueRange};

use super::ast::Ast;
use super::flow::flow;
use super::lower::{Made, lower};
use super::parse::parse;
use super::preprocess::{Includes, PREDICATE};
use super::program::Program;
use super::run;
use super::searched::{Read, read};
use crate::in_order::in_order;
use crate::{CompileError, KeptDefinition};

/// How to compile.
#[derive(Clone, Copy)]
pub struct CompileOptions<'a> {
    /// Who reads the files that a text includes.
    pub includes: &'a dyn Includes,
    /// How many states of the whole program are looked at to find out which values there are. The
    /// context's own limit counts, too.
    pub states: u64,
    /// Whether components are found by exploring the whole program even where each can be compiled
    /// by itself.
    pub whole: bool,
    /// What values are cut to where they would be too many by themselves: these ranges and, where
    /// that is necessary, others. If there are none, nothing is cut.
    pub ranges: Option<&'a [ValueRange]>,
    /// Predicates over variables and the places of processes that no state may satisfy; each
    /// becomes a monitor and a property, named [`predicate_property`].
    pub never: &'a [String],
    /// Formulas about runs, beside those of the text.
    pub formulas: &'a [String],
}

/// What the property is called that a predicate becomes.
pub fn predicate_property(predicate: &str) -> String {
    format!("never {}", predicate.trim())
}

impl Default for CompileOptions<'_> {
    fn default() -> Self {
        Self {
            includes: &(),
            states: 20_000_000,
            whole: false,
            ranges: None,
            never: &[],
            formulas: &[],
        }
    }
}

/// A text compiled.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Its components.
    pub system: System,
    /// How they were found.
    pub made: Made,
    /// Whether the text has an assertion, be it one that always holds.
    pub asserts: bool,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// Claims that are kept and not checked yet.
    pub kept: Vec<KeptDefinition>,
}

/// Compiles a text.
///
/// # Errors
/// All mistakes in the text, or why the work was stopped.
pub fn compile(
    source: &str,
    options: &CompileOptions<'_>,
    context: &Context<'_>,
) -> Result<Compiled, CompileError> {
    compile_read(&read(source, options, context)?, options, context)
}

/// Makes components of a text that was read.
pub(super) fn compile_read(
    text: &Read,
    options: &CompileOptions<'_>,
    context: &Context<'_>,
) -> Result<Compiled, CompileError> {
    let Read { source, ast, program, diagnostics } = text;
    let states = context.limits.states.map_or(options.states, |limit| limit.min(options.states));
    let limits = Limits { states: Some(states), ..context.limits };
    let context = &Context { limits, ..*context };
    let (system, made) = lower(ast, program, source, (options.whole, options.ranges), context)?;
    let (asserts, mut diagnostics) = (program.asserts(), diagnostics.clone());
    if let Made::Explored { why: Some(why), .. } = &made {
        let message = format!("the whole program was explored to find its components: {why}");
        diagnostics.push(Diagnostic::note(message));
    }
    let kept = kept(ast);
    let about_runs = |claim: &&KeptDefinition| matches!(claim.kind, "ltl" | "never");
    for claim in kept.iter().filter(about_runs) {
        let name = if claim.name.is_empty() { String::new() } else { format!(" `{}`", claim.name) };
        let message = format!("`{}`{name} is not checked here", claim.kind);
        let help = "it is about the program as a whole, not about its components";
        diagnostics.push(Diagnostic::warning(claim.span, message).help(help));
    }
    Ok(Compiled { system, made, asserts, diagnostics, kept })
}

/// What a text declares that is about its runs, and what nobody checks yet.
pub(super) fn kept(ast: &Ast) -> Vec<KeptDefinition> {
    let claim = |kept: &super::ast::Kept| KeptDefinition {
        kind: kept.kind,
        name: kept.name.map_or_else(String::new, |name| ast.text(name).to_owned()),
        span: kept.at.span(),
    };
    ast.kept.iter().map(claim).collect()
}

/// What SPIN would say of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exploration {
    /// Whether an assertion fails.
    pub assertion: bool,
    /// Whether nothing may be able to happen although not everybody may stop.
    pub end_state: bool,
    /// What else goes wrong, in words.
    pub other: Option<&'static str>,
    /// States that SPIN stores, without any reduction.
    pub states: u64,
    /// Steps between them.
    pub transitions: u64,
    /// Steps inside of atomic sequences.
    pub atomic_steps: u64,
    /// How many states are bad end states.
    pub end_states: u64,
}

/// Reads a text up to where it could be run.
pub(crate) fn program(
    source: &str,
    options: &CompileOptions<'_>,
    context: &Context<'_>,
) -> Result<(Ast, Program, Vec<Diagnostic>), CompileError> {
    let beside = (options.never, options.formulas);
    let (ast, mut diagnostics) = parse(source, beside, options.includes, context)?;
    diagnostics.iter_mut().for_each(unplaced);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(CompileError::Wrong(diagnostics));
    }
    let (program, more) = flow(&ast, context)?;
    diagnostics.extend(more);
    diagnostics.iter_mut().for_each(unplaced);
    let diagnostics = in_order(diagnostics);
    match diagnostics.iter().any(Diagnostic::is_error) {
        true => Err(CompileError::Wrong(diagnostics)),
        false => Ok((ast, program, diagnostics)),
    }
}

/// What is wrong with a predicate has no place in the text.
fn unplaced(diagnostic: &mut Diagnostic) {
    if diagnostic.message.starts_with(PREDICATE) {
        diagnostic.span = None;
    }
}

/// Everything that can be said about a text without running it.
///
/// # Errors
/// If the context says so.
pub fn check(
    source: &str,
    includes: &dyn Includes,
    context: &Context<'_>,
) -> Result<Vec<Diagnostic>, Stop> {
    let options = CompileOptions { includes, ..CompileOptions::default() };
    match program(source, &options, context) {
        Ok((_, _, diagnostics)) | Err(CompileError::Wrong(diagnostics)) => Ok(diagnostics),
        Err(CompileError::Stopped { stop, .. }) => Err(stop),
    }
}

/// Explores all states of a text, as SPIN does without reduction.
///
/// # Errors
/// The mistakes in the text, or why the work was stopped.
pub fn explore(
    source: &str,
    includes: &dyn Includes,
    context: &Context<'_>,
) -> Result<Exploration, CompileError> {
    let options = CompileOptions { includes, ..CompileOptions::default() };
    let (_, program, _) = program(source, &options, context)?;
    let explored = run::explore(&program, context)?;
    Ok(Exploration {
        assertion: explored.faults.assertion,
        end_state: explored.faults.end_state,
        other: explored.faults.other.map(run::Fault::shown),
        states: explored.states,
        transitions: explored.transitions,
        atomic_steps: explored.atomic_steps,
        end_states: explored.end_states,
    })
}
