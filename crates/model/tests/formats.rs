//! The file formats: what is written reads back as the same LTS, and no text causes a panic or a
//! large allocation.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use surmise_model::{
    ActionId, ActionTable, AutReadOptions, AutWriteOptions, Context, Diagnostic, Lts, ReadError,
    Reading, StateId, read_aut, read_json, write_aut, write_json,
};

fn parse(text: impl AsRef<[u8]>) -> Result<(Reading, ActionTable), Vec<Diagnostic>> {
    let mut actions = ActionTable::new();
    match read_aut(text.as_ref(), &AutReadOptions::default(), &mut actions, &Context::unlimited()) {
        Ok(reading) => Ok((reading, actions)),
        Err(ReadError::Malformed(diagnostics)) => Err(diagnostics),
        Err(error) => panic!("{error}"),
    }
}

/// A comparable picture of an LTS: transitions by name.
fn listing(lts: &Lts, actions: &ActionTable) -> Vec<(u32, String, u32)> {
    lts.transitions()
        .map(|(s, edge)| (s.raw(), actions.name(edge.action).to_owned(), edge.target.raw()))
        .collect()
}

fn to_aut(lts: &Lts, actions: &ActionTable) -> (String, Vec<Diagnostic>) {
    let mut out = Vec::new();
    let remarks = write_aut(&mut out, lts, actions, &AutWriteOptions::default()).unwrap();
    (String::from_utf8(out).unwrap(), remarks)
}

#[test]
fn dialects_mean_the_same() {
    let (canonical, actions) =
        parse("des (0, 3, 2)\n(0, \"a b\", 1)\n(0, \"tau\", 0)\n(1, \"c\", -1)\n").unwrap();
    for dialect in [
        "des(0,3,2)\n(0,a b,1)\n(0,tau,0)\n(1,c,-1)",
        "\u{feff}des (0, 3, 2)\r\n(0, \"a b\", 1)\r\n(0, i, 0)\r\n(1, \"c\", -1)\r\n\r\n",
        "\n\n  des  ( 0 ,3 , 2 ) \n\t( 0\t, \"a b\" ,1 )\n\n(0 , \"i\" , 0)\n (1,c , -1)  ",
    ] {
        let (reading, names) = parse(dialect).unwrap();
        assert_eq!(listing(&reading.lts, &names), listing(&canonical.lts, &actions), "{dialect}");
        assert!(reading.diagnostics.is_empty());
    }
}

#[test]
fn labels_may_contain_almost_anything() {
    let text = "des (0, 4, 1)\n(0, \"say \"hi\", twice\", 0)\n(0, f(x, y), 0)\n(0, \"a\\b(\", 0)\n\
                (0, \"µ-π\", 0)\n";
    let (reading, actions) = parse(text).unwrap();
    let names: Vec<&str> = actions.iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["say \"hi\", twice", "f(x, y)", "a\\b(", "µ-π"]);
    assert_eq!(reading.diagnostics.len(), 1, "a comma without quotes is worth a warning");
    let (written, remarks) = to_aut(&reading.lts, &actions);
    assert!(remarks.iter().any(|remark| remark.message.contains("comma")));
    assert_eq!(parse(written).unwrap().1, actions);
}

#[test]
fn another_silent_label() {
    let mut actions = ActionTable::new();
    let text = "des (0, 3, 1)\n(0, i, 0)\n(0, hidden, 0)\n(0, tau, 0)\n";
    let options = AutReadOptions { tau: Some("hidden") };
    let reading = read_aut(text.as_bytes(), &options, &mut actions, &Context::unlimited()).unwrap();
    assert_eq!(actions.iter().map(|(_, name)| name).collect::<Vec<_>>(), ["i"]);
    assert_eq!(reading.lts.num_transitions(), 2, "two silent transitions are one");
    let (_, remarks) = to_aut(&reading.lts, &actions);
    assert!(remarks.iter().any(|remark| remark.message.contains("read as silent")));
}

