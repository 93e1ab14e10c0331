//! How large a probabilistic model is: its components, and all of it.

use serde::Serialize;
use surmise_lang::prism::{LoneComponent, Model};
use surmise_model::{
    ActionTable, Alphabet, Context, Diagnostic, Halt, Limits, Lpts, ProbabilisticSystem,
};
use surmise_verify::probabilistic::{Sizes, measure};

use super::report::{SizesReport, StoppedReport, kind_name};
use crate::load::{PrismText, Probabilistic};
use crate::{Attempt, Name, Remark, warning};

/// What there is to know about the size of a model.
#[derive(Debug, Serialize)]
pub struct Survey {
    /// `dtmc` or `mdp`, where a file says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The components.
    pub components: Vec<PartSurvey>,
    /// All of it; nothing if that was not explored to the end.
    pub whole: Option<SizesReport>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedReport>,
    /// The names of its labels.
    pub labels: Vec<Name>,
    /// The names of its reward structures; those without a name are numbers, from 1 on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rewards: Vec<Name>,
    /// What could be asked of it, for example.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Name>,
    /// The actions of each of the components that could be explored.
    #[serde(skip)]
    pub alphabets: Vec<Alphabet>,
    /// The names of the actions.
    #[serde(skip)]
    pub actions: ActionTable,
}

/// A component. What it can do alone is known only if it could be explored.
#[derive(Debug, Serialize)]
pub struct PartSurvey {
    /// Its name.
    pub name: Name,
    /// What it can do alone.
    #[serde(flatten)]
    pub explored: Option<PartSizes>,
    /// Why that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unexplored: Option<String>,
}

/// The size of a component.
#[derive(Debug, Serialize)]
pub struct PartSizes {
    /// States that it reaches alone.
    pub states: usize,
    /// Their choices.
    pub choices: usize,
    /// The branches of these.
    pub transitions: usize,
    /// Whether no state has two choices with one action.
    pub reactive: bool,
    /// Whether no state has two choices.
    pub fully_probabilistic: bool,
    /// The actions that it takes part in.
    pub alphabet: Vec<Name>,
    /// Actions that it blocks wherever it is.
    pub never_offered: Vec<Name>,
}

/// A component alone may have far more states than in company. More than this are counted only if
/// the user says how many.
const MOST_STATES_ALONE: u64 = 5_000_000;

impl Survey {
    /// Surveys a PRISM model. Beside the survey come remarks.
    ///
    /// # Errors
    /// The model is wrong in a state that can be reached, or a module does not exist.
    pub fn of_prism(
        text: &PrismText,
        modules: &[String],
        context: &Context<'_>,
    ) -> Attempt<(Self, Vec<Remark>)> {
        let model = text.compiled()?;
        let mut remarks = model.diagnostics.clone();
        let mut space = model.space().map_err(|halt| text.halted(halt))?;
        let (whole, stopped) = match measure(&mut space, context) {
            Ok(sizes) => (Some(SizesReport::new(&sizes)), None),
            Err(Halt::Stop(stop)) => (None, Some(StoppedReport::new(&stop))),
            Err(fault) => return Err(text.halted(fault)),
        };
        drop(space);
        let mut survey = Self {
            kind: Some(kind_name(model.kind())),
            components: Vec::new(),
            whole,
            stopped,
            labels: model.labels().map(Name::from).collect(),
            rewards: rewards(&model).into_iter().map(Name::from).collect(),
            questions: questions(&model).into_iter().map(Name::from).collect(),
            alphabets: Vec::new(),
            actions: ActionTable::new(),
        };
        let states = context.limits.states.or(Some(MOST_STATES_ALONE));
        let alone = Context { limits: Limits { states, ..context.limits }, ..*context };
        match model.parts(modules, &alone) {
            Ok(parts) => {
                remarks.extend(parts.notes);
                survey.actions = parts.actions;
                for part in parts.parts {
                    survey.add(part, &mut remarks);
                }
            }
            // A mistake in the choice of modules; that there are no components is no mistake.
            Err(fault @ Halt::Fault(_)) if !modules.is_empty() => return Err(text.halted(fault)),
            Err(Halt::Fault(fault)) => remarks.push(warning(fault.message)),
            Err(Halt::Stop(stop)) => {
                survey.stopped.get_or_insert_with(|| StoppedReport::new(&stop));
            }
        }
        Ok((survey, remarks.into_iter().map(|remark| text.remark(remark)).collect()))
    }

