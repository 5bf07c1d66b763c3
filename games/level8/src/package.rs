//! The game as hosts install it: the rules together with the files under `assets/level8`.

use crate::Level8;
use parlor_kit::{Bundle, Native};
use parlor_runtime::GamePackage;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/level8"]
struct Assets;

/// The rules of Level 8 with manifest and texts, all part of the program.
pub fn rules() -> Native<Level8> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Level 8 belong together"))
}

/// The game as programs get it.
pub fn package() -> GamePackage {
    GamePackage::new(rules())
}
