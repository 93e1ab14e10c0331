//! Modules as components.
//!
//! In the Probabilistic paper's sense a component knows its own state and nothing else. A module
//! that reads another one's variable does not, nor do modules with a global variable between them:
//! such modules are one component together. A component is explored alone, as if the others allowed
//! everything; its alphabet is what occurs in its text, possible or not.

use fixedbitset::FixedBitSet;
use surmise_model::{
    ActionTable, Alphabet, Atom, ComponentId, Context, Diagnostic, Halt, Lpts, LptsError,
    PackedStates, ProbabilisticComponent, ProbabilisticSystem, Rational, Reason, Span, StateId,
    StateSpace, Stop, Successors,
};

use super::ast::ModelKind;
use super::code::{Code, CodeId};
use super::formula::Formula;
use super::program::Program;
use super::space::Space;

/// The variables that a module reads or writes.
pub(crate) fn touched(program: &Program, module: usize) -> Vec<u32> {
    let mut all = Vec::new();
    for command in &program.modules[module].commands {
        all.extend(program.code.variables(command.guard));
        for update in &command.updates {
            all.extend(program.code.variables(update.probability));
            for &(slot, value) in &update.assignments {
                all.push(slot);
                all.extend(program.code.variables(value));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Modules that cannot be told apart as components, in the order of the text.
pub(crate) fn groups(program: &Program) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..program.modules.len()).collect();
    fn find(leader: &mut [usize], mut module: usize) -> usize {
        while leader[module] != module {
            leader[module] = leader[leader[module]];
            module = leader[module];
        }
        module
    }
    let mut owner = modules_of_variables(program);
    for module in 0..program.modules.len() {
        for slot in touched(program, module) {
            let other = *owner[slot as usize].get_or_insert(module);
            let (one, other) = (find(&mut leader, module), find(&mut leader, other));
            leader[one.max(other)] = one.min(other);
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); program.modules.len()];
    for module in 0..program.modules.len() {
        groups[find(&mut leader, module)].push(module);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Of each variable, the module that it belongs to, if there is one.
fn modules_of_variables(program: &Program) -> Vec<Option<usize>> {
    program.variables.iter().map(|variable| variable.module).collect()
}

/// Of each variable, which of the [groups] it belongs to; nobody's if no module uses it.
pub(super) fn owners(program: &Program) -> Vec<Option<usize>> {
    let groups = groups(program);
    let group_of = |module: usize| groups.iter().position(|group| group.contains(&module));
    let mut owner: Vec<Option<usize>> =
        modules_of_variables(program).into_iter().map(|module| group_of(module?)).collect();
    for (place, group) in groups.iter().enumerate() {
        for slot in group.iter().flat_map(|&module| touched(program, module)) {
            owner[slot as usize] = Some(place);
        }
    }
    owner
}

/// A component on its own: modules that belong together, and what became of exploring them.
#[derive(Debug, Clone)]
pub struct LoneComponent {
    /// The modules, joined by `+`.
    pub name: String,
    /// The component; or what is wrong in a state that it reaches alone, or why exploring it
    /// stopped.
    pub lpts: Result<Lpts, Halt>,
    /// The conditions that were asked about, by their places: its states in which each holds.
    pub conditions: Vec<(usize, FixedBitSet)>,
}

/// The components of a model one by one, and what there is to say about them.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The components, in the order of the text.
    pub parts: Vec<LoneComponent>,
    /// The names of their actions.
    pub actions: ActionTable,
    /// Actions that nobody outside sees.
    pub hidden: Alphabet,
    /// Which modules belong together, and what is lost by looking at components.
    pub notes: Vec<Diagnostic>,
}

impl Parts {
    /// Where the conditions of a formula hold.
    pub fn atoms(&self, formula: &Formula) -> Vec<Atom> {
        let mut atoms: Vec<(usize, Atom)> = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            for (place, states) in &part.conditions {
                let text = formula.atoms[*place].text.clone();
                let component = ComponentId::of(index);
                atoms.push((*place, Atom { text, component, states: states.clone() }));
            }
        }
        atoms.sort_by_key(|(place, _)| *place);
        atoms.into_iter().map(|(_, atom)| atom).collect()
    }

    /// All of them as a system.
    ///
    /// # Errors
    /// If exploring one of them did not succeed.
    pub fn system(self) -> Result<(ProbabilisticSystem, Vec<Diagnostic>), Halt> {
        let component = |part: LoneComponent| {
            Ok::<_, Halt>(ProbabilisticComponent { name: part.name, lpts: part.lpts? })
        };
        let components = self.parts.into_iter().map(component).collect::<Result<_, _>>()?;
        let Self { actions, hidden, notes, .. } = self;
        Ok((ProbabilisticSystem { actions, hidden, components }, notes))
    }
}

/// The components of a model, and where the conditions of a formula hold. Only those with one of
/// the named modules, if names are given.
pub(crate) fn parts(
    program: &Program,
    chosen: &[String],
    formula: Option<&Formula>,
    context: &Context<'_>,
) -> Result<Parts, Halt> {
    let initial = one_initial_state(program, context)?;
    let hidden = program.vectors.iter().filter(|vector| vector.label.is_none());
    let mut all = Parts {
        parts: Vec::new(),
        actions: program.actions.clone(),
        hidden: hidden.map(|vector| vector.action).collect(),
        notes: Vec::new(),
    };
    for (place, group) in groups(program).iter().enumerate() {
        let names: Vec<&str> =
            group.iter().map(|&module| program.modules[module].name.as_str()).collect();
        if !chosen.is_empty() && !names.iter().any(|name| chosen.iter().any(|c| c == name)) {
            continue;
        }
        if group.len() > 1 {
            all.notes.push(Diagnostic::note(format!(
                "the modules {} are one component: they read each other's variables, or share a \
                 global one",
                names.join(", ")
            )));
        }
        let atoms = formula.map_or(&[][..], |formula| &formula.atoms).iter().enumerate();
        let asked: Vec<(usize, CodeId)> = atoms
            .filter(|(_, atom)| atom.group == place)
            .map(|(place, atom)| (place, atom.code))
            .collect();
        let code = formula.map_or(&program.code, |formula| &formula.code);
        let explored = explore(program, group, &initial, (code, &asked), context);
        let (lpts, conditions) = match explored {
            Ok((lpts, conditions)) => (Ok(lpts), conditions),
            Err(halt) => (Err(halt), Vec::new()),
        };
        all.parts.push(LoneComponent { name: names.join("+"), lpts, conditions });
    }
    let chooses =
        |part: &LoneComponent| part.lpts.as_ref().is_ok_and(|l| !l.is_fully_probabilistic());
    if program.kind == ModelKind::Dtmc && (all.parts.len() > 1 || all.parts.iter().any(chooses)) {
        all.notes.push(Diagnostic::note(
            "the model is a `dtmc`: as components, its modules choose among enabled commands freely, \
             not uniformly",
        ));
    }
    Ok(all)
}

/// The values of all variables in the only initial state.
fn one_initial_state(program: &Program, context: &Context<'_>) -> Result<Vec<i64>, Halt> {
    let modules: Vec<usize> = (0..program.modules.len()).collect();
    let mut space = Space::new(program, &modules)?;
    let mut states: Vec<Vec<u64>> = Vec::new();
    let enough = || Stop(Reason::Unsupported("several initial states".into()));
    let told = space.initial(context, &mut |state| {
        states.push(state.to_vec());
        if states.len() > 1 { Err(enough()) } else { Ok(()) }
    });
    let at = program.init.map(|(_, at)| at).unwrap_or_default();
    let problem = match (told, &states[..]) {
        (_, [_, _, ..]) => "a model with several initial states has no components",
        (Err(halt), _) => return Err(halt),
        (Ok(()), []) => "no state is initial",
        (Ok(()), [state]) => {
            let mut values = vec![0; program.variables.len()];
            space.layout.unpack(state, &mut values);
            return Ok(values);
        }
    };
    Err(Halt::Fault(Box::new(Diagnostic::error(at.span(), problem))))
}

/// The reachable part of some modules, alone, and the states in which conditions hold.
fn explore(
    program: &Program,
    group: &[usize],
    initial: &[i64],
    (code, asked): (&Code, &[(usize, CodeId)]),
    context: &Context<'_>,
) -> Result<(Lpts, Vec<(usize, FixedBitSet)>), Halt> {
    let mut space = Space::new(program, group)?;
    let mut states = PackedStates::new(space.words());
    let mut packed = vec![0; space.words()];
    for &slot in &space.layout.slots {
        space.layout.set(&mut packed, slot, initial[slot as usize]);
    }
    states.insert(&packed)?;
    let mut builder = Lpts::builder();
    builder.extend_alphabet(alphabet(program, group).iter());
    let mut successors = Successors::default();
    let mut branches: Vec<(StateId, Rational)> = Vec::new();
    let mut conditions: Vec<(usize, FixedBitSet)> =
        asked.iter().map(|&(place, _)| (place, FixedBitSet::new())).collect();
    let mut values = initial.to_vec();
    let mut next = 0;
    while next < states.len() {
        if next.is_multiple_of(256) {
            context.check()?;
        }
        context.check_states(states.len() as u64)?;
        let source = StateId::of(next);
        packed.copy_from_slice(states.state(source));
        if !asked.is_empty() {
            space.layout.unpack(&packed, &mut values);
        }
        for ((_, holds), &(_, condition)) in conditions.iter_mut().zip(asked) {
            let value = code.int(condition, &values).map_err(|fault| {
                let state = program.shown(&space.layout.slots, &values);
                let message = format!("a condition of the formula cannot be told: {}", fault.what);
                let error = Diagnostic::error(Span::default(), message);
                let help = Some(format!("in the state {state}"));
                Halt::Fault(Box::new(Diagnostic { span: None, help, ..error }))
            })?;
            holds.grow(next + 1);
            holds.set(next, value != 0);
        }
        successors.clear();
        space.successors(&packed, &mut successors)?;
        for (action, probabilities, targets) in successors.choices() {
            branches.clear();
            for (&probability, target) in probabilities.iter().zip(targets.chunks(packed.len())) {
                let (target, _) = states.insert(target)?;
                branches.push((target, space.probabilities().value(probability).clone()));
            }
            builder.add(source, action, branches.iter().map(|(state, p)| (*state, p)));
        }
        next += 1;
    }
    builder.ensure_states(states.len());
    let lpts = builder.build().map_err(|error| match error {
        LptsError::Overflow(overflow) => overflow.into(),
        impossible => Halt::Stop(Stop(Reason::Internal(impossible.to_string()))),
    })?;
    Ok((lpts, conditions))
}

/// What occurs in the text of some modules, possible or not.
fn alphabet(program: &Program, group: &[usize]) -> Alphabet {
    let takes_part = |vector: &&super::program::Vector| {
        vector.members.iter().any(|(module, _)| group.contains(module))
    };
    let shared = program.vectors.iter().filter(takes_part).map(|vector| vector.action);
    let silent = group.iter().map(|&module| &program.modules[module]);
    let silent = silent
        .filter(|module| module.commands.iter().any(|command| command.action.is_none()))
        .map(|module| module.silent);
    shared.chain(silent).collect()
}
