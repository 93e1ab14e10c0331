//! The library as a web page would use it: files that are no files, no terminal, no clock.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise::check::{Answer, Evidence, Wanted, choose, questions};
use surmise::load::{self, InputOptions, Loaded};
use surmise::methods::{METHODS, MethodOptions, by_name};
use surmise::{Document, Failure, Files};
use surmise_model::{Claim, Context, Outcome, ReadError};

/// Files in memory.
struct Shelf(BTreeMap<PathBuf, Vec<u8>>);

impl Files for Shelf {
    fn open(&self, path: &Path, _: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        match self.0.get(path) {
            Some(text) => Ok(Arc::new(text.clone())),
            None => Err(io::Error::from(io::ErrorKind::NotFound).into()),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.contains_key(path)
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }
}

fn shelf(files: &[(&str, &str)]) -> Shelf {
    Shelf(files.iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect())
}

fn loaded(shelf: &Shelf, models: &[&str], properties: &[&str]) -> (Loaded, Vec<Claim>) {
    let context = Context::unlimited();
    let options = InputOptions::default();
    let models: Vec<PathBuf> = models.iter().map(PathBuf::from).collect();
    let properties = properties.iter().map(|&name| name.to_owned()).collect();
    let wanted = Wanted { properties, deadlock: None };
    let mut loaded = load::system(&models, &options, shelf, &context).unwrap();
    let chosen = choose(&wanted, &mut loaded, &options, shelf, &context).unwrap();
    (loaded, chosen.claims)
}

fn answers(loaded: &Loaded, claims: &[Claim], method: &str) -> Vec<Answer> {
    let (system, options) = (&loaded.system, MethodOptions::default());
    let questions = questions(system, claims, by_name(method).unwrap());
    let answers = questions.iter().map(|q| q.answer(system, &options, &Context::unlimited()));
    answers.flat_map(Result::unwrap).collect()
}

fn violated(answers: &[Answer], claim: Claim) -> bool {
    let answer = answers.iter().find(|answer| answer.claim == claim).unwrap();
    match answer.report.outcome {
        Outcome::Violated(_) => true,
        Outcome::Holds(_) => false,
        Outcome::Unknown(ref unknown) => panic!("{unknown:?}"),
    }
}

/// What several components of one file share and a network hides stays shared.
#[test]
fn networks_hide_without_tearing_apart() {
    let model = "A = (x -> a -> A). B = (b -> x -> B). ||S = (A || B).";
    let shelf = shelf(&[
        ("s.lts", model),
        ("n.net", "component s.lts hide x prefix p\nproperty p.lts"),
        ("p.lts", "P = (p.b -> p.a -> P)."),
    ]);
    let (loaded, claims) = loaded(&shelf, &["n.net"], &[]);
    assert_eq!(loaded.system.components.len(), 2);
    for method in METHODS {
        let answers = answers(&loaded, &claims, method.name());
        // After b and the hidden x, the second b may overtake a.
        assert!(violated(&answers, claims[0]), "{}", method.name());
        assert!(!violated(&answers, Claim::NoDeadlock));
    }
}

/// Which other properties were loaded makes no difference to a certificate.
#[test]
fn certificates_do_not_depend_on_other_properties() {
    let model = "M0 = (a -> b -> M0 | c -> ERROR). N = (c -> STOP)+{a}. ||S = (M0 || N).";
    let files = [
        ("s.lts", model),
        ("p.lts", "P1 = (b -> P1)+{a}."),
        (
            "q.json",
            r#"{"format": "surmise-lts", "name": "Q", "states": 1,
           "alphabet": ["M0.error"], "transitions": []}"#,
        ),
    ];
    let shelf = shelf(&files);
    let certificate = |properties: &[&str]| {
        let (loaded, claims) = loaded(&shelf, &["s.lts"], properties);
        let is_first = |claim: &&Claim| matches!(claim, Claim::Property(id) if loaded.system.property(*id).name == "P1");
        let claim = *claims.iter().find(is_first).unwrap();
        let learn = answers(&loaded, &[claim], "agar");
        let evidence = Evidence::of(&loaded.system, loaded.subject(), &learn[0].report).unwrap();
        evidence.unwrap().certificate.to_json()
    };
    assert_eq!(certificate(&["p.lts"]), certificate(&["q.json", "p.lts"]));
}

/// An option that means nothing is refused by what methods and languages say of themselves.
#[test]
fn options_belong_to_somebody() {
    let shelf = shelf(&[("a.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n")]);
    let options = InputOptions::default().for_process("P");
    let result = load::system(&["a.aut".into()], &options, &shelf, &Context::unlimited());
    let Err(Failure::Wrong(remarks)) = result else { panic!("an .aut file has no processes") };
    assert_eq!(remarks[0].diagnostic.message, "--process means nothing to these files");
    let options = MethodOptions { learner: Some(Default::default()), ..MethodOptions::default() };
    for method in METHODS {
        assert_eq!(options.refuse_unknown(*method).is_ok(), method.name() == "learn");
    }
}
