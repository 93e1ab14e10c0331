//! Whether a probabilistic system has a formula of weak-safety pCTL: the question, and the answer
//! in words.

mod report;

use surmise_model::{Context, FormulaReport, Lpts, Stop};
use surmise_verify::probabilistic::logic::satisfaction_with;

pub use self::report::{FormulaVerdict, FormulasReport, Having, Lacking};
use crate::conformance::{ConformanceKind, method_of};
use crate::load::Formulated;
use crate::methods::MethodOptions;
use crate::{Attempt, Failure};

/// Decides whether a system has a formula.
///
/// # Errors
/// An option does not fit the method or the system.
pub fn answer(
    asked: &Formulated,
    kind: ConformanceKind,
    options: &MethodOptions,
    context: &Context<'_>,
) -> Attempt<FormulaReport> {
    let Formulated { system, atoms, formula, .. } = asked;
    // A formula has no alphabet: all actions count the same where components are divided.
    let nothing = Lpts::builder().ensure_states(1).build();
    let nothing = nothing.map_err(|error| Failure::from(Stop::internal(error.to_string())))?;
    let method = method_of(kind, options, system, &nothing, context)?;
    let departures = options.departures(kind.departures())?;
    let asked = (system, &atoms[..]);
    Ok(satisfaction_with(departures, asked, &formula.negation, &method, context))
}

/// Whether a text is a formula and not the name of a property: a `P`, `R` or `S` with a comparison,
/// an `A`, an `E` or a filter; and a bracket.
pub fn is_formula(text: &str) -> bool {
    let starts = |at: usize, letter: char| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + 1..];
        let rest = match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((_, after)) if letter == 'R' => after,
            _ => rest,
        };
        let rest = rest.strip_prefix("max").or_else(|| rest.strip_prefix("min")).unwrap_or(rest);
        before.is_none_or(|c| !c.is_alphanumeric() && c != '_')
            && rest.trim_start().starts_with(['<', '>', '='])
    };
    let compared = text.char_indices().any(|(at, c)| "PRS".contains(c) && starts(at, c));
    let first = text.trim_start();
    let quantified = first
        .strip_prefix(['A', 'E'])
        .is_some_and(|rest| rest.starts_with(' ') && rest.trim_start().starts_with('['));
    (compared || quantified || first.starts_with("filter(")) && text.contains('[')
}

#[cfg(test)]
mod tests {
    use super::is_formula;

    #[test]
    fn formulas_are_told_from_names() {
        assert!(is_formula("P<=0.01 [ F \"fail\" ]"));
        assert!(is_formula("!\"a\" & Pmax <= 1/2 [ X x=1 ]"));
        assert!(is_formula("R{\"time\"}max=? [ C<=5 ]") && is_formula("A [ G x=1 ]"));
        for name in ["P", "MUTEX[1]", "SAFE_P[2]", "properties/P=1.aut", "XP<[", ""] {
            assert!(!is_formula(name), "{name}");
        }
    }
}
