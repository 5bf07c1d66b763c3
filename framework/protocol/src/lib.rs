//! The protocol: the types of every message in both directions.

mod message;
mod request;
mod schema;

pub use message::{
    ChatLine, ClocksNow, ErrorData, GameOver, GameState, GameStep, GameUpdate, Goodbye, Heard, LoggedIn,
    Message, Notice, OutcomeView, ParticipantView, Person, PlayedView, ProposalView, RematchData, Reminder,
    Removed, ResultView, ScoreView, SeatClockNow, SeatView, Superseded, TableClosed, TableView, Welcome,
};
pub use request::{
    BadRequest, Chat, ClockChoice, CreateGame, Frame, JoinGame, Kick, Language, Login, Look, Move, Nothing,
    Preview, Propose, RegisterPlayer, Replay, Request, SeatChoice, SeatPlanChoice, Spectate, TableNamed,
    Vote, leading_number,
};
pub use schema::protocol_schema;

/// The protocol version; it is incremented only when a message changes its meaning.
pub const PROTOCOL: u32 = 1;
