//! What the server tells.

use parlor_kit::{Id, RawJson, Seats, Viewer};
use parlor_runtime::{Millis, PersonId, PhaseName, TableId};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Everything the server tells of itself. Answers (`ok`, `error`) carry the id of their request beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", content = "data", rename_all = "camelCase")]
pub enum Message {
    /// The first message on a connection.
    Welcome(Welcome),
    /// The request was carried out.
    Ok(Value),
    /// The request was not carried out, or a frame could not be read.
    Error(ErrorData),
    /// Everything one may see of a table.
    GameState(Box<GameState>),
    /// The table moved on.
    GameUpdate(Box<GameUpdate>),
    /// The table moved on, told in brief.
    GameStep(Box<GameStep>),
    /// Something happened around the game.
    Notice(Notice),
    /// A seat's time for the move runs out.
    Reminder(Reminder),
    /// Somebody said something.
    Chat(ChatLine),
    /// A table is new in the list, or stands differently.
    TableListed(Box<TableView>),
    /// A table is gone.
    TableClosed(TableClosed),
    /// One was sent away from a table.
    Removed(Removed),
    /// The game is over.
    GameOver(Box<GameOver>),
    /// Somebody opened a new table with the set-up of this one.
    Rematch(RematchData),
    /// Another connection of the same person took over; this one ends.
    Superseded(Superseded),
    /// The server stops; connect again later.
    Goodbye(Goodbye),
}

impl Message {
    /// The message as a frame.
    pub fn frame(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }

    /// The message as the answer to a request.
    pub fn answer(&self, id: Option<u64>) -> String {
        let Some(id) = id else { return self.frame() };
        let mut frame = format!("{{\"id\":{id}").into_bytes();
        let message = frame.len();
        serde_json::to_writer(&mut frame, self).expect("messages are plain data");
        // The message goes on where the id ends.
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
    /// The languages it speaks.
    pub languages: Vec<String>,
}

/// Data of `error`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ErrorData {
    /// A short name for programs; it never changes.
    #[schemars(with = "String")]
    pub code: Id,
    /// The reason in the connection's language.
    pub text: String,
    /// For `stale`: the table's version now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// Somebody, as the answers to `registerPlayer` and `login` tell it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Person {
    /// The person.
    #[schemars(with = "String")]
    pub person: PersonId,
    /// What they are called.
    #[schemars(with = "String")]
    pub name: Id,
    /// What proves it next time; to be kept where nobody else can read it.
    pub secret: String,
    /// Whether they have an account.
    pub account: bool,
    /// The session, to be named at the next login so that repeated ids are known.
    pub session: String,
}

/// The answer to `login`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LoggedIn {
    /// Who it is.
    #[serde(flatten)]
    pub person: Person,
    /// The tables where they sit or watch; each is shown right after.
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
    /// The scene; empty before the start.
    #[schemars(with = "Value")]
    pub scene: RawJson,
    /// The tree of what one may do now; empty where one is told in brief.
    #[schemars(with = "Value")]
    pub offers: RawJson,
    /// The actions one may take now, where one is told in brief; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub actions: Option<RawJson>,
    /// Who may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// What happened lately.
    pub log: Vec<Heard>,
    /// What was said lately.
    pub chat: Vec<ChatLine>,
    /// The complete options, with content in them; where anything is hidden, seeds are left out.
    pub options: Value,
    /// The invite of a private table, for those who sit there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
    /// The cells a computer player may choose from now, where everybody is to see them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub targets: Vec<parlor_kit::Pick>,
    /// The proposal that players vote on, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalView>,
}

