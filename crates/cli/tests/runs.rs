//! Measurements that are kept: the tables of the run files, and the commands in the documents, name
//! only options that exist.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::collections::BTreeSet;

use common::{root, surmise};

/// Options of other programs that the texts show: cargo, hyperfine, valgrind and the like.
const OTHERS: [&str; 12] = [
    "--profile",
    "--release",
    "--workspace",
    "--locked",
    "--full",
    "--warmup",
    "--runs",
    "--jobs",
    "--timings",
    "--test",
    "--tool",
    "--version",
];

/// What looks like an option in a text: two dashes, then letters.
fn options(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("--") {
        let is_start =
            text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let name: String =
            text[at + 2..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        if is_start && name.starts_with(|c: char| c.is_ascii_lowercase()) {
            found.insert(format!("--{}", name.trim_end_matches('-')));
        }
    }
    found
}

/// All options of the program, and those of the measurements that their own text declares.
fn known() -> BTreeSet<String> {
    let mut known: BTreeSet<String> = OTHERS.map(str::to_owned).into();
    for command in [
        "check", "certify", "assume", "compose", "minimise", "compare", "convert", "draw", "info",
        "test",
    ] {
        let output = surmise().args([command, "--help"]).output().unwrap();
        known.extend(options(&String::from_utf8(output.stdout).unwrap()));
    }
    for entry in walkdir::WalkDir::new(root().join("bench/src")) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            // A field after `#[arg(long` is an option of its name.
            for (at, _) in text.match_indices("#[arg(long") {
                let field = text[at..].lines().skip(1).find(|line| !line.trim().starts_with("#["));
                let name = field.and_then(|line| line.trim().split_once(':')).map(|(name, _)| name);
                let name = name.unwrap_or_default().trim_start_matches("pub(crate) ");
                known.insert(format!("--{}", name.replace('_', "-")));
            }
        }
    }
    let script = std::fs::read_to_string(root().join("test")).unwrap();
    known.extend(options(&script));
    known
}

#[test]
fn options_are_found() {
    let found = options("`--only agar-1 --as-published`, a--b, --- and `surmise --split 'A|B'`");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["--as-published", "--only", "--split"]);
}

#[test]
fn run_files_and_their_guides_name_options_that_exist() {
    let known = known();
    let mut files = vec![root().join("bench/README.md"), root().join("docs/papers.md")];
    files.push(root().join("corpus/papers/README.md"));
    for entry in std::fs::read_dir(root().join("bench/runs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for option in options(&text).difference(&known) {
            wrong.push(format!("{}: {option}", path.file_name().unwrap().display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
