//! Ranges: values that nobody is known to keep within bounds are cut off, and leaving is a step.
//!
//! A set of values that does not end, or that makes too many steps, is cut to a range. A step that
//! would end outside leaves everybody where they are, on a label of its own, which a property of
//! the range forbids. What the cut components reach is the program up to the first step that
//! leaves any range, and that step is there. So whatever they do otherwise is real; and if no
//! range is left, they are the program.
//!
//! Only where a step ends counts: `x++; x--` in one `atomic` leaves nothing.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::ValueRange;

use super::super::super::program::{Meaning, Program, Slot, Width};
use super::super::super::run::{Effect, State};
use super::super::analysis::Role;
use super::super::label::{Leaves, Part};
use super::super::{Cut, Local};
use super::walk::Parts;

/// How many values a variable has at first once it is cut, and how many messages a channel.
const VALUES: usize = 8;
const MESSAGES: i32 = 2;

/// Something that has a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Global(u32),
    /// A variable of a process with this number and type: its place in the local state.
    Local(u32, u32, u32),
    /// The length of a channel.
    Queue(u32),
    /// The number of processes.
    Count,
}

/// All ranges.
pub(super) struct Ranges<'p> {
    program: &'p Program,
    /// Global variables by the process that they are part of.
    roles: Vec<Role>,
    queues: Vec<u32>,
    cuts: Vec<Cut>,
    found: IndexMap<Place, Option<usize>, FxBuildHasher>,
}

impl<'p> Ranges<'p> {
    pub(super) fn new(
        program: &'p Program,
        roles: Vec<Role>,
        queues: Vec<u32>,
        cuts: &[Cut],
    ) -> Self {
        Self { program, roles, queues, cuts: cuts.to_vec(), found: IndexMap::default() }
    }

