//! The values of constants and ranges, for whoever points at one in an editor.

use surmise_model::{Context, Diagnostic, Span, Stop};

use super::ast::Definition;
use super::compile::SizeLimits;
use super::evaluate::Value;
use super::lower::Lowering;
use super::parse::parse;

/// Where each constant and range is defined, and what it comes to in words. Those that come to
/// nothing are left out, and all of them in a text that cannot be read.
///
/// # Errors
/// Why it had to stop.
pub fn constants(source: &str, context: &Context<'_>) -> Result<Vec<(Span, String)>, Stop> {
    let (ast, diagnostics) = parse(source, context)?;
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Ok(Vec::new());
    }
    let mut lowering = Lowering::new(&ast, SizeLimits::default(), context);
    // What fails is said elsewhere; the others have their values.
    let _ = lowering.define(&[]);
    if let Some(stop) = lowering.evaluator.stopped.take() {
        return Err(stop);
    }
    let value = |definition: &Definition| match definition {
        Definition::Constant { name, .. } => {
            match lowering.evaluator.constant_value(name.symbol)? {
                Value::Int(value) => Some((name.at.span(), value.to_string())),
                Value::Label(label) => {
                    Some((name.at.span(), lowering.evaluator.actions.name(label).to_owned()))
                }
            }
        }
        Definition::Range { name, .. } => {
            let (low, high) = lowering.evaluator.range_value(name.symbol)?;
            Some((name.at.span(), format!("{low}..{high}")))
        }
        _ => None,
    };
    Ok(ast.definitions.iter().filter_map(value).collect())
}
