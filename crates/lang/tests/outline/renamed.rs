//! Renaming a symbol wherever it stands leaves the same system, but for its name.

use surmise_lang::outline::{Outline, Symbol};
use surmise_lang::{CompileError, fsp, prism, promela};
use surmise_model::{Context, Limits, Span, System};
use surmise_testing::corpus_folder;

use super::{Beside, LANGUAGES, texts};

/// How many symbols of one text are renamed.
const MOST: usize = 40;

/// Every `n`th symbol of an outline, at most so many; those whose places are also another's, as the
/// words of a macro that two processes use, are left out.
fn some(outline: &Outline) -> impl Iterator<Item = &Symbol> {
    let places = |symbol: &Symbol| symbol.uses.iter().copied().chain([symbol.definition]).collect();
    let all: Vec<Vec<Span>> = outline.symbols.iter().map(places).collect();
    let shared = move |place: &Span| all.iter().filter(|one| one.contains(place)).count() > 1;
    let step = outline.symbols.len().div_ceil(MOST).max(1);
    outline
        .symbols
        .iter()
        .step_by(step)
        .filter(move |symbol| !symbol.uses.iter().chain([&symbol.definition]).any(&shared))
}

/// The text with a symbol under another name, which nobody else has.
fn renamed(source: &str, symbol: &Symbol) -> String {
    let mut places: Vec<Span> = symbol.uses.iter().copied().chain([symbol.definition]).collect();
    places.sort_unstable();
    let mut text = source.to_owned();
    for place in places.into_iter().rev() {
        text.insert_str(place.end, "_other9");
    }
    text
}

/// Renames symbols of all correct texts of a language and compares what they are compiled to.
fn compare<T: PartialEq>(language: usize, least: usize, compiled: impl Fn(&str) -> Option<T>) {
    let (folders, extension, outline) = LANGUAGES[language];
    let mut count = 0;
    for (path, source) in texts(&folders[..folders.len() - 1], extension) {
        let Some(expected) = compiled(&source) else { continue };
        for symbol in some(&outline(&source)) {
            let text = renamed(&source, symbol);
            let found = compiled(&text);
            assert!(found.as_ref() == Some(&expected), "{}: {symbol:?}\n{text}", path.display());
            count += 1;
        }
    }
    assert!(count > least, "only {count} symbols of .{extension} were renamed");
}

/// A system without the names of its parts and of its actions.
fn nameless(system: &System) -> impl PartialEq + use<> {
    let components: Vec<_> = system.components.iter().map(|part| part.lts.clone()).collect();
    let properties: Vec<_> = system.properties.iter().map(|part| part.lts.clone()).collect();
    let System { hidden, priority, termination, .. } = system.clone();
    (components, properties, hidden, priority, termination)
}

#[test]
fn processes_stay_what_they_are() {
    let limits = fsp::SizeLimits { states: 20_000, leaves: 200, labels: 1_000_000 };
    let options = fsp::CompileOptions { limits, ..fsp::CompileOptions::default() };
    compare(0, 200, |source| {
        let compiled = fsp::compile(source, &options, &Context::unlimited()).ok()?;
        // No name that is renamed is part of an action.
        let actions: Vec<String> =
            compiled.system.actions.iter().map(|(_, name)| name.to_owned()).collect();
        Some((nameless(&compiled.system), actions))
    });
}

#[test]
fn programs_stay_what_they_are() {
    let beside = Beside(corpus_folder("promela"));
    let options = promela::CompileOptions { includes: &beside, ..Default::default() };
    let limits = Limits { states: Some(5_000), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    compare(1, 100, |source| match promela::compile(source, &options, &context) {
        Ok(compiled) => Some(nameless(&compiled.system)),
        Err(CompileError::Wrong(_) | CompileError::Stopped { .. }) => None,
    });
}

#[test]
fn models_stay_what_they_are() {
    compare(2, 50, |source| {
        let model = prism::compile(source, &prism::CompileOptions::default()).ok()?;
        let (system, _) = model.components(&[], &Context::unlimited()).ok()?;
        Some(system.components.into_iter().map(|part| part.lpts).collect::<Vec<_>>())
    });
}
