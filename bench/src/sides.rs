//! How large the two sides of a decomposition are: the first with the property, as the papers
//! count.

use std::io;

use surmise::groups_named;
use surmise_lang::fsp::{CompileOptions, compile};
use surmise_model::{Claim, Context, Count, Limits, Lts, PropertyId, System};
use surmise_verify::assume::Problem;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::search::{Finding, SearchOptions, visit_all};

use crate::family::Family;
use crate::trial::Limited;

/// States of a side that are counted at most.
const MOST: u64 = 20_000_000;

/// The states of M1 with the property and of M2, as far as they can be counted, for a split as
/// `surmise check` understands it.
pub(crate) fn sides(
    limited: &Limited,
    family: &Family,
    k: u32,
    split: &str,
) -> io::Result<[Option<u64>; 2]> {
    let system = system(limited, family, k)?;
    let property = system.properties.iter().position(|property| property.name == family.property);
    let property = property.map(PropertyId::of);
    let claim = property.map_or(Claim::NoError, Claim::Property);
    let limits = Limits { states: Some(MOST), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let stopped = |stop: surmise_model::Stop| io::Error::other(stop.0.to_string());
    let problem = Problem::new(&system, claim, &context).map_err(stopped)?;
    let decomposition = match split {
        "balanced" => Decomposition::Balanced,
        names => Decomposition::Groups(groups_named(&system, names).map_err(io::Error::other)?),
    };
    let groups = decomposition.groups(&problem, &context).map_err(stopped)?;
    let count = |parts: &[&Lts]| {
        let result = visit_all(parts, &SearchOptions::default(), &context);
        let all = matches!(result.finding, Finding::Exhausted);
        result.statistics.get(Count::States).filter(|_| all)
    };
    let mut first = problem.group(&groups[0]);
    first.push(&problem.property);
    Ok([count(&first), count(&problem.group(&groups[1]))])
}

fn system(limited: &Limited, family: &Family, k: u32) -> io::Result<System> {
    let (process, parameters) = family.chosen(k);
    let options = CompileOptions {
        process: Some(process.to_owned()),
        parameters,
        ..CompileOptions::default()
    };
    let text = std::fs::read_to_string(limited.model(family))?;
    let compiled = compile(&text, &options, &Context::unlimited())
        .map_err(|error| io::Error::other(format!("{}: {error}", family.file)))?;
    Ok(compiled.system)
}
