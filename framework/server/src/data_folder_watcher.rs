//! Polls the data folder for content and settings that an operator changes while the server runs.

use crate::{
    GameEvent, GameSource,
    host::{HostMessage, HostQueue},
};
use parlor_kit::{Id, Manifest};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The pause between two looks at the folder.
const POLL_PERIOD: Duration = Duration::from_secs(1);

/// Something in the data folder changed, or among the games.
pub(crate) enum Change {
    /// Content is new, different or (without a value) gone.
    Content { game: Id, kind: Id, name: Id, file: Option<ContentFile> },
    /// The settings file of a game is new, different or gone.
    Settings { game: Id, text: Option<String> },
    /// A game came or went.
    Game(GameEvent),
}

/// A file with content of a game.
pub(crate) struct ContentFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl ContentFile {
    /// The name of the file, without its folder.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        self.path.file_name().unwrap_or_default().to_string_lossy()
    }
}

/// What is looked after for one game: `<data>/<game>/<folder>/*.json` and `<data>/<game>/<settings file>`.
pub(crate) struct Watched {
    pub(crate) game: Id,
    pub(crate) kinds: Vec<(Id, String)>,
    pub(crate) settings: Option<&'static str>,
}

impl Watched {
    pub(crate) fn new(manifest: &Manifest, settings: Option<&'static str>) -> Watched {
        let kinds = manifest.content.iter().map(|(kind, about)| (kind.clone(), about.folder.clone()));
        Watched { game: manifest.id.clone(), kinds: kinds.collect(), settings }
    }
}

/// Compares the files of the data folder with those it knows.
pub(crate) struct DataFolderWatcher {
    data: PathBuf,
    games: Vec<Watched>,
    source: Option<Box<dyn GameSource>>,
    known: BTreeMap<PathBuf, (SystemTime, u64)>,
}

impl DataFolderWatcher {
    pub(crate) fn new(
        data: PathBuf,
        games: Vec<Watched>,
        source: Option<Box<dyn GameSource>>,
    ) -> DataFolderWatcher {
        DataFolderWatcher { data, games, source, known: BTreeMap::new() }
    }

    /// The changes since the last call.
    pub(crate) fn poll(&mut self) -> Vec<Change> {
        let events = self.source.iter_mut().flat_map(|source| source.poll()).map(Change::Game);
        let mut changes: Vec<Change> = events.collect();
        let mut found = BTreeMap::new();
        for watched in &self.games {
            let home = self.data.join(watched.game.as_str());
            for (kind, folder) in &watched.kinds {
                for path in files(&home.join(folder)) {
                    let Some(stamp) = stamp(&path) else { continue };
                    found.insert(path.clone(), stamp);
                    if self.known.get(&path) != Some(&stamp)
                        && let (Some(name), Some(file)) = (name(&path), read(&path))
                    {
                        let (game, kind) = (watched.game.clone(), kind.clone());
                        changes.push(Change::Content { game, kind, name, file: Some(file) });
                    }
                }
                let gone = self.known.keys().filter(|path| path.starts_with(home.join(folder)));
                for path in gone.filter(|path| !found.contains_key(*path)) {
                    if let Some(name) = name(path) {
                        let (game, kind) = (watched.game.clone(), kind.clone());
                        changes.push(Change::Content { game, kind, name, file: None });
                    }
                }
            }
            if let Some(file) = watched.settings {
                let path = home.join(file);
                let now = stamp(&path);
                if self.known.get(&path) != now.as_ref() {
                    let text = std::fs::read_to_string(&path).ok();
                    changes.push(Change::Settings { game: watched.game.clone(), text });
                }
                found.extend(now.map(|stamp| (path, stamp)));
            }
        }
        self.known = found;
        changes
    }

    /// Polls until the host has ended.
    pub(crate) fn run(mut self, host: &HostQueue) {
        loop {
            std::thread::sleep(POLL_PERIOD);
            let changes = self.poll();
            if !host.blocking_send(HostMessage::DataChanged(changes)) {
                return;
            }
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "json" || end == "toml"));
    files.sort();
    files
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

fn name(path: &Path) -> Option<Id> {
    Some(path.file_name()?.to_str()?.split('.').next()?.into())
}

fn read(path: &Path) -> Option<ContentFile> {
    let unreadable = |error: std::io::Error| {
        tracing::warn!(path = %path.display(), reason = %error, "a content file cannot be used");
    };
    let bytes = std::fs::read(path).map_err(unreadable).ok()?;
    Some(ContentFile { path: path.to_path_buf(), bytes })
}
