//! Parallel composition as an explicit LTS, with priority.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use surmise_model::{ActionId, Alphabet, Context, Edge, Lts, Priority, StateId};

use super::GivenUp;

/// What to compose, and how.
pub(crate) struct Composition<'a> {
    /// The parts. Properties are completed with π already.
    pub(crate) parts: &'a [&'a Lts],
    /// Actions that the parts share and nobody else sees: τ in the result.
    pub(crate) silent: &'a Alphabet,
    /// Which steps give way to which.
    pub(crate) priority: Option<&'a Priority>,
    /// The parts that are at their end when the whole has ended, or `None` if it never ends.
    pub(crate) ends: Option<&'a [usize]>,
    /// How many states the result may have.
    pub(crate) limit: usize,
    pub(crate) context: &'a Context<'a>,
}

/// The reachable product. Tuples in which the whole has ended are one state.
pub(crate) fn compose(composition: &Composition<'_>) -> Result<Lts, GivenUp> {
    let mut composer = Composer::new(composition);
    composer.explore()?;
    composer.build()
}

/// After how many steps the context is asked whether to go on.
const GLANCE: usize = 1024;

struct Composer<'a> {
    parts: &'a [&'a Lts],
    silent: &'a Alphabet,
    priority: Option<&'a Priority>,
    ends: Option<&'a [usize]>,
    limit: usize,
    context: &'a Context<'a>,
    alphabet: Alphabet,
    /// The parts that take part in an action, by action.
    participants: Vec<Vec<u32>>,
    tuples: IndexSet<Box<[StateId]>, FxBuildHasher>,
    transitions: Vec<(u32, ActionId, Option<u32>)>,
    /// The first tuple in which the whole has ended, and the others.
    end: Option<u32>,
    other_ends: FxHashMap<u32, u32>,
}

