//! Two clients that play against each other at one table.

use crate::{
    load::{Load, Pace, TableResults},
    message_parser::{Fresh, Told, is_ok},
    unique_number,
};
use parlor_client::{Client, ClientError};
use parlor_protocol::{RegisterPlayer, Request};
use serde_json::{Value, json};
use std::time::Instant;

/// Two guests at a table of their own.
pub(crate) struct Pair {
    players: [Client; 2],
    game: String,
    options: Value,
    pub(crate) table: String,
    pub(crate) seen: Seen,
    next_id: u64,
    /// Buffer of the request that is sent, reused for every move.
    ask: String,
}

/// The state of a table as known from messages; only the fields a move needs.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) version: u64,
    turn: usize,
    /// The action to be sent next, as offered.
    action: String,
    pub(crate) over: bool,
}

impl Pair {
    pub(crate) async fn sit_down(load: &Load, number: usize) -> Result<Pair, ClientError> {
        let url = format!("ws://{}/ws", load.address);
        let unique = unique_number();
        let enter = async |letter: char| {
            let mut player = Client::connect(&url).await?;
            let name = format!("load {letter}{number} {unique:x}");
            player.enter(RegisterPlayer { name, brief: load.brief, ..RegisterPlayer::default() }).await?;
            Ok::<_, ClientError>(player)
        };
        let mut pair = Pair {
            players: [enter('a').await?, enter('b').await?],
            game: load.game.clone(),
            options: load.options.clone(),
            table: String::new(),
            seen: Seen::default(),
            next_id: 1_000_000,
            ask: String::new(),
        };
        pair.begin().await?;
        Ok(pair)
    }

    /// Opens a table and starts the game; afterwards the player in turn is known.
    async fn begin(&mut self) -> Result<(), ClientError> {
        let [ada, ben] = &mut self.players;
        let create = json!({ "game": self.game, "options": self.options, "seats": ["person", "person"] });
        let table = ada.ask(&request("createGame", &create)?).await?["table"].clone();
        ben.ask(&request("joinGame", &json!({ "table": table }))?).await?;
        ada.ask(&request("gameStart", &json!({ "table": table }))?).await?;
        self.table = table.as_str().unwrap_or_default().to_string();
        self.seen = Seen::default();
        for player in 0..2 {
            loop {
                let message = self.players[player].next().await?;
                let data = &message["data"];
                let ours =
                    data["table"]["table"] == self.table.as_str() || data["table"] == self.table.as_str();
                let told =
                    ["gameState", "gameUpdate", "gameStep"].iter().any(|event| message["event"] == *event);
                if !(ours && told) {
                    continue;
                }
                let turn = data["turn"].as_array().map(Vec::as_slice).unwrap_or_default();
                if data["table"]["phase"] == "waiting" || turn.is_empty() {
                    continue;
                }
                let text = message.to_string();
                let told = Told::read(&text)?;
                self.seen.version = told.data.version;
                self.seen.take(&told.data);
                break;
            }
        }
        Ok(())
    }

    pub(crate) async fn play(&mut self, moves: usize, end: Instant, mut pace: Option<Pace>) -> TableResults {
        let mut table = TableResults::default();
        // The end of a move is the beginning of the next, unless there is a pause in between.
        let mut now = Instant::now();
        while table.times.len() < moves && now < end {
            if let Some(pace) = &mut pace {
                pace.wait().await;
                now = Instant::now();
            }
            let mut played = self.step(&mut table, now).await;
            if played.is_ok() && self.seen.over {
                played = self.begin().await.map(|()| Instant::now());
            }
            match played {
                Ok(then) => now = then,
                Err(error) => {
                    table.errors += 1;
                    table.trouble = Some(error.to_string());
                    break;
                }
            }
        }
        table
    }

    /// Makes one move: the player in turn sends it, and both wait for the update. Returns the time when both
    /// have it.
    pub(crate) async fn step(
        &mut self,
        table: &mut TableResults,
        began: Instant,
    ) -> Result<Instant, ClientError> {
        let mover = self.seen.turn;
        self.next_id += 1;
        self.write_ask();
        table.sent += self.ask.len();
        self.players[mover].send_text(&self.ask).await?;
        let wanted = self.seen.version + 1;
        for player in [mover, 1 - mover] {
            loop {
                let text = self.players[player].next_text().await?;
                table.received += text.len();
                // The reply to the move carries less than the update that follows.
                if is_ok(&text) {
                    continue;
                }
                let told = Told::read(&text)?;
                match told.event {
                    "error" => return Err(ClientError::Strange(text.to_string())),
                    "gameUpdate" | "gameStep" if told.data.version == wanted => {
                        self.seen.take(&told.data);
                        break;
                    }
                    _ => {}
                }
            }
        }
        self.seen.version = wanted;
        let ended = Instant::now();
        table.times.push(ended.duration_since(began));
        Ok(ended)
    }

    fn write_ask(&mut self) {
        let mut number = itoa::Buffer::new();
        let ask = &mut self.ask;
        ask.clear();
        ask.push_str("{\"event\":\"gameMove\",\"id\":");
        ask.push_str(number.format(self.next_id));
        ask.push_str(",\"data\":{\"table\":\"");
        ask.push_str(&self.table);
        ask.push_str("\",\"seat\":");
        ask.push_str(number.format(self.seen.turn));
        ask.push_str(",\"version\":");
        ask.push_str(number.format(self.seen.version));
        ask.push_str(",\"action\":");
        ask.push_str(&self.seen.action);
        ask.push_str("}}");
    }
}

fn request(event: &str, data: &Value) -> Result<Request, ClientError> {
    Request::read(event, &data.to_string()).map_err(|error| ClientError::Strange(error.to_string()))
}

impl Seen {
    fn take(&mut self, fresh: &Fresh<'_>) {
        self.over |= fresh.outcome.is_some();
        if let Some(next) = fresh.turn.first() {
            self.turn = next.index();
        }
        if let Some(action) = fresh.action() {
            self.action.clear();
            self.action.push_str(action);
        }
    }
}
