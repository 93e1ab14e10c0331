//! PRISM: a whole model a file; its modules are probabilistic components.

use std::sync::Arc;

use surmise_lang::outline::Outline;
use surmise_lang::prism::{self, CompileOptions, Model, compile, declared_constants};
use surmise_model::{Context, Diagnostic, Halt, ProbabilisticSystem, Stop, System};

use super::content::Content;
use super::language::{Draft, Input, Language, refusal};
use super::lift;
use super::options::{LanguageName, PrismOptions};
use crate::{Attempt, Failure, OptionName, Remark, Source, few};

/// PRISM's language.
pub(super) struct Prism;

/// The text of a PRISM model, and where it is from.
pub struct PrismText {
    /// Where it is from.
    pub source: Arc<Source>,
    text: String,
    constants: Vec<(String, String)>,
}

impl PrismText {
    /// Reads it.
    pub(super) fn new(
        source: &Arc<Source>,
        options: &PrismOptions,
        context: &Context<'_>,
    ) -> Attempt<Self> {
        let bytes = source.bytes(context)?;
        // Old models have accents in comments, in whatever encoding.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Self { source: Arc::clone(source), text, constants: options.constants.clone() })
    }

    /// Compiles it.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn compiled(&self) -> Attempt<Model<'_>> {
        self.compiled_for(&[])
    }

    /// Compiles it for texts of properties, which may declare constants of their own.
    ///
    /// # Errors
    /// All mistakes in it.
    pub fn compiled_for(&self, properties: &[String]) -> Attempt<Model<'_>> {
        let elsewhere = properties.iter().flat_map(|text| declared_constants(text)).collect();
        let options = CompileOptions { constants: self.constants.clone(), elsewhere };
        compile(&self.text, &options)
            .map_err(|diagnostics| Failure::Wrong(self.remarks_on(diagnostics)))
    }

    /// What is wrong with it; where a value is missing, an option helps.
    fn remarks_on(&self, diagnostics: Vec<Diagnostic>) -> Vec<Remark> {
        let remark = |diagnostic: Diagnostic| {
            let remedy = diagnostic.message.ends_with("has no value");
            let remedy = remedy.then_some(OptionName::Constants);
            Remark { remedy, ..self.remark(diagnostic) }
        };
        diagnostics.into_iter().map(remark).collect()
    }

    /// The values that were given to constants.
    pub fn constants(&self) -> &[(String, String)] {
        &self.constants
    }

    /// Something to say about it.
    pub fn remark(&self, diagnostic: Diagnostic) -> Remark {
        Remark::about(&self.source, diagnostic)
    }

    /// Why its states were not explored.
    pub fn halted(&self, halt: Halt) -> Failure {
        match halt {
            Halt::Stop(stop) => stop.into(),
            Halt::Fault(fault) => Failure::about(&self.source, vec![*fault]),
        }
    }
}

impl Language for Prism {
    fn name(&self) -> LanguageName {
        LanguageName::Prism
    }

    fn extensions(&self) -> &'static [&'static str] {
        // The last is for continuous time, which is told to be not supported.
        &["prism", "nm", "pm", "sm"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
        let first = lines.flat_map(str::split_whitespace).next().unwrap_or_default();
        text.contains("endmodule")
            || ["dtmc", "mdp", "ctmc", "probabilistic", "nondeterministic"].contains(&first)
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Constants, OptionName::Modules]
    }

    fn keywords(&self) -> Vec<&'static str> {
        prism::keywords().collect()
    }

    fn outline(&self, draft: &Draft<'_>) -> Result<Option<Outline>, Stop> {
        Ok(Some(prism::outline(draft.text)))
    }

    fn load(&self, input: &Input<'_>, _: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        Err(refusal(input.source))
    }

    fn is_probabilistic(&self, _: &Source, _: &Context<'_>) -> Attempt<bool> {
        Ok(true)
    }

    fn load_probabilistic(
        &self,
        input: &Input<'_>,
        system: &mut ProbabilisticSystem,
    ) -> Attempt<(Content, Vec<Diagnostic>)> {
        let Input { source, options, context, .. } = *input;
        let prism = PrismText::new(source, &options.prism, context)?;
        let model = prism.compiled()?;
        let (components, notes) =
            model.components(&options.prism.modules, context).map_err(|halt| prism.halted(halt))?;
        let mut diagnostics = model.diagnostics.clone();
        diagnostics.extend(notes);
        let labels: Vec<String> = model.labels().map(|label| format!("\"{label}\"")).collect();
        if !labels.is_empty() {
            let message = format!("components have no labels: without {}", few(&labels, 8));
            diagnostics.push(Diagnostic::note(message));
        }
        lift::into(system, components)?;
        Ok((Content::new(self.name()), diagnostics))
    }
}
