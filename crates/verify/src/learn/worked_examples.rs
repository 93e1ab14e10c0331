//! The paper's worked examples, as they are printed there. Its figures are drawn from the text and
//! the tables: Input, Output and Order (figures 1 and 2), Output' (figure 9), and the client-server
//! system (figures 11 to 13).

use std::borrow::Cow;
use std::sync::Mutex;

use surmise_model::{ActionTable, Component, ComponentId, Property, PropertyId, StateId};

use super::teacher::Teacher;
use super::*;
use crate::automata::minimise_dfa;
use crate::{Event, Observer};

fn lts(actions: &mut ActionTable, edges: &[(usize, &str, usize)]) -> Lts {
    let mut builder = Lts::builder();
    for &(source, action, target) in edges {
        let action = actions.intern(action).unwrap();
        builder.ensure_states(source.max(target) + 1);
        builder.add(StateId::of(source), action, StateId::of(target));
    }
    builder.build().unwrap()
}

type Edges<'e> = &'e [(usize, &'e str, usize)];

fn system(components: &[(&str, Edges<'_>)], property: (&str, Edges<'_>)) -> System {
    let mut system = System::default();
    for &(name, edges) in components {
        let lts = lts(&mut system.actions, edges);
        system.components.push(Component { name: name.to_owned(), lts });
    }
    let lts = lts(&mut system.actions, property.1);
    system.properties.push(Property { name: property.0.to_owned(), lts });
    system
}

const INPUT: Edges<'_> = &[(0, "input", 1), (1, "send", 2), (2, "ack", 0)];
const OUTPUT: Edges<'_> = &[(0, "send", 1), (1, "output", 2), (2, "ack", 0)];
const OUTPUT_PRIME: Edges<'_> = &[(0, "send", 1), (1, "send", 1), (1, "output", 2), (2, "ack", 0)];
const ORDER: Edges<'_> = &[(0, "input", 1), (1, "output", 0)];

fn channel(output: Edges<'_>) -> System {
    system(&[("Input", INPUT), ("Output", output)], ("Order", ORDER))
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
}

fn narrated(system: &System, options: &LearnOptions) -> (Report, Vec<String>) {
    let scribe = Scribe::default();
    let context = Context { observer: &scribe, ..Context::unlimited() };
    let report = check(system, Some(PropertyId::of(0)), options, &context);
    (report, scribe.0.into_inner().unwrap())
}

fn assumptions(report: &Report) -> Vec<Lts> {
    let Outcome::Holds(Proof { rule, .. }) = &report.outcome else {
        panic!("it holds: {:?}", report.outcome);
    };
    let (Rule::Asym { assumptions, .. }
    | Rule::Circ { assumptions, .. }
    | Rule::Sym { assumptions, .. }) = rule
    else {
        panic!("a rule with assumptions");
    };
    assumptions.iter().map(|assumption| assumption.lts.clone()).collect()
}

fn listed(learner: LearnerKind) -> LearnOptions {
    LearnOptions { decomposition: Decomposition::Listed, learner, ..LearnOptions::default() }
}

/// Tables 1 and 2.
#[test]
fn observation_tables() {
    let system = channel(OUTPUT);
    let context = Context::unlimited();
    let problem = Problem::new(&system, Some(PropertyId::of(0)), &context).unwrap();
    let actions = &system.actions;
    let sigma: Alphabet =
        ["send", "output", "ack"].map(|n| actions.get(n).unwrap()).into_iter().collect();
    let parts = vec![Cow::Borrowed(&*problem.components[0]), Cow::Borrowed(&problem.property)];
    let mut teacher = Teacher::new(parts, &sigma, &context);
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
    assert!(learner.refine(&counterexample, &mut teacher).unwrap());
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
            "conjecture 1: assumption 1 with 1 state over {ack, output, send}",
            "it is too weak: ⟨input, send, ack, input⟩",
            "conjecture 2: assumption 1 with 2 states over {ack, output, send}",
        ]
    );
    let a2 = [(0, "ack", 0), (0, "send", 1), (1, "output", 0), (1, "send", 0)];
    assert_eq!(assumptions(&report), [lts(&mut system.actions, &a2)]);
}

/// Section 3.2.2: with Output', two more conjectures; the last, A4, is the weakest assumption.
#[test]
fn input_and_output_prime() {
    let system = channel(OUTPUT_PRIME);
    let (report, story) = narrated(&system, &listed(LearnerKind::Table));
    assert_eq!(
        story,
        [
            "conjecture 1: assumption 1 with 1 state over {ack, output, send}",
            "it is too weak: ⟨input, send, ack, input⟩",
            "conjecture 2: assumption 1 with 2 states over {ack, output, send}",
            "assumption 1 is too strong: ⟨send, send, output⟩",
            "conjecture 3: assumption 1 with 3 states over {ack, output, send}",
            "it is too weak: ⟨input, send, output, ack, output⟩",
            "conjecture 4: assumption 1 with 4 states over {ack, output, send}",
        ]
    );
    let context = Context::unlimited();
    let problem = Problem::new(&system, Some(PropertyId::of(0)), &context).unwrap();
    let input = [ComponentId::of(0)];
    let sigma = interface(&problem, &input);
    let weakest = weakest_assumption(&problem, &input, &sigma, &context).unwrap().unwrap();
    let a4 = minimise_dfa(&assumptions(&report)[0], &context).unwrap();
    assert_eq!(a4.num_states(), 4);
    assert_eq!(a4, weakest);
}

const CLIENT_1: Edges<'_> = &[
    (0, "client1.request", 1),
    (1, "client1.grant", 2),
    (1, "client1.deny", 0),
    (2, "client1.use", 3),
    (3, "client1.cancel", 0),
];
const CLIENT_2: Edges<'_> = &[
    (0, "client2.request", 1),
    (1, "client2.grant", 2),
    (1, "client2.deny", 0),
    (2, "client2.use", 3),
    (3, "client2.cancel", 0),
];
const SERVER: Edges<'_> = &[
    (0, "client1.request", 1),
    (1, "client1.grant", 2),
    (1, "client1.deny", 0),
    (2, "client1.cancel", 0),
    (2, "client2.request", 3),
    (3, "client2.deny", 2),
    (0, "client2.request", 4),
    (4, "client2.grant", 5),
    (4, "client2.deny", 0),
    (5, "client2.cancel", 0),
    (5, "client1.request", 6),
    (6, "client1.deny", 5),
];
const MUTEX: Edges<'_> = &[
    (0, "client1.grant", 1),
    (1, "client1.cancel", 0),
    (0, "client2.grant", 2),
    (2, "client2.cancel", 0),
];

