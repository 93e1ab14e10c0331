//! Certificates made to hurt: each is refused, within a limit on memory that the allocator of this
//! test enforces. A test program of its own, because a program has one allocator.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::alloc::System as Heap;

use cap::Cap;
use surmise_certify::{Refusal, check};
use surmise_model::certificate::ReadError;
use surmise_model::{
    ActionId, Assumption, Certificate, Claim, Component, ComponentId, Context, Interrupt, Limits,
    Lts, Proof, Property, PropertyId, Rule, RuleKind, StateId, System,
};

/// More than this is never allocated: the program would abort.
const MEMORY: usize = 256 << 20;

#[global_allocator]
static ALLOCATOR: Cap<Heap> = Cap::new(Heap, MEMORY);

/// A part of what the program may have is for the states of a premise.
fn limited() -> Context<'static> {
    let limits = Limits { memory: Some(MEMORY as u64 / 16), ..Limits::default() };
    Context { limits, ..Context::unlimited() }
}

/// `components` that count up to `size`, each on its own, and a property about nobody.
fn counters(components: usize, size: usize) -> System {
    let mut system = System::default();
    for i in 0..components {
        let action = system.actions.intern(&format!("a{i}")).unwrap();
        let mut builder = Lts::builder();
        builder.ensure_states(size);
        for state in 1..size {
            builder.add(StateId::of(state - 1), action, StateId::of(state));
        }
        let lts = builder.build().unwrap();
        system.components.push(Component::new(format!("C{i}"), lts));
    }
    let lts = Lts::builder().ensure_states(1).build().unwrap();
    system.properties.push(Property { name: "P".to_owned(), lts });
    system
}

fn certificate(system: &System, rule: Rule) -> Certificate {
    let proof = Proof { claim: Claim::Property(PropertyId::of(0)), rule };
    Certificate::of_proof(system, &proof).unwrap()
}

fn refusal(system: &System, certificate: &Certificate) -> Refusal {
    *check(system, certificate, &limited()).unwrap_err()
}

/// A certificate whose claim is the given text.
fn with_claim(system: &System, claim: &str) -> Result<Certificate, ReadError> {
    let sound = certificate(system, Rule::Exhaustive).to_json();
    let start = sound.find(r#""claim":"#).unwrap();
    Certificate::from_json(format!("{}\"claim\": {claim}}}", &sound[..start]).as_bytes())
}

#[test]
fn deep_nesting_is_not_followed() {
    let system = counters(1, 1);
    for (open, close) in [("[", "]"), (r#"{"holds":"#, "}"), (r#"{"x":["#, "]}")] {
        let deep = |depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
        for depth in [100, 200, 1_000_000] {
            assert!(matches!(with_claim(&system, &deep(depth)), Err(ReadError::Json(_))));
            let header = format!(
                r#"{{"format": "surmise-certificate", "version": 1, "x": {}}}"#,
                deep(depth)
            );
            assert!(matches!(Certificate::from_json(header.as_bytes()), Err(ReadError::Json(_))));
            assert!(Certificate::from_json(open.repeat(depth).as_bytes()).is_err());
        }
    }
}

#[test]
fn numbers_are_not_believed() {
    let system = counters(2, 2);
    for number in ["4294967295", "4294967294", "4294967296", "1e300", "-1", "1.5", "\"1\""] {
        let claims = [
            format!(
                r#"{{"holds": {{"asym": {{"groups": [[{number}], [1]], "assumptions": [
                {{"alphabet": [], "initial": 0, "states": [[]]}}]}}}}}}"#
            ),
            format!(
                r#"{{"holds": {{"asym": {{"groups": [[0], [1]], "assumptions": [
                {{"alphabet": [], "initial": {number}, "states": [[]]}}]}}}}}}"#
            ),
            format!(
                r#"{{"holds": {{"asym": {{"groups": [[0], [1]], "assumptions": [
                {{"alphabet": ["a0"], "initial": 0, "states": [[["a0", {number}]]]}}]}}}}}}"#
            ),
            format!(
                r#"{{"holds": {{"asym": {{"groups": [[0], [1]], "assumptions": [
                {{"alphabet": [], "initial": 0, "states": [[]],
                  "abstraction": [[[{number}], {number}]]}}]}}}}}}"#
            ),
            format!(
                r#"{{"violated": {{"violation": "deadlock", "initial": [0, {number}],
                "steps": []}}}}"#
            ),
            format!(
                r#"{{"violated": {{"violation": {{"error": {number}}}, "initial": [0, 0],
                "steps": [{{"action": "a0", "states": [{number}, 0]}}]}}}}"#
            ),
        ];
        for claim in claims {
            if let Ok(certificate) = with_claim(&system, &claim) {
                refusal(&system, &certificate);
            }
        }
    }
    let sound = r#"{"holds": {"exhaustive": {"states": 18446744073709551615}}}"#;
    check(&system, &with_claim(&system, sound).unwrap(), &limited()).unwrap();
}

