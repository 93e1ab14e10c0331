//! What the documents say is true: their example is what is written and is accepted, and the schema
//! fits what is written and nothing else.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use surmise_certify::check;
use surmise_model::Outcome;
use surmise_model::{Certificate, Context};
use surmise_testing::{Shape, channel, random_system};
use surmise_verify::search::{self, SearchOptions};

use crate::channel::{asym, circ, sym};
use crate::random::random_proof;

const PAGE: &str = include_str!("../../../../docs/certificates.md");
const SCHEMA: &str = include_str!("../../../../docs/certificate.schema.json");

#[test]
fn the_example_is_what_is_written() {
    let system = channel();
    let (_, rest) = PAGE.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let certificate = Certificate::from_json(example.as_bytes()).unwrap();
    assert_eq!(certificate, Certificate::of_proof(&system, &asym(&system)).unwrap());
    assert_eq!(certificate.to_json(), example);
    let accepted = check(&system, &certificate, &Context::unlimited()).unwrap();
    let premises: Vec<&str> = accepted.premises.iter().map(|p| &*p.statement).collect();
    assert!(PAGE.contains(&format!("```text\n{}\n```", premises.join("\n"))));
}

struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn new() -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        compiler.add_resource("urn:surmise:certificate:1", schema).unwrap();
        let index = compiler.compile("urn:surmise:certificate:1", &mut schemas).unwrap();
        Self { schemas, index }
    }

    fn allows(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.index).is_ok()
    }
}

#[test]
fn the_schema_fits_what_is_written() {
    let schema = Schema::new();
    let assert_fits = |certificate: &Certificate| {
        let text = certificate.to_json();
        assert!(schema.allows(&serde_json::from_str(&text).unwrap()), "{text}");
    };
    let system = channel();
    for proof in [asym(&system), circ(&system), sym(&system)] {
        assert_fits(&Certificate::of_proof(&system, &proof).unwrap());
    }
    let options = SearchOptions::default();
    for seed in 0..300 {
        let (system, proof) = random_proof(seed);
        assert_fits(&Certificate::of_proof(&system, &proof).unwrap());
        let system = random_system(seed, &Shape { errors: 50, ..Shape::default() });
        for report in search::check(&system, &system.claims(), &options, &Context::unlimited()) {
            if let Outcome::Violated(run) = report.outcome {
                assert_fits(&Certificate::of_counterexample(&system, &run));
            }
        }
    }
}

/// Both refuse whatever is added to any object, or taken away from one.
#[test]
fn the_schema_and_the_reader_refuse_alike() {
    let schema = Schema::new();
    let system = channel();
    let text = Certificate::of_proof(&system, &asym(&system)).unwrap().to_json();
    let whole: Value = serde_json::from_str(&text).unwrap();
    let assumption = "/claim/holds/asym/assumptions/0";
    let objects = [
        "",
        "/property",
        "/components/0",
        "/claim",
        "/claim/holds",
        "/claim/holds/asym",
        assumption,
    ];
    let refused = |value: &Value, what: &str| {
        assert!(!schema.allows(value), "the schema allows {what}");
        assert!(Certificate::from_json(value.to_string().as_bytes()).is_err(), "{what} is read");
    };
    for object in objects {
        let mut more = whole.clone();
        more.pointer_mut(object).unwrap()["news"] = json!(1);
        refused(&more, &format!("something new in {object}"));
        let keys: Vec<String> =
            whole.pointer(object).unwrap().as_object().unwrap().keys().cloned().collect();
        // Only the simulation may be absent.
        for key in keys.iter().filter(|key| *key != "abstraction") {
            let mut less = whole.clone();
            less.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(key);
            refused(&less, &format!("{object} without {key}"));
        }
    }
    for (place, value) in [
        ("/version", json!(2)),
        ("/format", json!("surmise-lts")),
        ("/claim/holds/asym/groups/0/0", json!(-1)),
        ("/claim/holds/asym/assumptions/0/states/0/0", json!(["ack"])),
        ("/claim/holds/asym/assumptions/0/states/0/0", json!(["ack", 0, 0])),
        ("/claim/holds/asym/assumptions/0/initial", json!("0")),
    ] {
        let mut changed = whole.clone();
        *changed.pointer_mut(place).unwrap() = value;
        refused(&changed, place);
    }
}
