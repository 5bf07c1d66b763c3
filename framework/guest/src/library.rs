//! The answers as a native library: a table of C functions over byte buffers.
//!
//! Each function takes its arguments as byte slices and gives one buffer, which whoever asked hands back to
//! [`Library::free`]: who allocates frees. A seat is one byte, a switch one byte, a viewer one byte (a seat, or
//! 254 for the public, 255 for all), luck is numbers of 64 bits, the lowest byte first; everything else is as in
//! `game.wit`. The table only ever grows at its end.

#![allow(unsafe_code, reason = "a C interface is made of pointers")]

use crate::{Answers, Failure, Standing, Step, Whose, Writer};
use parlor_kit::{Game, Seat, Viewer};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The version of the table's form. A host refuses every other.
pub const ABI: u32 = 1;

/// The name of the function that gives the table.
pub const SYMBOL: &str = "parlor_game_1";

/// Bytes that somebody else owns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// The first byte.
    pub start: *const u8,
    /// How many.
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
    /// How many.
    pub length: usize,
    /// How many were allocated.
    pub capacity: usize,
}

impl Buffer {
    /// Nothing.
    pub const EMPTY: Buffer = Buffer { start: std::ptr::null_mut(), length: 0, capacity: 0 };
}

/// What a function says beside its buffer.
pub mod status {
    /// The buffer has the answer.
    pub const DONE: u32 = 0;
    /// The buffer has the reason of a refusal, as JSON.
    pub const REFUSED: u32 = 1;
    /// The luck did not suffice.
    pub const MORE_LUCK: u32 = 2;
    /// The game broke down; the buffer has what it said.
    pub const FAILED: u32 = 3;
}

/// A function of the table: arguments, how many there are, where the answer goes; gives a [`status`].
pub type Call = unsafe extern "C" fn(*const Slice, usize, *mut Buffer) -> u32;

/// The table of functions.
#[repr(C)]
#[allow(missing_docs, reason = "the functions are those of game.wit, in the same order")]
pub struct Library {
    /// [`ABI`].
    pub abi: u32,
    /// How many bytes the table has; a later version has more.
    pub size: u32,
    /// The version of the contract, such as `0.1.0`.
    pub contract: Slice,
    /// Takes a buffer back.
    pub free: unsafe extern "C" fn(Buffer),
    pub describe: Call,
    pub setup: Call,
    pub stand: Call,
    pub actions: Call,
    pub offers: Call,
    pub read_action: Call,
    pub act: Call,
    pub proceed: Call,
    pub scene: Call,
    pub terms: Call,
    pub candidates: Call,
    pub fallback: Call,
    pub retire: Call,
    pub resample: Call,
    pub estimate: Call,
    pub position: Call,
    pub playouts: Call,
}

// SAFETY: The table is constant: functions and a text that lives as long as the library.
unsafe impl Sync for Library {}
// SAFETY: As above.
unsafe impl Send for Library {}

type Answered = Result<Vec<u8>, Failure>;

/// The table of a game.
pub const fn table<G: Game>() -> Library {
    Library {
        abi: ABI,
        size: size_of::<Library>() as u32,
        contract: Slice::of(b"0.1.0"),
        free,
        describe: call::<Describe<G>>,
        setup: call::<Setup<G>>,
        stand: call::<Stand<G>>,
        actions: call::<Actions<G>>,
        offers: call::<Offers<G>>,
        read_action: call::<ReadAction<G>>,
        act: call::<Act<G>>,
        proceed: call::<Proceed<G>>,
        scene: call::<SceneOf<G>>,
        terms: call::<TermsOf<G>>,
        candidates: call::<Candidates<G>>,
        fallback: call::<Fallback<G>>,
        retire: call::<Retire<G>>,
        resample: call::<Resample<G>>,
        estimate: call::<Estimate<G>>,
        position: call::<Position<G>>,
        playouts: call::<Playouts<G>>,
    }
}

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

/// Something the table can be asked.
trait Question {
    fn answer(arguments: &[&[u8]]) -> Option<Answered>;
}

unsafe extern "C" fn call<Q: Question>(arguments: *const Slice, count: usize, out: *mut Buffer) -> u32 {
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
        Q::answer(&slices.iter().map(bytes).collect::<Vec<_>>())
    }));
    let (status, bytes) = match answered {
        Ok(Some(Ok(bytes))) => (status::DONE, bytes),
        Ok(Some(Err(Failure::Refused(reason)))) => (status::REFUSED, reason.into_bytes()),
        Ok(Some(Err(Failure::MoreLuck))) => (status::MORE_LUCK, Vec::new()),
        Ok(None) => (status::FAILED, b"the arguments are not those of the function".to_vec()),
        Err(payload) => (status::FAILED, said(&*payload).into_bytes()),
    };
    // SAFETY: The caller gives a place for the buffer.
    unsafe { out.write(hand_out(bytes)) };
    status
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

