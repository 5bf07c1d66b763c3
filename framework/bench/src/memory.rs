//! The allocator of the program `parlor` with counters, so that memory is measured and not estimated.

use mimalloc::MiMalloc;
use std::{
    alloc::{GlobalAlloc, Layout},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);
static CALLS: AtomicUsize = AtomicUsize::new(0);
static COUNTS: AtomicBool = AtomicBool::new(true);

/// Switches the counters on or off. Benchmarks that do not measure memory avoid their overhead.
pub(crate) fn count(counts: bool) {
    COUNTS.store(counts, Ordering::Relaxed);
}

fn counts() -> bool {
    COUNTS.load(Ordering::Relaxed)
}

#[allow(unsafe_code, reason = "an allocator is unsafe by nature; this one only counts what another does")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if counts() {
            BYTES.fetch_add(layout.size(), Ordering::Relaxed);
            CALLS.fetch_add(1, Ordering::Relaxed);
        }
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if counts() {
            BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        }
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if counts() {
            BYTES.fetch_add(size, Ordering::Relaxed);
            BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
            CALLS.fetch_add(1, Ordering::Relaxed);
        }
        unsafe { MiMalloc.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes in use now.
pub(crate) fn bytes() -> usize {
    BYTES.load(Ordering::Relaxed)
}

/// Allocations made so far.
pub(crate) fn allocations() -> usize {
    CALLS.load(Ordering::Relaxed)
}
