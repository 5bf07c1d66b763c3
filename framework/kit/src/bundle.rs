//! Everything that belongs to a game beside its rules: manifest, texts, sprites, content.

use crate::{Id, Manifest, Refusal};
use serde_json::Value;
use std::{borrow::Cow, collections::BTreeMap};

/// What lies in a game's folder: `game.toml`, `locales/`, `sprites/` and its content.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The manifest.
    pub manifest: Manifest,
    /// The texts, Fluent source by language.
    pub locales: BTreeMap<String, String>,
    /// The sprites, by file name.
    pub sprites: BTreeMap<String, Cow<'static, [u8]>>,
    /// The shipped content, by kind and name.
    pub contents: BTreeMap<Id, BTreeMap<Id, Value>>,
}

/// Reasons why a game's folder cannot be loaded.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BundleError {
    /// There is no manifest.
    #[error("game.toml is missing")]
    NoManifest,
    /// The manifest cannot be used.
    #[error("game.toml: {0}")]
    Manifest(String),
    /// A text file is not UTF-8.
    #[error("{0} is not UTF-8 text")]
    NotText(String),
    /// A content file cannot be read.
    #[error("{file}: {reason}")]
    Content {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A look names a sprite that is not there.
    #[error("look '{look}' names sprites/{sprite}, which is missing")]
    NoSprite {
        /// The look.
        look: Id,
        /// The sprite it names.
        sprite: String,
    },
    /// The default content of a kind is not there.
    #[error("the default {kind} '{name}' is missing in {folder}/")]
    NoDefault {
        /// The kind of content.
        kind: Id,
        /// The name that is missing.
        name: Id,
        /// The folder that was searched.
        folder: String,
    },
}

impl Bundle {
    /// The bundle from the files of a folder, with paths relative to it.
    pub fn from_files(
        files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Bundle, BundleError> {
        let files: BTreeMap<String, Cow<'static, [u8]>> = files.into_iter().collect();
        let text = |path: &str, bytes: &[u8]| {
            String::from_utf8(bytes.to_vec()).map_err(|_| BundleError::NotText(path.to_string()))
        };
        let manifest = files.get("game.toml").ok_or(BundleError::NoManifest)?;
        let manifest = Manifest::parse(&text("game.toml", manifest)?).map_err(BundleError::Manifest)?;
        let mut bundle = Bundle::new(manifest);
        for (path, bytes) in files {
            let Some((folder, name)) = path.split_once('/') else { continue };
            match folder {
                "locales" => {
                    if let Some(language) = name.strip_suffix(".ftl") {
                        bundle.locales.insert(language.to_string(), text(&path, &bytes)?);
                    }
                }
                "sprites" => {
                    bundle.sprites.insert(name.to_string(), bytes);
                }
                _ => {
                    let kinds = bundle.manifest.content.iter();
                    let kind =
                        kinds.filter(|(_, kind)| kind.folder == folder).map(|(id, _)| id.clone()).next();
                    if let Some(kind) = kind {
                        let value = parse_content(&path, &bytes).map_err(|refusal| BundleError::Content {
                            file: path.clone(),
                            reason: refusal.to_string(),
                        })?;
                        let name = name.split('.').next().unwrap_or(name);
                        bundle.contents.entry(kind).or_default().insert(name.into(), value);
                    }
                }
            }
        }
        bundle.check()?;
        Ok(bundle)
    }

    /// A bundle with nothing but a manifest.
    pub fn new(manifest: Manifest) -> Bundle {
        Bundle { manifest, locales: BTreeMap::new(), sprites: BTreeMap::new(), contents: BTreeMap::new() }
    }

    /// Content of a kind by name.
    pub fn content(&self, kind: &str, name: &str) -> Option<&Value> {
        self.contents.get(kind)?.get(name)
    }

    fn check(&self) -> Result<(), BundleError> {
        for (look, sheet) in &self.manifest.looks {
            if let Some(sprite) = sheet.sprites().find(|sprite| !self.sprites.contains_key(*sprite)) {
                return Err(BundleError::NoSprite { look: look.clone(), sprite: sprite.clone() });
            }
        }
        for (kind, about) in &self.manifest.content {
            if self.content(kind, &about.default).is_none() {
                let (kind, name, folder) = (kind.clone(), about.default.clone(), about.folder.clone());
                return Err(BundleError::NoDefault { kind, name, folder });
            }
        }
        Ok(())
    }
}

/// Parses a content file, JSON or (`.toml`) TOML, into a JSON value. The refusal describes a syntax error;
/// the game's rules check whether the value makes sense.
pub fn parse_content(file: &str, bytes: &[u8]) -> Result<Value, Refusal> {
    let refuse = |key, reason: String| Refusal::new(key).arg("file", file).arg("reason", reason);
    let text = std::str::from_utf8(bytes).map_err(|error| refuse("content-not-text", error.to_string()))?;
    if file.ends_with(".toml") {
        toml::from_str(text).map_err(|error| refuse("content-not-toml", error.message().to_string()))
    } else {
        serde_json::from_str(text).map_err(|error| refuse("content-not-json", error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(pairs: &[(&str, &'static str)]) -> Vec<(String, Cow<'static, [u8]>)> {
        pairs.iter().map(|(path, text)| (path.to_string(), Cow::Borrowed(text.as_bytes()))).collect()
    }

    const MANIFEST: &str = "schema = 1\nid = 'x'\nversion = '1'\nseats = { min = 2, max = 2 }\nbound = 9\n\
        [content.map]\nfolder = 'maps'\ndefault = 'small'\n";

    #[test]
    fn a_folder_becomes_a_bundle() {
        let bundle = Bundle::from_files(files(&[
            ("game.toml", MANIFEST),
            ("locales/en.ftl", "x-name = X"),
            ("maps/small.json", "{\"size\": 3}"),
            ("maps/large.map.toml", "size = 9"),
        ]))
        .unwrap();
        assert_eq!(bundle.content("map", "small").unwrap()["size"], 3);
        assert_eq!(bundle.content("map", "large").unwrap()["size"], 9);
        assert_eq!(bundle.locales["en"], "x-name = X");
    }

    #[test]
    fn every_part_of_a_look_has_its_sprite() {
        let look = "[looks.worm]\nname='x'\nshape='circle'\ncolour='seat'\nsprite='head.svg'\n\
            along = { body = 'body.svg', tail = 'tail.svg' }\n";
        let manifest: &'static str = format!("{MANIFEST}{look}").leak();
        let mut folder = vec![("game.toml", manifest), ("maps/small.json", "{}"), ("sprites/head.svg", "")];
        folder.push(("sprites/body.svg", ""));
        let error = Bundle::from_files(files(&folder)).unwrap_err();
        assert_eq!(error.to_string(), "look 'worm' names sprites/tail.svg, which is missing");
        folder.push(("sprites/tail.svg", ""));
        assert!(Bundle::from_files(files(&folder)).is_ok());
    }

    #[test]
    fn what_is_wrong_with_a_folder_is_named() {
        assert_eq!(Bundle::from_files(files(&[])), Err(BundleError::NoManifest));
        let error = Bundle::from_files(files(&[("game.toml", MANIFEST)])).unwrap_err();
        assert_eq!(error.to_string(), "the default map 'small' is missing in maps/");
        let broken = files(&[("game.toml", MANIFEST), ("maps/small.json", "{")]);
        let error = Bundle::from_files(broken).unwrap_err().to_string();
        assert!(error.starts_with("maps/small.json: content-not-json"), "{error}");
    }
}
