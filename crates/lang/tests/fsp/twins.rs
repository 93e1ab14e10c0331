//! The operators of the language against definitions written down naively.

use surmise_lang::fsp::{Compiled, Reduction};
use surmise_model::{ActionId, Alphabet, Context, Lts, System};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::automata::{hide, trace_equivalence};

use super::composed;

fn compiled(system: System, minimal: bool) -> Compiled {
    let reduction = minimal.then_some(Reduction::Minimal);
    Compiled { system, reduction, ..Compiled::default() }
}

/// States and transitions of a composition, with hidden actions as τ.
#[test]
fn compositions_are_those_of_the_definition() {
    for seed in seeds(400, 5_000) {
        let mut system = random_system(seed, &Shape::default());
        let all: Vec<_> = system.alphabet().iter().collect();
        system.hidden =
            all.into_iter().filter(|a| (a.index() as u64 + seed).is_multiple_of(3)).collect();
        let properties: Vec<Lts> =
            system.properties.iter().map(|p| complete_with_error(&p.lts)).collect();
        let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
        parts.extend(&properties);
        let naive = NaiveProduct::new(&parts);
        let mut transitions = 0;
        for row in &naive.transitions {
            let visible = |action: ActionId| !system.hidden.contains(action);
            let shown = |action: ActionId| if visible(action) { action } else { ActionId::TAU };
            let mut row: Vec<_> =
                row.iter().map(|&(action, target)| (shown(action), target)).collect();
            row.sort_unstable();
            row.dedup();
            transitions += row.len();
        }
        let states = naive.states.len();
        let lts = composed(&compiled(system, false));
        assert_eq!((lts.num_states(), lts.num_transitions()), (states, transitions), "seed {seed}");
    }
}

/// `minimal` changes nothing that can be observed, once or twice.
#[test]
fn minimal_means_the_same() {
    let context = Context::unlimited();
    let mut smaller = 0;
    for seed in seeds(300, 3_000) {
        let mut system = random_system(seed, &Shape { tau: 25, ..Shape::default() });
        system.properties.clear();
        let hidden: Alphabet = system.alphabet().iter().filter(|a| a.index() % 2 == 0).collect();
        for component in &mut system.components {
            component.lts = hide(&component.lts, &hidden);
        }
        let whole = composed(&compiled(system.clone(), false));
        let small = composed(&compiled(system.clone(), true));
        smaller += usize::from(small.num_states() < whole.num_states());
        let different = trace_equivalence(&whole, &small, &context).expect("unlimited");
        assert_eq!(different, None, "seed {seed}");
        assert!(small.num_states() <= whole.num_states(), "seed {seed}");
        system.components.truncate(1);
        system.components[0].lts = small.clone();
        let again = composed(&compiled(system, true));
        assert!(again.num_states() <= small.num_states(), "seed {seed}");
        let different = trace_equivalence(&whole, &again, &context).expect("unlimited");
        assert_eq!(different, None, "seed {seed}");
    }
    assert!(smaller > 50);
}
