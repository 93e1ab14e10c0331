//! Proofs and counterexamples made by hand: what is right is accepted, what is wrong is refused for
//! the right reason.

use crate::channel::{abstraction, apart, assume, asym, circ, lts, proof, sym};
use surmise_certify::{Refusal, check, check_proof};
use surmise_model::certificate::Evidence;
use surmise_model::{
    Assumption, Certificate, Claim, ComponentId, Context, Counterexample, Limits, Lts, Proof,
    Reason, Rule, RuleKind, StateId, Step, System, Trace, Violation,
};
use surmise_testing::channel;

/// Through the file and back, then checked.
fn through_json(system: &System, proof: &Proof) -> Result<Vec<String>, Box<Refusal>> {
    let text = Certificate::of_proof(system, proof).unwrap().to_json();
    let certificate = Certificate::from_json(text.as_bytes()).unwrap();
    assert_eq!(certificate.evidence(system), Ok(Evidence::Proof(proof.clone())), "{text}");
    let accepted = check(system, &certificate, &Context::unlimited())?;
    Ok(accepted.premises.into_iter().map(|premise| premise.statement).collect())
}

#[test]
fn every_rule_has_its_premises() {
    let system = channel();
    let exhaustive = proof(Rule::Exhaustive);
    let triples = ["⟨A1⟩ Input ⟨Order⟩", "⟨true⟩ Output ⟨A1⟩"];
    assert_eq!(through_json(&system, &exhaustive).unwrap(), ["⟨true⟩ Input ‖ Output ⟨Order⟩"]);
    assert_eq!(through_json(&system, &asym(&system)).unwrap(), triples);
    assert_eq!(
        through_json(&system, &circ(&system)).unwrap(),
        [triples[0], "⟨A2⟩ Output ⟨A1⟩", "⟨true⟩ Input ⟨A2⟩"]
    );
    assert_eq!(
        through_json(&system, &sym(&system)).unwrap(),
        [triples[0], "⟨A2⟩ Output ⟨Order⟩", "coA1 ‖ coA2 ⊨ Order"]
    );
}

/// The number of the premise that is false, and the trace that shows it.
fn false_premise(system: &System, proof: &Proof) -> (usize, String) {
    match *through_json(system, proof).unwrap_err() {
        Refusal::Premise { number, trace, .. } => (number, trace.join(" ")),
        other => panic!("{other}"),
    }
}

fn assumptions(proof: &mut Proof) -> &mut Vec<Assumption> {
    match &mut proof.rule {
        Rule::AssumeGuarantee { assumptions, .. } | Rule::Circular { assumptions, .. } => {
            assumptions
        }
        Rule::Exhaustive | Rule::Invariant(_) | Rule::Monitored { .. } => panic!("no assumptions"),
    }
}

#[test]
fn a_false_premise_is_named_and_shown() {
    let system = channel();
    // The assumption that allows everything is not enough for Input.
    let all = ["send", "output", "ack"];
    let anything = assume(lts(&system, &all, &all.map(|name| (0, name, 0))));
    let too_weak = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![anything],
    });
    assert_eq!(false_premise(&system, &too_weak), (1, "output".to_owned()));
    // One that forbids the second round is not true of Output.
    let once = assume(lts(&system, &all, &[(0, "send", 1), (1, "output", 2), (2, "ack", 3)]));
    let too_strong = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![once],
    });
    assert_eq!(false_premise(&system, &too_strong), (2, "send output ack send".to_owned()));
    // A circle that is not closed.
    let mut open = circ(&system);
    assumptions(&mut open)[1] = assume(lts(&system, &["send", "ack"], &[(0, "send", 1)]));
    assert_eq!(false_premise(&system, &open), (3, "input send ack".to_owned()));
    // Nobody answers for an output before any input.
    let mut nobody = sym(&system);
    assumptions(&mut nobody)[0] = assume(lts(&system, &["output", "ack"], &[]));
    assumptions(&mut nobody)[1] = assume(lts(&system, &["output", "input"], &[]));
    let (number, trace) = false_premise(&system, &nobody);
    assert_eq!((number, trace.as_str()), (3, "output"));
}

#[test]
fn a_simulation_is_followed_not_believed() {
    let system = channel();
    let mut missing = asym(&system);
    let map = &mut assumptions(&mut missing)[0].simulation.as_mut().unwrap().map;
    map.retain(|(concrete, _)| concrete[0] != StateId::of(2));
    assert_eq!(false_premise(&system, &missing), (2, "send output".to_owned()));
    let mut wrong = asym(&system);
    assumptions(&mut wrong)[0].simulation.as_mut().unwrap().map[0].1 = StateId::of(1);
    assert_eq!(false_premise(&system, &wrong), (2, String::new()));
    // Without it the same assumption is found to be right by determinisation.
    let mut without = asym(&system);
    assumptions(&mut without)[0].simulation = None;
    through_json(&system, &without).unwrap();
}

