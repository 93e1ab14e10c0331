//! Certificates about formulas of weak-safety pCTL.
//!
//! What is refuted or shown is the formula's negation, which says that some way to choose makes
//! something more probable than a bound. More of its parts true make more of it true. So it is
//! enough to know of which states a part holds *at most*, to show that it does not hold at the
//! beginning; and a tree that the system contains, and of which it holds, shows that it does.
//!
//! In reading order: `truth` (of which states it holds), and here the premises and the tree.

mod truth;

use std::collections::BTreeMap;

use surmise_model::certificate::conformance::{WrittenAbstraction, WrittenNode};
use surmise_model::certificate::formula::{FormulaClaim, WrittenSatisfaction};
use surmise_model::{
    Atom, Context, FormulaCertificate, ProbabilisticSystem, Rational, StrictLiveness,
};

use self::truth::{Graph, Unbounded, truth};
use crate::conformance::{
    Objection, Parts, check_rule, execution, refused, same_components, starts_at_root, wrong,
};
use crate::{CheckedPremise, Refusal};

/// What a certificate about a formula was found to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedFormula {
    /// Whether the system has the formula.
    pub holds: bool,
    /// The premises of a proof, in order; none for a counterexample.
    pub premises: Vec<CheckedPremise>,
}

/// A formula, by its negation.
struct Formula<'a> {
    atoms: &'a [Atom],
    negation: &'a StrictLiveness,
}

/// Checks a certificate against a system and the negation of the formula it is said to be about.
///
/// # Errors
/// Why it is not accepted.
pub fn check_formula(
    system: &ProbabilisticSystem,
    atoms: &[Atom],
    negation: &StrictLiveness,
    certificate: &FormulaCertificate,
    context: &Context<'_>,
) -> Result<AcceptedFormula, Box<Refusal>> {
    same_components(system, &certificate.components)?;
    let formula = Formula { atoms, negation };
    let shown = match &certificate.claim {
        FormulaClaim::Violated(nodes) => formula
            .violated_by(system, nodes, context)
            .map(|()| AcceptedFormula { holds: false, premises: Vec::new() })
            .map_err(|objection| (0, "the counterexample".to_owned(), objection)),
        FormulaClaim::Holds(proof) => {
            let WrittenSatisfaction { groups, assumptions, states } = proof;
            let first = |parts: &Parts<'_>| {
                let labels = labels(system, groups, assumptions, atoms)?;
                formula.holds_of(parts, &labels, proof, context).map(|()| states.len())
            };
            check_rule(system, groups, assumptions, "⊨ the formula", first, context)
                .map(|premises| AcceptedFormula { holds: true, premises })
        }
    };
    shown.map_err(refused)
}

/// Where a condition is known: in a part of the first premise, its states in which it holds.
struct Label {
    place: usize,
    states: Vec<bool>,
}

/// Who of the first group, or the first assumption, knows each condition. An assumption knows those
/// of what it abstracts, if all members of a class agree. Of a class without members nothing is
/// asked.
fn labels(
    system: &ProbabilisticSystem,
    groups: &[Vec<u32>],
    assumptions: &[WrittenAbstraction],
    atoms: &[Atom],
) -> Result<Vec<Label>, Objection> {
    let own = |group: &[u32], atom: &Atom| -> Option<Label> {
        let place = group.iter().position(|&member| member == atom.component.raw())?;
        let states = system.component(atom.component).lpts.states();
        let states = states.map(|state| atom.states.contains(state.index())).collect();
        Some(Label { place, states })
    };
    let mut labels = Vec::with_capacity(atoms.len());
    for atom in atoms {
        // From the last assumption to the first one.
        let mut known: Option<Label> = None;
        for (index, group) in groups.iter().enumerate().rev() {
            let here = own(group, atom).or(known.take());
            let Some(Label { place, states }) = here else { continue };
            let Some(above) = index.checked_sub(1).map(|above| &assumptions[above]) else {
                known = Some(Label { place, states });
                break;
            };
            let mut of_class: BTreeMap<u32, bool> = BTreeMap::new();
            for (tuple, class) in &above.classes {
                let Some(&holds) = tuple.get(place).and_then(|&state| states.get(state as usize))
                else {
                    return wrong("a class has a member that is not there");
                };
                if *of_class.entry(*class).or_insert(holds) != holds {
                    return wrong(format!("class {class} is mixed: {} of some", atom.text));
                }
            }
            let classes = 0..above.states.len() as u32;
            let states = classes.map(|class| of_class.get(&class) == Some(&true)).collect();
            // An assumption is the last part of its premise.
            let place = groups[index - 1].len();
            known = Some(Label { place, states });
        }
        match known {
            Some(label) => labels.push(label),
            None => return wrong(format!("nobody knows {}", atom.text)),
        }
    }
    Ok(labels)
}

