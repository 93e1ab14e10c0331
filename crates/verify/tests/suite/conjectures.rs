//! Whoever wants to see the assumptions that engines propose sees each of them, the last of each
//! name being the one of the proof.

use std::sync::{Arc, Mutex};

use surmise_model::{
    Assumption, Claim, Conjecture, Context, Event, Observer, Outcome, Proof, PropertyId,
    ProposedFor, Report, Rule, RuleKind, System,
};
use surmise_testing::{Shape, client_server, random_system, seeds};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::circular::{self, CircularOptions};
use surmise_verify::learn::{self, LearnOptions};
use surmise_verify::quotient::{self, QuotientOptions};

const CLAIM: Claim = Claim::Property(PropertyId::of(0));

/// Keeps what it sees.
#[derive(Default)]
struct Gallery(Mutex<Vec<Arc<Conjecture>>>);

impl Observer for Gallery {
    fn event(&self, event: &Event<'_>) {
        if let Event::Conjecture(conjecture) = event {
            self.0.lock().expect("nobody panics").push(Arc::clone(conjecture));
        }
    }

    fn sees_conjectures(&self) -> bool {
        true
    }
}

fn seen(run: impl Fn(&Context<'_>) -> Report) -> (Report, Vec<Arc<Conjecture>>) {
    let gallery = Gallery::default();
    let report = run(&Context { observer: &gallery, ..Context::unlimited() });
    (report, gallery.0.into_inner().expect("nobody panics"))
}

/// What the proof says, as it would have been proposed.
fn proved(system: &System, proof: &Proof) -> Vec<Conjecture> {
    let actions = system.error_actions(CLAIM).expect("few components").table;
    let (groups, assumptions, purpose): (_, &[Assumption], _) = match &proof.rule {
        Rule::AssumeGuarantee { kind, groups, assumptions } => {
            (groups, assumptions, ProposedFor::Rule(*kind))
        }
        Rule::Circular { groups, assumptions, .. } => (groups, assumptions, ProposedFor::Circular),
        rule => panic!("{rule:?} has no assumptions"),
    };
    let conjecture = |(place, assumption): (usize, &Assumption)| {
        let name = |id| system.component(id).name.clone();
        let group = groups[place].iter().map(|&id| name(id)).collect();
        Conjecture::new((place + 1, 0), group, purpose, &assumption.lts, &actions)
            .expect("few actions")
    };
    assumptions.iter().enumerate().map(conjecture).collect()
}

/// The last conjecture of every name is that of the proof.
fn agree(system: &System, report: &Report, seen: &[Arc<Conjecture>], about: &str) {
    let Outcome::Holds(proof) = &report.outcome else { return };
    for proved in proved(system, proof) {
        let last = seen.iter().rev().find(|conjecture| conjecture.name == proved.name);
        // An assumption that a circular rule does not need is not proposed, and says nothing.
        let Some(last) = last else {
            assert_eq!(proved.lts.num_transitions(), 0, "{about}: {} was not seen", proved.name);
            continue;
        };
        if proved.lts.alphabet().is_empty() && proved.purpose == ProposedFor::Circular {
            continue;
        }
        let expected = Conjecture { number: last.number, ..proved };
        assert_eq!(**last, expected, "{about}");
    }
}

#[test]
fn the_last_one_is_that_of_the_proof() {
    let shape = Shape { errors: 10, ..Shape::default() };
    let mut systems = vec![("3 clients".to_owned(), client_server(3, false))];
    systems
        .extend(seeds(60, 2_000).map(|seed| (format!("seed {seed}"), random_system(seed, &shape))));
    let mut count = 0;
    for (name, system) in &systems {
        for rule in [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym] {
            let options = LearnOptions { rule, threads: 2, worth_threads: 1, ..Default::default() };
            let (report, all) = seen(|context| learn::check(system, CLAIM, &options, context));
            agree(system, &report, &all, &format!("{name}, learn {rule:?}"));
            count += all.len();
        }
        let (report, all) =
            seen(|context| agar::check(system, CLAIM, &AgarOptions::default(), context));
        agree(system, &report, &all, &format!("{name}, agar"));
        count += all.len();
        let (report, all) =
            seen(|context| circular::check(system, CLAIM, &CircularOptions::default(), context));
        agree(system, &report, &all, &format!("{name}, circular"));
        count += all.len();
    }
    assert!(count > 5 * systems.len(), "{count} conjectures for {} systems", systems.len());
}

#[test]
fn quotients_are_shown() {
    let system = client_server(3, false);
    let (_, all) =
        seen(|context| quotient::check(&system, CLAIM, &QuotientOptions::default(), context));
    assert!(!all.is_empty());
    for conjecture in all {
        assert_eq!(conjecture.purpose, ProposedFor::Quotient);
        let [name] = &conjecture.group[..] else { panic!("one component for each group") };
        let part = system.components.iter().find(|part| part.name == *name).expect("a component");
        assert!(conjecture.lts.num_states() <= part.lts.num_states(), "{name}");
    }
}
