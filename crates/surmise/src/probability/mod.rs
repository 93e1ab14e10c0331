//! Numbers of whole models: how large they are, probabilities, rewards, and what is asked of them.
//!
//! [`ExploredModel`] explores a PRISM model once and answers properties of it; [`Survey`] counts.
//! Both say what they know if they had to stop.

mod certified;
mod experiment;
mod explored;
mod report;
mod strategy;
mod survey;
mod table;

pub(crate) use self::certified::check_certificate;
pub use self::experiment::{Experiment, combinations, is_range};
pub use self::explored::{ExploredModel, questions};
pub use self::report::{
    AskedReport, BoundReport, IntervalReport, ProbabilityReport, ProbabilityVerdict, SizesReport,
    StoppedReport, ValueVerdict,
};
pub use self::strategy::{StrategyFormat, StrategyReport};
pub use self::survey::{PartSizes, PartSurvey, Survey};
pub use self::table::TableFormat;
