//! The protocol of boardgame.io 0.50: a match is opened over HTTP, the rest is JSON in socket.io frames.

use super::{Heard, Message, Move, Player, post, text};
use anyhow::{Context, Result, bail};
use parlor_client::{FrameData, Socket};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::json;

/// The namespace of the game, which follows the socket.io packet type (0 connect, 2 event).
const GAME: &str = "/noughts,";
const JOIN: &str = "40";
const TELL: &str = "42";
const PING: &str = "2";
const PONG: &str = "3";
/// The prefix of the message that is sent when a player connects.
const CONNECTED: &str = "[\"matchData\"";

/// A player of a match.
#[derive(Default)]
pub(super) struct BoardgameIo {
    table: String,
    seat: usize,
    credentials: String,
}

impl Player for BoardgameIo {
    async fn sit_down(address: &str) -> Result<[(Socket, BoardgameIo); 2]> {
        let created = post(address, "/games/noughts/create", &json!({ "numPlayers": 2 }))?;
        let table = text(&created, "matchID")?;
        let ada = BoardgameIo::join(address, table, 0).await?;
        let ben = BoardgameIo::join(address, table, 1).await?;
        Ok([ada, ben])
    }

    fn say(&self, next: &Move) -> Message {
        let BoardgameIo { table, seat, credentials } = self;
        let Move { number, cell, .. } = next;
        Message::Text(format!(
            "{TELL}{GAME}[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"place\",\"args\":[{cell}],\
             \"playerID\":\"{seat}\",\"credentials\":\"{credentials}\"}}}},{number},\"{table}\",\"{seat}\"]"
        ))
    }

    fn hear(&mut self, message: FrameData<'_>, next: &Move) -> Result<Heard> {
        let FrameData::Text(text) = message else { return Ok(Heard::Else) };
        if text == PING {
            return Ok(Heard::Question(Message::Text(PONG.into())));
        }
        let told = told(text).with_context(|| format!("{text} in place of {next:?}"))?;
        if told.starts_with(CONNECTED) {
            return Ok(Heard::Else);
        }
        let Update(event, _, state, (entry, _)) =
            serde_json::from_str(told).with_context(|| format!("{told} in place of {next:?}"))?;
        let moved = (event, state.id, state.game.cells, entry.action.payload.args);
        if moved != ("update", next.number + 1, next.cells, [next.cell]) {
            bail!("{told} in place of {next:?}");
        }
        Ok(Heard::TheMove)
    }
}

impl BoardgameIo {
    async fn join(address: &str, table: &str, seat: usize) -> Result<(Socket, BoardgameIo)> {
        let name = json!({ "playerID": seat.to_string(), "playerName": format!("load {seat}") });
        let joined = post(address, &format!("/games/noughts/{table}/join"), &name)?;
        let credentials = text(&joined, "playerCredentials")?;
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        let mut socket = Socket::connect(&url).await?;
        socket.send(FrameData::Text(&format!("{JOIN}{GAME}"))).await?;
        wait(&mut socket, JOIN, "{").await?;
        let sync = format!("{TELL}{GAME}[\"sync\",\"{table}\",\"{seat}\",\"{credentials}\",2]");
        socket.send(FrameData::Text(&sync)).await?;
        // The server sends moves only to clients that have received the match data.
        wait(&mut socket, TELL, CONNECTED).await?;
        let player = BoardgameIo { table: table.into(), seat, credentials: credentials.into() };
        Ok((socket, player))
    }
}

/// Waits for a frame of the game with this prefix.
async fn wait(socket: &mut Socket, kind: &str, begin: &str) -> Result<()> {
    loop {
        let FrameData::Text(text) = socket.next().await? else { continue };
        let about = text.strip_prefix(kind).and_then(|text| text.strip_prefix(GAME));
        if about.is_some_and(|about| about.starts_with(begin)) {
            return Ok(());
        }
    }
}

/// The payload of a frame of the game.
fn told(text: &str) -> Option<&str> {
    text.strip_prefix(TELL)?.strip_prefix(GAME)
}

/// An update: the event, the match, the new state, and the log of a move that ends a turn.
#[derive(Deserialize)]
struct Update<'a>(&'a str, IgnoredAny, State, (Entry, IgnoredAny));

#[derive(Deserialize)]
struct State {
    #[serde(rename = "_stateID")]
    id: u32,
    #[serde(rename = "G")]
    game: Board,
}

#[derive(Deserialize)]
struct Board {
    cells: [u8; 9],
}

#[derive(Deserialize)]
struct Entry {
    action: Action,
}

#[derive(Deserialize)]
struct Action {
    payload: Payload,
}

#[derive(Deserialize)]
struct Payload {
    args: [u8; 1],
}
