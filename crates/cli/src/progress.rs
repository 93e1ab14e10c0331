//! The progress bar: what an engine tells while it runs, on one line of the terminal.

use std::time::{Duration, Instant};

use bytesize::ByteSize;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use surmise_verify::{Event, Observer};

/// Shows an engine's events, if somebody is looking.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

/// Nothing is shown of what is done sooner.
const PATIENCE: Duration = Duration::from_millis(300);

impl Progress {
    /// A bar on standard error, or none.
    pub(crate) fn new(visible: bool) -> Self {
        let bar = if visible { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        bar.set_style(style.expect("the template is well formed"));
        Self { bar, start: Instant::now() }
    }

    /// Takes the bar away; says what it took if that was worth a bar.
    pub(crate) fn finish(&self, most_memory: u64) {
        if self.start.elapsed() > PATIENCE {
            let seconds = self.start.elapsed().as_secs_f64();
            self.bar.println(format!("{seconds:.1} s, {} of memory", ByteSize(most_memory)));
        }
        self.bar.finish_and_clear();
    }

    fn say(&self, text: String) {
        if self.start.elapsed() > PATIENCE {
            self.bar.set_message(text);
            self.bar.tick();
        }
    }
}

impl Observer for Progress {
    fn event(&self, event: &Event<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        match *event {
            Event::Searching { states, waiting, depth, bytes } => {
                let seconds = self.start.elapsed().as_secs_f64().max(1e-9);
                self.say(format!(
                    "{} states, {}/s, {} waiting, depth {depth}, {}",
                    HumanCount(states),
                    HumanCount((states as f64 / seconds) as u64),
                    HumanCount(waiting),
                    ByteSize(bytes)
                ));
            }
            Event::Phase(text) | Event::Narration(text) => self.say(text.to_owned()),
            _ => {}
        }
    }
}
