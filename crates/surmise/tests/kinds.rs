//! Every kind of question can be asked, written down, answered and certified, or says why not.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::Arc;

use serde_json::{Value, json};
use surmise::{Certify, Job, Question, Request, Texts, VERSION, Verdict};

const CHANNEL: &str = "
    INPUT = (input -> send -> ack -> INPUT).
    OUTPUT = (send -> output -> ack -> OUTPUT).
    property ORDER = (input -> output -> ORDER).
    ||SYSTEM = (INPUT || OUTPUT || ORDER).";

const COIN: &str = "
    mdp
    module coin
      s : [0..2] init 0;
      [toss] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2);
    endmodule
    label \"heads\" = s=1;";

fn files() -> Arc<Texts> {
    Arc::new(Texts::new([("channel.lts", CHANNEL), ("coin.prism", COIN)]))
}

/// One question of each kind, as a program would write it.
fn questions() -> Vec<Value> {
    let channel = json!(["channel.lts"]);
    let coin = json!(["coin.prism"]);
    vec![
        json!({ "kind": "check", "models": channel, "method": "learn",
                "wanted": { "properties": ["ORDER"] }, "options": { "rule": "circ" },
                "evidence": { "certificate": "proof.json", "confirm": {} } }),
        json!({ "kind": "keep", "models": channel, "assumption": "output.aut",
                "about": ["OUTPUT"] }),
        json!({ "kind": "conform", "models": coin, "specification": "coin.prism",
                "method": "agar", "evidence": { "certificate": "proof.json" } }),
        json!({ "kind": "satisfy", "models": coin, "formulas": ["P<=0.5 [ F \"heads\" ]"],
                "evidence": { "certificate": "proof.json" } }),
        json!({ "kind": "measure", "models": coin, "properties": ["Pmax=? [ F \"heads\" ]"],
                "evidence": { "certificate": "proof.json", "confirm": {} } }),
        json!({ "kind": "assume", "models": channel, "components": ["INPUT"] }),
        json!({ "kind": "certify", "models": channel, "certificate": "learned.json" }),
        json!({ "kind": "compare", "left": { "file": "channel.lts", "process": "INPUT" },
                "right": { "file": "channel.lts", "process": "OUTPUT" }, "by": "inclusion" }),
        json!({ "kind": "compose", "models": channel, "hide": ["send"] }),
        json!({ "kind": "minimise", "model": "channel.lts" }),
        json!({ "kind": "convert", "model": "channel.lts", "output": { "format": "json" } }),
        json!({ "kind": "draw", "model": "channel.lts", "input": { "fsp": { "process": "INPUT" } } }),
        json!({ "kind": "describe", "models": channel }),
        json!({ "kind": "show", "models": channel, "parts": ["INPUT", "ORDER"] }),
        json!({ "kind": "step", "models": channel, "taken": [0, 0],
                "random": { "most": 5, "seed": 1, "until": ["ack"] } }),
        json!({ "kind": "proofread", "model": "channel.lts", "compile": true }),
    ]
}

/// The published schema of requests, events and answers.
struct Schema {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Schema {
    fn read() -> Self {
        let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        for name in ["report", "messages"] {
            let text = std::fs::read(docs.join(format!("{name}.schema.json"))).unwrap();
            let schema = serde_json::from_slice(&text).unwrap();
            compiler.add_resource(&format!("urn:surmise:{name}"), schema).unwrap();
        }
        let index = compiler.compile("urn:surmise:messages", &mut schemas).unwrap();
        Self { schemas, index }
    }

