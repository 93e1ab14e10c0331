//! Strong simulation of random LPTSs against its definition.

use surmise_model::{ActionTable, Context, Lpts, Rational, StateId};
use surmise_testing::{naive_simulation, naively_simulated, random_conformance, seeds};
use surmise_verify::probabilistic::simulation::{Guidance, simulate_guided};
use surmise_verify::probabilistic::tree::replay_tree;

#[test]
fn fast_and_naive_simulation_agree() {
    let mut related = 0u64;
    let all = seeds(400, 10_000);
    let count = all.end;
    for seed in all {
        let (system, specification) = random_conformance(seed, 1..=3);
        let context = Context::unlimited();
        let parts: Vec<&Lpts> = system.components.iter().map(|component| &component.lpts).collect();
        let whole = system.compose(&context).unwrap();
        let specification = specification.completed_for(&system.alphabet(), &system.hidden);
        let expected = naive_simulation(&whole.lpts, &specification);
        let initial = (StateId::of(0), specification.initial());
        let is_related = expected.contains(&initial);
        assert!(is_related || seed % 2 == 1, "seed {seed}: it conforms by construction");
        related += u64::from(is_related);
        for guidance in [Guidance::WhenItHelps, Guidance::Always, Guidance::Never] {
            let found = simulate_guided(&parts, &specification, guidance, &context).unwrap();
            assert_eq!(found.evidence.is_ok(), is_related, "seed {seed} {guidance:?}");
            match found.evidence {
                Ok(pairs) => {
                    assert_eq!(
                        (&*pairs[0].left, pairs[0].right),
                        (whole.tuple(initial.0), initial.1)
                    );
                    for pair in pairs {
                        let state =
                            whole.lpts.states().find(|&s| *whole.tuple(s) == *pair.left).unwrap();
                        assert!(
                            expected.contains(&(state, pair.right)),
                            "seed {seed} {guidance:?}"
                        );
                    }
                }
                Err(tree) => {
                    replay_tree(&tree, &parts, &specification)
                        .unwrap_or_else(|e| panic!("seed {seed} {guidance:?}: {e}"));
                    let lpts = tree.to_lpts(&system.alphabet()).unwrap();
                    assert!(
                        naively_simulated(&lpts, &whole.lpts),
                        "seed {seed} {guidance:?}: a tree of the system"
                    );
                    assert!(
                        !naively_simulated(&lpts, &specification),
                        "seed {seed} {guidance:?}: a counterexample"
                    );
                    if whole.lpts.is_reactive() {
                        assert!(lpts.is_reactive(), "seed {seed} {guidance:?}: corollary 1");
                    }
                }
            }
        }
    }
    assert!(related * 10 > count * 5 && related * 10 < count * 9, "{related} of {count}");
}

/// Probabilities with more digits than a machine word has decide nothing by themselves, on either
/// side.
#[test]
fn many_digits_do_not_refute() {
    let mut table = ActionTable::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| table.intern(name).unwrap());
    let [start, one, two] = [0, 1, 2].map(StateId::of);
    let lpts = |small: &Rational| {
        let rest = &Rational::ONE - small;
        let mut builder = Lpts::builder();
        builder.ensure_states(3).initial(start).extend_alphabet([a, b, c]);
        builder.add(start, a, [(one, small), (two, &rest)]);
        builder.add_dirac(one, b, two).add_dirac(two, b, one);
        builder.build().unwrap()
    };
    let tiny = Rational::new(1, i64::MAX).unwrap();
    let [many, few] = [lpts(&(&tiny * &tiny)), lpts(&Rational::new(1, 2).unwrap())];
    for (left, right) in [(&many, &few), (&few, &many), (&many, &many)] {
        assert!(naively_simulated(left, right));
        for guidance in [Guidance::Always, Guidance::Never] {
            let found = simulate_guided(&[left], right, guidance, &Context::unlimited()).unwrap();
            assert!(found.evidence.is_ok(), "{guidance:?}");
        }
    }
}
