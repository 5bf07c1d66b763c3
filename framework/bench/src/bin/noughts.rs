//! The lobby server with a single game, endless tic-tac-toe: the workload that other servers are compared
//! with. Prints its address, and serves until it is killed.

use classics::TicTacToe;
use mimalloc::MiMalloc;
use parlor_kit::{
    Bundle, Cell, Game, Gesture, Luck, Native, Refusal, Rules, Scene, Seat, StepContext, Turn, Viewer,
};
use parlor_runtime::{Module, Plain};
use parlor_server::{Config, Sqlite};
use serde::{Deserialize, Serialize};
use std::{future, path::PathBuf, sync::Arc};
use tokio::net::TcpListener;

/// The allocator of the program `parlor`.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Endless tic-tac-toe: the end of a game clears the board.
#[derive(Clone, Serialize, Deserialize)]
struct Noughts(TicTacToe);

impl Game for Noughts {
    type Options = <TicTacToe as Game>::Options;
    type Action = Cell;

    fn new(options: &Self::Options, seats: usize, luck: &mut Luck) -> Result<Noughts, Refusal> {
        TicTacToe::new(options, seats, luck).map(Noughts)
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Cell>) {
        self.0.actions(seat, out);
    }

    fn act(&mut self, seat: Seat, cell: &Cell, step: &mut StepContext) -> Result<(), Refusal> {
        self.0.act(seat, cell, step)?;
        if let Turn::Over(_) = self.0.turn() {
            self.0 = TicTacToe::new(&Default::default(), 2, &mut step.luck)?;
        }
        Ok(())
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        self.0.scene(viewer, scene);
    }

    fn gesture(&self, seat: Seat, cell: &Cell) -> Gesture {
        self.0.gesture(seat, cell)
    }
}

fn main() -> anyhow::Result<()> {
    // Settings come from the environment, as with `parlor serve`; the folder is the only argument.
    let mut config = Config::load(None)?;
    if let Some(folder) = std::env::args_os().nth(1) {
        config.data = PathBuf::from(folder);
    }
    let store = Sqlite::open(&config.data.join("parlor.db"), config.durability)?;
    let bundle = Bundle::clone(classics::tic_tac_toe().bundle());
    let games: Vec<Box<dyn Module>> = vec![Box::new(Plain::new(Native::<Noughts>::new(bundle)))];
    parlor_server::server_runtime(&config)?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("http://{}", listener.local_addr()?);
        Ok(parlor_server::run(listener, config, Arc::new(store), games, future::pending()).await?)
    })
}
