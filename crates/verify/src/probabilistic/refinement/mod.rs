//! Conformance of a probabilistic system to a specification: of the whole system at once, or by abstraction refinement
//! (sections 4 and 5 of Komuravelli, Păsăreanu and Clarke, CAV 2012).
//!
//! All three methods are one loop. The groups G1, …, Gn of a system have assumptions A1, …, A(n−1), where Ai is a quotient of
//! G(i+1) ‖ A(i+1) and the last one of Gn (rule ASym-N). The first premise, G1 ‖ A1 ≼ P, is checked; the others hold by
//! construction. A tree that shows that it does not hold is followed from assumption to assumption: each time it is
//! either spurious, and the assumption is refined, or it is grown again on what the assumption abstracts. In the end it
//! is a tree of the system. With one group there is no assumption (`mono`), with an empty G1 the whole system is
//! abstracted (algorithm 2, CEGAR), with two groups this is rule ASym (algorithm 3, AGAR).

mod groups;
mod level;
pub(crate) mod partition;

use surmise_model::{
    ComponentId, ConformanceOutcome, ConformanceProof, ConformanceReport, Context, Count, Lpts,
    ProbabilisticSystem, RelatedPair, Statistics, StochasticTree, Stop, Unknown,
};

pub use self::groups::{groups, skeleton};
use self::level::Level;
use super::simulation::{Simulated, simulate};
use super::tree::{Analysis, Transplant, analyse, project, replay_tree, transplant};

/// How conformance is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConformanceMethod {
    /// The whole system at once.
    Mono,
    /// Abstractions of the whole system.
    Cegar,
    /// Assumptions about all groups but the first.
    Agar(Vec<Vec<ComponentId>>),
}

/// Whether a system conforms to a specification, which is completed first.
pub fn conformance(
    system: &ProbabilisticSystem,
    specification: &Lpts,
    method: &ConformanceMethod,
    context: &Context<'_>,
) -> ConformanceReport {
    let all: Vec<ComponentId> = system.component_ids().collect();
    let groups = match method {
        ConformanceMethod::Mono => vec![all],
        ConformanceMethod::Cegar => vec![Vec::new(), all],
        ConformanceMethod::Agar(groups) => groups.clone(),
    };
    let specification = specification.completed_for(&system.alphabet(), &system.hidden);
    let mut statistics = Statistics::default();
    let question = Question { system, specification: &specification, groups: &groups };
    let outcome = match question.answer(&mut statistics, context) {
        Ok(outcome) => outcome,
        Err(Stop(reason)) => {
            let refinements = statistics.of(Count::Refinements);
            let known = match refinements {
                0 => "no simulation was found, and no counterexample".to_owned(),
                _ => {
                    format!("after {refinements} refinements, the assumptions are not fine enough")
                }
            };
            ConformanceOutcome::Unknown(Unknown::new(reason, known))
        }
    };
    ConformanceReport { outcome, statistics }
}

struct Question<'a> {
    system: &'a ProbabilisticSystem,
    specification: &'a Lpts,
    groups: &'a [Vec<ComponentId>],
}

impl<'a> Question<'a> {
    fn parts(&self, group: &[ComponentId]) -> Vec<&'a Lpts> {
        group.iter().map(|&id| &self.system.component(id).lpts).collect()
    }

    fn answer(
        &self,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<ConformanceOutcome, Stop> {
        let Some((first, rest)) = self.groups.split_first() else {
            return Err(Stop::internal("a rule without groups"));
        };
        // Line 1, from the last assumption to the first.
        let mut levels: Vec<Level<'a>> = Vec::new();
        for group in rest.iter().rev() {
            let level = Level::new(self.parts(group), levels.last(), context)?;
            levels.push(level);
        }
        levels.reverse();
        loop {
            note_sizes(&levels, statistics);
            let mut premise = self.parts(first);
            premise.extend(levels.first().map(|level| &level.abstraction));
            context.progress(|| progress(&levels, statistics));
            let Simulated { evidence, states, pairs } =
                simulate(&premise, self.specification, context)?;
            statistics.add(Count::Pairs, pairs);
            statistics.raise(Count::LargestComposition, states);
            // Line 2.
            let tree = match evidence {
                Ok(relation) => return Ok(self.proof(levels, relation)),
                Err(tree) => tree,
            };
            context.narrate(|| narration(&levels, &tree));
            match self.follow(tree, &mut levels, statistics, context)? {
                Some(tree) => return Ok(ConformanceOutcome::Violates(tree)),
                None => statistics.add(Count::Refinements, 1),
            }
        }
    }

    /// Lines 3 to 10: the tree as one of the system; or nothing, if an assumption was refined.
    fn follow(
        &self,
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
                    let mut origin = levels[place].refine(&splits)?;
                    for place in (0..place).rev() {
                        let (before, after) = levels.split_at_mut(place + 1);
                        origin = before[place].renew(&after[0], &origin, context)?;
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
                }
            }
        }
        let parts: Vec<&Lpts> = self.parts(&self.groups.concat());
        replay_tree(&tree, &parts, self.specification).map_err(Stop::internal)?;
        Ok(Some(self.in_order(tree)))
    }

    /// The tree with its parts in the order of the system's components.
    fn in_order(&self, mut tree: StochasticTree) -> StochasticTree {
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

    fn proof(&self, levels: Vec<Level<'a>>, relation: Vec<RelatedPair>) -> ConformanceOutcome {
        let assumptions = levels.into_iter().map(Level::into_assumption).collect();
        ConformanceOutcome::Conforms(ConformanceProof {
            groups: self.groups.to_vec(),
            assumptions,
            relation,
        })
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
        true => "simulation".to_owned(),
        false => {
            let round = statistics.of(Count::Refinements) + 1;
            format!("premise 1, round {round}, assumptions of {} states", classes.join(", "))
        }
    }
}

fn narration(levels: &[Level<'_>], tree: &StochasticTree) -> String {
    let sizes: Vec<String> =
        levels.iter().map(|level| level.partition.num_classes().to_string()).collect();
    let nodes = tree.nodes.len();
    match sizes.is_empty() {
        true => {
            format!("there is a tree of {nodes} nodes that the specification does not simulate")
        }
        false => format!(
            "with assumptions of {} states there is a tree of {nodes} nodes that the specification does not simulate",
            sizes.join(", ")
        ),
    }
}
