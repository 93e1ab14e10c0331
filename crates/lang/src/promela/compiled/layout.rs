//! Where everything is in the words of a state.
//!
//! Globals, whether something went wrong, how many processes and channels there are; then for each
//! process a frame (its type, its location, how many channels were there before it, its variables),
//! and for each channel its type, its length and its messages. A field that never changes takes no
//! bits. What does not exist is zero.

use super::super::program::{Program, Start, Width};
use super::super::run::{Process, Queue, State};
use super::seen::{Range, Seen};

/// How much room values get beside what was seen of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// One bit more.
    Snug,
    /// Many times as much, and twice as many processes and channels.
    Ample,
    /// Whatever the text allows.
    Full,
}

impl Room {
    /// From the least on.
    pub(crate) const ALL: [Self; 3] = [Self::Snug, Self::Ample, Self::Full];
}

/// A state has no more words.
const MOST_WORDS: u32 = 64;

/// The places of a frame: the type, the location, the number of channels, then the variables.
pub(super) const LOCATION: u32 = 1;
pub(super) const CHANNELS: u32 = 2;
pub(super) const LOCALS: u32 = 3;
/// The places of a channel: the type, the length, then the messages.
pub(super) const LENGTH: u32 = 1;
pub(super) const CELLS: u32 = 2;

/// A number in a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    /// What all zeros mean.
    least: i32,
    mask: u32,
    word: u16,
    shift: u8,
}

impl Field {
    #[inline]
    pub(super) fn get(self, words: &[u64]) -> i32 {
        let bits = (words[self.word as usize] >> self.shift) as u32 & self.mask;
        (bits as i32).wrapping_add(self.least)
    }

    /// Sets it, if the value fits.
    #[inline]
    pub(super) fn set(self, words: &mut [u64], value: i32) -> bool {
        let bits = value.wrapping_sub(self.least) as u32;
        let word = &mut words[self.word as usize];
        *word = *word & !(u64::from(self.mask) << self.shift) | u64::from(bits) << self.shift;
        bits & !self.mask == 0
    }

    /// Makes its bits zero.
    #[inline]
    pub(super) fn clear(self, words: &mut [u64]) {
        words[self.word as usize] &= !(u64::from(self.mask) << self.shift);
    }
}

/// The places of everything.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) fields: Vec<Field>,
    pub(super) words: usize,
    /// Whether something went wrong.
    pub(super) wrong: Field,
    /// How many processes there are.
    pub(super) processes: Field,
    /// How many channels there are.
    pub(super) queues: Field,
    /// For each process where its frame begins, and how many variables there is room for.
    pub(super) frames: Vec<(u32, u32)>,
    /// For each channel where it begins, and how many fields of messages there is room for.
    pub(super) channels: Vec<(u32, u32)>,
}

impl Layout {
    /// A layout for what was seen of a program; none if a state would be too wide.
    pub(super) fn new(program: &Program, seen: &Seen, room: Room) -> Option<Self> {
        let mut packer = Packer::default();
        for ((slot, &range), &written) in
            program.globals.iter().zip(&seen.globals).zip(&seen.written)
        {
            packer.variable(slot.width, range, written, room);
        }
        let (processes, queues) = (seen.processes.len(), seen.queues.len());
        // A predicate is evaluated as by the first process, be it that there is none.
        let processes = grown(processes, program.creates, room).max(1);
        let owns = |start: &(u32, Start)| matches!(start.1, Start::Channel(_));
        let local_channels =
            program.processes.iter().any(|process| process.starts.iter().any(owns));
        let queues = grown(queues, program.creates && local_channels, room);
        let wrong = packer.add(0, 1);
        let num_processes = packer.add(0, processes as i64);
        let num_queues = match local_channels {
            true => packer.add(0, queues as i64),
            false => packer.add(queues as i32, 0),
        };
        let frames = (0..processes).map(|n| packer.frame(program, seen, n, queues, room)).collect();
        let channels =
            (0..queues).map(|number| packer.queue(program, seen, number, room)).collect();
        (packer.word < MOST_WORDS).then(|| Self {
            words: packer.word as usize + 1,
            fields: packer.fields,
            wrong,
            processes: num_processes,
            queues: num_queues,
            frames,
            channels,
        })
    }

