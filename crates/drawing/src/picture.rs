//! What is drawn of an LTS, whatever it is drawn with: its states, and one arrow for all
//! transitions from one state to another.

use indexmap::IndexMap;
use surmise_model::{ActionTable, Edge, Lts, StateId, StateNames};

use crate::text::{shown, width, wrapped};

/// More states than this make no picture that anybody can read.
const MOST_STATES: usize = 500;
/// More arrows than this do not, either.
const MOST_ARROWS: usize = 1_500;
/// At most so many characters of a label and of a state's name are shown.
const MOST_OF_LABEL: usize = 40;
const MOST_OF_NAME: usize = 24;
/// At most so many labels are shown at one arrow, in lines of about this many times the type's
/// size.
const MOST_LABELS: usize = 12;
const LINE_WIDTH: f64 = 11.0;

/// An LTS to draw.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Its states and transitions.
    pub lts: &'a Lts,
    /// The names of its actions.
    pub actions: &'a ActionTable,
    /// What its states are called; who has no name is drawn with its number.
    pub names: Option<&'a StateNames>,
    /// A run to highlight: where each step starts, what happens, where it leads.
    pub run: &'a [(StateId, Edge)],
    /// The first state that is no state but a [point](crate::Distributions); without any, the
    /// number of states.
    pub points: usize,
}

/// What a state is, apart from a place to go on from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing else.
    Plain,
    /// The state of successful termination.
    End,
    /// A state without a way out.
    Deadlock,
    /// π.
    Error,
    /// No state, but the point of a distribution.
    Distribution,
}

/// An arrow from one state to another.
pub(crate) struct Arrow {
    pub(crate) source: StateId,
    pub(crate) target: StateId,
    /// The lines of its label.
    pub(crate) lines: Vec<Line>,
    /// All labels, if some are not shown or not in full.
    pub(crate) all: Option<String>,
}

/// A line of a label.
pub(crate) struct Line {
    pub(crate) text: String,
    /// Whether it is a step of the run that is highlighted.
    pub(crate) is_step: bool,
}

impl Arrow {
    /// Whether the run goes along it.
    pub(crate) fn is_on_run(&self) -> bool {
        self.lines.first().is_some_and(|line| line.is_step)
    }
}

impl<'a> Picture<'a> {
    /// A picture without names of states and without a run.
    pub fn new(name: &'a str, lts: &'a Lts, actions: &'a ActionTable) -> Self {
        Self { name, lts, actions, names: None, run: &[], points: lts.num_states() }
    }

    /// Why a picture makes no sense, if it does not.
    pub fn refusal(&self) -> Option<String> {
        let states = self.lts.num_states();
        if states > MOST_STATES {
            return Some(format!(
                "{states} states make no readable picture: at most {MOST_STATES}"
            ));
        }
        let arrows: usize = self.lts.states().map(|state| self.rows(state).len()).sum();
        (arrows > MOST_ARROWS)
            .then(|| format!("{arrows} arrows make no readable picture: at most {MOST_ARROWS}"))
    }

    /// All states, π at the end if it can be reached.
    pub(crate) fn states(&self) -> impl Iterator<Item = StateId> {
        let error = self.lts.has_error().then_some(StateId::ERROR);
        self.lts.states().chain(error)
    }

    pub(crate) fn kind(&self, state: StateId) -> Kind {
        match state {
            error if error.is_error() => Kind::Error,
            point if point.index() >= self.points => Kind::Distribution,
            end if self.lts.end() == Some(end) => Kind::End,
            stuck if self.lts.edges(stuck).is_empty() => Kind::Deadlock,
            _ => Kind::Plain,
        }
    }

    /// What is written into a state.
    pub(crate) fn name_of(&self, state: StateId) -> String {
        match self.names.and_then(|names| names.get(state)) {
            _ if state.is_error() => "π".into(),
            _ if self.kind(state) == Kind::Distribution => String::new(),
            Some(name) => shown(name, MOST_OF_NAME),
            None => state.index().to_string(),
        }
    }

    /// The arrows of a state, in the order of their first actions.
    pub(crate) fn arrows(&self, source: StateId) -> impl Iterator<Item = Arrow> {
        self.rows(source).into_iter().map(move |(target, edges)| self.arrow(source, target, &edges))
    }

    /// The transitions of a state by target.
    fn rows(&self, source: StateId) -> IndexMap<StateId, Vec<Edge>> {
        let mut rows: IndexMap<StateId, Vec<Edge>> = IndexMap::new();
        for &edge in self.lts.edges(source) {
            rows.entry(edge.target).or_default().push(edge);
        }
        rows
    }

    fn arrow(&self, source: StateId, target: StateId, edges: &[Edge]) -> Arrow {
        let mut lines: Vec<Line> = Vec::new();
        let mut others: Vec<String> = Vec::new();
        let (mut hidden, mut is_cut) = (0, false);
        for &edge in edges {
            let steps = self.steps(source, edge);
            if steps.is_empty() && others.len() == MOST_LABELS {
                hidden += 1;
                continue;
            }
            let full = self.actions.name(edge.action);
            let label = shown(full, MOST_OF_LABEL);
            is_cut |= label != full;
            if steps.is_empty() {
                others.push(label);
            } else {
                let steps = shown(&steps.join(", "), MOST_OF_LABEL);
                lines.push(Line { text: format!("{steps}: {label}"), is_step: true });
            }
        }
        if hidden > 0 {
            others.push(format!("… {hidden} more"));
        }
        let widest = others.iter().map(|label| width(label)).fold(LINE_WIDTH, f64::max);
        let others = wrapped(&others, widest);
        lines.extend(others.into_iter().map(|text| Line { text, is_step: false }));
        let all = (is_cut || hidden > 0).then(|| {
            let names = edges.iter().map(|edge| shown(self.actions.name(edge.action), 200));
            shown(&names.take(100).collect::<Vec<_>>().join(", "), 4_000)
        });
        Arrow { source, target, lines, all }
    }

    /// The numbers of the run's steps along a transition.
    fn steps(&self, source: StateId, edge: Edge) -> Vec<String> {
        let steps = self.run.iter().enumerate().filter(|&(_, &step)| step == (source, edge));
        steps.map(|(index, _)| (index + 1).to_string()).collect()
    }

    /// Whether the run visits a state.
    pub(crate) fn is_on_run(&self, state: StateId) -> bool {
        self.run.iter().any(|&(source, edge)| source == state || edge.target == state)
    }
}
