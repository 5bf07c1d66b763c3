//! `parlor load`: load test against a running server.

use crate::{table_setup, terminal};
use clap::Args as ClapArgs;
use parlor_load::Load;
use serde_json::json;
use std::{process::ExitCode, time::Duration};
use tokio::runtime::Builder;

/// Play many tables at once against a running server, and measure it.
///
/// Every table is two guests on two connections that move as soon as they may. The server must allow that many
/// messages: start it with PARLOR_LIMITS_MESSAGES_PER_SECOND=100000 PARLOR_LIMITS_BURST=100000.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor load --tables 50 --moves 1000
  parlor load --game level8 --brief
  parlor load --tables 1000 --pace 5000           people who think for a while
  parlor load --address 10.0.0.7:10191 --tables 200 --json")]
pub(crate) struct LoadArgs {
    /// The server.
    #[arg(long, default_value = "127.0.0.1:10191", value_name = "HOST:PORT")]
    pub(crate) address: String,
    /// The game, one for two.
    #[arg(long, default_value = "snails", value_name = "GAME")]
    pub(crate) game: String,
    /// The options of the tables, as JSON or as @FILE.
    #[arg(long, value_name = "JSON")]
    pub(crate) options: Option<String>,
    /// The players are told in brief, as programs are: what was played and the actions, without pictures and words.
    #[arg(long)]
    pub(crate) brief: bool,
    /// How many tables play at once.
    #[arg(long, default_value_t = 50, value_name = "N")]
    pub(crate) tables: usize,
    /// How many moves are made at each table.
    #[arg(long, default_value_t = 500, value_name = "N")]
    pub(crate) moves: usize,
    /// How many seconds it goes on at most.
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub(crate) seconds: u64,
    /// Milliseconds from one move to the next at a table; as fast as the server answers if absent.
    #[arg(long, value_name = "MS")]
    pub(crate) pace: Option<u64>,
    /// The process of the server, if it runs on this machine: its memory is reported.
    #[arg(long, value_name = "PID")]
    pub(crate) pid: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &LoadArgs) -> anyhow::Result<ExitCode> {
    let load = Load {
        address: args.address.clone(),
        game: args.game.clone(),
        options: args.options.as_deref().map_or_else(|| Ok(json!({})), table_setup::read_options)?,
        brief: args.brief,
        tables: args.tables,
        moves: args.moves,
        longest: Duration::from_secs(args.seconds),
        pace: args.pace.map(Duration::from_millis),
    };
    let measured = Builder::new_current_thread().enable_all().build()?.block_on(parlor_load::load(&load));
    let memory = args.pid.and_then(parlor_load::memory).map(|bytes| bytes / 1024);
    if args.json {
        let mut json = serde_json::to_value(&measured)?;
        json["memory_kb"] = memory.into();
        terminal::print(&format!("{json:#}\n"))?;
    } else {
        let mut lines = format!(
            "{} tables, {} moves in {:.1} s: {:.0} moves/s\n\
             until both players have it: p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms\n\
             {:.0} bytes for each move to both players, {} errors\n",
            measured.tables,
            measured.moves,
            measured.seconds,
            measured.moves_per_s,
            measured.p50_ms,
            measured.p99_ms,
            measured.p999_ms,
            measured.bytes_per_move,
            measured.errors,
        );
        if let Some(trouble) = &measured.trouble {
            lines.push_str(&format!("what went wrong first: {trouble}\n"));
        }
        if let Some(kb) = memory {
            lines.push_str(&format!("the server uses {kb} KB\n"));
        }
        terminal::print(&lines)?;
    }
    let all_well = measured.errors == 0 && measured.moves > 0;
    Ok(if all_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
