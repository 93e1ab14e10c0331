//! Small inputs on which a method explodes: there are none among random pairs of components.
//!
//! Components of 2 to 12 states share some actions and have private ones; properties of up to 50
//! states, deterministic or not, speak about both, so that what an assumption cannot see matters a
//! lot. Every rule, learner, alphabet and abstraction refinement has to be as good as searching
//! everything, up to a factor. What is counted is work; the hunt with a clock is for whoever has
//! the time: `SURMISE_SEEDS=full cargo test --release -p surmise-verify --test suite hunt --
//! --ignored --nocapture`.

use std::time::Duration;

use cpu_time::ThreadTime;
use fastrand::Rng;
use surmise_model::{
    ActionId, Claim, Component, ComponentId, Context, Count, Interrupt, Lts, Outcome, Property,
    PropertyId, Report, RuleKind, StateId, System,
};
use surmise_testing::seeds;
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::assume::{AlphabetRefinement, OpenSystem};
use surmise_verify::learn::{self, LearnOptions, LearnerKind, Needed, needed_assumption};
use surmise_verify::search::{self, SearchOptions};

/// A random LTS in which every state has each action with the given chance, and all states are on a
/// cycle.
fn dense_lts(
    rng: &mut Rng,
    alphabet: &[ActionId],
    states: usize,
    choices: usize,
    chance: u8,
) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(states).extend_alphabet(alphabet.iter().copied());
    for source in 0..states {
        for &action in alphabet {
            for _ in 0..choices {
                if rng.u8(0..100) < chance {
                    builder.add(StateId::of(source), action, StateId::of(rng.usize(0..states)));
                }
            }
        }
        if let Some(&action) = rng.choice(alphabet) {
            builder.add(StateId::of(source), action, StateId::of((source + 1) % states));
        }
    }
    builder.build().expect("all states exist")
}

/// A property without τ that allows most things, deterministic or not.
fn property(rng: &mut Rng, alphabet: &[ActionId]) -> Lts {
    let mut builder = Lts::builder();
    let states = rng.usize(1..=50);
    builder.ensure_states(states).extend_alphabet(alphabet.iter().copied());
    let missing = rng.u8(1..=20);
    let second = if rng.bool() { 0 } else { rng.u8(1..=5) };
    for source in 0..states {
        for &action in alphabet {
            for chance in [100 - missing, second] {
                if rng.u8(0..100) < chance {
                    builder.add(StateId::of(source), action, StateId::of(rng.usize(0..states)));
                }
            }
        }
    }
    builder.build().expect("all states exist")
}

/// The random pair of a seed, with its property.
fn pair(seed: u64) -> System {
    let mut rng = Rng::with_seed(seed);
    let mut system = System::default();
    let mut action = |name: String| system.actions.intern(&name).expect("few actions");
    let shared: Vec<ActionId> = (0..rng.usize(1..=5)).map(|i| action(format!("a{i}"))).collect();
    let mut private: Vec<Vec<ActionId>> = Vec::new();
    for member in 0..2 {
        let count = rng.usize(0..=2);
        private.push((0..count).map(|i| action(format!("p{member}_{i}"))).collect());
    }
    for (member, private) in private.iter().enumerate() {
        let states = rng.usize(2..=12);
        let alphabet: Vec<ActionId> = shared.iter().chain(private).copied().collect();
        let (choices, chance) = (rng.usize(1..=2), rng.u8(10..=70));
        let lts = dense_lts(&mut rng, &alphabet, states, choices, chance);
        system.components.push(Component::new(format!("M{member}"), lts));
    }
    let all = shared.iter().chain(private.iter().flatten()).copied();
    let alphabet: Vec<ActionId> = all.filter(|_| rng.bool()).collect();
    let lts = property(&mut rng, &alphabet);
    system.properties.push(Property { name: "P".to_owned(), lts });
    system
}

const CLAIMED: Option<PropertyId> = Some(PropertyId::of(0));
const CLAIM: Claim = Claim::Property(PropertyId::of(0));

/// A way to an answer.
#[derive(Debug, Clone)]
enum Way {
    Learn(LearnOptions),
    Agar(AgarOptions),
}

