//! Which commands of a module can be enabled at all, by the value of one variable.
//!
//! Most guards say `s=3 & …` for the variable that is the module's control state. A table from its
//! values to commands leaves a few guards to evaluate in each state, without the part that the
//! table knows already.

use super::code::{CodeId, Comparison, Op};
use super::program::{Module, Program};

/// Variables with more values get no table, unless there are about as many commands.
const MOST_VALUES: u64 = 4096;

/// Conjuncts are evaluated at most so often to make a table.
const MOST_WORK: u64 = 1 << 22;

/// The commands of a module, by the value of one variable.
#[derive(Debug, Clone)]
pub(crate) struct Candidates {
    selector: Option<(u32, i64)>,
    /// `rows[v]..rows[v + 1]` are the candidates of the value `v`, in `candidates`.
    rows: Vec<u32>,
    candidates: Vec<Candidate>,
    conjuncts: Vec<CodeId>,
}

/// A command that is enabled if all of its remaining conjuncts hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) command: u32,
    start: u32,
    end: u32,
}

impl Candidates {
    pub(crate) fn new(program: &Program, module: &Module, slots: &[u32]) -> Self {
        let code = &program.code;
        let guards: Vec<Vec<CodeId>> =
            module.commands.iter().map(|command| code.conjuncts(command.guard)).collect();
        // The one variable of each conjunct that has only one.
        let alone = |conjunct: CodeId| match code.variables(conjunct)[..] {
            [slot] => Some(slot),
            _ => None,
        };
        let selectors: Vec<Vec<Option<u32>>> =
            guards.iter().map(|guard| guard.iter().map(|&c| alone(c)).collect()).collect();
        let values = |slot: u32| {
            let variable = &program.variables[slot as usize];
            variable.high.abs_diff(variable.low).saturating_add(1)
        };
        let uses = |slot: u32| selectors.iter().filter(|s| s.contains(&Some(slot))).count();
        // The only value for which a guard can be true, if it names one.
        let only = |guard: &[CodeId], selector: u32| {
            guard.iter().find_map(|&conjunct| match code.op(conjunct) {
                Op::CompareConstant(Comparison::Equal, slot, value) if slot == selector => {
                    Some(value)
                }
                _ => None,
            })
        };
        let work = |slot: u32| {
            let many = guards.iter().filter(|guard| only(guard, slot).is_none()).count() as u64;
            values(slot).saturating_mul(many)
        };
        let selector = slots
            .iter()
            .copied()
            .filter(|&slot| {
                let most = MOST_VALUES.max(16 * guards.len() as u64);
                uses(slot) > 0 && values(slot) <= most && work(slot) <= MOST_WORK
            })
            .max_by_key(|&slot| (uses(slot), values(slot), std::cmp::Reverse(slot)));
        let low = selector.map_or(0, |slot| program.variables[slot as usize].low);
        let mut rows: Vec<Vec<Candidate>> = vec![Vec::new(); selector.map_or(1, values) as usize];
        let mut conjuncts = Vec::new();
        let mut state = vec![0; program.variables.len()];
        for (index, guard) in guards.iter().enumerate() {
            let possible = match selector.and_then(|slot| only(guard, slot)) {
                None => 0..rows.len(),
                Some(value) => match usize::try_from(i128::from(value) - i128::from(low)) {
                    Ok(row) if row < rows.len() => row..row + 1,
                    _ => continue,
                },
            };
            'rows: for row in possible {
                let start = conjuncts.len();
                for (&conjunct, own) in guard.iter().zip(&selectors[index]) {
                    let known = match selector {
                        Some(slot) if *own == Some(slot) => {
                            state[slot as usize] = low + row as i64;
                            code.int(conjunct, &state).ok()
                        }
                        _ => None,
                    };
                    match known {
                        Some(0) => {
                            conjuncts.truncate(start);
                            continue 'rows;
                        }
                        Some(_) => {}
                        None => conjuncts.push(conjunct),
                    }
                }
                let (start, end) = (start as u32, conjuncts.len() as u32);
                rows[row].push(Candidate { command: index as u32, start, end });
            }
        }
        let mut offsets = vec![0];
        let mut candidates = Vec::new();
        for row in rows {
            candidates.extend(row);
            offsets.push(candidates.len() as u32);
        }
        let selector = selector.map(|slot| (slot, low));
        Self { selector, rows: offsets, candidates, conjuncts }
    }

    /// The commands that may be enabled in a state.
    #[inline]
    pub(crate) fn of(&self, state: &[i64]) -> &[Candidate] {
        let row = match self.selector {
            Some((slot, low)) => (state[slot as usize] - low) as usize,
            None => 0,
        };
        &self.candidates[self.rows[row] as usize..self.rows[row + 1] as usize]
    }

    /// What is left of a guard to evaluate.
    #[inline]
    pub(crate) fn conjuncts(&self, candidate: Candidate) -> &[CodeId] {
        &self.conjuncts[candidate.start as usize..candidate.end as usize]
    }
}
