//! What is checked: the models of the corpus, the rows of the papers' tables, the families as far
//! as they grow, and the FSP files of a folder that LTSA was asked about.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::family::{FAMILIES, Family};
use crate::growth::steps;
use crate::published::Published;
use crate::trial::Limited;

/// A system, as `surmise check` is asked about it.
#[derive(Debug)]
pub(super) struct Subject {
    /// Where it is from: `corpus`, `families`, `drawn` or `files`.
    pub(super) group: &'static str,
    pub(super) name: String,
    pub(super) model: PathBuf,
    pub(super) arguments: Vec<String>,
}

/// All systems of the corpus and its families, and those of a folder.
pub(super) fn subjects(
    limited: &Limited,
    corpus: &Path,
    files: Option<&Path>,
) -> io::Result<Vec<Subject>> {
    let mut all = of_corpus(limited, corpus)?;
    all.extend(of_families(limited)?);
    if let Some(folder) = files {
        all.extend(of_folder(folder)?);
    }
    Ok(all)
}

/// Every system that the corpus expects something of, and its Promela.
fn of_corpus(limited: &Limited, corpus: &Path) -> io::Result<Vec<Subject>> {
    let report = limited.test(corpus)?;
    let is_fsp = |test: &&Value| test["file"].as_str().is_some_and(|file| file.ends_with(".lts"));
    let tests = report["result"]["tests"].as_array().into_iter().flatten().filter(is_fsp);
    let text = |test: &Value, key: &str| test[key].as_str().unwrap_or_default().to_owned();
    let systems: BTreeSet<(String, String)> =
        tests.map(|test| (text(test, "file"), text(test, "system"))).collect();
    let mut subjects = Vec::new();
    for (file, system) in systems {
        let (process, values) = system.split_once('(').unwrap_or((&system, ""));
        let values = values.trim_end_matches(')').split(',').filter(|value| !value.is_empty());
        let mut arguments = vec!["--process".to_owned(), process.to_owned()];
        arguments.extend(values.flat_map(|value| ["--set".to_owned(), value.trim().to_owned()]));
        let name = format!("{} {system}", file_name(Path::new(&file)));
        subjects.push(Subject { group: "corpus", name, model: file.into(), arguments });
    }
    let mut promela: Vec<PathBuf> = std::fs::read_dir(corpus.join("promela"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    promela.retain(|path| path.extension().is_some_and(|extension| extension == "pml"));
    promela.sort();
    subjects.extend(promela.into_iter().map(|model| Subject {
        group: "corpus",
        name: file_name(&model),
        model,
        arguments: Vec::new(),
    }));
    Ok(subjects)
}

/// Every row of the papers' tables, and the families as far as `growth` goes.
fn of_families(limited: &Limited) -> io::Result<Vec<Subject>> {
    let published = Published::read()?;
    let rows = published.figures.iter().map(|figure| (figure.case.as_str(), figure.k));
    let grown = FAMILIES
        .iter()
        .flat_map(|family| steps(family.farthest).into_iter().map(|k| (family.case, k)));
    let sizes: BTreeSet<(&str, u32)> = rows.chain(grown).collect();
    let subject = |(case, k): (&str, u32)| {
        let family = Family::named(case)?;
        Some(Subject {
            group: "families",
            name: format!("{case} {k}"),
            model: limited.model(family),
            arguments: family.system(k),
        })
    };
    Ok(sizes.into_iter().filter_map(subject).collect())
}

/// Every process that LTSA compiled, in `FOLDER/fsp.csv`.
fn of_folder(folder: &Path) -> io::Result<Vec<Subject>> {
    #[derive(Deserialize)]
    struct Row {
        file: String,
        process: String,
        states: String,
    }
    let rows: Vec<Row> =
        csv::Reader::from_path(folder.join("fsp.csv"))?.deserialize().collect::<Result<_, _>>()?;
    let compiled = rows.into_iter().filter(|row| row.states.parse::<u64>().is_ok());
    let subject = |row: Row| Subject {
        group: "files",
        name: format!("{} {}", row.file, row.process),
        model: folder.join("fsp").join(&row.file),
        arguments: ["--from", "fsp", "--process", &row.process].map(str::to_owned).to_vec(),
    };
    Ok(compiled.map(subject).collect())
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
