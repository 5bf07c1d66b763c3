//! The game as hosts install it: the rules together with the files under `assets/level8`.

use crate::Level8;
use parlor_kit::{Bundle, Native};
use parlor_runtime::Plain;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/level8"]
struct Assets;

/// The rules of Level 8 with manifest and texts, all part of the program.
pub fn rules() -> Native<Level8> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Level 8 belong together"))
}

/// The game as a host installs it: it brings nothing but its rules.
pub fn module() -> Plain<Native<Level8>> {
    Plain::new(rules())
}
