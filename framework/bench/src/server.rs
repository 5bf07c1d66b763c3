//! Benchmark of the server as a separate process, with durable storage, against a bare relay of the same
//! messages: once with axum's defaults, and once with sockets tuned like the server's.

use crate::{playouts::collected, report::Report};
use anyhow::{Context, Result, bail};
use parlor_load::{Load, Measured, SocketBuffers};
use serde_json::json;
use std::{
    ffi::OsStr,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

const GAME: &str = "snails";
const MEASURING_TIME: Duration = Duration::from_secs(8);
const MOVES: usize = 1_000_000;
const SPECTATORS: usize = 1_000;
const IDLE: usize = 20_000;
/// Open files of a process beside its idle connections: the store, logs, the tables that play.
const OTHER_OPEN_FILES: u64 = 100;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        for tables in [50, 200] {
            throughput(report, tables).await?;
        }
        spectators(report).await?;
        idle(report).await
    })
}

/// The same connections, the same load generator, the same number of bytes: once through the rules and the
/// store, once forwarded unchanged.
async fn throughput(report: &mut Report, tables: usize) -> Result<()> {
    let server = Process::server()?;
    let plan = Load {
        address: server.address.clone(),
        game: GAME.into(),
        // Long games, so that moves are measured and not the opening of tables.
        options: json!({ "max_turns_without_capture": 100 }),
        brief: false,
        tables,
        moves: MOVES,
        longest: MEASURING_TIME,
        pace: None,
    };
    let ours = parlor_load::load(&plan).await;
    drop(server);
    clean("the server", &ours)?;
    let prefix = if tables == 50 { "server".to_string() } else { format!("server.tables_{tables}") };
    report.put(&format!("{prefix}.moves_per_s"), ours.moves_per_s, "moves/s, stored before they are told");
    let relays = [
        (SocketBuffers::Plain, "relay", "moves/s through a bare relay on axum"),
        (SocketBuffers::Tuned, "tuned_relay", "moves/s through a relay with tuned sockets"),
    ];
    for (sockets, name, about) in relays {
        let relay = Process::relay(sockets)?;
        // A relay forwards messages unchanged, so a message has the size that each player receives per move.
        let size = (ours.bytes_per_move / 2.0) as usize;
        let theirs = parlor_load::relay_load(&relay.address, tables, MOVES, size, MEASURING_TIME).await;
        clean("the relay", &theirs)?;
        report.put(&format!("{prefix}.{name}_moves_per_s"), theirs.moves_per_s, about);
        report.put(&format!("{prefix}.{name}_ratio"), ours.moves_per_s / theirs.moves_per_s, "");
    }
    report.put(&format!("{prefix}.p50_ms"), ours.p50_ms, "ms until both players have a move");
    report.put(&format!("{prefix}.p99_ms"), ours.p99_ms, "ms");
    report.put(&format!("{prefix}.bytes_per_move"), ours.bytes_per_move, "bytes to both players");
    Ok(())
}

async fn spectators(report: &mut Report) -> Result<()> {
    let server = Process::server()?;
    let pid = Some(server.process.id());
    let seen = parlor_load::spectate(&server.address, GAME, SPECTATORS, 20, pid).await?;
    report.put(
        "server.spectators_1000.last_delivery_ms",
        seen.last_delivery_ms,
        "ms until the last one has it",
    );
    if let Some(bytes) = seen.bytes_per_spectator {
        report.put("server.spectators_1000.bytes_each", bytes, "bytes");
    }
    Ok(())
}

async fn idle(report: &mut Report) -> Result<()> {
    let wanted = IDLE as u64 + OTHER_OPEN_FILES;
    let allowed = rlimit::increase_nofile_limit(wanted)?;
    let count = if allowed >= wanted || rlimit::Resource::NOFILE.set(wanted, wanted).is_ok() {
        IDLE
    } else {
        let fewer = allowed.saturating_sub(OTHER_OPEN_FILES) as usize;
        println!("  only {allowed} files may be open here: {fewer} idle connections in place of {IDLE}");
        fewer
    };
    let server = Process::server()?;
    let held = parlor_load::idle(&server.address, GAME, count, Some(server.process.id())).await?;
    report.put("server.idle_connections", held.connections as f64, "");
    if let Some(bytes) = held.bytes_per_connection {
        report.put("server.bytes_per_idle_connection", bytes, "bytes");
    }
    report.put("server.idle.p99_ms", held.p99_ms, "ms for a move beside them");
    Ok(())
}

