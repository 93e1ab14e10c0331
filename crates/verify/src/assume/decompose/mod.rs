//! Which components stand together in an assume-guarantee rule, and in which order.
//!
//! A rule is about *groups* G1, …, Gn of components. What it costs depends on the interfaces
//! between them: assumption j is over `(αG1 ∪ … ∪ αGj ∪ αP) ∩ (αG(j+1) ∪ … ∪ αGn)`, the actions
//! with which everything up to Gj, and the property, meet the rest. Choosing well is a matter of
//! small interfaces; Cobleigh, Avrunin and Clarke, "Breaking up is hard to do" (ISSTA 2006),
//! measured how much that matters.

mod balanced;
mod interface;
mod order;
mod two_way;

use surmise_model::{ComponentId, Context, Reason, Stop};

use self::two_way::Measure;
use crate::assume::Problem;

/// Groups of components in the order of a rule. Every component of the system is in exactly one.
pub type Groups = Vec<Vec<ComponentId>>;

/// How to divide a system.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Decomposition {
    /// Every component by itself, in the order with the least sum of interface sizes: exactly for
    /// up to 16 components, by a heuristic for more.
    #[default]
    Ordered,
    /// Every component by itself, as the system lists them.
    Listed,
    /// Two groups with a small interface and about equal sizes.
    TwoWay,
    /// Two groups with the smallest interface: exactly for up to 16 components, by a heuristic for
    /// more.
    SmallestInterface,
    /// Two groups of which the first with the property has about as many states as the second, as
    /// in table 2 of the AGAR paper: exactly for up to 16 components, by a heuristic for more. To
    /// find them, states are counted.
    Balanced,
    /// These groups in this order, each component in exactly one of them.
    Groups(Groups),
}

impl Decomposition {
    /// The groups of a problem. There is at least one, and none is empty unless the system is.
    pub fn groups(&self, problem: &Problem<'_>, context: &Context<'_>) -> Result<Groups, Stop> {
        let singletons = || problem.system().component_ids().map(|id| vec![id]).collect();
        let mut groups: Groups = match self {
            Self::Ordered => order::least_interfaces(problem, context)?,
            Self::Listed => singletons(),
            Self::TwoWay => two_way::split(problem, Measure::Both, context)?,
            Self::SmallestInterface => two_way::split(problem, Measure::Interface, context)?,
            Self::Balanced => balanced::split(problem, context)?,
            Self::Groups(groups) => {
                let mut members = groups.concat();
                members.sort_unstable();
                if !members.into_iter().eq(problem.system().component_ids()) {
                    let what = "the groups do not contain every component exactly once";
                    return Err(Stop(Reason::Unsupported(what.to_owned())));
                }
                groups.clone()
            }
        };
        groups.retain(|group| !group.is_empty());
        if groups.is_empty() {
            groups.push(Vec::new());
        }
        Ok(groups)
    }
}

#[cfg(test)]
mod tests;
