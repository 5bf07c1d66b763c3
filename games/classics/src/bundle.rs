//! The games as hosts see them: rules with manifest and texts.

use crate::{Hex, Reversi, TicTacToe};
use parlor_bots::ErasedGame;
use parlor_kit::{Bundle, Game, Native};
use std::borrow::Cow;

/// The files of a game under `assets/`.
macro_rules! files {
    ($folder:literal) => {
        [
            ("game.toml", include_str!(concat!("../assets/", $folder, "/game.toml"))),
            ("locales/en.ftl", include_str!(concat!("../assets/", $folder, "/en.ftl"))),
            ("locales/de.ftl", include_str!(concat!("../assets/", $folder, "/de.ftl"))),
        ]
    };
}

/// All classics, for tools.
pub fn games() -> Vec<ErasedGame> {
    vec![ErasedGame::new(tic_tac_toe()), ErasedGame::new(hex()), ErasedGame::new(reversi())]
}

/// The rules of tic-tac-toe.
pub fn tic_tac_toe() -> Native<TicTacToe> {
    rules(files!("tic-tac-toe"))
}

/// The rules of hex on 11×11 cells.
pub fn hex() -> Native<Hex> {
    rules(files!("hex"))
}

/// The rules of reversi.
pub fn reversi() -> Native<Reversi> {
    rules(files!("reversi"))
}

fn rules<G: Game>(files: [(&'static str, &'static str); 3]) -> Native<G> {
    let files = files.map(|(path, text)| (path.to_string(), Cow::Borrowed(text.as_bytes())));
    Native::new(Bundle::from_files(files).expect("the files of a classic belong together"))
}
