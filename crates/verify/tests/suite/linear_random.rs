//! Formulas of linear temporal logic in random models against their definition: exactly in chains;
//! in decision processes no way to choose does better, and for formulas that need no memory one
//! does as well.

use std::collections::BTreeSet;

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{Context, Extreme, Lpts, Path, PropositionId, Query, Rational};
use surmise_testing::{
    LptsShape, naive_linear, random_formula, random_probabilistic_system, seeds,
};
use surmise_verify::probabilistic::{
    Amount, Evaluated, MarkovModel, NumberOptions, Queried, evaluate,
};

const PROPOSITIONS: usize = 3;

/// A random model with the values of propositions by state.
struct Sample {
    lpts: Lpts,
    letters: Vec<Vec<bool>>,
}

fn sample(seed: u64, states: usize, transitions: usize) -> Sample {
    let states = 1..=states;
    let shape = LptsShape { components: 1..=1, states, transitions, ..LptsShape::default() };
    let lpts = random_probabilistic_system(seed, &shape).components.remove(0).lpts;
    let mut rng = Rng::with_seed(seed);
    let letters =
        lpts.states().map(|_| (0..PROPOSITIONS).map(|_| rng.u8(0..2) == 0).collect()).collect();
    Sample { lpts, letters }
}

type Branches = Vec<(usize, Rational)>;

impl Sample {
    /// The choices of every state; a deadlock stays where it is.
    fn rows(&self) -> Vec<Vec<Branches>> {
        let row = |state: surmise_model::StateId| {
            let branches = |id| -> Branches {
                self.lpts.distribution(id).iter().map(|(s, p)| (s.index(), p.clone())).collect()
            };
            let own: Vec<Branches> =
                self.lpts.choices(state).iter().map(|c| branches(c.distribution)).collect();
            if own.is_empty() { vec![vec![(state.index(), Rational::ONE)]] } else { own }
        };
        self.lpts.states().map(row).collect()
    }

    fn ask(&self, formula: &Formula, extreme: Extreme, options: &NumberOptions) -> Amount {
        let query = |path: Path| Query::Probability { extreme, complemented: false, path };
        match self.evaluated(formula, query, options) {
            Evaluated::Numbers(values) => values.amount(0),
            Evaluated::Truth(_) => panic!("a number was asked for"),
        }
    }

    /// Whether all runs, or some run, are as a formula demands.
    fn quantified(&self, formula: &Formula, all: bool) -> bool {
        let query = |path: Path| Query::Quantified { all, complemented: false, path };
        match self.evaluated(formula, query, &NumberOptions::EXACT) {
            Evaluated::Truth(truth) => truth[0].expect("it is known"),
            Evaluated::Numbers(_) => panic!("a condition was asked for"),
        }
    }

    fn evaluated(
        &self,
        formula: &Formula,
        query: impl Fn(Path) -> Query,
        options: &NumberOptions,
    ) -> Evaluated {
        let model = MarkovModel::from_lpts(&self.lpts).expect("it is small");
        let conditions: Vec<FixedBitSet> = (0..PROPOSITIONS)
            .map(|number| {
                let mut set = FixedBitSet::with_capacity(self.letters.len());
                let letters = self.letters.iter().enumerate();
                letters.for_each(|(state, letter)| set.set(state, letter[number]));
                set
            })
            .collect();
        let queried = Queried { model: &model, conditions: &conditions, rewards: &[] };
        let propositions = (0..PROPOSITIONS).map(Query::Condition).collect();
        let path = Path::Linear { formula: formula.clone(), propositions };
        match evaluate(&queried, &query(path), None, options, &Context::unlimited()) {
            Ok((evaluated, None)) => evaluated,
            other => panic!("it is small: {other:?}"),
        }
    }

    /// Whether some lasso of at most so many states is as a formula demands. A lasso is a chain in
    /// which nothing is left to chance.
    fn some_lasso(&self, formula: &Formula, longest: usize) -> bool {
        let rows = self.rows();
        let mut open = vec![vec![self.lpts.initial().index()]];
        while let Some(run) = open.pop() {
            let targets: BTreeSet<usize> =
                rows[run[run.len() - 1]].iter().flatten().map(|(target, _)| *target).collect();
            for target in targets {
                for back in (0..run.len()).filter(|&back| run[back] == target) {
                    let next = |at: usize| if at + 1 < run.len() { at + 1 } else { back };
                    let chain: Vec<Branches> =
                        (0..run.len()).map(|at| vec![(next(at), Rational::ONE)]).collect();
                    let letters: Vec<_> =
                        run.iter().map(|&state| self.letters[state].clone()).collect();
                    if naive_linear(&chain, &letters, formula)[0] == Rational::ONE {
                        return true;
                    }
                }
                if run.len() < longest {
                    open.push([&run[..], &[target]].concat());
                }
            }
        }
        false
    }

    fn exactly(&self, formula: &Formula, extreme: Extreme) -> Rational {
        let amount = self.ask(formula, extreme, &NumberOptions::EXACT);
        assert!(amount.is_exact());
        amount.low.finite().expect("a probability").clone()
    }

