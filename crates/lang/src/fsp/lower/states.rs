//! The states of a primitive process while it is being compiled.
//!
//! States are numbered as they are met: those of local processes first, block by block, then those
//! between actions. A local process that is nothing but another one (`P = Q`) is an alias, not a
//! state. What cannot be reached is dropped at the end; its actions stay in the alphabet.

use surmise_model::{ActionId, Alphabet, BuildError, Context, Lts, StateId, Stop};

use super::relation::LabelMap;

/// π among state numbers.
pub(super) const ERROR: u32 = u32::MAX;

/// Why there is no LTS.
#[derive(Debug)]
pub(super) enum NotBuilt {
    /// This state is defined in a circle.
    Circle(u32),
    Ids(BuildError),
    Stopped(Stop),
}

impl From<BuildError> for NotBuilt {
    fn from(error: BuildError) -> Self {
        Self::Ids(error)
    }
}

impl From<Stop> for NotBuilt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// After how many states the context is asked whether to go on.
const GLANCE: usize = 1024;

/// The states and transitions so far.
#[derive(Debug, Default)]
pub(super) struct States {
    pub(super) count: u32,
    pub(super) transitions: Vec<(u32, ActionId, u32)>,
    pub(super) alphabet: Alphabet,
    /// What an alias stands for, by state; the state itself if it is none.
    aliases: Vec<u32>,
    pub(super) stop: Option<u32>,
    pub(super) end: Option<u32>,
}

impl States {
    /// So many new states; the first of them.
    pub(super) fn add(&mut self, count: u32) -> u32 {
        let first = self.count;
        self.count += count;
        first
    }

    /// Makes a state stand for another one, or for π.
    pub(super) fn alias(&mut self, state: u32, target: u32) {
        let known = self.aliases.len() as u32;
        self.aliases.extend(known..self.count);
        self.aliases[state as usize] = target;
    }

    /// What every state stands for in the end.
    fn resolve(&self) -> Result<Vec<u32>, NotBuilt> {
        const UNKNOWN: u32 = u32::MAX - 1;
        let mut resolved: Vec<u32> = (0..self.count).collect();
        for (&alias, (state, slot)) in self.aliases.iter().zip((0..).zip(&mut resolved)) {
            if alias != state {
                *slot = UNKNOWN;
            }
        }
        let mut path = Vec::new();
        for start in 0..self.aliases.len() {
            let mut state = start as u32;
            while state != ERROR && resolved[state as usize] == UNKNOWN {
                // A path without a circle is shorter than there are aliases.
                if path.len() > self.aliases.len() {
                    return Err(NotBuilt::Circle(start as u32));
                }
                path.push(state);
                state = self.aliases[state as usize];
            }
            let end = if state == ERROR { ERROR } else { resolved[state as usize] };
            path.drain(..).for_each(|state| resolved[state as usize] = end);
        }
        Ok(resolved)
    }

    /// The LTS of what `initial` reaches, with labels mapped, and which states its states are.
    pub(super) fn build(
        &mut self,
        initial: u32,
        map: &LabelMap,
        context: &Context<'_>,
    ) -> Result<(Lts, Vec<u32>), NotBuilt> {
        // What is made of the states, and then the transitions again, sorted and built.
        let states = self.count as usize * 5 * size_of::<u32>();
        let transitions = 3 * self.transitions.len() * size_of::<(u32, ActionId, u32)>();
        context.reserve((states + transitions) as u64)?;
        let mut builder = Lts::builder();
        builder.extend_alphabet(map.alphabet().iter());
        let targets = self.resolve()?;
        let target = |state: u32| match state {
            ERROR => ERROR,
            _ => targets[state as usize],
        };
        let initial = target(initial);
        if initial == ERROR {
            // LTSA makes it a step, so that there is a trace to show.
            builder.ensure_states(1).add(StateId::of(0), ActionId::TAU, StateId::ERROR);
            return Ok((builder.build()?, Vec::new()));
        }

        // Rows by source: most are made one after the other, so there is little to sort.
        self.transitions.sort_by_key(|&(from, ..)| from);
        let mut offsets = vec![0u32; self.count as usize + 1];
        for &(from, ..) in &self.transitions {
            offsets[from as usize + 1] += 1;
        }
        for row in 0..self.count as usize {
            offsets[row + 1] += offsets[row];
        }

        // Breadth-first from the initial state.
        let mut numbers = vec![ERROR; self.count as usize];
        let mut order = vec![initial];
        numbers[initial as usize] = 0;
        builder.reserve(self.transitions.len());
        let mut done = 0;
        while done < order.len() {
            if done.is_multiple_of(GLANCE) {
                context.check()?;
            }
            let state = order[done] as usize;
            let row = offsets[state] as usize..offsets[state + 1] as usize;
            for &(_, action, to) in &self.transitions[row] {
                let to = match target(to) {
                    ERROR => StateId::ERROR,
                    to => {
                        let number = &mut numbers[to as usize];
                        if *number == ERROR {
                            *number = order.len() as u32;
                            order.push(to);
                        }
                        StateId::of(*number as usize)
                    }
                };
                for &image in map.images(action) {
                    builder.add(StateId::of(done), image, to);
                }
            }
            done += 1;
        }
        builder.ensure_states(order.len());
        let end =
            self.end.map(target).filter(|&end| end != ERROR && numbers[end as usize] != ERROR);
        if let Some(end) = end {
            builder.end(StateId::of(numbers[end as usize] as usize));
        }
        Ok((builder.build()?, order))
    }
}
