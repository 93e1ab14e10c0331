//! Which claims about a system are true?

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_certify::Refusal;
use surmise_model::certificate::{AnyCertificate, itf};
use surmise_model::{
    ActionTable, Claim, Context, Counterexample, Outcome, Proof, Reason, Stopping, System,
    TemporalId, ValueRange,
};
use surmise_verify::liveness;
use surmise_verify::vacuity::vacuity;

use super::{Kind, Report};
use crate::check::{self, Chosen, Judged, Ranges, Wanted, batches, choose};
use crate::desk::Desk;
use crate::evidence::{AnyLts, EvidenceOptions, Evident, Label};
use crate::load::{self, InputOptions, Loaded};
use crate::methods::{self, METHODS, MadeDepartures, Method, MethodOptions, Searched};
use crate::plot::Recorder;
use crate::report::{
    CheckReport, ClaimReport, EvidenceReport, OutcomeReport, ReuseReport, VerdictReport,
    action_names,
};
use crate::reuse::Reuse;
use crate::{Attempt, Failure, Name, OptionName, Remark, Verdict, warning};

/// Which claims about a system are true?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Check {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// What is to be checked.
    pub wanted: Wanted,
    /// The method, or the one that lets the others race.
    pub method: Option<String>,
    /// Its options.
    pub options: MethodOptions,
    /// Files with assumptions, and the component that each is about.
    pub assume: Vec<(String, PathBuf)>,
    /// What to do with the evidence.
    pub evidence: EvidenceOptions,
    /// Whether the assumptions of proofs are to be put into sentences.
    pub explain: bool,
    /// A folder of earlier findings, which are tried first, and where new ones are kept.
    pub reuse: Option<PathBuf>,
    /// Where to draw how the assumption shrinks.
    pub plot: Option<PathBuf>,
    /// Whether it is fine that the model declares what cannot be checked yet.
    pub ignore_unchecked: bool,
}

impl Check {
    /// Checks everything that models declare.
    pub fn of<M: Into<PathBuf>>(models: impl IntoIterator<Item = M>) -> Self {
        Self { models: models.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Reads what is asked about. Values that are too many are cut to ranges, to these if they are
    /// known.
    fn load_cut(&self, ranges: &[ValueRange], desk: Desk<'_>) -> Attempt<Claimed> {
        let method = self.method()?;
        let mut options = MethodOptions { plot: self.plot.is_some(), ..self.options.clone() };
        options.refuse_unknown(method)?;
        options.departures(method.departures())?;
        if self.evidence.assumptions.is_some() {
            refuse_assumptions(OptionName::Assumptions, method)?;
        }
        if self.explain {
            refuse_assumptions(OptionName::Explain, method)?;
        }
        if let Some(plot) = &self.plot {
            desk.files().refuse_inputs(&[plot])?;
        }
        let mut wanted = self.wanted.clone();
        if let Some(properties) = &mut wanted.properties {
            properties.extend(self.input.properties());
        }
        let models = wanted.models(&self.models, desk.files());
        // A program is searched as it is, unless something is wanted that is said of components.
        let formulas = wanted.temporal.of_programs(desk.files(), desk.context)?;
        let of_components = !self.assume.is_empty() || formulas.is_none();
        let as_it_is = method.for_programs().is_some() && !of_components;
        let load = |cut: bool| {
            let mut input = self.input.clone();
            input.ranges = cut.then(|| ranges.to_vec());
            let mut loaded = match as_it_is {
                true => {
                    let formulas = formulas.clone().unwrap_or_default();
                    let asked = InputOptions { formulas, ..input.clone() };
                    load::program_or_system(&models, &asked, desk.files(), desk.context)?
                }
                false => load::system(&models, &input, desk.files(), desk.context)?,
            };
            if loaded.program.is_some() && !check::is_of_program(&wanted, &loaded) {
                loaded = load::system(&models, &input, desk.files(), desk.context)?;
            }
            let chosen = match loaded.program.is_some() {
                true => check::choose_of_program(&wanted, &mut loaded),
                false => choose(&wanted, &mut loaded, &self.input, desk.files(), desk.context)?,
            };
            Attempt::Ok((loaded, chosen))
        };
        let (mut loaded, mut chosen) = load(self.assume.is_empty())?;
        // In a range, a run for ever may be one that leaves it again and again.
        let is_temporal = |claim: &Claim| matches!(claim, Claim::Temporal(_));
        if !loaded.system.ranges.is_empty() && chosen.claims.iter().any(is_temporal) {
            (loaded, chosen) = load(false)?;
        }
        options.given =
            check::given(&self.assume, &mut loaded, &self.input, desk.files(), desk.context)?;
        options.refuse_unknown(method)?;
        Ok(Claimed { loaded, chosen, method, options, ranges: Vec::new(), open: false })
    }

    fn method(&self) -> Attempt<&'static dyn Method> {
        let Some(name) = &self.method else { return Ok(methods::default()) };
        methods::by_name(name).ok_or_else(|| {
            let known: Vec<&str> = METHODS.iter().map(|method| method.name()).collect();
            let message = format!("there is no method `{name}` to check claims");
            Failure::usage_with_help(message, format!("there are {}", known.join(", ")))
                .concerning(OptionName::Method)
        })
    }
}

/// A system and what is claimed of it.
pub(crate) struct Claimed {
    loaded: Loaded,
    chosen: Chosen,
    method: &'static dyn Method,
    options: MethodOptions,
    /// Why no range of the components is left.
    ranges: Vec<Proof>,
    /// Whether that is not known of one.
    open: bool,
}

impl Kind for Check {
    type Subject = Claimed;
    type Found = Vec<(Judged, EvidenceReport)>;
    type Report = CheckReport;

