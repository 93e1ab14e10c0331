//! The probabilistic `.aut` of mCRL2 and CADP.
//!
//! mCRL2 writes a distribution in the place of the target, `(0, "a", 1 1/3 2)`: state 1 with
//! probability 1/3, state 2 with what is left. CADP puts the probability into the label,
//! `(0, "a; prob 0.25", 1)`: all such transitions of a state on one action are one distribution.
//! Both are read; mCRL2's is written, because it is exact and can say that a state has two
//! distributions on one action.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use crate::aut::lines::Lines;
use crate::aut::syntax::{self, Header, Parsed, State};
use crate::aut::write::{check_labels, remarks};
use crate::read::plausible_states;
use crate::{
    ActionId, ActionTable, Alphabet, AutReadOptions, AutWriteOptions, Context, Diagnostic, Lpts,
    LptsBuilder, LptsReading, Rational, ReadError, Span, StateId,
};

/// After so many mistakes the rest of the file is not read.
const MOST_ERRORS: usize = 20;

/// So many lines are read before somebody is asked whether to go on.
const LINES_AT_ONCE: usize = 1024;

/// Whether an `.aut` text has probabilities in it: mCRL2's between the targets of a transition, or
/// CADP's in a label.
pub fn is_probabilistic_aut(
    mut input: impl BufRead,
    context: &Context<'_>,
) -> Result<bool, ReadError> {
    is_probabilistic(&mut input, context)
}

/// The same, compiled once and here, whatever the input is; so is [`read`].
fn is_probabilistic(input: &mut dyn BufRead, context: &Context<'_>) -> Result<bool, ReadError> {
    let mut lines = Lines::new(input);
    let mut count: usize = 0;
    while let Some(line) = lines.next()? {
        count += 1;
        if count.is_multiple_of(LINES_AT_ONCE) {
            context.check()?;
        }
        let Some(comma) = memchr::memrchr(b',', line.bytes) else { continue };
        // What follows the last comma is the target, unless the label has no quotes.
        let target = line.bytes[comma + 1..].trim_ascii();
        let target = target.strip_suffix(b")").unwrap_or(target).trim_ascii();
        let is_distribution = target.contains(&b'/')
            && target.iter().all(|byte| byte.is_ascii_digit() || b" \t/.eE+-".contains(byte));
        if is_distribution || memchr::memmem::find(&line.bytes[..comma], b"; prob ").is_some() {
            return Ok(true);
        }
        if line.too_long {
            break;
        }
    }
    Ok(false)
}

