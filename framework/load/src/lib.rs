//! Load generator for a running server, and measurements of it.
//!
//! | topic | file |
//! |---|---|
//! | many tables that play at once | `load.rs`, `pair.rs`, `told.rs` |
//! | spectators, idle connections, memory | `scenarios.rs` |
//! | a bare relay to compare with, and the same load against it | `relay.rs`, `relay_load.rs` |

mod load;
mod pair;
#[cfg(feature = "relay")]
mod relay;
mod relay_load;
mod scenarios;
mod told;

pub use load::{Load, Measured, OneTable, Pace, Seated, load};
#[cfg(feature = "relay")]
pub use relay::{Sockets, relay};
pub use relay_load::relay_load;
pub use scenarios::{Idle, SpectatorReport, idle, memory, spectate};

/// A random number for unique names.
fn unique_number() -> u64 {
    // If the system has no randomness, names may be taken, which the server reports.
    getrandom::u64().unwrap_or_default()
}
