//! Where a question is worked on: what the host lends, what surrounds the work, and somebody to
//! tell remarks to.

use std::path::Path;

use surmise_model::{Context, Diagnostic};

use crate::{Attempt, Files, Host, Remark};

/// Where a question is worked on.
#[derive(Clone, Copy)]
pub(crate) struct Desk<'a> {
    /// Who lends files, a clock and a solver.
    pub(crate) host: &'a dyn Host,
    /// What surrounds the work.
    pub(crate) context: &'a Context<'a>,
    /// Who listens.
    pub(crate) listener: &'a dyn Fn(Remark),
}

impl<'a> Desk<'a> {
    /// The files.
    pub(crate) fn files(&self) -> &'a dyn Files {
        self.host
    }

    /// Says something about the input, or about the answer.
    pub(crate) fn remark(&self, remark: Remark) {
        (self.listener)(remark);
    }

    /// Says several things.
    pub(crate) fn remark_all(&self, remarks: impl IntoIterator<Item = Remark>) {
        remarks.into_iter().for_each(|remark| self.remark(remark));
    }

    /// Says something that has no place in a text.
    pub(crate) fn note(&self, diagnostic: Diagnostic) {
        self.remark(Remark::bare(diagnostic));
    }

    /// Does the first of so many parts of the work, which get the same share of the time that is
    /// left.
    pub(crate) fn share<T>(&self, parts: usize, work: impl FnOnce(Desk<'_>) -> T) -> T {
        self.context.share(parts, |context| work(Desk { context, ..*self }))
    }

    /// Writes a text to a file.
    pub(crate) fn write(&self, path: &Path, text: &[u8]) -> Attempt<()> {
        self.files().write(path, &mut |out| {
            out.write_all(text).map_err(|error| crate::write::unwritable(&error))
        })
    }
}
