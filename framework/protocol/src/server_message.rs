//! Messages from the server.

use crate::ClockChoice;
use parlor_kit::{Id, RawJson, Seats, Viewer};
use parlor_runtime::{Decider, Millis, PersonId, PhaseName, TableId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Every message of the server. Replies (`ok`, `error`) also carry the id of their request.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", content = "data", rename_all = "camelCase")]
pub enum ServerMessage {
    /// The first message on a connection.
    Welcome(Welcome),
    /// The request was executed.
    Ok(Value),
    /// The request was not executed, or a frame could not be parsed.
    Error(ErrorData),
    /// A full view of a table.
    GameState(Box<GameState>),
    /// A table advanced by one version.
    GameUpdate(Box<GameUpdate>),
    /// A table advanced by one version, for brief connections.
    GameStep(Box<GameStep>),
    /// An event around the game.
    Notice(Notice),
    /// A seat's time for the move is running out.
    Reminder(Reminder),
    /// A chat message.
    Chat(ChatLine),
    /// A table is new in the list, or stands differently.
    TableListed(Box<TableView>),
    /// A table is gone.
    TableClosed(TableClosed),
    /// The receiving person was removed from a table.
    Removed(Removed),
    /// The game is over.
    GameOver(Box<GameOver>),
    /// A person opened a rematch of this table.
    Rematch(RematchData),
    /// Another connection of the same person took over; the server closes this one.
    Superseded(Superseded),
    /// The server shuts down; reconnect later.
    Goodbye(Goodbye),
}

impl ServerMessage {
    /// Serialises the message as a frame.
    pub fn frame(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }

    /// Serialises the message as the reply to a request.
    pub fn answer(&self, id: Option<u64>) -> String {
        let Some(id) = id else { return self.frame() };
        let mut frame = format!("{{\"id\":{id}").into_bytes();
        let message = frame.len();
        serde_json::to_writer(&mut frame, self).expect("messages are plain data");
        // Overwrites the opening brace of the message, so that its fields follow the id.
        frame[message] = b',';
        String::from_utf8(frame).expect("JSON is text")
    }
}

/// Data of `welcome`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// The version of the server.
    pub version: String,
    /// The languages the server supports.
    pub languages: Vec<String>,
}

/// Data of `error`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ErrorData {
    /// A short stable code for programs.
    #[schemars(with = "String")]
    pub code: Id,
    /// The reason in the connection's language.
    pub text: String,
    /// For `stale`: the table's current version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// For `too-fast`: milliseconds after which the request may be sent again.
    #[serde(rename = "retryMs", skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
}

impl ErrorData {
    /// An error with this code and reason.
    pub const fn new(code: Id, text: String) -> ErrorData {
        ErrorData { code, text, version: None, retry_ms: None }
    }
}

/// A person, as in the replies to `registerPlayer` and `login`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Person {
    /// The person.
    #[schemars(with = "String")]
    pub person: PersonId,
    /// The person's name.
    #[schemars(with = "String")]
    pub name: Id,
    /// The secret for the next login; the client must store it where no other user can read it.
    pub secret: String,
    /// Whether they have an account.
    pub account: bool,
    /// The session id, to be sent with the next login so that request ids are still recognised as repeated.
    pub session: String,
}

/// The reply to `login`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LoggedIn {
    /// The person who is logged in.
    #[serde(flatten)]
    pub person: Person,
    /// The tables where the person sits or watches; a full view of each follows.
    #[schemars(with = "Vec<String>")]
    pub tables: Vec<TableId>,
}

/// Data of `gameState`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameState {
    /// The table as it stands in the list.
    pub table: TableView,
    /// Whose eyes it is seen through.
    pub viewer: Viewer,
    /// The version.
    pub version: u32,
    /// The scene; before the start, as the game is set up for all seats.
    #[schemars(with = "Value")]
    pub scene: RawJson,
    /// The tree of legal actions; empty on brief connections.
    #[schemars(with = "Value")]
    pub offers: RawJson,
    /// The legal actions, on brief connections; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub actions: Option<RawJson>,
    /// The seats that may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, if the table has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// The latest events.
    pub log: Vec<Heard>,
    /// The latest chat messages.
    pub chat: Vec<ChatLine>,
    /// The complete options, with content in them; in games with hidden information seeds are left out.
    pub options: Value,
    /// The invite of a private table, for persons who sit there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The cells a computer player may choose from now, if all viewers may see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub targets: Vec<parlor_kit::Pick>,
    /// The proposal that is being voted on, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalView>,
}

