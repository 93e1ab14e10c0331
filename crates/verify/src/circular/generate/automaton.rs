//! One assumption as a formula: a deterministic LTS of a few states, and where each trace of a
//! prefix tree leads in it.
//!
//! Heule and Verwer, "Software model synthesis using satisfiability solvers" (2013), for languages
//! that are closed under prefixes. For a node v of the tree, `inside` says that its trace is in the
//! language, and `at[q]` that it leads to state q; `step[q][a][r]` is the transition from q to r on
//! a. States are numbered as a breadth-first search meets them, letters in order: Ulyantsev,
//! Zakirzyanov and Shalyto, "BFS-based symmetry breaking predicates for DFA identification" (LATA
//! 2015).
//!
//! Everything grows: nodes and states are added when they are needed, and nothing is encoded again.
//! That a trace leads to a state that does not exist yet is a variable of its own, which whoever
//! solves assumes to be false.

use rustsat::types::Lit;
use surmise_model::{Lts, StateId, Stop};

use super::solver::Solver;
use crate::circular::constraints::{Node, PrefixTree};

/// The formula of one assumption.
pub(super) struct Automaton {
    letters: usize,
    /// The group itself, if it is what the assumption is to be.
    settled: Option<Lts>,
    /// For each letter: that it leads from every state back there, as if it were not in the
    /// alphabet.
    ignored: Vec<Lit>,
    /// For each letter: whether that is not asked for any more.
    noticed: Vec<bool>,
    /// For each state but the first: that it is there.
    pub(super) used: Vec<Lit>,
    nodes: Vec<NodeVariables>,
    /// `steps[q][a][r]`.
    steps: Vec<Vec<Vec<Lit>>>,
    /// `up_to[q][r][a]`, r > q: that q has a transition to r on a letter up to a. Rows by r.
    up_to: Vec<Vec<Vec<Lit>>>,
    /// `parents[r][q]`, r > q: that q is the first state with a transition to r.
    parents: Vec<Vec<Lit>>,
    /// That more states are needed than there are.
    pub(super) more: Lit,
}

struct NodeVariables {
    /// The node before, and the letter that leads from there.
    edge: Option<(Node, usize)>,
    /// `from[q]`: that the trace leads to state q or a later one. The first says that it is inside,
    /// the last that it leads to a state which is not there.
    from: Vec<Lit>,
    /// `at[q]`: that it leads to q.
    at: Vec<Lit>,
}

impl Automaton {
    /// One state and the empty trace.
    pub(super) fn new(letters: usize, solver: &mut Solver<'_>) -> Result<Self, Stop> {
        let mut automaton = Self {
            letters,
            settled: None,
            ignored: (0..letters).map(|_| solver.fresh()).collect(),
            noticed: vec![false; letters],
            used: Vec::new(),
            nodes: Vec::new(),
            steps: Vec::new(),
            up_to: Vec::new(),
            parents: Vec::new(),
            more: solver.fresh(),
        };
        automaton.add_state(solver)?;
        automaton.add_node(None, (true, false), solver)?;
        let root = &automaton.nodes[0];
        let (inside, at) = (root.from[0], root.at[0]);
        solver.clause(&[inside])?;
        solver.clause(&[at])?;
        Ok(automaton)
    }

    /// How many states it can have.
    pub(super) fn num_states(&self) -> usize {
        self.steps.len()
    }

    /// That the trace of a node is in the language.
    pub(super) fn inside(&self, node: Node) -> Lit {
        self.nodes[node].from[0]
    }

