//! What is left of a model to compute with: the states whose probability is neither 0 nor 1, end
//! components collapsed into one node each, self-loops removed.
//!
//! In the quotient every way to choose leaves for 0 or 1 with probability 1, so that the equations
//! of the optimum have one solution and iteration from above converges to it (Haddad and Monmege,
//! "Interval iteration algorithm for MDPs and IMDPs", 2018; Baier et al., CAV 2017).

use surmise_model::{Context, Extreme, IdOverflow, Probabilities, ProbabilityId, Rational, Stop};

use super::end_components::end_components;
use super::markov::MarkovModel;
use super::qualitative::Qualitative;

/// What a state has become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Zero,
    One,
    Node(u32),
}

/// The quotient: nodes with choices, each choice a chance of reaching 1 at once and branches to
/// other nodes; what is missing from 1 leads to 0.
pub(super) struct Quotient {
    pub(super) rows: Vec<u32>,
    pub(super) choices: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) weights: Vec<ProbabilityId>,
    /// Of each choice, the chance of reaching 1 at once.
    pub(super) gains: Vec<Option<ProbabilityId>>,
    pub(super) table: Probabilities,
    /// What the initial states have become.
    pub(super) initial: Vec<Place>,
}

impl Quotient {
    pub(super) fn num_nodes(&self) -> usize {
        self.rows.len() - 1
    }

    pub(super) fn row(&self, node: usize) -> std::ops::Range<usize> {
        self.rows[node] as usize..self.rows[node + 1] as usize
    }

    pub(super) fn branches(&self, choice: usize) -> std::ops::Range<usize> {
        self.choices[choice] as usize..self.choices[choice + 1] as usize
    }

    /// The part that the initial states can reach.
    pub(super) fn new(
        model: &MarkovModel,
        extreme: Extreme,
        known: &Qualitative,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut maybe = known.zero.clone();
        maybe.union_with(&known.one);
        maybe.toggle_range(..);
        let components = match extreme {
            Extreme::Maximal => Some(end_components(model, &maybe, context)?),
            // To stay for ever is to avoid the goal: whoever can has probability 0 already.
            Extreme::Minimal => None,
        };
        let mut members: Vec<Vec<u32>> =
            vec![Vec::new(); components.as_ref().map_or(0, |components| components.count)];
        let of = |state: usize| components.as_ref().and_then(|c| c.of[state]);
        for state in maybe.ones() {
            if let Some(component) = of(state) {
                members[component as usize].push(state as u32);
            }
        }
        let mut building = Building {
            model,
            known,
            node_of: vec![None; model.num_states()],
            waiting: Vec::new(),
            row: Vec::new(),
            quotient: Self {
                rows: vec![0],
                choices: vec![0],
                targets: Vec::new(),
                weights: Vec::new(),
                gains: Vec::new(),
                table: model.probabilities.clone(),
                initial: Vec::new(),
            },
        };
        let expand = |state: usize| match of(state) {
            Some(component) => members[component as usize].clone(),
            None => vec![state as u32],
        };
        for &initial in model.initial() {
            let place = building.place(initial.index(), &expand);
            building.quotient.initial.push(place);
        }
        let mut next = 0;
        while next < building.waiting.len() {
            if next.is_multiple_of(256) {
                context.check()?;
            }
            let states = std::mem::take(&mut building.waiting[next]);
            for &state in &states {
                for choice in model.choices(state as usize) {
                    building.choice(next as u32, choice, &expand)?;
                }
            }
            let end = u32::try_from(building.quotient.choices.len() - 1);
            building.quotient.rows.push(end.map_err(|_| IdOverflow { kind: "choices" })?);
            next += 1;
        }
        Ok(building.quotient)
    }
}

struct Building<'m> {
    model: &'m MarkovModel,
    known: &'m Qualitative,
    node_of: Vec<Option<u32>>,
    /// The states of each node, by number.
    waiting: Vec<Vec<u32>>,
    row: Vec<(u32, ProbabilityId)>,
    quotient: Quotient,
}

impl Building<'_> {
    fn place(&mut self, state: usize, expand: &dyn Fn(usize) -> Vec<u32>) -> Place {
        if self.known.zero.contains(state) {
            return Place::Zero;
        }
        if self.known.one.contains(state) {
            return Place::One;
        }
        if let Some(node) = self.node_of[state] {
            return Place::Node(node);
        }
        let node = self.waiting.len() as u32;
        let states = expand(state);
        for &member in &states {
            self.node_of[member as usize] = Some(node);
        }
        self.waiting.push(states);
        Place::Node(node)
    }

    fn choice(
        &mut self,
        node: u32,
        choice: usize,
        expand: &dyn Fn(usize) -> Vec<u32>,
    ) -> Result<(), Stop> {
        let model = self.model;
        let mut gain: Option<ProbabilityId> = None;
        let mut own: Option<ProbabilityId> = None;
        self.row.clear();
        for (target, weight) in model.branches(choice) {
            let place = self.place(target, expand);
            let table = &mut self.quotient.table;
            let add = |sum: &mut Option<ProbabilityId>, table: &mut Probabilities| {
                *sum = Some(match *sum {
                    Some(sum) => table.sum(sum, weight)?,
                    None => weight,
                });
                Ok::<(), IdOverflow>(())
            };
            match place {
                Place::Zero => {}
                Place::One => add(&mut gain, table)?,
                Place::Node(target) if target == node => add(&mut own, table)?,
                Place::Node(target) => self.row.push((target, weight)),
            }
        }
        let table = &mut self.quotient.table;
        // A choice that stays leads nowhere; one that may stay is repeated until it does not.
        let scale = match own {
            None => ProbabilityId::ONE,
            Some(ProbabilityId::ONE) => return Ok(()),
            Some(own) => {
                let rest = &Rational::ONE - table.value(own);
                match rest.reciprocal() {
                    Some(scale) => table.intern(&scale)?,
                    None => return Ok(()),
                }
            }
        };
        self.row.sort_unstable_by_key(|&(target, _)| target);
        let start = self.quotient.targets.len();
        for &(target, weight) in &self.row {
            let weight = table.product(weight, scale)?;
            match self.quotient.targets[start..].last() {
                Some(&last) if last == target => {
                    let at = self.quotient.weights.len() - 1;
                    self.quotient.weights[at] = table.sum(self.quotient.weights[at], weight)?;
                }
                _ => {
                    self.quotient.targets.push(target);
                    self.quotient.weights.push(weight);
                }
            }
        }
        let gain = match gain {
            Some(gain) => Some(table.product(gain, scale)?),
            None => None,
        };
        self.quotient.gains.push(gain);
        let end = u32::try_from(self.quotient.targets.len());
        self.quotient.choices.push(end.map_err(|_| IdOverflow { kind: "branches" })?);
        Ok(())
    }
}
