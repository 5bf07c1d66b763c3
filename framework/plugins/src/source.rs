//! The functions of the contract as the host calls them, for components and native libraries.

use parlor_guest::{Failure, FallbackChoice, GameStatus, Step, WireContentFault, contract};

/// Why a call into a plugin failed: it trapped, timed out, exceeded a limit, or its answer is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Fault {
    pub(crate) reason: String,
    pub(crate) late: bool,
}

impl Fault {
    pub(crate) fn new(reason: impl Into<String>) -> Fault {
        Fault { reason: reason.into(), late: false }
    }

    /// Whether it ran out of fuel or time.
    pub fn is_late(&self) -> bool {
        self.late
    }
}

/// An answer, or a fault.
pub(crate) type Answer<T> = Result<T, Fault>;
/// An answer that may also be a refusal or a request for more luck.
pub(crate) type Stepped<T> = Answer<Result<T, Failure>>;

/// The host's type for an argument of a kind. Repeated calls share it without a copy.
macro_rules! given {
    (state) => { std::sync::Arc<[u8]> };
    (text) => { std::sync::Arc<str> };
    (luck) => { std::sync::Arc<[u64]> };
    (viewer) => { parlor_guest::WireViewer };
    ($number:ident) => { $number };
}
pub(crate) use given;

macro_rules! source {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => {
        /// The interfaces of the contract.
        #[allow(non_camel_case_types, reason = "named as in the contract")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Interface { $($interface),* }

        impl Interface {
            pub(crate) const ALL: &[Interface] = &[$(Interface::$interface),*];

            /// Its name in the contract.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Interface::$interface => stringify!($interface)),* }
            }
        }

        /// A plugin that can be called.
        pub(crate) trait Source: Send + Sync {
            /// Whether the plugin has this interface; functions of missing ones return a [`Fault`].
            fn has(&self, interface: Interface) -> bool;

            $($(fn $name(&self, $($argument: given!($kind)),*) -> Answer<$answer>;)*)*
        }
    };
}
contract!(source);
