//! Malformed inputs, one file a mistake, with the expected diagnostic beside it.
//! `SURMISE_BLESS=1 cargo test -p surmise-cli --test malformed` accepts what is printed now.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{document, root, status, stderr, surmise};

/// All malformed files of LTSs and networks.
fn inputs() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for directory in ["corpus/bad/aut", "corpus/bad/json", "corpus/bad/net"] {
        let directory = root().join(directory);
        for file in fs::read_dir(&directory).unwrap() {
            let file = file.unwrap().path();
            if file.extension() != Some("expected".as_ref()) {
                files.push(file.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    files.sort();
    assert!(files.len() >= 40);
    files
}

#[test]
fn each_mistake_has_its_diagnostic() {
    let bless = std::env::var_os("SURMISE_BLESS").is_some();
    let mut wrong = Vec::new();
    for file in inputs() {
        let output = surmise().arg("info").arg(&file).output().unwrap();
        assert_eq!(status(&output), 2, "{}", file.display());
        assert!(output.stdout.is_empty());
        let said = stderr(&output);
        let beside = root().join(file.with_extension("expected"));
        if bless {
            fs::write(&beside, &said).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        if said != expected {
            wrong.push(format!("{}:\n{said}\nexpected:\n{expected}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_are_told_the_place() {
    for file in inputs() {
        let output = surmise().arg("info").arg(&file).args(["--format", "json"]).output().unwrap();
        assert_eq!(status(&output), 2);
        let document = document(&output);
        let all = document["diagnostics"].as_array().unwrap();
        let first = all.iter().find(|diagnostic| diagnostic["severity"] == "error").unwrap();
        assert!(first["place"]["line"].as_u64().unwrap() >= 1);
        assert_eq!(first["file"], file.display().to_string());
        assert!(output.stderr.is_empty());
    }
}

/// A mistake at the end of a large file is shown with its line alone, and found quickly.
#[test]
fn a_large_file_is_not_printed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large.aut");
    let count = 300_000;
    let mut text = format!("des (0, {}, 2)\n", count + 1);
    text.push_str(&"(0, \"a\", 1)\n".repeat(count));
    text.push_str("(0, \"b\", 2)\n");
    fs::write(&file, text).unwrap();
    let output = surmise().arg("info").arg(&file).output().unwrap();
    let said = stderr(&output);
    assert!(said.contains(&format!("large.aut:{}:10", count + 2)), "{said}");
    assert!(said.contains("des (0, 300001, 2)") && said.len() < 1000, "{said}");
}
