//! The states of a system as a temporal property sees them: one local state for each component, the
//! values of the fluents, and where an observer of the run is. Steps say which action happens and
//! who moves.
//!
//! This is beside [`search`](crate::search)'s product, which knows where a step leads and not by
//! which action: a formula asks for that, and fairness for who moves.

use surmise_model::{
    ActionId, Context, Edge, Lts, Meaning, Priority, Reason, StateId, Stop, Stopping, System,
    TemporalProperty,
};

use super::product::Marks;
use super::runs::{Field, Moved, Runs, Steps};
use super::{Guard, Letter};

/// Where numbers below these bounds are in packed states, and how many words those take.
fn pack(bounds: impl Iterator<Item = usize>) -> (Vec<Field>, usize) {
    let (mut fields, mut word, mut used) = (Vec::new(), 0, 0);
    for bound in bounds {
        let bits = (bound.max(1) as u64 - 1).checked_ilog2().map_or(0, |log| log + 1);
        if used + bits > 64 {
            word += 1;
            used = 0;
        }
        fields.push(Field { word, shift: if bits == 0 { 0 } else { used }, bits });
        used += bits;
    }
    (fields, word + 1)
}

/// The states and steps of a system, for one temporal property.
pub(super) struct Space<'a> {
    ltss: Vec<&'a Lts>,
    /// Who takes part in each action.
    participants: Vec<Vec<u32>>,
    /// Actions of safety properties that no component has.
    free: Vec<ActionId>,
    /// Actions of the formula that no component has.
    open: Vec<ActionId>,
    priority: Option<&'a Priority>,
    stopping: Stopping,
    fields: Vec<Field>,
    observer: Field,
    /// The first of two words with the fluents' values, at the places of their propositions.
    fluents: Option<usize>,
    words: usize,
    /// The fluents that each action makes true, and those it makes false.
    on: Vec<Letter>,
    off: Vec<Letter>,
    initially: Letter,
    /// The propositions that each action is.
    said: Vec<Letter>,
    /// The propositions that are true where a component is in each state.
    seen: Vec<Vec<Letter>>,
}

/// What is needed to compute the steps from a state, kept from one state to the next.
#[derive(Debug, Default)]
struct Room {
    tuple: Vec<u32>,
    next: Vec<u32>,
    digits: Vec<u32>,
    /// All steps: what happens, and the tuples that it leads to one after the other.
    steps: Vec<Moved>,
    tuples: Vec<u32>,
    /// What can happen and lead into π.
    leaving: Vec<Moved>,
}

impl Room {
    /// All steps from the state, and where they lead the components.
    fn steps(&self) -> impl Iterator<Item = (Moved, &[u32])> {
        let width = self.tuple.len();
        let tuple = move |index: usize| &self.tuples[index * width..(index + 1) * width];
        self.steps.iter().enumerate().map(move |(index, &moved)| (moved, tuple(index)))
    }
}

impl<'a> Space<'a> {
    /// The space for an observer with so many states. If nobody asks for letters, there may be any
    /// number of propositions, and letters are empty.
    pub(super) fn new(
        system: &'a System,
        property: &TemporalProperty,
        observer: usize,
        with_letters: bool,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        if property.propositions.iter().any(|p| matches!(p.meaning, Meaning::Predicate(_))) {
            let why = "the formula speaks of a program's states, which components do not have";
            return Err(Stop(Reason::Unsupported(why.to_owned())));
        }
        let (propositions, most) = (property.propositions.len(), Guard::PROPOSITIONS);
        if with_letters && propositions > most {
            return Err(Stop(Reason::Unsupported(format!(
                "the formula has {propositions} propositions, and no more than {most} can be told \
                 apart"
            ))));
        }
        let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
        let actions = system.actions.len();
        context.reserve((actions * 72) as u64)?;
        let mut participants: Vec<Vec<u32>> = vec![Vec::new(); actions];
        for (part, lts) in ltss.iter().enumerate() {
            lts.alphabet().iter().for_each(|action| participants[action.index()].push(part as u32));
        }
        let mut space = Self {
            participants,
            free: Vec::new(),
            open: Vec::new(),
            priority: system.priority.as_ref(),
            stopping: property.stopping,
            fields: Vec::new(),
            observer: Field::default(),
            fluents: None,
            words: 0,
            on: vec![0; actions],
            off: vec![0; actions],
            initially: 0,
            said: vec![0; actions],
            seen: vec![Vec::new(); ltss.len()],
            ltss,
        };
        let is_known = |space: &Self, action: ActionId| {
            space.participants.get(action.index()).is_some_and(|who| !who.is_empty())
        };
        for action in system.properties.iter().flat_map(|p| p.lts.alphabet().iter()) {
            if !is_known(&space, action) && !space.free.contains(&action) {
                space.free.push(action);
            }
        }
        space.open = system.open_actions(property).iter().collect();
        space.open.retain(|action| !space.free.contains(action));
        let bounds = space.ltss.iter().map(|lts| lts.num_states());
        let (fields, words) = pack(bounds.chain([observer]));
        (space.fields, space.words) = (fields, words);
        space.observer = space.fields.pop().unwrap_or_default();
        if with_letters {
            space.give_letters(property);
        }
        Ok(space)
    }

