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
    counted(&system(limited, family, k)?, family, split)
}

fn counted(system: &System, family: &Family, split: &str) -> io::Result<[Option<u64>; 2]> {
    let property = system.properties.iter().position(|property| property.name == family.property);
    let property = property.map(PropertyId::of);
    let claim = property.map_or(Claim::NoError, Claim::Property);
    let limits = Limits { states: Some(MOST), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let stopped = |stop: surmise_model::Stop| io::Error::other(stop.0.to_string());
    let problem = Problem::new(system, claim, &context).map_err(stopped)?;
    let decomposition = match split {
        "balanced" => Decomposition::Balanced,
        names => Decomposition::Groups(groups_named(system, names).map_err(io::Error::other)?),
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
    let text = std::fs::read_to_string(limited.model(family))?;
    compiled(&text, family, k)
}

fn compiled(text: &str, family: &Family, k: u32) -> io::Result<System> {
    let (process, parameters) = family.chosen(k);
    let options = CompileOptions {
        process: Some(process.to_owned()),
        parameters,
        ..CompileOptions::default()
    };
    let compiled = compile(text, &options, &Context::unlimited())
        .map_err(|error| io::Error::other(format!("{}: {error}", family.file)))?;
    Ok(compiled.system)
}

#[cfg(test)]
mod tests {
    use surmise_model::ComponentId;

    use super::*;

    fn system_of(case: &str, k: u32) -> (System, &'static Family) {
        let family = Family::named(case).expect("a case of the papers");
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/cases");
        let text = std::fs::read_to_string(corpus.join(family.file)).expect("it is there");
        (compiled(&text, family, k).expect("it compiles"), family)
    }

    /// The published sizes that our models meet exactly, as `published-sides.csv` has them.
    #[test]
    fn sides_have_their_published_sizes() {
        for (case, k, place, states) in [
            ("Gas Station", 3, 0, 1960),
            ("Gas Station", 4, 0, 16464),
            ("MER", 2, 0, 143),
            ("MER", 3, 0, 6683),
            ("Rover Exec.", 2, 1, 41),
        ] {
            let (system, family) = system_of(case, k);
            let sides = counted(&system, family, &family.split(k)).expect("counted");
            assert_eq!(sides[place], Some(states), "{case} {k}");
        }
        let (system, family) = system_of("MER", 4);
        let sides = counted(&system, family, "balanced").expect("counted");
        assert_eq!(sides[0], Some(10045), "table 2 of the AGAR paper");
    }

    /// The numbers of states in table 1 of the Circular paper (n = 9 to 12) have this form.
    #[test]
    fn client_server_has_its_closed_form() {
        for n in 2..=9_u32 {
            let (system, _) = system_of("Client Server", n);
            let context = Context::unlimited();
            let claim = Claim::Property(PropertyId::of(0));
            let problem = Problem::new(&system, claim, &context).expect("a problem");
            let all: Vec<_> = (0..system.components.len()).map(ComponentId::of).collect();
            let mut parts = problem.group(&all);
            parts.push(&problem.property);
            let result = visit_all(&parts, &SearchOptions::default(), &context);
            let n = u64::from(n);
            let states = (1 << (n - 2)) * (n * n + 3 * n + 4);
            assert_eq!(result.statistics.get(Count::States).map(|found| found + 1), Some(states));
        }
    }
}