    const UNCERTIFIED: Option<&'static str> = None;

    fn load(&self, desk: Desk<'_>) -> Attempt<Claimed> {
        let mut subject = self.load_cut(&[], desk)?;
        desk.remark_all(std::mem::take(&mut subject.loaded.remarks));
        let Claimed { loaded, chosen, .. } = &subject;
        desk.remark_all(check::hints(&loaded.system).into_iter().map(Remark::bare));
        if chosen.claims.is_empty() {
            return Err(Failure::usage("there is nothing to check"));
        }
        let claims = chosen.claims.iter().map(|&claim| ClaimReport::new(&loaded.system, claim));
        let claims: Vec<ClaimReport> = claims.collect();
        self.evidence.refuse_inputs(claims.iter().map(ClaimReport::label), desk)?;
        Ok(subject)
    }

    fn answer(&self, subject: &mut Claimed, desk: Desk<'_>) -> Attempt<Self::Found> {
        let recorder = Recorder::new(desk.context.observer);
        let recorded = Context { observer: &recorder, ..*desk.context };
        let watched = if self.plot.is_some() { &recorded } else { desk.context };
        let open = self.cover(subject, watched, desk)?;
        let Claimed { loaded, chosen, method, options, ranges, .. } = subject;
        let mut judged: Vec<Judged> = Vec::new();
        if let (Some(program), Some(by)) = (&loaded.program, method.for_programs()) {
            let (judgements, parts) =
                by.judge_program(program, &chosen.claims, options, watched)?;
            let claims = chosen.claims.iter().zip(judgements);
            judged.extend(claims.map(|(&claim, verdict)| Judged::new(claim, *method, verdict)));
            judged.retain(|judged| judged.is_violated() || !chosen.quiet.contains(&judged.claim));
            if let Some(parts) = parts {
                desk.remark_all(parts.remarks);
                (loaded.system, *ranges) = (parts.system, parts.ranges);
            }
        }
        let mut claims = if loaded.program.is_some() { Vec::new() } else { chosen.claims.clone() };
        let mut in_vain: Vec<(Claim, ReuseReport)> = Vec::new();
        if let Some(reuse) = self.reuse(loaded, *method, desk) {
            for claim in std::mem::take(&mut claims) {
                match reuse.recall(&loaded.system, claim)? {
                    Some(Ok(found)) => judged.push(found),
                    Some(Err(why)) => {
                        in_vain.push((claim, why));
                        claims.push(claim);
                    }
                    None => claims.push(claim),
                }
            }
        }
        let batches = batches(&loaded.system, &claims, *method, watched)?;
        for (index, batch) in batches.iter().enumerate() {
            let judge = |context: &Context<'_>| batch.judge(&loaded.system, options, context);
            judged.extend(watched.share(batches.len() - index, judge)?);
        }
        for judged in judged.iter_mut().filter(|judged| judged.searched.is_none()) {
            check::leave_out(&loaded.system, &mut judged.report.outcome);
            if let Some((range, reason)) = &open {
                check::take_back(&mut judged.report.outcome, range, reason);
            }
        }
        for (claim, why) in in_vain {
            judged
                .iter_mut()
                .filter(|j| j.claim == claim)
                .for_each(|j| j.reused = Some(why.clone()));
        }
        // What comes first in a report; claims that are equal in that keep their order.
        judged.sort_by_key(Judged::rank);
        if let Some(path) = &self.plot {
            desk.write(path, recorder.chart()?.as_bytes())?;
        }
        Ok(judged.into_iter().map(|judged| (judged, EvidenceReport::default())).collect())
    }

