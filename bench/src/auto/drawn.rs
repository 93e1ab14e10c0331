//! Systems that are drawn by lot, of kinds that the papers do not have: counters of a resource,
//! pipelines of buffers, processes that all wait for each other, and components without any
//! regularity, which diagrams do not like.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use fastrand::Rng;

use super::subjects::Subject;

/// How many of each kind.
const EACH: u64 = 20;

/// Writes the systems of a seed to a folder.
pub(super) fn drawn(seed: u64, folder: &Path) -> io::Result<Vec<Subject>> {
    let mut rng = Rng::with_seed(seed);
    let mut subjects = Vec::new();
    for kind in ["counters", "pipeline", "barrier", "irregular"] {
        for number in 0..EACH {
            let text = match kind {
                "counters" => counters(&mut rng),
                "pipeline" => pipeline(&mut rng),
                "barrier" => barrier(&mut rng),
                _ => irregular(&mut rng),
            };
            let model = folder.join(format!("{kind}-{number}.lts"));
            std::fs::write(&model, text)?;
            let name = format!("{kind} {seed}.{number}");
            subjects.push(Subject { group: "drawn", name, model, arguments: Vec::new() });
        }
    }
    Ok(subjects)
}

/// Users of a semaphore, and a property that counts them, perhaps one too strict.
fn counters(rng: &mut Rng) -> String {
    let (users, permits) = (rng.usize(2..=14), rng.usize(1..=6));
    let bound = permits.saturating_sub(usize::from(rng.u32(..4) == 0)).max(1);
    format!(
        "const M = {permits}\nconst B = {bound}\nconst N = {users}\n\
         SEM = S[0], S[i:0..M] = (when (i<M) user[1..N].get -> S[i+1] \
         | when (i>0) user[1..N].put -> S[i-1]).\n\
         USER = (get -> use -> put -> USER).\n\
         property BOUND = C[0], C[i:0..B] = (when (i<B) user[1..N].get -> C[i+1] \
         | when (i>0) user[1..N].put -> C[i-1]).\n\
         ||SYS = (SEM || user[1..N]:USER || BOUND).\n"
    )
}

/// Cells that hold some items each, and a property about how many are on the way.
fn pipeline(rng: &mut Rng) -> String {
    let (cells, depth) = (rng.usize(2..=9), rng.usize(1..=4));
    let bound = cells * depth - usize::from(rng.u32(..4) == 0);
    format!(
        "const N = {cells}\nconst D = {depth}\nconst B = {bound}\n\
         CELL(I=0) = C[0], C[i:0..D] = (when (i<D) x[I] -> C[i+1] \
         | when (i>0) x[I+1] -> C[i-1]).\n\
         property BOUND = H[0], H[i:0..B] = (when (i<B) x[0] -> H[i+1] \
         | when (i>0) x[N] -> H[i-1]).\n\
         ||SYS = (forall [k:0..N-1] CELL(k) || BOUND).\n"
    )
}

/// Workers that start and end together, with steps of their own between, perhaps one that stops.
fn barrier(rng: &mut Rng) -> String {
    let workers = rng.usize(2..=16);
    let stops = (rng.u32(..4) == 0).then(|| rng.usize(..workers));
    let mut text = String::new();
    for worker in 0..workers {
        let steps: String =
            (0..rng.usize(1..=4)).map(|step| format!("w[{worker}][{step}] -> ")).collect();
        let after = if stops == Some(worker) { "STOP" } else { "fork -> W" };
        let _ = writeln!(text, "W{worker} = (fork -> W), W = ({steps}join -> A), A = ({after}).");
    }
    let text = text.replace("A = (STOP).", "A = STOP.");
    let all: Vec<String> = (0..workers).map(|worker| format!("W{worker}")).collect();
    format!(
        "{text}property ORDER = (fork -> join -> ORDER).\n||SYS = ({} || ORDER).\n",
        all.join(" || ")
    )
}

/// Components whose steps lead anywhere, some of them shared; all can begin again together, so that
/// nothing deadlocks. Perhaps each of them is a property, too.
fn irregular(rng: &mut Rng) -> String {
    const SHARED: usize = 8;
    let components = rng.usize(4..=5);
    let mut text = String::new();
    let mut parts = Vec::new();
    let has_properties = rng.u32(..3) == 0;
    for component in 0..components {
        let shared = rng.choose_multiple(0..SHARED, 4);
        let states = rng.usize(12..=30);
        let mut rows = Vec::new();
        for state in 0..states {
            let taken: Vec<&usize> = shared.iter().filter(|_| rng.u32(..5) < 3).collect();
            let mut steps: Vec<String> = Vec::new();
            for action in taken {
                steps.push(format!("a[{action}] -> S[{}]", rng.usize(..states)));
            }
            if rng.u32(..6) == 0 {
                steps.push(format!("own[{component}] -> S[{}]", rng.usize(..states)));
            }
            steps.push("reset -> S[0]".to_owned());
            rows.push(format!("S[{state}] = ({})", steps.join(" | ")));
        }
        let knows: Vec<String> = shared.iter().map(|action| format!("a[{action}]")).collect();
        let body = format!("S[0],\n{} + {{{}}}.\n", rows.join(",\n"), knows.join(", "));
        let _ = write!(text, "C{component} = {body}");
        parts.push(format!("C{component}"));
        if has_properties {
            let _ = write!(text, "property P{component} = {body}");
            parts.push(format!("P{component}"));
        }
    }
    format!("{text}||SYS = ({}).\n", parts.join(" || "))
}
