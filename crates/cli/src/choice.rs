//! Values that are chosen by name, as arguments: the names and explanations are the library's.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use surmise::conformance::ConformanceKind;
use surmise::methods::{METHODS, by_name};
use surmise::{Named, OptionName};

/// A parser of the names of a [`Named`] type.
pub(crate) fn choice<T: Named>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    let parser = PossibleValuesParser::new(values);
    parser.map(|name| T::by_name(&name).expect("the name is one of those that are possible"))
}

/// A parser of the names of methods: of those that check claims, and of those that only decide
/// conformance.
pub(crate) fn method() -> impl TypedValueParser<Value = &'static str> {
    let values = method_names().map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| {
        let found = method_names().find(|(known, _)| *known == name);
        found.map(|(name, _)| name).expect("the name is one of those that are possible")
    })
}

/// What a method does, and the options that it has.
pub(crate) fn method_options(name: &str) -> Option<(&'static str, &'static [OptionName])> {
    let (_, summary) = method_names().find(|(known, _)| *known == name)?;
    Some((summary, by_name(name).map_or(&[], |method| method.options())))
}

fn method_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let claims = METHODS.iter().map(|method| (method.name(), method.summary()));
    let conformance = ConformanceKind::ALL.iter().map(|(_, name, help)| (*name, *help));
    claims.chain(conformance.filter(|(name, _)| by_name(name).is_none()))
}
