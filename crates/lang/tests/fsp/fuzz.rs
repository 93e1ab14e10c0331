//! Texts that nobody would write: mutations of the corpus. No panic, no hang, and every diagnostic
//! points into the text.

use fastrand::Rng;
use surmise_lang::fsp::{CompileOptions, Compiled, Granularity, SizeLimits, write_system};
use surmise_model::Diagnostic;

use super::{compiled, models};

/// Words that matter to the parser.
const WORDS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "[i:0..3]",
    "->",
    "||",
    "|",
    ":",
    "::",
    ".",
    "..",
    ",",
    ";",
    "/",
    "\\",
    "@",
    "+",
    "=",
    "<<",
    ">>",
    "when",
    "if",
    "then",
    "else",
    "forall",
    "property",
    "minimal",
    "deterministic",
    "compose",
    "const",
    "range",
    "set",
    "STOP",
    "END",
    "ERROR",
    "P",
    "Q",
    "a",
    "b",
    "'",
    "#",
    "0",
    "1",
    "999999999",
    "i",
    "-",
    "*",
    "%",
    "&&",
    "!",
    "<>",
    "[]",
    "/*",
    "//",
    "\"",
    "é",
    "\0",
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
    let mut originals = models("fsp");
    originals.extend(models("bad/fsp"));
    let originals: Vec<Vec<char>> =
        originals.iter().map(|(_, source)| source.chars().collect()).collect();
    for seed in surmise_testing::seeds(1_500, 100_000) {
        let mut rng = Rng::with_seed(seed);
        let mut text = originals[rng.usize(0..originals.len())].clone();
        mutate(&mut rng, &mut text, &originals);
        let source: String = text.iter().collect();
        let limits = SizeLimits { states: 2_000, leaves: 50, labels: 20_000 };
        let granularity = if rng.bool() { Granularity::Leaves } else { Granularity::Operands };
        let options = CompileOptions { granularity, limits, ..CompileOptions::default() };
        let diagnostics = match compiled(&source, &options) {
            Ok(original) => {
                let text = write_system("System", &original.system);
                let again = compiled(&text, &CompileOptions::default());
                assert!(again.is_ok(), "seed {seed}: {again:?}\n{text}");
                original.diagnostics
            }
            Err(diagnostics) => {
                assert!(diagnostics.iter().any(Diagnostic::is_error), "seed {seed}");
                diagnostics
            }
        };
        for diagnostic in diagnostics {
            if let Some(span) = diagnostic.span {
                assert!(source.get(span.start..span.end).is_some(), "seed {seed}: {diagnostic:?}");
            }
        }
    }
}

#[test]
fn many_of_a_kind_take_no_square_of_time() {
    let many = |count: usize, one: &dyn Fn(usize) -> String, between: &str| {
        (0..count).map(one).collect::<Vec<_>>().join(between)
    };
    let texts = [
        many(100_000, &|_| "set A = {".into(), " "),
        many(50_000, &|i| format!("P{i} = (a -> P{i})."), "\n"),
        format!("P = Q0, {}, Q50000 = STOP.", many(50_000, &|i| format!("Q{i} = Q{}", i + 1), ",")),
        format!("P = Q[0], {}.", many(50_000, &|i| format!("Q[{i}] = (a -> Q[{}])", i / 2), ",")),
        format!("P = STOP, {}.", many(50_000, &|i| format!("Q{i} = (a -> R{i})"), ",")),
        format!("P = ({}).", many(50_000, &|i| format!("a[C{i}] -> P"), "|")),
        format!("||S = ({}).", many(50_000, &|i| format!("P{i}"), "||")),
        format!(
            "set A = {{{}}} P = Q['a1], Q[s:A] = (b -> Q[s]).",
            many(20_000, &|i| format!("a{i}"), ",")
        ),
    ];
    for text in texts {
        // Refused or not, it comes back, with messages that somebody can read.
        let (Ok(Compiled { diagnostics, .. }) | Err(diagnostics)) =
            compiled(&text, &CompileOptions::default());
        assert!(diagnostics.len() < 500, "{} messages", diagnostics.len());
    }
}

#[test]
fn depth_and_length_are_no_danger() {
    let deep = |open: &str, middle: &str, close: &str| {
        format!("P = {}{middle}{}.", open.repeat(20_000), close.repeat(20_000))
    };
    let texts = [
        deep("(a -> ", "P", ")"),
        deep("(a -> if 1 then ", "P", ")"),
        format!("P = (a[{}1{}] -> P).", "(".repeat(20_000), ")".repeat(20_000)),
        format!("P = (a[{}1] -> P).", "-".repeat(20_000)),
        format!("P = (a[1{}] -> P).", "+1".repeat(20_000)),
        format!("P = ({} P).", "a -> ".repeat(50_000)),
        format!("P = (a{} -> P).", ".b".repeat(50_000)),
        format!("P = ({}a{} -> P).", "{".repeat(20_000), "}".repeat(20_000)),
        format!("||S = {}P{}.", "(".repeat(20_000), ")".repeat(20_000)),
        format!("||S = {}P.", "forall [i:0..1] ".repeat(20_000)),
        format!("assert A = {}a", "[]".repeat(20_000)),
        "P(N = 0) = P(N + 1);END. ||S = P(0).".to_owned(),
        "||S(N = 0) = S(N + 1).".to_owned(),
        "P = (a -> P). ||S(N = 0) = (x:S(N + 1) || y:S(N + 1) || P).".to_owned(),
        "P = (a[0..999999999] -> P).".to_owned(),
        "P = (a -> Q[1][1][1]), Q[i:0..99999][j:0..99999][k:0..99999] = STOP.".to_owned(),
        "P = (a -> P). ||S = (forall [i:0..999999999] P).".to_owned(),
        "P = (a -> P). ||S = [i:0..999999999]:P.".to_owned(),
        "P = (a -> P). ||S = [i:0..99999][j:0..99999]::P.".to_owned(),
        "P = ({a,b}[0..99][0..99].{a,b}[0..99][0..99] -> P).".to_owned(),
        "set A = {a,b} set B = {A.A.A.A} set C = {B.B.B.B} P = (C.C.C -> P).".to_owned(),
        "P = (a[1/0] -> P). Q = (a[2147483647+1] -> Q). R = (a[1<<99] -> R).".to_owned(),
        "P = (a[i:0..9] -> b[j:0..9] -> c[k:0..9] -> d[l:0..9] -> e[m:0..9] -> f[n:0..9] -> STOP)."
            .to_owned(),
    ];
    for text in texts {
        let limits = SizeLimits { states: 100_000, leaves: 1_000, labels: 1_000_000 };
        // Refused or not, it comes back.
        let _ = compiled(&text, &CompileOptions { limits, ..CompileOptions::default() });
    }
}
