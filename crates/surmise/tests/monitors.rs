//! Monitors as the library writes them, compiled and run beside a naive reading of the automaton.
//!
//! `rustc` is there wherever the tests run; `cc` and `python3` are used where they are found.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use fastrand::Rng;
use surmise::model::{ActionId, ActionTable, Lts, StateId};
use surmise::write::FileFormat;
use surmise::{Convert, Finding, Job, Named, Output, Texts};
use surmise_model::write_json;
use surmise_testing::{NaiveObservation, Shape, observe, random_lts, seeds};

/// Names that every language has to escape, in an order that no table keeps by itself.
const NAMES: [&str; 6] = ["z.last", "a?\"quoted\"\\", "tab\there", "übrig", "a[1]", "??/*/"];

/// A program that watches, and how it is started.
struct Watcher {
    language: &'static str,
    program: PathBuf,
    arguments: Vec<PathBuf>,
}

impl Watcher {
    /// Has a monitor written into a folder and compiled, if it is in a language for that. Nothing
    /// if there is no compiler.
    fn of(model: &str, language: &'static str, folder: &Path) -> Option<Self> {
        let format = FileFormat::by_name(language);
        let output = Output { format, ..Output::default() };
        let convert = Convert { model: "m.json".into(), output, ..Convert::default() };
        let files = Arc::new(Texts::new([("m.json", model)]));
        let Finding::Converted(written) = Job::start(convert, files).wait().unwrap().finding else {
            panic!("a conversion was asked for");
        };
        let source = folder.join("monitor").with_extension(language);
        fs::write(&source, written.text.unwrap()).unwrap();
        let program = folder.join(format!("monitor-{language}"));
        let (compiler, options): (&str, &[&str]) = match language {
            "rs" => ("rustc", &["--edition", "2021", "-D", "warnings"]),
            "c" => ("cc", &["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]),
            _ => {
                let has_python = Command::new("python3").arg("--version").output().is_ok();
                let (program, arguments) = ("python3".into(), vec![source]);
                return has_python.then_some(Self { language, program, arguments });
            }
        };
        let mut compile = Command::new(compiler);
        compile.args(options).arg("-o").args([&program, &source]);
        match compile.output() {
            Ok(done) => {
                let complaints = String::from_utf8_lossy(&done.stderr);
                assert!(done.status.success(), "{compiler}: {complaints}");
                Some(Self { language, program, arguments: Vec::new() })
            }
            Err(_) => None,
        }
    }

    /// What it says about actions, one a line, and its status.
    fn watch(&self, actions: &[&str]) -> (String, Option<i32>) {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let text: String = actions.iter().map(|action| format!("{action}\n")).collect();
        // It may stop reading at the first action that is not allowed.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        let done = child.wait_with_output().unwrap();
        (String::from_utf8(done.stdout).unwrap(), done.status.code())
    }
}

/// What a monitor has to say, word by word from the definition.
fn expected(lts: &Lts, actions: &ActionTable, word: &[ActionId]) -> (String, Option<i32>) {
    let safe = |word: &[ActionId]| observe(lts, word) == NaiveObservation::Safe;
    if !safe(&[]) {
        return ("nothing is allowed, not even to start\n".to_owned(), Some(1));
    }
    let mut seen: Vec<ActionId> = Vec::new();
    for (number, &action) in word.iter().enumerate() {
        if !lts.alphabet().contains(action) {
            continue;
        }
        let follows = |next: ActionId| safe(&[&seen[..], &[next]].concat());
        if !follows(action) {
            let mut allowed: Vec<&str> = (lts.alphabet().iter())
                .filter(|&next| follows(next))
                .map(|next| actions.name(next))
                .collect();
            allowed.sort_unstable();
            let allowed = if allowed.is_empty() { "nothing".into() } else { allowed.join(", ") };
            let (line, name) = (number + 1, actions.name(action));
            let text = format!("{line}: {name} is not allowed here; allowed: {allowed}\n");
            return (text, Some(1));
        }
        seen.push(action);
    }
    (String::new(), Some(0))
}

/// A random word that stays within the LTS for a while.
fn random_word(rng: &mut Rng, lts: &Lts, actions: &[ActionId]) -> Vec<ActionId> {
    let mut word = Vec::new();
    let mut at = lts.initial();
    for _ in 0..rng.usize(0..12) {
        match rng.choice(lts.edges(at)).filter(|_| rng.u8(0..8) > 0) {
            Some(edge) => {
                if !edge.action.is_tau() {
                    word.push(edge.action);
                }
                at = edge.target;
            }
            None => word.extend(rng.choice(actions)),
        }
    }
    word
}

#[test]
fn monitors_say_what_the_automaton_says() {
    let folder = tempfile::tempdir().unwrap();
    let shape = Shape { states: 1..=7, cycles: true, ..Shape::default() };
    let mut missing = Vec::new();
    for seed in seeds(3, 200) {
        let mut rng = Rng::with_seed(seed);
        let mut table = ActionTable::new();
        let actions: Vec<ActionId> = NAMES.iter().map(|name| table.intern(name).unwrap()).collect();
        let lts = match seed {
            // Nothing is allowed, not even to start.
            0 => Lts::builder().initial(StateId::ERROR).build().unwrap(),
            _ => random_lts(&mut rng, &actions, &shape, true),
        };
        let mut model = Vec::new();
        write_json(&mut model, &lts, Some("*/ \"\"\" \\"), &table).unwrap();
        let model = String::from_utf8(model).unwrap();
        for language in ["rs", "c", "py"] {
            let Some(watcher) = Watcher::of(&model, language, folder.path()) else {
                missing.push(language);
                continue;
            };
            // An interpreter takes a while to start.
            for _ in 0..if language == "py" { 10 } else { 100 } {
                let word = random_word(&mut rng, &lts, &actions);
                let names: Vec<&str> = word.iter().map(|&action| table.name(action)).collect();
                let (language, said) = (watcher.language, watcher.watch(&names));
                assert_eq!(
                    said,
                    expected(&lts, &table, &word),
                    "seed {seed}, {language}: {names:?}"
                );
            }
        }
    }
    missing.dedup();
    assert!(!missing.contains(&"rs"), "rustc is not on the path");
    if !missing.is_empty() {
        eprintln!("not compiled, for want of a compiler or interpreter: {missing:?}");
    }
}
