//! What does a text define, and what is wrong with it?
//!
//! Asked after every few keys by whoever edits a text: nothing is composed or searched. The outline
//! says what can be said without evaluating; if it finds no mistake, the text is also compiled, as
//! far as that is quick.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use surmise_lang::outline::Outline;
use surmise_model::{Diagnostic, Severity, Span};

use super::{Kind, Report};
use crate::desk::Desk;
use crate::load::{self, Draft, InputOptions, Language, language_of};
use crate::{Attempt, Failure, Named, Remark, Source, instead};

/// What does a text define, and what is wrong with it?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Proofread {
    /// The file.
    pub model: PathBuf,
    /// Whether to compile it, too, if its outline is faultless.
    pub compile: bool,
}

/// What a text defines, and what is wrong with it.
#[derive(Debug, Serialize)]
pub struct ProofreadReport {
    /// The language, if it is in one that is known.
    pub language: Option<&'static str>,
    /// The words that cannot name anything in it.
    pub keywords: Vec<&'static str>,
    /// The names that it defines.
    pub symbols: Vec<DefinedName>,
    /// What is wrong with it.
    pub mistakes: Vec<Mistake>,
}

/// A name that a text defines.
#[derive(Debug, Serialize)]
pub struct DefinedName {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: String,
    /// The bytes where it is defined.
    pub definition: [usize; 2],
    /// The bytes of all other places where it stands.
    pub uses: Vec<[usize; 2]>,
}

/// Something that is wrong with a text.
#[derive(Debug, Serialize)]
pub struct Mistake {
    /// What, and where.
    pub diagnostic: Value,
    /// What to write there instead, if the help line says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// A text, and what its outline says.
pub(crate) struct Draughted {
    source: Arc<Source>,
    language: Option<&'static dyn Language>,
    outline: Outline,
}

impl Report for ProofreadReport {}

impl Kind for Proofread {
    type Subject = Draughted;
    type Found = Vec<Remark>;
    type Report = ProofreadReport;

    const UNCERTIFIED: Option<&'static str> = Some("there is no verdict");

    fn load(&self, desk: Desk<'_>) -> Attempt<Draughted> {
        let (files, context) = (desk.files(), desk.context);
        let source = Source::open(&self.model, files, context)?;
        let bytes = source.bytes(context)?;
        let text = String::from_utf8_lossy(&bytes);
        let language = language_of(&self.model, &text);
        let draft = Draft { text: &text, path: &self.model, files, context };
        let outline = match language {
            Some(language) => language.outline(&draft)?.unwrap_or_default(),
            None => Outline::default(),
        };
        Ok(Draughted { source: Arc::new(source), language, outline })
    }

    fn answer(&self, subject: &mut Draughted, desk: Desk<'_>) -> Attempt<Vec<Remark>> {
        let diagnostics = std::mem::take(&mut subject.outline.diagnostics);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let is_wrong = diagnostics.iter().any(is_error);
        let about = |diagnostic| Remark::about(&subject.source, diagnostic);
        let mut remarks: Vec<Remark> = diagnostics.into_iter().map(about).collect();
        if self.compile && !is_wrong {
            remarks.extend(self.compiled(desk)?);
        }
        Ok(remarks)
    }

    fn report(
        &self,
        subject: Draughted,
        remarks: Vec<Remark>,
        _: Desk<'_>,
    ) -> Attempt<ProofreadReport> {
        let span = |span: Span| [span.start, span.end];
        let symbols = subject.outline.symbols.into_iter().map(|symbol| DefinedName {
            kind: symbol.kind.to_string(),
            definition: span(symbol.definition),
            uses: symbol.uses.into_iter().map(span).collect(),
            name: symbol.name,
        });
        let unquotable = |error| Failure::file("read", &subject.source.name, &error);
        let mistake = |remark: &Remark| {
            Ok(Mistake {
                diagnostic: remark.json().map_err(unquotable)?,
                instead: instead(&remark.diagnostic).map(|(_, text)| text.to_owned()),
            })
        };
        Ok(ProofreadReport {
            language: subject.language.map(|language| language.name().name()),
            keywords: subject.language.map(Language::keywords).unwrap_or_default(),
            symbols: symbols.collect(),
            mistakes: remarks.iter().map(mistake).collect::<Attempt<_>>()?,
        })
    }
}

impl Proofread {
    /// What compiling says. That it takes too long is not the text's mistake.
    fn compiled(&self, desk: Desk<'_>) -> Attempt<Vec<Remark>> {
        let models = std::slice::from_ref(&self.model);
        let read = load::either(models, &InputOptions::default(), desk.files(), desk.context);
        match read {
            Ok(load::Either::Plain(loaded)) => Ok(loaded.remarks),
            Ok(load::Either::Probabilistic(loaded)) => Ok(loaded.remarks),
            Err(Failure::Wrong(remarks)) => Ok(remarks),
            Err(Failure::Stopped(stopped)) => Ok(stopped.remarks),
        }
    }
}
