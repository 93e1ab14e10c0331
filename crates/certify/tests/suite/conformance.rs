//! Certificates about conformance: what the published schema says of them, and mistakes made on
//! purpose, each refused for its own reason.

use boon::{Compiler, Schemas};
use serde_json::{Value, json};
use surmise_certify::check_conformance;
use surmise_model::{ComponentId, ConformanceCertificate, Context};
use surmise_testing::random_conformance;
use surmise_verify::probabilistic::refinement::{ConformanceMethod, conformance};

const SCHEMA: &str = include_str!("../../../../docs/conformance-certificate.schema.json");

/// The certificate of a seed, with an assumption for all components but the first.
fn certificate(seed: u64) -> ConformanceCertificate {
    let (system, specification) = random_conformance(seed, 2..=3);
    let groups = (0..system.components.len()).map(|place| vec![ComponentId::of(place)]).collect();
    let context = Context::unlimited();
    let report = conformance(&system, &specification, &ConformanceMethod::Agar(groups), &context);
    ConformanceCertificate::of(&system, "P", &specification, &report.outcome).unwrap()
}

#[test]
fn the_schema_fits_what_is_written() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let name = "urn:surmise:conformance-certificate:1";
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    for seed in 0..100 {
        let text = certificate(seed).to_json();
        let mut value: Value = serde_json::from_str(&text).unwrap();
        assert!(schemas.validate(&value, index).is_ok(), "{text}");
        value["claim"]["news"] = json!(1);
        assert!(schemas.validate(&value, index).is_err());
        assert!(
            ConformanceCertificate::read(value.to_string().as_bytes(), &Context::unlimited())
                .is_err()
        );
    }
}

/// Changes a certificate of the seed that conforms, or does not, and tells why it is refused.
fn refused(seed: u64, change: impl Fn(&mut Value)) -> String {
    let (system, specification) = random_conformance(seed, 2..=3);
    let mut value: Value = serde_json::from_str(&certificate(seed).to_json()).unwrap();
    change(&mut value);
    let context = Context::unlimited();
    let changed = ConformanceCertificate::read(value.to_string().as_bytes(), &context).unwrap();
    match check_conformance(&system, &specification, &changed, &context) {
        Ok(_) => panic!("seed {seed}: accepted"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn mistakes_are_named() {
    // Seed 0 conforms by construction.
    let why = refused(0, |value| value["claim"]["conforms"]["simulation"] = json!([]));
    assert!(why.contains("the initial states are not related"), "{why}");
    let why = refused(0, |value| {
        value["claim"]["conforms"]["groups"].as_array_mut().unwrap().pop();
    });
    assert!(why.contains("every component exactly once"), "{why}");
    let why = refused(0, |value| value["claim"]["conforms"]["assumptions"] = json!([]));
    assert!(why.contains("one more groups than assumptions"), "{why}");
    let why =
        refused(0, |value| value["claim"]["conforms"]["assumptions"][0]["classes"] = json!([]));
    assert!(why.contains("not in the initial class"), "{why}");
    let why = refused(0, |value| value["claim"] = json!({ "violates": [] }));
    assert!(why.contains("there is no node"), "{why}");
    let why = refused(0, |value| value["specification"]["hash"] = json!("sha256:0"));
    assert!(why.contains("content hashes differ"), "{why}");
    let violated =
        (1..).step_by(2).find(|&seed| certificate(seed).to_json().contains("violates")).unwrap();
    let why = refused(violated, |value| value["claim"]["violates"][0]["refuted"] = json!([]));
    assert!(why.contains("does not refute the initial state"), "{why}");
    let why = refused(violated, |value| {
        value["claim"]["violates"].as_array_mut().unwrap().truncate(1);
    });
    assert!(why.contains("is no later node") || why.contains("not shown"), "{why}");
}
