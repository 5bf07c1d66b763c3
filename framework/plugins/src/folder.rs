//! A plugin's folder: `plugin.toml`, the module, and the files any game has.

use crate::{
    BOT_CONTRACT, BotToml, CONTRACT, CONTRACTS, Machine, PluginError, PluginRules, admission_games,
    bot::BOT_TOML, component, native_library::Linked, source::Source,
};
use parlor_kit::{Bundle, hex_digits};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Maximum size of a folder, in bytes.
const MAX_FOLDER_BYTES: u64 = 128 << 20;
/// Maximum depth of nested folders.
const MAX_FOLDER_DEPTH: usize = 4;

/// `plugin.toml`. Unknown keys are refused, so that a typing mistake is found at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PluginToml {
    /// The format version; 1.
    pub schema: u32,
    /// The contract version of the module.
    pub contract: String,
    /// The kind of module.
    pub kind: Kind,
    /// The module, a file of the folder.
    pub module: String,
}

/// The kind of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A wasm component, run in the sandbox.
    Wasm,
    /// A native library, trusted.
    Native,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Wasm => "wasm",
            Kind::Native => "native",
        })
    }
}

/// A host's policy for plugins.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether native libraries may be loaded.
    pub native: bool,
    /// Whether plugins are checked before they are offered.
    pub trial: bool,
    /// The cache folder; no other program may write there.
    pub cache: Option<PathBuf>,
}

/// A loaded game plugin.
pub struct Plugin {
    /// Its folder.
    pub folder: PathBuf,
    /// The kind of its module.
    pub kind: Kind,
    /// The SHA-256 of everything in its folder, in hex.
    pub sha256: String,
    /// Its rules.
    pub rules: Arc<PluginRules>,
}

impl fmt::Debug for Plugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plugin")
            .field("folder", &self.folder)
            .field("sha256", &self.sha256)
            .finish_non_exhaustive()
    }
}

/// The parsed contents of a plugin's folder.
pub(crate) struct Contents {
    pub(crate) toml: PluginToml,
    /// The bot's manifest, if it is a bot.
    pub(crate) bot: Option<BotToml>,
    pub(crate) module: Vec<u8>,
    /// Everything but the module.
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) sha256: String,
}

impl Contents {
    pub(crate) fn read(folder: &Path) -> Result<Contents, PluginError> {
        let mut files = read_folder(folder)?;
        let sha256 = fingerprint(&files);
        let toml = files.get("plugin.toml").ok_or_else(|| PluginError::Manifest("is missing".into()))?;
        let bot = files.get(BOT_TOML).map(|bytes| BotToml::parse(bytes)).transpose();
        let bot = bot.map_err(PluginError::Bot)?;
        if bot.is_some() && files.contains_key("game.toml") {
            return Err(PluginError::Bot("a plugin is a game or a bot; there is a game.toml, too".into()));
        }
        let toml = parse(toml, bot.is_some())?;
        let module = files
            .remove(&toml.module)
            .ok_or_else(|| PluginError::Manifest(format!("names {}, which is missing", toml.module)))?;
        Ok(Contents { toml, bot, module, files, sha256 })
    }
}

impl Plugin {
    /// Loads the plugin in a folder. `machine` runs sandboxed plugins.
    pub fn load(folder: &Path, machine: &Machine, policy: &Policy) -> Result<Plugin, PluginError> {
        Plugin::from_contents(folder, Contents::read(folder)?, machine, policy)
    }

    pub(crate) fn from_contents(
        folder: &Path,
        contents: Contents,
        machine: &Machine,
        policy: &Policy,
    ) -> Result<Plugin, PluginError> {
        let Contents { toml, bot, module, files, sha256 } = contents;
        if bot.is_some() {
            return Err(PluginError::NoGame);
        }
        let bundle = files.into_iter().map(|(path, bytes)| (path, Cow::Owned(bytes)));
        let bundle = Arc::new(Bundle::from_files(bundle)?);
        let (source, spoken): (Arc<dyn Source>, &str) = match toml.kind {
            Kind::Wasm => component::load(machine, &module)?,
            Kind::Native if !policy.native => return Err(PluginError::NativeNotAllowed),
            Kind::Native => {
                let original = folder.join(&toml.module);
                let path = settle(&original, &module, policy.cache.as_deref())?;
                (Arc::new(Linked::open(&path)?), CONTRACT)
            }
        };
        if toml.contract != spoken {
            let reason = format!("says contract {}, but the module speaks {spoken}", toml.contract);
            return Err(PluginError::Manifest(reason));
        }
        let rules = Arc::new(PluginRules::new(source, bundle)?);
        if policy.trial {
            admission_games::check(&rules, &sha256, policy.cache.as_deref())?;
        }
        Ok(Plugin { folder: folder.to_path_buf(), kind: toml.kind, sha256, rules })
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        &parlor_kit::Rules::bundle(&*self.rules).manifest.id
    }

