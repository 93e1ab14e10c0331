//! Is a certificate right?

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surmise_certify::{
    Accepted, AcceptedConformance, AcceptedFormula, AcceptedNumber, AcceptedProgram,
    CheckedPremise as Premise, Refusal, check, check_conformance, check_formula, check_program,
    check_temporal_program,
};
use surmise_lang::prism::Property;
use surmise_lang::promela::Asked;
use surmise_model::certificate::number::{NumberCertificate, WrittenNumber};
use surmise_model::certificate::program::{ProgramCertificate, ProgramSubject};
use surmise_model::certificate::{AnyCertificate, Evidence, WrittenTemporal};
use surmise_model::{
    Certificate, Claim, ComponentId, ConformanceCertificate, Context, Fairness, FormulaCertificate,
    Stop, System, TemporalId, TemporalKind, TemporalProperty, Violation,
};

use super::{Kind, Report};
use crate::certificates;
use crate::check::{Wanted, choose};
use crate::desk::Desk;
use crate::load::{self, Formulated, InputOptions, Loaded, PrismText, Program, Specified};
use crate::probability::{check_certificate, questions};
use crate::report::ClaimReport;
use crate::{Attempt, Failure, Name, OptionName, Source, Verdict};

/// Is a certificate right?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Certify {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them; what was chosen when the certificate was written need not be chosen again.
    pub input: InputOptions,
    /// The certificate.
    pub certificate: PathBuf,
    /// Properties in files of their own, or a formula that is not to be taken from the certificate.
    pub properties: Vec<String>,
    /// The specification that a certificate about conformance is about.
    pub specification: Option<PathBuf>,
}

impl Certify {
    /// Is a certificate of these models right?
    pub fn of<M: Into<PathBuf>>(
        models: impl IntoIterator<Item = M>,
        certificate: impl Into<PathBuf>,
    ) -> Self {
        let models = models.into_iter().map(Into::into).collect();
        Self { models, certificate: certificate.into(), ..Self::default() }
    }
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Certified {
    /// The certificate is right.
    Accepted {
        /// What it shows.
        shows: String,
        /// The premises of a proof.
        premises: Vec<CheckedPremise>,
    },
    /// It is not.
    Refused {
        /// What is wrong.
        reason: String,
        /// The premise that is false, if one is.
        premise: Option<String>,
        /// The trace that shows it.
        trace: Option<Vec<String>>,
    },
    /// A limit was reached before one could tell.
    Undecided {
        /// What is not known.
        reason: String,
    },
}

/// A premise that is true.
#[derive(Debug, Serialize)]
pub struct CheckedPremise {
    /// What it says.
    pub statement: String,
    /// How many states were visited to see that.
    pub states: u64,
}

/// A certificate, and what it is about.
pub(crate) enum Subject {
    Traces(Box<Certificate>, Loaded),
    Conformance(ConformanceCertificate, Specified),
    Formula(FormulaCertificate, Formulated),
    Program(ProgramCertificate, Box<Program>),
    Number(NumberCertificate, Box<PrismText>),
}

impl Kind for Certify {
    type Subject = Subject;
    type Found = Certified;
    type Report = Certified;

    const UNCERTIFIED: Option<&'static str> = Some("it is about a certificate");

