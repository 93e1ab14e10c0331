//! How a proof is reported: the rule, who stands where, and the assumptions.

use std::io::{self, Write};

use serde::Serialize;
use surmise_model::{ActionTable, Assumption, ComponentId, Proof, Rule, RuleKind, System};

use crate::answer::Screen;
use crate::failure::{Failure, Outcome};
use crate::render::{count, wrapped};

/// How it was shown.
#[derive(Debug, Serialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub(super) enum ProofReport {
    Exhaustive,
    Asym(RuleReport),
    Circ(RuleReport),
    Sym(RuleReport),
}

/// An assume-guarantee rule at work.
#[derive(Debug, Serialize)]
pub(super) struct RuleReport {
    groups: Vec<Vec<String>>,
    assumptions: Vec<AssumptionReport>,
}

#[derive(Debug, Serialize)]
struct AssumptionReport {
    name: String,
    states: usize,
    transitions: usize,
    alphabet: Vec<String>,
}

/// What assumption number `index`, from 0, is called.
pub(super) fn name(index: usize) -> String {
    format!("A{}", index + 1)
}

/// The assumptions of a proof, and what their actions are called: assumptions may speak of the
/// components' error states.
pub(super) fn assumptions<'p>(
    system: &System,
    proof: &'p Proof,
) -> Outcome<(ActionTable, &'p [Assumption])> {
    let errors = system.error_actions().map_err(|error| Failure::usage(error.to_string()))?;
    Ok((errors.table, proof.rule.assumptions()))
}

impl ProofReport {
    pub(super) fn new(system: &System, proof: &Proof) -> Outcome<Self> {
        let (actions, assumptions) = assumptions(system, proof)?;
        let rule = |groups: &[Vec<ComponentId>]| {
            let name = |&id| system.component(id).name.clone();
            let groups = groups.iter().map(|group| group.iter().map(name).collect()).collect();
            let assumptions = assumptions.iter().enumerate();
            let assumptions = assumptions
                .map(|(index, assumption)| AssumptionReport::new(index, assumption, &actions))
                .collect();
            RuleReport { groups, assumptions }
        };
        Ok(match &proof.rule {
            Rule::Exhaustive => Self::Exhaustive,
            Rule::AssumeGuarantee { kind, groups, .. } => match kind {
                RuleKind::Asym => Self::Asym(rule(groups)),
                RuleKind::Circ => Self::Circ(rule(groups)),
                RuleKind::Sym => Self::Sym(rule(groups)),
            },
        })
    }

    pub(super) fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        let (name, rule) = match self {
            Self::Exhaustive => {
                return writeln!(out, "  visited all reachable states: none is bad");
            }
            Self::Asym(rule) => ("ASYM", rule),
            Self::Circ(rule) => ("CIRC-N", rule),
            Self::Sym(rule) => ("SYM-N", rule),
        };
        let groups: Vec<String> = rule.groups.iter().map(|group| group.join(", ")).collect();
        writeln!(out, "  by rule {name} on {}", groups.join(" | "))?;
        for assumption in &rule.assumptions {
            assumption.show(out, screen)?;
        }
        Ok(())
    }
}

impl AssumptionReport {
    fn new(index: usize, assumption: &Assumption, actions: &ActionTable) -> Self {
        let lts = &assumption.lts;
        Self {
            name: name(index),
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            alphabet: actions.names(lts.alphabet()).into_iter().map(str::to_owned).collect(),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        /// More actions than these need not be read.
        const MOST: usize = 16;
        let Self { name, states, alphabet, .. } = self;
        let mut words: Vec<String> = alphabet.iter().take(MOST).cloned().collect();
        if alphabet.len() > MOST {
            words.push(format!("… ({} more)", alphabet.len() - MOST));
        }
        let start = format!("  {name}: {} over {{", count(*states as u64, "state"));
        writeln!(out, "{}}}", wrapped(&start, &words, 6, screen.width.saturating_sub(1)))
    }
}