    /// Whether this folder contains a plugin, valid or not.
    pub fn is_in(folder: &Path) -> bool {
        folder.join("plugin.toml").is_file()
    }
}

/// Parses `plugin.toml`; bots use the contract for bots.
fn parse(bytes: &[u8], bot: bool) -> Result<PluginToml, PluginError> {
    let text = std::str::from_utf8(bytes).map_err(|_| PluginError::Manifest("is not UTF-8 text".into()))?;
    let toml: PluginToml =
        toml::from_str(text).map_err(|error| PluginError::Manifest(error.message().to_string()))?;
    if toml.schema != 1 {
        let reason = format!("schema {} is not known; this host reads schema 1", toml.schema);
        return Err(PluginError::Manifest(reason));
    }
    match bot {
        true if toml.contract != BOT_CONTRACT => Err(PluginError::BotContract(toml.contract)),
        false if !CONTRACTS.contains(&toml.contract.as_str()) => Err(PluginError::Contract(toml.contract)),
        _ => Ok(toml),
    }
}

/// Every file of the folder by its relative path. Hidden files are not part of the plugin.
pub(crate) fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, PluginError> {
    let (mut files, mut left) = (BTreeMap::new(), MAX_FOLDER_BYTES);
    walk(folder, "", MAX_FOLDER_DEPTH, &mut |name, path, length| {
        let wrong = |reason: String| PluginError::File { file: name.clone(), reason };
        left = left
            .checked_sub(length)
            .ok_or_else(|| wrong(format!("the folder has more than {MAX_FOLDER_BYTES} bytes")))?;
        let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
        files.insert(name, bytes);
        Ok(())
    })?;
    Ok(files)
}

/// Calls `visit` with the name, the path and the length of every file.
pub(crate) fn walk(
    folder: &Path,
    prefix: &str,
    depth: usize,
    visit: &mut dyn FnMut(String, &Path, u64) -> Result<(), PluginError>,
) -> Result<(), PluginError> {
    let wrong = |error: std::io::Error| PluginError::File {
        file: folder.display().to_string(),
        reason: error.to_string(),
    };
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let about = entry.metadata().map_err(wrong)?;
        let name = format!("{prefix}{name}");
        if about.is_dir() && depth > 0 {
            walk(&entry.path(), &format!("{name}/"), depth - 1, visit)?;
        } else if about.is_file() {
            visit(name, &entry.path(), about.len())?;
        }
    }
    Ok(())
}

/// The SHA-256 of names and contents, in order.
fn fingerprint(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = Sha256::new();
    for (name, bytes) in files {
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    }
    hex_digits(&hasher.finalize())
}

/// Copies a native library to a unique name: the system loads a path only once, and overwriting a library
/// while its code runs crashes the process.
fn settle(original: &Path, module: &[u8], cache: Option<&Path>) -> Result<PathBuf, PluginError> {
    let Some(cache) = cache else { return Ok(original.to_path_buf()) };
    let end = original.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
    let path = cache.join(format!("{}.{end}", hex_digits(&Sha256::digest(module))));
    if !path.is_file() {
        let wrong = |error: std::io::Error| PluginError::File {
            file: path.display().to_string(),
            reason: error.to_string(),
        };
        fs::create_dir_all(cache).map_err(wrong)?;
        let aside = path.with_extension(format!("{}.part", std::process::id()));
        fs::write(&aside, module).and_then(|()| fs::rename(&aside, &path)).map_err(wrong)?;
    }
    // A relative path without a folder would be searched among the system's libraries.
    fs::canonicalize(&path).map_err(|error| PluginError::Module(error.to_string()))
}
