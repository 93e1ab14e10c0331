//! Corner cases of temporal properties, each with its verdict without fairness, with weak fairness
//! and under fair choice: the engine, the definition and the checker of certificates agree on them.

use surmise_certify::{check_counterexample, check_proof};
use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{
    Alphabet, Component, ComponentId, Context, Fairness, FormulaId, Lts, Meaning, Outcome,
    Proposition, PropositionId, Start, StateId, Stopping, System, TemporalId, TemporalKind,
    TemporalProperty,
};
use surmise_testing::{Edges, lts_of, naively_holds};
use surmise_verify::liveness;

/// What a case is about.
struct Case {
    name: &'static str,
    components: &'static [Edges<'static>],
    /// Operators before operands. Over actions, fluents `ON` (by `a`, off by `b`) and `SET` (the
    /// same, initially true), and `at1`, that the first component is in state 1.
    formula: &'static str,
    start: Start,
    stopping: Stopping,
    /// Whether it holds without fairness, with weak fairness, under fair choice.
    holds: [bool; 3],
}

const LOOP: Edges<'static> = &[(0, "a", 0)];
const STOP: Edges<'static> = &[(0, "a", 1)];
/// A τ-loop with a way out.
const IDLE: Edges<'static> = &[(0, "tau", 0), (0, "a", 1), (1, "b", 1)];
const CHOICE: Edges<'static> = &[(0, "a", 0), (0, "b", 0)];
const ALONE: Edges<'static> = &[(0, "c", 0)];

use Start::{FirstStep, InitialState};
use Stopping::{Ignored, Stays};

const CASES: &[Case] = &[
    case("no run at all", &[STOP], "false", FirstStep, Ignored, [true, true, false]),
    case("a run that stops counts", &[STOP], "false", FirstStep, Stays, [false, false, false]),
    case("a stop with p true", &[STOP], "<> [] ON", FirstStep, Stays, [true, true, true]),
    case("a stop with p false", &[STOP], "[] <> ! ON", FirstStep, Stays, [false, false, false]),
    case("no action after a stop", &[STOP], "[] <> a", FirstStep, Stays, [false, false, false]),
    case("nor at it", &[STOP], "X ! a", FirstStep, Stays, [true, true, true]),
    case("stops do not count", &[STOP], "[] <> a", FirstStep, Ignored, [true, true, false]),
    case("a τ-loop with a way out", &[IDLE], "<> a", FirstStep, Stays, [false, false, true]),
    case("τ is a step for X", &[IDLE], "|| a X || a ! b", FirstStep, Stays, [true, true, true]),
    case("a U b sees hidden steps", &[IDLE], "U a b", FirstStep, Stays, [false, false, false]),
    case("two choices of one", &[CHOICE], "[] <> a", FirstStep, Stays, [false, false, true]),
    case("a component beside", &[LOOP, ALONE], "[] <> c", FirstStep, Stays, [false, true, true]),
    case(
        "two sets, one cycle each",
        &[CHOICE],
        "! && [] <> a [] <> b",
        FirstStep,
        Stays,
        [false, false, false],
    ),
    case(
        "two sets on disjoint cycles",
        &[TWO],
        "! && [] <> a [] <> b",
        FirstStep,
        Stays,
        [true, true, true],
    ),
    case(
        "acceptance on entry alone",
        &[&[(0, "a", 1), (1, "b", 1)]],
        "! [] <> a",
        FirstStep,
        Stays,
        [true, true, true],
    ),
    case("the first step is a", &[LOOP], "a", FirstStep, Stays, [true, true, true]),
    case("nothing happens at first", &[LOOP], "a", InitialState, Stays, [false, false, false]),
    case("but then", &[LOOP], "X a", InitialState, Stays, [true, true, true]),
    case("a fluent is true at its step", &[LOOP], "ON", FirstStep, Stays, [true, true, true]),
    case("initially", &[ALONE], "[] SET", FirstStep, Stays, [true, true, true]),
    case("and not", &[ALONE], "[] ON", FirstStep, Stays, [false, false, false]),
    case("a state after a step", &[STOP], "at1", FirstStep, Stays, [true, true, true]),
    case("and before it", &[STOP], "&& ! at1 X at1", InitialState, Stays, [true, true, true]),
    case(
        "a bad guess is no way out",
        &[CHOICE],
        "! [] <> && a X b",
        FirstStep,
        Stays,
        [false, false, false],
    ),
    case("foreign actions may happen", &[LOOP], "[] ! z", FirstStep, Stays, [false, false, false]),
    case("again and again, if fair", &[LOOP], "[] <> z", FirstStep, Stays, [false, false, true]),
    case(
        "a run into π is none",
        &[&[(0, "a", 1), (1, "error", 9)]],
        "[] <> b",
        FirstStep,
        Stays,
        [true, true, true],
    ),
];

