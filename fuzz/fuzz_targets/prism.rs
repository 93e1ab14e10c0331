//! Any text for the PRISM compiler: what is asked of it is in `crates/fuzzing`.
//!
//! `cargo +nightly fuzz run prism fuzz/corpus/prism corpus/prism corpus/bad/prism`

#![no_main]

libfuzzer_sys::fuzz_target!(|source: &str| surmise_fuzzing::prism(source));