    fn give_letters(&mut self, property: &TemporalProperty) {
        for (number, proposition) in property.propositions.iter().enumerate() {
            let bit: Letter = 1 << number;
            match &proposition.meaning {
                Meaning::Actions(actions) => {
                    actions.iter().for_each(|action| self.said[action.index()] |= bit);
                }
                Meaning::Fluent { on, off, initially } => {
                    on.iter().for_each(|action| self.on[action.index()] |= bit);
                    off.iter().for_each(|action| self.off[action.index()] |= bit);
                    self.initially |= if *initially { bit } else { 0 };
                    if self.fluents.is_none() {
                        self.fluents = Some(self.words);
                        self.words += 2;
                    }
                }
                Meaning::States { component, states } => {
                    let count = self.ltss[component.index()].num_states();
                    let seen = &mut self.seen[component.index()];
                    seen.resize(count, 0);
                    let known = states.iter().filter(|state| state.index() < count);
                    known.for_each(|state| seen[state.index()] |= bit);
                }
                Meaning::Predicate(_) => {}
            }
        }
    }

    /// The components that take part in a step, as bits.
    fn movers(&self, moved: Moved) -> Marks {
        match moved.action {
            None => 0,
            Some(action) if action.is_tau() => 1 << moved.alone,
            Some(action) => {
                let parts = self.participants.get(action.index()).into_iter().flatten();
                parts.fold(0, |marks, &part| marks | 1 << part)
            }
        }
    }

    /// The initial states of the components; none if one of them is in π.
    fn initial(&self) -> Option<Vec<u32>> {
        let initial = self.ltss.iter().map(|lts| lts.initial());
        initial.map(|state| (!state.is_error()).then_some(state.raw())).collect()
    }

    /// Packs a state, the observer in its state 0.
    pub(super) fn pack(&self, tuple: &[u32], fluents: Letter, out: &mut [u64]) {
        out.fill(0);
        for (field, &local) in self.fields.iter().zip(tuple) {
            field.set(out, local);
        }
        if let Some(word) = self.fluents {
            (out[word], out[word + 1]) = (fluents as u64, (fluents >> 64) as u64);
        }
    }

    /// Where the components are.
    pub(super) fn tuple(&self, state: &[u64]) -> Vec<StateId> {
        self.fields.iter().map(|field| StateId::of(field.get(state) as usize)).collect()
    }

    /// Which fluents are true.
    fn fluents(&self, state: &[u64]) -> Letter {
        let whole = |word: usize| Letter::from(state[word]) | Letter::from(state[word + 1]) << 64;
        self.fluents.map_or(0, whole)
    }

    /// The fluents after a step.
    fn fluents_after(&self, fluents: Letter, moved: Moved) -> Letter {
        match moved.action {
            Some(action) => (fluents | self.on[action.index()]) & !self.off[action.index()],
            None => fluents,
        }
    }

    /// The letter of the position that a step leads to.
    fn letter(&self, moved: Option<Moved>, tuple: &[u32], fluents: Letter) -> Letter {
        let action = moved.and_then(|moved| moved.action);
        let mut letter = fluents | action.map_or(0, |action| self.said[action.index()]);
        for (seen, &local) in self.seen.iter().zip(tuple) {
            letter |= seen.get(local as usize).copied().unwrap_or(0);
        }
        letter
    }