impl Formula<'_> {
    /// Checks that the negation does not hold of the first group and assumption: the states that
    /// are listed are all there are, and with their bounds it does not hold of the initial one.
    fn holds_of(
        &self,
        parts: &Parts<'_>,
        labels: &[Label],
        proof: &WrittenSatisfaction,
        context: &Context<'_>,
    ) -> Result<(), Objection> {
        let tuples = proof.states.iter().enumerate();
        let number: BTreeMap<&[u32], usize> =
            tuples.map(|(number, (tuple, _))| (&tuple[..], number)).collect();
        let Some(&initial) = number.get(&parts.initial()[..]) else {
            return wrong("the initial state is not listed");
        };
        let mut transitions = Vec::with_capacity(proof.states.len());
        let mut bounds: Vec<Vec<Rational>> = Vec::with_capacity(proof.states.len());
        for (tuple, own) in &proof.states {
            context.check()?;
            if !parts.is_state(tuple) {
                return wrong(format!("{tuple:?} is no state"));
            }
            let own: Result<Vec<Rational>, _> = own.iter().map(|text| text.parse()).collect();
            bounds.push(own.map_err(|_| Objection::Wrong(format!("{tuple:?}: no number")))?);
            let mut row = Vec::new();
            for (action, moves) in parts.transitions(tuple, usize::MAX)? {
                let masses = parts.distribution(tuple, action, &moves, number.len())?;
                let mut branches = Vec::with_capacity(masses.len());
                for (target, weight) in masses {
                    let Some(&target) = number.get(&target[..]) else {
                        return wrong(format!("{target:?} is reached and not listed"));
                    };
                    branches.push((target, weight));
                }
                row.push(branches);
            }
            transitions.push(row);
        }
        let graph = Graph { transitions };
        let label = |atom: usize, state: usize| {
            let Label { place, states } = &labels[atom];
            states[proof.states[state].0[*place] as usize]
        };
        let unbounded = Unbounded::Bounds(&bounds);
        let known = truth(&graph, label, self.negation, &unbounded, context)?;
        match known[self.negation.root][initial] {
            false => Ok(()),
            true => wrong("with these bounds the initial state may violate it"),
        }
    }

    /// Checks that a tree is an execution of the components, and that the negation holds of it.
    fn violated_by(
        &self,
        system: &ProbabilisticSystem,
        nodes: &[WrittenNode],
        context: &Context<'_>,
    ) -> Result<(), Objection> {
        let components = system.components.iter().map(|component| &component.lpts);
        let parts = Parts::new(system, components.collect());
        starts_at_root(&parts, nodes)?;
        let mut transitions = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            context.check()?;
            if !parts.is_state(&node.states) {
                return wrong(format!("node {index} is no state of the system"));
            }
            let mut row = Vec::with_capacity(node.transitions.len());
            for step in &node.transitions {
                let (_, masses) = execution(&parts, nodes, index, step)?;
                let children = step.children.iter().map(|&child| child as usize);
                row.push(children.zip(masses).collect());
            }
            transitions.push(row);
        }
        let label = |atom: usize, node: usize| {
            let Atom { component, states, .. } = &self.atoms[atom];
            states.contains(nodes[node].states[component.index()] as usize)
        };
        // Children are later nodes.
        let graph = Graph { transitions };
        let known = truth(&graph, label, self.negation, &Unbounded::Acyclic, context)?;
        match known[self.negation.root][0] {
            true => Ok(()),
            false => wrong("the tree does not violate the formula"),
        }
    }
}
