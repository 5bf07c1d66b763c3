//! Calls into a game that may panic: caught, quiet, with the message and the place.

use crate::{Fault, Judged, Law};
use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls into the game. A panic becomes a fault of `law`, without anything being printed.
pub(crate) fn guard<T>(law: Law, what: &str, call: impl FnOnce() -> T) -> Judged<T> {
    quieten();
    let before = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.map_err(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "(no message)".into());
        let place = PLACE.take();
        let place = if place.is_empty() { place } else { format!(" at {place}") };
        Fault::new(format!("`{what}` panicked{place}"))
            .of(law)
            .expected("a result, whatever is passed in")
            .seen(format!("panic: {message}"))
    })
}

/// Panics inside a guard are reported, so the usual message and backtrace would only be noise.
/// All other panics are printed as ever.
fn quieten() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                let place = info.location().map(|place| format!("{}:{}", place.file(), place.line()));
                PLACE.replace(place.unwrap_or_default());
            } else {
                usual(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_its_message_and_place() {
        let fault = guard(Law::Offered, "act", || -> u8 { panic!("no card {}", 7) }).unwrap_err();
        assert_eq!(fault.seen, "panic: no card 7");
        assert!(fault.problem.starts_with("`act` panicked at ") && fault.problem.contains("guard.rs:"));
        assert_eq!(guard(Law::Offered, "act", || 3).unwrap(), 3);
    }
}
