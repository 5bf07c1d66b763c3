//! Measurements of a running server with spectators and with idle connections.

use crate::{
    load::{Load, load},
    pair::Pair,
    unique_number,
};
use parlor_client::{Client, ClientError, FrameData, Socket};
use parlor_protocol::Request;
use serde::Serialize;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Timeout for a thousand connections, or for a message to reach all of them.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(60);

/// The results with many spectators of one table.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SpectatorResults {
    /// The number of spectators.
    pub spectators: usize,
    /// How many moves each of them saw.
    pub moves: usize,
    /// From sending a move until the last spectator had it, in milliseconds: the median of all moves.
    pub last_delivery_ms: f64,
    /// The slowest move.
    pub slowest_ms: f64,
    /// Memory of the server for each spectator in bytes, if its process is known.
    pub bytes_per_spectator: Option<f64>,
}

/// Connects many spectators to one table, and waits after every move until all of them have received it.
pub async fn spectate(
    address: &str,
    game: &str,
    spectators: usize,
    moves: usize,
    pid: Option<u32>,
) -> Result<SpectatorResults, ClientError> {
    let plan = Load {
        address: address.into(),
        game: game.into(),
        options: json!({}),
        brief: false,
        tables: 1,
        moves,
        longest: DELIVERY_TIMEOUT,
        pace: None,
    };
    let mut pair = Pair::sit_down(&plan, 0).await?;
    let before = pid.and_then(memory);
    let (seen, mut arrivals) = mpsc::unbounded_channel::<u64>();
    let unique = unique_number();
    for number in 0..spectators {
        let mut client = Client::connect(&format!("ws://{address}/ws")).await?;
        client.register(&format!("eye {number} {unique:x}")).await?;
        let watch = Request::read("spectate", &json!({ "table": pair.table }).to_string());
        client.ask(&watch.map_err(|error| ClientError::Strange(error.to_string()))?).await?;
        let seen = seen.clone();
        tokio::spawn(async move {
            while let Ok(message) = client.next().await {
                if message["event"] == "gameUpdate" {
                    let _ = seen.send(message["data"]["version"].as_u64().unwrap_or_default());
                }
            }
        });
    }
    let after = pid.and_then(memory);
    let mut times = Vec::new();
    while times.len() < moves && !pair.seen.over {
        let wanted = pair.seen.version + 1;
        let began = Instant::now();
        pair.step(&mut Default::default(), began).await?;
        let mut had = 0;
        while had < spectators {
            let next = tokio::time::timeout(DELIVERY_TIMEOUT, arrivals.recv()).await;
            match next {
                Ok(Some(version)) => had += usize::from(version == wanted),
                _ => return Err(ClientError::Strange(format!("{had} of {spectators} saw the move"))),
            }
        }
        times.push(began.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let each = |(before, after): (u64, u64)| after.saturating_sub(before) as f64 / spectators.max(1) as f64;
    Ok(SpectatorResults {
        spectators,
        moves: times.len(),
        last_delivery_ms: times.get(times.len() / 2).copied().unwrap_or_default(),
        slowest_ms: times.last().copied().unwrap_or_default(),
        bytes_per_spectator: before.zip(after).map(each),
    })
}

/// The results with many idle connections.
#[derive(Clone, Debug, Default, Serialize)]
pub struct IdleResults {
    /// The number of connections.
    pub connections: usize,
    /// Memory of the server for each of them in bytes, if its process is known.
    pub bytes_per_connection: Option<f64>,
    /// 99 % of the moves of a few tables beside them were quicker than this, in milliseconds.
    pub p99_ms: f64,
    /// The number of errors at those tables.
    pub errors: usize,
}

/// Holds many idle connections, and plays at a few tables beside them. Both processes need a file limit above
/// the number of connections.
pub async fn idle(
    address: &str,
    game: &str,
    connections: usize,
    pid: Option<u32>,
) -> Result<IdleResults, ClientError> {
    let url = format!("ws://{address}/ws");
    let before = pid.and_then(memory);
    let mut held = Vec::with_capacity(connections);
    for _ in 0..connections {
        let mut socket = Socket::connect(&url).await?;
        // The welcome is read, so that no data stays in buffers.
        match socket.next().await? {
            FrameData::Text(_) => held.push(socket),
            FrameData::Binary(_) => return Err(ClientError::Strange("the welcome is not text".into())),
        }
    }
    let after = pid.and_then(memory);
    let each = |(before, after): (u64, u64)| after.saturating_sub(before) as f64 / connections.max(1) as f64;
    let plan = Load {
        address: address.into(),
        game: game.into(),
        options: json!({}),
        brief: false,
        tables: 10,
        moves: 200,
        longest: Duration::from_secs(20),
        pace: None,
    };
    let measured = load(&plan).await;
    Ok(IdleResults {
        connections: held.len(),
        bytes_per_connection: before.zip(after).map(each),
        p99_ms: measured.p99_ms,
        errors: measured.errors,
    })
}

/// The memory of a process in bytes, if the system reports it.
pub fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}
