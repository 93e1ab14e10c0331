//! Which letters depend on which, part by part and local state by local state.

use surmise_model::{Context, Lts, StateId, Stop};

use super::super::composed::Badness;
use super::super::parts::Parts;
use super::commuting::{self, Walk};
use super::letters::{Letter, LetterOf, Letters};
use crate::automata::Pace;

/// A list among many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct List {
    start: u32,
    end: u32,
}

/// What a part offers in a local state.
#[derive(Debug, Clone, Copy)]
struct Offer {
    letter: Letter,
    /// What has to be in a stubborn set for the part's sake if the letter is, and is possible.
    conflicts: List,
}

/// A local state of a part.
#[derive(Debug, Clone, Copy, Default)]
struct Row {
    offers: List,
    /// The letters by which the part gets elsewhere.
    exits: List,
    /// Those by which it comes closer to what is sought.
    alarms: List,
}

/// The tables.
#[derive(Debug)]
pub(super) struct Dependencies {
    alphabet: Letters,
    /// Where the rows of each part start.
    bases: Vec<u32>,
    rows: Vec<Row>,
    offers: Vec<Offer>,
    letters: Vec<Letter>,
}

impl Dependencies {
    pub(super) fn new(
        parts: &Parts<'_>,
        badness: &[Badness],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let rows: usize = parts.ltss.iter().map(|lts| lts.num_states()).sum();
        let transitions: usize = parts.ltss.iter().map(|lts| lts.num_transitions()).sum();
        context.reserve((rows * size_of::<Row>() + transitions * 24) as u64)?;
        let mut pace = Pace::new(context);
        let (alphabet, letter_of) = Letters::new(parts.ltss, &mut pace)?;
        let mut tables = Self {
            alphabet,
            bases: Vec::with_capacity(parts.ltss.len()),
            rows: Vec::with_capacity(rows),
            offers: Vec::new(),
            letters: Vec::new(),
        };
        let mut budget = commuting::BUDGET;
        for (part, letter_of) in letter_of.iter().enumerate() {
            let is_sought = badness.iter().any(|badness| match *badness {
                Badness::Error => part < parts.first_monitor,
                Badness::Violation(watching) | Badness::Refusal(watching, ..) => part == watching,
                Badness::Deadlock => false,
            });
            tables.add_part(parts, part, letter_of, is_sought, &mut budget, &mut pace)?;
        }
        Ok(tables)
    }

    fn add_part(
        &mut self,
        parts: &Parts<'_>,
        part: usize,
        letter_of: &LetterOf,
        is_sought: bool,
        budget: &mut usize,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stop> {
        let lts = parts.ltss[part];
        let is_bad = |from, to| parts.is_end(part, to) || parts.violates(part, from, to);
        let in_danger = if is_sought { in_danger(lts, is_bad, pace)? } else { Vec::new() };
        self.bases.push(self.rows.len() as u32);
        for state in lts.states() {
            pace.spend(lts.edges(state).len() + 1)?;
            let own = self.list(lts, state, letter_of, |_| true);
            let exits = self.list(lts, state, letter_of, |to| !to.is_error() && to != state);
            let alarms = match is_sought {
                false => List::default(),
                true => self.list(lts, state, letter_of, |to| {
                    is_bad(state, to) || !to.is_error() && to != state && in_danger[to.index()]
                }),
            };
            let start = self.offers.len() as u32;
            for place in own.start..own.end {
                let letter = self.letters[place as usize];
                let walk = Walk { lts, letter_of, letters: &self.alphabet };
                let fewer = walk.conflicts(state, letter, (own.end - own.start) as usize, budget);
                let conflicts = match fewer {
                    None => own,
                    Some(letters) => self.append(letters),
                };
                pace.spend(1)?;
                self.offers.push(Offer { letter, conflicts });
            }
            let offers = List { start, end: self.offers.len() as u32 };
            self.rows.push(Row { offers, exits, alarms });
        }
        Ok(())
    }

    /// The letters of a state's row with an edge to a target that counts.
    fn list(
        &mut self,
        lts: &Lts,
        state: StateId,
        letter_of: &LetterOf,
        counts: impl Fn(StateId) -> bool,
    ) -> List {
        let start = self.letters.len();
        for edge in lts.edges(state) {
            if let Some(letter) = letter_of.get(edge.action)
                && counts(edge.target)
                && self.letters[start..].last() != Some(&letter)
            {
                self.letters.push(letter);
            }
        }
        self.letters[start..].sort_unstable();
        List { start: start as u32, end: self.letters.len() as u32 }
    }

    fn append(&mut self, letters: Vec<Letter>) -> List {
        let start = self.letters.len() as u32;
        self.letters.extend(letters);
        List { start, end: self.letters.len() as u32 }
    }

    pub(super) fn alphabet(&self) -> &Letters {
        &self.alphabet
    }

    pub(super) fn num_parts(&self) -> usize {
        self.bases.len()
    }

    /// The number of the row of a part's local state.
    #[inline]
    pub(super) fn row(&self, part: usize, local: usize) -> u32 {
        self.bases[part] + local as u32
    }

    /// The letters offered in a row.
    #[inline]
    pub(super) fn offered(&self, row: u32) -> impl Iterator<Item = Letter> {
        self.offers_of(row).iter().map(|offer| offer.letter)
    }

    /// The letters by which the part gets out of the row's state.
    #[inline]
    pub(super) fn exits(&self, row: u32) -> &[Letter] {
        self.get(self.rows[row as usize].exits)
    }

    /// The letters by which the part comes closer to what is sought.
    #[inline]
    pub(super) fn alarms(&self, row: u32) -> &[Letter] {
        self.get(self.rows[row as usize].alarms)
    }

    /// What conflicts with a letter in a row; `None` if it is not offered there.
    #[inline]
    pub(super) fn conflicts(&self, row: u32, letter: Letter) -> Option<&[Letter]> {
        let offers = self.offers_of(row);
        let place = offers.partition_point(|offer| offer.letter < letter);
        let offer = offers.get(place).filter(|offer| offer.letter == letter)?;
        Some(self.get(offer.conflicts))
    }

    #[inline]
    fn offers_of(&self, row: u32) -> &[Offer] {
        let List { start, end } = self.rows[row as usize].offers;
        &self.offers[start as usize..end as usize]
    }

    #[inline]
    fn get(&self, list: List) -> &[Letter] {
        &self.letters[list.start as usize..list.end as usize]
    }
}

/// The local states from which a bad step can be reached.
fn in_danger(
    lts: &Lts,
    is_bad: impl Fn(StateId, StateId) -> bool,
    pace: &mut Pace<'_>,
) -> Result<Vec<bool>, Stop> {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); lts.num_states()];
    let mut in_danger = vec![false; lts.num_states()];
    for (source, edge) in lts.transitions() {
        pace.spend(1)?;
        in_danger[source.index()] |= is_bad(source, edge.target);
        if !edge.target.is_error() {
            sources[edge.target.index()].push(source.raw());
        }
    }
    let mut waiting: Vec<usize> = (0..in_danger.len()).filter(|&state| in_danger[state]).collect();
    while let Some(state) = waiting.pop() {
        for &source in &sources[state] {
            pace.spend(1)?;
            if !std::mem::replace(&mut in_danger[source as usize], true) {
                waiting.push(source as usize);
            }
        }
    }
    Ok(in_danger)
}