    /// The largest and the smallest value of all ways to choose that need no memory.
    fn by_policies(&self, formula: &Formula) -> (Rational, Rational) {
        let rows = self.rows();
        let initial = self.lpts.initial().index();
        let (mut largest, mut smallest) = (Rational::ZERO, Rational::ONE);
        let mut policy = vec![0; rows.len()];
        loop {
            let chain: Vec<Branches> =
                policy.iter().zip(&rows).map(|(&choice, row)| row[choice].clone()).collect();
            let value = naive_linear(&chain, &self.letters, formula)[initial].clone();
            largest = largest.max(value.clone());
            smallest = smallest.min(value);
            let next = (0..rows.len()).find(|&state| policy[state] + 1 < rows[state].len());
            let Some(state) = next else { return (largest, smallest) };
            policy[..state].fill(0);
            policy[state] += 1;
        }
    }
}

#[test]
fn formulas_in_chains_are_as_probable_as_they_should_be() {
    for seed in seeds(1_000, 20_000) {
        let sample = sample(seed, 5, 1);
        let mut rng = Rng::with_seed(seed);
        let formula = random_formula(&mut rng, 1 + seed as usize % 5, PROPOSITIONS);
        let chain: Vec<Branches> = sample.rows().into_iter().map(|mut row| row.remove(0)).collect();
        let expected =
            &naive_linear(&chain, &sample.letters, &formula)[sample.lpts.initial().index()];
        for extreme in [Extreme::Maximal, Extreme::Minimal] {
            assert_eq!(sample.exactly(&formula, extreme), *expected, "seed {seed} {formula:?}");
        }
        let bounds = NumberOptions { precision: 1e-8, absolute: false, exact_work: 0 };
        let bounds = sample.ask(&formula, Extreme::Maximal, &bounds);
        assert!(bounds.contains(&expected.clone().into()), "seed {seed} {formula:?}");
    }
}

#[test]
fn some_run_is_as_a_formula_demands_if_a_lasso_is() {
    let mut undecided = 0;
    for seed in seeds(150, 3_000) {
        let sample = sample(seed, 3, 2);
        let mut rng = Rng::with_seed(seed);
        let formula = random_formula(&mut rng, 1 + seed as usize % 3, PROPOSITIONS);
        let (some, all) = (sample.quantified(&formula, false), sample.quantified(&formula, true));
        assert_eq!(all, !sample.quantified(&formula.negated(), false), "seed {seed} {formula:?}");
        let seen = sample.some_lasso(&formula, 5);
        assert!(some || !seen, "seed {seed} {formula:?}: a lasso was missed");
        undecided += usize::from(some && !seen);
        // A formula that is true of all runs is almost sure.
        let least = sample.exactly(&formula, Extreme::Minimal);
        assert!(!all || least == Rational::ONE, "seed {seed} {formula:?}");
        assert!(some || least == Rational::ZERO, "seed {seed} {formula:?}");
    }
    assert_eq!(undecided, 0, "a short lasso shows what three operators and states can do");
}

/// For some pairs: from some time on always the first, and the second again and again. Whoever
/// wants one of these needs no memory.
fn pairs(rng: &mut Rng) -> Formula {
    let mut formulas = Formulas::new();
    let pairs: Vec<_> = (0..rng.usize(1..=2))
        .map(|_| {
            let literal = |formulas: &mut Formulas, rng: &mut Rng| {
                let own = formulas.proposition(PropositionId::of(rng.usize(0..PROPOSITIONS)));
                if rng.bool() { own } else { formulas.not(own) }
            };
            let (a, b) = (literal(&mut formulas, rng), literal(&mut formulas, rng));
            let (always, again) =
                (formulas.add(Operator::Always(a)), formulas.add(Operator::Eventually(b)));
            let (always, again) =
                (formulas.add(Operator::Eventually(always)), formulas.add(Operator::Always(again)));
            formulas.add(Operator::And(always, again))
        })
        .collect();
    let root = formulas.any(pairs);
    Formula::new(&formulas, root)
}

#[test]
fn formulas_in_decision_processes_are_as_probable_as_they_can_be() {
    for seed in seeds(500, 10_000) {
        let sample = sample(seed, 4, 2);
        let mut rng = Rng::with_seed(seed);
        let formula = pairs(&mut rng);
        let (largest, _) = sample.by_policies(&formula);
        assert_eq!(sample.exactly(&formula, Extreme::Maximal), largest, "seed {seed} {formula:?}");
        let negated = formula.negated();
        let expected = &Rational::ONE - &largest;
        assert_eq!(sample.exactly(&negated, Extreme::Minimal), expected, "seed {seed} {negated:?}");
        // Memory may help for others.
        let formula = random_formula(&mut rng, 1 + seed as usize % 4, PROPOSITIONS);
        let (largest, smallest) = sample.by_policies(&formula);
        let (most, least) = (
            sample.exactly(&formula, Extreme::Maximal),
            sample.exactly(&formula, Extreme::Minimal),
        );
        assert!(most >= largest, "seed {seed} {formula:?}: {most} {largest}");
        assert!(least <= smallest, "seed {seed} {formula:?}: {least} {smallest}");
    }
}
