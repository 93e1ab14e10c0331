//! A proof by assumptions, made ready to be checked: its machines, and how premises are put into
//! words.

use surmise_model::{ActionTable, Assumption, Claim, ComponentId, Context, PropertyId, System};

use crate::explore::No;
use crate::fingerprint::{self, QuestionKind, Record};
use crate::machine::Machine;
use crate::{CheckedPremise, Refusal};

/// A property, or else the one that forbids errors only.
pub(crate) fn property_name(system: &System, property: Option<PropertyId>) -> &str {
    property.map_or("no error", |id| &system.property(id).name)
}

/// A proof and the machines that its premises are about.
pub(crate) struct Checker<'a> {
    system: &'a System,
    /// What is shown in the end.
    pub(crate) property_name: &'a str,
    pub(crate) groups: &'a [Vec<ComponentId>],
    pub(crate) context: &'a Context<'a>,
    actions: ActionTable,
    pub(crate) components: Vec<Machine>,
    pub(crate) property: Machine,
    pub(crate) assumptions: Vec<Machine>,
    /// What is known of the premises, if anything is.
    record: Option<&'a Record<'a>>,
}

impl<'a> Checker<'a> {
    /// The machines of a proof about a property, or else about errors only.
    pub(crate) fn new(
        system: &'a System,
        (claim, property): (Claim, Option<PropertyId>),
        groups: &'a [Vec<ComponentId>],
        assumptions: &[Assumption],
        (record, context): (Option<&'a Record<'a>>, &'a Context<'a>),
    ) -> Result<Self, Refusal> {
        let errors =
            system.error_actions(claim).map_err(|error| Refusal::Structure(error.to_string()))?;
        let components = system.components.iter().zip(&errors.of);
        let assumption = |(i, assumption): (usize, &Assumption)| {
            let why = || Refusal::Structure(format!("assumption A{} has steps into π", i + 1));
            Machine::assumption(&assumption.lts).ok_or_else(why)
        };
        Ok(Self {
            system,
            property_name: property_name(system, property),
            groups,
            context,
            components: components.map(|(c, &e)| Machine::component(&c.lts, e)).collect(),
            property: Machine::property(system, property, &errors),
            assumptions: assumptions
                .iter()
                .enumerate()
                .map(assumption)
                .collect::<Result<_, _>>()?,
            actions: errors.table,
            record,
        })
    }

    /// Answers the question of a premise about machines, unless it is known to be true.
    pub(crate) fn answer(
        &self,
        kind: QuestionKind,
        sides: &[&[&Machine]],
        question: impl FnOnce() -> Result<u64, No>,
    ) -> Result<u64, No> {
        match self.record {
            Some(record) if record.knows(fingerprint::of_premise(kind, sides, &self.actions)) => {
                Ok(0)
            }
            _ => question(),
        }
    }

    /// A group, as in `Input ‖ Output`.
    pub(crate) fn group_name(&self, group: &[ComponentId]) -> String {
        let names: Vec<&str> = group.iter().map(|&id| &*self.system.component(id).name).collect();
        names.join(" ‖ ")
    }

    pub(crate) fn conclude(
        &self,
        number: usize,
        statement: String,
        objection: String,
        answer: Result<u64, No>,
    ) -> Result<CheckedPremise, Refusal> {
        conclude(&self.actions, number, statement, objection, answer)
    }
}

/// What is said of a premise.
pub(crate) fn conclude(
    actions: &ActionTable,
    number: usize,
    statement: String,
    objection: String,
    answer: Result<u64, No>,
) -> Result<CheckedPremise, Refusal> {
    match answer {
        Ok(states) => Ok(CheckedPremise { statement, states }),
        Err(No::Limit(reason)) => Err(Refusal::Limit { number, statement, reason }),
        Err(No::Word(word)) => Err(Refusal::Premise {
            number,
            statement,
            trace: word.iter().map(|&action| actions.name(action).to_owned()).collect(),
            objection,
        }),
    }
}
