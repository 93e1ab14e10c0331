//! Compiling a text: what to compile, within which limits, and what comes out.

use rustc_hash::FxHashSet;
use surmise_model::{Context, Diagnostic, Lts, Severity, Span, Stop, System};

use super::ast::{Ast, Composite, Definition, KeptKind, Keywords, Process};
use super::check::check;
use super::lower::Lowering;
use super::parse::parse;
use super::token::At;
use crate::composition::compose;
use crate::explicit;
use crate::in_order::in_order;
use crate::suggest::closest;
use crate::{CompileError, KeptDefinition};

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
pub struct SizeLimits {
    /// States: of all primitive processes together, and of every part that has to be composed.
    pub states: usize,
    /// Processes that run side by side.
    pub leaves: usize,
    /// Labels that are made: one for each transition, roughly.
    pub labels: u64,
}

impl Default for SizeLimits {
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
    pub limits: SizeLimits,
}

/// A text compiled.
#[derive(Debug, Clone, Default)]
pub struct Compiled {
    /// The process that was compiled.
    pub process: String,
    /// The values of its parameters, as they are written.
    pub parameters: Vec<(String, String)>,
    /// Its components and properties.
    pub system: System,
    /// What the process asks for as a whole (`minimal ||P = …`). Nothing of it is done to its
    /// components: that would mean to compose them.
    pub reduction: Option<Reduction>,
    /// Warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// What the text also asks for, and what is kept for checks that do not exist yet.
    pub kept: Vec<KeptDefinition>,
    /// Properties that the text defines and the process does not contain. To have one, compile it
    /// by its name.
    pub unused_properties: Vec<ProcessInfo>,
    /// The composite processes of the text but the one that was compiled.
    pub other_composites: Vec<ProcessInfo>,
}

/// What a composite process may ask for as a whole. LTSA's safety check ignores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// `minimal`
    Minimal,
    /// `deterministic`
    Deterministic,
}

impl Reduction {
    /// What the composition, its hidden actions being τ, becomes.
    ///
    /// # Errors
    /// Why it had to stop; [`Reason::Unsupported`](surmise_model::Reason::Unsupported) if that
    /// takes too much room.
    pub fn apply(self, lts: &Lts, context: &Context<'_>) -> Result<Lts, Stop> {
        Ok(match self {
            Self::Minimal => explicit::minimise(lts, context)?,
            Self::Deterministic => explicit::trace_minimise(lts, usize::MAX, context)?,
        })
    }
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

/// Those of them that were not understood, and those that nothing is known to do with.
fn kept_unchecked(ast: &Ast, lowering: &Lowering<'_>) -> Vec<KeptDefinition> {
    let is_left =
        |kept: &KeptDefinition| kept.kind != "fluent" && !lowering.readable.contains(&kept.span);
    kept(ast).into_iter().filter(is_left).collect()
}

/// Compiles a text.
///
/// # Errors
/// All syntax errors; or all errors in the processes that the chosen one needs, with the warnings.
/// Or the compiler was stopped.
pub fn compile(
    source: &str,
    options: &CompileOptions,
    context: &Context<'_>,
) -> Result<Compiled, CompileError> {
    let (ast, diagnostics) = parse(source, context)?;
    compile_ast(&ast, diagnostics, options, context)
}

/// Compiles a text that was parsed already, with the parser's diagnostics.
///
/// # Errors
/// As [`compile`].
pub fn compile_ast(
    ast: &Ast,
    diagnostics: Vec<Diagnostic>,
    options: &CompileOptions,
    context: &Context<'_>,
) -> Result<Compiled, CompileError> {
    let mut diagnostics = diagnostics;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(CompileError::Wrong(diagnostics));
    }
    let chosen = match choose(ast, options.process.as_deref()) {
        Ok(chosen) => chosen,
        Err(error) => {
            diagnostics.push(*error);
            return Err(CompileError::Wrong(diagnostics));
        }
    };
    let name = match chosen {
        Chosen::Composite(composite) => Some(composite.name.symbol),
        Chosen::Process(process) => Some(process.name.symbol),
        Chosen::Default => None,
    };
    diagnostics.extend(check(ast, name, context)?);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(CompileError::Wrong(in_order(diagnostics)));
    }
    let mut lowering = Lowering::new(ast, options.limits, context);
    lowering.evaluator.diagnostics.append(&mut diagnostics);
    let overrides = &options.parameters;
    let system = lowering.define(overrides).and_then(|()| {
        lowering.read_temporal();
        let mut system = match chosen {
            Chosen::Composite(composite) => {
                lowering.composite_system(composite, overrides, options.granularity)
            }
            Chosen::Process(process) => lowering.process_system(process, overrides),
            Chosen::Default => lowering.default_system(overrides),
        }?;
        lowering.give_temporal(&mut system)?;
        Ok(system)
    });
    if let Some(stop) = lowering.evaluator.stopped.take() {
        let progress = Some(Box::new(lowering.progress()));
        return Err(CompileError::Stopped { stop, progress });
    }
    lowering.tell_out_of_range();
    diagnostics.append(&mut lowering.evaluator.diagnostics);
    let diagnostics = in_order(diagnostics);
    match system {
        Ok(system) => {
            let (process, reduction) = match chosen {
                Chosen::Composite(composite) => {
                    (ast.text(composite.name.symbol), reduction(composite.keywords))
                }
                Chosen::Process(process) => (ast.text(process.name.symbol), None),
                Chosen::Default => (DEFAULT, None),
            };
            let (unused_properties, other_composites) = others(ast, chosen, &lowering);
            let process = process.to_owned();
            let parameters = match chosen {
                Chosen::Default => Vec::new(),
                _ => std::mem::take(&mut lowering.parameters),
            };
            Ok(Compiled {
                process,
                parameters,
                system,
                reduction,
                diagnostics,
                kept: kept_unchecked(ast, &lowering),
                unused_properties,
                other_composites,
            })
        }
        Err(_) => Err(CompileError::Wrong(diagnostics)),
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
                let error = Diagnostic::note("the text defines no process");
                Err(Box::new(Diagnostic { severity: Severity::Error, ..error }))
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
    let known: Vec<&str> = known.map(|known| ast.text(known.symbol)).collect();
    Err(Box::new(unknown(format!("there is no process `{name}`"), "processes", name, &known)))
}

