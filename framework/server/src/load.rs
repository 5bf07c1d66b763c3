//! Load: many tables at once against a running server, and the bare relay it is compared with.

use crate::{
    client::{Client, ClientError},
    connection::{READ_BUFFER, WRITE_BUFFER},
    protocol::{RegisterPlayer, Request},
};
use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message as WsMessage, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
};
use futures_util::{SinkExt, StreamExt};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{IgnoredAny, SeqAccess, Visitor},
};
use serde_json::{Value, json, value::RawValue};
use std::{
    collections::HashMap,
    fmt,
    marker::PhantomData,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, sync::mpsc};
use tokio_tungstenite::tungstenite::{Message as TungsteniteMessage, protocol::WebSocketConfig};

/// What a load is made of.
#[derive(Clone, Debug)]
pub struct Load {
    /// The server, such as `127.0.0.1:10191`.
    pub address: String,
    /// The game; it must be for two.
    pub game: String,
    /// The options of the tables; what they leave out has its default.
    pub options: Value,
    /// Whether the players are told in brief, as programs, or everything that a page needs.
    pub brief: bool,
    /// How many tables play at once.
    pub tables: usize,
    /// How many moves are made at each table at most; when a game ends there, a new one begins.
    pub moves: usize,
    /// How long it goes on at most.
    pub longest: Duration,
    /// How long it is from one move to the next at a table; as fast as the server answers if absent.
    pub pace: Option<Duration>,
}

/// What a load gave.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Measured {
    /// Tables that played.
    pub tables: usize,
    /// Moves that were made and seen by both players.
    pub moves: usize,
    /// Requests that were refused and connections that broke.
    pub errors: usize,
    /// What went wrong first, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Moves a second.
    pub moves_per_s: f64,
    /// From sending a move until both players had the update, in milliseconds: half of the moves were quicker.
    pub p50_ms: f64,
    /// 99 % of the moves were quicker.
    pub p99_ms: f64,
    /// 99.9 % of the moves were quicker.
    pub p999_ms: f64,
    /// The average size of what both players got for a move together, in bytes.
    pub bytes_per_move: f64,
    /// The average size of a move on its way to the server, in bytes.
    pub bytes_per_request: f64,
}

impl Measured {
    /// Puts together what tables gave that played at the same time, for so long.
    pub fn of(tables: Vec<OneTable>, seconds: f64) -> Measured {
        let mut all = OneTable::default();
        let count = tables.iter().filter(|table| !table.times.is_empty()).count();
        for table in tables {
            all.times.extend(table.times);
            all.errors += table.errors;
            all.trouble = all.trouble.or(table.trouble);
            all.received += table.received;
            all.sent += table.sent;
        }
        all.times.sort_unstable();
        let moves = all.times.len();
        let at = |share: f64| {
            let place = ((moves as f64 * share) as usize).min(moves.saturating_sub(1));
            all.times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        let each = |bytes: usize| if moves == 0 { 0.0 } else { bytes as f64 / moves as f64 };
        Measured {
            tables: count,
            moves,
            errors: all.errors,
            trouble: all.trouble,
            seconds,
            moves_per_s: moves as f64 / seconds.max(1e-9),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            bytes_per_move: each(all.received),
            bytes_per_request: each(all.sent),
        }
    }
}

/// What one table gave.
#[derive(Default)]
pub struct OneTable {
    /// From sending a move until both players had the update, for every move.
    pub times: Vec<Duration>,
    /// What went wrong.
    pub errors: usize,
    /// What went wrong first, in words.
    pub trouble: Option<String>,
    /// What both players got, in bytes.
    pub received: usize,
    /// What both players sent, in bytes.
    pub sent: usize,
}

/// Lets tables play. Every table is two connections of two guests.
pub async fn load(load: &Load) -> Measured {
    Seated::sit_down(load).await.play(load).await
}

/// Tables that are open and begun, with both guests connected.
pub struct Seated {
    pairs: Vec<Pair>,
    /// How many tables could not be opened.
    failed: usize,
    /// Why the first of them could not.
    trouble: Option<String>,
}

impl Seated {
    /// Opens all tables, one after the other.
    pub async fn sit_down(load: &Load) -> Seated {
        let mut seated = Seated { pairs: Vec::new(), failed: 0, trouble: None };
        for number in 0..load.tables {
            match Pair::sit_down(load, number).await {
                Ok(pair) => seated.pairs.push(pair),
                Err(error) => {
                    seated.trouble.get_or_insert_with(|| error.to_string());
                    seated.failed += 1;
                }
            }
        }
        seated
    }

