//! The question of simulation asked of z3, and the sub-structures that its unsatisfiable cores
//! name.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use surmise_model::{Context, Lpts};
use surmise_testing::random_conformance;
use surmise_verify::probabilistic::simulation::{named_by_core, simulate, smt_lib};

/// Asks about random systems, and says how often z3 agreed.
pub(super) fn section(z3: &Path, seeds: u64) -> io::Result<String> {
    let (mut related, mut smaller) = (0u64, 0u64);
    for seed in 0..seeds {
        let (system, specification) = random_conformance(seed, 1..=3);
        let context = Context::unlimited();
        let stopped = |stop| io::Error::other(format!("{stop:?}"));
        let whole = system.compose(&context).map_err(stopped)?.lpts;
        let completed = specification.completed_for(&system.alphabet(), &system.hidden);
        let is_related =
            simulate(&[&whole], &completed, &context).map_err(stopped)?.evidence.is_ok();
        let text = smt_lib(&whole, &completed, &context).map_err(stopped)?;
        let answer = ask(z3, &format!("{text}(get-unsat-core)\n"))?;
        let says = answer.lines().next().unwrap_or_default();
        if says != if is_related { "sat" } else { "unsat" } {
            return Err(io::Error::other(format!("seed {seed}: z3 says {says}")));
        }
        related += u64::from(is_related);
        if !is_related {
            let core = answer.split_once('\n').map_or("", |(_, core)| core);
            let core = core.split(|c: char| !c.is_alphanumeric());
            let part: Lpts = named_by_core(&whole, core).map_err(stopped)?;
            if simulate(&[&part], &completed, &context).map_err(stopped)?.evidence.is_ok() {
                return Err(io::Error::other(format!("seed {seed}: the core shows nothing")));
            }
            smaller += u64::from(part.num_transitions() < whole.num_transitions());
        }
    }
    Ok(format!(
        "\n## z3\n\nOf {seeds} random systems and specifications, {related} conform; z3 says the same of all. Of the {} others, \
         the unsatisfiable core names transitions that alone are not simulated, either, and in {smaller} cases these are \
         fewer than all.\n",
        seeds - related
    ))
}

fn ask(z3: &Path, text: &str) -> io::Result<String> {
    let mut child =
        Command::new(z3).arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    Ok(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned())
}