    /// Computes the steps from a state. Those into π are left out; gives whether there are any.
    fn expand(&self, state: &[u64], room: &mut Room, context: &Context<'_>) -> Result<bool, Stop> {
        room.tuple.clear();
        room.tuple.extend(self.fields.iter().map(|field| field.get(state)));
        room.steps.clear();
        room.tuples.clear();
        room.leaving.clear();
        for low in [false, true] {
            if low
                && (self.priority.is_none() || !room.steps.is_empty() || !room.leaving.is_empty())
            {
                break;
            }
            for part in 0..self.ltss.len() {
                let edges = self.ltss[part].edges(StateId::of(room.tuple[part] as usize));
                for same in edges.chunk_by(|left, right| left.action == right.action) {
                    let action = same[0].action;
                    if self.is_low(action) != low {
                        continue;
                    }
                    let moved = Moved { action: Some(action), alone: part as u32 };
                    if action.is_tau() {
                        self.together(moved, &[part as u32], room, context)?;
                    } else if self.participants[action.index()][0] == part as u32 {
                        let together = &self.participants[action.index()];
                        self.together(moved, together, room, context)?;
                    }
                }
            }
            for &action in self.free.iter().filter(|&&action| self.is_low(action) == low) {
                self.stay(action, room);
            }
        }
        self.open.iter().for_each(|&action| self.stay(action, room));
        if room.steps.is_empty() && room.leaving.is_empty() && self.stopping == Stopping::Stays {
            room.steps.push(Moved { action: None, alone: 0 });
            room.tuples.extend_from_slice(&room.tuple);
        }
        Ok(!room.leaving.is_empty())
    }

    fn is_low(&self, action: ActionId) -> bool {
        self.priority.is_some_and(|priority| match action.is_tau() {
            true => priority.tau_is_low,
            false => priority.low.contains(action),
        })
    }

    /// An action happens, and nobody moves.
    fn stay(&self, action: ActionId, room: &mut Room) {
        room.steps.push(Moved { action: Some(action), alone: 0 });
        room.tuples.extend_from_slice(&room.tuple);
    }

    /// Adds all steps in which these take part, each in all ways it can.
    fn together(
        &self,
        moved: Moved,
        together: &[u32],
        room: &mut Room,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let Room { tuple, next, digits, steps, tuples, leaving } = room;
        let action = moved.action.unwrap_or(ActionId::TAU);
        let edges = |part: u32| -> &[Edge] {
            let local = StateId::of(tuple[part as usize] as usize);
            self.ltss[part as usize].edges_on(local, action)
        };
        next.clear();
        next.extend_from_slice(tuple);
        for &part in together {
            match edges(part).first() {
                Some(edge) => next[part as usize] = edge.target.raw(),
                None => return Ok(()),
            }
        }
        digits.clear();
        digits.resize(together.len(), 0);
        loop {
            match next.contains(&StateId::ERROR.raw()) {
                true => leaving.push(moved),
                false => {
                    if steps.len() >= 1 << 16 && steps.len().is_power_of_two() {
                        context.reserve((steps.len() * (8 + 4 * tuple.len())) as u64)?;
                    }
                    steps.push(moved);
                    tuples.extend_from_slice(next);
                }
            }
            let mut is_last = true;
            for (digit, &part) in digits.iter_mut().zip(together).rev() {
                let edges = edges(part);
                *digit = if *digit as usize + 1 < edges.len() { *digit + 1 } else { 0 };
                next[part as usize] = edges[*digit as usize].target.raw();
                if *digit > 0 {
                    is_last = false;
                    break;
                }
            }
            if is_last {
                return Ok(());
            }
        }
    }
}

/// The runs of a system.
pub(super) struct SystemRuns<'a> {
    space: &'a Space<'a>,
    room: Room,
}

impl<'a> SystemRuns<'a> {
    pub(super) fn new(space: &'a Space<'a>) -> Self {
        Self { space, room: Room::default() }
    }
}

impl Runs for SystemRuns<'_> {
    fn words(&self) -> usize {
        self.space.words
    }

    fn observer(&self) -> Field {
        self.space.observer
    }

    fn movers(&self) -> usize {
        self.space.ltss.len()
    }

    fn initial(&mut self, state: &mut [u64]) -> Result<Option<Letter>, Stop> {
        let space = self.space;
        let Some(tuple) = space.initial() else { return Ok(None) };
        space.pack(&tuple, space.initially, state);
        Ok(Some(space.letter(None, &tuple, space.initially)))
    }

    fn expand(
        &mut self,
        from: &[u64],
        asks_who: bool,
        steps: &mut Steps,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let Self { space, room } = self;
        let leaves = space.expand(from, room, context)?;
        // Who can enter π is able to move.
        if asks_who {
            room.leaving.iter().for_each(|&moved| steps.note_able(space.movers(moved)));
        }
        let before = space.fluents(from);
        for (moved, tuple) in room.steps() {
            let fluents = space.fluents_after(before, moved);
            let movers = if asks_who { space.movers(moved) } else { 0 };
            let words = steps.add(moved, movers, space.letter(Some(moved), tuple, fluents));
            space.pack(tuple, fluents, words);
        }
        Ok(leaves)
    }
}
