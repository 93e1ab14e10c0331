//! What a state of several components can do (definition 3 of the CAV 2012 paper), by the
//! definition.

use std::collections::BTreeMap;

use surmise_model::{ActionId, Alphabet, Lpts, ProbabilisticSystem, Rational, StateId};

use super::{Objection, wrong};

/// A state of each part.
pub(crate) type Tuple = Vec<u32>;

/// Which transition on an action each part takes, or none.
pub(crate) type Moves = Vec<Option<u32>>;

/// A distribution, by tuples.
pub(crate) type Masses = BTreeMap<Tuple, Rational>;

/// Components side by side.
pub(crate) struct Parts<'a> {
    pub(crate) system: &'a ProbabilisticSystem,
    parts: Vec<&'a Lpts>,
    pub(crate) alphabet: Alphabet,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(system: &'a ProbabilisticSystem, parts: Vec<&'a Lpts>) -> Self {
        let mut alphabet = Alphabet::new();
        parts.iter().for_each(|part| alphabet.union_with(part.alphabet()));
        Self { system, parts, alphabet }
    }

    /// The initial state.
    pub(crate) fn initial(&self) -> Tuple {
        self.parts.iter().map(|part| part.initial().raw()).collect()
    }

    /// Whether a tuple is a state of the parts.
    pub(crate) fn is_state(&self, tuple: &[u32]) -> bool {
        let has = |(part, state): (&&Lpts, &u32)| (*state as usize) < part.num_states();
        tuple.len() == self.parts.len() && self.parts.iter().zip(tuple).all(has)
    }

    /// Every transition of a state: its action, and who moves how. If there are more than `most`,
    /// that is wrong: nobody can have listed them.
    pub(crate) fn transitions(
        &self,
        tuple: &[u32],
        most: usize,
    ) -> Result<Vec<(ActionId, Moves)>, Objection> {
        let mut found = Vec::new();
        for (mover, part) in self.parts.iter().enumerate() {
            for place in 0..count(part, tuple[mover], ActionId::TAU) {
                let mut moves = vec![None; self.parts.len()];
                moves[mover] = Some(place);
                found.push((ActionId::TAU, moves));
            }
        }
        for action in self.alphabet.iter() {
            let mut all: Vec<Moves> = vec![Vec::new()];
            for (part, &state) in self.parts.iter().zip(tuple) {
                let own: Vec<Option<u32>> = match part.alphabet().contains(action) {
                    true => (0..count(part, state, action)).map(Some).collect(),
                    false => vec![None],
                };
                let longer = |moves: &Moves, own: &Option<u32>| [&moves[..], &[*own]].concat();
                all = all
                    .iter()
                    .flat_map(|moves| own.iter().map(move |own| longer(moves, own)))
                    .collect();
                // Parts that come later may still refuse, but what is too much for a list is too
                // much here.
                if all.len() > most.saturating_mul(64).saturating_add(4096) {
                    return wrong("a state has more transitions than are listed");
                }
            }
            found.extend(all.into_iter().map(|moves| (action, moves)));
        }
        match found.len() <= most {
            true => Ok(found),
            false => wrong("a state has more transitions than are listed"),
        }
    }

    /// Whether these moves are a transition of a state: who takes part moves, and nobody else.
    pub(crate) fn is_transition(
        &self,
        tuple: &[u32],
        action: ActionId,
        moves: &[Option<u32>],
    ) -> bool {
        if moves.len() != self.parts.len() {
            return false;
        }
        let exists = |place: usize| {
            moves[place].is_none_or(|own| own < count(self.parts[place], tuple[place], action))
        };
        let takes_part = |place: usize| self.parts[place].alphabet().contains(action);
        let all = || 0..self.parts.len();
        all().all(exists)
            && match action.is_tau() {
                true => moves.iter().flatten().count() == 1,
                false => {
                    all().any(takes_part)
                        && all().all(|place| moves[place].is_some() == takes_part(place))
                }
            }
    }

    /// The distribution of a transition: the product of those of who moves. If it has a larger
    /// support than `most`, that is wrong: nobody can have listed it.
    pub(crate) fn distribution(
        &self,
        tuple: &[u32],
        action: ActionId,
        moves: &[Option<u32>],
        most: usize,
    ) -> Result<Masses, Objection> {
        let mut product: Vec<(Tuple, Rational)> = vec![(Vec::new(), Rational::ONE)];
        for ((part, &state), &own) in self.parts.iter().zip(tuple).zip(moves) {
            let branches: Vec<(u32, Rational)> = match own {
                None => vec![(state, Rational::ONE)],
                Some(place) => {
                    let choice =
                        part.choices_on(StateId::of(state as usize), action)[place as usize];
                    let branches = part.distribution(choice.distribution).iter();
                    branches.map(|(state, weight)| (state.raw(), weight.clone())).collect()
                }
            };
            if product.len().saturating_mul(branches.len()) > most {
                return wrong("a transition leads to more states than are listed");
            }
            product = product
                .iter()
                .flat_map(|(tuple, weight)| {
                    branches
                        .iter()
                        .map(move |(state, own)| ([&tuple[..], &[*state]].concat(), weight * own))
                })
                .collect();
        }
        Ok(product.into_iter().collect())
    }
}

fn count(part: &Lpts, state: u32, action: ActionId) -> u32 {
    part.choices_on(StateId::of(state as usize), action).len() as u32
}
