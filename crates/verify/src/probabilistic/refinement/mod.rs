//! Conformance of a probabilistic system to a specification: of the whole system at once, or by
//! abstraction refinement (sections 4 and 5 of Komuravelli, Păsăreanu and Clarke, CAV 2012).
//!
//! All three methods are one loop. The groups G1, …, Gn of a system have assumptions A1, …, A(n−1),
//! where Ai is a quotient of G(i+1) ‖ A(i+1) and the last one of Gn (rule ASym-N). The first
//! premise, G1 ‖ A1 ≼ P, is checked; the others hold by construction. A tree that shows that it
//! does not hold is followed from assumption to assumption: each time it is either spurious, and
//! the assumption is refined, or it is grown again on what the assumption abstracts. In the end it
//! is a tree of the system. With one group there is no assumption (`mono`), with an empty G1 the
//! whole system is abstracted (algorithm 2, CEGAR), with two groups this is rule ASym (algorithm 3,
//! AGAR).
//!
//! A tree that is grown again can become very large, a node for each set of old ones and each
//! concrete state, and there can be very many, where the whole system has few states. So the whole
//! is looked at, too, once more work is done than that is worth; the paper does not do this.
//!
//! What is to be shown is an [`Aim`]: conformance here, formulas in [`logic`](super::logic). A
//! formula speaks about states, so the abstractions begin with partitions that respect its
//! conditions.

mod aim;
mod groups;
mod labels;
mod level;
mod orders;
pub(crate) mod partition;

use surmise_model::{
    Atom, ComponentId, ConformanceOutcome, ConformanceProof, ConformanceReport, Context, Count,
    Lpts, ProbabilisticAssumption, ProbabilisticSystem, Reason, RelatedPair, Statistics,
    StochasticTree, Stop, Unknown,
};

pub(crate) use self::aim::{Aim, Premise};
pub use self::groups::{groups, skeleton};
use self::labels::part_labels;
use self::level::Level;
pub(crate) use self::orders::refine_in_some_order;
pub use self::orders::{Groups, orders};
use super::simulation::{Simulated, SmtSolver, simulate, simulate_by_solver};
use super::tree::{Analysis, Transplant, analyse, project, replay_tree, transplant};
use crate::departures::{Departure, Departures};

/// What abstraction refinement of probabilistic systems does that the paper does not.
pub const DEPARTURES: &[Departure] = &[Departure::LookAhead, Departure::KeptPartitions];

/// How conformance is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConformanceMethod {
    /// The whole system at once.
    Mono,
    /// Abstractions of the whole system.
    Cegar,
    /// Assumptions about all groups but the first.
    Agar(Groups),
    /// The same in the first of several orders that decides it.
    SomeOrder(Vec<Groups>),
}

impl ConformanceMethod {
    /// The groups that it reasons with, in each order that is to be tried.
    pub(crate) fn orders(&self, system: &ProbabilisticSystem) -> Vec<Groups> {
        let all: Vec<ComponentId> = system.component_ids().collect();
        match self {
            Self::Mono => vec![vec![all]],
            Self::Cegar => vec![vec![Vec::new(), all]],
            Self::Agar(groups) => vec![groups.clone()],
            Self::SomeOrder(orders) => orders.clone(),
        }
    }
}

/// Who decides whether something simulates something.
#[derive(Debug, Clone, Copy)]
pub enum Engine<'a> {
    /// We do, by flows.
    Flow,
    /// An SMT solver does.
    Solver(&'a dyn SmtSolver),
}

/// Whether a system conforms to a specification, which is completed first.
pub fn conformance(
    system: &ProbabilisticSystem,
    specification: &Lpts,
    method: &ConformanceMethod,
    context: &Context<'_>,
) -> ConformanceReport {
    conformance_by((Engine::Flow, Departures::ALL), system, specification, method, context)
}

