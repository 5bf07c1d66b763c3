//! `parlor import`: turns files of another program into content of a game.

use crate::{catalogue, terminal, usage_error::UsageError};
use anyhow::Context;
use clap::Args as ClapArgs;
use parlor_kit::{Rules, Text};
use parlor_runtime::NamedFile;
use parlor_texts::Translator;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Turn files of another program into content of a game.
///
/// Says everything that is wrong with the files, with file, line, entry and reason, and then writes nothing.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor import skirmish originals --into data/skirmish      all files of a folder
  parlor import skirmish HK_cards.xml deck.xml --into data/skirmish
The exit code is 1 if something is wrong with the files.")]
pub(crate) struct ImportArgs {
    /// The game, by its id.
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The files, or folders of them.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Where the game's content is written, such as the game's folder in the data of a server.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) into: PathBuf,
    /// Replace files that exist already.
    #[arg(long)]
    pub(crate) force: bool,
    /// The language of the messages.
    #[arg(long, default_value = "en", value_name = "LANGUAGE")]
    pub(crate) lang: String,
}

pub(crate) fn run(args: &ImportArgs) -> anyhow::Result<ExitCode> {
    let (game, importer) = catalogue::importer(&args.game)?;
    let translator = Translator::of(game.rules.bundle());
    let languages: Vec<&str> = translator.languages().collect();
    if !languages.contains(&args.lang.as_str()) {
        return Err(UsageError::unknown("language", &args.lang, languages).into());
    }
    let say = |text: &Text| translator.translate(&args.lang, text, &[]);
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files)?;
    }
    let made = match importer(&files) {
        Ok(made) => made,
        Err(faults) => {
            for fault in &faults {
                terminal::complain(&say(fault));
            }
            terminal::complain(&say(&Text::new("import-faults").arg("count", faults.len())));
            return Ok(ExitCode::from(1));
        }
    };
    if made.is_empty() {
        terminal::complain(&say(&Text::new("import-nothing")));
        return Ok(ExitCode::from(1));
    }
    let paths: Vec<PathBuf> = made.iter().map(|file| args.into.join(&file.name)).collect();
    if let Some(there) = paths.iter().find(|path| !args.force && path.exists()) {
        terminal::complain(&say(&Text::new("import-there").arg("file", there.display().to_string())));
        return Ok(ExitCode::from(1));
    }
    for (file, path) in made.iter().zip(&paths) {
        let folder = path.parent().unwrap_or(&args.into);
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(path, &file.text).with_context(|| format!("cannot write {}", path.display()))?;
        terminal::print(&format!(
            "{}\n",
            say(&Text::new("import-written").arg("file", path.display().to_string()))
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a file, or the XML and TOML files below a folder in the order of their names.
fn collect(path: &Path, files: &mut Vec<NamedFile>) -> anyhow::Result<()> {
    let unreadable = || format!("cannot read {}", path.display());
    let about = fs::metadata(path).with_context(unreadable)?;
    if about.is_dir() {
        let mut inside: Vec<PathBuf> = Vec::new();
        for entry in fs::read_dir(path).with_context(unreadable)? {
            inside.push(entry.with_context(unreadable)?.path());
        }
        inside.sort();
        for path in inside {
            let fits = path.extension().is_some_and(|end| end == "xml" || end == "toml");
            if fits || (path.is_dir() && !path.is_symlink()) {
                collect(&path, files)?;
            }
        }
        return Ok(());
    }
    if about.len() > MAX_FILE_BYTES {
        return Err(UsageError::new(format!("{} is too large", path.display())).into());
    }
    let text = fs::read_to_string(path).with_context(unreadable)?;
    files.push(NamedFile { name: path.display().to_string(), text });
    Ok(())
}
