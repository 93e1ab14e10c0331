//! Letters: the actions that can happen, and each part's τ, numbered without gaps.

use surmise_model::{ActionId, Lts, Stop};

use crate::automata::Pace;

/// An action that all its participants offer somewhere, or the τ of one part.
pub(super) type Letter = u32;

/// All letters, and who takes part in each.
#[derive(Debug)]
pub(super) struct Letters {
    actions: Vec<ActionId>,
    /// Where the participants of each letter start; they end where those of the next start.
    starts: Vec<u32>,
    participants: Vec<u32>,
}

/// The letters of a part's actions.
#[derive(Debug, Default)]
pub(super) struct LetterOf {
    tau: Option<Letter>,
    /// By action; actions that are never possible have none.
    actions: Vec<(ActionId, Letter)>,
}

impl LetterOf {
    pub(super) fn get(&self, action: ActionId) -> Option<Letter> {
        if action.is_tau() {
            return self.tau;
        }
        let place = self.actions.binary_search_by_key(&action, |&(action, _)| action).ok()?;
        Some(self.actions[place].1)
    }
}

impl Letters {
    /// Numbers the letters, by action, then those of τ; gives each part's own, too.
    pub(super) fn new(ltss: &[&Lts], pace: &mut Pace<'_>) -> Result<(Self, Vec<LetterOf>), Stop> {
        let count = ltss.iter().filter_map(|lts| lts.alphabet().iter().last()).max();
        let count = count.map_or(1, |action| action.index() + 1);
        let mut sharing: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut is_possible = vec![true; count];
        let mut has_tau = vec![false; ltss.len()];
        // The last part that was seen to offer an action.
        let mut offered_by = vec![usize::MAX; count];
        for (part, lts) in ltss.iter().enumerate() {
            for (_, edge) in lts.transitions() {
                pace.spend(1)?;
                offered_by[edge.action.index()] = part;
                has_tau[part] |= edge.action.is_tau();
            }
            for action in lts.alphabet().iter() {
                sharing[action.index()].push(part as u32);
                is_possible[action.index()] &= offered_by[action.index()] == part;
            }
        }
        let mut letters = Self { actions: Vec::new(), starts: vec![0], participants: Vec::new() };
        let mut letter_of: Vec<LetterOf> = ltss.iter().map(|_| LetterOf::default()).collect();
        for (index, parts) in sharing.iter().enumerate() {
            if !parts.is_empty() && is_possible[index] {
                let letter = letters.push(ActionId::of(index), parts);
                for &part in parts {
                    letter_of[part as usize].actions.push((ActionId::of(index), letter));
                }
            }
        }
        for part in (0..ltss.len()).filter(|&part| has_tau[part]) {
            letter_of[part].tau = Some(letters.push(ActionId::TAU, &[part as u32]));
        }
        Ok((letters, letter_of))
    }

    fn push(&mut self, action: ActionId, participants: &[u32]) -> Letter {
        self.actions.push(action);
        self.participants.extend(participants);
        self.starts.push(self.participants.len() as u32);
        self.actions.len() as Letter - 1
    }

    /// The action of each letter, and who takes part in it.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ActionId, &[u32])> {
        (0..self.len() as Letter).map(|letter| (self.action(letter), self.participants(letter)))
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.actions.len()
    }

    /// The action of a letter.
    pub(super) fn action(&self, letter: Letter) -> ActionId {
        self.actions[letter as usize]
    }

    /// The parts that take part in a letter.
    #[inline]
    pub(super) fn participants(&self, letter: Letter) -> &[u32] {
        let (start, end) = (self.starts[letter as usize], self.starts[letter as usize + 1]);
        &self.participants[start as usize..end as usize]
    }
}