/// Two cycles, and no way back from the second.
const TWO: Edges<'static> = &[(0, "a", 0), (0, "c", 1), (1, "b", 1)];

const fn case(
    name: &'static str,
    components: &'static [Edges<'static>],
    formula: &'static str,
    start: Start,
    stopping: Stopping,
    holds: [bool; 3],
) -> Case {
    Case { name, components, formula, start, stopping, holds }
}

/// The system of a case; an action `error` leads into π.
fn system(case: &Case) -> System {
    let mut system = System::default();
    for (number, edges) in case.components.iter().enumerate() {
        let lts = lts_of(&mut system.actions, edges);
        let error = system.actions.get("error");
        let mut builder = Lts::builder();
        let states = edges.iter().map(|edge| edge.0).chain([1]).max().unwrap_or(0) + 1;
        builder.ensure_states(states).extend_alphabet(lts.alphabet().iter());
        for (source, edge) in lts.transitions() {
            let target = if Some(edge.action) == error { StateId::ERROR } else { edge.target };
            builder.add(source, edge.action, target);
        }
        let lts = builder.build().expect("all states exist");
        system.components.push(Component::new(format!("M{number}"), lts));
    }
    system
}

/// Reads a formula, operators before operands.
fn read(
    words: &mut std::str::SplitWhitespace<'_>,
    formulas: &mut Formulas,
    proposition: &mut dyn FnMut(&str) -> PropositionId,
) -> FormulaId {
    let word = words.next().expect("an operand");
    let mut next = |formulas: &mut Formulas| read(words, formulas, proposition);
    let operator = match word {
        "!" => Operator::Not(next(formulas)),
        "X" => Operator::Next(next(formulas)),
        "<>" => Operator::Eventually(next(formulas)),
        "[]" => Operator::Always(next(formulas)),
        "&&" => Operator::And(next(formulas), next(formulas)),
        "||" => Operator::Or(next(formulas), next(formulas)),
        "U" => Operator::Until(next(formulas), next(formulas)),
        "false" => Operator::False,
        name => Operator::Proposition(proposition(name)),
    };
    formulas.add(operator)
}

fn property(case: &Case, system: &mut System, fairness: Fairness) -> TemporalProperty {
    let mut propositions: Vec<Proposition> = Vec::new();
    let mut formulas = Formulas::new();
    let root = read(&mut case.formula.split_whitespace(), &mut formulas, &mut |name| {
        let mut set = |name: &str| -> Alphabet {
            [system.actions.intern(name).expect("few actions")].into_iter().collect()
        };
        let meaning = match name {
            "ON" | "SET" => {
                Meaning::Fluent { on: set("a"), off: set("b"), initially: name == "SET" }
            }
            "at1" => {
                Meaning::States { component: ComponentId::of(0), states: vec![StateId::of(1)] }
            }
            action => Meaning::Actions(set(action)),
        };
        propositions.push(Proposition { name: name.to_owned(), meaning });
        PropositionId::of(propositions.len() - 1)
    });
    TemporalProperty {
        name: case.name.to_owned(),
        kind: TemporalKind::Formula,
        formula: Formula::new(&formulas, root),
        propositions,
        fairness,
        start: case.start,
        stopping: match fairness {
            Fairness::Choice => Stays,
            Fairness::None | Fairness::Weak => case.stopping,
        },
        // Only the cases about foreign actions are about foreign actions.
        is_open: case.formula.contains('z'),
    }
}

#[test]
fn corner_cases_of_temporal_properties() {
    let context = Context::unlimited();
    for case in CASES {
        let fairness = [Fairness::None, Fairness::Weak, Fairness::Choice];
        for (fairness, expected) in fairness.into_iter().zip(case.holds) {
            let mut system = system(case);
            let property = property(case, &mut system, fairness);
            let told = format!("{}: {} {fairness}", case.name, case.formula);
            assert_eq!(naively_holds(&system, &property), expected, "by definition: {told}");
            system.temporal.push(property);
            let report = liveness::check(&system, TemporalId::of(0), &context);
            let holds = match &report.outcome {
                Outcome::Holds(proof) => check_proof(&system, proof, &context).map(|_| true),
                Outcome::Violated(run) => check_counterexample(&system, run).map(|()| false),
                Outcome::Unknown(unknown) => panic!("{told}: {unknown:?}"),
            };
            assert_eq!(holds.expect("evidence"), expected, "{told}");
        }
    }
}