    /// Lets all tables play at the same time. They stay open, so that they can play on.
    pub async fn play(&mut self, load: &Load) -> Measured {
        let began = Instant::now();
        let end = began + load.longest;
        let (moves, pace, count) = (load.moves, load.pace, self.pairs.len() as u32);
        let playing: Vec<_> = (0..)
            .zip(self.pairs.drain(..))
            .map(|(number, mut pair)| {
                tokio::spawn(async move {
                    let pace = pace.map(|pace| Pace::of(number, count, began, pace));
                    let table = pair.play(moves, end, pace).await;
                    (pair, table)
                })
            })
            .collect();
        let mut tables = Vec::new();
        for one in playing {
            match one.await {
                Ok((pair, table)) => {
                    self.pairs.push(pair);
                    tables.push(table);
                }
                Err(_) => tables.push(OneTable { errors: 1, ..OneTable::default() }),
            }
        }
        let mut measured = Measured::of(tables, began.elapsed().as_secs_f64());
        measured.errors += self.failed;
        measured.trouble = self.trouble.clone().or(measured.trouble);
        measured
    }
}

/// When moves are made where they are not made as fast as the server answers.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    next: Instant,
    pace: Duration,
}

impl Pace {
    /// The pace of one of so many tables. They do not all move at once.
    pub fn of(number: u32, tables: u32, began: Instant, pace: Duration) -> Pace {
        Pace { next: began + pace * number / tables, pace }
    }

    /// Waits for the moment of the next move.
    pub async fn wait(&mut self) {
        tokio::time::sleep_until(self.next.into()).await;
        self.next += self.pace;
    }
}

/// Two guests at a table of their own.
pub(crate) struct Pair {
    players: [Client; 2],
    game: String,
    options: Value,
    pub(crate) table: String,
    pub(crate) seen: Seen,
    next_id: u64,
}

/// What is known of a table, from messages alone; only what a move needs.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) version: u64,
    turn: usize,
    /// The action to be taken next, as it was offered.
    action: String,
    pub(crate) over: bool,
}

