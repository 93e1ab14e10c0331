//! LPTSs as PRISM modules, and back.

use surmise_lang::prism::{CompileOptions, compile, write_lpts};
use surmise_model::{ActionTable, Context, Lpts, StateId, compose};
use surmise_testing::{LptsShape, random_probabilistic_system, seeds};

#[test]
fn what_is_written_is_read_as_the_same() {
    let shape = LptsShape { components: 1..=1, states: 1..=6, tau: 0, ..LptsShape::default() };
    for seed in seeds(300, 10_000) {
        let system = random_probabilistic_system(seed, &shape);
        let lpts = &system.components[0].lpts;
        let (text, remarks) = write_lpts("L", lpts, &system.actions);
        let model = compile(&text, &CompileOptions::default());
        let model = model.unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{text}"));
        let (again, _) = model.components(&[], &Context::unlimited()).unwrap();
        let read = &again.components[0].lpts;
        let reachable = compose(&[lpts], &Context::unlimited()).unwrap().lpts;
        let sizes = |l: &Lpts| (l.num_states(), l.num_transitions(), l.num_branches());
        let silent = lpts.transitions().filter(|(_, choice)| choice.action.is_tau()).count();
        assert_eq!(sizes(read), sizes(&reachable), "seed {seed}\n{text}");
        if silent == 0 {
            let names = |l: &Lpts, table: &ActionTable| table.names(l.alphabet()).join(" ");
            assert_eq!(names(read, &again.actions), names(lpts, &system.actions), "seed {seed}");
        }
        assert!(remarks.is_empty(), "seed {seed}");
    }
}

#[test]
fn names_that_prism_has_not_are_changed() {
    let mut actions = ActionTable::new();
    let mut builder = Lpts::builder();
    builder.ensure_states(1);
    for name in ["a[1]", "a_1_", "module", "F", "1", "ok"] {
        builder.add_dirac(StateId::of(0), actions.intern(name).unwrap(), StateId::of(0));
    }
    let (text, remarks) = write_lpts("my system", &builder.build().unwrap(), &actions);
    assert_eq!(remarks.len(), 4, "{remarks:#?}");
    let model = compile(&text, &CompileOptions::default()).unwrap();
    let (system, _) = model.components(&[], &Context::unlimited()).unwrap();
    assert_eq!(system.components[0].lpts.num_transitions(), 6, "{text}");
}
