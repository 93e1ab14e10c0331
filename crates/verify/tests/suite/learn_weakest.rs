//! The weakest assumption against its definition (definition 2 of "Learning to divide and
//! conquer"): an environment satisfies it if and only if the group and its property are safe in its
//! company.
//!
//! The alphabet may be any: the interface, a part of it, actions of nobody or of the components
//! outside alone. Error states are inside the group, outside, or on both sides.

use fastrand::Rng;
use surmise_model::{ActionId, Alphabet, ComponentId, Context, Lts, PropertyId, StateId, System};
use surmise_testing::{
    NaiveProduct, Shape, all_environments, complete_with_error, one_trace, random_lts,
    random_system, seeds,
};
use surmise_verify::assume::OpenSystem;
use surmise_verify::learn::{Needed, needed_assumption, weakest_assumption};

fn reaches_error(parts: &[&Lts]) -> bool {
    NaiveProduct::new(parts).error_depth.is_some()
}

/// A question to `assume`, and its answer.
struct Question {
    system: System,
    group: Vec<ComponentId>,
    claimed: Option<PropertyId>,
    /// `None`: the interface.
    over: Option<Alphabet>,
}

impl Question {
    /// The random question of a seed.
    fn new(seed: u64) -> Self {
        let shape = Shape { components: 1..=4, actions: 2..=5, errors: 30, ..Shape::default() };
        let mut system = random_system(seed, &shape);
        let mut rng = Rng::with_seed(seed);
        let nobodys = system.actions.intern("nobodys").expect("few actions");
        let mut group: Vec<ComponentId> = system.component_ids().collect();
        rng.shuffle(&mut group);
        // In one of four the group is the whole system.
        if rng.u8(0..4) > 0 {
            group.truncate(rng.usize(1..=group.len()));
        }
        let claimed = match rng.u8(0..4) {
            0 => None,
            _ => Some(PropertyId::of(0)),
        };
        let over = rng.bool().then(|| {
            let all = system.alphabet().union(system.properties[0].lts.alphabet());
            all.iter().chain([nobodys]).filter(|_| rng.bool()).collect()
        });
        Self { system, group, claimed, over }
    }

    /// The alphabet by its definition.
    fn alphabet(&self) -> Alphabet {
        let outside: Vec<ComponentId> =
            self.system.component_ids().filter(|id| !self.group.contains(id)).collect();
        let of = |ids: &[ComponentId]| -> Alphabet {
            ids.iter().flat_map(|&id| self.system.component(id).lts.alphabet().iter()).collect()
        };
        let mut reach = of(&self.group);
        if let Some(id) = self.claimed {
            reach.union_with(self.system.property(id).lts.alphabet());
        }
        match &self.over {
            Some(over) => over.clone(),
            None if outside.is_empty() => reach,
            None => reach.intersection(&of(&outside)),
        }
    }

    /// The group as it is written, and the completed property.
    fn safe_with(&self, environment: &Lts) -> bool {
        let property = self.claimed.map(|id| &self.system.property(id).lts);
        let completed = property.map(complete_with_error);
        let group = self.group.iter().map(|&id| &self.system.component(id).lts);
        let parts: Vec<&Lts> = group.chain(&completed).chain([environment]).collect();
        !reaches_error(&parts)
    }

    fn answer(&self) -> (Alphabet, Option<Lts>) {
        let context = Context::unlimited();
        let open = OpenSystem::new(&self.system, &self.group, self.claimed);
        let alphabet = self.over.clone().unwrap_or_else(|| open.interface());
        let actions = &self.system.actions;
        let weakest = weakest_assumption(&open, &alphabet, actions, &context).expect("no limits");
        (alphabet, weakest)
    }
}

/// Environments over an alphabet: all words that are short, all LTSs that are small if there are
/// not too many of them, and some that are larger.
fn environments(alphabet: &Alphabet, seed: u64) -> Vec<Lts> {
    let actions: Vec<ActionId> = alphabet.iter().collect();
    let mut words: Vec<Vec<ActionId>> = vec![Vec::new()];
    let mut next = 0;
    while next < words.len() && words.len() + actions.len() <= 60 {
        let word = words[next].clone();
        words.extend(actions.iter().map(|&action| [&word[..], &[action]].concat()));
        next += 1;
    }
    let mut all: Vec<Lts> = words.iter().map(|word| one_trace(word, alphabet)).collect();
    all.extend(all_environments(alphabet, 1).take(32));
    let mut rng = Rng::with_seed(seed);
    if actions.len() <= 2 {
        let skip = if actions.len() == 2 { rng.usize(0..8) } else { 0 };
        let step = if actions.len() == 2 { 8 } else { 1 };
        all.extend(all_environments(alphabet, 2).skip(skip).step_by(step));
    }
    let shape = Shape { states: 2..=4, ..Shape::default() };
    if !actions.is_empty() {
        let random = (0..20).map(|_| random_lts(&mut rng, &actions, &shape, false));
        all.extend(random.map(|lts| lts.with_alphabet(alphabet)));
    }
    all
}

