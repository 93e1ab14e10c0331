//! Malformed models and the diagnostics they get.
//!
//! Beside every `NAME.prism` stands `NAME.diagnostics`; `SURMISE_BLESS=1` rewrites them.

use surmise_testing::assert_diagnostics;

use super::diagnostics;

#[test]
fn malformed_models_get_their_diagnostics() {
    assert_diagnostics("bad/prism", "prism", |source| diagnostics(source, 10_000));
}
