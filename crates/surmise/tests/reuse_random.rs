//! Earlier findings, tried first: whatever was edited since, and whatever somebody did to what was
//! kept, the verdicts are those of a check that knows nothing of it.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use serde_json::Value;
use surmise::methods::METHODS;
use surmise::{
    Attempt, Check, CheckReport, Document, Files, Finding, Host, Job, Texts, Verdict, Writer,
};
use surmise_model::{ActionId, Context, Lts, ReadError, StateId, System, write_json};
use surmise_testing::{Shape, random_lts, random_property, random_system, seeds};

/// Files in memory, a folder of findings, and perhaps a secret.
#[derive(Default)]
struct Machine {
    texts: Texts,
    findings: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    secret: Option<Vec<u8>>,
}

impl Host for Machine {
    fn recall(&self, _: &Path, name: &str, _: &Context<'_>) -> Attempt<Option<Vec<u8>>> {
        Ok(self.findings.lock().unwrap().get(name).cloned())
    }

    fn remember(&self, _: &Path, name: &str, finding: &[u8]) -> Attempt<()> {
        self.findings.lock().unwrap().insert(name.to_owned(), finding.to_vec());
        Ok(())
    }

    fn secret(&self) -> Option<Vec<u8>> {
        self.secret.clone()
    }
}

impl Files for Machine {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        self.texts.open(path, context)
    }

    fn exists(&self, path: &Path) -> bool {
        self.texts.exists(path)
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        self.texts.same(one, other)
    }

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        self.texts.write(path, writer)
    }

    fn refuse_inputs(&self, outputs: &[&Path]) -> Attempt<()> {
        self.texts.refuse_inputs(outputs)
    }

    fn unused(&self, path: &Path) -> PathBuf {
        self.texts.unused(path)
    }
}

/// The system as files, each component and property one.
fn texts(system: &System) -> Vec<(String, Vec<u8>)> {
    let components = system.components.iter().map(|component| (&component.name, &component.lts));
    let properties = system.properties.iter().map(|property| (&property.name, &property.lts));
    let text = |(name, lts): (&String, &Lts)| {
        let mut text = Vec::new();
        write_json(&mut text, lts, Some(name), &system.actions).unwrap();
        (format!("{name}.json"), text)
    };
    components.chain(properties).map(text).collect()
}

fn check(system: &System, method: &str, reuse: bool, machine: Machine) -> CheckReport {
    let mut check = Check::of(system.components.iter().map(|c| format!("{}.json", c.name)));
    check.wanted.properties = Some(vec!["P0.json".to_owned()]);
    (check.wanted.errors, check.wanted.deadlock) = (Some(true), Some(true));
    check.method = Some(method.to_owned());
    check.reuse = reuse.then(|| "findings".into());
    let machine = Machine { texts: Texts::new(texts(system)), ..machine };
    match Job::start(check, Arc::new(machine)).wait().unwrap().finding {
        Finding::Checked(report) => report,
        other => panic!("{other:?}"),
    }
}

/// The verdicts by the labels of their claims.
fn verdicts(report: &CheckReport) -> BTreeMap<String, Verdict> {
    let verdicts = report.verdicts.iter();
    verdicts.map(|v| (v.claim.label().to_owned(), v.outcome.verdict())).collect()
}

/// The same LTS without one transition, or with one more.
fn edited(rng: &mut Rng, lts: &Lts) -> Lts {
    let edges: Vec<_> = lts.transitions().collect();
    let left_out = rng.bool().then(|| rng.usize(..=edges.len()));
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).extend_alphabet(lts.alphabet().iter());
    builder.initial(lts.initial());
    for (index, (source, edge)) in edges.iter().enumerate() {
        if Some(index) != left_out {
            builder.add(*source, edge.action, edge.target);
        }
    }
    let alphabet: Vec<ActionId> = lts.alphabet().iter().collect();
    if let (None, Some(&action)) = (left_out, rng.choice(&alphabet)) {
        let mut state = || StateId::of(rng.usize(..lts.num_states()));
        let (source, target) = (state(), state());
        builder.add(source, action, target);
    }
    builder.build().unwrap()
}

