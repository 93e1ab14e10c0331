//! The engine `symbolic` against `mono` and the definitions, claim by claim: verdicts, lengths of
//! counterexamples, numbers of states, and invariants that the checker accepts.

use surmise_model::{
    Certificate, Claim, Component, Context, Count, Interrupt, Limits, Outcome, Reason, Report,
    System,
};
use surmise_testing::{Shape, client_server, lts_of, random_system, seeds};
use surmise_verify::search::{self, SearchOptions};
use surmise_verify::symbolic::{self, SymbolicOptions};

use crate::by_definition::all_claims;

/// By default.
fn check(system: &System, claims: &[Claim], context: &Context<'_>) -> Vec<Report> {
    symbolic::check(system, claims, &SymbolicOptions::default(), context)
}

fn mono(system: &System, claim: Claim) -> Report {
    search::check(system, &[claim], &SearchOptions::default(), &Context::unlimited()).remove(0)
}

/// A verdict is what the definitions say, with evidence that others accept. Tells whether the claim
/// holds.
fn assert_right(seed: u64, system: &System, claim: Claim, report: &Report) -> bool {
    let proof = crate::by_definition::assert_right(seed, system, claim, report);
    if let Some(proof) = proof {
        let certificate = Certificate::of_proof(system, proof).expect("it can be written");
        let accepted = surmise_certify::check(system, &certificate, &Context::unlimited());
        assert!(accepted.is_ok(), "seed {seed}: {claim:?}: {accepted:?}");
    }
    proof.is_some()
}

fn compare(seeds: std::ops::Range<u64>, shape: &Shape) {
    let (mut held, mut violated, mut counted) = (0, 0, 0);
    for seed in seeds {
        let system = random_system(seed, shape);
        let claims = all_claims(&system);
        let reports = check(&system, &claims, &Context::unlimited());
        assert_eq!(reports.len(), claims.len());
        for (&claim, report) in claims.iter().zip(&reports) {
            let holds = assert_right(seed, &system, claim, report);
            *if holds { &mut held } else { &mut violated } += 1;
            let explored = mono(&system, claim);
            if holds && explored.statistics.of(Count::States) > 0 {
                let states = |report: &Report| report.statistics.of(Count::States);
                assert_eq!(states(report), states(&explored), "seed {seed}: {claim:?}");
                counted += 1;
            }
        }
    }
    assert!(held > 10 && violated > 10, "{held} hold, {violated} are violated");
    assert!(counted > 5, "{counted}");
}

#[test]
fn claims_of_plain_systems() {
    let shape = Shape { properties: 0..=2, errors: 30, loose: 20, ..Shape::default() };
    compare(seeds(300, 4_000), &shape);
}

#[test]
fn claims_of_systems_that_end() {
    let shape = Shape { properties: 0..=1, ends: 60, actions: 2..=4, ..Shape::default() };
    compare(seeds(300, 3_000), &shape);
}

/// Systems that run for long: many states, and long ways to what is wrong.
#[test]
fn claims_of_systems_that_run_for_long() {
    let shape = Shape {
        components: 3..=6,
        states: 3..=5,
        actions: 6..=12,
        properties: 1..=2,
        errors: 10,
        cycles: true,
        loose: 20,
        ..Shape::default()
    };
    compare(seeds(60, 2_800), &shape);
}

#[test]
fn claims_of_no_components() {
    let shape = Shape { components: 0..=0, properties: 1..=2, loose: 20, ..Shape::default() };
    for seed in seeds(50, 200) {
        let system = random_system(seed, &shape);
        for claim in system.claims() {
            let report = check(&system, &[claim], &Context::unlimited()).remove(0);
            assert_right(seed, &system, claim, &report);
        }
    }
}

