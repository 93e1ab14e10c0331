//! Assumptions by merging the nodes of the prefix trees: fast, and not minimal.
//!
//! Disjunctions are decided first, by any choice that contradicts nothing. Then each assumption is
//! made by itself from the traces that it has to have and those it must not have, by merging nodes
//! of its tree as Lang, Pearlmutter and Price do, "Results of the Abbadingo One DFA learning
//! competition and a new evidence-driven state merging algorithm" (ICGI 1998): states that are
//! settled are *red*; a node that a step leads to from there is merged with the red state with
//! which it has most in common, or becomes red itself.
//!
//! An assumption that becomes larger than its group, as its alphabet shows it, is the group itself
//! from then on. Where a group is so large that this form of it is not known, nothing bounds the
//! size of what is made: unlike with minimal assumptions, there is no proof then that the search
//! ends, only that it never sees the same assumptions twice.

use rustsat::types::Lit;
use surmise_model::{Context, Lts, Reason, StateId, Stop};

use super::solver::{Satisfiability, Solver};
use super::{Generator, Themselves};
use crate::circular::constraints::{Constraints, Node, PrefixTree};

/// What is known about the trace of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Inside,
    Outside,
    /// Neither: nothing depends on it.
    Open,
}

/// GenAssmp by state merging.
pub(in crate::circular) struct MergeGenerator<'a> {
    context: Context<'a>,
    solver: Solver<'a>,
    /// For each assumption and node: that its trace is inside.
    inside: Vec<Vec<Lit>>,
    /// For each assumption: its group itself, if that is what it is.
    settled: Vec<Option<Lts>>,
    clauses: usize,
}

impl<'a> MergeGenerator<'a> {
    pub(in crate::circular) fn new(context: &Context<'a>) -> Self {
        let solver = Solver::new(context);
        let (inside, settled) = (Vec::new(), Vec::new());
        Self { context: *context, solver, inside, settled, clauses: 0 }
    }

    /// From now on an assumption is its group itself: one that is larger is of no use.
    fn settle(&mut self, of: usize, itself: Lts, tree: &PrefixTree) -> Result<(), Stop> {
        self.settled[of] = Some(itself);
        for (node, &inside) in self.inside[of].iter().enumerate() {
            self.solver.clause(&[if tree.is_able(node) { inside } else { !inside }])?;
        }
        Ok(())
    }

    /// Decides the disjunctions: which nodes have to be inside, and which outside.
    fn decide(&mut self, constraints: &Constraints) -> Result<Vec<Vec<Status>>, Stop> {
        let Self { solver, inside, settled, clauses, .. } = self;
        inside.resize(constraints.trees().len(), Vec::new());
        settled.resize(constraints.trees().len(), None);
        for (of, tree) in constraints.trees().iter().enumerate() {
            let inside = &mut inside[of];
            for node in inside.len()..tree.len() {
                let here = solver.fresh();
                match tree.parent(node) {
                    Some((parent, _)) => solver.clause(&[!here, inside[parent]])?,
                    None => solver.clause(&[here])?,
                }
                if settled[of].is_some() {
                    solver.clause(&[if tree.is_able(node) { here } else { !here }])?;
                }
                inside.push(here);
            }
        }
        let literal = |literal: &crate::circular::constraints::Literal| {
            let here = inside[literal.assumption][literal.node];
            if literal.allowed { here } else { !here }
        };
        for clause in &constraints.clauses()[*clauses..] {
            let clause: Vec<Lit> = clause.iter().map(literal).collect();
            solver.clause(&clause)?;
        }
        *clauses = constraints.clauses().len();
        let Satisfiability::Satisfiable = solver.solve(&[])? else {
            let what = "no assumptions satisfy the constraints";
            return Err(Stop(Reason::Internal(what.to_owned())));
        };
        let mut result: Vec<Vec<Status>> =
            constraints.trees().iter().map(|tree| vec![Status::Open; tree.len()]).collect();
        result.iter_mut().for_each(|statuses| statuses[0] = Status::Inside);
        for clause in constraints.clauses() {
            // What an earlier clause decided may do for this one, too.
            let settled = clause.iter().any(|l| {
                let status = result[l.assumption][l.node];
                status == if l.allowed { Status::Inside } else { Status::Outside }
            });
            if settled {
                continue;
            }
            for l in clause {
                if solver.is_true(literal(l))? {
                    let tree = &constraints.trees()[l.assumption];
                    settle(tree, &mut result[l.assumption], l.node, l.allowed);
                    break;
                }
            }
        }
        Ok(result)
    }
}

