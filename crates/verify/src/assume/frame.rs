//! The frame of every assume-guarantee engine: what happens before assumptions are looked for, and
//! after.
//!
//! Before: the claim is brought into normal form and the components into groups. After: assumptions
//! become a proof; a word becomes a run of the system, which is replayed before anybody believes
//! it. A property that is not deterministic is judged by a [strict monitor](StrictMonitor), which
//! forbids more: assumptions that are good enough for it are good enough for the property. How
//! strict it may be takes some attempts to find out; what the system shows of that near its initial
//! state is looked at before, and so is whether it violates the property there. What an engine
//! counted, and what it can say if it is stopped, is in its [`Account`].
//!
//! That steps give way to others is ignored: it takes runs away and adds none. What is shown
//! without it holds with it, and a violation counts if it replays.

use surmise_model::{
    ActionId, Assumption, Claim, Context, Lts, Outcome, Proof, PropertyId, Reason, Report, Rule,
    RuleKind, Statistics, Stop, Substitute, System, Unknown,
};

use super::decompose::{Decomposition, Groups};
use super::shortcuts::{LookAhead, look_ahead_in_system};
use super::standing::Standing;
use super::{Given, Problem};
use crate::automata::StrictMonitor;
use crate::replay;

/// A way to find assumptions.
pub(crate) trait Engine {
    /// Which components stand together.
    fn decomposition(&self) -> &Decomposition;

    /// Assumptions that are to stand for their groups.
    fn given(&self) -> &[Given] {
        &[]
    }

    /// How far to look for a violation by plain search.
    fn look_ahead(&self) -> LookAhead;

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
    /// Assumptions that can be used although it is not known whether the property holds.
    pub(crate) substitutes: Vec<Substitute>,
}

/// How the search for assumptions ends.
pub(crate) enum Conclusion {
    /// These assumptions make all premises of the rule true.
    Holds(RuleKind, Vec<Assumption>),
    /// These assumptions, one for each group, make all premises of a circular rule true, each of
    /// which uses some of them.
    HoldsInCircle(Vec<Assumption>, Vec<Vec<usize>>),
    /// The system can perform this word, which violates the property. All visible actions are in
    /// it.
    Violated(Vec<ActionId>),
}

/// How many states of the system its strict monitor follows at first. What assumptions cost grows
/// with the monitor, so it gets nothing that it can do without.
const FOLLOWED: usize = 1 << 18;

/// Checks a claim about a system by an engine.
pub(crate) fn check(
    engine: &impl Engine,
    system: &System,
    claim: Claim,
    context: &Context<'_>,
) -> Report {
    let known = "no assumption was found yet".to_owned();
    let mut account = Account { statistics: Statistics::default(), known, substitutes: Vec::new() };
    let outcome =
        decide(engine, system, claim, &mut account, context).unwrap_or_else(|Stop(reason)| {
            let known = account.known.clone();
            let mut substitutes = std::mem::take(&mut account.substitutes);
            if system.priority.is_some() {
                // What may be done more often may be given way to more often.
                substitutes.clear();
            }
            Outcome::Unknown(Unknown { reason, known, substitutes })
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
    let property = match claim {
        Claim::Property(id) => Some(id),
        Claim::NoError => None,
        Claim::NoDeadlock => {
            return unsupported("assumptions speak about traces, which do not show a deadlock");
        }
        Claim::Temporal(_) => {
            return unsupported(
                "assumptions speak about finite traces, temporal properties do not",
            );
        }
    };
    let written = property.map(|id| (id, &system.property(id).lts));
    let nondeterministic = written.filter(|(_, lts)| !lts.is_deterministic());
    let states = engine.look_ahead().before(nondeterministic.is_none());
    let statistics = &mut account.statistics;
    if let Some(found) = look_ahead_in_system(system, claim, states, statistics, context) {
        return Ok(Outcome::Violated(found));
    }
    let Some((id, lts)) = nondeterministic else {
        return attempt(engine, system, claim, account, context);
    };
    let mut strict = StrictMonitor::new(lts, 1, context)?;
    let components: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    strict.follow(&components, FOLLOWED)?;
    loop {
        let stricter = with_property(system, id, strict.lts()?);
        let outcome = attempt(engine, &stricter, claim, account, context)?;
        let Outcome::Violated(counterexample) = &outcome else { return Ok(outcome) };
        let actions: Vec<ActionId> = counterexample.trace.actions().collect();
        if !counterexample.violation.refutes(claim) || !strict.relax(&actions)? {
            return Ok(outcome);
        }
        context.narrate(|| "the property allows that; its monitor is made less strict".to_owned());
    }
}

/// A system with another LTS for a property.
fn with_property(system: &System, property: PropertyId, lts: Lts) -> System {
    let mut other = system.clone();
    other.properties[property.index()].lts = lts;
    other
}

/// One run of the engine, and what it means.
fn attempt(
    engine: &impl Engine,
    system: &System,
    claim: Claim,
    account: &mut Account,
    context: &Context<'_>,
) -> Result<Outcome, Stop> {
    let problem = Problem::new(system, claim, context)?;
    let groups = engine.decomposition().groups(&problem, context)?;
    let conclusion = match problem.property.initial().is_error() {
        // Not even the empty trace is allowed.
        true => Conclusion::Violated(Vec::new()),
        false => {
            let standing = Standing::new(engine.given(), &problem, &groups, context)?;
            let found = engine.conclude(&standing.instead, &groups, account, context)?;
            standing.about_original(found, context)?
        }
    };
    match conclusion {
        Conclusion::Holds(kind, assumptions) => {
            let rule = Rule::AssumeGuarantee { kind, groups, assumptions };
            Ok(Outcome::Holds(Proof { claim, rule }))
        }
        Conclusion::HoldsInCircle(assumptions, uses) => {
            let rule = Rule::Circular { groups, assumptions, uses };
            Ok(Outcome::Holds(Proof { claim, rule }))
        }
        Conclusion::Violated(word) => {
            let counterexample = problem.counterexample(&word, context)?.ok_or_else(|| {
                Stop::internal("the traces of the groups do not make a run of the system")
            })?;
            match replay(system, &counterexample) {
                Ok(()) => Ok(Outcome::Violated(counterexample)),
                // Rules know nothing of priority: it may rule out the run, and others like it.
                Err(_) if system.priority.is_some() => Err(Stop(Reason::gives_way())),
                Err(error) => {
                    Err(Stop::internal(format!("a counterexample does not replay: {error}")))
                }
            }
        }
    }
}
