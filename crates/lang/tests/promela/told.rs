//! What a reader of a trace is told beside names of states and steps.

use surmise_lang::promela::{CompileOptions, Compiled, compile};
use surmise_model::{Component, Context, StateId};

fn compiled(source: &str) -> Compiled {
    compile(source, &CompileOptions::default(), &Context::unlimited()).expect("it is correct")
}

fn only(compiled: &Compiled) -> &Component {
    let [component] = &compiled.system.components[..] else { panic!("one component") };
    component
}

/// The steps of a component from its start on, as long as there is one way only.
fn steps(compiled: &Compiled) -> Vec<(String, String)> {
    let component = only(compiled);
    let names = component.states.as_ref().expect("states have names");
    let (mut told, mut state) = (Vec::new(), component.lts.initial());
    while let [edge] = component.lts.edges(state) {
        let action = compiled.system.actions.name(edge.action).to_owned();
        let changes = names.values().changes(state, edge.target);
        let changes = changes.iter().map(|(name, value)| format!("{name}={value}"));
        let fault = names.fault((state, edge.action, edge.target)).map(str::to_owned);
        told.push((action, changes.chain(fault).collect::<Vec<_>>().join(" ")));
        if edge.target.is_error() {
            break;
        }
        state = edge.target;
    }
    told
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(left, right)| (left.to_owned(), right.to_owned())).collect()
}

#[test]
fn steps_tell_the_variables_that_they_change() {
    let text = "mtype = { red, green }; mtype light = red; byte a[2];
        active proctype P() { byte x = 1; x = x + 2; a[1] = x; light = green; x = 0; skip }";
    let expected = [
        ("P:x = x + 2", "x=3"),
        ("P:a[1] = x", "a[1]=3"),
        ("P:light = green", "light=green"),
        ("P:x = 0", "x=0"),
        // The last step leads to where nobody knows the variables any more.
        ("P:skip", ""),
    ];
    assert_eq!(steps(&compiled(text)), pairs(&expected));
}

#[test]
fn a_failing_assertion_is_told_with_its_values() {
    let text =
        "byte g = 7; active proctype P() { int k = -2; atomic { k = k * 2; assert(k > g) } }";
    let told = steps(&compiled(text));
    assert_eq!(told, pairs(&[("P:assert(k > g) fails", "assert(k > g) fails with k==-4, g==7")]));
}

#[test]
fn a_loop_is_told_by_its_head() {
    let text = "active proctype P() { byte i; for (i : 1 .. 1) { skip; skip } }";
    let told: Vec<String> = steps(&compiled(text)).into_iter().map(|(action, _)| action).collect();
    assert_eq!(told[0], "P:for (i : 1 .. 1)");
    assert!(told.iter().all(|action| !action.contains('{')), "{told:?}");
}

#[test]
fn where_a_process_waits_is_told() {
    let text = "chan a = [0] of { byte }; active proctype P() { if :: a!1 :: a?_ -> skip fi }";
    let compiled = compiled(text);
    let names = only(&compiled).states.as_ref().expect("states have names");
    assert_eq!(names.waits(StateId::of(0)), ["a!1", "a?_"]);
}

#[test]
fn an_assertion_is_a_claim_also_if_it_holds() {
    for (text, asserts) in [
        ("active proctype P() { assert(1) }", true),
        ("active proctype P() { d_step { skip; assert(true) } }", true),
        ("active proctype P() { skip }", false),
    ] {
        assert_eq!(compiled(text).asserts, asserts, "{text}");
    }
}

#[test]
fn what_is_left_out_may_be_written_in_any_way() {
    let text = "#if 0\nit's not used, \"at all\n#else\nactive proctype P() { skip }\n#endif\n";
    assert_eq!(compiled(text).diagnostics, []);
}