    /// Adds the nodes that the tree has got since the last time. With `hints`, the solver tries
    /// first whether an assumption can allow what its group does, and forbid the rest.
    pub(super) fn grow(
        &mut self,
        tree: &PrefixTree,
        hints: bool,
        solver: &mut Solver<'_>,
    ) -> Result<(), Stop> {
        for node in self.nodes.len()..tree.len() {
            let able = tree.is_able(node);
            self.add_node(tree.parent(node), (able, hints), solver)?;
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        edge: Option<(Node, usize)>,
        (able, hints): (bool, bool),
        solver: &mut Solver<'_>,
    ) -> Result<(), Stop> {
        let node = self.nodes.len();
        let inside = if hints { solver.fresh_trying(able) } else { solver.fresh() };
        if let Some((parent, _)) = edge {
            solver.clause(&[!inside, self.inside(parent)])?;
        }
        self.nodes.push(NodeVariables { edge, from: vec![inside], at: Vec::new() });
        if self.settled.is_some() {
            return solver.clause(&[if able { inside } else { !inside }]);
        }
        for state in 0..self.num_states() {
            self.add_place(node, state, solver)?;
        }
        self.need_more(node, solver)?;
        for source in 0..self.num_states() {
            for target in 0..self.num_states() {
                self.add_edge(node, source, target, solver)?;
            }
        }
        Ok(())
    }

    /// Room for one more state.
    pub(super) fn add_state(&mut self, solver: &mut Solver<'_>) -> Result<(), Stop> {
        let new = self.num_states();
        if new > 0 {
            let used = solver.fresh();
            if let Some(&before) = self.used.last() {
                solver.clause(&[!used, before])?;
            }
            self.used.push(used);
        }
        self.more = solver.fresh();
        self.add_steps(new, solver)?;
        if new > 0 {
            self.number_breadth_first(new, solver)?;
        }
        for node in 0..self.nodes.len() {
            self.add_place(node, new, solver)?;
            self.need_more(node, solver)?;
        }
        for node in 0..self.nodes.len() {
            for other in 0..new {
                self.add_edge(node, new, other, solver)?;
                self.add_edge(node, other, new, solver)?;
            }
            self.add_edge(node, new, new, solver)?;
        }
        Ok(())
    }

    /// That a state is there; the first one always is.
    fn is_used(&self, state: usize) -> Option<Lit> {
        state.checked_sub(1).and_then(|place| self.used.get(place).copied())
    }

    /// The transitions from and to a new state: there is at most one for a state and a letter, and
    /// none from or to a state that is not there.
    fn add_steps(&mut self, new: usize, solver: &mut Solver<'_>) -> Result<(), Stop> {
        self.steps.push(vec![Vec::new(); self.letters]);
        for source in 0..=new {
            let targets = if source == new { 0..new + 1 } else { new..new + 1 };
            for letter in 0..self.letters {
                for target in targets.clone() {
                    let step = solver.fresh();
                    for &other in &self.steps[source][letter] {
                        solver.clause(&[!step, !other])?;
                    }
                    for used in [source, target].into_iter().filter_map(|q| self.is_used(q)) {
                        solver.clause(&[!step, used])?;
                    }
                    if source == target {
                        let mut back = vec![!self.ignored[letter], step];
                        back.extend(self.is_used(source).map(|used| !used));
                        solver.clause(&back)?;
                    }
                    self.steps[source][letter].push(step);
                }
            }
        }
        Ok(())
    }

    /// A new state has a first state with a transition to it; that one is not before the first
    /// state of the state before, and if it is the same, the letter is a later one.
    fn number_breadth_first(&mut self, new: usize, solver: &mut Solver<'_>) -> Result<(), Stop> {
        let (mut up_to, mut parents) = (Vec::new(), Vec::<Lit>::new());
        let mut earlier: Vec<Lit> = Vec::new();
        for source in 0..new {
            let mut row: Vec<Lit> = Vec::new();
            for letter in 0..self.letters {
                let (step, here) = (self.steps[source][letter][new], solver.fresh());
                let before = row.last().copied();
                solver.clause(&[!step, here])?;
                solver.clause(
                    &[Some(!here), Some(step), before].into_iter().flatten().collect::<Vec<_>>(),
                )?;
                if let Some(before) = before {
                    solver.clause(&[!before, here])?;
                }
                row.push(here);
            }
            let parent = solver.fresh();
            match row.last() {
                None => solver.clause(&[!parent])?,
                Some(&any) => {
                    solver.clause(&[!parent, any])?;
                    let mut first = vec![parent, !any];
                    for &other in &earlier {
                        solver.clause(&[!parent, !other])?;
                        first.push(other);
                    }
                    solver.clause(&first)?;
                    earlier.push(any);
                }
            }
            parents.push(parent);
            up_to.push(row);
        }
        let mut reached = parents.clone();
        reached.extend(self.is_used(new).map(|used| !used));
        solver.clause(&reached)?;
        if let Some((before, rows)) = self.parents.last().zip(self.up_to.last()) {
            for (source, &parent) in before.iter().enumerate() {
                for &earlier in &parents[..source] {
                    solver.clause(&[!parent, !earlier])?;
                }
                for (targets, &sooner) in self.steps[source].iter().zip(&rows[source]) {
                    solver.clause(&[!parent, !parents[source], !targets[new], sooner])?;
                }
            }
        }
        self.up_to.push(up_to);
        self.parents.push(parents);
        Ok(())
    }

    /// That a trace may lead to a state: then it does not lead to a later one.
    fn add_place(&mut self, node: Node, state: usize, solver: &mut Solver<'_>) -> Result<(), Stop> {
        let (here, later) = (solver.fresh(), solver.fresh());
        let NodeVariables { from, at, .. } = &mut self.nodes[node];
        let from_here = from[state];
        from.push(later);
        at.push(here);
        solver.clause(&[!from_here, here, later])?;
        solver.clause(&[!here, from_here])?;
        solver.clause(&[!later, from_here])?;
        solver.clause(&[!here, !later])?;
        match self.is_used(state) {
            Some(used) => solver.clause(&[!here, used]),
            None => Ok(()),
        }
    }

    /// A trace that leads past all states needs more of them.
    fn need_more(&mut self, node: Node, solver: &mut Solver<'_>) -> Result<(), Stop> {
        let past = self.nodes[node].from[self.num_states()];
        solver.clause(&[!past, self.more])
    }

    /// What an edge of the tree says about two states and the transition between them.
    fn add_edge(
        &self,
        node: Node,
        source: usize,
        target: usize,
        solver: &mut Solver<'_>,
    ) -> Result<(), Stop> {
        let NodeVariables { edge: Some((parent, letter)), at, .. } = &self.nodes[node] else {
            return Ok(());
        };
        let step = self.steps[source][*letter][target];
        let (before, after) = (self.nodes[*parent].at[source], at[target]);
        solver.clause(&[!before, !step, after])?;
        solver.clause(&[!before, !after, step])
    }

    /// From now on the assumption is the group itself.
    pub(super) fn settle(
        &mut self,
        itself: Lts,
        tree: &PrefixTree,
        solver: &mut Solver<'_>,
    ) -> Result<(), Stop> {
        self.settled = Some(itself);
        for node in 0..self.nodes.len() {
            let inside = self.inside(node);
            solver.clause(&[if tree.is_able(node) { inside } else { !inside }])?;
        }
        Ok(())
    }

    /// Whether the assumption is the group itself.
    pub(super) fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// The letters that are to be ignored as long as that is possible.
    pub(super) fn ignored(&self) -> impl Iterator<Item = (usize, Lit)> {
        let letters = self.ignored.iter().copied().enumerate();
        letters.filter(|&(letter, _)| !self.noticed[letter])
    }

    /// A letter need not be ignored any more.
    pub(super) fn notice(&mut self, letter: usize) {
        self.noticed[letter] = true;
    }

    /// The LTS of the model that was found. What no trace of the tree decides is forbidden, unless
    /// the letter is ignored.
    pub(super) fn decode(&self, tree: &PrefixTree, solver: &Solver<'_>) -> Result<Lts, Stop> {
        if let Some(itself) = &self.settled {
            return Ok(itself.clone());
        }
        let mut builder = Lts::builder();
        builder.extend_alphabet(tree.letters().iter().copied());
        let mut states = 1;
        for &used in &self.used {
            states += usize::from(solver.is_true(used)?);
        }
        builder.ensure_states(states);
        let mut add = |source, letter: usize, target| {
            builder.add(StateId::of(source), tree.letters()[letter], StateId::of(target));
        };
        for (letter, _) in self.ignored() {
            (0..states).for_each(|state| add(state, letter, state));
        }
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut place = None;
            for (state, &here) in node.at.iter().enumerate() {
                if solver.is_true(here)? {
                    place = Some(state);
                    break;
                }
            }
            places.push(place);
            let Some((parent, letter)) = node.edge.filter(|&(_, letter)| self.noticed[letter])
            else {
                continue;
            };
            if let Some((source, target)) = places[parent].zip(place) {
                add(source, letter, target);
            }
        }
        Ok(builder.build()?)
    }
}
