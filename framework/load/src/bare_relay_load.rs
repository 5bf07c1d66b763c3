//! Load test against a bare relay.

use crate::{
    load::{Measured, TableResults},
    message_parser::Told,
};
use parlor_client::{FrameData, Socket};
use std::time::{Duration, Instant};

/// The same load against a relay: every move is a message of `size` bytes that both players get.
pub async fn relay_load(
    address: &str,
    rooms: usize,
    moves: usize,
    size: usize,
    longest: Duration,
) -> Measured {
    let mut pairs = Vec::new();
    for room in 0..rooms {
        let url = format!("ws://{address}/relay/{room}");
        let (ada, ben) = (Socket::connect(&url).await, Socket::connect(&url).await);
        if let (Ok(ada), Ok(ben)) = (ada, ben) {
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
                let mut table = TableResults::default();
                let (mut text, mut digits) = (String::new(), itoa::Buffer::new());
                let end_of_text = format!(",\"x\":\"{}\"}}}}", "x".repeat(size.saturating_sub(40)));
                let mut now = Instant::now();
                for number in 0..moves {
                    if now >= end {
                        break;
                    }
                    text.clear();
                    text.push_str("{\"event\":\"relay\",\"data\":{\"version\":");
                    text.push_str(digits.format(number));
                    text.push_str(&end_of_text);
                    table.sent += text.len();
                    let mover = number % 2;
                    if pair[mover].send(FrameData::Text(&text)).await.is_err() {
                        table.errors += 1;
                        return table;
                    }
                    for player in [mover, 1 - mover] {
                        match pair[player].next().await {
                            // Parsed as a client of a game would parse it.
                            Ok(FrameData::Text(text)) => {
                                table.received += text.len();
                                let told = Told::read(text).map(|told| told.data.version).ok();
                                table.errors += usize::from(told != Some(number as u64));
                            }
                            _ => {
                                table.errors += 1;
                                return table;
                            }
                        }
                    }
                    let then = Instant::now();
                    table.times.push(then.duration_since(now));
                    now = then;
                }
                table
            })
        })
        .collect();
    let mut tables = Vec::new();
    for table in playing {
        tables.push(table.await.unwrap_or_else(|_| TableResults { errors: 1, ..TableResults::default() }));
    }
    let mut measured = Measured::of(tables, began.elapsed().as_secs_f64());
    measured.errors += failed;
    measured
}
