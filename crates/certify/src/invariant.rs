//! Invariants: a set of states, given as a layered automaton, that the initial state is in, that
//! nothing leads out of and that no bad state is in.
//!
//! Nothing is computed with sets here. An action that begins at a level leaves everything above
//! that as it is; so what it does to a state whose reading is at a node of that level is the node's
//! own business: the rest of the state after the step has to be readable from the same node. Each
//! question is a walk down the layers, with the node that reads the state before the step and the
//! one that reads the state after it. The automaton is deterministic and all its nodes can be read
//! to the end: so a walk that cannot go on after the step, though the step is possible, is a step
//! out of the set.
//!
//! Priorities take steps away and never all of them, so what is shown without them is true with
//! them.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, Claim, Context, Invariant, Level, PropertyId, Reason, StateId, Stop, System,
};

use crate::explore::{MEMORY, STATES};
use crate::machine::Machine;
use crate::refusal::structure;
use crate::whole::Whole;
use crate::{CheckedPremise, Refusal};

/// The node of the state after the step, where there is none.
const NOWHERE: u32 = u32::MAX;

type FxIndexSet<T> = IndexSet<T, FxBuildHasher>;

/// Checks the three conditions on an invariant.
pub(crate) fn check(
    system: &System,
    claim: Claim,
    invariant: &Invariant,
    context: &Context<'_>,
) -> Result<Vec<CheckedPremise>, Refusal> {
    let mut checker = InvariantChecker::new(system, claim, invariant, context)?;
    checker.check_layers()?;
    let (shown, good): (String, Condition<'_>) = match claim {
        Claim::Property(id) => (
            format!("no state in it violates {}", system.property(id).name),
            InvariantChecker::check_property,
        ),
        Claim::NoError => {
            ("no step in it leads to an error".to_owned(), InvariantChecker::check_no_error)
        }
        Claim::NoDeadlock => {
            ("no state in it is a deadlock".to_owned(), InvariantChecker::check_moving)
        }
        Claim::Temporal(_) => {
            return structure("an invariant does not show a temporal property".to_owned());
        }
    };
    let conditions: [(&str, Condition<'_>); 3] = [
        ("the initial state is in the invariant", InvariantChecker::check_initial),
        ("no step leads out of it", InvariantChecker::check_closed),
        (&shown, good),
    ];
    let mut checked = Vec::new();
    for (index, (statement, condition)) in conditions.into_iter().enumerate() {
        checker.visited = 0;
        let statement = statement.to_owned();
        match condition(&mut checker) {
            Ok(()) => checked.push(CheckedPremise { statement, states: checker.visited }),
            Err(Objection::Because(why)) => return Err(Refusal::Invariant { statement, why }),
            Err(Objection::Limit(reason)) => {
                return Err(Refusal::Limit { number: index + 1, statement, reason });
            }
        }
    }
    Ok(checked)
}

type Condition<'a> = fn(&mut InvariantChecker<'a>) -> Result<(), Objection>;

enum Objection {
    Because(String),
    Limit(Reason),
}

/// What is on a level: transitions by state, sorted. The last state is bad: a component's π, or
/// where the property forbids something.
struct LevelMachine {
    machine: Machine,
    is_property: bool,
    initial: u32,
}

impl LevelMachine {
    fn bad(&self) -> u32 {
        self.machine.rows.len() as u32 - 1
    }

    fn steps(&self, state: u32, action: ActionId) -> &[(ActionId, u32)] {
        let row = &self.machine.rows[state as usize];
        let start = row.partition_point(|&(other, _)| other < action);
        let end = row.partition_point(|&(other, _)| other <= action);
        &row[start..end]
    }
}

struct InvariantChecker<'a> {
    system: &'a System,
    invariant: &'a Invariant,
    context: &'a Context<'a>,
    parts: Vec<LevelMachine>,
    visited: u64,
}

fn malformed<T>(why: &str) -> Result<T, Refusal> {
    structure(format!("the invariant: {why}"))
}

