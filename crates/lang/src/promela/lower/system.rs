//! What was written down, as a system.

use std::sync::Arc;

use surmise_model::{
    ActionId, ActionTable, Alphabet, Component, ComponentId, Context, Lts, LtsBuilder, Priority,
    Property, PropertyId, Range, StateId, StateNames, StateValues, StateVariable, Stop, System,
    Termination, ValueRange,
};

use super::super::compile::predicate_property;
use super::super::flow::HIDDEN;
use super::super::program::{Meaning, Slot};
use super::analysis::Role;
use super::label::{Label, Part};
use super::words::Words;
use super::{Cut, Failed, Local, Recorder};

impl Recorder<'_> {
    /// The system of all components. Names of steps that would be equal are told apart by primes.
    pub(super) fn system(
        &mut self,
        words: &Words<'_>,
        context: &Context<'_>,
    ) -> Result<System, Stop> {
        let mut actions = ActionTable::new();
        let mut ids = Vec::with_capacity(self.labels.len());
        let mut low = Alphabet::new();
        for (number, label) in self.labels.keys().enumerate() {
            if number.is_multiple_of(1 << 12) {
                context.check()?;
            }
            let id = actions.fresh(&words.label(label))?;
            ids.push(id);
            if label.is_timeout() {
                low.insert(id);
            }
        }
        self.parts.sort_keys();
        let stops = self.stops();
        let every = stops.iter().all(|stops| stops.len() == 1);
        let never = stops.iter().any(Vec::is_empty);
        let end = if every || never { None } else { Some(actions.fresh("end")?) };
        if let Some(end) = end.filter(|_| low.iter().next().is_some()) {
            low.insert(end);
        }
        let mut properties = self.forbidden(&ids, &mut actions)?;
        let ranges = self.ranges(&ids, &mut properties)?;
        let mut system = System { actions, properties, ranges, ..System::default() };
        let mut process = 0;
        for (part, local) in &self.parts {
            context.check()?;
            let mut builder = local.builder(&ids)?;
            if let Part::Process(_) = part {
                let stops = &stops[process];
                process += 1;
                if let Some(end) = end {
                    builder.extend_alphabet([end]);
                    for &stop in stops {
                        builder.add(stop, end, stop);
                    }
                } else if every {
                    stops.iter().for_each(|&stop| {
                        builder.end(stop);
                    });
                }
            }
            if let Part::Monitor(number) = part {
                let property = &system.properties[*number as usize].lts;
                builder.extend_alphabet(property.alphabet().iter());
            }
            let lts = builder.build()?;
            let mut names = self.names(*part, local, words);
            local.lines(&ids, &mut names);
            local.faults(&ids, words, &mut names);
            if let Part::Process(number) = part {
                self.waits(local, words, &mut names);
                names.set_values(self.values(*number, local));
            }
            let states = Some(Arc::new(names));
            system.components.push(Component { name: self.name(*part, local, words), lts, states });
        }
        let processes = (0..process).map(ComponentId::of).collect();
        system.termination = match every {
            true => Termination::When(processes),
            false => Termination::Never,
        };
        if low.iter().next().is_some() {
            system.priority = Some(Priority { low, tau_is_low: false });
        }
        Ok(system)
    }

    /// For each predicate, what its monitor can see: at least one action, which nobody may ever do.
    fn forbidden(
        &self,
        ids: &[ActionId],
        actions: &mut ActionTable,
    ) -> Result<Vec<Property>, Stop> {
        let mut properties = Vec::new();
        for (number, (text, _)) in self.program.predicates.iter().enumerate() {
            let name = predicate_property(text);
            let seen = |label: &Label| label.predicate == Some(number as u32);
            let labelled = self.labels.keys().zip(ids).filter(|(label, _)| seen(label));
            let mut alphabet: Alphabet = labelled.map(|(_, id)| *id).collect();
            if alphabet.is_empty() {
                alphabet.insert(actions.fresh(&name)?);
            }
            properties.push(Property { name, lts: forbids(&alphabet)? });
        }
        Ok(properties)
    }

    /// What values were cut to, each with a property that forbids to leave it.
    fn ranges(&self, ids: &[ActionId], properties: &mut Vec<Property>) -> Result<Vec<Range>, Stop> {
        let mut ranges = Vec::new();
        for (number, cut) in self.cuts.iter().enumerate() {
            let ValueRange { name, low, high } = &cut.range;
            let name = format!("range {name} {low}..{high}");
            let (mut alphabet, mut above) = (Alphabet::new(), Alphabet::new());
            for (label, &id) in self.labels.keys().zip(ids) {
                let Some(leaves) = label.leaves.filter(|l| l.range as usize == number) else {
                    continue;
                };
                alphabet.insert(id);
                if leaves.above {
                    above.insert(id);
                }
            }
            let property = PropertyId::of(properties.len());
            properties.push(Property { name, lts: forbids(&alphabet)? });
            let Cut { range: values, least, greatest } = cut.clone();
            ranges.push(Range { values, least, greatest, property, above });
        }
        Ok(ranges)
    }

    /// For each process, the local states in which it may stop.
    fn stops(&self) -> Vec<Vec<StateId>> {
        let processes = self.parts.iter().filter(|(part, _)| matches!(part, Part::Process(_)));
        let may_stop = |view: &[i32]| match *view {
            [kind, location, ..] => self.program.processes[kind as usize].stops[location as usize],
            _ => true,
        };
        processes
            .map(|(_, local)| {
                let numbered = local.states.iter().enumerate();
                numbered.filter(|(_, view)| may_stop(view)).map(|(n, _)| StateId::of(n)).collect()
            })
            .collect()
    }

    fn name(&self, part: Part, local: &Local, words: &Words<'_>) -> String {
        match part {
            Part::Global(slot) => self.program.globals[slot as usize].name.clone(),
            Part::Queue(queue) => words.queue(queue),
            Part::Count => "_nr_pr".to_owned(),
            Part::Monitor(0) => "monitor".to_owned(),
            Part::Monitor(number) => format!("monitor{number}"),
            Part::Process(number) => {
                let mut kinds: Vec<i32> =
                    local.states.iter().filter_map(|view| view.first().copied()).collect();
                kinds.sort_unstable();
                kinds.dedup();
                let names: Vec<String> =
                    kinds.iter().map(|&kind| words.process(number, kind as u32)).collect();
                names.join("/")
            }
        }
    }

    /// Values are their own names; a process is at a line.
    fn names(&self, part: Part, local: &Local, words: &Words<'_>) -> StateNames {
        let mut names = StateNames::default();
        for view in &local.states {
            let name = match (part, &view[..]) {
                (Part::Global(slot), [value]) => {
                    self.program.shown(*value, self.program.globals[slot as usize].meaning)
                }
                (Part::Process(_), [kind, location, ..]) => {
                    let code = &self.program.processes[*kind as usize];
                    match *location as u32 == code.end {
                        true => "end".to_owned(),
                        false => words.line(code, *location as u32),
                    }
                }
                (Part::Process(_), _) => "absent".to_owned(),
                (Part::Monitor(_), values) => match values {
                    [0] => "watching".to_owned(),
                    _ => "seen".to_owned(),
                },
                (_, values) => {
                    let shown: Vec<String> = values.iter().map(i32::to_string).collect();
                    format!("[{}]", shown.join(","))
                }
            };
            names.push(&name);
        }
        names
    }
}

