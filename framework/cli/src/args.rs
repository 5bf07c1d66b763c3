//! The command line: the program's own arguments and those that several subcommands share.

use crate::cmd::{
    bot::BotArgs, build::BuildArgs, check::CheckArgs, games::GamesArgs, import::ImportArgs, load::LoadArgs,
    plugins::PluginsArgs, replay::ReplayArgs, serve::ServeArgs, show::ShowArgs, sim::SimArgs,
    tournament::TournamentArgs, trace::TraceArgs,
};
use clap::{Args as ClapArgs, Parser, Subcommand};

/// Games with rules as values: serve them, list them, simulate them, check them, look at them.
#[derive(Debug, Parser)]
#[command(name = "parlor", version, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = "Examples:
  parlor                                           serve all games on port 10191
  parlor bot --game snails --name Greta            let a bot play on a server
  parlor games                                     what can be played
  parlor import skirmish cards.xml --into data     files of another program, as content of a game
  parlor sim snails --bots negamax,random          how often a bot beats another
  parlor tournament snails worms                   which bots are how strong
  parlor check snails                              whether a game keeps the laws
  parlor show snails --seed 3 --moves 10           what a table looks like after ten moves
  parlor trace snails --seed 3                     a whole game, step by step
  parlor build games/mine --wasm                   a plugin of a crate with a game
  parlor plugins                                   what was dropped in, and what is wrong with it

Exit codes: 0 all is well, 1 something failed, 2 the command line asks for something that does not exist.")]
pub(crate) struct Args {
    /// Without a command the games are served.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(ServeArgs),
    Bot(BotArgs),
    Load(LoadArgs),
    Replay(ReplayArgs),
    Games(GamesArgs),
    Import(ImportArgs),
    Sim(SimArgs),
    Tournament(TournamentArgs),
    Check(CheckArgs),
    Show(ShowArgs),
    Trace(TraceArgs),
    Plugins(PluginsArgs),
    Build(BuildArgs),
}

/// Arguments shared by all commands about one game.
#[derive(Debug, ClapArgs)]
pub(crate) struct GameArgs {
    /// The game, by its id (`parlor games` lists them), or the folder of a plugin.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The options of the table, as JSON or as @FILE. Content is named, or given as "@FILE".
    #[arg(long, value_name = "JSON|@FILE")]
    pub(crate) options: Option<String>,
    /// How many seats the table has; as few as possible if absent.
    #[arg(long, value_name = "N")]
    pub(crate) seats: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }
}
