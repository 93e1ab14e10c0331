//! Formulas of the safety kind: a run violates one as soon as its beginning is bad, however it goes
//! on. So states are looked at beside the automaton of good prefixes, and the first step that has no
//! place in it is enough: no cycle is looked for. While there are few states, that goes level by
//! level, so that the prefix is a shortest one. What is farther away is looked for in depth.

use surmise_model::formula::{Formula, Operator};
use surmise_model::{Context, Event, Reason, Stop};

use super::lasso::Lasso;
use super::product::{Edge, Marks, Product, Watcher};
use super::truth::is_false_however;
use super::{Automaton, Letter, Unclear, good_prefixes};

/// As long as there are no more states than these, they are looked at level by level.
const FEW: usize = 20_000;
/// How often somebody who watches is told.
const REPORT_EVERY: u64 = 1 << 17;

/// The automaton of good prefixes, with one state more, where a prefix is bad.
pub(super) struct Prefixes {
    automaton: Automaton,
}

impl Prefixes {
    /// If a formula is of the safety kind, and that is not too hard to see.
    pub(super) fn new(formula: &Formula, context: &Context<'_>) -> Result<Option<Self>, Stop> {
        match good_prefixes(formula, context) {
            Ok(automaton) => Ok(automaton.map(|automaton| Self { automaton })),
            Err(Stop(Reason::Unsupported(_))) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// How many states it has.
    pub(super) fn size(&self) -> usize {
        self.automaton.num_states() + 1
    }

    /// The state where a prefix is bad.
    fn bad(&self) -> u32 {
        self.automaton.num_states() as u32
    }
}

impl Watcher for Prefixes {
    fn initial(&self) -> u32 {
        0
    }

    fn sets(&self) -> usize {
        0
    }

    fn moves(&self, state: u32, letter: Letter, out: &mut Vec<(u32, Marks)>) {
        let mut row = self.automaton.row(state).iter();
        let next =
            row.find(|edge| edge.guard.admits(letter)).map_or(self.bad(), |edge| edge.target);
        out.push((next, 0));
    }

    fn has_decided(&self, _: u32) -> bool {
        true
    }
}

/// What came of a search: the run with a bad prefix, if there is one.
type Found = Result<Option<Lasso>, Unclear>;

/// Looks for a run with a bad prefix.
pub(super) fn find(product: &mut Product<'_, Prefixes>, formula: &Formula) -> Result<Found, Stop> {
    let initial = product.initial()?;
    let Some(&first) = initial.first() else { return Ok(Ok(None)) };
    if product.observer(first) == product.watcher.bad() {
        return told(product, first, &[], formula);
    }
    let way = match by_levels(product, first)? {
        Looked::Bad(way) => way,
        Looked::All => return Ok(Ok(None)),
        Looked::Few => match in_depth(product, first)? {
            Some(way) => way,
            None => return Ok(Ok(None)),
        },
    };
    told(product, first, &way, formula)
}

/// What was seen level by level.
enum Looked {
    /// A shortest way to a bad prefix.
    Bad(Vec<Edge>),
    /// All states, and no bad prefix.
    All,
    /// The first few.
    Few,
}

fn by_levels(product: &mut Product<'_, Prefixes>, first: u32) -> Result<Looked, Stop> {
    let bad = product.watcher.bad();
    // Each state by the one that it was found from; states are found in the order of their levels.
    let mut before: Vec<u32> = vec![first];
    let (mut next, mut row) = (0_u32, Vec::new());
    while (next as usize) < product.store.len() {
        if product.store.len() > FEW {
            return Ok(Looked::Few);
        }
        row.clear();
        product.row(next, &mut row)?;
        for edge in &row {
            if edge.target as usize != before.len() {
                continue;
            }
            before.push(next);
            if product.observer(edge.target) == bad {
                let mut way = vec![*edge];
                let mut here = next;
                while here != first {
                    let from = before[here as usize];
                    way.push(step(product, from, here)?);
                    here = from;
                }
                way.reverse();
                return Ok(Looked::Bad(way));
            }
        }
        next += 1;
    }
    Ok(Looked::All)
}

/// A way to a bad prefix, depth first; nothing, if all states were visited and there is none.
fn in_depth(product: &mut Product<'_, Prefixes>, first: u32) -> Result<Option<Vec<Edge>>, Stop> {
    let bad = product.watcher.bad();
    let mut visited = vec![false; product.store.len()];
    // The steps of the states on the path, those of the last one last; and for each state on it,
    // where its steps begin and which is the next.
    let mut edges: Vec<Edge> = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut count = 0_u64;
    let mut entered = Some(first);
    loop {
        if let Some(state) = entered.take() {
            visited[state as usize] = true;
            path.push((edges.len(), edges.len()));
            product.row(state, &mut edges)?;
            visited.resize(product.store.len(), false);
            count += 1;
            if count.is_multiple_of(1 << 10) {
                let waiting = edges.capacity() * size_of::<Edge>() + visited.capacity();
                product.context().reserve(waiting as u64)?;
            }
            if count.is_multiple_of(REPORT_EVERY) {
                let (states, bytes) = (product.store.len() as u64, product.store.bytes());
                let (waiting, depth) = (states - count, path.len() as u32);
                let event = Event::Searching { states, waiting, depth, bytes };
                product.context().observer.event(&event);
            }
        }
        let Some((begin, next)) = path.last_mut() else { return Ok(None) };
        let Some(&edge) = edges.get(*next) else {
            edges.truncate(*begin);
            path.pop();
            continue;
        };
        *next += 1;
        if product.observer(edge.target) == bad {
            return Ok(Some(path.iter().map(|&(_, next)| edges[next - 1]).collect()));
        }
        if !visited[edge.target as usize] {
            entered = Some(edge.target);
        }
    }
}

/// A step between two states.
fn step(product: &mut Product<'_, Prefixes>, from: u32, to: u32) -> Result<Edge, Stop> {
    let mut row = Vec::new();
    product.row(from, &mut row)?;
    let found = row.into_iter().find(|edge| edge.target == to);
    found.ok_or_else(|| Stop::internal("a step that was found is none"))
}

/// The run that takes a way, if the formula as it is written says that it is bad. Where its last
/// step is none, it is the stop that is bad.
fn told(
    product: &mut Product<'_, Prefixes>,
    initial: u32,
    way: &[Edge],
    formula: &Formula,
) -> Result<Found, Stop> {
    let stops = way.last().is_some_and(|edge| edge.moved.action.is_none());
    let count = 1 + formula
        .operators()
        .iter()
        .filter_map(|(_, operator)| match operator {
            Operator::Proposition(id) => Some(id.index()),
            _ => None,
        })
        .max()
        .unwrap_or(0);
    let letter = |letter: Letter| (0..count).map(|bit| letter >> bit & 1 == 1).collect();
    let letters = product.first_letter()?.into_iter().chain(way.iter().map(|edge| edge.letter));
    let letters: Vec<Vec<bool>> = letters.map(letter).collect();
    if !stops && !is_false_however(formula, &letters) {
        return Ok(Err(Unclear));
    }
    let state = |state: u32| product.store.get(state).to_vec();
    let taken = |edge: &Edge| edge.moved.action.map(|action| (action, state(edge.target)));
    let steps: Vec<_> = way.iter().filter_map(taken).collect();
    let cycle = stops.then_some(steps.len());
    Ok(Ok(Some(Lasso { initial: state(initial), steps, cycle })))
}
