//! Automata of formulas against two other ways to say what a formula means: its truth at a word,
//! by definition, and a textbook automaton of all consistent guesses.

use fastrand::Rng;
use surmise_model::formula::{Formula, Formulas, Operator, simplified};
use surmise_model::{Context, FormulaId, PropositionId};
use surmise_testing::{naively_true, random_formula, seeds};
use surmise_verify::liveness::translation::translate;
use surmise_verify::liveness::{
    Automaton, Letter, Steps, good_prefixes, limit_deterministic, sees_hidden_steps,
};

/// Truth of a formula at the first letter of a word that repeats itself from `again` on.
fn is_true(formula: &Formula, word: &[Letter], again: usize) -> bool {
    let letter = |letter: &Letter| (0..Letter::BITS).map(|bit| letter >> bit & 1 == 1).collect();
    let letters: Vec<Vec<bool>> = word.iter().map(letter).collect();
    naively_true(formula, &letters, again)
}

/// Whether an automaton accepts a word that repeats itself from `again` on.
fn accepts(automaton: &Automaton, word: &[Letter], again: usize) -> bool {
    let next = |i: usize| if i + 1 < word.len() { i + 1 } else { again };
    let node = |state: u32, place: usize| state as usize * word.len() + place;
    let mut graph = vec![Vec::new(); automaton.num_states() * word.len()];
    for (state, row) in (0..).zip(automaton.rows()) {
        for (place, &letter) in word.iter().enumerate() {
            let possible = row.iter().filter(|edge| edge.guard.admits(letter));
            let targets = possible.map(|edge| (node(edge.target, next(place)), edge.sets));
            graph[node(state, place)] = targets.collect();
        }
    }
    fair(&graph, automaton.num_sets())[0]
}

/// From which nodes a path starts that takes edges of every set infinitely often.
fn fair(graph: &[Vec<(usize, u64)>], sets: u32) -> Vec<bool> {
    let mut live = vec![true; graph.len()];
    loop {
        let before = live.clone();
        for set in 0..=sets {
            let of_set = |sets: u64| set == 0 || sets >> (set - 1) & 1 == 1;
            let mut reach = vec![false; graph.len()];
            loop {
                let mut changed = false;
                for node in (0..graph.len()).filter(|&node| live[node]) {
                    let found =
                        graph[node].iter().any(|&(to, s)| live[to] && (of_set(s) || reach[to]));
                    changed |= found && !std::mem::replace(&mut reach[node], true);
                }
                if !changed {
                    break;
                }
            }
            live = reach;
        }
        if live == before {
            return live;
        }
    }
}

fn random_word(rng: &mut Rng, propositions: usize) -> (Vec<Letter>, usize) {
    let prefix = rng.usize(0..4);
    let length = prefix + rng.usize(1..5);
    ((0..length).map(|_| Letter::from(rng.u32(0..1 << propositions))).collect(), prefix)
}

/// A random formula, its propositions, and how it is written.
fn sample(rng: &mut Rng, operators: usize) -> (Formula, usize, String) {
    let propositions = rng.usize(1..=3);
    let operators = rng.usize(1..=operators);
    let formula = random_formula(rng, operators, propositions);
    let name = |id: PropositionId| format!("p{}", id.index());
    let shown = formula.shown(surmise_model::formula::Notation::Spin, &name).to_string();
    (formula, propositions, shown)
}

#[test]
fn automata_accept_what_formulas_are_true_of() {
    let context = Context::unlimited();
    for seed in seeds(400, 2_000) {
        let mut rng = Rng::with_seed(seed);
        let (formula, propositions, shown) = sample(&mut rng, 10);
        let simple = simplified(&formula);
        let automaton = translate(&formula, &context).expect("small");
        let settling = limit_deterministic(&automaton, &context).expect("small");
        for _ in 0..60 {
            let (word, again) = random_word(&mut rng, propositions);
            let truth = is_true(&formula, &word, again);
            let about = || format!("seed {seed}: {shown} at {word:?} from {again}");
            assert_eq!(is_true(&simple, &word, again), truth, "simplified, {}", about());
            assert_eq!(accepts(&automaton, &word, again), truth, "{}\n{automaton:?}", about());
            let settled = accepts(settling.automaton(), &word, again);
            assert_eq!(settled, truth, "settling, {}\n{settling:?}", about());
        }
        // What is settled is deterministic, complete and stays settled; nothing else accepts.
        let letters = || (0..1 << propositions).map(|letter: u32| Letter::from(letter));
        for (state, row) in (0..).zip(settling.automaton().rows()) {
            if !settling.is_settled(state) {
                assert!(row.iter().all(|edge| edge.sets == 0), "seed {seed}: {shown}");
                continue;
            }
            assert!(row.iter().all(|edge| settling.is_settled(edge.target)), "seed {seed}");
            for letter in letters() {
                let count = row.iter().filter(|edge| edge.guard.admits(letter)).count();
                assert_eq!(count, 1, "seed {seed}: {shown}, state {state}, letter {letter:b}");
            }
        }
    }
}