    pub(super) fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The variable at a place.
    fn slot(&self, place: Place) -> Option<&'p Slot> {
        match place {
            Place::Global(slot) => self.program.globals.get(slot as usize),
            Place::Local(process, kind, place) => {
                let locals = &self.program.processes[kind as usize].locals;
                let place = (place as usize).checked_sub(2)?;
                locals.get(place).or_else(|| {
                    let owned = self.roles.iter().zip(&self.program.globals);
                    let mut owned =
                        owned.filter(|(role, _)| **role == Role::Owned(process as usize));
                    owned.nth(place - locals.len()).map(|(_, slot)| slot)
                })
            }
            Place::Queue(_) | Place::Count => None,
        }
    }

    /// What a place is called; no two are called the same.
    pub(super) fn name(&self, place: Place) -> String {
        match place {
            Place::Count => "_nr_pr".to_owned(),
            Place::Global(slot) => self.program.globals[slot as usize].name.clone(),
            Place::Queue(number) => {
                let channel = self.queues[number as usize];
                let name = &self.program.channels[channel as usize].name;
                match self.queues.iter().filter(|other| **other == channel).count() {
                    0 | 1 => format!("len({name})"),
                    _ => format!("len({name}#{number})"),
                }
            }
            Place::Local(process, kind, place) => {
                let code = &self.program.processes[kind as usize];
                let slot = place as usize - 2;
                let Some(local) = code.locals.get(slot) else {
                    return self.slot(Place::Local(process, kind, place)).map_or_else(
                        || format!("{}[{process}]:{slot}", code.name),
                        |slot| slot.name.clone(),
                    );
                };
                let name = format!("{}[{process}]:{}", code.name, local.name);
                match code.locals.iter().filter(|other| other.name == local.name).count() {
                    0 | 1 => name,
                    _ => format!("{name}#{slot}"),
                }
            }
        }
    }

    /// The number of the range of a place, if it has one.
    pub(super) fn cut(&mut self, place: Place) -> Option<usize> {
        if self.cuts.is_empty() {
            return None;
        }
        if let Some(found) = self.found.get(&place) {
            return *found;
        }
        let name = self.name(place);
        let found = self.cuts.iter().position(|cut| cut.range.name == name);
        self.found.insert(place, found);
        if let Some(found) = found {
            let (least, greatest) = self.bounds(place);
            (self.cuts[found].least, self.cuts[found].greatest) = (least, greatest);
        }
        found
    }

    /// The least and the greatest value that there can be.
    fn bounds(&self, place: Place) -> (i32, i32) {
        match place {
            Place::Count => (0, 255),
            Place::Queue(queue) => {
                let channel = self.queues[queue as usize];
                (0, self.program.channels[channel as usize].capacity as i32)
            }
            Place::Global(_) | Place::Local(..) => match self.slot(place).map(|slot| slot.width) {
                Some(Width::Byte) => (0, 255),
                Some(Width::Short) => (i16::MIN.into(), i16::MAX.into()),
                Some(Width::Bits(bits)) => (0, Width::Bits(bits).cut(-1)),
                Some(Width::Int) | None => (i32::MIN, i32::MAX),
            },
        }
    }

    /// Whether a variable has no range.
    pub(super) fn is_free(&mut self, part: Part) -> bool {
        matches!(part, Part::Global(slot) if self.cut(Place::Global(slot)).is_none())
    }

    /// Whether what is left is the range of this channel.
    pub(super) fn is_of(&mut self, leaves: Option<Leaves>, part: Part) -> bool {
        let Part::Queue(queue) = part else { return false };
        let mine = self.cut(Place::Queue(queue));
        leaves.is_some_and(|leaves| mine == Some(leaves.range as usize))
    }

    /// The range of a place that a value is outside of.
    fn leaves(&mut self, place: Place, value: i32) -> Option<Leaves> {
        let range = self.cut(place)?;
        let ValueRange { low, high, .. } = self.cuts[range].range;
        (value < low || value > high).then_some(Leaves { range: range as u32, above: value > high })
    }

    /// The most processes that there may be, if that has a range.
    pub(super) fn most_processes(&mut self) -> Option<u32> {
        let range = self.cut(Place::Count)?;
        u32::try_from(self.cuts[range].range.high).ok()
    }

    /// The range that a part leaves in a state.
    pub(super) fn left_in(&mut self, part: Part, view: &[i32]) -> Option<Leaves> {
        if self.cuts.is_empty() {
            return None;
        }
        match part {
            Part::Global(slot) => self.leaves(Place::Global(slot), *view.first()?),
            Part::Count => self.leaves(Place::Count, *view.first()?),
            Part::Queue(queue) => {
                let channel = self.queues[queue as usize];
                let size = self.program.channels[channel as usize].fields.len().max(1);
                self.leaves(Place::Queue(queue), (view.len() / size) as i32)
            }
            Part::Process(process) => {
                let [kind, _, held @ ..] = view else { return None };
                let places = held.iter().zip(2_u32..);
                places.into_iter().find_map(|(&value, place)| {
                    self.leaves(Place::Local(process, *kind as u32, place), value)
                })
            }
            Part::Monitor(_) => None,
        }
    }

    /// The range of a variable, or of the number of processes, that effects leave for sure.
    pub(super) fn left_by(&mut self, effects: &[Effect], most: u32) -> Option<Leaves> {
        if self.cuts.is_empty() {
            return None;
        }
        let mut last: IndexMap<u32, i32, FxBuildHasher> = IndexMap::default();
        for effect in effects {
            match effect {
                Effect::Write(slot, value) if self.roles[*slot as usize] == Role::Shared => {
                    last.insert(*slot, *value);
                }
                Effect::Create { process, .. } if *process >= most => {
                    return self.leaves(Place::Count, *process as i32 + 1);
                }
                _ => {}
            }
        }
        last.into_iter().find_map(|(slot, value)| self.leaves(Place::Global(slot), value))
    }

    /// Cuts a place to a range around what it is at first, if it has none and can have one.
    pub(super) fn add(&mut self, place: Place, values: usize, initial: &State) -> bool {
        if self.cut(place).is_some() {
            return false;
        }
        let name = self.name(place);
        let (least, greatest) = self.bounds(place);
        let (low, high) = match place {
            Place::Count => return false,
            Place::Queue(queue) => {
                let held = initial.queues.get(queue as usize).map_or(0, |queue| queue.length);
                (0, MESSAGES.max(held as i32).min(greatest))
            }
            Place::Global(_) | Place::Local(..) => {
                let slot = self.slot(place);
                if slot.is_none_or(|slot| slot.meaning != Meaning::Number) {
                    return false;
                }
                let first = self.first(place, initial);
                let values = (values / 2).clamp(2, VALUES) as i32;
                let low = first.min(0).max(least);
                (low, first.max(low.saturating_add(values - 1)).min(greatest))
            }
        };
        if (low, high) == (least, greatest) {
            return false;
        }
        self.cuts.push(Cut { range: ValueRange { name, low, high }, least, greatest });
        self.found.clear();
        true
    }

    /// What a variable is at first.
    fn first(&self, place: Place, initial: &State) -> i32 {
        match place {
            Place::Global(slot) => initial.globals[slot as usize],
            Place::Local(process, kind, place) => {
                let view = initial.processes.get(process as usize);
                let view = view.filter(|there| there.kind == kind);
                let slot = place as usize - 2;
                view.and_then(|there| there.locals.get(slot).copied()).unwrap_or(0)
            }
            Place::Queue(_) | Place::Count => 0,
        }
    }

    /// Cuts the number of processes.
    pub(super) fn add_count(&mut self, most: u32) {
        if self.cut(Place::Count).is_none() {
            let range = ValueRange { name: self.name(Place::Count), low: 0, high: most as i32 };
            self.cuts.push(Cut { range, least: 0, greatest: 255 });
            self.found.clear();
        }
    }

    /// The places of parts, with how many values they are known to have; those with most first.
    pub(super) fn largest(&self, parts: &Parts) -> Vec<(Place, usize)> {
        let mut all = Vec::new();
        for (part, local) in parts {
            match *part {
                Part::Global(slot) => all.push((Place::Global(slot), local.states.len())),
                Part::Queue(queue) => all.push((Place::Queue(queue), local.states.len())),
                Part::Process(process) => all.extend(held(process, local)),
                Part::Count | Part::Monitor(_) => {}
            }
        }
        all.retain(|(_, values)| *values > 3);
        all.sort_by_key(|(_, values)| std::cmp::Reverse(*values));
        all
    }
}

/// The variables of a process, with how many values each is known to have.
pub(super) fn held(process: u32, local: &Local) -> impl Iterator<Item = (Place, usize)> {
    let mut values: IndexMap<(u32, u32), IndexSet<i32, FxBuildHasher>, FxBuildHasher> =
        IndexMap::default();
    for view in &local.states {
        let [kind, _, held @ ..] = &view[..] else { continue };
        for (value, place) in held.iter().zip(2..) {
            values.entry((*kind as u32, place)).or_default().insert(*value);
        }
    }
    let place = move |(kind, place): (u32, u32)| Place::Local(process, kind, place);
    values.into_iter().map(move |(key, values)| (place(key), values.len()))
}
