//! The paper's worked examples, as they are printed there. Its figures are drawn from the text and
//! the tables: Input, Output and Order (figures 1 and 2), Output' (figure 9), and the client-server
//! system (figures 11 to 13).

use std::borrow::Cow;
use std::sync::Mutex;

use surmise_model::{Claim, ComponentId, Count, Event, Observer, Outcome, Proof, PropertyId, Rule};

use surmise_testing::{Edges, lts_of, system_of};

use super::teacher::Teacher;
use super::*;
use crate::assume::OpenSystem;
use crate::automata::minimise_dfa;

const INPUT: Edges<'_> = &[(0, "input", 1), (1, "send", 2), (2, "ack", 0)];
const OUTPUT: Edges<'_> = &[(0, "send", 1), (1, "output", 2), (2, "ack", 0)];
const OUTPUT_PRIME: Edges<'_> = &[(0, "send", 1), (1, "send", 1), (1, "output", 2), (2, "ack", 0)];
const ORDER: Edges<'_> = &[(0, "input", 1), (1, "output", 0)];

/// The conjectures of figures 5 to 8, states in the order in which the table finds them.
const A1: Edges<'_> = &[(0, "ack", 0), (0, "send", 0)];
const A2: Edges<'_> = &[(0, "ack", 0), (0, "send", 1), (1, "output", 0), (1, "send", 0)];
const A3: Edges<'_> = &[
    (0, "ack", 2),
    (0, "send", 1),
    (1, "output", 0),
    (1, "send", 2),
    (2, "ack", 2),
    (2, "output", 2),
    (2, "send", 2),
];
const A4: Edges<'_> = &[
    (0, "ack", 2),
    (0, "send", 1),
    (1, "output", 3),
    (1, "send", 2),
    (2, "ack", 2),
    (2, "output", 2),
    (2, "send", 2),
    (3, "ack", 0),
    (3, "send", 2),
];

fn channel(output: Edges<'_>) -> System {
    let name = if output == OUTPUT { "Output" } else { "Output'" };
    system_of(&[("Input", INPUT), (name, output)], ("Order", ORDER))
}

/// Writes down what is narrated.
#[derive(Default)]
struct Scribe(Mutex<Vec<String>>);

impl Observer for Scribe {
    fn event(&self, event: &Event<'_>) {
        if let Event::Narration(text) = event {
            self.0.lock().unwrap().push((*text).to_owned());
        }
    }

    fn follows(&self) -> bool {
        true
    }
}

fn narrated(system: &System, options: &LearnOptions) -> (Report, Vec<String>) {
    let scribe = Scribe::default();
    let context = Context { observer: &scribe, ..Context::unlimited() };
    let report = check(system, Claim::Property(PropertyId::of(0)), options, &context);
    (report, scribe.0.into_inner().unwrap())
}

fn assumptions(report: &Report) -> Vec<Lts> {
    let Outcome::Holds(Proof { rule, .. }) = &report.outcome else {
        panic!("it holds: {:?}", report.outcome);
    };
    let Rule::AssumeGuarantee { assumptions, .. } = rule else {
        panic!("a rule with assumptions");
    };
    assumptions.iter().map(|assumption| assumption.lts.clone()).collect()
}

fn listed(learner: LearnerKind) -> LearnOptions {
    LearnOptions {
        decomposition: Decomposition::Listed,
        alphabet: AlphabetRefinement::Full,
        learner,
        ..LearnOptions::default()
    }
}

