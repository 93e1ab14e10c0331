//! Systems in which many components move in lockstep, each as it likes: one state has more
//! successors than any memory can hold. Under random limits every method of every command ends soon
//! after the limit and within the memory, as the allocator counts it, and what it says is right.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use cpu_time::ProcessTime;
use fastrand::Rng;
use peak_alloc::PeakAlloc;
use surmise::methods::{METHODS, MethodOptions};
use surmise_model::{
    ActionId, Claim, Component, ComponentId, Context, Interrupt, Limits, Lts, Outcome, Property,
    PropertyId, Reason, StateId, Stop, System,
};
use surmise_testing::seeds;
use surmise_verify::automata::{Bisimulation, compose, minimise};
use surmise_verify::quotient::{Labels, QuotientOptions, synthesise};
use surmise_verify::search::{SearchOptions, visit_all};
use surmise_verify::vacuity::vacuity;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Who works for longer than this after having been stopped has not listened.
const LATEST: Duration = Duration::from_millis(300);

/// Components that all take part in `tick`, most of them in several ways, and each do something
/// alone in some of their states; a property about the first one, which holds or not.
fn lockstep(rng: &mut Rng) -> (System, bool) {
    let mut system = System::default();
    let tick = system.actions.intern("tick").unwrap();
    let most = [4, 40, 200][rng.usize(..3)];
    let count = 1 + rng.usize(..most);
    let deterministic = rng.usize(..4) == 0;
    for number in 0..count {
        let own = system.actions.intern(&format!("tock.{number}")).unwrap();
        let states = 2 + rng.usize(..3);
        let mut builder = Lts::builder();
        builder.ensure_states(states);
        for state in 0..states {
            let targets = if deterministic { 1 } else { 1 + rng.usize(..states) };
            for target in 0..targets {
                let target = StateId::of((state + 1 + target) % states);
                builder.add(StateId::of(state), tick, target);
            }
        }
        // The first one does it where it can get by one step or more, and so breaks the property.
        let alone = if number == 0 { 1 } else { rng.usize(..states) };
        builder.add(StateId::of(alone), own, StateId::of(0));
        system.components.push(Component::new(format!("C{number}"), builder.build().unwrap()));
    }
    let holds = rng.bool();
    let first = system.actions.intern("tock.0").unwrap();
    let property = property(tick, first, holds);
    system.properties.push(Property { name: "P".into(), lts: property });
    (system, holds)
}

/// Before the first action there is at least one tick; or the action never happens.
fn property(tick: ActionId, action: ActionId, holds: bool) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(2).extend_alphabet([tick, action]);
    let (before, after) = (StateId::of(0), StateId::of(1));
    builder.add(before, tick, after).add(after, tick, after);
    if holds {
        builder.add(after, action, after);
    }
    builder.build().unwrap()
}

/// What is asked about a system.
#[derive(Debug, Clone, Copy)]
enum Command {
    Check(usize),
    Modal,
    Assume(Labels),
    Vacuity,
    Visit,
    Compose,
    Certify,
}

fn random_command(rng: &mut Rng) -> Command {
    match rng.usize(..12) {
        0 => Command::Modal,
        1 => Command::Assume(Labels::Exact),
        2 | 3 => Command::Assume(Labels::Modal),
        4 => Command::Vacuity,
        5 => Command::Visit,
        6 => Command::Compose,
        7 => Command::Certify,
        _ => Command::Check(rng.usize(..METHODS.len())),
    }
}

