//! What is written is read back as it was.

use fastrand::Rng;
use surmise_lang::fsp::{
    CompileOptions, compile, composition, write_lts, write_property, write_system, write_trace,
};
use surmise_model::{ActionTable, Lts, Step, Trace};
use surmise_naive::{Shape, random_lts, random_system, seeds};
use surmise_verify::Context;
use surmise_verify::automata::{Bisimulation, bisimilar, minimise, reachable};

fn names(lts: &Lts, actions: &ActionTable) -> Vec<String> {
    actions.names(lts.alphabet()).into_iter().map(str::to_owned).collect()
}

#[test]
fn ltss_come_back() {
    let context = Context::unlimited();
    for seed in seeds(300, 3_000) {
        let mut rng = Rng::with_seed(seed);
        let mut actions = ActionTable::new();
        let labels = ["a", "b.1", "c.x.-2", "d", "range_", "e.0.1"];
        let ids: Vec<_> = labels.iter().map(|name| actions.intern(name).expect("few")).collect();
        let lts = random_lts(&mut rng, &ids, &Shape { tau: 20, ..Shape::default() }, true);
        if lts.initial().is_error() {
            continue;
        }
        let text = write_lts("m.1", &lts, &actions);
        let back = compile(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
        let table = &back.system.actions;
        let again = &back.system.components[0].lts;
        assert_eq!(names(again, table), names(&lts, &actions), "seed {seed}\n{text}");
        // Over one table.
        let mut renamed = Lts::builder();
        renamed.ensure_states(again.num_states()).initial(again.initial());
        for (state, edge) in again.transitions() {
            let action = match edge.action.is_tau() {
                true => edge.action,
                false => actions.get(table.name(edge.action)).expect("the same names"),
            };
            renamed.add(state, action, edge.target);
        }
        let renamed = renamed.build().expect("the same states");
        let original = reachable(&lts, &context).expect("unlimited");
        // States without transitions are all STOP, so they become one.
        let dead = original.states().filter(|&state| original.edges(state).is_empty()).count();
        let states = original.num_states() - dead.saturating_sub(1);
        assert_eq!(renamed.num_states(), states, "seed {seed}\n{text}");
        assert!(
            bisimilar(&renamed, &original, Bisimulation::Strong, &context).expect("unlimited"),
            "seed {seed}\n{text}"
        );
    }
}

#[test]
fn systems_come_back() {
    for seed in seeds(200, 2_000) {
        let shape = Shape { errors: 0, properties: 0..=2, ..Shape::default() };
        let mut system = random_system(seed, &shape);
        let all: Vec<_> = system.alphabet().iter().collect();
        system.hidden = all.into_iter().filter(|a| a.index() % 4 == 1).collect();
        let text = write_system("System", &system);
        let back = compile(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
        assert_eq!(back.system.components.len(), system.components.len());
        assert_eq!(back.system.properties.len(), system.properties.len());
        let mut original = back.clone();
        original.system = system;
        // States without transitions are all STOP: compare up to bisimilarity.
        let context = Context::unlimited();
        let [left, right] = [&back, &original].map(|compiled| {
            let lts = composition(compiled, 100_000).expect("small");
            minimise(&lts, Bisimulation::Strong, &context).expect("unlimited")
        });
        assert_eq!(
            (left.num_states(), left.num_transitions(), left.alphabet().len()),
            (right.num_states(), right.num_transitions(), right.alphabet().len()),
            "seed {seed}\n{text}"
        );
    }
}

#[test]
fn names_that_fsp_lacks_are_replaced() {
    let mut actions = ActionTable::new();
    let names = ["Send", "set", "i", "send(1)", "", "a b", "a_b", "Täu", "1", "x.Y.2"];
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    let state = surmise_model::StateId::of(0);
    for name in names {
        builder.add(state, actions.intern(name).expect("few"), state);
    }
    let lts = builder.build().expect("one state");
    for text in [write_lts("stop", &lts, &actions), write_property("9 lives", &lts, &actions)] {
        let back = compile(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}\n{text}"));
        assert_eq!(back.system.actions.len(), names.len() + 1, "{text}");
        assert!(text.contains("l_set stands for set"), "{text}");
    }
}

#[test]
fn traces_come_back() {
    let mut actions = ActionTable::new();
    let step = |action| Step { action, states: Vec::new() };
    let a = actions.intern("phil.0.eat").expect("few");
    let trace = Trace {
        initial: Vec::new(),
        steps: vec![step(a), step(surmise_model::ActionId::TAU), step(a)],
    };
    let text = write_trace("Counterexample", &trace, &actions);
    assert_eq!(text, "Counterexample = (phil[0].eat -> phil[0].eat -> STOP).\n");
    let empty = write_trace("Nothing", &Trace { initial: Vec::new(), steps: Vec::new() }, &actions);
    assert_eq!(empty, "Nothing = STOP.\n");
    assert!(compile(&text, &CompileOptions::default()).is_ok());
}
