//! The frame of every assume-guarantee engine: what happens before assumptions are looked for, and
//! after.
//!
//! Before: the claim is brought into normal form and the components into groups. After: assumptions
//! become a proof; a word becomes a run of the system, which is replayed before anybody believes it.
//! What an engine counted, and what it can say if it is stopped, is in its [`Account`].

use surmise_model::{
    ActionId, Assumption, Claim, Context, Outcome, Proof, Reason, Report, Rule, RuleKind,
    Statistics, Stop, System, Unknown,
};

use super::Problem;
use super::decompose::{Decomposition, Groups};
use crate::replay;

/// A way to find assumptions.
pub(crate) trait Engine {
    /// Which components stand together.
    fn decomposition(&self) -> &Decomposition;

    /// Looks for assumptions that make all premises true, or for a violation. At least one group is
    /// there, and the property allows the empty trace.
    fn conclude(
        &self,
        problem: &Problem<'_>,
        groups: &Groups,
        account: &mut Account,
        context: &Context<'_>,
    ) -> Result<Conclusion, Stop>;
}

/// What an engine has to show for its work, also if it is stopped.
pub(crate) struct Account {
    /// What it counted.
    pub(crate) statistics: Statistics,
    /// What it found out so far, as a sentence.
    pub(crate) known: String,
}

/// How the search for assumptions ends.
pub(crate) enum Conclusion {
    /// These assumptions make all premises of the rule true.
    Holds(RuleKind, Vec<Assumption>),
    /// The system can perform this word, which violates the property. All visible actions are in it.
    Violated(Vec<ActionId>),
}

/// Checks a claim about a system by an engine.
pub(crate) fn check(
    engine: &impl Engine,
    system: &System,
    claim: Claim,
    context: &Context<'_>,
) -> Report {
    let known = "no assumption was found yet".to_owned();
    let mut account = Account { statistics: Statistics::default(), known };
    let outcome =
        decide(engine, system, claim, &mut account, context).unwrap_or_else(|Stop(reason)| {
            Outcome::Unknown(Unknown { reason, known: account.known.clone() })
        });
    Report { outcome, statistics: account.statistics }
}

fn decide(
    engine: &impl Engine,
    system: &System,
    claim: Claim,
    account: &mut Account,
    context: &Context<'_>,
) -> Result<Outcome, Stop> {
    let unsupported = |why: &str| Err(Stop(Reason::Unsupported(why.to_owned())));
    if claim == Claim::NoDeadlock {
        return unsupported("assumptions speak about traces, which do not show a deadlock");
    }
    if system.priority.is_some() {
        return unsupported("a system with priorities cannot be judged part by part");
    }
    let problem = Problem::new(system, claim, context)?;
    let groups = engine.decomposition().groups(&problem, context)?;
    let conclusion = match problem.property.initial().is_error() {
        // Not even the empty trace is allowed.
        true => Conclusion::Violated(Vec::new()),
        false => engine.conclude(&problem, &groups, account, context)?,
    };
    match conclusion {
        Conclusion::Holds(kind, assumptions) => {
            let rule = Rule::AssumeGuarantee { kind, groups, assumptions };
            Ok(Outcome::Holds(Proof { claim, rule }))
        }
        Conclusion::Violated(word) => {
            let internal = |what: String| Stop(Reason::Internal(what));
            let counterexample = problem.counterexample(&word, context)?.ok_or_else(|| {
                internal("the traces of the groups do not make a run of the system".to_owned())
            })?;
            replay(system, &counterexample)
                .map_err(|error| internal(format!("a counterexample does not replay: {error}")))?;
            Ok(Outcome::Violated(counterexample))
        }
    }
}
