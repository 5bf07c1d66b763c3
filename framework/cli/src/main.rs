//! The `parlor` program: everything one can do with games from a terminal.

mod args;
mod bot;
mod build;
mod catalogue;
mod check;
mod entry;
mod games;
mod load;
mod mistake;
mod output;
mod picture;
mod player;
mod playing;
mod plugins;
mod replay;
mod serve;
mod setup;
mod shadow;
mod show;
mod sim;
mod symbols;
mod tally;
mod tournament;
mod trace;

use args::{Args, Command};
use clap::Parser;
use mistake::Mistake;
use std::{panic, process::ExitCode};

/// Frames are made on the thread of the tables and freed on that of the network: the system's allocator makes
/// both wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args = Args::parse();
    output::quiet_panics();
    // Rules of a game may fail; then it is said in one line, as any other failure.
    match panic::catch_unwind(|| run(&args)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            output::complain(&format!("{error:#}"));
            ExitCode::from(if error.is::<Mistake>() { 2 } else { 1 })
        }
        Err(payload) => {
            output::complain(&format!("this should not happen: {}", output::panic_message(&*payload)));
            ExitCode::from(1)
        }
    }
}

fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(command) = &args.command else { return serve::run(&args.serve) };
    match command {
        Command::Serve(args) => serve::run(args),
        Command::Bot(args) => bot::run(args),
        Command::Load(args) => load::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Games(args) => games::run(args),
        Command::Sim(args) => sim::run(args),
        Command::Tournament(args) => tournament::run(args),
        Command::Check(args) => check::run(args),
        Command::Show(args) => show::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Plugins(args) => plugins::run(args),
        Command::Build(args) => build::run(args),
    }
}
