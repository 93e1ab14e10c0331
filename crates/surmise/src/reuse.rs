//! What an earlier run found, tried first: after an edit only what changed is checked again.
//!
//! A folder keeps, for each claim of each question, the certificate of its verdict. When the
//! question is asked again, a proof is said of the system as it is now, and the independent checker
//! looks at its premises: if they are true, the claim is. Nobody has to find assumptions. A run to
//! a violation is replayed. If the certificate does not do, the claim is checked as if there were
//! none.
//!
//! **Nothing in the folder is believed.** Whoever changes it can cost time, and no more: every
//! premise is checked again on the components at hand. Premises about what has not changed can be
//! spared only if the host has a secret. Then each premise that was found to be true is sealed: the
//! seal is an HMAC (RFC 2104) with that secret of the premise's [`Fingerprint`], which says all
//! that its truth depends on. A seal made for another system, another claim or another component
//! is worth nothing for this one, or is right; one made without the secret does not fit. So what is
//! trusted is: SHA-256, that nobody else has the secret, and the program of this version, which
//! found the premise to be true.

use std::collections::BTreeSet;
use std::path::PathBuf;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use surmise_certify::{Fingerprint, Rechecked, Refusal};
use surmise_model::certificate::{Evidence, Transferred};
use surmise_model::{
    Certificate, Claim, Context, Count, Counterexample, Limits, Outcome, Proof, Report, Rule,
    Statistics, System,
};

use crate::check::{self, Judged};
use crate::desk::Desk;
use crate::load::Loaded;
use crate::methods::{self, Judgement, Method};
use crate::report::{ClaimReport, ReuseReport};
use crate::{Attempt, Name, VERSION};

/// What a finding takes in memory, at the worst, for each byte of its text.
const MEMORY_PER_BYTE: u64 = 24;

/// However little the last check took, so many states may be visited for a premise.
const LEAST_STATES: u64 = 10_000;

/// Findings of earlier runs about one question.
pub(crate) struct Reuse<'a> {
    folder: PathBuf,
    /// What the question is about, beside the claim.
    question: String,
    method: &'static dyn Method,
    secret: Option<Vec<u8>>,
    desk: Desk<'a>,
}

/// A finding, as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    format: String,
    /// Who judged.
    by: String,
    /// How many states that took.
    states: u64,
    /// The seals of premises that were found to be true.
    seals: BTreeSet<String>,
    /// The certificate, as a text.
    certificate: String,
}

const FORMAT: &str = "surmise-finding-1";

impl<'a> Reuse<'a> {
    /// The findings in a folder about a question, which is told by what it asks.
    pub(crate) fn new(
        folder: PathBuf,
        question: &impl Serialize,
        method: &'static dyn Method,
        desk: Desk<'a>,
    ) -> Self {
        let question = serde_json::to_string(question).unwrap_or_default();
        Self { folder, question, method, secret: desk.host.secret(), desk }
    }

    /// The name of the finding about a claim.
    fn name(&self, system: &System, claim: Claim) -> String {
        let claim = serde_json::to_string(&ClaimReport::new(system, claim)).unwrap_or_default();
        let digest = Sha256::digest(format!("{}\n{claim}", self.question));
        format!("{}.json", hexadecimal(&digest[..16]))
    }

