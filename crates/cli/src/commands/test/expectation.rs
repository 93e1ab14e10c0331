//! What a model declares about itself, in its comments or in a file beside `.aut` models.
//!
//! ```text
//! // expect PROCESS(NAME=VALUE, …): VERDICT, VERDICT, …          in an FSP model
//! expect client.aut server.aut with mutex.aut: VERDICT, …        in a file NAME.expect
//! // expect: VERDICT, …                                          in a Promela model
//! // expect (NAME=VALUE, …): VERDICT, …                          in a PRISM model
//! ```
//!
//! A verdict is `holds P`, `violated P`, `deadlock`, `no deadlock`, `error`, `no error`, `states N`
//! or `states N with P`. Of a PRISM model, P is a formula, and `conforms FILE` and `violates FILE`
//! are about specifications beside it. `by learn|agar` after it names the methods that it is for.

use surmise::model::{Diagnostic, Span};

use surmise::conformance::ConformanceKind;
use surmise::formula::is_formula;
use surmise::methods::{Method, by_name};
use surmise::{Named, outside_brackets};

/// A line: one system, and what is expected of it.
#[derive(Debug, Clone)]
pub(super) struct Directive {
    /// Its line, counted from 1.
    pub(super) line: usize,
    /// What stands before the colon: the system.
    pub(super) subject: String,
    /// What is expected of it.
    pub(super) expectations: Vec<Expectation>,
}

/// One thing that is expected.
#[derive(Debug, Clone)]
pub(super) struct Expectation {
    /// As it is written.
    pub(super) text: String,
    /// What it means.
    pub(super) verdict: Expected,
    /// The methods it is for; without any, all that can decide it.
    pub(super) methods: Vec<&'static dyn Method>,
}

/// A verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expected {
    /// The property holds.
    Holds(String),
    /// The property is violated.
    Violated(String),
    /// Whether there is a deadlock.
    Deadlock(bool),
    /// Whether a component reaches its error state.
    Error(bool),
    /// So many reachable states, with the property or without any.
    States(u64, Option<String>),
    /// Whether a probabilistic system has a formula.
    Formula(String, bool),
    /// Whether it conforms to the specification in a file.
    Conforms(String, bool),
}

impl Expected {
    /// The property it is about, if it is about one.
    pub(super) fn property(&self) -> Option<&str> {
        match self {
            Self::Holds(name) | Self::Violated(name) | Self::States(_, Some(name)) => Some(name),
            Self::Deadlock(_)
            | Self::Error(_)
            | Self::States(_, None)
            | Self::Formula(..)
            | Self::Conforms(..) => None,
        }
    }

    /// Whether it is about a probabilistic system.
    pub(super) fn is_probabilistic(&self) -> bool {
        matches!(self, Self::Formula(..) | Self::Conforms(..))
    }
}

impl Expectation {
    /// Whether a method can and should decide it. Only who judges everything together knows of
    /// deadlocks.
    pub(super) fn is_for(&self, method: &'static dyn Method) -> bool {
        let is_able = match self.verdict {
            Expected::Deadlock(_) => method.judges_together(),
            Expected::States(..) => method.counts_states(),
            _ if self.verdict.is_probabilistic() => {
                ConformanceKind::by_name(method.name()).is_some()
            }
            _ => true,
        };
        is_able && (self.methods.is_empty() || self.methods.contains(&method))
    }
}

/// The directives of a text: lines that begin with `prefix` and `expect`.
///
/// # Errors
/// All that cannot be understood.
pub(super) fn directives(text: &str, prefix: &str) -> Result<Vec<Directive>, Vec<Diagnostic>> {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let mut start = 0;
    for (index, line) in text.split('\n').enumerate() {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len() + 1;
        let rest = line.trim().strip_prefix(prefix).map(str::trim_start);
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix("expect")) else { continue };
        if !rest.starts_with([' ', '\t', ':']) {
            continue;
        }
        match directive(index + 1, rest) {
            Ok(directive) => found.push(directive),
            Err((message, help)) => wrong.push(Diagnostic::error(span, message).help(help)),
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong) }
}

