//! What can happen next, after these steps?
//!
//! A [`Walk`] as questions and answers: who asks says again what was done so far, so that nobody
//! has to remember anything between two questions, and any step can be taken back.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Kind, Report};
use crate::desk::Desk;
use crate::load::InputOptions;
use crate::{Attempt, Choice, Failure, Name, Walk};

/// So many choices are offered.
const MOST_CHOICES: usize = 500;

/// A run is at most so long.
const LONGEST: usize = 10_000;

/// What can happen next, after these steps?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Step {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// What was done so far: in each state the number of the choice, from 0.
    pub taken: Vec<usize>,
    /// What to do at random after that.
    pub random: Option<RandomSteps>,
}

/// Steps at random. The same seed gives the same steps.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomSteps {
    /// At most so many.
    pub most: usize,
    /// Where chance starts.
    pub seed: u64,
    /// It ends after each of these actions.
    pub until: Vec<String>,
}

/// Where the steps lead.
#[derive(Debug, Serialize)]
pub struct Stepped {
    /// The components, and where they are now.
    pub parts: Vec<StandingPart>,
    /// What was done.
    pub run: Vec<TakenStep>,
    /// What can happen next.
    pub choices: Vec<OfferedStep>,
    /// How many more choices there are.
    pub more: usize,
    /// The properties that the run violates.
    pub violated: Vec<Name>,
    /// The components in their error states.
    pub wrong: Vec<Name>,
    /// Whether the system has ended, as it may.
    pub ended: bool,
    /// Whether nothing can happen although the system has not ended.
    pub deadlock: bool,
}

/// A component and its state.
#[derive(Debug, Serialize)]
pub struct StandingPart {
    /// What it is called.
    pub name: Name,
    /// The number of its state; −1 is the error state.
    pub state: i64,
    /// What the state is called.
    pub state_name: String,
    /// The number of the state where it started.
    pub initial: i64,
}

/// A step that was taken.
#[derive(Debug, Serialize)]
pub struct TakenStep {
    /// The action.
    pub action: Name,
    /// The number of the choice.
    pub choice: usize,
    /// Who moved.
    pub moves: Vec<TakenMove>,
}

/// A component's part in a step.
#[derive(Debug, Serialize)]
pub struct TakenMove {
    /// The index of the component.
    pub part: usize,
    /// The state before.
    pub from: i64,
    /// The state after.
    pub to: i64,
    /// What that is called.
    pub to_name: String,
}

/// A step that can be taken.
#[derive(Debug, Serialize)]
pub struct OfferedStep {
    /// The action.
    pub action: Name,
    /// Who moves.
    pub who: Vec<Name>,
}

impl Report for Stepped {}

impl Kind for Step {
    type Subject = Walk;
    type Found = Vec<TakenStep>;
    type Report = Stepped;

    const UNCERTIFIED: Option<&'static str> = Some("there is no verdict");

    fn load(&self, desk: Desk<'_>) -> Attempt<Walk> {
        let (walk, remarks) = Walk::begin(&self.models, &self.input, desk.files(), desk.context)?;
        desk.remark_all(remarks);
        Ok(walk)
    }

    fn answer(&self, walk: &mut Walk, desk: Desk<'_>) -> Attempt<Vec<TakenStep>> {
        let mut run = Vec::new();
        for (index, &choice) in self.taken.iter().enumerate().take(LONGEST) {
            desk.context.check()?;
            let choices = walk.choices(desk.context)?;
            let Some(chosen) = choices.get(choice) else {
                let (step, of) = (index + 1, choices.len());
                let message = format!("there is no choice {choice} at step {step}: only {of}");
                return Err(Failure::usage_with_help(message, "has the model changed?"));
            };
            run.push(taken(walk, chosen.clone(), choice));
        }
        let Some(random) = &self.random else { return Ok(run) };
        let mut chance = Chance(random.seed);
        for _ in 0..random.most.min(LONGEST.saturating_sub(run.len())) {
            desk.context.check()?;
            let choices = walk.choices(desk.context)?;
            let Some(choice) = chance.below(choices.len()) else { break };
            let step = taken(walk, choices[choice].clone(), choice);
            let is_last = random.until.iter().any(|action| action == step.action.raw());
            run.push(step);
            if is_last || walk.violated().next().is_some() {
                break;
            }
        }
        Ok(run)
    }

    fn report(&self, walk: Walk, run: Vec<TakenStep>, desk: Desk<'_>) -> Attempt<Stepped> {
        let choices = walk.choices(desk.context)?;
        let parts = walk.states().zip(walk.positions().zip(walk.initial_positions()));
        let parts = parts.map(|((name, state_name), (state, initial))| StandingPart {
            name,
            state,
            state_name,
            initial,
        });
        let offered = |choice: &Choice| OfferedStep {
            action: choice.action.clone(),
            who: choice.moves.iter().map(|(name, _)| name.clone()).collect(),
        };
        let wrong: Vec<Name> = walk.wrong().collect();
        let ended = choices.is_empty() && walk.has_ended();
        Ok(Stepped {
            parts: parts.collect(),
            choices: choices.iter().take(MOST_CHOICES).map(offered).collect(),
            more: choices.len().saturating_sub(MOST_CHOICES),
            violated: walk.violated().collect(),
            ended,
            deadlock: choices.is_empty() && !ended && wrong.is_empty(),
            wrong,
            run,
        })
    }
}

/// Takes a step and says what it changes.
fn taken(walk: &mut Walk, chosen: Choice, choice: usize) -> TakenStep {
    let before: Vec<i64> = walk.positions().collect();
    let movers: Vec<Name> = chosen.moves.iter().map(|(name, _)| name.clone()).collect();
    let action = chosen.action.clone();
    walk.take(chosen);
    let now = walk.states().zip(walk.positions()).enumerate();
    let moves = now.filter(|(_, ((name, _), _))| movers.contains(name));
    let moves =
        moves.map(|(part, ((_, to_name), to))| TakenMove { part, from: before[part], to, to_name });
    TakenStep { action, choice, moves: moves.collect() }
}

/// Numbers that look like chance (Steele, Lea and Flood's SplitMix, 2014): a run at random is to be
/// the same everywhere.
struct Chance(u64);

impl Chance {
    /// A number below another; none is below 0.
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        z.checked_rem(bound as u64).map(|below| below as usize)
    }
}
