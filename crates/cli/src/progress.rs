//! What a job tells while it runs: on the one line of the progress bar, or step by step.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use surmise::{Event, Name};

/// Shows a job's events, if somebody is looking.
pub(crate) struct Progress {
    bar: ProgressBar,
    verbose: bool,
    start: Instant,
    /// Where the work was when it was last told.
    phase: String,
}

/// Nothing is shown of what is done sooner.
const PATIENCE: Duration = Duration::from_millis(300);

impl Progress {
    /// A bar on standard error, or none; every step of the reasoning on a line of its own, or not.
    pub(crate) fn new(visible: bool, verbose: bool) -> Self {
        let bar = if visible { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        bar.set_style(style.expect("the template is well formed"));
        Self { bar, verbose, start: Instant::now(), phase: String::new() }
    }

    /// Takes the bar away; says what it took if that was worth a bar, or wanted.
    pub(crate) fn finish(&self, most_memory: u64) {
        let elapsed = self.start.elapsed();
        let took =
            || format!("{:.1} s, {} of memory", elapsed.as_secs_f64(), ByteSize(most_memory));
        if self.verbose {
            self.tell(&took());
        } else if elapsed > PATIENCE {
            self.bar.println(took());
        }
        self.bar.finish_and_clear();
    }

    /// Writes a line above the bar, in a terminal broken where it is full: at words, and indented.
    fn tell(&self, text: &str) {
        // It contains names from models.
        let text = &Name::from(text).to_string();
        let blanks = text.len() - text.trim_start().len() + 4;
        let text = match terminal_size::terminal_size_of(io::stderr()) {
            Some((width, _)) => {
                let indent = " ".repeat(blanks);
                let options =
                    textwrap::Options::new(usize::from(width.0)).subsequent_indent(&indent);
                textwrap::fill(text, options.break_words(false))
            }
            None => text.to_owned(),
        };
        // There is nobody left to tell if this fails.
        let _ = self.bar.suspend(|| writeln!(io::stderr(), "{text}"));
    }

    fn say(&self, text: &str) {
        if self.start.elapsed() > PATIENCE {
            self.bar.set_message(Name::from(text).to_string());
            self.bar.tick();
        }
    }

    /// Writes above the bar.
    pub(crate) fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    /// Whether somebody wants to follow the reasoning.
    pub(crate) fn follows(&self) -> bool {
        self.verbose || !self.bar.is_hidden()
    }

    /// Shows an event.
    pub(crate) fn show(&mut self, event: &Event) {
        match event {
            Event::Narration { text } if self.verbose => self.tell(text),
            _ if self.bar.is_hidden() => {}
            Event::Searching { states, waiting, depth, bytes } => {
                let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
                self.say_in_phase(&format!(
                    "{} states, {}/s, {} waiting, depth {depth}, {}",
                    HumanCount(*states),
                    HumanCount((*states as f64 / seconds) as u64),
                    HumanCount(*waiting),
                    ByteSize(*bytes)
                ));
            }
            Event::Growing { nodes, bytes } => {
                self.say_in_phase(&format!("{} nodes, {}", HumanCount(*nodes), ByteSize(*bytes)));
            }
            Event::Refined { about, steps, classes, assumption } => {
                let size = assumption.map_or(String::new(), |size| format!(", |A| = {size}"));
                self.say(&format!("{about}: step {steps}, |M abstract| = {classes}{size}"));
            }
            Event::Phase { text } => {
                self.phase.clone_from(text);
                self.say(text.trim());
            }
            Event::Conjecture { .. } | Event::Narration { .. } | Event::Remark { .. } => {}
        }
    }

    fn say_in_phase(&self, text: &str) {
        let between = if self.phase.is_empty() { "" } else { ": " };
        self.say(&format!("{}{between}{text}", self.phase));
    }
}
