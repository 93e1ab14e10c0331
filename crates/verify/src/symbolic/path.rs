//! A shortest run to a state, found backwards from the distances of all states.
//!
//! From a state at distance d some step leads back to one at distance d − 1. The steps back of one
//! state come from the LTSs themselves. What distance they lead to is read from the diagram: above
//! the uppermost participant its path is that of the state, and below the lowest it soon is again.
//!
//! Where many participants could each come from several states, their combinations are tried one by
//! one only at first. Then the diagram is followed down instead, with what leads nowhere
//! remembered: that takes no longer than the diagram is large, however many combinations there are.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Context, StateId, Step, Stop, Trace};

use super::diagrams::{Diagrams, Distances, Node};
use super::space::{Role, Space};
use crate::automata::Pace;

/// So many combinations are tried one by one.
const TRIED: usize = 1 << 10;

/// By level and local state: actions and where they come from, by action.
type Back = Vec<Vec<Vec<(ActionId, StateId)>>>;

/// Where a tuple is in a diagram: the nodes it goes through and the sums of the numbers on the
/// edges.
struct Way {
    nodes: Vec<Node>,
    sums: Vec<u32>,
}

/// Finds runs to states whose distances are known.
pub(super) struct Paths<'s, 'd, 'a> {
    space: &'s Space<'s>,
    diagrams: &'d Diagrams<'a>,
    distances: Distances,
    back: Back,
    /// So many combinations are tried one by one.
    pub(super) tried: usize,
}

impl<'s, 'd, 'a> Paths<'s, 'd, 'a> {
    pub(super) fn new(
        space: &'s Space<'s>,
        diagrams: &'d Diagrams<'a>,
        distances: Distances,
    ) -> Self {
        let back = space.ltss.iter().map(|lts| {
            let mut back = vec![Vec::new(); lts.num_states()];
            for (source, edge) in lts.transitions().filter(|(_, edge)| !edge.target.is_error()) {
                back[edge.target.index()].push((edge.action, source));
            }
            back.iter_mut().for_each(|row| row.sort_unstable());
            back
        });
        Self { space, diagrams, distances, back: back.collect(), tried: TRIED }
    }

    /// A run to a tuple of local states, by level, at a distance. The states of its steps are by
    /// part.
    pub(super) fn to(
        &self,
        values: Vec<StateId>,
        distance: u32,
        context: &Context<'_>,
    ) -> Result<Trace, Stop> {
        let mut values = values;
        let mut steps: Vec<Step> = Vec::with_capacity(distance as usize);
        let mut pace = Pace::new(context);
        for distance in (0..distance).rev() {
            context.check()?;
            let states = self.space.by_part(&values);
            let Some((action, before)) = self.step_back(&values, distance, &mut pace)? else {
                return Err(Stop::internal("no step leads to a state from the distance before"));
            };
            steps.push(Step { action, states });
            values = before;
        }
        steps.reverse();
        Ok(Trace { initial: self.space.by_part(&values), steps })
    }

    /// A step to a tuple from one at the given distance.
    fn step_back(
        &self,
        values: &[StateId],
        distance: u32,
        pace: &mut Pace<'_>,
    ) -> Result<Option<(ActionId, Vec<StateId>)>, Stop> {
        let Some(way) = self.way(values) else { return Ok(None) };
        let mut before = values.to_vec();
        for level in 0..values.len() {
            let row = &self.back[level][values[level].index()];
            for sources in row.chunk_by(|one, other| one.0 == other.0) {
                let action = sources[0].0;
                let own = [level as u32];
                let levels = match self.space.role(level, action) {
                    Role::Alone => &own[..],
                    Role::Top => self.space.participants(action),
                    Role::Other => continue,
                };
                if self.choose(levels, action, (&way, distance), &mut before, pace)? {
                    return Ok(Some((action, before)));
                }
                levels.iter().for_each(|&level| {
                    before[level as usize] = values[level as usize];
                });
            }
        }
        Ok(None)
    }