/// Tables 1 and 2.
#[test]
fn observation_tables() {
    let system = channel(OUTPUT);
    let context = Context::unlimited();
    let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
    let actions = &system.actions;
    let sigma: Alphabet =
        ["send", "output", "ack"].map(|n| actions.get(n).unwrap()).into_iter().collect();
    let parts = vec![Cow::Borrowed(&*problem.components[0]), Cow::Borrowed(&problem.property)];
    let mut teacher = Teacher::new(parts, &sigma, &context).unwrap();
    let mut learner = TableLearner::new(3);
    learner.start(&mut teacher).unwrap();

    let names: Vec<&str> = teacher.actions().iter().map(|&a| actions.name(a)).collect();
    let spell =
        |word: &[Symbol]| -> Vec<&str> { word.iter().map(|&s| names[s as usize]).collect() };
    let print = |table: &ObservationTable| -> Vec<(Vec<&str>, Vec<bool>)> {
        let mut rows: Vec<_> = table
            .extensions()
            .map(|(prefix, symbol, row)| (spell(&[prefix, &[symbol]].concat()), row))
            .collect();
        rows.sort();
        rows
    };
    let columns = |table: &ObservationTable| -> Vec<Vec<&str>> {
        table.suffixes().iter().map(|suffix| spell(suffix)).collect()
    };
    let prefixes =
        |table: &ObservationTable| -> Vec<Vec<&str>> { table.prefixes().map(&spell).collect() };
    assert_eq!(prefixes(learner.table()), [vec![], vec!["output"]]);
    assert_eq!(columns(learner.table()), [Vec::<&str>::new()]);
    assert_eq!(
        print(learner.table()),
        [
            (vec!["ack"], vec![true]),
            (vec!["output"], vec![false]),
            (vec!["output", "ack"], vec![false]),
            (vec!["output", "output"], vec![false]),
            (vec!["output", "send"], vec![false]),
            (vec!["send"], vec![true]),
        ]
    );

    let counterexample = teacher.symbols(&["send", "ack"].map(|n| actions.get(n).unwrap()));
    let suffix = learner.refine(&counterexample, &mut teacher).unwrap().unwrap();
    assert_eq!(spell(&suffix), ["ack"]);
    let mut states = prefixes(learner.table());
    states.sort();
    assert_eq!(states, [vec![], vec!["output"], vec!["send"]]);
    assert_eq!(columns(learner.table()), [vec![], vec!["ack"]]);
    assert_eq!(
        print(learner.table()),
        [
            (vec!["ack"], vec![true, true]),
            (vec!["output"], vec![false, false]),
            (vec!["output", "ack"], vec![false, false]),
            (vec!["output", "output"], vec![false, false]),
            (vec!["output", "send"], vec![false, false]),
            (vec!["send"], vec![true, false]),
            (vec!["send", "ack"], vec![false, false]),
            (vec!["send", "output"], vec![true, true]),
            (vec!["send", "send"], vec![true, true]),
        ]
    );
}

/// Section 3.2.2: two conjectures, the second of which is A2.
#[test]
fn input_and_output() {
    let mut system = channel(OUTPUT);
    let (report, story) = narrated(&system, &listed(LearnerKind::Table));
    assert_eq!(
        story,
        [
            "premise 1: ⟨A1⟩ Input ⟨Order⟩",
            "premise 2: ⟨true⟩ Output ⟨A1⟩",
            "conjecture 1: A1 with 1 state over {ack, output, send}",
            "  oracle 1 refuses it: ⟨A1⟩ Input ⟨Order⟩ fails with ⟨input, send, ack, input⟩",
            "  A1 has to forbid ⟨send, ack⟩: the suffix ⟨ack⟩ tells apart what it took for one state",
            "conjecture 2: A1 with 2 states",
            "  oracle 1 accepts it: ⟨A1⟩ Input ⟨Order⟩ holds",
            "premise 2 holds, and with it all of them: ⟨true⟩ Output ⟨A1⟩",
        ]
    );
    assert_eq!(assumptions(&report), [lts_of(&mut system.actions, A2)]);
    assert_eq!(report.statistics.get(Count::Conjectures), Some(2));
}

