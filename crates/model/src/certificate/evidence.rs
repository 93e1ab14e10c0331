//! From a certificate back to a proof or a counterexample of the system at hand: names and content
//! hashes become ids again, or the certificate is about something else.

use std::fmt;

use crate::{
    ActionId, ActionTable, Alphabet, Assumption, Claim, ComponentId, Counterexample, IdOverflow,
    Invariant, Level, Lts, Proof, Property, PropertyId, Recurrence, Rule, RuleKind, Simulation,
    StateId, Step, System, TemporalId, Trace, ValueRange, Violation,
};

use super::{
    Argument, Certificate, CircularPremises, Monitored, Premises, Run, Verdict, WrittenAssumption,
    WrittenInvariant, WrittenRange, WrittenViolation,
};

/// What a certificate says about one system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// Why a property holds.
    Proof(Proof),
    /// A run that shows a violation.
    Counterexample(Counterexample),
}

/// Why a certificate says nothing about a system: it is about another one, or makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mismatch {}

impl From<IdOverflow> for Mismatch {
    fn from(overflow: IdOverflow) -> Self {
        Self(overflow.to_string())
    }
}

pub(super) fn mismatch<T>(text: String) -> Result<T, Mismatch> {
    Err(Mismatch(text))
}

impl Certificate {
    /// The evidence, in terms of the system at hand. Nothing is checked but that every name and
    /// number means something there, and that components and property are those that were hashed.
    pub fn evidence(&self, system: &System) -> Result<Evidence, Mismatch> {
        let components = self.match_components(system)?;
        let property = self.match_property(system)?;
        let temporal = self.match_temporal(system, &components)?;
        match &self.verdict {
            Verdict::Holds(argument) => {
                let deadlock_free = match argument {
                    Argument::DeadlockFree(_) => true,
                    Argument::Invariant(invariant) => invariant.deadlock_free,
                    Argument::Exhaustive(_)
                    | Argument::Asym(_)
                    | Argument::Circ(_)
                    | Argument::Sym(_)
                    | Argument::Circular(_)
                    | Argument::Monitored(_) => false,
                };
                let claim = match (property, temporal, deadlock_free) {
                    (Some(_), _, true) | (_, Some(_), true) => {
                        return mismatch(
                            "freedom from deadlock does not show a property".to_owned(),
                        );
                    }
                    (Some(_), Some(_), _) => {
                        return mismatch("a proof is about one property".to_owned());
                    }
                    (Some(id), None, false) => Claim::Property(id),
                    (None, Some(id), false) => Claim::Temporal(id),
                    (None, None, true) => Claim::NoDeadlock,
                    (None, None, false) => Claim::NoError,
                };
                let rule = rule(system, claim, &components, argument)?;
                Ok(Evidence::Proof(Proof { claim, rule }))
            }
            Verdict::Violated(run) => {
                counterexample(system, &components, (property, temporal), run)
                    .map(Evidence::Counterexample)
            }
        }
    }

    /// The proofs that no range of the system is left, in the order of its ranges. A proof about
    /// components that are cut shows nothing without them.
    pub fn range_proofs(&self, system: &System) -> Result<Vec<Proof>, Mismatch> {
        let components = self.match_components(system)?;
        let mut proofs = Vec::with_capacity(system.ranges.len());
        for range in &system.ranges {
            let ValueRange { name, low, high } = &range.values;
            let same = |written: &&WrittenRange| {
                (&written.name, written.low, written.high) == (name, *low, *high)
            };
            let written = self.ranges.iter().find(same);
            let Some(argument) = written.and_then(|written| written.holds.as_ref()) else {
                return mismatch(format!(
                    "nothing shows that `{}` stays between {low} and {high}",
                    name.escape_debug()
                ));
            };
            let claim = Claim::Property(range.property);
            proofs.push(Proof { claim, rule: rule(system, claim, &components, argument)? });
        }
        Ok(proofs)
    }

    /// What the components of the certificate are cut to.
    pub fn cut_to(&self) -> Vec<ValueRange> {
        let range = |WrittenRange { name, low, high, .. }: &WrittenRange| ValueRange {
            name: name.clone(),
            low: *low,
            high: *high,
        };
        self.ranges.iter().map(range).collect()
    }

    /// The component of the system at every place of the certificate's list: one to one, by name
    /// and content. Which of several equal ones does not matter.
    fn match_components(&self, system: &System) -> Result<Vec<ComponentId>, Mismatch> {
        let (here, there) = (system.components.len(), self.components.len());
        if here != there {
            return mismatch(format!(
                "the certificate is about {there} components, the system has {here}"
            ));
        }
        let mut free: Vec<Option<String>> = system
            .components
            .iter()
            .map(|component| Some(component.lts.content_hash(&system.actions)))
            .collect();
        let mut result = Vec::with_capacity(here);
        for reference in &self.components {
            let same_name = |id: &ComponentId| system.component(*id).name == reference.name;
            let candidates = || system.component_ids().filter(same_name);
            let fits = |id: &ComponentId| free[id.index()].as_ref() == Some(&reference.hash);
            let Some(id) = candidates().find(fits) else {
                return mismatch(match candidates().next() {
                    None => {
                        format!("the system has no component `{}`", reference.name.escape_debug())
                    }
                    Some(_) => format!(
                        "the component `{}` of the system is not the one of the certificate: \
                         their content hashes differ",
                        reference.name
                    ),
                });
            };
            free[id.index()] = None;
            result.push(id);
        }
        Ok(result)
    }

