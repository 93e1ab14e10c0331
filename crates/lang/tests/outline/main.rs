//! Outlines: every name stands where it is said to, renaming one everywhere changes nothing, and a
//! text with mistakes has an outline, too.

mod malformed;
mod renamed;

use std::path::PathBuf;

use surmise_lang::outline::Outline;
use surmise_lang::{fsp, net, prism, promela};
use surmise_model::Context;
use surmise_testing::{corpus_folder, corpus_models};

/// Files beside the programs.
struct Beside(PathBuf);

impl promela::Includes for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| "it does not exist".to_owned())
    }
}

/// Makes an outline of a text.
type Outliner = fn(&str) -> Outline;

fn of_fsp(source: &str) -> Outline {
    fsp::outline(source, &Context::unlimited()).expect("nobody stops it")
}

fn of_promela(source: &str) -> Outline {
    let beside = Beside(corpus_folder("promela"));
    promela::outline(source, &beside, &Context::unlimited()).expect("nobody stops it")
}

/// All languages: folders, extensions, outlines.
const LANGUAGES: [(&[&str], &str, Outliner); 4] = [
    (&["fsp", "cases", "trust", "told", "bad/fsp"], "lts", of_fsp),
    (&["promela", "told", "bad/promela"], "pml", of_promela),
    (&["prism", "conformance", "told", "bad/prism"], "prism", prism::outline),
    (&["net", "bad/net"], "net", net::outline),
];

fn texts(folders: &[&str], extension: &str) -> Vec<(PathBuf, String)> {
    folders.iter().flat_map(|folder| corpus_models(folder, extension)).collect()
}

#[test]
fn every_name_stands_where_it_is_said_to() {
    for (folders, extension, outline) in LANGUAGES {
        let mut symbols = 0;
        for (path, source) in texts(folders, extension) {
            let found = outline(&source);
            for symbol in &found.symbols {
                symbols += 1;
                for span in symbol.uses.iter().chain([&symbol.definition]) {
                    let stands = source.get(span.start..span.end);
                    assert_eq!(stands, Some(&*symbol.name), "{}: {symbol:?}", path.display());
                }
                assert!(!symbol.uses.contains(&symbol.definition), "{}", path.display());
            }
        }
        assert!(symbols > 3, "only {symbols} symbols in .{extension}");
    }
}

/// Kinds, names, and how often each is used.
fn told(outline: &Outline) -> Vec<String> {
    let symbols = outline.symbols.iter();
    symbols.map(|s| format!("{} {} {}", s.kind, s.name, s.uses.len())).collect()
}

#[test]
fn names_are_told_apart() {
    let text = "const N = 2 range R = 0..N set S = {a, b}
        P(M=N) = Q[M], Q[i:R] = (S.x -> Q[i] | when (i < M) [j:R] -> Q[j] | go -> P).
        property P2 = (a -> P2). ||C = (forall [i:R] p[i]:P(i) || P2)\\{S}.
        progress G = {S}";
    let expected = [
        "constant N 3",
        "range R 3",
        "set S 3",
        "process P 2",
        "parameter M 2",
        "local process Q 3",
        "index i 2",
        "index j 1",
        "property P2 2",
        "composite process C 0",
        "index i 2",
        "claim G 0",
    ];
    // `N` bounds the range and is a default; `P` calls itself and is called.
    let mut expected: Vec<String> = expected.map(str::to_owned).to_vec();
    expected[0] = "constant N 2".to_owned();
    assert_eq!(told(&of_fsp(text)), expected);
}

#[test]
fn variables_of_programs_are_those_of_their_blocks_and_macros() {
    let text = "#define FREE (x == N)
        #define N 0
        mtype = { go, halt };
        byte x; chan c = [1] of { mtype };
        inline set(v) { x = v }
        active proctype P() { byte x; here: { byte x; x = 1 }; x = 2; c!go; goto here }
        active proctype Q() { FREE -> set(1); c?halt; P@here }";
    let expected = [
        "constant FREE 1",
        "constant N 1",
        "type go 1",
        "type halt 1",
        "variable x 2",
        "variable c 2",
        "inline set 1",
        "process P 1",
        "variable x 1",
        "label here 2",
        "variable x 1",
        "process Q 0",
    ];
    assert_eq!(told(&of_promela(text)), expected.map(str::to_owned));
}

#[test]
fn modules_share_their_names() {
    let text = "dtmc const int N = 2; formula full = x = N;
        module one x : [0..N]; [tick] !full -> (x'=x+1); endmodule
        module two = one [x = y, tick = tock] endmodule
        label \"done\" = full & y = N;
        rewards \"steps\" [tick] true : 1; endrewards";
    let expected = [
        "constant N 3",
        "formula full 2",
        "module one 1",
        "variable x 4",
        "action tick 2",
        "module two 0",
        "variable y 1",
        "action tock 0",
        "label done 0",
        "rewards steps 0",
    ];
    assert_eq!(told(&prism::outline(text)), expected.map(str::to_owned));
}