impl<'a> Composer<'a> {
    fn new(composition: &Composition<'a>) -> Self {
        let parts = composition.parts;
        let mut alphabet = Alphabet::new();
        let mut participants: Vec<Vec<u32>> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            alphabet.union_with(part.alphabet());
            for action in part.alphabet().iter() {
                if participants.len() <= action.index() {
                    participants.resize(action.index() + 1, Vec::new());
                }
                participants[action.index()].push(number as u32);
            }
        }
        Self {
            parts,
            silent: composition.silent,
            priority: composition.priority,
            ends: composition.ends,
            limit: composition.limit,
            context: composition.context,
            alphabet,
            participants,
            tuples: IndexSet::default(),
            transitions: Vec::new(),
            end: None,
            other_ends: FxHashMap::default(),
        }
    }

    fn explore(&mut self) -> Result<(), GivenUp> {
        let initial: Box<[StateId]> = self.parts.iter().map(|part| part.initial()).collect();
        if initial.iter().any(|state| state.is_error()) {
            return Ok(());
        }
        self.tuples.insert(initial);
        let mut work = Work::new(self.participants.len());
        let mut next = 0;
        while next < self.tuples.len() {
            if next.is_multiple_of(GLANCE) {
                self.context.check()?;
            }
            work.tuple.clear();
            work.tuple.extend_from_slice(&self.tuples[next]);
            self.expand(next as u32, &mut work)?;
            next += 1;
        }
        Ok(())
    }

    /// Adds the transitions of one tuple.
    fn expand(&mut self, number: u32, work: &mut Work) -> Result<(), GivenUp> {
        work.find_enabled(self.parts, &self.participants);
        let tau = self.parts.iter().zip(&work.tuple).any(|(part, &state)| has_tau(part, state));
        if work.enabled.is_empty() && !tau {
            self.note_end(number, &work.tuple);
            return Ok(());
        }
        let mut take_tau = tau;
        if let Some(Priority { low, tau_is_low }) = self.priority {
            let tau_first = tau && !tau_is_low;
            if tau_first || work.enabled.iter().any(|&action| !low.contains(action)) {
                work.enabled.retain(|&action| !low.contains(action));
                take_tau = tau_first;
            }
        }
        if take_tau {
            for part in 0..self.parts.len() {
                let state = work.tuple[part];
                for target in self.parts[part].successors(state, ActionId::TAU) {
                    work.tuple[part] = target;
                    self.arrive(number, ActionId::TAU, &work.tuple)?;
                }
                work.tuple[part] = state;
            }
        }
        for index in 0..work.enabled.len() {
            self.step(number, work.enabled[index], work)?;
        }
        Ok(())
    }

    /// All ways in which the participants of an action take it together.
    fn step(&mut self, number: u32, action: ActionId, work: &mut Work) -> Result<(), GivenUp> {
        let participants = std::mem::take(&mut self.participants[action.index()]);
        let rows: Vec<&[Edge]> = participants
            .iter()
            .map(|&part| self.parts[part as usize].edges_on(work.tuple[part as usize], action))
            .collect();
        let label = match self.silent.contains(action) {
            true => ActionId::TAU,
            false => action,
        };
        let sources = work.tuple.clone();
        let mut choice = vec![0usize; rows.len()];
        let mut result;
        'all: loop {
            for (place, &part) in participants.iter().enumerate() {
                work.tuple[part as usize] = rows[place][choice[place]].target;
            }
            result = self.arrive(number, label, &work.tuple);
            if result.is_err() {
                break;
            }
            for place in 0..rows.len() {
                choice[place] += 1;
                if choice[place] < rows[place].len() {
                    continue 'all;
                }
                choice[place] = 0;
            }
            break;
        }
        work.tuple.clone_from(&sources);
        self.participants[action.index()] = participants;
        result
    }

    fn arrive(&mut self, from: u32, action: ActionId, tuple: &[StateId]) -> Result<(), GivenUp> {
        if self.transitions.len().is_multiple_of(GLANCE) {
            self.room_for_transitions()?;
        }
        if tuple.iter().any(|state| state.is_error()) {
            self.transitions.push((from, action, None));
            return Ok(());
        }
        let number = match self.tuples.get_index_of(tuple) {
            Some(number) => number,
            None if self.tuples.len() >= self.limit => return Err(GivenUp::States(self.limit)),
            None => {
                self.context.check_states(self.tuples.len() as u64 + 1)?;
                self.tuples.insert_full(Box::from(tuple)).0
            }
        };
        self.transitions.push((from, action, Some(number as u32)));
        Ok(())
    }

    /// Whether to go on to the next glance, with room for what may be found until then: a tuple for
    /// every transition, and twice the tables where they are full.
    fn room_for_transitions(&self) -> Result<(), GivenUp> {
        let (used, room) = (self.transitions.len(), self.transitions.capacity());
        let transitions = if used == room { 2 * room } else { 0 };
        let (used, room) = (self.tuples.len(), self.tuples.capacity());
        let entries = if used + GLANCE > room { 2 * (room + GLANCE) } else { 0 };
        let bytes = transitions * size_of::<(u32, ActionId, Option<u32>)>()
            + entries * (size_of::<Box<[StateId]>>() + 2 * size_of::<usize>())
            + GLANCE * size_of::<StateId>() * self.parts.len();
        self.context.reserve(bytes as u64)?;
        Ok(())
    }

    /// Takes note of a tuple without transitions.
    fn note_end(&mut self, number: u32, tuple: &[StateId]) {
        let ended = |&part: &usize| self.parts[part].end() == Some(tuple[part]);
        if !self.ends.is_some_and(|ends| ends.iter().all(ended)) {
            return;
        }
        match self.end {
            None => self.end = Some(number),
            Some(first) => {
                self.other_ends.insert(number, first);
            }
        }
    }

    fn build(self) -> Result<Lts, GivenUp> {
        let mut builder = Lts::builder();
        builder.extend_alphabet(self.alphabet.difference(self.silent).iter());
        if self.tuples.is_empty() {
            builder.initial(StateId::ERROR);
            return Ok(builder.build()?);
        }
        let transition = size_of::<(StateId, Edge)>() + size_of::<Edge>();
        let rows = self.transitions.len() * transition + self.tuples.len() * 3 * size_of::<u32>();
        self.context.reserve(rows as u64)?;
        // Numbers without the ends that are one with the first.
        let mut numbers = Vec::with_capacity(self.tuples.len());
        for tuple in 0..self.tuples.len() as u32 {
            numbers.push(match self.other_ends.get(&tuple) {
                Some(&first) => numbers[first as usize],
                None => builder.add_state().map_err(surmise_model::BuildError::from)?,
            });
        }
        builder.reserve(self.transitions.len());
        if let Some(end) = self.end {
            builder.end(numbers[end as usize]);
        }
        for (from, action, to) in self.transitions {
            let target = to.map_or(StateId::ERROR, |to| numbers[to as usize]);
            builder.add(numbers[from as usize], action, target);
        }
        Ok(builder.build()?)
    }
}

fn has_tau(part: &Lts, state: StateId) -> bool {
    part.edges(state).first().is_some_and(|edge| edge.action.is_tau())
}

/// What the expansion of a tuple needs, kept from one to the next.
struct Work {
    tuple: Vec<StateId>,
    /// By how many parts each action is offered; zero between tuples.
    offers: Vec<u32>,
    offered: Vec<ActionId>,
    enabled: Vec<ActionId>,
}

impl Work {
    fn new(actions: usize) -> Self {
        let (offered, enabled) = (Vec::new(), Vec::new());
        Self { tuple: Vec::new(), offers: vec![0; actions], offered, enabled }
    }

    /// The actions, τ apart, that all their participants offer, in order.
    fn find_enabled(&mut self, parts: &[&Lts], participants: &[Vec<u32>]) {
        for (part, &state) in parts.iter().zip(&self.tuple) {
            let mut previous = ActionId::TAU;
            for edge in part.edges(state) {
                if edge.action != previous {
                    previous = edge.action;
                    if self.offers[edge.action.index()] == 0 {
                        self.offered.push(edge.action);
                    }
                    self.offers[edge.action.index()] += 1;
                }
            }
        }
        self.enabled.clear();
        for action in self.offered.drain(..) {
            let offers = std::mem::take(&mut self.offers[action.index()]);
            if offers as usize == participants[action.index()].len() {
                self.enabled.push(action);
            }
        }
        self.enabled.sort_unstable();
    }
}
