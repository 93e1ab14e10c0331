//! Trace inclusion and trace equivalence, with a shortest trace that tells the difference.
//!
//! A breadth-first search through pairs of a place in the left LTS and the set of states that the
//! right one can be in after the same trace. The right side is determinised lazily. The left one
//! stays non-deterministic where that is sound, so that it never blows up; and where nothing but a
//! missing trace can tell the difference, a pair is dropped if the same left state was met before
//! with a smaller set on the right: whatever the larger set misses, the smaller one misses, too
//! (the antichains of De Wulf, Doyen, Henzinger and Raskin, CAV 2006). Being breadth-first, the
//! search met the smaller set after a trace that is no longer, so that shortest traces stay
//! shortest.
//!
//! Which form is sound depends on who can reach π:
//!
//! | left | right | left side | smaller sets subsume |
//! | --- | --- | --- | --- |
//! | any | cannot | states | yes |
//! | cannot | can | states | no: a larger set may contain π, and that is a difference |
//! | can | can | subsets: one run of the left may be safe because another one is not | no |
//!
//! The pairs met, and which of them stand for others, are the matter of `pairs`.

mod pairs;

use pairs::Pairs;
use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use crate::automata::reduction::reaches_error;
use crate::automata::subsets::{LazyRows, Observation, observe};

/// A trace that two LTSs treat differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distinction {
    /// The trace: no shorter one tells the LTSs apart.
    pub trace: Vec<ActionId>,
    /// What it is to the left LTS.
    pub left: Observation,
    /// What it is to the right LTS.
    pub right: Observation,
}

/// Whether every trace of the left LTS is one of the right LTS, safe traces as safe ones and traces
/// into π as traces into π. If not, a shortest trace of the left LTS that is not.
///
/// The LTSs are compared over the union of their alphabets. The limits of the context apply to the
/// number of pairs searched.
pub fn trace_inclusion(
    left: &Lts,
    right: &Lts,
    context: &Context<'_>,
) -> Result<Option<Distinction>, Stop> {
    match shortest_difference(left, right, usize::MAX, context)? {
        Some(trace) => replay(left, right, trace, context).map(Some),
        None => Ok(None),
    }
}

/// Whether every word is the same [`Observation`] for both LTSs. If not, a shortest one that is
/// not.
pub fn trace_equivalence(
    left: &Lts,
    right: &Lts,
    context: &Context<'_>,
) -> Result<Option<Distinction>, Stop> {
    let forth = shortest_difference(left, right, usize::MAX, context)?;
    let shorter_than = forth.as_ref().map_or(usize::MAX, Vec::len);
    let back = shortest_difference(right, left, shorter_than, context)?;
    match back.or(forth) {
        Some(trace) => replay(left, right, trace, context).map(Some),
        None => Ok(None),
    }
}

/// What the trace found is to each LTS, by simulation.
///
/// # Panics
/// If it does not tell the LTSs apart: a mistake in this module must not become a verdict.
fn replay(
    left: &Lts,
    right: &Lts,
    trace: Vec<ActionId>,
    context: &Context<'_>,
) -> Result<Distinction, Stop> {
    let (left, right) = (observe(left, &trace, context)?, observe(right, &trace, context)?);
    assert_ne!(left, right, "the trace distinguishes the LTSs");
    Ok(Distinction { trace, left, right })
}

/// A shortest trace of the left LTS, below a length, that is something else to the right one.
fn shortest_difference(
    left: &Lts,
    right: &Lts,
    shorter_than: usize,
    context: &Context<'_>,
) -> Result<Option<Vec<ActionId>>, Stop> {
    if shorter_than == 0 {
        return Ok(None);
    }
    let right_error = reaches_error(right, context)?;
    let mut left = match right_error && reaches_error(left, context)? {
        true => Left::Subsets(Box::new(LazyRows::new(left, context)?)),
        false => Left::States(left),
    };
    let mut right = LazyRows::new(right, context)?;
    let mut pairs = Pairs::new(!right_error, context);
    let start = (left.initial()?, right.initial()?);
    match compare(start.0, Some(start.1)) {
        Comparison::Different => return Ok(Some(Vec::new())),
        Comparison::Over => return Ok(None),
        Comparison::GoOn => pairs.add(start, None, &right)?,
    }
    // All pairs that are met after traces of one length, as they were added.
    let (mut level, mut length) = (0..pairs.len(), 0);
    while !level.is_empty() {
        // First the silent steps of the left side, since they make no trace longer; `level.end`
        // moves on with what they add. Then the visible steps, into the next level.
        let mut next = level.start;
        while next < level.end {
            let Some((at, subset)) = pairs.get(next) else {
                next += 1;
                continue;
            };
            for edge in left.row(at)?.iter().take_while(|edge| edge.action.is_tau()) {
                match compare(edge.target, Some(subset)) {
                    Comparison::Different => return Ok(Some(pairs.trace(next, None))),
                    Comparison::Over => {}
                    Comparison::GoOn => {
                        let step = Some((next, ActionId::TAU));
                        pairs.add((edge.target, subset), step, &right)?;
                    }
                }
            }
            level.end = pairs.len();
            next += 1;
        }
        if length + 1 == shorter_than {
            return Ok(None);
        }
        pairs.begin_level();
        for next in level.clone() {
            let Some((at, subset)) = pairs.get(next) else { continue };
            right.prepare(subset)?;
            let row = left.row(at)?;
            let visible = row.partition_point(|edge| edge.action.is_tau());
            for edge in &row[visible..] {
                let target = right.successor(subset, edge.action);
                match (compare(edge.target, target), target) {
                    (Comparison::Different, _) => {
                        return Ok(Some(pairs.trace(next, Some(edge.action))));
                    }
                    (Comparison::GoOn, Some(target)) => {
                        let step = Some((next, edge.action));
                        pairs.add((edge.target, target), step, &right)?;
                    }
                    _ => {}
                }
            }
        }
        level = level.end..pairs.len();
        length += 1;
    }
    Ok(None)
}

/// The left side of the search.
enum Left<'a> {
    States(&'a Lts),
    Subsets(Box<LazyRows<'a>>),
}

impl Left<'_> {
    fn initial(&mut self) -> Result<StateId, Stop> {
        match self {
            Self::States(lts) => Ok(lts.initial()),
            Self::Subsets(rows) => rows.initial(),
        }
    }

    /// The steps from a place, τ first.
    fn row(&mut self, at: StateId) -> Result<&[Edge], Stop> {
        match self {
            Self::States(lts) => Ok(lts.edges(at)),
            Self::Subsets(rows) => {
                rows.prepare(at)?;
                Ok(rows.row(at))
            }
        }
    }
}

/// What two places reached by the same trace say about it.
enum Comparison {
    /// The trace distinguishes the sides.
    Different,
    /// It leads both sides into π, and nothing counts after it.
    Over,
    /// It leads neither side into π.
    GoOn,
}

fn compare(left: StateId, right: Option<StateId>) -> Comparison {
    match (left.is_error(), right) {
        (false, Some(right)) if !right.is_error() => Comparison::GoOn,
        (true, Some(right)) if right.is_error() => Comparison::Over,
        _ => Comparison::Different,
    }
}
