//! Load generator for a running server, and measurements of it.
//!
//! | topic | file |
//! |---|---|
//! | many tables that play at once | `load.rs`, `pair.rs`, `message_parser.rs` |
//! | spectators, idle connections, memory | `spectators_and_idle.rs` |
//! | a bare relay to compare with, and the same load against it | `bare_relay.rs`, `bare_relay_load.rs` |

#[cfg(feature = "relay")]
mod bare_relay;
mod bare_relay_load;
mod load;
mod message_parser;
mod pair;
mod spectators_and_idle;

#[cfg(feature = "relay")]
pub use bare_relay::{SocketBuffers, relay};
pub use bare_relay_load::relay_load;
pub use load::{Load, Measured, Pace, StartedTables, TableResults, load};
pub use spectators_and_idle::{IdleResults, SpectatorResults, idle, memory, spectate};

/// A random number for unique names.
fn unique_number() -> u64 {
    // If the system has no randomness, names may be taken, which the server reports.
    getrandom::u64().unwrap_or_default()
}
