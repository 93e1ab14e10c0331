//! Asking SPIN: the corpus as it is and as we write it, random programs, a long text.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use surmise_lang::CompileError;
use surmise_lang::promela::{
    CompileOptions, Compiled, Replacement, check, compile, explore, replace, write_system,
};
use surmise_model::{Component, Context, Limits};
use surmise_testing::random_promela;
use surmise_verify::automata::{Bisimulation, minimise};

use super::spin::{Said, ask, translate};
use super::{Beside, Options};

/// Random programs with more states are left out.
const MOST_STATES: u64 = 100_000;

pub(super) fn run(options: &Options) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    corpus(options, folder.path())?;
    random(options, folder.path())?;
    if options.lines > 0 {
        long(options.lines, folder.path())?;
    }
    Ok(())
}

/// The models of the corpus: what SPIN says of each, of the system written as Promela, and of the
/// text with each of its processes replaced by the smallest bisimilar one.
fn corpus(options: &Options, folder: &Path) -> io::Result<()> {
    let corpus = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/promela"));
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&corpus)? {
        let path = entry?.path();
        if let Some(name) = path.file_name() {
            std::fs::copy(&path, folder.join(name))?;
        }
        if path.extension().is_some_and(|extension| extension == "pml") {
            files.push(path);
        }
    }
    files.sort();
    println!("| model | written | SPIN | states | SPIN of what is written | states |");
    println!("| --- | --- | --- | ---: | --- | ---: |");
    let mut differences = 0;
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&options.only) {
            continue;
        }
        let source = std::fs::read_to_string(&path)?;
        let original = ask(folder, &format!("{name}.pml"))?;
        let beside = Beside(corpus.clone());
        let compiling = CompileOptions { includes: &beside, ..CompileOptions::default() };
        let compiled = compile(&source, &compiling, &Context::unlimited()).map_err(failed)?;
        let mut texts =
            vec![("all components".to_owned(), Ok(write_system(&name, &compiled.system)))];
        texts.extend(replaced(&source, &compiling, &compiled));
        for (what, text) in texts {
            let row = format!("| {name} | {what} | {original} | {} |", original.states);
            let written = match text {
                Ok(text) => {
                    std::fs::write(folder.join("written.pml"), text)?;
                    ask(folder, "written.pml")
                }
                Err(why) => {
                    println!("{row} not written: {why} | |");
                    continue;
                }
            };
            let agrees = matches!(&written, Ok(written) if written.agrees(original));
            differences += usize::from(!agrees);
            let mark = if agrees { "" } else { "DIFFERS: " };
            match written {
                Ok(written) => println!("{row} {mark}{written} | {} |", written.states),
                Err(error) => println!("{row} {mark}{error} | |"),
            }
        }
    }
    println!("\n{differences} verdicts differ\n");
    Ok(())
}

/// The text with each component of a process replaced, or why that is not possible.
fn replaced(
    source: &str,
    options: &CompileOptions<'_>,
    compiled: &Compiled,
) -> Vec<(String, Result<String, String>)> {
    let system = &compiled.system;
    let one = |component: &Component| {
        let context = Context::unlimited();
        let small = minimise(&component.lts, Bisimulation::Strong, &context).ok()?;
        let name = &component.name;
        let replacement = Replacement { component: name, lts: &small, actions: &system.actions };
        let what = format!("{name}: {} of {}", small.num_states(), component.lts.num_states());
        match replace(source, options, &replacement, &context) {
            Ok(text) => Some((what, Ok(text))),
            Err(CompileError::Wrong(why)) => {
                let why = why.first().map_or_else(String::new, |first| first.message.clone());
                let is_process = !why.contains("is no process");
                is_process.then_some((what, Err(why)))
            }
            Err(CompileError::Stopped { stop, .. }) => Some((what, Err(stop.0.to_string()))),
        }
    };
    system.components.iter().filter_map(one).collect()
}

/// Random programs: verdict, number of bad end states and number of states are SPIN's.
fn random(options: &Options, folder: &Path) -> io::Result<()> {
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let (mut asked, mut agree, mut large, mut refused, mut endless) = (0, 0, 0, 0, 0);
    for seed in 0.. {
        if asked == options.random {
            break;
        }
        let text = random_promela(seed);
        let ours = match explore(&text, &(), &context) {
            Ok(explored) => Said::ours(&explored),
            Err(CompileError::Stopped { .. }) => {
                large += 1;
                continue;
            }
            Err(wrong) => return Err(failed(wrong)),
        };
        std::fs::write(folder.join("random.pml"), &text)?;
        match ask(folder, "random.pml") {
            Ok(said) if said == ours => agree += 1,
            Ok(said) => println!("seed {seed}: SPIN {said:?}, here {ours:?}"),
            // A loop whose end is followed by a d_step is a jump into it for SPIN.
            Err(refusal) if refusal.to_string().contains("jump into d_step") => {
                refused += 1;
                continue;
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                println!("seed {seed}: SPIN's verifier comes to no end");
                endless += 1;
                continue;
            }
            Err(error) => return Err(error),
        }
        asked += 1;
    }
    println!(
        "random programs: {agree} of {asked} agree in verdict and number of states ({large} with more \
         than {MOST_STATES} states left out, {refused} refused by SPIN because a loop is followed by a d_step, \
         {endless} to which it finds no end)\n"
    );
    Ok(())
}

/// A long text: how long `spin -a` takes to translate it, and we to check and to compile it.
fn long(lines: usize, folder: &Path) -> io::Result<()> {
    let text = long_text(lines);
    std::fs::write(folder.join("long.pml"), &text)?;
    let mut best = [Duration::MAX; 3];
    let context = Context::unlimited();
    for _ in 0..5 {
        let started = Instant::now();
        check(&text, &(), &context).map_err(|stop| failed(stop.into()))?;
        best[0] = best[0].min(started.elapsed());
        let started = Instant::now();
        compile(&text, &CompileOptions::default(), &context).map_err(failed)?;
        best[1] = best[1].min(started.elapsed());
        best[2] = best[2].min(translate(folder, "long.pml")?);
    }
    let [checked, compiled, spin] = best.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "a text of {} lines, best of 5: checked in {checked:.1} ms, compiled to components in \
         {compiled:.1} ms, `spin -a` {spin:.1} ms",
        text.lines().count()
    );
    Ok(())
}

/// Processes of forty lines each that run one after the other.
fn long_text(lines: usize) -> String {
    let mut text = String::from("byte turn, x; chan q = [1] of { byte };\n");
    for process in 0..lines / 40 {
        let _ = writeln!(text, "active proctype P{process}() {{\n\tbyte i;\n\tturn == {process};");
        for _ in 0..5 {
            text += "\ti = 0;\n\tdo\n\t:: i < 2 ->\n\t\tq!i;\n\t\tq?x;\n\t\ti++\n\t:: else -> break\n\tod;\n";
        }
        text += "\tturn++\n}\n";
    }
    text
}

fn failed(error: CompileError) -> io::Error {
    match error {
        CompileError::Wrong(diagnostics) => {
            io::Error::other(diagnostics.first().map_or("", |first| &first.message).to_owned())
        }
        CompileError::Stopped { stop, .. } => io::Error::other(stop.0.to_string()),
    }
}
