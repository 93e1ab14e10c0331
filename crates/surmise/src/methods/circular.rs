//! Assumptions of all groups at once, each guaranteed by assuming the others.

use surmise_model::{Claim, ComponentId, Context, Report, System};
use surmise_verify::circular::{self, CircularOptions, Generate, Uses};
use surmise_verify::{Departure, Departures};

use super::assumptions::{self, check_claim};
use super::{Method, MethodOptions};
use crate::resolve::{component, outside_brackets};
use crate::{Attempt, Failure, Named, OptionName};

/// Makes the smallest assumptions that satisfy what counterexamples ask for.
pub(super) struct Circular;

/// Which assumptions premises may use, as a user writes it: `others`, `sharing`, or sets like
/// `client.1=server; client.2=server,client.1`.
fn uses(system: &System, text: &str) -> Attempt<Uses> {
    match text.trim() {
        "others" | "all" => return Ok(Uses::Others),
        "sharing" => return Ok(Uses::Sharing),
        _ => {}
    }
    let wrong = |message: String| Failure::usage(message).concerning(OptionName::Uses);
    let mut sets = Vec::new();
    for line in outside_brackets(text, ';').filter(|line| !line.trim().is_empty()) {
        let mut sides = outside_brackets(line, '=');
        let (Some(of), Some(used), None) = (sides.next(), sides.next(), sides.next()) else {
            return Err(wrong(format!("`{}` does not say whose premise uses what", line.trim()))
                .help(
                    "write `others`, `sharing`, or sets like 'client.1=server; \
                     client.2=server,client.1'",
                ));
        };
        let of = component(system, of, OptionName::Uses)?;
        let names = outside_brackets(used, ',').filter(|name| !name.trim().is_empty());
        let used = names.map(|name| component(system, name, OptionName::Uses));
        let used: Vec<ComponentId> = used.collect::<Attempt<_>>()?;
        let name = &system.component(of).name;
        if used.contains(&of) {
            return Err(wrong(format!("the premise of {name} cannot use its own assumption")));
        }
        if sets.iter().any(|(other, _)| *other == of) {
            return Err(wrong(format!("{name} has two sets")));
        }
        sets.push((of, used));
    }
    Ok(Uses::Sets(sets))
}

/// Says so if a generator is chosen that does not bound what the paper bounds, and the paper's
/// bound is wanted.
fn refuse_other_bounds(generate: Option<Generate>, departures: Departures) -> Attempt<()> {
    let of_paper = match generate {
        None | Some(Generate::Least) => true,
        Some(Generate::Sat | Generate::Merge) => departures.has(Departure::LargestBound),
    };
    match of_paper {
        true => Ok(()),
        false => {
            let message = "this does not make the smallest assumptions in all, as the paper does";
            Err(Failure::usage_with_help(message, "leave it out").concerning(OptionName::Generate))
        }
    }
}

impl Named for Generate {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Sat,
            "sat",
            "A SAT solver: the largest one, or of two the sum, is as small as it can be",
        ),
        (Self::Least, "least", "A SAT solver: all together are as small as they can be"),
        (Self::Merge, "merge", "State merging: larger ones, faster"),
    ];
}

impl Method for Circular {
    fn name(&self) -> &'static str {
        "circular"
    }

    fn summary(&self) -> &'static str {
        "Find assumptions for all groups at once, by circular reasoning"
    }

    fn options(&self) -> &'static [OptionName] {
        use OptionName::{Alphabet, AsPublished, Assume, Generate, Order, Split, Uses, Without};
        &[Alphabet, Split, Order, Uses, Generate, Assume, AsPublished, Without]
    }

    fn departures(&self) -> &'static [Departure] {
        circular::DEPARTURES
    }

    fn finds_assumptions(&self) -> bool {
        true
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let departures = options.departures(circular::DEPARTURES)?;
        refuse_other_bounds(options.generate, departures)?;
        let own = CircularOptions {
            alphabet: options.alphabet.unwrap_or_default(),
            decomposition: assumptions::decomposition(options, system)?,
            uses: match &options.uses {
                Some(text) => uses(system, text)?,
                None => Uses::default(),
            },
            given: options.given.clone(),
            generate: options.generate.unwrap_or_default(),
            departures,
            threads: options.threads,
            ..CircularOptions::default()
        };
        let check = |system: &System, claim: Claim, context: &Context<'_>| {
            circular::check(system, claim, &own, context)
        };
        Ok(claims.iter().map(|&claim| check_claim(system, claim, context, check)).collect())
    }
}
