//! The systems that peers are measured on: all of them hold, so that everybody visits all there is.

use std::io;

use surmise_lang::fsp::{CompileOptions, compile};
use surmise_model::{Context, System};

use crate::trial::Limited;

/// A family of systems with a parameter.
pub(super) struct Subject {
    pub(super) name: &'static str,
    /// The model, below `corpus/cases`.
    pub(super) file: &'static str,
    pub(super) process: &'static str,
    pub(super) parameter: &'static str,
    pub(super) sizes: &'static [u32],
}

pub(super) const SUBJECTS: [Subject; 5] = [
    Subject {
        name: "philosophers",
        file: "dining-philosophers.lts",
        process: "ALTERNATING",
        parameter: "N",
        sizes: &[4, 6, 8],
    },
    Subject {
        name: "client-server",
        file: "client-server.lts",
        process: "CLIENT_SERVER",
        parameter: "N",
        sizes: &[6, 9, 12],
    },
    Subject {
        name: "gas-station",
        file: "gas-station.lts",
        process: "STATION",
        parameter: "K",
        sizes: &[3, 4, 5],
    },
    Subject {
        name: "pipeline",
        file: "bounded-buffer.lts",
        process: "ROW",
        parameter: "SIZE",
        sizes: &[8, 12, 16],
    },
    Subject { name: "mer", file: "mer.lts", process: "MER", parameter: "K", sizes: &[3, 4, 5] },
];

impl Subject {
    /// The system of a size.
    pub(super) fn system(&self, limited: &Limited, k: u32) -> io::Result<System> {
        let value = i32::try_from(k).unwrap_or(i32::MAX);
        let options = CompileOptions {
            process: Some(self.process.to_owned()),
            parameters: vec![(self.parameter.to_owned(), value)],
            ..CompileOptions::default()
        };
        let text = std::fs::read_to_string(limited.case(self.file))?;
        let compiled = compile(&text, &options, &Context::unlimited())
            .map_err(|error| io::Error::other(format!("{}: {error}", self.file)))?;
        Ok(compiled.system)
    }
}
