//! L*: Angluin's observation table with Rivest and Schapire's analysis of counterexamples.
//!
//! Angluin, "Learning regular sets from queries and counterexamples" (1987); Rivest and Schapire,
//! "Inference of finite automata using homing sequences" (1993); line numbers are those of figure 3
//! in Giannakopoulou et al., "Learning to divide and conquer".
//!
//! The table has a row for every prefix in S ∪ S·Σ and a column for every suffix in E. *Invariant*:
//! the rows of S are pairwise different, so the states of a conjecture are never more than those of
//! the minimal automaton; and every counterexample adds at least one.
//!
//! A conjecture may have a rejecting state. Since the language is prefix-closed and the answers are
//! right, the row of a rejected prefix is false everywhere, and so are the rows of all its
//! extensions: there is one rejecting state at most, and no way out of it. So what remains when it
//! is left out has the same language, for every conjecture and not only for the last.

use fixedbitset::FixedBitSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use surmise_model::Stop;

use super::learner::{Hypothesis, Learner, Membership, Symbol};

/// The observation table (S, E, T).
#[derive(Debug, Clone)]
pub struct ObservationTable {
    symbols: usize,
    /// S, each with the number of its row.
    prefixes: Vec<(Box<[Symbol]>, usize)>,
    /// E.
    suffixes: Vec<Box<[Symbol]>>,
    /// T: row 0 is λ's, row 1 + i·|Σ| + a that of prefix i followed by a.
    rows: Vec<FixedBitSet>,
    /// For every row, the prefix with an equal row, once the table is closed.
    state_of_row: Vec<usize>,
}

impl ObservationTable {
    /// The table with S = E = {λ} (line 1), and no answers yet.
    pub fn new(symbols: usize) -> Self {
        Self {
            symbols,
            prefixes: vec![(Box::from([]), 0)],
            suffixes: vec![Box::from([])],
            rows: Vec::new(),
            state_of_row: Vec::new(),
        }
    }

    /// S.
    pub fn prefixes(&self) -> impl ExactSizeIterator<Item = &[Symbol]> {
        self.prefixes.iter().map(|(word, _)| &**word)
    }

    /// E.
    pub fn suffixes(&self) -> &[Box<[Symbol]>] {
        &self.suffixes
    }

    /// T of every word in S·Σ and every suffix, with the prefix and the symbol.
    pub fn extensions(&self) -> impl Iterator<Item = (&[Symbol], Symbol, Vec<bool>)> {
        self.prefixes.iter().enumerate().flat_map(move |(index, (prefix, _))| {
            (0..self.symbols).map(move |symbol| {
                let row = &self.rows[1 + index * self.symbols + symbol];
                let answers = (0..self.suffixes.len()).map(|column| row.contains(column));
                (&**prefix, symbol as Symbol, answers.collect())
            })
        })
    }