/// Section 3.2.2: with Output', two more conjectures; the last, A4, is the weakest assumption.
#[test]
fn input_and_output_prime() {
    let mut system = channel(OUTPUT_PRIME);
    let (report, story) = narrated(&system, &listed(LearnerKind::Table));
    let steps: Vec<&str> = story
        .iter()
        .filter(|text| ["conjecture", "refuses", "spurious"].iter().any(|word| text.contains(word)))
        .map(String::as_str)
        .collect();
    assert_eq!(
        steps,
        [
            "conjecture 1: A1 with 1 state over {ack, output, send}",
            "  oracle 1 refuses it: ⟨A1⟩ Input ⟨Order⟩ fails with ⟨input, send, ack, input⟩",
            "conjecture 2: A1 with 2 states",
            "oracle 2 refuses A1: ⟨true⟩ Output' ⟨A1⟩ fails with ⟨send, send, output⟩",
            "  spurious: in its company Input satisfies Order",
            "conjecture 3: A1 with 3 states",
            "  oracle 1 refuses it: ⟨A1⟩ Input ⟨Order⟩ fails with ⟨input, send, output, ack, output⟩",
            "conjecture 4: A1 with 4 states",
        ]
    );
    let a4 = lts_of(&mut system.actions, A4);
    assert_eq!(assumptions(&report), std::slice::from_ref(&a4));
    let context = Context::unlimited();
    let input = open_input(&system);
    let weakest = weakest_assumption(&input, &input.interface(), &system.actions, &context);
    assert_eq!(Some(minimise_dfa(&a4, &context).unwrap()), weakest.unwrap());
}

/// Input among strangers.
fn open_input(system: &System) -> OpenSystem<'_> {
    OpenSystem::new(system, &[ComponentId::of(0)], Some(PropertyId::of(0)))
}

/// A1 to A4 (figures 5 to 8), one after the other, as the counterexamples of the text make them.
#[test]
fn four_conjectures() {
    let system = channel(OUTPUT_PRIME);
    let context = Context::unlimited();
    let input = open_input(&system);
    let sigma = input.interface();
    let property = input.property_error(&context).unwrap();
    let parts = vec![Cow::Borrowed(input.group[0]), Cow::Borrowed(&property)];
    let mut teacher = Teacher::new(parts, &sigma, &context).unwrap();
    let mut learner = TableLearner::new(sigma.len());
    learner.start(&mut teacher).unwrap();
    let counterexamples: [&[&str]; 3] =
        [&["send", "ack"], &["send", "send", "output"], &["send", "output", "ack", "output"]];
    let mut conjectures = vec![learner.hypothesis().to_lts(teacher.actions()).unwrap()];
    for names in counterexamples {
        let word: Vec<ActionId> =
            names.iter().map(|name| system.actions.get(name).unwrap()).collect();
        assert!(learner.refine(&teacher.symbols(&word), &mut teacher).unwrap().is_some());
        conjectures.push(learner.hypothesis().to_lts(teacher.actions()).unwrap());
    }
    assert!(conjectures.iter().all(|conjecture| *conjecture.alphabet() == sigma));
    for (conjecture, expected) in conjectures.iter().zip([A1, A2, A3, A4]) {
        let edges = conjecture.transitions().map(|(source, edge)| {
            (source.index(), system.actions.name(edge.action), edge.target.index())
        });
        let mut edges: Vec<_> = edges.collect();
        edges.sort_unstable();
        assert_eq!(edges, expected);
    }
    assert_eq!(conjectures.len(), 4);
}

/// Actions of a client.
fn of_client(client: usize, edges: Edges<'_>) -> Vec<(usize, String, usize)> {
    let name = |&(source, action, target)| (source, format!("client{client}.{action}"), target);
    edges.iter().map(name).collect()
}