#[test]
fn circular_rules_start_from_the_empty_trace() {
    let system = channel();
    let own = || system.components.iter().map(|component| assume(component.lts.clone()));
    let circular = |assumptions: Vec<Assumption>, uses: [&[usize]; 3]| {
        let uses = uses.iter().map(|set| set.to_vec()).collect();
        proof(Rule::Circular { groups: apart(), assumptions, uses })
    };
    // What the components do is what they guarantee, whoever assumes what.
    for uses in [[&[][..], &[], &[0, 1]], [&[1], &[0], &[0, 1]], [&[0, 1], &[1, 0], &[1, 0]]] {
        through_json(&system, &circular(own().collect(), uses)).unwrap();
    }
    // If nobody guarantees anything, the property is not shown; nor by assumptions that are not
    // used.
    let last = circular(own().collect(), [&[1], &[0], &[]]);
    assert_eq!(false_premise(&system, &last).0, 3);
    // Without the first step of the induction, anything could be shown: each assumes the other's
    // nothing, and guarantees nothing.
    let mut builder = Lts::builder();
    builder.initial(StateId::ERROR);
    let nothing = assume(builder.build().unwrap());
    let vacuous = circular(vec![nothing.clone(), nothing], [&[1], &[0], &[0, 1]]);
    let refusal = *check_proof(&system, &vacuous, &Context::unlimited()).unwrap_err();
    assert_eq!(refusal, Refusal::Structure("assumption A1 refuses the empty trace".to_owned()));
    // An assumption that forbids everything but the empty trace is none that a component keeps: the
    // last action is the component's own fault.
    let silent = |i: usize| {
        assume(
            Lts::builder()
                .ensure_states(1)
                .build()
                .unwrap()
                .with_alphabet(system.components[i].lts.alphabet()),
        )
    };
    let silence = circular(vec![silent(0), silent(1)], [&[1], &[0], &[0, 1]]);
    assert_eq!(false_premise(&system, &silence).0, 1);
    for uses in [vec![], vec![vec![], vec![], vec![2]]] {
        let wrong = Rule::Circular { groups: apart(), assumptions: own().collect(), uses };
        let refusal = *check_proof(&system, &proof(wrong), &Context::unlimited()).unwrap_err();
        assert!(matches!(refusal, Refusal::Structure(_)), "{refusal}");
    }
}

#[test]
fn an_assumption_that_allows_nothing_is_true_of_nobody() {
    let system = channel();
    let mut builder = Lts::builder();
    builder.initial(StateId::ERROR);
    let nothing = assume(builder.build().unwrap());
    let vacuous = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![nothing.clone()],
    });
    assert_eq!(false_premise(&system, &vacuous), (2, String::new()));
    // In rule SYM it says: I know nothing about my group. Here the other assumption knows enough:
    // everything that Order forbids, it allows, because both components together obey Order.
    let both = vec![system.component_ids().collect(), Vec::new()];
    let anything = assume(lts(&system, &[], &[]));
    let one = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Sym,
        groups: both,
        assumptions: vec![anything, nothing],
    });
    through_json(&system, &one).unwrap();
}

#[test]
fn groups_and_assumptions_must_fit_the_rule() {
    let system = channel();
    let (a, b) = (ComponentId::of(0), ComponentId::of(1));
    let one = || vec![abstraction(&system)];
    let wrong = [
        Rule::AssumeGuarantee { kind: RuleKind::Asym, groups: vec![vec![a]], assumptions: vec![] },
        Rule::AssumeGuarantee {
            kind: RuleKind::Asym,
            groups: vec![vec![a], vec![b, a]],
            assumptions: one(),
        },
        Rule::AssumeGuarantee {
            kind: RuleKind::Asym,
            groups: vec![vec![a], vec![b]],
            assumptions: vec![],
        },
        Rule::AssumeGuarantee {
            kind: RuleKind::Circ,
            groups: vec![vec![a], vec![b]],
            assumptions: one(),
        },
        Rule::AssumeGuarantee { kind: RuleKind::Sym, groups: vec![vec![a, b]], assumptions: one() },
        Rule::AssumeGuarantee { kind: RuleKind::Asym, groups: vec![], assumptions: vec![] },
    ];
    for rule in wrong {
        let refusal = through_json(&system, &proof(rule.clone())).unwrap_err();
        assert!(matches!(*refusal, Refusal::Structure(_)), "{rule:?}: {refusal}");
    }
}

