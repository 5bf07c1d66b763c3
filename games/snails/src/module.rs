//! The game as hosts install it: the rules together with the files under `assets/snails`.

use crate::Snails;
use parlor_kit::{Bundle, Native};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/snails"]
struct Assets;

/// The rules of Snails with manifest, texts, sprites and maps, all part of the program.
pub fn rules() -> Native<Snails> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Snails belong together"))
}

/// The text of the `settings.gcf` that comes with the game: the defaults, for a host to begin with.
pub fn shipped_settings() -> String {
    let file = Assets::get("settings.gcf").expect("settings.gcf comes with the game");
    String::from_utf8(file.data.into_owned()).expect("settings.gcf is text")
}
