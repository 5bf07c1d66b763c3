//! The protocol: the types of every message in both directions.

mod protocol_schema;
mod request;
mod server_message;

pub use protocol_schema::protocol_schema;
pub use request::{
    BadRequest, Chat, ClockChoice, CreateGame, Frame, JoinGame, Kick, Language, Login, Look, Move, Nothing,
    Preview, Propose, RegisterPlayer, Replay, Request, SeatChoice, SeatPlanChoice, Spectate, TableNamed,
    Vote, leading_number,
};
pub use server_message::{
    ChatLine, ClocksNow, ErrorData, GameOver, GameState, GameStep, GameUpdate, Goodbye, Heard,
    HighscoreEntry, LoggedIn, Notice, OutcomeView, ParticipantView, Person, PlayedBy, PlayedView,
    ProposalView, RematchData, Reminder, Removed, ResultView, SeatClockNow, SeatView, ServerMessage,
    Superseded, TableClosed, TableLimits, TableView, Welcome,
};

/// The protocol version; it is incremented only when a message changes its meaning.
pub const PROTOCOL: u32 = 1;
