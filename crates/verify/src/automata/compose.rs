//! The composition of LTSs as an LTS of its own.
//!
//! Checking a property does not need this: the search explores the product without storing its
//! transitions. Here the transitions are the result.

use surmise_model::{ActionId, Edge, IdOverflow, Lts, StateId};

use super::building::BuildWithin;
use super::interner::Interner;
use super::pace::Pace;
use crate::{Context, Event, Stop};

/// So many states lie between two progress events.
const REPORT_EVERY: usize = 1 << 17;

/// The reachable product of LTSs, numbered breadth-first.
///
/// The parts synchronise on the actions that their alphabets share; a part alone does its other
/// actions and its τ. A tuple with a part in π is π. The end state is the one where all parts have
/// ended. The composition of no LTS at all has one state, which is its end.
///
/// The limits of the context apply to the number of states.
pub fn compose(parts: &[&Lts], context: &Context<'_>) -> Result<Lts, Stop> {
    let participants = participants(parts);
    let mut product = Product::new(parts, context);
    let mut builder = Lts::builder();
    for part in parts {
        builder.extend_alphabet(part.alphabet().iter());
    }
    let initial: Vec<u32> = parts.iter().map(|part| part.initial().raw()).collect();
    builder.initial(product.number(&initial)?);

    let (mut row, mut tuple) = (Vec::new(), Vec::new());
    let (mut next, mut depth, mut level_end) = (0, 0, product.tuples.len());
    while next < product.tuples.len() {
        let source = StateId::of(next);
        tuple.clear();
        tuple.extend_from_slice(product.tuples.get(source));
        row.clear();
        product.row(&tuple, &participants, &mut row)?;
        builder.make_room(row.len(), context)?;
        for edge in &row {
            builder.add(source, edge.action, edge.target);
        }
        if parts.iter().zip(&tuple).all(|(part, &at)| part.end().map(StateId::raw) == Some(at)) {
            builder.end(source);
        }
        next += 1;
        if next == level_end {
            (depth, level_end) = (depth + 1, product.tuples.len());
        }
        if next % REPORT_EVERY == 0 {
            context.observer.event(&Event::Searching {
                states: product.tuples.len() as u64,
                waiting: (product.tuples.len() - next) as u64,
                depth,
                bytes: product.tuples.heap_bytes() as u64,
            });
        }
    }
    builder.ensure_states(product.tuples.len());
    drop(product);
    builder.build_within(context)
}

/// Who takes part in each action, by action: in ascending order, the first one leading.
fn participants(parts: &[&Lts]) -> Vec<Vec<usize>> {
    let mut participants: Vec<Vec<usize>> = Vec::new();
    for (part, lts) in parts.iter().enumerate() {
        for action in lts.alphabet().iter() {
            if participants.len() <= action.index() {
                participants.resize_with(action.index() + 1, Vec::new);
            }
            participants[action.index()].push(part);
        }
    }
    participants
}

/// The product as far as it has been looked at.
struct Product<'a> {
    parts: &'a [&'a Lts],
    tuples: Interner,
    context: Context<'a>,
    pace: Pace<'a>,
    /// The actions whose leader offers them in the tuple at hand.
    offered: Vec<ActionId>,
    successor: Vec<u32>,
}

impl<'a> Product<'a> {
    fn new(parts: &'a [&'a Lts], context: &Context<'a>) -> Self {
        Self {
            parts,
            tuples: Interner::new(),
            context: *context,
            pace: Pace::new(context),
            offered: Vec::new(),
            successor: Vec::new(),
        }
    }

    /// The number of a tuple.
    fn number(&mut self, tuple: &[u32]) -> Result<StateId, Stop> {
        match tuple.contains(&StateId::ERROR.raw()) {
            true => Ok(StateId::ERROR),
            false => self.tuples.intern(tuple, &self.context),
        }
    }

    /// Appends the steps of a tuple: τ by the parts in turn, then the actions in order.
    fn row(
        &mut self,
        tuple: &[u32],
        participants: &[Vec<usize>],
        row: &mut Vec<Edge>,
    ) -> Result<(), Stop> {
        let mut offered = std::mem::take(&mut self.offered);
        offered.clear();
        for (part, &at) in tuple.iter().enumerate() {
            let edges = self.parts[part].edges(StateId::of(at as usize));
            self.pace.spend(edges.len() + 1)?;
            for same_action in edges.chunk_by(|left, right| left.action == right.action) {
                let action = same_action[0].action;
                if action.is_tau() {
                    self.steps(action, &[part], tuple, row)?;
                } else if participants[action.index()][0] == part {
                    offered.push(action);
                }
            }
        }
        offered.sort_unstable();
        for &action in &offered {
            self.steps(action, &participants[action.index()], tuple, row)?;
        }
        self.offered = offered;
        Ok(())
    }

    /// Appends the steps in which some parts do an action together, one for each choice of their
    /// targets: the choices of the last part vary fastest. There is none if one of them does not
    /// offer the action.
    fn steps(
        &mut self,
        action: ActionId,
        together: &[usize],
        tuple: &[u32],
        row: &mut Vec<Edge>,
    ) -> Result<(), Stop> {
        let parts = self.parts;
        let choices = |part: usize| parts[part].edges_on(StateId::of(tuple[part] as usize), action);
        let count = together
            .iter()
            .fold(1, |count: usize, &part| count.saturating_mul(choices(part).len()));
        if u32::try_from(count).is_err() {
            return Err(IdOverflow { kind: "transitions" }.into());
        }
        if row.capacity() - row.len() < count {
            self.context.reserve((2 * (row.len() + count) * size_of::<Edge>()) as u64)?;
            row.reserve(count);
        }
        let mut successor = std::mem::take(&mut self.successor);
        for choice in 0..count {
            successor.clear();
            successor.extend_from_slice(tuple);
            let mut rest = choice;
            for &part in together.iter().rev() {
                let edges = choices(part);
                successor[part] = edges[rest % edges.len()].target.raw();
                rest /= edges.len();
            }
            self.pace.spend(together.len())?;
            let target = self.number(&successor)?;
            row.push(Edge { action, target });
        }
        self.successor = successor;
        Ok(())
    }
}
