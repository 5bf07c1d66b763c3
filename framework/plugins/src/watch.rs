//! Polls a folder of plugins for added, changed and removed ones while the host runs.

use crate::{
    BotPlugin, Kind, Limits, Machine, Plugin, PluginError, Policy,
    folder::{Contents, walk},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

/// Watches a folder whose subfolders are plugins.
pub struct Watch {
    folder: PathBuf,
    policy: Policy,
    /// Created with the first plugin, because it reserves address space that most hosts never need.
    machine: Option<Machine>,
    limits: Limits,
    /// Ids of games that no plugin may take.
    taken: BTreeSet<String>,
    known: BTreeMap<String, FolderState>,
    looked: bool,
}

/// The state of one plugin folder.
#[derive(Default)]
struct FolderState {
    /// The fingerprint of its files when it was last loaded.
    loaded: Option<u64>,
    /// The fingerprint of its files at the last poll.
    seen: Option<u64>,
    ready: Option<Ready>,
    problem: Option<PluginError>,
}

/// A loaded plugin.
#[derive(Clone, Debug)]
pub enum Ready {
    /// A game.
    Game(Arc<Plugin>),
    /// A bot.
    Bot(Arc<BotPlugin>),
}

impl Ready {
    /// The id of the game or the bot.
    pub fn id(&self) -> &str {
        match self {
            Ready::Game(plugin) => plugin.game(),
            Ready::Bot(bot) => &bot.about.id,
        }
    }

    /// Its version.
    pub fn version(&self) -> &str {
        match self {
            Ready::Game(plugin) => &parlor_kit::Rules::bundle(&*plugin.rules).manifest.version,
            Ready::Bot(bot) => &bot.about.version,
        }
    }

    /// The kind of its module.
    pub fn kind(&self) -> Kind {
        match self {
            Ready::Game(plugin) => plugin.kind,
            Ready::Bot(_) => Kind::Wasm,
        }
    }

    /// The SHA-256 of its files.
    pub fn sha256(&self) -> &str {
        match self {
            Ready::Game(plugin) => &plugin.sha256,
            Ready::Bot(bot) => &bot.sha256,
        }
    }

    /// The id of the game, if it is one.
    fn game(&self) -> Option<&str> {
        match self {
            Ready::Game(plugin) => Some(plugin.game()),
            Ready::Bot(_) => None,
        }
    }

    /// The change that reports that a game is gone; bots are looked up when needed.
    fn gone(&self) -> Option<Change> {
        self.game().map(|game| Change::Gone { game: game.to_string() })
    }

    /// Whether both are games or both are bots, with the same id.
    fn is_called_like(&self, other: &Ready) -> bool {
        self.id() == other.id() && self.game().is_some() == other.game().is_some()
    }
}

/// A change in the folder.
#[derive(Debug)]
pub enum Change {
    /// A game is ready, for the first time or in place of an earlier version.
    Ready(Arc<Plugin>),
    /// A bot is ready, for the first time or in place of an earlier version.
    Bot(Arc<BotPlugin>),
    /// A game is gone.
    Gone {
        /// The game it had.
        game: String,
    },
    /// A plugin cannot be loaded. An earlier loaded version stays.
    Refused {
        /// The name of its folder.
        folder: String,
        /// Why.
        error: PluginError,
    },
}

/// The status of one plugin.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The name of its folder.
    pub folder: String,
    /// The plugin, if a version of it is loaded.
    pub ready: Option<Ready>,
    /// The error of the files that are in the folder now.
    pub problem: Option<PluginError>,
}

impl Watch {
    /// Watches this folder. Plugins may not use one of the `taken` ids.
    pub fn new(
        folder: PathBuf,
        policy: Policy,
        limits: Limits,
        taken: impl IntoIterator<Item = String>,
    ) -> Watch {
        Watch {
            folder,
            policy,
            machine: None,
            limits,
            taken: taken.into_iter().collect(),
            known: BTreeMap::new(),
            looked: false,
        }
    }