/// Changes something, or nothing.
fn edit(rng: &mut Rng, system: &mut System, shape: &Shape) {
    let actions: Vec<ActionId> = system.alphabet().iter().collect();
    let which = rng.usize(..system.components.len());
    match rng.u8(..8) {
        0 => {}
        1 => system.components[which].lts = random_lts(rng, &actions, shape, false),
        2 => system.properties[0].lts = random_property(rng, &actions, shape),
        3 => {
            let lts = system.components[which].lts.clone();
            let other = rng.usize(..system.components.len());
            system.components[which].lts =
                std::mem::replace(&mut system.components[other].lts, lts);
        }
        _ => system.components[which].lts = edited(rng, &system.components[which].lts),
    }
}

/// Does something to what was kept that its owner would not.
fn tamper(rng: &mut Rng, findings: &mut BTreeMap<String, Vec<u8>>, seals: &BTreeSet<String>) {
    let names: Vec<String> = findings.keys().cloned().collect();
    let Some(name) = rng.choice(&names) else { return };
    match rng.u8(..4) {
        // Another claim's.
        0 => {
            let other = rng.choice(&names).unwrap();
            let (one, another) = (findings[name].clone(), findings[other].clone());
            findings.insert(name.clone(), another);
            findings.insert(other.clone(), one);
        }
        // All seals that were ever made.
        1 | 2 => {
            for finding in findings.values_mut() {
                let Ok(mut written) = serde_json::from_slice::<Value>(finding) else { continue };
                written["seals"] = serde_json::to_value(seals).unwrap();
                *finding = serde_json::to_vec(&written).unwrap();
            }
        }
        // A digit is another one.
        _ => {
            let finding = findings.get_mut(name).unwrap();
            let digits: Vec<usize> =
                (0..finding.len()).filter(|&i| finding[i].is_ascii_digit()).collect();
            if let Some(&place) = rng.choice(&digits) {
                finding[place] = b'0' + rng.u8(..10);
            }
        }
    }
}

#[test]
fn verdicts_after_an_edit_are_those_of_a_fresh_check() {
    let (mut whole, mut part, mut failed) = (0, 0, 0);
    let mut seals: BTreeSet<String> = BTreeSet::new();
    for seed in seeds(120, 4000) {
        let mut rng = Rng::with_seed(seed);
        let shape = Shape { components: 2..=4, errors: 5, ..Shape::default() };
        let mut system = random_system(seed, &shape);
        let findings = Arc::new(Mutex::new(BTreeMap::new()));
        let method = METHODS[rng.usize(..METHODS.len())].name();
        for round in 0..4 {
            let secret = (rng.u8(..3) > 0).then(|| b"a secret of the test".to_vec());
            let machine = Machine { findings: Arc::clone(&findings), secret, ..Machine::default() };
            let reused = check(&system, method, true, machine);
            let fresh = check(&system, method, false, Machine::default());
            let place = format!("seed {seed}, round {round}, {method}");
            assert_eq!(verdicts(&reused), verdicts(&fresh), "{place}");
            for reused in reused.verdicts.iter().filter_map(|verdict| verdict.reused.as_ref()) {
                match (reused.succeeded(), reused.checked) {
                    (false, _) => failed += 1,
                    (true, 0) => whole += 1,
                    (true, _) => part += 1,
                }
            }
            let mut findings = findings.lock().unwrap();
            for finding in findings.values() {
                let Ok(written) = serde_json::from_slice::<Value>(finding) else { continue };
                let all = written["seals"].as_array().into_iter().flatten();
                seals.extend(all.filter_map(|seal| seal.as_str().map(str::to_owned)));
            }
            edit(&mut rng, &mut system, &shape);
            if rng.u8(..3) == 0 {
                tamper(&mut rng, &mut findings, &seals);
            }
        }
    }
    assert!(whole > 20 && part > 20 && failed > 20, "{whole} {part} {failed}");
}
