//! The equivalences of the Quotient paper (Finkbeiner, Schewe, Brill, "Automatic synthesis of
//! assumptions for compositional model checking", FORTE 2006) by their definitions: for each pair
//! of states, what can be reached and what can reach π, one path at a time.

use std::collections::BTreeSet;

use surmise_model::{ActionId, Lts, StateId};

/// Which edges of a modal transition system count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modality {
    /// Those that all members of a class have.
    Must,
    /// Those that some member has.
    May,
}

/// Which of the two definitions of must edges is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Every member of the target has a predecessor in the source.
    Forward,
    /// Every member of the source has a successor in the target.
    Backward,
}

/// A class of every part of M and a state of P.
pub type NaivePlace = (Vec<u32>, StateId);

/// Labels: the states of N at every place.
pub type NaiveLabels = BTreeSet<(NaivePlace, StateId)>;

/// M with classes of its states, P_err and N. If every class has one member, M itself.
#[derive(Debug, Clone)]
pub struct NaiveQuotient<'a> {
    /// The parts of M without π, and the class of every state.
    pub parts: Vec<(&'a Lts, Vec<u32>)>,
    /// P_err: deterministic, complete over its alphabet.
    pub property: &'a Lts,
    /// N, without π.
    pub process: &'a Lts,
}

