//! Numbers with certificates: what the engine shows of all states is written down, and the
//! independent checker explores the model by itself to check it.

use surmise_certify::{AcceptedNumber, NumberedStates, Refusal, check_number};
use surmise_lang::prism::{Model, Property};
use surmise_model::certificate::number::{NumberCertificate, WrittenBound};
use surmise_model::{Context, Halt, Stop};
use surmise_verify::probabilistic::{
    Certified, Evaluated, Inductive, NumberOptions, Queried, Values, certified,
};

use super::explored::ExploredModel;
use super::report::ProbabilityVerdict;
use crate::Attempt;

impl ExploredModel<'_> {
    /// The number that a property asks for, with a certificate of it; without one if there are no
    /// certificates of such numbers, which the answer then says.
    ///
    /// # Errors
    /// A condition of the property cannot be evaluated in some state.
    pub fn certified(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Attempt<(ProbabilityVerdict, Option<NumberCertificate>)> {
        let found = match self.shown(property, options, context) {
            Ok(found) => found,
            Err(Halt::Stop(stop)) => {
                let mut verdict = self.answer(property, options, context)?;
                verdict.uncertified = Some(stop.0.to_string());
                return Ok((verdict, None));
            }
            Err(fault) => return Err(self.text.halted(fault)),
        };
        let (certificate, values) = found;
        let answer = Evaluated::Numbers(values);
        Ok((ProbabilityVerdict::new(property, Some(&answer), None), Some(certificate)))
    }

    fn shown(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<(NumberCertificate, Values), Halt> {
        let (conditions, rewards) = self.mentioned(property, context)?;
        let explored = self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let queried =
            Queried { model: &explored.model, conditions: &conditions, rewards: &rewards };
        let Certified { values, inductive } =
            certified(&queried, &property.query, options, context)?;
        let constants = self.text.constants();
        let mut certificate =
            NumberCertificate::new(&property.text, constants, explored.sizes.states);
        let (low, high) = values.texts();
        certificate.claim = low.into_iter().zip(high).collect();
        if let Some(Inductive { values, ranks_below, ranks_above }) = inductive {
            let (low, high) = values.texts();
            certificate.below = Some(WrittenBound { values: low, ranks: ranks_below });
            certificate.above = Some(WrittenBound { values: high, ranks: ranks_above });
        }
        Ok((certificate, values))
    }
}

/// Checks a certificate about a property, on states that the checker finds by itself.
///
/// # Errors
/// Why it is not accepted.
pub(crate) fn check_certificate(
    model: &Model<'_>,
    property: &Property,
    certificate: &NumberCertificate,
    context: &Context<'_>,
) -> Result<AcceptedNumber, Box<Refusal>> {
    let halted = |halt: Halt| match halt {
        Halt::Stop(Stop(reason)) => {
            let statement = "the states of the model".to_owned();
            Refusal::Limit { number: 1, statement, reason }
        }
        Halt::Fault(fault) => Refusal::Mismatch(fault.message),
    };
    let mut space = model.space().map_err(halted)?;
    space.watch_rewards(&property.structures);
    let (states, words, deadlocks) = NumberedStates::visit(&mut space, context).map_err(halted)?;
    let conditions = space
        .satisfying(property, &words, states.initial, &deadlocks, context)
        .map_err(halted)?
        .into_iter()
        .map(|set| (0..words.len()).map(|state| set.contains(state)).collect())
        .collect::<Vec<Vec<bool>>>();
    check_number(&states, &conditions, &property.query, certificate, context)
}