    /// Asks for the rows that are missing and for the missing ends of the others (lines 2 and 4).
    fn update(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop> {
        let mut word = Vec::new();
        self.rows.resize(1 + self.prefixes.len() * self.symbols, FixedBitSet::new());
        for (number, row) in self.rows.iter_mut().enumerate() {
            for (column, suffix) in self.suffixes.iter().enumerate().skip(row.len()) {
                word.clear();
                if let Some(extension) = number.checked_sub(1) {
                    let (prefix, symbol) = (extension / self.symbols, extension % self.symbols);
                    word.extend_from_slice(&self.prefixes[prefix].0);
                    word.push(symbol as Symbol);
                }
                word.extend_from_slice(suffix);
                let answer = teacher.contains(&word)?;
                row.grow(column + 1);
                row.set(column, answer);
            }
        }
        Ok(())
    }

    /// Fills and closes the table (lines 2 to 4).
    pub fn close(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop> {
        self.update(teacher)?;
        let mut state_of: IndexMap<FixedBitSet, usize, FxBuildHasher> = self
            .prefixes
            .iter()
            .enumerate()
            .map(|(state, &(_, row))| (self.rows[row].clone(), state))
            .collect();
        debug_assert_eq!(state_of.len(), self.prefixes.len(), "the rows of S differ");
        self.state_of_row.clear();
        while let Some(row) = self.rows.get(self.state_of_row.len()) {
            if let Some(&state) = state_of.get(row) {
                self.state_of_row.push(state);
                continue;
            }
            // Line 3: sa goes to S.
            let number = self.state_of_row.len();
            let (prefix, symbol) = ((number - 1) / self.symbols, (number - 1) % self.symbols);
            state_of.insert(row.clone(), self.prefixes.len());
            let mut word = self.prefixes[prefix].0.to_vec();
            word.push(symbol as Symbol);
            self.prefixes.push((word.into(), number));
            self.update(teacher)?;
        }
        Ok(())
    }

    /// Adds a suffix to E, unless it is there.
    pub fn add_suffix(&mut self, suffix: &[Symbol]) {
        if !self.suffixes.iter().any(|known| **known == *suffix) {
            self.suffixes.push(suffix.into());
        }
    }

    /// The state, an index into S, that the closed table's automaton reaches.
    pub fn state_after(&self, word: &[Symbol]) -> usize {
        word.iter()
            .fold(0, |state, &symbol| self.state_of_row[1 + state * self.symbols + symbol as usize])
    }

    /// The prefix of a state.
    pub fn access(&self, state: usize) -> &[Symbol] {
        &self.prefixes[state].0
    }

    /// The closed table's automaton without its rejecting state (line 5).
    pub fn conjecture(&self) -> Hypothesis {
        let accepting = |state: usize| self.rows[self.prefixes[state].1].contains(0);
        let mut number = vec![None; self.prefixes.len()];
        let states: Vec<usize> = (0..self.prefixes.len()).filter(|&s| accepting(s)).collect();
        states.iter().enumerate().for_each(|(new, &old)| number[old] = Some(new));
        Hypothesis::new(self.symbols, states.len(), |state, symbol| {
            number[self.state_of_row[1 + states[state] * self.symbols + symbol as usize]]
        })
    }
}

/// Finds where the suffix of a counterexample begins that witnesses the difference, given whether
/// the language has the counterexample.
pub(super) type FindWitness =
    fn(&ObservationTable, &[Symbol], bool, &mut dyn Membership) -> Result<usize, Stop>;

/// L* as in the paper.
#[derive(Debug, Clone)]
pub struct TableLearner {
    table: ObservationTable,
    conjecture: Hypothesis,
    find_witness: FindWitness,
}

impl TableLearner {
    /// A learner over an alphabet of so many symbols.
    pub fn new(symbols: usize) -> Self {
        Self::with_witness(symbols, witness)
    }

    /// A learner that finds witnesses in another way than the right one, perhaps.
    pub(super) fn with_witness(symbols: usize, find_witness: FindWitness) -> Self {
        let conjecture = Hypothesis::new(symbols, 0, |_, _| None);
        Self { table: ObservationTable::new(symbols), conjecture, find_witness }
    }

    /// The table.
    pub fn table(&self) -> &ObservationTable {
        &self.table
    }
}

impl Learner for TableLearner {
    fn start(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop> {
        self.table.close(teacher)?;
        self.conjecture = self.table.conjecture();
        Ok(())
    }

    fn refine(
        &mut self,
        word: &[Symbol],
        teacher: &mut dyn Membership,
    ) -> Result<Option<Box<[Symbol]>>, Stop> {
        let (accepted, _) = self.conjecture.run(word);
        let truly_accepted = teacher.accepted(word)?;
        if accepted == truly_accepted {
            return Ok(None);
        }
        let word = &word[..=accepted.min(truly_accepted)];
        let truth = truly_accepted > accepted;
        let suffix = &word[(self.find_witness)(&self.table, word, truth, teacher)?..];
        // Line 8, and around the loop.
        let before = self.table.prefixes.len();
        self.table.add_suffix(suffix);
        self.start(teacher)?;
        if self.table.prefixes.len() == before {
            return Err(Stop::internal("L*: a witness splits no state"));
        }
        Ok(Some(suffix.into()))
    }

    fn hypothesis(&self) -> &Hypothesis {
        &self.conjecture
    }
}

/// Where the suffix of a counterexample begins that witnesses the difference (section 2.4.1).
///
/// Let ζ(i) be the answer for the word in which the first i symbols are replaced by the prefix of
/// the state they lead to. ζ(0) is the truth and ζ(|word|) the conjecture; between a ζ(i) and a
/// ζ(i + 1) that differ, the symbols after the first i + 1 tell two states apart that the
/// conjecture takes for one.
pub(super) fn witness(
    table: &ObservationTable,
    word: &[Symbol],
    truth: bool,
    teacher: &mut dyn Membership,
) -> Result<usize, Stop> {
    let (mut low, mut high) = (0, word.len());
    let mut replaced = Vec::with_capacity(word.len());
    // ζ(low) is the truth, ζ(high) is not.
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        replaced.clear();
        replaced.extend_from_slice(table.access(table.state_after(&word[..middle])));
        replaced.extend_from_slice(&word[middle..]);
        match teacher.contains(&replaced)? == truth {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok(high)
}
