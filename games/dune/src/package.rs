//! The game as hosts install it: the rules together with the files under `assets/dune`.

use crate::Dune;
use parlor_kit::{Bundle, Native};
use parlor_runtime::GamePackage;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/dune"]
struct Assets;

/// The rules of Dune with manifest, texts, sprites, scenarios and match configurations, all part of the program.
pub fn rules() -> Native<Dune> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Dune belong together"))
}

/// The game as programs get it.
pub fn package() -> GamePackage {
    GamePackage::new(rules())
}
