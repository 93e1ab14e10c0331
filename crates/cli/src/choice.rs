//! Values that are chosen by name, as arguments: the names and explanations are the library's.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use surmise_workbench::Named;
use surmise_workbench::methods::{METHODS, Method, by_name};

/// A parser of the names of a [`Named`] type.
pub(crate) fn choice<T: Named>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    let parser = PossibleValuesParser::new(values);
    parser.map(|name| T::by_name(&name).expect("the name is one of those that are possible"))
}

/// A parser of the names of methods.
pub(crate) fn method() -> impl TypedValueParser<Value = &'static dyn Method> {
    let values = METHODS.iter().map(|m| PossibleValue::new(m.name()).help(m.summary()));
    let parser = PossibleValuesParser::new(values);
    parser.map(|name| by_name(&name).expect("the name is one of those that are possible"))
}
