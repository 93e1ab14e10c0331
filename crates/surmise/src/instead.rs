//! Quick fixes: what a help line says to write instead.

use surmise_model::{Diagnostic, Span};

/// Help lines that begin so name, in backquotes, what belongs in the place of the mistake.
const OPENINGS: [&str; 5] = [
    "did you mean ",
    "such names start with a capital: ",
    "values are compared by ",
    "a definition ends with ",
    "a name is defined by ",
];

/// What to write instead of what stands at the place of a diagnostic.
pub fn instead(diagnostic: &Diagnostic) -> Option<(Span, &str)> {
    let help = diagnostic.help.as_deref()?;
    let named = OPENINGS.iter().find_map(|opening| help.strip_prefix(opening))?;
    let (text, _) = named.strip_prefix('`')?.split_once('`')?;
    Some((diagnostic.span?, text))
}
