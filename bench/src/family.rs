//! The papers' case studies, as `surmise check` is asked about them.

/// A case study with a parameter k.
pub(crate) struct Family {
    /// As the papers call it.
    pub(crate) case: &'static str,
    /// The model, below `corpus/cases`.
    pub(crate) file: &'static str,
    process: &'static str,
    parameter: &'static str,
    /// Another parameter, which stays as it is.
    fixed: Option<(&'static str, i32)>,
    /// The property of it that is checked.
    pub(crate) property: &'static str,
    /// The two sides of the papers' two-way decomposition.
    split: fn(u32) -> String,
    /// How far to go beyond the papers.
    pub(crate) farthest: u32,
}

/// The arbiter of the Mars rovers with so many resources, as the Circular paper has it.
const fn mer(case: &'static str, resources: i32, split: fn(u32) -> String) -> Family {
    Family {
        case,
        file: "mer.lts",
        process: "MER",
        parameter: "K",
        fixed: Some(("R", resources)),
        property: "SAFE",
        split,
        farthest: 16,
    }
}

/// Half of the users against the other half, the arbiter and the single resources.
fn mer_split(k: u32, resources: u32) -> String {
    let user = |i| format!("user.{i}:USER");
    let (one, other) = (list(1..=k / 2, user), list(k / 2 + 1..=k, user));
    let single = list(3..=resources, |i| format!("SINGLE({i})"));
    format!("{one}|ARBITER,{single},{other}")
}

/// All of them. The Learning paper's numbers of Chiron's properties are used: the AGAR paper calls
/// them 2 and 3.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        case: "Gas Station",
        file: "gas-station.lts",
        process: "STATION",
        parameter: "K",
        fixed: None,
        property: "CHANGE(1)",
        split: |k| {
            let customers = list(1..=k, |i| format!("cust.{i}:CUSTOMER"));
            format!("{customers},pump.2:PUMP(2)|OPERATOR,pump.1:PUMP(1)")
        },
        farthest: 12,
    },
    Family { case: "Chiron, Property 1", property: "NOTIFIED", ..CHIRON },
    Family { case: "Chiron, Property 2", property: "RECEIVED", ..CHIRON },
    Family {
        file: "mer-threads.lts",
        fixed: None,
        split: |k| {
            let users = list(1..=k - 1, |i| format!("user.{i}:USER"));
            format!("{users}|ARBITER,user.{k}:USER")
        },
        ..mer("MER", 5, |k| mer_split(k, 5))
    },
    mer("MER, 4 resources", 4, |k| mer_split(k, 4)),
    mer("MER, 5 resources", 5, |k| mer_split(k, 5)),
    Family {
        case: "Rover Exec.",
        file: "rover-executive.lts",
        process: "ROVER",
        parameter: "N",
        fixed: None,
        property: "UNDISTURBED",
        split: |_| "CHECKER,LIST,LIST_LOCK,LOCK,VARIABLE|EXECUTIVE".to_owned(),
        farthest: 10,
    },
    Family {
        case: "Client Server",
        file: "client-server.lts",
        process: "TRUSTING",
        parameter: "N",
        fixed: None,
        property: "MUTEX",
        split: |k| {
            let others = list(1..=k - 1, |i| format!("client.{i}:CLIENT"));
            format!("SERVER_TRUSTING,{others}|client.{k}:CLIENT")
        },
        farthest: 64,
    },
];

const CHIRON: Family = Family {
    case: "Chiron",
    file: "chiron.lts",
    process: "CHIRON",
    parameter: "K",
    fixed: None,
    property: "NOTIFIED",
    split: |k| {
        let artists = list(0..=k - 1, |i| format!("artist.{i}:ARTIST"));
        let rest = "CLIENT_INITIALISATION,MANAGER,WRAPPER,DISPATCHER";
        format!("{rest},{artists}|EVENT_DISPATCHER(1),EVENT_DISPATCHER(2)")
    },
    farthest: 10,
};

fn list(numbers: std::ops::RangeInclusive<u32>, name: impl Fn(u32) -> String) -> String {
    numbers.map(name).collect::<Vec<_>>().join(",")
}

impl Family {
    /// The one that the papers call so.
    pub(crate) fn named(case: &str) -> Option<&'static Self> {
        FAMILIES.iter().find(|family| family.case == case)
    }

    /// The process, and its parameters with their values.
    pub(crate) fn chosen(&self, k: u32) -> (&'static str, Vec<(String, i32)>) {
        let k = (self.parameter, i32::try_from(k).unwrap_or(i32::MAX));
        let parameters = std::iter::once(k).chain(self.fixed);
        (self.process, parameters.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The arguments that choose the system.
    pub(crate) fn system(&self, k: u32) -> Vec<String> {
        let (process, parameters) = self.chosen(k);
        let mut words = vec!["--process".to_owned(), process.to_owned()];
        for (name, value) in parameters {
            words.extend(["--set".to_owned(), format!("{name}={value}")]);
        }
        words.extend(["--property".to_owned(), self.property.to_owned()]);
        words
    }

    /// The papers' two sides.
    pub(crate) fn split(&self, k: u32) -> String {
        (self.split)(k)
    }
}