/// What is wrong, and what to write.
type Mistake = (String, &'static str);

fn directive(line: usize, rest: &str) -> Result<Directive, Mistake> {
    let help = "write for example `expect SYSTEM(N=3): holds SAFE, no deadlock`";
    let (subject, verdicts) =
        rest.split_once(':').ok_or_else(|| ("the expectation has no `:`".to_owned(), help))?;
    let expectations = outside_brackets(verdicts, ',').map(expectation);
    Ok(Directive {
        line,
        subject: subject.trim().to_owned(),
        expectations: expectations.collect::<Result<_, _>>()?,
    })
}

fn expectation(text: &str) -> Result<Expectation, Mistake> {
    let text = text.trim();
    let (verdict, methods) = match text.rsplit_once(" by ") {
        None => (text, Vec::new()),
        Some((verdict, methods)) => (verdict, by(methods)?),
    };
    let words: Vec<&str> = verdict.split_whitespace().collect();
    let formula = || words[1..].join(" ");
    let verdict = match words[..] {
        ["holds", ..] if is_formula(verdict) => Expected::Formula(formula(), true),
        ["violated", ..] if is_formula(verdict) => Expected::Formula(formula(), false),
        ["conforms", file] => Expected::Conforms(file.to_owned(), true),
        ["violates", file] => Expected::Conforms(file.to_owned(), false),
        ["holds", property] => Expected::Holds(property.to_owned()),
        ["violated", property] => Expected::Violated(property.to_owned()),
        ["deadlock"] => Expected::Deadlock(true),
        ["no", "deadlock"] => Expected::Deadlock(false),
        ["error"] => Expected::Error(true),
        ["no", "error"] => Expected::Error(false),
        ["states", number] => Expected::States(states(number)?, None),
        ["states", number, "with", property] => {
            Expected::States(states(number)?, Some(property.to_owned()))
        }
        _ => {
            return Err((
                format!("`{verdict}` is no verdict"),
                "verdicts are: holds P, violated P, deadlock, no deadlock, error, no error, \
                 states N, states N with P, conforms FILE, violates FILE",
            ));
        }
    };
    Ok(Expectation { text: text.to_owned(), verdict, methods })
}

fn states(number: &str) -> Result<u64, Mistake> {
    let help = "write for example `states 128`";
    number.parse().map_err(|_| (format!("`{number}` is not a number of states"), help))
}

fn by(methods: &str) -> Result<Vec<&'static dyn Method>, Mistake> {
    let method = |name: &str| {
        by_name(name.trim()).ok_or_else(|| {
            let help = "write methods of `surmise check --method`, as in `by learn|agar`";
            (format!("there is no method `{}`", name.trim()), help)
        })
    };
    methods.split('|').map(method).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_understood() {
        let text = "A = (a -> A).\n// expect ||S(N=2): holds Lift(1,2), states 7 with P by mono\n\
                    // expected: nothing\n//expect: no deadlock";
        let directives = directives(text, "//").unwrap();
        assert_eq!(directives.len(), 2);
        assert_eq!((directives[0].line, &*directives[0].subject), (2, "||S(N=2)"));
        let [holds, states] = &directives[0].expectations[..] else { panic!("two expectations") };
        assert_eq!(holds.verdict, Expected::Holds("Lift(1,2)".into()));
        assert_eq!(states.verdict, Expected::States(7, Some("P".into())));
        let learn = by_name("learn").unwrap();
        assert!(!states.is_for(learn) && holds.is_for(learn));
        assert_eq!(directives[1].expectations[0].verdict, Expected::Deadlock(false));
    }

    #[test]
    fn formulas_and_specifications_are_expected() {
        let text = "// expect (N=2): violated P<=1/2 [ a U<=3 (b | c) ] by agar, conforms s.prism";
        let directives = directives(text, "//").unwrap();
        let [formula, conforms] = &directives[0].expectations[..] else { panic!("two") };
        let wanted = Expected::Formula("P<=1/2 [ a U<=3 (b | c) ]".into(), false);
        assert_eq!(formula.verdict, wanted);
        assert_eq!(conforms.verdict, Expected::Conforms("s.prism".into(), true));
        let (learn, mono) = (by_name("learn").unwrap(), by_name("mono").unwrap());
        assert!(!conforms.is_for(learn) && conforms.is_for(mono) && !formula.is_for(mono));
    }

    #[test]
    fn mistakes_are_told_all_at_once() {
        let text = "// expect S holds P\n// expect S: maybe P\n// expect S: states many\n\
                    // expect S: holds P by magic\n// expect S: holds P";
        let wrong = directives(text, "//").unwrap_err();
        assert_eq!(wrong.len(), 4);
        assert!(wrong[3].message.contains("magic"));
    }
}