impl<'a> InvariantChecker<'a> {
    fn new(
        system: &'a System,
        claim: Claim,
        invariant: &'a Invariant,
        context: &'a Context<'a>,
    ) -> Result<Self, Refusal> {
        let property = match claim {
            Claim::Property(id) => Some(id),
            Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => None,
        };
        let mut times = vec![0; system.components.len()];
        let mut properties = 0;
        let mut parts = Vec::new();
        for level in &invariant.levels {
            parts.push(match level {
                Level::Component(id) => {
                    times[id.index()] += 1;
                    let lts = &system.component(*id).lts;
                    let mut machine = Machine::written(lts);
                    machine.rows.iter_mut().for_each(|row| row.sort_unstable());
                    let initial = machine.initial.unwrap_or_default();
                    LevelMachine { machine, is_property: false, initial }
                }
                Level::Property => {
                    properties += 1;
                    monitor(system, property, &invariant.property_states)?
                }
            });
        }
        if let Some(i) = times.iter().position(|&times| times != 1) {
            let (name, times) = (&system.components[i].name, times[i]);
            return malformed(&format!("component `{name}` is on {times} levels instead of one"));
        }
        if properties != usize::from(property.is_some()) {
            return malformed(&format!("the property is on {properties} levels"));
        }
        Ok(Self { system, invariant, context, parts, visited: 0 })
    }

    /// The layers are an automaton that reads states, and every node can be read to the end.
    fn check_layers(&self) -> Result<(), Refusal> {
        let layers = &self.invariant.layers;
        if layers.len() != self.parts.len() {
            return malformed(&format!("{} layers for {} levels", layers.len(), self.parts.len()));
        }
        if layers.first().is_some_and(|layer| layer.len() != 1) {
            return malformed("the first layer has not one node");
        }
        for (level, layer) in layers.iter().enumerate() {
            let next = layers.get(level + 1).map_or(1, Vec::len);
            for node in layer {
                let fits = |&(value, place): &(u32, u32)| {
                    value < self.parts[level].bad() && (place as usize) < next
                };
                let grows = node.windows(2).all(|pair| pair[0].0 < pair[1].0);
                if node.is_empty() || !grows || !node.iter().all(fits) {
                    return malformed(&format!("a node on level {} makes no sense", level + 1));
                }
            }
        }
        Ok(())
    }

    /// Where a node goes on with a local state.
    fn next(&self, level: usize, node: u32, value: u32) -> u32 {
        let Some(node) = self.invariant.layers[level].get(node as usize) else { return NOWHERE };
        let place = node.binary_search_by_key(&value, |&(value, _)| value);
        place.map_or(NOWHERE, |place| node[place].1)
    }

    /// Counts what is looked at, within limits.
    fn visit(&mut self) -> Result<(), Objection> {
        self.visited += 1;
        if self.visited.is_multiple_of(1024) {
            self.context.check().map_err(|Stop(reason)| Objection::Limit(reason))?;
        }
        let limits = self.context.limits;
        let states = limits.states.unwrap_or(STATES);
        if self.visited > states {
            return Err(Objection::Limit(Reason::StateLimit(states)));
        }
        let memory = limits.memory.unwrap_or(MEMORY);
        if self.visited * 64 > memory {
            return Err(Objection::Limit(Reason::MemoryLimit(memory)));
        }
        Ok(())
    }

    fn check_initial(&mut self) -> Result<(), Objection> {
        let mut node = 0;
        for level in 0..self.parts.len() {
            self.visit()?;
            node = self.next(level, node, self.parts[level].initial);
            if node == NOWHERE {
                return Err(Objection::Because("it is not".to_owned()));
            }
        }
        Ok(())
    }

