//! Hosts tables of any game in one ECS world, without a clock, sockets or files: the caller passes the time
//! and the commands, and gets back the entries to store and the effects to send once they are stored.
//!
//! A table is an entity. A game is a state component and the systems that act on it.
//! Everything around a game is a capability, shared by all games: one file under `table/` with its requests,
//! its component and its systems, and one line in the list of `table/mod.rs`.
//!
//! ```
//! use parlor_runtime::{ActRequest, BotRequest, ChatRequest, ClockRequest, CloseRequest, Command, CommandKind, Effect, OpenRequest, PauseRequest, PersonId, PresenceRequest, RetireRequest, Runtime, SeatingRequest, StartRequest, TableId, LookRequest, VoteRequest};
//!
//! let mut runtime = Runtime::new();
//! let (ada, table) = (PersonId(1), TableId(7));
//! let output = runtime.step(1_000, [Command::by(ada, 1, table, StartRequest::Start)]);
//!
//! // Entries to store are separate from effects, which may be sent once the entries are stored.
//! assert!(output.records.is_empty());
//! let [Effect::Reply(reply)] = &output.effects[..] else { panic!() };
//! assert_eq!(reply.result.as_ref().unwrap_err().to_string(), "there is no such table");
//! ```

mod bot_task;
mod capability;
mod command;
mod components;
mod denial;
mod effect;
mod game;
mod id;
mod inbox;
mod outbox;
mod package;
mod record;
mod replay;
mod reply_cache;
mod runtime;
mod systems;
mod table;
pub mod test_lobby;
mod timers;
mod user_text;

pub use bevy_ecs;
pub use bot_task::{BotMemory, BotTask};
pub use command::{Command, Origin, SeatPlan, Setup};
pub use components::{About, Chair, Phase, Progress, Seating};
pub use denial::Denial;
pub use effect::{
    Answer, Clocks, Effect, Entry, ImaginedState, Offered, Output, PhaseName, Played, Proposed, Recipient,
    Reply, SeatClock, SeatSummary, Shown, Summary, TableUpdate, Update, UpdateFormat,
};
pub use game::{AnyGame, Defaults, InstalledGames, State};
pub use id::{Millis, PersonId, RequestId, TableId};
pub use package::{GamePackage, Importer, NamedFile};
pub use record::{Decider, Done, FORMAT, Finish, Participant, Recorded, Recording, SeatPlay};
pub use replay::{ReplayError, ReplayTimeline};
pub use runtime::{Finished, Module, Plain, Runtime, Scored};
pub use table::{
    clock::ClockDeadline, close::CloseDeadline, presence::PresenceDeadline, retire::RetireDeadline,
    start::StartDeadline, vote::VoteDeadline, *,
};
pub use user_text::{MAX_NAME_LENGTH, chat_line, clean_line, clean_name};
