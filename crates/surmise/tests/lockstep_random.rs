//! Systems in which one state has more successors than any memory can hold, under random limits.
//! Every kind of question, by every method, is answered or given up soon after the limit and within
//! the memory, as the allocator counts it, and what is said is right.
//!
//! Questions are asked as every user interface asks them, through a [`Job`]. The clock that is lent
//! to it is that of the processors: machines that run tests are busy.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use fastrand::Rng;
use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use surmise::methods::METHODS;
use surmise::{
    Answer, Attempt, Document, Failure, Files, Finding, Host, Job, Question, Request, Texts,
    VERSION, Verdict, Writer,
};
use surmise_model::{Clock, Context, ReadError, Reason};
use surmise_testing::{Lockstep, random_lockstep, seeds};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Who works for longer than this after time was up has not looked.
const LATEST: Duration = Duration::from_millis(300);

/// Files in memory, the time of processors, the memory of this process.
struct Machine(Texts);

#[derive(Debug)]
struct Processors;

impl Clock for Processors {
    fn now(&self) -> Duration {
        ProcessTime::now().as_duration()
    }
}

impl Host for Machine {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&Processors)
    }

    fn memory_in_use(&self) -> u64 {
        ALLOCATOR.current_usage() as u64
    }
}

impl Files for Machine {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        self.0.open(path, context)
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.exists(path)
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        self.0.same(one, other)
    }

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        self.0.write(path, writer)
    }

    fn refuse_inputs(&self, outputs: &[&Path]) -> Attempt<()> {
        self.0.refuse_inputs(outputs)
    }

    fn unused(&self, path: &Path) -> PathBuf {
        self.0.unused(path)
    }
}

