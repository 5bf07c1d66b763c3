//! Exports a game as a native library: every function of the contract in a table of C functions over byte
//! buffers.
//!
//! Each function takes its arguments as byte slices and gives one buffer, which the host hands back to
//! [`Library::free`]: the side that allocates frees. Numbers have their lowest byte first, a viewer is one byte (a seat,
//! or 254 for the public, 255 for all), luck is numbers of 64 bits, text is UTF-8. An answer has the form that
//! [`Encode`](crate::Encode) gives it. The table only ever grows at its end.

#![allow(unsafe_code, reason = "a C interface is made of pointers")]

use crate::{CONTRACT, GameFunctions, contract, encoding::encode};
use parlor_kit::Game;
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The version of the table's layout. A host refuses every other.
pub const ABI: u32 = 2;

/// The name of the function that returns the table.
pub const SYMBOL: &str = "parlor_game_2";

/// The name that function had in libraries of contract 0.1.
pub const SYMBOL_OF_0_1: &str = "parlor_game_1";

/// Bytes borrowed from the other side.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// The first byte.
    pub start: *const u8,
    /// The number of bytes.
    pub length: usize,
}

impl Slice {
    /// These bytes, for as long as they live.
    pub const fn of(bytes: &[u8]) -> Slice {
        Slice { start: bytes.as_ptr(), length: bytes.len() }
    }
}

/// Bytes that the library allocated.
#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    /// The first byte.
    pub start: *mut u8,
    /// The number of bytes.
    pub length: usize,
    /// The allocated capacity.
    pub capacity: usize,
}

impl Buffer {
    /// An empty buffer.
    pub const EMPTY: Buffer = Buffer { start: std::ptr::null_mut(), length: 0, capacity: 0 };
}

/// The status codes of a call.
pub mod status {
    /// The buffer has the answer.
    pub const DONE: u32 = 0;
    /// The function panicked or was called wrongly; the buffer has the message.
    pub const FAILED: u32 = 1;
}

/// A function of the table: arguments, their number, the output buffer; returns a [`status`].
pub type Call = unsafe extern "C" fn(*const Slice, usize, *mut Buffer) -> u32;

macro_rules! table_of_calls {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => {
        /// The table of functions.
        #[repr(C)]
        #[allow(missing_docs, reason = "the functions are those of game.wit, in the same order")]
        pub struct Library {
            /// [`ABI`].
            pub abi: u32,
            /// The size of the table in bytes; a later version has more.
            pub size: u32,
            /// The version of the contract, such as `0.2.0`.
            pub contract: Slice,
            /// Frees a buffer.
            pub free: unsafe extern "C" fn(Buffer),
            $($(pub $name: Call,)*)*
        }

        /// The table of a game.
        pub const fn table<G: Game>() -> Library {
            Library {
                abi: ABI,
                size: size_of::<Library>() as u32,
                contract: Slice::of(CONTRACT.as_bytes()),
                free,
                $($($name: calls::$name::<G>,)*)*
            }
        }

        /// The functions that the table points to.
        mod calls {
            use super::{Buffer, Game, GameFunctions, Slice, answer, encode, read};

            $($(pub(super) unsafe extern "C" fn $name<G: Game>(
                arguments: *const Slice,
                count: usize,
                out: *mut Buffer,
            ) -> u32 {
                // SAFETY: The host calls with what `Call` asks for.
                unsafe {
                    answer(arguments, count, out, |arguments| {
                        let [$($argument),*] = arguments else { return None };
                        $(let $argument = read::$kind($argument)?;)*
                        Some(encode(&GameFunctions::<G>::$name($($argument),*)))
                    })
                }
            })*)*
        }
    };
}
contract!(table_of_calls);

// SAFETY: The table is constant: functions and a text that lives as long as the library.
unsafe impl Sync for Library {}
// SAFETY: As above.
unsafe impl Send for Library {}

unsafe extern "C" fn free(buffer: Buffer) {
    if !buffer.start.is_null() {
        // SAFETY: The buffer came from `hand_out`, which took a `Vec` apart into exactly these parts.
        drop(unsafe { Vec::from_raw_parts(buffer.start, buffer.length, buffer.capacity) });
    }
}

fn hand_out(bytes: Vec<u8>) -> Buffer {
    let mut bytes = std::mem::ManuallyDrop::new(bytes);
    Buffer { start: bytes.as_mut_ptr(), length: bytes.len(), capacity: bytes.capacity() }
}

/// Runs one function: decodes its arguments, catches its panics, returns its answer in a buffer.
///
/// # Safety
/// `arguments` are `count` slices that live for the length of the call, and `out` is a place for a buffer.
unsafe fn answer(
    arguments: *const Slice,
    count: usize,
    out: *mut Buffer,
    function: impl FnOnce(&[&[u8]]) -> Option<Vec<u8>>,
) -> u32 {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let slices = match count {
            0 => &[][..],
            // SAFETY: The caller gives `count` slices that live for the length of the call.
            count => unsafe { std::slice::from_raw_parts(arguments, count) },
        };
        let bytes = |slice: &Slice| match slice.length {
            0 => &[][..],
            // SAFETY: As above; a slice that is not empty points to its bytes.
            length => unsafe { std::slice::from_raw_parts(slice.start, length) },
        };
        function(&slices.iter().map(bytes).collect::<Vec<_>>())
    }));
    let (status, bytes) = match answered {
        Ok(Some(bytes)) => (status::DONE, bytes),
        Ok(None) => (status::FAILED, b"the arguments are not those of the function".to_vec()),
        Err(payload) => (status::FAILED, panic_message(&*payload).into_bytes()),
    };
    // SAFETY: The caller gives a place for the buffer.
    unsafe { out.write(hand_out(bytes)) };
    status
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

/// Decodes arguments, by kind.
mod read {
    use parlor_kit::{MAX_SEATS, Seat, Viewer};

    #[allow(clippy::unnecessary_wraps, reason = "the other kinds of arguments can be wrong")]
    pub(super) const fn state(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    pub(super) fn text(bytes: &[u8]) -> Option<&str> {
        std::str::from_utf8(bytes).ok()
    }

    pub(super) const fn u8(bytes: &[u8]) -> Option<u8> {
        match bytes {
            [byte] => Some(*byte),
            _ => None,
        }
    }

    pub(super) fn bool(bytes: &[u8]) -> Option<bool> {
        u8(bytes).map(|byte| byte != 0)
    }

    pub(super) fn u32(bytes: &[u8]) -> Option<u32> {
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn u64(bytes: &[u8]) -> Option<u64> {
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn luck(bytes: &[u8]) -> Option<Vec<u64>> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        rest.is_empty().then(|| numbers.iter().map(|number| u64::from_le_bytes(*number)).collect())
    }

    pub(super) fn viewer(bytes: &[u8]) -> Option<Viewer> {
        match u8(bytes)? {
            255 => Some(Viewer::All),
            254 => Some(Viewer::Public),
            seat => (usize::from(seat) < MAX_SEATS).then(|| Viewer::Seat(Seat::new(seat.into()))),
        }
    }
}