#[test]
fn the_initial_state_is_written_as_zero() {
    let (reading, actions) = parse("des (2, 2, 3)\n(2, a, 0)\n(0, b, 1)\n").unwrap();
    assert_eq!(reading.lts.initial(), StateId::of(2));
    let (written, _) = to_aut(&reading.lts, &actions);
    assert_eq!(written, "des (0, 2, 3)\n(0, \"a\", 2)\n(2, \"b\", 1)\n");
}

#[test]
fn what_cannot_be_written_is_said() {
    let mut actions = ActionTable::new();
    let mut builder = Lts::builder();
    let (used, unused) = (actions.intern("a\nb").unwrap(), actions.intern("c").unwrap());
    builder.ensure_states(1).end(StateId::of(0)).extend_alphabet([unused]);
    let (_, remarks) = to_aut(&builder.clone().build().unwrap(), &actions);
    assert_eq!(remarks.len(), 2);
    builder.add(StateId::of(0), used, StateId::of(0));
    let lts = builder.build().unwrap();
    let refused = write_aut(&mut Vec::new(), &lts, &actions, &AutWriteOptions::default());
    assert_eq!(refused.unwrap_err().kind(), std::io::ErrorKind::InvalidData);
}

#[test]
fn all_errors_at_once_but_not_thousands() {
    let mut text = String::from("des (0, 30, 1)\n");
    text.extend((0..30).map(|n| format!("(0, \"a\", {})\n", n % 2)));
    assert_eq!(parse(&text).unwrap_err().len(), 15);
    let hopeless = "des (0, 1, 1)\n".to_owned() + &"what?\n".repeat(100_000);
    let diagnostics = parse(hopeless).unwrap_err();
    assert_eq!(diagnostics.len(), 21, "twenty errors and a note");
}

#[test]
fn a_claim_allocates_nothing() {
    for text in [
        "des (0, 1, 99999999999)\n(0, a, 1)\n",
        "des (0, 1, 4294967294)\n(0, a, 4294967293)\n",
        "des (0, 99999999999999999999999999, 2)\n",
        "des (0, 4294967294, 4294967294)\n(0, a, 1)\n",
        "(0, a, 18446744073709551615)\n",
    ] {
        assert!(!parse(text).unwrap_err().is_empty(), "{text}");
    }
    let text = br#"{"format": "surmise-lts", "states": 4294967294, "transitions": []}"#;
    assert!(read_json(text, &mut ActionTable::new(), &Context::unlimited()).is_err());
}