    fn certify(&self, subject: &Claimed, found: &mut Self::Found, desk: Desk<'_>) -> Attempt<()> {
        let system = &subject.loaded.system;
        let has_several = found.len() > 1;
        let with_assumptions = found.iter().filter(|(judged, _)| judged.has_assumptions()).count();
        for (judged, evidence) in found {
            let claim = ClaimReport::new(system, judged.claim);
            let all = has_several.then(|| claim.label());
            let label = Label { all, assumptions: all.filter(|_| with_assumptions > 1) };
            let Judged { claim, report, searched, .. } = judged;
            let about = About {
                loaded: &subject.loaded,
                ranges: &subject.ranges,
                claim: *claim,
                searched: searched.as_ref(),
            };
            *evidence = self.evidence.take(&about, label, report, desk)?;
            if let Some(reuse) = self.reuse(&subject.loaded, subject.method, desk) {
                reuse.remember(&subject.loaded, judged)?;
            }
            if judged.searched.is_none() {
                warn_if_vacuous(system, judged, desk);
            }
        }
        Ok(())
    }

    fn report(&self, subject: Claimed, found: Self::Found, desk: Desk<'_>) -> Attempt<CheckReport> {
        let Claimed { loaded, chosen, method, options, open, .. } = &subject;
        let mut report = CheckReport::new(loaded, chosen, method.name());
        report.ranges.iter_mut().for_each(|range| range.shown = !open);
        report.ignores_unchecked = self.ignore_unchecked;
        report.departures = MadeDepartures::new(options, method.departures())?;
        for (judged, evidence) in found {
            let mut verdict = VerdictReport::new(&loaded.system, &judged, evidence)?;
            if self.explain
                && let (OutcomeReport::Holds(proved), Outcome::Holds(proof)) =
                    (&mut verdict.outcome, &judged.report.outcome)
            {
                proved.proof.explain(&loaded.system, proof, desk.context)?;
            }
            report.verdicts.push(verdict);
        }
        Ok(report)
    }
}

impl Check {
    /// The findings of earlier runs, if they are wanted. Of programs that are searched as they are,
    /// and of components that are cut, nothing is kept.
    fn reuse<'d>(
        &self,
        loaded: &Loaded,
        method: &'static dyn Method,
        desk: Desk<'d>,
    ) -> Option<Reuse<'d>> {
        let folder = self.reuse.clone()?;
        if loaded.program.is_some() || !loaded.system.ranges.is_empty() {
            return None;
        }
        let Self { models, input, assume, .. } = self;
        // However many threads there are, the answer is the same.
        let options = MethodOptions { threads: 1, ..self.options.clone() };
        Some(Reuse::new(folder, &(models, input, method.name(), options, assume), method, desk))
    }

    /// Shows that no range of the components is left, as often as it takes to make them wide
    /// enough. Gives the range that is open, if one is, and why.
    fn cover(
        &self,
        subject: &mut Claimed,
        context: &Context<'_>,
        desk: Desk<'_>,
    ) -> Attempt<Option<(ValueRange, Reason)>> {
        while !subject.loaded.system.ranges.is_empty() {
            let Claimed { loaded, method, options, .. } = &*subject;
            match check::judge_ranges(&loaded.system, *method, options, context)? {
                Ranges::Shown(proofs) => {
                    subject.ranges = proofs;
                    break;
                }
                Ranges::Left(wider) => {
                    for (range, wider) in loaded.system.ranges.iter().zip(&wider) {
                        let ValueRange { name, low, high } = wider;
                        if range.values != *wider {
                            context.narrate(|| format!("`{name}` is left: it gets {low}..{high}"));
                        }
                    }
                    *subject = self.load_cut(&wider, desk)?;
                    // It may have become too much, and been explored.
                    if subject.loaded.system.ranges.is_empty() {
                        desk.remark_all(std::mem::take(&mut subject.loaded.remarks));
                    }
                }
                Ranges::Open(range, reason) => {
                    subject.open = true;
                    return Ok(Some((range, reason)));
                }
            }
        }
        Ok(None)
    }
}

impl Report for CheckReport {
    fn verdict(&self) -> Verdict {
        let unchecked = self.unchecked.iter().any(|unchecked| unchecked.is_claim);
        let unchecked = (unchecked && !self.ignores_unchecked).then_some(Verdict::Undecided);
        let verdicts = self.verdicts.iter().map(|verdict| verdict.outcome.verdict());
        Verdict::all(verdicts.chain(unchecked))
    }
}

