//! Benchmarks of Parlor: prints the results, optionally also as JSON with dotted keys.
//!
//! Run it with `cargo xtask bench [--only GROUP] [--json FILE] [--callgrind]`.
//! Times are CPU times of one thread, so that a busy machine does not affect comparisons; the server, and
//! other game servers, are measured by wall time, next to a relay in the same run. Numbers still differ
//! between machines; compare ratios within one run.

mod board_generation;
mod level8;
mod memory;
mod openspiel;
mod openspiel_games;
mod peers;
mod playouts;
mod report;
mod scenes;
mod server;
mod tables;
mod wasm;

use clap::Parser;
use report::Report;

/// What to measure and where to put it.
#[derive(Parser)]
#[command(name = "bench")]
struct Args {
    /// Measure only this group.
    #[arg(long, value_name = "GROUP", value_parser = ["playouts", "scene", "boards", "level8", "runtime", "server", "peers", "wasm"])]
    only: Option<String>,
    /// Write the numbers as one JSON object with dotted keys.
    #[arg(long, value_name = "FILE")]
    json: Option<std::path::PathBuf>,
    /// Count the instructions of an action in random play and of a move at the server instead, with valgrind.
    #[arg(long)]
    callgrind: bool,
    /// Print this many random games of every game that OpenSpiel has, too, for `openspiel.py check`.
    #[arg(long, hide = true, value_name = "N")]
    transcripts: Option<u64>,
    /// Play random games of this reference and print how many moves they had.
    #[arg(long, hide = true, value_name = "GAME")]
    fixed: Option<String>,
    /// How many.
    #[arg(long, hide = true, default_value_t = 100)]
    games: u64,
    /// Be the relay that the server is compared with, on sockets like these.
    #[arg(long, hide = true, value_parser = ["plain", "tuned"])]
    relay: Option<String>,
}

/// A group of measurements.
type Measure = fn(&mut Report) -> anyhow::Result<()>;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if let Some(sockets) = &args.relay {
        return server::relay(sockets);
    }
    if let Some(games) = args.transcripts {
        return openspiel::transcripts(games);
    }
    if let Some(name) = &args.fixed {
        return playouts::fixed(name, args.games);
    }
    let mut report = Report::default();
    let groups: &[(&str, Measure)] = if args.callgrind {
        &[("playouts", playouts::callgrind), ("server", server::callgrind)]
    } else {
        &[
            ("playouts", playouts::measure),
            ("scene", scenes::measure),
            ("boards", board_generation::measure),
            ("level8", level8::measure),
            ("runtime", tables::measure),
            ("server", server::measure),
            ("peers", peers::measure),
            ("wasm", wasm::measure),
        ]
    };
    for &(group, measure) in groups {
        // Other game servers are measured if requested, or if an earlier run installed them.
        let chosen =
            args.only.as_deref().map_or(group != "peers" || peers::installed(), |only| only == group);
        if chosen {
            report.heading(group);
            memory::count(!matches!(group, "server" | "peers"));
            measure(&mut report)?;
        }
    }
    if let Some(file) = args.json {
        std::fs::write(file, report.json())?;
    }
    Ok(())
}
