//! From elements to steps: which steps are possible at each location, and where they lead.
//!
//! A jump that follows a statement costs no step: the statement leads to where the jump goes. A
//! jump that comes first in an option is a step. A selection or a block offers the steps of all its
//! beginnings. What `unless` adds comes first, and if it is possible, nothing else is.

use super::super::program::{Action, Step};
use super::super::token::{At, Symbol};
use super::element::{Elements, Jump, Kind};

/// How far jumps are followed: a circle of jumps ends there.
const MAX_JUMPS: usize = 500;

/// An `end` label marks it, or it is the end.
pub(super) const END: u8 = 1;
/// An `accept` label marks it.
pub(super) const ACCEPT: u8 = 2;
/// A `progress` label marks it.
pub(super) const PROGRESS: u8 = 4;

/// A process as a graph.
pub(super) struct Graph {
    pub(super) locations: Vec<Vec<Step>>,
    pub(super) initial: u32,
    /// What labels say of locations: [`END`], [`ACCEPT`], [`PROGRESS`].
    pub(super) marks: Vec<u8>,
    pub(super) end: u32,
    pub(super) inside: Vec<Option<u32>>,
    pub(super) actions: Vec<(Action, At)>,
    pub(super) labels: Vec<(Symbol, u32)>,
}

impl Elements {
    /// The graph; `mark` says what a label marks.
    pub(super) fn graph(mut self, mark: impl Fn(Symbol) -> u8) -> Graph {
        self.tie_ends();
        self.bridge_jumps();
        let count = self.elements.len();
        let mut marks = vec![0; count];
        marks[self.end] = END;
        for &(label, element) in &self.labels {
            marks[element] |= mark(label.name);
        }
        for element in &self.elements {
            if let Kind::Deterministic(block, action) = element.kind {
                let start = self.start(block) as u32;
                self.actions[action as usize].0 = Action::Deterministic(start);
            }
        }
        // A jump or joint is a step that does nothing.
        let skip = self.actions.len() as u32;
        self.actions.push((Action::Skip, At::default()));
        let mut plain: Vec<Option<Step>> = Vec::with_capacity(count);
        for element in 0..count {
            let step = self.step(element, skip);
            plain.push(step);
        }
        let mut locations: Vec<Vec<Step>> = Vec::with_capacity(count);
        for element in 0..count {
            let mut leaves = Vec::new();
            match plain[element] {
                Some(step) => leaves.push(step),
                None => {
                    let mut found = Vec::new();
                    self.leaves(element, &mut marks, &mut found, 0);
                    for leaf in found {
                        let Some(step) = plain[leaf] else { continue };
                        marks[step.target as usize] |= marks[leaf];
                        leaves.push(step);
                    }
                }
            }
            locations.push(leaves);
        }
        self.add_escapes(&mut locations);
        for (element, steps) in locations.iter().enumerate() {
            let joint = matches!(self.elements[element].kind, Kind::Joint);
            if let ([step], true) = (&steps[..], joint) {
                marks[step.target as usize] |= marks[element];
            }
        }
        let body = self.sequences[self.body].first.unwrap_or(self.end);
        let initial = self.hunt(body, self.elements[body].atomic) as u32;
        Graph {
            locations,
            initial,
            marks,
            end: self.end as u32,
            inside: self.elements.iter().map(|element| element.inside).collect(),
            labels: self.labels.iter().map(|&(label, at)| (label.name, at as u32)).collect(),
            actions: self.actions,
        }
    }

    /// What follows the last statement of a block is what follows the block.
    fn tie_ends(&mut self) {
        for element in (0..self.elements.len()).rev() {
            let (Kind::Block(block) | Kind::Deterministic(block, _)) = self.elements[element].kind
            else {
                continue;
            };
            if let (Some(next), Some(last)) =
                (self.elements[element].next, self.sequences[block].last)
            {
                self.elements[last].next = Some(next);
            }
        }
    }

    fn destination(&self, jump: Jump) -> usize {
        match jump {
            Jump::Label(label, _) => self.find(label).unwrap_or(self.end),
            Jump::Out(exit) => self.exits[exit],
        }
    }

