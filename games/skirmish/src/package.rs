//! The game as hosts install it: the rules together with the files under `assets/skirmish`.

use crate::{Skirmish, standard_set};
use parlor_kit::{Bundle, Native};
use parlor_runtime::GamePackage;
use rust_embed::RustEmbed;
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "../../assets/skirmish"]
struct Assets;

/// The rules of Skirmish with manifest, texts, cards and decks, all part of the program.
/// The shipped card set lies in several files; to hosts it is one piece of content like any other.
pub fn rules() -> Native<Skirmish> {
    let files = Assets::iter().filter(|path| !path.starts_with("sets/"));
    let files = files.filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    let set = serde_json::to_vec(&standard_set()).expect("a card set is plain data");
    let files = files.chain([("sets/standard.json".to_string(), Cow::Owned(set))]);
    Native::new(Bundle::from_files(files).expect("the shipped files of Skirmish belong together"))
}

/// The game as programs get it.
pub fn package() -> GamePackage {
    GamePackage::new(rules())
}