    /// Packs a state; nothing if it does not fit.
    pub(super) fn pack(&self, program: &Program, state: &State) -> Option<Vec<u64>> {
        let mut words = vec![0; self.words];
        let mut fits = true;
        let mut set = |place: u32, value: i32| {
            let field = self.fields.get(place as usize);
            fits &= field.is_some_and(|field| field.set(&mut words, value));
        };
        (0..).zip(&state.globals).for_each(|(place, &value)| set(place, value));
        for (process, &(base, locals)) in state.processes.iter().zip(&self.frames) {
            set(base, process.kind as i32);
            set(base + LOCATION, process.location as i32);
            set(base + CHANNELS, process.channels as i32);
            if process.locals.len() > locals as usize {
                return None;
            }
            (base + LOCALS..).zip(&process.locals).for_each(|(place, &value)| set(place, value));
        }
        for (queue, &(base, cells)) in state.queues.iter().zip(&self.channels) {
            let channel = &program.channels[queue.channel as usize];
            if channel.capacity * channel.fields.len() > cells as usize {
                return None;
            }
            set(base, queue.channel as i32);
            set(base + LENGTH, queue.length as i32);
            (base + CELLS..).zip(&queue.fields).for_each(|(place, &value)| set(place, value));
        }
        let fits = fits
            && state.processes.len() <= self.frames.len()
            && state.queues.len() <= self.channels.len()
            && self.processes.set(&mut words, state.processes.len() as i32)
            && self.queues.set(&mut words, state.queues.len() as i32);
        fits.then_some(words)
    }

    /// Unpacks a state.
    pub(super) fn unpack(&self, program: &Program, words: &[u64]) -> State {
        let get = |place: u32| self.fields[place as usize].get(words);
        let processes = &self.frames[..self.processes.get(words) as usize];
        let process = |&(base, _): &(u32, u32)| {
            let kind = get(base) as u32;
            let locals = program.processes[kind as usize].locals.len() as u32;
            Process {
                kind,
                location: get(base + LOCATION) as u32,
                channels: get(base + CHANNELS) as u32,
                locals: (0..locals).map(|local| get(base + LOCALS + local)).collect(),
            }
        };
        let queue = |&(base, _): &(u32, u32)| {
            let channel = get(base) as u32;
            let length = get(base + LENGTH) as u32;
            let cells = length * program.channels[channel as usize].fields.len() as u32;
            let fields = (0..cells).map(|cell| get(base + CELLS + cell)).collect();
            Queue { channel, fields, length }
        };
        State {
            globals: (0..program.globals.len() as u32).map(get).collect(),
            processes: processes.iter().map(process).collect(),
            queues: self.channels[..self.queues.get(words) as usize].iter().map(queue).collect(),
        }
    }
}

/// How many there are room for, of which so many were seen.
fn grown(seen: usize, grows: bool, room: Room) -> usize {
    match room {
        _ if !grows => seen,
        Room::Snug => seen,
        Room::Ample => (2 * seen + 2).min(255),
        Room::Full => (8 * seen + 8).min(255),
    }
}

/// Gives out places in words.
#[derive(Default)]
struct Packer {
    fields: Vec<Field>,
    word: u32,
    used: u32,
}

impl Packer {
    /// A field for so many values and one, from the least on.
    fn add(&mut self, least: i32, others: i64) -> Field {
        let bits = 64 - others.leading_zeros();
        if self.used + bits > 64 {
            self.word += 1;
            self.used = 0;
        }
        let mask = ((1_u64 << bits) - 1) as u32;
        let shift = if bits == 0 { 0 } else { self.used as u8 };
        let word = if bits == 0 { 0 } else { self.word.min(MOST_WORDS) as u16 };
        self.used += bits;
        let field = Field { least, mask, word, shift };
        self.fields.push(field);
        field
    }

    /// A field for a variable.
    fn variable(&mut self, width: Width, range: Range, written: bool, room: Room) {
        let (least, most) = match width {
            Width::Byte => (0, 0xff),
            Width::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Width::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Width::Bits(bits) => (0, (1 << bits) - 1),
        };
        let (low, high) = (i64::from(range.least), i64::from(range.greatest));
        if low > high {
            // Nothing was seen of it.
            self.add(least as i32, most - least);
            return;
        }
        if !written && low == high {
            self.add(range.least, 0);
            return;
        }
        let span = high - low;
        let (low, span) = match room {
            Room::Snug => (low, 2 * span + 1),
            Room::Ample => ((low - 16 * (span + 1)).max(least), 64 * (span + 1)),
            Room::Full => (least, most - least),
        };
        let span = ((span + 1) as u64).next_power_of_two() as i64 - 1;
        match span >= most - least {
            true => self.add(least as i32, most - least),
            false => self.add(low.min(most - span) as i32, span),
        };
    }