    fn load(&self, desk: Desk<'_>) -> Attempt<Subject> {
        match (certificates::read(&self.certificate, desk)?, &self.specification) {
            (AnyCertificate::Conformance(certificate), Some(specification)) => {
                let mut asked = load::specified(
                    &self.models,
                    specification,
                    &self.input,
                    desk.files(),
                    desk.context,
                )?;
                desk.remark_all(std::mem::take(&mut asked.loaded.remarks));
                Ok(Subject::Conformance(certificate, asked))
            }
            (AnyCertificate::Conformance(_), None) => {
                Err(Failure::usage("a certificate about conformance needs the specification")
                    .concerning(OptionName::Specification)
                    .help("say which file it is in"))
            }
            (_, Some(_)) => Err(Failure::usage("the certificate is about no specification")
                .concerning(OptionName::Specification)
                .help("leave it out")),
            (AnyCertificate::Claim(certificate), None) => {
                let loaded = self.claimed(&certificate, desk)?;
                Ok(Subject::Traces(Box::new(certificate), loaded))
            }
            (AnyCertificate::Program(certificate), None) => {
                let mut input = self.input.clone();
                if let ProgramSubject::Property(name) = &certificate.subject
                    && let Some(predicate) = name.strip_prefix("never ")
                    && !input.properties().any(|known| known == *name)
                {
                    input.never.push(predicate.to_owned());
                }
                // A formula that the text does not have is the user's.
                if let ProgramSubject::Temporal { name, .. } = &certificate.subject
                    && !is_word(name)
                {
                    input.formulas.push(name.clone());
                }
                let mut loaded =
                    load::program_or_system(&self.models, &input, desk.files(), desk.context)?;
                desk.remark_all(std::mem::take(&mut loaded.remarks));
                let not_one = || Failure::usage("the certificate is about one program");
                let program = loaded.program.ok_or_else(not_one)?;
                Ok(Subject::Program(certificate, program))
            }
            (AnyCertificate::Number(certificate), None) => {
                let mut input = self.input.clone();
                if input.prism.constants.is_empty() {
                    input.prism.constants.clone_from(&certificate.constants);
                }
                let text = load::prism(&self.models, &input, desk.files(), desk.context)?;
                let not_one = || Failure::usage("the certificate is about one PRISM model");
                Ok(Subject::Number(certificate, Box::new(text.ok_or_else(not_one)?)))
            }
            (AnyCertificate::Formula(certificate), None) => {
                let text = match &self.properties[..] {
                    [] => &certificate.formula,
                    [text] => text,
                    _ => {
                        return Err(Failure::usage("a certificate is about one formula")
                            .concerning(OptionName::Property));
                    }
                };
                let mut asked =
                    load::formulated(&self.models, text, &self.input, desk.files(), desk.context)?;
                desk.remark_all(std::mem::take(&mut asked.remarks));
                Ok(Subject::Formula(certificate, asked))
            }
        }
    }

    fn answer(&self, subject: &mut Subject, desk: Desk<'_>) -> Attempt<Certified> {
        let context = desk.context;
        Ok(match subject {
            Subject::Traces(certificate, loaded) => {
                let system = &loaded.system;
                let checked = check(system, certificate, context);
                Certified::new(checked.map(|accepted| {
                    let Accepted { evidence, premises } = accepted;
                    (shown(system, &evidence), premises)
                }))
            }
            Subject::Conformance(certificate, asked) => {
                let Specified { loaded, name, specification } = asked;
                let checked =
                    check_conformance(&loaded.system, specification, certificate, context);
                Certified::new(checked.map(|AcceptedConformance { conforms, premises }| {
                    let verb = if conforms { "conforms" } else { "does not conform" };
                    (format!("the system {verb} to {}", Name::from(&**name)), premises)
                }))
            }
            Subject::Formula(certificate, asked) => {
                let Formulated { system, atoms, formula, .. } = asked;
                let checked = check_formula(system, atoms, &formula.negation, certificate, context);
                Certified::new(checked.map(|AcceptedFormula { holds, premises }| {
                    let verb = if holds { "has" } else { "does not have" };
                    (format!("the system {verb} {}", Name::from(&*formula.text)), premises)
                }))
            }
            Subject::Number(certificate, text) => {
                let checked = self.of_number(certificate, text, desk)?;
                Certified::new(checked.map(|accepted| {
                    let AcceptedNumber { bounds, premises } = accepted;
                    (told(&certificate.property, &bounds), premises)
                }))
            }
            Subject::Program(certificate, program) => {
                let checked = of_program(program, certificate, context);
                Certified::new(checked.map(|AcceptedProgram { holds, premises }| {
                    let what = match (&certificate.subject, holds) {
                        (ProgramSubject::Property(name), true) => {
                            format!("property {} holds", Name::from(name.as_str()))
                        }
                        (ProgramSubject::Property(name), false) => {
                            format!("property {} is violated", Name::from(name.as_str()))
                        }
                        (ProgramSubject::NoError, true) => "nothing goes wrong".to_owned(),
                        (ProgramSubject::NoError, false) => "something goes wrong".to_owned(),
                        (ProgramSubject::NoDeadlock, true) => "there is no deadlock".to_owned(),
                        (ProgramSubject::NoDeadlock, false) => "there is a deadlock".to_owned(),
                        (ProgramSubject::Temporal { name, fairness }, holds) => {
                            let verb = if holds { "holds" } else { "is violated" };
                            let (name, fairness) =
                                (Name::from(name.as_str()), Fairness::from(*fairness));
                            format!("{name} {verb} (with {fairness})")
                        }
                    };
                    (format!("{what}, by the states of the program"), premises)
                }))
            }
        })
    }