/// A proposal that is being voted on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProposalView {
    /// What is proposed, such as `abort` or `takeback`.
    pub what: &'static str,
    /// The announcement of the proposal, in the connection's language.
    pub text: String,
    /// Whether the receiving person has agreed; the proposer always has.
    pub agreed: bool,
    /// The deadline for answers, in milliseconds since 1970.
    pub until: Millis,
}

/// Data of `gameUpdate`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameUpdate {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The version after the update; the one before is one less.
    pub version: u32,
    /// The merge patch (RFC 7396) from the previous scene; absent if nothing visible changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub patch: Option<RawJson>,
    /// The events of the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Heard>,
    /// The seats that may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, if the table has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// The result, if the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The tree of what one may do now; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub offers: Option<RawJson>,
    /// The cells a computer player may choose from now, if all viewers may see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub targets: Vec<parlor_kit::Pick>,
}

/// Data of `gameStep`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameStep {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The version after the step; the one before is one less.
    pub version: u32,
    /// The played action, in games without hidden information; absent for a step without a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedView>,
    /// Who may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, if the table has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// The result, if the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The actions one may take now; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub actions: Option<RawJson>,
}

/// A played action, whether chosen by the person, a bot, or the clock.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayedView {
    /// The seat it was played for.
    pub seat: usize,
    /// The action.
    pub action: Value,
}

/// An event of the game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Heard {
    /// The event, in the connection's language.
    pub text: String,
    /// The sound that goes with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub sound: Option<Id>,
    /// The pieces, cells, areas and seats it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub about: Vec<parlor_kit::Pick>,
    /// Whether it is announced in large letters.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub announce: bool,
}

/// A snapshot of a table's clocks.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClocksNow {
    /// The time of the snapshot, in milliseconds since 1970.
    pub at: Millis,
    /// The clock of each seat.
    pub seats: Vec<SeatClockNow>,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatClockNow {
    /// Whether it runs.
    pub running: bool,
    /// Milliseconds for which the steps before the decision are still shown; until then no time is used.
    #[serde(skip_serializing_if = "is_zero")]
    pub starts_in: Millis,
    /// Milliseconds left for the move, if limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_left: Option<Millis>,
    /// Milliseconds left in total, if limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_left: Option<Millis>,
}

fn is_zero(time: &Millis) -> bool {
    *time == 0
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeView {
    /// The place of each seat, 1 is best.
    pub places: Vec<u8>,
    /// The score of each seat, where the game counts one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
    /// Why the game ended, in the connection's language.
    pub reason: String,
}

/// Data of `notice`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Notice {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// A short stable code for programs, such as `table-abort-proposed`.
    #[schemars(with = "String")]
    pub code: Id,
    /// The event, in the connection's language.
    pub text: String,
    /// Whether it is announced in large letters.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub announce: bool,
}

/// Data of `reminder`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reminder {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The seat.
    pub seat: usize,
    /// The used part of the time, in per cent.
    pub percent: u8,
    /// Milliseconds left.
    pub left_ms: Millis,
}

/// Data of `chat`: a chat message.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChatLine {
    /// The table; absent in the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub table: Option<TableId>,
    /// The sender.
    #[schemars(with = "String")]
    pub person: PersonId,
    /// The sender's name.
    #[schemars(with = "String")]
    pub name: Id,
    /// The message: plain text, never markup.
    pub text: String,
    /// The time, in milliseconds since 1970.
    pub at: Millis,
}

/// Data of `tableListed`: a table's entry in the list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The game.
    #[schemars(with = "String")]
    pub game: Id,
    /// The game's version.
    pub game_version: String,
    /// The table's name.
    pub name: String,
    /// The person who opened it.
    #[schemars(with = "String")]
    pub opener: PersonId,
    /// Its phase: waiting, countdown, running, paused, over, aborted.
    #[schemars(with = "String")]
    pub phase: PhaseName,
    /// When the countdown ends, while there is one, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_at: Option<Millis>,
    /// The milliseconds from this message to the end of the countdown, for clients whose clock may be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_in_ms: Option<Millis>,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// How many watch.
    pub watchers: usize,
    /// Whether spectators are allowed.
    pub spectators: bool,
    /// Whether joining and watching require the invite.
    pub private: bool,
    /// The hash of the secret from which all luck is derived.
    pub commitment: Id,
    /// The result, if the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The recording, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: Millis,
    /// The chosen options that are a word, a number, or content with a name.
    pub options: BTreeMap<String, Value>,
    /// The clocks.
    pub clock: ClockChoice,
    /// What the table allows.
    pub limits: TableLimits,
    /// The proposals its players can make now, such as `abort`, `takeback` and `rematch`.
    pub proposals: Vec<&'static str>,
}

