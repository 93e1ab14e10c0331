//! What is left of a model to compute with: equations x = best of (gain + Σ weight · y), one for
//! each node. A node is a state whose value is not known from the graph, or an end component
//! collapsed; self-loops are removed.
//!
//! In the quotient every way to choose leaves with probability 1, or costs without end and is never
//! the best. So the equations of the optimum have one solution, iteration from above converges to
//! it, and whatever the equations do not increase is an upper bound of it, whatever they do not
//! decrease a lower one (Haddad and Monmege, "Interval iteration algorithm for MDPs and IMDPs",
//! 2018; Baier et al., CAV 2017; Bertsekas and Tsitsiklis, "An analysis of stochastic shortest path
//! problems", 1991).

use fixedbitset::FixedBitSet;
use surmise_model::{Context, IdOverflow, Probabilities, ProbabilityId, Rational, Stop};

use super::end_components::EndComponents;
use super::markov::MarkovModel;
use crate::strong_components::{Next, strong_components};

/// What a state has become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Zero,
    One,
    Infinite,
    Node(u32),
}

/// What is known before anything is computed.
pub(super) struct Known<'a> {
    /// States whose value is 0.
    pub(super) zero: &'a FixedBitSet,
    /// States whose value is 1.
    pub(super) one: Option<&'a FixedBitSet>,
    /// States whose value is infinite. A choice that may lead there is left out: where the largest
    /// value is meant, no other state has such a choice.
    pub(super) infinite: Option<&'a FixedBitSet>,
    /// End components of the other states that become one node each.
    pub(super) collapsed: Option<&'a EndComponents>,
    /// What each choice gains at once, beside the chance of reaching 1.
    pub(super) rewards: Option<&'a [ProbabilityId]>,
    /// What it is worth to stay in a collapsed component for ever, by its number.
    pub(super) staying: Option<&'a [Rational]>,
}

/// The equations: nodes with choices, each choice a gain and branches to other nodes; what is
/// missing from 1 leads to where there is nothing to gain.
pub(super) struct Equations {
    pub(super) rows: Vec<u32>,
    pub(super) choices: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) weights: Vec<ProbabilityId>,
    /// Of each choice, what it gains at once.
    pub(super) gains: Vec<Option<ProbabilityId>>,
    pub(super) table: Probabilities,
    /// What the states that are asked about have become.
    pub(super) places: Vec<Place>,
    /// The nodes, component by component; edges lead to earlier components.
    order: Vec<u32>,
    starts: Vec<u32>,
    /// By node, its component.
    component_of: Vec<u32>,
}

impl Equations {
    pub(super) fn num_nodes(&self) -> usize {
        self.rows.len() - 1
    }

    pub(super) fn num_components(&self) -> usize {
        self.starts.len() - 1
    }

