//! Where messages come from: Fluent files by language, embedded in the program or in a folder.

use rust_embed::RustEmbed;
use std::{fs, io, path::Path};

/// What kit, tables, lobby, page and tools say: `<language>/<file>.ftl`.
#[derive(RustEmbed)]
#[folder = "../../assets/lobby"]
struct LobbyFiles;

/// A Fluent file of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The language, which is the name of its folder.
    pub language: String,
    /// The name of the file without its ending.
    pub file: String,
    /// What stands in it.
    pub text: String,
}

impl Source {
    /// The files that are part of the program. A language is added by adding its folder.
    pub fn embedded() -> Vec<Source> {
        let files = LobbyFiles::iter().filter_map(|path| Some((path.to_string(), LobbyFiles::get(&path)?)));
        files
            .filter_map(|(path, file)| Source::new(&path, String::from_utf8(file.data.into_owned()).ok()?))
            .collect()
    }

    /// The files of a folder, in the same layout: `<language>/<file>.ftl`. There are none if it does not exist.
    pub fn in_folder(folder: &Path) -> io::Result<Vec<Source>> {
        let mut sources = Vec::new();
        for language in entries(folder)? {
            for file in if language.is_dir() { entries(&language)? } else { Vec::new() } {
                let path = file.strip_prefix(folder).ok().and_then(Path::to_str).unwrap_or_default();
                if path.ends_with(ENDING) {
                    sources.extend(Source::new(path, fs::read_to_string(&file)?));
                }
            }
        }
        Ok(sources)
    }

    fn new(path: &str, text: String) -> Option<Source> {
        let (language, file) = path.strip_suffix(ENDING)?.split_once(['/', '\\'])?;
        Some(Source { language: language.into(), file: file.into(), text })
    }
}

const ENDING: &str = ".ftl";

/// The paths in a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Translator;
    use std::collections::{BTreeMap, BTreeSet};

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lobby")
    }

    #[test]
    fn the_program_has_every_file_of_the_folder() {
        let sorted = |mut sources: Vec<Source>| {
            sources.sort_by(|a, b| (&a.language, &a.file).cmp(&(&b.language, &b.file)));
            sources
        };
        assert_eq!(sorted(Source::embedded()), sorted(Source::in_folder(&folder()).unwrap()));
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_sources() {
        assert_eq!(Source::in_folder(&folder().join("nowhere")).unwrap(), []);
    }

    // LO-4
    #[test]
    fn every_language_has_every_message() {
        let sources = Source::embedded();
        let translator = Translator::new();
        assert_eq!(translator.errors(), [], "no message is there twice or unreadable");
        let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for source in &sources {
            let lines = source.text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
            let of_file = lines.filter_map(|line| Some(line.split_once('=')?.0.trim()));
            keys.entry(&source.file).or_default().extend(of_file);
        }
        for language in translator.languages() {
            for (file, keys) in &keys {
                for key in keys.iter().filter(|key| !key.starts_with("number-")) {
                    assert!(translator.has(language, key), "{key} is missing in {language}/{file}.ftl");
                }
            }
        }
    }
}
