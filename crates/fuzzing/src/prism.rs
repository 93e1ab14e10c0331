//! Any text as a PRISM model.

use surmise_lang::prism::{CompileOptions, compile, outline};
use surmise_model::Halt;

use crate::{assert_inside, assert_outlined, assert_refused, few_states};

/// Compiles a text and builds its modules.
///
/// # Panics
/// If the compiler is wrong.
pub fn prism(source: &str) {
    let diagnostics = match compile(source, &CompileOptions::default()) {
        Err(diagnostics) => {
            assert_refused(&diagnostics);
            diagnostics
        }
        Ok(model) => match model.components(&[], &few_states()) {
            Err(Halt::Fault(fault)) => vec![*fault],
            Err(Halt::Stop(_)) | Ok(_) => model.diagnostics,
        },
    };
    assert_inside(source, &diagnostics);
    assert_outlined(source, &outline(source));
}