/// Notes that a node is inside, with all before it, or outside.
fn settle(tree: &PrefixTree, statuses: &mut [Status], node: Node, inside: bool) {
    if !inside {
        statuses[node] = Status::Outside;
        return;
    }
    let mut node = Some(node);
    while let Some(here) = node {
        statuses[here] = Status::Inside;
        node = tree.parent(here).map(|(parent, _)| parent);
    }
}

impl Generator for MergeGenerator<'_> {
    fn generate(
        &mut self,
        constraints: &Constraints,
        themselves: &mut Themselves<'_>,
    ) -> Result<Vec<Lts>, Stop> {
        loop {
            let decided = self.decide(constraints)?;
            let mut result = Vec::with_capacity(decided.len());
            for (of, statuses) in decided.into_iter().enumerate() {
                let tree = &constraints.trees()[of];
                if let Some(itself) = &self.settled[of] {
                    result.push(itself.clone());
                    continue;
                }
                let merged = merge(tree, statuses, &self.context)?;
                if let Some(itself) = themselves(of, merged.num_states() - 1)? {
                    self.settle(of, itself, tree)?;
                    break;
                }
                result.push(merged);
            }
            if result.len() == constraints.trees().len() {
                return Ok(result);
            }
        }
    }
}

/// Classes of nodes: those that are one state.
#[derive(Clone)]
struct Classes {
    /// A node of the same class, or the node itself if it stands for its class.
    leader: Vec<Node>,
    /// For those that stand for a class: what is known, and where its steps lead.
    statuses: Vec<Status>,
    steps: Vec<Vec<Option<Node>>>,
}

impl Classes {
    fn find(&self, mut node: Node) -> Node {
        while self.leader[node] != node {
            node = self.leader[node];
        }
        node
    }

    fn step(&self, class: Node, symbol: usize) -> Option<Node> {
        self.steps[class][symbol].map(|node| self.find(node))
    }

    /// Makes two classes one, and with them where the same steps lead from both: how often that put
    /// together what was known to be the same, or nothing if it contradicts what is known.
    fn merge(&mut self, one: Node, other: Node) -> Option<usize> {
        let mut evidence = 0;
        let mut waiting = vec![(one, other)];
        while let Some((one, other)) = waiting.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            let status = match (self.statuses[one], self.statuses[other]) {
                (Status::Open, known) | (known, Status::Open) => known,
                (one, other) if one == other => {
                    evidence += 1;
                    one
                }
                _ => return None,
            };
            self.statuses[one] = status;
            self.leader[other] = one;
            for symbol in 0..self.steps[one].len() {
                match (self.steps[one][symbol], self.steps[other][symbol]) {
                    (Some(here), Some(there)) => waiting.push((here, there)),
                    (None, there) => self.steps[one][symbol] = there,
                    (Some(_), None) => {}
                }
            }
        }
        Some(evidence)
    }
}

/// One assumption from what is known about the nodes of its tree.
fn merge(tree: &PrefixTree, statuses: Vec<Status>, context: &Context<'_>) -> Result<Lts, Stop> {
    let letters = tree.letters().len();
    let steps = |node| (0..letters).map(|symbol| tree.child(node, symbol)).collect();
    let mut classes = Classes {
        leader: (0..tree.len()).collect(),
        statuses,
        steps: (0..tree.len()).map(steps).collect(),
    };
    let mut red: Vec<Node> = vec![0];
    // A node that has to be inside is merged or becomes red; others only follow when classes merge.
    while let Some(blue) = next_blue(&classes, &red, letters) {
        context.check()?;
        let mut best: Option<(usize, Classes)> = None;
        for &state in &red {
            let mut trial = classes.clone();
            if let Some(evidence) = trial.merge(state, blue)
                && best.as_ref().is_none_or(|&(most, _)| evidence > most)
            {
                best = Some((evidence, trial));
            }
        }
        match best {
            Some((_, merged)) => {
                classes = merged;
                red.iter_mut().for_each(|state| *state = classes.find(*state));
            }
            None => red.push(blue),
        }
    }
    let mut builder = Lts::builder();
    builder.ensure_states(red.len()).extend_alphabet(tree.letters().iter().copied());
    for (state, &class) in red.iter().enumerate() {
        for symbol in 0..letters {
            let target = classes.step(class, symbol);
            if let Some(target) = target.and_then(|target| red.iter().position(|&r| r == target)) {
                builder.add(StateId::of(state), tree.letters()[symbol], StateId::of(target));
            }
        }
    }
    Ok(builder.build()?)
}

/// The first class that has to be inside, is one step from a red one, and is not red.
fn next_blue(classes: &Classes, red: &[Node], letters: usize) -> Option<Node> {
    red.iter()
        .flat_map(|&class| (0..letters).filter_map(move |symbol| classes.step(class, symbol)))
        .find(|target| classes.statuses[*target] == Status::Inside && !red.contains(target))
}