/// The same, where somebody else may decide simulations, and with some departures from the paper.
pub fn conformance_by(
    (engine, departures): (Engine<'_>, Departures),
    system: &ProbabilisticSystem,
    specification: &Lpts,
    method: &ConformanceMethod,
    context: &Context<'_>,
) -> ConformanceReport {
    let mut orders = method.orders(system);
    let completed = specification.completed_for(&system.alphabet(), &system.hidden);
    let aim = Simulation { completed, engine };
    let mut statistics = Statistics::default();
    let effort = Effort::with(departures);
    let found = refine_in_some_order(system, &orders, &aim, effort, &mut statistics, context);
    let outcome = match found {
        Ok((place, Found::Shown { assumptions, evidence: relation })) => {
            let groups = orders.swap_remove(place);
            ConformanceOutcome::Holds(ConformanceProof { groups, assumptions, relation })
        }
        Ok((_, Found::Against(tree))) => ConformanceOutcome::Violated(tree),
        Err(stop) => ConformanceOutcome::Unknown(undecided(stop, &statistics)),
    };
    ConformanceReport { outcome, statistics }
}

/// What is known if the work has to stop.
pub(crate) fn undecided(Stop(reason): Stop, statistics: &Statistics) -> Unknown {
    let known = match statistics.of(Count::Refinements) {
        0 => "neither a proof was found nor a counterexample".to_owned(),
        refinements => {
            format!("after {refinements} refinements, the assumptions are not fine enough")
        }
    };
    Unknown::new(reason, known)
}

/// That a specification simulates.
struct Simulation<'a> {
    completed: Lpts,
    engine: Engine<'a>,
}

impl Aim for Simulation<'_> {
    type Evidence = Vec<RelatedPair>;

    fn atoms(&self) -> &[Atom] {
        &[]
    }

    fn premise(
        &self,
        premise: &Premise<'_>,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Result<Vec<RelatedPair>, StochasticTree>, Stop> {
        let (parts, above) = (&premise.parts, &self.completed);
        let Simulated { evidence, states, pairs } = match self.engine {
            Engine::Flow => simulate(parts, above, context)?,
            Engine::Solver(solver) => simulate_by_solver(parts, above, solver, context)?,
        };
        statistics.add(Count::Pairs, pairs);
        statistics.raise(Count::LargestComposition, states);
        Ok(evidence)
    }

    fn replay(
        &self,
        tree: &StochasticTree,
        _: &[ComponentId],
        parts: &[&Lpts],
    ) -> Result<(), String> {
        replay_tree(tree, parts, &self.completed)
    }

    fn against(&self) -> &'static str {
        "that the specification does not simulate"
    }
}

/// What came of it.
pub(crate) enum Found<E> {
    /// It is shown, with these assumptions.
    Shown { assumptions: Vec<ProbabilisticAssumption>, evidence: E },
    /// It is not so: a tree of the system, its parts in the order of the components.
    Against(StochasticTree),
}

/// After this much work, in pairs, states and nodes of trees, a tree is looked for in the whole
/// system, as far as so many states.
const MUCH_WORK: u64 = 1 << 14;

/// How something is shown, and how hard to try.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// After more work than this a tree is looked for in the whole system, too.
    much: u64,
    departures: Departures,
    /// Pairs, nodes of trees and states after which an order is given up at first, if there are
    /// several.
    work: u64,
}

impl Effort {
    /// The usual one.
    pub(crate) fn with(departures: Departures) -> Self {
        Self { much: MUCH_WORK, departures, work: 1 << 12 }
    }
}

/// Shows something of a system, or finds a tree that speaks against it; nothing if that takes too
/// much work.
fn refine<A: Aim>(
    system: &ProbabilisticSystem,
    groups: &[Vec<ComponentId>],
    aim: &A,
    Effort { much, departures, work }: Effort,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Option<Found<A::Evidence>>, Stop> {
    let much = if departures.has(Departure::LookAhead) { much } else { u64::MAX };
    Refining { system, aim, groups, done: 0, much, departures, work }.run(statistics, context)
}

struct Refining<'a, A> {
    system: &'a ProbabilisticSystem,
    aim: &'a A,
    groups: &'a [Vec<ComponentId>],
    /// The work so far: pairs, states, nodes of trees.
    done: u64,
    /// How much of it makes the whole system worth a look. Doubled with each look.
    much: u64,
    departures: Departures,
    /// After how much work this order is given up.
    work: u64,
}

