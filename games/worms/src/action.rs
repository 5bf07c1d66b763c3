//! The actions of a player.

use parlor_kit::Cell;
use serde::{Deserialize, Serialize};

/// One turn of a player. In JSON it is `{"crawl": {"worm": 2, "to": "3,4"}}` or `"pass"`.
///
/// ```
/// use parlor_kit::Cell;
/// use worms::Action;
///
/// let action: Action = serde_json::from_str(r#"{"crawl": {"worm": 2, "to": "3,4"}}"#)?;
/// assert_eq!(action, Action::Crawl { worm: 2, to: Cell::new(3, 4) });
/// assert_eq!(serde_json::to_string(&Action::Pass)?, r#""pass""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// A worm crawls one field: its head goes to a free neighbour, the rest follows.
    Crawl {
        /// The number of the worm, counted over all players from 0.
        worm: u16,
        /// The destination of its head.
        to: Cell,
    },
    /// No worm moves.
    Pass,
}
