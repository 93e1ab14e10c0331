//! Who answers the learner's membership queries: whether a group is safe in the company of a trace.

use std::borrow::Cow;

use surmise_model::{ActionId, Alphabet, Context, Count, Lts, Statistics, Stop};

use super::learner::{Membership, Symbol};
use crate::assume::lazy_subsets::{LazySubsets, Subset};
use crate::automata::minimise_dfa;

/// The teacher of one group M and one property P: a trace over Σ is in the language if
/// `⟨trace⟩ M ⟨P⟩` holds. That language is the weakest assumption of M for P over Σ.
pub(super) struct Teacher<'a> {
    context: Context<'a>,
    subsets: LazySubsets<'a>,
    /// The harmless part of the word that was asked about last, each symbol with where it leads to.
    /// Many a question shares a prefix with the one before.
    path: Vec<(Symbol, Subset)>,
    earlier: Option<Earlier<'a>>,
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
    ) -> Result<Self, Stop> {
        let subsets = LazySubsets::new(parts, alphabet.iter().collect(), context)?;
        let context = *context;
        Ok(Self { context, subsets, path: Vec::new(), earlier: None, queries: 0, reused: 0 })
    }

    /// Goes on with the same group and property over a larger alphabet.
    ///
    /// Proposition 11: what is harmless stays harmless if more of the environment's actions are in
    /// view, for M can then do no more than before. So positive answers carry over. Negative ones
    /// do not.
    pub(super) fn change_alphabet(
        &mut self,
        parts: Vec<Cow<'a, Lts>>,
        alphabet: &Alphabet,
    ) -> Result<(), Stop> {
        let larger = LazySubsets::new(parts, alphabet.iter().collect(), &self.context)?;
        let smaller = std::mem::replace(&mut self.subsets, larger);
        let place = |action| smaller.actions().binary_search(action).ok();
        let symbols = self.subsets.actions().iter().map(place).collect();
        self.earlier = Some(Earlier { subsets: smaller, symbols });
        self.path.clear();
        Ok(())
    }

    /// Adds what was counted since the last time.
    pub(super) fn report(&mut self, statistics: &mut Statistics) {
        statistics.add(Count::MembershipQueries, std::mem::take(&mut self.queries));
        statistics.add(Count::ReusedAnswers, std::mem::take(&mut self.reused));
        statistics.raise(Count::QueryStates, self.subsets.product_states() as u64);
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

    /// The whole language as the smallest LTS with these traces, if it takes no more than `most`
    /// subsets to find. The language has to contain the empty trace.
    pub(super) fn language(&mut self, most: usize) -> Result<Option<Lts>, Stop> {
        Ok(match self.subsets.explore(most)? {
            true => Some(minimise_dfa(&self.subsets.to_lts()?, &self.context)?),
            false => None,
        })
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
        if self.earlier.as_ref().is_some_and(|earlier| earlier.allows(word)) {
            self.reused += 1;
            return Ok(word.len());
        }
        let same = self.path.iter().zip(word).take_while(|((known, _), symbol)| known == *symbol);
        let same = same.count();
        self.path.truncate(same);
        let mut subset = match self.path.last() {
            Some(&(_, subset)) => subset,
            None => self.subsets.initial()?,
        };
        for &symbol in &word[same..] {
            subset = self.subsets.step(subset, symbol as usize)?;
            if subset.is_error() {
                break;
            }
            self.path.push((symbol, subset));
        }
        Ok(self.path.len())
    }
}

/// What is known from the alphabet before. By proposition 11 that includes what was known from
/// those before it.
struct Earlier<'a> {
    subsets: LazySubsets<'a>,
    /// What the symbols of the present alphabet were then.
    symbols: Vec<Option<usize>>,
}

impl Earlier<'_> {
    /// Whether a word was found to be harmless then, or is made of steps that were.
    fn allows(&self, word: &[Symbol]) -> bool {
        self.subsets.is_known_harmless(word.iter().map(|&symbol| self.symbols[symbol as usize]))
    }
}
