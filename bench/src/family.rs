//! The papers' case studies, as `surmise check` is asked about them.

/// A case study with a parameter k.
pub(crate) struct Family {
    /// As the papers call it.
    pub(crate) case: &'static str,
    /// The model, below `corpus/cases`.
    pub(crate) file: &'static str,
    process: &'static str,
    parameter: &'static str,
    /// The property of it that is checked.
    pub(crate) property: &'static str,
    /// The two sides of the papers' two-way decomposition.
    split: fn(u32) -> String,
    /// How far to go beyond the papers.
    pub(crate) farthest: u32,
}

/// All of them. The Learning paper's numbers of Chiron's properties are used: the AGAR paper calls
/// them 2 and 3.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        case: "Gas Station",
        file: "gas-station.lts",
        process: "STATION",
        parameter: "K",
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
        case: "MER",
        file: "mer.lts",
        process: "MER",
        parameter: "K",
        property: "SAFE",
        split: |k| {
            let user = |i| format!("user.{i}:USER");
            let (one, other) = (list(1..=k / 2, user), list(k / 2 + 1..=k, user));
            format!("{one}|ARBITER,SINGLE(3),{other}")
        },
        farthest: 16,
    },
    Family {
        case: "Rover Exec.",
        file: "rover-executive.lts",
        process: "ROVER",
        parameter: "N",
        property: "UNDISTURBED",
        split: |_| "EXECUTIVE|CHECKER,LOCK,VARIABLE".to_owned(),
        farthest: 10,
    },
    Family {
        case: "Client Server",
        file: "client-server.lts",
        process: "CLIENT_SERVER",
        parameter: "N",
        property: "MUTEX",
        split: |k| format!("SERVER|{}", list(1..=k, |i| format!("client.{i}:CLIENT"))),
        farthest: 64,
    },
];

const CHIRON: Family = Family {
    case: "Chiron",
    file: "chiron.lts",
    process: "CHIRON",
    parameter: "K",
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

    /// The process, and its parameter with its value.
    pub(crate) fn chosen(&self, k: u32) -> (&'static str, (String, i32)) {
        (self.process, (self.parameter.to_owned(), i32::try_from(k).unwrap_or(i32::MAX)))
    }

    /// The arguments that choose the system.
    pub(crate) fn system(&self, k: u32) -> Vec<String> {
        let set = format!("{}={k}", self.parameter);
        let words = ["--process", self.process, "--set", &set, "--property", self.property];
        words.map(str::to_owned).to_vec()
    }

    /// The papers' two sides.
    pub(crate) fn split(&self, k: u32) -> String {
        (self.split)(k)
    }
}