/// Reads one LPTS. Its labels are added to `actions`. An ordinary `.aut` file is an LPTS, too,
/// unless it has an error state.
pub fn read_probabilistic_aut(
    mut input: impl BufRead,
    options: &AutReadOptions<'_>,
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<LptsReading, ReadError> {
    read(&mut input, options, actions, context)
}

fn read(
    input: &mut dyn BufRead,
    options: &AutReadOptions<'_>,
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<LptsReading, ReadError> {
    let mut lines = Lines::new(input);
    let mut reader = Reader {
        silent: options.tau.unwrap_or("i"),
        actions,
        builder: Lpts::builder(),
        header: None,
        transitions: 0,
        labelled: BTreeMap::new(),
        end: 0,
    };
    let mut diagnostics = Vec::new();
    let mut count: usize = 0;
    while let Some(line) = lines.next()? {
        count += 1;
        if count.is_multiple_of(LINES_AT_ONCE) {
            context.check()?;
        }
        reader.end = line.offset + line.bytes.len();
        if line.bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if line.too_long {
            let start = Span::new(line.offset, line.offset + 1);
            diagnostics.push(Diagnostic::error(start, "a line of more than one MiB"));
            break;
        }
        if let Err(error) = reader.line(line.bytes, line.offset) {
            diagnostics.push(*error);
            if reader.header.is_none() || diagnostics.len() == MOST_ERRORS {
                break;
            }
        }
    }
    if diagnostics.is_empty() {
        match reader.finish() {
            Ok(lpts) => return Ok(LptsReading { lpts, name: None, diagnostics }),
            Err(error) => diagnostics.push(*error),
        }
    }
    Err(ReadError::Malformed(diagnostics))
}

/// States with probabilities, in the order of the file.
type Branches = Vec<(StateId, Rational)>;

struct Reader<'a> {
    silent: &'a str,
    actions: &'a mut ActionTable,
    builder: LptsBuilder,
    header: Option<Header>,
    transitions: u64,
    /// CADP's distributions, by source and action, with a place to complain about.
    labelled: BTreeMap<(StateId, ActionId), (Span, Branches)>,
    end: usize,
}

impl Reader<'_> {
    fn line(&mut self, bytes: &[u8], offset: usize) -> Parsed<()> {
        let Some(header) = &self.header else {
            let header = syntax::header(bytes, offset)?;
            self.header = Some(header);
            return Ok(());
        };
        self.transitions += 1;
        if self.transitions > header.transitions.value {
            let line = Span::new(offset, offset + bytes.len());
            let announced = header.transitions.span;
            return Err(Diagnostic::error(line, "more transitions than the header announces")
                .related(announced, "announced here")
                .help("correct the number of transitions in the header")
                .into());
        }
        let transition = syntax::probabilistic_transition(bytes, offset)?;
        let source = self.state(transition.source)?;
        let mut branches = Vec::with_capacity(transition.branches.len());
        let mut left = Rational::ONE;
        for (state, probability) in transition.branches {
            let probability = probability.unwrap_or_else(|| left.clone());
            left -= &probability;
            branches.push((self.state(state)?, probability));
        }
        if !left.is_zero() || branches.iter().any(|(_, probability)| probability.is_negative()) {
            let sum = &Rational::ONE - &left;
            let error = Diagnostic::error(transition.span, "these are not probabilities");
            return Err(match sum.is_one() {
                true => error.label("one of them is negative, or what is left for the last is"),
                false => error.label(format!("they sum to {sum}, not to 1")),
            }
            .into());
        }
        let label = &transition.label;
        let (name, weight) = match label.text.rsplit_once("prob ") {
            Some((before, number)) if before.trim_end().ends_with(';') => {
                (before.trim_end().trim_end_matches(';').trim_end(), Some(number))
            }
            Some(("", _)) => {
                let message = "a probability without an action is not supported";
                return Err(Diagnostic::error(label.span, message)
                    .label("an alternating system?")
                    .help("give each probabilistic transition an action: `a; prob 0.5`")
                    .into());
            }
            _ => (label.text, None),
        };
        let action = match name == self.silent {
            true => ActionId::TAU,
            false => self
                .actions
                .intern(name)
                .map_err(|overflow| Diagnostic::error(label.span, overflow.to_string()))?,
        };
        match weight {
            None => {
                self.builder.add(source, action, branches.iter().map(|(state, p)| (*state, p)));
            }
            Some(number) => {
                let weight: Rational = number.parse().map_err(|error| {
                    Diagnostic::error(label.span, format!("a probability is {error}"))
                })?;
                let (_, all) =
                    self.labelled.entry((source, action)).or_insert((label.span, vec![]));
                all.extend(branches.into_iter().map(|(state, p)| (state, &p * &weight)));
            }
        }
        Ok(())
    }

    fn state(&self, state: State) -> Parsed<StateId> {
        let states = self.header.as_ref().map_or(0, |header| header.states.value);
        let error = match state.number {
            None => Diagnostic::error(state.span, "a probabilistic system has no error state")
                .label("-1 is the error state π"),
            Some(number) if number < states && number < u64::from(u32::MAX) => {
                return Ok(StateId::of(number as usize));
            }
            Some(number) => Diagnostic::error(state.span, format!("state {number} does not exist"))
                .help("states are numbered from 0: correct the number, or the header"),
        };
        Err(error.into())
    }

    fn finish(mut self) -> Parsed<Lpts> {
        let Some(header) = self.header.take() else {
            return Err(Diagnostic::error(Span::default(), "the file is empty")
                .label("expected the header `des (first, transitions, states)`")
                .into());
        };
        if self.transitions < header.transitions.value {
            let message = format!(
                "the file ends after {} of {} transitions",
                self.transitions, header.transitions.value
            );
            return Err(Diagnostic::error(Span::new(self.end, self.end), message)
                .related(header.transitions.span, "announced here")
                .into());
        }
        if !plausible_states(header.states.value, self.end as u64) {
            return Err(Diagnostic::error(header.states.span, "more states than can be believed")
                .label("most of these states cannot be reached")
                .into());
        }
        for ((source, action), (span, branches)) in self.labelled {
            let sum: Rational = branches.iter().map(|(_, probability)| probability).sum();
            if !sum.is_one() {
                let message = format!(
                    "the probabilities of state {} on this action sum to {sum}, not to 1",
                    source.index()
                );
                return Err(Diagnostic::error(span, message).label("one of them").into());
            }
            self.builder.add(source, action, branches.iter().map(|(state, p)| (*state, p)));
        }
        let initial = header.initial.number.unwrap_or(u64::MAX);
        let initial = StateId::new(usize::try_from(initial).unwrap_or(usize::MAX));
        let initial = initial.map_err(|error| {
            Diagnostic::error(header.initial.span, error.to_string()).label("the initial state")
        })?;
        self.builder.ensure_states(header.states.value as usize).initial(initial);
        self.builder
            .build()
            .map_err(|error| Diagnostic::error(header.initial.span, error.to_string()).into())
    }
}

/// Writes one LPTS as mCRL2 does and returns warnings about what is lost. The initial state becomes
/// state 0 by changing places with the state that was 0.
pub fn write_probabilistic_aut(
    out: &mut dyn Write,
    lpts: &Lpts,
    actions: &ActionTable,
    options: &AutWriteOptions<'_>,
) -> io::Result<Vec<Diagnostic>> {
    let used: Alphabet = lpts.transitions().map(|(_, choice)| choice.action).collect();
    check_labels(&used, actions)?;
    let first = lpts.initial();
    let renumbered = |state: StateId| match state {
        state if state == first => StateId::of(0),
        state if state.index() == 0 => first,
        state => state,
    };
    writeln!(out, "des (0, {}, {})", lpts.num_transitions(), lpts.num_states())?;
    for source in lpts.states() {
        for choice in lpts.choices(renumbered(source)) {
            let label = match choice.action {
                ActionId::TAU => options.tau,
                action => actions.name(action),
            };
            write!(out, "({}, \"{label}\", ", source.index())?;
            let distribution = lpts.distribution(choice.distribution);
            for (index, (state, probability)) in distribution.iter().enumerate() {
                write!(out, "{}", renumbered(state).index())?;
                if index + 1 < distribution.len() {
                    write!(out, " {probability} ")?;
                }
            }
            writeln!(out, ")")?;
        }
    }
    Ok(remarks(lpts.alphabet(), &used, actions, options))
}
