//! The games on offer, their translators, and the languages of the lobby.

use parlor_kit::Id;
use parlor_runtime::{AnyGame, Defaults, InstalledGames, Runtime};
use parlor_texts::{Source, Translator};
use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    sync::{Arc, PoisonError, RwLock, Weak},
};

/// The file of a language that the page's own texts are in. A language that has it is offered to readers.
const PAGE_FILE: &str = "page";
/// The files of a language whose texts are sent to the page.
const SENT_FILES: [&str; 2] = [PAGE_FILE, "server"];

/// The texts of everything but games, as this host has them: those in the program, and those in the folder
/// `locales` of its data, in the same layout. What is in the program comes first and is never replaced.
pub(crate) fn lobby_sources(data: &Path) -> Vec<Source> {
    let mut sources = Source::embedded();
    match Source::in_folder(&data.join("locales")) {
        Ok(own) => sources.extend(own),
        Err(error) => tracing::warn!(%error, "the host's own texts cannot be read"),
    }
    sources
}

/// A game as it came at some moment: its rules, its texts, its sprites.
pub(crate) struct Edition {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) translator: Translator,
    /// What tells it from other editions of the game, also in addresses.
    pub(crate) mark: String,
}

impl Edition {
    fn new(game: &Arc<dyn AnyGame>, lobby: &[Source]) -> Edition {
        let bundle = game.bundle();
        // The lobby's messages come first: no game can change them.
        let translator = Translator::from_sources(lobby).with_game(bundle);
        for error in translator.errors() {
            tracing::warn!(game = %bundle.manifest.id, %error, "a text of the game cannot be used");
        }
        let mut hasher = DefaultHasher::new();
        (&bundle.manifest.version, &bundle.locales, &bundle.sprites).hash(&mut hasher);
        Edition { game: game.clone(), translator, mark: format!("{:016x}", hasher.finish()) }
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
    pub(crate) lobby: Arc<Translator>,
    /// What the lobby says, for the translators of games.
    sources: Arc<[Source]>,
    /// The languages readers can choose, sorted: those the lobby has.
    pub(crate) languages: Vec<String>,
    pub(crate) games: BTreeMap<Id, Arc<Offered>>,
    /// The rules, content and settings of all games, for previews and set-ups.
    pub(crate) installed: InstalledGames,
    /// Editions that were replaced or are gone, the latest last: they are kept by the tables that play on with them.
    former: Vec<Weak<Edition>>,
    /// The keys of the lobby's own texts, for the page.
    keys: Vec<String>,
}

impl Catalogue {
    /// What a runtime offers, in a lobby that says this.
    pub(crate) fn new(runtime: &Runtime, sources: Vec<Source>) -> Catalogue {
        let lobby = Translator::from_sources(&sources);
        for error in lobby.errors() {
            tracing::warn!(%error, "a text of the lobby cannot be used");
        }
        let mut languages: Vec<String> = sources
            .iter()
            .filter(|source| {
                source.file == PAGE_FILE && lobby.languages().any(|known| known == source.language)
            })
            .map(|source| source.language.clone())
            .collect();
        languages.sort();
        languages.dedup();
        let empty = Catalogue {
            lobby: Arc::new(lobby),
            languages,
            games: BTreeMap::new(),
            installed: InstalledGames::default(),
            former: Vec::new(),
            keys: keys(&sources),
            sources: sources.into(),
        };
        empty.after(runtime)
    }

