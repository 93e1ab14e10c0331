//! Which claims are meant: properties by name or as files of their own, errors, deadlock. And what
//! to know about properties before they are checked.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surmise_model::{
    Alphabet, Claim, Context, Diagnostic, Property, PropertyId, System, TemporalKind,
    TemporalProperty,
};

use super::temporal::{self, WantedTemporal};
use crate::load::{self, InputOptions, Loaded};
use crate::{Attempt, Failure, Files, Name, OptionName, Remark, few, warning};

/// What a user wants to have checked.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wanted {
    /// Properties by name, or files; if the user does not say, all that the models contain.
    pub properties: Option<Vec<String>>,
    /// Whether error states of components are looked for; if the user does not say, they are if
    /// there are any.
    pub errors: Option<bool>,
    /// Whether deadlocks are looked for; if the user does not say, they are unless properties are
    /// named.
    pub deadlock: Option<bool>,
    /// Temporal properties beside those of the models, and how all are judged.
    pub temporal: WantedTemporal,
}

/// What is to be checked.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// The claims.
    pub claims: Vec<Claim>,
    /// Those of them that are worth a word only if they are not true.
    pub quiet: Vec<Claim>,
    /// Properties that the models define, and that were neither part of the process nor named.
    pub not_part: Vec<Name>,
}

impl Wanted {
    /// These properties, and nothing else.
    pub fn only(properties: impl IntoIterator<Item = String>) -> Self {
        let properties = Some(properties.into_iter().collect());
        let (errors, deadlock) = (Some(false), Some(false));
        Self { properties, errors, deadlock, temporal: WantedTemporal::default() }
    }

    /// The models without the files that are given as properties: a property is no component.
    pub fn models(&self, models: &[PathBuf], files: &dyn Files) -> Vec<PathBuf> {
        let is_property = |model: &PathBuf| {
            let same = |name: &String| name != "-" && files.same(model, Path::new(name));
            self.properties.iter().flatten().any(same)
        };
        models.iter().filter(|model| !is_property(model)).cloned().collect()
    }
}