/// Reports the server's instructions per move of tic-tac-toe, counted by callgrind. Unlike times, the number
/// hardly varies, so that a change of a few per cent is visible. Kernel time is not included.
pub(crate) fn callgrind(report: &mut Report) -> Result<()> {
    // The cost of connecting and disconnecting is in both numbers and cancels out.
    for (name, brief) in
        [("server.instructions_per_move", false), ("server.brief_instructions_per_move", true)]
    {
        let (few, many) = (counted(50, brief)?, counted(550, brief)?);
        let per_move = (many.0 - few.0) as f64 / (many.1 - few.1).max(1) as f64;
        report.put(name, per_move, "instructions");
    }
    Ok(())
}

/// The instructions and the moves of a load with this many moves.
fn counted(moves: usize, brief: bool) -> Result<(u64, u64)> {
    const TABLES: usize = 20;
    let log = std::env::temp_dir().join(format!("parlor-callgrind-{}", std::process::id()));
    let log_file = format!("--log-file={}", log.display());
    let tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", &log_file];
    let mut server =
        Process::lobby_below(&tool, "noughts", &[]).context("is valgrind installed, and noughts built?")?;
    let plan = Load {
        address: server.address.clone(),
        game: "tic-tac-toe".into(),
        options: json!({}),
        brief,
        tables: TABLES,
        moves,
        // Callgrind is much slower.
        longest: 10 * MEASURING_TIME,
        pace: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let measured = runtime.block_on(parlor_load::load(&plan));
    clean("the server", &measured)?;
    server.end()?;
    let text = std::fs::read_to_string(&log)?;
    std::fs::remove_file(&log)?;
    Ok((collected(&text)?, measured.moves as u64))
}

/// Fails if the measurement had errors.
pub(crate) fn clean(who: &str, measured: &Measured) -> Result<()> {
    if measured.errors > 0 || measured.moves == 0 {
        bail!("{who}: {} errors, {} moves", measured.errors, measured.moves);
    }
    Ok(())
}

/// A process to be measured, with its own folder.
pub(crate) struct Process {
    process: Child,
    pub(crate) address: String,
    folder: PathBuf,
}

impl Process {
    /// The program `parlor`.
    fn server() -> Result<Process> {
        Process::lobby("parlor", &["serve", "--host", "127.0.0.1", "--port", "0", "--data"])
    }

    /// A lobby server without rate limits, with an empty folder as its last argument.
    pub(crate) fn lobby(program: &str, args: &[&str]) -> Result<Process> {
        Process::lobby_below(&[], program, args)
    }

    /// The same, run under a tool.
    fn lobby_below(tool: &[&str], program: &str, args: &[&str]) -> Result<Process> {
        let program = std::env::current_exe()?.with_file_name(program);
        let folder = std::env::temp_dir().join(format!("parlor-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let words: Vec<&OsStr> = tool.iter().map(OsStr::new).chain([program.as_os_str()]).collect();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .args(args)
            .arg(&folder)
            .env("PARLOR_LOG", "warn")
            .env("PARLOR_LIMITS_MESSAGES_PER_SECOND", "1000000")
            .env("PARLOR_LIMITS_BURST", "1000000")
            .env("PARLOR_LIMITS_CONNECTIONS", "100000");
        Process::start(command, folder)
            .with_context(|| format!("{} cannot be started: cargo build --release", program.display()))
    }

    /// The memory of the process in bytes, if the system reports it.
    pub(crate) fn memory(&self) -> Option<u64> {
        parlor_load::memory(self.process.id())
    }

    /// The CPU time of the process, if the system reports it.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).ok()?;
        // The process name in brackets may contain spaces; times are in hundredths of a second.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut hundredths = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
    }

    /// Terminates the process, and waits for its exit.
    fn end(&mut self) -> Result<()> {
        Command::new("kill").arg(self.process.id().to_string()).status()?;
        self.process.wait()?;
        Ok(())
    }

    /// A bare relay.
    pub(crate) fn relay(sockets: SocketBuffers) -> Result<Process> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--relay", if sockets == SocketBuffers::Plain { "plain" } else { "tuned" }]);
        Process::start(command, PathBuf::new())
    }

    pub(crate) fn start(mut command: Command, folder: PathBuf) -> Result<Process> {
        let mut process = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("it says nothing")?).read_line(&mut line)?;
        let Some((_, address)) = line.trim().rsplit_once("http://") else {
            bail!("it does not say where it listens");
        };
        let address = address.to_string();
        Ok(Process { process, address, folder })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// The relay as a process: prints its address and runs until it is killed.
pub(crate) fn relay(sockets: &str) -> Result<()> {
    let sockets = if sockets == "plain" { SocketBuffers::Plain } else { SocketBuffers::Tuned };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        println!("http://{}", listener.local_addr()?);
        Ok(parlor_load::relay(listener, sockets).await?)
    })
}
