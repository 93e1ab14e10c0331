//! Automata of formulas against two other ways to say what a formula means: its truth at a word,
//! by definition, and a textbook automaton of all consistent guesses.

use fastrand::Rng;
use surmise_model::formula::{Formula, Formulas, Operator, simplified};
use surmise_model::{Context, FormulaId, PropositionId};
use surmise_testing::seeds;
use surmise_verify::liveness::translation::translate;
use surmise_verify::liveness::{Automaton, Letter};

fn random_formula(rng: &mut Rng, operators: usize, propositions: usize) -> Formula {
    let mut formulas = Formulas::new();
    let root = random_subformula(rng, operators, propositions, &mut formulas);
    Formula::new(&formulas, root)
}

fn random_subformula(
    rng: &mut Rng,
    operators: usize,
    propositions: usize,
    formulas: &mut Formulas,
) -> FormulaId {
    if operators == 0 {
        return match rng.u8(0..16) {
            0 => formulas.top(),
            1 => formulas.bottom(),
            _ => formulas.proposition(PropositionId::of(rng.usize(0..propositions))),
        };
    }
    let unary = rng.bool();
    let left = if unary { operators - 1 } else { rng.usize(0..operators) };
    let f = random_subformula(rng, left, propositions, formulas);
    let operator = match unary {
        true => match rng.u8(0..6) {
            0 => Operator::Not(f),
            1 => Operator::Next(f),
            2 | 3 => Operator::Eventually(f),
            _ => Operator::Always(f),
        },
        false => {
            let g = random_subformula(rng, operators - 1 - left, propositions, formulas);
            match rng.u8(0..8) {
                0 | 1 => Operator::And(f, g),
                2 => Operator::Or(f, g),
                3 => Operator::Implies(f, g),
                4 => Operator::Equivalent(f, g),
                5 => Operator::Until(f, g),
                6 => Operator::WeakUntil(f, g),
                _ => Operator::Release(f, g),
            }
        }
    };
    formulas.add(operator)
}

/// Truth of a formula at the first letter of a word that repeats itself from `again` on.
fn is_true(formula: &Formula, word: &[Letter], again: usize) -> bool {
    let next = |i: usize| if i + 1 < word.len() { i + 1 } else { again };
    let mut values: Vec<Vec<bool>> = Vec::new();
    for (_, operator) in formula.operators().iter() {
        let forever = matches!(
            operator,
            Operator::Always(_) | Operator::WeakUntil(..) | Operator::Release(..)
        );
        let mut row = vec![forever; word.len()];
        for _ in 0..2 {
            for i in (0..word.len()).rev() {
                let of = |f: FormulaId, i: usize| values[f.index()][i];
                let later = row[next(i)];
                row[i] = match operator {
                    Operator::True => true,
                    Operator::False => false,
                    Operator::Proposition(id) => word[i] >> id.index() & 1 == 1,
                    Operator::Not(f) => !of(f, i),
                    Operator::And(f, g) => of(f, i) && of(g, i),
                    Operator::Or(f, g) => of(f, i) || of(g, i),
                    Operator::Implies(f, g) => !of(f, i) || of(g, i),
                    Operator::Equivalent(f, g) => of(f, i) == of(g, i),
                    Operator::Next(f) => of(f, next(i)),
                    Operator::Eventually(f) => of(f, i) || later,
                    Operator::Always(f) => of(f, i) && later,
                    Operator::Until(f, g) | Operator::WeakUntil(f, g) => {
                        of(g, i) || of(f, i) && later
                    }
                    Operator::Release(f, g) => of(g, i) && (of(f, i) || later),
                };
            }
        }
        values.push(row);
    }
    values.last().is_some_and(|root| root[0])
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

#[test]
fn automata_accept_what_formulas_are_true_of() {
    for seed in seeds(400, 2_000) {
        let mut rng = Rng::with_seed(seed);
        let propositions = rng.usize(1..=3);
        let operators = rng.usize(1..=10);
        let formula = random_formula(&mut rng, operators, propositions);
        let name = |id: PropositionId| format!("p{}", id.index());
        let shown = formula.shown(surmise_model::formula::Notation::Spin, &name).to_string();
        let simple = simplified(&formula);
        let automaton = translate(&formula, &Context::unlimited()).expect("small");
        for _ in 0..60 {
            let (word, again) = random_word(&mut rng, propositions);
            let truth = is_true(&formula, &word, again);
            let about = || format!("seed {seed}: {shown} at {word:?} from {again}");
            assert_eq!(is_true(&simple, &word, again), truth, "simplified, {}", about());
            assert_eq!(accepts(&automaton, &word, again), truth, "{}\n{automaton:?}", about());
        }
    }
}