#[test]
fn json_says_where_it_is_wrong() {
    let cases: [(&str, &str); 8] = [
        ("", "EOF"),
        ("{\n  \"format\": \"surmise-lts\",\n  \"states\": x\n}", "expected value"),
        (r#"{"format": "other", "states": 1, "transitions": []}"#, "format"),
        (r#"{"format": "surmise-lts", "states": 1, "transitions": [[0, "a", 1]]}"#, "state 1"),
        (r#"{"format": "surmise-lts", "states": 1, "transitions": [[-1, "a", 0]]}"#, "no way out"),
        (
            r#"{"format": "surmise-lts", "states": 1, "alphabet": [], "transitions": [[0,"a",0]]}"#,
            "not in the alphabet",
        ),
        (r#"{"format": "surmise-lts", "states": 1, "transitions": [], "x": 1}"#, "unknown field"),
        (
            r#"{"format": "surmise-lts", "states": 1, "end": 1, "transitions": []}"#,
            "state 1 does not exist",
        ),
    ];
    for (text, part) in cases {
        let Err(ReadError::Malformed(diagnostics)) =
            read_json(text.as_bytes(), &mut ActionTable::new(), &Context::unlimited())
        else {
            panic!("{text} was read");
        };
        assert!(diagnostics[0].message.contains(part), "{text}: {}", diagnostics[0]);
        let span = diagnostics[0].span.expect("every mistake has its place");
        assert!(span.end <= text.len());
        if part.starts_with("state 1") {
            assert!(["1", r#"[0, "a", 1]"#].contains(&&text[span.start..span.end]), "{text}");
        }
    }
}

prop_compose! {
    /// Any LTS, with the names of its actions.
    fn any_lts()(states in 1usize..8, labels in prop::collection::btree_set("[ -~µ]{1,6}", 1..5))(
        transitions in prop::collection::vec((0..states, 0..=labels.len(), 0..=states), 0..20),
        initial in 0..=states,
        end in prop::option::of(0..states),
        labels in Just(labels),
        states in Just(states),
    ) -> (Lts, ActionTable) {
        let mut actions = ActionTable::new();
        let ids: Vec<ActionId> =
            labels.iter().map(|label| actions.intern(label).unwrap()).collect();
        let state = |n| if n == states { StateId::ERROR } else { StateId::of(n) };
        let mut builder = Lts::builder();
        builder.ensure_states(states).initial(state(initial)).extend_alphabet(ids.clone());
        if let Some(end) = end {
            builder.end(state(end));
        }
        for (source, label, target) in transitions {
            let action = ids.get(label).copied().unwrap_or(ActionId::TAU);
            builder.add(state(source), action, state(target));
        }
        (builder.build().unwrap(), actions)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        rng_seed: RngSeed::Fixed(2),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn json_round_trip((lts, actions) in any_lts()) {
        let mut out = Vec::new();
        write_json(&mut out, &lts, Some("M"), &actions).unwrap();
        // The same table, so that equal means equal.
        let reading = read_json(&out, &mut {actions}, &Context::unlimited()).unwrap();
        prop_assert_eq!(reading.lts, lts);
        prop_assert_eq!(reading.name.as_deref(), Some("M"));
    }

    #[test]
    fn aut_round_trip((lts, actions) in any_lts()) {
        let (written, _) = to_aut(&lts, &actions);
        let mut same_table = actions;
        // No label is silent but `tau`.
        let options = AutReadOptions { tau: Some("tau") };
        let reading = read_aut(written.as_bytes(), &options, &mut same_table, &Context::unlimited()).unwrap();
        prop_assert_eq!(reading.lts.num_states(), lts.num_states());
        prop_assert_eq!(reading.lts.num_transitions(), lts.num_transitions());
        prop_assert_eq!(reading.lts.initial().is_error(), lts.initial().is_error());
        // Once the initial state is 0, writing and reading changes nothing.
        let (again, _) = to_aut(&reading.lts, &same_table);
        let reread = read_aut(again.as_bytes(), &options, &mut same_table, &Context::unlimited()).unwrap();
        prop_assert_eq!(reread.lts, reading.lts);
    }

    #[test]
    fn renumbering_is_an_isomorphism((lts, actions) in any_lts()) {
        let (written, _) = to_aut(&lts, &actions);
        let options = AutReadOptions { tau: Some("tau") };
        let reading = read_aut(written.as_bytes(), &options, &mut {actions}, &Context::unlimited()).unwrap();
        let first = if lts.initial().is_error() { 0 } else { lts.initial().index() };
        let swap = |state: StateId| match state {
            StateId::ERROR => state,
            s if s.index() == first => StateId::of(0),
            s if s.index() == 0 => StateId::of(first),
            s => s,
        };
        let mut expected: Vec<_> = lts
            .transitions()
            .map(|(source, edge)| (swap(source), edge.action, swap(edge.target)))
            .collect();
        expected.sort_unstable();
        let read: Vec<_> =
            reading.lts.transitions().map(|(s, edge)| (s, edge.action, edge.target)).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn no_text_is_too_strange(text in r#"(des ?\(|[(),"\n 0-9i/-]|tau|.){0,60}"#) {
        let _ = parse(&text);
        let _ = read_json(text.as_bytes(), &mut ActionTable::new(), &Context::unlimited());
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = parse(&bytes);
        let mut framed = b"des (0, 1, 2)\n(0, \"".to_vec();
        framed.extend(&bytes);
        if let Err(diagnostics) = parse(&framed) {
            for diagnostic in &diagnostics {
                let span = diagnostic.span.unwrap_or_default();
                prop_assert!(span.start <= span.end && span.end <= framed.len());
            }
        }
    }
}