    /// The changes since the last poll. A folder whose files still change is left alone until the next poll.
    pub fn look(&mut self) -> Vec<Change> {
        let (found, first) = (plugins_in(&self.folder), !self.looked);
        self.looked = true;
        let mut changes = Vec::new();
        let gone: Vec<String> =
            self.known.keys().filter(|name| !found.contains_key(*name)).cloned().collect();
        for name in gone {
            let plugin = self.known.remove(&name).and_then(|known| known.ready);
            changes.extend(plugin.as_ref().and_then(Ready::gone));
        }
        for (name, (path, stamp)) in found {
            let known = self.known.entry(name.clone()).or_default();
            let settled = first || known.seen == Some(stamp);
            known.seen = Some(stamp);
            if !settled || known.loaded == Some(stamp) {
                continue;
            }
            known.loaded = Some(stamp);
            match self.load(&name, &path) {
                Ok(plugin) => {
                    let known = self.known.entry(name).or_default();
                    let before = known.ready.replace(plugin.clone());
                    known.problem = None;
                    if before.as_ref().is_some_and(|before| before.sha256() == plugin.sha256()) {
                        continue;
                    }
                    let other = before.filter(|before| before.game() != plugin.game());
                    changes.extend(other.as_ref().and_then(Ready::gone));
                    changes.push(match plugin {
                        Ready::Game(plugin) => Change::Ready(plugin),
                        Ready::Bot(bot) => Change::Bot(bot),
                    });
                }
                Err(error) => {
                    self.known.entry(name.clone()).or_default().problem = Some(error.clone());
                    changes.push(Change::Refused { folder: name, error });
                }
            }
        }
        changes
    }

    /// The status of every plugin as of the last poll.
    pub fn list(&self) -> Vec<Listed> {
        let list = self.known.iter().map(|(folder, known)| Listed {
            folder: folder.clone(),
            ready: known.ready.clone(),
            problem: known.problem.clone(),
        });
        list.collect()
    }

    fn load(&mut self, name: &str, path: &Path) -> Result<Ready, PluginError> {
        let machine = match &self.machine {
            Some(machine) => machine.clone(),
            None => {
                let machine = Machine::new(self.limits, self.policy.cache.clone())?;
                self.machine.insert(machine).clone()
            }
        };
        let contents = Contents::read(path)?;
        let plugin = if contents.bot.is_some() {
            Ready::Bot(Arc::new(BotPlugin::from_contents(path, contents, &machine)?))
        } else {
            Ready::Game(Arc::new(Plugin::from_contents(path, contents, &machine, &self.policy)?))
        };
        let others = self.known.iter().filter(|(other, _)| *other != name);
        let mut others = others.filter_map(|(_, known)| known.ready.as_ref());
        let taken = others.any(|other| other.is_called_like(&plugin));
        match &plugin {
            Ready::Game(game) if taken || self.taken.contains(game.game()) => {
                Err(PluginError::Taken(game.game().to_string()))
            }
            Ready::Bot(bot) if taken => Err(PluginError::BotTaken(bot.about.id.clone())),
            _ => Ok(plugin),
        }
    }
}

impl Listed {
    /// The kind of its module, if it is loaded.
    pub fn kind(&self) -> Option<Kind> {
        self.ready.as_ref().map(Ready::kind)
    }
}

/// The folders with plugins, each with a fingerprint of its files' metadata.
fn plugins_in(folder: &Path) -> BTreeMap<String, (PathBuf, u64)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let plugins = entries.map(|entry| entry.path()).filter(|path| Plugin::is_in(path));
    let stamped = plugins.filter_map(|path| {
        let name = path.file_name()?.to_str().filter(|name| !name.starts_with('.'))?.to_string();
        let stamp = stamp(&path)?;
        Some((name, (path, stamp)))
    });
    stamped.collect()
}

fn stamp(folder: &Path) -> Option<u64> {
    let mut files: Vec<(String, u64, Option<SystemTime>)> = Vec::new();
    let walked = walk(folder, "", 4, &mut |name, path, length| {
        let changed = std::fs::metadata(path).and_then(|about| about.modified()).ok();
        files.push((name, length, changed));
        Ok(())
    });
    walked.ok()?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    Some(hasher.finish())
}
