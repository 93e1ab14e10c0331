//! A monitor in Rust: one file for `rustc`, or a module of a program.

use super::{Tables, lines};

pub(super) fn program(tables: &Tables) -> String {
    let Tables { origin, actions, rows, initial } = tables;
    let initial = initial.map_or("None".to_owned(), |state| format!("Some({state})"));
    let names = lines(actions.iter().map(|action| format!("{action:?}")));
    let offsets = lines(tables.offsets().iter());
    let steps = lines(rows.iter().flatten().map(|step| format!("{step:?}")));
    format!(
        r#"//! Watches a stream of actions: does it keep to what {origin}, allows?
//!
//! Written by Surmise. As a program (`rustc monitor.rs`) it reads one action a line and stops with
//! status 1 at the first one that is not allowed; as a module, use `Monitor`.

/// The actions that are watched, in order; all others are ignored.
const ACTIONS: &[&str] = &[
{names}
];

/// Where the steps of each state begin in `STEPS`, and where the last ones end.
const OFFSETS: &[usize] = &[
{offsets}
];

/// The number of an action, and the state that it leads to.
const STEPS: &[(usize, usize)] = &[
{steps}
];

/// Where a run is, as far as it was seen.
#[derive(Debug, Clone)]
pub struct Monitor {{
    /// Nothing once something happened that is not allowed.
    state: Option<usize>,
}}

impl Monitor {{
    /// Nothing has happened yet.
    pub fn new() -> Self {{
        Self {{ state: {initial} }}
    }}

    /// Whether all that happened until now is allowed.
    pub fn is_kept(&self) -> bool {{
        self.state.is_some()
    }}

    /// What is allowed next, among the actions that are watched.
    pub fn allowed(&self) -> impl Iterator<Item = &'static str> {{
        self.steps().iter().map(|&(action, _)| ACTIONS[action])
    }}

    /// An action happens. Tells whether that is allowed, and all before it was.
    pub fn step(&mut self, action: &str) -> bool {{
        if let Ok(number) = ACTIONS.binary_search(&action) {{
            self.state = (self.steps().iter())
                .find(|&&(action, _)| action == number)
                .map(|&(_, target)| target);
        }}
        self.is_kept()
    }}

    fn steps(&self) -> &'static [(usize, usize)] {{
        self.state.map_or(&[], |state| &STEPS[OFFSETS[state]..OFFSETS[state + 1]])
    }}
}}

#[allow(dead_code)]
fn main() -> std::io::Result<std::process::ExitCode> {{
    let mut monitor = Monitor::new();
    if !monitor.is_kept() {{
        println!("nothing is allowed, not even to start");
        return Ok(std::process::ExitCode::FAILURE);
    }}
    for (number, line) in std::io::stdin().lines().enumerate() {{
        let action = line?;
        let allowed: Vec<&str> = monitor.allowed().collect();
        if !monitor.step(&action) {{
            let allowed = if allowed.is_empty() {{ "nothing".into() }} else {{ allowed.join(", ") }};
            println!("{{}}: {{action}} is not allowed here; allowed: {{allowed}}", number + 1);
            return Ok(std::process::ExitCode::FAILURE);
        }}
    }}
    Ok(std::process::ExitCode::SUCCESS)
}}
"#
    )
}
