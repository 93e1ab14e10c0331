//! The probability of a formula of linear temporal logic.
//!
//! The automaton of the formula is put beside the model. First it has the sets of states that it
//! may be in, which is deterministic; at any step one of them may be settled upon, and from there
//! the automaton is deterministic and has acceptance sets
//! ([`limit_deterministic`](crate::liveness::limit_deterministic())). To settle is a choice beside
//! those of the model. The largest probability is that of reaching an end component of the settled
//! part that has states of all acceptance sets; the smallest is one minus the largest of the
//! negation.
//!
//! Why that is right, although whoever settles does not know the future: what the product reaches
//! is accepted, so its value is not too large. And it is not too small: take a best way to choose,
//! which needs finite memory only. Where it stays for ever and the formula is true almost surely,
//! there is a state of the model and a member of the set at which to settle is never wrong
//! (Courcoubetis and Yannakakis 1995, section 4); in a recurrent part it comes again and again, so
//! one waits for it and settles then (Hahn, Li, Schewe, Turrini and Zhang, "Lazy probabilistic
//! model checking without determinisation", CONCUR 2015).

use fixedbitset::FixedBitSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::formula::Formula;
use surmise_model::{Context, Event, Extreme, IdOverflow, ProbabilityId, Stop};

use super::end_components::end_components;
use super::markov::MarkovModel;
use super::reachability::{Reachability, reachability_from};
use super::solve::{Comparison, NumberOptions};
use super::values::Values;
use crate::liveness::translation::translate;
use crate::liveness::{Guard, Letter, LimitDeterministic, limit_deterministic};

/// What is asked: how probable a formula is, of which it is said where its propositions are true.
pub(super) struct LinearQuestion<'a> {
    pub(super) formula: &'a Formula,
    pub(super) propositions: &'a [FixedBitSet],
    pub(super) extreme: Extreme,
    pub(super) bound: Comparison<'a>,
}

/// The probability from each of some states.
pub(super) fn linear_probability(
    model: &MarkovModel,
    question: &LinearQuestion<'_>,
    sources: &[usize],
    options: &NumberOptions,
    context: &Context<'_>,
) -> Result<(Values, Option<Stop>), Stop> {
    let LinearQuestion { formula, propositions, extreme, bound } = *question;
    if extreme == Extreme::Minimal && !model.is_chain() {
        let mirrored = bound
            .map(|(relation, bound)| (relation.mirrored(), &surmise_model::Rational::ONE - bound));
        let question = LinearQuestion {
            formula: &formula.negated(),
            propositions,
            extreme: Extreme::Maximal,
            bound: mirrored.as_ref().map(|(relation, bound)| (*relation, bound)),
        };
        let (values, stopped) = linear_probability(model, &question, sources, options, context)?;
        return Ok((values.complement(), stopped));
    }
    context.observer.event(&Event::Phase("automaton"));
    let automaton = limit_deterministic(&translate(formula, context)?, context)?;
    let product = Product::new(model, &automaton, propositions, sources, context)?;
    let goal = product.accepting(&automaton, context)?;
    let mut until = FixedBitSet::with_capacity(product.model.num_states());
    until.insert_range(..);
    let question = Reachability { extreme: Extreme::Maximal, until: &until, goal: &goal, bound };
    Ok(reachability_from(&product.model, &question, &product.sources, options, context))
}

/// What the automaton knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Position {
    /// It may be in the states of a set, by its number.
    Guessing(u32),
    /// It is in a state of the deterministic part.
    Settled(u32),
    /// The run is accepted, whatever comes.
    Accepted,
    /// The run is not accepted, whatever comes.
    Rejected,
}

/// What a letter makes of a position: where one may go on, and the acceptance sets that are seen.
#[derive(Debug, Clone, Default)]
struct Row {
    next: Vec<Position>,
    sets: u64,
}

/// The model with the automaton beside it.
struct Product {
    model: MarkovModel,
    /// The states that are asked about.
    sources: Vec<usize>,
    /// By state, the acceptance sets that are seen when it is left; none where one guesses.
    sets: Vec<Option<u64>>,
}

impl Product {
    fn new(
        model: &MarkovModel,
        automaton: &LimitDeterministic,
        propositions: &[FixedBitSet],
        sources: &[usize],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        context.observer.event(&Event::Phase("product with the automaton"));
        let mut watching = Watching::new(automaton);
        let start = watching.start();
        let mut states: IndexSet<(u32, Position), FxBuildHasher> = IndexSet::default();
        // What is decided is decided for all states of the model alike.
        let number = |states: &mut IndexSet<_, _>, state: u32, position: Position| {
            let state = match position {
                Position::Accepted | Position::Rejected => 0,
                Position::Guessing(_) | Position::Settled(_) => state,
            };
            states.insert_full((state, position)).0
        };
        let of = |&source: &usize| number(&mut states, source as u32, start);
        let sources: Vec<usize> = sources.iter().map(of).collect();
        let mut product =
            MarkovModel { probabilities: model.probabilities.clone(), ..MarkovModel::new() };
        let mut sets = Vec::new();
        let mut next = 0;
        while let Some(&(state, position)) = states.get_index(next) {
            if next.is_multiple_of(1 << 10) {
                context.check()?;
                context.reserve(64 << 10)?;
            }
            next += 1;
            if let Position::Accepted | Position::Rejected = position {
                let all = automaton.automaton().all_sets();
                sets.push(Some(if position == Position::Accepted { all } else { 0 }));
                product.targets.push(next as u32 - 1);
                product.weights.push(ProbabilityId::ONE);
                end_choice(&mut product)?;
                product.rows.push((product.choices.len() - 1) as u32);
                continue;
            }
            let holds = |(number, set): (usize, &FixedBitSet)| {
                Letter::from(set.contains(state as usize)) << number
            };
            let letter = propositions.iter().enumerate().map(holds).fold(0, |all, one| all | one);
            let row = watching.row(position, letter, context)?;
            sets.push(matches!(position, Position::Settled(_)).then_some(row.sets));
            for choice in model.choices(state as usize) {
                for &position in &row.next {
                    for (target, weight) in model.branches(choice) {
                        let target = number(&mut states, target as u32, position);
                        let overflow = |_| IdOverflow { kind: "states" };
                        product.targets.push(u32::try_from(target).map_err(overflow)?);
                        product.weights.push(weight);
                    }
                    end_choice(&mut product)?;
                }
            }
            product.rows.push((product.choices.len() - 1) as u32);
        }
        Ok(Self { model: product, sources, sets })
    }

