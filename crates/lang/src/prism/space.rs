//! The states of a model, or of some of its modules: a [`StateSpace`] over a [`Program`].

use rustc_hash::FxHashMap;
use surmise_model::{
    ActionId, Context, Diagnostic, Halt, Probabilities, ProbabilityId, Rational, Reason,
    StateSpace, Stop, Successors,
};

use super::ast::ModelKind;
use super::candidates::Candidates;
use super::code::CodeId;
use super::evaluate::Fault;
use super::layout::Layout;
use super::program::{Command, Program, RewardItem, Update};
use super::token::At;

/// More branches of one state are refused: they are made before anybody can say stop.
const MOST_BRANCHES: usize = 1 << 22;

/// Some modules of a program, with the variables that they use.
pub struct Space<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: Layout,
    modules: Vec<EnabledModule>,
    /// Who synchronises: an action, and a position in `modules` and one in its alphabet for each
    /// member.
    vectors: Vec<(surmise_model::ActionId, Vec<(usize, u32)>)>,
    probabilities: Probabilities,
    /// By command of each module, the probabilities of its updates, if they are constant.
    constant: Vec<Vec<Option<Vec<ProbabilityId>>>>,
    /// The values of all variables in the state being looked at.
    pub(super) values: Vec<i64>,
    scratch: Scratch,
    /// The reward structures that are looked at.
    watched: Vec<Watched>,
}

/// A reward structure, by what it is given for: guards and values.
struct Watched {
    states: Vec<(CodeId, CodeId)>,
    actions: FxHashMap<ActionId, Vec<(CodeId, CodeId)>>,
}

/// A module, and which of its commands are enabled.
struct EnabledModule {
    module: usize,
    candidates: Candidates,
    /// By action, then unlabelled ones last.
    enabled: Vec<Vec<u32>>,
}

/// Buffers for one choice.
#[derive(Default)]
struct Scratch {
    /// The commands of the choice: positions in `modules`, and commands.
    chosen: Vec<(usize, u32)>,
    /// New values, of all updates of all commands, one after the other.
    assignments: Vec<(u32, i64)>,
    /// The updates of each command: a probability, and where its new values end.
    updates: Vec<(ProbabilityId, u32)>,
    /// Where the updates of each command end.
    ends: Vec<u32>,
    /// The update of each command in the combination being made.
    index: Vec<u32>,
}

impl<'p> Space<'p> {
    /// The states of some modules, in order, with the global variables that they use.
    pub(crate) fn new(program: &'p Program, modules: &[usize]) -> Result<Self, Halt> {
        let slots = used_slots(program, modules);
        let layout = Layout::new(program, slots);
        let mut probabilities = Probabilities::new();
        let mut constant = Vec::new();
        for &module in modules {
            let mut of_module = Vec::new();
            for command in &program.modules[module].commands {
                of_module.push(constant_probabilities(program, command, &mut probabilities)?);
            }
            constant.push(of_module);
        }
        let part = |&module: &usize| EnabledModule {
            module,
            candidates: Candidates::new(program, &program.modules[module], &layout.slots),
            enabled: vec![Vec::new(); program.modules[module].alphabet.len() + 1],
        };
        let position = |module: usize| modules.iter().position(|&m| m == module);
        let restricted = program.vectors.iter().filter_map(|vector| {
            let members: Vec<(usize, u32)> =
                vector.members.iter().filter_map(|&(m, a)| Some((position(m)?, a))).collect();
            (!members.is_empty()).then_some((vector.action, members))
        });
        Ok(Self {
            program,
            modules: modules.iter().map(part).collect(),
            vectors: restricted.collect(),
            probabilities,
            constant,
            values: vec![0; program.variables.len()],
            scratch: Scratch::default(),
            layout,
            watched: Vec::new(),
        })
    }

