//! FSP: a whole model a file, or one process of it.

use indexmap::IndexMap;
use surmise_lang::KeptDefinition;
use surmise_lang::fsp::{self, CompileOptions, compile};
use surmise_lang::outline::Outline;
use surmise_model::{Context, Diagnostic, Lts, Span, Stop, System};

use super::content::{Content, Reduction, Unchecked};
use super::language::{Draft, Input, Language};
use super::merge;
use super::options::{FspOptions, Granularity, LanguageName};
use crate::{Attempt, Failure, OptionName, few};

/// LTSA's language.
pub(super) struct Fsp;

impl Language for Fsp {
    fn name(&self) -> LanguageName {
        LanguageName::Fsp
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lts", "fsp"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        // Nothing tells it from any other text for certain; arrows and bars are in most models, and
        // those that begin with a long comment have at least that.
        let has = |what: &[u8]| beginning.windows(what.len()).any(|here| here == what);
        !beginning.contains(&0) && (has(b"->") || has(b"||") || has(b"/*") || has(b"//"))
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Process, OptionName::Granularity, OptionName::Parameters]
    }

    fn keywords(&self) -> Vec<&'static str> {
        fsp::keywords().collect()
    }

    fn outline(&self, draft: &Draft<'_>) -> Result<Option<Outline>, Stop> {
        fsp::outline(draft.text, draft.context).map(Some)
    }

    fn constants(&self, draft: &Draft<'_>) -> Result<Vec<(Span, String)>, Stop> {
        fsp::constants(draft.text, draft.context)
    }

    fn format(&self, text: &str) -> Option<String> {
        Some(fsp::format(text))
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, options, context, .. } = *input;
        let bytes = source.bytes(context)?;
        // Old models have accents in comments, in whatever encoding; a zero byte, which no text
        // has, is the compiler's business to report.
        let text = String::from_utf8_lossy(&bytes);
        let FspOptions { process, granularity, parameters } = &options.fsp;
        let granularity = match granularity {
            Some(Granularity::Operands) => fsp::Granularity::Operands,
            Some(Granularity::Leaves) | None => fsp::Granularity::Leaves,
        };
        let compile_options = CompileOptions {
            process: process.clone(),
            parameters: parameters.clone(),
            granularity,
            ..CompileOptions::default()
        };
        let compiled = compile(&text, &compile_options, context)
            .map_err(|error| Failure::compiling(source, error))?;
        let mut diagnostics = compiled.diagnostics;
        diagnostics.extend(notes(&compiled.kept));
        let content = Content {
            process: Some(compiled.process),
            parameters: parameters.clone(),
            // Who has chosen knows the others.
            other_processes: match process {
                Some(_) => Vec::new(),
                None => compiled.other_composites.into_iter().map(|info| info.name).collect(),
            },
            not_part: compiled.unused_properties.into_iter().map(|info| info.name).collect(),
            unchecked: compiled.kept.iter().filter_map(unchecked).collect(),
            reduce: compiled.reduction.map(|reduction| {
                Box::new(move |lts: &Lts, context: &Context<'_>| reduction.apply(lts, context))
                    as Reduction
            }),
            ..Content::new(self.name())
        };
        merge::into(system, compiled.system).map_err(|error| {
            Failure::about(source, vec![Diagnostic::error(Span::default(), error.to_string())])
        })?;
        Ok((content, diagnostics))
    }
}

/// A declaration that is read and not checked; what only shows something is none.
fn unchecked(kept: &KeptDefinition) -> Option<Unchecked> {
    let is_claim = matches!(kept.kind, "progress" | "assert" | "constraint");
    let declares = is_claim || kept.kind == "fluent";
    declares.then(|| Unchecked { kind: kept.kind, name: kept.name.as_str().into(), is_claim })
}

/// Notes on what a model also says and nobody looks at: one for each kind, with all its places.
fn notes(kept: &[KeptDefinition]) -> Vec<Diagnostic> {
    let mut kinds: IndexMap<&str, Vec<&KeptDefinition>> = IndexMap::new();
    for kept in kept {
        kinds.entry(kept.kind).or_default().push(kept);
    }
    let note = |(kind, all): (&str, Vec<&KeptDefinition>)| {
        let names: Vec<&str> = all.iter().map(|kept| kept.name.as_str()).collect();
        let is = if all.len() == 1 { "is" } else { "are" };
        let what = match kind {
            "menu" | "animation" | "import" => "used",
            _ => "checked",
        };
        let message = format!("{kind} {} {is} read, but not {what} yet", few(&names, 8));
        let label = format!("not {what}");
        let mut note = Diagnostic::note(message).label(label.clone());
        note.span = all.first().map(|first| first.span);
        for other in all.iter().skip(1).take(7) {
            note = note.related(other.span, label.clone());
        }
        note
    };
    kinds.into_iter().map(note).collect()
}
