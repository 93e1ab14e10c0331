//! Running a program to its end: time, peak memory, output.

use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

/// The program that stops another one, and its status then.
const TIMEOUT: &str = "timeout";
const TIMED_OUT: i32 = 124;

/// A program that is stopped after some time: [`run`] then fails with [`io::ErrorKind::TimedOut`].
pub(crate) fn within(seconds: f64, program: &str) -> Command {
    let mut command = Command::new(TIMEOUT);
    command.arg(format!("{seconds:.3}")).arg(program);
    command
}

/// What a run took.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) wall: Duration,
    /// Time on processors, which depends less on who else is there.
    pub(crate) processors: Duration,
    /// Peak resident memory in bytes.
    pub(crate) memory: u64,
    pub(crate) output: String,
}

/// Runs a command and waits for it.
pub(crate) fn run(command: &mut Command) -> io::Result<Run> {
    let output_file = tempfile::NamedTempFile::new()?;
    command.stdout(output_file.reopen()?).stderr(Stdio::null()).stdin(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| {
        io::Error::new(error.kind(), format!("{}: {error}", command.get_program().display()))
    })?;
    let result = child.wait4()?;
    let wall = start.elapsed();
    let output = std::fs::read_to_string(output_file.path())?;
    if command.get_program() == TIMEOUT && result.status.code() == Some(TIMED_OUT) {
        return Err(io::Error::new(io::ErrorKind::TimedOut, format!("{command:?} took too long")));
    }
    if !result.status.success() {
        return Err(io::Error::other(format!("{command:?} failed: {}\n{output}", result.status)));
    }
    let processors = result.rusage.utime + result.rusage.stime;
    Ok(Run { wall, processors, memory: result.rusage.maxrss, output })
}

/// The fastest of some runs, which follow each other.
pub(crate) fn best_of(runs: u32, command: &mut Command) -> io::Result<Run> {
    let mut best: Option<Run> = None;
    for _ in 0..runs.max(1) {
        let run = run(command)?;
        if best.as_ref().is_none_or(|best| run.wall < best.wall) {
            best = Some(run);
        }
    }
    best.ok_or_else(|| io::Error::other("no run"))
}
