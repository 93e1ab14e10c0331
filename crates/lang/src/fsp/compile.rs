//! Compiling a text: what to compile, within which limits, and what comes out.

use surmise_model::{Diagnostic, Lts, Span, System};

use super::ast::{Ast, Composite, Definition, KeptKind, Process};
use super::check::check;
use super::explicit::{self, Composition};
use super::lower::Lowering;
use super::parse::{in_order, parse};
use crate::suggest::closest;

/// What becomes a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Granularity {
    /// Every primitive process.
    #[default]
    Leaves,
    /// Every operand of the chosen composite process, composed if it is one itself.
    Operands,
}

/// How large things may become while compiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// States: of all primitive processes together, and of every part that has to be composed.
    pub states: usize,
    /// Processes that run side by side.
    pub leaves: usize,
    /// Labels that are made: one for each transition, roughly.
    pub labels: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { states: 4_000_000, leaves: 10_000, labels: 100_000_000 }
    }
}

/// What to compile, and how.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// The process, composite or primitive. Without a name: the last composite process, or all
    /// primitive processes side by side if there is none (LTSA's `DEFAULT`).
    pub process: Option<String>,
    /// What becomes a component.
    pub granularity: Granularity,
    /// Values for constants, and for parameters of the chosen process.
    pub parameters: Vec<(String, i32)>,
    /// How large things may become.
    pub limits: Limits,
}

/// A text compiled.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The process that was compiled.
    pub process: String,
    /// Its components and properties.
    pub system: System,
    /// Whether the process asks to be minimised (`minimal ||P = …`). Its components are not: that
    /// would mean to compose them.
    pub minimal: bool,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// What the text also asks for, and what is kept for checks that do not exist yet.
    pub kept: Vec<KeptDefinition>,
}

/// A definition that is read and kept, and not checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDefinition {
    /// `progress`, `assert`, `fluent`, `constraint`, `menu`, `animation` or `import`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
}

/// A process of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessInfo {
    /// Its name.
    pub name: String,
    /// Whether it is a composite process.
    pub composite: bool,
    /// Whether it is a property.
    pub property: bool,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Where its name stands.
    pub span: Span,
}

/// LTSA's name for all primitive processes side by side.
const DEFAULT: &str = "DEFAULT";

/// The processes of a text, in order.
pub fn processes(ast: &Ast) -> Vec<ProcessInfo> {
    let info = |name: &super::ast::Name, parameters: &[super::ast::Parameter]| ProcessInfo {
        name: ast.text(name.symbol).to_owned(),
        composite: false,
        property: false,
        parameters: parameters.iter().map(|p| ast.text(p.name.symbol).to_owned()).collect(),
        span: name.at.span(),
    };
    let process = |definition: &Definition| match definition {
        Definition::Process(Process { name, parameters, keywords, .. }) => {
            Some(ProcessInfo { property: keywords.property, ..info(name, parameters) })
        }
        Definition::Composite(Composite { name, parameters, keywords, .. }) => Some(ProcessInfo {
            property: keywords.property,
            composite: true,
            ..info(name, parameters)
        }),
        _ => None,
    };
    ast.definitions.iter().filter_map(process).collect()
}

/// The definitions of a text that are kept and not checked yet.
pub fn kept(ast: &Ast) -> Vec<KeptDefinition> {
    let kept = |definition: &Definition| match definition {
        Definition::Kept(kept) => Some(KeptDefinition {
            kind: match kept.kind {
                KeptKind::Progress { .. } => "progress",
                KeptKind::Fluent { .. } => "fluent",
                KeptKind::Assert { .. } => "assert",
                KeptKind::Constraint { .. } => "constraint",
                KeptKind::Menu { .. } => "menu",
                KeptKind::Animation => "animation",
                KeptKind::Import { .. } => "import",
            },
            name: ast.text(kept.name.symbol).to_owned(),
            span: kept.name.at.span(),
        }),
        _ => None,
    };
    ast.definitions.iter().filter_map(kept).collect()
}

/// Compiles a text.
///
/// # Errors
/// All syntax errors; or all errors in the processes that the chosen one needs, with the warnings.
pub fn compile(source: &str, options: &CompileOptions) -> Result<Compiled, Vec<Diagnostic>> {
    let (ast, diagnostics) = parse(source);
    compile_ast(&ast, diagnostics, options)
}

