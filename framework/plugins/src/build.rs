//! Builds a plugin folder from a crate with a game or a bot.

use crate::{
    BOT_CONTRACT, BotToml, CONTRACT, Kind, MISSING, PluginError, PluginToml, TARGET, Wasm, bot::BOT_TOML,
};
use parlor_kit::Manifest;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The contracts, as used by the tools of other languages.
const GAME_WIT: &str = include_str!("../wit/game.wit");
const GAME_WIT_0_1: &str = include_str!("../contracts/0.1.0.wit");
const BOT_WIT: &str = include_str!("../wit/bot/bot.wit");

/// The result of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The plugin's folder, ready to be copied to a host.
    pub folder: PathBuf,
    /// The module in it.
    pub module: PathBuf,
    /// Whether it is a bot.
    pub bot: bool,
}

/// The parameters of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions<'a> {
    /// The folder of the crate.
    pub krate: &'a Path,
    /// The kind of module to build.
    pub kind: Kind,
    /// The output folder; inside the crate's target folder if absent.
    pub out: Option<&'a Path>,
    /// Whether a native library is optimised; modules always are.
    pub release: bool,
}

/// Builds a plugin of a crate with the line `parlor_guest::plugin!(…)` or `parlor_guest::bot!(…)`.
pub fn build(order: &BuildOptions<'_>) -> Result<Built, PluginError> {
    let krate = fs::canonicalize(order.krate).map_err(wrong(order.krate))?;
    let name = package_name(&krate)?;
    let target = target_folder(&krate)?;
    let library = name.replace('-', "_");
    let assets = assets_of(&krate, &name)?;
    let bot = assets.join(BOT_TOML).is_file();
    if order.kind == Kind::Native && bot {
        return Err(PluginError::Build("a bot is a wasm component: use --wasm".into()));
    }
    let (bytes, file) = match order.kind {
        Kind::Wasm => {
            let wasm = Wasm::find().ok_or_else(|| PluginError::Build(MISSING.into()))?;
            let target = target.join("wasm");
            run(as_library(wasm.cargo("rustc", &target)).current_dir(&krate))?;
            let file = format!("{library}.wasm");
            let built = target.join(TARGET).join("release").join(&file);
            (componentize(&fs::read(&built).map_err(wrong(&built))?)?, file)
        }
        Kind::Native => {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.arg("rustc").arg("--target-dir").arg(&target);
            if order.release {
                cargo.arg("--release");
            }
            run(as_library(cargo).current_dir(&krate))?;
            let file = format!("{}{library}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
            let built = target.join(if order.release { "release" } else { "debug" }).join(&file);
            (fs::read(&built).map_err(wrong(&built))?, file)
        }
    };
    let folder = match order.out {
        Some(out) => out.to_path_buf(),
        None => target.join("plugins").join(format!("{name}-{}", order.kind)),
    };
    fill(&folder, &assets, &file, &bytes, order.kind)?;
    Ok(Built { module: folder.join(&file), folder, bot })
}

/// Makes a component from a module: one that embeds its own types, as modules of `wit-bindgen` do, or one
/// that exports the functions of the contract by hand.
pub fn componentize(module: &[u8]) -> Result<Vec<u8>, PluginError> {
    let made = || -> Result<Vec<u8>, String> {
        let mut module = module.to_vec();
        let has = |name: &[u8]| module.windows(name.len()).any(|bytes| bytes == name);
        if !has(b"component-type") {
            let game = if has(b"parlor:game/rules@0.1.0") { GAME_WIT_0_1 } else { GAME_WIT };
            let (file, wit, world) = if has(b"parlor:bot/player@") {
                ("bot.wit", BOT_WIT, "bot")
            } else if has(b"parlor:game/hints@") {
                ("game.wit", game, "full-game")
            } else {
                ("game.wit", game, "game")
            };
            let mut resolve = Resolve::default();
            let package = resolve.push_source(file, wit).map_err(|error| format!("{error:#}"))?;
            let world =
                resolve.select_world(&[package], Some(world)).map_err(|error| format!("{error:#}"))?;
            embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)
                .map_err(|error| format!("{error:#}"))?;
        }
        let encoder = ComponentEncoder::default().validate(true).module(&module);
        encoder.and_then(|mut encoder| encoder.encode()).map_err(|error| format!("{error:#}"))
    };
    made().map_err(|reason| PluginError::Build(format!("the module makes no component: {reason}")))
}

