//! Systems as Promela for SPIN.
//!
//! A component is a variable that holds its state. One process takes the steps: an option for each
//! action, in which all components that share it move together, each by one of its transitions.
//! That is composition by its definition; SPIN stores exactly the states of the system, since an
//! option is atomic. π is a failed assertion, an action that gives way waits for `timeout`, and
//! where the system may end there is a way out of the loop. What blocks the loop elsewhere is an
//! invalid end state.

use std::fmt::Write as _;

use surmise_model::{ActionId, ActionTable, Component, Lts, StateId, System, Termination};

/// One LTS as a text.
pub fn write_lts(name: &str, lts: &Lts, actions: &ActionTable) -> String {
    let system = System {
        actions: actions.clone(),
        components: vec![Component::new(name, lts.clone())],
        ..System::default()
    };
    write_system(name, &system)
}

/// A system as a text. Deterministic properties become part of it: leaving one is a failed
/// assertion. One that is not deterministic is only named in a comment.
pub fn write_system(name: &str, system: &System) -> String {
    let mut writer = Writer { text: String::new(), system, parts: Vec::new() };
    writer.collect();
    writer.header(name);
    writer.variables();
    writer.process();
    writer.text
}

/// A component or a property.
struct Automaton<'s> {
    name: &'s str,
    lts: &'s Lts,
    /// Whether what it lacks is an error.
    property: bool,
}

struct Writer<'s> {
    text: String,
    system: &'s System,
    parts: Vec<Automaton<'s>>,
}

