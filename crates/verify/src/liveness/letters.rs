//! Guards that overlap, told apart letter by letter.

use surmise_model::{Context, Reason, Stop};

use super::Guard;

/// How many classes of letters are told apart in one state.
const LARGEST: usize = 1 << 16;

/// All letters, as disjoint guards: each with the places of those of the given guards that admit
/// its letters.
pub(super) fn told_apart(
    guards: &[Guard],
    context: &Context<'_>,
) -> Result<Vec<(Guard, Vec<usize>)>, Stop> {
    let mut classes = Vec::new();
    let mut rest = vec![Guard::ALL];
    while let Some(class) = rest.pop() {
        let undecided = |guard: &Guard| {
            let open = guard.propositions() & !class.propositions();
            (open != 0 && class.and(*guard).is_some()).then(|| open.trailing_zeros())
        };
        match guards.iter().find_map(undecided) {
            Some(proposition) => {
                let bit = 1 << proposition;
                rest.push(Guard { negative: class.negative | bit, ..class });
                rest.push(Guard { positive: class.positive | bit, ..class });
            }
            None => {
                let admits = |&place: &usize| class.implies(guards[place]);
                classes.push((class, (0..guards.len()).filter(admits).collect()));
                if classes.len().is_multiple_of(256) {
                    context.check()?;
                }
                if classes.len() > LARGEST {
                    let message =
                        format!("a formula tells more than {LARGEST} classes of steps apart");
                    return Err(Stop(Reason::Unsupported(message)));
                }
            }
        }
    }
    Ok(classes)
}
