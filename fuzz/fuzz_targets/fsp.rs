//! Any text for the FSP compiler: what is asked of it is in `crates/fuzzing`.
//!
//! `cargo +nightly fuzz run fsp fuzz/corpus/fsp corpus/fsp corpus/bad/fsp`

#![no_main]

libfuzzer_sys::fuzz_target!(|source: &str| surmise_fuzzing::fsp(source));
