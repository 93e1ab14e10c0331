//! Abstraction refinement on the client-server example of "Learning to divide and conquer" (section
//! 5.1), for any number of clients, and its behaviour under limits.

use surmise_model::{
    Claim, Component, ComponentId, Context, Count, Interrupt, Limits, Outcome, Property,
    PropertyId, Reason, Report, Rule, System,
};
use surmise_testing::lts_of;
use surmise_verify::agar::{AgarOptions, check};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;

/// Clients that ask a server for a resource, which only one of them may have. A careless server
/// grants what the last client asks for, whoever has it.
fn client_server(clients: usize, careless: bool) -> System {
    let mut system = System::default();
    let (mut server, mut mutex) = (Vec::new(), Vec::new());
    let asked = |client: usize| 1 + client;
    let held = |client: usize| 1 + clients + client;
    let refused = |owner: usize, client: usize| 1 + 2 * clients + owner * clients + client;
    for i in 0..clients {
        let steps = [
            (0, format!("client.{i}.request"), 1),
            (1, format!("client.{i}.grant"), 2),
            (1, format!("client.{i}.deny"), 0),
            (2, format!("client.{i}.use"), 3),
            (3, format!("client.{i}.cancel"), 0),
        ];
        let client = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(format!("Client{i}"), client));
        server.push((0, format!("client.{i}.request"), asked(i)));
        server.push((asked(i), format!("client.{i}.grant"), held(i)));
        server.push((held(i), format!("client.{i}.cancel"), 0));
        for j in (0..clients).filter(|&j| j != i) {
            server.push((held(i), format!("client.{j}.request"), refused(i, j)));
            server.push((refused(i, j), format!("client.{j}.deny"), held(i)));
        }
        mutex.push((0, format!("client.{i}.grant"), 1 + i));
        mutex.push((1 + i, format!("client.{i}.cancel"), 0));
    }
    if careless {
        let last = clients - 1;
        server.push((refused(0, last), format!("client.{last}.grant"), held(last)));
    }
    let server = lts_of(&mut system.actions, &server);
    system.components.push(Component::new("Server", server));
    let mutex = lts_of(&mut system.actions, &mutex);
    system.properties.push(Property { name: "Mutex".to_owned(), lts: mutex });
    system
}

fn run(system: &System, alphabet: AlphabetRefinement, decomposition: Decomposition) -> Report {
    let options = AgarOptions { alphabet, decomposition, ..AgarOptions::default() };
    check(system, Claim::Property(PropertyId::of(0)), &options, &Context::unlimited())
}

/// The clients together, then the server.
fn clients_and_server(system: &System) -> Decomposition {
    let mut clients: Vec<ComponentId> = system.component_ids().collect();
    let server = clients.split_off(clients.len() - 1);
    Decomposition::Given(vec![clients, server])
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
