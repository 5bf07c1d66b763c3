//! The game as hosts install it: the rules together with the files under `assets/worms`.

use crate::Worms;
use parlor_kit::{Bundle, Native};
use parlor_runtime::GamePackage;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/worms"]
struct Assets;

/// The rules of the worm race with manifest, texts, sprites and boards, all part of the program.
pub fn rules() -> Native<Worms> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of the worm race belong together"))
}

/// The game as programs get it.
pub fn package() -> GamePackage {
    GamePackage::new(rules())
}
