//! How a tuple of local states is packed into machine words.
//!
//! Every part of the product has a bit field, none straddles two words, and the highest bits of
//! each word stay free for the flags of the [successor tables](super::product). Neighbouring small
//! fields form a *digit*, which the product treats like one part.

use surmise_model::{Lts, StateId};

/// Bits of a word that fields may use; the rest are flags.
pub(super) const FIELD_BITS: u32 = 59;

/// Where the local state of one part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Field {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) bits: u32,
}

impl Field {
    /// The field's content, moved to the low bits.
    #[inline]
    pub(super) fn get<const W: usize>(self, state: &[u64; W]) -> usize {
        (state[self.word] >> self.shift & ((1 << self.bits) - 1)) as usize
    }
}

/// Neighbouring parts in one word, whose fields together are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Digit {
    pub(super) parts: std::ops::Range<usize>,
    pub(super) field: Field,
}

/// The packing of a product's states.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) fields: Vec<Field>,
    pub(super) digits: Vec<Digit>,
    /// How many words a state takes.
    pub(super) words: usize,
    /// How many bits are used in all.
    pub(super) bits: u32,
    /// No more states than this are reachable.
    pub(super) bound: u128,
}

impl Layout {
    /// Packs the parts in their order. A digit of several parts gets at most [`digit_bits`] bits.
    pub(super) fn new(parts: &[&Lts]) -> Self {
        let bound = parts
            .iter()
            .fold(1u128, |product, lts| product.saturating_mul(lts.num_states().max(1) as u128));
        let digit_bits = digit_bits(bound);
        let mut layout = Self { fields: Vec::new(), digits: Vec::new(), words: 1, bits: 0, bound };
        let fair_share = fair_share(parts);
        let mut used = 0;
        for (part, lts) in parts.iter().enumerate() {
            let bits = bits(lts);
            if used + bits > FIELD_BITS || used >= fair_share {
                layout.words += 1;
                used = 0;
            }
            let field = Field { word: layout.words - 1, shift: used, bits };
            layout.fields.push(field);
            match layout.digits.last_mut() {
                Some(digit)
                    if digit.field.word == field.word && digit.field.bits + bits <= digit_bits =>
                {
                    digit.parts.end += 1;
                    digit.field.bits += bits;
                }
                _ => layout.digits.push(Digit { parts: part..part + 1, field }),
            }
            used += bits;
            layout.bits += bits;
        }
        layout
    }

    /// Packs a tuple without π.
    pub(super) fn pack<const W: usize>(&self, tuple: &[StateId]) -> [u64; W] {
        let mut state = [0; W];
        for (field, local) in self.fields.iter().zip(tuple) {
            state[field.word] |= u64::from(local.raw()) << field.shift;
        }
        state
    }

    /// The tuple that a packed state stands for.
    pub(super) fn unpack<const W: usize>(&self, state: &[u64; W]) -> Vec<StateId> {
        self.fields.iter().map(|field| StateId::of(field.get(state))).collect()
    }
}

/// How many bits the local state of a part takes.
fn bits(lts: &Lts) -> u32 {
    (lts.num_states().max(1) as u64 - 1).checked_ilog2().map_or(0, |log| log + 1)
}

/// So many bits are enough in a word if there are others: states of several words are kept most
/// cheaply if none of these has most of the values. More words than it takes are not made for that.
fn fair_share(parts: &[&Lts]) -> u32 {
    let (mut words, mut used, mut all) = (1, 0, 0);
    for lts in parts {
        let bits = bits(lts);
        if used + bits > FIELD_BITS {
            words += 1;
            used = 0;
        }
        used += bits;
        all += bits;
    }
    if words == 1 { FIELD_BITS + 1 } else { all.div_ceil(words) }
}

/// How wide a digit of several parts may be. Wide digits make expansion fast and tables large:
/// they pay only where many states can be expected.
fn digit_bits(bound: u128) -> u32 {
    match bound {
        0..=0xffff => 0,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(states: usize) -> Lts {
        let mut builder = Lts::builder();
        builder.ensure_states(states);
        builder.build().unwrap()
    }

    #[test]
    fn fields_do_not_straddle_words() {
        let lts = chain(5);
        let layout = Layout::new(&vec![&lts; 30]);
        assert_eq!((layout.words, layout.bits), (2, 90));
        let tuple: Vec<StateId> = (0..30).map(|i| StateId::of(i % 5)).collect();
        assert_eq!(layout.unpack(&layout.pack::<2>(&tuple)), tuple);
        assert!(layout.pack::<2>(&tuple).iter().all(|word| word >> FIELD_BITS == 0));
        let covered: Vec<usize> = layout.digits.iter().flat_map(|d| d.parts.clone()).collect();
        assert_eq!(covered, (0..30).collect::<Vec<_>>());
        assert!(layout.digits.iter().all(|d| d.field.bits <= 8));
    }

    #[test]
    fn one_state_needs_no_bits() {
        let (one, two, three) = (chain(1), chain(2), chain(3));
        let layout = Layout::new(&[&one, &two, &three]);
        assert_eq!(layout.bits, 3);
        assert_eq!(layout.bound, 6);
    }
}
