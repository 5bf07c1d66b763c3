//! Requests of a client.

use parlor_kit::Id;
use parlor_runtime::{SeatPlan, TableId};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Value, value::RawValue};
use serde_path_to_error::Track;
use std::{borrow::Cow, collections::BTreeMap};

/// A frame as received: the event names the request; the data is parsed once the request is known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame<'a> {
    /// The request's name.
    #[serde(borrow)]
    pub event: Cow<'a, str>,
    /// The client's id of the request.
    #[serde(default)]
    pub id: Option<u64>,
    /// The data of the request.
    #[serde(borrow, default)]
    pub data: Option<&'a RawValue>,
}

/// Why a frame is not a valid request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRequest {
    /// It is not JSON of the form `{"event", "id", "data"}`.
    #[error("not a message: {0}")]
    Form(String),
    /// There is no such request.
    #[error("there is no request called '{0}'")]
    Unknown(String),
    /// Its data is invalid.
    #[error("{place}: {reason}")]
    Data {
        /// The field.
        place: String,
        /// The reason.
        reason: String,
    },
}

macro_rules! requests {
    ($($(#[$doc:meta])* $name:ident($data:ty) = $event:literal,)*) => {
        /// Every request of a client; each gets exactly one reply, `ok` or `error`, with the same id.
        #[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
        #[serde(tag = "event", content = "data")]
        pub enum Request {
            $($(#[$doc])* #[serde(rename = $event)] $name($data),)*
        }

        impl Request {
            /// The names of all requests.
            pub const EVENTS: &[&str] = &[$($event),*];

            /// Deserialises the data of the request with this name, if there is such a request.
            fn read_from<'de, D: Deserializer<'de>>(event: &str, data: D) -> Result<Request, D::Error> {
                match event {
                    $($event => <$data>::deserialize(data).map(Request::$name),)*
                    _ => Err(de::Error::custom("there is no such request")),
                }
            }

            /// The request's name.
            pub const fn event(&self) -> &'static str {
                match self { $(Request::$name(_) => $event,)* }
            }
        }
    };
}

requests! {
    /// Registers a new person: a guest, or with a password an account.
    RegisterPlayer(RegisterPlayer) = "registerPlayer",
    /// Logs in a known person, and resumes all their tables.
    Login(Login) = "login",
    /// Sets the language of all texts from now on.
    Language(Language) = "language",
    /// Subscribes to the list of tables and the general chat.
    Lobby(Nothing) = "lobby",
    /// Opens a table.
    CreateGame(CreateGame) = "createGame",
    /// Closes a table before the start; only the opener may.
    DeleteGame(TableNamed) = "deleteGame",
    /// Sits down at a table.
    JoinGame(JoinGame) = "joinGame",
    /// Gets up; during a game that means to resign.
    LeaveGame(TableNamed) = "leaveGame",
    /// Starts the game with the taken seats.
    GameStart(TableNamed) = "gameStart",
    /// Stops the clocks.
    Pause(TableNamed) = "pause",
    /// Resumes the clocks.
    Resume(TableNamed) = "resume",
    /// Resigns.
    Resign(TableNamed) = "resign",
    /// Makes a proposal that the other players vote on.
    Propose(Propose) = "propose",
    /// Answers the current proposal.
    Vote(Vote) = "vote",
    /// Proposes to end the game without a result; the older name of `propose` with `abort`.
    GameAbort(TableNamed) = "gameAbort",
    /// Answers the current proposal; the older name of `vote`.
    VoteAbort(Vote) = "voteAbort",
    /// Removes the person on a seat, before the start.
    Kick(Kick) = "kick",
    /// Gives a free seat to a bot or back to people, before the start.
    ArrangeSeat(SeatPlanChoice) = "arrangeSeat",
    /// Watches.
    Spectate(Spectate) = "spectate",
    /// Stops watching.
    Unspectate(TableNamed) = "unspectate",
    /// Requests a full view, or the updates missed since a version.
    Look(Look) = "look",
    /// Requests a state as the own seat may imagine it, for programs that search.
    Imagine(TableNamed) = "imagine",
    /// Plays an action.
    GameMove(Move) = "gameMove",
    /// Sends a chat message, to a table or to the lobby.
    Chat(Chat) = "chat",
    /// Opens a new table with the same set-up, after the end.
    Rematch(TableNamed) = "rematch",
    /// Requests the scene of a table with these options.
    Preview(Preview) = "preview",
    /// Replays a recording.
    Replay(Replay) = "replay",
    /// Checks that the connection is alive.
    Ping(Nothing) = "ping",
}

impl Request {
    /// Parses a frame. The id is returned even if the rest is invalid, so that the reply can name it.
    pub fn parse(text: &str) -> (Option<u64>, Result<Request, BadRequest>) {
        match usual_move(text) {
            Some((id, play)) => (Some(id), Ok(Request::GameMove(play))),
            None => Request::parse_anything(text),
        }
    }

    /// Parses a frame with its fields in any order, and reports what is wrong with it.
    fn parse_anything(text: &str) -> (Option<u64>, Result<Request, BadRequest>) {
        let frame: Frame<'_> = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(error) => return (None, Err(BadRequest::Form(error.to_string()))),
        };
        if frame.id.is_none() {
            return (None, Err(BadRequest::Form("a request has an id".into())));
        }
        let data = frame.data.map_or("{}", RawValue::get);
        (frame.id, Request::read(&frame.event, data))
    }

    /// Parses the data of the request with this name; errors name the field.
    pub fn read(event: &str, data: &str) -> Result<Request, BadRequest> {
        if !Request::EVENTS.contains(&event) {
            return Err(BadRequest::Unknown(event.chars().take(40).collect()));
        }
        let mut track = Track::new();
        let mut json = serde_json::Deserializer::from_str(data);
        let read = Request::read_from(event, serde_path_to_error::Deserializer::new(&mut json, &mut track));
        read.map_err(|error| BadRequest::Data {
            place: match track.path().to_string() {
                path if path == "." => "data".into(),
                path => format!("data.{path}"),
            },
            reason: error.to_string(),
        })
    }

    /// Serialises the request as a frame.
    pub fn frame(&self, id: u64) -> String {
        let request = serde_json::to_string(self).expect("requests are plain data");
        format!("{{\"id\":{id},{}", &request[1..])
    }
}

/// Fast path: parses a move in the field order that pages and programs write. Nearly all requests are such
/// moves; any other order, and any error, falls back to the general parser.
fn usual_move(text: &str) -> Option<(u64, Move)> {
    let (id, rest) = match text.strip_prefix(r#"{"event":"gameMove","id":"#) {
        Some(rest) => leading_number(rest)?,
        None => {
            let (id, rest) = leading_number(text.strip_prefix(r#"{"id":"#)?)?;
            (id, rest.strip_prefix(r#","event":"gameMove""#)?)
        }
    };
    let (table, rest) = rest.strip_prefix(r#","data":{"table":""#)?.split_once('"')?;
    let (seat, rest) = leading_number(rest.strip_prefix(r#","seat":"#)?)?;
    let (version, rest) = leading_number(rest.strip_prefix(r#","version":"#)?)?;
    let action = rest.strip_prefix(r#","action":"#)?.strip_suffix("}}")?;
    let play = Move {
        table: table.parse().ok()?,
        seat: seat.try_into().ok()?,
        version: version.try_into().ok()?,
        action: serde_json::from_str(action).ok()?,
    };
    Some((id, play))
}

/// The unsigned integer at the start of a JSON text, and the rest of the text.
pub fn leading_number(json: &str) -> Option<(u64, &str)> {
    let end = json.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(json.len());
    let (digits, rest) = json.split_at(end);
    // JSON numbers have no leading zeros.
    let plain = digits == "0" || !digits.starts_with('0');
    Some((digits.parse().ok().filter(|_| plain)?, rest))
}

/// No data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Data of `registerPlayer`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterPlayer {
    /// The person's name: 1 to 32 visible characters, not used by another person.
    pub name: String,
    /// With a password the person has an account, without one they are a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The secret that will authenticate the person: 32 random hexadecimal digits. With it the registration
    /// can be retried and is executed once; without it the server chooses one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The language of all texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Whether the connection is brief, for programs: a table that advances is sent as `gameStep`, with the
    /// played action and the legal actions, and without scenes and texts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub brief: bool,
}

/// Data of `login`: person and secret, or name and password.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The secret from the registration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The name of an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The account's password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The language of all texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Whether the connection is brief, for programs: a table that advances is sent as `gameStep`, with the
    /// played action and the legal actions, and without scenes and texts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub brief: bool,
    /// The session to resume, from an earlier reply, so that request ids are still recognised as repeated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The last seen version of each table; updates missed since then are sent if the server still has them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seen: BTreeMap<String, u32>,
}

/// Data of `language`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The language, such as `de`.
    pub language: String,
}

/// Data of `createGame`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateGame {
    /// The game.
    #[schemars(with = "String")]
    pub game: Id,
    /// The options, by the game's schema.
    #[serde(default)]
    pub options: Value,
    /// Who is to sit where: `"person"` or `{"bot": {"kind", "name"}}`.
    pub seats: Vec<SeatChoice>,
    /// What the table is called.
    #[serde(default)]
    pub name: String,
    /// The clocks; the game's own if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockChoice>,
    /// Whether the opener takes the first seat for people.
    #[serde(default = "yes")]
    pub opener_plays: bool,
    /// Whether spectators are allowed.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Whether joining and watching require the invite.
    #[serde(default)]
    pub private: bool,
    /// Proposals the opener agrees to for the whole game: `takeback` also allows takebacks of secrets and
    /// luck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
}

fn yes() -> bool {
    true
}

/// Whether a seat is for a person or a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum SeatChoice {
    /// Whoever joins.
    Person,
    /// A bot.
    Bot {
        /// Its kind; the game's default if empty.
        #[serde(default)]
        #[schemars(with = "String")]
        kind: Id,
        /// Its name; its kind if empty.
        #[serde(default)]
        #[schemars(with = "String")]
        name: Id,
    },
}

impl From<SeatChoice> for SeatPlan {
    fn from(chosen: SeatChoice) -> SeatPlan {
        match chosen {
            SeatChoice::Person => SeatPlan::Person,
            SeatChoice::Bot { kind, name } => SeatPlan::Bot { kind, name },
        }
    }
}

/// The clocks of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ClockChoice {
    /// Milliseconds for one move; no limit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u32>,
    /// Milliseconds for all moves of a seat together; no limit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<u32>,
    /// Milliseconds from the moment all seats are taken to the start; the opener starts if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countdown_ms: Option<u32>,
}

/// Data of the requests that only name a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableNamed {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
}

/// Data of `joinGame`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The seat; the first free one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    pub seat: Option<u8>,
    /// The invite of a private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// Data of `propose`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Propose {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The name of the proposal: one of the table's `proposals`.
    pub what: String,
}

/// Data of `vote` and `voteAbort`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// Whether the person agrees.
    pub agree: bool,
}

/// Data of `kick`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The seat.
    pub seat: u8,
}

/// Data of `arrangeSeat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatPlanChoice {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The seat.
    pub seat: u8,
    /// Who is to sit there.
    pub plan: SeatChoice,
}

/// Data of `spectate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spectate {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The invite of a private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite: Option<String>,
}