    /// The temporal property of the system that says the same.
    fn match_temporal(
        &self,
        system: &System,
        components: &[ComponentId],
    ) -> Result<Option<TemporalId>, Mismatch> {
        let Some(written) = &self.temporal else {
            return Ok(None);
        };
        // What speaks of actions that the system does not even name is none of its properties.
        let property = written.read(&mut system.actions.clone(), components)?;
        let same = |id: &TemporalId| *system.temporal_property(*id) == property;
        match system.temporal_ids().find(same) {
            Some(id) => Ok(Some(id)),
            None => mismatch(format!(
                "the system has no temporal property `{}` that says the same as the certificate's",
                written.name.escape_debug()
            )),
        }
    }

    fn match_property(&self, system: &System) -> Result<Option<PropertyId>, Mismatch> {
        let Some(reference) = &self.property else {
            return Ok(None);
        };
        let same_name = |property: &&Property| property.name == reference.name;
        if !system.properties.iter().any(|property| same_name(&property)) {
            return mismatch(format!(
                "the system has no property `{}`",
                reference.name.escape_debug()
            ));
        }
        let same = |id: &PropertyId| {
            let property = system.property(*id);
            property.name == reference.name
                && property.lts.content_hash(&system.actions) == reference.hash
        };
        match system.property_ids().find(same) {
            Some(id) => Ok(Some(id)),
            None => mismatch(format!(
                "the property `{}` of the system is not the one of the certificate: their content \
                 hashes differ",
                reference.name
            )),
        }
    }
}

pub(super) fn place(components: &[ComponentId], place: u32) -> Result<ComponentId, Mismatch> {
    match components.get(place as usize) {
        Some(&id) => Ok(id),
        None => mismatch(format!("there is no component number {place}")),
    }
}

/// Why no run stops.
fn endless(
    system: &System,
    components: &[ComponentId],
    because: &Argument,
) -> Result<Rule, Mismatch> {
    match because {
        Argument::DeadlockFree(_)
        | Argument::Invariant(WrittenInvariant { deadlock_free: true, .. }) => {
            rule(&system.endless(), Claim::NoDeadlock, components, because)
        }
        _ => mismatch("that no run stops is shown by freedom from deadlock".to_owned()),
    }
}

fn rule(
    system: &System,
    claim: Claim,
    components: &[ComponentId],
    argument: &Argument,
) -> Result<Rule, Mismatch> {
    let (kind, Premises { groups, assumptions }) = match argument {
        Argument::Exhaustive(_) | Argument::DeadlockFree(_) => return Ok(Rule::Exhaustive),
        Argument::Monitored(Monitored { monitor, because, recurrence }) => {
            if matches!(**because, Argument::Monitored(_)) {
                return mismatch("a monitor is not watched by another".to_owned());
            }
            let Assumption { lts: monitor, .. } = assumption(&system.actions, monitor)
                .map_err(|Mismatch(why)| Mismatch(format!("the monitor: {why}")))?;
            let recurrence = recurrence.as_ref().map(|written| -> Result<_, Mismatch> {
                let goes_on = written.goes_on.as_deref();
                let goes_on = goes_on.map(|because| endless(system, components, because));
                Ok(Recurrence { goes_on: goes_on.transpose()?.map(Box::new) })
            });
            let (system, id) = system.monitored("", &monitor);
            let rule = Box::new(rule(&system, Claim::Property(id), components, because)?);
            return Ok(Rule::Monitored { monitor, rule, recurrence: recurrence.transpose()? });
        }
        Argument::Invariant(written) => return invariant(components, written).map(Rule::Invariant),
        Argument::Asym(premises) => (RuleKind::Asym, premises),
        Argument::Circ(premises) => (RuleKind::Circ, premises),
        Argument::Sym(premises) => (RuleKind::Sym, premises),
        Argument::Circular(CircularPremises { groups, assumptions, uses }) => {
            let places = |set: &Vec<u32>| set.iter().map(|&place| place as usize).collect();
            return Ok(Rule::Circular {
                groups: read_groups(components, groups)?,
                assumptions: read_assumptions(system, claim, assumptions)?,
                uses: uses.iter().map(places).collect(),
            });
        }
    };
    let groups = read_groups(components, groups)?;
    let assumptions = read_assumptions(system, claim, assumptions)?;
    Ok(Rule::AssumeGuarantee { kind, groups, assumptions })
}

fn invariant(
    components: &[ComponentId],
    written: &WrittenInvariant,
) -> Result<Invariant, Mismatch> {
    let level = |level: &Option<u32>| match level {
        Some(number) => place(components, *number).map(Level::Component),
        None => Ok(Level::Property),
    };
    let set = |set: &Vec<u32>| set.iter().map(|&number| state(number)).collect();
    Ok(Invariant {
        levels: written.levels.iter().map(level).collect::<Result<_, Mismatch>>()?,
        property_states: written
            .property_states
            .iter()
            .map(set)
            .collect::<Result<_, Mismatch>>()?,
        layers: written.layers.clone(),
    })
}

