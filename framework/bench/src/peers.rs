//! Comparison with other game servers, Colyseus and boardgame.io, in the same run on the same machine.
//!
//! All run the same workload; ours also enforces rules and stores every move before it is sent. Tables for
//! two play noughts and crosses, every move reaches both players, and the board is cleared when a game is
//! over, so that a table plays for ever. The servers are in `framework/bench/peers`; `cargo xtask bench
//! --only peers` installs their packages. A bare relay of small messages shows the upper bound.

mod boardgame_io;
mod colyseus;

use crate::{
    report::Report,
    server::{Process, clean},
};
use anyhow::{Context, Result, bail};
use boardgame_io::BoardgameIo;
use colyseus::{Messages, State};
use parlor_client::{FrameData, Socket};
use parlor_load::{Load, Measured, Pace, SocketBuffers, StartedTables, TableResults};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use tokio::task::JoinHandle;

const TABLES: [usize; 2] = [50, 200];
/// Warm-up before the measurement: Node compiles hot code only after it has run often.
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURING_TIME: Duration = Duration::from_secs(4);
/// Interval between moves at the pace of people.
const PACE: Duration = Duration::from_millis(500);
/// Timeout for the delivery of a move.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);

/// How often every contender is measured, in turn, because the speed of a machine varies over time.
const ROUNDS: usize = 5;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    if !runs_node() {
        println!("  not measured: there is no Node; install Node 20 or newer with npm and try again");
        return Ok(());
    }
    if !installed() {
        println!(
            "  not measured: no packages; cargo xtask bench --only peers installs them with npm and Node 20"
        );
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        for tables in TABLES {
            let mut rounds = Vec::new();
            for _ in 0..ROUNDS {
                rounds.push([
                    ("parlor", parlor(tables, false).await?),
                    ("parlor_brief", parlor(tables, true).await?),
                    ("relay", relay(tables).await?),
                    ("colyseus_messages", peer::<Messages>(tables, &["colyseus.mjs", "messages"]).await?),
                    ("colyseus_state", peer::<State>(tables, &["colyseus.mjs", "state"]).await?),
                    ("boardgame_io", peer::<BoardgameIo>(tables, &["boardgame.mjs"]).await?),
                ]);
            }
            note(report, tables, &rounds);
        }
        Ok(())
    })
}

/// Whether the other servers are installed.
pub(crate) fn installed() -> bool {
    folder().is_some_and(|folder| folder.join("node_modules").is_dir())
}

/// The folder where `cargo xtask bench` installs the servers with their packages.
fn folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    Some(program.ancestors().nth(2)?.join("peers"))
}