/// Of systems with priorities, what is decided is right, and most is.
#[test]
fn claims_of_systems_with_priorities() {
    let shape = Shape { priorities: 100, ends: 30, ..Shape::default() };
    let (mut decided, mut open) = (0, 0);
    for seed in seeds(300, 3_000) {
        let system = random_system(seed, &shape);
        let claims = system.claims();
        let reports = check(&system, &claims, &Context::unlimited());
        for (&claim, report) in claims.iter().zip(&reports) {
            match &report.outcome {
                Outcome::Unknown(unknown) => {
                    assert_eq!(unknown.reason, Reason::gives_way(), "seed {seed}");
                    open += 1;
                }
                Outcome::Holds(_) | Outcome::Violated(_) => {
                    assert_right(seed, &system, claim, report);
                    decided += 1;
                }
            }
        }
    }
    assert!(open > 0 && decided > 4 * open, "{decided} decided, {open} not");
}

/// Philosophers who each take the fork to the left and then the one to the right.
fn philosophers(count: usize) -> System {
    let mut system = System::default();
    for i in 0..count {
        let [own, next] = [i, (i + 1) % count];
        let take = |fork: usize| format!("phil.{i}.take.{fork}");
        let put = |fork: usize| format!("phil.{i}.put.{fork}");
        let steps = [(0, take(own), 1), (1, take(next), 2), (2, put(own), 3), (3, put(next), 0)];
        let philosopher = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(format!("phil.{i}"), philosopher));
        let before = (i + count - 1) % count;
        let of_fork = |who: usize, what: &str| format!("phil.{who}.{what}.{i}");
        let steps =
            [i, before].map(|who| [(0, of_fork(who, "take"), 1), (1, of_fork(who, "put"), 0)]);
        let fork = lts_of(&mut system.actions, &steps.concat());
        system.components.push(Component::new(format!("fork.{i}"), fork));
    }
    system
}

/// As many levels as a stack has to bear, and a counterexample that no breadth-first search finds.
#[test]
fn many_philosophers() {
    let five = philosophers(5);
    let reports = check(&five, &[Claim::NoError], &Context::unlimited());
    let explored = mono(&five, Claim::NoError);
    assert_eq!(reports[0].statistics.of(Count::States), explored.statistics.of(Count::States));
    let many = philosophers(300);
    let report = check(&many, &[Claim::NoDeadlock], &Context::unlimited()).remove(0);
    let Outcome::Violated(run) = report.outcome else { panic!("they can all take one fork") };
    assert_eq!(run.trace.steps.len(), 300);
    let states = report.statistics.large(Count::States).expect("they are many").to_string();
    assert!(states.len() > 100, "{states}");
}

#[test]
fn clients_of_a_server() {
    for clients in 1..=6 {
        let system = client_server(clients, false);
        for claim in system.claims() {
            let report = check(&system, &[claim], &Context::unlimited()).remove(0);
            if !assert_right(clients as u64, &system, claim, &report) {
                continue;
            }
            let states = |report: &Report| report.statistics.of(Count::States);
            assert_eq!(states(&report), states(&mono(&system, claim)), "{clients}");
        }
    }
    let careless = client_server(5, true);
    for claim in careless.claims() {
        let report = check(&careless, &[claim], &Context::unlimited()).remove(0);
        assert_right(5, &careless, claim, &report);
    }
}

fn reason(report: &Report) -> Option<&Reason> {
    match &report.outcome {
        Outcome::Unknown(unknown) => Some(&unknown.reason),
        _ => None,
    }
}

/// Whatever stops it, it says what, and never a wrong verdict.
#[test]
fn limits_and_interrupts_are_obeyed() {
    let system = philosophers(40);
    let claims = [Claim::NoError, Claim::NoDeadlock];
    let mut stopped = 0;
    for nodes in [0, 1, 10, 100, 200, 300, 1_000, 100_000] {
        let limits = Limits { states: Some(nodes), ..Limits::default() };
        let context = Context { limits, ..Context::unlimited() };
        let reports = check(&system, &claims, &context);
        assert_eq!(reports, check(&system, &claims, &context), "{nodes} nodes");
        for (report, holds) in reports.iter().zip([true, false]) {
            match &report.outcome {
                Outcome::Holds(_) => assert!(holds, "{nodes} nodes"),
                Outcome::Violated(_) => assert!(!holds, "{nodes} nodes"),
                Outcome::Unknown(unknown) => {
                    assert_eq!(unknown.reason, Reason::StateLimit(nodes));
                    stopped += 1;
                }
            }
        }
    }
    assert!((4..16).contains(&stopped), "{stopped}");
    let interrupt = Interrupt::new();
    interrupt.time_out();
    let context = Context { interrupt: &interrupt, ..Context::unlimited() };
    let reports = check(&system, &claims, &context);
    assert!(reports.iter().all(|report| reason(report) == Some(&Reason::TimeLimit)));
    let limits = Limits { memory: Some(1_000), ..Limits::default() };
    let context = Context { limits, memory_in_use: &|| 2_000, ..Context::unlimited() };
    let reports = check(&system, &claims, &context);
    assert!(reports.iter().all(|report| reason(report) == Some(&Reason::MemoryLimit(1_000))));
}

