//! Systems in which many components move in lockstep, each as it likes: one state has more
//! successors than any memory can hold.

use std::fmt::Write as _;

use fastrand::Rng;

/// A system as a text of FSP.
#[derive(Debug, Clone)]
pub struct Lockstep {
    /// Components `C0`, `C1`, …, a property `P` about the first of them, and the system `S`, which
    /// cannot deadlock.
    pub text: String,
    /// How many components there are.
    pub components: usize,
    /// Whether the property holds.
    pub holds: bool,
}

/// Up to 200 components that all take part in `tick`, most of them in several ways, and each do
/// something alone in one of their states.
pub fn random_lockstep(rng: &mut Rng) -> Lockstep {
    let most = rng.choice([4, 40, 200]).expect("not empty");
    let components = rng.usize(1..=most);
    let (deterministic, holds) = (rng.u8(..4) == 0, rng.bool());
    let (mut text, mut parts) = (String::new(), String::new());
    for number in 0..components {
        let states = rng.usize(2..=4);
        // The first one does it where it can get by one step or more.
        let alone = if number == 0 { 1 } else { rng.usize(..states) };
        let rows = (0..states).map(|state| {
            let targets = if deterministic { 1 } else { rng.usize(1..=states) };
            let ticks = (0..targets).map(|target| (state + 1 + target) % states);
            let mut row: Vec<String> = ticks.map(|target| format!("tick -> Q{target}")).collect();
            if state == alone {
                row.push(format!("tock[{number}] -> Q0"));
            }
            format!("Q{state} = ({})", row.join(" | "))
        });
        let rows: Vec<String> = rows.collect();
        writeln!(text, "C{number} = Q0,\n{}.", rows.join(",\n")).expect("a string takes it");
        write!(parts, "C{number} || ").expect("a string takes it");
    }
    // There is a tick before it happens for the first time; or it never happens.
    let happens = if holds { " | tock[0] -> AFTER" } else { "" };
    let property = format!("(tick -> AFTER), AFTER = (tick -> AFTER{happens})");
    writeln!(text, "property P = {property} + {{tock[0]}}.\n||S = ({parts}P).").expect("as above");
    Lockstep { text, components, holds }
}
