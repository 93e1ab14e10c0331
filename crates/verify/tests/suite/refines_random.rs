//! Whether components keep to an assumption, against the definition: random assumptions, and
//! quotients of other components than those that are asked about.

use surmise_model::{Alphabet, Claim, ComponentId, Context, Lts, PropertyId, System};
use surmise_testing::{
    NaiveKeeping, NaiveObservation, Shape, observe, random_lts, random_system, seeds,
};
use surmise_verify::assume::{Problem, Refines, keep_to};
use surmise_verify::quotient::{QuotientOptions, synthesise};

/// What the definition says must be what is found.
fn judge(system: &System, about: &[ComponentId], assumption: &Lts) -> Result<Refines, String> {
    let context = Context::unlimited();
    let found = keep_to(system, about, assumption, &context).map_err(|stop| stop.0.to_string())?;
    let problem = Problem::new(system, Claim::NoError, &context).map_err(|s| s.0.to_string())?;
    let errors = system.error_actions(Claim::NoError).map_err(|error| error.to_string())?;
    let own: Alphabet = about.iter().filter_map(|id| errors.of[id.index()]).collect();
    let assumption = assumption.clone().with_alphabet(&own);
    let naive = NaiveKeeping { components: &problem.group(about), assumption: &assumption };
    let (simulated, included) = (naive.is_simulated(), naive.is_included());
    let right = match &found {
        Refines::BySimulation => simulated && included,
        Refines::ByInclusion => !simulated && included,
        Refines::Not(trace) => {
            let mut own = assumption.alphabet().clone();
            own.extend(trace.iter().copied());
            let is_new = observe(&assumption, trace) != NaiveObservation::Safe;
            !included && is_new && own == *assumption.alphabet() && naive.can_do(trace)
        }
    };
    match right {
        true => Ok(found),
        false => Err(format!("{found:?}, but simulated {simulated}, included {included}")),
    }
}

#[test]
fn keeping_to_an_assumption_is_what_the_definition_says() {
    let shape = Shape { components: 2..=3, states: 1..=4, errors: 15, tau: 15, ..Shape::default() };
    let context = Context::unlimited();
    let mut counts = [0; 3];
    for seed in seeds(800, 10_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let system = random_system(seed, &shape);
        let all: Vec<ComponentId> = system.component_ids().collect();
        let (about, others) = all.split_at(rng.usize(1..all.len()));
        let actions: Vec<_> = system.alphabet().iter().collect();
        let assumption = match seed % 3 {
            0 => random_lts(&mut rng, &actions, &Shape { tau: 0, ..shape.clone() }, false),
            // A quotient of the components: they keep to it.
            1 => {
                let claim = Claim::Property(PropertyId::of(0));
                let options = QuotientOptions::default();
                let found = synthesise(&system, about, others, claim, &options, &context).unwrap();
                // Error actions are numbered anew for the components that are concerned; names are
                // the same.
                let errors = system.error_actions(Claim::NoError).unwrap();
                let known = |action| errors.table.get(found.actions.name(action)).unwrap();
                let alphabet = found.lts.alphabet().iter().map(known).collect();
                let quotient = found.lts.renamed(&alphabet, known);
                let refines = keep_to(&system, about, &quotient, &context).unwrap();
                assert_eq!(refines, Refines::BySimulation, "seed {seed}");
                quotient
            }
            // Another component, which may do more or less.
            _ => system.component(others[0]).lts.without_error(),
        };
        if assumption.initial().is_error() {
            continue;
        }
        let found = judge(&system, about, &assumption);
        let place = match found {
            Ok(Refines::BySimulation) => 0,
            Ok(Refines::ByInclusion) => 1,
            Ok(Refines::Not(_)) => 2,
            Err(why) => panic!("seed {seed}: {why}"),
        };
        counts[place] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "all three are met: {counts:?}");
}