/// Workers that start together, count to two each for itself or in pairs, and come together again,
/// so many times; then nothing is left to do. Who can save a step by whose company is drawn by lot:
/// all states of a phase are reachable, but how far they are is a matter of matchings.
fn forks_and_joins(workers: usize, phases: usize, pairs: usize) -> System {
    const LENGTH: usize = 2;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut system = System::default();
    let mut pairs_of: Vec<Vec<usize>> = vec![Vec::new(); workers];
    for pair in 0..pairs {
        let (one, other) = (rng.usize(..workers), rng.usize(..workers));
        if one != other {
            pairs_of[one].push(pair);
            pairs_of[other].push(pair);
        }
    }
    for (worker, pairs) in pairs_of.iter().enumerate() {
        let mut steps = Vec::new();
        for phase in 0..phases {
            let begin = phase * (LENGTH + 2);
            steps.push((begin, format!("fork.{phase}"), begin + 1));
            for count in begin + 1..=begin + LENGTH {
                steps.push((count, format!("count.{worker}"), count + 1));
                steps.extend(pairs.iter().map(|pair| (count, format!("pair.{pair}"), count + 1)));
            }
            let end = begin + LENGTH + 1;
            steps.push((end, format!("join.{phase}"), end + 1));
        }
        let lts = lts_of(&mut system.actions, &steps);
        system.components.push(Component::new(format!("worker.{worker}"), lts));
    }
    system
}

/// Where distances take far more than the set of reachable states, some run is found. In all but
/// the first of these a shortest one takes ten times as much, or more than there is.
#[test]
fn some_run_where_no_shortest_one_is_found() {
    for (workers, phases, pairs) in [(20, 2, 40), (30, 4, 30), (40, 4, 40), (60, 4, 60)] {
        let system = forks_and_joins(workers, phases, pairs);
        let mut limits = Limits::default();
        for shortest in [false, true] {
            let context = Context { limits, ..Context::unlimited() };
            let options = SymbolicOptions { shortest };
            let claims = [Claim::NoDeadlock];
            let report = symbolic::check(&system, &claims, &options, &context).remove(0);
            let Outcome::Violated(run) = &report.outcome else { panic!("{workers}: {report:?}") };
            let accepted = surmise_certify::check_counterexample(&system, run);
            assert_eq!(accepted, Ok(()), "{workers}");
            // No more than two can count at a time.
            assert!(run.trace.steps.len() >= phases * (workers + 2), "{workers}");
            assert!(run.trace.steps.len() <= phases * (2 * workers + 2), "{workers}");
            assert!(!run.shortest, "{workers}");
            // Whoever insists and is stopped still shows what it has.
            limits.states = Some(report.statistics.of(Count::Nodes));
        }
    }
}

/// Few states have shortest runs, whoever insists.
#[test]
fn shortest_runs_where_there_are_few_states() {
    let system = forks_and_joins(10, 1, 20);
    let explored = mono(&system, Claim::NoDeadlock);
    assert!((50_000..100_000).contains(&explored.statistics.of(Count::States)));
    let report = check(&system, &[Claim::NoDeadlock], &Context::unlimited()).remove(0);
    let runs = [&report, &explored].map(|report| match &report.outcome {
        Outcome::Violated(run) => (run.shortest, run.trace.steps.len()),
        other => panic!("{other:?}"),
    });
    assert!(runs[0] == runs[1] && runs[0].0, "{runs:?}");
}