    fn fits(&self, message: &impl serde::Serialize) {
        let message = serde_json::to_value(message).unwrap();
        if let Err(error) = self.schemas.validate(&message, self.index) {
            panic!("the schema does not allow this:\n{error:#}\n{message:#}");
        }
    }
}

fn request(question: &Value) -> Request {
    let text = json!({ "version": VERSION, "question": question }).to_string();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What other questions of the list are about: an assumption, and a certificate.
fn prepared() -> Arc<Texts> {
    let files = files();
    for question in [
        json!({ "kind": "assume", "models": ["channel.lts"], "components": ["INPUT"],
                "output": { "file": "output.aut" } }),
        json!({ "kind": "check", "models": ["channel.lts"], "method": "agar",
                "wanted": { "properties": ["ORDER"] },
                "evidence": { "certificate": "learned.json" } }),
    ] {
        Job::start(request(&question), files.clone()).wait().unwrap();
    }
    files
}

#[test]
fn every_kind_is_asked_and_answered() {
    let (schema, questions) = (Schema::read(), questions());
    let asked: Vec<&str> = questions.iter().map(|q| q["kind"].as_str().unwrap()).collect();
    let known: Vec<&str> = Question::KINDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(asked, known, "a kind without an example in this test");
    for (question, (kind, uncertified)) in questions.iter().zip(Question::KINDS) {
        let files = prepared();
        let mut request = request(question);
        (request.follow, request.conjectures) = (true, true);
        let mut job = Job::start(request, files.clone());
        for event in job.events() {
            schema.fits(&event);
        }
        let answer = job.wait();
        let answer = answer.unwrap_or_else(|failure| panic!("{kind}: {failure}"));
        assert_eq!(answer.finding.kind(), *kind);
        schema.fits(&answer);
        let written = serde_json::to_value(&answer).unwrap();
        assert_eq!((&written["version"], &written["kind"]), (&json!(VERSION), &json!(kind)));
        match uncertified {
            Some(reason) => assert!(!reason.is_empty(), "{kind}"),
            None => {
                let models: Vec<String> =
                    serde_json::from_value(question["models"].clone()).unwrap();
                let specification = question["specification"].as_str().map(Into::into);
                let certify = Certify { specification, ..Certify::of(models, "proof.json") };
                let checked = Job::start(certify, files).wait().unwrap();
                assert_eq!(checked.verdict(), Verdict::Holds, "{kind}");
            }
        }
    }
}

/// A request that was written down is the same when it is read again.
#[test]
fn requests_are_read_as_they_were_written() {
    let schema = Schema::read();
    for question in questions() {
        schema.fits(&json!({ "version": VERSION, "question": question }));
        let request = request(&question);
        let text = serde_json::to_string(&request).unwrap();
        schema.fits(&request);
        let again: Request = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text);
    }
}

/// What nobody understands is refused, and nothing is guessed.
#[test]
fn requests_that_nobody_understands() {
    let check = json!({ "kind": "check", "models": ["channel.lts"] });
    let wrong = [
        json!({ "version": VERSION + 1, "question": check }),
        json!({ "question": check }),
        json!({ "version": VERSION, "question": check, "surprise": 1 }),
        json!({ "version": VERSION, "question": { "kind": "guess" } }),
        json!({ "version": VERSION, "question": { "kind": "check", "model": "channel.lts" } }),
        json!({ "version": VERSION, "limits": { "time": -1.0 }, "question": check }),
        json!({ "version": VERSION,
                "question": { "kind": "check", "options": { "rule": "magic" } } }),
    ];
    for request in wrong {
        let read = serde_json::from_value::<Request>(request.clone());
        assert!(read.is_err(), "{request}");
    }
}

/// Who asks for them gets the assumptions that are proposed, as files that can be read.
#[test]
fn conjectures_are_told_as_files() {
    let schema = Schema::read();
    let conjectures = |method: &str, wanted: bool| {
        let question = json!({ "kind": "check", "models": ["channel.lts"], "method": method });
        let mut request = request(&question);
        request.conjectures = wanted;
        let mut job = Job::start(request, files());
        let told = job.events();
        let events = told.iter().map(|event| {
            schema.fits(&event);
            serde_json::to_value(event).unwrap()
        });
        let events: Vec<Value> = events.collect();
        job.wait().unwrap();
        events.into_iter().filter(|event| event["event"] == "conjecture").collect::<Vec<_>>()
    };
    for (method, rule) in [("learn", "asym"), ("agar", "asym"), ("circular", "circular")] {
        assert!(conjectures(method, false).is_empty(), "{method}");
        let told = conjectures(method, true);
        let last = &told.last().unwrap()["conjecture"];
        assert_eq!(last["rule"], rule);
        assert_eq!(last["lts"]["format"], "surmise-lts");
        assert_eq!(last["lts"]["name"], last["name"]);
        assert!(!last["group"].as_array().unwrap().is_empty(), "{method}");
    }
}
