//! An order on tuples of local states, in which most steps lead upwards.
//!
//! Each component ranks its states so that but for a few edges, at least one of each of its cycles,
//! all lead to a higher rank: in the reverse order in which a depth-first search leaves them
//! (Kurshan et al. 1998). Tuples are compared component by component, from the first one to the
//! last or the other way round, whatever suits more actions: in a pipeline what is passed on should
//! count as progress.

use surmise_model::{ActionId, Alphabet, Context, Edge, Lts, StateId, Stop};

use super::super::parts::Parts;
use super::dependencies::Dependencies;
use super::letters::{Letter, Letters};
use crate::automata::Pace;

/// The order.
#[derive(Debug)]
pub(super) struct ProgressOrder {
    /// By row.
    ranks: Vec<u32>,
    /// Monitors have no ranks.
    first_monitor: usize,
    /// Whether the last component counts most.
    last_counts_most: bool,
}

impl ProgressOrder {
    pub(super) fn new(
        parts: &Parts<'_>,
        dependencies: &Dependencies,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let first_monitor = parts.first_monitor;
        let mut pace = Pace::new(context);
        let mut ranks = Vec::new();
        let letters = dependencies.alphabet();
        let mut shared = Alphabet::new();
        shared.extend(letters.iter().filter(|(_, by)| by.len() > 1).map(|(action, _)| action));
        for lts in &parts.ltss[..first_monitor] {
            ranks.extend(rank(lts, |action| !shared.contains(action), &mut pace)?);
        }
        let mut progress = Self { ranks, first_monitor, last_counts_most: false };
        let forwards = progress.merit(parts.ltss, dependencies, &mut pace)?;
        progress.last_counts_most = true;
        progress.last_counts_most =
            forwards < progress.merit(parts.ltss, dependencies, &mut pace)?;
        Ok(progress)
    }

    /// How well the order suits the letters: the shares of steps that lead upwards, summed up.
    fn merit(
        &self,
        ltss: &[&Lts],
        dependencies: &Dependencies,
        pace: &mut Pace<'_>,
    ) -> Result<f64, Stop> {
        let letters = dependencies.alphabet();
        let mut upwards = vec![(0u32, 0u32); letters.len()];
        for (part, lts) in ltss[..self.first_monitor].iter().enumerate() {
            for state in lts.states() {
                let row = dependencies.row(part, state.index());
                for letter in dependencies.offered(row) {
                    let first = self.in_order(letters.participants(letter)).next();
                    if first != Some(part) {
                        continue;
                    }
                    for edge in lts.edges_on(state, letters.action(letter)) {
                        pace.spend(1)?;
                        let (all, up) = &mut upwards[letter as usize];
                        *all += 1;
                        *up += u32::from(self.leads(part, row, state, edge, dependencies) > 0);
                    }
                }
            }
        }
        let share = |&(all, up): &(u32, u32)| f64::from(up) / f64::from(all.max(1));
        Ok(upwards.iter().map(share).sum())
    }

    /// The components among some parts, those that count most first.
    fn in_order<'a>(&self, parts: &'a [u32]) -> impl Iterator<Item = usize> + use<'a> {
        let (len, backwards, first_monitor) =
            (parts.len(), self.last_counts_most, self.first_monitor);
        let place = move |i| if backwards { len - 1 - i } else { i };
        let parts = (0..len).map(move |i| parts[place(i)] as usize);
        parts.filter(move |&part| part < first_monitor)
    }

    /// Upwards (1), nowhere (0) or downwards (-1).
    fn leads(
        &self,
        part: usize,
        row: u32,
        from: StateId,
        edge: &Edge,
        dependencies: &Dependencies,
    ) -> i8 {
        if edge.target.is_error() {
            return -1;
        }
        if edge.target == from {
            return 0;
        }
        let to = dependencies.row(part, edge.target.index());
        if self.ranks[row as usize] < self.ranks[to as usize] { 1 } else { -1 }
    }

    /// Whether a letter that is possible has a step that leads upwards and does not end the run.
    pub(super) fn is_made(
        &self,
        letter: Letter,
        rows: &[u32],
        ltss: &[&Lts],
        dependencies: &Dependencies,
    ) -> bool {
        let letters: &Letters = dependencies.alphabet();
        let (action, participants) = (letters.action(letter), letters.participants(letter));
        let edges = |part: usize| {
            let state = StateId::of((rows[part] - dependencies.row(part, 0)) as usize);
            (state, ltss[part].edges_on(state, action))
        };
        let goes_on =
            |&part: &u32| edges(part as usize).1.iter().any(|edge| !edge.target.is_error());
        if !participants.iter().all(goes_on) {
            return false;
        }
        for part in self.in_order(participants) {
            let (state, edges) = edges(part);
            let leads = |edge| self.leads(part, rows[part], state, edge, dependencies);
            match edges.iter().map(leads).max() {
                Some(1) => return true,
                Some(0) => {}
                _ => return false,
            }
        }
        false
    }
}

/// The ranks of an LTS's states. Steps that the LTS takes alone are those that others can wait for
/// most often: they lead upwards unless they make a cycle by themselves, the others as far as that
/// permits.
fn rank(
    lts: &Lts,
    is_alone: impl Fn(ActionId) -> bool,
    pace: &mut Pace<'_>,
) -> Result<Vec<u32>, Stop> {
    let initial = lts.initial();
    let roots = (!initial.is_error()).then(|| initial.index());
    let left = postorder(lts, roots.into_iter().chain(0..lts.num_states()), |_| true, pace)?;
    let left = postorder(lts, left.into_iter(), is_alone, pace)?;
    let mut ranks = vec![0; lts.num_states()];
    left.into_iter().rev().zip(0..).for_each(|(state, rank)| ranks[state] = rank);
    Ok(ranks)
}

/// The states in the order in which a depth-first search from some roots leaves them, along edges
/// with some of the actions.
fn postorder(
    lts: &Lts,
    roots: impl Iterator<Item = usize>,
    follows: impl Fn(ActionId) -> bool,
    pace: &mut Pace<'_>,
) -> Result<Vec<usize>, Stop> {
    let mut left = Vec::with_capacity(lts.num_states());
    let mut seen = vec![false; lts.num_states()];
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in roots {
        if !std::mem::replace(&mut seen[root], true) {
            path.push((root, 0));
        }
        while let Some((state, place)) = path.last_mut() {
            pace.spend(1)?;
            let Some(edge) = lts.edges(StateId::of(*state)).get(*place) else {
                left.push(*state);
                path.pop();
                continue;
            };
            *place += 1;
            let is_new = !edge.target.is_error() && follows(edge.action);
            if is_new && !std::mem::replace(&mut seen[edge.target.index()], true) {
                path.push((edge.target.index(), 0));
            }
        }
    }
    Ok(left)
}
