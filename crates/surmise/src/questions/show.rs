//! What do components look like, part by part, as data to draw from?
//!
//! [`Draw`](super::Draw) gives a finished picture. Who plays a run on it, a page in a browser, has
//! to know which circle is which state.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_drawing::{Distributions, Picture, Plan};
use surmise_model::{ActionTable, Context, Lpts, StateId};

use super::compose::BUILT;
use super::{Kind, Report};
use crate::desk::Desk;
use crate::load::{self, Either, InputOptions};
use crate::{Attempt, Failure, Name};

/// What do components look like, part by part, as data to draw from?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Show {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// The components and properties that are wanted; all, if there are none.
    pub parts: Vec<String>,
    /// Whether to lay out what is too large to be read.
    pub force: bool,
}

/// What the parts look like.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The components, then the properties.
    pub parts: Vec<ShownPart>,
}

/// What a part looks like.
#[derive(Debug, Serialize)]
pub struct ShownPart {
    /// What it is called.
    pub name: Name,
    /// Whether it is a property.
    pub property: bool,
    /// How many states it has.
    pub states: usize,
    /// How many transitions.
    pub transitions: usize,
    /// Its actions.
    pub alphabet: Vec<Name>,
    /// Why there is no picture, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<ShownPicture>,
}

/// A picture as data: the middles, widths and heights of boxes, paths as in SVG.
#[derive(Debug, Serialize)]
pub struct ShownPicture {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Where to start.
    pub start: [f64; 2],
    /// The arrow from there to the initial state.
    pub first: String,
    /// The states, the error state last.
    pub states: Vec<ShownState>,
    /// The arrows, one for all transitions from one state to another.
    pub arrows: Vec<ShownArrow>,
}

/// A state in a picture.
#[derive(Debug, Serialize)]
pub struct ShownState {
    /// Its number; −1 is the error state.
    pub state: i64,
    /// What is written into it.
    pub name: String,
    /// `plain`, `end`, `deadlock`, `error`, or the point of a `distribution`.
    pub kind: &'static str,
    /// Its middle.
    pub at: [f64; 2],
    /// Its width and height.
    pub size: [f64; 2],
}

/// An arrow in a picture.
#[derive(Debug, Serialize)]
pub struct ShownArrow {
    /// Where it starts.
    pub from: i64,
    /// Where it leads.
    pub to: i64,
    /// Its way.
    pub path: String,
    /// The middle of its label.
    pub label: Option<[f64; 2]>,
    /// The lines of its label.
    pub lines: Vec<String>,
    /// All of the label, if some of it is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<String>,
}

impl Report for Shown {}

impl Kind for Show {
    type Subject = Box<Either>;
    type Found = Shown;
    type Report = Shown;

    const UNCERTIFIED: Option<&'static str> = Some(BUILT);

    fn load(&self, desk: Desk<'_>) -> Attempt<Box<Either>> {
        load::either_told(&self.models, &self.input, desk).map(Box::new)
    }

    fn answer(&self, subject: &mut Box<Either>, desk: Desk<'_>) -> Attempt<Shown> {
        let context = desk.context;
        let is_wanted = |name: &str| self.parts.is_empty() || self.parts.iter().any(|p| p == name);
        let mut parts = Vec::new();
        match &**subject {
            Either::Plain(loaded) => {
                let system = &loaded.system;
                for part in system.components.iter().filter(|part| is_wanted(&part.name)) {
                    let picture = Picture::new(&part.name, &part.lts, &system.actions);
                    let picture = Picture { names: part.states.as_deref(), ..picture };
                    parts.push(self.shown(&picture, false, context)?);
                }
                for part in system.properties.iter().filter(|part| is_wanted(&part.name)) {
                    let picture = Picture::new(&part.name, &part.lts, &system.actions);
                    parts.push(self.shown(&picture, true, context)?);
                }
            }
            Either::Probabilistic(loaded) => {
                let actions = &loaded.system.actions;
                for part in loaded.system.components.iter().filter(|part| is_wanted(&part.name)) {
                    parts.push(self.with_points(&part.name, &part.lpts, actions, context)?);
                }
            }
        }
        match self.parts.iter().find(|name| parts.iter().all(|part| part.name.raw() != **name)) {
            None => Ok(Shown { parts }),
            Some(name) => Err(Failure::usage(format!("there is no part `{name}`"))),
        }
    }

    fn report(&self, _: Box<Either>, found: Shown, _: Desk<'_>) -> Attempt<Shown> {
        Ok(found)
    }
}

impl Show {
    fn shown(
        &self,
        picture: &Picture<'_>,
        property: bool,
        context: &Context<'_>,
    ) -> Attempt<ShownPart> {
        let refusal = picture.refusal().filter(|_| !self.force);
        let plan = match refusal {
            None => Some(Plan::of(picture, context)?),
            Some(_) => None,
        };
        let alphabet = picture.actions.names(picture.lts.alphabet());
        Ok(ShownPart {
            name: picture.name.into(),
            property,
            states: picture.lts.num_states(),
            transitions: picture.lts.num_transitions(),
            alphabet: alphabet.into_iter().map(Name::from).collect(),
            refusal,
            picture: plan.map(ShownPicture::from),
        })
    }

    /// A probabilistic component: distributions are points, which are not counted.
    fn with_points(
        &self,
        name: &str,
        lpts: &Lpts,
        actions: &ActionTable,
        context: &Context<'_>,
    ) -> Attempt<ShownPart> {
        let drawn = Distributions::of(lpts, actions, context)?;
        let picture = Picture::new(name, &drawn.lts, &drawn.actions);
        let picture = Picture { points: drawn.points, ..picture };
        let alphabet = actions.names(lpts.alphabet()).into_iter().map(Name::from).collect();
        let (states, transitions) = (lpts.num_states(), lpts.num_transitions());
        Ok(ShownPart { states, transitions, alphabet, ..self.shown(&picture, false, context)? })
    }
}

/// Tenths are precise enough, and shorter.
fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

fn number(state: StateId) -> i64 {
    if state.is_error() { -1 } else { state.index() as i64 }
}

impl From<Plan> for ShownPicture {
    fn from(plan: Plan) -> Self {
        let states = plan.states.into_iter().map(|state| ShownState {
            state: number(state.state),
            name: state.name,
            kind: state.kind,
            at: [rounded(state.at.x), rounded(state.at.y)],
            size: [rounded(state.size.width), rounded(state.size.height)],
        });
        let arrows = plan.arrows.into_iter().map(|arrow| ShownArrow {
            from: number(arrow.source),
            to: number(arrow.target),
            path: arrow.path,
            label: arrow.label.map(|at| [rounded(at.x), rounded(at.y)]),
            lines: arrow.lines,
            all: arrow.all,
        });
        Self {
            width: rounded(plan.size.width),
            height: rounded(plan.size.height),
            start: [rounded(plan.start.x), rounded(plan.start.y)],
            first: plan.first,
            states: states.collect(),
            arrows: arrows.collect(),
        }
    }
}