fn runs_node() -> bool {
    let asked = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// The results of one contender in one round.
struct Run {
    /// With moves as fast as the server answers.
    quick: Measured,
    /// With moves at the pace of people.
    calm: Option<Measured>,
    /// CPU time of the server per move at full speed, in microseconds.
    processor_us: Option<f64>,
    /// Memory of the server per table with both players connected, in bytes.
    bytes_per_table: Option<f64>,
}

/// Measures our server with the same game, with full or brief connections.
async fn parlor(tables: usize, brief: bool) -> Result<Run> {
    let server = Process::lobby("noughts", &[])?;
    let plan = Load {
        address: server.address.clone(),
        game: "tic-tac-toe".into(),
        options: json!({}),
        brief,
        tables,
        moves: usize::MAX,
        longest: WARM_UP,
        pace: None,
    };
    // The first table allocates more than each further one.
    let _first = StartedTables::sit_down(&Load { tables: 1, ..plan.clone() }).await;
    let before = server.memory();
    let mut seated = StartedTables::sit_down(&plan).await;
    let bytes_per_table = each(before, server.memory(), tables);
    clean("parlor", &seated.play(&plan).await)?;
    let plan = Load { longest: MEASURING_TIME, ..plan };
    let took = server.processor_time();
    let quick = seated.play(&plan).await;
    clean("parlor", &quick)?;
    let processor_us = processor_us(took, &server, &quick);
    let calm = seated.play(&Load { pace: Some(PACE), ..plan }).await;
    clean("parlor", &calm)?;
    Ok(Run { quick, calm: Some(calm), processor_us, bytes_per_table })
}

/// The upper bound for any server: a relay with tuned sockets that forwards messages of the smallest size.
async fn relay(tables: usize) -> Result<Run> {
    const SMALL: usize = 0;
    let relay = Process::relay(SocketBuffers::Tuned)?;
    let took = relay.processor_time();
    let quick = parlor_load::relay_load(&relay.address, tables, usize::MAX, SMALL, MEASURING_TIME).await;
    clean("the relay", &quick)?;
    let processor_us = processor_us(took, &relay, &quick);
    Ok(Run { quick, calm: None, processor_us, bytes_per_table: None })
}

/// Measures another server.
async fn peer<P: Player>(tables: usize, script: &[&str]) -> Result<Run> {
    let name = script.join(" ");
    let mut command = Command::new("node");
    // Production mode, without development checks and logs.
    command.args(script).current_dir(folder().unwrap_or_default()).env("NODE_ENV", "production");
    let server = Process::start(command, PathBuf::new()).with_context(|| name.clone())?;
    let _first = sit_down::<P>(&name, &server.address, 1).await?;
    let before = server.memory();
    let seated = sit_down::<P>(&name, &server.address, tables).await?;
    let bytes_per_table = each(before, server.memory(), tables);
    let (seated, _) = together(&name, seated, WARM_UP, None).await?;
    let took = server.processor_time();
    let (seated, quick) = together(&name, seated, MEASURING_TIME, None).await?;
    let processor_us = processor_us(took, &server, &quick);
    let (_, calm) = together(&name, seated, MEASURING_TIME, Some(PACE)).await?;
    Ok(Run { quick, calm: Some(calm), processor_us, bytes_per_table })
}

fn each(before: Option<u64>, after: Option<u64>, tables: usize) -> Option<f64> {
    Some(after?.saturating_sub(before?) as f64 / tables.max(1) as f64)
}

fn processor_us(before: Option<Duration>, server: &Process, measured: &Measured) -> Option<f64> {
    let took = server.processor_time()?.saturating_sub(before?);
    Some(took.as_secs_f64() * 1e6 / measured.moves.max(1) as f64)
}

/// The number of contenders that are ours; they come first.
const OURS: usize = 2;

/// Reports the median over all rounds for every contender, and the median ratio of ours to each of the others
/// in the same round.
fn note<const N: usize>(report: &mut Report, tables: usize, rounds: &[[(&str, Run); N]]) {
    for contender in 0..N {
        let name = rounds[0][contender].0;
        let prefix = format!("peers.{name}.tables_{tables}");
        let runs = || rounds.iter().map(|round| &round[contender].1);
        let mut put = |key: &str, values: Vec<f64>, unit: &str| {
            if !values.is_empty() {
                report.put(&format!("{prefix}.{key}"), middle(values), unit);
            }
        };
        put("moves_per_s", runs().map(|run| run.quick.moves_per_s).collect(), "moves/s");
        put("p50_ms", runs().map(|run| run.quick.p50_ms).collect(), "ms until both players have a move");
        put("p99_ms", runs().map(|run| run.quick.p99_ms).collect(), "ms");
        put("bytes_per_move", runs().map(|run| run.quick.bytes_per_move).collect(), "bytes to both players");
        put(
            "processor_us",
            runs().filter_map(|run| run.processor_us).collect(),
            "µs of the server for a move",
        );
        let calm = || runs().filter_map(|run| run.calm.as_ref());
        put("calm_p50_ms", calm().map(|calm| calm.p50_ms).collect(), "ms, with two moves a second");
        put("calm_p99_ms", calm().map(|calm| calm.p99_ms).collect(), "ms");
        put(
            "bytes_per_table",
            runs().filter_map(|run| run.bytes_per_table).collect(),
            "bytes, both connected",
        );
        for own in (0..OURS).filter(|_| contender >= OURS) {
            let quicker = |round: &[(&str, Run); N]| {
                round[own].1.quick.moves_per_s / round[contender].1.quick.moves_per_s
            };
            let about = format!("times {name}, with storage on");
            put(&format!("{}_ratio", rounds[0][own].0), rounds.iter().map(quicker).collect(), &about);
        }
    }
}

/// The median.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Opens tables, one after the other.
async fn sit_down<P: Player>(name: &str, address: &str, count: usize) -> Result<Vec<Table<P>>> {
    let mut tables = Vec::new();
    for _ in 0..count {
        let players =
            P::sit_down(address).await.with_context(|| format!("{name}: a table cannot be opened"))?;
        tables.push(Table { players, game: Game::default() });
    }
    Ok(tables)
}

/// Runs all tables in parallel. An error at one of them invalidates the measurement.
async fn together<P: Player>(
    name: &str,
    tables: Vec<Table<P>>,
    longest: Duration,
    pace: Option<Duration>,
) -> Result<(Vec<Table<P>>, Measured)> {
    let began = Instant::now();
    let end = began + longest;
    let count = tables.len() as u32;
    let playing: Vec<JoinHandle<_>> = (0..)
        .zip(tables)
        .map(|(number, mut table)| {
            let pace = pace.map(|pace| Pace::of(number, count, began, pace));
            tokio::spawn(async move {
                let mut given = TableResults::default();
                let playing = table.play(&mut given, end, pace);
                let played = tokio::time::timeout(longest + DELIVERY_TIMEOUT, playing).await;
                let fault = match played {
                    Ok(Ok(())) => None,
                    Ok(Err(error)) => Some(error),
                    Err(_) => Some(anyhow::anyhow!("a move did not reach both players")),
                };
                given.errors += usize::from(fault.is_some());
                (table, given, fault)
            })
        })
        .collect();
    let (mut tables, mut given, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for table in playing {
        let (table, one, fault) = table.await?;
        tables.push(table);
        given.push(one);
        faults.extend(fault);
    }
    let measured = Measured::of(given, began.elapsed().as_secs_f64());
    match (clean(name, &measured), faults.into_iter().next()) {
        (Ok(()), _) => Ok((tables, measured)),
        (Err(error), Some(fault)) => Err(fault.context(error)),
        (Err(error), None) => Err(error),
    }
}

/// A table at another server, with the connections of both players.
struct Table<P> {
    players: [(Socket, P); 2],
    game: Game,
}

impl<P: Player> Table<P> {
    async fn play(&mut self, given: &mut TableResults, end: Instant, mut pace: Option<Pace>) -> Result<()> {
        // The end of a move is the beginning of the next, unless there is a pause in between.
        let mut now = Instant::now();
        while now < end {
            if let Some(pace) = &mut pace {
                pace.wait().await;
                now = Instant::now();
            }
            now = self.step(given, now).await?;
        }
        Ok(())
    }

    /// Makes one move: the player in turn sends it, and both wait for it. Returns the time when both have it.
    async fn step(&mut self, given: &mut TableResults, began: Instant) -> Result<Instant> {
        let next = self.game.next();
        let (socket, mover) = &mut self.players[next.seat];
        let message = mover.say(&next);
        given.sent += message.data().size();
        socket.send(message.data()).await?;
        for seat in [next.seat, 1 - next.seat] {
            let (socket, player) = &mut self.players[seat];
            loop {
                let message = socket.next().await?;
                given.received += message.size();
                match player.hear(message, &next)? {
                    Heard::TheMove => break,
                    Heard::Question(answer) => socket.send(answer.data()).await?,
                    Heard::Else => {}
                }
            }
        }
        let ended = Instant::now();
        given.times.push(ended.duration_since(began));
        Ok(ended)
    }
}

/// A message to a server.
enum Message {
    Text(String),
    Binary(Vec<u8>),
}

impl Message {
    fn data(&self) -> FrameData<'_> {
        match self {
            Message::Text(text) => FrameData::Text(text),
            Message::Binary(bytes) => FrameData::Binary(bytes),
        }
    }
}

/// A client of one of the servers.
trait Player: Send + Sized + 'static {
    /// Opens a table and connects both players; afterwards the first player is in turn.
    async fn sit_down(address: &str) -> Result<[(Socket, Self); 2]>;

    /// A move in the server's format.
    fn say(&self, next: &Move) -> Message;

    /// Parses a message. Another move or another board than expected is an error.
    fn hear(&mut self, message: FrameData<'_>, next: &Move) -> Result<Heard>;
}

/// The content of a message.
enum Heard {
    /// The move that was made.
    TheMove,
    /// A message that requires this reply.
    Question(Message),
    /// An irrelevant message.
    Else,
}

/// A move and the resulting state.
#[derive(Debug)]
struct Move {
    /// The number of moves before it.
    number: u32,
    seat: usize,
    cell: u8,
    /// The board afterwards: 0, or a seat plus one.
    cells: [u8; 9],
}

/// A drawn game and a won one, repeated.
const SCRIPT: [u8; 14] = [0, 1, 2, 4, 3, 5, 7, 6, 8, 0, 3, 1, 4, 2];
/// The indices in the script at which a game ends.
const GAME_ENDS: [usize; 2] = [8, 13];

/// The expected state of a table.
#[derive(Default)]
struct Game {
    moves: u32,
    cells: [u8; 9],
}

impl Game {
    fn next(&mut self) -> Move {
        let number = self.moves;
        let place = number as usize % SCRIPT.len();
        let (seat, cell) = (number as usize % 2, SCRIPT[place]);
        self.moves += 1;
        self.cells[usize::from(cell)] = seat as u8 + 1;
        if GAME_ENDS.contains(&place) {
            self.cells = [0; 9];
        }
        Move { number, seat, cell, cells: self.cells }
    }
}

/// Sends an HTTP request. It blocks the thread, which does not matter before the measurement begins.
fn post(address: &str, path: &str, body: &Value) -> Result<Value> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = std::net::TcpStream::connect(address)?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if head.split(' ').nth(1) != Some("200") {
        bail!("{path}: {answer}");
    }
    serde_json::from_str(body).with_context(|| format!("{path}: {body}"))
}