impl Way {
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for alphabet in AlphabetRefinement::ALL {
            for rule in [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym] {
                for learner in [LearnerKind::Table, LearnerKind::Apartness] {
                    let options = LearnOptions { rule, alphabet, learner, ..Default::default() };
                    all.push(Self::Learn(options));
                }
            }
            all.push(Self::Agar(AgarOptions { alphabet, ..Default::default() }));
        }
        all
    }

    fn check(&self, system: &System, context: &Context<'_>) -> Report {
        match self {
            Self::Learn(options) => learn::check(system, CLAIM, options, context),
            Self::Agar(options) => agar::check(system, CLAIM, options, context),
        }
    }
}

fn mono(system: &System, context: &Context<'_>) -> Report {
    search::check(system, &[CLAIM], &SearchOptions::default(), context).remove(0)
}

fn is_violated(report: &Report) -> Option<bool> {
    match report.outcome {
        Outcome::Holds(_) => Some(false),
        Outcome::Violated(_) => Some(true),
        Outcome::Unknown(_) => None,
    }
}

/// Work stays within bounds: no assumption of thousands of states for components of twelve.
#[test]
fn no_method_does_a_hundred_times_the_work() {
    let context = Context::unlimited();
    for seed in seeds(16, 2_000) {
        let system = pair(seed);
        let expected = mono(&system, &context);
        for way in Way::all() {
            let report = way.check(&system, &context);
            assert_eq!(is_violated(&report), is_violated(&expected), "seed {seed}, {way:?}");
            let count = |count| report.statistics.of(count);
            let bound = 100 * expected.statistics.of(Count::States) + 200_000;
            assert!(count(Count::States) < bound, "seed {seed}, {way:?}: {:?}", report.statistics);
            assert!(
                count(Count::MembershipQueries) < 10 * bound,
                "seed {seed}, {way:?}: {:?}",
                report.statistics
            );
        }
    }
}

/// How long something takes, in processor time, which does not depend on the machine's other work:
/// the shortest of three times, if it is long.
fn time(limit: Duration, mut work: impl FnMut(&Context<'_>)) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let interrupt = Interrupt::new();
        let start = ThreadTime::now();
        std::thread::scope(|scope| {
            let timer = scope.spawn(|| {
                std::thread::park_timeout(Duration::from_secs(20));
                interrupt.time_out();
            });
            work(&Context { interrupt: &interrupt, ..Context::unlimited() });
            best = best.min(start.elapsed());
            timer.thread().unpark();
        });
        if best < limit {
            break;
        }
    }
    best
}

#[test]
#[ignore = "measures time"]
fn no_method_takes_a_hundred_times_as_long() {
    let mut slow = Vec::new();
    let mut worst = Vec::new();
    for seed in seeds(200, 10_000) {
        let system = pair(seed);
        let alone = time(Duration::from_millis(1), |context| drop(mono(&system, context)));
        let limit = 100 * alone + Duration::from_millis(100);
        let mut note = |took: Duration, what: String| {
            worst.push(took);
            if took > limit {
                println!("seed {seed}: {took:?} instead of {alone:?}, {what}");
                slow.push(seed);
            }
        };
        for way in Way::all() {
            let took = time(limit, |context| drop(way.check(&system, context)));
            note(took, format!("{way:?}"));
        }
        // Where the environment violates P there may be nothing small to be had.
        let safe = is_violated(&mono(&system, &Context::unlimited())) == Some(false);
        for member in (0..2).filter(|_| safe) {
            let took = time(limit, |context| {
                let group = [ComponentId::of(member)];
                let sigma = OpenSystem::new(&system, &group, CLAIMED).interface();
                let patience = Needed::PATIENCE;
                drop(needed_assumption(&system, &group, CLAIMED, &sigma, patience, context));
            });
            note(took, format!("what is needed by M{member}"));
        }
    }
    worst.sort_unstable();
    println!("{} runs, the longest {:?}", worst.len(), worst.last());
    assert!(slow.is_empty(), "{} slow runs", slow.len());
}