impl Recorder<'_> {
    /// Where a process waits that can do nothing by itself.
    fn waits(&self, local: &Local, words: &Words<'_>, names: &mut StateNames) {
        let mut leaves = vec![false; local.states.len()];
        local.steps.keys().for_each(|&(source, ..)| leaves[source as usize] = true);
        for (state, view) in local.states.iter().enumerate() {
            if let ([kind, location, ..], false) = (&view[..], leaves[state])
                && *location as u32 != self.program.processes[*kind as usize].end
            {
                let statements = words.statements_at(*kind as u32, *location as u32);
                names.set_waits(StateId::of(state), statements);
            }
        }
    }

    /// What the variables of a process hold in its states: its own, then global ones that it alone
    /// uses.
    fn values(&self, process: u32, local: &Local) -> StateValues {
        let words: Arc<[(i32, String)]> = self.program.mtypes.iter().cloned().collect();
        let nothing: Arc<[(i32, String)]> = Arc::from([]);
        let variable = |slot: &Slot| StateVariable {
            // Nobody has written the names of counters that `for` needs.
            name: if slot.name == HIDDEN { String::new() } else { slot.name.clone() },
            words: Arc::clone(if slot.meaning == Meaning::Mtype { &words } else { &nothing }),
        };
        let owned = || {
            let roles = self.roles.iter().zip(&self.program.globals);
            roles.filter(|(role, _)| **role == Role::Owned(process as usize))
        };
        let kinds = self.program.processes.iter().map(|code| {
            code.locals.iter().chain(owned().map(|(_, slot)| slot)).map(variable).collect()
        });
        let mut values = StateValues::new(kinds.collect());
        for view in &local.states {
            match &view[..] {
                [kind, _, held @ ..] => values.push(*kind as usize, held),
                _ => values.push(usize::MAX, &[]),
            }
        }
        values
    }
}

/// A property that forbids all of these actions.
fn forbids(actions: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    builder.extend_alphabet(actions.iter());
    Ok(builder.build()?)
}

impl Local {
    /// Why assertions fail.
    fn faults(&self, ids: &[ActionId], words: &Words<'_>, names: &mut StateNames) {
        for (&(source, label), Failed { kind, action, values }) in &self.failed {
            let mut why = words.failing(*kind, *action);
            let looked_at = words.looked_at(*kind, values);
            if !looked_at.is_empty() {
                why = format!("{why} with {looked_at}");
            }
            let step = (StateId::of(source as usize), ids[label as usize], StateId::ERROR);
            names.set_fault(step, why);
        }
    }

    /// The lines of the text that steps stand on.
    fn lines(&self, ids: &[ActionId], names: &mut StateNames) {
        for (&(source, label, target), &line) in self.steps.iter().filter(|(_, line)| **line > 0) {
            let target = target.map_or(StateId::ERROR, |target| StateId::of(target as usize));
            names.set_line((StateId::of(source as usize), ids[label as usize], target), line);
        }
    }

    fn builder(&self, ids: &[ActionId]) -> Result<LtsBuilder, Stop> {
        let mut builder = Lts::builder();
        builder.ensure_states(self.states.len());
        for &(source, label, target) in self.steps.keys() {
            let target = target.map_or(StateId::ERROR, |target| StateId::of(target as usize));
            builder.add(StateId::of(source as usize), ids[label as usize], target);
        }
        Ok(builder)
    }
}
