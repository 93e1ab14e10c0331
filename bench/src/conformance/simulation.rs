//! Strong simulation of random systems, large ones too, beside its definition; and what it would
//! save to merge bisimilar states first.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use surmise_model::{ActionId, ActionTable, Context, Lpts, StateId, write_lpts_json};
use surmise_testing::{LptsKind, naively_simulated, random_above, random_lpts_of_kind, spoiled};
use surmise_verify::probabilistic::simulation::simulate;

use super::coarsening::{bisimilar, partition_relation};
use super::parts::whole;
use super::texts;
use crate::trial::Limited;

/// What the definition needs is measured in this program.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// After this time the definition is not asked about anything larger.
const PATIENCE: Duration = Duration::from_secs(10);

/// The sizes.
const SIZES: [usize; 7] = [10, 30, 100, 300, 1_000, 3_000, 10_000];

/// Tables of times and memory.
pub(super) fn section(limited: &Limited) -> io::Result<String> {
    let mut text = "\n## Simulation\n\n\
        Random LPTSs of n states over 4 actions, two branches a transition: reactive ones, and general ones with up to two transitions for an action. The right side \
        is as large as the left one: the same with its states in another order and one transition in ten more, which simulates; or that with transitions missing \
        and probabilities changed. Or it is a quotient with more transitions, which has fewer states and simulates. Seconds, MB, and bytes for each pair that was \
        looked at, are those of `surmise check LEFT --specification RIGHT`; the definition is the fixed point over all pairs with all subsets of supports, in this program, up to the first time that it takes more than \
        ten seconds; its MB are what it allocates.\n\n\
        | kind | n | right | simulates | pairs looked at | of | s | MB | bytes a pair | definition: s | MB |\n\
        | --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let folder = tempfile::tempdir()?;
    let mut table = ActionTable::new();
    let actions: Vec<ActionId> =
        (1..=4).filter_map(|index| table.intern(&format!("a{index}")).ok()).collect();
    // All checks come first: a process counts as its own what memory the one had that started it.
    let mut all = Vec::new();
    for (name, kind) in [("reactive", LptsKind::Reactive), ("general", LptsKind::General)] {
        for n in SIZES {
            for (what, [left, right]) in random_pairs(kind, &actions, n) {
                let measured = measured(limited, folder.path(), &table, &left, &right)?;
                all.push((name, kind, n, what, measured));
            }
        }
    }
    let mut is_patient = true;
    let mut largest = 0;
    for (name, kind, n, what, measured) in all {
        is_patient |= n < largest;
        largest = n;
        let pairs = random_pairs(kind, &actions, n);
        let Some((_, [left, right])) = pairs.into_iter().find(|(other, _)| *other == what) else {
            continue;
        };
        let naive = is_patient.then(|| by_definition(&left, &right));
        if let (Some((simulates, ..)), Some(found)) = (naive, measured.simulates) {
            assert_eq!(simulates, found, "the definition says otherwise");
        }
        is_patient &= naive.is_none_or(|(_, time, _)| time < PATIENCE);
        let _ = writeln!(
            text,
            "| {name} | {n} | {what}, {} states | {} | {} | {} | {} | {:.0} | {} | {} |",
            right.num_states(),
            measured.simulates.map_or("out", |yes| if yes { "yes" } else { "no" }),
            measured.pairs,
            n * right.num_states(),
            measured
                .simulates
                .map_or_else(|| "out".to_owned(), |_| format!("{:.3}", measured.seconds)),
            measured.megabytes,
            measured.bytes_a_pair(),
            naive.map_or_else(
                || "– | –".to_owned(),
                |(_, time, mb)| format!("{:.3} | {mb:.1}", time.as_secs_f64())
            ),
        );
    }
    Ok(text + &coarsened()?)
}