    /// Looks at reward structures from now on, which are given by their numbers.
    pub fn watch_rewards(&mut self, structures: &[usize]) {
        let program = self.program;
        let silent = program.modules.iter().map(|module| (module.silent, None));
        let shared = program.vectors.iter().map(|vector| (vector.action, vector.label.as_deref()));
        let actions: Vec<(ActionId, Option<&str>)> = silent.chain(shared).collect();
        let watched = structures.iter().map(|&structure| {
            let items = &program.rewards[structure].items;
            let of = |wanted: &dyn Fn(&RewardItem) -> bool| -> Vec<(CodeId, CodeId)> {
                items.iter().filter(|i| wanted(i)).map(|i| (i.guard, i.value)).collect()
            };
            let by_action = actions.iter().filter_map(|&(action, label)| {
                let given = of(&|item| item.action.as_ref().is_some_and(|a| a.as_deref() == label));
                (!given.is_empty()).then_some((action, given))
            });
            Watched { states: of(&|item| item.action.is_none()), actions: by_action.collect() }
        });
        self.watched = watched.collect();
    }

    /// A state in words: the values of its variables.
    pub fn shown(&mut self, state: &[u64]) -> String {
        self.layout.unpack(state, &mut self.values);
        self.program.shown(&self.layout.slots, &self.values)
    }

    /// What an action is called in the text; nothing for unlabelled commands.
    pub fn label(&self, action: surmise_model::ActionId) -> Option<&str> {
        let vector = self.program.vectors.iter().find(|vector| vector.action == action);
        vector.and_then(|vector| vector.label.as_deref())
    }

    /// A mistake in the state being looked at.
    pub(super) fn fault(&self, at: At, message: impl Into<String>) -> Halt {
        let shown = self.program.shown(&self.layout.slots, &self.values);
        let diagnostic =
            Diagnostic::error(at.span(), message).label(format!("in the state {shown}"));
        Halt::Fault(Box::new(diagnostic))
    }

    pub(super) fn evaluation_fault(&self, fault: Fault) -> Halt {
        self.fault(self.program.code.place(fault.code), fault.what)
    }

    pub(super) fn int(&self, code: CodeId) -> Result<i64, Halt> {
        self.program.code.int(code, &self.values).map_err(|fault| self.evaluation_fault(fault))
    }

