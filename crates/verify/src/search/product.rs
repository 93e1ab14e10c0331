//! The product of LTSs as tables from which the successors of a packed state are computed.
//!
//! Nothing of the product is built in advance. An action belongs to one of its participants, the
//! *leader*; the row of a digit's value lists what its parts can start as leaders, each entry with
//! the change it makes to the state as a bit pattern to XOR, and with what the other participants
//! have to say:
//!
//! - a [`Simple`] entry asks at most one partner, by one look-up in a dense table;
//! - a [`Chained`] entry asks several, each by a look-up;
//! - a [`Branching`] entry has a partner that is non-deterministic or too large for a dense
//!   table, and walks rows of the LTSs themselves.
//!
//! Partners inside the same digit are asked when the tables are made, and so is one small part
//! outside it, the *context*, which is chosen because many steps need it (a server, a lock, a
//! property): its state selects the row, too. Simple entries, by far the
//! most common, cost no branch: an impossible successor is written, too, and then overwritten.

use surmise_model::{ActionId, Lts, StateId};

use super::build;
use super::layout::{Field, Layout};

/// The leader, or somebody in its digit, enters π.
pub(super) const LEADER_ERROR: u64 = 1 << 63;
/// A partner outside the leader's digit enters π.
pub(super) const PARTNER_ERROR: u64 = 1 << 62;
/// The partner refuses.
pub(super) const REFUSED: u64 = 1 << 61;
/// Any of them is in π.
pub(super) const ERROR: u64 = LEADER_ERROR | PARTNER_ERROR;

/// A question to a partner: `table[state's field]` is the change it makes, or [`REFUSED`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub(super) table: u32,
    pub(super) mask: u16,
    pub(super) shift: u8,
    pub(super) word: u8,
}

/// A step that at most one partner outside the digit takes part in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simple {
    pub(super) change: u64,
    pub(super) partner: Question,
}

/// A step that several deterministic partners outside the digit take part in.
#[derive(Debug, Clone)]
pub(super) struct Chained {
    pub(super) change: u64,
    pub(super) partners: Box<[Question]>,
}

/// A step with any partners, by parts.
#[derive(Debug, Clone)]
pub(super) struct Branching {
    pub(super) change: u64,
    pub(super) action: ActionId,
    pub(super) partners: Box<[u32]>,
}

/// Where the entries of a digit's value start; they end where the next row starts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) simple: u32,
    pub(super) chained: u32,
    pub(super) branching: u32,
}

/// The entries of one digit, by its value and that of its context.
#[derive(Debug, Clone)]
pub(super) struct DigitRows {
    pub(super) field: Field,
    /// A part outside the digit whose state helps to select the row; no bits if there is none.
    pub(super) context: Field,
    pub(super) rows: Vec<Row>,
}

/// The product of LTSs, ready to be expanded state by state.
#[derive(Debug)]
pub(super) struct Product<'a> {
    pub(super) parts: &'a [&'a Lts],
    pub(super) layout: Layout,
    pub(super) digits: Vec<DigitRows>,
    pub(super) simple: Vec<Simple>,
    pub(super) chained: Vec<Chained>,
    pub(super) branching: Vec<Branching>,
    pub(super) tables: Vec<u64>,
}

/// The successors of one state, with room for a worst case without reallocation.
#[derive(Debug)]
pub(super) struct Successors<const W: usize> {
    states: Vec<[u64; W]>,
    len: usize,
    /// Whether some successor is π.
    pub(super) error: bool,
}

impl<const W: usize> Successors<W> {
    /// Room for the successors of any state of the product.
    pub(super) fn new() -> Self {
        Self { states: Vec::new(), len: 0, error: false }
    }

    /// The successors but π.
    #[inline]
    pub(super) fn states(&self) -> &[[u64; W]] {
        &self.states[..self.len]
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.error = false;
    }

    fn push(&mut self, state: [u64; W]) {
        self.make_room(1);
        self.states[self.len] = state;
        self.len += 1;
    }

    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.states.len() < self.len + more {
            self.states.resize((self.len + more).next_power_of_two(), [0; W]);
        }
    }
}

