//! Any text as Promela.

use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, check, compile, outline, write_system};
use surmise_model::{Context, Diagnostic};

use crate::{assert_inside, assert_outlined, assert_refused, few_states};

/// Compiles a text, and reads what is written of the system.
///
/// # Panics
/// If the compiler is wrong.
pub fn promela(source: &str) {
    let outlined = outline(source, &(), &Context::unlimited()).expect("there are no limits");
    assert_outlined(source, &outlined);
    let diagnostics = match compile(source, &CompileOptions::default(), &few_states()) {
        Ok(compiled) => {
            let text = write_system("System", &compiled.system);
            let again = check(&text, &(), &Context::unlimited()).expect("there are no limits");
            assert!(!again.iter().any(Diagnostic::is_error), "{again:?}\n{text}");
            compiled.diagnostics
        }
        Err(CompileError::Wrong(diagnostics)) => {
            assert_refused(&diagnostics);
            diagnostics
        }
        Err(CompileError::Stopped { .. }) => return,
    };
    assert_inside(source, &diagnostics);
}
