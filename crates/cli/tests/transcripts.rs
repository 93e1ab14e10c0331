//! Documents that cannot rot. Transcripts of the command line, those of the README and the book
//! among them, run from the root of the repository and are compared with what they say;
//! `TRYCMD=overwrite cargo test -p surmise-cli --test transcripts` accepts what is printed now.
//! Links lead somewhere, and the book has a table of contents of all its pages.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn transcripts() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::set_current_dir(root()).expect("the repository has a root");
    fs::create_dir_all("target").expect("what transcripts write has a place");
    // What an earlier run of this test has kept would be reused; if there is nothing, all is well.
    let _ = fs::remove_dir_all("target/baseline");
    trycmd::TestCases::new()
        .default_bin_name("surmise")
        .env("NO_COLOR", "1")
        .env("SURMISE_REUSE_KEY", "a secret of the transcripts")
        .case(here.join("tests/transcripts/*.md"))
        .case("README.md")
        .case("docs/book/src/*.md")
        .case("docs/book/src/coming-from/*.md")
        .case("docs/book/src/papers/*.md")
        .run();
}

/// All Markdown files of a folder and the folders in it, but for what is built.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// Where the links of a page lead, without places within pages, and without other machines. `[](p)`
/// is a formula.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("](")
        .filter(|&(at, _)| !text[..at].ends_with('['))
        .filter_map(|(at, _)| text[at + 2..].split_once(')')?.0.split('#').next())
        .filter(|link| {
            !link.is_empty() && !link.contains("://") && !link.contains(char::is_whitespace)
        })
}

#[test]
fn links_lead_somewhere() {
    let mut all = Vec::new();
    pages(&root(), &mut all);
    assert!(all.len() > 50, "there are more pages than {}", all.len());
    let mut broken = Vec::new();
    for page in &all {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text).filter(|link| !page.with_file_name(link).exists()) {
            broken.push(format!("{}: {link}", page.display()));
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn the_book_lists_all_of_its_pages() {
    let source = root().join("docs/book/src");
    let summary = fs::read_to_string(source.join("SUMMARY.md")).unwrap();
    let listed: Vec<PathBuf> = links(&summary).map(|link| source.join(link)).collect();
    let mut all = Vec::new();
    pages(&source, &mut all);
    let missing: Vec<&PathBuf> =
        all.iter().filter(|page| !page.ends_with("SUMMARY.md") && !listed.contains(page)).collect();
    assert!(missing.is_empty(), "not in the table of contents: {missing:?}");
}
