//! The results as JUnit XML, which every CI server reads: one suite for each file.

use std::path::Path;

use indexmap::IndexMap;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use surmise::{Attempt, Failure, Files};

use super::run::{Judgement, TestResult};
use crate::session::Session;

/// Writes a report.
pub(super) fn write(path: &Path, results: &[TestResult], session: &Session) -> Attempt<()> {
    let text = report(results).to_string().map_err(|error| Failure::usage(error.to_string()))?;
    session.disk.write(path, &mut |out| {
        out.write_all(text.as_bytes())
            .map_err(|error| Failure::file("write", &path.display().to_string(), &error))
    })
}

fn report(results: &[TestResult]) -> Report {
    let mut suites: IndexMap<&str, TestSuite> = IndexMap::new();
    for result in results {
        let suite = suites.entry(&result.file).or_insert_with(|| TestSuite::new(&result.file));
        let mut case = TestCase::new(
            format!(
                "{}:{} {}: {} [{}]",
                result.file, result.line, result.system, result.expected, result.method
            ),
            status(&result.result),
        );
        case.set_classname(&result.file).set_time(result.time);
        suite.add_test_case(case);
    }
    let mut report = Report::new("surmise test");
    report.add_test_suites(suites.into_values());
    report
}

fn status(judgement: &Judgement) -> TestCaseStatus {
    let (kind, message) = match judgement {
        Judgement::Passed => return TestCaseStatus::success(),
        Judgement::Failed { found } => (NonSuccessKind::Failure, found),
        Judgement::Undecided { reason } => (NonSuccessKind::Error, reason),
        Judgement::Wrong { message } => (NonSuccessKind::Error, message),
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message.as_str());
    status
}
