//! The allocator of wasm plugins: free lists of small blocks, by size class.
//!
//! Answers are short and made of many small parts, so most allocations reuse a block that was freed recently.
//! Blocks keep their size class; the host drops an instance with much memory.

#![allow(unsafe_code, reason = "an allocator hands out bare memory")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ptr::{copy_nonoverlapping, null_mut},
};

/// The smallest block, in bytes.
const MIN_BLOCK_BYTES: usize = 16;
/// Blocks of 16, 32, … 4096 bytes; larger ones go to the system allocator.
const SIZE_CLASSES: usize = 9;
/// The alignment of every block, which the system allocator guarantees.
const ALIGN: usize = 8;

#[global_allocator]
static MEMORY: Memory = Memory([const { Cell::new(null_mut()) }; SIZE_CLASSES]);

/// For each size class the head of its free list; each free block begins with a pointer to the next.
struct Memory([Cell<*mut u8>; SIZE_CLASSES]);

// SAFETY: A plugin has one thread.
unsafe impl Sync for Memory {}

/// The size class of a layout, if it has one.
#[inline]
fn size_class(layout: Layout) -> Option<usize> {
    let (size, align) = (layout.size(), layout.align());
    if size > MIN_BLOCK_BYTES << (SIZE_CLASSES - 1) || align > ALIGN {
        return None;
    }
    let bits = usize::BITS - (size.max(MIN_BLOCK_BYTES) - 1).leading_zeros();
    Some((bits - MIN_BLOCK_BYTES.trailing_zeros()) as usize)
}

// SAFETY: A block is in one list or in use, and as large as its size says. Those without a size are the system's.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe {
            let Some(size) = size_class(layout) else { return System.alloc(layout) };
            let block = self.0[size].get();
            if block.is_null() {
                return System.alloc(Layout::from_size_align_unchecked(MIN_BLOCK_BYTES << size, ALIGN));
            }
            self.0[size].set(block.cast::<*mut u8>().read());
            block
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            let Some(size) = size_class(layout) else { return System.dealloc(block, layout) };
            block.cast::<*mut u8>().write(self.0[size].get());
            self.0[size].set(block);
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, wanted: usize) -> *mut u8 {
        unsafe {
            let new = Layout::from_size_align_unchecked(wanted, layout.align());
            match (size_class(layout), size_class(new)) {
                (None, None) => return System.realloc(block, layout, wanted),
                (old, new) if old == new => return block,
                _ => {}
            }
            let moved = self.alloc(new);
            if !moved.is_null() {
                copy_nonoverlapping(block, moved, layout.size().min(wanted));
                self.dealloc(block, layout);
            }
            moved
        }
    }
}