impl Writer<'_> {
    fn collect(&mut self) {
        let system = self.system;
        let components = system.components.iter();
        self.parts.extend(components.map(|c| Automaton {
            name: &c.name,
            lts: &c.lts,
            property: false,
        }));
        let checkable = system.properties.iter().filter(|p| p.lts.is_deterministic());
        self.parts.extend(checkable.map(|p| Automaton {
            name: &p.name,
            lts: &p.lts,
            property: true,
        }));
    }

    fn header(&mut self, name: &str) {
        let _ = writeln!(self.text, "/* {}: written by Surmise */", comment(name));
        for property in self.system.properties.iter().filter(|p| !p.lts.is_deterministic()) {
            let name = comment(&property.name);
            let _ = writeln!(self.text, "/* property {name} is not deterministic: left out */");
        }
        self.text.push('\n');
    }

    fn variables(&mut self) {
        for (index, part) in self.parts.iter().enumerate() {
            let states = part.lts.num_states();
            let kind = match states {
                0..=256 => "byte",
                257..=32_768 => "short",
                _ => "int",
            };
            let initial = match part.lts.initial() {
                state if state.is_error() => 0,
                state => state.index(),
            };
            let what = if part.property { "property " } else { "" };
            let name = comment(part.name);
            let _ = writeln!(
                self.text,
                "{kind} s{index} = {initial}; /* {what}{name}: {states} states */"
            );
        }
    }

    fn process(&mut self) {
        self.text += "\nactive proctype System() {\n";
        if self.parts.iter().any(|part| part.lts.initial().is_error()) {
            self.text += "\tassert(false);\n";
        }
        let start = self.text.len();
        self.text += "\tdo\n";
        let before = self.text.len();
        for index in 0..self.parts.len() {
            if self.moves(index, ActionId::TAU) {
                let low = self.system.priority.as_ref().is_some_and(|p| p.tau_is_low);
                self.option("tau", low, &[index], ActionId::TAU);
            }
        }
        // An action of a property that no component has may happen at any time.
        let mut all = self.system.alphabet();
        for part in &self.parts {
            all.union_with(part.lts.alphabet());
        }
        for action in all.iter() {
            let takes = |index: &usize| self.parts[*index].lts.alphabet().contains(action);
            let parts: Vec<usize> = (0..self.parts.len()).filter(takes).collect();
            let possible = |&index: &usize| self.parts[index].property || self.moves(index, action);
            if parts.iter().all(possible) {
                let low = self.system.priority.as_ref().is_some_and(|p| p.low.contains(action));
                let name = self.system.actions.name(action).to_owned();
                self.option(&name, low, &parts, action);
            }
        }
        if let Some(ended) = self.ended() {
            let _ = writeln!(self.text, "\t:: {ended} -> break");
        }
        match self.text.len() == before {
            // Nothing can ever happen.
            true => {
                self.text.truncate(start);
                self.text += "\tfalse\n}\n";
            }
            false => self.text += "\tod\n}\n",
        }
    }

    fn moves(&self, index: usize, action: ActionId) -> bool {
        self.parts[index].lts.transitions().any(|(_, edge)| edge.action == action)
    }

    /// The condition under which everybody is at the end.
    fn ended(&self) -> Option<String> {
        let system = self.system;
        let parts: Vec<usize> = match &system.termination {
            Termination::When(parts) => parts.iter().map(|part| part.index()).collect(),
            Termination::Never => return None,
            Termination::ByAlphabets => {
                let ending = |&index: &usize| system.components[index].lts.end().is_some();
                let ending: Vec<usize> = (0..system.components.len()).filter(ending).collect();
                let covered = system.components.iter().filter(|c| c.lts.end().is_none()).all(|c| {
                    c.lts.alphabet().iter().all(|action| {
                        ending.iter().any(|&i| system.components[i].lts.alphabet().contains(action))
                    })
                });
                if ending.is_empty() || !covered {
                    return None;
                }
                ending
            }
        };
        let at_end = |&index: &usize| {
            let end = system.components[index].lts.end()?;
            Some(format!("s{index} == {}", end.index()))
        };
        let all: Option<Vec<String>> = parts.iter().map(at_end).collect();
        all.filter(|all| !all.is_empty()).map(|all| all.join(" && "))
    }

    /// The option of one action: who takes part moves.
    fn option(&mut self, name: &str, low: bool, parts: &[usize], action: ActionId) {
        let _ = writeln!(self.text, "\t:: atomic {{ /* {} */", comment(name));
        let mut guards: Vec<String> = Vec::new();
        if low {
            guards.push("timeout".to_owned());
        }
        for &index in parts.iter().filter(|&&index| !self.parts[index].property) {
            let lts = self.parts[index].lts;
            let able = lts.states().filter(|&state| !lts.edges_on(state, action).is_empty());
            let able: Vec<String> =
                able.map(|state| format!("s{index} == {}", state.index())).collect();
            guards.push(format!("({})", able.join(" || ")));
        }
        if guards.is_empty() {
            guards.push("true".to_owned());
        }
        let _ = write!(self.text, "\t\t{} ->", guards.join(" && "));
        for (number, &index) in parts.iter().enumerate() {
            let end = if number == 0 { "\n" } else { ";\n" };
            self.text += end;
            self.movement(index, action);
        }
        self.text += "\n\t   }\n";
    }

    /// One of the transitions of a component on an action.
    fn movement(&mut self, index: usize, action: ActionId) {
        let part = &self.parts[index];
        let mut options: Vec<String> = Vec::new();
        for state in part.lts.states() {
            let targets: Vec<StateId> = part.lts.successors(state, action).collect();
            let from = state.index();
            if targets.is_empty() && part.property {
                options.push(format!("s{index} == {from} -> assert(false)"));
            }
            for target in targets {
                options.push(match target.is_error() {
                    true => format!("s{index} == {from} -> assert(false)"),
                    false => format!("s{index} == {from} -> s{index} = {}", target.index()),
                });
            }
        }
        self.text += "\t\tif";
        for option in options {
            let _ = write!(self.text, "\n\t\t:: {option}");
        }
        self.text += "\n\t\tfi";
    }
}

/// A name that can stand in a comment.
fn comment(name: &str) -> String {
    name.replace("*/", "* /").replace(|letter: char| letter.is_control(), " ")
}
