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
//! outside it, the *companion*, which is chosen because many steps need it (a server, a lock, a
//! property): its state selects the row, too. Simple entries, by far the most common, cost no
//! branch: an impossible successor is written, too, and then overwritten.
//!
//! What is wrong with a step travels in the high bits of the successor, which no field uses, until
//! all are there; only then, and only if there is something, are they looked at one by one.

use surmise_model::{ActionId, Context, Lts, StateId, Stop};

use super::build;
use super::layout::{Field, Layout};
use super::parts::Parts;

/// How somebody who takes part in a step says that something is wrong with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flags {
    /// A part enters π.
    error: u64,
    /// A monitor finds a violation.
    violation: u64,
}

/// Said by the leader, or in its digit.
pub(super) const LEADER: Flags = Flags { error: 1 << 63, violation: 1 << 61 };
/// Said by a partner outside the leader's digit.
pub(super) const PARTNER: Flags = Flags { error: 1 << 62, violation: 1 << 60 };
/// The partner refuses.
pub(super) const REFUSED: u64 = 1 << 59;

const ERROR: u64 = LEADER.error | PARTNER.error;
const VIOLATION: u64 = LEADER.violation | PARTNER.violation;
const FLAGS: u64 = ERROR | VIOLATION;

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

/// The entries of one digit, by its value and that of its companion.
#[derive(Debug, Clone)]
pub(super) struct DigitRows {
    pub(super) field: Field,
    /// A part outside the digit whose state helps to select the row; no bits if there is none.
    pub(super) companion: Field,
    pub(super) rows: Vec<Row>,
}

/// The product of LTSs, ready to be expanded state by state.
#[derive(Debug)]
pub(super) struct PackedProduct<'a> {
    pub(super) parts: Parts<'a>,
    pub(super) layout: Layout,
    pub(super) digits: Vec<DigitRows>,
    pub(super) simple: Vec<Simple>,
    pub(super) chained: Vec<Chained>,
    pub(super) branching: Vec<Branching>,
    pub(super) tables: Vec<u64>,
    /// The steps that are possible only where none of the others is, if any give way.
    pub(super) low: Option<Box<PackedProduct<'a>>>,
}

/// The successors of one state. Its room is kept from one state to the next.
#[derive(Debug)]
pub(super) struct Successors<const W: usize> {
    states: Vec<[u64; W]>,
    len: usize,
    /// Whether a step leads a part into π.
    pub(super) error: bool,
    /// Whether some step is not among the states because it ends the run.
    pub(super) ending: bool,
    /// Where the steps lead by which a monitor finds a violation, in π or not.
    pub(super) violations: Vec<[u64; W]>,
    /// Whether there are steps that were not followed.
    pub(super) is_reduced: bool,
}

impl<const W: usize> Successors<W> {
    /// None, and no room yet.
    pub(super) fn new() -> Self {
        Self {
            states: Vec::new(),
            len: 0,
            error: false,
            ending: false,
            violations: Vec::new(),
            is_reduced: false,
        }
    }

    /// Those from which the run goes on.
    #[inline]
    pub(super) fn states(&self) -> &[[u64; W]] {
        &self.states[..self.len]
    }

    /// Whether no step is possible.
    #[inline]
    pub(super) fn is_stuck(&self) -> bool {
        self.len == 0 && !self.ending
    }

    /// Whether it takes a closer look to tell whether something is wrong.
    #[inline]
    pub(super) fn is_suspicious(&self) -> bool {
        self.len == 0 || self.ending || !self.violations.is_empty()
    }

    /// How many steps there are, those that end the run counted as one.
    #[inline]
    pub(super) fn steps(&self) -> u64 {
        self.len as u64 + u64::from(self.ending)
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.error = false;
        self.ending = false;
        self.violations.clear();
        self.is_reduced = false;
    }

    /// Looks at the states one by one, if there are flags on any.
    #[inline]
    pub(super) fn settle_if(&mut self, flags: u64, goes_on_after_violation: bool) {
        if flags & FLAGS != 0 {
            self.settle(goes_on_after_violation);
        }
    }

