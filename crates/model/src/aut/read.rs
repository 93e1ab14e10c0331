//! Reading `.aut`: line by line into a builder, all mistakes collected, no claim believed.

use std::io::BufRead;

use crate::aut::lines::{Line, Lines};
use crate::aut::syntax::{self, Header, Label, Number, State};
use crate::read::{Reading, plausible_states};
use crate::{
    ActionId, ActionTable, Context, Diagnostic, Lts, LtsBuilder, ReadError, Span, StateId,
};

/// How to read `.aut`.
#[derive(Debug, Clone, Copy, Default)]
pub struct AutReadOptions<'a> {
    /// The label that is silent, beside `tau`. By default CADP's `i`.
    pub tau: Option<&'a str>,
}

/// After so many mistakes the rest of the file is not read.
const MOST_ERRORS: usize = 20;

/// So many lines are read between two looks at the context.
const LINES_AT_ONCE: usize = 4096;

/// Reads one LTS. Its labels are added to `actions`.
pub fn read_aut(
    mut input: impl BufRead,
    options: &AutReadOptions<'_>,
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<Reading, ReadError> {
    read(&mut input, options, actions, context)
}

/// The same, compiled once and here, whatever the input is.
fn read(
    input: &mut dyn BufRead,
    options: &AutReadOptions<'_>,
    actions: &mut ActionTable,
    context: &Context<'_>,
) -> Result<Reading, ReadError> {
    context.check()?;
    let mut lines = Lines::new(input);
    let mut reader = Reader {
        silent: options.tau.unwrap_or("i"),
        actions,
        builder: Lts::builder(),
        header: None,
        end: 0,
        largest: None,
        diagnostics: Vec::new(),
        errors: 0,
        done: false,
        comma_seen: false,
    };
    let mut count: usize = 0;
    while let Some(line) = lines.next()? {
        count += 1;
        if count.is_multiple_of(LINES_AT_ONCE) {
            context.check()?;
        }
        reader.line(&line);
        if line.too_long || reader.done || reader.errors == MOST_ERRORS {
            return Err(reader.give_up());
        }
    }
    reader.finish()
}

struct Reader<'a> {
    silent: &'a str,
    actions: &'a mut ActionTable,
    builder: LtsBuilder,
    /// The header, or `Err(place)` of the first line that should have been one.
    header: Option<Result<Header, Span>>,
    /// Where the text ends, as far as it was read.
    end: usize,
    /// The largest state number of a transition, and where it stands.
    largest: Option<(u64, Span)>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// Nothing that follows would be read any more.
    done: bool,
    comma_seen: bool,
}

