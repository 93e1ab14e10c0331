//! One run of the program: who reads the answer, and what was remarked on the way.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use clap::builder::StyledStr;
use serde_json::{Value, json};
use surmise::model::{Reason, Severity};
use surmise::{Answer, Attempt, Event, Failure, Host, Job, Question, Remark, Stopped};

use crate::allocator;
use crate::annotations::{self, Annotation, Level};
use crate::arguments::{Format, Globals};
use crate::files::Disk;
use crate::limits::{LimitArgs, interrupt};
use crate::progress::Progress;
use crate::render::diagnostics;
use crate::reply::{AnyReply, Screen, Status};

/// How wide an answer is when nobody sees it.
const WIDTH_OF_A_PIPE: usize = 100;

/// How often to look whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// One run of the program.
pub(crate) struct Session {
    command: &'static str,
    format: Format,
    color: anstream::ColorChoice,
    quiet: bool,
    verbose: bool,
    exit_zero: bool,
    remarks: RefCell<Vec<Remark>>,
    /// The files it reads and writes.
    pub(crate) disk: Arc<Disk>,
    /// What the work took, as far as it is to be reported.
    resources: Cell<Option<(Duration, u64)>>,
}

impl Session {
    /// A run of a command.
    pub(crate) fn new(globals: &Globals, command: &'static str) -> Self {
        let color = match globals.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self {
            command,
            format: globals.format,
            color,
            quiet: globals.quiet,
            verbose: globals.verbose,
            exit_zero: globals.exit_zero,
            remarks: RefCell::default(),
            disk: Arc::default(),
            resources: Cell::new(None),
        }
    }

    /// Whether a person reads what is written, and be it in a log.
    pub(crate) fn is_for_people(&self) -> bool {
        matches!(self.format, Format::Human | Format::Github)
    }

