//! Constants with several values: `N=1:10` or `p=0.1:0.1:0.9` stand for all values from the first
//! to the last, and a question is asked once for each combination.

use serde::Serialize;
use surmise_model::Rational;

use super::report::{ProbabilityVerdict, SizesReport};
use crate::{Attempt, Failure, Name, OptionName};

/// The answers for one choice of constants.
#[derive(Debug, Serialize)]
pub struct Experiment {
    /// The constants that have several values, with the values they have here.
    pub constants: Vec<(Name, Name)>,
    /// How large the model is.
    pub sizes: Option<SizesReport>,
    /// The answers, in the order of the properties.
    pub probabilities: Vec<ProbabilityVerdict>,
}

/// More combinations are refused.
const MOST_COMBINATIONS: usize = 10_000;

/// Whether a constant has several values.
pub fn is_range(value: &str) -> bool {
    value.contains(':')
}

/// All combinations of the values of constants; the last one changes fastest.
///
/// # Errors
/// A range is no range, or there are too many combinations.
pub fn combinations(constants: &[(String, String)]) -> Attempt<Vec<Vec<(String, String)>>> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (name, text) in constants {
        let values = if is_range(text) { range(name, text)? } else { vec![text.clone()] };
        if all.len().saturating_mul(values.len()) > MOST_COMBINATIONS {
            let message = format!("more than {MOST_COMBINATIONS} combinations of constants");
            return Err(Failure::usage(message).concerning(OptionName::Constants));
        }
        let longer = all.iter().flat_map(|before| {
            values.iter().map(|value| {
                let mut longer = before.clone();
                longer.push((name.clone(), value.clone()));
                longer
            })
        });
        all = longer.collect();
    }
    Ok(all)
}

/// The values of `first:last` or `first:step:last`.
fn range(name: &str, text: &str) -> Attempt<Vec<String>> {
    let wrong = || {
        Failure::usage(format!("`{name}={text}` is no range"))
            .concerning(OptionName::Constants)
            .help("write `first:last` or `first:step:last`, for example N=1:10 or p=0.1:0.1:0.9")
    };
    let parts: Result<Vec<Rational>, _> = text.split(':').map(|part| part.trim().parse()).collect();
    let (first, step, last) = match parts.map_err(|_| wrong())?.as_slice() {
        [first, last] => (first.clone(), Rational::ONE, last.clone()),
        [first, step, last] if *step > Rational::ZERO => {
            (first.clone(), step.clone(), last.clone())
        }
        _ => return Err(wrong()),
    };
    let mut values = Vec::new();
    let mut value = first;
    while value <= last && values.len() <= MOST_COMBINATIONS {
        values.push(value.to_string());
        value += &step;
    }
    if values.is_empty() { Err(wrong()) } else { Ok(values) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(constants: &[(&str, &str)]) -> Option<Vec<String>> {
        let constants: Vec<(String, String)> =
            constants.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let all = combinations(&constants).ok()?;
        let shown = |one: Vec<(String, String)>| {
            one.into_iter().map(|(_, value)| value).collect::<Vec<_>>().join(" ")
        };
        Some(all.into_iter().map(shown).collect())
    }

    #[test]
    fn ranges_are_all_their_values() {
        assert_eq!(of(&[("N", "1:3"), ("p", "1/3")]).unwrap(), ["1 1/3", "2 1/3", "3 1/3"]);
        assert_eq!(of(&[("a", "1:2"), ("p", "0.1:0.1:0.2")]).unwrap().len(), 4);
        for wrong in ["1:", "3:1", "1:0:2", "1:-1:0", "a:b", "1:2:3:4", "1:1e-9:2"] {
            assert_eq!(of(&[("N", wrong)]), None, "{wrong}");
        }
    }
}
