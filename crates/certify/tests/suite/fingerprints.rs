//! What premises say, as numbers: whatever is changed in a component or in the property, by however
//! little, some premise is another one. A change that none of them shows would be believed.

use surmise_certify::{Fingerprint, recheck};
use surmise_model::{ActionId, Context, Lts, Proof, Rule, StateId, System};
use surmise_testing::channel;

use crate::channel::{asym, circ, proof, sym};

type Steps = Vec<(StateId, ActionId, StateId)>;

/// What the premises of a proof say, true or not.
fn premises(system: &System, proof: &Proof) -> Vec<Fingerprint> {
    let rechecked = recheck(system, proof, &|_| true, &Context::unlimited()).unwrap();
    rechecked.premises.into_iter().map(|(premise, _)| premise).collect()
}

/// The same LTS, begun elsewhere, or with one step less, or one that leads elsewhere or is another
/// action.
fn edited(lts: &Lts) -> Vec<Lts> {
    let steps: Steps = lts.transitions().map(|(from, e)| (from, e.action, e.target)).collect();
    let built = |initial: StateId, steps: &Steps| {
        let mut builder = Lts::builder();
        builder.ensure_states(lts.num_states()).extend_alphabet(lts.alphabet().iter());
        builder.initial(initial);
        for &(from, action, to) in steps {
            builder.add(from, action, to);
        }
        builder.build().unwrap()
    };
    let mut all: Vec<Lts> = lts.states().map(|initial| built(initial, &steps)).collect();
    for place in 0..steps.len() {
        let (from, action, to) = steps[place];
        let mut fewer = steps.clone();
        fewer.remove(place);
        all.push(built(lts.initial(), &fewer));
        let elsewhere = lts.states().map(|to| (from, action, to));
        for other in elsewhere.chain(lts.alphabet().iter().map(|action| (from, action, to))) {
            let mut others = fewer.clone();
            others.push(other);
            all.push(built(lts.initial(), &others));
        }
    }
    all.retain(|other| other != lts);
    all
}

#[test]
fn whatever_is_edited_changes_a_premise() {
    let system = channel();
    for proof in [asym(&system), circ(&system), sym(&system), proof(Rule::Exhaustive)] {
        let before = premises(&system, &proof);
        assert_eq!(before, premises(&system.clone(), &proof));
        let mut changed: Vec<System> = Vec::new();
        for place in 0..system.components.len() {
            for lts in edited(&system.components[place].lts) {
                changed.push(system.clone());
                changed.last_mut().unwrap().components[place].lts = lts;
            }
        }
        for lts in edited(&system.properties[0].lts) {
            changed.push(system.clone());
            changed.last_mut().unwrap().properties[0].lts = lts;
        }
        assert!(changed.len() > 20, "only {} edits", changed.len());
        for other in changed {
            assert_ne!(before, premises(&other, &proof), "{proof:?} {other:?}");
        }
    }
}
