//! Where games come from while the server runs.

use parlor_kit::Id;
use parlor_runtime::Module;

/// A source of games that change while the server runs, such as a folder of plugins.
pub trait GameSource: Send {
    /// The changes since the last call. The server polls it about once a second, on a thread of its own.
    fn poll(&mut self) -> Vec<GameEvent>;
}

/// A change of the games on offer.
pub enum GameEvent {
    /// A game, or a new version of one, is on offer. Running tables keep the version they began with.
    Added(Box<dyn Module>),
    /// A game is no longer on offer. Running tables are played to their ends.
    Removed(Id),
}
