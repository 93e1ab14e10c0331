//! From the tree to a program: names become numbers, statements become graphs of steps.
//!
//! The graphs are SPIN's, location by location, because the number of states depends on them:
//! which jumps are steps and which are not, where an `atomic` ends, which locations an `end` label
//! marks, in which order steps are tried. Holzmann, *The SPIN Model Checker* (2004), and the tables
//! that `spin -a` writes, are the reference. In reading order: `types` (layout of variables),
//! `scope` (names), `expression`, `element` (statements as SPIN's elements), `graph` (elements to
//! steps).

mod atomic;
mod claim;
mod counting;
mod element;
mod expression;
mod graph;
mod process;
mod scope;
mod selection;
mod types;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Diagnostic, Stop};

use super::ast::{Ast, Expression, Type};
use super::parse::placed;
use super::program::{Expr, Program, Slot, Start};
use super::token::{At, Symbol};
use scope::{Frame, Variable};
use types::Record;

use crate::outline::Tracer;

/// How many slots all variables of one scope may take.
pub(crate) const MAX_SLOTS: usize = 100_000;

/// What a counter is called that a `for` over a channel needs.
pub(crate) const HIDDEN: &str = "_for";

/// How many processes may run from the start, as in SPIN.
const MAX_PROCESSES: i32 = 255;

/// Makes a program of a tree. Every mistake is among the diagnostics.
///
/// # Errors
/// If the context says so.
pub(crate) fn flow(ast: &Ast, context: &Context<'_>) -> Result<(Program, Vec<Diagnostic>), Stop> {
    let (program, diagnostics, _) = flow_traced(ast, context)?;
    Ok((program, diagnostics))
}

/// The same, with what was found out about variables: where they are declared and used.
///
/// # Errors
/// If the context says so.
pub(crate) fn flow_traced(
    ast: &Ast,
    context: &Context<'_>,
) -> Result<(Program, Vec<Diagnostic>, Tracer), Stop> {
    let mut flow = Flow {
        ast,
        program: Program::default(),
        constants: IndexMap::default(),
        records: IndexMap::default(),
        globals: IndexMap::default(),
        frame: None,
        in_claim: false,
        remote: Vec::new(),
        tracer: Tracer::default(),
        diagnostics: Vec::new(),
    };
    flow.message_types();
    flow.record_types();
    flow.global_variables();
    flow.signatures();
    for index in 0..ast.processes.len() {
        context.check()?;
        flow.process(index);
    }
    flow.activate();
    flow.predicates();
    flow.claims();
    flow.remote_labels();
    Ok((flow.program, flow.diagnostics, flow.tracer))
}

/// A mistake that was reported already.
#[derive(Debug)]
pub(crate) struct Reported;

pub(crate) type Flowed<T> = Result<T, Reported>;

struct Flow<'a> {
    ast: &'a Ast,
    program: Program,
    /// The names of message types.
    constants: IndexMap<Symbol, i32, FxBuildHasher>,
    records: IndexMap<Symbol, Record, FxBuildHasher>,
    globals: IndexMap<Symbol, Variable, FxBuildHasher>,
    /// The process whose names are being looked up.
    frame: Option<Frame>,
    /// Whether it is a claim in which they are looked up.
    in_claim: bool,
    /// The labels of other processes that are referred to, to be checked when all are known.
    remote: Vec<(usize, Symbol, At)>,
    /// Where variables are declared and used.
    tracer: Tracer,
    diagnostics: Vec<Diagnostic>,
}