    /// Whether to show a progress bar: somebody is looking, and has not asked for silence.
    fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Asks a question, and shows what is told meanwhile.
    pub(crate) fn ask(&self, question: impl Into<Question>, limits: &LimitArgs) -> Attempt<Answer> {
        let mut progress = Progress::new(self.shows_progress(), self.verbose);
        let mut request = limits.request(question);
        request.follow = progress.follows();
        let time = request.limits.time;
        let mut job = Job::start(request, Arc::clone(&self.disk) as Arc<dyn Host>);
        let (events, start) = (job.events(), Instant::now());
        let mut prompted = false;
        loop {
            match events.recv_timeout(GLANCE) {
                Ok(Event::Remark { remark }) => progress.suspend(|| self.remark(*remark)),
                Ok(event) => progress.show(&event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !prompted && !self.quiet && self.disk.awaits_typing() {
                prompted = true;
                progress.suspend(|| self.note("reading standard input, up to Ctrl-D"));
            }
            let is_late = time.is_some_and(|time| start.elapsed() > time);
            let reason = match interrupt().reason() {
                Some(reason) => reason,
                None if is_late => Reason::TimeLimit,
                None => continue,
            };
            if reason == Reason::Cancelled {
                job.cancel();
            }
            // Whoever waits for a pipe cannot look whether to go on.
            if let Some(pipe) = self.disk.awaited() {
                progress.suspend(|| self.note(&format!("{pipe} was not read to its end")));
                return Err(Failure::Stopped(reason.into()));
            }
        }
        let answer = job.wait();
        let most_memory = allocator::most_in_use();
        progress.finish(most_memory);
        if self.verbose {
            self.resources.set(Some((start.elapsed(), most_memory)));
        }
        answer
    }

    /// Tells people something that has nothing to do with the answer.
    fn note(&self, text: &str) {
        if self.is_for_people() {
            // There is nobody left to tell if this fails.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Says something about the input: at once to people, with the answer to programs.
    pub(crate) fn remark(&self, remark: Remark) {
        if self.quiet && remark.diagnostic.severity == Severity::Note {
            return;
        }
        if self.is_for_people() {
            self.print_remarks(std::slice::from_ref(&remark));
        }
        self.remarks.borrow_mut().push(remark);
    }

    fn print_remarks(&self, remarks: &[Remark]) {
        let width = width_of(terminal_size::terminal_size_of(io::stderr()));
        let text: String = remarks.iter().map(|remark| diagnostics::text(remark, width)).collect();
        let mut stderr = AutoStream::new(io::stderr(), self.color);
        // There is nobody left to tell if this fails.
        let _ = stderr.write_all(text.as_bytes());
    }

    /// Gives the answer or says why there is none, and ends with the status that tells it.
    pub(crate) fn finish(self, result: Result<Box<dyn AnyReply>, Failure>) -> ExitCode {
        let (status, written) = match result {
            Ok(answer) => (answer.status(), self.answer(&*answer)),
            Err(failure) => (Status::of(&failure), self.fail(failure)),
        };
        match written {
            // Whoever reads has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => {
                self.print_failure(&Failure::file("write", "the answer", &error));
                return ExitCode::from(Status::Wrong as u8);
            }
            Ok(()) => {}
        }
        match status {
            Status::Violated | Status::Undecided if self.exit_zero => ExitCode::SUCCESS,
            status => ExitCode::from(status as u8),
        }
    }

    fn answer(&self, answer: &dyn AnyReply) -> io::Result<()> {
        match self.format {
            Format::Json => return self.document(answer.status(), &answer.json()?, None),
            Format::Sarif => return self.annotate(answer.annotations()),
            Format::Human | Format::Github => {}
        }
        let width = width_of(terminal_size::terminal_size_of(io::stdout()));
        let mut stdout = io::BufWriter::new(AutoStream::new(io::stdout().lock(), self.color));
        answer.show(&mut stdout, Screen { width })?;
        stdout.flush()?;
        drop(stdout);
        self.annotate(answer.annotations())
    }

    fn fail(&self, failure: Failure) -> io::Result<()> {
        if self.is_for_people() {
            self.print_failure(&failure);
        }
        let status = Status::of(&failure);
        let stopped = match failure {
            Failure::Wrong(remarks) => {
                self.remarks.borrow_mut().extend(remarks);
                None
            }
            Failure::Stopped(Stopped { reason, remarks }) => {
                self.remarks.borrow_mut().extend(remarks);
                Some(reason)
            }
        };
        match self.format {
            Format::Json => self.document(status, &Value::Null, stopped.as_ref()),
            Format::Human | Format::Sarif | Format::Github => {
                let stopped = stopped.map(|reason| Annotation {
                    rule: "stopped",
                    level: Level::Warning,
                    message: reason.to_string(),
                    place: None,
                });
                self.annotate(stopped.into_iter().collect())
            }
        }
    }

    /// Writes what there is to complain about, first of all about the input, if somebody wants it.
    fn annotate(&self, more: Vec<Annotation>) -> io::Result<()> {
        let remarks = self.remarks.borrow();
        let mut all = remarks.iter().map(Annotation::of).collect::<io::Result<Vec<_>>>()?;
        all.extend(more);
        let mut stdout = io::stdout().lock();
        match self.format {
            Format::Sarif => annotations::write_sarif(&all, &mut stdout)?,
            Format::Github => annotations::write_github(&all, &mut stdout)?,
            Format::Human | Format::Json => {}
        }
        stdout.flush()
    }

    fn print_failure(&self, failure: &Failure) {
        match failure {
            Failure::Wrong(remarks) => self.print_remarks(remarks),
            Failure::Stopped(Stopped { reason, remarks }) => {
                self.print_remarks(remarks);
                let style = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
                let mut stderr = AutoStream::new(io::stderr(), self.color);
                let _ = writeln!(stderr, "{style}stopped{style:#}: {reason}");
            }
        }
    }

    /// The one JSON document.
    fn document(&self, status: Status, result: &Value, stopped: Option<&Reason>) -> io::Result<()> {
        let remarks = self.remarks.borrow();
        let remarks = remarks.iter().map(Remark::json).collect::<io::Result<Vec<_>>>()?;
        let mut document = json!({
            "surmise": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "status": status as u8,
            "stopped": stopped.map(ToString::to_string),
            "diagnostics": remarks,
            "result": result,
        });
        if let Some((time, most_memory)) = self.resources.get() {
            document["resources"] = json!({ "seconds": time.as_secs_f64(), "bytes": most_memory });
        }
        let mut stdout = io::stdout().lock();
        serde_json::to_writer_pretty(&mut stdout, &document)?;
        stdout.write_all(b"\n")?;
        stdout.flush()
    }
}

/// Shows a text that was asked for.
pub(crate) fn show_help(help: &StyledStr) -> ExitCode {
    // There is nobody left to tell if this fails.
    let _ = write!(anstream::stdout(), "{}", help.ansi());
    ExitCode::SUCCESS
}

/// Says what is wrong with the arguments. Programs that ask for JSON get it here, too: by then
/// nobody knows the format but the arguments as they came.
pub(crate) fn wrong_usage(error: &clap::Error) -> ExitCode {
    let is_help = !error.use_stderr();
    let mut arguments = std::env::args().skip_while(|word| !word.starts_with("--format"));
    let wants_json = match arguments.next() {
        Some(word) if word == "--format" => arguments.next().is_some_and(|word| word == "json"),
        Some(word) => word == "--format=json",
        None => false,
    };
    if is_help || !wants_json {
        // There is nobody left to tell if this fails.
        let _ = error.print();
        return ExitCode::from(if is_help { 0 } else { Status::Wrong as u8 });
    }
    let text = error.to_string();
    let mut paragraphs = text.trim().splitn(2, "\n");
    let message = paragraphs.next().unwrap_or_default().trim_start_matches("error: ");
    let help = paragraphs.next().map(str::trim);
    let remark = json!({
        "severity": "error", "message": message, "help": help, "option": null, "remedy": null,
        "file": null, "place": null, "related": [],
    });
    let document = json!({
        "surmise": env!("CARGO_PKG_VERSION"),
        "command": null,
        "status": Status::Wrong as u8,
        "stopped": null,
        "diagnostics": [remark],
        "result": null,
    });
    let mut stdout = io::stdout().lock();
    let _ = serde_json::to_writer_pretty(&mut stdout, &document);
    let _ = stdout.write_all(b"\n");
    ExitCode::from(Status::Wrong as u8)
}

fn width_of(size: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    size.map_or(WIDTH_OF_A_PIPE, |(width, _)| usize::from(width.0))
}
