//! Strict monitors against the subsets of their properties, all of them.

use fastrand::Rng;
use surmise_model::{ActionId, Context, Interrupt, Lts, Reason, StateId, Stop};
use surmise_testing::{
    NaiveObservation, Shape, observe, random_lts, safe_subsets, seeds, shortest_word,
};
use surmise_verify::automata::{StrictMonitor, complete_with_error};

use crate::constructions::exponential;

const SAFE: NaiveObservation = NaiveObservation::Safe;

fn context() -> Context<'static> {
    Context::unlimited()
}

/// A word over some actions and one that the property does not know.
fn random_word(rng: &mut Rng, actions: &[ActionId], length: usize) -> Vec<ActionId> {
    let any = |rng: &mut Rng| ActionId::of(rng.usize(1..=actions.len() + 1));
    (0..rng.usize(0..=length)).map(|_| any(rng)).collect()
}

/// What concerns the property.
fn projected(word: &[ActionId], property: &Lts) -> Vec<ActionId> {
    word.iter().copied().filter(|&action| property.alphabet().contains(action)).collect()
}

/// Deterministic, complete, and strict.
fn judge(monitor: &StrictMonitor<'_>, property: &Lts, hint: &str) -> Lts {
    let lts = monitor.lts().expect("no limits");
    assert_eq!(lts.num_states(), monitor.num_states(), "{hint}");
    assert_eq!(lts.alphabet(), property.alphabet(), "{hint}");
    for state in lts.states() {
        for action in lts.alphabet().iter() {
            assert_eq!(lts.edges_on(state, action).len(), 1, "{hint}");
        }
    }
    let lenient = |m, p| m == SAFE && p != SAFE;
    assert_eq!(shortest_word(&lts, property, lenient), None, "{hint}");
    let complete = lts.num_states() == safe_subsets(property).len();
    assert_eq!(monitor.is_complete(), complete, "{hint}");
    if complete {
        let differ = |m, p| (m == SAFE) != (p == SAFE);
        assert_eq!(shortest_word(&lts, property, differ), None, "{hint}");
    }
    lts
}

#[test]
fn monitors_are_strict_and_exact_where_they_were_extended() {
    let (mut all, mut stricter) = (0, 0);
    for seed in seeds(1_000, 20_000) {
        let mut rng = Rng::with_seed(seed);
        let actions: Vec<ActionId> = (1..=rng.usize(1..=3)).map(ActionId::of).collect();
        let tau = rng.choice([0, 15, 40]).expect("not empty");
        let shape = Shape { states: 1..=7, tau, cycles: rng.bool(), ..Shape::default() };
        let property = random_lts(&mut rng, &actions, &shape, false);
        let mut budget = rng.usize(0..=3);
        let mut monitor = StrictMonitor::new(&property, budget, &context()).unwrap();
        assert!(monitor.num_states() <= budget.max(1), "seed {seed}");
        let mut before = judge(&monitor, &property, &format!("seed {seed}"));
        stricter += usize::from(!monitor.is_complete());
        for round in 0..3 {
            let hint = format!("seed {seed} round {round}");
            let word = random_word(&mut rng, &actions, 6);
            let prefixes: Vec<_> =
                (0..=word.len()).map(|length| projected(&word[..length], &property)).collect();
            for (length, prefix) in prefixes.iter().enumerate() {
                let allowed = observe(&property, prefix) == SAFE;
                assert_eq!(monitor.allows(&word[..length]), Ok(allowed), "{hint}");
            }
            let states = monitor.num_states();
            budget += rng.usize(0..=2);
            monitor.extend(&word, budget).unwrap();
            assert!(monitor.num_states() <= budget.max(states + word.len()), "{hint}");
            let now = judge(&monitor, &property, &hint);
            for prefix in &prefixes {
                let (seen, real) = (observe(&now, prefix), observe(&property, prefix));
                assert_eq!(seen == SAFE, real == SAFE, "{hint}");
            }
            // What was allowed stays allowed.
            let lost = shortest_word(&before, &now, |old, new| old == SAFE && new != SAFE);
            assert_eq!(lost, None, "{hint}");
            before = now;
        }
        monitor.extend(&[], usize::MAX).unwrap();
        assert!(monitor.is_complete(), "seed {seed}");
        judge(&monitor, &property, &format!("seed {seed} at last"));
        all += 1;
    }
    assert!(stricter * 4 > all, "{stricter} of {all}");
}

#[test]
fn a_property_that_allows_nothing_and_one_with_an_error() {
    let mut builder = Lts::builder();
    builder.initial(StateId::ERROR);
    let nothing = builder.build().unwrap();
    let mut monitor = StrictMonitor::new(&nothing, 10, &context()).unwrap();
    assert!(monitor.is_complete() && monitor.lts().unwrap().initial().is_error());
    assert_eq!(monitor.allows(&[]), Ok(false));
    // 0 --a--> π and 0 --a--> 0: the trace can lead into π, so it is forbidden.
    let a = ActionId::of(1);
    let mut builder = Lts::builder();
    builder.ensure_states(1).add(StateId::of(0), a, StateId::of(0));
    builder.add(StateId::of(0), a, StateId::ERROR).end(StateId::of(0));
    let property = builder.build().unwrap();
    let mut monitor = StrictMonitor::new(&property, 10, &context()).unwrap();
    assert_eq!(monitor.allows(&[a]), Ok(false));
    assert_eq!(monitor.lts(), complete_with_error(&property, &context()));
}

#[test]
fn a_million_subsets_are_not_needed_for_fifty_words() {
    let property = exponential(20);
    let (budget, length) = (100, 40);
    let mut monitor = StrictMonitor::new(&property, budget, &context()).unwrap();
    assert_eq!(monitor.num_states(), budget);
    let mut rng = Rng::with_seed(7);
    let actions = [ActionId::of(1), ActionId::of(2)];
    for round in 1..=50 {
        let word: Vec<_> = (0..length).map(|_| rng.choice(actions).expect("two actions")).collect();
        assert_eq!(monitor.allows(&word), Ok(true));
        monitor.extend(&word, budget).unwrap();
        assert!(monitor.num_states() <= budget + round * length && !monitor.is_complete());
        let lts = monitor.lts().unwrap();
        assert_eq!(observe(&lts, &word), SAFE);
    }
}

#[test]
fn interrupts_stop_the_exploration() {
    let property = exponential(30);
    let interrupt = Interrupt::new();
    let context = Context { interrupt: &interrupt, ..Context::unlimited() };
    let mut monitor = StrictMonitor::new(&property, 10, &context).unwrap();
    interrupt.time_out();
    assert_eq!(monitor.extend(&[], usize::MAX), Err(Stop(Reason::TimeLimit)));
    assert_eq!(monitor.lts(), Err(Stop(Reason::TimeLimit)));
}