    fn report(&self, _: Subject, found: Certified, _: Desk<'_>) -> Attempt<Certified> {
        Ok(found)
    }
}

impl Certify {
    /// Checks a certificate about a number, of the property that it has or of the one with the same
    /// text in the files that are given.
    fn of_number(
        &self,
        certificate: &NumberCertificate,
        text: &PrismText,
        desk: Desk<'_>,
    ) -> Attempt<Result<AcceptedNumber, Box<Refusal>>> {
        let mut sources = Vec::new();
        for given in &self.properties {
            sources.push(Arc::new(super::measure::source(given, desk)?));
        }
        if sources.is_empty() {
            sources.push(Arc::new(Source::inline("property", &certificate.property)));
        }
        let mut texts = Vec::new();
        for source in &sources {
            texts.push(String::from_utf8_lossy(&source.bytes(desk.context)?).into_owned());
        }
        let model = text.compiled_for(&texts)?;
        let (properties, _) = questions(&model, &sources, desk.context)?;
        let is_meant = |property: &&Property| property.text == certificate.property;
        let Some(property) = properties.iter().find(is_meant) else {
            let why = format!("nothing asks for {}", Name::from(&*certificate.property));
            return Ok(Err(Box::new(Refusal::Mismatch(why))));
        };
        Ok(check_certificate(&model, property, certificate, desk.context))
    }

