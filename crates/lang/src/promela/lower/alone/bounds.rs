//! How many processes there can be, as far as the text alone shows it.

use super::super::super::program::{Action, Expr, ProcessType, Program};

/// The most processes that can exist at once, if no process creates others in a circle or creates
/// itself, directly or not.
pub(super) fn processes(program: &Program) -> Option<u32> {
    let count = program.processes.len();
    let mut created = vec![0_u32; count];
    program.active.iter().for_each(|&kind| created[kind] += 1);
    let mut more = created.clone();
    // Those who were created create others, and so on; longer than there are types only in a
    // circle.
    for _ in 0..=count {
        let mut next = vec![0_u32; count];
        for (creator, &creators) in more.iter().enumerate().filter(|(_, creators)| **creators > 0) {
            for (kind, next) in next.iter_mut().enumerate() {
                let times = creations(&program.processes[creator], kind)?;
                *next = next.saturating_add(times.saturating_mul(creators));
            }
        }
        if next.iter().all(|&count| count == 0) {
            return Some(created.iter().fold(0, |sum: u32, &n| sum.saturating_add(n)).min(255));
        }
        created.iter_mut().zip(&next).for_each(|(sum, &more)| *sum = sum.saturating_add(more));
        more = next;
    }
    None
}

/// How many processes are there at first, and one more for each `run` in the text.
pub(super) fn at_first(program: &Program) -> u32 {
    let mut count = program.active.len() as u32;
    for code in &program.processes {
        for (action, _) in &code.actions {
            for kind in 0..program.processes.len() {
                count = count.saturating_add(runs(action, kind));
            }
        }
    }
    count.min(255)
}

/// How often a process creates others of a type, if that is not in a circle.
fn creations(code: &ProcessType, kind: usize) -> Option<u32> {
    let mut total = 0_u32;
    for (location, steps) in code.locations.iter().enumerate() {
        for step in steps {
            let times = runs(&code.actions[step.action as usize].0, kind);
            if times > 0 && reaches(code, step.target, location as u32) {
                return None;
            }
            total = total.saturating_add(times);
        }
    }
    Some(total)
}

fn runs(action: &Action, kind: usize) -> u32 {
    let mut times = 0;
    action.each_expression(&mut |expression| {
        times += u32::from(matches!(expression, Expr::Run { process, .. } if *process == kind));
    });
    times
}

/// Whether a location can be got to from another one, in the text.
fn reaches(code: &ProcessType, from: u32, to: u32) -> bool {
    let mut seen = vec![false; code.locations.len()];
    let mut open = vec![from];
    while let Some(location) = open.pop() {
        if location == to {
            return true;
        }
        if std::mem::replace(&mut seen[location as usize], true) {
            continue;
        }
        for step in &code.locations[location as usize] {
            open.push(step.target);
            if let Action::Deterministic(start) = &code.actions[step.action as usize].0 {
                open.push(*start);
            }
        }
    }
    false
}
