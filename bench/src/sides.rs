//! How large the two sides of a decomposition are: the first with the property, as the papers count.

use std::io;
use std::path::Path;

use surmise_lang::fsp::{CompileOptions, compile};
use surmise_model::Lts;
use surmise_verify::automata::complete_with_error;
use surmise_verify::decompose::by_name;
use surmise_verify::search::{SearchOptions, search};
use surmise_verify::{Context, Limits};

use crate::family::Family;

/// States of a side that are counted at most.
const MOST: u64 = 20_000_000;

/// The states of M1 with the property and of M2, as far as they can be counted.
pub(crate) fn sides(model: &Path, family: &Family, k: u32) -> io::Result<[Option<u64>; 2]> {
    let wrong = |message: String| io::Error::other(format!("{}: {message}", model.display()));
    let (process, parameter) = family.chosen(k);
    let options = CompileOptions {
        process: Some(process.to_owned()),
        parameters: vec![parameter],
        ..CompileOptions::default()
    };
    let compiled = compile(&std::fs::read_to_string(model)?, &options).map_err(|all| {
        wrong(all.first().map_or_else(String::new, |first| first.message.clone()))
    })?;
    let system = compiled.system;
    let groups = by_name(&system, &family.split(k)).map_err(|error| wrong(error.to_string()))?;
    let limits = Limits { states: Some(MOST), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let property = system.properties.iter().find(|property| property.name == family.property);
    let property = property.ok_or_else(|| wrong("the property is missing".to_owned()))?;
    let monitor =
        complete_with_error(&property.lts, &context).map_err(|stop| wrong(stop.0.to_string()))?;
    let count = |group: usize, monitor: Option<&Lts>| {
        let components = groups[group].iter().map(|&id| &system.component(id).lts);
        let parts: Vec<&Lts> = components.chain(monitor).collect();
        let everything = SearchOptions { errors: false, ..SearchOptions::default() };
        let result = search(&parts, &everything, &context);
        let all = matches!(result.finding, surmise_verify::search::Finding::Exhausted);
        result.statistics.get("states").filter(|_| all)
    };
    Ok([count(0, Some(&monitor)), count(1, None)])
}
