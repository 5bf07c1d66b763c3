//! Bots as plugins: wasm components that get the view of a seat and choose an action.

use crate::{
    BOT_CONTRACT, Kind, Limits, Machine, PluginError,
    folder::Contents,
    sandbox::{Sandbox, explain},
    source::Fault,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
};
use wasmtime::component::{ComponentExportIndex, ComponentType, Lift, Lower};

/// The file that marks a plugin as a bot.
pub(crate) const BOT_TOML: &str = "bot.toml";

/// Maximum size of the memory a bot passes to its next choice.
const MAX_MEMORY_BYTES: usize = 1 << 16;
/// Extra fuel per byte of the question, so that a large scene does not reduce a bot's budget.
const FUEL_PER_BYTE: u64 = 1_000;

/// `bot.toml`: the manifest of a bot. Unknown keys are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotToml {
    /// The format version; 1.
    pub schema: u32,
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its display name, by language; at least one.
    pub name: BTreeMap<String, String>,
    /// The games it can play; any if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
}

impl BotToml {
    /// Parses the file.
    pub(crate) fn parse(bytes: &[u8]) -> Result<BotToml, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_string())?;
        let about: BotToml = toml::from_str(text).map_err(|error| error.message().to_string())?;
        if about.schema != 1 {
            return Err(format!("schema {} is not known; this host reads schema 1", about.schema));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if about.id.is_empty() || about.id.len() > 64 || !about.id.chars().all(plain) {
            let id = &about.id;
            return Err(format!("the id '{id}' is not made of small letters, digits and hyphens"));
        }
        if about.name.is_empty() {
            return Err("there is no name in any language".to_string());
        }
        if let Some((language, _)) = about.name.iter().find(|(_, name)| name.trim().is_empty()) {
            return Err(format!("the name in the language '{language}' is empty"));
        }
        Ok(about)
    }

    /// Whether it can play this game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|own| own == game)
    }
}

/// A loaded bot.
pub struct BotPlugin {
    /// Its folder.
    pub folder: PathBuf,
    /// The SHA-256 of everything in its folder, in hex.
    pub sha256: String,
    /// Its manifest.
    pub about: BotToml,
    sandbox: Sandbox,
    player: ComponentExportIndex,
}

impl fmt::Debug for BotPlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotPlugin")
            .field("folder", &self.folder)
            .field("sha256", &self.sha256)
            .finish_non_exhaustive()
    }
}

/// The input of a bot for one choice: what its seat may see and do, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ComponentType, Lower)]
#[component(record)]
pub struct Question<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The seat it plays.
    pub seat: u8,
    /// How many seats there are.
    pub seats: u8,
    /// What the seat may see: a scene as JSON.
    pub scene: &'a str,
    /// What the seat may do: `[[action, gesture], …]` as JSON.
    pub offers: &'a str,
    /// A number drawn for this choice.
    pub luck: u64,
    /// The fuel of the choice, in wasm instructions; parsing the question is not counted.
    pub fuel: u64,
    /// The memory it returned at its last choice of this game on this seat.
    pub memory: &'a [u8],
}

/// The output of a bot.
#[derive(Clone, Debug, PartialEq, Eq, ComponentType, Lift)]
#[component(record)]
pub struct Choice {
    /// The index of the chosen offer. The host checks the range.
    pub choice: u32,
    /// The memory for its next choice.
    pub memory: Vec<u8>,
}

impl BotPlugin {
    /// Loads the bot in a folder. `machine` runs it.
    pub fn load(folder: &Path, machine: &Machine) -> Result<BotPlugin, PluginError> {
        BotPlugin::from_contents(folder, Contents::read(folder)?, machine)
    }

    pub(crate) fn from_contents(
        folder: &Path,
        contents: Contents,
        machine: &Machine,
    ) -> Result<BotPlugin, PluginError> {
        let about = contents.bot.ok_or(PluginError::NoBot)?;
        if contents.toml.kind != Kind::Wasm {
            return Err(PluginError::Manifest("a bot is a wasm component; there are no native bots".into()));
        }
        let sandbox = Sandbox::new(machine, &contents.module)?;
        let Some(player) = sandbox.interface("parlor:bot/player", BOT_CONTRACT) else {
            return Err(sandbox.missing("parlor:bot/player", PluginError::BotContract));
        };
        let (folder, sha256) = (folder.to_path_buf(), contents.sha256);
        let bot = BotPlugin { folder, sha256, about, sandbox, player };
        // The first instance shows whether its function is exported.
        bot.ask(None, &bot.sandbox.machine.limits).map_err(|fault| PluginError::Module(fault.reason))?;
        Ok(bot)
    }

    /// Asks the bot, with a timeout in milliseconds. A fresh instance answers, so that no information passes
    /// from one seat or game to another.
    pub fn choose(&self, question: &Question<'_>, millis: u64) -> Result<Choice, Fault> {
        let shown = question.scene.len() + question.offers.len() + question.memory.len();
        let fuel = question.fuel.saturating_add(FUEL_PER_BYTE * shown as u64);
        let limits = Limits { fuel, millis, ..self.sandbox.machine.limits };
        let chosen = self.ask(Some(question), &limits)?;
        let chosen = chosen.ok_or_else(|| Fault::new("the plugin was not asked"))?;
        let choice = chosen.map_err(|reason| Fault::new(format!("the bot says: {}", shortened(&reason))))?;
        if choice.memory.len() > MAX_MEMORY_BYTES {
            let reason =
                format!("the plugin wants to remember more than {MAX_MEMORY_BYTES} bytes, in 'choose'");
            return Err(Fault::new(reason));
        }
        Ok(choice)
    }

    /// Starts a fresh instance and asks it, if there is a question.
    fn ask(
        &self,
        question: Option<&Question<'_>>,
        limits: &Limits,
    ) -> Result<Option<Result<Choice, String>>, Fault> {
        let (mut store, instance) = self.sandbox.start(limits)?;
        let function = self.sandbox.function::<(Question<'_>,), (Result<Choice, String>,)>(
            &self.player,
            &instance,
            &mut store,
            "choose",
        )?;
        let Some(question) = question else { return Ok(None) };
        let (answer,) =
            function.call(&mut store, (*question,)).map_err(|error| explain("choose", limits, &error))?;
        Ok(Some(answer))
    }
}

/// A prefix of a text that may be long.
pub(crate) fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 300;
    if text.chars().count() <= MAX_CHARS {
        return text.to_string();
    }
    text.chars().take(MAX_CHARS).chain(['…']).collect()
}