/// Says so if a method has no assumptions to write or to explain.
fn refuse_assumptions(option: OptionName, method: &dyn Method) -> Attempt<()> {
    if method.finds_assumptions() {
        return Ok(());
    }
    let able = METHODS.iter().filter(|method| method.finds_assumptions());
    let able: Vec<&str> = able.map(|method| method.name()).collect();
    let message = format!("the method {} makes no assumptions", method.name());
    let help = format!("leave it out, or use the method {}", able.join(" or "));
    Err(Failure::usage_with_help(message, help).concerning(option).remedied_by(OptionName::Method))
}

fn warn_if_vacuous(system: &System, judged: &Judged, desk: Desk<'_>) {
    let id = match judged.claim {
        Claim::Property(id) => id,
        Claim::NoError | Claim::NoDeadlock => return,
        Claim::Temporal(id) => return warn_if_no_run(system, id, judged, desk),
    };
    if let Outcome::Holds(_) = &judged.report.outcome
        && !system.components.is_empty()
        && let Some(vacuity) = vacuity(system, id, desk.context)
    {
        let name = Name::from(system.property(id).name.as_str());
        desk.note(warning(format!("property {name} holds, but {vacuity}")));
    }
}

/// A temporal property holds whatever it says if no run counts.
fn warn_if_no_run(system: &System, id: TemporalId, judged: &Judged, desk: Desk<'_>) {
    let property = system.temporal_property(id);
    if let Outcome::Holds(_) = &judged.report.outcome
        && let Ok(false) = liveness::has_run(system, property, desk.context)
    {
        let claim = ClaimReport::new(system, judged.claim);
        let message = format!("{claim} holds, but there is no run that it could be false of");
        let why = match property.stopping {
            Stopping::Stays => "all runs end in an error state",
            Stopping::Ignored => {
                "runs that stop do not count, and all runs stop or end in an error"
            }
        };
        desk.note(warning(message).help(why));
    }
}

/// What a verdict is about.
struct About<'a> {
    loaded: &'a Loaded,
    /// Why no range of its components is left.
    ranges: &'a [Proof],
    claim: Claim,
    /// What a search of a program found, if it comes from there.
    searched: Option<&'a Searched>,
}

impl Evident for About<'_> {
    type Proof = Proof;
    type Counterexample = Counterexample;
    type Certificate = AnyCertificate;

    fn certificate(&self, outcome: &Outcome) -> Attempt<Option<AnyCertificate>> {
        if let Some(searched) = self.searched {
            let certificate = check::of_program(&self.loaded.system, self.claim, searched);
            return Ok(Some(AnyCertificate::Program(certificate)));
        }
        let certificate = check::certificate(self.loaded, outcome, self.ranges)?;
        Ok(certificate.map(AnyCertificate::Claim))
    }

    fn text(&self, certificate: &AnyCertificate) -> String {
        certificate.to_json()
    }

    fn check(
        &self,
        certificate: &AnyCertificate,
        context: &Context<'_>,
    ) -> Result<(), Box<Refusal>> {
        match (certificate, &self.loaded.program) {
            (AnyCertificate::Claim(certificate), _) => {
                surmise_certify::check(&self.loaded.system, certificate, context).map(|_| ())
            }
            (AnyCertificate::Program(certificate), Some(program)) => {
                super::certify::of_program(program, certificate, context).map(|_| ())
            }
            _ => Err(Box::new(Refusal::Mismatch("it is about something else".to_owned()))),
        }
    }

    fn assumptions<'o>(&self, outcome: &'o Outcome) -> Vec<AnyLts<'o>> {
        check::assumptions(outcome).into_iter().map(AnyLts::Plain).collect()
    }

    fn actions(&self) -> Attempt<Cow<'_, ActionTable>> {
        action_names(&self.loaded.system, self.claim).map(Cow::Owned)
    }

    fn write_counterexample(
        &self,
        run: &Counterexample,
        file: PathBuf,
        desk: Desk<'_>,
    ) -> Attempt<Option<String>> {
        let is_itf = file.to_string_lossy().ends_with(".itf.json");
        let text = match (is_itf, self.searched) {
            (true, Some(Searched { told: Some(told), .. })) => itf(&told.system, run),
            (true, _) => itf(&self.loaded.system, run),
            (false, Some(searched)) => {
                check::of_program(&self.loaded.system, self.claim, searched).to_json()
            }
            (false, None) => check::of_counterexample(self.loaded, run).to_json(),
        };
        desk.write(&file, text.as_bytes())?;
        Ok(Some(file.display().to_string()))
    }
}