    /// Finds the enabled commands of every module.
    fn find_enabled(&mut self) -> Result<(), Fault> {
        let code = &self.program.code;
        for part in &mut self.modules {
            part.enabled.iter_mut().for_each(Vec::clear);
            let unlabelled = part.enabled.len() - 1;
            'candidates: for &candidate in part.candidates.of(&self.values) {
                for &conjunct in part.candidates.conjuncts(candidate) {
                    if code.int(conjunct, &self.values)? == 0 {
                        continue 'candidates;
                    }
                }
                let command =
                    &self.program.modules[part.module].commands[candidate.command as usize];
                let action = command.action.map_or(unlabelled, |action| action as usize);
                part.enabled[action].push(candidate.command);
            }
        }
        Ok(())
    }

    /// Adds a choice for every combination of enabled commands of the members from `first` on.
    fn synchronise(
        &mut self,
        vector: usize,
        first: usize,
        state: &[u64],
        into: &mut Successors,
    ) -> Result<(), Halt> {
        let Some(&(position, action)) = self.vectors[vector].1.get(first) else {
            let action = self.vectors[vector].0;
            return self.choice(action, state, into);
        };
        for index in 0..self.modules[position].enabled[action as usize].len() {
            let command = self.modules[position].enabled[action as usize][index];
            self.scratch.chosen.push((position, command));
            self.synchronise(vector, first + 1, state, into)?;
            self.scratch.chosen.pop();
        }
        Ok(())
    }

    /// Adds the choice of the commands in `scratch.chosen`.
    fn choice(
        &mut self,
        action: surmise_model::ActionId,
        state: &[u64],
        into: &mut Successors,
    ) -> Result<(), Halt> {
        self.scratch.assignments.clear();
        self.scratch.updates.clear();
        self.scratch.ends.clear();
        for index in 0..self.scratch.chosen.len() {
            let (position, command) = self.scratch.chosen[index];
            self.evaluate_updates(position, command)?;
            self.scratch.ends.push(self.scratch.updates.len() as u32);
        }
        if self.scratch.chosen.len() > 1 {
            self.check_conflicts()?;
        }
        self.combine(state, into)?;
        into.end_choice(action);
        Ok(())
    }

    /// The probabilities and new values of one command's updates; those of probability 0 are left
    /// out.
    fn evaluate_updates(&mut self, position: usize, command: u32) -> Result<(), Halt> {
        let program = self.program;
        let module = self.modules[position].module;
        let written: &Command = &program.modules[module].commands[command as usize];
        let mut sum = Rational::ZERO;
        let constant = self.constant[position][command as usize].take();
        let result = written.updates.iter().enumerate().try_for_each(|(index, update)| {
            let probability = match &constant {
                Some(constant) => constant[index],
                None => {
                    let value = self.probability(update)?;
                    sum += &value;
                    self.probabilities.intern(&value)?
                }
            };
            if self.probabilities.value(probability).is_zero() {
                return Ok(());
            }
            for &(slot, code) in &update.assignments {
                let value = self.int(code)?;
                let variable = &program.variables[slot as usize];
                if value < variable.low || value > variable.high {
                    let (low, high) = (variable.low, variable.high);
                    let message = format!("`{}` becomes {value}: out of range", variable.name);
                    let halt = self.fault(update.at, message);
                    return Err(match halt {
                        Halt::Fault(fault) => Halt::Fault(Box::new(
                            fault.help(format!("its values go from {low} to {high}")),
                        )),
                        stop => stop,
                    });
                }
                self.scratch.assignments.push((slot, value));
            }
            self.scratch.updates.push((probability, self.scratch.assignments.len() as u32));
            Ok(())
        });
        let is_constant = constant.is_some();
        self.constant[position][command as usize] = constant;
        result?;
        if !is_constant && !sum.is_one() {
            let message = format!("the probabilities of this command sum to {sum}, not to 1");
            return Err(self.fault(written.at, message));
        }
        Ok(())
    }

    fn probability(&self, update: &Update) -> Result<Rational, Halt> {
        let value = self.program.code.real(update.probability, &self.values);
        let value = value.map_err(|fault| self.evaluation_fault(fault))?;
        match value.is_probability() {
            true => Ok(value),
            false => {
                let at = self.program.code.place(update.probability);
                Err(self.fault(at, format!("{value} is no probability")))
            }
        }
    }

    /// Two commands that happen together may not both change a (global) variable.
    fn check_conflicts(&self) -> Result<(), Halt> {
        let program = self.program;
        for (index, &(position, command)) in self.scratch.chosen.iter().enumerate() {
            let written = |position: usize, command: u32| {
                let module = &program.modules[self.modules[position].module];
                let updates = module.commands[command as usize].updates.iter();
                updates.flat_map(|update| update.assignments.iter().map(|&(slot, _)| slot))
            };
            for slot in written(position, command) {
                if program.variables[slot as usize].module.is_some() {
                    continue;
                }
                let others = &self.scratch.chosen[..index];
                if others.iter().any(|&(p, c)| written(p, c).any(|other| other == slot)) {
                    let module = &program.modules[self.modules[position].module];
                    let at = module.commands[command as usize].at;
                    let name = &program.variables[slot as usize].name;
                    let message = format!("two commands that happen together change `{name}`");
                    return Err(self.fault(at, message));
                }
            }
        }
        Ok(())
    }

    /// Adds a branch for every combination of updates, one of each command.
    fn combine(&mut self, state: &[u64], into: &mut Successors) -> Result<(), Halt> {
        let Scratch { assignments, updates, ends, index, .. } = &mut self.scratch;
        let before = |ends: &[u32], at: usize| at.checked_sub(1).map_or(0, |at| ends[at]);
        index.clear();
        index.extend((0..ends.len()).map(|command| before(ends, command)));
        loop {
            let mut probability = ProbabilityId::ONE;
            for &update in &*index {
                let factor = updates[update as usize].0;
                probability = self.probabilities.product(probability, factor)?;
            }
            if into.num_branches() >= MOST_BRANCHES {
                let message = format!("more than {MOST_BRANCHES} branches from one state");
                return Err(Halt::Stop(Stop(Reason::Unsupported(message))));
            }
            let next = into.branch(probability, state);
            for &update in &*index {
                let start = (update as usize).checked_sub(1).map_or(0, |at| updates[at].1);
                let end = updates[update as usize].1;
                for &(slot, value) in &assignments[start as usize..end as usize] {
                    self.layout.set(next, slot, value);
                }
            }
            // The next combination, as an odometer counts.
            let mut command = ends.len();
            loop {
                let Some(earlier) = command.checked_sub(1) else { return Ok(()) };
                command = earlier;
                index[command] += 1;
                if index[command] < ends[command] {
                    break;
                }
                index[command] = before(ends, command);
            }
        }
    }
}

