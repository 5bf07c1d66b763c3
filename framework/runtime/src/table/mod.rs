//! The capabilities of a table, one file each, and the list that switches them on.

pub(crate) mod act;
pub(crate) mod bots;
pub(crate) mod chat;
pub(crate) mod clock;
pub(crate) mod close;
pub(crate) mod list;
pub(crate) mod open;
pub(crate) mod pause;
pub(crate) mod play;
pub(crate) mod presence;
pub(crate) mod rematch;
pub(crate) mod retire;
pub(crate) mod seating;
pub(crate) mod settle;
pub(crate) mod show;
pub(crate) mod start;
pub(crate) mod takeback;
pub(crate) mod vote;

use crate::capability::{Request, capabilities};

capabilities! {
    /// Opening the table.
    Open: open::OpenRequest,
    /// Sitting down and getting up.
    Seating: seating::SeatingRequest,
    /// Starting the game.
    Start: start::StartRequest,
    /// Playing.
    Act: act::ActRequest,
    /// Computer players.
    Bot: bots::BotRequest,
    /// Time per move and in total.
    Clock: clock::ClockRequest,
    /// Taking no further part.
    Retire: retire::RetireRequest,
    /// Pausing, and going on after the host was away.
    Pause: pause::PauseRequest,
    /// Voting on proposals.
    Vote: vote::VoteRequest,
    /// Taking back a choice.
    Takeback: takeback::TakebackRequest,
    /// Playing again.
    Rematch: rematch::RematchRequest,
    /// Connections, spectators, lost players.
    Presence: presence::PresenceRequest,
    /// Talking.
    Chat: chat::ChatRequest,
    /// Looking at the table.
    View: show::LookRequest,
    /// Ending the game from outside.
    Close: close::CloseRequest,
}