/// How many names a message lists.
const LISTED: usize = 20;

/// An error about a name that does not stand in the text, with what was probably meant and what
/// there is.
pub(crate) fn unknown(message: String, kind: &str, name: &str, known: &[&str]) -> Diagnostic {
    let mut shown = known.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
    if known.len() > LISTED {
        shown.push_str(", …");
    }
    let list = match known.is_empty() {
        true => format!("there are no {kind}"),
        false => format!("the {kind} are {shown}"),
    };
    let help = match closest(name, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`? {list}"),
        None => list,
    };
    Diagnostic { severity: Severity::Error, ..Diagnostic::note(message) }.help(help)
}

/// The properties that the chosen process does not contain, and the other composite processes.
fn others(
    ast: &Ast,
    chosen: Chosen<'_>,
    lowering: &Lowering<'_>,
) -> (Vec<ProcessInfo>, Vec<ProcessInfo>) {
    let chosen = match chosen {
        Chosen::Composite(composite) => Some(composite.name.at.span()),
        Chosen::Process(_) | Chosen::Default => None,
    };
    let used: FxHashSet<Span> = lowering.used_names().map(At::span).collect();
    let processes = processes(ast);
    let unused = processes.iter().filter(|info| info.property && !used.contains(&info.span));
    let composites = processes.iter().filter(|info| info.composite && Some(info.span) != chosen);
    (unused.cloned().collect(), composites.cloned().collect())
}

/// What is left to do for a composite process that is compiled as a whole.
fn reduction(keywords: Keywords) -> Option<Reduction> {
    match keywords {
        // Already a property, which is deterministic.
        Keywords { property: true, .. } => None,
        Keywords { deterministic: true, .. } => Some(Reduction::Deterministic),
        Keywords { minimal: true, .. } => Some(Reduction::Minimal),
        _ => None,
    }
}

/// The [composition](compose) of what was compiled, with what the process asks for as a whole.
///
/// # Errors
/// As [`compose`] and [`Reduction::apply`].
pub fn composition(compiled: &Compiled, context: &Context<'_>) -> Result<Lts, Stop> {
    let lts = compose(&compiled.system, context)?;
    match compiled.reduction {
        Some(reduction) => reduction.apply(&lts, context),
        None => Ok(lts),
    }
}
