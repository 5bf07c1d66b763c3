//! Denials: why a request was not executed.

use parlor_kit::{Id, Refusal, Text};

/// A request that was not executed; nothing changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's message says what it means")]
pub enum Denial {
    #[error("there is no game called '{game}'")]
    NoSuchGame { game: Id },
    #[error("there is no such table")]
    NoSuchTable,
    #[error("there is a table with this name already")]
    TableExists,
    #[error("there is no bot called '{kind}'")]
    NoSuchBot { kind: Id },
    #[error("{game} is for {min} to {max} players")]
    WrongSeatCount { game: Id, min: usize, max: usize },
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("somebody sits there already")]
    SeatTaken,
    #[error("every seat is taken")]
    TableFull,
    #[error("you sit at this table already")]
    AlreadySeated,
    #[error("the opener removed you from this table")]
    Kicked,
    #[error("you do not sit at this table")]
    NotSeated,
    #[error("only the opener of the table may do that")]
    NotOpener,
    #[error("this seat is not yours")]
    NotYourSeat,
    #[error("at least {min} must sit down first")]
    NotEnoughPlayers { min: usize },
    #[error("the game has begun already")]
    Begun,
    #[error("the game has not begun yet")]
    NotBegun,
    #[error("the game is over")]
    Over,
    #[error("the game is not over yet")]
    NotOver,
    #[error("the game is paused")]
    Paused,
    #[error("the game is not paused")]
    NotPaused,
    #[error("this game cannot be paused")]
    PauseForbidden,
    #[error("the pause may be ended in {seconds} s at the earliest")]
    PauseTooShort { seconds: u64 },
    #[error("each player may pause {most} times, and you have")]
    NoPausesLeft { most: u32 },
    #[error("nobody can resign in this game")]
    ResignForbidden,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("the table has moved on to version {version} since")]
    Stale { version: u32 },
    #[error("this table has no room for spectators")]
    NoSpectators,
    #[error("nothing has been proposed")]
    NoProposal,
    #[error("there is a proposal already")]
    ProposalRunning,
    #[error("say something of 1 to {most} characters")]
    BadChat { most: usize },
    #[error("the name must have 1 to {most} visible characters")]
    BadName { most: usize },
    #[error("only the host may do that")]
    NotHost,
    #[error("{0}")]
    Refused(Refusal),
}

impl Denial {
    /// A short stable code for programs.
    pub fn code(&self) -> Id {
        match self {
            Denial::Refused(refusal) => refusal.code().clone(),
            other => other.text().key,
        }
    }

    /// The reason as a message for people.
    pub fn text(&self) -> Text {
        match self {
            Denial::NoSuchGame { game } => Text::new("no-such-game").arg("game", game.clone()),
            Denial::NoSuchTable => Text::new("no-such-table"),
            Denial::TableExists => Text::new("table-exists"),
            Denial::NoSuchBot { kind } => Text::new("no-such-bot").arg("kind", kind.clone()),
            Denial::WrongSeatCount { game, min, max } => Text::new("wrong-seat-count")
                .arg("game", Text::of(format!("{game}-name")))
                .arg("min", *min)
                .arg("max", *max),
            Denial::NoSuchSeat => Text::new("no-such-seat"),
            Denial::SeatTaken => Text::new("seat-taken"),
            Denial::TableFull => Text::new("table-full"),
            Denial::AlreadySeated => Text::new("already-seated"),
            Denial::Kicked => Text::new("kicked"),
            Denial::NotSeated => Text::new("not-seated"),
            Denial::NotOpener => Text::new("not-opener"),
            Denial::NotYourSeat => Text::new("not-your-seat"),
            Denial::NotEnoughPlayers { min } => Text::new("not-enough-players").arg("min", *min),
            Denial::Begun => Text::new("game-begun"),
            Denial::NotBegun => Text::new("game-not-begun"),
            Denial::Over => Text::new("game-over"),
            Denial::NotOver => Text::new("game-not-over"),
            Denial::Paused => Text::new("game-paused"),
            Denial::NotPaused => Text::new("game-not-paused"),
            Denial::PauseForbidden => Text::new("pause-forbidden"),
            Denial::PauseTooShort { seconds } => Text::new("pause-too-short").arg("seconds", *seconds),
            Denial::NoPausesLeft { most } => Text::new("no-pauses-left").arg("most", *most),
            Denial::ResignForbidden => Text::new("resign-forbidden"),
            Denial::NotYourTurn => Text::new("not-your-turn"),
            Denial::Stale { version } => Text::new("stale").arg("version", *version),
            Denial::NoSpectators => Text::new("no-spectators"),
            Denial::NoProposal => Text::new("no-proposal"),
            Denial::ProposalRunning => Text::new("proposal-running"),
            Denial::BadChat { most } => Text::new("bad-chat").arg("most", *most),
            Denial::BadName { most } => Text::new("bad-name").arg("most", *most),
            Denial::NotHost => Text::new("not-host"),
            Denial::Refused(refusal) => refusal.text.clone(),
        }
    }
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Denial {
        Denial::Refused(refusal)
    }
}