    /// Surveys components that were read.
    ///
    /// # Errors
    /// When the context says stop.
    pub fn of_components(loaded: &Probabilistic, context: &Context<'_>) -> Attempt<Self> {
        let ProbabilisticSystem { actions, components, .. } = &loaded.system;
        let mut survey = Self {
            kind: None,
            components: Vec::new(),
            whole: None,
            stopped: None,
            labels: Vec::new(),
            rewards: Vec::new(),
            questions: Vec::new(),
            alphabets: Vec::new(),
            actions: actions.clone(),
        };
        for component in components {
            let (name, lpts) = (component.name.clone(), Ok(component.lpts.clone()));
            survey.add(LoneComponent { name, lpts, conditions: Vec::new() }, &mut Vec::new());
        }
        match loaded.system.compose(context) {
            Ok(composition) => {
                let lpts = &composition.lpts;
                let is_deadlock = |state: &_| lpts.choices(*state).is_empty();
                let deadlocks = lpts.states().filter(is_deadlock).count() as u64;
                survey.whole = Some(SizesReport::new(&Sizes {
                    states: lpts.num_states() as u64,
                    initial: 1,
                    choices: lpts.num_transitions() as u64 + deadlocks,
                    branches: lpts.num_branches() as u64 + deadlocks,
                    deadlocks,
                    bytes: 0,
                }));
            }
            Err(stop) => survey.stopped = Some(StoppedReport::new(&stop)),
        }
        Ok(survey)
    }

    fn add(
        &mut self,
        LoneComponent { name, lpts, .. }: LoneComponent,
        remarks: &mut Vec<Diagnostic>,
    ) {
        let (explored, unexplored) = match lpts {
            Ok(lpts) => {
                self.alphabets.push(lpts.alphabet().clone());
                (Some(PartSizes::new(&lpts, &self.actions)), None)
            }
            Err(halt) => {
                self.alphabets.push(Alphabet::new());
                let reason = match halt {
                    Halt::Stop(stop) => stop.0.to_string(),
                    Halt::Fault(fault) => {
                        let reason = fault.message.clone();
                        let warning =
                            Diagnostic { severity: surmise_model::Severity::Warning, ..*fault };
                        remarks.push(warning.help(format!(
                            "{name} comes into this state alone; in company it may never do so"
                        )));
                        reason
                    }
                };
                (None, Some(reason))
            }
        };
        self.components.push(PartSurvey { name: name.into(), explored, unexplored });
    }
}

/// The reward structures of a model, as a property calls them.
fn rewards(model: &Model<'_>) -> Vec<String> {
    let name = |(index, (name, _)): (usize, (Option<&str>, _))| match name {
        Some(name) => format!("\"{name}\""),
        None => (index + 1).to_string(),
    };
    model.rewards().enumerate().map(name).collect()
}

/// Properties that this model could be asked for.
fn questions(model: &Model<'_>) -> Vec<String> {
    let which = if model.is_chain() { "" } else { "max" };
    let goal = match model.labels().next() {
        Some(label) => format!("\"{label}\""),
        None => "\"deadlock\"".to_owned(),
    };
    let mut all = vec![format!("P{which}=? [ F {goal} ]"), format!("P>=0.9 [ F<=100 {goal} ]")];
    if let Some(reward) = rewards(model).first() {
        all.push(format!("R{{{reward}}}{which}=? [ F {goal} ]"));
    }
    all.push(format!("S{which}=? [ {goal} ]"));
    all
}

impl PartSizes {
    fn new(lpts: &Lpts, actions: &ActionTable) -> Self {
        let names = |alphabet: &Alphabet| -> Vec<Name> {
            actions.names(alphabet).into_iter().map(Name::from).collect()
        };
        let used: Alphabet = lpts.transitions().map(|(_, choice)| choice.action).collect();
        Self {
            states: lpts.num_states(),
            choices: lpts.num_transitions(),
            transitions: lpts.num_branches(),
            reactive: lpts.is_reactive(),
            fully_probabilistic: lpts.is_fully_probabilistic(),
            alphabet: names(lpts.alphabet()),
            never_offered: names(&lpts.alphabet().difference(&used)),
        }
    }
}