fn client_server() -> (System, LearnOptions) {
    let components = [("Client1", CLIENT_1), ("Client2", CLIENT_2), ("Server", SERVER)];
    let system = system(&components, ("Mutex", MUTEX));
    let ids: Vec<_> = system.component_ids().collect();
    let decomposition = Decomposition::Given(vec![vec![ids[0], ids[1]], vec![ids[2]]]);
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
        assert_eq!(report.statistics.get("alphabet refinements"), Some(0));
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
    let refinement: Vec<&String> = story.iter().filter(|text| text.contains("gets")).collect();
    let trace = "⟨client2.request, client2.grant, client2.cancel, client1.request, client1.grant⟩";
    let expected = [
        format!(
            "⟨client1.request, client2.request, client2.grant, client1.grant⟩ is no violation in \
             the presence of {trace}: assumption 1 gets client1.request"
        ),
        format!(
            "⟨client2.request, client2.grant, client1.request, client1.grant⟩ is no violation in \
             the presence of {trace}: assumption 1 gets client2.cancel"
        ),
    ];
    assert!(refinement.into_iter().eq(&expected), "{story:#?}");
    let [assumption] = &assumptions(&report)[..] else { panic!("one assumption") };
    assert!(start.is_subset(assumption.alphabet()) && assumption.alphabet().len() < 8);
}