    /// A frame for the process with this number.
    fn frame(
        &mut self,
        program: &Program,
        seen: &Seen,
        number: usize,
        queues: usize,
        room: Room,
    ) -> (u32, u32) {
        let base = self.fields.len() as u32;
        let known = seen.processes.get(number);
        let mut kinds: Vec<u32> =
            known.map_or_else(Vec::new, |known| known.kinds.iter().copied().collect());
        if program.creates && room != Room::Snug {
            kinds = (0..program.processes.len() as u32).collect();
        }
        let least = kinds.iter().min().copied().unwrap_or(0);
        let most = kinds.iter().max().copied().unwrap_or(0);
        self.add(least as i32, i64::from(most - least));
        let codes = || kinds.iter().map(|&kind| &program.processes[kind as usize]);
        let locations = codes().map(|code| code.locations.len()).max().unwrap_or(1);
        self.add(0, locations as i64 - 1);
        match (program.creates, known) {
            (false, Some(known)) => self.add(known.channels.least, 0),
            _ => self.add(0, queues as i64),
        };
        let locals = codes().map(|code| code.locals.len()).max().unwrap_or(0);
        for local in 0..locals {
            let slots = || codes().filter_map(|code| code.locals.get(local));
            let width = slots().map(|slot| slot.width).reduce(wider).unwrap_or(Width::Bits(1));
            let written = kinds.len() > 1
                || kinds.iter().any(|&kind| seen.local_written[kind as usize][local]);
            let range = known.and_then(|known| known.locals.get(local)).copied();
            self.variable(width, range.unwrap_or_default(), written, room);
        }
        (base, locals as u32)
    }

    /// The place of the channel with this number.
    fn queue(&mut self, program: &Program, seen: &Seen, number: usize, room: Room) -> (u32, u32) {
        let base = self.fields.len() as u32;
        let known = seen.queues.get(number);
        let mut types: Vec<u32> =
            known.map_or_else(Vec::new, |known| known.types.iter().copied().collect());
        if program.creates && room != Room::Snug {
            types = (0..program.channels.len() as u32).collect();
        }
        let least = types.iter().min().copied().unwrap_or(0);
        let most = types.iter().max().copied().unwrap_or(0);
        self.add(least as i32, i64::from(most - least));
        let channels = || types.iter().map(|&channel| &program.channels[channel as usize]);
        self.add(0, channels().map(|channel| channel.capacity).max().unwrap_or(0) as i64);
        let size =
            |channel: &super::super::program::ChannelType| channel.capacity * channel.fields.len();
        let cells = channels().map(size).max().unwrap_or(0);
        for cell in 0..cells {
            let (width, range) = match (channels().next(), types.len()) {
                (Some(channel), 1) => {
                    let field = cell % channel.fields.len();
                    let range = known.and_then(|known| known.fields.get(field)).copied();
                    (channel.fields[field].0, range)
                }
                _ => {
                    let fields = channels().flat_map(|channel| &channel.fields);
                    let width = fields.map(|field| field.0).reduce(wider);
                    let ranges = known.map(|known| {
                        known.fields.iter().copied().fold(Range::default(), Range::join)
                    });
                    (width.unwrap_or(Width::Int), ranges)
                }
            };
            let range = range.unwrap_or_default();
            // An empty place is zero.
            self.variable(width, range, true, room);
        }
        (base, cells as u32)
    }
}

/// A width that has the values of both.
fn wider(one: Width, other: Width) -> Width {
    match (one, other) {
        (Width::Int, _) | (_, Width::Int) => Width::Int,
        (Width::Bits(one), Width::Bits(other)) => Width::Bits(one.max(other)),
        (Width::Short, other) | (other, Width::Short) => match other {
            Width::Bits(bits) if bits > 15 => Width::Int,
            _ => Width::Short,
        },
        (Width::Byte, Width::Byte) => Width::Byte,
        (Width::Byte, Width::Bits(bits)) | (Width::Bits(bits), Width::Byte) => match bits {
            ..=8 => Width::Byte,
            bits => Width::Bits(bits),
        },
    }
}
