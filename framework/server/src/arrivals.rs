//! Games that come and go while the server runs.

use parlor_kit::Id;
use parlor_runtime::Module;

/// Where games come from while the server runs, such as a folder of plugins.
pub trait Arrivals: Send {
    /// What came and went since the last look. Called about every second, on a thread of its own.
    fn look(&mut self) -> Vec<Arrival>;
}

/// A game came or went.
pub enum Arrival {
    /// A game is there, or there is a new version of it. Running tables keep the one they began with.
    Came(Box<dyn Module>),
    /// A game is gone. Running tables are played to their ends.
    Gone(Id),
}
