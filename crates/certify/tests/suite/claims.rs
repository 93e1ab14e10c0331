//! Claims of FSP texts that are easily confused with each other: each has its own verdict and its
//! own shortest run, and the checker confirms every one.

use surmise_certify::check;
use surmise_lang::fsp::{CompileOptions, compile};
use surmise_model::{
    Certificate, Claim, Context, Count, Lts, Outcome, Proof, PropertyId, Rule, StateId,
};
use surmise_testing::channel;
use surmise_verify::search::{self, SearchOptions};

/// The shortest runs against the claims of a text, as words; `None` where a claim is true.
fn runs(text: &str) -> Vec<Option<String>> {
    let context = Context::unlimited();
    let compiled = compile(text, &CompileOptions::default(), &context);
    let system = compiled.unwrap_or_else(|errors| panic!("{text}: {errors:?}")).system;
    let reports = search::check(&system, &system.claims(), &SearchOptions::default(), &context);
    let run = |outcome: Outcome| {
        let (certificate, run) = match outcome {
            Outcome::Holds(proof) => (Certificate::of_proof(&system, &proof).unwrap(), None),
            Outcome::Violated(run) => {
                let names = run.trace.actions().map(|action| system.actions.name(action));
                let word = names.collect::<Vec<_>>().join(" ");
                (Certificate::of_counterexample(&system, &run), Some(word))
            }
            Outcome::Unknown(unknown) => panic!("{text}: {unknown:?}"),
        };
        check(&system, &certificate, &context)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        run
    };
    reports.into_iter().map(|report| run(report.outcome)).collect()
}

#[test]
fn each_claim_has_its_own_shortest_run() {
    let rows: [(&str, &[Option<&str>]); 7] = [
        // Error, then deadlock: the latter is shorter.
        ("P = (a -> STOP | a -> b -> ERROR). ||S = P.", &[Some("a b"), Some("a")]),
        // An error of a component is not one of a property that is violated elsewhere, or nowhere.
        (
            "C = (a -> b -> C | c -> ERROR). property P = (a -> b -> P). ||S = (C || P).",
            &[None, Some("c"), None],
        ),
        // One step can violate a property and lead into an error.
        (
            "C = (a -> b -> ERROR). property P = (b -> a -> P). ||S = (C || P).",
            &[Some("a"), Some("a b"), None],
        ),
        (
            "C = (a -> ERROR). property P = (b -> a -> P). ||S = (C || P).",
            &[Some("a"), Some("a"), None],
        ),
        // What a violated property forbids is not taken from the components.
        (
            "C = (a -> b -> c -> STOP). property P = (b -> P) + {a}. property Q = (b -> Q) + {c}. \
             ||S = (C || P || Q).",
            &[Some("a"), Some("a b c"), Some("a b c")],
        ),
        // After an error nothing counts.
        (
            "C = (a -> ERROR). D = (b -> c -> D). property P = (b -> c -> b -> STOP) + {a}. \
             ||S = (C || D || P).",
            &[Some("a"), Some("a"), None],
        ),
        // What only a property has may always happen.
        ("C = (a -> STOP). property P = (a -> b -> P). ||S = (C || P).", &[Some("b"), None]),
    ];
    for (text, expected) in rows {
        let found = runs(text);
        let found: Vec<Option<&str>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// A system that is in error from the start has no states, and says so like any other.
#[test]
fn an_initial_error_is_counted_like_anything_else() {
    let context = Context::unlimited();
    let mut system = channel();
    system.components[0].lts = Lts::builder().initial(StateId::ERROR).build().unwrap();
    let claims = [Claim::NoError, Claim::NoDeadlock];
    for asked in [&claims[..], &claims[..1], &claims[1..]] {
        for (claim, report) in
            asked.iter().zip(search::check(&system, asked, &SearchOptions::default(), &context))
        {
            let counts: Vec<Option<u64>> = [Count::States, Count::Transitions, Count::Depth]
                .map(|count| report.statistics.get(count))
                .to_vec();
            assert_eq!(counts, [Some(0); 3]);
            let violated = matches!(report.outcome, Outcome::Violated(_));
            assert_eq!(violated, *claim == Claim::NoError);
        }
    }
}

/// Certificates used to say how many states were visited: whatever the number, they are still read.
#[test]
fn a_number_of_states_is_read_and_means_nothing() {
    let system = channel();
    let context = Context::unlimited();
    for (claim, name) in
        [(Claim::Property(PropertyId::of(0)), "exhaustive"), (Claim::NoDeadlock, "deadlock_free")]
    {
        let proof = Proof { claim, rule: Rule::Exhaustive };
        let text = Certificate::of_proof(&system, &proof).unwrap().to_json();
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let argument = &mut value["claim"]["holds"][name];
        assert_eq!(*argument, serde_json::json!({}));
        *argument = serde_json::json!({ "states": 123_456 });
        let read = Certificate::from_json(value.to_string().as_bytes()).unwrap();
        assert!(check(&system, &read, &context).is_ok());
    }
}