    /// The seal of a premise, if there is a secret.
    fn seal(&self, premise: &Fingerprint) -> Option<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.as_ref()?).ok()?;
        mac.update(format!("surmise {VERSION} {}\n", env!("CARGO_PKG_VERSION")).as_bytes());
        mac.update(&premise.0);
        Some(hexadecimal(&mac.finalize().into_bytes()))
    }

    /// The verdict about a claim, if what was found before still shows it. If it does not, why.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(crate) fn recall(
        &self,
        system: &System,
        claim: Claim,
    ) -> Attempt<Option<Result<Judged, ReuseReport>>> {
        let context = self.desk.context;
        let name = self.name(system, claim);
        let Some(text) = self.desk.host.recall(&self.folder, &name, context)? else {
            return Ok(None);
        };
        context.reserve(text.len() as u64 * MEMORY_PER_BYTE)?;
        let not =
            |why: String| Ok(Some(Err(ReuseReport { failed: Some(why), ..Default::default() })));
        let finding = serde_json::from_slice(&text).ok();
        let Some(finding) = finding.filter(|finding: &Finding| finding.format == FORMAT) else {
            return not("what was kept cannot be read".to_owned());
        };
        let certificate = match Certificate::read(finding.certificate.as_bytes(), context) {
            Ok(certificate) => certificate,
            Err(error) => return not(error.to_string()),
        };
        let by = methods::by_name(&finding.by).unwrap_or(self.method);
        let judged = |report: Report, reused: ReuseReport| {
            let judgement = Judgement { report, raced: None, searched: None };
            Ok(Some(Ok(Judged { reused: Some(reused), ..Judged::new(claim, by, judgement) })))
        };
        if let Ok(Evidence::Counterexample(run)) = certificate.evidence(system) {
            return match replayed(system, claim, &run) {
                Ok(()) => {
                    let report = Report {
                        outcome: Outcome::Violated(run),
                        statistics: Statistics::default(),
                    };
                    judged(report, ReuseReport::default())
                }
                Err(why) => not(why),
            };
        }
        let Transferred { proof, changed, property_changed } = match certificate.transferred(system)
        {
            Ok(transferred) => transferred,
            Err(mismatch) => return not(mismatch.to_string()),
        };
        if proof.claim != claim {
            return not("it is about another claim".to_owned());
        }
        match self.recheck(system, &proof, &finding) {
            Ok(Rechecked { premises, states }) => {
                let mut statistics = Statistics::default();
                statistics.set(Count::States, states);
                let name = |id: &surmise_model::ComponentId| {
                    Name::from(system.component(*id).name.as_str())
                };
                let reused = ReuseReport {
                    changed: changed.iter().map(name).collect(),
                    property_changed,
                    premises: premises.len(),
                    checked: premises.iter().filter(|(_, known)| !known).count(),
                    states,
                    found_in: finding.states,
                    failed: None,
                };
                judged(Report { outcome: Outcome::Holds(proof), statistics }, reused)
            }
            Err(why) => not(why),
        }
    }

    /// Checks a proof again, as far as nobody knows that it is right.
    fn recheck(
        &self,
        system: &System,
        proof: &Proof,
        finding: &Finding,
    ) -> Result<Rechecked, String> {
        let known =
            |premise: &Fingerprint| self.seal(premise).is_some_and(|s| finding.seals.contains(&s));
        // To visit all states slowly is no gain over a search.
        let is_whole = matches!(proof.rule, Rule::Exhaustive | Rule::Invariant(_));
        let most = if is_whole { 0 } else { finding.states.max(LEAST_STATES) };
        let limits = self.desk.context.limits;
        let states = Some(limits.states.map_or(most, |limit| limit.min(most)));
        let context = Context { limits: Limits { states, ..limits }, ..*self.desk.context };
        surmise_certify::recheck(system, proof, &known, &context).map_err(|refusal| {
            match (*refusal, is_whole) {
                (Refusal::Limit { .. }, true) => {
                    "the proof is about the system as a whole".to_owned()
                }
                (refusal, _) => refusal.to_string(),
            }
        })
    }

    /// Keeps a verdict, for the next run.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn remember(&self, loaded: &Loaded, judged: &Judged) -> Attempt<()> {
        let Judged { claim, report, by, .. } = judged;
        let Some(certificate) = check::certificate(loaded, &report.outcome, &[])? else {
            return Ok(());
        };
        let mut seals = BTreeSet::new();
        if let (Outcome::Holds(proof), Some(_)) = (&report.outcome, &self.secret) {
            // All premises of a proof are true.
            let premises =
                surmise_certify::recheck(&loaded.system, proof, &|_| true, self.desk.context);
            let premises = premises.map(|rechecked| rechecked.premises).unwrap_or_default();
            seals.extend(premises.iter().filter_map(|(premise, _)| self.seal(premise)));
        }
        // What it took to find it counts, not what it took to see that it still stands.
        let states = match &judged.reused {
            Some(reused) if reused.succeeded() => reused.found_in,
            _ => report.statistics.of(Count::States),
        };
        let finding = Finding {
            format: FORMAT.to_owned(),
            by: by.name().to_owned(),
            states,
            seals,
            certificate: certificate.to_json(),
        };
        let text = serde_json::to_vec(&finding).unwrap_or_default();
        self.desk.host.remember(&self.folder, &self.name(&loaded.system, *claim), &text)
    }
}

/// Whether a run shows that a claim is not true.
fn replayed(system: &System, claim: Claim, run: &Counterexample) -> Result<(), String> {
    if !run.violation.refutes(claim) {
        return Err("it is about another claim".to_owned());
    }
    surmise_certify::check_counterexample(system, run).map_err(|refusal| refusal.to_string())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
