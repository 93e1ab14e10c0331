//! Properties of a PRISM model, answered one after the other on one exploration.

use std::sync::Arc;

use surmise_lang::prism::{Model, Properties, Property, Side, Space};
use surmise_model::{Context, Diagnostic, Halt, Rational, Stop};
use surmise_verify::probabilistic::{
    Exploration, Interval, KnownProbabilities, NumberOptions, Reachability, bounded_reachability,
    explore, next_probability, reachability,
};

use super::report::{ProbabilityVerdict, SizesReport};
use crate::load::PrismText;
use crate::{Attempt, Failure, Remark, Source};

/// A model that was explored to ask for probabilities.
pub struct ExploredModel<'m> {
    text: &'m PrismText,
    space: Space<'m>,
    /// The model, or why it was not explored.
    explored: Result<Exploration, Stop>,
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
    /// Explores a model. If that has to stop, every answer says so.
    ///
    /// # Errors
    /// The model is wrong in a state that can be reached.
    pub fn new(text: &'m PrismText, model: &'m Model<'_>, context: &Context<'_>) -> Attempt<Self> {
        let mut space = model.space().map_err(|halt| text.halted(halt))?;
        let explored = match explore(&mut space, context) {
            Ok(explored) => Ok(explored),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(fault) => return Err(text.halted(fault)),
        };
        Ok(Self { text, space, explored })
    }

    /// How large the model is, if it was explored.
    pub fn sizes(&self) -> Option<SizesReport> {
        self.explored.as_ref().ok().map(|explored| SizesReport::new(&explored.sizes))
    }

    /// The probability that a property asks for, and whether it is as the property demands.
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
        match self.probability(property, options, context) {
            Ok(mut answer) => {
                if property.complemented {
                    answer.intervals = answer.intervals.iter().map(Interval::complement).collect();
                }
                Ok(ProbabilityVerdict::new(property, &answer))
            }
            Err(Halt::Stop(stop)) => {
                let answer = KnownProbabilities { intervals: Vec::new(), stopped: Some(stop) };
                Ok(ProbabilityVerdict::new(property, &answer))
            }
            Err(fault) => Err(text.halted(fault)),
        }
    }

    fn probability(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<KnownProbabilities, Halt> {
        let Exploration { model, states, deadlocks, .. } =
            self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let initial = model.initial().len();
        if initial == 0 {
            let message = "no state is initial: there is no probability to compute";
            let error = Diagnostic::error(Default::default(), message);
            return Err(Halt::Fault(Box::new(Diagnostic { span: None, ..error })));
        }
        let mut side =
            |side: Side| self.space.satisfying(property, side, states, initial, deadlocks, context);
        let (until, goal) = (side(Side::Until)?, side(Side::Goal)?);
        let bound = property.bound.as_ref().map(|(relation, bound)| match property.complemented {
            // What is computed is the probability of the opposite.
            true => (relation.mirrored(), &Rational::ONE - bound),
            false => (*relation, bound.clone()),
        });
        let question = Reachability {
            extreme: property.extreme,
            until: &until,
            goal: &goal,
            bound: bound.as_ref().map(|(relation, bound)| (*relation, bound)),
        };
        Ok(match (property.next, property.steps) {
            (true, _) => next_probability(model, property.extreme, &goal),
            (false, Some(steps)) => bounded_reachability(model, &question, steps, options, context),
            (false, None) => reachability(model, &question, options, context),
        })
    }
}
