//! What LTSA says of a process, and how far what we say differs from it.

use std::fmt::{self, Display};

use serde::Deserialize;

/// One line of LTSA's table.
#[derive(Debug, Deserialize)]
pub(super) struct Row {
    pub(super) file: String,
    pub(super) process: String,
    kind: String,
    states: String,
    transitions: String,
    verdict: String,
    property_or_message: String,
    trace: String,
    alphabet: String,
    compile_s: String,
    analyse_s: String,
}

/// Rows on which the two are meant to differ: how the file and the process end, and why.
const REASONS: &[(&str, &str, &str)] = &[
    ("blackbox__input1.fsp", "DEFAULT", ENDLESS),
    ("blackbox__input1.fsp", "P17", ENDLESS),
    ("blackbox__input2.fsp", "DEFAULT", DEPENDENT),
    ("blackbox__input2.fsp", "P2", DEPENDENT),
    ("err-input2.fsp", "DEFAULT", NONDETERMINISTIC),
    ("err-input2.fsp", "P", NONDETERMINISTIC),
    ("addLabelsProperty.lts", "C", PROPERTY),
    ("PowerPlant_ENV.lts", "ACM4", PROPERTY),
    ("PowerPlant_ENV.lts", "SEAMS4", PROPERTY),
    ("RailcabComparison.lts", "LTKS_errors", PROPERTY),
    ("RailcabComparison.lts", "LTS_errors", PROPERTY),
    ("TLeavesPumpOff.lts", "ACM4", PROPERTY),
    ("TLeavesPumpOff.lts", "SEAMS4", PROPERTY),
];

const ENDLESS: &str = "P[2] = P[3], P[3] = P[2]: LTSA never comes back, we report the circle";
const DEPENDENT: &str = "a[i:R][i+1]: LTSA does not know i in the rest of its own label, we do";
const NONDETERMINISTIC: &str =
    "LTSA refuses a property that is not deterministic; we make it deterministic and say so";
const PROPERTY: &str = "LTSA analyses the processes inside `property ||C`, not the property that C \
     is, which anything outside it violates";

/// What `surmise check` found.
#[derive(Debug)]
pub(super) enum Found {
    /// The claims that are violated, as they are reported.
    Verdict(Vec<Violation>),
    /// Why there is nothing to check.
    Refused(String),
    Undecided,
}

/// The words that LTSA has for what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Deadlock,
    /// A property, or an error state of a component's own.
    Error,
}

/// A claim that is violated, and how many steps show it.
#[derive(Debug)]
pub(super) struct Violation {
    pub(super) kind: Kind,
    pub(super) length: usize,
}

impl Violation {
    /// When a breadth-first search meets it: while it looks at states of this depth.
    fn depth(&self) -> usize {
        match self.kind {
            Kind::Deadlock => self.length,
            Kind::Error => self.length.saturating_sub(1),
        }
    }
}

impl Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Deadlock => "DEADLOCK",
            Kind::Error => "VIOLATION",
        };
        write!(f, "{kind} after {} steps", self.length)
    }
}

/// What `surmise compose` found.
#[derive(Debug)]
pub(super) struct Composed {
    pub(super) states: usize,
    pub(super) transitions: usize,
    pub(super) alphabet: usize,
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.file, self.process)
    }
}

impl Row {
    /// Why we are meant to differ.
    pub(super) fn reason(&self) -> Option<&'static str> {
        let same = |file: &str, process: &str| self.file.ends_with(file) && self.process == process;
        REASONS.iter().find(|(file, process, _)| same(file, process)).map(|(.., reason)| *reason)
    }

    /// How many states there are, if LTSA says.
    pub(super) fn states(&self) -> Option<usize> {
        self.states.parse().ok()
    }

    /// Whether LTSA did not come to any verdict.
    pub(super) fn gave_up(&self) -> bool {
        self.verdict == "TIMEOUT"
    }

    pub(super) fn is_composite(&self) -> bool {
        self.kind == "composite"
    }

    /// The time that LTSA took to compile.
    pub(super) fn compile_seconds(&self) -> Option<f64> {
        self.compile_s.parse().ok()
    }

    /// The time that LTSA took to compile and to check.
    pub(super) fn seconds(&self) -> Option<f64> {
        Some(self.compile_seconds()? + self.analyse_s.parse::<f64>().ok()?)
    }

    /// How we differ, if we do.
    pub(super) fn difference(&self, found: &Found, composed: Option<&Composed>) -> Option<String> {
        let mut differences = Vec::new();
        match (found, self.verdict.as_str()) {
            (Found::Refused(_), "COMPILEFAIL") => {}
            (Found::Refused(why), "TIMEOUT") => {
                differences.push(format!("LTSA does not end; we: {why}"));
            }
            (Found::Refused(why), _) => differences.push(format!("LTSA compiles it; we: {why}")),
            (_, "COMPILEFAIL") => {
                differences.push(format!("we compile it; LTSA says: {}", self.property_or_message));
            }
            (Found::Undecided, _) => differences.push("we have no verdict".to_owned()),
            (Found::Verdict(violations), _) => differences.extend(self.other_verdict(violations)),
        }
        if let (Some(composed), Some(_)) = (composed, self.states()) {
            let counts = [
                ("states", composed.states, &self.states),
                ("transitions", composed.transitions, &self.transitions),
                ("alphabet", composed.alphabet, &self.alphabet),
            ];
            for (count, ours, theirs) in counts {
                if theirs.parse::<usize>().is_ok_and(|theirs| theirs != ours) {
                    differences.push(format!("{count} {ours}, LTSA {theirs}"));
                }
            }
        } else if self.states().is_some() && !matches!(found, Found::Refused(_)) {
            differences.push("we do not compose it".to_owned());
        }
        (!differences.is_empty()).then(|| differences.join("; "))
    }

    /// How our verdicts differ from LTSA's one, if they do.
    ///
    /// LTSA stops at the first thing that its breadth-first search meets, and which of two in
    /// states of the same depth comes first is a matter of its own order. Our first verdict is the
    /// shortest.
    fn other_verdict(&self, violations: &[Violation]) -> Option<String> {
        let length = self.trace.split_whitespace().count();
        let theirs = format!("{} after {length} steps", self.verdict);
        let Some(first) = violations.first() else {
            return (self.verdict != "OK").then(|| format!("all holds, LTSA {theirs}"));
        };
        let shortest = violations.iter().map(|violation| violation.length).min();
        if shortest != Some(first.length) {
            return Some(format!("our first is {first}, which is not the shortest"));
        }
        let depth = violations.iter().map(Violation::depth).min();
        let mut met = violations.iter().filter(|violation| Some(violation.depth()) == depth);
        (!met.any(|ours| ours.to_string() == theirs)).then(|| format!("{first}, LTSA {theirs}"))
    }
}
