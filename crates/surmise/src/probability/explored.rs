//! Properties of a PRISM model, answered one after the other on one exploration.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use surmise_lang::prism::{Model, Properties, Property, Space};
use surmise_model::{Context, Diagnostic, Halt, Stop};
use surmise_verify::probabilistic::{
    Evaluated, Exploration, NumberOptions, Queried, Rewards, evaluate, explore,
};

use super::report::{ProbabilityVerdict, SizesReport};
use crate::load::PrismText;
use crate::{Attempt, Failure, Remark, Source};

/// A model that was explored to ask for probabilities.
pub struct ExploredModel<'m> {
    pub(super) text: &'m PrismText,
    pub(super) space: Space<'m>,
    /// The reward structures that were looked at, by number.
    structures: Vec<usize>,
    /// The model, or why it was not explored.
    pub(super) explored: Result<Exploration, Stop>,
}

/// The properties in some texts, with remarks on what is left out.
///
/// # Errors
/// All mistakes in all texts.
pub fn questions(
    model: &Model<'_>,
    sources: &[Arc<Source>],
    context: &Context<'_>,
) -> Attempt<(Vec<Property>, Vec<Remark>)> {
    let (mut all, mut remarks, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for source in sources {
        let bytes = source.bytes(context)?;
        let about = |diagnostic: Diagnostic| Remark::about(source, diagnostic);
        match model.properties(&String::from_utf8_lossy(&bytes)) {
            Ok(Properties { properties, left_out }) => {
                all.extend(properties);
                remarks.extend(left_out.into_iter().map(about));
            }
            Err(diagnostics) => wrong.extend(diagnostics.into_iter().map(about)),
        }
    }
    if wrong.is_empty() { Ok((all, remarks)) } else { Err(Failure::Wrong(wrong)) }
}

impl<'m> ExploredModel<'m> {
    /// Explores a model with the rewards that properties mention. If that has to stop, every answer
    /// says so.
    ///
    /// # Errors
    /// The model is wrong in a state that can be reached.
    pub fn new(
        text: &'m PrismText,
        model: &'m Model<'_>,
        properties: &[Property],
        context: &Context<'_>,
    ) -> Attempt<Self> {
        let mut space = model.space().map_err(|halt| text.halted(halt))?;
        let mut structures: Vec<usize> =
            properties.iter().flat_map(|property| property.structures.iter().copied()).collect();
        structures.sort_unstable();
        structures.dedup();
        space.watch_rewards(&structures);
        let explored = match explore(&mut space, context) {
            Ok(explored) => Ok(explored),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(fault) => return Err(text.halted(fault)),
        };
        Ok(Self { text, space, structures, explored })
    }

    /// How large the model is, if it was explored.
    pub fn sizes(&self) -> Option<SizesReport> {
        self.explored.as_ref().ok().map(|explored| SizesReport::new(&explored.sizes))
    }

    /// The number that a property asks for, and whether it is as the property demands.
    ///
    /// # Errors
    /// A condition of the property cannot be evaluated in some state.
    pub fn answer(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Attempt<ProbabilityVerdict> {
        let text = self.text;
        match self.evaluated(property, options, context) {
            Ok((answer, stopped)) => {
                Ok(ProbabilityVerdict::new(property, Some(&answer), stopped.as_ref()))
            }
            Err(Halt::Stop(stop)) => Ok(ProbabilityVerdict::new(property, None, Some(&stop))),
            Err(fault) => Err(text.halted(fault)),
        }
    }

    /// What a property mentions: the states in which its conditions hold, and rewards by number.
    pub(super) fn mentioned(
        &mut self,
        property: &Property,
        context: &Context<'_>,
    ) -> Result<(Vec<FixedBitSet>, Vec<Rewards>), Halt> {
        let Exploration { model, states, deadlocks, rewards, .. } =
            self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let initial = model.initial().len();
        if initial == 0 {
            let message = "no state is initial: there is nothing to compute";
            let error = Diagnostic::error(Default::default(), message);
            return Err(Halt::Fault(Box::new(Diagnostic { span: None, ..error })));
        }
        let conditions = self.space.satisfying(property, states, initial, deadlocks, context)?;
        // By their numbers in the model; those that nobody mentions are empty.
        let most = self.structures.last().map_or(0, |last| last + 1);
        let mut by_number = vec![Rewards::default(); most];
        for &number in &property.structures {
            if let Ok(place) = self.structures.binary_search(&number) {
                by_number[number] = rewards[place].clone();
            }
        }
        Ok((conditions, by_number))
    }

    fn evaluated(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<(Evaluated, Option<Stop>), Halt> {
        let (conditions, rewards) = self.mentioned(property, context)?;
        let explored = self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let queried =
            Queried { model: &explored.model, conditions: &conditions, rewards: &rewards };
        let bound = property.bound.as_ref().map(|(relation, bound)| (*relation, bound));
        Ok(evaluate(&queried, &property.query, bound, options, context)?)
    }
}