/// Data of `look`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The version last seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
}

/// Data of `gameMove`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The table.
    #[schemars(with = "String")]
    pub table: TableId,
    /// The person's own seat.
    pub seat: u8,
    /// The version of the table that the client saw.
    pub version: u32,
    /// The action, as it was offered.
    pub action: Value,
}

/// Data of `chat`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// The table; the lobby if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub table: Option<TableId>,
    /// The message, as plain text.
    pub text: String,
}

/// Data of `preview`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preview {
    /// An existing table; then the other fields are ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub table: Option<TableId>,
    /// The game.
    #[serde(default)]
    #[schemars(with = "String")]
    pub game: Id,
    /// The options, by the game's schema.
    #[serde(default)]
    pub options: Value,
    /// The number of players.
    #[serde(default)]
    pub seats: usize,
}

/// Data of `replay`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The recording.
    pub recording: String,
    /// The seat through whose view the recording is shown; nothing is hidden if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_survives_its_frame() {
        let ask = Request::GameMove(Move {
            table: TableId(7),
            seat: 1,
            version: 3,
            action: serde_json::json!({"move": "up"}),
        });
        let frame = ask.frame(9);
        assert_eq!(
            frame,
            r#"{"id":9,"event":"gameMove","data":{"table":"t7","seat":1,"version":3,"action":{"move":"up"}}}"#
        );
        assert_eq!(Request::parse(&frame), (Some(9), Ok(ask)));
        assert_eq!(Request::parse(r#"{"event":"ping","id":1}"#), (Some(1), Ok(Request::Ping(Nothing {}))));
    }

    #[test]
    fn a_frame_is_read_in_any_order() {
        let right = [
            r#"{"event":"gameMove","id":9,"data":{"table":"t7","seat":1,"version":3,"action":{"a":[1,"b"]}}}"#,
            r#"{"id":9,"event":"gameMove","data":{"table":"t7","seat":1,"version":3,"action":null}}"#,
            r#"{"data":{"table":"t7","seat":1,"version":3,"action":1},"id":9,"event":"gameMove"}"#,
            r#"{"event":"gameMove","data":{"table":"t7","seat":1,"version":3,"action":1.5e3},"id":9}"#,
            r#"{"\u0065vent":"ping","id":1}"#,
            r#"{"event":"p\u0069ng","id":1,"data":{}}"#,
            r#" { "event" : "ping" , "id" : 1 , "data" : { } } "#,
            r#"{"event":"ping","id":1,"data":null}"#,
        ];
        let others = [
            r#"{"event":"ping","id":null,"data":{}}"#,
            r#"{"event":"ping","id":1,"id":2,"data":{}}"#,
            r#"{"event":"ping","id":null,"id":2,"data":{}}"#,
            r#"{"event":"ping","event":"lobby","id":1,"data":{}}"#,
            r#"{"event":"ping","id":1,"data":{},"data":{}}"#,
            r#"{"event":"ping","id":1,"data":{},"more":1}"#,
            r#"{"event":"ping","id":-1,"data":{}}"#,
            r#"{"event":"ping","id":1.0,"data":{}}"#,
            r#"{"event":"ping","id":1,"data":{}}x"#,
            r#"{"event":"ping","id":1,"data":{"x":1}}"#,
            r#"{"event":"fly","id":1,"data":{}}"#,
            r#"{"event":"look","id":1,"data":{"table":"t1","table":"t2"}}"#,
            r#"["ping",1,{}]"#,
            "null",
            "",
        ];
        for text in right {
            assert!(Request::parse(text).1.is_ok(), "{text}");
        }
        for text in right.into_iter().chain(others) {
            assert_eq!(Request::parse(text), Request::parse_anything(text), "{text}");
        }
    }

    #[test]
    fn a_move_is_read_quickly_only_if_it_is_what_it_seems() {
        let usual = [
            r#"{"event":"gameMove","id":90,"data":{"table":"t7","seat":1,"version":30,"action":{"a":[1,"b"]}}}"#,
            r#"{"id":18446744073709551615,"event":"gameMove","data":{"table":"ta","seat":0,"version":0,"action":"x"}}"#,
        ];
        for text in usual {
            assert!(usual_move(text).is_some(), "{text}");
            // For every mutation of the text, the fast path and the general parser must agree.
            for at in 0..text.len() {
                let same = |text: String| {
                    assert_eq!(Request::parse(&text), Request::parse_anything(&text), "{text}");
                };
                let (before, rest) = text.split_at(at);
                same([before, &rest[1..]].concat());
                for new in ["\"", "0", "9", " ", ",", "}", "{", "\\", "-", ".", "e", "]", "ä"] {
                    same([before, new, &rest[1..]].concat());
                    same([before, new, rest].concat());
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_frame_is_named() {
        let wrong = |text: &str| {
            let (id, request) = Request::parse(text);
            (id, request.unwrap_err().to_string())
        };
        assert_eq!(wrong("{").0, None);
        assert!(wrong(r#"{"event":"ping"}"#).1.contains("has an id"));
        assert_eq!(wrong(r#"{"event":"fly","id":2}"#), (Some(2), "there is no request called 'fly'".into()));
        let (id, reason) = wrong(r#"{"event":"gameMove","id":3,"data":{"table":"x7"}}"#);
        assert_eq!(id, Some(3));
        assert!(reason.starts_with("data.table: 'x7' is not a name"), "{reason}");
        let (_, reason) = wrong(r#"{"event":"ping","id":3,"data":{"x":1}}"#);
        assert!(reason.starts_with("data.x: unknown field"), "{reason}");
    }
}
