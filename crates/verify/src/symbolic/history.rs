//! How saturation found each reachable state, and a run to it that is read from that.
//!
//! While a node is closed, local states lead to more and more: a [`Record`] says what a local state
//! led to before, and where the rest comes from. That is either a *seed*, with which closing began,
//! or a step from a tuple that was there already. To go back from a tuple, the record that brought
//! it is looked up. A step is undone below its uppermost participant first, where the closings that
//! it caused have histories of their own. Every record goes back to what was there before it, so
//! this ends in the initial state, and it needs no distances.
//!
//! The run is not a shortest one: what is below is saturated before a step is taken. Where it comes
//! back to a state, what is between is cut out.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Context, StateId, Step, Stop, Trace};

use super::diagrams::{Diagrams, Distances, NOWHERE, Node};
use super::space::{Role, Space};
use crate::automata::Pace;

/// Where something below a local state comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    /// The local state before.
    pub(super) source: u32,
    /// What was below that, when it was looked at.
    pub(super) below: Node,
    /// The action of a step; none of a seed.
    pub(super) action: Option<ActionId>,
}

impl Origin {
    /// Closing began with it.
    pub(super) fn seed(source: u32, below: Distances) -> Self {
        Self { source, below: below.node, action: None }
    }
}

/// A local state of a node that is being closed leads to more.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// What it led to before.
    before: Node,
    /// The record before this one of the same local state, if anything was below it before.
    previous: u32,
    origin: Origin,
}

/// What is kept while a node is closed: the last record of each local state.
#[derive(Debug, Default)]
pub(super) struct Closing {
    last: Vec<u32>,
}

/// The last record of each local state of a node that was closed, as a range of
/// [`History::lasts`].
type Closed = std::ops::Range<u32>;

/// How everything was found.
#[derive(Debug, Default)]
pub(super) struct History {
    records: Vec<Record>,
    /// Local states with their last records, those of one node together and sorted.
    lasts: Vec<(u32, u32)>,
    /// The closings that steps on actions caused, by the nodes that they came from.
    fired: HashMap<(ActionId, Node), Closed, FxBuildHasher>,
    /// The closings of the initial state, from the lowest level up.
    roots: Vec<Closed>,
}

impl History {
    /// Keeps that a local state leads to more than the node before.
    pub(super) fn add(
        &mut self,
        closing: &mut Closing,
        (value, before): (u32, Node),
        origin: Origin,
        diagrams: &Diagrams<'_>,
    ) -> Result<(), Stop> {
        let place = value as usize;
        if closing.last.len() <= place {
            closing.last.resize(place + 1, 0);
        }
        let number = u32::try_from(self.records.len());
        let number = number.map_err(|_| Stop::internal("more than 2^32 records"))?;
        let previous = std::mem::replace(&mut closing.last[place], number);
        diagrams.make_room_in(&mut self.records)?;
        self.records.push(Record { before, previous, origin });
        Ok(())
    }

    /// Keeps what was found out while a node was closed, of the local states that lead somewhere.
    pub(super) fn finish(
        &mut self,
        closing: &mut Closing,
        touched: &[u32],
        of: Option<(ActionId, Node)>,
        diagrams: &Diagrams<'_>,
    ) -> Result<(), Stop> {
        let begin = self.lasts.len();
        for &value in touched {
            diagrams.make_room_in(&mut self.lasts)?;
            self.lasts.push((value, closing.last[value as usize]));
        }
        self.lasts[begin..].sort_unstable();
        let closed = begin as u32..self.lasts.len() as u32;
        match of {
            Some(fired) => diagrams.remember(&mut self.fired, fired, closed)?,
            None => self.roots.push(closed),
        }
        Ok(())
    }

