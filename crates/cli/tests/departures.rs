//! What methods do that their papers do not: the table in `docs/papers.md` and the switches are the
//! same set, and a report says what was done.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::collections::BTreeMap;

use common::{document, root, surmise};
use surmise::Named;
use surmise::conformance::ConformanceKind;
use surmise::methods::{Departure, METHODS};

/// The names in the table, each with the methods that it is said to concern.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = std::fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let (_, table) = text.split_once("\n## Departures\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let methods = cells[1].split(", ").map(str::to_owned).collect();
        (cells[0].trim_matches('`').to_owned(), methods)
    })
    .collect()
}

#[test]
fn the_table_and_the_switches_are_the_same_set() {
    let mut switches: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for departure in &Departure::ALL {
        let methods = METHODS.iter().filter(|method| method.departures().contains(departure));
        let mut methods: Vec<String> = methods.map(|method| method.name().to_owned()).collect();
        if ConformanceKind::Cegar.departures().contains(departure) {
            methods.push("cegar".to_owned());
        }
        switches.insert(departure.name().to_owned(), methods);
    }
    assert_eq!(table(), switches);
    assert_eq!(switches.len(), <Departure as Named>::ALL.len());
}

#[test]
fn every_section_names_its_departures() {
    let text = std::fs::read_to_string(root().join("docs/papers.md")).unwrap();
    let sections = [
        ("Learning", METHODS.iter().find(|m| m.name() == "learn").unwrap().departures()),
        ("AGAR", METHODS.iter().find(|m| m.name() == "agar").unwrap().departures()),
        ("Circular", METHODS.iter().find(|m| m.name() == "circular").unwrap().departures()),
        ("Quotient", METHODS.iter().find(|m| m.name() == "quotient").unwrap().departures()),
        ("Probabilistic", ConformanceKind::Agar.departures()),
    ];
    for (title, departures) in sections {
        let (_, section) = text.split_once(&format!("\n## {title}\n")).unwrap();
        let (section, _) = section.split_once("\n## ").unwrap();
        let (_, listed) = section.split_once("\nDepartures: ").unwrap();
        for departure in departures {
            let name = format!("`{}`", departure.name());
            assert!(listed.contains(&name), "{title} does not name {name}");
        }
    }
}

/// With two groups, the sum of both is bounded in any case.
#[test]
fn a_report_names_no_departure_without_effect() {
    let model = root().join("corpus/cases/client-server.lts");
    let made = |split: &[&str]| {
        let mut command = surmise();
        command.arg("check").arg(&model).args(["--process", "CLIENT_SERVER"]);
        command.args(["--property", "MUTEX", "--method", "circular", "--format", "json"]);
        command.args(split);
        let output = command.output().unwrap();
        document(&output)["result"]["departures"].to_string()
    };
    assert!(made(&[]).contains("largest-bound"));
    assert!(!made(&["--split", "two"]).contains("largest-bound"));
    let sides = "SERVER|client.1:CLIENT,client.2:CLIENT,client.3:CLIENT,client.4:CLIENT";
    assert!(!made(&["--split", sides]).contains("largest-bound"));
}

#[test]
fn a_report_says_what_was_done() {
    let model = root().join("corpus/cases/client-server.lts");
    let told = |arguments: &[&str]| {
        let output = surmise().arg("check").arg(&model).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for method in METHODS.iter().filter(|method| !method.departures().is_empty()) {
        let all = ["--property", "MUTEX", "--method", method.name()];
        assert!(!told(&all).contains("departures"), "{}", method.name());
        let none = told(&[&all[..], &["--as-published"]].concat());
        assert!(none.contains("departures: none"), "{}: {none}", method.name());
        let mut json = surmise();
        json.arg("check").arg(&model).args(all).args(["--as-published", "--format", "json"]);
        let json = document(&json.output().unwrap());
        assert!(json["result"]["departures"].as_array().unwrap().is_empty(), "{}", method.name());
        for departure in method.departures() {
            let without = told(&[&all[..], &["--without", departure.name()]].concat());
            let line = without.lines().find(|line| line.starts_with("departures: ")).unwrap();
            assert!(!line.contains(departure.name()), "{}: {line}", method.name());
        }
    }
}
