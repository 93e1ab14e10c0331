//! Who answers the learner's membership queries: whether a group is safe in the company of a trace.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use surmise_model::{ActionId, Alphabet, Lts, Statistics};

use super::lazy_subsets::LazySubsets;
use super::learner::{Membership, Symbol};
use crate::{Context, Stop};

/// The teacher of one group M and one property P: a trace over Σ is in the language if
/// `⟨trace⟩ M ⟨P⟩` holds. That language is the weakest assumption of M for P over Σ.
pub(super) struct Teacher<'a> {
    context: Context<'a>,
    subsets: LazySubsets<'a>,
    positive: PositiveAnswers,
    /// How many membership queries were answered since the last report.
    queries: u64,
    /// How many of them by what was known from a smaller alphabet.
    reused: u64,
}

impl<'a> Teacher<'a> {
    /// A teacher for parts, a completed property among them, over an alphabet.
    pub(super) fn new(
        parts: Vec<Cow<'a, Lts>>,
        alphabet: &Alphabet,
        context: &Context<'a>,
    ) -> Self {
        let subsets = LazySubsets::new(parts, alphabet.iter().collect(), context);
        let (context, positive) = (*context, PositiveAnswers::new());
        Self { context, subsets, positive, queries: 0, reused: 0 }
    }

    /// Goes on with the same group and property over a larger alphabet.
    ///
    /// Proposition 11: what is harmless stays harmless if more of the environment's actions are in
    /// view, for M can then do no more than before. So positive answers carry over. Negative ones do
    /// not.
    pub(super) fn change_alphabet(&mut self, parts: Vec<Cow<'a, Lts>>, alphabet: &Alphabet) {
        self.subsets = LazySubsets::new(parts, alphabet.iter().collect(), &self.context);
        self.positive.next_alphabet();
    }

    /// Adds what was counted since the last time.
    pub(super) fn report(&mut self, statistics: &mut Statistics) {
        statistics.add("membership queries", std::mem::take(&mut self.queries));
        statistics.add("reused answers", std::mem::take(&mut self.reused));
        statistics.raise("query states", self.subsets.product_states() as u64);
    }

    /// The actions that the symbols stand for.
    pub(super) fn actions(&self) -> &[ActionId] {
        self.subsets.actions()
    }

    /// The symbols of a word, actions outside the alphabet left out.
    pub(super) fn symbols(&self, word: &[ActionId]) -> Vec<Symbol> {
        let place = |action| self.actions().binary_search(action).ok();
        word.iter().filter_map(place).map(|place| place as Symbol).collect()
    }

    /// The word of symbols.
    pub(super) fn word(&self, symbols: &[Symbol]) -> Vec<ActionId> {
        symbols.iter().map(|&symbol| self.actions()[symbol as usize]).collect()
    }

    /// Whether even the empty trace does harm: M can violate P without the environment.
    pub(super) fn rejects_everything(&mut self) -> Result<bool, Stop> {
        Ok(self.subsets.initial()?.is_error())
    }
}

impl Membership for Teacher<'_> {
    fn accepted(&mut self, word: &[Symbol]) -> Result<usize, Stop> {
        self.queries += 1;
        if self.queries.is_multiple_of(256) {
            self.context.check()?;
        }
        let actions = self.subsets.actions();
        if self.positive.knows(word.iter().map(|&symbol| actions[symbol as usize])) {
            self.reused += 1;
            return Ok(word.len());
        }
        let mut subset = self.subsets.initial()?;
        let mut accepted = 0;
        for &symbol in word {
            subset = self.subsets.step(subset, symbol as usize)?;
            if subset.is_error() {
                break;
            }
            accepted += 1;
        }
        let actions = self.subsets.actions();
        self.positive.note(word[..accepted].iter().map(|&symbol| actions[symbol as usize]));
        Ok(accepted)
    }
}

/// The words that were answered with yes, as a tree.
struct PositiveAnswers {
    children: FxHashMap<(u32, ActionId), u32>,
    /// For each node, the number of the alphabet for which it was noted.
    noted: Vec<u32>,
    alphabet: u32,
}

impl PositiveAnswers {
    fn new() -> Self {
        Self { children: FxHashMap::default(), noted: vec![0], alphabet: 0 }
    }

    /// From now on the alphabet is larger.
    fn next_alphabet(&mut self) {
        self.alphabet += 1;
    }

    /// Whether the answer is yes because it was for an earlier alphabet.
    fn knows(&self, mut word: impl Iterator<Item = ActionId>) -> bool {
        let end = word.try_fold(0, |node, action| self.children.get(&(node, action)).copied());
        end.is_some_and(|node| self.noted[node as usize] < self.alphabet)
    }

    fn note(&mut self, word: impl Iterator<Item = ActionId>) {
        let mut node = 0;
        for action in word {
            let new = self.noted.len() as u32;
            node = *self.children.entry((node, action)).or_insert(new);
            if node == new {
                self.noted.push(self.alphabet);
            }
        }
    }
}