impl<'a> Product<'a> {
    /// Makes the tables. Time and memory are linear in the parts but for digits of several parts,
    /// which are small.
    pub(super) fn new(parts: &'a [&'a Lts], layout: Layout) -> Self {
        build::build(parts, layout)
    }

    /// About how much memory the tables will take, in bytes.
    pub(super) fn bytes(parts: &[&Lts]) -> u64 {
        let bytes = |lts: &&Lts| {
            lts.num_states() * size_of::<Row>() + lts.num_transitions() * size_of::<Simple>()
        };
        parts.iter().map(bytes).sum::<usize>() as u64
    }

    /// The packed initial state, or `None` if it is π.
    pub(super) fn initial<const W: usize>(&self) -> Option<[u64; W]> {
        let tuple: Vec<StateId> = self.parts.iter().map(|lts| lts.initial()).collect();
        tuple.iter().all(|state| !state.is_error()).then(|| self.layout.pack(&tuple))
    }

    /// Computes the successors of a state, `each` being told of every one as early as possible.
    #[inline]
    pub(super) fn expand<const W: usize>(
        &self,
        state: &[u64; W],
        out: &mut Successors<W>,
        mut each: impl FnMut(&[u64; W]),
    ) {
        out.clear();
        let mut flags = 0;
        for digit in &self.digits {
            let value = digit.field.get(state) | digit.context.get(state) << digit.field.bits;
            let (row, end) = (digit.rows[value], digit.rows[value + 1]);
            let word = digit.field.word;
            let entries = &self.simple[row.simple as usize..end.simple as usize];
            out.make_room(entries.len());
            let room = &mut out.states[out.len..out.len + entries.len()];
            let mut kept = 0;
            for entry in entries {
                let answer = self.ask(state, entry.partner);
                let mut successor = *state;
                successor[word] ^= entry.change;
                successor[entry.partner.word as usize] ^= answer;
                each(&successor);
                let possible = answer & REFUSED == 0;
                flags |= if possible { entry.change | answer } else { 0 };
                room[kept] = successor;
                kept += usize::from(possible);
            }
            out.len += kept;
            for entry in &self.chained[row.chained as usize..end.chained as usize] {
                flags |= self.chain(state, word, entry, out);
            }
            for entry in &self.branching[row.branching as usize..end.branching as usize] {
                flags |= self.branch(state, word, entry, out);
            }
        }
        if flags & ERROR != 0 {
            out.error = true;
            out.states.truncate(out.len);
            out.states.retain(|successor| successor.iter().all(|word| word & ERROR == 0));
            out.len = out.states.len();
        }
    }

    #[inline]
    fn ask<const W: usize>(&self, state: &[u64; W], question: Question) -> u64 {
        let local = (state[question.word as usize] >> question.shift) as u16 & question.mask;
        self.tables[question.table as usize + local as usize]
    }

    /// Adds the successor of a chained entry, if there is one; gives its flags.
    fn chain<const W: usize>(
        &self,
        state: &[u64; W],
        word: usize,
        entry: &Chained,
        out: &mut Successors<W>,
    ) -> u64 {
        let mut successor = *state;
        successor[word] ^= entry.change & !ERROR;
        let mut flags = entry.change & ERROR;
        for &partner in &entry.partners {
            let answer = self.ask(state, partner);
            if answer & REFUSED != 0 {
                return 0;
            }
            successor[partner.word as usize] ^= answer & !ERROR;
            flags |= answer & ERROR;
        }
        successor[word] |= flags;
        out.push(successor);
        flags
    }

    /// Adds the successors of a branching entry; gives their flags.
    fn branch<const W: usize>(
        &self,
        state: &[u64; W],
        word: usize,
        entry: &Branching,
        out: &mut Successors<W>,
    ) -> u64 {
        let mut first = *state;
        first[word] ^= entry.change & !ERROR;
        first[word] |= entry.change & ERROR;
        let start = out.len;
        out.push(first);
        let mut flags = entry.change & ERROR;
        for &partner in &entry.partners {
            let field = self.layout.fields[partner as usize];
            let local = field.get(state);
            let lts = self.parts[partner as usize];
            let edges = lts.edges_on(StateId::of(local), entry.action);
            let Some((last, others)) = edges.split_last() else {
                out.len = start;
                return 0;
            };
            // Every successor so far, once for each of the partner's edges; the last in place.
            let change = |successor: &mut [u64; W], target: StateId| match target.is_error() {
                true => successor[field.word] |= PARTNER_ERROR,
                false => {
                    successor[field.word] ^= (local as u64 ^ target.index() as u64) << field.shift;
                }
            };
            let so_far = out.len;
            for edge in others {
                for i in start..so_far {
                    let mut successor = out.states[i];
                    change(&mut successor, edge.target);
                    out.push(successor);
                }
            }
            out.states[start..so_far].iter_mut().for_each(|s| change(s, last.target));
            if edges.iter().any(|edge| edge.target.is_error()) {
                flags |= PARTNER_ERROR;
            }
        }
        flags
    }
}
