//! Texts with mistakes: what could be read is in the outline, and so is what is wrong.

use surmise_lang::fsp::{CompileOptions, compile, parse};
use surmise_lang::{CompileError, net, prism, promela};
use surmise_model::{Context, Diagnostic};
use surmise_testing::{corpus_folder, corpus_models, seeds};

use super::{Beside, LANGUAGES, of_fsp, of_promela, texts};

/// Malformed FSP models whose mistakes show only when something is evaluated or composed.
const EVALUATED: [&str; 13] = [
    "circle",
    "clash",
    "division",
    "empty_range",
    "grows",
    "index_out_of_range",
    "never_ends",
    "nondeterministic_property",
    "overlap",
    "relabels_nothing",
    "too_large",
    "too_many",
    "words",
];

/// Everything that is said is said in the outline, too, with the same place.
fn assert_all_told(name: &str, said: &[Diagnostic], told: &[Diagnostic]) {
    for diagnostic in said {
        let same = |other: &&Diagnostic| {
            (other.span, &other.message) == (diagnostic.span, &diagnostic.message)
        };
        assert!(told.iter().any(|other| same(&other)), "{name}: {diagnostic:#?}\nof {told:#?}");
    }
}

#[test]
fn mistakes_of_processes_are_told() {
    for (path, source) in corpus_models("bad/fsp", "lts") {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let outline = of_fsp(&source);
        let (_, syntax) = parse(&source, &Context::unlimited()).expect("nobody stops it");
        assert_all_told(&name, &syntax, &outline.diagnostics);
        let compiled = compile(&source, &CompileOptions::default(), &Context::unlimited());
        if let (Err(CompileError::Wrong(said)), false) = (compiled, EVALUATED.contains(&&*name)) {
            assert_all_told(&name, &said, &outline.diagnostics);
        }
    }
}

#[test]
fn mistakes_of_programs_are_told() {
    let beside = Beside(corpus_folder("bad/promela"));
    for (path, source) in corpus_models("bad/promela", "pml") {
        let name = path.display().to_string();
        let said = promela::check(&source, &beside, &Context::unlimited()).expect("not stopped");
        let outline = promela::outline(&source, &beside, &Context::unlimited());
        assert_all_told(&name, &said, &outline.expect("not stopped").diagnostics);
    }
}

#[test]
fn mistakes_of_models_and_networks_are_told() {
    for (path, source) in corpus_models("bad/prism", "prism") {
        let said = prism::compile(&source, &prism::CompileOptions::default());
        let mut said = said.err().unwrap_or_default();
        // Who edits a model gives no values to its constants.
        said.retain(|diagnostic| !diagnostic.message.ends_with("has no value"));
        assert_all_told(&path.display().to_string(), &said, &prism::outline(&source).diagnostics);
    }
    for (path, source) in corpus_models("bad/net", "net") {
        let said = net::parse(&source).err().unwrap_or_default();
        assert_all_told(&path.display().to_string(), &said, &net::outline(&source).diagnostics);
    }
}

#[test]
fn what_could_be_read_is_there() {
    let names = |outline: surmise_lang::outline::Outline| -> Vec<String> {
        outline.symbols.into_iter().map(|symbol| symbol.name).collect()
    };
    let found = names(of_fsp("const N = 3 P = (a -> ). Q = (b[N] -> Q)."));
    assert_eq!(found, ["N", "Q"]);
    let found =
        names(of_promela("byte x; active proctype P() { x = } active proctype Q() { x = 1 }"));
    assert!(found.contains(&"x".to_owned()) && found.contains(&"Q".to_owned()), "{found:?}");
    let found = names(prism::outline("dtmc const int N = ; module m x : [0..2]; endmodule"));
    assert_eq!(found, ["m", "x"]);
}

#[test]
fn broken_texts_have_outlines() {
    for (folders, extension, outline) in LANGUAGES {
        let all = texts(folders, extension);
        for seed in seeds(150, 3_000) {
            let mut random = fastrand::Rng::with_seed(seed);
            let (_, source) = &all[random.usize(..all.len())];
            let mut letters: Vec<char> = source.chars().take(3_000).collect();
            for _ in 0..random.usize(1..6) {
                let place = random.usize(..=letters.len());
                match random.u8(..3) {
                    0 => letters.truncate(place),
                    1 => letters.insert(
                        place,
                        *random.choice(&['(', '}', '"', ':', 'é', '@']).unwrap_or(&'.'),
                    ),
                    _ => drop(letters.drain(place.saturating_sub(random.usize(..9))..place)),
                }
            }
            // It comes back: that is all that can be asked.
            let text: String = letters.into_iter().collect();
            let found = outline(&text);
            let stands = |symbol: &surmise_lang::outline::Symbol| {
                text.get(symbol.definition.start..symbol.definition.end) == Some(&*symbol.name)
            };
            assert!(found.symbols.iter().all(stands), "seed {seed}: {text}");
        }
    }
}
