//! A system in Promela with a process for each component: what two of them do together is a
//! rendezvous, what one does alone is a step of its own.

use std::fmt::Write as _;

use surmise_model::{ActionId, StateId, System};

/// The components of a system in Promela; nothing if an action has more than two participants or
/// may lead into π.
pub(super) fn write(system: &System) -> Option<String> {
    let takes_part = |part: usize, action| system.components[part].lts.alphabet().contains(action);
    let participants = |action: ActionId| {
        (0..system.components.len())
            .filter(move |&part| takes_part(part, action))
            .collect::<Vec<_>>()
    };
    let mut text = String::new();
    for action in system.alphabet().iter() {
        match participants(action)[..] {
            [_] => {}
            [_, _] => {
                let _ = writeln!(text, "chan c{} = [0] of {{ bit }};", action.index());
            }
            _ => return None,
        }
    }
    for (part, component) in system.components.iter().enumerate() {
        let lts = &component.lts;
        let _ =
            writeln!(text, "\nactive proctype P{part}() {{\n\tgoto s{};", lts.initial().index());
        for state in lts.states() {
            let _ = writeln!(text, "s{}:", state.index());
            if lts.edges(state).is_empty() {
                text.push_str("\tfalse;\n");
                continue;
            }
            text.push_str("\tif\n");
            for edge in lts.edges(state) {
                if edge.target == StateId::ERROR {
                    return None;
                }
                let together = match edge.action.is_tau() {
                    true => vec![part],
                    false => participants(edge.action),
                };
                let channel = edge.action.index();
                let step = match together[..] {
                    [first, _] if first == part => format!("c{channel}!0"),
                    [_, _] => format!("c{channel}?0"),
                    // SPIN refuses a step that is always possible and changes nothing, if it sees
                    // that it is.
                    _ if edge.target == state => "(_pid >= 0)".to_owned(),
                    _ => "true".to_owned(),
                };
                let _ = writeln!(text, "\t:: {step} -> goto s{}", edge.target.index());
            }
            text.push_str("\tfi;\n");
        }
        text.push_str("}\n");
    }
    Some(text)
}
