//! The games on offer, and who says their texts.

use parlor_kit::Id;
use parlor_runtime::{AnyGame, Defaults, RUNTIME_LOCALES, Runtime};
use parlor_texts::Speaker;
use rust_embed::RustEmbed;
use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

#[derive(RustEmbed)]
#[folder = "../../assets/lobby"]
struct LobbyTexts;

/// A game on offer.
pub(crate) struct Offered {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) speaker: Arc<Speaker>,
    /// The names of all content, by kind.
    pub(crate) contents: BTreeMap<Id, Vec<Id>>,
    /// What the host sets for it.
    pub(crate) defaults: Option<Defaults>,
}

/// Everything on offer at one moment.
pub(crate) struct Catalogue {
    pub(crate) lobby: Arc<Speaker>,
    pub(crate) languages: Vec<String>,
    pub(crate) games: BTreeMap<Id, Arc<Offered>>,
    /// Who says the texts of games that are gone: their tables may still be played.
    gone: BTreeMap<Id, Arc<Speaker>>,
    /// The keys of the lobby's own texts, for the page.
    pub(crate) keys: Vec<String>,
}

impl Catalogue {
    /// What a runtime offers now. Speakers of games that stay are kept: making one takes a while.
    pub(crate) fn of(runtime: &Runtime, before: Option<&Catalogue>) -> Catalogue {
        let lobby = before.map_or_else(|| Arc::new(host_speaker()), |before| before.lobby.clone());
        let languages = lobby.languages().map(String::from).collect();
        let games = runtime.games().map(|game| {
            let bundle = game.bundle();
            let id = bundle.manifest.id.clone();
            let known = before.and_then(|before| before.games.get(&id));
            let known = known.filter(|known| Arc::ptr_eq(&known.game, game));
            let speaker = match known {
                Some(known) => known.speaker.clone(),
                None => {
                    let speaker = host_speaker().with_game(bundle);
                    for fault in speaker.faults() {
                        tracing::warn!(game = %id, %fault, "a text of the game cannot be used");
                    }
                    Arc::new(speaker)
                }
            };
            let kinds = bundle.manifest.content.keys();
            let contents = kinds.map(|kind| (kind.clone(), runtime.content_names(&id, kind))).collect();
            let defaults = runtime.defaults(&id);
            (id, Arc::new(Offered { game: game.clone(), speaker, contents, defaults }))
        });
        let games: BTreeMap<Id, Arc<Offered>> = games.collect();
        let mut gone = before.map(|before| before.gone.clone()).unwrap_or_default();
        for (id, offered) in before.iter().flat_map(|before| &before.games) {
            gone.insert(id.clone(), offered.speaker.clone());
        }
        gone.retain(|id, _| !games.contains_key(id));
        Catalogue { lobby, languages, games, gone, keys: keys() }
    }

    /// The language to speak to somebody who asks for this one.
    pub(crate) fn language(&self, wanted: &str) -> usize {
        let root = wanted.split(['-', '_']).next().unwrap_or(wanted);
        let find = |name: &str| self.languages.iter().position(|language| language == name);
        find(wanted).or_else(|| find(&root.to_lowercase())).or_else(|| find("en")).unwrap_or(0)
    }

    /// Who says the texts of a game.
    pub(crate) fn speaker(&self, game: &str) -> &Speaker {
        let offered = self.games.get(game).map(|offered| &offered.speaker);
        offered.or_else(|| self.gone.get(game)).unwrap_or(&self.lobby)
    }
}

/// What is on offer, for everybody who wants to know.
pub(crate) struct Shelf(RwLock<Arc<Catalogue>>);

impl Shelf {
    pub(crate) fn new(catalogue: Catalogue) -> Shelf {
        Shelf(RwLock::new(Arc::new(catalogue)))
    }

    pub(crate) fn get(&self) -> Arc<Catalogue> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn put(&self, catalogue: Catalogue) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(catalogue);
    }
}

/// A speaker with the texts of lobby and tables; what they say no game can change.
fn host_speaker() -> Speaker {
    let mut speaker = Speaker::new();
    for (language, source) in RUNTIME_LOCALES {
        speaker = speaker.with(language, source);
    }
    for (language, source) in lobby_texts() {
        speaker = speaker.with(&language, &source);
    }
    speaker
}

/// The lobby's files: `locales/<language>.ftl`, and whatever other folders hold files of that name.
fn lobby_texts() -> impl Iterator<Item = (String, String)> {
    LobbyTexts::iter().filter_map(|path| {
        let language = path.rsplit('/').next()?.strip_suffix(".ftl")?.to_string();
        Some((language, String::from_utf8(LobbyTexts::get(&path)?.data.into_owned()).ok()?))
    })
}

fn keys() -> Vec<String> {
    let is_key = |line: &str| line.starts_with(|c: char| c.is_ascii_lowercase());
    let mut keys: Vec<String> = lobby_texts()
        .flat_map(|(_, source)| {
            let lines = source.lines().filter(|line| is_key(line));
            lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_string())).collect::<Vec<_>>()
        })
        .collect();
    keys.sort();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    // LO-4
    #[test]
    fn the_lobby_speaks_every_language_completely() {
        let speaker = host_speaker();
        assert_eq!(speaker.faults(), [], "no text is there twice or unreadable");
        let languages: Vec<&str> = speaker.languages().collect();
        assert_eq!(languages, ["de", "en"]);
        for key in keys() {
            for language in &languages {
                assert!(speaker.knows(language, &key), "{key} is missing in {language}");
            }
        }
    }
}