impl<'a> NaiveQuotient<'a> {
    /// Without abstraction.
    pub fn concrete(parts: &[&'a Lts], property: &'a Lts, process: &'a Lts) -> Self {
        let each = |lts: &Lts| (0..lts.num_states() as u32).collect();
        Self { parts: parts.iter().map(|&lts| (lts, each(lts))).collect(), property, process }
    }

    fn classes(&self, part: usize) -> BTreeSet<u32> {
        self.parts[part].1.iter().copied().collect()
    }

    fn members(&self, part: usize, class: u32) -> Vec<StateId> {
        let (lts, classes) = &self.parts[part];
        lts.states().filter(|state| classes[state.index()] == class).collect()
    }

    fn has_edge(&self, part: usize, from: StateId, action: ActionId, to: StateId) -> bool {
        self.parts[part].0.successors(from, action).any(|target| target == to)
    }

    /// The classes that a class reaches with an action.
    fn targets(
        &self,
        part: usize,
        class: u32,
        action: ActionId,
        (modality, direction): (Modality, Direction),
    ) -> Vec<u32> {
        let from = self.members(part, class);
        let is_edge = |target: &u32| {
            let to = self.members(part, *target);
            let edge = |w: StateId, v: StateId| self.has_edge(part, w, action, v);
            match (modality, direction) {
                (Modality::May, _) => from.iter().any(|&w| to.iter().any(|&v| edge(w, v))),
                (Modality::Must, Direction::Forward) => {
                    to.iter().all(|&v| from.iter().any(|&w| edge(w, v)))
                }
                (Modality::Must, Direction::Backward) => {
                    from.iter().all(|&w| to.iter().any(|&v| edge(w, v)))
                }
            }
        };
        self.classes(part).into_iter().filter(is_edge).collect()
    }

    /// Whether a class can do an action with whatever target: π stands for all states of M.
    fn offers(&self, part: usize, class: u32, action: ActionId, modality: Modality) -> bool {
        let offers = |&state: &StateId| self.parts[part].0.successors(state, action).count() > 0;
        match modality {
            Modality::May => self.members(part, class).iter().any(offers),
            Modality::Must => self.members(part, class).iter().all(offers),
        }
    }

    /// The steps of M ‖ P alone, or beside a state of N: where they lead, and whether there is one
    /// into π.
    fn steps(
        &self,
        (classes, at): &NaivePlace,
        process: Option<StateId>,
        mode: (Modality, Direction),
    ) -> (Vec<(NaivePlace, Option<StateId>)>, bool) {
        let mut result = Vec::new();
        let mut error = false;
        // τ, of one alone.
        for part in 0..self.parts.len() {
            for target in self.targets(part, classes[part], ActionId::TAU, mode) {
                let mut next = classes.clone();
                next[part] = target;
                result.push(((next, *at), process));
            }
        }
        for target in process.iter().flat_map(|&n| self.process.successors(n, ActionId::TAU)) {
            result.push(((classes.clone(), *at), Some(target)));
        }
        // Any other action, by all who know it together.
        let mut actions: BTreeSet<ActionId> = self.property.alphabet().iter().collect();
        self.parts.iter().for_each(|(lts, _)| actions.extend(lts.alphabet().iter()));
        if process.is_some() {
            actions.extend(self.process.alphabet().iter());
        }
        for action in actions {
            let knows: Vec<usize> = (0..self.parts.len())
                .filter(|&part| self.parts[part].0.alphabet().contains(action))
                .collect();
            let processes: Vec<Option<StateId>> = match process {
                Some(n) if self.process.alphabet().contains(action) => {
                    self.process.successors(n, action).map(Some).collect()
                }
                other => vec![other],
            };
            let next = match self.property.alphabet().contains(action) {
                true => self.property.successors(*at, action).next().expect("P_err is complete"),
                false => *at,
            };
            if next.is_error() {
                let all = knows.iter().all(|&i| self.offers(i, classes[i], action, mode.0));
                error |= all && !processes.is_empty();
                continue;
            }
            let mut tuples = vec![classes.clone()];
            for part in knows {
                let mut longer = Vec::new();
                for tuple in &tuples {
                    for target in self.targets(part, classes[part], action, mode) {
                        let mut tuple = tuple.clone();
                        tuple[part] = target;
                        longer.push(tuple);
                    }
                }
                tuples = longer;
            }
            for tuple in tuples {
                result.extend(processes.iter().map(|&n| ((tuple.clone(), next), n)));
            }
        }
        (result, error)
    }

    fn initial(&self) -> NaivePlace {
        let class = |(lts, classes): &(&Lts, Vec<u32>)| classes[lts.initial().index()];
        (self.parts.iter().map(class).collect(), self.property.initial())
    }

    /// Everything but π that can be reached from a place.
    fn from(
        &self,
        start: (NaivePlace, Option<StateId>),
        mode: (Modality, Direction),
    ) -> (BTreeSet<(NaivePlace, Option<StateId>)>, bool) {
        let mut found = BTreeSet::from([start.clone()]);
        let mut waiting = vec![start];
        let mut error = false;
        while let Some((place, process)) = waiting.pop() {
            let (steps, into_error) = self.steps(&place, process, mode);
            error |= into_error;
            for step in steps {
                if found.insert(step.clone()) {
                    waiting.push(step);
                }
            }
        }
        (found, error)
    }

    /// The states of M ‖ P: what can be reached without N.
    pub fn places(&self) -> BTreeSet<NaivePlace> {
        let (found, _) = self.from((self.initial(), None), (Modality::May, Direction::Forward));
        found.into_iter().map(|(place, _)| place).collect()
    }

    /// The label V_F of every place: the pairs to which there is a path from the initial state.
    pub fn forward(&self, modality: Modality) -> NaiveLabels {
        let start = (self.initial(), Some(self.process.initial()));
        let (found, _) = self.from(start, (modality, Direction::Forward));
        found.into_iter().filter_map(|(place, n)| Some((place, n?))).collect()
    }

    /// The label V_B of every place of M ‖ P: the pairs from which there is a path to π.
    pub fn backward(&self, modality: Modality) -> NaiveLabels {
        let mut result = BTreeSet::new();
        for place in self.places() {
            for n in self.process.states() {
                let start = (place.clone(), Some(n));
                if self.from(start, (modality, Direction::Backward)).1 {
                    result.insert((place.clone(), n));
                }
            }
        }
        result
    }

    /// Whether two states of N are equivalent, for lower and upper labels: at every place both have
    /// to be in the lower one, or neither in the upper one.
    pub fn equivalent(
        &self,
        (lower, upper): (&NaiveLabels, &NaiveLabels),
        one: StateId,
        other: StateId,
    ) -> bool {
        let in_label =
            |label: &BTreeSet<_>, place: &NaivePlace, n| label.contains(&(place.clone(), n));
        one == other
            || self.places().iter().all(|place| {
                (in_label(lower, place, one) && in_label(lower, place, other))
                    || (!in_label(upper, place, one) && !in_label(upper, place, other))
            })
    }
}