    /// What a runtime offers now. Editions that stay are kept: making one takes a while.
    pub(crate) fn after(&self, runtime: &Runtime) -> Catalogue {
        let games = runtime.games().map(|game| {
            let bundle = game.bundle();
            let id = bundle.manifest.id.clone();
            let known = self.games.get(&id).map(|known| &known.edition);
            let known = known.filter(|known| Arc::ptr_eq(&known.game, game));
            let edition = known.map_or_else(|| Arc::new(Edition::new(game, &self.sources)), Arc::clone);
            let kinds = bundle.manifest.content.keys();
            let contents = kinds.map(|kind| (kind.clone(), runtime.content_names(&id, kind))).collect();
            let defaults = runtime.defaults(&id);
            (id, Arc::new(Offered { edition, contents, defaults }))
        });
        let games: BTreeMap<Id, Arc<Offered>> = games.collect();
        let mut former = self.former.clone();
        for (id, offered) in &self.games {
            if games.get(id).is_none_or(|now| !Arc::ptr_eq(&now.edition, &offered.edition)) {
                former.push(Arc::downgrade(&offered.edition));
            }
        }
        former.retain(|edition| edition.strong_count() > 0);
        Catalogue {
            lobby: self.lobby.clone(),
            sources: self.sources.clone(),
            languages: self.languages.clone(),
            games,
            installed: runtime.installed_games(),
            former,
            keys: self.keys.clone(),
        }
    }

    /// The language for a reader who wants one of these, written as in `Accept-Language`: a single language, or
    /// several with weights. English, or else the first language, if there is none of them.
    pub(crate) fn language(&self, wanted: &str) -> usize {
        let find =
            |name: &str| self.languages.iter().position(|language| language.eq_ignore_ascii_case(name));
        let root = |name: &str| name.split(['-', '_']).next().unwrap_or_default().to_string();
        let fits = |name: &str| find(&name.replace('_', "-")).or_else(|| find(&root(name)));
        preferences(wanted).into_iter().find_map(fits).or_else(|| find("en")).unwrap_or(0)
    }

    /// The texts of the page in a language, by key.
    pub(crate) fn page_texts(&self, language: &str) -> BTreeMap<&str, String> {
        self.keys.iter().map(|key| (key.as_str(), self.lobby.translate_key(language, key))).collect()
    }

    /// The translator of a game.
    pub(crate) fn translator(&self, game: &str) -> &Translator {
        self.games.get(game).map_or(&*self.lobby, |offered| &offered.edition.translator)
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

/// What is on offer, shared by all threads.
pub(crate) struct CatalogueHandle(RwLock<Arc<Catalogue>>);

impl CatalogueHandle {
    pub(crate) fn new(catalogue: Catalogue) -> CatalogueHandle {
        CatalogueHandle(RwLock::new(Arc::new(catalogue)))
    }

    pub(crate) fn get(&self) -> Arc<Catalogue> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn put(&self, catalogue: Catalogue) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(catalogue);
    }
}

/// The languages of an `Accept-Language` header, the most wanted first.
fn preferences(header: &str) -> Vec<&str> {
    let mut wanted: Vec<(&str, f32)> = header
        .split(',')
        .map(|part| {
            let (language, rest) = part.split_once(';').unwrap_or((part, ""));
            let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse().ok());
            (language.trim(), weight.unwrap_or(1.0))
        })
        .filter(|(language, weight)| !language.is_empty() && *weight > 0.0)
        .collect();
    // A stable sort: languages of one weight stay in their order.
    wanted.sort_by(|a, b| b.1.total_cmp(&a.1));
    wanted.into_iter().map(|(language, _)| language).collect()
}

/// The keys of the texts that the page gets, sorted.
fn keys(sources: &[Source]) -> Vec<String> {
    let is_key = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
    let sent = sources.iter().filter(|source| SENT_FILES.contains(&source.file.as_str()));
    let lines = sent.flat_map(|source| source.text.lines().filter(is_key));
    let mut keys: Vec<String> =
        lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_string())).collect();
    keys.sort();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    // LO-4
    #[test]
    fn readers_get_the_language_they_want_most_of_those_there_are() {
        let catalogue = Catalogue::new(&Runtime::new(), Source::embedded());
        let language = |wanted: &str| catalogue.languages[catalogue.language(wanted)].as_str();
        for (wanted, given) in [
            ("de", "de"),
            ("de-CH", "de"),
            ("DE_at", "de"),
            ("en;q=0.5, de;q=0.9", "de"),
            ("tlh, de;q=0.1, en;q=0", "de"),
            ("tlh", "en"),
            ("", "en"),
            (";q=x,,=", "en"),
        ] {
            assert_eq!(language(wanted), given, "{wanted}");
        }
    }
}