    /// The nodes of a strongly connected component, sorted.
    pub(super) fn component(&self, component: usize) -> &[u32] {
        &self.order[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    pub(super) fn component_of(&self, node: usize) -> usize {
        self.component_of[node] as usize
    }

    pub(super) fn row(&self, node: usize) -> std::ops::Range<usize> {
        self.rows[node] as usize..self.rows[node + 1] as usize
    }

    pub(super) fn branches(&self, choice: usize) -> std::ops::Range<usize> {
        self.choices[choice] as usize..self.choices[choice + 1] as usize
    }

    /// The equations of what some states can reach.
    pub(super) fn new(
        model: &MarkovModel,
        known: &Known<'_>,
        sources: impl Iterator<Item = usize>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let members = Members::new(known.collapsed);
        context.reserve(4 * model.num_states() as u64)?;
        let mut building = Building {
            model,
            known,
            members: &members,
            node_of: vec![UNSEEN; model.num_states()],
            first: Vec::new(),
            row: Vec::new(),
            equations: Self {
                rows: vec![0],
                choices: vec![0],
                targets: Vec::new(),
                weights: Vec::new(),
                gains: Vec::new(),
                table: model.probabilities.clone(),
                places: Vec::new(),
                order: Vec::new(),
                starts: Vec::new(),
                component_of: Vec::new(),
            },
        };
        for source in sources {
            let place = building.place(source);
            building.equations.places.push(place);
        }
        let mut next = 0;
        while next < building.first.len() {
            if next.is_multiple_of(256) {
                context.check()?;
            }
            building.node(next as u32)?;
            next += 1;
        }
        let mut equations = building.equations;
        equations.find_components(context)?;
        Ok(equations)
    }

    fn find_components(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let edge = |node: usize, position: usize| {
            let row = self.row(node);
            let branch = self.choices[row.start] as usize + position;
            match branch < self.choices[row.end] as usize {
                true => Next::To(self.targets[branch] as usize),
                false => Next::Done,
            }
        };
        let (component_of, count) = strong_components(self.num_nodes(), context, edge)?;
        let mut starts = vec![0u32; count + 1];
        for &component in &component_of {
            starts[component as usize + 1] += 1;
        }
        for component in 0..count {
            starts[component + 1] += starts[component];
        }
        let mut next = starts.clone();
        self.order = vec![0; component_of.len()];
        for (node, &component) in component_of.iter().enumerate() {
            self.order[next[component as usize] as usize] = node as u32;
            next[component as usize] += 1;
        }
        (self.starts, self.component_of) = (starts, component_of);
        Ok(())
    }
}

const UNSEEN: u32 = u32::MAX;

/// The states of each collapsed component.
struct Members<'a> {
    components: Option<&'a EndComponents>,
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl<'a> Members<'a> {
    fn new(components: Option<&'a EndComponents>) -> Self {
        let Some(found) = components else {
            return Self { components, starts: vec![0], states: Vec::new() };
        };
        let mut starts = vec![0u32; found.count + 1];
        for component in found.of.iter().flatten() {
            starts[*component as usize + 1] += 1;
        }
        for component in 0..found.count {
            starts[component + 1] += starts[component];
        }
        let mut next = starts.clone();
        let mut states = vec![0; starts.last().map_or(0, |&all| all as usize)];
        for (state, component) in found.of.iter().enumerate() {
            if let Some(component) = component {
                states[next[*component as usize] as usize] = state as u32;
                next[*component as usize] += 1;
            }
        }
        Self { components, starts, states }
    }

    fn component(&self, state: usize) -> Option<usize> {
        self.components.and_then(|components| components.of[state]).map(|found| found as usize)
    }

    fn of(&self, component: usize) -> &[u32] {
        &self.states[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
}

struct Building<'m> {
    model: &'m MarkovModel,
    known: &'m Known<'m>,
    members: &'m Members<'m>,
    node_of: Vec<u32>,
    /// A state of each node, by number.
    first: Vec<u32>,
    row: Vec<(u32, ProbabilityId)>,
    equations: Equations,
}

impl Building<'_> {
    fn place(&mut self, state: usize) -> Place {
        if self.known.zero.contains(state) {
            return Place::Zero;
        }
        if self.known.one.is_some_and(|one| one.contains(state)) {
            return Place::One;
        }
        if self.known.infinite.is_some_and(|infinite| infinite.contains(state)) {
            return Place::Infinite;
        }
        if self.node_of[state] == UNSEEN {
            let node = self.first.len() as u32;
            self.node_of[state] = node;
            if let Some(component) = self.members.component(state) {
                for &member in self.members.of(component) {
                    self.node_of[member as usize] = node;
                }
            }
            self.first.push(state as u32);
        }
        Place::Node(self.node_of[state])
    }

    /// The choices of a node: those of its states, and perhaps to stay.
    fn node(&mut self, node: u32) -> Result<(), Stop> {
        let members = self.members;
        let first = self.first[node as usize];
        let component = members.component(first as usize);
        let alone = [first];
        for &state in component.map_or(&alone[..], |component| members.of(component)) {
            for choice in self.model.choices(state as usize) {
                self.choice(node, choice)?;
            }
        }
        if let (Some(component), Some(staying)) = (component, self.known.staying) {
            let gain = self.equations.table.intern(&staying[component])?;
            self.equations.gains.push(Some(gain));
            self.end_choice()?;
        }
        let end = u32::try_from(self.equations.choices.len() - 1);
        self.equations.rows.push(end.map_err(|_| IdOverflow { kind: "choices" })?);
        Ok(())
    }

    fn choice(&mut self, node: u32, choice: usize) -> Result<(), Stop> {
        let model = self.model;
        if let Some(infinite) = self.known.infinite
            && model.targets(choice).iter().any(|&target| infinite.contains(target as usize))
        {
            return Ok(());
        }
        let mut gain = self.known.rewards.map(|rewards| rewards[choice]);
        let mut own: Option<ProbabilityId> = None;
        self.row.clear();
        for (target, weight) in model.branches(choice) {
            let place = self.place(target);
            let table = &mut self.equations.table;
            let add = |sum: &mut Option<ProbabilityId>, table: &mut Probabilities| {
                *sum = Some(match *sum {
                    Some(sum) => table.sum(sum, weight)?,
                    None => weight,
                });
                Ok::<(), IdOverflow>(())
            };
            match place {
                Place::Zero | Place::Infinite => {}
                Place::One => add(&mut gain, table)?,
                Place::Node(target) if target == node => add(&mut own, table)?,
                Place::Node(target) => self.row.push((target, weight)),
            }
        }
        let table = &mut self.equations.table;
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
        let start = self.equations.targets.len();
        for &(target, weight) in &self.row {
            let weight = table.product(weight, scale)?;
            match self.equations.targets[start..].last() {
                Some(&last) if last == target => {
                    let at = self.equations.weights.len() - 1;
                    self.equations.weights[at] = table.sum(self.equations.weights[at], weight)?;
                }
                _ => {
                    self.equations.targets.push(target);
                    self.equations.weights.push(weight);
                }
            }
        }
        let gain = match gain {
            Some(gain) => Some(table.product(gain, scale)?),
            None => None,
        };
        self.equations.gains.push(gain);
        self.end_choice()
    }

    fn end_choice(&mut self) -> Result<(), Stop> {
        let end = u32::try_from(self.equations.targets.len());
        self.equations.choices.push(end.map_err(|_| IdOverflow { kind: "branches" })?);
        Ok(())
    }
}
