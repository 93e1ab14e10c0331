//! Any text as FSP.

use surmise_lang::CompileError;
use surmise_lang::fsp::{CompileOptions, SizeLimits, compile, outline, write_system};
use surmise_model::Context;

use crate::{assert_inside, assert_outlined, assert_refused};

/// Compiles a text, within limits of its own, and what is written of the system.
///
/// # Panics
/// If the compiler is wrong.
pub fn fsp(source: &str) {
    let context = Context::unlimited();
    let limits = SizeLimits { states: 2_000, leaves: 50, labels: 20_000 };
    let options = CompileOptions { limits, ..CompileOptions::default() };
    let diagnostics = match compile(source, &options, &context) {
        Ok(compiled) => {
            let text = write_system("System", &compiled.system);
            let again = compile(&text, &CompileOptions::default(), &context);
            assert!(again.is_ok(), "{again:?}\n{text}");
            compiled.diagnostics
        }
        Err(CompileError::Wrong(diagnostics)) => {
            assert_refused(&diagnostics);
            diagnostics
        }
        Err(CompileError::Stopped { stop, .. }) => panic!("{stop:?} without limits"),
    };
    assert_inside(source, &diagnostics);
    assert_outlined(source, &outline(source, &context).expect("there are no limits"));
}