    /// Where a tuple below a closed node comes from.
    fn origin(
        &self,
        closed: &Closed,
        values: &[StateId],
        diagrams: &Diagrams<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<Origin, Stop> {
        let lasts = &self.lasts[closed.start as usize..closed.end as usize];
        let (value, below) = values.split_first().ok_or_else(lost)?;
        let place = lasts.binary_search_by_key(&value.raw(), |&(value, _)| value);
        let mut record = self.records[lasts[place.map_err(|_| lost())?].1 as usize];
        while record.before != NOWHERE && diagrams.contains(record.before, below) {
            pace.spend(values.len())?;
            record = self.records[record.previous as usize];
        }
        Ok(record.origin)
    }
}

fn lost() -> Stop {
    Stop::internal("nobody knows how a reachable state was found")
}

/// A run to a tuple of local states, by level, found by going back through a history. The states of
/// its steps are by part.
pub(super) fn run_to(
    values: Vec<StateId>,
    space: &Space<'_>,
    diagrams: &Diagrams<'_>,
    history: &History,
    context: &Context<'_>,
) -> Result<Trace, Stop> {
    let (steps, moved) = (Vec::new(), Vec::new());
    let pace = Pace::new(context);
    let mut way = WayBack { space, diagrams, history, values, steps, moved, pace };
    // The initial state was put in from the lowest level up.
    for (level, closed) in history.roots.iter().rev().enumerate() {
        way.unwind(closed, level)?;
    }
    let WayBack { values, mut steps, .. } = way;
    steps.reverse();
    Ok(without_loops(Trace { initial: space.by_part(&values), steps }))
}

/// On the way back to the initial state.
struct WayBack<'w, 'a> {
    space: &'w Space<'w>,
    diagrams: &'w Diagrams<'a>,
    history: &'w History,
    /// Where it is, by level.
    values: Vec<StateId>,
    /// The steps from there, the last first.
    steps: Vec<Step>,
    /// Levels that take part in steps which are being undone, and where they come from.
    moved: Vec<(usize, u32)>,
    pace: Pace<'w>,
}

impl WayBack<'_, '_> {
    /// Goes back from a tuple of a closed node, on its level and those below, to a seed.
    fn unwind(&mut self, closed: &Closed, level: usize) -> Result<Origin, Stop> {
        loop {
            let values = &self.values[level..];
            let origin = self.history.origin(closed, values, self.diagrams, &mut self.pace)?;
            let Some(action) = origin.action else { return Ok(origin) };
            let begin = self.moved.len();
            self.moved.push((level, origin.source));
            if self.space.role(level, action) == Role::Top {
                self.undo(action, 1, origin.below, level + 1)?;
            }
            self.pace.spend(self.values.len())?;
            self.make_room()?;
            self.steps.push(Step { action, states: self.space.by_part(&self.values) });
            for (level, source) in self.moved.drain(begin..) {
                self.values[level] = StateId::of(source as usize);
            }
        }
    }

    /// Goes back, on a level and those below, to what an action itself leads to from a node: then
    /// who takes part, from `next` on, is noted.
    fn undo(
        &mut self,
        action: ActionId,
        next: usize,
        node: Node,
        level: usize,
    ) -> Result<(), Stop> {
        let Some(&participant) = self.space.participants(action).get(next) else {
            return Ok(());
        };
        let closed = self.history.fired.get(&(action, node)).ok_or_else(lost)?;
        let seed = self.unwind(closed, level)?;
        let takes_part = participant as usize == level;
        if takes_part {
            self.moved.push((level, seed.source));
        }
        self.undo(action, next + usize::from(takes_part), seed.below, level + 1)
    }

    /// Asks before there are twice as many steps.
    fn make_room(&mut self) -> Result<(), Stop> {
        let step = size_of::<Step>() + self.values.len() * size_of::<StateId>();
        match self.steps.len() == self.steps.capacity() {
            true => self.diagrams.reserve(self.steps.len() * step),
            false => Ok(()),
        }
    }
}

/// The run without what is between two visits of the same state.
fn without_loops(trace: Trace) -> Trace {
    let mut seen: HashMap<Vec<StateId>, usize, FxBuildHasher> = HashMap::default();
    seen.insert(trace.initial.clone(), 0);
    let mut steps: Vec<Step> = Vec::new();
    for step in trace.steps {
        match seen.get(&step.states) {
            Some(&length) => {
                for step in steps.drain(length..) {
                    seen.remove(&step.states);
                }
            }
            None => {
                seen.insert(step.states.clone(), steps.len() + 1);
                steps.push(step);
            }
        }
    }
    Trace { steps, ..trace }
}
