//! Independent pieces of work on several threads, with their results in order.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::ScopedJoinHandle;

/// Does the work of all items, at most so many at a time. The results are in the order of the
/// items, whoever was done first.
pub(crate) fn in_parallel<T: Send, R: Send>(
    items: Vec<T>,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.into_iter().map(work).collect();
    }
    let left = Mutex::new(items.into_iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || -> Vec<(usize, R)> {
        std::iter::from_fn(next).map(|(place, item)| (place, work(item))).collect()
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let done = workers.into_iter().map(ScopedJoinHandle::join);
        done.flat_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn results_are_in_order() {
        for threads in 0..5 {
            let squares = in_parallel((0..100).collect(), threads, |number: u64| number * number);
            assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
        }
        assert!(in_parallel(Vec::new(), 3, |(): ()| ()).is_empty());
    }
}
