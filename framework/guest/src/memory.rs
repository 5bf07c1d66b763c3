//! The memory of a plugin: small blocks that were given back are handed out again at once, by their size.
//!
//! Answers are short and made of many small parts, so most of what is asked for was given back a moment ago.
//! Blocks stay of the size they were cut to; an instance that has gathered much is let go by its host.

#![allow(unsafe_code, reason = "an allocator hands out bare memory")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ptr::{copy_nonoverlapping, null_mut},
};

/// The smallest block.
const SMALLEST: usize = 16;
/// Blocks of 16, 32, … 4096 bytes; larger ones are left to the system.
const SIZES: usize = 9;
/// Every block is aligned so; the system does it without being asked.
const ALIGN: usize = 8;

#[global_allocator]
static MEMORY: Memory = Memory([const { Cell::new(null_mut()) }; SIZES]);

/// For each size the block that was given back last; each block begins with a pointer to the one before it.
struct Memory([Cell<*mut u8>; SIZES]);

// SAFETY: A plugin has one thread.
unsafe impl Sync for Memory {}

/// Which of the sizes a block has, if it has one of them.
#[inline]
fn size_class(layout: Layout) -> Option<usize> {
    let (size, align) = (layout.size(), layout.align());
    if size > SMALLEST << (SIZES - 1) || align > ALIGN {
        return None;
    }
    let bits = usize::BITS - (size.max(SMALLEST) - 1).leading_zeros();
    Some((bits - SMALLEST.trailing_zeros()) as usize)
}

// SAFETY: A block is in one list or in use, and as large as its size says. Those without a size are the system's.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe {
            let Some(size) = size_class(layout) else { return System.alloc(layout) };
            let block = self.0[size].get();
            if block.is_null() {
                return System.alloc(Layout::from_size_align_unchecked(SMALLEST << size, ALIGN));
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