    /// The states of end components of the deterministic part that see all acceptance sets.
    fn accepting(
        &self,
        automaton: &LimitDeterministic,
        context: &Context<'_>,
    ) -> Result<FixedBitSet, Stop> {
        let states = self.model.num_states();
        let mut settled = FixedBitSet::with_capacity(states);
        (0..states).for_each(|state| settled.set(state, self.sets[state].is_some()));
        let components = end_components(&self.model, &settled, |_| true, context)?;
        let mut seen = vec![0; components.count];
        for (component, sets) in components.of.iter().zip(&self.sets) {
            if let (Some(component), Some(sets)) = (component, sets) {
                seen[*component as usize] |= sets;
            }
        }
        let mut accepting = FixedBitSet::with_capacity(states);
        for (state, component) in components.of.iter().enumerate() {
            let all = automaton.automaton().all_sets();
            accepting
                .set(state, component.is_some_and(|component| seen[component as usize] == all));
        }
        Ok(accepting)
    }
}

/// Makes a choice of the branches since the last one.
fn end_choice(model: &mut MarkovModel) -> Result<(), IdOverflow> {
    let end = u32::try_from(model.targets.len());
    model.choices.push(end.map_err(|_| IdOverflow { kind: "branches" })?);
    Ok(())
}

/// An automaton that reads letters, as far as it was needed.
struct Watching<'a> {
    automaton: &'a LimitDeterministic,
    /// The sets of states of the guessing part.
    guesses: IndexSet<Vec<u32>, FxBuildHasher>,
    rows: IndexMap<(Position, Letter), Row, FxBuildHasher>,
}

/// How many sets of states there may be.
const LARGEST: usize = 1_000_000;

impl<'a> Watching<'a> {
    fn new(automaton: &'a LimitDeterministic) -> Self {
        Self { automaton, guesses: IndexSet::default(), rows: IndexMap::default() }
    }

    fn start(&mut self) -> Position {
        match self.automaton.is_settled(0) {
            true => self.settled(0),
            false => Position::Guessing(self.guesses.insert_full(vec![0]).0 as u32),
        }
    }

    /// A state of the deterministic part, or what it comes to.
    fn settled(&self, state: u32) -> Position {
        let automaton = self.automaton.automaton();
        match *automaton.row(state) {
            [only] if only.guard == Guard::ALL && only.target == state && only.sets == 0 => {
                Position::Rejected
            }
            [only]
                if only.guard == Guard::ALL
                    && only.target == state
                    && only.sets == automaton.all_sets() =>
            {
                Position::Accepted
            }
            _ => Position::Settled(state),
        }
    }

    /// What a letter makes of a position.
    fn row(
        &mut self,
        position: Position,
        letter: Letter,
        context: &Context<'_>,
    ) -> Result<Row, Stop> {
        if let Some(row) = self.rows.get(&(position, letter)) {
            return Ok(row.clone());
        }
        context.check()?;
        let one;
        let members = match position {
            Position::Guessing(number) => &self.guesses[number as usize],
            Position::Settled(state) => {
                one = vec![state];
                &one
            }
            Position::Accepted | Position::Rejected => return Ok(Row::default()),
        };
        let (mut guesses, mut row) = (Vec::new(), Row::default());
        for &member in members {
            let edges = self.automaton.automaton().row(member).iter();
            for edge in edges.filter(|edge| edge.guard.admits(letter)) {
                match self.automaton.is_settled(edge.target) {
                    true => row.next.push(self.settled(edge.target)),
                    false => guesses.push(edge.target),
                }
                row.sets = edge.sets;
            }
        }
        guesses.sort_unstable();
        guesses.dedup();
        if !guesses.is_empty() {
            row.next.push(Position::Guessing(self.guesses.insert_full(guesses).0 as u32));
        }
        // Whoever can be accepted for sure settles there.
        if row.next.contains(&Position::Accepted) {
            row.next = vec![Position::Accepted];
        }
        row.next.retain(|&next| next != Position::Rejected);
        let mut seen = IndexSet::<Position, FxBuildHasher>::default();
        row.next.retain(|&next| seen.insert(next));
        if row.next.is_empty() {
            row.next.push(Position::Rejected);
        }
        if self.guesses.len() > LARGEST {
            let message = format!("the automaton of the formula has more than {LARGEST} sets");
            return Err(Stop(surmise_model::Reason::Unsupported(message)));
        }
        self.rows.insert((position, letter), row.clone());
        Ok(row)
    }
}