/// A proposal that players vote on.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ProposalView {
    /// What is proposed, such as `abort` or `takeback`.
    pub what: &'static str,
    /// Who proposes what, in words.
    pub text: String,
    /// Whether the reader has agreed, as whoever made the proposal has.
    pub agreed: bool,
    /// Until when there is time to answer, in milliseconds since 1970.
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
    /// The merge patch (RFC 7396) from the scene before; absent if nothing visible changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub patch: Option<RawJson>,
    /// What happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Heard>,
    /// Who may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The tree of what one may do now; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    pub offers: Option<RawJson>,
    /// The cells a computer player may choose from now, where everybody is to see them.
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
    /// What was played, in games that hide nothing; absent if the table went on by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedView>,
    /// Who may act now.
    #[schemars(with = "Vec<u8>")]
    pub turn: Seats,
    /// The clocks, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksNow>,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The actions one may take now; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Value>>")]
    pub actions: Option<RawJson>,
}

/// An action that was played, whoever chose it: the person, a bot, or the clock.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayedView {
    /// The seat it was played for.
    pub seat: usize,
    /// The action.
    pub action: Value,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Heard {
    /// What, in words.
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

/// The clocks of a table at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClocksNow {
    /// The moment, in milliseconds since 1970.
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
    /// Milliseconds left for the move, where it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_left: Option<Millis>,
    /// Milliseconds left in total, where they are limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_left: Option<Millis>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OutcomeView {
    /// The place of each seat, 1 is best.
    pub places: Vec<u8>,
    /// The score of each seat, where the game counts one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
    /// Why the game ended, in words.
    pub reason: String,
}

/// Data of `notice`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Notice {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// What happened, as a short name for programs, such as `table-abort-proposed`.
    #[schemars(with = "String")]
    pub code: Id,
    /// What happened, in words.
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
    /// How much of the time is used, in per cent.
    pub percent: u8,
    /// Milliseconds left.
    pub left_ms: Millis,
}

/// Data of `chat`: something somebody said.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChatLine {
    /// The table; absent in the lobby.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub table: Option<TableId>,
    /// Who.
    #[schemars(with = "String")]
    pub person: PersonId,
    /// What they are called.
    #[schemars(with = "String")]
    pub name: Id,
    /// What was said: plain text, never markup.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: Millis,
}

/// Data of `tableListed`: a table as it stands in the list.
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
    /// What the table is called.
    pub name: String,
    /// Who opened it.
    #[schemars(with = "String")]
    pub opener: PersonId,
    /// Where it stands: waiting, countdown, running, paused, over, aborted.
    #[schemars(with = "String")]
    pub phase: PhaseName,
    /// When the countdown ends, while there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins_at: Option<Millis>,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// How many watch.
    pub watchers: usize,
    /// Whether anybody may watch.
    pub spectators: bool,
    /// Whether only people with the invite may come.
    pub private: bool,
    /// The hash of the secret that all luck comes from.
    pub commitment: Id,
    /// How it ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The recording, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: Millis,
    /// What its players can propose, such as `abort` and `takeback`.
    pub proposals: Vec<&'static str>,
}

/// A seat as it stands in the list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// What whoever sits there is called; empty if nobody does.
    #[schemars(with = "String")]
    pub name: Id,
    /// The person who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub person: Option<PersonId>,
    /// The kind of the bot that sits there.
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
    /// What happened, in words.
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

/// What remains of a game.
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
    /// Why there is no result, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: Millis,
    /// How long it took.
    pub duration_ms: Millis,
    /// How many steps it took.
    pub steps: u32,
    /// The recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The highscores this result belongs to, where the game keeps any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub highscores: Vec<ScoreView>,
}

/// Somebody who played.
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
}

/// One line of a list of highscores.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoreView {
    /// Which list, such as the name of the map.
    pub board: String,
    /// Who reached it.
    pub name: String,
    /// `CPU` or `Human`.
    pub kind: String,
    /// The score.
    pub score: i64,
    /// Whom they played against.
    pub opponent: String,
    /// `CPU` or `Human`.
    #[serde(rename = "opponentKind")]
    pub opponent_kind: String,
    /// When, in milliseconds since 1970.
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
    /// Why, in words.
    pub text: String,
}

/// Data of `goodbye`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Goodbye {
    /// Why, in words.
    pub text: String,
}
