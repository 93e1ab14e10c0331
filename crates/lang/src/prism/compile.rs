//! Compiling a text: what to compile, and what comes out.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Diagnostic, Halt, ProbabilisticSystem, Span};

use super::ast::{Ast, ModelKind};
use super::components::{Parts, parts};
use super::formula::Formula;
use super::lower::{Lowered, lower};
use super::parse::parse;
use super::program::Program;
use super::resolve::Item;
use super::space::Space;
use crate::in_order::in_order;
use crate::suggest::closest;

/// What to compile, and how.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// Values for constants that have none in the text: `("N", "3")`, `("p", "1/3")`.
    pub constants: Vec<(String, String)>,
    /// Constants that the text need not have: properties declare them.
    pub elsewhere: Vec<String>,
}

/// A model compiled.
#[derive(Debug, Clone)]
pub struct Model<'s> {
    pub(super) ast: Ast<'s>,
    pub(super) program: Program,
    pub(super) names: IndexMap<&'s str, Item, FxBuildHasher>,
    /// The values that were given to constants.
    pub(super) given: Vec<(String, String)>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a text.
///
/// # Errors
/// All syntax errors; or all other mistakes that can be seen without running the model, with the
/// warnings.
pub fn compile<'s>(
    source: &'s str,
    options: &CompileOptions,
) -> Result<Model<'s>, Vec<Diagnostic>> {
    let (ast, mut diagnostics) = parse(source);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let Lowered { program, names, diagnostics: more } =
        lower(&ast, &options.constants, &options.elsewhere);
    diagnostics.extend(more);
    let diagnostics = in_order(diagnostics);
    match diagnostics.iter().any(Diagnostic::is_error) {
        true => Err(diagnostics),
        false => {
            let given = options.constants.clone();
            Ok(Model { ast, program, names, given, diagnostics })
        }
    }
}

impl Model<'_> {
    /// What kind of model it is.
    pub fn kind(&self) -> ModelKind {
        self.program.kind
    }

    /// Whether it is a Markov chain.
    pub fn is_chain(&self) -> bool {
        self.program.kind == ModelKind::Dtmc
    }

    /// The names of the modules.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.program.modules.iter().map(|module| module.name.as_str())
    }

    /// The names of the labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.program.labels.iter().map(|(name, _)| name.as_str())
    }

    /// The names of the reward structures, with their places.
    pub fn rewards(&self) -> impl Iterator<Item = (Option<&str>, Span)> {
        self.ast.rewards.iter().map(|r| (r.name.map(|name| name.text), r.at.span()))
    }

    /// The states of the whole model.
    ///
    /// # Errors
    /// If there are too many different probabilities in the text.
    pub fn space(&self) -> Result<Space<'_>, Halt> {
        let modules: Vec<usize> = (0..self.program.modules.len()).collect();
        Space::new(&self.program, &modules)
    }

    /// The modules as components, one by one; those with a module of the given names, or all if
    /// there are none.
    ///
    /// # Errors
    /// If a name is no module's, or the model has several initial states.
    pub fn parts(&self, modules: &[String], context: &Context<'_>) -> Result<Parts, Halt> {
        if let Some(unknown) = modules.iter().find(|name| self.modules().all(|m| m != **name)) {
            let message = format!("there is no module `{unknown}`");
            let mut error = Diagnostic::error(Span::default(), message);
            let names: Vec<&str> = self.modules().take(8).collect();
            error.help = Some(match closest(unknown, self.modules()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("there are {}", names.join(", ")),
            });
            return Err(Halt::Fault(Box::new(Diagnostic { span: None, ..error })));
        }
        parts(&self.program, modules, None, context)
    }

    /// All modules as components, with the conditions of a formula about this model.
    ///
    /// # Errors
    /// If the model has several initial states.
    pub fn parts_with(&self, formula: &Formula, context: &Context<'_>) -> Result<Parts, Halt> {
        parts(&self.program, &[], Some(formula), context)
    }

    /// The modules as components of a system, with notes.
    ///
    /// # Errors
    /// As [`parts`](Self::parts); or if a component is wrong in some state that it reaches alone,
    /// or the context says stop.
    pub fn components(
        &self,
        modules: &[String],
        context: &Context<'_>,
    ) -> Result<(ProbabilisticSystem, Vec<Diagnostic>), Halt> {
        self.parts(modules, context)?.system()
    }
}
