//! Load test: many tables in parallel against a running server.

use crate::pair::Pair;
use serde::Serialize;
use serde_json::Value;
use std::time::{Duration, Instant};

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct Load {
    /// The server, such as `127.0.0.1:10191`.
    pub address: String,
    /// The game; it must be for two.
    pub game: String,
    /// The options of the tables; absent fields have their defaults.
    pub options: Value,
    /// Whether connections are brief, as for programs, or full, as for a page.
    pub brief: bool,
    /// How many tables play at once.
    pub tables: usize,
    /// The maximum number of moves per table; when a game ends there, a new one begins.
    pub moves: usize,
    /// The maximum duration.
    pub longest: Duration,
    /// The interval between moves at a table; as fast as the server answers if absent.
    pub pace: Option<Duration>,
}

/// The results of a load test.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Measured {
    /// Tables that played.
    pub tables: usize,
    /// Moves that were made and seen by both players.
    pub moves: usize,
    /// Requests that were refused and connections that failed.
    pub errors: usize,
    /// The first error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Moves a second.
    pub moves_per_s: f64,
    /// Median latency, from sending a move until both players had the update, in milliseconds.
    pub p50_ms: f64,
    /// 99th percentile.
    pub p99_ms: f64,
    /// 99.9th percentile.
    pub p999_ms: f64,
    /// Average bytes received per move by both players together.
    pub bytes_per_move: f64,
    /// Average bytes of a move sent to the server.
    pub bytes_per_request: f64,
}

impl Measured {
    /// Merges the results of tables that played in parallel for this long.
    pub fn of(tables: Vec<TableResults>, seconds: f64) -> Measured {
        let mut all = TableResults::default();
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

/// The results of one table.
#[derive(Default)]
pub struct TableResults {
    /// The latency of every move, from sending it until both players had the update.
    pub times: Vec<Duration>,
    /// The number of errors.
    pub errors: usize,
    /// The first error.
    pub trouble: Option<String>,
    /// Bytes received by both players.
    pub received: usize,
    /// Bytes sent by both players.
    pub sent: usize,
}

/// Runs a load test. Every table has two connections of two guests.
pub async fn load(load: &Load) -> Measured {
    StartedTables::sit_down(load).await.play(load).await
}

/// Tables that are open and started, with both guests connected.
pub struct StartedTables {
    pairs: Vec<Pair>,
    /// The number of tables that could not be opened.
    failed: usize,
    /// The first error.
    trouble: Option<String>,
}

impl StartedTables {
    /// Opens all tables, one after the other.
    pub async fn sit_down(load: &Load) -> StartedTables {
        let mut seated = StartedTables { pairs: Vec::new(), failed: 0, trouble: None };
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

    /// Plays at all tables in parallel. They stay open, so that they can play on.
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
                Err(_) => tables.push(TableResults { errors: 1, ..TableResults::default() }),
            }
        }
        let mut measured = Measured::of(tables, began.elapsed().as_secs_f64());
        measured.errors += self.failed;
        measured.trouble = self.trouble.clone().or(measured.trouble);
        measured
    }
}

/// The schedule of moves at a fixed interval.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    next: Instant,
    pace: Duration,
}

impl Pace {
    /// The schedule of one of several tables; tables are staggered.
    pub fn of(number: u32, tables: u32, began: Instant, pace: Duration) -> Pace {
        Pace { next: began + pace * number / tables, pace }
    }

    /// Waits until the next move is due.
    pub async fn wait(&mut self) {
        tokio::time::sleep_until(self.next.into()).await;
        self.next += self.pace;
    }
}
