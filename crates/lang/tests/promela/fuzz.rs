//! Texts that nobody would write: mutations of the corpus. No panic, no hang, and every diagnostic
//! points into the text.

use fastrand::Rng;
use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, compile};
use surmise_model::{Context, Limits};
use surmise_testing::seeds;

use super::models;

/// Words that matter to the parser.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "->",
    ";",
    ":",
    "::",
    ",",
    ".",
    "..",
    "!",
    "!!",
    "?",
    "??",
    "?[",
    "<",
    ">",
    "=",
    "==",
    "++",
    "--",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "#",
    "##",
    "#define a ",
    "#if 1\n",
    "#endif\n",
    "#include \"a\"",
    "if",
    "fi",
    "do",
    "od",
    "else",
    "atomic {",
    "d_step {",
    "unless",
    "goto a",
    "break",
    "skip",
    "timeout",
    "assert(",
    "run a()",
    "active",
    "proctype",
    "init",
    "inline a() {",
    "typedef",
    "mtype",
    "chan",
    "byte",
    "int",
    "of",
    "select (",
    "for (",
    "end:",
    "a",
    "b",
    "x",
    "_",
    "_pid",
    "_nr_pr",
    "0",
    "1",
    "255",
    "2147483648",
    "\n",
    "\\\n",
    "\"",
    "/*",
    "*/",
    "//",
    "'",
    "@",
    "é",
];

fn mutated(rng: &mut Rng, texts: &[String]) -> String {
    let mut text = texts[rng.usize(0..texts.len())].clone();
    for _ in 0..rng.usize(1..6) {
        let cut = |rng: &mut Rng, text: &str| {
            let mut place = rng.usize(0..=text.len());
            while !text.is_char_boundary(place) {
                place -= 1;
            }
            place
        };
        let (one, other) = (cut(rng, &text), cut(rng, &text));
        let (from, to) = (one.min(other), one.max(other));
        match rng.u8(0..5) {
            0 => text.insert_str(from, WORDS[rng.usize(0..WORDS.len())]),
            1 => text.replace_range(from..floor(&text, to.min(from + 20)).max(from), ""),
            2 => {
                let part = text[from..to].to_owned();
                text.insert_str(from, &part[..floor(&part, 200)]);
            }
            3 => {
                let donor = &texts[rng.usize(0..texts.len())];
                let start = cut(rng, donor);
                let length = floor(&donor[start..], 100);
                text.insert_str(from, &donor[start..start + length]);
            }
            _ => text.truncate(to),
        }
        let length = floor(&text, 20_000);
        text.truncate(length);
    }
    text
}

fn floor(text: &str, length: usize) -> usize {
    let mut place = length.min(text.len());
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

#[test]
fn no_text_is_too_much() {
    let mut texts: Vec<String> = models("promela").into_iter().map(|(_, text)| text).collect();
    texts.extend(models("bad/promela").into_iter().map(|(_, text)| text));
    let limits = Limits { states: Some(300), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let mut compiled = 0;
    for seed in seeds(3_000, 1_000_000) {
        let mut rng = Rng::with_seed(seed);
        let text = mutated(&mut rng, &texts);
        let diagnostics = match compile(&text, &CompileOptions::default(), &context) {
            Ok(done) => {
                compiled += 1;
                done.diagnostics
            }
            Err(CompileError::Wrong(diagnostics)) => {
                let errors = diagnostics.iter().any(surmise_model::Diagnostic::is_error);
                assert!(errors, "seed {seed}: nothing is wrong with\n{text}");
                diagnostics
            }
            Err(CompileError::Stopped { .. }) => continue,
        };
        for diagnostic in diagnostics {
            let spans = diagnostic.span.iter().chain(diagnostic.related.iter().map(|(at, _)| at));
            for span in spans {
                let inside = text.get(span.start..span.end).is_some();
                assert!(inside, "seed {seed}: {diagnostic:?}\n{text}");
            }
        }
    }
    assert!(
        seeds(3_000, 1_000_000).end < 1_000 || compiled > 10,
        "only {compiled} texts are right"
    );
}