impl StateSpace for Space<'_> {
    fn words(&self) -> usize {
        self.layout.words
    }

    fn initial(
        &mut self,
        context: &Context<'_>,
        found: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Halt> {
        super::initial::initial(self, context, found)
    }

    fn successors(&mut self, state: &[u64], into: &mut Successors) -> Result<(), Halt> {
        self.layout.unpack(state, &mut self.values);
        self.find_enabled().map_err(|fault| self.evaluation_fault(fault))?;
        for position in 0..self.modules.len() {
            let EnabledModule { module, enabled, .. } = &self.modules[position];
            let silent = self.program.modules[*module].silent;
            let unlabelled = enabled.len() - 1;
            for index in 0..enabled[unlabelled].len() {
                let command = self.modules[position].enabled[unlabelled][index];
                self.scratch.chosen.clear();
                self.scratch.chosen.push((position, command));
                self.choice(silent, state, into)?;
            }
        }
        for vector in 0..self.vectors.len() {
            let can = |&(position, action): &(usize, u32)| {
                !self.modules[position].enabled[action as usize].is_empty()
            };
            if self.vectors[vector].1.iter().all(can) {
                self.scratch.chosen.clear();
                self.synchronise(vector, 0, state, into)?;
            }
        }
        Ok(())
    }

    fn is_chain(&self) -> bool {
        self.program.kind == ModelKind::Dtmc
    }

    fn probabilities(&mut self) -> &mut Probabilities {
        &mut self.probabilities
    }

    fn num_rewards(&self) -> usize {
        self.watched.len()
    }

    fn reward(
        &mut self,
        number: usize,
        action: Option<ActionId>,
    ) -> Result<Option<ProbabilityId>, Halt> {
        let items = match action {
            None => Some(&self.watched[number].states),
            Some(action) => self.watched[number].actions.get(&action),
        };
        let code = &self.program.code;
        let mut sum: Option<Rational> = None;
        for &(guard, value) in items.into_iter().flatten() {
            if self.int(guard)? == 0 {
                continue;
            }
            let more = code.real(value, &self.values).map_err(|fault| self.evaluation_fault(fault));
            let more = more?;
            if more.is_negative() {
                let message = format!("the reward is {more}, and none may be less than 0");
                return Err(self.fault(code.place(value), message));
            }
            sum = Some(sum.map_or_else(|| more.clone(), |sum| &sum + &more));
        }
        Ok(match sum {
            Some(sum) if !sum.is_zero() => Some(self.probabilities.intern(&sum)?),
            _ => None,
        })
    }
}

/// The variables of some modules, and the global ones that they read or write.
fn used_slots(program: &Program, modules: &[usize]) -> Vec<u32> {
    let whole = modules.len() == program.modules.len();
    let mut used = vec![whole; program.variables.len()];
    for (slot, variable) in program.variables.iter().enumerate() {
        used[slot] |= variable.module.is_some_and(|module| modules.contains(&module));
    }
    for &module in modules {
        for slot in super::components::touched(program, module) {
            used[slot as usize] = true;
        }
    }
    (0..program.variables.len() as u32).filter(|&slot| used[slot as usize]).collect()
}

/// The probabilities of a command's updates if all are constant. That they sum to 1 was checked.
fn constant_probabilities(
    program: &Program,
    command: &Command,
    table: &mut Probabilities,
) -> Result<Option<Vec<ProbabilityId>>, Halt> {
    let code = &program.code;
    if !command.updates.iter().all(|update| code.is_constant(update.probability)) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for update in &command.updates {
        match code.real(update.probability, &[]) {
            Ok(value) => all.push(table.intern(&value)?),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(all))
}