/// Finds what is wanted in what is loaded. Files of properties are read and added to the system.
pub fn choose(
    wanted: &Wanted,
    loaded: &mut Loaded,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Chosen> {
    let mut claims: Vec<Claim> = Vec::new();
    let of_models = loaded.system.temporal_ids();
    let given = temporal::add(&wanted.temporal, loaded, files, context)?;
    for name in wanted.properties.iter().flatten() {
        let claim = find(name, loaded, options, files, context)?;
        if !claims.contains(&claim) {
            claims.push(claim);
        }
    }
    // Who asks about something wants to know nothing else.
    let wants_all = wanted.properties.is_none() && given.is_empty();
    if wants_all {
        let system = &loaded.system;
        let stated = system.property_ids().filter(|id| !system.is_range(*id));
        claims.extend(stated.map(Claim::Property));
        claims.extend(of_models.map(Claim::Temporal));
    }
    claims.extend(given.into_iter().map(Claim::Temporal));
    for claim in &claims {
        match *claim {
            Claim::Property(id) => prepare(id, loaded)?,
            Claim::Temporal(id) => temporal::prepare(id, loaded),
            Claim::NoError | Claim::NoDeadlock => {}
        }
    }
    let system = &loaded.system;
    let has_error = || {
        let asserted = loaded.contents.iter().any(|content| content.asserts);
        asserted || system.components.iter().any(|component| component.lts.has_error())
    };
    if wanted.errors.unwrap_or_else(has_error) {
        claims.push(Claim::NoError);
    }
    // Properties alone face an environment that can always do something.
    let deadlock = wanted.deadlock.unwrap_or(wants_all);
    if deadlock && !system.components.is_empty() {
        claims.push(Claim::NoDeadlock);
    }
    let not_part = loaded.contents.iter().flat_map(|content| &content.not_part);
    let not_part = not_part.map(|name| name.as_str().into()).collect();
    Ok(Chosen { claims, quiet: Vec::new(), not_part })
}

/// Finds what is wanted of a program. Something may go wrong in any, so that is always looked for;
/// but who asserts nothing hears of it only if it does.
pub(crate) fn choose_of_program(wanted: &Wanted, loaded: &mut Loaded) -> Chosen {
    if let Some(fairness) = wanted.temporal.fairness {
        let own = loaded.program.iter_mut().flat_map(|program| &mut program.temporal);
        own.chain(&mut loaded.system.temporal).for_each(|claim| claim.fairness = fairness);
    }
    // Who asks about something wants to know nothing else.
    let is_given = |claim: &TemporalProperty| claim.kind == TemporalKind::Formula;
    let wants_all = wanted.properties.is_none() && !loaded.system.temporal.iter().any(is_given);
    let names = wanted.properties.as_ref();
    let is_wanted = |name: &String| wants_all || names.is_some_and(|names| names.contains(name));
    let system = &loaded.system;
    let properties = system.property_ids().filter(|id| is_wanted(&system.property(*id).name));
    let mut claims: Vec<Claim> = properties.map(Claim::Property).collect();
    let temporal = system.temporal_ids().filter(|id| {
        let claim = system.temporal_property(*id);
        is_given(claim) || is_wanted(&claim.name)
    });
    claims.extend(temporal.map(Claim::Temporal));
    let mut quiet = Vec::new();
    if wanted.errors != Some(false) {
        claims.push(Claim::NoError);
        if wanted.errors.is_none() && !loaded.contents.iter().any(|content| content.asserts) {
            quiet.push(Claim::NoError);
        }
    }
    if wanted.deadlock.unwrap_or(wants_all) {
        claims.push(Claim::NoDeadlock);
    }
    Chosen { claims, quiet, not_part: Vec::new() }
}

/// Whether everything that is wanted is said of the program itself.
pub(crate) fn is_of_program(wanted: &Wanted, loaded: &Loaded) -> bool {
    let system = &loaded.system;
    wanted.properties.iter().flatten().all(|name| {
        system.properties.iter().any(|property| property.name == *name)
            || system.temporal.iter().any(|claim| claim.name == *name)
    })
}

/// The property of a name; or the only one that a text calls so before it prefixes or relabels it:
/// `SAFE` is `{a,b}::SAFE` if there is no other.
fn property_named(system: &System, name: &str) -> Option<PropertyId> {
    let named = |id: &PropertyId| system.property(*id).name.as_str();
    let exact = system.property_ids().find(|id| named(id) == name);
    let mut written = system.property_ids().filter(|id| in_the_text(named(id)) == name);
    exact.or_else(|| written.next().filter(|_| written.next().is_none()))
}

/// What a text calls a property, without the prefixes of where it stands and without parameters.
pub fn in_the_text(name: &str) -> &str {
    let name = name.split_once('(').map_or(name, |(before, _)| before);
    name.rsplit_once(':').map_or(name, |(_, last)| last)
}

/// The property of a name: in the system, defined beside it, or a file. A temporal property has a
/// name, too.
fn find(
    name: &str,
    loaded: &mut Loaded,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Claim> {
    let system = &loaded.system;
    let temporal = system.temporal_ids().find(|id| system.temporal_property(*id).name == name);
    if let Some(id) = temporal.filter(|_| property_named(system, name).is_none()) {
        return Ok(Claim::Temporal(id));
    }
    if property_named(&loaded.system, name).is_none() {
        loaded.add_defined_property(name, options, files, context)?;
    }
    match property_named(&loaded.system, name) {
        Some(id) => Ok(Claim::Property(id)),
        None => from_file(name, loaded, options, files, context).map(Claim::Property),
    }
}

/// Reads a property and adds it to the system.
fn from_file(
    name: &str,
    loaded: &mut Loaded,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<PropertyId> {
    let path = Path::new(name);
    let mut unchecked = loaded.contents.iter().flat_map(|content| &content.unchecked);
    if let Some(unchecked) = unchecked.find(|unchecked| unchecked.name.raw() == name) {
        if matches!(unchecked.kind, "ltl" | "never") {
            let message = format!("`{} {name}` is about the program as a whole", unchecked.kind);
            return Err(Failure::usage(message)
                .help("`auto` and `mono` search the program as it is")
                .remedied_by(OptionName::Method));
        }
        let failure =
            Failure::usage(format!("checking `{} {name}` is not supported yet", unchecked.kind));
        return Err(match unchecked.kind {
            "trace" | "notrace" => failure
                .help("assertions can be checked, and predicates that no state may satisfy")
                .remedied_by(OptionName::Never),
            _ => failure.help("safety properties can be checked: `property P = …`"),
        });
    }
    if name != "-" && !files.exists(path) {
        let here = loaded.system.properties.iter().map(|property| property.name.as_str());
        let beside = loaded.contents.iter().flat_map(|content| &content.not_part);
        let known: Vec<&str> = here.chain(beside.map(String::as_str)).collect();
        let help = match known.is_empty() {
            true => {
                "the models have no properties of their own: give a file, p.aut for example".into()
            }
            false => format!("the models have the properties {}", few(&known, 8)),
        };
        let message = format!("there is no property and no file `{name}`");
        return Err(Failure::usage_with_help(message, help));
    }
    let component = load::component(path, &options.for_property(), files, context, loaded)?;
    if loaded.system.properties.iter().any(|property| property.name == component.name) {
        let message = format!("there is a property `{}` already", component.name);
        return Err(Failure::usage_with_help(message, format!("rename {name}")));
    }
    let id = PropertyId::of(loaded.system.properties.len());
    loaded.system.properties.push(Property { name: component.name, lts: component.lts });
    Ok(id)
}

/// Makes a property fit to be checked, and says what one should know about it.
fn prepare(id: PropertyId, loaded: &mut Loaded) -> Attempt<()> {
    let known = loaded.system.alphabet();
    let alone = loaded.system.components.is_empty();
    let Property { name, lts } = &mut loaded.system.properties[id.index()];
    let mut remark = |diagnostic: Diagnostic| loaded.remarks.push(Remark::bare(diagnostic));
    if lts.initial().is_error() {
        let message = format!("the property {name} starts in the error state: it allows nothing");
        return Err(Failure::usage(message));
    }
    if lts.has_error() {
        *lts = lts.without_error();
        remark(Diagnostic::note(format!(
            "the transitions of property {name} to the error state were left out: whatever a \
             property does not allow is an error"
        )));
    }
    if !lts.is_deterministic() {
        remark(Diagnostic::note(format!(
            "the property {name} is not deterministic: it allows a trace if some of its runs does"
        )));
    }
    let foreign: Alphabet = lts.alphabet().difference(&known);
    if !foreign.is_empty() && !alone {
        let names = loaded.system.actions.names(&foreign);
        let (is, they) = if names.len() == 1 { ("is", "it") } else { ("are", "they") };
        remark(
            warning(format!("{} of property {name} {is} in no component", few(&names, 5)))
                .help(format!("{they} may happen at any time; is there a misspelling?")),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use surmise_model::Lts;

    #[test]
    fn a_property_is_known_by_its_name_in_the_text_if_no_other_is() {
        let mut system = System::default();
        for name in ["{a.1,a.2}::SAFE", "x:LIVE(2)", "p:TWICE", "q:TWICE", "q:SAFE#2", "P"] {
            let lts = Lts::builder().ensure_states(1).build().expect("one state");
            system.properties.push(Property { name: name.to_owned(), lts });
        }
        let named = |name| property_named(&system, name).map(PropertyId::index);
        assert_eq!(named("SAFE"), Some(0));
        assert_eq!(named("LIVE"), Some(1));
        assert_eq!(named("q:TWICE"), Some(3));
        assert_eq!(named("P"), Some(5));
        assert_eq!(named("TWICE"), None);
        assert_eq!(named("a"), None);
    }
}
