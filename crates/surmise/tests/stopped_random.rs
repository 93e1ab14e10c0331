//! Runs of all methods under random limits, stopped at random moments: none leaves a thread behind,
//! uses more memory than it may, goes on for long, or says something wrong.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use fastrand::Rng;
use peak_alloc::PeakAlloc;
use surmise::methods::{METHODS, Method, MethodOptions, by_name};
use surmise_model::{
    Claim, Component, Context, Interrupt, Limits, Outcome, Reason, System, Violation,
};
use surmise_testing::{Shape, client_server, lts_of, random_system, seeds, shortest_violation};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Who works for longer than this after having been stopped has not listened.
const LATEST: Duration = Duration::from_millis(500);

/// A system, and whether a claim about it holds.
struct Known {
    system: System,
    holds: Box<dyn Fn(Claim) -> bool>,
}

/// Small ones, large ones, and one with more states than there is time for.
fn random_known(rng: &mut Rng, seed: u64) -> Known {
    match rng.usize(..4) {
        0 => {
            let shape =
                Shape { components: 2..=5, properties: 0..=2, errors: 20, ..Shape::default() };
            let system = random_system(seed, &shape);
            let twin = system.clone();
            let holds = Box::new(move |claim| shortest_violation(&twin, claim).is_none());
            Known { system, holds }
        }
        1 => Known { system: counters(8 + rng.usize(..8)), holds: Box::new(|_| true) },
        _ => {
            let careless = rng.usize(..2) == 0;
            let system = client_server(3 + rng.usize(..20), careless);
            Known { system, holds: Box::new(move |claim| claim == Claim::NoDeadlock || !careless) }
        }
    }
}

/// Counters that do not talk to each other.
fn counters(count: usize) -> System {
    let mut system = System::default();
    for i in 0..count {
        let action = format!("tick.{i}");
        let steps: Vec<_> = (0..8).map(|state| (state, &action, (state + 1) % 8)).collect();
        let lts = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(action, lts));
    }
    system
}

/// How many threads the process has; one where nobody can say.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count)
}

/// Waits for threads that are ending.
fn threads_stay(before: usize) -> bool {
    let patience = Instant::now();
    while threads() > before {
        if patience.elapsed() > Duration::from_secs(5) {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

/// Runs a method until it is done, or something stops it: how long it worked on then, in the time
/// of processors, since machines that run tests are busy.
fn run_stopped(
    method: &dyn Method,
    known: &Known,
    options: &MethodOptions,
    (limits, moment): (Limits, Duration),
    seed: u64,
) -> Duration {
    let Known { system, holds } = known;
    let claims: Vec<Claim> =
        system.claims().into_iter().filter(|&claim| method.judges(system, claim)).collect();
    let interrupt = Interrupt::new();
    let used = || ALLOCATOR.current_usage() as u64;
    let context =
        Context { limits, interrupt: &interrupt, memory_in_use: &used, ..Context::unlimited() };
    let (finished, over) = mpsc::channel::<()>();
    let (reports, late) = std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            let over = over;
            let stopped = over.recv_timeout(moment) == Err(RecvTimeoutError::Timeout);
            if stopped {
                interrupt.cancel();
            }
            stopped.then(|| ProcessTime::now().as_duration())
        });
        let reports = method.check(system, &claims, options, &context).unwrap();
        let done = ProcessTime::now().as_duration();
        drop(finished);
        let stopped = stopper.join().unwrap();
        (reports, stopped.map_or(Duration::ZERO, |stopped| done.saturating_sub(stopped)))
    });
    assert_eq!(reports.len(), claims.len(), "seed {seed}");
    for (claim, report) in claims.into_iter().zip(reports) {
        match report.outcome {
            Outcome::Holds(_) => assert!(holds(claim), "seed {seed}: {claim:?}"),
            Outcome::Violated(run) => {
                // A component that reaches its own π first says nothing of a property.
                let other = matches!(run.violation, Violation::Error(_)) && claim != Claim::NoError;
                assert!(other || !holds(claim), "seed {seed}: {claim:?}");
                let accepted = surmise_certify::check_counterexample(system, &run);
                assert_eq!(accepted, Ok(()), "seed {seed}: {claim:?}");
            }
            Outcome::Unknown(unknown) => {
                let internal = matches!(unknown.reason, Reason::Internal(_));
                assert!(!internal, "seed {seed}: {claim:?}: {unknown:?}");
            }
        }
    }
    late
}

#[test]
fn nothing_is_left_behind() {
    let (mut latest, mut fullest) = ((Duration::ZERO, "nobody", 0), 0.0_f64);
    for seed in seeds(600, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let known = random_known(&mut rng, seed);
        let method = match rng.usize(..2) {
            0 => by_name("auto").unwrap(),
            _ => METHODS[rng.usize(..METHODS.len())],
        };
        let options = MethodOptions { threads: 1 + rng.usize(..4), ..MethodOptions::default() };
        let memory = (rng.usize(..2) == 0).then(|| (2 + rng.usize(..12) as u64) << 20);
        let states = (rng.usize(..4) == 0).then(|| 1 << rng.usize(..20));
        let moment = Duration::from_micros(1 << rng.usize(..18));
        let before = threads();
        ALLOCATOR.reset_peak_usage();
        let late = run_stopped(method, &known, &options, (Limits { memory, states }, moment), seed);
        let name = method.name();
        assert!(late < LATEST, "seed {seed}: {name} is {late:?} late");
        assert!(threads_stay(before), "seed {seed}: {name} leaves a thread behind");
        latest = latest.max((late, name, seed));
        if let Some(limit) = memory {
            let used = ALLOCATOR.peak_usage() as f64 / limit as f64;
            assert!(used <= 1.1, "seed {seed}: {name} uses {used:.2} of {limit} bytes");
            fullest = fullest.max(used);
        }
    }
    println!("latest: {latest:?}, at most {fullest:.2} of the memory");
    assert!(fullest > 0.5, "no limit of memory was near: {fullest:.2}");
}
