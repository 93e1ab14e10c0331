//! How options are spelled here.

use surmise::OptionName;

/// The flag of an option.
pub(crate) fn flag(option: OptionName) -> &'static str {
    match option {
        OptionName::Method => "--method",
        OptionName::Rule => "--rule",
        OptionName::Alphabet => "--alphabet",
        OptionName::Split => "--split",
        OptionName::Order => "--order",
        OptionName::Learner => "--learner",
        OptionName::Uses => "--uses",
        OptionName::Generate => "--generate",
        OptionName::Replace => "--replace",
        OptionName::Labels => "--labels",
        OptionName::Steps => "--steps",
        OptionName::Alternate => "--alternate",
        OptionName::StopWhen => "--stop-when",
        OptionName::Plot => "--plot",
        OptionName::Assume => "--assume",
        OptionName::AsPublished => "--as-published",
        OptionName::Without => "--without",
        OptionName::Start => "--start",
        OptionName::Reduce => "--reduce",
        OptionName::Shortest => "--shortest",
        OptionName::Language => "--from",
        OptionName::Tau => "--tau",
        OptionName::Process => "--process",
        OptionName::Granularity => "--granularity",
        OptionName::Parameters => "--set",
        OptionName::Constants => "--const",
        OptionName::Modules => "--module",
        OptionName::Never => "--never",
        OptionName::Property => "--property",
        OptionName::Specification => "--specification",
        OptionName::Engine => "--engine",
        OptionName::Probability => "--prob",
        OptionName::Assumptions => "--assumptions",
        OptionName::Weakest => "--weakest",
        OptionName::Over => "--over",
        OptionName::ForWhom => "--for",
        OptionName::Component => "--component",
        OptionName::Trace => "--trace",
        OptionName::Format => "--to",
        OptionName::Force => "--force",
    }
}
