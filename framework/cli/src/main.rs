//! The `parlor` program: command-line tools for games, and the server.

mod args;
mod board_symbols;
mod catalogue;
mod cmd;
mod local_game;
mod player;
mod plugin_folder;
mod plugin_watcher;
mod table_setup;
mod terminal;
#[cfg(test)]
mod test_race;
mod text_renderer;
mod thinker;
mod usage_error;

use args::{Args, Command};
use clap::Parser;
use std::{panic, process::ExitCode};
use usage_error::UsageError;

/// Frames are allocated on the host thread and freed on the network threads; with the system's allocator both contend
/// for the same lock.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = Args::parse();
    terminal::quiet_panics();
    // Rules of a game may panic; the panic is reported in one line, like any other failure.
    match panic::catch_unwind(|| run(&args)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            terminal::complain(&format!("{error:#}"));
            ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
        }
        Err(payload) => {
            terminal::complain(&format!("this should not happen: {}", terminal::panic_message(&*payload)));
            ExitCode::from(1)
        }
    }
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(command) = &args.command else { return cmd::serve::run(&args.serve) };
    match command {
        Command::Serve(args) => cmd::serve::run(args),
        Command::Bot(args) => cmd::bot::run(args),
        Command::Load(args) => cmd::load::run(args),
        Command::Replay(args) => cmd::replay::run(args),
        Command::Games(args) => cmd::games::run(args),
        Command::Import(args) => cmd::import::run(args),
        Command::Sim(args) => cmd::sim::run(args),
        Command::Tournament(args) => cmd::tournament::run(args),
        Command::Check(args) => cmd::check::run(args),
        Command::Show(args) => cmd::show::run(args),
        Command::Trace(args) => cmd::trace::run(args),
        Command::Plugins(args) => cmd::plugins::run(args),
        Command::Build(args) => cmd::build::run(args),
    }
}