fn client_server() -> (System, LearnOptions) {
    // Figures 11 to 13. In the server and the property, what concerns one client, then the other.
    let client =
        [(0, "request", 1), (1, "grant", 2), (1, "deny", 0), (2, "use", 3), (3, "cancel", 0)];
    let [client_1, client_2] = [1, 2].map(|number| of_client(number, &client));
    let server = [
        of_client(1, &[(0, "request", 1), (1, "grant", 2), (1, "deny", 0), (2, "cancel", 0)]),
        of_client(1, &[(5, "request", 6), (6, "deny", 5)]),
        of_client(2, &[(0, "request", 4), (4, "grant", 5), (4, "deny", 0), (5, "cancel", 0)]),
        of_client(2, &[(2, "request", 3), (3, "deny", 2)]),
    ]
    .concat();
    let mutex = [
        of_client(1, &[(0, "grant", 1), (1, "cancel", 0)]),
        of_client(2, &[(0, "grant", 2), (2, "cancel", 0)]),
    ]
    .concat();
    let components = [("Client1", &*client_1), ("Client2", &client_2), ("Server", &server)];
    let system = system_of(&components, ("Mutex", &mutex));
    let ids: Vec<_> = system.component_ids().collect();
    let decomposition = Decomposition::Groups(vec![vec![ids[0], ids[1]], vec![ids[2]]]);
    (system, LearnOptions { decomposition, ..listed(LearnerKind::Table) })
}

/// Section 5.1: eight states over the whole interface, three over the property's alphabet.
#[test]
fn client_and_server() {
    for learner in [LearnerKind::Table, LearnerKind::Apartness] {
        let (system, options) = client_server();
        let options = LearnOptions { learner, ..options };
        let (report, _) = narrated(&system, &options);
        let [assumption] = &assumptions(&report)[..] else { panic!("one assumption") };
        assert_eq!((assumption.num_states(), assumption.alphabet().len()), (8, 8));

        let options = LearnOptions { alphabet: AlphabetRefinement::Backward, ..options };
        let (report, _) = narrated(&system, &options);
        let [assumption] = &assumptions(&report)[..] else { panic!("one assumption") };
        assert_eq!(assumption.num_states(), 3);
        assert_eq!(assumption.alphabet(), system.properties[0].lts.alphabet());
        assert_eq!(report.statistics.get(Count::AlphabetRefinements), Some(0));
    }
}

/// Section 5.2: without client2.cancel there is a spurious violation, and a refinement removes it.
#[test]
fn spurious_counterexample() {
    let (system, options) = client_server();
    let few = ["client1.cancel", "client1.grant", "client2.grant"];
    let start: Alphabet = few.map(|name| system.actions.get(name).unwrap()).into_iter().collect();
    let options = LearnOptions {
        alphabet: AlphabetRefinement::Backward,
        start: Some(start.clone()),
        ..options
    };
    let (report, story) = narrated(&system, &options);
    let refinements: Vec<&String> = story.iter().filter(|text| text.contains("anew")).collect();
    let trace = "⟨client2.request, client2.grant, client2.cancel, client1.request, client1.grant⟩";
    let expected = [
        format!(
            "  spurious: to A1 it looks like \
             ⟨client1.request, client2.request, client2.grant, client1.grant⟩, by which Client1 ‖ \
             Client2 violates Mutex, but it is {trace}; A1 also gets {{client1.request}} and starts \
             anew"
        ),
        format!(
            "  spurious: to A1 it \
             looks like ⟨client2.request, client2.grant, client1.request, client1.grant⟩, by which \
             Client1 ‖ Client2 violates Mutex, but it is {trace}; A1 also gets {{client2.cancel}} and \
             starts anew"
        ),
    ];
    assert!(refinements.into_iter().eq(&expected), "{story:#?}");
    let [assumption] = &assumptions(&report)[..] else { panic!("one assumption") };
    let more = ["client1.request", "client2.cancel"].map(|name| system.actions.get(name).unwrap());
    assert_eq!(*assumption.alphabet(), start.union(&more.into_iter().collect()));
    assert_eq!(assumption.num_states(), 5);
    let count = |count| report.statistics.get(count);
    assert_eq!(count(Count::AlphabetRefinements), Some(2));
    // What was harmless over the smaller alphabets was not asked again.
    assert_eq!(
        (count(Count::MembershipQueries), count(Count::ReusedAnswers)),
        (Some(345), Some(101))
    );
}