fn read_groups(
    components: &[ComponentId],
    groups: &[Vec<u32>],
) -> Result<Vec<Vec<ComponentId>>, Mismatch> {
    let group = |group: &Vec<u32>| group.iter().map(|&i| place(components, i)).collect();
    groups.iter().map(group).collect()
}

fn read_assumptions(
    system: &System,
    claim: Claim,
    assumptions: &[WrittenAssumption],
) -> Result<Vec<Assumption>, Mismatch> {
    let actions = system.error_actions(claim)?.table;
    assumptions
        .iter()
        .enumerate()
        .map(|(i, written)| {
            assumption(&actions, written)
                .map_err(|Mismatch(why)| Mismatch(format!("assumption A{}: {why}", i + 1)))
        })
        .collect()
}

fn assumption(actions: &ActionTable, written: &WrittenAssumption) -> Result<Assumption, Mismatch> {
    let named = |name: &str| match actions.get(name) {
        Some(action) => Ok(action),
        None => mismatch(format!("the system has no action `{}`", name.escape_debug())),
    };
    let mut alphabet = Alphabet::new();
    for name in &written.alphabet {
        if !alphabet.insert(named(name)?) {
            return mismatch(format!("`{name}` cannot stand in the alphabet, or not twice"));
        }
    }
    let mut builder = Lts::builder();
    builder.ensure_states(written.states.len()).extend_alphabet(alphabet.iter());
    builder.initial(written.initial.map_or(Ok(StateId::ERROR), state)?);
    for (source, row) in written.states.iter().enumerate() {
        for (name, target) in row {
            let action = named(name)?;
            if !action.is_tau() && !alphabet.contains(action) {
                return mismatch(format!("`{name}` is not in the alphabet"));
            }
            builder.add(StateId::new(source)?, action, state(*target)?);
        }
    }
    let lts = builder.build().map_err(|error| Mismatch(error.to_string()))?;
    let simulation = match &written.abstraction {
        None => None,
        Some(pairs) => Some(Simulation {
            map: pairs
                .iter()
                .map(|(concrete, abstracted)| {
                    let concrete = concrete.iter().map(|&number| state(number));
                    Ok((concrete.collect::<Result<_, Mismatch>>()?, state(*abstracted)?))
                })
                .collect::<Result<_, Mismatch>>()?,
        }),
    };
    Ok(Assumption { lts, simulation })
}

/// The state with this number, which is not π: whether it exists is for others to say.
fn state(number: u32) -> Result<StateId, Mismatch> {
    Ok(StateId::new(number as usize)?)
}

fn counterexample(
    system: &System,
    components: &[ComponentId],
    (property, temporal): (Option<PropertyId>, Option<TemporalId>),
    run: &Run,
) -> Result<Counterexample, Mismatch> {
    let violation = match (&run.violation, property) {
        (written @ (WrittenViolation::Temporal(_) | WrittenViolation::BadPrefix), _) => {
            let cycle = match written {
                WrittenViolation::Temporal(cycle) => Some(*cycle as usize),
                _ => None,
            };
            match temporal {
                Some(property) => Violation::Temporal { property, cycle },
                None => {
                    return mismatch("the certificate names no temporal property".to_owned());
                }
            }
        }
        (WrittenViolation::Property, Some(id)) => Violation::Property(id),
        (WrittenViolation::Property, None) => {
            return mismatch("the certificate names no property to be violated".to_owned());
        }
        (WrittenViolation::Error(i), _) => Violation::Error(place(components, *i)?),
        (WrittenViolation::Deadlock, _) => Violation::Deadlock,
    };
    let states = |written: &[i64]| -> Result<Vec<StateId>, Mismatch> {
        if written.len() != components.len() {
            return mismatch(format!(
                "a step lists {} states, one for each of {} components is needed",
                written.len(),
                components.len()
            ));
        }
        let mut result = vec![StateId::ERROR; components.len()];
        for (id, &number) in components.iter().zip(written) {
            result[id.index()] = match (number, u32::try_from(number)) {
                (-1, _) => StateId::ERROR,
                (_, Ok(number)) => state(number)?,
                _ => return mismatch(format!("there is no state {number}")),
            };
        }
        Ok(result)
    };
    let action = |name: &str| -> Result<ActionId, Mismatch> {
        match system.actions.get(name) {
            Some(action) => Ok(action),
            None => mismatch(format!("the system has no action `{}`", name.escape_debug())),
        }
    };
    let steps = run
        .steps
        .iter()
        .map(|step| Ok(Step { action: action(&step.action)?, states: states(&step.states)? }))
        .collect::<Result<_, Mismatch>>()?;
    let trace = Trace { initial: states(&run.initial)?, steps };
    // Nothing is said of other runs.
    Ok(Counterexample { violation, trace, shortest: false })
}
