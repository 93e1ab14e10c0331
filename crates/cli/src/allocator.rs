//! The program's allocator: the system's, with a count of what it has handed out.
//!
//! `--memory` is about the whole process, and only the allocator knows what that uses. It never
//! refuses: whoever works asks the context before it allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, counting.
struct Counting {
    now: AtomicUsize,
    most: AtomicUsize,
}

#[global_allocator]
static ALLOCATOR: Counting = Counting { now: AtomicUsize::new(0), most: AtomicUsize::new(0) };

/// Bytes in use.
pub(crate) fn in_use() -> u64 {
    ALLOCATOR.now.load(Ordering::Relaxed) as u64
}

/// The most bytes that were in use at a time.
pub(crate) fn most_in_use() -> u64 {
    ALLOCATOR.most.load(Ordering::Relaxed) as u64
}

impl Counting {
    fn grown(&self, bytes: usize) {
        let now = self.now.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if now > self.most.load(Ordering::Relaxed) {
            self.most.fetch_max(now, Ordering::Relaxed);
        }
    }

    fn shrunk(&self, bytes: usize) {
        self.now.fetch_sub(bytes, Ordering::Relaxed);
    }
}

// SAFETY: every call is passed on to the system's allocator as it came; counting touches nothing
// but two numbers, and allocates nothing.
#[expect(unsafe_code, reason = "an allocator cannot be had without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            self.grown(layout.size());
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above. Zeroed memory comes untouched from the operating system.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            self.grown(layout.size());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) };
        self.shrunk(layout.size());
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { System.realloc(block, layout, size) };
        if !moved.is_null() {
            self.grown(size);
            self.shrunk(layout.size());
        }
        moved
    }
}