macro_rules! questions {
    ($($name:ident |$game:ident, $($argument:ident: $kind:ident),*| $answer:expr;)*) => { $(
        struct $name<G>(std::marker::PhantomData<G>);
        impl<$game: Game> Question for $name<$game> {
            fn answer(arguments: &[&[u8]]) -> Option<Answered> {
                let [$($argument),*] = arguments else { return None };
                $(let $argument = read::$kind($argument)?;)*
                Some($answer)
            }
        }
    )* };
}

questions! {
    Describe |G,| Ok(Answers::<G>::describe().into_bytes());
    Setup |G, options: text, seats: byte, luck: luck| done(Answers::<G>::setup(options, seats, luck));
    Stand |G, state: bytes| {
        let standing = Answers::<G>::stand(state).map_err(Failure::Refused);
        standing.map(|standing| write_standing(Writer::default(), &standing).finish())
    };
    Actions |G, state: bytes, seat: byte| Ok(list(&Answers::<G>::actions(state, seat)));
    Offers |G, state: bytes, seat: byte| Ok(Answers::<G>::offers(state, seat).into_bytes());
    ReadAction |G, action: text| {
        Answers::<G>::read_action(action).map(String::into_bytes).map_err(Failure::Refused)
    };
    Act |G, state: bytes, seat: byte, action: text, luck: luck, listening: byte|
        done(Answers::<G>::act(state, seat, action, luck, listening != 0));
    Proceed |G, state: bytes, luck: luck, listening: byte|
        done(Answers::<G>::proceed(state, luck, listening != 0));
    SceneOf |G, state: bytes, viewer: viewer| Ok(Answers::<G>::scene(state, viewer).into_bytes());
    TermsOf |G, options: text, terms: text| {
        Answers::<G>::terms(options, terms).map(String::into_bytes).map_err(Failure::Refused)
    };
    Candidates |G, state: bytes, seat: byte| Ok(list(&Answers::<G>::candidates(state, seat)));
    Fallback |G, state: bytes, seat: byte, luck: luck| {
        Answers::<G>::fallback(state, seat, luck).map(|fallen| {
            let action = fallen.action.as_deref().map(str::as_bytes);
            Writer::default().option(action).number(fallen.luck_used).finish()
        })
    };
    Retire |G, state: bytes, seat: byte, why: text, luck: luck, listening: byte| {
        let retired = Answers::<G>::retire(state, seat, why, luck, listening != 0);
        retired.map(|step| step.map(write_step).unwrap_or_default())
    };
    Resample |G, state: bytes, viewer: viewer, luck: luck| done(Answers::<G>::resample(state, viewer, luck));
    Estimate |G, state: bytes, seat: byte| Ok(Answers::<G>::estimate(state, seat).to_le_bytes().to_vec());
    Position |G, state: bytes| {
        Ok(Answers::<G>::position(state).map(|hash| hash.to_le_bytes().to_vec()).unwrap_or_default())
    };
    Playouts |G, state: bytes, seed: long, games: number| {
        Ok(Answers::<G>::playouts(state, seed, games).iter().flat_map(|worth| worth.to_le_bytes()).collect())
    };
}

/// Arguments from their bytes.
mod read {
    use super::{Seat, Viewer};

    #[allow(clippy::unnecessary_wraps, reason = "the other kinds of arguments can be wrong")]
    pub(super) const fn bytes(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    pub(super) fn text(bytes: &[u8]) -> Option<&str> {
        std::str::from_utf8(bytes).ok()
    }

    pub(super) const fn byte(bytes: &[u8]) -> Option<u8> {
        match bytes {
            [byte] => Some(*byte),
            _ => None,
        }
    }

    pub(super) fn number(bytes: &[u8]) -> Option<u32> {
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn long(bytes: &[u8]) -> Option<u64> {
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn luck(bytes: &[u8]) -> Option<Vec<u64>> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        rest.is_empty().then(|| numbers.iter().map(|number| u64::from_le_bytes(*number)).collect())
    }

    pub(super) fn viewer(bytes: &[u8]) -> Option<Viewer> {
        match byte(bytes)? {
            255 => Some(Viewer::All),
            254 => Some(Viewer::Public),
            seat => (usize::from(seat) < parlor_kit::MAX_SEATS).then(|| Viewer::Seat(Seat::new(seat.into()))),
        }
    }
}

fn done(step: Result<Step, Failure>) -> Answered {
    step.map(write_step)
}

fn write_step(step: Step) -> Vec<u8> {
    let writer = Writer::default().bytes(&step.state).bytes(step.events.as_bytes()).number(step.luck_used);
    write_standing(writer, &step.standing).finish()
}

fn write_standing(writer: Writer, standing: &Standing) -> Writer {
    let writer = match &standing.turn {
        Whose::Act(seats) => writer.bytes(b"act").bytes(seats),
        Whose::Table => writer.bytes(b"table").bytes(&[]),
        Whose::Over(outcome) => writer.bytes(b"over").bytes(outcome.as_bytes()),
    };
    writer.option(standing.number.map(u32::to_le_bytes).as_ref().map(|number| &number[..]))
}

fn list(texts: &[String]) -> Vec<u8> {
    texts.iter().fold(Writer::default(), |writer, text| writer.bytes(text.as_bytes())).finish()
}
