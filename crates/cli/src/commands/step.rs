//! `surmise step`: a walk through a model, one step at a time.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use surmise::model::Context;
use surmise::{Attempt, Choice, Failure, Walk, few, join};

use crate::arguments::InputArgs;
use crate::reply::{Reply, Screen};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise step model.lts
  surmise check model.lts --counterexample run.json; surmise step model.lts --trace run.json

At the prompt: a number takes that step, Enter the next one of a trace (or the only one there is),
u takes a step back, r goes back to the beginning, s shows the states, q ends.";

/// So many choices are listed at once.
const MOST_LISTED: usize = 40;

/// Walk through a model, one step at a time
///
/// Shows what can happen, lets you choose, and says which properties what you did violates. Steps
/// can be taken back. A counterexample can be followed (--trace) and left where you want.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Follow this counterexample, which `check` has written
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
}

/// Where the walk ended.
#[derive(Debug, Serialize)]
pub(crate) struct Walked {
    taken: Vec<String>,
    violated: Vec<String>,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Walked> {
    if !session.is_for_people() {
        return Err(Failure::usage("a walk is for people: programs ask one question at a time"));
    }
    if arguments.models.iter().any(|model| model.as_os_str() == "-") {
        return Err(Failure::usage("standard input is where you choose: name a file"));
    }
    let context = Context::unlimited();
    let files = &*session.disk;
    let options = arguments.input.options();
    let (walk, remarks) = Walk::begin(&arguments.models, &options, files, &context)?;
    remarks.into_iter().for_each(|remark| session.remark(remark));
    let run = match &arguments.trace {
        Some(trace) => walk.run(trace, files, &context)?,
        None => Vec::new(),
    };
    let mut prompt = Prompt { walk, run, out: io::stdout().lock() };
    prompt.converse().map_err(|error| Failure::file("read", "standard input", &error))?;
    let Prompt { walk, .. } = prompt;
    Ok(Walked {
        taken: walk.taken().map(|action| action.to_string()).collect(),
        violated: walk.violated().map(|name| name.to_string()).collect(),
    })
}

/// A conversation about what to do next.
struct Prompt<'a> {
    walk: Walk,
    /// The steps of a counterexample.
    run: Vec<Choice>,
    out: io::StdoutLock<'a>,
}

impl Prompt<'_> {
    fn converse(&mut self) -> io::Result<()> {
        self.states()?;
        let mut choices = self.show()?;
        for line in io::stdin().lock().lines() {
            let line = line?;
            let chosen = match line.trim() {
                "q" => return Ok(()),
                "u" if self.walk.undo() => None,
                "u" => {
                    writeln!(self.out, "this is the beginning")?;
                    None
                }
                "r" => {
                    while self.walk.undo() {}
                    None
                }
                "s" => {
                    self.states()?;
                    None
                }
                "" => match self.followed() {
                    Some(choice) => Some(choice),
                    None if choices.len() == 1 => choices.pop(),
                    None => {
                        writeln!(self.out, "which one? (a number, u, r, s or q)")?;
                        continue;
                    }
                },
                word => match word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) {
                    Some(index) if index < choices.len() => Some(choices.swap_remove(index)),
                    _ => {
                        writeln!(self.out, "`{word}` is none of them (a number, u, r, s or q)")?;
                        continue;
                    }
                },
            };
            if let Some(choice) = chosen {
                let moves: Vec<String> =
                    choice.moves.iter().map(|(name, state)| format!("{name} → {state}")).collect();
                writeln!(self.out, "{}: {}", choice.action, moves.join(", "))?;
                self.walk.take(choice);
            }
            choices = self.show()?;
        }
        Ok(())
    }

    /// The next step of the counterexample, if all steps were its steps so far.
    fn followed(&self) -> Option<Choice> {
        let taken: Vec<_> = self.walk.taken().collect();
        let is_on_it = taken.iter().zip(&self.run).all(|(action, step)| *action == step.action);
        self.run.get(taken.len()).filter(|_| is_on_it).cloned()
    }

    fn states(&mut self) -> io::Result<()> {
        let states: Vec<String> =
            self.walk.states().map(|(name, state)| format!("{name} {state}")).collect();
        writeln!(self.out, "{}", few(&states, MOST_LISTED))
    }

    /// Shows what is wrong and what can happen.
    fn show(&mut self) -> io::Result<Vec<Choice>> {
        let violated: Vec<_> = self.walk.violated().collect();
        if !violated.is_empty() {
            writeln!(self.out, "✗ this violates {}", join(&violated, ", "))?;
        }
        let wrong: Vec<_> = self.walk.wrong().collect();
        if !wrong.is_empty() {
            writeln!(self.out, "✗ {} in the error state", join(&wrong, ", "))?;
        }
        // Nothing limits a walk that somebody takes by hand.
        let choices =
            self.walk.choices(&Context::unlimited()).map_err(|_| ErrorKind::Interrupted)?;
        if choices.is_empty() && wrong.is_empty() {
            let what = if self.walk.has_ended() { "the system has ended" } else { "✗ deadlock" };
            writeln!(self.out, "{what}: nothing can happen (u takes a step back)")?;
        }
        for (index, choice) in choices.iter().enumerate().take(MOST_LISTED) {
            let who: Vec<_> = choice.moves.iter().map(|(name, _)| name.clone()).collect();
            writeln!(self.out, "{:>4}  {}  ({})", index + 1, choice.action, join(&who, ", "))?;
        }
        if choices.len() > MOST_LISTED {
            writeln!(self.out, "      … {} more", choices.len() - MOST_LISTED)?;
        }
        if let Some(next) = self.followed() {
            writeln!(self.out, "next in the trace: {}", next.action)?;
        }
        if io::stdin().is_terminal() {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        Ok(choices)
    }
}

impl Reply for Walked {
    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        match self.taken.is_empty() {
            true => Ok(()),
            false => writeln!(out, "{}", self.taken.join(" → ")),
        }
    }
}
