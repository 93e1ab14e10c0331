//! Any text for the Promela compiler: what is asked of it is in `crates/fuzzing`.
//!
//! `cargo +nightly fuzz run promela fuzz/corpus/promela corpus/promela corpus/bad/promela`

#![no_main]

libfuzzer_sys::fuzz_target!(|source: &str| surmise_fuzzing::promela(source));
