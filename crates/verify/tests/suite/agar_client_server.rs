//! Abstraction refinement on the client-server example of "Learning to divide and conquer" (section
//! 5.1), for any number of clients, and its behaviour under limits.

use surmise_model::{
    Claim, ComponentId, Context, Count, Interrupt, Limits, Outcome, PropertyId, Reason, Report,
    Rule, System,
};
use surmise_testing::client_server;
use surmise_verify::agar::{AgarOptions, check};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;

fn run(system: &System, alphabet: AlphabetRefinement, decomposition: Decomposition) -> Report {
    let options = AgarOptions { alphabet, decomposition, ..AgarOptions::default() };
    check(system, Claim::Property(PropertyId::of(0)), &options, &Context::unlimited())
}

/// The clients together, then the server.
fn clients_and_server(system: &System) -> Decomposition {
    let mut clients: Vec<ComponentId> = system.component_ids().collect();
    let server = clients.split_off(clients.len() - 1);
    Decomposition::Groups(vec![clients, server])
}

#[test]
fn two_states_and_the_propertys_actions_are_enough() {
    for clients in 2..=5 {
        let system = client_server(clients, false);
        let report = run(&system, AlphabetRefinement::Backward, clients_and_server(&system));
        assert_eq!(report.statistics.get(Count::Refinements), Some(1));
        assert_eq!(report.statistics.get(Count::AlphabetRefinements), Some(0));
        let Outcome::Holds(proof) = report.outcome else { panic!("mutual exclusion holds") };
        let Rule::AssumeGuarantee { assumptions, .. } = proof.rule else { panic!("rule 1") };
        assert_eq!(assumptions[0].lts.num_states(), 2);
        assert_eq!(assumptions[0].lts.alphabet().len(), 2 * clients);
    }
}

#[test]
fn groups_of_one_agree_and_never_meet_the_whole_system() {
    for alphabet in AlphabetRefinement::ALL {
        let report = run(&client_server(5, false), alphabet, Decomposition::Ordered);
        assert!(matches!(report.outcome, Outcome::Holds(_)), "{alphabet:?}");
        let is_premise = |count| matches!(count, Count::PremiseStates(_));
        let counts = report.statistics.iter().filter(|&(count, _)| is_premise(count));
        let largest = counts.map(|(_, states)| states).max().unwrap();
        let options = surmise_verify::search::SearchOptions::default();
        let (system, claim) = (client_server(5, false), Claim::Property(PropertyId::of(0)));
        let whole =
            surmise_verify::search::check(&system, &[claim], &options, &Context::unlimited());
        assert!(
            largest < whole[0].statistics.get(Count::States).unwrap(),
            "{alphabet:?}: {largest}"
        );

        let report = run(&client_server(5, true), alphabet, Decomposition::Ordered);
        assert!(matches!(report.outcome, Outcome::Violated(_)), "{alphabet:?}");
    }
}

#[test]
fn limits_and_interrupts_are_answered() {
    let system = client_server(4, false);
    let interrupt = Interrupt::new();
    interrupt.cancel();
    let stopped = Context { interrupt: &interrupt, ..Context::unlimited() };
    let limits = Limits { memory: None, states: Some(5) };
    let small = Context { limits, ..Context::unlimited() };
    for (context, expected) in [(stopped, Reason::Cancelled), (small, Reason::StateLimit(5))] {
        let claim = Claim::Property(PropertyId::of(0));
        let report = check(&system, claim, &AgarOptions::default(), &context);
        let Outcome::Unknown(unknown) = report.outcome else { panic!("no verdict in time") };
        assert_eq!(unknown.reason, expected);
        assert!(!unknown.known.is_empty());
    }
}
