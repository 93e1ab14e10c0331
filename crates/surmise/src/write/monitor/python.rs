//! A monitor in Python: a program, or a module to import.

use super::{Tables, lines};

pub(super) fn program(tables: &Tables) -> String {
    let Tables { origin, actions, rows, initial } = tables;
    let initial = initial.map_or("None".to_owned(), |state| state.to_string());
    let names = lines(actions.iter().map(|action| literal(action)));
    let steps = lines(rows.iter().map(|row| {
        let steps: Vec<String> =
            row.iter().map(|(action, target)| format!("{action}: {target}")).collect();
        format!("{{{}}}", steps.join(", "))
    }));
    let origin = origin.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        r#""""Watches a stream of actions: does it keep to what {origin}, allows?

Written by Surmise. As a program (python3 monitor.py) it reads one action a line and stops with
status 1 at the first one that is not allowed; as a module, use Monitor.
"""

import sys

# The actions that are watched; all others are ignored.
ACTIONS = [
{names}
]

# For each state the allowed actions, by number, and the states that they lead to.
STEPS = [
{steps}
]

NUMBERS = {{action: number for number, action in enumerate(ACTIONS)}}


class Monitor:
    """Where a run is, as far as it was seen."""

    def __init__(self):
        # None once something happened that is not allowed.
        self.state = {initial}

    def is_kept(self):
        """Whether all that happened until now is allowed."""
        return self.state is not None

    def allowed(self):
        """What is allowed next, among the actions that are watched."""
        return [ACTIONS[number] for number in STEPS[self.state]] if self.is_kept() else []

    def step(self, action):
        """An action happens. Tells whether that is allowed, and all before it was."""
        number = NUMBERS.get(action)
        if number is not None and self.is_kept():
            self.state = STEPS[self.state].get(number)
        return self.is_kept()


def main():
    monitor = Monitor()
    if not monitor.is_kept():
        print("nothing is allowed, not even to start")
        return 1
    for number, line in enumerate(sys.stdin, 1):
        action = line.removesuffix("\n").removesuffix("\r")
        allowed = monitor.allowed()
        if not monitor.step(action):
            print(f"{{number}}: {{action}} is not allowed here; allowed: {{', '.join(allowed) or 'nothing'}}")
            return 1
    return 0


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main())
"#
    )
}

/// A string as a literal. JSON's escapes are Python's.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
