//! The product of LTSs, one row at a time.
//!
//! Rows are computed when they are asked for, with their actions: for those who need the
//! transitions, all of them or some. Who only needs to know what is reachable searches instead.

use std::borrow::Cow;

use surmise_model::{ActionId, Context, Edge, Lts, Reason, StateId, Stop};

use crate::automata::limits::{Interner, Pace};

/// The product as far as it has been looked at. Its states are numbered from 0 in the order in
/// which they are met, with [`StateId::ERROR`] for π.
pub(crate) struct ProductRows<'a> {
    parts: Vec<Cow<'a, Lts>>,
    /// Who takes part in each action, by action: in ascending order, the first one leading.
    participants: Vec<Vec<usize>>,
    /// The actions whose leader offers them in the tuple at hand.
    offered: Vec<ActionId>,
    tuple: Vec<u32>,
    tuples: Tuples<'a>,
}

impl<'a> ProductRows<'a> {
    pub(crate) fn new(parts: Vec<Cow<'a, Lts>>, context: &Context<'a>) -> Self {
        let tuples = Tuples {
            numbers: Interner::new(),
            context: *context,
            pace: Pace::new(context),
            successor: Vec::new(),
            digits: Vec::new(),
        };
        let participants = participants(&parts);
        Self { parts, participants, offered: Vec::new(), tuple: Vec::new(), tuples }
    }

    /// How many states have been met, π not counted.
    pub(crate) fn len(&self) -> usize {
        self.tuples.numbers.len()
    }

    /// Heap memory of the states, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.tuples.numbers.heap_bytes()
    }

    /// The states of the parts in a state other than π.
    pub(crate) fn tuple(&self, state: StateId) -> &[u32] {
        self.tuples.numbers.get(state)
    }

    /// The states of the parts in every state that has been met.
    pub(crate) fn into_tuples(self) -> Interner {
        self.tuples.numbers
    }

    /// The initial state.
    pub(crate) fn initial(&mut self) -> Result<StateId, Stop> {
        let initial: Vec<u32> = self.parts.iter().map(|part| part.initial().raw()).collect();
        self.tuples.number(&initial)
    }

    /// Appends the steps of a state other than π: τ by the parts in turn, then the actions in
    /// order.
    pub(crate) fn row(&mut self, state: StateId, row: &mut Vec<Edge>) -> Result<(), Stop> {
        let Self { parts, participants, offered, tuple, tuples } = self;
        tuple.clear();
        tuple.extend_from_slice(tuples.numbers.get(state));
        offered.clear();
        for (part, &at) in tuple.iter().enumerate() {
            let edges = parts[part].edges(StateId::of(at as usize));
            tuples.pace.spend(edges.len() + 1)?;
            for same_action in edges.chunk_by(|left, right| left.action == right.action) {
                let action = same_action[0].action;
                if action.is_tau() {
                    tuples.steps(parts, action, &[part], tuple, row)?;
                } else if participants[action.index()][0] == part {
                    offered.push(action);
                }
            }
        }
        offered.sort_unstable();
        for &action in offered.iter() {
            tuples.steps(parts, action, &participants[action.index()], tuple, row)?;
        }
        Ok(())
    }
}

/// Who takes part in each action, by action.
fn participants(parts: &[Cow<'_, Lts>]) -> Vec<Vec<usize>> {
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

/// The tuples that were met.
struct Tuples<'a> {
    numbers: Interner,
    context: Context<'a>,
    pace: Pace<'a>,
    successor: Vec<u32>,
    /// Which of its choices each participant makes.
    digits: Vec<usize>,
}

impl Tuples<'_> {
    /// The number of a tuple.
    fn number(&mut self, tuple: &[u32]) -> Result<StateId, Stop> {
        match tuple.contains(&StateId::ERROR.raw()) {
            true => Ok(StateId::ERROR),
            false => self.numbers.intern(tuple, &self.context),
        }
    }

    /// Appends the steps in which some parts do an action together, one for each choice of their
    /// targets: the choices of the last part vary fastest. There is none if one of them does not
    /// offer the action. They are counted through, and memory is asked for as it is needed: there
    /// can be more of them than there is time for.
    fn steps(
        &mut self,
        parts: &[Cow<'_, Lts>],
        action: ActionId,
        together: &[usize],
        tuple: &[u32],
        row: &mut Vec<Edge>,
    ) -> Result<(), Stop> {
        let choices = |part: usize| parts[part].edges_on(StateId::of(tuple[part] as usize), action);
        self.successor.clear();
        self.successor.extend_from_slice(tuple);
        let mut ways = 1_u64;
        for &part in together {
            let Some(first) = choices(part).first() else { return Ok(()) };
            self.successor[part] = first.target.raw();
            ways = ways.saturating_mul(choices(part).len() as u64);
        }
        if u32::try_from(ways).is_err() {
            return Err(too_many_ways(together.len()));
        }
        self.digits.clear();
        self.digits.resize(together.len(), 0);
        loop {
            self.pace.spend(together.len())?;
            let target = self.number_successor()?;
            if row.len() == row.capacity() {
                let more = row.capacity().max(64);
                self.context.reserve((2 * more * size_of::<Edge>()) as u64)?;
                row.reserve(more);
            }
            row.push(Edge { action, target });
            let mut is_last = true;
            for (digit, &part) in self.digits.iter_mut().zip(together).rev() {
                let edges = choices(part);
                *digit = if *digit + 1 < edges.len() { *digit + 1 } else { 0 };
                self.successor[part] = edges[*digit].target.raw();
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

    fn number_successor(&mut self) -> Result<StateId, Stop> {
        let successor = std::mem::take(&mut self.successor);
        let number = self.number(&successor);
        self.successor = successor;
        number
    }
}

/// Nobody can write so many transitions down.
fn too_many_ways(participants: usize) -> Stop {
    Stop(Reason::Unsupported(format!(
        "the composition is too large to be built: one action that {participants} components take \
         part in leads from one state to more than {} others, as several of them choose among \
         targets; a method that builds no composition can still decide (symbolic)",
        u32::MAX - 1
    )))
}
