//! A PRISM model as components, beside a formula that is asked of it.

use std::path::PathBuf;
use std::sync::Arc;

use surmise_lang::prism::Formula;
use surmise_model::{Atom, Context, Halt, ProbabilisticSystem};

use super::options::InputOptions;
use super::probabilistic::prism;
use crate::{Attempt, Failure, Files, OptionName, Remark, Source};

/// A system, and a formula over conditions on its components.
pub struct Formulated {
    /// The components.
    pub system: ProbabilisticSystem,
    /// The conditions.
    pub atoms: Vec<Atom>,
    /// The formula.
    pub formula: Formula,
    /// What there is to say about model and formula.
    pub remarks: Vec<Remark>,
}

/// Reads a PRISM model and a formula about it.
///
/// # Errors
/// All mistakes in either; that it is no PRISM model; that it takes too long.
pub fn formulated(
    models: &[PathBuf],
    text: &str,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Formulated> {
    if !options.prism.modules.is_empty() {
        return Err(Failure::usage("a formula is about the whole model")
            .concerning(OptionName::Modules)
            .help("write the model without the other modules"));
    }
    let Some(prism) = prism(models, options, files, context)? else {
        let message = "a formula is about one PRISM model, whose variables and labels it mentions";
        let help = "other probabilistic systems become one: `surmise convert x.aut -o x.prism`";
        return Err(Failure::usage_with_help(message, help).concerning(OptionName::Property));
    };
    let model = prism.compiled()?;
    let source = Arc::new(Source::inline("property", text));
    let formula =
        model.formula(text).map_err(|diagnostics| Failure::about(&source, diagnostics))?;
    let parts = model.parts_with(&formula, context).map_err(|halt| prism.halted(halt))?;
    let atoms = parts.atoms(&formula);
    let (system, notes) = parts.system().map_err(|halt: Halt| prism.halted(halt))?;
    let remarks = model.diagnostics.iter().cloned().chain(notes);
    let remarks = remarks.map(|diagnostic| prism.remark(diagnostic)).collect();
    Ok(Formulated { system, atoms, formula, remarks })
}