impl Reader<'_> {
    #[inline]
    fn line(&mut self, line: &Line<'_>) {
        let (mut bytes, mut offset) = (line.bytes, line.offset);
        self.end = offset + bytes.len();
        if line.too_long {
            let start = Span::new(offset, offset + 1);
            self.error(
                Diagnostic::error(start, "a line of more than one MiB")
                    .label("no line end for a long time")
                    .help("one transition a line; is this an .aut file?"),
            );
            return;
        }
        if offset == 0 && bytes.starts_with(b"\xef\xbb\xbf") {
            (bytes, offset) = (&bytes[3..], 3);
        }
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        if self.header.is_none() {
            match syntax::header(bytes, offset) {
                Ok(header) => {
                    self.check_header(&header);
                    self.header = Some(Ok(header));
                    return;
                }
                Err(diagnostic) => {
                    self.header = Some(Err(diagnostic.span.unwrap_or_default()));
                    self.error(*diagnostic);
                    // A transition in its place: the header was forgotten. Read on to tell it.
                    if bytes.trim_ascii_start().first() != Some(&b'(') {
                        return;
                    }
                }
            }
        }
        match syntax::transition(bytes, offset) {
            Ok(transition) => self.transition(&transition),
            Err(diagnostic) => self.error(*diagnostic),
        }
    }

    #[inline]
    fn transition(&mut self, transition: &syntax::Transition<'_>) {
        let action = self.action(&transition.label);
        let target = self.state(transition.target);
        let source = match transition.source.number {
            Some(_) => self.state(transition.source),
            None => {
                let error = Diagnostic::error(transition.source.span, "π has no way out")
                    .label("-1 is the error state π")
                    .help("remove this transition, or give it another source");
                self.error(error);
                return;
            }
        };
        if let (Some(source), Some(action), Some(target)) = (source, action, target) {
            self.builder.add(source, action, target);
        }
        if let Some(Ok(Header { transitions, .. })) = &self.header
            && self.builder.num_transitions() as u64 == transitions.value.saturating_add(1)
        {
            let error = Diagnostic::error(
                transition.source.span.to(transition.target.span),
                "more transitions than the header announces",
            )
            .label(format!("transition number {}", self.builder.num_transitions()))
            .related(transitions.span, "announced here")
            .help("correct the number of transitions in the header");
            self.error(error);
            // Nothing after this is expected, and the text may be endless.
            self.done = true;
        }
    }

    #[inline]
    fn action(&mut self, label: &Label<'_>) -> Option<ActionId> {
        if label.text == self.silent {
            return Some(ActionId::TAU);
        }
        if !label.quoted && !self.comma_seen && label.text.contains(',') {
            self.comma_seen = true;
            self.diagnostics.push(
                Diagnostic::warning(label.span, "a label with a comma and without quotes")
                    .label("understood as one label")
                    .help("put quotes around labels with commas: LTSA cuts them at the comma"),
            );
        }
        match self.actions.intern(label.text) {
            Ok(action) => Some(action),
            Err(overflow) => {
                self.error(Diagnostic::error(label.span, overflow.to_string()));
                None
            }
        }
    }

    /// The state of a number that the header allows.
    #[inline]
    fn state(&mut self, state: State) -> Option<StateId> {
        let Some(number) = state.number else { return Some(StateId::ERROR) };
        if self.largest.is_none_or(|(largest, _)| number > largest) {
            self.largest = Some((number, state.span));
        }
        let limit = match &self.header {
            Some(Ok(header)) => header.states.value,
            _ => u64::MAX,
        };
        if number < limit
            && let Ok(id) = StateId::new(usize::try_from(number).unwrap_or(usize::MAX))
        {
            return Some(id);
        }
        self.no_such_state(number, state.span);
        None
    }

    #[cold]
    fn no_such_state(&mut self, number: u64, span: Span) {
        let message = match number {
            u64::MAX => "this state does not exist".to_owned(),
            _ => format!("state {number} does not exist"),
        };
        let error = match &self.header {
            Some(Ok(Header { states, .. })) => Diagnostic::error(span, message)
                .label(match states.value {
                    0 => "there are no states".into(),
                    count => format!("states are numbered 0 to {}", count - 1),
                })
                .related(states.span, "as many states as announced here")
                .help("states are numbered from 0: correct the number, or the header"),
            _ => Diagnostic::error(span, message).label("32-bit state numbers are used up"),
        };
        self.error(error);
    }

    fn check_header(&mut self, header: &Header) {
        for (count, what) in [(header.states, "states"), (header.transitions, "transitions")] {
            if StateId::new(usize::try_from(count.value).unwrap_or(usize::MAX)).is_err() {
                let error = Diagnostic::error(count.span, format!("too many {what}"))
                    .label(format!("at most {} are possible", u32::MAX - 1));
                self.error(error);
            }
        }
        if let Some(initial) = header.initial.number
            && initial >= header.states.value
        {
            let error = Diagnostic::error(
                header.initial.span,
                format!("the initial state {initial} does not exist"),
            )
            .label("the initial state")
            .related(header.states.span, "the number of states")
            .help("states are numbered from 0: correct one of the two");
            self.error(error);
        }
    }

    #[cold]
    fn error(&mut self, diagnostic: Diagnostic) {
        self.errors += 1;
        self.diagnostics.push(diagnostic);
    }

    fn give_up(mut self) -> ReadError {
        if self.errors == MOST_ERRORS {
            self.diagnostics.push(Diagnostic::note("the rest of the file was not read"));
        }
        ReadError::Malformed(self.diagnostics)
    }

    /// The text has ended: compares what came with what was announced.
    fn finish(mut self) -> Result<Reading, ReadError> {
        let read = self.builder.num_transitions() as u64;
        match self.header.take() {
            None => {
                let nothing = Span::new(0, 0);
                self.error(
                    Diagnostic::error(nothing, "the file is empty")
                        .label("expected the header `des (first, transitions, states)`")
                        .help("the smallest LTS is `des (0, 0, 1)`: one state and no transition"),
                );
            }
            Some(Err(_)) => self.suggest_header(read),
            Some(Ok(header)) => {
                if self.errors == 0 {
                    self.compare(&header, read);
                }
                if self.errors == 0 {
                    return self.build(&header);
                }
                if self.errors == 1 && self.diagnostics[0].help.is_none() {
                    self.suggest_header(read);
                }
            }
        }
        Err(ReadError::Malformed(self.diagnostics))
    }

    /// The header is missing or wrong, and everything else is known.
    fn suggest_header(&mut self, transitions: u64) {
        let states = self.largest.map_or(1, |(largest, _)| largest.saturating_add(1));
        let general = |help: &Option<String>| help.as_deref().is_none_or(|h| h == syntax::HEADER);
        if self.errors == 1 && transitions > 0 && general(&self.diagnostics[0].help) {
            let help = format!("for this file the header is `des (0, {transitions}, {states})`");
            self.diagnostics[0].help = Some(help);
        }
    }

    fn compare(&mut self, header: &Header, read: u64) {
        let Header { transitions, states, .. } = header;
        if read < transitions.value {
            let at_end = Span::new(self.end, self.end);
            let error = Diagnostic::error(
                at_end,
                format!("the file ends after {read} of {} transitions", transitions.value),
            )
            .label("the file ends here")
            .related(transitions.span, "announced here")
            .help("is the file cut off? else correct the number in the header");
            self.error(error);
        } else if !plausible_states(states.value, read) {
            self.implausible(*states, read);
        }
    }

    fn implausible(&mut self, states: Number, read: u64) {
        let used = self.largest.map_or(1, |(largest, _)| largest + 1);
        let error = Diagnostic::error(
            states.span,
            format!("{} states, but only {read} transitions", states.value),
        )
        .label("most of these states cannot be reached");
        let error = match (plausible_states(used, read), self.largest) {
            (false, Some((_, place))) => error
                .related(place, "the largest state number")
                .help("number the states from 0 without gaps"),
            _ => error.help(format!("states above {} are never used: announce {used}", used - 1)),
        };
        self.error(error);
    }

    fn build(mut self, header: &Header) -> Result<Reading, ReadError> {
        let states = usize::try_from(header.states.value).unwrap_or(usize::MAX);
        let initial = header.initial.number.map_or(StateId::ERROR, |n| StateId::of(n as usize));
        self.builder.ensure_states(states).initial(initial);
        match self.builder.build() {
            Ok(lts) => Ok(Reading { lts, name: None, diagnostics: self.diagnostics }),
            Err(error) => {
                self.error(Diagnostic::error(header.states.span, error.to_string()));
                Err(ReadError::Malformed(self.diagnostics))
            }
        }
    }
}
