//! Initial states: one, or all that satisfy `init … endinit`.
//!
//! The condition is cut into conjuncts, and values are tried variable by variable: a conjunct is
//! evaluated as soon as all of its variables have a value, so that most combinations are never
//! tried.

use surmise_model::{Context, Halt, Stop};

use super::code::CodeId;
use super::space::Space;

/// Tells every initial state.
pub(super) fn initial(
    space: &mut Space<'_>,
    context: &Context<'_>,
    found: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
) -> Result<(), Halt> {
    let program = space.program;
    for (slot, variable) in program.variables.iter().enumerate() {
        space.values[slot] = variable.initial;
    }
    let Some((condition, _)) = program.init else {
        return Ok(found(&packed(space))?);
    };
    let slots = space.layout.slots.clone();
    let mut due: Vec<Vec<CodeId>> = vec![Vec::new(); slots.len() + 1];
    for conjunct in program.code.conjuncts(condition) {
        let position = |slot: u32| slots.binary_search(&slot).map_or(0, |at| at + 1);
        let last = program.code.variables(conjunct).into_iter().map(position).max().unwrap_or(0);
        due[last].push(conjunct);
    }
    let holds = |space: &Space<'_>, conjuncts: &[CodeId]| -> Result<bool, Halt> {
        for &conjunct in conjuncts {
            if space.int(conjunct)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    };
    if !holds(space, &due[0])? {
        return Ok(());
    }
    // How many variables have a value that is being tried; the last of them is next to change.
    let mut depth = 0;
    let mut tried = 0u32;
    let mut descending = true;
    loop {
        if descending {
            if depth == slots.len() {
                found(&packed(space))?;
                descending = false;
                continue;
            }
            let slot = slots[depth] as usize;
            space.values[slot] = program.variables[slot].low;
            depth += 1;
        } else {
            if depth == 0 {
                return Ok(());
            }
            let slot = slots[depth - 1] as usize;
            if space.values[slot] == program.variables[slot].high {
                depth -= 1;
                continue;
            }
            space.values[slot] += 1;
        }
        tried = tried.wrapping_add(1);
        if tried.is_multiple_of(1024) {
            context.check()?;
        }
        descending = holds(space, &due[depth])?;
    }
}

/// The state of the current values.
fn packed(space: &Space<'_>) -> Vec<u64> {
    let mut state = vec![0; space.layout.words];
    for &slot in &space.layout.slots {
        space.layout.set(&mut state, slot, space.values[slot as usize]);
    }
    state
}