    /// Whatever happens, what can be read before can be read after.
    fn check_closed(&mut self) -> Result<(), Objection> {
        let invariant = self.invariant;
        // Pairs of nodes, the second of which has to read whatever the first does; for all actions.
        let mut pairs: FxIndexSet<(usize, u32, u32)> = FxIndexSet::default();
        let mut done = 0;
        let mut walk: FxIndexSet<(usize, u32, u32)> = FxIndexSet::default();
        for (action, levels) in actions(&self.parts) {
            let (Some(&first), Some(&last)) = (levels.first(), levels.last()) else { continue };
            walk.clear();
            let nodes = 0..invariant.layers[first].len() as u32;
            walk.extend(nodes.map(|node| (first, node, node)));
            let mut next = 0;
            while let Some(&(level, before, after)) = walk.get_index(next) {
                next += 1;
                self.visit()?;
                if level > last {
                    pairs.insert((level, before, after));
                    continue;
                }
                for &(value, below) in &invariant.layers[level][before as usize] {
                    if levels.binary_search(&level).is_err() {
                        walk.insert((level + 1, below, self.next(level, after, value)));
                        continue;
                    }
                    let part = &self.parts[level];
                    for &(_, target) in part.steps(value, action) {
                        // A step into π ends the run; one that is forbidden is looked at elsewhere.
                        if target != part.bad() {
                            walk.insert((level + 1, below, self.next(level, after, target)));
                        }
                    }
                }
            }
            while let Some(&(level, before, after)) = pairs.get_index(done) {
                done += 1;
                self.visit()?;
                if after == NOWHERE {
                    return Err(Objection::Because(format!(
                        "`{}` does",
                        self.system.actions.name(action)
                    )));
                }
                if before == after || level == self.parts.len() {
                    continue;
                }
                for &(value, below) in &invariant.layers[level][before as usize] {
                    pairs.insert((level + 1, below, self.next(level, after, value)));
                }
            }
        }
        Ok(())
    }

    /// The property forbids no step that is possible in the set.
    fn check_property(&mut self) -> Result<(), Objection> {
        self.check_steps(true)
    }

    /// No step that is possible in the set leads a component into π.
    fn check_no_error(&mut self) -> Result<(), Objection> {
        self.check_steps(false)
    }

    /// No step that is possible in the set is bad for the property, or else for a component.
    fn check_steps(&mut self, of_property: bool) -> Result<(), Objection> {
        let invariant = self.invariant;
        let mut walk: FxIndexSet<(usize, u32, bool)> = FxIndexSet::default();
        for (action, levels) in actions(&self.parts) {
            let (Some(&first), Some(&last)) = (levels.first(), levels.last()) else { continue };
            walk.clear();
            let nodes = 0..invariant.layers[first].len() as u32;
            walk.extend(nodes.map(|node| (first, node, false)));
            let mut next = 0;
            while let Some(&(level, node, is_bad)) = walk.get_index(next) {
                next += 1;
                self.visit()?;
                if level > last {
                    if is_bad {
                        return Err(Objection::Because(format!(
                            "`{}` is one",
                            self.system.actions.name(action)
                        )));
                    }
                    continue;
                }
                for &(value, below) in &invariant.layers[level][node as usize] {
                    if levels.binary_search(&level).is_err() {
                        walk.insert((level + 1, below, is_bad));
                        continue;
                    }
                    let part = &self.parts[level];
                    for &(_, target) in part.steps(value, action) {
                        let bad = target == part.bad() && part.is_property == of_property;
                        walk.insert((level + 1, below, is_bad || bad));
                    }
                }
            }
        }
        Ok(())
    }

