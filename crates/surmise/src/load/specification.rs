//! A probabilistic system beside the specification that it is to conform to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise_model::{Alphabet, Context, Lpts, ProbabilisticComponent};

use super::lift::numbers;
use super::options::{InputOptions, LanguageName};
use super::probabilistic::{Probabilistic, read};
use super::read::Opened;
use crate::{Attempt, Failure, Files};

/// A system and its specification, over one table of actions.
pub struct Specified {
    /// The system.
    pub loaded: Probabilistic,
    /// What the specification is called.
    pub name: String,
    /// The specification as it is written: not completed.
    pub specification: Lpts,
}

/// Reads files into a probabilistic system, whether they have probabilities or not, and another one
/// into its specification. If that has several components, it is their composition, what they hide
/// being silent.
///
/// # Errors
/// All mistakes in the files; that one cannot be had; that it takes too long.
pub fn specified(
    models: &[PathBuf],
    specification: &Path,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Specified> {
    let mut above = options.for_property();
    above.prism.modules.clear();
    let opened = Opened::new(specification, &above, files, context)?;
    let mut below = options.clone();
    // Constants are for those who have them; what nobody has, the models refuse.
    if !options.prism.constants.is_empty() {
        let has = mentions(&opened, context)?;
        above.prism.constants.retain(|(name, _)| has(name));
        if let [model] = models {
            let model = Opened::new(model, options, files, context)?;
            let is_own = mentions(&model, context)?;
            below.prism.constants.retain(|(name, _)| is_own(name) || !has(name));
        }
    }
    let language = opened.language.name();
    let mut specification = read(vec![Ok(opened)], &above, files, context)?;
    let models = models.iter().map(|path| Opened::new(path, &below, files, context)).collect();
    let mut loaded = read(models, &below, files, context)?;
    let mut used: Vec<LanguageName> = loaded.contents.iter().map(|c| c.language).collect();
    used.push(language);
    options.refuse_unknown(&used)?;
    loaded.remarks.append(&mut specification.remarks);
    let above = over_actions_of(&mut loaded, &specification, context)?;
    Ok(Specified { loaded, name: above.name, specification: above.lpts })
}

/// Reads two files, each as one LPTS, over one table of actions.
///
/// # Errors
/// As those of [`specified`].
pub fn side_by_side(
    [left, right]: [(&Path, &InputOptions); 2],
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Specified> {
    let load = |(path, options): (&Path, &InputOptions)| -> Attempt<Probabilistic> {
        let opened = Opened::new(path, options, files, context)?;
        let used = [opened.language.name()];
        let loaded = read(vec![Ok(opened)], options, files, context)?;
        options.refuse_unknown(&used)?;
        Ok(loaded)
    };
    let mut loaded = load(left)?;
    let whole = loaded.composed(context)?;
    loaded.system.hidden = Alphabet::new();
    loaded.system.components = vec![whole];
    let mut other = load(right)?;
    let right = over_actions_of(&mut loaded, &other, context)?;
    loaded.remarks.append(&mut other.remarks);
    Ok(Specified { loaded, name: right.name, specification: right.lpts })
}

/// A system as one LPTS over the actions of another one.
fn over_actions_of(
    loaded: &mut Probabilistic,
    other: &Probabilistic,
    context: &Context<'_>,
) -> Attempt<ProbabilisticComponent> {
    let whole = other.composed(context)?;
    let numbers = numbers(&mut loaded.system.actions, &other.system.actions, &other.system.hidden)?;
    let lpts = whole.lpts.renamed(|action| numbers[action.index()]);
    let lpts = lpts.map_err(|error| Failure::usage(error.to_string()))?;
    Ok(ProbabilisticComponent { name: whole.name, lpts })
}

/// Whether a PRISM text has a word; no other text has constants.
fn mentions(opened: &Opened, context: &Context<'_>) -> Attempt<impl Fn(&str) -> bool + use<>> {
    let text = match opened.language.name() {
        LanguageName::Prism => Arc::clone(&opened.source).bytes(context)?,
        _ => Vec::new(),
    };
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(move |name: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    })
}
