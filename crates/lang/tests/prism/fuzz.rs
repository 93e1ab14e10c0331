//! Texts that nobody would write: the compiler comes back with a model or with diagnostics.

use fastrand::Rng;
use surmise_lang::prism::{CompileOptions, compile};

use super::{diagnostics, models};

/// Words that matter to the parser.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "->",
    "||",
    "|||",
    "|[",
    "]|",
    "|",
    ":",
    "..",
    ",",
    ";",
    "/",
    "+",
    "=",
    "'",
    "<-",
    "?",
    "!",
    "&",
    "=>",
    "<=>",
    "module",
    "endmodule",
    "const",
    "int",
    "double",
    "bool",
    "formula",
    "label",
    "init",
    "endinit",
    "system",
    "endsystem",
    "rewards",
    "endrewards",
    "global",
    "true",
    "false",
    "min(",
    "pow(",
    "mod(",
    "log(",
    "0",
    "1",
    "0.5",
    "1e-9",
    "999999999999",
    "-",
    "*",
    "x",
    "y",
    "s",
    "\"a\"",
    "//",
    "/*",
    "é",
    "\0",
    "dtmc",
    "mdp",
    "ctmc",
];

fn mutate(rng: &mut Rng, text: &mut Vec<char>, others: &[Vec<char>]) {
    for _ in 0..rng.usize(1..6) {
        let at = rng.usize(0..=text.len());
        let end = (at + rng.usize(0..20)).min(text.len());
        match rng.u8(0..6) {
            0 => drop(text.drain(at..end)),
            1 | 2 => drop(text.splice(at..at, WORDS[rng.usize(0..WORDS.len())].chars())),
            3 => drop(text.splice(at..end, WORDS[rng.usize(0..WORDS.len())].chars())),
            4 => {
                let copy: Vec<char> = text[at..end].to_vec();
                for _ in 0..rng.usize(1..40) {
                    text.splice(at..at, copy.iter().copied());
                }
            }
            _ => {
                let other = &others[rng.usize(0..others.len())];
                let from = rng.usize(0..other.len());
                let to = (from + rng.usize(0..200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
}

#[test]
fn mutated_models_never_break_the_compiler() {
    let mut originals = models("prism");
    originals.extend(models("bad/prism"));
    let originals: Vec<Vec<char>> =
        originals.iter().map(|(_, source)| source.chars().collect()).collect();
    for seed in surmise_testing::seeds(1_500, 100_000) {
        let mut rng = Rng::with_seed(seed);
        let mut text = originals[rng.usize(0..originals.len())].clone();
        mutate(&mut rng, &mut text, &originals);
        let source: String = text.iter().collect();
        for diagnostic in diagnostics(&source, 500) {
            if let Some(span) = diagnostic.span {
                assert!(source.get(span.start..span.end).is_some(), "seed {seed}: {diagnostic:?}");
            }
        }
    }
}

#[test]
fn depth_length_and_size_are_no_danger() {
    let many =
        |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<String>();
    let guard = |guard: &str| format!("mdp module m x:[0..9]; [] {guard} -> true; endmodule");
    let texts = [
        guard(&format!("{}x=1{}", "(".repeat(20_000), ")".repeat(20_000))),
        guard(&format!("{}true", "!".repeat(20_000))),
        guard(&format!("{}x=1", "-".repeat(20_000))),
        guard(&format!("x=1{}", " | x=1".repeat(50_000))),
        guard(&format!("x{}=1", "-x".repeat(20_000))),
        guard(&format!("{}true", "true => ".repeat(20_000))),
        guard(&format!("x={}", "x=1 ? 1 : ".repeat(20_000))),
        guard("pow(10, 1000000000)>1"),
        guard("pow(0.1, 1000000000)>1"),
        guard("pow(1e300, 1000000)>1"),
        guard("x=99999999999999999999999"),
        many(10_000, &|i| format!("formula f{i} = f{} + f{};\n", i + 1, i + 1)) + &guard("f0=1"),
        "formula f0 = x;\n".to_owned()
            + &many(60, &|i| format!("formula f{} = f{i} + f{i};\n", i + 1))
            + &guard("f60=1"),
        "formula f0 = x;\n".to_owned()
            + &many(60, &|i| format!("formula f{} = f{i} + f{i};\n", i + 1))
            + &guard("f60=1")
            + " module n = m [ x=y ] endmodule",
        many(20_000, &|i| format!("const int c{i} = c{};\n", i + 1)) + &guard("c0=1"),
        many(20_000, &|i| format!("const int c{} = c{i};\n", i + 1)) + &guard("c9=1"),
        many(2_000, &|i| format!("module m{} = m{i} [ x=y ] endmodule\n", i + 1)),
        many(20_000, &|i| format!("label \"l{i}\" = unknown{i};\n")) + &guard("true"),
        "mdp ".to_owned()
            + &many(40, &|i| format!("module m{i} x{i}:[0..1000000]; endmodule\n"))
            + "init x0>=0 endinit",
        "mdp module m x:int; [] true -> (x'=x+1); endmodule".to_owned(),
        "mdp module m x:[0..99999999999999]; [] true -> (x'=x+1); endmodule".to_owned(),
        format!(
            "mdp module m x:[0..9]; endmodule system {}m{} endsystem",
            "(".repeat(9_999),
            ")".repeat(9_999)
        ),
        format!(
            "mdp module m x:[0..9]; [a] true -> true; endmodule system m{} endsystem",
            " {a<-b}".repeat(9_999)
        ),
        "module ".repeat(50_000),
        "[".repeat(50_000),
        "mdp module m x:[0..9]; [] true -> ".to_owned()
            + &"0.0001:true+".repeat(9_999)
            + "0.0001:true; endmodule",
    ];
    for text in texts {
        let found = diagnostics(&text, 2_000);
        assert!(found.len() < 500, "{} messages", found.len());
    }
}

#[test]
fn properties_never_break_the_compiler() {
    let (_, source) = models("prism").swap_remove(0);
    let model = compile(
        &source,
        &CompileOptions {
            constants: vec![("p".into(), "1/3".into())],
            ..CompileOptions::default()
        },
    );
    let model = model.expect("a model of the corpus");
    let words =
        [WORDS, &["P=?", "Pmax=?", "P<=", "[", "F", "U", "G", "X", "<=", "\"goal\""]].concat();
    for seed in surmise_testing::seeds(2_000, 100_000) {
        let mut rng = Rng::with_seed(seed);
        let mut text = String::from("Pmax=? [ F ");
        for _ in 0..rng.usize(0..12) {
            text.push_str(words[rng.usize(0..words.len())]);
            text.push(' ');
        }
        if let Err(errors) = model.properties(&text) {
            assert!(!errors.is_empty(), "seed {seed}: {text}");
        }
    }
}
