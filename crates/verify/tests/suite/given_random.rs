//! Assumptions that are given to `learn` and `agar`, on random systems: verdicts are those of
//! monolithic search, proofs are accepted, and what is refused is refused for a reason.

use surmise_certify::check_proof;
use surmise_model::{
    Claim, ComponentId, Context, Lts, Outcome, PropertyId, Reason, RuleKind, StateId, System,
};
use surmise_testing::{NaiveKeeping, Shape, random_lts, random_system, seeds};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::assume::Given;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::learn::{self, LearnOptions};
use surmise_verify::replay;

use crate::common::violated;

/// Some states of an LTS taken for one: it can do what the LTS can.
fn merged(lts: &Lts, rng: &mut fastrand::Rng) -> Lts {
    let states = lts.num_states();
    let most = rng.usize(1..=states);
    let mut of: Vec<usize> = lts.states().map(|_| rng.usize(0..most)).collect();
    of[lts.initial().index()] = 0;
    let mut builder = Lts::builder();
    builder.ensure_states(most).extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        let class = |state: StateId| StateId::of(of[state.index()]);
        builder.add(class(source), edge.action, class(edge.target));
    }
    builder.build().expect("few states")
}

#[test]
fn given_assumptions_are_used_or_refused_for_a_reason() {
    let shape = Shape { components: 2..=4, states: 1..=4, errors: 0, tau: 10, ..Shape::default() };
    let claim = Claim::Property(PropertyId::of(0));
    let context = Context::unlimited();
    let (mut used, mut broken, mut too_weak) = (0, 0, 0);
    for seed in seeds(300, 10_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let system: System = random_system(seed, &shape);
        let violated = violated(&system, claim);
        let ids: Vec<ComponentId> = system.component_ids().collect();
        let component = ids[rng.usize(0..ids.len())];
        let own = &system.component(component).lts;
        let actions: Vec<_> = own.alphabet().iter().collect();
        let lts = match seed % 4 {
            0 => own.clone(),
            1 if !actions.is_empty() => random_lts(&mut rng, &actions, &shape, false),
            _ => merged(own, &mut rng),
        };
        let at = rng.usize(1..ids.len());
        let decompositions = [
            Decomposition::Ordered,
            Decomposition::Groups(vec![ids[..at].to_vec(), ids[at..].to_vec()]),
        ];
        for decomposition in decompositions {
            let group = match &decomposition {
                Decomposition::Groups(groups) => {
                    groups.iter().find(|group| group.contains(&component)).unwrap().clone()
                }
                _ => vec![component],
            };
            let given = vec![Given { component, lts: lts.clone() }];
            let rule = [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym][seed as usize / 4 % 3];
            let options = LearnOptions {
                rule,
                decomposition: decomposition.clone(),
                given: given.clone(),
                ..LearnOptions::default()
            };
            let learned = learn::check(&system, claim, &options, &context);
            let options = AgarOptions { decomposition, given, ..AgarOptions::default() };
            let refined = agar::check(&system, claim, &options, &context);
            for (name, report) in [("learn", learned), ("agar", refined)] {
                match report.outcome {
                    Outcome::Holds(proof) => {
                        assert!(!violated, "seed {seed}, {name}");
                        let checked = check_proof(&system, &proof, &context);
                        assert!(checked.is_ok(), "seed {seed}, {name}: {:?}", checked.err());
                        used += 1;
                    }
                    Outcome::Violated(counterexample) => {
                        assert!(violated, "seed {seed}, {name}");
                        assert_eq!(replay(&system, &counterexample), Ok(()), "seed {seed}, {name}");
                        used += 1;
                    }
                    Outcome::Unknown(unknown) => {
                        let Reason::Unsupported(why) = unknown.reason else {
                            panic!("seed {seed}, {name}: {}", unknown.reason)
                        };
                        let members = |id: &ComponentId| &system.component(*id).lts;
                        let components: Vec<&Lts> = group.iter().map(members).collect();
                        let naive = NaiveKeeping { components: &components, assumption: &lts };
                        assert_eq!(naive.is_included(), !why.contains("does not hold"), "{why}");
                        if why.contains("does not hold") {
                            broken += 1;
                        } else {
                            // What the group itself does is never too weak.
                            let exact = seed % 4 == 0 && group.len() == 1;
                            assert!(
                                why.contains("too weak") && !exact,
                                "seed {seed}, {name}: {why}"
                            );
                            too_weak += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(used > 100 && broken > 20 && too_weak > 20, "{used} {broken} {too_weak}");
}