    /// Takes the flags out of the states, and the states where the run ends.
    #[cold]
    fn settle(&mut self, goes_on_after_violation: bool) {
        self.states.truncate(self.len);
        self.states.retain_mut(|state| {
            let flags = state.iter().fold(0, |flags, word| flags | word) & FLAGS;
            state.iter_mut().for_each(|word| *word &= !FLAGS);
            if flags & VIOLATION != 0 {
                self.violations.push(*state);
            }
            self.error |= flags & ERROR != 0;
            let ends = flags & ERROR != 0 || flags & VIOLATION != 0 && !goes_on_after_violation;
            self.ending |= ends;
            !ends
        });
        self.len = self.states.len();
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

impl<'a> PackedProduct<'a> {
    /// Makes the tables. Time and memory are linear in the parts but for digits of several parts,
    /// which are small.
    pub(super) fn new(
        parts: Parts<'a>,
        layout: Layout,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        build::build(parts, layout, context)
    }

    /// About how much memory the tables will take, in bytes.
    pub(super) fn bytes(parts: &[&Lts]) -> u64 {
        let bytes = |lts: &&Lts| {
            lts.num_states() * size_of::<Row>() + lts.num_transitions() * size_of::<Simple>()
        };
        parts.iter().map(bytes).sum::<usize>() as u64
    }

    /// The packed initial state. No part may be in π there.
    pub(super) fn initial<const W: usize>(&self) -> [u64; W] {
        let tuple: Vec<StateId> = self.parts.ltss.iter().map(|lts| lts.initial()).collect();
        self.layout.pack(&tuple)
    }

    /// Computes the successors of a state, `each` being told of every one as early as possible.
    #[inline]
    pub(super) fn expand<const W: usize>(
        &self,
        state: &[u64; W],
        out: &mut Successors<W>,
        each: impl FnMut(&[u64; W]),
    ) {
        self.expand_alone(state, out, each);
        if out.is_stuck() {
            self.give_way(state, out);
        }
    }

    /// Nothing else is possible: now the steps that give way are.
    #[cold]
    #[inline(never)]
    fn give_way<const W: usize>(&self, state: &[u64; W], out: &mut Successors<W>) {
        if let Some(low) = &self.low {
            low.expand_alone(state, out, |_| ());
        }
    }

    #[inline]
    fn expand_alone<const W: usize>(
        &self,
        state: &[u64; W],
        out: &mut Successors<W>,
        mut each: impl FnMut(&[u64; W]),
    ) {
        out.clear();
        let mut flags = 0;
        for digit in &self.digits {
            let value = digit.field.get(state) | digit.companion.get(state) << digit.field.bits;
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
        out.settle_if(flags, self.parts.sinks);
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
        successor[word] ^= entry.change & !FLAGS;
        let mut flags = entry.change & FLAGS;
        for &partner in &entry.partners {
            let answer = self.ask(state, partner);
            if answer & REFUSED != 0 {
                return 0;
            }
            successor[partner.word as usize] ^= answer & !FLAGS;
            flags |= answer & FLAGS;
        }
        successor[word] |= flags;
        out.push(successor);
        flags
    }

    /// Adds the successors by one action in which these parts take part; gives their flags.
    pub(super) fn step<const W: usize>(
        &self,
        state: &[u64; W],
        action: ActionId,
        participants: &[u32],
        out: &mut Successors<W>,
    ) -> u64 {
        let start = out.len;
        out.push(*state);
        self.join(state, action, participants, start, out).unwrap_or_default()
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
        first[word] ^= entry.change & !FLAGS;
        first[word] |= entry.change & FLAGS;
        let start = out.len;
        out.push(first);
        let joined = self.join(state, entry.action, &entry.partners, start, out);
        joined.map_or(0, |flags| flags | entry.change & FLAGS)
    }

    /// Lets partners join in the steps from `start` on, each in all ways it can; gives their flags. If one
    /// of them refuses, there are no such steps.
    fn join<const W: usize>(
        &self,
        state: &[u64; W],
        action: ActionId,
        partners: &[u32],
        start: usize,
        out: &mut Successors<W>,
    ) -> Option<u64> {
        let mut flags = 0;
        for &partner in partners {
            let field = self.layout.fields[partner as usize];
            let local = StateId::of(field.get(state));
            let lts = self.parts.ltss[partner as usize];
            let edges = lts.edges_on(local, action);
            let Some((last, others)) = edges.split_last() else {
                out.len = start;
                return None;
            };
            // Every successor so far, once for each of the partner's edges; the last in place.
            let change = |target| {
                change(&self.parts, &self.layout, partner as usize, (local, target), PARTNER)
            };
            let apply = |successor: &mut [u64; W], change: u64| {
                successor[field.word] ^= change & !FLAGS;
                successor[field.word] |= change & FLAGS;
            };
            let so_far = out.len;
            for edge in others {
                let change = change(edge.target);
                flags |= change & FLAGS;
                for i in start..so_far {
                    let mut successor = out.states[i];
                    apply(&mut successor, change);
                    out.push(successor);
                }
            }
            let change = change(last.target);
            flags |= change & FLAGS;
            out.states[start..so_far].iter_mut().for_each(|successor| apply(successor, change));
        }
        Some(flags)
    }
}

/// The change that a part's step makes to its word, and what is wrong with the step.
pub(super) fn change(
    parts: &Parts<'_>,
    layout: &Layout,
    part: usize,
    (from, to): (StateId, StateId),
    flags: Flags,
) -> u64 {
    let moved = match to.is_error() {
        true => 0,
        false => u64::from(from.raw() ^ to.raw()) << layout.fields[part].shift,
    };
    let error = if parts.is_end(part, to) { flags.error } else { 0 };
    let violation = if parts.violates(part, from, to) { flags.violation } else { 0 };
    moved | error | violation
}
