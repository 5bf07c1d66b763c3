//! The games as hosts see them: rules with manifest and texts.

use crate::{Hex, Reversi, TicTacToe};
use parlor_bots::ErasedGame;
use parlor_kit::{Bundle, Game, Native};
use rust_embed::RustEmbed;

/// The folders of all classics.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// All classics, for tools.
pub fn games() -> Vec<ErasedGame> {
    vec![ErasedGame::new(tic_tac_toe()), ErasedGame::new(hex()), ErasedGame::new(reversi())]
}

/// The rules of tic-tac-toe.
pub fn tic_tac_toe() -> Native<TicTacToe> {
    rules("tic-tac-toe")
}

/// The rules of hex on 11×11 cells.
pub fn hex() -> Native<Hex> {
    rules("hex")
}

/// The rules of reversi.
pub fn reversi() -> Native<Reversi> {
    rules("reversi")
}

fn rules<G: Game>(folder: &str) -> Native<G> {
    let files = Assets::iter().filter_map(|path| {
        let (of, file) = path.split_once('/')?;
        (of == folder).then_some((file.to_string(), Assets::get(&path)?.data))
    });
    Native::new(Bundle::from_files(files).expect("the files of a classic belong together"))
}