/// Random systems, and what may be above them: as large, spoiled, or a quotient with more
/// transitions.
fn random_pairs(kind: LptsKind, actions: &[ActionId], n: usize) -> [(&'static str, [Lpts; 2]); 3] {
    let mut rng = fastrand::Rng::with_seed(n as u64);
    let left = random_lpts_of_kind(&mut rng, kind, actions, n);
    let same = shuffled_with_more(&mut rng, &left);
    let spoiled = spoiled(&mut rng, &same);
    let above = random_above(&mut rng, &left).completed(left.alphabet());
    [
        ("as large", [left.clone(), same]),
        ("spoiled", [left.clone(), spoiled]),
        ("quotient", [left, above]),
    ]
}

/// What the definition says, how long it takes, and how many megabytes.
fn by_definition(left: &Lpts, right: &Lpts) -> (bool, Duration, f32) {
    ALLOCATOR.reset_peak_usage();
    let (before, start) = (ALLOCATOR.current_usage_as_mb(), Instant::now());
    let simulates = naively_simulated(left, right);
    (simulates, start.elapsed(), ALLOCATOR.peak_usage_as_mb() - before)
}

struct Measured {
    /// Nothing if it was not decided.
    simulates: Option<bool>,
    pairs: u64,
    seconds: f64,
    megabytes: f64,
    /// What reading the files alone takes.
    base: f64,
}

impl Measured {
    /// Where there are enough pairs to tell.
    fn bytes_a_pair(&self) -> String {
        let bytes = (self.megabytes - self.base).max(0.0) * f64::from(1 << 20);
        match self.pairs {
            100_000.. => format!("{:.0}", bytes / self.pairs as f64),
            _ => "–".to_owned(),
        }
    }
}

fn measured(
    limited: &Limited,
    folder: &Path,
    actions: &ActionTable,
    left: &Lpts,
    right: &Lpts,
) -> io::Result<Measured> {
    let file = |name: &str, lpts: &Lpts| -> io::Result<std::path::PathBuf> {
        let path = folder.join(format!("{name}.json"));
        let mut out = io::BufWriter::new(std::fs::File::create(&path)?);
        write_lpts_json(&mut out, lpts, Some(name), actions)?;
        Ok(path)
    };
    let (left, right) = (file("left", left)?, file("right", right)?);
    let above = right.to_str().unwrap_or_default();
    let (document, run) = limited.measure(&left, &["--specification", above])?;
    let (_, nothing) = limited.measure(&left, &["--specification", above, "--states", "1"])?;
    let result = &document["result"];
    let simulates = match result["verdict"].as_str() {
        Some("holds") => Some(true),
        Some("violated") => Some(false),
        _ => None,
    };
    let pairs = result["statistics"]["pairs"].as_u64().unwrap_or(0);
    Ok(Measured { simulates, pairs, seconds: run.0, megabytes: run.1, base: nothing.1 })
}

/// The same LPTS with its states in another order, and one transition in ten more.
fn shuffled_with_more(rng: &mut fastrand::Rng, lpts: &Lpts) -> Lpts {
    let mut order: Vec<StateId> = lpts.states().collect();
    rng.shuffle(&mut order);
    let new = |state: StateId| order[state.index()];
    let mut builder = Lpts::builder();
    builder.ensure_states(lpts.num_states()).initial(new(lpts.initial()));
    builder.extend_alphabet(lpts.alphabet().iter());
    for (source, choice) in lpts.transitions() {
        let branches = lpts.distribution(choice.distribution).iter();
        builder.add(new(source), choice.action, branches.map(|(state, p)| (new(state), p)));
        if rng.u8(0..10) == 0 {
            builder.add_dirac(new(source), choice.action, order[rng.usize(0..order.len())]);
        }
    }
    builder.build().expect("states that exist, and distributions")
}

/// How many states are left if bisimilar ones are merged first, and what that costs and saves.
fn coarsened() -> io::Result<String> {
    let mut text = "\n## Bisimilar states merged first\n\n\
        Classes of probabilistic bisimilarity, by refinement of signatures, of the whole systems of the case studies (with their components merged first: of the composition of \
        these) and of random systems. Times in seconds in this program: merging, simulation without it, and simulation of what is left. For up to 1,000 states, what partition–relation \
        pairs end with: classes of states that simulate each other, and pairs of classes that are related; beside it the pairs that we look at.\n\n\
        | system | states | bisimilar | merging | simulation | of classes | similar | pairs of those | our pairs |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    for (case, k) in [
        ("CS1", 7),
        ("CSN", 4),
        ("CSN", 6),
        ("MER", 3),
        ("MER", 4),
        ("SN", 1),
        ("SN", 2),
        ("SN", 3),
    ] {
        let texts = texts(case, k);
        let (whole, above) =
            (whole(&texts.system, None)?, whole(&texts.specification, Some(&texts.system))?);
        coarsened_row(&format!("{case}({k})"), &whole, &above, &mut text);
    }
    let actions: Vec<ActionId> = (1..=4).map(ActionId::of).collect();
    for n in [300, 1_000] {
        let mut rng = fastrand::Rng::with_seed(n as u64);
        let left = random_lpts_of_kind(&mut rng, LptsKind::General, &actions, n);
        let above = random_above(&mut rng, &left).completed(left.alphabet());
        coarsened_row(&format!("random, {n}"), &left, &above, &mut text);
    }
    Ok(text)
}

fn coarsened_row(name: &str, left: &Lpts, right: &Lpts, text: &mut String) {
    let context = Context::unlimited();
    let right = right.completed_for(left.alphabet(), &surmise_model::Alphabet::new());
    let timed = |left: &Lpts| {
        let start = Instant::now();
        let found = simulate(&[left], &right, &context).ok();
        let found = found.map(|found| (found.evidence.is_ok(), found.pairs));
        (found, start.elapsed().as_secs_f64())
    };
    let start = Instant::now();
    let smaller = bisimilar(left);
    let merging = start.elapsed().as_secs_f64();
    let ((one, before), (other, after)) = (timed(left), timed(&smaller));
    let verdict = |found: Option<(bool, u64)>| found.map(|(simulates, _)| simulates);
    assert_eq!(verdict(one), verdict(other), "bisimilar states make a difference");
    let (similar, related) = match left.num_states() {
        0..=1_000 => {
            let (classes, related) = partition_relation(left);
            (classes.to_string(), related.to_string())
        }
        _ => ("–".to_owned(), "–".to_owned()),
    };
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {merging:.3} | {before:.3} | {after:.3} | {similar} | {related} | {} |",
        left.num_states(),
        smaller.num_states(),
        one.map_or(0, |(_, pairs)| pairs),
    );
}
