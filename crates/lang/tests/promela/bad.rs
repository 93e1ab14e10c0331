//! Malformed models and the diagnostics they get.
//!
//! Beside every `NAME.pml` stands `NAME.diagnostics`; `SURMISE_BLESS=1` rewrites them.

use surmise_lang::promela::check;
use surmise_model::Context;
use surmise_testing::{assert_diagnostics, corpus_folder};

use super::Beside;

#[test]
fn malformed_models_get_their_diagnostics() {
    let beside = Beside(corpus_folder("bad/promela"));
    assert_diagnostics("bad/promela", "pml", |source| {
        check(source, &beside, &Context::unlimited()).expect("unlimited")
    });
}