/// A textbook automaton: a state is a letter and a guess of the truth of every subformula there
/// that contradicts neither itself nor the letter; what is put off is put off to the next state,
/// and a `U` must not be put off for ever (Lichtenstein and Pnueli, POPL 1985).
struct Guesses {
    letters: Vec<Letter>,
    values: Vec<Vec<bool>>,
}

impl Guesses {
    fn new(formula: &Formula, propositions: usize) -> Self {
        let mut guesses = Self { letters: Vec::new(), values: Vec::new() };
        for letter in (0..1 << propositions).map(|letter: u32| Letter::from(letter)) {
            let mut all: Vec<Vec<bool>> = vec![Vec::new()];
            for (_, operator) in formula.operators().iter() {
                all = all
                    .into_iter()
                    .flat_map(|values| {
                        let (now, later) = expansion(operator, letter, &values);
                        let choices = if later.is_some() { vec![false, true] } else { vec![now] };
                        choices.into_iter().map(move |choice| {
                            let mut more = values.clone();
                            more.push(choice);
                            more
                        })
                    })
                    .collect();
            }
            guesses.letters.extend(all.iter().map(|_| letter));
            guesses.values.extend(all);
        }
        guesses
    }

    /// Whether one guess can follow another.
    fn fits(&self, formula: &Formula, now: usize, then: usize) -> bool {
        let values = &self.values[now];
        formula.operators().iter().all(|(id, operator)| {
            match expansion(operator, self.letters[now], values).1 {
                Some(later) => {
                    let place = later.unwrap_or(id);
                    values[id.index()] == self.values[then][place.index()]
                }
                None => true,
            }
        })
    }

    /// The operators whose value must not be put off for ever, with that value; and whether a guess
    /// puts it off.
    fn puts_off(&self, formula: &Formula, guess: usize) -> u64 {
        let mut off = 0;
        for (place, (id, operator)) in formula.operators().iter().enumerate() {
            let wrong = match operator {
                Operator::Until(..) | Operator::Eventually(_) => true,
                Operator::WeakUntil(..) | Operator::Release(..) | Operator::Always(_) => false,
                _ => continue,
            };
            let later = expansion(operator, self.letters[guess], &self.values[guess]).1;
            if later.is_some() && self.values[guess][id.index()] == wrong {
                off |= 1 << place;
            }
        }
        off
    }
}

/// The value of an operator at a letter; or the formula whose value at the next letter it has,
/// itself if that is not said.
fn expansion(
    operator: Operator,
    letter: Letter,
    values: &[bool],
) -> (bool, Option<Option<FormulaId>>) {
    let of = |f: FormulaId| values[f.index()];
    let until = |now: bool, goes_on: bool| (now, (!now && goes_on).then_some(None));
    match operator {
        Operator::True => (true, None),
        Operator::False => (false, None),
        Operator::Proposition(id) => (letter >> id.index() & 1 == 1, None),
        Operator::Not(f) => (!of(f), None),
        Operator::And(f, g) => (of(f) && of(g), None),
        Operator::Or(f, g) => (of(f) || of(g), None),
        Operator::Implies(f, g) => (!of(f) || of(g), None),
        Operator::Equivalent(f, g) => (of(f) == of(g), None),
        Operator::Next(f) => (false, Some(Some(f))),
        Operator::Eventually(f) => until(of(f), true),
        Operator::Always(f) => (of(f), of(f).then_some(None)),
        Operator::Until(f, g) | Operator::WeakUntil(f, g) => until(of(g), of(f)),
        Operator::Release(f, g) => (of(g) && of(f), (of(g) && !of(f)).then_some(None)),
    }
}

/// Whether an automaton accepts a word that a formula is false of.
fn accepts_wrongly(automaton: &Automaton, formula: &Formula, propositions: usize) -> bool {
    let guesses = Guesses::new(formula, propositions);
    let count = guesses.letters.len();
    let operators = formula.operators().len() as u32;
    let follows: Vec<Vec<usize>> = (0..count)
        .map(|now| (0..count).filter(|&then| guesses.fits(formula, now, then)).collect())
        .collect();
    let node = |state: u32, guess: usize| state as usize * count + guess;
    let mut graph = vec![Vec::new(); automaton.num_states() * count];
    for (state, row) in (0..).zip(automaton.rows()) {
        for guess in 0..count {
            let letter = guesses.letters[guess];
            let kept = !guesses.puts_off(formula, guess) << automaton.num_sets();
            for edge in row.iter().filter(|edge| edge.guard.admits(letter)) {
                let targets = follows[guess].iter().map(|&then| node(edge.target, then));
                graph[node(state, guess)].extend(targets.map(|to| (to, edge.sets | kept)));
            }
        }
    }
    let fair = fair(&graph, automaton.num_sets() + operators);
    let root = operators as usize - 1;
    (0..count).any(|guess| !guesses.values[guess][root] && fair[node(0, guess)])
}