    /// The system that a certificate about traces or deadlock is about.
    fn claimed(&self, certificate: &Certificate, desk: Desk<'_>) -> Attempt<Loaded> {
        let mut input = self.input.clone();
        input.ranges = (!certificate.ranges.is_empty()).then(|| certificate.cut_to());
        if let Some(subject) = &certificate.subject {
            if input.fsp.process.is_none() {
                input.fsp.process.clone_from(&subject.process);
            }
            if input.fsp.parameters.is_empty() {
                input.fsp.parameters.clone_from(&subject.parameters);
            }
        }
        let mut properties = self.properties.clone();
        let models = Wanted::only(properties.clone()).models(&self.models, desk.files());
        let mut loaded = load::system(&models, &input, desk.files(), desk.context)?;
        if let Some(property) = &certificate.property {
            let mut defined = loaded.contents.iter().flat_map(|content| &content.not_part);
            let is_defined = defined.any(|name| *name == property.name);
            if is_defined && !properties.contains(&property.name) {
                properties.push(property.name.clone());
            }
        }
        choose(&Wanted::only(properties), &mut loaded, &input, desk.files(), desk.context)?;
        if let Some(written) = &certificate.temporal {
            add_given(written, &mut loaded)?;
        }
        desk.remark_all(std::mem::take(&mut loaded.remarks));
        Ok(loaded)
    }
}

/// What a number was found to be.
fn told(property: &str, bounds: &[(WrittenNumber, WrittenNumber)]) -> String {
    let about = |number: &WrittenNumber| match number {
        WrittenNumber::Finite(value) => value.approximate().to_string(),
        WrittenNumber::Infinite => "infinity".to_owned(),
    };
    let one = |(low, high): &(WrittenNumber, WrittenNumber)| match low == high {
        true => match low {
            WrittenNumber::Finite(value) if value.to_string().len() <= 40 => value.to_string(),
            _ => format!("exactly {}", about(low)),
        },
        false => format!("between {} and {}", about(low), about(high)),
    };
    let all: Vec<String> = bounds.iter().take(3).map(one).collect();
    let more = if bounds.len() > all.len() { ", …" } else { "" };
    format!("the number of {} is {}{more}", Name::from(property), all.join(", "))
}

/// Whether a claim is called so in a text: a formula has a name.
fn is_word(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// Checks a certificate against the states of a program, as its language defines them.
pub(super) fn of_program(
    program: &Program,
    certificate: &ProgramCertificate,
    context: &Context<'_>,
) -> Result<AcceptedProgram, Box<Refusal>> {
    let stopped = |Stop(reason): Stop| Refusal::Mismatch(reason.to_string());
    if let ProgramSubject::Temporal { name, fairness } = &certificate.subject {
        let mut claims = program.text.claims().enumerate();
        let unknown = || Refusal::Mismatch(format!("the program claims no `{name}`"));
        let (number, claim) = claims.find(|(_, claim)| claim.name == *name).ok_or_else(unknown)?;
        let property = TemporalProperty { fairness: (*fairness).into(), ..claim };
        let states = program.text.defined(Asked::Claim(number), context).map_err(stopped)?;
        return check_temporal_program(states.space(), &property, &certificate.claim, context);
    }
    let states = program.text.defined(Asked::States, context).map_err(stopped)?;
    let properties: Vec<String> = program.text.properties().collect();
    check_program(states.space(), &properties, certificate, context)
}

/// Adds the temporal property of a certificate to the system if a user had given it: a formula, or
/// another fairness than the model's for a definition of the model. What it says is in the answer.
fn add_given(written: &WrittenTemporal, loaded: &mut Loaded) -> Attempt<()> {
    let system = &mut loaded.system;
    let components: Vec<ComponentId> = system.component_ids().collect();
    let property = written
        .read(&mut system.actions, &components)
        .map_err(|mismatch| Failure::usage(mismatch.to_string()))?;
    let is_same = |known: &TemporalProperty| {
        let (fairness, stopping) = (property.fairness, property.stopping);
        TemporalProperty { fairness, stopping, ..known.clone() } == property
    };
    let is_given = match property.kind {
        TemporalKind::Formula | TemporalKind::DefaultProgress => true,
        TemporalKind::Progress
        | TemporalKind::Assert
        | TemporalKind::Ltl
        | TemporalKind::Never
        | TemporalKind::Acceptance
        | TemporalKind::NonProgress => system.temporal.iter().any(is_same),
    };
    if is_given && !system.temporal.contains(&property) {
        system.temporal.push(property);
    }
    Ok(())
}

/// A verdict about a temporal property, and the fairness that it rests on.
fn temporal(system: &System, id: TemporalId, verdict: &str) -> String {
    let claim = ClaimReport::new(system, Claim::Temporal(id));
    match &claim {
        ClaimReport::Temporal(property) => format!("{claim} {verdict} {}", property.basis()),
        ClaimReport::Property { .. } | ClaimReport::NoError | ClaimReport::NoDeadlock => {
            format!("{claim} {verdict}")
        }
    }
}

/// What a certificate about traces or deadlock shows.
fn shown(system: &System, evidence: &Evidence) -> String {
    let property = |id| Name::from(system.property(id).name.as_str());
    match evidence {
        Evidence::Proof(proof) => match proof.claim {
            Claim::Property(id) => format!("property {} holds", property(id)),
            Claim::NoDeadlock => "there is no deadlock".to_owned(),
            Claim::NoError => "no component reaches an error of its own".to_owned(),
            Claim::Temporal(id) => temporal(system, id, "holds"),
        },
        Evidence::Counterexample(counterexample) => match counterexample.violation {
            Violation::Property(id) => format!("property {} is violated", property(id)),
            Violation::Error(id) => {
                format!("{} reaches its error state", Name::from(&*system.component(id).name))
            }
            Violation::Deadlock => "there is a deadlock".to_owned(),
            Violation::Temporal { property, .. } => temporal(system, property, "is violated"),
        },
    }
}

impl Certified {
    fn new(checked: Result<(String, Vec<Premise>), Box<Refusal>>) -> Self {
        match checked {
            Ok((shows, premises)) => {
                let premise = |Premise { statement, states }| CheckedPremise { statement, states };
                Self::Accepted { shows, premises: premises.into_iter().map(premise).collect() }
            }
            Err(refusal) => {
                let reason = refusal.to_string();
                match *refusal {
                    Refusal::Limit { .. } => Self::Undecided { reason },
                    Refusal::Premise { statement, trace, .. } => {
                        Self::Refused { reason, premise: Some(statement), trace: Some(trace) }
                    }
                    Refusal::Invariant { statement, .. } => {
                        Self::Refused { reason, premise: Some(statement), trace: None }
                    }
                    _ => Self::Refused { reason, premise: None, trace: None },
                }
            }
        }
    }
}

impl Report for Certified {
    fn verdict(&self) -> Verdict {
        match self {
            Self::Accepted { .. } => Verdict::Holds,
            Self::Refused { .. } => Verdict::Violated,
            Self::Undecided { .. } => Verdict::Undecided,
        }
    }
}