    /// In every state of the set something can happen, or the system has ended. Walks down with the
    /// actions that all participants so far offer; once all do, something can happen, and that path
    /// is done.
    fn check_moving(&mut self) -> Result<(), Objection> {
        let invariant = self.invariant;
        let whole = Whole::new(self.system);
        if !whole.free.is_empty() {
            return Ok(());
        }
        let end = whole.end();
        let at_end = |level: usize, value: u32| match (&end, self.invariant.levels[level]) {
            (Some(end), Level::Component(id)) => {
                end.iter().all(|&(component, state)| component != id.index() || state == value)
            }
            _ => false,
        };
        // By level: what begins there, and what goes on or ends there.
        let actions = actions(&self.parts);
        let takes_part: Vec<Vec<usize>> = (0..self.parts.len())
            .map(|level| {
                (0..actions.len()).filter(|&a| actions[a].1.binary_search(&level).is_ok()).collect()
            })
            .collect();
        let mut walk: FxIndexSet<(usize, u32, Vec<usize>, bool)> = FxIndexSet::default();
        walk.insert((0, 0, Vec::new(), end.is_some()));
        let mut next = 0;
        while let Some((level, node, offered, ended)) = walk.get_index(next).cloned() {
            next += 1;
            self.visited += offered.len() as u64;
            self.visit()?;
            if level == self.parts.len() {
                if !ended {
                    return Err(Objection::Because("nobody can move in one of them".to_owned()));
                }
                continue;
            }
            'values: for &(value, below) in &invariant.layers[level][node as usize] {
                let mut still: Vec<usize> = offered
                    .iter()
                    .copied()
                    .filter(|&a| actions[a].1.binary_search(&level).is_err())
                    .collect();
                for &number in &takes_part[level] {
                    let (action, levels) = &actions[number];
                    let is_first = levels.first() == Some(&level);
                    if !(is_first || offered.contains(&number))
                        || self.parts[level].steps(value, *action).is_empty()
                    {
                        continue;
                    }
                    if levels.last() == Some(&level) {
                        continue 'values;
                    }
                    still.push(number);
                }
                still.sort_unstable();
                walk.insert((level + 1, below, still, ended && at_end(level, value)));
            }
        }
        Ok(())
    }
}

/// All actions, τ once for each level that has it, and the levels that take part, from the top.
fn actions(parts: &[LevelMachine]) -> Vec<(ActionId, Vec<usize>)> {
    let mut actions: Vec<(ActionId, Vec<usize>)> = Vec::new();
    let mut visible: BTreeMap<ActionId, Vec<usize>> = BTreeMap::new();
    for (level, part) in parts.iter().enumerate() {
        if part.machine.rows.iter().flatten().any(|(action, _)| action.is_tau()) {
            actions.push((ActionId::TAU, vec![level]));
        }
        for action in part.machine.alphabet.iter() {
            visible.entry(action).or_default().push(level);
        }
    }
    actions.extend(visible);
    actions
}

/// The property, in the sets of states that the invariant names. It moves from set to set by its
/// own transitions; what leads to a set without a name counts as forbidden.
fn monitor(
    system: &System,
    property: Option<PropertyId>,
    sets: &[Vec<StateId>],
) -> Result<LevelMachine, Refusal> {
    let Some(id) = property else {
        return malformed("there is a level for a property, and no property");
    };
    let property = Machine::forbidding(&system.property(id).lts);
    let mut numbers: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for (number, set) in sets.iter().enumerate() {
        let set: Vec<u32> = set.iter().map(|state| state.raw()).collect();
        let exists = |&state: &u32| (state as usize) < property.rows.len();
        if set.is_empty() || !set.is_sorted() || !set.iter().all(exists) {
            return malformed(&format!("set {number} of the property's states makes no sense"));
        }
        numbers.insert(set, number as u32);
    }
    let bad = sets.len() as u32;
    let number = |set: &[u32]| numbers.get(set).copied().unwrap_or(bad);
    let mut rows = vec![Vec::new(); sets.len() + 1];
    for (set, &from) in &numbers {
        let step = |action: ActionId| (action, number(&property.after(set, action)));
        rows[from as usize] = property.alphabet.iter().map(step).collect();
    }
    let initial = number(&property.start());
    let machine = Machine { alphabet: property.alphabet, initial: Some(initial), rows };
    Ok(LevelMachine { machine, is_property: true, initial })
}