    /// Finds out where some participants come from, each from one of several states: it is in
    /// `before` then.
    fn choose(
        &self,
        levels: &[u32],
        action: ActionId,
        (way, distance): (&Way, u32),
        before: &mut [StateId],
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stop> {
        let sources = |&level: &u32| -> &[(ActionId, StateId)] {
            let row = &self.back[level as usize][before[level as usize].index()];
            let start = row.partition_point(|&(other, _)| other < action);
            let end = row.partition_point(|&(other, _)| other <= action);
            &row[start..end]
        };
        let choices: Vec<&[(ActionId, StateId)]> = levels.iter().map(sources).collect();
        if choices.iter().any(|choices| choices.is_empty()) {
            return Ok(false);
        }
        let mut digits = vec![0; choices.len()];
        for _ in 0..self.tried {
            pace.spend(levels.len())?;
            for ((&level, choices), &digit) in levels.iter().zip(&choices).zip(&digits) {
                before[level as usize] = choices[digit].1;
            }
            if self.distance(before, levels, way) == Some(distance) {
                return Ok(true);
            }
            let next = (0..digits.len()).find(|&place| digits[place] + 1 < choices[place].len());
            let Some(next) = next else { return Ok(false) };
            digits[next] += 1;
            digits[..next].fill(0);
        }
        let failed = HashSet::default();
        let mut descent = Descent { paths: self, levels, choices, way, distance, failed };
        let first = levels.first().map_or(0, |&level| level as usize);
        descent.follow(0, (way.nodes[first], way.sums[first]), before, pace)
    }

    fn way(&self, values: &[StateId]) -> Option<Way> {
        let mut way = Way { nodes: vec![self.distances.node], sums: vec![self.distances.plus] };
        let (mut node, mut sum) = (self.distances.node, self.distances.plus);
        for value in values {
            let below = self.diagrams.below(node, value.raw());
            if below.is_none() {
                return None;
            }
            (node, sum) = (below.node, sum.saturating_add(below.plus));
            way.nodes.push(node);
            way.sums.push(sum);
        }
        Some(way)
    }

    /// The distance of a tuple that differs from that of a way on some levels alone, if it has one.
    fn distance(&self, values: &[StateId], levels: &[u32], way: &Way) -> Option<u32> {
        let (first, last) = (*levels.first()? as usize, *levels.last()? as usize);
        let (mut node, mut sum) = (way.nodes[first], way.sums[first]);
        for (level, value) in values.iter().enumerate().skip(first) {
            let below = self.diagrams.below(node, value.raw());
            if below.is_none() {
                return None;
            }
            (node, sum) = (below.node, sum.saturating_add(below.plus));
            if level >= last && node == way.nodes[level + 1] {
                return Some(sum + (way.sums[values.len()] - way.sums[level + 1]));
            }
        }
        Some(sum)
    }
}

/// The combinations of where participants come from, followed down the diagram.
struct Descent<'p, 's, 'd, 'a> {
    paths: &'p Paths<'s, 'd, 'a>,
    levels: &'p [u32],
    choices: Vec<&'p [(ActionId, StateId)]>,
    way: &'p Way,
    distance: u32,
    /// At which participant, node and sum so far nothing was found.
    failed: HashSet<(usize, Node, u32), FxBuildHasher>,
}

impl Descent<'_, '_, '_, '_> {
    /// Chooses for a participant and those below it, given the node on its level and the sum above
    /// it.
    fn follow(
        &mut self,
        participant: usize,
        (node, sum): (Node, u32),
        before: &mut [StateId],
        pace: &mut Pace<'_>,
    ) -> Result<bool, Stop> {
        if self.failed.contains(&(participant, node, sum)) {
            return Ok(false);
        }
        let level = self.levels[participant] as usize;
        let next = self.levels.get(participant + 1).map(|&level| level as usize);
        for &(_, source) in self.choices[participant] {
            before[level] = source;
            pace.spend(1)?;
            let found = match next {
                Some(next) => match self.walk(level..next, (node, sum), before, pace)? {
                    Some(there) => self.follow(participant + 1, there, before, pace)?,
                    None => false,
                },
                None => {
                    let end = self.walk(level..before.len(), (node, sum), before, pace)?;
                    end.is_some_and(|(_, sum)| sum == self.distance)
                }
            };
            if found {
                return Ok(true);
            }
        }
        self.failed.insert((participant, node, sum));
        Ok(false)
    }

    /// Goes down some levels; nowhere if no tuple is there, or none that is near enough.
    fn walk(
        &self,
        levels: std::ops::Range<usize>,
        (mut node, mut sum): (Node, u32),
        before: &[StateId],
        pace: &mut Pace<'_>,
    ) -> Result<Option<(Node, u32)>, Stop> {
        let last = self.levels.last().map_or(0, |&level| level as usize);
        let depth = before.len();
        for level in levels {
            pace.spend(1)?;
            let below = self.paths.diagrams.below(node, before[level].raw());
            if below.is_none() {
                return Ok(None);
            }
            (node, sum) = (below.node, sum.saturating_add(below.plus));
            if sum > self.distance {
                return Ok(None);
            }
            if level >= last && node == self.way.nodes[level + 1] {
                let rest = self.way.sums[depth] - self.way.sums[level + 1];
                return Ok(Some((self.way.nodes[depth], sum + rest)));
            }
        }
        Ok(Some((node, sum)))
    }
}