/// Does what is asked; a verdict has to be right.
fn run(
    command: Command,
    (system, holds): (&System, bool),
    threads: usize,
    context: &Context<'_>,
    seed: u64,
) {
    let claim = Claim::Property(PropertyId::of(0));
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    let fine =
        |stop: &Stop| assert!(!matches!(stop.0, Reason::Internal(_)), "seed {seed}: {stop:?}");
    match command {
        Command::Check(_) | Command::Modal => {
            let (method, labels) = match command {
                Command::Check(number) => (METHODS[number], None),
                _ => (surmise::methods::by_name("quotient").unwrap(), Some(Labels::Modal)),
            };
            let options = MethodOptions { threads, labels, ..MethodOptions::default() };
            if !method.judges(system, claim) {
                return;
            }
            for report in method.check(system, &[claim], &options, context).unwrap() {
                match report.outcome {
                    Outcome::Holds(_) => assert!(holds, "seed {seed}: {}", method.name()),
                    Outcome::Violated(run) => {
                        assert!(!holds, "seed {seed}: {}", method.name());
                        let accepted = surmise_certify::check_counterexample(system, &run);
                        assert_eq!(accepted, Ok(()), "seed {seed}: {}", method.name());
                    }
                    Outcome::Unknown(unknown) => fine(&Stop(unknown.reason)),
                }
            }
        }
        Command::Assume(labels) => {
            let (first, others) = (ComponentId::of(0), system.component_ids().skip(1));
            let others: Vec<ComponentId> = others.collect();
            let options = QuotientOptions { labels, threads, ..QuotientOptions::default() };
            match synthesise(system, &[first], &others, claim, &options, context) {
                Ok(synthesis) => {
                    assert!(synthesis.holds.is_none_or(|found| found == holds), "seed {seed}");
                }
                Err(stop) => fine(&stop),
            }
        }
        Command::Vacuity => {
            vacuity(system, PropertyId::of(0), context);
        }
        Command::Visit => {
            let options = SearchOptions { threads, ..SearchOptions::default() };
            visit_all(&ltss, &options, context);
        }
        Command::Compose => {
            let minimal = compose(&ltss, context)
                .and_then(|lts| minimise(&lts, Bisimulation::Strong, context));
            if let Err(stop) = minimal {
                fine(&stop);
            }
        }
        Command::Certify => {
            let proof = surmise_model::Proof { claim, rule: surmise_model::Rule::Exhaustive };
            let _ = surmise_certify::check_proof(system, &proof, context);
        }
    }
}

/// Runs a command, stopped at some moment: how long it worked on then, in the time of processors.
fn run_stopped(
    command: Command,
    system: (&System, bool),
    (limits, moment): (Limits, Duration),
    threads: usize,
    seed: u64,
) -> Duration {
    let interrupt = Interrupt::new();
    let used = || ALLOCATOR.current_usage() as u64;
    let context =
        Context { limits, interrupt: &interrupt, memory_in_use: &used, ..Context::unlimited() };
    let (finished, over) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            let over = over;
            let stopped = over.recv_timeout(moment) == Err(RecvTimeoutError::Timeout);
            if stopped {
                interrupt.time_out();
            }
            stopped.then(|| ProcessTime::now().as_duration())
        });
        run(command, system, threads, &context, seed);
        let done = ProcessTime::now().as_duration();
        drop(finished);
        let stopped = stopper.join().unwrap();
        stopped.map_or(Duration::ZERO, |stopped| done.saturating_sub(stopped))
    })
}

#[test]
fn limits_hold_where_successors_are_without_number() {
    let (mut latest, mut fullest) = ((Duration::ZERO, String::new(), 0), 0.0_f64);
    for seed in seeds(200, 2_000) {
        let mut rng = Rng::with_seed(seed);
        let (system, holds) = lockstep(&mut rng);
        let command = random_command(&mut rng);
        let name = match command {
            Command::Check(number) => format!("check by {}", METHODS[number].name()),
            command => format!("{command:?}"),
        };
        let threads = 1 + rng.usize(..2);
        let states = (rng.usize(..3) == 0).then(|| 1 << rng.usize(..16));
        let moment = Duration::from_micros(1 << rng.usize(..18));
        let before = ALLOCATOR.current_usage();
        let memory = rng.bool().then(|| (before as u64) + ((2 + rng.u64(..14)) << 20));
        ALLOCATOR.reset_peak_usage();
        let limits = (Limits { memory, states }, moment);
        let late = run_stopped(command, (&system, holds), limits, threads, seed);
        assert!(late < LATEST, "seed {seed}: {name} is {late:?} late");
        latest = latest.max((late, name.clone(), seed));
        if let Some(limit) = memory {
            let used = ALLOCATOR.peak_usage() as f64 / limit as f64;
            assert!(used <= 1.1, "seed {seed}: {name} uses {used:.2} of {limit} bytes");
            fullest = fullest.max(used);
        }
    }
    println!("latest: {latest:?}, at most {fullest:.2} of the memory");
    assert!(fullest > 0.5, "no limit of memory was near: {fullest:.2}");
}