/// Both automata accept nothing wrongly, and together everything: so each accepts what it should.
#[test]
fn languages_are_those_of_a_naive_translation() {
    let context = Context::unlimited();
    for seed in seeds(150, 2_000) {
        let mut rng = Rng::with_seed(10_000 + seed);
        let (formula, propositions, shown) = sample(&mut rng, 6);
        for formula in [formula.clone(), formula.negated()] {
            let automaton = translate(&formula, &context).expect("small");
            let wrong = accepts_wrongly(&automaton, &formula, propositions);
            assert!(!wrong, "seed {seed}: {shown}\n{automaton:?}");
        }
    }
}

#[test]
fn formulas_of_the_safety_kind_have_good_prefixes() {
    let context = Context::unlimited();
    let mut found = 0;
    for seed in seeds(300, 2_000) {
        let mut rng = Rng::with_seed(20_000 + seed);
        let (formula, propositions, shown) = sample(&mut rng, 7);
        let good = good_prefixes(&formula, &context).expect("small");
        let simple = simplified(&formula);
        let plain = !simple.operators().iter().any(|(_, op)| matches!(op, Operator::Until(..)));
        assert!(good.is_some() || !plain, "seed {seed}: {shown} has no U");
        let Some(good) = good else { continue };
        found += 1;
        for (state, _) in (0..).zip(good.rows()) {
            assert!(good.is_deterministic_in(state), "seed {seed}: {shown}");
        }
        for _ in 0..40 {
            let (word, again) = random_word(&mut rng, propositions);
            let truth = is_true(&formula, &word, again);
            assert_eq!(accepts(&good, &word, again), truth, "seed {seed}: {shown} at {word:?}");
        }
    }
    assert!(found > 10, "only {found} formulas of the safety kind");
}

#[test]
fn steps_may_be_hidden_from_formulas_that_do_not_see_them() {
    let context = Context::unlimited();
    let (mut unseen, mut seen) = (0, 0);
    for seed in seeds(300, 2_000) {
        let mut rng = Rng::with_seed(30_000 + seed);
        let (formula, propositions, shown) = sample(&mut rng, 6);
        let actions = Letter::from(rng.u32(0..1 << propositions));
        let lasting = !actions & ((1 << propositions) - 1);
        let before = rng.bool().then(|| Letter::from(rng.u32(0..1 << propositions)) & lasting);
        let steps = Steps { actions, before };
        let sees = sees_hidden_steps(&formula, steps, &context).expect("small");
        let mut differs = false;
        for _ in 0..60 {
            let (word, again) = random_word(&mut rng, propositions);
            let (longer, later) = with_hidden_steps(&mut rng, &word, again, steps, lasting);
            differs |= is_true(&formula, &word, again) != is_true(&formula, &longer, later);
        }
        assert!(sees || !differs, "seed {seed}: {shown}, {steps:?}");
        unseen += u32::from(!sees);
        seen += u32::from(differs);
    }
    assert!(unseen > 30 && seen > 30, "{unseen} see nothing, {seen} differ");
}

/// The same word with steps put in at which no action happens and nothing changes.
fn with_hidden_steps(
    rng: &mut Rng,
    word: &[Letter],
    again: usize,
    steps: Steps,
    lasting: Letter,
) -> (Vec<Letter>, usize) {
    let mut longer = Vec::new();
    let mut later = 0;
    if let Some(before) = steps.before {
        longer.extend((0..rng.usize(0..3)).map(|_| before));
    }
    for (place, &letter) in word.iter().enumerate() {
        if place == again {
            later = longer.len();
        }
        longer.push(letter);
        longer.extend((0..rng.usize(0..3)).map(|_| letter & lasting));
    }
    (longer, later)
}

/// What the READMEs of our peers say, and what is easily got wrong.
#[test]
fn which_formulas_see_hidden_steps() {
    let mut formulas = Formulas::new();
    let (a, b) =
        (formulas.proposition(PropositionId::of(0)), formulas.proposition(PropositionId::of(1)));
    let until = formulas.add(Operator::Until(a, b));
    let soon = formulas.add(Operator::Eventually(b));
    let answered = formulas.add(Operator::Implies(a, soon));
    let response = formulas.add(Operator::Always(answered));
    let next = formulas.add(Operator::Next(b));
    let then = formulas.add(Operator::Implies(a, next));
    let at_once = formulas.add(Operator::Always(then));
    let context = Context::unlimited();
    let sees = |root, actions, before| {
        let formula = Formula::new(&formulas, root);
        sees_hidden_steps(&formula, Steps { actions, before }, &context).expect("small")
    };
    assert!(sees(until, 0b11, Some(0)), "a U b over actions");
    assert!(!sees(until, 0b00, None), "p U q over states");
    assert!(sees(until, 0b00, Some(0)), "p U q over fluents from the first step on");
    assert!(!sees(response, 0b11, Some(0)), "response");
    assert!(sees(at_once, 0b11, Some(0)), "X over actions");
    assert!(sees(at_once, 0b00, None), "X over states");
}
