//! Where each variable lies in a packed state. No variable straddles two words.

use super::program::Program;

/// The place of a variable.
#[derive(Debug, Clone, Copy)]
struct Field {
    slot: u32,
    word: u32,
    shift: u32,
    mask: u64,
    low: i64,
}

/// The places of some variables of a program.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// By slot, the position in `fields`.
    positions: Vec<Option<u32>>,
    pub(crate) words: usize,
    /// The slots, in order.
    pub(crate) slots: Vec<u32>,
}

impl Layout {
    pub(crate) fn new(program: &Program, slots: Vec<u32>) -> Self {
        let mut fields = Vec::with_capacity(slots.len());
        let mut positions = vec![None; program.variables.len()];
        let (mut word, mut used) = (0, 0);
        for &slot in &slots {
            let variable = &program.variables[slot as usize];
            let bits = 64 - variable.high.abs_diff(variable.low).leading_zeros();
            if used + bits > 64 {
                (word, used) = (word + 1, 0);
            }
            let mask = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
            positions[slot as usize] = Some(fields.len() as u32);
            fields.push(Field { slot, word, shift: used, mask, low: variable.low });
            used += bits;
        }
        Self { fields, positions, words: word as usize + 1, slots }
    }

    /// Unpacks a state into the values of all variables.
    #[inline]
    pub(crate) fn unpack(&self, state: &[u64], values: &mut [i64]) {
        for field in &self.fields {
            // A shift by 64 can only be that of a field without bits.
            let bits =
                state[field.word as usize].checked_shr(field.shift).unwrap_or(0) & field.mask;
            values[field.slot as usize] = field.low.wrapping_add(bits as i64);
        }
    }

    /// Changes one variable of a packed state to a value in its range.
    #[inline]
    pub(crate) fn set(&self, state: &mut [u64], slot: u32, value: i64) {
        let Some(position) = self.positions[slot as usize] else { return };
        let field = &self.fields[position as usize];
        if field.mask == 0 {
            return;
        }
        let word = &mut state[field.word as usize];
        let bits = value.wrapping_sub(field.low) as u64 & field.mask;
        *word = *word & !(field.mask << field.shift) | bits << field.shift;
    }
}
