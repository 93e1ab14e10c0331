//! Corners of the language where LTSA was asked what it does, and what a reader is told.

use surmise_lang::fsp::{CompileOptions, Compiled, Granularity};
use surmise_model::{Diagnostic, Severity};

use super::{compiled, composed};

fn compile(source: &str) -> Compiled {
    let result = compiled(source, &CompileOptions::default());
    result.unwrap_or_else(|diagnostics| panic!("{source}: {diagnostics:#?}"))
}

fn sizes(source: &str) -> (usize, usize) {
    let lts = composed(&compile(source));
    (lts.num_states(), lts.num_transitions())
}

fn warnings(source: &str) -> Vec<String> {
    let diagnostics = compile(source).diagnostics;
    let warning = |d: &Diagnostic| d.severity == Severity::Warning;
    diagnostics.iter().filter(|d| warning(d)).map(ToString::to_string).collect()
}

fn first_error(source: &str, options: &CompileOptions) -> Diagnostic {
    let diagnostics = compiled(source, options).expect_err("an error");
    diagnostics.into_iter().find(Diagnostic::is_error).expect("an error")
}

#[test]
fn a_composite_and_a_primitive_process_may_share_a_name() {
    assert_eq!(sizes("P = (a -> P). ||P = P."), (1, 1));
    let error = first_error("P = (a -> P). ||P = P. ||S = (x:S || P).", &CompileOptions::default());
    assert!(error.message.contains("is a part of itself"), "{error}");
}

#[test]
fn an_inner_index_hides_an_outer_one() {
    let source = "P = (a[i:1..2].b[i:0..1] -> c[i] -> P).";
    assert_eq!(sizes(source), (5, 8));
    assert_eq!(warnings(source), ["the index `i` hides another one of that name"]);
}

#[test]
fn members_of_a_set_that_are_numbers_are_numbers() {
    let source = "set U = {[19],[7]} P = (a[x:U] -> b[x+1] -> Q[x]), Q[i:0..20] = (c -> P).";
    let compiled = compile(source);
    let names: Vec<&str> = compiled.system.actions.iter().map(|(_, name)| name).collect();
    assert!(names.contains(&"b.20") && names.contains(&"b.8"), "{names:?}");
}

#[test]
fn minimal_takes_what_ends_in_silence_for_ended() {
    assert_eq!(sizes("P = (a -> END)\\{a}. minimal ||S = P."), (1, 0));
    assert_eq!(sizes("P = (a -> b -> END | c -> STOP)\\{b}. minimal ||S = P."), (3, 2));
}

#[test]
fn an_outermost_deterministic_is_for_compose_alone() {
    let source = "P = (a -> b -> STOP | a -> c -> STOP). deterministic ||S = P.";
    assert_eq!(sizes(source), (3, 3));
    assert_eq!(compile(source).system.components[0].lts.num_states(), 4);
}

#[test]
fn properties_alone_are_a_system_without_components() {
    let system = compile("property P = (a -> b -> P). ||S = P.").system;
    assert_eq!((system.components.len(), system.properties.len()), (0, 1));
}

#[test]
fn what_the_process_does_not_contain_is_listed() {
    let source = "P = (a -> P). property SAFE = (a -> SAFE). property USED = (a -> USED).
        ||INNER = (P || USED)\\{z}. ||OTHER = P. property ||ALL = P. ||S(N = 2) = INNER.";
    let compiled = compile(source);
    let names = |infos: &[surmise_lang::fsp::ProcessInfo]| {
        infos.iter().map(|info| info.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&compiled.unused_properties), ["SAFE", "ALL"]);
    assert_eq!(names(&compiled.other_composites), ["INNER", "OTHER", "ALL"]);
    assert_eq!(compiled.parameters, [("N".to_owned(), "2".to_owned())]);
    let options = CompileOptions { process: Some("SAFE".to_owned()), ..CompileOptions::default() };
    let safe = super::compiled(source, &options).expect("a property by itself");
    assert_eq!(safe.system.properties.len(), 1);
}

/// Sizes are known before anything is made.
#[test]
fn what_is_too_large_is_refused_at_once() {
    for body in [
        "||S = (forall [i:1..100000000] P).",
        "||S = (forall [i:1..100000000][j:1..3] p[i][j]:P).",
        "||S = [i:1..100000000]:P.",
        "||S = [1..100000000]::P.",
        "||S = P/{x[1..100000000]/a}.",
        "||S = P\\{x[1..10000][1..10000]}.",
        "set BIG = {x[1..100000000]} ||S = P.",
        "Q = (x[i:1..100000000] -> Q). ||S = Q.",
        "Q = (x[i:1..10000].y[j:1..100000] -> Q). ||S = Q.",
        "Q = R[0], R[i:0..100000000] = STOP. ||S = Q.",
    ] {
        let source = format!("P = (a -> P). {body}");
        let start = std::time::Instant::now();
        first_error(&source, &CompileOptions::default());
        assert!(start.elapsed().as_secs() < 3, "{source} took {:?}", start.elapsed());
    }
}

#[test]
fn hints_for_beginners() {
    let options = CompileOptions::default();
    let hint = |source: &str| first_error(source, &options).help.unwrap_or_default();
    assert!(hint("A = (a -> A). ||S = A || A.").contains("||S = (A || B)"));
    assert!(hint("light = (on -> light).").contains("`Light`"));
    assert!(hint("||s = P.").contains("`S`"));
    let twice = warnings("A = (a -> A). ||S = (A || A || x:A).");
    assert_eq!(twice, ["`A` stands here twice with the same labels"]);
    let nothing = warnings("A = (a -> b.c -> A). ||S = (A/{x/nosuch, y/b} || p:A/{z/p.a}).");
    assert_eq!(nothing, ["this relabels nothing: there is no such action"]);
    assert!(warnings("A = (a -> A). ||S = {p,q}:A/{forall [i:0..1] {z/p.a, y/q}}.").is_empty());
}

#[test]
fn options_that_name_nothing_list_what_there_is() {
    let source = "const MAX = 2 P(N = MAX) = (a[N] -> P). ||SYSTEM = P.";
    for (options, help) in [
        (
            CompileOptions { process: Some("SYSTEN".to_owned()), ..CompileOptions::default() },
            "did you mean `SYSTEM`? the processes are SYSTEM, P",
        ),
        (
            CompileOptions {
                parameters: vec![("K".to_owned(), 1)],
                granularity: Granularity::Operands,
                ..CompileOptions::default()
            },
            "the constants and parameters are MAX, N",
        ),
    ] {
        let error = first_error(source, &options);
        assert_eq!((error.span, error.help.as_deref()), (None, Some(help)));
    }
}
