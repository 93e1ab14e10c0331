//! An LPTS as a PRISM module: one variable for the state, one command for each transition.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{ActionId, ActionTable, Diagnostic, Lpts, Rational, Severity};

use super::token::Kind;

/// Writes one LPTS as a module of an `mdp`, or of a `dtmc` if no state has a choice, and says which
/// actions got other names: those of PRISM are letters, digits and `_`. τ and the module's own
/// `NAME.tau` are unlabelled commands; an action without transitions stands in a command that is
/// never enabled.
pub fn write_lpts(name: &str, lpts: &Lpts, actions: &ActionTable) -> (String, Vec<Diagnostic>) {
    let module = identifier(name, "M");
    let (names, remarks) = action_names(&module, lpts, actions);
    let label = |action: ActionId| names.get(&action).map_or("", String::as_str);
    let mut text = String::new();
    let last = lpts.num_states() - 1;
    let kind = if lpts.is_fully_probabilistic() { "dtmc" } else { "mdp" };
    let _ = writeln!(text, "{kind}\n\nmodule {module}");
    let _ = writeln!(text, "  s : [0..{last}] init {};", lpts.initial().index());
    let mut unused = lpts.alphabet().clone();
    for (source, choice) in lpts.transitions() {
        unused.remove(choice.action);
        let _ = write!(text, "  [{}] s={} -> ", label(choice.action), source.index());
        let distribution = lpts.distribution(choice.distribution);
        for (index, (target, probability)) in distribution.iter().enumerate() {
            let plus = if index > 0 { " + " } else { "" };
            let _ = match distribution.dirac() {
                Some(_) => write!(text, "(s'={})", target.index()),
                None => write!(text, "{plus}{} : (s'={})", number(probability), target.index()),
            };
        }
        text.push_str(";\n");
    }
    for action in unused.iter() {
        let _ = writeln!(text, "  [{}] false -> true;", label(action));
    }
    text.push_str("endmodule\n");
    (text, remarks)
}

/// A probability, exactly. PRISM's whole numbers have 32 bits; larger ones are written as doubles.
fn number(probability: &Rational) -> String {
    let text = probability.to_string();
    let parts = text.split('/').map(|part| match part.parse::<i32>() {
        Ok(_) => part.to_owned(),
        Err(_) => format!("{part}.0"),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// What each action is called, and what there is to say about it.
fn action_names(
    module: &str,
    lpts: &Lpts,
    actions: &ActionTable,
) -> (FxHashMap<ActionId, String>, Vec<Diagnostic>) {
    let mut names = FxHashMap::default();
    let mut remarks = Vec::new();
    // What needs no other name comes first, so that nothing takes it away.
    let own = format!("{module}.tau");
    let good = |action: &ActionId| is_identifier(actions.name(*action));
    let (good, bad): (Vec<ActionId>, Vec<ActionId>) = lpts.alphabet().iter().partition(good);
    let mut taken: FxHashSet<String> =
        good.iter().map(|&action| actions.name(action).to_owned()).collect();
    names.extend(good.iter().map(|&action| (action, actions.name(action).to_owned())));
    for action in bad.into_iter().filter(|&action| actions.name(action) != own) {
        let mut name = identifier(actions.name(action), "a");
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        let message = format!("the action `{}` is written as `{name}`", actions.name(action));
        remarks.push(Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) });
        names.insert(action, name);
    }
    (names, remarks)
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && Kind::keyword(name).is_none()
        && !is_property_word(name)
}

/// Words that PRISM itself keeps for properties and kinds of models.
fn is_property_word(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "A",
        "C",
        "E",
        "F",
        "G",
        "I",
        "P",
        "Pmax",
        "Pmin",
        "R",
        "Rmax",
        "Rmin",
        "S",
        "U",
        "W",
        "X",
        "ctmc",
        "dtmc",
        "mdp",
        "filter",
        "nondeterministic",
        "of",
        "pomdp",
        "popta",
        "probabilistic",
        "pta",
        "stochastic",
    ];
    WORDS.contains(&name)
}

/// A name made of letters, digits and `_`, as close to the given one as can be.
fn identifier(name: &str, start: &str) -> String {
    let mut result: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !is_identifier(&result) {
        result.insert_str(0, start);
    }
    result
}
