//! Choosing a stubborn set in a state.
//!
//! With one blocking participant fixed for each letter that is not possible, "needs" is a graph on
//! the letters, and closed sets are what can be reached. The minimal ones with a possible letter
//! are strongly connected components from which no other possible letter can be reached, and
//! letters that are not possible: Tarjan's algorithm finds them all in one pass over the graph,
//! each letter being looked at once (Valmari 1988). Of these the one with the fewest possible
//! letters is taken, or what the alarms need if that is less.
//!
//! Nothing is allocated once the [`Room`] has grown to what a state takes.

use surmise_model::Lts;

use super::dependencies::Dependencies;
use super::letters::Letter;
use super::progress::ProgressOrder;

/// Room for the choice in one state after the other.
#[derive(Debug)]
pub(in super::super) struct Room {
    /// The row of each part.
    rows: Vec<u32>,
    letters: Vec<Node>,
    /// The letters that somebody offers.
    offered: Vec<Letter>,
    /// Those that are possible.
    possible: Vec<Letter>,
    /// The letters that were discovered.
    discovered: Vec<Letter>,
    /// Those whose component is open.
    open: Vec<Letter>,
    path: Vec<Visit>,
    /// The possible letters of the smallest set that may be taken, and of the smallest of all.
    best: Vec<Letter>,
    smallest: Vec<Letter>,
    /// Those of the component that was found last; in the end those that are chosen.
    chosen: Vec<Letter>,
}

/// What is known about a letter.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// How many participants offer it.
    offers: u32,
    /// Counted from 1; 0 if it was not discovered.
    discovery: u32,
    low: u32,
    is_possible: bool,
    is_open: bool,
    /// A possible letter can be reached that is in a component of its own.
    reaches_others: bool,
}

/// A letter on the path of the search, and which of its needs comes next.
#[derive(Debug, Clone, Copy)]
struct Visit {
    letter: Letter,
    /// The participant that is asked what it needs.
    participant: u32,
    /// How many participants there are to ask.
    participants: u32,
    place: u32,
}

impl Room {
    /// How many bytes it takes for each letter, about.
    pub(in super::super) const BYTES: usize = size_of::<Node>() + size_of::<Visit>() + 7 * 4;

    pub(super) fn new(dependencies: &Dependencies) -> Self {
        Self {
            rows: vec![0; dependencies.num_parts()],
            letters: vec![Node::default(); dependencies.alphabet().len()],
            offered: Vec::new(),
            possible: Vec::new(),
            discovered: Vec::new(),
            open: Vec::new(),
            path: Vec::new(),
            best: Vec::new(),
            smallest: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// The letters to follow.
    pub(super) fn chosen(&self) -> &[Letter] {
        &self.chosen
    }
}

/// The choice in one state.
pub(super) struct Chooser<'a> {
    dependencies: &'a Dependencies,
    progress: &'a ProgressOrder,
    ltss: &'a [&'a Lts],
    room: &'a mut Room,
}

