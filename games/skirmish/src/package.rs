//! The game as hosts install it: the rules together with the files under `assets/skirmish`.

use crate::{Fault, Imported, Skirmish, import, standard_set};
use parlor_kit::{Bundle, Native, Text};
use parlor_runtime::{GamePackage, NamedFile};
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
    GamePackage::new(rules()).importing(import_files)
}

/// Imports original XML files as a set and decks.
fn import_files(files: &[NamedFile]) -> Result<Vec<NamedFile>, Vec<Text>> {
    let texts: Vec<(&str, &str)> = files.iter().map(|file| (&*file.name, &*file.text)).collect();
    let told = |faults: Vec<Fault>| faults.iter().map(Fault::text).collect::<Vec<Text>>();
    let Imported { set, decks } = import(&texts).map_err(told)?;
    let toml = |written: Result<String, toml::ser::Error>| written.expect("cards and decks are plain data");
    let mut made = Vec::new();
    if set != Default::default() {
        made.push(NamedFile { name: "sets/imported.toml".into(), text: toml(toml::to_string(&set)) });
    }
    for (file, deck) in decks {
        let stem = file.rsplit(['/', '\\']).next().and_then(|name| name.split('.').next()).unwrap_or("deck");
        let name = format!("decks/{}.toml", stem.to_lowercase().replace('_', "-"));
        made.push(NamedFile { name, text: toml(toml::to_string(&deck)) });
    }
    Ok(made)
}