impl Pair {
    pub(crate) async fn sit_down(load: &Load, number: usize) -> Result<Pair, ClientError> {
        let url = format!("ws://{}/ws", load.address);
        let unique = crate::identity::random_number();
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
        };
        pair.begin().await?;
        Ok(pair)
    }

    /// Opens a table and starts; afterwards it is known who moves.
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

    async fn play(&mut self, moves: usize, end: Instant, mut pace: Option<Pace>) -> OneTable {
        let mut table = OneTable::default();
        while table.times.len() < moves && Instant::now() < end {
            if let Some(pace) = &mut pace {
                pace.wait().await;
            }
            let mut played = self.step(&mut table).await;
            if played.is_ok() && self.seen.over {
                played = self.begin().await;
            }
            if let Err(error) = played {
                table.errors += 1;
                table.trouble = Some(error.to_string());
                break;
            }
        }
        table
    }

    /// One move: sent by whoever is to act, until both have the update.
    pub(crate) async fn step(&mut self, table: &mut OneTable) -> Result<(), ClientError> {
        let mover = self.seen.turn;
        self.next_id += 1;
        let ask = format!(
            "{{\"event\":\"gameMove\",\"id\":{},\"data\":{{\"table\":\"{}\",\"seat\":{mover},\"version\":{},\"action\":{}}}}}",
            self.next_id, self.table, self.seen.version, self.seen.action,
        );
        table.sent += ask.len();
        let began = Instant::now();
        self.players[mover].send_text(ask).await?;
        let wanted = self.seen.version + 1;
        for player in [mover, 1 - mover] {
            loop {
                let text = self.players[player].next_text().await?;
                table.received += text.len();
                // The answer to the move tells less than the update that follows.
                if text.starts_with("{\"id\":") && text.contains("\"event\":\"ok\"") {
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
        table.times.push(began.elapsed());
        Ok(())
    }
}

fn request(event: &str, data: &Value) -> Result<Request, ClientError> {
    Request::read(event, &data.to_string()).map_err(|error| ClientError::Strange(error.to_string()))
}

/// What a player needs to know of a message in order to go on. All else is passed over, so that the one who
/// measures takes as little as possible from the one who is measured.
#[derive(Deserialize)]
struct Told<'a> {
    event: &'a str,
    #[serde(borrow, default)]
    data: Fresh<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Fresh<'a> {
    version: u64,
    turn: Vec<usize>,
    outcome: Option<IgnoredAny>,
    #[serde(borrow)]
    offers: LastAction<'a>,
    #[serde(borrow)]
    actions: Vec<&'a RawValue>,
}

/// A node in the tree of offers.
#[derive(Deserialize)]
struct Node<'a> {
    #[serde(borrow)]
    action: Option<&'a RawValue>,
    #[serde(borrow, default)]
    next: LastAction<'a>,
}

/// The last action in a tree of offers, which in many games makes the game last longer than the first.
#[derive(Default)]
struct LastAction<'a>(Option<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for LastAction<'a> {
    fn deserialize<D: Deserializer<'de>>(nodes: D) -> Result<LastAction<'a>, D::Error> {
        struct Nodes<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for Nodes<'a> {
            type Value = LastAction<'a>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a tree of offers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<LastAction<'a>, A::Error> {
                let mut last = LastAction::default();
                while let Some(Node { action, next }) = nodes.next_element::<Node<'a>>()? {
                    last = LastAction(action.or(next.0));
                }
                Ok(last)
            }
        }
        nodes.deserialize_seq(Nodes(PhantomData))
    }
}

impl<'a> Told<'a> {
    fn read(text: &'a str) -> Result<Told<'a>, ClientError> {
        serde_json::from_str(text).map_err(|error| ClientError::Strange(format!("{error}: {text}")))
    }
}

impl Seen {
    fn take(&mut self, fresh: &Fresh<'_>) {
        self.over |= fresh.outcome.is_some();
        if let Some(next) = fresh.turn.first() {
            self.turn = *next;
        }
        if let Some(action) = fresh.offers.0.or(fresh.actions.last().copied()) {
            self.action.clear();
            self.action.push_str(action.get());
        }
    }
}

/// How a [`relay`] uses its sockets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sockets {
    /// As axum has them if nothing is said.
    Plain,
    /// With buffers as small as those of the lobby server: what any server could reach at best.
    Tuned,
}

/// A bare relay on axum: whatever arrives in a room is sent on to everybody in it. No rules, no store, nothing
/// but sockets.
pub async fn relay(listener: TcpListener, sockets: Sockets) -> std::io::Result<()> {
    let rooms: Rooms = Arc::default();
    let router = Router::new().route("/relay/{room}", get(enter)).with_state((rooms, sockets));
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

type Rooms = Arc<Mutex<HashMap<u64, Vec<mpsc::Sender<Utf8Bytes>>>>>;

async fn enter(
    State((rooms, sockets)): State<(Rooms, Sockets)>,
    Path(room): Path<u64>,
    ws: WebSocketUpgrade,
) -> Response {
    let ws = match sockets {
        Sockets::Plain => ws,
        Sockets::Tuned => ws.read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER),
    };
    ws.on_upgrade(move |socket| pass_on(rooms, room, socket))
}

