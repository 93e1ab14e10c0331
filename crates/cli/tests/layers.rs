//! What the parts may know of each other: the command line alone knows how a flag is spelled, and
//! of our crates it names the library alone.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;

use walkdir::WalkDir;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether a line of code, not of comments, has something in it that looks like a flag.
fn has_flag(line: &str) -> bool {
    let code = line.trim_start();
    let mut after = code.match_indices("--").map(|(at, _)| code[at + 2..].chars().next());
    !code.starts_with("//") && after.any(|next| next.is_some_and(|c| c.is_ascii_lowercase()))
}

#[test]
fn flags_are_found() {
    assert!(has_flag("    help(\"leave out --split\")") && has_flag("`--never` is"));
    assert!(!has_flag("    // as --split does") && !has_flag("count--; a -- b") && !has_flag("->"));
}

#[test]
fn only_the_command_line_spells_flags() {
    let mut found = Vec::new();
    for name in
        ["model", "lang", "verify", "certify", "drawing", "surmise", "lsp", "studio", "wasm"]
    {
        let source = root().join("crates").join(name).join("src");
        for entry in WalkDir::new(source).into_iter().map(Result::unwrap) {
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(entry.path()).unwrap();
                let lines = text.lines().enumerate().filter(|(_, line)| has_flag(line));
                let place = |(index, line)| format!("{}:{index}: {line}", entry.path().display());
                found.extend(lines.map(place));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn user_interfaces_name_the_library_alone() {
    let manifests = [
        (
            "crates/cli",
            &[
                "surmise.workspace = true",
                "surmise-lsp.workspace = true",
                "surmise-studio.workspace = true",
            ][..],
        ),
        ("crates/lsp", &["surmise.workspace = true"]),
        ("crates/studio", &["surmise.workspace = true"]),
        ("crates/wasm", &["surmise.workspace = true", "surmise-studio.workspace = true"]),
    ];
    for (folder, allowed) in manifests {
        names_alone(folder, allowed);
    }
}

fn names_alone(folder: &str, allowed: &[&str]) {
    let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let (dependencies, _) = dependencies.split_once("\n[").unwrap();
    let own = dependencies.lines().filter(|line| line.starts_with("surmise"));
    assert_eq!(own.collect::<Vec<_>>(), allowed, "{folder}");
}