#[test]
fn a_certificate_is_about_one_system() {
    let system = channel();
    let certificate = Certificate::of_proof(&system, &asym(&system)).unwrap();
    let refused =
        |system: &System| match *check(system, &certificate, &Context::unlimited()).unwrap_err() {
            Refusal::Mismatch(why) => why,
            other => panic!("{other}"),
        };
    let mut swapped = system.clone();
    swapped.components.swap(0, 1);
    assert!(check(&swapped, &certificate, &Context::unlimited()).is_ok(), "order does not matter");
    swapped.components[0].name = "Input".to_owned();
    swapped.components[1].name = "Output".to_owned();
    assert!(refused(&swapped).contains("content hashes differ"));
    let mut renamed = system.clone();
    renamed.properties[0].name = "Other".to_owned();
    assert!(refused(&renamed).contains("no property `Order`"));
    let mut changed = system.clone();
    changed.properties[0].lts = changed.components[0].lts.clone();
    assert!(refused(&changed).contains("content hashes differ"));
    let mut more = system.clone();
    more.components.push(system.components[0].clone());
    assert!(refused(&more).contains("2 components"));
}

/// `Input` as before, but it gives up with an error if it is interrupted after `input`.
fn faulty_channel() -> System {
    let mut system = channel();
    let interrupt = system.actions.intern("interrupt").unwrap();
    let id = |name: &str| system.actions.get(name).unwrap();
    let mut builder = Lts::builder();
    builder.ensure_states(3).extend_alphabet([interrupt]);
    for (from, name, to) in [(0, "input", 1), (1, "send", 2), (2, "ack", 0)] {
        builder.add(StateId::of(from), id(name), StateId::of(to));
    }
    builder.add(StateId::of(1), interrupt, StateId::ERROR);
    system.components[0].lts = builder.build().unwrap();
    // Output knows the action and never takes it.
    let more = [interrupt].into_iter().collect();
    system.components[1].lts = system.components[1].lts.clone().with_alphabet(&more);
    system
}

#[test]
fn an_error_of_a_component_is_a_violation() {
    let system = faulty_channel();
    through_json(&system, &proof(Rule::Exhaustive)).unwrap();
    // The assumption of before does not exclude interruptions.
    let transitions = [(0, "send", 1), (1, "output", 0), (0, "ack", 0)];
    let silent = assume(lts(&system, &["send", "output", "ack"], &transitions));
    let blind = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![silent],
    });
    assert_eq!(false_premise(&system, &blind), (1, "input interrupt Input.error".to_owned()));
    let sees = assume(lts(&system, &["send", "output", "ack", "interrupt"], &transitions));
    let right = proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![sees],
    });
    through_json(&system, &right).unwrap();
    // The same, and no property but the absence of errors.
    let errors = Proof { claim: Claim::NoError, ..right };
    assert_eq!(through_json(&system, &errors).unwrap()[0], "⟨A1⟩ Input ⟨no error⟩");
    // With the groups the other way round, the assumption about Input mentions its error.
    let errors = system.error_actions(Claim::NoError).unwrap();
    let never = errors.of.iter().flatten().copied();
    let mut builder = Lts::builder();
    builder.ensure_states(1).extend_alphabet(never);
    let never = assume(builder.build().unwrap());
    let groups = vec![vec![ComponentId::of(1)], vec![ComponentId::of(0)]];
    let turned = Proof {
        claim: Claim::NoError,
        rule: Rule::AssumeGuarantee { kind: RuleKind::Asym, groups, assumptions: vec![never] },
    };
    assert_eq!(false_premise(&system, &turned), (2, "input interrupt Input.error".to_owned()));
}

#[test]
fn a_limit_is_not_a_verdict() {
    let system = channel();
    let states = Limits { states: Some(2), ..Limits::default() };
    let memory = Limits { memory: Some(200), ..Limits::default() };
    for (limits, reason) in [(states, Reason::StateLimit(2)), (memory, Reason::MemoryLimit(200))] {
        let context = Context { limits, ..Context::unlimited() };
        let refusal = check_proof(&system, &asym(&system), &context).unwrap_err();
        assert!(refusal.is_undecided(), "{refusal}");
        assert!(refusal.to_string().ends_with(&reason.to_string()), "{refusal}");
    }
}

/// Actions, and the states of the components after each.
type Steps<'a> = &'a [(&'a str, &'a [i64])];