/// What a table allows its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableLimits {
    /// Whether players may pause.
    pub pause: bool,
    /// Whether a pause needs the agreement of the others.
    pub pause_by_agreement: bool,
    /// The number of pauses each player may begin where other people play too.
    pub pauses_per_seat: u32,
    /// Milliseconds before players other than the one who paused may resume.
    pub min_pause_ms: u32,
    /// Whether players may resign.
    pub resign: bool,
    /// What happens to the seat of a lost player: `stand-in`, `forfeit`, or `deadline`.
    pub lost: &'static str,
    /// Milliseconds without connection after which a player is lost.
    pub lost_after_ms: u32,
    /// Milliseconds after which the seat of a lost player loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_deadline_ms: Option<u32>,
    /// Milliseconds without any player after which the game ends without a result.
    pub abandoned_after_ms: u32,
    /// The number of refused moves after which a seat loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_strikes: Option<u32>,
}

/// A seat in the list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// What whoever sits there is called; empty if nobody does.
    #[schemars(with = "String")]
    pub name: Id,
    /// The person on the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub person: Option<PersonId>,
    /// The kind of the bot on the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub bot: Option<Id>,
    /// Whether the person is connected.
    pub present: bool,
    /// Whether a bot plays for the person.
    pub stand_in: bool,
    /// Whether the seat takes no further part.
    pub retired: bool,
}

/// Data of `tableClosed`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TableClosed {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
}

/// Data of `removed`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Removed {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The reason, in the connection's language.
    pub text: String,
}

/// Data of `gameOver`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameOver {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The result.
    pub result: ResultView,
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultView {
    /// The game.
    #[schemars(with = "String")]
    pub game: Id,
    /// Who played, by seat.
    pub participants: Vec<ParticipantView>,
    /// How it ended; absent if it was ended without a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// Who decided the result: `person`, `bot`, or `stand-in`, which is in no person's record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub decided_by: Option<Decider>,
    /// Why there is no result, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: Millis,
    /// Its duration in milliseconds.
    pub duration_ms: Millis,
    /// The number of steps.
    pub steps: u32,
    /// The id of the recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The highscores this result belongs to, where the game keeps any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub highscores: Vec<HighscoreEntry>,
}

/// A person or bot who played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ParticipantView {
    /// What they were called.
    #[schemars(with = "String")]
    pub name: Id,
    /// The person; absent for bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub person: Option<PersonId>,
    /// The kind of bot; absent for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub bot: Option<Id>,
    /// Who made the choices of the seat; absent in results of earlier versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedBy>,
}

/// Who made the choices of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayedBy {
    /// The choices of the seat's own person or bot.
    pub own: u32,
    /// The choices of a stand-in.
    pub stand_in: u32,
    /// The choices that were made because the time was over.
    pub clock: u32,
    /// Whether the person was connected when the game ended.
    pub here: bool,
}

/// One entry of a list of highscores.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct HighscoreEntry {
    /// Which list, such as the name of the map.
    pub board: String,
    /// The name of the player.
    pub name: String,
    /// `CPU` or `Human`.
    pub kind: String,
    /// The score.
    pub score: i64,
    /// The name of the opponent.
    pub opponent: String,
    /// `CPU` or `Human`.
    #[serde(rename = "opponentKind")]
    pub opponent_kind: String,
    /// The time, in milliseconds since 1970.
    pub at: Millis,
    /// Whether the game that has just ended added it.
    pub new: bool,
}

/// Data of `rematch`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RematchData {
    /// The finished table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The new one.
    #[schemars(with = "String")]
    pub new: TableId,
}

/// Data of `superseded`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Superseded {
    /// The reason, in the connection's language.
    pub text: String,
}

/// Data of `goodbye`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Goodbye {
    /// The reason, in the connection's language.
    pub text: String,
}