    /// A jump out of an `atomic` ends it; one into another goes on without interruption. Only jumps
    /// inside blocks are concerned.
    fn bridge_jumps(&mut self) {
        for element in 0..self.elements.len() {
            let Kind::Goto(jump) = self.elements[element].kind else { continue };
            let target = self.destination(jump);
            let into = self.elements[target].atomic || self.elements[target].last;
            let this = &mut self.elements[element];
            if (this.atomic || this.last) && !into {
                this.atomic = false;
                this.last = true;
            }
            if this.last && into {
                this.last = false;
                this.atomic = true;
            }
        }
    }

    /// Where a step that leads to an element really leads: behind jumps and joints, but not out of
    /// an `atomic` that goes on.
    fn hunt(&self, from: usize, atomic: bool) -> usize {
        let mut place = from;
        for _ in 0..MAX_JUMPS {
            let next = match self.elements[place].kind {
                Kind::Goto(jump) => {
                    let target = self.destination(jump);
                    if target == place {
                        return from;
                    }
                    target
                }
                Kind::Joint | Kind::Exit => match self.elements[place].next {
                    Some(next) => next,
                    None => return place,
                },
                Kind::Unless(main, _) => match self.sequences[main].first {
                    Some(first) => self.hunt(first, atomic),
                    None => return place,
                },
                _ => return place,
            };
            if atomic && !self.elements[next].atomic {
                return place;
            }
            place = next;
        }
        place
    }

    /// Where a block or an option begins.
    fn start(&self, sequence: usize) -> usize {
        let mut place = self.sequences[sequence].first.unwrap_or(self.end);
        for _ in 0..MAX_JUMPS {
            place = match self.elements[place].kind {
                Kind::Joint => match self.elements[place].next {
                    Some(next) => next,
                    None => break,
                },
                Kind::Unless(main, _) => match self.sequences[main].first {
                    Some(first) => first,
                    None => break,
                },
                _ => break,
            };
        }
        place
    }

    /// The step of an element that is one.
    fn step(&self, number: usize, skip: u32) -> Option<Step> {
        let element = &self.elements[number];
        let follows = |from: Option<usize>| from.map_or(0, |from| self.hunt(from, element.atomic));
        let (action, target) = match element.kind {
            Kind::Basic(action) | Kind::Deterministic(_, action) => (action, follows(element.next)),
            Kind::Goto(jump) => (skip, follows(Some(self.destination(jump)))),
            Kind::Joint | Kind::Exit => (skip, follows(element.next)),
            Kind::Selection(_) | Kind::Unless(..) | Kind::Block(_) => return None,
        };
        let (target, origin) = (target as u32, number as u32);
        Some(Step { action, target, keeps: element.atomic, escape: 0, origin })
    }

    /// The elements whose steps a selection or a block offers, in order.
    fn leaves(&self, number: usize, marks: &mut [u8], found: &mut Vec<usize>, depth: usize) {
        if depth > MAX_JUMPS {
            return;
        }
        let beginnings: Vec<usize> = match &self.elements[number].kind {
            Kind::Selection(options) => options.iter().map(|&option| self.start(option)).collect(),
            Kind::Block(block) | Kind::Unless(block, _) => vec![self.start(*block)],
            _ => return,
        };
        for beginning in beginnings {
            let kind = &self.elements[beginning].kind;
            if !matches!(kind, Kind::Selection(_) | Kind::Block(_) | Kind::Unless(..)) {
                found.push(beginning);
                continue;
            }
            let before = found.len();
            self.leaves(beginning, marks, found, depth + 1);
            // A label on the beginning of an option marks what comes after it.
            for &leaf in &found[before..] {
                marks[leaf] |= marks[beginning];
            }
        }
    }

    /// Puts the steps of escapes in front.
    fn add_escapes(&self, locations: &mut [Vec<Step>]) {
        for location in 0..locations.len() {
            let own: Vec<Step> = locations[location].clone();
            for step in own {
                let element = &self.elements[step.origin as usize];
                if matches!(element.kind, Kind::Joint) {
                    continue;
                }
                for &escape in element.escapes.iter().rev() {
                    let Some(first) = self.sequences[escape].first else { continue };
                    let place = self.hunt(first, element.atomic);
                    for other in locations[place].clone() {
                        let known = |there: &Step| there.origin == other.origin;
                        if !locations[location].iter().any(known) {
                            let escape = place as u32;
                            locations[location].insert(0, Step { escape, ..other });
                        }
                    }
                }
            }
        }
    }
}
