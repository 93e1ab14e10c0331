//! Circular reasoning on the client-server example, for any number of clients: the assumptions of
//! figure 1 of the paper, and limits.

use surmise_certify::check_proof;
use surmise_model::{
    Claim, Context, Count, Interrupt, Limits, Outcome, PropertyId, Reason, Report, Rule, System,
};
use surmise_testing::client_server;
use surmise_verify::assume::{AlphabetRefinement, LookAhead};
use surmise_verify::circular::{CircularOptions, Generate, Uses, check};

const MUTEX: Claim = Claim::Property(PropertyId::of(0));

fn run(system: &System, options: &CircularOptions) -> Report {
    check(system, MUTEX, options, &Context::unlimited())
}

/// Figure 1: two states for the server and for each of 11 clients, over grants and cancellations.
#[test]
fn eleven_clients_and_the_server_need_two_states_each() {
    let system = client_server(11, false);
    let options = CircularOptions { suspicious: true, ..CircularOptions::default() };
    let report = run(&system, &options);
    let Outcome::Holds(proof) = report.outcome else { panic!("{:?}", report.outcome) };
    let Rule::Circular { assumptions, uses, .. } = &proof.rule else { panic!("a circular rule") };
    let sizes: Vec<usize> = assumptions.iter().map(|each| each.lts.num_states()).collect();
    assert_eq!(sizes, [2; 12]);
    let server = &assumptions[11].lts;
    assert_eq!(server.alphabet().len(), 22);
    assert!(assumptions[..11].iter().all(|client| client.lts.alphabet().len() == 2));
    assert_eq!(uses.len(), 13);
    assert_eq!(report.statistics.of(Count::AlphabetRefinements), 0);
    check_proof(&system, &proof, &Context::unlimited()).unwrap();
}

/// A violation that is near is found before any assumption is made, if that is wanted, and the
/// report says so.
#[test]
fn a_look_ahead_that_decides_is_named() {
    for (careless, look_ahead, decides) in [
        (true, LookAhead::CIRCULAR, true),
        (true, LookAhead { first: 0, ..LookAhead::CIRCULAR }, true),
        (true, LookAhead::NONE, false),
        (false, LookAhead::CIRCULAR, false),
    ] {
        let options = CircularOptions { look_ahead, ..CircularOptions::default() };
        let report = run(&client_server(3, careless), &options);
        assert_eq!(matches!(report.outcome, Outcome::Violated(_)), careless, "{look_ahead:?}");
        let named = report.statistics.get(Count::LookAhead);
        assert_eq!(named.is_some(), decides, "{look_ahead:?}: {named:?}");
    }
}

#[test]
fn every_alphabet_rule_and_generator_agrees() {
    for careless in [false, true] {
        let system = client_server(3, careless);
        for alphabet in AlphabetRefinement::ALL {
            for generate in Generate::ALL {
                for uses in [Uses::Others, Uses::Sharing] {
                    let options = CircularOptions {
                        alphabet,
                        generate,
                        uses,
                        suspicious: true,
                        look_ahead: LookAhead::NONE,
                        ..CircularOptions::default()
                    };
                    let report = run(&system, &options);
                    let violated = matches!(report.outcome, Outcome::Violated(_));
                    assert_eq!(violated, careless, "{options:?}: {:?}", report.outcome);
                }
            }
        }
    }
}

#[test]
fn limits_and_interrupts_are_answered() {
    let system = client_server(4, false);
    let interrupt = Interrupt::new();
    interrupt.cancel();
    let stopped = Context { interrupt: &interrupt, ..Context::unlimited() };
    let limits = Limits { memory: None, states: Some(2) };
    let small = Context { limits, ..Context::unlimited() };
    for (context, expected) in [(stopped, Reason::Cancelled), (small, Reason::StateLimit(2))] {
        let report = check(&system, MUTEX, &CircularOptions::default(), &context);
        let Outcome::Unknown(unknown) = report.outcome else { panic!("no verdict in time") };
        assert_eq!(unknown.reason, expected);
        assert!(!unknown.known.is_empty());
    }
}
