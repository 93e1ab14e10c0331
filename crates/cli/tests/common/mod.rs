//! What the tests of the program share: running it, and judging its JSON by the published schema.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, to be run from the root of the repository. It confirms its verdicts.
pub(crate) fn surmise() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surmise"));
    command.current_dir(root()).env("NO_COLOR", "1").env("SURMISE_SELF_CHECK", "1");
    command
}

/// The exit status.
pub(crate) fn status(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// The JSON on standard output, which the schema allows.
pub(crate) fn document(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let document: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}\n{}", stderr(output)));
    let schema: Value =
        serde_json::from_slice(&std::fs::read(root().join("docs/report.schema.json")).unwrap())
            .unwrap();
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("report.json", schema).unwrap();
    let schema = compiler.compile("report.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(&document, schema) {
        panic!("the schema does not allow this:\n{error:#}\n{text}");
    }
    document
}

/// What was said on standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
