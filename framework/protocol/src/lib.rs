//! The protocol: the types of every message in both directions.

mod message;
mod request;
mod schema;

pub use message::{
    ChatLine, ClocksNow, ErrorData, GameOver, GameState, GameStep, GameUpdate, Goodbye, Heard, LoggedIn,
    Message, Notice, OutcomeSaid, ParticipantSaid, Person, PlayedSaid, ProposalSaid, RematchData, Reminder,
    Removed, ResultSaid, ScoreSaid, SeatClockNow, SeatListed, Superseded, TableClosed, TableListed, Welcome,
};
pub use request::{
    BadRequest, Chat, ClockChosen, CreateGame, Frame, JoinGame, Kick, Language, Login, Look, Move, Nothing,
    Preview, Propose, RegisterPlayer, Replay, Request, SeatChosen, SeatPlanChosen, Spectate, TableNamed,
    Vote, leading_number,
};
pub use schema::protocol_schema;

/// The protocol version; it is incremented only when a message changes its meaning.
pub const PROTOCOL: u32 = 1;