/// A string field of a reply.
fn text<'a>(answer: &'a Value, name: &str) -> Result<&'a str> {
    answer[name].as_str().with_context(|| format!("no {name} in {answer}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a player accepts the message as the first move, the second, or the last of a game.
    fn heard<P: Player>(player: impl Fn() -> P, message: &Message) -> [bool; 3] {
        let message = message.data();
        let moves: Vec<Move> = {
            let mut game = Game::default();
            (0..9).map(|_| game.next()).collect()
        };
        [0, 1, 8].map(|number| matches!(player().hear(message, &moves[number]), Ok(Heard::TheMove)))
    }

    #[test]
    fn a_script_is_two_whole_games() {
        let mut game = Game::default();
        let cleared: Vec<u32> = (0..28)
            .map(|_| game.next())
            .filter(|next| next.cells == [0; 9])
            .map(|next| next.number)
            .collect();
        assert_eq!(cleared, [8, 13, 22, 27]);
    }

    #[test]
    fn only_the_move_that_was_made_counts_in_messages() {
        let moved = |cell, moves| {
            let mut bytes = b"\x0d\xa5moved\xde\x00\x02\xa4cell".to_vec();
            bytes.push(cell);
            bytes.extend(b"\xa5moves");
            bytes.push(moves);
            Message::Binary(bytes)
        };
        assert_eq!(heard(|| Messages, &moved(0, 1)), [true, false, false]);
        assert_eq!(heard(|| Messages, &moved(1, 2)), [false, true, false]);
        assert_eq!(heard(|| Messages, &moved(8, 9)), [false, false, true]);
        assert_eq!(heard(|| Messages, &moved(0, 2)), [false; 3]);
        assert_eq!(heard(|| Messages, &Message::Binary(b"\x0d\xa7refused\x00".to_vec())), [false; 3]);
    }

    #[test]
    fn only_the_move_that_was_made_counts_in_patches() {
        let before = |cells| move || State::known(1, cells);
        let patch = |bytes: &[u8]| Message::Binary(bytes.to_vec());
        let first = patch(b"\x0f\xff\x01\x00\x00\x01\xff\x00\x81\x00\x82\x01\0\0\0");
        assert_eq!(heard(before([0; 9]), &first), [true, false, false]);
        let second = patch(b"\x0f\xff\x01\x00\x01\x02\xff\x00\x81\x01\x82\x02\0\0\0");
        assert_eq!(heard(before([1, 0, 0, 0, 0, 0, 0, 0, 0]), &second), [false, true, false]);
        // The same with something else on the board.
        assert_eq!(heard(before([1, 0, 0, 0, 0, 0, 0, 0, 1]), &second), [false; 3]);
        let mut last = b"\x0f\xff\x01".to_vec();
        last.extend((0..9).flat_map(|cell| [0, cell, 0]));
        last.extend(b"\xff\x00\x81\x08\x82\x09\0\0\0");
        assert_eq!(heard(before([1, 2, 1, 1, 2, 2, 2, 1, 0]), &patch(&last)), [false, false, true]);
        // The board was not cleared.
        let full = patch(b"\x0f\xff\x01\x00\x08\x01\xff\x00\x81\x08\x82\x09\0\0\0");
        assert_eq!(heard(before([1, 2, 1, 1, 2, 2, 2, 1, 0]), &full), [false; 3]);
    }

    #[test]
    fn only_the_move_that_was_made_counts_in_updates() {
        let update = |cells: [u8; 9], cell: u8, id: u32| {
            Message::Text(format!(
                "42/noughts,[\"update\",\"x\",{{\"G\":{{\"cells\":{cells:?}}},\"ctx\":{{}},\"_stateID\":{id}}},\
                 [{{\"action\":{{\"payload\":{{\"args\":[{cell}]}}}},\"turn\":1}},{{\"automatic\":true}}]]"
            ))
        };
        let player = BoardgameIo::default;
        assert_eq!(heard(player, &update([1, 0, 0, 0, 0, 0, 0, 0, 0], 0, 1)), [true, false, false]);
        assert_eq!(heard(player, &update([1, 2, 0, 0, 0, 0, 0, 0, 0], 1, 2)), [false, true, false]);
        assert_eq!(heard(player, &update([0; 9], 8, 9)), [false, false, true]);
        assert_eq!(heard(player, &update([1, 2, 1, 1, 2, 2, 2, 1, 1], 8, 9)), [false; 3]);
        let refused = Message::Text(
            "42/noughts,[\"update\",\"x\",{\"G\":{\"cells\":[0,0,0,0,0,0,0,0,0]},\"_stateID\":0},[]]".into(),
        );
        assert_eq!(heard(player, &refused), [false; 3]);
    }
}
