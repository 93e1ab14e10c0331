//! Static checks: every name that means nothing, every definition that is there twice, every call
//! with the wrong number of parameters, in the whole text at once.
//!
//! An error in a definition that the chosen process does not need is reported as a warning: LTSA
//! compiles such files, and so do we.

mod labels;
mod processes;
mod traced;

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{Context, Diagnostic, Severity, Stop};

use super::ast::{Ast, Definition, Name, Parameter};
use super::token::{At, Symbol};
use crate::suggest::closest;
use traced::Traced;

pub use traced::outline;

/// What is wrong with a text, and whether the chosen process can be compiled nevertheless.
///
/// `chosen` is the process that is to be compiled; `None` means all of them.
///
/// # Errors
/// Why it had to stop.
pub(crate) fn check(
    ast: &Ast,
    chosen: Option<Symbol>,
    context: &Context<'_>,
) -> Result<Vec<Diagnostic>, Stop> {
    run(&mut Checker::new(ast, context), chosen)
}

/// Does it, and leaves in the checker what it found out about names.
fn run<'a>(checker: &mut Checker<'a>, chosen: Option<Symbol>) -> Result<Vec<Diagnostic>, Stop> {
    let (ast, context) = (checker.ast, checker.context);
    checker.duplicates();
    // Definitions that are there twice make all else ambiguous: they stay errors.
    let mut result = std::mem::take(&mut checker.diagnostics);
    let mut found: Vec<(Symbol, Vec<Diagnostic>)> = Vec::new();
    for definition in &ast.definitions {
        let name = match definition {
            Definition::Process(process) => {
                checker.process(process)?;
                process.name.symbol
            }
            Definition::Composite(composite) => {
                context.check()?;
                checker.composite(composite);
                composite.name.symbol
            }
            _ => continue,
        };
        checker.calls.entry(name).or_default().append(&mut checker.current);
        found.push((name, std::mem::take(&mut checker.diagnostics)));
    }
    let needed = chosen.map(|chosen| checker.needed(chosen));
    for (name, diagnostics) in found {
        let demote = needed.as_ref().is_some_and(|needed| !needed.contains(&name));
        result.extend(diagnostics.into_iter().map(|mut diagnostic| {
            if demote && diagnostic.is_error() {
                diagnostic.severity = Severity::Warning;
                let text = ast.text(name);
                let help = format!("`{text}` is not needed here and was left out");
                diagnostic.help.get_or_insert(help);
            }
            diagnostic
        }));
    }
    Ok(result)
}

/// For how many unknown names the closest one is looked for, and among how many.
const MAX_SUGGESTIONS: usize = 100;
const MAX_CANDIDATES: usize = 10_000;

/// An index and what is around it.
struct Index {
    name: Symbol,
    at: At,
    around: Scope,
}

/// The innermost index of a place, or none.
type Scope = Option<u32>;

struct Checker<'a> {
    ast: &'a Ast,
    context: &'a Context<'a>,
    constants: FxHashSet<Symbol>,
    ranges: FxHashSet<Symbol>,
    sets: FxHashSet<Symbol>,
    /// The parameters of processes and composite processes.
    processes: FxHashMap<Symbol, &'a [Parameter]>,
    composites: FxHashMap<Symbol, &'a [Parameter]>,
    /// Constraints and imported processes.
    kept: FxHashSet<Symbol>,
    /// The parameters of the definition at hand.
    parameters: &'a [Parameter],
    /// All indices of the definition at hand.
    indices: Vec<Index>,
    /// Who calls whom, and the calls of the definition at hand.
    calls: FxHashMap<Symbol, Vec<Symbol>>,
    current: Vec<Symbol>,
    diagnostics: Vec<Diagnostic>,
    suggestions: usize,
    /// By symbol, the last process that has a local process of that name; processes count from one.
    locals: Vec<u32>,
    process: u32,
    /// What is defined where and used where, if somebody wants to know.
    traced: Option<Traced<'a>>,
}

impl<'a> Checker<'a> {
    fn new(ast: &'a Ast, context: &'a Context<'a>) -> Self {
        let mut checker = Self {
            ast,
            context,
            constants: FxHashSet::default(),
            ranges: FxHashSet::default(),
            sets: FxHashSet::default(),
            processes: FxHashMap::default(),
            composites: FxHashMap::default(),
            kept: FxHashSet::default(),
            parameters: &[],
            indices: Vec::new(),
            calls: FxHashMap::default(),
            current: Vec::new(),
            diagnostics: Vec::new(),
            suggestions: 0,
            locals: vec![0; ast.names.len()],
            process: 0,
            traced: None,
        };
        for definition in &ast.definitions {
            match definition {
                Definition::Constant { name, .. } => {
                    checker.constants.insert(name.symbol);
                }
                Definition::Range { name, .. } => {
                    checker.ranges.insert(name.symbol);
                }
                Definition::Set { name, .. } => {
                    checker.sets.insert(name.symbol);
                }
                Definition::Process(process) => {
                    checker.processes.insert(process.name.symbol, &process.parameters);
                }
                Definition::Composite(composite) => {
                    checker.composites.insert(composite.name.symbol, &composite.parameters);
                }
                Definition::Kept(kept) => {
                    checker.kept.insert(kept.name.symbol);
                }
            }
        }
        checker
    }

    /// Names that are defined twice among things of one kind.
    fn duplicates(&mut self) {
        let mut first: FxHashMap<(&str, Symbol), At> = FxHashMap::default();
        for definition in &self.ast.definitions {
            let (kind, name): (&str, &Name) = match definition {
                Definition::Constant { name, .. } => ("constant", name),
                Definition::Range { name, .. } => ("range", name),
                Definition::Set { name, .. } => ("set", name),
                Definition::Process(process) => ("process", &process.name),
                Definition::Composite(composite) => ("composite process", &composite.name),
                Definition::Kept(_) => continue,
            };
            if let Some(other) = first.insert((kind, name.symbol), name.at) {
                let message =
                    format!("the {kind} `{}` is defined twice", self.ast.text(name.symbol));
                let error = Diagnostic::error(name.at.span(), message)
                    .label("defined again")
                    .related(other.span(), "defined first");
                self.diagnostics.push(error);
            }
        }
    }

    /// The processes that one needs, itself included.
    fn needed(&self, chosen: Symbol) -> FxHashSet<Symbol> {
        let mut needed = FxHashSet::default();
        let mut work = vec![chosen];
        while let Some(name) = work.pop() {
            if needed.insert(name) {
                work.extend(self.calls.get(&name).into_iter().flatten());
            }
        }
        needed
    }

    fn error(&mut self, at: At, message: String, help: Option<String>) {
        let mut error = Diagnostic::error(at.span(), message);
        error.help = help;
        self.diagnostics.push(error);
    }

    /// An error about an unknown name, with the closest known one; for the first of them only, for
    /// a text may have as many unknown names as known ones.
    fn unknown(
        &mut self,
        at: At,
        message: String,
        name: Symbol,
        known: impl FnOnce(&Self) -> Vec<Symbol>,
    ) {
        let mut help = None;
        if self.suggestions < MAX_SUGGESTIONS {
            self.suggestions += 1;
            let known = known(self);
            let known = known.iter().take(MAX_CANDIDATES).map(|&known| self.ast.text(known));
            help = closest(self.ast.text(name), known);
        }
        let help = help.map(|name| format!("did you mean `{name}`?"));
        self.error(at, message, help);
    }
}
