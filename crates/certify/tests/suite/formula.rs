//! Certificates about formulas: what the published schema says of them, and mistakes made on
//! purpose, each refused for its own reason.

use boon::{Compiler, Schemas};
use fastrand::Rng;
use serde_json::{Value, json};
use surmise_certify::check_formula;
use surmise_model::{
    Atom, ComponentId, Context, FormulaCertificate, ProbabilisticSystem, StrictLiveness,
};
use surmise_testing::{random_atoms, random_conformance, random_liveness};
use surmise_verify::probabilistic::logic::satisfaction;
use surmise_verify::probabilistic::refinement::ConformanceMethod;

const SCHEMA: &str = include_str!("../../../../docs/formula-certificate.schema.json");

/// The system and the formula of a seed.
fn asked(seed: u64) -> (ProbabilisticSystem, Vec<Atom>, StrictLiveness) {
    let (system, _) = random_conformance(seed, 2..=3);
    let mut rng = Rng::with_seed(seed);
    let atoms = random_atoms(&mut rng, &system);
    let negation = random_liveness(&mut rng, atoms.len());
    (system, atoms, negation)
}

/// The certificate of a seed, with an assumption for all components but the first.
fn certificate(seed: u64) -> Value {
    let (system, atoms, negation) = asked(seed);
    let groups = (0..system.components.len()).map(|place| vec![ComponentId::of(place)]).collect();
    let method = ConformanceMethod::Agar(groups);
    let report = satisfaction(&system, &atoms, &negation, &method, &Context::unlimited());
    let certificate = FormulaCertificate::of(&system, "φ", &report.outcome).unwrap();
    serde_json::from_str(&certificate.to_json()).unwrap()
}

#[test]
fn the_schema_fits_what_is_written() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let name = "urn:surmise:formula-certificate:1";
    compiler.add_resource(name, schema).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    for seed in 0..100 {
        let mut value = certificate(seed);
        assert!(schemas.validate(&value, index).is_ok(), "{value}");
        value["claim"]["news"] = json!(1);
        assert!(schemas.validate(&value, index).is_err());
        let text = value.to_string();
        assert!(FormulaCertificate::read(text.as_bytes(), &Context::unlimited()).is_err());
    }
}

/// Changes the first certificate of a kind, and tells why it is refused.
fn refused(kind: &str, change: impl Fn(&mut Value)) -> String {
    let is_meant = |value: &Value| match kind {
        "holds" => value["claim"][kind]["states"].as_array().is_some_and(|states| {
            states.len() > 3 && states[0][1].as_array().is_some_and(|bounds| !bounds.is_empty())
        }),
        _ => value["claim"][kind].as_array().is_some_and(|nodes| nodes.len() > 2),
    };
    let (seed, mut value) =
        (0..).map(|seed| (seed, certificate(seed))).find(|(_, value)| is_meant(value)).unwrap();
    change(&mut value["claim"][kind]);
    let (system, atoms, negation) = asked(seed);
    let context = Context::unlimited();
    let changed = FormulaCertificate::read(value.to_string().as_bytes(), &context).unwrap();
    match check_formula(&system, &atoms, &negation, &changed, &context) {
        Ok(_) => panic!("seed {seed}: accepted"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn mistakes_are_named() {
    let why = refused("holds", |proof| proof["states"] = json!([]));
    assert!(why.contains("the initial state is not listed"), "{why}");
    let why = refused("holds", |proof| {
        proof["states"].as_array_mut().unwrap().truncate(1);
    });
    assert!(why.contains("reached and not listed") || why.contains("than are listed"), "{why}");
    let why = refused("holds", |proof| {
        let states = proof["states"].as_array_mut().unwrap();
        states.iter_mut().for_each(|state| state[1] = json!([]));
    });
    assert!(why.contains("a bound of a probability is missing"), "{why}");
    let why = refused("holds", |proof| proof["states"][0][1][0] = json!("-1/2"));
    assert!(why.contains("-1/2 is its bound"), "{why}");
    let why = refused("holds", |proof| proof["states"][0][1][0] = json!("half"));
    assert!(why.contains("no number"), "{why}");
    let why = refused("holds", |proof| proof["groups"] = json!([[0]]));
    assert!(why.contains("every component exactly once"), "{why}");
    let why = refused("holds", |proof| proof["assumptions"][0]["classes"] = json!([]));
    assert!(why.contains("not in the initial class"), "{why}");
    let why = refused("violated", |nodes| *nodes = json!([]));
    assert!(why.contains("there is no node"), "{why}");
    let why = refused("violated", |nodes| {
        nodes.as_array_mut().unwrap().truncate(1);
    });
    assert!(why.contains("is no later node") || why.contains("does not violate"), "{why}");
}
