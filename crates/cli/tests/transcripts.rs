//! Transcripts of the command line, the README's among them, run from the root of the repository
//! and compared with what they say. `TRYCMD=overwrite cargo test -p surmise-cli --test transcripts`
//! accepts what is printed now.

use std::path::Path;

#[test]
fn transcripts() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::env::set_current_dir(here.join("../..")).expect("the repository has a root");
    std::fs::create_dir_all("target").expect("what transcripts write has a place");
    trycmd::TestCases::new()
        .default_bin_name("surmise")
        .env("NO_COLOR", "1")
        .case(here.join("tests/transcripts/*.md"))
        .case("README.md")
        .run();
}
