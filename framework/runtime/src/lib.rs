//! Hosts tables of any game in one ECS world, without a clock, sockets or files:
//! it is told what time it is and what was asked, and says what must be stored and what may then leave.
//!
//! A table is an entity. A game is a state component and the systems that act on it.
//! Everything around a game is a component with a system of its own, shared by all games:
//! seats, clocks, pauses, votes, presence, bots, recording.
//!
//! ```
//! use parlor_runtime::{CommandKind, Command, Effect, PersonId, Runtime, TableId};
//!
//! let mut runtime = Runtime::new();
//! let (ada, table) = (PersonId(1), TableId(7));
//! let output = runtime.step(1_000, [Command::by(ada, 1, table, CommandKind::Start)]);
//!
//! // What must be stored comes apart from what may be sent once it is.
//! assert!(output.records.is_empty());
//! let [Effect::Reply(reply)] = &output.effects[..] else { panic!() };
//! assert_eq!(reply.result.as_ref().unwrap_err().to_string(), "there is no such table");
//! ```

mod bot_task;
mod command;
mod denial;
mod effect;
mod game;
mod id;
mod inbox;
mod outbox;
mod parts;
mod record;
mod replay;
mod runtime;
mod systems;
mod table;
pub mod testing;
mod timers;

pub use bot_task::{BotMemory, BotTask};
pub use command::{Command, CommandKind, Deadline, Origin, SeatPlan, Setup};
pub use denial::{Denial, RUNTIME_LOCALES};
pub use effect::{
    Answer, Clocks, Effect, Entry, Offered, Output, PhaseName, Played, Proposed, Recipient, Reply, SeatClock,
    SeatSummary, Shown, Summary, Update, UpdateFormat,
};
pub use game::{AnyGame, Defaults, State};
pub use id::{Millis, PersonId, RequestId, TableId};
pub use record::{Done, Finish, Participant, Recorded, Recording};
pub use replay::{ReplayError, Replayed};
pub use runtime::{Finished, Module, Plain, Runtime, Scored};
