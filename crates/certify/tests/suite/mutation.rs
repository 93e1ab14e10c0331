//! Certificates as texts, changed blindly: never a panic, and never an untruth accepted.

use fastrand::Rng;
use surmise_certify::check;
use surmise_model::certificate::Evidence;
use surmise_model::{Certificate, Context, Limits};
use surmise_testing::seeds;

use crate::judge::holds;
use crate::random::random_proof;

/// Changes a few places of a text: bytes, numbers, or whole pieces of it.
fn mutate(rng: &mut Rng, text: &mut Vec<u8>) {
    const PIECES: [&str; 16] = [
        "null",
        "true",
        "-1",
        "0",
        "4294967295",
        "4294967294",
        "18446744073709551616",
        "1e999",
        "[]",
        "{}",
        "\"tau\"",
        "\"\"",
        "[",
        "}",
        ",",
        "\"\\ud800\"",
    ];
    for _ in 0..rng.usize(1..=3) {
        if text.is_empty() {
            return;
        }
        let start = rng.usize(0..text.len());
        let end = (start + rng.usize(0..=12)).min(text.len());
        match rng.u8(0..6) {
            0 => text[start] = rng.u8(..),
            1 => drop(text.splice(start..end, [])),
            2 => {
                let piece = text[start..end].to_vec();
                let place = rng.usize(0..text.len());
                text.splice(place..place, piece);
            }
            3 => text.truncate(start),
            4 => {
                let piece = rng.choice(PIECES).unwrap();
                text.splice(start..start, piece.bytes());
            }
            _ => {
                // A whole number, replaced.
                let digits = |&i: &usize| text[i].is_ascii_digit();
                let Some(first) = (start..text.len()).find(digits) else {
                    continue;
                };
                let last = (first..text.len()).find(|i| !digits(i)).unwrap_or(text.len());
                let piece = rng.choice(PIECES).unwrap();
                text.splice(first..last, piece.bytes());
            }
        }
    }
}

#[test]
fn no_mutated_text_causes_a_panic_or_a_wrong_answer() {
    let limits = Limits { states: Some(10_000), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let (mut read, mut accepted) = (0, 0);
    for seed in seeds(20_000, 200_000) {
        // Few systems, many mutations of each.
        let (system, proof) = random_proof(seed / 50);
        let mut rng = Rng::with_seed(seed);
        let mut text = Certificate::of_proof(&system, &proof).unwrap().to_json().into_bytes();
        mutate(&mut rng, &mut text);
        let Ok(certificate) = Certificate::from_json(&text) else {
            continue;
        };
        read += 1;
        match check(&system, &certificate, &context) {
            Ok(found) => {
                accepted += 1;
                let Evidence::Proof(proof) = found.evidence else {
                    panic!("seed {seed}: a proof became a run");
                };
                assert!(holds(&system, &proof), "seed {seed}: unsound");
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }
    println!("{read} could be read, {accepted} were accepted");
    assert!(read > 1_000 && accepted > 100);
}
