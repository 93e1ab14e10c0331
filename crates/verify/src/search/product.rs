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
//!   table, and walks rows of the LTSs themselves. If that makes many successors, they are left as
//!   [choices](super::choices), for others to count them through.
//!
//! Partners inside the same digit are asked when the tables are made, and so is one small part
//! outside it, the *companion*, which is chosen because many steps need it (a server, a lock, a
//! property): its state selects the row, too. Simple entries, by far the most common, cost no
//! branch: an impossible successor is written, too, and then overwritten.
//!
//! What is wrong with a step travels in the high bits of the successor, which no field uses, until
//! all are there; only then, and only if there is something, are they looked at one by one.

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use super::build;
use super::choices::Choices;
use super::layout::{Field, Layout};
use super::parts::Parts;
use super::successors::Successors;
use super::tuning::Tuning;

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

pub(super) const ERROR: u64 = LEADER.error | PARTNER.error;
pub(super) const VIOLATION: u64 = LEADER.violation | PARTNER.violation;
pub(super) const FLAGS: u64 = ERROR | VIOLATION;

/// So many partners are asked without a look at how much there is to choose.
const FEW: usize = 4;

/// A question to a partner: `table[state's field]` is the change it makes, or [`REFUSED`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Lookup {
    pub(super) table: u32,
    pub(super) mask: u16,
    pub(super) shift: u8,
    pub(super) word: u8,
}

/// A step that at most one partner outside the digit takes part in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simple {
    pub(super) change: u64,
    pub(super) partner: Lookup,
}

/// A step that several deterministic partners outside the digit take part in.
#[derive(Debug, Clone)]
pub(super) struct Chained {
    pub(super) change: u64,
    pub(super) partners: Box<[Lookup]>,
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

impl Row {
    /// How many entries there are before it.
    pub(super) fn entries(self) -> usize {
        self.simple as usize + self.chained as usize + self.branching as usize
    }
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

impl<'a> PackedProduct<'a> {
    /// Makes the tables. Time and memory are linear in the parts but for digits of several parts,
    /// which are small.
    pub(super) fn new(
        parts: Parts<'a>,
        layout: Layout,
        tuning: &Tuning,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        build::build(parts, layout, tuning.combinations, context)
    }

    /// About how much memory the tables will take, in bytes, if no digit is worth more.
    pub(super) fn expected_bytes(parts: &[&Lts]) -> u64 {
        let bytes = |lts: &&Lts| {
            lts.num_states() * size_of::<Row>() + lts.num_transitions() * size_of::<Simple>()
        };
        parts.iter().map(bytes).sum::<usize>() as u64
    }

    /// How much memory the entries take, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let Self { simple, chained, branching, .. } = self;
        let boxed = chained.last().map_or(0, |entry| size_of_val(&*entry.partners))
            + branching.last().map_or(0, |entry| size_of_val(&*entry.partners));
        let bytes = simple.len() * size_of::<Simple>()
            + chained.len() * (size_of::<Chained>() + boxed)
            + branching.len() * (size_of::<Branching>() + boxed);
        bytes as u64
    }

    /// The most entries that one state has.
    pub(super) fn widest(&self) -> usize {
        let rows = |digit: &DigitRows| {
            let widths = digit.rows.windows(2).map(|row| row[1].entries() - row[0].entries());
            widths.max().unwrap_or(0)
        };
        let low = self.low.as_ref().map_or(0, |low| low.widest());
        self.digits.iter().map(rows).sum::<usize>().max(low)
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
    fn ask<const W: usize>(&self, state: &[u64; W], question: Lookup) -> u64 {
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

    /// Lets partners join in the steps from `start` on, each in all ways it can; gives their flags.
    /// If one of them refuses, there are no such steps. If there are many, they are left to be
    /// counted through.
    fn join<const W: usize>(
        &self,
        state: &[u64; W],
        action: ActionId,
        partners: &[u32],
        start: usize,
        out: &mut Successors<W>,
    ) -> Option<u64> {
        let first = out.states[start];
        if partners.len() > FEW {
            // Most of them choose, or one of them refuses: it pays to look before anything is made.
            let ways = partners.iter().fold(1_usize, |ways, &partner| match ways {
                0 => 0,
                ways => ways.saturating_mul(self.offer(state, action, partner).1.len()),
            });
            out.effort += partners.len() as u64;
            if ways == 0 {
                out.len = start;
                return None;
            }
            if out.is_crowded(ways) {
                out.len = start;
                return self.choose(state, first, action, partners, out);
            }
        }
        let mut flags = 0;
        for &partner in partners {
            let (field, edges) = self.offer(state, action, partner);
            let Some((last, others)) = edges.split_last() else {
                out.len = start;
                return None;
            };
            if out.is_crowded((out.len - start) * edges.len()) {
                out.len = start;
                return self.choose(state, first, action, partners, out);
            }
            // Every successor so far, once for each of the partner's edges; the last in place.
            let local = StateId::of(field.get(state));
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

    /// The field of a partner, and its edges on an action.
    fn offer<const W: usize>(
        &self,
        state: &[u64; W],
        action: ActionId,
        partner: u32,
    ) -> (Field, &[Edge]) {
        let field = self.layout.fields[partner as usize];
        let lts = self.parts.ltss[partner as usize];
        (field, lts.edges_on(StateId::of(field.get(state)), action))
    }

    /// Leaves the steps in which partners join, each in all ways it can, to be counted through, and
    /// takes note of what is wrong with them. If one of them refuses, there are no such steps.
    #[cold]
    fn choose<const W: usize>(
        &self,
        state: &[u64; W],
        mut first: [u64; W],
        action: ActionId,
        partners: &[u32],
        out: &mut Successors<W>,
    ) -> Option<u64> {
        out.effort += partners.len() as u64;
        let mut flags = first.iter().fold(0, |flags, word| flags | word) & FLAGS;
        first.iter_mut().for_each(|word| *word &= !FLAGS);
        let goes_on =
            |flags: u64| flags & ERROR == 0 && (flags & VIOLATION == 0 || self.parts.sinks);
        let mut choices = goes_on(flags).then(|| Choices::new(first));
        for &partner in partners {
            let (field, edges) = self.offer(state, action, partner);
            if edges.is_empty() {
                return None;
            }
            let local = StateId::of(field.get(state));
            let changes = edges.iter().map(|edge| {
                change(&self.parts, &self.layout, partner as usize, (local, edge.target), PARTNER)
            });
            flags |= changes.clone().fold(0, |flags, change| flags | change) & FLAGS;
            // A monitor has but one edge: whatever the others do, it finds the same.
            first[field.word] ^= changes.clone().next().unwrap_or_default() & !FLAGS;
            if let Some(choices) = &mut choices {
                let mask = ((1 << field.bits) - 1) << field.shift;
                let going_on = changes.filter(|change| goes_on(*change));
                choices.join((field.word, mask), going_on.map(|change| change & !FLAGS));
            }
        }
        out.error |= flags & ERROR != 0;
        out.ending |= !goes_on(flags);
        if flags & VIOLATION != 0 {
            out.violations.push(first);
        }
        out.choices.extend(choices.filter(|choices| !choices.is_done()));
        Some(0)
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