impl<'a, A: Aim> Refining<'a, A> {
    fn parts(&self, group: &[ComponentId]) -> Vec<&'a Lpts> {
        group.iter().map(|&id| &self.system.component(id).lpts).collect()
    }

    fn run(
        mut self,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Option<Found<A::Evidence>>, Stop> {
        let Some((first, rest)) = self.groups.split_first() else {
            return Err(Stop::internal("a rule without groups"));
        };
        let atoms = self.aim.atoms();
        // Line 1, from the last assumption to the first.
        let mut levels: Vec<Level<'a>> = Vec::new();
        for group in rest.iter().rev() {
            let level = Level::new(group, self.parts(group), atoms, levels.last(), context)?;
            levels.push(level);
        }
        levels.reverse();
        loop {
            note_sizes(&levels, statistics);
            let mut parts = self.parts(first);
            parts.extend(levels.first().map(|level| &level.abstraction));
            let labels = part_labels(atoms, first, levels.first().map(|level| &level.labels));
            context.progress(|| progress(&levels, statistics));
            // Line 2.
            let before = statistics.of(Count::Pairs);
            let tree = match self.aim.premise(&Premise { parts, labels }, statistics, context)? {
                Ok(evidence) => {
                    let assumptions = levels.into_iter().map(Level::into_assumption).collect();
                    return Ok(Some(Found::Shown { assumptions, evidence }));
                }
                Err(tree) => tree,
            };
            context.narrate(|| narration(&levels, &tree, self.aim.against()));
            let states: usize = levels.iter().map(|level| level.concrete.lpts.num_states()).sum();
            self.done += statistics.of(Count::Pairs) - before + (tree.nodes.len() + states) as u64;
            match self.follow(tree, &mut levels, statistics, context)? {
                Some(tree) => return Ok(Some(Found::Against(tree))),
                None => statistics.add(Count::Refinements, 1),
            }
            if let Some(tree) = self.directly(statistics, context)? {
                return self.replayed(tree).map(|tree| Some(Found::Against(tree)));
            }
            if self.done >= self.work {
                return Ok(None);
            }
        }
    }

    /// Lines 3 to 10: the tree as one of the system; or nothing, if an assumption was refined.
    fn follow(
        &mut self,
        mut tree: StochasticTree,
        levels: &mut [Level<'a>],
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Option<StochasticTree>, Stop> {
        statistics.raise(Count::LargestTree, tree.nodes.len() as u64);
        for place in 0..levels.len() {
            let level = &levels[place];
            let part = tree.nodes.first().map_or(0, |root| root.tuple.len() - 1);
            let projection = project(&tree, part, &level.abstraction)?;
            let (abstraction, concrete) = (&level.abstraction, &level.concrete);
            match analyse(&projection, abstraction, &level.partition, &concrete.lpts, context)? {
                Analysis::Spurious(splits) => {
                    let (before, after) = levels.split_at_mut(place + 1);
                    let mut origin = before[place].refine(&splits, after.first())?;
                    for place in (0..place).rev() {
                        let (before, after) = levels.split_at_mut(place + 1);
                        match self.departures.has(Departure::KeptPartitions) {
                            true => origin = before[place].renew(&after[0], &origin, context)?,
                            false => before[place].restart(&after[0], context)?,
                        }
                    }
                    return Ok(None);
                }
                Analysis::Real(related) => {
                    let given = Transplant {
                        tree: &tree,
                        projection: &projection,
                        related: &related,
                        abstraction,
                        concrete,
                    };
                    tree = transplant(&given, context)?;
                    self.done += tree.nodes.len() as u64;
                    if let Some(found) = self.directly(statistics, context)? {
                        tree = found;
                        break;
                    }
                }
            }
        }
        self.replayed(tree).map(Some)
    }

    /// A tree of the parts in the order of the groups as one of the system, after a second look.
    fn replayed(&self, tree: StochasticTree) -> Result<StochasticTree, Stop> {
        let order = self.groups.concat();
        self.aim.replay(&tree, &order, &self.parts(&order)).map_err(Stop::internal)?;
        Ok(self.in_system_order(tree))
    }

    /// A tree of the whole system, if the work so far makes that worth a look and no more states
    /// than that are needed.
    fn directly(
        &mut self,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Option<StochasticTree>, Stop> {
        let states = self.done;
        if states <= self.much {
            return Ok(None);
        }
        self.much = states.saturating_mul(2);
        let order = self.groups.concat();
        let labels = part_labels(self.aim.atoms(), &order, None);
        let premise = Premise { parts: self.parts(&order), labels };
        let mut counted = Statistics::default();
        let within = context.at_most(states);
        let found = self.aim.premise(&premise, &mut counted, &within);
        for (count, value) in counted.iter() {
            match count {
                Count::Pairs => statistics.add(count, value),
                _ => statistics.raise(count, value),
            }
        }
        match found {
            Ok(Err(tree)) => {
                context.narrate(|| {
                    "after so much work a tree of the whole system was looked for, and found"
                        .to_owned()
                });
                statistics.set(Count::LookAhead, counted.of(Count::LargestComposition));
                Ok(Some(tree))
            }
            // The assumptions will show that the tree is spurious.
            Ok(Ok(_)) | Err(Stop(Reason::StateLimit(_))) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// The tree with its parts in the order of the system's components.
    fn in_system_order(&self, mut tree: StochasticTree) -> StochasticTree {
        let order = self.groups.concat();
        let mut places: Vec<usize> = (0..order.len()).collect();
        places.sort_by_key(|&place| order[place]);
        for node in &mut tree.nodes {
            node.tuple = places.iter().map(|&place| node.tuple[place]).collect();
            for transition in &mut node.transitions {
                transition.factors =
                    places.iter().map(|&place| transition.factors[place]).collect();
            }
        }
        tree
    }
}

fn note_sizes(levels: &[Level<'_>], statistics: &mut Statistics) {
    for (index, level) in levels.iter().enumerate() {
        statistics.raise(Count::LargestAssumption, level.abstraction.num_states() as u64);
        // What the last assumption abstracts is given, and not composed with anything.
        if index + 1 < levels.len() {
            statistics.raise(Count::LargestComposition, level.concrete.lpts.num_states() as u64);
        }
    }
}

fn progress(levels: &[Level<'_>], statistics: &Statistics) -> String {
    let classes: Vec<String> =
        levels.iter().map(|level| level.partition.num_classes().to_string()).collect();
    match classes.is_empty() {
        true => "the whole system".to_owned(),
        false => {
            let round = statistics.of(Count::Refinements) + 1;
            format!("premise 1, round {round}, assumptions of {} states", classes.join(", "))
        }
    }
}

fn narration(levels: &[Level<'_>], tree: &StochasticTree, against: &str) -> String {
    let sizes: Vec<String> =
        levels.iter().map(|level| level.partition.num_classes().to_string()).collect();
    let nodes = tree.nodes.len();
    match sizes.is_empty() {
        true => format!("there is a tree of {nodes} nodes {against}"),
        false => format!(
            "with assumptions of {} states there is a tree of {nodes} nodes {against}",
            sizes.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use surmise_testing::{random_conformance, seeds};

    use super::*;

    /// A look at the whole system changes the tree, not the verdict.
    #[test]
    fn trees_of_the_whole_system_are_as_good() {
        let (mut direct, mut violated) = (0, 0);
        for seed in seeds(300, 5_000) {
            let (system, specification) = random_conformance(seed, 2..=3);
            let groups: Vec<Vec<ComponentId>> = system.component_ids().map(|id| vec![id]).collect();
            let completed = specification.completed_for(&system.alphabet(), &system.hidden);
            let aim = Simulation { completed, engine: Engine::Flow };
            let context = Context::unlimited();
            let against = |much: u64| {
                let mut statistics = Statistics::default();
                let found = refine(
                    &system,
                    &groups,
                    &aim,
                    Effort { much, departures: Departures::ALL, work: u64::MAX },
                    &mut statistics,
                    &context,
                );
                let tree = match found.expect("no limits").expect("no end of work") {
                    Found::Against(tree) => Some(tree),
                    Found::Shown { .. } => None,
                };
                (tree, statistics.get(Count::LookAhead).is_some())
            };
            let (grown, never) = against(u64::MAX);
            let (found, decided) = against(0);
            assert!(!never, "seed {seed}");
            assert_eq!(grown.is_some(), found.is_some(), "seed {seed}");
            if let Some(tree) = found {
                let parts = system.components.iter().map(|component| &component.lpts);
                let parts: Vec<&Lpts> = parts.collect();
                replay_tree(&tree, &parts, &aim.completed)
                    .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                violated += 1;
                direct += usize::from(decided);
            }
        }
        assert!(violated > 20 && direct > 10, "{direct} of {violated}");
    }
}
