//! What is written is read back as it was.

use fastrand::Rng;
use surmise_lang::fsp::{
    CompileOptions, losses, write_lts, write_property, write_system, write_trace,
};
use surmise_model::{ActionTable, Context, Lts, Step, Trace};
use surmise_testing::{Shape, random_lts, random_system, seeds};
use surmise_verify::automata::{Bisimulation, bisimilar, minimise, reachable};

use super::{compiled, composed};

fn names_of(lts: &Lts, actions: &ActionTable) -> Vec<String> {
    actions.names(lts.alphabet()).into_iter().map(str::to_owned).collect()
}

#[test]
fn ltss_come_back() {
    let context = Context::unlimited();
    for seed in seeds(300, 3_000) {
        let mut rng = Rng::with_seed(seed);
        let mut actions = ActionTable::new();
        let labels = ["a", "b.1", "c.x.-2", "silent.1", "range_", "e.0.1"];
        let ids: Vec<_> = labels.iter().map(|name| actions.intern(name).expect("few")).collect();
        let lts = random_lts(&mut rng, &ids, &Shape { tau: 20, ..Shape::default() }, true);
        if lts.initial().is_error() {
            continue;
        }
        let text = write_lts("m.1", &lts, &actions);
        let back = compiled(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
        let table = &back.system.actions;
        let again = &back.system.components[0].lts;
        assert_eq!(names_of(again, table), names_of(&lts, &actions), "seed {seed}\n{text}");
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

/// Labels with capitals, keywords, primes, blanks and whatever else, some the beginnings of others,
/// one of them the word for τ.
#[test]
fn whatever_labels_are_called_the_lts_comes_back() {
    let context = Context::unlimited();
    let pool = [
        "silent",
        "silent.1",
        "silent_2.x",
        "a",
        "a.b",
        "a'",
        "a_",
        "Send",
        "set",
        "when.x",
        "tau",
        "x.Y.2",
        "1",
        "-2147483648",
        "",
        "a b",
        "é",
        "if",
        "x..y",
        "_z",
        "0x1",
        "01",
        "END",
        "l_set",
    ];
    for seed in seeds(300, 3_000) {
        let mut rng = Rng::with_seed(seed);
        let mut actions = ActionTable::new();
        let mut ids = Vec::new();
        while ids.len() < 6 {
            // The table keeps "tau" for the silent action.
            let action = actions.intern(pool[rng.usize(0..pool.len())]).expect("few");
            if !action.is_tau() && !ids.contains(&action) {
                ids.push(action);
            }
        }
        let lts = random_lts(&mut rng, &ids, &Shape { tau: 20, ..Shape::default() }, true);
        if lts.initial().is_error() {
            continue;
        }
        let text = write_lts("m", &lts, &actions);
        // LTSA's letters: names in lower case that are no keywords, and numbers in brackets.
        let legal = |c: char| c.is_ascii_alphanumeric() || " \n()[]{}_.,|=->+\\".contains(c);
        let code: String = text.lines().filter(|line| !line.starts_with("//")).collect();
        assert!(code.chars().all(legal), "seed {seed}\n{text}");
        let back = compiled(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
        // The comments tell what the names were.
        let renamed: Vec<(String, &str)> = text
            .lines()
            .filter_map(|line| line.strip_prefix("// ")?.split_once(" stands for "))
            .map(|(new, old)| (new.replace('[', ".").replace(']', ""), old))
            .map(|(new, old)| (new.trim_start_matches('.').to_owned(), old))
            .collect();
        let again = &back.system.components[0].lts;
        let original_name = |action| {
            let name = back.system.actions.name(action);
            let old = renamed.iter().find(|(new, _)| new == name).map_or(name, |(_, old)| old);
            actions.get(old).unwrap_or_else(|| panic!("seed {seed}: {old:?}\n{text}"))
        };
        let alphabet = again.alphabet().iter().map(original_name).collect();
        assert_eq!(&alphabet, lts.alphabet(), "seed {seed}\n{text}");
        let same = bisimilar(
            &again.renamed(&alphabet, original_name),
            &lts,
            Bisimulation::Strong,
            &context,
        );
        assert!(same.expect("unlimited"), "seed {seed}\n{text}");
    }
}

#[test]
fn hiding_hides_nothing_else() {
    let mut system = random_system(1, &Shape { components: 2..=2, ..Shape::default() });
    let mut actions = ActionTable::new();
    let names = ["a", "a.1", "a_2", "b.x", "b"];
    let state = surmise_model::StateId::of(0);
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    for name in names {
        builder.add(state, actions.intern(name).expect("few"), state);
    }
    let lts = builder.build().expect("one state");
    system.properties.clear();
    system.components.iter_mut().for_each(|component| component.lts = lts.clone());
    system.hidden = ["a", "b"].iter().filter_map(|name| actions.get(name)).collect();
    system.actions = actions;
    let text = write_system("S", &system);
    let back = compiled(&text, &CompileOptions::default()).expect("it is FSP");
    let whole = composed(&back);
    assert_eq!(names_of(&whole, &back.system.actions), ["a.1", "a_2", "b.x"], "{text}");
}

#[test]
fn systems_come_back() {
    for seed in seeds(200, 2_000) {
        let shape = Shape { errors: 0, properties: 0..=2, ..Shape::default() };
        let mut system = random_system(seed, &shape);
        let all: Vec<_> = system.alphabet().iter().collect();
        system.hidden = all.into_iter().filter(|a| a.index() % 4 == 1).collect();
        let text = write_system("System", &system);
        let back = compiled(&text, &CompileOptions::default())
            .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
        assert_eq!(back.system.components.len(), system.components.len());
        assert_eq!(back.system.properties.len(), system.properties.len());
        let mut original = back.clone();
        original.system = system;
        // States without transitions are all STOP: compare up to bisimilarity.
        let context = Context::unlimited();
        let [left, right] = [&back, &original].map(|compiled| {
            minimise(&composed(compiled), Bisimulation::Strong, &context).expect("unlimited")
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
        let back = compiled(&text, &CompileOptions::default())
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
    assert!(compiled(&text, &CompileOptions::default()).is_ok());
}

#[test]
fn what_is_lost_is_said() {
    let mut actions = ActionTable::new();
    let a = actions.intern("a").expect("few");
    let state = surmise_model::StateId::of;
    let mut builder = Lts::builder();
    builder.ensure_states(4).add(state(0), a, state(1)).add(state(0), a, state(2));
    assert_eq!(losses(&builder.build().expect("four states")).len(), 1);
    let mut builder = Lts::builder();
    builder.ensure_states(3).add(state(0), a, state(1)).add(state(0), a, state(2)).end(state(0));
    let messages: Vec<String> =
        losses(&builder.build().expect("three states")).iter().map(ToString::to_string).collect();
    assert!(messages[0].contains("2 states") && messages[1].contains("no end"), "{messages:?}");
    let mut builder = Lts::builder();
    builder.ensure_states(2).add(state(0), a, state(1)).end(state(1));
    assert_eq!(losses(&builder.build().expect("two states")), []);
}
