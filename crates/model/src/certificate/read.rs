//! Reading certificates: the format and the version first, which say what the rest is.

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::conformance::{CONFORMANCE_FORMAT, CONFORMANCE_VERSION, ConformanceCertificate};
use super::formula::{FORMULA_FORMAT, FORMULA_VERSION, FormulaCertificate};
use super::number::{NUMBER_FORMAT, NUMBER_VERSION, NumberCertificate};
use super::polled_text::PolledText;
use super::program::{PROGRAM_FORMAT, PROGRAM_VERSION, ProgramCertificate};
use super::{Certificate, FORMAT, VERSION};
use crate::{Context, Stop};

/// Why a text is not a certificate that this program can read.
#[derive(Debug)]
pub enum ReadError {
    /// It is not JSON, or not of the shape of a certificate.
    Json(serde_json::Error),
    /// It is of another format, which is named.
    Format(String),
    /// It is a certificate of another version.
    Version(u64),
    /// A limit was reached while it was read.
    Stopped(Stop),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not a certificate: {error}"),
            Self::Format(format)
                if [FORMAT, CONFORMANCE_FORMAT, FORMULA_FORMAT, PROGRAM_FORMAT, NUMBER_FORMAT]
                    .contains(&&**format) =>
            {
                write!(f, "another kind of certificate: its format is `{format}`")
            }
            Self::Format(format) => write!(f, "not a certificate: its format is `{format}`"),
            Self::Version(version) => {
                write!(f, "the certificate has version {version}; this program reads {VERSION}")
            }
            Self::Stopped(Stop(reason)) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// What every version of every format has.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

/// A certificate of any kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyCertificate {
    /// About a claim.
    Claim(Certificate),
    /// About the conformance of a probabilistic system.
    Conformance(ConformanceCertificate),
    /// About a formula.
    Formula(FormulaCertificate),
    /// About a program that was searched as it is.
    Program(ProgramCertificate),
    /// About a number.
    Number(NumberCertificate),
}

impl AnyCertificate {
    /// Reads a certificate of the kind that its format names. Takes memory in proportion to the
    /// length of the text, some twenty times as much at the worst; nesting deeper than any
    /// certificate's is an error, not a deep stack.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        let Header { format, version } = parse(text, context)?;
        let of_version = |known: u32| match version == u64::from(known) {
            true => Ok(()),
            false => Err(ReadError::Version(version)),
        };
        match &*format {
            FORMAT => {
                of_version(VERSION)?;
                parse(text, context).map(Self::Claim)
            }
            CONFORMANCE_FORMAT => {
                of_version(CONFORMANCE_VERSION)?;
                parse(text, context).map(Self::Conformance)
            }
            FORMULA_FORMAT => {
                of_version(FORMULA_VERSION)?;
                parse(text, context).map(Self::Formula)
            }
            PROGRAM_FORMAT => {
                of_version(PROGRAM_VERSION)?;
                parse(text, context).map(Self::Program)
            }
            NUMBER_FORMAT => {
                of_version(NUMBER_VERSION)?;
                parse(text, context).map(Self::Number)
            }
            _ => Err(ReadError::Format(format)),
        }
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        match self {
            Self::Claim(certificate) => certificate.to_json(),
            Self::Conformance(certificate) => certificate.to_json(),
            Self::Formula(certificate) => certificate.to_json(),
            Self::Program(certificate) => certificate.to_json(),
            Self::Number(certificate) => certificate.to_json(),
        }
    }

    /// What is said where another kind is expected.
    pub fn unexpected(&self) -> ReadError {
        let format = match self {
            Self::Claim(_) => FORMAT,
            Self::Conformance(_) => CONFORMANCE_FORMAT,
            Self::Formula(_) => FORMULA_FORMAT,
            Self::Program(_) => PROGRAM_FORMAT,
            Self::Number(_) => NUMBER_FORMAT,
        };
        ReadError::Format(format.to_owned())
    }
}

impl Certificate {
    /// Reads a certificate without limits.
    pub fn from_json(text: &[u8]) -> Result<Self, ReadError> {
        Self::read(text, &Context::unlimited())
    }

    /// Reads a certificate about a claim.
    ///
    /// # Errors
    /// It is none, or a limit was reached.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        match AnyCertificate::read(text, context)? {
            AnyCertificate::Claim(certificate) => Ok(certificate),
            other => Err(other.unexpected()),
        }
    }
}

impl ConformanceCertificate {
    /// Reads a certificate about conformance.
    ///
    /// # Errors
    /// It is none, or a limit was reached.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        match AnyCertificate::read(text, context)? {
            AnyCertificate::Conformance(certificate) => Ok(certificate),
            other => Err(other.unexpected()),
        }
    }
}

impl FormulaCertificate {
    /// Reads a certificate about a formula.
    ///
    /// # Errors
    /// It is none, or a limit was reached.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        match AnyCertificate::read(text, context)? {
            AnyCertificate::Formula(certificate) => Ok(certificate),
            other => Err(other.unexpected()),
        }
    }
}

impl NumberCertificate {
    /// Reads a certificate about a number.
    ///
    /// # Errors
    /// It is none, or a limit was reached.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        match AnyCertificate::read(text, context)? {
            AnyCertificate::Number(certificate) => Ok(certificate),
            other => Err(other.unexpected()),
        }
    }
}

fn parse<T: DeserializeOwned>(text: &[u8], context: &Context<'_>) -> Result<T, ReadError> {
    let parsed = serde_json::from_reader(PolledText::new(text, context));
    context.check().map_err(ReadError::Stopped)?;
    parsed.map_err(ReadError::Json)
}