async fn pass_on(rooms: Rooms, room: u64, mut socket: WebSocket) {
    let (out, mut frames) = mpsc::channel(256);
    let everybody = |rooms: &Rooms| rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&room).cloned();
    rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().push(out);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { return };
                if socket.feed(WsMessage::Text(frame)).await.is_err() {
                    return;
                }
                while let Ok(frame) = frames.try_recv() {
                    if socket.feed(WsMessage::Text(frame)).await.is_err() {
                        return;
                    }
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(WsMessage::Text(text))) = message else { return };
                for one in everybody(&rooms).unwrap_or_default() {
                    let _ = one.try_send(text.clone());
                }
            }
        }
    }
}

/// The same load against a relay: every move is a message of `size` bytes that both players get.
pub async fn relay_load(
    address: &str,
    rooms: usize,
    moves: usize,
    size: usize,
    longest: Duration,
) -> Measured {
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let mut pairs = Vec::new();
    for room in 0..rooms {
        let url = format!("ws://{address}/relay/{room}");
        let ada = tokio_tungstenite::connect_async_with_config(&url, Some(config), true).await;
        let ben = tokio_tungstenite::connect_async_with_config(&url, Some(config), true).await;
        if let (Ok((ada, _)), Ok((ben, _))) = (ada, ben) {
            pairs.push([ada, ben]);
        }
    }
    let failed = rooms - pairs.len();
    let began = Instant::now();
    let end = began + longest;
    let playing: Vec<_> = pairs
        .into_iter()
        .map(|mut pair| {
            tokio::spawn(async move {
                let mut table = OneTable::default();
                let padding = "x".repeat(size.saturating_sub(40));
                for number in 0..moves {
                    if Instant::now() >= end {
                        break;
                    }
                    let text = format!(
                        "{{\"event\":\"relay\",\"data\":{{\"version\":{number},\"x\":\"{padding}\"}}}}"
                    );
                    let sent = Instant::now();
                    table.sent += text.len();
                    let mover = number % 2;
                    if pair[mover].send(TungsteniteMessage::text(text)).await.is_err() {
                        table.errors += 1;
                        return table;
                    }
                    for player in [mover, 1 - mover] {
                        match pair[player].next().await {
                            // Read as a client of a game would: it has to know what it was told.
                            Some(Ok(TungsteniteMessage::Text(text))) => {
                                table.received += text.len();
                                let told = Told::read(&text).map(|told| told.data.version).ok();
                                table.errors += usize::from(told != Some(number as u64));
                            }
                            _ => {
                                table.errors += 1;
                                return table;
                            }
                        }
                    }
                    table.times.push(sent.elapsed());
                }
                table
            })
        })
        .collect();
    let mut tables = Vec::new();
    for table in playing {
        tables.push(table.await.unwrap_or_else(|_| OneTable { errors: 1, ..OneTable::default() }));
    }
    let mut measured = Measured::of(tables, began.elapsed().as_secs_f64());
    measured.errors += failed;
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_action_is_found_however_deep_it_is() {
        let last = |offers: &str| {
            let text = format!("{{\"event\":\"gameUpdate\",\"data\":{{\"version\":3,\"offers\":{offers}}}}}");
            Told::read(&text).unwrap().data.offers.0.map(|action| action.get().to_string())
        };
        assert_eq!(last("[]"), None);
        assert_eq!(
            last(r#"[{"pick":"a","action":1},{"pick":"b","action":{"x": 2}}]"#).unwrap(),
            "{\"x\": 2}"
        );
        let deep = r#"[{"action":1},{"pick":"b","next":[{"action":2},{"next":[{"action":"3"}]}]}]"#;
        assert_eq!(last(deep).unwrap(), "\"3\"");
        let brief = r#"{"event":"gameStep","data":{"version":3,"actions":[1,{"x": 2}]}}"#;
        let mut seen = Seen::default();
        seen.take(&Told::read(brief).unwrap().data);
        assert_eq!(seen.action, "{\"x\": 2}");
    }
}
