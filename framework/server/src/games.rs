//! The games on offer, and who says their texts.

use parlor_kit::Id;
use parlor_runtime::{AnyGame, Defaults, RUNTIME_LOCALES, Runtime};
use parlor_texts::Speaker;
use rust_embed::RustEmbed;
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, PoisonError, RwLock, Weak},
};

#[derive(RustEmbed)]
#[folder = "../../assets/lobby"]
struct LobbyTexts;

/// A game as it came at some moment: its rules, its texts, its sprites.
pub(crate) struct Edition {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) speaker: Speaker,
    /// What tells it from other editions of the game, also in addresses.
    pub(crate) mark: String,
}

impl Edition {
    fn new(game: &Arc<dyn AnyGame>) -> Edition {
        let bundle = game.bundle();
        let speaker = host_speaker().with_game(bundle);
        for fault in speaker.faults() {
            tracing::warn!(game = %bundle.manifest.id, %fault, "a text of the game cannot be used");
        }
        let mut hasher = DefaultHasher::new();
        (&bundle.manifest.version, &bundle.locales, &bundle.sprites).hash(&mut hasher);
        Edition { game: game.clone(), speaker, mark: format!("{:016x}", hasher.finish()) }
    }

    /// The game's version, as its author counts.
    pub(crate) fn version(&self) -> &str {
        &self.game.bundle().manifest.version
    }

    fn id(&self) -> &Id {
        &self.game.bundle().manifest.id
    }
}

/// A game on offer.
pub(crate) struct Offered {
    pub(crate) edition: Arc<Edition>,
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
    /// Editions that were replaced or are gone, the latest last: they are kept by the tables that play on with them.
    former: Vec<Weak<Edition>>,
    /// The keys of the lobby's own texts, for the page.
    pub(crate) keys: Vec<String>,
}

impl Catalogue {
    /// What a runtime offers now. Editions that stay are kept: making one takes a while.
    pub(crate) fn of(runtime: &Runtime, before: Option<&Catalogue>) -> Catalogue {
        let lobby = before.map_or_else(|| Arc::new(host_speaker()), |before| before.lobby.clone());
        let languages = lobby.languages().map(String::from).collect();
        let games = runtime.games().map(|game| {
            let bundle = game.bundle();
            let id = bundle.manifest.id.clone();
            let known = before.and_then(|before| before.games.get(&id)).map(|known| &known.edition);
            let known = known.filter(|known| Arc::ptr_eq(&known.game, game));
            let edition = known.map_or_else(|| Arc::new(Edition::new(game)), Arc::clone);
            let kinds = bundle.manifest.content.keys();
            let contents = kinds.map(|kind| (kind.clone(), runtime.content_names(&id, kind))).collect();
            let defaults = runtime.defaults(&id);
            (id, Arc::new(Offered { edition, contents, defaults }))
        });
        let games: BTreeMap<Id, Arc<Offered>> = games.collect();
        let mut former = before.map(|before| before.former.clone()).unwrap_or_default();
        for (id, offered) in before.iter().flat_map(|before| &before.games) {
            if games.get(id).is_none_or(|now| !Arc::ptr_eq(&now.edition, &offered.edition)) {
                former.push(Arc::downgrade(&offered.edition));
            }
        }
        former.retain(|edition| edition.strong_count() > 0);
        Catalogue { lobby, languages, games, former, keys: keys() }
    }

    /// The language to speak to somebody who asks for this one.
    pub(crate) fn language(&self, wanted: &str) -> usize {
        let root = wanted.split(['-', '_']).next().unwrap_or(wanted);
        let find = |name: &str| self.languages.iter().position(|language| language == name);
        find(wanted).or_else(|| find(&root.to_lowercase())).or_else(|| find("en")).unwrap_or(0)
    }

    /// Who says the texts of a game.
    pub(crate) fn speaker(&self, game: &str) -> &Speaker {
        self.games.get(game).map_or(&*self.lobby, |offered| &offered.edition.speaker)
    }

    /// The edition of a game that fits: the one on offer, or else one that is still played with.
    pub(crate) fn edition(&self, game: &str, fits: impl Fn(&Edition) -> bool) -> Option<Arc<Edition>> {
        let offered = self.games.get(game).map(|offered| offered.edition.clone());
        let former = self.former.iter().rev().filter_map(Weak::upgrade);
        offered
            .into_iter()
            .chain(former.filter(|edition| edition.id().as_str() == game))
            .find(|edition| fits(edition))
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