impl Flow<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.ast.text(symbol)
    }

    fn error(&mut self, at: At, message: impl Into<String>) -> Reported {
        let message = placed(self.ast, at, message.into());
        self.diagnostics.push(Diagnostic::error(at.span(), message));
        Reported
    }

    fn warning(&mut self, at: At, message: impl Into<String>) {
        let message = placed(self.ast, at, message.into());
        self.diagnostics.push(Diagnostic::warning(at.span(), message));
    }

    fn help(&mut self, help: impl Into<String>) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some(help.into());
        }
    }

    /// SPIN numbers the names of all declarations of a set from the last to the first.
    fn message_types(&mut self) {
        let mut counts: IndexMap<Option<Symbol>, i32, FxBuildHasher> = IndexMap::default();
        for declaration in &self.ast.mtypes {
            let before = counts.entry(declaration.set).or_insert(0);
            let first = *before + 1;
            *before += declaration.names.len() as i32;
            let ids = (first..=*before).rev();
            let total = *before;
            let clashes: Vec<At> = declaration
                .names
                .iter()
                .zip(ids)
                .filter_map(|(&(name, at), id)| self.constants.insert(name, id).map(|_| at))
                .collect();
            for at in clashes {
                self.error(at, "this message type is declared twice");
            }
            if total > 255 {
                let at = declaration.names[0].1;
                self.error(at, "there are more than 255 message types");
            }
        }
        let mut shown: Vec<(i32, String)> = Vec::new();
        for (&name, &value) in &self.constants {
            shown.push((value, self.ast.text(name).to_owned()));
        }
        shown.sort();
        // A value that two sets share has no name of its own.
        let doubled = |value: i32| shown.iter().filter(|(other, _)| *other == value).count() > 1;
        self.program.mtypes = match shown.len() <= 1000 {
            true => shown.iter().filter(|(value, _)| !doubled(*value)).cloned().collect(),
            false => Vec::new(),
        };
    }

    fn global_variables(&mut self) {
        let ast = self.ast;
        let mut slots = Vec::new();
        for declaration in &ast.globals {
            if let Some(first) = self.globals.get(&declaration.name).map(|variable| variable.at) {
                let text = self.text(declaration.name).to_owned();
                self.error(declaration.at, format!("`{text}` is declared twice"));
                if let Some(last) = self.diagnostics.last_mut() {
                    last.related.push((first.span(), "first here".to_owned()));
                }
                continue;
            }
            let Ok((variable, starts)) = self.declare(declaration, &mut slots, true) else {
                continue;
            };
            self.declared(declaration);
            self.globals.insert(declaration.name, variable);
            self.program.starts.extend(starts);
        }
        self.program.globals = slots;
    }

    /// What may not be true of any state. A predicate is seen by nobody and changes nothing.
    fn predicates(&mut self) {
        let ast = self.ast;
        self.frame = None;
        for (text, predicate) in &ast.predicates {
            let Ok(made) = self.expression(predicate) else { continue };
            self.frame = None;
            if let Some(what) = beyond_states(&made) {
                self.error(predicate.at, format!("{what} says nothing about a state"));
                continue;
            }
            self.program.predicates.push((text.clone(), made));
        }
    }

    /// Says once which slots are too many.
    fn room(&mut self, at: At, slots: &[Slot], more: usize) -> Flowed<()> {
        if slots.len().saturating_add(more) > MAX_SLOTS {
            let message = format!("the variables take more than {MAX_SLOTS} places");
            return Err(self.error(at, message));
        }
        Ok(())
    }

    fn activate(&mut self) {
        let ast = self.ast;
        let mut active: Vec<usize> = Vec::new();
        for (index, process) in ast.processes.iter().enumerate() {
            if !process.is_active {
                continue;
            }
            let count = match &process.active {
                Some(count) => self.constant(count).unwrap_or(0),
                None => 1,
            };
            if count < 0 || active.len() as i32 + count > MAX_PROCESSES {
                let at = process.active.as_ref().map_or(process.at, |count| count.at);
                self.error(at, format!("more than {MAX_PROCESSES} processes"));
                return;
            }
            active.extend(std::iter::repeat_n(index, count as usize));
        }
        if ast.processes.is_empty() {
            self.diagnostics.push(Diagnostic::error(
                surmise_model::Span::default(),
                "the text defines no process",
            ));
        } else if active.is_empty() {
            self.error(ast.processes[0].at, "no process runs");
            self.help("write `active` in front of a `proctype`, or add `init { run … }`");
        }
        self.program.active = active;
    }

    /// The value of a constant expression.
    fn constant(&mut self, expression: &Expression) -> Flowed<i32> {
        let at = expression.at;
        let made = self.expression(expression)?;
        match super::run::constant(&made) {
            Some(value) => Ok(value),
            None => {
                let reported = self.error(at, "this must be a constant");
                Err(reported)
            }
        }
    }
}

/// What is in an expression that a state alone does not tell.
fn beyond_states(expression: &Expr) -> Option<&'static str> {
    match expression {
        Expr::Number(_)
        | Expr::Variable(_)
        | Expr::Running
        | Expr::Marked(_)
        | Expr::At { .. }
        | Expr::Test(..)
        | Expr::Poll { .. }
        | Expr::Peek { .. } => None,
        Expr::Unary(_, value) => beyond_states(value),
        Expr::Binary(_, pair) => beyond_states(&pair.0).or_else(|| beyond_states(&pair.1)),
        Expr::Conditional(three) => {
            let (condition, yes, no) = &**three;
            beyond_states(condition).or_else(|| beyond_states(yes)).or_else(|| beyond_states(no))
        }
        Expr::Run { .. } => Some("`run`"),
        Expr::Timeout => Some("`timeout`"),
        Expr::OwnNumber => Some("`_pid`"),
    }
}

/// Start values that are not zero anyway.
type Starts = Vec<(u32, Start)>;

/// A type of one number.
fn is_simple(kind: Type) -> bool {
    !matches!(kind, Type::Named(_))
}