impl<'a> Chooser<'a> {
    /// Looks at what is possible where the parts are.
    pub(super) fn new(
        dependencies: &'a Dependencies,
        progress: &'a ProgressOrder,
        ltss: &'a [&'a Lts],
        room: &'a mut Room,
        locals: impl Iterator<Item = usize>,
    ) -> Self {
        room.possible.clear();
        for (part, local) in locals.enumerate() {
            let row = dependencies.row(part, local);
            room.rows[part] = row;
            for letter in dependencies.offered(row) {
                let node = &mut room.letters[letter as usize];
                if node.offers == 0 {
                    room.offered.push(letter);
                }
                node.offers += 1;
                if node.offers as usize == dependencies.alphabet().participants(letter).len() {
                    node.is_possible = true;
                    room.possible.push(letter);
                }
            }
        }
        Self { dependencies, progress, ltss, room }
    }

    /// Chooses the letters to follow; whether there are others that are possible. If deadlocks
    /// matter, some letter is chosen if any is possible.
    pub(super) fn choose(&mut self, deadlock: bool) -> bool {
        self.room.chosen.clear();
        let alarmed = self.is_alarmed();
        // Otherwise nothing bad can happen any more.
        if alarmed || deadlock {
            match self.room.possible.len() {
                0 | 1 => self.room.chosen.extend(&self.room.possible),
                _ => self.weigh(alarmed, deadlock),
            }
        }
        let Room { letters, offered, possible, chosen, .. } = &mut *self.room;
        for letter in offered.drain(..) {
            let node = &mut letters[letter as usize];
            (node.offers, node.is_possible) = (0, false);
        }
        chosen.len() < possible.len()
    }

    /// Whether somebody can still come closer to what is sought.
    fn is_alarmed(&self) -> bool {
        self.room.rows.iter().any(|&row| !self.dependencies.alarms(row).is_empty())
    }

    fn weigh(&mut self, alarmed: bool, deadlock: bool) {
        self.find_minimal(alarmed);
        self.forget();
        if alarmed && self.room.best.len() != 1 {
            self.answer_alarms();
            self.forget();
            if self.room.chosen.is_empty() && deadlock {
                self.room.chosen.extend(&self.room.smallest);
            }
            if self.room.best.is_empty() || self.room.chosen.len() <= self.room.best.len() {
                return;
            }
        }
        let Room { chosen, best, .. } = &mut *self.room;
        std::mem::swap(chosen, best);
    }

    /// Finds the minimal closed sets with a possible letter. If the alarms matter, a set that
    /// leaves them aside has to make progress.
    fn find_minimal(&mut self, alarmed: bool) {
        self.room.best.clear();
        self.room.smallest.clear();
        for root in 0..self.room.possible.len() {
            let root = self.room.possible[root];
            if self.room.letters[root as usize].discovery == 0 {
                self.discover(root);
                self.search(alarmed);
            }
            if self.room.best.len() == 1 {
                return;
            }
        }
    }

    /// Tarjan's algorithm, from the letter on the path.
    fn search(&mut self, alarmed: bool) {
        while let Some(visit) = self.room.path.last().copied() {
            if let Some(needed) = self.next_need(visit) {
                let node = self.room.letters[needed as usize];
                if node.discovery == 0 {
                    self.discover(needed);
                } else {
                    let own = &mut self.room.letters[visit.letter as usize];
                    match node.is_open {
                        true => own.low = own.low.min(node.discovery),
                        false => own.reaches_others |= node.reaches_others,
                    }
                }
                continue;
            }
            self.room.path.pop();
            let node = self.room.letters[visit.letter as usize];
            if node.low == node.discovery {
                self.close(visit.letter, alarmed);
                if self.room.best.len() == 1 {
                    self.room.path.clear();
                    self.room.open.clear();
                    return;
                }
            }
            let node = self.room.letters[visit.letter as usize];
            if let Some(parent) = self.room.path.last() {
                let parent = &mut self.room.letters[parent.letter as usize];
                match node.is_open {
                    true => parent.low = parent.low.min(node.low),
                    false => parent.reaches_others |= node.reaches_others,
                }
            }
        }
    }

    /// Takes a component off the open ones, and keeps its possible letters if they are the fewest
    /// so far.
    fn close(&mut self, root: Letter, alarmed: bool) {
        let Room { letters, open, chosen, .. } = &mut *self.room;
        chosen.clear();
        let start = open.iter().rposition(|&letter| letter == root).unwrap_or_default();
        let mut reaches_others = false;
        for &letter in &open[start..] {
            let node = &letters[letter as usize];
            reaches_others |= node.reaches_others;
            if node.is_possible {
                chosen.push(letter);
            }
        }
        let is_minimal = !chosen.is_empty() && !reaches_others;
        for letter in open.drain(start..) {
            let node = &mut letters[letter as usize];
            node.is_open = false;
            node.reaches_others = reaches_others || is_minimal;
        }
        if !is_minimal {
            return;
        }
        let is_fewer = |than: &[Letter]| than.is_empty() || self.room.chosen.len() < than.len();
        let (is_smallest, is_better) = (is_fewer(&self.room.smallest), is_fewer(&self.room.best));
        let may_be_taken = is_better && (!alarmed || self.makes_progress());
        let Room { best, smallest, chosen, .. } = &mut *self.room;
        if is_smallest {
            smallest.clone_from(chosen);
        }
        if may_be_taken {
            best.clone_from(chosen);
        }
    }

    fn makes_progress(&self) -> bool {
        let Room { rows, chosen, .. } = &*self.room;
        let is_made = |&letter| self.progress.is_made(letter, rows, self.ltss, self.dependencies);
        chosen.iter().any(is_made)
    }

    /// Closes the set of all alarms; its possible letters are chosen.
    fn answer_alarms(&mut self) {
        self.room.chosen.clear();
        for part in 0..self.room.rows.len() {
            for &letter in self.dependencies.alarms(self.room.rows[part]) {
                if self.room.letters[letter as usize].discovery == 0 {
                    self.discover(letter);
                }
            }
        }
        while let Some(visit) = self.room.path.last().copied() {
            match self.next_need(visit) {
                Some(needed) if self.room.letters[needed as usize].discovery == 0 => {
                    self.discover(needed);
                }
                Some(_) => {}
                None => {
                    self.room.path.pop();
                }
            }
        }
        let Room { letters, discovered, chosen, .. } = &mut *self.room;
        chosen.extend(discovered.iter().filter(|&&letter| letters[letter as usize].is_possible));
    }

    fn discover(&mut self, letter: Letter) {
        let visit = self.visit(letter);
        let Room { letters, discovered, open, path, .. } = &mut *self.room;
        discovered.push(letter);
        let number = discovered.len() as u32;
        let node = &mut letters[letter as usize];
        (node.discovery, node.low, node.is_open) = (number, number, true);
        open.push(letter);
        path.push(visit);
    }

    /// Forgets what was discovered.
    fn forget(&mut self) {
        let Room { letters, discovered, open, .. } = &mut *self.room;
        open.clear();
        for letter in discovered.drain(..) {
            let node = &mut letters[letter as usize];
            *node = Node { offers: node.offers, is_possible: node.is_possible, ..Node::default() };
        }
    }

    /// Whom to ask what a letter needs: all participants if it is possible, else one who does not
    /// offer it, and of these the one with the fewest ways to get elsewhere.
    fn visit(&self, letter: Letter) -> Visit {
        let participants = self.dependencies.alphabet().participants(letter);
        let all = participants.len() as u32;
        if self.room.letters[letter as usize].is_possible {
            return Visit { letter, participant: 0, participants: all, place: 0 };
        }
        let mut fewest = usize::MAX;
        let mut blocker = 0;
        for (place, &part) in participants.iter().enumerate() {
            let row = self.room.rows[part as usize];
            let exits = self.dependencies.exits(row).len();
            if exits < fewest && self.dependencies.conflicts(row, letter).is_none() {
                (fewest, blocker) = (exits, place as u32);
            }
        }
        Visit { letter, participant: blocker, participants: blocker + 1, place: 0 }
    }

    /// The next letter that the last one on the path needs.
    fn next_need(&mut self, mut visit: Visit) -> Option<Letter> {
        let participants = self.dependencies.alphabet().participants(visit.letter);
        let is_possible = self.room.letters[visit.letter as usize].is_possible;
        let needed = loop {
            if visit.participant == visit.participants {
                return None;
            }
            let row = self.room.rows[participants[visit.participant as usize] as usize];
            let needs = match is_possible {
                true => self.dependencies.conflicts(row, visit.letter).unwrap_or_default(),
                false => self.dependencies.exits(row),
            };
            if let Some(&needed) = needs.get(visit.place as usize) {
                break needed;
            }
            (visit.participant, visit.place) = (visit.participant + 1, 0);
        };
        visit.place += 1;
        if let Some(last) = self.room.path.last_mut() {
            *last = visit;
        }
        Some(needed)
    }
}
