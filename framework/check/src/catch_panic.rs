//! Calls into a game that may panic: the panic is caught without output and becomes a violation.

use crate::{CheckResult, Law, Violation, watchdog};
use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls into the game. A panic becomes a violation of `law`, without anything being printed.
pub(crate) fn catch_panic<T>(law: Law, what: &'static str, call: impl FnOnce() -> T) -> CheckResult<T> {
    quieten();
    let (before, outer) = (GUARDED.replace(true), watchdog::enter(law, what));
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    watchdog::leave(outer);
    GUARDED.set(before);
    result.map_err(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "(no message)".into());
        let place = PLACE.take();
        let place = if place.is_empty() { place } else { format!(" at {place}") };
        Violation::new(format!("`{what}` panicked{place}"))
            .of(law)
            .expected("a result, whatever is passed in")
            .seen(format!("panic: {message}"))
    })
}

/// Silences panics inside a guard, which are reported as violations. All other panics are printed as usual.
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
        let violation =
            catch_panic(Law::LegalActions, "act", || -> u8 { panic!("no card {}", 7) }).unwrap_err();
        assert_eq!(violation.seen, "panic: no card 7");
        assert!(
            violation.problem.starts_with("`act` panicked at ")
                && violation.problem.contains("catch_panic.rs:")
        );
        assert_eq!(catch_panic(Law::LegalActions, "act", || 3).unwrap(), 3);
    }
}