/// Compiles a text that was parsed already, with the parser's diagnostics.
///
/// # Errors
/// As [`compile`].
pub fn compile_ast(
    ast: &Ast,
    diagnostics: Vec<Diagnostic>,
    options: &CompileOptions,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut diagnostics = diagnostics;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let chosen = match choose(ast, options.process.as_deref()) {
        Ok(chosen) => chosen,
        Err(error) => {
            diagnostics.push(*error);
            return Err(diagnostics);
        }
    };
    let name = match chosen {
        Chosen::Composite(composite) => Some(composite.name.symbol),
        Chosen::Process(process) => Some(process.name.symbol),
        Chosen::Default => None,
    };
    diagnostics.extend(check(ast, name));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(in_order(diagnostics));
    }
    let mut lowering = Lowering::new(ast, options.limits);
    lowering.evaluator.diagnostics.append(&mut diagnostics);
    let overrides = &options.parameters;
    let system = lowering.define(overrides).and_then(|()| match chosen {
        Chosen::Composite(composite) => {
            lowering.composite_system(composite, overrides, options.granularity)
        }
        Chosen::Process(process) => lowering.process_system(process, overrides),
        Chosen::Default => lowering.default_system(overrides),
    });
    diagnostics.append(&mut lowering.evaluator.diagnostics);
    let diagnostics = in_order(diagnostics);
    match system {
        Ok(system) => {
            let (process, minimal) = match chosen {
                Chosen::Composite(composite) => {
                    (ast.text(composite.name.symbol), composite.keywords.minimal)
                }
                Chosen::Process(process) => (ast.text(process.name.symbol), false),
                Chosen::Default => (DEFAULT, false),
            };
            let process = process.to_owned();
            Ok(Compiled { process, system, minimal, diagnostics, kept: kept(ast) })
        }
        Err(_) => Err(diagnostics),
    }
}

#[derive(Clone, Copy)]
enum Chosen<'a> {
    Composite(&'a Composite),
    Process(&'a Process),
    Default,
}

fn choose<'a>(ast: &'a Ast, name: Option<&str>) -> Result<Chosen<'a>, Box<Diagnostic>> {
    let composites = || {
        ast.definitions.iter().filter_map(|definition| match definition {
            Definition::Composite(composite) => Some(composite),
            _ => None,
        })
    };
    let processes = || {
        ast.definitions.iter().filter_map(|definition| match definition {
            Definition::Process(process) => Some(process),
            _ => None,
        })
    };
    let Some(name) = name else {
        return match (composites().next_back(), processes().next()) {
            (Some(composite), _) => Ok(Chosen::Composite(composite)),
            (None, Some(_)) => Ok(Chosen::Default),
            (None, None) => {
                let message = "the text defines no process";
                Err(Box::new(Diagnostic::error(Span::default(), message)))
            }
        };
    };
    if let Some(composite) = composites().find(|c| ast.text(c.name.symbol) == name) {
        return Ok(Chosen::Composite(composite));
    }
    if let Some(process) = processes().find(|p| ast.text(p.name.symbol) == name) {
        return Ok(Chosen::Process(process));
    }
    if name == DEFAULT && processes().next().is_some() {
        return Ok(Chosen::Default);
    }
    let known = composites().map(|c| c.name).chain(processes().map(|p| p.name));
    let help = closest(name, known.map(|known| ast.text(known.symbol)));
    let message = format!("there is no process `{name}`");
    let mut error = Diagnostic::error(Span::default(), message);
    error.help = help.map(|name| format!("did you mean `{name}`?"));
    Err(Box::new(error))
}

/// An LTS made as small as `minimal` in front of a composite process asks for.
///
/// # Errors
/// A sentence that says why, if that takes too much room.
pub fn minimal(lts: &Lts) -> Result<Lts, String> {
    explicit::minimise(lts).map_err(|error| error.to_string())
}

/// The composition of all components and properties as LTSA builds it, as one explicit LTS: hidden
/// actions are τ, the tuples in which everybody has ended are one state, and a process that asks to
/// be minimised is.
///
/// # Errors
/// A sentence that says why, if it has more than `limit` states.
pub fn composition(compiled: &Compiled, limit: usize) -> Result<Lts, String> {
    let system = &compiled.system;
    let properties: Result<Vec<Lts>, _> =
        system.properties.iter().map(|property| explicit::complete(&property.lts)).collect();
    let properties = properties.map_err(|error| error.to_string())?;
    let components = system.components.iter().map(|component| &component.lts);
    let parts: Vec<&Lts> = components.chain(&properties).collect();
    let composition = Composition { parts: &parts, silent: &system.hidden, order: None, limit };
    let composed = explicit::compose(&composition).and_then(|lts| match compiled.minimal {
        true => explicit::minimise(&lts),
        false => Ok(lts),
    });
    composed.map_err(|error| error.to_string())
}
