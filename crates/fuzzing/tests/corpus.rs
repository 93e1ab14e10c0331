//! What a fuzzer does, done with every model of the corpus, right or wrong, and with beginnings of
//! them.

use surmise_fuzzing::{fsp, prism, promela};
use surmise_testing::corpus_models;

/// Every text, cut off at a few places and as it is.
fn with_all(folders: [&str; 2], extension: &str, body: fn(&str)) {
    for (path, text) in folders.iter().flat_map(|folder| corpus_models(folder, extension)) {
        for part in 1..=4 {
            let mut end = text.len() * part / 4;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            let result = std::panic::catch_unwind(|| body(&text[..end]));
            assert!(result.is_ok(), "{}, up to {end}", path.display());
        }
    }
}

#[test]
fn fsp_comes_back() {
    with_all(["fsp", "bad/fsp"], "lts", fsp);
}

#[test]
fn prism_comes_back() {
    with_all(["prism", "bad/prism"], "prism", prism);
}

#[test]
fn promela_comes_back() {
    with_all(["promela", "bad/promela"], "pml", promela);
}
