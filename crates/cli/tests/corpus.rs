//! The corpus is as it says it is, with every method; and what is not is told.

mod common;

use common::{document, root, status, surmise};

#[test]
fn all_methods_agree_on_all_verdicts() {
    let mut command = surmise();
    command.args(["test", "corpus", "--method", "all", "--timeout", "120s", "--format", "json"]);
    let output = command.output().expect("it runs");
    let document = document(&output);
    let result = &document["result"];
    assert_eq!(status(&output), 0, "{result:#}");
    let tests = result["tests"].as_array().expect("a list");
    assert!(tests.len() > 200, "{} tests", tests.len());
    assert_eq!(result["passed"], tests.len());
    for method in ["mono", "learn", "agar"] {
        assert!(tests.iter().any(|test| test["method"] == method), "{method}");
    }
}

#[test]
fn what_is_not_as_expected_is_told() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("it can be written");
        path
    };
    let run = |path: &std::path::Path| {
        let junit = directory.path().join("report.xml");
        let mut command = surmise();
        command.arg("test").arg(path).args(["--format", "json", "--junit"]).arg(&junit);
        let output = command.output().expect("it runs");
        let found = document(&output)["result"].clone();
        let results: Vec<String> = found["tests"]
            .as_array()
            .map(|tests| tests.iter().map(|t| t["result"].as_str().unwrap_or("").into()).collect())
            .unwrap_or_default();
        (status(&output), results, std::fs::read_to_string(junit).unwrap_or_default())
    };
    let model = "A = (a -> b -> A).\nproperty P = (a -> P).\nproperty Q = (b -> a -> Q).\n||S = (A || P || Q).\n";
    let good = format!("{model}// expect S: holds P, violated Q, no deadlock, states 2 with P\n");
    let (code, results, junit) = run(&write("good.lts", &good));
    assert_eq!((code, results), (0, vec!["passed".to_owned(); 4]));
    assert!(junit.contains("tests=\"4\"") && junit.contains("failures=\"0\""), "{junit}");
    let bad = format!("{model}// expect S: violated P, holds Q, deadlock, states 3\n");
    let (code, results, junit) = run(&write("bad.lts", &bad));
    assert_eq!((code, results), (1, vec!["failed".to_owned(); 4]));
    assert!(junit.contains("failures=\"4\""), "{junit}");
    let (code, results, _) = run(&write("none.lts", &format!("{model}// expect T: deadlock\n")));
    assert_eq!((code, results), (2, vec!["wrong".to_owned()]));
    assert_eq!(run(&write("typo.lts", &format!("{model}// expect S: hold P\n"))).0, 2);
    assert_eq!(run(&write("silent.lts", model)).0, 2);
    // Models that are no FSP have a file beside them.
    write("turn.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, b, 0)\n");
    write("order.aut", "des (0, 2, 2)\n(0, b, 1)\n(1, a, 0)\n");
    let beside = "# what holds\nexpect turn.aut: no deadlock, states 2\n\
                  expect turn.aut with order.aut: violated order\n";
    let (code, results, _) = run(&write("turn.expect", beside));
    assert_eq!((code, results), (0, vec!["passed".to_owned(); 3]));
    assert!(root().join("corpus/cases").is_dir());
}