#[test]
fn an_environment_satisfies_it_exactly_if_all_are_safe_together() {
    let (mut hopeless, mut judged) = (0, [0, 0]);
    for seed in seeds(250, 10_000) {
        let question = Question::new(seed);
        let (alphabet, weakest) = question.answer();
        assert_eq!(alphabet, question.alphabet(), "seed {seed}");
        if let Some(lts) = &weakest {
            assert_eq!(lts.alphabet(), &alphabet, "seed {seed}");
            assert!(lts.is_deterministic() && !lts.has_error(), "seed {seed}");
        }
        hopeless += u32::from(weakest.is_none());
        let completed = weakest.map(|lts| complete_with_error(&lts));
        for environment in environments(&alphabet, seed) {
            let satisfies =
                completed.as_ref().is_some_and(|lts| !reaches_error(&[&environment, lts]));
            assert_eq!(
                satisfies,
                question.safe_with(&environment),
                "seed {seed}, {:?}, over {alphabet:?}, {environment:?}",
                question.group
            );
            judged[usize::from(satisfies)] += 1;
        }
    }
    assert!(hopeless > 20 && judged.iter().all(|&n| n > 1_000), "{hopeless} {judged:?}");
}

/// Without patience for the weakest assumption, what the components outside do is one with which
/// the group is safe, and so is every environment that does no more; if they do harm, it is the
/// weakest one after all.
#[test]
fn what_the_rest_does_is_handed_out_only_if_it_is_safe() {
    let context = Context::unlimited();
    let (mut instead, mut judged) = (0, 0);
    for seed in seeds(1_000, 10_000) {
        let question = Question::new(seed);
        let (alphabet, weakest) = question.answer();
        let Question { system, group, claimed, .. } = &question;
        let needed = needed_assumption(system, group, *claimed, &alphabet, 1, &context);
        let lts = match needed.expect("no limits") {
            Needed::Environment(lts) => lts,
            Needed::Weakest(lts) => {
                assert_eq!(Some(lts), weakest, "seed {seed}");
                continue;
            }
            Needed::Hopeless => {
                assert_eq!(None, weakest, "seed {seed}");
                continue;
            }
        };
        instead += 1;
        assert!(lts.alphabet() == &alphabet && lts.is_deterministic(), "seed {seed}");
        assert!(question.safe_with(&lts), "seed {seed}");
        let completed = complete_with_error(&lts);
        for environment in environments(&alphabet, seed) {
            if !reaches_error(&[&environment, &completed]) {
                assert!(question.safe_with(&environment), "seed {seed}, {environment:?}");
                judged += 1;
            }
        }
        let rest = system.component_ids().filter(|id| !group.contains(id));
        let rest: Vec<Lts> = rest.map(|id| system.component(id).lts.without_error()).collect();
        // What of the alphabet is nobody's, nobody does.
        let others: Alphabet = rest.iter().flat_map(|lts| lts.alphabet().iter()).collect();
        let never = one_trace(&[], &alphabet.difference(&others));
        let parts: Vec<&Lts> = rest.iter().chain([&completed, &never]).collect();
        assert!(!reaches_error(&parts), "seed {seed}: the rest itself does no more");
    }
    assert!(instead > 10 && judged > 200, "{instead} {judged}");
}

/// What the components outside do together is an environment, too: their traces decide the verdict
/// about the whole system, if they have no errors of their own.
#[test]
fn it_decides_about_the_rest_of_the_system() {
    let shape = Shape { components: 2..=4, errors: 0, ..Shape::default() };
    let mut judged = [0, 0];
    for seed in seeds(500, 10_000) {
        let system = random_system(seed, &shape);
        let size = 1 + seed as usize % (system.components.len() - 1);
        let (group, rest): (Vec<_>, Vec<_>) =
            system.component_ids().partition(|id| id.index() < size);
        let claimed = Some(PropertyId::of(0));
        let question = Question { system, group, claimed, over: None };
        let completed = complete_with_error(&question.system.properties[0].lts);
        let mut whole: Vec<&Lts> = question.system.components.iter().map(|c| &c.lts).collect();
        whole.push(&completed);
        let violated = reaches_error(&whole);
        match question.answer().1 {
            None => assert!(violated, "seed {seed}"),
            Some(weakest) => {
                let completed = complete_with_error(&weakest);
                let rest = rest.iter().map(|&id| &question.system.component(id).lts);
                let parts: Vec<&Lts> = rest.chain([&completed]).collect();
                assert_eq!(reaches_error(&parts), violated, "seed {seed}");
                judged[usize::from(violated)] += 1;
            }
        }
    }
    assert!(judged[0] > 50 && judged[1] > 20, "{judged:?}");
}

/// An action of nobody: whatever comes after it is as harmful as before.
#[test]
fn what_concerns_nobody_changes_nothing() {
    let mut system = System::default();
    let [x, y] = ["x", "y"].map(|name| system.actions.intern(name).unwrap());
    let loop_on = |action| {
        let mut builder = Lts::builder();
        builder.ensure_states(1).add(StateId::of(0), action, StateId::of(0));
        builder.build().unwrap()
    };
    let sigma: Alphabet = [x, y].into_iter().collect();
    system.components.push(surmise_model::Component::new("m", loop_on(x)));
    let mut nothing = Lts::builder();
    nothing.ensure_states(1).extend_alphabet([x]);
    let lts = nothing.build().unwrap();
    system.properties.push(surmise_model::Property { name: "p".to_owned(), lts });
    let claimed = Some(PropertyId::of(0));
    let group = vec![ComponentId::of(0)];
    let question = Question { system, group, claimed, over: Some(sigma.clone()) };
    let (_, weakest) = question.answer();
    assert_eq!(weakest, Some(loop_on(y).with_alphabet(&sigma)));
}