fn as_library(mut cargo: Command) -> Command {
    cargo.args(["--lib", "--crate-type", "cdylib", "--no-default-features", "--features", "plugin"]);
    cargo
}

fn run(command: &mut Command) -> Result<(), PluginError> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(PluginError::Build(format!("{program} failed with {status}"))),
        Err(error) => Err(PluginError::Build(format!("{program} cannot be started: {error}"))),
    }
}

fn package_name(krate: &Path) -> Result<String, PluginError> {
    let path = krate.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(wrong(&path))?;
    let toml: toml::Table = toml::from_str(&text)
        .map_err(|error| PluginError::Build(format!("{}: {}", path.display(), error.message())))?;
    let name = toml.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
    name.map(String::from).ok_or_else(|| PluginError::Build(format!("{} names no package", path.display())))
}

/// The crate's target folder.
fn target_folder(krate: &Path) -> Result<PathBuf, PluginError> {
    if let Some(folder) = std::env::var_os("CARGO_TARGET_DIR") {
        return std::path::absolute(folder).map_err(|error| PluginError::Build(error.to_string()));
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output =
        cargo.args(["locate-project", "--workspace", "--message-format", "plain"]).current_dir(krate);
    let output =
        output.output().map_err(|error| PluginError::Build(format!("cargo cannot be started: {error}")))?;
    let manifest = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let root = manifest.parent().ok_or_else(|| PluginError::Build("cargo finds no workspace".into()))?;
    Ok(root.join("target"))
}

/// The folder with the files of the game or the bot: the crate, or the `assets` folder above it.
fn assets_of(krate: &Path, name: &str) -> Result<PathBuf, PluginError> {
    let above = krate.ancestors().map(|folder| folder.join("assets").join(name));
    let has = |folder: &PathBuf| ["game.toml", BOT_TOML].iter().any(|file| folder.join(file).is_file());
    let found = std::iter::once(krate.to_path_buf()).chain(above).find(has);
    found.ok_or_else(|| PluginError::Build(format!("there is no game.toml and no bot.toml for '{name}'")))
}

/// Assembles the plugin in a temporary folder, then replaces the old one.
fn fill(folder: &Path, assets: &Path, file: &str, module: &[u8], kind: Kind) -> Result<(), PluginError> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let aside = folder.with_file_name(format!(".{name}.part"));
    if aside.exists() {
        fs::remove_dir_all(&aside).map_err(wrong(&aside))?;
    }
    fs::create_dir_all(&aside).map_err(wrong(&aside))?;
    let contract = if assets.join(BOT_TOML).is_file() {
        let about = assets.join(BOT_TOML);
        let text = fs::read(&about).map_err(wrong(&about))?;
        BotToml::parse(&text).map_err(PluginError::Bot)?;
        fs::write(aside.join(BOT_TOML), text).map_err(wrong(&aside))?;
        BOT_CONTRACT
    } else {
        fill_game(&aside, assets)?;
        CONTRACT
    };
    let toml = PluginToml { schema: 1, contract: contract.into(), kind, module: file.into() };
    let toml = toml::to_string(&toml).map_err(|error| PluginError::Build(error.to_string()))?;
    fs::write(aside.join("plugin.toml"), toml).map_err(wrong(&aside))?;
    fs::write(aside.join(file), module).map_err(wrong(&aside))?;
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(wrong(folder))?;
    }
    fs::rename(&aside, folder).map_err(wrong(folder))
}

/// Copies the files that any game has beside its rules.
fn fill_game(folder: &Path, assets: &Path) -> Result<(), PluginError> {
    let manifest = assets.join("game.toml");
    let text = fs::read_to_string(&manifest).map_err(wrong(&manifest))?;
    let about =
        Manifest::parse(&text).map_err(|reason| PluginError::Build(format!("game.toml: {reason}")))?;
    fs::write(folder.join("game.toml"), text).map_err(wrong(folder))?;
    let content = about.content.values().map(|kind| kind.folder.as_str());
    for part in ["locales", "sprites"].into_iter().chain(content) {
        copy(&assets.join(part), &folder.join(part))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), PluginError> {
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to).map_err(wrong(to))?;
    for entry in fs::read_dir(from).map_err(wrong(from))?.flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).map_err(wrong(from))?;
        }
    }
    Ok(())
}

fn wrong(path: &Path) -> impl FnOnce(std::io::Error) -> PluginError {
    let file = path.display().to_string();
    move |error| PluginError::File { file, reason: error.to_string() }
}