/// The run with these steps.
fn run(system: &System, violation: Violation, steps: Steps<'_>) -> Counterexample {
    let states = |states: &[i64]| -> Vec<StateId> {
        let state = |&state: &i64| usize::try_from(state).map_or(StateId::ERROR, StateId::of);
        states.iter().map(state).collect()
    };
    let step = |&(name, after): &(&str, &[i64])| Step {
        action: system.actions.get(name).unwrap(),
        states: states(after),
    };
    let initial = system.components.iter().map(|component| component.lts.initial()).collect();
    let trace = Trace { initial, steps: steps.iter().map(step).collect() };
    Counterexample { violation, trace, shortest: false }
}

/// The step at which a run goes wrong.
fn wrong_step(system: &System, counterexample: &Counterexample) -> usize {
    let text = Certificate::of_counterexample(system, counterexample).to_json();
    let certificate = Certificate::from_json(text.as_bytes()).unwrap();
    match *check(system, &certificate, &Context::unlimited()).unwrap_err() {
        Refusal::Run { step, .. } => step,
        other => panic!("{other}"),
    }
}

#[test]
fn runs_are_replayed() {
    let mut system = faulty_channel();
    let property = Violation::Property(surmise_model::PropertyId::of(0));
    // Output now answers at once.
    system.components[1].lts =
        lts(&system, &["send", "output", "ack"], &[(0, "output", 1), (1, "ack", 0)]);
    let accepted = |violation, steps: Steps<'_>| {
        let counterexample = run(&system, violation, steps);
        let text = Certificate::of_counterexample(&system, &counterexample).to_json();
        let certificate = Certificate::from_json(text.as_bytes()).unwrap();
        let accepted = check(&system, &certificate, &Context::unlimited()).unwrap();
        assert_eq!(accepted.evidence, Evidence::Counterexample(counterexample));
    };
    accepted(property, &[("output", &[0, 1])]);
    let error = Violation::Error(ComponentId::of(0));
    accepted(error, &[("input", &[1, 0]), ("interrupt", &[-1, 0])]);
    let wrong: [(Violation, Steps<'_>, usize); 8] = [
        (property, &[], 0),
        (property, &[("input", &[1, 0])], 1),
        (property, &[("output", &[0, 0])], 1),
        (property, &[("output", &[1, 1])], 1),
        (property, &[("output", &[0, 1]), ("input", &[1, 1])], 2),
        (property, &[("input", &[1, 0]), ("interrupt", &[-1, 0]), ("output", &[-1, 1])], 3),
        (error, &[("input", &[1, 0])], 1),
        (Violation::Deadlock, &[("output", &[0, 1])], 1),
    ];
    for (violation, steps, step) in wrong {
        let counterexample = run(&system, violation, steps);
        assert_eq!(wrong_step(&system, &counterexample), step, "{steps:?}");
    }
    let mut elsewhere = run(&system, property, &[("output", &[0, 1])]);
    elsewhere.trace.initial[0] = StateId::of(1);
    assert_eq!(wrong_step(&system, &elsewhere), 0);
}

#[test]
fn deadlocks_and_free_actions_are_replayed() {
    let mut system = channel();
    system.components[1].lts = lts(&system, &["send", "output", "ack"], &[(0, "send", 1)]);
    let stuck: [(&str, &[i64]); 2] = [("input", &[1, 0]), ("send", &[2, 1])];
    let counterexample = run(&system, Violation::Deadlock, &stuck);
    let certificate = Certificate::of_counterexample(&system, &counterexample);
    check(&system, &certificate, &Context::unlimited()).unwrap();
    let free = Proof { claim: Claim::NoDeadlock, rule: Rule::Exhaustive };
    assert_eq!(false_premise(&system, &free), (1, "input send".to_owned()));
    // Where everybody may end, it is no deadlock.
    for (component, end) in system.components.iter_mut().zip([2, 1]) {
        let mut builder = Lts::builder();
        builder.ensure_states(component.lts.num_states()).end(StateId::of(end));
        builder.extend_alphabet(component.lts.alphabet().iter());
        for (source, edge) in component.lts.transitions() {
            builder.add(source, edge.action, edge.target);
        }
        component.lts = builder.build().unwrap();
    }
    assert_eq!(wrong_step(&system, &counterexample), 2);
    let free = Proof { claim: Claim::NoDeadlock, rule: Rule::Exhaustive };
    assert_eq!(through_json(&system, &free).unwrap()[0], "Input ‖ Output has no deadlock");
    // Without anybody who has it, an action of the property may happen at any time.
    system.components.truncate(1);
    let property = Violation::Property(surmise_model::PropertyId::of(0));
    let free = run(&system, property, &[("output", &[0])]);
    let certificate = Certificate::of_counterexample(&system, &free);
    check(&system, &certificate, &Context::unlimited()).unwrap();
    let unknown = run(&system, property, &[("send", &[0])]);
    assert_eq!(wrong_step(&system, &unknown), 1);
}
