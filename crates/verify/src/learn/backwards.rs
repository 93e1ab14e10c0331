//! The traces that do no harm, found from their ends.
//!
//! Brzozowski, "Canonical regular expressions and minimal state graphs for definite events" (1962):
//! determinise an automaton backwards, then the result forwards, and what comes out is minimal.
//! Here the automaton is (M ‖ P_err)↓Σ with π as its only final state. Backwards, the states are
//! sets X(w): from where the word w leads to π, all the way or a part of it. Forwards, a trace
//! leads to the set of those X that M ‖ P_err can be in after it; that is to say, to the set of all
//! words that would be harmful next, so that no two states are equivalent.
//!
//! Going forwards at once ([`LazySubsets`](crate::assume::lazy_subsets::LazySubsets)) can meet a
//! hundred times as many subsets as the minimal automaton has states, and so can going backwards:
//! seldom both.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use crate::automata::{Interner, Transposed};

/// The sets X(w) as far as they have been found.
pub(super) struct Backwards<'l> {
    lts: &'l Lts,
    actions: Vec<ActionId>,
    /// For each state and action, in this order: from where a τ-closed step on it leads to the
    /// state.
    sources: Vec<FixedBitSet>,
    /// For each action, from where a step on it leads to π, or τ alone does.
    harmful: Vec<FixedBitSet>,
    /// X(w), by their members; X(ε) comes first.
    sets: Interner,
    /// For each set X(w) and action a, in this order, the number of X(aw).
    longer: Vec<u32>,
    context: Context<'l>,
}

impl<'l> Backwards<'l> {
    /// Begins with the empty word. The LTS is over the alphabet and τ.
    pub(super) fn new(
        lts: &'l Lts,
        alphabet: &Alphabet,
        context: &Context<'l>,
    ) -> Result<Self, Stop> {
        let (states, actions) = (lts.num_states(), alphabet.iter().collect::<Vec<_>>());
        context.reserve(((states + 1) * (actions.len() + 1) * (states / 8 + 32)) as u64)?;
        let silent = silent_sources(lts, context)?;
        let mut sources = vec![FixedBitSet::with_capacity(states); states * actions.len()];
        let mut harmful = vec![silent[states].clone(); actions.len()];
        for (source, edge) in lts.transitions() {
            let Ok(symbol) = actions.binary_search(&edge.action) else { continue };
            let into = match edge.target.is_error() {
                true => &mut harmful[symbol],
                false => &mut sources[edge.target.index() * actions.len() + symbol],
            };
            into.union_with(&silent[source.index()]);
        }
        let mut sets = Interner::new();
        sets.intern(&members(&silent[states]), context)?;
        Ok(Self { lts, actions, sources, harmful, sets, longer: Vec::new(), context: *context })
    }

    /// Looks for more sets until there are so many. Tells whether all were found.
    pub(super) fn explore(&mut self, most: usize) -> Result<bool, Stop> {
        let symbols = self.actions.len();
        let mut set = FixedBitSet::with_capacity(self.lts.num_states());
        while self.longer.len() < self.sets.len() * symbols {
            let done = self.longer.len() / symbols;
            if self.sets.len() > most {
                return Ok(false);
            }
            self.context.check()?;
            for symbol in 0..symbols {
                set.clone_from(&self.harmful[symbol]);
                for &state in self.sets.get(StateId::of(done)) {
                    set.union_with(&self.sources[state as usize * symbols + symbol]);
                }
                let longer = self.sets.intern(&members(&set), &self.context)?;
                self.longer.push(longer.raw());
            }
        }
        Ok(true)
    }

    /// How many sets were found.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The minimal automaton of the harmless traces, numbered breadth-first, once all sets were
    /// found; `None` if even the empty trace does harm.
    pub(super) fn harmless(&self, context: &Context<'_>) -> Result<Option<Lts>, Stop> {
        let (symbols, sets) = (self.actions.len(), self.sets.len());
        let initial = self.lts.initial();
        let met = |set: usize| {
            initial.is_error() || self.sets.get(StateId::of(set)).contains(&initial.raw())
        };
        if met(0) {
            return Ok(None);
        }
        let (mut states, mut words) = (Interner::new(), Vec::new());
        pack(sets, met, &mut words);
        states.intern(&words, context)?;
        let mut builder = Lts::builder();
        builder.extend_alphabet(self.actions.iter().copied());
        let mut next = 0;
        while next < states.len() {
            context.check()?;
            let source = StateId::of(next);
            builder.ensure_states(next + 1);
            for (symbol, &action) in self.actions.iter().enumerate() {
                let here = states.get(source);
                let after = |set: usize| {
                    let longer = self.longer[set * symbols + symbol];
                    here[longer as usize / 32] >> (longer % 32) & 1 == 1
                };
                if after(0) {
                    continue;
                }
                pack(sets, after, &mut words);
                let target = states.intern(&words, context)?;
                builder.ensure_states(target.index() + 1);
                builder.add(source, action, target);
            }
            next += 1;
        }
        Ok(Some(builder.build()?))
    }
}

/// From where τ alone leads to each state, and to π, which comes last.
fn silent_sources(lts: &Lts, context: &Context<'_>) -> Result<Vec<FixedBitSet>, Stop> {
    let states = lts.num_states();
    let direct = Transposed::new(states + 1, || {
        let silent = lts.transitions().filter(|(_, edge)| edge.action.is_tau());
        silent.map(|(source, edge)| match edge.target.is_error() {
            true => (states as u32, source.index()),
            false => (edge.target.raw(), source.index()),
        })
    });
    (0..=states)
        .map(|target| {
            context.check()?;
            let mut set = FixedBitSet::with_capacity(states);
            if target < states {
                set.insert(target);
            }
            let mut waiting = vec![target];
            while let Some(at) = waiting.pop() {
                waiting.extend(direct.of(at as u32).iter().filter(|&&source| !set.put(source)));
            }
            Ok(set)
        })
        .collect()
}

/// A state of the automaton that goes forwards: the sets that are met, 32 to a word.
fn pack(sets: usize, met: impl Fn(usize) -> bool, words: &mut Vec<u32>) {
    words.clear();
    words.extend((0..sets.div_ceil(32)).map(|word| {
        let inside = (32 * word..sets.min(32 * word + 32)).enumerate();
        inside.fold(0, |bits, (bit, set)| bits | u32::from(met(set)) << bit)
    }));
}

fn members(set: &FixedBitSet) -> Vec<u32> {
    set.ones().map(|state| state as u32).collect()
}
