//! Counterexamples in the Informal Trace Format, for trace viewers.
//!
//! The format is Apalache's ADR-015 (revision of 2023-09-14): a list of states, each a value for
//! every variable, integers as `{"#bigint": "…"}`. Our variables are the components, whose values
//! are their local states, −1 for the error state π as in LTSA; and `action`, what led to the
//! state.

use serde_json::{Map, Value, json};

use crate::{Counterexample, StateId, System, Violation};

use super::to_json;

/// A counterexample as the text of an `.itf.json` file.
pub fn itf(system: &System, counterexample: &Counterexample) -> String {
    let mut vars = vec!["action".to_owned()];
    for component in &system.components {
        // Names that start with `#` are the format's own.
        let mut name = component.name.replace('#', "_");
        while vars.contains(&name) {
            name.push('\'');
        }
        vars.push(name);
    }
    let violation = match counterexample.violation {
        Violation::Property(id) => {
            format!("property violation in {}", system.property(id).name)
        }
        Violation::Error(id) => format!("error in {}", system.component(id).name),
        Violation::Deadlock => "deadlock".to_owned(),
        Violation::Temporal { property, .. } => {
            format!("violation of {}", system.temporal_property(property).name)
        }
    };
    let trace = &counterexample.trace;
    let states: Vec<Value> = (0..=trace.steps.len())
        .map(|index| {
            let action = match index.checked_sub(1) {
                None => "",
                Some(previous) => system.actions.name(trace.steps[previous].action),
            };
            let mut state = Map::new();
            state.insert("#meta".to_owned(), json!({ "index": index }));
            state.insert(vars[0].clone(), Value::from(action));
            for (name, &local) in vars[1..].iter().zip(trace.states_before(index)) {
                state.insert(name.clone(), number(local));
            }
            Value::Object(state)
        })
        .collect();
    let mut document = json!({
        "#meta": {
            "format": "ITF",
            "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
            "description": format!("Trace to {violation}"),
        },
        "vars": vars,
        "states": states,
    });
    // The state from which the run repeats itself; a run that stops stays in its last one.
    if let Violation::Temporal { cycle: Some(cycle), .. } = counterexample.violation {
        document["loop"] = Value::from(cycle);
    }
    to_json(&document)
}

fn number(state: StateId) -> Value {
    let text = if state.is_error() { "-1".to_owned() } else { state.index().to_string() };
    json!({ "#bigint": text })
}