#[test]
fn long_lists_cost_what_their_text_costs() {
    let system = counters(2, 2);
    let many = |piece: &str| vec![piece; 300_000].join(",");
    let assumption = |alphabet: &str, states: &str, map: &str| {
        format!(
            r#"{{"holds": {{"asym": {{"groups": [[0], [1]], "assumptions": [{{"alphabet":
            [{alphabet}], "initial": 0, "states": [{states}], "abstraction": [{map}]}}]}}}}}}"#
        )
    };
    let claims = [
        assumption("", &many("[]"), ""),
        assumption(&many(r#""a0""#), "[]", ""),
        assumption(&many(r#""""#), "[]", ""),
        assumption("\"a0\"", &format!("[{}]", many(r#"["a0",0]"#)), ""),
        assumption("", "[]", &many("[[],0]")),
        format!(r#"{{"holds": {{"sym": {{"groups": [{}], "assumptions": []}}}}}}"#, many("[]")),
        format!(r#"{{"holds": {{"sym": {{"groups": [[{}]], "assumptions": []}}}}}}"#, many("0")),
    ];
    for claim in claims {
        refusal(&system, &with_claim(&system, &claim).unwrap());
    }
    let run = format!(
        r#"{{"violated": {{"violation": "deadlock", "initial": [{}], "steps": []}}}}"#,
        many("0")
    );
    refusal(&system, &with_claim(&system, &run).unwrap());
}

#[test]
fn a_system_that_is_too_large_is_undecided() {
    let system = counters(12, 10);
    let refusal = refusal(&system, &certificate(&system, Rule::Exhaustive));
    assert!(refusal.is_undecided() && refusal.to_string().contains("16 MiB"), "{refusal}");
}

/// One component that does `a` and `b` as it likes, and an assumption about it whose deterministic
/// twin has 2^40 states: there was an `a`, and 40 more steps since, or there was not.
#[test]
fn a_determinisation_that_is_too_large_is_undecided() {
    let mut system = System::default();
    let [a, b] = ["a", "b"].map(|name| system.actions.intern(name).unwrap());
    let looping = |actions: &[ActionId]| {
        let mut builder = Lts::builder();
        builder.ensure_states(1);
        for &action in actions {
            builder.add(StateId::of(0), action, StateId::of(0));
        }
        builder.build().unwrap()
    };
    for (name, actions) in [("Idle", &[][..]), ("Any", &[a, b])] {
        system.components.push(Component::new(name, looping(actions)));
    }
    let property = Property { name: "P".to_owned(), lts: looping(&[]) };
    system.properties.push(property);
    let mut builder = Lts::builder();
    builder.ensure_states(42);
    for action in [a, b] {
        builder.add(StateId::of(0), action, StateId::of(0));
        for state in 1..41 {
            builder.add(StateId::of(state), action, StateId::of(state + 1));
        }
    }
    builder.add(StateId::of(0), a, StateId::of(1));
    let assumptions = vec![Assumption { lts: builder.build().unwrap(), simulation: None }];
    let groups = vec![vec![ComponentId::of(0)], vec![ComponentId::of(1)]];
    let refusal = refusal(
        &system,
        &certificate(&system, Rule::AssumeGuarantee { kind: RuleKind::Asym, groups, assumptions }),
    );
    assert!(matches!(refusal, Refusal::Limit { number: 2, .. }), "{refusal}");
}

/// One step with 10^9 outcomes.
#[test]
fn a_step_with_too_many_outcomes_is_undecided_and_can_be_interrupted() {
    let mut system = counters(9, 11);
    let a = system.actions.get("a0").unwrap();
    for component in &mut system.components {
        let mut builder = Lts::builder();
        builder.ensure_states(11);
        for state in 1..11 {
            builder.add(StateId::of(0), a, StateId::of(state));
        }
        component.lts = builder.build().unwrap();
    }
    let certificate = certificate(&system, Rule::Exhaustive);
    assert!(refusal(&system, &certificate).is_undecided());
    let interrupt = Interrupt::new();
    interrupt.cancel();
    let context = Context { interrupt: &interrupt, ..limited() };
    let refusal = *check(&system, &certificate, &context).unwrap_err();
    assert!(refusal.to_string().contains("interrupted"), "{refusal}");
}

#[test]
fn other_formats_and_versions_are_told_apart() {
    let text = |format: &str, version: &str| {
        format!(r#"{{"format": "{format}", "version": {version}, "news": [1, {{}}]}}"#)
    };
    let read = |text: String| Certificate::from_json(text.as_bytes()).unwrap_err();
    assert!(matches!(read(text("surmise-certificate", "2")), ReadError::Version(2)));
    assert!(matches!(read(text("surmise-lts", "1")), ReadError::Format(_)));
    assert!(matches!(read(text("surmise-certificate", "1")), ReadError::Json(_)));
    assert!(matches!(read(String::new()), ReadError::Json(_)));
}