/// What can be asked about a system without probabilities: every kind of question, half of the time
/// a check.
fn random_question(rng: &mut Rng, system: &Lockstep) -> Value {
    let one = |rng: &mut Rng, all: &[&'static str]| rng.choice(all.iter().copied()).unwrap();
    let models = json!(["s.lts"]);
    let side = json!({ "file": "s.lts", "process": "S" });
    let threads = rng.usize(1..=2);
    let labels = one(rng, &["exact", "modal", "modal"]);
    match rng.usize(..27) {
        0..12 => {
            let method = METHODS[rng.usize(..METHODS.len())].name();
            let options = match method {
                "quotient" => json!({ "threads": threads, "labels": labels }),
                _ => json!({ "threads": threads }),
            };
            let evidence = if rng.bool() { json!({ "confirm": {} }) } else { json!({}) };
            json!({ "kind": "check", "models": models, "method": method, "options": options,
                    "evidence": evidence })
        }
        12 => json!({ "kind": "keep", "models": models, "assumption": "ticks.aut",
                      "about": ["C0"] }),
        13 | 14 => json!({ "kind": "assume", "models": models, "components": ["C0"],
                           "property": "P" }),
        15 | 16 => json!({ "kind": "assume", "models": models, "components": ["C0"],
                           "property": "P", "assumption": "quotient",
                           "options": { "threads": threads, "labels": labels } }),
        17 => json!({ "kind": "certify", "models": models, "certificate": "proof.json" }),
        18 => json!({ "kind": "compare", "left": side, "right": side,
                      "by": one(rng, &["traces", "inclusion", "strong", "branching"]) }),
        19 => json!({ "kind": "compose", "models": models, "hide": ["tock.0"] }),
        20 => json!({ "kind": "minimise", "model": "s.lts",
                      "by": one(rng, &["strong", "branching", "traces"]) }),
        21 => json!({ "kind": "convert", "model": "s.lts",
                      "output": { "format": one(rng, &["aut", "json", "dot"]) } }),
        22 => {
            let component = format!("C{}", rng.usize(..system.components));
            let process = if rng.bool() { component } else { "S".to_owned() };
            json!({ "kind": "draw", "model": "s.lts", "force": true,
                    "input": { "fsp": { "process": process } } })
        }
        23 => json!({ "kind": "show", "models": models, "force": rng.bool() }),
        24 => json!({ "kind": "step", "models": models,
                      "random": { "most": rng.usize(..100), "seed": rng.u32(..) } }),
        25 => json!({ "kind": "proofread", "model": "s.lts", "compile": rng.bool() }),
        _ => json!({ "kind": "describe", "models": models }),
    }
}

fn ask(question: &Value, limits: &Value, host: &Arc<Machine>) -> Attempt<Answer> {
    let text = json!({ "version": VERSION, "question": question, "limits": limits }).to_string();
    let request: Request = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    Job::start(request, Arc::clone(host) as Arc<dyn Host>).wait()
}

/// An answer is right, and that there is none has a reason.
fn judge(answer: Attempt<Answer>, system: &Lockstep, name: &str) -> bool {
    match answer {
        Ok(answer) => {
            let verdict = answer.verdict();
            match &answer.finding {
                Finding::Checked(_) => {
                    let right = if system.holds { Verdict::Holds } else { Verdict::Violated };
                    let decided = !matches!(verdict, Verdict::Undecided);
                    assert!(!decided || verdict == right, "{name}: {verdict:?}");
                    return decided;
                }
                Finding::Compared(_) | Finding::Certified(_) | Finding::Kept(_) => {
                    assert_ne!(verdict, Verdict::Violated, "{name}");
                }
                Finding::Assumed(found) => {
                    let told = found.quotient.as_ref().and_then(|quotient| quotient.holds);
                    assert!(told.is_none_or(|holds| holds == system.holds), "{name}");
                }
                _ => {}
            }
            true
        }
        Err(Failure::Stopped(stopped)) => {
            assert!(!matches!(stopped.reason, Reason::Internal(_)), "{name}: {stopped:?}");
            false
        }
        Err(failure @ Failure::Wrong(_)) => panic!("{name}: {failure}"),
    }
}

#[test]
fn limits_hold_where_successors_are_without_number() {
    let (mut latest, mut fullest) = ((Duration::ZERO, String::new()), 0.0_f64);
    let (mut answered, mut asked) = (0, 0);
    for seed in seeds(200, 2_000) {
        let mut rng = Rng::with_seed(seed);
        let system = random_lockstep(&mut rng);
        let question = random_question(&mut rng, &system);
        let name = format!("seed {seed}, {} components, {question}", system.components);
        let ticks = "des (0, 1, 1)\n(0, \"tick\", 0)\n";
        let texts = Texts::new([("s.lts", system.text.as_str()), ("ticks.aut", ticks)]);
        let host = Arc::new(Machine(texts));
        if question["kind"] == "certify" {
            let check = json!({ "kind": "check", "models": ["s.lts"], "method": "symbolic",
                                "wanted": { "properties": ["P"] },
                                "evidence": { "certificate": "proof.json" } });
            judge(ask(&check, &json!({ "time": 0.1 }), &host), &system, &name);
            if !host.exists(Path::new("proof.json")) {
                continue;
            }
        }
        let time = Duration::from_micros(1 << rng.usize(8..18));
        let mut limits = json!({ "time": time.as_secs_f64() });
        let memory = rng.bool().then(|| host.memory_in_use() + ((2 + rng.u64(..14)) << 20));
        if let Some(memory) = memory {
            limits["memory"] = json!(memory);
        }
        if rng.u8(..3) == 0 {
            limits["states"] = json!(1 << rng.usize(..16));
        }
        ALLOCATOR.reset_peak_usage();
        let end = Processors.now() + time;
        let answer = ask(&question, &limits, &host);
        let late = Processors.now().saturating_sub(end);
        let used = memory.map_or(0.0, |limit| ALLOCATOR.peak_usage() as f64 / limit as f64);
        assert!(late < LATEST, "{name}: {late:?} late");
        assert!(used <= 1.1, "{name}: {used:.2} of the memory");
        answered += usize::from(judge(answer, &system, &name));
        asked += 1;
        latest = latest.max((late, name));
        fullest = fullest.max(used);
    }
    println!("{answered} of {asked} answered, latest: {latest:?}, {fullest:.2} of the memory");
    assert!(fullest > 0.5, "no limit of memory was near: {fullest:.2}");
    assert!(answered > asked / 10 && answered < asked, "{answered} of {asked} answered");
}

/// A kind that is added is asked here, too, unless it is about probabilities alone.
#[test]
fn every_kind_that_takes_a_system_is_asked() {
    let mut rng = Rng::with_seed(0);
    let system = random_lockstep(&mut rng);
    let asked: std::collections::BTreeSet<String> = (0..1_000)
        .map(|_| random_question(&mut rng, &system)["kind"].as_str().unwrap().to_owned())
        .collect();
    let probabilistic = ["conform", "satisfy", "measure"];
    for (kind, _) in Question::KINDS {
        assert!(asked.contains(*kind) != probabilistic.contains(kind), "{kind}");
    }
}
